//! The data shown by the screens, and their actions.

use std::convert::Infallible;

use egui::Rect;
use serde_json::Value;
use skirmish_together::Request;

use super::canvas::Canvas;
use super::cards::Cards;
use super::clock::Times;
use super::look::Ground;
use super::region::{Facing, Region};
use super::session::Screens;
use super::shared::sheet::SheetKind;
use crate::table::tell::Line;
use crate::table::{About, Person, Rules, Seat, SeatCommand, Seating, Standing};

/// The read-only data shown by the screens of a game.
pub struct View<'a, G: Screens> {
    /// The rules and figures of the game.
    pub rules: &'a G,
    /// How its cards look.
    pub cards: &'a Cards,
    /// How the table stands.
    pub state: &'a G::State,
    /// Entries at the table that aren't yet an event.
    pub draft: &'a G::Draft,
    /// The events of this game so far, one line each.
    pub lines: &'a [Line],
    /// The clocks of the game.
    pub times: Times<'a>,
    /// True if there is an entry to redo.
    pub undone: bool,
    /// The state of the wake lock.
    pub awake: Awake,
    /// True if there is a shelf with other games to return to.
    pub shelf: bool,
    /// The devices that share the table.
    pub room: Room<'a>,
}

/// The devices that share a table, as one of them sees them; by default, the table is only on this one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room<'a> {
    /// True if a host shares the table.
    pub shared: bool,
    /// True if this is the device in the middle, which may do everything.
    pub is_table: bool,
    /// Seats and devices, as the host tells them.
    pub devices: Option<&'a skirmish_together::Room>,
    /// The player whose phone it is, if it is one.
    pub own: Option<Seat>,
    /// True if it is a phone of somebody who watches.
    pub watches: bool,
    /// Players on other devices.
    pub elsewhere: &'a [Seat],
    /// Players whose secret choice is in.
    pub locked: &'a [Seat],
}

impl Room<'_> {
    /// True if the device acts for a player.
    pub fn acts_for(&self, seat: Seat) -> bool {
        match self.own {
            Some(own) => own == seat,
            None => !self.watches && !self.elsewhere.contains(&seat),
        }
    }

    /// True if a player's secret choice is in.
    pub fn is_locked(&self, seat: Seat) -> bool {
        self.locked.contains(&seat)
    }

    /// True if the device can't change anything for a player: the phone of another, or of somebody who watches.
    pub fn only_shows(&self, seat: Seat) -> bool {
        self.watches || self.own.is_some_and(|own| own != seat)
    }
}

impl<G: Screens> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Screens> Copy for View<'_, G> {}

/// Context of a screen: the region to draw on, the data to show, and the requested actions.
pub struct Ui<'a, 'b, G: Screens> {
    /// The region.
    pub canvas: Canvas<'a, 'b>,
    /// The data to show.
    pub view: View<'a, G>,
    /// Requested actions; they run after the whole screen is drawn.
    pub actions: &'a mut Vec<Action<G>>,
}

impl<'b, G: Screens> Ui<'_, 'b, G> {
    /// Returns the same for a part of the region, turned further by quarters clockwise.
    pub fn part(&mut self, rect: Rect, quarters: u8) -> Ui<'_, 'b, G> {
        Ui { canvas: self.canvas.part(rect, quarters), view: self.view, actions: self.actions }
    }

    /// Returns the same for another region of the screen.
    pub fn on(&mut self, region: Region, ground: Ground) -> Ui<'_, 'b, G> {
        Ui { canvas: self.canvas.on(region, ground), view: self.view, actions: self.actions }
    }

    /// Draws a screen that all games share.
    pub fn sharing<T>(&mut self, draw: impl FnOnce(&mut Canvas<'_, 'b>, &mut Vec<SharedAction>) -> T) -> T {
        sharing(self.actions, |actions| draw(&mut self.canvas, actions))
    }
}

/// The state of the wake lock, which keeps an idle screen on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awake {
    /// It does, or no game goes on.
    #[default]
    StaysOn,
    /// The system does not let us keep it on; the screen says so.
    MaySleep,
}

impl<'a, G: Screens> View<'a, G> {
    /// Returns the part shared by all games.
    pub fn overview(self) -> Overview<'a> {
        Overview {
            book: self.book(),
            people: G::people(self.state),
            standing: G::standing(self.state),
            moment: G::moment(self.state),
            round: G::ROUND,
            seating: G::seating(self.state),
            lines: self.lines,
            times: self.times,
            undone: self.undone,
            awake: self.awake,
            shelf: self.shelf,
            room: self.room,
        }
    }

    /// The cards, and what the rulebook says of them.
    pub fn book(self) -> Book<'a> {
        Book { cards: self.cards, about: self.rules.about() }
    }
}

/// The part of the view shared by all games. It has no game types, so it is compiled only once.
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
    /// The arrangement of the panels on the screen.
    pub seating: Seating,
    /// The events of this game so far, one line each.
    pub lines: &'a [Line],
    /// The clocks of the game.
    pub times: Times<'a>,
    /// True if there is an entry to redo.
    pub undone: bool,
    /// The state of the wake lock.
    pub awake: Awake,
    /// True if there is a shelf with other games to return to.
    pub shelf: bool,
    /// The devices that share the table.
    pub room: Room<'a>,
}

impl Overview<'_> {
    /// True if a game has begun.
    pub fn begun(&self) -> bool {
        self.standing != Standing::NotBegun
    }

    /// A player.
    pub fn person(&self, seat: Seat) -> Option<&Person<'_>> {
        self.people.get(seat.index())
    }

    /// Returns the name of a player; empty if unknown.
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

/// An action requested by a screen; runs after the whole screen is drawn.
pub type Action<G> = UiAction<<G as Rules>::Command, <G as Screens>::SheetKind, <G as Screens>::Entry>;

/// Actions shared by all games.
pub type SharedAction = UiAction<SeatCommand, Infallible, Infallible>;

/// An action requested by a screen: commands of a game, its sheets, and entries at its table.
#[derive(Clone, Debug, PartialEq)]
pub enum UiAction<C, K, E> {
    /// A command to the table.
    Do(C),
    /// The same against the rules: "we play it so".
    Overrule(C),
    /// A pending entry.
    Enter(E),
    /// Takes the last thing back, a run of taps at once.
    Undo,
    /// Takes one tap back.
    UndoOne,
    /// Undoes all events after the first few in force.
    UndoTo(usize),
    /// Redoes the last undone entry.
    Redo,
    /// Opens a sheet for a player.
    Open(Seat, SheetKind<K>),
    /// Opens a sheet from the middle of the table, for whoever reads it from there.
    OpenFacing(Facing, SheetKind<K>),
    /// Close the open sheet.
    Close,
    /// Away with a refusal.
    Dismiss(Seat),
    /// To the shelf with all games; this one stays as it is.
    Games,
    /// To the studio, where the game is printed and changed.
    Studio,
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
    /// Announces what an open sheet shows.
    Announce(String),
    /// Takes words from there.
    Paste,
    /// Asks for a file with a journal.
    Pick,
    /// Continues with the imported game, and archives the current one.
    PlayBrought,
    /// Sends a player's secret choice to the host of a shared table.
    Lock(Seat, Value),
    /// Takes a player's secret choice back.
    Unlock(Seat),
    /// Asks the host of a shared table for a seat, or to let others in.
    Seats(Request),
    /// Lets other devices join, or sends them away.
    Host(bool),
}

impl SharedAction {
    /// The same of a game.
    pub fn of<C: From<SeatCommand>, K, E>(self) -> UiAction<C, K, E> {
        match self {
            Self::Do(arrange) => UiAction::Do(arrange.into()),
            Self::Overrule(arrange) => UiAction::Overrule(arrange.into()),
            Self::Enter(never) => match never {},
            Self::Undo => UiAction::Undo,
            Self::UndoOne => UiAction::UndoOne,
            Self::UndoTo(events) => UiAction::UndoTo(events),
            Self::Redo => UiAction::Redo,
            Self::Open(seat, kind) => UiAction::Open(seat, kind.of()),
            Self::OpenFacing(facing, kind) => UiAction::OpenFacing(facing, kind.of()),
            Self::Close => UiAction::Close,
            Self::Dismiss(seat) => UiAction::Dismiss(seat),
            Self::Games => UiAction::Games,
            Self::Studio => UiAction::Studio,
            Self::NewGame => UiAction::NewGame,
            Self::BackToTable => UiAction::BackToTable,
            Self::ShowEnd(shown) => UiAction::ShowEnd(shown),
            Self::Again => UiAction::Again,
            Self::Settings(settings) => UiAction::Settings(settings),
            Self::SaveText => UiAction::SaveText,
            Self::SavePicture => UiAction::SavePicture,
            Self::SaveJournal => UiAction::SaveJournal,
            Self::SaveFile(ending, text) => UiAction::SaveFile(ending, text),
            Self::Copy(words) => UiAction::Copy(words),
            Self::Announce(words) => UiAction::Announce(words),
            Self::Paste => UiAction::Paste,
            Self::Pick => UiAction::Pick,
            Self::PlayBrought => UiAction::PlayBrought,
            Self::Lock(seat, choice) => UiAction::Lock(seat, choice),
            Self::Unlock(seat) => UiAction::Unlock(seat),
            Self::Seats(request) => UiAction::Seats(request),
            Self::Host(shares) => UiAction::Host(shares),
        }
    }
}

/// Lets screens that all games share ask for something in a game.
pub fn sharing<C: From<SeatCommand>, K, E, T>(
    actions: &mut Vec<UiAction<C, K, E>>,
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
