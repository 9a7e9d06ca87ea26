//! The rules of moving and shooting by their numbers, as far as a table can know them (W8 to W20).

use super::*;

#[test]
fn w8_charges_come_before_other_moves() {
    let mut game = in_phase(1);
    game.say(r#"{"charge":"North.1","on":["South.1"]}"#);
    game.say(r#"{"run":"North.4"}"#);
    game.refused(r#"{"charge":"North.5","on":["South.1"]}"#, "charges come before all other moves (W8)");
    game.next(5);
    game.say(r#"{"charge":"South.1","on":["North.1"]}"#);
}

#[test]
fn w10_who_runs_does_not_shoot_and_may_cast() {
    let mut game = in_phase(1);
    game.say_all(&[r#"{"run":"North.4"}"#, r#"{"run":"North.2"}"#]);
    game.refused(r#"{"run":"North.4"}"#, "Archer has run in this turn and cannot run (W10)");
    game.next(1);
    game.say(r#"{"cast":"North.2"}"#);
    game.next(1);
    game.refused(r#"{"shoot":"North.4","on":"South.1"}"#, "Archer has run in this turn and cannot shoot (W10)");
    game.next(6);
    assert_eq!(game.marks("North.4"), ["ran"], "until its next turn");
    game.next(1);
    assert!(game.marks("North.4").is_empty());
}

#[test]
fn w11_charges_and_the_search_for_a_target() {
    let mut game = in_phase(1);
    game.refused(r#"{"charge":"North.1","on":[]}"#, "Captain must charge somebody (W11)");
    game.refused(r#"{"charge":"North.1","on":["North.2"]}"#, "are of one side");
    game.say(r#"{"charge":"North.1","on":["South.1","South.2"]}"#);
    assert_eq!(game.marks("North.1"), ["charged"]);
    game.refused(r#"{"run":"North.1"}"#, "Captain has charged in this turn and cannot run (W11)");
    game.say(r#"{"roll":{"spot":"North.5","d6":4}}"#);
    game.refused(r#"{"charge":"North.5","on":["South.1"]}"#, "Spear did not find its target and cannot charge (W11)");
    game.refused(r#"{"roll":{"spot":"North.6","d6":7}}"#, "a die shows 1 to 6, not 7 (W11)");
    game.say(r#"{"roll":{"spot":"North.6","d6":3}}"#);
    game.say(r#"{"charge":"North.6","on":["South.1"]}"#);
    // A charger that did not find its target may still make a normal move, but not run.
    game.refused(r#"{"run":"North.5"}"#, "Spear did not find its target and cannot run (W11)");
    game.say(r#"{"roll":{"climb":"North.5","inches":2,"d6":1}}"#);
    game.say(r#"{"hide":"North.5"}"#);
}

#[test]
fn w12_failed_charges_and_interception() {
    let mut game = in_phase(1);
    game.say(r#"{"charge":"North.4","on":["South.1"],"failed":true}"#);
    assert_eq!(game.marks("North.4"), ["failed-charge"]);
    game.say_all(&[r#"{"wound":"South.3","injury":1}"#, r#"{"flee":"South.4"}"#]);
    let by = |enemy: &str| format!(r#"{{"charge":"North.1","on":["South.1"],"intercepted":"{enemy}"}}"#);
    game.refused(&by("South.3"), "Warrior 3 is knocked down and intercepts nobody (W12)");
    game.refused(&by("South.4"), "Warrior 4 is fleeing and intercepts nobody (W12)");
    game.say(&by("South.2"));
    assert_eq!(game.marks("North.1"), ["charged"], "it still counts as charging");
    game.say(r#"{"charge":"North.5","on":["South.1"],"failed":true,"intercepted":"South.5"}"#);
    assert_eq!(game.marks("North.5"), ["charged"], "a charge that falls short may be intercepted");
    game.next(2);
    game.refused(
        r#"{"shoot":"North.4","on":"South.1"}"#,
        "Archer has failed a charge in this turn and cannot shoot (W12)",
    );
}

#[test]
fn w13_hiding_and_what_ends_it() {
    let mut game = in_phase(1);
    game.say_all(&[r#"{"run":"North.6"}"#, r#"{"wound":"North.5","injury":4}"#]);
    game.refused(r#"{"hide":"North.6"}"#, "Sixth has run in this turn and cannot hide (W13)");
    game.refused(r#"{"hide":"North.5"}"#, "Spear is stunned and cannot hide (W13)");
    game.say_all(&[r#"{"hide":"North.4"}"#, r#"{"hide":"North.2"}"#, r#"{"hide":"North.1"}"#, r#"{"hide":"North.3"}"#]);
    game.refused(r#"{"found":"South.1"}"#, "Warrior 1 is not hidden (W13)");
    game.next(1);
    game.say(r#"{"cast":"North.2"}"#);
    assert_eq!(game.marks("North.2"), ["cast"], "who casts is seen");
    game.next(1);
    game.say(r#"{"shoot":"North.4","on":"South.1"}"#);
    assert_eq!(game.marks("North.4"), ["shot"], "who shoots is seen");
    game.next(3);
    game.refused(r#"{"charge":"South.1","on":["North.1"]}"#, "Captain is hidden and cannot be charged (W13)");
    game.say_all(&[r#"{"found":"North.1"}"#, r#"{"charge":"South.1","on":["North.1"]}"#]);
    game.next(2);
    game.refused(r#"{"shoot":"South.2","on":"North.3"}"#, "Hound is hidden and cannot be shot at (W13)");
    game.say(r#"{"flee":"North.3"}"#);
    assert!(game.marks("North.3").is_empty(), "who flees is seen");
}

#[test]
fn w14_climbing_takes_an_initiative_test() {
    let mut game = in_phase(1);
    game.refused(r#"{"roll":{"climb":"North.3","inches":3,"d6":1}}"#, "Hound is an animal, which does not climb (W14)");
    game.refused(
        r#"{"roll":{"climb":"North.5","inches":5,"d6":1}}"#,
        "Spear climbs 4 inches at most, its Movement, not 5 (W14)",
    );
    game.refused(r#"{"roll":{"climb":"North.5","inches":4,"d6":0}}"#, "a die shows 1 to 6, not 0 (W14)");
    game.say(r#"{"roll":{"climb":"North.5","inches":4,"d6":4}}"#);
    assert_eq!(game.now("North.5").falling, None, "failed on the way up it stays where it is");
    assert_eq!(game.marks("North.5"), ["no-move"]);
    for line in [
        r#"{"run":"North.5"}"#,
        r#"{"charge":"North.5","on":["South.1"]}"#,
        r#"{"roll":{"climb":"North.5","inches":2,"d6":1}}"#,
        r#"{"roll":{"climb":"North.5","inches":2,"d6":1,"down":true}}"#,
        r#"{"roll":{"jump":"North.5","inches":2,"d6":1}}"#,
        r#"{"roll":{"dive":"North.5","on":"South.1","inches":2,"d6":1}}"#,
        r#"{"roll":{"gap":"North.5","inches":2,"drop":2,"d6":1}}"#,
    ] {
        game.refused(line, "Spear has failed to climb in this turn and cannot");
    }
    game.say(r#"{"roll":{"climb":"North.6","inches":4,"d6":4,"down":true}}"#);
    assert_eq!(game.now("North.6").falling, Some(4), "failed on the way down it falls from the top");
    game.say(r#"{"run":"North.1"}"#);
    game.refused(r#"{"roll":{"climb":"North.1","inches":1,"d6":1}}"#, "cannot climb as well (W14)");
    // Climbing and running exclude each other the other way, too; movement that is left may be used.
    game.say(r#"{"roll":{"climb":"North.2","inches":2,"d6":3}}"#);
    assert_eq!(game.marks("North.2"), ["climbed"]);
    game.refused(r#"{"run":"North.2"}"#, "Mage has climbed in this turn and cannot run (W14)");
    game.say(r#"{"roll":{"jump":"North.2","inches":2,"d6":1}}"#);
    game.say(r#"{"fall":"North.6","d3":1}"#);
    game.next(4);
    assert!(game.marks("North.2").is_empty() && game.marks("North.5").is_empty(), "both last for the turn");
}

#[test]
fn w15_a_jump_takes_a_test_for_every_full_two_inches() {
    let mut game = in_phase(1);
    for (inches, tests) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
        let dice = vec![1; tests];
        game.say(&json!({ "roll": { "jump": "North.1", "inches": inches, "d6": dice } }).to_string());
        assert_eq!(game.now("North.1").falling, None);
        let more = vec![1; tests + 1];
        let line = json!({ "roll": { "jump": "North.1", "inches": inches, "d6": more } }).to_string();
        game.refused(&line, &format!("takes {tests} dice"));
    }
    game.refused(
        r#"{"roll":{"jump":"North.1","inches":7,"d6":[1,1,1]}}"#,
        "7 inches are too high to jump: 6 at most (W15)",
    );
    // After the first test that fails it falls, and no more is rolled.
    game.refused(r#"{"roll":{"jump":"North.1","inches":6,"d6":[5,1,1]}}"#, "(W15)");
    game.say(r#"{"roll":{"jump":"North.1","inches":6,"d6":[1,5]}}"#);
    assert_eq!(game.now("North.1").falling, Some(6), "it falls from where it jumped");
    game.refused(r#"{"roll":{"jump":"North.1","inches":1}}"#, "Captain is falling: first the hits of the fall (W15d)");
}

#[test]
fn w15a_a_diving_charge_gives_a_mark_until_the_combat_ends() {
    let mut game = in_phase(1);
    game.say(r#"{"roll":{"dive":"North.1","on":"South.1","inches":4,"d6":[3,4]}}"#);
    assert_eq!(game.marks("North.1"), ["charged", "dived"]);
    game.refused(r#"{"roll":{"dive":"North.5","on":"South.1","inches":7,"d6":[1,1,1]}}"#, "6 at most (W15a)");
    game.say(r#"{"roll":{"dive":"North.5","on":"South.1","inches":2,"d6":4}}"#);
    assert_eq!(
        (game.now("North.5").falling, game.marks("North.5")),
        (Some(2), vec![]),
        "failed: it falls, and no charge"
    );
    game.say(r#"{"fall":"North.5","d3":1}"#);
    game.next(3);
    assert_eq!(game.marks("North.1"), ["charged", "dived"]);
    game.next(1);
    assert_eq!(game.marks("North.1"), ["charged"]);
}

#[test]
fn w15b_gaps() {
    let mut game = in_phase(1);
    game.refused(
        r#"{"roll":{"gap":"North.1","inches":4,"drop":3,"d6":1}}"#,
        "a gap of 4 inches is too wide: 3 at most (W15b)",
    );
    game.say(r#"{"roll":{"gap":"North.1","inches":3,"drop":5,"d6":4}}"#);
    assert_eq!(game.now("North.1").falling, None);
    game.say(r#"{"roll":{"gap":"North.5","inches":3,"drop":5}}"#);
    assert_eq!(game.now("North.5").falling, Some(5), "too little movement: it falls without a test");
    game.say(r#"{"roll":{"gap":"North.6","inches":1,"drop":4,"d6":4}}"#);
    assert_eq!(game.now("North.6").falling, Some(4));
}

#[test]
fn w15c_who_lies_at_an_edge_may_slip() {
    let mut game = in_phase(3);
    game.refused(
        r#"{"roll":{"slip":"North.5","inches":3,"d6":4}}"#,
        "Spear is standing: who is knocked down or stunned may slip (W15c)",
    );
    game.say_all(&[r#"{"wound":"North.5","injury":2}"#, r#"{"roll":{"slip":"North.5","inches":3,"d6":3}}"#]);
    assert_eq!(game.now("North.5").falling, None);
    game.say(r#"{"roll":{"slip":"North.5","inches":3,"d6":4}}"#);
    assert_eq!(game.now("North.5").falling, Some(3));
}

#[test]
fn w15d_a_fall_is_d3_hits_of_the_strength_of_its_inches() {
    let mut game = in_phase(1);
    game.say(r#"{"hide":"North.5"}"#);
    game.refused(r#"{"fall":"North.5","d3":1}"#, "falls 1 to 10 inches, the Strength of the hits (W15d)");
    game.refused(r#"{"fall":"North.5","inches":4,"d3":4}"#, "a D3 shows 1 to 3, not 4 (W15d)");
    game.refused(
        r#"{"fall":"North.5","inches":4,"d3":2,"wounds":3,"injury":[1,1,1]}"#,
        "2 hits cannot wound 3 times (W15d)",
    );
    game.say(r#"{"roll":{"climb":"North.6","inches":4,"d6":6,"down":true}}"#);
    game.refused(r#"{"phase":"next"}"#, "Sixth is falling: first the hits of the fall (W15d)");
    game.refused(r#"{"fall":"North.6","inches":3,"d3":1}"#, "Sixth falls 4 inches, not 3 (W15d)");
    game.say(r#"{"fall":"North.6","d3":3,"wounds":2,"injury":[2,3]}"#);
    assert_eq!(game.told(), "Sixth of North falls 4 inches: 3 hits of Strength 4, 2 wounds, injury 3: stunned");
    assert_eq!((game.status("North.6"), game.now("North.6").falling), (Status::Stunned, None));
    game.say(r#"{"fall":"North.5","inches":2,"d3":1}"#);
    assert_eq!(game.marks("North.5"), ["fell"], "it moves and hides no more");
    game.refused(r#"{"hide":"North.5"}"#, "Spear has fallen in this turn and cannot hide (W15d)");
    game.refused(r#"{"run":"North.5"}"#, "Spear has fallen in this turn and cannot run (W15d)");
}

#[test]
fn w16_w20_house_rules_are_options_of_the_setup() {
    let mut game = Game::empty();
    game.say(r#"{"begin":[{"name":"North","warband":"crows-levy"},{"name":"South","warband":"kiln-company"}],"house":{"single-target":false,"caster-units":false}}"#);
    let house = game.table.state().house;
    assert!(!house.single_target && !house.caster_units && house.cavalry && house.poison && house.swarms);
    let mut game = Game::empty();
    game.refused(
        r#"{"begin":[{"name":"North","warband":"crows-levy"}],"house":{"poisson":true}}"#,
        "unknown field `poisson`",
    );
}

#[test]
fn w17_who_may_shoot() {
    let mut game = in_phase(1);
    game.say(r#"{"charge":"North.6","on":["South.1"]}"#);
    game.next(2);
    game.say(r#"{"shoot":"North.4","on":"South.1"}"#);
    game.refused(r#"{"shoot":"North.4","on":"South.1"}"#, "Archer has shot in this turn and cannot shoot (W17)");
    game.refused(r#"{"shoot":"North.5","on":"South.1"}"#, "Spear has no weapon that shoots (W17)");
    game.refused(r#"{"shoot":"North.6","on":"South.1"}"#, "fights in close combat and cannot shoot (W17)");
    game.say(r#"{"wound":"North.4","injury":1}"#);
    game.refused(r#"{"shoot":"North.4","on":"South.1"}"#, "Archer is knocked down and cannot shoot (W25)");
}

#[test]
fn w11_who_did_not_find_its_target_still_shoots_and_casts() {
    let mut game = in_phase(1);
    game.say_all(&[r#"{"roll":{"spot":"North.4","d6":6}}"#, r#"{"roll":{"spot":"North.2","d6":6}}"#]);
    assert_eq!(game.marks("North.4"), ["no-charge"]);
    game.next(1);
    game.say(r#"{"cast":"North.2"}"#);
    game.next(1);
    game.say(r#"{"shoot":"North.4","on":"South.1"}"#);
}

#[test]
fn w12_after_a_failed_charge_it_still_casts() {
    let mut game = in_phase(1);
    game.say(r#"{"charge":"North.2","on":["South.1"],"failed":true}"#);
    game.next(1);
    game.say(r#"{"cast":"North.2"}"#);
    assert_eq!(game.marks("North.2"), ["failed-charge", "cast"]);
}

#[test]
fn w13_who_charges_runs_or_falls_is_seen() {
    let mut game = in_phase(1);
    game.say_all(&[r#"{"hide":"North.1"}"#, r#"{"hide":"North.5"}"#, r#"{"hide":"North.6"}"#]);
    game.next(10);
    assert_eq!(["North.1", "North.5", "North.6"].map(|who| game.marks(who)), [["hidden"]; 3]);
    game.say_all(&[
        r#"{"charge":"North.1","on":["South.1"]}"#,
        r#"{"run":"North.5"}"#,
        r#"{"fall":"North.6","inches":2,"d3":1}"#,
    ]);
    assert_eq!(["North.1", "North.5", "North.6"].map(|who| game.marks(who)), [["charged"], ["ran"], ["fell"]]);
}

#[test]
fn w15b_a_gap_may_be_part_of_a_run_and_who_did_not_run_still_shoots() {
    let mut game = in_phase(1);
    game.say(r#"{"run":"North.5"}"#);
    game.say(r#"{"roll":{"gap":"North.5","inches":2,"drop":3,"d6":1}}"#);
    game.say(r#"{"roll":{"gap":"North.4","inches":2,"drop":3,"d6":1}}"#);
    assert_eq!((game.marks("North.5"), game.now("North.4").falling), (vec!["ran".to_owned()], None));
    game.next(2);
    game.say(r#"{"shoot":"North.4","on":"South.1"}"#);
    game.refused(r#"{"shoot":"North.5","on":"South.1"}"#, "has run in this turn and cannot shoot (W10)");
}

#[test]
fn w11_w13_w14_w34_games_of_the_first_printing_go_on_by_its_rules() {
    let mut game = Game::of_first_printing();
    game.say(BEGIN);
    game.next(1);
    game.say_all(&[
        r#"{"roll":{"spot":"North.5","d6":6}}"#,
        r#"{"run":"North.5"}"#,
        r#"{"roll":{"climb":"North.6","inches":2,"d6":6}}"#,
        r#"{"run":"North.6"}"#,
        r#"{"roll":{"climb":"North.7","inches":2,"d6":1}}"#,
        r#"{"roll":{"climb":"North.7","inches":2,"d6":6}}"#,
        r#"{"roll":{"jump":"North.7","inches":1}}"#,
        r#"{"hide":"North.8"}"#,
        r#"{"wound":"North.8","injury":3}"#,
    ]);
    assert_eq!(game.marks("North.6"), ["ran"]);
    assert_eq!(
        (game.status("North.8"), game.marks("North.8")),
        (Status::Stunned, vec!["hidden".into(), "downed".into()])
    );
    game.next(3);
    game.say(r#"{"roll":{"alone":"South.1","2d6":12}}"#);
    assert_eq!(game.now("South.1").flight, None);
    let packed = skirmish_tracker::table::transfer::pack(&game.table).expect("a link");
    let table = skirmish_tracker::table::transfer::unpack(&packed, game.table.rules()).expect("a table");
    assert_eq!(table.state(), game.table.state());
    assert!(!serde_json::to_string(table.state()).expect("JSON").contains("rules"));
}

#[test]
fn w26_a_stunned_warrior_is_no_longer_hidden() {
    let mut game = in_phase(1);
    game.say_all(&[r#"{"hide":"North.4"}"#, r#"{"hide":"North.5"}"#, r#"{"hide":"North.1"}"#]);
    game.say_all(&[r#"{"wound":"North.4","injury":4}"#, r#"{"wound":"North.5","injury":1}"#, r#"{"wound":"North.1"}"#]);
    assert_eq!(game.marks("North.4"), ["downed"]);
    assert_eq!(game.marks("North.5"), ["hidden", "downed"], "knocked down, it still hides");
    assert_eq!(game.marks("North.1"), ["hidden"]);
}
