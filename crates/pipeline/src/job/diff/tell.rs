//! A difference as text.

use super::words::excerpts;
use super::{CardChange, Change, Difference, FieldChange, FigureChange, PassageChange};
use crate::game::CARD;

impl Difference {
    /// Formats everything for people.
    pub fn text(&self) -> String {
        let mut text = format!("{}: from {} to {}\n", self.title, self.from, self.to);
        if self.is_nothing() {
            text.push_str("  Nothing changed.\n");
            return text;
        }
        let mut part = |head: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                text.push_str(&format!("\n{head}\n"));
                text.extend(lines.iter().map(|line| format!("  {line}\n")));
            }
        };
        part("Figures", self.figures.iter().flat_map(FigureChange::lines).collect());
        part("Cards", self.cards.iter().flat_map(CardChange::lines).collect());
        part(
            "Backs",
            self.backs
                .iter()
                .map(|back| format!("`{back}` looks different: old cards can be recognised from behind"))
                .collect(),
        );
        part("Book", self.book.iter().flat_map(PassageChange::lines).collect());
        text
    }
}

/// Formats a change: "2 → 3"; with one value if it is new or removed.
pub(super) fn arrow(from: Option<&str>, to: Option<&str>) -> String {
    match (from, to) {
        (Some(from), Some(to)) => format!("{from} → {to}"),
        (None, Some(to)) => format!("{to} (new)"),
        (Some(from), None) => format!("{from} (gone)"),
        (None, None) => String::new(),
    }
}

impl FigureChange {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}: {}", self.label, arrow(self.from.as_deref(), self.to.as_deref()))];
        if !self.moves.is_empty() {
            lines.push(format!("  moves {}", self.moves.join("; ")));
        }
        lines
    }
}

impl CardChange {
    /// Returns its name, with its type unless it is a card.
    pub(super) fn heading(&self) -> String {
        if self.piece == CARD { self.name.clone() } else { format!("{} ({})", self.name, self.piece) }
    }

    /// Returns the type of change, in words.
    pub(super) fn what(&self) -> String {
        match self.change {
            Change::New => format!("new, {} of them", self.count[1]),
            Change::Gone => format!("gone, {} of them", self.count[0]),
            Change::Changed => "changed".to_owned(),
            Change::Moved => "affected by values elsewhere".to_owned(),
            Change::Redrawn => format!("drawn differently: {}", self.faces.join(", ")),
        }
    }

    fn lines(&self) -> Vec<String> {
        let head = format!("{}: {}", self.heading(), self.what());
        let fields = self.fields.iter().map(|field| format!("  {}", field.line()));
        std::iter::once(head).chain(fields).collect()
    }
}

impl FieldChange {
    /// Returns the field, with its face unless that is the front.
    pub(super) fn heading(&self) -> String {
        let field = self.field.replace(['_', '.'], " ");
        match self.face.as_deref().filter(|face| *face != "front") {
            Some(face) => format!("{field} ({face})"),
            None => field,
        }
    }

    fn line(&self) -> String {
        let what = match (&self.from, &self.to) {
            (Some(from), Some(to)) if from.contains(' ') || to.contains(' ') => {
                let (from, to) = excerpts(from, to);
                format!("“{from}” → “{to}”")
            }
            (from, to) => arrow(from.as_deref(), to.as_deref()),
        };
        format!("{}: {what}{}", self.heading(), by(&self.by))
    }
}

/// Names the causes: ", by axe.damage".
pub(super) fn by(figures: &[String]) -> String {
    if figures.is_empty() { String::new() } else { format!(", by {}", figures.join(", ")) }
}

impl PassageChange {
    fn lines(&self) -> Vec<String> {
        let what = match (self.change, &self.from, &self.to) {
            (_, Some(from), Some(to)) => {
                let (from, to) = excerpts(from, to);
                format!("“{from}” → “{to}”")
            }
            (_, None, Some(to)) => format!("new: “{}”", excerpts("", to).1),
            (_, from, _) => format!("gone: “{}”", from.as_deref().unwrap_or_default()),
        };
        vec![self.place(), format!("  {what}{}", by(&self.by))]
    }
}
