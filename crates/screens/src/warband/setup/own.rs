//! A warband that is entered by hand, warrior by warrior.

use egui::{Align2, Rangef, Rect, pos2};

use super::super::dice::key;
use super::super::sheet::row;
use super::super::sign::Seal;
use super::one::{self, Touched};
use super::{Choice, above_foot};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset};
use crate::form::{CONTROL, GAP};
use crate::game::{Advice, HouseWishes, MOST_LISTED, Profile, Role, Trait, WarriorSpec, Weapon, advice};
use crate::keyboard::Writing;
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::read::warband_text;
use crate::region::{Cut as _, columns};
use crate::table::warband::quarter;

/// The figures with which a warrior begins: those of a plain man.
const PLAIN: [u8; 9] = [4, 3, 3, 3, 3, 1, 3, 1, 7];

/// A warband that is being entered.
#[derive(Clone, Debug)]
pub struct Own {
    name: String,
    warriors: Vec<WarriorSpec>,
    house: HouseWishes,
    /// The warrior that is shown, from 0.
    at: Option<usize>,
    /// A name that is being written: that of the warrior who is shown, or else of the warband.
    writing: Option<Writing>,
    /// True if the name is that of the weapon of the warrior who is shown.
    weapon: bool,
    page: usize,
}

/// The result.
pub enum Done {
    /// It is saved as the text of a file.
    Saves(String),
    /// All stays as it was before.
    Leaves,
    /// The side fights with it.
    Fights(Choice),
}

impl Own {
    /// Begins with the warriors of a side where it has listed ones, or else with nobody.
    pub fn new(choice: Choice, side: &str) -> Self {
        let Choice { warband, warriors, house } = choice;
        let name = warband.filter(|_| !warriors.is_empty()).unwrap_or_else(|| format!("{side}’s own"));
        Self { name, warriors, house, at: None, writing: None, weapon: false, page: 0 }
    }

    /// Draws it; gives what came of it when it is done.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>) -> Option<Done> {
        if let Some(writing) = &mut self.writing {
            let written = write(canvas, writing)?;
            self.writing = None;
            let shown = self.at.and_then(|at| self.warriors.get_mut(at));
            if let (true, Some(warrior)) = (std::mem::take(&mut self.weapon), shown) {
                arm(warrior, written);
                return None;
            }
            let name =
                self.at.and_then(|at| self.warriors.get_mut(at)).map_or(&mut self.name, |warrior| &mut warrior.name);
            if !written.is_empty() {
                *name = written;
            }
            return None;
        }
        match self.at.and_then(|at| Some((at, self.warriors.get_mut(at)?))) {
            Some((at, warrior)) => {
                if let Some(touched) = one::draw(canvas, at, warrior) {
                    self.touched(at, touched);
                }
                None
            }
            None => self.list(canvas),
        }
    }

    /// Handles a tap on the page of a warrior.
    fn touched(&mut self, at: usize, touched: Touched) {
        match touched {
            Touched::Back => self.at = None,
            Touched::Weapon => {
                self.weapon = true;
                let named =
                    self.warriors.get(at).and_then(|warrior| warrior.weapons.iter().find(|one| one.range.is_none()));
                self.writing = Some(Writing::new(named.map_or("", |weapon| &weapon.name)));
            }
            Touched::Name => self.writing = self.warriors.get(at).map(|warrior| Writing::new(&warrior.name)),
            Touched::Remove => {
                self.warriors.remove(at);
                self.at = None;
            }
            Touched::Leads => {
                for (place, warrior) in self.warriors.iter_mut().enumerate() {
                    warrior.leader &= place == at;
                }
            }
            Touched::Another => {
                let Some(warrior) = self.warriors.get(at).filter(|_| self.warriors.len() < MOST_LISTED).cloned() else {
                    return;
                };
                let stem = warrior.name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end().to_owned();
                let name = self.free_name(&stem, 2);
                // There is only one leader.
                let role = if warrior.role == Role::Leader { Role::Fighter } else { warrior.role };
                self.warriors.insert(at + 1, WarriorSpec { name, leader: false, role, ..warrior });
                self.at = Some(at + 1);
            }
        }
    }

    /// The first of "Ann 2", "Ann 3" … that nobody is called.
    fn free_name(&self, stem: &str, from: usize) -> String {
        let named = |number: usize| format!("{stem} {number}");
        let is_free = |name: &String| self.warriors.iter().all(|warrior| warrior.name != *name);
        (from..).map(named).find(is_free).unwrap_or_default()
    }

    /// All warriors, and what speaks against them.
    fn list(&mut self, canvas: &mut Canvas<'_, '_>) -> Option<Done> {
        let (count, points) = (self.warriors.len(), self.warriors.iter().map(|spec| spec.points).sum::<u32>());
        let short = format!("{count} warriors, {points} points");
        let sub = format!("{short}; rout test at {} out", quarter(count));
        let (rest, closed) = pages::head(canvas, &[&self.name], if count > 0 { sub.as_str() } else { "" }, 0.0);
        let [above, foot] = above_foot(canvas, rest);
        let against = self.against();
        let notes =
            if against.is_empty() { 0.0 } else { canvas.scaled(if above.height() < 300.0 { 40.0 } else { 62.0 }) };
        let list = above.with_max_y(above.bottom() - notes);
        let said = above.with_min_y(list.bottom() + 4.0);
        canvas.wrap_left(said, TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet), &against.join(" "));
        let size = CellSize { widths: Rangef::new(270.0, 560.0), height: |_| 62.0 };
        let cells = pages::cells(canvas, "own", list, count, &size, &mut self.page);
        for (at, cell) in (cells.first..count).zip(cells.places) {
            let label = format!("{} {}: change", at + 1, self.warriors[at].name);
            if key(canvas, ("one", at), cell, &label, false) {
                self.at = Some(at);
            }
            self::line(canvas, at, &self.warriors[at], cell);
        }
        let [name, add, save, fight] = columns(foot, GAP, [1.0; 4]);
        if Button::new(&["Another name", "Name"], Tone::Raised).show(canvas, "its name", name).tapped() {
            self.writing = Some(Writing::new(&self.name));
        }
        let off = count >= MOST_LISTED;
        if (Button { off, ..Button::new(&["Add a warrior", "Add one"], Tone::Raised) })
            .show(canvas, "add one", add)
            .tapped()
        {
            let name = self.free_name("Warrior", count + 1);
            self.warriors.push(WarriorSpec { name, profile: PLAIN.into(), ..WarriorSpec::default() });
            self.at = Some(count);
        }
        let button = Button { off: count == 0, ..Button::new(&["Save to a file", "Save"], Tone::Raised) };
        if button.show(canvas, "save it", save).tapped() {
            return Some(Done::Saves(warband_text(&self.name, self.house, &self.warriors)));
        }
        let title: &[&str] = &["Fight with it", "Fight"];
        let fight = Button { off: count == 0, ..Button::new(title, Tone::Harm) }.show(canvas, "fight with it", fight);
        if fight.tapped() {
            let (name, warriors) = (self.name.clone(), std::mem::take(&mut self.warriors));
            return Some(Done::Fights(Choice { warband: Some(name), warriors, house: self.house }));
        }
        closed.then_some(Done::Leaves)
    }

    /// Why it cannot fight, or what players should agree on, with the warriors whom it is about.
    fn against(&self) -> Vec<String> {
        if self.warriors.is_empty() {
            return vec!["Add at least one warrior.".to_owned()];
        }
        let specs: Vec<&WarriorSpec> = self.warriors.iter().collect();
        let told = |Advice { warrior, what, hint, .. }: Advice| {
            let place = warrior.map_or_else(String::new, |at| format!("{}: ", at + 1));
            // Names stand in backticks for a terminal.
            format!("{place}{what}: {hint}.").replace('`', "")
        };
        advice(&specs).into_iter().map(told).collect()
    }
}

/// Gives a warrior a weapon for close combat, instead of the first one; without a name it has none.
fn arm(warrior: &mut WarriorSpec, name: String) {
    let at = warrior.weapons.iter().position(|weapon| weapon.range.is_none());
    match (at, name.is_empty()) {
        (Some(at), true) => {
            warrior.weapons.remove(at);
        }
        (Some(at), false) => warrior.weapons[at].name = name,
        (None, true) => {}
        (None, false) => warrior.weapons.push(Weapon { name, ..Weapon::default() }),
    }
}

/// A warrior in a line of the list.
fn line(canvas: &mut Canvas<'_, '_>, at: usize, spec: &WarriorSpec, cell: Rect) {
    let size = (cell.height() - 14.0).min(46.0);
    let seal = Seal::of_role(spec.role, spec.leader);
    seal.draw(canvas, pos2(cell.left() + 10.0 + size / 2.0, cell.center().y), size, false);
    let text = inset(cell, size + 20.0, 6.0, 12.0, 6.0);
    let [above, below] = row(text, cell.height() * 0.46, 0.0);
    let quiet = TextStyle::new(Face::Plain, 14.5, canvas.ground.quiet);
    let ranged = spec.weapons.iter().any(|weapon| weapon.range.is_some()).then_some("shoots");
    let known = [spec.leader.then_some("leads"), (spec.wizard > 0).then_some("wizard"), ranged];
    let traits = Trait::ALL.iter().filter(|(_, one, _)| spec.has(*one)).map(|(word, ..)| *word);
    let mut tags: Vec<String> = known.into_iter().flatten().chain(traits).map(str::to_owned).collect();
    tags.extend((spec.points > 0).then(|| format!("{} points", spec.points)));
    let short = tags.last().cloned().unwrap_or_default();
    let right = above.with_min_x(above.left() + above.width() * 0.5);
    let said = canvas.fit(right, Align2::RIGHT_CENTER, quiet, &[&tags.join(", "), &short]);
    let free = above.with_max_x(said.left() - 8.0);
    let name = format!("{} {}", at + 1, spec.name);
    canvas.fit(free, Align2::LEFT_CENTER, TextStyle::new(Face::Figure, 20.0, canvas.ground.text), &[&name]);
    let figures = <[u8; 9]>::from(spec.profile);
    let lettered: Vec<String> =
        Profile::LETTERS.iter().zip(figures).map(|(letter, figure)| format!("{letter} {figure}")).collect();
    let plain: Vec<String> = figures.iter().map(u8::to_string).collect();
    canvas.fit(below, Align2::LEFT_CENTER, quiet, &[&lettered.join("  "), &plain.join(" ")]);
}

/// A name, letter by letter; gives it when it is done.
fn write(canvas: &mut Canvas<'_, '_>, writing: &mut Writing) -> Option<String> {
    let whole = canvas.whole();
    let top = whole.upper(CONTROL + 4.0);
    let [field, done] = columns(top, GAP, [0.7, 0.3]);
    let entered = writing.listen(canvas);
    writing.show(canvas, field);
    let done = Button::new(&["Done"], Tone::Harm).show(canvas, "named", done).tapped();
    let high = (whole.bottom() - top.bottom() - GAP).min(290.0);
    writing.keys(canvas, whole.lower(high));
    (entered || done).then(|| writing.text.trim().to_owned())
}
