//! Every command that was carried out, as a sentence.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Part, Sentence, attack, list};
use crate::table::skirmish::fight::a;
use crate::table::skirmish::state::{Gear, Recovery, Shield};
use crate::table::skirmish::{Change, Command, Event, Rules, Setup, State};
use crate::table::tell::signed;
use crate::table::{CardId, PlayerChange, Seat, TableChange};

pub(super) fn tell(rules: &Rules, before: &State, event: &Event) -> Vec<Part> {
    let mut sentence = Sentence::new(before);
    command(&mut sentence, rules, event);
    sentence.parts
}

/// Taps of one player's health, as one sentence: "Orm −7: 12 → 5".
pub(super) fn taps(before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    let mut sentence = Sentence::new(before);
    let changes: Vec<Change> = events.iter().flat_map(|event| event.changes.iter().cloned()).collect();
    if let Some(seat) = events.first().and_then(|event| event.command.seat()) {
        adjusted(&mut sentence, seat, &changes);
    }
    sentence.parts
}

fn adjusted(sentence: &mut Sentence<'_>, seat: Seat, changes: &[Change]) {
    let (from, to) = health(changes, seat).unwrap_or_default();
    sentence.who(seat).say(format!(" {}: {from} → {to}", signed(to - from)));
    attack::falls(sentence, changes);
}

/// Returns a player's health before and after some changes.
pub(super) fn health(changes: &[Change], seat: Seat) -> Option<(i64, i64)> {
    let mut found = changes.iter().filter_map(|change| match change {
        Change::Health(PlayerChange { seat: who, from, to }) if *who == seat => Some((*from, *to)),
        _ => None,
    });
    let first = found.next()?;
    Some((first.0, found.next_back().unwrap_or(first).1))
}

fn command(sentence: &mut Sentence<'_>, rules: &Rules, event: &Event) {
    let changes = &event.changes;
    match &event.command {
        Command::Begin(setup) => begin(sentence, setup, changes),
        Command::Attack(_) => attack::blows(sentence, rules, event),
        Command::Trip { by, on, card, .. } if card.is_some() || event.outcomes.is_empty() => {
            let what = card.as_ref().map_or_else(|| "a card".to_owned(), |card| a(rules.name(card)));
            let trip = rules.name(rules.trip());
            sentence.who(*by).say(format!(" cancels {what} of ")).who(*on).say(format!(" with {trip}"));
            if !event.outcomes.is_empty() {
                sentence.say("; ");
                attack::blows(sentence, rules, event);
            }
        }
        Command::Trip { .. } => attack::blows(sentence, rules, event),
        Command::Recover { seat, what } => recover(sentence, rules, *seat, what, changes),
        Command::Wear { seat } => {
            sentence.who(*seat).say(format!(" puts on {}", a(rules.name(rules.mail()))));
        }
        Command::EndTurn { .. } => end_turn(sentence, changes),
        Command::Discard { seat, cards } => {
            sentence.who(*seat).say(format!(" discards {}", counted(rules, cards)));
        }
        Command::Reshuffle => {
            sentence.say("The normal discard pile is shuffled into a new draw deck");
        }
        correction => self::correction(sentence, rules, correction, changes),
    }
}

fn begin(sentence: &mut Sentence<'_>, setup: &Setup, changes: &[Change]) {
    let fresh = changes.iter().find_map(|change| match change {
        Change::Began(fresh) => Some(fresh),
        _ => None,
    });
    let Some(fresh) = fresh else { return };
    let mut told = Sentence::new(fresh);
    let variant = if setup.highlander { "A Highlander game" } else { "A game" };
    told.say(format!("{variant} begins: ")).all(fresh.seats()).say("; ");
    told.who(fresh.dealer).say(" deals, ").who(fresh.turn).say(" starts");
    sentence.parts = told.parts;
}

fn recover(sentence: &mut Sentence<'_>, rules: &Rules, seat: Seat, what: &Recovery, changes: &[Change]) {
    sentence.who(seat);
    match what {
        Recovery::Health => match health(changes, seat) {
            Some((from, to)) => sentence.say(format!(" regains {} health: {from} → {to}", to - from)),
            None => sentence.say(" recovers, already at full health"),
        },
        Recovery::Shield => sentence.say(format!(" recovers {}", a(rules.name(rules.shield())))),
        Recovery::Weapon(weapon) => took(sentence, rules, seat, weapon),
        Recovery::Armour => sentence.say(format!(" recovers {}", a(rules.name(rules.mail())))),
        Recovery::TakeOff => sentence.say(format!(" takes off the {}", rules.name(rules.mail()))),
    };
}

fn took<'s, 'a>(sentence: &'s mut Sentence<'a>, rules: &Rules, seat: Seat, weapon: &CardId) -> &'s mut Sentence<'a> {
    let old = sentence.state.weapon(seat).map(|old| format!(" and lays down the {}", rules.name(old)));
    sentence.say(format!(" takes {}{}", a(rules.name(weapon)), old.unwrap_or_default()))
}

fn end_turn(sentence: &mut Sentence<'_>, changes: &[Change]) {
    let ended = sentence.state.turn;
    for seat in sentence.state.living().collect::<Vec<_>>() {
        if let Some((from, to)) = health(changes, seat) {
            sentence.who(seat).say(format!(" regains {} health: {from} → {to}; ", to - from));
        }
    }
    // The player on turn redraws in any case; the others if they used cards (S15).
    let used = |seat: &Seat| *seat != ended && sentence.state.player(*seat).is_some_and(|player| player.used_cards);
    let redraw: Vec<Seat> = sentence.state.living().filter(used).collect();
    if !redraw.is_empty() {
        let verb = if redraw.len() == 1 { "redraws" } else { "redraw" };
        sentence.all(redraw).say(format!(" {verb} too; "));
    }
    let round = changes.iter().find_map(|change| match change {
        Change::Round(TableChange { to, .. }) => Some(format!("Round {to}: ")),
        _ => None,
    });
    let next = changes.iter().find_map(|change| match change {
        Change::Turn(TableChange { to, .. }) => Some(*to),
        _ => None,
    });
    sentence.say(round.unwrap_or_default()).say("it is the turn of ").who(next.unwrap_or(ended));
    if let Some(Part::Text(words)) = sentence.parts.first_mut() {
        // A sentence begins with a capital.
        *words = words.replacen("it is", "It is", usize::from(words.starts_with("it is")));
    }
}

/// Describes cards: "Chop and 2 Dodge".
fn counted(rules: &Rules, cards: &[CardId]) -> String {
    let mut counts: BTreeMap<&CardId, usize> = BTreeMap::new();
    for card in cards {
        *counts.entry(card).or_default() += 1;
    }
    let words = counts.into_iter().map(|(card, count)| {
        let name = rules.name(card);
        if count == 1 { name.to_owned() } else { format!("{count} {name}") }
    });
    list(&words.collect::<Vec<_>>())
}

fn correction(sentence: &mut Sentence<'_>, rules: &Rules, command: &Command, changes: &[Change]) {
    let (shield, mail) = (rules.name(rules.shield()), rules.name(rules.mail()));
    match command {
        Command::Adjust { seat, .. } => adjusted(sentence, *seat, changes),
        Command::Lose { seat, gear } => {
            let weapon = sentence.state.weapon(*seat).map_or("weapon", |weapon| rules.name(weapon));
            let what = match gear {
                Gear::Weapon => weapon,
                Gear::Shield => shield,
                Gear::Mail => mail,
            };
            sentence.who(*seat).say(format!(" loses the {what}"));
        }
        Command::Take { seat, card } => {
            sentence.who(*seat);
            took(sentence, rules, *seat, card);
        }
        Command::Swap { seat, with } => {
            sentence.all([*seat, *with]).say(" change weapons");
        }
        Command::TurnShield { seat, to } => {
            let how = match to {
                Shield::None => "lost",
                Shield::Whole => "undamaged",
                Shield::Damaged => "damaged",
            };
            sentence.who(*seat).say(format!("’s {shield} is {how}"));
        }
        Command::SetMail { seat, worn } => {
            let what = if *worn { a(mail) } else { format!("no {mail}") };
            sentence.who(*seat).say(format!(" wears {what}"));
        }
        Command::Put { card, by } => {
            sentence.say(format!("Normal discards: {} {}", rules.name(card), signed(*by)));
        }
        Command::Turn { seat } => {
            sentence.say("It is the turn of ").who(*seat);
        }
        Command::Fall { .. } => {
            attack::falls(sentence, changes);
            // It is the first part.
            if let Some(Part::Text(words)) = sentence.parts.first()
                && words == "; "
            {
                sentence.parts.remove(0);
            }
        }
        Command::BringBack { seat, health } => {
            sentence.who(*seat).say(format!(" is back, with {health} health"));
        }
        // Moves of the game are described by `command`; names, colours, chairs and seating in the same way for every game.
        _ => {}
    }
}
