//! Printers with misaligned backs.
//!
//! Simulated ones print the calibration sheet, its verniers are read from the pixels, and the corrected print is then
//! aligned.

use std::process::Command;

use crate::common::outsiders::mupdf;
use crate::common::program::{Folder, Ran};
use painter::Picture;

/// Pixels a millimetre of the sheets that are looked at. MuPDF paints them: poppler moves thin lines onto whole pixels.
const DENSITY: f64 = 300.0 / 25.4;

/// Width and height of the paper.
const A4: (f64, f64) = (210.0, 297.0);

/// Misalignment of a printer: from intended to printed points, in millimetres from the middle of the sheet, seen from
/// the front.
#[derive(Clone, Copy)]
struct Printer {
    across: [f64; 3],
    down: [f64; 3],
}

impl Printer {
    /// Creates a printer that moves by millimetres, turns to the right by degrees, stretches by percent, slants by
    /// degrees.
    fn new((x, y): (f64, f64), turn: f64, (wide, long): (f64, f64), slant: f64) -> Self {
        let (sin, cos) = turn.to_radians().sin_cos();
        let (wide, long, slant) = (1.0 + wide / 100.0, 1.0 + long / 100.0, slant.to_radians().tan());
        // First slanted, then stretched, then turned, then moved.
        let (xx, xy, yy) = (wide, wide * slant, long);
        Self { across: [cos * xx, cos * xy - sin * yy, x], down: [sin * xx, sin * xy + cos * yy, y] }
    }

    /// Maps a printed point back to the intended one.
    fn origin(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let ([a, c, e], [b, d, f]) = (self.across, self.down);
        let (x, y, by) = (x - e, y - f, a * d - b * c);
        ((d * x - c * y) / by, (a * y - b * x) / by)
    }
}

/// Both sides of a sheet as they are sent to a printer.
struct Pages {
    front: Picture,
    back: Picture,
}

impl Pages {
    fn of(folder: &Folder, file: &str) -> Self {
        let path = folder.path(file);
        Self { front: mupdf(&path, 1, 300), back: mupdf(&path, 2, 300) }
    }

    fn print(&self, printer: Printer) -> Sheet<'_> {
        Sheet { front: &self.front, back: &self.back, printer, size: A4 }
    }
}

/// A sheet that came out of a printer, held against the light.
struct Sheet<'a> {
    front: &'a Picture,
    back: &'a Picture,
    printer: Printer,
    size: (f64, f64),
}

impl Sheet<'_> {
    /// Returns the darkness of the front at a point, from 0 to 1.
    fn in_front(&self, at: (f64, f64)) -> f64 {
        dark(self.front, at)
    }

    /// Returns the darkness of the back, seen through the paper: mirrored, and moved by the printer.
    fn behind(&self, at: (f64, f64)) -> f64 {
        let (width, height) = self.size;
        let (x, y) = self.printer.origin((at.0 - width / 2.0, at.1 - height / 2.0));
        dark(self.back, (width / 2.0 - x, y + height / 2.0))
    }
}

/// Returns the darkness of a picture at a point in millimetres, interpolated between its pixels.
fn dark(picture: &Picture, (x, y): (f64, f64)) -> f64 {
    let (x, y) = (x * DENSITY - 0.5, y * DENSITY - 0.5);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place on a page")]
    let pixel = |x: f64, y: f64| {
        if x < 0.0 || y < 0.0 || x as usize >= picture.width || y as usize >= picture.height {
            return 0.0;
        }
        1.0 - f64::from(picture.at(x as usize, y as usize)[1]) / 255.0
    };
    let (left, top) = (x.floor(), y.floor());
    let (right, low) = (x - left, y - top);
    pixel(left, top) * (1.0 - right) * (1.0 - low)
        + pixel(left + 1.0, top) * right * (1.0 - low)
        + pixel(left, top + 1.0) * (1.0 - right) * low
        + pixel(left + 1.0, top + 1.0) * right * low
}

/// A scale of the sheet, as printed: its middle, true if it runs across, and the direction away from the edge.
#[derive(Clone, Copy, Debug)]
struct Scale {
    at: (f64, f64),
    across: bool,
    inwards: f64,
}

/// Returns the scales in the order of their numbers.
fn scales((width, height): (f64, f64)) -> Vec<Scale> {
    let mut all = Vec::new();
    for low in [false, true] {
        for right in [false, true] {
            let x = |from: f64| if right { width - from } else { from };
            let y = |from: f64| if low { height - from } else { from };
            let sign = |far: bool| if far { -1.0 } else { 1.0 };
            all.push(Scale { at: (x(22.0), y(16.0)), across: true, inwards: sign(low) });
            all.push(Scale { at: (x(16.0), y(54.0)), across: false, inwards: sign(right) });
        }
    }
    all
}

impl Scale {
    fn point(&self, along: f64, aside: f64) -> (f64, f64) {
        let aside = aside * self.inwards;
        if self.across { (self.at.0 + along, self.at.1 + aside) } else { (self.at.0 + aside, self.at.1 + along) }
    }

    /// Returns the middles of dark stretches along the scale, at a distance aside of it.
    fn lines(&self, aside: f64, reach: f64, dark: impl Fn((f64, f64)) -> f64) -> Vec<f64> {
        const STEP: f64 = 0.02;
        let mut lines = Vec::new();
        let (mut weight, mut sum) = (0.0, 0.0);
        let mut along = -reach;
        while along <= reach {
            let here = dark(self.point(along, aside));
            if here > 0.12 {
                weight += here;
                sum += here * along;
            } else if weight > 0.0 {
                lines.push(sum / weight);
                (weight, sum) = (0.0, 0.0);
            }
            along += STEP;
        }
        lines
    }

    /// Returns the lines of the front, whose middle one is 10, and those of the back, of which the sixth is the
    /// longest.
    fn seen(&self, sheet: &Sheet<'_>) -> (Vec<f64>, Vec<f64>) {
        let front = self.lines(-3.0, 16.4, |at| sheet.in_front(at));
        assert_eq!(front.len(), 33, "{self:?}: {front:?}");
        // The back's scales are where ten lines are 1.1 mm apart; they are read in their middle.
        let is_scale =
            |lines: &Vec<f64>| lines.len() == 10 && lines.windows(2).all(|pair| (pair[1] - pair[0] - 1.1).abs() < 0.05);
        let mut found = Vec::new();
        for step in -50..=60 {
            let aside = f64::from(step) * 0.25;
            if is_scale(&self.lines(aside, 16.4, |at| sheet.behind(at))) {
                found.push(aside);
            }
        }
        let (first, last) = (found.first().expect("a scale behind"), found.last().expect("a scale behind"));
        (front, self.lines(f64::midpoint(*first, *last), 16.4, |at| sheet.behind(at)))
    }

    /// Reads whole millimetres at the longest line behind, tenths at the one that meets a line in front best.
    fn read(&self, sheet: &Sheet<'_>) -> f64 {
        let (front, back) = self.seen(sheet);
        let off = |line: f64| front.iter().map(|other| (line - other).abs()).fold(f64::INFINITY, f64::min);
        // From the left 5, 4, 3, 2, 1, 0, 9, 8, 7, 6.
        let best = (0..10_usize).min_by(|a, b| off(back[*a]).total_cmp(&off(back[*b]))).expect("ten lines");
        let tenths = f64::from(u32::try_from((15 - best) % 10).expect("a digit")) / 10.0;
        let rough = back[5] - front[16] + 10.0;
        (rough - tenths).round() + tenths
    }

    /// Returns the back's offset here, along the scale.
    fn off(&self, sheet: &Sheet<'_>) -> f64 {
        let (front, back) = self.seen(sheet);
        back[5] - front[16]
    }
}

/// Runs the program with settings of its own.
fn run(folder: &Folder, args: &[&str]) -> Ran {
    let settings = folder.path("settings");
    let prepare = |command: &mut Command| {
        command.env("XDG_CONFIG_HOME", &settings).env("HOME", &settings).env("APPDATA", &settings);
    };
    folder.run_with(args, prepare)
}

fn calibrate(folder: &Folder, name: &str, readings: &[f64]) -> Ran {
    let readings: Vec<String> = readings.iter().map(|reading| format!("{reading:.1}")).collect();
    let words: Vec<&str> = readings.iter().map(String::as_str).collect();
    run(folder, &[&["calibrate", "--name", name, "--readings"], &words[..]].concat())
}

#[test]
fn what_simulated_printers_print_lies_right_after_it_was_read() {
    let folder = Folder::new();
    run(&folder, &["calibrate"]).must_succeed();
    let pages = Pages::of(&folder, "output/calibrate-a4.pdf");
    for (name, printer, words) in [
        ("right", Printer::new((0.0, 0.0), 0.0, (0.0, 0.0), 0.0), &["Backs are aligned"][..]),
        ("office, tray 2", Printer::new((-1.4, 0.8), 0.2, (0.0, 0.3), 0.0), &["1.4 mm to the left", "0.3 % too long"]),
        ("old", Printer::new((5.0, -3.0), 1.0, (1.0, -1.0), 0.3), &["turned by 1.0° to the right", "skewed by 0.3°"]),
        ("cheap", Printer::new((-3.0, -5.0), -1.0, (1.0, 1.0), -0.3), &["too wide", "too high"]),
    ] {
        let sheet = pages.print(printer);
        let readings: Vec<f64> = scales(sheet.size).iter().map(|scale| scale.read(&sheet)).collect();
        calibrate(&folder, name, &readings).must_succeed().must_say(words);
        let pages = Pages::of(&folder, "output/calibrate-a4-check.pdf");
        let check = pages.print(printer);
        for scale in scales(check.size) {
            let off = scale.off(&check);
            assert!(off.abs() <= 0.15, "{name}: {off} mm are left at {:?} after {readings:?}", scale.at);
        }
    }
    run(&folder, &["calibrate", "--list"]).must_succeed().must_say(&["right (a4)", "office, tray 2 (a4)", "old (a4)"]);
}

#[test]
fn sheets_for_a_printer_have_their_backs_where_it_prints_them_right() {
    let folder = Folder::new();
    let printer = Printer::new((-0.8, -1.5), 0.3, (0.0, 0.0), 0.0);
    run(&folder, &["calibrate"]).must_succeed();
    let pages = Pages::of(&folder, "output/calibrate-a4.pdf");
    let sheet = pages.print(printer);
    let readings: Vec<f64> = scales(sheet.size).iter().map(|scale| scale.read(&sheet)).collect();
    calibrate(&folder, "office", &readings).must_succeed();
    let build = ["build", "skirmish-5e", "--only", "axe", "--copies", "9", "--crop-marks", "both"];
    run(&folder, &build).must_succeed();
    let file = "output/skirmish-5e/cards-a4-part.pdf";
    let off = |pages: &Pages| -> f64 {
        let sheet = pages.print(printer);
        // The marks at the left and right end of the uppermost cut, in front and behind.
        let (width, _) = sheet.size;
        let mark = |x: f64, dark: &dyn Fn((f64, f64)) -> f64| {
            let (mut weight, mut sum) = (0.0, 0.0);
            for step in 0..600 {
                let y = 6.0 + f64::from(step) * 0.02;
                let here = dark((x, y));
                if here > 0.12 {
                    (weight, sum) = (weight + here, sum + here * y);
                }
            }
            assert!(weight > 0.0, "no mark at {x}");
            sum / weight
        };
        let ends = [6.6, width - 6.6];
        let differ = |x: f64| (mark(x, &|at| sheet.in_front(at)) - mark(x, &|at| sheet.behind(at))).abs();
        ends.into_iter().map(differ).fold(0.0, f64::max)
    };
    assert!(off(&Pages::of(&folder, file)) > 1.0, "this printer prints backs wrong");
    let plain = folder.read(file);
    run(&folder, &[&build[..], &["--printer", "office"]].concat()).must_succeed();
    let left = off(&Pages::of(&folder, file));
    assert!(left < 0.15, "{left} mm");
    run(&folder, &build).must_succeed();
    assert!(folder.read(file) == plain, "without a printer nothing is moved");
}

#[test]
fn what_is_no_reading_is_refused_and_nothing_is_kept() {
    let folder = Folder::new();
    let right = ["10"; 8];
    let with = |index: usize, reading: &'static str| {
        let mut readings = right;
        readings[index] = reading;
        readings
    };
    let read = |name: &str, readings: &[&str]| {
        run(&folder, &[&["calibrate", "--name", name, "--readings"], readings].concat())
    };
    read("office", &with(2, "11.2")).must_fail(1, &["contradict each other", "across", "read the scales again"]);
    read("office", &with(3, "8")).must_fail(1, &["contradict each other", "down"]);
    read("office", &with(0, "-1")).must_fail(2, &["a reading must be a number from 0 to 20"]);
    read("office", &right[..7]).must_fail(2, &["8 values required"]);
    read(" ", &right).must_fail(1, &["missing printer name"]);
    run(&folder, &["calibrate", "--name", "office"]).must_fail(2, &["--readings"]);
    run(&folder, &["calibrate", "--paper", "140x140"]).must_fail(1, &["too small for a calibration sheet"]);
    run(&folder, &["build", "skirmish-5e", "--printer", "office"])
        .must_fail(1, &["unknown printer `office`", "skirmish calibrate --paper a4"]);
    assert_eq!(folder.files(), Vec::<String>::new(), "nothing is written");
    read("office", &with(0, "10,1")).must_succeed();
    let build = |args: &[&str]| run(&folder, &[&["build", "skirmish-5e", "--only", "axe"], args].concat());
    build(&["--printer", "Office"]).must_succeed();
    build(&["--printer", "ofice"]).must_fail(1, &["did you mean `office`?"]);
    build(&["--printer", "office", "--paper", "letter"]).must_fail(1, &["calibrated for a4, not for letter"]);
    build(&["--printer", "office", "--target", "press"]).must_fail(2, &["`--printer` applies only to `--target home`"]);
    folder.write("settings/skirmish/printers.json", "{");
    build(&["--printer", "office"]).must_fail(2, &["cannot read the printers", "fix the file"]);
}
