//! The program with the JavaScript that it needs in a browser.

use std::fs;
use std::path::Path;

use walrus::{ExportId, ModuleConfig};
use wasm_bindgen_cli_support::Bindgen;

use crate::Made;
use crate::compressed::Compressed;

/// Beginnings of the names of functions that printpdf exports for other pages. Nothing calls them here, and a third of a megabyte is
/// there for them alone.
const UNUSED: [&str; 2] = ["Pdf_", "__wbindgen_describe_Pdf_"];

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
    let bytes = fs::read(compiled).map_err(|why| format!("{}: {why}", compiled.display()))?;
    // Valid as the compiler makes it, which takes a second to confirm.
    let mut module = ModuleConfig::new()
        .strict_validate(false)
        .generate_name_section(false)
        .generate_producers_section(false)
        .parse(&bytes)
        .map_err(|why| format!("{}: {why}", compiled.display()))?;
    let is_unused = |name: &str| UNUSED.iter().any(|beginning| name.starts_with(beginning));
    let unused: Vec<ExportId> =
        module.exports.iter().filter(|export| is_unused(&export.name)).map(walrus::Export::id).collect();
    unused.into_iter().for_each(|export| module.exports.delete(export));
    Bindgen::new()
        .input_module(name, module)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name(name)
        .generate(&bound)?;
    let wasm = fs::read(bound.join(format!("{name}_bg.wasm")))?;
    Ok(Program { compressed: Compressed::of(&wasm)?, wasm, script: fs::read(bound.join(format!("{name}.js")))? })
}
