//! Journals and links of battles, and the way back.

use skirmish_tracker::table::journal::{self, End, ParsedJournal};
use skirmish_tracker::table::{Rules as _, transfer};

use super::*;

/// Returns a battle of the first edition with every command of that time.
fn battle() -> Game {
    let mut game = Game::of_first_printing();
    game.say(
        r#"{"begin":[{"name":"North","warband":"crows-levy","livery":"gold"},{"name":"South","warriors":[
            {"name":"Rider","profile":[8,4,3,4,3,1,4,1,7],"traits":["mounted"]},
            {"name":"Wasps","profile":[6,3,0,2,2,3,1,4,10],"traits":["swarm"]},
            {"name":"Sting","profile":[4,3,3,3,3,1,3,1,7],"traits":["poison"],"wizard":1},
            {"name":"Elder","profile":[4,3,3,3,3,2,3,1,8],"leader":true}]}],
            "first":"South","house":{"caster-units":false}}"#,
    );
    game.say_all(&[
        r#"{"phase":"next"}"#,
        r#"{"roll":{"spot":"South.1","d6":2}}"#,
        r#"{"charge":"South.1","on":["North.5"],"intercepted":"North.6"}"#,
        r#"{"run":"South.4"}"#,
        r#"{"roll":{"jump":"South.3","inches":5,"d6":[3,4]},"rolled":"table"}"#,
        r#"{"fall":"South.3","d3":2,"wounds":1,"injury":1,"rolled":"table"}"#,
        r#"{"roll":{"slip":"South.3","inches":2,"d6":1}}"#,
        r#"{"phase":"next"}"#,
        r#"{"phase":"next"}"#,
        r#"{"phase":"next"}"#,
        r#"{"wound":"South.1","by":"North.6","critical":true}"#,
        r#"{"wound":"South.2","wounds":2}"#,
        r#"{"wound":"North.6","injury":2,"by":"South.1","poison":false}"#,
        r#"{"wound":"North.6","by":"South.4"}"#,
        r#"{"roll":{"alone":"North.7","2d6":11}}"#,
        r#"{"phase":"next"}"#,
        r#"{"roll":{"rally":"North.7","2d6":8,"leader":true}}"#,
        r#"{"phase":"next"}"#,
        r#"{"roll":{"climb":"North.8","inches":3,"d6":6,"down":true}}"#,
        r#"{"fall":"North.8","d3":1}"#,
        r#"{"roll":{"gap":"North.9","inches":2,"drop":4,"d6":2}}"#,
        r#"{"hide":"North.10"}"#,
        r#"{"found":"North.10"}"#,
        r#"{"phase":"next"}"#,
        r#"{"cast":"North.2"}"#,
        r#"{"phase":"next"}"#,
        r#"{"shoot":"North.9","on":"South.4"}"#,
        r#"{"roll":{"panic":"South.4","2d6":12}}"#,
        r#"{"flee":"South.2"}"#,
        r#"{"phase":"next"}"#,
        r#"{"phase":"next"}"#,
        r#"{"run-on":"South.2"}"#,
        r#"{"out":"South.2","why":"fled"}"#,
        r#"{"roll":{"rally":"South.4","2d6":3}}"#,
        r#"{"stand":"South.3"}"#,
        r#"{"phase":"next"}"#,
        r#"{"roll":{"dive":"South.1","on":"North.1","inches":3,"d6":4}}"#,
        r#"{"set":"South.3","wounds":1,"status":"standing","marks":[]}"#,
        r#"{"rename":{"seat":1,"name":"The Fen"}}"#,
        r#"{"wound":"The Fen.4"}"#,
        r#"{"end":["The Fen"]}"#,
    ]);
    game
}

#[test]
fn a_journal_is_read_back_as_it_was_written() {
    let game = battle();
    let text = journal::text(&game.table).expect("a journal");
    let ParsedJournal { table, end, headless, .. } =
        journal::read(text.as_bytes(), &Arc::clone(game.table.rules())).expect("a journal");
    assert!(matches!(end, End::Whole) && headless.is_none());
    assert_eq!(table.state(), game.table.state());
    assert_eq!(table.entries(), game.table.entries());
    assert_eq!(journal::text(&table).expect("a journal"), text);
}

#[test]
fn a_flight_is_kept_in_journals_and_links() {
    let mut game = Game::begun();
    game.say_all(&[r#"{"flee":"North.5"}"#, r#"{"roll":{"flight":"North.5","2d6":8},"rolled":"table"}"#]);
    assert_eq!(game.told(), "Maud Twoblades of North flees 8 inches, round its enemies (the table rolled)");
    let text = journal::text(&game.table).expect("a journal");
    let read = journal::read(text.as_bytes(), &Arc::clone(game.table.rules())).expect("a journal");
    assert_eq!(read.table.entries(), game.table.entries());
    let packed = transfer::pack(&game.table).expect("a link");
    assert_eq!(transfer::unpack(&packed, game.table.rules()).expect("a table").entries(), game.table.entries());
}

#[test]
fn a_link_carries_the_battle() {
    let game = battle();
    let packed = transfer::pack(&game.table).expect("a link");
    let unpacked = transfer::unpack(&packed, game.table.rules()).expect("a table");
    assert_eq!(unpacked.state(), game.table.state());
    assert!(packed.len() < 4_000, "{} letters", packed.len());
}

#[test]
fn a_link_survives_other_pictures_and_notes() {
    let game = battle();
    let packed = transfer::pack(&game.table).expect("a link");
    let redrawn = rules_with(|warrior| {
        warrior.art = Some("redrawn".to_owned());
        warrior.note = "Said differently.".to_owned();
    });
    let unpacked = transfer::unpack(&packed, &redrawn).expect("a table");
    assert_eq!(unpacked.entries().len(), game.table.entries().len());
    let dearer = rules_with(|warrior| warrior.points += 1);
    assert_eq!(transfer::unpack(&packed, &dearer).err(), Some(transfer::Refused::OtherRules));
}

#[test]
fn everything_is_taken_back_to_the_start_and_done_again() {
    let mut game = battle();
    let states: Vec<_> = (0..=game.table.done().len()).map(|events| game.table.state_at(events)).collect();
    for left in (0..states.len() - 1).rev() {
        game.table.undo_single(Millis(0)).expect("something to take back");
        assert_eq!(*game.table.state(), states[left]);
    }
    assert!(!game.table.can_undo());
    for state in &states[1..] {
        game.table.redo_some(1, Millis(0)).expect("something to do again");
        assert_eq!(game.table.state(), state);
    }
}

#[test]
fn every_event_has_a_sentence_and_a_label() {
    let game = battle();
    let lines: Vec<String> = tell::lines(&game.table).iter().map(|line| tell::text(&line.parts)).collect();
    assert_eq!(lines.len(), game.table.groups().len());
    for line in &lines {
        assert!(line.len() > 8 && !line.contains("  ") && !line.ends_with(' '), "{line:?}");
    }
    let has = |sentence: &str| assert!(lines.iter().any(|line| line == sentence), "{sentence}\n{}", lines.join("\n"));
    has("A new game: North with The Crow’s Levy, 12 warriors, South with South, 4 warriors; South begins");
    has("Movement phase of South");
    has("Rider of South looks for its target: 2 against 4, passed: it may charge");
    has("Rider of South charges Maud Twoblades of North and is intercepted by Oswin of North");
    has("Sting of South jumps down 5 inches: 3 and 4 against 3: it falls (the table rolled)");
    has("Sting of South falls 5 inches: 2 hits of Strength 5, 1 wound, injury 1: knocked down (the table rolled)");
    has("Rider of South is wounded by Oswin of North, a critical hit: its mount dies");
    has("Wasps of South is wounded 2 times: 3 → 1");
    has("Oswin of North is wounded by Rider of South, injury 2: knocked down");
    has("Oswin of North is wounded by Elder of South: out of action");
    has("Godric of North is all alone: 11 against 7, failed: it breaks and runs, and each opponent hits once");
    has("Godric of North tests to rally: 8 against 8 of Ysolt Crow, passed: it stops");
    has("Hild of North climbs down 3 inches: 6 against 3, failed: it falls");
    has("Wasps of South flees off the table and is out of action");
    has("The Fen has won");
    for event in game.table.done() {
        let label = game.table.rules().label(game.table.state(), std::slice::from_ref(event));
        let arranged = matches!(event.command, skirmish_tracker::table::warband::Command::SeatCommand(_));
        assert!(arranged || !label.is_empty(), "{:?}", event.command);
    }
}

#[test]
fn taps_of_one_warrior_go_together() {
    let mut game = Game::of(&[("North", json!([warrior("Giant", [6, 3, 3, 5, 5, 5, 3, 4, 9])])), ("South", plain(2))]);
    for time in [1_000, 1_500, 2_000] {
        let tap = serde_json::from_str(r#"{"wound":"North.1"}"#).expect("a command");
        game.table.act(tap, Millis(time)).expect("a wound");
    }
    assert_eq!(game.table.undo_label().as_deref(), Some("Giant −3"));
    game.table.undo(Millis(3_000)).expect("taken back");
    assert_eq!(game.now("North.1").wounds, 5);
}

#[test]
fn a_state_that_cannot_be_is_refused_when_it_is_read() {
    let game = Game::begun();
    let text = journal::text(&game.table).expect("a journal");
    let broken = |change: &dyn Fn(&mut skirmish_tracker::table::warband::State)| {
        let mut state = game.table.state().clone();
        change(&mut state);
        state.check().is_err()
    };
    assert!(text.contains("\"began\""));
    assert!(broken(&|state| state.sides[0].warriors[0].now.wounds = 3));
    assert!(broken(&|state| state.sides[1].name = "North".into()));
    assert!(broken(&|state| state.moment.side = Seat(2)));
    assert!(broken(&|state| state.moment.turn = 0));
    assert!(broken(&|state| state.sides[0].lost = true));
    assert!(broken(&|state| state.sides[0].warriors.clear()));
    assert!(broken(&|state| state.sides[0].warriors[0].now.felled_by = Some(Who { seat: Seat(1), no: 77 })));
    // Two sides can't have the same name: sentences would be ambiguous.
    let mut game = Game::begun();
    game.refused(r#"{"rename":{"seat":1,"name":"North"}}"#, "two players have the same name");
}
