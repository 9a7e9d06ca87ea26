//! What a player holds and wears, as heads of the real cards.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::head::{self, Shown};
use super::letters::Face;
use super::panel::weapon_side;
use super::stage::{Stage, Words, radius};
use super::touch::Manner;
use super::view::{Leaflet, View, Wish};
use crate::gallery::Side;
use crate::table::{Command, Gear, Player, Seat, Shield};

/// The three places of gear, in their order on a panel.
pub const PLACES: [Gear; 3] = [Gear::Weapon, Gear::Shield, Gear::Mail];

/// Draws a place of gear and asks for what it was touched for.
pub fn draw(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    player: &Player,
    gear: Gear,
    rect: Rect,
    wishes: &mut Vec<Wish>,
) {
    let name = &player.name;
    let (card, side, label) = match gear {
        Gear::Weapon => {
            let held = player.weapon.as_ref();
            let said = held.map_or_else(|| "no weapon".to_owned(), |card| view.name(card).to_owned());
            (held, weapon_side(player), format!("{name}: {said}, change"))
        }
        Gear::Shield => {
            let shield = view.name(view.rules.shield());
            let (side, said) = match player.shield {
                Shield::None => (None, format!("no {shield}, take one")),
                Shield::Whole => (Some(Side::Front), format!("{shield}, damage it")),
                Shield::Damaged => (Some(Side::Back), format!("damaged {shield}, lose it")),
            };
            (side.map(|_| view.rules.shield()), side.unwrap_or_default(), format!("{name}: {said}"))
        }
        Gear::Mail => {
            let mail = view.name(view.rules.mail());
            let said = if player.mail { format!("{mail}, take it off") } else { format!("no {mail}, wear one") };
            (player.mail.then(|| view.rules.mail()), Side::Front, format!("{name}: {said}"))
        }
    };
    let touched = stage.control(("gear", seat, gear), rect, Manner::Hold, &label);
    if touched.held
        && let Some(card) = card
    {
        wishes.push(Wish::Open(seat, Leaflet::Card(card.clone(), side)));
    }
    if touched.tapped() {
        wishes.push(tapped(view, seat, player, gear));
    }
    match card {
        None => {
            let (name, why) = missing(view, gear);
            head::empty(stage, rect, name, why);
        }
        Some(card) if gear == Gear::Shield && view.state.slung(view.rules, seat) => {
            slung(stage, view, rect, Shown { card: card.as_str(), side, strength: 0.55, ..Shown::default() });
        }
        Some(card) => {
            let shown = Shown { card: card.as_str(), side, strength: 1.0, ..Shown::default() };
            head::draw(stage, view.cards, rect, shown);
        }
    }
    if touched.down {
        stage.fill(rect, radius(6.0), Color32::from_white_alpha(40));
    }
}

/// A touch does what is most often meant.
fn tapped(view: View<'_>, seat: Seat, player: &Player, gear: Gear) -> Wish {
    match gear {
        Gear::Weapon => Wish::Open(seat, Leaflet::Weapon),
        Gear::Shield => {
            let to = match player.shield {
                Shield::Whole => Shield::Damaged,
                Shield::Damaged => Shield::None,
                Shield::None => Shield::Whole,
            };
            Wish::Do(Command::TurnShield { seat, to })
        }
        Gear::Mail if player.mail => Wish::Do(Command::SetMail { seat, worn: false }),
        // On turn and before the action it is a move of the game; else something is put right.
        Gear::Mail if view.state.turn == seat && !view.state.acted => Wish::Do(Command::Wear { seat }),
        Gear::Mail => Wish::Do(Command::SetMail { seat, worn: true }),
    }
}

/// What belongs to an empty place, and why it is empty.
fn missing<'a>(view: View<'a>, gear: Gear) -> (&'a str, &'static str) {
    match gear {
        Gear::Weapon => ("Weapon", "none"),
        Gear::Shield => (view.name(view.rules.shield()), "lost"),
        Gear::Mail => (view.name(view.rules.mail()), "not worn"),
    }
}

/// A Shield on the back: turned sideways, faded, and the word.
fn slung(stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, shown: Shown<'_>) {
    let word = (rect.height() * 0.26).clamp(18.0, 26.0);
    stage.fill(rect, radius(6.0), stage.ground.fill);
    stage.rim(rect, radius(6.0), 1.2, stage.ground.line);
    let card = Rect::from_min_max(pos2(rect.left(), rect.top() + word), rect.max);
    let mut turned = stage.part(card, 3);
    let whole = turned.whole();
    head::draw(&mut turned, view.cards, whole, shown);
    let above = Rect::from_min_size(rect.min, vec2(rect.width(), word));
    stage.fit(above, Align2::CENTER_CENTER, Words::new(Face::Caps, 17.0, stage.ground.text), &["slung"]);
}
