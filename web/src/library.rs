//! The games of the pack, and their journals in the browser's storage.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use egui::Context;
use serde::Deserialize;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_base::vfs::{Packed, Vfs as _};
use skirmish_gallery::{Album, Gallery, Stepwise};
use skirmish_model::game::{Game, Glossary};
use skirmish_read as read;
use skirmish_screens::{
    Cards, ForGame, GameInfo, Library, OldJournal, OpenError, Screens, Settings, StoreError, Tracker, for_game,
};
use skirmish_together::{AnyTable, Device, Joined};
use skirmish_tracker::table::{Millis, Table, from_json};

use crate::app::{Inbox, Kept, StartError, clock};
use crate::host::Host;
use crate::image_loader::HostImages;
use crate::opened::{open, unwritten};
use crate::remote::{Membership, Remote};
use crate::store::Browser;

/// Path of the shelf's index in the pack.
const SHELF: &str = "shelf.json";

/// The shelf's data about the games, which avoids reading any before it is opened.
#[derive(Deserialize)]
pub struct Index {
    /// The games, in the order of the shelf.
    pub games: Vec<Listed>,
    /// The covers.
    pub album: Album,
}

/// A game of the pack.
#[derive(Deserialize)]
pub struct Listed {
    id: String,
    title: String,
    printing: String,
    /// The file of its album, from the folder of the page.
    album: String,
}

impl Index {
    /// Reads the index of a pack.
    ///
    /// # Errors
    /// The index is missing or damaged.
    pub fn read(vfs: &Packed) -> Result<Self, StartError> {
        Ok(from_json(&vfs.read(SHELF)?)?)
    }

    /// Drops all games but one: a shared table has one game.
    pub fn keep_only(&mut self, game: Option<&str>) {
        self.games.retain(|listed| Some(listed.id.as_str()) == game);
    }
}

/// An archived journal, as reported by the page.
#[derive(Deserialize)]
pub struct Aside {
    number: u64,
    game: String,
    /// Milliseconds since 1970.
    changed: u64,
    text: String,
}

impl From<Aside> for OldJournal {
    fn from(Aside { number, game, changed, text }: Aside) -> Self {
        Self { id: number.to_string(), game, changed: Millis(changed), journal: text.into_bytes() }
    }
}

/// The games of the pack.
pub struct PageLibrary {
    vfs: Packed,
    games: Vec<Listed>,
    /// Stored data when the page opened, by game.
    kept: HashMap<String, Kept>,
    /// Games whose journals can't be continued and have to be archived.
    unplayable: BTreeSet<String>,
    /// The membership at the table of a host, until it is opened.
    member: Option<Membership>,
    host: Rc<Host>,
    inbox: Rc<RefCell<Inbox>>,
}

impl PageLibrary {
    /// Creates the library of an index.
    pub fn new(
        vfs: Packed,
        games: Vec<Listed>,
        kept: HashMap<String, Kept>,
        member: Option<Membership>,
        host: Rc<Host>,
        inbox: Rc<RefCell<Inbox>>,
    ) -> Self {
        Self { vfs, games, kept, unplayable: BTreeSet::new(), member, host, inbox }
    }
}

impl Library for PageLibrary {
    fn games(&self) -> Vec<GameInfo> {
        let game_info = |Listed { id, title, printing, .. }: &Listed| GameInfo {
            id: id.clone(),
            title: title.clone(),
            printing: printing.clone(),
        };
        self.games.iter().map(game_info).collect()
    }

    fn data(&self, game: &str) -> Option<(Game, Glossary)> {
        let game = read_game(&self.vfs, game).ok()?;
        let glossary = read::glossary(&self.vfs, &game);
        Some((game, glossary))
    }

    fn journal(&self, game: &str) -> Option<Vec<u8>> {
        self.kept.get(game).map(|kept| kept.journal.clone().into_bytes())
    }

    fn open(&mut self, game: &str, settings: &Settings, ctx: &Context) -> Result<Tracker, OpenError> {
        let data = read_game(&self.vfs, game).map_err(|diagnostics| OpenError::data(&diagnostics))?;
        let glossary = read::glossary(&self.vfs, &data);
        let album = self.games.iter().find(|listed| listed.id == game).map_or("", |listed| &listed.album);
        let again = ctx.clone();
        let images = Box::new(HostImages(Rc::clone(&self.host)));
        let gallery = Stepwise::new(&data, album, images, move || again.request_repaint());
        let cards = Cards::new(&data, glossary.clone());
        if let Some(member) = self.member.take() {
            let table =
                skirmish_together::open(&data, &glossary).map_err(|diagnostics| OpenError::data(&diagnostics))?;
            let (settings, host, inbox) = (settings.clone(), Rc::clone(&self.host), Rc::clone(&self.inbox));
            let joining = Joining { member, table, cards, settings, gallery: Box::new(gallery), host, inbox };
            let opened = for_game(&data, &glossary, joining);
            return opened.unwrap_or_else(|diagnostics| Err(OpenError::data(&diagnostics)));
        }
        let start = Start {
            cards,
            settings: settings.clone(),
            gallery: Box::new(gallery),
            journal: self.kept.get(game).map(|kept| kept.journal.clone()),
            draft: self.kept.get(game).and_then(|kept| kept.draft.clone()),
            set_aside: self.unplayable.contains(game),
            id: game.to_owned(),
            host: Rc::clone(&self.host),
            inbox: Rc::clone(&self.inbox),
        };
        let opened = for_game(&data, &glossary, start);
        opened.unwrap_or_else(|diagnostics| Err(OpenError::data(&diagnostics)))
    }

    fn archive(&mut self, game: &str) -> Result<(), StoreError> {
        // A journal that is begun takes its place.
        self.unplayable.insert(game.to_owned());
        self.kept.remove(game);
        Ok(())
    }

    fn request_archived(&mut self) {
        self.host.look_aside();
    }

    fn archived(&mut self) -> Option<Result<Vec<OldJournal>, StoreError>> {
        self.inbox.borrow_mut().aside.take()
    }

    fn forget(&mut self, journal: &str) -> Result<(), StoreError> {
        self.host.forget(journal.parse().map_err(|_| StoreError::System(format!("{journal} is no journal")))?);
        Ok(())
    }

    fn brought(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        self.inbox.borrow_mut().brought.pop_front().map(Ok)
    }

    fn has_studio(&self) -> bool {
        self.host.has_studio()
    }

    fn open_studio(&mut self) {
        self.host.open_studio("");
    }

    fn shows(&mut self, game: Option<&GameInfo>, _ctx: &Context) {
        let told = game.map_or(("", ""), |game| (&game.id, &game.title));
        self.host.shows(told.0, told.1);
    }
}

/// Reads a game of the pack, if its data are valid.
fn read_game(vfs: &Packed, id: &str) -> Result<Game, Vec<Diagnostic>> {
    let reading = read::game(vfs, id);
    let errors: Vec<Diagnostic> = reading.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    reading.game.filter(|_| errors.is_empty()).ok_or(errors)
}

/// Inputs of a tracker at the table of a host.
struct Joining {
    member: Membership,
    table: Box<dyn AnyTable>,
    cards: Cards,
    settings: Settings,
    gallery: Box<dyn Gallery>,
    host: Rc<Host>,
    inbox: Rc<RefCell<Inbox>>,
}

impl ForGame for Joining {
    type Output = Result<Tracker, OpenError>;

    fn with<G: Screens>(self, rules: Arc<G>) -> Self::Output {
        let Self { member: Membership { saved, key, name, joined }, table, cards, settings, gallery, host, inbox } =
            self;
        let token = match &joined {
            Joined::Welcome(welcome) => Some(welcome.token.clone()),
            Joined::Waiting | Joined::Refused(_) => None,
        };
        let restored = saved.and_then(|saved| Device::restore(table.fork(), &saved).ok());
        let device = restored.unwrap_or_else(|| Device::new(table, key, name, token));
        let remote = Remote::new(device, joined, host, inbox, clock());
        let store = Box::new(remote.map_err(unwritten)?);
        Ok(Tracker::new(cards, Table::new(rules), settings, gallery, store, clock))
    }
}

/// Inputs of a tracker of any game.
struct Start {
    cards: Cards,
    settings: Settings,
    gallery: Box<dyn Gallery>,
    journal: Option<String>,
    draft: Option<String>,
    /// True if the stored journal has to be archived, and offered as a download.
    set_aside: bool,
    id: String,
    host: Rc<Host>,
    inbox: Rc<RefCell<Inbox>>,
}

impl ForGame for Start {
    type Output = Result<Tracker, OpenError>;

    fn with<G: Screens>(self, rules: Arc<G>) -> Self::Output {
        let Self { cards, settings, gallery, journal, draft, set_aside, id, host, inbox } = self;
        let opened = open(journal.as_deref(), &rules)?;
        if let Some(journal) = &opened.instead {
            host.replace(&id, journal, opened.give || set_aside);
        }
        let store = Box::new(Browser { host, game: id, inbox, writer: opened.writer, draft });
        let mut tracker = Tracker::new(cards, opened.table, settings, gallery, store, clock);
        if let Some(note) = opened.note {
            tracker.notify_until_tapped(note);
        }
        Ok(tracker)
    }
}
