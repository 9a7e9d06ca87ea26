//! Drawing targets: cards with art, texts and templates that others made, the rulebook, fonts.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use skirmish_assets::Builtin;
use skirmish_base::diagnostic::Reporter;
use skirmish_base::units::Rect;
use skirmish_base::vfs::{Memory, Overlay, Vfs};
use skirmish_book::{self as book, LayoutCache, Manuscript, PageFormat, PieceFaces};
use skirmish_model::game::{CardFormat, Ink};
use skirmish_output::pdf::{CompiledScenes, Document, DrawingCache, Info, Page, Placement, Structure};
use skirmish_pipeline::proof::{LintCache, lint_all, lint_book};
use skirmish_read as read;
use skirmish_render::face::{BookAssets, DrawOptions, GameFiles, PieceRenderer, Pieces, Project, RenderCache, TypeSet};
use skirmish_render::image::Painter;
use skirmish_render::scene::Scene;
use skirmish_render::text::Fonts;

use super::FOLDER;

/// A game of two cards, quick to draw, with everything that a rulebook may refer to.
const GAME: &str = r##"title = "Gull Point"
edition = "1e"
revision = "r1"
language = "en-GB"
terms = ["boats"]
[colours]
kind = "#1f6570"
reference = "#a33b2e"
box = "#f7efdd"
ink = "#14263a"
paper = "#ffffff"
[kind.sea]
name = "sea"
weave = { strands = 3, period = 2, width = 0.86, gap = 0.17 }
[kind.boat]
name = "boat"
[face.front]
template = "card"
[field.text]
type = "text"
[field.points]
type = "number"
[field.stops]
type = "list"
"##;

/// Its cards, without the text of the first.
const CARDS: &str = "[[card]]\nname = \"Fog\"\nkind = \"sea\"\ncount = 2\npoints = 3\nstops = [\"Keeper\"]\n\
                     [[card]]\nname = \"Keeper\"\nkind = \"boat\"\npoints = 1\ntext = \"It lights the lamp.\"\n";

/// Its template.
const TEMPLATE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69.5 94.9">
<rect class="fill-paper" x="-3" y="-3" width="69.5" height="94.9"/>
<rect id="slot-name" class="fill-ink" x="5" y="5" width="50" height="8" data-style="title"/>
<rect id="slot-weave" class="fill-kind" x="-3" y="16" width="69.5" height="3" data-optional=""/>
<rect id="slot-text" class="fill-ink" x="5" y="22" width="53" height="60" data-optional=""/>
</svg>"##;

/// A card that shows a drawing and nothing else.
const ART: &str = "title = \"Art\"\nedition = \"1e\"\nrevision = \"r1\"\n[piece.drawing]\nsize = 20\nbleed = 0\nsafe-zone = 0\nsides = 1\n\
                   template = \"card\"\n[face.front]\ntemplate = \"card\"\n";

/// Its template.
const FRAME: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\">\
                     <rect id=\"slot-art\" fill=\"#fff\" width=\"20\" height=\"20\"/></svg>";

/// Reads a rulebook, in Markdown.
pub fn rules(data: &[u8]) {
    make(&game_with("", TEMPLATE.as_bytes()).with(&format!("{FOLDER}/rules.md"), data), Printed::No);
}

/// Reads the text of a card, with its markup.
pub fn text(data: &[u8]) {
    // TOML escapes for characters that a string can't contain.
    let quoted = |letter: char| match letter {
        '"' | '\\' | '\u{7f}' | '\0'..='\u{1f}' => format!("\\U{:08x}", u32::from(letter)),
        other => other.to_string(),
    };
    let text: String = String::from_utf8_lossy(data).chars().map(quoted).collect();
    make(&game_with(&text, TEMPLATE.as_bytes()), Printed::No);
}

/// Reads the template of a card.
pub fn template(data: &[u8]) {
    make(&game_with("It **blows**: {points}.", data), Printed::No);
}

/// Prints and paints a drawing.
pub fn art(data: &[u8]) {
    let memory = Memory::new()
        .with(&format!("{FOLDER}/game.toml"), ART)
        .with(&format!("{FOLDER}/cards.toml"), "[[drawing]]\nname = \"x\"\nart = \"x\"\n")
        .with(&format!("{FOLDER}/templates/card.svg"), FRAME)
        .with(&format!("{FOLDER}/templates/type.toml"), "")
        .with(&format!("{FOLDER}/art/x.svg"), data);
    make(&memory, Printed::Yes);
}

/// Sets and prints a card's text in a font, plain or packed for the web.
pub fn font(data: &[u8]) {
    let ending = match data.get(..4) {
        Some(b"wOF2") => "woff2",
        Some(b"wOFF") => "woff",
        Some(b"OTTO") => "otf",
        _ => "ttf",
    };
    let memory =
        game_with("It blows, 12 hours.", TEMPLATE.as_bytes()).with(&format!("{FOLDER}/fonts/x.{ending}"), data);
    let reporter = Reporter::default();
    let fonts = Fonts::load(&memory, FOLDER, &reporter);
    // Nothing is set in a font without a name.
    let Some(family) = fonts.families().first().map(|family| family.replace(['"', '\\'], "")) else { return };
    let styles = ["title", "text"].map(|name| format!("[{name}]\nfont = \"{family}\"\nsize = 9\nleading = 11\n"));
    let memory = memory.with(&format!("{FOLDER}/templates/type.toml"), styles.concat());
    let vfs = Overlay { first: &memory, second: &Builtin };
    make_in(&vfs, &TypeSet::load(&vfs, "g"), Printed::Yes);
}

/// Returns the game with this text on its first card, and this template.
fn game_with(text: &str, template: &[u8]) -> Memory {
    let (first, rest) = CARDS.split_once("stops").unwrap_or_default();
    let text = if text.is_empty() { String::new() } else { format!("text = \"{text}\"\n") };
    let styles = Builtin.read("templates/starter/templates/type.toml").map(Cow::into_owned).unwrap_or_default();
    Memory::new()
        .with(&format!("{FOLDER}/game.toml"), GAME)
        .with(&format!("{FOLDER}/cards.toml"), format!("{first}{text}stops{rest}"))
        .with(&format!("{FOLDER}/templates/card.svg"), template)
        .with(&format!("{FOLDER}/templates/type.toml"), styles)
}

/// True if faces are printed and painted when they are composed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Printed {
    Yes,
    No,
}

/// Fonts and styles, and how many games were set in them.
static TYPE_SET: Mutex<Option<(usize, TypeSet)>> = Mutex::new(None);

/// Returns the fonts in the box and the styles of a game. They keep all words that were shaped: so they are read again
/// now and then.
fn type_set(vfs: &dyn Vfs) -> TypeSet {
    const OFTEN: usize = 2000;
    let mut kept = TYPE_SET.lock().unwrap_or_else(PoisonError::into_inner);
    let (used, type_set) = match kept.take() {
        Some((used, type_set)) if used < OFTEN => (used + 1, type_set),
        _ => (0, TypeSet::load(vfs, "g")),
    };
    let given = type_set.clone();
    *kept = Some((used, type_set));
    given
}

/// Reads a game, composes its faces, sets its book.
fn make(files: &Memory, printed: Printed) {
    let vfs = Overlay { first: files, second: &Builtin };
    make_in(&vfs, &type_set(&vfs), printed);
}

fn make_in(vfs: &dyn Vfs, type_set: &TypeSet, printed: Printed) {
    let Ok(project) = Project::from_parsed_with(vfs, "g", read::game(vfs, "g"), type_set) else { return };
    let manuscript = if project.has_errors() { None } else { book::manuscript(vfs, &project.game) };
    let assets = manuscript.as_ref().map(Manuscript::assets).unwrap_or_default();
    let known = LintCache::default();
    let game = &project.game;
    let files = Arc::new(GameFiles::new(vfs, &game.id));
    for component in game.pieces() {
        let none = BookAssets::default();
        let assets = if component.piece.is_card() { &assets } else { &none };
        let options = DrawOptions { ink: Ink::Full, assets, kept: &RenderCache::default(), files: &files };
        let reporter = Reporter::default();
        let pieces = Pieces { game, component };
        let renderer = PieceRenderer::open(vfs, pieces, &project.typography, &options, &reporter);
        let Ok(composed) = renderer.compose() else { continue };
        let faces = &composed.faces.scenes;
        if let (Some(manuscript), true) = (&manuscript, component.piece.is_card()) {
            let book = manuscript.typeset(
                PieceFaces { renderer: &renderer.faces, faces },
                &[],
                &project.typography,
                PageFormat::A5,
                &mut LayoutCache::default(),
            );
            let _ = book.map(|book| lint_book(game, &book, &known, &reporter));
            continue;
        }
        lint_all(&renderer.faces, &composed.faces, &project.fonts, &known, &reporter);
        if printed == Printed::Yes {
            let scenes: Vec<&Scene> = faces.iter().map(|scene| &**scene).collect();
            print(component.format, &scenes, &project.fonts);
        }
    }
}

/// Prints scenes, one a page, and paints them small.
fn print(format: CardFormat, scenes: &[&Scene], fonts: &Fonts) {
    let cut = format.cut();
    let scenes: Vec<(&Scene, Rect)> = scenes.iter().map(|scene| (*scene, cut)).collect();
    let page = |scene| {
        let placed = vec![Placement { scene, ..Placement::default() }];
        Page { size: format.size, placed, ..Page::default() }
    };
    let mut pages: Vec<Page> = (0..scenes.len()).map(page).collect();
    let structure = Structure::placed(&mut pages, &scenes);
    let info = Info::default();
    let document = Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &structure };
    if let Ok(compiled) = CompiledScenes::new(&scenes, &pages, fonts, &DrawingCache::default()) {
        let _ = compiled.into_chunks(&document);
    }
    let painter = Painter::new(fonts);
    for (scene, _) in &scenes {
        let _ = painter.paint(scene, cut, 100, 100);
    }
}
