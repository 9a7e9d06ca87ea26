//! Names, colours, chairs: what players change at the table of any game.

use serde::{Deserialize, Serialize};

use super::mark;
use super::tell::Sentence;
use super::{CorruptEntry, Evaluation, Person, PlayerChange, PlayerColour, Reason, Rules, Seat, TableChange};
use crate::ordered;

/// Maximum length of a name, in letters.
pub const LONGEST_NAME: usize = 40;
/// Maximum length of a note, in letters; the marks in it don't count.
pub const LONGEST_NOTE: usize = 60;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerConfig {
    /// Names.
    pub name: String,
    /// Unique colour.
    #[serde(rename = "livery")]
    pub colour: PlayerColour,
    /// Unique place round the table.
    pub chair: u8,
    /// Whatever the players noted about them, see [`mark`]; empty without a note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl PlayerConfig {
    /// Players in the order of their seats, each with a colour and a chair. When there are more than colours, the others have
    /// the last one, and the game refuses them.
    pub fn in_order(names: Vec<String>) -> Vec<Self> {
        let colour = |index: usize| PlayerColour::ALL[index.min(PlayerColour::ALL.len() - 1)];
        let entrant = |(index, name): (usize, String)| Self {
            name,
            colour: colour(index),
            chair: u8::try_from(index).unwrap_or(u8::MAX),
            note: String::new(),
        };
        names.into_iter().enumerate().map(entrant).collect()
    }
}

/// Arrangement of the panels on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// On all four sides.
    #[default]
    Round,
    /// On the two long sides.
    Long,
}

/// A command about the players, independent of the rules; every game's commands include these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatCommand {
    /// Another name.
    Rename {
        /// Whose.
        seat: Seat,
        /// Current name.
        name: String,
    },
    /// Another colour, swapped with its owner.
    #[serde(rename = "livery")]
    Colour {
        /// Whose.
        seat: Seat,
        /// New colour.
        #[serde(rename = "livery")]
        colour: PlayerColour,
    },
    /// Another chair, swapped with its owner. The order of turns stays.
    Sit {
        /// Player who moves.
        seat: Seat,
        /// New chair.
        chair: u8,
    },
    /// A note about a player, for whatever the game doesn't track.
    Note {
        /// Whose.
        seat: Seat,
        /// The whole note; empty for none.
        note: String,
    },
    /// Another layout of the panels.
    Seating(Seating),
}

/// Resulting changes; every game's changes include these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// A player's name.
    Name(PlayerChange<String>),
    /// A player's colour.
    Colour(PlayerChange<PlayerColour>),
    /// A player's chair.
    Chair(PlayerChange<u8>),
    /// A note about a player.
    Note(PlayerChange<String>),
    /// Arrangement of the panels.
    Seating(TableChange<Seating>),
}

/// The commands of a game, among which are those of [`SeatCommand`]; the macro `seat_commands!` writes the implementation.
pub trait HasSeatCommands: From<SeatCommand> {
    /// Returns the command about the players, if it is one: a name, colour, chair, note or seating.
    fn seat_command(&self) -> Option<SeatCommand>;
}

/// Makes the commands of a game include those of [`SeatCommand`], as the variant `Seat`.
///
/// Their JSON is the same as that of the game's own: an object with the command as its key. The enum derives serde's
/// traits as `remote = "Self"` and skips the variant; with `untagged` instead, a command that is neither would have no
/// cause of its error.
macro_rules! seat_commands {
    ($command:ident) => {
        impl From<$crate::table::SeatCommand> for $command {
            fn from(command: $crate::table::SeatCommand) -> Self {
                Self::Seat(command)
            }
        }

        impl $crate::table::HasSeatCommands for $command {
            fn seat_command(&self) -> Option<$crate::table::SeatCommand> {
                match self {
                    Self::Seat(command) => Some(command.clone()),
                    _ => None,
                }
            }
        }

        impl serde::Serialize for $command {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::Seat(command) => command.serialize(serializer),
                    own => Self::serialize(own, serializer),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $command {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                let read = match $crate::table::SeatCommand::is_json(&value) {
                    true => $crate::table::from_value(value).map(Self::Seat),
                    false => Self::deserialize($crate::table::json::Tree(value)),
                };
                read.map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use seat_commands;

impl SeatCommand {
    /// The keys of all of them in JSON.
    pub const KEYS: [&str; 5] = ["rename", "livery", "sit", "note", "seating"];

    /// True if this is the JSON of such a command.
    pub(crate) fn is_json(value: &serde_json::Value) -> bool {
        let key = value.as_object().and_then(|object| object.keys().next());
        key.is_some_and(|key| Self::KEYS.contains(&key.as_str()))
    }

    /// Returns the player concerned, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Rename { seat, .. }
            | Self::Colour { seat, .. }
            | Self::Sit { seat, .. }
            | Self::Note { seat, .. } => Some(*seat),
            Self::Seating(_) => None,
        }
    }

    /// Evaluates effect and objections.
    pub fn evaluate<R: Rules>(&self, state: &R::State) -> Evaluation<R> {
        let people = R::people(state);
        if people.is_empty() {
            return Evaluation::refused(Reason::no_game());
        }
        if let Some(seat) = self.seat().filter(|seat| seat.index() >= people.len()) {
            return Evaluation::refused(Reason::nobody(seat));
        }
        if let Self::Rename { seat, name } = self {
            let is_taken = |(other, person): (Seat, &Person<'_>)| other != *seat && person.name == name.trim();
            let is_taken = Seat::all(people.len()).zip(&people).any(is_taken);
            if let Some(reason) = bad_name(name).or_else(|| is_taken.then(same_name)) {
                return Evaluation::refused(reason);
            }
        }
        if let Self::Note { note, .. } = self
            && !is_note(mark::split(note).1)
        {
            return Evaluation::refused(no_note());
        }
        let seats = || Seat::all(people.len()).zip(&people);
        let arranged = match self {
            Self::Rename { seat, name } => {
                seats().filter(|(other, _)| other == seat).fold(Vec::new(), |_, (_, person)| {
                    let (from, to) = (person.name.to_owned(), name.trim().to_owned());
                    if from == to { Vec::new() } else { vec![SeatChange::Name(PlayerChange { seat: *seat, from, to })] }
                })
            }
            Self::Colour { seat, colour } => {
                let all = seats().map(|(other, person)| (other, person.colour)).collect();
                swapped(all, *seat, *colour).into_iter().map(SeatChange::Colour).collect()
            }
            Self::Sit { seat, chair } => {
                let all = seats().map(|(other, person)| (other, person.chair)).collect();
                swapped(all, *seat, *chair).into_iter().map(SeatChange::Chair).collect()
            }
            Self::Note { seat, note } => {
                let from = people.get(seat.index()).map_or("", |person| person.note).to_owned();
                let to = note.trim().to_owned();
                if from == to { Vec::new() } else { vec![SeatChange::Note(PlayerChange { seat: *seat, from, to })] }
            }
            Self::Seating(to) => {
                let from = R::seating(state);
                if from == *to { Vec::new() } else { vec![SeatChange::Seating(TableChange { from, to: *to })] }
            }
        };
        let changes: Vec<R::Change> = arranged.into_iter().map(Into::into).collect();
        let reasons = if changes.is_empty() { vec![Reason::changes_nothing()] } else { Vec::new() };
        Evaluation { reasons, changes, ..Evaluation::default() }
    }

    /// Adds the sentence of the journal.
    pub fn tell<R: Rules>(&self, sentence: &mut Sentence<'_, R>) {
        match self {
            Self::Rename { seat, name } => sentence.who(*seat).say(format!(" is now called {}", name.trim())),
            Self::Colour { seat, colour } => sentence.who(*seat).say(format!(" is now {}", colour.id())),
            Self::Sit { seat, .. } => sentence.who(*seat).say(" takes another chair"),
            Self::Note { seat, note } if note.trim().is_empty() => sentence.say("No note about ").who(*seat),
            Self::Note { seat, note } => {
                sentence.say("A note about ").who(*seat).say(format!(": {}", mark::words(note)))
            }
            Self::Seating(Seating::Round) => sentence.say("Everyone sits all round"),
            Self::Seating(Seating::Long) => sentence.say("Everyone sits on the long sides"),
        };
    }

    /// Returns a short label for the undo button.
    pub fn label<R: Rules>(&self, state: &R::State) -> String {
        let of = |seat: &Seat, what: &str| format!("{}’s {what}", super::name_of::<R>(state, *seat));
        match self {
            Self::Rename { seat, .. } => of(seat, "name"),
            Self::Colour { seat, .. } => of(seat, "colour"),
            Self::Sit { seat, .. } => of(seat, "chair"),
            Self::Note { seat, .. } => of(seat, "note"),
            Self::Seating(_) => "the seats".to_owned(),
        }
    }
}

/// Swaps a value that nobody else may have with its current owner.
fn swapped<T: Copy + PartialEq>(all: Vec<(Seat, T)>, seat: Seat, to: T) -> Vec<PlayerChange<T>> {
    let Some((_, from)) = all.iter().copied().find(|(other, _)| *other == seat).filter(|(_, from)| *from != to) else {
        return Vec::new();
    };
    let owner = all.into_iter().find(|(_, value)| *value == to);
    let theirs = owner.map(|(seat, _)| PlayerChange { seat, from: to, to: from });
    [Some(PlayerChange { seat, from, to }), theirs].into_iter().flatten().collect()
}

/// Returns the objections to a group of players: names, colours and chairs.
pub fn objections(entrants: &[PlayerConfig]) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = entrants.iter().filter_map(|entrant| bad_name(&entrant.name)).collect();
    if !ordered::all_unique(entrants.iter().map(|entrant| entrant.name.trim())) {
        reasons.push(same_name());
    }
    if !ordered::all_unique(entrants.iter().map(|entrant| entrant.colour)) {
        reasons.push(Reason::fact("same colour", "two players have the same colour"));
    }
    if !ordered::all_unique(entrants.iter().map(|entrant| entrant.chair)) {
        reasons.push(Reason::fact("same chair", "two players sit on the same chair"));
    }
    reasons
}

/// Checks that the players of a state have printable names, and unique colours and chairs.
///
/// # Errors
/// The first fault.
pub(super) fn check(players: &[Person<'_>]) -> Result<(), CorruptEntry> {
    if !ordered::all_unique(players.iter().map(|player| player.colour)) {
        return Err(CorruptEntry("two players have the same colour".into()));
    }
    if !ordered::all_unique(players.iter().map(|player| player.chair)) {
        return Err(CorruptEntry("two players sit on the same chair".into()));
    }
    match players.iter().position(|player| !is_name(player.name)) {
        Some(seat) => Err(CorruptEntry(format!("player {seat} has a name that cannot be shown"))),
        None => Ok(()),
    }
}

/// Objects to a second player of a name: sentences would be ambiguous.
fn same_name() -> Reason {
    Reason::fact("same name", "two players have the same name")
}

/// Objects to a name that can't be shown.
fn bad_name(name: &str) -> Option<Reason> {
    if name.trim().is_empty() {
        return Some(Reason::fact("no name", "a player has no name"));
    }
    let text = || format!("a name has at most {LONGEST_NAME} letters, all of them printable");
    (!is_name(name.trim())).then(|| Reason::fact("not a name", text()))
}

/// True if a name can be shown.
pub(super) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && is_printable(name, LONGEST_NAME)
}

/// True if a text can be a note; also an empty one.
pub(super) fn is_note(text: &str) -> bool {
    is_printable(text, LONGEST_NOTE)
}

/// Returns the reason against a text that can't be a note.
pub(super) fn no_note() -> Reason {
    Reason::fact("not a note", format!("a note has at most {LONGEST_NOTE} letters, all of them printable"))
}

/// True if a text has at most a number of letters, and no control characters.
fn is_printable(text: &str, longest: usize) -> bool {
    text.chars().nth(longest).is_none() && !text.chars().any(char::is_control)
}
