//! A file being read, with its diagnostics.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use toml::de::DeTable;

use super::super::syntax;
use crate::diagnostic::{Diagnostic, Reporter, Source, Span, column_name};

/// The columns of a sheet.
pub struct Columns {
    /// Span of the headings.
    pub at: Span,
    /// The key of a card that each represents, which column it is, and its heading.
    pub known: Vec<(String, usize, String)>,
    /// The keys that headings mean which are misspelt.
    pub meant: Vec<String>,
}

/// A file of TOML, or a sheet, and the faults found in it so far.
pub struct File {
    /// Its text and path.
    pub source: Arc<Source>,
    /// The columns of a sheet, in which rows represent tables.
    columns: Option<Columns>,
    reporter: Reporter,
    /// Keys that tables lack.
    missing: RefCell<Vec<(TableKey, Diagnostic)>>,
    /// The same keys, to be looked up.
    known_missing: RefCell<HashSet<TableKey>>,
    /// Keys that were meant by unknown ones.
    pub(super) meant: RefCell<HashSet<TableKey>>,
}

/// Start of a table, and one of its keys.
pub(super) type TableKey = (usize, String);

impl File {
    /// Returns a file in which nothing was found yet.
    pub fn new(source: Arc<Source>) -> Self {
        Self {
            source,
            columns: None,
            reporter: Reporter::default(),
            missing: RefCell::default(),
            known_missing: RefCell::default(),
            meant: RefCell::default(),
        }
    }

    /// Returns the same file as a sheet with these columns.
    pub fn with_columns(self, columns: Columns) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Returns advice on adding a key that a card lacks.
    pub fn to_add(&self, key: &str) -> String {
        let Some(columns) = &self.columns else { return format!("add `{key} = …`") };
        match columns.known.iter().find(|(known, ..)| known == key) {
            Some((_, index, heading)) => format!("fill column {}, `{heading}`", column_name(*index)),
            None => format!("add a column `{key}`"),
        }
    }

    /// Parses the file; where it is not TOML, that is noted and nothing else of it.
    pub fn parse(&self) -> Option<toml::Spanned<DeTable<'_>>> {
        let (table, errors) = DeTable::parse_recoverable(&self.source.text);
        let diagnostic = syntax::first(self, &errors);
        let fine = diagnostic.is_none();
        self.reporter.report_all(diagnostic);
        fine.then_some(table)
    }

    /// Returns the span of the headings, if the file is a sheet without such a column.
    pub(super) fn without_column(&self, key: &str) -> Option<&Span> {
        let columns = self.columns.as_ref()?;
        columns.known.iter().all(|(known, ..)| known != key).then_some(&columns.at)
    }

    /// Notes that a key is missing; `once` if others may have noted it.
    pub(super) fn report_missing(&self, key: TableKey, diagnostic: Diagnostic, once: bool) {
        if self.columns.as_ref().is_some_and(|columns| columns.meant.contains(&key.1)) {
            return;
        }
        if self.known_missing.borrow_mut().insert(key.clone()) || !once {
            self.missing.borrow_mut().push((key, diagnostic));
        }
    }

    /// Records a diagnostic.
    pub fn note(&self, diagnostic: Diagnostic) {
        self.reporter.report(diagnostic);
    }

    /// Sets the affected cards of all diagnostics so far, by the byte at which each begins.
    pub fn affects(&self, cards: impl Fn(usize) -> Option<Vec<String>>) {
        let attribute = |diagnostic: &mut Diagnostic| {
            let start = diagnostic.span.as_ref().filter(|at| at.source == self.source).map(|at| at.range.start);
            if diagnostic.affects.cards.is_empty()
                && let Some(names) = start.and_then(&cards)
            {
                diagnostic.affects.cards = names;
            }
        };
        self.reporter.edit(attribute);
        self.missing.borrow_mut().iter_mut().for_each(|(_, diagnostic)| attribute(diagnostic));
    }

    /// Returns the spans of all diagnostics.
    pub fn faults(&self) -> Vec<Span> {
        let of_missing = self.missing.borrow().iter().map(|(_, diagnostic)| diagnostic.span.clone()).collect();
        [self.reporter.map(|diagnostic| diagnostic.span.clone()), of_missing].concat().into_iter().flatten().collect()
    }

    /// True if an error was found so far.
    pub fn has_errors(&self) -> bool {
        !self.missing.borrow().is_empty() || self.reporter.has_errors()
    }

    /// Returns all diagnostics; a misspelt key isn't also reported as missing.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        let (mut diagnostics, meant) = (self.reporter.into_diagnostics(), self.meant.into_inner());
        let missing = self.missing.into_inner().into_iter().filter(|(key, _)| !meant.contains(key));
        diagnostics.extend(missing.map(|(_, diagnostic)| diagnostic));
        diagnostics
    }
}
