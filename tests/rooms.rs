//! Rooms form floors: a room uses only rooms above it. Inside one package the compiler does not keep it so.

use std::fs;
use std::path::Path;

/// From the ground up; the last are used by nobody but the programs.
const FLOORS: [&str; 23] = [
    "units", "knot", "threads", "problem", "shelf", "game", "shape", "read", "text", "scene", "face", "book", "sheet",
    "pdf", "image", "proof", "job", "report", "table", "keep", "serve", "gallery", "app",
];

/// All source of a room, or of a program.
fn source(path: &Path) -> String {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a room is a folder");
        entries.map(|entry| source(&entry.expect("an entry").path())).collect()
    } else {
        fs::read_to_string(path).expect("a room is text")
    }
}

fn room(name: &str) -> String {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let file = src.join(format!("{name}.rs"));
    if file.exists() { source(&file) } else { source(&src.join(name)) }
}

#[test]
fn no_room_reaches_down_to_a_later_one() {
    for (floor, name) in FLOORS.iter().enumerate() {
        let text = room(name);
        for later in &FLOORS[floor + 1..] {
            for used in [format!("crate::{later}::"), format!("crate::{later};"), format!("crate::{later} ")] {
                assert!(!text.contains(&used), "{name} uses {later}, which comes later");
            }
        }
    }
}

#[test]
fn every_room_is_on_a_floor() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).expect("the source") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        let name = name.trim_end_matches(".rs");
        assert!(FLOORS.contains(&name) || name == "lib" || name == "bin", "{name} has no floor");
    }
}

#[test]
fn only_the_pdf_room_knows_the_pdf_libraries() {
    for name in FLOORS.iter().filter(|name| **name != "pdf") {
        let text = room(name);
        for library in ["printpdf::", "lopdf::"] {
            assert!(!text.contains(library), "{name} uses {library}");
        }
    }
}
