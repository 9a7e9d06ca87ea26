//! A player's panel: name, health, gear, and what they can do.

use crate::session::PanelState;
use egui::{Align2, Color32, Rect, Stroke, pos2, vec2};

use super::gear;
use super::health;
use super::view::{Action, OwnSheet, Ui, View, ordinal};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{Form, PanelLayout};
use crate::gallery::{CardSide, Icon, PictureRequest};
use crate::letters::Face;
use crate::look::{self, GOLD, INK, LIT, RECOVERING};
use crate::region::{Cut as _, columns};
use crate::shared::ornament::{self, Ornament};
use crate::shared::panel as parts;
use crate::table::Seat;
use crate::table::skirmish::{Command, Player, Rules};

/// Draws a player's panel and gives the actions of its controls.
pub fn draw(ui: &mut Ui<'_, '_>, seat: Seat, panel_state: &PanelState<Rules>) {
    let Some(player) = ui.view.state.player(seat) else { return };
    let whole = ui.canvas.whole();
    let on_turn = ui.view.state.turn == seat && ui.view.state.winner.is_none() && player.lives();
    let person = player.person();
    parts::ground(&mut ui.canvas, ui.view.cards, &person, on_turn.then_some(parts::FRAME));
    let places = Form::of(whole.size()).places(whole);
    parts::spine(&mut ui.canvas, ui.view.cards, places.spine, &person);
    if player.lives() {
        alive(ui, seat, player, &places, on_turn, panel_state);
    } else {
        fallen(ui, seat, player, whole, &places);
    }
    if let Some((command, refusal)) = &panel_state.refused {
        parts::refused(&mut ui.canvas, ui.view.book(), seat, command, refusal, ui.actions);
    }
}

#[allow(clippy::too_many_arguments, reason = "one call, and a struct of them would only repeat them")]
fn alive(
    ui: &mut Ui<'_, '_>,
    seat: Seat,
    player: &Player,
    places: &PanelLayout,
    on_turn: bool,
    panel_state: &PanelState<Rules>,
) {
    header(ui, seat, player, places, on_turn);
    health::draw(ui, seat, player, places.health, panel_state.pill("health"));
    for (place, rect) in places.gear.iter().enumerate() {
        gear::draw(ui, seat, player, gear::PLACES[place], *rect);
    }
    if let Some(strip) = places.strip {
        status(&mut ui.canvas, ui.view, seat, player, strip, on_turn);
    }
    if let Some(row) = places.actions {
        action_buttons(ui, seat, player, row, on_turn);
    }
}

/// Shield, name and a line of status; a touch opens the player's own menu.
fn header(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, places: &PanelLayout, on_turn: bool) {
    let Some(below) = parts::name(ui, seat, &player.person(), places.header) else { return };
    let recovering = player.recovering.is_some() && places.strip.is_none();
    if recovering {
        ui.canvas.fill(below, radius(4.0), RECOVERING);
        let words = TextStyle::new(Face::Strong, 15.0, INK);
        ui.canvas.fit(inset(below, 8.0, 0.0, 4.0, 0.0), Align2::LEFT_CENTER, words, &["Recovering"]);
    } else {
        let face = if on_turn { Face::Strong } else { Face::Plain };
        let said = about_player(ui.view, seat, player, places.strip.is_some(), on_turn);
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        ui.canvas.fit(below, Align2::LEFT_CENTER, TextStyle::new(face, 15.0, ui.canvas.ground.quiet), &said);
    }
}

/// The status of a player in a line, the longest version first.
fn about_player(view: View<'_>, seat: Seat, player: &Player, in_strip: bool, on_turn: bool) -> Vec<String> {
    let draws = format!("draws to {}", view.state.hand_limit(view.rules, seat));
    let dealer = view.state.dealer == seat;
    if on_turn {
        let turn = if in_strip { draws } else { format!("your turn · {draws}") };
        let long = if dealer { format!("dealer · {turn}") } else { turn.clone() };
        return vec![long, turn, "your turn".to_owned()];
    }
    // At the end of this turn (S15).
    if player.used_cards && in_strip {
        return vec!["used cards".to_owned()];
    }
    if player.used_cards {
        return vec![format!("redraws to {}", view.state.hand_limit(view.rules, seat)), "redraws".to_owned()];
    }
    let order = match view.state.order_of(seat) {
        Some(1) => "plays next".to_owned(),
        Some(turns) if turns + 1 == view.state.living().count() => "plays last".to_owned(),
        Some(turns) => format!("{} to act", ordinal(turns + 1)),
        None => String::new(),
    };
    let unhurt = if player.health == view.rules.health() { "unhurt" } else { "" };
    let hands = if view.state.two_handed(view.rules, seat) { "two hands" } else { "" };
    let dealt = if dealer { "dealer" } else { "" };
    let facts: Vec<&str> = [dealt, unhurt, hands].into_iter().filter(|fact| !fact.is_empty()).collect();
    let facts = facts.join(", ");
    match (in_strip, facts.is_empty()) {
        (true, _) => vec![facts],
        (false, true) => vec![order.clone(), order.trim_start_matches("plays ").to_owned()],
        (false, false) => {
            let short = order.trim_start_matches("plays ").to_owned();
            vec![format!("{order} · {facts}"), order, short]
        }
    }
}

/// The strip of a wide panel: whose turn, recovering, or when.
fn status(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, player: &Player, rect: Rect, on_turn: bool) {
    if player.recovering.is_some() {
        canvas.fill(rect, radius(8.0), RECOVERING);
        let icon = rect_around(pos2(rect.left() + 24.0, rect.center().y), 30.0, 30.0);
        canvas.picture(icon, |size, _| PictureRequest::Icon { icon: Icon::Fallen, colour: look::parts(INK), size });
        let words = inset(rect, 48.0, 2.0, 6.0, 2.0);
        let title = words.with_max_y(words.center().y + 3.0);
        canvas.fit(title, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 20.0, INK), &["Recovering"]);
        let below = words.with_min_y(words.center().y);
        canvas.fit(below, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 14.0, INK), &["cards only in defence"]);
    } else if on_turn {
        canvas.fill(rect, radius(8.0), INK);
        let said = if view.state.acted { "Draw, then end turn" } else { "Your turn" };
        let words = TextStyle::new(Face::Caps, 28.0, LIT);
        let middle = canvas.width(words, said).min(rect.width());
        canvas.fit(rect.shrink(4.0), Align2::CENTER_CENTER, words, &[said]);
        let free = (rect.width() - middle) / 2.0 - 24.0;
        if free > 30.0 {
            for x in [rect.left() + 12.0 + free / 2.0, rect.right() - 12.0 - free / 2.0] {
                let knotwork = rect_around(pos2(x, rect.center().y), free.min(54.0), 14.0);
                ornament::braid(canvas, view.cards, knotwork, Ornament::Bright, GOLD);
            }
        }
    } else if let Some(turns) = view.state.order_of(seat) {
        let disc = pos2(rect.left() + 22.0, rect.center().y);
        canvas.disc(disc, 17.0, Color32::TRANSPARENT, Stroke::new(1.5, canvas.ground.quiet));
        let figure = TextStyle::new(Face::Figure, 19.0, canvas.ground.text);
        canvas.figure(disc, Align2::CENTER_CENTER, figure, &(turns + 1).to_string());
        let before = view.state.seats().find(|other| view.state.order_of(*other) == Some(turns.saturating_sub(1)));
        let said = match before {
            _ if player.used_cards => format!("redraws to {}", view.state.hand_limit(view.rules, seat)),
            Some(before) if turns > 1 => format!("plays after {}", view.player_name(before)),
            _ => "plays next".to_owned(),
        };
        let words = TextStyle::new(Face::Text, 20.0, canvas.ground.text);
        let short = if turns > 1 { "plays later" } else { "next" };
        let at = canvas.fit(inset(rect, 50.0, 0.0, 4.0, 0.0), Align2::LEFT_CENTER, words, &[&said, short]);
        if rect.right() - at.right() > 30.0 {
            let y = rect.center().y;
            canvas.line(pos2(at.right() + 14.0, y), pos2(rect.right(), y), 1.0, canvas.ground.line);
        }
    }
}

fn action_buttons(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, row: Rect, on_turn: bool) {
    const GAP: f32 = 8.0;
    let name = &player.name;
    if !on_turn {
        let trip = row.left_part((row.width() - 2.0 * GAP) / 3.0);
        let label = format!("{name}: Trip");
        let card = ui.view.name(ui.view.rules.trip());
        let title = [card];
        let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
        if button.show(&mut ui.canvas, ("trip", seat), trip).tapped() {
            ui.actions.push(Action::Open(seat, OwnSheet::Trip.into()));
        }
        hand(&mut ui.canvas, ui.view, seat, inset(row, trip.width() + GAP, 0.0, 0.0, 0.0));
        return;
    }
    let [a, b, c] = columns(row, GAP, [1.0, 1.0, 1.0]);
    let end = format!("{name}: end turn");
    let last = Button { label: &end, ..Button::new(&["End turn", "End"], Tone::Ink) };
    if player.recovering.is_some() {
        let label = format!("{name}: discard");
        if (Button { label: &label, ..Button::new(&["Discard"], Tone::Ink) })
            .show(&mut ui.canvas, ("discard", seat), a)
            .tapped()
        {
            ui.actions.push(Action::Open(seat, OwnSheet::Discard.into()));
        }
        let label = format!("{name}: change what is recovered");
        if (Button { label: &label, ..Button::new(&["Change"], Tone::Ink) })
            .show(&mut ui.canvas, ("change", seat), b)
            .tapped()
        {
            ui.actions.push(Action::Open(seat, OwnSheet::Recover.into()));
        }
    } else {
        let label = format!("{name}: attack");
        let tone = if ui.view.state.acted { Tone::Raised } else { Tone::Harm };
        if (Button { label: &label, ..Button::new(&["Attack"], tone) })
            .show(&mut ui.canvas, ("attack", seat), a)
            .tapped()
        {
            ui.actions.push(Action::Open(seat, OwnSheet::Attack.into()));
        }
        let label = format!("{name}: recover");
        let tone = if ui.view.state.acted { Tone::Raised } else { Tone::Ink };
        if (Button { label: &label, ..Button::new(&["Recover"], tone) })
            .show(&mut ui.canvas, ("recover", seat), b)
            .tapped()
        {
            ui.actions.push(Action::Open(seat, OwnSheet::Recover.into()));
        }
    }
    if last.show(&mut ui.canvas, ("end", seat), c).tapped() {
        ui.actions.push(Action::Do(Command::EndTurn { seat }));
    }
}

/// The hand limit, as that many backs; Mail and a two-handed weapon leave places empty.
fn hand(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, rect: Rect) {
    let (limit, most) = (view.state.hand_limit(view.rules, seat), view.rules.hand());
    let said = format!("hand limit {limit}");
    let label = canvas.scaled(18.0);
    let backs = rect.with_max_y(rect.bottom() - label);
    let high = (backs.height() - 6.0).min(30.0);
    let wide = (high * 0.68).min(backs.width() / most.max(1) as f32 - 3.0);
    let left = rect.center().x - (wide + 3.0) * most as f32 / 2.0;
    for place in 0..most {
        let at = pos2(left + (wide + 3.0) * place as f32, backs.center().y - high / 2.0);
        let card = Rect::from_min_size(at, vec2(wide, high));
        if place < limit {
            canvas.picture(card, |width, height| PictureRequest::CardBack { width, height });
        } else {
            canvas.dashes(card, canvas.ground.quiet);
        }
    }
    let below = rect.lower(label);
    canvas.fit(
        below,
        Align2::CENTER_CENTER,
        TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet),
        &[&said, &limit.to_string()],
    );
}

fn fallen(ui: &mut Ui<'_, '_>, seat: Seat, player: &Player, whole: Rect, places: &PanelLayout) {
    let ground = ui.canvas.ground;
    let Some(fall) = &player.fallen else { return };
    let size = places.header.height().min(58.0);
    emblem(&mut ui.canvas, Rect::from_min_size(places.header.min, vec2(size, size)).shrink(2.0), player.colour, true);
    let beside = inset(places.header, size + 8.0, 0.0, 0.0, 0.0);
    let [name, status] = [beside.with_max_y(beside.center().y + 6.0), beside.with_min_y(beside.center().y + 8.0)];
    ui.canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 28.0, ground.text), &[&player.name]);
    let place = format!("out, {}", ordinal(usize::from(fall.place)));
    ui.canvas.fit(status, Align2::LEFT_CENTER, TextStyle::new(Face::Plain, 15.0, ground.quiet), &[&place]);

    let with: Vec<&str> = fall.with.iter().map(|card| ui.view.name(card)).collect();
    let by = fall.by.map_or_else(String::new, |by| ui.view.player_name(by).to_owned());
    let how = [format!("round {}", fall.round), by, with.join(" and ")];
    let how: Vec<&str> = how.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let button_height = 58.0;
    let button = if whole.height() >= 300.0 {
        Rect::from_min_max(
            pos2(places.health.left(), whole.bottom() - 10.0 - button_height),
            whole.max - vec2(10.0, 10.0),
        )
    } else {
        let width = (whole.width() * 0.34).min(200.0);
        Rect::from_min_size(whole.max - vec2(width + 10.0, button_height + 10.0), vec2(width, button_height))
    };
    let middle = if whole.height() >= 300.0 {
        Rect::from_min_max(
            pos2(places.health.left(), beside.bottom() + 8.0),
            pos2(whole.right() - 10.0, button.top() - 8.0),
        )
    } else {
        Rect::from_min_max(
            pos2(places.health.left(), beside.bottom()),
            pos2(button.left() - 8.0, whole.bottom() - 10.0),
        )
    };
    let icon = (middle.height() - 64.0).clamp(0.0, 100.0);
    if icon >= 40.0 {
        let at = rect_around(pos2(middle.center().x, middle.top() + icon / 2.0), icon, icon);
        ui.canvas.picture(at, |size, _| PictureRequest::Icon {
            icon: Icon::Fallen,
            colour: look::parts(ground.quiet),
            size,
        });
    }
    // A phone's row has no room for words.
    if middle.width() >= 120.0 {
        let words = middle.lower(62.0);
        let title = words.with_max_y(words.top() + 36.0);
        ui.canvas.fit(title, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 30.0, ground.text), &["Fallen"]);
        let below = words.with_min_y(words.top() + 38.0);
        ui.canvas.fit(
            below,
            Align2::CENTER_CENTER,
            TextStyle::new(Face::Plain, 15.0, ground.quiet),
            &[&how.join(" · ")],
        );
    }
    let label = format!("Bring {} back", player.name);
    let back = Button { label: &label, ..Button::new(&["Bring back"], Tone::Raised) };
    if back.show(&mut ui.canvas, ("back", seat), button).tapped() {
        ui.actions.push(Action::Do(Command::BringBack { seat, health: 1 }));
    }
}

/// The side of a card that a player has before them.
pub fn weapon_side(view: View<'_>, seat: Seat) -> CardSide {
    if view.state.is_turned(seat) { CardSide::Back } else { CardSide::Front }
}
