//! Orders and pictures for print services.

use std::collections::BTreeMap;

use super::{build, text};
use crate::common::pdf::Pdf;
use crate::common::program::Folder;
use painter::Picture;

/// An order as another reader sees it: how many, and front and back of each place.
struct Order {
    quantity: usize,
    stock: String,
    foil: String,
    places: BTreeMap<usize, (String, String)>,
}

fn order(xml: &str) -> Order {
    let document = roxmltree::Document::parse(xml).expect("XML");
    let child = |node: roxmltree::Node<'_, '_>, name: &str| -> String {
        let found = node.children().find(|child| child.has_tag_name(name));
        found.and_then(|child| child.text().map(str::to_owned)).unwrap_or_else(|| panic!("no {name} in {xml}"))
    };
    let root = document.root_element();
    assert!(root.has_tag_name("order"));
    let part = |name: &str| root.children().find(|child| child.has_tag_name(name));
    let details = part("details").expect("details");
    let side = |name: &str| -> BTreeMap<usize, String> {
        let cards = part(name).into_iter().flat_map(|side| side.children().filter(|child| child.has_tag_name("card")));
        let mut places = BTreeMap::new();
        for card in cards {
            let id = child(card, "id");
            assert_eq!(child(card, "sourceType"), "Local File");
            assert!(id.ends_with(&format!("/{}", child(card, "name"))) && !child(card, "query").is_empty());
            for place in child(card, "slots").split(',') {
                let earlier = places.insert(place.parse().expect("a number"), id.clone());
                assert_eq!(earlier, None, "two pictures in one place");
            }
        }
        places
    };
    let (fronts, backs, common) = (side("fronts"), side("backs"), child(root, "cardback"));
    let quantity: usize = child(details, "quantity").parse().expect("a number");
    assert!(fronts.keys().copied().eq(0..quantity), "every place has a front");
    assert!(backs.keys().all(|place| *place < quantity));
    let back = |place: &usize| backs.get(place).unwrap_or(&common).clone();
    let places = fronts.into_iter().map(|(place, front)| (place, (front, back(&place)))).collect();
    Order { quantity, stock: child(details, "stock"), foil: child(details, "foil"), places }
}

/// Returns the counts of cards by their pictures, from `counts.csv`.
fn counts(csv: &str) -> Vec<(usize, String, String)> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [.., count, front, back] = cells.as_slice() else { panic!("{line}") };
        (count.parse().expect("a count"), (*front).to_owned(), (*back).to_owned())
    };
    csv.lines().skip(1).map(row).collect()
}

#[test]
fn an_order_names_every_card_as_often_as_it_is_counted() {
    let folder = Folder::new();
    build(&folder, "skirmish-5e", &["--target", "mpc"]);
    let at = |file: &str| format!("output/skirmish-5e/mpc/{file}");
    let order = order(&text(&folder, &at("order.xml")));
    assert_eq!((order.stock.as_str(), order.foil.as_str()), ("(S30) Standard Smooth", "false"));
    let rows = counts(&text(&folder, &at("counts.csv")));
    assert_eq!(order.quantity, rows.iter().map(|(count, ..)| count).sum::<usize>());
    let mut places = order.places.values();
    for (count, front, back) in rows {
        for _ in 0..count {
            let (ordered_front, ordered_back) = places.next().expect("a place");
            assert_eq!(ordered_front, &format!("./{front}"));
            // A back that several cards share is named by one of its files, which are the same.
            let file = |path: &str| folder.read(&at(path.trim_start_matches("./")));
            assert!(file(ordered_back) == file(&back), "{ordered_back}, {back}");
        }
    }
    let distinct: std::collections::BTreeSet<&String> = order.places.values().map(|(_, back)| back).collect();
    assert!(distinct.len() < order.places.len() / 4, "what is shared is uploaded once: {distinct:?}");
}

#[test]
fn an_order_says_its_stock_and_is_parted_where_it_is_too_large() {
    let folder = Folder::with_shapes();
    build(&folder, "shapes", &["--target", "mpc", "--stock", "m31", "--foil", "--copies", "50"]);
    let first = order(&text(&folder, "output/shapes/mpc/order-1.xml"));
    let second = order(&text(&folder, "output/shapes/mpc/order-2.xml"));
    assert_eq!((first.quantity, second.quantity), (612, 14 * 50 - 612));
    assert_eq!((first.stock.as_str(), first.foil.as_str()), ("(M31) Linen", "true"));
    assert!(!folder.files().iter().any(|file| file.ends_with("order-3.xml")));
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let folder = Folder::with_shapes();
    let before = folder.contents();
    for (args, words) in [
        (&["--stock", "s33"][..], "require `--target mpc`"),
        (&["--target", "tts", "--foil"], "require `--target mpc`"),
        (&["--target", "mpc", "--stock", "p10", "--foil"], "`--foil` isn't available on plastic"),
        (&["--image-url", "https://example.org/a"], "requires `--target tts`"),
        (&["--target", "tts", "--image-url", "example.org"], "a URL must start with https://"),
        (&["--paper", "b5"], "use a4, letter, a3, a5, legal, or a size in mm such as 320x450"),
        (&["--paper", "20x30"], "each side of the paper must be 140 to 2000 mm"),
        (&["--target", "cut", "--only", "roster"], "nothing to cut"),
    ] {
        folder.run([&["build", "shapes"], args].concat()).must_fail(2, &[words]);
    }
    assert!(folder.contents() == before, "nothing is written");
}

#[test]
fn a_card_is_a_front_and_its_back_in_one_pdf() {
    let folder = Folder::new();
    let said = build(&folder, "skirmish-5e", &["--target", "dtc"]);
    assert!(said.contains("PDF/X-1a:2003 in CMYK") && said.contains("total ink limit of 240 %"), "{said}");
    let bytes = folder.read("output/skirmish-5e/skirmish-5e-dtc.pdf");
    assert!(bytes.starts_with(b"%PDF-1.4") || bytes.starts_with(b"%PDF-1.3"));
    let pdf = Pdf::new(&bytes);
    let pages = pdf.pages();
    let out = folder.run(["list", "skirmish-5e", "--format", "json"]).must_succeed().out;
    let listing: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let cards = listing[0]["cards"].as_array().expect("cards");
    let count = |card: &serde_json::Value| usize::try_from(card["count"].as_u64().expect("a count")).expect("small");
    assert!(pages.len() >= 2 * cards.iter().map(count).sum::<usize>());
    let mut at = 0;
    for card in cards {
        let (front, back) = (&pages[at], &pages[at + 1]);
        assert_ne!(front.placed[0].forms, back.placed[0].forms, "{}", card["name"]);
        for copy in 0..count(card) {
            assert_eq!(pages[at + copy * 2].placed[0].forms, front.placed[0].forms, "{}", card["name"]);
            assert_eq!(pages[at + copy * 2 + 1].placed[0].forms, back.placed[0].forms, "{}", card["name"]);
        }
        at += count(card) * 2;
        let trim = front.find_box("TrimBox").expect("a trim box");
        assert!((trim[2] - trim[0] - 180.0).abs() < 0.01 && (trim[3] - trim[1] - 252.0).abs() < 0.01, "{trim:?}");
    }
}

#[test]
fn a_box_for_the_game_crafter_is_a_picture_of_its_size() {
    let folder = Folder::with_shapes();
    let said = build(&folder, "shapes", &["--target", "tgc"]);
    assert!(said.contains("2325 × 1950 pixels") && said.contains("in its actual size"), "{said}");
    let files = folder.files();
    let made: Vec<&String> = files.iter().filter(|file| file.contains("tgc/box/tuck-box-")).collect();
    let [file] = made.as_slice() else { panic!("{files:?}") };
    let picture = Picture::open(&folder.path(file));
    assert_eq!((picture.width, picture.height), (2325, 1950));
    // The net has the size of the pieces, in the middle: 44.45 + 0.7 + 0.8 wide and so on, at 300 dpi.
    let coloured = |x: usize, y: usize| picture.at(x, y)[..3].iter().any(|part| *part < 230);
    let columns: Vec<usize> = (0..picture.width).filter(|x| (0..picture.height).any(|y| coloured(*x, y))).collect();
    let (left, right) = (columns[0], columns[columns.len() - 1]);
    let wide = 2.0 * (44.45 + 0.7 + 0.8) + 2.0 * (14.0 * 1.5 + 1.0 + 0.8);
    #[allow(clippy::cast_precision_loss, reason = "pixels of a page")]
    let found = (right - left) as f64 / 300.0 * 25.4;
    assert!(found > wide - 1.0 && found < wide + 14.0, "{found}, not {wide}");
}

/// Returns the centre of the pixels of a colour, relative to the picture's width and height.
fn middle_of(picture: &Picture, is_it: impl Fn([u8; 4]) -> bool) -> (f64, f64) {
    let places = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let found: Vec<(usize, usize)> = places.filter(|(x, y)| is_it(picture.at(*x, *y))).collect();
    assert!(!found.is_empty(), "the colour is nowhere");
    let count = u32::try_from(found.len()).expect("few pixels");
    let sum = |part: fn(&(usize, usize)) -> usize| -> f64 {
        found.iter().map(|place| f64::from(u32::try_from(part(place)).expect("a small number"))).sum()
    };
    let side = |side: usize| f64::from(u32::try_from(side).expect("a small number"));
    let middle = |sum: f64, all: usize| sum / f64::from(count) / side(all);
    (middle(sum(|place| place.0), picture.width), middle(sum(|place| place.1), picture.height))
}

fn is_red([red, green, blue, _]: [u8; 4]) -> bool {
    red > 150 && green < 60 && blue < 60
}

fn is_blue([red, green, blue, _]: [u8; 4]) -> bool {
    blue > 150 && red < 60 && green < 60
}

#[test]
fn cards_in_landscape_are_turned_for_services() {
    let folder = super::with_game((88.9, 63.5), "name,kind,count\nHook,sea,2\n", "");
    for (target, size) in [("mpc", (822, 1122)), ("tgc", (825, 1125))] {
        let said = build(&folder, "g", &["--target", target]);
        assert!(said.contains("Rotated by 90°") && said.contains(": cards."), "{said}");
        let open = |file: &str| Picture::open(&folder.path(&format!("output/g/{target}/{file}")));
        let (front, back) = (open("fronts/01-hook-x2.png"), open("backs/01-sea-back-x2.png"));
        for picture in [&front, &back] {
            assert_eq!((picture.width, picture.height), size, "{target}");
        }
        // Turned over, the heads of both sides are at the same edge: in front at the right, behind at the left.
        let ((x, y), (back_x, back_y)) = (middle_of(&front, is_red), middle_of(&back, is_blue));
        assert!(x > 0.75 && y < 0.25, "{target}: {x}, {y}");
        assert!(back_x < 0.25 && back_y > 0.75, "{target}: {back_x}, {back_y}");
    }
    let said = build(&folder, "g", &["--target", "dtc"]);
    assert!(said.contains("Rotated by 90° for DriveThruCards"), "{said}");
    let path = folder.path("output/g/g-dtc.pdf");
    let pdf = Pdf::new(&std::fs::read(&path).expect("a PDF"));
    for page in pdf.pages() {
        let (width, height) = page.size();
        assert!(width < height, "{width} × {height}");
        let trim = page.find_box("TrimBox").expect("a trim box");
        assert!((trim[2] - trim[0] - 180.0).abs() < 0.01 && (trim[3] - trim[1] - 252.0).abs() < 0.01, "{trim:?}");
    }
    let pages = crate::common::outsiders::poppler_pages(&path, 1, 2, 72);
    // Inks of a press are duller than lights.
    let red = |[red, green, blue, _]: [u8; 4]| red > 150 && green < 120 && blue < 120;
    let blue = |[red, green, blue, _]: [u8; 4]| blue > red.saturating_add(40) && green < 120;
    let ((x, y), (back_x, back_y)) = (middle_of(&pages[0], red), middle_of(&pages[1], blue));
    assert!(x > 0.75 && y < 0.25 && back_x < 0.25 && back_y > 0.75, "{x}, {y}; {back_x}, {back_y}");
}

#[test]
fn pieces_that_are_cards_when_turned_are_part_of_an_order() {
    let piece = "[piece.resource]\nplural = \"resource cards\"\nsize = { width = 88.9, height = 63.5 }\ntemplate = \"resource\"\n\
                 back = \"resource-back\"\n[face.resource-back]\ntemplate = \"resource-back\"\nshared = true\n";
    let folder = super::with_game((63.5, 88.9), "name,kind,count,piece\nHook,sea,2,\nTimber,,1,resource\n", piece);
    for name in ["resource", "resource-back"] {
        let template = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 94.9 69.5\">\
             <rect class=\"fill-paper\" x=\"-3\" y=\"-3\" width=\"94.9\" height=\"69.5\"/></svg>";
        folder.write(&format!("card-data/g/templates/{name}.svg"), template);
    }
    let said = build(&folder, "g", &["--target", "mpc"]);
    assert!(said.contains("upright cards: resource cards.") && !said.contains("Left out"), "{said}");
    let order = order(&text(&folder, "output/g/mpc/order.xml"));
    assert_eq!(order.quantity, 3);
    let front = Picture::open(&folder.path("output/g/mpc/fronts/02-timber-x1.png"));
    assert_eq!((front.width, front.height), (822, 1122));
}
