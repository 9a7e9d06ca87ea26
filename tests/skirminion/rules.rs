//! Every rule of Skirminion, K1 to K19, by its number.

use skirmish_tracker::table::skirminion::{
    Activation, Command, Forecast, HalfDone, MOST_HEALTH, Order, Over, Position, Setup, Side, Square, Squares, State,
    Unit, destinations, forecast, legal, objections,
};

use super::{begun, carry_out, considered, game, play};

fn at(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> Squares {
    names.split_whitespace().fold(Squares::NONE, |all, name| all | at(name).alone())
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn after(before: &str, activation: &str) -> String {
    let (before, activation) = (position(before), activation.parse().unwrap());
    assert_eq!(objections(&before, activation), Vec::new(), "{activation} in {before}");
    before.after(activation).to_string()
}

/// Returns the numbers of the rules against an activation.
fn against(before: &str, activation: &str) -> Vec<String> {
    let activation = activation.parse::<Activation>().unwrap();
    let reasons = objections(&position(before), activation);
    assert!(!legal(&position(before)).contains(&activation) || reasons.is_empty());
    reasons.into_iter().filter_map(|reason| Some(reason.rule?.to_string())).collect()
}

fn moves(before: &str, unit: &str) -> Squares {
    let position = position(before);
    destinations(&position.board, position.turn, at(unit))
}

fn fought(before: &str, attacker: &str, defender: &str) -> Forecast {
    let position = position(before);
    forecast(&position.board, position.turn, at(attacker), at(defender))
}

fn refused(state: &State, command: &Command) -> Vec<String> {
    considered(state, command).unwrap_err().iter().map(ToString::to_string).collect()
}

#[test]
fn k1_sixteen_units_on_sixty_four_squares() {
    assert_eq!(Square::all().count(), 64);
    let start = begun(Side::Bone).position.board;
    assert_eq!(Side::BOTH.map(|side| start.units(side).len()), [8, 8]);
    // Players who set the board as they want it have no ninth die.
    let unit = Some(Unit { side: Side::Red, health: 1 });
    let ninth = refused(&begun(Side::Bone), &Command::Set { at: at("d4"), unit });
    assert_eq!(ninth, ["red has eight units, and there are no more dice (K1)"]);
}

#[test]
fn k2_either_side_begins() {
    for first in Side::BOTH {
        let mut state = State::default();
        assert_eq!(state.turn(), None);
        assert_eq!(refused(&state, &Command::Agree), ["no game has begun: say first who begins (K2)"]);
        carry_out(&mut state, &Command::Begin(Setup::of_sides(first)));
        assert_eq!(state.turn(), Some(first));
    }
}

#[test]
fn k3_eight_units_of_six_in_the_first_rows() {
    let board = Position::start(Side::Red).board;
    for square in Square::all() {
        let side = match square.row() {
            0 => Some(Side::Bone),
            7 => Some(Side::Red),
            _ => None,
        };
        assert_eq!(board.unit(square), side.map(|side| Unit { side, health: 6 }), "{square}");
    }
}

#[test]
fn k4_the_other_sides_units_are_the_enemies() {
    assert_eq!(Side::Bone.other(), Side::Red);
    assert_eq!(Side::Red.other(), Side::Bone);
    assert_eq!(against("8/8/8/3F4/3F4/8/8/7f b", "d4xd5"), ["K16"]);
    assert_eq!(against("8/8/8/3f4/3F4/8/8/7f b", "d4xd5"), Vec::<String>::new());
}

#[test]
fn k5_the_sides_activate_in_turn_one_of_their_own_units() {
    let mut state = begun(Side::Bone);
    play(&mut state, "a1-a3 a8-a6 h1");
    assert_eq!((state.turn(), state.activations), (Some(Side::Red), 3));
    assert_eq!(against("7f/8/8/8/3F4/8/8/8 b", "h8-h7"), ["K5"]);
    assert_eq!(against("7f/8/8/8/3F4/8/8/8 b", "c3-c4"), ["K5"]);
    // An activation that has begun ends before another begins.
    carry_out(&mut state, &Command::Move { from: at("b8"), to: at("b6") });
    let another = Command::Move { from: at("c8"), to: at("c6") };
    assert_eq!(refused(&state, &another), ["the unit on b6 has begun its activation, and ends it first (K5)"]);
}

#[test]
fn k6_one_move_and_one_attack_in_either_order_either_or_neither() {
    let before = "7f/8/4b3/8/3F4/8/8/8 b";
    let all: Vec<String> = legal(&position(before)).iter().map(ToString::to_string).collect();
    for text in ["d4", "d4-d6", "d4-d5", "d4-d5xe6", "d4-d6xe6"] {
        assert!(all.iter().any(|one| one == text), "{text} of {all:?}");
    }
    assert_eq!(after("7f/8/8/4a3/3F4/8/8/7F b", "d4xe5-d6"), "7f/8/3E4/8/8/8/8/7F r");
    let mut state = game(before);
    carry_out(&mut state, &Command::Move { from: at("d4"), to: at("d5") });
    assert_eq!(state.half.map(|half| (half.at, half.done)), Some((at("d5"), HalfDone::Moved)));
    let again = Command::Move { from: at("d5"), to: at("d4") };
    assert_eq!(refused(&state, &again), ["the unit on d5 has moved: an activation has one move (K6)"]);
    carry_out(&mut state, &Command::Attack { by: at("d5"), on: at("e6") });
    assert_eq!((state.half, state.turn()), (None, Some(Side::Red)));

    let mut state = game("7f/8/8/4c3/3F4/8/8/8 b");
    carry_out(&mut state, &Command::Attack { by: at("d4"), on: at("e5") });
    let again = Command::Attack { by: at("d4"), on: at("e5") };
    assert_eq!(refused(&state, &again), ["the unit on d4 has attacked: an activation has one attack (K6)"]);
    carry_out(&mut state, &Command::End { unit: at("d4") });
    assert_eq!(state.turn(), Some(Side::Red));
}

#[test]
fn k7_a_unit_without_health_leaves_the_board_at_once() {
    // It takes 1 of the unit's 1 health, and 1 of the 1 of the attacker: both go.
    assert_eq!(after("7f/8/8/4a3/3A4/8/8/7F b", "d4xe5"), "7f/8/8/8/8/8/8/7F r");
    // Its square is free for the very unit that destroyed it.
    assert_eq!(after("7f/8/8/4a3/3F4/8/8/7F b", "d4xe5-e5"), "7f/8/8/4E3/8/8/8/7F r");
    assert_eq!(against("7f/8/8/4a3/3A4/8/8/7F b", "d4xe5-c3"), ["K7"]);
    // More is taken than there is.
    assert_eq!(after("8/8/8/2AaA3/3A4/8/8/7f b", "d4xd5"), "8/8/8/2A1A3/8/8/8/7f r");
}

#[test]
fn k8_rest_gives_a_weak_unit_out_of_contact_one_health() {
    assert_eq!(after("7f/8/8/8/3C4/8/8/7F b", "d4"), "7f/8/8/8/3D4/8/8/7F r");
    assert_eq!(after("7f/8/8/8/3A4/8/8/7F b", "d4"), "7f/8/8/8/3B4/8/8/7F r");
    // 4 or more.
    assert_eq!(after("7f/8/8/8/3D4/8/8/7F b", "d4"), "7f/8/8/8/3D4/8/8/7F r");
    // In contact.
    assert_eq!(after("8/8/8/4f3/3C4/8/8/7F b", "d4"), "8/8/8/4f3/3C4/8/8/7F r");
    // It has moved, or fought.
    assert_eq!(after("7f/8/8/8/3C4/8/8/7F b", "d4-d5"), "7f/8/8/3C4/8/8/8/7F r");
    assert_eq!(after("7f/8/8/4a3/3C4/8/8/7F b", "d4xe5"), "7f/8/8/8/3B4/8/8/7F r");
    // Another unit's activation gives it nothing.
    assert_eq!(after("7f/8/8/8/3C4/8/8/7F b", "h1"), "7f/8/8/8/3C4/8/8/7F r");
    let mut state = game("7f/8/8/8/3C4/8/8/7F b");
    carry_out(&mut state, &Command::Move { from: at("d4"), to: at("d5") });
    carry_out(&mut state, &Command::End { unit: at("d5") });
    assert_eq!(state.position.board.health(at("d5")), 3);
}

#[test]
fn k9_who_destroys_all_enemies_wins_and_nobody_left_is_a_draw() {
    let end = |before: &str, activation: &str| {
        let mut state = game(before);
        play(&mut state, activation);
        assert_eq!(state.turn().is_none(), state.over.is_some());
        state.over
    };
    assert_eq!(end("8/8/8/4a3/3F4/8/8/7F b", "d4xe5"), Some(Over::Won(Side::Bone)));
    assert_eq!(end("8/8/8/4a3/3F4/8/8/8 r", "e5xd4"), Some(Over::Won(Side::Bone)));
    assert_eq!(end("8/8/8/4f3/3A4/8/8/8 b", "d4xe5"), Some(Over::Won(Side::Red)));
    assert_eq!(end("8/8/8/4a3/3A4/8/8/8 b", "d4xe5"), Some(Over::NobodyLeft));
    assert_eq!(end("8/8/8/4c3/3C4/8/8/8 b", "d4xe5"), None);
    // A side that has won by an attack may still move; the result is the same.
    let mut state = game("8/8/8/4a3/3F4/8/8/7F b");
    play(&mut state, "d4xe5-d6");
    assert_eq!((state.over, state.half, state.activations), (Some(Over::Won(Side::Bone)), None, 1));
    assert_eq!(state.position.board, position("8/8/3D4/8/8/8/8/7F b").board);

    assert_eq!(Over::NobodyLeft.winner(), None);
    assert_eq!(Over::Won(Side::Red).winner(), Some(Side::Red));

    let over = "8/8/8/8/3F4/8/8/8 r";
    assert!(legal(&position(over)).is_empty());
    assert_eq!(against(over, "d4"), ["K9"]);
    let mut state = game("8/8/8/4a3/3F4/8/8/8 r");
    play(&mut state, "e5xd4");
    let reasons = refused(&state, &Command::End { unit: at("d4") });
    assert_eq!(reasons, ["the game is over: bone has destroyed all enemies (K9)"]);
}

#[test]
fn k10_contact_is_the_eight_squares_around() {
    assert_eq!(at("d4").neighbours(), squares("c3 d3 e3 c4 e4 c5 d5 e5"));
    assert_eq!(at("a1").neighbours(), squares("a2 b1 b2"));
    assert_eq!(at("h5").neighbours(), squares("h4 h6 g4 g5 g6"));
    assert_eq!(at("e8").neighbours(), squares("d8 f8 d7 e7 f7"));
    for square in Square::all() {
        for other in Square::all() {
            assert_eq!(square.neighbours().contains(other), square.distance(other) == 1, "{square} {other}");
        }
    }
}

#[test]
fn k11_a_unit_still_in_contact_after_its_attack_cannot_move() {
    // The enemy survives; it does not, but another touches the unit.
    let before = "7f/8/8/4c3/3F4/8/8/8 b";
    assert_eq!(against("8/8/8/4d3/3F4/8/8/7F b", "d4xe5-c3"), ["K11"]);
    assert_eq!(against("8/8/8/2f1a3/3F4/8/8/7F b", "d4xe5-d3"), ["K11"]);
    assert!(legal(&position(before)).iter().all(|one| one.order() == Order::MoveFirst));
    let reasons = objections(&position("8/8/8/4d3/3F4/8/8/7F b"), "d4xe5-c3".parse().unwrap());
    assert_eq!(reasons[0].to_string(), "the unit on d4 still touches e5 after its attack, and cannot move (K11)");
    assert_eq!(reasons[0].short, "still touches e5");
    // Free of contact it moves as its health after the attack says, and into contact as it likes.
    assert_eq!(against("7f/8/8/4a3/3D4/8/8/7F b", "d4xe5-d2"), ["K15"]);
    assert_eq!(after("7f/8/8/4a3/3E4/8/8/7F b", "d4xe5-d2"), "7f/8/8/8/8/8/3D4/7F r");
    assert_eq!(after("8/8/5f2/8/3a4/2F5/8/7F b", "c3xd4-c5"), "8/8/5f2/2E5/8/8/8/7F r");
    assert_eq!(after("8/8/5f2/8/3a4/3F4/8/7F b", "d3xd4-e4"), "8/8/5f2/8/4E3/8/8/7F r");
}

#[test]
fn k12_a_retreat_leads_out_of_contact_and_ends_the_activation() {
    let before = "8/8/2f5/8/2fF4/8/8/8 b";
    // c4 touches d4; the free squares around it that touch neither c4 nor c6.
    assert_eq!(moves(before, "d4"), squares("e3 e4 e5"));
    assert_eq!(against(before, "d4-d5"), ["K12"]);
    let reasons = objections(&position(before), "d4-d5".parse().unwrap());
    assert_eq!(
        reasons[0].to_string(),
        "a unit that retreats must not touch an enemy on its new square, and d5 touches c4 and c6 (K12)"
    );
    assert_eq!(against("8/8/6f1/8/2fF4/8/8/8 b", "d4-e5xf6"), ["K12", "K16"]);
    assert_eq!(against("8/8/5f2/8/2fF4/8/8/8 b", "d4-e5xf6"), ["K12", "K12"]);
    // The activation is over with the step.
    let mut state = game(before);
    carry_out(&mut state, &Command::Move { from: at("d4"), to: at("e4") });
    assert_eq!((state.half, state.turn()), (None, Some(Side::Red)));
    // A unit without contact may move into it.
    assert_eq!(after("8/8/8/2f5/8/8/3F4/8 b", "d2-d4"), "8/8/8/2f5/3F4/8/8/8 r");
}

#[test]
fn k13_never_onto_a_unit_or_off_the_board() {
    assert_eq!(moves("7f/8/8/8/8/8/CC6/AC6 b", "a1"), Squares::NONE);
    assert_eq!(moves("7f/8/8/8/8/8/8/A7 b", "a1"), squares("a2 b1 b2"));
    assert_eq!(moves("A6f/8/8/8/8/8/8/8 b", "a8"), squares("a7 b8 b7"));
    assert_eq!(against("7f/8/8/8/3F4/3F4/8/8 b", "d3-d4"), ["K13"]);
    assert_eq!(against("8/8/8/3f4/8/3F4/8/8 b", "d3-d5"), ["K13"]);
    // A row does not go on at the other rim.
    assert_eq!(moves("f7/8/8/8/8/7F/8/8 b", "h3"), squares("h4 h5 h2 h1 g2 g3 f3 g4"));
    assert!("d9".parse::<Square>().is_err() && "i4".parse::<Square>().is_err());
}

#[test]
fn k14_strong_units_make_a_diagonal_step_or_two_straight_ones() {
    let free = squares("c3 d3 e3 c4 e4 c5 d5 e5 b4 f4 d2 d6");
    for strong in ["D", "E", "F"] {
        assert_eq!(moves(&format!("7f/8/8/8/3{strong}4/8/8/8 b"), "d4"), free, "{strong}");
    }
    assert_eq!(against("7f/8/8/8/3F4/8/8/8 b", "d4-f6"), ["K14"]);
    assert_eq!(against("7f/8/8/8/3F4/8/8/8 b", "d4-e6"), ["K14"]);
    assert_eq!(against("7f/8/8/8/3F4/8/8/8 b", "d4-d7"), ["K14"]);
    // Both squares of a double step are free.
    assert_eq!(against("7f/8/8/3A4/3F4/8/8/8 b", "d4-d6"), ["K14"]);
    let far = objections(&position("7f/8/3A4/3A4/3F4/8/8/8 b"), "d4-d6".parse().unwrap());
    let far: Vec<String> = far.iter().map(ToString::to_string).collect();
    assert_eq!(far, ["a friend is on d6 (K13)", "a friend is in the way, on d5 (K14)"]);
    // A diagonal step between two units is a step.
    assert!(moves("7f/8/8/3A4/3FA3/8/8/8 b", "d4").contains(at("e5")));
}

#[test]
fn k15_weak_units_and_those_that_retreat_make_one_step() {
    for weak in ["A", "B", "C"] {
        assert_eq!(moves(&format!("7f/8/8/8/3{weak}4/8/8/8 b"), "d4"), at("d4").neighbours(), "{weak}");
    }
    assert_eq!(against("7f/8/8/8/3C4/8/8/8 b", "d4-d6"), ["K15"]);
    assert_eq!(moves("8/8/8/8/2fF4/8/8/8 b", "d4"), squares("e3 e4 e5"));
    assert_eq!(against("8/8/8/8/2fF4/8/8/8 b", "d4-f4"), ["K15"]);
}

#[test]
fn k16_an_attack_is_against_an_enemy_in_contact_and_only_those_two_lose() {
    assert_eq!(against("8/8/8/8/3F1f2/8/8/8 b", "d4xf4"), ["K16"]);
    assert_eq!(against("8/8/8/8/3F1f2/8/8/8 b", "d4xe4"), ["K16"]);
    assert_eq!(against("8/8/8/8/3F1f2/8/8/8 b", "d4xd6"), ["K16", "K16"]);
    assert_eq!(after("8/8/8/2f1f3/2FFF3/8/8/8 b", "d4xc5"), "8/8/8/2d1f3/2FDF3/8/8/8 r");
}

#[test]
fn k17_each_takes_one_and_one_more_for_each_further_friend_that_touches_the_other() {
    // A on d4 fights C on c5 or D on e5, which both touch A; bone's B on f4 only touches D.
    let before = "8/8/8/2f1f3/3F1F2/8/8/7f b";
    let c = fought(before, "d4", "c5");
    assert_eq!((c.attacker.loss, c.defender.loss), (2, 1));
    let d = fought(before, "d4", "e5");
    assert_eq!((d.attacker.loss, d.defender.loss), (2, 2));
    assert_eq!((d.attacker.helpers, d.defender.helpers), (squares("c5"), squares("f4")));
    let b = fought(before, "f4", "e5");
    assert_eq!((b.attacker.loss, b.defender.loss), (1, 2));
    assert_eq!(after(before, "d4xe5"), "8/8/8/2f1d3/3D1F2/8/8/7f r");
    // At the same time: both are destroyed, though each would have been the last blow.
    assert_eq!(after("8/8/8/2f1a3/3A4/8/8/F7 b", "d4xe5"), "8/8/8/2f5/8/8/8/F7 r");
    // Eight around one: seven help.
    let eight = fought("8/8/8/2AAA3/2AfA3/2AAA3/8/8 b", "d5", "d4");
    assert_eq!((eight.defender.loss, eight.defender.after, eight.attacker.loss), (8, 0, 2));
}

#[test]
fn k18_the_last_of_a_side_takes_one_more_and_gains_one_never_above_six() {
    let before = "8/8/8/4f3/3F4/8/8/f7 b";
    let alone = fought(before, "d4", "e5");
    assert_eq!((alone.defender.loss, alone.attacker.loss, alone.attacker.gain, alone.attacker.after), (2, 1, 1, 6));
    assert!(alone.defender.last_stand && !alone.attacker.last_stand);
    // It ends where it began.
    assert_eq!(after(before, "d4xe5"), "8/8/8/4d3/3F4/8/8/f7 r");
    // Defending as well.
    assert_eq!(after("8/8/8/4f3/3F4/8/8/f7 r", "e5xd4"), "8/8/8/4d3/3F4/8/8/f7 b");
    // Destroyed it gains nothing.
    assert_eq!(after("8/8/8/4f3/3A4/8/8/f7 b", "d4xe5"), "8/8/8/4d3/8/8/8/f7 r");
    // Two last units: each takes 2, each gains 1.
    assert_eq!(after("8/8/8/4f3/3E4/8/8/8 b", "d4xe5"), "8/8/8/4e3/3D4/8/8/8 r");
    for (own, foe) in (1..=MOST_HEALTH).flat_map(|own| (1..=MOST_HEALTH).map(move |foe| (own, foe))) {
        let mut position = position(before);
        position.board.put(at("d4"), Some(Unit { side: Side::Bone, health: own }));
        position.board.put(at("e5"), Some(Unit { side: Side::Red, health: foe }));
        let forecast = forecast(&position.board, Side::Bone, at("d4"), at("e5"));
        assert!(forecast.attacker.after <= MOST_HEALTH && forecast.defender.after <= MOST_HEALTH);
        assert_eq!(forecast.attacker.after, if own == 1 { 0 } else { own });
    }
    // Nor do players set a die to 7.
    let unit = Some(Unit { side: Side::Bone, health: 7 });
    let seven = refused(&begun(Side::Bone), &Command::Set { at: at("a1"), unit });
    assert_eq!(seven, ["a die shows 6 at most, not 7 (K3)"]);
}

#[test]
fn k19_who_can_do_nothing_passes_and_the_game_goes_on() {
    // Bone's one unit is in contact wherever it could go; all it may do is pass or attack.
    let stuck = "8/8/8/8/8/8/1ff5/Af6 b";
    let all: Vec<String> = legal(&position(stuck)).iter().map(ToString::to_string).collect();
    assert_eq!(all, ["a1", "a1xb1", "a1xb2"]);
    let mut state = game(stuck);
    play(&mut state, "a1");
    assert_eq!((state.turn(), state.over), (Some(Side::Red), None));
    assert_eq!(state.position.board.health(at("a1")), 1);
}

#[test]
fn a_draw_is_agreed_or_offered_when_a_position_comes_for_the_third_time() {
    let mut state = begun(Side::Bone);
    play(&mut state, "a1-a2 a8-a7 a2-a1 a7-a8");
    assert!(!state.offers_draw());
    play(&mut state, "b1-b2 b8-b7 b2-b1");
    assert!(!state.offers_draw());
    play(&mut state, "b7-b8");
    assert!(state.offers_draw());
    // They may go on.
    carry_out(&mut state, &Command::Move { from: at("a1"), to: at("a2") });
    assert!(!state.offers_draw());
    carry_out(&mut state, &Command::End { unit: at("a2") });
    carry_out(&mut state, &Command::Agree);
    assert_eq!((state.over, state.turn()), (Some(Over::Agreed), None));
    assert_eq!(refused(&state, &Command::Agree), ["the game is over: both agreed on a draw (K9)"]);
}

#[test]
fn a_side_resigns_at_any_time_and_the_other_has_won() {
    for side in Side::BOTH {
        let mut state = begun(Side::Bone);
        carry_out(&mut state, &Command::Move { from: at("a1"), to: at("a2") });
        carry_out(&mut state, &Command::Resign { side });
        assert_eq!((state.over.and_then(Over::winner), state.turn(), state.half), (Some(side.other()), None, None));
        assert_eq!(state.check(), Ok(()));
        let again = refused(&state, &Command::Resign { side });
        assert_eq!(again, [format!("the game is over: {side} has resigned (K9)")]);
        // A correction of the board doesn't bring the game back.
        carry_out(&mut state, &Command::Set { at: at("h8"), unit: None });
        assert_eq!(state.over, Some(Over::Resigned(side)));
    }
}

#[test]
fn players_set_a_square_as_they_want_it() {
    let mut state = begun(Side::Bone);
    let unit = Some(Unit { side: Side::Red, health: 2 });
    carry_out(&mut state, &Command::Set { at: at("a1"), unit: None });
    assert_eq!(refused(&state, &Command::Set { at: at("a1"), unit: None }), ["that changes nothing"]);
    carry_out(&mut state, &Command::Set { at: at("a8"), unit });
    assert_eq!(state.position.board.unit(at("a8")), unit);
    // The last enemy taken away ends the game; put back, it goes on.
    let mut state = game("8/8/8/4a3/3F4/8/8/8 b");
    carry_out(&mut state, &Command::Set { at: at("e5"), unit: None });
    assert_eq!(state.over, Some(Over::Won(Side::Bone)));
    carry_out(&mut state, &Command::Set { at: at("h8"), unit });
    assert_eq!((state.over, state.turn()), (None, Some(Side::Bone)));
    // The unit that has begun is taken away: another may be activated.
    carry_out(&mut state, &Command::Set { at: at("a1"), unit: Some(Unit { side: Side::Bone, health: 6 }) });
    carry_out(&mut state, &Command::Move { from: at("d4"), to: at("d6") });
    carry_out(&mut state, &Command::Set { at: at("d6"), unit: None });
    assert_eq!((state.half, state.turn()), (None, Some(Side::Bone)));
    carry_out(&mut state, &Command::End { unit: at("a1") });
}
