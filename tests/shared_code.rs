//! What all games share names none of them: the compiler can't check that.

use std::fs;
use std::path::Path;

/// Returns all source of a module.
fn source(path: &Path) -> String {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a module is a folder");
        entries.map(|entry| source(&entry.expect("an entry").path())).collect()
    } else if path.extension().is_none_or(|ending| ending != "rs") {
        String::new()
    } else {
        fs::read_to_string(path).expect("a module is text")
    }
}

/// Modules of single games within a shared one.
const GAMES: [&str; 5] = ["skirmish", "skirminion", "battling", "warband", "declared"];

/// Returns all source of the table except the modules of games and the one place that picks one.
fn shared() -> Vec<(String, String)> {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tracker/src/table");
    let entries = fs::read_dir(&table).expect("the module").map(|entry| entry.expect("an entry").path());
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
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/screens/src");
    let entries = fs::read_dir(&app).expect("the module").map(|entry| entry.expect("an entry").path());
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
