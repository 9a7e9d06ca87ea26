//! The screens of Skirminion, as people use them.

mod drafts;
mod ends;
mod looks;
mod machine;
mod play;
mod small;

use crate::screens_common::{LOW, NAMES, PHONE, Players, SMALL, TABLET};
use egui::{TouchPhase, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use skirmish_assets::Builtin;
use skirmish_screens::{NullStore, Settings, Store};
use skirmish_tracker::table::skirminion::{
    Command, Machines, Position, Rules, Setup, Side, Square, State, Strength, Table, Unit,
};

const NARROW: Vec2 = vec2(360.0, 740.0);

/// The position of the study: d4 touches two enemies, and g2 may rest.
const STUDY: &str = "8/1e1f2f1/5e2/2c1d2a/3E1D2/1F6/2F1F1B1/8 b";

fn open(size: Vec2, settings: Settings, happened: Vec<Command>) -> Players {
    keeping(size, settings, happened, Box::new(NullStore))
}

fn keeping(size: Vec2, settings: Settings, happened: Vec<Command>, store: Box<dyn Store>) -> Players {
    Players::of::<Rules>(size, settings, (Builtin, "skirminion"), happened, store)
}

fn playing(size: Vec2, happened: Vec<Command>) -> Players {
    open(size, Settings::default(), happened)
}

fn table(players: &Players) -> &Table {
    players.harness.state().table::<Rules>().expect("it is Skirminion")
}

fn state(players: &Players) -> &State {
    table(players).state()
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn health(players: &Players, at: &str) -> u8 {
    state(players).position.board.health(square(at))
}

fn begin(first: Side, machines: [Option<Strength>; 2]) -> Command {
    let mut setup = Setup { machines: Machines(machines), ..Setup::of_sides(first) };
    for (player, name) in setup.players.iter_mut().zip(NAMES) {
        player.name = name.to_owned();
    }
    Command::Begin(setup)
}

/// Returns a game with that position on the board; the player on turn begins.
fn set_up(position: &str, machines: [Option<Strength>; 2]) -> Vec<Command> {
    let wanted: Position = position.parse().expect("a position");
    let start = Position::start(wanted.turn);
    let mut all = vec![begin(wanted.turn, machines)];
    let set = |at: Square, unit: Option<Unit>| Command::Set { at, unit };
    // One unit of each side stays until the others stand: without any the game would be over.
    let stays = |at: Square| ["a1", "a8"].contains(&at.to_string().as_str());
    let cleared = Square::all().filter(|at| start.board.unit(*at).is_some() && !stays(*at));
    all.extend(cleared.map(|at| set(at, None)));
    let put = Square::all().filter(|at| !stays(*at) && wanted.board.unit(*at).is_some());
    all.extend(put.map(|at| set(at, wanted.board.unit(at))));
    let last = Square::all().filter(|at| stays(*at) && wanted.board.unit(*at) != start.board.unit(*at));
    all.extend(last.map(|at| set(at, wanted.board.unit(at))));
    all
}

fn study(size: Vec2) -> Players {
    playing(size, set_up(STUDY, [None; 2]))
}

/// Touches a square.
fn touch(table: &mut Players, at: &str) {
    table.tap_first(&format!("{at}, "));
}

/// Returns the full name of a square for screen readers.
fn said(table: &Players, at: &str) -> String {
    let start = format!("{at}, ");
    let node = table.harness.get_all_by_label_contains(&start).next().expect("a square");
    node.accesskit_node().label().expect("a name")
}

/// Touches a unit and an enemy twice: an attack.
fn attack(table: &mut Players, by: &str, on: &str) {
    touch(table, by);
    touch(table, on);
    assert!(table.has(&format!("Attack {on} with {by}")));
    touch(table, on);
}

fn table_unchanged(players: &Players) -> usize {
    table(players).done().len()
}

fn undo_to_the_start(table: &mut Players) {
    for _ in 0..80 {
        if !self::table(table).can_undo() {
            return;
        }
        table.tap_first("Undo");
    }
    panic!("there is always more to undo");
}

fn hold(table: &mut Players, at: &str) {
    let place = table.harness.get_all_by_label_contains(&format!("{at}, ")).next().expect("a square").rect().center();
    table.touch(3, TouchPhase::Start, place);
    table.wait(0.6);
    table.touch(3, TouchPhase::End, place);
    table.wait(0.35);
    let set = format!("Set {at}");
    if table.has(&set) {
        table.tap(&set);
    }
}

/// Returns an ongoing fight.
fn fighting() -> Vec<Command> {
    let mut happened = set_up("8/8/8/3fd3/3E4/2F1F3/8/8 b", [None; 2]);
    let attack = |by: &str, on: &str| Command::Attack { by: square(by), on: square(on) };
    let end = |at: &str| Command::End { unit: square(at) };
    let go = |from: &str, to: &str| Command::Move { from: square(from), to: square(to) };
    happened.extend([attack("d4", "e5"), end("d4"), attack("d5", "d4"), end("d5")]);
    happened.extend([go("e3", "e4"), attack("e4", "e5"), attack("d5", "e4"), end("d5")]);
    happened
}

/// Returns a complete game: red's last unit falls as it attacks.
fn ended() -> Vec<Command> {
    let mut happened = set_up("8/8/3c4/3D4/4F3/8/8/8 b", [None; 2]);
    let attack = |by: &str, on: &str| Command::Attack { by: square(by), on: square(on) };
    happened.push(Command::Move { from: square("e4"), to: square("e5") });
    happened.extend([attack("e5", "d6"), attack("d6", "d5")]);
    happened
}
