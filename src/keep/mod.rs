//! The journal on disk: every event is there before it is shown.
