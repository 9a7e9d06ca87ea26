//! One warrior of a warband that is entered by hand: profile, points, what it can do.

use egui::{Align2, Rect, pos2};

use super::super::dice::key;
use super::super::sheet::row;
use super::super::sign::Seal;
use super::above_foot;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset};
use crate::form::GAP;
use crate::game::{Armour, FIGURES, MOST_POINTS, MOST_RANGE, Profile, Role, Trait, WarriorSpec, Weapon};
use crate::letters::Face;
use crate::pages;
use crate::region::{columns, grid};
use crate::shared::counter::{self, Counter};
use crate::table::tell::list;

/// The figures in full words, for those who do not see the letters.
const FIGURE_NAMES: [&str; 9] = [
    "Movement",
    "Weapon Skill",
    "Ballistic Skill",
    "Strength",
    "Toughness",
    "Wounds",
    "Initiative",
    "Attacks",
    "Leadership",
];

/// The traits that make a difference at the table.
const TRAITS: [Trait; 4] = [Trait::Animal, Trait::Mounted, Trait::Poison, Trait::Swarm];

/// The tapped part beside the warrior's own values.
#[derive(Clone, Copy)]
pub enum Touched {
    /// The list of all warriors.
    Back,
    /// Another name.
    Name,
    /// It leads, and nobody else.
    Leads,
    /// A weapon, by name.
    Weapon,
    /// Another one like it.
    Another,
    /// It does not fight after all.
    Remove,
}

/// Draws a warrior, by index, and applies taps.
pub fn draw(canvas: &mut Canvas<'_, '_>, at: usize, spec: &mut WarriorSpec) -> Option<Touched> {
    let title = format!("{} {}", at + 1, spec.name);
    let weapons: Vec<String> = spec.weapons.iter().map(|weapon| weapon.name.clone()).collect();
    let sub = if weapons.is_empty() { "figures, and what it can do".to_owned() } else { list(&weapons) };
    let (rest, closed) = pages::head(canvas, &[&title, &spec.name], &sub, 0.0);
    let [above, foot] = above_foot(canvas, rest);
    let narrow = above.width() < 560.0;
    let low = above.height() < 320.0;
    let across = if narrow { 3 } else { 6 };
    let down = 12 / across;
    let keys = if low { 1 } else { 2 };
    let rows = (down + keys) as f32;
    let high = ((above.height() + GAP) / rows - GAP).min(92.0);
    let [figures, below] = row(above, down as f32 * (high + GAP) - GAP, GAP);
    counters(canvas, spec, &grid(figures, GAP, across, down));
    let below = Rect::from_min_size(below.min, egui::vec2(below.width(), keys as f32 * (high.min(64.0) + GAP) - GAP));
    let leads = deeds(canvas, spec, &grid(below, 6.0, 10 / keys, keys));
    let buttons = columns(foot, GAP, [1.0; 4]);
    let titles: [&[&str]; 4] = [&["Another name", "Name"], &["Weapon"], &["Duplicate", "Another"], &["Remove"]];
    let [name, weapon, another, remove] = [0, 1, 2, 3].map(|place: usize| {
        Button::new(titles[place], Tone::Raised).show(canvas, ("one of them", place), buttons[place]).tapped()
    });
    let all = [
        (closed, Touched::Back),
        (name, Touched::Name),
        (weapon, Touched::Weapon),
        (another, Touched::Another),
        (remove, Touched::Remove),
        (leads, Touched::Leads),
    ];
    all.into_iter().find(|(is, _)| *is).map(|(_, touched)| touched)
}

/// The nine figures, the points, how far it shoots, and its armour.
fn counters(canvas: &mut Canvas<'_, '_>, spec: &mut WarriorSpec, cells: &[Rect]) {
    let name = spec.name.clone();
    let labels = |what: &str| [format!("{name}: {what} down"), format!("{name}: {what} up")];
    let mut figures = <[u8; 9]>::from(spec.profile);
    for (place, cell) in cells.iter().enumerate().take(figures.len()) {
        let counter = Counter {
            title: Profile::LETTERS[place],
            value: i64::from(figures[place]),
            least: i64::from(place == Profile::WOUNDS),
            most: Some(i64::from(*FIGURES.end())),
            labels: labels(FIGURE_NAMES[place]),
            ..Counter::default()
        };
        let by: i64 = counter::draw(canvas, ("figure", place), *cell, &counter).into_iter().sum();
        figures[place] = u8::try_from(counter.value + by).unwrap_or_default();
    }
    spec.profile = figures.into();
    let [points, range, save] = [cells.get(9), cells.get(10), cells.get(11)];
    if let Some(cell) = points {
        let value = i64::from(spec.points);
        let most = Some(i64::from(MOST_POINTS));
        let (title, labels) = ("points", labels("points"));
        let counter = Counter { title, value, most, labels, tens: true, ..Counter::default() };
        let by: i64 = counter::draw(canvas, "points", *cell, &counter).into_iter().sum();
        spec.points = u32::try_from(value + by).unwrap_or_default();
    }
    if let Some(cell) = range {
        let value = i64::from(spec.weapons.iter().filter_map(|weapon| weapon.range).max().unwrap_or_default());
        let most = Some(i64::from(MOST_RANGE));
        let title = if value == 0 { "shoots: no" } else { "shoots, inches" };
        let counter = Counter { title, value, most, labels: labels("range"), ..Counter::default() };
        let by: i64 = counter::draw(canvas, "range", *cell, &counter).into_iter().sum();
        if by != 0 {
            shoots(spec, u8::try_from(value + by).unwrap_or_default());
        }
    }
    if let Some(cell) = save {
        let value = i64::from(spec.armour.as_ref().and_then(|armour| armour.save).unwrap_or_default());
        let title = if value == 0 { "saves: no" } else { "saves at" };
        let counter = Counter { title, value, most: Some(6), labels: labels("armour save"), ..Counter::default() };
        let by: i64 = counter::draw(canvas, "save", *cell, &counter).into_iter().sum();
        if by != 0 {
            // No armour saves at 1: the way from none leads to 2 at once, and back.
            let roll = match (value + by, by > 0) {
                (1, true) => 2,
                (1, false) => 0,
                (roll, _) => u8::try_from(roll).unwrap_or_default(),
            };
            saves(spec, roll);
        }
    }
}

/// Its armour saves at a roll or more; it has none at 0.
fn saves(spec: &mut WarriorSpec, roll: u8) {
    spec.armour = (roll > 0).then(|| {
        let name = spec.armour.take().map_or_else(|| "Armour".to_owned(), |armour| armour.name);
        Armour { name, save: Some(roll) }
    });
}

/// It shoots so far, with the weapon that shoots farthest of those that it has; with none at 0 inches.
fn shoots(spec: &mut WarriorSpec, range: u8) {
    let Some(range) = Some(range).filter(|range| *range > 0) else {
        spec.weapons.retain(|weapon| weapon.range.is_none());
        return;
    };
    match spec.weapons.iter_mut().max_by_key(|weapon| weapon.range).filter(|weapon| weapon.range.is_some()) {
        Some(weapon) => weapon.range = Some(range),
        None => spec.weapons.push(Weapon { name: "Shooting weapon".into(), range: Some(range), ..Weapon::default() }),
    }
}

/// Roles, and what the rules ask of a warrior; says whether it leads from now on.
fn deeds(canvas: &mut Canvas<'_, '_>, spec: &mut WarriorSpec, cells: &[Rect]) -> bool {
    let mut leads = false;
    let mut cells = cells.iter().copied();
    let name = spec.name.clone();
    let mut key = |canvas: &mut Canvas<'_, '_>, word: &str, seal: Option<Seal>, chosen: bool| {
        let cell = cells.next().unwrap_or(Rect::NOTHING);
        let tapped = key(canvas, ("deed", word), cell, &format!("{name}: {word}"), chosen);
        let mut place = cell.shrink(3.0);
        if let Some(seal) = seal.filter(|_| cell.width() >= 112.0) {
            let size = (cell.height() - 12.0).min(38.0);
            seal.draw(canvas, pos2(cell.left() + 10.0 + size / 2.0, cell.center().y), size, false);
            place = inset(place, size + 12.0, 0.0, 0.0, 0.0);
        }
        let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.text);
        canvas.fit_down_to(12.0, place, Align2::CENTER_CENTER, words, &[word]);
        tapped
    };
    for (word, role) in Role::ALL {
        if key(canvas, word, Some(Seal::of_role(role, false)), spec.role == role) {
            spec.role = role;
            spec.leader = role == Role::Leader;
            leads |= spec.leader;
        }
    }
    if key(canvas, "wizard", None, spec.wizard > 0) {
        spec.wizard = u8::from(spec.wizard == 0);
    }
    for (word, one, _) in Trait::ALL.iter().filter(|(_, one, _)| TRAITS.contains(one)) {
        if key(canvas, word, None, spec.has(*one)) {
            match spec.traits.iter().position(|other| other == one) {
                Some(at) => {
                    spec.traits.remove(at);
                }
                None => spec.traits.push(*one),
            }
        }
    }
    leads
}
