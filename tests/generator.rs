//! What the generator prints and says: cards, pieces, sheets, books, pictures, checks, and the program itself.
//!
//! One program for all of them: `cargo test --test generator cards::` runs those of one file.

mod art;
mod battling_print;
mod book_markup;
mod book_pages;
mod calibrate;
mod cards;
mod changed;
mod checks;
mod common;
mod dice;
mod diff;
mod dist;
mod draft;
mod faces;
mod faults;
mod figures;
mod fonts;
mod fuzzed;
mod languages;
mod left_out;
mod listing;
mod looks;
mod mutations;
mod packs;
mod pdf_geometry;
mod pdf_readers;
mod pdf_ua;
mod pictures;
mod pieces;
mod press;
mod problems;
mod program;
mod readme;
mod rooms;
mod rulebook;
mod rulebook_html;
mod seeded;
mod sheets;
mod shipped_game;
mod skirminion_print;
mod text_markup;
mod warband_print;
mod watch;
