//! From a command to changes, or to the reasons against it.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::most;
use super::{Change, Command, Decision, Pile, PileId, Player, Rules, Setup, State};
use crate::game::{ActionSpec, ActionTarget, CounterSpec, EffectSpec, PileSpec, WinSpec, number};
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
        Ok(next) => {
            // What the command does comes before what follows from it, which the journal tells afterwards.
            let mut decision = Decision { reasons: objections(state, command), ..Decision::leading_to(state, &next) };
            let mut settled = next.clone();
            settle(rules, &mut settled);
            decision.changes.extend(Decision::leading_to(&next, &settled).changes);
            decision
        }
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
        for action in &spec.actions {
            let act = |on| Command::Act { seat, action: action.id.clone(), on };
            match action.target {
                ActionTarget::Other => all.extend(state.others(seat).into_iter().map(|other| act(Some(other)))),
                _ => all.push(act(None)),
            }
        }
        all.extend([Command::EndTurn { seat }, Command::Turn { seat }]);
    }
    let shared = |counter: &CounterSpec, by| Command::Shared { counter: counter.id.clone(), by };
    all.extend(spec.shared.iter().flat_map(|counter| [shared(counter, 1), shared(counter, -1)]));
    let piles = rules.piles(state);
    for pile in &piles {
        let allowed = spec.pile(pile.id()).map_or(&[][..], |spec| &spec.cards);
        for card in allowed.iter().map(|id| CardId::new(id)) {
            let put = |by| Command::Put { pile: pile.clone(), card: card.clone(), by };
            all.extend([put(1), put(-1)]);
            if state.in_pile(pile, &card) > 0 {
                let to = |to: &PileId| Command::Move { card: card.clone(), from: pile.clone(), to: to.clone() };
                all.extend(piles.iter().map(to));
            }
        }
        all.push(Command::Shuffle { pile: pile.clone() });
    }
    // When a timer ends depends on when it starts, so only stopping is listed.
    all.extend(state.timers.keys().map(|timer| Command::Timer { timer: timer.clone(), ends: None }));
    all.push(Command::End);
    all.retain(|command| decide(rules, state, command).refusal(false).is_none());
    all
}

/// Returns the state after a command, before the consequences of its counters, or the reasons against it.
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
            moved(spec, from, *by).map(|to| {
                next.shared.insert(counter.clone(), to);
            })
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
        Command::Act { seat, action, on } => act(rules, state, *seat, action, *on, next),
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
            Some(turn) if turn != *seat => Err(not_on_turn(state, turn)),
            Some(_) => {
                pass_on(rules, next);
                settle(rules, next);
                Ok(())
            }
        },
        Command::Turn { seat } => match state.turn {
            None => Err(Reason::fact("no turns", "this game has no turns: everyone acts at once")),
            Some(_) => in_game(state, *seat).map(|()| next.turn = Some(*seat)),
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
    let piles = |per_player: bool| {
        let piles = spec.piles.iter().filter(|pile| pile.per_player == per_player);
        ordered::map(piles.map(|pile| (pile.id.clone(), Pile::new())))
    };
    let players = setup.players.iter().map(|entrant| Player {
        name: entrant.name.trim().to_owned(),
        colour: entrant.colour,
        chair: entrant.chair,
        note: String::new(),
        counters: start(&spec.counters),
        statuses: BTreeSet::new(),
        piles: piles(true),
        out: false,
    });
    let mut fresh = State {
        players: players.collect(),
        shared: start(&spec.shared),
        timers: BTreeMap::new(),
        notes: BTreeMap::new(),
        piles: piles(false),
        turn: spec.turns.then_some(setup.first),
        round: u32::from(spec.turns),
        first: setup.first,
        over: None,
        seating: setup.seating,
    };
    begin_turn(rules, &mut fresh);
    settle(rules, &mut fresh);
    Ok(fresh)
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

/// What players may overrule: an action out of turn.
fn objections(state: &State, command: &Command) -> Vec<Reason> {
    match (command, state.turn) {
        (Command::Act { seat, .. }, Some(turn)) if turn != *seat => {
            vec![Reason { absolute: false, ..not_on_turn(state, turn) }]
        }
        _ => Vec::new(),
    }
}

fn not_on_turn(state: &State, turn: Seat) -> Reason {
    Reason::fact("not your turn", format!("it is the turn of {}", name_of::<Rules>(state, turn)))
}

/// Refuses players who are out of the game.
fn in_game(state: &State, seat: Seat) -> Result<(), Reason> {
    match state.player(seat) {
        Some(player) if !player.out => Ok(()),
        Some(player) => Err(Reason::fact("out of the game", format!("{} is out of the game", player.name))),
        None => Err(Reason::nobody(seat)),
    }
}

/// Returns the value of a counter after a change, within its bounds.
fn bounded(counter: &CounterSpec, from: i64, by: i64) -> i64 {
    from.saturating_add(by).clamp(counter.least, most(counter))
}

/// Returns the new value of a counter, or why it stays as it is.
fn moved(counter: &CounterSpec, from: i64, by: i64) -> Result<i64, Reason> {
    let to = bounded(counter, from, by);
    if to == from && by != 0 {
        let (bound, word) = if by > 0 { (most(counter), "most") } else { (counter.least, "least") };
        let bound = number(bound);
        let text = format!("{} is at its {word}, {bound}", counter.name);
        return Err(Reason::fact(format!("at the {word}: {bound}"), text));
    }
    if to == from { Err(Reason::changes_nothing()) } else { Ok(to) }
}

/// Changes a counter of a player.
fn count(rules: &Rules, state: &State, seat: Seat, counter: &str, by: i64, next: &mut State) -> Result<(), Reason> {
    let spec = rules.spec().counter(counter).ok_or_else(|| missing("counter", counter))?;
    let player = state.player(seat).ok_or_else(|| Reason::nobody(seat))?;
    let from = player.counters.get(counter).copied().unwrap_or_default();
    next.players[seat.index()].counters.insert(counter.to_owned(), moved(spec, from, by)?);
    Ok(())
}

/// Carries an action out: the player pays, its effect comes, then the player gains.
fn act(
    rules: &Rules,
    state: &State,
    seat: Seat,
    action: &str,
    on: Option<Seat>,
    next: &mut State,
) -> Result<(), Reason> {
    let spec = rules.spec().action(action).ok_or_else(|| missing("action", action))?;
    in_game(state, seat)?;
    let concerned = concerned(state, spec, seat, on)?;
    for (counter, by) in &spec.cost {
        let value = state.player(seat).and_then(|player| player.counters.get(counter)).copied().unwrap_or_default();
        if let Some(counter) = rules.spec().counter(counter)
            && value - by < counter.least
        {
            let (who, left) = (name_of::<Rules>(state, seat), number(value - counter.least));
            let text = format!("{} costs {by} {}, and {who} has {left}", spec.name, counter.name_after(*by));
            return Err(Reason::fact("costs too much", text));
        }
        change(rules, next, seat, counter, -by);
    }
    let total = |state: &State, counter| -> i64 {
        let players = concerned.iter().filter_map(|seat| state.player(*seat));
        players.filter_map(|player| player.counters.get(counter)).sum()
    };
    let paid = next.clone();
    take_effect(rules, next, &spec.effect, &concerned);
    for (counter, by) in &spec.gain {
        // What is taken from players was theirs.
        let is_taken = spec.effect.change.iter().any(|(taken, by)| taken == counter && *by < 0);
        let taken = total(&paid, counter) - total(next, counter);
        change(rules, next, seat, counter, if is_taken { taken.min(*by) } else { *by });
    }
    Ok(())
}

/// Returns the players whom an action concerns.
fn concerned(state: &State, action: &ActionSpec, seat: Seat, on: Option<Seat>) -> Result<Vec<Seat>, Reason> {
    match (action.target, on) {
        (ActionTarget::Own, None) => Ok(vec![seat]),
        (ActionTarget::Others, None) => Ok(state.others(seat)),
        (ActionTarget::All, None) => Ok(state.left()),
        (ActionTarget::Other, Some(other)) if other != seat => in_game(state, other).map(|()| vec![other]),
        (ActionTarget::Other, _) => Err(Reason::fact("on whom?", format!("{} needs another player", action.name))),
        (_, Some(_)) => Err(Reason::fact("on no one", format!("{} isn’t done to one player", action.name))),
    }
}

/// Changes a counter of a player within its bounds.
fn change(rules: &Rules, next: &mut State, seat: Seat, counter: &str, by: i64) {
    let value = next.players.get_mut(seat.index()).and_then(|player| player.counters.get_mut(counter));
    if let Some((spec, value)) = rules.spec().counter(counter).zip(value) {
        *value = bounded(spec, *value, by);
    }
}

fn take_effect(rules: &Rules, next: &mut State, effect: &EffectSpec, concerned: &[Seat]) {
    for seat in concerned {
        effect.change.iter().for_each(|(counter, by)| change(rules, next, *seat, counter, *by));
        if let Some(player) = next.players.get_mut(seat.index()) {
            player.statuses.retain(|status| !effect.takes.contains(status));
            player.statuses.extend(effect.gives.iter().cloned());
        }
    }
    for (counter, by) in &effect.shared {
        if let Some((spec, value)) = rules.spec().shared(counter).zip(next.shared.get_mut(counter)) {
            *value = bounded(spec, *value, *by);
        }
    }
}

/// Draws the consequences of counters: who has won, who is out or in again, and that a turn of one who is out ends.
fn settle(rules: &Rules, next: &mut State) {
    // At the start of a turn, its player may be put out, and so on; each time there is one fewer.
    while goes_on(rules, next) && next.turn.and_then(|turn| next.player(turn)).is_some_and(|player| player.out) {
        pass_on(rules, next);
    }
}

/// Sets who is out and who has won; returns true if nobody has.
fn goes_on(rules: &Rules, next: &mut State) -> bool {
    next.players.iter_mut().for_each(|player| player.out = rules.is_out(player));
    let winners: Vec<Seat> =
        next.seats().filter(|seat| next.player(*seat).is_some_and(|player| rules.has_won(player))).collect();
    let left = next.left();
    if !winners.is_empty() {
        next.over = Some(winners);
    } else if matches!(rules.spec().win, Some(WinSpec::Last(_))) && left.len() < 2 {
        next.over = Some(left);
    }
    next.over.is_none()
}

/// Passes the turn to the next player clockwise; a round begins with the one who started. Whoever the start of a round
/// puts out has no turn any more.
fn pass_on(rules: &Rules, next: &mut State) {
    let Some((seat, begins)) = next.turn.and_then(|turn| next.next_after(turn)) else { return };
    next.turn = Some(seat);
    if begins {
        next.round = next.round.saturating_add(1);
        let everyone = next.left();
        take_effect(rules, next, &rules.spec().round_start, &everyone);
        if !goes_on(rules, next) {
            return;
        }
    }
    begin_turn(rules, next);
}

fn begin_turn(rules: &Rules, next: &mut State) {
    if let Some(seat) = next.turn.filter(|seat| next.player(*seat).is_some_and(|player| !player.out)) {
        take_effect(rules, next, &rules.spec().turn_start, &[seat]);
    }
}

/// Returns what is declared of an existing pile.
fn pile_of<'a>(rules: &'a Rules, state: &State, pile: &PileId) -> Result<&'a PileSpec, Reason> {
    let spec = rules.spec().pile(pile.id()).filter(|spec| spec.per_player == pile.seat().is_some());
    let spec = spec.ok_or_else(|| missing("pile", pile.id()))?;
    match pile.seat().filter(|seat| state.player(*seat).is_none()) {
        Some(seat) => Err(Reason::nobody(seat)),
        None => Ok(spec),
    }
}

/// Returns a pile that allows a card.
fn pile_for<'a>(rules: &'a Rules, state: &State, pile: &PileId, card: &CardId) -> Result<&'a PileSpec, Reason> {
    let spec = pile_of(rules, state, pile)?;
    if rules.card(card).is_none() {
        return Err(missing("card", card.as_str()));
    }
    if !spec.cards.iter().any(|id| id == card.as_str()) {
        let text = format!("{} can’t go on {}", rules.name(card), spec.name);
        return Err(Reason::fact("not in this pile", text));
    }
    Ok(spec)
}

fn put(rules: &Rules, state: &State, pile: &PileId, card: &CardId, by: i64, next: &mut State) -> Result<(), Reason> {
    let spec = pile_for(rules, state, pile, card)?;
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

fn transfer(
    rules: &Rules,
    state: &State,
    card: &CardId,
    from: &PileId,
    to: &PileId,
    next: &mut State,
) -> Result<(), Reason> {
    let (source, _) = (pile_for(rules, state, from, card)?, pile_for(rules, state, to, card)?);
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

fn shuffle(rules: &Rules, state: &State, pile: &PileId, next: &mut State) -> Result<(), Reason> {
    let spec = pile_of(rules, state, pile)?;
    if !spec.shuffles {
        let text = format!("{} can’t be shuffled into a draw deck", spec.name);
        return Err(Reason::fact("can’t be shuffled", text));
    }
    next.pile_mut(pile).into_iter().for_each(Pile::clear);
    Ok(())
}

/// Sets the number of copies of a card in a pile.
fn set_pile(next: &mut State, pile: &PileId, card: &CardId, to: u32) {
    let Some(pile) = next.pile_mut(pile) else { return };
    if to == 0 {
        pile.remove(card);
    } else {
        pile.insert(card.clone(), to);
    }
}
