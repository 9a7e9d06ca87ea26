//! The tracker: a running game, and the parts shared by all games.

mod arriving;
mod draft;
pub(crate) mod notices;
mod play;
mod saving;

use std::sync::{Arc, Mutex};

use egui::accesskit::{Live, Role};
use egui::{
    ColorImage, Context, FontDefinitions, Id, Key, KeyboardShortcut, Modifiers, Pos2, Rect, Sense, Ui, Vec2,
    ViewportCommand,
};

use crate::cards::Cards;
use crate::chance::Chance;
use crate::gallery::Gallery;
use crate::look::{GOLD, Look, Theme};
use crate::preferences::Preferences;
use crate::session::{FrameOptions, Pressed, Screens, Session};
use crate::settings::Settings;
use crate::shared::end;
use crate::shelf::Progress;
use crate::stage::Stage;
use crate::store::{Store, StoreError};
use crate::table::{Millis, Standing, Table};
use crate::view::Awake;

pub(crate) use arriving::arrivals;
use notices::{Notices, Tapped};
use saving::Posing;

/// Width of the frame that tells the owner of a phone that the game waits for them, in points.
const FRAME: f32 = 9.0;

/// A game with its screens.
pub struct Tracker {
    session: Box<dyn Session>,
    frame: Frame,
    fonts: Option<FontDefinitions>,
    stage: Stage,
    awake: Awake,
    /// A journal of another game, which people brought.
    foreign: Option<Vec<u8>>,
    /// A picture of the screen that people asked for.
    taken: Arc<Mutex<Option<Arc<ColorImage>>>>,
    announced: Announced,
}

/// What screen readers were told.
#[derive(Default)]
struct Announced {
    spoken: String,
    /// The news in it, or before it.
    news: String,
    /// Since when the last notice in it is shown.
    since: Option<f64>,
}

/// State shared by all games: settings, notices, storage.
pub struct Frame {
    settings: Settings,
    store: Box<dyn Store>,
    notices: Notices,
    posing: Option<Posing>,
    clock: fn() -> Millis,
    /// True if there is a shelf to return to.
    on_shelf: bool,
    /// True if the player wants to return there.
    leaving: bool,
    /// The dice that the table rolled in this frame.
    rolled: Vec<u8>,
}

impl Frame {
    /// Shows a message for a while, at the edge of whoever did something last.
    pub fn notify(&mut self, what: impl Into<String>, now: f64) {
        self.notices.pass(what.into(), now);
    }

    fn time(&self) -> Millis {
        (self.clock)()
    }

    /// Tries again to keep what could not be kept; gives why it still is not.
    fn retry_writes(&mut self, now: f64) -> Option<String> {
        let kept = self.store.retry_writes();
        let why = kept.as_ref().err().map(ToString::to_string);
        self.notices.kept(kept, now);
        why
    }

    fn keep_settings(&mut self, now: f64) {
        if let Err(why) = self.store.settings(&self.settings) {
            self.notify(format!("Your choices are not being saved: {why}"), now);
        }
    }
}

impl Tracker {
    /// A tracker of a game, with a table as it was left.
    pub fn new<G: Screens>(
        cards: Cards,
        table: Table<G>,
        settings: Settings,
        gallery: Box<dyn Gallery>,
        mut store: Box<dyn Store>,
        clock: fn() -> Millis,
    ) -> Self {
        Self {
            session: play::session(table, cards, &settings, store.draft()),
            frame: Frame {
                settings,
                store,
                notices: Notices::default(),
                posing: None,
                clock,
                on_shelf: false,
                leaving: false,
                rolled: Vec::new(),
            },
            fonts: None,
            stage: Stage::new(gallery),
            awake: Awake::default(),
            foreign: None,
            taken: Arc::default(),
            announced: Announced::default(),
        }
    }

    /// Sets the fonts of the screen with the first frame; without, the screen has them already.
    #[must_use]
    pub fn with_fonts(self, fonts: FontDefinitions) -> Self {
        Self { fonts: Some(fonts), ..self }
    }

    /// The table, for those who know by which rules it is played; none where it is played by others.
    pub fn table<G: Screens>(&self) -> Option<&Table<G>> {
        play::table_of(self.session.as_ref())
    }

    /// Closes the sheet over the table; returns true if one was open.
    pub fn close_sheet(&mut self) -> bool {
        let is_open = self.session.is_open();
        if is_open {
            self.session.pressed(Pressed::Back);
        }
        is_open
    }

    /// Lots and dice are the same from now on for every run with this seed.
    pub fn seed(&mut self, seed: u64) {
        self.stage.chance = Chance::seeded(seed);
    }

    /// Whose turn it is, or how the game ended.
    pub fn standing(&self) -> Standing {
        self.session.standing()
    }

    /// True if every visible picture is ready.
    pub fn is_drawn(&self) -> bool {
        self.stage.pictures.is_complete()
    }

    /// See `TouchRouter::focus_at_ends`.
    pub fn focus_at_ends(&self, ctx: &Context) -> [bool; 2] {
        self.stage.router.focus_at_ends(ctx)
    }

    /// The controls of the last frame with their places on the screen, in points.
    pub fn controls(&self) -> impl Iterator<Item = Rect> {
        self.stage.router.controls().map(|(_, rect)| rect)
    }

    /// Shows a message at the top of the screen for a while.
    pub fn notify(&mut self, what: impl Into<String>, now: f64) {
        self.frame.notify(what, now);
    }

    /// Shows a message at the top of the screen until somebody taps it away.
    pub fn notify_until_tapped(&mut self, what: impl Into<String>) {
        self.frame.notices.last(what.into());
    }

    /// Shows at the top of the screen why the journal isn't being stored, while that lasts.
    pub fn kept(&mut self, kept: Result<(), StoreError>, now: f64) {
        self.frame.notices.kept(kept, now);
    }

    /// Sets the state of the wake lock, as reported by the system.
    pub fn awake(&mut self, awake: Awake) {
        self.awake = awake;
    }

    /// Tells when the newest touch of the next frame happened, see [`TouchRouter::touched`](super::touch::TouchRouter::touched).
    pub(crate) fn touched(&mut self, at: f64) {
        self.stage.router.touched(at);
    }

    /// There is a shelf to go back to.
    pub(crate) fn stand_on_shelf(&mut self) {
        self.frame.on_shelf = true;
    }

    /// The settings of the screen.
    pub(crate) fn settings(&self) -> &Settings {
        &self.frame.settings
    }

    /// See [`Shelf::follow`](super::shelf::Shelf::follow).
    pub(crate) fn follow(&mut self, device: Preferences) {
        self.frame.settings.follow(device);
    }

    /// Returns true if the player wants to return to the shelf; asked once.
    pub(crate) fn leaves(&mut self) -> bool {
        std::mem::take(&mut self.frame.leaving)
    }

    /// It is not shown for a while: pictures and fingers are let go. Gives what people chose for their screen.
    pub(crate) fn rest(&mut self) -> Settings {
        self.stage.rest();
        self.frame.settings.clone()
    }

    /// It is shown again, with what people chose for their screen meanwhile.
    pub(crate) fn wake(&mut self, settings: Settings) {
        self.frame.settings = settings;
    }

    /// Tries again to keep what could not be kept; gives why it still is not.
    pub(crate) fn retry_writes(&mut self, now: f64) -> Option<String> {
        self.frame.retry_writes(now)
    }

    /// How the game stands, as the shelf shows it.
    pub(crate) fn progress(&self) -> Progress {
        self.session.progress()
    }

    /// Returns the journal, all of it; `None` if an entry cannot be written as text.
    pub(crate) fn journal(&self) -> Option<Vec<u8>> {
        self.session.journal()
    }

    /// Shows the setup of a new game.
    pub(crate) fn set_up(&mut self) {
        self.session.set_up(&self.frame.settings);
    }

    /// Resumes an archived journal and archives the current one; returns true if it did.
    pub(crate) fn resume(&mut self, journal: &[u8], now: f64) -> bool {
        self.session.resume(journal, &mut self.frame, now)
    }

    /// One frame.
    pub fn ui(&mut self, ui: &Ui) {
        let ctx = ui.ctx().clone();
        // Fonts are there from the frame after the one in which they are handed over.
        if let Some(fonts) = self.fonts.take() {
            ctx.set_fonts(fonts);
            ctx.request_repaint();
            return;
        }
        let (events, now) = self.stage.begin(&ctx);
        self.save_taken(now, &ctx);
        self.exchange(now);
        self.arrive(&ctx, &events, now);
        self.keys(&ctx);
        // A phone is dark until the game waits for its owner: then it turns to paper.
        let theme = match self.session.is_asked() {
            Some(true) => Theme::Light,
            Some(false) => Theme::Dark,
            None => self.frame.settings.theme,
        };
        let look = Look::new(theme, self.frame.settings.contrast);
        self.session.forget_old(now);
        self.frame.notices.forget_old(now);
        if self.frame.notices.is_time(now) {
            drop(self.frame.retry_writes(now));
        }
        let tapped = self.draw(ui, &look);
        self.announce(ui);
        self.stage.draw_pictures(self.frame.clock);
        self.pose(now, &ctx);
        self.frame.notices.turn_to(self.stage.router.user());
        self.frame.rolled = self.stage.chance.take_rolled();
        let command_applied = self.session.dispatch_all(&mut self.frame, now, &ctx);
        self.exchange(now);
        match tapped {
            Some(Tapped::KeepAgain) => drop(self.frame.retry_writes(now)),
            Some(Tapped::Dismiss) => self.frame.notices.dismiss(),
            None => {}
        }
        if command_applied || tapped.is_some() {
            ctx.request_repaint();
        }
        if let Some(wait) = self.next_change(now) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(wait.max(0.0)));
        }
    }

    /// Exchanges messages with the host of a shared table.
    fn exchange(&mut self, now: f64) {
        if self.frame.store.device().is_none() {
            return;
        }
        let time = self.frame.time();
        if self.frame.store.exchange(time) {
            self.session.follow(&mut self.frame, now);
        }
    }

    /// Handles a laptop's keyboard: Escape goes back, Ctrl+Z undoes, Ctrl+Y redoes, F11 toggles full screen.
    fn keys(&mut self, ctx: &Context) {
        let is_open = self.session.is_open();
        let (escape, undo, redo, full) = ctx.input_mut(|input| {
            let undo = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
            let redo = KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
            let full = KeyboardShortcut::new(Modifiers::NONE, Key::F11);
            let other = KeyboardShortcut::new(Modifiers::COMMAND, Key::Y);
            let again = input.consume_shortcut(&redo) || input.consume_shortcut(&other);
            let back = KeyboardShortcut::new(Modifiers::NONE, Key::Escape);
            (
                is_open && input.consume_shortcut(&back),
                input.consume_shortcut(&undo),
                again,
                input.consume_shortcut(&full),
            )
        });
        if full {
            let now = ctx.input(|input| input.viewport().fullscreen.unwrap_or_default());
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!now));
        }
        let pressed = [(escape, Pressed::Back), (undo, Pressed::Undo), (redo, Pressed::Redo)];
        pressed.into_iter().filter(|(is, _)| *is).for_each(|(_, key)| self.session.pressed(key));
    }

    fn draw(&mut self, ui: &Ui, look: &Look) -> Option<Tapped> {
        let Self { session, frame, stage, awake, .. } = self;
        let mut shown = FrameOptions {
            settings: &frame.settings,
            time: frame.clock,
            poses: None,
            awake: *awake,
            shelf: frame.on_shelf,
        };
        stage.draw(ui, look, frame.settings.text, |canvas| {
            let mut below = frame.notices.below(canvas);
            if let Some(asked) = session.is_asked() {
                if asked {
                    canvas.border(below, 0, FRAME, GOLD);
                }
                below = below.shrink(FRAME);
            }
            if let Some(posing) = &mut frame.posing {
                posing.area = end::picture(below);
                shown.poses = Some(posing.area.translate(-below.min.to_vec2()));
            }
            session.draw(canvas.tools, canvas.region.part(below, 0), shown);
            canvas.disabled = false;
            frame.notices.draw(canvas, session.is_open())
        })
    }

    /// Announces events to screen readers: the newest line of the journal, the player on turn or the winner, the last
    /// undo, and passing notices. What was announced already isn't repeated with what comes after it.
    fn announce(&mut self, ui: &Ui) {
        let news = self.session.news();
        let passing = self.frame.notices.passing();
        let since = passing.map(|(_, since)| since);
        let said = passing.filter(|(said, since)| Some(*since) != self.announced.since && !news.starts_with(said));
        let said =
            said.map(|(said, _)| if said.ends_with(['.', '!', '?']) { said.to_owned() } else { format!("{said}.") });
        let is_new = news != self.announced.news;
        if said.is_some() || is_new {
            let news = if is_new { news.as_str() } else { "" };
            self.announced.spoken = [said.as_deref().unwrap_or_default(), news].join(" ");
        }
        (self.announced.since, self.announced.news) = (since.or(self.announced.since), news);
        let spoken = self.announced.spoken.as_str();
        let id = Id::unique("news");
        ui.interact(Rect::from_min_size(Pos2::ZERO, Vec2::splat(1.0)), id, Sense::hover());
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(Role::Status);
            node.set_live(Live::Polite);
            node.set_value(spoken.trim());
        });
    }

    /// When something changes though nobody moves: seconds from now.
    fn next_change(&self, now: f64) -> Option<f64> {
        let changes = [self.session.next_change(now), self.frame.notices.next_change(now)];
        changes.into_iter().flatten().chain(self.stage.router.next_change()).min_by(f64::total_cmp)
    }
}
