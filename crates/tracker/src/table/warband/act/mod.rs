//! From a command to changes, or to the reasons against it.

mod begin;
mod correct;
mod harm;
mod jump;
mod moves;
mod nerve;
mod shoot;
mod turn;

use super::{
    Command, Condition, Decision, Mark, Moment, Over, Phase, Roll, Rules, State, Status, Tested, Warrior, WarriorRef,
    Who,
};
use crate::game::{RuleNumber, rule};
use crate::table::{Reason, Seat};

/// Result of checking that a command is possible, whatever players agree on.
type Possible<T = ()> = Result<T, Reason>;

/// Returns the effect of a command on a state.
pub(super) fn decide(rules: &Rules, state: &State, command: &Command) -> Decision {
    if let Command::Begin(setup) = command {
        return begin::decide(rules, setup);
    }
    let mut act = Act::new(state);
    match act.carry_out(command) {
        Ok(()) if act.state == *state && act.reasons.is_empty() && !has_dice(command) => {
            Decision::refused(Reason::changes_nothing())
        }
        Ok(()) => {
            let Act { state: next, outcomes, reasons } = act;
            Decision { outcomes, reasons, ..Decision::leading_to(state, &next) }
        }
        Err(reason) => {
            let mut reasons = act.reasons;
            reasons.push(reason);
            Decision { reasons, ..Decision::default() }
        }
    }
}

/// True if dice were rolled for it, which the journal keeps whatever their effect.
fn has_dice(command: &Command) -> bool {
    matches!(command, Command::Test(_) | Command::Wound(_) | Command::Fall(_))
}

/// A command while it is decided.
struct Act {
    /// The state with the changes so far.
    state: State,
    outcomes: Vec<Tested>,
    /// Rules against it, which players may overrule.
    reasons: Vec<Reason>,
}

impl Act {
    fn new(state: &State) -> Self {
        Self { state: state.clone(), outcomes: Vec::new(), reasons: Vec::new() }
    }

    fn carry_out(&mut self, command: &Command) -> Possible {
        if !self.state.begun() {
            return Err(Reason::no_game());
        }
        if self.state.over.is_some() {
            return Err(Reason::fact("the game is over", "the game is over: only another game or undo goes on"));
        }
        match command {
            // Answered separately.
            Command::Begin(_) => Ok(()),
            Command::Step(_) => self.next_phase(),
            Command::Test(test) => self.test(&test.roll),
            Command::Wound(wound) => self.wound(wound),
            Command::TakeOut(out) => self.take_out(out),
            Command::Fall(fall) => self.fall(fall),
            Command::Stand(stand) => self.stand(&stand.stand),
            Command::RunOn(run) => self.run_on(&run.run_on),
            Command::Flee(flee) => self.flee(&flee.flee),
            Command::Run(run) => self.run(&run.run),
            Command::Charge(charge) => self.charge(charge),
            Command::Hide(hide) => self.hide(&hide.hide),
            Command::Found(found) => self.found(&found.found),
            Command::Shoot(shoot) => self.shoot(shoot),
            Command::Cast(cast) => self.cast(&cast.cast),
            Command::Set(set) => self.correct(set),
            Command::End(end) => self.end(&end.end),
            // The table itself sees to these.
            Command::SeatCommand(_) => Ok(()),
        }
    }

    fn test(&mut self, roll: &Roll) -> Possible {
        match roll {
            Roll::Rout(roll) => self.rout(roll),
            Roll::Rally(roll) => self.rally(roll),
            Roll::Alone(roll) => self.alone(roll),
            Roll::Panic(roll) => self.panic(roll),
            Roll::Spot(roll) => self.spot(roll),
            Roll::Climb(roll) => self.climb(roll),
            Roll::Jump(roll) => self.jump(roll),
            Roll::Dive(roll) => self.dive(roll),
            Roll::Gap(roll) => self.gap(roll),
            Roll::Slip(roll) => self.slip(roll),
            Roll::Flight(roll) => self.flight(roll),
        }
    }

    /// Records an objection if a rule forbids it.
    fn against(&mut self, forbidden: bool, rule: RuleNumber, short: &str, text: impl FnOnce() -> String) {
        if forbidden {
            self.reasons.push(Reason::rule(rule, short, text()));
        }
    }

    /// Resolves a named warrior; fails if the side or the number is unknown.
    fn find(&self, named: &WarriorRef) -> Possible<Who> {
        let seat = self.seat(&named.side)?;
        let who = Who { seat, no: named.no };
        let count = self.state.side(seat).map_or(0, |side| side.warriors.len());
        let text = || format!("{} has the warriors 1 to {count}, and no {}", named.side.trim(), named.no);
        self.state.warrior(who).map(|_| who).ok_or_else(|| Reason::fact("no such warrior", text()))
    }

    /// Returns a named warrior who isn't out of action.
    fn find_in(&self, named: &WarriorRef) -> Possible<Who> {
        let who = self.find(named)?;
        if self.now(who).is_in() {
            return Ok(who);
        }
        Err(Reason::absolute(rule!("W27"), "out of action", format!("{} is out of action", self.name(who))))
    }

    /// Returns the side of this name.
    fn seat(&self, name: &str) -> Possible<Seat> {
        let names: Vec<&str> = self.state.sides.iter().map(|side| side.name.as_str()).collect();
        let text = || format!("no side is called {}: there is {}", name.trim(), names.join(", "));
        self.state.named(name).ok_or_else(|| Reason::fact("no such side", text()))
    }

    fn warrior(&self, who: Who) -> &Warrior {
        self.state.warrior(who).expect("a warrior that was found")
    }

    fn now(&self, who: Who) -> Condition {
        self.warrior(who).now
    }

    fn name(&self, who: Who) -> String {
        self.warrior(who).spec.name.clone()
    }

    fn name_of_side(&self, seat: Seat) -> String {
        self.state.side(seat).map(|side| side.name.clone()).unwrap_or_default()
    }

    fn put(&mut self, who: Who, to: Condition) {
        let side = self.state.sides.get_mut(who.seat.index());
        let warrior = side.and_then(|side| side.warriors.get_mut(usize::from(who.no).checked_sub(1)?));
        warrior.into_iter().for_each(|warrior| warrior.now = to);
    }

    /// Gives a warrior a mark.
    fn mark(&mut self, who: Who, mark: Mark) {
        self.put(who, self.now(who).with(mark));
    }

    /// Takes a mark from a warrior.
    fn unmark(&mut self, who: Who, mark: Mark) {
        self.put(who, self.now(who).without(mark));
    }

    /// Returns all warriors who are not out of action.
    fn everybody_in(&self) -> Vec<Who> {
        self.state.everybody().filter(|(_, warrior)| warrior.now.is_in()).map(|(who, _)| who).collect()
    }

    /// Returns the warriors of one side.
    fn side_in(&self, seat: Seat) -> Vec<Who> {
        self.everybody_in().into_iter().filter(|who| who.seat == seat).collect()
    }

    /// Checks that a warrior acts in its own turn, in a phase of it (W4).
    fn in_own(&mut self, who: Who, phase: Phase, what: &str) {
        let Moment { side, phase: now, .. } = self.state.moment;
        let turn = self.name_of_side(side);
        self.against(who.seat != side, rule!("W4"), "not your turn", || format!("it is the turn of {turn}"));
        self.against(now != phase, rule!("W4"), "other phase", || {
            format!("warriors {what} in the {} phase, and this is the {} phase", phase.words(), now.words())
        });
    }

    /// Checks that a warrior is on its feet and has its nerve.
    fn must_stand(&mut self, who: Who, what: &str) {
        let name = self.name(who);
        let status = self.now(who).status;
        let rule = match status {
            Status::Standing => return,
            Status::KnockedDown => rule!("W25"),
            Status::Stunned => rule!("W26"),
            Status::Fleeing => rule!("W5"),
            Status::Out => rule!("W27"),
        };
        self.against(true, rule, status.words(), || format!("{name} is {} and cannot {what}", status.words()));
    }

    /// Checks that somebody is an enemy of a warrior.
    fn must_be_enemy(&self, who: Who, other: Who) -> Possible {
        let text = || format!("{} and {} are of one side", self.name(who), self.name(other));
        if who.seat == other.seat { Err(Reason::fact("no enemy", text())) } else { Ok(()) }
    }

    /// Records that a side has lost: the game ends, or goes on among the others.
    fn lose(&mut self, seat: Seat) {
        self.state.sides[seat.index()].lost = true;
        let left: Vec<Seat> = self.state.seats().filter(|seat| !self.has_lost(*seat)).collect();
        if left.len() < 2 {
            self.state.over = Some(Over { winners: left, agreed: false });
        } else if self.state.moment.side == seat && self.state.moment.phase != Phase::CloseCombat {
            // In close combat the others fight on, whoever's turn it is (W21).
            self.end_phase(Phase::CloseCombat);
            self.begin_next_turn();
        }
    }

    fn has_lost(&self, seat: Seat) -> bool {
        self.state.side(seat).is_none_or(|side| side.lost)
    }

    /// Marks sides whose models are all out of action as lost.
    fn defeat_wiped_out_sides(&mut self) {
        let wiped_out = |side: &super::Side| !side.lost && side.out() == side.warriors.len();
        let seats = self.state.seats();
        for seat in seats {
            if self.state.over.is_none() && self.state.side(seat).is_some_and(wiped_out) {
                self.lose(seat);
            }
        }
    }
}
