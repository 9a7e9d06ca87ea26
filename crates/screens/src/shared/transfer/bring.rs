//! A game from another table: shown before it takes the place of the one here.

use std::sync::Arc;

use egui::{Align2, Rect, pos2, vec2};

use super::stands;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::region::{Cut as _, columns, grid};
use crate::session::Screens;
use crate::shared::paragraph::paragraph;
use crate::table::journal::{self, End, JournalError};
use crate::table::tell::{self, list, sentence};
use crate::table::transfer::{BringError, Refused};
use crate::table::{Entry, Millis, Person, Seat, Standing, Table, transfer};
use crate::view::{Overview, SharedAction};

/// A game from another table, with notes.
pub struct BringSheet<G: Screens> {
    table: Table<G>,
    /// When its last entry was written, in words.
    when: String,
    /// Omitted and changed parts.
    notes: Vec<String>,
}

impl<G: Screens> BringSheet<G> {
    /// Reads a journal: a file, a link, or what a link holds.
    ///
    /// # Errors
    /// See [`BringError`].
    pub fn new(journal: &[u8], rules: &Arc<G>, now: Millis) -> Result<Self, BringError> {
        let text = std::str::from_utf8(journal).unwrap_or_default();
        let (table, notes) = match transfer::from_link(text) {
            Some(packed) => (transfer::unpack(packed, rules)?, Vec::new()),
            None if transfer::is_link(text) => return Err(Refused::Damaged.into()),
            None => read(journal, rules)?,
        };
        if G::standing(table.state()) == Standing::NotBegun {
            return Err(BringError::NotBegun);
        }
        let last = table.entries().last().map(Entry::time).unwrap_or_default();
        Ok(Self { table, when: format!("last played {}", tell::ago(last, now)), notes })
    }

    /// The game.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, here: &Overview<'_>, actions: &mut Vec<SharedAction>) {
        let whole = canvas.whole();
        let head = whole.upper(CONTROL);
        let words = TextStyle::new(Face::Caps, 32.0, canvas.ground.text);
        canvas.fit(head, Align2::LEFT_CENTER, words, &["Continue this game here?", "Continue here?"]);
        let foot = whole.lower(1.3 * CONTROL);
        let rest = Rect::from_min_max(pos2(whole.left(), head.bottom() + 6.0), pos2(whole.right(), foot.top() - 12.0));
        let (rules, state) = (self.table.rules(), self.table.state());
        let there = Overview {
            people: G::people(state),
            standing: G::standing(state),
            moment: G::moment(state),
            round: G::ROUND,
            seating: G::seating(state),
            ..*here
        };
        let status = |seat| G::status(rules, state, seat);
        let incoming = Incoming { overview: there, when: &self.when, notes: &self.notes, status: &status };
        incoming.draw(canvas, here, rest);
        let [back, play] = columns(foot, GAP, [0.4, 0.6]);
        if Button::new(&["Back"], Tone::Raised).show(canvas, "close", back).tapped() {
            actions.push(SharedAction::Close);
        }
        if Button::new(&["Play it here", "Play it"], Tone::Harm).show(canvas, "play brought", play).tapped() {
            actions.push(SharedAction::PlayBrought);
        }
    }
}

/// The parts of an incoming game that don't depend on which game it is.
struct Incoming<'a> {
    overview: Overview<'a>,
    /// When its last entry was written, in words.
    when: &'a str,
    /// Omitted and changed parts.
    notes: &'a [String],
    /// How someone stands.
    status: &'a dyn Fn(Seat) -> String,
}

impl Incoming<'_> {
    /// Draws the state of the incoming game, its players, and the fate of the current game.
    fn draw(&self, canvas: &mut Canvas<'_, '_>, here: &Overview<'_>, rect: Rect) {
        let Self { overview: there, when, notes, status } = self;
        let line = canvas.scaled(28.0);
        let row = |top: f32| Rect::from_min_size(rect.min + vec2(0.0, top), vec2(rect.width(), line));
        let words = TextStyle::new(Face::Text, 20.0, canvas.ground.text);
        let stands = stands(there);
        let title = there.book.cards.title();
        canvas.fit(row(0.0), Align2::LEFT_CENTER, words, &[if stands.is_empty() { title } else { &stands }]);
        let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        canvas.fit(row(line), Align2::LEFT_CENTER, quiet, &[when]);
        let mut said = notes.to_vec();
        if here.begun() {
            let names: Vec<String> = here.people.iter().map(|person| person.name.to_owned()).collect();
            said.push(format!("The current game ({}) will be archived, not lost.", list(&names)));
        }
        let low = if said.is_empty() { 0.0 } else { (rect.height() * 0.36).max(canvas.scaled(96.0)) };
        let players = inset(rect, 0.0, 2.0 * line + 12.0, 0.0, if low > 0.0 { low + 12.0 } else { 0.0 });
        self::players(canvas, &there.people, status, players);
        if !said.is_empty() {
            let field = rect.lower(low);
            let title = if notes.is_empty() { "The current game" } else { "Before you play it" };
            paragraph(canvas, here.book.cards, field, title, &said.join(" "), "");
        }
    }
}

/// Everyone with their shield and how they stand.
fn players(canvas: &mut Canvas<'_, '_>, people: &[Person<'_>], status: &dyn Fn(Seat) -> String, rect: Rect) {
    let across = if rect.width() >= 560.0 && people.len() > 2 { 4 } else { 2 };
    let down = people.len().div_ceil(across);
    let high = (rect.height().min(down as f32 * 66.0)).max(1.0);
    let cells = grid(rect.upper(high), GAP, across, down);
    for ((person, seat), cell) in people.iter().zip(Seat::all(people.len())).zip(cells) {
        let size = cell.height().min(46.0);
        let shield = rect_around(pos2(cell.left() + size / 2.0, cell.center().y), size, size);
        emblem(canvas, shield, person.colour, !person.plays);
        let right = inset(cell, size + 10.0, 0.0, 0.0, 0.0);
        let upper = right.with_max_y(right.center().y + 3.0);
        let lower = right.with_min_y(right.center().y + 3.0);
        let words = TextStyle::new(Face::Caps, 21.0, canvas.ground.text);
        canvas.fit(upper, Align2::LEFT_BOTTOM, words, &[person.name]);
        let words = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
        canvas.fit(lower, Align2::LEFT_TOP, words, &[&status(seat)]);
    }
}

/// Reads a journal from a file as far as it is valid, with notes.
fn read<G: Screens>(bytes: &[u8], rules: &Arc<G>) -> Result<(Table<G>, Vec<String>), JournalError> {
    let reading = journal::read(bytes, rules)?;
    let left = match reading.end {
        End::Whole | End::Open => None,
        end @ (End::Torn { .. } | End::Damaged { .. }) => Some(format!("its {end}")),
    };
    let headless = reading.headless.map(|why| format!("its line 1 is invalid: {why}"));
    let printing = reading.table.head().other_printing(rules.about()).map(|other| other.to_string());
    let notes = headless.iter().chain(&left).chain(&printing).map(|note| sentence(note)).collect();
    Ok((reading.table, notes))
}
