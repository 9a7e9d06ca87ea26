//! The pictures of the documentation that show cards, books and parts: pages of `docs/pictures`, taken by Chromium.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Made, run};

/// Pictures with their sizes in pixels.
const PICTURES: [(&str, u32, u32); 6] = [
    ("cards", 1560, 1080),
    ("sheet", 1042, 737),
    ("parts", 1560, 1010),
    ("skirminion", 1400, 986),
    ("warhammer-skirmish", 1400, 950),
    ("battling-cards", 1558, 1231),
];
/// Pages of PDFs that the pictures show: name, file, and resolution in dpi.
const PAGES: [(&str, &str, &str); 3] = [
    ("sheet", "skirmish-5e/cards-a4.pdf", "64"),
    ("skirminion", "skirminion/rulebook-a5.pdf", "110"),
    ("warhammer-skirmish", "warhammer-skirmish/rulebook-a5.pdf", "110"),
];

/// Builds all games and takes the pictures again.
pub fn take(root: &Path) -> Made<()> {
    let built = root.join("target/pictures");
    let parts = ["--target", "images", "--only", "reference,health,first-player,box,label", "skirmish-5e"];
    for options in [&["--target", "home"][..], &["--target", "images"], &parts] {
        let mut skirmish = Command::new("cargo");
        skirmish.current_dir(root).args(["run", "--quiet", "--locked", "--bin", "skirmish", "--", "build"]);
        run(skirmish.arg("--out").arg(&built).args(options), "skirmish")?;
    }
    for (name, file, dpi) in PAGES {
        let mut pages = Command::new("pdftoppm");
        pages.args(["-png", "-r", dpi, "-l", "10"]).arg(built.join(file)).arg(built.join(name));
        run(&mut pages, "pdftoppm")?;
    }
    for (name, width, height) in PICTURES {
        let picture = root.join(format!("docs/{name}.png"));
        let mut chromium = Command::new("chromium");
        chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]);
        chromium.arg(format!("--window-size={width},{height}"));
        chromium.arg(format!("--screenshot={}", picture.display()));
        run(chromium.arg(root.join(format!("docs/pictures/{name}.html"))), "chromium")?;
        // A palette takes less than half of the bytes, and nobody sees it.
        run(Command::new("pngquant").args(["--force", "--ext", ".png", "256"]).arg(&picture), "pngquant")?;
        println!("Wrote {} ({} kB)", picture.display(), fs::metadata(&picture)?.len() / 1000);
    }
    Ok(())
}
