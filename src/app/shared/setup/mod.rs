//! Setup: who plays, where they sit, who is the first. Nothing of it is an event before the game begins.

mod map;
mod names;
mod rows;
mod tiles;

pub use tiles::look_tiles;

use std::ops::RangeInclusive;

use egui::{Align2, Rect, pos2, vec2};

use super::ornament::{self, Ornament};
use super::sheet::SheetKind;
use crate::app::button::{Button, Tone};
use crate::app::canvas::{Canvas, Words, within};
use crate::app::letters::Face;
use crate::app::look::{GOLD, PAPER};
use crate::app::region::columns;
use crate::app::settings::Settings;
use crate::app::touch::Gesture;
use crate::app::view::{Overview, SharedAction};
use crate::table::{Entrant, PlayerColour, Seat, Seating};
use names::{Named, Naming};

/// What a game calls the things of its setup.
pub struct Phrases<'a> {
    /// The heading.
    pub title: &'a str,
    /// What is being set up: "a new melee".
    pub sub: &'a str,
    /// The button that begins the game.
    pub begin: &'a str,
    /// The button that adds a player.
    pub add: &'a str,
    /// What it means to be the first; none where nobody is.
    pub first: Option<First>,
}

/// What it means to be the first player of a game.
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

/// What a game sets up besides its people, and keeps in step with them.
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

    /// Whether the game has options, which stand below the players.
    fn has_options(&self) -> bool {
        false
    }

    /// Draws them.
    fn draw_options(&mut self, _canvas: &mut Canvas<'_, '_>, _rect: Rect) {}
}

/// A game that sets up nothing but its people.
pub struct NoExtras;

impl Extras for NoExtras {}

/// What the setup of a game is drawn with.
pub struct Terms<'a> {
    /// The table, and whether a game goes on there.
    pub overview: &'a Overview<'a>,
    /// How things are called.
    pub phrases: Phrases<'a>,
    /// How many may play.
    pub players: RangeInclusive<usize>,
    /// Whether the setup is that of last time; none where there was no last time.
    pub as_last_time: Option<bool>,
}

/// What people want with the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupEvent {
    /// To play as last time.
    AsLastTime,
    /// To begin the game.
    Begin,
}

/// The people of a game that is being set up.
pub struct SetupScreen {
    /// Who plays, clockwise.
    pub players: Vec<Entrant>,
    /// Who is the first.
    pub first: Seat,
    /// How the panels lie on the screen.
    pub seating: Seating,
    naming: Option<Naming>,
    /// A player whose shield is being dragged.
    dragged: Option<usize>,
}

impl SetupScreen {
    /// A new game of these people; with others, up to the fewest that can play.
    pub fn new(
        (players, first, seating): (Vec<Entrant>, Seat, Seating),
        fewest: usize,
        settings: &Settings,
        extras: &mut dyn Extras,
    ) -> Self {
        let mut screen = Self { players, first, seating, naming: None, dragged: None };
        screen.fill(&(fewest..=PlayerColour::ALL.len()), settings, extras);
        screen
    }

    /// More people, or fewer, until so many play as can.
    pub fn fill(&mut self, players: &RangeInclusive<usize>, settings: &Settings, extras: &mut dyn Extras) {
        while self.players.len() < (*players.start()).min(PlayerColour::ALL.len()) {
            self.add(settings, extras);
        }
        while self.players.len() > *players.end() {
            self.remove(self.players.len() - 1, extras);
        }
    }

    /// Draws it over the whole screen; gives what people want with it.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        terms: &Terms<'_>,
        extras: &mut dyn Extras,
        settings: &Settings,
        actions: &mut Vec<SharedAction>,
    ) -> Option<SetupEvent> {
        let whole = canvas.whole();
        if let Some(naming) = &mut self.naming {
            let first = terms.phrases.first.as_ref().map(|first| first.title);
            let (index, named) = (naming.player(), naming.draw(canvas, first, settings));
            if let Some(named) = named {
                self.naming = None;
                self.named(index, &named, *terms.players.start(), extras);
            }
            return None;
        }
        let tablet = whole.size().min_elem() >= 600.0;
        let edge = if tablet { 24.0 } else { 8.0 };
        let inner = whole.shrink(edge);
        let lying = whole.width() > whole.height();
        let heading = Rect::from_min_size(inner.min, vec2(inner.width(), if tablet { 60.0 } else { 48.0 }));
        let mut event = heading_row(canvas, heading, terms, actions);
        let phrases = &terms.phrases;
        let below = within(inner, 0.0, heading.height() + 14.0, 0.0, 0.0);
        let foot_height = if tablet { 116.0 } else { 70.0 };
        if lying && !tablet {
            let [left, right] = columns(below, 10.0, [0.62, 0.38]);
            self.rows(canvas, terms, extras, left, settings);
            let high = ((right.height() - 10.0) / 3.0).min(foot_height);
            let battle = Rect::from_min_max(pos2(right.left(), right.bottom() - high), right.max);
            let tiles = Rect::from_min_max(right.min, pos2(right.right(), battle.top() - 10.0));
            self.tiles(canvas, tiles, settings, phrases, actions);
            event = begin_button(canvas, battle, terms).or(event);
        } else if lying {
            let [left, right] = columns(below, 16.0, [0.5, 0.5]);
            let split = |rect: Rect| {
                let y = rect.bottom() - foot_height;
                (
                    Rect::from_min_max(rect.min, pos2(rect.right(), y - 16.0)),
                    Rect::from_min_max(pos2(rect.left(), y), rect.max),
                )
            };
            let ((seats, tiles), (players, battle)) = (split(left), split(right));
            self.map(canvas, seats, phrases, extras);
            self.tiles(canvas, tiles, settings, phrases, actions);
            self.rows(canvas, terms, extras, players, settings);
            event = begin_button(canvas, battle, terms).or(event);
        } else {
            let battle = Rect::from_min_max(pos2(below.left(), below.bottom() - foot_height), below.max);
            let tiles = battle.translate(vec2(0.0, -foot_height - 10.0));
            let free = Rect::from_min_max(below.min, pos2(below.right(), tiles.top() - 10.0));
            let rows = Self::least_height(self.players.len()) + 12.0;
            let map = if tablet { (free.height() * 0.42).min(free.height() - rows) } else { 0.0 };
            if tablet {
                self.map(canvas, Rect::from_min_size(free.min, vec2(free.width(), map)), phrases, extras);
            }
            let rows = within(free, 0.0, map + if tablet { 12.0 } else { 0.0 }, 0.0, 0.0);
            self.rows(canvas, terms, extras, rows, settings);
            self.tiles(canvas, tiles, settings, phrases, actions);
            event = begin_button(canvas, battle, terms).or(event);
        }
        event
    }

    fn named(&mut self, index: usize, named: &Named, fewest: usize, extras: &mut dyn Extras) {
        match named {
            Named::Is(name) => {
                if let (Some(player), false) = (self.players.get_mut(index), name.trim().is_empty()) {
                    player.name = name.trim().to_owned();
                }
            }
            Named::First => self.set_first(index),
            Named::Leaves if self.players.len() > fewest => self.remove(index, extras),
            Named::Leaves => {}
        }
    }

    /// One more player, with a name and a colour that nobody has.
    fn add(&mut self, settings: &Settings, extras: &mut dyn Extras) {
        let taken = |colour: PlayerColour| self.players.iter().any(|player| player.colour == colour);
        let Some(colour) = PlayerColour::ALL.into_iter().find(|colour| !taken(*colour)) else { return };
        let known = |name: &str| self.players.iter().any(|player| player.name == name);
        let name = settings.names.iter().find(|name| !known(name)).cloned().unwrap_or_else(|| first_name(colour));
        let chair = u8::try_from(self.players.len()).unwrap_or_default();
        self.players.push(Entrant { name, colour, chair });
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

/// The name of the game, and what can be done besides setting it up.
fn heading_row(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    terms: &Terms<'_>,
    actions: &mut Vec<SharedAction>,
) -> Option<SetupEvent> {
    let colour = canvas.look().panel.text;
    let words = Words::new(Face::Caps, rect.height() * 0.85, colour);
    let mut event = None;
    let going_on = terms.overview.begun();
    // Two buttons stand beside it.
    let title = Rect::from_min_max(rect.min, pos2(rect.right() - 2.0 * 90.0 - 24.0, rect.bottom()));
    let title = heading_title(canvas, title, words, terms, actions);
    // On a phone there is just room for two.
    let most = (rect.right() - title.right() - 24.0) / 2.0;
    let wide = (rect.width() * 0.24).clamp(110.0, 250.0);
    let wide = if going_on || terms.as_last_time.is_none() { wide } else { wide.min(most) };
    let button = Rect::from_min_max(pos2(rect.right() - wide, rect.top()), rect.max);
    if going_on {
        if Button::new(&["Back to the game", "Back"], Tone::Raised).show(canvas, "back to table", button).tapped() {
            actions.push(SharedAction::BackToTable);
        }
    } else if let Some(off) = terms.as_last_time {
        let last = Button { off, ..Button::new(&["As last time", "As last"], Tone::Raised) };
        if last.show(canvas, "last", button).tapped() {
            event = Some(SetupEvent::AsLastTime);
        }
    }
    // A game from another table is for those who have none here; the others find it in their menu.
    let button = match terms.as_last_time {
        Some(_) if !going_on => button.translate(vec2(-button.width() - 8.0, 0.0)),
        _ => button,
    };
    if !going_on {
        let bring = Button { label: "Bring a game here", ..Button::new(&["Bring a game", "Bring"], Tone::Raised) };
        if bring.show(canvas, "bring", button).tapped() {
            actions.push(SharedAction::Open(Seat::default(), SheetKind::Move));
        }
    }
    let free = Rect::from_min_max(
        pos2(title.right() + 20.0, rect.center().y - 10.0),
        pos2(button.left() - 20.0, rect.center().y + 10.0),
    );
    if free.width() >= 120.0 {
        let words = Words::new(Face::Italic, 24.0, canvas.look().panel.quiet);
        let said = terms.phrases.sub;
        let width = canvas.width(words, said);
        let knotwork =
            Rect::from_min_max(free.min, pos2((free.right() - width - 20.0).min(free.left() + 330.0), free.max.y));
        if knotwork.width() >= 80.0 {
            ornament::braid(canvas, terms.overview.book.cards, knotwork, Ornament::Bright, GOLD);
            canvas.text(pos2(knotwork.right() + 18.0, rect.center().y), Align2::LEFT_CENTER, words, said);
        }
    }
    event
}

/// The name of the game; where there are other games, it leads back to them. Gives where it stands.
fn heading_title(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    words: Words,
    terms: &Terms<'_>,
    actions: &mut Vec<SharedAction>,
) -> Rect {
    if !terms.overview.shelf {
        return canvas.fit_figure(rect, Align2::LEFT_CENTER, words, terms.phrases.title);
    }
    let arrow = canvas.figure(rect.left_center(), Align2::LEFT_CENTER, Words { face: Face::Figure, ..words }, "‹");
    let beside = Rect::from_min_max(pos2(arrow.right() + 8.0, rect.top()), rect.max);
    let title = canvas.fit_figure(beside, Align2::LEFT_CENTER, words, terms.phrases.title);
    let place = Rect::from_min_max(rect.min, pos2(title.right(), rect.bottom()));
    if canvas.control("games", place, Gesture::Tap, "Games").tapped() {
        actions.push(SharedAction::Games);
    }
    title
}

/// The one button that begins the game.
fn begin_button(canvas: &mut Canvas<'_, '_>, rect: Rect, terms: &Terms<'_>) -> Option<SetupEvent> {
    let title = [terms.phrases.begin];
    let button = Button { size: 44.0, ..Button::new(&title, Tone::Harm) };
    let tapped = button.show(canvas, "begin", rect).tapped();
    if rect.height() >= 100.0 {
        let knotwork =
            Rect::from_min_size(pos2(rect.left() + 28.0, rect.top() + 12.0), vec2(rect.width() - 56.0, 13.0));
        ornament::braid(canvas, terms.overview.book.cards, knotwork, Ornament::Plain, PAPER);
    }
    tapped.then_some(SetupEvent::Begin)
}

/// What someone is called who has not said: the word of the colour.
fn first_name(colour: PlayerColour) -> String {
    let mut word = colour.id().to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}
