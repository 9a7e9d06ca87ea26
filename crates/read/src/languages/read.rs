//! A game in another language: the source is read first, then once more with the words of the translation.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::super::rulebook::{Node, lines};
use super::super::warband::ParsedWarbands;
use super::super::{
    ParsedGame, RULEBOOK, cards, declared, folder, game_with, read_with, rulebook, rulebook_name, text_file,
};
use super::{About, Renamed, Tasks, Translation, is_code, language_name, templates};
use crate::diagnostic::{self, Code, Diagnostic, Reporter, Source, Span};
use crate::game::{Card, Game};
use crate::vfs::Vfs;

/// True if a problem is that a translation is not finished: words that are missing or stale.
pub(crate) fn is_unfinished(code: Code) -> bool {
    [Code::NOT_TRANSLATED, Code::TRANSLATION_STALE, Code::BOOK_SECTION_UNTRANSLATED].contains(&code)
}

/// Reads a game in one of its languages; also returns the texts to translate, if known.
pub(crate) fn translated(
    vfs: &dyn Vfs,
    id: &str,
    warbands: ParsedWarbands,
    language: &str,
) -> (ParsedGame, Option<Tasks>) {
    let ParsedGame { game: source, mut diagnostics } = game_with(vfs, id, warbands.clone());
    let Some(source) = source else { return (ParsedGame { game: None, diagnostics }, None) };
    let at = languages_at(vfs, id);
    if !source.languages.iter().any(|known| known == language) {
        diagnostics.push(unknown(&source, language, at));
        return (ParsedGame { game: None, diagnostics }, None);
    }
    let translation = Translation::load(vfs, &folder(id), language);
    let mut of_entries = BTreeMap::new();
    let reporter = Reporter::default();
    let game = read_with(
        vfs,
        id,
        warbands,
        Some(&translation),
        |entries, setting, file, known| {
            let settings = file.parse();
            let settings = settings.as_ref().map(toml::Spanned::get_ref);
            let renamed = Renamed { translation: &translation, file, settings, cards: std::cell::RefCell::default() };
            let game = match entries {
                Some(entries) => cards::read(entries, setting, file, known, Some(&renamed)),
                None => {
                    let mut game = declared::without_cards(file, setting);
                    renamed.without_cards(&mut game);
                    Some(game)
                }
            };
            of_entries = renamed.cards.into_inner();
            game
        },
        &reporter,
    );
    let of_reading = reporter.take();
    let words = templates::words(vfs, &source, &translation);
    let tasks = translation.tasks(at.clone());
    let is_whole = !of_reading.iter().any(|one| one.is_error() && one.code != Code::UNKNOWN_TERM);
    let about = About { id, at, game: game.as_ref(), cards: &of_entries, is_whole };
    translation.finish(&about, &reporter);
    let of_translation = reporter.take();
    let mut game = game;
    if let Some(game) = &mut game {
        keep_files(game, &source);
        game.template_words = words;
        game.has_book = vfs.has(&super::super::rulebook_path(game));
        if source.has_book {
            report_book(vfs, id, language, game.has_book, &reporter);
            diagnostics.extend(reporter.take());
        }
    }
    // The source was read twice: what was said of it the first time is not said again.
    let key =
        |one: &Diagnostic| (one.message.clone(), one.span.as_ref().map(|at| (at.source.path.clone(), at.range.start)));
    let known: HashSet<_> = diagnostics.iter().map(key).collect();
    let new = of_reading.into_iter().chain(of_translation).filter(|one| !known.contains(&key(one)));
    let new: Vec<Diagnostic> = new.collect();
    diagnostics.extend(new);
    diagnostic::sort(&mut diagnostics);
    (ParsedGame { game, diagnostics }, Some(tasks))
}

/// Returns the location of the languages in `game.toml`, or the file.
fn languages_at(vfs: &dyn Vfs, id: &str) -> Option<Span> {
    let source = text_file(vfs, &format!("{}/game.toml", folder(id))).ok()?;
    let (table, _) = toml::de::DeTable::parse_recoverable(&source.text);
    let range = table.get_ref().get("languages").map(toml::Spanned::span).unwrap_or_default();
    Some(Span::new(&source, range))
}

/// Reports an unknown language of the game.
fn unknown(game: &Game, language: &str, at: Option<Span>) -> Diagnostic {
    let (code, what) = match is_code(language) {
        true => (Code::UNKNOWN_LANGUAGE, format!("no translation of {} into `{language}`", game.title)),
        false => (Code::LANGUAGE_CODE, format!("invalid language tag `{language}`")),
    };
    let diagnostic = Diagnostic::error(code, at, what);
    if language == game.language {
        return diagnostic.hint(format!("`{language}` is the source language: remove `--language`"));
    }
    let diagnostic = diagnostic.suggest(language, game.languages.iter().map(String::as_str));
    match is_code(language) {
        true => diagnostic.hint(format!("run `skirmish translate {} {language}` to start a translation", game.id)),
        false => diagnostic.hint("write a BCP 47 tag: de, fr, pt-BR"),
    }
}

/// Files and colours are selected by the words of the source, which keeps art and templates the same in all languages.
fn keep_files(game: &mut Game, source: &Game) {
    game.colour_rules.clone_from(&source.colour_rules);
    let own = std::iter::once(&mut game.deck).chain(&mut game.components).chain(&mut game.panels);
    for (own, source) in own.zip(source.pieces().chain(&source.panels)) {
        for card in &mut own.cards {
            if let Some(same) = source.by_id.get(&card.id).map(|index| &source.cards[*index]) {
                take_files(card, same);
            }
        }
    }
}

fn take_files(card: &mut Card, source: &Card) {
    card.colour_rules.clone_from(&source.colour_rules);
    for (face, same) in card.faces.iter_mut().zip(&source.faces).filter(|(face, same)| face.kind == same.kind) {
        face.template.clone_from(&same.template);
        face.art.clone_from(&same.art);
        face.card_icon.clone_from(&same.card_icon);
    }
}

/// Reports missing parts of the translated rulebook: itself, or sections of the source's.
fn report_book(vfs: &dyn Vfs, id: &str, language: &str, is_there: bool, reporter: &Reporter) {
    let path = |language: Option<&str>| format!("{}/{}", folder(id), rulebook_name(language));
    let Ok(source) = text_file(vfs, &path(None)) else { return };
    if !is_there {
        let name = rulebook_name(Some(language));
        let what = format!("no translation of the rulebook into {}: missing `{name}`", language_name(language));
        let diagnostic = Diagnostic::error(Code::NOT_TRANSLATED, Span::file(&source), what);
        let hint = format!("run `skirmish translate {id} {language}` to copy `{RULEBOOK}` there, then translate it");
        reporter.report(diagnostic.hint(hint));
        return;
    }
    let Ok(own) = text_file(vfs, &path(Some(language))) else { return };
    let (of_source, of_own) = (named(&source), named(&own));
    let has: BTreeSet<&str> = of_own.iter().map(|(name, _)| name.as_str()).collect();
    let lacks = of_source.iter().filter(|(name, _)| !has.contains(name.as_str()));
    let told = |(name, at): &(String, Span)| {
        let what = format!("section `#{name}` of `{RULEBOOK}` is missing in `{}`", rulebook_name(Some(language)));
        let diagnostic = Diagnostic::error(Code::BOOK_SECTION_UNTRANSLATED, at.clone(), what);
        diagnostic.hint(format!("translate it, with `{{#{name}}}` after its heading"))
    };
    reporter.report_all(lacks.map(told));
}

/// Returns the explicit ids of a rulebook's sections: `{#boats}`.
fn named(source: &Arc<Source>) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    headings(source, &rulebook::split(source, &Reporter::default()), &mut found);
    found
}

fn headings(source: &Arc<Source>, nodes: &[Node], found: &mut Vec<(String, Span)>) {
    for node in nodes {
        match node {
            Node::Markdown(range) => {
                for line in lines(&source.text[range.clone()]) {
                    if let Some(id) = line.heading.and_then(|heading| heading.id) {
                        let at = range.start + line.range.start..range.start + line.range.end;
                        found.push((id.to_owned(), Span::new(source, source.without_blanks(at))));
                    }
                }
            }
            Node::Directive(directive) => headings(source, &directive.children, found),
            Node::Table(_) => {}
        }
    }
}

/// Reports languages with files in the folder of a game that it doesn't declare.
pub(crate) fn report_not_named(vfs: &dyn Vfs, game: &Game, reporter: &Reporter) {
    let folder = folder(&game.id);
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for path in vfs.files(&folder) {
        let name = &path[folder.len() + 1..];
        let of = |before: &str, after: &str| name.strip_prefix(before)?.strip_suffix(after).map(str::to_owned);
        let language = of("cards.", ".toml").or_else(|| of("game.", ".toml")).or_else(|| of("rules.", ".md"));
        if let Some(language) = language.filter(|language| is_code(language) && !game.languages.contains(language)) {
            found.entry(language).or_insert(path);
        }
    }
    let told = |(language, path): (String, String)| {
        let at = Span::file(&Source::new(path, ""));
        let what = format!("`game.toml` doesn't list {} of the game's translations", language_name(&language));
        let all: Vec<String> = game.languages.iter().chain([&language]).map(|code| format!("\"{code}\"")).collect();
        let diagnostic = Diagnostic::warning(Code::LANGUAGE_NOT_NAMED, at, what);
        diagnostic.hint(format!("add `languages = [{}]` at the top of `game.toml`", all.join(", ")))
    };
    reporter.report_all(found.into_iter().map(told));
}
