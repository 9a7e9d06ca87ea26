//! The controls that screen readers find on each screen: a tour through every game, as it is written down in `tests/trees`.
//!
//! There, a line with `>` is the name of a control that is activated, and one with `#` a screen: below it are all its controls, in
//! their groups, and words that no control says, with a “ before them. A line with `=` counts the taps since the last one, and has the words that are announced after them.
//! Every control has a name, and no other in its group has the same. While a sheet is open, nothing below it can be reached.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::screens_common::{Players, TABLET};
use egui::accesskit::{Action, Live, Role, Toggled};
use egui::{Vec2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::NodeT as _;
use skirmish_assets::Builtin;
use skirmish_base::vfs::{Vfs, WorkDir};
use skirmish_screens::{NullStore, Screens, Settings, TextSize};
use skirmish_tracker::table::{battling, declared, skirminion, skirmish, warband};

/// Phones, tablets, a laptop's and a large screen, in points.
pub const SEVEN: [Vec2; 7] = [
    vec2(390.0, 844.0),
    vec2(844.0, 390.0),
    vec2(360.0, 640.0),
    vec2(768.0, 1024.0),
    vec2(1024.0, 768.0),
    vec2(1366.0, 1024.0),
    vec2(1920.0, 1080.0),
];

/// The controls of the screens so far, and their faults.
#[derive(Default)]
pub struct Notes {
    text: String,
    faults: BTreeSet<String>,
}

/// A screen reader on its way through the screens of a game.
struct Tour {
    players: Players,
    notes: Notes,
    /// Taps of the act that goes on.
    taps: usize,
}

/// A control or a group of them.
struct Found {
    depth: usize,
    role: Role,
    name: String,
    /// The names of its groups, from the outermost on.
    groups: Vec<String>,
    states: Vec<&'static str>,
}

impl Found {
    fn is_group(&self) -> bool {
        matches!(self.role, Role::Dialog | Role::Group)
    }
}

/// Collects all below a node that a screen reader stops at.
fn collect(node: &Node<'_>, groups: &[String], found: &mut Vec<Found>) {
    for child in node.children() {
        let inner = child.accesskit_node();
        let data = inner.data();
        let is_text = inner.role() == Role::Label;
        let name = if is_text { inner.value() } else { inner.label() }.unwrap_or_default();
        let is_control = data.supports_action(Action::Click) || data.supports_action(Action::Focus);
        let states = [
            (data.toggled() == Some(Toggled::True) || data.is_selected() == Some(true), "chosen"),
            (data.is_disabled(), "off"),
        ];
        let states = states.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
        let (depth, role, of) = (groups.len(), inner.role(), groups.to_vec());
        let thing = Found { depth, role, name: name.clone(), groups: of, states };
        if thing.is_group() {
            found.push(thing);
            collect(&child, &[groups, &[name]].concat(), found);
        } else {
            if is_control || is_text {
                found.push(thing);
            }
            collect(&child, groups, found);
        }
    }
}

impl Notes {
    /// Returns the file of a tour.
    fn file(tour: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees").join(format!("{tour}.txt"))
    }

    /// Writes a screen down, and judges it.
    pub fn see(&mut self, root: &Node<'_>, screen: &str) {
        let mut found = Vec::new();
        collect(root, &[], &mut found);
        self.add(format_args!("# {screen}"));
        let mut names = BTreeSet::new();
        let is_sheet = found.iter().any(|thing| thing.role == Role::Dialog);
        for thing in &found {
            let states: String = thing.states.iter().map(|state| format!(" ({state})")).collect();
            let mark = if thing.is_group() { ":" } else { "" };
            let text = if thing.role == Role::Label { "“" } else { "" };
            self.add(format_args!("{}{text}{}{mark}{states}", "  ".repeat(thing.depth), thing.name));
            let mut fault =
                |what: &str| self.faults.insert(format!("{screen}: {what}: {:?} {}", thing.role, thing.name));
            if thing.name.trim().is_empty() {
                fault("without a name");
            } else if !names.insert((thing.groups.clone(), thing.name.clone())) {
                fault("twice in its group");
            }
            if is_sheet && thing.depth == 0 && !thing.is_group() {
                fault("below an open sheet");
            }
        }
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a text");
    }

    /// Compares the notes with the file of a tour.
    pub fn compare(&self, tour: &str) {
        let file = Self::file(tour);
        let written = fs::read_to_string(&file).unwrap_or_default();
        if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
            fs::write(&file, &self.text).expect("a file");
        }
        assert!(self.faults.is_empty(), "{tour}: {:#?}", self.faults);
        let differs = self.text.lines().zip(written.lines()).find(|(now, before)| now != before);
        let how = "Read it; if it is right, run `UPDATE=1 cargo test --features tracker --test app can_be_heard`.";
        assert!(self.text == written, "{} differs, first {differs:?}. {how}", file.display());
    }
}

impl Tour {
    /// Begins a tour on a screen of a size.
    fn at<G: Screens>(size: Vec2, folder: impl Vfs + Send + 'static, game: &str) -> Self {
        let players = Players::of::<G>(size, Settings::default(), (folder, game), Vec::new(), Box::new(NullStore));
        Self { players, notes: Notes::default(), taps: 0 }
    }

    /// Goes through the screens of a game as its file says, where a screen of this size has the controls, and collects faults:
    /// words that are cut, controls that are off the screen or small.
    fn look<G: Screens>(size: Vec2, folder: impl Vfs + Send + 'static, game: &str, faults: &mut Vec<String>) {
        let mut tour = Self::at::<G>(size, folder, game);
        for line in fs::read_to_string(Notes::file(game)).expect("a file").lines() {
            if let Some(name) = line.strip_prefix("> ") {
                if tour.find(name).is_some() {
                    tour.go(name);
                }
            } else if let Some(screen) = line.strip_prefix("# ") {
                let picture = screen.replace(|letter: char| !letter.is_alphanumeric(), "-");
                tour.players.look(&format!("{}x{}-{game}-{picture}", size.x, size.y));
                let screen = format!("{game} at {size}, {screen}");
                // The rule of a choice is cut where there is little room; its card has the whole.
                let cut = tour.players.cut_words().into_iter().filter(|words| words.len() < 80);
                faults.extend(cut.map(|words| format!("{screen}: {words}")));
                let room = tour.players.harness.ctx.content_rect().expand(0.5);
                let outside = tour.players.controls().into_iter().filter(|control| !room.contains_rect(*control));
                faults.extend(outside.map(|control| format!("{screen}: {control} is off the screen")));
            }
        }
    }

    /// Goes through the screens of a game as its file says, and compares the controls with it.
    fn of<G: Screens>(folder: impl Vfs + Send + 'static, game: &str) {
        let mut tour = Self::at::<G>(TABLET, folder, game);
        for line in fs::read_to_string(Notes::file(game)).expect("a file").lines() {
            if let Some(name) = line.strip_prefix("> ") {
                tour.go(name);
            } else if let Some(screen) = line.strip_prefix("# ") {
                tour.notes.see(&tour.players.harness.root(), screen);
            } else if line.starts_with("= ") {
                tour.hear();
            }
        }
        tour.notes.compare(game);
    }

    /// Writes down how many taps an act took, and its announcement.
    fn hear(&mut self) {
        let taps = std::mem::take(&mut self.taps);
        let live = |node: &Node<'_>| node.accesskit_node().live() == Live::Polite;
        let said = self.players.harness.root().children_recursive().find(live).expect("a live region");
        let said = said.accesskit_node().value().unwrap_or_default();
        self.notes.add(format_args!("= {taps} {}: {said}", if taps == 1 { "tap" } else { "taps" }));
    }

    /// Activates the first control whose name is or begins with this, as a screen reader does.
    fn go(&mut self, name: &str) {
        self.notes.add(format_args!("> {name}"));
        self.taps += 1;
        let Some(node) = self.find(name) else {
            let all = self.players.harness.root().children_recursive();
            let names: Vec<String> = all.map(|node| label(&node)).filter(|name| !name.is_empty()).collect();
            panic!("no {name:?} among {names:#?} after\n{}", self.notes.text);
        };
        node.click_accesskit();
        self.players.wait(0.05);
    }

    fn find(&self, name: &str) -> Option<Node<'_>> {
        let all = || self.players.harness.root().children_recursive();
        all().find(|node| label(node) == name).or_else(|| all().find(|node| label(node).starts_with(name)))
    }
}

fn label(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

#[test]
fn all_screens_are_whole_at_seven_sizes() {
    let mut faults = Vec::new();
    for size in SEVEN {
        Tour::look::<skirmish::Rules>(size, Builtin, "skirmish-5e", &mut faults);
        Tour::look::<battling::Rules>(size, Builtin, "battling-cards", &mut faults);
        Tour::look::<skirminion::Rules>(size, Builtin, "skirminion", &mut faults);
        Tour::look::<warband::Rules>(size, Builtin, "warhammer-skirmish", &mut faults);
        let folder = starter();
        Tour::look::<declared::Rules>(size, WorkDir::new(folder.path(), &Builtin), "my-game", &mut faults);
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn skirmish_and_what_all_games_share_can_be_heard() {
    Tour::of::<skirmish::Rules>(Builtin, "skirmish-5e");
}

#[test]
fn battling_cards_can_be_heard() {
    Tour::of::<battling::Rules>(Builtin, "battling-cards");
}

#[test]
fn skirminion_can_be_heard() {
    Tour::of::<skirminion::Rules>(Builtin, "skirminion");
}

#[test]
fn warband_skirmish_can_be_heard() {
    Tour::of::<warband::Rules>(Builtin, "warhammer-skirmish");
}

/// Returns a folder with the starter game.
fn starter() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for path in Builtin.files("templates/starter") {
        let to = folder.path().join(path.replace("templates/starter", "card-data/my-game"));
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::write(to, Builtin.read(&path).expect("it is embedded")).expect("a file");
    }
    folder
}

#[test]
fn a_declared_game_can_be_heard() {
    let folder = starter();
    Tour::of::<declared::Rules>(WorkDir::new(folder.path(), &Builtin), "my-game");
}

/// Looks at a setup and a table on a tablet with giant text, which has the room of a small one.
fn giant<G: Screens>(folder: impl Vfs + Send + 'static, game: &str, cut: &mut Vec<String>) {
    let settings = Settings { text: TextSize::Giant, ..Settings::default() };
    let mut players = Players::of::<G>(vec2(1024.0, 712.0), settings, (folder, game), Vec::new(), Box::new(NullStore));
    for screen in ["setup", "table"] {
        players.look(&format!("giant-{game}-{screen}"));
        players.check_controls(44.0, &format!("{game}: {screen}"));
        cut.extend(players.cut_words().into_iter().map(|words| format!("{game}, {screen}: {words}")));
        if screen == "setup" {
            players.tap("Start");
        }
    }
}

#[test]
fn giant_text_leaves_room_for_all_words_and_controls() {
    let mut cut = Vec::new();
    giant::<skirmish::Rules>(Builtin, "skirmish-5e", &mut cut);
    giant::<battling::Rules>(Builtin, "battling-cards", &mut cut);
    giant::<skirminion::Rules>(Builtin, "skirminion", &mut cut);
    giant::<warband::Rules>(Builtin, "warhammer-skirmish", &mut cut);
    let folder = starter();
    giant::<declared::Rules>(WorkDir::new(folder.path(), &Builtin), "my-game", &mut cut);
    assert!(cut.is_empty(), "{cut:#?}");
}
