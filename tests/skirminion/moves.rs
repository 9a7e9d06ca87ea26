//! The fast move generator of Skirminion against one that is written as plainly as the rules.

use std::collections::BTreeMap;

use super::Dice;
use super::plain::{Plain, name, place};
use skirmish_tracker::table::skirminion::{Activation, Position, Side, Square, legal, objections, perft};

/// Converts a position for the plain rules.
fn plain(position: &Position) -> Plain {
    let unit = |at: Square| position.board.unit(at).map(|unit| (at, unit));
    let dice = Square::all().filter_map(unit);
    let dice = dice.map(|(at, unit)| (place(&at.to_string()), (unit.side == Side::Red, unit.health as i8)));
    Plain { dice: dice.collect(), red: position.turn == Side::Red }
}

/// Returns every activation by its notation, with its result by the fast rules.
fn fast(position: &Position) -> BTreeMap<String, Plain> {
    let list = legal(position);
    let all: BTreeMap<_, _> = list.iter().map(|one| (one.to_string(), plain(&position.after(*one)))).collect();
    assert_eq!(all.len(), list.len(), "an activation twice in {position}");
    all
}

#[test]
fn perft_is_that_of_the_plain_rules() {
    for first in Side::BOTH {
        let position = Position::start(first);
        assert_eq!(plain(&position), Plain::start(first == Side::Red));
        for activations in 0..=3 {
            assert_eq!(
                perft(&position, activations),
                plain(&position).perft(activations),
                "{activations} from the start"
            );
        }
    }
    // Few units in contact, strong and weak, on a rim, the last of its side, about to be destroyed.
    for text in [
        "8/8/8/3b4/3Fa3/8/8/8 b",
        "a7/1B6/8/8/8/8/6b1/7A r",
        "8/8/2c5/1DfB4/2a5/8/8/8 b",
        "8/8/2c5/1DfB4/2a5/8/8/8 r",
        "F7/a7/8/8/8/8/8/7c b",
        "8/8/8/AaAaAaAa/8/8/8/8 r",
    ] {
        let position: Position = text.parse().unwrap();
        for activations in 0..=3 {
            assert_eq!(perft(&position, activations), plain(&position).perft(activations), "{activations} from {text}");
        }
    }
}

#[test]
fn random_positions_have_the_activations_of_the_plain_rules() {
    let mut dice = Dice(12);
    for _ in 0..3_000 {
        let letters = b"abcdefABCDEF";
        let mut squares = [0_u8; 64];
        for unit in 0..2 + dice.below(15) {
            // Close to each other, to have contact.
            let side = if unit % 2 == 0 { 6 } else { 0 };
            squares[8 * dice.below(5) + dice.below(5)] = letters[side + dice.below(6)];
        }
        let rows: Vec<String> = squares
            .chunks(8)
            .map(|row| row.iter().map(|letter| if *letter == 0 { '1' } else { char::from(*letter) }).collect())
            .collect();
        let text = format!("{} {}", rows.join("/"), ["b", "r"][dice.below(2)]);
        let position: Position = text.parse().unwrap();
        assert_eq!(fast(&position), plain(&position).activations(), "{position}");
    }
}

/// Every expressible activation is allowed, or has a numbered reason against it.
#[test]
fn what_is_not_legal_has_a_reason_and_what_is_legal_has_none() {
    let mut dice = Dice(4);
    for game in 0..40 {
        let mut position = Position::start(Side::BOTH[game % 2]);
        for _ in 0..60 {
            let list = legal(&position);
            if list.is_empty() {
                break;
            }
            let possible = plain(&position).activations();
            let units: Vec<Square> = position.board.occupied().collect();
            for _ in 0..60 {
                let unit = units[dice.below(units.len())];
                let near = |dice: &mut Dice| {
                    let reach = unit.alone().grown().grown().grown();
                    reach.clone().nth(dice.below(reach.len() as usize)).unwrap()
                };
                let (one, two) = (near(&mut dice), near(&mut dice));
                let text = match dice.below(5) {
                    0 => unit.to_string(),
                    1 => format!("{unit}-{one}"),
                    2 => format!("{unit}x{one}"),
                    3 => format!("{unit}-{one}x{two}"),
                    _ => format!("{unit}x{one}-{two}"),
                };
                let Ok(activation) = text.parse::<Activation>() else {
                    assert!(text.matches(&unit.to_string()).count() > 1, "{text}");
                    continue;
                };
                let reasons = objections(&position, activation);
                assert_eq!(reasons.is_empty(), possible.contains_key(&text), "{text} in {position}: {reasons:?}");
                for reason in reasons {
                    assert!(reason.short.chars().count() <= 18, "{reason:?}");
                    assert!(
                        reason.to_string().contains(" (K") && reason.absolute && !reason.text.ends_with('.'),
                        "{reason:?}"
                    );
                }
            }
            position = position.after(list[dice.below(list.len())]);
        }
    }
}

#[test]
fn squares_are_named_as_on_a_chess_board() {
    for (index, square) in Square::all().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(square.to_string(), name((index as i8 % 8, index as i8 / 8)));
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    for wrong in ["", "a", "a0", "a9", "i1", "A1", "a11", "é"] {
        assert!(wrong.parse::<Square>().is_err(), "{wrong}");
    }
}

#[test]
fn activations_are_read_as_they_are_written() {
    for text in ["d4", "d4-d6", "d4xe5", "d4-d6xe7", "d4xe5-c3", "d4xe5-e5"] {
        assert_eq!(text.parse::<Activation>().unwrap().to_string(), text);
    }
    for wrong in
        ["", "d", "d9", "d4-", "d4-d4", "d4xd4", "d4-d6-d7", "d4xe5xe6", "d4-d6xe7 ", "d4–d6", "d4-d5xd4", "agree"]
    {
        assert!(wrong.parse::<Activation>().is_err(), "{wrong}");
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    let start = Position::start(Side::Bone);
    assert_eq!(start.to_string(), "ffffffff/8/8/8/8/8/8/FFFFFFFF b");
    assert_eq!(start.to_string().parse(), Ok(start));
    for wrong in [
        "",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8 b",
        "8/8/8/8/8/8/8/8/8 b",
        "9/8/8/8/8/8/8/8 b",
        "7/8/8/8/8/8/8/8 b",
        "88888888888888888888888888888888888888/8/8/8/8/8/8/8 b",
        "8/8/8/8/8/8/8/7g b",
        "8/8/8/8/8/8/8/AAAAAAAAA b",
        "8/8/8/8/8/8/A7/AAAAAAAA b",
    ] {
        assert!(wrong.parse::<Position>().is_err(), "{wrong}");
    }
}
