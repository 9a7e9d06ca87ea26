//! Page breaking: the least total cost over the whole book.

use std::borrow::Cow;

use super::slab::{After, Opens, Slab};
use crate::text::CheapestParts;

// Costs are compared with that of free lines at the foot of a page: `n` free lines cost `n²`.

/// Base cost of each page, as much as 20 free lines: another page has to save that much.
const A_PAGE: f64 = 400.0;
/// Other base costs, tried in turn: higher ones may save a sheet of paper, lower ones use pages that would be empty.
const OTHERS: [f64; 9] = [2500.0, 1500.0, 800.0, 300.0, 200.0, 150.0, 100.0, 50.0, 0.0];
/// Maximum of free lines that still looks even; each one more costs as much as five pages, so nearly everything else is
/// tried first.
const MOST_FREE: f64 = 3.0;
const TOO_FREE: f64 = 2000.0;
/// Free lines at the end of a chapter cost a fifth: they are expected there. From ten on, more make no difference: lines are not
/// pushed there from pages that have room for them.
const AT_THE_END: f64 = 0.2;
const ENOUGH_AT_THE_END: f64 = 10.0;
/// A last page of a chapter that is filled to less than this part costs as much as a page: it looks like a leftover.
const FEW: f64 = 0.35;
const FEW_LINES: f64 = A_PAGE;
/// A chapter or a kind of card that begins below another costs as much as 11 free lines.
const RUN_ON: f64 = 120.0;
/// Cost of an orphan, the first line of a paragraph at the foot of a page: a little less than 6 free lines.
const ORPHAN: f64 = 30.0;
/// Cost of a broken table, as much as 14 free lines: it moves to the next page as a whole unless that leaves much free.
const BROKEN_TABLE: f64 = 200.0;
/// Cost of breaking content that must stay together and is higher than a page: more than everything else, and least far
/// down.
const TORN: f64 = 1e6;
/// Lines between the text and the footnotes, in which a rule is drawn.
pub(super) const ABOVE_FOOTNOTES: f64 = 0.75;
/// Cost of a line added above a heading or figure (vertical justification): as much as 3 or 4 free lines, which look no
/// worse.
const GROWN: f64 = 12.0;
/// Cost of a second line in the same place, as much as 8 free lines: it begins to look like a gap. More aren't added.
const GROWN_FURTHER: f64 = 60.0;
const MOST_ADDED: f64 = 4.0;
/// Cost of a figure moved past a block, as much as 4 or 5 free lines; past a heading as much as 8: it leaves its
/// context.
const MOVED: f64 = 20.0;
const PAST_A_HEADING: f64 = 60.0;
/// Maximum number of blocks that a figure is moved past, to stay near its words.
const FURTHEST: usize = 4;

/// A line of height is less than this: sums of halves are not exact.
const HAIR: f64 = 1e-6;

/// The slabs of a book, broken into pages.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Slabs by number, in order.
    pub order: Vec<usize>,
    /// For each page the place in `order` after its last slab.
    pub ends: Vec<usize>,
    /// For each place in `order` the lines that are added above the slab.
    pub added: Vec<f64>,
}

/// The start of chapters: the same for all of a book.
#[derive(Clone, Copy)]
enum Chapters {
    /// Each at the top of a page.
    OpenPages,
    /// Each below the one before it.
    RunOn,
}

/// Rules by which pages are broken.
#[derive(Clone, Copy)]
struct Breaking {
    /// Lines of a page.
    capacity: f64,
    chapters: Chapters,
    /// Base cost of each page.
    a_page: f64,
}

impl Breaking {
    /// Returns the position on a page where a slab begins.
    fn opens(&self, slab: &Slab) -> Opens {
        match (self.chapters, slab.opens) {
            (Chapters::RunOn, Opens::Chapter | Opens::First) => Opens::Nothing,
            (_, opens) => opens,
        }
    }
}

/// All of a slab that pages are broken by.
#[derive(Clone, Copy, PartialEq)]
struct Measures {
    lines: [f64; 4],
    after: After,
    opens: Opens,
    flags: [bool; 5],
}

impl From<&Slab> for Measures {
    fn from(slab: &Slab) -> Self {
        let Slab { before, height, after, opens, grid, grows, floats, heads, inside, .. } = *slab;
        Self {
            lines: [before, height, slab.foot(), slab.repeated()],
            after,
            opens,
            flags: [grid, grows, floats, heads, inside],
        }
    }
}

/// The last layout of a book: between passes little but the page numbers changes.
#[derive(Default)]
pub(super) struct LastLayout(Option<(Vec<Measures>, Layout)>);

impl LastLayout {
    /// As [`lay_out`], whose other arguments must be the same in all rounds.
    pub fn lay_out(&mut self, slabs: &[Slab], capacity: f64, printed: impl Fn(usize) -> usize) -> Layout {
        let measures: Vec<Measures> = slabs.iter().map(Measures::from).collect();
        if let Some((_, layout)) = self.0.as_ref().filter(|(of, _)| *of == measures) {
            return layout.clone();
        }
        let layout = lay_out(slabs, capacity, printed);
        self.0 = Some((measures, layout.clone()));
        layout
    }
}

/// Returns the top of a slab below others that end at `y`, in lines.
pub(super) fn top(y: f64, slab: &Slab, first: bool) -> f64 {
    let y = if slab.grid { whole_lines(y - HAIR) } else { y };
    if first { slab.repeated() } else { y + slab.before }
}

/// Same as `ceil`, which is a call on processors without an instruction for it; this is the most frequent operation.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a page has few lines")]
fn whole_lines(y: f64) -> f64 {
    let whole = (y as i64) as f64;
    if whole < y { whole + 1.0 } else { whole }
}

/// Breaks slabs into pages of a given number of lines.
///
/// Pages are as full as possible over the whole book. A slab that holds the next one is never the last of its page, and
/// one that is higher than a page has a page of its own. If a page would keep more than three lines free, and doesn't
/// end its chapter, lines are added above headings and figures, and figures are moved past a few paragraphs.
///
/// Every chapter opens a page, or, where that takes too much paper, all run on.
///
/// `printed` returns the number of printed pages for a number of pages of slabs: a book of folded sheets may have empty
/// ones at its end, which the text uses instead.
pub(super) fn lay_out(slabs: &[Slab], capacity: f64, printed: impl Fn(usize) -> usize) -> Layout {
    #[allow(clippy::cast_precision_loss, reason = "a book has few chapters")]
    let run_on = RUN_ON * slabs.iter().filter(|slab| slab.opens == Opens::Chapter).count() as f64;
    let with = |chapters| lay_out_by(slabs, Breaking { capacity, chapters, a_page: A_PAGE }, &printed);
    let layout = with(Chapters::OpenPages);
    if run_on == 0.0 {
        return layout;
    }
    let other = with(Chapters::RunOn);
    #[allow(clippy::cast_precision_loss, reason = "a book has few pages")]
    let paper = |layout: &Layout| A_PAGE * printed(layout.ends.len()) as f64;
    if paper(&other) + run_on < paper(&layout) { other } else { layout }
}

/// Returns the best layout for one start of chapters.
fn lay_out_by(slabs: &[Slab], usual: Breaking, printed: &impl Fn(usize) -> usize) -> Layout {
    #[allow(clippy::cast_precision_loss, reason = "a book has few pages")]
    let with_paper = |(layout, cost): (Layout, f64)| {
        let pages = printed(layout.ends.len());
        (layout, cost + A_PAGE * pages as f64)
    };
    let order: Vec<usize> = (0..slabs.len()).collect();
    let pages = PossiblePages::all(slabs, &order, usual);
    let first = break_pages(&pages, usual);
    let usual_pages = first.ends().len();
    let (mut best, mut least) = with_paper(lay_out_at(slabs, usual, &pages, first));
    let count = best.ends.len();
    // Without folded sheets, each page costs the same.
    let in_sheets = (1..4).any(|more| printed(count + more) == printed(count + more - 1));
    for a_page in OTHERS.into_iter().filter(|_| in_sheets) {
        let breaking = Breaking { a_page, ..usual };
        let first = break_pages(&pages, breaking);
        // At a cost that leaves as many pages, none is saved.
        if first.ends().len() == usual_pages {
            continue;
        }
        let (layout, cost) = with_paper(lay_out_at(slabs, breaking, &pages, first));
        if cost < least - HAIR {
            (best, least) = (layout, cost);
        }
    }
    best
}

/// Returns the layout for a cost of a page, and its cost without the pages. `pages` and `broken` are of the slabs in their
/// order, before any figure is moved.
fn lay_out_at(slabs: &[Slab], breaking: Breaking, pages: &[PossiblePages], mut broken: CheapestParts) -> (Layout, f64) {
    let mut order: Vec<usize> = (0..slabs.len()).collect();
    let (mut ends, mut cost) = (broken.ends(), broken.total());
    let mut pages = Cow::Borrowed(pages);
    // Figures near a page that isn't full are tried in other positions; improvements are kept.
    let mut tried = vec![false; slabs.len()];
    while let Some(figure) = next_to_move(slabs, &order, &ends, breaking, &mut tried) {
        let mut best = None;
        for (other, moving) in places(slabs, &order, figure) {
            // All before and after the places that differ is known.
            let differs = |place: &usize| other[*place] != order[*place];
            let Some(first) = (0..order.len()).find(differs) else { continue };
            let last = (0..order.len()).rfind(differs).unwrap_or(first);
            let mut new = broken.clone();
            let mut fresh = Vec::new();
            new.find(last + 1, |start, offer| {
                if pages[start].until <= first {
                    return pages[start].offer(breaking, order.len(), offer);
                }
                let found = PossiblePages::new(slabs, &other, start, breaking);
                found.offer(breaking, order.len(), offer);
                fresh.push((start, found));
            });
            if new.total() + moving < cost - HAIR {
                cost = new.total() + moving;
                best = Some((other, new, fresh));
            }
        }
        if let Some((other, new, fresh)) = best {
            (order, ends, broken) = (other, new.ends(), new);
            let pages = pages.to_mut();
            fresh.into_iter().for_each(|(start, found)| pages[start] = found);
        }
    }
    let mut added = vec![0.0; order.len()];
    let mut start = 0;
    for end in &ends {
        let page = Page::of(slabs, &order[start..*end]);
        let next = order.get(*end).map(|next| breaking.opens(&slabs[*next]));
        let mut lines = page.foot(breaking.capacity, next).added;
        // Each slab that may gets one line before any gets two.
        while lines > HAIR {
            for place in (start + 1..*end).rev() {
                if lines > HAIR && slabs[order[place]].grows {
                    added[place] += 1.0;
                    lines -= 1.0;
                }
            }
        }
        start = *end;
    }
    #[allow(clippy::cast_precision_loss, reason = "a book has few pages")]
    let without_pages = cost - breaking.a_page * ends.len() as f64;
    (Layout { order, ends, added }, without_pages)
}

/// A page as it fills.
#[derive(Clone, Copy, Default)]
struct Page {
    /// Its lines.
    height: f64,
    /// Lines of footnotes.
    foot: f64,
    /// Slabs above which a line may be added.
    growing: f64,
    /// Cost that kinds of card begin within it.
    run_on: f64,
    filled: bool,
}

/// Cost of the foot of a page, and the lines that are added to the page.
struct Foot {
    cost: f64,
    added: f64,
}

impl Page {
    fn of(slabs: &[Slab], order: &[usize]) -> Self {
        let mut page = Self::default();
        order.iter().for_each(|slab| page.add(&slabs[*slab]));
        page
    }

    fn add(&mut self, slab: &Slab) {
        self.height = top(self.height, slab, !self.filled) + slab.height;
        self.foot += slab.foot();
        if self.filled {
            self.growing += if slab.grows { 1.0 } else { 0.0 };
            self.run_on += if slab.opens == Opens::Kind { RUN_ON } else { 0.0 };
        }
        self.filled = true;
    }

    /// Returns its lines and those of its footnotes.
    fn total(&self) -> f64 {
        if self.foot > 0.0 { self.height + ABOVE_FOOTNOTES + self.foot } else { self.height }
    }

    /// Returns its foot, if the slab after it opens something; else none.
    fn foot(&self, capacity: f64, next: Option<Opens>) -> Foot {
        let free = (capacity - self.total()).max(0.0);
        match next {
            None | Some(Opens::Page) => Foot { cost: 0.0, added: 0.0 },
            Some(Opens::First | Opens::Chapter) => {
                let few = if self.height < FEW * capacity { FEW_LINES } else { 0.0 };
                let free = free.min(ENOUGH_AT_THE_END);
                Foot { cost: free * free * AT_THE_END + few, added: 0.0 }
            }
            Some(Opens::Nothing | Opens::Kind) => {
                let added = whole_lines(free - MOST_FREE - HAIR).clamp(0.0, self.growing * MOST_ADDED);
                let free = free - added;
                let too_free = (free - MOST_FREE - HAIR).max(0.0) * TOO_FREE;
                let further = (added - self.growing).max(0.0);
                Foot { cost: free * free + added * GROWN + further * (GROWN_FURTHER - GROWN) + too_free, added }
            }
        }
    }
}

/// The pages that may begin at a place of an order, whatever a page costs.
#[derive(Clone)]
struct PossiblePages {
    /// For each the place after its last slab, and its cost.
    ends: Vec<(usize, f64)>,
    /// The place after the last slab that they depend on.
    until: usize,
}

impl PossiblePages {
    /// Returns those from each place on.
    fn all(slabs: &[Slab], order: &[usize], breaking: Breaking) -> Vec<Self> {
        (0..order.len()).map(|start| Self::new(slabs, order, start, breaking)).collect()
    }

    fn new(slabs: &[Slab], order: &[usize], start: usize, breaking: Breaking) -> Self {
        let Breaking { capacity, .. } = breaking;
        let (mut page, mut torn, mut ends) = (Page::default(), (start + 1, f64::INFINITY), Vec::new());
        let mut until = order.len();
        for end in start + 1..=order.len() {
            let slab = &slabs[order[end - 1]];
            page.add(slab);
            if page.total() > capacity + HAIR && end > start + 1 {
                until = end;
                break;
            }
            let next = order.get(end).map(|next| breaking.opens(&slabs[*next]));
            let forced = matches!(next, None | Some(Opens::Page | Opens::Chapter));
            let orphan = match slab.after {
                _ if forced => Some(0.0),
                After::Free => Some(0.0),
                After::Orphan => Some(ORPHAN),
                After::Row => Some(BROKEN_TABLE),
                After::Held => None,
            };
            // A head is left behind only where nothing else is on the page.
            let tearing = if slab.heads || slab.opens != Opens::Nothing { TORN * 2.0 } else { TORN } - page.height;
            torn = if tearing <= torn.1 { (end, tearing) } else { torn };
            if let Some(orphan) = orphan {
                ends.push((end, page.foot(capacity, next).cost + page.run_on + orphan));
            }
            if forced {
                until = order.len().min(end + 1);
                break;
            }
        }
        if ends.is_empty() {
            ends.push(torn);
        }
        Self { ends, until }
    }

    /// Offers each page with its whole cost. `count` is the number of all slabs.
    fn offer(&self, breaking: Breaking, count: usize, offer: &mut dyn FnMut(usize, f64)) {
        for (end, cost) in &self.ends {
            // Of equal ways, the one that leaves lines free later.
            #[allow(clippy::cast_precision_loss, reason = "a book has few slabs")]
            let early = HAIR * (count - end) as f64;
            offer(*end, cost + breaking.a_page + early);
        }
    }
}

/// Returns the cheapest pages.
fn break_pages(pages: &[PossiblePages], breaking: Breaking) -> CheapestParts {
    let mut cheapest = CheapestParts::new(pages.len());
    cheapest.find(pages.len(), |start, offer| pages[start].offer(breaking, pages.len(), offer));
    cheapest
}

/// Returns an untried figure on a page that keeps too many lines free, or on the page after it.
fn next_to_move(
    slabs: &[Slab],
    order: &[usize],
    ends: &[usize],
    breaking: Breaking,
    tried: &mut [bool],
) -> Option<usize> {
    let mut start = 0;
    let mut near = false;
    for end in ends {
        let page = Page::of(slabs, &order[start..*end]);
        let next = order.get(*end).map(|next| breaking.opens(&slabs[*next]));
        let in_chapter = matches!(next, Some(Opens::Nothing | Opens::Kind));
        let too_free = in_chapter && breaking.capacity - page.total() > MOST_FREE + HAIR;
        if near || too_free {
            let figure = order[start..*end].iter().find(|slab| slabs[**slab].floats && !tried[**slab]);
            if let Some(figure) = figure {
                tried[*figure] = true;
                return Some(*figure);
            }
        }
        near = too_free;
        start = *end;
    }
    None
}

/// Returns the orders with a figure elsewhere, each with the cost of the move.
fn places(slabs: &[Slab], order: &[usize], figure: usize) -> Vec<(Vec<usize>, f64)> {
    let Some(from) = order.iter().position(|slab| *slab == figure) else { return Vec::new() };
    let held = from.checked_sub(1).is_some_and(|before| slabs[order[before]].after != After::Free);
    if held || slabs[figure].after != After::Free {
        return Vec::new();
    }
    let mut rest = order.to_vec();
    rest.remove(from);
    let mut all = Vec::new();
    for down in [false, true] {
        let (mut at, mut cost, mut blocks) = (from, 0.0, 0);
        while blocks < FURTHEST {
            let Some(passed) = (if down { rest.get(at) } else { at.checked_sub(1).map(|above| &rest[above]) }) else {
                break;
            };
            let passed = &slabs[*passed];
            // It stays in its chapter and in its place among the figures, and never comes before its own section.
            if passed.opens != Opens::Nothing || passed.floats || (passed.heads && !down) {
                break;
            }
            at = if down { at + 1 } else { at - 1 };
            cost += if passed.heads { PAST_A_HEADING } else { 0.0 };
            let follows = |slab: &usize| slabs[*slab].after == After::Free;
            let ends_block = rest.get(at).is_none_or(|next| !slabs[*next].inside);
            if ends_block && at.checked_sub(1).is_none_or(|above| follows(&rest[above])) {
                blocks += 1;
                cost += MOVED;
                let mut other = rest.clone();
                other.insert(at, figure);
                all.push((other, cost));
            }
        }
    }
    all
}

#[cfg(test)]
#[path = "pages_tests.rs"]
mod tests;
