//! Captures usvg's log, the only place where it reports dropped content, so nothing goes missing from a print
//! unnoticed.

use std::cell::RefCell;
use std::sync::Once;

use log::{LevelFilter, Log, Metadata, Record};

thread_local! {
    static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Collector;

impl Log for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
            && ["usvg", "resvg"].iter().any(|library| metadata.target().starts_with(library))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            WARNINGS.with_borrow_mut(|heard| heard.push(record.args().to_string()));
        }
    }

    fn flush(&self) {}
}

static COLLECTOR: Collector = Collector;
static LISTEN: Once = Once::new();

/// Runs a function, and returns the warnings that were logged meanwhile on this thread.
///
/// If the program has a logger of its own, that one receives the warnings and nothing is reported here.
pub(super) fn capture_warnings<R>(act: impl FnOnce() -> R) -> (R, Vec<String>) {
    LISTEN.call_once(|| {
        if log::set_logger(&COLLECTOR).is_ok() {
            log::set_max_level(LevelFilter::Warn);
        }
    });
    WARNINGS.with_borrow_mut(Vec::clear);
    let done = act();
    (done, WARNINGS.with_borrow_mut(std::mem::take))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_is_told() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image width="9" height="9" href="data:image/png;base64,AAAA"/></svg>"##;
        let (tree, heard) = capture_warnings(|| usvg::Tree::from_str(svg, &usvg::Options::default()));
        assert!(tree.is_ok());
        assert_eq!(heard.len(), 1, "{heard:?}");
    }
}
