//! Taps, in the order of their arrival.

use serde_json::Value;
use skirmish_tracker::table::share::{Owner, Share, Weight};
use skirmish_tracker::table::{Millis, Seat, Standing, Tap};

use super::roster::Role;
use super::{Host, Secret};
use crate::any::Verdict;
use crate::message::{Act, Answer, Deed, Open, Outcome, Question, Refused, Reply, Why};

impl Host {
    pub(super) fn acts(&mut self, device: &str, mut acts: Vec<Act>, now: Millis) -> Reply {
        let mut answers = Vec::new();
        acts.sort_by_key(|act| act.number);
        for act in acts {
            let number = act.number;
            if self.known(device, number).is_none() {
                if !self.may_send(device, now) {
                    return if answers.is_empty() { Reply::TooFast } else { Reply::Answers(answers) };
                }
                let before = self.table.len();
                if let Err(outcome) = self.act(device, act, now) {
                    self.record_uncounted(device, number, outcome);
                }
                self.write(before);
                let member = self.members.entry(device.to_owned()).or_default();
                member.highest = member.highest.max(number);
            }
            let outcome = self.known(device, number).unwrap_or(Outcome::Held);
            answers.push(Answer { number, outcome });
        }
        Reply::Answers(answers)
    }

    /// Returns the outcome of a tap that has come before.
    fn known(&self, device: &str, number: u64) -> Option<Outcome> {
        if let Some(line) = self.counted.get(&(device.to_owned(), number)) {
            return Some(if *line <= self.synced { Outcome::Counted(*line) } else { Outcome::Held });
        }
        let member = self.members.get(device)?;
        if let Some(outcome) = member.uncounted.get(&number) {
            return Some(outcome.clone());
        }
        let is_it = |tap: &Tap| tap.device == device && tap.number == number;
        let held = self.secrets.values().any(|secret| is_it(&secret.tap))
            || self.open.as_ref().is_some_and(|open| open.taps.iter().any(is_it));
        if held {
            return Some(Outcome::Held);
        }
        let forgotten = || Outcome::Refused(Refused::new(Why::Forgotten, "the table has forgotten it"));
        (number <= member.highest).then(forgotten)
    }

    /// Records the outcome of a tap that wasn't counted.
    fn record_uncounted(&mut self, device: &str, number: u64, outcome: Outcome) {
        let memory = self.limits.memory;
        let uncounted = &mut self.members.entry(device.to_owned()).or_default().uncounted;
        uncounted.insert(number, outcome);
        while uncounted.len() > memory {
            uncounted.pop_first();
        }
    }

    /// True if a device does not send too fast.
    fn may_send(&mut self, device: &str, now: Millis) -> bool {
        let (rate, burst) = (u64::from(self.limits.rate), u64::from(self.limits.burst) * 1000);
        let member = self.members.entry(device.to_owned()).or_default();
        let passed = member.credited.map(|before| now.0.saturating_sub(before.0));
        member.credit = passed.map_or(burst, |passed| (member.credit + passed * rate).min(burst));
        member.credited = Some(now);
        let may = member.credit >= 1000;
        member.credit -= if may { 1000 } else { 0 };
        may
    }

    /// Carries a tap out. An error is its outcome; otherwise it is on a line, or held.
    fn act(&mut self, device: &str, act: Act, now: Millis) -> Result<(), Outcome> {
        let table = self.role(device) == Role::Table;
        let mut tap = Tap { device: device.to_owned(), number: act.number, seat: None };
        if !table {
            let seats = self.roster.device(device).map(|device| device.seats.as_slice()).unwrap_or_default();
            tap.seat = Some(*seats.first().ok_or_else(|| role("only players may change the game, and you watch"))?);
        }
        match act.deed {
            Deed::Command(command) => self.command(tap, act.question, &command, !table, now),
            Deed::Ask(command) => self.command(tap, act.question, &command, true, now),
            Deed::Overrule(_) | Deed::Redo if !table => Err(role("only the table may do that")),
            Deed::Overrule(command) => {
                let verdict = self.table.judge(&command).map_err(Outcome::Refused)?;
                self.is_next(&tap, act.question, &verdict)?;
                self.execute(&command, true, vec![tap], now).map_err(Outcome::Refused)
            }
            Deed::Undo(line) => {
                let drawn = match act.question {
                    Some(Question::Mine(number)) => self.counted.get(&(device.to_owned(), number)).copied(),
                    _ => Some(line),
                };
                self.undo(tap, drawn, now)
            }
            Deed::Redo => {
                let redone = self.table.redo(vec![tap], now);
                let line = redone.ok_or_else(|| rule("nothing can be done again"))?;
                self.decided(line);
                Ok(())
            }
            Deed::Secret { seat, choice } => self.secret(tap, seat, choice, now),
            Deed::Unlock(seat) => self.unlock(&tap, seat),
            Deed::TakeBack => self.take_back(&tap, act.question),
        }
    }

    fn command(
        &mut self,
        tap: Tap,
        question: Option<Question>,
        command: &Value,
        asks: bool,
        now: Millis,
    ) -> Result<(), Outcome> {
        let verdict = self.table.judge(command).map_err(Outcome::Refused)?;
        let open = self.open.clone();
        let mut taps = Vec::new();
        let mut answered = verdict.answered_by.clone();
        if let Some(Question::Open(number)) = question {
            let Some(open) = open.filter(|open| open.number == number) else {
                let line = self.table.question(Share::TABLE);
                return Err(Outcome::Refused(Refused::new(Why::Elsewhere, "it was answered before").after(line)));
            };
            if !self.table.extends(&open.command, command) {
                return Err(Outcome::Refused(Refused::new(Why::Invalid, "it is another command")));
            }
            for before in self.table.judge(&open.command).map_err(Outcome::Refused)?.answered_by {
                if let Some(at) = answered.iter().position(|seat| *seat == before) {
                    answered.swap_remove(at);
                }
            }
            taps = open.taps;
        } else {
            self.owns(&tap, verdict.share)?;
            self.is_next(&tap, question, &verdict)?;
        }
        if let Some(other) = answered.iter().find(|seat| self.is_elsewhere(&tap, **seat)) {
            return Err(role(&format!("{} answers on another device", self.name(*other))));
        }
        let waits =
            verdict.asked.filter(|asked| asks && (!verdict.complete || self.is_elsewhere_of(&tap.device, *asked)));
        let seat = match verdict.share.owner {
            Owner::Seat(seat) if tap.seat.is_some() && self.has(&tap.device, seat) => Some(seat),
            _ => tap.seat,
        };
        taps.push(Tap { seat, ..tap });
        match waits {
            Some(asked) => {
                self.ask(asked, command.clone(), taps);
                Ok(())
            }
            None => self.execute(command, false, taps, now).map_err(Outcome::Refused),
        }
    }

    /// Asks a player for an answer to a command.
    fn ask(&mut self, asked: Seat, command: Value, taps: Vec<Tap>) {
        // After a restart, the same question has the same number.
        let number = crc32fast::hash(format!("{} {command}", self.table.question(Share::TABLE)).as_bytes());
        self.open = Some(Open { number, asked, command, taps });
        self.room += 1;
    }

    /// Carries a command out, and closes what it answers.
    fn execute(&mut self, command: &Value, overrule: bool, taps: Vec<Tap>, now: Millis) -> Result<(), Refused> {
        let before = self.table.question(Share::TABLE);
        let line = self.table.act(command, overrule, taps, now)?;
        // Nobody is asked anything after the end.
        let is_over = matches!(self.table.standing(), Standing::Over(_));
        if self.table.question(Share::TABLE) != before || is_over {
            self.decided(line);
        }
        Ok(())
    }

    /// The table has decided something on a line: what was asked before is void.
    fn decided(&mut self, line: u64) {
        let done = self.table.taps(line).to_vec();
        let secrets = std::mem::take(&mut self.secrets).into_values().map(|secret| secret.tap);
        let open = self.open.take().map(|open| open.taps).unwrap_or_default();
        for tap in secrets.chain(open).filter(|tap| !done.contains(tap)) {
            let late = Refused::new(Why::Late, "the table has gone on").after(line);
            self.record_uncounted(&tap.device, tap.number, Outcome::Refused(late));
        }
        self.room += 1;
    }

    /// Checks that a command belongs to the device.
    fn owns(&self, tap: &Tap, share: Share) -> Result<(), Outcome> {
        match share.owner {
            Owner::Anyone => Ok(()),
            Owner::Seat(seat) if self.has(&tap.device, seat) => Ok(()),
            Owner::Seat(seat) => Err(role(&format!("it belongs to {}", self.name(seat)))),
            Owner::Table if tap.seat.is_none() => Ok(()),
            Owner::Table => Err(role("only the table may do that")),
        }
    }

    /// Checks that nobody has answered the question before.
    fn is_next(&self, tap: &Tap, question: Option<Question>, verdict: &Verdict) -> Result<(), Outcome> {
        if verdict.share.weight == Weight::Counts {
            return Ok(());
        }
        let now = self.table.question(verdict.share);
        let late = || Outcome::Refused(Refused::new(Why::Late, "someone decided first").after(now));
        let answers = match question {
            Some(Question::Line(line)) => Some(line),
            Some(Question::Mine(number)) => self.counted.get(&(tap.device.clone(), number)).copied(),
            Some(Question::Open(_)) | None => None,
        };
        if answers != Some(now) {
            return Err(late());
        }
        let waits = self.open.as_ref().filter(|_| tap.seat.is_some() && verdict.share.weight == Weight::Decides);
        match waits {
            Some(open) => {
                let reason = format!("{} has to answer first", self.name(open.asked));
                Err(Outcome::Refused(Refused::new(Why::Late, reason).after(now)))
            }
            None => Ok(()),
        }
    }

    fn undo(&mut self, tap: Tap, line: Option<u64>, now: Millis) -> Result<(), Outcome> {
        let (last, taps) = self.table.last().ok_or_else(|| rule("there is nothing to undo"))?;
        let blocked = |reason: &str| Outcome::Refused(Refused::new(Why::UndoBlocked, reason).after(last));
        if line != Some(last) {
            return Err(blocked("something has happened since"));
        }
        let table = tap.seat.is_none();
        if !table && taps.iter().all(|other| other.device != tap.device) {
            return Err(blocked("it was done on another device"));
        }
        let only = tap.device.clone();
        let only = (!table).then_some(only.as_str());
        let line = self.table.undo(only, vec![tap], now).ok_or_else(|| rule("there is nothing to undo"))?;
        self.decided(line);
        Ok(())
    }

    fn secret(&mut self, tap: Tap, seat: Seat, choice: Value, now: Millis) -> Result<(), Outcome> {
        if self.is_elsewhere(&tap, seat) || (tap.seat.is_some() && !self.has(&tap.device, seat)) {
            return Err(role(&format!("{} chooses on another device", self.name(seat))));
        }
        self.table.check_secret(seat, &choice).map_err(Outcome::Refused)?;
        if let Some(open) = &self.open {
            let reason = format!("{} has to answer first", self.name(open.asked));
            return Err(Outcome::Refused(Refused::new(Why::Late, reason)));
        }
        if let Some(old) = self.secrets.remove(&seat) {
            self.record_uncounted(&old.tap.device, old.tap.number, Outcome::Replaced);
        }
        let tap = Tap { seat: Some(seat), ..tap };
        self.secrets.insert(seat, Secret { tap, choice });
        self.room += 1;
        if !self.table.choosers().iter().all(|seat| self.secrets.contains_key(seat)) {
            return Ok(());
        }
        let secrets: Vec<Secret> = std::mem::take(&mut self.secrets).into_values().collect();
        let choices: Vec<Value> = secrets.iter().map(|secret| secret.choice.clone()).collect();
        let taps: Vec<Tap> = secrets.into_iter().map(|secret| secret.tap).collect();
        let revealed = self.table.reveal(&choices).ok_or_else(|| rule("the choices do not fit together"));
        let revealed =
            revealed.and_then(|command| Ok((self.table.judge(&command).map_err(Outcome::Refused)?, command)));
        let done = revealed.and_then(|(verdict, command)| match verdict.asked.filter(|_| !verdict.complete) {
            Some(asked) => {
                self.ask(asked, command, taps.clone());
                Ok(())
            }
            None => self.execute(&command, false, taps.clone(), now).map_err(Outcome::Refused),
        });
        if let Err(outcome) = &done {
            for tap in &taps {
                self.record_uncounted(&tap.device, tap.number, outcome.clone());
            }
        }
        done
    }

    fn unlock(&mut self, tap: &Tap, seat: Seat) -> Result<(), Outcome> {
        if tap.seat.is_some() && !self.has(&tap.device, seat) {
            return Err(role(&format!("{} chooses on another device", self.name(seat))));
        }
        let late = || Outcome::Refused(Refused::new(Why::Late, "all have chosen"));
        let secret = self.secrets.remove(&seat).ok_or_else(late)?;
        self.record_uncounted(&secret.tap.device, secret.tap.number, Outcome::Replaced);
        self.room += 1;
        Err(Outcome::Replaced)
    }

    fn take_back(&mut self, tap: &Tap, question: Option<Question>) -> Result<(), Outcome> {
        let open = self.open.take_if(|open| {
            let is_mine = matches!(open.taps.as_slice(), [first] if first.device == tap.device);
            question == Some(Question::Open(open.number)) && (is_mine || tap.seat.is_none())
        });
        let open = open.ok_or_else(|| Outcome::Refused(Refused::new(Why::Elsewhere, "it was answered before")))?;
        for tap in open.taps {
            self.record_uncounted(&tap.device, tap.number, Outcome::Replaced);
        }
        self.room += 1;
        Err(Outcome::Replaced)
    }

    /// True if a seat is on another device than the one that taps, which is not the table.
    fn is_elsewhere(&self, tap: &Tap, seat: Seat) -> bool {
        tap.seat.is_some() && self.is_elsewhere_of(&tap.device, seat)
    }

    fn is_elsewhere_of(&self, device: &str, seat: Seat) -> bool {
        self.roster.owner(seat).is_some_and(|owner| owner != device)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.table.names().get(seat.index()).cloned().unwrap_or_else(|| format!("player {}", seat.0))
    }
}

fn role(reason: &str) -> Outcome {
    Outcome::Refused(Refused::new(Why::Role, reason))
}

fn rule(reason: &str) -> Outcome {
    Outcome::Refused(Refused::new(Why::Rule, reason))
}
