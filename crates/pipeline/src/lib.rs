//! The stages of every command of the generator, from the files of a game to what is written and told.
//!
//! Modules are layered: each uses only those above it in this list.

pub mod proof;

pub mod job;

pub mod report;

pub mod watch;

use skirmish_base::{calendar, diagnostic, threads, units, vfs};
use skirmish_book as book;
use skirmish_edit as edit;
use skirmish_model::{game, shape};
use skirmish_output::{cmyk, pack, pdf, sheet};
use skirmish_read as read;
use skirmish_render::{face, image, raster, scene, text};
#[cfg(not(target_family = "wasm"))]
use skirmish_serve as serve;
