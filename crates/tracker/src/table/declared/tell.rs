//! Events of a declared table as sentences and short labels, and its state as text.

use std::sync::Arc;

use super::{Change, Command, Event, PileId, Rules, State};
use crate::game::{ActionTarget, CounterSpec, number};
use crate::ordered;
use crate::table::tell::{Part, list, signed};
use crate::table::{CardId, Seat, TableChange, name_of, tell};

type Sentence<'a> = tell::Sentence<'a, Rules>;

/// Events that go together, as one sentence; the state is the one before the first.
pub(super) fn tell(rules: &Rules, before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    let mut sentence = Sentence::new(before);
    let Some(event) = events.first() else { return sentence.parts };
    let changes: Vec<&Change> = events.iter().flat_map(|event| &event.changes).collect();
    let named = command(&mut sentence, rules, &event.command, &changes);
    let rest: Vec<&Change> = changes.into_iter().filter(|change| !is_told(&event.command, change)).collect();
    // First the figures that an action changes, then each consequence with the figures that it changes.
    for part in rest.chunk_by(|change, next| !is_figure(change) || is_figure(next)) {
        let (consequences, figures) = part.split_at(part.partition_point(|change| !is_figure(change)));
        consequences.iter().for_each(|change| follows(&mut sentence, change));
        match consequences {
            [] => effects(&mut sentence, rules, figures, ": ", named),
            _ => effects(&mut sentence, rules, figures, "; ", None),
        }
    }
    sentence.parts
}

/// True if a change concerns counters or statuses.
fn is_figure(change: &Change) -> bool {
    matches!(change, Change::Counter { .. } | Change::Shared { .. } | Change::Status { .. })
}

/// True for a figure that the words of its command contain.
fn is_told(command: &Command, change: &Change) -> bool {
    match (command, change) {
        (Command::Count { seat, counter, .. }, Change::Counter { seat: of, counter: changed, .. }) => {
            (seat, counter) == (of, changed)
        }
        (Command::Shared { .. }, Change::Shared { .. }) | (Command::Mark { .. }, Change::Status { .. }) => true,
        _ => false,
    }
}

/// Adds the words of a command, and returns the player whom an action names last.
fn command(sentence: &mut Sentence<'_>, rules: &Rules, command: &Command, changes: &[&Change]) -> Option<Seat> {
    let spec = rules.spec();
    match command {
        Command::Begin(_) => begin(sentence, changes),
        Command::Count { seat, counter, .. } => {
            sentence.who(*seat).say(counted(" ", spec.counter(counter), counter, changes));
        }
        Command::Shared { counter, .. } => {
            sentence.say(counted("", spec.shared(counter), counter, changes));
        }
        Command::Mark { seat, status, on } => {
            sentence.who(*seat).say(format!(": {}", marked(rules, status, *on)));
        }
        Command::Act { seat, action, on } => return act(sentence, rules, *seat, action, *on),
        Command::Put { pile, card, by } => {
            let way = if *by > 0 { "onto" } else { "out of" };
            sentence.say(format!("{} {way} ", several(rules, card, *by)));
            pile_name(sentence, rules, pile);
        }
        Command::Move { card, from, to } => {
            sentence.say(format!("{} from ", rules.name(card)));
            pile_name(sentence, rules, from);
            sentence.say(" to ");
            pile_name(sentence, rules, to);
        }
        Command::Shuffle { pile } => {
            pile_name(sentence, rules, pile);
            sentence.say(": shuffled into a new draw deck");
        }
        Command::Timer { timer, ends } => {
            let name = spec.timer(timer).map_or(timer.as_str(), |timer| &timer.name);
            sentence.say(format!("{name} {}", if ends.is_some() { "starts" } else { "stops" }));
        }
        Command::Write { note, text } => {
            let name = spec.note(note).map_or(note.as_str(), |note| &note.name);
            sentence.say(if text.trim().is_empty() {
                format!("{name} erased")
            } else {
                format!("{name}: {}", text.trim())
            });
        }
        Command::EndTurn { seat } => {
            sentence.who(*seat).say(" ends the turn");
        }
        Command::Turn { .. } => {}
        Command::End => {
            sentence.say("The players end the game");
        }
        // Described in the same way for every game.
        Command::Seat(_) => {}
    }
    None
}

fn begin(sentence: &mut Sentence<'_>, changes: &[&Change]) {
    let Some(Change::Began(fresh)) = changes.first() else { return };
    let mut told = Sentence::new(fresh);
    told.say("A game begins: ").all(fresh.seats());
    if let Some(turn) = fresh.turn {
        told.say("; ").who(turn).say(" starts");
    }
    sentence.parts = told.parts;
}

/// Adds the consequences of a command that it doesn't mention itself.
fn follows(sentence: &mut Sentence<'_>, change: &Change) {
    let comma = if sentence.parts.is_empty() { "" } else { "; " };
    match change {
        Change::Out(change) => {
            sentence.say(comma).who(change.seat).say(if change.to { " is out" } else { " is in the game again" });
        }
        Change::Turn(TableChange { to: Some(seat), .. }) => {
            sentence.say(comma).who(*seat).say("’s turn");
        }
        Change::Round(change) => {
            sentence.say(format!("{comma}round {}", change.to));
        }
        Change::Over(TableChange { to: Some(winners), .. }) => {
            sentence.say(comma);
            match winners.as_slice() {
                [] => sentence.say("no one wins"),
                [only] => sentence.who(*only).say(" wins"),
                several => sentence.all(several.iter().copied()).say(" win together"),
            };
        }
        _ => {}
    }
}

/// Describes a counter from the first change to the last: "Health −3: 12 → 9".
fn counted(blank: &str, spec: Option<&CounterSpec>, counter: &str, changes: &[&Change]) -> String {
    let mut steps = changes.iter().filter_map(|change| match change {
        Change::Counter { counter: id, from, to, .. } | Change::Shared { counter: id, from, to } if id == counter => {
            Some((*from, *to))
        }
        _ => None,
    });
    let Some((from, first)) = steps.next() else { return String::new() };
    let to = steps.next_back().map_or(first, |(_, to)| to);
    let name = spec.map_or(counter, |spec| &spec.name);
    format!("{blank}{name} {}: {} → {}", signed(to - from), number(from), number(to))
}

/// Describes an action, "Ann strikes Bo", and returns the player whom it names last, if any.
fn act(sentence: &mut Sentence<'_>, rules: &Rules, seat: Seat, action: &str, on: Option<Seat>) -> Option<Seat> {
    // Data may have changed since.
    let spec = rules.spec().action(action);
    let verb = spec.and_then(|spec| spec.verb.as_deref());
    sentence.who(seat).say(match verb {
        Some(verb) => format!(" {verb}"),
        None => format!(": {}", spec.map_or(action, |spec| &spec.name)),
    });
    let whom = match (on, spec.map(|spec| spec.target)) {
        (Some(_), _) => "",
        (None, Some(ActionTarget::Others)) => "all others",
        (None, Some(ActionTarget::All)) => "everyone",
        (None, _) => return Some(seat),
    };
    sentence.say(if verb.is_some() { " " } else { " on " }).say(whom);
    if let Some(on) = on {
        sentence.who(on);
    }
    on
}

/// Adds changed figures and statuses, player by player, "Health 12 → 9; Ann Stamina 5 → 3"; first those of the one who was
/// just named.
fn effects(sentence: &mut Sentence<'_>, rules: &Rules, changes: &[&Change], before: &str, named: Option<Seat>) {
    let spec = rules.spec();
    let figure = |spec: Option<&CounterSpec>, counter: &str, from: i64, to: i64| {
        format!("{} {} → {}", spec.map_or(counter, |spec| &spec.name), number(from), number(to))
    };
    let words = |change: &&Change| match change {
        Change::Counter { seat, counter, from, to } => {
            Some((Some(*seat), figure(spec.counter(counter), counter, *from, *to)))
        }
        Change::Shared { counter, from, to } => Some((None, figure(spec.shared(counter), counter, *from, *to))),
        Change::Status { seat, status, to } => Some((Some(*seat), marked(rules, status, *to))),
        _ => None,
    };
    let mut all: Vec<(Option<Seat>, String)> = changes.iter().filter_map(words).collect();
    ordered::sort_by_number(&mut all, |(of, _)| i64::from(*of != named));
    let mut last = None;
    for (of, words) in all {
        sentence.say(match last {
            None => before,
            Some(last) if last == of => ", ",
            Some(_) => "; ",
        });
        if let Some(seat) = of.filter(|_| of != named && last != Some(of)) {
            sentence.who(seat).say(" ");
        }
        sentence.say(words);
        last = Some(of);
    }
}

/// Describes a status that was given or taken: "Lamp lit on".
fn marked(rules: &Rules, status: &str, on: bool) -> String {
    let name = rules.spec().status(status).map_or(status, |status| &status.name);
    format!("{name} {}", if on { "on" } else { "off" })
}

/// Adds the name of a pile: "Discards", "Ann’s Gear".
fn pile_name(sentence: &mut Sentence<'_>, rules: &Rules, pile: &PileId) {
    if let Some(seat) = pile.seat() {
        sentence.who(seat).say("’s ");
    }
    sentence.say(rules.spec().pile(pile.id()).map_or(pile.id(), |pile| &pile.name));
}

fn several(rules: &Rules, card: &CardId, by: i64) -> String {
    let count = by.unsigned_abs();
    if count == 1 { rules.name(card).to_owned() } else { format!("{count} × {}", rules.name(card)) }
}

/// Returns a short label for the undo button.
pub(super) fn label(rules: &Rules, state: &State, events: &[Arc<Event>]) -> String {
    let Some(event) = events.first() else { return String::new() };
    let who = |seat: &Seat| name_of::<Rules>(state, *seat);
    let spec = rules.spec();
    let by = |counter: &str| {
        let changes = events.iter().flat_map(|event| &event.changes);
        let by = changes.filter_map(|change| match change {
            Change::Counter { counter: id, from, to, .. } | Change::Shared { counter: id, from, to }
                if id == counter =>
            {
                Some(to - from)
            }
            _ => None,
        });
        signed(by.sum())
    };
    match &event.command {
        Command::Begin(_) => "the new game".to_owned(),
        Command::Count { seat, counter, .. } => {
            let name = spec.counter(counter).map_or(counter.as_str(), |counter| &counter.name);
            format!("{}: {name} {}", who(seat), by(counter))
        }
        Command::Shared { counter, .. } => {
            let name = spec.shared(counter).map_or(counter.as_str(), |counter| &counter.name);
            format!("{name} {}", by(counter))
        }
        Command::Mark { seat, status, on } => {
            format!("{}: {}", who(seat), marked(rules, status, *on))
        }
        Command::Act { seat, action, .. } => {
            format!("{}: {}", who(seat), spec.action(action).map_or(action.as_str(), |action| &action.name))
        }
        Command::Put { card, by, .. } => format!("{} {}", rules.name(card), signed(*by)),
        Command::Move { card, .. } => format!("{} moved", rules.name(card)),
        Command::Shuffle { .. } => "the shuffle".to_owned(),
        Command::Timer { timer, .. } => spec.timer(timer).map_or(timer.as_str(), |timer| &timer.name).to_owned(),
        Command::Write { note, .. } => spec.note(note).map_or(note.as_str(), |note| &note.name).to_owned(),
        Command::EndTurn { seat } => format!("the end of {}’s turn", who(seat)),
        Command::Turn { seat } => format!("{}’s turn", who(seat)),
        Command::End => "the end of the game".to_owned(),
        // Described in the same way for every game.
        Command::Seat(_) => String::new(),
    }
}

/// Returns the state in lines of plain text.
pub(super) fn describe(rules: &Rules, state: &State) -> Vec<String> {
    let spec = rules.spec();
    let who = |seat: &Seat| name_of::<Rules>(state, *seat);
    let round = if state.round > 0 { format!("round {}", state.round) } else { "all at once".to_owned() };
    let mut lines = vec![match (&state.over, &state.turn) {
        (Some(winners), _) if winners.is_empty() => format!("{round}: the game is over, and no one has won"),
        (Some(winners), _) => {
            let has = if winners.len() == 1 { "has" } else { "have" };
            format!("{round}: {} {has} won", list(&winners.iter().map(who).collect::<Vec<_>>()))
        }
        (None, Some(turn)) => format!("{round}, the turn of {}", who(turn)),
        (None, None) => round,
    }];
    let figure = |counter: &CounterSpec, value: Option<&i64>| {
        format!("{} {}", counter.name, value.map_or_else(String::new, |value| number(*value)))
    };
    let width = state.players.iter().map(|player| player.name.chars().count()).max().unwrap_or_default();
    for player in &state.players {
        let mut words: Vec<String> =
            spec.counters.iter().map(|counter| figure(counter, player.counters.get(&counter.id))).collect();
        let has = spec.statuses.iter().filter(|status| player.statuses.contains(&status.id));
        words.extend(has.map(|status| status.name.clone()));
        words.extend(player.out.then(|| "out".to_owned()));
        lines.push(format!("  {:<width$}  {}", player.name, words.join(", ")));
    }
    lines.extend(spec.shared.iter().map(|counter| figure(counter, state.shared.get(&counter.id))));
    for note in &spec.notes {
        lines.extend(state.notes.get(&note.id).map(|text| format!("{}: {text}", note.name)));
    }
    for id in rules.piles(state) {
        let Some(pile) = spec.pile(id.id()) else { continue };
        let cards = pile.cards.iter().map(|id| CardId::new(id)).filter_map(|card| {
            let count = state.in_pile(&id, &card);
            (count > 0).then(|| format!("{count} {}", rules.name(&card)))
        });
        let cards: Vec<String> = cards.collect();
        let told = if cards.is_empty() { "none".to_owned() } else { cards.join(", ") };
        let whose = id.seat().map_or_else(String::new, |seat| format!("{}’s ", who(&seat)));
        lines.push(format!("{whose}{}: {told}", pile.name));
    }
    lines
}
