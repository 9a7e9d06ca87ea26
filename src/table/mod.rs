//! The tracker's core: commands, events, state, undo, the journal as text. No screen, no clock, no disk.
