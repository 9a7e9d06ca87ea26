//! The calibration sheet, and the evaluation of its readings.

use std::path::Path;

use super::printers::{Printer, Printers};
use super::{Failure, OutputFile, Report, Sink};
use crate::diagnostic::{Code, Diagnostic, Reporter};
use crate::game::{Colour, Rich};
use crate::pdf::{CompiledScenes, Document, DrawingCache, Info, Page, Placement, Stroke, Structure};
use crate::scene::{Item, Scene, Text, TextEffect, TextKind, Turn};
use crate::sheet::{Axis, BackOffset, Paper, ReadingError, Tick, TickLabel, verniers};
use crate::text::{Fonts, Language, Paragraphs, Shaper, Styles};
use crate::units::{Mm, Point, Pt, Rect, Size};
use crate::vfs::Vfs;

/// Line widths of a scale: of its lines, and of the prominent ones.
const LINES: (Pt, Pt) = (Pt::new(0.3), Pt::new(0.7));
/// Size of the numbers, and of the words in the middle of the sheet.
const NUMBERS: Pt = Pt::new(6.5);
const WORDS: Pt = Pt::new(9.0);
/// Width of the words in the middle, at most.
const COLUMN: Mm = Mm::new(120.0);
/// Advice on the check sheet.
const CHECK: &str = "Print the check sheet in the same way: every scale must read 10.0 ± 0.1.";

/// Returns the instructions in the middle of the sheet: printing, reading, and the command.
fn instructions(paper: Paper) -> Vec<String> {
    vec![
        "Print both pages on one sheet at 100 %, flipped on the long edge, from the tray that you will use.".to_owned(),
        "Hold the sheet against a window or a lamp, this side towards you. Each of the eight scales has long thin lines in front, a \
         millimetre apart, and ten short bold ones behind."
            .to_owned(),
        "The longest line behind marks the whole millimetres: the number in front that it has reached, counted from left to \
         right or from top to bottom."
            .to_owned(),
        "Find the short line that meets a line in front best. The longest is 0; from it towards the smaller numbers they are 1, 2, 3, 4 \
         and 5, towards the larger ones 9, 8, 7 and 6. These are the tenths. If both sides meet, the reading is 10.0."
            .to_owned(),
        "If the paper is too thick to see through, prick a hole through the longest line behind with a pin, and read where it comes out."
            .to_owned(),
        "Type the eight readings in the order of the numbers beside the scales: on the page that made this sheet, or in a terminal:"
            .to_owned(),
        format!("skirmish calibrate --paper {} --name \"my printer, tray 1\" --readings 10.0 10.0 …", paper.name()),
    ]
}

/// Makes the calibration sheet.
///
/// # Errors
/// A paper that is too small, or a file that cannot be written.
pub fn calibration_sheet(vfs: &dyn Vfs, paper: Paper, out: &Path, sink: &dyn Sink) -> Result<Report, Failure> {
    let made = make(vfs, paper, None)?;
    let advice =
        vec!["Print double-sided at 100 %, flipping on the long edge; the sheet explains how to read it.".to_owned()];
    Ok(Report { title: "Calibration".to_owned(), written: sink.write(out, vec![made])?, advice, ..Report::default() })
}

/// Returns the misalignment that readings of the calibration sheet show.
///
/// # Errors
/// Contradicting readings, or a paper that is too small.
pub fn misprint(paper: Paper, readings: [f64; 8]) -> Result<BackOffset, Failure> {
    BackOffset::read(paper.upright().size(), readings).map_err(|error| {
        let hint = match error {
            ReadingError::TooSmall => "use larger paper",
            ReadingError::Contradiction { .. } => "read the scales again; each reading is a number from 0 to 20",
        };
        Failure::Diagnostics(vec![Diagnostic::error(error.code(), None, error.to_string()).hint(hint)])
    })
}

/// Makes the check sheet: the calibration sheet with its backs corrected. The report describes the misalignment.
///
/// # Errors
/// Contradicting readings, a paper that is too small, or a file that cannot be written.
pub fn check_sheet(
    vfs: &dyn Vfs,
    paper: Paper,
    readings: [f64; 8],
    out: &Path,
    sink: &dyn Sink,
) -> Result<Report, Failure> {
    let misprint = misprint(paper, readings)?;
    let made = make(vfs, paper, Some(&misprint))?;
    let advice = vec![misprint.words(), agreement(&misprint), CHECK.to_owned()];
    Ok(Report { title: "Check".to_owned(), written: sink.write(out, vec![made])?, advice, ..Report::default() })
}

/// Stores the readings of a printer, and makes the check sheet.
///
/// # Errors
/// Contradicting readings, or an unwritable file. The stored readings are then unchanged.
pub fn calibrate(
    vfs: &dyn Vfs,
    printer: Printer,
    paper: Paper,
    out: &Path,
    sink: &dyn Sink,
) -> Result<Report, Failure> {
    if printer.name.trim().is_empty() {
        return Err(refused(Code::PRINTER_NAMELESS, "missing printer name, such as \"office, tray 2\""));
    }
    let misprint = misprint(paper, printer.readings)?;
    let made = make(vfs, paper, Some(&misprint))?;
    let mut printers = Printers::open()?;
    let name = printer.name.trim().to_owned();
    let written = sink.write(out, vec![made])?;
    let path = printers.keep(Printer { name: name.clone(), ..printer })?;
    let advice = vec![
        misprint.words(),
        format!("Saved to {}. {}", path.display(), agreement(&misprint)),
        CHECK.to_owned(),
        format!("Print games with `skirmish build --paper {} --printer \"{name}\"`.", paper.upright().name()),
    ];
    Ok(Report { title: name, written, advice, ..Report::default() })
}

/// Returns how well readings agree, in words.
fn agreement(misprint: &BackOffset) -> String {
    format!("The readings agree to {:.2} mm.", misprint.disagreement)
}

fn refused(code: Code, what: &str) -> Failure {
    Failure::Diagnostics(vec![Diagnostic::error(code, None, what)])
}

/// Makes the sheet: scales in front, scales behind. With a misprint, the backs are corrected.
fn make(vfs: &dyn Vfs, paper: Paper, misprint: Option<&BackOffset>) -> Result<OutputFile, Failure> {
    /// No game has this folder: fonts and styles are the shared ones.
    const NO_GAME: &str = "card-data";
    let paper = paper.upright();
    let size = paper.size();
    let scales =
        verniers(size).ok_or_else(|| refused(ReadingError::TooSmall.code(), &ReadingError::TooSmall.to_string()))?;
    let reporter = Reporter::default();
    let mut fonts = Fonts::load(vfs, NO_GAME, &reporter);
    let styles = Styles::load(vfs, NO_GAME, &mut fonts, &reporter);
    let shaper = Shaper::new(&fonts, &styles.settings);
    let style = styles.get("margin").ok_or_else(|| Failure::Diagnostics(reporter.into_diagnostics()))?;
    let words = Words { shaper: &shaper, style };
    let (mut front, mut back) = (Side::default(), Side::default());
    for (number, scale) in (1..).zip(&scales) {
        for (side, (ticks, labels)) in [(&mut front, scale.front()), (&mut back, scale.back())] {
            side.add(&words, ticks, labels);
        }
        // At the end of the scale that is farther from the paper's edge.
        let is_right = scale.axis == Axis::Across && scale.at.x > size.width / 2.0;
        let at = scale.point(if is_right { -18.5 } else { 18.5 }, -4.0);
        words.middle(&mut front.scene, Point::new(at.x, at.y + Mm::new(1.2)), &format!("{number}."), WORDS);
    }
    words.column(&mut front.scene, size, &instructions(paper), misprint.is_some());
    let covers = Rect::at(Point::default(), size);
    let scenes = [(&front.scene, covers), (&back.scene, covers)];
    let map = misprint.map_or_else(|| BackOffset::NONE.seen_through(size), |misprint| misprint.seen_through(size));
    let page = |scene: usize, side: &Side| Page {
        size,
        placed: vec![Placement { scene, ..Placement::default() }],
        strokes: side.strokes.as_slice().into(),
        ..Page::default()
    };
    let pages = [page(0, &front), Page { map: Some(map), ..page(1, &back) }];
    let info = Info {
        title: if misprint.is_some() { "Check of a calibration" } else { "Calibration" }.to_owned(),
        subject: format!("{} paper", paper.title()),
        language: "en-GB".to_owned(),
        duplex: Some("DuplexFlipLongEdge"),
        ..Info::default()
    };
    let document = Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &Structure::default() };
    let drawn = DrawingCache::default();
    let bytes = CompiledScenes::new(&scenes, &pages, &fonts, &drawn)?.into_chunks(&document)?;
    let check = if misprint.is_some() { "-check" } else { "" };
    let what = if check.is_empty() { "eight scales" } else { "eight scales, corrected" };
    Ok(OutputFile { name: format!("calibrate-{}{check}.pdf", paper.name()), bytes, what: what.to_owned() })
}

/// Content of a side.
#[derive(Default)]
struct Side {
    scene: Scene,
    strokes: Vec<Stroke>,
}

impl Side {
    fn add(&mut self, words: &Words<'_>, ticks: Vec<Tick>, labels: Vec<TickLabel>) {
        let stroke = |tick: Tick| Stroke {
            from: tick.from,
            to: tick.to,
            width: if tick.bold { LINES.1 } else { LINES.0 },
            dashed: false,
            cased: false,
        };
        self.strokes.extend(ticks.into_iter().map(stroke));
        for label in labels {
            words.middle(&mut self.scene, Point::new(label.at.x, label.at.y + Mm::new(0.8)), &label.words, NUMBERS);
        }
    }
}

/// Sets words in the style of margins.
struct Words<'a> {
    shaper: &'a Shaper,
    style: &'a crate::text::Style,
}

impl Words<'_> {
    /// Adds a line centred on a point of its baseline.
    fn middle(&self, scene: &mut Scene, at: Point, words: &str, size: Pt) {
        let language = Language::default();
        let paragraphs = Paragraphs::new(self.shaper, self.style, &language, &Rich::plain(words));
        let block = paragraphs.set_in_line(size, COLUMN);
        let left = at.x - block.width() / 2.0;
        for line in block.lines {
            scene.items.push(text(line, Point::new(left, at.y), size));
        }
    }

    /// Paragraphs in the middle of the page.
    fn column(&self, scene: &mut Scene, page: Size, paragraphs: &[String], is_check: bool) {
        let width = COLUMN.min(page.width - Mm::new(70.0));
        let heading = if is_check { "Check: every scale must read 10.0 ± 0.1." } else { "Calibration" };
        let mut set: Vec<crate::text::Block> = Vec::new();
        for words in std::iter::once(heading).chain(paragraphs.iter().map(String::as_str)) {
            set.push(
                Paragraphs::new(self.shaper, self.style, &Language::default(), &Rich::plain(words)).set(WORDS, width),
            );
        }
        let gap = Mm::new(2.6);
        let high: Mm = set.iter().map(|block| block.height() + gap).sum();
        let (left, mut top) = ((page.width - width) / 2.0, (page.height - high) / 2.0);
        for block in set {
            let height = block.height();
            for line in block.lines {
                let at = Point::new(left + line.x, top + block.cap_height + line.baseline);
                scene.items.push(text(line, at, WORDS));
            }
            top += height + gap;
        }
    }
}

fn text(line: crate::text::Line, at: Point, size: Pt) -> Item {
    Item::Text(Text {
        line,
        at,
        turn: Turn::None,
        size,
        colour: Colour::Black,
        effect: TextEffect::default(),
        kind: TextKind::Label,
        tints: None,
        slot: None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use skirmish_assets::Builtin;

    use super::super::{FileSink, MemorySink};
    use super::*;

    const ALIGNED: [f64; 8] = [10.0; 8];

    /// Returns the outputs of a run in memory.
    fn outputs(run: impl Fn(&dyn Sink) -> Result<Report, Failure>) -> BTreeMap<PathBuf, Vec<u8>> {
        let sink = MemorySink::default();
        run(&sink).unwrap();
        sink.into_files()
    }

    #[test]
    fn a_page_gets_the_sheet_that_is_written_to_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            calibration_sheet(&Builtin, paper, folder.path(), &FileSink).unwrap();
            let name = format!("calibrate-{}.pdf", paper.name());
            let in_memory = outputs(|sink| calibration_sheet(&Builtin, paper, Path::new(""), sink));
            assert_eq!(in_memory.keys().collect::<Vec<_>>(), [Path::new(&name)]);
            assert!(in_memory[Path::new(&name)] == std::fs::read(folder.path().join(&name)).unwrap());
        }
    }

    #[test]
    fn the_check_sheet_has_backs_where_the_readings_put_them() {
        let sheet = |readings| {
            let files = outputs(|sink| check_sheet(&Builtin, Paper::A4, readings, Path::new(""), sink));
            files.into_iter().next().unwrap()
        };
        let moved = [10.5, 10.0, 10.5, 10.0, 10.5, 10.0, 10.5, 10.0];
        let ((name, aligned), (_, corrected)) = (sheet(ALIGNED), sheet(moved));
        assert_eq!(name, Path::new("calibrate-a4-check.pdf"));
        assert!(aligned != corrected);
        let sink = MemorySink::default();
        let report = check_sheet(&Builtin, Paper::A4, moved, Path::new(""), &sink).unwrap();
        assert_eq!(report.advice[0], "Backs are 0.5 mm to the right.");
    }

    #[test]
    fn contradicting_readings_make_no_sheet() {
        let sink = MemorySink::default();
        let wrong = [10.0, 10.0, 12.0, 10.0, 10.0, 10.0, 10.0, 10.0];
        let Err(Failure::Diagnostics(found)) = check_sheet(&Builtin, Paper::A4, wrong, Path::new(""), &sink) else {
            panic!("a sheet of contradicting readings")
        };
        assert!(found[0].message.contains("contradict each other"), "{}", found[0].message);
        assert!(sink.into_files().is_empty());
    }
}
