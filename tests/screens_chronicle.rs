//! Journal, chart, reference, cards, piles and the end of a game, as people use them.

use std::sync::{Arc, Mutex};

use crate::screens_common::{PHONE, Players, SMALL, TABLET, UPRIGHT, setup};
use egui::{Event, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use skirmish_assets::Builtin;
use skirmish_screens::{Contrast, Settings, StoreError, TextSize, Theme};
use skirmish_tracker::table::skirmish::{Attack, Command, Means, PileName, Recovery, Rules, Step, Table};
use skirmish_tracker::table::{CardId, Millis, Seat, Seating};

fn card(id: &str) -> CardId {
    CardId::new(id)
}

/// Returns a table in memory on which commands are tried before the screens get them.
fn table() -> Table {
    let reading = skirmish_read::game(&Builtin, "skirmish-5e");
    let game = reading.game.expect("the game is right");
    let rules = Rules::new(&game, &skirmish_read::glossary(&Builtin, &game)).expect("the game can be played");
    Table::new(Arc::new(rules))
}

/// Returns the commands of a number of players and turns, or until one is left.
fn fought(players: usize, turns: usize) -> Vec<Command> {
    let mut table = table();
    let mut said = Vec::new();
    let mut say = |table: &mut Table, command: Command| {
        let time = Millis(1_700_000_000_000 + 40_000 * said.len() as u64);
        let done = table.act(command.clone(), time).is_ok();
        if done {
            said.push(command);
        }
        done
    };
    assert!(say(&mut table, Command::Begin(setup(players, Seating::Round))));
    for turn in 0..turns {
        let seat = table.state().turn;
        let target = table.state().next_after(seat);
        let attack = |basic: Option<&str>, steps: Vec<Step>| {
            let basic = basic.map(card);
            Command::Attack(Attack { basic, steps, ..Attack::plain(seat, target) })
        };
        let kick = Attack { means: Means::Alone(card("kick")), ..Attack::plain(seat, target) };
        let wanted = match turn % 7 {
            0 => attack(Some("chop"), Vec::new()),
            1 => attack(None, vec![Step::Shield]),
            2 => attack(Some("slash"), vec![Step::Card(card("dodge"))]),
            3 => Command::Recover { seat, what: Recovery::Health },
            4 => Command::Attack(kick),
            5 => attack(Some("critical-hit"), Vec::new()),
            _ => attack(Some("thrust"), Vec::new()),
        };
        if !say(&mut table, wanted) {
            say(&mut table, Command::Reshuffle);
            assert!(say(&mut table, attack(None, Vec::new())));
        }
        if table.state().winner.is_some() {
            break;
        }
        if turn == 4 {
            say(&mut table, Command::Adjust { seat: Seat(0), by: -1 });
        }
        assert!(say(&mut table, Command::EndTurn { seat }));
    }
    said
}

fn at(size: Vec2, settings: Settings, happened: Vec<Command>) -> Players {
    Players::with(size, settings, happened)
}

fn light() -> Settings {
    Settings { theme: Theme::Light, ..Settings::default() }
}

fn high() -> Settings {
    Settings { contrast: Contrast::High, ..Settings::default() }
}

fn huge() -> Settings {
    Settings { text: TextSize::Huge, ..Settings::default() }
}

impl Players {
    fn pile_of(&self, pile: PileName, id: &str) -> u32 {
        self.harness.state().table::<Rules>().expect("it is Skirmish").state().pile(pile).of(&card(id))
    }

    /// Opens the pile by the place in the middle that shows it.
    fn open_pile(&mut self, title: &str) {
        let found = self.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with(title)));
        found.click();
        self.settle();
    }

    /// Opens the menu by any of its buttons.
    fn open_menu(&mut self) {
        self.harness.query_all_by_label("Menu").next().expect("a button").click();
        self.settle();
    }

    fn open_journal(&mut self) {
        self.harness.query_all_by_label("Journal").next().expect("a button").click();
        self.settle();
    }
}

#[test]
fn the_pile_is_put_right_by_ones_and_shuffled_when_the_deck_runs_out() {
    let mut players = at(TABLET, Settings::default(), fought(4, 2));
    players.open_pile("Normal discards");
    players.press("Parry: one more");
    players.press("Parry: one more");
    players.press("Parry: one less");
    assert_eq!(players.pile_of(PileName::Normal, "parry"), 1);
    assert_eq!(players.pile_of(PileName::Normal, "chop"), 1);
    players.check_controls(58.0, "the normal pile");
    players.look("pile-normal");
    players.press("The deck ran out: shuffle");
    assert_eq!(players.harness.state().table::<Rules>().expect("it is Skirmish").state().normal_pile.total(), 0);
    assert_eq!(players.harness.state().table::<Rules>().expect("it is Skirmish").state().reshuffles, 1);
}

#[test]
fn a_card_of_a_pile_opens_and_leads_back_to_the_pile() {
    let mut players = at(TABLET, Settings::default(), fought(4, 2));
    players.open_pile("Weapon discards");
    assert!(!players.has("Axe: one more"), "weapons are counted by the table itself");
    players.look("pile-weapon");
    players.press("Axe: 4");
    assert!(players.has("Turn Axe over"));
    players.press("The pile");
    assert!(players.has("Axe: 4"));
    players.press("Close");
    assert!(!players.has("Axe: 4"));
}

#[test]
fn two_fingers_at_once_discard_two_cards() {
    let happened =
        vec![Command::Begin(setup(4, Seating::Round)), Command::Recover { seat: Seat(1), what: Recovery::Health }];
    let mut players = at(TABLET, Settings::default(), happened);
    players.press("Orm: discard");
    let places = ["Parry: 0", "Dodge: 0"].map(|label| players.harness.get_by_label(label).rect().center());
    for phase in [egui::TouchPhase::Start, egui::TouchPhase::End] {
        for (finger, pos) in places.into_iter().enumerate() {
            let (device_id, id) = (egui::TouchDeviceId(0), egui::TouchId(finger as u64));
            players.harness.event(Event::Touch { device_id, id, phase, pos, force: None });
        }
        players.harness.step();
    }
    players.settle();
    assert!(players.has("Parry: 1") && players.has("Dodge: 1"), "neither is lost");
    // A pointer right after a touch is one that the system makes up from it.
    players.wait(0.8);
    players.press("Clear");
    assert!(players.has("Parry: 0") && players.has("Dodge: 0"));
}

#[test]
fn discards_add_up_before_one_button_does_it() {
    let recover = |seat| Command::Recover { seat, what: Recovery::Health };
    let mut happened = vec![Command::Begin(setup(4, Seating::Round))];
    happened.push(recover(Seat(1)));
    let mut players = at(TABLET, Settings::default(), happened);
    players.press("Orm: discard");
    players.press("Chop: 0");
    players.press("Chop: 1");
    players.press("Block: one more");
    players.press("Trip: one more");
    players.press("Trip: one less");
    assert_eq!(
        players.harness.state().table::<Rules>().expect("it is Skirmish").state().normal_pile.total(),
        0,
        "nothing is done yet"
    );
    players.look("discard");
    players.press("Discard these");
    assert_eq!(players.pile_of(PileName::Normal, "chop"), 2);
    assert_eq!(players.pile_of(PileName::Normal, "block"), 1);
    assert_eq!(players.harness.state().table::<Rules>().expect("it is Skirmish").state().normal_pile.total(), 3);
    assert!(!players.has("Discard these"), "the sheet closes");
}

/// Opens a reference over a game of four.
fn reference(size: Vec2, settings: Settings) -> Players {
    let mut players = at(size, settings, fought(4, 2));
    players.open_menu();
    players.press("Cards and rules");
    players
}

#[test]
fn a_card_is_found_by_a_few_letters_and_opens_with_its_rule() {
    let mut players = reference(TABLET, Settings::default());
    assert!(players.has("Mail") && players.has("Trip"), "all cards are there");
    players.look("reference");
    players.check_controls(58.0, "the reference");
    players.press("Letter H");
    players.press("Letter A");
    assert!(players.has("Two-Handed Axe") && players.has("Two-Handed Sword") && !players.has("Mail"));
    assert!(!players.has("Letter Q"), "letters that lead nowhere do not answer");
    players.look("reference-found");
    players.press("Two-Handed Axe");
    players.look("reference-card");
    players.check_controls(58.0, "an open card");
    players.press("Turn Two-Handed Axe over");
    players.look("reference-card-back");
    players.press("Open Rend");
    players.look("reference-word");
    players.press("Back");
    players.press("All cards");
    players.press("Clear the letters");
    assert!(players.has("Mail"));
}

#[test]
fn a_keyboard_finds_words_too() {
    let mut players = reference(TABLET, Settings::default());
    players.harness.event(Event::Text("char".into()));
    players.settle();
    assert!(players.has("Open 7.2 Charge") && players.has("Open Counter-charge"));
    assert!(!players.has("Sword"));
    players.press("Open 7.2 Charge");
    assert!(players.has("Parry"), "cards whose rule names it");
    players.look("reference-charge");
}

#[test]
fn the_rulebook_is_searched_in_its_running_text() {
    let mut players = reference(TABLET, Settings::default());
    players.harness.event(Event::Text("shuffle".into()));
    players.settle();
    assert!(players.has_some("Open "), "sections whose text has the word");
    assert!(players.shows("huffle"), "the words around it are shown");
    players.look("reference-text");
    players.check_controls(58.0, "results of the running text");
    players.press("Rulebook");
    players.look("reference-text-words");
    players.harness.event(Event::Text("zzz".into()));
    players.settle();
    assert!(!players.has_some("Open "));
    let mut phone = reference(PHONE, Settings::default());
    phone.harness.event(Event::Text("shuffle".into()));
    phone.settle();
    phone.look("reference-text-phone");
    assert!(phone.shows("huffle"));
}

#[test]
fn kinds_and_words_have_their_own_lists() {
    let mut players = reference(TABLET, Settings::default());
    players.press("Defences");
    assert!(players.has("Dodge") && !players.has("Chop"));
    players.press("Rulebook");
    players.look("reference-words");
    let mut missing = vec!["2 Setup", "5.1 The Shield", "7.1 Hook", "Ruling R5", "Weapon discard pile"];
    for _page in 0..3 {
        missing.retain(|part| !players.has(&format!("Open {part}")));
        if !missing.is_empty() {
            players.press("Next");
        }
    }
    assert_eq!(missing, [""; 0], "parts of the rulebook that no page of the list has");
    players.press("All");
    players.press("Rulebook");
    for _page in 0..3 {
        if !players.has("Open 7.1 Hook") {
            players.press("Next");
        }
    }
    players.press("Open 7.1 Hook");
    players.press("Next");
    assert!(players.has_some("Charge: "), "the section after it");
    players.look("reference-topic");
    players.press("Previous");
    players.press("All cards");
    assert!(players.has("Open 7.1 Hook"), "the list is as it was");
}

/// Pictures of the rulebook on every screen: a drawing, the art of a card, faces of cards.
#[test]
fn rules_have_their_pictures_on_every_screen() {
    for (name, size, settings) in [
        ("left", TABLET, Settings::default()),
        ("upright", UPRIGHT, light()),
        ("phone", PHONE, Settings::default()),
        ("huge", TABLET, huge()),
        ("high", PHONE, high()),
    ] {
        let mut players = reference(size, settings);
        for (rule, shown) in [
            ("Hook", None),
            ("Too many cards", Some("An axe lies in the snow")),
            ("Cards with two sides", Some("Shield")),
            ("With a Special Attack", Some("Chop")),
            ("Setup", None),
            ("The icons", None),
        ] {
            players.harness.event(Event::Text(rule.to_lowercase()));
            players.settle();
            let found =
                players.harness.get_all_by_label_contains(rule).next().and_then(|node| node.accesskit_node().label());
            players.press(&found.expect("a name"));
            assert!(shown.is_none_or(|shown| players.has_some(shown)), "{rule}: {shown:?}");
            players.look(&format!("reference-picture-{}-{name}", rule.replace(' ', "-").to_lowercase()));
            players.check_controls(44.0, &format!("{rule}, {name}"));
            players.press("All cards");
            if players.has("Letters") {
                players.press("Letters");
            }
            players.press("Clear the letters");
        }
    }
}

#[test]
fn a_card_that_is_held_opens_with_both_sides() {
    let mut players = at(TABLET, Settings::default(), fought(4, 2));
    let place = players.harness.get_by_label("Sigrid: Sword, change").rect().center();
    players.harness.event(Event::PointerMoved(place));
    players.harness.event(Event::PointerButton {
        pos: place,
        button: egui::PointerButton::Primary,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    });
    players.wait(0.6);
    assert!(players.has("Turn Sword over"));
    players.harness.event(Event::PointerButton {
        pos: place,
        button: egui::PointerButton::Primary,
        pressed: false,
        modifiers: egui::Modifiers::NONE,
    });
    players.settle();
    players.look("card");
    players.press("Turn Sword over");
    players.press("Next");
    assert!(players.has("Turn Two-Handed Axe over"));
    players.press("Open Hook");
    players.press("Back");
    players.press("Close");
    assert!(!players.has("Turn Two-Handed Axe over"));
}

/// The sheets in every orientation, on small screens and in other themes, for people to look at; their controls are
/// measured.
#[test]
fn sheets_have_room_on_every_screen() {
    let game = |turns| fought(4, turns);
    let (small, large) = (44.0, 58.0);
    for (name, size, settings, turns, least) in [
        ("left", TABLET, Settings::default(), 1, large),
        ("right", TABLET, Settings::default(), 3, large),
        ("small", SMALL, Settings::default(), 4, large),
        ("upright", UPRIGHT, Settings::default(), 4, large),
        ("phone", PHONE, Settings::default(), 4, small),
        ("light", TABLET, light(), 4, large),
        ("high", TABLET, high(), 4, large),
        ("huge", TABLET, huge(), 4, large),
    ] {
        let mut players = at(size, settings.clone(), game(turns));
        players.open_menu();
        players.press("Cards and rules");
        players.look(&format!("reference-{name}"));
        players.check_controls(least, &format!("reference, {name}"));
        if name == "phone" {
            players.press("Letters");
            players.look("reference-phone-letters");
            players.press("Kinds");
            players.press("Armour");
        }
        players.press("Shield");
        players.look(&format!("reference-card-{name}"));
        players.check_controls(least, &format!("card, {name}"));
        players.press("All cards");
        players.press("Rulebook");
        players.look(&format!("reference-words-{name}"));
        players.press("Close");
        players.open_pile("Normal discards");
        players.look(&format!("pile-{name}"));
        players.check_controls(least, &format!("pile, {name}"));
        players.press("Close");
        players.open_any_journal();
        players.look(&format!("journal-{name}"));
        players.check_controls(least, &format!("journal, {name}"));
        if name == "phone" {
            players.press("Chart of health");
            players.look("journal-phone-chart");
            players.press("What happened");
        }
        let line = players.line("turn of");
        players.press(&line);
        players.look(&format!("journal-then-{name}"));
        players.check_controls(least, &format!("the table as it was, {name}"));
    }
}

#[test]
fn the_end_has_room_on_every_screen() {
    for (name, size, settings, count) in [
        ("small", SMALL, Settings::default(), 4),
        ("upright", UPRIGHT, Settings::default(), 5),
        ("phone", PHONE, Settings::default(), 4),
        ("light", TABLET, light(), 8),
        ("high", TABLET, high(), 3),
        ("huge", TABLET, huge(), 2),
    ] {
        let mut players = at(size, settings, over(count));
        players.look(&format!("end-{name}"));
        players.check_controls(58.0, &format!("the end, {name}"));
    }
}

impl Players {
    /// Opens the journal, which a phone has in its menu.
    fn open_any_journal(&mut self) {
        if !self.has("Journal") {
            self.open_menu();
        }
        self.open_journal();
    }

    /// Returns the visible label of a line of the journal.
    fn line(&self, wanted: &str) -> String {
        let found = self.harness.query_all_by(|node| node.label().is_some_and(|label| label.contains(wanted)));
        found.filter_map(|node| node.accesskit_node().label()).next().unwrap_or_else(|| panic!("{wanted} is told"))
    }
}

#[test]
fn a_line_of_the_journal_shows_the_table_as_it_was_and_leads_back_there() {
    let mut players = at(TABLET, Settings::default(), fought(4, 9));
    players.open_journal();
    players.look("journal");
    players.check_controls(58.0, "the journal");
    let (now, then, line) = {
        let table = players.harness.state().table::<Rules>().expect("it is Skirmish");
        let lines = skirmish_tracker::table::tell::lines(table);
        let line = lines[lines.len() - 3].clone();
        (table.state().clone(), table.state_at(line.events.end), line)
    };
    assert_ne!(now, then);
    players.press(&skirmish_tracker::table::tell::text(&line.parts));
    players.look("journal-then");
    players.check_controls(58.0, "the table as it was");
    assert_eq!(
        *players.harness.state().table::<Rules>().expect("it is Skirmish").state(),
        now,
        "looking changes nothing"
    );
    let entries = players.harness.state().table::<Rules>().expect("it is Skirmish").entries().len();
    players.press("Undo to here");
    assert_eq!(*players.harness.state().table::<Rules>().expect("it is Skirmish").state(), then);
    assert_eq!(
        players.harness.state().table::<Rules>().expect("it is Skirmish").entries().len(),
        entries + 1,
        "one entry takes all of it back"
    );
    assert!(!players.has("Undo to here"), "the table is seen again");
}

#[test]
fn the_journal_is_read_by_pages() {
    let mut players = at(TABLET, Settings::default(), fought(4, 24));
    players.open_journal();
    let newest =
        skirmish_tracker::table::tell::lines(players.harness.state().table::<Rules>().expect("it is Skirmish"))
            .pop()
            .expect("a line");
    let newest = skirmish_tracker::table::tell::text(&newest.parts);
    assert!(players.has(&newest), "the newest is seen first");
    players.press("Earlier");
    assert!(!players.has(&newest));
    players.look("journal-earlier");
    players.press("Later");
    assert!(players.has(&newest));
    players.press("Close");
    assert!(!players.has(&newest));
}

/// Returns a game that was played until one was left.
fn over(players: usize) -> Vec<Command> {
    fought(players, 400)
}

#[test]
fn the_end_shows_who_is_left_and_what_everyone_did() {
    let mut players = at(TABLET, Settings::default(), over(4));
    assert!(players.harness.state().table::<Rules>().expect("it is Skirmish").state().winner.is_some());
    players.look("end");
    assert!(players.harness.try_run().is_ok(), "nothing moves at rest");
    players.check_controls(58.0, "the end");
    players.press("Journal");
    players.press("Close");
    players.press("The table");
    assert!(!players.has("Fight again"));
}

#[test]
fn the_chart_of_the_end_names_everyone() {
    for count in [2, 4, 8] {
        let players = at(TABLET, Settings::default(), over(count));
        let table = players.harness.state().table::<Rules>().expect("it is Skirmish");
        for player in &table.state().players {
            // Once in the list of what everyone did, once at the end of the line.
            assert!(players.times_shown(&player.name) >= 2, "{} of {count}", player.name);
        }
        let screen = players.harness.ctx.content_rect();
        let names = table.state().players.iter().flat_map(|player| players.places_shown(&player.name));
        let names: Vec<egui::Rect> = names.collect();
        for (index, name) in names.iter().enumerate() {
            assert!(screen.contains_rect(*name), "{count}: {name}");
            for other in &names[index + 1..] {
                assert!(!name.shrink(3.0).intersects(other.shrink(3.0)), "{count}: {name} {other}");
            }
        }
    }
}

#[test]
fn the_same_players_fight_again_with_the_next_dealer() {
    let mut players = at(TABLET, Settings::default(), over(4));
    let dealer = players.harness.state().table::<Rules>().expect("it is Skirmish").state().dealer;
    players.press("Fight again");
    let state = players.harness.state().table::<Rules>().expect("it is Skirmish").state().clone();
    assert_eq!((state.winner, state.round, state.dealer), (None, 1, Seat(dealer.0 + 1)));
    assert!(state.players.iter().all(|player| player.health == 12));
}

#[test]
fn the_last_blow_can_be_taken_back_from_the_end() {
    let mut players = at(TABLET, Settings::default(), over(3));
    let label = players.line("Undo");
    players.press(&label);
    assert_eq!(players.harness.state().table::<Rules>().expect("it is Skirmish").state().winner, None);
    assert!(!players.has("Fight again"), "the fight goes on");
}

/// Files by name.
type Saved = Vec<(String, Vec<u8>)>;

/// Keeps saved files, by name.
#[derive(Clone, Default)]
struct Drawer(Arc<Mutex<Saved>>);

impl skirmish_screens::Store for Drawer {
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), StoreError> {
        Ok(())
    }

    fn replace(
        &mut self,
        _journal: &str,
        _writer: skirmish_tracker::table::journal::Writer,
    ) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        self.0.lock().expect("nobody panics").push((name.to_owned(), bytes.to_vec()));
        Ok(name.to_owned())
    }
}

#[test]
fn the_end_is_saved_as_text_and_as_a_picture_for_other_people() {
    let drawer = Drawer::default();
    let mut players = Players::keeping(TABLET, Settings::default(), over(4), Box::new(drawer.clone()));
    players.press("Save text");
    players.press("Save picture");
    for _ in 0..600 {
        players.harness.step();
        if players.has("Fight again") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(players.has("Fight again"), "the buttons are back");
    let saved = drawer.0.lock().expect("nobody panics").clone();
    let [(text_name, text), (picture_name, picture)] = saved.as_slice() else { panic!("{} files", saved.len()) };
    assert!(text_name.ends_with(".txt") && picture_name.ends_with(".png"), "{text_name}, {picture_name}");
    let winner =
        players.harness.state().table::<Rules>().expect("it is Skirmish").state().winner.expect("someone is left");
    let name = &players.harness.state().table::<Rules>().expect("it is Skirmish").state().players[winner.index()].name;
    assert!(String::from_utf8_lossy(text).contains(name.as_str()));
    let saved = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens/end-saved.png");
    std::fs::create_dir_all(saved.parent().expect("a folder")).expect("a folder");
    std::fs::write(saved, picture).expect("a file");
    // It is as high as chats show pictures whole, and says which game it was, not only who won.
    let [width, height] = size_of(picture);
    assert_eq!([width, height], [656, 820]);
}

/// Returns the size of a picture, in pixels.
fn size_of(png: &[u8]) -> [u32; 2] {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a picture");
    [reader.info().width, reader.info().height]
}
