//! Parts of players' panels in any game.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::ornament;
use super::reference::Opened;
use super::sheet::SheetKind;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, left_corners, radius, rect_around};
use crate::cards::Cards;
use crate::clock::Reading;
use crate::emblem::{Spine, emblem};
use crate::gallery::{Icon, PictureRequest};
use crate::letters::Face;
use crate::look::{GOLD, HARM, INK, PAPER, parts, player_colour};
use crate::region::{Cut as _, columns};
use crate::session::Screens;
use crate::table::{Mark, Person, Refusal, Seat, mark};
use crate::touch::Gesture;
use crate::view::{Book, SharedAction, Ui, UiAction};

/// The round corners of a panel, in points.
const CORNERS: f32 = 12.0;
/// The spine of one who is out.
const DRAINED: Color32 = Color32::from_rgb(0x5a, 0x50, 0x46);

/// The frame of the panel of the player on turn, in points; where several have one, they lie side by side in a thinner one.
pub const FRAME: f32 = 10.0;

/// The ground of a panel, which the canvas has from here on: paper in a frame of gold interlace, so thick, for whoever the game
/// waits for.
pub fn ground(canvas: &mut Canvas<'_, '_>, cards: &Cards, person: &Person<'_>, framed: Option<f32>) {
    let look = canvas.look();
    let whole = canvas.whole();
    canvas.ground = match (person.plays, framed.is_some()) {
        (false, _) => look.dead,
        (true, true) => look.turn,
        (true, false) => look.panel,
    };
    if let Some(thick) = framed {
        frame(canvas, cards, whole, thick);
    }
    canvas.fill(whole, radius(CORNERS), canvas.ground.fill);
    if look.high && framed.is_none() {
        canvas.border(whole, radius(CORNERS), look.rim, canvas.ground.line);
    }
}

/// The gold interlace around a panel.
fn frame(canvas: &mut Canvas<'_, '_>, cards: &Cards, whole: Rect, thick: f32) {
    let outer = whole.expand(thick + 2.0);
    canvas.fill(outer, radius(14.0), if canvas.look().high { GOLD } else { INK });
    ornament::frame(canvas, cards, outer.shrink(1.0), thick, GOLD);
}

/// The band in the player's colour at the left of a panel.
pub fn spine(canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect, person: &Person<'_>) {
    let fill = if person.plays { player_colour(person.colour) } else { DRAINED };
    if rect.width() >= 16.0 {
        let inset = vec2((rect.width() * 0.18).max(1.5), 10.0);
        Spine { colour: person.colour, fill, corners: CORNERS, inset }.draw(canvas, cards, rect);
    } else {
        canvas.fill(rect, left_corners(CORNERS), fill);
    }
    canvas.line(rect.right_top(), rect.right_bottom(), 1.5, INK);
}

/// Draws the shield and the name of a player, with their clock; a touch opens their own menu. Returns where there is room for
/// a line about them.
pub fn name<G: Screens>(ui: &mut Ui<'_, '_, G>, seat: Seat, person: &Person<'_>, rect: Rect) -> Option<Rect> {
    let clock = ui.view.times.of(seat);
    ui.sharing(|canvas, actions| named(canvas, seat, person, clock.as_ref(), rect, actions))
}

fn named(
    canvas: &mut Canvas<'_, '_>,
    seat: Seat,
    person: &Person<'_>,
    clock: Option<&Reading>,
    rect: Rect,
    actions: &mut Vec<SharedAction>,
) -> Option<Rect> {
    let size = rect.height().min(58.0);
    let shield = Rect::from_min_size(pos2(rect.left(), rect.center().y - size / 2.0), vec2(size, size));
    let mut label = format!("{}: player's menu", person.name);
    if let Some(clock) = clock {
        label += &format!(", clock {}", clock.words);
    }
    if !person.note.is_empty() {
        label += &format!(", {}", mark::words(person.note));
    }
    let (marks, text) = mark::split(person.note);
    if canvas.control(("player", seat), rect, Gesture::Tap, &label).tapped() {
        actions.push(UiAction::Open(seat, SheetKind::Player));
    }
    emblem(canvas, shield.shrink(2.0), person.colour, !person.plays);
    if rect.width() < 2.0 * size {
        // Only the shield identifies the panel's owner; the name is on it if there is no room beside it.
        let foot = rect.lower(canvas.scaled(18.0));
        canvas.fill(foot, radius(4.0), canvas.ground.fill);
        let words = TextStyle::new(Face::Caps, 16.0, canvas.ground.text);
        canvas.fit(foot, Align2::CENTER_CENTER, words, &[person.name]);
        return None;
    }
    let mut beside = inset(rect, size + 8.0, 0.0, 0.0, 0.0);
    if let Some(clock) = clock.filter(|_| beside.width() >= 150.0) {
        beside.max.x = self::clock(canvas, clock, beside).left() - 6.0;
    }
    let line = canvas.scaled(17.0).min(rect.height() * 0.4);
    let name = beside.with_max_y(beside.bottom() - line);
    let size = (name.height() * 0.82).clamp(20.0, 32.0);
    let words = TextStyle::new(Face::Caps, size, canvas.ground.text);
    // A name becomes smaller before a mark has no room.
    let kept = (marks.len() as f32 * MARK).min(name.width() * 0.5);
    let room = inset(name, 0.0, 2.0, kept, -2.0);
    let drawn = canvas.fit(room, Align2::LEFT_CENTER, words, &[person.name]);
    let mut beside_name = name.with_min_x(drawn.right() + 8.0);
    for shown in marks {
        if beside_name.width() < MARK - 6.0 {
            break;
        }
        let place = pos2(beside_name.left() + MARK / 2.0 - 3.0, name.center().y);
        mark(canvas, rect_around(place, MARK - 6.0, MARK - 6.0), shown, canvas.ground.text);
        beside_name.min.x += MARK;
    }
    note(canvas, text, beside_name.with_min_x(beside_name.left() + 2.0));
    Some(beside.with_min_y(beside.bottom() - line - 2.0))
}

/// The width of a mark beside a name with the gap after it, in points.
const MARK: f32 = 26.0;

/// Draws a mark of a player.
pub fn mark(canvas: &mut Canvas<'_, '_>, rect: Rect, mark: Mark, colour: Color32) {
    let icon = match mark {
        Mark::Star => Icon::Star,
        Mark::Flag => Icon::Flag,
        Mark::Crown => Icon::Crown,
        Mark::Heart => Icon::Heart,
        Mark::Eye => Icon::Eye,
        Mark::Skull => Icon::Skull,
        Mark::Hourglass => Icon::Hourglass,
        Mark::Bell => Icon::Bell,
    };
    canvas.picture(rect, |size, _| PictureRequest::Icon { icon, colour: parts(colour), size });
}

/// Draws a note about a player into the room beside the name, or a sign that there is one.
fn note(canvas: &mut Canvas<'_, '_>, note: &str, room: Rect) {
    if note.is_empty() || room.width() < 12.0 {
        return;
    }
    let words = TextStyle::new(Face::Italic, 17.0, canvas.ground.text);
    let wide = canvas.width(words, note);
    let shown = if wide <= room.width() { note } else { "…" };
    canvas.fit(room, Align2::LEFT_CENTER, words, &[shown]);
}

/// Draws a clock at the right of an area; returns where it is.
fn clock(canvas: &mut Canvas<'_, '_>, clock: &Reading, area: Rect) -> Rect {
    let size = vec2(canvas.scaled(66.0), canvas.scaled(28.0).min(area.height()));
    let place = Rect::from_min_size(pos2(area.right() - size.x, area.top()), size);
    let [fill, text] = if clock.late { [HARM, PAPER] } else { [canvas.ground.raised, canvas.ground.text] };
    canvas.fill(place, radius(6.0), fill);
    let words = TextStyle::new(Face::Figure, 21.0, text);
    canvas.fit_figure(place.shrink2(vec2(5.0, 0.0)), Align2::CENTER_CENTER, words, &clock.words);
    place
}

/// Why something was not done, with the choice to overrule it.
pub fn refused<C: Clone, K, E>(
    canvas: &mut Canvas<'_, '_>,
    book: Book<'_>,
    seat: Seat,
    command: &C,
    refusal: &Refusal,
    actions: &mut Vec<UiAction<C, K, E>>,
) {
    let whole = canvas.whole();
    let slip = inset(whole, 6.0, 6.0, 6.0, 6.0);
    let slip = slip.lower(slip.height().min(190.0));
    canvas.shield(("refused", seat), slip);
    canvas.fill(slip, radius(10.0), INK);
    canvas.border(slip, radius(10.0), 3.0, GOLD);
    let buttons = Rect::from_min_max(pos2(slip.left() + 10.0, slip.bottom() - 68.0), slip.max - vec2(10.0, 10.0));
    let text = Rect::from_min_max(slip.min + vec2(14.0, 8.0), pos2(slip.right() - 14.0, buttons.top() - 6.0));
    let possible =
        if refusal.possible.is_empty() { String::new() } else { format!(". {}", refusal.possible.join("; ")) };
    canvas.wrap_centred(
        text,
        TextStyle::new(Face::Text, 18.0, PAPER),
        &format!("{}{possible}", book.about.in_book(&refusal.to_string())),
    );
    let cited = refusal.reasons.iter().filter_map(|reason| reason.rule).find_map(|rule| {
        let printed = book.about.printed(rule).filter(|_| Opened::of_rule(book, rule).is_some())?;
        Some((rule, printed))
    });
    let [leave, play] = if let Some((rule, printed)) = cited {
        let [leave, read, play] = columns(buttons, 8.0, [1.0, 0.5, 1.0]);
        let label = format!("Read rule {printed}");
        let title = [printed];
        let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
        if button.show(canvas, ("cited", seat), read).tapped() {
            actions.push(UiAction::Open(seat, SheetKind::Rule(rule)));
        }
        [leave, play]
    } else {
        columns(buttons, 8.0, [1.0, 1.0])
    };
    if Button::new(&["Cancel"], Tone::Gold).show(canvas, ("leave", seat), leave).tapped() {
        actions.push(UiAction::Dismiss(seat));
    }
    let so = Button { off: !refusal.can_be_overruled(), ..Button::new(&["Play it anyway", "Play anyway"], Tone::Harm) };
    if so.show(canvas, ("so", seat), play).tapped() {
        actions.push(UiAction::Overrule(command.clone()));
    }
}
