//! Concrete changes of the state: they say what was and what is, so that they can be checked and taken back.

use serde::{Deserialize, Serialize};

use super::command::Seating;
use super::state::{Fall, PileName, Recovery, Shield, State};
use super::{CardId, Livery, Seat};

/// One change. Old journals read the same when a rule is changed later: nothing is computed when they are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "`seat`: whose; `from`: what was; `to`: what is")]
pub enum Change {
    /// A new game; everything before is put away.
    Began(Box<State>),
    Health {
        seat: Seat,
        from: i64,
        to: i64,
    },
    Weapon {
        seat: Seat,
        from: Option<CardId>,
        to: Option<CardId>,
    },
    Shield {
        seat: Seat,
        from: Shield,
        to: Shield,
    },
    Mail {
        seat: Seat,
        from: bool,
        to: bool,
    },
    Recovering {
        seat: Seat,
        from: Option<Recovery>,
        to: Option<Recovery>,
    },
    Fallen {
        seat: Seat,
        from: Option<Fall>,
        to: Option<Fall>,
    },
    Name {
        seat: Seat,
        from: String,
        to: String,
    },
    Livery {
        seat: Seat,
        from: Livery,
        to: Livery,
    },
    Chair {
        seat: Seat,
        from: u8,
        to: u8,
    },
    Pile {
        pile: PileName,
        card: CardId,
        from: u32,
        to: u32,
    },
    Turn {
        from: Seat,
        to: Seat,
    },
    Round {
        from: u32,
        to: u32,
    },
    Acted {
        from: bool,
        to: bool,
    },
    Reshuffles {
        from: u32,
        to: u32,
    },
    Winner {
        from: Option<Seat>,
        to: Option<Seat>,
    },
    Seating {
        from: Seating,
        to: Seating,
    },
}

/// More health than any game gives.
const MOST_HEALTH: i64 = 1_000_000;

/// A change does not fit the state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(pub(super) String);

impl Change {
    /// Carries the change out.
    ///
    /// # Errors
    /// [`Mismatch`] if the state is not as the change says it was; the state is then as before.
    pub fn apply(&self, state: &mut State) -> Result<(), Mismatch> {
        self.set(state, true)
    }

    /// Takes the change back; a new game cannot be taken back alone, only by reading on to the event before it.
    ///
    /// # Errors
    /// [`Mismatch`] if the state is not as the change left it; the state is then as before.
    pub fn revert(&self, state: &mut State) -> Result<(), Mismatch> {
        self.set(state, false)
    }

    /// Whether its figures are such as a table can have: a journal that somebody wrote by hand may have others.
    pub(super) fn is_sound(&self) -> bool {
        let health = |health: &i64| (0..=MOST_HEALTH).contains(health);
        match self {
            Self::Began(fresh) => {
                let seated = [fresh.turn, fresh.dealer].iter().all(|seat| fresh.player(*seat).is_some());
                seated
                    && fresh.seats().count() == fresh.players.len()
                    && fresh.players.iter().all(|who| health(&who.health))
            }
            Self::Health { to, .. } => health(to),
            _ => true,
        }
    }

    fn set(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Began(_) if !forward => Err(Mismatch("a new game is not taken back by itself".into())),
            Self::Began(fresh) => {
                state.clone_from(fresh);
                Ok(())
            }
            Self::Pile { pile, card, from, to } => {
                let (from, to) = if forward { (from, to) } else { (to, from) };
                let pile = match pile {
                    PileName::Weapon => &mut state.weapon_pile,
                    PileName::Normal => &mut state.normal_pile,
                };
                if pile.of(card) != *from {
                    return Err(Mismatch(format!("there are {} of {card} in the pile, not {from}", pile.of(card))));
                }
                pile.set(card, *to);
                Ok(())
            }
            Self::Health { seat, from, to } => {
                put(&mut player(state, *seat)?.health, from, to, forward, || format!("the health of player {}", seat.0))
            }
            Self::Weapon { seat, from, to } => {
                put(&mut player(state, *seat)?.weapon, from, to, forward, || format!("the weapon of player {}", seat.0))
            }
            Self::Shield { seat, from, to } => {
                put(&mut player(state, *seat)?.shield, from, to, forward, || format!("the Shield of player {}", seat.0))
            }
            Self::Mail { seat, from, to } => {
                put(&mut player(state, *seat)?.mail, from, to, forward, || format!("the Mail of player {}", seat.0))
            }
            Self::Recovering { seat, from, to } => {
                let what = || format!("the recovering of player {}", seat.0);
                put(&mut player(state, *seat)?.recovering, from, to, forward, what)
            }
            Self::Fallen { seat, from, to } => {
                put(&mut player(state, *seat)?.fallen, from, to, forward, || format!("the fall of player {}", seat.0))
            }
            Self::Name { seat, from, to } => {
                put(&mut player(state, *seat)?.name, from, to, forward, || format!("the name of player {}", seat.0))
            }
            Self::Livery { seat, from, to } => {
                put(&mut player(state, *seat)?.livery, from, to, forward, || format!("the colour of player {}", seat.0))
            }
            Self::Chair { seat, from, to } => {
                put(&mut player(state, *seat)?.chair, from, to, forward, || format!("the chair of player {}", seat.0))
            }
            Self::Turn { from, to } => put(&mut state.turn, from, to, forward, || "the turn".into()),
            Self::Round { from, to } => put(&mut state.round, from, to, forward, || "the round".into()),
            Self::Acted { from, to } => put(&mut state.acted, from, to, forward, || "the action of the turn".into()),
            Self::Reshuffles { from, to } => {
                put(&mut state.reshuffles, from, to, forward, || "the count of reshuffles".into())
            }
            Self::Winner { from, to } => put(&mut state.winner, from, to, forward, || "the winner".into()),
            Self::Seating { from, to } => put(&mut state.setup.seating, from, to, forward, || "the seating".into()),
        }
    }
}

fn player(state: &mut State, seat: Seat) -> Result<&mut super::Player, Mismatch> {
    state.players.get_mut(seat.index()).ok_or_else(|| Mismatch(format!("there is no player {}", seat.0)))
}

fn put<T: Clone + PartialEq + std::fmt::Debug>(
    value: &mut T,
    from: &T,
    to: &T,
    forward: bool,
    what: impl Fn() -> String,
) -> Result<(), Mismatch> {
    let (from, to) = if forward { (from, to) } else { (to, from) };
    if value != from {
        return Err(Mismatch(format!("{} is {value:?}, not {from:?}", what())));
    }
    value.clone_from(to);
    Ok(())
}
