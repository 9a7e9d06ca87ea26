//! The printed Skirminion: the rulebook read back against the facts, boards that the rules check, pieces, figures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::common::outsiders;
use crate::common::pdf::Pdf;
use crate::common::program::Folder;
use crate::common::shipped;
use skirmish_tracker::table::skirminion::{
    Activation, Board, MOST_HEALTH, Position, Side, Square, Unit, destinations, forecast,
};
use {skirmish_book as book, skirmish_read as read};

const GAME: &str = "skirminion";
const RULES: &str = "card-data/skirminion/rules.md";

/// A folder with everything that is printed of the game, in full ink.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    folder.run(["build", GAME]).must_succeed();
    folder
});

/// Returns a folder of its own with the data of a game.
fn copy_of(game: &str) -> Folder {
    let folder = Folder::new();
    for name in [&format!("card-data/{game}"), "templates", "fonts"] {
        folder.bring(name);
    }
    folder
}

/// Returns the game's data, with a part of the rulebook replaced.
fn edited(old: &str, new: &str) -> Folder {
    let folder = copy_of(GAME);
    folder.replace(RULES, old, new);
    folder
}

/// Returns the line of the rulebook with a text, below its head, counted from 1.
fn line(folder: &Folder, text: &str) -> usize {
    let rules = String::from_utf8(folder.read(RULES)).expect("text");
    let head = rules.find("-->").expect("a head");
    let at = head + rules[head..].find(text).unwrap_or_else(|| panic!("no {text:?}"));
    rules[..at].matches('\n').count() + 1
}

/// Returns only letters, digits and signs: lines may end anywhere, words may be split.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the words of the book in the order of the source, with figures, as poppler reads them.
fn prose(file: &str) -> String {
    let path = FOLDER.path(&format!("output/skirminion/{file}"));
    let text = outsiders::read("pdftotext", &["-enc", "UTF-8", path.to_str().expect("a plain path"), "-"]);
    // Numbers of sections stand in the margin, between the lines.
    let is_number = |word: &str| {
        let parts = word.strip_prefix('R').map_or_else(|| word.split_once('.'), |ruling| Some((ruling, "1")));
        parts.is_some_and(|(one, two)| [one, two].iter().all(|part| part.parse::<u8>().is_ok()))
    };
    let pages = text.split('\u{c}').map(|page| {
        let lines: Vec<&str> = page.lines().filter(|line| !line.trim().is_empty()).collect();
        // A sentence continues below the head of the next page, and above that is the number of this one.
        let end = lines.len() - usize::from(lines.last().is_some_and(|last| last.parse::<u8>().is_ok()));
        lines.get(1..end).unwrap_or_default().join(" ")
    });
    let words: Vec<String> = pages.collect();
    bare(&words.join(" ").split_whitespace().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" "))
}

/// Required words of the book for each fact, piece by piece.
const FACTS: [(&str, &[&str]); 22] = [
    ("K1", &["The game is for two", "a chess board of 8 by 8 squares and 16 six-sided dice, 8 in each of two colours"]),
    ("K2", &["Each player rolls a die. re-rolling ties. The higher roll goes first"]),
    (
        "K3",
        &[
            "Each player places their 8 dice on the row of squares nearest to them, one per square, all turned to 6",
            "The number on top is its health; turn the die when its health changes",
        ],
    ),
    ("K4", &["Units of the same colour are friends, units of the other colour are enemies"]),
    (
        "K5",
        &[
            "The starting player activates one of their units, then the other player activates one of theirs, and so on until the game is over",
        ],
    ),
    (
        "K6",
        &[
            "may make one move (3) and one attack (4), in either order. It may also do only one of the two, or neither: then it passes",
        ],
    ),
    ("K7", &["A unit at zero health or less is destroyed. Remove it from the board at once"]),
    ("K8", &["A unit that passes gains 1 health if it has 3 health or less and is in contact with no enemy"]),
    (
        "K9",
        &[
            "You win when all enemy units are destroyed. If an attack destroys the last unit on both sides, the game is a draw",
        ],
    ),
    (
        "K10",
        &[
            "A unit is in contact when its square touches an enemy’s square",
            "the eight squares around it, including diagonally",
        ],
    ),
    ("K11", &["A unit that is still in contact after its attack cannot move in that activation"]),
    (
        "K12",
        &[
            "A unit that is in contact when it begins to move retreats",
            "to a square where it is in contact with no enemy. Its activation ends with this move",
            "cannot attack",
        ],
    ),
    ("K13", &["A unit never leaves the board", "an adjacent empty square", "A step along a row or column is straight"]),
    (
        "K14",
        &[
            "A unit with 4 health or more moves one step diagonally, or one or 2 straight steps in the same direction. For 2 steps, both squares must be empty",
        ],
    ),
    ("K15", &["A unit with 3 health or less moves one step, straight or diagonally. So does any unit that retreats"]),
    ("K16", &["unit attacks one enemy it is in contact with", "are opponents", "only these two lose health"]),
    (
        "K17",
        &[
            "Each opponent deals 1 damage to the other, plus 1 for every other friend of its own in contact with that enemy",
            "Both lose health at the same time",
        ],
    ),
    (
        "K18",
        &[
            "A unit with no friends left makes its last stand, whether it attacks or is attacked: it deals 1 more damage, and if the attack does not destroy it, it gains 1 health. It never has more than 6",
        ],
    ),
    ("K19", &["If you cannot do anything, you pass, and the game goes on"]),
    ("R1", &["Nothing raises a unit above 6 health, as a die has no higher number"]),
    ("R2", &["A player who cannot move or attack, or chooses not to, activates a unit and passes with it"]),
    ("R3", &["The players may agree to a draw at any time", "for the third time"]),
];

#[test]
fn every_fact_and_ruling_is_in_the_book() {
    let reading = read::game(&shipped::vfs(), GAME);
    let game = reading.game.expect("the game can be read");
    let manuscript = book::manuscript(&shipped::vfs(), &game).expect("there is a book");
    assert!(manuscript.diagnostics.is_empty(), "{:#?}", manuscript.diagnostics);
    let stated: BTreeSet<&str> = manuscript.facts.iter().map(|(fact, _)| fact.as_str()).collect();
    let expected: BTreeSet<&str> = FACTS.iter().map(|(fact, _)| *fact).collect();
    assert_eq!(stated, expected, "the book states these facts");
    let facts: BTreeSet<String> = (1..=19).map(|number| format!("K{number}")).collect();
    assert!(facts.iter().all(|fact| expected.contains(fact.as_str())), "none is left out");
    let book = prose("rulebook-a5.pdf");
    for (fact, phrases) in FACTS {
        for phrase in phrases {
            assert!(book.contains(&bare(phrase)), "{fact}: {phrase}");
        }
    }
}

#[test]
fn boards_say_what_they_show_and_what_the_rules_make_of_it() {
    let bytes = FOLDER.read("output/skirminion/rulebook-a5.pdf");
    let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let text = |object: &lopdf::Object| lopdf::decode_text_string(object).expect("text");
    let elements = document.objects.values().filter_map(|object| object.as_dict().ok());
    let said: Vec<String> = elements.filter_map(|element| element.get(b"Alt").ok()).map(text).collect();
    let boards: Vec<&String> = said.iter().filter(|said| said.starts_with("A board of")).collect();
    assert_eq!(
        boards.len(),
        22,
        "the start, all healths, contact, rest, a turn for each (3), strong and weak, retreat, an attack and a move, three attacks, \
         last stand (3), two boards to try and what comes of them (4)"
    );
    for words in [
        "A: bone with 6 health on a1; B: bone with 4 health on c1. A attacks C: A loses 2, C loses 1.",
        "A attacks D: A loses 2, D loses 2.",
        "B attacks D: B loses 1, D loses 2.",
        "A attacks B: A loses 1, B loses 2. A gains 1.",
        "A may move to",
        "Not allowed: b2, c3.",
        "A gains 1.",
    ] {
        assert!(boards.iter().any(|said| said.contains(words)), "{words}: {boards:#?}");
    }
}

/// Illegal diagrams are rejected at their location, with the number of the rule; nothing is written.
#[test]
fn a_forbidden_move_or_attack_is_not_drawn() {
    for (old, new, order, words) in [
        // Retreating, to where C still touches it.
        (
            ". . . .\n? A\n:::\n\n{#after",
            ". . . .\n> A up\n:::\n\n{#after",
            "> A up\n",
            "illegal move: a unit that retreats must not touch an enemy on its new square, and c3 touches b3 (K12)",
        ),
        // Two steps with three health.
        (
            ". . .\n. A:B3 .\n. . .\n? A",
            ". . . .\n. A:B3 . .\n. . . .\n> A right 2",
            "> A right 2",
            "a unit of 3 health or less makes one step, and d2 is further than that from b2 (K15)",
        ),
        // Two steps over a friend.
        (
            ". . A:B5 . B6\n. . . . .\n. . . . .\n? A",
            ". A:B5 B6 . .\n. . . . .\n. . . . .\n> A right 2",
            "> A right 2",
            "a friend is in the way, on c3 (K14)",
        ),
        // An attack on a unit that isn't in contact.
        (
            "A:B6 . B:B4\n! A C",
            "A:B6 . B:B4\n! B C",
            "! B C",
            "c1 does not touch a2: an attack is against an enemy in contact (K16)",
        ),
        // A gain for a unit that an enemy touches.
        (
            "A:B2 . B:R4 .",
            "A:B2 B:R4 . .",
            "+ A 1",
            "A gains nothing here: it touches an enemy, so it doesn't rest (K8)",
        ),
        // A last stand of a unit that has a friend.
        (
            ". . . .\n. A:B3 B:R5 .\n",
            ". . . .\nB4 A:B3 B:R5 .\n",
            "::: board last-stand",
            "`last` requires exactly 1 unit of bone, found 2",
        ),
        // A square marked as free.
        ("A:B2 . B:R4 .\n. . . .\n+ A 1", "A:B2 . o B:R4\n. . . .\n* A", "A:B2 . o", "illegal move"),
    ] {
        let folder = edited(old, new);
        let ran = folder.run(["build", GAME]).must_fail(1, &[words]);
        let place = format!("rules.md:{}:", line(&folder, order));
        assert!(ran.err.contains(&place), "{place} is not in {}", ran.err);
        assert!(!folder.path("output/skirminion").exists(), "nothing is written");
    }
}

#[test]
fn all_faults_of_boards_are_told_at_once_with_hints() {
    let board = ". . . .\nA:B2 . B:R4 .\n. . . .\n+ A 1";
    let folder = edited(
        board,
        "captoin: Words.\nfirst: darc\n. . .  \nA:B2 . B:R4 .\n. Q7 . .\n+ A 1\n:::\n\n::: board\n. A:B5 .\n? Z\n> A upwards\n> A up 9\n! A",
    );
    let ran = folder.run(["build", GAME]);
    let ran = ran.must_fail(
        1,
        &[
            "unknown key `captoin`",
            "did you mean `caption`?",
            "invalid square colour `darc`",
            "this row has 4 squares, the first has 3",
            "invalid square `Q7`",
            "unknown unit `Z` on this board",
            "invalid direction `upwards`",
            "invalid number of steps `9`",
            "write `! A C`",
        ],
    );
    for text in ["captoin", "first: darc", ". Q7", "? Z", "> A upwards", "> A up 9"] {
        let place = format!("rules.md:{}:", line(&folder, text));
        assert!(ran.err.contains(&place), "{text}: {place} is not in {}", ran.err);
    }
}

#[test]
fn boards_need_the_rules_by_which_they_are_checked() {
    let folder = copy_of(GAME);
    let game = read::game(&shipped::vfs(), GAME).game.expect("the game can be read");
    let figures: Vec<String> = game.figures.iter().map(|(name, figure)| format!("{name} = {figure}")).collect();
    let others = format!("rules = \"skirmish\"\n\n[figures]\n{}", figures.join("\n"));
    folder.replace("card-data/skirminion/game.toml", "rules = \"skirminion\"", &others);
    let told = "boards require the rules of Skirminion";
    folder.run(["check", GAME]).must_fail(1, &[told, "set `rules = \"skirminion\"` in `[table]` of `game.toml`"]);
}

/// The values that texts quote are those of the table.
#[test]
fn quoted_figures_are_those_of_the_rules() {
    let game = read::game(&shipped::vfs(), GAME).game.expect("the game can be read");
    let figure = |name: &str| game.figures[name];
    let board = Board::start();
    let row = board.units(Side::Bone);
    assert_eq!((figure("units"), figure("dice")), (i64::from(row.len()), i64::from(row.len()) * 2));
    let mut row = row;
    assert!(row.all(|at| i64::from(board.health(at)) == figure("health")));
    let at = |name: &str| name.parse::<Square>().expect("a square");
    let with = |units: &[(&str, Side, u8)]| {
        let mut board = Board::default();
        for (name, side, health) in units {
            board.put(at(name), Some(Unit { side: *side, health: *health }));
        }
        board
    };
    let reach = |health: i64| {
        let health = u8::try_from(health).expect("a health");
        let board = with(&[("d4", Side::Bone, health)]);
        let far = destinations(&board, Side::Bone, at("d4")).map(|to| i64::from(to.distance(at("d4")))).max();
        far.expect("a move")
    };
    assert_eq!((reach(figure("strong")), reach(figure("weak"))), (figure("steps"), 1));
    assert_eq!(figure("weak") + 1, figure("strong"));
    let (bone, red) = (Side::Bone, Side::Red);
    let loss = |units: &[(&str, Side, u8)]| forecast(&with(units), bone, at("d4"), at("d5")).defender;
    let lone = loss(&[("d4", bone, 5), ("d5", red, 5), ("a1", bone, 5), ("h8", red, 5)]);
    let helped = loss(&[("d4", bone, 5), ("d5", red, 5), ("e4", bone, 5), ("h8", red, 5)]);
    let last = loss(&[("d4", bone, 5), ("d5", red, 5), ("h8", red, 5)]);
    assert_eq!(i64::from(lone.loss), figure("damage"));
    assert_eq!(i64::from(helped.loss - lone.loss), figure("help"));
    assert_eq!(i64::from(last.loss - lone.loss), figure("last_stand"));
    let stands = forecast(&with(&[("d4", bone, 5), ("d5", red, 5), ("h8", red, 5)]), bone, at("d4"), at("d5")).attacker;
    assert_eq!(i64::from(stands.gain), figure("last_gain"));
    let resting = Position { board: with(&[("d4", bone, 2), ("h8", red, 5)]), turn: bone };
    let rested = resting.after(Activation::pass(at("d4"))).board.health(at("d4"));
    assert_eq!(i64::from(rested) - 2, figure("rest"));
    assert_eq!(i64::from(MOST_HEALTH), figure("health"));
}

#[test]
fn figures_that_the_rules_bring_along_are_not_set_by_data() {
    let folder = copy_of(GAME);
    folder.replace(
        "card-data/skirminion/game.toml",
        "rules = \"skirminion\"",
        "rules = \"skirminion\"\n\n[figures]\nhealth = 5",
    );
    folder.run(["check", GAME]).must_fail(1, &["`health` is already a value of `[table]`, available to texts"]);
}

/// K1, K3: dice or tiles for eight units a side, a card for each player, boards.
#[test]
fn there_are_pieces_for_both_sides() {
    let said = FOLDER.run(["list", GAME, "--format", "json"]).must_succeed().out;
    let listing: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(listing[0]["deck"], 2, "a reference card for each player");
    let game = read::game(&shipped::vfs(), GAME).game.expect("the game can be read");
    let counts: Vec<(&str, u32)> = game
        .components
        .iter()
        .map(|piece| (piece.piece.id.as_str(), piece.cards.iter().map(|card| card.count).sum()))
        .collect();
    assert!(counts.contains(&("tile", 48)) && counts.contains(&("board", 1)), "{counts:?}");
    assert!(counts.contains(&("board-half", 2)), "{counts:?}");
    let tiles = game.components.iter().find(|piece| piece.piece.id == "tile").expect("tiles");
    for set in [0, 1].map(skirmish_model::game::SetId) {
        let shown = tiles.cards.iter().filter(|card| card.set == Some(set));
        let shown: Vec<(i64, i64, u32)> = shown
            .map(|card| {
                let number = |name: &str| match card.figures[name] {
                    skirmish_model::game::Value::Number(number) => number,
                    ref other => panic!("{other:?}"),
                };
                (number("top"), number("under"), card.count)
            })
            .collect();
        assert_eq!(shown, [(6, 5, 8), (4, 3, 8), (2, 1, 8)]);
    }
}

/// K1, K3: in print and on a virtual table, the game has a die for each unit at the start, and tiles for the same
/// number.
#[test]
fn what_is_printed_has_as_many_dice_as_the_game_needs() {
    let start = Board::start();
    let units = Side::BOTH.map(|side| start.units(side).len() as usize);
    // On the sheets each side has a drawing of its own, and as many nets of it.
    let placed = |file: &str| {
        let pdf = Pdf::new(&FOLDER.read(&format!("output/skirminion/{file}")));
        let mut times: BTreeMap<Vec<lopdf::ObjectId>, usize> = BTreeMap::new();
        for placed in pdf.pages().into_iter().flat_map(|page| page.placed) {
            *times.entry(placed.forms).or_default() += 1;
        }
        // Forms placed once are the ruler of a sheet, and its words.
        times.into_values().filter(|times| *times > 1).collect::<Vec<usize>>()
    };
    assert_eq!(placed("die-a4.pdf"), units, "nets of dice");
    // Three tiles are a unit: 6 and 5, 4 and 3, 2 and 1, each with its back.
    let tiles = placed("tile-a4.pdf");
    assert_eq!((tiles.len(), tiles.iter().sum::<usize>()), (2 * 2 * 3, 2 * 3 * units.iter().sum::<usize>()));
    assert!(tiles.iter().all(|times| units.contains(times)), "{tiles:?}");
    // The listing says the same.
    let listed = FOLDER.run(["list", GAME, "--format", "json"]).must_succeed().out;
    let listing: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let count = |id: &str| {
        let sorts = listing[0]["pieces"].as_array().expect("sorts of pieces");
        sorts.iter().find(|sort| sort["piece"] == id).and_then(|sort| sort["count"].as_u64()).expect("a count")
    };
    let all = units.iter().sum::<usize>() as u64;
    assert_eq!((count("die"), count("tile")), (all, 3 * all));
    // So does the table of pixels: dice that are turned through all their health.
    let table = Folder::new();
    table.run(["build", GAME, "--target", "tts"]).must_succeed();
    let saved = table.read("output/skirminion/tts/skirminion.json");
    let saved: serde_json::Value = serde_json::from_slice(&saved).expect("JSON");
    let objects = saved["ObjectStates"].as_array().expect("objects");
    let dice = objects.iter().filter(|object| object["States"].as_object().is_some());
    let states: Vec<usize> = dice.map(|die| 1 + die["States"].as_object().map_or(0, serde_json::Map::len)).collect();
    assert_eq!(states, vec![usize::from(MOST_HEALTH); units.iter().sum()]);
}

/// The squares of a board have their size on paper.
#[test]
fn boards_are_printed_in_their_size() {
    for (file, pages, size) in [("board-a4.pdf", 1, (197.6, 233.2)), ("board-half-a4.pdf", 2, (267.0, 141.5))] {
        let pdf = Pdf::new(&FOLDER.read(&format!("output/skirminion/{file}")));
        assert_eq!(pdf.pages().len(), pages, "{file}");
        let [left, bottom, right, top] = pdf.pages()[0].placed[0].covers;
        let millimetres = |points: f64| points * 25.4 / 72.0;
        let found = (millimetres(right - left), millimetres(top - bottom));
        assert!((found.0 - size.0).abs() < 0.1 && (found.1 - size.1).abs() < 0.1, "{file}: {found:?}");
    }
    let letter = Folder::new();
    letter.run(["build", GAME, "--paper", "letter", "--ink", "low"]).must_succeed();
    for file in ["board-letter-low-ink.pdf", "board-half-letter-low-ink.pdf", "rulebook-half-letter-low-ink.pdf"] {
        assert!(letter.path(&format!("output/skirminion/{file}")).exists(), "{file}");
    }
}
