//! Files of a game that none of its cards uses.

use std::collections::BTreeSet;

use crate::face::Studio;
use crate::problem::{Place, Problem, Source};
use crate::read;
use crate::shelf::Shelf;

/// Art, marks and templates in the game's folder that are drawn nowhere.
pub fn unused(shelf: &dyn Shelf, studio: &Studio<'_>) -> Vec<Problem> {
    let folder = read::folder(&studio.game.id);
    let art: BTreeSet<&str> = studio.art_names().collect();
    let marks: BTreeSet<&str> = studio.marks().keys().map(String::as_str).collect();
    let templates: BTreeSet<&str> = studio.template_names().collect();
    let pictures: BTreeSet<&str> = studio.picture_names().collect();
    let mut problems = Vec::new();
    for path in shelf.files(&folder) {
        let Some(stem) = path.strip_suffix(".svg") else { continue };
        let name = stem.rsplit('/').next().unwrap_or(stem);
        let below = &stem[folder.len() + 1..];
        let (used, what) = match below.split('/').next() {
            Some("art") => (art.contains(name), "drawing"),
            Some("book") => (pictures.contains(name), "picture"),
            Some("marks") => (marks.contains(name), "mark"),
            Some("templates") => (templates.contains(name), "template"),
            _ => continue,
        };
        if !used {
            let at = Place::file(&Source::new(path.as_str(), ""));
            let user = if what == "picture" { "the book does not use" } else { "no card uses" };
            problems.push(Problem::warning(at, format!("{user} this {what}")).hint("delete it, or use it"));
        }
    }
    problems
}
