//! Citations of the table: every rule that it names is in the rulebook, which prints a number for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::table_help::*;
use skirmish_assets::Builtin;
use skirmish_model::game::Explained;
use skirmish_read as read;
use skirmish_tracker::table::RuleNumber;

/// Collects every rule number in the source of a folder, as in `rule!("S54")`.
fn named(folder: &Path, found: &mut BTreeSet<RuleNumber>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            named(&path, found);
            continue;
        }
        let text = fs::read_to_string(path).expect("source is text");
        let after = text.split("rule!(\"").skip(1).filter_map(|after| after.split_once('"'));
        found.extend(after.filter_map(|(number, _)| number.parse::<RuleNumber>().ok()));
    }
}

/// Returns every rule that the table can cite: those in its source, and those of cards and needs.
fn cited() -> BTreeSet<RuleNumber> {
    let mut all = BTreeSet::new();
    named(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tracker/src/table/skirmish"), &mut all);
    let game = read::game(&Builtin, "skirmish-5e").game.expect("the game is right");
    all.extend(game.deck.cards.iter().filter_map(|card| Some(card.rule.as_ref()?.value)));
    all.extend(game.needs.iter().filter_map(|need| Some(need.rule.as_ref()?.value)));
    all
}

#[test]
fn every_rule_that_is_cited_stands_in_the_book_and_has_its_number() {
    let game = read::game(&Builtin, "skirmish-5e").game.expect("the game is right");
    let glossary = read::glossary(&Builtin, &game);
    let cited = cited();
    assert!(cited.len() > 30 && cited.contains(&RuleNumber::literal("S54")), "{cited:?}");
    let rulings = (1..=24).map(|number| format!("R{number}")).chain(["R10a".to_owned()]);
    let rulings = rulings.filter_map(|number| number.parse().ok());
    for rule in cited.into_iter().chain(rulings) {
        let printed = glossary.numbers.get(&rule).unwrap_or_else(|| panic!("the book does not state {rule}"));
        let (chapter, section) = printed.split_once('.').unwrap_or((printed, "1"));
        let is_section = [chapter, section].iter().all(|number| number.parse::<u16>().is_ok());
        let is_ruling = rule.is_ruling() && *printed == rule.to_string();
        assert!(is_section || is_ruling, "{rule} is printed as {printed}");
        assert!(glossary.of_rule(rule).is_some(), "the reference opens {rule}");
    }
}

#[test]
fn the_reference_opens_a_rule_where_it_is_explained() {
    let game = read::game(&Builtin, "skirmish-5e").game.expect("the game is right");
    let glossary = read::glossary(&Builtin, &game);
    let opened = |rule: RuleNumber| match glossary.of_rule(rule) {
        Some(Explained::Card(topic)) => format!("card {}", topic.id),
        Some(Explained::Topic(topic)) => topic.id.clone(),
        None => "nothing".to_owned(),
    };
    assert_eq!(opened(RuleNumber::literal("S54")), "card two-handed-axe");
    assert_eq!(opened(RuleNumber::literal("S31")), "charge");
    assert_eq!(opened(RuleNumber::literal("S41a")), "card kick");
    assert_eq!(opened(RuleNumber::literal("S41b")), "card punch");
    assert_eq!(opened(RuleNumber::literal("R9")), "r9");
    assert_eq!(opened(RuleNumber::literal("S900")), "nothing");
}

#[test]
fn a_refusal_is_read_with_the_numbers_of_the_book() {
    let mut play = Play::new(2);
    play.arm(B, "two-handed-axe");
    let blocked = skirmish_tracker::table::skirmish::Command::Attack(attack(A, B, None, None, &[answer("block")]));
    let refusal = play.refused(blocked.clone(), "S54");
    let printed = play.rules().about.printed(RuleNumber::literal("S54")).expect("it is in the book").to_owned();
    assert_eq!(play.rules().about.in_book(&refusal.to_string()), format!("a Two-Handed Axe cannot Block ({printed})"));
    // The journal keeps the number that no printing changes; people read the book's.
    play.overrule(blocked);
    let entry = play.table.entries().last().expect("it happened");
    let line = skirmish_tracker::table::journal::line(entry).expect("it is written");
    assert!(line.contains("a Two-Handed Axe cannot Block (S54)"), "{line}");
    assert!(
        play.said().ends_with(&format!("(played so: a Two-Handed Axe cannot Block ({printed}))")),
        "{}",
        play.said()
    );
}

#[test]
fn words_in_brackets_that_are_no_rules_stay_and_rules_without_a_number_lose_theirs() {
    let rules = rules();
    let printed = rules.about.printed(RuleNumber::literal("S8")).expect("it is in the book");
    let told = rules.about.in_book("Asa (the Red) (S8), (S900) Orm (S8; 3 (Mail takes 1)");
    assert_eq!(told, format!("Asa (the Red) ({printed}), Orm (S8; 3 (Mail takes 1)"));
}
