//! Journal, chart, reference, cards, piles and the end of a game, as people use them.
#![cfg(feature = "tracker")]

mod screens_common;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use egui::{Event, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use screens_common::{Players, setup};
use skirmish::app::{Contrast, Settings, TextSize, Theme};
use skirmish::shelf::Builtin;
use skirmish::table::{Attack, CardId, Command, Means, Millis, PileName, Recovery, Rules, Seat, Seating, Step, Table};

const TABLET: Vec2 = vec2(1180.0, 820.0);
const SMALL: Vec2 = vec2(1024.0, 768.0);
const UPRIGHT: Vec2 = vec2(820.0, 1180.0);
const PHONE: Vec2 = vec2(412.0, 892.0);

fn card(id: &str) -> CardId {
    CardId::new(id)
}

/// A table in memory on which commands are tried before the screens get them.
fn table() -> Table {
    let reading = skirmish::read::game(&Builtin, "skirmish-5e");
    let rules = Rules::new(&reading.game.expect("the game is right")).expect("the game can be played");
    Table::new(Arc::new(rules))
}

/// What so many players do in so many turns, or until one is left.
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
    fn press(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    fn has(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    fn pile_of(&self, pile: PileName, id: &str) -> u32 {
        self.harness.state().table().state().pile(pile).of(&card(id))
    }

    /// Opens the pile by the place in the middle that shows it.
    fn open_pile(&mut self, title: &str) {
        let found = self.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with(title)));
        found.click();
        self.settle();
    }

    /// Every control is large enough and apart from the others.
    fn check_controls(&self, least: Vec2, what: &str) {
        let controls: Vec<egui::Rect> = self.harness.state().controls().collect();
        let screen = self.harness.ctx.content_rect().expand(0.5);
        let own: Vec<&egui::Rect> = controls.iter().filter(|rect| rect.width() < screen.width() * 0.9).collect();
        for (index, rect) in own.iter().enumerate() {
            assert!(rect.width().min(rect.height()) >= least.x.min(least.y) - 0.1, "{what}: {rect:?}");
            assert!(screen.contains_rect(**rect), "{what}: {rect:?} is off the screen");
            for other in &own[index + 1..] {
                assert!(!rect.expand(7.9).intersects(**other) || least.x < 58.0, "{what}: {rect:?} and {other:?}");
            }
        }
        assert!(!own.is_empty(), "{what}");
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
    players.check_controls(vec2(58.0, 58.0), "the normal pile");
    players.look("pile-normal");
    players.press("The deck ran out: shuffle");
    assert_eq!(players.harness.state().table().state().normal_pile.total(), 0);
    assert_eq!(players.harness.state().table().state().reshuffles, 1);
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
    assert_eq!(players.harness.state().table().state().normal_pile.total(), 0, "nothing is done yet");
    players.look("discard");
    players.press("Discard these");
    assert_eq!(players.pile_of(PileName::Normal, "chop"), 2);
    assert_eq!(players.pile_of(PileName::Normal, "block"), 1);
    assert_eq!(players.harness.state().table().state().normal_pile.total(), 3);
    assert!(!players.has("Discard these"), "the sheet closes");
}
