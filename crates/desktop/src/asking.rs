//! The system's dialog for a file, which does not keep the window waiting.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use egui::Context;

use skirmish_screens::StoreError;

/// No real journal is larger, in bytes.
const MAX_JOURNAL_BYTES: u64 = 64 << 20;

/// The dialog for a file.
pub struct Asking {
    ctx: Context,
    answer: Option<Receiver<Result<Vec<u8>, StoreError>>>,
}

impl Asking {
    /// No dialog is open; the window is redrawn when there is an answer.
    pub fn new(ctx: Context) -> Self {
        Self { ctx, answer: None }
    }

    /// Opens the dialog, unless it is open.
    pub fn ask(&mut self) {
        if self.answer.is_some() {
            return;
        }
        let (sender, answer) = mpsc::channel();
        self.answer = Some(answer);
        let ctx = self.ctx.clone();
        // Some systems require the dialog to be opened on this thread; it can be awaited on any.
        let chosen = rfd::AsyncFileDialog::new().set_title("A file to open here").pick_file();
        thread::spawn(move || {
            if let Some(file) = pollster::block_on(chosen) {
                // The receiver is gone where the window was closed meanwhile.
                drop(sender.send(read_file(file.path())));
            }
            drop(sender);
            ctx.request_repaint();
        });
    }

    /// Returns the chosen file, once.
    pub fn answer(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        let heard = self.answer.as_ref()?.try_recv();
        if !matches!(heard, Err(TryRecvError::Empty)) {
            self.answer = None;
        }
        heard.ok()
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, StoreError> {
    let error = |source| StoreError::File { path: path.to_owned(), source };
    if fs::metadata(path).map_err(error)?.len() > MAX_JOURNAL_BYTES {
        return Err(StoreError::TooLarge(path.to_owned()));
    }
    fs::read(path).map_err(error)
}
