//! The tracker as a whole: one table, its screens, and what people wish for.

mod arriving;
mod saving;
mod seen;

use std::sync::{Arc, Mutex};

use egui::{ColorImage, Context, FontDefinitions, Pos2, Rect, Ui, ViewportCommand};

use crate::app::cards::Cards;
use crate::app::end::EndScreen;
use crate::app::health::{LINGER, Pill};
use crate::app::look::Look;
use crate::app::middle;
use crate::app::panel::{self, Marginal};
use crate::app::pictures::Pictures;
use crate::app::seats::{self, Plan};
use crate::app::settings::Settings;
use crate::app::setup::SetupScreen;
use crate::app::sheet::Open;
use crate::app::stage::{Stage, Tools};
use crate::app::store::Store;
use crate::app::touch::Hands;
use crate::app::turn::{Facing, Leaf};
use crate::app::view::{Awake, View, Wish};
use crate::gallery::Gallery;
use crate::table::tell;
use crate::table::{Command, Entry, Millis, Refusal, Seat, Table, journal};

use saving::Posing;
use seen::Seen;

/// What the screen shows below all sheets.
enum Screen {
    Setup(SetupScreen),
    Table,
    End(EndScreen),
}

impl Screen {
    /// The one for a table as it was left.
    fn of(table: &Table, settings: &Settings) -> Self {
        match (table.state().begun(), table.state().winner) {
            (false, _) => Self::Setup(SetupScreen::new(settings)),
            (true, None) => Self::Table,
            (true, Some(_)) => Self::End(EndScreen::default()),
        }
    }
}

/// A table with its screens.
pub struct Tracker {
    seen: Seen,
    fonts: Option<FontDefinitions>,
    store: Box<dyn Store>,
    settings: Settings,
    pictures: Pictures,
    hands: Hands,
    screen: Screen,
    open: Option<Open>,
    margins: Vec<Marginal>,
    notice: Option<(String, f64)>,
    /// A picture of the screen that people asked for.
    taken: Arc<Mutex<Option<Arc<ColorImage>>>>,
    posing: Option<Posing>,
    clock: fn() -> Millis,
}

impl Tracker {
    /// A tracker of a game, with a table as it was left.
    pub fn new(
        cards: Cards,
        fonts: FontDefinitions,
        table: Table,
        settings: Settings,
        gallery: Box<dyn Gallery>,
        store: Box<dyn Store>,
        clock: fn() -> Millis,
    ) -> Self {
        let screen = Screen::of(&table, &settings);
        let mut tracker = Self {
            seen: Seen::new(cards, table),
            fonts: Some(fonts),
            store,
            settings,
            pictures: Pictures::new(gallery),
            hands: Hands::default(),
            screen,
            open: None,
            margins: Vec::new(),
            notice: None,
            taken: Arc::default(),
            posing: None,
            clock,
        };
        tracker.look_again();
        tracker
    }

    /// The table, for tests and for those who save it.
    pub fn table(&self) -> &Table {
        &self.seen.table
    }

    /// Whether every picture that is shown is there.
    pub fn is_drawn(&self) -> bool {
        self.pictures.is_complete()
    }

    /// The controls of the last frame with their places on the screen, in points.
    pub fn controls(&self) -> impl Iterator<Item = Rect> {
        self.hands.controls().map(|(_, rect)| rect)
    }

    /// Says something at the top of the screen for a while.
    pub fn say(&mut self, what: impl Into<String>, now: f64) {
        self.notice = Some((what.into(), now));
    }

    /// Whether the screen stays on, as far as the system tells.
    pub fn awake(&mut self, awake: Awake) {
        self.seen.awake = awake;
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
        self.pictures.begin(&ctx);
        let (events, now) = ctx.input(|input| (input.events.clone(), input.time));
        self.hands.begin(&events, now);
        self.save_taken(now);
        self.arrive(&ctx, &events, now);
        let mut wishes = Vec::new();
        let look = Look::new(self.settings.theme, self.settings.contrast);
        self.forget_old(now);
        self.draw(ui, &look, &mut wishes);
        let (clock, mut begun) = (self.clock, None);
        self.pictures.draw_some(&mut || {
            let time = clock().0;
            time < *begun.get_or_insert(time) + DRAWING
        });
        self.pose(now, &ctx);
        let wished = !wishes.is_empty();
        for wish in wishes {
            self.carry_out(wish, now, &ctx);
        }
        if wished {
            ctx.request_repaint();
        }
        if let Some(wait) = self.next_change(now) {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(wait.max(0.0)));
        }
    }

    fn draw(&mut self, ui: &Ui, look: &Look, wishes: &mut Vec<Wish>) {
        let scale = self.settings.text.scale();
        let mut tools = Tools { ui, hands: &mut self.hands, pictures: &mut self.pictures, look, scale };
        let screen = Leaf::new(Rect::from_min_size(Pos2::ZERO, ui.ctx().content_rect().size()), Facing::Near);
        let view = self.seen.view();
        let asleep = self.open.is_some();
        let mut stage = Stage { tools: &mut tools, leaf: screen, ground: look.panel, asleep };
        stage.fill(stage.whole(), 0, look.table);
        let mut facing = Facing::Near;
        match &mut self.screen {
            Screen::Setup(setup) => setup.draw(&mut stage, view, &self.settings, wishes),
            Screen::End(end) => end.draw(&mut stage, view, &self.seen.table, self.posing.is_some(), wishes),
            Screen::Table => {
                let plan = seats::plan(stage.whole().size(), view.state.players.len(), view.state.setup.seating);
                let open = self.open.as_ref().map_or(view.state.turn, |open| open.seat);
                facing = plan.panels.get(open.index()).map_or(plan.upright, |leaf| leaf.facing);
                table(stage.tools, view, &self.seen.table, &plan, &self.margins, asleep, wishes);
            }
        }
        let mut stage = Stage { tools: &mut tools, leaf: screen, ground: look.panel, asleep: false };
        if let Some(open) = &mut self.open {
            open.draw(&mut stage, view, &self.seen.table, facing, wishes);
        }
        if let Some((notice, _)) = &self.notice {
            super::menu::notice(&mut stage, notice);
        }
    }

    /// Running sums and words that were shown long enough.
    fn forget_old(&mut self, now: f64) {
        for marginal in &mut self.margins {
            if marginal.pill.is_some_and(|pill| now - pill.last >= LINGER) {
                marginal.pill = None;
            }
        }
        if self.notice.as_ref().is_some_and(|(_, since)| now - since >= NOTICE) {
            self.notice = None;
        }
    }

    /// When something changes though nobody moves: seconds from now.
    fn next_change(&self, now: f64) -> Option<f64> {
        let pills = self.margins.iter().filter_map(|marginal| marginal.pill).map(|pill| pill.last + LINGER - now);
        let notice = self.notice.as_ref().map(|(_, since)| since + NOTICE - now);
        pills.chain(notice).chain(self.hands.next_change()).min_by(f64::total_cmp)
    }

    fn carry_out(&mut self, wish: Wish, now: f64, ctx: &Context) {
        match wish {
            Wish::Do(command) => self.act(command, now, false),
            Wish::Overrule(command) => self.act(command, now, true),
            Wish::Undo => self.step(Table::undo, now),
            Wish::UndoOne => self.step(Table::undo_single, now),
            Wish::UndoTo(events) => {
                self.open = None;
                self.step(|table, time| table.undo_to(events, time), now);
            }
            Wish::Redo => self.step(Table::redo, now),
            Wish::Open(seat, leaflet) => {
                self.open = Some(Open::new(self.seen.view(), seat, leaflet, &self.settings, self.store.address()));
            }
            Wish::Close => self.open = None,
            Wish::Dismiss(seat) => {
                if let Some(marginal) = self.margins.get_mut(seat.index()) {
                    marginal.refused = None;
                }
            }
            Wish::NewGame => {
                self.open = None;
                self.screen = Screen::Setup(SetupScreen::new(&self.settings));
            }
            Wish::BackToTable => {
                if self.seen.table.state().begun() {
                    self.screen = Screen::Table;
                }
            }
            Wish::ShowEnd(true) => self.screen = Screen::End(EndScreen::default()),
            Wish::ShowEnd(false) => self.screen = Screen::Table,
            Wish::Again => self.act(Command::Begin(self.seen.table.state().again()), now, false),
            Wish::Settings(settings) => {
                self.settings = settings;
                self.keep_settings(now);
            }
            Wish::SaveText => {
                let text = crate::table::score::text(self.seen.rules(), &self.seen.table);
                self.save("txt", text.as_bytes(), now);
            }
            Wish::SavePicture => {
                self.notice = None;
                self.posing = Some(Posing { since: now, asked: false });
            }
            Wish::SaveJournal => match journal::text(&self.seen.table) {
                Ok(text) => self.save("journal", text.as_bytes(), now),
                Err(why) => self.say(format!("Not saved: {why}"), now),
            },
            Wish::Copy(words) => {
                ctx.copy_text(words);
                self.say("Copied: paste it at the other table, or send it there", now);
            }
            Wish::Paste => {
                if !self.store.paste() {
                    ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
                }
            }
            Wish::Pick => {
                if !self.store.pick() {
                    self.say("Drop a journal file on this screen, or paste a link.", now);
                }
            }
            Wish::PlayBrought => self.play_brought(now),
        }
    }

    fn act(&mut self, command: Command, now: f64, overrule: bool) {
        let time = (self.clock)();
        let seat = command.seat();
        let done = match overrule {
            true => self.seen.table.overrule(command.clone(), time),
            false => self.seen.table.act(command.clone(), time),
        };
        match done {
            Ok(entry) => {
                self.keep(&entry, now);
                self.acted(&command, now);
            }
            Err(refusal) => self.refuse(seat, command, refusal, now),
        }
    }

    /// What the screens make of a command that was carried out.
    fn acted(&mut self, command: &Command, now: f64) {
        self.look_again();
        if let Some(marginal) = command.seat().and_then(|seat| self.margins.get_mut(seat.index())) {
            marginal.refused = None;
        }
        match command {
            Command::Begin(setup) => {
                self.settings.remember(setup);
                self.keep_settings(now);
                self.screen = Screen::Table;
                self.open = None;
            }
            Command::Adjust { seat, by } => {
                if let Some(marginal) = self.margins.get_mut(seat.index()) {
                    let sum = marginal.pill.map_or(0, |pill| pill.sum) + by;
                    marginal.pill = Some(Pill { sum, last: now });
                }
            }
            _ => {}
        }
        if self.seen.table.state().winner.is_some() {
            self.open = None;
            self.screen = Screen::End(EndScreen::default());
        }
    }

    /// A sheet shows by itself what is against the rules; what was refused on the table is told on the panel.
    fn refuse(&mut self, seat: Option<Seat>, command: Command, refusal: Refusal, now: f64) {
        match seat.and_then(|seat| self.margins.get_mut(seat.index())) {
            Some(marginal) => {
                self.open = None;
                marginal.refused = Some((command, refusal));
            }
            None => self.say(self.seen.table.rules().in_book(&refusal.to_string()), now),
        }
    }

    fn step(&mut self, step: impl FnOnce(&mut Table, Millis) -> Option<Entry>, now: f64) {
        if let Some(entry) = step(&mut self.seen.table, (self.clock)()) {
            self.keep(&entry, now);
            let said = tell::text(&tell::entry(&self.seen.table, &entry));
            self.look_again();
            for marginal in &mut self.margins {
                *marginal = Marginal::default();
            }
            if self.seen.table.state().winner.is_none() && matches!(self.screen, Screen::End(_)) {
                self.screen = Screen::Table;
            }
            if !self.seen.table.state().begun() {
                self.open = None;
                self.screen = Screen::Setup(SetupScreen::new(&self.settings));
            } else if matches!(self.screen, Screen::Setup(_)) {
                self.screen = Screen::Table;
            }
            self.say(said, now);
        }
    }

    fn keep(&mut self, entry: &Entry, now: f64) {
        if let Err(why) = self.store.append(entry) {
            self.say(format!("The journal is not being saved: {why}. The game goes on; write the figures down."), now);
        }
    }

    fn keep_settings(&mut self, now: f64) {
        if let Err(why) = self.store.settings(&self.settings) {
            self.say(format!("Your choices are not being saved: {why}"), now);
        }
    }

    /// What follows from the state and is not computed anew for every frame.
    fn look_again(&mut self) {
        self.seen.look_again();
        self.margins.resize_with(self.seen.table.state().players.len(), Marginal::default);
    }
}

/// How long a page draws pictures within one frame after the first of them, in milliseconds.
const DRAWING: u64 = 8;

/// How long a notice stays, in seconds.
const NOTICE: f64 = 6.0;

/// All panels and what lies between them.
fn table(
    tools: &mut Tools<'_>,
    view: View<'_>,
    table: &Table,
    plan: &Plan,
    margins: &[Marginal],
    asleep: bool,
    wishes: &mut Vec<Wish>,
) {
    let turn = plan.panels.get(view.state.turn.index()).map_or(plan.upright, |leaf| leaf.facing);
    let upside = middle::is_upside(turn, plan.upright);
    middle::draw(tools, view, table, &plan.middle, upside, asleep, wishes);
    let ground = tools.look.panel;
    // The panel of the player on turn last: its frame lies over its neighbours' edges.
    let mut order: Vec<Seat> = view.state.seats().collect();
    order.sort_by_key(|seat| *seat == view.state.turn);
    let none = Marginal::default();
    for seat in order {
        let Some(leaf) = plan.panels.get(seat.index()) else { continue };
        let mut stage = Stage { tools, leaf: *leaf, ground, asleep };
        panel::draw(&mut stage, view, seat, margins.get(seat.index()).unwrap_or(&none), wishes);
    }
}
