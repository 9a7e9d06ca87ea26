//! The layout for cards whose texts fit nowhere else: a narrow head, and all the rest for words.

use super::deck::Item;
use super::faces::{Drawn, SMALLEST, fitting_pairs, flavour_height, pairs, rules};
use super::page::{Area, capacity};
use super::parts::Sketch;
use super::svg::{Slot, Svg};

/// Draws a narrow head with icon and name; values, words and the text share the rest.
pub(super) fn plain(sketch: &Sketch<'_>) -> Drawn {
    /// Height of a row of words beside their label, and of two below theirs, side by side.
    const ROW: f64 = 5.8;
    const PAIR: f64 = 8.2;
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale.min(1.0));
    let mut fields = sketch.fields.clone();
    let mut left_over = Vec::new();
    fields.figures.splice(0..0, fields.index.take());
    let mut svg = Svg::new(page, sketch.names.clone());
    let head = (12.6 * k).max(11.0);
    svg.area("fill-paper", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    svg.area("fill-band", page.head(head), "");
    svg.light_line(head);
    svg.comment("the icon of the kind, and the name");
    let side = 5.2 * k;
    let area = Area::new(page.margin, f64::midpoint(3.4, head - 1.4) - side / 2.0, side, side);
    svg.slot(&Slot { name: "icon", colour: "on", area, attributes: String::new() });
    let start = page.margin + side + 2.0 * k;
    svg.name("on", Area::new(start, 3.4, page.width - start - page.margin, head - 4.8), "name");
    let width = page.inner();
    let figures = super::faces::abreast(&page, &fields.figures, width).min(fields.figures.len());
    // A value without a tile becomes a row.
    fields.lines.splice(0..0, fields.figures.split_off(figures));
    fields.drop_flavour(&mut left_over);
    let tile = if fields.figures.is_empty() { 0.0 } else { (8.8 * k).max(8.6) + 1.2 };
    let flavour = flavour_height(&fields, width, t);
    let top = head + 2.6;
    let bottom = page.height - 6.4;
    let free = |letters: usize| {
        let heights = (0..200).map(f64::from).map(|step| step * 0.5);
        let text = heights.into_iter().find(|height| capacity(width, *height, SMALLEST) >= letters);
        bottom - top - tile - flavour - if letters == 0 { 0.0 } else { text.unwrap_or_default() + 1.2 }
    };
    let fitting = |lines: &[Item], letters: usize| fitting_pairs(lines, PAIR, free(letters));
    fields.drop_texts(&mut left_over, fitting);
    #[allow(clippy::cast_precision_loss, reason = "a handful")]
    let has_rows = fields.lines.len() as f64 * ROW <= free(fields.letters);
    let shown = if has_rows { fields.lines.len() } else { fitting(&fields.lines, fields.letters) };
    left_over.extend(fields.lines.drain(shown..).map(|item| item.key));
    let mut end = bottom;
    if !fields.figures.is_empty() {
        svg.comment("figures");
        svg.tiles(&fields.figures, Area::new(page.margin, end - tile + 1.2, width, tile - 1.2));
        end -= tile;
    }
    if !fields.lines.is_empty() {
        let pairs = pairs(&fields.lines);
        #[allow(clippy::cast_precision_loss, reason = "a handful")]
        let height = if has_rows { ROW * fields.lines.len() as f64 } else { PAIR * pairs.len() as f64 };
        svg.comment("words with their labels");
        svg.area("fill-pale", Area::new(page.margin, end - height - 0.15, width, 0.25), "");
        if has_rows {
            svg.rows(&fields.lines, Area::new(page.margin, end - height, width, height));
        } else {
            svg.pairs(&pairs, Area::new(page.margin, end - height, width, height), PAIR);
        }
        end -= height + 0.8;
    }
    if let Some(item) = &fields.flavour {
        svg.ornament(item, Area::new(page.margin + 8.0 * k, end - flavour + 1.0, width - 16.0 * k, 2.4));
        svg.flavour(item, Area::new(page.margin, end - flavour + 4.4, width, flavour - 4.8));
        end -= flavour;
    }
    if fields.letters > 0 {
        svg.comment("the text");
        svg.texts(&fields, Area::new(page.margin, top, width, end - top), rules(fields.letters), "middle");
    }
    svg.foot("deep", 0.0);
    Drawn { svg, title: "A card with a long text", left_over }
}
