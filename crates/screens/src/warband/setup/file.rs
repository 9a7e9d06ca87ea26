//! A warband's file that was chosen, dropped or pasted: its contents, and a report.

use egui::{Align2, Rangef, Rect, vec2};

use super::super::sheet::row;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, radius};
use crate::diagnostic::{Code, Diagnostic, Reporter, Severity};
use crate::form::GAP;
use crate::game::Warband;
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::read;
use crate::region::columns;

/// No warband's file is larger, in bytes.
const MAX_FILE_BYTES: usize = 1 << 20;

/// The report on an opened file.
#[derive(Clone, Debug)]
pub struct Told {
    /// The name of the imported warband; `None` after errors.
    taken: Option<String>,
    problems: Vec<Diagnostic>,
    page: usize,
}

/// The next step after reading it.
pub enum Next {
    /// Another file.
    Pick,
    /// The warbands to choose from.
    Choose,
    /// The setup.
    Close,
}

/// Reads a file: its warband, unless it has errors, and a report if there is anything to report.
pub fn read(file: &[u8]) -> (Option<Warband>, Option<Told>) {
    let source = match file.len() {
        0..=MAX_FILE_BYTES => read::text_of("the file", file.to_vec()),
        _ => Err(Diagnostic::error(Code::WARBAND_FILE_TOO_LARGE, None, "the file is too large for a warband")
            .hint("choose another file")),
    };
    let (warband, problems) = match source {
        Ok(source) => Reporter::collect(|reporter| read::warband_from(source, reporter)),
        Err(problem) => (None, vec![problem]),
    };
    let taken = warband.as_ref().map(|warband| warband.name.clone());
    let told = (!problems.is_empty()).then_some(Told { taken, problems, page: 0 });
    (warband, told)
}

impl Told {
    /// Draws it, for a side; gives what people want then.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, side: &str) -> Option<Next> {
        let count = match self.problems.len() {
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        };
        let (title, sub) = match &self.taken {
            Some(name) => (name.as_str(), format!("fights for {side}; worth knowing")),
            None => ("Not a warband", format!("{count}; {side} keeps its warband")),
        };
        let (rest, closed) = pages::head(canvas, &[title], &sub, 0.0);
        let [list, foot] = super::above_foot(canvas, rest);
        let [choose, pick] = columns(foot, GAP, [1.0, 1.0]);
        let chosen = Button::new(&["Other warbands", "Others"], Tone::Raised).show(canvas, "choose", choose).tapped();
        let picked = Button::new(&["Another file"], Tone::Raised).show(canvas, "pick", pick).tapped();
        let high = |width: f32| if width >= 640.0 { 84.0 } else { 148.0 };
        let size = CellSize { widths: Rangef::new(280.0, 1160.0), height: high };
        let cells = pages::cells(canvas, "problems", list, self.problems.len(), &size, &mut self.page);
        for (problem, cell) in self.problems.iter().skip(cells.first).zip(cells.places) {
            self::problem(canvas, problem, cell);
        }
        match (closed, picked, chosen) {
            (true, ..) => Some(Next::Close),
            (_, true, _) => Some(Next::Pick),
            (.., true) => Some(Next::Choose),
            _ => None,
        }
    }
}

/// One problem: its place, what is wrong, what to do about it.
fn problem(canvas: &Canvas<'_, '_>, problem: &Diagnostic, rect: Rect) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    let [place, what] = row(rect.shrink2(vec2(14.0, 8.0)), canvas.scaled(20.0), 2.0);
    let at = problem.span.as_ref().map(crate::diagnostic::Span::start);
    let at = at.map_or_else(|| "the file".to_owned(), |(line, column)| format!("line {line}, column {column}"));
    let kind = if problem.severity == Severity::Error { "" } else { ": it can be played so" };
    let strong = TextStyle::new(Face::Strong, 15.0, canvas.ground.quiet);
    canvas.fit(place, Align2::LEFT_CENTER, strong, &[&format!("{at}{kind}"), &at]);
    let said = std::iter::once(&problem.message).chain(&problem.hints).map(|said| crate::table::tell::sentence(said));
    // A question keeps its own sign.
    let said: Vec<String> =
        said.map(|said| said.strip_suffix("?.").map_or(said.clone(), |asked| format!("{asked}?"))).collect();
    let place = what.with_max_y(rect.bottom() - 4.0);
    canvas.wrap_left(place, TextStyle::new(Face::Plain, 16.0, canvas.ground.text), &said.join(" "));
}
