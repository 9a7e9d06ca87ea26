//! Content streams: numbers and operators, as few bytes as can be.

use kurbo::{Affine, BezPath, PathEl};

use crate::game::Colour;

/// A content stream in the making.
#[derive(Default)]
pub(super) struct Content {
    bytes: Vec<u8>,
    /// Places after the point.
    places: usize,
    /// The fill colour that is set, for each `q` that is open.
    fill: Vec<Option<Colour>>,
}

const POWERS: [f64; 6] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];

impl Content {
    /// A stream whose coordinates have so many places after the point (at most 5).
    pub fn new(places: usize) -> Self {
        Self { bytes: Vec::new(), places: places.min(5), fill: vec![None] }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// A number, without zeros that say nothing, and a blank. A document has half a million of them.
    fn number_to(&mut self, value: f64, mut places: usize) {
        #[allow(clippy::cast_possible_truncation, reason = "coordinates of a page are small")]
        let mut digits = ((value.abs() * POWERS[places] + 0.5) as i64).unsigned_abs();
        let minus = value < 0.0 && digits > 0;
        while places > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            places -= 1;
        }
        // From right to left: a blank, what is after the point, the whole.
        let mut text = [b' '; 24];
        let mut at = text.len() - 1;
        let mut put = |byte| {
            at -= 1;
            text[at] = byte;
        };
        if places > 0 {
            for _ in 0..places {
                put(digit(digits));
                digits /= 10;
            }
            put(b'.');
        } else if digits == 0 {
            put(b'0');
        }
        while digits > 0 {
            put(digit(digits));
            digits /= 10;
        }
        if minus {
            put(b'-');
        }
        self.bytes.extend_from_slice(&text[at..]);
    }

    pub fn number(&mut self, value: f64) {
        self.number_to(value, self.places);
    }

    pub fn numbers(&mut self, values: &[f64]) {
        for value in values {
            self.number(*value);
        }
    }

    /// An operator, on a line of its own.
    pub fn op(&mut self, operator: &str) {
        self.bytes.extend(operator.as_bytes());
        self.bytes.push(b'\n');
    }

    pub fn raw(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }

    /// `/Name `
    pub fn name(&mut self, name: &str) {
        self.bytes.push(b'/');
        self.bytes.extend(name.as_bytes());
        self.bytes.push(b' ');
    }

    pub fn save(&mut self) {
        self.op("q");
        self.fill.push(self.fill.last().copied().flatten());
    }

    pub fn restore(&mut self) {
        self.op("Q");
        self.fill.pop();
    }

    pub fn transform(&mut self, map: Affine) {
        // A map multiplies what comes after it: it needs more places than a coordinate.
        for value in map.as_coeffs() {
            self.number_to(value, 5);
        }
        self.op("cm");
    }

    /// The colour of what is filled.
    pub fn fill(&mut self, colour: Colour) {
        if self.fill.last() == Some(&Some(colour)) {
            return;
        }
        self.colour(colour);
        if let Some(last) = self.fill.last_mut() {
            *last = Some(colour);
        }
    }

    fn colour(&mut self, colour: Colour) {
        let [red, green, blue] = colour.parts().map(|part| f64::from(part) / 255.0);
        if colour == Colour::Black || (red - green).abs() + (green - blue).abs() < 1e-9 {
            self.number_to(red, 3);
            self.op("g");
        } else {
            for part in [red, green, blue] {
                self.number_to(part, 3);
            }
            self.op("rg");
        }
    }

    /// A path, without painting it.
    pub fn path(&mut self, path: &BezPath) {
        let mut at = kurbo::Point::ZERO;
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(p) => {
                    self.numbers(&[p.x, p.y]);
                    self.op("m");
                    at = p;
                }
                PathEl::LineTo(p) => {
                    self.numbers(&[p.x, p.y]);
                    self.op("l");
                    at = p;
                }
                PathEl::QuadTo(c, p) => {
                    let (a, b) = (at.lerp(c, 2.0 / 3.0), p.lerp(c, 2.0 / 3.0));
                    self.numbers(&[a.x, a.y, b.x, b.y, p.x, p.y]);
                    self.op("c");
                    at = p;
                }
                PathEl::CurveTo(a, b, p) => {
                    self.numbers(&[a.x, a.y, b.x, b.y, p.x, p.y]);
                    self.op("c");
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

/// The last digit of a number.
fn digit(number: u64) -> u8 {
    b'0' + u8::try_from(number % 10).unwrap_or(0)
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
