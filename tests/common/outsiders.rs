//! Other people's programs, which share no code with ours.

use std::path::Path;
use std::process::{Command, Output};

use super::picture::Picture;

/// The package of Debian in which a program is.
fn package(program: &str) -> &'static str {
    match program {
        "qpdf" => "qpdf",
        "pdfinfo" | "pdffonts" | "pdftotext" | "pdftoppm" => "poppler-utils",
        "mutool" => "mupdf-tools",
        "gs" => "ghostscript",
        _ => panic!("which package has {program}?"),
    }
}

/// Runs a program, which must succeed.
#[track_caller]
pub fn run(program: &str, args: &[&str]) -> Output {
    let output = Command::new(program).args(args).output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}: {error}; on Debian: apt install {}", package(program)));
    assert!(output.status.success(), "{program} {args:?}: {}", said(&output));
    output
}

/// Runs a program, which must succeed and complain of nothing, and gives what it writes.
#[track_caller]
pub fn read(program: &str, args: &[&str]) -> String {
    let output = run(program, args);
    assert!(output.stderr.is_empty(), "{program} {args:?}: {}", said(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A page as poppler paints it; pages are counted from 1.
#[track_caller]
pub fn poppler(pdf: &Path, page: usize, dpi: u32) -> Picture {
    let (page, dpi) = (page.to_string(), dpi.to_string());
    let path = pdf.to_str().expect("a plain path");
    let output = run("pdftoppm", &["-png", "-r", &dpi, "-f", &page, "-l", &page, path]);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Picture::png(&output.stdout)
}

/// A page as MuPDF paints it; pages are counted from 1.
#[track_caller]
pub fn mupdf(pdf: &Path, page: usize, dpi: u32) -> Picture {
    let (page, dpi) = (page.to_string(), dpi.to_string());
    let path = pdf.to_str().expect("a plain path");
    let output = run("mutool", &["draw", "-q", "-F", "png", "-c", "rgb", "-r", &dpi, "-o", "-", path, &page]);
    Picture::png(&output.stdout)
}
