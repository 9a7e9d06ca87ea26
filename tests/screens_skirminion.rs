//! The screens of Skirminion, as people use them.
#![cfg(feature = "tracker")]

mod screens_common;

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Rect, TouchPhase, Vec2, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use screens_common::{NAMES, Players, apart};
use skirmish::app::{Contrast, Nowhere, Settings, Store, StoreError, TextSize, Theme};
use skirmish::table::journal::Writer;
use skirmish::table::skirminion::{
    Command, Half, HalfDone, Machines, Over, Position, Rules, Setup, Side, Square, State, Strength, Table, Unit,
};
use skirmish::vfs::Builtin;

const TABLET: Vec2 = vec2(1180.0, 820.0);
const SMALL: Vec2 = vec2(1024.0, 768.0);
const LOW: Vec2 = vec2(960.0, 600.0);
const PHONE: Vec2 = vec2(412.0, 892.0);
const NARROW: Vec2 = vec2(360.0, 740.0);

/// The position of the study: d4 touches two enemies, and g2 may rest.
const STUDY: &str = "8/1e1f2f1/5e2/2c1d2a/3E1D2/1F6/2F1F1B1/8 b";

fn open(size: Vec2, settings: Settings, happened: Vec<Command>) -> Players {
    keeping(size, settings, happened, Box::new(Nowhere))
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

/// A game with that position on the board; who is on turn in it begins.
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

/// The whole name of a square, as a screen reader says it.
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

fn undo_to_the_start(table: &mut Players) {
    for _ in 0..80 {
        if !self::table(table).can_undo() {
            return;
        }
        table.tap_first("Undo");
    }
    panic!("there is always more to undo");
}

#[test]
fn a_game_is_played_by_touch_to_victory_and_taken_back_to_its_start() {
    let mut table = playing(TABLET, set_up("8/8/8/4c3/3E4/4F1C1/8/7a b", [None; 2]));
    let turn = |table: &Players| state(table).turn();
    // A rest (K8).
    touch(&mut table, "g3");
    table.tap("Rest +1 with g3");
    assert_eq!((health(&table, "g3"), turn(&table)), (4, Some(Side::Red)));
    // A retreat must lead out of contact, and ends the activation (K12).
    touch(&mut table, "e5");
    assert!(said(&table, "e6").ends_with("can be retreated to"), "{}", said(&table, "e6"));
    touch(&mut table, "d5");
    assert!(said(&table, "d5").contains("must not touch an enemy"), "{}", said(&table, "d5"));
    touch(&mut table, "e6");
    assert_eq!((health(&table, "e6"), turn(&table)), (3, Some(Side::Bone)));
    // A move, then an attack: each loses (K17).
    touch(&mut table, "d4");
    touch(&mut table, "d5");
    assert_eq!(state(&table).half, Some(Half { at: square("d5"), done: HalfDone::Moved }));
    touch(&mut table, "e6");
    assert_eq!((health(&table, "e6"), health(&table, "d5")), (3, 5), "a forecast changes nothing");
    table.tap("Attack e6 with d5");
    assert_eq!((health(&table, "e6"), health(&table, "d5"), turn(&table)), (2, 4, Some(Side::Red)));
    // A move after which nothing else is possible ends the activation by itself.
    touch(&mut table, "h1");
    touch(&mut table, "g1");
    assert_eq!(turn(&table), Some(Side::Bone));
    attack(&mut table, "d5", "e6");
    assert_eq!((health(&table, "e6"), health(&table, "d5"), turn(&table)), (1, 3, Some(Side::Red)));
    touch(&mut table, "g1");
    table.tap("Rest +1 with g1");
    // An enemy is destroyed: the unit touches nobody, and may move on.
    attack(&mut table, "d5", "e6");
    assert_eq!(state(&table).half, Some(Half { at: square("d5"), done: HalfDone::Attacked }));
    touch(&mut table, "e3");
    assert!(said(&table, "e3").contains("has begun its activation"), "{}", said(&table, "e3"));
    table.tap("End with d5");
    // The last stand takes 1 more, and gains 1 (K18).
    touch(&mut table, "g1");
    touch(&mut table, "g2");
    touch(&mut table, "g3");
    touch(&mut table, "g3");
    assert_eq!((health(&table, "g3"), health(&table, "g2"), turn(&table)), (2, 2, Some(Side::Bone)));
    // Two against one.
    touch(&mut table, "e3");
    touch(&mut table, "f3");
    touch(&mut table, "g2");
    table.tap("Attack g2 with f3");
    assert_eq!(state(&table).over, Some(Over::Won(Side::Bone)));
    assert!(table.has("Fight again"));
    table.tap("The table");
    assert!(table.has("The end of the game"));
    table.tap_first("Undo");
    assert_eq!((state(&table).over, health(&table, "e3"), turn(&table)), (None, 6, Some(Side::Bone)));
    undo_to_the_start(&mut table);
    assert!(table.has("To battle") && state(&table).players.is_empty());
}

#[test]
fn every_square_that_is_not_possible_says_why() {
    let mut table = study(TABLET);
    let mut why = |unit: &str, at: &str, expected: &str| {
        if !unit.is_empty() {
            touch(&mut table, unit);
        }
        touch(&mut table, at);
        let said = said(&table, at);
        assert!(said.contains("not possible") && said.contains(expected), "{unit} {at}: {said}");
        assert!(said.ends_with(')'), "the rule's number: {said}");
        assert!(table.has(&format!("Read rule {}", said.split(['(', ')']).nth(1).expect("a number"))), "{said}");
        if !unit.is_empty() {
            touch(&mut table, unit);
        }
    };
    why("", "e5", "red's, and it is bone");
    why("", "a1", "no unit stands on a1");
    why("d4", "c4", "must not touch an enemy");
    why("d4", "d6", "makes one step");
    why("d4", "b7", "does not touch b7");
    why("b3", "b6", "is further from b3");
    why("b3", "d5", "two steps are straight");
    why("g2", "g4", "of 3 health or less");
    why("c2", "c5", "does not touch c5");
    assert_eq!(table_unchanged(&table), set_up(STUDY, [None; 2]).len());
    touch(&mut table, "d4");
    touch(&mut table, "c4");
    table.tap_first("Read rule");
    assert!(table.has("Close") || table.has("Back to the table") || table.has("Back"), "the rule is open");
}

fn table_unchanged(players: &Players) -> usize {
    table(players).done().len()
}

#[test]
fn both_must_agree_on_a_draw() {
    let mut table = playing(TABLET, vec![begin(Side::Bone, [None; 2])]);
    assert!(table.has("Orm: offer a draw"));
    table.tap("Sigrid: offer a draw");
    assert!(!table.has("Sigrid: offer a draw"), "once");
    // It lapses when the other has played.
    touch(&mut table, "d1");
    touch(&mut table, "d3");
    assert!(table.has("Orm: agree to a draw"));
    touch(&mut table, "d8");
    touch(&mut table, "d6");
    assert!(!table.has("Orm: agree to a draw"));
    table.tap("Orm: offer a draw");
    table.tap("Sigrid: agree to a draw");
    assert_eq!(state(&table).over, Some(Over::Agreed));
    assert!(table.has("Fight again"));
    table.tap_first("Undo");
    assert_eq!(state(&table).over, None);
}

#[test]
fn the_same_position_for_the_third_time_is_offered_as_a_draw() {
    let mut table = playing(TABLET, vec![begin(Side::Bone, [None; 2])]);
    for (from, to) in [("a1", "a2"), ("a8", "a7"), ("a2", "a1"), ("a7", "a8")].repeat(2) {
        assert!(!state(&table).offers_draw());
        touch(&mut table, from);
        touch(&mut table, to);
    }
    assert!(state(&table).offers_draw());
    table.tap("Sigrid: offer a draw");
    table.tap("Orm: agree to a draw");
    assert_eq!(state(&table).over, Some(Over::Agreed));
}

#[test]
fn the_table_plays_red_and_its_answer_is_taken_back_with_the_move() {
    let mut table = playing(TABLET, vec![]);
    assert!(table.has("Red: a person plays"));
    table.tap("Red: a person plays");
    table.tap("Red: the table, easy");
    table.tap("To battle");
    assert_eq!(state(&table).machines, Machines([None, Some(Strength::Medium)]));
    touch(&mut table, "d1");
    touch(&mut table, "d3");
    assert_eq!(state(&table).activations, 1);
    touch(&mut table, "e8");
    assert_eq!(table_unchanged(&table), 3, "it is not for people to move");
    table.wait(0.3);
    assert_eq!(state(&table).activations, 1, "people see that it thinks");
    table.wait(2.0);
    assert_eq!((state(&table).activations, state(&table).turn()), (2, Some(Side::Bone)));
    let answered = state(&table).position;
    table.tap_first("Undo: d1-d3");
    assert_eq!((state(&table).activations, health(&table, "d1")), (0, 6));
    // What was taken back comes again one by one, and the table waits for people.
    table.tap_first("Redo");
    table.wait(2.0);
    assert_eq!(state(&table).activations, 1);
    table.tap("Play on");
    table.wait(2.5);
    assert_eq!(state(&table).activations, 2);
    table.tap_first("Undo");
    table.tap_first("Redo");
    table.tap_first("Redo");
    assert_ne!(state(&table).position, Position::start(Side::Bone), "{answered}");
    // In the menu of a player, a person takes over.
    table.tap("Red: player's menu");
    table.tap("A person plays");
    assert!(state(&table).machines.are_none());
    table.tap_first("Undo");
    assert_eq!(state(&table).machines, Machines([None, Some(Strength::Medium)]));
}

#[test]
fn the_table_plays_both_halves_of_an_activation_one_after_the_other() {
    // Red's only good thing is to go and attack: the enemy has 1 health.
    let happened = set_up("8/8/8/8/3f4/8/8/f2A4 r", [None, Some(Strength::Hard)]);
    let mut table = playing(TABLET, happened);
    let mut seen = Vec::new();
    for _ in 0..80 {
        table.wait(0.05);
        let half = state(&table).half.map(|half| half.done);
        if seen.last() != Some(&half) {
            seen.push(half);
        }
        if state(&table).over.is_some() {
            break;
        }
    }
    assert_eq!(seen, [None, Some(HalfDone::Moved), None]);
    assert_eq!(state(&table).over, Some(Over::Won(Side::Red)));
    assert!(table.has("Fight again"));
    table.tap_first("Undo");
    assert!(!table.has("Fight again"));
}

#[test]
fn a_hint_marks_what_is_best() {
    let mut table = playing(TABLET, set_up("8/8/8/8/3F4/8/8/F2a4 b", [None; 2]));
    table.tap_first("Hint");
    table.wait(1.5);
    let advised = |table: &Players| table.harness.query_all_by_label_contains("advised").count();
    assert_eq!(advised(&table), 3, "a unit, its new square, and whom it attacks");
    assert!(said(&table, "d1").ends_with("advised"));
    assert!(table.is_at_rest(), "it no longer thinks");
    touch(&mut table, "a1");
    touch(&mut table, "b1");
    assert_eq!(advised(&table), 0);
    assert_eq!(state(&table).activations, 1);
}

#[test]
fn the_table_answers_an_offer_of_a_draw() {
    let lost = "8/8/8/8/3F4/8/8/F2a4 b";
    let mut table = playing(TABLET, set_up(lost, [None, Some(Strength::Hard)]));
    table.tap("Sigrid: offer a draw");
    touch(&mut table, "a1");
    touch(&mut table, "a2");
    table.wait(2.5);
    assert_eq!(state(&table).over, Some(Over::Agreed), "it stands worse, and agrees");
    let won = "8/8/8/f7/7f/f7/8/A7 b";
    let mut table = playing(TABLET, set_up(won, [None, Some(Strength::Hard)]));
    table.tap("Sigrid: offer a draw");
    touch(&mut table, "a1");
    table.tap("Rest +1 with a1");
    table.wait(2.5);
    assert_ne!(state(&table).over, Some(Over::Agreed), "it stands better, and plays on");
    assert_eq!(state(&table).half, None);
}

/// A store that remembers a draft.
#[derive(Default)]
struct Drafts(Rc<RefCell<Option<String>>>);

impl Store for Drafts {
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn keep_draft(&mut self, draft: Option<&str>) -> Result<(), StoreError> {
        *self.0.borrow_mut() = draft.map(str::to_owned);
        Ok(())
    }

    fn draft(&mut self) -> Option<String> {
        self.0.borrow().clone()
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), StoreError> {
        Ok(())
    }

    fn save(&mut self, _name: &str, _bytes: &[u8]) -> Result<String, StoreError> {
        Err(StoreError::Nowhere)
    }

    fn replace(&mut self, _journal: &str, _writer: Writer) -> Result<Option<String>, StoreError> {
        Ok(None)
    }
}

/// Does something with a tracker that has kept a draft, at the same time of day; gives what is kept then.
fn with_draft(draft: Option<String>, act: impl FnOnce(&mut Players) + Send) -> Option<String> {
    std::thread::scope(|scope| {
        let work = move || {
            let kept = Rc::new(RefCell::new(draft));
            let store = Box::new(Drafts(Rc::clone(&kept)));
            act(&mut keeping(TABLET, Settings::default(), set_up(STUDY, [None; 2]), store));
            kept.take()
        };
        scope.spawn(work).join().expect("it goes well")
    })
}

#[test]
fn what_is_chosen_on_the_board_and_a_square_that_is_set_survive_a_restart() {
    let draft = with_draft(None, |table| {
        touch(table, "d4");
        touch(table, "e5");
        assert!(table.has("Attack e5 with d4"));
    });
    let draft = with_draft(draft, |table| {
        assert!(table.has("Attack e5 with d4"), "the forecast is there again");
        touch(table, "e5");
        assert_eq!((health(table, "e5"), health(table, "d4")), (2, 3));
    });
    assert_eq!(draft, None, "an attack that was made is no draft");
    let draft = with_draft(None, |table| {
        hold(table, "g2");
        table.tap("Choose b3, bone unit, 6 health");
    });
    with_draft(draft, |table| {
        table.tap("red unit, 2 health");
        assert_eq!(state(table).position.board.unit(square("b3")), Some(Unit { side: Side::Red, health: 2 }));
    });
}

fn hold(table: &mut Players, at: &str) {
    let place = table.harness.get_all_by_label_contains(&format!("{at}, ")).next().expect("a square").rect().center();
    table.touch(3, TouchPhase::Start, place);
    table.wait(0.6);
    table.touch(3, TouchPhase::End, place);
    table.wait(0.05);
}

#[test]
fn squares_are_set_by_hand() {
    let mut table = study(TABLET);
    hold(&mut table, "g2");
    table.tap("bone unit, 5 health");
    assert_eq!(health(&table, "g2"), 5);
    table.tap("Choose h5, red unit, 1 health");
    table.tap("No unit");
    assert_eq!(state(&table).position.board.unit(square("h5")), None);
    table.tap("Close");
    table.tap_first("Undo");
    assert_eq!(health(&table, "h5"), 1);
    // The same from a player's menu, for those who cannot hold.
    table.tap("Sigrid: player's menu");
    table.tap("Set squares");
    assert!(table.has("No unit"));
}

#[test]
fn every_control_is_large_enough_and_apart_from_the_others() {
    for size in [TABLET, SMALL, SMALL.yx(), TABLET.yx(), LOW, PHONE, PHONE.yx(), NARROW, NARROW.yx()] {
        for machines in [[None; 2], [None, Some(Strength::Easy)]] {
            let least = if size.min_elem() < 600.0 { 43.9 } else { 57.9 };
            let mut table = playing(size, set_up(STUDY, machines));
            let mut check = |touched: &[&str]| {
                let what = format!("{size} {machines:?} {touched:?}");
                for at in touched {
                    touch(&mut table, at);
                }
                let controls = table.controls();
                let (squares, others) = controls.split_at(64);
                assert!(squares.iter().all(|square| square.width() >= least), "{what}");
                let board = squares.iter().fold(squares[0], |all, square| all.union(*square));
                assert!((board.width() - 8.0 * squares[0].width()).abs() < 1.0, "{what}: the board comes first");
                assert!(others.len() >= 6, "{what}: {} others", others.len());
                let mut all = others.to_vec();
                all.push(board);
                apart(&all, least.min(58.0), 1.95, &what);
                let screen = Rect::from_min_size(egui::Pos2::ZERO, size);
                assert!(all.iter().all(|control| screen.contains_rect(*control)), "{what}");
            };
            check(&[]);
            check(&["d4"]);
            check(&["c4"]);
            check(&["e5"]);
        }
    }
}

#[test]
fn what_can_be_set_is_large_enough() {
    for size in [TABLET, SMALL, SMALL.yx(), PHONE, PHONE.yx()] {
        let mut table = study(size);
        hold(&mut table, "d4");
        let least = if size.min_elem() < 600.0 { 26.0 } else { 43.9 };
        for control in table.open_sheet() {
            assert!(control.width() >= least && control.height() >= least, "{size}: {control}");
        }
    }
}

#[test]
fn the_table_looks_as_it_did() {
    let mut results = SnapshotResults::new();
    let light = || Settings { theme: Theme::Light, ..Settings::default() };
    let high = || Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let plain = Settings::default;
    let chosen: &[&str] = &["d4", "e5"];
    for (name, size, settings, touched) in [
        ("skirminion-board", TABLET, plain(), &[][..]),
        ("skirminion-unit", TABLET, plain(), &["d4"]),
        ("skirminion-reason", TABLET, plain(), &["d4", "c4"]),
        ("skirminion-forecast", TABLET, plain(), chosen),
        ("skirminion-light", SMALL, light(), chosen),
        ("skirminion-high-huge", TABLET, high(), chosen),
        ("skirminion-low", LOW, plain(), chosen),
        ("skirminion-standing", SMALL.yx(), plain(), chosen),
        ("skirminion-phone", PHONE, plain(), chosen),
        ("skirminion-phone-board", NARROW, plain(), &[]),
        ("skirminion-phone-lying", PHONE.yx(), plain(), chosen),
    ] {
        let mut table = open(size, settings, set_up(STUDY, [None; 2]));
        touched.iter().for_each(|at| touch(&mut table, at));
        table.looks_like(name);
        results.extend(table.looked_at());
    }
}

/// A fight that goes on.
fn fighting() -> Vec<Command> {
    let mut happened = set_up("8/8/8/3fd3/3E4/2F1F3/8/8 b", [None; 2]);
    let attack = |by: &str, on: &str| Command::Attack { by: square(by), on: square(on) };
    let end = |at: &str| Command::End { unit: square(at) };
    let go = |from: &str, to: &str| Command::Move { from: square(from), to: square(to) };
    happened.extend([attack("d4", "e5"), end("d4"), attack("d5", "d4"), end("d5")]);
    happened.extend([go("e3", "e4"), attack("e4", "e5"), attack("d5", "e4"), end("d5")]);
    happened
}

/// A game to its end: red's last unit falls as it attacks.
fn ended() -> Vec<Command> {
    let mut happened = set_up("8/8/3c4/3D4/4F3/8/8/8 b", [None; 2]);
    let attack = |by: &str, on: &str| Command::Attack { by: square(by), on: square(on) };
    happened.push(Command::Move { from: square("e4"), to: square("e5") });
    happened.extend([attack("e5", "d6"), attack("d6", "d5")]);
    happened
}

#[test]
fn setup_turns_and_the_end_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let mut show = |mut table: Players, name: &str| {
        table.looks_like(name);
        results.extend(table.looked_at());
    };
    show(playing(TABLET, vec![]), "skirminion-setup");
    show(playing(PHONE, vec![]), "skirminion-setup-phone");
    show(playing(TABLET, vec![begin(Side::Bone, [None, Some(Strength::Hard)])]), "skirminion-alone");
    show(playing(TABLET, fighting()), "skirminion-last");
    show(playing(TABLET, ended()), "skirminion-end");
    show(playing(PHONE, ended()), "skirminion-end-phone");
    let mut table = study(TABLET);
    hold(&mut table, "g2");
    show(table, "skirminion-set");
    let mut table = study(PHONE);
    hold(&mut table, "g2");
    show(table, "skirminion-set-phone");
}
