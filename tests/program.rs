//! The built program as people use it: the same deck every time, one change in one place, and nothing lost when it fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use crate::common::pdf::Pdf;
use crate::common::program::Folder;
use crate::common::side_by_side::side_by_side;

/// Outputs of `skirmish build`.
const BUILT: [&str; 4] =
    [PDF, RECORD, "output/skirmish-5e/rulebook-a5.pdf", "output/skirmish-5e/rulebook-booklet-a4.pdf"];
const PDF: &str = "output/skirmish-5e/cards-a4.pdf";
const RECORD: &str = "output/skirmish-5e/printing.toml";

/// Arguments for each possible output; only a few pictures, because they take long.
const TARGETS: [&[&str]; 5] = [
    &["build", "skirmish-5e"],
    &["build", "skirmish-5e", "--target", "press"],
    &["build", "--target", "mpc", "--only", "trip"],
    &["build", "--target", "tgc", "--only", "mail"],
    &["build", "--target", "images", "--only", "chop,shield"],
];

/// Builds some of them in a folder, made where a variable is set.
fn targets(args: &[&[&str]], variable: Option<(&str, &str)>) -> Folder {
    let folder = Folder::new();
    for args in args {
        folder.run_with(*args, |command| _ = command.envs(variable)).must_succeed();
    }
    folder
}

/// All of them.
static ALL: LazyLock<Folder> = LazyLock::new(|| targets(&TARGETS, None));

/// Returns the names of files that differ, or that only one side has.
fn differing(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let names = a.keys().chain(b.keys());
    names.filter(|name| a.get(*name) != b.get(*name)).cloned().collect()
}

#[test]
fn the_same_input_gives_the_same_bytes_anywhere() {
    let (here, there) = (ALL.contents(), targets(&TARGETS, None).contents());
    assert!(here.len() >= 10, "{:?}", here.keys());
    assert_eq!(differing(&here, &there), BTreeSet::new());
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    for threads in ["1", "4"] {
        let folder = targets(&TARGETS, Some(("RAYON_NUM_THREADS", threads)));
        assert_eq!(differing(&ALL.contents(), &folder.contents()), BTreeSet::new(), "{threads} threads");
    }
}

#[test]
fn the_environment_dates_a_pdf_and_nothing_else_does() {
    let dates = |pdf: &[u8]| ["CreationDate", "ModDate"].map(|key| Pdf::new(pdf).info(key));
    for (file, bytes) in ALL.contents() {
        match file.rsplit_once('.') {
            // PDF/X asks for dates: the same in every run.
            Some((name, "pdf")) if name.ends_with("-press") => {
                assert_eq!(dates(&bytes), ["D:20000101000000Z"; 2].map(|date| Some(date.to_owned())), "{file}");
            }
            Some((_, "pdf")) => assert_eq!(dates(&bytes), [None, None], "{file}"),
            Some((_, "png")) => assert!(!bytes.windows(4).any(|chunk| chunk == b"tIME"), "{file}"),
            Some((_, "toml")) => assert!(!String::from_utf8_lossy(&bytes).contains("\ndate = "), "{file}"),
            Some((_, "csv" | "xml")) => {}
            _ => panic!("what is {file}?"),
        }
    }
    for (seconds, date) in [("0", "D:19700101000000Z"), ("1700000000", "D:20231114221320Z")] {
        let folder = targets(&[TARGETS[0], TARGETS[1], TARGETS[4]], Some(("SOURCE_DATE_EPOCH", seconds)));
        assert!(folder.files().len() >= 6, "{:?}", folder.files());
        for (file, bytes) in folder.contents() {
            if file.ends_with(".pdf") {
                assert_eq!(dates(&bytes), [Some(date.to_owned()), Some(date.to_owned())], "{file}");
            } else if file == RECORD {
                let day = format!("\ndate = \"{}-{}-{}\"\n", &date[2..6], &date[6..8], &date[8..10]);
                assert_eq!(
                    String::from_utf8_lossy(&bytes).replace(&day, "\n"),
                    String::from_utf8_lossy(&ALL.read(&file))
                );
            } else {
                assert!(bytes == ALL.read(&file), "{file} has no date in it");
            }
        }
    }
    let folder = Folder::new();
    for wrong in ["tomorrow", "-1", "1.5", "253402300800", "99999999999999999999"] {
        let ran = folder.run_with(["build", "skirmish-5e"], |command| _ = command.env("SOURCE_DATE_EPOCH", wrong));
        ran.must_fail(2, &["SOURCE_DATE_EPOCH", wrong, "a number of seconds"]);
    }
    assert_eq!(folder.files(), [""; 0]);
}

const CARDS: &str = "card-data/skirmish-5e/cards.toml";
const RULES: &str = "card-data/skirmish-5e/rules.md";

/// Returns the game with a value changed, or unchanged. What the sums in the rules come to is left for the program to
/// work out.
fn edited(edit: Option<(&str, &str)>) -> Folder {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    let rules = String::from_utf8(folder.read(RULES)).expect("text");
    let line =
        |line: &str| if line.starts_with("= ") { line.trim_end_matches(char::is_numeric) } else { line }.to_owned();
    folder.write(RULES, rules.lines().map(|text| line(text) + "\n").collect::<String>());
    if let Some((old, new)) = edit {
        folder.replace(CARDS, old, new);
    }
    folder
}

const SLASH: (&str, &str) = (
    "name = \"Slash\"\nkind = \"basic\"\ncount = 6\nrule = \"S39\"\ndamage = 1\n",
    "name = \"Slash\"\nkind = \"basic\"\ncount = 6\nrule = \"S39\"\ndamage = 2\n",
);

const SWORD: (&str, &str) = (
    "name = \"Sword\"\nkind = \"weapon\"\ncount = 8\nrule = \"S50\"\ndamage = 2\n",
    "name = \"Sword\"\nkind = \"weapon\"\ncount = 8\nrule = \"S50\"\ndamage = 3\n",
);

#[test]
fn one_number_changes_the_pictures_of_the_cards_that_quote_it_and_no_other() {
    let pictures = |edit| {
        let folder = edited(edit);
        folder.run(["build", "skirmish-5e", "--target", "images"]).must_succeed();
        folder.contents().into_iter().filter(|(name, _)| name.starts_with("output/")).collect::<BTreeMap<_, _>>()
    };
    let before = pictures(None);
    assert_eq!(before.len(), 30, "29 faces and the sheet of all: {:?}", before.keys());
    for (edit, faces) in [
        (SLASH, &["slash", "contact-sheet"][..]),
        (SWORD, &["sword", "chop", "slash", "thrust", "critical-hit", "contact-sheet"]),
    ] {
        let faces = faces.iter().map(|face| format!("output/skirmish-5e/images/{face}.png")).collect();
        assert_eq!(differing(&before, &pictures(Some(edit))), faces, "{}", edit.1);
    }
}

#[test]
fn one_number_changes_the_words_of_the_cards_that_quote_it_and_no_other() {
    let words = |edit| {
        let pdf = Pdf::new(&edited(edit).build(TARGETS[0], PDF));
        let mut forms: Vec<_> =
            pdf.pages().iter().flat_map(|page| &page.placed).map(|placed| placed.forms.clone()).collect();
        forms.sort_unstable();
        forms.dedup();
        forms.into_iter().map(|form| pdf.letters(&form)).collect::<Vec<_>>()
    };
    let before = words(None);
    for (edit, titles) in [(SLASH, &["Slash"][..]), (SWORD, &["Chop", "Critical Hit", "Slash", "Sword", "Thrust"])] {
        let after = words(Some(edit));
        assert_eq!(before.len(), after.len());
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        let mut first: Vec<&str> = changed.map(|(_, after)| title(after)).collect();
        first.sort_unstable();
        assert_eq!(first, titles);
    }
}

/// The story of an example may depend on its sum: a written sum must match the cards.
#[test]
fn one_number_is_told_where_the_rules_are_of_another_mind() {
    let folder = Folder::new();
    folder.bring("card-data/skirmish-5e");
    let written = "+ Disemb. {disembowelling}\n- Mail {mail.takes_off}\n= damage";
    folder.replace(RULES, written, &format!("{written} 6"));
    folder.build(TARGETS[0], PDF);
    folder.replace(CARDS, SLASH.0, SLASH.1);
    let before = folder.contents();
    folder
        .run(TARGETS[0])
        .must_fail(1, &["error[E0841]: the sum is 7, not 6", RULES, "= damage 6", "remove the number"]);
    assert_eq!(differing(&before, &folder.contents()), BTreeSet::new());
}

/// Returns the line of a face that is only a card's name.
fn title(words: &str) -> &str {
    let names = ["Chop", "Critical Hit", "Slash", "Sword", "Thrust"];
    words.lines().map(str::trim).find(|line| names.contains(line)).unwrap_or(words)
}

/// Runs that cannot write what they make: they say so, and all is as it was.
#[track_caller]
fn fails_and_leaves_all(folder: &Folder, args: &[&str], words: &[&str]) {
    let before = folder.contents();
    folder.run(args).must_fail(2, &[&["error: cannot write"], words].concat());
    assert_eq!(differing(&before, &folder.contents()), BTreeSet::new(), "{args:?}");
}

#[test]
fn a_file_in_the_place_of_a_folder_is_told_and_stays() {
    for args in TARGETS {
        let folder = Folder::new();
        folder.write("output", "a letter");
        fails_and_leaves_all(&folder, args, &["output/skirmish-5e/"]);
        folder.write("x/skirmish-5e", "a letter");
        fails_and_leaves_all(&folder, &[args, &["--out", "x"]].concat(), &["x/skirmish-5e/"]);
    }
    let folder = Folder::new();
    folder.write("output/skirmish-5e/images-part", "a letter");
    folder.write("output/skirmish-5e/cards-a4.pdf/letter", "in the place of a file");
    fails_and_leaves_all(&folder, TARGETS[4], &["output/skirmish-5e/images-part: it exists and isn't a folder"]);
    fails_and_leaves_all(&folder, TARGETS[0], &[PDF]);
    // Nothing is moved to its place before all of it can be.
    let folder = Folder::new();
    folder.write(PDF, "an older deck");
    folder.write("output/skirmish-5e/rulebook-a5.pdf/letter", "in the place of a file");
    fails_and_leaves_all(&folder, TARGETS[0], &["output/skirmish-5e/rulebook-a5.pdf"]);
    folder.write("card-data", "a letter");
    fails_and_leaves_all(&folder, &["new", "my-game"], &["card-data/my-game"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_is_told_and_not_waited_for() {
    let folder = Folder::new();
    folder.new_in_english("g");
    for file in ["card-data/g/cards.toml", "card-data/g/game.toml", "card-data/g/art/fog.svg"] {
        let kept = folder.read(file);
        fs::remove_file(folder.path(file)).expect("removed");
        let made = std::process::Command::new("mkfifo").arg(folder.path(file)).status();
        assert!(made.expect("mkfifo runs").success());
        folder.run(["check", "g"]).must_fail(1, &[file, "it's a pipe or a device, not a file"]);
        fs::remove_file(folder.path(file)).expect("removed");
        folder.write(file, kept);
    }
}

#[test]
fn line_ends_of_windows_change_no_byte_of_the_output() {
    let folder = Folder::new();
    folder.run(["new", "g"]).must_succeed();
    let args = ["build", "g", "--target", "html"];
    let built = |args: &[&str]| {
        folder.run(args.iter()).must_succeed();
        let mut files = folder.contents();
        // The record of a print run quotes the data, line ends included.
        files.retain(|file, _| file.starts_with("output/") && !file.ends_with("printing.toml"));
        files
    };
    let before = [built(&args[..2]), built(&args)];
    for (file, bytes) in folder.contents() {
        if [".toml", ".md", ".svg"].iter().any(|ending| file.ends_with(ending)) && file.starts_with("card-data/") {
            folder.write(&file, String::from_utf8(bytes).expect("text").replace('\n', "\r\n"));
        }
    }
    fs::remove_dir_all(folder.path("output")).expect("the output");
    assert_eq!(differing(&before[0], &built(&args[..2])), BTreeSet::new());
    assert_eq!(differing(&before[1], &built(&args)), BTreeSet::new());
    folder.run(["check", "g"]).must_succeed();
}

#[test]
fn names_that_windows_forbids_are_refused() {
    let folder = Folder::new();
    folder.new_in_english("g");
    let before = folder.contents();
    let refused = "which Windows forbids";
    for (args, words) in [
        (&["new", "con"][..], "Windows reserves the file name `con`"),
        (&["build", "g", "--out", "decks/Aux.old"], "Windows reserves the file name `Aux.old`"),
        (&["build", "g", "--out", "decks."], refused),
        (&["export", "g", "--csv", "cards: all.csv"], refused),
        (&["build", "g", "--target", "images", "--out", "a|b"], refused),
    ] {
        folder.run(args).must_fail(1, &["error[E0127]", words, "help: choose another name"]);
    }
    assert_eq!(differing(&before, &folder.contents()), BTreeSet::new());
    // Folders that exist already keep their names.
    folder.write("decks: old/note.txt", "a note");
    folder.run(["build", "g", "--out", "decks: old"]).must_succeed();
}

#[test]
fn a_mark_of_the_encoding_at_the_head_of_a_file_is_no_part_of_it() {
    let folder = Folder::new();
    folder.new_in_english("g");
    folder.write("card-data/g/rules.md", "# Rules\n\nSome words of the rules stand here.\n");
    for file in ["cards.toml", "game.toml", "rules.md", "templates/type.toml", "templates/card.svg", "art/fog.svg"] {
        let file = format!("card-data/g/{file}");
        folder.write(&file, [b"\xef\xbb\xbf".as_slice(), &folder.read(&file)].concat());
    }
    folder.run(["check", "g"]).must_succeed();
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_told_and_stays() {
    let folder = Folder::new();
    let link = folder.path("output/skirmish-5e/images-part");
    fs::create_dir_all(folder.path("output/skirmish-5e")).expect("a folder");
    std::os::unix::fs::symlink("nowhere", &link).expect("a link");
    folder.run(TARGETS[4]).must_fail(2, &["cannot write output/skirmish-5e/images-part"]);
    assert_eq!(folder.files(), ["output/skirmish-5e/images-part"]);
    assert!(link.is_symlink());
}

/// Some users may write anywhere: allowed writes must succeed, forbidden ones must be reported.
#[cfg(unix)]
#[test]
fn a_folder_in_which_nothing_may_be_written_is_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    folder.write(PDF, "an older deck");
    let allow = |mode| fs::set_permissions(folder.path("output/skirmish-5e"), fs::Permissions::from_mode(mode));
    allow(0o555).expect("a folder of ours");
    let probe = folder.path("output/skirmish-5e/probe");
    if fs::write(&probe, "").is_ok() {
        fs::remove_file(probe).expect("a file of ours");
        assert!(folder.build(TARGETS[0], PDF).starts_with(b"%PDF-"));
    } else {
        fails_and_leaves_all(&folder, TARGETS[0], &[PDF, "ermission denied"]);
        fails_and_leaves_all(&folder, TARGETS[4], &["output/skirmish-5e/images-part", "ermission denied"]);
    }
    allow(0o755).expect("a folder of ours");
    // Nobody can create a folder there, not even root.
    #[cfg(target_os = "linux")]
    folder
        .run(["build", "skirmish-5e", "--out", "/proc/deck"])
        .must_fail(2, &["cannot write /proc/deck/skirmish-5e/cards-a4.pdf"]);
}

/// As on a full disk, the system refuses to write more than a number of blocks.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_leaves_the_last_good_deck() {
    let folder = Folder::new();
    for (file, bytes) in ALL.contents() {
        folder.write(&file, bytes);
    }
    let before = folder.contents();
    for (args, file) in TARGETS.iter().zip(["cards-a4.pdf", "cards-press.pdf", "mpc-part", "tgc-part", "images-part"]) {
        // Another deck, to detect a file that is written nevertheless.
        let line = format!("trap '' XFSZ; ulimit -f 40; exec \"$SKIRMISH\" {} --copies 2 --ink full", args.join(" "));
        folder.shell(&line).must_fail(2, &[&format!("error: cannot write output/skirmish-5e/{file}")]);
        assert_eq!(differing(&before, &folder.contents()), BTreeSet::new(), "{args:?}");
    }
    let new = "trap '' XFSZ; ulimit -f 1; exec \"$SKIRMISH\" new my-game";
    folder.shell(new).must_fail(2, &["error: cannot write ./card-data/my-game/"]);
    let left: Vec<String> = folder.files().into_iter().filter(|file| !before.contains_key(file)).collect();
    assert_eq!(left, ["card-data"], "an empty folder");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_told() {
    let commands = [
        "build --only axe",
        "check skirmish-5e",
        "check skirmish-5e --format json",
        "list skirmish-5e",
        "list skirmish-5e --format json",
        "new my-game",
    ];
    side_by_side(commands, |command| {
        let ran = Folder::new().shell(&format!("\"$SKIRMISH\" {command} > /dev/full"));
        ran.must_fail(2, &["error: cannot write to standard output: "]);
    });
    let folder = Folder::new();
    folder.shell("\"$SKIRMISH\" completions bash > /dev/full").must_fail(2, &["standard output"]);
    let mute = folder.shell("\"$SKIRMISH\" build nothing 2> /dev/full");
    assert_eq!((mute.code, mute.out.as_str(), mute.err.as_str()), (1, "", ""));
}

#[test]
fn one_who_reads_no_further_is_no_failure() {
    let folder = Folder::new();
    for args in
        [&["list", "skirmish-5e"][..], &["check", "skirmish-5e"], &["completions", "bash"], &["build", "--only", "axe"]]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ran = folder.run_with(args, |command| _ = command.stdout(writer)).must_succeed();
        assert_eq!(ran.err, "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_built_in_game_is_made_in_an_empty_folder() {
    let folder = Folder::new();
    let ran = folder.run(["build", "skirmish-5e"]).must_succeed();
    ran.must_say(&["Skirmish\n", &format!("{PDF}: 128 cards on 15 sheets of paper"), "at 100 %"]);
    assert_eq!(folder.files(), BUILT);
    let named = folder.read(PDF);
    // Without a name, people at a terminal get all games that are printed.
    let folder = Folder::new();
    folder.shell("script -qec \"$SKIRMISH\" /dev/null > said").must_succeed();
    assert!(folder.read(PDF) == named);
    let made = folder.files();
    let games: BTreeSet<&str> = made.iter().filter_map(|file| file.split('/').nth(1)).collect();
    assert_eq!(games.into_iter().collect::<Vec<_>>(), skirmish_read::games(&skirmish_assets::Builtin));
    assert!(BUILT.iter().all(|file| made.iter().any(|made| made == file)), "{made:#?}");
}

#[test]
fn a_game_is_named_by_its_folder_or_the_way_to_it() {
    let folder = edited(None);
    let named = folder.build(&["build", "skirmish-5e"], PDF);
    for way in ["card-data/skirmish-5e", "card-data/skirmish-5e/", "./card-data/skirmish-5e/", "skirmish-5e/"] {
        fs::remove_file(folder.path(PDF)).expect("the last deck");
        assert!(folder.build(&["build", way], PDF) == named, "{way}");
    }
    let before = folder.contents();
    for wrong in ["", ".", "..", "../skirmish-5e", "/etc", "card-data/a/b", "C:/cards"] {
        folder.run(["build", wrong]).must_fail(1, &[&format!("unknown game `{wrong}`"), "`skirmish-5e`"]);
    }
    folder.run(["build", "skirmsh-5e"]).must_fail(1, &["unknown game `skirmsh-5e`", "did you mean `skirmish-5e`?"]);
    assert_eq!(differing(&before, &folder.contents()), BTreeSet::new());
}

#[test]
fn outputs_go_where_they_are_told_to() {
    let folder = Folder::new();
    let absolute = folder.path("anderswo/Kärtchen ✂");
    let absolute = absolute.to_str().expect("UTF-8");
    let (relative, below) = ("zum Schneiden/für Jörg & Åsa", "skirmish-5e/cards-a4-part.pdf");
    for out in [relative, absolute, "./plain/../plain"] {
        let ran = folder.run(["build", "--only", "axe", "--out", out]).must_succeed();
        ran.must_say(&[&format!("{out}/{below}: 4 cards")]);
    }
    let made = [format!("anderswo/Kärtchen ✂/{below}"), format!("plain/{below}"), format!("{relative}/{below}")];
    assert_eq!(folder.files(), made);
    assert!(made.iter().all(|file| folder.read(file) == folder.read(&made[0])));
    // The folder that the program is run in may be called anything, too.
    let here = folder.path(relative);
    folder.run_with(["build", "--only", "axe"], |command| _ = command.current_dir(here)).must_succeed();
    assert!(folder.read(&format!("{relative}/output/{below}")) == folder.read(&made[0]));
}

#[test]
fn copies_and_gaps_have_bounds() {
    let folder = Folder::new();
    for (option, value, words) in [
        ("--copies", "0", "0 is not in 1..=100"),
        ("--copies", "101", "101 is not in 1..=100"),
        ("--copies", "1000000", "1000000 is not in 1..=100"),
        ("--copies", "-1", "-1 is not in 1..=100"),
        ("--copies", "many", "invalid digit"),
        ("--gap", "-1", "must be 0 to 20 mm"),
        ("--gap", "100", "must be 0 to 20 mm"),
        ("--gap", "20.5", "must be 0 to 20 mm"),
        ("--gap", "NaN", "must be 0 to 20 mm"),
        ("--gap", "inf", "must be 0 to 20 mm"),
        ("--gap", "3mm", "not a number in mm"),
    ] {
        let about = format!("invalid value '{value}' for '{option} ");
        folder.run(["build", "skirmish-5e", option, value]).must_fail(2, &[&about, words]);
    }
    assert_eq!(folder.files(), [""; 0]);
    for (option, value, cards) in [
        ("--copies", "100", "12800 cards on 1423 sheets of paper"),
        ("--gap", "0", "128 cards on 15 sheets of paper"),
        ("--gap", "20", "128 cards on "),
    ] {
        folder.run(["build", "skirmish-5e", option, value]).must_succeed().must_say(&[cards]);
    }
}
