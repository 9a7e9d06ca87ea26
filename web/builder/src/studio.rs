//! The generator for browsers: its program and worker, and the data of each game in a file of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::json;
use skirmish_base::vfs::{Vfs, pack};
use skirmish_packs::{Made, PageGame, hashed, shelf};
use skirmish_pipeline::job::About;
use skirmish_pipeline::watch::FILES;

use crate::bind::Program;
use crate::compressed::Compressed;
use crate::folder::Hashed;

/// Folder in the page's folder.
const FOLDER: &str = "studio";

/// Fonts of the page, from `fonts/screen`.
const FONTS: [&str; 3] = ["Inter-Regular.otf", "Inter-SemiBold.otf", "Junicode-Medium.otf"];
/// Scripts and styles of the page, in dependency order.
const PARTS: [&str; 13] = [
    "studio.css",
    "parts.js",
    "generator.js",
    "store.js",
    "bring.js",
    "play.js",
    "library.js",
    "intake.js",
    "form.js",
    "align.js",
    "print.js",
    "targets.js",
    "page.js",
];
/// Folder of the page on which a game is changed: that of `skirmish watch`, with another host.
const EDIT: &str = "edit";
/// Its scripts and styles, in dependency order.
const EDIT_PARTS: [&str; 20] = [
    "page.css",
    "parts.js",
    "host.js",
    "commands.js",
    "compare.js",
    "editing.js",
    "colours.js",
    "fields.js",
    "find.js",
    "history.js",
    "panel.js",
    "layout.js",
    "menu.js",
    "codemirror.js",
    "code.js",
    "files.js",
    "problems.js",
    "sheets.js",
    "table.js",
    "page.js",
];

/// The files of the generator, by their names in the page's folder.
pub struct Studio {
    /// All files.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Name of the program, and its compressed forms.
    pub program: (String, Compressed),
}

/// Puts the generator's files together; `table` is the name of the table's data.
pub fn of(root: &Path, program: Program, words: Program, games: &[PageGame], table: &str) -> Made<Studio> {
    let mut files = page(root, games)?;
    let mut add = |name: &str, bytes: Vec<u8>| {
        let file = hashed(name, &bytes);
        files.insert(format!("{FOLDER}/{file}"), bytes);
        file
    };
    let script = add("studio.js", program.script);
    let wasm = add("studio.wasm", program.wasm);
    let words = json!({ "script": add("words.js", words.script), "program": add("words.wasm", words.wasm) });
    let mut packs = BTreeMap::new();
    for PageGame { vfs, id, .. } in games {
        packs.insert(id, add(&format!("{id}.pack"), packed(&**vfs, &[&format!("card-data/{id}")])?));
    }
    let Some(PageGame { vfs, .. }) = games.first() else { return Err("no games".into()) };
    let shared = add("shared.pack", packed(&**vfs, &["fonts", "templates"])?);
    // The page shows the progress of large files.
    let size = |name: &String| (name.clone(), files[&format!("{FOLDER}/{name}")].len());
    let sizes: BTreeMap<String, usize> = packs.values().chain([&wasm, &shared]).map(size).collect();
    let list = json!({ "script": script, "program": wasm, "words": words, "shared": shared, "games": packs, "sizes": sizes, "table": format!("../{table}") });
    files.insert(format!("{FOLDER}/files.json"), serde_json::to_vec(&list)?);
    let worker = root.join("web/studio/worker.js");
    let worker = fs::read(&worker).map_err(|why| format!("{}: {why}", worker.display()))?;
    files.insert(format!("{FOLDER}/worker.js"), worker);
    // The page keeps all of this once it is open, to work without the network.
    let mut kept: Vec<&str> = files.keys().map(String::as_str).filter(|name| !name.ends_with("/index.html")).collect();
    let homes = [format!("{FOLDER}/"), format!("{FOLDER}/{EDIT}/")];
    kept.extend(homes.iter().map(String::as_str));
    let kept = serde_json::to_vec(&kept)?;
    files.insert(format!("{FOLDER}/kept.json"), kept);
    Ok(Studio { files, program: (format!("{FOLDER}/{wasm}"), program.compressed) })
}

/// Returns the page: its scripts, styles and fonts, and pictures of each game.
fn page(root: &Path, games: &[PageGame]) -> Made<BTreeMap<String, Vec<u8>>> {
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
    let edit = edit_page(&named, &read("web/studio/edit/host.js".to_owned())?)?;
    let mut files = named.files;
    files.extend(edit);
    let mut listed = Vec::new();
    let shelves = games.par_iter().map(|game| shelf(game).map_err(|why| why.to_string()));
    let shelves: Vec<Vec<Vec<u8>>> = shelves.collect::<Result<_, String>>()?;
    for (PageGame { id, project, .. }, shelf) in games.iter().zip(shelves) {
        let game = &project.game;
        let add = |picture: Vec<u8>| {
            let name = hashed(&format!("{id}.jpg"), &picture);
            files.insert(name.clone(), picture);
            name
        };
        let pictures: Vec<String> = shelf.into_iter().map(add).collect();
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

/// Returns the page on which a game is changed; `shared` are files of the studio's own page.
fn edit_page(shared: &Hashed, host: &[u8]) -> Made<BTreeMap<String, Vec<u8>>> {
    /// The header that the server of `skirmish watch` sends.
    const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; \
        style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; \
        base-uri 'none'; form-action 'none'\">";
    let text = |name: &str| {
        let found = FILES.iter().find(|(path, _)| path.strip_prefix('/') == Some(name));
        let (_, bytes) = found.ok_or_else(|| format!("{name} isn't part of the page of `skirmish watch`"))?;
        let bytes = if name == "host.js" { host } else { bytes };
        // The studio's own page has the typefaces already.
        let text = std::str::from_utf8(bytes)?;
        let text = text.replace("\"title.otf\"", "\"../Junicode-Medium.otf\"");
        Made::Ok(shared.renamed_above(&text.replace("\"text.otf\"", "\"../Inter-Regular.otf\"")))
    };
    let mut named = Hashed::default();
    for part in EDIT_PARTS {
        let text = named.renamed(&text(part)?);
        named.add(part, text.into_bytes());
    }
    let index = named.renamed(&text("index.html")?).replace("<title>", &format!("{POLICY}\n<title>"));
    named.files.insert("index.html".to_owned(), index.into_bytes());
    Ok(named.files.into_iter().map(|(name, bytes)| (format!("{EDIT}/{name}"), bytes)).collect())
}

/// Packs the files of folders that `skirmish build` may read.
fn packed(vfs: &dyn Vfs, folders: &[&str]) -> Made<Vec<u8>> {
    /// Faces of the screen, and a profile that is part of the program.
    const OTHERS: [&str; 2] = ["fonts/screen/", "templates/press/"];
    let all = folders.iter().flat_map(|folder| vfs.files(folder));
    let paths: Vec<String> = all.filter(|path| !OTHERS.iter().any(|other| path.starts_with(other))).collect();
    Ok(pack(vfs, &paths)?)
}
