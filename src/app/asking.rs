//! The system's dialog for a file, which does not keep the window waiting.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use egui::Context;

/// No journal of an evening is larger, in bytes.
const MOST: u64 = 64 << 20;

/// Asks people for a file.
pub struct Asking {
    ctx: Context,
    answer: Option<Receiver<Result<Vec<u8>, String>>>,
}

impl Asking {
    /// Nothing is asked so far; the window is drawn anew when there is an answer.
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
        // Some systems want the dialog begun here; on all of them it can be waited for elsewhere.
        let chosen = rfd::AsyncFileDialog::new().set_title("A game to bring here").pick_file();
        thread::spawn(move || {
            if let Some(file) = pollster::block_on(chosen) {
                // Nobody hears it when the window was closed meanwhile.
                drop(sender.send(read_file(file.path())));
            }
            drop(sender);
            ctx.request_repaint();
        });
    }

    /// What was chosen, once.
    pub fn answer(&mut self) -> Option<Result<Vec<u8>, String>> {
        let heard = self.answer.as_ref()?.try_recv();
        if heard != Err(TryRecvError::Empty) {
            self.answer = None;
        }
        heard.ok()
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    if fs::metadata(path).map_err(told)?.len() > MOST {
        return Err(format!("{} is larger than any journal", path.display()));
    }
    fs::read(path).map_err(told)
}
