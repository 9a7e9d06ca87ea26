//! A designer prints a deck, changes a few cards, and prints again only what changed.

use crate::common::pdf::Pdf;
use crate::common::program::Folder;

const CARDS: &str = "card-data/skirmish-5e/cards.toml";
const GAME: &str = "card-data/skirmish-5e/game.toml";
const RECORD: &str = "output/skirmish-5e/printing.toml";
const SHEETS: &str = "output/skirmish-5e/cards-a4-changed.pdf";
const LIST: &str = "output/skirmish-5e/take-out.txt";
const CHANGED: [&str; 3] = ["build", "skirmish-5e", "--changed"];

/// Prints the deck in a folder.
fn printed() -> Folder {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    folder.run(["build", "skirmish-5e"]).must_succeed().must_say(&[RECORD]);
    folder
}

fn text(folder: &Folder, file: &str) -> String {
    String::from_utf8(folder.read(file)).expect("text")
}

/// Edits a line of a card, some lines below its name.
fn edit(folder: &Folder, card: &str, old: &str, new: &str) {
    let cards = text(folder, CARDS);
    let from = cards.find(&format!("name = \"{card}\"\n")).unwrap_or_else(|| panic!("no card {card}"));
    let at = from + cards[from..].find(old).unwrap_or_else(|| panic!("no {old} at {card}"));
    folder.write(CARDS, format!("{}{new}{}", &cards[..at], &cards[at + old.len()..]));
}

/// Checks that nothing is printed, and that no file has changed.
fn nothing_is_printed(folder: &Folder, args: &[&str]) {
    let before = folder.contents();
    let ran = folder.run(args).must_succeed().must_say(&["Nothing changed since", "no files written"]);
    assert_eq!(ran.err, "", "{args:?}");
    assert!(folder.contents() == before, "{args:?} wrote something");
}

#[test]
fn a_figure_of_three_cards_of_128_is_one_sheet() {
    let folder = printed();
    nothing_is_printed(&folder, &CHANGED);
    edit(&folder, "Axe", "damage = 2", "damage = 3");
    edit(&folder, "Dagger", "damage = 1", "damage = 2");
    edit(&folder, "Critical Hit", "damage = 3", "damage = 4");
    let ran = folder.run(CHANGED).must_succeed();
    assert_eq!(ran.err, "", "no back changed");
    ran.must_say(&[
        &format!("{SHEETS}: 8 cards on 1 sheet of paper"),
        "Take out of the deck: 2 Critical Hit, 4 Axe, 2 Dagger.",
        "Put in: 2 Critical Hit, 4 Axe, 2 Dagger.",
    ]);
    let pages = Pdf::new(&folder.read(SHEETS)).pages();
    assert_eq!(pages.len(), 2, "one sheet, front and back");
    let list = text(&folder, LIST);
    assert_eq!(
        list,
        "Skirmish: changes since r2\n\nTake out of the deck\n  2 Critical Hit  changed\n  4 Axe           changed\n  \
         2 Dagger        changed\n\nPut in\n  2 Critical Hit  changed\n  4 Axe           changed\n  2 Dagger        changed\n"
    );
    // The deck in the box is now what the data say.
    nothing_is_printed(&folder, &CHANGED);
    // The whole deck says the same.
    let record = folder.read(RECORD);
    folder.run(["build", "skirmish-5e"]).must_succeed();
    assert!(folder.read(RECORD) == record);
}

#[test]
fn order_names_of_files_paths_and_the_revision_are_no_change() {
    let folder = printed();
    let cards = text(&folder, CARDS);
    let (head, rest) = cards.split_once("[[card]]").expect("cards");
    let (deck, others) = rest.split_once("# -------------------------------------------------------------------------------------------------- pieces").expect("other pieces");
    let turned: Vec<&str> = deck.split("[[card]]").collect();
    let turned: String = turned.iter().rev().map(|card| format!("[[card]]{card}\n")).collect();
    folder.write(CARDS, format!("{head}{turned}{others}"));
    nothing_is_printed(&folder, &CHANGED);
    // A drawing under another name.
    std::fs::rename(
        folder.path("card-data/skirmish-5e/art/axe.svg"),
        folder.path("card-data/skirmish-5e/art/hatchet.svg"),
    )
    .expect("a drawing");
    edit(&folder, "Axe", "hands = 1", "art = \"hatchet\"\nhands = 1");
    nothing_is_printed(&folder, &CHANGED);
    // The number of the print run is on every card.
    folder.replace(GAME, "revision = \"r2\"", "revision = \"r10\"");
    nothing_is_printed(&folder, &CHANGED);
    nothing_is_printed(&folder, &["build", "skirmish-5e", "--since", "r2"]);
    // Threads share the work.
    let before = folder.contents();
    folder.run_with(CHANGED, |command| _ = command.env("RAYON_NUM_THREADS", "1")).must_succeed();
    assert!(folder.contents() == before);
    // A change of the drawing itself.
    let art = "card-data/skirmish-5e/art/hatchet.svg";
    let drawing = text(&folder, art);
    let end = drawing.rfind("</svg>").expect("a drawing");
    folder.write(art, format!("{}<path d=\"M0 0H1V1H0Z\"/>{}", &drawing[..end], &drawing[end..]));
    folder.run(CHANGED).must_succeed().must_say(&["Put in: 4 Axe."]);
}

#[test]
fn cards_that_come_go_and_change_their_number() {
    let folder = Folder::with_shapes();
    let (cards, game) = ("card-data/shapes/cards.toml", "card-data/shapes/game.toml");
    let list = "output/shapes/take-out.txt";
    let changed = ["build", "shapes", "--changed"];
    folder.run(["build", "shapes"]).must_succeed();
    folder.replace(game, "revision = \"r1\"", "revision = \"r2\"");
    folder.replace(cards, "name = \"Arrow\"\ncount = 3", "name = \"Arrow\"\ncount = 5");
    folder.replace(cards, "name = \"Die\"\ncount = 2", "name = \"Die\"\ncount = 1");
    folder.run(["build", "shapes", "--changed", "--copies", "2"]).must_succeed().must_say(&[
        "arrow-a4-changed.pdf: 4 arrows on ",
        "Take out of the deck: 2 Die (die).",
        "Put in: 4 Arrow (arrow).",
    ]);
    // Fewer pieces need no sheet.
    folder.replace(cards, "name = \"Arrow\"\ncount = 5", "name = \"Arrow\"\ncount = 4");
    std::fs::remove_file(folder.path("output/shapes/arrow-a4-changed.pdf")).expect("the last sheets");
    folder.run(changed).must_succeed().must_say(&["Take out of the deck: 1 Arrow (arrow).", list]);
    assert!(!folder.files().iter().any(|file| file.ends_with("-changed.pdf")), "{:?}", folder.files());
    assert!(text(&folder, list).ends_with("Take out of the deck\n  1 Arrow (arrow)  fewer than before\n"));
    // Another revision is still known.
    let ran = folder.run(["build", "shapes", "--since", "r1"]).must_succeed();
    ran.must_say(&["Take out of the deck: 1 Die (die).", "Put in: 1 Arrow (arrow)."]);
    let ran = folder.run(["build", "shapes", "--since", "r11"]);
    ran.must_fail(1, &["unknown print run `r11`", "did you mean `r1`?", "r1, r2"]);

    let folder = Folder::new();
    folder.new_deck("my-game");
    let cards = "card-data/my-game/cards.toml";
    folder.run(["build", "my-game"]).must_succeed();
    folder.replace(cards, "name = \"Fishing Boat\"", "name = \"Trawler\"\nart = \"fishing-boat\"");
    let ran = folder.run(["build", "--changed"]).must_succeed();
    ran.must_say(&["Fishing Boat", "Trawler"]);
    let list = text(&folder, "output/my-game/take-out.txt");
    assert!(list.contains("Fishing Boat  no longer in the game\n") && list.contains("Trawler  new\n"), "{list}");
}

#[test]
fn another_back_marks_the_deck() {
    let folder = printed();
    folder.bring("templates/back.svg");
    let back = text(&folder, "templates/back.svg");
    let end = back.rfind("</svg>").expect("a drawing");
    folder
        .write("templates/back.svg", format!("{}<circle cx=\"30\" cy=\"44\" r=\"9\"/>{}", &back[..end], &back[end..]));
    let before = folder.contents();
    let ran = folder.run(CHANGED).must_succeed().must_say(&["Nothing changed"]);
    assert!(ran.err.contains("back `common` changed: 100 cards have the old one"), "{}", ran.err);
    assert!(folder.contents() == before);
    edit(&folder, "Critical Hit", "damage = 3", "damage = 4");
    let ran = folder.run(CHANGED).must_succeed().must_say(&["2 cards on 1 sheet"]);
    assert!(ran.err.contains("98 cards keep the old one and can be recognised from behind"), "{}", ran.err);
    assert!(ran.err.contains("skirmish build skirmish-5e"), "{}", ran.err);
    assert!(text(&folder, LIST).ends_with("Back `common` changed: 98 cards keep the old one.\n"));
    // It stays marked until all of it is printed.
    assert!(folder.run(CHANGED).must_succeed().err.contains("98 cards have the old one"));
    folder.run(["build", "skirmish-5e"]).must_succeed();
    nothing_is_printed(&folder, &CHANGED);
}

#[test]
fn pieces_and_sets_are_compared_each_by_itself() {
    let folder = Folder::with_shapes();
    folder.run(["build", "shapes", "--sets", "red,blue"]).must_succeed();
    let record = "output/shapes/printing.toml";
    assert!(
        text(&folder, record).contains("piece = \"token\", id = \"life-blue\"")
            && !text(&folder, record).contains("-green\"")
    );
    // The third set was never printed.
    let ran = folder.run(["build", "shapes", "--changed"]).must_succeed();
    ran.must_say(&[
        "Nothing changed since r1",
        "Skipped sets that were never printed: green. Print them with `--sets green`.",
    ]);
    let game = "card-data/shapes/game.toml";
    folder.replace(game, "owner = \"#335069\"", "owner = \"#335070\"");
    let ran = folder.run(["build", "shapes", "--changed"]).must_succeed();
    let all = format!("{}{}", ran.out, ran.err);
    assert!(ran.out.contains("token-a4-changed.pdf: 2 tokens") && ran.out.contains("2 Life (blue) (token)"), "{all}");
    assert!(!ran.out.contains("(red)") && !ran.out.contains("green)"), "{all}");
    // The third set is new, since it wasn't requested before.
    let ran = folder.run(["build", "shapes", "--changed", "--sets", "green"]).must_succeed();
    ran.must_say(&["Put in: ", "2 Life (green) (token)"]);
    // Three sets have another number on the box.
    folder.run(["build", "shapes", "--changed"]).must_succeed().must_say(&["Put in: 1 Box (box)."]);
    nothing_is_printed(&folder, &["build", "shapes", "--changed"]);
    // A value that a sheet and a box quote only affects those.
    folder.replace(game, "health = 7", "health = 8");
    folder.run(["build", "shapes", "--changed"]).must_succeed().must_say(&["Put in: 1 Sheet (sheet)."]);
}

#[test]
fn a_print_shop_gets_the_changed_cards_alone() {
    let folder = printed();
    edit(&folder, "Critical Hit", "damage = 3", "damage = 4");
    folder.run(["build", "skirmish-5e", "--target", "press", "--changed"]).must_succeed();
    let pages = Pdf::new(&folder.read("output/skirmish-5e/cards-press-changed.pdf")).pages();
    assert_eq!(pages.len(), 4, "two copies, front and back");
    assert!(!folder.path("output/skirmish-5e/rulebook-press-changed.pdf").exists());
    edit(&folder, "Critical Hit", "damage = 4", "damage = 5");
    folder.run(["build", "skirmish-5e", "--target", "tgc", "--changed"]).must_succeed();
    let counts = text(&folder, "output/skirmish-5e/tgc-changed/counts.csv");
    assert_eq!(counts.lines().count(), 2, "{counts}");
    assert!(counts.contains("Critical Hit,2,"), "{counts}");
}

#[test]
fn each_ink_is_a_deck_of_its_own() {
    let folder = printed();
    let light = ["build", "skirmish-5e", "--ink", "low", "--changed"];
    folder.run(light).must_fail(1, &["has no print run in low ink", "run `skirmish build` first"]);
    folder.run(["build", "skirmish-5e", "--ink", "low"]).must_succeed();
    nothing_is_printed(&folder, &light);
    edit(&folder, "Critical Hit", "damage = 3", "damage = 4");
    folder.run(light).must_succeed().must_say(&["cards-a4-low-ink-changed.pdf: 2 cards", "take-out-low-ink.txt"]);
    folder.run(CHANGED).must_succeed().must_say(&["cards-a4-changed.pdf: 2 cards"]);
}

#[test]
fn a_few_cards_and_pictures_are_no_printing() {
    let folder = printed();
    let record = folder.read(RECORD);
    edit(&folder, "Critical Hit", "damage = 3", "damage = 4");
    folder.run(["build", "skirmish-5e", "--only", "axe"]).must_succeed();
    folder.run(["build", "skirmish-5e", "--target", "tts"]).must_succeed();
    assert!(folder.read(RECORD) == record);
}

#[test]
fn the_record_has_a_date_only_where_the_environment_gives_one() {
    let folder = Folder::new();
    folder.run(["build", "skirmish-5e"]).must_succeed();
    assert!(!text(&folder, RECORD).contains("\ndate = "));
    folder
        .run_with(["build", "skirmish-5e"], |command| _ = command.env("SOURCE_DATE_EPOCH", "1700000000"))
        .must_succeed();
    assert!(text(&folder, RECORD).contains("\ndate = \"2023-11-14\"\n"));
    folder.run(CHANGED).must_succeed().must_say(&["Nothing changed since r2 (2023-11-14)"]);
}

#[test]
fn what_cannot_be_compared_is_told() {
    let folder = Folder::new();
    folder.run(["build", "--changed"]).must_fail(2, &["no print runs in", "output"]);
    folder.run(CHANGED).must_fail(1, &["has no print run", "run `skirmish build` first"]);
    folder.run(["build", "--changed", "--only", "axe"]).must_fail(2, &["--changed", "--only"]);
    folder
        .run(["build", "--since", "r1", "--target", "tts"])
        .must_fail(2, &["`--changed` can't be used with targets for screens"]);
    assert_eq!(folder.files(), [""; 0]);

    let folder = printed();
    let good = text(&folder, RECORD);
    let cases = [
        ("revision = \"r2\"", "revision = 2", "printing.toml:4:12"),
        ("ink = \"full\"", "ink = \"fulll\"", "did you mean `full`?"),
        ("front = \"", "front = \"x", "invalid fingerprint"),
        ("count = 8", "count = -8", "must be a whole number"),
        ("[[printing]]", "[[printing]", "printing.toml:3:"),
        ("ink = ", "inc = ", "unknown key `inc` in a print run"),
    ];
    for (old, new, said) in cases {
        folder.write(RECORD, good.replacen(old, new, 1));
        let before = folder.contents();
        for args in [&CHANGED[..], &CHANGED[..2]] {
            folder.run(args).must_fail(1, &[said, "fix the file, or delete it"]);
        }
        assert!(folder.contents() == before, "{new}");
    }
    folder.write(RECORD, [0xff, 0xfe]);
    folder.run(CHANGED).must_fail(1, &["invalid UTF-8", "fix the file"]);
}
