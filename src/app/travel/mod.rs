//! The journal to another table and from there: as a file, as a link, as a code that a camera reads.

mod bring;
mod code;

pub use bring::BringSheet;

use egui::{Context, Rect, Vec2, pos2, vec2};

use super::aside::paragraph;
use super::button::{Button, Tone};
use super::form::{CONTROL, GAP};
use super::letters::Face;
use super::pages;
use super::stage::{Stage, Words, within};
use super::turn::{columns, grid};
use super::view::{View, Wish};
use crate::table::{Table, travel};
use code::Code;

/// A sheet narrower than this has the code above the buttons, in points.
const NARROW: f32 = 620.0;

/// Moves the game to another table, or one from there to this.
pub struct MoveSheet {
    /// The address of a page that opens links.
    address: Option<String>,
    /// Whether there is a game to move.
    here: bool,
    /// The journal as a link, and of how many entries it is.
    link: Option<(usize, Option<Leaving>)>,
}

/// A journal that is ready to leave.
struct Leaving {
    link: String,
    code: Option<Code>,
}

impl MoveSheet {
    /// Opens it, with a game here or without; a link leads to an address where there is one.
    pub fn new(address: Option<String>, here: bool) -> Self {
        Self { address, here, link: None }
    }

    /// How large it likes to be.
    pub fn size(&self) -> Vec2 {
        if self.here { vec2(1000.0, 640.0) } else { vec2(900.0, 380.0) }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, wishes: &mut Vec<Wish>) {
        let title: &[&str] =
            if self.here { &["Move this game", "Move"] } else { &["Bring a game here", "Bring a game"] };
        let (rest, closed) = pages::head(stage, title, "", 0.0);
        if closed {
            wishes.push(Wish::Close);
        }
        let entries = table.entries().len();
        if self.link.as_ref().is_none_or(|(of, _)| *of != entries) {
            self.link = Some((entries, self.leaving(table)));
        }
        let leaving = self.link.as_ref().and_then(|(_, leaving)| leaving.as_ref());
        let (left, right) = if rest.width() >= NARROW {
            let [left, right] = columns(rest, 22.0, [0.56, 0.44]);
            (left, right)
        } else {
            let y = rest.bottom() - 2.0 * CONTROL - GAP;
            (
                Rect::from_min_max(rest.min, pos2(rest.right(), y - 12.0)),
                Rect::from_min_max(pos2(rest.left(), y), rest.max),
            )
        };
        self.offered(stage, entries, leaving, left);
        self.buttons(stage, view, leaving, right, wishes);
    }

    fn leaving(&self, table: &Table) -> Option<Leaving> {
        let packed = travel::pack(table).ok()?;
        let link = self.address.as_ref().map_or_else(|| packed.clone(), |address| travel::link(address, &packed));
        let code = (link.len() <= travel::QR_LIMIT).then(|| Code::new(&link)).flatten();
        Some(Leaving { link, code })
    }

    /// The code, and what to do with it; or why there is none.
    fn offered(&self, stage: &mut Stage<'_, '_>, entries: usize, leaving: Option<&Leaving>, rect: Rect) {
        let field = rect.with_max_y(rect.bottom().min(rect.top() + stage.scaled(190.0)));
        if !self.here {
            let what = "Choose a journal that was saved at another table, drop it on this screen, or paste its link.";
            paragraph(stage, field, "From another table", what, "Nothing is played before you have seen what it is.");
            return;
        }
        let what = match self.address {
            Some(_) => "Scan it with the other tablet’s camera: the game opens there.",
            None => "Scan it with the other tablet’s camera, copy the text, and paste it at the table there.",
        };
        let low = stage.scaled(if rect.width() < 360.0 { 66.0 } else { 48.0 });
        let place = Rect::from_min_max(rect.min, pos2(rect.right(), rect.bottom() - low - 6.0));
        let drawn = leaving.and_then(|leaving| leaving.code.as_ref()).and_then(|code| code.show(stage, place));
        let Some(drawn) = drawn else {
            let what = format!("{entries} entries are too many for a code that a camera reads from this screen.");
            let how = "Save the journal to a file, or copy the link, and bring it to the other table.";
            paragraph(stage, field, "A long game", &what, how);
            return;
        };
        let below = Rect::from_min_max(pos2(rect.left(), drawn.bottom() + 8.0), rect.max);
        stage.wrap_centred(
            Rect::from_min_size(below.min, vec2(below.width(), low)),
            Words::new(Face::Text, 18.0, stage.ground.text),
            what,
        );
    }

    fn buttons(
        &self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        leaving: Option<&Leaving>,
        rect: Rect,
        wishes: &mut Vec<Wish>,
    ) {
        let copied = if self.address.is_some() { &["Copy the link", "Copy"] } else { &["Copy as text", "Copy"] };
        let mut all: Vec<(Button<'_>, Wish)> = Vec::new();
        if self.here {
            all.push((
                Button { sub: "the whole journal", ..Button::new(&["Save to a file", "Save"], Tone::Raised) },
                Wish::SaveJournal,
            ));
            let link = leaving.map_or_else(String::new, |leaving| leaving.link.clone());
            let off = leaving.is_none();
            all.push((
                Button { sub: "to send or to paste", off, ..Button::new(copied, Tone::Raised) },
                Wish::Copy(link),
            ));
        }
        all.push((
            Button {
                sub: "choose or drop a file",
                ..Button::new(&["Bring a game here", "Bring a game"], Tone::Raised)
            },
            Wish::Pick,
        ));
        all.push((
            Button { sub: "that was copied", ..Button::new(&["Paste a link", "Paste"], Tone::Raised) },
            Wish::Paste,
        ));
        let wide = rect.width() >= 340.0 && rect.height() < 4.0 * (CONTROL + GAP);
        let across = if wide || rect.height() < 4.0 * (CONTROL + GAP) { 2 } else { 1 };
        let down = all.len().div_ceil(across);
        let high = (down as f32 * (96.0 + GAP) - GAP).min(rect.height());
        let column = Rect::from_min_size(rect.min, vec2(rect.width(), high));
        for ((button, wish), place) in all.into_iter().zip(grid(column, GAP, across, down)) {
            let label = button.title.first().copied().unwrap_or_default();
            if button.show(stage, ("travel", label), place).tapped() {
                wishes.push(wish);
            }
        }
        let below = Rect::from_min_max(pos2(rect.left(), column.bottom() + 14.0), rect.max);
        if self.here && across == 1 && below.height() >= stage.scaled(60.0) {
            let name = view.player_name(view.state.turn);
            let said = format!(
                "It goes on there from here: round {}, the turn of {name}. This table keeps its journal too.",
                view.state.round
            );
            stage.wrap_left(within(below, 4.0, 0.0, 4.0, 0.0), Words::new(Face::Text, 18.0, stage.ground.quiet), &said);
        }
    }
}

/// Files that were dropped on a window.
#[cfg(not(target_arch = "wasm32"))]
pub fn dropped(ctx: &Context) -> Vec<Result<Vec<u8>, String>> {
    ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.bytes()).collect())
}

/// A page can read what was dropped only later, and then hands it to the tracker by itself.
#[cfg(target_arch = "wasm32")]
pub const fn dropped(_ctx: &Context) -> Vec<Result<Vec<u8>, String>> {
    Vec::new()
}
