//! Describes events in sentences.

mod label;

pub(super) use label::label;

use std::sync::Arc;

use super::{
    Change, Charge, Command, Condition, Event, Fall, Mark, Over, Phase, Roll, Rolled, Rules, State, Status, Tested,
    WarriorRef, Who, Why, Wound,
};
use crate::table::Seat;
use crate::table::tell::{self, Part, list};

/// A sentence as it grows.
type Sentence<'a> = tell::Sentence<'a, Rules>;

/// Describes events that belong together in one sentence: "Maud Twoblades of North: 1 wound → 0, injury 3: stunned".
pub(super) fn tell(before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    let mut sentence = Sentence::new(before);
    let mut state = before.clone();
    for (index, event) in events.iter().enumerate() {
        if index > 0 {
            sentence.say("; ");
        }
        command(&mut sentence, &state, event);
        event.apply_to(&mut state);
        results(&mut sentence, event);
    }
    sentence.parts
}

/// Describes a command, and its effects on the warriors concerned.
fn command(sentence: &mut Sentence<'_>, state: &State, event: &Event) {
    match &event.command {
        Command::Begin(_) => begin(sentence, &event.changes),
        Command::Step(_) => step(sentence, state, &event.changes),
        Command::Test(test) => {
            roll(sentence, state, &test.roll, &event.outcomes);
            by_table(sentence, test.rolled);
        }
        Command::Wound(wound) => {
            wounded(sentence, state, wound);
            harm(sentence, state, &wound.wound, event, wound.injury.highest());
            by_table(sentence, wound.rolled);
        }
        Command::TakeOut(out) => {
            warrior(sentence, state, &out.out).say(match out.why {
                Some(Why::Finished) => " is finished and out of action",
                Some(Why::KillingBlow) => " is out of action by a killing blow",
                Some(Why::Fled) => " flees off the table and is out of action",
                None => " is out of action",
            });
            by(sentence, state, out.by.as_ref());
        }
        Command::Fall(fall) => {
            fell(sentence, state, fall);
            harm(sentence, state, &fall.fall, event, fall.injury.highest());
            by_table(sentence, fall.rolled);
        }
        Command::Stand(stand) => simple(sentence, state, &stand.stand, " stands up"),
        Command::RunOn(run) => simple(sentence, state, &run.run_on, " cannot rally and flees on"),
        Command::Flee(flee) => simple(sentence, state, &flee.flee, " loses its nerve and flees"),
        Command::Run(run) => simple(sentence, state, &run.run, " runs"),
        Command::Charge(charge) => charges(sentence, state, charge),
        Command::Hide(hide) => simple(sentence, state, &hide.hide, " hides"),
        Command::Found(found) => simple(sentence, state, &found.found, " is hidden no longer"),
        Command::Shoot(shoot) => {
            warrior(sentence, state, &shoot.shoot).say(" shoots at ");
            warrior(sentence, state, &shoot.on);
        }
        Command::Cast(cast) => simple(sentence, state, &cast.cast, " casts a spell"),
        Command::Set(set) => {
            warrior(sentence, state, &set.set);
            let to = changed(&set.set, state, &event.changes);
            sentence.say(format!(", as set: {}", to.map_or_else(String::new, condition)));
        }
        // The end is described elsewhere, and arrangements alike for every game.
        Command::End(_) | Command::SeatCommand(_) => {}
    }
}

/// Sides that have lost, and the end.
fn results(sentence: &mut Sentence<'_>, event: &Event) {
    for change in &event.changes {
        let dash = if sentence.parts.is_empty() { "" } else { " — " };
        match change {
            Change::Lost(lost) if lost.to => {
                sentence.say(dash).who(lost.seat).say(" has lost");
            }
            Change::Over(over) => match over.to.as_ref().map(|over| over.winners.as_slice()) {
                None => {}
                Some([]) => {
                    sentence.say(format!("{dash}The game ends in a draw"));
                }
                Some(winners) => {
                    let have = if winners.len() == 1 { " has won" } else { " have won" };
                    sentence.say(dash).all(winners.iter().copied()).say(have);
                }
            },
            _ => {}
        }
    }
}

/// Describes the end of a game, in plain words.
pub(super) fn end(state: &State, over: &Over) -> String {
    let name = |seat: &Seat| state.side(*seat).map(|side| side.name.clone()).unwrap_or_default();
    match over.winners.as_slice() {
        [] => "a draw".to_owned(),
        [only] => format!("{} has won", name(only)),
        winners => format!("{} have won", list(&winners.iter().map(name).collect::<Vec<_>>())),
    }
}

fn begin(sentence: &mut Sentence<'_>, changes: &[Change]) {
    let Some(Change::Began(fresh)) = changes.first() else { return };
    let mut words = Sentence::new(fresh);
    words.say("A new game: ");
    for (index, (seat, side)) in fresh.seats().zip(&fresh.sides).enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        words.say(comma).who(seat).say(format!(" with {}, {} warriors", side.warband, side.warriors.len()));
    }
    words.say("; ").who(fresh.first).say(" begins");
    sentence.parts = words.parts;
}

fn step(sentence: &mut Sentence<'_>, state: &State, changes: &[Change]) {
    let moment = changes.iter().rev().find_map(|change| match change {
        Change::Moment(moment) => Some(moment.to),
        _ => None,
    });
    let Some(moment) = moment else { return };
    if moment.phase == Phase::Recovery {
        sentence.say(format!("Turn {} of ", moment.turn)).who(moment.side).say(": recovery");
        if moment.rout {
            sentence.say(", a rout test is due");
        }
    } else {
        let phase = moment.phase.words();
        let (first, rest) = phase.split_at(1);
        sentence.say(format!("{}{rest} phase of ", first.to_uppercase())).who(moment.side);
    }
    turned(sentence, state, changes);
}

/// Describes stunned warriors who become knocked down (W7).
fn turned(sentence: &mut Sentence<'_>, state: &State, changes: &[Change]) {
    let turned = changes.iter().filter_map(|change| match change {
        Change::Warrior { seat, no, from, to }
            if from.status == Status::Stunned && to.status == Status::KnockedDown =>
        {
            name_of(state, Who { seat: *seat, no: *no })
        }
        _ => None,
    });
    let turned: Vec<String> = turned.collect();
    if !turned.is_empty() {
        let have = if turned.len() == 1 { "is" } else { "are" };
        sentence.say(format!("; {} {have} no longer stunned but knocked down", list(&turned)));
    }
}

fn roll(sentence: &mut Sentence<'_>, state: &State, roll: &Roll, outcomes: &[Tested]) {
    let tested = outcomes.last().copied();
    let passed = tested.is_some_and(|tested| tested.passed);
    let of = tested.and_then(|tested| tested.of).and_then(|who| name_of(state, who));
    let target =
        tested.and_then(|tested| tested.target).map_or_else(|| "nobody".to_owned(), |target| target.to_string());
    let against = |dice: &str| {
        let of = of.as_ref().map_or_else(String::new, |name| format!(" of {name}"));
        format!(": {dice} against {target}{of}, {}", if passed { "passed" } else { "failed" })
    };
    let comes = |yes: &str, no: &str| format!(": {}", if passed { yes } else { no });
    match roll {
        Roll::Rout(roll) => {
            let seat = state.named(&roll.rout).unwrap_or_default();
            sentence.who(seat).say(format!(" takes a rout test{}", against(&roll.sum.to_string())));
        }
        Roll::Rally(roll) => {
            warrior(sentence, state, &roll.rally).say(" tests to rally").say(against(&roll.sum.to_string()));
            sentence.say(comes("it stops", "it flees on"));
        }
        Roll::Alone(roll) => {
            warrior(sentence, state, &roll.alone).say(" is all alone").say(against(&roll.sum.to_string()));
            sentence.say(comes("it fights on", "it breaks and runs, and each opponent hits once"));
        }
        Roll::Panic(roll) => {
            warrior(sentence, state, &roll.panic).say(" tests for panic").say(against(&roll.sum.to_string()));
            sentence.say(comes("it stays", "it flees"));
        }
        Roll::Spot(roll) => {
            warrior(sentence, state, &roll.spot).say(" looks for its target").say(against(&roll.d6.to_string()));
            sentence.say(comes("it may charge", "no charge"));
        }
        Roll::Climb(roll) => {
            let way = if roll.down { "down" } else { "up" };
            warrior(sentence, state, &roll.climb).say(format!(" climbs {way} {} inches", roll.inches));
            sentence.say(against(&roll.d6.to_string()));
            sentence.say(comes("it arrives", if roll.down { "it falls" } else { "it cannot move this turn" }));
        }
        Roll::Jump(roll) => {
            warrior(sentence, state, &roll.jump).say(format!(" jumps down {} inches", roll.inches));
            leapt(sentence, &roll.d6.0, outcomes);
        }
        Roll::Dive(roll) => {
            warrior(sentence, state, &roll.dive).say(format!(" dives {} inches upon ", roll.inches));
            warrior(sentence, state, &roll.on);
            leapt(sentence, &roll.d6.0, outcomes);
        }
        Roll::Gap(roll) => {
            warrior(sentence, state, &roll.gap).say(format!(" jumps over {} inches", roll.inches));
            match roll.d6 {
                Some(d6) => sentence.say(against(&d6.to_string())).say(comes("it lands", "it falls")),
                None => sentence.say(" with too little movement: it falls"),
            };
        }
        Roll::Slip(roll) => {
            warrior(sentence, state, &roll.slip).say(" is at an edge").say(against(&roll.d6.to_string()));
            sentence.say(comes("it stays", "it slips and falls"));
        }
        Roll::Flight(roll) => {
            let inches = roll.two.or(roll.three).unwrap_or_default();
            warrior(sentence, state, &roll.flight).say(format!(" flees {inches} inches, round its enemies"));
        }
    }
}

/// Describes the tests of a jump.
fn leapt(sentence: &mut Sentence<'_>, dice: &[u8], outcomes: &[Tested]) {
    let rolled: Vec<String> = dice.iter().map(u8::to_string).collect();
    let target = outcomes.last().and_then(|tested| tested.target);
    if let Some(target) = target {
        sentence.say(format!(": {} against {target}", list(&rolled)));
    }
    let passed = outcomes.iter().all(|tested| tested.passed);
    sentence.say(if passed { ": it lands" } else { ": it falls" });
}

fn wounded(sentence: &mut Sentence<'_>, state: &State, wound: &Wound) {
    warrior(sentence, state, &wound.wound).say(match wound.wounds {
        1 => " is wounded".to_owned(),
        more => format!(" is wounded {more} times"),
    });
    by(sentence, state, wound.by.as_ref());
    if wound.critical {
        sentence.say(", a critical hit");
    }
    if wound.poison {
        sentence.say(", by poison");
    }
}

fn fell(sentence: &mut Sentence<'_>, state: &State, fall: &Fall) {
    let before = state.named(&fall.fall.side).and_then(|seat| state.warrior(Who { seat, no: fall.fall.no }));
    let inches = before.and_then(|warrior| warrior.now.falling).or(fall.inches).unwrap_or_default();
    let hits = if fall.d3 == 1 { "1 hit".to_owned() } else { format!("{} hits", fall.d3) };
    let wounds = match fall.wounds {
        0 => "no wound".to_owned(),
        1 => "1 wound".to_owned(),
        more => format!("{more} wounds"),
    };
    warrior(sentence, state, &fall.fall).say(format!(" falls {inches} inches: {hits} of Strength {inches}, {wounds}"));
}

/// Describes the effect of wounds on a warrior.
fn harm(sentence: &mut Sentence<'_>, state: &State, who: &WarriorRef, event: &Event, die: u8) {
    let Some(from) = state.named(&who.side).and_then(|seat| state.warrior(Who { seat, no: who.no })) else { return };
    let Some(to) = changed(who, state, &event.changes) else { return };
    let from = from.now;
    if to.has(Mark::Dismounted) && !from.has(Mark::Dismounted) {
        sentence.say(": its mount dies");
    }
    if die > 0 {
        sentence.say(format!(", injury {die}"));
    }
    if to.status != from.status {
        sentence.say(format!(": {}", to.status.words()));
    } else if to.wounds != from.wounds {
        sentence.say(format!(": {} → {}", from.wounds, to.wounds));
    }
}

fn charges(sentence: &mut Sentence<'_>, state: &State, charge: &Charge) {
    warrior(sentence, state, &charge.charge).say(" charges ");
    for (index, target) in charge.on.iter().enumerate() {
        sentence.say(if index == 0 { "" } else { " and " });
        warrior(sentence, state, target);
    }
    if let Some(enemy) = &charge.intercepted {
        sentence.say(" and is intercepted by ");
        warrior(sentence, state, enemy);
    } else if charge.failed {
        sentence.say(" and falls short");
    }
}

fn simple(sentence: &mut Sentence<'_>, state: &State, who: &WarriorRef, words: &str) {
    warrior(sentence, state, who).say(words);
}

fn by(sentence: &mut Sentence<'_>, state: &State, by: Option<&WarriorRef>) {
    if let Some(by) = by {
        sentence.say(" by ");
        warrior(sentence, state, by);
    }
}

fn by_table(sentence: &mut Sentence<'_>, rolled: Rolled) {
    if rolled == Rolled::Table {
        sentence.say(" (the table rolled)");
    }
}

/// Adds a warrior: "Maud Twoblades of North".
fn warrior<'a, 'b>(sentence: &'b mut Sentence<'a>, state: &State, named: &WarriorRef) -> &'b mut Sentence<'a> {
    match state.named(&named.side) {
        Some(seat) => {
            let name = name_of(state, Who { seat, no: named.no }).unwrap_or_else(|| named.no.to_string());
            sentence.say(format!("{name} of ")).who(seat)
        }
        None => sentence.say(named.to_string()),
    }
}

fn name_of(state: &State, who: Who) -> Option<String> {
    state.warrior(who).map(|warrior| warrior.spec.name.clone())
}

/// Returns the condition of a warrior at the end of an event that changes it.
fn changed(named: &WarriorRef, state: &State, changes: &[Change]) -> Option<Condition> {
    let seat = state.named(&named.side)?;
    changes.iter().rev().find_map(|change| match change {
        Change::Warrior { seat: of, no, to, .. } if *of == seat && *no == named.no => Some(*to),
        _ => None,
    })
}

/// Describes a condition: "0 wounds, stunned, hidden".
fn condition(now: Condition) -> String {
    let wounds = if now.wounds == 1 { "1 wound".to_owned() } else { format!("{} wounds", now.wounds) };
    let marks = now.marks.iter().map(|mark| mark.words().to_owned());
    [wounds, now.status.words().to_owned()].into_iter().chain(marks).collect::<Vec<_>>().join(", ")
}
