//! A tracker in memory with people before it.

mod studio;

use std::any::Any;
use std::cell::Cell;
use std::path::Path;
use std::sync::{Arc, Mutex};

use egui::{Event, FullOutput, Modifiers, Pos2, Rect, Shape, TouchDeviceId, TouchId, TouchPhase};
use egui_kittest::kittest::{By, Queryable as _};
use egui_kittest::{Harness, LazyRenderer, SnapshotOptions, SnapshotResults};
use painter::Painter;
use skirmish_assets::Builtin;
use skirmish_base::vfs::Vfs;
use skirmish_screens::{Cards, NullStore, Screens, Settings, Store, StoreError, Tracker};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::skirmish::{Command, Rules, Setup, Table};
use skirmish_tracker::table::{self, Millis, PlayerColour, PlayerConfig, Seat, Seating};
use studio::{Opened, Studio, letters};

thread_local! {
    /// Each test has a thread and so a clock of its own: other tests must not advance its time.
    static NOW: Cell<u64> = const { Cell::new(1_700_000_000_000) };
}

/// Returns the time, a second later on every call.
fn clock() -> Millis {
    Millis(NOW.replace(NOW.get() + 1000))
}

/// A tablet, in points like the others.
pub const TABLET: egui::Vec2 = egui::vec2(1180.0, 820.0);
/// A small tablet.
pub const SMALL: egui::Vec2 = egui::vec2(1024.0, 768.0);
/// A phone.
pub const PHONE: egui::Vec2 = egui::vec2(412.0, 892.0);
/// A low window.
pub const LOW: egui::Vec2 = egui::vec2(960.0, 600.0);
/// A tablet in portrait.
pub const UPRIGHT: egui::Vec2 = egui::vec2(820.0, 1180.0);

/// Seconds of a frame.
const STEP: f32 = 0.005;

/// A tracker with its users.
pub struct Players {
    pub harness: Harness<'static, Tracker>,
    /// Positions and times of recent taps: nobody here double-taps.
    tapped: Vec<(Pos2, f64)>,
}

pub const NAMES: [&str; 8] = ["Sigrid", "Orm", "Leif", "Thora", "Ragnhild", "Ketil", "Ulfhild", "Halla"];

/// Returns the setup of a game.
pub fn setup(players: usize, seating: Seating) -> Setup {
    let liveries = [1, 0, 3, 2, 4, 6, 7, 5];
    let players = (0..players).map(|seat| PlayerConfig {
        name: NAMES[seat].to_owned(),
        colour: PlayerColour::ALL[liveries[seat]],
        chair: u8::try_from(seat).expect("few players"),
        note: String::new(),
    });
    Setup { players: players.collect(), dealer: Seat(0), seating, ..Setup::default() }
}

impl Players {
    /// Creates a tracker of a size in points, in setup.
    pub fn at(size: egui::Vec2) -> Self {
        Self::with(size, Settings::default(), Vec::new())
    }

    /// Creates a tracker with settings and things that happened already.
    pub fn with(size: egui::Vec2, settings: Settings, happened: Vec<Command>) -> Self {
        Self::keeping(size, settings, happened, Box::new(NullStore))
    }

    /// Returns the same with a place where things are kept.
    pub fn keeping(size: egui::Vec2, settings: Settings, happened: Vec<Command>, store: Box<dyn Store>) -> Self {
        Self::of::<Rules>(size, settings, (Builtin, "skirmish-5e"), happened, store)
    }

    /// Creates a tracker of any game, by its id in a folder. Its people know the table, unless the settings name other games that
    /// they know.
    pub fn of<G: Screens>(
        size: egui::Vec2,
        mut settings: Settings,
        (vfs, game): (impl Vfs + Send + 'static, &str),
        happened: Vec<G::Command>,
        store: Box<dyn Store>,
    ) -> Self {
        if settings.seen.is_empty() {
            settings.seen.insert(game.to_owned());
        }
        let is_built_in = (&vfs as &dyn Any).is::<Builtin>();
        let opened = if is_built_in { Opened::built_in(game) } else { Arc::new(Opened::read(vfs, game)) };
        let rules = Arc::new(G::read(&opened.game, &opened.glossary).expect("the game can be played"));
        let mut table = table::Table::new(rules);
        for command in happened {
            table.act(command.clone(), clock()).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        }
        let cards = Cards::new(&opened.game, opened.glossary.clone());
        let tracker =
            Tracker::new(cards, table, settings, Box::new(Studio::new(opened)), store, clock).with_fonts(letters());
        let mut harness = Harness::builder()
            .with_size(size)
            .with_step_dt(STEP)
            .renderer(LazyRenderer::new(Painter::default))
            .build_ui_state(|ui, tracker: &mut Tracker| tracker.ui(ui), tracker);
        harness.state_mut().seed(1);
        let mut players = Self { harness, tapped: Vec::new() };
        players.harness.run_steps(3);
        players
    }

    /// Goes on until every picture is there.
    pub fn settle(&mut self) {
        for _ in 0..6000 {
            self.harness.step();
            if self.harness.state().is_drawn() {
                self.harness.run_steps(2);
                if self.harness.state().is_drawn() {
                    return;
                }
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("a minute, and the pictures are not there");
    }

    /// Saves a picture of the screen under a name, for people to look at, if `LOOK=1` is set: in `target/tmp/screens`.
    pub fn look(&mut self, name: &str) {
        self.settle();
        if std::env::var_os("LOOK").is_none() {
            return;
        }
        let picture = self.harness.render().expect("a picture");
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
        std::fs::create_dir_all(&folder).expect("a folder");
        picture.save(folder.join(format!("{name}.png"))).expect("a file");
    }

    /// Compares the screen with the picture of that name in `tests/snapshots`.
    pub fn looks_like(&mut self, name: &str) {
        self.settle();
        // The stored pictures were drawn as a graphics card would, which rounds the edges of some letters and discs otherwise.
        self.harness.snapshot_options(name, &SnapshotOptions::new().threshold(2.0).max_failed_pixels(300));
    }

    /// Returns the comparisons, for tests that look at more than one screen.
    pub fn looked_at(&mut self) -> SnapshotResults {
        self.harness.take_snapshot_results()
    }

    /// Activates a control as screen readers do, and waits for every picture.
    pub fn press(&mut self, label: &str) {
        // The pointer that the harness moves is as deaf as a finger.
        self.wait(0.31);
        let with_state = self.harness.query_all(with_state(label)).next();
        self.harness.query_all_by_label(label).next().or(with_state).expect(label).click();
        self.settle();
    }

    /// Checks that every control is on the screen, large enough, and on a large screen apart from the others.
    pub fn check_controls(&self, least: f32, what: &str) {
        let screen = self.harness.ctx.content_rect().expand(0.5);
        let own: Vec<Rect> =
            self.controls().into_iter().filter(|control| control.width() < screen.width() * 0.9).collect();
        assert!(own.len() >= 2, "{what}");
        for control in &own {
            assert!(screen.contains_rect(*control), "{what}: {control} is off the screen");
        }
        apart(&own, least - 0.1, if least < 58.0 { 0.0 } else { 3.95 }, what);
    }

    /// Returns the table of the journal.
    pub fn state(&self) -> &Table {
        self.harness.state().table::<Rules>().expect("it is Skirmish")
    }

    /// Returns everyone's health.
    pub fn health(&self) -> Vec<i64> {
        self.state().state().players.iter().map(|player| player.health).collect()
    }

    /// Places of all controls.
    pub fn controls(&self) -> Vec<Rect> {
        self.harness.state().controls().collect()
    }

    /// Returns the controls of a sheet: those above the veil, which is as large as the screen.
    pub fn open_sheet(&self) -> Vec<Rect> {
        let all = self.controls();
        let screen = self.harness.ctx.content_rect();
        let veil = all.iter().rposition(|control| control.contains_rect(screen)).expect("a sheet is open");
        all[veil + 1..].to_vec()
    }

    /// True if words are anywhere on the screen.
    pub fn shows(&self, words: &str) -> bool {
        self.times_shown(words) > 0
    }

    /// Returns the number of texts on the screen that contain these words.
    pub fn times_shown(&self, words: &str) -> usize {
        texts(self.harness.output()).iter().filter(|text| text.contains(words)).count()
    }

    /// Returns the areas of texts on the screen that consist of these words.
    pub fn places_shown(&self, words: &str) -> Vec<Rect> {
        fn within(shape: &Shape, words: &str, places: &mut Vec<Rect>) {
            match shape {
                Shape::Text(text) if text.galley.text() == words => places.push(text.visual_bounding_rect()),
                Shape::Vec(shapes) => shapes.iter().for_each(|shape| within(shape, words, places)),
                _ => {}
            }
        }
        let mut places = Vec::new();
        self.harness.output().shapes.iter().for_each(|clipped| within(&clipped.shape, words, &mut places));
        places
    }

    /// Returns the truncated texts on the screen, which end with three dots, in the order in which they are drawn.
    pub fn cut_words(&self) -> Vec<String> {
        cut_words(self.harness.output())
    }

    /// True if a control's name contains this.
    pub fn has_some(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    /// True if there is a control of that name; its state may follow: "Strike" finds "Strike, 5 damage".
    pub fn has(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).chain(self.harness.query_all(with_state(label))).next().is_some()
    }

    /// Returns the middle of a control, found as in [`Self::has`].
    pub fn place(&self, label: &str) -> Pos2 {
        let with_state = || self.harness.query_all(with_state(label)).next();
        let found = self.harness.query_all_by_label(label).next().or_else(with_state);
        found.unwrap_or_else(|| self.harness.get_by_label(label)).rect().center()
    }

    /// Touches a control with one finger.
    pub fn tap(&mut self, label: &str) {
        self.tap_at(self.place(label));
    }

    /// Returns the middle of the first control whose name has this in it.
    pub fn place_of(&self, label: &str) -> Pos2 {
        self.harness.get_all_by_label_contains(label).next().expect("one of them").rect().center()
    }

    /// Touches the first control whose name begins so.
    pub fn tap_first(&mut self, label: &str) {
        self.tap_at(self.place_of(label));
    }

    /// Touches a place with one finger, and waits before where the spot may be deaf.
    pub fn tap_at(&mut self, place: Pos2) {
        let now = self.time();
        self.tapped.retain(|(_, when)| now - when < 0.31);
        let near = self.tapped.iter().filter(|(at, _)| at.distance(place) < 41.0);
        if let Some(wait) = near.map(|(_, when)| when + 0.31 - now).max_by(f64::total_cmp) {
            #[allow(clippy::cast_possible_truncation, reason = "a moment")]
            self.wait(wait as f32);
        }
        self.tap_in_a_hurry(place);
    }

    /// Touches a place with one finger, however short ago somebody did.
    pub fn tap_in_a_hurry(&mut self, place: Pos2) {
        self.touch(7, TouchPhase::Start, place);
        self.wait(0.03);
        self.touch(7, TouchPhase::End, place);
        self.wait(0.03);
        self.tapped.push((place, self.time()));
    }

    fn time(&self) -> f64 {
        self.harness.ctx.input(|input| input.time)
    }

    /// Simulates one event of a finger.
    pub fn touch(&mut self, finger: u64, phase: TouchPhase, pos: Pos2) {
        let event = Event::Touch { device_id: TouchDeviceId(0), id: TouchId(finger), phase, pos, force: None };
        self.harness.event_modifiers(event, Modifiers::NONE);
    }

    /// Lets time pass, in seconds.
    pub fn wait(&mut self, seconds: f32) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
        let steps = (seconds / STEP).ceil().max(1.0) as usize;
        self.harness.run_steps(steps);
    }

    /// True if no further frame is requested.
    pub fn is_at_rest(&mut self) -> bool {
        self.settle();
        self.harness.run_steps(4);
        let viewport = self.harness.output().viewport_output.values().next().expect("one window");
        viewport.repaint_delay > std::time::Duration::from_secs(60)
    }
}

/// Returns a query for a control with this name, followed by its state.
fn with_state(label: &str) -> By<'_> {
    By::new().predicate(move |node| {
        let name = node.label();
        let rest = name.as_deref().and_then(|name| name.strip_prefix(label));
        rest.is_some_and(|rest| rest.starts_with(", has ") || (rest.starts_with(", ") && rest.ends_with(" damage")))
    })
}

/// Checks that each of the controls is at least this large, and has this distance to others, in points.
pub fn apart(controls: &[Rect], least: f32, room: f32, what: &str) {
    for (index, control) in controls.iter().enumerate() {
        assert!(control.width() >= least && control.height() >= least, "{what}: {control} is small");
        for other in &controls[index + 1..] {
            let shared = control.expand(room).intersect(other.expand(room));
            assert!(!shared.is_positive(), "{what}: {control} is too near to {other}");
        }
    }
}

/// Returns a setup as stored in settings.
pub fn remembered(setup: Setup) -> Option<serde_json::Value> {
    serde_json::to_value(setup).ok()
}

/// A file that is dropped on the screen.
#[derive(Debug)]
pub struct Dropped(pub Vec<u8>);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        Path::new("game.journal")
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.0.clone())
    }
}

/// A store that keeps the open sheet, and nothing else.
#[derive(Clone, Default)]
pub struct Drafts(Arc<Mutex<Option<String>>>);

impl Drafts {
    /// Creates one that keeps this.
    pub fn of(draft: Option<String>) -> Self {
        Self(Arc::new(Mutex::new(draft)))
    }
}

impl Store for Drafts {
    fn append(&mut self, entry: &str) -> Result<(), StoreError> {
        NullStore.append(entry)
    }

    fn keep_draft(&mut self, draft: Option<&str>) -> Result<(), StoreError> {
        *self.0.lock().expect("one thread") = draft.map(str::to_owned);
        Ok(())
    }

    fn draft(&mut self) -> Option<String> {
        self.0.lock().expect("one thread").clone()
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError> {
        NullStore.settings(settings)
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        NullStore.save(name, bytes)
    }

    fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<String>, StoreError> {
        NullStore.replace(journal, writer)
    }
}

/// Returns the truncated texts on the screen, in the order in which they are drawn.
pub fn cut_words(output: &FullOutput) -> Vec<String> {
    fn within(shape: &Shape, cut: &mut Vec<String>) {
        match shape {
            Shape::Text(text) if text.galley.elided => cut.push(text.galley.text().to_owned()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| within(shape, cut)),
            _ => {}
        }
    }
    let mut cut = Vec::new();
    output.shapes.iter().for_each(|clipped| within(&clipped.shape, &mut cut));
    cut
}

/// Returns the texts on the screen, in the order in which they are drawn.
pub fn texts(output: &FullOutput) -> Vec<String> {
    fn within(shape: &Shape, texts: &mut Vec<String>) {
        match shape {
            Shape::Text(text) => texts.push(text.galley.text().to_owned()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| within(shape, texts)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    output.shapes.iter().for_each(|clipped| within(&clipped.shape, &mut all));
    all
}
