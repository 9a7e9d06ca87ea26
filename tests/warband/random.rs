//! Random battles: after any command, the state is possible.

use std::collections::BTreeMap;

use skirmish_tracker::table::warband::{Change, Command, Mark, Phase, State};
use skirmish_tracker::table::{Change as _, Playable as _, Rules as _};

use super::*;
use crate::dice::Dice;

/// Returns a warrior of a side, usually an existing one.
fn warrior(dice: &mut Dice, state: &State, seat: usize) -> String {
    let side = &state.sides[seat];
    let beyond = usize::from(dice.below(20) == 0);
    format!("{}.{}", side.name, 1 + dice.below(side.warriors.len() + beyond))
}

/// Returns a random line: half of them suit the phase, the rest are of any kind and mostly against the rules.
fn line(dice: &mut Dice, state: &State) -> Value {
    let on_turn = state.moment.side.index();
    let who = warrior(dice, state, on_turn);
    let seat = dice.below(state.sides.len());
    let other = warrior(dice, state, seat);
    let kind = if dice.below(2) == 0 {
        let of_phase: &[usize] = match state.moment.phase {
            Phase::Recovery => &[0, 1, 2, 3, 4, 4],
            Phase::Movement => &[0, 5, 5, 6, 7, 8, 9, 10, 11, 12],
            Phase::Magic => &[0, 0, 13, 16],
            Phase::Shooting => &[0, 14, 14, 16],
            Phase::CloseCombat => &[0, 15, 15, 17, 18, 19],
        };
        dice.one_of(of_phase)
    } else {
        dice.below(26)
    };
    said(dice, state, kind, &who, &other)
}

fn said(dice: &mut Dice, state: &State, kind: usize, who: &str, other: &str) -> Value {
    let d6 = |dice: &mut Dice| 1 + dice.below(6);
    let sum = 2 + dice.below(11);
    let side = &state.sides[state.moment.side.index()].name;
    match kind {
        0 => json!({ "phase": "next" }),
        1 => json!({ "stand": who }),
        2 => json!({ "roll": { "rally": who, "2d6": sum, "leader": dice.below(2) == 0 } }),
        3 => json!({ "run-on": who }),
        4 => json!({ "roll": { "rout": side, "2d6": 2 + dice.below(8) } }),
        5 => json!({ "charge": who, "on": [other], "failed": dice.below(3) == 0 }),
        6 => json!({ "run": who }),
        7 => json!({ "hide": who }),
        8 => {
            json!({ "roll": { "climb": who, "inches": 1 + dice.below(6), "d6": d6(dice), "down": dice.below(2) == 0 } })
        }
        9 => json!({ "roll": { "jump": who, "inches": 4, "d6": [d6(dice), d6(dice)] } }),
        10 => json!({ "roll": { "dive": who, "on": other, "inches": 3, "d6": d6(dice) } }),
        11 => json!({ "roll": { "gap": who, "inches": 2, "drop": 3, "d6": d6(dice) } }),
        12 => json!({ "fall": who, "d3": 1 + dice.below(3) }),
        13 => json!({ "cast": who }),
        14 => json!({ "shoot": who, "on": other }),
        15 => json!({ "wound": other, "injury": d6(dice), "by": who }),
        16 => json!({ "wound": other, "injury": d6(dice) }),
        17 => json!({ "wound": other, "critical": true, "by": who, "injury": [d6(dice), d6(dice)] }),
        18 => json!({ "roll": { "alone": other, "2d6": sum } }),
        19 => json!({ "out": other, "why": dice.one_of(&["finished", "killing-blow", "fled"]), "by": who }),
        20 => json!({ "wound": other, "wounds": 1 + dice.below(2) }),
        21 => json!({ "found": other }),
        22 => json!({ "roll": { "panic": other, "2d6": sum } }),
        23 => json!({ "roll": { "slip": other, "inches": 3, "d6": d6(dice) } }),
        24 => json!({ "fall": other, "inches": 1 + dice.below(6), "d3": 1, "wounds": 1, "injury": d6(dice) }),
        _ => json!({ "set": other, "wounds": 1, "status": dice.one_of(&["standing", "fleeing", "stunned"]) }),
    }
}

/// Checks the invariants of any table.
fn invariants(before: &State, after: &State, command: &Command) {
    assert!(after.check().is_ok(), "{command:?}: {:?}", after.check());
    for (old, new) in before.sides.iter().zip(&after.sides) {
        // No warriors are added or removed: those who are out stay on the roster.
        assert_eq!(old.warriors.len(), new.warriors.len());
        assert!(old.warriors.iter().zip(&new.warriors).all(|(old, new)| old.spec == new.spec));
        let counted: usize = count(new).values().sum();
        assert_eq!(counted, new.warriors.len());
        for (old, new) in old.warriors.iter().zip(&new.warriors) {
            assert!(new.now.wounds <= new.spec.profile.wounds);
            if old.now.status == Status::Out && !matches!(command, Command::Set(_)) {
                assert_eq!(new.now, old.now, "who is out stays out: {command:?}");
            }
            if !matches!(command, Command::Set(_)) {
                assert!(new.now.wounds <= old.now.wounds, "nothing heals: {command:?}");
            }
        }
        assert!(!old.lost || new.lost, "who has lost has lost");
        assert_eq!(new.out() >= new.warriors.len().div_ceil(4), new.has_lost_a_quarter());
    }
    // Phases come one after the other, turns too.
    let (old, new) = (before.moment, after.moment);
    if old != new && old.phase != new.phase {
        let next = old.phase.next();
        assert!(next == Some(new.phase) || new.phase == Phase::Recovery, "{command:?}: {old:?} to {new:?}");
        assert!(next.is_some() || new.side != old.side, "{command:?}");
    }
    assert!(new.turn == old.turn || new.turn == old.turn + 1);
    if new.side != old.side {
        for warrior in after.sides.iter().flat_map(|side| &side.warriors) {
            assert_eq!(warrior.now.worst, 0, "injuries of a turn are forgotten with it (W24)");
            for mark in [Mark::Rallied, Mark::Stood, Mark::Dived, Mark::Critical, Mark::Fell, Mark::Tested] {
                assert!(!warrior.now.has(mark), "{mark:?} outlives its turn: {command:?}");
            }
        }
        let side = &after.sides[new.side.index()];
        assert_eq!(new.rout, side.has_lost_a_quarter(), "the test is due at the start of the turn (W36)");
        let stunned = side.warriors.iter().any(|warrior| warrior.now.status == Status::Stunned);
        assert!(!stunned || new.rout, "stunned ones are knocked down in the recovery phase (W7)");
    }
    if after.over.is_some() && before.over.is_none() && !matches!(command, Command::End(_)) {
        assert_eq!(after.sides.iter().filter(|side| !side.lost).count(), 1);
    }
}

fn count(side: &skirmish_tracker::table::warband::Side) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for warrior in &side.warriors {
        *counts.entry(warrior.now.status.words()).or_default() += 1;
    }
    counts
}

#[test]
fn fifty_thousand_commands_leave_the_table_as_it_can_lie() {
    let rules = rules();
    let mut dice = Dice(14);
    let (mut said, mut done, mut games, mut ended) = (0, 0, 0, 0);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    while said < 50_000 {
        games += 1;
        let mut state = State::default();
        let sides = ["North", "South", "East"].iter().take(2 + games % 2).zip([
            "crows-levy",
            "kiln-company",
            "saltmarsh-watch",
        ]);
        let sides: Vec<Value> = sides.map(|(name, warband)| json!({ "name": name, "warband": warband })).collect();
        let begin: Command = serde_json::from_value(json!({ "begin": sides })).expect("a command");
        for change in rules.decide(&state, &begin).changes {
            change.apply(&mut state).expect("it begins");
        }
        let mut changes: Vec<Change> = Vec::new();
        let begun = state.clone();
        let until = said + 2_500;
        while state.over.is_none() && said < until {
            said += 1;
            let line = line(&mut dice, &state);
            let command: Command = serde_json::from_value(line.clone()).expect("a command");
            // Commands are written as they were read.
            let back: Command =
                serde_json::from_value(serde_json::to_value(&command).expect("JSON")).expect("a command");
            assert_eq!(back, command);
            let decision = rules.decide(&state, &command);
            for reason in &decision.reasons {
                let knows =
                    ["there is no", "no such", "has the warriors", "of one side", "wounds at most", "changes nothing"];
                let named = reason.rule.is_some() || knows.iter().any(|words| reason.text.contains(words));
                assert!(named, "{line}: {reason} has no number");
            }
            if !decision.reasons.is_empty() {
                continue;
            }
            done += 1;
            *kinds.entry(line.as_object().expect("an object").keys().next().expect("a key").clone()).or_default() += 1;
            let before = state.clone();
            for change in &decision.changes {
                change.apply(&mut state).unwrap_or_else(|why| panic!("{line}: {why}"));
            }
            invariants(&before, &state, &command);
            changes.extend(decision.changes);
        }
        ended += usize::from(state.over.is_some());
        for change in changes.iter().rev() {
            change.revert(&mut state).expect("it is taken back");
        }
        assert_eq!(state, begun, "everything is taken back to the start");
    }
    assert!(games >= 20 && ended > 3 && done > 2_500, "{games} battles, {ended} ended, {done} commands carried out");
    for kind in [
        "phase", "wound", "out", "stand", "run", "charge", "hide", "found", "shoot", "cast", "run-on", "fall", "roll",
        "set",
    ] {
        assert!(kinds.contains_key(kind), "`{kind}` was never carried out: {kinds:?}");
    }
}

#[test]
fn legal_commands_play_battles_to_their_end() {
    let mut dice = Dice(3);
    for _ in 0..3 {
        let mut game = Game::begun();
        let mut steps = 0;
        while game.table.state().over.is_none() && steps < 600 {
            let legal = game.table.rules().legal(game.table.state());
            let pick = dice.one_of(&legal);
            let line = serde_json::to_string(&pick).expect("JSON");
            game.say(&line);
            steps += 1;
            if dice.below(3) == 0 {
                game.try_say(r#"{"phase":"next"}"#).ok();
            }
        }
        assert!(game.table.state().over.is_some(), "no end in {steps} steps");
        assert!(game.table.rules().legal(game.table.state()).is_empty());
        assert!(game.table.describe().len() > 3);
    }
}
