//! The tracker as a whole: one table, its screens, and what people wish for.

use std::sync::{Arc, Mutex, PoisonError};

use egui::{ColorImage, Context, Event, FontDefinitions, Pos2, Rect, Ui, ViewportCommand};

use super::cards::Cards;
use super::end::EndScreen;
use super::health::{LINGER, Pill};
use super::look::Look;
use super::middle;
use super::panel::{self, Marginal};
use super::pictures::Pictures;
use super::seats::{self, Plan};
use super::settings::Settings;
use super::setup::SetupScreen;
use super::sheet::Open;
use super::sheet::Sheet;
use super::stage::{Stage, Tools};
use super::store::Store;
use super::touch::Hands;
use super::travel::{self, BringSheet};
use super::turn::{Facing, Leaf};
use super::view::{Awake, View, Wish};
use crate::gallery::Gallery;
use crate::table::tell::{self, Line};
use crate::table::{Command, Entry, Millis, Refusal, Rules, Seat, Table, journal};

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
    rules: Arc<Rules>,
    cards: Cards,
    fonts: Option<FontDefinitions>,
    table: Table,
    store: Box<dyn Store>,
    settings: Settings,
    pictures: Pictures,
    hands: Hands,
    screen: Screen,
    open: Option<Open>,
    margins: Vec<Marginal>,
    lines: Vec<Line>,
    notice: Option<(String, f64)>,
    /// A picture of the screen that people asked for.
    taken: Arc<Mutex<Option<Arc<ColorImage>>>>,
    posing: Option<Posing>,
    awake: Awake,
    clock: fn() -> Millis,
}

/// The screen shows itself without its buttons until there is a picture of it.
struct Posing {
    /// Since when, in seconds.
    since: f64,
    /// Whether the picture was asked for.
    asked: bool,
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
            rules: Arc::clone(table.rules()),
            cards,
            fonts: Some(fonts),
            table,
            store,
            settings,
            pictures: Pictures::new(gallery),
            hands: Hands::default(),
            screen,
            open: None,
            margins: Vec::new(),
            lines: Vec::new(),
            notice: None,
            taken: Arc::default(),
            posing: None,
            awake: Awake::default(),
            clock,
        };
        tracker.look_again();
        tracker
    }

    /// The table, for tests and for those who save it.
    pub fn table(&self) -> &Table {
        &self.table
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
        self.awake = awake;
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
        let view = View {
            rules: &self.rules,
            cards: &self.cards,
            state: self.table.state(),
            lines: &self.lines,
            awake: self.awake,
        };
        let asleep = self.open.is_some();
        let mut stage = Stage { tools: &mut tools, leaf: screen, ground: look.panel, asleep };
        stage.fill(stage.whole(), 0, look.table);
        let mut facing = Facing::Near;
        match &mut self.screen {
            Screen::Setup(setup) => setup.draw(&mut stage, view, &self.settings, wishes),
            Screen::End(end) => end.draw(&mut stage, view, &self.table, self.posing.is_some(), wishes),
            Screen::Table => {
                let plan = seats::plan(stage.whole().size(), view.state.players.len(), view.state.setup.seating);
                let open = self.open.as_ref().map_or(view.state.turn, |open| open.seat);
                facing = plan.panels.get(open.index()).map_or(plan.upright, |leaf| leaf.facing);
                table(stage.tools, view, &self.table, &plan, &self.margins, asleep, wishes);
            }
        }
        let mut stage = Stage { tools: &mut tools, leaf: screen, ground: look.panel, asleep: false };
        if let Some(open) = &mut self.open {
            open.draw(&mut stage, view, &self.table, facing, wishes);
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
                let view = View {
                    rules: &self.rules,
                    cards: &self.cards,
                    state: self.table.state(),
                    lines: &self.lines,
                    awake: self.awake,
                };
                self.open = Some(Open::new(view, seat, leaflet, &self.settings, self.store.address()));
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
                if self.table.state().begun() {
                    self.screen = Screen::Table;
                }
            }
            Wish::ShowEnd(true) => self.screen = Screen::End(EndScreen::default()),
            Wish::ShowEnd(false) => self.screen = Screen::Table,
            Wish::Again => self.act(Command::Begin(self.table.state().again()), now, false),
            Wish::Settings(settings) => {
                self.settings = settings;
                self.keep_settings(now);
            }
            Wish::SaveText => {
                let text = crate::table::score::text(&self.rules, &self.table);
                self.save("txt", text.as_bytes(), now);
            }
            Wish::SavePicture => {
                self.notice = None;
                self.posing = Some(Posing { since: now, asked: false });
            }
            Wish::SaveJournal => match journal::text(&self.table) {
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

    /// Games that come from outside: chosen, dropped or pasted.
    fn arrive(&mut self, ctx: &Context, events: &[Event], now: f64) {
        let dropped = travel::dropped(ctx);
        for file in self.store.picked().into_iter().chain(dropped) {
            match file {
                Ok(bytes) => self.bring(&bytes, now),
                Err(why) => self.say(format!("It cannot be read: {why}"), now),
            }
        }
        for event in events {
            // Elsewhere a text may be meant for something else, unless it is plainly a game.
            let asked = matches!(&self.open, Some(Open { sheet: Sheet::Move(_), .. }));
            if let Event::Paste(text) = event
                && (asked || travel::is_link(text))
            {
                self.bring(text.as_bytes(), now);
            }
        }
    }

    /// Asks whether a game from another table is to be played on here: a journal as a file, a link, or what a link holds.
    pub fn bring(&mut self, journal: &[u8], now: f64) {
        match BringSheet::new(journal, &self.rules, (self.clock)()) {
            Ok(sheet) => {
                let seat = self.table.state().turn;
                self.open = Some(Open { seat, sheet: Sheet::Bring(Box::new(sheet)) });
            }
            Err(why) => self.say(format!("This game cannot be brought here: {why}"), now),
        }
    }

    /// The game that was brought takes the place of the one here, as soon as it is kept.
    fn play_brought(&mut self, now: f64) {
        let Some(Open { sheet: Sheet::Bring(sheet), .. }) = &self.open else { return };
        let table = sheet.table().clone();
        let said = match self.store.replace(&table) {
            Ok(Some(place)) => format!("The game goes on here. The one before is put aside: {place}"),
            Ok(None) => "The game goes on here.".to_owned(),
            Err(why) => {
                self.say(format!("The game here stays as it is, since the other could not be kept: {why}"), now);
                return;
            }
        };
        self.open = None;
        self.posing = None;
        self.margins.clear();
        self.table = table;
        self.screen = Screen::of(&self.table, &self.settings);
        self.look_again();
        self.say(said, now);
    }

    fn act(&mut self, command: Command, now: f64, overrule: bool) {
        let time = (self.clock)();
        let seat = command.seat();
        let done = match overrule {
            true => self.table.overrule(command.clone(), time),
            false => self.table.act(command.clone(), time),
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
        if self.table.state().winner.is_some() {
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
            None => self.say(refusal.to_string(), now),
        }
    }

    fn step(&mut self, step: impl FnOnce(&mut Table, Millis) -> Option<Entry>, now: f64) {
        if let Some(entry) = step(&mut self.table, (self.clock)()) {
            self.keep(&entry, now);
            let said = tell::text(&tell::entry(&self.table, &entry));
            self.look_again();
            for marginal in &mut self.margins {
                *marginal = Marginal::default();
            }
            if self.table.state().winner.is_none() && matches!(self.screen, Screen::End(_)) {
                self.screen = Screen::Table;
            }
            if !self.table.state().begun() {
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

    /// Saves a file that people asked for.
    pub fn save(&mut self, ending: &str, bytes: &[u8], now: f64) {
        let name = format!("skirmish-{}.{ending}", (self.clock)().0 / 1000);
        match self.store.save(&name, bytes) {
            Ok(place) => self.say(format!("Saved: {place}"), now),
            Err(why) => self.say(format!("Not saved: {why}"), now),
        }
    }

    /// Asks for a picture of the screen when one without buttons was just drawn. Where there is none after a while there
    /// never will be: the buttons come back.
    fn pose(&mut self, now: f64, ctx: &Context) {
        let Some(posing) = &mut self.posing else { return };
        if now - posing.since > PATIENCE {
            self.posing = None;
            self.say("Not saved: there is no picture of the screen", now);
            return;
        }
        ctx.request_repaint();
        if !posing.asked {
            posing.asked = true;
            let (taken, ctx_again) = (Arc::clone(&self.taken), ctx.clone());
            ctx.request_screenshot(move |picture| {
                *taken.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture);
                ctx_again.request_repaint();
            });
        }
    }

    /// Saves a picture of the screen once it is there.
    fn save_taken(&mut self, now: f64) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(picture) = taken else { return };
        self.posing = None;
        let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or_default());
        let rgb: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        match crate::image::png_of((width, height), &rgb) {
            Ok(bytes) => self.save("png", &bytes, now),
            Err(why) => self.say(format!("Not saved: {why}"), now),
        }
    }

    /// What follows from the state and is not computed anew for every frame.
    fn look_again(&mut self) {
        self.lines = tell::lines(&self.table);
        self.margins.resize_with(self.table.state().players.len(), Marginal::default);
    }
}

/// How long a picture of the screen is waited for, in seconds.
const PATIENCE: f64 = 3.0;

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
