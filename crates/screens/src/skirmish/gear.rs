//! A player's held and worn gear, as the upper parts of the real cards.

use egui::{Align2, Color32, Rect};

use super::panel::weapon_side;
use super::view::{Action, OwnSheet, SheetKind, Ui, View};
use crate::canvas::{Canvas, TextStyle, radius};
use crate::gallery::CardSide;
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::region::Cut as _;
use crate::table::Seat;
use crate::table::skirmish::{Command, Gear, Player, Shield};
use crate::touch::Gesture;

/// The three places of gear, in their order on a panel.
pub const PLACES: [Gear; 3] = [Gear::Weapon, Gear::Shield, Gear::Mail];

/// Draws a place of gear and gives the command that a touch means.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, gear: Gear, rect: Rect) {
    let name = &player.name;
    let (card, side, label) = match gear {
        Gear::Weapon => {
            let held = player.weapon.as_ref();
            let said = held.map_or_else(|| "no weapon".to_owned(), |card| ui.view.name(card).to_owned());
            (held, weapon_side(ui.view, seat), format!("{name}: {said}, change"))
        }
        Gear::Shield => {
            let shield = ui.view.name(ui.view.rules.shield());
            let (side, said) = match player.shield {
                Shield::None => (None, format!("no {shield}, take one")),
                Shield::Whole => (Some(CardSide::Front), format!("{shield}, damage it")),
                Shield::Damaged => (Some(CardSide::Back), format!("damaged {shield}, lose it")),
            };
            (side.map(|_| ui.view.rules.shield()), side.unwrap_or_default(), format!("{name}: {said}"))
        }
        Gear::Mail => {
            let mail = ui.view.name(ui.view.rules.mail());
            let said = if player.mail { format!("{mail}, take it off") } else { format!("no {mail}, wear one") };
            (player.mail.then(|| ui.view.rules.mail()), CardSide::Front, format!("{name}: {said}"))
        }
    };
    let response = ui.canvas.control(("gear", seat, gear), rect, Gesture::Hold, &label);
    if response.held
        && let Some(card) = card
    {
        ui.actions.push(Action::Open(seat, SheetKind::Card(card.clone(), side)));
    }
    if response.tapped() {
        ui.actions.push(tapped(ui.view, seat, player, gear));
    }
    match card {
        None => {
            let (name, why) = missing(ui.view, gear);
            head::empty(&ui.canvas, rect, name, why);
        }
        Some(card) if gear == Gear::Shield && ui.view.state.slung(ui.view.rules, seat) => {
            slung(
                &mut ui.canvas,
                ui.view,
                rect,
                Shown { card: card.as_str(), side, strength: 0.55, ..Shown::default() },
            );
        }
        Some(card) => {
            let shown = Shown { card: card.as_str(), side, strength: 1.0, ..Shown::default() };
            head::draw(&mut ui.canvas, ui.view.cards, rect, shown);
        }
    }
    if response.down {
        ui.canvas.fill(rect, radius(6.0), Color32::from_white_alpha(40));
    }
}

/// A touch does the most common thing.
fn tapped(view: View<'_>, seat: Seat, player: &Player, gear: Gear) -> Action {
    match gear {
        Gear::Weapon => Action::Open(seat, OwnSheet::Weapon.into()),
        Gear::Shield => {
            let to = match player.shield {
                Shield::Whole => Shield::Damaged,
                Shield::Damaged => Shield::None,
                Shield::None => Shield::Whole,
            };
            Action::Do(Command::TurnShield { seat, to })
        }
        Gear::Mail if player.mail => Action::Do(Command::SetMail { seat, worn: false }),
        // On turn and before the action it is a move of the game; otherwise it is a correction.
        Gear::Mail if view.state.turn == seat && !view.state.acted => Action::Do(Command::Wear { seat }),
        Gear::Mail => Action::Do(Command::SetMail { seat, worn: true }),
    }
}

/// Returns the name of missing gear, and why it is missing, with a shorter word.
fn missing<'a>(view: View<'a>, gear: Gear) -> (&'a str, &'static [&'static str]) {
    match gear {
        Gear::Weapon => ("Weapon", &["none"]),
        Gear::Shield if !view.state.has_shields() => (view.name(view.rules.shield()), &["not used", "off"]),
        Gear::Shield => (view.name(view.rules.shield()), &["lost"]),
        Gear::Mail => (view.name(view.rules.mail()), &["not worn", "off"]),
    }
}

/// A Shield on the back: turned sideways, faded, and the word.
fn slung(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, shown: Shown<'_>) {
    let word = (rect.height() * 0.26).clamp(18.0, 26.0);
    canvas.fill(rect, radius(6.0), canvas.ground.fill);
    canvas.border(rect, radius(6.0), 1.2, canvas.ground.line);
    let card = rect.with_min_y(rect.top() + word);
    let mut turned = canvas.part(card, 3);
    let whole = turned.whole();
    head::draw(&mut turned, view.cards, whole, shown);
    let above = rect.upper(word);
    canvas.fit(above, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 17.0, canvas.ground.text), &["on the back"]);
}
