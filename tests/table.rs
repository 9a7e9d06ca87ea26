//! The rules of the games, their journals, and the program that plays them.
//!
//! One program for all of them: `cargo test --features tracker --test table journal::` runs those of one file.

mod battling;
mod declared;
mod declared_holmgang;
mod dice;
#[path = "common/http.rs"]
mod http;
mod journal;
mod journal_damage;
mod journal_kill;
mod journal_stored;
mod serve;
mod skirminion;
mod table_calculator;
mod table_choices;
mod table_cites;
mod table_data;
mod table_help;
mod table_play;
mod table_program;
mod table_random;
mod table_rules;
mod table_told;
mod table_undo;
mod transfer;
mod warband;
