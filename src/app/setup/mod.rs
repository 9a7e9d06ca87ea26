//! Setup: who plays, where they sit, who deals. Nothing of it is an event before the battle begins.

mod map;
mod names;
mod rows;
mod tiles;

pub use tiles::look_tiles;

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::letters::Face;
use super::look::{GOLD, PAPER};
use super::settings::Settings;
use super::stage::{Stage, Words, within};
use super::turn::columns;
use super::view::{Leaflet, View, Wish};
use crate::table::{CardId, Command, Entrant, Livery, Rules, Seat, Setup};
use names::{Named, Naming};

/// A game that is being set up.
pub struct SetupScreen {
    setup: Setup,
    naming: Option<Naming>,
    /// A player whose shield is being dragged.
    dragged: Option<usize>,
    lots: u64,
}

impl SetupScreen {
    /// A new game; as last time where there was one.
    pub fn new(settings: &Settings) -> Self {
        let setup = settings.last.clone().unwrap_or_default();
        let mut screen = Self { setup, naming: None, dragged: None, lots: 0 };
        while screen.setup.players.len() < FEWEST {
            screen.add(settings);
        }
        screen
    }

    /// Draws it over the whole screen.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, settings: &Settings, wishes: &mut Vec<Wish>) {
        let whole = stage.whole();
        if let Some(naming) = &mut self.naming {
            let (index, named) = (naming.player(), naming.draw(stage, settings));
            if let Some(named) = named {
                self.naming = None;
                self.named(index, &named);
            }
            return;
        }
        let tablet = whole.size().min_elem() >= 600.0;
        let edge = if tablet { 24.0 } else { 8.0 };
        let inner = whole.shrink(edge);
        let heading = Rect::from_min_size(inner.min, vec2(inner.width(), if tablet { 60.0 } else { 48.0 }));
        self.heading(stage, heading, settings, view, wishes);
        let below = within(inner, 0.0, heading.height() + 14.0, 0.0, 0.0);
        let foot_height = if tablet { 116.0 } else { 70.0 };
        if whole.width() > whole.height() && tablet {
            let [left, right] = columns(below, 16.0, [0.5, 0.5]);
            let split = |rect: Rect| {
                let y = rect.bottom() - foot_height;
                (
                    Rect::from_min_max(rect.min, pos2(rect.right(), y - 16.0)),
                    Rect::from_min_max(pos2(rect.left(), y), rect.max),
                )
            };
            let ((seats, tiles), (players, battle)) = (split(left), split(right));
            self.map(stage, seats);
            self.tiles(stage, tiles, settings, wishes);
            self.rows(stage, view, players, settings);
            self.battle(stage, battle, wishes);
        } else {
            let battle = Rect::from_min_max(pos2(below.left(), below.bottom() - foot_height), below.max);
            let tiles = battle.translate(vec2(0.0, -foot_height - 10.0));
            let free = Rect::from_min_max(below.min, pos2(below.right(), tiles.top() - 10.0));
            let map = if tablet { free.height() * 0.42 } else { 0.0 };
            if tablet {
                self.map(stage, Rect::from_min_size(free.min, vec2(free.width(), map)));
            }
            self.rows(stage, view, within(free, 0.0, map + if tablet { 12.0 } else { 0.0 }, 0.0, 0.0), settings);
            self.tiles(stage, tiles, settings, wishes);
            self.battle(stage, battle, wishes);
        }
    }

    fn heading(
        &mut self,
        stage: &mut Stage<'_, '_>,
        rect: Rect,
        settings: &Settings,
        view: View<'_>,
        wishes: &mut Vec<Wish>,
    ) {
        let colour = stage.look().panel.text;
        let words = Words::new(Face::Caps, rect.height() * 0.85, colour);
        let title = stage.figure(rect.left_center(), Align2::LEFT_CENTER, words, "Skirmish");
        let going_on = view.state.begun();
        // On a telephone there is just room for two.
        let most = (rect.right() - title.right() - 24.0) / 2.0;
        let wide = (rect.width() * 0.24).clamp(110.0, 250.0);
        let wide = if going_on || settings.last.is_none() { wide } else { wide.min(most) };
        let button = Rect::from_min_max(pos2(rect.right() - wide, rect.top()), rect.max);
        if going_on {
            if Button::new(&["Back to the game", "Back"], Tone::Raised).show(stage, "back to table", button).tapped() {
                wishes.push(Wish::BackToTable);
            }
        } else if let Some(last) = &settings.last {
            let off = *last == self.setup;
            if (Button { off, ..Button::new(&["As last time", "As last"], Tone::Raised) })
                .show(stage, "last", button)
                .tapped()
            {
                self.setup = last.clone();
            }
        }
        // A game from another table is for those who have none here; the others find it in their menu.
        let button = match settings.last {
            Some(_) if !going_on => button.translate(vec2(-button.width() - 8.0, 0.0)),
            _ => button,
        };
        if !going_on {
            let bring = Button { label: "Bring a game here", ..Button::new(&["Bring a game", "Bring"], Tone::Raised) };
            if bring.show(stage, "bring", button).tapped() {
                wishes.push(Wish::Open(Seat::default(), Leaflet::Move));
            }
        }
        let free = Rect::from_min_max(
            pos2(title.right() + 20.0, rect.center().y - 10.0),
            pos2(button.left() - 20.0, rect.center().y + 10.0),
        );
        if free.width() >= 120.0 {
            let words = Words::new(Face::Italic, 24.0, stage.look().panel.quiet);
            let said = "a new melee";
            let width = stage.width(words, said);
            let knot =
                Rect::from_min_max(free.min, pos2((free.right() - width - 20.0).min(free.left() + 330.0), free.max.y));
            if knot.width() >= 80.0 {
                stage.knot(knot, "special", GOLD);
                stage.text(pos2(knot.right() + 18.0, rect.center().y), Align2::LEFT_CENTER, words, said);
            }
        }
    }

    /// The one button that begins the game.
    fn battle(&mut self, stage: &mut Stage<'_, '_>, rect: Rect, wishes: &mut Vec<Wish>) {
        let button = Button { size: 44.0, ..Button::new(&["To battle"], Tone::Harm) };
        let tapped = button.show(stage, "battle", rect).tapped();
        if rect.height() >= 100.0 {
            let knot =
                Rect::from_min_size(pos2(rect.left() + 28.0, rect.top() + 12.0), vec2(rect.width() - 56.0, 13.0));
            stage.knot(knot, "basic", PAPER);
        }
        if tapped {
            wishes.push(Wish::Do(Command::Begin(self.setup.clone())));
        }
    }

    fn named(&mut self, index: usize, named: &Named) {
        match named {
            Named::Is(name) => {
                if let (Some(player), false) = (self.setup.players.get_mut(index), name.trim().is_empty()) {
                    player.name = name.trim().to_owned();
                }
            }
            Named::Deals => self.set_dealer(index),
            Named::Leaves if self.setup.players.len() > FEWEST => self.remove(index),
            Named::Leaves => {}
        }
    }

    /// One more player, with a name and a colour that nobody has.
    fn add(&mut self, settings: &Settings) {
        let taken = |livery: Livery| self.setup.players.iter().any(|player| player.livery == livery);
        let Some(livery) = Livery::ALL.into_iter().find(|livery| !taken(*livery)) else { return };
        let known = |name: &str| self.setup.players.iter().any(|player| player.name == name);
        let name = settings.names.iter().find(|name| !known(name)).cloned().unwrap_or_else(|| first_name(livery));
        let chair = u8::try_from(self.setup.players.len()).unwrap_or_default();
        self.setup.players.push(Entrant { name, livery, chair });
        if self.setup.highlander {
            self.setup.weapons.push(None);
        }
    }

    fn remove(&mut self, player: usize) {
        if player >= self.setup.players.len() {
            return;
        }
        self.setup.players.remove(player);
        if player < self.setup.weapons.len() {
            self.setup.weapons.remove(player);
        }
        self.renumber();
        let dealer = self.setup.dealer.index();
        let dealer = if dealer > player { dealer - 1 } else { dealer };
        self.set_dealer(dealer.min(self.setup.players.len().saturating_sub(1)));
    }

    /// Two players change places; who deals goes on dealing.
    fn swap(&mut self, one: usize, other: usize) {
        if one == other || one.max(other) >= self.setup.players.len() {
            return;
        }
        self.setup.players.swap(one, other);
        if one.max(other) < self.setup.weapons.len() {
            self.setup.weapons.swap(one, other);
        }
        self.renumber();
        let dealer = self.setup.dealer.index();
        self.set_dealer(if dealer == one {
            other
        } else if dealer == other {
            one
        } else {
            dealer
        });
    }

    fn renumber(&mut self) {
        for (chair, player) in self.setup.players.iter_mut().enumerate() {
            player.chair = u8::try_from(chair).unwrap_or_default();
        }
    }

    fn set_dealer(&mut self, player: usize) {
        self.setup.dealer = u8::try_from(player).map_or(self.setup.dealer, Seat);
    }

    /// Highlander on or off; with it, weapons of two hands are dealt out as far as they go (S57).
    fn toggle_highlander(&mut self, rules: &Rules) {
        self.setup.highlander = !self.setup.highlander;
        self.setup.weapons.clear();
        if self.setup.highlander {
            for _ in 0..self.setup.players.len() {
                let next = self.free_weapons(rules).into_iter().next();
                self.setup.weapons.push(next);
            }
        }
    }

    /// The weapons of two hands of which there are more than were given out.
    fn free_weapons(&self, rules: &Rules) -> Vec<CardId> {
        let decks = usize::from(self.setup.decks.max(1));
        let given = |card: &CardId| self.setup.weapons.iter().flatten().filter(|given| *given == card).count();
        let there = |card: &CardId| usize::try_from(rules.count(card)).unwrap_or_default() * decks;
        let both_hands = rules.weapons().iter().filter(|card| rules.two_handed(card));
        both_hands.filter(|card| given(card) < there(card)).cloned().collect()
    }
}

/// No game has fewer players (S2); the table itself refuses a setup that does not fit its data.
const FEWEST: usize = 2;

/// What someone is called who has not said: the word of the colour.
fn first_name(livery: Livery) -> String {
    let mut word = livery.id().to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}
