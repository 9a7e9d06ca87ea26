//! A running game: its table, the current screen, the open sheet.

mod acting;
mod sharing;

use std::any::Any;

use egui::Context;

use super::Frame;
use super::saving::Posing;
use crate::canvas::{Canvas, DrawContext};
use crate::cards::Cards;
use crate::clock::{LONG_TURN_MS, Times};
use crate::region::{Facing, Region};
use crate::session::{DraftView as _, FrameOptions, PanelState, Pressed, Screens, Session, SetupView as _};
use crate::settings::{ClockKind, Settings};
use crate::shared::end::EndScreen;
use crate::shared::sheet::{Open, Sheet};
use crate::shared::table;
use crate::shared::transfer::BringSheet;
use crate::shelf::Progress;
use crate::store::Cue;
use crate::table::tell::{self, Line};
use crate::table::{Clock, Millis, Seat, Standing, Story, Table, journal, name_of, transfer};
use crate::view::{Action, Awake, Room, Ui, UiAction, View};
use sharing::Sharing;

/// Background work of a game within one frame, in milliseconds.
const BACKGROUND_WORK_MILLIS: u64 = 6;

/// How often a clock is drawn anew, in seconds.
const TICK: f64 = 0.5;
/// How often the count before secret choices are shown is drawn anew, in seconds.
const COUNTING: f64 = 0.05;

/// The screen below all sheets.
pub(super) enum Screen<G: Screens> {
    Setup(G::Setup),
    Table,
    End(EndScreen<G>),
}

impl<G: Screens> Screen<G> {
    /// The one for a table as it was left.
    fn of(table: &Table<G>, settings: &Settings) -> Self {
        match G::standing(table.state()) {
            Standing::NotBegun => Self::Setup(G::Setup::new(&table.rules().about().game, settings)),
            Standing::Turn(_) | Standing::Together => Self::Table,
            Standing::Over(_) => Self::End(EndScreen::default()),
        }
    }
}

/// A table with its screens.
pub(super) struct GameView<G: Screens> {
    pub(super) table: Table<G>,
    cards: Cards,
    /// The journal as people read it.
    story: Story<G>,
    /// The times of the game, cached between frames.
    clock: Clock,
    /// True if a clock is shown that moves.
    ticks: bool,
    /// The time at which timers were last looked at; `None` while none runs.
    timed: Option<Millis>,
    /// True if people were told that the turn takes long.
    told_of_turn: bool,
    pub(super) screen: Screen<G>,
    pub(super) open: Option<Open<G>>,
    /// The edge faced by the open sheet, if opened from the middle of the table; otherwise it faces its player.
    pub(super) faces: Option<Facing>,
    panels: Vec<PanelState<G>>,
    /// Entries at the table that aren't yet an event.
    pub(super) draft: G::Draft,
    /// Actions of this frame.
    actions: Vec<Action<G>>,
    /// The stored draft of open sheets and entries.
    pub(super) drafted: Option<String>,
    /// The table of a host that this device shares, if it does.
    shared: Option<Sharing>,
}

/// The view of a table; who is awake, the shelf and the room are the caller's.
fn view<'a, G: Screens>(
    table: &'a Table<G>,
    cards: &'a Cards,
    lines: &'a [Line],
    draft: &'a G::Draft,
    times: Times<'a>,
) -> View<'a, G> {
    let (rules, state, undone) = (table.rules().as_ref(), table.state(), table.can_redo());
    let (awake, shelf, room) = (Awake::default(), false, Room::default());
    View { rules, cards, state, draft, lines, times, undone, awake, shelf, room }
}

impl<G: Screens> Session for GameView<G> {
    fn game(&self) -> &str {
        &self.table.rules().about().game
    }

    fn standing(&self) -> Standing {
        G::standing(self.table.state())
    }

    fn draw(&mut self, tools: &mut DrawContext<'_>, region: Region, options: FrameOptions<'_>) {
        let Self { table, cards, story, clock, screen, open, faces, panels, draft, actions, shared, .. } = self;
        let room = shared.as_ref().map(Sharing::room).unwrap_or_default();
        let times = Times { clock, kind: options.settings.clock, now: options.time };
        self.ticks = times.ticks() && matches!(screen, Screen::Table);
        let view = view(table, cards, story.lines(), draft, times);
        let view = View { awake: options.awake, shelf: options.shelf, room, ..view };
        let ground = tools.look.panel;
        let count = shared.as_ref().and_then(|shared| shared.seconds((options.time)()));
        let disabled = open.is_some() || count.is_some();
        let canvas = Canvas { tools: &mut *tools, region, ground, disabled };
        let size = canvas.whole().size();
        let ui = &mut Ui { canvas, view, actions: &mut *actions };
        let mut facing = Facing::Near;
        match screen {
            Screen::Setup(setup) => setup.draw(ui, options.settings),
            Screen::End(end) => end.draw(ui, table, options.poses),
            Screen::Table => {
                let seat = open.as_ref().map_or_else(|| G::default_seat(view.state), |open| open.seat);
                facing = faces.filter(|_| open.is_some()).unwrap_or_else(|| G::facing(view, size, seat));
                G::draw_table(ui, table, panels);
            }
        }
        if let Some(seconds) = count {
            table::count(&ui.canvas, seconds);
        }
        if let Some(open) = open {
            let canvas = Canvas { tools, region, ground, disabled: false };
            open.draw(&mut Ui { canvas, view, actions }, table, facing);
        }
    }

    fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn pressed(&mut self, key: Pressed) {
        // The last action isn't of interest while a sheet is open.
        let free = self.open.is_none() && !matches!(self.screen, Screen::Setup(_));
        match key {
            Pressed::Back => self.actions.push(UiAction::Close),
            Pressed::Undo if free => self.actions.push(UiAction::Undo),
            Pressed::Redo if free || (self.open.is_none() && self.standing() == Standing::NotBegun) => {
                self.actions.push(UiAction::Redo);
            }
            Pressed::Undo | Pressed::Redo => {}
        }
    }

    fn dispatch_all(&mut self, frame: &mut Frame, now: f64, ctx: &Context) -> bool {
        self.tick(frame, now);
        let actions = std::mem::take(&mut self.actions);
        let mut any = !actions.is_empty();
        for action in actions {
            self.dispatch(action, frame, now, ctx);
        }
        any |= self.count_down(frame, now);
        // Of a test with several dice that goes on.
        let rolled = std::mem::take(&mut frame.rolled);
        if !rolled.is_empty() {
            frame.notices.roll("The table rolled".to_owned(), rolled, now);
        }
        self.warn_of_long_turn(frame, now);
        self.announce_timers(frame, now);
        self.keep_draft(frame, now);
        any
    }

    fn progress(&self) -> Progress {
        Progress::of(&self.table)
    }

    fn file_name(&self) -> [String; 2] {
        let state = self.table.state();
        let people = G::people(state);
        let name = |seat: &Seat| people.get(seat.index()).map_or_else(String::new, |person| person.name.to_owned());
        let result = match G::standing(state) {
            Standing::Over(winners) if winners.is_empty() => "draw".to_owned(),
            Standing::Over(winners) => {
                let verb = if winners.len() == 1 { "wins" } else { "win" };
                format!("{} {verb}", tell::list(&winners.iter().map(name).collect::<Vec<_>>()))
            }
            _ => String::new(),
        };
        [self.cards.title().to_owned(), result]
    }

    fn news(&self) -> String {
        match self.story.lines().last() {
            Some(line) => format!("{}. {}.", tell::text(&line.parts), Progress::of(&self.table).stands()),
            None => String::new(),
        }
    }

    fn journal(&self) -> Option<Vec<u8>> {
        journal::text(&self.table).ok().map(String::into_bytes)
    }

    fn set_up(&mut self, settings: &Settings) {
        self.open = None;
        self.screen = Screen::Setup(G::Setup::new(&self.table.rules().about().game, settings));
    }

    fn resume(&mut self, journal: &[u8], frame: &mut Frame, now: f64) -> bool {
        match journal::read(journal, self.table.rules()) {
            Ok(parsed) => self.play(parsed.table, frame, now),
            Err(why) => {
                frame.notify(format!("Can’t open this game again: {why}"), now);
                false
            }
        }
    }

    fn import(&mut self, journal: &[u8], frame: &mut Frame, now: f64) {
        let is_game = || transfer::game(journal).is_some() || transfer::is_link(&String::from_utf8_lossy(journal));
        if self.expects_file()
            && !is_game()
            && let Screen::Setup(setup) = &mut self.screen
        {
            setup.take_file(journal);
            return;
        }
        match BringSheet::new(journal, self.table.rules(), frame.time()) {
            Ok(sheet) => {
                let sheet = Sheet::Bring(Box::new(sheet));
                self.open = Some(Open { seat: G::default_seat(self.table.state()), sheet });
            }
            Err(why) => frame.notify(format!("Can’t bring this game here: {why}"), now),
        }
    }

    fn takes_paste(&self) -> bool {
        self.expects_file() || self.open.as_ref().is_some_and(|open| matches!(open.sheet, Sheet::Move(_)))
    }

    fn follow(&mut self, frame: &mut Frame, now: f64) {
        self.take_over(frame, now);
    }

    fn is_asked(&self) -> Option<bool> {
        let shared = self.shared.as_ref()?;
        shared.own.map(|own| shared.waits_for::<G>(self.table.state(), own))
    }

    fn forget_old(&mut self, now: f64) {
        self.panels.iter_mut().for_each(|panel| panel.forget_old(now));
    }

    fn next_change(&self, now: f64) -> Option<f64> {
        let panels = self.panels.iter().filter_map(|panel| panel.next_change(now));
        let counts = self.shared.as_ref().is_some_and(Sharing::is_counting);
        let times = [counts.then_some(COUNTING), (self.ticks || self.timed.is_some()).then_some(TICK)];
        panels.chain(times.into_iter().flatten()).min_by(f64::total_cmp)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Screens> GameView<G> {
    /// Creates the play of a saved table, with its open sheets.
    pub fn new(table: Table<G>, cards: Cards, settings: &Settings, drafted: Option<String>) -> Self {
        let screen = Screen::of(&table, settings);
        let (story, panels, actions) = (Story::default(), Vec::new(), Vec::new());
        let (open, faces, draft, shared) = (None, None, G::Draft::default(), None);
        let (clock, ticks, timed, told_of_turn) = (Clock::default(), false, None, false);
        let mut play = Self {
            table,
            cards,
            story,
            clock,
            ticks,
            timed,
            told_of_turn,
            screen,
            open,
            faces,
            panels,
            draft,
            actions,
            drafted,
            shared,
        };
        play.open_drafted();
        play.refresh();
        play
    }

    /// The table.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// True if the setup expects a file.
    fn expects_file(&self) -> bool {
        self.open.is_none() && matches!(&self.screen, Screen::Setup(setup) if setup.expects_file())
    }

    /// Runs the game's background work for a moment, while the table is uncovered.
    fn tick(&mut self, frame: &Frame, now: f64) {
        let is_table = self.shared.as_ref().is_none_or(|shared| shared.is_table);
        if !matches!(self.screen, Screen::Table) || self.open.is_some() || !self.actions.is_empty() || !is_table {
            return;
        }
        let Self { table, cards, story, clock, draft, panels, actions, .. } = self;
        let times = Times { clock, kind: frame.settings.clock, now: frame.clock };
        let view = View { shelf: frame.on_shelf, ..view(table, cards, story.lines(), draft, times) };
        let mut begun = None;
        let mut time_left = || {
            let time = frame.time().0;
            time < *begun.get_or_insert(time) + BACKGROUND_WORK_MILLIS
        };
        actions.extend(G::tick(panels, view, table, now, &mut time_left));
    }

    /// Says once that a turn takes long, where people want to see how long turns take.
    fn warn_of_long_turn(&mut self, frame: &mut Frame, now: f64) {
        if !self.ticks || frame.settings.clock != ClockKind::Turn {
            return;
        }
        let long = self.clock.turn(frame.time()).filter(|(_, time)| *time >= LONG_TURN_MS);
        let told = std::mem::replace(&mut self.told_of_turn, long.is_some());
        if let Some((seat, _)) = long.filter(|_| !told) {
            let name = name_of::<G>(self.table.state(), seat);
            frame.notify(format!("{name} has been on turn for {} minutes", LONG_TURN_MS / 60_000), now);
        }
    }

    /// Announces each timer once, when it ends; not those that ended before the game was opened.
    fn announce_timers(&mut self, frame: &mut Frame, now: f64) {
        let timers = self.table.rules().timers(self.table.state());
        if timers.is_empty() {
            self.timed = None;
            return;
        }
        let time = frame.time();
        let since = self.timed.unwrap_or(time);
        self.timed = timers.iter().any(|(_, ends)| *ends > time).then_some(time);
        for (name, _) in timers.into_iter().filter(|(_, ends)| since < *ends && *ends <= time) {
            frame.notify(format!("{name}: time is up"), now);
            if frame.settings.cues {
                frame.store.cue(Cue::TimeUp);
            }
        }
    }

    /// Updates the values derived from the state, cached between frames.
    fn refresh(&mut self) {
        self.story.update(&self.table);
        self.clock = self.story.clock();
        self.panels.resize_with(G::people(self.table.state()).len(), PanelState::default);
        self.draft.prune(self.table.state());
    }
}

/// Creates a session of a table with its open sheets; the cards are those of its game.
pub(super) fn session<G: Screens>(
    table: Table<G>,
    cards: Cards,
    settings: &Settings,
    drafted: Option<String>,
) -> Box<dyn Session> {
    Box::new(GameView::new(table, cards, settings, drafted))
}

/// The table of a session, if it is of these rules.
pub(super) fn table_of<G: Screens>(session: &dyn Session) -> Option<&Table<G>> {
    session.as_any().downcast_ref::<GameView<G>>().map(GameView::table)
}
