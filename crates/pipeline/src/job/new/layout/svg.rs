//! Templates as they are written.

use super::page::{Area, Page};
use crate::read::without_markup;
use crate::shape::short;

/// A template in the making.
pub(super) struct Svg {
    pub page: Page,
    /// The names of kind and game, if they don't fit and are shortened.
    pub names: Names,
    body: String,
}

/// The names that a face quotes.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Empty if there is only one kind.
    pub kind: String,
    pub game: String,
    /// False if the cards are numbered, which no player needs to read.
    pub has_cards: bool,
}

/// A box that the card fills.
pub(super) struct Slot<'a> {
    pub name: &'a str,
    /// The name of its colour.
    pub colour: &'a str,
    pub area: Area,
    /// Its further attributes, each after a space.
    pub attributes: String,
}

/// The attribute of a slot that a card may leave empty.
pub(super) const OPTIONAL: &str = " data-optional=\"\"";

impl Svg {
    pub fn new(page: Page, names: Names) -> Self {
        Self { page, names, body: String::new() }
    }

    /// Writes a remark for editors.
    pub fn comment(&mut self, words: &str) {
        self.body.push_str(&format!("  <!-- {words} -->\n"));
    }

    /// Draws a rectangle in a colour; `more` has its further attributes.
    pub fn area(&mut self, class: &str, area: Area, more: &str) {
        self.body.push_str(&format!("  <rect class=\"{class}\"{}{more}/>\n", place(self.page.place(area))));
    }

    /// Draws a line across the card in the low-ink version.
    pub fn light_line(&mut self, y: f64) {
        let area = self.page.stripe(y, 0.25);
        self.area("fill-deep only-low-ink", area, "");
    }

    /// Draws an outline; `more` has its further attributes.
    pub fn path(&mut self, class: &str, outline: &str, more: &str) {
        let width = short(self.page.width, 2);
        let turned =
            if self.page.is_mirrored { format!(" transform=\"matrix(-1 0 0 1 {width} 0)\"") } else { String::new() };
        self.body.push_str(&format!("  <path class=\"{class}\" d=\"{outline}\"{turned}{more}/>\n"));
    }

    pub fn slot(&mut self, slot: &Slot<'_>) {
        let Slot { name, colour, area, attributes } = slot;
        let area = self.page.place(*area);
        self.body
            .push_str(&format!("  <rect id=\"slot-{name}\" class=\"fill-{colour}\"{}{attributes}/>\n", place(area)));
    }

    /// Writes raw text.
    pub fn raw(&mut self, text: &str) {
        self.body.push_str(text);
    }

    /// Returns the whole file.
    pub fn file(self, title: &str, remark: &str, colours: &[(&str, String)]) -> String {
        let Page { width, height, bleed, .. } = self.page;
        let (across, down) = (short(width + 2.0 * bleed, 2), short(height + 2.0 * bleed, 2));
        let edge = short(-bleed, 2);
        let classes: Vec<String> = colours
            .iter()
            .filter(|(name, _)| {
                ["fill", "stroke"].iter().any(|property| self.body.contains(&format!("{property}-{name}")))
            })
            .map(|(name, colour)| format!(".fill-{name} {{ fill: {colour} }} .stroke-{name} {{ stroke: {colour} }}"))
            .collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{edge} {edge} {across} {down}\" width=\"{across}mm\" height=\"{down}mm\">\n  \
             <title>{title}</title>\n{remark}  <style>\n    {}\n  </style>\n{}</svg>\n",
            classes.join("\n    "),
            self.body
        )
    }
}

/// Returns the four attributes of a rectangle.
fn place(area: Area) -> String {
    let Area { x, y, width, height } = area;
    let [x, y, width, height] = [x, y, width.max(0.3), height.max(0.2)].map(|length| short(length, 2));
    format!(" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// Words in an attribute of a template, where signs of markup and of XML mean themselves.
pub(super) fn attribute(words: &str) -> String {
    let words = without_markup(&words.split_whitespace().collect::<Vec<_>>().join(" "));
    words.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
