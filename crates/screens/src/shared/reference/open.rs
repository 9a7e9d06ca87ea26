//! A card or a part of the rulebook, opened: the card as it is printed with its other side, its rule, and what it names.

use egui::{Align2, Rangef, Rect, pos2, vec2};

use super::prose;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle};
use crate::form::{CONTROL, GAP};
use crate::gallery::{CardSide, PictureRequest};
use crate::game::{Explained, Illustration, IllustrationSource, Topic};
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::region::{Cut as _, columns};
use crate::table::{CardId, RuleNumber};
use crate::touch::Gesture;
use crate::view::Book;

/// An open entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// A side of a card.
    Card(CardId, CardSide),
    /// A section of the rulebook or a word of the game, by its id.
    Topic(String),
}

impl Opened {
    /// Where a rule is explained; none where the rulebook does not state it.
    pub fn of_rule(book: Book<'_>, rule: RuleNumber) -> Option<Self> {
        Some(match book.cards.glossary().of_rule(rule)? {
            Explained::Card(topic) => Self::Card(CardId::new(&topic.id), CardSide::Front),
            Explained::Topic(topic) => Self::Topic(topic.id.clone()),
        })
    }
}

/// The open entries, and the way back.
pub struct Navigation {
    way: Vec<Opened>,
    /// The page of the rule.
    page: usize,
    /// The page of the cards that name a word.
    naming: usize,
}

impl Navigation {
    /// Opens something.
    pub fn new(opened: Opened) -> Self {
        Self { way: vec![opened], page: 0, naming: 0 }
    }

    fn go(&mut self, to: Opened) {
        (self.page, self.naming) = (0, 0);
        self.way.push(to);
    }

    fn change(&mut self, to: Opened) {
        (self.page, self.naming) = (0, 0);
        self.way.pop();
        self.way.push(to);
    }

    /// Draws the open entry, with a back button; returns true if it was tapped on the first entry.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, rect: Rect, out: &str) -> bool {
        match self.way.last().cloned() {
            Some(Opened::Card(card, side)) => self.card(canvas, book, rect, &card, side, out),
            Some(Opened::Topic(id)) => self.topic(canvas, book, rect, &id, out),
            None => true,
        }
    }

    fn card(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        book: Book<'_>,
        rect: Rect,
        card: &CardId,
        side: CardSide,
        out: &str,
    ) -> bool {
        let CardLayout { face, other, heading, rule, buttons } = CardLayout::of(rect, book.cards.tall());
        canvas.picture(face, |width, _| PictureRequest::Face { card: card.as_str().to_owned(), side, width });
        let over = if side == CardSide::Front { CardSide::Back } else { CardSide::Front };
        let label = format!("Turn {} over", book.cards.name(card));
        let response = canvas.control("turn over", other, Gesture::Tap, &label);
        canvas.picture(other, |width, _| PictureRequest::Face { card: card.as_str().to_owned(), side: over, width });
        if response.tapped() {
            self.change(Opened::Card(card.clone(), over));
        }
        let topic = book.cards.glossary().card(card.as_str());
        title(canvas, heading, book.cards.name(card), &about(book, card, topic));
        self.words(canvas, book, [rule, rule], topic, &Opened::Card(card.clone(), side));

        let all: Vec<Opened> =
            book.cards.all().iter().map(|card| Opened::Card(card.id.clone(), CardSide::Front)).collect();
        self.foot(canvas, buttons, &all, &Opened::Card(card.clone(), CardSide::Front), out)
    }

    fn topic(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, rect: Rect, id: &str, out: &str) -> bool {
        let glossary = book.cards.glossary();
        let Some(topic) = glossary.topic(id) else { return true };
        let buttons = rect.lower(CONTROL);
        let above = rect.with_max_y(buttons.top() - 12.0);
        let own = Opened::Topic(topic.id.clone());
        let naming: Vec<CardId> =
            book.cards.all().iter().map(|card| card.id.clone()).filter(|card| names(book, card, &own)).collect();
        let (text, cards) = match (naming.is_empty(), above.width() > above.height()) {
            (true, _) => (above, Rect::NOTHING),
            (false, true) => {
                let [text, cards] = columns(above, 24.0, [0.62, 0.38]);
                (text, cards)
            }
            (false, false) => {
                let y = above.bottom() - (above.height() * 0.34).max(140.0);
                let text = above.with_max_y(y - 12.0);
                (text, above.with_min_y(y))
            }
        };
        let heading = text.upper(62.0);
        title(canvas, heading, &topic.name, &rules(book, topic));
        let below = text.with_min_y(heading.bottom() + 8.0);
        let Illustrated { pictures, first, others } = Illustrated::of(below, &topic.pictures, book.cards.tall());
        let is_first = self.page == 0 || first == others;
        if is_first {
            self.illustrations(canvas, book, &topic.pictures, &pictures);
        }
        self.words(canvas, book, [first, others], Some(topic), &own);
        if !naming.is_empty() {
            self.naming(canvas, book, cards, &naming);
        }
        let all: Vec<Opened> = glossary.topics.iter().map(|topic| Opened::Topic(topic.id.clone())).collect();
        self.foot(canvas, buttons, &all, &own, out)
    }

    /// The cards whose rule names a word.
    fn naming(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, rect: Rect, cards: &[CardId]) {
        let line = canvas.scaled(24.0);
        let above = rect.upper(line);
        let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        canvas.fit(above, Align2::LEFT_CENTER, words, &["Cards that name it"]);
        let below = rect.with_min_y(above.bottom() + 4.0);
        let mut page = self.naming;
        let size = CellSize { widths: Rangef::new(84.0, 150.0), height: |width| width * 0.92 };
        let cells = pages::cells(canvas, "naming", below, cards.len(), &size, &mut page);
        self.naming = page;
        for (card, place) in cards.iter().skip(cells.first).zip(cells.places) {
            head::draw(canvas, book.cards, place, Shown::front(card.as_str()));
            if canvas.control(("naming", card.as_str()), place, Gesture::Tap, book.cards.name(card)).tapped() {
                self.go(Opened::Card(card.clone(), CardSide::Front));
            }
        }
    }

    /// The pictures of a topic; a card opens.
    fn illustrations(&mut self, canvas: &mut Canvas<'_, '_>, book: Book<'_>, pictures: &[Illustration], at: &[Rect]) {
        let of = |index: usize| if index == 0 { CardSide::Front } else { CardSide::Back };
        for (index, (picture, place)) in pictures.iter().zip(at).enumerate() {
            if matches!(picture.source, IllustrationSource::Art(..)) {
                canvas.label(("picture", index), *place, &picture.words);
            }
            match &picture.source {
                IllustrationSource::Art(card, side) => {
                    let (card, side) = (card.clone(), of(*side));
                    canvas.picture(*place, |width, height| PictureRequest::Art { card, side, width, height });
                }
                IllustrationSource::Drawing(name) | IllustrationSource::Diagram(name) => {
                    let name = name.clone();
                    canvas.picture(*place, |width, height| PictureRequest::Picture { name, width, height });
                }
                IllustrationSource::Face(card, side) => {
                    let side = of(*side);
                    let response = canvas.control(("picture", index), *place, Gesture::Tap, &picture.words);
                    canvas.picture(*place, |width, _| PictureRequest::Face { card: card.clone(), side, width });
                    if let Some(card) = book.cards.all().iter().find(|known| known.id.as_str() == card)
                        && response.tapped()
                    {
                        self.go(Opened::Card(card.id.clone(), side));
                    }
                }
            }
        }
    }

    /// The rule in words, its first page and others in boxes of their own, and below it what it names.
    fn words(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        book: Book<'_>,
        [first, others]: [Rect; 2],
        topic: Option<&Topic>,
        own: &Opened,
    ) {
        let Some(topic) = topic else { return };
        let mut links: Vec<(String, Opened)> = Vec::new();
        for name in topic.passages().flatten().filter_map(|phrase| phrase.names.as_deref()) {
            if let Some(link) = resolve(book, name)
                && !same(&link.1, own)
                && !links.contains(&link)
            {
                links.push(link);
            }
        }
        let chips = chips(canvas, others, &links);
        let top = chips.iter().map(Rect::top).fold(others.bottom() + 12.0, f32::min);
        let texts = [first, others].map(|rect| rect.with_max_y(top - 12.0));
        prose::draw(canvas, texts, topic, &mut self.page);
        for ((name, opened), chip) in links.into_iter().zip(chips) {
            let label = format!("Open {name}");
            let title = [name.as_str()];
            let button = Button { label: &label, size: 19.0, ..Button::new(&title, Tone::Raised) };
            if button.show(canvas, ("term", &name), chip).tapped() {
                self.go(opened);
            }
        }
    }

    /// The one before, the one after, and back.
    fn foot(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect, all: &[Opened], own: &Opened, out: &str) -> bool {
        let [before, after, back] = columns(rect, GAP, [1.0, 1.0, 1.2]);
        let at = all.iter().position(|opened| opened == own).unwrap_or_default();
        let neighbours = [
            (before, ["Previous", "Prev."], at.checked_sub(1)),
            (after, ["Next", "Next"], Some(at + 1).filter(|next| *next < all.len())),
        ];
        for (rect, title, to) in neighbours {
            let button = Button { off: to.is_none(), ..Button::new(&title, Tone::Raised) };
            if button.show(canvas, title[0], rect).tapped()
                && let Some(to) = to.and_then(|to| all.get(to))
            {
                self.change(to.clone());
            }
        }
        let title = if self.way.len() > 1 { "Back" } else { out };
        if Button::new(&[title], Tone::Gold).show(canvas, "out", back).tapped() {
            if self.way.len() == 1 {
                return true;
            }
            (self.page, self.naming) = (0, 0);
            self.way.pop();
        }
        false
    }
}

/// Where the parts of an open card lie.
struct CardLayout {
    face: Rect,
    other: Rect,
    heading: Rect,
    rule: Rect,
    buttons: Rect,
}

impl CardLayout {
    /// Beside the face where there is room for it, else below.
    fn of(rect: Rect, tall: f32) -> Self {
        let foot = |rect: Rect| rect.lower(CONTROL);
        if rect.width() >= rect.height() * 0.95 {
            let width = (rect.height() / tall).min(rect.width() * 0.5);
            let face = Rect::from_min_size(rect.min, vec2(width, width * tall));
            let right = rect.with_min_x(face.right() + 22.0);
            let small = (right.width() * 0.32).min(130.0);
            let other = Rect::from_min_size(pos2(right.right() - small, right.top()), vec2(small, small * tall));
            let heading = Rect::from_min_max(right.min, pos2(other.left() - 12.0, other.bottom()));
            let buttons = foot(right);
            let rule = Rect::from_min_max(
                pos2(right.left(), other.bottom() + 14.0),
                pos2(right.right(), buttons.top() - 12.0),
            );
            return Self { face, other, heading, rule, buttons };
        }
        let heading = rect.upper(62.0);
        let width = ((rect.height() * 0.54) / tall).min(rect.width() * 0.66);
        let face = Rect::from_min_size(pos2(rect.left(), heading.bottom() + 8.0), vec2(width, width * tall));
        let small = (rect.width() - width - 16.0).min(width * 0.5);
        let other = Rect::from_min_size(pos2(face.right() + 16.0, face.top()), vec2(small, small * tall));
        let buttons = foot(rect);
        let rule =
            Rect::from_min_max(pos2(rect.left(), face.bottom() + 14.0), pos2(rect.right(), buttons.top() - 12.0));
        Self { face, other, heading, rule, buttons }
    }
}

/// Where the pictures of a topic are, and its words.
struct Illustrated {
    /// Each picture, in order.
    pictures: Vec<Rect>,
    /// The first page of the words.
    first: Rect,
    /// Further pages: pictures above the words are on the first one only.
    others: Rect,
}

impl Illustrated {
    /// Beside the words where they are wide enough for it, else above them. None on a low screen.
    fn of(rect: Rect, pictures: &[Illustration], tall: f32) -> Self {
        /// Height that the words keep, and the least of pictures.
        const WORDS: f32 = 130.0;
        const LEAST: f32 = 60.0;
        let high = pictures.iter().map(|picture| height(&picture.source, tall)).fold(0.0, f32::max);
        let beside = rect.width() > rect.height() * 1.5;
        let room = if beside {
            rect.with_min_x(rect.right() - (rect.width() * 0.42).min(rect.height() * 0.95))
        } else {
            rect.with_max_y(rect.top() + (rect.height() - WORDS).min(rect.height() * 0.5))
        };
        let count = pictures.len();
        let size = |across: usize| {
            let down = count.div_ceil(across) as f32;
            let gaps = (across as f32 - 1.0, down - 1.0);
            let across = across as f32;
            ((room.width() - gaps.0 * GAP) / across).min((room.height() - gaps.1 * GAP) / down / high)
        };
        let best = (1..=count).max_by(|one, other| size(*one).total_cmp(&size(*other)).then(other.cmp(one)));
        let Some(across) = best.filter(|across| size(*across) * high >= LEAST) else {
            return Self { pictures: Vec::new(), first: rect, others: rect };
        };
        let (wide, high) = (size(across), size(across) * high);
        let step = vec2(wide + GAP, high + GAP);
        let down = count.div_ceil(across);
        let left = room.center().x - (across as f32 * step.x - GAP) / 2.0;
        let place = |index: usize| {
            let at = vec2((index % across) as f32 * step.x, (index / across) as f32 * step.y);
            Rect::from_min_size(pos2(left, room.top()) + at, vec2(wide, high))
        };
        let first = if beside {
            rect.with_max_x(room.left() - 18.0)
        } else {
            rect.with_min_y(room.top() + down as f32 * step.y + 4.0)
        };
        Self { pictures: (0..count).map(place).collect(), first, others: if beside { first } else { rect } }
    }
}

/// The height of a picture over its width; `tall` is that of a face. Most drawings are wide, and the art of cards is cut to fit.
const fn height(source: &IllustrationSource, tall: f32) -> f32 {
    match source {
        IllustrationSource::Face(..) => tall,
        IllustrationSource::Art(..) => 0.62,
        IllustrationSource::Drawing(_) => 0.5,
        IllustrationSource::Diagram(_) => 0.75,
    }
}

/// A name, and below it a line or two about it.
fn title(canvas: &mut Canvas<'_, '_>, rect: Rect, name: &str, about: &str) {
    let told = if about.is_empty() { name.to_owned() } else { format!("{name}: {}", about.replace('\n', ", ")) };
    canvas.label("entry", rect, &told);
    let above = rect.upper(38.0);
    canvas.fit(above, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 32.0, canvas.ground.text), &[name]);
    let below = pos2(rect.left(), above.bottom() + 2.0);
    let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    if rect.height() < 90.0 {
        let line = Rect::from_min_max(below, rect.max);
        canvas.fit(line, Align2::LEFT_TOP, words, &[&about.replace('\n', " · ")]);
    } else {
        canvas.wrap(below, rect.width(), words, about);
    }
}

/// Kind, count and rule of a card.
fn about(book: Book<'_>, card: &CardId, topic: Option<&Topic>) -> String {
    let kind = book.cards.entry(card).map(|card| card.kind.as_str()).unwrap_or_default();
    let kind = book.cards.kinds().iter().find(|known| known.id == kind).map_or("", |kind| kind.plural.as_str());
    let count = format!("{} in a deck", book.cards.entry(card).map_or(0, |card| card.count));
    let rules = topic.map(|topic| rules(book, topic)).unwrap_or_default();
    let parts = [kind, &count, &rules];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The numbers that the rulebook prints for the rules; a ruling has its number as its name.
fn rules(book: Book<'_>, topic: &Topic) -> String {
    let facts = topic.rules.iter().filter(|rule| !rule.is_ruling());
    let mut numbers: Vec<&str> = facts.filter_map(|rule| book.about.printed(*rule)).collect();
    // Section 2.10 comes after 2.9.
    numbers.sort_by_cached_key(|number| number.split('.').map(|part| part.parse::<u32>().ok()).collect::<Vec<_>>());
    numbers.dedup();
    match numbers.as_slice() {
        [] => String::new(),
        [one] => format!("rule {one}"),
        all => format!("rules {}", all.join(", ")),
    }
}

/// Returns the target of a name in a rule, and its title.
fn resolve(book: Book<'_>, name: &str) -> Option<(String, Opened)> {
    let key = crate::game::stem(name);
    if let Some(card) = book.cards.all().iter().find(|card| crate::game::stem(&card.name) == key) {
        return Some((card.name.clone(), Opened::Card(card.id.clone(), CardSide::Front)));
    }
    let topic = book.cards.glossary().topic(name)?;
    Some((topic.name.clone(), Opened::Topic(topic.id.clone())))
}

fn same(a: &Opened, b: &Opened) -> bool {
    match (a, b) {
        (Opened::Card(a, _), Opened::Card(b, _)) => a == b,
        (a, b) => a == b,
    }
}

/// True if the rule of a card mentions an entry.
fn names(book: Book<'_>, card: &CardId, what: &Opened) -> bool {
    let Some(topic) = book.cards.glossary().card(card.as_str()) else { return false };
    let mut named = topic.passages().flatten().filter_map(|phrase| phrase.names.as_deref());
    named.any(|name| resolve(book, name).is_some_and(|(_, opened)| same(&opened, what)))
}

/// Places for the names of a rule at the foot of a box, in rows; at most half the box.
fn chips(canvas: &Canvas<'_, '_>, rect: Rect, links: &[(String, Opened)]) -> Vec<Rect> {
    let words = TextStyle::new(Face::Caps, 19.0, canvas.ground.text);
    let (mut x, mut row, mut chips) = (0.0, 0_u8, Vec::new());
    for (name, _) in links {
        let width = (canvas.width(words, name) + 26.0).clamp(CONTROL + 14.0, rect.width());
        if x > 0.0 && x + width > rect.width() {
            (x, row) = (0.0, row + 1);
        }
        if f32::from(row + 1) * (CONTROL + GAP) > rect.height() * 0.55 {
            break;
        }
        chips.push((x, row, width));
        x += width + GAP;
    }
    let rows = chips.last().map_or(0, |(_, row, _)| row + 1);
    let top = rect.bottom() - f32::from(rows) * (CONTROL + GAP) + GAP;
    let place = |(x, row, width): (f32, u8, f32)| {
        let at = pos2(rect.left() + x, top + f32::from(row) * (CONTROL + GAP));
        Rect::from_min_size(at, vec2(width, CONTROL))
    };
    chips.into_iter().map(place).collect()
}
