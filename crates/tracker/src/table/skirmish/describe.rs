//! The state in lines of plain text.

use super::{Pile, Player, Rules, Shield, State};
use crate::table::CardId;

pub(super) fn describe(rules: &Rules, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
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
    lines
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
