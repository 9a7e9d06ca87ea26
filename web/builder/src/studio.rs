//! The generator for browsers: its program and worker, and the data of each game in a file of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;
use skirmish_base::vfs::{Vfs, pack};

use crate::Made;
use crate::bind::Program;
use crate::compressed::Compressed;
use crate::folder::hashed;
use crate::games::PageGame;

/// Folder in the page's folder.
const FOLDER: &str = "studio";

/// The files of the generator, by their names in the page's folder.
pub struct Studio {
    /// All files.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Name of the program, and its compressed forms.
    pub program: (String, Compressed),
}

/// Puts the generator's files together.
pub fn of(root: &Path, program: Program, games: &[PageGame]) -> Made<Studio> {
    let mut files = BTreeMap::new();
    let mut add = |name: &str, bytes: Vec<u8>| {
        let file = hashed(name, &bytes);
        files.insert(format!("{FOLDER}/{file}"), bytes);
        file
    };
    let script = add("studio.js", program.script);
    let wasm = add("studio.wasm", program.wasm);
    let mut packs = BTreeMap::new();
    for PageGame { vfs, id, .. } in games {
        packs.insert(id, add(&format!("{id}.pack"), packed(vfs, &[&format!("card-data/{id}")])?));
    }
    let Some(PageGame { vfs, .. }) = games.first() else { return Err("no games".into()) };
    let shared = add("shared.pack", packed(vfs, &["fonts", "templates"])?);
    let list = json!({ "script": script, "program": wasm, "shared": shared, "games": packs });
    files.insert(format!("{FOLDER}/files.json"), serde_json::to_vec(&list)?);
    let worker = root.join("web/studio/worker.js");
    let worker = fs::read(&worker).map_err(|why| format!("{}: {why}", worker.display()))?;
    files.insert(format!("{FOLDER}/worker.js"), worker);
    Ok(Studio { files, program: (format!("{FOLDER}/{wasm}"), program.compressed) })
}

/// Packs the files of folders that `skirmish build` may read.
fn packed(vfs: &dyn Vfs, folders: &[&str]) -> Made<Vec<u8>> {
    /// Faces of the screen, and a profile that is part of the program.
    const OTHERS: [&str; 2] = ["fonts/screen/", "templates/press/"];
    let all = folders.iter().flat_map(|folder| vfs.files(folder));
    let paths: Vec<String> = all.filter(|path| !OTHERS.iter().any(|other| path.starts_with(other))).collect();
    Ok(pack(vfs, &paths)?)
}
