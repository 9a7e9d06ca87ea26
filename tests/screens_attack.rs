//! The sheets for an attack, a Trip and a turn of recovering, used by touch.

use crate::screens_common::{NAMES, PHONE, Players, SMALL, TABLET, apart, setup};
use crate::side_by_side::side_by_side;
use egui::{Rect, TouchPhase, Vec2, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;
use skirmish_screens::{Contrast, Settings, TextSize, Theme};
use skirmish_tracker::table::skirmish::{Command, Gear, Shield};
use skirmish_tracker::table::{CardId, Seat, Seating};

/// Returns a game in which the player of that seat is on turn.
fn game(players: usize, turn: u8) -> Vec<Command> {
    let mut all = vec![Command::Begin(setup(players, Seating::Round))];
    if turn != 1 {
        all.push(Command::Turn { seat: Seat(turn) });
    }
    all
}

fn take(seat: u8, card: &str) -> Command {
    Command::Take { seat: Seat(seat), card: CardId::new(card) }
}

/// Returns a game with gear of every kind, in which the player of that seat is on turn.
fn geared(players: usize, turn: u8) -> Vec<Command> {
    let mut all = game(players, turn);
    all.push(take(turn, "axe"));
    let next = (turn + 1) % u8::try_from(players).expect("few");
    all.push(take(next, "two-handed-axe"));
    all.push(Command::SetMail { seat: Seat(next), worn: true });
    all.push(Command::Adjust { seat: Seat(next), by: -3 });
    all.push(Command::Adjust { seat: Seat(turn), by: -5 });
    all.push(Command::TurnShield { seat: Seat(turn), to: Shield::Damaged });
    all
}

fn begun(size: Vec2, settings: Settings, happened: Vec<Command>, turn: &str, action: &str) -> Players {
    let mut players = Players::with(size, settings, happened);
    let whole = format!("{turn}: {action}");
    players.tap(&whole);
    players
}

/// Returns a game in which Orm is on turn, opened at the attack sheet of Orm, who attacks Leif.
fn orm_attacks(happened: Vec<Command>) -> Players {
    begun(TABLET, Settings::default(), happened, "Orm", "attack")
}

/// Words with the numbers that the book prints.
fn printed(players: &Players, words: &str) -> String {
    players.state().rules().about.in_book(words)
}

/// Holds a finger on a control.
fn hold(players: &mut Players, label: &str) {
    let place = players.place(label);
    players.wait(0.31);
    players.touch(3, TouchPhase::Start, place);
    players.wait(0.5);
    players.touch(3, TouchPhase::End, place);
    players.wait(0.31);
}

fn last_overruled(players: &Players) -> Vec<String> {
    players.state().done().last().expect("an event").overruled.clone()
}

#[test]
fn a_plain_blow_takes_two_touches() {
    let mut players = orm_attacks(game(4, 1));
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 10, 12]);
    assert!(players.has("Orm: end turn"), "the sheet is closed");
}

#[test]
fn every_target_shows_what_it_bears_against_blows_on_narrow_screens_too() {
    for size in [vec2(820.0, 1180.0), vec2(768.0, 1024.0), PHONE] {
        let mut happened = game(4, 1);
        happened.push(take(0, "two-handed-axe"));
        happened.push(Command::TurnShield { seat: Seat(2), to: Shield::Damaged });
        happened.push(Command::TurnShield { seat: Seat(3), to: Shield::None });
        happened.push(Command::SetMail { seat: Seat(3), worn: true });
        let mut players = begun(size, Settings::default(), happened, "Orm", "attack");
        if size == PHONE {
            // A phone shows one section at a time.
            players.tap("Whom: Leif");
        }
        assert!(players.shows("damaged") && players.shows("no Shield"), "{size}");
        assert!(players.shows("Mail"), "{size}");
    }
}

#[test]
fn every_target_tells_its_shield_among_eight_players_in_large_letters_too() {
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    for settings in [Settings::default(), high] {
        let mut happened = game(8, 1);
        happened.push(Command::TurnShield { seat: Seat(2), to: Shield::Damaged });
        happened.push(Command::TurnShield { seat: Seat(3), to: Shield::None });
        let players = begun(SMALL, settings, happened, "Orm", "attack");
        assert!(players.shows("damaged") && players.shows("no Shield") && players.shows("Shield"));
    }
}

#[test]
fn a_blow_with_a_card_takes_three_touches() {
    let mut players = orm_attacks(game(4, 1));
    players.tap("Basic card Chop");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 8, 12]);
}

#[test]
fn without_a_weapon_the_first_card_that_stands_alone_is_chosen() {
    let mut all = game(4, 1);
    all.push(Command::Lose { seat: Seat(1), gear: Gear::Weapon });
    let mut players = orm_attacks(all);
    assert!(players.has("With no weapon, no weapon"));
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 10, 12], "a Kick, S21");
}

#[test]
fn every_blow_of_a_flurry_has_its_own_answer_and_each_can_be_gone_back_to() {
    let mut all = game(4, 1);
    all.push(take(1, "dagger"));
    let mut players = orm_attacks(all);
    players.tap("Special attack Flurry of Blows");
    assert!(players.shows("1st of 3"));
    players.tap("Leif answers: Dodge");
    assert!(players.shows("2nd of 3"));
    players.tap("Leif answers: Hit");
    players.tap("Leif answers: Parry");
    assert!(players.shows("12 → 11"), "one of three blows lands");
    players.tap("Back to Leif: 2nd Hit");
    players.tap("Leif answers: Shield");
    players.tap("Leif answers: Hit");
    players.tap("Strike");
    let leif = &players.state().state().players[2];
    assert_eq!((leif.health, leif.shield), (11, Shield::Damaged), "S33, S36");
}

#[test]
fn the_last_answer_can_be_changed_where_it_stands() {
    let mut players = orm_attacks(game(4, 1));
    players.tap("Leif answers: Dodge");
    players.tap("Leif answers: Shield");
    players.tap("Strike");
    let leif = &players.state().state().players[2];
    assert_eq!((leif.health, leif.shield), (12, Shield::Damaged));
}

#[test]
fn the_rule_of_a_choice_is_read_whole_on_a_phone() {
    let mut players = begun(PHONE, Settings::default(), geared(2, 0), "Sigrid", "attack");
    players.tap("Basic card Chop");
    assert!(!players.has_some("Next"));
    players.tap("Read Chop");
    assert!(players.has_some("Next"), "the card, among the others");
}

#[test]
fn a_dodged_charge_asks_the_next_player() {
    let mut players = orm_attacks(game(4, 1));
    players.tap("Special attack Charge");
    assert!(!players.has("Strike"), "it needs a Basic attack card, S31");
    players.tap("Basic card Chop");
    players.tap("Leif answers: Dodge");
    players.tap("Thora answers: Hit");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 12, 7]);
}

#[test]
fn a_charge_is_answered_with_a_charge_and_its_card() {
    let mut players = orm_attacks(game(4, 1));
    players.tap("Basic card Chop");
    players.tap("Special attack Charge");
    players.tap("Leif answers: Charge");
    players.tap("Charge with Slash");
    assert!(players.has("Orm answers: Hit"), "who charged is asked now");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 8, 12, 12]);
}

#[test]
fn after_a_block_the_defender_is_asked_for_a_hook_before_the_attacker() {
    let mut all = game(4, 1);
    all.extend([take(1, "axe"), take(2, "axe")]);
    let mut players = orm_attacks(all);
    players.tap("Leif answers: Block");
    players.tap("Leif answers: No Hook");
    players.tap("Orm answers: Hook");
    assert!(!players.has("Leif answers: Hit"), "what was blocked is not answered again, R5");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 10, 12], "the Block is cancelled, and nothing else happens, S34");
}

#[test]
fn a_rend_asks_what_it_destroys_and_a_parry_turns_it_on_the_weapon() {
    let mut all = game(4, 1);
    all.push(take(1, "two-handed-sword"));
    let mut players = orm_attacks(all);
    players.tap("Special attack Rend");
    assert!(!players.has("Strike") && !players.has("Play it anyway"), "nothing is named");
    assert!(players.has("Destroy Mail, has none"));
    players.tap("Destroy Shield");
    players.tap("Leif answers: Parry");
    players.tap("Strike");
    let leif = &players.state().state().players[2];
    assert_eq!((leif.weapon.clone(), leif.shield), (None, Shield::Whole), "S35");
}

#[test]
fn a_trip_cancels_the_attack_and_strikes_back() {
    let mut players = orm_attacks(game(4, 1));
    assert!(!players.has("Play Trip"), "a default attack has no card to cancel");
    players.tap("Basic card Chop");
    for half in ["Play Trip", "Thora trips the attack"] {
        players.tap(half);
        assert!(!players.has("Strike"), "{half}: it is not said yet what the Trip strikes with");
    }
    players.tap("Strike with Kick");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 10, 12, 12], "S49");
}

#[test]
fn a_dimmed_card_says_its_rule_and_is_played_so_when_a_finger_stays() {
    let mut all = game(4, 1);
    all.push(take(1, "axe"));
    let mut players = orm_attacks(all);
    players.tap("Basic card Thrust, not with an Axe");
    assert!(players.shows(&printed(&players, "An Axe cannot Thrust (S51).")));
    assert!(players.has("Strike"), "nothing is chosen yet");
    hold(&mut players, "Basic card Thrust, not with an Axe");
    assert!(!players.has("Strike"));
    players.tap("Play it anyway");
    assert_eq!(players.health(), [12, 12, 9, 12]);
    assert_eq!(last_overruled(&players), ["an Axe cannot Thrust (S51)"]);
}

#[test]
fn a_second_attack_in_a_turn_is_only_played_by_agreement() {
    let mut players = orm_attacks(game(4, 1));
    players.tap("Strike");
    players.tap("Orm: attack");
    assert!(!players.has("Strike") && players.shows(&printed(&players, " (S13)")));
    players.tap("Play it anyway");
    assert_eq!(players.health(), [12, 12, 8, 12]);
}

#[test]
fn a_finger_that_stays_on_a_card_shows_it_whole() {
    let mut players = orm_attacks(game(4, 1));
    hold(&mut players, "Basic card Chop");
    players.tap("Chop: put it away");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 10, 12], "it was not chosen");
}

#[test]
fn the_answers_turn_to_whoever_answers() {
    let mut players = orm_attacks(game(4, 1));
    let before = players.harness.get_by_label("Leif answers: Dodge").rect();
    players.tap("Turn the answers to Leif");
    let after = players.harness.get_by_label("Leif answers: Dodge").rect();
    assert_ne!(before, after);
    players.tap("Leif answers: Dodge");
    players.tap("Strike");
    assert_eq!(players.health(), [12; 4]);
}

#[test]
fn a_trip_outside_an_attack_strikes_whose_card_it_cancels() {
    let mut players = begun(TABLET, Settings::default(), game(4, 1), "Leif", "Trip");
    players.tap("A card of Thora");
    players.tap("Strike with Punch");
    players.tap("Strike");
    assert_eq!(players.health(), [12, 12, 12, 11]);
}

#[test]
fn a_turn_of_recovering_takes_two_touches_and_can_be_changed() {
    let mut all = game(4, 1);
    all.push(Command::Adjust { seat: Seat(1), by: -5 });
    let mut players = begun(TABLET, Settings::default(), all, "Orm", "recover");
    assert!(players.shows("7 → 9"));
    players.tap("Recover");
    assert_eq!(players.health()[1], 9);
    players.tap("Orm: change what is recovered");
    players.tap("Take Spear");
    players.tap("Recover");
    let orm = &players.state().state().players[1];
    assert_eq!((orm.health, orm.weapon.clone()), (7, Some(CardId::new("spear"))), "the first choice is taken back");
    players.tap("Leif: lose 1 health");
    players.tap("Orm: change what is recovered");
    assert!(!players.has("Recover"), "something else happened since, S24");
}

#[test]
fn what_no_pile_holds_cannot_be_recovered() {
    let mut players = begun(TABLET, Settings::default(), game(4, 1), "Orm", "recover");
    players.tap("Take armour, none in the pile");
    assert!(players.shows(&printed(&players, "No Mail is in the normal discard pile (S22).")));
    hold(&mut players, "Take off Mail, you wear none");
    assert!(!players.has("Play it anyway") && players.has("Recover"), "nothing to agree on");
}

#[test]
fn every_control_of_every_sheet_is_large_enough_and_apart_from_the_others() {
    let huge = || Settings { text: TextSize::Huge, ..Settings::default() };
    let screens = [(SMALL, 8), (SMALL.yx(), 5), (TABLET, 4), (PHONE, 2), (PHONE.yx(), 2)];
    side_by_side(screens, |(size, players): (Vec2, usize)| {
        for settings in [Settings::default(), huge()] {
            for turn in 0..players.min(4) {
                let all = geared(players, u8::try_from(turn).expect("few"));
                let name = NAMES[turn];
                let mut sheet = begun(size, settings.clone(), all.clone(), name, "attack");
                walk(&sheet, size, &format!("attack of {name}"));
                sheet.tap("Basic card Critical Hit");
                if size.min_elem() < 600.0 {
                    sheet.tap("Special: none");
                }
                sheet.tap("Special attack Charge");
                if size.min_elem() < 600.0 {
                    sheet.tap_first("Answer: ");
                }
                walk(&sheet, size, &format!("charge of {name}"));
                sheet.tap("Play Trip");
                walk(&sheet, size, &format!("who trips {name}"));
                let next = NAMES[(turn + 1) % players];
                sheet.tap(&format!("{next} trips the attack"));
                walk(&sheet, size, &format!("the strike of {next}"));
                walk(&begun(size, settings.clone(), all.clone(), name, "recover"), size, &format!("{name} recovers"));
                walk(&begun(size, settings.clone(), all, next, "Trip"), size, &format!("{next} trips"));
            }
        }
    });
}

/// Walks the controls of a sheet; the veil behind it covers everything and doesn't count.
fn walk(sheet: &Players, size: Vec2, what: &str) {
    let veil = |control: &Rect| control.size() == size;
    let controls: Vec<Rect> = sheet.controls().into_iter().filter(|control| !veil(control)).collect();
    // While something is half said there is nothing to strike.
    assert!(controls.len() >= 7, "{size} {what}: {} controls", controls.len());
    // A phone is nearer to its reader, and shows the sheet to one of them.
    let least = if size.min_elem() < 600.0 { 43.9 } else { 57.9 };
    apart(&controls, least, 3.95, &format!("{size} {what}"));
}

#[test]
fn the_sheets_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let attack: &[&str] = &["Basic card Chop", "Special attack Flurry of Blows", "Orm answers: Dodge"];
    for (name, size, settings, happened, open, taps) in [
        ("attack-dark", TABLET, Settings::default(), geared(4, 0), ("Sigrid", "attack"), attack),
        ("attack-8-high-huge", SMALL, high, geared(8, 2), ("Leif", "attack"), &[]),
        ("attack-phone-dark", PHONE, Settings::default(), geared(2, 0), ("Sigrid", "attack"), &["Basic card Chop"]),
        ("recover-light", TABLET, light, geared(4, 0), ("Sigrid", "recover"), &["Take Two-Handed Sword"]),
        ("trip-dark", TABLET, Settings::default(), geared(4, 0), ("Orm", "Trip"), &["Strike with Kick"]),
    ] {
        let mut players = begun(size, settings, happened, open.0, open.1);
        for tap in taps {
            players.tap(tap);
        }
        players.looks_like(name);
        results.extend(players.looked_at());
    }
}
