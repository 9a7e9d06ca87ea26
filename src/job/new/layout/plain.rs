//! The layout for cards whose texts fit nowhere else: a narrow head, and all the rest for words.

use super::deck::Item;
use super::faces::{Drawn, flavour_height, rules};
use super::page::{Area, capacity};
use super::parts::Sketch;
use super::svg::{Slot, Svg};

/// Draws a narrow head with icon and name; values, words and the text share the rest.
pub(super) fn plain(sketch: &Sketch<'_>) -> Drawn {
    const ROW: f64 = 5.8;
    let page = sketch.page;
    let (k, t) = (page.scale, page.type_scale.min(1.0));
    let mut fields = sketch.fields.clone();
    fields.figures.splice(0..0, fields.index.take());
    let mut svg = Svg::new(page, sketch.names.clone());
    let head = (12.6 * k).max(11.0);
    svg.area("fill-paper", page.stripe(-page.bleed, page.height + 2.0 * page.bleed), "");
    svg.area("fill-band", page.head(head), "");
    svg.light_line(head);
    svg.comment("the mark of the kind, and the name");
    let side = 5.2 * k;
    let area = Area::new(page.margin, f64::midpoint(3.4, head - 1.4) - side / 2.0, side, side);
    svg.slot(&Slot { name: "mark", colour: "on", area, attributes: String::new() });
    let start = page.margin + side + 2.0 * k;
    svg.name("on", Area::new(start, 3.4, page.width - start - page.margin, head - 4.8), "name");
    let width = page.inner();
    let figures = super::faces::abreast(&page, &fields.figures, width).min(fields.figures.len());
    // A value without a tile becomes a row.
    fields.lines.splice(0..0, fields.figures.split_off(figures));
    let tile = if fields.figures.is_empty() { 0.0 } else { (8.8 * k).max(8.6) + 1.2 };
    let flavour = flavour_height(&fields, width, t);
    let top = head + 2.6;
    let bottom = page.height - 6.4;
    let least = |size: f64| {
        let room = |height: f64| capacity(width, height, size) >= fields.letters;
        let heights = (0..200).map(f64::from).map(|step| step * 0.5);
        if fields.letters == 0 {
            0.0
        } else {
            heights.into_iter().find(|height| room(*height)).unwrap_or_default() + 1.2
        }
    };
    let free = bottom - top - tile - flavour - least(8.0);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful")]
    let rows = ((free / ROW).floor().max(0.0) as usize).min(fields.lines.len());
    let left_over = fields.lines[rows..].iter().map(|item: &Item| item.key.clone()).collect();
    let mut end = bottom;
    if !fields.figures.is_empty() {
        svg.comment("figures");
        svg.tiles(&fields.figures, Area::new(page.margin, end - tile + 1.2, width, tile - 1.2));
        end -= tile;
    }
    if rows > 0 {
        #[allow(clippy::cast_precision_loss, reason = "a handful")]
        let height = ROW * rows as f64;
        svg.comment("words with their labels");
        svg.area("fill-pale", Area::new(page.margin, end - height - 0.15, width, 0.25), "");
        svg.rows(&fields.lines[..rows], Area::new(page.margin, end - height, width, height));
        end -= height + 0.8;
    }
    if let Some(item) = &fields.flavour {
        svg.ornament(item, Area::new(page.margin + 8.0 * k, end - flavour + 1.0, width - 16.0 * k, 2.4));
        svg.flavour(item, Area::new(page.margin, end - flavour + 4.4, width, flavour - 4.8));
        end -= flavour;
    }
    if fields.letters > 0 {
        svg.comment("the text");
        svg.texts(&fields, Area::new(page.margin, top, width, end - top), (rules(fields.letters), "middle"));
    }
    svg.foot("deep", 0.0);
    Drawn { svg, title: "A card with a long text", left_over }
}
