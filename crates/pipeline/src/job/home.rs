//! Sheets for a printer at home.

use std::sync::Arc;

use super::{Failure, Gang, OutputContext, OutputFile, counted};
use crate::face::Project;
use crate::game::{Colour, Game, Rich, Sides, edition_label, filled};
use crate::pdf::{CompiledScenes, Document, Info, Structure, lay_fields, sheet_pages};
use crate::scene::{Drawing, Item, Scene, Text, TextEffect, TextKind, Turn, stretch};
use crate::sheet::{Backs, Home, Margin, RULER, SheetOrder, SheetSide};
use crate::text::{Language, Paragraphs};
use crate::units::{Mm, Point, Rect};

pub(super) fn make(gang: &Gang<'_, '_>) -> Result<OutputFile, Failure> {
    let (work, home) = (gang.first(), gang.home);
    let sides = gang.sides()?;
    let sheets = Home::sheets(&sides);
    let around = margins(work.project, work.game(), home.backs, &sides);
    let mut scenes: Vec<(&Scene, Rect)> = gang.scenes();
    let faces = scenes.len();
    scenes.extend(around.iter().zip(&sides).map(|(scene, side)| (scene, Rect::at(Point::default(), side.page))));
    let mut pages = sheet_pages(&sides, faces);
    if let Some(misprint) = &work.request.misprint {
        for (page, side) in pages.iter_mut().zip(&sides) {
            let (size, map) = misprint.laid(side.page, home.backs, side.is_back);
            (page.size, page.map) = (size, Some(map));
        }
    }
    // A large deck has many marks, which stand on the pages by now.
    drop(sides);
    let info = info(&gang.works, home.backs)?;
    let structure = Structure::placed(&mut pages, &scenes);
    lay_fields(&mut pages, &scenes);
    let document = Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &structure };
    let bytes = CompiledScenes::new(&scenes, &pages, &work.project.fonts, work.drawn)?.into_chunks(&document)?;
    let way = match home.backs {
        Backs::LongEdge => "",
        Backs::ShortEdge => "-short",
        Backs::Gutterfold => "-fold",
        Backs::None => "-fronts",
    };
    let name = format!("{}-{}{way}{}.pdf", gang.stem(), home.paper.name(), work.suffix());
    let what = format!("{} on {} of paper", gang.counted(), counted(sheets, "sheet"));
    Ok(OutputFile { name, bytes, what })
}

/// Returns the plural of a game's pieces in print.
fn plural<'a>(work: &OutputContext<'a>) -> &'a str {
    let (game, component) = (work.game(), work.component());
    if component.piece.is_card() && component.piece.plural == "cards" {
        game.phrases().cards
    } else {
        &component.piece.plural
    }
}

/// Returns the metadata of a document of one or more kinds of pieces.
pub(super) fn info(works: &[&OutputContext<'_>], flip: Backs) -> Result<Info, Failure> {
    let game = works[0].game();
    let plurals: Vec<&str> = works.iter().map(|work| plural(work)).collect();
    let counts: Vec<String> = works.iter().map(|work| work.counted()).collect();
    Ok(Info {
        title: filled(game.phrases().the_pieces, &[&game.title, &plurals.join(", ")]),
        author: game.author.clone(),
        subject: format!("{}, {} {}", counts.join(", "), game.edition, game.revision),
        language: game.language.clone(),
        date: date()?,
        duplex: Some(match flip {
            Backs::LongEdge => "DuplexFlipLongEdge",
            Backs::ShortEdge => "DuplexFlipShortEdge",
            Backs::Gutterfold | Backs::None => "Simplex",
        }),
    })
}

/// Returns the date in the environment, in seconds since 1970; `None` without one, which keeps clocks out of files.
pub(super) fn date() -> Result<Option<i64>, Failure> {
    /// The last second whose year has four digits.
    const LAST: i64 = 253_402_300_799;
    let Some(seconds) = std::env::var_os("SOURCE_DATE_EPOCH").filter(|seconds| !seconds.is_empty()) else {
        return Ok(None);
    };
    let date = seconds.to_str().and_then(|seconds| seconds.parse().ok()).filter(|date| (0..=LAST).contains(date));
    let wrong = || format!("SOURCE_DATE_EPOCH must be a number of seconds from 0 to {LAST}, not {seconds:?}");
    date.map(Some).ok_or_else(|| Failure::Stopped(wrong()))
}

/// Returns advice on the sheets.
pub(super) fn advice(pieces: &[&OutputContext<'_>], home: &Home) -> Vec<String> {
    let turn = match home.backs {
        Backs::LongEdge => "double-sided, flipping on the long edge",
        Backs::ShortEdge => "double-sided, flipping on the short edge",
        Backs::Gutterfold => "single-sided; fold along the dashed line, glue, then cut",
        Backs::None => "single-sided, without shared backs; use opaque sleeves",
    };
    let mut advice = vec![
        format!("Print at 100 % (\"actual size\", not \"fit to page\"), {turn}."),
        "The ruler on each sheet must measure 100 mm.".to_owned(),
    ];
    if home.order == SheetOrder::Stack {
        advice.push(
            "Cut all sheets as one pile, the first on top; then put the stacks together row by row from the upper left, the last \
             at the bottom."
                .to_owned(),
        );
    }
    let with = |sides: Sides| {
        let names = pieces.iter().filter(|work| work.component().piece.sides == sides).map(|work| work.stem());
        names.collect::<Vec<_>>().join(", ")
    };
    let nets: Vec<&str> =
        pieces.iter().filter(|work| work.component().piece.shape.net().is_some()).map(|work| work.stem()).collect();
    let (single, folded) = (with(Sides::One), with(Sides::Fold));
    if !single.is_empty() {
        advice.push(format!("Printed single-sided: {single}."));
    }
    if !nets.is_empty() {
        advice.push(format!(
            "Print on card of 200 g or more, crease along the dashes and between the marks before cutting, then glue: {}.",
            nets.join(", ")
        ));
    }
    if !folded.is_empty() {
        advice.push(format!("Cut out, fold at the dashed marks and glue: {folded}."));
    }
    advice
}

/// Draws the margins of all sides of sheets.
pub(crate) fn margins(project: &Project, game: &Game, backs: Backs, sides: &[SheetSide]) -> Vec<Scene> {
    let sheets = Home::sheets(sides);
    sides.iter().map(|side| margin_scene(project, game, backs, side, sheets)).collect()
}

/// Draws white where the bleed would hide marks; and in the margin game, print run and sheet number, and the purpose of
/// the ruler.
fn margin_scene(project: &Project, game: &Game, backs: Backs, side: &SheetSide, sheets: usize) -> Scene {
    let Some(style) = project.typography.styles.get("margin") else { return Scene::default() };
    let phrases = game.phrases();
    let what = match (side.is_back, backs) {
        (true, _) => phrases.backs,
        (false, Backs::Gutterfold) => phrases.fronts_and_backs,
        (false, _) => phrases.fronts,
    };
    let left = format!(
        "{} {} · {}",
        game.title,
        edition_label(&game.edition, &game.revision),
        filled(phrases.sheet, &[&side.sheet.to_string(), &sheets.to_string(), what])
    );
    let right = if side.is_back { "" } else { phrases.ruler };
    let margin = &side.margin;
    let turn = if margin.upwards { Turn::ThreeQuarters } else { Turn::None };
    let mut scene = Scene::default();
    let white = Drawing::unit_square(Colour::WHITE);
    for blank in &side.blanks {
        scene.items.push(Item::Drawing {
            drawing: Arc::clone(&white),
            place: stretch(white.bounds, *blank),
            clip: None,
        });
    }
    // Words that run into the ruler are set smaller.
    const BETWEEN: Mm = Mm::new(4.0);
    let ruler = margin.length() - RULER;
    let language = Language::default();
    for (words, along, room) in [(left, Mm::ZERO, ruler - BETWEEN), (right.to_owned(), ruler, RULER)] {
        let paragraphs = Paragraphs::new(&project.typography.shaper, style, &language, &Rich::plain(words));
        let width = paragraphs.set_in_line(style.size, room).width();
        let size = if width > room { style.size * (room / width) } else { style.size };
        for line in paragraphs.set_in_line(size, room).lines {
            let at = margin.point(along + line.x, Margin::WORDS);
            let (colour, kind) = (Colour::Black, TextKind::Label);
            scene.items.push(Item::Text(Text {
                line,
                at,
                turn,
                size,
                colour,
                effect: TextEffect::default(),
                kind,
                tints: None,
                slot: None,
            }));
        }
    }
    scene
}
