//! Names, colours, chairs: what players change at the table of any game.

use serde::{Deserialize, Serialize};

use super::mark;
use super::tell::Sentence;
use super::{CorruptEntry, Decision, Person, PlayerColour, Reason, Rules, Seat};
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

    /// True for a name that people gave, rather than the word of their colour.
    pub fn is_named(&self) -> bool {
        !self.name.eq_ignore_ascii_case(self.colour.id())
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

/// The values that players change about themselves at the table of any game.
#[derive(Debug)]
pub struct PlayerMut<'a> {
    /// The name.
    pub name: &'a mut String,
    /// The colour.
    pub colour: &'a mut PlayerColour,
    /// The chair.
    pub chair: &'a mut u8,
    /// The note.
    pub note: &'a mut String,
}

/// A state that [`SeatCommand`] changes; the macro `changes!` writes the implementation.
pub trait Seated {
    /// Returns a player, if the seat exists.
    fn player_mut(&mut self, seat: Seat) -> Option<PlayerMut<'_>>;

    /// Returns the arrangement of the panels.
    fn seating_mut(&mut self) -> &mut Seating;
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

    /// Returns its effect and the objections to it.
    pub fn decide<R: Rules>(&self, state: &R::State) -> Decision<R> {
        let people = R::people(state);
        if people.is_empty() {
            return Decision::refused(Reason::no_game());
        }
        if let Some(seat) = self.seat().filter(|seat| seat.index() >= people.len()) {
            return Decision::refused(Reason::nobody(seat));
        }
        if let Self::Rename { seat, name } = self {
            let is_taken = |(other, person): (Seat, &Person<'_>)| other != *seat && person.name == name.trim();
            let is_taken = Seat::all(people.len()).zip(&people).any(is_taken);
            if let Some(reason) = bad_name(name).or_else(|| is_taken.then(same_name)) {
                return Decision::refused(reason);
            }
        }
        if let Self::Note { note, .. } = self
            && !is_note(mark::split(note).1)
        {
            return Decision::refused(no_note());
        }
        // A value that only one player may have is swapped with its owner.
        let owner = |has: &dyn Fn(&Person<'_>) -> bool| people.iter().position(has).and_then(Seat::at);
        let own = |seat: &Seat| &people[seat.index()];
        let mut next = state.clone();
        let mut edit = |seat: Option<Seat>, edit: &dyn Fn(PlayerMut<'_>)| {
            seat.and_then(|seat| next.player_mut(seat)).into_iter().for_each(edit);
        };
        match self {
            Self::Rename { seat, name } => edit(Some(*seat), &|player| name.trim().clone_into(player.name)),
            Self::Note { seat, note } => edit(Some(*seat), &|player| note.trim().clone_into(player.note)),
            Self::Colour { seat, colour } => {
                edit(owner(&|person| person.colour == *colour), &|player| *player.colour = own(seat).colour);
                edit(Some(*seat), &|player| *player.colour = *colour);
            }
            Self::Sit { seat, chair } => {
                edit(owner(&|person| person.chair == *chair), &|player| *player.chair = own(seat).chair);
                edit(Some(*seat), &|player| *player.chair = *chair);
            }
            Self::Seating(to) => *next.seating_mut() = *to,
        }
        let decision = Decision::leading_to(state, &next);
        if decision.changes.is_empty() { Decision::refused(Reason::changes_nothing()) } else { decision }
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
