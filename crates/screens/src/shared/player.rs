//! A player's own menu: name, colour, and what the game offers them.

use egui::{Align2, Rect, pos2, vec2};

use super::sheet::SheetKind;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::keyboard::Writing;
use crate::letters::Face;
use crate::look::{GOLD, INK};
use crate::region::{Cut as _, columns, grid};
use crate::settings::Settings;
use crate::table::{Mark, Person, PlayerColour, Seat, SeatCommand, mark};
use crate::touch::Gesture;
use crate::view::{Overview, SharedAction};

/// A player's own menu.
pub struct PlayerSheet {
    seat: Seat,
    writing: Option<(Written, Writing)>,
    /// The marks of the note that is being written.
    marks: Vec<Mark>,
    names: Vec<String>,
}

/// What is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Name,
    Note,
}

impl PlayerSheet {
    /// Opens it.
    pub fn new(seat: Seat, settings: &Settings) -> Self {
        Self { seat, writing: None, marks: Vec::new(), names: settings.known_names().cloned().collect() }
    }

    /// Whose it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Draws it, with buttons for what the game offers the player; gives which of them was touched.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        offers: &[Button<'_>],
        actions: &mut Vec<SharedAction>,
    ) -> Option<usize> {
        let seat = self.seat;
        let person = overview.person(seat)?;
        let whole = canvas.whole();
        if self.writing.is_some() {
            self.write(canvas, person, actions);
            return None;
        }
        // A phone in landscape is low.
        let low = whole.height() < 360.0;
        let [head, gap] = if low { [46.0, 6.0] } else { [62.0, 8.0] };
        let top = whole.upper(head);
        let [title, back] = columns(top, 8.0, [0.75, 0.25]);
        emblem(canvas, Rect::from_min_size(title.min, vec2(head - 2.0, head - 2.0)), person.colour, !person.plays);
        let name = inset(title, 72.0, 0.0, 0.0, 0.0);
        canvas.fit(name, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 34.0, canvas.ground.text), &[person.name]);
        if Button::new(&["Back"], Tone::Raised).show(canvas, "close", back).tapped() {
            actions.push(SharedAction::Close);
        }
        let rows = inset(whole, 0.0, head + if low { 8.0 } else { 12.0 }, 0.0, 0.0);
        let down = (2 + (offers.len() + 4).div_ceil(2)) as f32;
        let high = ((rows.height() - (down - 1.0) * gap) / down).min(88.0);
        let row = |place: usize| rows.row(place, high, gap);
        self.colours(canvas, overview, person.colour, [row(0), row(1)], actions);
        let mut places = (2..).flat_map(|place| columns(row(place), 8.0, [1.0, 1.0]));
        let mut next = || places.next().unwrap_or(rows);
        if Button::new(&["Another name"], Tone::Raised).show(canvas, "rename", next()).tapped() {
            self.writing = Some((Written::Name, Writing::new(person.name)));
        }
        let note = mark::words(person.note);
        let label = if note.is_empty() { "Marks and note".to_owned() } else { format!("Marks and note: {note}") };
        let tone = if note.is_empty() { Tone::Raised } else { Tone::Gold };
        let about = Button { sub: &note, label: &label, ..Button::new(&["Marks and note", "Note"], tone) };
        if about.show(canvas, "note", next()).tapped() {
            let (marks, text) = mark::split(person.note);
            self.writing = Some((Written::Note, Writing::note(text)));
            self.marks = marks;
        }
        let mut chosen = None;
        for (index, button) in offers.iter().enumerate() {
            if button.show(canvas, ("offer", index), next()).tapped() {
                chosen = Some(index);
            }
        }
        if Button::new(&["Cards and rules"], Tone::Raised).show(canvas, "reference", next()).tapped() {
            actions.push(SharedAction::Open(seat, SheetKind::Reference));
        }
        if Button::new(&["Journal"], Tone::Raised).show(canvas, "journal here", next()).tapped() {
            actions.push(SharedAction::Open(seat, SheetKind::Journal));
        }
        chosen
    }

    /// The eight shields; who has the one that is touched gets this player's.
    fn colours(
        &self,
        canvas: &mut Canvas<'_, '_>,
        overview: &Overview<'_>,
        own: PlayerColour,
        [first, second]: [Rect; 2],
        actions: &mut Vec<SharedAction>,
    ) {
        let wide = first.width() >= 8.0 * 66.0;
        let cells = if wide {
            let whole = Rect::from_min_max(first.min, second.max);
            grid(whole.upper(whole.height().min(100.0)), 8.0, 8, 1)
        } else {
            [grid(first, 8.0, 4, 1), grid(second, 8.0, 4, 1)].concat()
        };
        for (cell, colour) in cells.into_iter().zip(PlayerColour::ALL) {
            let held = overview.people.iter().find(|person| person.colour == colour);
            let label = match held {
                Some(player) if colour != own => format!("{} shield, now {}'s", colour.id(), player.name),
                _ => format!("{} shield", colour.id()),
            };
            let response = canvas.choice(("livery", colour), cell, Gesture::Tap, &label, colour == own);
            let size = cell.size().min_elem().min(72.0);
            let shield = Rect::from_center_size(cell.center(), vec2(size, size));
            emblem(canvas, shield, colour, held.is_some() && colour != own);
            if colour == own {
                crate::head::chosen(canvas, shield);
            }
            if response.tapped() && colour != own {
                actions.push(SharedAction::Do(SeatCommand::Colour { seat: self.seat, colour }));
            }
        }
    }

    /// Draws the field and the keys for a name or a note; for a name also those of people who have played here.
    fn write(&mut self, canvas: &mut Canvas<'_, '_>, person: &Person<'_>, actions: &mut Vec<SharedAction>) {
        let Some((what, writing)) = &mut self.writing else { return };
        let what = *what;
        let whole = canvas.whole();
        let [field, done] = columns(whole.upper(62.0), 8.0, [0.7, 0.3]);
        let entered = writing.listen(canvas);
        writing.show(canvas, field);
        let pad = (whole.height() * 0.55).min(290.0);
        let keys = whole.lower(pad);
        writing.keys(canvas, keys);
        let mut written = None;
        if entered || Button::new(&["Done"], Tone::Harm).show(canvas, "named", done).tapped() {
            written = Some(writing.text.trim().to_owned());
        }
        let known = Rect::from_min_max(pos2(whole.left(), whole.top() + 70.0), pos2(whole.right(), keys.top() - 8.0));
        let down = ((known.height() + 8.0) / 66.0).floor() as usize;
        if what == Written::Note {
            marks(canvas, known, &mut self.marks);
        } else if down > 0 {
            let cells = grid(known.upper(down as f32 * 66.0 - 8.0), 8.0, 4, down);
            for (cell, known) in cells.into_iter().zip(&self.names) {
                let title = [known.as_str()];
                if Button::new(&title, Tone::Raised).show(canvas, ("known", known), cell).tapped() {
                    written = Some(known.clone());
                }
            }
        }
        let Some(text) = written else { return };
        self.writing = None;
        let seat = self.seat;
        let asked = match what {
            Written::Name if text.is_empty() => return,
            Written::Name => (text != person.name).then_some(SeatCommand::Rename { seat, name: text }),
            Written::Note => {
                let note = mark::join(&self.marks, &text);
                (note != person.note).then_some(SeatCommand::Note { seat, note })
            }
        };
        actions.extend(asked.map(SharedAction::Do));
        actions.push(SharedAction::Close);
    }
}

/// All marks; a touch sets one or takes it away.
fn marks(canvas: &mut Canvas<'_, '_>, rect: Rect, set: &mut Vec<Mark>) {
    let rows = if rect.width() < 8.0 * (CONTROL + GAP) { 2 } else { 1 };
    let high = (rect.height() / rows as f32).min(CONTROL + GAP) * rows as f32;
    for (cell, mark) in grid(rect.upper(high), GAP, 8 / rows, rows).into_iter().zip(Mark::ALL) {
        let on = set.contains(&mark);
        let label = format!("Mark: {}", mark.name());
        let response = canvas.choice(("mark", mark.name()), cell, Gesture::Tap, &label, on);
        let (fill, colour) = if on { (GOLD, INK) } else { (canvas.ground.raised, canvas.ground.text) };
        canvas.fill(cell, radius(8.0), fill);
        canvas.border(cell, radius(8.0), canvas.look().rim, if on { INK } else { canvas.ground.line });
        super::panel::mark(canvas, rect_around(cell.center(), 30.0, 30.0), mark, colour);
        if response.tapped() {
            set.retain(|other| *other != mark);
            set.extend((!on).then_some(mark));
        }
    }
}
