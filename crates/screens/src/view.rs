//! What the screens look at, and what they ask for.

use std::convert::Infallible;

use super::cards::Cards;
use super::region::Facing;
use super::session::Screens;
use super::shared::sheet::SheetKind;
use crate::table::tell::Line;
use crate::table::{About, Arrange, Person, Rules, Seat, Seating, Standing};

/// What the screens of a game look at: nothing in it is changed by them.
pub struct View<'a, G: Screens> {
    /// The rules and figures of the game.
    pub rules: &'a G,
    /// How its cards look.
    pub cards: &'a Cards,
    /// How the table stands.
    pub state: &'a G::State,
    /// What is entered at the table and is no event yet.
    pub draft: &'a G::Draft,
    /// What happened in this game so far, a line for each thing.
    pub lines: &'a [Line],
    /// Whether something was taken back that can be done again.
    pub undone: bool,
    /// Whether the screen stays on.
    pub awake: Awake,
    /// Whether there is a shelf with other games, to which people can go back.
    pub shelf: bool,
}

impl<G: Screens> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Screens> Copy for View<'_, G> {}

/// Whether the screen stays on while nobody touches it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awake {
    /// It does, or no game goes on.
    #[default]
    StaysOn,
    /// The system does not let us keep it on; the screen says so.
    MaySleep,
}

impl<'a, G: Screens> View<'a, G> {
    /// What all games have of it.
    pub fn overview(self) -> Overview<'a> {
        Overview {
            book: self.book(),
            people: G::people(self.state),
            standing: G::standing(self.state),
            moment: G::moment(self.state),
            round: G::ROUND,
            seating: G::seating(self.state),
            lines: self.lines,
            undone: self.undone,
            awake: self.awake,
            shelf: self.shelf,
        }
    }

    /// The cards, and what the rulebook says of them.
    pub fn book(self) -> Book<'a> {
        Book { cards: self.cards, about: self.rules.about() }
    }
}

/// What the screens look at that all games share. They know no types of a game, so that they are compiled once.
pub struct Overview<'a> {
    /// The cards, and what the rulebook says of them.
    pub book: Book<'a>,
    /// The players, in the order of their seats.
    pub people: Vec<Person<'a>>,
    /// Whose turn it is, or how the game ended.
    pub standing: Standing,
    /// How far the game is: "Round 4"; empty where nobody counts rounds.
    pub moment: String,
    /// The game's word for a round.
    pub round: &'static str,
    /// How the panels lie on the screen.
    pub seating: Seating,
    /// What happened in this game so far, a line for each thing.
    pub lines: &'a [Line],
    /// Whether something was taken back that can be done again.
    pub undone: bool,
    /// Whether the screen stays on.
    pub awake: Awake,
    /// Whether there is a shelf with other games, to which people can go back.
    pub shelf: bool,
}

impl Overview<'_> {
    /// Whether a game has begun.
    pub fn begun(&self) -> bool {
        self.standing != Standing::NotBegun
    }

    /// A player.
    pub fn person(&self, seat: Seat) -> Option<&Person<'_>> {
        self.people.get(seat.index())
    }

    /// What a player is called; nothing for one that there is not.
    pub fn name(&self, seat: Seat) -> &str {
        self.person(seat).map_or("", |person| person.name)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<Seat> {
        match self.standing {
            Standing::Turn(seat) => Some(seat),
            _ => None,
        }
    }
}

/// The cards of a game, and what its rulebook says of them.
#[derive(Clone, Copy)]
pub struct Book<'a> {
    /// How the cards look.
    pub cards: &'a Cards,
    /// Which game it is, and the numbers that its rulebook prints.
    pub about: &'a About,
}

/// What a screen of a game asks for; carried out when all of it is drawn.
pub type Action<G> = Ask<<G as Rules>::Command, <G as Screens>::SheetKind, <G as Screens>::Entry>;

/// What the screens ask for that all games share.
pub type SharedAction = Ask<Arrange, Infallible, Infallible>;

/// What a screen asks for, with the commands of a game, what it can open, and what people enter at its table.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask<C, K, E> {
    /// A command to the table.
    Do(C),
    /// The same against the rules: "we play it so".
    Overrule(C),
    /// Something is entered that is no event yet.
    Enter(E),
    /// Takes the last thing back, a run of taps at once.
    Undo,
    /// Takes one tap back.
    UndoOne,
    /// Takes everything back that came after so many of the events in force.
    UndoTo(usize),
    /// Does again what was taken back.
    Redo,
    /// Opens a sheet for a player.
    Open(Seat, SheetKind<K>),
    /// Opens a sheet from the middle of the table, for whoever reads it from there.
    OpenFacing(Facing, SheetKind<K>),
    /// Closes what is open.
    Close,
    /// Away with a refusal.
    Dismiss(Seat),
    /// To the shelf with all games; this one stays as it is.
    Games,
    /// To the setup of a new game.
    NewGame,
    /// From there back to the game that goes on; where all of it was taken back, that is done again.
    BackToTable,
    /// To the end of the game, or back to the table.
    ShowEnd(bool),
    /// The same players play again.
    Again,
    /// A change of theme, contrast or size.
    Settings(super::settings::Settings),
    /// Saves the summary as text.
    SaveText,
    /// Saves the summary as a picture.
    SavePicture,
    /// Saves the journal as a file that can be brought to another table.
    SaveJournal,
    /// Saves a text that the game has made, in a file whose name ends so.
    SaveFile(&'static str, String),
    /// Puts words where they can be pasted from.
    Copy(String),
    /// Takes words from there.
    Paste,
    /// Asks for a file with a journal.
    Pick,
    /// Goes on with the game that was brought, in place of the one here.
    PlayBrought,
}

impl SharedAction {
    /// The same of a game.
    pub fn of<C: From<Arrange>, K, E>(self) -> Ask<C, K, E> {
        match self {
            Self::Do(arrange) => Ask::Do(arrange.into()),
            Self::Overrule(arrange) => Ask::Overrule(arrange.into()),
            Self::Enter(never) => match never {},
            Self::Undo => Ask::Undo,
            Self::UndoOne => Ask::UndoOne,
            Self::UndoTo(events) => Ask::UndoTo(events),
            Self::Redo => Ask::Redo,
            Self::Open(seat, kind) => Ask::Open(seat, kind.of()),
            Self::OpenFacing(facing, kind) => Ask::OpenFacing(facing, kind.of()),
            Self::Close => Ask::Close,
            Self::Dismiss(seat) => Ask::Dismiss(seat),
            Self::Games => Ask::Games,
            Self::NewGame => Ask::NewGame,
            Self::BackToTable => Ask::BackToTable,
            Self::ShowEnd(shown) => Ask::ShowEnd(shown),
            Self::Again => Ask::Again,
            Self::Settings(settings) => Ask::Settings(settings),
            Self::SaveText => Ask::SaveText,
            Self::SavePicture => Ask::SavePicture,
            Self::SaveJournal => Ask::SaveJournal,
            Self::SaveFile(ending, text) => Ask::SaveFile(ending, text),
            Self::Copy(words) => Ask::Copy(words),
            Self::Paste => Ask::Paste,
            Self::Pick => Ask::Pick,
            Self::PlayBrought => Ask::PlayBrought,
        }
    }
}

/// Lets screens that all games share ask for something in a game.
pub fn sharing<C: From<Arrange>, K, E, T>(
    actions: &mut Vec<Ask<C, K, E>>,
    draw: impl FnOnce(&mut Vec<SharedAction>) -> T,
) -> T {
    let mut shared = Vec::new();
    let drawn = draw(&mut shared);
    actions.extend(shared.into_iter().map(SharedAction::of));
    drawn
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
