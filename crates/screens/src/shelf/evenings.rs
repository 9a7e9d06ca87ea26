//! The games that were played to their end: by evening, who won what, and each once more with its chart and journal.

use std::collections::BTreeMap;

use egui::{Align2, Rect, pos2, vec2};

use super::Action;
use super::progress::Finished;
use crate::button::{Button, Tone};
use crate::calendar::Date;
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::pages::{head, page_through};
use crate::region::{Cut as _, columns};
use crate::table::{Played, PlayerColour, PlayerConfig, tell};
use crate::touch::Gesture;

/// Games that lie further apart are of different evenings, in milliseconds.
const MAX_PAUSE_MILLIS: u64 = 6 * 3_600_000;
/// Height of a game in the list, and of the date above an evening.
const ROW: f32 = 64.0;
const DATE: f32 = 40.0;
/// Height of a line of a journal, and of a person among the wins.
const LINE_HEIGHT: f32 = 42.0;
const PERSON: f32 = 46.0;

/// A finished game.
pub(super) struct Evening {
    /// The game, by id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The journal that it is in, all of it.
    pub journal: Vec<u8>,
    /// The game in that journal.
    pub played: Played,
}

impl Evening {
    /// "Asa beat Bjarni and Cara"
    fn result(&self) -> String {
        let players = &self.played.players;
        let wins = |place: usize| self.played.winners.iter().any(|seat| seat.index() == place);
        let [won, lost] = [true, false].map(|winners| {
            let of = players.iter().enumerate().filter(|(place, _)| wins(*place) == winners);
            of.map(|(_, player)| player.name.clone()).collect::<Vec<_>>()
        });
        match (won.is_empty(), lost.is_empty()) {
            (true, _) => format!("{}: nobody won", tell::list(&lost)),
            (_, true) => format!("{} won together", tell::list(&won)),
            _ => format!("{} beat {}", tell::list(&won), tell::list(&lost)),
        }
    }

    fn length(&self) -> String {
        length(self.played.minutes())
    }

    fn date(&self) -> String {
        Date::of(i64::try_from(self.played.began.0 / 1000).unwrap_or_default()).words()
    }
}

/// "1 h 35"
fn length(minutes: u64) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes:02}"),
    }
}

/// A person’s wins.
struct Record {
    name: String,
    colour: PlayerColour,
    won: usize,
    played: usize,
    /// Wins by title of the game.
    by_game: BTreeMap<String, usize>,
}

/// The finished games, and one of them in full.
pub(super) struct EveningsScreen {
    /// The latest first.
    games: Vec<Evening>,
    records: Vec<Record>,
    /// The page of the list, of the wins, and of the journal of the game in full.
    pages: [usize; 3],
    /// True if a narrow screen shows the wins.
    wins: bool,
    full: Option<(usize, Finished)>,
}

impl EveningsScreen {
    /// Shows games in any order.
    pub fn new(mut games: Vec<Evening>) -> Self {
        games.sort_by_key(|game| std::cmp::Reverse((game.played.began, game.played.ended)));
        let records = records(&games);
        Self { games, records, pages: [0; 3], wins: false, full: None }
    }

    /// Returns a game of the list.
    pub fn game(&self, index: usize) -> Option<&Evening> {
        self.games.get(index)
    }

    /// Shows a game in full.
    pub fn show(&mut self, index: usize, finished: Finished) {
        self.pages[2] = 0;
        self.full = Some((index, finished));
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>) -> Option<Action> {
        let whole = canvas.whole();
        let inner = whole.shrink(if whole.size().min_elem() >= 600.0 { 24.0 } else { 10.0 });
        let mut canvas = canvas.part(inner, 0);
        if self.full.is_some() {
            return self.draw_full(&mut canvas);
        }
        let (rest, closed) = head(&mut canvas, &["Evenings"], "", 0.0);
        let mut action = closed.then_some(Action::Back);
        if self.games.is_empty() {
            let words = TextStyle::new(Face::Text, 22.0, canvas.ground.quiet);
            canvas.fit(rest, Align2::CENTER_CENTER, words, &["No game was played to its end yet."]);
            return action;
        }
        if rest.width() >= 760.0 {
            let [list, wins] = columns(rest, 24.0, [0.64, 0.36]);
            action = self.draw_list(&mut canvas, list).or(action);
            self.draw_wins(&mut canvas, wins);
            return action;
        }
        let tabs = rest.upper(CONTROL);
        for ((title, wins), place) in [("Games", false), ("Wins", true)].into_iter().zip(columns(tabs, GAP, [1.0; 2])) {
            let chosen = self.wins == wins;
            let tone = if chosen { Tone::Gold } else { Tone::Raised };
            let title = [title];
            let tab = Button { chosen: Some(chosen), ..Button::new(&title, tone) };
            if tab.show(&mut canvas, ("tab", wins), place).tapped() {
                self.wins = wins;
            }
        }
        let rest = inset(rest, 0.0, CONTROL + 12.0, 0.0, 0.0);
        if self.wins {
            self.draw_wins(&mut canvas, rest);
            return action;
        }
        self.draw_list(&mut canvas, rest).or(action)
    }

    /// The games, with a date above each evening.
    fn draw_list(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) -> Option<Action> {
        let begins = |index: usize| match index.checked_sub(1).map(|later| &self.games[later]) {
            // The list goes back in time.
            Some(later) => later.played.began.0.saturating_sub(self.games[index].played.ended.0) > MAX_PAUSE_MILLIS,
            None => true,
        };
        let room = rect.height() - CONTROL - GAP;
        let mut pages = vec![0];
        let mut used = 0.0;
        for index in 0..self.games.len() {
            let high = ROW + GAP + if begins(index) { DATE } else { 0.0 };
            if used + high > room && used > 0.0 {
                pages.push(index);
                used = 0.0;
            }
            used += high;
        }
        if pages.len() > 1 {
            let foot = rect.lower(CONTROL);
            page_through(canvas, "evenings", foot, ["Later", "Earlier"], &mut self.pages[0], pages.len());
        }
        let page = self.pages[0].min(pages.len() - 1);
        let end = pages.get(page + 1).copied().unwrap_or(self.games.len());
        let mut top = rect.top();
        let mut action = None;
        for index in pages[page]..end {
            let game = &self.games[index];
            if begins(index) || index == pages[page] {
                let date = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), DATE - 6.0));
                let words = TextStyle::new(Face::Caps, 22.0, canvas.ground.text);
                canvas.fit(date, Align2::LEFT_CENTER, words, &[&game.date()]);
                let evening = 1 + (index + 1..self.games.len()).take_while(|later| !begins(*later)).count();
                let minutes = self.games[index..index + evening].iter().map(|game| game.played.minutes()).sum();
                if evening > 1 && begins(index) {
                    let sum = format!("{evening} games, {}", length(minutes));
                    canvas.label(("evening", index), date, &format!("{}: {sum}", game.date()));
                    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
                    canvas.fit(inset(date, 0.0, 0.0, 12.0, 0.0), Align2::RIGHT_CENTER, quiet, &[&sum]);
                }
                top += DATE;
            }
            let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), ROW));
            if row(canvas, index, game, place) {
                action = Some(Action::ShowPlayed(index));
            }
            top += ROW + GAP;
        }
        action
    }

    /// Everyone's wins, the most first.
    fn draw_wins(&mut self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let needed = 2.0 * 10.0 + DATE + 4.0 + self.records.len().max(1) as f32 * PERSON;
        let rect = rect.upper(needed.min(rect.height()));
        canvas.fill(rect, radius(12.0), canvas.ground.fill);
        canvas.border(rect, radius(12.0), canvas.look().rim, canvas.ground.line);
        let inner = rect.shrink2(vec2(16.0, 10.0));
        let title = inner.upper(DATE);
        canvas.fit(title, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 26.0, canvas.ground.text), &["Wins"]);
        let list = inset(inner, 0.0, DATE + 4.0, 0.0, 0.0);
        if self.records.is_empty() {
            const NOBODY: &str = "Wins are counted for players with names.";
            canvas.wrap_left(list, TextStyle::new(Face::Plain, 16.0, canvas.ground.quiet), NOBODY);
            canvas.label("no wins", list, NOBODY);
        }
        let first = page_of(canvas, "wins", list, PERSON, self.records.len(), &mut self.pages[1]);
        for (record, place) in self.records.iter().skip(first.0).zip(first.1) {
            let shield = rect_around(pos2(place.left() + 17.0, place.center().y), 34.0, 34.0);
            emblem(canvas, shield, record.colour, false);
            let [words, figure] = columns(inset(place, 44.0, 0.0, 0.0, 0.0), 8.0, [0.72, 0.28]);
            let upper = words.with_max_y(words.center().y + 4.0);
            let lower = words.with_min_y(words.center().y + 2.0);
            canvas.fit(
                upper,
                Align2::LEFT_CENTER,
                TextStyle::new(Face::Caps, 21.0, canvas.ground.text),
                &[&record.name],
            );
            let games: Vec<String> = record.by_game.iter().map(|(game, won)| format!("{game} {won}")).collect();
            let quiet = TextStyle::new(Face::Plain, 13.5, canvas.ground.quiet);
            canvas.fit(lower, Align2::LEFT_CENTER, quiet, &[&games.join(" · ")]);
            let said = format!("{} of {}", record.won, record.played);
            canvas.fit(figure, Align2::RIGHT_CENTER, TextStyle::new(Face::Text, 20.0, canvas.ground.text), &[&said]);
            let wins = [format!("{} won {said}", record.name), games.join(", ")];
            canvas.label(("wins", &record.name), place, wins.join(": ").trim_end_matches(": "));
        }
    }

    /// A game once more: its chart, its journal, and the way to another one like it.
    fn draw_full(&mut self, canvas: &mut Canvas<'_, '_>) -> Option<Action> {
        let Some((index, finished)) = &self.full else { return None };
        let game = &self.games[*index];
        let sub = format!("{} · {} · {}", game.result(), game.date(), game.length());
        let (rest, closed) = head(canvas, &[&game.title], &sub, 0.0);
        if closed {
            self.full = None;
            return None;
        }
        canvas.label("result", canvas.whole().upper(CONTROL), &format!("{}: {sub}", game.title));
        let foot = rest.lower(CONTROL);
        let upper = inset(rest, 0.0, 0.0, 0.0, CONTROL + 14.0);
        let [chart, journal] = if upper.width() >= 760.0 {
            columns(upper, 20.0, [0.58, 0.42])
        } else {
            let high = upper.height() * 0.42;
            [upper.upper(high), inset(upper, 0.0, high + 12.0, 0.0, 0.0)]
        };
        canvas.fill(chart, radius(10.0), canvas.look().centre.fill);
        let title = Rect::from_min_size(chart.min + vec2(16.0, 6.0), vec2(chart.width() - 32.0, 36.0));
        let of = finished.chart.of();
        let words = TextStyle::new(Face::Caps, 24.0, canvas.ground.text);
        canvas.fit(title, Align2::LEFT_CENTER, words, &[&format!("{of} over the game"), of]);
        finished.chart.draw(canvas, inset(chart, 12.0, 48.0, 12.0, 10.0));
        let (first, places) = page_of(canvas, "lines", journal, LINE_HEIGHT, finished.lines.len(), &mut self.pages[2]);
        let words = TextStyle::new(Face::Text, 16.0, canvas.ground.text);
        for ((index, line), place) in finished.lines.iter().enumerate().skip(first).zip(places) {
            canvas.wrap_left(place, words, line);
            canvas.label(("line", index), place, line);
        }
        let wide = if foot.width() < 500.0 { foot.width() } else { 320.0 };
        let button = Rect::from_min_size(foot.min, vec2(wide, CONTROL));
        let again = Button { sub: "same people and choices", ..Button::new(&["As in this game", "Again"], Tone::Gold) };
        let index = *index;
        again.show(canvas, "as in this game", button).tapped().then_some(Action::AsPlayed(index))
    }
}

/// Draws a game of the list; returns true if it was tapped.
fn row(canvas: &mut Canvas<'_, '_>, index: usize, game: &Evening, place: Rect) -> bool {
    let label = format!("{}, {}: {}, {}", game.title, game.date(), game.result(), game.length());
    let response = canvas.control(("played", index), place, Gesture::Tap, &label);
    canvas.fill(place, radius(10.0), if response.down { canvas.ground.raised } else { canvas.ground.fill });
    canvas.border(place, radius(10.0), canvas.look().rim, canvas.ground.line);
    let inner = place.shrink2(vec2(12.0, 5.0));
    let mut x = inner.left();
    let winners = game.played.winners.iter().filter_map(|seat| game.played.players.get(seat.index()));
    for PlayerConfig { colour, .. } in winners.take(2) {
        emblem(canvas, rect_around(pos2(x + 18.0, inner.center().y), 36.0, 36.0), *colour, false);
        x += 42.0;
    }
    let words = inner.with_min_x(x.max(inner.left() + 42.0));
    let [above, below] = [words.with_max_y(words.center().y + 2.0), words.with_min_y(words.center().y + 2.0)];
    let [title, length] = columns(above, 8.0, [0.72, 0.28]);
    canvas.fit(title, Align2::LEFT_CENTER, TextStyle::new(Face::Caps, 22.0, canvas.ground.text), &[&game.title]);
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    canvas.fit(length, Align2::RIGHT_CENTER, quiet, &[&game.length()]);
    canvas.fit(below, Align2::LEFT_CENTER, TextStyle::new(Face::Text, 17.0, canvas.ground.text), &[&game.result()]);
    response.tapped()
}

/// The rows of a list on its page, and the first of them; buttons at the foot turn the pages of a long list.
fn page_of(
    canvas: &mut Canvas<'_, '_>,
    id: &str,
    rect: Rect,
    high: f32,
    count: usize,
    page: &mut usize,
) -> (usize, Vec<Rect>) {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few, and never below none")]
    let fitting = |room: f32| (room / high).max(1.0) as usize;
    let mut per_page = fitting(rect.height());
    if count > per_page {
        per_page = fitting(rect.height() - CONTROL - GAP);
        let foot = rect.lower(CONTROL);
        page_through(canvas, id, foot, ["Previous", "Next"], page, count.div_ceil(per_page));
    } else {
        *page = 0;
    }
    let first = *page * per_page;
    let place =
        |row: usize| Rect::from_min_size(rect.min + vec2(0.0, row as f32 * high), vec2(rect.width(), high - 4.0));
    (first, (0..per_page.min(count.saturating_sub(first))).map(place).collect())
}

/// Adds up what everyone with a name has won.
fn records(games: &[Evening]) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for game in games {
        for (place, player) in game.played.players.iter().enumerate().filter(|(_, player)| player.is_named()) {
            let known = records.iter().position(|record| record.name == player.name);
            let at = known.unwrap_or_else(|| {
                let by_game = BTreeMap::new();
                records.push(Record { name: player.name.clone(), colour: player.colour, won: 0, played: 0, by_game });
                records.len() - 1
            });
            let record = &mut records[at];
            record.played += 1;
            if game.played.winners.iter().any(|seat| seat.index() == place) {
                record.won += 1;
                *record.by_game.entry(game.title.clone()).or_default() += 1;
            }
        }
    }
    records.sort_by_key(|record| std::cmp::Reverse((record.won, record.played)));
    records
}
