//! The covers: a card made large in front, the rules on one page behind.

use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::PageText;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Colour, Ink, KindId, edition_label};
use crate::model::{Cover, Inline, Paragraph, Summary, SummaryHead, letters, plain_kind};
use crate::scene::{Attribute, Item, cover as cover_map};
use crate::slab::Slab;
use crate::units::{Mm, Point, Rect};

/// Beyond the cut.
pub(crate) const BLEED: Mm = Mm::new(3.0);
/// Width of the spine on each cover, and of the interlace on it.
const SPINE: Mm = Mm::new(19.0);
const WEAVE: Mm = Mm::new(10.0);
/// Start and end of the front cover's picture, and the height of the strip below it, on an A5 page.
const PICTURE: (Mm, Mm) = (Mm::new(46.6), Mm::new(39.6));
const STRIP: Mm = Mm::new(9.6);
/// From the edge of a cover to its words.
const ASIDE: Mm = Mm::new(8.4);
/// Width of the rules on one page.
const SUMMARY: Mm = Mm::new(109.0);
/// From the bottom of a cover to the content above its foot, and to the last possible line.
const FOOT: Mm = Mm::new(10.0);
const EDGE: Mm = Mm::new(5.0);
/// Ink lines around the picture.
const LINE: Mm = Mm::new(0.8);

/// A part of a cover by name, and its words.
type Part<'a> = (&'a str, &'a [Inline]);

impl Typesetter<'_> {
    /// Sets the front cover, a right page.
    pub(crate) fn cover(&mut self, cover: &Cover) -> Slab {
        let page = self.format.size;
        let kind = plain_kind(self.game);
        let mut slab = Slab::default();
        let ink = self.colour("ink");
        slab.items.push(self.cover_ground());
        let (top, bottom) = (PICTURE.0, page.height - PICTURE.1);
        let picture = Rect { x: SPINE, y: top, width: page.width - SPINE + BLEED, height: bottom - top };
        slab.items.extend(self.picture(&cover.art, picture, picture));
        for y in [top, bottom] {
            let line = Rect { y: y - LINE / 2.0, height: LINE, ..picture };
            slab.items.push(self.rect(line, ink));
        }
        let strip = Rect { y: bottom + LINE / 2.0, height: STRIP, ..picture };
        slab.items.push(self.rect(strip, self.kind_colour(kind, "strip")));
        slab.items.extend(self.cover_spine(kind, false));

        let (left, right) = (SPINE + ASIDE, page.width - ASIDE);
        let title = self.element("P", None, None);
        let words = Self::plain(&self.game.title);
        let size = self.largest(&words, "cover-title", right - left);
        slab.items
            .extend(Self::tagged(title, self.title(&words, size, Point::new(left - Mm::new(0.6), Mm::new(36.7)))));
        self.check_lines(cover, right - left);
        // The middle part has the same distance from both others.
        let ends = self.width(&cover.left, "cover-line") - self.width(&cover.right, "cover-line");
        let middle = (left + right + ends) / 2.0;
        let lines: [(&[Inline], &str, Mm, Mm, TextAnchor); 6] = [
            (&cover.left, "cover-line", left, Mm::new(13.6), TextAnchor::Left),
            (&cover.middle, "cover-line", middle, Mm::new(13.6), TextAnchor::Middle),
            (&cover.right, "cover-line", right, Mm::new(13.6), TextAnchor::Right),
            (&cover.strip, "cover-strip", left, strip.y + Mm::new(6.4), TextAnchor::Left),
            (&cover.edition, "cover-strip", right, strip.y + Mm::new(6.4), TextAnchor::Right),
            (&cover.foot, "cover-foot", left, page.height - Mm::new(6.2), TextAnchor::Left),
        ];
        for (words, style, x, y, side) in lines {
            let element = self.element("P", None, None);
            let items = self.words_at(words, style, Point::new(x, y), side, Colour::Black).items;
            slab.items.extend(Self::tagged(element, items));
        }
        let words = Self::plain(&edition_label(&self.game.edition, &self.game.revision));
        let at = Point::new(right, page.height - Mm::new(6.2));
        let element = self.element("P", None, None);
        let items = self.words_at(&words, "cover-foot", at, TextAnchor::Right, Colour::Black).items;
        slab.items.extend(Self::tagged(element, items));
        let at = Point::new(left, strip.bottom() + Mm::new(8.9));
        let (items, bottom) = self.cover_lines(&cover.epigraph, "cover-epigraph", at, right - left - Mm::new(25.0));
        slab.items.extend(items);
        let over = (bottom - (page.height - FOOT)).get();
        if over > 0.0 {
            let what = format!("`epigraph` overflows by {}", Mm::new(over).excess());
            self.too_long(Code::COVER_TOP_TOO_LONG, cover.place("epigraph"), what);
        }
        if let Some(at) = cover.places.values().next() {
            slab.texts.push(PageText { area: Rect::at(Point::default(), page), at: at.clone() });
        }
        slab
    }

    /// Reports texts of a cover that do not fit side by side.
    fn check_lines(&mut self, cover: &Cover, room: Mm) {
        const APART: Mm = Mm::new(4.0);
        let printing = Self::plain(&edition_label(&self.game.edition, &self.game.revision));
        let rows: [(&str, &[Part<'_>]); 3] = [
            ("cover-line", &[("left", &cover.left), ("middle", &cover.middle), ("right", &cover.right)]),
            ("cover-strip", &[("strip", &cover.strip), ("edition", &cover.edition)]),
            ("cover-foot", &[("foot", &cover.foot), ("", &printing)]),
        ];
        for (style, parts) in rows {
            let mut wide: Vec<(Mm, &str)> =
                parts.iter().map(|(name, words)| (self.width(words, style), *name)).collect();
            wide.retain(|(width, _)| *width > Mm::ZERO);
            #[allow(clippy::cast_precision_loss, reason = "at most three")]
            let apart = APART * wide.len().saturating_sub(1) as f64;
            let over = (wide.iter().map(|(width, _)| *width).sum::<Mm>() + apart - room).get();
            let widest =
                wide.iter().filter(|(_, name)| !name.is_empty()).max_by(|a, b| a.0.get().total_cmp(&b.0.get()));
            if let Some((_, widest)) = widest.filter(|_| over > 0.0) {
                let names = parts.iter().filter(|(name, _)| !name.is_empty()).map(|(name, _)| format!("`{name}`"));
                let names = names.collect::<Vec<_>>().join(", ");
                let what = format!("one line of the cover overflows by {}: {names}", Mm::new(over).excess());
                self.too_long(Code::COVER_TOP_TOO_LONG, cover.place(widest), what);
            }
        }
    }

    /// Sets the back cover, a left page: the rules on one page, and the upper part of the cover's picture where there is room.
    pub(crate) fn summary(&mut self, summary: &Summary, art: Option<&str>) -> Slab {
        /// Minimum height of the picture, and its distance from the rules and from the line below it.
        const PICTURE: Mm = Mm::new(25.0);
        const OFF: Mm = Mm::new(3.0);
        const TERM: Mm = Mm::new(8.2);
        const MEANING: Mm = Mm::new(35.4);
        const BAND: Mm = Mm::new(5.8);
        const ROW: Mm = Mm::new(4.586);
        let page = self.format.size;
        let mut slab = Slab::default();
        slab.items.push(self.cover_ground());
        let kind = plain_kind(self.game);
        slab.items.extend(self.cover_spine(kind, true));
        let left = ((page.width - SPINE - SUMMARY) / 2.0).max(Mm::new(5.0));
        let width = page.width - SPINE - left * 2.0;
        let title = self.element("H1", None, None);
        let at = Point::new(left, Mm::new(17.2));
        let items = self.words_at(&summary.title, "summary-title", at, TextAnchor::Left, Colour::Black).items;
        slab.items.extend(Self::tagged(title, items));
        self.check_cell(&summary.at, &summary.title, "summary-title", width);
        let mut y = Mm::new(23.4);
        let line_of = |top: Mm, bottom: Mm, at: &Span| {
            let area = Rect { x: left, y: top - ROW, width, height: bottom - top + ROW * 1.3 };
            PageText { area, at: at.clone() }
        };
        for Paragraph { words, at, .. } in &summary.before {
            let (items, bottom) = self.cover_lines(words, "summary-line", Point::new(left, y), width);
            slab.items.extend(items);
            slab.texts.push(line_of(y, bottom, at));
            y = bottom + ROW;
        }
        y -= Mm::new(1.4);
        for SummaryHead { title: head, kind, rows, at } in &summary.heads {
            self.check_cell(at, head, "summary-head", width - TERM);
            let band = Rect { x: left, y, width, height: BAND };
            slab.items.push(self.band(band, *kind));
            slab.texts.push(PageText { area: band, at: at.clone() });
            let mark = Rect { x: left + Mm::new(1.7), y: y + Mm::new(0.6), width: Mm::new(4.6), height: Mm::new(4.6) };
            let of_kind = self.game.deck.kinds.get(kind.0);
            slab.items.extend(of_kind.and_then(|kind| self.mark(&kind.mark, mark, self.colour("ink"))));
            let element = self.element("H2", None, None);
            let at = Point::new(left + TERM, y + Mm::new(4.1));
            let items = self.words_at(head, "summary-head", at, TextAnchor::Left, Colour::Black).items;
            slab.items.extend(Self::tagged(element, items));
            y += BAND + Mm::new(4.5);
            let table = self.element("Table", None, None);
            for (row, place) in rows {
                let parent = self.element("TR", Some(table), None);
                for (cell, (x, style)) in row.iter().zip([(TERM, "summary-term"), (MEANING, "summary")]) {
                    let element = if x == TERM {
                        self.element_with("TH", Some(parent), vec![Attribute::Scope("Row")])
                    } else {
                        self.element("TD", Some(parent), None)
                    };
                    let set = self.words_at(cell, style, Point::new(left + x, y), TextAnchor::Left, Colour::Black);
                    let room = if x == TERM && row.len() > 1 { MEANING - TERM - Mm::new(1.0) } else { width - x };
                    self.check_cell(place, cell, style, room);
                    slab.items.extend(Self::tagged(element, set.items));
                }
                slab.texts.push(line_of(y, y, place));
                y += ROW;
            }
            y -= Mm::new(1.5);
        }
        let foot = page.height - Mm::new(14.0);
        let over = y - foot;
        if over > Mm::ZERO {
            self.tell_high(&summary.at, over);
        }
        let line = foot - Mm::new(4.3);
        let room = Rect { x: left, y: y + OFF, width, height: line - y - OFF * 2.0 };
        if let Some(art) = art.filter(|_| room.height >= PICTURE) {
            let scaled = width * 1.2;
            let left = left - (scaled - width) / 2.0;
            let upper = Rect { x: left, width: scaled, height: scaled.max(room.height), ..room };
            slab.items.extend(self.picture(art, upper, room));
        }
        if !summary.after.is_empty() {
            slab.items.push(self.cut_line(left, line, width));
        }
        let mut y = foot + Mm::new(1.0);
        for Paragraph { words, at, .. } in &summary.after {
            let (items, bottom) = self.cover_lines(words, "summary-line", Point::new(left, y), width);
            slab.items.extend(items);
            slab.texts.push(line_of(y, bottom, at));
            let over = bottom - (page.height - EDGE);
            if over > Mm::ZERO {
                self.tell_high(at, over);
            }
            y = bottom + ROW;
        }
        slab
    }

    fn tell_high(&mut self, at: &Span, over: Mm) {
        let what = format!("the one-page summary overflows by {}", over.excess());
        self.diagnostics.push(Diagnostic::error(Code::SUMMARY_TOO_LONG, at.clone(), what).hint("shorten this block"));
    }

    /// Reports words of the rules on one page that are wider than their room.
    fn check_cell(&mut self, at: &Span, words: &[Inline], style: &str, room: Mm) {
        let over = self.width(words, style) - room;
        if over <= Mm::new(0.5) {
            return;
        }
        let words = letters(words);
        let what = format!("in the one-page summary, `{words}` overflows its line by {}", over.excess());
        self.diagnostics
            .push(Diagnostic::error(Code::SUMMARY_LINE_TOO_LONG, at.clone(), what).hint("shorten the text"));
    }

    /// Draws the background of a cover; empty in the low-ink version.
    fn cover_ground(&self) -> Item {
        let page = Rect::at(Point::default(), self.format.size).grown(BLEED);
        self.rect(page, self.colour("ground"))
    }

    /// Draws the band of a head: a tint, or a line below it in the low-ink version.
    fn band(&self, band: Rect, kind: KindId) -> Item {
        if self.renderer.ink() == Ink::Low {
            let line = Rect { y: band.bottom() - Mm::new(0.3), height: Mm::new(0.3), ..band };
            return self.rect(line, self.kind_colour(kind, "kind"));
        }
        self.rect(band, self.kind_colour(kind, "strip"))
    }

    /// Draws the spine at the fold: at the left of the front cover, at the right of the back cover.
    fn cover_spine(&self, kind: KindId, right: bool) -> Vec<Item> {
        const MARK: Mm = Mm::new(9.2);
        let page = self.format.size;
        let x = if right { page.width - SPINE } else { Mm::ZERO };
        let mut items = Vec::new();
        if self.renderer.ink() == Ink::Full {
            let outer = Rect { x, y: -BLEED, width: SPINE, height: page.height + BLEED * 2.0 };
            items.push(self.rect(outer, self.kind_colour(kind, "kind")));
        }
        let edge = if right { x - Mm::new(0.25) } else { SPINE - Mm::new(0.25) };
        let line = Rect { x: edge, y: -BLEED, width: Mm::new(0.5), height: page.height + BLEED * 2.0 };
        items.push(self.rect(line, self.colour("ink")));
        let middle = x + SPINE / 2.0;
        let weave =
            Rect { x: middle - WEAVE / 2.0, y: Mm::new(25.0), width: WEAVE, height: page.height - Mm::new(50.0) };
        let above = Rect { x: middle - MARK / 2.0, y: Mm::new(10.0), width: MARK, height: MARK };
        let below = Rect { y: page.height - Mm::new(10.0) - MARK, ..above };
        items.extend(self.braid(kind, weave, above, below));
        items
    }

    /// Draws a picture that fills a box, and shows a part of it.
    fn picture(&self, name: &str, onto: Rect, shown: Rect) -> Option<Item> {
        let drawing = self.renderer.picture(name)?;
        let place = cover_map(drawing.bounds, onto);
        Some(Item::Drawing { drawing: std::sync::Arc::clone(drawing), place, clip: Some(shown.into()) })
    }

    /// Returns the share of a style's size in which words fit a width.
    fn largest(&mut self, words: &[Inline], style: &str, width: Mm) -> f64 {
        let natural = self.width(words, style);
        if natural > width { width / natural } else { 1.0 }
    }

    /// Sets the title at a share of its size.
    fn title(&mut self, words: &[Inline], part: f64, at: Point) -> Vec<Item> {
        let Some(style) = self.style("cover-title") else { return Vec::new() };
        let mut smaller = style.clone();
        smaller.size = style.size * part;
        let block = self.set(words, &smaller, LineMode::Line, Mm::ZERO);
        self.lines_at(&block, at, Colour::Black).0
    }

    /// Lines at a place of a cover, and the baseline of the last of them.
    fn cover_lines(&mut self, words: &[Inline], style: &str, at: Point, measure: Mm) -> (Vec<Item>, Mm) {
        let Some(style) = self.style(style) else { return (Vec::new(), at.y) };
        let element = self.element("P", None, None);
        let block = self.set(words, style, LineMode::Ragged, measure);
        let bottom = at.y + block.lines.last().map_or(Mm::ZERO, |line| line.baseline);
        (Self::tagged(element, self.lines_at(&block, at, Colour::Black).0), bottom)
    }
}
