//! The first faces of a game for a sheet: which layout it gets, and how the cards look.

use painter::Picture;

use super::Folder;
use crate::common::outsiders::read;

/// Pixels per millimetre.
const MM: f64 = 300.0 / 25.4;

/// Makes a game for a sheet, which must be without a fault, and draws its cards.
fn made(sheet: &str, options: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.write("cards.csv", sheet);
    make(&folder, options);
    folder
}

fn make(folder: &Folder, options: &[&str]) {
    folder.run([&["new", "my-game", "--from", "cards.csv"], options].concat()).must_succeed();
    let check = folder.run(["check", "my-game"]).must_succeed();
    let said = format!("{}{}", check.out, check.err);
    assert!(!said.contains("error") && !said.contains("warning"), "{said}");
    folder.run(["build", "my-game", "--target", "images"]).must_succeed();
}

fn text(folder: &Folder, file: &str) -> String {
    String::from_utf8(folder.read(&format!("card-data/my-game/{file}"))).expect("UTF-8")
}

/// Returns the title of the template of most cards, which identifies its layout.
fn title(folder: &Folder) -> String {
    let template = text(folder, "templates/card.svg");
    let title = template.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    title.expect("a title").to_owned()
}

fn face(folder: &Folder, card: &str) -> Picture {
    Picture::open(&folder.path(&format!("output/my-game/images/{card}.png")))
}

/// Returns the height of the tallest stripe of a face without any drawing, relative to it.
fn blank_part(face: &Picture) -> f64 {
    let inside = (face.width / 8)..(face.width * 7 / 8);
    let is_blank = |y: usize| inside.clone().all(|x| face.at(x, y) == face.at(inside.start, y));
    let (mut longest, mut now) = (0, 0);
    for y in face.height / 20..face.height * 19 / 20 {
        now = if is_blank(y) { now + 1 } else { 0 };
        longest = longest.max(now);
    }
    f64::from(longest) / face.height as f64
}

/// Returns the size of the letters of a word on the printed sheet, in points: from the height of their box, which is
/// always the same part of it.
fn size_of(folder: &Folder, word: &str) -> f64 {
    folder.run(["build", "my-game"]).must_succeed();
    let pdf = folder.path("output/my-game/cards-a4.pdf");
    let boxes = read("pdftotext", &["-bbox", pdf.to_str().expect("a plain path"), "-"]);
    let height = |word: &str| {
        let end = format!(">{word}</word>");
        let line = boxes.lines().find(|line| line.ends_with(&end)).unwrap_or_else(|| panic!("no {word:?} in {boxes}"));
        let number = |key: &str| -> f64 {
            let at = line.find(key).expect("a place") + key.len() + 2;
            line[at..].split('"').next().and_then(|digits| digits.parse().ok()).expect("a number")
        };
        number("yMax") - number("yMin")
    };
    // The name of the game at the foot is set in 7 points.
    height(word) / height("My") * 7.0
}

const STAT: &str = "Name,Kind,Cost,Attack,Life,Text\n\
    Fox,Beast,2,3,1,Strikes first.\n\
    Heron,Beast,4,2,6,Draw a card at the start of each of your turns.\n\
    Frost,Spell,1,,,One creature sleeps until its owner pays two.\n";

#[test]
fn figures_and_a_text_make_a_stat_card() {
    let folder = made(STAT, &[]);
    assert_eq!(title(&folder), "A card with figures");
    let spell = text(&folder, "templates/card-spell.svg");
    assert!(!spell.contains("slot-attack"), "what no spell has is not on its template: {spell}");
    for card in ["fox", "heron", "frost"] {
        let blank = blank_part(&face(&folder, card));
        assert!(blank < 0.2, "{card}: {blank:.2} of the face is empty");
    }
    let size = size_of(&folder, "Strikes");
    assert!(size >= 11.0, "the text of the beasts is set in {size:.1} pt");
}

#[test]
fn many_columns_make_a_profile() {
    let sheet = "Name,Type,Level,HP,AC,STR,DEX,CON,INT,WIS,CHA,Speed,Size,Senses,Trait\n\
        Troll,Giant,9,120,15,20,10,18,8,12,9,9 m,Large,Smell,Regains 10 HP at the start of its turn.\n\
        Wraith,Undead,5,45,13,6,16,14,12,14,15,12 m,Medium,Darkvision,Moves through walls. In daylight it cannot attack.\n";
    let folder = made(sheet, &[]);
    assert_eq!(title(&folder), "A profile");
    let template = text(&folder, "templates/card.svg");
    for slot in ["level", "hp", "cha", "speed", "size", "senses", "trait"] {
        assert!(template.contains(&format!("id=\"slot-{slot}\"")), "{slot} is on the face");
    }
    for card in ["troll", "wraith"] {
        let blank = blank_part(&face(&folder, card));
        assert!(blank < 0.15, "{card}: {blank:.2} of the face is empty");
    }
}

#[test]
fn light_ink_has_white_areas_and_readable_letters() {
    let folder = made(STAT, &[]);
    folder.run(["build", "my-game", "--target", "images", "--ink", "low"]).must_succeed();
    let face = Picture::open(&folder.path("output/my-game/images-low-ink/fox.png"));
    let white = (0..face.height)
        .flat_map(|y| (0..face.width).map(move |x| (x, y)))
        .filter(|(x, y)| face.at(*x, *y) == [255; 4]);
    let part = white.count() as f64 / (face.width * face.height) as f64;
    assert!(part > 0.6, "{part:.2} of the face is white");
}

#[test]
fn texts_make_events_with_flavour_at_the_foot() {
    let sheet = "Nome Carta,Categoria,Effetto,Testo narrativo\n\
        Siccità,Sventura,Nessuno semina.,Il pozzo suonava come un tamburo.\n\
        Nozze al mulino,Fortuna,\"Il giocatore con meno punti sceglie un alleato, e ricevono un pane ciascuno all’inizio del turno.\",\n";
    let folder = made(sheet, &["--layout", "event"]);
    assert_eq!(title(&folder), "An event");
    for card in ["siccità", "nozze-al-mulino"] {
        let blank = blank_part(&face(&folder, card));
        assert!(blank < 0.2, "{card}: {blank:.2} of the face is empty");
    }
    let size = size_of(&folder, "semina.");
    assert!(size >= 13.0, "{size:.1} pt");
}

#[test]
fn a_column_of_colours_gives_each_card_its_own() {
    let folder = made("Name,Cost,Farbe\nFox,2,Rot\nHeron,3,blau\nMoss,4,#3f8436\n", &[]);
    for (card, colour) in [("fox", [0xb5, 0x22, 0x2b]), ("heron", [0x28, 0x72, 0xc0]), ("moss", [0x3f, 0x84, 0x36])] {
        let face = face(&folder, card);
        let [red, green, blue, _] = face.at(face.width - 30, (20.0 * MM) as usize);
        assert_eq!([red, green, blue], colour, "{card}");
    }
    assert!(!text(&folder, "templates/card.svg").contains("slot-colour"), "its words are not printed");
}

#[test]
fn every_layout_serves_every_size() {
    let sheet = "Name,Kind,Cost,Attack,Life,Speed,Habitat,Text,Flavour\n\
        Fox,Beast,2,3,1,9,Hedges and towns,Strikes first.,\"\"\"It wanted to be warm.\"\"\"\n\
        Oberste Hüterin der Bücherei,Beast,4,2,6,8,Woodland,Draw a card at the start of each of your turns.,\n\
        Frost,Spell,1,,,,,One creature sleeps.,\"\"\"Even the candles held their breath.\"\"\"\n";
    for size in ["tarot", "mini", "square", "bridge", "jumbo"] {
        for layout in ["stat", "profile", "event", "text", "picture-full"] {
            made(sheet, &["--size", size, "--layout", layout]);
        }
    }
}

#[test]
fn names_alone_are_shown_with_an_emblem_of_their_own() {
    let folder = made("Name\nRope\nSalt\nIron\nRose\n", &[]);
    assert_eq!(title(&folder), "A picture");
    let all = ["rope", "salt", "iron", "rose"].map(|card| face(&folder, card));
    let middle = |face: &Picture| -> Vec<[u8; 4]> {
        let (x, y) = (face.width / 2, (37.0 * MM) as usize);
        (0..200)
            .flat_map(|down| (0..200).map(move |right| (right, down)))
            .map(|(right, down)| face.at(x - 100 + right, y - 100 + down))
            .collect()
    };
    for (number, one) in all.iter().enumerate() {
        for other in &all[number + 1..] {
            let differ = middle(one).iter().zip(middle(other)).filter(|(a, b)| **a != *b).count();
            assert!(differ > 2000, "two seals differ in {differ} of 40000 pixels");
        }
    }
    assert!(!folder.path("card-data/my-game/icons").exists(), "marks and emblems are no files");
}

#[test]
fn questions_make_a_text_card_with_the_answer_on_a_band() {
    let sheet = "Category,Question,Answer\nRivers,Where does the Rhine begin?,At the Tomasee\nFood,Which rock do people eat?,Salt\n";
    let folder = made(sheet, &[]);
    assert_eq!(title(&folder), "A card with one text");
    let size = size_of(&folder, "begin?");
    assert!(size >= 18.0, "{size:.1} pt");
    for card in ["where-does-the-rhine-begin", "which-rock-do-people-eat"] {
        let blank = blank_part(&face(&folder, card));
        assert!(blank < 0.25, "{card}: {blank:.2} of the face is empty");
    }
}
