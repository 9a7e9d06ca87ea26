//! `[table]` of a game that is played by the rules of the battling-card game.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::table::TomlTable;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{BattlingSpec, DefenceSuit, EqualPoints, FightOrder, FourPlayers};

/// The word of `rules` for them.
pub(super) const RULES: &str = "battling";
/// Maximum bonus of two cards of one kind; the highest card counts 14.
const MOST_BONUS: i64 = 99;
/// Number of players; each has a colour of their own.
const PLAYERS: RangeInclusive<i64> = 2..=8;

/// Reads the table besides `rules`; values default to those of the facts.
pub(super) fn read(table: &TomlTable<'_>) -> BattlingSpec {
    let usual = BattlingSpec::default();
    let players = table
        .range("players", PLAYERS)
        .and_then(|range| Some(usize::try_from(*range.start()).ok()?..=usize::try_from(*range.end()).ok()?));
    let players = players.unwrap_or(usual.players);
    let life = if table.has("life") { life(table, &players) } else { usual.life };
    let bonus = table.number("bonus", 0..=MOST_BONUS).and_then(|bonus| u32::try_from(bonus).ok());
    BattlingSpec {
        players,
        life,
        bonus: bonus.unwrap_or(usual.bonus),
        defence: table.one_of("defence", "suit of the defence deck", DefenceSuit::WORDS).unwrap_or_default(),
        equal: table.one_of("equal", "rule for equal points", EqualPoints::WORDS).unwrap_or_default(),
        four: table.one_of("four", "life points of four players", FourPlayers::WORDS).unwrap_or_default(),
        order: table.one_of("order", "order of fights", FightOrder::WORDS).unwrap_or_default(),
    }
}

/// Reads life points by minimum number of players; the smallest game must be included.
fn life(table: &TomlTable<'_>, players: &RangeInclusive<usize>) -> BTreeMap<usize, u32> {
    let mut all = BTreeMap::new();
    let Some(life) = table.table("life", "the life points") else { return all };
    for key in life.keys() {
        let points = life.number(&key.text, 1..=i64::from(BattlingSpec::MOST_LIFE));
        let count = key.text.parse().ok().filter(|count| players.contains(count));
        match count {
            Some(count) => all.extend(points.and_then(|points| Some((count, u32::try_from(points).ok()?)))),
            None => {
                let (least, most) = (players.start(), players.end());
                let what =
                    format!("`{}` in the life points must be a number of players from {least} to {most}", key.text);
                let hint =
                    format!("write `{least} = 100` to give each army 100 life points with {least} or more players");
                table.file.note(Diagnostic::error(Code::LIFE_PLAYERS, key.at, what).hint(hint));
            }
        }
    }
    let least = players.start();
    if !life.has(&least.to_string()) {
        let what = format!("missing life points for {least} players");
        table
            .file
            .note(Diagnostic::error(Code::LIFE_UNSAID, life.at.clone(), what).hint(format!("add `{least} = 100`")));
    }
    all
}
