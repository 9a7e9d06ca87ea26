//! Attacks in sentences: "Sigrid hits Orm with Axe and Chop for 3 damage (Mail takes off 1): 12 → 9".

use super::{Part, Sentence, list};
use crate::table::skirmish::blow::{Blow, BlowKind, Stop};
use crate::table::skirmish::command::{Attack, Played, Special, Step};
use crate::table::skirmish::fight::Effect;
use crate::table::skirmish::state::{Gear, Shield};
use crate::table::skirmish::{Change, Command, Event, Rules, State};
use crate::table::{PlayerChange, Seat, TableChange};

/// Describes the blows of an event, and the effects on gear and players.
pub(super) fn blows(sentence: &mut Sentence<'_>, rules: &Rules, event: &Event) {
    let special = match &event.command {
        Command::Attack(attack) => attack.special.filter(|special| !is_cancelled(rules, attack, *special)),
        _ => None,
    };
    let mut health: Vec<i64> = sentence.state.players.iter().map(|player| player.health).collect();
    let same = |a: &Blow, b: &Blow| (a.kind, a.by, a.on) == (b.kind, b.by, b.on);
    let mut struck: Option<Seat> = None;
    for (at, group) in event.outcomes.chunk_by(same).enumerate() {
        let Some(blow) = group.first() else { continue };
        let special = match blow.kind {
            BlowKind::Attack => special,
            BlowKind::Hook => Some(Special::Hook),
            BlowKind::CounterCharge => Some(Special::Charge),
            BlowKind::Trip => None,
        };
        let before = health.get(blow.on.index()).copied().unwrap_or_default();
        let lost: i64 = group.iter().map(|blow| blow.lost).sum();
        if let Some(health) = health.get_mut(blow.on.index()) {
            *health -= lost;
        }
        let mut with: Vec<String> = blow.with.iter().map(|card| rules.name(card).to_owned()).collect();
        with.extend(special.map(|special| rules.special_name(special).to_owned()));
        with.extend((blow.kind == BlowKind::Trip).then(|| rules.name(rules.trip()).to_owned()));
        let said = Group { blows: group, with: list(&with), health: (before, before - lost), special };
        match struck {
            _ if at == 0 => said.tell(sentence, rules),
            Some(last) if blow.kind == BlowKind::Attack && last == blow.on => said.go_on(sentence, rules),
            Some(_) if blow.kind == BlowKind::Attack => {
                sentence.say(format!("; the {} runs on, and ", rules.special_name(Special::Charge)));
                said.tell(sentence, rules);
            }
            _ => {
                sentence.say("; ");
                said.tell(sentence, rules);
            }
        }
        if blow.kind == BlowKind::Attack {
            struck = Some(blow.on);
        }
    }
    if let Command::Attack(attack) = &event.command
        && cancels_block(attack, &event.outcomes)
    {
        let hook = rules.special_name(Special::Hook);
        sentence.say("; ").who(attack.attacker).say(format!("’s {hook} cancels the Block"));
    }
    aftermath(sentence, rules, event);
}

/// True if a Hook of the attacker was played, which cancels a Block (S34). In journals of the first edition such a Hook
/// struck a blow of its own, and is described as such.
fn cancels_block(attack: &Attack, blows: &[Blow]) -> bool {
    let own_blow = |blow: &Blow| blow.kind == BlowKind::Hook && blow.by == attack.attacker;
    let stands = |at: usize| {
        let after = attack.steps.iter().skip(at + 1);
        let trips =
            after.take_while(|step| matches!(step, Step::Trip { on: Played::Answer | Played::Trip, .. })).count();
        trips % 2 == 0
    };
    let hook = Step::Hook { by: attack.attacker };
    let mut hooks = attack.steps.iter().enumerate().filter(|(_, step)| **step == hook);
    !blows.iter().any(own_blow) && hooks.any(|(at, _)| stands(at))
}

/// True if a Trip cancelled the special attack and left the rest of the attack (R10).
fn is_cancelled(rules: &Rules, attack: &Attack, special: Special) -> bool {
    let serves = attack
        .basic
        .as_ref()
        .and_then(|basic| rules.card(basic))
        .is_some_and(|basic| basic.serves_as.contains(&special));
    let cancels = |on: Played| match on {
        Played::Special => true,
        Played::Basic => special == Special::Charge || serves,
        Played::Attack | Played::Answer | Played::Trip => false,
    };
    attack.steps.iter().enumerate().any(|(at, step)| match step {
        Step::Trip { on, .. } if cancels(*on) => {
            let after = attack.steps.iter().skip(at + 1);
            after.take_while(|step| matches!(step, Step::Trip { on: Played::Trip, .. })).count() % 2 == 0
        }
        _ => false,
    })
}

/// Blows of one kind in a row: more than one in a Flurry.
struct Group<'a> {
    blows: &'a [Blow],
    with: String,
    /// Before and after.
    health: (i64, i64),
    special: Option<Special>,
}

impl Group<'_> {
    fn tell(&self, sentence: &mut Sentence<'_>, rules: &Rules) {
        match self.blows {
            [blow] => self.one(sentence, rules, blow),
            [blow, ..] => {
                let times = self.blows.len();
                sentence.who(blow.by).say(" strikes ").who(blow.on).say(format!(" {times} times with {}: ", self.with));
                self.results(sentence, rules);
            }
            [] => {}
        }
    }

    /// Describes the rest of a Flurry, after an interruption.
    fn go_on(&self, sentence: &mut Sentence<'_>, rules: &Rules) {
        match self.blows.len() {
            1 => sentence.say("; the next blow: "),
            more => sentence.say(format!("; the next {more} blows: ")),
        };
        self.results(sentence, rules);
    }

    fn results(&self, sentence: &mut Sentence<'_>, rules: &Rules) {
        for (at, blow) in self.blows.iter().enumerate() {
            if at > 0 {
                sentence.say(", ");
            }
            match &blow.stopped {
                None => {
                    sentence.say(format!("{} damage{}", blow.damage, armour(rules, blow)));
                }
                Some(stop) => {
                    sentence.say(format!("stopped with {}", stopped_with(rules, stop)));
                }
            }
        }
        self.arrow(sentence);
    }

    fn one(&self, sentence: &mut Sentence<'_>, rules: &Rules, blow: &Blow) {
        let with = &self.with;
        match &blow.stopped {
            None if self.special == Some(Special::Rend) => {
                sentence.who(blow.by).say(" strikes ").who(blow.on).say(format!(" with {with}"));
                if blow.damage > 0 {
                    sentence.say(format!(" for {} damage{}", blow.damage, armour(rules, blow)));
                    self.arrow(sentence);
                }
            }
            None => {
                sentence.who(blow.by).say(" hits ").who(blow.on);
                sentence.say(format!(" with {with} for {} damage{}", blow.damage, armour(rules, blow)));
                self.arrow(sentence);
            }
            Some(stop) => {
                sentence.who(blow.by).say(" attacks ").who(blow.on).say(format!(" with {with}; "));
                let by = if let Stop::Trip(by) = stop { *by } else { blow.on };
                let what = if matches!(stop, Stop::Trip(_)) { "cancels" } else { "stops" };
                sentence.who(by).say(format!(" {what} it with {}", stopped_with(rules, stop)));
            }
        }
    }

    fn arrow(&self, sentence: &mut Sentence<'_>) {
        let (from, to) = self.health;
        if from != to {
            sentence.say(format!(": {from} → {to}"));
        }
    }
}

/// Describes the armour: " (Mail takes off 1)".
fn armour(rules: &Rules, blow: &Blow) -> String {
    if blow.armour == 0 { String::new() } else { format!(" ({} takes off {})", rules.name(rules.mail()), blow.armour) }
}

fn stopped_with(rules: &Rules, stop: &Stop) -> String {
    match stop {
        Stop::Shield => format!("the {}", rules.name(rules.shield())),
        Stop::Card(card) => rules.name(card).to_owned(),
        Stop::CounterCharge(basic) => format!("{} and {}", rules.special_name(Special::Charge), rules.name(basic)),
        Stop::Trip(_) => rules.name(rules.trip()).to_owned(),
    }
}

/// Describes the effects on the gear of living players, and who fell.
fn aftermath(sentence: &mut Sentence<'_>, rules: &Rules, event: &Event) {
    let fell = |seat: Seat| {
        event
            .changes
            .iter()
            .any(|change| matches!(change, Change::Fallen(PlayerChange { seat: who, to: Some(_), .. }) if *who == seat))
    };
    for change in &event.changes {
        let (seat, what) = match change {
            Change::Weapon(PlayerChange { seat, from: Some(weapon), to: None }) => {
                (*seat, format!("{} is lost", rules.name(weapon)))
            }
            Change::Shield(PlayerChange { seat, to, .. }) => {
                let how = if *to == Shield::None { "destroyed" } else { "damaged" };
                (*seat, format!("{} is {how}", rules.name(rules.shield())))
            }
            Change::Mail(PlayerChange { seat, to: false, .. }) => {
                (*seat, format!("{} is destroyed", rules.name(rules.mail())))
            }
            _ => continue,
        };
        if !fell(seat) {
            sentence.say("; ").who(seat).say(format!("’s {what}"));
        }
    }
    falls(sentence, &event.changes);
}

/// Describes who fell, and who has won.
pub(super) fn falls(sentence: &mut Sentence<'_>, changes: &[Change]) {
    let is_over = changes.iter().any(|change| matches!(change, Change::Winner(TableChange { to: Some(_), .. })));
    for change in changes {
        match change {
            // One who fell earlier is only counted again when another is brought back.
            Change::Fallen(PlayerChange { seat, from: None, to: Some(_) }) => {
                // The table does not know the hand: the sentence says what to do with it (R4).
                let hand = if is_over { "" } else { ", and discards their hand" };
                sentence.say("; ").who(*seat).say(format!(" dies{hand}"));
            }
            Change::Winner(TableChange { to: Some(seat), .. }) => {
                sentence.say("; ").who(*seat).say(" wins");
            }
            _ => {}
        }
    }
}

/// Describes the effects on gear and players of an attack that isn't struck yet.
pub(super) fn effect(rules: &Rules, state: &State, effect: &Effect) -> Vec<Part> {
    let mut sentence = Sentence::new(state);
    let (seat, what) = match effect {
        Effect::ShieldDamaged(seat) => (*seat, format!("’s {} is damaged", rules.name(rules.shield()))),
        Effect::Destroyed(seat, Gear::Weapon | Gear::Shield | Gear::Mail, card) => {
            (*seat, format!("’s {} is destroyed", rules.name(card)))
        }
        Effect::Disarmed(seat, card) => (*seat, format!(" loses the {}", rules.name(card))),
        Effect::RunsOn(seat) => (*seat, format!(" is the next to face the {}", rules.special_name(Special::Charge))),
        Effect::Hooked(seat) => (*seat, format!("’s Block is cancelled by the {}", rules.special_name(Special::Hook))),
        Effect::Tripped(seat, played) => {
            let what = match played {
                Played::Attack => "attack",
                Played::Basic => "Basic attack card",
                Played::Special => rules.name(rules.special_attack()),
                Played::Answer => "card",
                Played::Trip => rules.name(rules.trip()),
            };
            (*seat, format!("’s {what} is cancelled"))
        }
        Effect::Falls(seat) => (*seat, " dies".to_owned()),
        Effect::Wins(seat) => (*seat, " wins".to_owned()),
    };
    sentence.who(seat).say(what);
    sentence.parts
}
