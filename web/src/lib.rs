//! The tracker as a web page. The screens and the rules are the desktop's; this crate provides a browser's replacement
//! for window, disk and thread: see `page/page.js` for the other side.

mod app;
mod controls;
mod host;
mod image_loader;
mod library;
mod opened;
mod remote;
mod store;

use std::cell::RefCell;
use std::rc::Rc;

use eframe::{WebOptions, WebRunner};
use wasm_bindgen::prelude::*;

use app::{App, Given, Inbox};
use host::Host;
use library::Aside;
use skirmish_screens::StoreError;
use skirmish_together::{Join, Version};
use skirmish_tracker::table::from_json;

/// The tracker in a page, as the page sees it.
#[wasm_bindgen]
pub struct Page {
    inbox: Rc<RefCell<Inbox>>,
    context: egui::Context,
}

#[wasm_bindgen]
impl Page {
    /// Shows a message at the top of the screen for a while.
    pub fn notify(&self, what: String) {
        self.post(|inbox| inbox.notices.push(what));
    }

    /// Reports why lines of the journal aren't stored; `None` once all are.
    pub fn unkept(&self, why: Option<String>) {
        self.post(|inbox| inbox.unkept = why);
    }

    /// True if the screen stays on; `None` if unknown.
    pub fn awake(&self, held: Option<bool>) {
        self.post(|inbox| inbox.awake = held);
    }

    /// Imports a journal: the bytes of a file, a link, or the content of a link. People see it before it is played.
    pub fn bring(&self, journal: Vec<u8>) {
        self.post(|inbox| inbox.brought.push_back(journal));
    }

    /// Records that a finger moved, at this time of the page in milliseconds; the canvas hears of it after this.
    pub fn touched_at(&self, time: f64) {
        // The canvas asks for the frame.
        self.inbox.borrow_mut().touched_at = Some(time / 1000.0);
    }

    /// Shows a game, by id, or the shelf.
    pub fn show(&self, game: Option<String>) {
        self.post(|inbox| inbox.show = Some(game));
    }

    /// Delivers the archived journals, a JSON list.
    pub fn aside(&self, journals: &str) {
        let read = from_json::<Vec<Aside>>(journals.as_bytes()).map_err(|error| StoreError::System(error.to_string()));
        self.post(|inbox| inbox.aside = Some(read.map(|all| all.into_iter().map(Into::into).collect())));
    }

    /// Reports why the archived journals can't be read.
    pub fn aside_unread(&self, why: String) {
        self.post(|inbox| inbox.aside = Some(Err(StoreError::System(why))));
    }

    /// Delivers a message about the host of a shared table, as JSON.
    pub fn heard(&self, message: String) {
        self.post(|inbox| inbox.table.push(message));
    }

    /// Starts to report the controls to the page, for screen readers.
    pub fn tell_controls(&self) {
        self.context.enable_accesskit();
        self.context.request_repaint();
    }

    /// Takes the keyboard's focus from the controls, since it leaves the canvas.
    pub fn leave(&self) {
        self.context.memory_mut(|memory| memory.focused().iter().for_each(|focus| memory.surrender_focus(*focus)));
        self.context.request_repaint();
    }

    /// Activates a reported control.
    pub fn touch_control(&self, id: u64) {
        self.post(|inbox| inbox.touched.push(id));
    }

    fn post(&self, put: impl FnOnce(&mut Inbox)) {
        put(&mut self.inbox.borrow_mut());
        self.context.request_repaint();
    }
}

/// Returns the request to join a shared table, as JSON.
///
/// # Errors
/// It can't be written as text.
#[wasm_bindgen]
pub fn join(key: String, name: String, token: Option<String>, code: Option<String>) -> Result<String, JsValue> {
    let join = Join { version: Version::current(), key, name, token, code };
    serde_json::to_string(&join).map_err(|error| error.to_string().into())
}

/// Shows the tracker on a canvas.
///
/// `pack` contains the game and fonts packed by the page's builder, `kept` the stored data of each game, a JSON object,
/// `settings` the stored settings, `preferences` those of the device, `first` the game to open immediately, `member` the
/// membership at the table of a host.
///
/// # Errors
/// A fault in the pack, or why the browser provides no canvas, in words.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "values pass from the page one by one")]
pub async fn start(
    host: Host,
    canvas: web_sys::HtmlCanvasElement,
    pack: Vec<u8>,
    kept: &str,
    settings: Option<String>,
    preferences: &str,
    first: Option<String>,
    member: Option<String>,
) -> Result<Page, JsValue> {
    let host = Rc::new(host);
    let games = from_json(kept.as_bytes()).map_err(|error| error.to_string())?;
    let preferences = from_json(preferences.as_bytes()).map_err(|error| error.to_string())?;
    let member = member.map(|member| from_json(member.as_bytes())).transpose().map_err(|error| error.to_string())?;
    let given = Given { pack, games, settings, preferences, first, member };
    let inbox = Rc::<RefCell<Inbox>>::default();
    let (ours, context) = (Rc::clone(&inbox), Rc::<RefCell<Option<egui::Context>>>::default());
    let theirs = Rc::clone(&context);
    let make = move |creation: &eframe::CreationContext<'_>| {
        theirs.replace(Some(creation.egui_ctx.clone()));
        Ok(Box::new(App::new(&creation.egui_ctx, host, given, ours)?) as Box<dyn eframe::App>)
    };
    // Nothing on the screens fades from one colour into another, where steps could be seen.
    let options = WebOptions { dithering: false, ..WebOptions::default() };
    WebRunner::new().start(canvas, options, Box::new(make)).await?;
    let context = context.borrow_mut().take().ok_or("the canvas did not start")?;
    Ok(Page { inbox, context })
}
