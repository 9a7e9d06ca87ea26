//! The sheets for an attack, a Trip and a turn of recovering, used by touch.
#![cfg(feature = "tracker")]

mod screens_common;

use egui::{Vec2, vec2};
use screens_common::{Players, setup};
use skirmish::app::{Contrast, Settings, TextSize, Theme};
use skirmish::table::{CardId, Command, Livery, Seat, Seating, Shield};

const TABLET: Vec2 = vec2(1180.0, 820.0);
const SMALL: Vec2 = vec2(1024.0, 768.0);
const PHONE: Vec2 = vec2(412.0, 892.0);

/// A game in which the player of that seat is on turn.
fn game(players: usize, turn: u8) -> Vec<Command> {
    let mut all = vec![Command::Begin(setup(players, Seating::Round))];
    if turn != 1 {
        all.push(Command::Turn { seat: Seat(turn) });
    }
    all
}

fn take(seat: u8, card: &str) -> Command {
    Command::Take { seat: Seat(seat), card: CardId::new(card) }
}

/// A game with gear of every sort, in which the player of that seat is on turn.
fn geared(players: usize, turn: u8) -> Vec<Command> {
    let mut all = game(players, turn);
    all.push(take(turn, "axe"));
    let next = (turn + 1) % u8::try_from(players).expect("few");
    all.push(take(next, "two-handed-axe"));
    all.push(Command::SetMail { seat: Seat(next), worn: true });
    all.push(Command::Adjust { seat: Seat(next), by: -3 });
    all.push(Command::Adjust { seat: Seat(turn), by: -5 });
    all.push(Command::TurnShield { seat: Seat(turn), to: Shield::Damaged });
    all
}

fn begun(size: Vec2, settings: Settings, happened: Vec<Command>, turn: &str, action: &str) -> Players {
    let mut players = Players::with(size, settings, happened);
    let whole = format!("{turn}: {action}");
    players.tap(&whole);
    players
}

/// A picture of the screen with everything on it.
fn look(players: &mut Players, name: &str) {
    for _ in 0..10 {
        players.settle();
    }
    players.look(name);
}

#[test]
fn looks() {
    let plain = Settings::default;
    let light = || Settings { theme: Theme::Light, ..Settings::default() };
    let huge = || Settings { text: TextSize::Huge, ..Settings::default() };
    let high = || Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let mut players = begun(TABLET, plain(), geared(4, 0), "Sigrid", "attack");
    players.tap("Basic card Chop");
    players.tap("Special attack Disembowelling");
    players.tap("Basic card Thrust, not with an Axe");
    look(&mut players, "a-chop");
    players.tap("Special attack Flurry of Blows");
    players.tap("Orm answers: Dodge");
    players.tap("Orm answers: Hit");
    look(&mut players, "a-flurry");
    players.tap("Turn the answers to Orm");
    look(&mut players, "a-turned");
    let mut players = begun(TABLET, light(), geared(4, 1), "Orm", "attack");
    players.tap("Basic card Chop");
    players.tap("Special attack Charge");
    players.tap("Leif answers: Dodge");
    look(&mut players, "a-charge-light");
    players.tap("Play Trip");
    look(&mut players, "a-trip");
    let mut players = begun(SMALL, huge(), geared(8, 0), "Sigrid", "attack");
    players.tap("Basic card Critical Hit");
    look(&mut players, "a-8-huge");
    let mut players = begun(SMALL, high(), geared(8, 2), "Leif", "attack");
    look(&mut players, "a-8-high");
    let mut players = begun(PHONE, plain(), geared(2, 0), "Sigrid", "attack");
    players.tap("Basic card Chop");
    look(&mut players, "a-phone");
    let mut players = begun(PHONE.yx(), plain(), geared(2, 0), "Sigrid", "attack");
    look(&mut players, "a-phone-lying");
}
