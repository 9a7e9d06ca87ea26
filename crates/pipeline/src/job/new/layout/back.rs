//! The back of all cards: a ground of lozenges, the seal of the game, its title at both ends.

use super::page::{Area, Page};
use super::svg::{Names, Slot, Svg};
use crate::shape::short;

/// Between two lozenges of a row, and between two rows.
const STEP: f64 = 7.0;

pub(super) fn back(page: Page) -> Svg {
    let mut svg = Svg::new(page, Names::default());
    let (width, height) = (page.width, page.height);
    svg.area("fill-band", page.stripe(-page.bleed, height + 2.0 * page.bleed), "");
    svg.comment("a ground of lozenges");
    for class in ["fill-shade only-full", "fill-pale only-low-ink"] {
        lozenges(&mut svg, class);
    }
    let strip = (12.6 * page.scale).min(height * 0.17);
    let edge = 4.2 * page.scale.min(1.0);
    let radius = (25.2 * page.scale).min((height - 2.0 * (edge + strip)) / 2.0 - 1.6).min(width / 2.0 - 5.0);
    let n = |length: f64| short(length, 2);
    svg.comment("the seal of the game, which looks the same upside down");
    let disc = |svg: &mut Svg, class: &str, radius: f64| {
        svg.raw(&format!(
            "  <circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
            n(width / 2.0),
            n(height / 2.0),
            n(radius)
        ));
    };
    disc(&mut svg, "fill-accent", radius);
    disc(&mut svg, "fill-band", radius - 0.7);
    let side = radius * 1.83;
    let area = Area::new((width - side) / 2.0, (height - side) / 2.0, side, side);
    svg.slot(&Slot { name: "emblem", colour: "accent", area, attributes: String::new() });
    svg.comment("the title, the same from both ends");
    let mut ends = vec![(edge, "title", "")];
    ends.push((height - edge - strip, "title-turned", " data-rotate=\"180\""));
    for (top, name, turn) in ends {
        svg.area("fill-band", page.stripe(top, strip), "");
        svg.area("fill-accent", page.stripe(top, 0.35), "");
        svg.area("fill-accent", page.stripe(top + strip - 0.35, 0.35), "");
        let area = Area::new(5.0, top + 1.4, width - 10.0, strip - 2.8);
        let more = format!(" data-as=\"text\" data-style=\"game\" data-valign=\"middle\"{turn}");
        svg.words(name, "on", area, "{game}", &more);
    }
    svg
}

/// Draws lozenges all over the card and its bleed, in alternating rows, centred on the card.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a few dozen")]
fn lozenges(svg: &mut Svg, class: &str) {
    let page = svg.page;
    let reach = |length: f64| ((length / 2.0 + page.bleed) / STEP).ceil() as i32 + 1;
    let (across, pairs) = (reach(page.width), reach(page.height / 2.0) + 1);
    let mut outline = String::new();
    for row in 0..2 {
        for column in -across..=across {
            let x = page.width / 2.0 + f64::from(column) * STEP + f64::from(row) * STEP / 2.0;
            let y = page.height / 2.0 - f64::from(pairs) * 2.0 * STEP + f64::from(row) * STEP;
            outline.push_str(&format!(
                "M{} {}l2.6 2.6-2.6 2.6-2.6-2.6zm0 1.5l-1.1 1.1 1.1 1.1 1.1-1.1z",
                short(x, 2),
                short(y - 2.6, 2)
            ));
        }
    }
    svg.raw(&format!(
        "  <g data-repeat=\"{}\" data-step=\"0 {}\"><path class=\"{class}\" fill-rule=\"evenodd\" d=\"{outline}\"/></g>\n",
        pairs * 2 + 1,
        2.0 * STEP
    ));
}
