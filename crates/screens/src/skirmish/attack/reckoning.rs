//! The sum of an attack, its outcome, and the button that carries it out.

use egui::{Align2, Rect, pos2, vec2};

use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::look::HARM;
use crate::pages::{first_part, fitting};
use crate::region::{Cut as _, columns};
use crate::skirmish::choice::overrulable;
use crate::skirmish::view::{View, ordinal, signed};
use crate::table::skirmish::fight::{Effect, Reckoning, Strike, Term};
use crate::table::skirmish::{Attack, BlowKind, Special, Stop};
use crate::table::{Seat, tell};

/// Requests of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// To do it.
    Strike,
    /// To do it against the rules.
    Overrule,
    /// Nothing.
    Back,
}

/// Height of a line of the sum at most, and of its heading with the braid. Points.
const LINE_HEIGHT: f32 = 36.0;
const HEADING: f32 = 58.0;

/// A line of the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumRow {
    /// The name of the term.
    pub what: String,
    /// How much, or what became of it.
    pub much: String,
}

/// Draws a slip with the sum and returns where its three parts are: sum, outcome, buttons.
///
/// `entries` is how many lines the sum has.
pub fn slip(canvas: &mut Canvas<'_, '_>, rect: Rect, entries: usize) -> [Rect; 3] {
    canvas.ground = canvas.look().turn;
    canvas.fill(rect, radius(10.0), canvas.ground.fill);
    if canvas.look().high {
        canvas.border(rect, radius(10.0), canvas.look().rim, canvas.ground.line);
    }
    let inner = rect.shrink(12.0);
    if inner.height() >= 420.0 {
        // One below the other.
        let buttons = inner.lower(160.0);
        let free = buttons.top() - 10.0 - inner.top();
        let wanted = HEADING + canvas.scaled(LINE_HEIGHT) * entries as f32 + 6.0;
        let sum = inner.upper(wanted.clamp(free * 0.3, free * 0.52));
        let outcome = Rect::from_min_max(sum.left_bottom() + vec2(0.0, 6.0), buttons.right_top() - vec2(0.0, 10.0));
        return [sum, outcome, buttons];
    }
    if inner.width() >= 500.0 {
        let [sum, outcome, buttons] = columns(inner, 20.0, [1.0, 0.9, 0.9]);
        return [sum, outcome, buttons];
    }
    let row = match inner.size() {
        size if size.x < 240.0 => 126.0,
        size if size.y < 140.0 => 48.0,
        _ => 62.0,
    };
    let buttons = inner.lower(row);
    let above = inner.with_max_y(buttons.top() - 8.0);
    let [sum, outcome] = if inner.height() > inner.width() {
        let middle = above.center().y;
        [above.with_max_y(middle - 4.0), above.with_min_y(middle + 4.0)]
    } else {
        columns(above, 12.0, [1.0, 1.0])
    };
    [sum, outcome, buttons]
}

/// Draws all of it. While the attack is incomplete, it cannot be carried out.
pub fn draw(
    canvas: &mut Canvas<'_, '_>,
    view: View<'_>,
    attack: &Attack,
    reckoning: &Reckoning,
    half: bool,
    rect: Rect,
) -> Option<Done> {
    let (entries, formula) = entries(view, attack, reckoning);
    let [sum, outcome, buttons] = slip(canvas, rect, entries.len() + usize::from(formula.is_some()));
    lines(canvas, sum, "Reckoning", &entries, formula);
    self::outcome(canvas, view, attack, reckoning, outcome);
    let legal = reckoning.legal.is_ok() && !half;
    // A Rend that names nothing does nothing, whatever players agree on.
    let unsaid = attack.special == Some(Special::Rend) && attack.names.is_none();
    let so = !unsaid && !half && reckoning.legal.as_ref().err().is_some_and(|reasons| overrulable(reasons));
    let landed =
        reckoning.strikes.iter().filter(|strike| strike.blow.kind == BlowKind::Attack && strike.destroys.is_none());
    let damage: i64 = landed.filter(|strike| strike.blow.stopped.is_none()).map(|strike| strike.blow.damage).sum();
    let label = format!("Strike, {damage} damage");
    let strike = Button { off: !legal, label: &label, ..Button::new(&["Strike"], Tone::Harm) };
    self::buttons(canvas, buttons, strike, so)
}

/// The three buttons: the main one, away, and against the rules.
pub fn buttons(canvas: &mut Canvas<'_, '_>, rect: Rect, main: Button<'_>, so: bool) -> Option<Done> {
    let [first, back, overrule] = if rect.height() >= 120.0 {
        let low = if rect.height() >= 150.0 { 66.0 } else { CONTROL };
        let high = (rect.height() - GAP - low).min(130.0);
        let first = rect.upper(high);
        let below = Rect::from_min_size(first.left_bottom() + vec2(0.0, GAP), vec2(rect.width(), low));
        let [back, overrule] = columns(below, GAP, [1.0, 1.0]);
        [first, back, overrule]
    } else {
        columns(rect, GAP, [1.6, 1.0, 1.2])
    };
    let size = if first.height() >= 80.0 { 38.0 } else { 24.0 };
    let done = Button { size, ..main }.show(canvas, "strike", first).tapped().then_some(Done::Strike);
    let away = Button::new(&["Back"], Tone::Raised).show(canvas, "away", back).tapped().then_some(Done::Back);
    let over = Button { off: !so, ..Button::new(&["Play it anyway", "Play anyway", "Anyway"], Tone::Raised) };
    let over = over.show(canvas, "overrule", overrule).tapped().then_some(Done::Overrule);
    done.or(away).or(over)
}

/// The lines of the sum, and the last one where it is one sum.
fn entries(view: View<'_>, attack: &Attack, reckoning: &Reckoning) -> (Vec<SumRow>, Option<(String, String)>) {
    let strikes = &reckoning.strikes;
    let mut entries: Vec<SumRow> = Vec::new();
    let Some(first) = strikes.first() else { return (entries, None) };
    let same = strikes.iter().all(|strike| strike.blow.kind == BlowKind::Attack && strike.terms == first.terms);
    if same {
        entries.extend(first.terms.iter().enumerate().map(|(index, each)| term(index, each)));
        let sum = first.terms.iter().enumerate().map(|(index, term)| summand(index, term)).collect::<String>();
        let each = if strikes.len() > 1 { " each" } else { "" };
        let formula = (!first.terms.is_empty()).then(|| (sum, format!("= {}{each}", first.blow.damage)));
        if strikes.len() > 1 {
            entries.extend(formula.map(|(what, much)| SumRow { what, much }));
            entries.extend(strikes.iter().map(|strike| of_strike(view, attack, strike)));
            return (entries, None);
        }
        if first.terms.is_empty() {
            entries.push(of_strike(view, attack, first));
        }
        return (entries, formula);
    }
    entries.extend(strikes.iter().map(|strike| of_strike(view, attack, strike)));
    (entries, None)
}

fn term(index: usize, term: &Term) -> SumRow {
    let much = if index == 0 { term.amount.to_string() } else { signed(term.amount) };
    SumRow { what: term.label.clone(), much }
}

fn summand(index: usize, term: &Term) -> String {
    match (index, term.amount < 0) {
        (0, _) => term.amount.to_string(),
        (_, true) => format!(" − {}", term.amount.unsigned_abs()),
        (_, false) => format!(" + {}", term.amount),
    }
}

/// A blow in a line: which, and what it does or what stopped it.
fn of_strike(view: View<'_>, attack: &Attack, strike: &Strike) -> SumRow {
    let blow = &strike.blow;
    let by = view.player_name(blow.by);
    let what = match (blow.kind, strike.nth) {
        (BlowKind::Attack, Some((nth, of))) => format!("{} of {of}", ordinal(usize::from(nth))),
        (BlowKind::Attack, None) if blow.on == attack.target => format!("on {}", view.player_name(blow.on)),
        (BlowKind::Attack, None) => format!("on to {}", view.player_name(blow.on)),
        (BlowKind::Hook, _) => format!("{} by {by}", view.rules.special_name(Special::Hook)),
        (BlowKind::CounterCharge, _) => format!("{} by {by}", view.rules.special_name(Special::Charge)),
        (BlowKind::Trip, _) => format!("{} by {by}", view.name(view.rules.trip())),
    };
    let much = match (&blow.stopped, strike.destroys) {
        (Some(stop), _) => stop_word(view, stop),
        (None, Some(gear)) => format!("destroys {}", super::rows::gear_name(view, blow.on, gear)),
        (None, None) => blow.damage.to_string(),
    };
    SumRow { what, much }
}

fn stop_word(view: View<'_>, stop: &Stop) -> String {
    match stop {
        Stop::Shield => view.name(view.rules.shield()).to_owned(),
        Stop::Card(card) => view.name(card).to_owned(),
        Stop::CounterCharge(_) => view.rules.special_name(Special::Charge).to_owned(),
        Stop::Trip(_) => view.name(view.rules.trip()).to_owned(),
    }
}

/// A heading, its braid, and as many lines as there is room for.
pub fn lines(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    title: &str,
    entries: &[SumRow],
    formula: Option<(String, String)>,
) {
    let ground = canvas.ground;
    let count = entries.len() + usize::from(formula.is_some());
    let roomy = rect.width() >= 180.0 && rect.height() >= HEADING + 26.0 * count.max(1) as f32;
    let mut top = rect.top();
    if roomy {
        let heading = rect.upper(36.0);
        canvas.fit(heading, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 28.0, ground.text), &[title]);
        let braid = Rect::from_min_size(pos2(rect.left(), heading.bottom() + 4.0), vec2(rect.width(), 10.0));
        canvas.knotwork(braid, "basic", HARM);
        top = braid.bottom() + 8.0;
    }
    let high = ((rect.bottom() - top) / count.max(1) as f32).min(canvas.scaled(LINE_HEIGHT));
    let size = (high * 0.62 / canvas.tools.scale).clamp(13.5, 22.0);
    let line = |canvas: &mut Canvas<'_, '_>, top: f32, what: &str, much: &str, last: bool| {
        let row = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), high));
        let figure = TextStyle::new(Face::Figure, size, ground.text);
        let at = canvas.fit(inset(row, row.width() * 0.4, 0.0, 2.0, 0.0), Align2::RIGHT_CENTER, figure, &[much]);
        let face = if last { ground.quiet } else { ground.text };
        let left = Rect::from_min_max(row.min + vec2(2.0, 0.0), pos2(at.left() - 8.0, row.bottom()));
        canvas.fit(left, Align2::LEFT_CENTER, TextStyle::new(Face::Text, size, face), &[what]);
    };
    for entry in entries {
        line(canvas, top, &entry.what, &entry.much, false);
        top += high;
    }
    if let Some((what, much)) = formula {
        canvas.line(pos2(rect.left(), top), pos2(rect.right(), top), 2.0, ground.text);
        line(canvas, top, &what, &much, true);
    }
}

/// The damage, who loses how much, and what happens to gear.
fn outcome(canvas: &mut Canvas<'_, '_>, view: View<'_>, attack: &Attack, reckoning: &Reckoning, rect: Rect) {
    let landed = reckoning.strikes.iter().filter(|strike| strike.blow.stopped.is_none());
    let own = landed.clone().filter(|strike| strike.blow.by == attack.attacker);
    let destroyed = reckoning.effects.iter().find_map(|effect| match effect {
        Effect::Destroyed(_, _, card) if attack.special == Some(Special::Rend) => Some(card),
        _ => None,
    });
    let said: Vec<String> = reckoning
        .effects
        .iter()
        .map(|effect| tell::text(&crate::table::skirmish::tell::effect(view.rules, view.state, effect)))
        .filter(|words| !words.is_empty())
        .collect();
    let damage: i64 = own.clone().map(|strike| strike.blow.damage).sum();
    let caption = match (own.count(), reckoning.strikes.as_slice()) {
        (0, [only]) => {
            only.blow.stopped.as_ref().map_or_else(String::new, |stop| format!("stopped: {}", stop_word(view, stop)))
        }
        (0, _) => "nothing lands".to_owned(),
        (1, _) => "damage, one blow".to_owned(),
        (count, _) => format!("damage, {count} blows"),
    };
    let mut health: Vec<(Seat, i64, i64)> = reckoning.health.clone();
    if health.is_empty()
        && let Some(player) = view.state.player(attack.target)
    {
        health.push((attack.target, player.health, player.health));
    }
    let line = canvas.scaled(20.0);
    let words = (said.len() as f32 * line).min(rect.height() * 0.34);
    let boxes = if rect.height() < 140.0 {
        44.0
    } else if health.len() == 1 {
        92.0
    } else {
        58.0
    };
    let count = health.len().min(3) as f32;
    let low = rect.lower(words);
    let middle =
        Rect::from_min_max(pos2(rect.left(), low.top() - count * (boxes + 6.0)), pos2(rect.right(), low.top() - 6.0));
    let top = rect.with_max_y(middle.top() - 4.0);
    match destroyed {
        Some(card) if top.height() >= 58.0 => {
            let caption = canvas.scaled(26.0);
            let high = (top.height() - caption).min(150.0);
            let all = Rect::from_center_size(top.center(), vec2(high * 1.3, high + caption));
            let at = all.upper(high);
            head::draw(canvas, view.cards, at, Shown::front(card.as_str()));
            let below = Rect::from_min_max(pos2(top.left(), at.bottom()), pos2(top.right(), all.bottom()));
            canvas.fit(
                below,
                Align2::CENTER_CENTER,
                TextStyle::new(Face::Caps, 19.0, canvas.ground.text),
                &["destroyed"],
            );
        }
        _ => figure(canvas, top, damage, &caption),
    }
    for (index, (seat, from, to)) in health.into_iter().take(3).enumerate() {
        health_box(canvas, view, seat, from, to, middle.row(index, boxes, 6.0));
    }
    let each = words / said.len().max(1) as f32;
    for (index, words) in said.iter().enumerate() {
        canvas.fit(
            low.row(index, each, 0.0),
            Align2::CENTER_CENTER,
            TextStyle::new(Face::Text, 17.0, canvas.ground.text),
            &[words],
        );
    }
}

/// The damage as large as it fits, and words below it; beside it where it is low.
pub fn figure(canvas: &Canvas<'_, '_>, rect: Rect, damage: i64, caption: &str) {
    let colour = if canvas.look().high { canvas.ground.text } else { HARM };
    let damage = damage.to_string();
    if rect.height() < 84.0 {
        let size = rect.height().clamp(8.0, 54.0);
        let words = TextStyle::new(Face::Figure, size, colour);
        let at = canvas.figure(rect.left_center(), Align2::LEFT_CENTER, words, &damage);
        let beside = rect.with_min_x(at.right() + 8.0);
        let words = TextStyle::new(Face::Caps, 17.0, canvas.ground.text);
        let whole = canvas.wraps_into(beside, words, caption);
        canvas.wrap_centred(beside, words, if whole { caption } else { first_part(caption) });
        return;
    }
    let below = canvas.scaled(22.0).min(rect.height() * 0.3);
    let place = rect.lower(below);
    let words = TextStyle::new(Face::Caps, 19.0, canvas.ground.text);
    canvas.fit(place, Align2::CENTER_CENTER, words, &[fitting(canvas, place, words, caption)]);
    // Figures are on the line, with room above and below.
    let size = ((rect.height() - below) * 1.12).clamp(40.0, 150.0);
    let at = pos2(rect.center().x, (rect.top() + place.top()) / 2.0 + size * 0.04);
    canvas.figure(at, Align2::CENTER_CENTER, TextStyle::new(Face::Figure, size, colour), &damage);
}

/// A player's health before and after, with pips; those that are lost are crossed out.
pub fn health_box(canvas: &mut Canvas<'_, '_>, view: View<'_>, seat: Seat, from: i64, to: i64, rect: Rect) {
    let Some(player) = view.state.player(seat) else { return };
    let ground = canvas.ground;
    canvas.fill(rect, radius(8.0), ground.raised);
    let pips = rect.height() >= 76.0;
    let upper = if pips { inset(rect, 0.0, 0.0, 0.0, 24.0) } else { rect };
    let size = (upper.height() - 10.0).min(52.0);
    let at = Rect::from_min_size(pos2(rect.left() + 8.0, upper.center().y - size / 2.0), vec2(size, size));
    emblem(canvas, at, player.colour, false);
    let beside = Rect::from_min_max(pos2(at.right() + 8.0, upper.top()), pos2(rect.right() - 8.0, upper.bottom()));
    let words = TextStyle::new(Face::Figure, (size * 0.78).clamp(22.0, 40.0), ground.text);
    canvas.fit(beside, Align2::CENTER_CENTER, words, &[&format!("{from} → {to}")]);
    if !pips {
        return;
    }
    let most = view.rules.health().max(1);
    let row = Rect::from_min_max(pos2(rect.left() + 12.0, rect.bottom() - 22.0), rect.max - vec2(12.0, 9.0));
    let step = row.width() / most as f32;
    for place in 0..most {
        let left = row.left() + step * place as f32;
        let pip = Rect::from_min_size(pos2(left + 1.0, row.top()), vec2(step - 2.5, row.height()));
        if place < from.min(to) {
            canvas.fill(pip, radius(2.0), ground.text);
        } else if place < from {
            canvas.fill(pip, radius(2.0), if canvas.look().high { ground.fill } else { HARM });
            canvas.line(
                pip.left_bottom(),
                pip.right_top(),
                1.6,
                if canvas.look().high { ground.text } else { ground.fill },
            );
            canvas.border(pip, radius(2.0), 1.0, ground.text);
        } else if place < to {
            canvas.fill(pip, radius(2.0), crate::look::GOLD);
            canvas.border(pip, radius(2.0), 1.0, ground.text);
        } else {
            canvas.border(pip, radius(2.0), 1.0, ground.line);
        }
    }
}
