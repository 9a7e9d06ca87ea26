//! The table's core: how long a journal of 100,000 events takes to read, and how many moves a second it can judge.

#[path = "../tests/table_help/mod.rs"]
mod table_help;

use std::time::Instant;

use skirmish_tracker::table::{Millis, Story, journal, tell};

use skirmish_tracker::table::skirmish::{Attack, Command, Fight, Table, choices, score};
use table_help::random::Dice;
use table_help::{A, B, rules};

const EVENTS: usize = 100_000;

fn main() {
    let rules = rules();
    let mut table = Table::new(rules.clone());
    let mut dice = Dice::new(1);
    let (mut said, started) = (0_usize, Instant::now());
    while table.entries().len() < EVENTS {
        let command = dice.command(&rules, table.state());
        said += 1;
        // A refused command has no effect, and counts as handled.
        drop(table.act(command, Millis(1_763_757_600_000 + said as u64 * 900)));
    }
    let took = started.elapsed();
    println!("{said} commands at random, {EVENTS} of them done: {took:.2?}, {:.2?} each", took / said as u32);

    let started = Instant::now();
    let text = journal::text(&table).expect("it can be written");
    println!("written as text: {:.2?}, {} bytes an event", started.elapsed(), text.len() / EVENTS);

    let mut runs: Vec<_> = (0..7)
        .map(|_| {
            let started = Instant::now();
            let reading = journal::read(text.as_bytes(), &rules).expect("a journal");
            assert_eq!(reading.table.state(), table.state());
            started.elapsed()
        })
        .collect();
    runs.sort();
    println!(
        "{EVENTS} events read back: {:.2?} at best, {:.2?} in the middle, {:.2?} at worst",
        runs[0], runs[3], runs[6]
    );

    let started = Instant::now();
    for entry in table.entries() {
        std::hint::black_box(entry.clone());
    }
    let mut folded = Table::new(rules.clone());
    for entry in table.entries() {
        folded.push(entry.clone()).expect("it went before");
    }
    println!("{EVENTS} events folded: {:.2?}", started.elapsed());

    let mut small = table_help::Play::new(8);
    small.arm(A, "axe");
    let attack = Attack::plain(A, B);
    let time = |what: &str, run: &dyn Fn()| {
        let started = Instant::now();
        for _ in 0..1_000 {
            run();
        }
        println!("{what}: {:.2?}", started.elapsed() / 1_000);
    };
    time("one fight among eight", &|| {
        std::hint::black_box(Fight::new(&rules, small.state(), &attack));
    });
    time("all choices of the attack sheet", &|| {
        std::hint::black_box(choices(&rules, small.state(), &attack));
    });
    let started = Instant::now();
    let lines = tell::lines(&table).len();
    println!("the last game told in {lines} lines: {:.2?}", started.elapsed());
    let mut story = Story::of(&table);
    let one_less = Command::Adjust { seat: table.state().turn, by: -1 };
    table.overrule(one_less, Millis(1_963_757_600_000)).expect("somebody loses one");
    let started = Instant::now();
    story.update(&table);
    println!("and told on after one more event: {:.2?}", started.elapsed());
    let started = Instant::now();
    std::hint::black_box(score::of(&table));
    println!("and counted: {:.2?}", started.elapsed());
}
