//! Screens shared by all games: sheets over a table, setup of the players, the end of a game, and the parts of panels
//! and of the middle. Nothing here depends on a particular game.

pub mod answer;
pub mod card;
pub mod chart;
pub mod counted;
pub mod counter;
pub mod dice;
pub mod die;
pub mod end;
pub mod journal;
pub mod menu;
pub mod middle;
pub mod ornament;
pub mod panel;
pub mod paragraph;
pub mod player;
pub mod reference;
pub mod seats;
pub mod setup;
pub mod sheet;
pub mod switches;
pub mod table;
pub mod transfer;
