//! Whose tap counts, and what the others learn.

use serde_json::{Value, json};
use skirmish_tracker::table::{Millis, Seat};

use super::network::{Network, Weather};
use super::{skirmish, table};
use crate::{Deed, Join, JoinRefusal, Joined, Request, Version};

fn three() -> Network {
    let mut network = Network::new("skirmish-5e", 4, 1, Weather::FINE);
    network.begin(skirmish(4));
    network
}

fn words(network: &mut Network, who: usize) -> Vec<String> {
    network.words[who].iter().map(ToString::to_string).collect()
}

fn health(network: &mut Network, seat: usize) -> i64 {
    network.host().table().state()["players"][seat]["health"].as_i64().expect("a number")
}

/// Whose turn it is.
fn turn(network: &mut Network) -> Seat {
    match network.host().table().standing() {
        skirmish_tracker::table::Standing::Turn(seat) => seat,
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_taps_on_one_counter_both_count() {
    let mut network = three();
    let before = health(&mut network, 0);
    let tap = json!({ "adjust": { "seat": 0, "by": -1 } });
    network.tap(1, tap.clone()).expect("it is its own");
    network.tap(0, tap).expect("it is the table");
    for who in [0, 1] {
        network.settle_taps_of(who);
    }
    network.settle();
    assert_eq!(health(&mut network, 0), before - 2);
    let said = [words(&mut network, 0), words(&mut network, 1)].concat();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("Tapped twice? ") && said[0].ends_with("at the same moment as you. Both count."));
}

#[test]
fn a_phone_changes_its_own_seat_and_one_that_watches_nothing() {
    let mut network = three();
    let before = health(&mut network, 1);
    network.tap(1, json!({ "adjust": { "seat": 1, "by": -1 } })).expect("the phone does not know");
    network.settle();
    assert_eq!(words(&mut network, 1), ["Not counted: Sigrid −1. It belongs to Sigrid."]);
    network.request(1, Request::Release(Seat(0)));
    network.tap(1, json!({ "adjust": { "seat": 0, "by": -1 } })).expect("the phone does not know");
    network.settle();
    let said = words(&mut network, 1);
    assert!(
        said.contains(&"Not counted: Orm −1. Only players may change the game, and you watch.".to_owned()),
        "{said:?}"
    );
    assert_eq!(health(&mut network, 1), before);
    assert_eq!(network.check().lost, 0);
}

#[test]
fn a_turn_that_is_ended_twice_ends_once() {
    let mut network = three();
    let seat = turn(&mut network);
    let who = seat.index() + 1;
    let end = json!({ "end-turn": { "seat": seat } });
    network.deed(0, Deed::Overrule(end.clone()), None).expect("the table may");
    network.settle_taps_of(0);
    let after = turn(&mut network);
    assert_ne!(after, seat);
    if who < 4 {
        network.deed(who, Deed::Command(json!({ "recover": { "seat": seat, "what": "cards" } })), None).ok();
    }
    network.deed(0, Deed::Overrule(json!({ "end-turn": { "seat": after } })), None).expect("the table may");
    network.settle();
    assert_eq!(network.check().lost, 0);
}

/// Returns a plain attack of the player on turn, and both players.
fn attack(network: &mut Network) -> (Value, Seat, Seat) {
    // Seat 3 has no phone.
    while turn(network) == Seat(3) {
        let seat = turn(network);
        network.deed(0, Deed::Overrule(json!({ "end-turn": { "seat": seat } })), None).expect("the table may");
        network.settle();
    }
    let attacker = turn(network);
    let target = if attacker == Seat(0) { Seat(1) } else { Seat(0) };
    (json!({ "attack": { "attacker": attacker, "target": target, "means": "weapon" } }), attacker, target)
}

#[test]
fn an_attack_waits_for_the_defender_whose_first_answer_counts() {
    let mut network = three();
    let (command, attacker, target) = attack(&mut network);
    let lines = network.host().table().len();
    network.tap(attacker.index() + 1, command.clone()).expect("it may attack");
    network.settle_taps();
    assert_eq!(network.host().table().len(), lines, "nothing has happened yet");
    let drawn = network.devices[attacker.index() + 1].view().len();
    assert_eq!(drawn, lines, "nor does the attacker's phone draw it");
    let open = network.room_of(target.index() + 1).open.clone().expect("the defender is asked");
    assert_eq!((open.asked, open.taps.len()), (target, 1));
    // A third phone may not answer.
    let other = (1..4).find(|who| *who != attacker.index() + 1 && *who != target.index() + 1).expect("a third phone");
    let answered = super::games::answer(&open.command, target);
    network.deed(other, Deed::Command(answered.clone()), Some(open.number)).expect("the phone does not know");
    network.settle_taps();
    assert!(words(&mut network, other)[0].contains("answers on another device"));
    // The defender and the table answer at the same time.
    network.deed(target.index() + 1, Deed::Command(answered.clone()), Some(open.number)).expect("it is asked");
    network.deed(0, Deed::Command(answered), Some(open.number)).expect("the table may");
    network.settle();
    assert_eq!(network.host().table().len(), lines + 1, "one attack");
    let taps = network.host().table().taps(lines + 1).to_vec();
    assert_eq!(taps.len(), 2, "the line names who attacked and who answered: {taps:?}");
    let said = [words(&mut network, 0), words(&mut network, target.index() + 1)].concat();
    assert!(said.len() == 1 && said[0].starts_with("Answered "), "{said:?}");
    assert_eq!(network.check().lost, 0);
}

#[test]
fn an_attack_is_taken_back_until_it_is_answered() {
    let mut network = three();
    let (command, attacker, target) = attack(&mut network);
    let lines = network.host().table().len();
    let who = attacker.index() + 1;
    network.tap(who, command).expect("it may attack");
    network.settle_taps();
    let open = network.room_of(who).open.clone().expect("it is asked");
    network.deed(who, Deed::TakeBack, Some(open.number)).expect("it is its own");
    network.settle();
    assert_eq!((network.host().table().len(), network.room_of(who).open.clone()), (lines, None));
    let late = super::games::answer(&open.command, target);
    network.deed(target.index() + 1, Deed::Command(late), Some(open.number)).expect("the phone does not know yet");
    network.settle();
    assert!(words(&mut network, target.index() + 1)[0].starts_with("Answered "), "its card stays in hand");
    assert_eq!(network.host().table().len(), lines);
}

#[test]
fn a_phone_takes_its_own_tap_back_until_somebody_builds_on_it() {
    let mut network = three();
    network.tap(1, json!({ "adjust": { "seat": 0, "by": -2 } })).expect("it is its own");
    network.settle();
    let line = network.host().table().len();
    let before = health(&mut network, 0);
    network.deed(1, Deed::Undo(line), None).expect("it was the last");
    network.settle();
    assert_eq!(health(&mut network, 0), before + 2);
    network.tap(1, json!({ "adjust": { "seat": 0, "by": -2 } })).expect("it is its own");
    network.settle();
    let line = network.host().table().len();
    network.tap(2, json!({ "adjust": { "seat": 1, "by": -1 } })).expect("it is its own");
    network.settle_taps_of(2);
    network.deed(1, Deed::Undo(line), None).expect("the phone does not know");
    network.settle();
    assert_eq!(words(&mut network, 1), ["Sigrid −1 has happened since. Undo it at the table."]);
    assert_eq!(network.check().lost, 0);
}

#[test]
fn a_seat_has_one_owner_until_it_is_released_or_silent() {
    let mut network = three();
    let taken = network.request(2, Request::Claim(Seat(0)));
    assert!(matches!(taken, crate::Reply::Refused(refused) if refused.why == crate::Why::Taken));
    network.pass(300_001);
    network.request(2, Request::Claim(Seat(0)));
    network.settle();
    assert_eq!((network.devices[2].seats(), network.devices[1].seats()), (vec![Seat(0)], vec![]));
    assert!(words(&mut network, 1).contains(&"The table released your seat.".to_owned()));
    network.request(0, Request::Give { seat: Seat(1), device: "3".to_owned() });
    network.settle();
    assert_eq!(network.devices[2].seats(), [Seat(0), Seat(1)]);
}

fn join(key: char, code: Option<&str>) -> Join {
    let version = Version::current();
    Join {
        version,
        key: key.to_string().repeat(32),
        name: "Una".to_owned(),
        token: None,
        code: code.map(str::to_owned),
    }
}

#[test]
fn six_digits_are_valid_while_they_are_shown_and_the_table_lets_in() {
    let mut network = three();
    let now = network.now();
    let host = network.host();
    let refused = |left| Joined::Refused(JoinRefusal::Code(left));
    assert_eq!(host.join(&join('u', Some("123456")), now), refused(4), "no code is shown");
    host.invite("http://192.168.178.23:8042/#t=secret".to_owned(), || Some("123456".to_owned()));
    assert_eq!(host.show_code(true).as_deref(), Some("123456"));
    assert_eq!(host.join(&join('u', Some("123456")), now), Joined::Waiting);
    assert_eq!(host.join(&join('u', None), now), Joined::Waiting, "it asks again without the code");
    let (knock, name) = host.room().knocks[0].clone();
    assert_eq!(name, "Una");
    host.let_in(knock, true);
    assert!(matches!(host.join(&join('u', None), now), Joined::Welcome(_)));
    // Four more tries in this minute, then not even the right code helps.
    for left in [3, 2, 1, 0, 0] {
        assert_eq!(host.join(&join('v', Some("654321")), now), refused(left));
    }
    assert_eq!(host.join(&join('v', Some("123456")), now), refused(0));
    let later = Millis(now.0 + 60_000);
    assert_eq!(host.join(&join('v', Some("123456")), later), Joined::Waiting);
    let (knock, _) = host.room().knocks[0].clone();
    host.let_in(knock, false);
    assert_eq!(host.join(&join('v', None), later), Joined::Refused(JoinRefusal::No));
    assert_eq!(host.show_code(false), None);
    assert_eq!(host.join(&join('w', Some("123456")), later), refused(4));
    // The table may show them again, and no phone.
    for who in 0..2 {
        network.request(who, Request::ShowCode(who == 0));
    }
    network.settle();
    assert_eq!(network.room_of(0).invite.as_ref().and_then(|invite| invite.code.as_deref()), Some("123456"));
    assert_eq!(network.room_of(1).invite, None);
}

#[test]
fn an_old_page_and_a_wrong_token_stay_outside() {
    let mut network = three();
    let now = network.now();
    let old = Join { version: Version { protocol: 0, program: "0.0".to_owned() }, ..join('u', None) };
    assert!(matches!(network.host().join(&old, now), Joined::Refused(JoinRefusal::OldPage(_))));
    let guessed = Join { token: Some("x".repeat(22)), ..join('u', None) };
    assert_eq!(network.host().join(&guessed, now), Joined::Refused(JoinRefusal::Token));
    let mut page = crate::Device::new(table("skirmish-5e"), "k".repeat(32), "Una".to_owned(), None);
    let answer = network.host().join(&old, now);
    assert!(!page.joined(answer, now));
    let program = Version::current().program;
    assert_eq!(
        page.notices()[0].to_string(),
        format!(
            "This page is out of date. The table runs version {program}, this page is {program}. Your seat stays yours, and no \
             tap is waiting."
        )
    );
}
