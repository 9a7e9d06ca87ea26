//! Modules are layered: each uses only those above it. Within one package the compiler doesn't check that.

use std::fs;
use std::path::Path;

/// From the lowest layer up; only the programs use the last ones.
const FLOORS: [&str; 18] = [
    "raster", "emblem", "cmyk", "text", "scene", "face", "book", "sheet", "pdf", "image", "pack", "proof", "job",
    "report", "manual", "watch", "gallery", "app",
];

/// Returns all source of a module, or of a program.
fn source(path: &Path) -> String {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a room is a folder");
        entries.map(|entry| source(&entry.expect("an entry").path())).collect()
    } else if path.extension().is_none_or(|ending| ending != "rs") {
        String::new()
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

/// Modules of single games within a shared one.
const GAMES: [&str; 5] = ["skirmish", "skirminion", "battling", "warband", "declared"];

/// Returns all source of the table except the modules of games and the one place that picks one.
fn shared() -> Vec<(String, String)> {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tracker/src/table");
    let entries = fs::read_dir(&table).expect("the room").map(|entry| entry.expect("an entry").path());
    let named = entries.map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path));
    let shared = named.filter(|(name, _)| !GAMES.contains(&name.as_str()) && name != "games");
    shared.map(|(name, path)| (name, source(&path))).collect()
}

#[test]
fn what_all_tables_share_names_no_game() {
    let shared = shared();
    assert!(shared.len() > 8, "{shared:?}");
    for (name, text) in shared {
        // Comments may mention a game; the head of a journal knows the first one, whose journals don't name it.
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("const FIRST"));
        for line in code.filter(|line| !line.contains("pub mod ") && !line.contains("include_str!")) {
            for game in GAMES {
                assert!(!line.contains(game), "{name} names {game}: {line}");
            }
        }
    }
}

#[test]
fn what_all_screens_share_names_no_game() {
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let entries = fs::read_dir(&app).expect("the room").map(|entry| entry.expect("an entry").path());
    let own = |path: &Path| GAMES.iter().any(|game| path.file_stem().is_some_and(|name| name == *game));
    let shared: Vec<_> = entries.filter(|path| !own(path)).collect();
    assert!(shared.len() > 20, "{shared:?}");
    for path in shared {
        let text = source(&path);
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            for game in GAMES {
                let named = line.contains(&format!("{game}::")) || line.contains(&format!("::{game};"));
                assert!(!named, "{} names {game}: {line}", path.display());
            }
        }
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
