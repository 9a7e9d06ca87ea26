//! All cards, found by letters or by kind, and the words of the game.

mod find;
mod open;
mod pad;
mod prose;

pub use open::{Opened, Reading};

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::form::{CONTROL, GAP};
use super::head::{self, Shown};
use super::letterpad::Writing;
use super::letters::Face;
use super::look::{INK, PAPER, parts};
use super::pages;
use super::stage::{Stage, Words, about, left_corners, radius, within};
use super::touch::Manner;
use super::turn::grid;
use super::view::{View, Wish};
use crate::gallery::{Side, Sign, Wanted};
use find::{Found, Only};

/// A sheet narrower than this has a smaller letter pad, and shows it only when asked, in points.
const NARROW: f32 = 560.0;
/// The width of the field that shows the letters, in points.
const FIELD: f32 = 290.0;

/// All cards, found by letters or by kind, and the words of the game.
#[derive(Default)]
pub struct ReferenceSheet {
    letters: Writing,
    only: Only,
    page: usize,
    /// Whether the letter pad is shown where there is little room.
    writing: bool,
    reading: Option<Reading>,
}

impl ReferenceSheet {
    /// Opens it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        if let Some(reading) = &mut self.reading {
            let whole = stage.whole();
            if reading.draw(stage, view, whole, "All cards") {
                self.reading = None;
            }
            return;
        }
        let before = (self.letters.clone(), self.only.clone());
        self.letters.listen(stage);
        let title = ["Cards and words", "Cards"];
        let narrow = stage.whole().width() < NARROW;
        let (rest, closed) = pages::head(stage, &title, "", if narrow { 0.0 } else { FIELD + GAP });
        if closed {
            wishes.push(Wish::Close);
        }
        let top = if narrow { self.narrow_top(stage, view, rest) } else { self.wide_top(stage, view, rest) };
        let mut below = Rect::from_min_max(pos2(rest.left(), top + 12.0), rest.max);
        if !narrow || self.writing {
            let high = pad::height(narrow);
            let pad = Rect::from_min_max(pos2(below.left(), below.bottom() - high), below.max);
            pad::draw(stage, pad, narrow, &mut self.letters.text, |letters| find::leads_on(view, letters, &self.only));
            below.max.y = pad.top() - 12.0;
        }
        if before != (self.letters.clone(), self.only.clone()) {
            self.page = 0;
        }
        self.results(stage, view, below);
    }

    /// What is searched for, and the kinds in a row below.
    fn wide_top(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, rest: Rect) -> f32 {
        // The field stands in the head row, beside the name of the sheet.
        let field = Rect::from_min_size(pos2(rest.right() - 128.0 - FIELD, stage.whole().top()), vec2(FIELD, CONTROL));
        self.field(stage, field);
        let chips = view.cards.kinds().len() + 2;
        let rows = if rest.width() < 900.0 { 2 } else { 1 };
        let high = rows as f32 * (CONTROL + GAP) - GAP;
        let row = Rect::from_min_size(rest.min, vec2(rest.width(), high));
        let places = grid(row, GAP, chips.div_ceil(rows), rows);
        self.kinds(stage, view, &places);
        row.bottom()
    }

    /// The same on a telephone: either the kinds or the letters.
    fn narrow_top(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, rest: Rect) -> f32 {
        let find = Rect::from_min_size(pos2(rest.right() - 86.0, rest.top()), vec2(86.0, CONTROL));
        let title = if self.writing { ["Kinds"] } else { ["Letters"] };
        if Button::new(&title, Tone::Raised).show(stage, "letters", find).tapped() {
            self.writing = !self.writing;
        }
        let field = Rect::from_min_max(rest.min, pos2(find.left() - GAP, find.bottom()));
        self.field(stage, field);
        if self.writing {
            return field.bottom();
        }
        let chips = view.cards.kinds().len() + 2;
        let rows = chips.div_ceil(3);
        let row = Rect::from_min_size(
            pos2(rest.left(), field.bottom() + GAP),
            vec2(rest.width(), rows as f32 * (CONTROL + GAP) - GAP),
        );
        self.kinds(stage, view, &grid(row, GAP, 3, rows));
        row.bottom()
    }

    /// The letters so far; a touch takes them away.
    fn field(&mut self, stage: &mut Stage<'_, '_>, rect: Rect) {
        let ground = stage.ground;
        stage.rim(rect, radius(8.0), stage.look().rim.max(1.2), ground.line);
        let lens = about(pos2(rect.left() + 28.0, rect.center().y), 26.0, 26.0);
        stage.picture(lens, |size, _| Wanted::Sign { sign: Sign::Lens, colour: parts(ground.quiet), size });
        let inner = within(rect, 52.0, 0.0, 8.0, 0.0);
        if self.letters.text.is_empty() {
            stage.fit(inner, Align2::LEFT_CENTER, Words::new(Face::Plain, 15.0, ground.quiet), &["a few letters"]);
            return;
        }
        let words = Words::new(Face::Caps, 26.0, ground.text);
        stage.fit(within(inner, 0.0, 0.0, 50.0, 0.0), Align2::LEFT_CENTER, words, &[&self.letters.text]);
        let clear = Rect::from_min_max(pos2(rect.right() - CONTROL, rect.top()), rect.max);
        stage.picture(about(clear.center(), 22.0, 22.0), |size, _| Wanted::Sign {
            sign: Sign::Cross,
            colour: parts(ground.text),
            size,
        });
        if stage.control("clear letters", clear, Manner::Tap, "Clear the letters").tapped() {
            self.letters.text.clear();
        }
    }

    /// All, each kind, the words.
    fn kinds(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, places: &[Rect]) {
        let mut chips = vec![("All", Only::Everything, None)];
        for kind in view.cards.kinds() {
            chips.push((kind.plural.as_str(), Only::Kind(kind.id.clone()), Some(kind)));
        }
        chips.push(("Words", Only::Words, None));
        for ((title, only, kind), rect) in chips.into_iter().zip(places) {
            let chosen = self.only == only;
            let touched = stage.choice(("only", title), *rect, Manner::Tap, title, chosen);
            stage.fill(*rect, radius(8.0), stage.ground.raised);
            let mut words = rect.shrink(6.0);
            if let Some(kind) = kind {
                let band = Rect::from_min_size(rect.min, vec2(26.0, rect.height()));
                stage.fill(band, left_corners(8.0), kind.colour);
                stage.picture(about(band.center(), 20.0, 20.0), |size, _| Wanted::Mark {
                    name: kind.mark.clone(),
                    colour: parts(PAPER),
                    size,
                });
                words = within(*rect, 32.0, 4.0, 6.0, 4.0);
            }
            stage.rim(*rect, radius(8.0), stage.look().rim, stage.ground.line);
            let short = title.split_whitespace().next().unwrap_or(title);
            let face = Words::new(Face::Caps, 19.0, stage.ground.text);
            stage.fit(words, Align2::CENTER_CENTER, face, &[title, short]);
            if chosen {
                head::chosen(stage, rect.shrink(2.0));
            } else if touched.down {
                stage.fill(*rect, radius(8.0), INK.gamma_multiply(0.2));
            }
            if touched.tapped() {
                self.only = only;
            }
        }
    }

    /// What was found: cards as heads, words as buttons.
    fn results(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect) {
        let found = find::found(view, &self.letters.text, &self.only);
        if found.is_empty() {
            let words = Words::new(Face::Text, 20.0, stage.ground.quiet);
            stage.wrap_centred(rect, words, &format!("Nothing begins with “{}”.", self.letters.text));
            return;
        }
        let words_alone = found.iter().all(|found| matches!(found, Found::Topic(_)));
        let cells = if words_alone {
            pages::cells(stage, "found", rect, found.len(), (150.0, 340.0), |_| CONTROL, &mut self.page)
        } else {
            pages::cells(stage, "found", rect, found.len(), (98.0, 210.0), |width| width * 0.92, &mut self.page)
        };
        for (found, place) in found.into_iter().skip(cells.first).zip(cells.places) {
            let opened = match found {
                Found::Card(card) => {
                    let touched = stage.control(("card", card.as_str()), place, Manner::Hold, view.name(&card));
                    head::draw(stage, view.cards, place, Shown::front(card.as_str()));
                    (touched.tapped() || touched.held).then_some(Opened::Card(card, Side::Front))
                }
                Found::Topic(topic) => {
                    let label = format!("What is {}?", topic.name);
                    let title = [topic.name.as_str()];
                    let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
                    let touched = button.show(stage, ("topic", &topic.id), place);
                    touched.tapped().then(|| Opened::Topic(topic.id.clone()))
                }
            };
            if let Some(opened) = opened {
                self.reading = Some(Reading::new(opened));
            }
        }
    }
}
