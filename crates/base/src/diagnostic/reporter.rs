//! A collector of diagnostics.

use parking_lot::Mutex;

use super::Diagnostic;

/// Collects what functions find besides their result; they take it as their last parameter, and threads may share it.
///
/// A function that can't give its result without errors returns them as a `Result`.
#[derive(Debug, Default)]
pub struct Reporter {
    found: Mutex<Vec<Diagnostic>>,
}

impl Reporter {
    /// Adds a diagnostic.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.found.lock().push(diagnostic);
    }

    /// Adds several diagnostics. They may be calculated meanwhile by functions that report others.
    pub fn report_all(&self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        let mut diagnostics: Vec<Diagnostic> = diagnostics.into_iter().collect();
        self.found.lock().append(&mut diagnostics);
    }

    /// True if an error was reported.
    pub fn has_errors(&self) -> bool {
        self.found.lock().iter().any(Diagnostic::is_error)
    }

    /// Returns something of each diagnostic.
    pub fn map<T>(&self, of: impl FnMut(&Diagnostic) -> T) -> Vec<T> {
        self.found.lock().iter().map(of).collect()
    }

    /// Changes all diagnostics so far.
    pub fn edit(&self, change: impl FnMut(&mut Diagnostic)) {
        self.found.lock().iter_mut().for_each(change);
    }

    /// Returns all diagnostics so far, and forgets them.
    #[must_use]
    pub fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.found.lock())
    }

    /// Returns all diagnostics.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.found.into_inner()
    }

    /// Runs code with a new reporter, and returns its result with the diagnostics.
    pub fn collect<T>(work: impl FnOnce(&Self) -> T) -> (T, Vec<Diagnostic>) {
        let reporter = Self::default();
        let result = work(&reporter);
        (result, reporter.into_diagnostics())
    }
}
