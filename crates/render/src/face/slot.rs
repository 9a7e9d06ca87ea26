//! A slot: a box of a template that the card fills.

use super::split::Element;
use super::template::Reader;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Colour, Draft, Quotes, parse, parse_name};
use crate::scene::{TextEffect, Turn, extent};
use crate::units::{Mm, Rect};

/// Type of content of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Paragraphs.
    Text,
    /// One line.
    Line,
    /// A short figure as large as it can be: `+2`, or marks side by side.
    Figure,
    /// The drawing of the face.
    Art,
    /// The mark of the kind.
    Mark,
    /// The card's own icon.
    CardIcon,
    /// A generated drawing for the card or the game: the ring of its kind around a seal of its own.
    Emblem,
    /// Only the ring of the kind.
    Knot,
    /// The interlace of the kind.
    Weave,
    /// Requirements of the card, each with its mark, in rows.
    Needs,
    /// The words of a list in two columns.
    Columns,
}

const ROLES: [(&str, Role); 11] = [
    ("text", Role::Text),
    ("line", Role::Line),
    ("figure", Role::Figure),
    ("art", Role::Art),
    ("icon", Role::Mark),
    ("card-icon", Role::CardIcon),
    ("emblem", Role::Emblem),
    ("knot", Role::Knot),
    ("weave", Role::Weave),
    ("needs", Role::Needs),
    ("columns", Role::Columns),
];

/// Vertical alignment of content in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerticalAlign {
    /// The capitals of the first line touch the top.
    Top,
    /// In the middle.
    Middle,
    /// The last baseline is the bottom.
    Bottom,
}

/// How a picture fills a box of other proportions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PictureFit {
    /// Covers the box; the excess is cut off.
    Cover,
    /// All of it is shown, centred in the box.
    Contain,
}

/// A box that the card fills.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Its id without `slot-`.
    pub name: String,
    /// The field of the card that is shown; the slot's name unless the template says otherwise.
    pub field: String,
    /// The template's own text there, its values still unresolved.
    pub literal: Option<Draft>,
    /// Content type; `None` if the field decides.
    pub role: Option<Role>,
    /// The type style.
    pub style: String,
    /// The style of a line that does not fit in the first one.
    pub narrow: Option<String>,
    /// The box, in millimetres from the cut, before it is slanted.
    pub bounds: Rect,
    /// Rotation of the box around the corner of the cut, unless it is a quarter turn.
    pub slant: Turn,
    /// The colour of the content: the fill of the box in the template.
    pub colour: Colour,
    /// The colour of the contour of interlace: the stroke of the box in the template.
    pub contour: Option<Colour>,
    /// Paint of a text's letters.
    pub effect: TextEffect,
    /// Opacity of its art. The fill of an art box isn't part of the art, and its opacity is ignored.
    pub opacity: f64,
    /// Vertical alignment of the content.
    pub upright: VerticalAlign,
    /// How a picture fills the box, if set; covers it by default.
    pub fit: Option<PictureFit>,
    /// Rotation of content in its box.
    pub turn: Turn,
    /// The slot that this one follows: its top moves with that one's bottom.
    pub below: Option<String>,
    /// The slot that this one may not run into: its bottom moves with that one's top.
    pub above: Option<String>,
    /// It is shown only where all these slots have content.
    pub shown_with: Vec<String>,
    /// Shown only if none of these slots has content.
    pub hidden_by: Vec<String>,
    /// The row in which the filled slots share the width of all.
    pub share: Option<String>,
    /// Boxes on the card that its text avoids.
    pub avoid: Vec<Rect>,
    /// The names of that: other slots, or ids of elements.
    pub avoided: Vec<String>,
    /// Minimum length of the longer side; content is omitted in less space.
    pub min_room: Mm,
    /// Number of columns of equal width for its items; `None` for rows.
    pub columns: Option<u32>,
    /// True if a card may leave it empty.
    pub optional: bool,
    /// Label of the field to fill in if a piece leaves it empty, in a form.
    pub form: Option<String>,
    /// Span in the template.
    pub at: Span,
}

const KEYS: [&str; 18] = [
    "field",
    "text",
    "as",
    "style",
    "fallback-style",
    "valign",
    "rotate",
    "after",
    "before",
    "if",
    "unless",
    "min-length",
    "columns",
    "optional",
    "form",
    "fit",
    "share",
    "avoid",
];

/// Names with spaces between them.
pub(super) fn names(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

impl Slot {
    /// Reads a slot from its element.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(super) fn read(reader: &Reader<'_>, element: &Element) -> Result<Self, Vec<Diagnostic>> {
        let at = Span::new(reader.source, element.range.clone());
        let mut diagnostics = Vec::new();
        let wrong =
            |code: Code, what: String| Diagnostic::error(code, at.clone(), format!("slot `{}`: {what}", element.name));
        let value = |key: &str| element.data.iter().find(|(name, _)| name == key).map(|(_, value)| value.trim());
        for (key, _) in &element.data {
            if !KEYS.contains(&key.as_str()) {
                diagnostics
                    .push(wrong(Code::UNKNOWN_ATTRIBUTE, format!("unknown attribute `data-{key}`")).suggest(key, KEYS));
            }
        }
        let role = value("as").and_then(|word| {
            let found = ROLES.iter().find(|(name, _)| *name == word).map(|(_, role)| *role);
            if found.is_none() {
                diagnostics.push(
                    wrong(Code::SLOT_ROLE, format!("unknown value `{word}`"))
                        .suggest(word, ROLES.map(|(name, _)| name)),
                );
            }
            found
        });
        let upright = match value("valign") {
            None | Some("top") => VerticalAlign::Top,
            Some("middle") => VerticalAlign::Middle,
            Some("bottom") => VerticalAlign::Bottom,
            Some(word) => {
                diagnostics.push(
                    wrong(Code::SLOT_UPRIGHT, format!("unknown position `{word}`"))
                        .suggest(word, ["top", "middle", "bottom"]),
                );
                VerticalAlign::Top
            }
        };
        let fit = match value("fit") {
            None => None,
            Some("cover") => Some(PictureFit::Cover),
            Some("contain") => Some(PictureFit::Contain),
            Some(word) => {
                let diagnostic = wrong(Code::SLOT_FIT, format!("unknown fit `{word}`"));
                diagnostics.push(diagnostic.suggest(word, ["cover", "contain"]));
                None
            }
        };
        let turn = value("rotate").map_or(Some(Turn::None), |degrees| Turn::degrees(degrees.parse().ok()?));
        if turn.is_none() {
            diagnostics.push(
                wrong(
                    Code::SLOT_TURN,
                    format!("`data-rotate` must be a multiple of 90, not `{}`", value("rotate").unwrap_or_default()),
                )
                .hint("write `data-rotate=\"90\"`, or 180, 270"),
            );
        }
        let min_length =
            value("min-length").map_or(Some(0.0), |length| length.parse().ok().filter(|length| *length >= 0.0));
        if min_length.is_none() {
            diagnostics.push(
                wrong(Code::SLOT_LEAST, "`data-min-length` must be a length in mm".to_owned())
                    .hint("write `data-min-length=\"6\"`"),
            );
        }
        let columns = value("columns").map(|count| count.parse().ok().filter(|count| *count > 0));
        if columns == Some(None) {
            diagnostics.push(
                wrong(Code::SLOT_COLUMNS, "`data-columns` must be a number of columns".to_owned())
                    .hint("write `data-columns=\"2\"`"),
            );
        }
        for key in ["after", "before", "if", "unless"] {
            let all = names(value(key).unwrap_or_default());
            diagnostics.extend(all.iter().filter_map(|name| reader.known(name, &at).err()));
        }
        // Names of files are written as the files are called.
        let is_name = matches!(role, Some(Role::Art | Role::Mark | Role::CardIcon));
        let parse = |text: &str| if is_name { parse_name(text) } else { parse(text, Quotes::default()) };
        let literal = match value("text").map(parse) {
            None => None,
            Some(Ok(draft)) => Some(draft),
            Some(Err(faults)) => {
                diagnostics.extend(faults.into_iter().map(|fault| wrong(fault.code, fault.what).hint(fault.hint)));
                None
            }
        };
        let measured =
            reader.slot_box(&element.name).and_then(|found| Some((solid(found.path.fill()?.paint())?, found)));
        let Some((colour, found)) = measured else {
            let diagnostic = wrong(Code::SLOT_WITHOUT_FILL, "the box has no fill".to_owned());
            diagnostics.push(
                diagnostic
                    .hint("the fill sets the colour of the content: add `class=\"fill-ink\"` or `fill=\"#000000\"`"),
            );
            return Err(diagnostics);
        };
        let contour = found.path.stroke().and_then(|stroke| solid(stroke.paint()));
        let Some(place) = found.place() else {
            diagnostics
                .push(wrong(Code::SLOT_SLANTED, "the box is skewed or mirrored".to_owned()).hint("rotate it only"));
            return Err(diagnostics);
        };
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let owned = |key: &str| value(key).map(str::to_owned);
        let names = |key: &str| names(value(key).unwrap_or_default());
        Ok(Self {
            name: element.name.clone(),
            field: owned("field").unwrap_or_else(|| element.name.clone()),
            literal,
            role,
            style: owned("style").unwrap_or_else(|| element.name.clone()),
            narrow: owned("fallback-style"),
            bounds: place.bounds,
            slant: place.slant,
            colour,
            contour,
            effect: found.effect(contour),
            opacity: found.opacity,
            upright,
            fit,
            turn: turn.unwrap_or_default().and(place.turn),
            below: owned("after"),
            above: owned("before"),
            shown_with: names("if"),
            hidden_by: names("unless"),
            share: owned("share"),
            avoid: Vec::new(),
            avoided: names("avoid"),
            min_room: Mm::new(min_length.unwrap_or_default()),
            columns: columns.flatten(),
            optional: value("optional").or(value("form")).is_some(),
            form: owned("form"),
            at,
        })
    }
}

impl Slot {
    /// Returns the upright bounds of the box on the card.
    pub(super) fn on_card(&self) -> Rect {
        extent(self.bounds, self.slant)
    }

    /// True if a point of the card is in the box.
    pub(super) fn holds(&self, at: kurbo::Point) -> bool {
        self.bounds.to_kurbo().contains(self.slant.affine().inverse() * at)
    }

    /// True if the template's text quotes the card.
    pub(super) fn is_quoting(&self) -> bool {
        self.literal.as_ref().is_some_and(|draft| draft.figures().next().is_some())
    }

    /// True if the template names the mark that is drawn.
    pub(super) fn names_mark(&self) -> bool {
        self.literal.is_some() && matches!(self.role, Some(Role::Mark | Role::CardIcon))
    }
}

fn solid(paint: &usvg::Paint) -> Option<Colour> {
    match paint {
        usvg::Paint::Color(colour) => Some(Colour::rgb(colour.red, colour.green, colour.blue)),
        _ => None,
    }
}
