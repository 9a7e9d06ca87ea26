//! Settings of `[table]`, and messages about unplayable values.

use std::sync::Arc;

use serde_json::json;
use skirmish_base::diagnostic::format_plain;
use skirmish_base::vfs::Memory;
use skirmish_model::game::{BattlingSpec, DefenceSuit, EqualPoints, FightOrder, FourPlayers, Game};
use skirmish_read as read;
use skirmish_tracker::table::battling::{Rules, Table};
use skirmish_tracker::table::{Playable as _, Rules as _};

use super::{does, fights, life, shipped, turn};

/// Returns a game with these lines of `[table]` besides `rules`, and its problems.
fn game(table: &str) -> (Option<Game>, String) {
    let text = format!("title = \"Raiders\"\n\n[table]\nrules = \"battling\"\n{table}");
    let parsed = read::game(&Memory::new().with("card-data/raiders/game.toml", text), "raiders");
    (parsed.game, format_plain(&parsed.diagnostics))
}

fn rules(table: &str) -> Rules {
    let (game, wrong) = game(table);
    assert_eq!(wrong, "");
    let game = game.expect("a game");
    Rules::read(&game, &read::glossary(&Memory::new(), &game)).expect("rules")
}

#[test]
fn the_data_of_the_game_says_what_the_facts_say() {
    assert_eq!(shipped().spec(), &BattlingSpec::default());
    assert_eq!(rules("").spec(), &BattlingSpec::default());
}

#[test]
fn figures_of_the_data_are_what_is_computed_with() {
    let rules = rules("players = [3, 5]\nlife = { 3 = 40, 4 = 7 }\nbonus = 5\ndefence = \"clubs\"\nequal = \"rob\"\n");
    let spec = rules.spec();
    assert_eq!([3, 4, 5].map(|players| spec.life_of(players)), [40, 7, 7]);
    assert_eq!((spec.defence, spec.equal), (DefenceSuit::Clubs, EqualPoints::Rob));
    let spec = self::rules("four = \"as-five\"\norder = \"mutual\"\n").spec().clone();
    assert_eq!((spec.four, spec.order), (FourPlayers::AsFive, FightOrder::Mutual));
    assert_eq!([3, 4, 5].map(|players| spec.life_of(players)), [80, 60, 60]);
    let mut table = Table::new(Arc::new(rules));
    let two = super::refused(&mut table, &json!({ "begin": ["Asa", "Bjarni"] }));
    assert_eq!(two, ["2 cannot play, only 3 to 5 (B5)"]);
    does(&mut table, &json!({ "begin": ["Asa", "Bjarni", "Cara"] }));
    assert_eq!((table.state().defence, table.state().equal), (DefenceSuit::Clubs, EqualPoints::Rob));
    does(&mut table, &turn(&["9 7 > Bjarni damage", "| 4 3", "2 | 5 > Asa damage"]));
    assert_eq!(
        (fights(&table), life(&table)),
        (vec!["Asa > Bjarni 21:12 damage".into(), "Cara > Asa 2:0 damage".into()], vec![38, 31, 40])
    );
}

#[test]
fn the_figures_can_be_quoted_in_texts() {
    let (game, _) = game("bonus = 4\n");
    let game = game.expect("a game");
    let figure = |name: &str| game.figures.get(name).copied();
    let told = ["min_players", "max_players", "bonus", "life_2", "life_3", "life_4", "life_8", "life_9"].map(figure);
    assert_eq!(told, [Some(2), Some(8), Some(4), Some(100), Some(80), Some(80), Some(60), None]);
}

#[test]
fn every_fault_of_the_figures_is_told_with_its_place() {
    let wrong = |table: &str| game(table).1;
    let place = "card-data/raiders/game.toml:5";
    assert_eq!(
        wrong("players = [1, 8]\n"),
        format!(
            "{place}:11: `players` of the table must be two whole numbers from 2 to 8\n  write minimum and maximum: `players = [2, 8]`"
        )
    );
    assert_eq!(
        wrong("bonus = 100\n"),
        format!("{place}:9: `bonus` of the table must be a whole number from 0 to 99, not 100")
    );
    assert_eq!(
        wrong("equal = \"damage\"\n"),
        format!("{place}:9: unknown rule for equal points `damage` in the table\n  available: `nothing`, `rob`")
    );
    assert_eq!(
        wrong("defence = \"heart\"\n"),
        format!("{place}:11: unknown suit of the defence deck `heart` in the table\n  did you mean `hearts`?")
    );
    assert_eq!(
        wrong("life = { 2 = 0, 4 = 80 }\n"),
        format!("{place}:14: `2` of the life points must be a whole number from 1 to 999, not 0")
    );
    assert_eq!(wrong("life = { 3 = 80 }\n"), format!("{place}:8: missing life points for 2 players\n  add `2 = 100`"));
    assert_eq!(
        wrong("life = { 2 = 100, nine = 80, 9 = 10 }\n"),
        ["nine", "9"]
            .map(|key| {
                let column = if key == "nine" { 19 } else { 30 };
                format!(
                    "{place}:{column}: `{key}` in the life points must be a number of players from 2 to 8\n  write `2 = 100` to give each army 100 life points with 2 or more players"
                )
            })
            .join("\n")
    );
    assert_eq!(wrong("lives = 3\n"), format!("{place}:1: unknown key `lives` in the table\n  did you mean `life`?"));
    assert_eq!(
        wrong("bonus = 3\n\n[figures]\nbonus = 4\n"),
        "card-data/raiders/game.toml:8:1: `bonus` is already a value of `[table]`, available to texts\n  remove it, or choose another name"
    );
    // All at once.
    assert_eq!(wrong("players = 4\nlife = 3\nbonus = -1\n").lines().filter(|line| line.contains(".toml:")).count(), 3);
}

#[test]
fn a_game_without_screens_for_sequences_says_so() {
    let mut table = super::table();
    assert!(table.report(false, None).is_err());
    does(&mut table, &json!({ "begin": ["Asa", "Bjarni"] }));
    let why = table.report(false, Some(2)).expect_err("turns are not counted");
    assert_eq!(why.to_string(), "this game doesn't support counting sequences");
}
