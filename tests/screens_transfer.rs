//! A game that leaves a table as a code, a link or a file, and is played on at another, as people do it.

use std::sync::{Arc, Mutex, PoisonError};

use crate::screens_common::{Dropped, Players, TABLET, UPRIGHT, remembered, setup};
use egui::{Event, OutputCommand, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use skirmish_screens::{Contrast, Settings, Store, StoreError, TextSize, Theme};
use skirmish_tracker::table::journal::Writer;
use skirmish_tracker::table::skirmish::{Attack, Command};
use skirmish_tracker::table::{CardId, Seat, SeatCommand, Seating, journal, transfer};

const PHONE: Vec2 = vec2(390.0, 844.0);

/// Records what a store was asked to keep.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Recorded>>);

#[derive(Default)]
struct Recorded {
    appended: usize,
    replaced: Vec<String>,
    saved: Vec<(String, Vec<u8>)>,
    chosen: Option<Result<Vec<u8>, StoreError>>,
    asked: usize,
    full: bool,
    address: Option<String>,
}

impl Kept {
    fn with<A>(&self, look: impl FnOnce(&mut Recorded) -> A) -> A {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn at(address: &str) -> Self {
        let kept = Self::default();
        kept.with(|recorded| recorded.address = Some(address.to_owned()));
        kept
    }
}

impl Store for Kept {
    fn append(&mut self, _entry: &str) -> Result<(), StoreError> {
        self.with(|recorded| recorded.appended += 1);
        Ok(())
    }

    fn settings(&mut self, _settings: &Settings) -> Result<(), StoreError> {
        Ok(())
    }

    fn save(&mut self, name: &str, bytes: &[u8]) -> Result<String, StoreError> {
        self.with(|recorded| recorded.saved.push((name.to_owned(), bytes.to_vec())));
        Ok(name.to_owned())
    }

    fn replace(&mut self, journal: &str, _writer: Writer) -> Result<Option<String>, StoreError> {
        self.with(|recorded| {
            if recorded.full {
                return Err(StoreError::System("the disk is full".to_owned()));
            }
            recorded.replaced.push(journal.to_owned());
            Ok(Some("game.journal.before-1".to_owned()))
        })
    }

    fn pick(&mut self) -> bool {
        self.with(|recorded| recorded.asked += 1);
        true
    }

    fn picked(&mut self) -> Option<Result<Vec<u8>, StoreError>> {
        self.with(|recorded| recorded.chosen.take())
    }

    fn address(&self) -> Option<String> {
        self.with(|recorded| recorded.address.clone())
    }
}

/// Returns a game with a number of players and of blows.
fn fought(players: usize, blows: usize) -> Vec<Command> {
    let mut said = vec![Command::Begin(setup(players, Seating::Round))];
    for blow in 0..blows {
        let seat = Seat(u8::try_from((blow + 1) % players).expect("few"));
        let target = Seat(u8::try_from((blow + 2) % players).expect("few"));
        let basic = ["slash", "chop"][blow % 2];
        said.push(Command::Attack(Attack { basic: Some(CardId::new(basic)), ..Attack::plain(seat, target) }));
        said.push(Command::Adjust { seat: target, by: 1 });
        said.push(Command::EndTurn { seat });
    }
    said
}

fn playing(size: Vec2, settings: Settings, happened: Vec<Command>, kept: &Kept) -> Players {
    Players::keeping(size, settings, happened, Box::new(kept.clone()))
}

impl Players {
    fn open_move(&mut self) {
        self.harness.query_all_by_label("Menu").next().expect("a button").click();
        self.settle();
        let size = self.harness.ctx.content_rect().size();
        self.look(&format!("menu-{}x{}", size.x, size.y));
        self.check_controls(58.0, "the menu");
        self.press("Move this game");
    }

    fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.settle();
    }

    fn drop_file(&mut self, bytes: &[u8]) {
        self.harness.input_mut().dropped_files.push(Arc::new(Dropped(bytes.to_vec())));
        self.settle();
    }

    fn text(&self) -> String {
        journal::text(self.state()).expect("text")
    }
}

/// Returns the text of the code on a picture of the screen.
fn scanned(players: &mut Players) -> Option<String> {
    players.settle();
    let picture = players.harness.render().expect("a picture");
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let grey = |x: usize, y: usize| picture.as_raw()[4 * (y * width + x) + 1];
    let mut seen = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let grids = seen.detect_grids();
    grids.first().map(|grid| grid.decode().expect("a code that can be read").1)
}

#[test]
fn a_game_is_scanned_from_the_screen_whichever_way_it_faces() {
    for (size, settings, players, blows) in [
        (TABLET, Settings::default(), 4, 12),
        (TABLET, Settings { theme: Theme::Light, ..Settings::default() }, 4, 1),
        (TABLET, Settings::default(), 4, 2),
        (TABLET, Settings { contrast: Contrast::High, ..Settings::default() }, 4, 3),
        (UPRIGHT, Settings { text: TextSize::Huge, ..Settings::default() }, 8, 3),
        (PHONE, Settings::default(), 2, 4),
    ] {
        let kept = Kept::at("https://example.org/skirmish/");
        let mut table = playing(size, settings, fought(players, blows), &kept);
        table.open_move();
        let what = format!("move-{}x{}-{players}-{blows}", size.x, size.y);
        table.look(&what);
        table.check_controls(58.0, &what);
        let text = scanned(&mut table).unwrap_or_else(|| panic!("{what}: there is no code"));
        let packed = transfer::from_link(&text).expect("a link");
        assert_eq!(text, transfer::link("https://example.org/skirmish/", packed));
        let back = transfer::unpack(packed, table.state().rules()).expect("a game");
        assert_eq!(journal::text(&back).expect("text"), table.text(), "{what}");
    }
}

#[test]
fn a_game_leaves_as_a_file_and_as_a_link() {
    let kept = Kept::default();
    let mut table = playing(TABLET, Settings::default(), fought(4, 5), &kept);
    table.open_move();
    table.press("Save to a file");
    let (name, bytes) = kept.with(|recorded| recorded.saved[0].clone());
    assert!(name.starts_with("Skirmish 20") && name.ends_with(".journal"), "{name}");
    assert_eq!(String::from_utf8(bytes).expect("text"), table.text());
    table.harness.get_by_label("Copy as text").click();
    let copied = (0..20).find_map(|_| {
        table.harness.step();
        table.harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    table.harness.step();
    assert!(table.shows("Copied"));
    let packed = transfer::pack(table.state()).expect("packed");
    assert_eq!(copied.as_deref(), Some(packed.as_str()), "no page is known, so it is the bare text");
}

#[test]
fn a_long_game_is_too_much_for_a_code_and_says_so() {
    let mut many = fought(8, 6);
    for tap in 0..900_i64 {
        many.push(Command::Adjust {
            seat: Seat(u8::try_from(tap % 5 + 3).expect("few")),
            by: if tap / 5 % 2 == 0 { -1 } else { 1 },
        });
        if tap % 3 == 0 {
            many.push(SeatCommand::Rename { seat: Seat(0), name: format!("Name {}", tap * 7919 % 1000) }.into());
        }
    }
    let mut table = playing(TABLET, Settings::default(), many, &Kept::default());
    table.open_move();
    table.look("move-long");
    assert!(table.shows("A long game"));
    assert_eq!(scanned(&mut table), None);
    table.check_controls(58.0, "a long game");
}

#[test]
fn a_file_that_is_dropped_is_shown_and_then_played() {
    let there = playing(TABLET, Settings::default(), fought(5, 9), &Kept::default());
    let kept = Kept::default();
    let mut here = playing(TABLET, Settings::default(), fought(3, 1), &kept);
    let before = here.text();
    here.drop_file(there.text().as_bytes());
    here.look("bring");
    here.check_controls(58.0, "a game that was brought");
    assert!(here.shows("Ragnhild") && here.shows("archived, not lost"));
    assert_eq!(
        (here.text(), kept.with(|recorded| recorded.replaced.len())),
        (before.clone(), 0),
        "nothing is done yet"
    );
    here.press("Back");
    assert_eq!(here.text(), before);
    here.drop_file(there.text().as_bytes());
    here.press("Play it here");
    assert_eq!(here.text(), there.text());
    assert_eq!(kept.with(|recorded| recorded.replaced.clone()), [there.text()]);
    assert!(here.shows("game.journal.before-1"), "where the one before is");
    here.look("brought");
    // Its own history counts.
    let events = here.state().done().len();
    here.tap_first("Undo");
    assert_eq!((here.state().done().len(), kept.with(|recorded| recorded.appended)), (events - 1, 1));
}

#[test]
fn a_game_that_cannot_be_kept_is_not_played() {
    let there = playing(TABLET, Settings::default(), fought(5, 2), &Kept::default());
    let kept = Kept::default();
    kept.with(|recorded| recorded.full = true);
    let mut here = playing(TABLET, Settings::default(), fought(3, 1), &kept);
    let before = here.text();
    here.drop_file(there.text().as_bytes());
    here.press("Play it here");
    assert!(here.shows("the disk is full") && here.has("Play it here"));
    assert_eq!(here.text(), before);
}

#[test]
fn a_link_is_pasted_and_a_damaged_one_is_refused() {
    let there = playing(TABLET, Settings::default(), fought(4, 6), &Kept::default());
    let packed = transfer::pack(there.state()).expect("packed");
    let link = transfer::link("https://example.org/", &packed);
    let mut here = playing(TABLET, Settings::default(), fought(3, 1), &Kept::default());
    here.paste("Orm owes me a horn of mead");
    assert!(!here.has("Play it here") && !here.shows("Can’t bring this game"), "that was meant for something else");
    here.paste(&link[..link.len() - 3]);
    assert!(!here.has("Play it here"));
    assert!(here.shows("part of it is missing or altered"));
    here.look("bring-refused");
    here.paste(&link);
    here.press("Play it here");
    assert_eq!(here.text(), there.text());
    here.open_move();
    here.paste("Orm owes me a horn of mead");
    assert!(here.shows("Can’t bring this game"), "here a game was asked for");
}

#[test]
fn a_file_is_chosen_from_the_setup_and_damage_is_told() {
    let there = playing(TABLET, Settings::default(), fought(4, 6), &Kept::default());
    let text = there.text();
    for (size, last) in [(TABLET, None), (PHONE, None), (PHONE, remembered(setup(3, Seating::Round)))] {
        let kept = Kept::default();
        let mut here = playing(
            size,
            Settings {
                last: last.map(|setup| ("skirmish-5e".to_owned(), setup)).into_iter().collect(),
                ..Settings::default()
            },
            Vec::new(),
            &kept,
        );
        here.look(&format!("setup-bring-{}", size.x));
        here.press("Bring a game here");
        here.look(&format!("setup-move-{}", size.x));
        here.check_controls(58.0, "a game for an empty table");
        assert!(!here.has("Save to a file"));
        here.press("Bring a game here");
        assert_eq!(kept.with(|recorded| recorded.asked), 1);
        let cut = text.trim_end().rfind('\n').expect("lines") - 30;
        let mut bytes = text.clone().into_bytes();
        bytes[cut] ^= 1;
        kept.with(|recorded| recorded.chosen = Some(Ok(bytes)));
        here.settle();
        here.look(&format!("bring-damaged-{}", size.x));
        assert!(here.shows("is invalid") && here.shows("2 lines were ignored"));
        here.press("Play it here");
        assert_eq!(here.state().entries().len(), there.state().entries().len() - 2);
    }
}
