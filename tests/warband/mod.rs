//! Warbands: every rule by its number, the commands of programs, warband files, random battles, journals and links.

mod facts;
mod files;
mod harm;
mod journal;
mod moves;
mod play;
#[cfg(feature = "tracker")]
mod program;
mod random;
mod rout;
mod rules;

use std::sync::Arc;

use serde_json::{Value, json};
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_model::game::WarriorSpec;
use skirmish_tracker::table::warband::{Condition, Phase, Rules, Status, Table, WarriorRef, Who};
use skirmish_tracker::table::{Entry, Millis, Rules as _, Seat, tell};

/// Returns the rules with the built-in warbands.
fn rules() -> Arc<Rules> {
    rules_with(|_| {})
}

/// Returns the rules with the built-in warbands, each warrior edited.
fn rules_with(edit: impl Fn(&mut WarriorSpec)) -> Arc<Rules> {
    let parsed = skirmish_read::game(&Builtin, "warhammer-skirmish");
    let errors: Vec<_> = parsed.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut game = parsed.game.expect("a game");
    game.warbands.iter_mut().flat_map(|warband| &mut warband.warriors).for_each(|warrior| edit(&mut warrior.value));
    let book = skirmish_read::glossary(&Builtin, &game);
    Arc::new(Rules::read(&game, &book).unwrap_or_else(|faults: Vec<Diagnostic>| panic!("{faults:?}")))
}

/// A table at which lines of JSON are said, one minute after the other.
struct Game {
    table: Table,
    lines: u64,
    /// True if games begin by the rules of the first edition, as in old links.
    first_printing: bool,
}

impl Game {
    /// Creates a table before a game begins.
    fn empty() -> Self {
        Self { table: Table::new(rules()), lines: 0, first_printing: false }
    }

    /// Creates a table before a game of the first edition.
    fn of_first_printing() -> Self {
        Self { first_printing: true, ..Self::empty() }
    }

    /// Begins North with the Crow's Levy against South with the Saltmarsh Watch; North begins.
    fn begun() -> Self {
        let mut game = Self::empty();
        game.say(BEGIN);
        game
    }

    /// Creates a game of listed warriors: name, nine values, traits; each side leads with its first.
    fn of(sides: &[(&str, Value)]) -> Self {
        let sides: Vec<Value> =
            sides.iter().map(|(name, warriors)| json!({ "name": name, "warriors": warriors })).collect();
        let mut game = Self::empty();
        game.say(&json!({ "begin": sides }).to_string());
        game
    }

    /// Executes a line, or returns everything against it.
    fn try_say(&mut self, line: &str) -> Result<(), Vec<String>> {
        self.lines += 1;
        let mut command = serde_json::from_str(line).map_err(|error| vec![error.to_string()])?;
        if !self.first_printing {
            command = self.table.rules().up_to_date(command);
        }
        let told = |reasons: &[skirmish_tracker::table::Reason]| reasons.iter().map(ToString::to_string).collect();
        let done = self.table.act(command, Millis(self.lines * 60_000));
        done.map(|_| ()).map_err(|refusal| told(&refusal.reasons))
    }

    #[track_caller]
    fn say(&mut self, line: &str) {
        self.try_say(line).unwrap_or_else(|reasons| panic!("{line}: {reasons:?}"));
    }

    #[track_caller]
    fn say_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.say(line);
        }
    }

    /// Moves on by a number of phases.
    #[track_caller]
    fn next(&mut self, times: usize) {
        for _ in 0..times {
            self.say(r#"{"phase":"next"}"#);
        }
    }

    /// Requires that a line is refused for this reason, among others.
    #[track_caller]
    fn refused(&mut self, line: &str, why: &str) {
        let before = self.table.state().clone();
        let reasons = self.try_say(line).expect_err(line);
        assert!(reasons.iter().any(|reason| reason.contains(why)), "{line}: {reasons:?} and not {why}");
        assert_eq!(*self.table.state(), before, "what is refused changes nothing");
    }

    /// Returns a warrior's condition by name and number.
    #[track_caller]
    fn now(&self, named: &str) -> Condition {
        let named: WarriorRef = named.parse().expect("a warrior");
        let seat = self.table.state().named(&named.side).expect("a side");
        self.table.state().warrior(Who { seat, no: named.no }).expect("a warrior").now
    }

    #[track_caller]
    fn status(&self, named: &str) -> Status {
        self.now(named).status
    }

    /// Returns the marks of a warrior, as programs read them.
    #[track_caller]
    fn marks(&self, named: &str) -> Vec<String> {
        let marks = serde_json::to_value(self.now(named).marks).expect("JSON");
        serde_json::from_value(marks).expect("words")
    }

    /// Returns the sentence of the last entry.
    fn told(&self) -> String {
        let last: &Entry<Rules> = self.table.entries().last().expect("an entry");
        tell::text(&tell::entry(&self.table, last))
    }

    fn lost(&self, seat: u8) -> bool {
        self.table.state().side(Seat(seat)).expect("a side").lost
    }
}

/// North with the Crow's Levy against South with the Saltmarsh Watch; North begins.
const BEGIN: &str =
    r#"{"begin":[{"name":"North","warband":"crows-levy"},{"name":"South","warband":"saltmarsh-watch"}]}"#;

/// Returns a warrior with this profile, named by a number.
fn warrior(name: &str, profile: [u8; 9]) -> Value {
    json!({ "name": name, "profile": profile })
}

/// Returns a number of plain warriors.
fn plain(count: usize) -> Value {
    (1..=count).map(|no| warrior(&format!("Warrior {no}"), [4, 3, 3, 3, 3, 1, 3, 1, 7])).collect()
}

/// Returns a plain fight: North has a leader of Leadership 8, a wizard, an animal, two shooters; South is plain.
fn field() -> Game {
    let north = json!([
        { "name": "Captain", "profile": [4, 4, 3, 4, 3, 2, 4, 2, 8], "leader": true },
        { "name": "Mage", "profile": [4, 3, 3, 3, 3, 2, 3, 1, 7], "wizard": 1 },
        { "name": "Hound", "profile": [6, 3, 0, 3, 3, 1, 4, 1, 5], "traits": ["animal"] },
        { "name": "Archer", "profile": [4, 3, 4, 3, 3, 1, 3, 1, 7], "weapons": [{ "name": "Bow", "range": 24 }] },
        { "name": "Spear", "profile": [4, 3, 3, 3, 3, 1, 3, 1, 6], "weapons": [{ "name": "Spear" }] },
        { "name": "Sixth", "profile": [4, 3, 3, 3, 3, 1, 3, 1, 6] },
    ]);
    Game::of(&[("North", north), ("South", plain(6))])
}

/// Returns the same in a phase of North's first turn: 1 is the movement phase.
fn in_phase(phases: usize) -> Game {
    let mut game = field();
    game.next(phases);
    game
}
