//! The finished faces and pages as files: sheets of paper, PDF, press colours, packs for table simulators.
//!
//! Modules are layered: each uses only those above it in this list.

pub mod cmyk;

pub mod sheet;

pub mod pdf;

pub mod pack;

use skirmish_base::{calendar, diagnostic, threads, units, vfs};
use skirmish_model::{game, shape};
use skirmish_render::{face, raster, scene, text};
