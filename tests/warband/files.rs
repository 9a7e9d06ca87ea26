//! Warband files: the shipped ones, and every fault of a bad one, word for word.

use skirmish_base::diagnostic::{Reporter, Severity, format_plain};
use skirmish_base::vfs::{Memory, Packed, Traced, Vfs as _, pack};
use skirmish_model::game::{MOST_WARRIORS, POINTS, Role, Trait, Warband};
use skirmish_read as read;

use super::*;

const PATH: &str = "card-data/game/warbands/band.toml";

/// Reads a file, with the messages about it.
fn read(text: &str) -> (Option<Warband>, String) {
    let vfs = Memory::new().with(PATH, text);
    let (warband, diagnostics) = Reporter::collect(|reporter| read::warband(&vfs, PATH, reporter));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    assert_eq!(warband.is_none(), errors > 0, "a file with errors is no warband");
    let told = format_plain(&diagnostics).replace(PATH, "band");
    let warnings = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).count();
    assert_eq!(errors + warnings, diagnostics.len());
    (warband, told)
}

#[track_caller]
fn told(text: &str, expected: &str) {
    assert_eq!(read(text).1, expected);
}

#[test]
fn what_is_read_of_a_game_is_enough_to_read_it_again() {
    for id in ["warhammer-skirmish", "skirmish-5e"] {
        let traced = Traced::new(&Builtin);
        let game = read::game(&traced, id).game.expect("a game");
        let book = read::glossary(&traced, &game);
        let paths = traced.into_paths();
        assert!(paths.len() < 12, "no pictures, no templates: {paths:?}");
        let packed = Packed::open(pack(&Builtin, &paths).expect("packed")).expect("a pack");
        let again = read::game(&packed, id);
        assert!(again.diagnostics.is_empty(), "{}", format_plain(&again.diagnostics));
        let again = again.game.expect("the same game");
        let bands = |game: &skirmish_model::game::Game| {
            game.warbands.iter().map(|band| (band.id.clone(), band.warriors.len())).collect::<Vec<_>>()
        };
        assert_eq!(bands(&again), bands(&game));
        assert_eq!(read::glossary(&packed, &again), book);
    }
}

#[test]
fn the_shipped_warbands_have_nothing_against_them() {
    let parsed = read::game(&Builtin, "warhammer-skirmish");
    assert!(parsed.diagnostics.is_empty(), "{}", format_plain(&parsed.diagnostics));
    let game = parsed.game.expect("a game");
    assert!(game.has_cards());
    let ids: Vec<&str> = game.warbands.iter().map(|warband| warband.id.as_str()).collect();
    assert_eq!(ids, ["crows-levy", "kiln-company", "saltmarsh-watch"]);
    for warband in &game.warbands {
        let points: u32 = warband.warriors.iter().map(|warrior| warrior.value.points).sum();
        assert!(POINTS.contains(&points), "{}: {points} points (W1)", warband.id);
        assert!(warband.warriors.len() <= MOST_WARRIORS, "{} (W40)", warband.id);
        let leaders = warband.warriors.iter().filter(|warrior| warrior.value.leader).count();
        assert_eq!(leaders, 1, "{}", warband.id);
    }
    for warrior in game.warbands.iter().flat_map(|warband| &warband.warriors) {
        let art = warrior.value.art.as_deref().unwrap_or_else(|| panic!("{} has a portrait", warrior.value.name));
        for folder in ["art", "art/low-ink"] {
            let path = format!("card-data/warhammer-skirmish/{folder}/{art}.svg");
            assert!(Builtin.has(&path), "{path}, in colour and in line");
        }
    }
    let levy = &game.warbands[0];
    let names: Vec<&str> = levy.warriors.iter().map(|warrior| warrior.value.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Ysolt Crow",
            "Ambrose",
            "Hrodulf",
            "Beda Smith",
            "Maud Twoblades",
            "Oswin",
            "Godric",
            "Hild",
            "Linnet",
            "Rook",
            "Tam",
            "Wat"
        ]
    );
    let ysolt = &levy.warriors[0].value;
    assert_eq!((ysolt.role, ysolt.points, ysolt.profile.leadership, ysolt.profile.wounds), (Role::Leader, 62, 8, 2));
    assert_eq!(ysolt.armour.as_ref().and_then(|armour| armour.save), Some(4));
    assert_eq!(levy.warriors[8].value.weapons[0].range, Some(24));
    assert_eq!(game.warbands[1].warriors[12].value.traits, [Trait::Animal, Trait::Swarm]);
}

#[test]
fn only_name_and_profile_are_needed() {
    let (warband, told) = read("name = \"Few\"\n[[warrior]]\nname = \"One\"\nprofile = [4, 3, 3, 3, 3, 1, 3, 1, 7]\n");
    assert_eq!(told, "");
    let warband = warband.expect("a warband");
    assert_eq!((warband.id.as_str(), warband.warriors.len()), ("band", 1));
    assert_eq!(warband.warriors[0].value.role, Role::Other);
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let text = r#"format = 2
nmae = "Bad"
points = 12

[house]
posion = true
cavalry = 1

[[warrior]]
name = "Ann"
profile = [4, 3, 3, 3, 3, 0, 3, 1, 11]
role = "fihgter"
leader = true

[[warrior]]
name = "Bo"
profile = [4, 3]
weapons = [{ range = 100 }]
armour = { name = "Mail", save = "good" }
wizard = "yes"

[[warrior]]
profile = 4
points = -1
each = []
traits = ["flys"]

[[warrior]]
name = "A name that is far too long for any card"
profile = [4, 3, 3, 3, 3, 1, 3, 1, 7]
leader = true
"#;
    told(
        text,
        "band:1:10: unsupported warband format 2: this version reads 1
  it requires a later version
band:2:1: unknown key `nmae` in the warband
  did you mean `name`?
band:6:1: unknown key `posion` in the house rules
  did you mean `poison`?
band:7:11: `cavalry` of the house rules must be `true` or `false`, not a number
band:11:27: W in `profile` of warrior `Ann` must be a whole number from 1 to 10
band:11:36: Ld in `profile` of warrior `Ann` must be a whole number from 0 to 10
band:12:8: unknown role `fihgter` in warrior `Ann`
  did you mean `fighter`?
band:17:11: `profile` of warrior `Bo` has 2 numbers, not 9
  write 9 whole numbers: `profile = [M, WS, BS, S, T, W, I, A, Ld]`
band:18:12: a weapon of warrior `Bo` has no `name`
  add `name = …`
band:18:22: `range` of a weapon of warrior `Bo` must be a whole number from 1 to 72, not 100
band:19:34: `save` of the armour of warrior `Bo` must be a roll, not `good`
  write the minimum roll: `save = \"4+\"`
band:20:10: `wizard` of warrior `Bo` must be a whole number from 0 to 4, not a string
band:22:1: warrior has no `name`
  add `name = …`
band:23:11: `profile` of warrior must be a list of 9 whole numbers, not a number
  write 9 whole numbers: `profile = [M, WS, BS, S, T, W, I, A, Ld]`
band:24:10: `points` of warrior must be a whole number from 0 to 9999, not -1
band:25:8: `each` of warrior is empty
  list the names, or remove the line for a single warrior
band:26:11: unknown trait `flys` in warrior
  did you mean `flies`?
band:29:8: `name` of warrior `A name that is far too long for any card` must be one line of 1 to 24 letters",
    );
}

#[test]
fn points_that_do_not_add_up_are_an_error() {
    let text = "name = \"A\"\npoints = 100\n[[warrior]]\nname = \"B\"\npoints = 60\neach = [\"B\", \"C\"]\nprofile = [4, 3, 3, 3, 3, 1, 3, 1, 7]\n";
    told(
        text,
        "band:2:10: `points` of the warband is 100, but its warriors cost 120 in total
  correct it, or remove the line",
    );
    told(&text.replace("100", "120"), "");
}

#[test]
fn two_leaders_are_an_error_and_a_low_leader_is_a_warning() {
    let one = |name: &str, leader: bool, figure: u8| {
        format!("[[warrior]]\nname = \"{name}\"\nleader = {leader}\nprofile = [4, 3, 3, 3, 3, 1, 3, 1, {figure}]\n")
    };
    let text = format!("name = \"A\"\n{}{}", one("Ann", true, 8), one("Bo", true, 8));
    told(
        &text,
        "band:6:1: `Bo` and `Ann` are both leaders: a warband has one
  remove `leader = true` from one of them",
    );
    let text = format!("name = \"A\"\n{}{}", one("Ann", true, 6), one("Bo", false, 7));
    told(
        &text,
        "band:2:1: leader `Ann` has Leadership 6, but `Bo` has 7: the highest leads (W35)
  make the highest the leader, or agree on it with your opponent",
    );
}

#[test]
fn what_w1_and_w40_advise_against_is_a_warning() {
    let names: Vec<String> = (1..=16).map(|no| format!("\"N{no}\"")).collect();
    let text = format!(
        "name = \"A\"\nlimit = 300\n[[warrior]]\nname = \"N\"\npoints = 20\nwizard = 2\ntraits = [\"mounted\", \"flies\", \"poison\"]\nprofile = [4, 3, 3, 3, 3, 1, 3, 1, 7]\neach = [{}]\n",
        names.join(", ")
    );
    told(
        &text,
        "band: the warband costs 320 points: a skirmish uses 100 to 250 per side (W1)
  add or remove warriors, or agree on it with your opponent
band:2:9: the warband costs 320 points, above the limit of 300
  remove warriors
band:3:1: the warband has 16 warriors: at most 15 per side (W40)
  remove warriors
band:6:10: warrior `N` is a level 2 wizard: at most 1 is suitable for a skirmish (W1)
  lower the level, or agree on it with your opponent
band:7:11: warrior `N` is cavalry, which isn't recommended in a skirmish (W40)
  remove it, unless the scenario needs it
band:7:22: warrior `N` is a flyer, which isn't recommended in a skirmish (W40)
  remove it, unless the scenario needs it"
            .replace("band: the", "band:1:1: the")
            .as_str(),
    );
    let (warband, _) = read(&text);
    assert_eq!(warband.expect("warnings are no errors").warriors.len(), 16);
}

#[test]
fn a_file_that_is_no_warband_is_told() {
    told(
        "",
        "band:1:1: the warband has no `name`
  add `name = …`
band:1:1: the warband has no warriors
  add a table `[[warrior]]` with `name` and `profile`",
    );
    let (_, broken) = read("name = \"A\n");
    assert!(broken.starts_with("band:1:"), "{broken}");
    let vfs = Memory::new();
    let (warband, diagnostics) = Reporter::collect(|reporter| read::warband(&vfs, PATH, reporter));
    assert!(warband.is_none() && diagnostics.len() == 1);
}

#[test]
fn a_game_tells_the_faults_of_all_its_warbands() {
    let game = Builtin.read("card-data/warhammer-skirmish/game.toml").expect("a file");
    let game = String::from_utf8(game.into_owned()).expect("text");
    let cards = Builtin.read("card-data/warhammer-skirmish/cards.toml").expect("a file");
    let vfs = Memory::new()
        .with("card-data/g/game.toml", game.replace("swarms = true", "swarms = 2"))
        .with("card-data/g/cards.toml", cards.into_owned())
        .with("card-data/g/warbands/a.toml", "name = \"A\"\n")
        .with("card-data/g/warbands/b.toml", "name = 3\n")
        .with("card-data/g/warbands/notes.txt", "not read");
    let told = format_plain(&read::game(&vfs, "g").diagnostics);
    for part in ["game.toml:", "warbands/a.toml:1:1: the warband has no warriors", "warbands/b.toml:1:8: `name` of the"]
    {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn a_warband_that_is_written_reads_the_same() {
    for warband in &read::game(&Builtin, "warhammer-skirmish").game.expect("a game").warbands {
        let warriors: Vec<_> = warband.warriors.iter().map(|warrior| warrior.value.clone()).collect();
        let (again, told) = self::read(&read::warband_text(&warband.name, warband.house, &warriors));
        assert_eq!(told, "", "{}", warband.id);
        let again = again.expect("a warband");
        assert_eq!((&again.name, again.house), (&warband.name, warband.house));
        assert!(again.warriors.iter().map(|warrior| &warrior.value).eq(&warriors), "{}", warband.id);
    }
    // Names may contain anything.
    let name = "He \"who\" \\ waits";
    let mut warrior =
        read::game(&Builtin, "warhammer-skirmish").game.expect("a game").warbands[0].warriors[0].value.clone();
    warrior.name = name.to_owned();
    let (again, told) = self::read(&read::warband_text(name, skirmish_model::game::HouseWishes::default(), &[warrior]));
    assert!(told.contains("(W1)"), "{told}");
    let again = again.expect("a warband");
    assert_eq!((again.name.as_str(), again.warriors[0].value.name.as_str()), (name, name));
}
