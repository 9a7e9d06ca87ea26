//! The rules of the game at the table, one by one; the numbers after "S" are the rules.

#![cfg(feature = "table")]

mod table_help;

use skirmish::table::fight::{Effect, Fight, QuestionKind};
use skirmish::table::{
    Attack, BlowKind, Command, Entry, Gear, Livery, Millis, Played, Recovery, Seat, Shield, Special, Step, Stop,
    choices, recoveries,
};
use table_help::*;

fn plain(by: Seat, on: Seat, steps: &[Step]) -> Command {
    Command::Attack(attack(by, on, None, None, steps))
}

fn with(by: Seat, on: Seat, basic: Option<&str>, special: Option<Special>, steps: &[Step]) -> Command {
    Command::Attack(attack(by, on, basic, special, steps))
}

fn rend(by: Seat, on: Seat, names: Gear, basic: Option<&str>, steps: &[Step]) -> Command {
    Command::Attack(Attack { names: Some(names), ..attack(by, on, basic, Some(Special::Rend), steps) })
}

fn trip(by: Seat, on: Played, strike: Option<&str>) -> Step {
    Step::Trip { by, on, strike: strike.map(card) }
}

/// The damage of the first blow, as it would be reckoned, and how many there are.
fn damage(play: &Play, attack: &Attack) -> (usize, i64) {
    let fight = Fight::new(play.rules(), play.state(), attack);
    assert_eq!(fight.reckoning().legal, Ok(()), "{attack:?}");
    (fight.reckoning().strikes.len(), fight.reckoning().strikes[0].blow.damage)
}

fn against(play: &Play, attack: &Attack) -> Vec<u8> {
    numbers(&Fight::new(play.rules(), play.state(), attack).reckoning().legal)
}

fn shield(play: &Play, seat: Seat) -> Shield {
    play.state().players[seat.index()].shield
}

// ------------------------------------------------------------------------------------------------ setup and piles

#[test]
fn s2_two_to_eight_play() {
    for count in 2..=8 {
        assert_eq!(Play::new(count).state().players.len(), usize::from(count));
    }
    let mut play = Play::new(2);
    assert_eq!(play.rules().players(), 2..=8);
    play.refused(Command::Begin(setup(1)), 2);
    let mut nine = setup(8);
    nine.players.push(nine.players[0].clone());
    let refusal = play.refused(Command::Begin(nine), 2);
    assert!(!refusal.can_be_overruled());
}

#[test]
fn s4_everyone_starts_with_a_sword_and_a_whole_shield() {
    let play = Play::new(5);
    for player in &play.state().players {
        assert_eq!(player.weapon, Some(card("sword")));
        assert_eq!((player.shield, player.mail), (Shield::Whole, false));
    }
}

#[test]
fn s5_all_other_weapons_and_shields_lie_in_the_weapon_discard_pile() {
    let play = Play::new(3);
    let pile = &play.state().weapon_pile;
    let there: Vec<(String, u32)> =
        play.rules().sorted(pile).into_iter().map(|(card, count)| (card.to_string(), count)).collect();
    let expected = [
        ("shield", 5),
        ("axe", 4),
        ("dagger", 2),
        ("spear", 2),
        ("sword", 5),
        ("two-handed-axe", 2),
        ("two-handed-sword", 2),
    ];
    assert_eq!(there, expected.map(|(card, count)| (card.to_owned(), count)));
    for weapon in play.rules().weapons() {
        assert_eq!(play.state().in_deck_or_hands(play.rules(), weapon), 0, "{weapon}");
    }
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("mail")), 4);
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("special-attack")), 22);
}

#[test]
fn s6_twelve_health_at_the_start_and_at_the_most() {
    let mut play = Play::new(2);
    assert_eq!((play.health(A), play.health(B)), (12, 12));
    assert!(!play.refused(Command::Adjust { seat: A, by: 1 }, 6).can_be_overruled());
    play.act(Command::Adjust { seat: A, by: -3 });
    play.act(Command::Adjust { seat: A, by: 100 });
    assert_eq!(play.health(A), 12);
}

#[test]
fn s7_the_hand_is_of_six_cards() {
    let play = Play::new(2);
    assert_eq!(play.rules().hand(), 6);
    assert_eq!(play.state().hand_limit(play.rules(), A), 6);
}

#[test]
fn s8_the_one_on_the_dealers_left_starts_and_play_goes_clockwise() {
    let mut play = Play::with(skirmish::table::Setup { dealer: Seat(1), ..setup(4) });
    assert_eq!((play.state().turn, play.state().round), (Seat(2), 1));
    let mut turns = Vec::new();
    for _ in 0..6 {
        let seat = play.state().turn;
        play.act(Command::EndTurn { seat });
        turns.push((play.state().turn.0, play.state().round));
    }
    assert_eq!(turns, [(3, 1), (0, 1), (1, 1), (2, 2), (3, 2), (0, 2)]);
    play.refused(Command::EndTurn { seat: B }, 8);
}

#[test]
fn s8_the_dead_are_passed_over_and_rounds_still_end() {
    let mut play = Play::new(3);
    play.act(Command::Fall { seat: A, by: None });
    assert_eq!((play.state().turn, play.state().round), (B, 1), "the turn of one who falls is over");
    play.act(Command::EndTurn { seat: B });
    play.act(Command::EndTurn { seat: C });
    assert_eq!((play.state().turn, play.state().round), (B, 2));
    let order: Vec<Option<usize>> = play.state().seats().map(|seat| play.state().order_of(seat)).collect();
    assert_eq!(order, [None, Some(0), Some(1)]);
}

#[test]
fn s9_weapons_and_shields_never_leave_their_pile_by_shuffling() {
    let mut play = Play::new(2);
    let before = play.state().weapon_pile.clone();
    play.act(Command::Discard { seat: A, cards: vec![card("chop")] });
    play.act(Command::Reshuffle);
    assert_eq!(play.state().weapon_pile, before);
    play.refused(Command::Discard { seat: A, cards: vec![card("axe")] }, 5);
    play.refused(Command::Put { card: card("shield"), by: 1 }, 5);
}

#[test]
fn s10_the_normal_discard_pile_becomes_the_draw_deck() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("chop"), card("chop"), card("mail")] });
    assert_eq!(play.state().normal_pile.total(), 3);
    play.act(Command::Reshuffle);
    assert!(play.state().normal_pile.is_empty());
    assert_eq!(play.state().reshuffles, 1);
    play.act(Command::Discard { seat: B, cards: vec![card("critical-hit"), card("critical-hit")] });
    let refusal = play.refused(Command::Discard { seat: B, cards: vec![card("critical-hit")] }, 10);
    assert!(refusal.possible[0].contains("shuffle"), "{refusal:?}");
}

#[test]
fn s10_used_cards_go_to_the_normal_discard_pile() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), Some(Special::Charge), &[answer("block")]));
    let there: Vec<String> = play.state().normal_pile.cards().map(|(card, count)| format!("{count} {card}")).collect();
    assert_eq!(there, ["1 block", "1 chop", "1 special-attack"]);
}

#[test]
fn s11_at_zero_health_a_player_is_out_and_the_last_one_wins() {
    let mut play = Play::new(3);
    play.mail(B).arm(B, "axe").hurt(B, 3);
    play.act(with(A, B, Some("chop"), None, &[]));
    let fallen = play.state().players[1].clone();
    let fall = fallen.fallen.expect("3 of 3 health");
    assert_eq!((fall.by, fall.place, fall.round), (Some(A), 3, 1));
    assert_eq!(fall.with, [card("sword"), card("chop")]);
    assert_eq!((fallen.health, fallen.weapon, fallen.shield, fallen.mail), (0, None, Shield::None, false));
    assert_eq!(play.state().weapon_pile.of(&card("axe")), 4, "gear goes to the piles");
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 6);
    assert_eq!(play.state().normal_pile.of(&card("mail")), 1);
    assert_eq!(play.state().winner, None);
    play.act(Command::EndTurn { seat: A });
    play.hurt(A, 1);
    play.act(plain(C, A, &[]));
    assert_eq!(play.state().winner, Some(C));
    play.refused(plain(C, A, &[]), 11);
    play.refused(Command::EndTurn { seat: C }, 11);
    play.refused(Command::Adjust { seat: C, by: -12 }, 11);
}

#[test]
fn s11_one_who_was_counted_out_by_mistake_is_brought_back() {
    let mut play = Play::new(3);
    play.act(Command::Adjust { seat: B, by: -12 });
    play.act(Command::Adjust { seat: C, by: -20 });
    assert_eq!(play.state().winner, Some(A));
    play.act(Command::BringBack { seat: B, health: 2 });
    assert_eq!(play.state().winner, None);
    assert_eq!((play.health(B), play.state().players[1].weapon.clone()), (2, None));
    assert_eq!(play.state().players[2].fallen.as_ref().map(|fall| fall.place), Some(3), "the only one who is out");
    play.refused(Command::BringBack { seat: C, health: 0 }, 6);
}

// --------------------------------------------------------------------------------------------------------- a turn

#[test]
fn s12_mail_is_put_on_as_the_turn_begins_one_at_a_time() {
    let mut play = Play::new(2);
    play.refused(Command::Wear { seat: B }, 12);
    play.act(Command::Wear { seat: A });
    assert!(play.state().players[0].mail);
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("mail")), 3);
    assert!(!play.refused(Command::Wear { seat: A }, 12).can_be_overruled(), "there is one place for it");
    play.act(plain(A, B, &[]));
    play.act(Command::EndTurn { seat: A });
    play.act(plain(B, A, &[]));
    let refusal = play.refused(Command::Wear { seat: B }, 12);
    assert!(refusal.can_be_overruled(), "{refusal:?}");
    play.overrule(Command::Wear { seat: B });
}

#[test]
fn s12_a_mail_that_nobody_holds_cannot_be_worn() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: B, cards: vec![card("mail"); 4] });
    let refusal = play.refused(Command::Wear { seat: A }, 10);
    assert!(!refusal.possible.is_empty());
}

#[test]
fn s13_one_action_in_ones_own_turn() {
    let mut play = Play::new(3);
    assert!(play.refused(plain(B, A, &[]), 13).can_be_overruled());
    play.refused(recover(B, Recovery::Health), 13);
    play.act(plain(A, B, &[]));
    play.refused(plain(A, B, &[]), 13);
    play.refused(recover(A, Recovery::Health), 13);
    play.overrule(plain(C, A, &[]));
    assert!(play.state().acted, "it is still the turn of A, who has acted");
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.overruled, ["it is the turn of Asa (S13)"]);
    assert_eq!(play.said(), "Dalla hits Asa with Sword for 2: 12 → 10 (played so: it is the turn of Asa (S13))");
}

#[test]
fn s14_discards_go_each_to_its_pile_and_worn_mail_is_none() {
    let mut play = Play::new(2);
    for seat in [A, B] {
        play.turn(seat).act(Command::Wear { seat });
    }
    play.act(Command::Discard { seat: A, cards: vec![card("mail"), card("dodge"), card("mail")] });
    play.refused(Command::Discard { seat: A, cards: vec![card("mail")] }, 10);
    assert_eq!(play.state().normal_pile.of(&card("mail")), 2);
}

#[test]
fn s15_the_hand_limit_counts_worn_mail_and_a_two_handed_weapon() {
    let mut play = Play::new(2);
    let limit = |play: &Play| play.state().hand_limit(play.rules(), A);
    assert_eq!(limit(&play), 6);
    play.mail(A);
    assert_eq!(limit(&play), 5);
    play.arm(A, "two-handed-sword");
    assert_eq!(limit(&play), 4);
    play.act(Command::Lose { seat: A, gear: Gear::Mail });
    assert_eq!(limit(&play), 5);
    play.act(Command::Fall { seat: A, by: None });
    assert_eq!(limit(&play), 0);
}

#[test]
fn s15_recovering_is_turned_back_at_the_redraw() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Health));
    assert_eq!(play.state().players[0].recovering, Some(Recovery::Health));
    play.act(Command::EndTurn { seat: A });
    assert_eq!(play.state().players[0].recovering, None);
    assert!(!play.state().acted);
}

// ------------------------------------------------------------------------------------------------------ attacking

#[test]
fn s16_a_weapon_strikes_without_a_card() {
    let mut play = Play::new(2);
    for (weapon, does) in
        [("sword", 2), ("axe", 2), ("dagger", 1), ("spear", 2), ("two-handed-axe", 3), ("two-handed-sword", 3)]
    {
        play.arm(A, weapon);
        assert_eq!(damage(&play, &Attack::plain(A, B)), (1, does), "{weapon}");
    }
}

#[test]
fn s17_one_basic_attack_card_adds_its_damage() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("slash"), None, &[]));
    assert_eq!(play.health(B), 9);
    assert_eq!(play.said(), "Asa hits Bjarni with Sword and Slash for 3: 12 → 9");
    play.turn(A);
    let two = Attack { basic: Some(card("chop")), ..alone(A, B, "kick", &[]) };
    play.refused(Command::Attack(two), 18);
}

#[test]
fn s18_cards_that_stand_alone_replace_the_weapon_and_go_with_no_special_attack() {
    let mut play = Play::new(2);
    for special in Special::ALL {
        let attack = Attack { special: Some(special), ..alone(A, B, "punch", &[]) };
        assert!(against(&play, &attack).contains(&18), "{special:?}");
    }
    play.refused(with(A, B, Some("kick"), None, &[]), 18);
    play.act(Command::Attack(alone(A, B, "shield-bash", &[])));
    assert_eq!(play.health(B), 9);
}

#[test]
fn s19_a_weapon_uses_the_special_attacks_that_are_printed_on_it() {
    use Special::{Charge, Disembowelling, Flurry, Hook, Rend};
    let mut play = Play::new(2);
    let knows: [(&str, &[Special]); 6] = [
        ("sword", &[Charge, Flurry, Disembowelling]),
        ("axe", &[Hook, Charge, Flurry, Disembowelling]),
        ("dagger", &[Flurry, Disembowelling]),
        ("spear", &[Charge, Flurry, Disembowelling]),
        ("two-handed-axe", &[Hook, Charge, Rend, Disembowelling]),
        ("two-handed-sword", &[Charge, Flurry, Rend, Disembowelling]),
    ];
    for (weapon, known) in knows {
        play.arm(A, weapon);
        for special in Special::ALL {
            let basic = (special == Charge).then_some("slash");
            let names = (special == Rend).then_some(Gear::Weapon);
            let attack = Attack { names, ..attack(A, B, basic, Some(special), &[]) };
            assert_eq!(against(&play, &attack).is_empty(), known.contains(&special), "{weapon} {special:?}");
        }
    }
}

#[test]
fn s20_the_defender_is_asked_and_every_answer_is_offered() {
    let play = Play::new(2);
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("slash"), Some(Special::Charge), &[]));
    let question = fight.question().expect("the defender is asked");
    assert_eq!((question.asked, question.by), (B, A));
    assert_eq!(question.what, QuestionKind::Answer(BlowKind::Attack));
    let legal =
        |step: &Step| question.choices.iter().find(|choice| choice.step == *step).expect("offered").legal.is_ok();
    for step in [Step::Hit, Step::Shield, answer("block"), answer("disarm"), answer("dodge")] {
        assert!(legal(&step), "{step:?}");
    }
    assert!(!legal(&answer("parry")), "S47");
    assert!(legal(&Step::CounterCharge { basic: card("thrust") }));
    let offer = &fight.trips()[0];
    assert_eq!((offer.on, offer.against), (Played::Attack, A));
    assert_eq!(offer.by, [(B, Ok(()))]);
    assert_eq!(fight.reckoning().health, [(B, 12, 8)], "unanswered, it lands");
}

#[test]
fn s21_without_a_weapon_there_is_no_default_attack() {
    let mut play = Play::new(2);
    play.act(Command::Lose { seat: A, gear: Gear::Weapon });
    play.refused(plain(A, B, &[]), 21);
    for (means, does) in [("kick", 2), ("punch", 1), ("shield-bash", 3)] {
        assert_eq!(damage(&play, &alone(A, B, means, &[])), (1, does));
    }
    play.act(Command::Lose { seat: A, gear: Gear::Shield });
    play.refused(Command::Attack(alone(A, B, "shield-bash", &[])), 42);
    let open = choices(play.rules(), play.state(), &Attack::plain(A, B));
    let means: Vec<bool> = open.means.iter().map(|offer| offer.legal.is_ok()).collect();
    assert_eq!(means, [false, true, true, false], "weapon, Kick, Punch, Shield Bash");
}

// ----------------------------------------------------------------------------------------------------- recovering

#[test]
fn s22_a_turn_of_recovering_brings_one_of_five() {
    let mut play = Play::new(2);
    play.hurt(A, 5);
    play.act(recover(A, Recovery::Health));
    assert_eq!(play.health(A), 7);
    play.hurt(A, 11).turn(A);
    play.act(recover(A, Recovery::Health));
    assert_eq!(play.health(A), 12, "up to the start");

    play.turn(A).act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(recover(A, Recovery::Shield));
    assert_eq!(shield(&play, A), Shield::Whole);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 6, "one went there, one came from there");

    play.turn(A).act(recover(A, Recovery::Weapon(card("spear"))));
    assert_eq!(play.state().weapon(A), Some(&card("spear")));

    play.act(Command::Discard { seat: B, cards: vec![card("mail")] });
    play.turn(A).act(recover(A, Recovery::Armour));
    assert_eq!(play.state().normal_pile.of(&card("mail")), 0);
    assert_eq!(play.state().in_deck_or_hands(play.rules(), &card("mail")), 4, "it is in the hand now");

    play.mail(A).turn(A).act(recover(A, Recovery::TakeOff));
    assert!(!play.state().players[0].mail);
    assert_eq!(play.state().normal_pile.of(&card("mail")), 1);
}

#[test]
fn s22_what_is_not_there_cannot_be_recovered() {
    let mut play = Play::new(8);
    let refusal = play.refused(recover(A, Recovery::Armour), 22);
    assert!(refusal.possible.contains(&"take a Spear".to_owned()), "{refusal:?}");
    play.refused(recover(A, Recovery::TakeOff), 22);
    play.refused(recover(A, Recovery::Weapon(card("sword"))), 22);
    play.refused(recover(A, Recovery::Weapon(card("chop"))), 22);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.refused(recover(A, Recovery::Shield), 22);
    let open: Vec<bool> = recoveries(play.rules(), play.state(), A).iter().map(|offer| offer.legal.is_ok()).collect();
    // Health, Shield, Axe, Dagger, Spear, Sword, Two Handed Axe, Two Handed Sword, armour, taking off.
    assert_eq!(open, [true, false, true, true, true, false, true, true, false, false]);
}

#[test]
fn s23_a_search_gives_no_health() {
    let mut play = Play::new(2);
    play.hurt(A, 5);
    play.act(recover(A, Recovery::Weapon(card("axe"))));
    assert_eq!(play.health(A), 5);
}

#[test]
fn s24_who_recovers_plays_no_other_card_in_that_turn_not_even_a_trip() {
    let mut play = Play::new(3);
    play.act(recover(A, Recovery::Health));
    play.refused(plain(A, B, &[]), 24);
    play.refused(Command::Trip { by: A, on: B, strike: None }, 24);
    let tripped = attack(B, C, Some("chop"), None, &[trip(A, Played::Attack, None)]);
    assert!(against(&play, &tripped).contains(&24), "out of turn as it is");
    play.act(Command::Discard { seat: A, cards: vec![card("dodge")] });
    play.overrule(plain(B, A, &[answer("dodge")]));
}

#[test]
fn s25_the_recovering_side_is_shown_until_the_redraw() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Weapon(card("axe"))));
    assert_eq!(play.state().players[0].recovering, Some(Recovery::Weapon(card("axe"))));
    play.act(Command::Turn { seat: B });
    assert_eq!(play.state().players[0].recovering, None, "it is only shown in one's own turn");
}

#[test]
fn s26_armour_that_was_recovered_is_worn_in_the_next_turn() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("mail")] });
    play.act(recover(A, Recovery::Armour));
    play.refused(Command::Wear { seat: A }, 12);
    play.act(Command::EndTurn { seat: A });
    play.act(Command::EndTurn { seat: B });
    play.act(Command::Wear { seat: A });
}

#[test]
fn s27_the_old_weapon_is_laid_down_for_the_new_one() {
    let mut play = Play::new(2);
    play.act(recover(A, Recovery::Weapon(card("two-handed-axe"))));
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7);
    assert_eq!(play.state().weapon_pile.of(&card("two-handed-axe")), 1);
    assert!(play.state().slung(play.rules(), A), "the Shield is turned sideways");
    assert_eq!(play.said(), "Asa takes a Two Handed Axe and lays down the Sword");
    play.turn(B).act(Command::Lose { seat: B, gear: Gear::Weapon });
    play.act(recover(B, Recovery::Weapon(card("dagger"))));
    assert_eq!(play.said(), "Bjarni takes a Dagger", "a disarmed player just takes one");
}

#[test]
fn s28_the_limit_after_recovering_counts_mail_and_a_two_handed_weapon() {
    let mut play = Play::new(2);
    play.act(Command::Wear { seat: A });
    play.act(recover(A, Recovery::Weapon(card("two-handed-sword"))));
    assert_eq!(play.state().hand_limit(play.rules(), A), 4);
}

#[test]
fn s29_what_is_lost_goes_to_the_weapon_discard_pile_and_comes_back_undamaged() {
    let mut play = Play::new(2);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    play.act(Command::Lose { seat: A, gear: Gear::Shield });
    play.act(Command::Lose { seat: A, gear: Gear::Weapon });
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7);
    play.act(recover(A, Recovery::Shield));
    assert_eq!(shield(&play, A), Shield::Whole);
}

#[test]
fn s30_two_hands_sling_the_shield() {
    let mut play = Play::new(2);
    for weapon in ["two-handed-axe", "two-handed-sword"] {
        play.arm(B, weapon);
        assert!(play.state().slung(play.rules(), B) && !play.state().shield_in_use(play.rules(), B));
        assert_eq!(play.state().hand_limit(play.rules(), B), 5);
        assert_eq!(against(&play, &attack(A, B, None, None, &[Step::Shield])), [30]);
        let card = play.rules().card(&card(weapon)).expect("a weapon").rule;
        assert_eq!(against(&play, &attack(A, B, None, None, &[answer("block")])), [card]);
        play.turn(B);
        assert_eq!(against(&play, &alone(B, A, "shield-bash", &[])), [card]);
        play.turn(A);
    }
    play.act(Command::Lose { seat: B, gear: Gear::Weapon });
    assert!(play.state().shield_in_use(play.rules(), B), "it is taken from the back again");
}

// ------------------------------------------------------------------------------------------------ special attacks

#[test]
fn s31_a_charge_needs_a_basic_attack_card_and_adds_one() {
    let mut play = Play::new(2);
    play.refused(with(A, B, None, Some(Special::Charge), &[]), 31);
    assert_eq!(damage(&play, &attack(A, B, Some("chop"), Some(Special::Charge), &[])), (1, 5));
}

#[test]
fn s31_a_charge_runs_on_past_those_who_dodge_but_never_to_the_charger() {
    let mut play = Play::new(4);
    let charge = |steps: &[Step]| attack(A, D, Some("slash"), Some(Special::Charge), steps);
    let fight = Fight::new(play.rules(), play.state(), &charge(&[answer("dodge")]));
    assert_eq!(fight.question().map(|question| question.asked), Some(B), "D, then not A but B");
    assert_eq!(fight.reckoning().effects, [Effect::RunsOn(B)]);
    play.act(Command::Attack(charge(&[answer("dodge"), answer("dodge"), answer("block")])));
    assert_eq!([A, B, C, D].map(|seat| play.health(seat)), [12; 4], "stopped by the Block of C");
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    let struck: Vec<Seat> = event.blows.iter().map(|blow| blow.on).collect();
    assert_eq!(struck, [D, B, C]);
    play.turn(A).act(Command::Attack(charge(&[answer("dodge"), answer("dodge")])));
    assert_eq!([A, B, C, D].map(|seat| play.health(seat)), [12, 12, 8, 12]);
    assert_eq!(
        play.said(),
        "Asa attacks Egil with Sword, Slash and Charge; Egil stops it with Dodge; it runs on, and Asa attacks Bjarni with \
         Sword, Slash and Charge; Bjarni stops it with Dodge; it runs on, and Asa hits Dalla with Sword, Slash and Charge \
         for 4: 12 → 8"
    );
}

#[test]
fn s31_a_charge_that_all_dodge_comes_round_again() {
    let play = Play::new(3);
    let steps = [answer("dodge"), answer("dodge"), answer("dodge")];
    let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("slash"), Some(Special::Charge), &steps));
    assert_eq!(fight.question().map(|question| question.asked), Some(C), "B, C, B and C again");
}

#[test]
fn s31_with_two_players_a_dodged_charge_is_over() {
    let mut play = Play::new(2);
    let fight =
        Fight::new(play.rules(), play.state(), &attack(A, B, Some("slash"), Some(Special::Charge), &[answer("dodge")]));
    assert!(fight.question().is_none());
    play.act(with(A, B, Some("slash"), Some(Special::Charge), &[answer("dodge")]));
    assert_eq!(play.health(B), 12);
}

#[test]
fn s31_a_charge_is_answered_with_a_charge_which_strikes_back() {
    let mut play = Play::new(2);
    let counter = Step::CounterCharge { basic: card("chop") };
    play.act(with(A, B, Some("slash"), Some(Special::Charge), std::slice::from_ref(&counter)));
    assert_eq!((play.health(A), play.health(B)), (8, 12), "Sword 2 and Chop 2");
    assert_eq!(
        play.said(),
        "Asa attacks Bjarni with Sword, Slash and Charge; Bjarni stops it with Charge and Chop; Bjarni hits Asa with \
         Sword, Chop and Charge for 4: 12 → 8"
    );
    play.turn(A).act(with(A, B, Some("slash"), Some(Special::Charge), &[counter.clone(), answer("parry")]));
    assert_eq!(play.health(A), 8, "the charger may answer");
    play.turn(A).refused(with(A, B, Some("slash"), Some(Special::Flurry), std::slice::from_ref(&counter)), 31);
    play.arm(B, "dagger").refused(with(A, B, Some("slash"), Some(Special::Charge), std::slice::from_ref(&counter)), 52);
    play.arm(B, "spear").refused(with(A, B, Some("slash"), Some(Special::Charge), &[counter]), 53);
}

#[test]
fn s32_disembowelling_adds_two_with_a_basic_attack_card_or_without() {
    let mut play = Play::new(2);
    play.mail(B);
    assert_eq!(damage(&play, &attack(A, B, None, Some(Special::Disembowelling), &[])), (1, 3));
    assert_eq!(damage(&play, &attack(A, B, Some("chop"), Some(Special::Disembowelling), &[])), (1, 5));
}

#[test]
fn s33_every_blow_of_a_flurry_is_answered_on_its_own() {
    let mut play = Play::new(2);
    play.arm(A, "dagger").mail(B);
    assert_eq!(damage(&play, &attack(A, B, None, Some(Special::Flurry), &[])), (3, 0));
    let fight = Fight::new(
        play.rules(),
        play.state(),
        &attack(A, B, Some("thrust"), Some(Special::Flurry), &[answer("parry"), Step::Shield]),
    );
    assert_eq!(fight.question().and_then(|question| question.blow), Some((3, 3)));
    play.act(with(A, B, Some("thrust"), Some(Special::Flurry), &[answer("parry"), Step::Shield]));
    assert_eq!(play.health(B), 9);
    assert_eq!(
        play.said(),
        "Asa strikes Bjarni 3 times with Dagger, Thrust and Flurry of Blows: stopped with Parry, stopped with the Shield, \
         3: 12 → 9; Bjarni’s Shield is damaged"
    );
}

#[test]
fn s33_a_disarm_stops_one_blow_of_a_flurry_and_the_others_still_land() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("slash"), Some(Special::Flurry), &[answer("disarm")]));
    assert_eq!(play.health(B), 9, "the second blow");
    assert_eq!(play.state().weapon(A), None);
}

#[test]
fn s33_a_flurry_ends_when_its_target_falls() {
    let mut play = Play::new(3);
    play.hurt(B, 2);
    play.act(with(A, B, Some("slash"), Some(Special::Flurry), &[]));
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.blows.len(), 1);
    assert_eq!((event.blows[0].damage, event.blows[0].lost), (3, 2));
}

#[test]
fn s34_after_a_block_the_defender_is_asked_for_a_hook_and_then_the_attacker() {
    let mut play = Play::new(2);
    play.arm(A, "axe").arm(B, "axe");
    let ask = |play: &Play, steps: &[Step]| {
        let fight = Fight::new(play.rules(), play.state(), &attack(A, B, Some("chop"), None, steps));
        fight.question().map(|question| (question.asked, question.what))
    };
    let block = answer("block");
    assert_eq!(ask(&play, std::slice::from_ref(&block)), Some((B, QuestionKind::Hook)));
    assert_eq!(ask(&play, &[block.clone(), Step::NoHook]), Some((A, QuestionKind::Hook)));
    assert_eq!(ask(&play, &[block.clone(), Step::NoHook, Step::NoHook]), None);
    let hook = QuestionKind::Answer(BlowKind::Hook);
    assert_eq!(ask(&play, &[block.clone(), Step::Hook { by: B }]), Some((A, hook)));
    assert_eq!(ask(&play, &[block.clone(), Step::NoHook, Step::Hook { by: A }]), Some((B, hook)));
    play.arm(B, "sword");
    assert_eq!(ask(&play, &[block]), Some((A, QuestionKind::Hook)), "who cannot hook is not asked");
}

#[test]
fn s34_the_attackers_hook_cancels_the_block_and_strikes() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    play.act(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }]));
    assert_eq!(play.health(B), 12 - 4 - 2);
    play.turn(A);
    play.act(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }, answer("dodge")]));
    assert_eq!(play.health(B), 6, "a Hook that is dodged cancels nothing");
    let blocked = attack(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }, answer("block")]);
    play.turn(A);
    assert_eq!(against(&play, &blocked), [34]);
}

#[test]
fn s34_the_defenders_hook_is_only_a_default_attack() {
    let mut play = Play::new(2);
    play.arm(B, "axe");
    play.act(with(A, B, Some("chop"), None, &[Step::Shield, Step::Hook { by: B }]));
    assert_eq!((play.health(A), play.health(B)), (10, 12), "the Block stands");
    assert_eq!(shield(&play, B), Shield::Damaged);
    play.turn(A);
    play.act(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: B }, Step::Shield]));
    assert_eq!((play.health(A), shield(&play, A)), (10, Shield::Damaged), "and it can be blocked");
}

#[test]
fn s34_a_block_is_the_shield_the_card_or_a_counter_charge() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    let counter = Step::CounterCharge { basic: card("slash") };
    for block in [Step::Shield, answer("block"), counter.clone()] {
        let charge = attack(A, B, Some("chop"), Some(Special::Charge), &[block.clone(), Step::Hook { by: A }]);
        let fight = Fight::new(play.rules(), play.state(), &charge);
        assert_eq!(fight.reckoning().legal, Ok(()), "{block:?}");
        assert_eq!(fight.reckoning().health, [(B, 12, 5)], "{block:?}: Hook 2, Charge 5, and nothing comes back");
        assert!(fight.reckoning().effects.contains(&Effect::Hooked(B)), "{block:?}");
    }
    let as_attack = |step: &Step| attack(A, B, None, Some(Special::Hook), std::slice::from_ref(step));
    for block in [Step::Shield, answer("block")] {
        assert_eq!(against(&play, &as_attack(&block)), [34], "{block:?}");
    }
    assert_eq!(against(&play, &as_attack(&counter)), [31]);
    for other in ["dodge", "parry", "disarm"] {
        assert_eq!(against(&play, &as_attack(&answer(other))), [] as [u8; 0], "{other}: Hooks can be dodged");
    }
}

#[test]
fn s34_nobody_hooks_without_a_hook_or_after_a_dodge() {
    let mut play = Play::new(2);
    play.refused(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }]), 50);
    play.arm(A, "axe");
    let after_dodge = attack(A, B, Some("chop"), None, &[answer("dodge"), Step::Hook { by: A }]);
    let now = play.tick();
    let refusal = play.table.act(Command::Attack(after_dodge), now).expect_err("a Dodge is no Block");
    assert!(!refusal.can_be_overruled(), "{refusal}");
    play.refused(Command::Attack(alone(A, B, "kick", &[answer("block"), Step::Hook { by: A }])), 48);
}

#[test]
fn s35_a_rend_destroys_what_it_names() {
    let mut play = Play::new(2);
    play.arm(A, "two-handed-axe").mail(B);
    for gear in [Gear::Mail, Gear::Shield, Gear::Weapon] {
        play.turn(A).act(rend(A, B, gear, None, &[]));
    }
    let bare = play.state().players[1].clone();
    assert_eq!((bare.health, bare.weapon, bare.shield, bare.mail), (12, None, Shield::None, false));
    assert_eq!(play.state().normal_pile.of(&card("mail")), 1);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
    assert_eq!(play.said(), "Asa strikes Bjarni with Two Handed Axe and Rend; Bjarni’s Sword is lost");
    play.turn(A).refused(rend(A, B, Gear::Mail, None, &[]), 35);
    play.refused(with(A, B, None, Some(Special::Rend), &[]), 35);
}

#[test]
fn s35_a_parry_costs_the_weapon_and_a_block_the_shield() {
    let mut play = Play::new(2);
    play.arm(A, "two-handed-sword").mail(B);
    play.act(rend(A, B, Gear::Mail, None, &[answer("parry")]));
    let player = play.state().players[1].clone();
    assert_eq!((player.weapon, player.shield, player.mail), (None, Shield::Whole, true));
    play.turn(A).act(rend(A, B, Gear::Mail, None, &[answer("block")]));
    assert_eq!((shield(&play, B), play.state().players[1].mail), (Shield::None, true));
    play.act(Command::TurnShield { seat: B, to: Shield::Whole });
    play.turn(A).act(rend(A, B, Gear::Mail, None, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::None, "without the card too");
    play.turn(A).act(rend(A, B, Gear::Mail, None, &[answer("dodge")]));
    assert!(play.state().players[1].mail);
}

#[test]
fn s35_only_two_handed_weapons_rend_and_no_basic_attack_adds_to_it() {
    let mut play = Play::new(2);
    play.refused(rend(A, B, Gear::Weapon, None, &[]), 50);
    play.arm(A, "two-handed-sword").refused(rend(A, B, Gear::Weapon, Some("slash"), &[]), 35);
}

// ---------------------------------------------------------------------------------------------------------- cards

#[test]
fn s36_the_shield_stops_a_blow_is_damaged_and_then_destroyed() {
    let mut play = Play::new(2);
    play.act(plain(A, B, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::Damaged);
    play.turn(A).act(with(A, B, Some("chop"), None, &[Step::Shield]));
    assert_eq!(shield(&play, B), Shield::None);
    assert_eq!(play.state().weapon_pile.of(&card("shield")), 7);
    assert_eq!(
        play.said(),
        "Asa attacks Bjarni with Sword and Chop; Bjarni stops it with the Shield; Bjarni’s Shield is destroyed"
    );
    play.turn(A).refused(plain(A, B, &[Step::Shield]), 36);
}

#[test]
fn s37_mail_takes_one_off_every_attack_but_a_thrust() {
    let mut play = Play::new(2);
    play.mail(B);
    assert_eq!(damage(&play, &Attack::plain(A, B)), (1, 1));
    assert_eq!(damage(&play, &attack(A, B, Some("chop"), None, &[])), (1, 3));
    assert_eq!(damage(&play, &attack(A, B, Some("thrust"), None, &[])), (1, 3));
    assert_eq!(damage(&play, &alone(A, B, "punch", &[])), (1, 0));
    play.act(with(A, B, Some("slash"), Some(Special::Flurry), &[]));
    assert_eq!(play.health(B), 8, "one off each blow");
    play.turn(B).refused(Command::Discard { seat: B, cards: vec![card("mail"); 4] }, 10);
}

#[test]
fn s38_to_s40_and_s43_what_basic_attacks_add_and_with_what() {
    let mut play = Play::new(2);
    let expected: [(&str, [i64; 4]); 6] = [
        // Chop, Critical Hit, Slash, Thrust; 0 where the rules forbid it.
        ("sword", [4, 5, 3, 3]),
        ("axe", [4, 5, 3, 0]),
        ("dagger", [3, 4, 2, 3]),
        ("spear", [0, 5, 3, 4]),
        ("two-handed-axe", [5, 6, 4, 0]),
        ("two-handed-sword", [5, 6, 5, 5]),
    ];
    for (weapon, does) in expected {
        play.arm(A, weapon);
        for (basic, does) in ["chop", "critical-hit", "slash", "thrust"].into_iter().zip(does) {
            let attack = attack(A, B, Some(basic), None, &[]);
            if does == 0 {
                let rule = play.rules().card(&card(weapon)).expect("a weapon").rule;
                assert_eq!(against(&play, &attack), [rule], "{weapon} {basic}");
            } else {
                assert_eq!(damage(&play, &attack), (1, does), "{weapon} {basic}");
            }
        }
    }
}

#[test]
fn s41_kick_and_punch_need_no_weapon_and_cannot_be_disarmed() {
    let mut play = Play::new(2);
    for means in ["kick", "punch", "shield-bash"] {
        assert_eq!(against(&play, &alone(A, B, means, &[answer("disarm")])), [45], "{means}");
        assert_eq!(against(&play, &alone(A, B, means, &[answer("parry")])), [] as [u8; 0], "{means}");
    }
    play.arm(A, "spear");
    assert_eq!(against(&play, &alone(A, B, "kick", &[answer("dodge")])), [] as [u8; 0], "a foot is no Spear");
}

#[test]
fn s42_shield_bash_needs_a_shield_in_use() {
    let mut play = Play::new(2);
    play.act(Command::TurnShield { seat: A, to: Shield::Damaged });
    assert_eq!(damage(&play, &alone(A, B, "shield-bash", &[])), (1, 3), "a damaged one will do");
    play.act(Command::TurnShield { seat: A, to: Shield::None });
    play.refused(Command::Attack(alone(A, B, "shield-bash", &[])), 42);
    play.arm(B, "two-handed-axe").turn(B).refused(Command::Attack(alone(B, A, "shield-bash", &[])), 54);
}

#[test]
fn s43_a_critical_hit_serves_as_a_rend_with_any_weapon() {
    let mut play = Play::new(2);
    for weapon in ["sword", "axe", "dagger", "spear", "two-handed-axe", "two-handed-sword"] {
        if shield(&play, B) == Shield::None {
            play.act(Command::TurnShield { seat: B, to: Shield::Whole });
        }
        play.arm(A, weapon).turn(A).act(rend(A, B, Gear::Shield, Some("critical-hit"), &[]));
        assert_eq!(shield(&play, B), Shield::None, "{weapon}");
        assert_eq!(play.state().normal_pile.of(&card("special-attack")), 0, "it takes no Special Attack card");
        play.act(Command::Reshuffle);
    }
}

#[test]
fn s44_block_needs_a_shield_in_use_and_spares_it() {
    let mut play = Play::new(2);
    play.act(plain(A, B, &[answer("block")]));
    assert_eq!((play.health(B), shield(&play, B)), (12, Shield::Whole));
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.turn(A).refused(plain(A, B, &[answer("block")]), 44);
}

#[test]
fn s45_disarm_sends_a_one_handed_weapon_away() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), None, &[answer("disarm")]));
    assert_eq!((play.health(B), play.state().weapon(A)), (12, None));
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 7);
    assert_eq!(play.said(), "Asa attacks Bjarni with Sword and Chop; Bjarni stops it with Disarm; Asa’s Sword is lost");
    for weapon in ["two-handed-axe", "two-handed-sword"] {
        play.turn(A).arm(A, weapon).refused(plain(A, B, &[answer("disarm")]), 45);
    }
    play.arm(A, "axe").act(Command::Lose { seat: B, gear: Gear::Weapon });
    assert_eq!(against(&play, &attack(A, B, None, None, &[answer("disarm")])), [] as [u8; 0], "a Shield is enough");
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.refused(plain(A, B, &[answer("disarm")]), 45);
}

#[test]
fn s46_dodge_stops_an_attack_but_never_one_with_a_spear() {
    let mut play = Play::new(2);
    play.act(Command::Lose { seat: B, gear: Gear::Weapon });
    play.act(Command::Lose { seat: B, gear: Gear::Shield });
    play.act(plain(A, B, &[answer("dodge")]));
    assert_eq!(play.health(B), 12, "empty hands will do");
    play.turn(A).arm(A, "spear").refused(plain(A, B, &[answer("dodge")]), 46);
}

#[test]
fn s47_parry_needs_a_weapon_and_never_stops_a_charge() {
    let mut play = Play::new(2);
    play.refused(with(A, B, Some("slash"), Some(Special::Charge), &[answer("parry")]), 47);
    play.act(with(A, B, Some("slash"), None, &[answer("parry")]));
    assert_eq!(play.health(B), 12);
    play.act(Command::Lose { seat: B, gear: Gear::Weapon });
    play.turn(A).refused(plain(A, B, &[answer("parry")]), 47);
}

#[test]
fn s48_a_special_attack_takes_a_card_and_a_weapon_that_knows_it() {
    let mut play = Play::new(2);
    play.act(with(A, B, None, Some(Special::Disembowelling), &[]));
    assert_eq!(play.state().normal_pile.of(&card("special-attack")), 1);
    play.arm(B, "axe").turn(A);
    play.act(plain(A, B, &[answer("block"), Step::Hook { by: B }]));
    assert_eq!(play.state().normal_pile.of(&card("special-attack")), 2, "out of turn, too");
}

#[test]
fn s49_a_trip_cancels_an_attack_with_all_its_blows_and_strikes_back() {
    let mut play = Play::new(3);
    play.act(with(A, B, None, Some(Special::Flurry), &[Step::Hit, trip(C, Played::Attack, Some("kick"))]));
    assert_eq!((play.health(A), play.health(B)), (10, 10), "one blow had landed");
    let Some(Entry::Did(event)) = play.table.entries().last() else { panic!("it happened") };
    assert_eq!(event.blows[1].stopped, Some(Stop::Trip(C)));
    assert_eq!((event.blows[2].kind, event.blows[2].by, event.blows[2].on), (BlowKind::Trip, C, A));
    assert_eq!(play.state().normal_pile.of(&card("trip")), 1);
    play.turn(A).refused(plain(A, B, &[trip(B, Played::Attack, None)]), 49);
}

#[test]
fn s49_a_trip_on_a_defence_lets_the_attack_land_and_adds_its_own() {
    let mut play = Play::new(2);
    play.act(with(A, B, Some("chop"), None, &[answer("dodge"), trip(A, Played::Answer, None)]));
    assert_eq!(play.health(B), 12 - 4 - 2);
    play.turn(A).refused(with(A, B, Some("chop"), None, &[answer("dodge"), trip(B, Played::Answer, None)]), 49);
}

#[test]
fn s49_a_trip_cancels_a_trip() {
    let mut play = Play::new(3);
    let steps = [answer("dodge"), trip(A, Played::Answer, None), trip(C, Played::Trip, Some("chop"))];
    play.act(with(A, B, Some("slash"), None, &steps));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [8, 12, 12], "the Dodge stands, and C strikes A");
    let third = trip(B, Played::Trip, None);
    let steps = [&steps[..], &[third]].concat();
    play.turn(A).act(with(A, B, Some("slash"), None, &steps));
    assert_eq!([A, B, C].map(|seat| play.health(seat)), [8, 7, 10], "the first stands again, and B strikes C");
}

#[test]
fn s49_a_trip_against_a_hook_leaves_the_block() {
    let mut play = Play::new(2);
    play.arm(A, "axe");
    play.act(with(A, B, Some("chop"), None, &[answer("block"), Step::Hook { by: A }, trip(B, Played::Answer, None)]));
    assert_eq!((play.health(A), play.health(B)), (10, 12));
}

#[test]
fn s49_a_trip_out_of_an_attack_strikes_whose_card_it_was() {
    let mut play = Play::new(3);
    play.act(Command::Trip { by: B, on: A, strike: Some(card("slash")) });
    assert_eq!(play.health(A), 9);
    assert_eq!(play.said(), "Bjarni hits Asa with Sword, Slash and Trip for 3: 12 → 9");
    play.act(Command::Lose { seat: C, gear: Gear::Weapon });
    play.refused(Command::Trip { by: C, on: A, strike: Some(card("slash")) }, 21);
    play.act(Command::Trip { by: C, on: A, strike: None });
    assert_eq!((play.health(A), play.said().as_str()), (9, "Dalla cancels a card of Asa with Trip"));
}

#[test]
fn s50_to_s55_what_each_weapon_is() {
    let play = Play::new(2);
    let weapons = [
        ("sword", 50, 1, 2, 2),
        ("axe", 51, 1, 2, 2),
        ("dagger", 52, 1, 1, 3),
        ("spear", 53, 1, 2, 2),
        ("two-handed-axe", 54, 2, 3, 0),
        ("two-handed-sword", 55, 2, 3, 2),
    ];
    for (id, rule, hands, damage, blows) in weapons {
        let info = play.rules().card(&card(id)).expect("a weapon");
        assert_eq!((info.rule, info.hands, info.damage, info.blows), (rule, hands, damage, blows), "{id}");
    }
    let rules = [
        ("shield", 36),
        ("mail", 37),
        ("chop", 38),
        ("slash", 39),
        ("thrust", 40),
        ("kick", 41),
        ("punch", 41),
        ("shield-bash", 42),
        ("critical-hit", 43),
        ("block", 44),
        ("disarm", 45),
        ("dodge", 46),
        ("parry", 47),
        ("special-attack", 48),
        ("trip", 49),
    ];
    for (id, rule) in rules {
        assert_eq!(play.rules().card(&card(id)).expect("a card").rule, rule, "{id}");
    }
}

#[test]
fn s51_and_s54_axes_cannot_thrust_and_s53_a_spear_cannot_chop() {
    let mut play = Play::new(2);
    play.arm(A, "axe").refused(with(A, B, Some("thrust"), None, &[]), 51);
    play.arm(A, "two-handed-axe").refused(with(A, B, Some("thrust"), None, &[]), 54);
    let refusal = play.arm(A, "spear").refused(with(A, B, Some("chop"), None, &[]), 53);
    assert_eq!(refusal.to_string(), "a Spear cannot Chop (S53)");
    assert_eq!(refusal.possible, ["no Basic attack card", "a Slash", "a Thrust", "a Critical Hit"]);
}

#[test]
fn s54_a_two_handed_axe_cannot_block() {
    let mut play = Play::new(2);
    play.arm(B, "two-handed-axe");
    let refusal = play.refused(plain(A, B, &[answer("block")]), 54);
    assert_eq!(refusal.to_string(), "a Two Handed Axe cannot Block (S54)");
    assert_eq!(refusal.possible, ["no answer", "a Disarm", "a Dodge", "a Parry"]);
    assert_eq!(refusal.reasons[0].short, "no Shield in use");
}

// ----------------------------------------------------------------------------------------------------- Highlander

#[test]
fn s57_highlander_is_played_with_two_handed_weapons_only() {
    let mut play = Play::with(highlander(&[Some("two-handed-axe"), Some("two-handed-sword"), None]));
    assert_eq!(play.state().weapon(A), Some(&card("two-handed-axe")));
    assert_eq!(play.state().weapon(C), None);
    assert_eq!(play.state().weapon_pile.of(&card("sword")), 0, "the others are left in the box");
    play.refused(recover(A, Recovery::Weapon(card("sword"))), 57);
    play.turn(C).act(recover(C, Recovery::Weapon(card("two-handed-axe"))));
    play.refused(Command::Begin(highlander(&[Some("sword"), None])), 57);
    play.refused(Command::Begin(highlander(&[Some("two-handed-axe"); 3])), 57);
    let two_decks = skirmish::table::Setup { decks: 2, ..highlander(&[Some("two-handed-axe"); 3]) };
    play.act(Command::Begin(two_decks));
    assert_eq!(play.state().weapon_pile.of(&card("two-handed-axe")), 1);
    let told = skirmish::table::Setup { weapons: vec![None; 2], ..setup(2) };
    play.refused(Command::Begin(told), 4);
}

#[test]
fn s58_highlanders_regain_two_every_turn() {
    let mut play = Play::with(highlander(&[Some("two-handed-axe"), Some("two-handed-sword")]));
    play.hurt(A, 11).hurt(B, 5);
    play.act(Command::EndTurn { seat: A });
    assert_eq!((play.health(A), play.health(B)), (12, 5));
    assert_eq!(play.said(), "Asa regains 1: 11 → 12; it is the turn of Bjarni");
    play.act(Command::EndTurn { seat: B });
    assert_eq!(play.health(B), 7);
    let mut plain = Play::new(2);
    plain.hurt(A, 5).act(Command::EndTurn { seat: A });
    assert_eq!(plain.health(A), 5);
}

#[test]
fn s59_only_a_blow_of_five_that_goes_below_zero_kills_a_highlander() {
    let mut play = Play::with(highlander(&[Some("two-handed-sword"), Some("two-handed-axe"), None]));
    play.hurt(B, 2);
    play.act(plain(A, B, &[]));
    assert_eq!((play.health(B), play.state().lives(B)), (0, true), "3 are not enough");
    play.hurt(B, 5).turn(A).act(with(A, B, Some("slash"), None, &[]));
    assert_eq!((play.health(B), play.state().lives(B)), (0, true), "zero is not below zero");
    play.hurt(B, 4).turn(A).act(with(A, B, None, Some(Special::Flurry), &[]));
    assert!(play.state().lives(B), "each blow is an attack of its own");
    play.hurt(B, 4).turn(A).act(with(A, B, Some("slash"), None, &[]));
    assert!(!play.state().lives(B));
    play.act(Command::Adjust { seat: C, by: -12 });
    assert!(play.state().lives(C), "nobody dies by a tap");
}

// ------------------------------------------------------------------------------------------------- untidy tables

#[test]
fn corrections_ask_for_no_turn_and_keep_the_books() {
    let mut play = Play::new(3);
    play.arm(A, "axe");
    play.act(Command::Swap { seat: A, with: B });
    assert_eq!((play.state().weapon(A), play.state().weapon(B)), (Some(&card("sword")), Some(&card("axe"))));
    play.act(Command::Rename { seat: A, name: " Astrid ".into() });
    assert_eq!(play.state().players[0].name, "Astrid");
    play.act(Command::Livery { seat: A, livery: Livery::ALL[1] });
    assert_eq!(play.state().players[1].livery, Livery::ALL[0], "the colours change places");
    play.act(Command::Sit { seat: A, chair: 2 });
    assert_eq!(play.state().players.iter().map(|player| player.chair).collect::<Vec<_>>(), [2, 1, 0]);
    play.act(Command::Put { card: card("chop"), by: 3 });
    play.act(Command::Put { card: card("chop"), by: -1 });
    assert_eq!(play.state().normal_pile.of(&card("chop")), 2);
    play.act(Command::Turn { seat: C });
    assert_eq!(play.state().turn, C);
}

#[test]
fn nothing_overrules_what_cannot_be() {
    let mut play = Play::new(2);
    let impossible = [
        plain(Seat(5), A, &[]),
        plain(A, A, &[]),
        Command::Take { seat: A, card: card("chop") },
        Command::Take { seat: Seat(9), card: card("axe") },
        Command::Adjust { seat: A, by: 0 },
        Command::Rename { seat: A, name: "  ".into() },
        Command::TurnShield { seat: A, to: Shield::Whole },
        plain(A, B, &[Step::NoHook]),
        plain(A, B, &[Step::Hit, Step::Hit]),
        plain(A, B, &[answer("axe")]),
        plain(A, B, &[Step::Hook { by: Seat(7) }]),
        Command::Discard { seat: A, cards: vec![card("no-such-card")] },
        Command::Discard { seat: A, cards: vec![] },
    ];
    for command in impossible {
        let shown = format!("{command:?}");
        let before = play.state().clone();
        let refusal = play.table.overrule(command, Millis(0)).expect_err(&shown);
        assert!(!refusal.can_be_overruled(), "{shown}: {refusal}");
        assert_eq!(*play.state(), before, "{shown}");
    }
}

#[test]
fn where_all_of_a_card_lie_on_the_table_an_attack_with_it_is_still_written_down() {
    let mut play = Play::new(2);
    play.act(Command::Discard { seat: A, cards: vec![card("critical-hit"); 2] });
    play.act(with(A, B, Some("critical-hit"), None, &[]));
    assert_eq!(play.state().normal_pile.of(&card("critical-hit")), 2);
}
