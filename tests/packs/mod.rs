//! Packs for services, virtual tables and cutting machines, opened again by readers that share no code with what wrote them.

mod cut;
mod paper;
mod services;
mod tables;

use crate::common::program::Folder;

/// What is made of a game of the program or of the one in the folder.
fn build(folder: &Folder, game: &str, args: &[&str]) -> String {
    folder.run([&["build", game], args].concat()).must_succeed().out
}

fn text(folder: &Folder, file: &str) -> String {
    String::from_utf8(folder.read(file)).expect("a text")
}
