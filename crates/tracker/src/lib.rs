//! The core of the tracker: what happens at a table, without a screen, a clock or a window.

pub mod keep;
pub mod table;

use skirmish_base::{diagnostic, ordered};
use skirmish_model::game;
use skirmish_rules as rules;
