//! The border between the screens that all games share and those of one game.
//!
//! Below it rules and screens of a game are typed: [`Screens`]. Above it, in the tracker, there is only a [`Session`].

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use egui::{Context, Rect, Vec2};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::button::Button;
use super::canvas::{Canvas, Tools};
use super::region::{Facing, Region};
use super::settings::Settings;
use super::shared::chart::Chart;
use super::shelf::Progress;
use super::tracker::Frame;
use super::view::{Action, Awake, View};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary};
use crate::table::games::{self, played_by};
use crate::table::{Refusal, Rules, Seat, Standing, Table};

/// A button, and what is asked for where it is touched.
pub type Offer<G> = (Button<'static>, Vec<Action<G>>);

/// What a game draws. The plan of the screen is its own: panels round the table, a board, whatever it needs.
pub trait Screens: Rules {
    /// What can be opened over the table besides what all games have.
    type SheetKind: Clone + Debug + PartialEq;
    /// What is open of it, and what was chosen on it so far. It is kept beside the journal until it is closed, so that it opens
    /// again as it was when the program begins anew.
    type Sheet: Serialize + DeserializeOwned;
    /// What is entered at the table and is no event yet, such as the cards of a turn in which all act at once; `()` where
    /// there is nothing.
    type Draft: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned;
    /// One thing that is entered there.
    type Entry: Clone + Debug + PartialEq;
    /// A game that is being set up.
    type Setup;
    /// The end of a game.
    type End: Default;
    /// What a player's panel shows besides the state: a refusal, a running sum.
    type Panel: Default;

    /// A new game; as last time where there was one.
    fn setup(game: &str, settings: &Settings) -> Self::Setup;

    /// Draws the setup over the whole screen.
    fn draw_setup(
        setup: &mut Self::Setup,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_, Self>,
        settings: &Settings,
        actions: &mut Vec<Action<Self>>,
    );

    /// Whether the setup waits for a file: what is chosen, dropped or pasted then, and is no game, is meant for it.
    fn expects_file(_setup: &Self::Setup) -> bool {
        false
    }

    /// Gives the setup a file that it waits for.
    fn take_file(_setup: &mut Self::Setup, _file: &[u8]) {}

    /// Draws the table over the whole screen; where it is disabled, something lies above it.
    fn draw_table(
        tools: &mut Tools<'_>,
        screen: Region,
        view: View<'_, Self>,
        table: &Table<Self>,
        panels: &[Self::Panel],
        disabled: bool,
        actions: &mut Vec<Action<Self>>,
    );

    /// Enters something at the table.
    fn enter(_rules: &Self, _state: &Self::State, _draft: &mut Self::Draft, _entry: Self::Entry) {}

    /// The table has changed: what no longer fits it is taken out of the draft.
    fn fit(_state: &Self::State, _draft: &mut Self::Draft) {}

    /// What a game does by itself between two frames while its table is shown, such as a machine that thinks; gives what it asks
    /// for. It works while there is time left, of which it looks at least once.
    fn go_on(
        _panels: &mut [Self::Panel],
        _view: View<'_, Self>,
        _table: &Table<Self>,
        _now: f64,
        _time_left: &mut dyn FnMut() -> bool,
    ) -> Vec<Action<Self>> {
        Vec::new()
    }

    /// Draws the end of a game over the whole screen, without its buttons while it poses for a picture.
    fn draw_end(
        end: &mut Self::End,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_, Self>,
        table: &Table<Self>,
        poses: bool,
        actions: &mut Vec<Action<Self>>,
    );

    /// Whom a sheet of a player faces on a screen of a size.
    fn facing(view: View<'_, Self>, screen: Vec2, seat: Seat) -> Facing;

    /// Whose sheet it is where nobody in particular opens one.
    fn opener(state: &Self::State) -> Seat {
        match Self::standing(state) {
            Standing::Turn(seat) => seat,
            _ => Seat::default(),
        }
    }

    /// Opens a sheet that only this game has.
    fn sheet(view: View<'_, Self>, seat: Seat, kind: Self::SheetKind) -> Self::Sheet;

    /// How large a sheet likes to be on a region of a size: some need all of the table, some little.
    fn sheet_size(sheet: &Self::Sheet, most: Vec2) -> Vec2;

    /// Draws a sheet.
    fn draw_sheet(
        sheet: &mut Self::Sheet,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_, Self>,
        table: &Table<Self>,
        actions: &mut Vec<Action<Self>>,
    );

    /// Draws how the table stood at a moment of the journal, which is what `view` looks at.
    fn draw_then(canvas: &mut Canvas<'_, '_>, view: View<'_, Self>, rect: Rect);

    /// The chart of the game so far.
    fn chart(view: View<'_, Self>, table: &Table<Self>) -> Chart;

    /// How a player stands, in a few words: "12 health".
    fn status(rules: &Self, state: &Self::State, seat: Seat) -> String;

    /// What a player's own menu offers in this game beside name, colour and what all games have.
    fn offers(view: View<'_, Self>, seat: Seat) -> Vec<Offer<Self>>;

    /// The player whom a command to a table in this state is about, if it is about one.
    fn seat(state: &Self::State, command: &Self::Command) -> Option<Seat>;

    /// What the panels make of a command that was carried out, at a time in seconds; gives whether a game began with it, and
    /// what of it is remembered for the next.
    fn acted(
        panels: &mut [Self::Panel],
        game: &str,
        command: &Self::Command,
        settings: &mut Settings,
        now: f64,
    ) -> bool;

    /// A command was refused, or what was refused is put away.
    fn refused(panel: &mut Self::Panel, refused: Option<(Self::Command, Refusal)>);

    /// Puts away what was shown long enough, at a time in seconds.
    fn forget_old(panel: &mut Self::Panel, now: f64);

    /// When something of a panel changes though nobody moves: seconds from now.
    fn next_change(panel: &Self::Panel, now: f64) -> Option<f64>;

    /// The command that begins another game with the same players.
    fn again(state: &Self::State) -> Self::Command;

    /// The sum of the game as plain text, to be saved.
    fn summary(table: &Table<Self>) -> String;
}

/// Something that is done with the screens of a game, whatever game it is.
pub trait ForGame {
    /// What comes of it.
    type Output;

    /// Does it with the rules of the game.
    fn with<G: Screens>(self, rules: Arc<G>) -> Self::Output;
}

/// Does something with the screens of a game.
///
/// # Errors
/// Everything because of which the game cannot be played, with its place in the data.
pub fn for_game<W: ForGame>(game: &Game, book: &Glossary, work: W) -> Result<W::Output, Vec<Diagnostic>> {
    played_by!(game, Played => {
        <Played as Rules>::read(game, book).map(|rules| work.with(Arc::new(rules)))
    }, else Err(game.rules.iter().map(games::unknown).collect()))
}

/// How the frame stands while a game is drawn.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// What people chose for their screen.
    pub settings: &'a Settings,
    /// Whether the screen poses for a picture.
    pub poses: bool,
    /// Whether the screen stays on.
    pub awake: Awake,
    /// Whether there is a shelf to go back to.
    pub shelf: bool,
}

/// What people ask for on a keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Close what is open.
    Back,
    /// Take the last thing back.
    Undo,
    /// Do it again.
    Redo,
}

/// A table of any game with its screens, as the tracker holds it.
pub trait Session: Any {
    /// The game that is played, by id.
    fn game(&self) -> &str;

    /// Whose turn it is, or how the game ended.
    fn standing(&self) -> Standing;

    /// Draws the game over a region, and remembers what people ask for.
    fn draw(&mut self, tools: &mut Tools<'_>, screen: Region, shown: Shown<'_>);

    /// Whether a sheet is open.
    fn is_open(&self) -> bool;

    /// Remembers what people ask for on a keyboard.
    fn pressed(&mut self, key: Pressed);

    /// Does what people asked for; says whether they did.
    fn carry_out(&mut self, frame: &mut Frame, now: f64, ctx: &Context) -> bool;

    /// How the game stands, as the shelf shows it.
    fn progress(&self) -> Progress;

    /// The game and its result so far, for the names of files.
    fn file_name(&self) -> [String; 2];

    /// What happened last and how the game stands now, for those who hear the screen; nothing before a game.
    fn news(&self) -> String;

    /// Plays on with a journal that was put aside, in place of the one here, which is put aside in turn; says whether it did.
    fn take_up(&mut self, journal: &[u8], frame: &mut Frame, now: f64) -> bool;

    /// Asks whether a game from another table is to be played on here.
    fn bring(&mut self, journal: &[u8], frame: &mut Frame, now: f64);

    /// Whether what is pasted now is meant for what is open.
    fn takes_paste(&self) -> bool;

    /// Puts away what was shown long enough, at a time in seconds.
    fn forget_old(&mut self, now: f64);

    /// When something changes though nobody moves: seconds from now.
    fn next_change(&self, now: f64) -> Option<f64>;

    /// For those who know which game it is.
    fn as_any(&self) -> &dyn Any;
}
