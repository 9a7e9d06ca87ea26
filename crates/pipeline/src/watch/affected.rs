//! Finds the faces that a problem affects: the card whose entry contains it, or all with the drawing or the template at
//! fault.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::diagnostic::{Affected, Diagnostic, Span};
use crate::face::{FaceId, FaceRenderer};
use crate::read;

/// Sources of a face, by which its problems are found.
pub(super) struct FaceSources {
    /// The file of its entry, and the name in it, or the row of a spreadsheet.
    entry: Option<(String, String)>,
    /// Its own table of the entry: `damaged` of `[card.damaged]`; `None` for fronts.
    part: Option<String>,
    /// Its drawing, its mark and its template, as the beginnings of paths up to the ending.
    files: Vec<String>,
    /// The names of the cards that show it.
    cards: Vec<String>,
    /// The kind of face.
    face: String,
}

impl FaceSources {
    /// Returns the sources of all faces of a renderer, in their order.
    pub fn of_all(renderer: &FaceRenderer<'_>) -> Vec<Self> {
        let deck = renderer.deck();
        let mut cards = vec![Vec::new(); deck.faces.len()];
        for faces in &deck.cards {
            let name = &renderer.component().cards[faces.card].name;
            cards[faces.front.0].push(name.clone());
            if faces.back != faces.front {
                cards[faces.back.0].push(name.clone());
            }
        }
        deck.ids().zip(cards).map(|(id, cards)| Self::new(renderer, id, cards)).collect()
    }

    fn new(renderer: &FaceRenderer<'_>, id: FaceId, cards: Vec<String>) -> Self {
        let (card, face) = renderer.face(id);
        let kind = &renderer.game().face_kinds[face.kind];
        let folder = read::folder(&renderer.game().id);
        // Sources that all cards share identify none of them.
        let entry = (!kind.shared).then(|| entry_of(&card.at)).flatten();
        let mut files =
            vec![format!("{folder}/templates/{}", face.template.value), format!("templates/{}", face.template.value)];
        files.extend(
            face.art
                .iter()
                .flat_map(|art| ["art", "art/low-ink"].map(|below| format!("{folder}/{below}/{}", art.value))),
        );
        files.extend(face.card_icon.iter().map(|icon| format!("{folder}/icons/{}", icon.value)));
        let part = (renderer.deck().faces[id.0].side == 1).then(|| kind.id.clone());
        let entry = entry.map(|name| (card.at.source.path.clone(), name.into_owned()));
        Self { entry, part, files, cards, face: kind.id.clone() }
    }

    /// True if a problem is in the entry of this face, or of the other side of its card.
    pub fn is_of_entry(&self, blame: &ProblemSite<'_>) -> bool {
        self.entry
            .as_ref()
            .is_some_and(|(file, name)| file == blame.path && blame.entry.as_ref() == Some(&Cow::Borrowed(name)))
    }

    /// True if a problem is one of this face.
    pub fn is_affected_by(&self, blame: &ProblemSite<'_>) -> bool {
        let of_file = self.files.iter().any(|file| file == blame.stem || file == blame.path);
        let of_entry = blame.part == self.part.as_deref() && self.is_of_entry(blame);
        let of_face = blame.affects.face.as_ref().is_none_or(|face| *face == self.face);
        let names_card = !blame.cards.is_empty() && self.cards.iter().any(|card| blame.cards.contains(card.as_str()));
        let is_own = of_face && (blame.cards.is_empty() || names_card);
        // A problem of another entry isn't one of this face, even if a card of the same name is affected.
        let of_card = blame.entry.is_none() && of_face && names_card;
        of_entry || of_file && is_own || of_card
    }
}

/// Location of a problem, for matching with faces.
pub(super) struct ProblemSite<'d> {
    path: &'d str,
    /// The path without the file's ending.
    stem: &'d str,
    entry: Option<Cow<'d, str>>,
    part: Option<&'d str>,
    affects: &'d Affected,
    /// The cards of `affects`: of a text that is small on all cards, there are thousands, and each face asks for its own.
    cards: HashSet<&'d str>,
}

impl<'d> ProblemSite<'d> {
    /// Returns `None` for a problem without a location.
    pub fn of(diagnostic: &'d Diagnostic) -> Option<Self> {
        let at = diagnostic.span.as_ref()?;
        let path = at.source.path.as_str();
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let affects = &diagnostic.affects;
        let cards = affects.cards.iter().map(String::as_str).collect();
        Some(Self { path, stem, entry: entry_of(at), part: part_of(at), affects, cards })
    }
}

/// Returns the lines of the entry around a location, from its head `[[card]]` up to the location, and everything after
/// it; `None` in files without cards, of which the whole would be searched.
fn entry_about(at: &Span) -> Option<(&str, &str)> {
    if !read::is_in_cards(at) {
        return None;
    }
    let text = at.source.text.as_str();
    // The head of an entry is a part of it.
    let line = text.get(at.range.start..)?.find('\n').map_or(text.len(), |end| at.range.start + end);
    let before = &text[..line];
    let start = before.rfind("\n[[").map(|at| at + 1).or_else(|| before.starts_with("[[").then_some(0))?;
    let end = text[line..].find("\n[[").map_or(text.len(), |end| line + end);
    Some((&text[start..line], &text[start..end]))
}

/// Returns the name of the entry around a location, as written; in a spreadsheet, its row.
fn entry_of(at: &Span) -> Option<Cow<'_, str>> {
    if let Some(cells) = &at.source.cells {
        let row = cells.at(at.range.start)?.row;
        return Some(Cow::Owned(format!("{} {row}", cells.sheet.as_deref().unwrap_or_default())));
    }
    let (_, entry) = entry_about(at)?;
    let mut values = entry.lines().filter_map(|line| line.strip_prefix("name")?.trim_start().strip_prefix('='));
    Some(Cow::Borrowed(values.next()?.trim().trim_matches('"')))
}

/// Returns the table of an entry that contains a location: `damaged` of `[card.damaged]`.
fn part_of(at: &Span) -> Option<&str> {
    if at.source.cells.is_some() {
        return None;
    }
    let (before, _) = entry_about(at)?;
    let head = before.lines().rev().find(|line| line.starts_with('['))?;
    let (_, part) = head.trim_start_matches('[').split_once(']')?.0.split_once('.')?;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Cell, Cells, Source};

    const TEXT: &str = "# [[card]]\n\n[[card]]\nname = \"Shield\"\n[card.damaged]\ntext = \"x\"\n\n[[card]]\nname = \"Axe\"\nkind = 1\n";

    fn at(words: &str) -> Span {
        let source = Source::new("card-data/boat/cards.toml", TEXT);
        let start = TEXT.find(words).expect("these words");
        Span::new(&source, start..start + words.len())
    }

    #[test]
    fn a_place_in_a_sheet_belongs_to_its_row() {
        let text = "name,cost\nAxe,1\nBow,2\n";
        let cell = |start, row, column| Cell { start, row, column };
        let starts = vec![cell(0, 1, 0), cell(5, 1, 1), cell(10, 2, 0), cell(14, 2, 1), cell(16, 3, 0), cell(20, 3, 1)];
        let source = Source::of_sheet("cards.csv", text, Cells { sheet: None, starts });
        let row = |start: usize| entry_of(&Span::new(&source, start..start + 1)).map(Cow::into_owned);
        assert_eq!(row(10), row(14));
        assert_eq!(row(16), row(20));
        assert_ne!(row(10), row(16));
    }

    #[test]
    fn a_place_belongs_to_the_entry_that_it_stands_in() {
        let told = |words: &str| {
            let at = at(words);
            (entry_of(&at).map(Cow::into_owned), part_of(&at).map(str::to_owned))
        };
        let (shield, axe, damaged) = (Some("Shield".to_owned()), Some("Axe".to_owned()), Some("damaged".to_owned()));
        assert_eq!(told("# ["), (None, None));
        assert_eq!(told("[[card]]\nname = \"Shield"), (shield.clone(), None));
        assert_eq!(told("\"Shield\""), (shield.clone(), None));
        assert_eq!(told("[card.damaged]"), (shield.clone(), damaged.clone()));
        assert_eq!(told("\"x\""), (shield, damaged));
        assert_eq!(told("kind = 1"), (axe, None));
    }
}
