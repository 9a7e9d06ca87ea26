//! All hands of two cards against all others, on either side, and a second statement of the arithmetic.

use skirmish_tracker::table::Seat;
use skirmish_tracker::table::battling::{Fight, FightResult, Play, Rank, Wants, resolve};

use super::plain::worth;
use super::{begun, play, rank};

/// Returns the attack and defence cards of each of the 325 hands of two of 26 cards.
fn hands() -> Vec<[Vec<i64>; 2]> {
    let deck: Vec<(usize, i64)> = (0..2).flat_map(|kind| (2..=14).map(move |card| (kind, card))).collect();
    let mut all = Vec::new();
    for (at, first) in deck.iter().enumerate() {
        for second in &deck[at + 1..] {
            let mut hand = [Vec::new(), Vec::new()];
            for (kind, card) in [first, second] {
                hand[*kind].push(*card);
            }
            all.push(hand);
        }
    }
    all
}

fn cards(points: &[i64]) -> Vec<Rank> {
    points.iter().map(|points| rank(points.unsigned_abs())).collect()
}

#[test]
fn every_hand_against_every_hand() {
    let (table, hands) = (begun(2), hands());
    assert_eq!(hands.len(), 26 * 25 / 2);
    let (mut fights, mut mutual) = (0, 0);
    for own in &hands {
        for other in &hands {
            let play = |seat, hand: &[Vec<i64>; 2]| -> Play {
                play(seat, [&cards(&hand[0]), &cards(&hand[1])], Some(Seat(1 - seat)), Some(Wants::Damage))
            };
            let resolved = resolve(table.state(), &[play(0, own), play(1, other)], 3);
            assert_eq!(resolved.open, None);
            // Mutual damage, by B9 and B12.
            let dealt = [(own, other), (other, own)].map(|(by, on)| (worth(&by[0]) - worth(&on[1])).max(0));
            let left: Vec<i64> = resolved.after.players.iter().map(|player| i64::from(player.life)).collect();
            assert_eq!(left, [100 - dealt[1], 100 - dealt[0]], "{own:?} {other:?}");
            // The higher damage goes first (B13), and a damage of 0 is nothing.
            let first = if dealt[1] > dealt[0] { 1 } else { 0 };
            let order: Vec<u8> = resolved.fights.iter().map(|fight| fight.clash.by.0).collect();
            assert_eq!(order, [first, 1 - first], "{own:?} {other:?}");
            for Fight { clash, result } in &resolved.fights {
                let dealt = dealt[clash.by.index()];
                assert_eq!(*result, if dealt > 0 { FightResult::Damage } else { FightResult::Nothing });
                assert_eq!(i64::from(clash.damage()), dealt);
                fights += 1;
            }
            mutual += usize::from(dealt[0] > 0 && dealt[1] > 0);
        }
    }
    assert_eq!(fights, 2 * 325 * 325);
    assert!(mutual > 10_000, "{mutual} pairs in which both hit");
}
