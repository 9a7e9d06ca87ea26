//! The tracker on its canvas.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use skirmish::app::{Awake, Cards, Settings, TextSize, Tracker, fonts};
use skirmish::gallery::{Album, Stepwise};
use skirmish::problem::{self, Problem};
use skirmish::read;
use skirmish::shelf::{Packed, Shelf as _};
use skirmish::table::{Millis, Rules};

use crate::controls::Teller;
use crate::darkroom::Loaded;
use crate::host::{self, Host};
use crate::opened::open;
use crate::store::Browser;

/// Where the index of the pictures lies in the pack.
const ALBUM: &str = "album.json";

/// What the page gives at the start.
pub struct Given {
    /// The game's data, the typefaces of the screen and the index of the pictures.
    pub pack: Vec<u8>,
    /// What was kept of a journal.
    pub journal: Option<String>,
    /// What was kept of the settings.
    pub settings: Option<String>,
    /// How much larger than usual text is in this browser.
    pub large: f32,
}

/// What the page has to say since the last frame.
#[derive(Default)]
pub struct Inbox {
    /// Something for people to read.
    pub say: Vec<String>,
    /// Whether the screen stays on.
    pub awake: Option<bool>,
    /// Journals that were chosen, dropped, pasted, or came in the page's address.
    pub brought: VecDeque<Vec<u8>>,
    /// Controls that somebody who hears the page touched.
    pub touched: Vec<u64>,
}

/// The tracker on its canvas.
pub struct App {
    tracker: Tracker,
    host: Rc<Host>,
    inbox: Rc<RefCell<Inbox>>,
    playing: Option<bool>,
}

impl App {
    /// A tracker of the game in the pack, with the table as it was left.
    ///
    /// # Errors
    /// What is wrong with the pack, in words.
    pub fn new(
        context: &egui::Context,
        host: Rc<Host>,
        given: Given,
        inbox: Rc<RefCell<Inbox>>,
    ) -> Result<Self, String> {
        let shelf = Packed::open(given.pack).map_err(|error| error.to_string())?;
        let id = shelf.folders("card-data").into_iter().next().ok_or("there is no game in this page")?;
        let reading = read::game(&shelf, &id);
        let game = match reading.game {
            Some(game) if !reading.problems.iter().any(Problem::is_error) => game,
            _ => return Err(problem::told(reading.problems.iter().filter(|problem| problem.is_error()))),
        };
        let glossary = read::glossary(&shelf, &game);
        let rules = Arc::new(Rules::new(&game, &glossary).map_err(|problems| problem::told(&problems))?);
        let album = shelf.read(ALBUM).map_err(|error| error.to_string())?;
        let album: Album = serde_json::from_slice(&album).map_err(|error| error.to_string())?;
        let opened = open(given.journal.as_deref(), &rules).map_err(|error| error.to_string())?;
        if let Some(journal) = &opened.instead {
            host.replace(journal, opened.give);
        }
        let settings = settings(given.settings.as_deref(), given.large);
        let again = context.clone();
        let gallery = Stepwise::new(&game, album, Box::new(Loaded(Rc::clone(&host))), move || again.request_repaint());
        let cards = Cards::new(&game, glossary);
        let store = Box::new(Browser { host: Rc::clone(&host), inbox: Rc::clone(&inbox) });
        let mut tracker = Tracker::new(cards, fonts(&shelf), opened.table, settings, Box::new(gallery), store, clock);
        if let Some(note) = opened.note {
            tracker.say(note, 0.0);
        }
        context.add_plugin(Teller::new(Rc::clone(&host)));
        Ok(Self { tracker, host, inbox, playing: None })
    }

    fn take(&mut self, now: f64) {
        let mut inbox = self.inbox.borrow_mut();
        for what in inbox.say.drain(..) {
            self.tracker.say(what, now);
        }
        self.tracker.awake(match inbox.awake {
            Some(false) => Awake::MaySleep,
            _ => Awake::StaysOn,
        });
    }

    fn tell_playing(&mut self) {
        let state = self.tracker.table().state();
        let playing = state.begun() && state.winner.is_none();
        if self.playing != Some(playing) {
            self.playing = Some(playing);
            self.host.playing(playing);
        }
    }
}

impl eframe::App for App {
    fn raw_input_hook(&mut self, _context: &egui::Context, input: &mut egui::RawInput) {
        for id in self.inbox.borrow_mut().touched.drain(..) {
            let request =
                ActionRequest { action: Action::Click, target_tree: TreeId::ROOT, target_node: NodeId(id), data: None };
            input.events.push(egui::Event::AccessKitActionRequest(request));
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.take(ui.ctx().input(|input| input.time));
        self.tracker.ui(ui);
        self.tell_playing();
        self.host.drawn();
    }
}

/// The settings as they were kept; of a browser with large text, large ones where none were kept.
fn settings(kept: Option<&str>, large: f32) -> Settings {
    let text = match large {
        large if large >= 1.6 => TextSize::Huge,
        large if large >= 1.2 => TextSize::Large,
        _ => TextSize::Middle,
    };
    let otherwise = Settings { text, ..Settings::default() };
    kept.and_then(|kept| serde_json::from_str(kept).ok()).unwrap_or(otherwise)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "milliseconds since 1970")]
fn clock() -> Millis {
    Millis(host::now() as u64)
}
