//! A Trip outside an attack.

use egui::{Align2, Rect, pos2, vec2};

use super::aside::Aside;
use super::attack::{Done, Entry, buttons, figure, health_box, lines, slip, trip_strike};
use super::choice::{Item, Matter, Tile, gear_words, overrulable, show_all};
use super::letters::Face;
use super::livery::emblem;
use super::stage::{Stage, Words, within};
use super::view::{View, Wish, signed};
use crate::table::{CardId, Command, Fight, Reason, Seat, Table, foresee};

/// What was touched.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    On(Seat),
    Strike(Option<CardId>),
}

/// A Trip outside an attack.
pub struct TripSheet {
    by: Seat,
    on: Seat,
    strike: Option<CardId>,
    aside: Aside,
}

impl TripSheet {
    /// Opens it against whoever is on turn, with the default attack.
    pub fn new(view: View<'_>, seat: Seat) -> Self {
        let on = if view.state.turn == seat { view.state.next_after(seat) } else { view.state.turn };
        Self { by: seat, on, strike: None, aside: Aside::default() }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, wishes: &mut Vec<Wish>) {
        let command = Command::Trip { by: self.by, on: self.on, strike: self.strike.clone() };
        let legal = table.check(&command).map_err(|refusal| refusal.reasons);
        let places = Places::new(stage.whole());
        self.header(stage, view, places.header);
        let mut came = None;
        if let Some(name) = places.names[0] {
            let words = Words::new(Face::Plain, 15.0, stage.ground.quiet);
            stage.fit(name, Align2::LEFT_CENTER, words, &["Whose card is cancelled"]);
        }
        came = came.or(show_all(stage, view, "whose", places.whose, &self.whose(view)));
        if let Some(name) = places.names[1] {
            let words = Words::new(Face::Plain, 15.0, stage.ground.quiet);
            stage.fit(name, Align2::LEFT_CENTER, words, &["What they are struck with: nothing but a Trip stops it"]);
        }
        came = came.or(show_all(stage, view, "strike", places.strikes, &self.strikes(view)));
        self.tell(stage, view, legal.as_ref().err(), places.footer);
        let mut part = stage.part(stage.whole(), 0);
        let done = self.reckoning(&mut part, view, &command, &legal, places.reckoning);
        self.aside.show(stage, view);
        match self.aside.take(came) {
            Some(Act::On(seat)) => self.on = seat,
            Some(Act::Strike(strike)) => self.strike = strike,
            None => {}
        }
        match done {
            Some(Done::Strike) => wishes.extend([Wish::Do(command), Wish::Close]),
            Some(Done::Overrule) => wishes.extend([Wish::Overrule(command), Wish::Close]),
            Some(Done::Back) => wishes.push(Wish::Close),
            None => {}
        }
    }

    fn header(&self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect) {
        let Some(player) = view.state.player(self.by).filter(|_| rect.height() >= 30.0) else { return };
        let size = rect.height().min(60.0);
        emblem(stage, Rect::from_min_size(rect.min, vec2(size, size)), player.livery, false);
        let trip = view.name(view.rules.trip()).to_lowercase();
        let said = format!("{} {trip}s {}", player.name, view.player_name(self.on));
        let words = Words::new(Face::Caps, if size < 50.0 { 24.0 } else { 36.0 }, stage.ground.text);
        stage.fit(within(rect, size + 12.0, 0.0, 0.0, 0.0), Align2::LEFT_CENTER, words, &[&said]);
    }

    fn whose(&self, view: View<'_>) -> Vec<Item<Act>> {
        let others = view.state.living().filter(|seat| *seat != self.by);
        let tile = |seat: Seat| {
            let label = format!("A card of {}", view.player_name(seat));
            let matter = Matter::Player(seat, gear_words(view, seat));
            let tile = Tile { label, matter, chosen: self.on == seat, legal: Ok(()) };
            Item { tile, act: Act::On(seat), wish: 0.0 }
        };
        others.map(tile).collect()
    }

    fn strikes(&self, view: View<'_>) -> Vec<Item<Act>> {
        let offers = Fight::trip_strikes(view.rules, view.state, self.by);
        let tile = |offer: crate::table::Offer<Option<CardId>>| {
            let (label, matter) = trip_strike(view, self.by, offer.value.as_ref());
            let tile = Tile { label, matter, chosen: self.strike == offer.value, legal: offer.legal };
            Item { tile, act: Act::Strike(offer.value), wish: 0.0 }
        };
        offers.into_iter().map(tile).collect()
    }

    fn tell(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, illegal: Option<&Vec<Reason>>, rect: Rect) {
        let words = self.aside.words(view, illegal, true).unwrap_or_else(|| {
            let hint = "For a card that the table has not seen. In an attack, play it on the attack sheet.";
            [String::new(), String::new(), hint.to_owned()]
        });
        self.aside.tell(stage, view, rect, illegal, words);
    }

    fn reckoning(
        &self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        command: &Command,
        legal: &Result<(), Vec<Reason>>,
        rect: Rect,
    ) -> Option<Done> {
        let foreseen = foresee(view.rules, view.state, command);
        let blow = foreseen.as_ref().and_then(|foreseen| foreseen.blows.first());
        let mut entries = Vec::new();
        if let Some(blow) = blow {
            let with: Vec<&str> = blow.with.iter().map(|card| view.name(card)).collect();
            entries.push(Entry { what: with.join(", "), much: (blow.damage + blow.armour).to_string() });
            if blow.armour > 0 {
                let mail = format!("{}’s {}", view.player_name(blow.on), view.name(view.rules.mail()));
                entries.push(Entry { what: mail, much: signed(-blow.armour) });
            }
        }
        let [sum, outcome, row] = slip(stage, rect, entries.len());
        lines(stage, sum, view.name(view.rules.trip()), &entries, None);
        let high = if outcome.height() < 140.0 { 44.0 } else { 80.0 };
        let low = Rect::from_min_max(pos2(outcome.left(), outcome.bottom() - high), outcome.max);
        let top = Rect::from_min_max(outcome.min, pos2(outcome.right(), low.top() - 6.0));
        let health = |state: &crate::table::State| state.player(self.on).map_or(0, |player| player.health);
        let before = health(view.state);
        let after = foreseen.as_ref().map_or(before, |foreseen| health(&foreseen.state));
        figure(stage, top, blow.map_or(0, |blow| blow.damage), if blow.is_some() { "damage" } else { "no strike" });
        health_box(stage, view, self.on, before, after, low);
        let so = legal.as_ref().err().is_some_and(|reasons| overrulable(reasons));
        buttons(stage, row, &["Strike"], "", legal.is_ok(), so)
    }
}

/// Where the parts of the sheet lie. Points.
struct Places {
    header: Rect,
    names: [Option<Rect>; 2],
    whose: Rect,
    strikes: Rect,
    footer: Rect,
    reckoning: Rect,
}

impl Places {
    fn new(whole: Rect) -> Self {
        const AIR: f32 = 10.0;
        let slim = whole.width() < 600.0;
        let low = whole.height() < 450.0;
        let (left, reckoning) = if slim {
            let top = whole.bottom() - 170.0;
            let reckoning = Rect::from_min_max(pos2(whole.left(), top), whole.max);
            (Rect::from_min_max(whole.min, pos2(whole.right(), top - AIR)), reckoning)
        } else {
            let width = (whole.width() * 0.3).clamp(230.0, 290.0);
            let reckoning = Rect::from_min_max(pos2(whole.right() - width, whole.top()), whole.max);
            (Rect::from_min_max(whole.min, pos2(reckoning.left() - 20.0, whole.bottom())), reckoning)
        };
        let header = match (low, slim) {
            (true, _) => 0.0,
            (false, true) => 36.0,
            (false, false) => 60.0,
        };
        let name = if slim || low { 0.0 } else { 26.0 };
        let footer = if slim || low { 58.0 } else { 88.0 };
        let free = left.height() - header - 2.0 * name - footer - 3.0 * AIR;
        let high = [(free * 0.4).min(170.0), (free * 0.6).min(260.0)];
        let band = |top: f32, high: f32| Rect::from_min_size(pos2(left.left(), top), vec2(left.width(), high));
        let first = left.top() + header + AIR;
        let whose = band(first + name, high[0]);
        let second = whose.bottom() + AIR;
        let strikes = band(second + name, high[1]);
        let named = |top: f32| (name > 0.0).then(|| band(top, name - 2.0));
        let footer = band(left.bottom() - footer, footer);
        Self {
            header: band(left.top(), header),
            names: [named(first), named(second)],
            whose,
            strikes,
            footer,
            reckoning,
        }
    }
}
