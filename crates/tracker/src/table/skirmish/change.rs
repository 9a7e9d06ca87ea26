//! Concrete changes of the state.

use super::state::{Fall, PileName, Recovery, Shield, State};
use crate::table::{CardId, Mismatch, PlayerChange, Seat, changes};

changes! {
    State, players {
        health: Health(i64) "the health",
        weapon: Weapon(Option<CardId>) "the weapon",
        shield: Shield(Shield) "the Shield",
        mail: Mail(bool) "the Mail",
        recovering: Recovering(Option<Recovery>) "the recovering",
        used_cards: UsedCards(bool) "the cards used",
        fallen: Fallen(Option<Fall>) "the fall",
    }
    table {
        seating: setup.seating,
        Turn(Seat) = turn, "the turn",
        Round(u32) = round, "the round",
        Acted(bool) = acted, "the action of the turn",
        Reshuffles(u32) = reshuffles, "the count of reshuffles",
        Winner(Option<Seat>) = winner, "the winner",
    }
    other {
        /// Number of copies of a card in a pile.
        Pile { pile: PileName, card: CardId, from: u32, to: u32, }
    }
}

/// More health than in any game.
const MOST_HEALTH: i64 = 1_000_000;

impl Change {
    fn others_between(before: &State, after: &State) -> Vec<Self> {
        let piles = [PileName::Weapon, PileName::Normal].into_iter();
        let differing =
            piles.flat_map(|pile| before.pile(pile).differing(after.pile(pile)).map(move |card| (pile, card)));
        differing.map(|(pile, (card, from, to))| Self::Pile { pile, card: card.clone(), from, to }).collect()
    }

    fn set_other(&self, state: &mut State, forward: bool) -> Result<(), Mismatch> {
        match self {
            Self::Pile { pile, card, from, to } => {
                let (from, to) = if forward { (from, to) } else { (to, from) };
                let pile = state.pile_mut(*pile);
                if pile.of(card) != *from {
                    return Err(Mismatch(format!("there are {} of {card} in the pile, not {from}", pile.of(card))));
                }
                pile.set(card, *to);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// True if a table can have these values: a hand-edited journal may have others.
    fn has_possible_values(&self) -> bool {
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
}
