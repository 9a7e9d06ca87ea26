//! Sheets for home: sizes of paper, and marks on backs.

use super::build;
use crate::common::outsiders::read;
use crate::common::pdf::Pdf;
use crate::common::program::Folder;

#[test]
fn every_paper_has_its_sheets() {
    let folder = Folder::new();
    for (paper, file, (width, height)) in [
        ("a3", "a3", (297.0, 420.0)),
        ("a5", "a5", (148.0, 210.0)),
        ("legal", "legal", (215.9, 355.6)),
        ("320x450", "320x450", (320.0, 450.0)),
        ("450X320", "320x450", (320.0, 450.0)),
    ] {
        build(&folder, "skirmish-5e", &["--paper", paper, "--only", "axe", "--copies", "9"]);
        let path = folder.path(&format!("output/skirmish-5e/cards-{file}-part.pdf"));
        let path = path.to_str().expect("a plain path");
        read("qpdf", &["--check", path]);
        let pdf = Pdf::new(&std::fs::read(path).expect("a PDF"));
        for page in pdf.pages() {
            let (w, h) = page.size();
            let (w, h) = (w.min(h) / 72.0 * 25.4, w.max(h) / 72.0 * 25.4);
            assert!((w - width).abs() < 0.01 && (h - height).abs() < 0.01, "{paper}: {w} × {h}");
            for placed in &page.placed {
                let clip = placed.clip.unwrap_or([20.0, 20.0, 20.0, 20.0]);
                let edge = 3.4 / 25.4 * 72.0;
                assert!(clip[0] > edge && clip[1] > edge, "{paper}: {clip:?}");
            }
        }
    }
}

#[test]
fn marks_are_on_backs_when_they_are_asked_for() {
    let folder = Folder::with_shapes();
    let lines = |file: &str| -> Vec<usize> {
        let pdf = Pdf::new(&folder.read(file));
        // The ruler is in front alone: a line of 100 mm and eleven ticks.
        pdf.pages().iter().map(|page| page.lines.len()).collect()
    };
    let file = "output/shapes/cards-a4.pdf";
    build(&folder, "shapes", &["--marks", "fronts"]);
    let told = folder.read(file);
    build(&folder, "shapes", &[]);
    assert!(told == folder.read(file), "that is what is done if nothing is said");
    let fronts = lines(file);
    build(&folder, "shapes", &["--marks", "both"]);
    let both = lines(file);
    assert_eq!(fronts[0], both[0]);
    assert_eq!((fronts[1], both[1]), (0, both[0] - 12));
    // The marks of both sides lie behind each other.
    let pdf = Pdf::new(&folder.read(file));
    let pages = pdf.pages();
    let (width, _) = pages[0].size();
    let upright = |line: &&crate::common::pdf::Line| (line.from.0 - line.to.0).abs() < 1e-6;
    for mark in pages[1].lines.iter().filter(upright) {
        let behind = |front: &crate::common::pdf::Line| {
            (front.from.0 - (width - mark.from.0)).abs() < 0.01 && (front.length() - mark.length()).abs() < 0.01
        };
        assert!(pages[0].lines.iter().any(behind), "{mark:?}");
    }
}
