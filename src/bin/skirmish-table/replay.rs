//! How everything lies at the end of a journal.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use skirmish::table::journal::{self, End};
use skirmish::table::travel::{self, Refused};
use skirmish::table::{CardId, Pile, Player, Rules, Shield, Table};

use crate::args::Format;

/// What a journal says.
pub struct Replay {
    /// The state at its end, as far as it makes sense.
    pub text: String,
    /// Something worth knowing, where the journal is sound: its last line was torn.
    pub note: Option<String>,
    /// Where it stops making sense.
    pub damage: Option<String>,
}

/// Why nothing can be said.
pub enum Unread {
    /// The file cannot be read.
    File(String),
    /// It is no journal of this game.
    NoJournal(String),
}

/// Reads a journal.
///
/// # Errors
/// See [`Unread`].
pub fn run(rules: &Arc<Rules>, file: &Path, format: Format) -> Result<Replay, Unread> {
    let (table, note, damage) = read(rules, file)?;
    let text = match format {
        Format::Text => as_text(&table),
        Format::Json => as_json(&table).map_err(|error| Unread::File(error.to_string()))?,
    };
    Ok(Replay { text, note, damage })
}

/// A journal as a link, or as what stands behind the address in one.
///
/// # Errors
/// See [`Unread`].
pub fn link(rules: &Arc<Rules>, file: &Path, base: Option<&str>) -> Result<Replay, Unread> {
    let (table, note, damage) = read(rules, file)?;
    let packed = travel::pack(&table).map_err(|error| Unread::NoJournal(error.to_string()))?;
    let text = base.map_or_else(|| packed.clone(), |base| travel::link(base, &packed));
    Ok(Replay { text, note, damage })
}

/// A journal as far as it makes sense, something worth knowing, and where it stops making sense.
fn read(rules: &Arc<Rules>, file: &Path) -> Result<(Table, Option<String>, Option<String>), Unread> {
    if let Some(link) = file.to_str().filter(|text| travel::is_link(text)) {
        let table = travel::from_link(link).ok_or(Refused::Damaged).and_then(|packed| travel::unpack(packed, rules));
        let table = table.map_err(|error| Unread::NoJournal(format!("the link is no journal to replay: {error}")))?;
        return Ok((table, None, None));
    }
    let shown = file.display();
    let bytes = fs::read(file).map_err(|error| Unread::File(format!("could not read {shown}: {error}")))?;
    let reading = journal::read(&bytes, rules)
        .map_err(|error| Unread::NoJournal(format!("{shown} is no journal to replay: {error}")))?;
    let told = format!("{shown}: {}", reading.end);
    let (note, damage) = match reading.end {
        End::Whole | End::Open => (None, None),
        End::Torn { .. } => (Some(told), None),
        End::Damaged { .. } => (None, Some(told)),
    };
    Ok((reading.table, note, damage))
}

/// The state, and how many entries and events in force led to it.
fn as_json(table: &Table) -> Result<String, serde_json::Error> {
    let mut value = serde_json::to_value(table.state())?;
    if let Some(object) = value.as_object_mut() {
        object.insert("entries".to_owned(), table.entries().len().into());
        object.insert("events".to_owned(), table.done().len().into());
    }
    serde_json::to_string(&value)
}

fn as_text(table: &Table) -> String {
    let (rules, state) = (table.rules(), table.state());
    let mut lines = vec![format!("{} entries, {} events in force", table.entries().len(), table.done().len())];
    if !state.begun() {
        lines.push("no game has begun".to_owned());
        return lines.join("\n");
    }
    let name = |seat| state.player(seat).map_or("", |player: &Player| player.name.as_str());
    lines.push(match state.winner {
        Some(winner) => format!("round {}: {} has won", state.round, name(winner)),
        None => format!("round {}, the turn of {}", state.round, name(state.turn)),
    });
    let width = state.players.iter().map(|player| player.name.chars().count()).max().unwrap_or_default();
    lines.extend(state.players.iter().map(|player| format!("  {:<width$}  {}", player.name, gear(rules, player))));
    lines.push(format!("weapon discards: {}", counted(rules, &state.weapon_pile)));
    lines.push(format!("normal discards: {}", counted(rules, &state.normal_pile)));
    if state.reshuffles > 0 {
        lines.push(format!("new draw decks: {}", state.reshuffles));
    }
    lines.join("\n")
}

fn gear(rules: &Rules, player: &Player) -> String {
    if let Some(fall) = &player.fallen {
        return format!(" 0  fell in round {}", fall.round);
    }
    let name = |card: &CardId| rules.name(card).to_owned();
    let mut gear: Vec<String> = player.weapon.iter().map(name).collect();
    match player.shield {
        Shield::None => {}
        Shield::Whole => gear.push(name(rules.shield())),
        Shield::Damaged => gear.push(format!("damaged {}", name(rules.shield()))),
    }
    gear.extend(player.mail.then(|| name(rules.mail())));
    let gear = if gear.is_empty() { "no gear".to_owned() } else { gear.join(", ") };
    format!("{:>2}  {gear}", player.health)
}

fn counted(rules: &Rules, pile: &Pile) -> String {
    let cards: Vec<String> =
        rules.sorted(pile).into_iter().map(|(card, count)| format!("{count} {}", rules.name(&card))).collect();
    if cards.is_empty() { "none".to_owned() } else { cards.join(", ") }
}
