//! The folder of the page: every file under a content-addressed name if possible, with compressed versions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use sha2::{Digest as _, Sha256};
use skirmish_packs::{Made, PageFiles, PageGame, Photos, digits, hashed, picture_list};

use crate::Page;
use crate::bind::Program;
use crate::compressed::Compressed;
use crate::icons;
use crate::studio::Studio;

/// Scripts and styles, in dependency order.
const SCRIPTS: [&str; 12] = [
    "video.js",
    "awake.js",
    "controls.js",
    "names.js",
    "sound.js",
    "writer.js",
    "keep.js",
    "pictures.js",
    "together.js",
    "versions.js",
    "page.css",
    "page.js",
];
/// The data of the table.
pub const PACK: &str = "table.pack";
/// Smaller files gain nothing.
const SMALL: usize = 1024;

/// Writes the folder again; returns its size, in words.
pub fn write(
    request: &Page,
    program: Program,
    studio: Option<Studio>,
    photos: Vec<Photos>,
    pack: Vec<u8>,
    games: &[PageGame],
) -> Made<String> {
    let page = request.root.join("web/page");
    let read = |name: &str| fs::read(page.join(name)).map_err(|why| format!("web/page/{name}: {why}"));
    let mut hashed = Hashed::default();
    // Referenced files come first, to know their names.
    let script = hashed.add("skirmish.js", program.script);
    let wasm = hashed.add("skirmish.wasm", program.wasm);
    let packed = hashed.add(PACK, pack);
    let mut scripts = vec![script];
    for name in SCRIPTS {
        let text = hashed.renamed(&String::from_utf8(read(name)?)?);
        scripts.push(hashed.add(name, text.into_bytes()));
    }
    let index = hashed.renamed(&String::from_utf8(read("index.html")?)?);
    let mut files = hashed.files;
    files.extend(icons::of(games)?.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)));
    let photos: BTreeMap<String, Vec<u8>> = photos.into_iter().flat_map(|photos| photos.files).collect();
    files.insert("manifest.webmanifest".to_owned(), read("manifest.webmanifest")?);
    let (pictures, list) = picture_list(&photos)?;
    let games = games.iter().map(|game| game.id.clone()).collect();
    let listed = PageFiles {
        program: wasm.clone(),
        pack: packed.clone(),
        pictures: pictures.clone(),
        games,
        studio: studio.is_some(),
    };
    let listed = listed.meta()?;
    // All modules at once: a browser hears of those that others name only when it has read the others.
    let scripts = scripts.iter().filter(|name| name.ends_with(".js"));
    let scripts: String = scripts.map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n")).collect();
    let first = format!(
        "{scripts}\
         <link rel=\"preload\" href=\"{wasm}\" as=\"fetch\" crossorigin>\n\
         <link rel=\"preload\" href=\"{packed}\" as=\"fetch\" crossorigin>\n\
         {listed}"
    );
    files.insert("index.html".to_owned(), index.replace("<!-- what the page loads first -->", &first).into_bytes());
    // The worker keeps all of this; the pictures follow when the page is up.
    let mut core: Vec<&str> = files.keys().map(String::as_str).filter(|name| *name != "index.html").collect();
    core.push("./");
    let mut all = Sha256::new();
    let generator = studio.as_ref().map(|studio| &studio.files);
    for (name, bytes) in files.iter().chain(&photos).chain(generator.into_iter().flatten()) {
        all.update(name.as_bytes());
        all.update(bytes);
    }
    let core = serde_json::to_string(&core)?;
    let worker = String::from_utf8(read("worker.js")?)?;
    let worker = worker.replace("@build@", &digits(&all.finalize())).replace("/* @files@ */ []", &core);
    files.insert("worker.js".to_owned(), worker.into_bytes());
    files.extend(licences(request)?);
    let mut sizes = Sizes { pictures: photos.values().map(Vec::len).sum(), ..Sizes::default() };
    files.extend(photos);
    files.insert(pictures, list);
    let mut programs = BTreeMap::from([(wasm, program.compressed)]);
    if let Some(studio) = studio {
        files.extend(studio.files);
        programs.extend([studio.program]);
    }
    let mut compressed = compress(&files, &programs)?;
    compressed.extend(programs);
    replace(&request.out, &files, &compressed, &mut sizes)?;
    Ok(sizes.summary())
}

/// Returns the licences of the program, of the libraries in it and of the typefaces.
fn licences(request: &Page) -> Made<Vec<(String, Vec<u8>)>> {
    let root = &request.root;
    let files = [
        ("OFL-Inter.txt", root.join("fonts/screen/OFL-Inter.txt")),
        ("OFL-Junicode.txt", root.join("fonts/screen/OFL-Junicode.txt")),
        ("LICENSE-MIT", root.join("LICENSE-MIT")),
        ("LICENSE-APACHE", root.join("LICENSE-APACHE")),
        ("third-party.txt", request.notices.clone()),
    ];
    let read = |(name, path): (&str, PathBuf)| {
        let bytes = fs::read(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok((format!("licences/{name}"), bytes))
    };
    files.into_iter().map(read).collect()
}

/// Compresses the files that gain by it, except those that are compressed already.
fn compress(
    files: &BTreeMap<String, Vec<u8>>,
    known: &BTreeMap<String, Compressed>,
) -> Made<BTreeMap<String, Compressed>> {
    let gains = |(name, bytes): &(&String, &Vec<u8>)| {
        !name.ends_with(".jpg") && !name.ends_with(".png") && bytes.len() > SMALL && !known.contains_key(*name)
    };
    let files: Vec<_> = files.iter().filter(gains).collect();
    let compressed = files.par_iter().map(|(name, bytes)| Ok(((*name).clone(), Compressed::of(bytes)?)));
    Ok(compressed.collect::<std::io::Result<_>>()?)
}

/// Replaces the folder's contents by all files, with compressed ones beside them.
fn replace(
    out: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    compressed: &BTreeMap<String, Compressed>,
    sizes: &mut Sizes,
) -> Made<()> {
    if out.exists() && !out.join("index.html").exists() && fs::read_dir(out)?.next().is_some() {
        return Err(format!("{} holds something else: name another folder with --out", out.display()).into());
    }
    let (fresh, old) = (out.with_extension("new"), out.with_extension("old"));
    for folder in [&fresh, &old] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    for (name, bytes) in files {
        let path = fresh.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&fresh))?;
        fs::write(&path, bytes)?;
        if let Some(Compressed { brotli, gzip }) = compressed.get(name) {
            sizes.add(name, bytes.len(), brotli.len(), gzip.len());
            fs::write(beside(&path, "br"), brotli)?;
            fs::write(beside(&path, "gz"), gzip)?;
        } else {
            sizes.add(name, bytes.len(), bytes.len(), bytes.len());
        }
    }
    if out.exists() {
        fs::rename(out, &old)?;
    } else {
        fs::create_dir_all(out.parent().unwrap_or(Path::new(".")))?;
    }
    fs::rename(&fresh, out)?;
    if old.exists() {
        fs::remove_dir_all(old)?;
    }
    Ok(())
}

fn beside(path: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Files under content-addressed names, and their original names.
#[derive(Default)]
pub struct Hashed {
    /// The files, by their new names.
    pub files: BTreeMap<String, Vec<u8>>,
    names: Vec<(&'static str, String)>,
}

impl Hashed {
    /// Adds a file; returns its new name.
    pub fn add(&mut self, name: &'static str, bytes: Vec<u8>) -> String {
        let file = hashed(name, &bytes);
        self.names.push((name, file.clone()));
        self.files.insert(file.clone(), bytes);
        file
    }

    /// Replaces the names of the files so far by their new ones in a text.
    pub fn renamed(&self, text: &str) -> String {
        self.replaced(&self.replaced(text, "./"), "")
    }

    /// Does the same for a text in a folder below.
    pub fn renamed_above(&self, text: &str) -> String {
        self.replaced(text, "../")
    }

    fn replaced(&self, text: &str, before: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (name, file)| {
            text.replace(&format!("\"{before}{name}\""), &format!("\"{before}{file}\""))
        })
    }
}

/// Sizes of the page's parts, in bytes.
#[derive(Default)]
struct Sizes {
    plain: usize,
    brotli: usize,
    gzip: usize,
    pictures: usize,
    program: usize,
    studio: usize,
}

impl Sizes {
    fn add(&mut self, name: &str, plain: usize, brotli: usize, gzip: usize) {
        if name.starts_with("studio/") {
            self.studio += brotli;
            return;
        }
        // Pictures, larger icons and licences are not needed for the first table.
        if name.starts_with("pictures/") || name.starts_with("icon-") || name.starts_with("licences/") {
            return;
        }
        self.plain += plain;
        self.brotli += brotli;
        self.gzip += gzip;
        if name.ends_with(".wasm") {
            self.program = brotli;
        }
    }

    fn summary(&self) -> String {
        let mega = |bytes: usize| format!("{}.{:02} MB", bytes / 1_000_000, bytes % 1_000_000 / 10_000);
        format!(
            "page and program {} as brotli (program alone {}), {} as gzip, {} plain; pictures {}; studio {} as brotli",
            mega(self.brotli),
            mega(self.program),
            mega(self.gzip),
            mega(self.plain),
            mega(self.pictures),
            mega(self.studio)
        )
    }
}
