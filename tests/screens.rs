//! The tracker's screens as people use them, driven without a display.
#![cfg(feature = "tracker")]

mod screens_common;

use screens_common::Players;

#[test]
fn a_look_at_the_table() {
    let mut players = Players::at(egui::vec2(1180.0, 820.0)).playing(4);
    players.look("table-4");
}
