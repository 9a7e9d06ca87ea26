//! What the screens look at, and what they ask for.

use super::cards::Cards;
use crate::gallery::Side;
use crate::table::tell::Line;
use crate::table::{CardId, Command, PileName, Player, RuleNumber, Rules, Seat, State};

/// What the screens look at: nothing in it is changed by them.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules and figures of the game.
    pub rules: &'a Rules,
    /// How its cards look.
    pub cards: &'a Cards,
    /// How the table stands.
    pub state: &'a State,
    /// What happened in this game so far, a line for each thing.
    pub lines: &'a [Line],
    /// Whether the screen stays on.
    pub awake: Awake,
}

/// Whether the screen stays on while nobody touches it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awake {
    /// It does, or no game goes on.
    #[default]
    StaysOn,
    /// The system does not let us keep it on: people are told so.
    MaySleep,
}

impl<'a> View<'a> {
    /// The name of a card.
    pub fn name<'c>(&self, card: &'c CardId) -> &'c str
    where
        'a: 'c,
    {
        self.rules.name(card)
    }

    /// The name of a player; nothing for one that there is not.
    pub fn player_name(&self, seat: Seat) -> &'a str {
        self.state.player(seat).map_or("", |player: &Player| player.name.as_str())
    }
}

/// What a screen asks for; carried out when all of it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// A command to the table.
    Do(Command),
    /// The same against the rules: "we play it so".
    Overrule(Command),
    /// Takes the last thing back, a run of taps at once.
    Undo,
    /// Takes one tap back.
    UndoOne,
    /// Takes everything back that came after so many of the events in force.
    UndoTo(usize),
    /// Does again what was taken back.
    Redo,
    /// Opens a sheet for a player.
    Open(Seat, Leaflet),
    /// Closes what is open.
    Close,
    /// Away with a refusal.
    Dismiss(Seat),
    /// To the setup of a new game.
    NewGame,
    /// From there back to the game that goes on.
    BackToTable,
    /// To the end of the game, or back to the table.
    ShowEnd(bool),
    /// The same players fight again.
    Again,
    /// A change of theme, contrast or size.
    Settings(super::settings::Settings),
    /// Saves the summary as text.
    SaveText,
    /// Saves the summary as a picture.
    SavePicture,
    /// Saves the journal as a file that can be brought to another table.
    SaveJournal,
    /// Puts words where they can be pasted from.
    Copy(String),
    /// Takes words from there.
    Paste,
    /// Asks for a file with a journal.
    Pick,
    /// Goes on with the game that was brought, in place of the one here.
    PlayBrought,
}

/// What can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaflet {
    /// An attack.
    Attack,
    /// A Trip outside an attack.
    Trip,
    /// A turn of recovering.
    Recover,
    /// The weapon of a player: lose, swap, take.
    Weapon,
    /// A player's name, colour, place, turn.
    Player,
    /// Cards that a player discards.
    Discard,
    /// A pile and what lies in it.
    Pile(PileName),
    /// A card as it is printed, and its rule.
    Card(CardId, Side),
    /// A rule, where the rulebook explains it.
    Rule(RuleNumber),
    /// All cards, and the words of the game.
    Reference,
    /// What happened so far.
    Journal,
    /// Settings, a new game, what else there is.
    Menu,
    /// The journal to another table, or from there.
    Move,
}

/// Words for a place in an order: `2nd`.
pub fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Health gained or lost, with a real minus sign.
pub fn signed(by: i64) -> String {
    if by < 0 { format!("−{}", by.unsigned_abs()) } else { format!("+{by}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_say_them() {
        assert_eq!([1, 2, 3, 4, 11, 12, 13, 21, 22].map(ordinal).join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd");
        assert_eq!((signed(-3), signed(2)), ("−3".to_owned(), "+2".to_owned()));
    }
}
