//! Games and cards that a request selects.

use super::selection::Selection;
use super::{Failure, warband};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Card, Component, Game, WARBAND_RULES};
use crate::read::{self, ParsedGame};
use crate::vfs::{Vfs, normalize};

/// Games that a request selects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GameSelector<'a> {
    /// These, by their ids or the paths of their folders.
    Named(&'a [String]),
    /// The default games.
    Meant,
    /// Any games that have what is requested.
    Any,
}

impl<'a> GameSelector<'a> {
    /// Returns the named games. By default, the default ones, or if something is requested that only some have, those.
    pub fn new(named: &'a [String], chooses: bool) -> Self {
        match named {
            [] if chooses => Self::Any,
            [] => Self::Meant,
            named => Self::Named(named),
        }
    }

    pub fn is_named(self) -> bool {
        matches!(self, Self::Named(_))
    }

    /// Keeps the default games, if any of them has what is requested.
    pub fn retain_defaults(self, vfs: &dyn Vfs, games: &mut Vec<(String, ParsedGame)>) {
        let meant = vfs.meant_games();
        let is_meant = |(id, _): &(String, ParsedGame)| meant.contains(id);
        if self == Self::Any && games.iter().any(is_meant) {
            games.retain(is_meant);
        }
    }
}

/// Returns the selected games, by id, as read; by default only those with anything to print.
pub(super) fn printed_games(
    vfs: &dyn Vfs,
    wanted: GameSelector<'_>,
    language: Option<&str>,
) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let read = |id: String| {
        let reading = read::game_in(vfs, &id, language);
        (id, reading)
    };
    let mut all: Vec<(String, ParsedGame)> = games(vfs, wanted)?.into_iter().map(read).collect();
    if !wanted.is_named() {
        // Unreadable games are reported when their turn comes.
        all.retain(|(_, reading)| reading.game.as_ref().is_none_or(Game::is_printed));
        if let Some(language) = language {
            all = with_language(all, language)?;
        }
    }
    Ok(all)
}

/// Returns the games that have a language.
///
/// # Errors
/// None has it.
fn with_language(mut all: Vec<(String, ParsedGame)>, language: &str) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let is_unknown = |one: &Diagnostic| [Code::UNKNOWN_LANGUAGE, Code::LANGUAGE_CODE].contains(&one.code);
    all.retain(|(_, reading)| !reading.diagnostics.iter().any(|one| one.is_error() && is_unknown(one)));
    if all.is_empty() {
        return Err(Failure::Diagnostics(vec![no_language(language)]));
    }
    Ok(all)
}

/// Returns the error for a language that no game has.
pub(super) fn no_language(language: &str) -> Diagnostic {
    let what = format!("no game has a translation into `{language}`");
    let diagnostic = Diagnostic::error(Code::UNKNOWN_LANGUAGE, None, what);
    diagnostic.hint("run `skirmish translate my-game de` to start a translation into German")
}

/// Returns the games that print warbands, read again with the requested one.
///
/// # Errors
/// No game prints warbands, or the file is missing.
pub(super) fn with_warband(
    vfs: &dyn Vfs,
    mut games: Vec<(String, ParsedGame)>,
    asked: &str,
    language: Option<&str>,
) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let has_some = |(_, reading): &(String, ParsedGame)| {
        reading.game.as_ref().is_none_or(|game| game.rules.as_ref().is_some_and(|rules| rules.value == WARBAND_RULES))
    };
    let titles: Vec<String> =
        games.iter().filter_map(|(_, reading)| Some(reading.game.as_ref()?.title.clone())).collect();
    games.retain(has_some);
    if games.is_empty() {
        return Err(Failure::Stopped(format!(
            "`--warband` applies only to games with warbands, not to {}",
            titles.join(", ")
        )));
    }
    let read = |(id, _): (String, ParsedGame)| {
        let reading = read::game_in_with(vfs, &id, warband::asked_for(vfs, &id, asked)?, language);
        Ok((id, reading))
    };
    games.into_iter().map(read).collect()
}

/// Returns the ids of the games that are wanted.
pub(super) fn games(vfs: &dyn Vfs, wanted: GameSelector<'_>) -> Result<Vec<String>, Failure> {
    let all = match wanted {
        GameSelector::Named(named) => return Ok(named.iter().map(|typed| game_id(typed)).collect()),
        GameSelector::Meant => vfs.meant_games(),
        GameSelector::Any => read::games(vfs),
    };
    if all.is_empty() {
        let unreadable: Vec<Diagnostic> = vfs.unreadable("card-data").into_iter().map(Diagnostic::from).collect();
        if !unreadable.is_empty() {
            return Err(Failure::Diagnostics(unreadable));
        }
        let built_in = read::games(vfs).into_iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
        return Err(Failure::Stopped(format!(
            "no games in `card-data` of this folder\n  hint: run the command in the folder of your games, create one with `skirmish new my-game`, or name \
             a built-in game: {built_in}"
        )));
    }
    Ok(all)
}

/// Returns the id of a game from user input: the name of its folder, or its path. Anything else is reported when it is
/// read.
pub(super) fn game_id(typed: &str) -> String {
    let path = normalize(&typed.replace('\\', "/")).unwrap_or_default();
    let id = path.strip_prefix("card-data/").unwrap_or(&path);
    if id.is_empty() || id.contains('/') { typed.to_owned() } else { id.to_owned() }
}

/// Returns the games that have one of the requested cards.
///
/// # Errors
/// None has one. An unreadable game may have it, so its errors are reported first.
pub(super) fn with_cards(
    mut games: Vec<(String, ParsedGame)>,
    only: &[String],
) -> Result<Vec<(String, ParsedGame)>, Failure> {
    let has_one = |game: &Game| {
        only.iter().any(|asked| game.pieces().any(|component| !find(game, component, asked.trim()).is_empty()))
    };
    let having = |(_, reading): &(String, ParsedGame)| reading.game.as_ref().is_some_and(has_one);
    if games.iter().any(having) {
        games.retain(having);
        return Ok(games);
    }
    let readable: Vec<&Game> = games.iter().filter_map(|(_, reading)| reading.game.as_ref()).collect();
    if readable.len() < games.len() {
        return Ok(games);
    }
    Err(Failure::Diagnostics(only.iter().map(|asked| no_card(asked.trim(), &readable)).collect()))
}

/// Returns the error for a card that no game has, with the nearest name of a card.
pub(super) fn no_card(asked: &str, games: &[&Game]) -> Diagnostic {
    let pieces = || games.iter().flat_map(|game| game.pieces());
    let names = pieces().flat_map(|component| &component.cards).map(|card| card.name.as_str());
    let sorts = pieces()
        .filter(|component| !component.piece.is_card())
        .map(|component| component.piece.id.as_str())
        .chain([ALL_CARDS]);
    let (place, list) = match games {
        [game] => (format!(" in {}", game.title), format!("skirmish list {}", game.id)),
        _ => (String::new(), "skirmish list".to_owned()),
    };
    let diagnostic = Diagnostic::error(Code::UNKNOWN_CARD_ASKED, None, format!("unknown card `{asked}`{place}"));
    let diagnostic = diagnostic.suggest(asked, names.chain(sorts).collect::<Vec<_>>());
    diagnostic.hint(format!("run `{list}` to list all cards"))
}

/// Name of all cards of a game, unless one of them is called that.
const ALL_CARDS: &str = "cards";

/// Returns the indices of the cards of a name or an id, in every set; the id of a kind of piece selects all of them,
/// `cards` all cards.
pub(super) fn find(game: &Game, component: &Component, asked: &str) -> Vec<usize> {
    let id = asked.to_lowercase().replace(' ', "-");
    let is_one =
        |card: &Card| card.id == id || card.id_in_sets(&game.sets) == id || card.name.eq_ignore_ascii_case(asked);
    let named: Vec<usize> = (0..component.cards.len()).filter(|card| is_one(&component.cards[*card])).collect();
    let is_whole =
        if component.piece.is_card() { named.is_empty() && id == ALL_CARDS } else { component.piece.id == id };
    if is_whole { (0..component.cards.len()).collect() } else { named }
}

/// Returns the requested cards and other pieces, or all, for each type.
pub(super) fn choose(game: &Game, only: &[String]) -> Result<Vec<Selection>, Failure> {
    if only.is_empty() {
        return Ok(game
            .pieces()
            .map(|component| Selection::of(component, (0..component.cards.len()).collect()))
            .collect());
    }
    let mut chosen: Vec<Vec<usize>> = game.pieces().map(|_| Vec::new()).collect();
    let mut diagnostics = Vec::new();
    for asked in only.iter().map(|asked| asked.trim()) {
        let found: Vec<Vec<usize>> = game.pieces().map(|component| find(game, component, asked)).collect();
        if found.iter().all(Vec::is_empty) {
            diagnostics.push(no_card(asked, &[game]));
        }
        chosen.iter_mut().zip(found).for_each(|(chosen, found)| chosen.extend(found));
    }
    for chosen in &mut chosen {
        chosen.sort_unstable();
        chosen.dedup();
    }
    if !diagnostics.is_empty() {
        return Err(Failure::Diagnostics(diagnostics));
    }
    Ok(game.pieces().zip(chosen).map(|(component, chosen)| Selection::of(component, chosen)).collect())
}
