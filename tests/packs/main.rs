//! Packs for services, virtual tables and cutting machines, opened again by readers that share no code with what wrote them.

#![cfg(feature = "generator")]

#[path = "../common/mod.rs"]
mod common;
mod cut;
mod paper;
mod services;
mod tables;

use std::path::Path;

use common::program::Folder;

/// A folder with the game that has one piece of every shape.
fn shapes() -> Folder {
    let folder = Folder::new();
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pieces");
    let mut open = vec![home.join("card-data")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else {
            let below = path.strip_prefix(&home).expect("below").to_str().expect("a plain name");
            folder.write(below, std::fs::read(&path).expect("a file"));
        }
    }
    folder
}

/// What is made of a game of the program or of the one in the folder.
fn build(folder: &Folder, game: &str, args: &[&str]) -> String {
    folder.run([&["build", game], args].concat()).must_succeed().out
}

fn text(folder: &Folder, file: &str) -> String {
    String::from_utf8(folder.read(file)).expect("a text")
}
