//! A walk over every size of screen, number of players, seating and size of text.
//!
//! Nothing is truncated, nothing overlaps, every control is large enough for a thumb, and everything that the rules
//! allow has a control. Nothing is rendered: texts and positions come from the toolkit's layout.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::screens_common::{NAMES, setup};
use egui::accesskit::Role;
use egui::{Context, FullOutput, Pos2, RawInput, Rect, Shape, Vec2, pos2, vec2};
use skirmish_assets::Builtin;
use skirmish_gallery::{Gallery, PictureRequest, Pixels};
use skirmish_read as read;
use skirmish_screens::{Cards, NullStore, Settings, StoreError, TextSize, Tracker, fonts};
use skirmish_tracker::table::skirmish::{Command, Rules, Shield, Table};
use skirmish_tracker::table::{CardId, Millis, Seat, Seating};

/// Phones and tablets, a tablet of 1180 × 820 at double zoom and with giant text; each is walked in both orientations.
const SIZES: [Vec2; 13] = [
    vec2(360.0, 640.0),
    vec2(360.0, 740.0),
    vec2(390.0, 844.0),
    vec2(412.0, 892.0),
    vec2(430.0, 932.0),
    vec2(410.0, 590.0),
    vec2(600.0, 960.0),
    vec2(712.0, 1024.0),
    vec2(680.0, 1024.0),
    vec2(744.0, 1133.0),
    vec2(768.0, 1024.0),
    vec2(820.0, 1180.0),
    vec2(1024.0, 1366.0),
];
const TEXTS: [TextSize; 3] = [TextSize::Middle, TextSize::Large, TextSize::Huge];

/// No pictures: the walk only looks at positions.
struct Bare;

impl Gallery for Bare {
    fn request(&mut self, _wanted: PictureRequest) {}

    fn take(&mut self) -> Vec<(PictureRequest, Pixels)> {
        Vec::new()
    }

    fn forget(&mut self, _wanted: &PictureRequest) {}
}

/// A game and a toolkit, which know the typefaces already.
struct Walk {
    context: Context,
    game: skirmish_model::game::Game,
    rules: Arc<Rules>,
    faults: BTreeMap<String, BTreeSet<String>>,
}

/// Content of a screen.
struct Seen {
    /// Controls with their names.
    controls: Vec<(String, Rect)>,
    /// Texts with the ink of each, only those above a veil.
    texts: Vec<(String, Rect)>,
}

impl Walk {
    fn new() -> Self {
        let game = read::game(&Builtin, "skirmish-5e").game.expect("the game is right");
        let glossary = read::glossary(&Builtin, &game);
        let rules = Arc::new(Rules::new(&game, &glossary).expect("the game can be played"));
        let context = Context::default();
        context.enable_accesskit();
        Self { context, game, rules, faults: BTreeMap::new() }
    }

    fn tracker(&self, settings: Settings, happened: &[Command]) -> Tracker {
        let mut table = Table::new(Arc::clone(&self.rules));
        for command in happened {
            table.act(command.clone(), Millis(1_700_000_000_000)).expect("it can happen");
        }
        let cards = Cards::new(&self.game, read::glossary(&Builtin, &self.game));
        Tracker::new(cards, table, settings, Box::new(Bare), Box::new(NullStore), || Millis(1_700_000_000_000))
            .with_fonts(fonts(&Builtin))
    }

    fn frame(&self, tracker: &mut Tracker, size: Vec2) -> FullOutput {
        let screen = Rect::from_min_size(Pos2::ZERO, size);
        let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
        let mut output = self.context.run_ui(input, |ui| tracker.ui(ui));
        // Nothing is rendered.
        output.textures_delta.clear();
        output
    }

    /// Returns the content of the screen after the typefaces are loaded.
    fn look(&self, tracker: &mut Tracker, size: Vec2) -> Seen {
        self.frame(tracker, size);
        let output = self.frame(tracker, size);
        seen(&output, size)
    }

    fn fault(&mut self, what: impl Into<String>, place: &str) {
        self.faults.entry(what.into()).or_default().insert(place.to_owned());
    }

    /// Checks sizes and overlaps on a screen.
    fn judge(&mut self, screen: &str, seen: &Seen, size: Vec2, place: &str) {
        let least = if size.min_elem() < 600.0 { 43.9 } else { 57.9 };
        let whole = Rect::from_min_size(Pos2::ZERO, size).expand(0.6);
        for (index, (name, rect)) in seen.controls.iter().enumerate() {
            let what = format!("{screen}: {}", kind(name));
            // Panels dragged on the map of the table have their final shape.
            let least = if name.ends_with("drag to another chair") { 24.0 } else { least };
            if rect.width() < least || rect.height() < least {
                let place = format!("{place} ({:.0} × {:.0})", rect.width(), rect.height());
                self.fault(format!("{what} is too small"), &place);
            }
            if !whole.contains_rect(*rect) {
                self.fault(format!("{what} leaves the screen"), place);
            }
            for (other, there) in &seen.controls[index + 1..] {
                let shared = rect.intersect(*there);
                if shared.width() > 1.0 && shared.height() > 1.0 {
                    self.fault(format!("{what} lies over {}", kind(other)), place);
                }
            }
        }
        for (index, (text, rect)) in seen.texts.iter().enumerate() {
            if !whole.contains_rect(*rect) {
                self.fault(format!("{screen}: the text {text:?} leaves the screen"), place);
            }
            for (other, there) in &seen.texts[index + 1..] {
                let shared = rect.intersect(*there);
                if shared.width() > 3.0 && shared.height() > 3.0 {
                    self.fault(format!("{screen}: the text {text:?} lies over {other:?}"), place);
                }
            }
        }
    }

    /// Returns all faults, the most frequent first.
    fn told(&self) -> String {
        let mut all: Vec<(&String, &BTreeSet<String>)> = self.faults.iter().collect();
        all.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        let line = |(what, places): &(&String, &BTreeSet<String>)| {
            let some: Vec<&str> = places.iter().take(4).map(String::as_str).collect();
            format!("{} × {what}: {}\n", places.len(), some.join("; "))
        };
        all.iter().map(line).collect()
    }

    fn done(&self) {
        assert!(self.faults.is_empty(), "{} sorts of faults\n{}", self.faults.len(), self.told());
    }
}

/// Returns a control's name without that of a player, to report the same fault once.
fn kind(name: &str) -> String {
    NAMES.iter().fold(name.to_owned(), |name, player| name.replace(player, "…"))
}

fn seen(output: &FullOutput, size: Vec2) -> Seen {
    let screen = Rect::from_min_size(Pos2::ZERO, size);
    // A sheet is on a veil: everything below it is ignored.
    let veil = output.shapes.iter().rposition(|clipped| match &clipped.shape {
        Shape::Rect(rect) => rect.rect.contains_rect(screen.shrink(1.0)),
        _ => false,
    });
    let mut texts: Vec<(String, Rect)> = Vec::new();
    for clipped in &output.shapes[veil.unwrap_or_default()..] {
        match &clipped.shape {
            Shape::Text(text) => {
                let ink = text.visual_bounding_rect().intersect(clipped.clip_rect);
                if ink.is_positive() && !text.galley.text().trim().is_empty() {
                    texts.push((text.galley.text().to_owned(), ink));
                }
            }
            // A background hides text below it.
            Shape::Rect(ground) if ground.fill.is_opaque() => {
                texts.retain(|(_, ink)| !ground.rect.contains_rect(ink.shrink(2.0)));
            }
            _ => {}
        }
    }
    let update = output.platform_output.accesskit_update.as_ref().expect("the tree of controls");
    let controls = update.nodes.iter().filter(|(_, node)| node.role() == Role::Button).filter_map(|(_, node)| {
        let bounds = node.bounds()?;
        #[allow(clippy::cast_possible_truncation, reason = "points of a screen")]
        let rect =
            Rect::from_min_max(pos2(bounds.x0 as f32, bounds.y0 as f32), pos2(bounds.x1 as f32, bounds.y1 as f32));
        Some((node.label().unwrap_or_default().to_owned(), rect))
    });
    Seen { controls: controls.collect(), texts }
}

fn every(mut walk: impl FnMut(Vec2, usize, Seating, TextSize, &str)) {
    for size in SIZES.into_iter().flat_map(|size| [size, size.yx()]) {
        for players in 2..=8 {
            for seating in [Seating::Round, Seating::Long] {
                for text in TEXTS {
                    let place = format!("{}x{} {players} {seating:?} {text:?}", size.x, size.y);
                    walk(size, players, seating, text, &place);
                }
            }
        }
    }
}

/// Returns a game with one of every kind of event.
fn lively(players: usize, seating: Seating) -> Vec<Command> {
    let mut all = vec![Command::Begin(setup(players, seating))];
    all.push(Command::Take { seat: Seat(1), card: CardId::new("two-handed-axe") });
    all.push(Command::SetMail { seat: Seat(1), worn: true });
    if players > 2 {
        all.push(Command::Adjust { seat: Seat(2), by: -5 });
        all.push(Command::TurnShield { seat: Seat(2), to: Shield::Damaged });
        all.push(Command::TurnShield { seat: Seat(0), to: Shield::None });
    }
    all
}

#[test]
fn every_table_has_its_controls_apart_and_its_words_whole() {
    let mut walk = Walk::new();
    every(|size, players, seating, text, place| {
        let mut tracker = walk.tracker(Settings { text, ..Settings::default() }, &lively(players, seating));
        let seen = walk.look(&mut tracker, size);
        walk.judge("table", &seen, size, place);
        for action in ["attack", "recover", "end turn", "trip"] {
            let has = seen.controls.iter().any(|(name, _)| name.to_lowercase().ends_with(action));
            if !has {
                walk.fault(format!("table: no {action}"), place);
            }
        }
    });
    walk.done();
}

#[test]
fn every_setup_has_its_controls_apart_and_its_words_whole() {
    let mut walk = Walk::new();
    every(|size, players, seating, text, place| {
        if seating == Seating::Long {
            return;
        }
        let last = BTreeMap::from([("skirmish-5e".to_owned(), setup(players, seating))]);
        let mut tracker = walk.tracker(Settings { text, last: remembered(last), ..Settings::default() }, &[]);
        let seen = walk.look(&mut tracker, size);
        walk.judge("setup", &seen, size, place);
        if !seen.controls.iter().any(|(name, _)| name == "Start") {
            let all: Vec<&String> = seen.controls.iter().map(|(name, _)| name).collect();
            walk.fault(format!("setup: no way to begin among {all:?}"), place);
        }
    });
    walk.done();
}

/// Setups as settings remember them.
fn remembered(
    setups: std::collections::BTreeMap<String, skirmish_tracker::table::skirmish::Setup>,
) -> std::collections::BTreeMap<String, serde_json::Value> {
    let value = |setup| serde_json::to_value(setup).expect("a setup is JSON");
    setups.into_iter().map(|(game, setup)| (game, value(setup))).collect()
}

#[test]
fn the_sign_that_nothing_is_saved_covers_nothing() {
    let mut walk = Walk::new();
    let long =
        "this browser keeps nothing for us (storage is switched off), and the game is lost when this page is closed";
    for size in SIZES.into_iter().flat_map(|size| [size, size.yx()]) {
        for players in [2, 4, 8] {
            for (screen, happened) in [("table", lively(players, Seating::Round)), ("setup", Vec::new())] {
                let place = format!("{}x{} {players}", size.x, size.y);
                let mut tracker = walk.tracker(Settings::default(), &happened);
                let now = walk.context.input(|input| input.time);
                tracker.kept(Err(StoreError::System(long.to_owned())), now);
                let seen = walk.look(&mut tracker, size);
                let sign = seen.controls.iter().find(|(name, _)| name.contains(long)).map(|(_, rect)| *rect);
                let sign = sign.unwrap_or_else(|| panic!("{screen} {place}: no sign"));
                let own = |name: &str| name.contains("not being saved");
                // The line of a text is empty above its letters.
                let letters = seen.texts.iter().map(|(name, rect)| {
                    (name, egui::Rect::from_min_max(rect.min + egui::vec2(0.0, 0.25 * rect.height()), rect.max))
                });
                let controls = seen.controls.iter().map(|(name, rect)| (name, *rect));
                for (name, rect) in controls.chain(letters).filter(|(name, _)| !own(name)) {
                    let shared = sign.intersect(rect);
                    if shared.width() > 1.0 && shared.height() > 1.0 {
                        walk.fault(format!("{screen}: the sign lies over {}", kind(name)), &place);
                    }
                }
            }
        }
    }
    walk.done();
}
