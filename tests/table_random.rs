//! A hundred thousand random commands: the table stays valid after each of them.

use skirmish_tracker::table::{Millis, Story, journal, tell};

use crate::table_help::random::Dice;
use crate::table_help::*;
use skirmish_tracker::table::skirmish::{Entry, Table, score};

/// Plays random commands; returns the number of refused ones.
fn play(table: &mut Table, dice: &mut Dice, commands: usize) -> usize {
    let rules = rules();
    let (mut now, mut refused) = (1_763_757_600_000, 0);
    for _ in 0..commands {
        now += u64::try_from(dice.below(4_000)).expect("small");
        let before = (table.state().clone(), table.entries().len());
        match dice.below(40) {
            0 => drop(table.undo(Millis(now))),
            1 => drop(table.undo_single(Millis(now))),
            2 | 3 => drop(table.redo(Millis(now))),
            say => {
                let command = dice.command(&rules, table.state());
                let shown = format!("{command:?}");
                let done =
                    if say < 12 { table.overrule(command, Millis(now)) } else { table.act(command, Millis(now)) };
                if let Err(refusal) = done {
                    refused += 1;
                    assert!(!refusal.reasons.is_empty(), "{shown}");
                    assert!(say >= 12 || !refusal.can_be_overruled(), "{shown}: {refusal}");
                    assert_eq!((table.state().clone(), table.entries().len()), before, "{shown}: {refusal}");
                }
            }
        }
        table.state().check(table.rules()).unwrap_or_else(|wrong| panic!("{wrong}: {:?}", table.entries().last()));
    }
    refused
}

#[test]
fn a_hundred_thousand_commands_keep_every_invariant_and_undo_to_the_start() {
    let mut table = Table::new(rules());
    let refused = play(&mut table, &mut Dice::new(1), 100_000);
    assert!((10_000..70_000).contains(&refused), "{refused} refusals try both ways");
    let end = table.state().clone();
    let done = table.done().len();
    assert!(done > 25_000, "{done} events are in force");
    let mut now = 1_900_000_000_000;
    let mut dice = Dice::new(2);
    while table.can_undo() {
        now += 1;
        let left = table.done().len();
        table.undo(Millis(now)).expect("something can be taken back");
        assert!(table.done().len() < left);
        if dice.one_in(50) {
            table.state().check(table.rules()).expect("all is in order on the way back");
        }
    }
    assert_eq!(*table.state(), skirmish_tracker::table::skirmish::State::default());
    while table.can_redo() {
        now += 1;
        table.redo(Millis(now)).expect("something can be done again");
    }
    assert_eq!((table.done().len(), table.state()), (done, &end));
}

#[test]
fn the_journals_text_gives_the_same_table_again() {
    for seed in 10..20 {
        let mut table = Table::new(rules());
        play(&mut table, &mut Dice::new(seed), 2_000);
        let text = journal::text(&table).expect("it can be written");
        let reading = journal::read(text.as_bytes(), table.rules()).expect("a journal");
        assert_eq!((reading.end, reading.good), (journal::End::Whole, text.len()));
        assert_eq!(reading.table.entries(), table.entries());
        assert_eq!(reading.table.state(), table.state());
        assert_eq!(reading.table.done(), table.done());
        assert_eq!(reading.table.redo_label(), table.redo_label());
    }
}

#[test]
fn every_state_on_the_way_can_be_seen_again() {
    let mut table = Table::new(rules());
    let mut states = vec![table.state().clone()];
    let mut dice = Dice::new(3);
    let rules = rules();
    while states.len() < 1_500 {
        let command = dice.command(&rules, table.state());
        if table.act(command, Millis(states.len() as u64 * 500)).is_ok() {
            states.push(table.state().clone());
        }
    }
    for (events, state) in states.iter().enumerate() {
        assert_eq!(table.state_at(events), *state, "after {events} events");
    }
}

#[test]
fn everything_that_happens_can_be_told_and_counted() {
    for seed in 30..34 {
        let mut table = Table::new(rules());
        let mut dice = Dice::new(seed);
        for at in 0..1_500 {
            let command = dice.command(table.rules().as_ref(), table.state());
            let now = Millis(1_763_757_600_000 + at * 900);
            let Ok(entry) = table.overrule(command, now) else { continue };
            let said = tell::text(&tell::entry(&table, &entry));
            let Entry::Did(event) = &entry else { panic!("it was done") };
            assert!(said.chars().next().is_some_and(char::is_uppercase), "{said:?} of {event:?}");
            assert!(!said.contains("  ") && !said.ends_with([' ', ';', ':', ',']), "{said:?}");
            assert!(table.undo_label().is_some_and(|label| !label.is_empty()), "{event:?}");
        }
        let lines = tell::lines(&table);
        let told: usize = lines.iter().map(|line| line.events.len()).sum();
        let last = lines.last().expect("something happened");
        assert_eq!(last.events.end, table.done().len());
        assert_eq!(told, last.events.end - lines[0].events.start, "every event of the game in one line");
        let score = score::of(&table);
        let dealt: i64 = score.players.iter().map(|tally| tally.dealt).sum();
        let by_blows: i64 =
            table.done()[lines[0].events.start..].iter().flat_map(|event| &event.outcomes).map(|blow| blow.lost).sum();
        assert_eq!(dealt, by_blows);
        assert!(score::text(table.rules(), &table).lines().count() > lines.len());
    }
}

#[test]
fn a_story_that_grows_is_the_same_as_one_read_from_the_start() {
    for seed in 40..43 {
        let mut table = Table::new(rules());
        let (mut dice, mut story) = (Dice::new(seed), Story::default());
        for at in 0..1_200 {
            let now = Millis(1_763_757_600_000 + at * 900);
            match dice.below(40) {
                0 => drop(table.undo(now)),
                1 => drop(table.undo_single(now)),
                2 => drop(table.redo(now)),
                3 if dice.one_in(5) => drop(table.undo_to(dice.below(table.done().len() + 1), now)),
                _ => {
                    let command = dice.command(table.rules().as_ref(), table.state());
                    drop(table.overrule(command, now));
                }
            }
            // Sometimes several entries are new at once, as from another device.
            if dice.one_in(3) {
                continue;
            }
            story.update(&table);
            let whole = Story::of(&table);
            assert_eq!(story.lines(), whole.lines());
            assert_eq!(story.clock(), whole.clock());
        }
        // Another table has none of it.
        story.update(&Table::new(rules()));
        assert!(story.lines().is_empty() && !story.clock().runs());
    }
}
