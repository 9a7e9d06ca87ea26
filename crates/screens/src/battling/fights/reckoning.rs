//! The reckoning of a fight (B9, B12): its terms, what the winner chooses, and what the turn comes to in the end.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::{Seen, Stand, row, stand};
use crate::battling::card;
use crate::battling::draft::{Entry, Kind, Phase};
use crate::battling::panel::rank_key;
use crate::battling::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP, THUMB};
use crate::gallery::{Icon, PictureRequest};
use crate::letters::Face;
use crate::look::{GOLD, HARM, INK, parts};
use crate::region::{Cut as _, columns, grid};
use crate::session::DraftView as _;
use crate::shared::ornament::{self, Ornament};
use crate::table::Seat;
use crate::table::battling::{Clash, Command, Need, Rank, Resolved, Wants, WonBy};
use crate::touch::Gesture;

/// Draws it: the fight that is shown, or, when all are decided, what the turn comes to.
pub(super) fn draw(ui: &mut Ui<'_, '_>, all: &[Clash], resolved: &Resolved, seen: Seen, rect: Rect) {
    ui.canvas.ground = ui.canvas.look().turn;
    ui.canvas.fill(rect, radius(12.0), ui.canvas.ground.fill);
    ui.canvas.border(rect, radius(12.0), 11.0, INK);
    ornament::frame(&mut ui.canvas, ui.view.cards, rect.shrink(1.0), 9.0, GOLD);
    let inner = rect.shrink(16.0);
    let foot = inner.lower(CONTROL);
    let rest = inner.with_max_y(foot.top() - GAP);
    let clash = all.iter().find(|clash| Some(clash.by) == seen.fight);
    // On a shared table, the cards are known to all, and each choice is sent at once.
    let shared = ui.view.room.shared;
    let back = Button { label: "Back to the cards", ..Button::new(&["Back"], Tone::Raised) };
    match clash {
        Some(clash) => {
            let stands = stand(clash, resolved);
            reckon(ui, clash, stands, resolved, rest);
            let chose = ui.view.draft.hand(clash.by).wants.is_some() && stands != Stand::Now && !shared;
            let [first, second, third] = columns(foot, GAP, [1.3, 1.0, 0.8]);
            if chose {
                let anew = Button { label: "Change this", ..Button::new(&["Change this", "Change"], Tone::Raised) };
                if anew.show(&mut ui.canvas, "choose anew", first).tapped() {
                    ui.actions.push(Action::Enter(Entry::Wants(clash.by, None)));
                }
            }
            if ui.view.draft.looked.is_some() {
                let next = Button { label: "Next fight", ..Button::new(&["Next fight", "Next"], Tone::Ink) };
                if next.show(&mut ui.canvas, "next fight", second).tapped() {
                    ui.actions.push(Action::Enter(Entry::Look(None)));
                }
            }
            if !shared && back.show(&mut ui.canvas, "back to cards", third).tapped() {
                ui.actions.push(Action::Enter(Entry::Phase(Phase::Cards)));
            }
        }
        None if shared => {
            outcome(&mut ui.canvas, ui.view, resolved, rest);
            let go_on = Button { size: 26.0, off: !seen.past, ..Button::new(&["Go on"], Tone::Ink) };
            if go_on.show(&mut ui.canvas, "seen", foot).tapped() {
                ui.actions.push(Action::Enter(Entry::Seen));
            }
        }
        None => {
            outcome(&mut ui.canvas, ui.view, resolved, rest);
            let [main, other] = columns(foot, GAP, [0.68, 0.32]);
            let done =
                Button { label: "Finish the turn", size: 26.0, ..Button::new(&["Finish turn", "Done"], Tone::Harm) };
            if done.show(&mut ui.canvas, "turn done", main).tapped() {
                ui.actions.push(Action::Do(Command::Turn { plays: ui.view.draft.plays(ui.view.state) }));
            }
            if back.show(&mut ui.canvas, "back to cards", other).tapped() {
                ui.actions.push(Action::Enter(Entry::Phase(Phase::Cards)));
            }
        }
    }
}

fn name<'a>(view: View<'a>, seat: Seat) -> &'a str {
    view.state.player(seat).map_or("", |player| player.name.as_str())
}

/// The terms of a fight, its difference, and what the winner chooses.
fn reckon(ui: &mut Ui<'_, '_>, clash: &Clash, stands: Stand, resolved: &Resolved, rect: Rect) {
    let asks = stands == Stand::Now;
    let robs = asks && ui.view.draft.hand(clash.by).wants == Some(Wants::Rob);
    // The question comes first; figure and terms share the remaining room.
    let asked = match (asks, robs) {
        (false, _) => 0.0,
        (true, false) => (rect.height() * 0.3).clamp(THUMB + 22.0, 170.0),
        (true, true) => (rect.height() * 0.52).clamp(4.0 * THUMB + 44.0, 360.0),
    };
    let above = inset(rect, 0.0, 0.0, 0.0, asked);
    terms(&mut ui.canvas, ui.view, clash, stands, above);
    if asks {
        let below = rect.lower(asked);
        choose(ui, clash, resolved, robs, below);
    }
}

/// Draws the two players, the terms of the sum, and the difference.
fn terms(canvas: &mut Canvas<'_, '_>, view: View<'_>, clash: &Clash, stands: Stand, rect: Rect) {
    let (by, on) = (view.state.player(clash.by), view.state.player(clash.on));
    let (Some(by), Some(on)) = (by, on) else { return };
    let beside = rect.height() < 170.0;
    let roomy = rect.height() >= 290.0;
    let size = if roomy { 54.0 } else { 34.0_f32.min(rect.height() * 0.3) };
    let mut y = rect.top();
    let middle = if beside { rect.left() + rect.width() * 0.27 } else { rect.center().x };
    let wide = if beside { rect.width() * 0.54 } else { rect.width() };
    for (colour, x) in [(by.colour, -1.0), (on.colour, 1.0)] {
        emblem(canvas, rect_around(pos2(middle + x * size, y + size / 2.0), size, size), colour, false);
    }
    let colour = parts(canvas.ground.text);
    let arrow = rect_around(pos2(middle, y + size / 2.0), size * 0.6, size * 0.6);
    canvas.picture(arrow, |size, _| PictureRequest::Icon { icon: Icon::Arrow, colour, size });
    y += size + 4.0;
    let verb = if clash.damage() > 0 { "beats" } else { "attacks" };
    let line = canvas.scaled(if roomy { 32.0 } else { 24.0 }).min(rect.height() * 0.25);
    let title = Rect::from_min_size(pos2(middle - wide / 2.0, y), vec2(wide, line));
    let caps = TextStyle::new(Face::Caps, if roomy { 26.0 } else { 20.0 }, canvas.ground.text);
    canvas.fit(title, Align2::CENTER_CENTER, caps, &[&format!("{} {verb} {}", by.name, on.name)]);
    y += line;
    if roomy {
        let braid = Rect::from_min_size(pos2(rect.left(), y + 2.0), vec2(rect.width(), 11.0));
        ornament::braid(canvas, view.cards, braid, Ornament::Plain, HARM);
        y += 18.0;
    }
    let [title, sub] = row::clash_text(view, clash, stands);
    let told = format!("{} {verb} {}: {} against {}", by.name, on.name, clash.attack, clash.defence);
    let result = if told.contains(&sub) { title.clone() } else { format!("{title}, {sub}") };
    canvas.label("sum", rect, &format!("{told}: {result}"));
    let open = matches!(stands, Stand::Now | Stand::Waits);
    let large = if open { clash.damage().to_string() } else { title };
    let colour = if clash.damage() > 0 && !canvas.look().high { HARM } else { canvas.ground.text };
    let figure = if beside {
        rect.with_min_x(rect.left() + wide + 6.0)
    } else {
        let lines = sums(canvas, view, clash, &on.name, rect.with_min_y(y), roomy);
        rect.with_min_y(lines)
    };
    if beside {
        let said = format!("{} against {}", clash.attack, clash.defence);
        let at = Rect::from_min_size(pos2(title_left(middle, wide), y), vec2(wide, canvas.scaled(22.0)));
        canvas.fit(at, Align2::CENTER_CENTER, TextStyle::new(Face::Text, 18.0, canvas.ground.quiet), &[&said]);
    }
    let foot = if open || beside { 0.0 } else { canvas.scaled(22.0) };
    let room = inset(figure, 0.0, 0.0, 0.0, foot);
    let face = if open { Face::Figure } else { Face::Caps };
    let words = TextStyle::new(face, if open { 116.0_f32 } else { 44.0 }.min(room.height() * 0.9), colour);
    canvas.fit_figure(room, Align2::CENTER_CENTER, words, &large);
    if foot > 0.0 {
        let at = Rect::from_min_size(room.left_bottom(), vec2(room.width(), foot));
        canvas.fit(at, Align2::CENTER_CENTER, TextStyle::new(Face::Text, 18.0, canvas.ground.quiet), &[&sub]);
    }
}

fn title_left(middle: f32, wide: f32) -> f32 {
    middle - wide / 2.0
}

/// A line for each term of the sum; gives where they end.
fn sums(canvas: &Canvas<'_, '_>, view: View<'_>, clash: &Clash, target: &str, rect: Rect, roomy: bool) -> f32 {
    let bonus = view.rules.spec().bonus;
    let plus = |cards: &[Rank]| {
        let cards: Vec<String> = cards.iter().map(|rank| rank.points().to_string()).collect();
        if cards.is_empty() { "0".to_owned() } else { cards.join(" + ") }
    };
    let attack = view.draft.hand(clash.by).of(Kind::Attack);
    let defence = view.draft.hand(clash.on).of(Kind::Defence);
    let mut lines = vec![("Attack".to_owned(), plus(&attack))];
    lines.extend((attack.len() == 2).then(|| ("Two of one kind".to_owned(), format!("+{bonus}"))));
    let whole = if defence.len() == 2 { format!(" ({} + {bonus})", plus(&defence)) } else { String::new() };
    lines.push((format!("{target}’s defence{whole}"), format!("−{}", clash.defence)));
    let step = canvas.scaled(if roomy { 29.0 } else { 22.0 });
    let words = TextStyle::new(Face::Text, if roomy { 21.0 } else { 17.0 }, canvas.ground.text);
    let mut y = rect.top();
    for (what, figure) in lines {
        let row = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), step));
        let at = canvas.text(row.right_center(), Align2::RIGHT_CENTER, words, &figure);
        let left = row.with_max_x(at.left() - 8.0);
        canvas.fit(left, Align2::LEFT_CENTER, words, &[&what, &format!("{target}’s defence")]);
        y += step;
    }
    canvas.line(pos2(rect.left(), y + 1.0), pos2(rect.right(), y + 1.0), 2.0, canvas.ground.text);
    y + 2.0
}

/// To rob or to deal damage (B12), and which treasure was drawn (B21).
fn choose(ui: &mut Ui<'_, '_>, clash: &Clash, resolved: &Resolved, robs: bool, rect: Rect) {
    let who = name(ui.view, clash.by);
    let line = ui.canvas.scaled(22.0);
    let caps = TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.text);
    let title = rect.upper(line);
    let tiles = Rect::from_min_max(title.left_bottom(), rect.max);
    let tiles = if robs { tiles.upper((tiles.height() * 0.32).clamp(THUMB, 92.0)) } else { tiles };
    ui.canvas.fit(title, Align2::CENTER_CENTER, caps, &[&format!("{who} chooses")]);
    if !ui.view.room.acts_for(clash.by) {
        return;
    }
    let [rob, damage] = columns(tiles, GAP, [1.0, 1.0]);
    let label = format!("{who}: steal");
    let response = ui.canvas.choice(("rob", clash.by), rob, Gesture::Tap, &label, robs);
    rob_tile(&mut ui.canvas, ui.view, rob, robs);
    if response.tapped() && !robs {
        ui.actions.push(Action::Enter(Entry::Wants(clash.by, Some(Wants::Rob))));
    }
    let label = format!("{who}: deal damage");
    let response = ui.canvas.choice(("damage", clash.by), damage, Gesture::Tap, &label, false);
    damage_tile(&ui.canvas, resolved, clash, damage);
    if response.tapped() {
        decide(ui, Entry::Wants(clash.by, Some(Wants::Damage)));
    }
    if !robs {
        return;
    }
    let hoard = match resolved.open.as_ref().map(|open| &open.need) {
        Some(Need::Treasure(hoard) | Need::OtherTreasure(_, hoard)) => hoard.as_slice(),
        _ => &[],
    };
    let other = matches!(resolved.open.as_ref().map(|open| &open.need), Some(Need::OtherTreasure(..)));
    let below = rect.with_min_y(tiles.bottom() + 4.0);
    let question = below.upper(line);
    let said = if other { "This one is not in the deck:".to_owned() } else { format!("What did {who} draw?") };
    ui.canvas.fit(question, Align2::CENTER_CENTER, TextStyle::new(Face::Text, 18.0, ui.canvas.ground.text), &[&said]);
    let keys = Rect::from_min_max(question.left_bottom() + vec2(0.0, 4.0), below.max);
    ranks(ui, clash, hoard, keys);
}

/// Enters what the winner of a fight does; the host of a shared table learns of it.
fn decide(ui: &mut Ui<'_, '_>, entry: Entry) {
    ui.actions.push(Action::Enter(entry));
    if ui.view.room.shared {
        let mut draft = ui.view.draft.clone();
        draft.enter(ui.view.state, entry);
        ui.actions.push(Action::Do(Command::Turn { plays: draft.plays(ui.view.state) }));
    }
}

/// The ranks that the treasure can have: J Q K A, and those from 2 to 10, behind a touch where there is little room.
fn ranks(ui: &mut Ui<'_, '_>, clash: &Clash, hoard: &[Rank], rect: Rect) {
    let who = name(ui.view, clash.by);
    let key = |ui: &mut Ui<'_, '_>, rank: Rank, place: Rect| {
        let label = format!("{who}: drew {}", rank.with_article());
        if rank_key(&mut ui.canvas, ("drawn", rank), place, rank, &label, !hoard.contains(&rank)) {
            decide(ui, Entry::Treasure(clash.by, rank));
        }
    };
    let lesser: Vec<Rank> = Rank::all().filter(|rank| !rank.is_face()).collect();
    let rows = |rows: f32| rect.height() >= rows * THUMB + (rows - 1.0) * 6.0;
    if rows(3.0) {
        let high = ((rect.height() - 12.0) / 3.0).min(CONTROL);
        let first = rect.upper(high);
        for (rank, place) in Rank::FACES.into_iter().zip(columns(first, 6.0, [1.0; 4])) {
            key(ui, rank, place);
        }
        let below = Rect::from_min_size(first.left_bottom() + vec2(0.0, 6.0), vec2(rect.width(), 2.0 * high + 6.0));
        for (rank, place) in lesser.into_iter().zip(grid(below, 5.0, 5, 2)) {
            key(ui, rank, place);
        }
        return;
    }
    let high = ((rect.height() - 6.0) / 2.0).min(CONTROL);
    let [above, below] =
        [0.0, high + 6.0].map(|y| Rect::from_min_size(rect.min + vec2(0.0, y), vec2(rect.width(), high)));
    if ui.view.draft.lesser {
        let places = [grid(above, 5.0, 5, 1), grid(below, 5.0, 5, 1)].concat();
        let mut places = places.into_iter();
        for (rank, place) in lesser.into_iter().zip(places.by_ref()) {
            key(ui, rank, place);
        }
        let Some(place) = places.next() else { return };
        let faces = Button { label: "A face treasure", size: 17.0, ..Button::new(&["J–A"], Tone::Raised) };
        if faces.show(&mut ui.canvas, "faces", place).tapped() {
            ui.actions.push(Action::Enter(Entry::Lesser(false)));
        }
        return;
    }
    for (rank, place) in Rank::FACES.into_iter().zip(columns(above, 6.0, [1.0; 4])) {
        key(ui, rank, place);
    }
    let off = !hoard.iter().any(|rank| !rank.is_face());
    let less =
        Button { off, label: "A lesser treasure", ..Button::new(&["a lesser one, 2 to 10", "2 to 10"], Tone::Raised) };
    if less.show(&mut ui.canvas, "lesser", below).tapped() {
        ui.actions.push(Action::Enter(Entry::Lesser(true)));
    }
}

fn rob_tile(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, chosen: bool) {
    card::treasure(canvas, view, rect, Rank::QUEEN, &[]);
    let line = canvas.scaled(26.0).min(rect.height());
    let foot = Rect::from_min_max(pos2(rect.left() + 2.0, rect.bottom() - line - 2.0), rect.max - vec2(2.0, 2.0));
    canvas.fill(foot, radius(4.0), Color32::from_black_alpha(190));
    canvas.fit(foot, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 24.0, GOLD), &["Steal"]);
    if chosen {
        crate::head::chosen(canvas, rect);
    }
}

fn damage_tile(canvas: &Canvas<'_, '_>, resolved: &Resolved, clash: &Clash, rect: Rect) {
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    canvas.border(rect, radius(8.0), canvas.look().rim, canvas.ground.line);
    let colour = if canvas.look().high { canvas.ground.text } else { HARM };
    let before = resolved.after.player(clash.on).map_or(0, |player| player.life);
    let left = before.saturating_sub(clash.damage());
    let word = if clash.damage() == 0 {
        "Cancel"
    } else if left == 0 {
        "Damage: out"
    } else {
        "Damage"
    };
    let steps = format!("{before} → {left}");
    let row = |top: f32, high: f32| {
        Rect::from_min_size(rect.min + vec2(4.0, rect.height() * top), vec2(rect.width() - 8.0, rect.height() * high))
    };
    let caps = TextStyle::new(Face::Caps, 22.0, canvas.ground.text);
    if rect.height() < 80.0 {
        canvas.fit(row(0.04, 0.5), Align2::CENTER_CENTER, caps, &[word]);
        canvas.fit(row(0.5, 0.46), Align2::CENTER_CENTER, TextStyle::new(Face::Figure, 18.0, colour), &[&steps]);
        return;
    }
    let figure = row(0.06, 0.42);
    let words = TextStyle::new(Face::Figure, (figure.height() * 0.9).min(48.0), colour);
    canvas.fit_figure(figure, Align2::CENTER_CENTER, words, &format!("−{}", clash.damage()));
    canvas.fit(row(0.48, 0.22), Align2::CENTER_CENTER, TextStyle::new(Face::Text, 20.0, canvas.ground.text), &[&steps]);
    canvas.fit(row(0.72, 0.22), Align2::CENTER_CENTER, caps, &[word]);
}

/// Draws the outcome of the turn once all is decided: a line per changed player, and the winner.
fn outcome(canvas: &mut Canvas<'_, '_>, view: View<'_>, resolved: &Resolved, rect: Rect) {
    let line = canvas.scaled(38.0);
    let title = rect.upper(line);
    let caps = TextStyle::new(Face::Caps, 28.0, canvas.ground.text);
    canvas.fit(title, Align2::CENTER_CENTER, caps, &["Result of the turn", "Result"]);
    let braid = Rect::from_min_size(title.left_bottom(), vec2(rect.width(), 11.0));
    ornament::braid(canvas, view.cards, braid, Ornament::Plain, HARM);
    let changed: Vec<(Seat, String)> =
        view.state.seats().filter_map(|seat| Some((seat, changed(view, resolved, seat)?))).collect();
    let won = resolved.after.over.as_ref().map(|over| {
        let names: Vec<String> = over.winners.iter().map(|seat| name(view, *seat).to_owned()).collect();
        match over.by {
            _ if names.is_empty() => "No one is left.".to_owned(),
            WonBy::FourTreasures => format!("{} wins with four face treasures.", crate::table::tell::list(&names)),
            WonBy::LastArmy => format!("{} wins as the last army.", crate::table::tell::list(&names)),
        }
    });
    let rest = inset(rect, 0.0, line + 20.0, 0.0, 0.0);
    let rows = changed.len() + usize::from(won.is_some());
    let high = (rest.height() / rows.max(1) as f32).min(64.0);
    let words = TextStyle::new(Face::Text, 19.0, canvas.ground.text);
    if rows == 0 {
        let words = TextStyle::new(Face::Italic, 20.0, canvas.ground.quiet);
        canvas.wrap_centred(rest, words, "Nothing changes.");
        canvas.label("nothing", rest, "Nothing changes.");
    }
    for (place, (seat, said)) in changed.iter().enumerate() {
        let row = Rect::from_min_size(rest.min + vec2(0.0, high * place as f32), vec2(rest.width(), high));
        let size = (high - 6.0).min(40.0);
        let Some(player) = view.state.player(*seat) else { continue };
        canvas.label(("changed", seat), row, &format!("{}: {said}", player.name));
        emblem(canvas, rect_around(pos2(row.left() + size / 2.0, row.center().y), size, size), player.colour, false);
        let text = inset(row, size + 8.0, 3.0, 0.0, 3.0);
        if canvas.width(words, said) <= text.width() {
            canvas.text(text.left_center(), Align2::LEFT_CENTER, words, said);
        } else {
            canvas.wrap_left(text, words, said);
        }
    }
    if let Some(won) = won {
        let row = Rect::from_min_size(rest.min + vec2(0.0, high * changed.len() as f32), vec2(rest.width(), high));
        canvas.wrap_centred(row, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &won);
        canvas.label("won", row, &won);
    }
}

/// Returns a player's changes in a turn: "76 → 62 life", "steals a Queen", "out".
fn changed(view: View<'_>, resolved: &Resolved, seat: Seat) -> Option<String> {
    let (before, after) = (view.state.player(seat)?, resolved.after.player(seat)?);
    let mut said = Vec::new();
    if before.life != after.life {
        said.push(format!("{} → {} life", before.life, after.life));
    }
    let robbed = after.taken.iter().filter(|treasure| !before.taken.contains(treasure));
    said.extend(robbed.map(|treasure| format!("steals {}", treasure.rank.with_article())));
    said.extend((before.out.is_none() && after.out.is_some()).then(|| "out".to_owned()));
    (!said.is_empty()).then(|| said.join(", "))
}
