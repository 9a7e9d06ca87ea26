//! Parts that several layouts share: the pennant, the name, tiles with values, rows of words, the foot.

use super::deck::{Fields, Item};
use super::page::{Area, LEADING, POINT, Page, capacity, label_width};
use super::svg::{Names, OPTIONAL, Slot, Svg, attribute};
use crate::shape::short;

/// Inputs of a kind's face.
pub(super) struct Sketch<'d> {
    pub page: Page,
    pub fields: &'d Fields,
    pub names: &'d Names,
    /// True if there are several kinds, whose names are then useful.
    pub shows_kind: bool,
    /// Number of times that something did not fit.
    pub squeeze: u8,
}

/// The size of labels, in points.
pub(super) const LABEL: f64 = 7.0;
/// The size of labels before words, in points.
pub(super) const LINE_LABEL: f64 = 7.5;

impl Svg {
    /// Words of the template itself.
    pub fn words(&mut self, name: &str, colour: &str, area: Area, words: &str, more: &str) {
        let attributes = format!(" data-text=\"{words}\"{more}");
        self.slot(&Slot { name, colour, area, attributes });
    }

    /// Draws a field in a style.
    pub fn field(&mut self, item: &Item, colour: &str, area: Area, style: &str, more: &str) {
        let words = match () {
            () if item.is_list => format!(" data-text=\"{{{}}}\"", item.key),
            () if item.is_flag => " data-text=\"✓\"".to_owned(),
            () => String::new(),
        };
        let attributes = format!("{words} data-style=\"{style}\"{more}{OPTIONAL}");
        self.slot(&Slot { name: &item.key, colour, area, attributes });
    }

    /// Draws the pennant from the upper edge with the grouping value, if any, and the icon of the kind. Returns the
    /// start of the name.
    pub fn pennant(&mut self, index: Option<&Item>, ground: &str, letters: &str) -> f64 {
        let page = self.page;
        let (left, k) = (page.margin, page.scale);
        let top = -page.bleed - 3.0;
        let label = index.and_then(|item| pennant_label(&page, &item.label)).unwrap_or_default();
        let widest = label.iter().map(|line| label_width(line, LABEL)).fold(0.0, f64::max);
        let width = if index.is_some() { (widest + 1.6).clamp(12.6 * k, widest_pennant(&page)) } else { 10.0 * k };
        let (first, tip) = (first_line(&page), if index.is_some() { 3.6 * k } else { 3.0 * k });
        let straight = pennant_bottom(&page, index.is_some()) - tip;
        self.comment(match index {
            Some(_) => "the pennant with the figure that cards are sorted by and the icon of the kind: it shows in a hand of cards",
            None => "the pennant with the icon of the kind: it shows in a hand of cards",
        });
        let n = |length: f64| short(length, 2);
        let (down, half) = (n(straight - top), n(width / 2.0));
        let (x, y, w, t) = (n(left), n(top), n(width), n(tip));
        self.path(&format!("fill-{ground}"), &format!("M{x} {y}h{w}v{down}l-{half} {t}-{half} -{t}z"), "");
        let open = format!("M{x} {y}v{down}l{half} {t} {half} -{t}V{y}");
        self.path("stroke-deep only-low-ink", &open, " fill=\"none\" stroke-width=\"0.3\"");
        let middle = left + width / 2.0;
        let square = |side: f64, y: f64| Area::new(middle - side / 2.0, y, side, side);
        if let Some(item) = index {
            let area = Area::new(left + 0.8, first, width - 1.6, 7.4 * k);
            self.field(item, letters, area, "index", " data-as=\"figure\" data-valign=\"middle\"");
            let narrow = if widest > width - 1.0 { " data-fallback-style=\"label-narrow\"" } else { "" };
            let more = format!(" data-style=\"label-middle\"{narrow} data-valign=\"middle\" data-if=\"{}\"", item.key);
            let mut y = first + 8.0 * k;
            for (number, words) in label.iter().enumerate() {
                let ending = if number == 0 { "label" } else { "label-more" };
                let area = Area::new(left + 0.4, y, width - 0.8, 2.6);
                self.words(&format!("{}-{ending}", item.key), letters, area, &attribute(words), &more);
                y += 2.6;
            }
            // The mark has the room that a second line of the label leaves.
            let end = straight - 1.0 * k;
            let side = (5.2 * k).min(end - y);
            let attributes = format!(" data-if=\"{}\"", item.key);
            self.slot(&Slot { name: "icon", colour: letters, area: square(side, end - side), attributes });
            let attributes = format!(" data-field=\"icon\" data-unless=\"{}\"", item.key);
            self.slot(&Slot {
                name: "icon-alone",
                colour: letters,
                area: square(7.0 * k, first + 5.0 * k),
                attributes,
            });
        } else {
            let area = square(6.2 * k, first + 1.0 * k);
            self.slot(&Slot { name: "icon", colour: letters, area, attributes: String::new() });
        }
        left + width + 2.6 * k
    }

    /// Draws the name, on up to two lines, or as many as fit. Cards without names have that of their kind.
    pub fn name(&mut self, colour: &str, area: Area, style: &str) {
        let attributes = format!(" data-as=\"text\" data-style=\"{style}\" data-valign=\"middle\"");
        if self.names.has_cards {
            self.slot(&Slot { name: "name", colour, area, attributes });
        } else if !self.names.kind.is_empty() {
            self.words("title", colour, area, "{kind}", &attributes);
        }
    }

    /// Draws the name of the kind below that of the card.
    pub fn kind(&mut self, colour: &str, area: Area, style: &str) {
        if !self.names.has_cards {
            return;
        }
        let more = format!(" data-style=\"{style}\" data-fallback-style=\"{style}-narrow\" data-valign=\"middle\"");
        let words = fitted(&self.names.kind, "{kind}", area.width);
        self.words("kind-name", colour, area, &words, &more);
    }

    /// Draws the name of the game at the foot of the card.
    pub fn foot(&mut self, colour: &str, inset: f64) {
        let page = self.page;
        let area = Area::new(page.margin + inset, page.height - 5.2 - inset * 0.4, page.inner() - 2.0 * inset, 1.9);
        self.comment("the foot");
        self.printing(colour, area);
    }

    /// Draws the name of the game.
    pub fn printing(&mut self, colour: &str, area: Area) {
        let more = " data-style=\"foot\" data-fallback-style=\"foot-narrow\" data-valign=\"bottom\"";
        let words = fitted(&self.names.game, "{game}", area.width);
        self.words("printing", colour, area, &words, more);
    }

    /// Draws the interlace of the kind.
    pub fn weave(&mut self, area: Area) {
        self.slot(&Slot { name: "weave", colour: "deep", area, attributes: OPTIONAL.to_owned() });
    }

    /// Draws the emblem of the card.
    pub fn emblem(&mut self, colour: &str, area: Area, more: &str) {
        self.slot(&Slot { name: "emblem", colour, area, attributes: more.to_owned() });
    }

    /// Figures side by side, each on a tile with its label; they share the width.
    pub fn tiles(&mut self, items: &[Item], area: Area) {
        #[allow(clippy::cast_precision_loss, reason = "eight at most")]
        let count = items.len() as f64;
        let gap = if items.len() > 4 { 0.7 } else { 1.3 };
        let widest = self.page.scaled(27.0);
        let width = ((area.width - gap * (count - 1.0)) / count).min(widest);
        let left = area.x + (area.width - width * count - gap * (count - 1.0)) / 2.0;
        let labels = LABEL * POINT * 0.75;
        let figure = area.height - labels - 3.4;
        let radius = short(self.page.scaled(1.2), 2);
        for (number, item) in items.iter().enumerate() {
            #[allow(clippy::cast_precision_loss, reason = "eight at most")]
            let tile = Area::new(left + (width + gap) * number as f64, area.y, width, area.height);
            let (rounded, key) = (format!(" rx=\"{radius}\""), &item.key);
            self.area("fill-pale only-full", tile, &format!("{rounded} data-unless=\"{key}\""));
            self.area("fill-band", tile, &format!("{rounded} data-if=\"{key}\""));
            let line = format!(" fill=\"none\" stroke-width=\"0.3\"{rounded} data-if=\"{key}\"");
            self.area("stroke-deep only-low-ink", tile, &line);
            let above = Area::new(tile.x + 0.5, tile.y + 1.1, width - 1.0, figure);
            self.field(item, "on", above, "figure", " data-as=\"figure\" data-valign=\"middle\"");
            let below = Area::new(tile.x + 0.1, tile.bottom() - labels - 1.1, width - 0.2, labels);
            let narrow = if label_width(&item.label, LABEL) > width - 0.4 {
                " data-fallback-style=\"label-narrow\""
            } else {
                ""
            };
            for (ending, colour, with) in [("label", "on", "if"), ("label-none", "ink", "unless")] {
                let more = format!(" data-style=\"label-middle\"{narrow} data-valign=\"bottom\" data-{with}=\"{key}\"");
                self.words(&format!("{key}-{ending}"), colour, below, &attribute(&item.label), &more);
            }
            let more =
                format!(" data-as=\"figure\" data-style=\"figure\" data-valign=\"middle\" data-unless=\"{key}\"");
            self.words(&format!("{key}-none"), "ink", above, "–", &more);
        }
    }

    /// Words with their labels, a row each.
    pub fn rows(&mut self, items: &[Item], area: Area) {
        #[allow(clippy::cast_precision_loss, reason = "a handful")]
        let step = area.height / items.len().max(1) as f64;
        let widest = items.iter().map(|item| label_width(&item.label, LINE_LABEL)).fold(0.0, f64::max);
        let labels = (widest + 1.2).clamp(10.0, area.width * 0.42);
        for (number, item) in items.iter().enumerate() {
            #[allow(clippy::cast_precision_loss, reason = "a handful")]
            let top = area.y + step * number as f64;
            let row = Area::new(area.x, top, labels, step - 0.3);
            let more = " data-as=\"text\" data-style=\"row-label\" data-valign=\"middle\"";
            self.words(&format!("{}-label", item.key), "deep", row, &attribute(&item.label), more);
            let row = Area::new(area.x + labels + 1.0, top + 0.5, area.width - labels - 1.0, step - 1.3);
            self.field(item, "ink", row, "row-value", " data-as=\"text\" data-valign=\"middle\"");
            let more = format!(" data-style=\"row-value\" data-valign=\"middle\" data-unless=\"{}\"", item.key);
            self.words(&format!("{}-none", item.key), "deep", row, "–", &more);
            if number + 1 < items.len() {
                self.area("fill-pale", Area::new(area.x, top + step - 0.15, area.width, 0.25), "");
            }
        }
    }

    /// Words below their labels, in rows of one or two of this height.
    pub fn pairs(&mut self, rows: &[&[Item]], area: Area, step: f64) {
        let gap = 3.1 * self.page.scale;
        let half = (area.width - gap) / 2.0;
        let mut top = area.y;
        for row in rows {
            for (number, item) in row.iter().enumerate() {
                let x = area.x + if number == 0 { 0.0 } else { half + gap };
                let width = if row.len() == 1 { area.width } else { half };
                self.labelled(item, Area::new(x, top, width, step));
            }
            top += step;
        }
    }

    /// Words below their label, with a line below.
    pub fn labelled(&mut self, item: &Item, area: Area) {
        let key = &item.key;
        let label = LABEL * POINT * 0.75;
        let narrow = if label_width(&item.label, LABEL * 1.06) > area.width {
            " data-fallback-style=\"label-narrow\""
        } else {
            ""
        };
        let more = format!(" data-style=\"label\"{narrow} data-if=\"{key}\"");
        let above = Area::new(area.x, area.y, area.width, label);
        self.words(&format!("{key}-label"), "deep", above, &attribute(&item.label), &more);
        let value = Area::new(area.x, area.y + label + 0.7, area.width, area.height - label - 2.2);
        self.field(item, "ink", value, "value", " data-as=\"text\" data-valign=\"middle\"");
        let line = Area::new(area.x, area.bottom() - 1.3, area.width, 0.25);
        self.area("fill-pale", line, &format!(" data-if=\"{key}\""));
    }

    /// Texts one below the other, which share the room by their length. Those after the first have a label of their own.
    pub fn texts(&mut self, fields: &Fields, area: Area, style: &str, upright: &str) {
        let total = fields.texts.iter().map(Item::longest_of_all).sum::<usize>().max(1);
        let gap = STACK_GAP;
        let stack = stack(&self.page, fields, area);
        let mut top = area.y;
        for (number, item) in fields.texts.iter().enumerate() {
            let is_last = number + 1 == fields.texts.len();
            #[allow(clippy::cast_precision_loss, reason = "the letters of a text")]
            let share = area.height * item.longest_of_all() as f64 / total as f64;
            let height = if is_last { area.bottom() - top } else { (share - gap).max(3.0) };
            let after = number.checked_sub(1).map(|before| format!(" data-after=\"{}\"", fields.texts[before].key));
            let (style, upright) = if fields.texts.len() > 1 { (stack, "top") } else { (style, upright) };
            let label = format!(" data-text=\"**{}:** {{{}}}\"", attribute(&item.label), item.key);
            let label = if number == 0 { String::new() } else { label };
            // Without flavour on a card its room belongs to the text.
            let before = fields.flavour.as_ref().filter(|_| is_last);
            let before = before.map(|flavour| format!(" data-before=\"{}\"", flavour.key)).unwrap_or_default();
            let attributes = format!(
                "{label} data-as=\"text\" data-style=\"{style}\" data-valign=\"{upright}\"{}{before}{OPTIONAL}",
                after.unwrap_or_default()
            );
            let area = Area::new(area.x, top, area.width, height);
            self.slot(&Slot { name: &item.key, colour: "ink", area, attributes });
            top += share.max(3.0 + gap);
        }
    }

    /// Draws the words in italics at the foot of a text.
    pub fn flavour(&mut self, item: &Item, area: Area) {
        self.field(item, "ink", area, "flavour", " data-as=\"text\" data-valign=\"bottom\"");
    }

    /// Draws the flavour text with its ornament, at a height above a lower edge.
    pub fn flavour_at_foot(&mut self, item: Option<&Item>, bottom: f64, height: f64) {
        let (Some(item), page) = (item, self.page) else { return };
        let (at, aside) = (bottom - height, 8.0 * page.scale);
        self.ornament(item, Area::new(page.margin + aside, at + 1.0, page.inner() - 2.0 * aside, 2.4));
        self.flavour(item, Area::new(page.margin + 1.0, at + 4.4, page.inner() - 2.0, height - 4.8));
    }

    /// Draws a line with a lozenge, above the flavour text and only with it.
    pub fn ornament(&mut self, item: &Item, area: Area) {
        let n = |length: f64| short(length, 2);
        let (middle, y) = (area.x + area.width / 2.0, area.y);
        let half = area.width / 2.0 - 3.0;
        let outline = format!(
            "M{} {}l1.2 1.2-1.2 1.2-1.2-1.2zM{} {}h{}v.2h-{}zM{} {}h{}v.2h-{}z",
            n(middle),
            n(y),
            n(area.x),
            n(y + 1.1),
            n(half),
            n(half),
            n(middle + 3.0),
            n(y + 1.1),
            n(half),
            n(half)
        );
        self.path("fill-deep", &outline, &format!(" data-if=\"{}\" data-edge=\"top\"", item.key));
    }
}

/// Between two texts of a stack: more than between two lines.
const STACK_GAP: f64 = 3.2;
/// Styles of stacked texts, from large to small, with their sizes in points on a poker card.
const STACKS: [(&str, f64); 5] =
    [("rules", 13.5), ("rules-12", 12.0), ("rules-11", 11.0), ("rules-10", 10.0), ("rules-9", 9.0)];

/// Returns the style in which all texts of a stack fit, to give them one size.
fn stack(page: &Page, fields: &Fields, area: Area) -> &'static str {
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let room = area.height - STACK_GAP * fields.texts.len().saturating_sub(1) as f64;
    let fits = |(_, size): &&(&str, f64)| capacity(area.width, room, size * page.type_scale) >= fields.letters;
    STACKS.iter().find(fits).map_or("rules-8", |(style, _)| *style)
}

/// Returns the markup that quotes a name, or the name truncated if it doesn't fit in narrow small capitals.
fn fitted(name: &str, quote: &str, width: f64) -> String {
    const NARROW: f64 = 0.95;
    let fits = |words: &str| label_width(words, LABEL) * NARROW <= width;
    if fits(name) {
        return quote.to_owned();
    }
    let ends = name.char_indices().map(|(at, _)| at).rev();
    let cut = ends.map(|at| format!("{}…", name[..at].trim_end())).find(|words| fits(words));
    attribute(&cut.unwrap_or_default())
}

/// Width of narrow letters, relative to regular ones.
pub(super) const NARROW: f64 = 0.87;

fn widest_pennant(page: &Page) -> f64 {
    17.0 * page.scale
}

/// Returns the one or two lines of a label that fit into the pennant in narrow small capitals, if need be without the
/// part in brackets.
pub(super) fn pennant_label(page: &Page, label: &str) -> Option<Vec<String>> {
    let fits = |words: &str| label_width(words, LABEL) * NARROW <= widest_pennant(page) - 0.8;
    let bare = label.split(['(', '[']).next().unwrap_or(label).trim();
    let whole = [label, bare].into_iter().find(|words| !words.is_empty() && fits(words));
    let mut halves =
        [label, bare].into_iter().flat_map(|words| words.match_indices(' ').map(move |(at, _)| words.split_at(at)));
    let mut two = || halves.find(|(first, second)| fits(first) && fits(second.trim()));
    whole
        .map(|words| vec![words.to_owned()])
        .or_else(|| two().map(|(first, second)| vec![first.to_owned(), second.trim().to_owned()]))
}

/// Returns the top of the first line on a card.
fn first_line(page: &Page) -> f64 {
    (3.6 * page.scale).max(3.4)
}

/// Returns the end of the pennant.
pub(super) fn pennant_bottom(page: &Page, has_index: bool) -> f64 {
    let (first, k) = (first_line(page), page.scale);
    if has_index { first + 19.0 * k + 2.6 } else { first + 13.8 * k }
}

/// Returns the height of a number of lines of a size in points.
pub(super) fn lines_height(lines: f64, size: f64) -> f64 {
    ((lines - 1.0) * LEADING + 0.9) * size * POINT
}
