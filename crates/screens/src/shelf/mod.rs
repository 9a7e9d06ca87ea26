//! The shelf: all available games, of which one is open, and the archived journals.
//!
//! An opened game stays open behind the shelf, so nothing is lost where storage isn't available.

mod aside;
mod evenings;
mod games;
mod journals;
mod library;
mod open_error;
mod progress;

use std::collections::BTreeMap;

use egui::{Context, FontDefinitions, Rect, Ui};

use super::look::Look;
use super::preferences::Preferences;
use super::settings::Settings;
use super::stage::{Stage, fit_screen};
use super::store::StoreError;
use super::tracker::notices::{Notices, Tapped};
use super::tracker::{Tracker, arrivals};
use super::view::Awake;
use crate::gallery::Gallery;
use crate::table::{Millis, Standing};

use aside::AsideScreen;
use evenings::EveningsScreen;
use games::Doors;
pub use library::{GameInfo, Library, OldJournal, OpenError, Remedy};
pub use progress::{Participant, Progress};
use progress::{Reader, reader};

/// All games, of which one may be open.
pub struct Shelf {
    library: Box<dyn Library>,
    game_infos: Vec<GameInfo>,
    /// The games that were opened, by id.
    trackers: BTreeMap<String, Tracker>,
    /// How far the games are that were not, by id, as far as that was looked up.
    progress: BTreeMap<String, Option<Progress>>,
    readers: BTreeMap<String, Option<Box<dyn Reader>>>,
    old: Vec<OldJournal>,
    /// True if a game in an archived journal came to its end; and how many of those journals were not looked at yet.
    old_played: (bool, usize),
    screen: Screen,
    /// The screen from the next frame on.
    next: Option<Next>,
    stage: Stage,
    fonts: Option<FontDefinitions>,
    settings: Settings,
    notices: Notices,
    clock: fn() -> Millis,
    /// The scale of the screen that was set last.
    zoom: f32,
}

/// The current screen.
enum Screen {
    /// The games, and which page of them.
    Games(usize),
    Aside(AsideScreen),
    Evenings(EveningsScreen),
    OpenError(String, OpenError),
    Game(String),
}

enum Next {
    Shelf,
    Game(String),
}

/// Requests of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Action {
    Open(String),
    ShowAside,
    ShowEvenings,
    OpenStudio,
    ShowPlayed(usize),
    AsPlayed(usize),
    Back,
    Resume(OldJournal),
    Delete(OldJournal),
    Remedy(Remedy),
}

impl Shelf {
    /// Creates a shelf with all games of a library. One is opened immediately if it is named or the only one.
    pub fn new(
        library: Box<dyn Library>,
        gallery: Box<dyn Gallery>,
        fonts: FontDefinitions,
        settings: Settings,
        clock: fn() -> Millis,
        first: Option<String>,
    ) -> Self {
        let game_infos = library.games();
        let only = match game_infos.as_slice() {
            [only] => Some(only.id.clone()),
            _ => None,
        };
        let mut shelf = Self {
            library,
            game_infos,
            trackers: BTreeMap::new(),
            progress: BTreeMap::new(),
            readers: BTreeMap::new(),
            old: Vec::new(),
            old_played: (false, 0),
            screen: Screen::Games(0),
            next: first.or(only).map(Next::Game),
            stage: Stage::new(gallery),
            fonts: Some(fonts),
            settings,
            notices: Notices::default(),
            clock,
            zoom: 1.0,
        };
        shelf.library.request_archived();
        shelf
    }

    /// The game that is shown; none while the shelf is.
    pub fn tracker(&self) -> Option<&Tracker> {
        match &self.screen {
            Screen::Game(id) => self.trackers.get(id),
            _ => None,
        }
    }

    fn tracker_mut(&mut self) -> Option<&mut Tracker> {
        match &self.screen {
            Screen::Game(id) => self.trackers.get_mut(id),
            _ => None,
        }
    }

    /// Whose turn it is in the game that is shown, or how it ended; no game has begun on the shelf itself.
    pub fn standing(&self) -> Standing {
        self.tracker().map_or(Standing::NotBegun, Tracker::standing)
    }

    /// True if every visible picture is ready.
    pub fn is_drawn(&self) -> bool {
        self.next.is_none() && self.tracker().map_or_else(|| self.stage.pictures.is_complete(), Tracker::is_drawn)
    }

    /// True for each of the first and last controls of the screen that has keyboard focus.
    pub fn focus_at_ends(&self, ctx: &Context) -> [bool; 2] {
        match self.tracker() {
            Some(tracker) => tracker.focus_at_ends(ctx),
            None => self.stage.router.focus_at_ends(ctx),
        }
    }

    /// The controls of the last frame with their places on the screen, in points.
    pub fn controls(&self) -> Vec<Rect> {
        match self.tracker() {
            Some(tracker) => tracker.controls().collect(),
            None => self.stage.router.controls().map(|(_, rect)| rect).collect(),
        }
    }

    /// Shows a message at the top of the screen for a while.
    pub fn notify(&mut self, what: impl Into<String>, now: f64) {
        match self.tracker_mut() {
            Some(tracker) => tracker.notify(what, now),
            None => self.notices.pass(what.into(), now),
        }
    }

    /// Shows at the top of the screen why journals aren't being stored, while that lasts.
    pub fn kept(&mut self, why: Option<&str>, now: f64) {
        let kept = || why.map_or(Ok(()), |why| Err(StoreError::System(why.to_owned())));
        self.notices.kept(kept(), now);
        for tracker in self.trackers.values_mut() {
            tracker.kept(kept(), now);
        }
    }

    /// Sets the state of the wake lock, as reported by the system.
    pub fn awake(&mut self, awake: Awake) {
        if let Some(tracker) = self.tracker_mut() {
            tracker.awake(awake);
        }
    }

    /// Follows changed preferences of the device, where people didn't choose otherwise.
    pub fn follow(&mut self, device: Preferences, ctx: &Context) {
        self.settings.follow(device);
        if let Some(tracker) = self.tracker_mut() {
            tracker.follow(device);
        }
        device.apply(ctx);
    }

    /// Tells when the newest touch of the next frame happened, see `TouchRouter::touched`.
    pub fn touched(&mut self, at: f64) {
        match self.tracker_mut() {
            Some(tracker) => tracker.touched(at),
            None => self.stage.router.touched(at),
        }
    }

    /// Closes the sheet over a game's table; returns true if one was open.
    pub fn close_sheet(&mut self) -> bool {
        self.tracker_mut().is_some_and(Tracker::close_sheet)
    }

    /// Shows a game from the next frame on, or the shelf.
    pub fn show(&mut self, game: Option<String>) {
        self.next = Some(game.map_or(Next::Shelf, Next::Game));
    }

    /// One frame.
    pub fn ui(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let text = self.tracker().map_or(self.settings.text, |tracker| tracker.settings().text);
        fit_screen(ctx, text, &mut self.zoom);
        // Fonts are there from the frame after the one in which they are handed over.
        if let Some(fonts) = self.fonts.take() {
            ctx.set_fonts(fonts);
            ctx.request_repaint();
            return;
        }
        match self.next.take() {
            Some(Next::Shelf) => self.go_back(ctx),
            Some(Next::Game(id)) => self.open(&id, ctx),
            None => {}
        }
        let now = ctx.input(|input| input.time);
        if let Some(tracker) = self.tracker_mut() {
            tracker.ui(ui);
            let leaves = tracker.leaves();
            if let Some(journal) = tracker.take_foreign() {
                self.import(&journal, ctx, now);
            } else if leaves {
                self.next = Some(Next::Shelf);
            }
            if self.next.is_some() {
                ctx.request_repaint();
            }
        } else {
            self.own_frame(ui, now);
        }
    }

    /// A frame of the shelf itself.
    fn own_frame(&mut self, ui: &Ui, now: f64) {
        let ctx = ui.ctx();
        let (events, _) = self.stage.begin(ctx);
        let brought = self.library.brought();
        for file in arrivals(ctx, &events, brought) {
            match file {
                Ok(journal) => self.import(&journal, ctx, now),
                Err(why) => self.notify(format!("Can’t read it: {why}"), now),
            }
        }
        self.refresh_archived(now);
        self.notices.forget_old(now);
        if self.notices.is_time(now) {
            self.retry_writes(now);
        }
        let (action, tapped) = self.draw(ui);
        self.stage.draw_pictures(self.clock);
        let acted = action.is_some() || tapped.is_some();
        match tapped {
            Some(Tapped::KeepAgain) => self.retry_writes(now),
            Some(Tapped::Dismiss) => self.notices.dismiss(),
            None => {}
        }
        if let Some(action) = action {
            self.act(action, ctx, now);
        }
        // One game per frame, after the shelf was drawn, so that nobody waits for it.
        if acted || self.next.is_some() || self.look_up_progress() {
            ctx.request_repaint();
        }
        let changes = [self.notices.next_change(now), self.stage.router.next_change()];
        if let Some(wait) = changes.into_iter().flatten().min_by(f64::total_cmp) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(wait.max(0.0)));
        }
    }

    /// Tries again to keep what could not be kept of the games that are open.
    fn retry_writes(&mut self, now: f64) {
        let unkept: Vec<_> = self.trackers.values_mut().filter_map(|tracker| tracker.retry_writes(now)).collect();
        self.notices.kept(unkept.into_iter().next().map_or(Ok(()), |why| Err(StoreError::System(why))), now);
    }

    fn draw(&mut self, ui: &Ui) -> (Option<Action>, Option<Tapped>) {
        let Self { library, game_infos, progress, old, old_played, screen, stage, settings, notices, clock, .. } = self;
        let look = Look::new(settings.theme, settings.contrast);
        let now = clock();
        stage.draw(ui, &look, settings.text, |canvas| {
            canvas.disabled = false;
            let below = notices.below(canvas);
            let mut part = canvas.part(below, 0);
            let action = match screen {
                Screen::Games(page) => {
                    let games: Vec<_> = game_infos
                        .iter()
                        .map(|game_info| (game_info, progress.get(&game_info.id).and_then(Option::as_ref)))
                        .collect();
                    let played = old_played.0
                        || games.iter().any(|(_, progress)| progress.is_some_and(|progress| progress.played));
                    let doors = Doors { aside: old.len(), played, studio: library.has_studio() };
                    games::draw(&mut part, &games, doors, page, now)
                }
                Screen::Aside(screen) => screen.draw(&mut part, now),
                Screen::Evenings(screen) => screen.draw(&mut part),
                Screen::OpenError(game, unopened) => {
                    let game_info = game_infos.iter().find(|game_info| game_info.id == *game);
                    open_error::draw(&mut part, game_info.map_or(game, |game_info| &game_info.title), unopened)
                }
                Screen::Game(_) => None,
            };
            (action, notices.draw(canvas, false))
        })
    }

    fn act(&mut self, action: Action, ctx: &Context, now: f64) {
        match action {
            Action::Open(id) => self.next = Some(Next::Game(id)),
            Action::Back => self.screen = Screen::Games(0),
            Action::ShowAside => self.screen = Screen::Aside(self.aside_screen()),
            Action::OpenStudio => self.library.open_studio(),
            Action::ShowEvenings => self.screen = Screen::Evenings(self.evenings_screen()),
            Action::ShowPlayed(index) => self.show_played(index),
            Action::AsPlayed(index) => self.as_played(index, ctx),
            Action::Resume(old) => self.resume(&old, ctx, now),
            Action::Delete(old) => self.delete(&old, now),
            Action::Remedy(remedy) => {
                let Screen::OpenError(game, _) = &self.screen else { return };
                let game = game.clone();
                let done = match remedy {
                    Remedy::Again => Ok(()),
                    Remedy::Archive => self.library.archive(&game),
                };
                match done {
                    Ok(()) => self.open(&game, ctx),
                    Err(why) => self.notify(why.to_string(), now),
                }
            }
        }
    }

    /// Shows a game, as it was left.
    fn open(&mut self, id: &str, ctx: &Context) {
        let Some(game_info) = self.game_infos.iter().find(|game_info| game_info.id == id).cloned() else {
            self.go_back(ctx);
            self.notices.last(format!("Unknown game `{id}`."));
            return;
        };
        self.put_to_rest();
        let opened = match self.trackers.get_mut(id) {
            Some(tracker) => {
                tracker.wake(self.settings.clone());
                Ok(())
            }
            None => self.library.open(id, &self.settings, ctx).map(|mut tracker| {
                tracker.stand_on_shelf();
                self.trackers.insert(id.to_owned(), tracker);
            }),
        };
        self.stage.rest();
        self.screen = match opened {
            Ok(()) => Screen::Game(id.to_owned()),
            Err(unopened) => Screen::OpenError(id.to_owned(), unopened),
        };
        self.library.shows(Some(&game_info), ctx);
    }

    /// Shows the shelf.
    fn go_back(&mut self, ctx: &Context) {
        self.put_to_rest();
        self.screen = Screen::Games(0);
        // Storage failures are reported here too.
        self.retry_writes(ctx.input(|input| input.time));
        self.library.request_archived();
        self.library.shows(None, ctx);
    }

    /// The game that is shown is not shown any more.
    fn put_to_rest(&mut self) {
        let Screen::Game(id) = &self.screen else { return };
        if let Some(tracker) = self.trackers.get_mut(id) {
            self.settings = tracker.rest();
            self.progress.insert(id.clone(), Some(tracker.progress()));
        }
    }

    /// Looks up how far one more game is, or whether one more archived game came to its end; says whether there was one.
    fn look_up_progress(&mut self) -> bool {
        let unknown = self.game_infos.iter().find(|game_info| !self.progress.contains_key(&game_info.id));
        let Some(id) = unknown.map(|game_info| game_info.id.clone()) else { return self.look_up_played() };
        let progress = self.library.journal(&id).and_then(|journal| self.reader(&id)?.progress(&journal));
        self.progress.insert(id, progress);
        true
    }

    /// Looks for finished games in one more archived journal, until one is found.
    fn look_up_played(&mut self) -> bool {
        let Some(left) = self.old_played.1.checked_sub(1) else { return false };
        let Some(old) = self.old.get(left).cloned() else { return false };
        let played = self.reader(&old.game).and_then(|reader| reader.played(&old.journal));
        let found = played.is_some_and(|games| !games.is_empty());
        self.old_played = (found, if found { 0 } else { left });
        true
    }

    /// Returns the reader of a game's journals; `None` if its data are invalid.
    fn reader(&mut self, game: &str) -> Option<&dyn Reader> {
        let library = &self.library;
        let make = || library.data(game).and_then(|(game, book)| reader(&game, &book).ok());
        self.readers.entry(game.to_owned()).or_insert_with(make).as_deref()
    }
}
