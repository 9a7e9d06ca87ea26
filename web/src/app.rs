//! The tracker on its canvas.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use serde::Deserialize;
use skirmish_base::vfs::{PackError, Packed, VfsError};
use skirmish_gallery::Stepwise;
use skirmish_screens::{Awake, OldJournal, Preferences, Settings, Shelf, StoreError, fonts};
use skirmish_tracker::table::Millis;

use crate::controls::AccessibilityBridge;
use crate::host::{self, Host};
use crate::image_loader::HostImages;
use crate::library::{Index, PageLibrary};
use crate::remote::Membership;

/// Stored data of a game.
#[derive(Deserialize)]
pub struct Kept {
    /// Its journal.
    pub journal: String,
    /// Open sheet when the page was left.
    pub draft: Option<String>,
}

/// Data from the page at the start.
pub struct Given {
    /// The data of the games, the typefaces of the screen and the indices of the pictures.
    pub pack: Vec<u8>,
    /// Stored data of each game.
    pub games: HashMap<String, Kept>,
    /// Stored settings.
    pub settings: Option<String>,
    /// Preferences of the device.
    pub preferences: Preferences,
    /// The game that is opened at once, by id.
    pub first: Option<String>,
    /// The membership at the table of a host.
    pub member: Option<Membership>,
}

/// Messages of the page since the last frame.
#[derive(Default)]
pub struct Inbox {
    /// Something for people to read.
    pub notices: Vec<String>,
    /// True if the screen stays on.
    pub awake: Option<bool>,
    /// Journals that were chosen, dropped, pasted, or came in the page's address.
    pub brought: VecDeque<Vec<u8>>,
    /// When the newest touch happened, in seconds of the page.
    pub touched_at: Option<f64>,
    /// Controls that a screen reader's user activated.
    pub touched: Vec<u64>,
    /// Reason why lines of the journal aren't stored, if any aren't.
    pub unkept: Option<String>,
    /// The archived journals, or why they can't be read.
    pub aside: Option<Result<Vec<OldJournal>, StoreError>>,
    /// Screen to show: a game, by id, or the shelf.
    pub show: Option<Option<String>>,
    /// Messages about the host of a shared table, as JSON.
    pub table: Vec<String>,
}

impl Inbox {
    /// Returns the page's last result of storing lines.
    ///
    /// # Errors
    /// Why some of them aren't stored.
    pub fn kept(&self) -> Result<(), StoreError> {
        self.unkept.clone().map_or(Ok(()), |why| Err(StoreError::System(why)))
    }
}

/// Reason why the page has no tracker.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The loaded file doesn't match the page.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The index of the games is missing.
    #[error(transparent)]
    Missing(#[from] VfsError),
    /// The index of the games is damaged.
    #[error("the index of the games cannot be read: {0}")]
    Index(#[from] serde_json::Error),
}

/// The tracker on its canvas.
pub struct App {
    shelf: Shelf,
    host: Rc<Host>,
    inbox: Rc<RefCell<Inbox>>,
    playing: Option<bool>,
    /// True if the focus is at the first or at the last control, as last sent to the page.
    at_ends: [bool; 2],
}

impl App {
    /// Opens the shelf with the games of the pack in their stored state, and the named game, if any.
    ///
    /// # Errors
    /// See [`StartError`].
    pub fn new(
        context: &egui::Context,
        host: Rc<Host>,
        given: Given,
        inbox: Rc<RefCell<Inbox>>,
    ) -> Result<Self, StartError> {
        let vfs = Packed::open(given.pack)?;
        let mut index = Index::read(&vfs)?;
        if let Some(member) = &given.member {
            index.keep_only(member.game());
        }
        let fonts = fonts(&vfs);
        let settings = Settings::read(given.settings.as_deref().map(str::as_bytes), given.preferences);
        given.preferences.apply(context);
        let again = context.clone();
        let images = Box::new(HostImages(Rc::clone(&host)));
        let library =
            PageLibrary::new(vfs, index.games, given.games, given.member, Rc::clone(&host), Rc::clone(&inbox));
        let gallery = Stepwise::for_shelf(index.album, images, move || again.request_repaint());
        let shelf = Shelf::new(Box::new(library), Box::new(gallery), fonts, settings, clock, given.first);
        context.add_plugin(AccessibilityBridge::new(Rc::clone(&host)));
        Ok(Self { shelf, host, inbox, playing: None, at_ends: [false; 2] })
    }

    fn take(&mut self, now: f64) {
        let mut inbox = self.inbox.borrow_mut();
        for what in inbox.notices.drain(..) {
            self.shelf.notify(what, now);
        }
        match inbox.show.take() {
            // The browser's back button closes an open sheet first.
            Some(None) if self.shelf.close_sheet() => self.host.stays(),
            Some(game) => self.shelf.show(game),
            None => {}
        }
        if let Some(at) = inbox.touched_at.take() {
            self.shelf.touched(at);
        }
        self.shelf.kept(inbox.unkept.as_deref(), now);
        self.shelf.awake(match inbox.awake {
            Some(false) => Awake::MaySleep,
            _ => Awake::StaysOn,
        });
    }

    fn tell_playing(&mut self) {
        let playing = self.shelf.standing().goes_on();
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
        self.shelf.ui(ui);
        self.tell_playing();
        let at_ends = self.shelf.focus_at_ends(ui.ctx());
        if std::mem::replace(&mut self.at_ends, at_ends) != at_ends {
            self.host.focus_at_ends(at_ends[0], at_ends[1]);
        }
        self.host.drawn();
    }
}

/// Returns the current time.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "milliseconds since 1970")]
pub fn clock() -> Millis {
    Millis(host::now() as u64)
}
