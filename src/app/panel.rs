//! A player's panel: name, health, gear, and what they can do.

use egui::{Align2, Color32, Rect, Stroke, pos2, vec2};

use super::button::{Button, Tone};
use super::form::{Form, Places};
use super::gear;
use super::health::{self, Pill};
use super::letters::Face;
use super::livery::{self, emblem};
use super::look::{GOLD, INK, LIT, PAPER, RECOVERING, livery_colour, parts};
use super::reference::Opened;
use super::stage::{Stage, Words, about, left_corners, radius, within};
use super::turn::columns;
use super::view::{Leaflet, View, Wish, ordinal};
use crate::gallery::{Side, Sign, Wanted};
use crate::table::{Command, Player, Refusal, Seat};

/// What a panel shows beside the state.
#[derive(Clone, Debug, Default)]
pub struct Marginal {
    /// The running sum of taps.
    pub pill: Option<Pill>,
    /// A command that was refused.
    pub refused: Option<(Command, Refusal)>,
}

/// The round corners of a panel, in points.
const CORNERS: f32 = 12.0;
/// The spine of one who has fallen.
const DRAINED: Color32 = Color32::from_rgb(0x5a, 0x50, 0x46);

/// Draws a player's panel and asks for what its controls were touched for.
pub fn draw(stage: &mut Stage<'_, '_>, view: View<'_>, seat: Seat, marginal: &Marginal, wishes: &mut Vec<Wish>) {
    let Some(player) = view.state.player(seat) else { return };
    let look = stage.look();
    let whole = stage.whole();
    let on_turn = view.state.turn == seat && view.state.winner.is_none() && player.lives();
    stage.ground = match (player.lives(), on_turn) {
        (false, _) => look.dead,
        (true, true) => look.turn,
        (true, false) => look.panel,
    };
    if on_turn {
        frame(stage, whole);
    }
    stage.fill(whole, radius(CORNERS), stage.ground.fill);
    if look.high && !on_turn {
        stage.rim(whole, radius(CORNERS), look.rim, stage.ground.line);
    }
    let places = Form::of(whole.size()).places(whole);
    spine(stage, view, places.spine, player);
    if player.lives() {
        alive(stage, view, seat, player, &places, on_turn, marginal, wishes);
    } else {
        fallen(stage, view, seat, player, whole, &places, wishes);
    }
    if let Some((command, refusal)) = &marginal.refused {
        refused(stage, view, seat, command, refusal, whole, wishes);
    }
}

/// The gold interlace about the panel of the player on turn.
fn frame(stage: &mut Stage<'_, '_>, whole: Rect) {
    const THICK: f32 = 10.0;
    let outer = whole.expand(THICK + 2.0);
    stage.fill(outer, radius(14.0), if stage.look().high { GOLD } else { INK });
    let thick = THICK * stage.tools.ui.ctx().pixels_per_point();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels")]
    let thick = thick.round() as u16;
    stage.picture(outer.shrink(1.0), |width, height| Wanted::Frame {
        kind: "special".to_owned(),
        width,
        height,
        thick,
        colour: parts(GOLD),
        contour: None,
    });
}

fn spine(stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, player: &Player) {
    let fill = if player.lives() { livery_colour(player.livery) } else { DRAINED };
    if rect.width() >= 16.0 {
        let inset = vec2((rect.width() * 0.18).max(1.5), 10.0);
        livery::spine(stage, view, rect, player.livery, fill, CORNERS, inset);
    } else {
        stage.fill(rect, left_corners(CORNERS), fill);
    }
    stage.line(rect.right_top(), rect.right_bottom(), 1.5, INK);
}

#[allow(clippy::too_many_arguments, reason = "one call, and a struct of them would only repeat them")]
fn alive(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    player: &Player,
    places: &Places,
    on_turn: bool,
    marginal: &Marginal,
    wishes: &mut Vec<Wish>,
) {
    header(stage, view, seat, player, places, on_turn, wishes);
    health::draw(stage, view, seat, player, places.health, marginal.pill, wishes);
    for (place, rect) in places.gear.iter().enumerate() {
        gear::draw(stage, view, seat, player, gear::PLACES[place], *rect, wishes);
    }
    if let Some(strip) = places.strip {
        status(stage, view, seat, player, strip, on_turn);
    }
    if let Some(row) = places.actions {
        actions(stage, view, seat, player, row, on_turn, wishes);
    }
}

/// Shield, name and a line of status; a touch opens the player's own menu.
fn header(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    player: &Player,
    places: &Places,
    on_turn: bool,
    wishes: &mut Vec<Wish>,
) {
    let rect = places.header;
    let size = rect.height().min(58.0);
    let shield = Rect::from_min_size(pos2(rect.left(), rect.center().y - size / 2.0), vec2(size, size));
    let touched =
        stage.control(("player", seat), rect, super::touch::Manner::Tap, &format!("{}: player's menu", player.name));
    if touched.tapped() {
        wishes.push(Wish::Open(seat, Leaflet::Player));
    }
    emblem(stage, shield.shrink(2.0), player.livery, false);
    let beside = within(rect, size + 8.0, 0.0, 0.0, 0.0);
    let line = stage.scaled(17.0).min(rect.height() * 0.4);
    let name = Rect::from_min_max(beside.min, pos2(beside.right(), beside.bottom() - line));
    let size = (name.height() * 0.82).clamp(20.0, 32.0);
    let words = Words::new(Face::Caps, size, stage.ground.text);
    stage.fit(name.translate(vec2(0.0, 2.0)), Align2::LEFT_CENTER, words, &[&player.name]);
    let below = Rect::from_min_max(pos2(beside.left(), beside.bottom() - line - 2.0), beside.max);
    let recovering = player.recovering.is_some() && places.strip.is_none();
    if recovering {
        stage.fill(below, radius(4.0), RECOVERING);
        let words = Words::new(Face::Strong, 15.0, INK);
        stage.fit(within(below, 8.0, 0.0, 4.0, 0.0), Align2::LEFT_CENTER, words, &["Recovering"]);
    } else {
        let face = if on_turn { Face::Strong } else { Face::Plain };
        let said = about_player(view, seat, player, places.strip.is_some(), on_turn);
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        stage.fit(below, Align2::LEFT_CENTER, Words::new(face, 15.0, stage.ground.quiet), &said);
    }
}

/// What is to be said of a player in a line, the longest first.
fn about_player(view: View<'_>, seat: Seat, player: &Player, in_strip: bool, on_turn: bool) -> Vec<String> {
    let draws = format!("draws to {}", view.state.hand_limit(view.rules, seat));
    let dealer = view.state.dealer == seat;
    if on_turn {
        let turn = if in_strip { draws } else { format!("your turn · {draws}") };
        let long = if dealer { format!("dealer · {turn}") } else { turn.clone() };
        return vec![long, turn, "your turn".to_owned()];
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
        (false, true) => vec![order],
        (false, false) => vec![format!("{order} · {facts}"), order],
    }
}

/// The strip of a wide panel: whose turn, recovering, or when.
fn status(stage: &mut Stage<'_, '_>, view: View<'_>, seat: Seat, player: &Player, rect: Rect, on_turn: bool) {
    if player.recovering.is_some() {
        stage.fill(rect, radius(8.0), RECOVERING);
        let sign = about(pos2(rect.left() + 24.0, rect.center().y), 30.0, 30.0);
        stage.picture(sign, |size, _| Wanted::Sign { sign: Sign::Fallen, colour: parts(INK), size });
        let words = within(rect, 48.0, 2.0, 6.0, 2.0);
        let title = Rect::from_min_max(words.min, pos2(words.right(), words.center().y + 3.0));
        stage.fit(title, Align2::LEFT_CENTER, Words::new(Face::Caps, 20.0, INK), &["Recovering"]);
        let below = Rect::from_min_max(pos2(words.left(), words.center().y), words.max);
        stage.fit(below, Align2::LEFT_CENTER, Words::new(Face::Plain, 14.0, INK), &["no cards but in defence"]);
    } else if on_turn {
        stage.fill(rect, radius(8.0), INK);
        let said = if view.state.acted { "Redraw, then end" } else { "Your turn" };
        let words = Words::new(Face::Caps, 28.0, LIT);
        let middle = stage.width(words, said).min(rect.width());
        stage.fit(rect.shrink(4.0), Align2::CENTER_CENTER, words, &[said]);
        let free = (rect.width() - middle) / 2.0 - 24.0;
        if free > 30.0 {
            for x in [rect.left() + 12.0 + free / 2.0, rect.right() - 12.0 - free / 2.0] {
                let knot = about(pos2(x, rect.center().y), free.min(54.0), 14.0);
                stage.knot(knot, "special", GOLD);
            }
        }
    } else if let Some(turns) = view.state.order_of(seat) {
        let disc = pos2(rect.left() + 22.0, rect.center().y);
        stage.disc(disc, 17.0, Color32::TRANSPARENT, Stroke::new(1.5, stage.ground.quiet));
        let figure = Words::new(Face::Figure, 19.0, stage.ground.text);
        stage.figure(disc, Align2::CENTER_CENTER, figure, &(turns + 1).to_string());
        let before = view.state.seats().find(|other| view.state.order_of(*other) == Some(turns.saturating_sub(1)));
        let said = match before {
            Some(before) if turns > 1 => format!("plays after {}", view.player_name(before)),
            _ => "plays next".to_owned(),
        };
        let words = Words::new(Face::Text, 20.0, stage.ground.text);
        let at = stage.fit(within(rect, 50.0, 0.0, 4.0, 0.0), Align2::LEFT_CENTER, words, &[&said, "plays later"]);
        if rect.right() - at.right() > 30.0 {
            let y = rect.center().y;
            stage.line(pos2(at.right() + 14.0, y), pos2(rect.right(), y), 1.0, stage.ground.line);
        }
    }
}

fn actions(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    player: &Player,
    row: Rect,
    on_turn: bool,
    wishes: &mut Vec<Wish>,
) {
    const GAP: f32 = 8.0;
    let name = &player.name;
    if !on_turn {
        let trip = Rect::from_min_size(row.min, vec2((row.width() - 2.0 * GAP) / 3.0, row.height()));
        let label = format!("{name}: Trip");
        let card = view.name(view.rules.trip());
        let title = [card];
        let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
        if button.show(stage, ("trip", seat), trip).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Trip));
        }
        hand(stage, view, seat, within(row, trip.width() + GAP, 0.0, 0.0, 0.0));
        return;
    }
    let [a, b, c] = columns(row, GAP, [1.0, 1.0, 1.0]);
    let end = format!("{name}: end turn");
    let last = Button { label: &end, ..Button::new(&["End turn", "End"], Tone::Ink) };
    if player.recovering.is_some() {
        let label = format!("{name}: discard");
        if (Button { label: &label, ..Button::new(&["Discard"], Tone::Ink) }).show(stage, ("discard", seat), a).tapped()
        {
            wishes.push(Wish::Open(seat, Leaflet::Discard));
        }
        let label = format!("{name}: change what is recovered");
        if (Button { label: &label, ..Button::new(&["Change"], Tone::Ink) }).show(stage, ("change", seat), b).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Recover));
        }
    } else {
        let label = format!("{name}: attack");
        let tone = if view.state.acted { Tone::Raised } else { Tone::Harm };
        if (Button { label: &label, ..Button::new(&["Attack"], tone) }).show(stage, ("attack", seat), a).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Attack));
        }
        let label = format!("{name}: recover");
        let tone = if view.state.acted { Tone::Raised } else { Tone::Ink };
        if (Button { label: &label, ..Button::new(&["Recover"], tone) }).show(stage, ("recover", seat), b).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Recover));
        }
    }
    if last.show(stage, ("end", seat), c).tapped() {
        wishes.push(Wish::Do(Command::EndTurn { seat }));
    }
}

/// Up to how many cards the player draws, as so many backs; Mail and a two-handed weapon leave places empty.
fn hand(stage: &mut Stage<'_, '_>, view: View<'_>, seat: Seat, rect: Rect) {
    let (limit, most) = (view.state.hand_limit(view.rules, seat), view.rules.hand());
    let said = format!("draws up to {limit}");
    let label = stage.scaled(18.0);
    let backs = Rect::from_min_max(rect.min, pos2(rect.right(), rect.bottom() - label));
    let high = (backs.height() - 6.0).min(30.0);
    let wide = (high * 0.68).min(backs.width() / most.max(1) as f32 - 3.0);
    let left = rect.center().x - (wide + 3.0) * most as f32 / 2.0;
    for place in 0..most {
        let at = pos2(left + (wide + 3.0) * place as f32, backs.center().y - high / 2.0);
        let card = Rect::from_min_size(at, vec2(wide, high));
        if place < limit {
            stage.picture(card, |width, height| Wanted::CardBack { width, height });
        } else {
            stage.dashes(card, stage.ground.quiet);
        }
    }
    let below = Rect::from_min_max(pos2(rect.left(), rect.bottom() - label), rect.max);
    stage.fit(
        below,
        Align2::CENTER_CENTER,
        Words::new(Face::Plain, 15.0, stage.ground.quiet),
        &[&said, &limit.to_string()],
    );
}

fn fallen(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    player: &Player,
    whole: Rect,
    places: &Places,
    wishes: &mut Vec<Wish>,
) {
    let ground = stage.ground;
    let Some(fall) = &player.fallen else { return };
    let size = places.header.height().min(58.0);
    emblem(stage, Rect::from_min_size(places.header.min, vec2(size, size)).shrink(2.0), player.livery, true);
    let beside = within(places.header, size + 8.0, 0.0, 0.0, 0.0);
    let [name, status] = [
        Rect::from_min_max(beside.min, pos2(beside.right(), beside.center().y + 6.0)),
        Rect::from_min_max(pos2(beside.left(), beside.center().y + 8.0), beside.max),
    ];
    stage.fit(name, Align2::LEFT_CENTER, Words::new(Face::Caps, 28.0, ground.text), &[&player.name]);
    let place = format!("out, {}", ordinal(usize::from(fall.place)));
    stage.fit(status, Align2::LEFT_CENTER, Words::new(Face::Plain, 15.0, ground.quiet), &[&place]);

    let with: Vec<&str> = fall.with.iter().map(|card| view.name(card)).collect();
    let by = fall.by.map_or_else(String::new, |by| view.player_name(by).to_owned());
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
    let sign = (middle.height() - 64.0).clamp(0.0, 100.0);
    if sign >= 40.0 {
        let at = about(pos2(middle.center().x, middle.top() + sign / 2.0), sign, sign);
        stage.picture(at, |size, _| Wanted::Sign { sign: Sign::Fallen, colour: parts(ground.quiet), size });
    }
    // In a row of a telephone there is no room for words.
    if middle.width() >= 120.0 {
        let words = Rect::from_min_max(pos2(middle.left(), middle.bottom() - 62.0), middle.max);
        let title = Rect::from_min_max(words.min, pos2(words.right(), words.top() + 36.0));
        stage.fit(title, Align2::CENTER_CENTER, Words::new(Face::Caps, 30.0, ground.text), &["Fallen"]);
        let below = Rect::from_min_max(pos2(words.left(), words.top() + 38.0), words.max);
        stage.fit(below, Align2::CENTER_CENTER, Words::new(Face::Plain, 15.0, ground.quiet), &[&how.join(" · ")]);
    }
    let label = format!("Bring {} back", player.name);
    let back = Button { label: &label, ..Button::new(&["Bring back"], Tone::Raised) };
    if back.show(stage, ("back", seat), button).tapped() {
        wishes.push(Wish::Do(Command::BringBack { seat, health: 1 }));
    }
}

/// Why something was not done, with the choice to play it so.
#[allow(clippy::too_many_arguments, reason = "one call, and a struct of them would only repeat them")]
fn refused(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    seat: Seat,
    command: &Command,
    refusal: &Refusal,
    whole: Rect,
    wishes: &mut Vec<Wish>,
) {
    let slip = within(whole, 6.0, 6.0, 6.0, 6.0);
    let slip = Rect::from_min_max(pos2(slip.left(), slip.bottom() - slip.height().min(190.0)), slip.max);
    stage.shield(("refused", seat), slip);
    stage.fill(slip, radius(10.0), INK);
    stage.rim(slip, radius(10.0), 3.0, GOLD);
    let buttons = Rect::from_min_max(pos2(slip.left() + 10.0, slip.bottom() - 68.0), slip.max - vec2(10.0, 10.0));
    let text = Rect::from_min_max(slip.min + vec2(14.0, 8.0), pos2(slip.right() - 14.0, buttons.top() - 6.0));
    let possible =
        if refusal.possible.is_empty() { String::new() } else { format!(". {}", refusal.possible.join("; ")) };
    stage.wrap_centred(
        text,
        Words::new(Face::Text, 18.0, PAPER),
        &format!("{}{possible}", view.rules.in_book(&refusal.to_string())),
    );
    let cited = refusal.reasons.iter().filter_map(|reason| reason.rule).find_map(|rule| {
        let printed = view.rules.printed(rule).filter(|_| Opened::of_rule(view, rule).is_some())?;
        Some((rule, printed))
    });
    let [leave, play] = if let Some((rule, printed)) = cited {
        let [leave, read, play] = columns(buttons, 8.0, [1.0, 0.5, 1.0]);
        let label = format!("Read rule {printed}");
        let title = [printed];
        let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
        if button.show(stage, ("cited", seat), read).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Rule(rule)));
        }
        [leave, play]
    } else {
        columns(buttons, 8.0, [1.0, 1.0])
    };
    if Button::new(&["Leave it"], Tone::Gold).show(stage, ("leave", seat), leave).tapped() {
        wishes.push(Wish::Dismiss(seat));
    }
    let so = Button { off: !refusal.can_be_overruled(), ..Button::new(&["We play it so", "Play it so"], Tone::Harm) };
    if so.show(stage, ("so", seat), play).tapped() {
        wishes.push(Wish::Overrule(command.clone()));
    }
}

/// The side of a card that a player has before them.
pub fn weapon_side(player: &Player) -> Side {
    if player.recovering.is_some() { Side::Back } else { Side::Front }
}
