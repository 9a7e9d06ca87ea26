//! Short labels of events, for the undo button.

use std::sync::Arc;

use super::super::{Command, Event, Roll, State, WarriorRef, Who};
use super::name_of;

/// Returns a label: "Maud Twoblades −1".
pub(in super::super) fn label(state: &State, events: &[Arc<Event>]) -> String {
    let name = |named: &WarriorRef| {
        let who = state.named(&named.side).map(|seat| Who { seat, no: named.no });
        who.and_then(|who| name_of(state, who)).unwrap_or_else(|| named.to_string())
    };
    let of = |named: &WarriorRef, what: &str| format!("{}: {what}", name(named));
    let Some(event) = events.first() else { return String::new() };
    match &event.command {
        Command::Begin(_) => "the new game".to_owned(),
        Command::Step(_) => "the next phase".to_owned(),
        Command::Test(test) => match &test.roll {
            Roll::Rout(roll) => format!("{}: rout test", roll.rout),
            Roll::Rally(roll) => of(&roll.rally, "rally"),
            Roll::Alone(roll) => of(&roll.alone, "all alone"),
            Roll::Panic(roll) => of(&roll.panic, "panic"),
            Roll::Spot(roll) => of(&roll.spot, "search"),
            Roll::Climb(roll) => of(&roll.climb, "climb"),
            Roll::Jump(roll) => of(&roll.jump, "jump"),
            Roll::Dive(roll) => of(&roll.dive, "dive"),
            Roll::Gap(roll) => of(&roll.gap, "gap"),
            Roll::Slip(roll) => of(&roll.slip, "edge"),
            Roll::Flight(roll) => of(&roll.flight, "flight"),
        },
        Command::Wound(wound) => {
            let wounds = events.iter().filter_map(|event| match &event.command {
                Command::Wound(wound) => Some(u32::from(wound.wounds)),
                _ => None,
            });
            format!("{} −{}", name(&wound.wound), wounds.sum::<u32>())
        }
        Command::TakeOut(out) => of(&out.out, "out"),
        Command::Fall(fall) => of(&fall.fall, "fall"),
        Command::Stand(stand) => of(&stand.stand, "up"),
        Command::RunOn(run) => of(&run.run_on, "flees on"),
        Command::Flee(flee) => of(&flee.flee, "flight"),
        Command::Run(run) => of(&run.run, "run"),
        Command::Charge(charge) => of(&charge.charge, "charge"),
        Command::Hide(hide) => of(&hide.hide, "hidden"),
        Command::Found(found) => of(&found.found, "found"),
        Command::Shoot(shoot) => of(&shoot.shoot, "shot"),
        Command::Cast(cast) => of(&cast.cast, "spell"),
        Command::Set(set) => of(&set.set, "as set"),
        Command::End(_) => "the end".to_owned(),
        Command::SeatCommand(_) => String::new(),
    }
}
