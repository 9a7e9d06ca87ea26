//! Commands and their output: tables, lists, new games, help, completions, and messages about typos.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::program::{Folder, SKIRMISH};
use crate::common::shipped;
use crate::common::side_by_side::side_by_side;
use skirmish_model::game::Value;

const HOME: &str = env!("CARGO_MANIFEST_DIR");
const COMMANDS: [&str; 12] = [
    "build",
    "check",
    "diff",
    "list",
    "watch",
    "new",
    "sync",
    "export",
    "translate",
    "calibrate",
    "explain",
    "completions",
];

#[test]
fn the_table_has_straight_columns_and_every_card() {
    let table = Folder::new().run(["list", "skirmish-5e"]).must_succeed().out;
    let (title, rows) = table.split_once("\n\n").expect("a title and a table");
    assert_eq!(title, "Skirmish 5e · r2: 128 cards");
    // The deck comes first, then a table for each type of piece.
    let (rows, _) = rows.split_once("\n\n").expect("more tables");
    let (head, rows) = rows.split_once('\n').expect("a head");
    let [kind, count, faces, figures] = ["  kind ", "  count ", "  faces ", "  figures"].map(|word| {
        let at = head.find(word).unwrap_or_else(|| panic!("no {word:?} in {head:?}"));
        at + 2
    });
    let mut read = Vec::new();
    for row in rows.lines() {
        assert!(row.is_ascii(), "places are counted in bytes: {row}");
        let cell = |from: usize, to: usize| {
            let cell = row.get(from..to.min(row.len())).unwrap_or_default();
            assert!(cell.len() < to - from || cell.ends_with("  "), "{cell:?} runs into the next column: {row}");
            cell.trim_end()
        };
        let cells = [cell(0, kind), cell(kind, count), cell(count, faces), cell(faces, figures)];
        let [name, kind, count, faces] = cells;
        for left in [name, kind, faces] {
            assert_eq!(left, left.trim(), "every cell but a number begins at the left: {row}");
        }
        assert_eq!(count.len(), "count".len(), "numbers end below the end of the head: {row}");
        read.push((name, kind, count.trim().parse::<u32>().expect("a number"), faces));
    }
    let game = shipped::game();
    let expected =
        game.deck.cards.iter().map(|card| (card.name.as_str(), game.deck.kind(card).id.as_str(), card.count));
    assert!(read.iter().map(|(name, kind, count, _)| (*name, *kind, *count)).eq(expected), "{table}");
    assert_eq!((read.len(), read.iter().map(|(_, _, count, _)| count).sum::<u32>()), (21, 128));
    assert!(read.contains(&("Shield", "armour", 8, "front, damaged")), "{table}");
    assert!(table.contains("front, common      damage 1; adds to weapon; ignores Mail\n"), "{table}");
}

#[test]
fn the_list_as_json_has_what_the_game_has() {
    let said = Folder::new().run(["list", "skirmish-5e", "--format", "json"]).must_succeed().out;
    let listings: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let listing = &listings.as_array().expect("a list of games")[0];
    assert_eq!((&listing["game"], &listing["deck"]), (&"skirmish-5e".into(), &128.into()));
    let game = shipped::game();
    let cards = listing["cards"].as_array().expect("cards");
    assert_eq!(cards.len(), game.deck.cards.len());
    for (told, card) in cards.iter().zip(&game.deck.cards) {
        assert_eq!(told["name"], card.name);
        assert_eq!(told["kind"], game.deck.kind(card).id);
        assert_eq!(told["count"], card.count);
        let faces: Vec<&str> = card.faces.iter().map(|face| game.face_kinds[face.kind].id.as_str()).collect();
        assert_eq!(told["faces"], serde_json::json!(faces));
        let figures = told["figures"].as_object().expect("figures");
        let in_order = game.fields.iter().map(|field| &field.name).filter(|name| card.figures.contains_key(*name));
        assert!(figures.keys().eq(in_order), "{}: {figures:?}", card.name);
        for (name, value) in figures {
            let expected = match &card.figures[name] {
                Value::Number(number) => serde_json::json!(number),
                Value::Fraction(_) | Value::Word(_) => panic!("the game has none: {name}"),
                Value::Flag(flag) => serde_json::json!(flag),
                Value::List(names) => serde_json::json!(names),
                Value::Figures(figures) => {
                    let figures = figures.iter().map(|(name, figure)| (name.clone(), serde_json::json!(figure)));
                    serde_json::Value::Object(figures.collect())
                }
            };
            assert_eq!(*value, expected, "{}: {name}", card.name);
        }
    }
    let figure = |name: &str| &cards.iter().find(|card| card["name"] == name).expect("a card")["figures"];
    assert_eq!(figure("Two-Handed Sword")["bonus"], serde_json::json!({ "Slash": 1, "Thrust": 1 }));
    assert_eq!(figure("Two-Handed Sword")["damage"], 3);
    assert_eq!(figure("Axe")["special_attacks"][0], "Hook");
}

#[test]
fn a_new_game_is_complete_and_is_not_written_over() {
    let folder = Folder::new();
    folder.run(["new", "my-game"]).must_succeed().must_say(&["card-data/my-game: ", "`skirmish build my-game`"]);
    let made = folder.contents();
    assert!(made.len() > 20, "{:?}", made.keys());
    let start = Path::new(HOME).join("templates/starter");
    for (file, bytes) in &made {
        let below = file.strip_prefix("card-data/my-game/").expect("nothing is written elsewhere");
        assert!(*bytes == fs::read(start.join(below)).expect("a file of the start"), "{file}");
    }
    assert_eq!(folder.run(["check", "my-game"]).must_succeed().out, "no problems\n");
    folder.run(["list", "my-game"]).must_succeed().must_say(&[": 27 cards\n", "Lighthouse    lamp      4  "]);
    let pdf = folder.build(&["build", "my-game"], "output/my-game/cards-a4.pdf");
    assert!(pdf.starts_with(b"%PDF-"));

    let file = "card-data/my-game/cards.toml";
    // Cards that the book refers to are required: an author who starts over deletes the book, or writes another.
    fs::remove_file(folder.path("card-data/my-game/rules.md")).expect("the book");
    folder.replace(file, "name = \"Fishing Boat\"", "name = \"Trawler\"");
    let before = folder.contents();
    folder.run(["new", "my-game"]).must_fail(2, &["card-data/my-game is there already: choose another name"]);
    assert_eq!(folder.contents(), before);
    // Built-in games have to be named if there are games of one's own.
    let own = folder.run(["list"]).must_succeed().must_say(&["\nTrawler  "]).out;
    assert!(!own.contains("Skirmish 5e"), "{own}");
    folder.run(["list", "skirmish-5e"]).must_succeed().must_say(&["Skirmish 5e", "\nTwo-Handed Sword  "]);
}

#[test]
fn games_of_ones_own_are_meant_where_there_are_some() {
    let folder = Folder::new();
    folder.new_deck("my-game");
    folder.new_deck("second");
    folder.run(["build"]).must_succeed();
    let outputs = |folder: &Folder| -> Vec<String> {
        folder.files().into_iter().filter(|file| file.contains("output/") && file.ends_with(".pdf")).collect()
    };
    let each = ["output/my-game/cards-a4.pdf", "output/second/cards-a4.pdf"];
    assert_eq!(outputs(&folder), each);
    assert_eq!(folder.run(["check"]).must_succeed().out, "no problems\n");

    // In its folder, or below it, one game is meant; its outputs go where they always go.
    fs::remove_dir_all(folder.path("output")).expect("the outputs");
    for below in ["card-data/second", "card-data/second/templates"] {
        folder
            .shell(&format!("cd {below} && \"$SKIRMISH\" build"))
            .must_succeed()
            .must_say(&["output/second/cards-a4.pdf"]);
        assert_eq!(outputs(&folder), each[1..]);
        assert_eq!(folder.shell(&format!("cd {below} && \"$SKIRMISH\" check")).must_succeed().out, "no problems\n");
    }
    folder.shell("cd card-data/second && \"$SKIRMISH\" build my-game").must_succeed();
    folder.shell("cd card-data/second && \"$SKIRMISH\" new third").must_succeed();
    assert_eq!(outputs(&folder), each);
    assert!(folder.path("card-data/third/game.toml").is_file(), "{:?}", folder.files());
    folder.shell("cd card-data/second && \"$SKIRMISH\" export --csv cards.csv third").must_succeed();
    assert!(folder.path("card-data/second/cards.csv").is_file(), "files are named from where one is");

    // A card is looked for in them first.
    let part = |game: &str| folder.path(&format!("output/{game}/cards-a4-part.pdf")).is_file();
    folder.run(["build", "--only", "trip"]).must_succeed();
    assert!(part("skirmish-5e"));
    folder.replace("card-data/second/cards.toml", "name = \"Fishing Boat\"", "name = \"Trip\"\nart = \"fishing-boat\"");
    fs::remove_dir_all(folder.path("output")).expect("the outputs");
    folder.run(["build", "--only", "trip"]).must_succeed();
    assert_eq!(["my-game", "second", "third", "skirmish-5e"].map(part), [false, true, false, false]);
}

#[cfg(unix)]
#[test]
fn the_folder_of_a_game_may_be_a_link_and_its_files_may_not_lead_out() {
    use std::os::unix::fs::symlink;
    let (kept, folder) = (Folder::new(), Folder::new());
    kept.new_deck("my-game");
    fs::create_dir(folder.path("card-data")).expect("a folder");
    symlink(kept.path("card-data/my-game"), folder.path("card-data/linked")).expect("a link");
    // A circle ends.
    symlink("..", folder.path("card-data/circle")).expect("a link");
    folder.run(["check", "linked"]).must_succeed();
    folder.run(["build", "linked"]).must_succeed().must_say(&["output/linked/cards-a4.pdf"]);
    folder.run(["list"]).must_fail(1, &["file not found: `card-data/circle/game.toml`"]);

    fs::remove_file(folder.path("card-data/circle")).expect("a link");
    folder.run(["list"]).must_succeed();
    let cards = kept.path("card-data/my-game/cards.toml");
    fs::rename(&cards, kept.path("cards.toml")).expect("the cards");
    symlink("../../cards.toml", &cards).expect("a link");
    folder.run(["check", "linked"]).must_fail(1, &["`card-data/linked/cards.toml` is outside the game folder"]);
    kept.run(["check", "my-game"]).must_succeed();
}

#[test]
fn a_name_that_is_none_is_refused() {
    let folder = Folder::new();
    let names =
        ["", " ", "a b", "../x", "..", ".", "a/b", "a\\b", "My-Game", "spaß", "a.b", "-", "-x", "x-", "a--b", "a\nb"];
    for name in names {
        folder.run(["new", "--", name]).must_fail(2, &[&format!("invalid game name `{name}`"), "as in `my-game`"]);
    }
    folder.run(["new"]).must_fail(2, &["<NAME>", "Usage: skirmish new <NAME>"]);
    assert_eq!(folder.files(), [""; 0]);
    for name in ["x", "2nd-try", "a-b-c"] {
        folder.run(["new", name]).must_succeed();
    }
}

#[test]
fn an_unknown_card_is_told_with_a_hint_and_nothing_is_made() {
    let folder = Folder::new();
    for target in ["home", "press", "mpc", "tgc", "images"] {
        let ran = folder.run(["build", "--target", target, "--only", "axe,chp,wombat"]);
        ran.must_fail(
            1,
            &[
                "error[E1001]: unknown card `chp` in Skirmish",
                "did you mean `Chop`?",
                "error[E1001]: unknown card `wombat` in Skirmish",
                "run `skirmish list skirmish-5e` to list all cards",
                "2 errors",
            ],
        );
    }
    folder.run(["build", "--only", "axe,"]).must_fail(1, &["unknown card ``"]);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn cards_are_chosen_by_name_however_it_is_written() {
    let file = "output/skirmish-5e/cards-a4-part.pdf";
    let folder = Folder::new();
    let chosen = folder.build(&["build", "--only", "Axe,Shield Bash", "skirmish-5e"], file);
    for args in [
        &["--only", "axe,shield-bash"][..],
        &["--only", "SHIELD BASH, axe"],
        &["--only", "axe", "--only", "shield bash"],
        &["--only", "axe,shield bash,axe"],
        &["--only=axe,shield bash"],
    ] {
        assert!(folder.build(&[&["build"], args].concat(), file) == chosen, "{args:?}");
    }
    folder.run(["build", "--only", "axe", "skirmish-5e"]).must_succeed().must_say(&[file, "4 cards on 1 sheet"]);
}

#[test]
fn cards_are_found_in_whichever_game_has_them() {
    let folder = Folder::new();
    folder.run(["new", "my-game"]).must_succeed();
    let before = folder.files();
    let made = |args: &[&str]| {
        folder.run(args).must_succeed();
        let files = folder.files().into_iter().filter(|file| !before.contains(file)).collect::<Vec<_>>();
        fs::remove_dir_all(folder.path("output")).expect("outputs");
        files
    };
    let [mine, built_in] = ["my-game", "skirmish-5e"].map(|game| format!("output/{game}/cards-a4-part.pdf"));
    assert_eq!(made(&["build", "--only", "axe, trip"]), [built_in.as_str()]);
    assert_eq!(made(&["build", "--only", "keeper"]), [mine.as_str()]);
    folder.run(["build", "my-game", "--only", "axe"]).must_fail(1, &["unknown card `axe` in Gull Point"]);
    // If no game has it, suggestions may come from any of them.
    for (typed, meant) in [("keper", "Keeper"), ("wr-king", "War-king"), ("spaer", "Spear")] {
        let words = [format!("unknown card `{typed}`\n"), format!("did you mean `{meant}`?")];
        folder
            .run(["build", "--only", typed])
            .must_fail(1, &[&words[0], &words[1], "run `skirmish list` to list all cards"]);
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn slips_in_what_is_typed_are_told() {
    let folder = Folder::new();
    for (line, words) in [
        ("build --papr a4", &["unexpected argument '--papr'", "'--paper'"][..]),
        ("build -q", &["unexpected argument '-q'"]),
        ("build --paper b5", &["invalid value 'b5' for '--paper <PAPER>'", "a4, letter"]),
        ("build --target homme", &["invalid value 'homme' for '--target <TARGET>'", "'home'"]),
        ("build --backs", &["a value is required for '--backs"]),
        ("build --only", &["a value is required for '--only"]),
        ("build --ink red", &["invalid value 'red' for '--ink <INK>'", "full, low"]),
        ("build --paper a4 --paper letter", &["'--paper <PAPER>' cannot be used multiple times"]),
        ("check --format xml", &["invalid value 'xml' for '--format <FORMAT>'", "text, json"]),
        ("chek", &["unrecognized subcommand 'chek'", "'check'"]),
        ("completions", &["<SHELL>"]),
        ("completions tcsh", &["invalid value 'tcsh'", "bash"]),
    ] {
        let ran = folder.run(line.split(' '));
        ran.must_fail(2, &[&["error: "], words].concat());
    }
    for command in ["check", "list"] {
        folder.run([command, "skirmsh-5e"]).must_fail(1, &["unknown game `skirmsh-5e`", "did you mean `skirmish-5e`?"]);
    }
    assert_eq!(folder.files(), [""; 0]);
}

/// Returns the lines of a help below a heading, up to the next empty one.
fn section<'h>(help: &'h str, head: &str) -> Vec<&'h str> {
    let (_, rest) = help.split_once(&format!("\n{head}:\n")).unwrap_or_else(|| panic!("no {head} in: {help}"));
    rest.lines().take_while(|line| !line.is_empty()).collect()
}

fn help(args: &[&str]) -> String {
    // So wide that no line is broken.
    let ran = Folder::new().run_with(args, |command| _ = command.env("COLUMNS", "200"));
    ran.must_succeed().out
}

/// Removes the game of the example before, and writes the spreadsheets and images that an example names.
fn spreadsheets(folder: &Folder) {
    std::fs::remove_dir_all(folder.path("card-data")).ok();
    let sheets = Path::new(HOME).join("tests/sheets");
    folder.write("cards.csv", std::fs::read(sheets.join("plain.csv")).expect("a spreadsheet"));
    folder.write("deck.xlsx", std::fs::read(sheets.join("harbour.xlsx")).expect("a workbook"));
    let image = std::fs::read(Path::new(HOME).join("templates/starter/art/fog.svg")).expect("an image");
    folder.write("art/fog.svg", &image);
    folder.write("art/lantern-keeper.svg", &image);
    folder.write("faces/fog.svg", &image);
}

#[test]
fn every_example_in_every_help_works() {
    let commands = [
        &[][..],
        &["build"],
        &["check"],
        &["diff"],
        &["list"],
        &["new"],
        &["sync"],
        &["export"],
        &["translate"],
        &["calibrate"],
        &["explain"],
        &["completions"],
    ];
    side_by_side(commands, |command: &[&str]| {
        let folder = Folder::new();
        let help = help(&[command, &["--help"]].concat());
        let examples = section(&help, "Examples");
        if command == ["diff"] {
            // Something was printed, and there are older data.
            folder.run(["build", "skirmish-5e"]).must_succeed();
            folder.bring("card-data/skirmish-5e");
            std::fs::create_dir(folder.path("old")).expect("a folder");
            std::fs::rename(folder.path("card-data"), folder.path("old/card-data")).expect("a folder");
        }
        if [["build"], ["check"], ["translate"]].iter().any(|one| command == one) {
            folder.run(["new", "my-game"]).must_succeed();
        } else if command.is_empty() || command == ["list"] {
            // A script names games of the program.
            folder.run(["new", "other"]).must_succeed();
        }
        for example in &examples {
            if command == ["new"] || command == ["sync"] {
                spreadsheets(&folder);
            }
            if command == ["sync"] {
                folder.run(["new", "my-game", "--from", "cards.csv"]).must_succeed();
            }
            let typed = example.trim().split("  ").next().expect("what is typed");
            let (typed, _) = typed.split_once(" > ").unwrap_or((typed, ""));
            let args = typed.strip_prefix("skirmish").unwrap_or_else(|| panic!("{example}"));
            assert!(command.iter().all(|command| args.starts_with(&format!(" {command}"))), "{example}");
            // Settings of printers stay here.
            let ran = folder.shell(&format!("XDG_CONFIG_HOME=\"$PWD\" \"$SKIRMISH\"{args}")).must_succeed();
            assert!(!ran.out.is_empty() && ran.err.is_empty(), "{example}: {}", ran.err);
        }
        assert!(!examples.is_empty());
    });
}

#[test]
fn every_command_option_and_value_is_explained() {
    let top = help(&["-h"]);
    let commands: Vec<&str> =
        section(&top, "Commands").iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(commands, [&COMMANDS[..], &["help"]].concat());
    let explained = |line: &str| {
        let (_, text) = line.trim().split_once("  ").unwrap_or_else(|| panic!("nothing is said of {line:?}"));
        assert!(text.trim().len() > 5 && !text.trim().starts_with('['), "{line}");
    };
    section(&top, "Commands").into_iter().for_each(explained);
    for command in COMMANDS {
        let short = help(&[command, "-h"]);
        // The description of a long option is below it.
        let below = |line: &str| line.starts_with(&" ".repeat(10)) && !line.trim().starts_with('-');
        let mut options: Vec<String> = Vec::new();
        for line in section(&short, "Options") {
            match options.last_mut().filter(|_| below(line)) {
                Some(option) => *option += &format!("  {}", line.trim()),
                None => options.push(line.to_owned()),
            }
        }
        options.iter().for_each(|option| explained(option));
        if short.contains("\nArguments:\n") {
            section(&short, "Arguments").into_iter().for_each(explained);
        }
        // A list of values, each with what it means: `- a4:     210 × 297 mm`.
        let long = help(&[command, "--help"]);
        for value in long.lines().filter_map(|line| line.trim().strip_prefix("- ")) {
            let (_, text) = value.split_once(": ").unwrap_or_else(|| panic!("nothing is said of {value:?}"));
            assert!(!text.trim().is_empty(), "{value}");
        }
    }
    let codes = section(&top, "Exit codes");
    assert_eq!(codes.iter().map(|line| &line[..5]).collect::<Vec<_>>(), ["  0  ", "  1  ", "  2  "]);
}

/// Asserts that explanations have at most 60 characters without their defaults, and examples at most 80 columns.
fn assert_short(help: &str) {
    let (usage, after) = help.split_once("\nExamples:\n").unwrap_or((help, ""));
    let explained = usage.lines().filter(|line| line.starts_with("  "));
    for text in explained.filter_map(|line| line.trim().split_once("  ")) {
        let text = text.1.trim().split(" [").next().unwrap_or_default();
        assert!(text.chars().count() <= 60, "{} characters: {text}", text.chars().count());
    }
    for line in after.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn help_is_short() {
    assert_short(&help(&["-h"]));
    COMMANDS.iter().for_each(|command| assert_short(&help(&[command, "-h"])));
}

#[test]
#[cfg(feature = "tracker")]
fn help_of_the_tracker_is_short() {
    for command in [&[][..], &["attack"], &["replay"], &["link"], &["play"], &["serve"], &["completions"]] {
        let mut table = Command::new(env!("CARGO_BIN_EXE_skirmish-table"));
        let ran = table.args(command).arg("-h").env("COLUMNS", "200").output().expect("it starts");
        assert_short(&String::from_utf8_lossy(&ran.stdout));
    }
}

#[test]
#[cfg(feature = "tracker")]
fn every_option_in_the_readme_is_in_the_help() {
    let mut helps: String = COMMANDS.map(|command| help(&[command, "-h"])).concat();
    let table =
        Command::new(env!("CARGO_BIN_EXE_skirmish-table")).args(["attack", "--help"]).output().expect("it starts");
    helps.push_str(&String::from_utf8_lossy(&table.stdout));
    let serve =
        Command::new(env!("CARGO_BIN_EXE_skirmish-table")).args(["serve", "--help"]).output().expect("it starts");
    helps.push_str(&String::from_utf8_lossy(&serve.stdout));
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '-'));
        words.filter(|word| word.len() > 3 && word.starts_with("--")).map(str::to_owned).collect()
    };
    let readme = fs::read_to_string(Path::new(HOME).join("README.md")).expect("README.md");
    let is_of_another = |line: &str| ["cargo ", "tar "].iter().any(|program| line.contains(program));
    let ours: Vec<&str> = readme.lines().filter(|line| !is_of_another(line)).collect();
    let named = words(&ours.join("\n"));
    assert!(named.contains("--paper") && named.contains("--format"), "{named:?}");
    let known = words(&helps);
    let unknown: Vec<&String> = named.difference(&known).collect();
    assert_eq!(unknown, [""; 0], "README has options that the program has not");
}

#[test]
fn completions_know_every_command_and_the_shells_can_read_them() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.run(["completions", shell]).must_succeed().out;
        for word in [&COMMANDS[..], &["paper", "copies", "format"]].concat() {
            assert!(script.contains(word), "{shell}: no {word}");
        }
        folder.write(shell, script);
    }
    for shell in ["bash", "zsh", "fish"] {
        // Not everybody has every shell.
        if let Ok(checked) = Command::new(shell).arg("-n").arg(folder.path(shell)).output() {
            let said = String::from_utf8_lossy(&checked.stderr);
            assert!(checked.status.success() && said.is_empty(), "{shell}: {said}");
        }
    }
}

/// [`Folder::run`] looks for colours and progress bars in all output.
#[test]
fn nothing_but_words_goes_into_a_pipe() {
    let folder = Folder::new();
    let colourful = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
    for target in ["home", "press", "mpc", "tgc", "images"] {
        for ink in ["full", "low"] {
            let args = ["build", "--target", target, "--only", "spear", "--ink", ink];
            let ran = folder.run_with(args, |command| _ = command.envs(colourful)).must_succeed();
            assert_eq!(ran.err, "", "{target}");
            let lines: Vec<&str> = ran.out.lines().collect();
            assert_eq!(lines[0], "Skirmish");
            assert!(lines[1].starts_with("  output/skirmish-5e/"), "{}", ran.out);
        }
    }
    let wrong = folder.run_with(["build", "--only", "spaer"], |command| _ = command.envs(colourful));
    wrong.must_fail(1, &["error[E1001]: unknown card `spaer`", "did you mean `Spear`?"]);
}

/// Returns the output on a terminal.
#[cfg(target_os = "linux")]
fn on_terminal(variables: &[(&str, &str)]) -> String {
    let mut command = Command::new("script");
    command.args(["--quiet", "--command", &format!("'{SKIRMISH}' build --only spaer"), "/dev/null"]);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(variable);
    }
    command.env("TERM", "xterm-256color").envs(variables.iter().copied()).stdin(Stdio::null());
    let output = command.output().unwrap_or_else(|error| panic!("script: {error}; on Debian: apt install bsdutils"));
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(shown.contains("unknown card `spaer`"), "{shown:?}");
    shown
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_colours_unless_they_are_not_wanted() {
    assert!(on_terminal(&[]).contains('\u{1b}'));
    assert!(!on_terminal(&[("NO_COLOR", "1")]).contains('\u{1b}'));
    assert!(!on_terminal(&[("TERM", "dumb")]).contains('\u{1b}'));
}
