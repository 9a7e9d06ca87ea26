//! Tests of the stages in which activations are listed.

use std::collections::HashSet;

use super::super::keys::mix;
use super::*;
use crate::table::skirminion::{Side, legal as all_of};

/// Positions of games that are played at random.
fn positions() -> Vec<Position> {
    let mut all = Vec::new();
    for game in 0..24_u64 {
        let mut position = Position::start(Side::BOTH[game as usize % 2]);
        for number in 0..120 {
            let list = all_of(&position);
            if list.is_empty() {
                break;
            }
            all.push(position);
            let attacks: Vec<Activation> = list.iter().copied().filter(|one| one.target().is_some()).collect();
            let draw = mix(game << 8 | number) as usize;
            let from = if attacks.is_empty() || draw.is_multiple_of(3) { &list[..] } else { &attacks };
            position = position.after(from[draw / 3 % from.len()]);
        }
    }
    all
}

fn listed(choices: &mut Choices, position: &Position, plain: bool) -> Vec<Choice> {
    let order = Order::new();
    std::iter::from_fn(|| choices.next(position, &order, plain)).collect()
}

#[test]
fn every_activation_is_listed_once_and_the_known_one_first() {
    let (mut choices, positions) = (Choices::empty(), positions());
    assert!(positions.len() > 1_000, "{}", positions.len());
    for (number, position) in positions.iter().enumerate() {
        let all = all_of(position);
        let quiet: Vec<Activation> = all.iter().copied().filter(|one| one.target().is_none()).collect();
        let known = Some(all[number % all.len()]);
        let killers = [Some(quiet[number % quiet.len()]), Some(quiet[(number + 1) % quiet.len()])];
        for (known, killers) in [(None, [None; 2]), (known, [None; 2]), (known, killers)] {
            choices.begin(known, killers);
            let listed = listed(&mut choices, position, true);
            let once: HashSet<Activation> = listed.iter().map(|choice| choice.activation).collect();
            assert_eq!((listed.len(), once), (all.len(), all.iter().copied().collect()), "{position}");
            if known.is_some() {
                assert_eq!(Some(listed[0].activation), known, "{position}");
            }
            assert!(listed.iter().all(|choice| !choice.plain || choice.activation.target().is_none()));
        }
    }
}

#[test]
fn without_plain_ones_there_are_attacks_and_what_speaks_for_itself() {
    let mut choices = Choices::empty();
    for position in positions() {
        let all = all_of(&position);
        let known = all.iter().copied().find(|one| one.target().is_none());
        choices.begin(known, [None; 2]);
        let listed = listed(&mut choices, &position, false);
        let attacks = all.iter().filter(|one| one.target().is_some()).count();
        assert_eq!(listed.len(), attacks + usize::from(known.is_some()), "{position}");
        assert!(listed.iter().all(|choice| !choice.plain));
    }
}

#[test]
fn what_was_good_in_another_position_is_looked_at_only_where_it_is_possible() {
    let positions = positions();
    let mut refused = 0;
    for (number, position) in positions.iter().enumerate() {
        let all = all_of(position);
        for other in all_of(&positions[(number * 7 + 11) % positions.len()]).iter() {
            let possible = all.contains(other);
            assert_eq!(legal::allows(position, *other), possible, "{other} in {position}");
            refused += usize::from(!possible);
        }
    }
    assert!(refused > 10_000, "{refused}");
}
