//! The printed Warband Skirmish: book, cards, rosters, tokens and reference read back by poppler, forms filled in, warbands
//! from anywhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::outsiders::{self, poppler, read, run};
use crate::common::program::Folder;
use crate::common::shipped;
use lopdf::{Dictionary, Document, Object};
use painter::Picture;
use skirmish_model::game::{Game, MOST_WARRIORS, Profile, Warband, quarter};
use skirmish_tracker::table::warband::Status;
use {skirmish_book as book, skirmish_read as reader};

const GAME: &str = "warhammer-skirmish";

/// Everything that is printed for one warband, in full ink.
static LEVIED: LazyLock<Folder> = LazyLock::new(|| build(&["--warband", "crows-levy"]));

fn build(args: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.run([&["build", GAME], args].concat()).must_succeed();
    folder
}

fn game() -> Game {
    reader::game(&shipped::vfs(), GAME).game.expect("the game can be read")
}

fn levy(game: &Game) -> &Warband {
    game.warbands.iter().find(|warband| warband.id == "crows-levy").expect("the levy")
}

/// Returns the words of a file as poppler reads them, in reading order.
fn words(folder: &Folder, file: &str) -> String {
    let path = folder.path(&format!("output/{GAME}/{file}"));
    let text = read("pdftotext", &["-raw", "-enc", "UTF-8", path.to_str().expect("a plain path"), "-"]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns only letters and digits: lines may end anywhere, words may be split.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the book in the order of the source, without the numbers of sections, which are in the margin.
fn prose() -> String {
    let path = LEVIED.path(&format!("output/{GAME}/rulebook-a5.pdf"));
    let text = read("pdftotext", &["-enc", "UTF-8", path.to_str().expect("a plain path"), "-"]);
    let is_number = |word: &str| {
        let parts = word.split_once('.').or_else(|| word.strip_prefix('R').map(|ruling| (ruling, "1")));
        parts.is_some_and(|(one, two)| [one, two].iter().all(|part| part.parse::<u8>().is_ok()))
    };
    bare(&text.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" "))
}

#[test]
fn nothing_is_wrong_with_the_game() {
    assert_eq!(Folder::new().run(["check", GAME]).must_succeed().out, "no problems\n");
}

/// Required words of the book for each fact.
const FACTS: [(&str, &str); 42] = [
    ("W1", "Agree on 100 to 250 points per side. Take few magic items or none, and no wizard above level 1"),
    ("W2", "Each model is a unit of its own. There are no ranks"),
    ("W3", "Choose a scenario, set up the table and decide who has the first turn, as in the main rules"),
    ("W4", "each turn has five phases. In the last of them both sides fight"),
    ("W5", "If it passes, it stops and may face any direction. It cannot move or shoot this turn, but it may cast"),
    ("W6", "cannot rally if the nearest model is an enemy"),
    ("W7", "Stunned models become knocked down"),
    ("W8", "Declare and move all charges first, then make compulsory moves"),
    ("W9", "up to its Movement in any direction"),
    ("W10", "up to twice its Movement if no enemy is within 8 inches"),
    ("W11", "within 4 inches but out of sight, and not hidden, the model must first pass an Initiative test"),
    ("W12", "An enemy who is not in combat and within 2 inches of the charger’s route intercepts"),
    ("W13", "It cannot hide if it has run, fled, charged or been stunned"),
    ("W14", "the wall may not be higher than its Movement"),
    ("W15", "may jump down up to 6 inches. It takes an Initiative test for every full 2 inches"),
    ("W15a", "+1 Strength and +1 to hit in the next close combat phase only"),
    ("W15b", "a gap of up to 3 inches"),
    ("W15c", "within 1 inch of an edge"),
    ("W15d", "A fall causes D3 hits, each at a Strength equal to the height of the fall in inches"),
    ("W16", "enemy models within 2 inches of each other count as one unit"),
    ("W17", "Each model may shoot once, with one weapon, at a target it can see"),
    ("W18", "A model must shoot at the nearest enemy"),
    ("W19", "more than 2 inches above the table"),
    ("W20", "the usual −1 for shooting at a single model is dropped"),
    ("W21", "Models in contact fight, whoever’s turn it is"),
    ("W22", "it causes two wounds with no armour save"),
    ("W23", "no combat resolution and no overrun"),
    ("W24", "the player who inflicted it rolls a D6 for that wound and for each one after it"),
    ("W25", "It may crawl 2 inches but cannot fight, shoot or cast"),
    ("W26", "In its next recovery phase, it becomes knocked down"),
    ("W27", "Remove the model from the table"),
    ("W28", "A stunned model is taken out of action by any enemy that can attack it hand to hand"),
    ("W29", "The first unsaved wound on a rider kills the mount"),
    ("W30", "A killing blow takes precedence over a critical hit"),
    ("W31", "Swarms do not roll for injury"),
    ("W32", "ignore stipulations 3 and 4 of the panic rules (page 80 there)"),
    ("W33", "No model may leave a fight by choice"),
    ("W34", "is all alone if it has no friend within 6 inches"),
    ("W35", "The leader is the model with the highest Leadership"),
    ("W36", "a quarter or more of its force out of action takes a Leadership test"),
    ("W40", "infantry, mostly core troops, with heroes rather than lords"),
    ("W41", "The main rules say whether any roll always passes or always fails"),
];

#[test]
fn every_fact_and_ruling_is_in_the_book() {
    let game = game();
    let manuscript = book::manuscript(&shipped::vfs(), &game).expect("there is a book");
    assert!(manuscript.diagnostics.is_empty(), "{:#?}", manuscript.diagnostics);
    let stated: BTreeSet<&str> = manuscript.facts.iter().map(|(fact, _)| fact.as_str()).collect();
    let rulings: Vec<String> = (1..=12).map(|number| format!("R{number}")).collect();
    let expected: BTreeSet<&str> =
        FACTS.iter().map(|(fact, _)| *fact).chain(rulings.iter().map(String::as_str)).collect();
    assert_eq!(stated, expected);
    let book = prose();
    for (fact, phrase) in FACTS {
        assert!(book.contains(&bare(phrase)), "{fact}: {phrase}");
    }
    assert_eq!(book.matches("trademark").count(), 1, "the trademark is named once as its owner’s");
    assert!(book.contains("anunofficialreference"));
}

#[test]
fn figures_of_book_reference_and_roster_are_those_of_the_engine() {
    let book = words(&LEVIED, "rulebook-a5.pdf");
    let reference = words(&LEVIED, "quick-a4.pdf");
    let roster = words(&LEVIED, "roster-a4.pdf");
    // W36: rows of warriors with the same quarter.
    for out in 1..=quarter(MOST_WARRIORS) {
        let of: Vec<usize> = (1..=MOST_WARRIORS).filter(|start| quarter(*start) == out).collect();
        let span = format!("{} to {}", of[0], of[of.len() - 1]);
        assert!(book.contains(&format!("{span} {out}")), "{span}: {out}");
        assert!(roster.contains(&format!("{out} {span}")), "{span}");
        assert!(reference.contains(&format!("{out} out")), "{reference}");
        assert!(reference.contains(&format!("of {span} at the start")), "{reference}");
    }
    // W24: what each die does.
    let rows = [
        ("1–2", "knocked down", Status::KnockedDown),
        ("3–4", "stunned", Status::Stunned),
        ("5–6", "out of action", Status::Out),
    ];
    for (dice, name, status) in rows {
        for die in dice.split('–').map(|die| die.parse().expect("a die")) {
            assert_eq!(Status::of_injury(die), status);
        }
        assert!(book.contains(&format!("{dice} {name}")), "{dice}");
    }
}

#[test]
fn each_warrior_has_a_card_with_its_figures() {
    let game = game();
    let levy = levy(&game);
    let text = words(&LEVIED, "cards-a4.pdf");
    assert_eq!(text.matches("No wounds left").count(), levy.warriors.len(), "a back for each");
    assert_eq!(text.matches(&levy.name).count(), levy.warriors.len());
    for warrior in &levy.warriors {
        assert!(text.contains(&warrior.value.name), "{}", warrior.value.name);
    }
    // A single card, without neighbours.
    let one = build(&["--warband", "crows-levy", "--only", "1 Ysolt Crow"]);
    let text = words(&one, "cards-a4-part.pdf");
    let figures = <[u8; 9]>::from(levy.warriors[0].value.profile);
    let profile: Vec<String> =
        Profile::LETTERS.iter().zip(figures).map(|(letters, figure)| format!("{letters} {figure}")).collect();
    let profile = profile.join(" ");
    for expected in ["Ysolt Crow 62 pts 1 Captain", &profile, "Dagger · in the boot", "Mail, shield save 4+"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn the_roster_has_every_warrior_in_its_row() {
    let game = game();
    let levy = levy(&game);
    let path = LEVIED.path(&format!("output/{GAME}/roster-a4.pdf"));
    let text = words(&LEVIED, "roster-a4.pdf");
    for (warrior, number) in levy.warriors.iter().map(|warrior| &warrior.value).zip(1..) {
        let figures = <[u8; 9]>::from(warrior.profile).map(|figure| figure.to_string()).join(" ");
        let row = format!("{number} {} {} {figures}", warrior.name, warrior.kind);
        assert!(text.contains(&row), "{row}: {text}");
    }
    let rest = [
        "12 warriors 233 points 250 limit 3 out",
        "Sledge (two hands, +2 S, strikes last)",
        "Ysolt Crow, Leadership 8",
    ];
    for expected in rest {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let info = read("pdfinfo", &[path.to_str().expect("a plain path")]);
    assert!(info.contains("Pages:           2\n"), "a blank one and the filled one: {info}");
}

#[test]
fn a_warband_gets_the_tokens_that_it_needs() {
    let text = words(&LEVIED, "token-a4.pdf");
    let counts = [
        ("knocked down", 5),
        ("stunned", 5),
        ("hidden", 4),
        ("found", 4),
        ("rallied", 3),
        ("charged", 3),
        ("all alone", 2),
    ];
    for (word, count) in counts {
        assert_eq!(text.matches(word).count(), count, "{word}: {text}");
    }
    assert_eq!(text.matches("rout test").count(), quarter(12), "a quarter of twelve");
    // Fourteen need more: a part counts as a whole.
    let kiln = words(&build(&["--warband", "kiln-company", "--only", "token"]), "token-a4-part.pdf");
    assert_eq!(kiln.matches("rout test").count(), quarter(14));
    assert_eq!(kiln.matches("knocked down").count(), 6);
    assert_eq!(kiln.matches("no orders").count(), 1);
}

#[test]
fn without_a_name_all_warbands_of_the_folder_are_printed() {
    let folder = build(&[]);
    let cards = words(&folder, "cards-a4.pdf");
    for warband in &game().warbands {
        assert_eq!(cards.matches(&warband.name).count(), warband.warriors.len(), "{}", warband.name);
    }
    let listing = folder.run(["list", GAME]).must_succeed().out;
    assert!(
        listing.contains(": 38 cards") && listing.contains("9 blank cards of") && listing.contains("4 rosters of"),
        "{listing}"
    );
}

/// A warband of one in a file that is nowhere near the game.
const HERMIT: &str = r#"
name = "The Hermit"
[[warrior]]
name = "Old Grub"
points = 100
profile = [4, 3, 3, 3, 3, 1, 3, 1, 7]
"#;

#[test]
fn a_warband_comes_from_anywhere() {
    let folder = Folder::new();
    folder.write("bands/hermit.toml", HERMIT);
    for path in ["bands/hermit.toml", folder.path("bands/hermit.toml").to_str().expect("a plain path")] {
        folder.run(["build", GAME, "--warband", path]).must_succeed();
        let cards = words(&folder, "cards-a4.pdf");
        assert!(cards.contains("Old Grub") && cards.contains("The Hermit") && !cards.contains("Ysolt"), "{cards}");
        assert_eq!(words(&folder, "token-a4.pdf").matches("knocked down").count(), 1);
    }
    // Without a game, that one is meant which prints warbands.
    let made = folder.run(["build", "--warband", "bands/hermit.toml", "--out", "all"]).must_succeed().out;
    assert!(made.contains("Warband Skirmish") && !made.contains("Skirminion"), "{made}");
}

#[test]
fn a_bad_warband_is_told_with_its_place_and_nothing_is_written() {
    let folder = Folder::new();
    folder.run(["build", GAME, "--only", "token"]).must_succeed();
    let before = folder.files();
    folder.write("bad.toml", HERMIT.replace("3, 1, 7]", "3, 1]").replace("points = 100", "points = \"many\""));
    let ran = folder.run(["build", GAME, "--warband", "bad.toml"]);
    ran.must_fail(1, &["bad.toml:5", "bad.toml:6", "points", "profile"]);
    folder
        .run(["build", GAME, "--warband", "crow-levy"])
        .must_fail(1, &["unknown warband `crow-levy`", "did you mean `crows-levy`?"]);
    folder.run(["build", GAME, "--warband", "nowhere/x.toml"]).must_fail(1, &["unknown warband `nowhere/x.toml`"]);
    folder
        .run(["build", "skirminion", "--warband", "bad.toml"])
        .must_fail(2, &["games with warbands, not to Skirminion"]);
    let after: Vec<String> = folder.files().into_iter().filter(|file| file != "bad.toml").collect();
    assert_eq!(after, before);
    // W1 and W40 are warnings.
    folder.write("many.toml", HERMIT.replace("points = 100", &format!("points = 1\neach = {:?}", names(16))));
    let ran = folder.run(["build", GAME, "--warband", "many.toml"]).must_succeed();
    assert!(ran.err.contains("(W1)") && ran.err.contains("(W40)"), "{}", ran.err);
    let path = folder.path(&format!("output/{GAME}/roster-a4.pdf"));
    let info = read("pdfinfo", &[path.to_str().expect("a plain path")]);
    assert!(info.contains("Pages:           3\n"), "a blank roster, and two pages for sixteen: {info}");
}

#[test]
fn a_warband_is_checked_from_anywhere_and_nothing_is_made() {
    let folder = Folder::new();
    folder.write("bands/hermit.toml", HERMIT);
    let path = folder.path("bands/hermit.toml");
    for warband in ["bands/hermit.toml", path.to_str().expect("a plain path"), "crows-levy"] {
        for games in [&[][..], &[GAME]] {
            let args = [&["check"][..], games, &["--warband", warband]].concat();
            assert_eq!(folder.run(args).must_succeed().out, "no problems\n", "{warband}");
        }
    }
    // Errors in the file, and anything that would be printed wrong, with locations, for people and for programs.
    let bad = HERMIT.replace("3, 1, 7]", "3, 1]").replace("points = 100", "points = \"many\"");
    folder.write("bad.toml", &bad);
    folder
        .run(["check", "--warband", "bad.toml"])
        .must_fail(1, &["bad.toml:5:10", "bad.toml:6:11", "points", "write 9"]);
    let told = folder.run(["check", "--warband", "bad.toml", "--format", "json"]);
    let told: Vec<serde_json::Value> =
        serde_json::from_str(&told.out).unwrap_or_else(|why| panic!("{why}: {}", told.out));
    let places: Vec<_> =
        told.iter().map(|one| (one["file"].clone(), one["line"].clone(), one["severity"].clone())).collect();
    let place = |line: u32| ("bad.toml".into(), line.into(), "error".into());
    assert_eq!(places, [place(5), place(6)]);
    assert_eq!(folder.run(["check", "--warband", "bad.toml", "--format", "json"]).code, 1);
    folder.write("art.toml", HERMIT.replace("points", "art = \"nobody\"\npoints"));
    folder.run(["check", "--warband", "art.toml"]).must_fail(1, &["card `1 Old Grub`", "missing artwork", "nobody"]);
    // Warnings don't make it fail.
    folder.write("poor.toml", HERMIT.replace("100", "10"));
    folder.run(["check", "--warband", "poor.toml"]).must_succeed().must_say(&["poor.toml", "(W1)"]);
    // No such file, and a game that prints none.
    let missing = folder.run(["check", "--warband", "crow-levy", "--format", "json"]);
    assert!(missing.code == 1 && missing.out.contains("did you mean `crows-levy`?"), "{}", missing.out);
    folder
        .run(["check", "skirminion", "--warband", "crows-levy"])
        .must_fail(2, &["games with warbands, not to Skirminion"]);
    assert!(folder.files().iter().all(|file| !file.starts_with("output")), "{:?}", folder.files());
}

#[test]
fn what_is_made_of_a_warband_is_listed() {
    let folder = Folder::new();
    folder.write("hermit.toml", HERMIT);
    let told = folder.run(["list", "--warband", "hermit.toml"]).must_succeed().out;
    assert!(told.contains(": 1 card\n") && told.contains("1 Old Grub (hermit)") && !told.contains("Ysolt"), "{told}");
    let json = folder.run(["list", GAME, "--warband", "hermit.toml", "--format", "json"]).must_succeed().out;
    let listings: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((listings[0]["deck"].clone(), listings[0]["cards"][0]["set"].clone()), (1.into(), "hermit".into()));
    folder.run(["list", "--warband", "nobody.toml"]).must_fail(1, &["unknown warband `nobody.toml`"]);
    folder.run(["list", "--colours", "--warband", "hermit.toml"]).must_fail(2, &["--warband"]);
}

#[test]
fn a_long_weapon_and_what_it_does_stand_side_by_side() {
    let folder = Folder::new();
    let weapon = "weapons = [{ name = \"Longsword of the north\", range = 12, strength = 4, note = \"two hands\" }]\n";
    folder.write(
        "long.toml",
        format!("name = \"Long\"\n\n[[warrior]]\nname = \"Ann\"\nprofile = [4, 4, 4, 4, 4, 2, 5, 2, 8]\n{weapon}"),
    );
    folder.run(["build", GAME, "--warband", "long.toml"]).must_succeed();
    let told = words(&folder, "cards-a4.pdf");
    assert!(told.contains("Longsword of the north · 12″ · S 4 · two hands"), "{told}");
}

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("Grub {number}")).collect()
}

/// True if a picture has only greys.
fn is_grey(picture: &Picture) -> bool {
    let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    pixels
        .map(|(x, y)| picture.at(x, y))
        .all(|[red, green, blue, _]| red.abs_diff(green) < 3 && green.abs_diff(blue) < 3)
}

#[test]
fn little_ink_is_black_alone() {
    let [full, light] = ["full", "low"].map(|ink| build(&["--warband", "crows-levy", "--ink", ink]));
    for (stem, page) in [
        ("cards", 1),
        ("cards", 2),
        ("token", 1),
        ("token", 2),
        ("roster", 2),
        ("quick", 1),
        ("quick", 2),
        ("blank", 1),
    ] {
        let bright = |picture: &Picture| {
            picture.brightness((0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y))))
        };
        let full = poppler(&full.path(&format!("output/{GAME}/{stem}-a4.pdf")), page, 50);
        let light = poppler(&light.path(&format!("output/{GAME}/{stem}-a4-low-ink.pdf")), page, 50);
        assert!(is_grey(&light), "{stem}, page {page}");
        assert!(bright(&light) > bright(&full), "{stem}, page {page}");
        assert!(bright(&light) > 200.0, "{stem}, page {page}: {}", bright(&light));
    }
    for page in 1..=4 {
        assert!(
            is_grey(&poppler(&light.path(&format!("output/{GAME}/rulebook-a5-low-ink.pdf")), page, 40)),
            "page {page}"
        );
    }
}

#[test]
fn every_pdf_is_as_pdf_ua_wants_it() {
    let files = LEVIED.files();
    let files: Vec<PathBuf> = files
        .iter()
        .filter(|file| file.ends_with("-a4.pdf") || file.ends_with("-a5.pdf"))
        .map(|file| LEVIED.path(file))
        .collect();
    assert!(files.len() >= 7, "{files:?}");
    if let Some(found) = outsiders::pdf_ua(&files) {
        assert_eq!(found, "");
    }
}

/// Returns the fields of a document, by name.
fn fields(document: &Document) -> Vec<(String, lopdf::ObjectId)> {
    let form = document.catalog().and_then(|catalog| catalog.get(b"AcroForm")).expect("a form");
    let form = document.dereference(form).and_then(|(_, form)| form.as_dict()).expect("a dictionary");
    let ids = form.get(b"Fields").and_then(Object::as_array).expect("fields").iter();
    let named = |id: &Object| {
        let id = id.as_reference().expect("a reference");
        let field = document.get_dictionary(id).expect("a field");
        (lopdf::decode_text_string(field.get(b"T").expect("a name")).expect("text"), id)
    };
    ids.map(named).collect()
}

#[test]
fn what_is_blank_can_be_filled_in() {
    let path = LEVIED.path(&format!("output/{GAME}/blank-a4.pdf"));
    let path = path.to_str().expect("a plain path");
    read("qpdf", &["--check", path]);
    let mut document = Document::load(path).expect("a PDF");
    let fields = fields(&document);
    let names: BTreeSet<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        fields.len(),
        9 * 19,
        "points, number, name, kind, nine figures, three weapons, armour, save, note on nine cards"
    );
    assert_eq!(names.len(), fields.len(), "no two have one name");
    for (name, id) in &fields {
        let field = document.get_dictionary(*id).expect("a field");
        let said = lopdf::decode_text_string(field.get(b"TU").expect("words")).expect("text");
        assert!(!said.is_empty() && !said.contains('-'), "{name}: {said}");
        assert!(field.get(b"StructParent").is_ok(), "{name} has its place in the structure");
    }
    let empty = poppler(Path::new(path), 1, 60);
    for (name, id) in &fields {
        if name.contains("-name-") {
            let field = document.get_dictionary_mut(*id).expect("a field");
            field.set("V", Object::string_literal("Old Grub"));
            field.remove(b"AP");
        }
    }
    let filled = LEVIED.path("filled.pdf");
    document.save(&filled).expect("saved");
    let difference = empty.differences(&poppler(&filled, 1, 60)).iter().filter(|off| **off > 60).count();
    assert!(difference > 9 * 20, "poppler shows what was filled in: {difference} pixels");
    // Only files for a printer at home can be filled in.
    let press = build(&["--warband", "crows-levy", "--only", "blank", "--target", "press"]);
    for file in press.files().iter().filter(|file| file.ends_with(".pdf")) {
        let document = Document::load(press.path(file)).expect("a PDF");
        assert!(document.catalog().expect("a catalogue").get(b"AcroForm").is_err(), "{file}");
    }
}

#[test]
fn what_a_roster_says_is_no_field_and_what_it_leaves_empty_is_one() {
    let document = Document::load(LEVIED.path(&format!("output/{GAME}/roster-a4.pdf"))).expect("a PDF");
    let names: BTreeSet<String> = fields(&document).into_iter().map(|(name, _)| name).collect();
    let has = |name: &str| names.contains(name);
    assert!(has("blank-roster-name-1") && has("blank-roster-ws-15-1"));
    assert!(has("roster-page-1-crows-levy-name-13-1") && !has("roster-page-1-crows-levy-name-12-1"));
    assert!(!has("roster-page-1-crows-levy-name-1"), "the warband has its name");
    let widget = |dictionary: &Dictionary| {
        dictionary.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Widget")
    };
    let widgets = document.objects.values().filter(|object| object.as_dict().is_ok_and(widget)).count();
    assert_eq!(widgets, names.len());
}

/// Fills one field and reads it again.
const FILL: &str = "import sys, pikepdf
from pikepdf.form import Form, DefaultAppearanceStreamGenerator
with pikepdf.open(sys.argv[1]) as pdf:
    form = Form(pdf, DefaultAppearanceStreamGenerator)
    form['blank-card-warrior-name-1'].value = 'Old Grub'
    pdf.save(sys.argv[2])
with pikepdf.open(sys.argv[2]) as pdf:
    print(Form(pdf)['blank-card-warrior-name-1'].value)";

#[test]
fn pikepdf_fills_in_a_card() {
    let Some(python) = outsiders::python_with("pikepdf") else { return };
    let path = |name: &str| LEVIED.path(name).to_str().expect("a plain path").to_owned();
    let (blank, filled) = (path(&format!("output/{GAME}/blank-a4.pdf")), path("by-pikepdf.pdf"));
    let output = Command::new(python).args(["-c", FILL, &blank, &filled]).output().expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "Old Grub");
    run("qpdf", &["--check", &filled]);
    let [before, after] = [&blank, &filled].map(|path| poppler(Path::new(path), 1, 60));
    assert!(before.differences(&after).iter().filter(|off| **off > 60).count() > 20, "poppler shows it");
}
