//! Carries changes out on a copy of the state, and writes each down.

use std::ops::{Deref, DerefMut};

use crate::table::skirmish::{Change, Fall, Gear, PileName, Rules, Shield, State};
use crate::table::{CardId, Recorder, Seat};

/// A copy of the state with its changes, which knows where cards go.
#[derive(Clone, Debug)]
pub(in crate::table::skirmish) struct ChangeLog<'a> {
    pub rules: &'a Rules,
    recorder: Recorder<State, Change>,
}

impl Deref for ChangeLog<'_> {
    type Target = Recorder<State, Change>;

    fn deref(&self) -> &Self::Target {
        &self.recorder
    }
}

impl DerefMut for ChangeLog<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.recorder
    }
}

impl<'a> ChangeLog<'a> {
    pub fn new(rules: &'a Rules, state: &State) -> Self {
        Self { rules, recorder: Recorder::new(state) }
    }

    pub fn into_changes(self) -> Vec<Change> {
        self.recorder.into_changes()
    }

    /// Records that a player used cards in this turn, or redraws (S15).
    pub fn used_cards(&mut self, seat: Seat, to: bool) {
        if self.state().is_current() {
            self.recorder.used_cards(seat, to);
        }
    }

    /// Sets the number of copies of a card in a pile.
    pub fn pile(&mut self, pile: PileName, card: &CardId, to: u32) {
        let from = self.state().pile(pile).of(card);
        if from != to {
            self.record(Change::Pile { pile, card: card.clone(), from, to });
        }
    }

    /// Puts a card onto its pile (S9, S10).
    pub fn lay_down(&mut self, card: &CardId) {
        let pile = if self.rules.is_open(card) { PileName::Weapon } else { PileName::Normal };
        self.pile(pile, card, self.state().pile(pile).of(card).saturating_add(1));
    }

    /// Puts a card from a hand onto its pile. Where the piles already hold every copy of it, they stay as they are:
    /// the players shuffled the draw deck without telling the tracker.
    pub fn spend(&mut self, card: &CardId) {
        if self.state().in_deck_or_hands(self.rules, card) > 0 {
            self.lay_down(card);
        }
    }

    /// Takes a card from a pile.
    pub fn pick_up(&mut self, pile: PileName, card: &CardId) {
        self.pile(pile, card, self.state().pile(pile).of(card).saturating_sub(1));
    }

    /// Takes a weapon from the pile; the old one is put onto the pile first (S27).
    pub fn take_weapon(&mut self, seat: Seat, weapon: &CardId) {
        self.lose(seat, Gear::Weapon);
        self.pick_up(PileName::Weapon, weapon);
        self.weapon(seat, Some(weapon.clone()));
    }

    /// Puts gear on its pile (S29, S35); returns the card, if there was one.
    pub fn lose(&mut self, seat: Seat, gear: Gear) -> Option<CardId> {
        let player = self.state().player(seat)?;
        let card = match gear {
            Gear::Weapon => player.weapon.clone()?,
            Gear::Shield if player.shield == Shield::None => return None,
            Gear::Shield => self.rules.shield().clone(),
            Gear::Mail if !player.mail => return None,
            Gear::Mail => self.rules.mail().clone(),
        };
        match gear {
            Gear::Weapon => self.weapon(seat, None),
            Gear::Shield => self.shield(seat, Shield::None),
            Gear::Mail => self.mail(seat, false),
        }
        self.lay_down(&card);
        Some(card)
    }

    /// Kills a player: gear goes to the piles, and the turn passes on if it was theirs (S11). The last one alive stays.
    pub fn fall(&mut self, seat: Seat, by: Option<Seat>, with: Vec<CardId>) {
        let living = self.state().living().count();
        if living < 2 || !self.state().lives(seat) {
            return;
        }
        self.health(seat, 0);
        self.recovering(seat, None);
        self.used_cards(seat, false);
        for gear in [Gear::Weapon, Gear::Shield, Gear::Mail] {
            self.lose(seat, gear);
        }
        let place = u8::try_from(living).unwrap_or(u8::MAX);
        let round = self.state().round;
        self.fallen(seat, Some(Fall { by, with, round, place }));
        if living == 2 {
            let last = self.state().living().next();
            self.winner(last);
        }
        if self.state().turn == seat {
            self.pass_turn();
        }
    }

    /// Passes the turn to the next living player; a round ends when it passes the one who began (S8).
    pub fn pass_turn(&mut self) {
        let (from, before) = (self.state().turn, self.state().turns_into_round());
        let to = self.state().next_after(from);
        self.turn(to);
        if self.state().turns_into_round() <= before && self.state().winner.is_none() {
            let next = self.state().round.saturating_add(1);
            self.round(next);
        }
        self.recovering(from, None);
        self.acted(false);
        for seat in self.state().seats() {
            self.used_cards(seat, false);
        }
    }
}
