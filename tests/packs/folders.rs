//! Destinations of outputs: devices, pipes and links, folders with other people's files, two simultaneous runs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, symlink};

use super::{build, with_game};
use crate::common::program::Folder;

const CARDS: &str = "name,kind,count\nHook,sea,2\nNet,land,1\n";

fn game() -> Folder {
    with_game((63.5, 88.9), CARDS, "")
}

#[test]
fn a_sheet_is_written_to_standard_output_devices_and_pipes() {
    let folder = game();
    folder.run(["export", "g", "--csv", "cards.csv"]).must_succeed();
    let sheet = folder.read("cards.csv");
    for line in [
        "\"$SKIRMISH\" export g --csv - > out",
        "\"$SKIRMISH\" export g --csv /dev/stdout > out",
        "\"$SKIRMISH\" export g --csv /dev/stdout | cat > out",
        "mkfifo pipe && (cat pipe > out & \"$SKIRMISH\" export g --csv pipe; wait)",
    ] {
        let ran = folder.shell(line).must_succeed();
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""), "{line}");
        assert!(folder.read("out") == sheet, "{line}");
    }
    assert!(folder.path("pipe").metadata().expect("a pipe").file_type().is_fifo());
    folder.shell("\"$SKIRMISH\" export g --csv /dev/full").must_fail(2, &["cannot write /dev/full"]);
    folder.shell("\"$SKIRMISH\" export g --csv - > /dev/full").must_fail(2, &["cannot write to standard output"]);
}

#[test]
fn links_to_files_are_followed() {
    let folder = game();
    fs::create_dir(folder.path("kept")).expect("a folder");
    for (link, target) in [("cards.csv", "kept/old.csv"), ("new.csv", "kept/new.csv")] {
        symlink(target, folder.path(link)).expect("a link");
    }
    folder.write("kept/old.csv", "old");
    folder.run(["export", "g", "--csv", "cards.csv"]).must_succeed();
    folder.run(["export", "g", "--csv", "new.csv"]).must_succeed();
    assert!(folder.path("cards.csv").is_symlink() && folder.path("new.csv").is_symlink());
    assert!(folder.read("kept/old.csv").starts_with("\u{feff}name".as_bytes()));
    assert!(folder.read("kept/new.csv") == folder.read("kept/old.csv"));
    // So are those among the outputs, and folders.
    folder.write("kept/sheets.pdf", "old");
    fs::create_dir_all(folder.path("output/g")).expect("a folder");
    fs::create_dir(folder.path("kept/order")).expect("a folder");
    symlink("../../kept/sheets.pdf", folder.path("output/g/cards-a4.pdf")).expect("a link");
    symlink("../../kept/order", folder.path("output/g/mpc")).expect("a link");
    build(&folder, "g", &[]);
    build(&folder, "g", &["--target", "mpc"]);
    assert!(folder.path("output/g/cards-a4.pdf").is_symlink() && folder.path("output/g/mpc").is_symlink());
    assert!(folder.read("kept/sheets.pdf").starts_with(b"%PDF-"));
    assert!(folder.path("kept/order/counts.csv").is_file());
    symlink("nowhere", folder.path("lost")).expect("a link");
    folder.run(["build", "g", "--out", "lost"]).must_fail(2, &["broken symbolic link lost"]);
}

#[test]
fn files_of_others_stay_in_a_folder_of_outputs() {
    let folder = game();
    build(&folder, "g", &["--target", "mpc"]);
    folder.write("output/g/mpc/notes.txt", "ordered on Monday");
    folder.write("output/g/mpc/proofs/first.jpg", "a photograph");
    folder.write("output/g/mpc/fronts/09-gone-x1.png", "a card that is no more");
    let said = build(&folder, "g", &["--target", "mpc"]);
    assert!(said.contains("Removed outdated files from output/g/mpc: fronts/09-gone-x1.png."), "{said}");
    assert_eq!(folder.read("output/g/mpc/notes.txt"), b"ordered on Monday");
    assert_eq!(folder.read("output/g/mpc/proofs/first.jpg"), b"a photograph");
    assert!(!folder.path("output/g/mpc/fronts/09-gone-x1.png").exists());
    assert!(!build(&folder, "g", &["--target", "mpc"]).contains("Removed outdated files"));
}

#[test]
fn two_runs_of_one_target_both_succeed() {
    let folder = game();
    for _ in 0..8 {
        let line = "\"$SKIRMISH\" build g --target images > one 2>&1 & \"$SKIRMISH\" build g --target images > two 2>&1; second=$?; \
                    wait $! && exit $second";
        let ran = folder.shell(line);
        let said = |file: &str| String::from_utf8_lossy(&folder.read(file)).into_owned();
        assert_eq!(ran.code, 0, "{}{}", said("one"), said("two"));
        let hidden: Vec<String> = folder.files().into_iter().filter(|file| file.contains("/.")).collect();
        assert!(hidden.is_empty(), "{hidden:?}");
    }
}

#[test]
fn a_script_in_a_wrong_folder_fails() {
    let folder = Folder::new();
    for args in [&[][..], &["build"], &["check"], &["list"]] {
        folder.run(args).must_fail(2, &["no games in `card-data`", "hint: ", "`skirmish-5e`"]);
    }
    assert_eq!(folder.files(), [""; 0], "nothing is made");
    folder.run(["check", "skirmish-5e"]).must_succeed();
}

/// Runs the program as a user who may not read everything.
fn as_nobody(folder: &Folder, args: &[&str]) -> crate::common::program::Ran {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o755)).expect("our own folder");
    let may_read_all = fs::read_dir("/root").is_ok();
    let typed = args.join(" ");
    let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    folder.shell(&format!("{} \"$SKIRMISH\" {typed}", if may_read_all { nobody } else { "" }))
}

#[test]
fn a_folder_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = game();
    let lock = |below: &str, mode: u32| {
        fs::set_permissions(folder.path(below), fs::Permissions::from_mode(mode)).expect("our own folder");
    };
    as_nobody(&folder, &["check", "g"]).must_succeed();
    for below in ["card-data/g/icons", "card-data/g/templates", "card-data/g"] {
        lock(below, 0o000);
        let told = as_nobody(&folder, &["check", "g"]);
        lock(below, 0o755);
        let told = told.must_fail(1, &[&format!("cannot read `{below}`: Permission denied")]);
        assert_eq!(told.err.matches("error[").count(), 1, "{}", told.err);
    }
    lock("card-data", 0o000);
    let told = as_nobody(&folder, &["check"]);
    lock("card-data", 0o755);
    told.must_fail(1, &["cannot read `card-data`"]);
}
