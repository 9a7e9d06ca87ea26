//! From a template and a card to a face: text is set, art is placed, and the finished scene is drawn as pixels.
//!
//! Modules are layered: each uses only those above it in this list.

pub mod raster;

pub mod emblem;

pub mod text;

pub mod scene;

pub mod face;

pub mod image;

use skirmish_base::{diagnostic, identity, threads, units, vfs};
use skirmish_model::{game, shape};
use skirmish_read as read;
