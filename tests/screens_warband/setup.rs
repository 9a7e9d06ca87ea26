//! The setup of a battle: warbands from files of people's own, and such as they enter by hand.

use egui::Event;
use skirmish_tracker::table::journal;

use super::phones::{LYING, SMALLEST, cut};
use super::*;
use crate::screens_common::Dropped;

/// A file of people's own: two hermits, with a house rule that they rule out.
const HERMITS: &str = "name = \"The Hermits\"
[house]
poison = false
[[warrior]]
name = \"Old Grub\"
points = 60
profile = [4, 3, 3, 3, 3, 1, 3, 1, 7]
each = [\"Old Grub\", \"Young Grub\"]
";

/// Returns the chosen file, and keeps the settings and saved files.
#[derive(Clone, Default)]
struct Desk(Arc<Mutex<OnDesk>>);

#[derive(Default)]
struct OnDesk {
    chosen: Option<Vec<u8>>,
    settings: Settings,
    saved: Option<Vec<u8>>,
}

impl Store for Desk {
    fn append(&mut self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn settings(&mut self, settings: &Settings) -> Result<(), StoreError> {
        self.0.lock().expect("one thread").settings = settings.clone();
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        assert!(name.ends_with(".toml"), "{name}");
        self.0.lock().expect("one thread").saved = Some(bytes.to_vec());
        Ok(name.to_owned())
    }

    fn replace(&mut self, journal: &str, writer: Writer) -> Result<Option<String>, StoreError> {
        NullStore.replace(journal, writer)
    }

    fn pick(&mut self) -> bool {
        true
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        self.0.lock().expect("one thread").chosen.take().map(Ok)
    }
}

fn setup(size: Vec2, settings: Settings, store: impl Store + 'static) -> Players {
    Players::of::<Rules>(size, settings, (Builtin, "warhammer-skirmish"), Vec::new(), Box::new(store))
}

fn names(players: &Players, side: usize) -> Vec<&str> {
    state(players).sides[side].warriors.iter().map(|warrior| warrior.spec.name.as_str()).collect()
}

#[test]
fn a_file_from_anywhere_fights_and_is_remembered() {
    let desk = Desk::default();
    let mut table = setup(TABLET, Settings::default(), desk.clone());
    table.tap("Red: The Crow’s Levy, another warband");
    table.tap("Open a file");
    desk.0.lock().expect("one thread").chosen = Some(HERMITS.as_bytes().to_vec());
    table.wait(0.1);
    assert!(table.has("Red: The Hermits, another warband"));
    table.tap("Start");
    assert_eq!(
        (state(&table).sides[0].warband.as_str(), names(&table, 0)),
        ("The Hermits", vec!["Old Grub", "Young Grub"])
    );
    assert!(!state(&table).house.poison, "its file rules it out");
    // The journal has all of it, and reads the same again.
    let text = journal::text(self::table(&table)).expect("text");
    let rules = Arc::clone(self::table(&table).rules());
    let again = journal::read::<Rules>(text.as_bytes(), &rules).expect("it can be read").table;
    assert_eq!(again.state(), state(&table));
    assert_eq!(journal::text(&again).expect("text"), text);
    // Next time it is there without the file.
    let settings = desk.0.lock().expect("one thread").settings.clone();
    let mut next = setup(TABLET, settings, NullStore);
    next.tap("Red: The Hermits, another warband");
    next.tap("Red fights with The Hermits");
    next.tap("Start");
    assert_eq!(names(&next, 0), ["Old Grub", "Young Grub"]);
    assert!(!state(&next).house.poison);
}

#[test]
fn a_file_with_errors_is_refused_with_their_places_and_the_warband_stays() {
    let mut table = setup(TABLET, Settings::default(), NullStore);
    table.tap("Blue: The Kiln Company, another warband");
    let bad = HERMITS.replace("3, 1, 7]", "3, 1]").replace("points = 60", "points = \"many\"");
    table.harness.input_mut().dropped_files.push(Arc::new(Dropped(bad.into_bytes())));
    table.wait(0.1);
    for said in ["Not a warband", "2 problems; Blue keeps its warband", "line 6, column 10", "line 7, column 11"] {
        assert!(table.shows(said), "{said}");
    }
    table.tap("Other warbands");
    table.tap("Close");
    assert!(table.has("Blue: The Kiln Company, another warband"));
    // Files that aren't text, or too long, are reported as well.
    table.tap("Blue: The Kiln Company, another warband");
    for (bytes, said) in
        [(vec![0xff, 0xfe, 0x00], "Invalid UTF-8"), (vec![b'#'; (1 << 20) + 1], "too large for a warband")]
    {
        table.harness.input_mut().dropped_files.push(Arc::new(Dropped(bytes)));
        table.wait(0.1);
        assert!(table.shows(said), "{said}");
    }
    // Warbands that are advised against are reported, and may be played.
    table.harness.event(Event::Paste(HERMITS.replace("60", "6")));
    table.wait(0.1);
    assert!(table.shows("The Hermits") && table.shows("it can be played so") && table.shows("(W1)"));
    table.tap("Close");
    assert!(table.has("Blue: The Hermits, another warband"));
}

#[test]
fn a_file_is_a_game_where_it_is_one_and_a_warband_only_where_one_is_asked_for() {
    let mut played = setup(TABLET, Settings::default(), NullStore);
    played.tap("Start");
    let journal = journal::text(self::table(&played)).expect("text");
    let mut table = setup(TABLET, Settings::default(), NullStore);
    table.harness.input_mut().dropped_files.push(Arc::new(Dropped(HERMITS.into())));
    table.wait(0.1);
    assert!(table.shows("Can’t bring this game here"));
    table.tap("Red: The Crow’s Levy, another warband");
    table.harness.input_mut().dropped_files.push(Arc::new(Dropped(journal.into_bytes())));
    table.wait(0.1);
    assert!(table.shows("Continue this game here?"));
}

#[test]
fn warriors_are_entered_by_hand() {
    let desk = Desk::default();
    let mut table = setup(TABLET, Settings::default(), desk.clone());
    table.tap("Red: The Crow’s Levy, another warband");
    table.tap("Enter it by hand");
    assert!(table.shows("Add at least one warrior") && !table.has("Fight with it"));
    table.tap("Add a warrior");
    table.tap("Another name");
    for letter in ["a", "n", "n"] {
        table.tap(letter);
    }
    table.tap("Done");
    for touched in ["Leadership up", "Wounds up", "points up", "points up", "range up", "leader", "wizard", "poison"] {
        table.tap(&format!("Ann: {touched}"));
    }
    table.tap("Ann: Movement down");
    // No armour saves at 1.
    for (touched, has) in [("up", 0), ("up", 2), ("down", 3), ("down", 2), ("up", 0)] {
        table.tap(&format!("Ann: armour save {touched}, has {has}"));
    }
    table.tap("Weapon");
    for letter in ["a", "x", "e"] {
        table.tap(letter);
    }
    table.tap("Done");
    table.tap("Duplicate");
    table.tap("Ann 2: wizard");
    table.tap("Ann 2: Leadership up");
    table.tap("Close");
    // Advice of the rules is shown with the warrior concerned.
    for said in ["1: leader Ann has Leadership 8, but Ann 2 has 9", "100 to 250 per side (W1)"] {
        assert!(table.shows(said), "{said}");
    }
    table.tap("Another name");
    for letter in ["c", "r", "e", "w"] {
        table.tap(letter);
    }
    table.tap("Done");
    table.tap("Fight with it");
    assert!(table.has("Red: Crew, another warband"));
    table.tap("Start");
    let warriors = &state(&table).sides[0].warriors;
    let [ann, second] = [&warriors[0].spec, &warriors[1].spec];
    assert_eq!(<[u8; 9]>::from(ann.profile), [3, 3, 3, 3, 3, 2, 3, 1, 8]);
    assert!(ann.leader && ann.wizard == 1 && ann.points == 2 && ann.weapons[0].range == Some(1));
    assert_eq!((ann.weapons[1].name.as_str(), ann.weapons[1].range), ("Axe", None));
    assert_eq!(ann.armour.as_ref().and_then(|armour| armour.save), Some(2));
    assert!(
        !second.leader
            && second.role == skirmish_model::game::Role::Fighter
            && second.wizard == 0
            && second.name == "Ann 2"
            && second.profile.leadership == 9
    );
    assert_eq!((warriors.len(), state(&table).sides[0].warband.as_str()), (2, "Crew"));
    // It is there next time, and can be changed.
    let settings = desk.0.lock().expect("one thread").settings.clone();
    let mut next = setup(TABLET, settings, NullStore);
    next.tap("Red: Crew, another warband");
    next.tap("Change it by hand");
    next.tap("2 Ann 2: change");
    next.tap("Remove");
    next.tap("Fight with it");
    next.tap("Start");
    assert_eq!(names(&next, 0), ["Ann"]);
    // A battle with another warband doesn't lose it.
    let settings = || desk.0.lock().expect("one thread").settings.clone();
    let mut other = setup(TABLET, settings(), desk.clone());
    other.tap("Red: Crew, another warband");
    other.tap("Red fights with The Crow’s Levy");
    other.tap("Start");
    let mut after = setup(TABLET, settings(), NullStore);
    after.tap("Red: The Crow’s Levy, another warband");
    after.tap("Red fights with Crew");
    after.tap("Start");
    assert_eq!(names(&after, 0), ["Ann", "Ann 2"]);
}

#[test]
fn more_than_the_rules_advise_can_be_played_where_players_agree() {
    let mut table = setup(TABLET, Settings::default(), NullStore);
    table.tap("Red: The Crow’s Levy, another warband");
    let many: Vec<String> = (1..=16).map(|number| format!("\"Grub {number}\"")).collect();
    let text = HERMITS.replace("\"Old Grub\", \"Young Grub\"", &many.join(", ")).replace("60", "10");
    table.harness.event(Event::Paste(text));
    table.wait(0.1);
    table.tap("Close");
    table.tap("Start");
    assert!(table.shows("at most 15 per side") && state(&table).sides.is_empty());
    table.tap("Play it anyway");
    assert_eq!(state(&table).sides[0].warriors.len(), 16);
}

#[test]
fn journals_name_no_house_rules_of_a_side_that_has_none() {
    let begin = json!({"begin": [
        {"name": "North", "warband": "Few", "warriors": [{"name": "A", "role": "other", "points": 0, "profile": [4, 3, 3, 3, 3, 1, 3, 1, 7]}]},
        {"name": "South", "warband": "crows-levy"},
    ]});
    let command: Command = serde_json::from_value(begin.clone()).expect("a command");
    assert_eq!(serde_json::to_value(&command).expect("JSON"), begin, "as it was written before sides had some");
}

/// Opens the pages of the setup in turn.
fn pages(table: &mut Players, mut look: impl FnMut(&mut Players, &str)) {
    look(table, "setup");
    table.tap_first("another warband");
    look(table, "warbands");
    let bad = HERMITS.replace("3, 1, 7]", "3, 1]").replace("points = 60", "pionts = \"many\"");
    table.harness.event(Event::Paste(bad));
    table.wait(0.1);
    look(table, "told");
    table.tap_first("Other warbands");
    table.tap_first("Paste");
    let rat = "[[warrior]]\nname = \"Brother Anselm\"\npoints = 45\nwizard = 1\ntraits = [\"poison\"]\nleader = true\nprofile = [4, 3, 3, 3, 3, 1, 3, 1, 6]\nweapons = [{ name = \"Sling\", range = 18 }]\n";
    table.harness.event(Event::Paste(format!("{HERMITS}{rat}")));
    table.wait(0.1);
    table.tap("Close");
    table.tap_first("another warband");
    table.tap_first("Change it by hand");
    look(table, "own");
    table.tap_first("3 Brother Anselm: change");
    look(table, "one");
    table.tap_first("Another name");
    look(table, "name");
}

#[test]
fn every_control_of_the_setup_is_large_enough() {
    for size in [TABLET, TABLET.yx(), SMALLEST, LYING] {
        let mut table = setup(size, Settings::default(), NullStore);
        pages(&mut table, |table, page| {
            let controls = table.controls();
            let least = if page == "name" { 24.0 } else { 43.9 };
            apart(&controls, least, 1.45, &format!("{size}, {page}"));
        });
    }
}

#[test]
fn the_pages_of_the_setup_look_as_they_did() {
    let mut results = SnapshotResults::new();
    for (size, name) in [(TABLET, ""), (SMALLEST, "-small"), (LYING, "-low")] {
        let mut table = setup(size, Settings::default(), NullStore);
        pages(&mut table, |table, page| {
            if !(page == "name" || name.is_empty() && ["setup", "warbands"].contains(&page)) {
                table.looks_like(&format!("warband-{page}{name}"));
                results.extend(table.looked_at());
            }
        });
    }
}

#[test]
fn no_more_words_of_the_setup_are_cut_than_are_known() {
    for size in [TABLET, SMALLEST, LYING, PHONE, PHONE.yx()] {
        let mut table = setup(size, Settings::default(), NullStore);
        let mut all = Vec::new();
        pages(&mut table, |table, page| all.extend(cut(table, page)));
        assert!(all.is_empty(), "{size}: {all:#?}");
    }
}

#[test]
fn what_was_entered_is_saved_as_a_file_that_can_be_opened() {
    let desk = Desk::default();
    let mut table = setup(TABLET, Settings::default(), desk.clone());
    table.tap("Red: The Crow’s Levy, another warband");
    table.tap("Enter it by hand");
    table.tap("Add a warrior");
    table.tap("Warrior 1: mounted");
    table.tap("Warrior 1: range up");
    table.tap("Close");
    table.tap("Save to a file");
    let text = desk.0.lock().expect("one thread").saved.take().expect("a file");
    table.tap("Close");
    table.tap("Close");
    table.tap("Blue: The Kiln Company, another warband");
    desk.0.lock().expect("one thread").chosen = Some(text);
    table.wait(0.1);
    assert!(table.shows("cavalry, which isn't recommended in a skirmish (W40)"), "the file is checked as any other");
    table.tap("Close");
    assert!(table.has("Blue: Red’s own, another warband"));
}
