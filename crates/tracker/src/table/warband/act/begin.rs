//! A game begins.

use super::super::{Begin, Change, Condition, Decision, Moment, Muster, Rules, Side, State, Warrior};
use crate::game::{HouseWishes, MOST_WARRIORS, Warband, WarriorSpec, rule};
use crate::table::{PlayerColour, PlayerConfig, Reason, Seat, arrange};

/// Returns the game of a setup, and everything against it.
pub(super) fn decide(rules: &Rules, setup: &Begin) -> Decision {
    let mut reasons = Vec::new();
    let count = setup.begin.len();
    if !(2..=PlayerColour::ALL.len()).contains(&count) {
        let text = format!("{count} cannot play, only 2 to {}", PlayerColour::ALL.len());
        reasons.push(Reason::fact("2 to 8 sides", text));
    }
    let entrants = entrants(&setup.begin);
    reasons.extend(arrange::objections(&entrants));
    let first = match &setup.first {
        None => Some(0),
        Some(name) => entrants.iter().position(|entrant| entrant.name == name.trim()),
    };
    let first = first.and_then(Seat::at).unwrap_or_else(|| {
        reasons.push(Reason::fact("no one starts", "who starts is not one of the sides"));
        Seat(0)
    });
    let mut sides = Vec::new();
    let mut wishes = HouseWishes::default();
    for (muster, entrant) in setup.begin.iter().zip(entrants) {
        match warriors(rules, muster) {
            Ok((warband, warriors, wished)) => {
                too_many(&entrant.name, &warriors, &mut reasons);
                wishes = wishes.and(wished);
                let warrior = |spec: WarriorSpec| Warrior { now: Condition::fresh(spec.profile.wounds), spec };
                sides.push(Side {
                    name: entrant.name,
                    colour: entrant.colour,
                    chair: entrant.chair,
                    note: String::new(),
                    warband,
                    warriors: warriors.into_iter().map(warrior).collect(),
                    lost: false,
                });
            }
            Err(more) => reasons.extend(more),
        }
    }
    if reasons.iter().any(|reason| reason.absolute) {
        return Decision { reasons, ..Decision::default() };
    }
    let state = State {
        sides,
        house: setup.house.merged_with(wishes.merged_with(rules.house())),
        moment: Moment { side: first, ..Moment::default() },
        first,
        over: None,
        seating: setup.seating,
        rules: setup.rules,
    };
    Decision { reasons, changes: vec![Change::Began(Box::new(state))], ..Decision::default() }
}

/// Objects to more warriors than W40 advises; players may agree on them.
fn too_many(side: &str, warriors: &[WarriorSpec], reasons: &mut Vec<Reason>) {
    if warriors.len() > MOST_WARRIORS {
        let text = format!("{side} has {} warriors: at most {MOST_WARRIORS} per side", warriors.len());
        reasons.push(Reason::rule(rule!("W40"), "too many warriors", text));
    }
}

/// Returns players with the requested colours and chairs, or else the next free ones.
fn entrants(musters: &[Muster]) -> Vec<PlayerConfig> {
    let free = |taken: &[usize]| (0..).find(|index| !taken.contains(index)).unwrap_or_default();
    let mut colours: Vec<usize> = musters.iter().filter_map(|muster| muster.colour).map(PlayerColour::index).collect();
    let mut chairs: Vec<usize> = musters.iter().filter_map(|muster| muster.chair).map(usize::from).collect();
    let entrant = |muster: &Muster| {
        let colour = muster.colour.map_or_else(|| free(&colours), PlayerColour::index);
        let chair = muster.chair.map_or_else(|| free(&chairs), usize::from);
        colours.push(colour);
        chairs.push(chair);
        PlayerConfig {
            name: muster.name.trim().to_owned(),
            // With more sides than colours, the last are alike, and are refused.
            colour: PlayerColour::ALL[colour.min(PlayerColour::ALL.len() - 1)],
            chair: u8::try_from(chair).unwrap_or(u8::MAX),
            note: String::new(),
        }
    };
    musters.iter().map(entrant).collect()
}

/// Returns the name of a side's warband, its warriors, and the house rules that it wishes.
fn warriors(rules: &Rules, muster: &Muster) -> Result<(String, Vec<WarriorSpec>, HouseWishes), Vec<Reason>> {
    let side = muster.name.trim();
    if !muster.warriors.is_empty() {
        bad_warriors(side, &muster.warriors)?;
        let name = muster.warband.clone().unwrap_or_else(|| side.to_owned());
        return Ok((name, muster.warriors.clone(), muster.house));
    }
    let Some(id) = &muster.warband else {
        let text = format!("{side} has neither a warband nor warriors");
        return Err(vec![Reason::fact("no warband", text)]);
    };
    let Some(Warband { name, warriors, house, .. }) = rules.warband(id) else {
        let known: Vec<&str> = rules.warbands().iter().map(|warband| warband.id.as_str()).collect();
        let text = format!("unknown warband `{id}`: available are {}", known.join(", "));
        return Err(vec![Reason::fact("no such warband", text)]);
    };
    Ok((name.clone(), warriors.iter().map(|warrior| warrior.value.clone()).collect(), *house))
}

/// Returns the reasons why listed warriors are impossible.
fn bad_warriors(side: &str, warriors: &[WarriorSpec]) -> Result<(), Vec<Reason>> {
    let mut reasons = Vec::new();
    if warriors.len() > usize::from(u8::MAX) {
        reasons.push(Reason::fact("too many warriors", format!("{side} has more warriors than can be numbered")));
    }
    for (index, warrior) in warriors.iter().enumerate() {
        let called = format!("warrior {} of {side}", index + 1);
        if !arrange::is_name(&warrior.name) {
            let text = format!("{called} has no name of at most {} letters", arrange::LONGEST_NAME);
            reasons.push(Reason::fact("not a name", text));
        }
        if !warrior.profile.is_sound() {
            let text = format!("{called} has a figure that is not 0 to 10, or no Wounds");
            reasons.push(Reason::fact("not a profile", text));
        }
    }
    if warriors.iter().filter(|warrior| warrior.leader).count() > 1 {
        reasons.push(Reason::absolute(rule!("W1"), "two leaders", format!("{side} has more than one leader")));
    }
    if reasons.is_empty() { Ok(()) } else { Err(reasons) }
}
