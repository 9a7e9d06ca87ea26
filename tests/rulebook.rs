//! The rulebook against the facts, and its PDF as other people's programs read it.

#![cfg(feature = "generator")]

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use common::outsiders;
use common::pdf::Pdf;
use common::program::Folder;
use common::shipped;
use skirmish::book;

/// A folder with the book in every form.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    for options in [&[][..], &["--paper", "letter"], &["--ink", "light"]] {
        folder.run([&["build", "skirmish-5e"], options].concat()).must_succeed();
    }
    folder
});

const FILES: [&str; 6] = [
    "rulebook-a5.pdf",
    "rulebook-booklet-a4.pdf",
    "rulebook-half-letter.pdf",
    "rulebook-booklet-letter.pdf",
    "rulebook-a5-light.pdf",
    "rulebook-booklet-a4-light.pdf",
];

fn path(file: &str) -> PathBuf {
    FOLDER.path(&format!("output/skirmish-5e/{file}"))
}

/// The pages of a book as poppler reads them.
fn pages(file: &str) -> Vec<String> {
    let text = outsiders::read("pdftotext", &["-enc", "UTF-8", path(file).to_str().expect("a plain path"), "-"]);
    let mut pages: Vec<String> = text.split('\u{c}').map(str::to_owned).collect();
    pages.pop();
    pages
}

/// Letters and digits alone: lines may end anywhere, words may be parted.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What the book must say of each fact, piece by piece.
const FACTS: &[(&str, &[&str])] = &[
    ("S1", &["everyone for themselves, no sides and no retreat", "The last warrior alive has won"]),
    ("S2", &["a game for 2 to 8 players"]),
    ("S3", &["takes about half an hour"]),
    ("S4", &["Take one Sword and one Shield each", "its sword side up, the Shield with its whole side up"]),
    ("S5", &["Every other weapon and Shield goes face up into the weapon discard pile"]),
    ("S6", &["Count out 12 health", "the most that anyone may ever have"]),
    ("S7", &["Shuffle what is left, deal 6 cards to each player", "within everyone’s reach as the draw deck"]),
    ("S8", &["The player on the dealer’s left starts, and play goes clockwise"]),
    ("S9", &["holds weapons and Shields only. It is never shuffled, and it lies open to anyone who recovers"]),
    ("S10", &["takes every other card, Mail too; when the draw deck runs out, it is shuffled and becomes the new one"]),
    ("S11", &["At zero health or less you are dead and out of the game", "The last player with health left wins"]),
    ("S12", &["If you hold a Mail, you may lay it face up in front of you. One at a time; worn, it still counts"]),
    ("S13", &["Do exactly one of these", "Recover health 2 health, never above 12", "Recover a weapon or a Shield"]),
    ("S14", &["Any cards you like, except armour you are wearing", "all else to the normal one"]),
    ("S15", &["Fill your hand to the hand limit of 6", "as one of the 6, and so does a two-handed weapon in play"]),
    ("S15", &["Everyone who used cards in this turn refills too", "A Recovering weapon is turned back"]),
    (
        "S16",
        &[
            "A weapon strikes without a card",
            "1 for the Dagger, 3 for the two weapons of two hands, 2 for all the others",
        ],
    ),
    ("S17", &["You may add one Basic attack card. Most add their damage to the default attack"]),
    ("S18", &["Punch (1), Kick (2) and Shield Bash (3) are struck instead of the weapon’s attack"]),
    ("S18", &["Their damage stands alone, and a Special Attack never goes with them"]),
    ("S19", &["use one of the special attacks printed on your weapon", "some may be used in defence"]),
    ("S20", &["block with the Shield; play Block, Disarm, Dodge or Parry; answer with a Special Attack, as a Charge"]),
    ("S20", &["or as a Hook; or play Trip where it applies"]),
    (
        "S21",
        &["With no weapon you have no default attack. Kick and Punch are left to you, and Shield Bash if you have"],
    ),
    (
        "S22",
        &[
            "A turn of recovering does exactly one thing: it brings you 2 health, or a Shield, or a weapon, or an armour",
        ],
    ),
    ("S22", &["or it takes off the armour you wear", "You regain 2 health, up to the 12 you started with"]),
    ("S23", &["Searching for equipment gives no health"]),
    ("S24", &["While you recover you play no other card in your turn, not even Trip, except to defend yourself"]),
    ("S24", &["You may still discard"]),
    ("S25", &["Turn your weapon card over to its Recovering side for the turn", "the weapon alone shows it"]),
    ("S26", &["it can be worn on your next turn"]),
    (
        "S27",
        &["Lay down the weapon you have, into that same pile, and take the new one; if you were disarmed, just take"],
    ),
    ("S27", &["turn your Shield sideways: it is not in use"]),
    ("S28", &["over the hand limit, discard down to 6, worn Mail and a two-handed weapon counted"]),
    (
        "S29",
        &[
            "A Shield or a weapon that is lost goes to the pile at once",
            "a damaged Shield that was discarded comes back undamaged",
        ],
    ),
    ("S30", &["your Shield is slung on your back: turned sideways, and out of use. No Block, no Shield Bash"]),
    ("S30", &["one card fewer in hand: 5"]),
    (
        "S31",
        &["Needs a Basic attack card, and does 1 more", "It cannot be parried. If it is dodged it runs on to the next"],
    ),
    (
        "S31",
        &["with more than two playing, but never to the one who charges, until someone cannot dodge, blocks, disarms"],
    ),
    ("S31", &["counter-charge: that counts as a Block, and they strike the charger with their Basic attack card"]),
    ("S32", &["With a Basic attack card, or with the default attack alone: 2 more damage"]),
    (
        "S33",
        &["two attacks of the same kind, or three with a Dagger. Each must be defended on its own; one defence card"],
    ),
    ("S33", &["stops one of them, even a Disarm"]),
    ("S34", &["For the Axe and the Two Handed Axe. When a defender has blocked, whoever hooks makes a default attack"]),
    (
        "S34",
        &["The defender is asked first", "If the attacker hooks, the Block is cancelled", "any Hook can be dodged"],
    ),
    ("S34", &["cannot be answered with a Block card. A Hook by the defender is a default attack and no more"]),
    ("S34", &["is the Shield, a Block card, or a counter-charge"]),
    ("S35", &["For the Two Handed Axe and the Two Handed Sword, or for any weapon through a Critical Hit"]),
    (
        "S35",
        &[
            "Name the defender’s armour, weapon or Shield: it is destroyed",
            "their weapon is destroyed instead; with Block",
        ],
    ),
    ("S35", &["Destroyed armour goes to the normal discard pile, weapons and Shields to the weapon discard pile"]),
    ("S36", &["Stops any one attack without a Block card: a default attack, a Basic attack, or one blow of a Flurry"]),
    ("S36", &["Each time it is damaged: turn the card over; damaged again, it is destroyed"]),
    (
        "S37",
        &[
            "Takes 1 off the damage of any attack but a Thrust, and 1 off each blow of a Flurry",
            "counts towards your hand",
        ],
    ),
    ("S37", &["Once worn, it cannot go back to your hand or be discarded, but by a turn of recovering or a Rend"]),
    ("S38", &["Adds 2 to the default attack of any weapon but the Spear: 4 with a Sword"]),
    ("S39", &["Adds 1 to the default attack of any weapon: 3 with a Sword"]),
    ("S40", &["Adds 1 with any weapon but the Axe and the Two Handed Axe, and Mail is no help against it at all"]),
    ("S41", &["Does 2, with a weapon in hand or without, and 1 against Mail. It stands alone", "cannot be disarmed"]),
    ("S41", &["Does 1, with a weapon in hand or without. Like the Kick it stands alone and cannot be disarmed"]),
    (
        "S42",
        &["Does 3 in place of your weapon’s attack. It needs a Shield that you can use, so never with a two-handed"],
    ),
    (
        "S43",
        &["Adds 3 to the default attack of any weapon: 5 with a Sword. Or play it as a Rend", "it serves even a Sword"],
    ),
    ("S44", &["Needs a Shield in use, and stops an attack. The card spares the Shield", "A Hook can cancel it"]),
    (
        "S45",
        &["Needs a Shield or a weapon. Stops an attack made with a one-handed weapon, and sends that weapon to the"],
    ),
    ("S45", &["No use against Kick, Punch, Shield Bash, or weapons for two hands"]),
    ("S46", &["Stops an attack, but never one made with a Spear"]),
    ("S47", &["Needs a weapon. Stops an attack, but never a Charge"]),
    (
        "S48",
        &[
            "Use one special attack of the weapon you hold",
            "as a defence, where that attack allows it",
            "Never with Kick",
        ],
    ),
    ("S49", &["Cancels any one card, at any time, in anyone’s turn: another Trip too, or one that would need several"]),
    ("S49", &["a Basic or default attack that nothing but another Trip can stop", "the first attack lands as well"]),
    (
        "S50",
        &["Its default attack is 2, and every Basic attack can be added. It knows Charge, Flurry of Blows and Disemb"],
    ),
    ("S51", &["One hand, default attack 2. The only one-handed weapon with a Hook", "It cannot Thrust"]),
    (
        "S52",
        &["One hand, default attack 1, but Thrust does 1 more with it, 3 in all, and its Flurry of Blows is three"],
    ),
    ("S53", &["One hand, default attack 2. It cannot be dodged, and Thrust does 1 more with it. It cannot Chop"]),
    ("S54", &["Two hands, default attack 3: no Block, no Shield Bash, and no Thrust. It knows Hook, Charge, Rend and"]),
    (
        "S55",
        &["Two hands, default attack 3: no Block and no Shield Bash. Slash and Thrust do 1 more with it. It knows Ch"],
    ),
    (
        "S56",
        &[
            "A weapon card has four parts in fixed places: its default attack, its hands, its special attacks, and a note",
        ],
    ),
    (
        "S57",
        &["Only two-handed weapons are used, and everyone starts with one. The deck has four of them, which serves 4"],
    ),
    ("S58", &["Everyone regains 2 health every turn, up to the 12 they started with"]),
    ("S59", &["killed only by a single attack of 5 or more damage that takes you below zero health"]),
    ("S60", &["128 cards: 100 with the common back, 8 Shields with a damaged side, and 20 weapons"]),
    ("S61", &["Each kind has its colour, and a mark that tells it without colour"]),
];

#[test]
fn every_fact_is_stated_on_paper() {
    let text = bare(&pages("rulebook-a5.pdf").concat());
    for (fact, pieces) in FACTS {
        for piece in *pieces {
            assert!(text.contains(&bare(piece)), "{fact} is not in the book: {piece:?}");
        }
    }
}

#[test]
fn the_source_names_every_fact_once_and_no_other() {
    let manuscript = book::manuscript(&shipped::shelf(), &shipped::game()).expect("the game has a book");
    assert_eq!(manuscript.problems, []);
    let named: Vec<&str> = manuscript.facts.iter().map(|(fact, _)| fact.as_str()).collect();
    let all: BTreeSet<String> = (1..=61).map(|number| format!("S{number}")).collect();
    assert_eq!(named.iter().map(|fact| (*fact).to_owned()).collect::<BTreeSet<_>>(), all);
    assert_eq!(named.len(), 61, "no fact is named twice");
    let tested: BTreeSet<String> = FACTS.iter().map(|(fact, _)| (*fact).to_owned()).collect();
    assert_eq!(tested, all, "every fact is looked for");
}

#[test]
fn history_and_credits_are_in_the_book() {
    let text = bare(&pages("rulebook-a5.pdf").concat());
    for piece in [
        "a card game by Peter Cobcroft, who designed it and illustrated the original (© 2005)",
        "Ancient Arts Fellowship",
        "Playtesters: Stuart Barrow, Nathan Cassidy, Matthew, Torben Vang, Peter Wass, and members of the club",
        "Editors: Stuart Barrow, Matthew, Torben Vang",
        "The words, drawings and layout of this printing are new",
        "The game itself is its designer’s",
        "Everyone starts with 12 health. Charge, Hook and the Spear changed",
        "the Sax renamed Scramasax",
        "special cards come down to two sorts",
        "the Scramasax is gone; everyone starts with Sword and Shield; Highlander is added",
    ] {
        assert!(text.contains(&bare(piece)), "not in the book: {piece:?}");
    }
}

#[test]
fn what_changes_in_the_data_changes_in_the_book() {
    let folder = Folder::new();
    for name in ["card-data", "templates", "fonts"] {
        folder.bring(name);
    }
    let cards = "card-data/skirmish-5e/cards.toml";
    folder.replace(cards, "name = \"Chop\"", "name = \"Cleave\"");
    for file in [cards, "card-data/skirmish-5e/game.toml"] {
        let text = String::from_utf8(folder.read(file)).expect("text");
        folder.write(file, text.replace("[Chop]", "[Cleave]").replace("\"Chop\"", "\"Cleave\""));
    }
    let wrong = folder.run(["build", "skirmish-5e"]).must_fail(1, &["`Chop` is neither a card nor a word of the game"]);
    assert!(wrong.err.contains("rules.md:"), "{}", wrong.err);
    let rules = "card-data/skirmish-5e/rules.md";
    let text = String::from_utf8(folder.read(rules)).expect("text");
    let text = text.replace("[Chop]", "[Cleave]").replace("card chop", "card cleave").replace("{chop.", "{cleave.");
    folder.write(rules, text.replace("chop.damage", "cleave.damage"));
    let art = String::from_utf8(folder.read("card-data/skirmish-5e/art/chop.svg")).expect("text");
    folder.write("card-data/skirmish-5e/art/cleave.svg", art);
    folder.run(["build", "skirmish-5e"]).must_succeed();
    let path = folder.path("output/skirmish-5e/rulebook-a5.pdf");
    let text = bare(&outsiders::read("pdftotext", &[path.to_str().expect("a plain path"), "-"]));
    assert!(text.contains(&bare("Slash and Thrust add 1, Cleave adds 2")));
}

#[test]
fn the_contents_name_the_pages_on_which_chapters_begin() {
    let pages = pages("rulebook-a5.pdf");
    let path = path("rulebook-a5.pdf");
    let args = ["-layout", "-f", "2", "-l", "2", path.to_str().expect("a plain path"), "-"];
    let contents = outsiders::read("pdftotext", &args);
    let mut found = 0;
    for line in contents.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((page, title)) =
            words.split_last().and_then(|(last, title)| Some((last.parse::<usize>().ok()?, title)))
        else {
            continue;
        };
        let title: Vec<&str> = title.iter().copied().skip_while(|word| word.parse::<usize>().is_ok()).collect();
        if title.is_empty() {
            continue;
        }
        found += 1;
        let title = title.concat().to_lowercase();
        assert!(bare(&pages[page - 1]).contains(&bare(&title)), "{title} is not on page {page}");
    }
    assert_eq!(found, 18, "twelve chapters, five kinds of card, the rules on one page\n{contents}");
}

#[test]
fn every_reference_in_brackets_leads_to_the_number_that_it_names() {
    let links = outsiders::links(&path("rulebook-a5.pdf"));
    assert!(links.len() > 150, "{} links", links.len());
    let mut numbers = 0;
    for link in &links {
        let said = link.words(&path("rulebook-a5.pdf"));
        let number = said.trim().trim_matches(['(', ')', '.', ',']);
        let is_number =
            number.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        // Numbers in the list of words are pages.
        if !is_number || link.page == 22 {
            continue;
        }
        let there = link.there(&path("rulebook-a5.pdf"));
        let found = there.split_whitespace().any(|word| word == number);
        assert!(
            found || link.page == 1,
            "page {}: {number} leads to page {}, where there is {there:?}",
            link.page + 1,
            link.to + 1
        );
        numbers += 1;
    }
    assert!(numbers >= 15, "{numbers} numbers");
}

#[test]
fn poppler_and_mupdf_read_the_same_words() {
    let file = path("rulebook-a5.pdf");
    let file = file.to_str().expect("a plain path");
    let output = outsiders::run("mutool", &["draw", "-q", "-F", "txt", file]);
    let theirs = String::from_utf8(output.stdout).expect("UTF-8");
    let theirs: Vec<&str> = theirs.split('\u{c}').collect();
    for (number, (poppler, mupdf)) in pages("rulebook-a5.pdf").iter().zip(theirs).enumerate() {
        // Where cards are shown, their words stand turned and one over another: each reader has its own order.
        let sorted = |text: &str| {
            let mut letters: Vec<char> = bare(text).chars().collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        // In the drawing of the table cards cover one another, and readers leave out what they take for a shadow.
        if poppler.contains("The table for four") {
            continue;
        }
        assert_eq!(sorted(poppler), sorted(mupdf), "page {}", number + 1);
    }
}

#[test]
fn no_program_complains_of_any_book() {
    for file in FILES {
        let path = path(file);
        let path = path.to_str().expect("a plain path");
        let said = outsiders::read("qpdf", &["--check", path]);
        assert!(said.contains("No syntax or stream encoding errors found"), "{file}: {said}");
        let args = ["-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=bit", "-r20", "-o", "/dev/null", path];
        assert_eq!(outsiders::read("gs", &args), "", "{file}");
        let info = outsiders::read("pdfinfo", &[path]);
        assert!(info.contains("Skirmish: the rules") && info.contains("Peter Cobcroft"), "{info}");
        assert!(info.lines().any(|line| line.starts_with("Tagged:") && line.contains("yes")), "{info}");
    }
}

#[test]
fn pages_have_their_size_and_their_number() {
    let sizes = [
        ("rulebook-a5.pdf", "24", "419.528 x 595.276 pts"),
        ("rulebook-booklet-a4.pdf", "12", "841.89 x 595.276 pts (A4)"),
        ("rulebook-half-letter.pdf", "24", "396 x 612 pts"),
        ("rulebook-booklet-letter.pdf", "12", "792 x 612 pts (letter)"),
    ];
    for (file, count, size) in sizes {
        let info = outsiders::read("pdfinfo", &[path(file).to_str().expect("a plain path")]);
        let value = |key: &str| info.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        assert_eq!((value("Pages:"), value("Page size:")), (Some(count), Some(size)), "{file}");
    }
}

#[test]
fn readers_call_pages_by_the_numbers_that_are_printed_on_them() {
    let bytes = FOLDER.read("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let labels = document.catalog().and_then(|catalog| catalog.get(b"PageLabels")).expect("labels");
    let (_, labels) = document.dereference(labels).expect("labels");
    let ranges =
        labels.as_dict().and_then(|labels| labels.get(b"Nums")).and_then(lopdf::Object::as_array).expect("ranges");
    assert_eq!(ranges.len(), 6);
    assert_eq!(ranges[2].as_i64().expect("a page"), 1, "after the cover");
    let numbered = ranges[3].as_dict().expect("a range");
    assert_eq!(numbered.get(b"St").and_then(lopdf::Object::as_i64).expect("a number"), 2);
    for (number, page) in pages("rulebook-a5.pdf").iter().enumerate().take(23).skip(1) {
        let folio = (number + 1).to_string();
        assert!(page.split_whitespace().any(|word| word == folio), "page {folio} says so");
    }
}

#[test]
fn a_booklet_holds_every_page_in_the_order_in_which_it_is_folded() {
    let read = |file: &str| Pdf::new(&FOLDER.read(&format!("output/skirmish-5e/{file}")));
    for (book, booklet) in
        [("rulebook-a5.pdf", "rulebook-booklet-a4.pdf"), ("rulebook-half-letter.pdf", "rulebook-booklet-letter.pdf")]
    {
        let (book, booklet) = (read(book), read(booklet));
        let pages: Vec<String> = book.pages().iter().map(|page| book.letters(&page.placed[0].forms)).collect();
        let count = pages.len();
        assert_eq!(count % 4, 0);
        for (side, page) in booklet.pages().iter().enumerate() {
            let (low, high) = (side, count - 1 - side);
            let order = if side % 2 == 0 { [high, low] } else { [low, high] };
            let fold = page.size().0 / 2.0;
            for (half, number) in order.into_iter().enumerate() {
                let placed = &page.placed[half];
                assert!(placed.is_upright());
                assert_eq!(booklet.letters(&placed.forms), pages[number], "side {}", side + 1);
                let [left, _, right, _] = placed.clip.expect("a page keeps to its half");
                let should = if half == 0 { (0.0, fold) } else { (fold, fold * 2.0) };
                assert!((left - should.0).abs() < 0.01 && (right - should.1).abs() < 0.01, "{left} {right}");
            }
        }
    }
}

#[test]
fn with_creep_inner_sheets_move_towards_the_fold() {
    const CREEP: f64 = 0.25 * 72.0 / 25.4;
    let folder = Folder::new();
    let file = "output/skirmish-5e/rulebook-booklet-a4.pdf";
    let crept = Pdf::new(&folder.build(&["build", "skirmish-5e", "--creep", "0.25"], file));
    let plain = Pdf::new(&FOLDER.read(file));
    for (side, (crept, plain)) in (0_u32..).zip(crept.pages().iter().zip(plain.pages())) {
        let by = |half: usize| crept.placed[half].covers[0] - plain.placed[half].covers[0];
        let should = CREEP * f64::from(side / 2);
        assert!((by(0) - should).abs() < 0.01 && (by(1) + should).abs() < 0.01, "side {side}: {} {}", by(0), by(1));
    }
    folder.run(["build", "--creep", "2"]).must_fail(2, &["from 0 to 1 mm"]);
}

#[test]
fn headings_are_tagged_as_headings_and_figures_say_what_they_show() {
    let file = path("rulebook-a5.pdf");
    let said = outsiders::read("pdfinfo", &["-struct", file.to_str().expect("a plain path")]);
    let count = |role: &str| said.lines().filter(|line| line.trim_start().split(' ').next() == Some(role)).count();
    assert_eq!(count("H1"), 14, "twelve chapters, the contents, the rules on one page");
    assert!(count("H2") > 30 && count("P") > 80, "{} {}", count("H2"), count("P"));
    assert_eq!(count("Figure"), 2 + 21, "the table, the weapon card, a face for each card");
    assert_eq!(count("Formula"), 5);
    let bytes = FOLDER.read("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let figures = document.objects.values().filter_map(|object| object.as_dict().ok());
    let figures = figures
        .filter(|element| element.get(b"S").and_then(lopdf::Object::as_name).is_ok_and(|role| role == b"Figure"));
    assert!(figures.clone().all(|figure| figure.has(b"Alt")), "every figure has words in its place");
    assert_eq!(figures.count(), 23);
}

#[test]
fn the_outline_has_every_heading_of_the_source_in_order() {
    let source = String::from_utf8(std::fs::read(book_source()).expect("the source")).expect("text");
    let headings = source.lines().take_while(|line| !line.starts_with("::: summary"));
    let headings: Vec<String> = headings
        .filter_map(|line| line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")))
        .map(|line| line.split('{').next().expect("a part").trim().to_owned())
        .filter(|title| !title.starts_with("Chapter") && !title.starts_with("Section"))
        .collect();
    let bytes = FOLDER.read("output/skirmish-5e/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let titles: Vec<String> = outsiders::outline(&document);
    let plain: Vec<&str> = titles
        .iter()
        .map(|title| title.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.').trim())
        .collect();
    let mut rest = plain.iter();
    for heading in &headings {
        assert!(rest.any(|title| title == heading), "{heading:?} is not in its place in {titles:?}");
    }
    assert_eq!(plain.len(), headings.len() + 5 + 3, "and the kinds, the cover, the contents, the summary: {titles:?}");
}

fn book_source() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(book::path(shipped::GAME))
}
