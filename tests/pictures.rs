//! Pictures for print services and for screens, read back from their files.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::common::program::Folder;
use crate::common::shipped;
use painter::Picture;
use skirmish_model::game::{Card, Component, Game};

/// Requirements of a print service.
struct Service {
    name: &'static str,
    width: usize,
    height: usize,
    folder: Folder,
    said: String,
}

static SERVICES: LazyLock<[Service; 2]> = LazyLock::new(|| {
    [("mpc", 822, 1122), ("tgc", 825, 1125)].map(|(name, width, height)| {
        let folder = Folder::new();
        let said = folder.run(["build", "skirmish-5e", "--target", name]).must_succeed().out;
        Service { name, width, height, folder, said }
    })
});

static SCREEN: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    folder.run(["build", "skirmish-5e", "--target", "images"]).must_succeed();
    folder
});

impl Service {
    /// Returns the cards that it prints: for MakePlayingCards also those that fill up the order.
    fn cards<'a>(&self, game: &'a Game) -> Vec<&'a Card> {
        let fills =
            |other: &&Component| self.name == "mpc" && ["reference", "health"].contains(&other.piece.id.as_str());
        let components = std::iter::once(&game.deck).chain(game.components.iter().filter(fills));
        components.flat_map(|component| &component.cards).collect()
    }

    /// Returns the files below one of the service's folders, by name.
    fn files(&self, below: &str) -> Vec<String> {
        let prefix = format!("output/skirmish-5e/{}/{below}", self.name);
        self.folder.files().iter().filter_map(|path| Some(path.strip_prefix(&prefix)?.to_owned())).collect()
    }

    fn picture(&self, below: &str) -> Picture {
        Picture::open(&self.folder.path(&format!("output/skirmish-5e/{}/{below}", self.name)))
    }

    /// Returns all pictures with their names.
    fn pictures(&self) -> impl Iterator<Item = (String, Picture)> {
        self.files("").into_iter().filter(|file| file.ends_with(".png")).map(|file| {
            let picture = self.picture(&file);
            (file, picture)
        })
    }
}

/// Parses number, name and count of `07-punch-x6.png`.
fn parts(file: &str) -> (u32, String, u32) {
    let stem = file.strip_suffix(".png").unwrap_or_else(|| panic!("{file} is no picture"));
    let (number, rest) = stem.split_once('-').expect("a number and a name");
    let (name, count) = rest.rsplit_once("-x").expect("a name and a count");
    (number.parse().expect("a number"), name.to_owned(), count.parse().expect("a count"))
}

fn is_dpi(picture: &Picture, dpi: f64) -> bool {
    // A file counts dots a metre, in whole numbers.
    picture.dpi.is_some_and(|(across, down)| (across - dpi).abs() < 0.02 && (down - dpi).abs() < 0.02)
}

#[test]
fn services_get_pictures_of_their_size_at_300_dots_an_inch() {
    for service in SERVICES.iter() {
        let mut count = 0;
        for (file, picture) in service.pictures() {
            let size = (picture.width, picture.height);
            assert_eq!(size, (service.width, service.height), "{} {file}", service.name);
            assert!(is_dpi(&picture, 300.0), "{} {file}: {:?}", service.name, picture.dpi);
            assert!(picture.is_opaque(), "{} {file}: a print has no holes", service.name);
            count += 1;
        }
        let cards = service.cards(&shipped::game()).len();
        assert_eq!(count, 2 * cards, "a front and a back of {cards} cards for {}", service.name);
    }
}

#[test]
fn a_front_and_its_back_have_the_same_number_and_count() {
    let game = shipped::game();
    for service in SERVICES.iter() {
        let mut should = Vec::new();
        for (number, card) in (1..).zip(service.cards(&game)) {
            let back = &game.face_kinds[card.faces[1].kind];
            let back = if back.shared { back.id.clone() } else { format!("{}-{}", card.id, back.id) };
            should.push(((number, card.id.clone(), card.count), (number, back, card.count)));
        }
        let sorted = |below: &str| {
            let mut all: Vec<_> = service.files(below).iter().map(|file| parts(file)).collect();
            all.sort();
            all
        };
        let is: Vec<_> = sorted("fronts/").into_iter().zip(sorted("backs/")).collect();
        assert_eq!(is, should, "{}", service.name);
    }
}

#[test]
fn the_table_of_counts_names_every_picture_and_adds_up_to_the_deck() {
    let game = shipped::game();
    for service in SERVICES.iter() {
        let file = format!("output/skirmish-5e/{}/counts.csv", service.name);
        let table = String::from_utf8(service.folder.read(&file)).expect("text");
        let mut rows = table.lines();
        assert_eq!(rows.next(), Some("number,card,count,front,back"));
        let mut counts = BTreeMap::new();
        let mut files = Vec::new();
        for row in rows {
            let cells: Vec<&str> = row.split(',').collect();
            let [_, card, count, front, back] = cells[..] else { panic!("{row}") };
            let count: u32 = count.parse().expect("a count");
            counts.insert(card.trim_matches('"').to_owned(), count);
            files.extend([front.to_owned(), back.to_owned()]);
            assert_eq!((parts(&front["fronts/".len()..]).2, parts(&back["backs/".len()..]).2), (count, count), "{row}");
        }
        let should: BTreeMap<String, u32> =
            service.cards(&game).into_iter().map(|card| (card.name.clone(), card.count)).collect();
        assert_eq!(counts, should, "{}", service.name);
        assert_eq!(counts.values().sum::<u32>(), if service.name == "mpc" { 144 } else { 128 });
        files.sort();
        let mut pictures = service.files("");
        pictures.retain(|file| file.ends_with(".png"));
        assert_eq!(files, pictures, "{}", service.name);
    }
}

#[test]
fn no_picture_has_a_light_edge() {
    /// Edges that are darker than this would show it.
    const DARK: f64 = 150.0;
    for service in SERVICES.iter() {
        let mut dark = 0;
        for (file, picture) in service.pictures() {
            let (right, bottom) = (picture.width - 1, picture.height - 1);
            let column = |x: usize| picture.brightness((0..=bottom).map(|y| (x, y)));
            let row = |y: usize| picture.brightness((0..=right).map(|x| (x, y)));
            let edges = [
                ("left", column(0), column(1)),
                ("right", column(right), column(right - 1)),
                ("upper", row(0), row(1)),
                ("lower", row(bottom), row(bottom - 1)),
            ];
            for (edge, outermost, next) in edges.into_iter().filter(|(.., next)| *next < DARK) {
                dark += 1;
                let what = format!("{} {file}: {edge} edge", service.name);
                assert!(outermost <= next + 1.0, "{what}: {outermost} beside {next}");
            }
        }
        assert!(dark >= 42, "every face has a dark spine: {dark}");
    }
}

#[test]
fn the_cut_lies_where_the_service_says() {
    // 36 pixels inside MakePlayingCards' picture is the screen's picture of the card, except for its round corners.
    let service = &SERVICES[0];
    let on_screen = |name: &str| Picture::open(&SCREEN.path(&format!("output/skirmish-5e/images/{name}.png")));
    let mut count = 0;
    let game = shipped::game();
    for file in service.files("fronts/") {
        let (_, name, _) = parts(&file);
        if game.card(&name).is_none() {
            continue;
        }
        let picture = service.picture(&format!("fronts/{file}"));
        let card = picture.part(36, 36, 750, 1050);
        let screen = on_screen(&name);
        let inner = |picture: &Picture| picture.part(36, 0, 750 - 72, 1050);
        let difference = inner(&card).mean_difference(&inner(&screen));
        assert!(difference < 1.0, "{name}: {difference}");
        count += 1;
    }
    assert_eq!(count, 21);
}

#[test]
fn an_order_is_told_that_holds_the_deck() {
    let [mpc, tgc] = &*SERVICES;
    assert!(mpc.said.contains("144 cards is 144: 0 places unused"), "{}", mpc.said);
    assert!(mpc.said.contains("MakePlayingCards"), "{}", mpc.said);
    assert!(tgc.said.contains("The Game Crafter"), "{}", tgc.said);
}

#[test]
fn a_picture_of_an_older_run_does_not_stay() {
    let folder = Folder::new();
    let old = "output/skirmish-5e/mpc-part/fronts/07-longbow-x3.png";
    folder.write(old, "a card that is no more");
    folder.run(["build", "--target", "mpc", "--only", "dagger"]).must_succeed();
    let files = folder.files();
    assert!(!files.contains(&old.to_owned()), "{files:#?}");
    assert!(files.iter().any(|file| file.ends_with("fronts/01-dagger-x2.png")), "{files:#?}");
    assert!(!files.iter().any(|file| file.contains("/.")), "nothing unfinished is left: {files:#?}");
}

#[test]
fn what_a_killed_run_left_goes_with_the_next() {
    let folder = Folder::new();
    for left in ["output/skirmish-5e/.unfinished-a1B2c3", "output/.unfinished-elsewhere"] {
        folder.write(&format!("{left}/.lock"), "");
        folder.write(&format!("{left}/fronts/01-dagger-x2.png"), "half a picture");
    }
    folder.write("output/skirmish-5e/.replaced-mpc-part/counts.csv", "older");
    folder.write("output/skirmish-5e/mpc-part/counts.csv", "newer");
    folder.run(["build", "--target", "mpc", "--only", "dagger"]).must_succeed();
    let hidden = |file: &String| file.contains("/.");
    let left: Vec<String> = folder.files().into_iter().filter(hidden).collect();
    assert!(left.iter().all(|file| file.starts_with("output/.unfinished-elsewhere")), "{left:#?}");
}

#[test]
fn many_faces_stand_on_several_contact_sheets() {
    let folder = Folder::new();
    folder.new_in_english("g");
    let file = "card-data/g/cards.toml";
    let card = |number: usize| {
        format!(
            "\n[[card]]\nname = \"Storm {number}\"\nkind = \"sea\"\ncount = 1\nart = \"storm\"\ntext = \"It blows.\"\n"
        )
    };
    let cards: String = (0..100).map(card).collect();
    folder.write(file, String::from_utf8(folder.read(file)).expect("text") + &cards);
    folder.replace("card-data/g/game.toml", "deck-size = 27 ", "deck-size = 127 ");
    folder.run(["build", "g", "--target", "images"]).must_succeed().must_say(&["111 faces and 2 contact sheets"]);
    let sheet = |number: usize| Picture::open(&folder.path(&format!("output/g/images/contact-sheet-{number}.png")));
    let (first, second) = (sheet(1), sheet(2));
    assert!(first.height > second.height && first.width == 12 * (375 + 18) + 18, "{} × {}", first.width, first.height);
}

#[test]
fn several_decks_multiply_the_counts() {
    let folder = Folder::new();
    folder.run(["build", "--target", "tgc", "--only", "dagger,trip", "--copies", "3"]).must_succeed();
    let table = String::from_utf8(folder.read("output/skirmish-5e/tgc-part/counts.csv")).expect("text");
    assert!(table.contains("Trip,12,") && table.contains("Dagger,6,"), "{table}");
}

#[test]
fn a_screen_gets_29_faces_with_round_corners_and_a_sheet_of_all() {
    let files = SCREEN.files();
    let faces: Vec<&String> = files.iter().filter(|file| !file.ends_with("contact-sheet.png")).collect();
    assert_eq!((files.len(), faces.len()), (30, 29), "{files:#?}");
    for file in faces {
        let face = Picture::open(&SCREEN.path(file));
        assert_eq!((face.width, face.height), (750, 1050), "{file}");
        assert!(is_dpi(&face, 300.0), "{file}: {:?}", face.dpi);
        let (right, bottom) = (face.width - 1, face.height - 1);
        for (x, y) in [(0, 0), (right, 0), (0, bottom), (right, bottom)] {
            assert_eq!(face.at(x, y)[3], 0, "{file}: corner {x}, {y}");
        }
        // The corner's radius is 3 mm, 35 pixels: the edge is whole from there on, and a little inside the corner too.
        for (x, y) in [(36, 0), (0, 36), (right - 36, bottom), (right, bottom - 36), (14, 14), (right / 2, bottom / 2)]
        {
            assert_eq!(face.at(x, y)[3], 255, "{file}: {x}, {y}");
        }
    }
    let sheet = Picture::open(&SCREEN.path("output/skirmish-5e/images/contact-sheet.png"));
    assert!(sheet.is_opaque() && sheet.width > sheet.height, "{} × {}", sheet.width, sheet.height);
}
