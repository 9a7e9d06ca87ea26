//! Tables for spreadsheets, read by somebody else's reader.

use super::{build, with_game};
use crate::common::outsiders::run;
use crate::common::program::Folder;

/// Reads a file with Python: rows of cells.
fn rows(folder: &Folder, file: &str) -> Vec<Vec<String>> {
    const READ: &str = "import csv, json, sys\n\
        print(json.dumps(list(csv.reader(open(sys.argv[1], encoding='utf-8-sig', newline=''), strict=True))))";
    let path = folder.path(file);
    let output = run("python3", &["-c", READ, path.to_str().expect("a plain path")]);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const CARDS: &str = "name,kind,count\r\n\"The \"\"big\"\" one, 2\",sea,3\r\n=1+1,land,1\r\n";

#[test]
fn names_with_quotes_and_commas_are_one_cell() {
    let folder = with_game((63.5, 88.9), CARDS, "");
    for target in ["mpc", "tgc"] {
        build(&folder, "g", &["--target", target]);
        let rows = rows(&folder, &format!("output/g/{target}/counts.csv"));
        assert_eq!(rows[0], ["number", "card", "count", "front", "back"]);
        assert_eq!(rows[1][..3], ["1", "The \"big\" one, 2", "3"]);
        assert_eq!(rows[2][..3], ["2", "=1+1", "1"]);
        for row in &rows[1..] {
            for picture in &row[3..] {
                assert!(folder.path(&format!("output/g/{target}/{picture}")).is_file(), "{picture}");
            }
        }
    }
    build(&folder, "g", &["--target", "cut"]);
    assert_eq!(rows(&folder, "output/g/cut/sheets.csv"), [["piece", "sheet", "lines"], ["cards", "1", "cards-1"]]);
}

#[test]
fn an_exported_sheet_has_its_lines_and_quotes() {
    let folder = with_game((63.5, 88.9), CARDS, "");
    folder.run(["export", "g", "--csv", "cards.csv"]).must_succeed();
    let rows = rows(&folder, "cards.csv");
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
    let names: Vec<&String> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(names, ["name", "The \"big\" one, 2", "=1+1"]);
    let text = String::from_utf8(folder.read("cards.csv")).expect("UTF-8");
    assert!(text.split_inclusive('\n').filter(|line| line.ends_with("\r\n")).count() == rows.len(), "{text:?}");
}
