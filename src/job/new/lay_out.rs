//! A template that has room for all fields of a sheet.

use super::guess::Content;
use super::write::Plan;
use crate::read::without_markup;

/// Left edge and width of what is written on a card, in millimetres, as below.
const LEFT: f64 = 4.0;
const WIDTH: f64 = 55.5;
/// The lower edge of the band with the name.
const BAND: f64 = 12.0;
/// The foot, above which texts end.
const FOOT: f64 = 81.0;
/// The most numbers side by side.
const MOST: usize = 5;
/// The width of a letter of a label.
const LETTER: f64 = 1.45;
/// The height of a line, and the space between two.
const LINE: f64 = 3.6;
const GAP: f64 = 1.6;

/// The height of a line of a text, and how many letters it has.
const TEXT: f64 = 4.1;
const IN_LINE: f64 = 40.0;
/// What texts leave of the card to a picture, and what they get.
const LEAST_PICTURE: f64 = 14.0;
const MOST_PICTURE: f64 = 42.0;
const LEAST_TEXT: f64 = 12.0;
const MOST_TEXT: f64 = 34.0;

/// A field with its heading.
type Shown<'a> = (&'a str, &'a str, &'a Content);

/// The files in the folders `templates` and `marks`.
pub(super) fn templates(plan: &Plan) -> Vec<(String, String)> {
    let front = front(plan);
    let styles = styles(&[&front, BACK]);
    let templates = [("card.svg", front), ("back.svg", BACK.to_owned()), ("type.toml", styles)];
    let marks = plan.kinds.iter().zip(MARKS.iter()).map(|(_, (name, path))| (format!("marks/{name}.svg"), mark(path)));
    templates.into_iter().map(|(name, text)| (format!("templates/{name}"), text)).chain(marks).collect()
}

/// `type.toml` with the styles that some templates name, and those that these are like.
fn styles(templates: &[&str]) -> String {
    let (head, all) = TYPE.split_once("\n[").unwrap_or((TYPE, ""));
    let all: Vec<(&str, &str)> = all.split("\n[").filter_map(|style| style.split_once("]\n")).collect();
    let names = |name: &str| {
        let ways = [format!("data-style=\"{name}\""), format!("data-narrow=\"{name}\""), format!("\"slot-{name}\"")];
        templates.iter().any(|template| ways.iter().any(|way| template.contains(way)))
    };
    let is_named = |name: &str| name == "margin" || names(name);
    let is_model = |name: &str| {
        let like = format!("like = \"{name}\"");
        all.iter().any(|(other, style)| is_named(other) && style.contains(&like))
    };
    let kept = all.iter().filter(|(name, _)| is_named(name) || is_model(name));
    kept.fold(head.to_owned(), |text, (name, style)| format!("{text}\n[{name}]\n{style}"))
}

/// The name of the mark of a kind, by its number; then they begin anew.
pub(super) fn mark_of(kind: usize) -> &'static str {
    MARKS[kind % MARKS.len()].0
}

/// A mark in one colour.
fn mark(path: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\n  <path d=\"{path}\"/>\n</svg>\n")
}

/// Shapes that tell kinds without colour.
const MARKS: [(&str, &str); 6] = [
    ("disc", "M50 10a40 40 0 1 0 0 80a40 40 0 1 0 0-80z"),
    ("square", "M14 14h72v72h-72z"),
    ("triangle", "M50 10L94 86H6z"),
    ("diamond", "M50 6L90 50L50 94L10 50z"),
    ("cross", "M36 8h28v28h28v28h-28v28h-28v-28h-28v-28h28z"),
    ("hexagon", "M50 6L88 28v44L50 94L12 72V28z"),
];

#[allow(clippy::cast_precision_loss, reason = "a handful of fields, and the letters of a text")]
fn front(plan: &Plan) -> String {
    let all: Vec<Shown<'_>> = plan.shown().collect();
    let numbers: Vec<Shown<'_>> = all.iter().filter(|(.., is)| matches!(is, Content::Number(..))).copied().collect();
    let room = |among: usize| WIDTH / among.max(1) as f64;
    let fits = |among: usize| {
        numbers.iter().take(among).all(|(label, ..)| label.chars().count() as f64 * LETTER < room(among) - 1.0)
    };
    let side_by_side = (1..=numbers.len().min(MOST)).rev().find(|among| fits(*among)).unwrap_or(0);
    let (in_row, others) = numbers.split_at(side_by_side);
    let lines = all.iter().filter(|(.., is)| matches!(is, Content::Line | Content::List(_))).chain(others);
    let texts = all.iter().filter(|(.., is)| matches!(is, Content::Text { .. } | Content::Flavour { .. }));
    let mut svg =
        FRONT_HEAD.replace("{pictures}", if plan.pictures.is_some() { WITH_PICTURES } else { WITHOUT_PICTURES });
    for (index, (label, key, _)) in in_row.iter().enumerate() {
        let (x, width) = (LEFT + room(side_by_side) * index as f64, room(side_by_side));
        svg.push_str(&format!(
            "  <rect id=\"slot-{key}-label\" class=\"fill-ink\" x=\"{x:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"2.2\" data-text=\"{}\" data-style=\"label\" data-with=\"{key}\"/>\n",
            BAND + 2.0,
            attribute(label)
        ));
        svg.push_str(&format!(
            "  <rect id=\"slot-{key}\" class=\"fill-ink\" x=\"{x:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"5.2\" data-style=\"number\" data-upright=\"middle\" data-optional=\"\"/>\n",
            BAND + 4.6
        ));
    }
    let mut y = BAND + 2.5;
    if side_by_side > 0 {
        y = BAND + 13.0;
        svg.push_str(&format!(
            "  <rect class=\"fill-line\" x=\"{LEFT}\" y=\"{:.2}\" width=\"{WIDTH}\" height=\"0.3\"/>\n",
            BAND + 10.8
        ));
    }
    let mut above: Option<&str> = None;
    if let Some(pictures) = &plan.pictures {
        // As high as the fields leave room for, and as wide as that makes the picture in the middle.
        let letters: usize = texts.clone().map(|(.., is)| is.longest()).sum();
        let of_texts = if letters == 0 { 0.0 } else { (letters as f64 / IN_LINE * TEXT).clamp(LEAST_TEXT, MOST_TEXT) };
        let of_lines = lines.clone().count() as f64 * (LINE * 2.0 + GAP);
        let room = (FOOT - y - of_lines - of_texts).clamp(LEAST_PICTURE, MOST_PICTURE);
        let height = room.min(WIDTH / pictures.proportions);
        let width = (height * pictures.proportions).min(WIDTH);
        svg.push_str(&format!(
            "  <rect id=\"slot-art\" fill=\"#c9c2b0\" x=\"{:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" data-optional=\"\"/>\n",
            LEFT + (WIDTH - width) / 2.0
        ));
        (y, above) = (y + height + GAP * 1.5, Some("art"));
    }
    let after = |above: Option<&str>| above.map_or_else(String::new, |key| format!(" data-after=\"{key}\""));
    for (label, key, _) in lines {
        let text = format!("{}: {{{key}}}", attribute(label));
        svg.push_str(&format!(
            "  <rect id=\"slot-{key}\" class=\"fill-ink\" x=\"{LEFT}\" y=\"{y:.2}\" width=\"{WIDTH}\" height=\"{:.2}\" data-text=\"{text}\" data-as=\"text\" data-style=\"line\"{} data-optional=\"\"/>\n",
            LINE * 2.0,
            after(above)
        ));
        (y, above) = (y + LINE * 2.0 + GAP, Some(*key));
    }
    // Texts share what is left by their length, and what one does not need belongs to those below it.
    let sum: f64 = texts.clone().map(|(.., is)| is.longest() as f64).sum();
    let last = texts.clone().next_back().map(|(_, key, _)| *key);
    let left = (FOOT - y).max(LINE * texts.clone().count() as f64);
    for (_, key, is) in texts {
        let share = left * is.longest() as f64 / sum.max(1.0);
        let bottom = if Some(*key) == last { FOOT.max(y + LINE) } else { y + share - GAP };
        svg.push_str(&format!(
            "  <rect id=\"slot-{key}\" class=\"fill-ink\" x=\"{LEFT}\" y=\"{y:.2}\" width=\"{WIDTH}\" height=\"{:.2}\" data-style=\"text\"{} data-optional=\"\"/>\n",
            bottom - y,
            after(above)
        ));
        (y, above) = (y + share, Some(*key));
    }
    svg + FRONT_FOOT
}

/// Words in an attribute of a template, where signs of markup and of XML mean themselves.
fn attribute(words: &str) -> String {
    let words = without_markup(&words.split_whitespace().collect::<Vec<_>>().join(" "));
    words.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

const FRONT_HEAD: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69.5 94.9" width="69.5mm" height="94.9mm">
  <title>The front of every card</title>
  <!-- Open this file in any drawing program for SVG, move boxes and draw around them. One unit is one millimetre; the card is cut
       from 0,0 to 63.5,88.9, and text keeps 3.2 mm inside the cut. A box whose id begins with "slot-" is filled with the field
       that is called so. {pictures}
       `skirmish new` without a sheet makes a game whose templates explain all else that a box can do. -->
  <style>
    .fill-paper { fill: #fffdf6 } .fill-band { fill: #1f6570 } .fill-band-text { fill: #ffffff } .fill-ink { fill: #1c1c1c }
    .fill-line { fill: #c9c2b0 }
  </style>
  <rect class="fill-paper" x="-3" y="-3" width="69.5" height="94.9"/>
  <rect class="fill-band" x="-3" y="-3" width="69.5" height="15"/>
  <rect class="fill-ink only-light" x="-3" y="11.8" width="69.5" height="0.3"/>
  <rect id="slot-mark" class="fill-band-text" x="4" y="4.8" width="4.8" height="4.8"/>
  <rect id="slot-name" class="fill-band-text" x="11" y="3.6" width="48.5" height="7.2" data-style="title" data-narrow="title-narrow" data-upright="middle"/>
"#;

const WITH_PICTURES: &str =
    "The box \"slot-art\" is filled with the picture, which covers it: what is too wide or too high is cut off.";
const WITHOUT_PICTURES: &str =
    "For a picture on each card add a box with id=\"slot-art\", and pictures called as the cards to a
       folder `art`.";

const FRONT_FOOT: &str = r#"  <rect class="fill-band" x="-3" y="83.2" width="69.5" height="8.7"/>
  <rect class="fill-ink only-light" x="-3" y="83.2" width="69.5" height="0.3"/>
  <rect id="slot-kind" class="fill-band-text" x="4" y="83.6" width="27" height="2.1" data-style="foot" data-upright="bottom"/>
  <rect id="slot-printing" class="fill-band-text" x="32" y="83.6" width="27.5" height="2.1" data-text="{game} {edition}" data-style="foot-right" data-upright="bottom"/>
</svg>
"#;

const BACK: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69.5 94.9" width="69.5mm" height="94.9mm">
  <title>The back of all cards</title>
  <style>.fill-band { fill: #2b3a4a } .fill-band-text { fill: #ffffff } .fill-line { fill: #c9c2b0 }</style>
  <rect class="fill-band" x="-3" y="-3" width="69.5" height="94.9"/>
  <path class="fill-line" fill-rule="evenodd" d="M5 5h53.5v78.9H5zM5.6 5.6v77.7h52.3V5.6z"/>
  <rect id="slot-game" class="fill-band-text" x="8" y="40" width="47.5" height="9" data-text="{game}" data-narrow="game-narrow" data-upright="middle"/>
</svg>
"#;

const TYPE: &str = r#"# How letters look: a box of a template uses the style that has its name, or that it names by data-style. Sizes are in points.
# least: the smallest size for a text that is too long for its box; all cards of its kind then share it.

[title]
font = "Junicode"
weight = 600
size = 14
least = 8
features = ["lnum", "pnum"]

[title-narrow]
like = "title"
width = "semi-condensed"

[label]
font = "Junicode"
weight = 500
size = 6.5
caps = true
tracking = 3
align = "middle"
features = ["lnum", "pnum"]

[number]
font = "Junicode"
weight = 700
size = 15
least = 9
align = "middle"
features = ["lnum", "pnum"]

[line]
font = "Junicode"
weight = 500
size = 8
least = 6.5
leading = 10
features = ["lnum", "pnum"]

[text]
font = "Junicode"
weight = 500
size = 9.5
least = 7
leading = 11.6
paragraph = 2.5
features = ["lnum", "pnum"]
strong = { weight = 700 }
emphasis = { italic = true }
term = { caps = true, tracking = 2 }

[foot]
font = "Junicode"
weight = 500
size = 7
least = 6.5
caps = true
tracking = 3
features = ["lnum", "pnum"]

[foot-right]
like = "foot"
align = "right"

[game]
font = "Junicode"
weight = 600
size = 17
least = 8
align = "middle"

[game-narrow]
like = "game"
width = "semi-condensed"

# Words in the margin of a sheet that is printed at home. Keep this style.
[margin]
font = "Junicode"
weight = 500
size = 7.5
features = ["lnum", "pnum"]
"#;
