//! The screens of tables that games declare, as people use them: the starter game out of the box, a game of cards at which all
//! act at once, and one of dice that nothing in the code knows.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use crate::screens_common::{NAMES, PHONE, Players, SMALL, TABLET};
use egui::{TouchPhase, Vec2};
use egui_kittest::SnapshotResults;
use skirmish_assets::Builtin;
use skirmish_base::vfs::{Vfs as _, WorkDir};
use skirmish_screens::{Contrast, Cue, NullStore, Settings, Store, StoreError, TextSize, Theme};
use skirmish_tracker::table::declared::{Command, PileId, Rules, Setup, State, Table};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::{CardId, PlayerColour, PlayerConfig, Rules as _, Seat, Seating, Standing, transfer};

const FERRY: [(&str, &str); 1] = [("game.toml", include_str!("declared/ferry/game.toml"))];
const PARLOUR: [(&str, &str); 3] = [
    ("game.toml", include_str!("declared/parlour/game.toml")),
    ("icons/bell.svg", include_str!("declared/parlour/icons/bell.svg")),
    ("icons/coin.svg", include_str!("declared/parlour/icons/coin.svg")),
];
const HOLMGANG: [(&str, &str); 5] = [
    ("game.toml", include_str!("declared/holmgang/game.toml")),
    ("cards.toml", include_str!("declared/holmgang/cards.toml")),
    ("icons/sword.svg", include_str!("declared/holmgang/icons/sword.svg")),
    ("icons/shield.svg", include_str!("declared/holmgang/icons/shield.svg")),
    ("icons/heart.svg", include_str!("declared/holmgang/icons/heart.svg")),
];
const MARKET: [(&str, &str); 2] = [
    ("game.toml", include_str!("declared/night-market/game.toml")),
    ("cards.toml", include_str!("declared/night-market/cards.toml")),
];

/// A folder of games that lives as long as the test.
struct Games {
    folder: tempfile::TempDir,
}

impl Games {
    /// Creates the starter game as `skirmish new` copies it, and the games of these tests.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let starter = Builtin.files("templates/starter");
        let files = starter.iter().map(|path| {
            let bytes = Builtin.read(path).expect("it is embedded").into_owned();
            (path.replace("templates/starter", "card-data/my-game"), bytes)
        });
        let of = |game: &'static str, files: &'static [(&str, &str)]| {
            files.iter().map(move |(name, text)| (format!("card-data/{game}/{name}"), text.as_bytes().to_vec()))
        };
        let cards = of("night-market", &MARKET).chain(of("holmgang", &HOLMGANG));
        for (path, bytes) in files.chain(of("ferry", &FERRY)).chain(cards).chain(of("parlour", &PARLOUR)) {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
        Self { folder }
    }

    fn open(&self, game: &str, size: Vec2, settings: Settings, happened: Vec<Command>) -> Players {
        self.keeping(game, size, settings, happened, Box::new(NullStore))
    }

    fn keeping(
        &self,
        game: &str,
        size: Vec2,
        settings: Settings,
        happened: Vec<Command>,
        store: Box<dyn Store>,
    ) -> Players {
        Players::of::<Rules>(size, settings, (WorkDir::new(self.folder.path(), &Builtin), game), happened, store)
    }
}

fn table(players: &Players) -> &Table {
    players.harness.state().table::<Rules>().expect("its table is declared")
}

fn state(players: &Players) -> &State {
    table(players).state()
}

fn points(players: &Players, counter: &str) -> Vec<i64> {
    state(players).players.iter().map(|player| player.counters[counter]).collect()
}

fn begin(players: usize, seating: Seating) -> Command {
    let entrant = |seat: usize| PlayerConfig {
        name: NAMES[seat].to_owned(),
        colour: PlayerColour::ALL[seat],
        chair: u8::try_from(seat).expect("few players"),
        note: String::new(),
    };
    Command::Begin(Setup { players: (0..players).map(entrant).collect(), first: Seat(0), seating })
}

fn count(seat: u8, counter: &str, by: i64) -> Command {
    Command::Count { seat: Seat(seat), counter: counter.into(), by }
}

fn put(pile: &str, card: &str, by: i64) -> Command {
    Command::Put { pile: pile.into(), card: CardId::new(card), by }
}

/// Returns commands for every kind of event in the starter game.
fn gulls(players: usize) -> Vec<Command> {
    vec![
        begin(players, Seating::Round),
        Command::Mark { seat: Seat(0), status: "lit".into(), on: true },
        put("home", "tall-ship", 1),
        count(0, "points", 4),
        put("discard", "storm", 1),
        put("discard", "lamp-oil", 2),
        Command::EndTurn { seat: Seat(0) },
        count(1, "points", 2),
    ]
}

/// Returns the same for the game of dice.
fn ferries(players: usize, seating: Seating) -> Vec<Command> {
    let last = u8::try_from(players - 1).expect("few players");
    vec![
        begin(players, seating),
        count(0, "fares", 9),
        count(last, "planks", -2),
        count(last, "grain", 12),
        Command::Mark { seat: Seat(0), status: "moored".into(), on: true },
        Command::Mark { seat: Seat(last), status: "licence".into(), on: true },
        Command::Shared { counter: "river".into(), by: 3 },
        Command::EndTurn { seat: Seat(0) },
    ]
}

/// Returns a duel in which everyone has gear.
fn duels(players: usize) -> Vec<Command> {
    let put = |seat: u8, pile: &str, card: &str| Command::Put {
        pile: PileId::Player { seat: Seat(seat), pile: pile.into() },
        card: CardId::new(card),
        by: 1,
    };
    vec![
        begin(players, Seating::Round),
        put(0, "gear", "broad-axe"),
        put(0, "gear", "helmet"),
        put(1, "gear", "round-shield"),
        put(1, "trophies", "feint"),
        count(0, "silver", 3),
        Command::Act { seat: Seat(0), action: "strike".into(), on: Some(Seat(1)) },
        Command::EndTurn { seat: Seat(0) },
        Command::Act { seat: Seat(1), action: "guard".into(), on: None },
    ]
}

/// The sizes of screens on which a game must be playable: two phones, a tablet and a large monitor.
const SIZES: [Vec2; 4] =
    [Vec2::new(360.0, 640.0), Vec2::new(844.0, 390.0), Vec2::new(1180.0, 820.0), Vec2::new(1920.0, 1080.0)];

#[test]
fn players_act_with_one_tap_and_choose_on_whom() {
    let games = Games::new();
    let mut table = games.open("holmgang", TABLET, Settings::default(), duels(3));
    assert_eq!(points(&table, "health"), [6, 3, 6]);
    // Of two others one is chosen.
    table.tap("Orm: Strike, −2 Stamina");
    table.look("declared-act-on");
    table.tap("Strike on Leif");
    assert_eq!((points(&table, "health"), points(&table, "stamina")), (vec![6, 3, 3], vec![2, 1, 2]));
    table.tap_first("Undo: Orm: Strike");
    assert_eq!((points(&table, "health"), points(&table, "stamina")), (vec![6, 3, 6], vec![2, 3, 2]));
    table.tap("Orm: 3 more counters and others");
    table.tap("Orm: Howl, −3 Stamina");
    table.tap("Close");
    assert_eq!(points(&table, "health"), [5, 3, 5]);
    // Without enough of a counter, the reason is on the panel; out of turn, players may agree.
    table.tap("Orm: Guard, −1 Stamina");
    assert!(table.shows("Guard costs 1 Stamina, and Orm has 0"));
    table.tap("Cancel");
    table.tap("Leif: Guard, −1 Stamina");
    assert!(table.shows("it is the turn of Orm"));
    table.tap("Play it anyway");
    assert!(state(&table).players[2].statuses.contains("guarded"));
    table.tap("Orm: end turn");
    assert_eq!(points(&table, "stamina"), [2, 0, 3]);
    // In a duel there is nobody to choose.
    let mut duel = games.open("holmgang", TABLET, Settings::default(), duels(2));
    duel.tap("Orm: Strike, −2 Stamina");
    assert_eq!(points(&duel, "health"), [3, 3]);
}

#[test]
fn a_single_player_has_nobody_to_act_on() {
    let games = Games::new();
    let heal = "[table.action.heal]\non = \"other\"\nchange = { planks = 1 }\n";
    let path = games.folder.path().join("card-data/ferry/game.toml");
    fs::write(path, format!("{}{heal}", FERRY[0].1)).expect("a file");
    let mut table = games.open("ferry", TABLET, Settings::default(), vec![begin(1, Seating::Round)]);
    table.tap("Sigrid: Heal");
    assert!(table.shows("Heal needs another player"));
}

#[test]
fn a_small_panel_shows_some_of_each_kind() {
    let games = Games::new();
    let mut table = games.open("holmgang", TABLET, Settings::default(), duels(4));
    for shown in ["Orm: Strike, −2 Stamina", "Orm: Guard, −1 Stamina", "Orm: Guarded", "Orm’s Gear: 1 card"] {
        assert!(table.has(shown), "{shown}");
    }
    table.tap("Orm: 3 more counters and others");
    assert!(table.has("Orm: Feast, −2 Silver"));
}

#[test]
fn cards_lie_before_players_and_move_between_them() {
    let games = Games::new();
    let lie = |table: &Players, seat: u8, card: &str| {
        let pile = PileId::Player { seat: Seat(seat), pile: "gear".into() };
        state(table).in_pile(&pile, &CardId::new(card))
    };
    for (size, many) in [(TABLET, false), (PHONE, true)] {
        let mut table = games.open("holmgang", size, Settings::default(), duels(3));
        table.tap_first("more counters and others");
        if many {
            table.tap("Next");
        }
        table.tap("Sigrid’s Gear: 2 cards");
        table.tap("Round Shield: one more");
        assert_eq!(lie(&table, 0, "round-shield"), 1);
        table.look(&format!("declared-gear-{many}"));
        // Where there is no room for a button for each pile, they are on a page of their own.
        if many {
            table.tap("Move cards to …");
            table.look("declared-gear-to");
            assert!(table.cut_words().is_empty(), "{:?}", table.cut_words());
        }
        table.tap("Move cards to Orm’s Gear");
        table.tap("Helmet: 1");
        assert_eq!([lie(&table, 0, "helmet"), lie(&table, 1, "helmet")], [0, 1]);
        // No longer there: a tap reads the card again.
        table.tap("Move cards to Orm’s Gear");
        table.tap("Broad Axe: 1");
        assert!(table.has("Turn Broad Axe over"));
        assert_eq!(lie(&table, 0, "broad-axe"), 1);
    }
}

#[test]
fn a_game_of_everything_fits_every_screen() {
    let games = Games::new();
    for size in SIZES {
        let (least, [wide, high]) = (if size.y < 700.0 { 44.0 } else { 58.0 }, [size.x, size.y]);
        for players in [2, 3, 4, 6] {
            let mut table = games.open("holmgang", size, Settings::default(), duels(players));
            let what = format!("{players} on {wide} × {high}");
            table.look(&format!("declared-holmgang-{players}-{wide}"));
            table.check_controls(least, &what);
            assert!(table.cut_words().is_empty(), "{what}: {:?}", table.cut_words());
            if players % 3 == 0 {
                table.tap("Orm: player's menu");
                table.tap("Counters and more");
                table.look(&format!("declared-holmgang-{players}-{wide}-player"));
                table.check_controls(least, &what);
                assert!(table.cut_words().is_empty(), "{what}: {:?}", table.cut_words());
                table.tap_first("Orm: Strike");
                table.look(&format!("declared-holmgang-{players}-{wide}-act"));
                assert!(table.cut_words().is_empty(), "{what}: {:?}", table.cut_words());
                table.tap("Strike on Sigrid");
                assert_eq!(points(&table, "health")[..2], [3, 3]);
            }
        }
    }
}

#[test]
fn giant_text_leaves_room_for_actions_and_piles() {
    let games = Games::new();
    for players in [2, 4] {
        let settings = Settings { text: TextSize::Giant, contrast: Contrast::High, ..Settings::default() };
        let mut table = games.open("holmgang", Vec2::new(1024.0, 712.0), settings, duels(players));
        table.look(&format!("declared-holmgang-{players}-giant"));
        table.check_controls(44.0, &format!("{players} players"));
        assert!(table.cut_words().is_empty(), "{players} players: {:?}", table.cut_words());
    }
}

#[test]
fn the_starter_game_is_set_up_and_played_by_touch() {
    let games = Games::new();
    let mut table = games.open("my-game", TABLET, Settings::default(), vec![]);
    table.tap("Add a player");
    table.tap("Add a player");
    table.tap("Red: another name");
    for letter in ["a", "s", "a"] {
        table.tap(letter);
    }
    table.tap("Done");
    table.tap("Blue starts");
    table.tap("Start");
    assert_eq!(
        state(&table).players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(),
        ["Asa", "Blue", "Gold", "Green"]
    );
    assert_eq!(state(&table).turn, Some(Seat(1)));
    // Counters, marks and turns.
    table.tap("Blue: Points up");
    table.tap("Blue: Points up");
    table.tap("Blue: Points down");
    table.tap("Gold: Lamp lit");
    assert_eq!(points(&table, "points"), [0, 1, 0, 0]);
    assert!(state(&table).players[2].statuses.contains("lit"));
    table.tap("Gold: Lamp lit");
    table.tap("Blue: end turn");
    assert_eq!((state(&table).turn, state(&table).players[2].statuses.len()), (Some(Seat(2)), 0));
    // A card onto a pile, and back to the deck.
    table.tap("Discards: 0 cards");
    table.tap("Storm: one more");
    table.tap("Fog: one more");
    table.tap("Fog: one less");
    table.tap("Close");
    assert_eq!(state(&table).in_pile(&"discard".into(), &CardId::new("storm")), 1);
    // Somebody wins when the game is ended.
    table.tap("End the game");
    assert_eq!(Rules::standing(state(&table)), Standing::Over(vec![Seat(1)]));
    assert!(table.has("Play again"));
    // Everything is taken back to the start.
    for _ in 0..20 {
        if !self::table(&table).can_undo() {
            break;
        }
        table.tap_first("Undo");
    }
    assert!(table.has("Start") && !state(&table).begun());
}

#[test]
fn a_card_moves_from_one_pile_to_another() {
    let games = Games::new();
    let happened = vec![begin(3, Seating::Round), put("crates", "lantern", 2)];
    let mut table = games.open("night-market", TABLET, Settings::default(), happened);
    assert_eq!(Rules::standing(state(&table)), Standing::Together);
    assert!(!table.has("Sigrid: end turn"), "everyone acts at once");
    table.tap("Crates: 2 cards");
    table.tap("Move cards to Street");
    table.tap("Lantern: 2");
    let lantern = CardId::new("lantern");
    let lie = |table: &Players| ["crates", "street"].map(|pile| state(table).in_pile(&pile.into(), &lantern));
    assert_eq!(lie(&table), [1, 1]);
    table.tap("Shuffle into a new draw deck");
    table.tap("Close");
    assert_eq!(lie(&table), [0, 1]);
    // The first to reach the goal wins, whoever counts.
    table.tap("Leif: player's menu");
    table.tap("Counters and more");
    table.tap("Coins up by 10");
    table.tap("Coins up by 10");
    assert_eq!(Rules::standing(state(&table)), Standing::Over(vec![Seat(2)]));
    table.tap_first("Undo: Leif: Coins +20");
    assert_eq!(Rules::standing(state(&table)), Standing::Together);
}

#[test]
fn a_finger_that_stays_counts_on_and_a_run_of_taps_goes_back_at_once() {
    let games = Games::new();
    let mut table = games.open("ferry", TABLET, Settings::default(), ferries(4, Seating::Round));
    assert!(table.is_at_rest());
    let place = table.place("Orm: Fares up");
    table.touch(0, TouchPhase::Start, place);
    table.wait(0.95);
    table.touch(0, TouchPhase::End, place);
    table.wait(0.02);
    assert_eq!(points(&table, "fares"), [12, 7, 3, 3]);
    table.tap("Orm: Fares up");
    table.tap_first("Undo: Orm: Fares +5");
    assert_eq!(points(&table, "fares"), [12, 3, 3, 3]);
    table.tap("Height of the river down");
    assert_eq!(state(&table).shared["river"], 4);
}

#[test]
fn what_has_no_room_on_a_panel_is_one_touch_away() {
    let games = Games::new();
    let mut table = games.open("ferry", PHONE, Settings::default(), ferries(6, Seating::Round));
    table.tap("Orm: player's menu");
    table.tap("Counters and more");
    table.tap("Orm: Tar up");
    assert_eq!(points(&table, "tar"), [0, 1, 0, 0, 0, 0]);
    table.tap("Next");
    table.tap("Orm: Leaking");
    table.tap("Close");
    assert!(state(&table).players[1].statuses.contains("leaking"));
    table.tap("Everything of the table");
    table.tap("Height of the river up");
    table.tap("Close");
    assert_eq!(state(&table).shared["river"], 6);
    table.tap("End turn");
    assert_eq!(state(&table).turn, Some(Seat(2)));
}

#[test]
fn timers_notes_and_dice_of_a_game_are_on_its_table() {
    let games = Games::new();
    let happened = vec![begin(3, Seating::Round), count(0, "coins", 2), count(1, "guesses", 1)];
    let mut table = games.open("parlour", TABLET, Settings::default(), happened.clone());
    table.look("declared-parlour");
    table.tap("Sandglass: 1:30, tap to start");
    assert!(state(&table).timers.contains_key("sandglass"));
    assert!(table.has_some("tap to stop"), "it runs");
    table.tap("Topic of the round");
    ["o", "w", "l", "s"].into_iter().for_each(|letter| table.tap(letter));
    table.look("declared-note");
    table.tap("Done");
    assert_eq!(state(&table).notes["topic"], "Owls");
    table.look("declared-parlour-runs");
    table.tap("Dice");
    assert!(table.has("Throw: 2 D6") && table.has("Throw: D100") && !table.has("Throw: D8"));
    table.tap("Throw: D100");
    table.look("declared-dice");
    table.tap("Close");
    table.tap_first("Undo: Topic of the round");
    assert!(state(&table).notes.is_empty());
    table.tap_first("Journal");
    assert!(table.has("Sandglass starts"));
    table.tap("Orm Guesses +1: 0 → 1");
    table.look("declared-parlour-journal");
    assert!(table.shows("1 Guess"), "one of them is told in the singular");
    let mut phone = games.open("parlour", PHONE, Settings::default(), happened);
    phone.look("declared-parlour-phone");
    phone.tap("Everything of the table");
    phone.look("declared-parlour-phone-table");
    phone.tap("Long round: 10:00, tap to start");
    assert!(state(&phone).timers.contains_key("long-round"));
}

#[test]
fn every_control_of_a_declared_table_is_large_enough_and_apart_from_the_others() {
    let games = Games::new();
    for size in [TABLET, SMALL, SMALL.yx()] {
        for seating in [Seating::Round, Seating::Long] {
            for players in [1, 2, 3, 4, 5, 8] {
                let table = games.open("ferry", size, Settings::default(), ferries(players, seating));
                let controls = table.controls();
                assert!(controls.len() >= 3 * players, "{} controls", controls.len());
                for (index, control) in controls.iter().enumerate() {
                    let what = format!("{size} {players} {seating:?}: {control}");
                    assert!(control.width() >= 57.9 && control.height() >= 57.9, "{what} is small");
                    for other in &controls[index + 1..] {
                        let apart = control.expand(1.95).intersect(other.expand(1.95));
                        assert!(!apart.is_positive(), "{what} is too near to {other}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_journal_tells_what_happened_and_leads_back() {
    let games = Games::new();
    let mut table = games.open("my-game", TABLET, Settings::default(), gulls(4));
    table.tap_first("Journal");
    table.tap("Sigrid Points +4: 0 → 4");
    table.tap("Undo to here");
    assert_eq!(points(&table, "points"), [4, 0, 0, 0]);
    assert_eq!(state(&table).in_pile(&"discard".into(), &CardId::new("storm")), 0);
    table.tap_first("Menu");
    table.tap("Cards and rules");
    assert!(table.has("Tall Ship"));
    table.tap("Tall Ship");
    assert!(table.has("Turn Tall Ship over"));
}

/// Keeps nothing, but records replacements, saved files and sounds.
#[derive(Default)]
struct Kept(Rc<RefCell<Vec<String>>>);

impl Store for Kept {
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), StoreError> {
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        self.0.borrow_mut().push(String::from_utf8(bytes.to_vec()).expect("text"));
        Ok(name.to_owned())
    }

    fn replace(&mut self, journal: &str, _writer: Writer) -> Result<Option<String>, StoreError> {
        self.0.borrow_mut().push(journal.to_owned());
        Ok(None)
    }

    fn cue(&mut self, cue: Cue) {
        self.0.borrow_mut().push(cue.id().to_owned());
    }
}

#[test]
fn the_end_of_a_timer_is_announced_once() {
    for cues in [true, false] {
        let games = Games::new();
        let happened = vec![begin(3, Seating::Round)];
        let kept = Kept::default();
        let heard = Rc::clone(&kept.0);
        let settings = Settings { cues, ..Settings::default() };
        let mut table = games.keeping("parlour", TABLET, settings, happened, Box::new(kept));
        table.tap("Sandglass: 1:30, tap to start");
        assert!(heard.borrow().is_empty());
        // The clock of tests is a second later whenever it is read.
        (0..100).for_each(|_| table.wait(0.02));
        assert!(table.shows("Sandglass: time is up"));
        assert_eq!(*heard.borrow(), if cues { vec!["time"] } else { vec![] });
        // It is over, so nothing is announced where the game is opened later, and the table is at rest.
        table.wait(8.0);
        assert!(table.is_at_rest());
        table.tap("Sandglass: 0:00, time is up");
        assert!(state(&table).timers.is_empty());
        assert_eq!(heard.borrow().len(), usize::from(cues));
    }
}

#[test]
fn a_game_goes_to_another_table_by_its_link_and_is_told_as_text() {
    let games = Games::new();
    let here = games.open("my-game", TABLET, Settings::default(), gulls(3));
    let link = transfer::pack(table(&here)).expect("it can be packed");
    let kept = Kept::default();
    let saved = Rc::clone(&kept.0);
    let mut there = games.keeping("my-game", TABLET, Settings::default(), vec![], Box::new(kept));
    there.harness.state_mut().import(link.as_bytes(), 0.0);
    there.wait(0.02);
    there.tap("Play it here");
    assert_eq!(state(&there), state(&here));
    assert!(saved.borrow()[0].contains("\"rules\":\"declared\""), "{}", saved.borrow()[0]);
    there.tap("End the game");
    there.tap("Save text");
    let text = saved.borrow()[1].clone();
    assert!(text.contains("Sigrid has won") && text.contains("Tall Ship onto Boats home"), "{text}");
    there.tap("Play again");
    assert_eq!((state(&there).first, state(&there).round), (Seat(1), 1), "the next one starts");
}

#[test]
fn a_new_game_is_set_up_as_last_time() {
    let games = Games::new();
    let Command::Begin(setup) = begin(3, Seating::Long) else { unreachable!("it begins") };
    let last = BTreeMap::from([("ferry".to_owned(), serde_json::to_value(setup).expect("JSON"))]);
    let mut table = games.open("ferry", PHONE, Settings { last, ..Settings::default() }, vec![]);
    table.tap("Start");
    let names: Vec<&str> = state(&table).players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!((names, state(&table).seating), (NAMES[..3].to_vec(), Seating::Long));
}

#[test]
fn what_cannot_be_is_told_and_changes_nothing() {
    let games = Games::new();
    let happened = vec![begin(2, Seating::Round), Command::End];
    let mut table = games.open("my-game", TABLET, Settings::default(), happened);
    table.tap("The table");
    table.tap("Orm: Points up");
    assert!(table.has("Cancel"), "the game is over");
    table.tap("Cancel");
    assert_eq!(points(&table, "points"), [0, 0]);
}

#[test]
fn the_screens_look_as_they_did() {
    let games = Games::new();
    let mut results = SnapshotResults::new();
    let light = Settings { theme: Theme::Light, ..Settings::default() };
    let high = Settings { contrast: Contrast::High, text: TextSize::Huge, ..Settings::default() };
    let ended = |mut happened: Vec<Command>| {
        happened.push(Command::End);
        happened
    };
    for (name, game, size, settings, happened) in [
        ("starter-setup", "my-game", TABLET, Settings::default(), vec![]),
        ("starter-4-dark", "my-game", TABLET, Settings::default(), gulls(4)),
        ("starter-2-light", "my-game", TABLET, light.clone(), gulls(2)),
        ("starter-2-phone", "my-game", PHONE, Settings::default(), gulls(2)),
        ("starter-end", "my-game", TABLET, Settings::default(), ended(gulls(3))),
        ("ferry-3-dark", "ferry", TABLET, Settings::default(), ferries(3, Seating::Round)),
        ("ferry-8-dark", "ferry", SMALL, Settings::default(), ferries(8, Seating::Round)),
        ("ferry-8-high-huge", "ferry", TABLET, high, ferries(8, Seating::Long)),
        ("ferry-5-phone-light", "ferry", PHONE, light, ferries(5, Seating::Round)),
        ("holmgang-3-dark", "holmgang", TABLET, Settings::default(), duels(3)),
    ] {
        let mut players = games.open(game, size, settings, happened);
        players.looks_like(name);
        results.extend(players.looked_at());
    }
}

#[test]
fn the_sheets_look_as_they_did() {
    let games = Games::new();
    let mut results = SnapshotResults::new();
    for (name, game, size, happened, touched) in [
        ("starter-pile", "my-game", TABLET, gulls(4), vec!["Discards: 3 cards"]),
        ("starter-journal", "my-game", TABLET, gulls(4), vec!["Menu", "Journal", "Sigrid Points +4: 0 → 4"]),
        ("starter-player", "my-game", TABLET, gulls(4), vec!["Sigrid: player's menu"]),
        ("starter-setup-phone", "my-game", PHONE, vec![], vec!["Add a player"]),
        ("ferry-player-phone", "ferry", PHONE, ferries(6, Seating::Round), vec!["more counters and others"]),
        ("ferry-table-phone", "ferry", PHONE, ferries(6, Seating::Round), vec!["Everything of the table"]),
        ("holmgang-player-phone", "holmgang", PHONE, duels(3), vec!["more counters and others"]),
        ("holmgang-gear", "holmgang", TABLET, duels(3), vec!["Orm’s Gear: 1 card"]),
        ("holmgang-on-whom", "holmgang", TABLET, duels(4), vec!["Orm: Strike"]),
        ("ferry-1", "ferry", TABLET, ferries(1, Seating::Round), vec![]),
    ] {
        let mut players = games.open(game, size, Settings::default(), happened);
        for label in touched {
            players.tap_first(label);
        }
        players.looks_like(name);
        results.extend(players.looked_at());
    }
}
