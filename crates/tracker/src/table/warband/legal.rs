//! Commands that the rules allow now.

use super::{
    Alone, Cast, Charge, Command, Dice, Fall, Flee, Flight, Found, Hide, Mark, Rally, Roll, Rolled, Rout, Rules, Run,
    RunOn, Shoot, Stand, State, Status, Step, TakeOut, Test, WarriorRef, Way, Who, Why, Wound, act, due,
};

/// Returns all required dice with every result, and all decisions of people, one wound at a time; without corrections
/// and anything that depends on heights and distances.
pub(super) fn legal(rules: &Rules, state: &State) -> Vec<Command> {
    if !state.begun() || state.over.is_some() {
        return Vec::new();
    }
    let mut all = vec![Command::Step(Step { phase: Way::Next })];
    all.extend(tests(state).into_iter().map(|roll| Command::Test(Test { roll, rolled: Rolled::People })));
    for (who, warrior) in state.everybody().filter(|(_, warrior)| warrior.now.is_in()) {
        let named = || named(state, who);
        all.extend([
            Command::Stand(Stand { stand: named() }),
            Command::RunOn(RunOn { run_on: named() }),
            Command::Run(Run { run: named() }),
            Command::Hide(Hide { hide: named() }),
            Command::Found(Found { found: named() }),
            Command::Cast(Cast { cast: named() }),
        ]);
        if warrior.now.status == Status::Standing {
            all.push(Command::Flee(Flee { flee: named() }));
        }
        let out = |why| Command::TakeOut(TakeOut { out: named(), why, by: None });
        all.extend([out(None), out(Some(Why::Finished)), out(Some(Why::Fled))]);
        all.extend(wounds(&named()));
        let may_attack = who.seat == state.moment.side && warrior.now.status == Status::Standing;
        if may_attack {
            all.extend(attacks(state, who));
        }
    }
    all.extend(due(state).falling.into_iter().flat_map(|(who, _)| falls(&named(state, who))));
    all.retain(|command| act::decide(rules, state, command).refusal(false).is_none());
    all
}

fn named(state: &State, who: Who) -> WarriorRef {
    WarriorRef::new(state.side(who.seat).map_or("", |side| &side.name), who.no)
}

/// Returns the tests that are due, with every sum of two dice.
fn tests(state: &State) -> Vec<Roll> {
    let due = due(state);
    let mut all = Vec::new();
    for sum in 2..=12 {
        if due.rout.is_some() {
            all.extend(state.side(state.moment.side).map(|side| Roll::Rout(Rout { rout: side.name.clone(), sum })));
        }
        for nerve in &due.nerve {
            let rally = |leader| Roll::Rally(Rally { rally: named(state, nerve.who), sum, leader });
            all.push(rally(false));
            all.extend(nerve.with_leader.map(|_| rally(true)));
        }
        let flight = due.flight.iter().filter(|(_, dice)| *dice == 2);
        all.extend(flight.map(|(who, _)| flight_of(named(state, *who), Some(sum), None)));
        let alone = due.alone.iter().map(|(nerve, _)| Roll::Alone(Alone { alone: named(state, nerve.who), sum }));
        all.extend(alone);
    }
    for sum in 3..=18 {
        let flight = due.flight.iter().filter(|(_, dice)| *dice == 3);
        all.extend(flight.map(|(who, _)| flight_of(named(state, *who), None, Some(sum))));
    }
    all
}

fn flight_of(flight: WarriorRef, two: Option<u8>, three: Option<u8>) -> Roll {
    Roll::Flight(Flight { flight, two, three })
}

/// Returns a wound, without an injury roll and with every result of one.
fn wounds(who: &WarriorRef) -> Vec<Command> {
    let wound = |injury: Vec<u8>| {
        let injury = Dice(injury);
        let (wound, rolled) = (who.clone(), Rolled::People);
        Command::Wound(Wound {
            wound,
            wounds: 1,
            injury,
            by: None,
            critical: false,
            needs: None,
            poison: false,
            rolled,
        })
    };
    (0..=6).map(|die| wound(if die == 0 { Vec::new() } else { vec![die] })).collect()
}

/// Returns the hits of a fall: none that wounds, or one.
fn falls(who: &WarriorRef) -> Vec<Command> {
    let fall = |wounds, injury: Vec<u8>| {
        let (fall, injury) = (who.clone(), Dice(injury));
        Command::Fall(Fall { fall, inches: None, d3: 1, wounds, injury, rolled: Rolled::People })
    };
    let mut all = vec![fall(0, Vec::new()), fall(1, Vec::new())];
    all.extend((1..=6).map(|die| fall(1, vec![die])));
    all
}

/// Charges at one enemy, and shots.
fn attacks(state: &State, who: Who) -> Vec<Command> {
    let seen = |(enemy, warrior): &(Who, &super::Warrior)| {
        enemy.seat != who.seat && warrior.now.is_in() && !warrior.now.has(Mark::Hidden)
    };
    let mut all = Vec::new();
    for (enemy, _) in state.everybody().filter(seen) {
        let (by, on) = (named(state, who), named(state, enemy));
        let charge = |failed| Charge { charge: by.clone(), on: vec![on.clone()], intercepted: None, failed };
        all.extend([Command::Charge(charge(false)), Command::Charge(charge(true))]);
        all.push(Command::Shoot(Shoot { shoot: by.clone(), on: on.clone() }));
    }
    all
}
