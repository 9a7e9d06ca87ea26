//! A journal that goes to another table in a link: what arrives is what left, or nothing.

use std::sync::Arc;

use crate::table_help::random::Dice;
use crate::table_help::*;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use skirmish_assets::Builtin;
use skirmish_base::vfs::{Memory, Vfs as _};
use skirmish_tracker::table::skirmish::{
    Attack, Change, Command, Entry, Gear, Recovery, Rules, Setup, Special, Step, Table, fight::Fight,
};
use skirmish_tracker::table::transfer::{self, Refused, TransferError};
use skirmish_tracker::table::{Millis, PlayerChange, Seat, journal};

/// Returns a realistic game: attacks with answers, turns that end, some recovering, a few taps and corrections, and now
/// and then an undo.
fn played(players: u8, commands: usize, seed: u64) -> Table {
    played_as(setup(players), commands, seed)
}

fn played_as(setup: Setup, commands: usize, seed: u64) -> Table {
    let rules = rules();
    let (mut table, mut dice) = (Table::new(rules.clone()), Dice::new(seed));
    let mut now = 1_763_757_612_345 + seed * 86_400_123;
    let mut wait = |dice: &mut Dice, most: usize| {
        now += 1500 + u64::try_from(dice.below(most)).expect("small");
        Millis(now)
    };
    table.act(Command::Begin(setup), wait(&mut dice, 9000)).expect("a game begins");
    while table.entries().len() < commands {
        let state = table.state().clone();
        if state.winner.is_some() {
            let again = Command::Begin(state.again());
            table.act(again, wait(&mut dice, 60_000)).expect("another game begins");
            continue;
        }
        let seat = state.turn;
        let time = wait(&mut dice, 40_000);
        if dice.one_in(25) {
            table.undo(time);
        } else if dice.one_in(12) {
            let living: Vec<Seat> = state.living().collect();
            let by = if dice.one_in(4) { 1 } else { -1 };
            for _ in 0..=dice.below(3) {
                drop(table.act(Command::Adjust { seat: *dice.pick(&living), by }, time));
            }
        } else if state.acted || state.player(seat).is_some_and(|player| player.recovering.is_some()) {
            table.act(Command::EndTurn { seat }, time).expect("a turn ends");
        } else if dice.one_in(5) {
            let weapon = dice.pick(rules.weapons()).clone();
            let what =
                dice.pick(&[Recovery::Health, Recovery::Shield, Recovery::Weapon(weapon), Recovery::Armour]).clone();
            drop(table.act(Command::Recover { seat, what }, time));
        } else {
            let others: Vec<Seat> = state.living().filter(|other| *other != seat).collect();
            let mut attack = Attack::plain(seat, *dice.pick(&others));
            attack.basic = (!dice.one_in(4)).then(|| dice.pick(rules.basics()).clone());
            attack.special = dice.one_in(4).then(|| *dice.pick(&Special::ALL));
            attack.names = (attack.special == Some(Special::Rend)).then_some(Gear::Weapon);
            for _ in 0..4 {
                let fight = Fight::new(&rules, &state, &attack);
                let Some(question) = fight.question() else { break };
                let legal: Vec<Step> = question
                    .choices
                    .iter()
                    .filter(|choice| choice.legal.is_ok())
                    .map(|choice| choice.step.clone())
                    .collect();
                let step = if dice.one_in(2) { legal[0].clone() } else { dice.pick(&legal).clone() };
                attack.steps.push(step);
            }
            drop(table.act(Command::Attack(attack), time));
        }
    }
    table
}

/// Returns a random game, with nonsense, overruled rules, and many undos and redos.
fn wild(seed: u64, commands: usize) -> Table {
    let (mut table, mut dice, mut now) = (Table::new(rules()), Dice::new(seed), 1_763_757_600_000);
    for _ in 0..commands {
        now += u64::try_from(dice.below(4_000)).expect("small");
        // Clocks are put right in the middle of a game.
        let time = Millis(if dice.one_in(30) { now - 5_000_000 } else { now });
        match dice.below(40) {
            0 => drop(table.undo(time)),
            1 => drop(table.undo_single(time)),
            2 => drop(table.undo_to(table.done().len().saturating_sub(dice.below(9)), time)),
            3..=6 => drop(table.undo(time).and_then(|_| table.redo(time))),
            say => {
                let command = dice.command(table.rules().as_ref(), table.state());
                drop(if say < 18 { table.overrule(command, time) } else { table.act(command, time) });
            }
        }
    }
    table
}

fn same(table: &Table, packed: &str) {
    let back = transfer::unpack(packed, table.rules()).expect("it arrives");
    assert_eq!(journal::text(&back), journal::text(table), "byte for byte");
    assert_eq!((back.state(), back.done()), (table.state(), table.done()));
    assert_eq!((back.undo_label(), back.redo_label()), (table.undo_label(), table.redo_label()));
}

#[test]
fn games_at_random_arrive_byte_for_byte() {
    let mut overruled = 0;
    for seed in 1..=12 {
        let table = wild(seed, 400);
        overruled += table.done().iter().filter(|event| !event.overruled.is_empty()).count();
        assert!(table.entries().iter().any(|entry| matches!(entry, Entry::Redid { .. })));
        same(&table, &transfer::pack(&table).expect("it is packed"));
    }
    assert!(overruled > 20, "{overruled} rules were overruled");
    let empty = Table::new(rules());
    same(&empty, &transfer::pack(&empty).expect("it is packed"));
}

#[test]
fn a_table_that_arrived_goes_on_as_the_one_that_left() {
    let mut table = wild(33, 200);
    let mut back = transfer::unpack(&transfer::pack(&table).expect("packed"), table.rules()).expect("it arrives");
    let mut dice = Dice::new(8);
    for at in 0..100 {
        let (time, command) = (Millis(1_800_000_000_000 + at), dice.command(table.rules(), table.state()));
        match at % 5 {
            0 => assert_eq!(table.undo(time), back.undo(time)),
            1 => assert_eq!(table.redo(time), back.redo(time)),
            _ => assert_eq!(table.act(command.clone(), time), back.act(command, time)),
        }
    }
    assert_eq!(table.state(), back.state());
}

#[test]
fn games_are_small_enough_for_a_code() {
    for (players, entries, letters) in [(2, 40, 400), (4, 60, 550), (4, 200, 1200), (8, 600, 3600)] {
        let table = played(players, entries, 3);
        let packed = transfer::pack(&table).expect("it is packed");
        let whole = journal::text(&table).expect("it is text").len();
        println!("{players} players, {} entries: {} letters of {whole}", table.entries().len(), packed.len());
        assert!(packed.len() < letters, "{players} players, {entries} entries: {} letters", packed.len());
        assert!(entries > 200 || transfer::link("https://example.org/skirmish/", &packed).len() < transfer::QR_LIMIT);
        same(&table, &packed);
    }
}

#[test]
fn a_text_that_was_cut_or_altered_is_refused() {
    let table = played(4, 60, 5);
    let packed = transfer::pack(&table).expect("it is packed");
    let refused = |text: &str| match transfer::unpack(text, table.rules()) {
        Ok(back) => assert_eq!(back.entries(), table.entries()),
        Err(Refused::JournalError | Refused::Damaged | Refused::Later(_)) => {}
        Err(other) => panic!("{text}: {other:?}"),
    };
    for cut in 0..packed.len() {
        refused(&packed[..cut]);
        refused(&packed[cut..]);
    }
    for at in 0..packed.len() {
        for bit in 0..8 {
            let mut bytes = packed.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            refused(&String::from_utf8_lossy(&bytes));
        }
    }
}

/// Input with a valid first checksum isn't trusted either.
#[test]
fn nonsense_with_a_right_checksum_is_refused_without_harm() {
    let table = played(3, 40, 6);
    let bytes = URL_SAFE_NO_PAD.decode(transfer::pack(&table).expect("it is packed")).expect("letters");
    let mut dice = Dice::new(11);
    for _ in 0..200 {
        let mut bytes = bytes.clone();
        if dice.one_in(3) {
            bytes.truncate(8 + dice.below(bytes.len() - 8));
        }
        for _ in 0..=dice.below(4) {
            let at = 3 + dice.below(bytes.len() - 3);
            bytes[at] = u8::try_from(dice.below(256)).expect("a byte");
        }
        let [_, _, a, b] = crc32fast::hash(&bytes[3..]).to_be_bytes();
        bytes[1..3].copy_from_slice(&[a, b]);
        match transfer::unpack(&URL_SAFE_NO_PAD.encode(&bytes), table.rules()) {
            Ok(back) => assert_eq!(back.entries(), table.entries()),
            Err(refused) => assert_ne!(refused, Refused::JournalError),
        }
    }
}

#[test]
fn a_text_that_asks_for_too_much_is_refused() {
    // An endless game in few letters: the same tap up and down.
    let mut table = Table::new(rules());
    table.act(Command::Begin(setup(2)), Millis(0)).expect("a game begins");
    for tap in 0..40_000_u64 {
        let by = if tap % 2 == 0 { -1 } else { 1 };
        table.act(Command::Adjust { seat: A, by }, Millis(0)).expect("a tap");
    }
    assert_eq!(transfer::pack(&table), Err(TransferError::TooLong));
}

#[test]
fn other_games_printings_and_versions_are_named() {
    let table = played(2, 20, 7);
    let packed = transfer::pack(&table).expect("it is packed");
    // The same data under another name.
    let other = |name: &str| {
        let mut vfs = Memory::default();
        for path in Builtin.files("card-data/skirmish-5e") {
            let bytes = Builtin.read(&path).expect("a file").into_owned();
            vfs = vfs.with(&path.replace("skirmish-5e", name), bytes);
        }
        let game = skirmish_read::game(&vfs, name).game.expect("a game");
        Arc::new(Rules::new(&game, &skirmish_read::glossary(&vfs, &game)).expect("it can be played"))
    };
    let refused = |rules: &Arc<Rules>| transfer::unpack(&packed, rules).expect_err("it is another");
    let (theirs, ours) = (table.rules().about.printing(), "5e · r99".to_owned());
    assert_eq!(refused(&printing("r99")), Refused::OtherPrinting { theirs, ours });
    assert_eq!(refused(&other("melee")), Refused::OtherGame("skirmish-5e".into()));
    let mut bytes = URL_SAFE_NO_PAD.decode(&packed).expect("letters");
    bytes[0] = transfer::VERSION + 1;
    let later = Refused::Later(transfer::VERSION + 1);
    assert_eq!(transfer::unpack(&URL_SAFE_NO_PAD.encode(&bytes), table.rules()).err(), Some(later));
    for text in ["", "A", "hello world", "https://example.org/", "ÄÖÜ"] {
        assert_eq!(transfer::unpack(text, table.rules()).err(), Some(Refused::JournalError), "{text}");
    }
}

#[test]
fn an_entry_that_these_rules_would_not_make_goes_along_whole() {
    let mut table = played(2, 6, 9);
    let entry = table.act(Command::Adjust { seat: A, by: -1 }, Millis(1_800_000_000_000)).expect("a tap");
    let Entry::Did(event) = entry else { panic!("it happened") };
    let mut older = Table::new(rules());
    for entry in &table.entries()[..table.entries().len() - 1] {
        older.push(entry.clone()).expect("it went before");
    }
    // Rules of another day took two for it.
    let mut event = (*event).clone();
    let [Change::Health(PlayerChange { to, .. }), ..] = event.changes.as_mut_slice() else {
        panic!("{:?}", event.changes)
    };
    *to -= 1;
    older.push(Entry::Did(event.into())).expect("it follows");
    older.act(Command::Adjust { seat: B, by: -1 }, Millis(1_800_000_000_500)).expect("the game goes on");
    same(&older, &transfer::pack(&older).expect("it is packed"));
}

#[test]
fn a_link_is_read_however_it_was_copied() {
    let packed = transfer::pack(&played(2, 12, 1)).expect("it is packed");
    let link = transfer::link("https://example.org/table/?theme=light", &packed);
    assert_eq!(link, format!("https://example.org/table/?theme=light#j={packed}"));
    assert_eq!(transfer::link(&link, "AQ"), "https://example.org/table/?theme=light#j=AQ", "an older game gives way");
    for text in [&link, &packed, &format!("  {link}\n"), &format!("\n{packed} ")] {
        assert_eq!(transfer::from_link(text), Some(packed.as_str()), "{text}");
    }
    for text in ["", "https://example.org/table/", "#j=", "Orm strikes Leif", "https://example.org/#j=a%20b and more"] {
        assert_eq!(transfer::from_link(text), None, "{text}");
    }
}

/// Packed links stay readable forever: a change of the sample, the model or the words requires a new version of the
/// format, with support for these.
#[test]
fn a_link_of_today_can_be_read_tomorrow() {
    let mut table = Table::new(printing("r1"));
    // It began before there were rulings as switches.
    for entry in played_as(Setup { house: None, ..setup(3) }, 24, 2).entries() {
        table.push(entry.clone()).expect("it follows");
    }
    let packed = transfer::pack(&table).expect("it is packed");
    assert_eq!(packed, GOLDEN);
    for link in [GOLDEN, FIRST_GOLDEN] {
        assert_eq!(transfer::unpack(link, &printing("r1")).expect("it arrives").entries(), table.entries());
    }
}

const GOLDEN: &str = "AlO1Kr7imn-aQRowGJgJaJq09hpwS-KlOM9fg0wrONqFns4UECvTxMzc6giGZqdPv-C3hwZLyiLKhuRuVL4pncv2ddhtX_572Ck-\
                      HU1beDXP-8F9NGSKb96p9D9jfbxunkS4GWySBQ1p949AjsdZgBMbMl-Y6pQi2t8p7IVMzCXYjEbicsmPixpNY-dTRjUjd2iM";

/// The same in the first version of the format.
const FIRST_GOLDEN: &str = "AUaYThDqSH-aQRowGJgJaJq09hpwS-KlOM9fg0wrONqFns4UECvTxMzc6giGZqdPv-C3hwZLyiLKhuRuVL4pncv2ddhtX_572Ck-\
                      HU1beDXP-8F9NGSKb96p9D9jfbxunkS4GWySBQ1p949AjsdZgBMbMl-Y6pQi2t8p7IVMzCXYjEbicsmPixpNY-dTRjUjd2iM";
