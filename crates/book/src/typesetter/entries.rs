//! The cards: each with its face beside it, grouped by kind.

use std::sync::Arc;

use kurbo::Affine;

use super::blocks::Column;
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::diagnostic::Code;
use crate::game::{Colour, Component, CutShape, KindId, filled};
use crate::measure::{FIRST, MEASURE, lines};
use crate::model::{Block, CardEntry, Inline, PieceIndex, Target};
use crate::read::rulebook::entry_id;
use crate::scene::{Item, Nested, Scene};
use crate::slab::{After, Note, Opens, Slab};
use crate::units::{Mm, Point, Rect};

/// Minimum number of lines of a card's entry, and of the head of a kind: with the line above it, it is as high as an
/// entry.
const ENTRY: f64 = 9.0;
const HEAD: f64 = 8.0;
/// Width of a face beside its words, and start of the words.
const FACE: Mm = Mm::new(27.9);
/// Maximum height of a face.
const FACE_HEIGHT: Mm = Mm::new(39.2);
const WORDS: Mm = Mm::new(32.4);
/// Lines of an entry's text at most.
const TEXT: usize = 6;

impl<'a> Typesetter<'a> {
    /// Draws a face of a card or another piece, of a width in millimetres, with round corners and a fine outline: 0 is
    /// its front, 1 its back.
    pub(crate) fn face(&self, of: PieceIndex, side: usize, at: Point, width: Mm) -> Vec<Item> {
        let Some(scene) = self.scene_of(of, side) else { return Vec::new() };
        let pieces = of.component(self.game);
        if of.sort > 0 {
            let mut nested = self.nested.borrow_mut();
            if !nested.iter().any(|(known, _)| Arc::ptr_eq(known, scene)) {
                nested.push((Arc::clone(scene), pieces.format.with_bleed()));
            }
        }
        self.card(scene, pieces, at, width)
    }

    /// Returns the scene of a face.
    pub(crate) fn scene_of(&self, of: PieceIndex, side: usize) -> Option<&'a Arc<Scene>> {
        let pieces = self.pieces.get(of.sort)?;
        let faces = pieces.renderer.deck().cards[of.card];
        pieces.faces.get([faces.front, faces.back][side].0)
    }

    /// Describes the picture of a card, in words.
    pub(crate) fn shown(&self, card: PieceIndex) -> String {
        let card = card.data(self.game);
        let drawing = card.faces[0].alt.as_ref().map(|alt| format!(" {}", alt.value)).unwrap_or_default();
        filled(self.game.phrases().the_card, &[&card.name]) + &drawing
    }

    /// Draws the common back in the same way, simplified if the game has such a picture.
    pub(crate) fn common_back(&self, at: Point, width: Mm) -> Vec<Item> {
        let shared =
            |card: &&crate::face::CardFaces| self.game.face_kinds[self.game.deck.cards[card.card].faces[1].kind].shared;
        let face = self.renderer.deck().cards.iter().find(shared).and_then(|card| self.faces.get(card.back.0));
        self.small_back.as_ref().or(face).map(|scene| self.card(scene, &self.game.deck, at, width)).unwrap_or_default()
    }

    fn card(&self, scene: &Arc<Scene>, pieces: &Component, at: Point, width: Mm) -> Vec<Item> {
        let mut format = pieces.format;
        if pieces.piece.shape == CutShape::Circle {
            format.corner = format.size.width.min(format.size.height) / 2.0;
        }
        let scale = width / format.size.width;
        let place = Affine::translate((at.x.get(), at.y.get())) * Affine::scale(scale);
        let mut items = Vec::new();
        let line = Mm::new(0.12);
        let edge = Rect { x: at.x, y: at.y, width, height: format.size.height * scale }.grown(line);
        items.push(self.round_rect(edge, format.corner * scale + line, Colour::Black));
        let (covers, clip) = (format.with_bleed(), (format.cut(), format.corner));
        items.push(Item::Nested(Box::new(Nested { scene: Arc::clone(scene), covers, place, clip })));
        items
    }

    /// Sets a kind of card: it begins a page, and its spine is at the edge of its pages.
    pub(crate) fn cards(
        &mut self,
        kind: KindId,
        id: &str,
        number: &str,
        words: &[Block],
        entries: &[CardEntry],
    ) -> Vec<Slab> {
        let mut head = self.kind_head(kind, id, number, words);
        head.spine = Some(Some(kind));
        let mut slabs = vec![head];
        for entry in entries {
            slabs.push(self.entry(entry, kind));
        }
        slabs
    }

    fn kind_head(&mut self, kind: KindId, id: &str, number: &str, words: &[Block]) -> Slab {
        let mut slab =
            Slab { before: 1.0, opens: Opens::Kind, after: After::Held, grid: true, grows: true, ..Slab::default() };
        slab.items.extend(self.title_band(kind));
        let baseline = lines(2.5);
        let element = self.element("H2", None, None);
        let title = Self::plain(&self.game.deck.kinds[kind].plural);
        let (items, title_lines) = self.head(&title, "book-kind", Point::new(Mm::ZERO, baseline), MEASURE);
        slab.items.extend(Self::tagged(element, items));
        let red = self.colour("reference");
        slab.notes.push(self.number_note(number, "book-number", baseline, red, element));
        slab.anchors.push(Target::Section(id.to_owned()));
        let chapter = self.chapter_here.clone();
        slab.running = Some(format!("{chapter}: {}", self.game.deck.kinds[kind].plural.to_lowercase()));
        self.new_section();
        let inner = self.blocks(words, Column::PAGE);
        let height: f64 = inner.iter().map(|slab| slab.height).sum();
        let above = 3.0 + title_lines;
        let mut y = above;
        for part in inner {
            let height = part.height;
            slab.take_in(part, Point::new(Mm::ZERO, lines(y)));
            y += height;
        }
        slab.height = (above + height + 1.0).max(HEAD).ceil();
        slab
    }

    /// Sets a card: its face, name, value, count, needs, and words.
    fn entry(&mut self, entry: &CardEntry, kind: KindId) -> Slab {
        let card = entry.card.data(self.game);
        let mut slab = Slab { grid: true, grows: true, ..Slab::new(ENTRY) };
        let outer = self.parent;
        self.parent = Some(self.element("Sect", outer, None));
        self.new_section();
        let picture = self.element("Figure", self.parent, Some(self.shown(entry.card)));
        // The words begin as high as the face.
        let top = FIRST - Mm::new(2.7);
        let size = entry.card.component(self.game).format.size;
        let width = FACE.min(FACE_HEIGHT * (size.width / size.height));
        let drawn = self.face(entry.card, 0, Point::new(Mm::ZERO, top), width);
        slab.items.extend(Self::tagged(picture, drawn));
        slab.anchors.push(Target::Card(card.id.clone()));
        slab.anchors.push(Target::Section(entry_id(&card.id)));
        let head = self.element("H3", self.parent, None);
        let red = self.colour("reference");
        let number = self.number_note(&entry.number, "book-number", FIRST, red, head);
        slab.notes.push(Note { before: slab.items.len(), ..number });
        let name = Self::plain(&card.name);
        let mut items =
            self.words_at(&name, "book-section", Point::new(WORDS, FIRST), TextAnchor::Left, Colour::Black).items;
        let after = WORDS + self.width(&name, "book-section") + Mm::new(2.2);
        let index = self.index(entry.card);
        let colour = self.kind_colour(kind, "kind");
        items.extend(self.words_at(&index, "book-section", Point::new(after, FIRST), TextAnchor::Left, colour).items);
        let count = Self::plain(&filled(self.game.phrases().in_deck, &[&card.count.to_string()]));
        items.extend(
            self.words_at(&count, "book-small", Point::new(MEASURE, FIRST), TextAnchor::Right, Colour::Black).items,
        );
        slab.items.extend(Self::tagged(head, items));

        let mut y = 1.0 + self.needs(entry.card, &mut slab);
        let mut set = 0;
        for block in &entry.blocks {
            let Block::Paragraph(paragraph) = block else { continue };
            let Some(style) = self.style("book-entry") else { break };
            let block = self.set(&paragraph.words, style, LineMode::Ragged, MEASURE - WORDS);
            set += block.lines.len();
            if set > TEXT {
                let over = set - TEXT;
                let what = format!("the entry of `{}` has {over} lines too many: {TEXT} fit", card.name);
                self.too_long(Code::BOOK_ENTRY_TOO_LONG, &paragraph.at, what);
            }
            let element = self.element("P", self.parent, None);
            let mut parts = self.line_slabs(&block, WORDS, Colour::Black, element);
            self.mark_text(&mut parts, &paragraph.at, Column::PAGE.indented(WORDS));
            for part in parts {
                slab.take_in(part, Point::new(Mm::ZERO, lines(y)));
                y += 1.0;
            }
        }
        self.parent = outer;
        slab
    }

    /// Returns the value at a card's upper left, if it is text.
    pub(crate) fn index(&self, card: PieceIndex) -> Vec<Inline> {
        let face = &card.data(self.game).faces[0];
        let index = face.texts.get("index").map(|told| told.value.plain_text()).unwrap_or_default();
        if index.is_empty() { Vec::new() } else { Self::plain(&index) }
    }

    /// Sets the requirements of a card, each with its icon, in rows; returns their number of lines.
    fn needs(&mut self, card: PieceIndex, slab: &mut Slab) -> f64 {
        const BETWEEN: Mm = Mm::new(2.6);
        let needs = card.data(self.game).faces[0].needs.clone();
        if needs.is_empty() {
            return 0.0;
        }
        let element = self.element("P", self.parent, None);
        let mut items = Vec::new();
        let (mut x, mut row) = (WORDS, 1.0);
        for need in needs {
            let need = &self.game.needs[need];
            let side = Mm::new(3.3);
            #[allow(clippy::cast_precision_loss, reason = "one or two icons")]
            let marks = side * need.marks.len() as f64;
            let words = Self::plain(&need.words);
            let width = marks + Mm::new(0.9) + self.width(&words, "book-small");
            if x > WORDS && x + width > MEASURE {
                (x, row) = (WORDS, row + 1.0);
            }
            let baseline = lines(row) + FIRST - Mm::new(0.5);
            for mark in need.marks.clone() {
                let bounds = Rect { x, y: baseline + Mm::new(0.5) - side, width: side, height: side };
                items.extend(self.mark(&mark, bounds, self.colour("ink")));
                x += side;
            }
            let at = Point::new(x + Mm::new(0.9), baseline);
            items.extend(self.words_at(&words, "book-small", at, TextAnchor::Left, Colour::Black).items);
            x += width - marks + BETWEEN;
        }
        slab.items.extend(Self::tagged(element, items));
        row
    }
}
