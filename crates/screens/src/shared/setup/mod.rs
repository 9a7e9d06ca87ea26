//! Setup: who plays, where they sit, who is the first. Nothing of it is an event before the game begins.

mod heading;
mod map;
mod names;
mod rows;
mod tiles;

pub use tiles::look_tiles;

use std::ops::RangeInclusive;

use egui::{Rect, Vec2, pos2, vec2};
use serde::de::DeserializeOwned;

use super::ornament::{self, Ornament};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, inset};
use crate::cards::Cards;
use crate::look::PAPER;
use crate::region::{Cut as _, Region, columns};
use crate::settings::Settings;
use crate::table::{PlayerColour, PlayerConfig, Seat, SeatCommand, Seating};
use crate::view::{Overview, SharedAction, UiAction, sharing};
use names::{Named, Naming};

/// A game's terms for parts of its setup.
pub struct Phrases<'a> {
    /// The heading.
    pub title: &'a str,
    /// The thing being set up: "a new melee".
    pub sub: &'a str,
    /// The button that begins the game.
    pub begin: &'a str,
    /// The button that adds a player.
    pub add: &'a str,
    /// The meaning of the first player; `None` if there is none.
    pub first: Option<First>,
}

/// The meaning of the first player of a game.
pub struct First {
    /// The button: "Deals".
    pub title: &'static str,
    /// On the map, and behind a name: "deals".
    pub badge: &'static str,
    /// Below "Draw lots": "who deals?".
    pub lots: &'static str,
    /// The same for screen readers.
    pub draw_lots: &'static str,
}

/// A game's setup beyond its players, kept in step with them.
pub trait Extras {
    /// Someone more plays, the last in the list.
    fn added(&mut self) {}

    /// A player, by number, does not play after all.
    fn removed(&mut self, _player: usize) {}

    /// Two players changed places.
    fn swapped(&mut self, _one: usize, _other: usize) {}

    /// How wide that is together which a player has in their row, in points, with a gap beside each; a row that is narrow then
    /// leaves out buttons that are also where names are written. None of it where rows have room for all of it.
    fn row_width(&self, _narrow: bool) -> f32 {
        0.0
    }

    /// Returns the panels on a screen of a size, in the order of the seats, for games with their own chairs; otherwise
    /// people sit as they choose, all round the table or at its long sides.
    fn chairs(&self, _size: Vec2) -> Option<Vec<Region>> {
        None
    }

    /// Draws the area between them on the map of the table.
    fn draw_between(&self, _canvas: &mut Canvas<'_, '_>, _cards: &Cards, _map: Rect) {}

    /// Draws what a player has in their row; each cell is so wide, from the right.
    fn draw_row(
        &mut self,
        _canvas: &mut Canvas<'_, '_>,
        _player: usize,
        _name: &str,
        _narrow: bool,
        _cell: &mut dyn FnMut(f32) -> Rect,
    ) {
    }

    /// True if the game has options, shown below the players; a phone may have no room for them.
    fn has_options(&self, _phone: bool) -> bool {
        false
    }

    /// How wide they must be; where half a line is less, they have a line of their own.
    fn options_width(&self) -> f32 {
        0.0
    }

    /// Draws them.
    fn draw_options(&mut self, _canvas: &mut Canvas<'_, '_>, _rect: Rect) {}
}

/// A game that sets up nothing but its people.
pub struct NoExtras;

impl Extras for NoExtras {}

/// Everything needed to draw the setup of a game.
pub struct Terms<'a> {
    /// The table, and whether a game goes on there.
    pub overview: &'a Overview<'a>,
    /// How things are called.
    pub phrases: Phrases<'a>,
    /// How many may play.
    pub players: RangeInclusive<usize>,
    /// Settings of this screen.
    pub settings: &'a Settings,
    /// True if the setup repeats the last one; `None` without a last one.
    as_last_time: Option<bool>,
}

impl<'a> Terms<'a> {
    /// Creates the terms of a setup, for a number of players.
    pub fn new(
        overview: &'a Overview<'a>,
        phrases: Phrases<'a>,
        players: RangeInclusive<usize>,
        settings: &'a Settings,
    ) -> Self {
        Self { overview, phrases, players, settings, as_last_time: None }
    }

    /// True if more people may play than the minimum.
    fn is_open(&self) -> bool {
        self.players.start() < self.players.end()
    }
}

/// Results of the setup of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupEvent<S> {
    /// To play as last time: with this setup.
    AsLastTime(S),
    /// To begin the game.
    Begin,
}

/// Taps on the setup screen that don't depend on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tapped {
    AsLastTime,
    Begin,
}

/// The people of a game that is being set up.
pub struct SetupScreen {
    /// The players, clockwise.
    pub players: Vec<PlayerConfig>,
    /// The first player.
    pub first: Seat,
    /// The arrangement of the panels on the screen.
    pub seating: Seating,
    naming: Option<Naming>,
    /// A player whose shield is being dragged.
    dragged: Option<usize>,
}

impl SetupScreen {
    /// A new game of these people; with others, up to the fewest that can play.
    pub fn new(
        players: Vec<PlayerConfig>,
        first: Seat,
        seating: Seating,
        fewest: usize,
        settings: &Settings,
        extras: &mut dyn Extras,
    ) -> Self {
        let mut screen = Self { players, first, seating, naming: None, dragged: None };
        screen.fill(&(fewest..=PlayerColour::ALL.len()), settings, extras);
        screen
    }

    /// Adds or removes players until the number is allowed.
    pub fn fill(&mut self, players: &RangeInclusive<usize>, settings: &Settings, extras: &mut dyn Extras) {
        while self.players.len() < (*players.start()).min(PlayerColour::ALL.len()) {
            self.add(settings, extras);
        }
        while self.players.len() > *players.end() {
            self.remove(self.players.len() - 1, extras);
        }
    }

    /// Draws the setup of a game, as it is `now`, over the whole screen; gives what people want with it.
    pub fn draw<S: PartialEq + DeserializeOwned, C: From<SeatCommand>, K, E>(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        mut terms: Terms<'_>,
        now: &S,
        extras: &mut dyn Extras,
        actions: &mut Vec<UiAction<C, K, E>>,
    ) -> Option<SetupEvent<S>> {
        let last: Option<S> = terms.settings.last(&terms.overview.book.about.game);
        terms.as_last_time = last.as_ref().map(|last| last == now);
        match sharing(actions, |actions| self.draw_all(canvas, &terms, extras, actions))? {
            Tapped::AsLastTime => last.map(SetupEvent::AsLastTime),
            Tapped::Begin => Some(SetupEvent::Begin),
        }
    }

    /// Draws what knows no game; it is compiled once.
    fn draw_all(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        terms: &Terms<'_>,
        extras: &mut dyn Extras,
        actions: &mut Vec<SharedAction>,
    ) -> Option<Tapped> {
        let settings = terms.settings;
        let whole = canvas.whole();
        if let Some(naming) = &mut self.naming {
            let first = terms.phrases.first.as_ref().map(|first| first.title);
            let (index, named) = (naming.player(), naming.draw(canvas, first, terms.is_open(), settings));
            if let Some(named) = named {
                self.naming = None;
                self.named(index, &named, settings, *terms.players.start(), extras);
            }
            return None;
        }
        let tablet = is_tablet(whole.size());
        let edge = if tablet { 24.0 } else { 8.0 };
        let inner = whole.shrink(edge);
        let lying = whole.width() > whole.height();
        let heading = inner.upper(if tablet { 60.0 } else { 48.0 });
        let mut event = heading::draw(canvas, heading, terms, actions);
        let phrases = &terms.phrases;
        let below = inset(inner, 0.0, heading.height() + 14.0, 0.0, 0.0);
        let foot_height = if tablet { 116.0 } else { 70.0 };
        if lying && !tablet {
            let [left, right] = columns(below, 10.0, [0.62, 0.38]);
            self.rows(canvas, terms, extras, left);
            let high = ((right.height() - 10.0) / 3.0).min(foot_height);
            let battle = right.lower(high);
            let tiles = right.with_max_y(battle.top() - 10.0);
            self.tiles(canvas, tiles, settings, phrases, actions);
            event = begin_button(canvas, battle, terms).or(event);
        } else if lying {
            let [left, right] = columns(below, 16.0, [0.5, 0.5]);
            let split = |rect: Rect| {
                let y = rect.bottom() - foot_height;
                (rect.with_max_y(y - 16.0), rect.with_min_y(y))
            };
            let ((seats, tiles), (players, battle)) = (split(left), split(right));
            self.map(canvas, seats, terms, extras);
            self.tiles(canvas, tiles, settings, phrases, actions);
            self.rows(canvas, terms, extras, players);
            event = begin_button(canvas, battle, terms).or(event);
        } else {
            let battle = below.lower(foot_height);
            let high = if tablet { 76.0 } else { foot_height };
            let tiles = Rect::from_min_size(battle.min - vec2(0.0, high + 10.0), vec2(battle.width(), high));
            let free = below.with_max_y(tiles.top() - 10.0);
            let map = self.map_height(free.height(), whole.size(), extras);
            if map > 0.0 {
                self.map(canvas, free.upper(map), terms, extras);
            }
            let rows = inset(free, 0.0, if map > 0.0 { map + 12.0 } else { 0.0 }, 0.0, 0.0);
            self.rows(canvas, terms, extras, rows);
            self.tiles(canvas, tiles, settings, phrases, actions);
            event = begin_button(canvas, battle, terms).or(event);
        }
        event
    }

    /// Returns the height of the map on portrait screens with this much free for it and the players; `None` without
    /// room.
    fn map_height(&self, free: f32, screen: Vec2, extras: &dyn Extras) -> f32 {
        /// Nor need it be higher than that.
        const MAX_MAP_HEIGHT: f32 = 560.0;
        /// No map is lower, in points: its chairs would be too small to be dragged.
        const MIN_MAP_HEIGHT: f32 = 220.0;
        let tablet = is_tablet(screen);
        let (own_chairs, has_options) = (extras.chairs(screen).is_some(), extras.has_options(!tablet));
        // Players, the button that adds one, and options.
        let rows = self.players.len() as f32 * (Self::least_row(false) + 8.0) - 8.0
            + 74.0
            + if has_options { 74.0 } else { 0.0 };
        let map = match (own_chairs, tablet) {
            (true, _) => free - 12.0 - self.rows_height() - if has_options { 74.0 } else { 0.0 },
            // The map takes the height that the players' rows don't need, and doesn't shrink for a few more of them.
            (false, true) => {
                let most = free - 12.0 - Self::least_height(self.players.len());
                (free - 12.0 - rows).max(free * 0.635).min(most).min(MAX_MAP_HEIGHT)
            }
            (false, false) => 0.0,
        };
        if map >= MIN_MAP_HEIGHT || tablet { map } else { 0.0 }
    }

    fn named(&mut self, index: usize, named: &Named, settings: &Settings, fewest: usize, extras: &mut dyn Extras) {
        match named {
            Named::Is(name) => {
                if let (Some(player), false) = (self.players.get_mut(index), name.trim().is_empty()) {
                    player.name = name.trim().to_owned();
                    self.take_shield(index, settings);
                }
            }
            Named::First => self.set_first(index),
            Named::Leaves if self.players.len() > fewest => self.remove(index, extras),
            Named::Leaves => {}
        }
    }

    /// Gives a player the shield of their last game; another new name at the table that has it takes theirs.
    fn take_shield(&mut self, index: usize, settings: &Settings) {
        let Some(own) = self.players.get(index).map(|player| player.colour) else { return };
        let Some(shield) = self.players.get(index).and_then(|player| settings.shields.get(&player.name)) else {
            return;
        };
        if let Some(holder) = self.players.iter_mut().find(|player| player.colour == *shield) {
            // People who have come with this shield themselves keep it.
            if settings.shields.get(&holder.name) == Some(shield) {
                return;
            }
            holder.colour = own;
        }
        if let Some(player) = self.players.get_mut(index) {
            player.colour = *shield;
        }
    }

    /// One more player, with a name and a colour that nobody has.
    fn add(&mut self, settings: &Settings, extras: &mut dyn Extras) {
        let taken = |colour: PlayerColour| self.players.iter().any(|player| player.colour == colour);
        let Some(colour) = PlayerColour::ALL.into_iter().find(|colour| !taken(*colour)) else { return };
        let known = |name: &str| self.players.iter().any(|player| player.name == name);
        let name = settings.known_names().find(|name| !known(name)).cloned().unwrap_or_else(|| first_name(colour));
        let chair = u8::try_from(self.players.len()).unwrap_or_default();
        self.players.push(PlayerConfig { name, colour, chair, note: String::new() });
        self.take_shield(self.players.len() - 1, settings);
        extras.added();
    }

    fn remove(&mut self, player: usize, extras: &mut dyn Extras) {
        if player >= self.players.len() {
            return;
        }
        self.players.remove(player);
        extras.removed(player);
        self.renumber();
        let first = self.first.index();
        let first = if first > player { first - 1 } else { first };
        self.set_first(first.min(self.players.len().saturating_sub(1)));
    }

    /// Two players change places; who is the first goes on being it.
    fn swap(&mut self, one: usize, other: usize, extras: &mut dyn Extras) {
        if one == other || one.max(other) >= self.players.len() {
            return;
        }
        self.players.swap(one, other);
        extras.swapped(one, other);
        self.renumber();
        let first = self.first.index();
        self.set_first(if first == one {
            other
        } else if first == other {
            one
        } else {
            first
        });
    }

    fn renumber(&mut self) {
        for (chair, player) in self.players.iter_mut().enumerate() {
            player.chair = u8::try_from(chair).unwrap_or_default();
        }
    }

    fn set_first(&mut self, player: usize) {
        self.first = Seat::at(player).unwrap_or(self.first);
    }
}

/// True for a screen that has room for large controls.
fn is_tablet(screen: Vec2) -> bool {
    screen.min_elem() >= 600.0
}

/// The one button that begins the game.
fn begin_button(canvas: &mut Canvas<'_, '_>, rect: Rect, terms: &Terms<'_>) -> Option<Tapped> {
    let title = [terms.phrases.begin];
    let button = Button { size: 44.0, ..Button::new(&title, Tone::Harm) };
    let tapped = button.show(canvas, "begin", rect).tapped();
    if rect.height() >= 100.0 {
        let knotwork =
            Rect::from_min_size(pos2(rect.left() + 28.0, rect.top() + 12.0), vec2(rect.width() - 56.0, 13.0));
        ornament::braid(canvas, terms.overview.book.cards, knotwork, Ornament::Plain, PAPER);
    }
    tapped.then_some(Tapped::Begin)
}

/// Returns a default name: the word of the colour.
fn first_name(colour: PlayerColour) -> String {
    let mut word = colour.id().to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}
