//! Journals and links of the first edition, with every command and every change: they replay as played, whatever rules
//! have changed since, and are written again byte for byte.

use std::collections::BTreeSet;

use crate::table_help::printing;
use skirmish_tracker::table::journal::{self, End};
use skirmish_tracker::table::skirmish::{Change, Command, Entry, Step, Table};
use skirmish_tracker::table::transfer::{self, Refused};
use skirmish_tracker::table::{PlayerColour, Seat, SeatCommand, Seating, from_json};

const JOURNAL: &str = include_str!("stored/first-printing.journal");
const LINK: &str = include_str!("stored/first-printing-2.link");
/// The same link in the first version of the format.
const FIRST_LINK: &str = include_str!("stored/first-printing.link");
const HOOKED: &str = include_str!("stored/hooked.link");

fn table() -> Table {
    let reading = journal::read(JOURNAL.as_bytes(), &printing("r1")).expect("it is a journal");
    assert_eq!((reading.end, reading.good), (End::Whole, JOURNAL.len()));
    reading.table
}

fn events(table: &Table) -> impl Iterator<Item = &skirmish_tracker::table::skirmish::Event> {
    table.entries().iter().filter_map(|entry| match entry {
        Entry::Did(event) => Some(event.as_ref()),
        Entry::Undid { .. } | Entry::Redid { .. } => None,
    })
}

#[test]
fn the_stored_journal_is_written_again_byte_for_byte() {
    let table = table();
    assert_eq!(journal::text(&table).expect("it can be written"), JOURNAL);
    assert_eq!(table.state().check(table.rules()), Ok(()));
    let packed = transfer::pack(&table).expect("it can be packed");
    let again = transfer::unpack(&packed, table.rules()).expect("it arrives");
    assert_eq!(again.entries(), table.entries(), "in a link of today, too");
}

#[test]
fn the_stored_journal_has_every_command_and_every_change() {
    let table = table();
    // A new command or change fails to compile here, as a reminder to add it to the stored journal.
    let command = |command: &Command| match command {
        Command::Begin(_) => 0,
        Command::Attack(_) => 1,
        Command::Trip { .. } => 2,
        Command::Recover { .. } => 3,
        Command::Wear { .. } => 4,
        Command::EndTurn { .. } => 5,
        Command::Discard { .. } => 6,
        Command::Reshuffle => 7,
        Command::Adjust { .. } => 8,
        Command::Lose { .. } => 9,
        Command::Take { .. } => 10,
        Command::Swap { .. } => 11,
        Command::TurnShield { .. } => 12,
        Command::SetMail { .. } => 13,
        Command::Put { .. } => 14,
        Command::Turn { .. } => 15,
        Command::Fall { .. } => 16,
        Command::BringBack { .. } => 17,
        Command::Seat(SeatCommand::Rename { .. }) => 18,
        Command::Seat(SeatCommand::Colour { .. }) => 19,
        Command::Seat(SeatCommand::Sit { .. }) => 20,
        Command::Seat(SeatCommand::Seating(_)) => 21,
        // Later than the journal; `screens_extras` reads one with it.
        Command::Seat(SeatCommand::Note { .. }) => 22,
    };
    let change = |change: &Change| match change {
        Change::Began(_) => 0,
        Change::Health { .. } => 1,
        Change::Weapon { .. } => 2,
        Change::Shield { .. } => 3,
        Change::Mail { .. } => 4,
        Change::Recovering { .. } => 5,
        Change::Fallen { .. } => 6,
        Change::Name { .. } => 7,
        Change::Colour { .. } => 8,
        Change::Chair { .. } => 9,
        Change::Pile { .. } => 10,
        Change::Turn { .. } => 11,
        Change::Round { .. } => 12,
        Change::Acted { .. } => 13,
        Change::Reshuffles { .. } => 14,
        Change::Winner { .. } => 15,
        Change::Seating { .. } => 16,
        // Only games that began later have them.
        Change::UsedCards { .. } => 17,
        Change::Note(_) => 18,
    };
    let step = |step: &Step| match step {
        Step::Hit => 0,
        Step::Shield => 1,
        Step::Card(_) => 2,
        Step::CounterCharge { .. } => 3,
        Step::Hook { .. } => 4,
        Step::NoHook => 5,
        Step::Trip { .. } => 6,
    };
    let commands: BTreeSet<i32> = events(&table).map(|event| command(&event.command)).collect();
    let changes: BTreeSet<i32> = events(&table).flat_map(|event| &event.changes).map(change).collect();
    let steps = events(&table).filter_map(|event| match &event.command {
        Command::Attack(attack) => Some(&attack.steps),
        _ => None,
    });
    let steps: BTreeSet<i32> = steps.flatten().map(step).collect();
    assert_eq!((commands, changes, steps), ((0..=21).collect(), (0..=16).collect(), (0..=6).collect()));
    assert!(events(&table).any(|event| !event.overruled.is_empty()));
    assert!(table.entries().iter().any(|entry| matches!(entry, Entry::Undid { .. })));
    assert!(table.entries().iter().any(|entry| matches!(entry, Entry::Redid { .. })));
}

#[test]
fn an_attackers_hook_of_old_reads_as_it_was_played() {
    let table = table();
    let hooked = |event: &&skirmish_tracker::table::skirmish::Event| match &event.command {
        Command::Attack(attack) => attack.steps.contains(&Step::Hook { by: attack.attacker }),
        _ => false,
    };
    let event = events(&table).find(hooked).expect("there is one");
    let blows: Vec<i64> = event.outcomes.iter().map(|blow| blow.lost).collect();
    assert_eq!(blows, [4, 2], "the first printing gave the Hook a blow of its own");
    let at = table.done().iter().position(|done| done.seq == event.seq).expect("it is in force");
    let lost = [at, at + 1].map(|events| table.state_at(events).player(Seat(1)).map(|player| player.health));
    assert_eq!(lost[0].zip(lost[1]).map(|(before, after)| before - after), Some(6));
}

#[test]
fn the_stored_link_is_read_and_packed_again_byte_for_byte() {
    let unpacked = |link| {
        let packed = transfer::from_link(link).expect("it is a link");
        transfer::unpack(packed, &printing("r1")).expect("it arrives")
    };
    let table = unpacked(LINK);
    assert_eq!(transfer::link("https://example.org/", &transfer::pack(&table).expect("it can be packed")), LINK);
    assert_eq!(unpacked(FIRST_LINK).entries(), table.entries(), "the first version of the format");
}

#[test]
fn a_link_with_a_rule_that_was_changed_is_not_read_as_another_game() {
    let packed = transfer::from_link(HOOKED).expect("it is a link");
    assert_eq!(transfer::unpack(packed, &printing("r1")).map(|_| ()), Err(Refused::OtherRules));
}

#[test]
fn commands_about_the_players_are_written_like_the_games_own() {
    let seat = Seat(1);
    let written = [
        (SeatCommand::Rename { seat, name: "Orm".into() }, r#"{"rename":{"seat":1,"name":"Orm"}}"#),
        (SeatCommand::Colour { seat, colour: PlayerColour::ALL[0] }, r#"{"livery":{"seat":1,"livery":"red"}}"#),
        (SeatCommand::Sit { seat, chair: 3 }, r#"{"sit":{"seat":1,"chair":3}}"#),
        (SeatCommand::Note { seat, note: "late".into() }, r#"{"note":{"seat":1,"note":"late"}}"#),
        (SeatCommand::Seating(Seating::Long), r#"{"seating":"long"}"#),
    ];
    for (command, json) in written {
        let command = Command::from(command);
        assert_eq!(serde_json::to_string(&command).expect("it is JSON"), json);
        assert_eq!(from_json::<Command>(json.as_bytes()).expect(json), command);
    }
    let error = |json: &str| from_json::<Command>(json.as_bytes()).expect_err(json).to_string();
    assert!(error(r#"{"fly":3}"#).starts_with("unknown variant `fly`, expected one of `begin`"));
    assert!(error(r#"{"rename":{"seat":1}}"#).contains("missing field `name`"));
}
