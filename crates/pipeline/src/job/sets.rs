//! Selected sets.

use super::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Game, SetId};

/// Requested sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sets {
    /// All sets of the game.
    #[default]
    All,
    /// The sets of a number of players: the first of the game.
    Players(usize),
    /// These, by name or id.
    Named(Vec<String>),
}

/// Returns the requested sets.
///
/// # Errors
/// Unknown names of sets, or more players than sets.
pub(super) fn choose(game: &Game, sets: &Sets) -> Result<Vec<SetId>, Failure> {
    let has = game.sets.len();
    match sets {
        Sets::All => Ok(SetId::all(&game.sets).collect()),
        Sets::Players(players) if *players <= has => Ok(SetId::all(&game.sets).take(*players).collect()),
        Sets::Players(players) => {
            let what = match has {
                0 => format!("{} has no sets", game.title),
                1 => format!("{} has 1 set, not {players}", game.title),
                has => format!("{} has {has} sets, not {players}", game.title),
            };
            Err(Failure::Diagnostics(vec![
                Diagnostic::error(Code::TOO_FEW_SETS, None, what).hint("add a set `[set.…]` for each player"),
            ]))
        }
        Sets::Named(names) => {
            let mut chosen = Vec::new();
            let mut diagnostics = Vec::new();
            for asked in names.iter().map(|name| name.trim()) {
                let is = |set: &crate::game::Set| set.id == asked || set.name.eq_ignore_ascii_case(asked);
                match SetId::find(&game.sets, is) {
                    Some(set) => chosen.push(set),
                    None => {
                        let diagnostic = Diagnostic::error(
                            Code::UNKNOWN_SET,
                            None,
                            format!("unknown set `{asked}` in {}", game.title),
                        );
                        diagnostics.push(diagnostic.suggest(asked, game.sets.iter().map(|set| set.id.as_str())));
                    }
                }
            }
            if diagnostics.is_empty() { Ok(chosen) } else { Err(Failure::Diagnostics(diagnostics)) }
        }
    }
}
