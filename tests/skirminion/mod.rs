//! Skirminion: every rule by its number, the moves against a second generator, random games, the opponent, the notation.
//!
//! Where each fact of the rules is tested; `facts.rs` sees to it that none is missing here and that each test is there.
//!
//! | fact | what | tests |
//! |---|---|---|
//! | K1 | board, sixteen dice | `rules::k1_sixteen_units_on_sixty_four_squares`, `print::what_is_printed_has_as_many_dice_as_the_game_needs` |
//! | K2 | who begins | `rules::k2_either_side_begins`, `ends::who_is_dragged_to_the_other_end_of_the_board_plays_the_other_side` |
//! | K3 | the first rows, health | `rules::k3_eight_units_of_six_in_the_first_rows`, `print::quoted_figures_are_those_of_the_rules` |
//! | K4 | friends, enemies | `rules::k4_the_other_sides_units_are_the_enemies` |
//! | K5 | in turn | `rules::k5_the_sides_activate_in_turn_one_of_their_own_units`, `games::random_games_keep_every_invariant_and_undo_to_the_start` |
//! | K6 | one move, one attack | `rules::k6_one_move_and_one_attack_in_either_order_either_or_neither`, `moves::perft_is_that_of_the_plain_rules` |
//! | K7 | destroyed | `rules::k7_a_unit_without_health_leaves_the_board_at_once` |
//! | K8 | rest | `rules::k8_rest_gives_a_weak_unit_out_of_contact_one_health`, `play::a_game_is_played_by_touch_to_victory_and_taken_back_to_its_start` |
//! | K9 | victory, draw | `rules::k9_who_destroys_all_enemies_wins_and_nobody_left_is_a_draw`, `rules::a_draw_is_agreed_or_offered_when_a_position_comes_for_the_third_time`, `play::both_must_agree_on_a_draw` |
//! | K10 | contact | `rules::k10_contact_is_the_eight_squares_around` |
//! | K11 | in contact after an attack | `rules::k11_a_unit_still_in_contact_after_its_attack_cannot_move` |
//! | K12 | retreat | `rules::k12_a_retreat_leads_out_of_contact_and_ends_the_activation`, `play::every_square_that_is_not_possible_says_why` |
//! | K13 | free squares, steps | `rules::k13_never_onto_a_unit_or_off_the_board` |
//! | K14 | moves of the strong | `rules::k14_strong_units_make_a_diagonal_step_or_two_straight_ones`, `moves::random_positions_have_the_activations_of_the_plain_rules` |
//! | K15 | moves of the weak | `rules::k15_weak_units_and_those_that_retreat_make_one_step` |
//! | K16 | whom to attack | `rules::k16_an_attack_is_against_an_enemy_in_contact_and_only_those_two_lose`, `moves::what_is_not_legal_has_a_reason_and_what_is_legal_has_none` |
//! | K17 | losses, helpers | `rules::k17_each_takes_one_and_one_more_for_each_further_friend_that_touches_the_other`, `print::boards_say_what_they_show_and_what_the_rules_make_of_it` |
//! | K18 | last stand | `rules::k18_the_last_of_a_side_takes_one_more_and_gains_one_never_above_six` |
//! | K19 | who can do nothing | `rules::k19_who_can_do_nothing_passes_and_the_game_goes_on` |
//!
//! All of them are in the book: `print::every_fact_and_ruling_is_in_the_book`.

mod facts;
mod games;
mod journal;
mod matches;
mod moves;
mod opponent;
mod plain;
#[cfg(feature = "tracker")]
mod program;
mod rules;

use crate::dice::Dice;
use skirmish_tracker::table::skirminion::{Change, Command, Position, Setup, Side, State, commands, decide};
use skirmish_tracker::table::{Change as _, Reason};

/// Creates a game with this position.
fn game(text: &str) -> State {
    let position: Position = text.parse().unwrap();
    State { position, seen: [(position, 1)].into(), ..begun(Side::Bone) }
}

/// Returns the start of a game.
fn begun(first: Side) -> State {
    State::begin(&Setup::of_sides(first))
}

/// Returns the changes of a command, or the objections.
fn considered(state: &State, command: &Command) -> Result<Vec<Change>, Vec<Reason>> {
    let decision = decide(state, command);
    if decision.reasons.is_empty() { Ok(decision.changes) } else { Err(decision.reasons) }
}

fn carry_out(state: &mut State, command: &Command) -> Vec<Change> {
    let changes = considered(state, command).unwrap_or_else(|reasons| panic!("{command:?}: {reasons:?}"));
    for change in &changes {
        change.apply(state).unwrap();
    }
    changes
}

fn play(state: &mut State, activations: &str) {
    for activation in activations.split_whitespace() {
        for command in commands(&state.position, activation.parse().unwrap()) {
            carry_out(state, &command);
        }
    }
}
