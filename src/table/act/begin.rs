//! A new game (S4 to S8, S57).

use std::collections::BTreeSet;

use super::{Considered, Scribe};
use crate::table::reason::Fact;
use crate::table::{CardId, PileName, Player, Reason, Rules, Seat, Setup, Shield, State};

/// The most that a name may have, in letters.
pub(super) const LONGEST_NAME: usize = 40;

pub(super) fn begin(rules: &Rules, setup: &Setup) -> Considered {
    let mut considered = Considered { reasons: objections(rules, setup), ..Considered::default() };
    if considered.reasons.is_empty() {
        let mut scribe = Scribe::new(rules, &State::default());
        scribe.began(lay_out(rules, setup));
        considered.changes = scribe.changes;
    }
    considered
}

fn objections(rules: &Rules, setup: &Setup) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let (count, players) = (setup.players.len(), rules.players());
    if !players.contains(&count) {
        let text = format!("{count} cannot play, only {} to {}", players.start(), players.end());
        reasons.push(Reason::firm(Fact(2), format!("{} to {} players", players.start(), players.end()), text));
    }
    if setup.dealer.index() >= count {
        reasons.push(Reason::fact("nobody deals", "the dealer is not one of the players"));
    }
    if setup.decks == 0 {
        reasons.push(Reason::fact("no deck", "it takes at least one deck"));
    }
    for name in setup.players.iter().filter_map(|entrant| bad_name(&entrant.name)) {
        reasons.push(name);
    }
    if setup.players.iter().map(|entrant| entrant.livery).collect::<BTreeSet<_>>().len() != count {
        reasons.push(Reason::fact("same colour", "two players have the same colour"));
    }
    if setup.players.iter().map(|entrant| entrant.chair).collect::<BTreeSet<_>>().len() != count {
        reasons.push(Reason::fact("same chair", "two players sit on the same chair"));
    }
    reasons.extend(weapons(rules, setup));
    reasons
}

/// A name that cannot be shown.
pub(super) fn bad_name(name: &str) -> Option<Reason> {
    if name.trim().is_empty() {
        return Some(Reason::fact("no name", "a player has no name"));
    }
    let wrong = name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control);
    let text = format!("a name has at most {LONGEST_NAME} letters, all of them printable");
    wrong.then(|| Reason::fact("not a name", text))
}

/// Whether there are enough weapons for everyone to start with.
fn weapons(rules: &Rules, setup: &Setup) -> Vec<Reason> {
    if !setup.highlander {
        let told = !setup.weapons.is_empty();
        let words = format!("everyone starts with a {}", rules.name(rules.first_weapon()));
        return if told { vec![Reason::firm(Fact(4), "not chosen", words)] } else { Vec::new() };
    }
    let mut reasons = Vec::new();
    if setup.weapons.len() != setup.players.len() {
        reasons.push(Reason::firm(
            Fact(57),
            "choose weapons",
            "in Highlander it is told for everyone what they start with",
        ));
    }
    let decks = u32::from(setup.decks);
    let chosen: BTreeSet<&CardId> = setup.weapons.iter().flatten().collect();
    for weapon in chosen {
        if !rules.two_handed(weapon) {
            let text = format!("a {} is not a weapon of two hands", rules.name(weapon));
            reasons.push(Reason::firm(Fact(57), "two-handed only", text));
        }
        let (wanted, there) =
            (setup.weapons.iter().flatten().filter(|other| *other == weapon).count(), rules.count(weapon) * decks);
        if u32::try_from(wanted).map_or(true, |wanted| wanted > there) {
            let text = format!("{wanted} start with a {}, and there are {there}", rules.name(weapon));
            reasons.push(Reason::firm(Fact(57), "not so many", text));
        }
    }
    reasons
}

/// Everyone has a weapon and a Shield; all others lie in the weapon discard pile (S4 to S6).
fn lay_out(rules: &Rules, setup: &Setup) -> State {
    let players = setup.players.iter().enumerate().map(|(index, entrant)| Player {
        name: entrant.name.trim().to_owned(),
        livery: entrant.livery,
        chair: entrant.chair,
        health: rules.health(),
        weapon: if setup.highlander {
            setup.weapons.get(index).cloned().flatten()
        } else {
            Some(rules.first_weapon().clone())
        },
        shield: Shield::Whole,
        mail: false,
        recovering: None,
        fallen: None,
    });
    let mut state = State {
        players: players.collect(),
        dealer: setup.dealer,
        turn: setup.dealer,
        round: 1,
        highlander: setup.highlander,
        setup: setup.clone(),
        ..State::default()
    };
    state.turn = state.next_after(Seat(setup.dealer.0));
    let open = rules.cards().iter().filter(|card| rules.is_open(&card.id));
    let rest: Vec<(CardId, i64)> =
        open.map(|card| (card.id.clone(), state.in_deck_or_hands(rules, &card.id))).collect();
    let mut scribe = Scribe::new(rules, &state);
    for (card, count) in rest {
        scribe.pile(PileName::Weapon, &card, u32::try_from(count).unwrap_or_default());
    }
    scribe.state
}
