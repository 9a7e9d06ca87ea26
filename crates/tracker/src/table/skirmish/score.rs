//! The sum of a game: what everyone dealt, took, stopped and regained.

use std::sync::Arc;

use super::blow::{Blow, BlowKind};
use super::{Command, Event, Rules, Special, State, Table};
use crate::ordered;
use crate::table::{CardId, LastGame, Millis, Seat, tell};

/// The sum of the last game at a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Each player, in the order of their seats.
    pub players: Vec<Tally>,
    /// All blows that were struck.
    pub blows: u32,
    /// Number of stopped blows.
    pub stopped: u32,
    /// The rounds so far.
    pub rounds: u32,
    /// Whole minutes from the first event to the last.
    pub minutes: u64,
    /// When it began.
    pub began: Millis,
}

/// Statistics of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The player.
    pub seat: Seat,
    /// Health that their blows cost others.
    pub dealt: i64,
    /// Health that they lost.
    pub taken: i64,
    /// Blows on them that were stopped.
    pub stopped: u32,
    /// Health that they got back.
    pub regained: i64,
    /// Their heaviest blow that landed.
    pub best: Option<Best>,
    /// Place: 1 for the winner; `None` for the living while the game goes on.
    pub place: Option<u8>,
    /// Their health after each change: in rounds (1.5 is half through the first) and health.
    pub health: Vec<Sample>,
}

/// A blow that the summary shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// Its damage.
    pub damage: i64,
    /// Its weapon and cards.
    pub with: Vec<CardId>,
    /// The special attack that it was a part of.
    pub special: Option<Special>,
}

impl Best {
    /// Names the weapon and cards of the blow: "Axe, Chop, Flurry of Blows".
    pub fn describe(&self, rules: &Rules) -> String {
        let special = self.special.map(|special| rules.special_name(special));
        let cards: Vec<&str> = self.with.iter().map(|card| rules.name(card)).chain(special).collect();
        cards.join(", ")
    }
}

/// A point of the chart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The number of the last event before it.
    pub seq: u64,
    /// Rounds passed, with the fraction of the current one in turns: 0 at the start, 1 as the second round begins.
    pub round: f64,
    /// The health from here on.
    pub health: i64,
}

/// Returns the statistics of the last game at a table; empty before the first.
pub fn of(table: &Table) -> Score {
    let Some(LastGame { mut state, began, first, events }) = table.last_game() else { return Score::default() };
    let mut score = Score { rounds: table.state().round, ..Score::default() };
    score.players = state.seats().map(|seat| Tally { seat, ..Tally::default() }).collect();
    score.sample(&state, 1);
    for group in table.groups().into_iter().filter(|group| group.start > first) {
        let Some(group) = table.done().get(group) else { continue };
        let before = state.clone();
        for event in group {
            event.apply_to(&mut state);
            event.outcomes.iter().for_each(|blow| score.count(blow, &event.command));
        }
        score.by_hand(&before, &state, group);
        score.sample(&state, group.last().map_or(0, |event| event.seq));
    }
    for (tally, player) in score.players.iter_mut().zip(&state.players) {
        let place = player.fallen.as_ref().map(|fall| fall.place);
        tally.place = place.or_else(|| (state.winner == Some(tally.seat)).then_some(1));
    }
    score.began = began;
    let ended = events.iter().map(|event| event.time).max().unwrap_or(began);
    score.minutes = ended.minutes_since(began);
    score
}

impl Score {
    /// Returns the players by place, those without one first.
    pub fn by_place(&self) -> Vec<&Tally> {
        let mut tallies: Vec<&Tally> = self.players.iter().collect();
        ordered::sort_by_number(&mut tallies, |tally| tally.place.map_or(0, i64::from));
        tallies
    }

    fn tally(&mut self, seat: Seat) -> Option<&mut Tally> {
        self.players.get_mut(seat.index())
    }

    /// Records a blow, with the health that it cost.
    fn count(&mut self, blow: &Blow, command: &Command) {
        self.blows += 1;
        let stopped = blow.stopped.is_some();
        self.stopped += u32::from(stopped);
        if let Some(on) = self.tally(blow.on) {
            on.taken += blow.lost;
            on.stopped += u32::from(stopped);
        }
        if let Some(by) = self.tally(blow.by) {
            by.dealt += blow.lost;
            let best = by.best.as_ref().map_or(0, |best| best.damage);
            if blow.lost > 0 && blow.damage > best {
                let special = match (blow.kind, command) {
                    (BlowKind::Attack, Command::Attack(attack)) => attack.special,
                    (BlowKind::CounterCharge, _) => Some(Special::Charge),
                    (BlowKind::Hook, _) => Some(Special::Hook),
                    _ => None,
                };
                by.best = Some(Best { damage: blow.damage, with: blow.with.clone(), special });
            }
        }
    }

    /// Records health gained or lost without a blow: by recovering, in Highlander, and by taps, which count in total.
    fn by_hand(&mut self, before: &State, after: &State, group: &[Arc<Event>]) {
        let counts = |event: &Arc<Event>| {
            matches!(event.command, Command::Recover { .. } | Command::EndTurn { .. } | Command::Adjust { .. })
        };
        if !group.iter().all(counts) {
            return;
        }
        for ((tally, before), after) in self.players.iter_mut().zip(&before.players).zip(&after.players) {
            let by = after.health - before.health;
            tally.regained += by.max(0);
            tally.taken += (-by).max(0);
        }
    }

    /// Adds a point to the chart of everyone whose health has changed.
    fn sample(&mut self, state: &State, seq: u64) {
        let round = state.rounds_passed();
        for (tally, player) in self.players.iter_mut().zip(&state.players) {
            if tally.health.last().is_none_or(|last| last.health != player.health) {
                tally.health.push(Sample { seq, round, health: player.health });
            }
        }
    }
}

/// Returns a summary as plain text, for a file.
pub fn text(rules: &Rules, table: &Table) -> String {
    let (score, state) = (of(table), table.state());
    let mut lines = vec![match state.winner.and_then(|winner| state.player(winner)) {
        Some(winner) => format!("{} wins with {} health, in round {}", winner.name, winner.health, score.rounds),
        None => format!("The game is in round {}", score.rounds),
    }];
    let (players, minutes) = (score.players.len(), score.minutes);
    lines.push(format!(
        "{players} warriors, {minutes} minutes; {} blows, {} of them stopped",
        score.blows, score.stopped
    ));
    lines.push(String::new());
    let mut rows = vec![["", "place", "dealt", "taken", "stopped", "regained", "best blow"].map(str::to_owned)];
    rows.extend(score.by_place().into_iter().map(|tally| {
        let best =
            tally.best.as_ref().map_or_else(String::new, |best| format!("{}: {}", best.damage, best.describe(rules)));
        let place = tally.place.map_or_else(String::new, |place| place.to_string());
        let name = super::act::name(state, tally.seat);
        let figures =
            [tally.dealt, tally.taken, i64::from(tally.stopped), tally.regained].map(|figure| figure.to_string());
        let [dealt, taken, stopped, regained] = figures;
        [name, place, dealt, taken, stopped, regained, best]
    }));
    lines.extend(columns(&rows));
    lines.push(String::new());
    lines.extend(tell::lines(table).iter().map(|line| format!("{:>3}  {}", line.round, tell::text(&line.parts))));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Rows under each other: words to the left, figures to the right.
fn columns(rows: &[[String; 7]]) -> Vec<String> {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let cell = |(column, cell): (usize, &String)| {
        let width = width(column).unwrap_or_default();
        if column == 0 || column == 6 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    };
    rows.iter().map(|row| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")).collect()
}
