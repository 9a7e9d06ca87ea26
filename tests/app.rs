//! The tracker as people see and touch it.
//!
//! One program for all of them: `cargo test --features tracker --test app screens::` runs those of one file.

mod gallery;
mod screens;
mod screens_attack;
mod screens_battling;
mod screens_chronicle;
mod screens_common;
mod screens_declared;
mod screens_extras;
mod screens_skirminion;
mod screens_touch;
mod screens_transfer;
mod screens_tree;
mod screens_walk;
mod screens_warband;
mod shelf;
#[path = "common/side_by_side.rs"]
mod side_by_side;
mod window;
