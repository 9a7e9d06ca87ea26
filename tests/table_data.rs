//! The arithmetic is the data's: change a figure or a name, and the table follows.

use crate::table_help::*;
use skirmish_assets::Builtin;
use skirmish_base::vfs::{Memory, Vfs as _};
use skirmish_tracker::table::Millis;
use skirmish_tracker::table::skirmish::fight::Fight;
use skirmish_tracker::table::skirmish::{Command, Rules, Special, Table};

const FILES: [&str; 2] = ["game.toml", "cards.toml"];

/// Returns the rules of the shipped game with some words of its data changed.
fn changed(changes: &[(&str, &str)]) -> Result<Rules, Vec<skirmish_base::diagnostic::Diagnostic>> {
    let mut vfs = Memory::new();
    let mut left: Vec<&str> = changes.iter().map(|(from, _)| *from).collect();
    for file in FILES {
        let path = format!("card-data/skirmish-5e/{file}");
        let mut text = String::from_utf8(Builtin.read(&path).expect("a file").into_owned()).expect("text");
        for (from, to) in changes {
            left.retain(|word| !text.contains(word) || word != from);
            text = text.replace(from, to);
        }
        vfs = vfs.with(&path, text);
    }
    assert!(left.is_empty(), "{left:?} is not in the data");
    let reading = skirmish_read::game(&vfs, "skirmish-5e");
    let errors: Vec<_> =
        reading.diagnostics.into_iter().filter(skirmish_base::diagnostic::Diagnostic::is_error).collect();
    assert_eq!(errors, []);
    let game = reading.game.expect("a game");
    Rules::new(&game, &skirmish_read::glossary(&vfs, &game))
}

fn begun(rules: Rules) -> Table {
    let mut table = Table::new(rules.into());
    table.act(Command::Begin(setup(2)), Millis(0)).expect("a game can begin");
    table
}

#[test]
fn figures_of_the_data_are_what_is_computed_with() {
    let rules = changed(&[
        ("charge = 1", "charge = 3"),
        ("health = 12", "health = 20"),
        ("bonus = { Slash = 1, Thrust = 1 }", "bonus = { Slash = 4, Thrust = 1 }"),
        ("takes_off = 1", "takes_off = 2"),
    ])
    .expect("it can be played");
    let mut table = begun(rules);
    assert_eq!(table.state().players[0].health, 20);
    for command in [Command::Take { seat: A, card: card("two-handed-sword") }, Command::SetMail { seat: B, worn: true }]
    {
        table.act(command, Millis(0)).expect("it can be");
    }
    let charge = attack(A, B, Some("slash"), Some(Special::Charge), &[]);
    let fight = Fight::new(table.rules(), table.state(), &charge);
    assert_eq!(fight.reckoning().strikes[0].blow.damage, 3 + 1 + 4 + 3 - 2);
}

#[test]
fn names_of_the_data_are_what_is_said() {
    let rules = changed(&[("\"Chop\"", "\"Hew\""), ("[Chop]", "[Hew]")]);
    let mut table = begun(rules.expect("it can be played"));
    let hew = Command::Attack(attack(A, B, Some("hew"), None, &[]));
    let entry = table.act(hew, Millis(0)).expect("a Sword hews");
    let said = skirmish_tracker::table::tell::text(&skirmish_tracker::table::tell::entry(&table, &entry));
    assert_eq!(said, "Asa hits Bjarni with Sword and Hew for 4 damage: 12 → 8");
    table.act(Command::Take { seat: B, card: card("spear") }, Millis(0)).expect("there is one");
    table.act(Command::Turn { seat: B }, Millis(0)).expect("it can be");
    let refusal = table.check(&Command::Attack(attack(B, A, Some("hew"), None, &[]))).expect_err("S53");
    assert_eq!(refusal.to_string(), "a Spear cannot Hew (S53)");
}

#[test]
fn the_rule_that_is_cited_is_the_one_that_the_data_names() {
    let told = |changes: &[(&str, &str)]| {
        let mut table = begun(changed(changes).expect("it can be played"));
        table.act(Command::Take { seat: A, card: card("spear") }, Millis(0)).expect("there is one");
        let chop = table.check(&Command::Attack(attack(A, B, Some("chop"), None, &[]))).expect_err("no Chop");
        table.act(Command::Take { seat: A, card: card("axe") }, Millis(0)).expect("there is one");
        let thrust = table.check(&Command::Attack(attack(A, B, Some("thrust"), None, &[]))).expect_err("no Thrust");
        [chop, thrust].map(|refusal| refusal.to_string())
    };
    assert_eq!(told(&[("\"S53\"", "\"S90\"")]), ["a Spear cannot Chop (S90)", "an Axe cannot Thrust (S51)"]);
    // A combination that the weapon doesn't forbid is forbidden by the card's own need.
    let free = [("cannot = [\"Thrust\"]\n", ""), ("cannot = [\"Chop\"]\n", "")];
    let of_need = [free[0], free[1], ("rule = \"S40\"\nexcludes", "rule = \"R40\"\nexcludes")];
    assert_eq!(told(&of_need)[1], "Thrust cannot be used with an Axe (R40)");
    let of_card = [free[0], free[1], ("rule = \"S40\"\nexcludes", "excludes")];
    assert_eq!(told(&of_card)[1], "Thrust cannot be used with an Axe (S40)");
}

#[test]
fn a_card_whose_rule_nobody_knows_is_told_with_its_place() {
    let diagnostics = changed(&[("rule = \"S44\"\n", "")]).expect_err("a Block that follows no rule");
    assert_eq!(diagnostics[0].message, "the table cites the rule of Block, and it names none");
    assert!(diagnostics[0].span.as_ref().is_some_and(|at| at.to_string().contains("cards.toml:")));
}

#[test]
fn a_game_that_cannot_be_played_says_why_and_where() {
    let diagnostics =
        changed(&[("health = 12 ", "vigour = 12 "), ("{health}", "{vigour}"), ("max_players = 8", "max_players = 9")])
            .expect_err("there is no health");
    let told: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(told.contains(&"the table needs the figure `health`"), "{told:?}");
    assert!(told.contains(&"from 2 to 9 players cannot be seated"), "{told:?}");
    let diagnostics =
        changed(&[("takes_off = 1\nindex = \"−{takes_off}\"", "takes_off = 1\nuses = 2\nindex = \"−{takes_off}\"")])
            .expect_err("two Shields");
    assert_eq!(diagnostics[0].message, "the table needs exactly one armour with `uses`, and there are 2");
    assert!(
        diagnostics[0].span.as_ref().is_some_and(|at| at.to_string().starts_with("card-data/skirmish-5e/cards.toml:"))
    );
}
