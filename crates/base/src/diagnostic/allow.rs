//! Problems that a game accepts: `allow` in its data, each with a reason.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Code, Diagnostic, Repair, Span};

/// Errors about how a face looks. It can be printed all the same, so a game may accept them.
pub(super) const LINT_ERRORS: [Code; 9] = [
    Code::TEXT_TOO_SMALL,
    Code::TEXT_LIGHT_TOO_SMALL,
    Code::TEXT_TOO_PALE,
    Code::TEXT_OUTSIDE_SAFE,
    Code::BLEED_BARE,
    Code::LINE_TOO_THIN,
    Code::MARK_OUTSIDE_SAFE,
    Code::PICTURE_COARSE,
    Code::PICTURE_TRANSPARENT,
];

/// Codes that are only reported while printing; `check` can't tell if they are needed.
const ONLY_PRINTING: [Code; 4] = [Code::BACK_CHANGED, Code::PRESS_INK, Code::PRESS_NO_BLEED, Code::PRESS_RGB];

/// A problem that the game accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// Code of the problem.
    pub code: Code,
    /// The reason, in the words of the game's maker.
    pub because: String,
    /// Span of the entry.
    pub at: Span,
    /// Names of the cards that it covers; `None` for the whole game.
    pub cards: Option<BTreeSet<String>>,
}

/// All problems that a game accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    entries: Vec<Arc<Allow>>,
}

impl Allowed {
    /// Collects the problems that these entries accept. Entries that are written in one place count as one.
    pub fn new(entries: impl IntoIterator<Item = Allow>) -> Self {
        let mut all: Vec<Allow> = Vec::new();
        for entry in entries {
            match all.iter_mut().find(|known| known.at == entry.at && known.code == entry.code) {
                Some(known) => {
                    if let Some(cards) = &mut known.cards {
                        cards.extend(entry.cards.into_iter().flatten());
                    }
                }
                None => all.push(entry),
            }
        }
        Self { entries: all.into_iter().map(Arc::new).collect() }
    }

    /// True if the game accepts nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the reasons, in one line.
    pub fn because(&self) -> String {
        self.entries.iter().map(|entry| entry.because.as_str()).collect::<Vec<_>>().join("; ")
    }

    /// Returns the locations of the entries, in one line.
    pub fn places(&self) -> String {
        self.entries.iter().map(|entry| entry.at.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the entries that accept a problem of these cards; those of single cards and kinds come before those of
    /// the game. `None` if no entry covers one of the cards.
    pub fn find<'c>(&self, code: Code, cards: impl IntoIterator<Item = &'c str>) -> Option<Self> {
        let of_code = || self.entries.iter().filter(|entry| entry.code == code);
        let mut found: Vec<Arc<Allow>> = Vec::new();
        let mut is_covered = false;
        for card in cards {
            let covers = |entry: &&Arc<Allow>| entry.cards.as_ref().is_some_and(|cards| cards.contains(card));
            match of_code().find(covers) {
                Some(entry) if found.iter().any(|known| Arc::ptr_eq(known, entry)) => {}
                Some(entry) => found.push(Arc::clone(entry)),
                None => {
                    return of_code()
                        .find(|entry| entry.cards.is_none())
                        .map(|entry| Self { entries: vec![Arc::clone(entry)] });
                }
            }
            is_covered = true;
        }
        match is_covered {
            true => Some(Self { entries: found }),
            false => {
                of_code().find(|entry| entry.cards.is_none()).map(|entry| Self { entries: vec![Arc::clone(entry)] })
            }
        }
    }

    /// Marks the problems that the game accepts. An entry for a problem that stops the build is an error of its own.
    pub fn accept(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut refused: Vec<Diagnostic> = Vec::new();
        for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.allowed.is_none()) {
            let cards = diagnostic.affects.cards.iter().map(String::as_str);
            let Some(found) = self.find(diagnostic.code, cards) else { continue };
            if diagnostic.is_acceptable() {
                diagnostic.allowed = Some(Box::new(found));
                continue;
            }
            refused.extend(found.entries.iter().map(|entry| entry.refusal()));
        }
        refused.dedup();
        diagnostics.extend(refused);
    }

    /// Returns a warning for each entry that none of these problems needs. `is_for_press` is true if the problems of a
    /// press are among them.
    pub fn unneeded(&self, diagnostics: &[Diagnostic], is_for_press: bool) -> Vec<Diagnostic> {
        let used = || {
            diagnostics.iter().filter_map(|diagnostic| diagnostic.allowed.as_ref()).flat_map(|allowed| &allowed.entries)
        };
        let is_known = |code: Code| match code {
            Code::BACK_CHANGED => false,
            code => is_for_press || !ONLY_PRINTING.contains(&code),
        };
        let unneeded =
            self.entries.iter().filter(|entry| is_known(entry.code) && !used().any(|one| one.at == entry.at));
        unneeded
            .map(|entry| {
                let what = format!("unused entry `{}` in `allow`", entry.code);
                let unneeded = Diagnostic::warning(Code::ALLOW_UNNEEDED, entry.at.clone(), what);
                unneeded.hint("delete the entry").repair(Repair::Delete)
            })
            .collect()
    }
}

impl Allow {
    fn refusal(&self) -> Diagnostic {
        let what = format!("{} can't be allowed: it prevents printing", self.code);
        let refused = Diagnostic::error(Code::ALLOW_REFUSED, self.at.clone(), what);
        refused.hint("delete the entry and fix the problem").repair(Repair::Delete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn allow(code: Code, byte: usize, cards: Option<&[&str]>) -> Allow {
        let source = Source::new("game.toml", "0123456789");
        let cards = cards.map(|cards| cards.iter().map(|card| (*card).to_owned()).collect());
        Allow { code, because: "it is wanted".to_owned(), at: Span::new(&source, byte..byte + 1), cards }
    }

    fn pale(cards: &[&str]) -> Diagnostic {
        Diagnostic::error(Code::TEXT_TOO_PALE, None, "too pale").for_cards(cards.iter().copied())
    }

    #[test]
    fn an_entry_of_cards_covers_those_alone() {
        let allowed = Allowed::new([
            allow(Code::TEXT_TOO_PALE, 1, Some(&["Axe"])),
            allow(Code::TEXT_TOO_PALE, 2, Some(&["Bow"])),
        ]);
        let mut all = vec![pale(&["Axe"]), pale(&["Axe", "Bow"]), pale(&["Axe", "Fog"]), pale(&[])];
        allowed.accept(&mut all);
        let accepted: Vec<bool> = all.iter().map(|one| one.allowed.is_some()).collect();
        assert_eq!(accepted, [true, true, false, false]);
        assert!(allowed.unneeded(&all, false).is_empty());
    }

    #[test]
    fn what_nothing_needs_is_a_warning_and_what_stops_a_build_is_refused() {
        let allowed = Allowed::new([allow(Code::TEXT_TOO_SMALL, 1, None), allow(Code::UNKNOWN_KIND, 2, None)]);
        let mut all = vec![Diagnostic::error(Code::UNKNOWN_KIND, None, "unknown kind"), pale(&["Axe"])];
        allowed.accept(&mut all);
        assert!(all[0].is_error() && all[1].is_error());
        assert_eq!(all[2].code, Code::ALLOW_REFUSED);
        let unneeded = allowed.unneeded(&all, false);
        assert_eq!(unneeded[0].message, "unused entry `E0615` in `allow`");
    }
}
