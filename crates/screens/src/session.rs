//! The border between the screens that all games share and those of one game.
//!
//! Below it rules and screens of a game are typed: [`Screens`]. Above it, in the tracker, there is only a [`Session`].

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use egui::{Context, Rect, Vec2};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::button::Button;
use super::canvas::{Canvas, DrawContext};
use super::region::{Facing, Region};
use super::settings::Settings;
use super::shared::chart::Chart;
use super::shared::counter::{Pill, SUM_SECONDS};
use super::shared::end::Verdict;
use super::shelf::Progress;
use super::tracker::Frame;
use super::view::{Action, Awake, Ui, View};
use crate::diagnostic::Diagnostic;
use crate::game::{DiceSpec, Game, Glossary};
use crate::table::games::{self, played_by};
use crate::table::share::Shared;
use crate::table::{Millis, Refusal, Rules, Seat, Standing, Table};

/// A button, and the actions it requests when tapped.
pub type Offer<G> = (Button<'static>, Vec<Action<G>>);

/// The screens of a game. Each game plans its own layout: panels round the table, a board, or another one.
pub trait Screens: Shared {
    /// Sheets that only this game has.
    type SheetKind: Clone + Debug + PartialEq;
    /// Such a sheet while it is open.
    type Sheet: SheetView<Self>;
    /// Entries at the table that aren't yet an event, such as cards played simultaneously in a turn; `()` if there are
    /// none.
    type Draft: DraftView<Self>;
    /// One thing that is entered there.
    type Entry: Clone + Debug + PartialEq;
    /// A game that is being set up.
    type Setup: SetupView<Self>;
    /// The score of a game.
    type Score: ScoreView<Self>;
    /// Background work for a player, such as that of a machine that thinks; `()` if there is none.
    type Work: Default;

    /// A hint for people who see the table for the first time: the gestures that it doesn't show.
    const HINT: &'static str;

    /// Draws the table over the whole screen; disabled below a sheet.
    fn draw_table(ui: &mut Ui<'_, '_, Self>, table: &Table<Self>, panels: &[PanelState<Self>]);

    /// Runs background work between two frames while the table is shown; returns the requested actions. It continues
    /// while time is left, which it checks at least once.
    fn tick(
        _panels: &mut [PanelState<Self>],
        _view: View<'_, Self>,
        _table: &Table<Self>,
        _now: f64,
        _time_left: &mut dyn FnMut() -> bool,
    ) -> Vec<Action<Self>> {
        Vec::new()
    }

    /// When background work goes on though nobody moves: seconds from now.
    fn next_work(_work: &Self::Work, _now: f64) -> Option<f64> {
        None
    }

    /// Returns the names of running timers, each with the time at which it ends.
    fn timers(&self, _state: &Self::State) -> Vec<(&str, Millis)> {
        Vec::new()
    }

    /// Whom a sheet of a player faces on a screen of a size.
    fn facing(view: View<'_, Self>, screen: Vec2, seat: Seat) -> Facing;

    /// Whose sheet it is where nobody in particular opens one.
    fn default_seat(state: &Self::State) -> Seat {
        match Self::standing(state) {
            Standing::Turn(seat) => seat,
            _ => Seat::default(),
        }
    }

    /// Draws the table at a moment of the journal, the one in `view`.
    fn draw_history(canvas: &mut Canvas<'_, '_>, view: View<'_, Self>, rect: Rect);

    /// Returns the dice that the game is played with; empty if it doesn't say.
    fn dice(&self) -> &[DiceSpec] {
        &[]
    }

    /// How a player stands, in a few words: "12 health".
    fn status(rules: &Self, state: &Self::State, seat: Seat) -> String;

    /// Returns the game's items in a player's own menu, beside name, colour and the common ones.
    fn menu_items(view: View<'_, Self>, seat: Seat) -> Vec<Offer<Self>>;

    /// The player whom a command to a table in this state is about, if it is about one.
    fn seat(state: &Self::State, command: &Self::Command) -> Option<Seat>;

    /// The player, counter and sum of a tap, if a command is one: a panel shows the running sum of taps.
    fn counted(_command: &Self::Command) -> Option<(Seat, &str, i64)> {
        None
    }

    /// Returns the question that a command asks, in words, and the possible answers.
    fn answers(_view: View<'_, Self>, _open: &Self::Command) -> (String, Vec<Possible<Self::Command>>) {
        Default::default()
    }

    /// Remembers the setup for the next game and returns true, if a game began with a command.
    fn remember(settings: &mut Settings, game: &str, command: &Self::Command) -> bool;

    /// The command that begins another game with the same players.
    fn rematch(state: &Self::State) -> Self::Command;

    /// The sum of the game as plain text, to be saved.
    fn summary(table: &Table<Self>) -> String;
}

/// A possible answer to a command that waits for one.
pub struct Possible<C> {
    /// The answer in words.
    pub words: String,
    /// Its effect in a few words: "12 → 9"; empty if that isn't known yet.
    pub effect: String,
    /// The command with the answer.
    pub command: C,
    /// The reasons against it; empty if it may be given.
    pub against: Vec<String>,
}

/// The screen on which a game is set up.
pub trait SetupView<G: Screens> {
    /// A new game; as last time where there was one.
    fn new(game: &str, settings: &Settings) -> Self;

    /// Draws it over the whole screen.
    fn draw(&mut self, ui: &mut Ui<'_, '_, G>, settings: &Settings);

    /// True if it expects a file. Files that aren't games, chosen, dropped or pasted, are then passed to it.
    fn expects_file(&self) -> bool {
        false
    }

    /// Takes a file that it waits for.
    fn take_file(&mut self, _file: &[u8]) {}
}

/// A sheet that only one game has. It is stored next to the journal until closed, and restored when the program restarts.
pub trait SheetView<G: Screens>: Serialize + DeserializeOwned {
    /// Opens it for a player.
    fn new(view: View<'_, G>, seat: Seat, kind: G::SheetKind) -> Self;

    /// Its name, for screen readers; they say before it who opened it.
    fn name(&self) -> &'static str;

    /// How large it likes to be on a region of a size: some need all of the table, some little.
    fn size(&self, most: Vec2) -> Vec2;

    /// Draws it.
    fn draw(&mut self, ui: &mut Ui<'_, '_, G>, table: &Table<G>);
}

/// Entries at a table that aren't yet an event. They are stored as sheets are.
pub trait DraftView<G: Screens>: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned {
    /// Enters something.
    fn enter(&mut self, _state: &G::State, _entry: G::Entry) {}

    /// The table has changed: removes what no longer fits it.
    fn prune(&mut self, _state: &G::State) {}

    /// Takes over the command of a shared table that waits for answers; `None` if none waits.
    fn show(&mut self, _state: &G::State, _open: Option<&G::Command>) {}

    /// A command was carried out on a shared table, in the state given.
    fn took(&mut self, _before: &G::State, _command: &G::Command) {}
}

impl<G: Screens> DraftView<G> for () {}

/// The score of a game, and its part of the last screen.
pub trait ScoreView<G: Screens> {
    /// Adds it up.
    fn of(table: &Table<G>) -> Self;

    /// Returns the winners, and the game in three lines.
    fn verdict(&self, view: View<'_, G>) -> Verdict;

    /// Returns the chart of the game so far.
    fn chart(table: &Table<G>) -> Chart;

    /// Draws what everyone did.
    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_, G>, rect: Rect);

    /// Draws the winners instead of their shields, as large as fits; returns true if it did.
    fn draw_victor(_canvas: &mut Canvas<'_, '_>, _view: View<'_, G>, _rect: Rect) -> bool {
        false
    }

    /// Returns the button beside the chart.
    fn beside_chart(_view: View<'_, G>) -> Option<Offer<G>> {
        None
    }
}

/// State of a player's panel beyond the game.
pub struct PanelState<G: Screens> {
    /// The running sums of taps, by counter.
    pub pills: BTreeMap<String, Pill>,
    /// A command that was refused.
    pub refused: Option<(G::Command, Refusal)>,
    /// Background work for this player.
    pub work: G::Work,
}

impl<G: Screens> Default for PanelState<G> {
    fn default() -> Self {
        Self { pills: BTreeMap::new(), refused: None, work: G::Work::default() }
    }
}

impl<G: Screens> PanelState<G> {
    /// Returns the running sum of taps of a counter.
    pub fn pill(&self, counter: &str) -> Option<Pill> {
        self.pills.get(counter).copied()
    }

    /// Adds a tap to the running sum of a counter, at a time in seconds.
    pub fn count(&mut self, counter: &str, by: i64, now: f64) {
        let sum = self.pill(counter).map_or(0, |pill| pill.sum) + by;
        self.pills.insert(counter.to_owned(), Pill { sum, last: now });
    }

    /// Removes the sums that were shown long enough, at a time in seconds.
    pub fn forget_old(&mut self, now: f64) {
        self.pills.retain(|_, pill| now - pill.last < SUM_SECONDS);
    }

    /// When something of the panel changes though nobody moves: seconds from now.
    pub fn next_change(&self, now: f64) -> Option<f64> {
        let pills = self.pills.values().map(|pill| pill.last + SUM_SECONDS - now);
        pills.chain(G::next_work(&self.work, now)).min_by(f64::total_cmp)
    }
}

/// Something that is done with the screens of a game, whatever game it is.
pub trait ForGame {
    /// The result.
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
pub struct FrameOptions<'a> {
    /// The screen settings.
    pub settings: &'a Settings,
    /// Returns the time of day.
    pub time: fn() -> Millis,
    /// The part of the screen that a picture is taken of, if the screen poses for one.
    pub poses: Option<Rect>,
    /// The state of the wake lock.
    pub awake: Awake,
    /// True if there is a shelf to return to.
    pub shelf: bool,
}

/// Keyboard commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Close the open sheet.
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
    fn draw(&mut self, tools: &mut DrawContext<'_>, screen: Region, options: FrameOptions<'_>);

    /// True if a sheet is open.
    fn is_open(&self) -> bool;

    /// Remembers what people ask for on a keyboard.
    fn pressed(&mut self, key: Pressed);

    /// Does what people asked for; says whether they did.
    fn dispatch_all(&mut self, frame: &mut Frame, now: f64, ctx: &Context) -> bool;

    /// How the game stands, as the shelf shows it.
    fn progress(&self) -> Progress;

    /// Returns the game and its result so far, for file names.
    fn file_name(&self) -> [String; 2];

    /// Returns the last event and the state of the game for screen readers; empty before a game.
    fn news(&self) -> String;

    /// Returns the journal, all of it; `None` if an entry cannot be written as text.
    fn journal(&self) -> Option<Vec<u8>>;

    /// Shows the setup of a new game.
    fn set_up(&mut self, settings: &Settings);

    /// Resumes an archived journal and archives the current one; returns true if it did.
    fn resume(&mut self, journal: &[u8], frame: &mut Frame, now: f64) -> bool;

    /// Asks whether a game from another table is to be played on here.
    fn import(&mut self, journal: &[u8], frame: &mut Frame, now: f64);

    /// True if the open sheet expects pasted text.
    fn takes_paste(&self) -> bool;

    /// Takes over the table of a host, with what it asks this device.
    fn follow(&mut self, frame: &mut Frame, now: f64);

    /// True if this is a player's phone and the game waits for them; `None` if it is none.
    fn is_asked(&self) -> Option<bool>;

    /// Dismisses notices that were shown long enough, at a time in seconds.
    fn forget_old(&mut self, now: f64);

    /// When something changes though nobody moves: seconds from now.
    fn next_change(&self, now: f64) -> Option<f64>;

    /// For those who know which game it is.
    fn as_any(&self) -> &dyn Any;
}
