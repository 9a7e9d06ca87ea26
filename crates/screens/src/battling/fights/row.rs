//! An attack as a row: both players, their cards, and the result.

use egui::{Align2, Color32, Rect, Stroke, pos2, vec2};

use super::Stand;
use crate::battling::card;
use crate::battling::draft::{Entry, Kind};
use crate::battling::view::{Action, Ui, View};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::gallery::{Icon, PictureRequest};
use crate::game::EqualPoints;
use crate::letters::Face;
use crate::look::{GOLD, INK, LIT, parts};
use crate::region::{Cut as _, columns};
use crate::table::Seat;
use crate::table::battling::{Clash, FightResult, Rank};
use crate::touch::Gesture;

/// Draws it; a touch shows how it is reckoned.
#[allow(clippy::too_many_arguments, reason = "what a row shows")]
pub(super) fn draw(ui: &mut Ui<'_, '_>, index: usize, clash: &Clash, stand: Stand, shown: bool, rect: Rect) {
    let names = [clash.by, clash.on].map(|seat| ui.view.state.player(seat).map_or("", |player| player.name.as_str()));
    let label = format!("{} attacks {}, {} against {}", names[0], names[1], clash.attack, clash.defence);
    let response = ui.canvas.choice(("fight", clash.by), rect, Gesture::Tap, &label, shown);
    let dark = matches!(stand, Stand::Done(_));
    ui.canvas.fill(rect, radius(9.0), if dark { ui.canvas.look().centre.fill } else { ui.canvas.ground.raised });
    if shown {
        ui.canvas.border(rect, radius(9.0), 4.0, GOLD);
    } else {
        ui.canvas.border(rect, radius(9.0), ui.canvas.look().rim, ui.canvas.ground.line);
    }
    if response.down {
        ui.canvas.fill(rect, radius(9.0), INK.gamma_multiply(0.2));
    }
    if response.tapped() {
        let looked = Some(clash.by).filter(|_| !shown);
        ui.actions.push(Action::Enter(Entry::Look(looked)));
    }
    number(&ui.canvas, index, shown, pos2(rect.left(), rect.center().y));
    let inner = inset(rect, 24.0, 5.0, 8.0, 5.0);
    let wide = inner.width() >= 520.0;
    let shares = if wide { [0.28, 0.1, 0.06, 0.28, 0.1, 0.18] } else { [0.24, 0.12, 0.08, 0.24, 0.12, 0.2] };
    let [by, attack, arrow, on, defence, result] = columns(inner, 4.0, shares);
    army(&mut ui.canvas, ui.view, clash.by, Kind::Attack, by);
    army(&mut ui.canvas, ui.view, clash.on, Kind::Defence, on);
    let words = TextStyle::new(Face::Figure, (inner.height() * 0.62).min(48.0), ui.canvas.ground.text);
    ui.canvas.fit_figure(attack, Align2::CENTER_CENTER, words, &clash.attack.to_string());
    ui.canvas.fit_figure(defence, Align2::CENTER_CENTER, words, &clash.defence.to_string());
    let size = arrow.width().min(30.0);
    let colour = parts(ui.canvas.ground.quiet);
    ui.canvas.picture(rect_around(arrow.center(), size, size), |size, _| PictureRequest::Icon {
        icon: Icon::Arrow,
        colour,
        size,
    });
    if wide {
        ui.canvas.line(
            result.left_top() + vec2(0.0, 4.0),
            result.left_bottom() - vec2(0.0, 4.0),
            1.0,
            ui.canvas.ground.line,
        );
    }
    self::result(&mut ui.canvas, ui.view, clash, stand, result);
}

/// The place of a fight in the order, on a disc at the left edge of its row.
fn number(canvas: &Canvas<'_, '_>, index: usize, shown: bool, at: egui::Pos2) {
    let (fill, text): (Color32, Color32) =
        if shown { (GOLD, INK) } else { (canvas.look().panel.line, canvas.look().panel.text) };
    let text = if canvas.look().high && !shown { canvas.look().panel.fill } else { text };
    canvas.disc(at, 16.0, fill, Stroke::new(1.5, canvas.ground.fill));
    let words = TextStyle::new(Face::Figure, 20.0, text);
    canvas.figure(at, Align2::CENTER_CENTER, words, &(index + 1).to_string());
}

/// Shield and name, and below them the cards of a kind that this army has laid.
fn army(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, kind: Kind, rect: Rect) {
    let Some(player) = view.state.player(seat) else { return };
    let cards = view.draft.hand(seat).of(kind);
    let two = rect.height() >= 96.0;
    let line = if two { rect.upper(rect.height() * 0.46) } else { rect };
    let size = line.height().min(50.0).min(if rect.width() < 90.0 { 34.0 } else { 50.0 });
    let shield = rect_around(pos2(line.left() + size / 2.0, line.center().y), size, size);
    emblem(canvas, shield, player.colour, false);
    let beside = inset(line, size + 6.0, 0.0, 0.0, 0.0);
    // A row that is low shows the cards behind the name, where there is room.
    let high = (line.height() - 2.0).min(46.0);
    let card = vec2(high * 1.4, high);
    let in_line = !two && beside.width() >= 60.0 + 2.0 * (card.x + 3.0);
    let name = if in_line { inset(beside, 0.0, 0.0, 2.0 * (card.x + 3.0), 0.0) } else { beside };
    if name.width() >= 40.0 {
        let upper = if two { name.with_max_y(name.center().y + 6.0) } else { name };
        canvas.fit(upper, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &[&player.name]);
        if two {
            let lower = name.with_min_y(name.center().y + 4.0);
            let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
            canvas.fit_down_to(12.0, lower, Align2::LEFT_CENTER, quiet, &[kind.word()]);
        }
    }
    if in_line {
        for (place, rank) in cards.iter().enumerate() {
            let x = rect.right() - (card.x + 3.0) * (2 - place) as f32;
            let at = rect_around(pos2(x + card.x / 2.0, line.center().y), card.x, card.y);
            card::laid(canvas, view, at, kind, *rank);
        }
    } else if two {
        let below = rect.with_min_y(line.bottom() + 4.0);
        beneath(canvas, view, kind, &cards, below);
    }
}

fn beneath(canvas: &mut Canvas<'_, '_>, view: View<'_>, kind: Kind, cards: &[Rank], rect: Rect) {
    if cards.is_empty() {
        let rect = rect.left_part(rect.width().min(160.0));
        card::to_lay(canvas, rect, "none");
        return;
    }
    let wide = (rect.height() * 1.36).min((rect.width() - 6.0) / 2.0);
    for (place, rank) in cards.iter().enumerate() {
        let at = pos2(rect.left() + (wide + 6.0) * place as f32, rect.top());
        card::laid(canvas, view, Rect::from_min_size(at, vec2(wide, rect.height())), kind, *rank);
    }
}

/// Draws the result of the fight, or its stakes.
fn result(canvas: &mut Canvas<'_, '_>, view: View<'_>, clash: &Clash, stand: Stand, rect: Rect) {
    let rect = inset(rect, 4.0, 0.0, 0.0, 0.0);
    let [title, sub] = clash_text(view, clash, stand);
    let open = matches!(stand, Stand::Now | Stand::Waits);
    let colour = match stand {
        Stand::Done(FightResult::Rob(_) | FightResult::Damage) => canvas.ground.text,
        Stand::Now | Stand::Waits if !canvas.look().light && clash.damage() > 0 => LIT,
        Stand::Now | Stand::Waits => canvas.ground.text,
        Stand::Done(_) => canvas.ground.quiet,
    };
    let face = if open && clash.damage() > 0 { Face::Figure } else { Face::Caps };
    let words = TextStyle::new(face, 24.0, colour);
    if rect.height() < 52.0 || rect.width() < 80.0 {
        let room = Rect::from_center_size(rect.center(), vec2(rect.width() + 4.0, rect.height()));
        canvas.fit(
            room,
            Align2::CENTER_CENTER,
            TextStyle { size: 18.0, ..words },
            &[&title, title.trim_start_matches("steals ")],
        );
        return;
    }
    let upper = rect.with_max_y(rect.center().y + 6.0);
    let lower = rect.with_min_y(rect.center().y + 4.0);
    let upper = upper.with_min_y((upper.bottom() - 34.0).max(upper.top()));
    let lower = lower.upper(lower.height().min(24.0));
    canvas.fit(upper, Align2::CENTER_CENTER, words, &[&title]);
    let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
    let sub = if open && !canvas.fits(lower, quiet, &sub) { "to choose" } else { &sub };
    canvas.fit(lower, Align2::CENTER_CENTER, quiet, &[sub]);
}

/// Returns the result of a fight, or its stakes, in two lines.
pub(super) fn clash_text(view: View<'_>, clash: &Clash, stand: Stand) -> [String; 2] {
    let against = format!("{} against {}", clash.attack, clash.defence);
    let may_rob = view.state.equal == EqualPoints::Rob && clash.attack == clash.defence && clash.attack > 0;
    let (title, sub) = match stand {
        Stand::Done(FightResult::Rob(rank)) => (format!("steals {}", rank.with_article()), against),
        Stand::Done(FightResult::Damage) => (format!("−{}", clash.damage()), "life points".to_owned()),
        Stand::Done(FightResult::Nothing) | Stand::Waits if clash.attack == 0 => {
            ("nothing".to_owned(), "no attack".to_owned())
        }
        Stand::Done(FightResult::Nothing) => ("nothing".to_owned(), against),
        Stand::Done(FightResult::TargetOut) => ("nothing".to_owned(), "out by then".to_owned()),
        Stand::Done(FightResult::AttackerOut) => ("cancelled".to_owned(), "attacker is out".to_owned()),
        Stand::Done(FightResult::GameOver) => ("cancelled".to_owned(), "the game is won".to_owned()),
        Stand::Now | Stand::Waits if clash.damage() > 0 => (clash.damage().to_string(), "steal or damage".to_owned()),
        Stand::Now | Stand::Waits if may_rob => ("equal".to_owned(), "may steal".to_owned()),
        Stand::Now | Stand::Waits => ("nothing".to_owned(), against),
    };
    [title, sub]
}
