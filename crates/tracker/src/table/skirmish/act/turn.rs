//! The steps of a turn but the action, and the piles.

use super::{NextState, against_acting, alive, name};
use crate::game::rule;
use crate::table::skirmish::{Decision, PileName, Rules, State};
use crate::table::{CardId, Reason, Seat};

/// Puts on a Mail from the hand (S12).
pub(super) fn wear(rules: &Rules, state: &State, seat: Seat) -> Decision {
    let mut reasons: Vec<Reason> = against_acting(state, seat);
    for reason in reasons.iter_mut().filter(|reason| !reason.absolute) {
        // It is not the action that it is too late for.
        reason.rule = Some(rule!("S12"));
        reason.text = format!("{} is put on at the start of your own turn", rules.name(rules.mail()));
    }
    let mail = rules.name(rules.mail());
    if state.player(seat).is_some_and(|player| player.mail) {
        reasons.push(Reason::absolute(
            rule!("S12"),
            "worn already",
            format!("{} wears a {mail} already", name(state, seat)),
        ));
    }
    let mut possible = Vec::new();
    if state.in_deck_or_hands(rules, rules.mail()) < 1 {
        reasons.push(Reason::absolute(rule!("S10"), "none in hand", format!("no {mail} is in the deck or in a hand")));
        if state.normal_pile.of(rules.mail()) > 0 {
            possible.push("shuffle the normal discard pile first".to_owned());
        }
    }
    let mut next = NextState::new(rules, state);
    next.edit(seat, |player| player.mail = true);
    Decision { reasons, possible, ..Decision::leading_to(state, &next) }
}

/// Redraws: Recovering is turned back, Highlanders heal, the next player is on turn (S15, S25, S58).
pub(super) fn end(rules: &Rules, state: &State, seat: Seat) -> Decision {
    let mut reasons: Vec<Reason> = alive(state, seat).into_iter().collect();
    if state.winner.is_some() {
        reasons.push(Reason::absolute(rule!("S11"), "the game is over", "the game is over"));
    } else if state.turn != seat {
        reasons.push(Reason::absolute(
            rule!("S8"),
            "not your turn",
            format!("it is the turn of {}", name(state, state.turn)),
        ));
    }
    let mut next = NextState::new(rules, state);
    let everyone = state.house().all_regain;
    for regains in state.living().filter(|regains| state.highlander && (everyone || *regains == seat)) {
        let health = state.player(regains).map_or(0, |player| player.health);
        next.edit(regains, |player| player.health = health.saturating_add(rules.regain()).min(rules.health()));
    }
    next.pass_turn();
    Decision { reasons, ..Decision::leading_to(state, &next) }
}

/// Moves cards from hands to the normal discard pile (S14). Players who aren't on turn discard for an exchange that
/// wasn't recorded, or down to their limit, and redraw as well (S15).
pub(super) fn discard(rules: &Rules, state: &State, seat: Seat, cards: &[CardId]) -> Decision {
    let (mut reasons, mut possible) = (Vec::new(), Vec::new());
    let mut next = NextState::new(rules, state);
    for card in cards {
        if let Some(reason) = not_in_hands(rules, &next, card) {
            reasons.push(reason);
            possible = vec!["shuffle the normal discard pile first, if it has become the draw deck".to_owned()];
        } else {
            next.lay_down(card);
            if state.lives(seat) {
                next.used_cards(seat, true);
            }
        }
    }
    Decision { reasons, possible, ..Decision::leading_to(state, &next) }
}

/// Objects if a card can't come from a hand.
pub(in crate::table::skirmish) fn not_in_hands(rules: &Rules, state: &State, card: &CardId) -> Option<Reason> {
    let name = rules.name(card);
    if rules.card(card).is_none() {
        return Some(Reason::fact("no such card", format!("unknown card {name}")));
    }
    if rules.is_open(card) {
        return Some(Reason::absolute(rule!("S5"), "never in hand", format!("a {name} is never in a hand")));
    }
    let none = state.in_deck_or_hands(rules, card) < 1;
    none.then(|| {
        Reason::absolute(rule!("S10"), "all discarded", format!("every {name} is in play or discarded already"))
    })
}

/// Objects to playing one more copy of a card from a hand: `played` copies are played already, and every other one is
/// in play or discarded (S10). Players may have shuffled the pile without recording it, and can overrule it.
pub(in crate::table::skirmish) fn all_discarded(
    rules: &Rules,
    state: &State,
    card: &CardId,
    played: i64,
) -> Option<Reason> {
    let none = state.is_current() && rules.card(card).is_some() && state.in_deck_or_hands(rules, card) <= played;
    let text = || format!("every {} is in play or discarded already", rules.name(card));
    none.then(|| Reason::rule(rule!("S10"), "all discarded", text()))
}

/// Turns the normal discard pile into the draw deck (S10).
pub(super) fn reshuffle(rules: &Rules, state: &State) -> Decision {
    let mut next = NextState::new(rules, state);
    for (card, _) in state.normal_pile.cards() {
        next.pile_mut(PileName::Normal).set(card, 0);
    }
    next.reshuffles = state.reshuffles.saturating_add(1);
    Decision::leading_to(state, &next)
}
