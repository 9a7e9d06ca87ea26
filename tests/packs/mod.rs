//! Packs for services, virtual tables and cutting machines, opened again by readers that share no code with what wrote them.

mod csv;
mod cut;
mod folders;
mod paper;
mod services;
mod tables;

use crate::common::program::Folder;

/// Creates a game of our own: cards of a size in millimetres, with a red corner in front and a blue one behind, in the
/// spreadsheet `cards.csv`. `more` is added to `game.toml`.
fn with_game(size: (f64, f64), cards: &str, more: &str) -> Folder {
    let (width, height) = size;
    let folder = Folder::new();
    let file = |name: &str, text: &str| folder.write(&format!("card-data/g/{name}"), text);
    file(
        "game.toml",
        &format!(
            "title = \"Ferry\"\nedition = \"1e\"\nlanguage = \"en-GB\"\ncards = \"cards.csv\"\n\
             [colours]\npaper = \"#fffdf6\"\nink = \"#1c1c1c\"\n\
             [format]\nwidth = {width}\nheight = {height}\n\
             [face.front]\ntemplate = \"card\"\nback = \"sea-back\"\n\
             [face.sea-back]\ntemplate = \"back\"\nshared = true\n\
             [face.land-back]\ntemplate = \"back\"\nshared = true\n\
             [kind.sea]\nname = \"Sea\"\nicon = \"disc\"\n\
             [kind.land]\nname = \"Land\"\nicon = \"square\"\nback = \"land-back\"\n{more}"
        ),
    );
    file("cards.csv", cards);
    file(
        "icons/disc.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><circle cx=\"5\" cy=\"5\" r=\"5\"/></svg>",
    );
    file(
        "icons/square.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><path d=\"M0 0h10v10h-10z\"/></svg>",
    );
    for (name, corner, slot) in [
        (
            "card",
            "#cc0000",
            format!(
                "<rect id=\"slot-name\" class=\"fill-ink\" x=\"5\" y=\"22\" width=\"{}\" height=\"8\"/>",
                width - 10.0
            ),
        ),
        ("back", "#0000cc", String::new()),
    ] {
        let (w, h) = (width + 6.0, height + 6.0);
        file(
            &format!("templates/{name}.svg"),
            &format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 {w} {h}\">\
                 <rect class=\"fill-paper\" x=\"-3\" y=\"-3\" width=\"{w}\" height=\"{h}\"/>\
                 <rect x=\"4\" y=\"4\" width=\"14\" height=\"8\" fill=\"{corner}\"/>{slot}</svg>"
            ),
        );
    }
    let style = "font = \"Junicode\"\nweight = 500\nsize = 8\nmin-size = 6.5\n";
    file("templates/type.toml", &format!("[name]\n{style}[margin]\nfont = \"Junicode\"\nweight = 500\nsize = 7.5\n"));
    folder
}

/// Builds a game of the program or the one in the folder, and returns the output.
fn build(folder: &Folder, game: &str, args: &[&str]) -> String {
    folder.run([&["build", game], args].concat()).must_succeed().out
}

fn text(folder: &Folder, file: &str) -> String {
    String::from_utf8(folder.read(file)).expect("a text")
}
