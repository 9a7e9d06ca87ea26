//! `type.toml` of a new game: the styles that its templates name.

use super::page::{POINT, Page};
use crate::shape::short;

/// The height of capitals and figures, in ems.
const CAPITALS: f64 = 0.66;

/// A style: its name, the one that it is like, and its lines.
struct Style {
    name: &'static str,
    like: Option<&'static str>,
    lines: String,
}

/// Returns `type.toml` with the styles that some templates use, and those that they extend.
pub(super) fn styles(page: &Page, templates: &[&str], hyphenates: bool) -> String {
    let all = all(page);
    let is_named = |name: &str| {
        let ways = [format!("data-style=\"{name}\""), format!("data-fallback-style=\"{name}\"")];
        name == "margin" || templates.iter().any(|template| ways.iter().any(|way| template.contains(way)))
    };
    let is_needed =
        |name: &str| is_named(name) || all.iter().any(|style| style.like == Some(name) && is_named(style.name));
    let needed = all.iter().filter(|style| is_needed(style.name));
    needed.fold(HEAD.to_owned(), |text, style| {
        let base = match style.like {
            Some(like) => format!("extends = \"{like}\"\n"),
            None => "font = \"Junicode\"\n".to_owned(),
        };
        let remark = if style.name == "margin" {
            "# Words in the margin of a sheet that is printed at home. Keep this style.\n"
        } else {
            ""
        };
        // Of a style that is like another, only the other says so.
        let hyphens = if hyphenates && style.like.is_none() && style.lines.contains("leading") {
            "hyphenate = true\n"
        } else {
            ""
        };
        format!("{text}\n{remark}[{}]\n{base}{hyphens}{}\n", style.name, style.lines)
    })
}

fn all(page: &Page) -> Vec<Style> {
    let (k, t) = (page.scale, page.type_scale);
    // Short texts have more of the room on large cards.
    let large = t * t.max(1.0);
    // A size with its smallest and its leading, in points.
    let sized = |size: f64, least: f64, leading: f64| {
        let size = (size * 4.0).round() / 4.0;
        let leading = short(size * leading, 2);
        format!("size = {}\nmin-size = {}\nleading = {leading}", short(size, 2), short(least.min(size), 2))
    };
    let style = |name: &'static str, lines: String| Style { name, like: None, lines };
    let like =
        |name: &'static str, like: &'static str, lines: &str| Style { name, like: Some(like), lines: lines.to_owned() };
    // As high as the figure's box on a tile.
    let tile = (page.scaled(9.8).max(8.6) - 5.3) / (CAPITALS * POINT);
    const FIGURES: &str = "features = [\"lnum\", \"pnum\"]";
    vec![
        style("name", format!("weight = 600\n{}\nfit = \"card\"\n{FIGURES}", sized(16.5 * k, 7.0, 1.04))),
        like("name-middle", "name", "align = \"middle\""),
        style(
            "kind",
            format!(
                "weight = 600\n{}\nsmall-caps = true\ntracking = 8\nalign = \"middle\"\n{FIGURES}",
                sized(8.5 * t, 7.0, 1.15)
            ),
        ),
        like("kind-left", "kind", "align = \"left\""),
        like("kind-narrow", "kind", "width = \"semi-condensed\"\ntracking = 2"),
        like("kind-left-narrow", "kind", "width = \"semi-condensed\"\ntracking = 2\nalign = \"left\""),
        style("index", format!("weight = 700\nsize = {}\n{FIGURES}", short((26.0 * k * 4.0).round() / 4.0, 2))),
        style(
            "figure",
            format!(
                "weight = 700\nsize = {}\nalign = \"middle\"\n{FIGURES}",
                short((tile.min(20.0 * k) * 4.0).floor() / 4.0, 2)
            ),
        ),
        style(
            "label-middle",
            format!("weight = 600\nsize = 7\nsmall-caps = true\ntracking = 2\nalign = \"middle\"\n{FIGURES}"),
        ),
        like("label-narrow", "label-middle", "width = \"semi-condensed\"\ntracking = 0"),
        style("label", format!("weight = 600\nsize = 7\nsmall-caps = true\ntracking = 4\n{FIGURES}")),
        style(
            "row-label",
            format!("weight = 600\n{}\nsmall-caps = true\ntracking = 4\n{FIGURES}", sized(7.5, 6.5, 1.15)),
        ),
        style("value", format!("weight = 500\n{}\nfit = \"card\"\n{FIGURES}", sized(10.5 * t, 7.0, 1.1))),
        like("row-value", "value", &format!("{}\nalign = \"right\"", sized(12.0 * t, 7.0, 1.1))),
        style(
            "rules",
            format!(
                "weight = 500\n{}\nparagraph-spacing = 3\n{FIGURES}\nstrong = {{ weight = 700 }}\nemphasis = {{ italic = true }}\nterm = {{ small-caps = true, tracking = 2 }}",
                sized(13.5 * t, 8.0, 1.2)
            ),
        ),
        like("rules-12", "rules", &sized(12.0 * t, 8.0, 1.2)),
        like("rules-11", "rules", &sized(11.0 * t, 8.0, 1.2)),
        like("rules-10", "rules", &sized(10.0 * t, 8.0, 1.2)),
        like("rules-9", "rules", &sized(9.0 * t, 8.0, 1.2)),
        like("rules-8", "rules", &sized(8.0, 8.0, 1.2)),
        like("rules-middle", "rules", &format!("{}\nalign = \"middle\"", sized(13.5 * large, 8.0, 1.2))),
        like("story", "rules", &sized(15.0 * large, 8.0, 1.2)),
        like("story-middle", "rules", &format!("{}\nalign = \"middle\"", sized(16.0 * large, 8.0, 1.2))),
        style(
            "flavour",
            format!(
                "weight = 500\nitalic = true\n{}\nalign = \"middle\"\n{FIGURES}\nemphasis = {{ italic = false }}",
                sized(9.5 * t, 8.0, 1.2)
            ),
        ),
        style(
            "prompt",
            format!(
                "weight = 600\n{}\nparagraph-spacing = 5\nfit = \"card\"\nalign = \"middle\"\n{FIGURES}\nemphasis = {{ italic = true, weight = 500 }}",
                sized(21.0 * t, 8.0, 1.12)
            ),
        ),
        style(
            "answer",
            format!("weight = 600\n{}\nfit = \"card\"\nalign = \"middle\"\n{FIGURES}", sized(13.0 * t, 8.0, 1.12)),
        ),
        style(
            "foot",
            format!("weight = 500\nsize = 7\nsmall-caps = true\ntracking = 4\nalign = \"middle\"\n{FIGURES}"),
        ),
        like("foot-narrow", "foot", "weight = 600\nwidth = \"semi-condensed\"\ntracking = 0"),
        style(
            "game",
            format!(
                "weight = 600\n{}\nfit = \"card\"\nsmall-caps = true\ntracking = 6\nalign = \"middle\"\n{FIGURES}",
                sized(17.0 * k, 8.0, 1.03)
            ),
        ),
        style("margin", format!("weight = 500\nsize = 7.5\n{FIGURES}")),
    ]
}

const HEAD: &str = "# How letters look; a slot names its style by data-style. Sizes are in points.\n\
    # min-size: the smallest size for long texts. All cards of a kind share the size that fits; with fit = \"card\", each card has its own.\n";
