//! The ink on every pixel, as ghostscript separates the pages (`tiff32nc`).

use std::path::Path;

use crate::common::outsiders;

/// Returns the maximum ink on a pixel of each page, in percent, at a resolution.
pub fn most(pdf: &Path, dpi: u32) -> Vec<f64> {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let pages = folder.path().join("%05d.tif");
    let (resolution, out, pdf) = (format!("-r{dpi}"), pages.to_str().expect("a path"), pdf.to_str().expect("a path"));
    let device = ["-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiff32nc", "-sCompression=none"];
    outsiders::run("gs", &[&device[..], &[resolution.as_str(), "-o", out, pdf]].concat());
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files.iter().map(|file| most_of(&std::fs::read(file).expect("a file"))).collect()
}

/// Returns the maximum ink on a pixel of an uncompressed TIFF with four bytes per pixel.
fn most_of(tiff: &[u8]) -> f64 {
    assert_eq!(&tiff[..4], b"II*\0", "a TIFF whose numbers begin with their lowest byte");
    let number =
        |at: usize, long: usize| tiff[at..at + long].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    let directory = number(4, 4);
    let entry = |wanted: usize| {
        let entries = (0..number(directory, 2)).map(|entry| directory + 2 + 12 * entry);
        let at = entries.clone().find(|at| number(*at, 2) == wanted).unwrap_or_else(|| panic!("no entry {wanted}"));
        let (long, count) = (if number(at + 2, 2) == 3 { 2 } else { 4 }, number(at + 4, 4));
        let values = if long * count <= 4 { at + 8 } else { number(at + 8, 4) };
        (0..count).map(|value| number(values + value * long, long)).collect::<Vec<usize>>()
    };
    assert_eq!((entry(259), entry(277), entry(262)), (vec![1], vec![4], vec![5]), "plain pixels of four inks");
    let (starts, lengths) = (entry(273), entry(279));
    let mut most = 0;
    for (start, length) in starts.into_iter().zip(lengths) {
        for pixel in tiff[start..start + length].chunks_exact(4) {
            most = most.max(pixel.iter().map(|ink| u32::from(*ink)).sum());
        }
    }
    f64::from(most) / 2.55
}
