//! A Trip outside an attack.

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::attack::{Done, SumRow, buttons, figure, health_box, lines, slip, trip_strike};
use super::choice::{Item, Tile, TileContent, gear_words, overrulable, show_all};
use super::details::Details;
use super::view::{Action, Ui, View, signed};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset};
use crate::emblem::emblem;
use crate::form::{CONTROL, THUMB};
use crate::gallery::CardSide;
use crate::letters::Face;
use crate::region::Cut as _;
use crate::table::skirmish::{Command, Fight, Table, foresee};
use crate::table::{CardId, Reason, Seat};
use crate::touch::Gesture;

/// The tapped part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    On(Seat, Option<CardId>),
    Strike(Option<CardId>),
}

/// A Trip outside an attack.
#[derive(Serialize, Deserialize)]
pub struct TripSheet {
    by: Seat,
    on: Seat,
    /// The card that is cancelled, where the table knows it.
    #[serde(default)]
    card: Option<CardId>,
    strike: Option<CardId>,
    #[serde(skip)]
    details: Details,
}

impl TripSheet {
    /// Opens it against whoever is on turn, with the default attack.
    pub fn new(view: View<'_>, seat: Seat) -> Self {
        let on = if view.state.turn == seat { view.state.next_after(seat) } else { view.state.turn };
        Self { by: seat, on, card: None, strike: None, details: Details::default() }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        let command = Command::Trip { by: self.by, on: self.on, card: self.card.clone(), strike: self.strike.clone() };
        let legal = table.check(&command).map_err(|refusal| refusal.reasons);
        let places = TripLayout::new(ui.canvas.whole());
        let other = self.header(&mut ui.canvas, ui.view, places.header);
        let mut came = None;
        if let Some(name) = places.names[0] {
            let words = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
            ui.canvas.fit(name, Align2::LEFT_CENTER, words, &["Whose card is cancelled"]);
        }
        came = came.or(show_all(&mut ui.canvas, ui.view, "whose", places.whose, &self.whose(ui.view)));
        if let Some(name) = places.names[1] {
            let words = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
            ui.canvas.fit(name, Align2::LEFT_CENTER, words, &["What you strike with: only another Trip stops it"]);
        }
        came = came.or(show_all(&mut ui.canvas, ui.view, "strike", places.strikes, &self.strikes(ui.view)));
        self.tell(&mut ui.canvas, ui.view, legal.as_ref().err(), places.footer);
        let mut part = ui.canvas.part(ui.canvas.whole(), 0);
        let done = self.reckoning(&mut part, ui.view, &command, &legal, places.reckoning);
        self.details.show(&mut ui.canvas, ui.view);
        match self.details.take(came) {
            Some(Act::On(seat, card)) => (self.on, self.card) = (seat, card),
            Some(Act::Strike(strike)) => self.strike = strike,
            None => {}
        }
        match done {
            Some(Done::Strike) => ui.actions.extend([Action::Do(command), Action::Close]),
            Some(Done::Overrule) => ui.actions.extend([Action::Overrule(command), Action::Close]),
            Some(Done::Back) => ui.actions.push(Action::Close),
            None => {}
        }
        if other {
            self.next(ui.view);
        }
    }

    /// The next one who is alive trips.
    fn next(&mut self, view: View<'_>) {
        self.by = view.state.next_after(self.by);
        if self.on == self.by {
            self.on = if view.state.turn == self.by { view.state.next_after(self.by) } else { view.state.turn };
        }
        (self.card, self.strike) = (None, None);
    }

    /// Draws tripper and target; a tap changes the tripper.
    fn header(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) -> bool {
        let Some(player) = view.state.player(self.by).filter(|_| rect.height() >= 30.0) else { return false };
        let label = format!("{}; tap for the next player", player.name);
        let response = canvas.control("who trips", rect, Gesture::Tap, &label).tapped();
        let size = rect.height().min(60.0);
        emblem(canvas, Rect::from_min_size(rect.min, vec2(size, size)), player.colour, false);
        let trip = view.name(view.rules.trip()).to_lowercase();
        let said = format!("{} {trip}s {}", player.name, view.player_name(self.on));
        let words = TextStyle::new(Face::Caps, if size < 50.0 { 24.0 } else { 36.0 }, canvas.ground.text);
        canvas.fit(inset(rect, size + 12.0, 0.0, 0.0, 0.0), Align2::LEFT_CENTER, words, &[&said]);
        response
    }

    fn whose(&self, view: View<'_>) -> Vec<Item<Act>> {
        let others = view.state.living().filter(|seat| *seat != self.by);
        let chosen = |seat: Seat, card: Option<&CardId>| self.on == seat && self.card.as_ref() == card;
        let tile = |seat: Seat| {
            let label = format!("A card of {}", view.player_name(seat));
            let content = TileContent::Player(seat, gear_words(view, seat));
            let tile = Tile { label, content, chosen: chosen(seat, None), legal: Ok(()) };
            Item { tile, act: Act::On(seat, None), action: 0.0 }
        };
        let mut items: Vec<Item<Act>> = others.map(tile).collect();
        // A Mail can be tripped as it is put on (R10).
        let turn = view.state.turn;
        let puts_on = turn != self.by && !view.state.acted && view.state.player(turn).is_some_and(|player| player.mail);
        items.extend(puts_on.then(|| {
            let mail = view.rules.mail().clone();
            let label = format!("The {} of {}", view.name(&mail), view.player_name(turn));
            let content = TileContent::Card(mail.clone(), CardSide::Front, None);
            let tile = Tile { label, content, chosen: chosen(turn, Some(&mail)), legal: Ok(()) };
            Item { tile, act: Act::On(turn, Some(mail)), action: 0.0 }
        }));
        items
    }

    fn strikes(&self, view: View<'_>) -> Vec<Item<Act>> {
        let offers = Fight::trip_strikes(view.rules, view.state, self.by);
        let tile = |offer: crate::table::skirmish::Offer<Option<CardId>>| {
            let (label, content) = trip_strike(view, self.by, offer.value.as_ref());
            let tile = Tile { label, content, chosen: self.strike == offer.value, legal: offer.legal };
            Item { tile, act: Act::Strike(offer.value), action: 0.0 }
        };
        offers.into_iter().map(tile).collect()
    }

    fn tell(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, illegal: Option<&Vec<Reason>>, rect: Rect) {
        let words = self.details.words(view, illegal, true).unwrap_or_else(|| {
            let hint = "For a card played outside an attack. In an attack, play the Trip on the attack sheet.";
            [String::new(), String::new(), hint.to_owned()]
        });
        self.details.tell(canvas, view, rect, illegal, words);
    }

    fn reckoning(
        &self,
        canvas: &mut Canvas<'_, '_>,
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
            entries.push(SumRow { what: with.join(", "), much: (blow.damage + blow.armour).to_string() });
            if blow.armour > 0 {
                let mail = format!("{}’s {}", view.player_name(blow.on), view.name(view.rules.mail()));
                entries.push(SumRow { what: mail, much: signed(-blow.armour) });
            }
        }
        let [sum, outcome, row] = slip(canvas, rect, entries.len());
        lines(canvas, sum, view.name(view.rules.trip()), &entries, None);
        let high = if outcome.height() < 140.0 { 44.0 } else { 80.0 };
        let low = outcome.lower(high);
        let top = outcome.with_max_y(low.top() - 6.0);
        let health = |state: &crate::table::skirmish::State| state.player(self.on).map_or(0, |player| player.health);
        let before = health(view.state);
        let after = foreseen.as_ref().map_or(before, |foreseen| health(&foreseen.state));
        figure(canvas, top, blow.map_or(0, |blow| blow.damage), if blow.is_some() { "damage" } else { "no strike" });
        health_box(canvas, view, self.on, before, after, low);
        let so = legal.as_ref().err().is_some_and(|reasons| overrulable(reasons));
        let strike = Button { off: legal.is_err(), ..Button::new(&["Strike"], Tone::Harm) };
        buttons(canvas, row, strike, so)
    }
}

/// Where the parts of the sheet are, in points.
struct TripLayout {
    header: Rect,
    names: [Option<Rect>; 2],
    whose: Rect,
    strikes: Rect,
    footer: Rect,
    reckoning: Rect,
}

impl TripLayout {
    fn new(whole: Rect) -> Self {
        const AIR: f32 = 10.0;
        let low = whole.height() < 450.0;
        let slim = whole.width() < 600.0 && !low;
        let (left, reckoning) = if slim {
            let top = whole.bottom() - 170.0;
            let reckoning = whole.with_min_y(top);
            (whole.with_max_y(top - AIR), reckoning)
        } else {
            let width = (whole.width() * 0.3).clamp(230.0, 290.0);
            let reckoning = whole.right_part(width);
            (whole.with_max_x(reckoning.left() - 20.0), reckoning)
        };
        // On a phone in landscape, tripper and target are above the sum, and texts make room for the choice.
        let (above, reckoning) = if low {
            let line = reckoning.upper(THUMB);
            (Some(line), inset(reckoning, 0.0, THUMB + AIR, 0.0, 0.0))
        } else {
            (None, reckoning)
        };
        let header = match (low, slim) {
            (true, _) => 0.0,
            (false, true) => CONTROL,
            (false, false) => 60.0,
        };
        let name = if slim || low { 0.0 } else { 26.0 };
        let footer = if slim || low { 58.0 } else { 88.0 };
        let free = left.height() - header - 2.0 * name - footer - 3.0 * AIR;
        let share = if slim || low { 0.46 } else { 0.4 };
        let high = [(free * share).min(170.0), (free * (1.0 - share)).min(260.0)];
        let band = |top: f32, high: f32| Rect::from_min_size(pos2(left.left(), top), vec2(left.width(), high));
        let first = left.top() + header + AIR;
        let whose = band(first + name, high[0]);
        let second = whose.bottom() + AIR;
        let strikes = band(second + name, high[1]);
        let named = |top: f32| (name > 0.0).then(|| band(top, name - 2.0));
        let footer = band(left.bottom() - footer, footer);
        Self {
            header: above.unwrap_or(band(left.top(), header)),
            names: [named(first), named(second)],
            whose,
            strikes,
            footer,
            reckoning,
        }
    }
}
