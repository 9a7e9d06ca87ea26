//! The interlace of kinds and pieces.

use super::table::{TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic};
use knotwork::{Break, Pattern, Wall};

/// Reads the interlace of a kind or a piece; an invalid one is replaced by a plain one, to avoid an error about an
/// empty slot.
pub(super) fn weave(kind: &TomlTable<'_>) -> Option<Pattern> {
    kind.has("weave").then(|| read_weave(kind).or_else(|| Pattern::new(2, 2, 0.8, 0.17, Vec::new()).ok())).flatten()
}

/// Reads the five values of an interlace.
fn read_weave(kind: &TomlTable<'_>) -> Option<Pattern> {
    let table = kind.table("weave", format_args!("the weave of {}", kind.what))?;
    let strands = table.must_number("strands", 1..=12);
    let period = table.must_number("period", 1..=48);
    let width = table.measure("width", 0.1..=1.0).unwrap_or(0.8);
    let gap = table.measure("gap", 0.0..=0.5).unwrap_or(0.17);
    let breaks: Vec<Option<Break>> = table.words("breaks").iter().map(|word| read_break(&table, word)).collect();
    let at = table.at.clone();
    table.finish();
    let breaks = breaks.into_iter().collect::<Option<Vec<_>>>()?;
    let (strands, period) = (u32::try_from(strands?).ok()?, u32::try_from(period?).ok()?);
    match Pattern::new(strands, period, width, gap, breaks) {
        Ok(pattern) => Some(pattern),
        Err(error) => {
            kind.file.note(Diagnostic::error(
                Code::WEAVE_IMPOSSIBLE,
                at,
                format!("invalid weave of {}: {error}", kind.what),
            ));
            None
        }
    }
}

/// Reads `"1 2 V"`: column, row, and the wall that separates the strands there.
fn read_break(table: &TomlTable<'_>, word: &Word) -> Option<Break> {
    let parts: Vec<&str> = word.text.split_whitespace().collect();
    let read = || {
        let [x, y, wall] = parts.as_slice() else { return None };
        let wall = match *wall {
            "H" => Wall::Horizontal,
            "V" => Wall::Vertical,
            _ => return None,
        };
        Some(Break { x: x.parse().ok()?, y: y.parse().ok()?, wall })
    };
    let found = read();
    if found.is_none() {
        let diagnostic = Diagnostic::error(
            Code::WEAVE_BREAK,
            word.at.clone(),
            format!("invalid break `{}` in {}", word.text, table.what),
        );
        table.file.note(diagnostic.hint("write column, row and `H` or `V`, as in \"1 2 V\""));
    }
    found
}
