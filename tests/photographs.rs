//! Pictures as cameras and programs save them: their colours, how they are turned, their formats, and damaged or huge ones.

use std::io::Cursor;

use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, RgbImage};
use lopdf::{Document, Object};
use moxcms::ColorProfile;
use painter::Picture;

use crate::common::outsiders;
use crate::common::program::Folder;

/// The side of a card on a screen, in pixels.
const SIDE: usize = 200;

/// Creates a game of square cards that only show their pictures, each named after its file.
fn game(pictures: &[(&str, Vec<u8>)]) -> Folder {
    let folder = Folder::new();
    folder.write(
        "card-data/g/game.toml",
        "title = \"Pictures\"\nedition = \"1e\"\nrevision = \"r1\"\n\n\
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
    for (file, bytes) in pictures {
        let stem = file.split('.').next().expect("a name");
        cards.push_str(&format!("[[drawing]]\nname = \"{stem}\"\nart = \"{file}\"\n\n"));
        folder.write(&format!("card-data/g/art/{file}"), bytes);
    }
    folder.write("card-data/g/cards.toml", cards);
    folder
}

/// Returns the middle of a card on the screen.
fn shown(folder: &Folder, name: &str) -> Picture {
    Picture::open(&folder.path(&format!("output/g/images/drawing/{name}.png")))
}

fn flat(width: u32, height: u32, colour: [u8; 3]) -> RgbImage {
    RgbImage::from_pixel(width, height, image::Rgb(colour))
}

/// Returns a picture whose left half is red and whose right half is blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| image::Rgb(if x < width / 2 { [220, 0, 0] } else { [0, 0, 220] }))
}

/// Metadata of a file besides its pixels.
#[derive(Clone, Default)]
struct About {
    profile: Option<Vec<u8>>,
    exif: Option<Vec<u8>>,
}

fn encoded(mut encoder: impl ImageEncoder, picture: &RgbImage, about: &About) {
    if let Some(profile) = &about.profile {
        encoder.set_icc_profile(profile.clone()).expect("a profile");
    }
    if let Some(exif) = &about.exif {
        encoder.set_exif_metadata(exif.clone()).expect("Exif");
    }
    let (width, height) = picture.dimensions();
    encoder.write_image(picture, width, height, ExtendedColorType::Rgb8).expect("a picture");
}

fn png(picture: &RgbImage, about: &About) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoded(PngEncoder::new(&mut bytes), picture, about);
    bytes
}

fn webp(picture: &RgbImage, about: &About) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoded(WebPEncoder::new_lossless(&mut bytes), picture, about);
    bytes
}

fn jpeg(picture: &RgbImage, about: &About) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 95);
    if let Some(profile) = &about.profile {
        encoder.add_icc_profile(profile).expect("a profile");
    }
    if let Some(exif) = &about.exif {
        encoder.add_app_segment(1, [b"Exif\0\0", exif.as_slice()].concat()).expect("Exif");
    }
    let side = |side: u32| u16::try_from(side).expect("a small picture");
    let (width, height) = (side(picture.width()), side(picture.height()));
    encoder.encode(picture, width, height, jpeg_encoder::ColorType::Rgb).expect("a picture");
    bytes
}

fn as_format(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(picture.clone()).write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

fn near(is: &[u8], should: [u8; 3], by: u8) -> bool {
    is.iter().zip(should).all(|(is, should)| is.abs_diff(should) <= by)
}

#[test]
fn colours_of_other_profiles_are_converted_for_screen_home_and_press() {
    let about = About { profile: Some(ColorProfile::new_adobe_rgb().encode().expect("a profile")), ..About::default() };
    let picture = flat(200, 200, [90, 140, 110]);
    // Adobe RGB (1998) and IEC 61966-2-1, calculated by their formulas.
    let srgb = [53, 141, 109];
    let folder = game(&[
        ("a.png", png(&picture, &about)),
        ("b.jpg", jpeg(&picture, &about)),
        ("c.webp", webp(&picture, &about)),
        ("d.png", png(&picture, &About::default())),
        ("e.png", png(&flat(200, 200, srgb), &About::default())),
    ]);
    folder.run(["check", "g"]).must_succeed();
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    for name in ["a", "b", "c"] {
        assert!(near(&shown(&folder, name).at(100, 100), srgb, 3), "{name}: {:?}", shown(&folder, name).at(100, 100));
    }
    assert!(near(&shown(&folder, "d").at(100, 100), [90, 140, 110], 0));
    folder.run(["build", "g", "--target", "press", "--pdf-standard", "none"]).must_succeed();
    let pdf = folder.path("output/g/drawing-press.pdf");
    for page in 1..=3 {
        for (who, page) in
            [("poppler", outsiders::poppler(&pdf, page, 100)), ("MuPDF", outsiders::mupdf(&pdf, page, 100))]
        {
            assert!(near(&page.at(30, 30), srgb, 4), "{who}: {:?}", page.at(30, 30));
        }
    }
    folder.run(["build", "g", "--target", "press"]).must_succeed();
    let pages = outsiders::poppler_pages(&folder.path("output/g/drawing-press.pdf"), 1, 5, 100);
    let [a, b, c, d, e] = pages.iter().map(|page| page.at(30, 30)).collect::<Vec<_>>()[..] else { panic!("5 pages") };
    for (name, one) in [("PNG", a), ("JPEG", b), ("WebP", c)] {
        assert!(near(&one, [e[0], e[1], e[2]], 6), "{name}: {one:?}, and not {e:?}");
        assert!(!near(&one, [d[0], d[1], d[2]], 8), "{name}: {one:?}");
    }
}

#[test]
fn a_profile_that_cannot_be_read_is_told() {
    let about = About { profile: Some(b"no profile at all".repeat(20)), ..About::default() };
    let folder = game(&[("a.png", png(&flat(200, 200, [90, 140, 110]), &about))]);
    folder.run(["check", "g"]).must_succeed().must_say(&["E0748", "art/a.png"]);
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert!(near(&shown(&folder, "a").at(100, 100), [90, 140, 110], 0));
}

#[test]
fn what_is_printed_at_home_says_that_its_colours_are_srgb() {
    let folder = game(&[("a.png", png(&flat(200, 200, [9, 99, 199]), &About::default()))]);
    folder.run(["build", "g"]).must_succeed();
    let document = Document::load(folder.path("output/g/drawing-a4.pdf")).expect("a PDF");
    let intents = document.catalog().and_then(|catalog| catalog.get(b"OutputIntents")?.as_array()).expect("an intent");
    let intent = document.dereference(&intents[0]).and_then(|(_, intent)| intent.as_dict()).expect("a dictionary");
    let profile = intent.get(b"DestOutputProfile").and_then(Object::as_reference).expect("a profile");
    let profile = document.get_object(profile).and_then(Object::as_stream).expect("a stream");
    assert_eq!(profile.dict.get(b"N").and_then(Object::as_i64).ok(), Some(3));
    let bytes = profile.decompressed_content().expect("bytes");
    assert!(ColorProfile::new_from_slice(&bytes).is_ok() && bytes.len() < 1_000);
}

#[test]
fn pictures_of_a_camera_stand_upright() {
    let exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    let about = About { exif: Some(exif), ..About::default() };
    let picture = halves(200, 100);
    let folder = game(&[
        ("a.jpg", jpeg(&picture, &about)),
        ("b.png", png(&picture, &about)),
        ("c.webp", webp(&picture, &about)),
    ]);
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    for name in ["a", "b", "c"] {
        let card = shown(&folder, name);
        // It fills the card from top to bottom.
        let (top, bottom) = (card.at(SIDE / 2, 10), card.at(SIDE / 2, SIDE - 10));
        assert!(top[0] > 200 && top[2] < 40, "{name}: {top:?}");
        assert!(bottom[2] > 200 && bottom[0] < 40, "{name}: {bottom:?}");
    }
}

#[test]
fn pictures_of_all_programs_are_read() {
    let picture = halves(200, 200);
    let folder = game(&[
        ("a.gif", as_format(&picture, ImageFormat::Gif)),
        ("b.bmp", as_format(&picture, ImageFormat::Bmp)),
        ("c.tif", as_format(&picture, ImageFormat::Tiff)),
        ("d.TIFF", as_format(&picture, ImageFormat::Tiff)),
        ("e.PNG", png(&picture, &About::default())),
        ("f.Jpg", jpeg(&picture, &About::default())),
    ]);
    // The case of the file and of the name is ignored.
    folder.replace("card-data/g/cards.toml", "\"f.Jpg\"", "\"f.jpg\"");
    folder.write("card-data/g/art/g.PNG", png(&picture, &About::default()));
    let cards = String::from_utf8(folder.read("card-data/g/cards.toml")).expect("text");
    folder.write("card-data/g/cards.toml", format!("{cards}\n[[drawing]]\nname = \"g\"\n"));
    folder.run(["check", "g"]).must_succeed();
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        let card = shown(&folder, name);
        assert!(near(&card.at(50, 100), [220, 0, 0], 8), "{name}: {:?}", card.at(50, 100));
        assert!(near(&card.at(150, 100), [0, 0, 220], 8), "{name}: {:?}", card.at(150, 100));
    }
    folder.run(["build", "g"]).must_succeed();
}

#[test]
fn pictures_that_cannot_be_printed_are_named_for_what_they_are() {
    let media = |brands: &[u8]| [&[0, 0, 0, 24], b"ftyp", brands, &[0; 100]].concat();
    let heic = media(b"heic\0\0\0\0mif1heic");
    let png = png(&flat(20, 20, [1, 2, 3]), &About::default());
    let folder = game(&[
        ("a.heic", heic.clone()),
        ("b.png", heic.clone()),
        ("c.avif", media(b"avif\0\0\0\0mif1avif")),
        ("d.svg", png.clone()),
        (
            "e.png",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>".to_vec(),
        ),
        ("f.jpg", b"8BPS and so on".to_vec()),
        ("g.png", b"not really a picture".to_vec()),
    ]);
    folder.write("card-data/g/art/h.heic", heic);
    let cards = String::from_utf8(folder.read("card-data/g/cards.toml")).expect("text");
    folder.write("card-data/g/cards.toml", format!("{cards}\n[[drawing]]\nname = \"h\"\n"));
    let words = [
        "`a.heic` is HEIC, which isn't supported",
        "`b.png` is HEIC, which isn't supported",
        "save it as PNG or JPEG",
        "`c.avif` is AVIF",
        "`d.svg` is PNG",
        "rename it to `d.png`",
        "`e.png` is SVG",
        "rename it to `e.svg`",
        "`f.jpg` is a Photoshop document",
        "unreadable image",
        "`h.heic` is HEIC",
        "8 errors",
    ];
    folder.run(["build", "g"]).must_fail(1, &words);
}

#[test]
fn pictures_that_were_cut_short_are_refused() {
    let noise = RgbImage::from_fn(200, 200, |x, y| {
        image::Rgb([(x * 7 % 256) as u8, (y * 13 % 256) as u8, (x * y % 256) as u8])
    });
    let whole = jpeg(&noise, &About::default());
    let mut inks = Vec::new();
    let encoder = jpeg_encoder::Encoder::new(&mut inks, 90);
    encoder.encode(&[90; 64 * 64 * 4], 64, 64, jpeg_encoder::ColorType::Cmyk).expect("a picture");
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let cut = [
        ("a.jpg", half(&whole)),
        ("b.jpg", whole[..whole.len() - 2].to_vec()),
        ("c.jpg", half(&inks)),
        ("d.png", half(&png(&noise, &About::default()))),
        ("e.webp", half(&webp(&noise, &About::default()))),
        ("f.gif", half(&as_format(&noise, ImageFormat::Gif))),
        ("g.bmp", half(&as_format(&noise, ImageFormat::Bmp))),
        ("h.tif", half(&as_format(&noise, ImageFormat::Tiff))),
    ];
    let folder = game(&cut);
    let told = folder.run(["check", "g"]).must_fail(1, &["error[E0707]", "is truncated", "8 errors"]).err;
    for (file, _) in cut {
        assert!(told.contains(&format!("art/{file}")), "{file}: {told}");
    }
    let linked = game(&[("a.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"fog.jpg\" width=\"9\" height=\"9\"/></svg>".to_vec())]);
    linked.write("card-data/g/art/fog.jpg", half(&whole));
    linked.run(["check", "g"]).must_fail(1, &["error[E0707]: `fog.jpg` is truncated", "art/fog.jpg", "1 error"]);
}

#[test]
fn a_font_that_was_cut_short_is_refused() {
    let folder = Folder::new();
    folder.new_deck("g");
    let font = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/Junicode-Bold.otf")).expect("a font");
    for percent in [50, 80, 99] {
        folder.write("card-data/g/fonts/Own.otf", &font[..font.len() * percent / 100]);
        let ran = folder.run(["check", "g"]);
        assert!(ran.code == 1 && ran.err.contains("fonts/Own.otf"), "{percent} %: {}{}", ran.out, ran.err);
    }
    folder.run(["check", "g"]).must_fail(1, &["error[E0743]", "truncated font file"]);
}

#[test]
fn a_photograph_is_no_finer_than_the_print() {
    // Red at the left and blue at the right, with grain.
    let noise = RgbImage::from_fn(2400, 2400, |x, y| {
        let grain = u8::try_from((x * 31 + y * 17 + x * y) % 37).expect("a small number");
        image::Rgb(if x < 1200 { [200 + grain, grain, 0] } else { [0, grain, 200 + grain] })
    });
    let photograph = jpeg(&noise, &About::default());
    let small = jpeg(&flat(380, 380, [90, 140, 110]), &About::default());
    let folder = game(&[("a.jpg", photograph.clone()), ("b.jpg", small.clone())]);
    folder.run(["build", "g", "--target", "press", "--pdf-standard", "none"]).must_succeed();
    let pdf = folder.path("output/g/drawing-press.pdf");
    let listed = outsiders::read("pdfimages", &["-list", pdf.to_str().expect("a plain path")]);
    let dots: Vec<u32> = listed
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().nth(12).expect("dots").parse().expect("dots"))
        .collect();
    assert!(matches!(dots[..], [590..=610, 560..=580]), "{listed}");
    let document = Document::load(&pdf).expect("a PDF");
    let streams = || document.objects.values().filter_map(|object| object.as_stream().ok());
    assert!(streams().any(|stream| stream.content == small), "what is no finer than the print stays as it is");
    assert!(streams().all(|stream| stream.content.len() < photograph.len() / 4), "the other is smaller");
    for page in [outsiders::poppler(&pdf, 1, 100), outsiders::mupdf(&pdf, 1, 100)] {
        let (left, right) = (page.at(15, 30), page.at(50, 30));
        assert!(near(&left, [218, 18, 0], 12) && near(&right, [0, 18, 218], 12), "{left:?}, {right:?}");
    }
}

#[test]
fn pictures_of_too_many_pixels_are_refused_before_they_are_read() {
    let mut bytes = png(&flat(20, 20, [1, 2, 3]), &About::default());
    // Width and height of the head.
    bytes[16..24].copy_from_slice(&[30_000_u32.to_be_bytes(), 30_000_u32.to_be_bytes()].concat());
    let folder = game(&[("a.png", bytes)]);
    folder
        .run(["check", "g"])
        .must_fail(1, &["error[E0741]: `a.png` has 30000 × 30000 pixels, above the limit of 128 million"]);
}

#[test]
fn files_that_are_too_large_are_refused_before_they_are_read() {
    let folder = game(&[("a.png", png(&flat(20, 20, [1, 2, 3]), &About::default()))]);
    folder.write("card-data/g/cards.toml", vec![b'\n'; 17 << 20]);
    folder
        .run(["check", "g"])
        .must_fail(1, &["error[E0742]: `card-data/g/cards.toml` has 17 MB, above the limit of 16 MB"]);
}

/// Returns a drawing of 96 by 96 units.
fn svg(inside: &str) -> Vec<u8> {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96 96\">{inside}</svg>").into_bytes()
}

#[test]
fn variables_of_drawings_have_their_fallback() {
    let folder = game(&[
        ("a.svg", svg("<path fill=\"var(--sea, #00f)\" d=\"M0 0h96v96H0z\"/>")),
        (
            "b.svg",
            svg(
                "<style>:root { --sea: #0a0 } .s { fill: var(--sea, red) }</style><path class=\"s\" d=\"M0 0h96v96H0z\"/>",
            ),
        ),
    ]);
    let told = folder.run(["check", "g"]).must_succeed().out;
    assert!(!told.contains("E0706"), "{told}");
    folder.run(["build", "g", "--target", "images"]).must_succeed();
    assert_eq!(shown(&folder, "a").at(100, 100), [0, 0, 255, 255]);
    assert_eq!(shown(&folder, "b").at(100, 100), [0, 170, 0, 255]);
}

#[test]
fn an_icon_is_cut_out_of_its_background() {
    const ICON: &str = "<path fill=\"#fff\" d=\"M10 10h30v40H10z\"/>";
    let build = |inside: &str| {
        let folder = Folder::new();
        folder.new_deck("g");
        folder.write("card-data/g/icons/lamp.svg", svg(inside));
        // Some letters of the deck are on this icon, and are reported.
        let told = folder.run(["check", "g"]);
        folder.run(["build", "g", "--target", "images"]).must_succeed();
        (told.out + &told.err, folder.read("output/g/images/contact-sheet.png"))
    };
    let (told, alone) = build(ICON);
    assert!(!told.contains("E0747"), "{told}");
    let (told, on_square) = build(&format!("<path d=\"M0 0h96v96H0z\"/>{ICON}"));
    assert!(told.contains("note[E0747]: background of icon `lamp` ignored"), "{told}");
    assert!(alone == on_square, "the square is not printed");
    let (told, _) = build("<path d=\"M0 0h96v96H0z\"/>");
    assert!(!told.contains("E0747"), "a mark that is a square alone stays: {told}");
}

#[test]
fn a_value_is_blamed_on_the_attribute_that_has_it() {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:tool=\"http://example.org/tool\" viewBox=\"0 0 9 9\">\n\
                   <tool:view guides=\"false\"/>\n<rect rx=\"1\"\n clip-path=\"false\" width=\"9\" height=\"9\"/>\n</svg>";
    let folder = game(&[("a.svg", drawing.as_bytes().to_vec())]);
    folder.run(["check", "g"]).must_succeed().must_say(&["E0706", "art/a.svg:4:2"]);
}

#[test]
fn drawings_that_would_take_all_memory_or_hours_are_refused() {
    let doubling = |element: &str, attribute: &str| {
        let one = |number: u32| {
            let shape = format!("<path {attribute}=\"url(#e{})\" d=\"M0 0h96v96z\"/>", number - 1);
            format!("<{element} id=\"e{number}\" width=\"1\" height=\"1\">{shape}{shape}</{element}>")
        };
        let all: String = (1..31).map(one).collect();
        svg(&format!(
            "<{element} id=\"e0\" width=\"1\" height=\"1\"><path d=\"M0 0h96v96z\"/></{element}>{all}\
             <path {attribute}=\"url(#e30)\" d=\"M0 0h96v96z\"/>"
        ))
    };
    let groups =
        |count: usize| svg(&format!("{}<path d=\"M0 0h96v96z\"/>{}", "<g>".repeat(count), "</g>".repeat(count)));
    let matrix = "1 ".repeat(1000 * 1000);
    let inner = String::from_utf8(doubling("clipPath", "clip-path")).expect("text");
    let inner = inner.replace('%', "%25").replace('#', "%23").replace('"', "'").replace('<', "%3C").replace('>', "%3E");
    let hostile = [
        ("a.svg", doubling("clipPath", "clip-path"), "E0744"),
        ("b.svg", doubling("mask", "mask"), "E0744"),
        ("c.svg", doubling("pattern", "fill"), "E0744"),
        ("d.svg", groups(1_000), "E0745"),
        ("e.svg", svg("<circle cx=\"50\" cy=\"50\" r=\"1e12\"/>"), "E0746"),
        ("f.svg", svg("<path d=\"M0 0H1e9V9z\"/>"), "E0746"),
        (
            "g.svg",
            svg("<g transform=\"scale(3e4)\"><g transform=\"scale(3e4)\"><path d=\"M0 0h9v9z\"/></g></g>"),
            "E0746",
        ),
        (
            "h.svg",
            svg(&format!(
                "<filter id=\"f\"><feConvolveMatrix order=\"1000\" kernelMatrix=\"{matrix}\"/></filter><path filter=\"url(#f)\" d=\"M0 0h96v96z\"/>"
            )),
            "E0744",
        ),
        ("i.svg", svg(&format!("<text>{}</text>", "sea ".repeat(200_000))), "E0744"),
        (
            "j.svg",
            svg(&format!(
                "<path {} d=\"M0 0h96v96z\"/>",
                (0..100_000).map(|n| format!("a{n}=\"\" ")).collect::<String>()
            )),
            "E0744",
        ),
        ("k.svg", svg(&format!("<image width=\"96\" height=\"96\" href=\"data:image/svg+xml,{inner}\"/>")), "E0744"),
    ];
    for (file, bytes, code) in &hostile {
        let folder = game(&[(file, bytes.clone())]);
        let told = folder.run(["check", "g"]).must_fail(1, &[&format!("error[{code}]"), "1 error"]).err;
        assert!(told.contains(&format!("art/{file}")), "{file}: {told}");
    }
    // Marks and templates are read in other ways.
    let folder = Folder::new();
    folder.new_deck("g");
    folder.write("card-data/g/icons/lamp.svg", &hostile[4].1);
    folder.run(["check", "g"]).must_fail(1, &["error[E0746]", "icons/lamp.svg:1:85"]);
    folder.write("card-data/g/icons/lamp.svg", &hostile[3].1);
    folder.run(["check", "g"]).must_fail(1, &["error[E0745]", "icons/lamp.svg"]);
    let folder = game(&[("a.png", png(&flat(200, 200, [1, 2, 3]), &About::default()))]);
    folder.replace("card-data/g/templates/drawing.svg", "</svg>", "<circle r=\"1e12\"/></svg>");
    folder.run(["check", "g"]).must_fail(1, &["error[E0746]", "templates/drawing.svg"]);
}
