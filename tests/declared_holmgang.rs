//! A game of gear, attacks and turns declared in data only, played to its end.

use std::sync::Arc;

use crate::declared::{act, begun, count, last_told, put, read, refused};
use crate::table_help::random::Dice;
use crate::table_help::{A, B, C};
use serde_json::json;
use skirmish_base::diagnostic;
use skirmish_base::vfs::Memory;
use skirmish_model::game::ActionTarget;
use skirmish_tracker::table::declared::{Command, PileId, Rules, State, Table};
use skirmish_tracker::table::journal::End;
use skirmish_tracker::table::share::{Owner, Share, Weight};
use skirmish_tracker::table::{CardId, Millis, Rules as _, Seat, Standing, journal, tell, transfer};

const HOLMGANG: [&str; 2] = [include_str!("declared/holmgang/game.toml"), include_str!("declared/holmgang/cards.toml")];

fn holmgang() -> Arc<Rules> {
    read(HOLMGANG).expect("it can be read")
}

/// Returns the game with another part of its data.
fn holmgang_with(old: &str, new: &str) -> Arc<Rules> {
    assert_eq!(HOLMGANG[0].matches(old).count(), 1, "{old}");
    read([&HOLMGANG[0].replace(old, new), HOLMGANG[1]]).expect("it can be read")
}

fn acts(seat: Seat, action: &str, on: Option<Seat>) -> Command {
    Command::Act { seat, action: action.into(), on }
}

fn of(seat: Seat, pile: &str) -> PileId {
    PileId::Player { seat, pile: pile.into() }
}

fn moves(card: &str, from: PileId, to: PileId) -> Command {
    Command::Move { card: CardId::new(card), from, to }
}

fn figures(state: &State, counter: &str) -> Vec<i64> {
    state.players.iter().map(|player| player.counters[counter]).collect()
}

#[test]
fn a_duel_from_data_alone_is_played_to_its_end() {
    let rules = holmgang();
    let mut table = begun(&rules, 2);
    // The first turn starts as all others do.
    assert_eq!(figures(table.state(), "stamina"), [4, 2]);
    for command in [
        put("market", "broad-axe", 1),
        moves("broad-axe", "market".into(), of(A, "gear")),
        acts(A, "strike", Some(B)),
        Command::EndTurn { seat: A },
        acts(B, "guard", None),
        acts(B, "strike", Some(A)),
        Command::EndTurn { seat: B },
        acts(A, "strike", Some(B)),
    ] {
        act(&mut table, command);
    }
    let told: Vec<String> = tell::lines(&table).iter().map(|line| tell::text(&line.parts)).collect();
    assert_eq!(
        told,
        [
            "A game begins: Asa and Bjarni; Asa starts",
            "Broad Axe onto Market",
            "Broad Axe from Market to Asa’s Gear",
            "Asa strikes Bjarni: Health 6 → 3; Asa Stamina 4 → 2",
            "Asa ends the turn; Bjarni’s turn; Bjarni Stamina 2 → 4",
            "Bjarni: Guard: Stamina 4 → 3, Guarded on",
            "Bjarni strikes Asa: Health 6 → 3; Bjarni Stamina 3 → 1",
            "Bjarni ends the turn; Asa’s turn; round 2; Tide 0 → 1; Asa Silver 0 → 1, Stamina 2 → 4; Bjarni Silver 0 → 1",
            "Asa strikes Bjarni: Health 3 → 0, Guarded off; Asa Stamina 4 → 2; Bjarni is out; Asa wins",
        ]
    );
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![A]));
    assert_eq!(table.undo_label().as_deref(), Some("Asa: Strike"));
    assert_eq!(refused(&mut table, acts(A, "guard", None)), "the game is over");
    // One tap is one entry.
    table.undo(Millis(1)).expect("it can be taken back");
    assert_eq!((figures(table.state(), "health"), figures(table.state(), "stamina")), (vec![3, 3], vec![4, 1]));
}

#[test]
fn an_action_is_paid_and_done_in_turn_and_to_those_whom_it_concerns() {
    let rules = holmgang();
    let mut table = begun(&rules, 3);
    assert_eq!(rules.spec().action("howl").map(|action| action.target), Some(ActionTarget::Others));
    for (command, why) in [
        (acts(A, "strike", None), "Strike needs another player"),
        (acts(A, "strike", Some(A)), "Strike needs another player"),
        (acts(A, "strike", Some(Seat(7))), "unknown player 7"),
        (acts(A, "howl", Some(B)), "Howl isn’t done to one player"),
        (count(B, "silver", 1), ""),
        (acts(A, "rob", Some(B)), ""),
        (acts(A, "rob", Some(B)), ""),
        (acts(A, "howl", None), "Howl costs 3 Stamina, and Asa has 2"),
        (acts(A, "sing", None), "unknown action `sing`"),
        (acts(B, "guard", None), "it is the turn of Asa"),
    ] {
        match why {
            "" => act(&mut table, command),
            why => assert_eq!(refused(&mut table, command), why),
        }
    }
    // Who robs the poor pays for nothing.
    assert_eq!(figures(table.state(), "silver"), [1, 0, 0]);
    assert_eq!(last_told(&table), "Asa robs Bjarni: Asa Stamina 3 → 2");
    // Players may agree on an action out of turn.
    table.overrule(acts(B, "guard", None), Millis(1)).expect("they agree");
    assert_eq!(last_told(&table), "Bjarni: Guard: Stamina 2 → 1, Guarded on (played so: it is the turn of Asa)");
    act(&mut table, count(A, "silver", 1));
    act(&mut table, acts(A, "feast", None));
    assert_eq!(last_told(&table), "Asa: Feast on everyone: Tide 0 → 1; Asa Silver 2 → 0");
    act(&mut table, count(C, "health", -6));
    assert_eq!(refused(&mut table, acts(A, "strike", Some(C))), "Dalla is out of the game");
    assert_eq!(refused(&mut table, acts(C, "guard", None)), "Dalla is out of the game");
}

#[test]
fn several_may_be_out_at_once_and_the_turn_passes_on() {
    let rules = holmgang_with("on = \"others\"", "on = \"all\"");
    let mut table = begun(&rules, 4);
    for (seat, by) in [(A, -5), (C, -5)] {
        act(&mut table, count(seat, "health", by));
    }
    act(&mut table, acts(A, "howl", None));
    assert_eq!((table.state().left(), table.state().turn), (vec![B, Seat(3)], Some(B)));
    assert_eq!(
        last_told(&table),
        "Asa howls at everyone: Asa Health 1 → 0, Stamina 4 → 1; Bjarni Health 6 → 5; Dalla Health 1 → 0; Egil Health 6 → 5; \
         Asa is out; Dalla is out; Bjarni’s turn; Bjarni Stamina 2 → 4"
    );
    for seat in [B, Seat(3)] {
        act(&mut table, count(seat, "health", -4));
    }
    act(&mut table, acts(B, "howl", None));
    assert_eq!(Rules::standing(table.state()), Standing::Over(Vec::new()));
    assert!(last_told(&table).ends_with("no one wins"));
}

#[test]
fn what_a_turn_starts_with_can_end_it() {
    let rules = holmgang_with("change = { stamina = 2 }", "change = { health = -2 }");
    let mut table = begun(&rules, 3);
    assert_eq!(figures(table.state(), "health"), [4, 6, 6]);
    act(&mut table, count(B, "health", -4));
    act(&mut table, Command::EndTurn { seat: A });
    assert_eq!((table.state().turn, figures(table.state(), "health")), (Some(C), vec![4, 0, 4]));
    assert_eq!(
        last_told(&table),
        "Asa ends the turn; Bjarni is out; Dalla’s turn; Bjarni Health 2 → 0; Dalla Health 6 → 4"
    );
    // A turn that passes on because its player is out starts another one too.
    act(&mut table, count(C, "health", -4));
    assert_eq!(last_told(&table), "Dalla Health −4: 4 → 0; Dalla is out; Asa wins");
    // A correction starts nothing.
    table.undo(Millis(1)).expect("it can be taken back");
    act(&mut table, Command::Turn { seat: A });
    assert_eq!(figures(table.state(), "health"), [4, 0, 4]);
}

#[test]
fn a_player_whom_the_start_of_a_round_puts_out_has_no_turn() {
    let round = "[table.round-start]\nchange = { silver = 1 }";
    let rules = holmgang_with(round, "[table.round-start]\nchange = { health = -1 }");
    let mut table = begun(&rules, 3);
    act(&mut table, count(A, "health", -5));
    for seat in [A, B, C] {
        act(&mut table, Command::EndTurn { seat });
    }
    assert_eq!((table.state().turn, table.state().left()), (Some(B), vec![B, C]));
    assert_eq!(
        last_told(&table),
        "Dalla ends the turn; Asa is out; Bjarni’s turn; round 2; Tide 0 → 1; Asa Health 1 → 0; \
         Bjarni Health 6 → 5, Stamina 4 → 5; Dalla Health 6 → 5"
    );
}

#[test]
fn players_gain_at_most_what_others_lose() {
    // Two of three others have silver: Asa asks for three in all.
    let old = "on = \"other\"\ncost = { stamina = 1 }\nchange = { silver = -1 }\ngain = { silver = 1 }";
    let rules =
        holmgang_with(old, &old.replace("other", "others").replace("gain = { silver = 1 }", "gain = { silver = 3 }"));
    let mut table = begun(&rules, 4);
    act(&mut table, count(B, "silver", 1));
    act(&mut table, count(C, "silver", 5));
    act(&mut table, acts(A, "rob", None));
    assert_eq!(figures(table.state(), "silver"), [2, 0, 4, 0]);
    assert_eq!(
        last_told(&table),
        "Asa robs all others: Asa Silver 0 → 2, Stamina 4 → 3; Bjarni Silver 1 → 0; Dalla Silver 5 → 4"
    );
}

#[test]
fn cards_lie_before_players_and_are_counted_with_all_others() {
    let rules = holmgang();
    let mut table = begun(&rules, 3);
    let put = |pile: PileId, card: &str, by| Command::Put { pile, card: CardId::new(card), by };
    act(&mut table, put(of(A, "gear"), "broad-axe", 1));
    assert_eq!(last_told(&table), "Broad Axe onto Asa’s Gear");
    assert_eq!(table.undo_label().as_deref(), Some("Broad Axe +1"));
    act(&mut table, moves("broad-axe", of(A, "gear"), of(B, "trophies")));
    assert_eq!(last_told(&table), "Broad Axe from Asa’s Gear to Bjarni’s Trophies");
    act(&mut table, put(of(C, "gear"), "broad-axe", 1));
    for (command, why) in [
        (put("market".into(), "broad-axe", 1), "only 0 of Broad Axe are in the deck or in hands"),
        (put(of(A, "gear"), "feint", 1), "Feint can’t go on Gear"),
        (put("gear".into(), "helmet", 1), "unknown pile `gear`"),
        (put(of(A, "market"), "helmet", 1), "unknown pile `market`"),
        (put(of(Seat(3), "gear"), "helmet", 1), "unknown player 3"),
        (moves("broad-axe", of(A, "gear"), "discard".into()), "Broad Axe isn’t on Gear"),
        (moves("helmet", "market".into(), of(Seat(5), "gear")), "unknown player 5"),
        (Command::Shuffle { pile: of(A, "gear") }, "Gear can’t be shuffled into a draw deck"),
    ] {
        assert_eq!(refused(&mut table, command), why);
    }
    // Who is out leaves what they had, and others take it.
    act(&mut table, count(C, "health", -6));
    act(&mut table, moves("broad-axe", of(C, "gear"), of(A, "gear")));
    assert!(rules.describe(table.state()).contains(&"Asa’s Gear: 1 Broad Axe".to_owned()));
    let text = journal::text(&table).expect("it can be written");
    let parsed = journal::read(text.as_bytes(), &rules).expect("it can be read");
    assert_eq!(parsed.table.state(), table.state());
    assert_eq!(journal::text(&parsed.table).expect("it can be written"), text);
    let packed = transfer::pack(&table).expect("it can be packed");
    assert_eq!(transfer::unpack(&packed, &rules).expect("it can be unpacked").state(), table.state());
}

#[test]
fn journals_with_impossible_piles_and_statuses_are_read_up_to_there() {
    let rules = holmgang();
    let mut table = begun(&rules, 2);
    act(&mut table, put("market", "broad-axe", 1));
    act(&mut table, moves("broad-axe", "market".into(), of(B, "gear")));
    act(&mut table, acts(A, "strike", Some(B)));
    let text = journal::text(&table).expect("it can be written");
    let altered = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        let (head, entries) = text.split_once('\n').expect("lines");
        let (mut after, mut altered) = (head[8..16].to_owned(), format!("{head}\n"));
        for line in entries.lines() {
            let (_, entry) = line.split_once("\"entry\":").expect("an entry");
            let entry = entry.strip_suffix('}').expect("a line").replace(from, to);
            let content = format!("\"after\":\"{after}\",\"entry\":{entry}");
            after = format!("{:08x}", crc32fast::hash(content.as_bytes()));
            altered += &format!("{{\"crc\":\"{after}\",{content}}}\n");
        }
        altered
    };
    assert_eq!(altered("gear", "gear"), text);
    let moved = r#""pile":{"seat":1,"pile":"gear"},"card":"broad-axe","from":0"#;
    let begun = r#""piles":{"gear":{},"trophies":{}}"#;
    let hit = r#""counter":"health","from":6,"to":3"#;
    for (from, to, why) in [
        (moved, moved.replace("\"seat\":1", "\"seat\":2"), "unknown player 2"),
        (moved, moved.replace("gear", "gaer"), "unknown pile `gaer`"),
        (moved, moved.replace(",\"pile\":\"gear\"", ""), "expected a pile"),
        (moved, moved.replace(r#"{"seat":1,"pile":"gear"}"#, "\"gear\""), "unknown pile `gear`"),
        (moved, moved.replace("\"from\":0", "\"from\":1"), "broad-axe in gear is 0, not 1"),
        (r#""from":0,"to":1}"#, r#""from":0,"to":3}"#.to_owned(), "-1 of broad-axe are in the deck or in hands"),
        (r#""from":0,"to":1}"#, r#""from":0,"to":4294967295}"#.to_owned(), "a count is above 1000000"),
        (r#""from":0,"to":1}"#, r#""from":0,"to":-1}"#.to_owned(), "integer `-1`"),
        (begun, begun.replace("{}", r#"{"broad-axe":3}"#), "-10 of broad-axe are in the deck"),
        (begun, begun.replacen("{}", r#"{"feint":1}"#, 1), "`feint` can’t be on pile `gear`"),
        (begun, begun.replace("gear", "purse"), "the piles don’t match the game"),
        (begun, r#""piles":{}"#.to_owned(), "the piles don’t match the game"),
        (hit, hit.replace('3', "-3"), "Bjarni has -3 of counter `health`"),
        (hit, hit.replace('3', "0"), "Bjarni is in the game by mistake"),
        (hit, hit.replace("health", "haelth"), "unknown counter `haelth`"),
    ] {
        let told = match journal::read(altered(from, &to).as_bytes(), &rules) {
            Ok(parsed) => match parsed.end {
                End::Damaged { why, .. } => why,
                end => panic!("{to}: {end:?}"),
            },
            Err(error) => error.to_string(),
        };
        assert!(told.contains(why), "{to}: {told}");
    }
    // Changes are what happened; the command beside them is only its sentence, whatever it names.
    let struck = r#""act":{"seat":0,"action":"strike","on":1}"#;
    for (to, told) in [
        (r#""act":{"seat":0,"action":"sing","on":1}"#, "Asa: sing on Bjarni: Health 6 → 3; Asa Stamina 4 → 2"),
        (r#""act":{"seat":0,"action":"guard","on":1}"#, "Asa: Guard on Bjarni: Health 6 → 3; Asa Stamina 4 → 2"),
        (r#""act":{"seat":0,"action":"strike","on":0}"#, "Asa strikes Asa: Stamina 4 → 2; Bjarni Health 6 → 3"),
        (r#""act":{"seat":0,"action":"strike"}"#, "Asa strikes: Stamina 4 → 2; Bjarni Health 6 → 3"),
        (r#""act":{"seat":9,"action":"howl"}"#, "player 9 howls at all others: Asa Stamina 4 → 2; Bjarni Health 6 → 3"),
    ] {
        let mut table = journal::read(altered(struck, to).as_bytes(), &rules).expect("its head is whole").table;
        assert_eq!(last_told(&table), told);
        undo_all(&mut table);
        assert_eq!(*table.state(), State::default());
    }
}

#[test]
fn names_and_verbs_of_actions_are_translated() {
    let action = "[table.action.strike]\nverb = \"strikes\"\nchange = { health = -1 }\n";
    let head = "title = \"Duel\"\nlanguage = \"en\"\nlanguages = [\"de\"]\n";
    let german = "source.title = \"Duel\"\nde.title = \"Zweikampf\"\n[table.action.strike]\nsource.name = \"Strike\"\n\
                  de.name = \"Hieb\"\nsource.verb = \"strikes\"\nde.verb = \"schlägt\"\n";
    let files = Memory::new()
        .with("card-data/game/game.toml", format!("{head}[table.counter.health]\n{action}"))
        .with("card-data/game/game.de.toml", german);
    let reading = skirmish_read::game_in(&files, "game", Some("de"));
    assert!(reading.diagnostics.is_empty(), "{}", diagnostic::format_plain(&reading.diagnostics));
    let actions = reading.game.expect("it can be read").table.actions;
    assert_eq!((actions[0].name.as_str(), actions[0].verb.as_deref()), ("Hieb", Some("schlägt")));
}

#[test]
fn commands_are_short_in_json() {
    for (command, text) in [
        (acts(A, "guard", None), json!({"act": {"seat": 0, "action": "guard"}})),
        (acts(A, "strike", Some(B)), json!({"act": {"seat": 0, "action": "strike", "on": 1}})),
        (
            moves("helmet", "market".into(), of(B, "gear")),
            json!({"move": {"card": "helmet", "from": "market", "to": {"seat": 1, "pile": "gear"}}}),
        ),
    ] {
        assert_eq!(json!(command), text);
        assert_eq!(serde_json::from_value::<Command>(text).expect("a command"), command);
    }
    let wrong = serde_json::from_value::<Command>(json!({"shuffle": {"pile": 3}})).expect_err("no pile");
    assert!(wrong.to_string().contains("expected a pile"), "{wrong}");
}

#[test]
fn a_device_gives_the_commands_of_its_own_player() {
    let state = State::default();
    for (command, owner, weight) in [
        (acts(B, "strike", Some(A)), Owner::Seat(B), Weight::Counts),
        (moves("helmet", "market".into(), of(B, "gear")), Owner::Seat(B), Weight::Decides),
        (moves("helmet", of(A, "gear"), of(B, "gear")), Owner::Seat(A), Weight::Decides),
        (moves("helmet", "market".into(), "discard".into()), Owner::Anyone, Weight::Decides),
        (put("market", "helmet", 1), Owner::Anyone, Weight::Counts),
    ] {
        assert_eq!(Share::of::<Rules>(&state, &command), Share { owner, weight }, "{command:?}");
    }
}

#[test]
fn any_game_of_possible_commands_ends_and_goes_back_to_its_start() {
    let rules = holmgang();
    let (mut rounds, mut dice) = (0, Dice::new(7));
    for players in [2, 4] {
        let mut table = begun(&rules, players);
        while !matches!(Rules::standing(table.state()), Standing::Over(_)) {
            let legal = rules.legal(table.state());
            let played = |command: &&Command| {
                matches!(command, Command::Act { .. } | Command::Move { .. } | Command::EndTurn { .. })
            };
            let some: Vec<Command> = match dice.one_in(4) {
                true => legal.into_iter().filter(|command| matches!(command, Command::Put { .. })).collect(),
                false => legal.iter().filter(played).cloned().collect(),
            };
            act(&mut table, dice.pick(&some).clone());
            Rules::check(&rules, table.state()).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
        rounds += table.state().round;
        undo_all(&mut table);
        assert_eq!(*table.state(), State::default());
    }
    assert!(rounds > 4, "{rounds} rounds");
}

fn undo_all(table: &mut Table) {
    while table.can_undo() {
        table.undo(Millis(9_000_000)).expect("it can be taken back");
    }
}
