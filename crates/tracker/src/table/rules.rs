//! The trait that a game implements for the tracker.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::tell::Part;
use super::{
    Change, CorruptEntry, Event, HasSeatCommands, Notation, PlayerColour, PlayerConfig, Reason, Refusal, Seat, Seated,
    Seating,
};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary, RuleNumber};

/// The rules of a game, read from its data, and the types of its table.
///
/// Everything else of a table is written once for all games: [`super::Table`], the journal, undo, links.
pub trait Rules: Clone + fmt::Debug + PartialEq + Sized + 'static {
    /// The state of a table; the default is one at which no game has begun.
    type State: Clone + Default + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Seated;
    /// Commands of players.
    type Command: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + HasSeatCommands;
    /// One change of the state.
    type Change: Change<Self::State>;
    /// Record of a command besides its changes, such as a blow; `()` if there is none.
    type Outcome: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned;

    /// The word for these rules in `game.toml` and in the head of a journal: `skirmish`.
    const NAME: &'static str;

    /// True if the game's data defines the parts of a state; a journal with other data then isn't one of this game.
    const BY_DATA: bool = false;

    /// Key of an event's outcomes in the journal.
    const OUTCOMES: &'static str = "outcomes";

    /// Reads the rules out of a game's data, and the numbers that its rulebook prints for them.
    ///
    /// # Errors
    /// Everything because of which the game cannot be played, with its place in the data.
    fn read(game: &Game, book: &Glossary) -> Result<Self, Vec<Diagnostic>>;

    /// Returns the command that begins a game with these players, with the usual setup.
    fn begin(&self, players: Vec<PlayerConfig>) -> Self::Command;

    /// Completes a program's command: a setup without a [`super::Ruleset`] uses the latest.
    fn up_to_date(&self, command: Self::Command) -> Self::Command {
        command
    }

    /// Returns the game's description.
    fn about(&self) -> &About;

    /// Returns the effect of a command on a state, and everything against it. Commands that are an
    /// [`HasSeatCommands::seat_command`] are handled elsewhere.
    fn decide(&self, state: &Self::State, command: &Self::Command) -> Decision<Self>;

    /// Checks that a state is possible by these rules. The table checks names, colours and chairs for every game.
    ///
    /// # Errors
    /// The first fault.
    fn check(&self, state: &Self::State) -> Result<(), CorruptEntry>;

    /// Checks the part of [`Rules::check`] that applies to any edition of the game, whatever its values and cards.
    ///
    /// # Errors
    /// The first fault.
    fn check_form(state: &Self::State) -> Result<(), CorruptEntry>;

    /// Returns the journal's sentence about one event, or several that belong together. The state is the one before
    /// them. Commands that are an [`HasSeatCommands::seat_command`] are handled elsewhere.
    fn tell(&self, before: &Self::State, events: &[Arc<Event<Self>>]) -> Vec<Part>;

    /// Returns a short version of it, see [`super::tell::label`].
    fn label(&self, state: &Self::State, events: &[Arc<Event<Self>>]) -> String;

    /// True if two consecutive events are undone together, like taps of the same counter.
    fn go_together(a: &Event<Self>, b: &Event<Self>) -> bool;

    /// Returns every player, in the order of their seats; none before a game begins.
    fn people(state: &Self::State) -> Vec<Person<'_>>;

    /// Returns the strength at which the table itself plays for a player; `None` for people.
    fn strength(_state: &Self::State, _seat: Seat) -> Option<String> {
        None
    }

    /// Returns the arrangement of the panels on the screen.
    fn seating(state: &Self::State) -> Seating;

    /// Returns whose turn it is, or how the game ended.
    fn standing(state: &Self::State) -> Standing;

    /// Returns the round, counted from 1; 0 before a game begins, and in games without rounds.
    fn round(state: &Self::State) -> u32;

    /// The game's word for a round.
    const ROUND: &'static str = "Round";

    /// Returns how far the game is: "Round 4"; empty if it counts no rounds.
    fn moment(state: &Self::State) -> String {
        match Self::round(state) {
            0 => String::new(),
            round => format!("{} {round}", Self::ROUND),
        }
    }

    /// Returns the game's notation for programs, unless it is JSON.
    fn notation(&self) -> Option<&dyn Notation<Self>> {
        None
    }

    /// Returns the drawings on its screens besides cards: a board and its pieces.
    fn drawings() -> Drawings {
        Drawings::default()
    }

    /// Returns the state of a game that has begun, in lines of plain text.
    fn describe(&self, state: &Self::State) -> Vec<String>;

    /// Returns the commands that the rules allow now, for programs that play. If there are too many, only the plain
    /// ones from which the others are made. Empty before a game begins.
    fn legal(&self, state: &Self::State) -> Vec<Self::Command>;
}

/// Drawings of a game's folder, by name without ending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawings {
    /// Pictures of the rulebook.
    pub pictures: Vec<String>,
    /// Marks.
    pub marks: Vec<String>,
}

/// A game, and its rulebook's number for each rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The word for the rules that it is played by: `skirmish`.
    pub rules: &'static str,
    /// The id of the game: `skirmish-5e`.
    pub game: String,
    edition: String,
    revision: String,
    numbers: BTreeMap<RuleNumber, String>,
}

impl About {
    /// Creates the description of a game with these rules, and its rulebook.
    pub fn new(rules: &'static str, game: &Game, book: &Glossary) -> Self {
        Self {
            rules,
            game: game.id.clone(),
            edition: game.edition.clone(),
            revision: game.revision.clone(),
            numbers: book.numbers.clone(),
        }
    }

    /// Returns its edition and revision, `5e · r1`.
    pub fn printing(&self) -> String {
        crate::game::edition_label(&self.edition, &self.revision)
    }

    /// Returns the rulebook's number for a rule: `8.2` for S54, `R5` for R5; `None` if it doesn't state the rule.
    pub fn printed(&self, rule: RuleNumber) -> Option<&str> {
        self.numbers.get(&rule).map(String::as_str)
    }

    /// Replaces the rule numbers in a reason or journal by the rulebook's: `(8.2)` instead of `(S54)`. A rule that it
    /// doesn't state loses its number.
    pub fn in_book(&self, words: &str) -> String {
        let mut replaced = String::new();
        let mut rest = words;
        while let Some(at) = rest.find(" (") {
            let (before, after) = rest.split_at(at);
            replaced.push_str(before);
            let cited = after[2..].split_once(')').and_then(|(number, left)| Some((number.parse().ok()?, left)));
            let Some((rule, left)) = cited else {
                replaced.push_str(&after[..2]);
                rest = &after[2..];
                continue;
            };
            if let Some(printed) = self.printed(rule) {
                replaced.push_str(&format!(" ({printed})"));
            }
            rest = left;
        }
        replaced + rest
    }
}

/// Decision about a command: its effect, and everything against it. Where a reason is absolute, the changes mean nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<R: Rules> {
    /// Objections.
    pub reasons: Vec<Reason>,
    /// Possible alternatives, in words.
    pub possible: Vec<String>,
    /// Outcomes besides the changes.
    pub outcomes: Vec<R::Outcome>,
    /// Changes, in this order.
    pub changes: Vec<R::Change>,
}

impl<R: Rules> Default for Decision<R> {
    fn default() -> Self {
        Self { reasons: Vec::new(), possible: Vec::new(), outcomes: Vec::new(), changes: Vec::new() }
    }
}

impl<R: Rules> Decision<R> {
    /// Refuses an impossible command.
    pub fn refused(reason: Reason) -> Self {
        Self { reasons: vec![reason], ..Self::default() }
    }

    /// Carries a command out: the changes are those from the state before it to the one after.
    pub fn leading_to(before: &R::State, after: &R::State) -> Self {
        Self { changes: R::Change::between(before, after), ..Self::default() }
    }

    /// Returns the refusal, unless there are no objections, or only overruled rules.
    pub fn refusal(&self, overruled: bool) -> Option<Refusal> {
        let counts = |reason: &Reason| reason.absolute || !overruled;
        let stopped = self.reasons.iter().any(counts);
        stopped.then(|| Refusal { reasons: self.reasons.clone(), possible: self.possible.clone() })
    }
}

/// A player, as every screen shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person<'a> {
    /// Names.
    pub name: &'a str,
    /// Their colour.
    pub colour: PlayerColour,
    /// Their place round the table.
    pub chair: u8,
    /// What the players noted about them.
    pub note: &'a str,
    /// True if they are still in the game.
    pub plays: bool,
}

/// Returns the players of a state with their current seats, for another game.
pub fn entrants<R: Rules>(state: &R::State) -> Vec<PlayerConfig> {
    let entrant = |person: Person<'_>| PlayerConfig {
        name: person.name.to_owned(),
        colour: person.colour,
        chair: person.chair,
        note: String::new(),
    };
    R::people(state).into_iter().map(entrant).collect()
}

/// Whose turn it is, or how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No game has begun.
    NotBegun,
    /// It is the turn of one player.
    Turn(Seat),
    /// Everyone acts at once.
    Together,
    /// The game is over; the winners: one, several, or none.
    Over(Vec<Seat>),
}

impl Standing {
    /// True if a game goes on.
    pub fn goes_on(&self) -> bool {
        matches!(self, Self::Turn(_) | Self::Together)
    }
}

/// Returns a player's name; the number of an unknown seat.
pub fn name_of<R: Rules>(state: &R::State, seat: Seat) -> String {
    let people = R::people(state);
    people.get(seat.index()).map_or_else(|| format!("player {}", seat.0), |person| person.name.to_owned())
}
