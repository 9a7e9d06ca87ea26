//! Concrete changes of the state.

use serde::{Deserialize, Serialize};

use super::state::{Fall, PileName, Recovery, Shield, State};
use crate::table::{CardId, Mismatch, PlayerChange, PlayerColour, Seat, Seating, TableChange, replace_state};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are called as what they change")]
pub enum Change {
    /// A new game; it replaces the whole state.
    Began(Box<State>),
    Health(PlayerChange<i64>),
    Weapon(PlayerChange<Option<CardId>>),
    Shield(PlayerChange<Shield>),
    Mail(PlayerChange<bool>),
    Recovering(PlayerChange<Option<Recovery>>),
    UsedCards(PlayerChange<bool>),
    Fallen(PlayerChange<Option<Fall>>),
    Name(PlayerChange<String>),
    #[serde(rename = "livery")]
    Colour(PlayerChange<PlayerColour>),
    Chair(PlayerChange<u8>),
    /// Number of copies of a card in a pile.
    Pile {
        pile: PileName,
        card: CardId,
        from: u32,
        to: u32,
    },
    Turn(TableChange<Seat>),
    Round(TableChange<u32>),
    Acted(TableChange<bool>),
    Reshuffles(TableChange<u32>),
    Winner(TableChange<Option<Seat>>),
    Seating(TableChange<Seating>),
}

/// More health than in any game.
const MOST_HEALTH: i64 = 1_000_000;

impl crate::table::Change<State> for Change {
    fn set(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Began(fresh) => replace_state(state, fresh, forward),
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
            Self::Health(change) => {
                change.set_of(&mut state.players, forward, "the health", |player| &mut player.health)
            }
            Self::Weapon(change) => {
                change.set_of(&mut state.players, forward, "the weapon", |player| &mut player.weapon)
            }
            Self::Shield(change) => {
                change.set_of(&mut state.players, forward, "the Shield", |player| &mut player.shield)
            }
            Self::Mail(change) => change.set_of(&mut state.players, forward, "the Mail", |player| &mut player.mail),
            Self::Recovering(change) => {
                change.set_of(&mut state.players, forward, "the recovering", |player| &mut player.recovering)
            }
            Self::UsedCards(change) => {
                change.set_of(&mut state.players, forward, "the cards used", |player| &mut player.used_cards)
            }
            Self::Fallen(change) => change.set_of(&mut state.players, forward, "the fall", |player| &mut player.fallen),
            Self::Name(change) => change.set_of(&mut state.players, forward, "the name", |player| &mut player.name),
            Self::Colour(change) => {
                change.set_of(&mut state.players, forward, "the colour", |player| &mut player.colour)
            }
            Self::Chair(change) => change.set_of(&mut state.players, forward, "the chair", |player| &mut player.chair),
            Self::Turn(change) => change.set(&mut state.turn, forward, "the turn"),
            Self::Round(change) => change.set(&mut state.round, forward, "the round"),
            Self::Acted(change) => change.set(&mut state.acted, forward, "the action of the turn"),
            Self::Reshuffles(change) => change.set(&mut state.reshuffles, forward, "the count of reshuffles"),
            Self::Winner(change) => change.set(&mut state.winner, forward, "the winner"),
            Self::Seating(change) => change.set(&mut state.setup.seating, forward, "the seating"),
        }
    }

    fn is_sound(&self) -> bool {
        let health = |health: &i64| (0..=MOST_HEALTH).contains(health);
        match self {
            Self::Began(fresh) => {
                let seated = [fresh.turn, fresh.dealer].iter().all(|seat| fresh.player(*seat).is_some());
                seated
                    && fresh.seats().count() == fresh.players.len()
                    && fresh.players.iter().all(|who| health(&who.health))
            }
            Self::Health(PlayerChange { to, .. }) => health(to),
            _ => true,
        }
    }

    fn begins(&self) -> bool {
        matches!(self, Self::Began(_))
    }
}
