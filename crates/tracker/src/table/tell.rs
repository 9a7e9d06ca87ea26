//! Events as sentences.

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Event, HasSeatCommands as _, Millis, Rules, Seat, SeatCommand, Standing, Story, Table, name_of};
use crate::game::number;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A player's name, beside which a screen sets their emblem.
    Player(Seat, String),
}

/// A line of the journal, as players read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Events in force that it describes: a range of [`Table::done`].
    pub events: Range<usize>,
    /// The round in which it happened.
    pub round: u32,
    /// The sentence.
    pub parts: Vec<Part>,
}

/// Words as a sentence: with a capital and a full stop.
pub fn sentence(words: &str) -> String {
    let begun = capital(words);
    if begun.is_empty() { begun } else { begun + "." }
}

/// Words that begin with a capital.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// Returns the progress of a game: "Round 4, the turn of Orm".
pub fn stands(moment: String, standing: &Standing, name: impl Fn(Seat) -> String) -> String {
    let (between, what) = match standing {
        Standing::NotBegun | Standing::Together => ("", String::new()),
        Standing::Turn(seat) => (", ", format!("the turn of {}", name(*seat))),
        Standing::Over(winners) => (": ", won(&winners.iter().map(|seat| name(*seat)).collect::<Vec<_>>())),
    };
    match (moment.is_empty(), what.is_empty()) {
        (false, false) => format!("{moment}{between}{what}"),
        _ => moment + &what,
    }
}

/// Describes the winners: "Orm has won".
pub fn won(winners: &[String]) -> String {
    match winners {
        [] => "no one has won".to_owned(),
        [one] => format!("{one} has won"),
        several => format!("{} have won", list(several)),
    }
}

/// Returns the age of something in words: "5 minutes ago".
pub fn ago(then: Millis, now: Millis) -> String {
    let minutes = now.0.saturating_sub(then.0) / 60_000;
    let many = |count: u64, what: &str| {
        let ending = if count == 1 { "" } else { "s" };
        format!("{count} {what}{ending} ago")
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => many(minutes, "minute"),
        60..1440 => many(minutes / 60, "hour"),
        _ => many(minutes / 1440, "day"),
    }
}

/// Returns a sentence as plain text.
pub fn text(parts: &[Part]) -> String {
    parts.iter().map(|(Part::Text(words) | Part::Player(_, words))| words.as_str()).collect()
}

/// Events that go together, as one sentence; the state is the one before the first.
pub fn events<R: Rules>(rules: &R, before: &R::State, events: &[Arc<Event<R>>]) -> Vec<Part> {
    let mut sentence = Sentence::<R>::new(before);
    match seat_command(events) {
        Some(arrange) => arrange.tell(&mut sentence),
        None => sentence.parts = rules.tell(before, events),
    }
    if let [only] = events
        && !only.overruled.is_empty()
    {
        sentence.say(format!(" (played so: {})", rules.about().in_book(&only.overruled.join("; "))));
    }
    sentence.parts
}

/// Returns a short label for events that belong together, for the undo button: "Orm −3". The state is any around them.
pub fn label<R: Rules>(rules: &R, state: &R::State, events: &[Arc<Event<R>>]) -> String {
    seat_command(events).map_or_else(|| rules.label(state, events), |arrange| arrange.label::<R>(state))
}

/// Returns the arrangement that an event made of names, colours, chairs or the seating; such events are never grouped
/// with others.
fn seat_command<R: Rules>(events: &[Arc<Event<R>>]) -> Option<SeatCommand> {
    events.first()?.command.seat_command()
}

/// Describes an entry that was just written to a table, with the events that it undid or redid.
pub fn entry<R: Rules>(table: &Table<R>, entry: &Entry<R>) -> Vec<Part> {
    match entry {
        Entry::Did(done) => {
            let before = table.state_at(table.done().len().saturating_sub(1));
            events(table.rules().as_ref(), &before, std::slice::from_ref(done))
        }
        Entry::Undid { .. } => {
            let what = table.redo_label().map_or_else(String::new, |what| format!(": {what}"));
            vec![Part::Text(format!("Undone{what}"))]
        }
        Entry::Redid { .. } => {
            let what = table.undo_label().map_or_else(String::new, |what| format!(": {what}"));
            vec![Part::Text(format!("Redone{what}"))]
        }
    }
}

/// Describes all events in force of the last game, in groups, from the first on.
pub fn lines<R: Rules>(table: &Table<R>) -> Vec<Line> {
    Story::of(table).lines().to_vec()
}

/// A sentence as it grows.
pub struct Sentence<'a, R: Rules> {
    /// The state before.
    pub state: &'a R::State,
    /// Parts so far.
    pub parts: Vec<Part>,
}

impl<'a, R: Rules> Sentence<'a, R> {
    /// Creates an empty sentence.
    pub fn new(state: &'a R::State) -> Self {
        Self { state, parts: Vec::new() }
    }

    /// Adds words.
    pub fn say(&mut self, words: impl AsRef<str>) -> &mut Self {
        match self.parts.last_mut() {
            Some(Part::Text(before)) => before.push_str(words.as_ref()),
            _ => self.parts.push(Part::Text(words.as_ref().to_owned())),
        }
        self
    }

    /// Adds a player.
    pub fn who(&mut self, seat: Seat) -> &mut Self {
        self.parts.push(Part::Player(seat, name_of::<R>(self.state, seat)));
        self
    }

    /// Adds several players: "Asa, Bjarni and Dalla".
    pub fn all(&mut self, seats: impl IntoIterator<Item = Seat>) -> &mut Self {
        let seats: Vec<Seat> = seats.into_iter().collect();
        for (at, seat) in seats.iter().enumerate() {
            let left = seats.len() - at;
            self.who(*seat);
            match left {
                1 => {}
                2 => {
                    self.say(" and ");
                }
                _ => {
                    self.say(", ");
                }
            }
        }
        self
    }
}

/// Formats a difference with its sign: "+2", "−7".
pub fn signed(by: i64) -> String {
    if by < 0 { number(by) } else { format!("+{by}") }
}

/// Formats a list: "Axe, Chop and Charge".
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_people_say_them() {
        let now = Millis(1_700_000_000_000);
        let told = |minutes: u64| ago(Millis(now.0 - minutes * 60_000), now);
        assert_eq!([told(0), told(1), told(59)].join("; "), "just now; 1 minute ago; 59 minutes ago");
        assert_eq!([told(60), told(1439), told(1440)].join("; "), "1 hour ago; 23 hours ago; 1 day ago");
        assert_eq!(ago(Millis(now.0 + 5_000_000), now), "just now", "clocks differ");
    }
}
