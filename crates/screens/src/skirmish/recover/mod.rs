//! A turn of recovering: one of five.

mod layout;

use egui::{Align2, Color32, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use self::layout::RecoverLayout;
use super::choice::{Item, Pick, Tile, TileContent, TileEvent, overrulable, pick, show_all};
use super::details::Details;
use super::view::{Action, Ui, View, signed};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::gallery::{CardSide, PictureRequest};
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::look::{INK, PAPER, parts};
use crate::region::{Cut as _, columns};
use crate::table::skirmish::{Command, Offer, PileName, Recovery, Shield, State, Table, foresee, recoveries};
use crate::table::{CardId, Reason, Seat};
use crate::touch::Gesture;

/// A turn of recovering: one of five.
#[derive(Serialize, Deserialize)]
pub struct RecoverSheet {
    seat: Seat,
    what: Option<Recovery>,
    #[serde(skip)]
    details: Details,
}

/// One of the four choices other than weapons, ready to be drawn.
struct Column {
    what: Recovery,
    titles: [&'static str; 2],
    card: Option<(CardId, CardSide, Option<u32>)>,
    /// Set large.
    lead: Vec<String>,
    note: String,
}

impl RecoverSheet {
    /// Opens it.
    pub fn new(view: View<'_>, seat: Seat) -> Self {
        let what = view.state.player(seat).and_then(|player| player.recovering.clone());
        Self { seat, what, details: Details::default() }
    }

    /// Draws it. A recovering player may choose again until another event: the first choice is undone.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        let before = self.before(table);
        let view = View { state: before.as_ref().unwrap_or(ui.view.state), ..ui.view };
        let offers = recoveries(view.rules, view.state, self.seat);
        let first = || offers.iter().find(|offer| offer.legal.is_ok()).map(|offer| offer.value.clone());
        let what = self.what.clone().or_else(first).unwrap_or(Recovery::Health);
        let places = RecoverLayout::new(ui.canvas.whole());
        self.header(&mut ui.canvas, view, places.header);
        let mut event = None;
        for (column, place) in self.columns(view).into_iter().zip(places.columns) {
            let Some(offer) = offers.iter().find(|offer| offer.value == column.what) else { continue };
            event = event.or(draw_column(&mut ui.canvas, view, &column, offer, what == column.what, place));
        }
        event = event.or(self.weapons(&mut ui.canvas, view, &offers, &what, places.weapons));
        let legal = offers.iter().find(|offer| offer.value == what).map_or(Ok(()), |offer| offer.legal.clone());
        self.tell(&mut ui.canvas, view, &what, legal.as_ref().err(), &places);
        let done = self.buttons(&mut ui.canvas, view, &what, &legal, places.buttons);
        self.details.show(&mut ui.canvas, view);
        if let Some(next) = self.details.take(event) {
            self.what = Some(next);
        }
        if let Some(action) = done {
            if before.is_some() && action != Action::Close {
                ui.actions.push(Action::UndoOne);
            }
            ui.actions.extend([action, Action::Close]);
        }
    }

    /// The state before the player chose to recover, if that is the last thing that happened.
    fn before(&self, table: &Table) -> Option<State> {
        let (last, earlier) = table.done().split_last()?;
        let own = matches!(&last.command, Command::Recover { seat, .. } if *seat == self.seat);
        let recovering = table.state().player(self.seat).is_some_and(|player| player.recovering.is_some());
        (own && recovering).then(|| table.state_at(earlier.len()))
    }

    fn header(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        let Some(player) = view.state.player(self.seat).filter(|_| rect.height() >= 30.0) else { return };
        let size = rect.height().min(64.0);
        emblem(canvas, Rect::from_min_size(rect.min, vec2(size, size)), player.colour, false);
        let beside = inset(rect, size + 12.0, 0.0, 0.0, 0.0);
        let words = TextStyle::new(Face::Caps, if size < 50.0 { 26.0 } else { 36.0 }, canvas.ground.text);
        let at = canvas.fit(beside, Align2::LEFT_CENTER, words, &[&format!("{} recovers", player.name)]);
        let free = rect.with_min_x(at.right() + 16.0);
        if free.width() > 280.0 {
            let middle = free.center().y;
            let quiet = TextStyle::new(Face::Plain, 16.0, canvas.ground.quiet);
            let upper = free.with_max_y(middle - 1.0);
            canvas.fit(upper, Align2::RIGHT_BOTTOM, quiet, &["Do exactly one of these."]);
            let lower = free.with_min_y(middle + 1.0);
            canvas.fit(lower, Align2::RIGHT_TOP, quiet, &["Taking gear regains no health."]);
        }
    }

    fn columns(&self, view: View<'_>) -> [Column; 4] {
        let (rules, state) = (view.rules, view.state);
        let player = state.player(self.seat);
        let (shield, mail) = (rules.shield(), rules.mail());
        let health = player.map_or(0, |player| player.health);
        let weapon = player.and_then(|player| player.weapon.clone());
        let lies =
            weapon.as_ref().map(|weapon| format!("Your {} stays turned over until you redraw.", view.name(weapon)));
        let own = match player.map(|player| player.shield) {
            Some(Shield::Damaged) => "Your damaged one goes to the weapon discards.",
            Some(Shield::None) => "You have none.",
            _ => "",
        };
        let slung =
            if state.two_handed(rules, self.seat) { " It is on your back while you need both hands." } else { "" };
        let pile = |name, card: &CardId| Some(state.pile(name).of(card));
        [
            Column {
                what: Recovery::Health,
                titles: ["Regain health", "Health"],
                card: weapon.map(|weapon| (weapon, CardSide::Back, None)),
                lead: vec![signed(rules.regain()), format!("{health} → {}", self.health_after(view, health))],
                note: lies.unwrap_or_default(),
            },
            Column {
                what: Recovery::Shield,
                titles: ["Take a Shield", "Shield"],
                card: Some((shield.clone(), CardSide::Front, pile(PileName::Weapon, shield))),
                lead: Vec::new(),
                note: format!("{own}{slung}"),
            },
            Column {
                what: Recovery::Armour,
                titles: ["Take armour", "Armour"],
                card: Some((mail.clone(), CardSide::Front, pile(PileName::Normal, mail))),
                lead: Vec::new(),
                note: "From the normal discards into the hand; wear it from your next turn on.".to_owned(),
            },
            Column {
                what: Recovery::TakeOff,
                titles: ["Take off Mail", "Take off"],
                card: Some((mail.clone(), CardSide::Front, None)),
                lead: Vec::new(),
                note: "It goes to the normal discards, and you draw one card more.".to_owned(),
            },
        ]
    }

    /// The health that rest would lead to.
    fn health_after(&self, view: View<'_>, health: i64) -> i64 {
        let rest = Command::Recover { seat: self.seat, what: Recovery::Health };
        let after =
            foresee(view.rules, view.state, &rest).and_then(|foreseen| Some(foreseen.state.player(self.seat)?.health));
        after.unwrap_or(health)
    }

    fn weapons(
        &self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        offers: &[Offer<Recovery>],
        what: &Recovery,
        rect: Rect,
    ) -> Option<TileEvent<Recovery>> {
        let ground = canvas.ground;
        canvas.fill(rect, radius(8.0), ground.raised);
        canvas.border(rect, radius(8.0), canvas.look().rim, ground.line);
        let inner = rect.shrink2(vec2(12.0, 6.0));
        let heading = inner.upper((inner.height() * 0.14).clamp(24.0, 40.0));
        let words = TextStyle::new(Face::Caps, 23.0, ground.text);
        canvas.fit(heading, Align2::CENTER_CENTER, words, &["Take a weapon"]);
        let free = inner.with_min_y(heading.bottom() + 4.0);
        let notes = self.notes(view, what);
        let roomy = has_notes(rect);
        let low = if roomy { free.height() * 0.3 } else { 0.0 };
        let heads = free.with_max_y(free.bottom() - low);
        let heads = if roomy { heads } else { inset(heads, 0.0, 0.0, 0.0, 4.0) };
        let item = |offer: &Offer<Recovery>| match &offer.value {
            Recovery::Weapon(card) => {
                let count = view.state.weapon_pile.of(card);
                let content = TileContent::Card(card.clone(), CardSide::Front, (count > 0).then_some(count));
                let label = format!("Take {}", view.name(card));
                let tile = Tile { label, content, chosen: *what == offer.value, legal: offer.legal.clone() };
                Some(Item { tile, act: offer.value.clone(), action: 0.0 })
            }
            _ => None,
        };
        let items: Vec<Item<Recovery>> = offers.iter().filter_map(item).collect();
        let event = show_all(canvas, view, "weapons", heads, &items);
        if roomy {
            let below = free.with_min_y(heads.bottom() + 8.0);
            note(canvas, view, &notes, below);
        }
        event
    }

    /// Returns the consequences of taking a weapon: the old one, and two hands (S27, S30).
    fn notes(&self, view: View<'_>, what: &Recovery) -> Notes {
        let own = view.state.weapon(self.seat);
        let old = own.map_or_else(String::new, |weapon| format!("Your {} goes to the pile.", view.name(weapon)));
        let taken = match what {
            Recovery::Weapon(card) => Some(card),
            _ => None,
        };
        let shown = taken.is_none_or(|card| view.rules.two_handed(card));
        let shield = view.name(view.rules.shield());
        let hands =
            format!("A two-handed weapon: the {shield} goes on your back, out of use, and you hold one card fewer.");
        Notes { old, hands: shown.then_some(hands), strong: taken.is_some() && shown }
    }

    fn tell(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        what: &Recovery,
        illegal: Option<&Vec<Reason>>,
        places: &RecoverLayout,
    ) {
        let hands = !has_notes(places.weapons);
        let words = self.details.words(view, illegal, true).unwrap_or_else(|| match what {
            Recovery::Weapon(card) if hands && view.rules.two_handed(card) => {
                let Notes { old, hands, .. } = self.notes(view, what);
                ["Two hands".to_owned(), hands.unwrap_or_default(), old]
            }
            _ => {
                let text = format!(
                    "On your turn, play no other card, not even {}, except to defend. You may still discard; then draw up to {} cards.",
                    view.name(view.rules.trip()),
                    view.state.hand_limit(view.rules, self.seat),
                );
                ["While recovering".to_owned(), text, String::new()]
            }
        });
        self.details.tell(canvas, view, places.footer, illegal, words);
    }

    fn buttons(
        &self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        what: &Recovery,
        legal: &Result<(), Vec<Reason>>,
        rect: Rect,
    ) -> Option<Action> {
        let [back, over, first] = columns(rect, 8.0, [1.0, 1.2, 1.9]);
        let health = view.state.player(self.seat).map_or(0, |player| player.health);
        let sub = match what {
            Recovery::Health => format!("{health} → {}", self.health_after(view, health)),
            Recovery::Shield => view.name(view.rules.shield()).to_owned(),
            Recovery::Weapon(card) => view.name(card).to_owned(),
            Recovery::Armour => view.name(view.rules.mail()).to_owned(),
            Recovery::TakeOff => format!("{} off", view.name(view.rules.mail())),
        };
        let command = Command::Recover { seat: self.seat, what: what.clone() };
        let so = legal.as_ref().err().is_some_and(|reasons| overrulable(reasons));
        let away = Button::new(&["Back"], Tone::Raised).show(canvas, "away", back).tapped();
        let overrule = Button { off: !so, ..Button::new(&["Play it anyway", "Play anyway", "Anyway"], Tone::Raised) };
        let overrule = overrule.show(canvas, "overrule", over).tapped();
        let size = if first.width() >= 180.0 { 30.0 } else { 22.0 };
        let main = Button { off: legal.is_err(), size, sub: &sub, ..Button::new(&["Recover"], Tone::Harm) };
        match (main.show(canvas, "recover", first).tapped(), overrule, away) {
            (true, ..) => Some(Action::Do(command)),
            (_, true, _) => Some(Action::Overrule(command)),
            (_, _, true) => Some(Action::Close),
            _ => None,
        }
    }
}

fn draw_column(
    canvas: &mut Canvas<'_, '_>,
    view: View<'_>,
    column: &Column,
    offer: &Offer<Recovery>,
    chosen: bool,
    rect: Rect,
) -> Option<TileEvent<Recovery>> {
    let ground = canvas.ground;
    let reason = offer.legal.as_ref().err().and_then(|reasons| reasons.first());
    let strength = if reason.is_some() { 0.34 } else { 1.0 };
    let fade = |colour: Color32| colour.gamma_multiply(strength);
    let [title, short] = column.titles;
    let label = reason.map_or_else(|| title.to_owned(), |reason| format!("{title}, {}", reason.short));
    let response = canvas.choice(("recover", title), rect, Gesture::Hold, &label, chosen);
    canvas.fill(rect, radius(8.0), if reason.is_some() { canvas.look().centre.fill } else { ground.raised });
    canvas.border(rect, radius(8.0), canvas.look().rim, ground.line);
    if response.down {
        let over = if canvas.look().light { Color32::from_black_alpha(30) } else { Color32::from_white_alpha(30) };
        canvas.fill(rect, radius(8.0), over);
    }
    let inner = rect.shrink2(vec2(10.0, 6.0));
    let heading = inner.upper((inner.height() * 0.22).clamp(22.0, 40.0));
    let words = TextStyle::new(Face::Caps, 23.0, fade(ground.text));
    canvas.fit(heading, Align2::CENTER_CENTER, words, &[title, short]);
    let free = inner.with_min_y(heading.bottom() + 3.0);
    let roomy = free.height() >= 200.0;
    // In a low place the words stand beside the picture, and notes are left out.
    let [picture, rest] = if roomy {
        let high = (free.width() * 0.76).min(free.height() * 0.42);
        let picture = free.upper(high);
        [picture, free.with_min_y(picture.bottom() + 8.0)]
    } else if column.lead.is_empty() && reason.is_none() {
        [free, Rect::from_min_size(free.max, vec2(0.0, 0.0))]
    } else {
        let [picture, rest] = columns(free, 6.0, [1.0, 1.0]);
        [picture, rest]
    };
    if let Some((card, side, count)) = &column.card {
        let shown = Shown { card: card.as_str(), side: *side, count: *count, strength, chosen: false };
        let fitting = picture.size().min(vec2(picture.height() * 1.5, f32::INFINITY));
        head::draw(canvas, view.cards, Rect::from_center_size(picture.center(), fitting), shown);
    }
    match reason {
        Some(reason) if rest.width() > 20.0 => {
            let above = rest.with_max_y(rest.top() + rest.height().min(96.0));
            canvas.wrap_centred(above, TextStyle::new(Face::Caps, 19.0, ground.text), &reason.short);
        }
        _ => lead(canvas, column, rest, roomy),
    }
    if chosen {
        head::chosen(canvas, rect);
    }
    match (pick(response, &offer.legal)?, &offer.legal, &column.card) {
        (Pick::Take, ..) => Some(TileEvent::Act(column.what.clone())),
        (Pick::Why, Err(reasons), _) => Some(TileEvent::Why(title.to_owned(), reasons.clone())),
        (Pick::Face, _, Some((card, side, _))) => Some(TileEvent::Face(card.clone(), *side)),
        _ => None,
    }
}

/// Large words and a note below them, as there is room.
fn lead(canvas: &Canvas<'_, '_>, column: &Column, rect: Rect, roomy: bool) {
    let ground = canvas.ground;
    if !roomy {
        canvas.fit(
            rect,
            Align2::CENTER_CENTER,
            TextStyle::new(Face::Figure, 22.0, ground.text),
            &[column.lead.last().map_or("", String::as_str)],
        );
        return;
    }
    let mut top = rect.top();
    for (index, words) in column.lead.iter().enumerate() {
        let size = if index == 0 { 48.0 } else { 30.0 };
        let row = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), size * 1.1));
        canvas.fit(
            row,
            Align2::CENTER_CENTER,
            TextStyle::new(Face::Figure, size / canvas.tools.scale, ground.text),
            &[words],
        );
        top = row.bottom();
    }
    let below = rect.with_min_y(top + 4.0);
    if below.height() > 30.0 {
        canvas.wrap_centred(below, TextStyle::new(Face::Plain, 15.5, ground.quiet), &column.note);
    }
}

/// True if there is room for notes below the weapons; otherwise they are at the foot of the sheet.
fn has_notes(weapons: Rect) -> bool {
    weapons.height() >= 360.0
}

/// The consequences of taking a weapon.
struct Notes {
    old: String,
    hands: Option<String>,
    /// True if they apply to the selected weapon.
    strong: bool,
}

fn note(canvas: &mut Canvas<'_, '_>, view: View<'_>, notes: &Notes, rect: Rect) {
    let line = rect.upper(canvas.scaled(24.0));
    canvas.fit(line, Align2::LEFT_CENTER, TextStyle::new(Face::Text, 17.0, canvas.ground.text), &[&notes.old]);
    let Some(hands) = &notes.hands else { return };
    let field = rect.with_min_y(line.bottom() + 4.0);
    let (fill, text) = if notes.strong { (INK, PAPER) } else { (canvas.look().centre.fill, canvas.ground.quiet) };
    canvas.fill(field, radius(6.0), fill);
    let mark = view.rules.weapons().iter().any(|weapon| view.rules.two_handed(weapon)).then_some("two-handed");
    let mut left = field.left() + 10.0;
    if let Some(name) = mark {
        let at = rect_around(pos2(left + 12.0, field.center().y), 24.0, 24.0);
        canvas.picture(at, |size, _| PictureRequest::Mark { name: name.to_owned(), colour: parts(text), size });
        left = at.right() + 2.0;
    }
    let words = Rect::from_min_max(pos2(left + 8.0, field.top() + 4.0), field.max - vec2(8.0, 4.0));
    canvas.wrap_left(words, TextStyle::new(Face::Text, 16.0, text), hands);
}
