//! A game from another table: shown before it takes the place of the one here.

use std::sync::Arc;

use egui::{Align2, Rect, pos2, vec2};

use crate::app::aside::paragraph;
use crate::app::button::{Button, Tone};
use crate::app::form::{CONTROL, GAP};
use crate::app::letters::Face;
use crate::app::livery::emblem;
use crate::app::stage::{Stage, Words, about, within};
use crate::app::turn::{columns, grid};
use crate::app::view::{View, Wish};
use crate::table::journal::{self, End};
use crate::table::tell::sentence;
use crate::table::travel::Refused;
use crate::table::{Entry, Millis, Rules, State, Table, travel};

/// A game from another table, and what is to be said of it.
pub struct BringSheet {
    table: Table,
    /// When its last entry was written, in words.
    when: String,
    /// What of it is left out, and what is different here.
    notes: Vec<String>,
}

impl BringSheet {
    /// Reads a journal: a file, a link, or what a link holds.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub fn new(journal: &[u8], rules: &Arc<Rules>, now: Millis) -> Result<Self, String> {
        let text = std::str::from_utf8(journal).unwrap_or_default();
        let (table, notes) = match travel::from_link(text) {
            Some(packed) => (travel::unpack(packed, rules).map_err(|error| error.to_string())?, Vec::new()),
            None if travel::is_link(text) => return Err(Refused::Damaged.to_string()),
            None => read(journal, rules)?,
        };
        if !table.state().begun() {
            return Err("no game has begun in it".to_owned());
        }
        let last = table.entries().last().map(Entry::time).unwrap_or_default();
        Ok(Self { table, when: ago(last, now), notes })
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        let whole = stage.whole();
        let head = Rect::from_min_size(whole.min, vec2(whole.width(), CONTROL));
        let words = Words::new(Face::Caps, 32.0, stage.ground.text);
        stage.fit(head, Align2::LEFT_CENTER, words, &["Play this game here?", "Play it here?"]);
        let foot = Rect::from_min_max(pos2(whole.left(), whole.bottom() - 1.3 * CONTROL), whole.max);
        let rest = Rect::from_min_max(pos2(whole.left(), head.bottom() + 6.0), pos2(whole.right(), foot.top() - 12.0));
        self.told(stage, view, rest);
        let [back, play] = columns(foot, GAP, [0.4, 0.6]);
        if Button::new(&["Back"], Tone::Raised).show(stage, "close", back).tapped() {
            wishes.push(Wish::Close);
        }
        if Button::new(&["Play it here", "Play it"], Tone::Harm).show(stage, "play brought", play).tapped() {
            wishes.push(Wish::PlayBrought);
        }
    }

    /// How it stands, who plays, and what becomes of the game here.
    fn told(&self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect) {
        let state = self.table.state();
        let line = stage.scaled(28.0);
        let row = |top: f32| Rect::from_min_size(rect.min + vec2(0.0, top), vec2(rect.width(), line));
        let words = Words::new(Face::Text, 20.0, stage.ground.text);
        stage.fit(row(0.0), Align2::LEFT_CENTER, words, &[&stands(state)]);
        let quiet = Words::new(Face::Plain, 15.0, stage.ground.quiet);
        stage.fit(row(line), Align2::LEFT_CENTER, quiet, &[&self.when]);
        let mut said = self.notes.clone();
        if view.state.begun() {
            said.push(format!("The game that is here ({}) is put aside, not lost.", names(view.state)));
        }
        let low = if said.is_empty() { 0.0 } else { (rect.height() * 0.36).max(stage.scaled(96.0)) };
        let players = within(rect, 0.0, 2.0 * line + 12.0, 0.0, if low > 0.0 { low + 12.0 } else { 0.0 });
        self.players(stage, players);
        if !said.is_empty() {
            let field = Rect::from_min_max(pos2(rect.left(), rect.bottom() - low), rect.max);
            let title = if self.notes.is_empty() { "And the game here?" } else { "Before you play it" };
            paragraph(stage, field, title, &said.join(" "), "");
        }
    }

    /// Everyone with their shield and health.
    fn players(&self, stage: &mut Stage<'_, '_>, rect: Rect) {
        let players = &self.table.state().players;
        let across = if rect.width() >= 560.0 && players.len() > 2 { 4 } else { 2 };
        let down = players.len().div_ceil(across);
        let high = (rect.height().min(down as f32 * 66.0)).max(1.0);
        let cells = grid(Rect::from_min_size(rect.min, vec2(rect.width(), high)), GAP, across, down);
        for (player, cell) in players.iter().zip(cells) {
            let size = cell.height().min(46.0);
            emblem(
                stage,
                about(pos2(cell.left() + size / 2.0, cell.center().y), size, size),
                player.livery,
                !player.lives(),
            );
            let right = within(cell, size + 10.0, 0.0, 0.0, 0.0);
            let health = if player.lives() { format!("{} health", player.health) } else { "fallen".to_owned() };
            let upper = Rect::from_min_max(right.min, pos2(right.right(), right.center().y + 3.0));
            let lower = Rect::from_min_max(pos2(right.left(), right.center().y + 3.0), right.max);
            let words = Words::new(Face::Caps, 21.0, stage.ground.text);
            stage.fit(upper, Align2::LEFT_BOTTOM, words, &[&player.name]);
            let words = Words::new(Face::Plain, 14.0, stage.ground.quiet);
            stage.fit(lower, Align2::LEFT_TOP, words, &[&health]);
        }
    }
}

/// A journal as a file, as far as it makes sense, and what is to be said of it.
fn read(bytes: &[u8], rules: &Arc<Rules>) -> Result<(Table, Vec<String>), String> {
    let reading = journal::read(bytes, rules).map_err(|error| error.to_string())?;
    let left = match reading.end {
        End::Whole | End::Open => None,
        end @ (End::Torn { .. } | End::Damaged { .. }) => Some(format!("its {end}")),
    };
    let printing = reading.head.other_printing(rules).map(|other| other.to_string());
    let notes = left.iter().chain(&printing).map(|note| sentence(note)).collect();
    Ok((reading.table, notes))
}

/// "Round 4, the turn of Orm"
fn stands(state: &State) -> String {
    let name = |seat| state.player(seat).map_or("", |player| player.name.as_str());
    match state.winner {
        Some(winner) => format!("Round {}: {} has won", state.round, name(winner)),
        None => format!("Round {}, the turn of {}", state.round, name(state.turn)),
    }
}

/// "Asa, Bjarni and Dalla"
fn names(state: &State) -> String {
    let names: Vec<&str> = state.players.iter().map(|player| player.name.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// How long ago something was, as people say it.
fn ago(then: Millis, now: Millis) -> String {
    let minutes = now.0.saturating_sub(then.0) / 60_000;
    let many = |count: u64, what: &str| {
        let ending = if count == 1 { "" } else { "s" };
        format!("last played {count} {what}{ending} ago")
    };
    match minutes {
        0 => "last played just now".to_owned(),
        1..60 => many(minutes, "minute"),
        60..1440 => many(minutes / 60, "hour"),
        _ => many(minutes / 1440, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_people_say_them() {
        let now = Millis(1_700_000_000_000);
        let told = |minutes: u64| ago(Millis(now.0 - minutes * 60_000), now);
        assert_eq!(
            [told(0), told(1), told(59)].join("; "),
            "last played just now; last played 1 minute ago; last played 59 minutes ago"
        );
        assert_eq!(
            [told(60), told(1439), told(1440)].join("; "),
            "last played 1 hour ago; last played 23 hours ago; last played 1 day ago"
        );
        assert_eq!(ago(Millis(now.0 + 5_000_000), now), "last played just now", "clocks differ");
    }
}
