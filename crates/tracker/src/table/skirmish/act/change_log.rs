//! Carries changes out on a copy of the state, and writes each down.

use crate::table::{CardId, Change as _, PlayerChange, Seat, TableChange};

use crate::table::skirmish::{Change, Fall, Gear, PileName, Recovery, Rules, Shield, State};

/// A copy of the state, with its changes.
#[derive(Clone, Debug)]
pub(in crate::table::skirmish) struct ChangeLog<'a> {
    pub rules: &'a Rules,
    pub state: State,
    pub changes: Vec<Change>,
}

impl<'a> ChangeLog<'a> {
    pub fn new(rules: &'a Rules, state: &State) -> Self {
        Self { rules, state: state.clone(), changes: Vec::new() }
    }

    /// Records a change, unless nothing differs.
    fn write(&mut self, change: Change, differs: bool) {
        if differs {
            // One that does not fit is seen when the table carries all of them out.
            drop(change.apply(&mut self.state));
            self.changes.push(change);
        }
    }

    pub fn began(&mut self, fresh: State) {
        self.write(Change::Began(Box::new(fresh)), true);
    }

    pub fn health(&mut self, seat: Seat, to: i64) {
        if let Some(player) = self.state.player(seat) {
            let from = player.health;
            self.write(Change::Health(PlayerChange { seat, from, to }), from != to);
        }
    }

    pub fn weapon(&mut self, seat: Seat, to: Option<CardId>) {
        if let Some(player) = self.state.player(seat) {
            let from = player.weapon.clone();
            let differs = from != to;
            self.write(Change::Weapon(PlayerChange { seat, from, to }), differs);
        }
    }

    pub fn shield(&mut self, seat: Seat, to: Shield) {
        if let Some(player) = self.state.player(seat) {
            let from = player.shield;
            self.write(Change::Shield(PlayerChange { seat, from, to }), from != to);
        }
    }

    pub fn mail(&mut self, seat: Seat, to: bool) {
        if let Some(player) = self.state.player(seat) {
            let from = player.mail;
            self.write(Change::Mail(PlayerChange { seat, from, to }), from != to);
        }
    }

    pub fn recovering(&mut self, seat: Seat, to: Option<Recovery>) {
        if let Some(player) = self.state.player(seat) {
            let from = player.recovering.clone();
            let differs = from != to;
            self.write(Change::Recovering(PlayerChange { seat, from, to }), differs);
        }
    }

    /// Records that a player used cards in this turn, or redraws (S15).
    pub fn used_cards(&mut self, seat: Seat, to: bool) {
        if let Some(player) = self.state.player(seat).filter(|_| self.state.is_current()) {
            let from = player.used_cards;
            self.write(Change::UsedCards(PlayerChange { seat, from, to }), from != to);
        }
    }

    pub fn fallen(&mut self, seat: Seat, to: Option<Fall>) {
        if let Some(player) = self.state.player(seat) {
            let from = player.fallen.clone();
            let differs = from != to;
            self.write(Change::Fallen(PlayerChange { seat, from, to }), differs);
        }
    }

    pub fn turn(&mut self, to: Seat) {
        let from = self.state.turn;
        self.write(Change::Turn(TableChange { from, to }), from != to);
    }

    pub fn round(&mut self, to: u32) {
        let from = self.state.round;
        self.write(Change::Round(TableChange { from, to }), from != to);
    }

    pub fn acted(&mut self, to: bool) {
        let from = self.state.acted;
        self.write(Change::Acted(TableChange { from, to }), from != to);
    }

    pub fn winner(&mut self, to: Option<Seat>) {
        let from = self.state.winner;
        self.write(Change::Winner(TableChange { from, to }), from != to);
    }

    /// Records any other change; the caller reads the old value from the state.
    pub fn plain(&mut self, change: Change) {
        self.write(change, true);
    }

    /// Sets the number of copies of a card in a pile.
    pub fn pile(&mut self, pile: PileName, card: &CardId, to: u32) {
        let from = self.state.pile(pile).of(card);
        self.write(Change::Pile { pile, card: card.clone(), from, to }, from != to);
    }

    /// Puts a card onto its pile (S9, S10).
    pub fn lay_down(&mut self, card: &CardId) {
        let pile = if self.rules.is_open(card) { PileName::Weapon } else { PileName::Normal };
        self.pile(pile, card, self.state.pile(pile).of(card).saturating_add(1));
    }

    /// Puts a card from a hand onto its pile. Where the piles already hold every copy of it, they stay as they are:
    /// the players shuffled the draw deck without telling the tracker.
    pub fn spend(&mut self, card: &CardId) {
        if self.state.in_deck_or_hands(self.rules, card) > 0 {
            self.lay_down(card);
        }
    }

    /// Takes a card from a pile.
    pub fn pick_up(&mut self, pile: PileName, card: &CardId) {
        self.pile(pile, card, self.state.pile(pile).of(card).saturating_sub(1));
    }

    /// Takes a weapon from the pile; the old one is put onto the pile first (S27).
    pub fn take_weapon(&mut self, seat: Seat, weapon: &CardId) {
        self.lose(seat, Gear::Weapon);
        self.pick_up(PileName::Weapon, weapon);
        self.weapon(seat, Some(weapon.clone()));
    }

    /// Puts gear on its pile (S29, S35); returns the card, if there was one.
    pub fn lose(&mut self, seat: Seat, gear: Gear) -> Option<CardId> {
        let player = self.state.player(seat)?;
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
        let living = self.state.living().count();
        if living < 2 || !self.state.lives(seat) {
            return;
        }
        self.health(seat, 0);
        self.recovering(seat, None);
        self.used_cards(seat, false);
        for gear in [Gear::Weapon, Gear::Shield, Gear::Mail] {
            self.lose(seat, gear);
        }
        let place = u8::try_from(living).unwrap_or(u8::MAX);
        self.fallen(seat, Some(Fall { by, with, round: self.state.round, place }));
        if living == 2 {
            let last = self.state.living().next();
            self.winner(last);
        }
        if self.state.turn == seat {
            self.pass_turn();
        }
    }

    /// Passes the turn to the next living player; a round ends when it passes the one who began (S8).
    pub fn pass_turn(&mut self) {
        let (from, before) = (self.state.turn, self.state.turns_into_round());
        let to = self.state.next_after(from);
        self.turn(to);
        if self.state.turns_into_round() <= before && self.state.winner.is_none() {
            self.round(self.state.round.saturating_add(1));
        }
        self.recovering(from, None);
        self.acted(false);
        for seat in self.state.seats() {
            self.used_cards(seat, false);
        }
    }
}
