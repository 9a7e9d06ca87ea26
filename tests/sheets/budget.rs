//! Workbooks that would take all memory: each is an error of its own, and earlier outputs stay.

use super::Folder;
use skirmish_output::pack;

/// Writes a workbook of Excel's with one sheet, whose rows are given as XML.
fn xlsx(folder: &Folder, name: &str, rows: &str) {
    let parts = [
        (
            "[Content_Types].xml",
            r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
            <Default Extension="xml" ContentType="application/xml"/></Types>"#
                .to_owned(),
        ),
        ("_rels/.rels", relationship("officeDocument", "xl/workbook.xml")),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
            xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
            <sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>"#
                .to_owned(),
        ),
        ("xl/_rels/workbook.xml.rels", relationship("worksheet", "worksheets/sheet1.xml")),
        (
            "xl/worksheets/sheet1.xml",
            format!(
                r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"#
            ),
        ),
    ];
    archive(folder, name, &parts);
}

/// Returns the part of a workbook that names another one of a kind.
fn relationship(kind: &str, target: &str) -> String {
    format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"
        Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/></Relationships>"#
    )
}

/// Writes an OpenDocument workbook with one sheet, whose rows are given as XML.
fn ods(folder: &Folder, name: &str, rows: &str) {
    let content = format!(
        r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
        xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
        <office:body><office:spreadsheet><table:table table:name="Cards">{rows}</table:table></office:spreadsheet></office:body>
        </office:document-content>"#
    );
    let mime = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_owned());
    archive(folder, name, &[mime, ("content.xml", content)]);
}

fn archive(folder: &Folder, name: &str, parts: &[(&str, String)]) {
    let parts: Vec<_> = parts.iter().map(|(path, text)| ((*path).to_owned(), text.clone().into_bytes())).collect();
    folder.write(name, pack::archive(&parts).expect("an archive"));
}

/// Returns a row of a workbook of Excel's with texts in the first columns.
fn row(number: usize, cells: &[&str]) -> String {
    let cell = |(column, text): (usize, &&str)| {
        let letter = char::from(b'A' + u8::try_from(column).expect("few columns"));
        format!(r#"<c r="{letter}{number}" t="inlineStr"><is><t>{text}</t></is></c>"#)
    };
    let cells: String = cells.iter().enumerate().map(cell).collect();
    format!(r#"<row r="{number}">{cells}</row>"#)
}

/// Returns a row of an OpenDocument workbook with texts.
fn ods_row(attribute: &str, cells: &[&str]) -> String {
    let cell = |text: &&str| {
        format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
    };
    let cells: String = cells.iter().map(cell).collect();
    format!("<table:table-row{attribute}>{cells}</table:table-row>")
}

/// Returns two rows of cards below headings.
fn cards() -> String {
    row(1, &["Name", "Text"]) + &row(2, &["Fog", "Wait."]) + &row(3, &["Squall", "Turn back."])
}

/// Creates a game from the workbook, and checks it as a replacement for the spreadsheet of an existing game: both must
/// name the cell.
fn refused(folder: &Folder, name: &str, words: &[&str]) {
    // Without a game a code has no file to belong to.
    folder.run(["new", "other", "--from", name]).must_fail(2, &words[1..]);
    assert!(!folder.path("card-data/other").exists(), "nothing is left behind");
    let before = folder.read("output/harbour/cards-a4.pdf");
    let game = folder.path("card-data/harbour");
    std::fs::copy(folder.path(name), game.join(name)).expect("a copy");
    let kept = folder.read("card-data/harbour/game.toml");
    let named = String::from_utf8(kept.clone()).expect("text").replace("\"cards.csv\"", &format!("{name:?}"));
    folder.write("card-data/harbour/game.toml", named);
    folder.run(["check", "harbour"]).must_fail(1, words);
    folder.run(["build", "harbour"]).must_fail(1, words);
    assert_eq!(folder.read("output/harbour/cards-a4.pdf"), before, "what was built stays");
    folder.write("card-data/harbour/game.toml", kept);
    std::fs::remove_file(game.join(name)).expect("it was there");
}

/// Returns a folder with a game that was built from a small spreadsheet.
fn built() -> Folder {
    let folder = Folder::new();
    folder.write("cards.csv", "Name,Text\nFog,Wait.\nSquall,Turn back.\n");
    folder.run(["new", "harbour", "--from", "cards.csv"]).must_succeed();
    folder.run(["build", "harbour"]).must_succeed();
    folder
}

#[test]
fn a_workbook_may_be_as_long_as_a_deck() {
    let folder = Folder::new();
    let rows: String = (4..=600).map(|number| row(number, &[&format!("Wave {number}"), "Hold on."])).collect();
    xlsx(&folder, "cards.xlsx", &(cards() + &rows));
    folder.run(["new", "waves", "--from", "cards.xlsx"]).must_succeed().must_say(&["599 rows"]);
    folder.run(["check", "waves"]).must_succeed();
}

#[test]
fn a_stray_value_in_a_far_cell_is_named() {
    let folder = built();
    for cell in ["XFD1048576", "A1048576", "ZZZ2", "B200000"] {
        let number = cell.trim_start_matches(char::is_alphabetic);
        let stray = format!(r#"<row r="{number}"><c r="{cell}"><v>1</v></c></row>"#);
        xlsx(&folder, "far.xlsx", &(cards() + &stray));
        refused(
            &folder,
            "far.xlsx",
            &["E0424", &format!("cell {cell} of sheet `Cards`"), "delete the rows and columns"],
        );
    }
    let stray = ods_row(r#" table:number-rows-repeated="900000""#, &[]) + &ods_row("", &["1"]);
    ods(&folder, "far.ods", &(ods_row("", &["Name", "Text"]) + &ods_row("", &["Fog", "Wait."]) + &stray));
    refused(&folder, "far.ods", &["E0424", "cell A900003 of sheet `Cards`"]);
}

#[test]
fn a_name_of_a_cell_that_no_sheet_has_is_an_error() {
    let folder = built();
    for cell in ["ZZZZZZZ4294967295", "A99999999999"] {
        let stray = format!(r#"<row r="4"><c r="{cell}"><v>1</v></c></row>"#);
        xlsx(&folder, "strange.xlsx", &(cards() + &stray));
        refused(&folder, "strange.xlsx", &["E0403", cell]);
    }
}

#[test]
fn cells_that_are_repeated_without_end_are_an_error() {
    let folder = built();
    let head = ods_row("", &["Name", "Text"]);
    let down = ods_row(r#" table:number-rows-repeated="100000000""#, &["Fog", "Wait."]);
    ods(&folder, "down.ods", &(head.clone() + &down));
    refused(&folder, "down.ods", &["E0424", "sheet `Cards` is beyond row 100000"]);
    let across = r#"<table:table-row><table:table-cell office:value-type="string" table:number-columns-repeated="16000">
        <text:p>Fog</text:p></table:table-cell></table:table-row>"#;
    ods(&folder, "across.ods", &(head.clone() + across));
    refused(&folder, "across.ods", &["E0424", "column ALL"]);
    let spaces = ods_row("", &[r#"Fog<text:s text:c="1000000000"/>"#, "Wait."]);
    ods(&folder, "spaces.ods", &(head + &spaces));
    refused(&folder, "spaces.ods", &["E0424", "MB of text"]);
}

#[test]
fn a_text_that_many_cells_share_has_a_limit() {
    let folder = built();
    let long = "Wait for the fog to lift. ".repeat(2_000);
    let merged = row(1, &["Name", "Text"]) + &row(2, &["Fog", &long]);
    let rest: String = (3..3_000).map(|number| row(number, &[&format!("Wave {number}")])).collect();
    let merge = r#"</sheetData><mergeCells count="1"><mergeCell ref="B2:B2999"/></mergeCells><sheetData>"#;
    xlsx(&folder, "shared.xlsx", &(merged + &rest + merge));
    refused(&folder, "shared.xlsx", &["E0424", "MB of text"]);
}

#[test]
fn a_text_file_has_a_limit_of_cells() {
    let folder = built();
    folder.write("commas.csv", "Name,Text\nFog,Wait.\n".to_owned() + &",".repeat(4_000_001));
    refused(&folder, "commas.csv", &["E0424", "4000000"]);
}
