//! The generator for browsers: its program and worker, and the data of each game in a file of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;
use skirmish_base::vfs::{Vfs, pack};
use skirmish_packs::{Made, PageGame, Photos, hashed};
use skirmish_pipeline::job::About;

use crate::bind::Program;
use crate::compressed::Compressed;
use crate::folder::Hashed;

/// Folder in the page's folder.
const FOLDER: &str = "studio";

/// Fonts of the page, from `fonts/screen`.
const FONTS: [&str; 3] = ["Inter-Regular.otf", "Inter-SemiBold.otf", "Junicode-Medium.otf"];
/// Scripts and styles of the page, in dependency order.
const PARTS: [&str; 11] = [
    "studio.css",
    "generator.js",
    "parts.js",
    "store.js",
    "bring.js",
    "library.js",
    "intake.js",
    "form.js",
    "print.js",
    "targets.js",
    "page.js",
];

/// The files of the generator, by their names in the page's folder.
pub struct Studio {
    /// All files.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Name of the program, and its compressed forms.
    pub program: (String, Compressed),
}

/// Puts the generator's files together.
pub fn of(root: &Path, program: Program, games: &[PageGame], photos: &[Photos]) -> Made<Studio> {
    let mut files = page(root, games, photos)?;
    let mut add = |name: &str, bytes: Vec<u8>| {
        let file = hashed(name, &bytes);
        files.insert(format!("{FOLDER}/{file}"), bytes);
        file
    };
    let script = add("studio.js", program.script);
    let wasm = add("studio.wasm", program.wasm);
    let mut packs = BTreeMap::new();
    for PageGame { vfs, id, .. } in games {
        packs.insert(id, add(&format!("{id}.pack"), packed(&**vfs, &[&format!("card-data/{id}")])?));
    }
    let Some(PageGame { vfs, .. }) = games.first() else { return Err("no games".into()) };
    let shared = add("shared.pack", packed(&**vfs, &["fonts", "templates"])?);
    // The page shows the progress of large files.
    let size = |name: &String| (name.clone(), files[&format!("{FOLDER}/{name}")].len());
    let sizes: BTreeMap<String, usize> = packs.values().chain([&wasm, &shared]).map(size).collect();
    let list = json!({ "script": script, "program": wasm, "shared": shared, "games": packs, "sizes": sizes });
    files.insert(format!("{FOLDER}/files.json"), serde_json::to_vec(&list)?);
    let worker = root.join("web/studio/worker.js");
    let worker = fs::read(&worker).map_err(|why| format!("{}: {why}", worker.display()))?;
    files.insert(format!("{FOLDER}/worker.js"), worker);
    // The page keeps all of this once it is open, to work without the network.
    let mut kept: Vec<&str> = files.keys().map(String::as_str).filter(|name| !name.ends_with("/index.html")).collect();
    let home = format!("{FOLDER}/");
    kept.push(&home);
    let kept = serde_json::to_vec(&kept)?;
    files.insert(format!("{FOLDER}/kept.json"), kept);
    Ok(Studio { files, program: (format!("{FOLDER}/{wasm}"), program.compressed) })
}

/// Returns the page: its scripts, styles and fonts, and pictures of each game.
fn page(root: &Path, games: &[PageGame], photos: &[Photos]) -> Made<BTreeMap<String, Vec<u8>>> {
    let read = |path: String| fs::read(root.join(&path)).map_err(|why| format!("{path}: {why}"));
    let mut named = Hashed::default();
    for font in FONTS {
        named.add(font, read(format!("fonts/screen/{font}"))?);
    }
    for part in PARTS {
        let text = named.renamed(&String::from_utf8(read(format!("web/studio/page/{part}"))?)?);
        named.add(part, text.into_bytes());
    }
    let index = named.renamed(&String::from_utf8(read("web/studio/page/index.html".to_owned())?)?);
    let mut files = named.files;
    let mut listed = Vec::new();
    for (PageGame { id, project, .. }, photos) in games.iter().zip(photos) {
        let game = &project.game;
        let mut add = |picture: &Vec<u8>| {
            let name = hashed(&format!("{id}.jpg"), picture);
            files.insert(name.clone(), picture.clone());
            name
        };
        let pictures: Vec<String> = photos.shelf.iter().map(&mut add).collect();
        let mut about = json!(About::from(game));
        about["pictures"] = json!(pictures);
        listed.push(about);
    }
    // Within a script, nothing may look like its end.
    let listed = serde_json::to_string(&listed)?.replace('<', "\\u003c");
    let listed = format!("<script type=\"application/json\" id=\"included\">{listed}</script>");
    files.insert("index.html".to_owned(), index.replace("<!-- the included games -->", &listed).into_bytes());
    Ok(files.into_iter().map(|(name, bytes)| (format!("{FOLDER}/{name}"), bytes)).collect())
}

/// Packs the files of folders that `skirmish build` may read.
fn packed(vfs: &dyn Vfs, folders: &[&str]) -> Made<Vec<u8>> {
    /// Faces of the screen, and a profile that is part of the program.
    const OTHERS: [&str; 2] = ["fonts/screen/", "templates/press/"];
    let all = folders.iter().flat_map(|folder| vfs.files(folder));
    let paths: Vec<String> = all.filter(|path| !OTHERS.iter().any(|other| path.starts_with(other))).collect();
    Ok(pack(vfs, &paths)?)
}
