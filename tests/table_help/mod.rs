//! A table for tests: the shipped game, players, and a clock that ticks.

#![allow(dead_code, reason = "the benchmarks use a part of it")]

pub mod random;

use std::path::PathBuf;
use std::sync::Arc;

use skirmish_assets::Builtin;
use skirmish_model::game::Rulings;
use skirmish_tracker::keep::{JournalFile, KeepError};
use skirmish_tracker::table::journal;
use skirmish_tracker::table::skirmish::{
    Attack, Command, Entry, Means, Recovery, Rules, Setup, Special, State, Step, Table,
};
use skirmish_tracker::table::{CardId, Millis, PlayerColour, PlayerConfig, Reason, Refusal, Seat, Seating};

/// The names of the players, in the order of their seats.
pub const NAMES: [&str; 8] = ["Asa", "Bjarni", "Dalla", "Egil", "Freydis", "Grim", "Helga", "Ivar"];

pub const A: Seat = Seat(0);
pub const B: Seat = Seat(1);
pub const C: Seat = Seat(2);
pub const D: Seat = Seat(3);

/// Returns the rules of the game that the program brings along.
pub fn rules() -> Arc<Rules> {
    let reading = skirmish_read::game(&Builtin, "skirmish-5e");
    let game = reading.game.expect("the shipped game can be read");
    Arc::new(Rules::new(&game, &skirmish_read::glossary(&Builtin, &game)).expect("the shipped game can be played"))
}

/// Returns the same under the name of a revision of the game, as in its journals and links.
pub fn printing(revision: &str) -> Arc<Rules> {
    let mut game = skirmish_read::game(&Builtin, "skirmish-5e").game.expect("the shipped game can be read");
    game.revision = revision.into();
    Arc::new(Rules::new(&game, &skirmish_read::glossary(&Builtin, &game)).expect("it can be played"))
}

pub fn card(id: &str) -> CardId {
    CardId::new(id)
}

/// Returns a setup; the last player deals, so the first one starts.
pub fn setup(count: u8) -> Setup {
    let entrant = |seat: u8| PlayerConfig {
        name: NAMES[usize::from(seat)].to_owned(),
        colour: PlayerColour::ALL[usize::from(seat)],
        chair: seat,
        note: String::new(),
    };
    Setup { players: (0..count).map(entrant).collect(), dealer: Seat(count - 1), ..Setup::default() }
}

/// Returns a setup with some rulings changed.
pub fn house(count: u8, settle: impl FnOnce(&mut Rulings)) -> Setup {
    let mut rulings = Rulings::default();
    settle(&mut rulings);
    Setup { house: Some(rulings), ..setup(count) }
}

pub fn highlander(weapons: &[Option<&str>]) -> Setup {
    let count = u8::try_from(weapons.len()).expect("few players");
    let weapons = weapons.iter().map(|weapon| weapon.map(card)).collect();
    Setup { highlander: true, weapons, seating: Seating::Long, ..setup(count) }
}

/// A table in play, and its clock.
pub struct Play {
    pub table: Table,
    pub now: u64,
}

impl Play {
    pub fn new(count: u8) -> Self {
        Self::with(setup(count))
    }

    pub fn with(setup: Setup) -> Self {
        let mut play = Self { table: Table::new(rules()), now: 1_763_757_600_000 };
        play.act(Command::Begin(setup));
        play
    }

    pub fn rules(&self) -> &Rules {
        self.table.rules()
    }

    pub fn state(&self) -> &State {
        self.table.state()
    }

    pub fn tick(&mut self) -> Millis {
        self.now += 60_000;
        Millis(self.now)
    }

    /// Does what must be possible.
    pub fn act(&mut self, command: Command) -> Entry {
        let now = self.tick();
        let shown = format!("{command:?}");
        let entry = self.table.act(command, now).unwrap_or_else(|refusal| panic!("{shown}: {refusal}"));
        self.table.state().check(self.table.rules()).unwrap_or_else(|wrong| panic!("{shown}: {wrong}"));
        entry
    }

    pub fn overrule(&mut self, command: Command) -> Entry {
        let now = self.tick();
        let entry = self.table.overrule(command, now).expect("it can be overruled");
        self.table.state().check(self.table.rules()).expect("all is in order");
        entry
    }

    /// Tries a command that must be refused, by this rule, and change nothing.
    pub fn refused(&mut self, command: Command, rule: &str) -> Refusal {
        let before = self.state().clone();
        let shown = format!("{command:?}");
        let now = self.tick();
        let refusal = self.table.act(command, now).expect_err(&shown);
        let cited = |reason: &Reason| reason.rule.is_some_and(|number| number.to_string() == rule);
        assert!(refusal.reasons.iter().any(cited), "{shown}: {refusal}, not {rule}");
        assert_eq!(*self.state(), before, "{shown}: a refusal changes nothing");
        refusal
    }

    /// Takes a weapon from the pile, by correction.
    pub fn arm(&mut self, seat: Seat, weapon: &str) -> &mut Self {
        if self.state().weapon(seat) != Some(&card(weapon)) {
            self.act(Command::Take { seat, card: card(weapon) });
        }
        self
    }

    pub fn mail(&mut self, seat: Seat) -> &mut Self {
        self.act(Command::SetMail { seat, worn: true });
        self
    }

    pub fn health(&self, seat: Seat) -> i64 {
        self.state().players[seat.index()].health
    }

    pub fn hurt(&mut self, seat: Seat, to: i64) -> &mut Self {
        let by = to - self.health(seat);
        self.act(Command::Adjust { seat, by });
        self
    }

    /// Returns the last event, as a sentence.
    pub fn said(&self) -> String {
        let entry = self.table.entries().last().expect("something happened");
        skirmish_tracker::table::tell::text(&skirmish_tracker::table::tell::entry(&self.table, entry))
    }

    /// Moves on to this player's turn.
    pub fn turn(&mut self, seat: Seat) -> &mut Self {
        if self.state().turn != seat || self.state().acted {
            self.act(Command::Turn { seat });
        }
        self
    }
}

/// Returns an attack with cards by their ids.
pub fn attack(by: Seat, on: Seat, basic: Option<&str>, special: Option<Special>, steps: &[Step]) -> Attack {
    Attack { basic: basic.map(card), special, steps: steps.to_vec(), ..Attack::plain(by, on) }
}

pub fn alone(by: Seat, on: Seat, means: &str, steps: &[Step]) -> Attack {
    Attack { means: Means::Alone(card(means)), steps: steps.to_vec(), ..Attack::plain(by, on) }
}

pub fn answer(id: &str) -> Step {
    Step::Card(card(id))
}

pub fn recover(seat: Seat, what: Recovery) -> Command {
    Command::Recover { seat, what }
}

/// Returns the numbers of the rules against something.
pub fn numbers(legal: &Result<(), Vec<Reason>>) -> Vec<String> {
    legal.as_ref().err().into_iter().flatten().filter_map(|reason| Some(reason.rule?.to_string())).collect()
}

/// Returns an entry as a keeper takes it.
pub fn json(entry: &Entry) -> String {
    journal::json(entry).expect("it can be written")
}

/// Has another journal kept.
pub fn replace(keeper: &mut JournalFile, table: &Table) -> Result<Option<PathBuf>, KeepError> {
    let (text, writer) = journal::written(table).expect("it can be written");
    keeper.replace(&text, writer)
}
