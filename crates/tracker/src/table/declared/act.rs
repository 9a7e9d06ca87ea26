//! From a command to changes, or to the reasons against it.

use std::collections::BTreeMap;

use super::rules::most;
use super::{Change, Command, Decision, Pile, Player, Rules, Setup, State};
use crate::game::{CounterSpec, PileSpec, WinSpec};
use crate::ordered;
use crate::table::{CardId, Reason, Seat, arrange, name_of};

/// Returns the effect of a command on a state.
pub(super) fn decide(rules: &Rules, state: &State, command: &Command) -> Decision {
    if let Command::Begin(setup) = command {
        return match begin(rules, setup) {
            Ok(fresh) => Decision { changes: vec![Change::Began(Box::new(fresh))], ..Decision::default() },
            Err(reasons) => Decision { reasons, ..Decision::default() },
        };
    }
    match carry_out(rules, state, command) {
        Ok(next) if next == *state => Decision::refused(Reason::changes_nothing()),
        Ok(next) => Decision::leading_to(state, &next),
        Err(reasons) => Decision { reasons, ..Decision::default() },
    }
}

/// Commands that are possible now, one step each.
pub(super) fn legal(rules: &Rules, state: &State) -> Vec<Command> {
    let spec = rules.spec();
    let mut all = Vec::new();
    for seat in state.seats() {
        let count = |counter: &CounterSpec, by| Command::Count { seat, counter: counter.id.clone(), by };
        all.extend(spec.counters.iter().flat_map(|counter| [count(counter, 1), count(counter, -1)]));
        let has = |status: &str| state.player(seat).is_some_and(|player| player.statuses.contains(status));
        all.extend(spec.statuses.iter().map(|status| Command::Mark {
            seat,
            status: status.id.clone(),
            on: !has(&status.id),
        }));
        all.extend([Command::EndTurn { seat }, Command::Turn { seat }]);
    }
    let shared = |counter: &CounterSpec, by| Command::Shared { counter: counter.id.clone(), by };
    all.extend(spec.shared.iter().flat_map(|counter| [shared(counter, 1), shared(counter, -1)]));
    for pile in &spec.piles {
        for card in pile.cards.iter().map(|id| CardId::new(id)) {
            let put = |by| Command::Put { pile: pile.id.clone(), card: card.clone(), by };
            all.extend([put(1), put(-1)]);
            let to = |to: &PileSpec| Command::Move { card: card.clone(), from: pile.id.clone(), to: to.id.clone() };
            all.extend(spec.piles.iter().filter(|other| other.id != pile.id).map(to));
        }
        all.push(Command::Shuffle { pile: pile.id.clone() });
    }
    // When a timer ends depends on when it starts, so only stopping is listed.
    all.extend(state.timers.keys().map(|timer| Command::Timer { timer: timer.clone(), ends: None }));
    all.push(Command::End);
    all.retain(|command| decide(rules, state, command).refusal(false).is_none());
    all
}

/// Returns the state after a command, or the reasons against it.
fn carry_out(rules: &Rules, state: &State, command: &Command) -> Result<State, Vec<Reason>> {
    let against = match command.seat() {
        _ if !state.begun() => Some(Reason::no_game()),
        Some(seat) if state.player(seat).is_none() => Some(Reason::nobody(seat)),
        _ if state.over.is_some() => Some(Reason::fact("the game is over", "the game is over")),
        _ => None,
    };
    if let Some(reason) = against {
        return Err(vec![reason]);
    }
    let mut after = state.clone();
    let next = &mut after;
    let done = match command {
        Command::Count { seat, counter, by } => count(rules, state, *seat, counter, *by, next),
        Command::Shared { counter, by } => {
            let spec = rules.spec().shared(counter).ok_or_else(|| vec![missing("counter of the table", counter)])?;
            let from = state.shared.get(counter).copied().unwrap_or_default();
            let to = moved(spec, from, *by)?;
            next.shared.insert(counter.clone(), to);
            Ok(())
        }
        Command::Mark { seat, status, on } => {
            rules.spec().status(status).ok_or_else(|| vec![missing("mark", status)])?;
            let player = next.players.get_mut(seat.index()).ok_or_else(|| vec![Reason::nobody(*seat)])?;
            if *on {
                player.statuses.insert(status.clone());
            } else {
                player.statuses.remove(status);
            }
            Ok(())
        }
        Command::Put { pile, card, by } => put(rules, state, pile, card, *by, next),
        Command::Move { card, from, to } => transfer(rules, state, card, from, to, next),
        Command::Shuffle { pile } => shuffle(rules, state, pile, next),
        Command::Timer { timer, ends } => {
            rules.spec().timer(timer).ok_or_else(|| vec![missing("timer", timer)])?;
            let from = state.timers.get(timer).copied();
            if from == *ends {
                return Err(vec![Reason::changes_nothing()]);
            }
            match ends {
                Some(ends) => next.timers.insert(timer.clone(), *ends),
                None => next.timers.remove(timer),
            };
            Ok(())
        }
        Command::Write { note, text } => write(rules, state, note, text, next),
        Command::EndTurn { seat } => match state.turn {
            None => Err(Reason::fact("no turns", "this game has no turns: everyone acts at once")),
            Some(turn) if turn != *seat => {
                let text = format!("it is the turn of {}", name_of::<Rules>(state, turn));
                Err(Reason::fact("not your turn", text))
            }
            Some(_) => {
                pass_on(next);
                Ok(())
            }
        },
        Command::Turn { seat } => match state.turn {
            None => Err(Reason::fact("no turns", "this game has no turns: everyone acts at once")),
            _ if state.player(*seat).is_some_and(|player| player.out) => {
                let text = format!("{} is out of the game", name_of::<Rules>(state, *seat));
                Err(Reason::fact("out of the game", text))
            }
            Some(_) => {
                next.turn = Some(*seat);
                Ok(())
            }
        },
        Command::End => {
            next.over = Some(rules.winners(state));
            Ok(())
        }
        // A begin is answered above, and an arrangement is not asked here.
        Command::Begin(_) | Command::Seat(_) => Ok(()),
    };
    done.map_err(|reason| vec![reason])?;
    Ok(after)
}

fn begin(rules: &Rules, setup: &Setup) -> Result<State, Vec<Reason>> {
    let (spec, count) = (rules.spec(), setup.players.len());
    let mut reasons = Vec::new();
    if !spec.players.contains(&count) {
        let (least, most) = (spec.players.start(), spec.players.end());
        let many = if least == most { format!("only {least}") } else { format!("only {least} to {most}") };
        let text = format!("{count} cannot play, {many}");
        reasons.push(Reason::fact(format!("{least} to {most} players"), text));
    }
    if setup.first.index() >= count {
        reasons.push(Reason::fact("no one starts", "the first player isn’t one of the players"));
    }
    reasons.extend(arrange::objections(&setup.players));
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let start =
        |counters: &[CounterSpec]| ordered::map(counters.iter().map(|counter| (counter.id.clone(), counter.start)));
    let players = setup.players.iter().map(|entrant| Player {
        name: entrant.name.trim().to_owned(),
        colour: entrant.colour,
        chair: entrant.chair,
        note: String::new(),
        counters: start(&spec.counters),
        statuses: std::collections::BTreeSet::new(),
        out: false,
    });
    Ok(State {
        players: players.collect(),
        shared: start(&spec.shared),
        timers: BTreeMap::new(),
        notes: BTreeMap::new(),
        piles: ordered::map(spec.piles.iter().map(|pile| (pile.id.clone(), Pile::new()))),
        turn: spec.turns.then_some(setup.first),
        round: u32::from(spec.turns),
        first: setup.first,
        over: None,
        seating: setup.seating,
    })
}

/// Replaces a note of the table.
fn write(rules: &Rules, state: &State, note: &str, text: &str, next: &mut State) -> Result<(), Reason> {
    rules.spec().note(note).ok_or_else(|| missing("note", note))?;
    let from = state.notes.get(note).cloned().unwrap_or_default();
    let to = text.trim().to_owned();
    if from == to {
        return Err(Reason::changes_nothing());
    }
    if !arrange::is_note(&to) {
        return Err(arrange::no_note());
    }
    if to.is_empty() {
        next.notes.remove(note);
    } else {
        next.notes.insert(note.to_owned(), to);
    }
    Ok(())
}

fn missing(what: &str, id: &str) -> Reason {
    Reason::fact(format!("no such {}", what.split(' ').next().unwrap_or_default()), format!("unknown {what} `{id}`"))
}

/// Returns the new value of a counter, within its bounds.
fn moved(counter: &CounterSpec, from: i64, by: i64) -> Result<i64, Vec<Reason>> {
    let to = from.saturating_add(by).clamp(counter.least, most(counter));
    if to == from && by != 0 {
        let (bound, word) = if by > 0 { (most(counter), "most") } else { (counter.least, "least") };
        let bound = crate::game::number(bound);
        let text = format!("{} is at its {word}, {bound}", counter.name);
        return Err(vec![Reason::fact(format!("at the {word}: {bound}"), text)]);
    }
    if to == from { Err(vec![Reason::changes_nothing()]) } else { Ok(to) }
}

/// Changes a counter of a player, with the consequences: they are out or in again, the turn passes on, a player has
/// won.
fn count(rules: &Rules, state: &State, seat: Seat, counter: &str, by: i64, next: &mut State) -> Result<(), Reason> {
    let Some(spec) = rules.spec().counter(counter) else { return Err(missing("counter", counter)) };
    let Some(player) = state.player(seat) else { return Err(Reason::nobody(seat)) };
    let from = player.counters.get(counter).copied().unwrap_or_default();
    let to = moved(spec, from, by).map_err(|mut reasons| reasons.remove(0))?;
    next.players[seat.index()].counters.insert(counter.to_owned(), to);
    if rules.reaches(spec, to) {
        next.over = Some(vec![seat]);
        return Ok(());
    }
    let by_last = matches!(&rules.spec().win, Some(WinSpec::Last(last)) if *last == spec.id);
    let out = rules.puts_out(spec, to);
    if !by_last || player.out == out {
        return Ok(());
    }
    next.players[seat.index()].out = out;
    let left = next.left();
    if left.len() < 2 {
        next.over = Some(left);
    } else if out && state.turn == Some(seat) {
        pass_on(next);
    }
    Ok(())
}

/// Passes the turn to the next player clockwise; a round begins with the one who started.
fn pass_on(next: &mut State) {
    let Some((seat, begins)) = next.turn.and_then(|turn| next.next_after(turn)) else { return };
    next.turn = Some(seat);
    if begins {
        next.round = next.round.saturating_add(1);
    }
}

/// Returns a pile that allows a card.
fn pile_of<'a>(rules: &'a Rules, pile: &str, card: &CardId) -> Result<&'a PileSpec, Reason> {
    let spec = rules.spec().pile(pile).ok_or_else(|| missing("pile", pile))?;
    if rules.card(card).is_none() {
        return Err(missing("card", card.as_str()));
    }
    if !spec.cards.iter().any(|id| id == card.as_str()) {
        let text = format!("{} can’t go on {}", rules.name(card), spec.name);
        return Err(Reason::fact("not in this pile", text));
    }
    Ok(spec)
}

fn put(rules: &Rules, state: &State, pile: &str, card: &CardId, by: i64, next: &mut State) -> Result<(), Reason> {
    let spec = pile_of(rules, pile, card)?;
    let from = state.in_pile(pile, card);
    let to = i64::from(from).saturating_add(by);
    let left = rules.in_deck_or_hands(state, card);
    if by > left {
        let text = format!("only {} of {} are in the deck or in hands", left.max(0), rules.name(card));
        return Err(Reason::fact("not enough left", text));
    }
    let Ok(to) = u32::try_from(to) else {
        return Err(Reason::fact("not enough there", format!("only {from} of {} on {}", rules.name(card), spec.name)));
    };
    set_pile(next, pile, card, to);
    Ok(())
}

fn transfer(rules: &Rules, state: &State, card: &CardId, from: &str, to: &str, next: &mut State) -> Result<(), Reason> {
    let (source, _) = (pile_of(rules, from, card)?, pile_of(rules, to, card)?);
    if from == to {
        return Ok(());
    }
    let (here, there) = (state.in_pile(from, card), state.in_pile(to, card));
    let Some(fewer) = here.checked_sub(1) else {
        let text = format!("{} isn’t on {}", rules.name(card), source.name);
        return Err(Reason::fact("none there", text));
    };
    set_pile(next, from, card, fewer);
    set_pile(next, to, card, there.saturating_add(1));
    Ok(())
}

fn shuffle(rules: &Rules, state: &State, pile: &str, next: &mut State) -> Result<(), Reason> {
    let spec = rules.spec().pile(pile).ok_or_else(|| missing("pile", pile))?;
    if !spec.shuffles {
        let text = format!("{} can’t be shuffled into a draw deck", spec.name);
        return Err(Reason::fact("can’t be shuffled", text));
    }
    for card in state.piles.get(pile).into_iter().flat_map(Pile::keys) {
        set_pile(next, pile, card, 0);
    }
    Ok(())
}

/// Sets the number of copies of a card in a pile.
fn set_pile(next: &mut State, pile: &str, card: &CardId, to: u32) {
    let Some(pile) = next.piles.get_mut(pile) else { return };
    if to == 0 {
        pile.remove(card);
    } else {
        pile.insert(card.clone(), to);
    }
}
