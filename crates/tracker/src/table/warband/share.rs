//! Warbands at a table that several devices share: warriors are moved from the device of their owner.

use super::{Command, Roll, Rules, State, WarriorRef};
use crate::table::Seat;
use crate::table::share::{Share, Shared};

impl Command {
    /// Returns the side concerned, if any.
    pub fn seat(&self, state: &State) -> Option<Seat> {
        let of = |warrior: &WarriorRef| state.named(&warrior.side);
        match self {
            Self::Begin(_) | Self::End(_) | Self::SeatCommand(_) => None,
            Self::Step(_) => Some(state.moment.side),
            Self::Test(test) => match &test.roll {
                Roll::Rout(roll) => state.named(&roll.rout),
                Roll::Rally(roll) => of(&roll.rally),
                Roll::Alone(roll) => of(&roll.alone),
                Roll::Panic(roll) => of(&roll.panic),
                Roll::Spot(roll) => of(&roll.spot),
                Roll::Climb(roll) => of(&roll.climb),
                Roll::Jump(roll) => of(&roll.jump),
                Roll::Dive(roll) => of(&roll.dive),
                Roll::Gap(roll) => of(&roll.gap),
                Roll::Slip(roll) => of(&roll.slip),
                Roll::Flight(roll) => of(&roll.flight),
            },
            Self::Wound(wound) => of(&wound.wound),
            Self::TakeOut(out) => of(&out.out),
            Self::Fall(fall) => of(&fall.fall),
            Self::Stand(stand) => of(&stand.stand),
            Self::RunOn(run) => of(&run.run_on),
            Self::Flee(flee) => of(&flee.flee),
            Self::Run(run) => of(&run.run),
            Self::Charge(charge) => of(&charge.charge),
            Self::Hide(hide) => of(&hide.hide),
            Self::Found(found) => of(&found.found),
            Self::Shoot(shoot) => of(&shoot.shoot),
            Self::Cast(cast) => of(&cast.cast),
            Self::Set(set) => of(&set.set),
        }
    }
}

impl Shared for Rules {
    fn share(state: &State, command: &Command) -> Share {
        match (command, command.seat(state)) {
            (_, None) => Share::TABLE,
            (Command::Step(_), Some(seat)) => Share::decides(seat),
            (Command::Set(_), Some(seat)) => Share::counts(seat),
            (_, Some(seat)) => Share::chooses(seat),
        }
    }
}
