//! The rulebook as a web page: the book is complete, every link works, and errors are reported.
//! `tests/web/rulebook.test.mjs` opens it in a browser.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::program::Folder;
use crate::common::shipped;
use roxmltree::{Document, Node, ParsingOptions};
use skirmish_base::diagnostic::{Reporter, Source};
use skirmish_read::rulebook::{Outline, split};

const GAMES: [&str; 4] = ["battling-cards", "skirminion", "skirmish-5e", "warhammer-skirmish"];

/// A folder with the pages of all games.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    let build = [&["build"][..], &GAMES, &["--target", "html"]].concat();
    folder.run(build).must_succeed().must_say(&["rulebook.html: the rules with ", "no network"]);
    folder
});

fn file(game: &str) -> String {
    format!("output/{game}/rulebook.html")
}

fn text(folder: &Folder, game: &str) -> String {
    String::from_utf8(folder.read(&file(game))).expect("UTF-8")
}

/// Parses the page, which is valid XML.
fn parse(html: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(html, options).expect("every element is closed")
}

/// Returns all letters in an element, with collapsed spaces.
fn letters(node: Node<'_, '_>) -> String {
    let all: String = node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn with_id<'d>(document: &'d Document<'d>, id: &str) -> Node<'d, 'd> {
    let found = document.descendants().find(|node| node.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("nothing has the id {id}"))
}

fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|known| known == class))
}

#[test]
fn all_games_have_a_page_and_nothing_else_is_made() {
    let expected: Vec<String> = GAMES.iter().map(|game| file(game)).collect();
    assert_eq!(FOLDER.files(), expected);
}

#[test]
fn every_number_of_the_book_stands_where_its_id_is() {
    for game in GAMES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("card-data/{game}/rules.md"));
        let source = Source::new("rules.md", std::fs::read_to_string(path).expect("the book"));
        let mut outline = Outline::new(&source);
        outline.visit(&split(&source, &Reporter::default()));
        assert!(outline.sections.len() > 20, "{game}");
        let html = text(&FOLDER, game);
        let document = parse(&html);
        for section in &outline.sections {
            let node = with_id(&document, &section.id);
            let number = node.descendants().find(|node| has_class(node, "n")).map(letters).unwrap_or_default();
            assert_eq!(number, section.number, "{game}: {}", section.id);
        }
    }
}

#[test]
fn ids_are_unique_and_links_lead_to_them() {
    for game in GAMES {
        let html = text(&FOLDER, game);
        let document = parse(&html);
        let mut ids = BTreeSet::new();
        for id in document.descendants().filter_map(|node| node.attribute("id")) {
            assert!(ids.insert(id), "{game}: two have the id {id}");
        }
        let mut links = 0;
        for address in document.descendants().filter_map(|node| node.attribute("href")) {
            if let Some(id) = address.strip_prefix('#') {
                assert!(ids.contains(id), "{game}: nothing is at {address}");
                links += 1;
            } else {
                assert!(address.starts_with("data:"), "{game}: {}", &address[..address.len().min(80)]);
            }
        }
        assert!(links > 80, "{game}: {links}");
    }
}

#[test]
fn headings_go_down_one_level_at_a_time() {
    for game in GAMES {
        let html = text(&FOLDER, game);
        let document = parse(&html);
        let level = |node: Node<'_, '_>| match node.tag_name().name() {
            name @ ("h1" | "h2" | "h3" | "h4") => name[1..].parse::<u32>().ok(),
            _ => None,
        };
        let levels: Vec<u32> = document.descendants().filter_map(level).collect();
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{game}: {levels:?}");
    }
}

#[test]
fn every_card_is_shown_told_and_written_out() {
    let html = text(&FOLDER, shipped::GAME);
    let document = parse(&html);
    let game = shipped::game();
    let cards: Vec<Node<'_, '_>> = document.descendants().filter(|node| has_class(node, "card")).collect();
    assert_eq!(cards.len(), game.deck.cards.len());
    for card in &game.deck.cards {
        let id = format!("card-{}", card.id);
        let entry = cards.iter().find(|node| node.descendants().any(|node| node.attribute("id") == Some(&id)));
        let entry = entry.unwrap_or_else(|| panic!("{} has no entry", card.name));
        let picture = entry.descendants().find(|node| node.attribute("role") == Some("img")).expect("its face");
        let said = picture.attribute("aria-label").expect("words");
        let alt = card.faces[0].alt.as_ref().expect("what its drawing shows");
        assert_eq!(said, format!("The card {}. {}", card.name, alt.value));
        let written = entry.descendants().find(|node| node.has_tag_name("details")).expect("its words");
        let written = bare(&letters(written));
        for (field, told) in &card.faces[0].texts {
            let words = bare(&told.value.plain_text());
            assert!(written.contains(&words), "{}: {field}: {words:?} is not in {written:?}", card.name);
        }
    }
}

/// Returns only letters and digits.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[test]
fn boards_are_told_and_tables_have_heads() {
    let html = text(&FOLDER, "skirminion");
    let document = parse(&html);
    let boards = document.descendants().filter(|node| node.has_tag_name("img") && has_class(node, "diagram"));
    let told: Vec<&str> = boards.filter_map(|node| node.attribute("alt")).collect();
    // Drawings have words of their own.
    let is_told = |said: &&str| said.starts_with("A board of ") || said.starts_with("Two ");
    assert!(told.len() >= 10 && told.iter().all(is_told), "{told:#?}");
    for game in GAMES {
        let html = text(&FOLDER, game);
        let document = parse(&html);
        for table in document.descendants().filter(|node| node.has_tag_name("table")) {
            let rows: Vec<_> = table.descendants().filter(|node| node.has_tag_name("tr")).collect();
            for row in &rows {
                let cells: Vec<Node<'_, '_>> = row.children().filter(Node::is_element).collect();
                // An empty cell is the head of nothing.
                let has_head = cells.iter().any(|cell| cell.has_tag_name("th") && cell.attribute("scope").is_some());
                assert!(has_head || !cells[0].has_children(), "{game}: {}", letters(*row));
            }
        }
    }
}

#[test]
fn figures_come_from_the_data_and_the_same_data_give_the_same_page() {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    let build = ["build", "skirmish-5e", "--target", "html"];
    let before = folder.build(&build, &file(shipped::GAME));
    assert!(before == FOLDER.read(&file(shipped::GAME)), "the built-in game is the same");
    let game = "card-data/skirmish-5e/game.toml";
    folder.replace(game, "regain = 2 ", "regain = 3 ");
    folder.build(&build, &file(shipped::GAME));
    let html = text(&folder, shipped::GAME);
    let document = parse(&html);
    let recover = letters(with_id(&document, "act").parent().expect("a step"));
    assert!(recover.contains("regain 3 health"), "{recover}");
}

#[test]
fn letters_beyond_the_subset_bring_the_whole_font() {
    let html = text(&FOLDER, shipped::GAME);
    assert!(html.contains("data:font/woff2;base64,") && !html.contains("data:font/otf"));
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    folder.replace("card-data/skirmish-5e/rules.md", "## Winning {#winning}", "## Winning жизнь {#winning}");
    folder.run(["build", "skirmish-5e", "--target", "html"]).must_succeed();
    let html = text(&folder, shipped::GAME);
    assert!(html.contains("data:font/otf;base64,") && !html.contains("data:font/woff2"));
}

#[test]
fn signs_of_html_in_the_data_are_letters() {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    folder.replace(
        "card-data/skirmish-5e/game.toml",
        "title = \"Skirmish\"",
        "title = \"Fight & <b>Fall</b> \\\"now\\\"\"",
    );
    folder.run(["build", "skirmish-5e", "--target", "html"]).must_succeed();
    let html = text(&folder, shipped::GAME);
    let document = parse(&html);
    let title = document.descendants().find(|node| node.has_tag_name("h1")).map(letters);
    assert_eq!(title.as_deref(), Some("Fight & <b>Fall</b> \"now\""));
}

#[test]
fn a_wrong_book_is_refused_and_the_last_page_stays() {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    let build = ["build", "skirmish-5e", "--target", "html"];
    let page = folder.build(&build, &file(shipped::GAME));
    let rules = "card-data/skirmish-5e/rules.md";
    folder.replace(rules, "your cards are discarded {see:r4}", "your cards are discarded {see:r44}");
    folder.replace(rules, "::: figure together sword, chop, special-attack", "::: figure together sword, chp");
    folder
        .run(build)
        .must_fail(1, &["rules.md:", "unknown section `r44`", "unknown card `chp`", "did you mean `chop`?"]);
    assert!(folder.read(&file(shipped::GAME)) == page);
}

#[test]
fn what_cannot_be_made_is_told() {
    let folder = Folder::new();
    folder
        .run(["build", "--target", "html", "--only", "axe"])
        .must_fail(2, &["`--only`", "`--target html`, which builds only the rulebook"]);
    folder.new_deck("my-game");
    let asked = ["build", "my-game", "--target", "html"];
    folder.run(asked).must_fail(2, &["no rulebook: create `card-data/my-game/rules.md`"]);
    // A game without one isn't at fault, even beside games that have one.
    folder.bring("card-data/skirmish-5e");
    folder
        .run(["build", "--target", "html"])
        .must_succeed()
        .must_say(&["no rulebook", "output/skirmish-5e/rulebook.html"]);
    folder.write(
        "card-data/my-game/rules.md",
        "# Light the lamps {#light}\n\n{#first} Draw a card: [Lamp Oil] is a friend {see:light}.\n",
    );
    folder.run(asked).must_succeed();
    let html = text(&folder, "my-game");
    let document = parse(&html);
    assert_eq!(letters(with_id(&document, "first")), "1.1 Draw a card: Lamp Oil is a friend (1).");
}

#[test]
fn books_from_right_to_left_are_mirrored() {
    let css = include_str!("../crates/book/src/html/style.css");
    for side in ["left", "right"] {
        assert!(!css.contains(side), "{side}: write the logical property (`inline-start`, `inline-end`) instead");
    }
}
