//! The rules of a game. Only this module knows the modules of all games.

use crate::diagnostic::{Code, Diagnostic};
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

/// Runs code with the type of a game's rules under a name; or other code if they aren't listed here. A game without
/// rules uses the declared ones.
#[macro_export]
macro_rules! played_by {
    ($game:expr, $rules:ident => $then:expr, else $otherwise:expr) => {
        $crate::played_by!($game, $rules => $then, else $otherwise; skirmish skirminion battling warband)
    };
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
pub use crate::played_by;

/// Returns the drawings on a game's screens besides its cards.
pub fn drawings(game: &Game) -> Drawings {
    played_by!(game, Played => <Played as super::Rules>::drawings(), else Drawings::default())
}

/// Problems of rules that this program does not know.
pub fn unknown(rules: &Spanned<String>) -> Diagnostic {
    let what = format!("unknown rules `{}`", rules.value);
    Diagnostic::error(Code::UNKNOWN_RULES, rules.at.clone(), what).suggest(&rules.value, RULES)
}

/// Opens an empty table of a game, with any rules.
///
/// # Errors
/// Everything because of which the game cannot be played, with its place in the data.
pub fn open(game: &Game, book: &Glossary) -> Result<Box<dyn Playable>, Vec<Diagnostic>> {
    played_by!(game, Played => {
        let rules = <Played as super::Rules>::read(game, book)?;
        Ok(Box::new(Table::new(std::sync::Arc::new(rules))) as Box<dyn Playable>)
    }, else Err(game.rules.iter().map(unknown).collect()))
}
