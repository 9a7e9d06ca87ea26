//! The rules of the game at the table, one by one; the numbers after "S" are the rules.

mod attacking;
mod cards;
mod highlander;
mod recovering;
mod rulings;
mod setup;
mod special;
mod turn;
mod untidy;

use crate::table_help::*;
use skirmish_tracker::table::Seat;
use skirmish_tracker::table::skirmish::fight::Fight;
use skirmish_tracker::table::skirmish::{Attack, Command, Gear, Played, Shield, Special, Step};

fn plain(by: Seat, on: Seat, steps: &[Step]) -> Command {
    Command::Attack(attack(by, on, None, None, steps))
}

fn with(by: Seat, on: Seat, basic: Option<&str>, special: Option<Special>, steps: &[Step]) -> Command {
    Command::Attack(attack(by, on, basic, special, steps))
}

fn rend(by: Seat, on: Seat, names: Gear, basic: Option<&str>, steps: &[Step]) -> Command {
    Command::Attack(Attack { names: Some(names), ..attack(by, on, basic, Some(Special::Rend), steps) })
}

fn trip(by: Seat, on: Played, strike: Option<&str>) -> Step {
    Step::Trip { by, on, strike: strike.map(card) }
}

/// Returns the calculated damage of the first blow, and the number of blows.
fn damage(play: &Play, attack: &Attack) -> (usize, i64) {
    let fight = Fight::new(play.rules(), play.state(), attack);
    assert_eq!(fight.reckoning().legal, Ok(()), "{attack:?}");
    (fight.reckoning().strikes.len(), fight.reckoning().strikes[0].blow.damage)
}

fn against(play: &Play, attack: &Attack) -> Vec<String> {
    numbers(&Fight::new(play.rules(), play.state(), attack).reckoning().legal)
}

fn shield(play: &Play, seat: Seat) -> Shield {
    play.state().players[seat.index()].shield
}
