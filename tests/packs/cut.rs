//! Sheets for a cutting machine: SVG read by usvg, DXF by another program, both compared with the print.

use std::collections::BTreeMap;
use std::path::Path;

use usvg::{Node, Options, Tree};

use super::{build, text};
use crate::common::outsiders::{poppler, python_with, run};
use crate::common::program::Folder;

/// Left, top, right and bottom of each path of a group, in millimetres from the upper left corner of the sheet.
type Boxes = Vec<[f64; 4]>;

fn svg(folder: &Folder, file: &str, group: &str) -> (f64, f64, Boxes) {
    let tree = Tree::from_data(&folder.read(file), &Options::default()).expect("an SVG");
    // usvg counts 96 pixels an inch.
    let mm = |pixels: f32| f64::from(pixels) / 96.0 * 25.4;
    let size = tree.size();
    let mut boxes = Vec::new();
    let mut open: Vec<&Node> = tree.root().children().iter().collect();
    while let Some(node) = open.pop() {
        if let Node::Group(found) = node {
            if found.id() == group {
                for path in found.children() {
                    let bounds = path.abs_bounding_box();
                    boxes.push([bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].map(mm));
                }
            } else {
                open.extend(found.children());
            }
        }
    }
    (mm(size.width()), mm(size.height()), boxes)
}

/// Returns the same for each layer of some DXFs, with y upwards, read by the PyPI package ezdxf; all at once, since it
/// takes most of a second to start.
fn dxf(folder: &Folder, files: &[String]) -> Option<BTreeMap<(String, String), Boxes>> {
    const READER: &str = "import sys, ezdxf
for path in sys.argv[1:]:
    document = ezdxf.readfile(path)
    errors = document.audit().errors
    assert not errors, errors
    for line in document.modelspace().query('POLYLINE'):
        points = [(v.dxf.location.x, v.dxf.location.y) for v in line.vertices]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        print(path, line.dxf.layer, min(xs), min(ys), max(xs), max(ys))";
    let python = python_with("ezdxf")?;
    let path = |file: &String| folder.path(file).to_str().expect("a plain path").to_owned();
    let paths: Vec<String> = files.iter().map(path).collect();
    let args: Vec<&str> = ["-c", READER].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let out = run(python.to_str().expect("a plain path"), &args).stdout;
    let mut all = BTreeMap::new();
    for line in String::from_utf8(out).expect("text").lines() {
        let mut words = line.rsplitn(6, ' ');
        let [high, right, low, left] =
            [(); 4].map(|()| words.next().and_then(|word| word.parse().ok()).expect("a number"));
        let [layer, path] = [(); 2].map(|()| words.next().expect("a word").to_owned());
        let file = &files[paths.iter().position(|known| *known == path).expect("one of the files")];
        all.entry((file.clone(), layer)).or_insert_with(Vec::new).push([left, low, right, high]);
    }
    Some(all)
}

/// True if both have the same areas, in any order.
fn near(a: &Boxes, b: &Boxes, slack: f64) -> bool {
    let alike = |a: &[f64; 4], b: &[f64; 4]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < slack);
    let all_in = |a: &Boxes, b: &Boxes| a.iter().all(|area| b.iter().any(|other| alike(area, other)));
    a.len() == b.len() && all_in(a, b) && all_in(b, a)
}

#[test]
fn svg_and_dxf_have_the_same_lines() {
    let folder = Folder::with_shapes();
    build(&folder, "shapes", &["--target", "cut"]);
    let files = folder.files();
    let drawings: Vec<&String> = files.iter().filter(|file| file.ends_with(".svg") && file.contains("/cut/")).collect();
    assert!(drawings.len() >= 8, "{drawings:?}");
    let plans: Vec<String> = drawings.iter().map(|file| file.replace(".svg", ".dxf")).collect();
    let of_dxf = dxf(&folder, &plans);
    for (file, plan) in drawings.iter().zip(&plans) {
        for (group, layer) in [("cut", "CUT"), ("crease", "CREASE"), ("registration", "REGISTRATION")] {
            let (_, height, of_svg) = svg(&folder, file, group);
            assert!(group == "crease" || !of_svg.is_empty(), "{file}: {group}");
            let Some(of_dxf) = &of_dxf else { continue };
            let of_dxf = of_dxf.get(&(plan.clone(), layer.to_owned())).map(Vec::as_slice).unwrap_or_default();
            // There y grows upwards.
            let down = |[left, low, right, high]: &[f64; 4]| [*left, height - high, *right, height - low];
            let of_dxf = of_dxf.iter().map(down).collect();
            assert!(near(&of_svg, &of_dxf, 0.03), "{file}: {group}\n{of_svg:?}\n{of_dxf:?}");
        }
    }
}

#[test]
fn cards_are_cut_to_their_size_and_all_of_them() {
    let folder = Folder::new();
    build(&folder, "skirmish-5e", &["--target", "cut", "--only", "axe,chop", "--copies", "3"]);
    let at = |file: &str| format!("output/skirmish-5e/cut-part/{file}");
    let table = text(&folder, &at("sheets.csv"));
    let mut cut = 0;
    for line in table.lines().skip(1) {
        let name = line.rsplit(',').next().expect("a name");
        let (width, height, cards) = svg(&folder, &at(&format!("{name}.svg")), "cut");
        assert!(
            (width.min(height) - 210.0).abs() < 0.01 && (width.max(height) - 297.0).abs() < 0.01,
            "{width} × {height}"
        );
        for [left, top, right, bottom] in &cards {
            let (wide, high) = (right - left, bottom - top);
            assert!((wide.min(high) - 63.5).abs() < 0.01 && (wide.max(high) - 88.9).abs() < 0.01, "{wide} × {high}");
        }
        cut += cards.len();
    }
    let out = folder.run(["list", "skirmish-5e", "--format", "json"]).must_succeed().out;
    let listing: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let cards = listing[0]["cards"].as_array().expect("cards").iter();
    let should: u64 = cards
        .filter(|card| ["axe", "chop"].contains(&card["id"].as_str().expect("an id")))
        .map(|card| card["count"].as_u64().expect("a count") * 3)
        .sum();
    assert_eq!(cut as u64, should);
}

#[test]
fn what_is_printed_lies_where_it_is_cut() {
    let folder = Folder::with_shapes();
    build(&folder, "shapes", &["--target", "cut", "--only", "token"]);
    let pdf = folder.path("output/shapes/cut-part/token.pdf");
    let (_, _, cuts) = svg(&folder, "output/shapes/cut-part/token-1.svg", "cut");
    let (_, _, marks) = svg(&folder, "output/shapes/cut-part/token-1.svg", "registration");
    let page = poppler(Path::new(&pdf), 1, 254);
    let dark = |x: f64, y: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place on a page")]
        let at = ((x * 10.0) as usize, (y * 10.0) as usize);
        page.at(at.0, at.1)[..3].iter().any(|part| *part < 190)
    };
    assert_eq!((cuts.len(), marks.len()), (6, 5));
    for [left, top, right, bottom] in marks {
        assert!(dark(f64::midpoint(left, right), f64::midpoint(top, bottom)), "a mark at {left}, {top}");
        assert!(!dark(left - 0.6, top - 0.6), "white about the mark at {left}, {top}");
    }
    for [left, top, right, bottom] in cuts {
        let (x, y, radius) = (f64::midpoint(left, right), f64::midpoint(top, bottom), (right - left) / 2.0);
        assert!((radius - 12.5).abs() < 0.01 && (bottom - top - 25.0).abs() < 0.01);
        for step in 0..12 {
            let angle = f64::from(step) * std::f64::consts::TAU / 12.0;
            let at = |radius: f64| dark(x + radius * angle.cos(), y + radius * angle.sin());
            assert!(at(radius + 0.3), "bleed beyond the cut");
            assert!(!at(radius + 1.3), "nothing beyond the bleed");
        }
    }
}
