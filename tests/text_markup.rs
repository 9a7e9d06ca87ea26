//! Lists, colours and sizes in texts of cards, as they are laid onto a face.

use crate::common::outsiders;
use crate::common::program::Folder;
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::Reporter;
use skirmish_base::vfs::WorkDir;
use skirmish_model::game::{Colour, Ink};
use skirmish_render::face::{BookAssets, FaceRenderer, Project};
use skirmish_render::scene::{Item, Text};
use skirmish_render::text::Piece;

const TEXT: &str = "Play it on another player. Their lamp goes out: they turn their [Lighthouse] to its dark side.

It harms none of the [boats] that are home.";

const MARKED: &str = "Choose:
- their lamp goes out, and they turn their [Lighthouse] to its dark side
- {coin:one} {large:of them} sleeps {small:(not you)}.

It harms none of the [boats].";

/// Creates a game whose Storm has this text.
fn game() -> Folder {
    let folder = Folder::new();
    folder.new_deck("gull-point");
    folder.replace("card-data/gull-point/cards.toml", TEXT, MARKED);
    folder
}

/// Returns the lines of rules on the front of the Storm.
fn lines(folder: &Folder, ink: Ink) -> Vec<Text> {
    let vfs = WorkDir::new(folder.path(""), &Builtin);
    let project = Project::open(&vfs, "gull-point").expect("the game can be read");
    let (assets, reporter) = (BookAssets::default(), Reporter::default());
    let renderer = FaceRenderer::open(&vfs, &project.game, ink, &project.typography, &assets, &reporter);
    assert_eq!(reporter.take(), []);
    let composed = renderer.compose().expect("the faces are right");
    let storm = project.game.deck.by_id["storm"];
    let scene = &composed.scenes[renderer.deck().cards[storm].front.0];
    let texts =
        scene.items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text.clone()) } else { None });
    let lines: Vec<Text> = texts.collect();
    let first = lines.iter().position(|text| text.line.letters().starts_with("Choose")).expect("the text");
    lines[first..].to_vec()
}

/// Returns the start of a word in a line, its size and its colour.
fn word(lines: &[Text], letters: &str) -> (f64, f32, Colour) {
    let runs = lines.iter().flat_map(|text| {
        let run = |piece: &Piece| if let Piece::Run(run) = piece { Some((text.clone(), run.clone())) } else { None };
        text.line.pieces.iter().filter_map(run).collect::<Vec<_>>()
    });
    let (text, run) = runs.into_iter().find(|(_, run)| &*run.word.text == letters).expect("the word");
    ((text.at.x + run.x).get(), run.scale, text.colour_of(run.tag))
}

#[test]
fn items_hang_from_their_labels() {
    let lines = lines(&game(), Ink::Full);
    let (text, ..) = word(&lines, "Choose:");
    let labels: Vec<&Text> = lines.iter().filter(|text| text.line.letters().starts_with('•')).collect();
    assert_eq!(labels.len(), 2);
    assert!(labels.iter().all(|label| (label.at.x.get() - text).abs() < 1e-6));
    let (first, ..) = word(&lines, "their");
    let (second, ..) = word(&lines, "one");
    assert!(first > text + 0.5 && (first - second).abs() < 1e-6, "{text} {first} {second}");
    // The second line of an item begins below its words.
    let at = lines.iter().position(|text| text.line.letters().starts_with('•')).expect("an item");
    assert!((lines[at + 1].at.x.get() - first).abs() < 1e-6);
}

#[test]
fn words_have_their_colour_and_their_size() {
    let folder = game();
    let full = lines(&folder, Ink::Full);
    assert_eq!(word(&full, "one").2, Colour::hex("#f6b93b").expect("a colour"));
    assert_eq!(word(&lines(&folder, Ink::Low), "one").2, Colour::WHITE, "where ink is spared it may be another");
    let (sizes, plain) = (["of", "(not"].map(|letters| word(&full, letters).1), word(&full, "sleeps"));
    assert_eq!((sizes, plain.1), ([1.3, 0.8], 1.0));
    assert_eq!(plain.2, full[0].colour);
}

#[test]
fn what_cannot_be_read_in_its_colour_is_told_and_all_words_are_in_the_file() {
    let folder = game();
    folder.run(["check", "gull-point"]).must_fail(1, &["#f6b93b on ", "contrast "]);
    folder.run(["build", "gull-point"]).must_succeed();
    let file = folder.path("output/gull-point/cards-a4.pdf");
    let words = outsiders::read("pdftotext", &[file.to_str().expect("a plain path"), "-"]);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("• one of them sleeps (not you)."), "{words}");
}
