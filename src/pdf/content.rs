//! Content streams: numbers and operators, as few bytes as can be.

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl};

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
    /// How areas and text are filled, for each `q` that is open.
    fill: Vec<Fill>,
    /// The press that it is for; none where colours are those of a screen.
    press: Option<Arc<Press>>,
}

#[derive(Clone, Copy, Default)]
struct Fill {
    /// The colour that is set.
    colour: Option<(Colour, Use)>,
    /// Whether it is laid over what lies behind it, which else is left out.
    overprint: bool,
}

/// The graphics state in which black is laid over what lies behind it.
pub(super) const OVERPRINT: &str = "OV";
/// The graphics state in which it is not.
pub(super) const KNOCKOUT: &str = "KO";

const POWERS: [f64; 6] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];

/// Room for six numbers of the most digits and an operator.
const ROOM: usize = 160;

/// The numbers from 0 to 99, in two digits each.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [*b"00"; 100];
    let mut number = 0;
    while number < 100 {
        #[allow(clippy::cast_possible_truncation, reason = "less than a hundred")]
        let (tens, ones) = ((number / 10) as u8, (number % 10) as u8);
        pairs[number] = [b'0' + tens, b'0' + ones];
        number += 1;
    }
    pairs
};

impl Content {
    /// A stream whose coordinates have so many places after the point (at most 5).
    pub fn new(places: usize) -> Self {
        Self { bytes: Vec::new(), places: places.min(5), fill: vec![Fill::default()], press: None }
    }

    /// The same, with the colours of a press if there is one.
    pub fn for_press(places: usize, press: Option<&Arc<Press>>) -> Self {
        Self { press: press.cloned(), ..Self::new(places) }
    }

    pub fn places(&self) -> usize {
        self.places
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Numbers, each followed by a blank, and what comes after them. A document has half a million of them: they are written
    /// from right to left into a little room of their own, and taken over at once.
    #[inline]
    fn write(&mut self, numbers: &[f64], places: usize, after: &str) {
        let mut text = [b' '; ROOM];
        let mut at = text.len() - after.len();
        text[at..].copy_from_slice(after.as_bytes());
        for number in numbers.iter().rev() {
            at = write_before(&mut text, at, *number, places);
        }
        self.bytes.extend_from_slice(&text[at..]);
    }

    /// A number and a blank.
    pub fn number(&mut self, value: f64) {
        self.write(&[value], self.places, "");
    }

    /// As many numbers as a map has, or fewer.
    pub fn numbers(&mut self, values: &[f64]) {
        self.write(values, self.places, "");
    }

    /// An operator, on a line of its own.
    pub fn op(&mut self, operator: &str) {
        self.bytes.extend(operator.as_bytes());
        self.bytes.push(b'\n');
    }

    pub fn raw(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }

    /// Text as numbers of glyphs, two bytes each.
    pub fn glyphs(&mut self, glyphs: &[u8]) {
        write_literal(&mut self.bytes, glyphs);
    }

    /// `/Name `
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
        // A map multiplies what comes after it: it needs more places than a coordinate.
        self.write(&map.as_coeffs(), 5, "cm\n");
    }

    /// The colour of areas.
    pub fn fill(&mut self, colour: Colour) {
        self.fill_as(colour, Use::Area);
    }

    /// The colour of an outline whose unit is so many millimetres long.
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

    /// Draws text, whose colours are set by [`Self::fill_text`].
    pub fn text(&mut self, draw: impl FnOnce(&mut Self)) {
        // What is laid over something ends with the text.
        let apart = self.press.is_some();
        if apart {
            self.save();
        }
        self.raw("BT\n");
        draw(self);
        self.raw("ET\n");
        if apart {
            self.restore();
        }
    }

    /// The colour of text. For a press, black alone is laid over what lies behind it, so that no paper is seen at its edges.
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
            self.write(&inks, 3, "k\n");
            return;
        }
        let [red, green, blue] = colour.parts().map(|part| f64::from(part) / 255.0);
        if colour == Colour::Black || (red - green).abs() + (green - blue).abs() < 1e-9 {
            self.write(&[red], 3, "g\n");
        } else {
            self.write(&[red, green, blue], 3, "rg\n");
        }
    }

    /// A path, without painting it.
    pub fn path(&mut self, path: &BezPath) {
        // About as long as it becomes.
        self.bytes.reserve(path.elements().len() * 16);
        let mut at = kurbo::Point::ZERO;
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(p) => {
                    self.write(&[p.x, p.y], self.places, "m\n");
                    at = p;
                }
                PathEl::LineTo(p) => {
                    self.write(&[p.x, p.y], self.places, "l\n");
                    at = p;
                }
                PathEl::QuadTo(c, p) => {
                    let (a, b) = (at.lerp(c, 2.0 / 3.0), p.lerp(c, 2.0 / 3.0));
                    self.write(&[a.x, a.y, b.x, b.y, p.x, p.y], self.places, "c\n");
                    at = p;
                }
                PathEl::CurveTo(a, b, p) => {
                    self.write(&[a.x, a.y, b.x, b.y, p.x, p.y], self.places, "c\n");
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

/// Writes a number before a place in a text, without zeros that say nothing, and a blank after it; gives where it begins.
fn write_before(text: &mut [u8; ROOM], mut at: usize, value: f64, mut places: usize) -> usize {
    #[allow(clippy::cast_possible_truncation, reason = "coordinates of a page are small")]
    let mut digits = ((value.abs() * POWERS[places] + 0.5) as i64).unsigned_abs();
    let minus = value < 0.0 && digits > 0;
    while places > 0 && digits.is_multiple_of(10) {
        digits /= 10;
        places -= 1;
    }
    let mut put = |some: &[u8]| {
        at -= some.len();
        text[at..at + some.len()].copy_from_slice(some);
    };
    put(b" ");
    if places > 0 {
        for _ in 0..places {
            put(&PAIRS[last(digits, 10)][1..]);
            digits /= 10;
        }
        put(b".");
    } else if digits == 0 {
        put(b"0");
    }
    while digits >= 10 {
        put(&PAIRS[last(digits, 100)]);
        digits /= 100;
    }
    if digits > 0 {
        put(&PAIRS[last(digits, 10)][1..]);
    }
    if minus {
        at -= 1;
        text[at] = b'-';
    }
    at
}

/// What is left of a number that is divided by `by`.
#[allow(clippy::cast_possible_truncation, reason = "less than a hundred")]
fn last(digits: u64, by: u64) -> usize {
    (digits % by) as usize
}

#[cfg(test)]
mod tests {
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
        ];
        for (value, text) in cases {
            assert_eq!(written(|content| content.number(value)), text, "{value}");
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
