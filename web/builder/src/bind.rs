//! The program with the JavaScript that it needs in a browser.

use std::fs;
use std::path::Path;

use walrus::{Data, DataId, ExportId, Module, ModuleConfig};
use wasm_bindgen_cli_support::Bindgen;

use crate::Made;
use crate::compressed::Compressed;

/// Beginnings of the names of functions that printpdf exports for other pages. Nothing calls them here, and a third of a megabyte is
/// there for them alone.
const UNUSED: [&str; 2] = ["Pdf_", "__wbindgen_describe_Pdf_"];

/// Length of the profile of a press (ICC) that printpdf adds to documents of kinds that aren't made here, in bytes.
const UNUSED_PROFILE: u32 = 654_352;

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
    blank_profile(&mut module);
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

/// Blanks the profile that is never used: it is 0.4 MB of a compressed program, and zeros are nothing.
fn blank_profile(module: &mut Module) {
    /// Where a profile says that it is one, after its length.
    const SIGNATURE: (usize, &[u8]) = (36, b"acsp");
    let length = UNUSED_PROFILE as usize;
    let is_profile = |bytes: &[u8]| {
        bytes.starts_with(&UNUSED_PROFILE.to_be_bytes()) && bytes[SIGNATURE.0..].starts_with(SIGNATURE.1)
    };
    let all: Vec<DataId> = module.data.iter().map(Data::id).collect();
    for id in all {
        let bytes = &mut module.data.get_mut(id).value;
        if let Some(start) = bytes.windows(length).position(is_profile) {
            bytes[start..start + length].fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use walrus::DataKind;

    use super::*;

    #[test]
    fn only_the_unused_profile_is_blanked() {
        let profile = |length: u32| {
            let mut bytes = vec![7; UNUSED_PROFILE as usize];
            bytes[..4].copy_from_slice(&length.to_be_bytes());
            bytes[36..40].copy_from_slice(b"acsp");
            bytes
        };
        let mut module = Module::with_config(ModuleConfig::new());
        let all = [vec![1, 2], profile(UNUSED_PROFILE), vec![3], profile(UNUSED_PROFILE - 1)].concat();
        let data = module.data.add(DataKind::Passive, all.clone());
        blank_profile(&mut module);
        let blanked = &module.data.get(data).value;
        let (start, end) = (2, 2 + UNUSED_PROFILE as usize);
        assert!(blanked[start..end].iter().all(|byte| *byte == 0));
        assert_eq!((&blanked[..start], &blanked[end..]), (&all[..start], &all[end..]));
    }
}
