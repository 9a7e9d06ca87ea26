//! Every rule of the battling-card game, B1 to B24, by its number.

use serde_json::{Value, json};
use skirmish_model::game::{DefenceSuit, EqualPoints};
use skirmish_tracker::table::battling::{
    Clash, Command, Need, Out, Over, Rank, Rules, Table, Treasure, Wants, Why, WonBy, points, resolve,
};
use skirmish_tracker::table::{Rules as _, Seat, Standing};

use super::{NAMES, begun, does, fights, life, line, out, play, rank, refused, report, table, turn};

/// Nobody attacks; two defence cards each.
const CALM: &str = "| 2 3";

fn winner(table: &Table) -> Value {
    report(table)["winner"].clone()
}

/// Robs without the fights of the turn.
fn take(table: &mut Table, seat: usize, from: usize, ranks: &[&str]) {
    for rank in ranks {
        does(table, &json!({ "take": { "seat": seat, "from": from, "rank": rank } }));
    }
}

/// Sets the life points of a player.
fn set_life(table: &mut Table, seat: usize, to: i64) {
    let from = i64::from(table.state().players[seat].life);
    does(table, &json!({ "adjust": { "seat": seat, "by": to - from } }));
}

#[test]
fn b1_armies_fight_each_other_and_the_last_one_wins() {
    let mut table = begun(3);
    assert_eq!(Rules::standing(table.state()), Standing::Together);
    set_life(&mut table, 1, 10);
    does(&mut table, &turn(&["9 7 > Bjarni damage", CALM, "| 5 6"]));
    assert_eq!((out(table.state()), winner(&table)), (vec![false, true, false], Value::Null));
    set_life(&mut table, 0, 8);
    let rest = json!({ "turn": [super::says("Asa", CALM), super::says("Cara", "9 7 > Asa damage")] });
    does(&mut table, &rest);
    assert_eq!(winner(&table), json!("Cara"));
    assert_eq!(Rules::standing(table.state()), Standing::Over(vec![Seat(2)]));
}

#[test]
fn b2_thirteen_cards_a_deck_each_once_and_the_suit_of_defence_is_an_option() {
    assert_eq!(Rank::all().count(), 13);
    let mut table = begun(2);
    assert_eq!(table.state().defence, DefenceSuit::Hearts);
    assert_eq!(table.state().hoard(Seat(0)).count(), 13);
    let twice = refused(&mut table, &turn(&["9 9 > Bjarni rob Q", CALM]));
    assert_eq!(twice, ["Asa lays a 9 of attack twice: each deck has it once (B2)"]);
    // 9 of attack and 9 of defence are two cards.
    does(&mut table, &turn(&["9 | 9", CALM]));
    let mut table = super::table();
    does(&mut table, &json!({ "begin": ["Asa", "Orm"], "defence": "clubs" }));
    assert_eq!(table.state().defence, DefenceSuit::Clubs);
    assert!(line(&mut table, &json!({ "begin": ["Asa", "Orm"], "defence": "spades" })).is_err());
}

#[test]
fn b3_values_are_those_of_the_figures_and_eleven_to_fourteen() {
    let all: Vec<(String, u32)> = Rank::all().map(|rank| (rank.to_string(), rank.points())).collect();
    let told = "2 3 4 5 6 7 8 9 10 J Q K A".split(' ').map(str::to_owned);
    assert_eq!(all, told.zip(2..).collect::<Vec<_>>());
    let mut table = begun(2);
    does(&mut table, &turn(&["14 13 > Bjarni damage", "| 12 11"]));
    assert_eq!(fights(&table), ["Asa > Bjarni 30:26 damage"]);
    for bad in [0, 1, 15, 99] {
        let why = refused(&mut table, &json!({ "turn": [{ "player": "Asa", "attack": [bad, 5] }] }));
        let cards = "cards are 2 to 10, J or 11, Q or 12, K or 13, A or 14 (B3)";
        assert_eq!(why, [format!("invalid turn: unknown card `{bad}`: {cards}")]);
    }
    for bad in [json!("1"), json!("X"), json!(2.5), json!(-2)] {
        let why = refused(&mut table, &json!({ "turn": [{ "player": "Asa", "attack": [bad, 5] }] }));
        assert!(why[0].contains("(B3)"), "{why:?}");
    }
    // Cards may be called by their letters as well.
    does(
        &mut table,
        &json!({ "turn": [
        { "player": "Asa", "attack": ["A", "K"], "on": "Bjarni", "wants": "damage" },
        { "player": "Bjarni", "defence": ["Q", 11] },
    ] }),
    );
    assert_eq!(fights(&table), ["Asa > Bjarni 30:26 damage"]);
}

#[test]
fn b4_nobody_draws_from_their_own_treasure_deck() {
    let mut table = begun(2);
    let own = json!({ "take": { "seat": 0, "from": 0, "rank": "Q" } });
    assert_eq!(refused(&mut table, &own), ["Asa never draws from their own treasure deck (B4)"]);
    does(&mut table, &json!({ "take": { "seat": 0, "from": 1, "rank": "Q" } }));
}

#[test]
fn b5_life_points_follow_from_the_number_of_players() {
    for (players, points) in [(2, 100), (3, 80), (4, 80), (5, 60), (6, 60), (7, 60), (8, 60)] {
        assert_eq!(life(&begun(players)), vec![points; players]);
    }
    let mut table = table();
    assert_eq!(refused(&mut table, &json!({ "begin": ["Asa"] })), ["1 cannot play, only 2 to 8 (B5)"]);
    let nine: Vec<String> = (1..=9).map(|number| format!("Army {number}")).collect();
    assert!(refused(&mut table, &json!({ "begin": nine })).contains(&"9 cannot play, only 2 to 8 (B5)".to_owned()));
    let early = ["no game has begun: it begins with the players, who get their life points (B5)"];
    assert_eq!(refused(&mut table, &turn(&[CALM, CALM])), early);
    assert_eq!(refused(&mut table, &json!("end-turn")), early);
    assert_eq!(refused(&mut table, &json!({ "adjust": { "seat": 0, "by": 1 } })), early);
}

#[test]
fn b6_the_table_keeps_the_life_points() {
    let mut table = begun(2);
    does(&mut table, &json!({ "adjust": { "seat": 1, "by": -14 } }));
    does(&mut table, &json!({ "adjust": { "seat": 1, "by": 3 } }));
    assert_eq!(life(&table), [100, 89]);
    does(&mut table, &json!({ "adjust": { "seat": 0, "by": 5000 } }));
    assert_eq!(life(&table), [999, 89]);
    let more = json!({ "adjust": { "seat": 0, "by": 1 } });
    assert_eq!(refused(&mut table, &more), ["nobody has more than 999 life points"]);
    assert_eq!(refused(&mut table, &json!({ "adjust": { "seat": 0, "by": 0 } })), ["that changes nothing"]);
}

#[test]
fn b7_all_players_act_at_the_same_time() {
    let mut table = begun(3);
    let some = json!({ "turn": [super::says("Asa", CALM), super::says("Cara", CALM)] });
    assert_eq!(refused(&mut table, &some), ["all play at the same time, and nothing is said of Bjarni (B7)"]);
    let unknown = json!({ "turn": [super::says("Asa", CALM), super::says("Bjarny", CALM), super::says("Cara", CALM)] });
    assert_eq!(refused(&mut table, &unknown), ["no player is called `Bjarny`: did you mean `Bjarni`? (B7)"]);
    // In which order they are written means nothing.
    let mut other = begun(3);
    let plays = ["9 7 > Bjarni damage", "| 5 2 > Asa", "4 5 > Asa damage"];
    does(&mut table, &turn(&plays));
    let turned: Vec<Value> = [2, 0, 1].map(|at| super::says(NAMES[at], plays[at])).into();
    does(&mut other, &json!({ "turn": turned }));
    assert_eq!(table.state(), other.state());
    assert_eq!(table.state().turn, 1);
    does(&mut table, &turn(&[CALM, CALM, CALM]));
    assert_eq!(table.state().turn, 2);
}

#[test]
fn b8_four_cards_may_be_drawn_in_any_split_so_that_any_two_can_be_laid() {
    // Four of attack, three and one, two and two, one and three, four of defence: two of each are chosen.
    for cards in ["9 7", "9 | 7", "| 9 7"] {
        let mut table = begun(2);
        does(&mut table, &turn(&[cards, CALM]));
    }
}

#[test]
fn b9_two_cards_are_laid_and_two_of_one_kind_count_three_more() {
    let worth = |cards: &[u64]| points(&cards.iter().map(|card| rank(*card)).collect::<Vec<_>>(), 3);
    assert_eq!([worth(&[]), worth(&[10]), worth(&[9, 7]), worth(&[14, 2])], [0, 10, 19, 19]);
    let mut table = begun(2);
    does(&mut table, &turn(&["9 7 > Bjarni damage", "10 | 5 > Asa damage"]));
    assert_eq!(fights(&table), ["Asa > Bjarni 19:5 damage", "Bjarni > Asa 10:0 damage"]);
    for (cards, count) in [("", 0), ("9", 1), ("9 7 | 2", 3), ("| 2 3 4", 3)] {
        let why = refused(&mut table, &turn(&[cards, CALM]));
        assert_eq!(why, [format!("Asa lays {count} cards: everyone lays two of attack and defence (B9)")]);
    }
    let twice = json!({ "turn": [super::says("Asa", CALM), super::says("Asa", CALM), super::says("Bjarni", CALM)] });
    assert_eq!(refused(&mut table, &twice), ["Asa is named twice (B9)"]);
    // Players may agree on other cards, and the journal says so.
    let plays = [play(0, [&[rank(9), rank(7), rank(2)], &[]], Some(Seat(1)), Some(Wants::Damage))];
    let calm = [play(1, [&[], &[rank(2), rank(3)]], None, None)];
    let three = Command::Turn { plays: plays.into_iter().chain(calm).collect() };
    does(&mut table, &json!({ "overrule": serde_json::to_value(three).unwrap() }));
    assert_eq!(fights(&table), ["Asa > Bjarni 21:8 damage"]);
    assert_eq!(table.done().last().unwrap().overruled.len(), 1);
}

#[test]
fn b10_cards_that_are_not_chosen_are_not_asked_for() {
    let mut table = begun(2);
    let plays = json!([{ "player": "Asa", "attack": [9, 7] }, { "player": "Bjarni", "defence": [5, 3] }]);
    does(&mut table, &json!({ "turn": plays }));
    let more = json!({ "turn": [{ "player": "Asa", "attack": [9, 7], "discards": [2, 3] }] });
    assert!(refused(&mut table, &more)[0].contains("unknown field `discards`"));
}

#[test]
fn b11_one_other_player_is_the_target_or_nobody_and_many_may_attack_one() {
    let mut table = begun(4);
    does(&mut table, &turn(&[CALM, "9 7 > Asa damage", "4 2 > Asa damage", "10 | 2 > Asa damage"]));
    assert_eq!(fights(&table), ["Bjarni > Asa 19:8 damage", "Dalla > Asa 10:8 damage", "Cara > Asa 9:8 damage"]);
    assert_eq!(life(&table), [66, 80, 80, 80]);
    let own = refused(&mut table, &turn(&["9 7 > Asa damage", CALM, CALM, CALM]));
    assert_eq!(own, ["Asa attacks themselves: a target is another player (B11)"]);
    let nobody = refused(&mut table, &turn(&["9 7 > Orm damage", CALM, CALM, CALM]));
    assert_eq!(nobody, ["no player is called `Orm` (B11)"]);
    assert_eq!(
        refused(&mut super::table(), &json!({ "begin": ["Asa", "Asa "] })),
        ["two players are called `Asa` (B11)"]
    );
}

#[test]
fn b12_a_higher_attack_robs_or_takes_the_difference_off_and_a_lower_one_does_nothing() {
    let mut table = begun(2);
    does(&mut table, &turn(&["10 | 2 > Bjarni damage", "| 14 2"]));
    assert_eq!((fights(&table), life(&table)), (vec!["Asa > Bjarni 10:19 nothing".to_owned()], vec![100, 100]));
    does(&mut table, &turn(&["9 7 > Bjarni damage", "10 | 5"]));
    assert_eq!((fights(&table), life(&table)), (vec!["Asa > Bjarni 19:5 damage".to_owned()], vec![100, 86]));
    does(&mut table, &turn(&["9 7 > Bjarni rob Q", "10 | 5"]));
    assert_eq!((fights(&table), life(&table)), (vec!["Asa > Bjarni 19:5 rob".to_owned()], vec![100, 86]));
    let told = report(&table);
    assert_eq!(told["players"][0]["taken"], json!([{ "rank": "Q", "from": "Bjarni" }]));
    assert_eq!(told["players"][1]["faces_left"], json!(3));
    // The winner has to choose.
    let why = refused(&mut table, &turn(&["9 7 > Bjarni", "10 | 5"]));
    assert_eq!(why, ["Asa wins against Bjarni, 19 against 5: choose to steal or to deal damage (B12)"]);
    // A treasure counts only where a robbery happens.
    does(&mut table, &turn(&["9 | 7 > Bjarni damage Q", "| 2 3"]));
    does(&mut table, &turn(&["2 | 7 > Bjarni rob Q", "| 2 3"]));
    assert_eq!(fights(&table), ["Asa > Bjarni 2:8 nothing"]);
}

#[test]
fn b12_equal_points_do_nothing_unless_the_option_lets_the_attacker_rob() {
    let equal = turn(&["9 7 > Bjarni rob Q", "| 14 2"]);
    let mut table = begun(2);
    does(&mut table, &equal);
    assert_eq!((fights(&table), life(&table)), (vec!["Asa > Bjarni 19:19 nothing".to_owned()], vec![100, 100]));
    let rob = || {
        let mut table = super::table();
        does(&mut table, &json!({ "begin": ["Asa", "Bjarni"], "equal": "rob" }));
        assert_eq!(table.state().equal, EqualPoints::Rob);
        table
    };
    let mut table = rob();
    does(&mut table, &equal);
    assert_eq!(fights(&table), ["Asa > Bjarni 19:19 rob"]);
    let mut table = rob();
    does(&mut table, &turn(&["9 7 > Bjarni damage", "| 14 2"]));
    assert_eq!((fights(&table), life(&table)), (vec!["Asa > Bjarni 19:19 nothing".to_owned()], vec![100, 100]));
    // Without an attack card nobody robs.
    does(&mut table, &turn(&["| 2 3 > Bjarni rob Q", "4 5"]));
    assert_eq!(fights(&table), ["Asa > Bjarni 0:0 nothing"]);
}

#[test]
fn b13_of_two_who_attack_each_other_the_higher_damage_goes_first() {
    let mut table = begun(2);
    set_life(&mut table, 0, 10);
    set_life(&mut table, 1, 14);
    // 19 − 5 = 14 comes before 10 − 0 = 10, and Bjarni is out before he strikes.
    does(&mut table, &turn(&["9 7 > Bjarni damage", "10 | 5 > Asa damage"]));
    assert_eq!((fights(&table), life(&table)), (vec!["Asa > Bjarni 19:5 damage".to_owned()], vec![10, 0]));
    assert_eq!(winner(&table), json!("Asa"));
    let mut table = begun(2);
    does(&mut table, &turn(&["10 | 5 > Bjarni damage", "9 7 > Asa rob A"]));
    assert_eq!(fights(&table), ["Bjarni > Asa 19:5 rob", "Asa > Bjarni 10:0 damage"]);
}

#[test]
fn b14_a_robbed_treasure_is_not_robbed_again() {
    let mut table = begun(3);
    does(&mut table, &turn(&["9 7 > Bjarni rob Q", "| 2 3", CALM]));
    let why = refused(&mut table, &turn(&["| 2 3", "9 7 > Asa damage", "9 7 > Bjarni rob Q"]));
    assert_eq!(why, ["Cara draws a Queen of Bjarni’s, which Asa has stolen before (B21)"]);
    let why = refused(&mut table, &json!({ "take": { "seat": 2, "from": 1, "rank": "Q" } }));
    assert_eq!(why, ["Cara steals a Queen of Bjarni’s, which Asa has stolen before (B14)"]);
    // Nor is it drawn from the robber: they still have their own.
    does(&mut table, &turn(&["| 2 3", "| 4 5", "9 7 > Asa rob Q"]));
    let taken: Vec<Treasure> = table.state().players.iter().flat_map(|player| player.taken.clone()).collect();
    assert_eq!(taken, [(1, Seat(1)), (0, Seat(0))].map(|(_, from)| Treasure { rank: Rank::QUEEN, from }));
    // A treasure that was never robbed can't be given back.
    let why = refused(&mut table, &json!({ "give-back": { "seat": 1, "from": 0, "rank": "K" } }));
    assert_eq!(why, ["Bjarni hasn’t stolen a King of Asa’s (B14)"]);
    does(&mut table, &json!({ "give-back": { "seat": 0, "from": 1, "rank": "Q" } }));
    assert_eq!(report(&table)["players"][1]["faces_left"], json!(4));
}

#[test]
fn b15_cards_come_again_when_a_deck_is_shuffled_anew() {
    let mut table = begun(2);
    for _ in 0..8 {
        does(&mut table, &turn(&["9 7", "| 14 13"]));
    }
    assert_eq!(table.state().turn, 8);
}

#[test]
fn b16_an_army_without_life_points_or_without_its_face_treasures_is_out() {
    let mut table = begun(3);
    set_life(&mut table, 1, 14);
    does(&mut table, &turn(&["9 7 > Bjarni damage", "| 5 6", CALM]));
    assert_eq!(life(&table)[1], 9);
    does(&mut table, &turn(&["9 7 > Bjarni damage", "| 4 3", CALM]));
    assert_eq!(table.state().players[1].out, Some(Out { why: Why::Life, turn: 2 }));
    let why = refused(&mut table, &turn(&[CALM, CALM, CALM]));
    assert_eq!(why, ["Bjarni is out of the game (B16)"]);
    let at_him = [super::says("Asa", "9 7 > Bjarni damage"), super::says("Cara", CALM)];
    let why = refused(&mut table, &json!({ "turn": at_him }));
    assert_eq!(why, ["Asa attacks Bjarni, who is out of the game (B16)"]);
    let why = refused(&mut table, &json!({ "take": { "seat": 1, "from": 0, "rank": "Q" } }));
    assert_eq!(why, ["Bjarni is out of the game (B16)"]);
    // A life point given back brings the army back.
    does(&mut table, &json!({ "adjust": { "seat": 1, "by": 5 } }));
    assert_eq!(table.state().players[1].out, None);

    let mut table = begun(3);
    take(&mut table, 0, 1, &["J", "Q"]);
    take(&mut table, 2, 1, &["K"]);
    does(&mut table, &turn(&["9 7 > Bjarni rob A", CALM, CALM]));
    assert_eq!(table.state().players[1].out, Some(Out { why: Why::Treasures, turn: 1 }));
    assert_eq!(life(&table)[1], 80);
}

#[test]
fn b17_four_different_face_treasures_of_others_win_at_once() {
    let mut table = begun(4);
    take(&mut table, 0, 1, &["J"]);
    take(&mut table, 0, 2, &["Q"]);
    // The same rank twice, and lesser treasures, win nothing.
    take(&mut table, 0, 3, &["J", "Q", "10", "2"]);
    take(&mut table, 0, 1, &["K"]);
    assert_eq!(winner(&table), Value::Null);
    // Bjarni's fight would come after it: it is not carried out.
    does(&mut table, &turn(&["9 7 > Dalla rob A", "5 | 6 > Asa damage", CALM, CALM]));
    assert_eq!(winner(&table), json!("Asa"));
    assert_eq!((fights(&table), life(&table)[0]), (vec!["Asa > Dalla 19:8 rob".to_owned()], 80));
    assert_eq!(table.state().over, Some(Over { winners: vec![Seat(0)], by: WonBy::FourTreasures }));
    let why = refused(&mut table, &turn(&[CALM, CALM, CALM, CALM]));
    assert_eq!(why, ["the game is over: Asa won with four face treasures (B17)"]);
}

#[test]
fn b18_the_last_army_left_wins() {
    let mut table = begun(3);
    set_life(&mut table, 0, 1);
    set_life(&mut table, 2, 1);
    does(&mut table, &turn(&[CALM, "14 13 > Asa damage", CALM]));
    assert_eq!(winner(&table), Value::Null);
    does(&mut table, &json!({ "adjust": { "seat": 2, "by": -1 } }));
    assert_eq!(winner(&table), json!("Bjarni"));
    assert_eq!(table.state().over, Some(Over { winners: vec![Seat(1)], by: WonBy::LastArmy }));
    for command in [json!("end-turn"), json!({ "take": { "seat": 1, "from": 0, "rank": "Q" } })] {
        assert_eq!(refused(&mut table, &command), ["the game is over: Bjarni won as the last army (B18)"]);
    }
    // A correction goes on with it.
    does(&mut table, &json!({ "adjust": { "seat": 2, "by": 1 } }));
    assert_eq!((winner(&table), Rules::standing(table.state())), (Value::Null, Standing::Together));
}

#[test]
fn b19_all_fights_of_a_turn_go_by_their_damage() {
    let mut table = begun(5);
    set_life(&mut table, 1, 5);
    let plays =
        ["9 7 > Bjarni damage", "10 | 2 > Cara damage", "8 7 > Bjarni damage", "6 5 > Cara damage", "| 2 3 > Asa"];
    does(&mut table, &turn(&plays));
    // 17 puts Bjarni out; what Cara does to him is nothing; what he would do to Cara does not happen.
    assert_eq!(
        fights(&table),
        [
            "Asa > Bjarni 19:2 damage",
            "Cara > Bjarni 18:2 nothing",
            "Dalla > Cara 14:0 damage",
            "Egil > Asa 0:0 nothing"
        ]
    );
    assert_eq!(life(&table), [60, 0, 46, 60, 60]);
}

#[test]
fn b19_equal_damage_falls_at_the_same_time() {
    let mut table = begun(3);
    for seat in 0..3 {
        set_life(&mut table, seat, 10);
    }
    // Asa and Bjarni put each other out, though one of them is listed first.
    does(&mut table, &turn(&["10 | 4 > Bjarni damage", "10 | 4 > Asa damage", CALM]));
    assert_eq!(out(table.state()), [false, false, false]);
    assert_eq!(life(&table), [4, 4, 10]);
    does(&mut table, &turn(&["10 | 4 > Bjarni damage", "10 | 4 > Asa damage", "| 2 3"]));
    assert_eq!((out(table.state()), winner(&table)), (vec![true, true, false], json!("Cara")));
}

#[test]
fn b20_life_stops_at_zero_and_treasures_leave_with_their_army() {
    let mut table = begun(3);
    take(&mut table, 1, 0, &["Q", "5"]);
    take(&mut table, 2, 1, &["K"]);
    set_life(&mut table, 1, 3);
    does(&mut table, &turn(&["9 7 > Bjarni damage", "| 2 3", CALM]));
    assert_eq!(life(&table)[1], 0);
    let told = report(&table);
    assert_eq!(told["players"][1], json!({ "name": "Bjarni", "life": 0, "out": true, "taken": [], "faces_left": 0 }));
    // The treasures that he robbed are out with him, and Asa's Queen doesn't come back; his own robbed ones stay.
    assert_eq!(told["players"][0]["faces_left"], json!(3));
    assert_eq!(told["players"][2]["taken"], json!([{ "rank": "K", "from": "Bjarni" }]));
    let why = refused(&mut table, &json!({ "take": { "seat": 0, "from": 1, "rank": "A" } }));
    assert_eq!(why, ["Bjarni is out of the game, and so is all their treasure (B20)"]);
    let why = refused(&mut table, &json!({ "adjust": { "seat": 1, "by": -1 } }));
    assert_eq!(why, ["Bjarni has no life points left (B20)"]);
}

#[test]
fn b21_a_treasure_is_drawn_once_and_without_any_left_the_robber_deals_damage() {
    let mut table = begun(3);
    let why = refused(&mut table, &turn(&["9 7 > Bjarni rob", CALM, CALM]));
    assert_eq!(why, ["Asa steals from Bjarni, 19 against 8: say which treasure was drawn (B21)"]);
    let both = ["9 7 > Bjarni rob Q", CALM, "8 5 > Bjarni rob Q"];
    let why = refused(&mut table, &turn(&both));
    assert_eq!(why, ["Cara draws a Queen of Bjarni’s, which is stolen in the same turn (B21)"]);
    // One card is left, and two rob with the same damage: the second one finds nothing.
    take(&mut table, 2, 1, &["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]);
    does(&mut table, &turn(&["9 7 > Bjarni rob A", CALM, "10 6 > Bjarni rob A"]));
    assert_eq!(fights(&table), ["Cara > Bjarni 19:8 rob", "Asa > Bjarni 19:8 damage"]);
    assert_eq!((life(&table)[1], out(table.state())), (69, vec![false, true, false]));
}

#[test]
fn b22_nobody_wins_when_the_last_fall_together_and_four_treasures_go_before_the_last_army() {
    let mut table = begun(2);
    set_life(&mut table, 0, 6);
    set_life(&mut table, 1, 6);
    does(&mut table, &turn(&["10 | 4 > Bjarni damage", "10 | 4 > Asa damage"]));
    assert_eq!((out(table.state()), winner(&table)), (vec![true, true], Value::Null));
    assert_eq!(Rules::standing(table.state()), Standing::Over(Vec::new()));
    let why = refused(&mut table, &turn(&[]));
    assert_eq!(why, ["the game is over: the last armies fell together (B22)"]);

    // Asa robs her fourth at the very moment in which she would be out: she has won.
    let mut table = begun(3);
    set_life(&mut table, 0, 6);
    take(&mut table, 0, 1, &["J", "Q"]);
    take(&mut table, 0, 2, &["K"]);
    does(&mut table, &turn(&["10 | 4 > Bjarni rob A", "10 | 4 > Asa damage", CALM]));
    assert_eq!((winner(&table), out(table.state())), (json!("Asa"), vec![false, false, false]));

    // Two who rob their fourth at the same time win together.
    let mut table = begun(3);
    take(&mut table, 0, 2, &["J", "Q"]);
    take(&mut table, 0, 1, &["K"]);
    take(&mut table, 1, 0, &["J", "Q", "K"]);
    does(&mut table, &turn(&["10 | 4 > Bjarni rob A", "10 | 4 > Asa rob A", CALM]));
    assert_eq!(winner(&table), json!(["Asa", "Bjarni"]));

    // Nobody has to attack.
    let mut table = begun(2);
    does(&mut table, &turn(&["9 7", "8 | 5"]));
    assert_eq!(fights(&table), Vec::<String>::new());
}

#[test]
fn b23_an_army_is_out_as_soon_as_its_last_own_face_treasure_is_robbed() {
    let mut table = begun(3);
    take(&mut table, 0, 1, &["J", "Q"]);
    take(&mut table, 2, 1, &["K"]);
    // Asa robs the Ace with 11; Bjarni's attack with 10 on Cara comes later, and he is out by then.
    does(&mut table, &turn(&["9 7 > Bjarni rob A", "10 | 8 > Cara damage", "6 | 5"]));
    assert_eq!(
        (fights(&table), out(table.state())),
        (vec!["Asa > Bjarni 19:8 rob".to_owned()], vec![false, true, false])
    );
    // Treasures that he has robbed himself do not keep him in the game.
    let mut table = begun(3);
    take(&mut table, 1, 0, &["A"]);
    take(&mut table, 0, 1, &["J", "Q"]);
    take(&mut table, 2, 1, &["K", "A"]);
    assert_eq!(table.state().players[1].out.map(|out| out.why), Some(Why::Treasures));
}

#[test]
fn the_fights_stop_at_the_first_choice_that_is_open() {
    let table = begun(3);
    let cards = [rank(9), rank(7)];
    let mut plays = vec![
        play(0, [&cards, &[]], Some(Seat(1)), None),
        play(1, [&[], &[rank(2), rank(3)]], None, None),
        play(2, [&cards[..1], &cards[1..]], Some(Seat(1)), Some(Wants::Damage)),
    ];
    let open = |plays: &[_]| resolve(table.state(), plays, 3).open.map(|open| (open.clash, open.need));
    let clash = Clash { by: Seat(0), on: Seat(1), attack: 19, defence: 8 };
    assert_eq!(open(&plays), Some((clash, Need::Choice)));
    plays[0].wants = Some(Wants::Rob);
    assert_eq!(open(&plays), Some((clash, Need::Treasure(Rank::all().collect()))));
    plays[0].treasure = Some(Rank::KING);
    let resolved = resolve(table.state(), &plays, 3);
    assert_eq!((resolved.open, resolved.fights.len()), (None, 2));
    assert_eq!(resolved.after.player(Seat(1)).map(|player| player.life), Some(79));
    assert_eq!(table.state(), begun(3).state());
}

#[test]
fn what_is_legal_can_be_done_and_nothing_else_of_its_kind() {
    let mut table = begun(3);
    take(&mut table, 0, 1, &["Q", "5"]);
    let legal = table.rules().legal(table.state());
    for command in &legal {
        assert!(table.check(command).is_ok(), "{command:?}");
    }
    let count = |is: fn(&Command) -> bool| legal.iter().filter(|command| is(command)).count();
    assert_eq!(count(|command| matches!(command, Command::Take { .. })), 3 * 2 * 13 - 2 * 2);
    assert_eq!(count(|command| matches!(command, Command::GiveBack { .. })), 2);
    assert_eq!(count(|command| matches!(command, Command::Adjust { .. })), 6);
    assert_eq!(count(|command| matches!(command, Command::EndTurn)), 1);
}

#[test]
fn b5_four_players_may_play_with_the_life_points_of_five() {
    let mut table = super::table();
    does(&mut table, &json!({ "begin": NAMES[..4], "four": "as-five" }));
    assert_eq!(life(&table), [60; 4]);
    for (players, points) in [(2, 100), (3, 80), (5, 60)] {
        does(&mut table, &json!({ "begin": NAMES[..players], "four": "as-five" }));
        assert_eq!(life(&table), vec![points; players], "the option is for four alone");
    }
    does(&mut table, &json!({ "begin": NAMES[..4], "four": "as-three" }));
    assert_eq!(life(&table), [80; 4]);
}

/// Creates a game in which all fights count, and only mutual ones go by their damage (B13, B19).
fn mutual(players: usize) -> Table {
    let mut table = super::table();
    does(&mut table, &json!({ "begin": NAMES[..players], "order": "mutual" }));
    table
}

#[test]
fn b13_b19_by_the_plain_reading_all_fights_count() {
    // Asa fells Bjarni with 17; he strikes Cara all the same.
    let plays = ["9 7 > Bjarni damage", "5 | 2 > Cara damage", "4 | 3"];
    for (order, cara) in [("all", 80), ("mutual", 78)] {
        let mut table = super::table();
        does(&mut table, &json!({ "begin": NAMES[..3], "order": order }));
        set_life(&mut table, 1, 15);
        does(&mut table, &turn(&plays));
        assert_eq!((life(&table)[2], out(table.state())), (cara, vec![false, true, false]), "{order}");
    }
    // If two attack each other the higher damage comes first, and its fall ends the other's attack.
    let mut table = mutual(2);
    set_life(&mut table, 1, 6);
    does(&mut table, &turn(&["9 | 2 > Bjarni damage", "6 | 3 > Asa damage"]));
    assert_eq!((life(&table), out(table.state())), (vec![100, 0], vec![false, true]));
    assert_eq!(fights(&table), ["Asa > Bjarni 9:3 damage"]);
    // It strikes back if the first strike wasn't enough, though a third army puts it out in the same turn.
    let mut table = mutual(3);
    set_life(&mut table, 1, 12);
    does(&mut table, &turn(&["9 | 2 > Bjarni damage", "6 | 3 > Asa damage", "10 | 2 > Bjarni damage"]));
    assert_eq!((life(&table), out(table.state())), (vec![76, 0, 80], vec![false, true, false]));
    assert_eq!(fights(&table), ["Cara > Bjarni 10:3 damage", "Asa > Bjarni 9:3 damage", "Bjarni > Asa 6:2 damage"]);
    // Equal damage: at the same time.
    let mut table = mutual(2);
    (0..2).for_each(|seat| set_life(&mut table, seat, 5));
    does(&mut table, &turn(&["9 | 2 > Bjarni damage", "9 | 2 > Asa damage"]));
    assert_eq!((out(table.state()), winner(&table)), (vec![true, true], Value::Null));
    // The fourth treasure of a first strike wins before the other's attack.
    let mut table = mutual(3);
    take(&mut table, 0, 2, &["J", "Q", "K"]);
    does(&mut table, &turn(&["9 7 > Bjarni rob A", "6 | 3 > Asa damage", CALM]));
    assert_eq!((winner(&table), life(&table)), (json!("Asa"), vec![80; 3]));
    // A robbery of the last face treasure is a fall as well.
    let mut table = mutual(3);
    take(&mut table, 2, 1, &["J", "Q", "K"]);
    does(&mut table, &turn(&["9 7 > Bjarni rob A", "6 | 3 > Asa damage", CALM]));
    assert_eq!((out(table.state()), life(&table)), (vec![false, true, false], vec![80; 3]));
}

#[test]
fn b24_equal_fights_on_one_target_go_from_its_left() {
    let plays = ["9 | 3 > Cara damage", "9 | 3 > Cara damage", "| 2 3", "9 | 3 > Cara damage"];
    let mut table = begun(4);
    does(&mut table, &turn(&plays));
    let order = |table: &Table| fights(table).iter().map(|fight| fight[..1].to_owned()).collect::<String>();
    assert_eq!(order(&table), "DAB", "Dalla sits at Cara's left");
    // Games of the first edition list them in the order of the seats.
    let mut setup = match Rules::begin(
        table.rules(),
        skirmish_tracker::table::PlayerConfig::in_order(NAMES[..4].iter().map(|name| (*name).to_owned()).collect()),
    ) {
        Command::Begin(setup) => setup,
        other => panic!("{other:?}"),
    };
    setup.rules = skirmish_tracker::table::Ruleset::First;
    let mut table = super::table();
    table.act(Command::Begin(setup), skirmish_tracker::table::Millis(0)).expect("a game");
    does(&mut table, &turn(&plays));
    assert_eq!(order(&table), "ABD");
}

#[test]
fn options_are_left_out_of_journals_where_they_are_the_usual_ones() {
    let mut table = begun(4);
    let text = |table: &Table| skirmish_tracker::table::journal::text(table).expect("a journal");
    assert!(!text(&table).contains("as-") && !text(&table).contains("order"));
    does(&mut table, &json!({ "begin": NAMES[..4], "four": "as-five", "order": "mutual" }));
    let written = text(&table);
    let read = skirmish_tracker::table::journal::read(written.as_bytes(), table.rules()).expect("a journal").table;
    assert_eq!(read.entries(), table.entries());
    let packed = skirmish_tracker::table::transfer::pack(&table).expect("a link");
    assert_eq!(
        skirmish_tracker::table::transfer::unpack(&packed, table.rules()).expect("a table").state(),
        table.state()
    );
}
