//! The rules of wounds and injuries by their numbers, as far as a table can know them (W22 to W31).

use super::*;

#[test]
fn w22_critical_hits() {
    let mut game = in_phase(4);
    game.say(r#"{"wound":"North.1","by":"South.1","critical":true,"injury":2}"#);
    assert_eq!(game.now("North.1").wounds, 0, "a critical hit is two hits' worth");
    game.refused(
        r#"{"wound":"North.2","by":"South.1","critical":true,"injury":2}"#,
        "Warrior 1 has made its one critical hit of this phase (W22)",
    );
    game.refused(
        r#"{"wound":"North.2","by":"South.2","critical":true,"needs":6,"injury":2}"#,
        "who needs a 6 to wound makes no critical hits (W22)",
    );
    game.say(r#"{"wound":"North.2","by":"South.2","critical":true,"needs":5,"injury":2}"#);
    game.next(5);
    assert!(game.marks("South.1").is_empty(), "the next phase has its own");
    let mut game = in_phase(1);
    game.refused(r#"{"wound":"North.1","critical":true,"injury":2}"#, "not in the movement phase (W22)");
}

#[test]
fn w24_injuries_are_rolled_for_the_last_wound_and_each_after_it() {
    use Status::{KnockedDown, Out, Stunned};
    for (die, status) in [(1, KnockedDown), (2, KnockedDown), (3, Stunned), (4, Stunned), (5, Out), (6, Out)] {
        let mut game = in_phase(3);
        game.say(&format!(r#"{{"wound":"North.5","injury":{die}}}"#));
        assert_eq!(game.status("North.5"), status, "{die}");
    }
    let mut game = in_phase(3);
    game.refused(r#"{"wound":"North.1","injury":3}"#, "Captain has 1 wounds left then: no injury is rolled (W24)");
    game.say(r#"{"wound":"North.1"}"#);
    game.refused(r#"{"wound":"North.1"}"#, "Captain has no wounds left then: the injury takes a die, not 0 (W24)");
    game.refused(r#"{"wound":"North.1","injury":7}"#, "a die shows 1 to 6, not 7 (W24)");
    game.refused(r#"{"wound":"North.2","wounds":3,"injury":2}"#, "the injury takes 2 dice, not 1 (W24)");
    game.refused(r#"{"wound":"North.1","wounds":0}"#, "a wound must remove at least one (W24)");
    // Several in a turn: the highest counts, whatever comes later.
    game.say(r#"{"wound":"North.2","wounds":3,"injury":[1,3]}"#);
    assert_eq!(game.status("North.2"), Stunned);
    game.say(r#"{"wound":"North.2","injury":1}"#);
    assert_eq!(game.status("North.2"), Stunned, "the 3 still counts");
    // In a later turn the dice begin again, and a wound never improves a condition.
    game.next(5);
    game.say(r#"{"wound":"North.2","injury":2}"#);
    assert_eq!(game.status("North.2"), Stunned);
    game.say(r#"{"wound":"North.2","injury":5}"#);
    assert_eq!(game.status("North.2"), Out);
}

#[test]
fn w25_knocked_down() {
    let mut game = in_phase(3);
    game.say(r#"{"wound":"North.5","injury":1}"#);
    game.refused(
        r#"{"wound":"South.1","by":"North.5","injury":1}"#,
        "Spear is knocked down and cannot shoot or cast (W25)",
    );
    game.next(7);
    game.say_all(&[r#"{"stand":"North.5"}"#]);
    assert_eq!(game.now("North.5").wounds, 0, "it stands with no wounds");
    game.next(1);
    game.refused(r#"{"run":"North.5"}"#, "Spear has stood up in this turn and cannot run (W25)");
    game.refused(r#"{"charge":"North.5","on":["South.1"]}"#, "Spear has stood up in this turn and cannot charge (W25)");
    // Any further wound is an injury at once.
    game.next(2);
    game.say(r#"{"wound":"North.5","injury":4}"#);
    assert_eq!(game.status("North.5"), Status::Stunned);
    game.refused(r#"{"stand":"South.1"}"#, "Warrior 1 is standing: who is knocked down stands up (W25)");
}

#[test]
fn w26_stunned_ones_do_nothing() {
    let mut game = in_phase(1);
    game.say(r#"{"wound":"North.2","wounds":2,"injury":4}"#);
    game.refused(r#"{"run":"North.2"}"#, "Mage is stunned and cannot run (W26)");
    game.refused(r#"{"stand":"North.2"}"#, "(W26)");
    game.next(1);
    game.refused(r#"{"cast":"North.2"}"#, "Mage is stunned and cannot cast (W26)");
    game.next(1);
    game.refused(r#"{"wound":"South.2","by":"North.2","injury":1}"#, "Mage is stunned and cannot shoot or cast (W26)");
}

#[test]
fn w27_out_of_action_is_out() {
    let mut game = in_phase(3);
    game.say(r#"{"wound":"North.5","injury":6}"#);
    assert_eq!(game.now("North.5"), Condition::out());
    game.refused(r#"{"wound":"North.5","injury":6}"#, "Spear is out of action (W27)");
    game.refused(r#"{"out":"North.5"}"#, "(W27)");
    // A correction brings it back.
    game.say(r#"{"set":"North.5","status":"standing","wounds":1}"#);
    assert_eq!((game.status("North.5"), game.now("North.5").wounds), (Status::Standing, 1));
}

#[test]
fn w28_who_lies_is_finished_in_close_combat_but_not_by_whoever_felled_it() {
    let mut game = in_phase(4);
    game.say(r#"{"wound":"South.1","by":"North.5","injury":1}"#);
    game.refused(
        r#"{"out":"South.1","by":"North.5","why":"finished"}"#,
        "whoever felled Warrior 1 in this phase cannot finish it as well (W28)",
    );
    // More wounds of the same attacker are injuries; a wound of a second one takes it out.
    game.say(r#"{"wound":"South.1","by":"North.5","injury":1}"#);
    assert_eq!(game.status("South.1"), Status::KnockedDown);
    game.refused(
        r#"{"wound":"South.1","by":"North.6","injury":1}"#,
        "a wound takes it out of action without a roll (W28)",
    );
    game.say(r#"{"wound":"South.1","by":"North.6"}"#);
    assert_eq!(game.status("South.1"), Status::Out);
    // A warrior who was down before the phase is out with any wound, and anyone may finish it.
    game.say(r#"{"wound":"South.2","by":"North.5","injury":3}"#);
    game.say(r#"{"wound":"South.3","by":"North.5","injury":1}"#);
    game.next(1);
    game.next(4);
    game.say(r#"{"wound":"South.3","by":"North.5"}"#);
    game.say(r#"{"out":"South.2","by":"North.5","why":"finished"}"#);
    assert_eq!((game.status("South.2"), game.status("South.3")), (Status::Out, Status::Out));
    game.refused(r#"{"out":"South.4","why":"finished"}"#, "Warrior 4 is standing: who lies is finished (W28)");
    // Shots and spells only injure warriors who are down.
    let mut game = in_phase(3);
    game.say_all(&[r#"{"wound":"South.1","injury":1}"#, r#"{"wound":"South.1","injury":3}"#]);
    assert_eq!(game.status("South.1"), Status::Stunned);
    game.refused(r#"{"out":"South.1","why":"finished"}"#, "this is the shooting phase (W28)");
}

#[test]
fn w29_the_first_wound_kills_the_mount() {
    let riders = || json!([{ "name": "Rider", "profile": [8, 4, 3, 4, 3, 1, 4, 1, 7], "traits": ["mounted"] }, warrior("B", [4, 3, 3, 3, 3, 1, 3, 1, 7])]);
    let mut game = Game::of(&[("North", riders()), ("South", plain(2))]);
    game.next(4);
    game.refused(r#"{"wound":"North.1","injury":3}"#, "(W24)");
    game.say(r#"{"wound":"North.1","by":"South.1","critical":true}"#);
    assert_eq!((game.now("North.1").wounds, game.marks("North.1")), (1, vec!["dismounted".to_owned()]));
    assert_eq!(game.told(), "Rider of North is wounded by Warrior 1 of South, a critical hit: its mount dies");
    game.say(r#"{"wound":"North.1","injury":3}"#);
    assert_eq!(game.status("North.1"), Status::Stunned);
    // Without the house rule a rider is wounded as everybody.
    let sides = json!([{ "name": "North", "warriors": riders() }, { "name": "South", "warriors": plain(2) }]);
    let mut game = Game::empty();
    game.say(&json!({ "begin": sides, "house": { "cavalry": false } }).to_string());
    game.say(r#"{"wound":"North.1","injury":3}"#);
    assert_eq!(game.status("North.1"), Status::Stunned);
}

#[test]
fn w30_a_killing_blow_needs_no_roll() {
    let mut game = in_phase(4);
    game.say(r#"{"out":"North.1","by":"South.1","why":"killing-blow"}"#);
    assert_eq!(game.told(), "Captain of North is out of action by a killing blow by Warrior 1 of South");
    assert_eq!(game.status("North.1"), Status::Out);
}

#[test]
fn w31_poison_and_swarms() {
    let south = || {
        json!([
            { "name": "Rats", "profile": [5, 2, 0, 2, 2, 3, 4, 3, 3], "traits": ["swarm"] },
            { "name": "Dart", "profile": [4, 3, 3, 3, 3, 1, 3, 1, 7], "traits": ["poison"] },
            warrior("Plain", [4, 3, 3, 3, 3, 1, 3, 1, 7]),
        ])
    };
    let mut game = Game::of(&[("North", plain(3)), ("South", south())]);
    game.next(3);
    game.say(r#"{"wound":"North.1","by":"South.2","poison":true,"injury":2}"#);
    assert_eq!(game.told(), "Warrior 1 of North is wounded by Dart of South, by poison, injury 2: knocked down");
    game.refused(r#"{"wound":"North.2","by":"South.3","poison":true,"injury":2}"#, "Plain has no poison (W31)");
    game.say(r#"{"wound":"South.1","wounds":2}"#);
    game.refused(r#"{"wound":"South.1","injury":2}"#, "Rats is a swarm, which loses wounds and is never injured (W31)");
    game.say(r#"{"wound":"South.1"}"#);
    assert_eq!(game.status("South.1"), Status::Out);
    let sides = json!([{ "name": "North", "warriors": plain(3) }, { "name": "South", "warriors": south() }]);
    let mut game = Game::empty();
    game.say(&json!({ "begin": sides, "house": { "poison": false, "swarms": false } }).to_string());
    game.refused(r#"{"wound":"North.1","by":"South.2","poison":true,"injury":2}"#, "without this house rule (W31)");
    game.say(r#"{"wound":"South.1","wounds":3,"injury":2}"#);
    assert_eq!(game.status("South.1"), Status::KnockedDown);
}
