//! A new game (S4 to S8, S57).

use crate::game::rule;
use crate::ordered;
use crate::table::skirmish::{Change, Decision, PileName, Player, Rules, Setup, Shield, State};
use crate::table::{CardId, Reason, arrange};

pub(super) fn begin(rules: &Rules, setup: &Setup) -> Decision {
    let mut decision = Decision { reasons: objections(rules, setup), ..Decision::default() };
    if decision.reasons.is_empty() {
        decision.changes = vec![Change::Began(Box::new(lay_out(rules, setup)))];
    }
    decision
}

fn objections(rules: &Rules, setup: &Setup) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let (count, players) = (setup.players.len(), rules.players());
    if !players.contains(&count) {
        let text = format!("{count} cannot play, only {} to {}", players.start(), players.end());
        reasons.push(Reason::absolute(rule!("S2"), format!("{} to {} players", players.start(), players.end()), text));
    }
    if setup.dealer.index() >= count {
        reasons.push(Reason::fact("nobody deals", "the dealer is not one of the players"));
    }
    if setup.decks == 0 {
        reasons.push(Reason::fact("no deck", "it takes at least one deck"));
    }
    reasons.extend(arrange::objections(&setup.players));
    reasons.extend(weapons(rules, setup));
    reasons
}

/// Checks that there are enough weapons for all players to start with.
fn weapons(rules: &Rules, setup: &Setup) -> Vec<Reason> {
    if !setup.highlander {
        let told = !setup.weapons.is_empty();
        let words = format!("everyone starts with a {}", rules.name(rules.first_weapon()));
        return if told { vec![Reason::absolute(rule!("S4"), "not chosen", words)] } else { Vec::new() };
    }
    let mut reasons = Vec::new();
    if setup.weapons.len() != setup.players.len() {
        reasons.push(Reason::absolute(
            rule!("S57"),
            "choose weapons",
            "in Highlander everyone chooses the weapon that they start with",
        ));
    }
    let decks = u32::from(setup.decks);
    for weapon in ordered::set(setup.weapons.iter().flatten()) {
        if !rules.two_handed(weapon) {
            let text = format!("a {} isn’t a two-handed weapon", rules.name(weapon));
            reasons.push(Reason::absolute(rule!("S57"), "two-handed only", text));
        }
        let (wanted, there) =
            (setup.weapons.iter().flatten().filter(|other| *other == weapon).count(), rules.count(weapon) * decks);
        if u32::try_from(wanted).map_or(true, |wanted| wanted > there) {
            let text = format!("{wanted} would start with a {}, and there are only {there}", rules.name(weapon));
            reasons.push(Reason::absolute(rule!("S57"), "not so many", text));
        }
    }
    reasons
}

/// Deals a weapon to everyone and, except in Highlander (R24), a Shield; all others go to the weapon discard pile (S4
/// to S6).
fn lay_out(rules: &Rules, setup: &Setup) -> State {
    let mut state = State { highlander: setup.highlander, setup: setup.clone(), ..State::default() };
    let has_shields = state.has_shields();
    let players = setup.players.iter().enumerate().map(|(index, entrant)| Player {
        name: entrant.name.trim().to_owned(),
        colour: entrant.colour,
        chair: entrant.chair,
        note: String::new(),
        health: rules.health(),
        weapon: if setup.highlander {
            setup.weapons.get(index).cloned().flatten()
        } else {
            Some(rules.first_weapon().clone())
        },
        shield: if has_shields { Shield::Whole } else { Shield::None },
        mail: false,
        recovering: None,
        used_cards: false,
        fallen: None,
    });
    state.players = players.collect();
    (state.dealer, state.round) = (setup.dealer, 1);
    state.turn = state.next_after(setup.dealer);
    let open = rules.cards().iter().filter(|card| rules.is_open(&card.id));
    let rest: Vec<(CardId, i64)> =
        open.map(|card| (card.id.clone(), state.in_deck_or_hands(rules, &card.id))).collect();
    for (card, count) in rest {
        state.pile_mut(PileName::Weapon).set(&card, u32::try_from(count).unwrap_or_default());
    }
    state
}
