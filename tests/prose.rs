//! Style of texts: phrases with a plainer word are rare in README, docs, help, messages and comments.

use std::fs;
use std::path::{Path, PathBuf};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Phrases in lower case, and a better wording. A space at the end requires another word.
const PHRASES: [(&str, &str); 76] = [
    (", for it ", "a new sentence"),
    (", for they ", "a new sentence"),
    (", so that ", "a new sentence, or drop the reason"),
    ("aeroplane", "plane"),
    ("all that is", "the noun"),
    ("anew", "again"),
    ("are no ", "aren't, unknown, missing"),
    ("are none", "are unknown, are missing"),
    ("are told", "are reported"),
    ("as long as", "while, until"),
    ("at the most", "at most"),
    ("be told", "be reported"),
    ("by itself", "automatically"),
    ("by themselves", "automatically"),
    ("by turns", "alternating"),
    ("called as", "named after"),
    ("dots an inch", "dpi"),
    ("give or take", "±"),
    ("has not ", "doesn't have"),
    ("have not ", "don't have"),
    ("in place of", "instead of"),
    ("is no ", "isn't a, invalid, unknown"),
    ("is none", "is unknown, is missing"),
    ("is told", "is reported"),
    ("leave it out", "remove it"),
    ("leave one of them out", "remove one of them"),
    ("leave the line out", "remove the line"),
    ("lie beside", "are next to"),
    ("lie in", "are in"),
    ("lie on", "are on"),
    ("lies at", "is at"),
    ("lies behind", "is behind"),
    ("lies below", "is below"),
    ("lies beside", "is next to"),
    ("lies in", "is in"),
    ("lies on", "is on"),
    ("makes no sense", "is invalid"),
    ("mend it", "fix it"),
    ("mend the", "fix the"),
    ("mended", "fixed"),
    ("of this sort", "of this type"),
    ("put aside", "archived"),
    ("so many", "the number of"),
    ("sort of", "type, kind"),
    ("sorts of", "types, kinds"),
    ("stand in", "are in"),
    ("stand on", "are on"),
    ("stands above", "is above"),
    ("stands at", "is at"),
    ("stands before", "is before"),
    ("stands below", "is below"),
    ("stands beside", "is next to"),
    ("stands between", "is between"),
    ("stands for", "is, means"),
    ("stands in", "is in, appears in"),
    ("stands on", "is on"),
    ("telephone", "phone"),
    ("tells of", "reports"),
    ("tells the", "reports, shows"),
    ("tells what", "explains"),
    ("tells whether", "returns true if"),
    ("tells which", "lists"),
    ("the same goes", "also affects"),
    ("thousand million", "billion"),
    ("was told", "was reported"),
    ("were told", "were reported"),
    ("what becomes of", "the noun"),
    ("what comes ", "the noun"),
    ("what follows", "the noun"),
    ("what goes ", "the noun"),
    ("what has ", "the noun"),
    ("what is ", "the noun"),
    ("what lies", "the noun"),
    ("what stands", "the noun"),
    ("what was ", "the noun"),
    ("what were ", "the noun"),
];

/// Words that open a sentence without its noun, unless it is a question.
const OPENERS: [&str; 7] = ["All that ", "Of which ", "That which ", "Those ", "What ", "Whether ", "Who "];

/// Good English with a listed phrase in it.
const FINE: [&str; 9] = [
    "as long as the",
    "has not been",
    "have not been",
    "is no longer",
    "are no longer",
    "is no more",
    "is no need",
    "what is missing",
    "what is wrong",
];

/// Texts of one part of the project.
struct Part {
    name: &'static str,
    /// The maximum of listed phrases per 1,000 words.
    limit: f64,
    words: usize,
    hits: Vec<String>,
}

impl Part {
    const fn new(name: &'static str, limit: f64) -> Self {
        Self { name, limit, words: 0, hits: Vec::new() }
    }

    /// Counts the words of a line, and the phrases in it.
    fn read(&mut self, place: &str, line: &str) {
        let line = without_code(line);
        self.words += line.split_whitespace().count();
        for (phrase, better) in phrases(&line) {
            self.hits.push(format!("{place}: “{}”, better: {better}\n    {}", phrase.trim(), line.trim()));
        }
    }

    /// Returns a report if there are too many phrases.
    fn objection(&self) -> Option<String> {
        let (count, limit) = (self.hits.len(), self.limit);
        let rate = 1000.0 * count as f64 / self.words.max(1) as f64;
        (rate > limit).then(|| {
            format!("{}: {rate:.1} phrases per 1,000 words, more than {limit}:\n{}", self.name, self.hits.join("\n"))
        })
    }
}

/// Returns a line without code in backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("x")
}

/// Returns the listed phrases in a line, at the beginning of a word, and their better wordings.
fn phrases(line: &str) -> Vec<(&'static str, &'static str)> {
    let lower = line.to_lowercase();
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let starts_word = |at: usize| !lower[..at].ends_with(is_letter) || !lower[at..].starts_with(is_letter);
    let is_fine = |at: usize| FINE.iter().any(|fine| lower[at..].starts_with(fine));
    let is_in = |phrase: &str| lower.match_indices(phrase).any(|(at, _)| starts_word(at) && !is_fine(at));
    let is_asked = line.contains('?');
    let is_question = |phrase: &str| is_asked && phrase.starts_with("what ");
    let mut found: Vec<_> = PHRASES.into_iter().filter(|(phrase, _)| is_in(phrase) && !is_question(phrase)).collect();
    let opening = line.trim_start_matches([' ', '#', '-', '*', '|', '/', '!']);
    if !is_asked {
        found.extend(
            OPENERS.iter().filter(|word| opening.starts_with(**word)).map(|word| (*word, "the noun or the verb")),
        );
    }
    found
}

/// Returns the files with an extension below a folder, or the file itself.
fn files(path: &Path, extension: &str) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let inner = fs::read_dir(path).expect("a folder").flatten().map(|entry| entry.path());
    let is_ours = |path: &PathBuf| !path.ends_with("node_modules") && !path.ends_with("vendor");
    inner
        .filter(is_ours)
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == extension))
        .flat_map(|path| files(&path, extension))
        .collect()
}

/// Returns lines of Markdown with their numbers, without code blocks.
fn prose(markdown: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(markdown.lines()).filter(move |(_, line)| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code
    })
}

/// Returns the comment of a source line, if it has one.
fn comment(line: &str) -> Option<&str> {
    let (_, comment) =
        line.split_once("// ").or_else(|| line.split_once("/// ")).or_else(|| line.split_once("//! "))?;
    Some(comment)
}

/// Returns the strings of a source line that are sentences or parts of one.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    let is_said = [".expect(\"", "assert", "reason = "].iter().all(|word| !line.contains(word));
    line.split('"').skip(1).step_by(2).filter(move |text| is_said && text.contains(' '))
}

#[test]
fn docs_help_messages_and_comments_use_plain_words() {
    let home = Path::new(HOME);
    let mut docs = Part::new("README, changelog and docs", 2.0);
    let mut help = Part::new("help", 2.0);
    let mut messages = Part::new("messages", 2.0);
    let mut comments = Part::new("comments", 3.0);
    let mut scripts = Part::new("comments of scripts", 3.0);
    for path in ["README.md", "CHANGELOG.md", "docs"].iter().flat_map(|path| files(&home.join(path), "md")) {
        for (number, line) in prose(&fs::read_to_string(&path).expect("a text")) {
            docs.read(&format!("{}:{number}", path.display()), line);
        }
    }
    for path in ["crates", "web", "tests/web"]
        .iter()
        .flat_map(|path| [files(&home.join(path), "js"), files(&home.join(path), "mjs")].concat())
    {
        for (number, line) in (1..).zip(fs::read_to_string(&path).expect("a script").lines()) {
            if let Some(text) = comment(line) {
                scripts.read(&format!("{}:{number}", path.display()), text);
            }
        }
    }
    for path in
        ["crates", "src", "tests", "benches", "web", "xtask"].iter().flat_map(|path| files(&home.join(path), "rs"))
    {
        let source = fs::read_to_string(&path).expect("source");
        let inner = path.strip_prefix(home).unwrap_or(&path);
        let is_test = inner.starts_with("tests")
            || inner.starts_with("benches")
            || path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests"));
        let is_help = inner.starts_with("src/bin");
        let tests_at = source.find("#[cfg(test)]\nmod ").unwrap_or(source.len());
        let mut read = 0;
        for (number, line) in (1..).zip(source.lines()) {
            let place = format!("{}:{number}", inner.display());
            read += line.len() + 1;
            match comment(line) {
                Some(text) if is_help && line.trim_start().starts_with("///") => help.read(&place, text),
                Some(text) => comments.read(&place, text),
                None if is_test || read > tests_at => {}
                None => {
                    for text in strings(line) {
                        if is_help { &mut help } else { &mut messages }.read(&place, text);
                    }
                }
            }
        }
    }
    let parts = [docs, help, messages, comments, scripts];
    for part in &parts {
        assert!(part.words > 500, "{}: {} words", part.name, part.words);
    }
    let objections: Vec<String> = parts.iter().filter_map(Part::objection).collect();
    assert!(objections.is_empty(), "{}", objections.join("\n\n"));
}

#[test]
fn phrases_are_found_at_the_beginning_of_words() {
    let found = |line: &str| phrases(&without_code(line)).into_iter().map(|(phrase, _)| phrase).collect::<Vec<_>>();
    assert_eq!(found("The name is no colour, so that it lies in the list."), [", so that ", "is no ", "lies in"]);
    assert_eq!(found("/// Whether it is told."), ["is told", "Whether "]);
    assert!(found("This is none of `so many`; it is no longer there.").iter().eq(&["is none"]));
    assert!(found("What does it cost?").is_empty());
    let mut part = Part::new("a text", 2.0);
    part.read("here", "One of many words");
    part.read("here", "is told");
    assert!(part.objection().is_some_and(|text| text.starts_with("a text: 166.7 phrases")), "{:?}", part.objection());
}
