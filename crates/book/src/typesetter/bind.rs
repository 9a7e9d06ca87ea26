//! Binding: slabs broken into pages, with running heads, folios, margins and the spines of kinds.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{Column, hold_below_head};
use super::covers::BLEED;
use super::mirror::{reflected, reflected_area};
use super::setting::LineMode;
use super::{TextAnchor, Typesetter};
use crate::game::{Colour, Game, Ink, KindId, Phrases, filled};
use crate::measure::{HAIRLINE, LEAD, MEASURE, is_right, lines};
use crate::model::{Block, Chapter, Doc, Inline, Paragraph, Target, letters};
use crate::pages::{ABOVE_FOOTNOTES, top};
use crate::scene::{Destination, Element, Item, Lead, Link, OutlineEntry, Scene};
use crate::slab::{After, Opens, Slab, SlabLink};
use crate::units::{Mm, Point, Rect};
use crate::web::shown;
use crate::{Page, PageText};

/// About as many items stand around the column of a page: spine, running head and folio.
const AROUND: usize = 16;

/// A page that is being built.
#[derive(Default)]
struct Sheet {
    items: Vec<Item>,
    links: Vec<SlabLink>,
    texts: Vec<PageText>,
    /// True if it refers to other pages: contents, the list of words.
    lists: bool,
}

/// All pages of one round.
#[derive(Default)]
pub(crate) struct Round {
    sheets: Vec<Sheet>,
    /// The targets of links.
    destinations: BTreeMap<Target, Destination>,
}

impl Round {
    /// Adds a page that isn't broken from slabs: a cover.
    fn whole_page(&mut self, slab: Slab) {
        self.sheets.push(Sheet { items: slab.items, links: slab.links, texts: slab.texts, lists: true });
    }

    /// Returns the page of each target.
    pub fn pages(&self) -> BTreeMap<Target, usize> {
        self.destinations.iter().map(|(target, destination)| (target.clone(), destination.page)).collect()
    }

    /// Returns the pages that mention each target.
    pub fn mentions(&self) -> BTreeMap<Target, BTreeSet<usize>> {
        let mut mentions: BTreeMap<Target, BTreeSet<usize>> = BTreeMap::new();
        for (page, sheet) in self.sheets.iter().enumerate().filter(|(_, sheet)| !sheet.lists) {
            for SlabLink { target, .. } in &sheet.links {
                mentions.entry(target.clone()).or_default().insert(page);
            }
        }
        mentions
    }

    /// Returns the pages with their links, reflected about an axis if there is one; `names` describes the targets.
    pub fn finish(self, names: &BTreeMap<Target, String>, phrases: &Phrases, axis: Option<Mm>) -> Vec<Page> {
        let numbered = |page: usize| filled(phrases.page, &[&(page + 1).to_string()]);
        let destinations = self.destinations;
        let lead = |target: &Target| match target {
            Target::Page(page) => Some((Lead::Place(Destination { page: *page, y: Mm::ZERO }), numbered(*page))),
            Target::Web(address) => Some((Lead::Web(address.clone()), filled(phrases.on_the_web, &[shown(address)]))),
            target => {
                let place = *destinations.get(target)?;
                let words = names.get(target).cloned().unwrap_or_else(|| numbered(place.page));
                Some((Lead::Place(place), words))
            }
        };
        let across = |area: Rect| axis.map_or(area, |axis| reflected_area(area, axis));
        let page = |sheet: Sheet| Page {
            texts: sheet.texts.into_iter().map(|text| PageText { area: across(text.area), ..text }).collect(),
            links: sheet
                .links
                .iter()
                .filter_map(|link| {
                    let (to, words) = lead(&link.target)?;
                    Some(Link { area: across(link.area), to, words, element: link.element })
                })
                .collect(),
            scene: std::sync::Arc::new(Scene {
                items: match axis {
                    Some(axis) => sheet.items.into_iter().map(|item| reflected(item, axis)).collect(),
                    None => sheet.items,
                },
                ..Scene::default()
            }),
        };
        self.sheets.into_iter().map(page).collect()
    }

    /// Makes links children of the elements that contain them.
    pub fn parent_links(&self, elements: &mut [Element]) {
        for sheet in &self.sheets {
            let mut within: Vec<usize> = Vec::new();
            for item in &sheet.items {
                match item {
                    Item::Begin(element) => {
                        let link = &mut elements[*element];
                        if link.role == "Link" && link.parent.is_none() {
                            link.parent = within.last().copied();
                        }
                        within.push(*element);
                    }
                    Item::End => drop(within.pop()),
                    _ => {}
                }
            }
        }
    }

    /// Returns the outline: chapters, their sections and kinds, and the covers.
    pub fn outline(&self, doc: &Doc, game: &Game) -> Vec<OutlineEntry> {
        let (title, contents, kinds) = (&game.title, game.phrases().contents, &game.deck.kinds);
        let mut entries = Vec::new();
        let mut add = |title: String, target: &Target, depth: usize| {
            if let Some(to) = self.destinations.get(target) {
                entries.push(OutlineEntry { title, to: *to, depth });
            }
        };
        if doc.cover.is_some() {
            add(title.to_owned(), &Target::Page(0), 0);
        }
        if doc.contents.is_some() {
            add(contents.to_owned(), &Target::Contents, 0);
        }
        let numbered = |number: &str, title: String| format!("{number} {title}").trim().to_owned();
        for chapter in &doc.chapters {
            let number = chapter.number.map(|number| number.to_string()).unwrap_or_default();
            add(numbered(&number, letters(&chapter.title)), &Target::Section(chapter.id.clone()), 0);
            for block in &chapter.blocks {
                match block {
                    Block::Section { id, number, title, .. } => {
                        add(numbered(number, letters(title)), &Target::Section(id.clone()), 1);
                    }
                    Block::Subsection { id, title, .. } => add(letters(title), &Target::Section(id.clone()), 2),
                    Block::Steps(steps) => {
                        for step in steps {
                            add(numbered(&step.number, letters(&step.title)), &Target::Section(step.id.clone()), 1);
                        }
                    }
                    Block::Cards { id, number, kind, .. } => {
                        add(numbered(number, kinds[*kind].plural.clone()), &Target::Section(id.clone()), 1);
                    }
                    _ => {}
                }
            }
        }
        if let Some(summary) = &doc.summary {
            add(letters(&summary.title), &Target::Summary, 0);
        }
        entries
    }
}

/// Rounds a number of pages up to whole sheets, each folded once.
fn whole_sheets(pages: usize) -> usize {
    pages.next_multiple_of(4)
}

impl Typesetter<'_> {
    /// Sets and binds the whole book once, with the page numbers of the last round.
    pub(crate) fn round(&mut self, doc: &Doc) -> Round {
        self.begin();
        let mut round = Round::default();
        if let Some(cover) = &doc.cover {
            let slab = self.cover(cover);
            round.destinations.insert(Target::Page(0), Destination { page: 0, y: Mm::ZERO });
            round.whole_page(slab);
        }
        let mut slabs = Vec::new();
        if let Some(below) = &doc.contents {
            slabs.extend(self.contents(doc, below));
        }
        for (number, chapter) in doc.chapters.iter().enumerate() {
            let follows_contents = number == 0 && !slabs.is_empty();
            let mut these = self.chapter(chapter);
            if let Some(opening) = these.first_mut().filter(|slab| follows_contents && slab.opens == Opens::Chapter) {
                opening.opens = Opens::First;
            }
            slabs.extend(these);
            if let Some((_, words)) = doc.words.as_ref().filter(|(of, _)| *of == number) {
                slabs.extend(self.words(words));
            }
        }
        self.place_footnotes(&mut slabs, &doc.footnotes);
        self.bind(slabs, &mut round, doc.summary.is_some());
        if let Some(summary) = &doc.summary {
            // Four pages make a sheet; empty ones come before the back cover.
            while round.sheets.len() + 1 < whole_sheets(round.sheets.len() + 1) {
                round.sheets.push(Sheet::default());
            }
            let slab = self.summary(summary, doc.cover.as_ref().map(|cover| cover.art.as_str()));
            round.destinations.insert(Target::Summary, Destination { page: round.sheets.len(), y: Mm::ZERO });
            round.whole_page(slab);
        }
        round
    }

    fn chapter(&mut self, chapter: &Chapter) -> Vec<Slab> {
        self.kind_here = chapter.kind;
        self.chapter_here = letters(&chapter.title);
        let mut slabs = vec![self.opening(chapter)];
        match chapter.blocks.split_first() {
            Some((Block::Paragraph(paragraph), rest)) => {
                let mut initial = self.initial(paragraph, chapter.kind);
                hold_below_head(&mut initial, rest.first());
                // A title and one line aren't left at the foot of a page.
                if let ([line], [_, ..]) = (initial.as_mut_slice(), rest) {
                    line.after = After::Held;
                }
                slabs.append(&mut initial);
                slabs.extend(self.blocks_after(rest, Column::PAGE, Some(paragraph)));
            }
            _ => slabs.extend(self.blocks_after(&chapter.blocks, Column::PAGE, None)),
        }
        slabs
    }

    /// Breaks slabs into pages. `folded` is true if a back cover follows, on the last page of a folded sheet.
    fn bind(&mut self, slabs: Vec<Slab>, round: &mut Round, folded: bool) {
        let capacity = f64::from(self.format.lines);
        let covers = round.sheets.len() + usize::from(folded);
        let printed = |pages: usize| if folded { whole_sheets(covers + pages) } else { pages };
        self.check_height(&slabs, capacity);
        let layout = self.layout.lay_out(&slabs, capacity, printed);
        let mut slabs: Vec<Option<Slab>> = slabs.into_iter().map(Some).collect();
        let (mut running, mut spine) = (String::new(), None);
        let mut start = 0;
        for end in layout.ends {
            let page = round.sheets.len();
            let column = self.format.column(page);
            let mut sheet = Sheet::default();
            let mut footnotes = Vec::new();
            let these = layout.order[start..end].iter().filter_map(|number| slabs[*number].as_ref());
            sheet.items.reserve(AROUND + these.map(Slab::most_items).sum::<usize>());
            let mut y = 0.0;
            let mut spines = vec![(-BLEED, spine)];
            for number in start..end {
                let Some(slab) = slabs[layout.order[number]].take() else { continue };
                y = top(y, &slab, number == start) + layout.added[number];
                if let Some(head) = slab.repeats.as_ref().filter(|_| number == start) {
                    let at = Point::new(column.x, column.y);
                    sheet.items.extend(head.items.iter().map(|item| item.clone().moved(at)));
                }
                let at = Point::new(column.x, column.y + lines(y));
                y += slab.height;
                footnotes.extend(slab.footnotes);
                if let Some(more) = &slab.running {
                    running.clone_from(more);
                }
                if let Some(now) = slab.spine.filter(|now| *now != spine) {
                    spine = now;
                    // A spine that begins within a page begins with the line above it.
                    let from = if number == start { -BLEED } else { at.y - lines(0.5) };
                    spines.push((from, spine));
                }
                sheet.lists |= slab.anchors.iter().any(|anchor| matches!(anchor, Target::Word(_) | Target::Contents));
                for anchor in &slab.anchors {
                    round.destinations.entry(anchor.clone()).or_insert(Destination { page, y: at.y });
                }
                sheet.items.extend(self.revision_bars(&slab.revised, is_right(page), at));
                sheet.links.extend(slab.links.into_iter().map(|link| link.moved(at)));
                sheet.texts.extend(slab.texts.into_iter().map(|text| text.moved(at)));
                Slab::add_items(&mut sheet.items, slab.items, slab.notes, is_right(page), at);
            }
            let next = layout.order.get(end).and_then(|next| slabs[*next].as_ref());
            if let Some(head) = next.and_then(|next| next.repeats.as_ref()) {
                sheet.items.push(head.end.clone().moved(Point::new(column.x, column.y + lines(y))));
            }
            self.add_footnotes(footnotes, page, round, &mut sheet);
            start = end;
            sheet.items.splice(0..0, self.edge(page, &spines));
            sheet.items.extend(self.furniture(page, &running));
            round.sheets.push(sheet);
        }
    }

    /// Footnotes at the foot of a page, below a short rule.
    fn add_footnotes(&self, notes: Vec<(usize, Slab)>, page: usize, round: &mut Round, sheet: &mut Sheet) {
        const RULE_WIDTH: Mm = Mm::new(20.0);
        if notes.is_empty() {
            return;
        }
        let column = self.format.column(page);
        let height: f64 = notes.iter().map(|(_, note)| note.height).sum();
        let mut y = f64::from(self.format.lines) - height;
        let rule = Column { measure: RULE_WIDTH, ..Column::PAGE };
        let rule = self.rule(rule, lines(y - ABOVE_FOOTNOTES * 0.3), HAIRLINE.to_mm());
        sheet.items.push(rule.moved(Point::new(column.x, column.y)));
        for (number, note) in notes {
            let at = Point::new(column.x, column.y + lines(y));
            y += note.height;
            round.destinations.entry(Target::Footnote(number)).or_insert(Destination { page, y: at.y });
            sheet.items.extend(self.revision_bars(&note.revised, is_right(page), at));
            sheet.links.extend(note.links.into_iter().map(|link| link.moved(at)));
            sheet.texts.extend(note.texts.into_iter().map(|text| text.moved(at)));
            sheet.items.extend(note.items.into_iter().map(|item| item.moved(at)));
        }
    }

    /// Sets the footnotes that slabs refer to, each with the first that does.
    fn place_footnotes(&mut self, slabs: &mut [Slab], notes: &[Paragraph]) {
        let mut is_placed = vec![false; notes.len()];
        for slab in slabs.iter_mut().filter(|_| !notes.is_empty()) {
            for link in 0..slab.links.len() {
                let Target::Footnote(number) = slab.links[link].target else { continue };
                if let Some((note, is_placed)) = notes.get(number - 1).zip(is_placed.get_mut(number - 1))
                    && !std::mem::replace(is_placed, true)
                {
                    slab.footnotes.push((number, self.footnote(number, note)));
                }
            }
        }
    }

    /// Sets a footnote: its number, and its words beside it.
    fn footnote(&mut self, number: usize, note: &Paragraph) -> Slab {
        const IN: Mm = Mm::new(4.0);
        /// Lines left free below it.
        const BELOW: f64 = 0.15;
        let mut slab = Slab::default();
        let Some(style) = self.style("book-footnote") else { return slab };
        self.at = note.at.clone();
        let element = self.element("Note", None, None);
        let label = self.element("Lbl", Some(element), None);
        let body = self.element("P", Some(element), None);
        let first = style.size.to_mm();
        let label_at = Point::new(Mm::ZERO, first);
        let words = Self::plain(&number.to_string());
        let set = self.words_at(&words, "book-footnote", label_at, TextAnchor::Left, Colour::Black);
        slab.items = Self::tagged(label, set.items);
        let block = self.set(&note.words, style, LineMode::Justified { indent: Mm::ZERO }, MEASURE - IN);
        let (items, links) = self.lines_at(&block, Point::new(IN, first), Colour::Black);
        slab.items.extend(Self::tagged(body, items));
        slab.links = links;
        #[allow(clippy::cast_precision_loss, reason = "a footnote has few lines")]
        let count = block.lines.len().max(1) as f64;
        slab.height = count * (first * style.leading / LEAD) + BELOW;
        let mut slabs = [slab];
        self.mark_text(&mut slabs, &note.at, Column::PAGE);
        let [slab] = slabs;
        slab
    }

    /// Draws bars in the outer margin beside revised parts.
    fn revision_bars(&self, revised: &[(Mm, Mm)], right: bool, at: Point) -> Vec<Item> {
        /// From the column, nearer than its numbers.
        const AWAY: Mm = Mm::new(1.7);
        const WIDTH: Mm = Mm::new(0.5);
        let x = if right { at.x + MEASURE + AWAY } else { at.x - AWAY - WIDTH };
        let bar = |(from, to): &(Mm, Mm)| Rect { x, y: at.y + *from, width: WIDTH, height: *to - *from };
        revised.iter().map(|part| self.rect(bar(part), Colour::Black)).collect()
    }

    /// Sets running head and folio.
    fn furniture(&mut self, page: usize, running: &str) -> Vec<Item> {
        let column = self.format.column(page);
        let (x, side) =
            if is_right(page) { (column.x + MEASURE, TextAnchor::Right) } else { (column.x, TextAnchor::Left) };
        let head = if is_right(page) { running.to_owned() } else { self.game.title.clone() };
        let head = self.shortened(&head.to_lowercase(), "book-running", MEASURE);
        let mut items = self.words_at(&head, "book-running", Point::new(x, Mm::new(15.0)), side, Colour::Black).items;
        let foot = column.y + self.format.height() + Mm::new(9.9);
        let folio = Self::plain(&(page + 1).to_string());
        items.extend(self.words_at(&folio, "book-folio", Point::new(x, foot), side, Colour::Black).items);
        items
    }

    /// Returns as many of some words as fit a width.
    fn shortened(&mut self, words: &str, style: &str, width: Mm) -> Vec<Inline> {
        let mut shown = words.to_owned();
        while self.width(&Self::plain(&shown), style) > width {
            let Some((fewer, _)) = shown.trim_end_matches('…').trim_end().rsplit_once(' ') else { break };
            shown = format!("{fewer}…");
        }
        Self::plain(&shown)
    }

    /// Draws the spines of kinds at the outer edge of a page, each from its position downwards: their colours show on
    /// the closed book.
    fn edge(&mut self, page: usize, spines: &[(Mm, Option<KindId>)]) -> Vec<Item> {
        let end = self.format.size.height + BLEED;
        let mut items = Vec::new();
        for (number, (from, kind)) in spines.iter().enumerate() {
            let to = spines.get(number + 1).map_or(end, |(next, _)| *next);
            if let Some(kind) = kind.filter(|_| *from < to) {
                items.extend(self.spine(page, kind, *from, to));
            }
        }
        items
    }

    fn spine(&mut self, page: usize, kind: KindId, from: Mm, to: Mm) -> Vec<Item> {
        const WIDTH: Mm = Mm::new(9.5);
        const WEAVE: Mm = Mm::new(4.4);
        const MARK: Mm = Mm::new(4.6);
        /// From the ends of a spine to its marks and its interlace.
        const ASIDE: (Mm, Mm) = (Mm::new(10.4), Mm::new(20.0));
        /// The same where it ends within the page.
        const WITHIN: (Mm, Mm) = (Mm::new(3.4), Mm::new(11.0));
        let size = self.format.size;
        let light = self.renderer.ink() == Ink::Low;
        // The low-ink version only has the interlace, within the area that every printer can print.
        let aside = if light { Mm::new(6.0) } else { Mm::ZERO };
        let right = is_right(page);
        let x = if right { size.width - WIDTH - aside } else { aside };
        let mut items = Vec::new();
        if !light {
            let outer = if right { x } else { -BLEED };
            let whole = Rect { x: outer, y: from, width: WIDTH + BLEED, height: to - from };
            items.push(self.rect(whole, self.kind_colour(kind, "kind")));
            let line = Rect { x: if right { x } else { WIDTH - Mm::new(0.3) }, width: Mm::new(0.3), ..whole };
            items.push(self.rect(line, self.colour("ink")));
            if from > Mm::ZERO {
                items.push(self.rect(Rect { height: Mm::new(0.3), ..whole }, self.colour("ink")));
            }
        }
        let (above, top) = if from > Mm::ZERO { (from + WITHIN.0, from + WITHIN.1) } else { ASIDE };
        let (below, bottom) = if to < size.height {
            (to - WITHIN.0, to - WITHIN.1)
        } else {
            (size.height - ASIDE.0 - Mm::new(4.6), size.height - ASIDE.1 - Mm::new(5.0))
        };
        let middle = x + WIDTH / 2.0;
        let weave = Rect { x: middle - WEAVE / 2.0, y: top, width: WEAVE, height: bottom - top };
        let first = Rect { x: middle - MARK / 2.0, y: above, width: MARK, height: MARK };
        items.extend(self.braid(kind, weave, first, Rect { y: below - MARK, ..first }));
        items
    }
}
