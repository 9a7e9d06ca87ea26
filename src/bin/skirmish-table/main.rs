//! The tracker: a window on the table, and its arithmetic for scripts.

fn main() {}
