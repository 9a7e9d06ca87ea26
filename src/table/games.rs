//! Which rules a game is played by. This is the one place that knows the rooms of all games.

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Glossary, Spanned};

use super::playable::Playable;
use super::{Drawings, Table};

/// The words for rules that `[table] rules` of a `game.toml` may say.
pub const RULES: [&str; 5] = [
    <super::skirmish::Rules as super::Rules>::NAME,
    <super::skirminion::Rules as super::Rules>::NAME,
    <super::battling::Rules as super::Rules>::NAME,
    <super::warband::Rules as super::Rules>::NAME,
    <super::declared::Rules as super::Rules>::NAME,
];

/// Does something with the type of the rules that a game is played by, which has a name there; something else where they are
/// none of those that are listed. A game that names none has what it declares itself.
macro_rules! by_rules {
    ($game:expr, $rules:ident => $then:expr, else $otherwise:expr; $($module:ident)*) => {
        match $game.rules.as_ref().map(|rules| rules.value.as_str()) {
            $(Some(<$crate::table::$module::Rules as $crate::table::Rules>::NAME) => {
                type $rules = $crate::table::$module::Rules;
                $then
            })*
            None | Some(<$crate::table::declared::Rules as $crate::table::Rules>::NAME) => {
                type $rules = $crate::table::declared::Rules;
                $then
            }
            _ => $otherwise,
        }
    };
}
pub(crate) use by_rules;

/// The same with all rules.
macro_rules! played_by {
    ($($call:tt)*) => { by_rules!($($call)*; skirmish skirminion battling warband) };
}

/// The same with those that have screens.
macro_rules! shown_by {
    ($($call:tt)*) => { $crate::table::games::by_rules!($($call)*; skirmish skirminion battling warband) };
}
#[cfg(feature = "screens")]
pub(crate) use shown_by;

/// Whether a game has screens, or can only be played by commands.
pub fn has_screens(game: &Game) -> bool {
    shown_by!(game, Played => {
        let _ = <Played as super::Rules>::NAME;
        true
    }, else false)
}

/// What the screens of a game draw besides its cards.
pub fn drawings(game: &Game) -> Drawings {
    played_by!(game, Played => <Played as super::Rules>::drawings(), else Drawings::default())
}

/// What is wrong with rules that this program does not know.
pub fn unknown(rules: &Spanned<String>) -> Diagnostic {
    let what = format!("this program knows no rules `{}`", rules.value);
    Diagnostic::error(rules.at.clone(), what).suggest(&rules.value, RULES)
}

/// What is wrong with rules for which there are no screens here, though they may be known.
#[cfg(feature = "screens")]
pub fn unshown(rules: &Spanned<String>) -> Diagnostic {
    if !RULES.contains(&rules.value.as_str()) {
        return unknown(rules);
    }
    let what = format!("this program has no screens for the rules `{}`", rules.value);
    Diagnostic::error(rules.at.clone(), what).hint("`skirmish-table play` plays such a game by commands")
}

/// An empty table of a game, whatever its rules are.
///
/// # Errors
/// Everything because of which the game cannot be played, with its place in the data.
pub fn open(game: &Game, book: &Glossary) -> Result<Box<dyn Playable>, Vec<Diagnostic>> {
    played_by!(game, Played => {
        let rules = <Played as super::Rules>::read(game, book)?;
        Ok(Box::new(Table::new(std::sync::Arc::new(rules))) as Box<dyn Playable>)
    }, else Err(game.rules.iter().map(unknown).collect()))
}
