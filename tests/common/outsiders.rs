//! Other people's programs, which share no code with ours.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

use painter::Picture;

/// Returns the Debian package of a program.
fn package(program: &str) -> &'static str {
    match program {
        "qpdf" => "qpdf",
        "pdfinfo" | "pdffonts" | "pdfimages" | "pdftotext" | "pdftoppm" => "poppler-utils",
        "mutool" => "mupdf-tools",
        "gs" => "ghostscript",
        "tar" => "tar",
        "python3" => "python3",
        python if python.ends_with("python") => "python3-venv",
        _ => panic!("which package has {program}?"),
    }
}

/// Set if every test has to run: `cargo xtask test` has installed the requirements.
pub const EVERYTHING: &str = "SKIRMISH_TESTS";

/// Returns a command that needs root, within folders of ours: run as root, or in a user namespace.
pub fn as_root(program: &str) -> Command {
    if Path::new("/root").read_dir().is_ok() {
        return Command::new(program);
    }
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", program]);
    command
}

/// True if Debian packages can be built here, and installed into a folder.
pub fn can_install() -> bool {
    let has = |mut command: Command| command.arg("--version").output().is_ok_and(|output| output.status.success());
    has(Command::new("dpkg-deb")) && has(as_root("dpkg")) && has(as_root("chroot"))
}

/// Returns a Python that has a package of PyPI, if there is one, by its import name (`page` is the checker of
/// PDF/UA-1): `cargo xtask test` installs it.
pub fn python_with(package: &str) -> Option<PathBuf> {
    // Each is looked for once: some take two seconds to import.
    static FOUND: Mutex<BTreeMap<String, Option<PathBuf>>> = Mutex::new(BTreeMap::new());
    let mut all = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let look = || {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/checkers/bin/python");
        let has_it = |python: &PathBuf| {
            let import = format!("import {package}");
            Command::new(python).args(["-c", &import]).output().is_ok_and(|output| output.status.success())
        };
        [ours, PathBuf::from("python3")].into_iter().find(has_it)
    };
    let found = all.entry(package.to_owned()).or_insert_with(look).clone();
    assert!(found.is_some() || std::env::var_os(EVERYTHING).is_none(), "no Python has {package}");
    found
}

/// Finds the problems of some files, a line each.
const FIND: &str = "import sys, page
for path in sys.argv[1:]:
    for failure in page.validate_pdf(path, profile='ua1').failures:
        print(path.rsplit('/', 1)[-1], failure.rule_id, failure.message)";

/// Returns the problems that the PDF/UA-1 checker finds. `None` without a checker, which is required if all tests are
/// to run (`tests/left_out.rs` names it).
pub fn pdf_ua(files: &[PathBuf]) -> Option<String> {
    let python = python_with("page")?;
    let output = Command::new(python).args(["-c", FIND]).args(files).output().expect("Python");
    assert!(output.status.success(), "{}", said(&output));
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Runs a program, which must succeed.
#[track_caller]
pub fn run(program: &str, args: &[&str]) -> Output {
    let output = Command::new(program).args(args).output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}: {error}; on Debian: apt install {}", package(program)));
    assert!(output.status.success(), "{program} {args:?}: {}", said(&output));
    output
}

/// Runs a program, which must succeed without complaints, and returns its output.
#[track_caller]
pub fn read(program: &str, args: &[&str]) -> String {
    let output = run(program, args);
    assert!(output.stderr.is_empty(), "{program} {args:?}: {}", said(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Returns a page as poppler paints it; pages are counted from 1. Pictures are not compressed: for large ones that took
/// longer than to paint them.
#[track_caller]
pub fn poppler(pdf: &Path, page: usize, dpi: u32) -> Picture {
    let (page, dpi) = (page.to_string(), dpi.to_string());
    let path = pdf.to_str().expect("a plain path");
    let output = run("pdftoppm", &["-r", &dpi, "-f", &page, "-l", &page, path]);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Picture::ppm(&output.stdout)
}

/// Returns a page as MuPDF paints it; pages are counted from 1.
#[track_caller]
pub fn mupdf(pdf: &Path, page: usize, dpi: u32) -> Picture {
    let (page, dpi) = (page.to_string(), dpi.to_string());
    let path = pdf.to_str().expect("a plain path");
    let output = run("mutool", &["draw", "-q", "-F", "ppm", "-c", "rgb", "-r", &dpi, "-o", "-", path, &page]);
    Picture::ppm(&output.stdout)
}

/// Returns some pages as poppler paints them, from one to another, counted from 1.
#[track_caller]
pub fn poppler_pages(pdf: &Path, first: usize, last: usize, dpi: u32) -> Vec<Picture> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let into = folder.path().join("page");
    let [first, last, dpi] = [first.to_string(), last.to_string(), dpi.to_string()];
    let [path, into] = [pdf, &into].map(|path| path.to_str().expect("a plain path"));
    let output = run("pdftoppm", &["-r", &dpi, "-f", &first, "-l", &last, path, into]);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    pictures(folder.path())
}

/// Returns some pages as MuPDF paints them, from one to another, counted from 1.
#[track_caller]
pub fn mupdf_pages(pdf: &Path, first: usize, last: usize, dpi: u32) -> Vec<Picture> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let into = folder.path().join("page-%05d.ppm");
    let (pages, dpi) = (format!("{first}-{last}"), dpi.to_string());
    let [path, into] = [pdf, &into].map(|path| path.to_str().expect("a plain path"));
    run("mutool", &["draw", "-q", "-F", "ppm", "-c", "rgb", "-r", &dpi, "-o", into, path, &pages]);
    pictures(folder.path())
}

/// Returns all pictures of a folder, by their names.
fn pictures(folder: &Path) -> Vec<Picture> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().map(|file| Picture::ppm(&std::fs::read(file).expect("a picture"))).collect()
}

/// A link of a PDF: its area and target, in points from the upper left corner, as in poppler.
pub struct Link {
    /// Its page, counted from 0.
    pub page: usize,
    /// The page that it leads to.
    pub to: usize,
    /// Left, top, width, height.
    area: [f64; 4],
    /// From the upper edge of the page that it leads to.
    y: f64,
}

impl Link {
    /// Returns the words that are the link.
    pub fn words(&self, pdf: &Path) -> String {
        cropped(pdf, self.page, self.area)
    }

    /// Returns the words of the target line, margins included.
    pub fn there(&self, pdf: &Path) -> String {
        cropped(pdf, self.to, [0.0, self.y - 2.0, 1000.0, 46.0])
    }
}

/// Returns the words in a part of a page.
fn cropped(pdf: &Path, page: usize, [x, y, width, height]: [f64; 4]) -> String {
    let page = (page + 1).to_string();
    let whole = |number: f64| format!("{number:.0}");
    let (x, y, width, height) = (whole(x), whole(y.max(0.0)), whole(width), whole(height));
    let path = pdf.to_str().expect("a plain path");
    let place = ["-f", &page, "-l", &page, "-x", &x, "-y", &y, "-W", &width, "-H", &height];
    read("pdftotext", &[&place[..], &[path, "-"]].concat())
}

/// Returns all links of a PDF, page by page.
pub fn links(pdf: &Path) -> Vec<Link> {
    let document = lopdf::Document::load(pdf).expect("a PDF");
    let pages: Vec<lopdf::ObjectId> = document.get_pages().into_values().collect();
    let number = |object: &lopdf::Object| f64::from(object.as_float().expect("a number"));
    let height = |page: usize| {
        let media = document.get_dictionary(pages[page]).and_then(|page| page.get(b"MediaBox")).expect("a box");
        number(&media.as_array().expect("four numbers")[3])
    };
    let mut links = Vec::new();
    for (page, id) in pages.iter().enumerate() {
        let Ok(annotations) = document.get_dictionary(*id).expect("a page").get(b"Annots") else { continue };
        for annotation in annotations.as_array().expect("annotations") {
            let (_, annotation) = document.dereference(annotation).expect("an annotation");
            let annotation = annotation.as_dict().expect("a dictionary");
            let destination = annotation.get(b"Dest").and_then(lopdf::Object::as_array).expect("a destination");
            let target = destination[0].as_reference().expect("a page");
            let to = pages.iter().position(|page| *page == target).expect("a page of this document");
            let rect: Vec<f64> = annotation
                .get(b"Rect")
                .and_then(lopdf::Object::as_array)
                .expect("a place")
                .iter()
                .map(number)
                .collect();
            let area = [rect[0], height(page) - rect[3], rect[2] - rect[0], rect[3] - rect[1]];
            links.push(Link { page, to, area, y: height(to) - number(&destination[3]) });
        }
    }
    links
}

/// Returns the titles of the outline, in the order in which they are read.
pub fn outline(document: &lopdf::Document) -> Vec<String> {
    fn walk(document: &lopdf::Document, parent: &lopdf::Dictionary, titles: &mut Vec<String>) {
        let mut next = parent.get(b"First").and_then(lopdf::Object::as_reference).ok();
        while let Some(id) = next {
            let item = document.get_dictionary(id).expect("an item");
            titles.push(lopdf::decode_text_string(item.get(b"Title").expect("a title")).expect("text"));
            walk(document, item, titles);
            next = item.get(b"Next").and_then(lopdf::Object::as_reference).ok();
        }
    }
    let mut titles = Vec::new();
    let root = document.catalog().and_then(|catalog| catalog.get(b"Outlines")).and_then(lopdf::Object::as_reference);
    walk(document, document.get_dictionary(root.expect("an outline")).expect("the outline's root"), &mut titles);
    titles
}
