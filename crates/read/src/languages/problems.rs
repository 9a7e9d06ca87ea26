//! Problems of a translation, once all texts were requested: missing, stale, unused, with other values.

use std::collections::{BTreeMap, BTreeSet};

use super::needed::{needed, quoted};
use super::task::{alike, node_length};
use super::{Asked, Part, Translation, language_name};
use crate::diagnostic::{Code, Diagnostic, Reporter, Span};
use crate::game::Game;

/// Keys of a card that aren't words.
const KEPT: [&str; 11] =
    ["sizes", "count", "kind", "back", "art", "card-icon", "rule", "template", "set", "per", "each"];
/// Maximum length of the displayed part of a changed text, in letters.
const SHOWN: usize = 60;

/// Context of messages about a game: its folder, the location of its languages, the cards by the ids of their entries.
pub(crate) struct About<'a> {
    pub id: &'a str,
    pub at: Option<Span>,
    pub game: Option<&'a Game>,
    /// Names of cards by the id of the entry that they are read from.
    pub cards: &'a BTreeMap<String, Vec<String>>,
    /// True if all cards could be read.
    pub is_whole: bool,
}

impl Translation {
    /// Ends the reading, and reports all problems of the translation.
    pub fn finish(self, about: &About<'_>, reporter: &Reporter) {
        let found = Reporter::default();
        {
            let asked = self.asked.borrow();
            let problems = Problems { of: &self, about, asked: &asked };
            problems.report_missing(&found);
            problems.report_stale(&found);
            problems.report_lost_figures(&found);
            if about.is_whole {
                problems.report_unused(&found);
            }
        }
        let mut found = found.into_diagnostics();
        let cards = self.cards_at(about);
        found.extend(self.into_diagnostics());
        for diagnostic in &mut found {
            let at = diagnostic.span.as_ref().map(|at| (at.source.path.as_str(), at.range.start));
            let entry =
                at.and_then(|at| cards.range(..=at_key(at.0, at.1)).next_back().filter(|((path, _), _)| path == at.0));
            if let Some((_, names)) = entry.filter(|_| diagnostic.affects.cards.is_empty()) {
                diagnostic.affects.cards.clone_from(names);
            }
        }
        reporter.report_all(found);
    }

    /// Returns the locations of cards' words, with their owners.
    fn cards_at(&self, about: &About<'_>) -> BTreeMap<(String, usize), Vec<String>> {
        let leaves = self.leaves.borrow();
        let of_cards = leaves.iter().filter(|((part, path), _)| *part == Part::Cards && !path.is_empty());
        let place = |((_, path), leaf): (&(Part, Vec<String>), &super::Leaf)| {
            Some((at_key(&leaf.key.source.path, leaf.key.range.start), about.cards.get(&path[0])?.clone()))
        };
        of_cards.filter_map(place).collect()
    }
}

fn at_key(path: &str, start: usize) -> (String, usize) {
    (path.to_owned(), start)
}

/// Finds the problems of a translation.
struct Problems<'a> {
    of: &'a Translation,
    about: &'a About<'a>,
    asked: &'a [Asked],
}

impl Problems<'_> {
    fn language(&self) -> String {
        language_name(&self.of.language)
    }

    fn command(&self) -> String {
        format!("skirmish translate {} {}", self.about.id, self.of.language)
    }

    /// Returns the owner of a text: ``card `Fog` ``, `[kind.boat]`, the game.
    fn owner(&self, asked: &Asked) -> String {
        match (asked.part, asked.path.as_slice()) {
            (Part::Cards, [id, ..]) => {
                let name = self.asked.iter().find(|one| one.part == Part::Cards && one.path == [id.as_str(), "name"]);
                format!("`{}`", name.map_or(id, |one| &one.source.text))
            }
            (_, path) if path.len() > 1 => format!("`[{}]`", node(asked).join(".")),
            _ => "the game".to_owned(),
        }
    }

    /// Returns the words for a text, if they are written.
    fn word(&self, asked: &Asked) -> Option<super::Word> {
        let leaves = self.of.leaves.borrow();
        let word = leaves.get(&(asked.part, asked.path.clone()))?.word.clone()?;
        (!word.text.trim().is_empty()).then_some(word)
    }

    /// Reports missing translations: once for each card, or for the game if there are none at all.
    fn report_missing(&self, reporter: &Reporter) {
        let needed = needed(self.asked);
        let missing: Vec<&Asked> = needed.iter().copied().filter(|asked| self.word(asked).is_none()).collect();
        let is_empty = self.of.leaves.borrow().values().all(|leaf| leaf.word.is_none());
        if is_empty && missing.len() > 1 && missing.len() == needed.len() && self.of.files.is_empty() {
            let what = format!("nothing is translated into {} yet: {} texts missing", self.language(), missing.len());
            let diagnostic = Diagnostic::error(Code::NOT_TRANSLATED, self.about.at.clone(), what);
            reporter.report(diagnostic.hint(format!("run `{}` to create files with all of them", self.command())));
            return;
        }
        let mut by_node: BTreeMap<(Part, &[String]), Vec<&Asked>> = BTreeMap::new();
        for asked in missing {
            by_node.entry((asked.part, node(asked))).or_default().push(asked);
        }
        for ((part, path), texts) in by_node {
            let keys: Vec<String> =
                texts.iter().map(|asked| format!("`{}`", asked.path[path.len()..].join("."))).collect();
            let (verb, owner) = (if keys.len() == 1 { "is" } else { "are" }, self.owner(texts[0]));
            let what = format!("{} of {owner} {verb} not translated into {}", listed(&keys), self.language());
            let file = part.file(&self.of.language);
            let first = texts[0].path[path.len()..].join(".");
            let below =
                if path.is_empty() { "at the top of".to_owned() } else { format!("below `[{}]` in", path.join(".")) };
            let diagnostic = Diagnostic::error(Code::NOT_TRANSLATED, self.place(texts[0]), what);
            let diagnostic = diagnostic.hint(format!("add `{}.{first} = \"…\"` {below} `{file}`", self.of.language));
            let diagnostic =
                diagnostic.hint(format!("or run `{}` to add all missing texts with their source", self.command()));
            let names = path.first().filter(|_| part == Part::Cards).and_then(|id| self.about.cards.get(id));
            reporter.report(diagnostic.for_cards(names.into_iter().flatten().cloned()));
        }
    }

    /// Returns the location for new words: after their key, or else the source's.
    fn place(&self, asked: &Asked) -> Span {
        let leaves = self.of.leaves.borrow();
        let empty = leaves.get(&(asked.part, asked.path.clone())).and_then(|leaf| leaf.word.as_ref());
        empty.map_or_else(|| asked.source.at.clone(), |word| word.at.clone())
    }

    /// Reports translations of a text that has changed since.
    fn report_stale(&self, reporter: &Reporter) {
        let leaves = self.of.leaves.borrow();
        for asked in self.asked {
            let Some(word) = self.word(asked) else { continue };
            let was = leaves.get(&(asked.part, asked.path.clone())).and_then(|leaf| leaf.source.as_ref());
            let Some(was) = was.filter(|was| !alike(&was.text, &asked.source.text)) else { continue };
            let key = asked.path[node(asked).len()..].join(".");
            let what = format!("outdated translation of `{key}` of {}", self.owner(asked));
            let (old, new) = changed(&was.text, &asked.source.text);
            let diagnostic = Diagnostic::error(Code::TRANSLATION_STALE, word.at, what).label("stale");
            let diagnostic =
                diagnostic.hint(format!("the source changed from “{old}” to “{new}”, at {}", asked.source.at));
            reporter.report(diagnostic.hint(format!(
                "update it; then run `{} --accept` to mark all outdated texts as current",
                self.command()
            )));
        }
    }

    /// Reports translations without a figure that the source quotes: it may have been written by hand.
    fn report_lost_figures(&self, reporter: &Reporter) {
        for asked in self.asked {
            let Some(word) = self.word(asked) else { continue };
            let own = quoted(&word.text);
            let lost: Vec<String> = quoted(&asked.source.text).into_iter().filter(|name| !own.contains(name)).collect();
            if !lost.is_empty() {
                let lost: Vec<String> = lost.iter().map(|name| format!("`{{{name}}}`")).collect();
                let what = format!("the translation doesn't quote {}, as the source does", listed(&lost));
                let diagnostic = Diagnostic::warning(Code::TRANSLATION_OTHER_FIGURES, word.at, what);
                let hint = "quote it: a number written by hand doesn't follow the value";
                reporter.report(diagnostic.hint(hint).hint(format!("see the source at {}", asked.source.at)));
            }
        }
    }

    /// Reports translations that belong to no text of the game.
    fn report_unused(&self, reporter: &Reporter) {
        let seen = self.of.seen.borrow();
        let mut reported = BTreeSet::new();
        for ((part, path), leaf) in self.of.leaves.borrow().iter().filter(|(key, _)| !seen.contains(*key)) {
            let owner = &path[..node_length(*part, path).min(path.len())];
            let asked = || self.asked.iter().filter(|asked| asked.part == *part);
            let has_owner = owner.is_empty() || asked().any(|asked| asked.path.starts_with(owner));
            let key = path[owner.len()..].join(".");
            let at = leaf.word.as_ref().map_or(&leaf.key, |word| &word.at).clone();
            if self.is_kept(path) {
                let what = format!("`{key}` can't be translated: it comes from the source");
                let diagnostic = Diagnostic::error(Code::TRANSLATED_FIGURE, at, what).label("not translatable");
                reporter.report(diagnostic.hint("remove the line: values of the source apply to every language"));
            } else if has_owner {
                let of =
                    asked().find(|asked| asked.path.starts_with(owner)).map_or(String::new(), |one| self.owner(one));
                let what = format!("the source has no text `{key}` of {of}");
                let diagnostic = Diagnostic::warning(Code::TRANSLATION_OF_NOTHING, leaf.key.clone(), what);
                let keys: Vec<String> = asked()
                    .filter(|asked| asked.path.starts_with(owner) && asked.path.len() > owner.len())
                    .map(|asked| asked.path[owner.len()..].join("."))
                    .collect();
                let diagnostic = diagnostic.label("no such text in the source");
                reporter.report(diagnostic.suggest(&key, keys.iter().map(String::as_str)));
            } else if reported.insert((*part, owner.to_vec())) {
                let name = owner.join(".");
                let what = match part {
                    Part::Cards => format!("unknown card `{name}`"),
                    Part::Game => format!("`game.toml` has no texts in `[{name}]`"),
                };
                let known: BTreeSet<String> = asked()
                    .filter(|asked| asked.path.len() > owner.len())
                    .map(|asked| asked.path[..owner.len()].join("."))
                    .collect();
                let diagnostic = Diagnostic::warning(Code::TRANSLATION_OF_NOTHING, leaf.key.clone(), what);
                reporter.report(
                    diagnostic.label("no matching text in the source").suggest(&name, known.iter().map(String::as_str)),
                );
            }
        }
    }

    /// True if keys lead to something untranslatable: a number, a count, a name of a file.
    fn is_kept(&self, path: &[String]) -> bool {
        let Some(last) = path.last() else { return false };
        let is_figure = self.about.game.is_some_and(|game| {
            game.fields.iter().any(|field| !field.kind.is_text() && path.contains(&field.name) && path[0] != "field")
        });
        is_figure || KEPT.contains(&last.as_str()) || self.about.game.is_some() && path[0] == "figures"
    }
}

/// Returns the keys of the table that contains a text: a card, a kind.
fn node(asked: &Asked) -> &[String] {
    &asked.path[..node_length(asked.part, &asked.path)]
}

fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// Returns the parts in which two texts differ, with a word on either side.
fn changed(old: &str, new: &str) -> (String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_whitespace().collect(), new.split_whitespace().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let part = |words: &[&str]| {
        let (from, to) = (same.saturating_sub(1), (words.len() - after + 1).min(words.len()));
        let shown = words[from..to].join(" ");
        let shown = match shown.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{} …", shown[..end].trim_end()),
            None => shown,
        };
        let (before, behind) = (if from > 0 { "… " } else { "" }, if to < words.len() { " …" } else { "" });
        format!("{before}{shown}{behind}")
    };
    (part(&old), part(&new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_shown_with_its_neighbours() {
        let told = changed("It comes home: lay it in front of you.", "It comes home: lay it behind you.");
        assert_eq!(told, ("… it in front of you.".to_owned(), "… it behind you.".to_owned()));
        assert_eq!(changed("a", "b"), ("a".to_owned(), "b".to_owned()));
        assert_eq!(changed("a b c", "a c"), ("a b c".to_owned(), "a c".to_owned()));
        assert_eq!(changed("", "new"), (String::new(), "new".to_owned()));
    }
}
