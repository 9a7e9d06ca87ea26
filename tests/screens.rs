//! The tracker's screens as people use them, driven without a display.
#![cfg(feature = "tracker")]

mod screens_common;

use egui::vec2;
use screens_common::{Players, setup};
use skirmish::app::{Contrast, Settings, TextSize, Theme};
use skirmish::table::{Command, Seat, Seating, Shield};

#[test]
fn looks() {
    let game = |players, seating| {
        let mut all = vec![Command::Begin(setup(players, seating))];
        let seat = Seat(2.min(players as u8 - 1));
        all.push(Command::Adjust { seat, by: -5 });
        all.push(Command::TurnShield { seat, to: Shield::Damaged });
        all.push(Command::TurnShield { seat: Seat(0), to: Shield::None });
        all.push(Command::Take { seat: Seat(1), card: skirmish::table::CardId::new("two-handed-axe") });
        all.push(Command::SetMail { seat: Seat(1), worn: true });
        if players > 3 {
            all.push(Command::Fall { seat: Seat(3), by: Some(Seat(0)) });
        }
        all
    };
    let tablet = vec2(1180.0, 820.0);
    let small = vec2(1024.0, 768.0);
    for (name, size, players, seating) in [
        ("4-round", tablet, 4, Seating::Round),
        ("8-long", tablet, 8, Seating::Long),
        ("8-round-small", small, 8, Seating::Round),
        ("5-round", tablet, 5, Seating::Round),
        ("3-long-small", small, 3, Seating::Long),
        ("2-round", tablet, 2, Seating::Round),
        ("6-round-standing", vec2(820.0, 1180.0), 6, Seating::Round),
        ("2-phone", vec2(412.0, 892.0), 2, Seating::Round),
        ("5-phone", vec2(412.0, 892.0), 5, Seating::Round),
        ("4-phone-lying", vec2(892.0, 412.0), 4, Seating::Round),
    ] {
        Players::with(size, Settings::default(), game(players, seating)).look(name);
    }
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    Players::with(tablet, light, game(4, Seating::Round)).look("4-light");
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    Players::with(tablet, high, game(6, Seating::Long)).look("6-high-huge");
    Players::at(tablet).look("setup");
    Players::at(vec2(412.0, 892.0)).look("setup-phone");
    let last = Settings { last: Some(setup(8, Seating::Round)), ..Settings::default() };
    Players::with(small, last.clone(), vec![]).look("setup-8");
    let last = Settings { last: Some(setup(5, Seating::Round)), ..Settings::default() };
    Players::with(tablet, last, vec![]).look("setup-5");
}
