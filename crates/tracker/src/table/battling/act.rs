//! From a command to changes, or to the reasons against it.

use super::{Change, Command, Decision, Need, Open, Play, Rank, Rules, Setup, State, Treasure, WonBy, resolve};
use crate::game::{BattlingSpec, rule};
use crate::table::{Reason, Seat, arrange, name_of};

/// Returns the changes that a command makes to a state, and everything against it.
pub(super) fn decide(rules: &Rules, state: &State, command: &Command) -> Decision {
    if let Command::Begin(setup) = command {
        let reasons = bad_setup(rules.spec(), setup);
        if !reasons.is_empty() {
            return Decision { reasons, ..Decision::default() };
        }
        let fresh = State::begin(setup, rules.spec().life_with(setup.players.len(), setup.four));
        return Decision { changes: vec![Change::Began(Box::new(fresh))], ..Decision::default() };
    }
    if !state.begun() {
        return Decision::refused(not_begun());
    }
    let after = match command {
        Command::Turn { plays } => return turn(rules, state, plays),
        Command::EndTurn => end_turn(state),
        Command::Take { seat, from, rank } => take(state, *seat, *from, *rank),
        Command::GiveBack { seat, from, rank } => give_back(state, *seat, *from, *rank),
        Command::Adjust { seat, by } => adjust(state, *seat, *by),
        // A begin is answered above, and an arrangement is not asked here.
        Command::Begin(_) | Command::Seat(_) => Err(Reason::changes_nothing()),
    };
    match after {
        Ok(after) => Decision::leading_to(state, &after),
        Err(reason) => Decision::refused(reason),
    }
}

/// Objects because no game has begun.
pub(super) fn not_begun() -> Reason {
    Reason::absolute(rule!("B5"), "no game", "no game has begun: it begins with the players, who get their life points")
}

/// Returns all objections to a group of players.
fn bad_setup(spec: &BattlingSpec, setup: &Setup) -> Vec<Reason> {
    let (count, least, most) = (setup.players.len(), spec.players.start(), spec.players.end());
    let text = format!("{count} cannot play, only {least} to {most}");
    let number = Reason::absolute(rule!("B5"), format!("{least} to {most} players"), text);
    let number = (!spec.players.contains(&count)).then_some(number);
    number.into_iter().chain(arrange::objections(&setup.players)).collect()
}

fn game_over(state: &State) -> Option<Reason> {
    let over = state.over.as_ref()?;
    let names: Vec<String> = over.winners.iter().map(|seat| name_of::<Rules>(state, *seat)).collect();
    let who = crate::table::tell::list(&names);
    Some(match over.by {
        WonBy::FourTreasures => {
            let text = format!("the game is over: {who} won with four face treasures");
            Reason::absolute(rule!("B17"), "the game is over", text)
        }
        WonBy::LastArmy if names.is_empty() => {
            Reason::absolute(rule!("B22"), "the game is over", "the game is over: the last armies fell together")
        }
        WonBy::LastArmy => {
            Reason::absolute(rule!("B18"), "the game is over", format!("the game is over: {who} won as the last army"))
        }
    })
}

/// Returns the decision about a turn with all its fights.
fn turn(rules: &Rules, state: &State, plays: &[Play]) -> Decision {
    if let Some(reason) = game_over(state) {
        return Decision::refused(reason);
    }
    let mut reasons: Vec<Reason> = plays.iter().flat_map(|play| against_play(state, play)).collect();
    for seat in state.seats() {
        let times = plays.iter().filter(|play| play.seat == seat).count();
        let who = || name_of::<Rules>(state, seat);
        match times {
            0 if state.plays(seat) => {
                let text = format!("all play at the same time, and nothing is said of {}", who());
                reasons.push(Reason::absolute(rule!("B7"), "someone is missing", text));
            }
            0 | 1 => {}
            _ => reasons.push(Reason::absolute(rule!("B9"), "named twice", format!("{} is named twice", who()))),
        }
    }
    if reasons.iter().any(|reason| reason.absolute) {
        return Decision { reasons, ..Decision::default() };
    }
    let resolved = resolve(state, plays, rules.spec().bonus);
    if let Some(open) = resolved.open {
        reasons.push(not_known(state, &open));
        return Decision { reasons, possible: possible(&open.need), ..Decision::default() };
    }
    let after = State { fights: Some(resolved.fights), ..resolved.after };
    Decision { reasons, ..Decision::leading_to(state, &after) }
}

/// Returns all objections to one player's play.
pub(super) fn against_play(state: &State, play: &Play) -> Vec<Reason> {
    let Play { seat, attack, defence, on, .. } = play;
    let who = name_of::<Rules>(state, *seat);
    if state.player(*seat).is_none() {
        return vec![Reason::nobody(*seat)];
    }
    let mut reasons = Vec::new();
    if !state.plays(*seat) {
        reasons.push(Reason::absolute(rule!("B16"), "out of the game", format!("{who} is out of the game")));
    }
    let count = attack.len() + defence.len();
    if count != 2 {
        let text = format!("{who} lays {count} cards: everyone lays two of attack and defence");
        reasons.push(Reason::rule(rule!("B9"), "two cards", text));
    }
    for (cards, deck) in [(attack, "attack"), (defence, "defence")] {
        let again = cards.iter().enumerate().find(|(at, card)| cards[..*at].contains(card));
        if let Some((_, card)) = again {
            let text = format!("{who} lays {} of {deck} twice: each deck has it once", card.with_article());
            reasons.push(Reason::rule(rule!("B2"), "only once there", text));
        }
    }
    match on {
        Some(on) if on == seat => {
            let text = format!("{who} attacks themselves: a target is another player");
            reasons.push(Reason::absolute(rule!("B11"), "another player", text));
        }
        Some(on) if state.player(*on).is_none() => reasons.push(Reason::nobody(*on)),
        Some(on) if !state.plays(*on) => {
            let text = format!("{who} attacks {}, who is out of the game", name_of::<Rules>(state, *on));
            reasons.push(Reason::absolute(rule!("B16"), "out of the game", text));
        }
        _ => {}
    }
    reasons
}

/// Returns the reason why a fight can't be resolved yet.
fn not_known(state: &State, open: &Open) -> Reason {
    let [by, on] = [open.clash.by, open.clash.on].map(|seat| name_of::<Rules>(state, seat));
    let points = format!("{} against {}", open.clash.attack, open.clash.defence);
    match &open.need {
        Need::Choice => {
            let text = format!("{by} wins against {on}, {points}: choose to steal or to deal damage");
            Reason::absolute(rule!("B12"), "steal or damage", text)
        }
        Need::Treasure(_) => {
            let text = format!("{by} steals from {on}, {points}: say which treasure was drawn");
            Reason::absolute(rule!("B21"), "which treasure", text)
        }
        Need::OtherTreasure(rank, _) => Reason::absolute(
            rule!("B21"),
            "not in the deck",
            format!("{by} draws {}", gone(state, open.clash.on, *rank)),
        ),
    }
}

/// Describes a lost treasure: "a Queen of Bjarni’s, which Cara has stolen before".
fn gone(state: &State, from: Seat, rank: Rank) -> String {
    let card = format!("{} of {}’s", rank.with_article(), name_of::<Rules>(state, from));
    let robber = state.robbed_by(from, rank).map(|seat| name_of::<Rules>(state, seat));
    robber.map_or_else(
        || format!("{card}, which is stolen in the same turn"),
        |robber| format!("{card}, which {robber} has stolen before"),
    )
}

/// Returns the possible answers to an open fight.
fn possible(need: &Need) -> Vec<String> {
    match need {
        Need::Choice => ["rob", "damage"].map(str::to_owned).into(),
        Need::Treasure(hoard) | Need::OtherTreasure(_, hoard) => hoard.iter().map(Rank::to_string).collect(),
    }
}

fn end_turn(state: &State) -> Result<State, Reason> {
    if let Some(reason) = game_over(state) {
        return Err(reason);
    }
    Ok(State { turn: state.turn + 1, fights: None, ..state.clone() })
}

fn take(state: &State, seat: Seat, from: Seat, rank: Rank) -> Result<State, Reason> {
    if let Some(reason) = game_over(state) {
        return Err(reason);
    }
    let [who, whose] = [seat, from].map(|seat| name_of::<Rules>(state, seat));
    if let Some(nobody) = [seat, from].into_iter().find(|seat| state.player(*seat).is_none()) {
        return Err(Reason::nobody(nobody));
    }
    if seat == from {
        let text = format!("{who} never draws from their own treasure deck");
        return Err(Reason::absolute(rule!("B4"), "their own deck", text));
    }
    if !state.plays(seat) {
        return Err(Reason::absolute(rule!("B16"), "out of the game", format!("{who} is out of the game")));
    }
    if !state.plays(from) {
        let text = format!("{whose} is out of the game, and so is all their treasure");
        return Err(Reason::absolute(rule!("B20"), "out of the game", text));
    }
    if state.robbed_by(from, rank).is_some() {
        return Err(Reason::absolute(rule!("B14"), "is stolen", format!("{who} steals {}", gone(state, from, rank))));
    }
    let mut after = state.clone();
    after.players[seat.index()].taken.push(Treasure { rank, from });
    after.update_outcome(&state.left());
    Ok(after)
}

fn give_back(state: &State, seat: Seat, from: Seat, rank: Rank) -> Result<State, Reason> {
    let treasure = Treasure { rank, from };
    if !state.has_taken(seat, treasure) {
        let [who, whose] = [seat, from].map(|seat| name_of::<Rules>(state, seat));
        let text = format!("{who} hasn’t stolen {} of {whose}’s", rank.with_article());
        return Err(Reason::absolute(rule!("B14"), "not stolen", text));
    }
    let mut after = state.clone();
    after.players[seat.index()].taken.retain(|taken| *taken != treasure);
    after.update_outcome(&state.left());
    Ok(after)
}

fn adjust(state: &State, seat: Seat, by: i64) -> Result<State, Reason> {
    let Some(player) = state.player(seat) else { return Err(Reason::nobody(seat)) };
    let most = i64::from(BattlingSpec::MOST_LIFE);
    let to = i64::from(player.life).saturating_add(by).clamp(0, most);
    let life = u32::try_from(to).unwrap_or(BattlingSpec::MOST_LIFE);
    if life == player.life {
        return Err(if by < 0 {
            Reason::absolute(rule!("B20"), "0 at least", format!("{} has no life points left", player.name))
        } else if by > 0 {
            Reason::fact(format!("{most} at most"), format!("nobody has more than {most} life points"))
        } else {
            Reason::changes_nothing()
        });
    }
    let mut after = state.clone();
    after.players[seat.index()].life = life;
    after.update_outcome(&state.left());
    Ok(after)
}
