//! Describes events, in sentences and as labels, and the state.

use std::sync::Arc;

use super::{Change, Command, Event, Fight, FightResult, Out, Over, Rank, Rules, State, Treasure, Why, WonBy};
use crate::table::tell::{self, Part, list, signed};
use crate::table::{HasSeatCommands as _, PlayerChange, Seat, TableChange, name_of};

/// A sentence as it grows.
type Sentence<'a> = tell::Sentence<'a, Rules>;

/// Events that go together, as one sentence; the state is the one before the first.
pub(super) fn tell(before: &State, events: &[Arc<Event>]) -> Vec<Part> {
    let mut sentence = Sentence::new(before);
    let changes: Vec<&Change> = events.iter().flat_map(|event| &event.changes).collect();
    if let Some(event) = events.first() {
        command(&mut sentence, before, &event.command, &changes);
    }
    for change in changes {
        follows(&mut sentence, change);
    }
    sentence.parts
}

fn command(sentence: &mut Sentence<'_>, before: &State, command: &Command, changes: &[&Change]) {
    match command {
        Command::Begin(_) => {
            if let Some(Change::Began(fresh)) = changes.first() {
                let mut words = Sentence::new(fresh);
                let life = fresh.players.first().map_or(0, |player| player.life);
                words.say("A new game: ").all(fresh.seats()).say(format!(", {life} life points each"));
                sentence.parts = words.parts;
            }
        }
        Command::Turn { .. } => {
            let fought = changes.iter().find_map(|change| match change {
                Change::Fights(TableChange { to: Some(fights), .. }) => Some(fights.as_slice()),
                _ => None,
            });
            fights(sentence, before, fought.unwrap_or_default());
        }
        Command::EndTurn => {
            sentence.say(format!("Turn {} ends", before.turn));
        }
        Command::Take { seat, from, rank } => {
            sentence.who(*seat).say(format!(" steals {} from ", rank.with_article())).who(*from);
        }
        Command::GiveBack { seat, from, rank } => {
            sentence.who(*seat).say(format!(" gives {} back to ", rank.with_article())).who(*from);
        }
        Command::Adjust { seat, .. } => {
            sentence.who(*seat).say(life(changes, *seat));
        }
        other => {
            if let Some(arrange) = other.seat_command() {
                arrange.tell(sentence);
            }
        }
    }
}

/// Describes fights: "Asa steals a Queen from Bjarni, 19 against 5; Bjarni hits Cara, 10 against 3: 80 → 73".
fn fights(sentence: &mut Sentence<'_>, before: &State, fights: &[Fight]) {
    if fights.is_empty() {
        sentence.say("No one attacks");
    }
    let mut points: Vec<u32> = before.players.iter().map(|player| player.life).collect();
    for (at, Fight { clash, result }) in fights.iter().filter(|fight| fight.result != FightResult::GameOver).enumerate()
    {
        let against = format!("{} against {}", clash.attack, clash.defence);
        sentence.say(if at == 0 { "" } else { "; " }).who(clash.by);
        match result {
            FightResult::Rob(rank) => {
                let steals = format!(" steals {} from ", rank.with_article());
                sentence.say(steals).who(clash.on).say(format!(", {against}"));
            }
            FightResult::Damage => {
                let before = points.get(clash.on.index()).copied().unwrap_or_default();
                let left = before.saturating_sub(clash.damage());
                if let Some(points) = points.get_mut(clash.on.index()) {
                    *points = left;
                }
                sentence.say(" hits ").who(clash.on).say(format!(", {against}: {before} → {left}"));
            }
            FightResult::Nothing => {
                sentence.say(" attacks ").who(clash.on).say(format!(" in vain, {against}"));
            }
            FightResult::TargetOut => {
                sentence.say(" attacks ").who(clash.on).say(", who is out by then");
            }
            FightResult::AttackerOut | FightResult::GameOver => {
                sentence.say(" is out before the attack on ").who(clash.on);
            }
        }
    }
}

/// Describes life points from the first change to the last: " −14: 76 → 62".
fn life(changes: &[&Change], seat: Seat) -> String {
    let mut steps = changes.iter().filter_map(|change| match change {
        Change::Life(PlayerChange { seat: whose, from, to }) if *whose == seat => Some((*from, *to)),
        _ => None,
    });
    let Some((from, first)) = steps.next() else { return String::new() };
    let to = steps.next_back().map_or(first, |(_, to)| to);
    format!(" {}: {from} → {to}", signed(i64::from(to) - i64::from(from)))
}

/// Adds the consequences of a command that it doesn't mention itself.
fn follows(sentence: &mut Sentence<'_>, change: &Change) {
    match change {
        Change::Out(PlayerChange { seat, to: Some(Out { why, .. }), .. }) => {
            let why = match why {
                Why::Life => "no life points are left",
                Why::Treasures => "all four face treasures are stolen",
            };
            sentence.say("; ").who(*seat).say(format!(" is out: {why}"));
        }
        Change::Out(PlayerChange { seat, to: None, .. }) => {
            sentence.say("; ").who(*seat).say(" is in the game again");
        }
        Change::Over(TableChange { to: Some(Over { winners, by }), .. }) => {
            sentence.say(" — ");
            let have = if winners.len() == 1 { "has" } else { "have" };
            match by {
                _ if winners.is_empty() => sentence.say("no one is left, and no one has won"),
                WonBy::FourTreasures => {
                    sentence.all(winners.iter().copied()).say(format!(" {have} won with four face treasures"))
                }
                WonBy::LastArmy => sentence.all(winners.iter().copied()).say(format!(" {have} won as the last army")),
            };
        }
        Change::Over(TableChange { to: None, .. }) => {
            sentence.say("; the game goes on");
        }
        _ => {}
    }
}

/// Returns a short label for the undo button.
pub(super) fn label(state: &State, events: &[Arc<Event>]) -> String {
    let Some(event) = events.first() else { return String::new() };
    let who = |seat: &Seat| name_of::<Rules>(state, *seat);
    match &event.command {
        Command::Begin(_) => "the new game".to_owned(),
        Command::Turn { .. } => "the fights".to_owned(),
        Command::EndTurn => "the end of the turn".to_owned(),
        Command::Take { seat, rank, .. } => format!("{} + {rank}", who(seat)),
        Command::GiveBack { seat, rank, .. } => format!("{} − {rank}", who(seat)),
        Command::Adjust { seat, .. } => {
            let by = events.iter().flat_map(|event| &event.changes).map(|change| match change {
                Change::Life(PlayerChange { from, to, .. }) => i64::from(*to) - i64::from(*from),
                _ => 0,
            });
            format!("{} {}", who(seat), signed(by.sum()))
        }
        other => other.seat_command().map(|arrange| arrange.label::<Rules>(state)).unwrap_or_default(),
    }
}

/// Returns the state, in lines of plain text.
pub(super) fn describe(state: &State) -> Vec<String> {
    let who = |seat: &Seat| name_of::<Rules>(state, *seat);
    let turn = format!("turn {}", state.turn);
    let mut lines = vec![match &state.over {
        None => turn,
        Some(over) if over.winners.is_empty() => format!("{turn}: the game is over, and no one has won"),
        Some(over) => {
            let have = if over.winners.len() == 1 { "has" } else { "have" };
            format!("{turn}: {} {have} won", list(&over.winners.iter().map(who).collect::<Vec<_>>()))
        }
    }];
    let width = state.players.iter().map(|player| player.name.chars().count()).max().unwrap_or_default();
    for seat in state.seats() {
        let Some(player) = state.player(seat) else { continue };
        let taken = |treasure: &Treasure| format!("{} of {}", treasure.rank, who(&treasure.from));
        let mut words = vec![format!("{:>3}", player.life)];
        match player.out {
            Some(out) => words.push(format!("out in turn {}", out.turn)),
            None => {
                let hoard = state.hoard(seat).filter(|rank| rank.is_face()).map(|rank: Rank| rank.to_string());
                words.push(format!("own {}", hoard.collect::<Vec<_>>().join(" ")));
                let taken: Vec<String> = player.taken.iter().map(taken).collect();
                words.extend((!taken.is_empty()).then(|| format!("stolen {}", taken.join(", "))));
            }
        }
        lines.push(format!("  {:<width$}  {}", player.name, words.join("; ")));
    }
    lines
}
