//! Measures the misalignment of a printer's backs and corrects it.

use kurbo::{Affine, Point, Vec2};

use super::Backs;
use super::calibration::{Axis, MEETS, Vernier, verniers};
use crate::diagnostic::Code;
use crate::units::Size;

/// Misalignment of a printer's backs: maps the intended positions to the printed ones, both seen through the paper from
/// the front, in millimetres from its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BackOffset {
    map: Affine,
    /// By how much the readings contradict each other, in millimetres.
    pub disagreement: f64,
}

/// Why readings say nothing.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ReadingError {
    /// The sheet has no verniers.
    #[error("paper too small for a calibration sheet")]
    TooSmall,
    /// Readings of one direction that no sheet of paper shows.
    #[error("the readings {} contradict each other by {by:.1} mm: one of them is wrong", direction(*.axis))]
    Contradiction {
        /// The direction.
        axis: Axis,
        /// By how much, in millimetres.
        by: f64,
    },
}

impl ReadingError {
    /// Returns the code of the problem.
    pub fn code(&self) -> Code {
        match self {
            Self::TooSmall => Code::CALIBRATION_PAPER,
            Self::Contradiction { .. } => Code::CALIBRATION_READINGS,
        }
    }
}

fn direction(axis: Axis) -> &'static str {
    match axis {
        Axis::Across => "across (the 1st, 3rd, 5th and 7th)",
        Axis::Down => "down (the 2nd, 4th, 6th and 8th)",
    }
}

/// Maximum contradiction of readings to a tenth of a millimetre, with some tolerance for the paper.
const MOST: f64 = 0.5;

impl BackOffset {
    /// An exact printer.
    pub const NONE: Self = Self { map: Affine::IDENTITY, disagreement: 0.0 };

    /// Calculates the misprint from the readings of a sheet's verniers, by least squares.
    ///
    /// # Errors
    /// See [`ReadingError`].
    pub fn read(page: Size, readings: [f64; 8]) -> Result<Self, ReadingError> {
        let verniers = verniers(page).ok_or(ReadingError::TooSmall)?;
        let along = |axis: Axis| {
            let rows: Vec<(Point, f64)> = verniers
                .iter()
                .zip(readings)
                .filter(|(vernier, _)| vernier.axis == axis)
                .map(|(vernier, reading)| vernier.equation(page, reading))
                .collect();
            let ([a, b, c], left) = least_squares(&rows);
            // Each reading takes a quarter of the contradiction.
            let by = left * 4.0;
            if by > MOST { Err(ReadingError::Contradiction { axis, by }) } else { Ok(([a, b, c], left)) }
        };
        let (([a, c, e], across), ([b, d, f], down)) = (along(Axis::Across)?, along(Axis::Down)?);
        Ok(Self { map: Affine::new([a, b, c, d, e, f]), disagreement: across.max(down) })
    }

    /// Returns the transform from a page to the paper, in millimetres from the upper left corner, and the size of that
    /// paper: upright, as it goes through the printer. Backs are moved to compensate for the misprint.
    pub fn laid(&self, page: Size, flip: Backs, is_back: bool) -> (Size, Affine) {
        let lying = page.width > page.height;
        let (size, turn) = if lying {
            (page.turned(), Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, page.width.get()]))
        } else {
            (page, Affine::IDENTITY)
        };
        if !is_back {
            return (size, turn);
        }
        let right = self.map.inverse();
        // A sheet that is turned over its short edge is printed with its head at the other end.
        let right = if flip == Backs::ShortEdge { turned(right) } else { right };
        (size, about_middle(size, mirrored(right)) * turn)
    }

    /// Returns the transform of the back of a sheet, seen through the paper from the front.
    pub fn seen_through(&self, page: Size) -> Affine {
        about_middle(page, MIRROR * self.map.inverse())
    }

    /// Describes the misprint, in words.
    pub fn words(&self) -> String {
        let [a, b, c, d, e, f] = self.map.as_coeffs();
        let mut parts = Vec::new();
        let mut places = Vec::new();
        for (by, less, more) in [(e, "to the left", "to the right"), (f, "too high", "too low")] {
            if by.abs() >= 0.05 {
                places.push(format!("{:.1} mm {}", by.abs(), if by < 0.0 { less } else { more }));
            }
        }
        if !places.is_empty() {
            parts.push(format!("are {}", places.join(" and ")));
        }
        // The slant is one of two turns: of the horizontal and of the vertical.
        let (turn, slant) = (b.atan2(a).to_degrees(), (b.atan2(a) + c.atan2(d)).to_degrees());
        if turn.abs() >= 0.05 {
            parts.push(format!(
                "are turned by {:.1}° to the {}",
                turn.abs(),
                if turn > 0.0 { "right" } else { "left" }
            ));
        }
        let (wide, long) = (a.hypot(b), (a * d - b * c) / a.hypot(b));
        for (size, less, more) in [(wide, "narrow", "wide"), (long, "short", "long")] {
            let percent = (size - 1.0) * 100.0;
            if percent.abs() >= 0.05 {
                parts.push(format!("are {:.1} % too {}", percent.abs(), if percent < 0.0 { less } else { more }));
            }
        }
        if slant.abs() >= 0.05 {
            parts.push(format!("are skewed by {:.1}°", slant.abs()));
        }
        match parts.as_slice() {
            [] => "Backs are aligned.".to_owned(),
            [one] => format!("Backs {one}."),
            [all @ .., last] => format!("Backs {}, and {last}.", all.join(", ")),
        }
    }
}

impl Vernier {
    /// Returns the equation of a reading: the intended point of the back, from the middle of the paper, and its
    /// position along the vernier.
    fn equation(&self, page: Size, reading: f64) -> (Point, f64) {
        let tenths = (reading - reading.floor()) * 10.0;
        let tenths = if tenths > 5.5 { tenths - 10.0 } else { tenths };
        let (middle, meets) = (middle(page), self.compared(tenths));
        let should = Point::new(meets.x.get(), meets.y.get()) - middle;
        let by = reading - MEETS;
        let lies = match self.axis {
            Axis::Across => should.x + by,
            Axis::Down => should.y + by,
        };
        (should, lies)
    }
}

/// Fits a·x + b·y + c to the values at some points by least squares; also returns the largest residual.
fn least_squares(rows: &[(Point, f64)]) -> ([f64; 3], f64) {
    let mut sums = [[0.0; 4]; 3];
    for (at, value) in rows {
        let row = [at.x, at.y, 1.0, *value];
        for (sum, factor) in sums.iter_mut().zip(row) {
            sum.iter_mut().zip(row).for_each(|(sum, part)| *sum += factor * part);
        }
    }
    // Gauss, taking the largest of each column first.
    for column in 0..3 {
        let largest = (column..3).max_by(|a, b| sums[*a][column].abs().total_cmp(&sums[*b][column].abs()));
        sums.swap(column, largest.unwrap_or(column));
        let pivot = sums[column];
        for (index, row) in sums.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot[column];
                row.iter_mut().zip(pivot).for_each(|(part, other)| *part -= factor * other);
            }
        }
    }
    let [a, b, c] = [0, 1, 2].map(|index| sums[index][3] / sums[index][index]);
    let left = rows.iter().map(|(at, value)| (a * at.x + b * at.y + c - value).abs());
    ([a, b, c], left.fold(0.0, f64::max))
}

/// The view from behind.
const MIRROR: Affine = Affine::new([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

/// Returns a transform as seen from behind.
fn mirrored(map: Affine) -> Affine {
    MIRROR * map * MIRROR
}

/// Returns a transform on a sheet that is upside down.
fn turned(map: Affine) -> Affine {
    Affine::scale(-1.0) * map * Affine::scale(-1.0)
}

fn middle(page: Size) -> Vec2 {
    Vec2::new(page.width.get() / 2.0, page.height.get() / 2.0)
}

/// Converts a transform around the middle of a page to one from its corner.
fn about_middle(page: Size, map: Affine) -> Affine {
    Affine::translate(middle(page)) * map * Affine::translate(-middle(page))
}

#[cfg(test)]
mod tests {
    use super::super::Paper;
    use super::super::calibration::STEP;
    use super::*;

    /// Simulates a printer that moves, turns, stretches and slants.
    fn printer(by: (f64, f64), degrees: f64, stretch: (f64, f64), slant: f64) -> Affine {
        let slant = Affine::new([1.0, 0.0, slant.to_radians().tan(), 1.0, 0.0, 0.0]);
        Affine::translate(by)
            * Affine::rotate(degrees.to_radians())
            * Affine::scale_non_uniform(stretch.0, stretch.1)
            * slant
    }

    fn printers() -> Vec<Affine> {
        vec![
            Affine::IDENTITY,
            printer((1.4, -0.6), 0.2, (1.003, 0.998), 0.0),
            printer((-5.0, 3.0), 1.0, (1.01, 1.01), 0.3),
            printer((4.0, 5.0), -1.0, (0.99, 1.01), -0.3),
        ]
    }

    /// Returns the reading of the line that meets one best.
    fn look(vernier: &Vernier, page: Size, printer: Affine) -> f64 {
        let lies = |tenths: f64| {
            let at = vernier.compared(tenths);
            let at = (printer * (Point::new(at.x.get(), at.y.get()) - middle(page))).to_vec2() + middle(page);
            match vernier.axis {
                Axis::Across => at.x - vernier.at.x.get(),
                Axis::Down => at.y - vernier.at.y.get(),
            }
        };
        let off = |tenths: &i32| (lies(f64::from(*tenths)) - lies(f64::from(*tenths)).round()).abs();
        let best = (-4..=5).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0);
        lies(f64::from(best)).round() + STEP * f64::from(best) + MEETS
    }

    /// Returns the error that is left at a vernier after the correction.
    fn left(vernier: &Vernier, page: Size, printer: Affine, found: &BackOffset) -> f64 {
        let at = Point::new(vernier.at.x.get(), vernier.at.y.get());
        // Laid out as it is seen from behind, and mirrored by the paper.
        let width = page.width.get();
        let behind = |at: Point| Point::new(width - at.x, at.y);
        let (_, map) = found.laid(page, Backs::LongEdge, true);
        let laid = behind(map * behind(at));
        let printed = about_middle(page, printer) * laid;
        match vernier.axis {
            Axis::Across => (printed.x - at.x).abs(),
            Axis::Down => (printed.y - at.y).abs(),
        }
    }

    #[test]
    fn a_back_that_was_read_comes_to_lie_right() {
        for paper in Paper::NAMED {
            let page = paper.size();
            for printer in printers() {
                let verniers = verniers(page).expect("verniers");
                let found =
                    BackOffset::read(page, verniers.map(|vernier| look(&vernier, page, printer))).expect("a map");
                for vernier in &verniers {
                    let left = left(vernier, page, printer, &found);
                    assert!(left < 0.11, "{paper:?}: {left} at {:?}", vernier.at);
                }
            }
        }
    }

    #[test]
    fn readings_that_are_all_a_tenth_off_leave_less_than_two_tenths() {
        let page = Paper::A4.size();
        let verniers = verniers(page).expect("verniers");
        for printer in printers() {
            let exact = verniers.map(|vernier| {
                let at = vernier.compared(0.0);
                let at = Point::new(at.x.get(), at.y.get()) - middle(page);
                let lies = printer * at;
                // The reading whose equation holds exactly.
                let mut reading = MEETS + if vernier.axis == Axis::Across { lies.x - at.x } else { lies.y - at.y };
                for _ in 0..20 {
                    let (should, value) = vernier.equation(page, reading);
                    let is = printer * should;
                    reading += if vernier.axis == Axis::Across { is.x } else { is.y } - value;
                }
                reading
            });
            for signs in 0..256_u32 {
                let mut readings = exact;
                for (index, reading) in readings.iter_mut().enumerate() {
                    let by = if signs >> index & 1 == 1 { 0.1 } else { -0.1 };
                    // Nobody takes a line at one end of the back's scale for one at the other.
                    let tenth = |reading: f64| ((reading - reading.floor()) * 10.0 + 4.5) % 10.0;
                    let stays = (tenth(*reading + by) - tenth(*reading)).abs() < 5.0;
                    *reading += if stays { by } else { -by };
                }
                let found = BackOffset::read(page, readings).expect("a map");
                for vernier in &verniers {
                    let left = left(vernier, page, printer, &found);
                    assert!(left < 0.18, "{left} at {:?}", vernier.at);
                }
            }
        }
    }

    #[test]
    fn a_sheet_that_lies_is_laid_upright_and_its_backs_behind_its_fronts() {
        let page = Size::mm(297.0, 210.0);
        let none = BackOffset::NONE;
        for (flip, behind) in [
            (Backs::LongEdge, Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, 210.0])),
            (Backs::ShortEdge, Affine::new([-1.0, 0.0, 0.0, 1.0, 297.0, 0.0])),
        ] {
            let ((size, front), (_, back)) = (none.laid(page, flip, false), none.laid(page, flip, true));
            assert_eq!(size, Size::mm(210.0, 297.0));
            // A portrait sheet is turned over its long edge, which is vertical, or over its short one.
            let over = if flip == Backs::LongEdge {
                Affine::new([-1.0, 0.0, 0.0, 1.0, 210.0, 0.0])
            } else {
                Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, 297.0])
            };
            for at in [Point::new(10.0, 20.0), Point::new(200.0, 150.0)] {
                let (through, laid) = (over * (back * (behind * at)), front * at);
                assert!(through.distance(laid) < 1e-9, "{flip:?}: {through:?}, {laid:?}");
            }
        }
    }

    #[test]
    fn what_is_found_is_told_in_words() {
        let told = |map| BackOffset { map, disagreement: 0.0 }.words();
        assert_eq!(told(Affine::IDENTITY), "Backs are aligned.");
        assert_eq!(
            told(printer((-1.4, 0.3), 0.2, (1.0, 1.003), 0.0)),
            "Backs are 1.4 mm to the left and 0.3 mm too low, are turned by 0.2° to the right, and are 0.3 % too long."
        );
        assert_eq!(
            told(printer((0.0, 0.0), 0.0, (0.99, 1.0), 0.3)),
            "Backs are 1.0 % too narrow, and are skewed by 0.3°."
        );
    }

    #[test]
    fn readings_that_contradict_each_other_say_nothing() {
        let page = Paper::A4.size();
        let wrong = BackOffset::read(page, [10.0, 10.0, 11.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
        assert!(matches!(wrong, Err(ReadingError::Contradiction { axis: Axis::Across, .. })), "{wrong:?}");
    }
}
