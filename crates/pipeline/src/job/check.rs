//! Checks a game in both versions.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use super::languages::as_warnings;
use super::select::{GameSelector, games, no_language, printed_games, with_warband};
use super::{Composed, Drawing, DrawnPiece, Failure, Parsed, PressNeeds};
use crate::book::{LayoutCache, PageFormat};
use crate::diagnostic::{self, Code, Diagnostic, Reporter, Span};
use crate::face::{FaceId, Project, RenderCache, TypeSet};
use crate::game::net::{self, NetForm};
use crate::game::{CardFormat, Component, CutShape, Game, Ink, PieceSpec};
use crate::proof::{LintCache, lint_book, lint_press, without_bleed};
use crate::read::{self, ParsedGame};
use crate::sheet::{Home, Paper};
use crate::vfs::Vfs;

/// Returns all diagnostics of the games, in the order of their files, in all their languages, or in one; for a press,
/// also those that it would reject or change. With a warband, a name in a game's folder or a path, the games are those
/// that print warbands, and it replaces theirs.
///
/// Missing or stale words are errors if a language is requested.
///
/// # Errors
/// There is no game at all, or none that prints warbands or has the language; the profile of the press can't be used.
pub fn check(
    vfs: &dyn Vfs,
    asked: &[String],
    warband: Option<&str>,
    press: Option<&PressNeeds>,
    language: Option<&str>,
) -> Result<Vec<Diagnostic>, Failure> {
    // A profile that cannot be used is found here rather than when all is drawn.
    press.map(PressNeeds::open).transpose()?;
    let wanted = GameSelector::new(asked, warband.is_some());
    let Some(warband) = warband else {
        let Some(language) = language else {
            let check = |id: &String| check_languages(vfs, id, press);
            return Ok(games(vfs, wanted)?.iter().flat_map(check).collect());
        };
        let has_it = |id: &String| {
            let game = read::game(vfs, id).game;
            game.is_none_or(|game| game.languages.iter().any(|known| known == language))
        };
        let all = games(vfs, wanted)?.into_iter().filter(|id| wanted.is_named() || has_it(id));
        let all: Vec<String> = all.collect();
        if all.is_empty() {
            return Ok(vec![no_language(language)]);
        }
        let check = |id: &String| {
            let reading = read::game_in(vfs, id, Some(language));
            check_game(vfs, id, reading, press, &Shared::default())
        };
        // Another language may need what this one does not.
        let is_of_all = |one: &Diagnostic| one.code != Code::ALLOW_UNNEEDED;
        return Ok(all.iter().flat_map(check).filter(is_of_all).collect());
    };
    let mut readings = match with_warband(vfs, printed_games(vfs, wanted, language)?, warband, language) {
        // A missing file is a problem like any other.
        Err(Failure::Diagnostics(diagnostics)) => return Ok(diagnostics),
        readings => readings?,
    };
    wanted.retain_defaults(vfs, &mut readings);
    let mut all: Vec<Diagnostic> = Vec::new();
    for (id, reading) in readings {
        let found = check_game(vfs, &id, reading, press, &Shared::default());
        // Several games read the same file.
        add_new(&mut all, found.into_iter().filter(|one| one.code != Code::ALLOW_UNNEEDED));
    }
    Ok(all)
}

/// Returns the problems of a game in its source language, and the additional ones in each of the others.
fn check_languages(vfs: &dyn Vfs, id: &str, press: Option<&PressNeeds>) -> Vec<Diagnostic> {
    let source = read::game(vfs, id);
    let Some(languages) = source.game.as_ref().map(|game| game.languages.clone()) else { return source.diagnostics };
    let reporter = Reporter::default();
    source.game.iter().for_each(|game| read::report_languages_not_named(vfs, game, &reporter));
    let shared = Shared::default();
    let mut all = check_game(vfs, id, source, press, &shared);
    all.extend(reporter.into_diagnostics());
    // Further problems in other languages usually follow from it.
    if all.iter().any(Diagnostic::is_error) {
        return all;
    }
    let is_unused = |one: &Diagnostic| [Code::UNUSED_FILE, Code::ALLOW_UNNEEDED].contains(&one.code);
    for language in languages {
        let ParsedGame { game, diagnostics } = read::game_in(vfs, id, Some(&language));
        let reading = ParsedGame { game, diagnostics: as_warnings(diagnostics) };
        let found = check_game(vfs, id, reading, press, &shared);
        // A picture in one language's book is used.
        let still: HashSet<Printed> = found.iter().filter(|one| is_unused(one)).map(printed).collect();
        all.retain(|one| !is_unused(one) || still.contains(&printed(one)));
        add_new(&mut all, found.into_iter().filter(|one| !is_unused(one)));
    }
    diagnostic::sort(&mut all);
    all
}

/// Visible parts of a diagnostic, which identify it.
type Printed = (Code, Option<String>, String, Vec<String>);

fn printed(one: &Diagnostic) -> Printed {
    (one.code, one.span.as_ref().map(Span::to_string), one.message.clone(), one.hints.clone())
}

/// Adds the new ones of some diagnostics.
fn add_new(all: &mut Vec<Diagnostic>, found: impl Iterator<Item = Diagnostic>) {
    let mut known: HashSet<Printed> = all.iter().map(printed).collect();
    all.extend(found.filter(|one| known.insert(printed(one))));
}

/// Common to all inks and languages of a game: its type, most of its drawings, and the results about those.
#[derive(Default)]
struct Shared {
    type_set: OnceCell<TypeSet>,
    kept: RenderCache,
    known: LintCache,
}

fn check_game(
    vfs: &dyn Vfs,
    id: &str,
    reading: ParsedGame,
    press: Option<&PressNeeds>,
    shared: &Shared,
) -> Vec<Diagnostic> {
    if reading.game.as_ref().is_some_and(|game| !game.is_printed()) {
        return reading.diagnostics;
    }
    let Shared { type_set, kept, known } = shared;
    let project = match Project::from_parsed_with(vfs, id, reading, type_set.get_or_init(|| TypeSet::load(vfs, id))) {
        Ok(project) => project,
        Err(diagnostics) => return diagnostics,
    };
    let parsed = Parsed::new(vfs, project);
    let project = &parsed.project;
    let reporter = Reporter::default();
    let mut cache = LayoutCache::default();
    for ink in [Ink::Full, Ink::Low] {
        let composed = parsed.compose(vfs, ink, kept, Drawing::Final);
        let styling_is_valid = !composed.diagnostics.iter().any(Diagnostic::is_error) && project.styling_is_valid();
        let press = press.filter(|_| ink == Ink::Full);
        reporter.report_all(composed.diagnostics.iter().cloned());
        for format in [PageFormat::A5, PageFormat::HALF_LETTER] {
            match composed.typeset(format, &mut cache) {
                Ok(Some(book)) if styling_is_valid => {
                    lint_book(&project.game, &book, known, &reporter);
                    if let Some(needs) = press.filter(|_| format == PageFormat::A5) {
                        let page = |(number, page): (usize, &crate::book::Page)| {
                            (format!("page {number} of the book"), Arc::clone(&page.scene))
                        };
                        let pages: Vec<_> = (1..).zip(&book.pages).map(page).collect();
                        let pages = pages.iter().map(|(name, scene)| (name.clone(), scene));
                        lint_press(pages, needs.ink_limit, &reporter);
                    }
                }
                Ok(_) => {}
                Err(diagnostics) => {
                    // Each format has its own numbers for overlong content: a place is reported once.
                    let place = |one: &Diagnostic| {
                        let at = one.span.as_ref().map(|at| (at.source.path.clone(), at.range.start, at.range.end));
                        (one.code, at)
                    };
                    let reported: HashSet<_> = reporter.map(place).into_iter().collect();
                    reporter.report_all(diagnostics.into_iter().filter(|new| !reported.contains(&place(new))));
                }
            }
        }
        reporter.report_all(composed.errors());
        if styling_is_valid {
            composed.lint(known, &reporter);
            press.iter().for_each(|needs| lint_for_press(&composed, needs, &reporter));
        }
        if ink == Ink::Full && !project.has_errors() {
            report_too_large(&project.game, &reporter);
            // Errors hide which files are used.
            if !reporter.has_errors() {
                composed.lint_unused(vfs, &reporter);
            }
        }
    }
    let mut all = project.with_diagnostics(reporter.into_diagnostics());
    let allowed = &project.game.allowed;
    allowed.accept(&mut all);
    // While something is wrong not everything was looked at.
    if !all.iter().any(Diagnostic::is_error) {
        all.extend(allowed.unneeded(&all, press.is_some()));
    }
    diagnostic::sort(&mut all);
    all
}

/// Reports what a press would reject or change of faces without errors.
fn lint_for_press(composed: &Composed<'_>, needs: &PressNeeds, reporter: &Reporter) {
    for DrawnPiece { renderer, composed, .. } in composed.pieces.iter().filter(|piece| piece.errors.is_empty()) {
        let (component, deck) = (renderer.faces.component(), renderer.faces.deck());
        reporter.report_all(without_bleed(component));
        let face = |id: FaceId| (format!("face `{}`", renderer.faces.face_name(id)), &composed.faces.scenes[id.0]);
        lint_press(deck.ids().map(face), needs.ink_limit, reporter);
    }
}

/// Reports pieces that don't fit on some paper, and what would.
pub(crate) fn report_too_large(game: &Game, reporter: &Reporter) {
    for component in game.pieces().filter(|component| !component.cards.is_empty()) {
        let (piece, format) = (&component.piece, &component.format);
        let fits = |paper: Paper| Home { paper, ..Home::default() }.fits(piece, format);
        let not: Vec<Paper> = Paper::ALL.into_iter().filter(|paper| !fits(*paper)).collect();
        let names = |papers: &[Paper]| papers.iter().map(|paper| paper.title()).collect::<Vec<_>>().join(" or ");
        if not.is_empty() {
            continue;
        }
        let size = format.size;
        let (name, flat) = (&piece.name, if piece.shape.net().is_some() { "a flat sheet of " } else { "" });
        let (width, height) = (size.width.get(), size.height.get());
        let what = format!("{name}: {flat}{width:.1} × {height:.1} mm doesn't fit on {}", names(&not));
        let at = piece.shape.net().map(|net| net.at.clone()).or_else(|| Some(component.cards[0].at.clone()));
        let diagnostic = match not.len() == Paper::ALL.len() {
            true => Diagnostic::error(Code::PIECE_AND_PAPER, at, what),
            false => Diagnostic::warning(Code::PIECE_AND_PAPER, at, what),
        };
        reporter.report(diagnostic.hint(would_fit(component, &not)));
    }
}

/// Returns a hint for a piece that doesn't fit on some papers.
fn would_fit(component: &Component, papers: &[Paper]) -> String {
    let net = component.piece.shape.net();
    let fewer = net.and_then(|net| {
        let NetForm::Tuck(spec) = net.form else { return None };
        let most = (1..spec.holds?.count).rev().find(|count| {
            let Some(smaller) = spec.holding(*count) else { return false };
            let smaller = net::tuck(smaller, net.at.clone());
            let format = CardFormat { size: smaller.size(), ..component.format };
            let piece = PieceSpec { shape: CutShape::Net(Arc::new(smaller)), ..component.piece.clone() };
            papers.iter().all(|paper| Home { paper: *paper, ..Home::default() }.fits(&piece, &format))
        })?;
        Some(format!("at most {most} fit: make two boxes, or use larger paper"))
    });
    fewer.unwrap_or_else(|| "make it smaller, or use a print shop: `--target press`".to_owned())
}
