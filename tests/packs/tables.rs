//! Virtual tables: Tabletop Simulator and PlayingCards.io.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::{build, text};
use crate::common::outsiders::{python_with, run};
use crate::common::program::Folder;
use painter::Picture;

/// Judges JSON by a schema, with a judge that is not ours.
fn fits(json: &Path, schema: &str) {
    const JUDGE: &str = "import json, sys, jsonschema\n\
        schema = json.load(open(sys.argv[2]))\n\
        jsonschema.Draft202012Validator.check_schema(schema)\n\
        errors = list(jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(sys.argv[1]))))\n\
        sys.exit('\\n'.join(e.json_path + ': ' + e.message[:300] for e in errors[:10]) if errors else 0)";
    let Some(python) = python_with("jsonschema") else { return };
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs").join(schema);
    let plain = |path: &Path| path.to_str().expect("a plain path").to_owned();
    run(&plain(&python), &["-c", JUDGE, &plain(json), &plain(&schema)]);
}

fn objects(table: &Value) -> &Vec<Value> {
    table["ObjectStates"].as_array().expect("objects")
}

fn named<'v>(objects: &'v [Value], kind: &str) -> Vec<&'v Value> {
    objects.iter().filter(|object| object["Name"].as_str().is_some_and(|name| name.starts_with(kind))).collect()
}

/// Collects every address in JSON.
fn addresses(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.starts_with("file:///") || text.starts_with("https://") => {
            found.insert(text.clone());
        }
        Value::Array(all) => all.iter().for_each(|value| addresses(value, found)),
        Value::Object(all) => all.values().for_each(|value| addresses(value, found)),
        _ => {}
    }
}

#[test]
fn a_deck_has_every_card_as_often_as_it_is_in_the_game() {
    let folder = Folder::new();
    build(&folder, "skirmish-5e", &["--target", "tts"]);
    let file = "output/skirmish-5e/tts/skirmish-5e.json";
    fits(&folder.path(file), "tabletop.schema.json");
    let table: Value = serde_json::from_str(&text(&folder, file)).expect("JSON");
    let decks = named(objects(&table), "DeckCustom");
    let deck = decks[0];
    let out = folder.run(["list", "skirmish-5e", "--format", "json"]).must_succeed().out;
    let listing: Value = serde_json::from_str(&out).expect("JSON");
    let mut should: BTreeMap<String, usize> = BTreeMap::new();
    for card in listing[0]["cards"].as_array().expect("cards") {
        let count = usize::try_from(card["count"].as_u64().expect("a count")).expect("a small number");
        *should.entry(card["name"].as_str().expect("a name").to_owned()).or_default() += count;
    }
    let mut is: BTreeMap<String, usize> = BTreeMap::new();
    let contained = deck["ContainedObjects"].as_array().expect("cards");
    for card in contained {
        *is.entry(card["Nickname"].as_str().expect("a name").to_owned()).or_default() += 1;
    }
    assert_eq!(is, should);
    // The number of each card leads to a place on a sheet that is there, and is the same in the deck's own list.
    let ids: Vec<u64> =
        deck["DeckIDs"].as_array().expect("ids").iter().map(|id| id.as_u64().expect("a number")).collect();
    let of_cards: Vec<u64> = contained.iter().map(|card| card["CardID"].as_u64().expect("a number")).collect();
    assert_eq!(ids, of_cards);
    for id in ids {
        let sheet = &deck["CustomDeck"][(id / 100).to_string()];
        let places = sheet["NumWidth"].as_u64().expect("columns") * sheet["NumHeight"].as_u64().expect("rows");
        assert!(id % 100 < places, "{id}");
    }
    assert_eq!(distinct_guids(&table), count_objects(&table), "every object has a number of its own");
}

fn walk(value: &Value, visit: &mut dyn FnMut(&Value)) {
    match value {
        Value::Array(all) => all.iter().for_each(|value| walk(value, visit)),
        Value::Object(all) => {
            if all.contains_key("GUID") {
                visit(value);
            }
            all.values().for_each(|value| walk(value, visit));
        }
        _ => {}
    }
}

fn distinct_guids(table: &Value) -> usize {
    let mut all = BTreeSet::new();
    walk(table, &mut |object| {
        all.insert(object["GUID"].as_str().expect("a number").to_owned());
    });
    all.len()
}

fn count_objects(table: &Value) -> usize {
    let mut count = 0;
    walk(table, &mut |_| count += 1);
    count
}

#[test]
fn every_picture_of_a_table_is_there_and_as_large_as_its_grid_says() {
    let folder = Folder::with_shapes();
    build(&folder, "shapes", &["--target", "tts"]);
    let table: Value = serde_json::from_str(&text(&folder, "output/shapes/tts/shapes.json")).expect("JSON");
    let mut found = BTreeSet::new();
    addresses(&table, &mut found);
    let home = folder.path("output/shapes/tts").canonicalize().expect("the folder").to_string_lossy().into_owned();
    let mut files: BTreeSet<String> = folder.files().into_iter().filter(|file| file.ends_with(".png")).collect();
    for address in &found {
        let path = address.strip_prefix("file://").expect("an address on this machine");
        let below = path.strip_prefix(&home).unwrap_or_else(|| panic!("{path} is not in {home}"));
        assert!(files.remove(&format!("output/shapes/tts{below}")), "{path}");
    }
    assert!(files.is_empty(), "pictures that nothing shows: {files:?}");
    for deck in named(objects(&table), "DeckCustom") {
        for sheet in deck["CustomDeck"].as_object().expect("sheets").values() {
            let open = |key: &str| {
                Picture::open(Path::new(
                    sheet[key].as_str().expect("an address").strip_prefix("file://").expect("here"),
                ))
            };
            let faces = open("FaceURL");
            let grid = |key: &str| usize::try_from(sheet[key].as_u64().expect("a number")).expect("a small number");
            let (columns, rows) = (grid("NumWidth"), grid("NumHeight"));
            assert_eq!((faces.width % columns, faces.height % rows), (0, 0));
            assert!(faces.width.max(faces.height) <= 4096);
            let (wide, high) = (faces.width / columns, faces.height / rows);
            // A mini card is 44.45 × 63.5 mm.
            assert!((wide * 6350).abs_diff(high * 4445) < 7000, "{wide} × {high}");
            let backs = open("BackURL");
            let should = if sheet["UniqueBack"].as_bool().expect("yes or no") {
                (faces.width, faces.height)
            } else {
                (wide, high)
            };
            assert_eq!((backs.width, backs.height), should);
        }
    }
}

#[test]
fn each_shape_has_its_object() {
    let folder = Folder::with_shapes();
    let said = build(&folder, "shapes", &["--target", "tts"]);
    assert!(said.contains("not needed on a virtual table: boxes"), "{said}");
    let file = "output/shapes/tts/shapes.json";
    fits(&folder.path(file), "tabletop.schema.json");
    let table: Value = serde_json::from_str(&text(&folder, file)).expect("JSON");
    let objects = objects(&table);
    let count = |kind: &str| named(objects, kind).len();
    // A deck for each set and one of the cards without a set; hexagons and arrows are cut along their pictures; a
    // board, a roster and a player sheet are fixed.
    assert_eq!(count("Figurine_Custom"), 2);
    assert_eq!(count("Custom_Board"), 3);
    assert!(count("Custom_Token") >= 2 && count("DeckCustom") + count("CardCustom") == 4, "{}", count("DeckCustom"));
    let dice: Vec<&Value> = objects.iter().filter(|object| object["States"].is_object()).collect();
    assert_eq!(dice.len(), 2);
    for die in dice {
        let states: BTreeSet<&String> = die["States"].as_object().expect("states").keys().collect();
        assert_eq!(states.into_iter().map(String::as_str).collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
        let mut faces = BTreeSet::new();
        addresses(die, &mut faces);
        assert_eq!(faces.len(), 6);
    }
}

#[test]
fn skirminion_has_a_board_and_units_of_six_states() {
    let folder = Folder::new();
    build(&folder, "skirminion", &["--target", "tts", "--image-url", "https://example.org/skirminion/"]);
    let file = "output/skirminion/tts/skirminion.json";
    fits(&folder.path(file), "tabletop.schema.json");
    let table: Value = serde_json::from_str(&text(&folder, file)).expect("JSON");
    let units: Vec<&Value> = objects(&table).iter().filter(|object| object["States"].is_object()).collect();
    assert_eq!(units.len(), 16);
    assert!(named(objects(&table), "Custom_Board").len() >= 2);
    let mut found = BTreeSet::new();
    addresses(&table, &mut found);
    let files: BTreeSet<String> = folder.files().into_iter().collect();
    for address in found {
        let below = address.strip_prefix("https://example.org/skirminion/").expect("where the pictures will lie");
        assert!(files.contains(&format!("output/skirminion/tts/{below}")), "{address}");
    }
}

/// Takes a room apart with another reader of archives, and reads its widgets.
fn room(folder: &Folder, file: &str) -> Value {
    let path = |below: &str| folder.path(below).to_str().expect("a plain path").to_owned();
    run("python3", &["-m", "zipfile", "-t", &path(file)]);
    run("python3", &["-m", "zipfile", "-e", &path(file), &path("room")]);
    fits(&folder.path("room/widgets.json"), "playing-cards.schema.json");
    serde_json::from_str(&text(folder, "room/widgets.json")).expect("JSON")
}

#[test]
fn a_room_has_all_cards_and_no_large_picture() {
    for (game, cards) in [("skirmish-5e", 128), ("skirminion", 50)] {
        let folder = Folder::new();
        build(&folder, game, &["--target", "pcio"]);
        let room = room(&folder, &format!("output/{game}/{game}.pcio"));
        let widgets = room.as_array().expect("widgets");
        let of = |kind: &str| -> Vec<&Value> { widgets.iter().filter(|widget| widget["type"] == kind).collect() };
        assert!(of("card").len() >= cards, "{game}: {}", of("card").len());
        let ids: BTreeSet<&str> = widgets.iter().map(|widget| widget["id"].as_str().expect("an id")).collect();
        assert_eq!(ids.len(), widgets.len(), "every widget has an id of its own");
        for card in of("card") {
            let deck = of("cardDeck").into_iter().find(|deck| deck["id"] == card["deck"]).expect("its deck");
            assert!(deck["cardTypes"][card["cardType"].as_str().expect("a type")].is_object());
            assert!(ids.contains(card["parent"].as_str().expect("a pile")));
        }
        let mut named = BTreeSet::new();
        for deck in of("cardDeck") {
            for kind in deck["cardTypes"].as_object().expect("types").values() {
                named.extend(["face", "back"].map(|side| kind[side].as_str().expect("an address").to_owned()));
            }
        }
        named.extend(of("board").iter().map(|board| board["boardImage"].as_str().expect("an address").to_owned()));
        let pictures: BTreeSet<String> = folder
            .files()
            .into_iter()
            .filter_map(|file| file.strip_prefix("room/userassets/").map(str::to_owned))
            .collect();
        let there: BTreeSet<String> = pictures.iter().map(|name| format!("package://userassets/{name}")).collect();
        assert_eq!(there, named);
        for name in pictures {
            assert!(folder.read(&format!("room/userassets/{name}")).len() < 2 * 1024 * 1024, "{name}");
        }
        if game == "skirminion" {
            assert!(of("board").len() >= 2 && of("spinner").len() == 1);
        }
    }
}

#[test]
fn each_shared_back_has_a_pile() {
    let folder =
        super::with_game((63.5, 88.9), "name,kind,count\nHook,sea,2\nField,land,3\nNet,sea,1\nHill,land,1\n", "");
    build(&folder, "g", &["--target", "tts"]);
    let file = "output/g/tts/g.json";
    fits(&folder.path(file), "tabletop.schema.json");
    let table: Value = serde_json::from_str(&text(&folder, file)).expect("JSON");
    let decks = named(objects(&table), "DeckCustom");
    let cards = |deck: &Value| deck["ContainedObjects"].as_array().map_or(0, Vec::len);
    let told: Vec<(&str, usize)> =
        decks.iter().map(|deck| (deck["Nickname"].as_str().expect("a name"), cards(deck))).collect();
    assert_eq!(told, [("Cards, Sea", 3), ("Cards, Land", 4)]);
    for deck in decks {
        let backs: BTreeSet<&str> = deck["CustomDeck"]
            .as_object()
            .expect("sheets")
            .values()
            .map(|sheet| sheet["BackURL"].as_str().expect("an address"))
            .collect();
        assert_eq!(backs.len(), 1, "{backs:?}");
    }
    build(&folder, "g", &["--target", "pcio"]);
    let room = room(&folder, "output/g/g.pcio");
    let piles: Vec<&str> = room
        .as_array()
        .expect("widgets")
        .iter()
        .filter(|widget| widget["type"] == "cardPile")
        .map(|pile| pile["label"].as_str().expect("a label"))
        .collect();
    assert_eq!(piles, ["Cards, Sea", "Cards, Land"]);
}
