//! Content streams: numbers and operators, as few bytes as can be.

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl};

use super::number::{Few, ROOM, few, put, write_number};
use super::object::write_literal;
use super::press::Press;
use crate::cmyk::{Inks, Use};
use crate::game::Colour;

/// A content stream in the making.
#[derive(Default)]
pub(super) struct Content {
    bytes: Vec<u8>,
    /// Places after the point.
    places: usize,
    /// Fill of areas and text, for each open `q`.
    fill: Vec<Fill>,
    /// The press; `None` for screen colours.
    press: Option<Arc<Press>>,
}

#[derive(Clone, Copy, Default)]
struct Fill {
    /// The colour that is set.
    colour: Option<(Colour, Use)>,
    /// True if it overprints the backdrop instead of knocking it out.
    overprint: bool,
}

/// Graphics state that overprints black.
pub(super) const OVERPRINT: &str = "OV";
/// The graphics state in which it is not.
pub(super) const KNOCKOUT: &str = "KO";

/// Most streams are no longer than this.
const SHORT: usize = 4096;

/// Number of bytes copied at once if a line is no longer; few are.
const LINE: usize = 64;

impl Content {
    /// Creates a stream whose coordinates have this number of decimals (at most 5).
    pub fn new(places: usize) -> Self {
        Self { bytes: Vec::with_capacity(SHORT), places: places.min(5), fill: vec![Fill::default()], press: None }
    }

    /// Does the same, with the colours of a press if there is one.
    pub fn for_press(places: usize, press: Option<&Arc<Press>>) -> Self {
        Self { press: press.cloned(), ..Self::new(places) }
    }

    pub fn places(&self) -> usize {
        self.places
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes numbers, each followed by a space, and then a suffix. A document has half a million of them: they are
    /// written to a small buffer and copied at once.
    #[inline]
    fn write(&mut self, numbers: &[f64], places: usize, after: Few) {
        let mut line = [0; ROOM];
        let mut end = numbers.iter().fold(0, |end, number| write_number(&mut line, end, *number, places));
        end = put(&mut line, end, after);
        if end <= LINE {
            // A copy of a known length takes no call.
            let whole = self.bytes.len() + end;
            self.bytes.extend_from_slice(&line[..LINE]);
            self.bytes.truncate(whole);
        } else {
            self.bytes.extend_from_slice(&line[..end]);
        }
    }

    /// Writes a number and a space.
    pub fn number(&mut self, value: f64) {
        self.write(&[value], self.places, const { few("") });
    }

    /// Writes up to as many numbers as a transform has.
    pub fn numbers(&mut self, values: &[f64]) {
        self.write(values, self.places, const { few("") });
    }

    /// Writes an operator, on a line of its own.
    pub fn op(&mut self, operator: &str) {
        self.bytes.extend(operator.as_bytes());
        self.bytes.push(b'\n');
    }

    pub fn raw(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }

    /// Writes text as numbers of glyphs, two bytes each.
    pub fn glyphs(&mut self, glyphs: &[u8]) {
        write_literal(&mut self.bytes, glyphs);
    }

    /// Writes `/Name `.
    pub fn name(&mut self, name: &str) {
        self.bytes.push(b'/');
        self.bytes.extend(name.as_bytes());
        self.bytes.push(b' ');
    }

    pub fn save(&mut self) {
        self.op("q");
        self.fill.push(self.fill.last().copied().unwrap_or_default());
    }

    pub fn restore(&mut self) {
        self.op("Q");
        self.fill.pop();
    }

    pub fn transform(&mut self, map: Affine) {
        // A transform multiplies the coordinates that follow, which takes more decimals than a coordinate.
        self.write(&map.as_coeffs(), 5, const { few("cm\n") });
    }

    /// Sets the colour of areas.
    pub fn fill(&mut self, colour: Colour) {
        self.fill_as(colour, Use::Area);
    }

    /// Sets the colour of an outline whose unit is `mm` millimetres long.
    pub fn fill_outline(&mut self, colour: Colour, outline: &BezPath, mm: f64) {
        let used = if self.press.is_some() && Use::matters(colour) { Use::of(outline, mm) } else { Use::Area };
        self.fill_as(colour, used);
    }

    fn fill_as(&mut self, colour: Colour, used: Use) {
        let Some(fill) = self.fill.last_mut() else { return };
        if fill.colour == Some((colour, used)) {
            return;
        }
        fill.colour = Some((colour, used));
        self.colour(colour, used);
    }

    /// Draws text, whose colours are set by [`Self::fill_text`]. Glyphs that it returns as outlines are painted after it
    /// with an operator.
    pub fn text(&mut self, paint: &str, draw: impl FnOnce(&mut Self) -> Vec<(Colour, BezPath)>) {
        // Overprinting ends with the text.
        let apart = self.press.is_some();
        if apart {
            self.save();
        }
        self.raw("BT\n");
        let outlines = draw(self);
        self.raw("ET\n");
        for (colour, outline) in outlines {
            self.fill_text(colour);
            self.path(&outline);
            self.op(paint);
        }
        if apart {
            self.restore();
        }
    }

    /// Sets the colour of text. For a press, pure black overprints its backdrop, so no paper shows at its edges.
    pub fn fill_text(&mut self, colour: Colour) {
        let used = if self.press.is_some() { Use::Line } else { Use::Area };
        self.fill_as(colour, used);
        let Some(press) = &self.press else { return };
        let over = press.inks.overprints() && press.inks.separate(colour, used).inks == Inks::BLACK;
        if let Some(fill) = self.fill.last_mut().filter(|fill| fill.overprint != over) {
            fill.overprint = over;
            self.name(if over { OVERPRINT } else { KNOCKOUT });
            self.op("gs");
        }
    }

    fn colour(&mut self, colour: Colour, used: Use) {
        if let Some(press) = &self.press {
            let inks = press.inks.separate(colour, used).inks.percent().map(|ink| ink / 100.0);
            self.write(&inks, 3, const { few("k\n") });
            return;
        }
        let [red, green, blue] = colour.parts().map(|part| f64::from(part) / 255.0);
        if colour == Colour::Black || (red - green).abs() + (green - blue).abs() < 1e-9 {
            self.write(&[red], 3, const { few("g\n") });
        } else {
            self.write(&[red, green, blue], 3, const { few("rg\n") });
        }
    }

    /// Sets the colour and the width of outlines of letters, with round corners.
    pub fn stroke(&mut self, colour: Colour, width: f64) {
        if let Some(press) = &self.press {
            let inks = press.inks.separate(colour, Use::Area).inks.percent().map(|ink| ink / 100.0);
            self.write(&inks, 3, const { few("K\n") });
        } else {
            let parts = colour.parts().map(|part| f64::from(part) / 255.0);
            self.write(&parts, 3, const { few("RG\n") });
        }
        self.number(width);
        self.op("w 1 j");
    }

    /// Writes a path, without painting it.
    pub fn path(&mut self, path: &BezPath) {
        // Estimate of the final length.
        self.bytes.reserve(path.elements().len() * 16);
        let mut at = kurbo::Point::ZERO;
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(p) => {
                    self.write(&[p.x, p.y], self.places, const { few("m\n") });
                    at = p;
                }
                PathEl::LineTo(p) => {
                    self.write(&[p.x, p.y], self.places, const { few("l\n") });
                    at = p;
                }
                PathEl::QuadTo(c, p) => {
                    let (a, b) = (at.lerp(c, 2.0 / 3.0), p.lerp(c, 2.0 / 3.0));
                    self.write(&[a.x, a.y, b.x, b.y, p.x, p.y], self.places, const { few("c\n") });
                    at = p;
                }
                PathEl::CurveTo(a, b, p) => {
                    self.write(&[a.x, a.y, b.x, b.y, p.x, p.y], self.places, const { few("c\n") });
                    at = p;
                }
                PathEl::ClosePath => self.op("h"),
            }
        }
    }

    /// Fills a path.
    pub fn fill_path(&mut self, path: &BezPath, even_odd: bool) {
        self.path(path);
        self.op(if even_odd { "f*" } else { "f" });
    }

    /// Keeps to the inside of a path from here on.
    pub fn clip_path(&mut self, path: &BezPath, even_odd: bool) {
        self.path(path);
        self.op(if even_odd { "W* n" } else { "W n" });
    }

    /// Keeps to the inside of a rectangle from here on.
    pub fn clip_rect(&mut self, rect: kurbo::Rect) {
        self.numbers(&[rect.x0, rect.y0, rect.width(), rect.height()]);
        self.op("re W n");
    }

    /// Draws a form or a picture.
    pub fn draw(&mut self, name: &str) {
        self.name(name);
        self.op("Do");
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::POWERS;
    use super::*;

    fn written(write: impl FnOnce(&mut Content)) -> String {
        let mut content = Content::new(3);
        write(&mut content);
        String::from_utf8(content.into_bytes()).unwrap()
    }

    #[test]
    fn numbers_have_no_useless_digits() {
        let cases = [
            (0.0, "0 "),
            (-0.0, "0 "),
            (1.0, "1 "),
            (10.0, "10 "),
            (0.5, ".5 "),
            (-12.3456, "-12.346 "),
            (0.05, ".05 "),
            (100.05, "100.05 "),
            (-1009.0, "-1009 "),
            (65_536.25, "65536.25 "),
            (-0.0001, "0 "),
            (999.999, "999.999 "),
            (999.9996, "1000 "),
            (7.001, "7.001 "),
            (7.01, "7.01 "),
            (123_045.5, "123045.5 "),
            (12_345_678.5, "12345678.5 "),
            (1e17, "9223372036854775.807 "),
        ];
        for (value, text) in cases {
            assert_eq!(written(|content| content.number(value)), text, "{value}");
        }
    }

    /// Against the standard library, at all places after the point.
    #[test]
    fn numbers_are_those_that_were_given() {
        for (places, power) in POWERS.into_iter().enumerate() {
            for step in 0..20_000 {
                let value = f64::from(step * step % 1_234_567 - 400_000) / 1000.0;
                let mut content = Content::new(places);
                content.number(value);
                let text = String::from_utf8(content.into_bytes()).unwrap();
                let written: f64 = text.trim_end().parse().unwrap();
                assert!((written - value).abs() <= 0.500_001 / power, "{value} to {places}: {text}");
                let plain = !text.contains('.') || !text.ends_with("0 ") && !text.ends_with(". ");
                assert!(plain && !text.starts_with("0."), "{text}");
            }
        }
    }

    #[test]
    fn a_colour_is_set_once_and_again_after_a_restore() {
        let red = Colour::rgb(255, 0, 0);
        let text = written(|content| {
            content.fill(red);
            content.save();
            content.fill(red);
            content.fill(Colour::Black);
            content.restore();
            content.fill(red);
        });
        assert_eq!(text, "1 0 0 rg\nq\n0 g\nQ\n");
    }

    #[test]
    fn quadratic_curves_become_cubic_ones() {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        path.quad_to((3.0, 3.0), (6.0, 0.0));
        assert_eq!(written(|content| content.fill_path(&path, false)), "0 0 m\n2 2 4 2 6 0 c\nf\n");
    }
}
