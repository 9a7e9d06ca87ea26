//! Corrections by players, whatever the rules say.

use super::super::{Condition, Over, Set, Status};
use super::{Act, Possible};
use crate::ordered;
use crate::table::{Reason, Seat};

impl Act {
    /// Sets a warrior as the players want.
    pub(super) fn correct(&mut self, set: &Set) -> Possible {
        let who = self.find(&set.set)?;
        let most = self.warrior(who).spec.profile.wounds;
        let mut now = self.now(who);
        if let Some(wounds) = set.wounds {
            if wounds > most {
                let text = format!("{} has {most} wounds at most, not {wounds}", self.name(who));
                return Err(Reason::fact("too many wounds", text));
            }
            now.wounds = wounds;
        }
        if let Some(status) = set.status {
            now.status = status;
        }
        if let Some(marks) = &set.marks {
            now.marks = marks.clone().into();
        }
        if now.status != Status::Fleeing {
            now.flight = None;
        }
        if now.status == Status::Out {
            now = Condition::out();
        }
        self.put(who, now);
        self.defeat_wiped_out_sides();
        Ok(())
    }

    /// Ends the game by the players (W3).
    pub(super) fn end(&mut self, winners: &[String]) -> Possible {
        let seats = winners.iter().map(|name| self.seat(name)).collect::<Possible<Vec<Seat>>>()?;
        let over = Over { winners: ordered::set(seats).into_iter().collect(), agreed: true };
        self.state.over = Some(over);
        Ok(())
    }
}
