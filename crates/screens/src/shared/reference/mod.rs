//! All cards, found by letters or by kind, and the rulebook.

mod find;
mod open;
mod pad;
mod prose;

pub use open::{Navigation, Opened};

use egui::{Align2, Rangef, Rect, pos2, vec2};

use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, left_corners, radius, rect_around};
use crate::form::{CONTROL, GAP, THUMB};
use crate::gallery::{CardSide, Icon, PictureRequest};
use crate::game::Topic;
use crate::head::{self, Shown};
use crate::keyboard::Writing;
use crate::letters::Face;
use crate::look::{INK, PAPER, parts};
use crate::pages::{self, CellSize};
use crate::region::{Cut as _, grid};
use crate::touch::Gesture;
use crate::view::{Book, SharedAction};
use find::{Found, Only, Texts};

/// A sheet narrower than this has a smaller letter pad, and shows it only when asked, in points.
const NARROW: f32 = 560.0;
/// A sheet lower than this has its letters beside the results, and shows them only when asked, in points.
const LOW: f32 = 420.0;
/// The width of the field that shows the letters, in points.
const FIELD: f32 = 290.0;

/// All cards, found by letters or by kind, and the rulebook.
#[derive(Default)]
pub struct ReferenceSheet {
    letters: Writing,
    only: Only,
    page: usize,
    /// True if the letter pad is shown on small screens.
    writing: bool,
    navigation: Option<Navigation>,
    /// What the letters are looked for in; `None` before the first frame.
    texts: Option<Texts>,
}

impl ReferenceSheet {
    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, actions: &mut Vec<SharedAction>) {
        if let Some(navigation) = &mut self.navigation {
            let whole = canvas.whole();
            if navigation.draw(canvas, book, whole, "All cards") {
                self.navigation = None;
            }
            return;
        }
        let texts = self.texts.take().unwrap_or_else(|| Texts::of(book));
        let before = (self.letters.clone(), self.only.clone());
        self.letters.listen(canvas);
        let title = ["Cards and rules", "Cards"];
        let narrow = canvas.whole().width() < NARROW;
        let (rest, closed) = pages::head(canvas, &title, "", if narrow { 0.0 } else { FIELD + GAP });
        if closed {
            actions.push(SharedAction::Close);
        }
        let low = !narrow && canvas.whole().height() < LOW;
        let top = match (narrow, low) {
            (true, _) => self.narrow_top(canvas, book, rest),
            (false, true) => self.low_top(canvas, book, rest),
            (false, false) => self.wide_top(canvas, book, rest),
        };
        let mut below = rest.with_min_y(top + if low { GAP } else { 12.0 });
        let (pad, form) = match (narrow, low) {
            (true, _) => (below.lower(pad::NARROW.height()), pad::NARROW),
            (false, true) => (below.with_max_x(below.left() + below.width() * 0.56), pad::LOW),
            (false, false) => (below.lower(pad::WIDE.height()), pad::WIDE),
        };
        if self.writing || !(narrow || low) {
            let leads_on = |letters: &str| find::leads_on(book, &texts, letters, &self.only);
            form.draw(canvas, pad, &mut self.letters.text, leads_on);
            if low {
                below.min.x = pad.right() + 12.0;
            } else {
                below.max.y = pad.top() - 12.0;
            }
        }
        if before != (self.letters.clone(), self.only.clone()) {
            self.page = 0;
        }
        self.results(canvas, book, &texts, below);
        self.texts = Some(texts);
    }

    /// Draws the search field, and the kinds in a row below.
    fn wide_top(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, rest: Rect) -> f32 {
        self.head_field(canvas, rest);
        let chips = book.cards.kinds().len() + 2;
        let rows = if rest.width() < 900.0 { 2 } else { 1 };
        let high = rows as f32 * (CONTROL + GAP) - GAP;
        let row = rest.upper(high);
        let places = grid(row, GAP, chips.div_ceil(rows), rows);
        self.kinds(canvas, book, &places);
        row.bottom()
    }

    /// The same on a phone that lies: all in one row, with a button that shows the letters.
    fn low_top(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, rest: Rect) -> f32 {
        self.head_field(canvas, rest);
        let row = rest.upper(THUMB);
        let letters = row.left_part(86.0);
        self.letters_button(canvas, letters, "Hide");
        let chips = book.cards.kinds().len() + 2;
        self.kinds(canvas, book, &grid(row.with_min_x(letters.right() + GAP), GAP, chips, 1));
        row.bottom()
    }

    /// The same on a phone that stands: either the kinds or the letters.
    fn narrow_top(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, rest: Rect) -> f32 {
        let find = Rect::from_min_size(pos2(rest.right() - 86.0, rest.top()), vec2(86.0, CONTROL));
        self.letters_button(canvas, find, "Kinds");
        let field = Rect::from_min_max(rest.min, pos2(find.left() - GAP, find.bottom()));
        self.field(canvas, field);
        if self.writing {
            return field.bottom();
        }
        let chips = book.cards.kinds().len() + 2;
        let rows = chips.div_ceil(3);
        let row = Rect::from_min_size(
            pos2(rest.left(), field.bottom() + GAP),
            vec2(rest.width(), rows as f32 * (CONTROL + GAP) - GAP),
        );
        self.kinds(canvas, book, &grid(row, GAP, 3, rows));
        row.bottom()
    }

    /// Shows the letters, or hides them; then it is called so.
    fn letters_button(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect, hide: &str) {
        let title = [if self.writing { hide } else { "Letters" }];
        if Button::new(&title, Tone::Raised).show(canvas, "letters", rect).tapped() {
            self.writing = !self.writing;
        }
    }

    /// Draws the field in the head row, beside the name of the sheet.
    fn head_field(&mut self, canvas: &mut Canvas<'_, '_>, rest: Rect) {
        let field = Rect::from_min_size(pos2(rest.right() - 128.0 - FIELD, canvas.whole().top()), vec2(FIELD, CONTROL));
        self.field(canvas, field);
    }

    /// The letters so far; a touch takes them away.
    fn field(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let ground = canvas.ground;
        canvas.border(rect, radius(8.0), canvas.look().rim.max(1.2), ground.line);
        let lens = rect_around(pos2(rect.left() + 28.0, rect.center().y), 26.0, 26.0);
        canvas.picture(lens, |size, _| PictureRequest::Icon { icon: Icon::Lens, colour: parts(ground.quiet), size });
        let inner = inset(rect, 52.0, 0.0, 8.0, 0.0);
        if self.letters.text.is_empty() {
            canvas.fit(inner, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 15.0, ground.quiet), &["a few letters"]);
            return;
        }
        let words = TextStyle::new(Face::Caps, 26.0, ground.text);
        canvas.fit(inset(inner, 0.0, 0.0, 50.0, 0.0), Align2::LEFT_CENTER, words, &[&self.letters.text]);
        let clear = rect.right_part(CONTROL);
        canvas.picture(rect_around(clear.center(), 22.0, 22.0), |size, _| PictureRequest::Icon {
            icon: Icon::Cross,
            colour: parts(ground.text),
            size,
        });
        if canvas.control("clear letters", clear, Gesture::Tap, "Clear the letters").tapped() {
            self.letters.text.clear();
        }
    }

    /// All, each kind, the rulebook.
    fn kinds(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, places: &[Rect]) {
        let mut chips = vec![("All", Only::Everything, None)];
        for kind in book.cards.kinds() {
            chips.push((kind.plural.as_str(), Only::Kind(kind.id.clone()), Some(kind)));
        }
        chips.push(("Rulebook", Only::Rulebook, None));
        for ((title, only, kind), rect) in chips.into_iter().zip(places) {
            let chosen = self.only == only;
            let response = canvas.choice(("only", title), *rect, Gesture::Tap, title, chosen);
            canvas.fill(*rect, radius(8.0), canvas.ground.raised);
            let mut words = rect.shrink(6.0);
            if let Some(kind) = kind {
                let band = rect.left_part(26.0);
                canvas.fill(band, left_corners(8.0), kind.colour);
                canvas.picture(rect_around(band.center(), 20.0, 20.0), |size, _| PictureRequest::Mark {
                    name: kind.mark.clone(),
                    colour: parts(PAPER),
                    size,
                });
                words = inset(*rect, 32.0, 4.0, 6.0, 4.0);
            }
            canvas.border(*rect, radius(8.0), canvas.look().rim, canvas.ground.line);
            let short = title.split_whitespace().next().unwrap_or(title);
            let face = TextStyle::new(Face::Caps, 19.0, canvas.ground.text);
            canvas.fit_down_to(12.0, words, Align2::CENTER_CENTER, face, &[title, short]);
            if chosen {
                head::chosen(canvas, rect.shrink(2.0));
            } else if response.down {
                canvas.fill(*rect, radius(8.0), INK.gamma_multiply(0.2));
            }
            if response.tapped() {
                self.only = only;
            }
        }
    }

    /// Draws the results: cards as heads, parts of the rulebook as buttons.
    fn results(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, texts: &Texts, rect: Rect) {
        let found = find::found(book, texts, &self.letters.text, &self.only);
        if found.is_empty() {
            let words = TextStyle::new(Face::Text, 20.0, canvas.ground.quiet);
            let said = match self.letters.text.as_str() {
                "" => "Nothing to look up.".to_owned(),
                letters => format!("No matches for “{letters}”."),
            };
            canvas.wrap_centred(rect, words, &said);
            return;
        }
        let topics_alone = found.iter().all(|found| matches!(found, Found::Topic(_)));
        let cells = if topics_alone {
            // Excerpts have two lines.
            let letters = &self.letters.text;
            let excerpts = found
                .iter()
                .any(|found| matches!(found, Found::Topic(topic) if find::excerpt(topic, letters).is_some()));
            let high = if excerpts { 1.5 * CONTROL } else { CONTROL };
            let size = CellSize { widths: Rangef::new(150.0, 340.0), height: |_| high };
            pages::cells(canvas, "found", rect, found.len(), &size, &mut self.page)
        } else {
            let size = CellSize { widths: Rangef::new(98.0, 210.0), height: |width| width * 0.92 };
            pages::cells(canvas, "found", rect, found.len(), &size, &mut self.page)
        };
        for (found, place) in found.into_iter().skip(cells.first).zip(cells.places) {
            let opened = match found {
                Found::Card(card) => {
                    let response =
                        canvas.control(("card", card.as_str()), place, Gesture::Hold, book.cards.name(&card));
                    head::draw(canvas, book.cards, place, Shown::front(card.as_str()));
                    (response.tapped() || response.held).then_some(Opened::Card(card, CardSide::Front))
                }
                Found::Topic(topic) => {
                    let name = numbered(topic);
                    let label = format!("Open {name}");
                    let excerpt = find::excerpt(topic, &self.letters.text);
                    let button = Button { label: &label, ..Button::new(&[], Tone::Raised) };
                    let response = button.show(canvas, ("topic", &topic.id), place);
                    self::topic(canvas, place.shrink(6.0), &name, excerpt.as_deref());
                    response.tapped().then(|| Opened::Topic(topic.id.clone()))
                }
            };
            if let Some(opened) = opened {
                self.navigation = Some(Navigation::new(opened));
            }
        }
    }
}

/// Returns the name of a section with its number, `8.2 Two hands`.
fn numbered(topic: &Topic) -> String {
    format!("{} {}", topic.number, topic.name).trim_start().to_owned()
}

/// The name of a topic, and below it the part of its text that was looked for.
fn topic(canvas: &Canvas<'_, '_>, rect: Rect, name: &str, excerpt: Option<&str>) {
    let words = TextStyle::new(Face::Caps, 20.0, canvas.ground.text);
    let Some(excerpt) = excerpt else {
        canvas.wrap_centred(rect, words, name);
        return;
    };
    let high = (rect.height() * 0.5).min(canvas.scaled(26.0));
    let above = rect.upper(high);
    canvas.fit(above, Align2::CENTER_CENTER, words, &[name]);
    let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
    canvas.wrap_centred(inset(rect, 0.0, high, 0.0, 0.0), quiet, excerpt);
}
