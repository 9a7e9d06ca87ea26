//! Taps by chance, and whole games.

use serde_json::{Value, json};
use skirmish_tracker::table::{Rules as _, Seat, Standing, battling, declared, skirminion, skirmish, warband};

use super::network::{Network, Weather};
use super::{Dice, names};
use crate::any::{AnyTable, SharedTable};
use crate::{Deed, Device};

/// Returns the commands that the rules allow on a table.
fn legal(table: &dyn AnyTable) -> Vec<Value> {
    macro_rules! of {
        ($($game:ident)*) => {$(
            if let Some(shared) = table.as_any().downcast_ref::<SharedTable<$game::Rules>>() {
                let legal = shared.table().rules().legal(shared.table().state());
                let legal = legal.iter().map(|command| json!(command));
                // Only the table agrees on a draw.
                return legal.filter(|command| *command != json!("agree")).collect();
            }
        )*};
    }
    of!(skirmish battling skirminion warband declared);
    Vec::new()
}

/// Answers a question in the simplest way.
pub(super) fn answer(command: &Value, asked: Seat) -> Value {
    let mut answered = command.clone();
    if let Some(attack) = answered.get_mut("attack") {
        let steps = attack.as_object_mut().expect("an attack").entry("steps").or_insert_with(|| json!([]));
        // It is not known here if a blow or a Hook is asked for.
        steps.as_array_mut().expect("a list").push(json!("hit"));
    }
    let plays = answered.pointer_mut("/turn/plays").and_then(Value::as_array_mut);
    for play in plays.into_iter().flatten().filter(|play| play["seat"] == json!(asked)) {
        play["wants"] = json!("damage");
    }
    answered
}

/// Makes a tap on a device: mostly counters, sometimes decisions, sometimes what is not allowed.
pub(super) fn tap(device: &mut Device, who: usize, dice: &mut Dice) -> (Deed, Option<u32>) {
    let seats = device.seats();
    let own = seats.first().copied().unwrap_or(Seat(7));
    let any = Seat::at(usize::try_from(dice.below(8)).expect("small")).expect("a seat");
    if let Some(open) = device.room().open.clone()
        && (seats.contains(&open.asked) || (who == 0 && dice.one_in(8)))
        && dice.one_in(2)
    {
        return (Deed::Command(answer(&open.command, open.asked)), Some(open.number));
    }
    let by = [-3, -2, -1, 1, 2, 3][usize::try_from(dice.below(6)).expect("small")];
    let command = match dice.below(40) {
        0..22 => json!({ "adjust": { "seat": own, "by": by } }),
        22..24 => json!({ "adjust": { "seat": any, "by": by } }),
        24 => json!({ "rename": { "seat": own, "name": format!("Player {who}.{}", dice.below(1000)) } }),
        25..28 => {
            if let Some((line, _)) = device.view().last() {
                return (Deed::Undo(line), None);
            }
            json!({ "adjust": { "seat": own, "by": by } })
        }
        28 => return (Deed::Redo, None),
        29 => return (Deed::Overrule(json!({ "adjust": { "seat": any, "by": 1 } })), None),
        30 => json!({ "bring-back": { "seat": any, "health": 5 } }),
        31..37 => match device.view().standing() {
            // Often two devices end the same turn.
            Standing::Turn(seat) if who == 0 || seats.contains(&seat) => json!({ "end-turn": { "seat": seat } }),
            _ => json!({ "adjust": { "seat": own, "by": by } }),
        },
        37 => json!({ "end-turn": { "seat": own } }),
        _ => {
            let legal = legal(device.view());
            dice.pick(&legal).cloned().unwrap_or_else(|| json!({ "adjust": { "seat": own, "by": by } }))
        }
    };
    (Deed::Command(command), None)
}

/// Taps on a device until it has an answer; the network settles.
fn play(network: &mut Network, who: usize, command: Value, answers: Option<u32>) {
    network.deed(who, Deed::Command(command), answers).unwrap_or_else(|refused| panic!("{who}: {refused:?}"));
    network.settle_taps();
}

#[test]
fn battling_cards_stay_secret_until_all_are_in() {
    let mut network = Network::new("battling-cards", 4, 5, Weather::FINE);
    let player =
        |(chair, (name, colour)): (usize, (&str, &str))| json!({ "name": name, "livery": colour, "chair": chair });
    let players: Vec<Value> = names(3).into_iter().zip(["red", "blue", "gold"]).enumerate().map(player).collect();
    network.begin(json!({ "begin": { "players": players, "rules": "second" } }));
    let mut turns = 0;
    while !matches!(network.devices[0].table().standing(), Standing::Over(_)) {
        turns += 1;
        assert!(turns < 200, "it ends");
        let left = network.devices[0].table().choosers();
        let revealed = network.everything_said().matches("\"attack\":").count();
        for (at, seat) in left.iter().enumerate() {
            let who = seat.index() + 1;
            let on = left[(at + 1) % left.len()];
            let choice = json!({ "seat": seat, "attack": [10, 9], "defence": [], "on": on });
            network.deed(who, Deed::Secret { seat: *seat, choice }, None).expect("it may choose");
            network.settle_taps();
            if at + 1 < left.len() {
                let said = network.everything_said();
                assert_eq!(said.matches("\"attack\":").count(), revealed, "{said}");
                assert_eq!(network.room_of(0).locked, left[..=at], "who has chosen is known");
                assert_eq!(network.devices[who].waiting(), ["your cards"]);
                // Until the last one has chosen, a choice can be taken back.
                if turns == 1 && at == 0 {
                    network.deed(who, Deed::Unlock(*seat), None).expect("it may change its mind");
                    network.settle_taps();
                    assert!(network.room_of(0).locked.is_empty() && network.devices[who].waiting().is_empty());
                    let choice = json!({ "seat": seat, "attack": [10, 9], "defence": [], "on": on });
                    network.deed(who, Deed::Secret { seat: *seat, choice }, None).expect("it may choose again");
                    network.settle_taps();
                }
            }
        }
        // The winners choose, each on their own phone.
        while let Some(open) = network.host().room().open {
            let answered = answer(&open.command, open.asked);
            play(&mut network, open.asked.index() + 1, answered, Some(open.number));
        }
    }
    network.settle();
    let tally = network.check();
    println!("battling cards: {turns} turns, {} taps sent, {} counted, {} lost", tally.sent, tally.counted, tally.lost);
    // The choice that was taken back, and the tap that did so.
    assert_eq!((tally.lost, tally.refused), (2, 0));
}

#[test]
fn the_phones_send_secrets_again_after_a_kill() {
    let mut network = Network::new("battling-cards", 3, 9, Weather::FINE);
    let players =
        json!([{ "name": "Orm", "livery": "red", "chair": 0 }, { "name": "Una", "livery": "blue", "chair": 1 }]);
    network.begin(json!({ "begin": { "players": players, "rules": "second" } }));
    let secret = |seat: u8| Deed::Secret {
        seat: Seat(seat),
        choice: json!({ "seat": seat, "attack": [], "defence": [10, 9], "on": null }),
    };
    network.deed(1, secret(0), None).expect("it may choose");
    network.settle_taps();
    network.kill_host();
    assert!(network.host().room().locked.is_empty(), "a secret is not on disk");
    network.settle_taps();
    assert_eq!(network.host().room().locked, [Seat(0)]);
    network.deed(2, secret(1), None).expect("it may choose");
    network.settle();
    assert_eq!(network.host().table().len(), 2);
    assert_eq!(network.host().table().taps(2).len(), 2, "the line names both taps");
    assert_eq!(network.check().lost, 0);
}

#[test]
fn skirminion_is_played_to_its_end_from_two_phones_while_one_watches() {
    let mut network = Network::new("skirminion", 4, 21, Weather::FINE);
    network.begin(json!({ "begin": { "players": [
        { "name": "Bone", "livery": "bone", "chair": 0 }, { "name": "Red", "livery": "red", "chair": 2 }
    ], "first": "bone" } }));
    let mut taps = 0;
    while let Standing::Turn(seat) = network.devices[0].table().standing() {
        taps += 1;
        if taps > 400 {
            break;
        }
        let who = seat.index() + 1;
        let moves = legal(network.devices[who].view());
        let Some(command) = network.dice.pick(&moves).cloned() else { break };
        // The other side and the watching phone try the same, and change nothing.
        for other in [3 - who, 3] {
            drop(network.tap(other, command.clone()));
        }
        network.settle_taps();
        play(&mut network, who, command, None);
    }
    network.settle();
    let tally = network.check();
    let over = network.devices[3].table().standing();
    println!("skirminion: {over:?}, {} taps, {} counted, {} refused", tally.sent, tally.counted, tally.refused);
    assert_eq!((tally.counted, tally.lost), (taps.min(400), 0));
    assert_eq!(tally.refused, 2 * taps.min(400));
}

#[test]
fn a_draw_is_offered_on_one_phone_and_answered_on_the_other() {
    let mut network = Network::new("skirminion", 4, 2, Weather::FINE);
    network.begin(json!({ "begin": { "players": [
        { "name": "Bone", "livery": "bone", "chair": 0 }, { "name": "Red", "livery": "red", "chair": 2 }
    ], "first": "bone" } }));
    let lines = network.devices[0].table().len();
    let answered = |agrees: bool| json!({ "offer": { "by": "bone", "answer": agrees } });
    for agrees in [false, true] {
        // Nobody offers for another one, or agrees before there is an offer.
        for (who, command) in [(2, json!({ "offer": { "by": "bone" } })), (2, answered(true)), (1, answered(true))] {
            drop(network.tap(who, command));
            network.settle_taps();
        }
        play(&mut network, 1, json!({ "offer": { "by": "bone" } }), None);
        let open = network.room_of(2).open.clone().expect("an offer");
        assert_eq!(open.asked, Seat(1));
        assert!(matches!(network.devices[3].table().standing(), Standing::Turn(_)), "it is no draw yet");
        play(&mut network, 2, answered(agrees), Some(open.number));
        assert_eq!(network.room_of(1).open, None);
    }
    network.settle();
    assert_eq!(network.devices[3].table().standing(), Standing::Over(Vec::new()));
    assert_eq!(network.devices[3].table().len(), lines + 2, "a refusal and the draw");
    assert_eq!(network.check().lost, 0);
}

#[test]
fn nothing_is_asked_once_the_game_is_over() {
    let mut network = Network::new("skirminion", 3, 2, Weather::FINE);
    network.begin(json!({ "begin": { "players": [
        { "name": "Bone", "livery": "bone", "chair": 0 }, { "name": "Red", "livery": "red", "chair": 2 }
    ], "first": "bone" } }));
    play(&mut network, 1, json!({ "offer": { "by": "bone" } }), None);
    assert!(network.room_of(2).open.is_some());
    play(&mut network, 2, json!({ "resign": { "side": "red" } }), None);
    assert!(matches!(network.devices[1].table().standing(), Standing::Over(_)));
    assert_eq!(network.room_of(2).open, None);
}

#[test]
fn warbands_are_moved_on_a_bad_network() {
    let mut network = Network::new("warhammer-skirmish", 3, 4, Weather::BAD);
    network.begin(json!({ "begin": [
        { "name": "North", "warband": "crows-levy" }, { "name": "South", "warband": "crows-levy" }
    ] }));
    let mut taps = 0;
    while taps < 300 {
        let who = usize::try_from(network.dice.below(3)).expect("small");
        if network.dice.one_in(8) {
            let moves = legal(network.devices[who].view());
            let Some(command) = network.dice.pick(&moves).cloned() else { break };
            taps += u64::from(network.tap(who, command).is_ok());
        }
        network.step();
    }
    network.settle();
    let tally = network.check();
    println!("warbands: {} sent, {} counted, {} refused", tally.sent, tally.counted, tally.refused);
    assert_eq!((tally.sent, tally.lost), (taps, 0));
    assert!(taps > 100 && tally.counted > 20);
}
