//! Many cards in a sheet.

use std::fmt::Write as _;

use super::Folder;

#[test]
fn two_thousand_cards_in_a_sheet_are_printed() {
    let folder = Folder::new();
    let mut sheet = "name;kind;count;cost;speed;text\n".to_owned();
    for number in 0..2400 {
        let kind = ["Engine", "Waggon", "Station", "Weather"][number % 4];
        let (count, cost, speed) = (number % 3 + 1, number % 8, number % 5);
        let text = "\"Move it one station on.\nAt the end of the line, turn it round; then draw a card.\"";
        let _ = writeln!(sheet, "Card {number};{kind};{count};{cost};{speed};{text}");
    }
    folder.write("cards.csv", &sheet);
    folder
        .run(["new", "railway", "--from", "cards.csv"])
        .must_succeed()
        .must_say(&["2400 rows", "kinds: Engine, Waggon, Station, Weather"]);
    let pdf = folder.build(&["build", "railway"], "output/railway/cards-a4.pdf");
    // Nine cards a sheet, both sides.
    let pages = crate::common::pdf::Pdf::new(&pdf).page_ids().len();
    assert_eq!(pages, 4800_usize.div_ceil(9) * 2);
    folder.replace("card-data/railway/cards.csv", "Card 1717;Waggon;2;", "Card 1717;Wagon;2;");
    folder.run(["build", "railway"]).must_fail(1, &["unknown kind `Wagon`", "cards.csv, row 1719, column B"]);
}
