//! Slabs: what a page is built of, each a number of lines high and never broken.

use std::sync::Arc;

use super::PageText;
use super::model::Target;
use crate::game::KindId;
use crate::scene::Item;
use crate::units::{Mm, Point, Rect};

/// True if a page may end after a slab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum After {
    /// A page may end here.
    #[default]
    Free,
    /// A page may end here, but that would leave the first line of a paragraph at its foot.
    Orphan,
    /// A page may end here, but it would break a table.
    Row,
    /// The next slab stays on the same page.
    Held,
}

impl After {
    /// Returns the break after a line of a paragraph: its last line is never separated, its first only if necessary.
    pub fn line(number: usize, count: usize) -> Self {
        match number {
            number if number + 2 == count => Self::Held,
            0 if count > 1 => Self::Orphan,
            _ => Self::Free,
        }
    }
}

/// The head of a table, which is repeated where a page begins within the table.
#[derive(Clone)]
pub(super) struct RepeatedHead {
    /// Its height in lines.
    pub height: f64,
    /// Its drawing; the structure doesn't include it a second time.
    pub items: Vec<Item>,
    /// The line that closes the table if a page ends within it.
    pub end: Item,
}

/// True if a slab begins a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Opens {
    /// Any position on a page.
    #[default]
    Nothing,
    /// The first chapter after the contents: below them, or at the top of a page.
    First,
    /// A chapter: as all chapters of its book, at the top of a page or below the one before it.
    Chapter,
    /// A kind of card: best at the top of a page, but the page before it has to be full.
    Kind,
    /// It always begins a page.
    Page,
}

/// An area that leads somewhere.
#[derive(Clone)]
pub(super) struct SlabLink {
    pub area: Rect,
    pub target: Target,
    /// The element of the structure that holds its words.
    pub element: usize,
}

impl SlabLink {
    /// Returns the area, moved.
    pub fn moved(self, by: Point) -> Self {
        let area = Rect { x: self.area.x + by.x, y: self.area.y + by.y, ..self.area };
        Self { area, ..self }
    }
}

/// Something in the outer margin; on which side depends on the page.
#[derive(Clone)]
pub(super) struct Note {
    /// Set with its right end at the origin, for left pages, and with its left end there, for right pages.
    pub left: Vec<Item>,
    pub right: Vec<Item>,
    /// From the slab's top to the origin.
    pub y: Mm,
    /// It is read before the item of this number.
    pub before: usize,
}

/// A building block of pages. Positions are relative to the column's left edge and the slab's top.
#[derive(Clone, Default)]
pub(super) struct Slab {
    /// Lines left free above it, but not at the top of a page.
    pub before: f64,
    /// Its height in lines.
    pub height: f64,
    pub items: Vec<Item>,
    /// Areas that lead somewhere.
    pub links: Vec<SlabLink>,
    /// Targets that are explained here.
    pub anchors: Vec<Target>,
    pub notes: Vec<Note>,
    /// Texts of the source that it shows.
    pub texts: Vec<PageText>,
    /// Revised parts, with a bar in the outer margin: start and end, from the slab's top.
    pub revised: Vec<(Mm, Mm)>,
    pub after: After,
    /// True if it begins a page.
    pub opens: Opens,
    /// True if its text is on the grid of the page, even with half a line free above it.
    pub grid: bool,
    /// True if a line may be added above it so that the page is full.
    pub grows: bool,
    /// True if it may move up or down by a few paragraphs.
    pub floats: bool,
    /// True if it is a heading.
    pub heads: bool,
    /// True if it continues the slab above it.
    pub inside: bool,
    /// The head of its table, drawn above it where it is the first of a page.
    pub repeats: Option<Arc<RepeatedHead>>,
    /// The footnotes of its page that it refers to, by number.
    pub footnotes: Vec<(usize, Self)>,
    /// The running head from here on.
    pub running: Option<String>,
    /// The kind of card whose spine is at the page's edge: from here on, or no longer.
    pub spine: Option<Option<KindId>>,
}

impl Slab {
    /// Creates an empty slab of some lines.
    pub fn new(height: f64) -> Self {
        Self { height, ..Self::default() }
    }

    /// Creates an empty slab for a figure or a box, with half a line free above it.
    pub fn figure() -> Self {
        Self { before: 0.5, grows: true, floats: true, ..Self::default() }
    }

    /// Lines that its footnotes take.
    pub fn foot(&self) -> f64 {
        self.footnotes.iter().map(|(_, note)| note.height).sum()
    }

    /// Lines that the head of its table takes above it at the top of a page.
    pub fn repeated(&self) -> f64 {
        self.repeats.as_ref().map_or(0.0, |head| head.height)
    }

    /// Puts another slab into this one.
    pub fn take_in(&mut self, other: Self, at: Point) {
        let before = self.items.len();
        self.notes.extend(other.notes.into_iter().map(|note| Note {
            y: note.y + at.y,
            before: before + note.before,
            ..note
        }));
        self.items.extend(other.items.into_iter().map(|item| item.moved(at)));
        self.links.extend(other.links.into_iter().map(|link| link.moved(at)));
        self.texts.extend(other.texts.into_iter().map(|text| text.moved(at)));
        self.revised.extend(other.revised.into_iter().map(|(from, to)| (from + at.y, to + at.y)));
        self.anchors.extend(other.anchors);
    }

    /// Returns the maximum number of its items on a page.
    pub fn most_items(&self) -> usize {
        self.items.len() + self.notes.iter().map(|note| note.left.len().max(note.right.len())).sum::<usize>()
    }

    /// Adds its items, moved, to those of a page, with each marginal note in reading order for that side.
    pub fn add_items(to: &mut Vec<Item>, items: Vec<Item>, mut notes: Vec<Note>, right: bool, at: Point) {
        notes.sort_by_key(|note| note.before);
        let mut notes = notes.into_iter().peekable();
        let count = items.len();
        let mut items = items.into_iter();
        for number in 0..=count {
            while let Some(note) = notes.next_if(|note| note.before <= number || number == count) {
                let by = Point::new(at.x, at.y + note.y);
                let side = if right { note.right } else { note.left };
                to.extend(side.into_iter().map(|item| item.moved(by)));
            }
            to.extend(items.next().map(|item| item.moved(at)));
        }
    }
}
