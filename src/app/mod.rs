//! The tracker's screens: they read the state of a table and give commands.
//!
//! A frame goes one way: fingers are taken, everything is drawn from the state, and what people wished for is carried out
//! when all is drawn. Every event is kept before the frame that shows it.

mod aside;
#[cfg(feature = "tracker")]
mod asking;
mod attack;
mod button;
mod card;
mod cards;
mod choice;
#[cfg(feature = "tracker")]
mod desktop;
mod end;
mod form;
mod gear;
mod head;
mod health;
mod journal;
mod letterpad;
mod letters;
mod livery;
mod look;
mod menu;
mod middle;
mod pages;
mod panel;
mod pictures;
mod pile;
mod player;
mod recover;
mod reference;
mod seats;
mod settings;
mod setup;
mod sheet;
mod stage;
mod store;
mod touch;
mod tracker;
mod travel;
mod trip;
mod turn;
mod view;
mod weapon;

pub use cards::Cards;
#[cfg(feature = "tracker")]
pub use desktop::{Window, WindowError, run, usual_places};
pub use letters::definitions as fonts;
pub use look::{Contrast, Theme};
pub use pictures::Pictures;
pub use settings::{Settings, TextSize};
pub use store::{Nowhere, Store};
pub use tracker::Tracker;
pub use view::Awake;
