//! Trials: devices whose messages are cut, delayed and doubled, and hosts that are killed. No tap may be lost or counted
//! twice, and all must see the same game.

mod games;
mod network;
mod rules;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skirmish_assets::Builtin;
use skirmish_tracker::table::{Seat, games as all_games};

use self::network::{Network, Tally, Weather};
use crate::any::{AnyTable, open};

/// A small generator of numbers (xorshift64*).
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let bound = u64::try_from(from.len()).ok().filter(|len| *len > 0)?;
        from.get(usize::try_from(self.below(bound)).ok()?)
    }
}

/// Opens an empty table of a built-in game.
fn table(game: &str) -> Box<dyn AnyTable> {
    let game = skirmish_read::game(&Builtin, game).game.expect("the game is right");
    open(&game, &skirmish_read::glossary(&Builtin, &game)).expect("it can be played")
}

/// Returns the state that a journal replays to.
fn replayed(game: &str, journal: &str) -> Value {
    let game = skirmish_read::game(&Builtin, game).game.expect("the game is right");
    let mut table = all_games::open(&game, &skirmish_read::glossary(&Builtin, &game)).expect("it can be played");
    let found = table.read(journal.as_bytes()).expect("it is a journal");
    assert_eq!(found.end, skirmish_tracker::table::journal::End::Whole);
    let mut state = table.state_json().expect("it is JSON");
    for counted in ["entries", "events"] {
        state.as_object_mut().expect("an object").remove(counted);
    }
    state
}

/// Names for a number of players.
fn names(players: usize) -> Vec<&'static str> {
    ["Orm", "Sigrid", "Thora", "Leif", "Una", "Ketil", "Ragna", "Bjarni"][..players].to_vec()
}

/// Returns a command that begins Skirmish.
fn skirmish(players: usize) -> Value {
    let colours = ["red", "blue", "gold", "green", "violet", "bone", "teal", "rose"];
    let player = |(chair, name)| json!({ "name": name, "livery": colours[chair], "chair": chair });
    let players: Vec<Value> = names(players).into_iter().enumerate().map(player).collect();
    json!({ "begin": { "players": players, "dealer": 0, "decks": 1 } })
}

/// Runs eight devices with a number of taps each, and checks everything; the first is the table.
fn run(seed: u64, taps: u64, weather: Weather) -> Tally {
    let mut network = Network::new("skirmish-5e", 8, seed, weather);
    network.begin(skirmish(8));
    let mut sent = [0; 8];
    while sent.iter().any(|sent| *sent < taps) {
        let who = usize::try_from(network.dice.below(8)).expect("small");
        if sent[who] < taps && network.dice.one_in(3) && network.tap_at_random(who) {
            sent[who] += 1;
        }
        network.step();
    }
    network.settle();
    network.check()
}

fn report(name: &str, runs: u64, tally: &Tally) {
    let Tally { sent, counted, refused, lost, posts, repeated, cuts, kills, lines } = tally;
    println!(
        "{name}: {runs} runs, {sent} taps sent, {counted} counted, {refused} refused, {lost} lost; {lines} lines, {posts} \
         requests, {repeated} of them doubled or late, {cuts} cuts, {kills} kills of the host"
    );
}

fn runs(name: &str, seeds: std::ops::Range<u64>, taps: u64, weather: Weather) -> Tally {
    let mut all = Tally::default();
    let count = seeds.end - seeds.start;
    for seed in seeds {
        all += run(seed, taps, weather);
    }
    report(name, count, &all);
    assert_eq!((all.lost, all.sent), (0, count * 8 * taps));
    all
}

/// Number of runs on a bad network: 2, or the number in `SKIRMISH_TRIALS`.
fn trials() -> u64 {
    std::env::var("SKIRMISH_TRIALS").map_or(2, |number| number.parse().expect("SKIRMISH_TRIALS is a number"))
}

#[test]
fn no_tap_is_lost_on_a_bad_network() {
    let all = runs("bad network", 0..trials(), 1_000, Weather::BAD);
    assert!(all.refused > 0 && all.cuts > 0 && all.repeated > 0);
}

#[test]
fn no_tap_is_lost_on_a_bad_network_again() {
    let all = runs("bad network", 1_000..1_000 + trials(), 1_000, Weather::BAD);
    assert!(all.refused > 0 && all.cuts > 0 && all.repeated > 0);
}

#[test]
fn no_tap_is_lost_when_the_host_is_killed_fifty_times() {
    let mut network = Network::new("skirmish-5e", 8, 7, Weather::BAD);
    network.begin(skirmish(8));
    let mut taps = 0;
    for _ in 0..50 {
        for _ in 0..network.dice.below(120) + 20 {
            let who = usize::try_from(network.dice.below(8)).expect("small");
            taps += u64::from(network.dice.one_in(3) && network.tap_at_random(who));
            network.step();
        }
        network.kill_host();
    }
    network.settle();
    let tally = network.check();
    report("killed hosts", 1, &tally);
    assert_eq!((tally.kills, tally.lost, tally.sent), (50, 0, taps));
}

#[test]
fn a_full_disk_confirms_nothing_and_loses_nothing() {
    let mut network = Network::new("skirmish-5e", 8, 11, Weather::FINE);
    network.begin(skirmish(8));
    network.fill_disk(true);
    for _ in 0..400 {
        let who = usize::try_from(network.dice.below(8)).expect("small");
        network.tap_at_random(who);
        network.step();
    }
    assert_eq!(network.longest_device(), 1, "only the start of the game was on disk");
    network.fill_disk(false);
    network.settle();
    let tally = network.check();
    assert!(tally.lost == 0 && tally.counted > 50, "{tally:?}");
}

#[test]
fn a_device_asleep_for_an_hour_catches_up_and_its_forty_taps_count() {
    let mut network = Network::new("skirmish-5e", 8, 3, Weather::FINE);
    network.begin(skirmish(8));
    network.sleep(3);
    for at in 0..40 {
        network
            .tap(3, json!({ "adjust": { "seat": 2, "by": if at % 2 == 0 { -1 } else { 1 } } }))
            .expect("counters wait for the table");
    }
    let late = network.tap(3, json!({ "end-turn": { "seat": 2 } })).expect_err("decisions wait for the table");
    assert_eq!(late.reasons, ["decisions wait for the table"]);
    let saved = network.restart_device(3);
    assert!(saved.contains("adjust"), "pending taps are kept over a reload");
    for _ in 0..600 {
        for who in [0, 1, 2, 4, 5, 6, 7] {
            let seat = (who + 7) % 8;
            let by = if network.dice.one_in(2) { 1 } else { -1 };
            drop(network.tap(who, json!({ "adjust": { "seat": seat, "by": by } })));
        }
        network.pass(6_000);
        for _ in 0..40 {
            network.step();
        }
    }
    assert!(network.room_of(0).seats.iter().any(|seat| seat.seat == Seat(2) && seat.asleep));
    network.wake(3);
    network.settle();
    let words: Vec<String> = network.words[3].iter().map(ToString::to_string).collect();
    let back = words.iter().find(|words| words.contains("you were away")).expect("it says what happened");
    println!("{back}");
    assert!(back.starts_with("40 of 40 taps counted.") && !back.contains(". 0 things"), "{back}");
    assert!(!network.room_of(0).seats.iter().any(|seat| seat.seat == Seat(2) && seat.asleep));
    let tally = network.check();
    assert_eq!(tally.lost, 0);
}

/// Counts outcomes by number, to find one that counts twice.
fn once_each(lines: &dyn AnyTable) -> BTreeMap<(String, u64), u64> {
    let mut times = BTreeMap::new();
    for line in 1..=lines.len() {
        for tap in lines.taps(line) {
            *times.entry((tap.device.clone(), tap.number)).or_default() += 1;
        }
    }
    times
}
