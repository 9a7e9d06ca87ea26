//! The program with the JavaScript that it needs in a browser.

use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::Made;

/// A program for a browser.
pub struct Program {
    /// The program itself.
    pub wasm: Vec<u8>,
    /// What a browser loads it with.
    pub script: Vec<u8>,
}

/// Binds a compiled program to JavaScript.
pub fn program(compiled: &Path) -> Made<Program> {
    let bound = compiled.with_extension("bound");
    Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("skirmish")
        .generate(&bound)?;
    let wasm = bound.join("skirmish_bg.wasm");
    Ok(Program { wasm: fs::read(wasm)?, script: fs::read(bound.join("skirmish.js"))? })
}
