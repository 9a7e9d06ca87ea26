//! The fights of a turn, carried out in their order.

use super::fight::first_strike;
use super::{Clash, Fight, FightResult, Play, Rank, State, Treasure, Wants, WonBy, clashes};
use crate::game::{EqualPoints, FightOrder};
use crate::table::Seat;

/// The fights of a turn as far as they could be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The state after them, in the turn of these fights.
    pub after: State,
    /// The fights that were carried out, and those that were dropped, in order.
    pub fights: Vec<Fight>,
    /// Missing information for the next fight, if any.
    pub open: Option<Open>,
}

/// A fight in which the attacker has won, and something is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The fight.
    pub clash: Clash,
    /// Missing information.
    pub need: Need,
}

/// Missing information about a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Choice of the attacker to rob or to deal damage (B12).
    Choice,
    /// Treasure drawn by the attacker: one of these (B21).
    Treasure(Vec<Rank>),
    /// Another treasure than this one, which is not in the deck: one of these (B21).
    OtherTreasure(Rank, Vec<Rank>),
}

/// Carries out the fights of a turn in order (B13, B19), until a player's choice is missing. `plays` has at most one
/// entry per player, and nobody attacks themselves.
pub fn resolve(state: &State, plays: &[Play], bonus: u32) -> Resolved {
    let all = clashes(state, plays, bonus);
    // The fights of one turn are followed by the next turn; a turn whose end was recorded has begun already.
    let turn = state.turn + u32::from(state.fights.is_some());
    let after = State { turn, fights: None, ..state.clone() };
    let mut resolved = Resolved { after, fights: Vec::with_capacity(all.len()), open: None };
    let mutual = state.order == FightOrder::Mutual;
    let is_later = |clash: &Clash| first_strike(&all, clash).is_some();
    let same_time = |a: &Clash, b: &Clash| {
        if mutual { is_later(a) == is_later(b) } else { a.damage() == b.damage() }
    };
    for together in all.chunk_by(same_time) {
        let mut playing = resolved.after.left();
        if mutual {
            // A player who falls in the same turn still fights, unless the first strike of the target was enough (B13).
            playing = state.left();
            let falls = |clash: &&Clash| first_strike(&all, clash).is_some_and(|first| felled(state, &resolved, first));
            let fallen: Vec<Seat> = together.iter().filter(falls).map(|clash| clash.by).collect();
            playing.retain(|seat| !fallen.contains(seat));
        }
        let won = resolved.after.over.as_ref().is_some_and(|over| over.by == WonBy::FourTreasures);
        for clash in together {
            let result =
                if won { Ok(FightResult::GameOver) } else { carry_out(&mut resolved.after, plays, *clash, &playing) };
            match result {
                Ok(result) => resolved.fights.push(Fight { clash: *clash, result }),
                Err(need) => {
                    resolved.open = Some(Open { clash: *clash, need });
                    return resolved;
                }
            }
        }
        if !won {
            resolved.after.update_outcome(&playing);
        }
    }
    resolved
}

/// True if a fight puts its target out, whatever else happened to it in the turn.
fn felled(before: &State, resolved: &Resolved, clash: &Clash) -> bool {
    let fight = resolved.fights.iter().find(|fight| fight.clash == *clash);
    match fight.map(|fight| fight.result) {
        Some(FightResult::Damage) => before.player(clash.on).is_some_and(|player| player.life <= clash.damage()),
        Some(FightResult::Rob(rank)) => rank.is_face() && before.faces_left(clash.on) == 1,
        _ => false,
    }
}

/// Carries one fight out; `playing` were in the game when it began.
fn carry_out(state: &mut State, plays: &[Play], clash: Clash, playing: &[Seat]) -> Result<FightResult, Need> {
    if !playing.contains(&clash.by) {
        return Ok(FightResult::AttackerOut);
    }
    if !playing.contains(&clash.on) {
        return Ok(FightResult::TargetOut);
    }
    let damage = clash.damage();
    let is_equal = clash.attack == clash.defence && clash.attack > 0;
    if damage == 0 && !(is_equal && state.equal == EqualPoints::Rob) {
        return Ok(FightResult::Nothing);
    }
    let play = plays.iter().find(|play| play.seat == clash.by);
    let hoard: Vec<Rank> = state.hoard(clash.on).collect();
    let wants = if hoard.is_empty() { Some(Wants::Damage) } else { play.and_then(|play| play.wants) };
    match wants {
        None => Err(Need::Choice),
        Some(Wants::Rob) => match play.and_then(|play| play.treasure) {
            None => Err(Need::Treasure(hoard)),
            Some(rank) if !hoard.contains(&rank) => Err(Need::OtherTreasure(rank, hoard)),
            Some(rank) => {
                state.players[clash.by.index()].taken.push(Treasure { rank, from: clash.on });
                Ok(FightResult::Rob(rank))
            }
        },
        Some(Wants::Damage) if damage == 0 => Ok(FightResult::Nothing),
        Some(Wants::Damage) => {
            let target = &mut state.players[clash.on.index()];
            target.life = target.life.saturating_sub(damage);
            Ok(FightResult::Damage)
        }
    }
}
