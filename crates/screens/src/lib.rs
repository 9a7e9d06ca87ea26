//! The tracker's screens: they read the state of a table and give commands.
//!
//! A frame goes one way: fingers are taken, everything is drawn from the state, and what people asked for is carried out
//! when all is drawn. Every event is kept before the frame that shows it.

mod battling;
mod button;
mod canvas;
mod cards;
mod chance;
mod clock;
mod declared;
mod emblem;
mod form;
mod head;
mod keyboard;
mod letters;
mod look;
mod pages;
mod pictures;
mod preferences;
mod region;
mod seats;
mod session;
mod settings;
mod shared;
mod shelf;
mod skirminion;
mod skirmish;
mod stage;
mod store;
mod touch;
mod tracker;
mod view;
mod warband;

pub use cards::Cards;
pub use letters::definitions as fonts;
pub use look::{Contrast, Theme};
pub use pictures::Pictures;
pub use preferences::Preferences;
pub use session::{ForGame, Screens, for_game};
pub use settings::{ClockKind, Settings, TextSize};
pub use shelf::{GameInfo, Library, OldJournal, OpenError, Participant, Progress, Remedy, Shelf};
pub use store::{Cue, NullStore, Store, StoreError};
pub use tracker::Tracker;
pub use view::Awake;

use skirmish_base::{calendar, diagnostic, ordered, vfs};
use skirmish_gallery as gallery;
use skirmish_model::game;
use skirmish_pixels as image;
use skirmish_read as read;
use skirmish_tracker::{keep, table};
