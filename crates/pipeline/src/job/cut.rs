//! Sheets for a cutting machine: the print, and the lines to cut and crease.

use super::{Failure, Gang, OutputContext, Report, counted, home, table};
use crate::game::{Colour, Pack, Sides};
use crate::pack::{dxf, svg};
use crate::pdf::{Chunks, CompiledScenes, Document, Page, Placement, Structure};
use crate::scene::{Drawing, Item, Scene, stretch};
use crate::sheet::{Backs, CuttingSheet, Home, SheetSide};
use crate::units::{Point, Rect};

/// Builds a PDF for each piece type, and SVG and DXF of the lines of each sheet; sheets with the same lines share them.
pub(super) fn build(pieces: &[&OutputContext<'_>]) -> Result<Report, Failure> {
    let (cut, whole): (Vec<&OutputContext<'_>>, Vec<&OutputContext<'_>>) =
        pieces.iter().partition(|work| work.component().piece.pack != Pack::Page);
    let Some(first) = cut.first() else {
        return Err(Failure::Stopped("nothing to cut: pages stay uncut".to_owned()));
    };
    let mut outlet = first.outlet("cut")?;
    let mut rows = vec![["piece", "sheet", "lines"].map(str::to_owned)];
    let (mut made, mut sheets) = (Vec::new(), 0);
    for gang in &Gang::all(&cut)? {
        let (component, stem) = (gang.first().component(), gang.stem());
        let cutting = gang.home.cutting(&component.piece, &component.format, &gang.pairs().concat());
        let cutting = cutting.map_err(|error| Failure::Stopped(error.to_string()))?;
        outlet.put(&format!("{stem}.pdf"), &print(gang, &cutting)?.to_vec())?;
        let page = cutting.sides.first().map(|side| side.page).unwrap_or_default();
        let mut known: Vec<(String, String)> = Vec::new();
        for (number, lines) in (1..).zip(&cutting.lines) {
            let drawing = svg(page, lines, &cutting.marks);
            let name = match known.iter().find(|(_, other)| *other == drawing) {
                Some((name, _)) => name.clone(),
                None => {
                    let name = format!("{stem}-{number}");
                    outlet.put(&format!("{name}.svg"), drawing.as_bytes())?;
                    outlet.put(&format!("{name}.dxf"), dxf(page, lines, &cutting.marks).as_bytes())?;
                    known.push((name.clone(), drawing));
                    name
                }
            };
            rows.push([stem.clone(), number.to_string(), name]);
        }
        sheets += cutting.lines.len();
        made.push(gang.counted());
    }
    outlet.put("sheets.csv", table(rows)?.as_bytes())?;
    let mut advice = vec![
        "Print the PDF at 100 %, then cut each sheet with its SVG or DXF file listed in sheets.csv.".to_owned(),
        "The square and the two corners are registration marks: enable their detection in your machine's software."
            .to_owned(),
    ];
    if !whole.is_empty() {
        let names: Vec<&str> = whole.iter().map(|work| work.component().piece.plural.as_str()).collect();
        advice.push(format!("Skipped pieces without a cut: {}.", names.join(", ")));
    }
    let what = format!("{} on {} of paper, with cut lines", made.join(", "), counted(sheets, "sheet"));
    outlet.report(what, advice)
}

/// Returns the sheets as a PDF: pieces and registration marks, nothing else.
fn print(gang: &Gang<'_, '_>, cutting: &CuttingSheet) -> Result<Chunks, Failure> {
    let work = gang.first();
    let mut marks = Scene::default();
    let black = Drawing::unit_square(Colour::Black);
    for mark in &cutting.marks {
        marks.items.push(Item::Drawing { drawing: black.clone(), place: stretch(black.bounds, *mark), clip: None });
    }
    let page = cutting.sides.first().map(|side| side.page).unwrap_or_default();
    let mut scenes: Vec<(&Scene, Rect)> = gang.scenes();
    let faces = scenes.len();
    scenes.push((&marks, Rect::at(Point::default(), page)));
    let mut pages: Vec<Page> = cutting.sides.iter().map(|side| page_of(side, faces)).collect();
    let flip = match work.request.home.backs {
        flip @ (Backs::LongEdge | Backs::ShortEdge) => flip,
        Backs::Gutterfold | Backs::None => Backs::LongEdge,
    };
    let mut info = home::info(&gang.works, flip)?;
    if work.component().piece.sides != Sides::Two || Home::sheets(&cutting.sides) == cutting.sides.len() {
        info.duplex = Some("Simplex");
    }
    let structure = Structure::placed(&mut pages, &scenes);
    let document = Document { pages: &pages, info: &info, outline: &[], labels: &[], structure: &structure };
    Ok(CompiledScenes::new(&scenes, &pages, &work.project.fonts, work.drawn)?.into_chunks(&document)?)
}

/// Converts a side to a page; the scene `marks` is only on fronts.
fn page_of(side: &SheetSide, marks: usize) -> Page {
    let mut placed: Vec<Placement> = side.placed.iter().map(Placement::from).collect();
    if !side.is_back {
        placed.push(Placement { scene: marks, ..Placement::default() });
    }
    Page { size: side.page, placed, ..Page::default() }
}
