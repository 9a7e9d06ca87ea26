//! What lies between the panels: the two piles, the last thing that happened, undo and redo, journal and menu.

use egui::{Align2, Pos2, Rect, Stroke, pos2, vec2};

use super::button::{Button, Tone};
use super::head::{self, Shown};
use super::letters::Face;
use super::livery::emblem;
use super::look::{GOLD, INK};
use super::seats::Middle;
use super::stage::{Stage, Tools, Words, radius, within};
use super::touch::Manner;
use super::turn::{Facing, Leaf, columns};
use super::view::{Awake, Leaflet, View, Wish};
use crate::gallery::{Side, Sign};
use crate::table::tell::{self, Part};
use crate::table::{CardId, Command, PileName, Seat, Table};

/// A strip narrower than this shows each pile as one card, in points.
const NARROW: f32 = 900.0;

/// Draws the middle of the table.
pub fn draw(
    tools: &mut Tools<'_>,
    view: View<'_>,
    table: &Table,
    middle: &Middle,
    upside: bool,
    asleep: bool,
    wishes: &mut Vec<Wish>,
) {
    let ground = tools.look.centre;
    let on = |leaf: Leaf, tools: &mut Tools<'_>, draw: &mut dyn FnMut(&mut Stage<'_, '_>)| {
        draw(&mut Stage { tools, leaf, ground, asleep });
    };
    // Piles and strip turn to the long side at which the player on turn sits.
    let turned = |leaf: Leaf| if upside { Leaf::new(leaf.rect, leaf.facing.turned(2)) } else { leaf };
    match middle {
        Middle::Field { field, undo, menu } => {
            on(turned(*field), tools, &mut |stage| self::field(stage, view, wishes));
            for (place, leaf) in undo.iter().enumerate() {
                on(*leaf, tools, &mut |stage| {
                    let [a, b] = columns(stage.whole(), 8.0, [1.4, 1.0]);
                    undo_button(stage, table, place, a, wishes);
                    redo_button(stage, table, place, b, wishes);
                });
            }
            for (place, leaf) in menu.iter().enumerate() {
                on(*leaf, tools, &mut |stage| {
                    let [a, b] = columns(stage.whole(), 8.0, [1.0, 1.0]);
                    journal_button(stage, view, place, a, wishes);
                    menu_button(stage, view, place, b, wishes);
                });
            }
        }
        Middle::Strip(strip) => on(turned(*strip), tools, &mut |stage| self::strip(stage, view, table, wishes)),
        Middle::Foot(foot) => on(*foot, tools, &mut |stage| self::foot(stage, view, table, wishes)),
    }
}

/// Whether the player on turn sits on the far side of a table that is read from `upright`.
pub fn is_upside(facing: Facing, upright: Facing) -> bool {
    facing == upright.turned(2)
}

fn undo_button(stage: &mut Stage<'_, '_>, table: &Table, place: usize, rect: Rect, wishes: &mut Vec<Wish>) {
    let what = table.undo_label().unwrap_or_default();
    let label = if what.is_empty() { "Undo".to_owned() } else { format!("Undo: {what}") };
    let button = Button {
        sub: &what,
        label: &label,
        sign: Some(Sign::Undo),
        off: !table.can_undo(),
        manner: Manner::Hold,
        ..Button::new(&["Undo"], Tone::Raised)
    };
    let touched = button.show(stage, ("undo", place), rect);
    if touched.held {
        wishes.push(Wish::UndoOne);
    } else if touched.tapped() {
        wishes.push(Wish::Undo);
    }
}

fn redo_button(stage: &mut Stage<'_, '_>, table: &Table, place: usize, rect: Rect, wishes: &mut Vec<Wish>) {
    let what = table.redo_label().unwrap_or_default();
    let label = if what.is_empty() { "Redo".to_owned() } else { format!("Redo: {what}") };
    let button = Button {
        label: &label,
        sign: Some(Sign::Redo),
        off: !table.can_redo(),
        ..Button::new(&["Redo"], Tone::Raised)
    };
    if button.show(stage, ("redo", place), rect).tapped() {
        wishes.push(Wish::Redo);
    }
}

fn journal_button(stage: &mut Stage<'_, '_>, view: View<'_>, place: usize, rect: Rect, wishes: &mut Vec<Wish>) {
    if Button::new(&["Journal"], Tone::Raised).show(stage, ("journal", place), rect).tapped() {
        wishes.push(Wish::Open(view.state.turn, Leaflet::Journal));
    }
}

fn menu_button(stage: &mut Stage<'_, '_>, view: View<'_>, place: usize, rect: Rect, wishes: &mut Vec<Wish>) {
    let (sub, label) = match view.awake {
        Awake::StaysOn => ("", "Menu"),
        Awake::MaySleep => ("screen may sleep", "Menu; the screen may go dark by itself"),
    };
    let button = Button { sign: Some(Sign::Menu), sub, label, ..Button::new(&["Menu"], Tone::Raised) };
    if button.show(stage, ("menu", place), rect).tapped() {
        wishes.push(Wish::Open(view.state.turn, Leaflet::Menu));
    }
    if view.awake == Awake::MaySleep {
        moon(stage, pos2(rect.right() - 15.0, rect.top() + 15.0));
    }
}

/// A badge with a moon: the screen may go to sleep.
fn moon(stage: &Stage<'_, '_>, centre: Pos2) {
    let none = Stroke::NONE;
    stage.disc(centre, 11.0, GOLD, none);
    stage.disc(centre + vec2(-1.0, 0.0), 7.0, INK, none);
    stage.disc(centre + vec2(2.2, -1.6), 5.6, GOLD, none);
}

/// What a pile holds in all, and how many.
fn pile_of(view: View<'_>, pile: PileName) -> (Vec<(CardId, u32)>, u32) {
    let lies = view.state.pile(pile);
    let mut cards = view.rules.sorted(lies);
    // The weapons are what people look for.
    cards.sort_by_key(|(card, _)| pile == PileName::Weapon && !view.rules.is_weapon(card));
    (cards, lies.total())
}

fn pile_title(pile: PileName) -> &'static str {
    match pile {
        PileName::Weapon => "Weapon discards",
        PileName::Normal => "Normal discards",
    }
}

/// Piles above one another, and the last line of the journal.
fn field(stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
    let whole = stage.whole();
    stage.fill(whole, radius(10.0), stage.ground.fill);
    if stage.look().high {
        stage.rim(whole, radius(10.0), stage.look().rim, stage.ground.line);
    }
    let line = stage.scaled(34.0);
    let inner = within(whole, 14.0, 6.0, 14.0, line + 2.0);
    let half = (inner.height() - 6.0) / 2.0;
    for (place, pile) in [PileName::Weapon, PileName::Normal].into_iter().enumerate() {
        let top = inner.top() + place as f32 * (half + 6.0);
        // In a very tall field the cards need not grow without end.
        let rect = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), half));
        labelled(stage, view, pile, rect, wishes);
    }
    let below = Rect::from_min_max(
        pos2(whole.left() + 10.0, whole.bottom() - line),
        pos2(whole.right() - 14.0, whole.bottom()),
    );
    last_line(stage, view, below, true);
}

/// A pile with its heading and the heads of its cards.
fn labelled(stage: &mut Stage<'_, '_>, view: View<'_>, pile: PileName, rect: Rect, wishes: &mut Vec<Wish>) {
    let (_, total) = pile_of(view, pile);
    let heading = stage.scaled(24.0);
    let above = Rect::from_min_size(rect.min, vec2(rect.width(), heading));
    let words = Words::new(Face::Caps, 20.0, stage.ground.text);
    let title = stage.fit(above, Align2::LEFT_CENTER, words, &[pile_title(pile)]);
    let said = match (pile, view.state.reshuffles) {
        (PileName::Weapon, _) => format!("{} · never shuffled", cards(total)),
        (PileName::Normal, 0) => cards(total),
        (PileName::Normal, 1) => format!("{} · deck shuffled once", cards(total)),
        (PileName::Normal, often) => format!("{} · deck shuffled {often} times", cards(total)),
    };
    let right = Rect::from_min_max(pos2(title.right() + 16.0, above.top()), above.max);
    stage.fit(
        right,
        Align2::RIGHT_CENTER,
        Words::new(Face::Plain, 15.0, stage.ground.quiet),
        &[&said, &total.to_string()],
    );
    let row = Rect::from_min_max(pos2(rect.left(), above.bottom() + 2.0), rect.max);
    heads(stage, view, pile, row, wishes);
}

fn cards(count: u32) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

/// The heads of a pile's cards in a row; a touch opens the pile.
fn heads(stage: &mut Stage<'_, '_>, view: View<'_>, pile: PileName, row: Rect, wishes: &mut Vec<Wish>) {
    let (lies, total) = pile_of(view, pile);
    let label = format!("{}: {}", pile_title(pile), cards(total));
    if stage.control(("pile", pile), row, Manner::Tap, &label).tapped() {
        wishes.push(Wish::Open(view.state.turn, Leaflet::Pile(pile)));
    }
    const GAP: f32 = 8.0;
    // Room for a full pile of weapons, so that cards keep their places when others come and go.
    let most = view.rules.weapons().len() + 1;
    let fitting = ((row.width() + GAP) / (row.height() * 0.9 + GAP)).floor().max(2.0) as usize;
    let places = if pile == PileName::Weapon { most } else { most.min(fitting) };
    let width = ((row.width() + GAP) / places as f32 - GAP).min(row.height() * 1.25);
    let place = |index: usize| {
        Rect::from_min_size(pos2(row.left() + (width + GAP) * index as f32, row.top()), vec2(width, row.height()))
    };
    let add = pile == PileName::Normal;
    let room = if add { places - 1 } else { places };
    let more: u32 = lies.iter().skip(room).map(|(_, count)| count).sum();
    for (index, (card, count)) in lies.iter().take(room).enumerate() {
        let shown = Shown { count: Some(*count), ..Shown::front(card.as_str()) };
        head::draw(stage, view.cards, place(index), shown);
    }
    if add {
        let last = place(places - 1);
        stage.rim(last, radius(6.0), 1.2, stage.ground.line);
        let said = if more > 0 { format!("{more} more…") } else { "Add card…".to_owned() };
        stage.wrap_centred(last.shrink(4.0), Words::new(Face::Caps, 18.0, stage.ground.text), &said);
    }
}

/// Everything in a strip between two rows of panels.
fn strip(stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, wishes: &mut Vec<Wish>) {
    let whole = stage.whole();
    stage.fill(whole, radius(10.0), stage.ground.fill);
    if stage.look().high {
        stage.rim(whole, radius(10.0), stage.look().rim, stage.ground.line);
    }
    let inner = whole.shrink(4.0);
    let narrow = whole.width() < NARROW;
    let width = if whole.width() < 1100.0 { 66.0 } else { 88.0 };
    let button = |index: usize, from_right: bool| {
        let step = (width + 8.0) * index as f32;
        let x = if from_right { inner.right() - width - step } else { inner.left() + step };
        Rect::from_min_size(pos2(x, inner.top()), vec2(width, inner.height()))
    };
    undo_button(stage, table, 0, button(0, false), wishes);
    redo_button(stage, table, 0, button(1, false), wishes);
    menu_button(stage, view, 0, button(0, true), wishes);
    journal_button(stage, view, 0, button(1, true), wishes);
    let line = stage.scaled(22.0);
    let free = within(inner, 2.0 * (width + 8.0) + 4.0, 0.0, 2.0 * (width + 8.0) + 4.0, 0.0);
    let piles = Rect::from_min_max(free.min, pos2(free.right(), free.bottom() - line));
    if narrow {
        let [a, b] = columns(piles, 8.0, [1.0, 1.0]);
        for (pile, rect, short) in [(PileName::Weapon, a, "Weapons"), (PileName::Normal, b, "Discards")] {
            let heading = stage.scaled(22.0);
            let above = Rect::from_min_size(rect.min, vec2(rect.width(), heading));
            let words = Words::new(Face::Caps, 18.0, stage.ground.text);
            stage.fit(above, Align2::LEFT_CENTER, words, &[pile_title(pile), short]);
            top_card(stage, view, pile, within(rect, 0.0, heading, 0.0, 2.0), wishes);
        }
    } else {
        let [a, b] = columns(piles, 20.0, [0.7, 0.3]);
        labelled(stage, view, PileName::Weapon, a, wishes);
        labelled(stage, view, PileName::Normal, b, wishes);
    }
    let below =
        Rect::from_min_max(pos2(free.left(), free.bottom() - line + 1.0), pos2(free.right(), whole.bottom() - 1.0));
    last_line(stage, view, below, !narrow);
}

/// A pile as one card with the count of all.
fn top_card(stage: &mut Stage<'_, '_>, view: View<'_>, pile: PileName, rect: Rect, wishes: &mut Vec<Wish>) {
    let (lies, total) = pile_of(view, pile);
    let label = format!("{}: {}", pile_title(pile), cards(total));
    if stage.control(("pile", pile), rect, Manner::Tap, &label).tapped() {
        wishes.push(Wish::Open(view.state.turn, Leaflet::Pile(pile)));
    }
    match lies.first() {
        Some((card, _)) => {
            let shown = Shown { count: Some(total), side: Side::Front, ..Shown::front(card.as_str()) };
            head::draw(stage, view.cards, rect, shown);
        }
        None => head::empty(stage, rect, "Empty", "add a card"),
    }
}

/// The foot of a telephone's screen.
fn foot(stage: &mut Stage<'_, '_>, view: View<'_>, table: &Table, wishes: &mut Vec<Wish>) {
    let whole = stage.whole();
    let lying = whole.height() < 100.0;
    let row = if lying {
        Rect::from_min_max(whole.min, pos2(whole.right() * 0.5, whole.bottom()))
    } else {
        Rect::from_min_size(whole.min, vec2(whole.width(), 64.0))
    };
    let [undo, redo, weapons, normal, menu] = columns(row, 8.0, [1.0, 0.9, 1.1, 1.1, 0.9]);
    undo_button(stage, table, 0, undo, wishes);
    redo_button(stage, table, 0, redo, wishes);
    top_card(stage, view, PileName::Weapon, weapons, wishes);
    top_card(stage, view, PileName::Normal, normal, wishes);
    menu_button(stage, view, 0, menu, wishes);
    let rest = if lying {
        Rect::from_min_max(pos2(row.right() + 8.0, whole.top()), whole.max)
    } else {
        Rect::from_min_max(pos2(whole.left(), row.bottom() + 6.0), whole.max)
    };
    // Rows of a telephone have no room for the buttons of whoever is on turn: here they are.
    if rest.height() >= 58.0 && view.state.winner.is_none() {
        turn_buttons(stage, view, rest, wishes);
    } else {
        last_line(stage, view, rest, false);
    }
}

fn turn_buttons(stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, wishes: &mut Vec<Wish>) {
    let seat = view.state.turn;
    let [who, attack, recover, end] = columns(rect, 8.0, [1.0, 1.0, 1.0, 1.0]);
    if let Some(player) = view.state.player(seat) {
        let size = who.height().min(40.0);
        emblem(
            stage,
            Rect::from_min_size(pos2(who.left(), who.center().y - size / 2.0), vec2(size, size)),
            player.livery,
            false,
        );
        let name = within(who, size + 4.0, 0.0, 0.0, 0.0);
        stage.fit(name, Align2::LEFT_CENTER, Words::new(Face::Caps, 20.0, stage.ground.text), &[&player.name]);
    }
    if Button::new(&["Attack"], Tone::Harm).show(stage, "foot attack", attack).tapped() {
        wishes.push(Wish::Open(seat, Leaflet::Attack));
    }
    if Button::new(&["Recover"], Tone::Raised).show(stage, "foot recover", recover).tapped() {
        wishes.push(Wish::Open(seat, Leaflet::Recover));
    }
    if Button::new(&["End turn", "End"], Tone::Raised).show(stage, "foot end", end).tapped() {
        wishes.push(Wish::Do(Command::EndTurn { seat }));
    }
}

/// What happened last, with the shield of who did it.
fn last_line(stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, with_round: bool) {
    let round = format!("round {}", view.state.round);
    let mut words = rect;
    if with_round {
        let quiet = Words::new(Face::Plain, 15.0, stage.ground.quiet);
        let at = stage.fit(rect, Align2::RIGHT_CENTER, quiet, &[&round]);
        words = Rect::from_min_max(rect.min, pos2(at.left() - 10.0, rect.bottom()));
    }
    let Some(line) = view.lines.last() else { return };
    if let Some(livery) = first_player(&line.parts).and_then(|seat| view.state.player(seat)).map(|player| player.livery)
    {
        let size = words.height().min(24.0);
        emblem(
            stage,
            Rect::from_min_size(pos2(words.left(), words.center().y - size / 2.0), vec2(size, size)),
            livery,
            false,
        );
        words = within(words, size + 8.0, 0.0, 0.0, 0.0);
    }
    stage.fit(words, Align2::LEFT_CENTER, Words::new(Face::Text, 18.0, stage.ground.text), &[&tell::text(&line.parts)]);
}

fn first_player(parts: &[Part]) -> Option<Seat> {
    parts.iter().find_map(|part| match part {
        Part::Player(seat, _) => Some(*seat),
        Part::Text(_) => None,
    })
}
