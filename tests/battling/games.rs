//! Random games: the second model says the same, no treasure is ever lost or doubled, and undo leads back to the start.

use skirmish_tracker::table::battling::{Change, Command, Need, Play, Rank, Rules, Setup, State, Wants, resolve};
use skirmish_tracker::table::{Change as _, PlayerConfig, Rules as _, Seat};

use super::plain::{Hand, Place, Plain};
use super::{Dice, NAMES, shipped};

/// Longer games are ended: nobody has to attack.
const LONGEST: usize = 200;

fn carry_out(rules: &Rules, state: &mut State, command: &Command) -> Vec<Change> {
    let decision = rules.decide(state, command);
    assert_eq!(decision.reasons, [], "{command:?}");
    for change in &decision.changes {
        assert!(change.is_sound());
        change.apply(state).unwrap();
    }
    decision.changes
}

/// Returns random plays of all players; a fight's choices are made when it asks for them, as at a table.
fn plays(dice: &mut Dice, state: &State) -> Vec<Play> {
    let left = state.left();
    let all: Vec<Rank> = Rank::all().collect();
    let mut plays: Vec<Play> = left
        .iter()
        .map(|seat| {
            let mut cards = [Vec::new(), Vec::new()];
            let first = (dice.below(2), dice.one_of(&all));
            let second = loop {
                let second = (dice.below(2), dice.one_of(&all));
                if second != first {
                    break second;
                }
            };
            for (kind, card) in [first, second] {
                cards[kind].push(card);
            }
            let others: Vec<Seat> = left.iter().copied().filter(|other| other != seat).collect();
            let on = (dice.below(6) > 0).then(|| dice.one_of(&others));
            let [attack, defence] = cards;
            Play { seat: *seat, attack, defence, on, wants: None, treasure: None }
        })
        .collect();
    // Nobody knows how the cards were entered.
    let by = dice.below(plays.len());
    plays.rotate_left(by);
    while let Some(open) = resolve(state, &plays, 3).open {
        let play = plays.iter_mut().find(|play| play.seat == open.clash.by).unwrap();
        match open.need {
            Need::Choice => play.wants = Some(dice.one_of(&[Wants::Rob, Wants::Damage])),
            Need::Treasure(hoard) => play.treasure = Some(dice.one_of(&hoard)),
            Need::OtherTreasure(..) => panic!("a treasure was drawn that is not there"),
        }
    }
    plays
}

fn plain(play: &Play) -> Hand {
    let points = |cards: &[Rank]| cards.iter().map(|card| i64::from(card.points())).collect();
    Hand {
        player: play.seat.index(),
        attack: points(&play.attack),
        defence: points(&play.defence),
        on: play.on.map(Seat::index),
        robs: play.wants == Some(Wants::Rob),
        treasure: play.treasure.map_or(0, |rank| rank.points() as usize),
    }
}

/// Checks that both agree on every army and on every treasure.
fn compare(state: &State, plain: &Plain) {
    let mut treasures = 0;
    for (at, (player, army)) in state.players.iter().zip(&plain.armies).enumerate() {
        assert_eq!(i64::from(player.life), army.life);
        assert_eq!(player.out.is_some(), army.out);
        let seat = Seat(at as u8);
        for (rank, place) in Rank::all().zip(plain.places(at)) {
            let robber = state.robbed_by(seat, rank);
            let found = match robber {
                Some(robber) if state.plays(robber) => Place::With(robber.index()),
                Some(robber) => Place::GoneWith(robber.index()),
                None if player.out.is_none() => Place::Deck,
                None => Place::Gone,
            };
            assert_eq!(found, *place, "{rank} of {at}");
            treasures += 1;
        }
    }
    assert_eq!(treasures, 13 * state.players.len());
    let robbed: usize = state.players.iter().map(|player| player.taken.len()).sum();
    let decks: usize = state.seats().map(|seat| state.hoard(seat).count()).sum();
    assert_eq!(robbed + decks, treasures, "no treasure is lost or doubled");
    let winners = state.over.as_ref().map(|over| over.winners.iter().map(|seat| seat.index()).collect());
    assert_eq!(winners, plain.winners);
}

/// Plays a game to its end; how many turns it had, and by what it was won.
fn game(rules: &Rules, dice: &mut Dice) -> (usize, State) {
    let count = 2 + dice.below(7);
    let names = NAMES[..count].iter().map(|name| (*name).to_owned()).collect();
    let Command::Begin(setup) = rules.begin(PlayerConfig::in_order(names)) else { panic!("a game begins") };
    let mut state = State::default();
    carry_out(rules, &mut state, &Command::Begin(Setup { ..setup }));
    let (start, mut plain_game) = (state.clone(), Plain::new(count));
    let mut all: Vec<Change> = Vec::new();
    let mut turns = 0;
    while state.over.is_none() && turns < LONGEST {
        let plays = plays(dice, &state);
        plain_game.turn(&plays.iter().map(plain).collect::<Vec<_>>());
        all.extend(carry_out(rules, &mut state, &Command::Turn { plays }));
        turns += 1;
        compare(&state, &plain_game);
        assert_eq!(rules.check(&state), Ok(()));
        assert_eq!(state.turn as usize, turns);
    }
    let end = state.clone();
    assert_eq!(serde_json::from_str::<State>(&serde_json::to_string(&end).unwrap()).unwrap(), end);
    for change in all.iter().rev() {
        change.revert(&mut state).unwrap();
    }
    assert_eq!(state, start);
    for change in &all {
        change.apply(&mut state).unwrap();
    }
    assert_eq!(state, end);
    (turns, end)
}

fn games(count: usize) {
    use skirmish_tracker::table::battling::{Why, WonBy};
    let (rules, mut dice) = (shipped(), Dice(23));
    let (mut turns, mut ended, mut four, mut last, mut nobody, mut robbed_out) = (0, 0, 0, 0, 0, 0);
    for _ in 0..count {
        let (length, end) = game(&rules, &mut dice);
        turns += length;
        robbed_out +=
            end.players.iter().filter(|player| player.out.is_some_and(|out| out.why == Why::Treasures)).count();
        let Some(over) = end.over else { continue };
        ended += 1;
        four += usize::from(over.by == WonBy::FourTreasures);
        last += usize::from(over.by == WonBy::LastArmy && !over.winners.is_empty());
        nobody += usize::from(over.winners.is_empty());
    }
    println!(
        "{count} games, {turns} turns; {ended} ended: {four} by treasures, {last} by the last army, {nobody} by nobody; {robbed_out} robbed out"
    );
    assert_eq!(ended, count, "every game came to an end");
    assert!(four > count / 20 && last > count / 20 && robbed_out > count / 20, "{four} {last} {robbed_out}");
    assert!(nobody > 0);
}

#[test]
fn random_games_keep_every_treasure_and_undo_to_the_start() {
    games(2_500);
}

/// `cargo test --release --features tracker --test table battling::games -- --ignored --nocapture`
#[test]
#[ignore = "minutes in a release build, more in another"]
fn a_hundred_thousand_random_games_keep_every_treasure_and_undo_to_the_start() {
    games(100_000);
}

#[test]
fn corrections_by_chance_leave_a_table_that_can_be() {
    let (rules, mut dice) = (shipped(), Dice(5));
    for _ in 0..30 {
        let count = 2 + dice.below(7);
        let names = NAMES[..count].iter().map(|name| (*name).to_owned()).collect();
        let mut state = State::default();
        carry_out(&rules, &mut state, &rules.begin(PlayerConfig::in_order(names)));
        let start = state.clone();
        let mut all = Vec::new();
        for _ in 0..60 {
            let legal = rules.legal(&state);
            let command = match dice.below(4) {
                0 if state.over.is_none() => Command::Turn { plays: plays(&mut dice, &state) },
                1 => Command::Adjust { seat: Seat(dice.below(count) as u8), by: dice.below(80) as i64 - 60 },
                _ => legal[dice.below(legal.len())].clone(),
            };
            if rules.decide(&state, &command).reasons.is_empty() {
                all.extend(carry_out(&rules, &mut state, &command));
            }
            assert_eq!(rules.check(&state), Ok(()), "{command:?}");
        }
        for change in all.iter().rev() {
            change.revert(&mut state).unwrap();
        }
        assert_eq!(state, start);
    }
}

#[test]
fn a_change_that_does_not_fit_is_an_error_and_changes_nothing() {
    use skirmish_tracker::table::battling::{Out, Treasure, Why};
    use skirmish_tracker::table::{PlayerChange, TableChange};
    let rules = shipped();
    let mut state = State::default();
    carry_out(&rules, &mut state, &rules.begin(PlayerConfig::in_order(vec!["Asa".into(), "Orm".into()])));
    let before = state.clone();
    let (seat, treasure) = (Seat(0), Treasure { rank: Rank::ACE, from: Seat(1) });
    let out = Some(Out { why: Why::Life, turn: 1 });
    for change in [
        Change::Began(Box::default()),
        Change::Life(PlayerChange { seat, from: 5, to: 6 }),
        Change::Life(PlayerChange { seat: Seat(7), from: 100, to: 6 }),
        Change::Taken(PlayerChange { seat, from: vec![treasure], to: vec![treasure] }),
        Change::Out(PlayerChange { seat, from: out, to: out }),
        Change::Turn(TableChange { from: 4, to: 5 }),
        Change::Fights(TableChange { from: Some(Vec::new()), to: Some(Vec::new()) }),
    ] {
        if !matches!(change, Change::Began(_)) {
            assert!(change.apply(&mut state).is_err(), "{change:?}");
        }
        assert!(change.revert(&mut state).is_err(), "{change:?}");
        assert_eq!(state, before);
    }
}
