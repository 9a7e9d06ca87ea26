//! Drawings in print and on the screen: each of `tests/art` on a card of its own, compared with resvg's rendering of
//! the same file.
//!
//! The PDF is painted by poppler and by MuPDF, the picture by the program. `cargo test --test generator art:: --
//! --nocapture` prints how many are right. Pictures of the wrong ones are in `target/art`: the expected print, then
//! poppler and MuPDF; the expected picture, then the program's own. Any other folder of drawings can be tested in the
//! same way, for instance resvg's own suite: `DRAWINGS=../resvg/crates/resvg/tests cargo test --test generator
//! art::another -- --ignored --nocapture`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use crate::common::outsiders;
use crate::common::program::Folder;
use crate::common::shipped;
use crate::common::side_by_side::side_by_side;
use painter::{Picture, mean};
use skirmish_base::diagnostic::Reporter;
use skirmish_render::text::Fonts;
use usvg::fontdb::{Database, Source};

/// Side of the compared pictures, in pixels.
const SIDE: usize = 200;
/// Maximum distance of a channel from all colours that the other picture has within a pixel of it: readers move an edge
/// by up to a pixel, and calculate gradients and blending in their own steps.
const COLOUR: u8 = 40;
/// Maximum number of different pixels, of 40,000: antialiased edges of thin lines and letters have that many. A missing
/// or miscoloured object has several hundred.
const MOST: usize = 150;
/// Maximum mean distance of all pixels, from 0 to 255: a quarter of the drawing in a barely wrong shade.
const MEAN: f64 = 2.5;

/// A folder of drawings.
struct Suite {
    home: PathBuf,
    /// Their paths, as `masking/mask-of-light`, without their ending.
    drawings: Vec<String>,
}

/// The drawings that are kept here.
static OURS: LazyLock<Suite> = LazyLock::new(|| {
    let suite = Suite::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/art"));
    assert!(suite.drawings.len() > 1050, "{}", suite.drawings.len());
    let is_known = |file: &PathBuf| {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        ["svg", "txt"].contains(&ending) || file.iter().any(|folder| folder == "pictures")
    };
    let stray = files(&suite.home).into_iter().find(|file| !is_known(file));
    assert_eq!(stray, None, "a file that is no drawing");
    suite
});
/// Refused drawings, with the message.
static REFUSED: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| listed("refused.txt"));
/// Drawings that a reader shows differently, with the reason.
static STRAYS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| listed("strays.txt"));

/// Returns a list of drawings, each with a reason.
fn listed(file: &str) -> BTreeMap<String, String> {
    let list = fs::read_to_string(OURS.home.join(file)).expect("a list");
    let entry = |line: &str| {
        let (name, why) = line.split_once(": ").unwrap_or_else(|| panic!("no reason: {line}"));
        assert!(OURS.drawings.iter().any(|drawing| drawing == name), "no such file: {name}");
        (name.to_owned(), why.to_owned())
    };
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(entry).collect()
}

impl Suite {
    /// Finds the drawings in the folders of a folder, except those that others embed, in `pictures`, `images` or
    /// `resources`.
    fn at(home: PathBuf) -> Self {
        let mut drawings: Vec<String> = Vec::new();
        for path in files(&home) {
            let path = path.strip_prefix(&home).expect("a file of the folder");
            let mut folders = path.parent().into_iter().flat_map(Path::iter);
            let shown = folders.any(|folder| ["pictures", "images", "resources"].iter().any(|name| folder == *name));
            if !shown && path.extension().is_some_and(|ending| ending == "svg") {
                drawings.push(path.with_extension("").to_str().expect("a plain name").to_owned());
            }
        }
        drawings.sort();
        Self { home, drawings }
    }

    /// Creates a game of cards that show one drawing each and nothing else: 200 by 200 pixels at 300 dpi.
    fn game<'d>(&self, drawings: impl Iterator<Item = &'d String>) -> Folder {
        let folder = Folder::new();
        folder.write(
            "card-data/g/game.toml",
            "title = \"Art\"\nedition = \"1e\"\nrevision = \"r1\"\n\n\
             [piece.drawing]\nsize = 16.933333\nbleed = 0\nsafe-zone = 0\nsides = 1\ntemplate = \"drawing\"\n\n\
             [face.front]\ntemplate = \"drawing\"\n",
        );
        folder.write(
            "card-data/g/templates/drawing.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16.933333 16.933333\">\
             <rect id=\"slot-art\" fill=\"#fff\" width=\"16.933333\" height=\"16.933333\"/></svg>\n",
        );
        folder.write("card-data/g/templates/type.toml", "");
        let mut cards = String::new();
        for (number, drawing) in drawings.enumerate() {
            cards.push_str(&format!("[[drawing]]\nname = \"{}\"\nart = \"{drawing}\"\n\n", card(number)));
        }
        folder.write("card-data/g/cards.toml", cards);
        for file in files(&self.home) {
            let path = file.strip_prefix(&self.home).expect("a file of the folder").to_str().expect("a plain name");
            folder.write(&format!("card-data/g/art/{path}"), fs::read(&file).expect("a file"));
        }
        folder
    }

    fn svg(&self, drawing: &str) -> PathBuf {
        self.home.join(format!("{drawing}.svg"))
    }
}

/// Returns all files in a folder and in its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files
}

/// Returns the name of the card with a numbered drawing.
fn card(number: usize) -> String {
    format!("d{number:04}")
}

/// Returns the fonts of the game, as resvg takes them, and the family for letters that ask for none.
fn fonts() -> (Arc<Database>, String) {
    let fonts = Fonts::load(&shipped::vfs(), "card-data/g", &Reporter::default());
    let mut database = Database::new();
    for (_, font) in fonts.iter() {
        database.load_font_source(Source::Binary(Arc::new(font.data().to_vec())));
    }
    let family = fonts.families()[0].to_owned();
    database.set_serif_family(&family);
    database.set_sans_serif_family(&family);
    (Arc::new(database), family)
}

/// Returns resvg's rendering of a file, on white, as a square of this size, which other proportions cover, as on a
/// card.
fn reference(file: &Path, (fonts, family): &(Arc<Database>, String), side: usize) -> Picture {
    let options = usvg::Options {
        resources_dir: file.parent().map(Path::to_owned),
        fontdb: Arc::clone(fonts),
        font_family: family.clone(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_data(&fs::read(file).expect("a drawing"), &options).expect("a drawing");
    let pixels = u32::try_from(side).expect("a small picture");
    let mut picture = resvg::tiny_skia::Pixmap::new(pixels, pixels).expect("a small picture");
    #[allow(clippy::cast_precision_loss, reason = "the side of a small picture")]
    let side_of = side as f32;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = side_of / width.min(height);
    let place = usvg::Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        (side_of - width * scale) / 2.0,
        (side_of - height * scale) / 2.0,
    );
    resvg::render(&tree, place, &mut picture.as_mut());
    // Blended with white afterwards, since blend modes apply within the drawing.
    let mut on_white = resvg::tiny_skia::Pixmap::new(pixels, pixels).expect("a small picture");
    on_white.fill(resvg::tiny_skia::Color::WHITE);
    let (paint, place) = (resvg::tiny_skia::PixmapPaint::default(), resvg::tiny_skia::Transform::identity());
    on_white.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
    Picture::from_rgba(side, side, on_white.take())
}

/// Returns a drawing as it should be printed: with antialiased edges, except if a filter works on the drawing's pixels.
fn expected(file: &Path, fonts: &(Arc<Database>, String)) -> Picture {
    let svg = String::from_utf8_lossy(&fs::read(file).expect("a drawing")).into_owned();
    let counts = ["<feConvolveMatrix", "<feDiffuseLighting", "<feSpecularLighting"];
    if counts.iter().any(|filter| svg.contains(filter)) {
        reference(file, fonts, SIDE)
    } else if svg.contains("filter") {
        reference(file, fonts, SIDE * 2).shrunk(2)
    } else {
        // Tiles are as wide as whole pixels there: the more, the less they stray.
        reference(file, fonts, SIDE * 4).shrunk(4)
    }
}

/// Paints the pages of a PDF, some at a time, on all processors.
fn painted(pdf: &Path, count: usize, paint: fn(&Path, usize, usize, u32) -> Vec<Picture>) -> Vec<Picture> {
    const AT_ONCE: usize = 64;
    let done = Mutex::new(BTreeMap::new());
    side_by_side((0..count).step_by(AT_ONCE), |first| {
        let last = (first + AT_ONCE).min(count);
        let pages = paint(pdf, first + 1, last, 600);
        assert_eq!(pages.len(), last - first);
        let pages: Vec<Picture> = pages.iter().map(|page| page.shrunk(2)).collect();
        done.lock().expect("no panic").insert(first, pages);
    });
    done.into_inner().expect("no panic").into_values().flatten().collect()
}

/// Compares a picture with the expected one: the number of pixels of another colour, and the distance of all from their
/// neighbourhood.
fn differs(is: &Picture, should: &Picture) -> (usize, f64) {
    let outside = is.outside(should, 2);
    (outside.iter().filter(|by| **by > COLOUR).count(), mean(&outside))
}

/// Prints and shows drawings; prints how many are right, and the problems of the others, each with its pixels and mean
/// difference in poppler, MuPDF and pictures.
fn compare(suite: &Suite, drawings: &[&String]) -> BTreeMap<String, String> {
    let folder = suite.game(drawings.iter().copied());
    for target in [&["press", "--pdf-standard", "none"][..], &["images"]] {
        folder.run([&["build", "g", "--target"], target].concat()).must_succeed();
    }
    let pdf = folder.path("output/g/drawing-press.pdf");
    let poppler = painted(&pdf, drawings.len(), outsiders::poppler_pages);
    let mupdf = painted(&pdf, drawings.len(), outsiders::mupdf_pages);
    let fonts = fonts();
    let wrong = Mutex::new(BTreeMap::new());
    side_by_side(drawings.iter().enumerate(), |(number, drawing)| {
        let file = suite.svg(drawing);
        let should = expected(&file, &fonts);
        let shown = Picture::open(&folder.path(&format!("output/g/images/drawing/{}.png", card(number))));
        let (as_shown, printed) = (reference(&file, &fonts, SIDE), [&poppler[number], &mupdf[number]]);
        let [in_poppler, in_mupdf] = printed.map(|is| differs(is, &should));
        let found = [in_poppler, in_mupdf, differs(&shown, &as_shown)];
        let bad = found.map(|(pixels, mean)| pixels > MOST || mean > MEAN);
        if bad.contains(&true) {
            let strip = Picture::strip(&[&should, &poppler[number], &mupdf[number], &as_shown, &shown]);
            let name = drawing.replace('/', "-");
            strip.save(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("target/art/{name}.png")));
            let told = found.map(|(pixels, mean)| format!("{pixels:6} {mean:6.2}")).join(" ");
            wrong.lock().expect("no panic").insert((*drawing).clone(), (bad, told));
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    let right = |of: usize| drawings.len() - wrong.values().filter(|(bad, _)| bad[of]).count();
    let all = drawings.len();
    println!("of {all} drawings right in poppler {}, in MuPDF {}, as pictures {}", right(0), right(1), right(2));
    wrong.into_iter().map(|(drawing, (_, told))| (drawing, told)).collect()
}

/// Fails with the problems.
fn none_wrong(wrong: impl Iterator<Item = (String, String)>) {
    let told: Vec<String> = wrong.map(|(drawing, told)| format!("{drawing:60} {told}")).collect();
    assert!(
        told.is_empty(),
        "{} wrong (pixels and mean difference in poppler, MuPDF, pictures):\n{}",
        told.len(),
        told.join("\n")
    );
}

#[test]
fn drawings_are_printed_and_shown_as_resvg_draws_them() {
    let drawings: Vec<&String> = OURS.drawings.iter().filter(|name| !REFUSED.contains_key(*name)).collect();
    none_wrong(compare(&OURS, &drawings).into_iter().filter(|(drawing, _)| !STRAYS.contains_key(drawing)));
}

#[test]
#[ignore = "needs a folder of drawings, named by DRAWINGS"]
fn another_folder_is_printed_as_resvg_draws_it_or_refused_with_a_reason() {
    let home = std::env::var_os("DRAWINGS").expect("DRAWINGS names a folder");
    let suite = Suite::at(home.into());
    let refused = errors(&suite.game(suite.drawings.iter()));
    let drawing_at = |at: &str| at.strip_prefix("card-data/g/art/")?.strip_suffix(".svg").map(str::to_owned);
    let mut without = suite.drawings.clone();
    for (at, what) in &refused {
        // Everything else concerns the print, such as lines that are too thin for it.
        let Some(drawing) = drawing_at(at) else { continue };
        println!("{drawing}: {what}");
        assert!(!what.is_empty(), "{drawing}");
        without.retain(|name| *name != drawing);
    }
    let drawings: Vec<&String> = without.iter().collect();
    println!("of {} drawings {} are refused", suite.drawings.len(), suite.drawings.len() - drawings.len());
    none_wrong(compare(&suite, &drawings).into_iter());
}

/// Returns the errors of a game of drawings, with their locations.
fn errors(folder: &Folder) -> Vec<(String, String)> {
    let told: serde_json::Value =
        serde_json::from_str(&folder.run(["check", "g", "--format", "json"]).out).expect("JSON");
    let told = told.as_array().expect("a list").iter().filter(|one| one["severity"] == "error");
    let entry = |one: &serde_json::Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    told.map(|one| (entry(one, "file"), entry(one, "message"))).collect()
}

#[test]
fn drawings_are_refused_with_their_file_and_a_reason() {
    let errors = errors(&OURS.game(REFUSED.keys()));
    for (drawing, why) in REFUSED.iter() {
        let file = format!("card-data/g/art/{drawing}.svg");
        // A problem of an embedded picture is reported at the picture.
        let is_its = |at: &str, what: &str| at == file || !at.ends_with(".svg") && what.contains(why);
        let of: Vec<&String> = errors.iter().filter(|(at, what)| is_its(at, what)).map(|(_, what)| what).collect();
        assert!(matches!(&of[..], [what] if what.contains(why)), "{drawing}: {of:?}");
    }
    assert_eq!(errors.len(), REFUSED.len(), "{errors:#?}");
}

#[test]
fn a_filter_that_looks_far_around_is_printed_with_fewer_pixels() {
    let folder = OURS.game([].iter());
    let svg = |radius: u32| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\"><filter id=\"f\"><feMorphology \
             operator=\"dilate\" radius=\"{radius}\"/></filter>\
             <rect filter=\"url(#f)\" x=\"30\" y=\"30\" width=\"120\" height=\"120\"/></svg>"
        )
    };
    let mut cards = String::new();
    for (name, radius) in [("near", 1), ("far", 60)] {
        folder.write(&format!("card-data/g/art/{name}.svg"), svg(radius));
        cards.push_str(&format!("[[drawing]]\nname = \"{name}\"\nart = \"{name}\"\n\n"));
    }
    folder.write("card-data/g/cards.toml", cards);
    folder.run(["build", "g", "--target", "press", "--pdf-standard", "none"]).must_succeed();
    let pdf = folder.path("output/g/drawing-press.pdf");
    let listed = outsiders::read("pdfimages", &["-list", pdf.to_str().expect("a plain path")]);
    // For each picture, not its mask: its page, and dpi.
    let fields = listed.lines().skip(2).map(|line| line.split_whitespace().collect::<Vec<_>>());
    let dots: Vec<(&str, u32)> = fields
        .filter(|fields| fields[2] == "image")
        .map(|fields| (fields[0], fields[12].parse().expect("dots an inch")))
        .collect();
    assert!(matches!(dots[..], [("1", 595..=605), ("2", 60..=450)]), "{listed}");
}

#[test]
fn pictures_in_inks_keep_their_colours() {
    let folder = OURS.game([].iter());
    folder.write("card-data/g/cards.toml", "[[drawing]]\nname = \"inks\"\nart = \"inks\"\n");
    folder.write(
        "card-data/g/art/inks.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96 96\">\
         <image href=\"pictures/inks.jpg\" width=\"96\" height=\"96\"/></svg>",
    );
    folder.run(["build", "g", "--target", "press", "--pdf-standard", "none"]).must_succeed();
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    let pdf = folder.path("output/g/drawing-press.pdf");
    let shown = [
        outsiders::poppler(&pdf, 1, 300),
        outsiders::mupdf(&pdf, 1, 300),
        Picture::open(&folder.path("output/g/images/drawing/inks.png")),
    ];
    // Paper, cyan, magenta; yellow, black, blue; red, green.
    let lights = ["rgb", "gb", "rb", "rg", "", "b", "r", "g"];
    for (who, picture) in ["poppler", "MuPDF", "picture"].iter().zip(&shown) {
        for (number, light) in lights.iter().enumerate() {
            let at = picture.at(number % 3 * 66 + 33, number / 3 * 66 + 33);
            let is: String = "rgb".chars().zip(at).filter(|(_, part)| *part > 110).map(|(letter, _)| letter).collect();
            assert_eq!(is, *light, "{who}, patch {number}: {at:?}");
        }
    }
}
