//! The field of health: the figure, its two halves, the pips, and the running sum of taps.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::letters::Face;
use super::look::{INK, PAPER};
use super::stage::{Stage, Words, about, left_corners, radius, right_corners};
use super::touch::Manner;
use super::view::{View, Wish, signed};
use crate::table::{Command, Player, Seat};

/// How long a running sum is shown after the last tap, in seconds.
pub const LINGER: f64 = 2.0;

/// The running sum of taps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pill {
    /// What the taps have come to.
    pub sum: i64,
    /// When the last one was, in seconds.
    pub last: f64,
}

/// Draws the field and asks for what was tapped.
pub fn draw(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    player: &Player,
    rect: Rect,
    pill: Option<Pill>,
    wishes: &mut Vec<Wish>,
) {
    let ground = stage.ground;
    let look = stage.look();
    stage.fill(rect, radius(10.0), ground.raised);
    if look.high {
        stage.rim(rect, radius(10.0), look.rim, ground.line);
    }
    // The gap keeps a thumb that slips from taking what it meant to give.
    let half = vec2((rect.width() - 8.0) / 2.0, rect.height());
    let minus = Rect::from_min_size(rect.min, half);
    let plus = Rect::from_min_size(pos2(rect.right() - half.x, rect.top()), half);
    let most = view.rules.health();
    let mut coming = 0;
    for (side, sign) in [(minus, -1_i64), (plus, 1)] {
        let verb = if sign < 0 { "lose" } else { "gain" };
        let label = format!("{}: {verb} 1 health", player.name);
        let room = if sign < 0 { player.health } else { most - player.health };
        let touched = stage.control(("health", seat, sign), side, Manner::Repeat, &label);
        let by = i64::from(touched.taps).min(room) * sign;
        if by != 0 {
            wishes.push(Wish::Do(Command::Adjust { seat, by }));
        }
        coming += i64::from(touched.coming).min(room) * sign;
        if touched.down && room > 0 {
            let (corners, tint) =
                if sign < 0 { (left_corners(10.0), look.minus) } else { (right_corners(10.0), look.plus) };
            let tint = if ground == look.turn && !look.high { tint.gamma_multiply(0.5) } else { tint };
            stage.fill(side, corners, tint);
        }
    }
    let pips = pips_height(rect);
    let middle = pos2(rect.center().x, rect.top() + (rect.height() - pips) / 2.0);
    let size = (rect.height() - pips).min(rect.width() * 0.5).clamp(60.0, 122.0);
    let words = Words::new(Face::Figure, size, ground.text);
    stage.figure(middle + vec2(0.0, size * 0.04), Align2::CENTER_CENTER, words, &player.health.to_string());
    let arm = (rect.width() * 0.06).clamp(9.0, 18.0);
    let inset = (rect.width() * 0.06).max(10.0) + arm;
    let faint = |room: i64| if room > 0 { ground.text } else { ground.text.gamma_multiply(0.3) };
    sign(stage, pos2(rect.left() + inset, middle.y), arm, false, faint(player.health));
    sign(stage, pos2(rect.right() - inset, middle.y), arm, true, faint(most - player.health));
    self::pips(stage, view, player, rect, pips);
    tell(stage, rect, player, pill, coming);
}

/// A minus or a plus.
fn sign(stage: &Stage<'_, '_>, at: egui::Pos2, arm: f32, plus: bool, colour: Color32) {
    let thick = (arm * 0.34).max(4.0);
    stage.fill(about(at, 2.0 * arm, thick), radius(1.0), colour);
    if plus {
        stage.fill(about(at, thick, 2.0 * arm), radius(1.0), colour);
    }
}

fn pips_height(rect: Rect) -> f32 {
    if rect.height() >= 84.0 { 24.0 } else { 14.0 }
}

/// As many pips as there can be health; those that are there are filled.
fn pips(stage: &Stage<'_, '_>, view: View<'_>, player: &Player, rect: Rect, room: f32) {
    let most = view.rules.health().max(1);
    let on_paper = stage.ground == stage.look().turn;
    let colour = stage.look().pip(player.livery, on_paper);
    let row = Rect::from_min_max(
        pos2(rect.left() + 12.0, rect.bottom() - room),
        pos2(rect.right() - 12.0, rect.bottom() - room + 10.0),
    );
    let step = row.width() / most as f32;
    for place in 0..most {
        let at = pos2(row.left() + step * place as f32 + 1.0, row.top());
        let pip = Rect::from_min_size(at, vec2(step - 2.5, row.height()));
        if place < player.health {
            stage.fill(pip, radius(2.0), colour);
        } else {
            stage.rim(pip, radius(2.0), 1.0, stage.ground.line);
        }
    }
}

/// The running sum and what it leads to; what a finger that stays has come to is shown as not done yet.
fn tell(stage: &Stage<'_, '_>, rect: Rect, player: &Player, pill: Option<Pill>, coming: i64) {
    let sum = pill.map_or(0, |pill| pill.sum) + coming;
    if sum == 0 && pill.is_none() {
        return;
    }
    let to = player.health + coming;
    let said = if to == 0 { format!("{} → 0: fallen", signed(sum)) } else { format!("{} → {to}", signed(sum)) };
    let words = Words::new(Face::Figure, 24.0, if coming == 0 { INK } else { PAPER });
    let width = stage.width(words, &said) + 28.0;
    let high = stage.scaled(32.0);
    let at = about(pos2(rect.right() - width / 2.0 + 4.0, rect.top() - high * 0.2), width, high);
    stage.fill(at, radius(high / 2.0), if coming == 0 { PAPER } else { INK });
    stage.rim(at, radius(high / 2.0), 1.5, if coming == 0 { INK } else { PAPER });
    stage.text(at.center(), Align2::CENTER_CENTER, words, &said);
}
