//! README, docs, help and messages say things in the words of the field: none of the phrases listed here comes back.

use std::fs;
use std::path::{Path, PathBuf};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Phrases in lower case, and what to write instead.
const PHRASES: [(&str, &str); 35] = [
    ("anew", "again"),
    ("are told", "are reported"),
    ("at the most", "at most"),
    ("be told", "be reported"),
    ("by itself", "automatically"),
    ("by themselves", "automatically"),
    ("by turns", "alternating"),
    ("called as", "named after"),
    ("dots an inch", "dpi"),
    ("give or take", "±"),
    ("has not ", "doesn't have"),
    ("in place of", "instead of"),
    ("is no ", "isn't a, invalid, unknown"),
    ("is none", "is unknown, is missing"),
    ("is told", "is reported"),
    ("leave it out", "remove it"),
    ("leave one of them out", "remove one of them"),
    ("leave the line out", "remove the line"),
    ("lie in", "are in"),
    ("lies in", "is in"),
    ("makes no sense", "is invalid"),
    ("mend it", "fix it"),
    ("mend the", "fix the"),
    ("mended", "fixed"),
    ("so many", "the number of"),
    ("sort of", "type, kind"),
    ("sorts of", "types, kinds"),
    ("stands between", "is between"),
    ("stands for", "is, means"),
    ("stands in", "is in, appears in"),
    ("tells of", "reports"),
    ("tells what", "explains"),
    ("tells which", "lists"),
    ("the same goes", "also affects"),
    ("what stands", "a noun"),
];

/// Modules whose strings are messages for game authors.
const MESSAGES: [&str; 8] = [
    "crates/base",
    "crates/model",
    "crates/read",
    "crates/book",
    "crates/output",
    "crates/pipeline",
    "crates/render",
    "src/bin",
];

/// Files with an extension below a folder, or the file itself.
fn files(path: &Path, extension: &str) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let inner = fs::read_dir(path).expect("a folder").flatten().map(|entry| entry.path());
    inner
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == extension))
        .flat_map(|path| files(&path, extension))
        .collect()
}

/// Returns lines of Markdown, without code blocks.
fn prose(markdown: &str) -> Vec<(usize, String)> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (index, line) in markdown.lines().enumerate() {
        is_code ^= line.trim_start().starts_with("```");
        if !is_code {
            lines.push((index + 1, line.to_owned()));
        }
    }
    lines
}

/// Returns the lines of a source file with strings in them, up to its tests; doc comments of a program are its help.
fn strings(source: &str, with_docs: bool) -> Vec<(usize, String)> {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let is_said = |line: &str| {
        let line = line.trim_start();
        let is_comment = line.starts_with("//");
        (with_docs && line.starts_with("///"))
            || (!is_comment && !line.contains(".expect(\"") && !line.contains("reason = "))
    };
    let lines = code.lines().enumerate().filter(|(_, line)| is_said(line));
    lines.map(|(index, line)| (index + 1, line.to_owned())).collect()
}

/// True if a phrase is in a line, at the beginning of a word.
fn has(line: &str, phrase: &str) -> bool {
    // "No longer" is good English.
    line.match_indices(phrase)
        .filter(|(at, _)| !line[at + phrase.len()..].starts_with("longer"))
        .any(|(at, _)| !line[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

#[test]
fn docs_help_and_messages_are_free_of_listed_phrases() {
    let home = Path::new(HOME);
    let mut texts: Vec<(PathBuf, Vec<(usize, String)>)> = Vec::new();
    for path in ["README.md", "CHANGELOG.md", "docs"].iter().flat_map(|path| files(&home.join(path), "md")) {
        let text = fs::read_to_string(&path).expect("a text");
        texts.push((path, prose(&text)));
    }
    for module in MESSAGES {
        for path in files(&home.join(module), "rs") {
            let is_test = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests"));
            let text = fs::read_to_string(&path).expect("source");
            if !is_test && !path.starts_with(home.join("crates/pipeline/src/job/new")) {
                texts.push((path, strings(&text, module == "src/bin")));
            }
        }
    }
    let mut found = Vec::new();
    for (path, lines) in &texts {
        for (number, line) in lines {
            let lower = line.to_lowercase();
            for (phrase, better) in PHRASES.iter().filter(|(phrase, _)| has(&lower, phrase)) {
                let path = path.strip_prefix(home).unwrap_or(path).display();
                found.push(format!("{path}:{number}: “{phrase}”, better: {better}\n    {}", line.trim()));
            }
        }
    }
    assert!(texts.len() > 100, "{} files", texts.len());
    assert!(found.is_empty(), "{} phrases:\n{}", found.len(), found.join("\n"));
}
