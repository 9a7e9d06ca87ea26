//! A warrior's profile: its state, its roster entry, and automatic effects.

use egui::{Align2, Rect, pos2, vec2};

use super::super::sign::{Seal, none_left};
use super::super::view::View;
use super::row;
use crate::canvas::{Canvas, TextStyle, radius};
use crate::cards::CardEntry;
use crate::form::GAP;
use crate::gallery::{CardSide, PictureRequest};
use crate::game::{Profile, Trait};
use crate::letters::Face;
use crate::look::{INK, PAPER};
use crate::region::{Cut as _, columns};
use crate::table::CardId;
use crate::table::warband::{Mark, Status, Warrior, Who};

/// Draws the seal of its role and its state, profile, gear, and automatic effects.
pub fn identity(canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, warrior: &Warrior, rect: Rect) {
    let [status, rest] = row(rect, 76.0, 12.0);
    self::status(canvas, view, who, warrior, status);
    let [figures, rest] = row(rest, 66.0, 10.0);
    self::figures(canvas, warrior.spec.profile, figures);
    canvas.line(
        figures.left_bottom() + vec2(0.0, 4.0),
        figures.right_bottom() + vec2(0.0, 4.0),
        1.5,
        canvas.ground.line,
    );
    let follows = self::follows(warrior);
    let box_high = if follows.is_empty() { 0.0 } else { 138.0 };
    let gear = rest.with_max_y(rest.bottom() - box_high - GAP);
    portrait(canvas, view, who, warrior, gear);
    self::gear(canvas, warrior, gear);
    if box_high > 0.0 {
        let slip = rest.lower(box_high);
        canvas.border(slip, radius(8.0), canvas.look().rim, canvas.ground.line);
        let [title, text] = row(slip.shrink2(vec2(14.0, 8.0)), 28.0, 4.0);
        let words = TextStyle::new(Face::Caps, 20.0, canvas.ground.text);
        canvas.fit(title, Align2::LEFT_CENTER, words, &["Effects", "Effects"]);
        canvas.wrap_left(text, TextStyle::new(Face::Plain, 16.0, canvas.ground.text), &follows);
    }
}

/// The seal, the status in words, and all marks.
pub fn status(canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, warrior: &Warrior, rect: Rect) {
    let leads = view.state.side(who.seat).is_some_and(|side| side.leader() == Some(who.no));
    let size = rect.height();
    Seal::of(warrior, leads).draw(canvas, pos2(rect.left() + size / 2.0, rect.center().y), size, false);
    let small = (size * 0.18).max(10.0);
    let at = pos2(rect.left() + size * 0.86, rect.top() + size * 0.86);
    canvas.disc(at, small, PAPER, egui::Stroke::new(1.2, INK));
    let no = TextStyle::new(Face::Strong, small * 1.3, INK);
    canvas.figure(at, Align2::CENTER_CENTER, no, &who.no.to_string());
    let text = rect.with_min_x(rect.left() + size + 16.0);
    let [above, below] = row(text, text.height() * 0.54, 0.0);
    let now = warrior.now;
    let colour = if now.is_down() || !now.is_in() { none_left(canvas) } else { canvas.ground.text };
    let words = TextStyle::new(Face::Caps, (above.height() * 0.8).min(28.0), colour);
    canvas.fit(above, Align2::LEFT_CENTER, words, &[now.status.words()]);
    let leads = leads.then(|| "leads".to_owned());
    let marks: Vec<String> = leads.into_iter().chain(now.marks.iter().map(|mark| mark.words().to_owned())).collect();
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    canvas.fit(below, Align2::LEFT_CENTER, quiet, &[&marks.join(", ")]);
}

/// The nine figures below their letters.
pub fn figures(canvas: &Canvas<'_, '_>, profile: Profile, rect: Rect) {
    let [head, below] = row(rect, (rect.height() * 0.36).min(24.0), 0.0);
    canvas.fill(head, radius(4.0), canvas.ground.raised);
    let letters = TextStyle::new(Face::Strong, 14.0, canvas.ground.quiet);
    let figure = TextStyle::new(Face::Figure, (below.height() * 0.8).min(28.0), canvas.ground.text);
    let figures = <[u8; 9]>::from(profile);
    for (place, (letter, cell)) in Profile::LETTERS.into_iter().zip(columns(head, 0.0, [1.0; 9])).enumerate() {
        canvas.figure(cell.center(), Align2::CENTER_CENTER, letters, letter);
        let said = figures.get(place).map(u8::to_string).unwrap_or_default();
        canvas.figure(pos2(cell.center().x, below.center().y), Align2::CENTER_CENTER, figure, &said);
    }
}

/// How many lines [`gear`] has.
fn gear_lines(warrior: &Warrior) -> usize {
    let spec = &warrior.spec;
    let rest = [spec.armour.is_some(), spec.wizard > 0, !spec.traits.is_empty(), !spec.note.is_empty()];
    spec.weapons.len() + rest.into_iter().filter(|there| *there).count()
}

/// The drawing of its card below its gear, where there is room for it.
fn portrait(canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, warrior: &Warrior, rect: Rect) {
    let Some(card) = card(view, who, warrior) else { return };
    let free = rect.height() - gear_lines(warrior) as f32 * canvas.scaled(24.0) - 14.0;
    // As it is cut on the card.
    let high = (rect.width() / 2.0).min(free);
    if high < 90.0 {
        return;
    }
    let place = rect.lower(high);
    canvas.picture(place, |width, height| PictureRequest::Art {
        card: card.as_str().to_owned(),
        side: CardSide::Front,
        width,
        height,
    });
    canvas.border(place, radius(0.0), 1.5, canvas.ground.line);
}

/// The card of a warrior, if its warband is one of the game's folder: it is called by its number and name, and is of its set.
fn card<'a>(view: View<'a>, who: Who, warrior: &Warrior) -> Option<&'a CardId> {
    let side = view.state.side(who.seat)?;
    let warband = view.rules.warbands().iter().find(|warband| warband.name == side.warband)?;
    let spec = &warband.warriors.get(usize::from(who.no).checked_sub(1)?)?.value;
    let name = format!("{} {}", who.no, spec.name);
    let is_its = |card: &&CardEntry| card.name == name && card.id.as_str().ends_with(&warband.id);
    view.cards.all().iter().find(is_its).filter(|_| *spec == warrior.spec).map(|card| &card.id)
}

/// Weapons, armour, traits and the note, as many lines as there is room for.
pub fn gear(canvas: &Canvas<'_, '_>, warrior: &Warrior, rect: Rect) {
    let line = canvas.scaled(24.0);
    let mut top = rect.top();
    let mut say = |name: &str, about: &str, italic: bool| {
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), line));
        if place.bottom() > rect.bottom() + 1.0 {
            return;
        }
        let face = if italic { Face::Italic } else { Face::Figure };
        let words = TextStyle::new(face, 17.0, if italic { canvas.ground.quiet } else { canvas.ground.text });
        let at = canvas.fit(place, Align2::LEFT_CENTER, words, &[name]);
        let right = place.with_min_x(at.right() + 10.0);
        if right.width() > 30.0 && !about.is_empty() {
            canvas.fit(right, Align2::RIGHT_CENTER, TextStyle::new(Face::Plain, 14.5, canvas.ground.quiet), &[about]);
        }
        top = place.bottom();
    };
    let spec = &warrior.spec;
    for weapon in &spec.weapons {
        let range = weapon.range.map(|range| format!("{range}″"));
        let strength = weapon.strength.map(|strength| format!("S {strength}"));
        let note = Some(weapon.note.clone()).filter(|note| !note.is_empty());
        let about: Vec<String> = [range, strength, note].into_iter().flatten().collect();
        say(&weapon.name, &about.join(", "), false);
    }
    if let Some(armour) = &spec.armour {
        let save = armour.save.map_or_else(String::new, |save| format!("save {save}+"));
        say(&armour.name, &save, false);
    }
    if spec.wizard > 0 {
        say("Wizard", &format!("level {}", spec.wizard), false);
    }
    let traits: Vec<&str> = Trait::ALL.iter().filter(|(_, one, _)| spec.has(*one)).map(|(word, ..)| *word).collect();
    if !traits.is_empty() {
        say(&traits.join(", "), "", false);
    }
    if !spec.note.is_empty() {
        say(&spec.note, "", true);
    }
}

/// Returns the automatic effects of a warrior's state.
pub fn follows(warrior: &Warrior) -> String {
    let now = warrior.now;
    if let Some(inches) = now.falling {
        return format!(
            "It falls {inches}″: D3 hits of Strength {inches}, no saves, no critical hits. Record them under “Falls”."
        );
    }
    let said = match now.status {
        Status::Stunned => {
            "It can’t do anything. In its own recovery phase it becomes knocked down; in the next one it may stand up."
        }
        Status::KnockedDown if now.has(Mark::Turned) => {
            "It was stunned when the turn began, and may stand up in its next recovery phase. It can crawl 2″."
        }
        Status::KnockedDown => {
            "It can crawl 2″ but can’t fight, shoot or cast. In its own recovery phase it may stand up: half a move, no charge, no run."
        }
        Status::Fleeing => {
            "In its own recovery phase it rallies on 2D6 up to its Leadership, or keeps fleeing. No one uses its Leadership."
        }
        Status::Out => "It is out of action, and counts for the rout test of its side.",
        Status::Standing if now.has(Mark::Rallied) => "It has rallied: no move and no shot in this turn; it may cast.",
        Status::Standing if now.has(Mark::Hidden) => {
            "It is hidden until it shoots, casts, runs, charges or flees, or until someone spots it."
        }
        Status::Standing if now.wounds == 0 => {
            "It has no wounds left: each further wound takes an injury roll at once."
        }
        Status::Standing if now.has(Mark::Dived) => {
            "Its dive gives +1 Strength and +1 to hit until the next close combat phase ends."
        }
        Status::Standing if now.has(Mark::Stood) => {
            "It has stood up: half a move, no charge, no run; it may shoot and cast."
        }
        Status::Standing => "",
    };
    said.to_owned()
}
