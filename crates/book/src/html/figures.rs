//! Figures of a web page: pictures with their words beside them, so nothing has to be read in a picture.

use crate::game::{KindId, filled};
use std::sync::Arc;

use kurbo::{Affine, Shape as _};

use super::cards::face_id;
use super::words::mark_id;
use super::writer::{Writer, attribute};
use super::{Part, Picture, PictureSort};
use crate::model::{Callout, Illustration, Inline, PieceIndex};
use crate::scene::{Content, Drawing, Item, Scene, contain};
use crate::shape::path_data;
use crate::skirminion::Diagram;
use crate::typesetter::illustration::is_in_dots;
use crate::typesetter::skirmish::LETTER;
use crate::units::{Mm, Point, Rect, Size};

/// Page pixels per millimetre of print, and picture pixels per page pixel: screens are finer than CSS pixels.
const ON_PAGE: f64 = 4.6;
const DENSITY: f64 = 1.5;
/// Width of a face in pixels: nearly as fine as screens are where it is shown widest.
const FACE: f64 = 320.0;
/// Width of a card whose parts are pointed out, in millimetres of the print.
const POINTED_OUT: Mm = Mm::new(52.0);
/// Width of drawings as wide as the column, and of the small pictures of the box's contents.
const COLUMN: Mm = Mm::new(96.0);
const SMALL: Mm = Mm::new(22.0);
/// Width and height of a band of interlace.
const BAND: (f64, f64) = (96.0, 4.6);

impl Writer<'_, '_> {
    /// Writes a picture: its content, the visible part, and its alternative text.
    pub fn picture(&mut self, class: &str, items: Vec<Item>, view: Rect, alt: &str, sort: PictureSort) {
        let (wide, high) = (view.width.get() * ON_PAGE, view.height.get() * ON_PAGE);
        let (alt, wide_shown, high_shown) = (attribute(alt), whole(wide), whole(high));
        self.raw(&format!(
            "<img class=\"{class}\" alt=\"{alt}\" width=\"{wide_shown}\" height=\"{high_shown}\" src=\""
        ));
        let number = self.pictures.len();
        let scene = Arc::new(Scene { items, ..Scene::default() });
        let (width, height) = (whole(wide * DENSITY), whole(high * DENSITY));
        self.pictures.push(Picture { name: String::new(), scene, view, width, height, sort });
        self.part(Part::Picture(number));
        self.raw("\"/>\n");
    }

    /// Writes a drawing of lines and flat colours, in full; its name may be empty.
    fn diagram(&mut self, name: &str, items: Vec<Item>, alt: &str) {
        if let Some(view) = covered(&items) {
            self.picture("diagram", items, view, alt, PictureSort::Diagram);
            if let Some(picture) = self.pictures.last_mut() {
                name.clone_into(&mut picture.name);
            }
        }
    }

    /// Writes the table at the start.
    pub fn setup(&mut self, caption: &[Inline]) {
        let (items, alt) = (self.set.table_at_setup(LETTER * 1.5), self.set.setup_alt());
        self.block("figure", |to| {
            to.diagram("setup", items, &alt);
            to.caption(caption);
        });
    }

    /// Writes a card with its parts numbered, and the parts below it by their numbers.
    pub fn anatomy(&mut self, card: PieceIndex, caption: &[Inline], parts: &[Callout]) {
        let size = card.component(self.game()).format.size;
        let scale = POINTED_OUT / size.width;
        let placed = self.set.placed(card, parts);
        let mut items = self.set.face(card, 0, Point::default(), POINTED_OUT);
        for (number, (_, spot)) in (1..).zip(&placed) {
            let left = spot.right() < size.width * 0.62;
            let x = if left { spot.middle().x } else { spot.right() };
            let room = Mm::new(2.5);
            let x = (x * scale).max(room).min(POINTED_OUT - room);
            items.extend(self.set.letter(&number.to_string(), Point::new(x, spot.middle().y * scale), LETTER));
        }
        let view = Rect { x: Mm::ZERO, y: Mm::ZERO, width: POINTED_OUT, height: size.height * scale };
        let alt = format!("{} {}", self.set.shown(card), self.game().phrases().parts_numbered);
        self.block("figure class=\"anatomy\"", |to| {
            to.picture("face", items, view, &alt, PictureSort::Painting);
            to.block("ol", |to| {
                for (part, _) in &placed {
                    to.block("li", |to| {
                        to.element("b", |to| to.text(&part.name));
                        to.raw(": ");
                        to.words(&part.words);
                    });
                }
            });
            to.caption(caption);
        });
    }

    /// Writes cards with both their faces.
    pub fn sides(&mut self, cards: &[PieceIndex], caption: &[Inline]) {
        self.block("figure", |to| {
            to.block("div class=\"abreast\"", |to| {
                for card in cards {
                    for side in [0, 1] {
                        let label = to.set.side_name(*card, side);
                        let alt = match side {
                            0 => to.set.shown(*card),
                            _ => filled(to.game().phrases().other_side, &[&card.data(to.game()).name, &label]),
                        };
                        to.labelled(*card, usize::from(side), &alt, &label);
                    }
                }
            });
            to.caption(caption);
        });
    }

    /// Writes cards that are played together.
    pub fn together(&mut self, cards: &[PieceIndex], caption: &[Inline]) {
        self.block("figure", |to| {
            to.block("div class=\"abreast\"", |to| {
                for (number, card) in cards.iter().enumerate() {
                    if number > 0 {
                        to.raw("<span class=\"plus\">+</span>");
                    }
                    let game = to.game();
                    let label = &card.component(game).kind(card.data(game)).name;
                    let alt = to.set.shown(*card);
                    to.labelled(*card, 0, &alt, label);
                }
            });
            to.caption(caption);
        });
    }

    /// Writes a face with its name below it.
    fn labelled(&mut self, card: PieceIndex, side: usize, alt: &str, label: &str) {
        self.block("div class=\"labelled\"", |to| {
            to.face(card, side, alt);
            to.element("span class=\"label\"", |to| to.text(label));
        });
    }

    /// Writes a stretch of a chess board.
    pub fn board(&mut self, diagram: &Diagram) {
        self.block("figure", |to| {
            to.drawn_board(diagram);
            to.caption(&diagram.caption);
        });
    }

    /// Boards side by side, each with its label, and the caption of all of them.
    pub fn boards(&mut self, boards: &[Diagram], caption: &[Inline]) {
        self.block("figure", |to| {
            to.block("div class=\"abreast\"", |to| {
                for diagram in boards {
                    to.block("div class=\"labelled\"", |to| {
                        to.drawn_board(diagram);
                        to.element("span class=\"label\"", |to| to.words(&diagram.caption));
                    });
                }
            });
            to.caption(caption);
        });
    }

    fn drawn_board(&mut self, diagram: &Diagram) {
        let items = self.set.board_alone(diagram);
        self.diagram(&format!("board {}", diagram.name), items, &diagram.alt);
    }

    /// Writes a drawing of the game's folder `book`.
    pub fn drawing(&mut self, name: &str, alt: &str, caption: &[Inline]) {
        // One that is not there was reported before.
        let Some(drawing) = self.set.renderer().picture(name).cloned() else { return };
        let height = COLUMN * (drawing.bounds.height() / drawing.bounds.width());
        self.drawn(drawing, Size { width: COLUMN, height }, alt, caption);
    }

    /// Writes a picture of the folder `art`.
    pub fn illustration(&mut self, shown: &Illustration) {
        // One that is not there was reported before.
        let Some(drawing) = self.set.renderer().drawing(&shown.art).cloned() else { return };
        let size = self.set.size_of(shown, &drawing, COLUMN);
        self.drawn(drawing, size, &shown.alt, &shown.caption);
    }

    /// Writes a drawing in its printed size, with its caption, if any.
    fn drawn(&mut self, drawing: Arc<Drawing>, size: Size, alt: &str, caption: &[Inline]) {
        let view = Rect { x: Mm::ZERO, y: Mm::ZERO, width: size.width, height: size.height };
        let place = contain(drawing.bounds, view);
        let in_dots = is_in_dots(&drawing);
        let (class, sort) = if in_dots { ("photo", PictureSort::Painting) } else { ("diagram", PictureSort::Diagram) };
        self.found.rare |= in_dots;
        self.block("figure", |to| {
            to.picture(class, vec![Item::Drawing { drawing, place, clip: None }], view, alt, sort);
            if !caption.is_empty() {
                to.caption(caption);
            }
        });
    }

    /// Writes the common back of the cards, small.
    pub fn common_back(&mut self) {
        let size = self.game().deck.format.size;
        let height = SMALL * (size.height / size.width);
        let view = Rect { x: Mm::ZERO, y: Mm::ZERO, width: SMALL, height };
        let items = self.set.common_back(Point::default(), SMALL);
        self.picture("face", items, view, self.game().phrases().a_back, PictureSort::Painting);
    }

    /// Writes health counters, small.
    pub fn counters(&mut self) {
        let items = self.set.counters(Point::default());
        self.diagram("", items, self.game().phrases().counters);
    }

    /// Writes the definitions of shared or inline graphics: faces, icons, interlace. Each is defined once.
    pub fn definitions(&mut self) {
        self.block("svg class=\"defined\" aria-hidden=\"true\"", |to| {
            to.raw("<defs>\n");
            to.faces.clone().into_iter().for_each(|(sort, face)| to.defined_face(sort, face));
            to.marks.clone().into_iter().for_each(|mark| to.defined_mark(&mark));
            to.woven.clone().into_iter().for_each(|kind| to.defined_band(kind));
            to.raw("</defs>");
        });
    }

    fn defined_face(&mut self, sort: usize, face: usize) {
        let Some(pieces) = self.set.pieces().get(sort) else { return };
        let Some(scene) = pieces.faces.get(face).cloned() else { return };
        let view = pieces.renderer.component().format.cut();
        let (wide, high) = (whole(FACE), whole(FACE * (view.height / view.width)));
        let number = self.pictures.len();
        self.pictures.push(Picture {
            name: String::new(),
            scene,
            view,
            width: wide,
            height: high,
            sort: PictureSort::Painting,
        });
        let size = format!("width=\"{wide}\" height=\"{high}\"");
        let id = face_id(sort, face);
        self.raw(&format!("<symbol id=\"{id}\" viewBox=\"0 0 {wide} {high}\"><image {size} href=\""));
        self.part(Part::Picture(number));
        self.raw("\"/></symbol>\n");
    }

    fn defined_mark(&mut self, name: &str) {
        let Some(mark) = self.set.renderer().marks().get(name) else { return };
        let side = mark.bounds.width().max(mark.bounds.height());
        // In a box of a hundred, for any unit of the drawing.
        let map = Affine::scale(100.0 / side) * Affine::translate(-mark.bounds.origin().to_vec2());
        let (wide, high) = (100.0 * mark.bounds.width() / side, 100.0 * mark.bounds.height() / side);
        let id = attribute(&mark_id(name));
        self.block(&format!("symbol id=\"{id}\" viewBox=\"0 0 {wide:.0} {high:.0}\""), |to| {
            for outline in &mark.outlines {
                let rule = if outline.even_odd { " fill-rule=\"evenodd\"" } else { "" };
                to.raw(&format!("<path{rule} d=\"{}\"/>", path_data(&(map * outline.path.clone()), 1)));
            }
        });
    }

    fn defined_band(&mut self, kind: KindId) {
        let band = Rect::mm(0.0, 0.0, BAND.0, BAND.1);
        let Some(Item::Drawing { drawing, .. }) = self.set.weave(kind, band, crate::game::Colour::Black, None) else {
            return;
        };
        let Content::Shapes(shapes) = &drawing.content else { return };
        self.block(&format!("symbol id=\"weave_{}\" viewBox=\"0 0 {} {}\"", kind.0, BAND.0, BAND.1), |to| {
            for shape in shapes {
                let rule = if shape.even_odd { " fill-rule=\"evenodd\"" } else { "" };
                to.raw(&format!("<path{rule} d=\"{}\"/>", path_data(&shape.path, 2)));
            }
        });
    }
}

/// Returns the common bounds of drawings, which contain their text.
fn covered(items: &[Item]) -> Option<Rect> {
    let bounds = items.iter().filter_map(|item| match item {
        Item::Drawing { clip: Some(clip), .. } => Some(clip.extent().to_kurbo()),
        Item::Drawing { drawing, place, .. } => Some((*place * drawing.bounds.to_path(0.1)).bounding_box()),
        _ => None,
    });
    let all = bounds.reduce(|a, b| a.union(b))?;
    Some(Rect::mm(all.x0, all.y0, all.width(), all.height()))
}

/// Formats a number of pixels.
fn whole(pixels: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a page has few pixels")]
    let pixels = pixels.round().max(1.0) as u32;
    pixels
}
