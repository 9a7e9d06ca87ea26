//! The tracker in a window of its own.

use std::fs;

use eframe::{CreationContext, NativeOptions};
use egui::{IconData, ViewportBuilder};

use crate::disk::{DiskLibrary, Paths, now};
use crate::preferences::{Changes, preferences};
use skirmish_artist::Threaded;
use skirmish_base::diagnostic::Diagnostic;
use skirmish_base::vfs::Vfs;
use skirmish_gallery::{PictureRequest, Pixels, Sketcher};
use skirmish_read as read;
use skirmish_screens::{Awake, Library as _, Settings, Shelf, fonts};

/// The window title while no game is open.
pub(super) const TITLE: &str = "Skirmish";

/// The reason why the window failed to open, or closed unexpectedly.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The game's data cannot be played.
    #[error("the game can’t be played:\n{}", skirmish_base::diagnostic::format_plain(.0))]
    Diagnostics(Vec<Diagnostic>),
    /// The system gives no window.
    #[error("can’t open a window: {0}")]
    Window(#[from] eframe::Error),
}

/// The settings of a window.
pub struct Window<S> {
    /// Where the games and the fonts are.
    pub vfs: S,
    /// The game that is opened at once, by id; the shelf with all games where none is named.
    pub game: Option<String>,
    /// Where journals and settings are kept.
    pub paths: Paths,
}

/// Shows a window until people close it.
///
/// # Errors
/// See [`WindowError`].
pub fn run<S: Vfs + Clone + Send + 'static>(window: Window<S>) -> Result<(), WindowError> {
    let Window { vfs, game, paths } = window;
    let preferences = preferences();
    let settings = Settings::read(fs::read(&paths.settings).ok().as_deref(), preferences);
    let library = DiskLibrary::new(vfs.clone(), paths);
    if let Some(game) = game.as_ref().filter(|game| library.games().iter().all(|game_info| game_info.id != **game)) {
        return Err(WindowError::Diagnostics(read::game(&vfs, game).diagnostics));
    }
    // A shield, as the page and the programs of Windows have it.
    let shield = Sketcher::of_no_game().draw(&PictureRequest::Emblem { style: 0, size: 128, drained: false });
    let icon =
        shield.map(|Pixels { width, height, rgba }| IconData { rgba, width: width.into(), height: height.into() });
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title(TITLE)
            .with_icon(icon.unwrap_or_default())
            .with_inner_size([1180.0, 820.0])
            .with_min_inner_size([360.0, 360.0]),
        ..NativeOptions::default()
    };
    let make = |context: &CreationContext<'_>| {
        preferences.apply(&context.egui_ctx);
        let again = context.egui_ctx.clone();
        let fonts = fonts(&vfs);
        let gallery = Threaded::for_shelf(vfs, move || again.request_repaint())?;
        let shelf = Shelf::new(Box::new(library), Box::new(gallery), fonts, settings, now, game);
        let again = context.egui_ctx.clone();
        let changes = Changes::new(move || again.request_repaint());
        Ok(Box::new(App { shelf, changes, awake: None, tried: false }) as Box<dyn eframe::App>)
    };
    Ok(eframe::run_native("skirmish-table", options, Box::new(make))?)
}

/// Shows a message in a dialog, for programs without a console.
pub fn alert(message: &str) {
    let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error).set_title(TITLE);
    dialog.set_description(message).show();
}

/// The tracker in its window.
struct App {
    shelf: Shelf,
    changes: Changes,
    /// Keeps the screen on while held.
    awake: Option<keepawake::KeepAwake>,
    tried: bool,
}

impl App {
    /// The screen stays on while a game goes on; where the system does not let us, the screen says so.
    fn stay_awake(&mut self) {
        let wanted = self.shelf.standing().goes_on();
        if !wanted {
            self.awake = None;
            self.tried = false;
        } else if !self.tried {
            self.tried = true;
            let mut builder = keepawake::Builder::default();
            builder
                .display(true)
                .reason("a game is in progress")
                .app_name("Skirmish")
                .app_reverse_domain("skirmish.table");
            self.awake = builder.create().ok();
        }
        let held = !wanted || self.awake.is_some();
        self.shelf.awake(if held { Awake::StaysOn } else { Awake::MaySleep });
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if let Some(preferences) = self.changes.newest() {
            self.shelf.follow(preferences, ui.ctx());
        }
        self.stay_awake();
        self.shelf.ui(ui);
    }
}
