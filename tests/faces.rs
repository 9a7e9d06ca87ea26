//! The look of faces, against approved pictures.
//!
//! A face that looks different fails; `UPDATE=1 cargo test --test generator faces::` accepts the new looks. Look at
//! them first.

use std::path::{Path, PathBuf};

use crate::common::shipped;
use painter::Picture;
use skirmish_model::game::Ink;
use skirmish_render::face::FaceId;

const DPI: f64 = 100.0;
/// Tolerance of a channel: the rounding of another processor.
const TOLERANCE: u8 = 3;
/// Maximum share of pixels that differ by more: edges.
const EDGES: f64 = 0.002;

/// One face of each template.
const FULL: [&str; 6] = ["chop", "shield", "shield-damaged", "sword", "sword-recovering", "common"];
const LIGHT: [&str; 2] = ["chop", "common"];

#[test]
fn faces_in_full_ink_look_as_they_did() {
    compare(Ink::Full, "", &FULL);
}

#[test]
fn faces_in_light_ink_look_as_they_did() {
    compare(Ink::Low, "-light", &LIGHT);
}

#[test]
fn every_template_of_the_game_is_looked_at() {
    let game = shipped::game();
    shipped::with_studio(&game, Ink::Full, |renderer, _| {
        let template = |id| renderer.face(id).1.template.value.as_str();
        let is_looked_at = |id: &FaceId| FULL.contains(&shipped::name(renderer, *id).as_str());
        let looked_at: Vec<&str> = renderer.deck().ids().filter(is_looked_at).map(template).collect();
        for id in renderer.deck().ids() {
            assert!(looked_at.contains(&template(id)), "no face of template `{}`", template(id));
        }
    });
}

fn compare(ink: Ink, suffix: &str, names: &[&str]) {
    let game = shipped::game();
    let painted = shipped::paint(&game, ink, game.deck.format.cut(), DPI);
    let mut wrong = Vec::new();
    for wanted in names {
        let face = painted.iter().find(|(name, _)| name == wanted);
        let (_, actual) = face.unwrap_or_else(|| panic!("no face `{wanted}`"));
        wrong.extend(differs(&format!("{wanted}{suffix}"), actual));
    }
    let how = "Look at them; if they are right, run `UPDATE=1 cargo test --test generator faces::`.";
    assert!(wrong.is_empty(), "{}\n{how}", wrong.join("\n"));
}

/// Returns the differences of a face, if any.
fn differs(name: &str, actual: &Picture) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/references/{name}.png"));
    if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
        actual.save(&path);
    }
    if !path.exists() {
        let new = aside(name);
        actual.save(&new);
        return Some(format!("{name}: there is no {}; the face is {}", path.display(), new.display()));
    }
    let expected = Picture::open(&path);
    let what = if (expected.width, expected.height) == (actual.width, actual.height) {
        let differences = expected.differences(actual);
        let many = differences.iter().filter(|by| **by > TOLERANCE).count();
        #[allow(clippy::cast_precision_loss, reason = "a few thousand pixels")]
        let share = many as f64 / differences.len() as f64;
        if share <= EDGES {
            return None;
        }
        format!("{:.2} % of its pixels differ", share * 100.0)
    } else {
        "its size differs".to_owned()
    };
    let sheet = aside(name);
    expected.beside(actual).save(&sheet);
    Some(format!("{name}: {what}: expected, difference and actual are {}", sheet.display()))
}

/// Returns the path for a face that differs.
fn aside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faces/{name}.png"))
}
