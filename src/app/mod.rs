//! The tracker's screens: they read the state of a table and give commands.
