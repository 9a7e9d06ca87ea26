//! Rulebooks in plain Markdown, as people bring them along, and how their pages are broken.

use crate::common::outsiders;
use crate::common::program::Folder;

const GAME: &str = "title = \"Harbour Watch\"\nedition = \"1e\"\nlanguage = \"en-GB\"\n";
const BOOK: &str = "output/watch/rulebook-a5.pdf";

/// Builds a game with only this rulebook in a folder.
fn book(rules: &str) -> Folder {
    let folder = unbuilt(rules);
    folder.run(["check", "watch"]).must_succeed();
    folder.run(["build", "watch"]).must_succeed();
    folder
}

fn unbuilt(rules: &str) -> Folder {
    let folder = Folder::new();
    folder.write("card-data/watch/game.toml", GAME);
    folder.write("card-data/watch/rules.md", rules);
    folder
}

/// Returns the words of each page, line by line, without running head and folio.
fn pages(folder: &Folder) -> Vec<Vec<String>> {
    let path = folder.path(BOOK);
    let text = outsiders::read("pdftotext", &["-layout", path.to_str().expect("a plain path"), "-"]);
    let lines = |page: &str| {
        let lines = page.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let mut lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        lines.pop();
        lines.drain(..lines.len().min(1));
        lines
    };
    text.split('\u{c}').filter(|page| !page.trim().is_empty()).map(lines).collect()
}

fn structure(folder: &Folder) -> String {
    let path = folder.path(BOOK);
    outsiders::read("pdfinfo", &["-struct-text", path.to_str().expect("a plain path")])
}

const PLAIN: &str = "Rules
=====

Night comes[^dusk], the 2^nd^ of `three *tries*`. Drink H~2~O.

Setup {#set-up}
-----

Roses are red,  
violets blue,\\
and so on.

---

You may:
a. light a lamp
b. row a boat
   home

5. five
6. six

```
# no heading
| no table |
```

See {page:the-end} and {see:set-up}.

\\pagebreak

A new page[^2], {page:set-up}.

# The end

It is here[^dusk].

[^dusk]: When nobody can read the cards
without a lamp.
[^2]: See the *end*.
";

#[test]
fn plain_markdown_is_set() {
    let folder = book(PLAIN);
    let pages = pages(&folder);
    let first = pages[0].join("\n");
    for words in [
        "2nd of three *tries*. Drink H2O.",
        "\nRoses are red,\nviolets blue,\nand so on.\n",
        "a. light a lamp\nb. row a boat home\n",
        "5. five\n6. six\n",
        "\n# no heading\n| no table |\n",
        "See page 2 and (1.1).",
        "1 When nobody can read the cards without a lamp.",
    ] {
        assert!(first.contains(words), "no {words:?} in\n{first}");
    }
    let second = pages[1].join("\n");
    assert!(second.starts_with("A new page2, page 1."), "{second}");
    assert!(second.contains("is here1.") && second.contains("2 See the end."), "{second}");
    assert!(!second.contains("nobody"), "a footnote is on the page that refers to it first: {second}");
    let said = structure(&folder);
    for role in ["H1", "H2", "Note", "Code"] {
        assert!(said.lines().any(|line| line.trim().starts_with(role)), "no {role} in\n{said}");
    }
    if let Some(found) = outsiders::pdf_ua(&[folder.path(BOOK)]) {
        assert_eq!(found, "");
    }
}

#[test]
fn the_page_for_screens_has_all_of_it() {
    let folder = unbuilt(PLAIN);
    folder.run(["build", "watch", "--target", "html"]).must_succeed();
    let html = String::from_utf8(folder.read("output/watch/rulebook.html")).expect("text");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(&html, options).expect("every element is closed");
    for part in [
        "the 2<sup>nd</sup> of <code>three *tries*</code>. Drink H<sub>2</sub>O.",
        "comes<sup><a id=\"noteref_1\" href=\"#note_1\" role=\"doc-noteref\">1</a></sup>,",
        "<p id=\"note_1\"><a href=\"#noteref_1\" role=\"doc-backlink\">1</a> When nobody",
        "red,<br/>violets",
        "<hr/>",
        "<ol type=\"a\">",
        "<ol start=\"5\">",
        "<pre tabindex=\"0\"><code># no heading\n| no table |</code></pre>",
        "href=\"#the-end\" title=\"chapter 2, The end\">chapter 2, The end</a>",
    ] {
        assert!(html.contains(part), "no {part}");
    }
    assert_eq!(html.matches("id=\"note_1\"").count(), 1);
}

/// Returns a table with rows `1` to `rows`.
fn table(rows: usize) -> String {
    let rows: String = (1..=rows).map(|row| format!("| {row} | event {row}: the tide comes in |\n")).collect();
    format!("| die | what happens |\n|---|---|\n{rows}")
}

#[test]
fn a_long_table_is_broken_between_rows_and_has_its_head_again() {
    for rows in [33, 70, 130] {
        let rules =
            format!("# Harbour\n\nThe boats are out.\n\n## Events\n\nRoll a die.\n\n{}\n\nThat is all.\n", table(rows));
        let folder = book(&rules);
        let pages = pages(&folder);
        let (mut found, mut with_rows) = (0, 0);
        for page in &pages {
            let of_page = page.iter().filter(|line| line.contains("the tide comes in")).count();
            let heads = page.iter().filter(|line| line.to_lowercase().contains("what happens")).count();
            assert_eq!(heads, usize::from(of_page > 0), "{page:?}");
            assert_ne!(of_page, 1, "no row is alone: {page:?}");
            found += of_page;
            with_rows += heads;
        }
        assert_eq!(found, rows);
        assert_eq!(with_rows, pages.len(), "the heading is with its table: {pages:?}");
        assert!(pages.len() <= rows / 30 + 1, "{rows} rows on {} pages", pages.len());
    }
}

#[test]
fn a_heading_stays_with_two_lines_and_no_line_is_alone() {
    let sentence = "The boats are out, and night comes down on the coast. ";
    let mut rules = "# Harbour\n\n".to_owned();
    for section in 1..=70 {
        // Paragraphs of one line to five.
        let words = sentence.repeat(1 + section * 7 % 8);
        rules.push_str(&format!("## Section {section}\n\n{words}\n\n- First of {section}\n- Second of {section}\n\n"));
        if section % 10 == 0 {
            rules.push_str(&format!("# Chapter {section}\n\nShort.\n\n"));
        }
    }
    rules.push_str("## End\n\nThe boats are in.\n");
    let pages = pages(&book(&rules));
    assert!(pages.len() > 10);
    for page in &pages {
        let is_heading = |line: &String| line.to_lowercase().starts_with("section ") || line.contains("Chapter");
        let last = page.iter().rposition(is_heading).map_or(usize::MAX, |at| page.len() - 1 - at);
        assert!(last >= 2, "a heading is at the foot of {page:#?}");
        assert!(!page[0].starts_with("Second of"), "an item is alone at the top of {page:#?}");
    }
}

#[test]
fn titles_take_as_many_lines_as_they_need() {
    let folder = book(
        "# What a keeper of a lighthouse does before night comes down\n\nLight it.\n\n## What a keeper does in the morning \
         when all boats have come home at last\n\nSleep.\n",
    );
    let page = &pages(&folder)[0];
    let lines: Vec<String> = page.iter().map(|line| line.to_lowercase()).collect();
    let at = |words: &str| lines.iter().position(|line| line.starts_with(words)).unwrap_or_else(|| panic!("{lines:?}"));
    assert!(at("what a keeper of") < at("light it") && at("what a keeper does") < at("sleep"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("comes down") && line.contains("what a")), "{lines:?}");
    unbuilt(&format!("# {}\n\nWords.\n", "W".repeat(24))).run(["check", "watch"]).must_fail(1, &["E0850"]);
}

#[test]
fn the_caption_of_a_narrow_picture_is_in_the_middle_below_it() {
    let folder = unbuilt("# Harbour\n\nThe boats are out.\n\n![A bar.](bar.svg \"Tall\"){width=20mm}\n");
    folder.write(
        "card-data/watch/art/bar.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 20\"><path d=\"M0 0h10v20H0z\" fill=\"#a33b2e\"/></svg>",
    );
    folder.run(["build", "watch"]).must_succeed();
    let path = folder.path(BOOK);
    let words = outsiders::read("pdftotext", &["-bbox", path.to_str().expect("a plain path"), "-"]);
    let place = |word: &str, side: &str| -> f64 {
        let line = words.lines().rfind(|line| line.contains(&format!(">{word}<"))).unwrap_or_else(|| panic!("{words}"));
        line.split(&format!("{side}=\""))
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .expect("a place")
            .parse()
            .expect("points")
    };
    // The middle of a right page's column.
    let middle = (21.0 + 48.0) / 25.4 * 72.0;
    let found = f64::midpoint(place("Figure", "xMin"), place("Tall", "xMax"));
    assert!((found - middle).abs() < 1.5, "{found} and {middle}");
}

#[test]
fn contents_are_called_as_the_language_has_it() {
    let folder = unbuilt("::: contents\n:::\n\n# Der Hafen\n\nDie Boote sind auf See.\n");
    folder.write("card-data/watch/game.toml", GAME.replace("en-GB", "de"));
    folder.run(["build", "watch"]).must_succeed();
    let document = lopdf::Document::load(folder.path(BOOK)).expect("a PDF");
    assert_eq!(outsiders::outline(&document), ["Inhalt", "1 Der Hafen"]);
}

#[test]
fn a_deck_fills_its_pages_and_no_name_runs_into_the_next_column() {
    let folder = Folder::new();
    let kinds = ["Node", "Control", "Storage", "Workload", "Attack", "Response", "Upgrade"];
    let card = |number: usize| {
        let kind = kinds[number * number % kinds.len()];
        format!("High-Availability Control Plane {number},{kind},{},Gain {number}.\n", number % 4 + 1)
    };
    let rows: String = (1..=110).map(card).collect();
    folder.write("cards.csv", format!("name,type,quantity,effect\n{rows}"));
    folder.run(["new", "watch", "--from", "cards.csv"]).must_succeed();
    folder.write(
        "card-data/watch/rules.md",
        "::: contents\n:::\n\n# The rules\n\nSome words here.\n\n::: deck\n:::\n\nThat is all.\n",
    );
    folder.run(["build", "watch"]).must_succeed();
    let pages = pages(&folder);
    assert!(pages.len() <= 5, "{} pages", pages.len());
    assert!(
        pages[0].iter().any(|line| line.starts_with("1 The rules") || line.to_lowercase().starts_with("the rules"))
    );
    for page in &pages[1..pages.len() - 1] {
        let rows = page.iter().filter(|line| line.contains("Control Plane")).count();
        assert!(rows > 25, "{rows} rows on {page:#?}");
    }
    let names = pages.iter().flatten().filter(|line| line.contains("Plane ")).count();
    assert_eq!(names, 110);
}

#[test]
fn other_pieces_are_figures_and_entries_of_a_book() {
    let folder = Folder::with_shapes();
    folder.write(
        "card-data/shapes/rules.md",
        "# Pieces\n\nSee [Field 1].\n\n::: figure together life, field-1\nTwo pieces.\n:::\n\n::: components\n\
         | hero | one standee | which stands |\n| life | one token | a circle |\n:::\n",
    );
    folder.run(["build", "shapes"]).must_succeed();
    folder.run(["build", "shapes", "--target", "press", "--pdf-standard", "pdfx-1a"]).must_succeed();
    folder.run(["build", "shapes", "--target", "html"]).must_succeed();
    let html = String::from_utf8(folder.read("output/shapes/rulebook.html")).expect("text");
    assert_eq!(html.matches("<symbol id=\"face_").count(), 3, "each is defined once");
    let picture = outsiders::poppler(&folder.path("output/shapes/rulebook-a5.pdf"), 1, 50);
    let coloured = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y))).filter(|(x, y)| {
        let [red, green, blue, _] = picture.at(*x, *y);
        red.max(green).max(blue) - red.min(green).min(blue) > 40
    });
    assert!(coloured.count() > 1000, "the pieces are seen");
}

#[test]
fn styles_of_a_game_change_those_that_are_like_them() {
    let folder = Folder::new();
    folder.new_in_english("watch");
    let own = "card-data/watch/templates/book.toml";
    assert!(String::from_utf8(folder.read(own)).expect("text").contains("[book-face]"));
    let with = folder.build(&["build", "watch"], BOOK);
    std::fs::remove_file(folder.path(own)).expect("the file");
    assert!(with == folder.build(&["build", "watch"], BOOK), "the file that comes with a game changes nothing");
    // Missing settings keep their defaults; styles that extend another follow it.
    folder.write(own, "[book]\nsize = 9\n");
    folder.run(["check", "watch"]).must_succeed();
    assert!(with != folder.build(&["build", "watch"], BOOK));
    folder.write(own, "[book-face]\nfont = \"Nowhere\"\n");
    folder.run(["check", "watch"]).must_fail(1, &["`Nowhere`", "templates/book.toml:2:8"]);
    folder.write(own, "[book-section]\nweigth = 700\n");
    folder.run(["check", "watch"]).must_fail(1, &["E0115", "did you mean `weight`?"]);
}

#[test]
fn pages_from_right_to_left_are_mirrored_and_bound_at_the_right() {
    let folder = unbuilt("# בתור\n\n| אחת | פעם |\n|---|---|\n| השלך | קלפים |\n");
    folder.replace("card-data/watch/game.toml", "en-GB", "he");
    let font = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fonts/hebrew.ttf"));
    folder.write("card-data/watch/fonts/hebrew.ttf", font.expect("a font"));
    folder.run(["build", "watch"]).must_succeed();
    // The left edges of the words with a letter.
    let lefts = |file: &str, words: &[&str]| -> Vec<f64> {
        // It complains about pages without words.
        let boxes = outsiders::run("pdftotext", &["-bbox", folder.path(file).to_str().expect("a plain path"), "-"]);
        let boxes = String::from_utf8(boxes.stdout).expect("UTF-8");
        let left = |word: &&str| {
            let line = boxes.lines().find(|line| line.contains(*word)).expect("a word");
            line.split("xMin=\"").nth(1).and_then(|rest| rest.split('"').next()).and_then(|edge| edge.parse().ok())
        };
        words.iter().map(|word| left(word).expect("an edge")).collect()
    };
    let columns = lefts(BOOK, &["ש", "ק"]);
    assert!(columns[0] > columns[1], "{columns:?}");
    // The first page is on the left half of the sheet.
    let first = lefts("output/watch/rulebook-booklet-a4.pdf", &["ש"]);
    assert!(first[0] < 421.0, "{first:?}");
    let told = outsiders::read("qpdf", &["--json", folder.path(BOOK).to_str().expect("a plain path")]);
    assert!(told.contains("\"/Direction\": \"/R2L\""), "no reading direction");
}
