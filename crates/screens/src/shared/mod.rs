//! What the screens of all games share: the sheets over a table, the setup of the people, the end of a game, and the parts that
//! panels and the middle of a table are made of. Nothing here knows which game it is.

pub mod card;
pub mod chart;
pub mod counted;
pub mod counter;
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
pub mod setup;
pub mod sheet;
pub mod switches;
pub mod table;
pub mod transfer;
