//! The program with the JavaScript that it needs in a browser.

use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::Made;
use crate::compressed::Compressed;

/// A program for a browser.
pub struct Program {
    /// The program itself.
    pub wasm: Vec<u8>,
    /// The same compressed, which takes as long as drawing all pictures of a game.
    pub compressed: Compressed,
    /// The script that loads it in a browser.
    pub script: Vec<u8>,
}

/// Binds a compiled program to JavaScript, under a name.
pub fn program(compiled: &Path, name: &str) -> Made<Program> {
    let bound = compiled.with_extension("bound");
    Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name(name)
        .generate(&bound)?;
    let wasm = fs::read(bound.join(format!("{name}_bg.wasm")))?;
    Ok(Program { compressed: Compressed::of(&wasm)?, wasm, script: fs::read(bound.join(format!("{name}.js")))? })
}
