//! The state that a command leads to.

use std::ops::{Deref, DerefMut};

use crate::table::skirmish::{Fall, Gear, PileName, Rules, Shield, State};
use crate::table::{CardId, Seat};

/// The state that a command leads to, which knows where cards go.
#[derive(Clone, Debug)]
pub(in crate::table::skirmish) struct NextState<'a> {
    pub rules: &'a Rules,
    state: State,
}

impl Deref for NextState<'_> {
    type Target = State;

    fn deref(&self) -> &Self::Target {
        &self.state
    }
}

impl DerefMut for NextState<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.state
    }
}

impl<'a> NextState<'a> {
    /// Begins with the state before the command.
    pub fn new(rules: &'a Rules, state: &State) -> Self {
        Self { rules, state: state.clone() }
    }

    /// Records that a player used cards in this turn, or redraws (S15).
    pub fn used_cards(&mut self, seat: Seat, used: bool) {
        if self.is_current() {
            self.edit(seat, |player| player.used_cards = used);
        }
    }

    /// Puts a card onto its pile (S9, S10).
    pub fn lay_down(&mut self, card: &CardId) {
        let pile = if self.rules.is_open(card) { PileName::Weapon } else { PileName::Normal };
        let count = self.pile(pile).of(card).saturating_add(1);
        self.pile_mut(pile).set(card, count);
    }

    /// Puts a card from a hand onto its pile. Where the piles already hold every copy of it, they stay as they are:
    /// the players shuffled the draw deck without telling the tracker.
    pub fn spend(&mut self, card: &CardId) {
        if self.in_deck_or_hands(self.rules, card) > 0 {
            self.lay_down(card);
        }
    }

    /// Takes a card from a pile.
    pub fn pick_up(&mut self, pile: PileName, card: &CardId) {
        let count = self.pile(pile).of(card).saturating_sub(1);
        self.pile_mut(pile).set(card, count);
    }

    /// Takes a weapon from the pile; the old one is put onto the pile first (S27).
    pub fn take_weapon(&mut self, seat: Seat, weapon: &CardId) {
        self.lose(seat, Gear::Weapon);
        self.pick_up(PileName::Weapon, weapon);
        self.edit(seat, |player| player.weapon = Some(weapon.clone()));
    }

    /// Puts gear on its pile (S29, S35); returns the card, if there was one.
    pub fn lose(&mut self, seat: Seat, gear: Gear) -> Option<CardId> {
        let player = self.player(seat)?;
        let card = match gear {
            Gear::Weapon => player.weapon.clone()?,
            Gear::Shield if player.shield == Shield::None => return None,
            Gear::Shield => self.rules.shield().clone(),
            Gear::Mail if !player.mail => return None,
            Gear::Mail => self.rules.mail().clone(),
        };
        self.edit(seat, |player| match gear {
            Gear::Weapon => player.weapon = None,
            Gear::Shield => player.shield = Shield::None,
            Gear::Mail => player.mail = false,
        });
        self.lay_down(&card);
        Some(card)
    }

    /// Kills a player: gear goes to the piles, and the turn passes on if it was theirs (S11). The last one alive stays.
    pub fn fall(&mut self, seat: Seat, by: Option<Seat>, with: Vec<CardId>) {
        let living = self.living().count();
        if living < 2 || !self.lives(seat) {
            return;
        }
        self.edit(seat, |player| (player.health, player.recovering) = (0, None));
        self.used_cards(seat, false);
        for gear in [Gear::Weapon, Gear::Shield, Gear::Mail] {
            self.lose(seat, gear);
        }
        let place = u8::try_from(living).unwrap_or(u8::MAX);
        let round = self.round;
        self.edit(seat, |player| player.fallen = Some(Fall { by, with, round, place }));
        if living == 2 {
            let last = self.living().next();
            self.winner = last;
        }
        if self.turn == seat {
            self.pass_turn();
        }
    }

    /// Passes the turn to the next living player; a round ends when it passes the one who began (S8).
    pub fn pass_turn(&mut self) {
        let (from, before) = (self.turn, self.turns_into_round());
        self.turn = self.next_after(from);
        if self.turns_into_round() <= before && self.winner.is_none() {
            self.round = self.round.saturating_add(1);
        }
        self.edit(from, |player| player.recovering = None);
        self.acted = false;
        for seat in self.seats() {
            self.used_cards(seat, false);
        }
    }
}
