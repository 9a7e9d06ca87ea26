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

#[test]
fn looks() {
    let plain = Settings::default;
    for (turn, name) in [(0, "Sigrid"), (1, "Orm"), (2, "Leif"), (3, "Thora")] {
        let mut players = begun(TABLET, plain(), geared(4, turn), name, "attack");
        players.look(&format!("attack-{turn}"));
        let mut players = begun(TABLET, plain(), geared(4, turn), name, "recover");
        players.look(&format!("recover-{turn}"));
    }
}
