//! The five layouts, and the sixth without a text.

use super::super::pictures::Pictures;
use super::deck::{Fields, Item};
use super::page::{Area, Page, capacity, label_width, text_height};
use super::parts::{LABEL, NARROW, Sketch, lines_height, pennant_bottom};
use super::svg::{OPTIONAL, Slot, Svg};
use crate::shape::short;

/// The smallest size of rules that checks accept, in points.
pub(super) const SMALLEST: f64 = 8.0;
/// A size at which rules are comfortable, in points.
const COMFORTABLE: f64 = 9.5;
/// Between a text and the rows below it.
const GAP: f64 = 2.2;
/// Longer texts are not centred.
const CENTRED: usize = 150;

/// Items that a layout has no room for, by their keys.
pub(super) type LeftOver = Vec<String>;

/// A template with the fields that it has no space for.
pub(super) struct Drawn {
    pub svg: Svg,
    pub title: &'static str,
    pub left_over: LeftOver,
}

/// Returns the number of lines that fit into a height, given their minimum height; the others are left over.
fn fitting(items: &[Item], height: f64, least: f64, left_over: &mut LeftOver) -> usize {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful")]
    let count = ((height / least).floor().max(0.0) as usize).min(items.len());
    left_over.extend(items[count..].iter().map(|item| item.key.clone()));
    count
}

/// Returns the style of rules of this number of letters.
pub(super) const fn rules(letters: usize) -> &'static str {
    if letters <= CENTRED { "rules-middle" } else { "rules" }
}

/// Returns the number of values side by side that leave each space for its label.
pub(super) fn abreast(page: &Page, figures: &[Item], width: f64) -> usize {
    let least = page.scaled(6.2).max(5.4);
    let fits = |count: usize| {
        let gap = if count > 4 { 0.7 } else { 1.3 };
        #[allow(clippy::cast_precision_loss, reason = "eight at most")]
        let room = (width - gap * (count as f64 - 1.0)) / count as f64;
        room >= least && figures.iter().all(|item| label_width(&item.label, LABEL) * NARROW <= room - 0.4)
    };
    (1..=8).rev().find(|count| fits(*count)).unwrap_or(1)
}

/// Figures whose label is wider than its place, which are rows then.
fn wide_labels(fields: &mut Fields, widest: f64) {
    let (tiles, rows) = std::mem::take(&mut fields.figures)
        .into_iter()
        .partition::<Vec<Item>, _>(|item| label_width(&item.label, LABEL) * NARROW <= widest - 0.4);
    fields.figures = tiles;
    fields.lines.splice(0..0, rows);
}

/// Draws a badge with a value, an emblem, a text, and further values on tiles.
pub(super) fn stat(sketch: &Sketch<'_>) -> Drawn {
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale);
    let mut fields = sketch.fields.clone();
    let mut left_over = Vec::new();
    wide_labels(&mut fields, page.scaled(27.0).min(page.inner()));
    let count = abreast(&page, &fields.figures, page.inner());
    // A value without a tile becomes a row.
    fields.lines.splice(0..0, fields.figures.split_off(count.min(fields.figures.len())));
    let mut svg = Svg::new(page, sketch.names.clone());
    let tile = page.scaled(10.6).max(9.0);
    let tiles_top = page.height - 6.3 - tile;
    let bottom = if fields.figures.is_empty() { page.height - 7.9 } else { tiles_top - 2.0 * k };
    let flavour = flavour_height(&fields, page.inner() - 2.0, t);
    let has_text = fields.letters > 0;
    let row = if has_text { 6.2 } else { 8.0 } * t;
    let below = |field: f64| field + if sketch.shows_kind { 10.4 * k } else { 6.2 * k };
    let low = if fields.index.is_some() { pennant_bottom(&page, true) } else { 18.4 * k };
    let tall = page.tall_field();
    let width = page.inner() - 2.0;
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let room = |field: f64| bottom - below(field) - flavour - row * fields.lines.len() as f64;
    let fits = |field: &f64| {
        if has_text { capacity(width, room(*field), COMFORTABLE * t) >= fields.letters } else { room(*field) >= 0.0 }
    };
    let is_bare = !has_text && fields.lines.is_empty() && fields.flavour.is_none();
    // The emblem rises from the foot of the field and keeps within the margin below it.
    let bare = (bottom - below(0.0)).min(page.height - page.margin - 13.0 * k);
    let heights = if is_bare { [bare, tall] } else { [tall, tall * 0.79] };
    let high = heights.into_iter().filter(|field| *field > low + 2.0).find(fits).filter(|_| sketch.squeeze == 0);
    let (field, is_low) = high.map_or((low, true), |field| (field, false));
    // On a low field the name of the kind is inside.
    let top = if is_low { field + 5.8 * k } else { below(field) };
    svg.area("fill-paper", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    svg.comment("the field of the kind; the emblem of the card rises from its foot, or is pale behind a long text");
    svg.area("fill-band", page.head(field), "");
    let index = fields.index.clone();
    let name_at = |start: f64| {
        let height = if is_low && sketch.shows_kind { field - 11.6 * k } else { (field - 6.0).min(9.4 * k) };
        Area::new(start, 3.6, page.width - start - page.margin, height.max(9.0 * k))
    };
    if !is_low {
        let room = field - 13.4 * k;
        let side = (room / 0.72).min(if is_bare { 46.0 } else { 39.0 } * k).min(page.inner());
        let area = Area::new(page.width - page.margin - side, field - side * 0.72, side, side);
        svg.emblem("glow", area, "");
        svg.area("fill-paper", page.below(field), "");
        svg.light_line(13.0 * k);
    } else {
        let side = (bottom - top).min(41.0 * k).min(page.inner());
        svg.emblem(
            "veil",
            Area::new((page.width - side) / 2.0, f64::midpoint(top, bottom) - side / 2.0, side, side),
            "",
        );
    }
    svg.light_line(field);
    let start = svg.pennant(index.as_ref(), "flag", "deep");
    svg.comment("the name");
    svg.name("on", name_at(start), "name");
    svg.comment("interlace of the kind");
    svg.weave(page.stripe(field + 0.7, 2.6 * k));
    if sketch.shows_kind && is_low {
        svg.kind("on", Area::new(start, field - 5.4 * k, page.width - start - page.margin, 2.1 * t), "kind-left");
    } else if sketch.shows_kind {
        svg.kind("deep", Area::new(page.margin, field + 5.2 * k, page.inner(), 2.1 * t), "kind");
    }
    let mut end = bottom - flavour;
    let needs = if has_text { text_height(fields.letters, width, SMALLEST) * 1.12 + GAP } else { 0.0 };
    let rows = fitting(&fields.lines, end - top - needs, row * 0.86, &mut left_over);
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let count = rows as f64;
    if rows > 0 {
        svg.comment("words with their labels");
        let free = end - top;
        let height = if has_text { row * count } else { free.min(row * 1.35 * count) };
        let y = if has_text { end - height } else { top + (free - height) / 2.0 };
        if has_text {
            svg.area("fill-pale", Area::new(page.margin + 2.0, y - 0.15, page.inner() - 4.0, 0.25), "");
        }
        svg.rows(&fields.lines[..rows], Area::new(page.margin + 2.0, y, page.inner() - 4.0, height));
        end = y - GAP;
    }
    // Rows between a text and its flavour part them.
    let apart = fields.flavour.take_if(|_| rows > 0);
    if has_text {
        svg.comment("the text");
        svg.texts(&fields, Area::new(page.margin + 1.0, top, width, end - top), rules(fields.letters), "middle");
    }
    svg.flavour_at_foot(apart.or(fields.flavour).as_ref(), bottom, flavour);
    if !fields.figures.is_empty() {
        svg.comment("the other figures; they share the width");
        svg.tiles(&fields.figures, Area::new(page.margin, tiles_top, page.inner(), tile));
    }
    svg.foot("deep", 0.0);
    Drawn { svg, title: "A card with figures", left_over }
}

/// Returns the height of the flavour text with its ornament; 0 without one.
pub(super) fn flavour_height(fields: &Fields, width: f64, t: f64) -> f64 {
    if fields.flavour.is_none() {
        return 0.0;
    }
    let lines = [1.0, 2.0, 3.0]
        .into_iter()
        .find(|lines| capacity(width, lines_height(*lines, 9.0 * t) + 0.1, 9.0 * t) >= fields.flavour_letters);
    lines.map_or_else(|| text_height(fields.flavour_letters, width, SMALLEST), |lines| lines_height(lines, 9.0 * t))
        + 5.4
}

/// Draws one large text, with an answer on a band if there is one.
pub(super) fn text(sketch: &Sketch<'_>, prompt: Option<&Item>, shows_name: bool) -> Drawn {
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale);
    let fields = sketch.fields;
    let mut svg = Svg::new(page, sketch.names.clone());
    let answers =
        fields.lines.iter().chain(&fields.texts).filter(|item| prompt.is_none_or(|prompt| prompt.key != item.key));
    let mut answers = answers.cloned();
    let answer = answers.next();
    let left_over = answers.map(|item| item.key).collect();
    svg.area("fill-band", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    svg.comment(
        "the knot of the kind, cut by the edge; darker than the ground under white letters, lighter under dark ones",
    );
    let side = page.width * 1.42;
    let knot = Area::new((page.width - side) / 2.0, page.height * 1.1 - side / 2.0, side, side);
    svg.slot(&Slot { name: "knot", colour: "shade", area: knot, attributes: String::new() });
    svg.area("fill-deep only-low-ink", page.stripe(-page.bleed, page.bleed + 1.4), "");
    let (left, width) = (page.margin + 1.4, page.inner() - 2.8);
    let area = Area::new(left, 5.4, 5.4 * k, 5.4 * k);
    svg.slot(&Slot { name: "icon", colour: "on", area, attributes: String::new() });
    let head = Area::new(left + 7.0 * k, 5.4, width - 7.0 * k, 5.4 * k);
    if shows_name && prompt.is_some() {
        let more = " data-as=\"text\" data-style=\"kind-left\" data-valign=\"middle\"";
        svg.words("code", "on", head, "{name}", more);
    } else if sketch.shows_kind {
        svg.kind("on", head, "kind-left");
    }
    let longest = answer.as_ref().map(Item::longest_of_all).unwrap_or_default();
    let band = (text_height(longest, width - 2.0, 11.0 * t) + 4.6).clamp(13.4 * k, page.height * 0.4);
    let foot = page.height - 9.9;
    let bottom = if answer.is_some() { foot - band - 2.2 } else { page.height - 12.0 };
    svg.comment("the text, as large as its length allows");
    let area = Area::new(page.margin + 0.6, 9.6 + 5.4 * k, page.inner() - 1.2, bottom - 9.6 - 5.4 * k);
    match prompt {
        Some(item) => svg.field(item, "on", area, "prompt", " data-as=\"text\" data-valign=\"middle\""),
        None => svg.name("on", area, "prompt"),
    }
    if let Some(item) = &answer {
        svg.comment("the answer");
        svg.area("fill-paper", page.stripe(foot - band, band), "");
        svg.light_line(foot - band);
        let area = Area::new(left + 0.8, foot - band + 1.6, width - 1.6, band - 3.2);
        svg.field(item, "ink", area, "answer", " data-as=\"text\" data-valign=\"middle\"");
    }
    svg.foot("on", 2.2);
    Drawn { svg, title: "A card with one text", left_over }
}

/// Figures on tiles, words in two columns, a text in a box.
pub(super) fn profile(sketch: &Sketch<'_>) -> Drawn {
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale);
    let mut fields = sketch.fields.clone();
    let mut left_over = Vec::new();
    wide_labels(&mut fields, page.scaled(27.0).min(page.inner()));
    fields.drop_flavour(&mut left_over);
    let per_row = abreast(&page, &fields.figures, page.inner());
    let (has_text, has_flavour) = (fields.letters > 0, fields.flavour.is_some());
    let inner = page.inner() - 4.8;
    let box_of = |letters: usize, size: f64| if letters > 0 { text_height(letters, inner, size) + 4.6 } else { 0.0 };
    let mut field = if fields.index.is_some() { pennant_bottom(&page, true) } else { 18.4 * k };
    let tile = page.scaled(9.8).max(8.6);
    let bottom = page.height - 6.9;
    let rows_of_tiles = fields.figures.len().div_ceil(per_row);
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let tiles = (tile + 1.3) * rows_of_tiles as f64 - if rows_of_tiles > 0 { 1.3 } else { 0.0 };
    let flavour = flavour_height(&fields, page.inner() - 2.0, t);
    // The text gets the height that it needs at the smallest size; words get the rest.
    let least = 8.2;
    let free = |field: f64| bottom - field - 3.2 - tiles - if tiles > 0.0 { 2.6 } else { 0.0 } - flavour;
    let fitting = |lines: &[Item], letters: usize| fitting_pairs(lines, least, free(field) - box_of(letters, SMALLEST));
    fields.drop_texts(&mut left_over, fitting);
    let shown = fitting(&fields.lines, fields.letters);
    left_over.extend(fields.lines.drain(shown..).map(|item| item.key));
    let box_needs = |size: f64| box_of(fields.letters, size);
    // Without a text there is room for a row each.
    let has_rows = !has_text && rows_of_tiles < 3;
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let has_rows = has_rows && fields.lines.len() as f64 * 6.4 * t <= free(field);
    let count = if has_rows { 0.0 } else { pairs(&fields.lines).len() as f64 };
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let wanted = if has_rows { 9.0 * t * fields.lines.len() as f64 } else { count * 13.0 * t };
    if !has_text && !has_flavour {
        let spare = free(field) - wanted;
        field = (field + spare.max(0.0)).min(page.tall_field());
    }
    let room = free(field) - count * least;
    let most = if has_text { 10.4 * t } else { 18.0 * t };
    let step = if count > 0.0 { (least + (room - box_needs(COMFORTABLE * t)).max(0.0) / count).min(most) } else { 0.0 };
    let mut svg = Svg::new(page, sketch.names.clone());
    svg.area("fill-paper", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    svg.area("fill-band", page.head(field), "");
    svg.comment("the emblem of the card, behind the name");
    let is_tall = field > 30.0 * k;
    let side = if is_tall { ((field - 17.0 * k) / 0.72).min(39.0 * k) } else { 26.0 * k };
    let y = if is_tall { field - side * 0.72 } else { 3.6 * k };
    let emblem = Area::new(page.width - page.margin - side + 0.6, y, side, side);
    svg.emblem(if is_tall { "glow" } else { "shade" }, emblem, "");
    svg.area("fill-paper", page.below(field), "");
    svg.light_line(field);
    let start = svg.pennant(fields.index.as_ref(), "flag", "deep");
    svg.comment("the name");
    let width = page.width - start - page.margin;
    let kind = if is_tall { 16.7 * k - 2.1 * t } else { field - 4.4 * k };
    let name = if fields.index.is_some() { 11.6 * k } else { 8.8 * k };
    svg.name("on", Area::new(start, 3.5, width, name.min(kind - 3.8)), "name");
    if sketch.shows_kind {
        svg.kind("on", Area::new(start, kind, width, 2.1 * t), "kind-left");
    }
    let mut top = field + 3.2;
    if rows_of_tiles > 0 {
        svg.comment("figures");
        let balanced = fields.figures.len().div_ceil(rows_of_tiles);
        for row in fields.figures.chunks(balanced) {
            svg.tiles(row, Area::new(page.margin, top, page.inner(), tile));
            top += tile + 1.3;
        }
        top += 1.3;
    }
    if has_rows && !fields.lines.is_empty() {
        svg.comment("words with their labels");
        svg.rows(&fields.lines, Area::new(page.margin + 1.0, top - 1.0, page.inner() - 2.0, bottom - flavour - top));
        fields.lines.clear();
    }
    if !fields.lines.is_empty() {
        svg.comment("words below their labels, in two columns");
    }
    let rows = pairs(&fields.lines);
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let height = step * rows.len() as f64;
    svg.pairs(&rows, Area::new(page.margin, top, page.inner(), height), step);
    top += height;
    let end = bottom - flavour;
    // The box of the text is drawn, and does not grow where a card has no flavour.
    let apart = fields.flavour.take();
    if has_text {
        let area = Area::new(page.margin, top + 0.6, page.inner(), end - top - 0.6);
        let (rounded, key) = (short(page.scaled(1.2), 2), &fields.texts[0].key);
        svg.comment("the text");
        svg.area("fill-veil only-full", area, &format!(" rx=\"{rounded}\" data-if=\"{key}\""));
        let line = format!(" fill=\"none\" stroke-width=\"0.3\" rx=\"{rounded}\" data-if=\"{key}\"");
        svg.area("stroke-deep only-low-ink", area, &line);
        svg.texts(&fields, area.inset(2.4, 2.0), rules(fields.letters), "middle");
    }
    svg.flavour_at_foot(apart.as_ref(), bottom, flavour);
    svg.foot("deep", 0.0);
    Drawn { svg, title: "A profile", left_over }
}

/// Arranges lines in rows of two; a long one, and one without a neighbour, has a row of its own.
pub(super) fn pairs(lines: &[Item]) -> Vec<&[Item]> {
    /// Letters of the longest that may share its row.
    const SHORT: usize = 20;
    let is_short = |item: &Item| item.longest_of_all() <= SHORT;
    let mut rows = Vec::new();
    let mut rest = lines;
    while !rest.is_empty() {
        let pair = rest.len() > 1 && rest[..2].iter().all(is_short);
        let (row, others) = rest.split_at(if pair { 2 } else { 1 });
        rows.push(row);
        rest = others;
    }
    rows
}

/// Returns the number of lines that fit into a height in rows of two, which are `step` high.
pub(super) fn fitting_pairs(lines: &[Item], step: f64, height: f64) -> usize {
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let fits = |count: &usize| pairs(&lines[..*count]).len() as f64 * step <= height;
    (0..=lines.len()).rev().find(fits).unwrap_or_default()
}

/// Draws a text in a frame, with flavour at its foot.
pub(super) fn event(sketch: &Sketch<'_>) -> Drawn {
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale);
    let mut fields = sketch.fields.clone();
    let mut left_over: Vec<String> = fields.lines.drain(..).map(|item| item.key).collect();
    left_over.extend(fields.figures.drain(..).map(|item| item.key));
    let mut svg = Svg::new(page, sketch.names.clone());
    svg.area("fill-band", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    let head = if fields.index.is_some() { pennant_bottom(&page, true) + 0.4 } else { 20.0 * k };
    let panel = Area::new(page.margin + 0.2, head, page.inner() - 0.4, page.height - head - page.margin - 0.2);
    // A long text has the place of the interlace.
    let flavour = flavour_height(&fields, panel.width - 11.2 * k, t);
    let room = panel.height - flavour - 15.4 * k;
    let is_long = sketch.squeeze > 0 || capacity(panel.width - 8.0 * k, room, 8.5 * t) < fields.letters;
    let corner = if is_long { 3.0 } else { 5.6 } * k;
    svg.comment("the panel");
    let outline = notched(panel, corner);
    svg.path("fill-paper", &outline, "");
    svg.path("stroke-deep only-low-ink", &outline, " fill=\"none\" stroke-width=\"0.3\"");
    let top = panel.y + if is_long { 3.6 } else { 2.4 + 5.8 * k };
    let bottom = panel.bottom() - if is_long { 6.2 } else { 7.2 };
    let end = bottom - flavour;
    svg.comment("the emblem of the card, pale behind the text");
    let side = (39.0 * k).min(end - top + 8.0);
    svg.emblem("veil", Area::new((page.width - side) / 2.0, f64::midpoint(top, end) - side / 2.0, side, side), "");
    let start = svg.pennant(fields.index.as_ref(), "flag", "deep");
    svg.comment("the name");
    let width = page.width - start - page.margin;
    let name = if sketch.shows_kind {
        Area::new(start, 7.6, width, head - 10.8)
    } else {
        Area::new(start, 4.0, width, head - 7.4)
    };
    if sketch.shows_kind {
        svg.kind("on", Area::new(start, 3.8, width, 2.0 * t), "kind-left");
    }
    svg.name("on", name, "name");
    if !is_long {
        svg.comment("interlace of the kind");
        svg.weave(Area::new(panel.x + corner + 2.0, panel.y + 2.4, panel.width - 2.0 * corner - 4.0, 2.6 * k));
    }
    svg.comment("the text");
    let inset = if is_long { 3.0 } else { 4.0 } * k;
    let area = Area::new(panel.x + inset, top, panel.width - 2.0 * inset, end - top);
    let style = if fields.letters <= CENTRED { "story-middle" } else { "story" };
    svg.texts(&fields, area, style, "middle");
    if let Some(item) = &fields.flavour {
        svg.comment("flavour");
        svg.ornament(item, Area::new(panel.x + 9.6 * k, end + 1.0, panel.width - 19.2 * k, 2.4));
        svg.flavour(item, Area::new(panel.x + corner, end + 4.4, panel.width - 2.0 * corner, flavour - 4.8));
    }
    let foot = Area::new(panel.x + corner + 1.0, panel.bottom() - 4.2, panel.width - 2.0 * corner - 2.0, 1.9);
    svg.printing("deep", foot);
    Drawn { svg, title: "An event", left_over }
}

/// Returns a rectangle with its corners cut out by quarters of circles.
fn notched(area: Area, corner: f64) -> String {
    let n = |length: f64| short(length, 2);
    let (c, bend) = (n(corner), n(corner * 0.6));
    let (across, down) = (n(area.width - 2.0 * corner), n(area.height - 2.0 * corner));
    let rest = n(corner - corner * 0.4);
    format!(
        "M{x} {y}c{bend} 0 {c} -{rest} {c} -{c}h{across}c0 {bend} {less} {c} {c} {c}v{down}c-{bend} 0 -{c} {rest} -{c} {c}h-{across}c0 -{bend} -{less} -{c} -{c} -{c}z",
        x = n(area.x),
        y = n(area.y + corner),
        less = n(corner * 0.4),
    )
}

/// Draws a picture on top, a band with the name, and a text below.
pub(super) fn picture(sketch: &Sketch<'_>, pictures: &Pictures) -> Drawn {
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale);
    let mut fields = sketch.fields.clone();
    let mut left_over = Vec::new();
    wide_labels(&mut fields, 12.4 * k);
    let extra = fields.figures.split_off(fields.figures.len().min(2));
    fields.lines.splice(0..0, extra);
    let width = page.inner() - 2.0;
    let flavour = flavour_height(&fields, width, t);
    let band = 13.0 * k;
    let bottom = page.height - 7.9;
    let (has_text, row) = (fields.letters > 0, 6.2 * t);
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let lines = row * fields.lines.len() as f64;
    let needs = |size: f64| if has_text { text_height(fields.letters, width, size) * 1.12 + GAP } else { 0.0 };
    let natural = (page.width + 2.0 * page.bleed) / pictures.proportions - page.bleed;
    let highest = bottom - band - 5.0 - flavour - lines - needs(COMFORTABLE * t);
    let lowest = page.height * [0.33, 0.26, 0.18][usize::from(sketch.squeeze.min(2))];
    let lowest = lowest.min(natural.max(page.height * 0.18));
    // As high as the pictures are, within what the text leaves.
    let edge = natural.clamp(page.height * 0.3, page.height * 0.58).min(highest).max(lowest);
    let mut svg = Svg::new(page, sketch.names.clone());
    svg.area("fill-paper", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    art(&mut svg, edge, 38.0 * k, pictures);
    svg.pennant(fields.index.as_ref(), "band", "on");
    svg.comment("the name");
    svg.area("fill-paper", page.stripe(edge, 0.7), "");
    svg.area("fill-band", page.stripe(edge + 0.7, band), "");
    svg.light_line(edge + 0.6);
    svg.light_line(edge + 0.5 + band);
    #[allow(clippy::cast_precision_loss, reason = "two at most")]
    let figures = 13.4 * k * fields.figures.len() as f64;
    let name = page.inner() - figures - if figures > 0.0 { 1.0 } else { 0.0 };
    let height = if sketch.shows_kind { band - 6.4 * k } else { band - 2.6 };
    svg.name("on", Area::new(page.margin, edge + 1.7, name, height), "name");
    if sketch.shows_kind {
        svg.kind("on", Area::new(page.margin, edge + 0.7 + band - 3.7 * k, name, 2.1 * t), "kind-left");
    }
    for (number, item) in fields.figures.iter().enumerate() {
        #[allow(clippy::cast_precision_loss, reason = "two at most")]
        let x = page.width - page.margin - figures + 13.4 * k * number as f64;
        let with = format!(" data-if=\"{}\"", item.key);
        svg.area("fill-on", Area::new(x, edge + 2.4, 0.25, band - 3.4), &with);
        let area = Area::new(x + 0.6, edge + 2.2, 12.4 * k, band - 6.4 * k);
        svg.field(item, "on", area, "figure", " data-as=\"figure\" data-valign=\"middle\"");
        let area = Area::new(x + 0.6, edge + 0.7 + band - 3.6 * k, 12.4 * k, 1.9);
        let more =
            format!(" data-style=\"label-middle\" data-fallback-style=\"label-narrow\" data-valign=\"bottom\"{with}");
        svg.words(&format!("{}-label", item.key), "on", area, &super::svg::attribute(&item.label), &more);
    }
    let top = edge + band + 3.2;
    let mut end = bottom - flavour;
    let rows = fitting(&fields.lines, end - top - needs(SMALLEST), 5.4 * t, &mut left_over);
    if rows > 0 {
        #[allow(clippy::cast_precision_loss, reason = "a handful")]
        let least = 5.4 * t * rows as f64;
        let height = (end - top - needs(COMFORTABLE * t)).clamp(least, least * 1.6);
        let y = if has_text { end - height } else { top + (end - top - height) / 2.0 };
        if has_text {
            svg.area("fill-pale", Area::new(page.margin + 2.0, y - 0.15, page.inner() - 4.0, 0.25), "");
        }
        svg.rows(&fields.lines[..rows], Area::new(page.margin + 2.0, y, page.inner() - 4.0, height));
        end = y - GAP;
    }
    let apart = fields.flavour.take_if(|_| rows > 0);
    if has_text {
        svg.comment("the text");
        svg.texts(&fields, Area::new(page.margin + 1.0, top, width, end - top), rules(fields.letters), "middle");
    }
    svg.flavour_at_foot(apart.or(fields.flavour).as_ref(), bottom, flavour);
    svg.foot("deep", 0.0);
    Drawn { svg, title: "A card with a picture", left_over }
}

/// Draws the picture down to an edge; a card without one shows its emblem on the field of its kind.
fn art(svg: &mut Svg, edge: f64, emblem: f64, pictures: &Pictures) {
    let page = svg.page;
    svg.comment(match pictures.is_contained {
        true => "the whole picture; with data-fit=\"cover\" it fills the box and is cropped. A card without one shows its emblem",
        false => "the picture, cropped to fill its box. A card without one shows its emblem",
    });
    svg.area("fill-pale only-full", page.head(edge), "");
    let side = emblem.min(edge - 6.0);
    let left = f64::midpoint(page.width, page.scaled(14.0));
    let side = side.min(2.0 * (page.width - page.margin - left));
    let area = Area::new(left - side / 2.0, edge / 2.0 - side / 2.0, side, side);
    svg.emblem("deep", area, " data-unless=\"art\"");
    if let Some(colour) = pictures.background {
        svg.area("only-full", page.head(edge), &format!(" fill=\"{colour}\" data-if=\"art\""));
    }
    let fit = if pictures.is_contained { " data-fit=\"contain\"" } else { " data-fit=\"cover\"" };
    let attributes = format!("{fit}{OPTIONAL}");
    svg.slot(&Slot { name: "art", colour: "pale", area: page.head(edge), attributes });
}

/// Draws a picture that fills the card, and the name on a band; without a picture, the emblem.
pub(super) fn picture_full(sketch: &Sketch<'_>, pictures: Option<&Pictures>) -> Drawn {
    let page = sketch.page;
    let k = page.scale;
    let fields = sketch.fields;
    let mut svg = Svg::new(page, sketch.names.clone());
    let band = 15.9 * k;
    let edge = page.height - band;
    svg.area("fill-paper", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    if let Some(pictures) = pictures {
        art(&mut svg, edge, 48.0 * k, pictures);
    } else {
        svg.comment("the emblem of the card");
        svg.area("fill-pale only-full", page.head(edge), "");
        let side = (48.0 * k).min(edge - 8.0);
        svg.emblem("deep", Area::new((page.width - side) / 2.0, (edge - side) / 2.0 + 1.6 * k, side, side), "");
    }
    svg.pennant(fields.index.as_ref(), "band", "on");
    svg.comment("the name");
    svg.area("fill-band", page.below(edge + 0.6), "");
    svg.light_line(edge + 0.6);
    svg.area("fill-paper", page.stripe(edge, 0.7), "");
    let kind = page.height - page.margin - 1.8;
    let height = if sketch.shows_kind { kind - edge - 3.0 } else { band - 2.2 - 3.6 };
    svg.name("on", Area::new(page.margin, edge + 2.0, page.inner(), height), "name-middle");
    if sketch.shows_kind {
        svg.kind("on", Area::new(page.margin, kind, page.inner(), 2.0), "kind");
    }
    let items = fields.figures.iter().chain(&fields.lines).chain(&fields.texts).chain(&fields.flavour);
    Drawn { svg, title: "A picture", left_over: items.map(|item| item.key.clone()).collect() }
}
