//! The journal to another table and from there: as a file, as a link, as a code that a camera reads.

mod bring;
mod code;

pub use bring::BringSheet;

use egui::{Rect, Vec2, vec2};

use super::paragraph::paragraph;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::table::tell;
use crate::table::transfer;
use crate::view::{Overview, SharedAction};
pub use code::Code;

/// A sheet narrower than this has the code above the buttons, in points.
const MIN_WIDTH_BESIDE_CODE: f32 = 620.0;

/// Moves the game to another table, or one from there to this.
pub struct MoveSheet {
    /// The address of a page that opens links.
    address: Option<String>,
    /// True if there is a game to move.
    here: bool,
    /// The journal as a link, and of how many entries it is.
    link: Option<(usize, Option<Leaving>)>,
}

/// A journal that is ready to leave.
struct Leaving {
    link: String,
    code: Option<Code>,
}

/// True for a loopback address.
fn is_loopback(address: &str) -> bool {
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host.ends_with(".localhost") || host == "::1" || host.starts_with("127.")
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

    /// Draws it, for a journal with a number of entries, which can be packed for a link.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        entries: usize,
        pack: &dyn Fn() -> Option<String>,
        actions: &mut Vec<SharedAction>,
    ) {
        let title: &[&str] =
            if self.here { &["Move this game", "Move"] } else { &["Bring a game here", "Bring a game"] };
        let (rest, closed) = pages::head(canvas, title, "", 0.0);
        if closed {
            actions.push(SharedAction::Close);
        }
        if self.link.as_ref().is_none_or(|(of, _)| *of != entries) {
            self.link = Some((entries, self.leaving(pack)));
        }
        let leaving = self.link.as_ref().and_then(|(_, leaving)| leaving.as_ref());
        let (left, right) = if rest.width() >= MIN_WIDTH_BESIDE_CODE {
            let [left, right] = columns(rest, 22.0, [0.56, 0.44]);
            (left, right)
        } else {
            let y = rest.bottom() - 2.0 * CONTROL - GAP;
            (rest.with_max_y(y - 12.0), rest.with_min_y(y))
        };
        self.offered(canvas, overview, entries, leaving, left);
        self.buttons(canvas, overview, leaving, right, actions);
    }

    fn leaving(&self, pack: &dyn Fn() -> Option<String>) -> Option<Leaving> {
        let packed = pack()?;
        let link = self.address.as_ref().map_or_else(|| packed.clone(), |address| transfer::link(address, &packed));
        // A loopback address is useless to other devices: the code then contains only the game.
        let shown = if self.is_own() { &packed } else { &link };
        let code = (shown.len() <= transfer::QR_LIMIT).then(|| Code::new(shown)).flatten();
        Some(Leaving { link, code })
    }

    /// True if the page has a loopback address.
    fn is_own(&self) -> bool {
        self.address.as_deref().is_some_and(is_loopback)
    }

    /// Draws the code with instructions, or the reason why there is none.
    fn offered(
        &self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        entries: usize,
        leaving: Option<&Leaving>,
        rect: Rect,
    ) {
        let cards = overview.book.cards;
        let field = rect.with_max_y(rect.bottom().min(rect.top() + canvas.scaled(190.0)));
        if !self.here {
            let what = "Choose a journal that was saved at another table, drop it on this screen, or paste its link.";
            paragraph(canvas, cards, field, "From another table", what, "You’ll see a preview first.");
            return;
        }
        let what = match self.address {
            Some(_) if self.is_own() => {
                "This page is only open on this device. Scan the code with the other tablet’s camera, copy the text, and paste it there."
            }
            Some(_) => "Scan it with the other tablet’s camera: the game opens there.",
            None => "Scan it with the other tablet’s camera, copy the text, and paste it at the table there.",
        };
        let low = canvas.scaled(if rect.width() < 360.0 { 66.0 } else { 48.0 });
        let place = rect.with_max_y(rect.bottom() - low - 6.0);
        let drawn = leaving.and_then(|leaving| leaving.code.as_ref()).and_then(|code| code.show(canvas, place));
        let Some(drawn) = drawn else {
            let what = format!("{entries} entries don’t fit in a code on this screen.");
            let how = "Save the journal to a file, or copy the link, and bring it to the other table.";
            paragraph(canvas, cards, field, "A long game", &what, how);
            return;
        };
        let below = rect.with_min_y(drawn.bottom() + 8.0);
        canvas.wrap_centred(below.upper(low), TextStyle::new(Face::Text, 18.0, canvas.ground.text), what);
    }

    fn buttons(
        &self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        leaving: Option<&Leaving>,
        rect: Rect,
        actions: &mut Vec<SharedAction>,
    ) {
        let copied = if self.address.is_some() { &["Copy the link", "Copy"] } else { &["Copy as text", "Copy"] };
        let mut all: Vec<(Button<'_>, SharedAction)> = Vec::new();
        if self.here {
            all.push((
                Button { sub: "the whole journal", ..Button::new(&["Save to a file", "Save"], Tone::Raised) },
                SharedAction::SaveJournal,
            ));
            let link = leaving.map_or_else(String::new, |leaving| leaving.link.clone());
            let off = leaving.is_none();
            all.push((
                Button { sub: "to send or to paste", off, ..Button::new(copied, Tone::Raised) },
                SharedAction::Copy(link),
            ));
        }
        all.push((
            Button {
                sub: "choose or drop a file",
                ..Button::new(&["Bring a game here", "Bring a game"], Tone::Raised)
            },
            SharedAction::Pick,
        ));
        all.push((
            Button { sub: "that was copied", ..Button::new(&["Paste a link", "Paste"], Tone::Raised) },
            SharedAction::Paste,
        ));
        let wide = rect.width() >= 340.0 && rect.height() < 4.0 * (CONTROL + GAP);
        let across = if wide || rect.height() < 4.0 * (CONTROL + GAP) { 2 } else { 1 };
        let down = all.len().div_ceil(across);
        let high = (down as f32 * (96.0 + GAP) - GAP).min(rect.height());
        let column = rect.upper(high);
        for ((button, action), place) in all.into_iter().zip(grid(column, GAP, across, down)) {
            let label = button.title.first().copied().unwrap_or_default();
            if button.show(canvas, ("travel", label), place).tapped() {
                actions.push(action);
            }
        }
        let below = rect.with_min_y(column.bottom() + 14.0);
        if self.here && across == 1 && below.height() >= canvas.scaled(60.0) {
            let on_there = "Continue on the other table";
            let stands = stands(overview);
            let stands = if stands.is_empty() { String::new() } else { format!(": {}", lower(&stands)) };
            let said = format!("{on_there}{stands}. This table keeps its journal too.");
            canvas.wrap_left(
                inset(below, 4.0, 0.0, 4.0, 0.0),
                TextStyle::new(Face::Text, 18.0, canvas.ground.quiet),
                &said,
            );
        }
    }
}

/// "Round 4, the turn of Orm"
fn stands(overview: &Overview<'_>) -> String {
    tell::stands(overview.moment.clone(), &overview.standing, |seat| overview.name(seat).to_owned())
}

fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn a_device_knows_its_own_address() {
        for own in ["http://localhost:8041/", "http://127.0.0.1:8041/#x", "http://[::1]:80/", "https://a.localhost/"] {
            assert!(is_loopback(own), "{own}");
        }
        for other in ["http://192.168.1.7:8041/", "https://example.org/127.0.0.1", "https://localhost.example/"] {
            assert!(!is_loopback(other), "{other}");
        }
    }
}
