//! Due tests: in a recovery phase the rout test, rallies and standing up (W5 to W7, W36); at the end of close combat
//! the test for all alone (W34); and the distances of fleeing models (W33).

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::super::dice;
use super::super::sign::{Seal, Sign};
use super::super::told::{self, named};
use super::super::view::{Action, Ui, View};
use super::{Asked, flight, row};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, Words, about, radius, within};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::GOLD;
use crate::ordered;
use crate::pages;
use crate::region::columns;
use crate::table::warband::{
    Alone, Command, Mark, Nerve, Phase, Rally, Roll, Rolled, Rout, RunOn, Stand, Status, Step, TakeOut, Test, Way, Who,
    Why, due,
};

/// A test of nerve that people entered, or the table rolled.
pub struct NerveRoll {
    /// The sum of the two dice.
    pub sum: u8,
    /// The figure that it must not exceed.
    pub target: u8,
    /// True if it is the leader's.
    pub leader: bool,
    /// The dice themselves, where the table rolled them.
    pub dice: Vec<u8>,
}

impl NerveRoll {
    /// Returns the roller, for the journal.
    pub fn rolled(&self) -> Rolled {
        dice::rolled(!self.dice.is_empty())
    }
}

/// A test of Leadership that is entered: whose figure counts.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct Nerves {
    /// True if the leader is within 6 inches and lends its Leadership (W35).
    leader: bool,
}

impl Nerves {
    /// Draws the Leadership used, the keys for the sum and the roll button; returns the roll.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        who: Who,
        (own, lent): (u8, Option<u8>),
        rect: Rect,
    ) -> Option<NerveRoll> {
        let name = told::name(view.state, who).to_owned();
        let leader = self.leader && lent.is_some();
        let target = if leader { lent.unwrap_or(own) } else { own };
        let [options, keys] = row(rect, 56.0, GAP);
        let [figures, roll] = columns(options, GAP, [0.62, 0.38]);
        let figures = if lent.is_some() { columns(figures, GAP, [1.0, 1.0]).to_vec() } else { vec![figures] };
        let said = [("own", own, false), ("leader within 6″", lent.unwrap_or(own), true)];
        for ((words, figure, with), cell) in said.into_iter().zip(figures) {
            let label = format!("{name}: {words}, up to {figure}");
            if dice::key(canvas, ("whose", with), cell, &label, leader == with) {
                self.leader = with;
            }
            let [above, below] = row(cell.shrink(3.0), cell.height() * 0.42, 0.0);
            let quiet = Words::new(Face::Plain, 14.5, canvas.ground.quiet);
            canvas.fit(above, Align2::CENTER_CENTER, quiet, &[words, "leader"]);
            let strong = Words::new(Face::Figure, 20.0, canvas.ground.text);
            canvas.fit(below, Align2::CENTER_CENTER, strong, &[&format!("≤ {figure}")]);
        }
        let dice = dice::roll(canvas, "nerve", &name, 2, roll).unwrap_or_default();
        let touched = dice::sums(canvas, "nerve", &name, Some(target), keys);
        let sum = if dice.is_empty() { touched? } else { dice.iter().sum() };
        Some(NerveRoll { sum, target, leader, dice })
    }
}

/// A test that was taken on this sheet: it stays there with its dice.
#[derive(Clone, Serialize, Deserialize)]
struct Taken {
    /// The tested warrior; `None` for a rout test.
    who: Option<Who>,
    dice: Vec<u8>,
    sum: u8,
    target: u8,
}

impl Taken {
    fn passed(&self) -> bool {
        self.sum <= self.target
    }

    /// "6 ≤ 8"
    fn figures(&self) -> String {
        format!("{} {} {}", self.sum, if self.passed() { "≤" } else { ">" }, self.target)
    }
}

/// One line of the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Item {
    /// The rout test.
    Rout,
    /// A test of nerve, and if known, the answer to all alone.
    Test(Nerve, Option<bool>),
    /// A flight, and how many dice it takes.
    Flight(Who, u8),
    /// A warrior who may stand up.
    Stand(Who),
    /// A warrior who has tested.
    Done(Who),
    /// The rout test is passed.
    Stands,
    /// A stunned warrior, now knocked down without a roll.
    Turned(Who),
}

impl Item {
    fn who(self) -> Option<Who> {
        match self {
            Self::Rout | Self::Stands => None,
            Self::Test(nerve, _) => Some(nerve.who),
            Self::Flight(who, _) | Self::Stand(who) | Self::Done(who) | Self::Turned(who) => Some(who),
        }
    }
}

/// The due tests, and the open one.
#[derive(Default, Serialize, Deserialize)]
pub struct DueSheet {
    /// Whose test is open; otherwise the first that is due.
    open: Option<Who>,
    nerves: Nerves,
    asked: Asked,
    page: usize,
    #[serde(default)]
    taken: Vec<Taken>,
}

/// Returns all due tests in order, followed by completed ones.
fn items(view: View<'_>) -> Vec<Item> {
    let due = due(view.state);
    let moment = view.state.moment;
    let mut all: Vec<Item> = due.rout.iter().map(|_| Item::Rout).collect();
    all.extend(due.flight.iter().map(|(who, dice)| Item::Flight(*who, *dice)));
    all.extend(due.nerve.iter().map(|nerve| Item::Test(*nerve, None)));
    all.extend(due.may_stand.iter().map(|who| Item::Stand(*who)));
    let mut alone: Vec<_> = due.alone.iter().collect();
    ordered::by_number(&mut alone, |(_, sure)| i64::from(!*sure));
    all.extend(alone.into_iter().map(|(nerve, sure)| Item::Test(*nerve, Some(*sure))));
    let tested = |who: Who, now: crate::table::warband::Condition| match moment.phase {
        Phase::Recovery => who.seat == moment.side && (now.has(Mark::Tested) || now.has(Mark::Stood)),
        Phase::CloseCombat => now.has(Mark::Tested) && now.has(Mark::Alone),
        _ => false,
    };
    let done = view
        .state
        .everybody()
        .filter(|(who, warrior)| warrior.now.is_in() && warrior.now.flight.is_none() && tested(*who, warrior.now));
    all.extend(done.map(|(who, _)| Item::Done(who)));
    let turned = view.state.everybody().filter(|(who, warrior)| {
        let now = warrior.now;
        let recovers = moment.phase == Phase::Recovery && who.seat == moment.side && !moment.rout;
        recovers && now.status == Status::KnockedDown && now.has(Mark::Turned)
    });
    all.extend(turned.map(|(who, _)| Item::Turned(who)));
    all
}

impl DueSheet {
    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let moment = ui.view.state.moment;
        let name = ui.view.state.side(moment.side).map_or("", |side| side.name.as_str());
        let (title, sub) = match moment.phase {
            Phase::CloseCombat => (["Who is all alone?", "All alone?"], "against two or more, no friend within 6″"),
            _ => (["Recovery", "Recovery"], "2D6, equal to or under Leadership"),
        };
        // Without room, the rule is clear from the figures.
        let narrow = ui.canvas.whole().width() < 500.0;
        let sub = if narrow { name.to_owned() } else { format!("{name}: {sub}") };
        let (rest, closed) = pages::head(&mut ui.canvas, &title, &sub, 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let mut items = items(ui.view);
        if moment.phase == Phase::Recovery && !moment.rout && self.taken(None).is_some() {
            items.insert(0, Item::Stands);
        }
        let tests = |item: &Item| matches!(item, Item::Rout | Item::Flight(..) | Item::Test(..));
        let chosen =
            items.iter().filter(|item| tests(item)).find(|item| self.open.is_some() && item.who() == self.open);
        let rout = items.iter().find(|item| **item == Item::Rout);
        // At the end of close combat nobody is due unless people say so.
        let first = items.iter().find(|item| tests(item) && !matches!(item, Item::Test(_, Some(false))));
        let open = rout.or(chosen).or(first).copied();
        let foot = if ui.canvas.whole().height() < 420.0 { 46.0 } else { 58.0 };
        let main = Rect::from_min_max(rest.min, pos2(rest.right(), rest.bottom() - foot - GAP));
        let foot = Rect::from_min_max(pos2(rest.left(), rest.bottom() - foot), rest.max);
        let mut below = main;
        if let Some(item) = open {
            let narrow = main.width() < 600.0;
            let high: f32 = if narrow { 252.0 } else { 182.0 };
            let [place, left] = row(main, high.min(main.height()), GAP);
            self.opened(ui, item, place);
            below = left;
        }
        let closed: Vec<Item> = items.into_iter().filter(|item| Some(*item) != open).collect();
        self.rows(ui, &closed, below);
        self.foot(ui, foot);
        self.asked.draw(ui, moment.side);
    }

    /// The test of someone as it was taken here; of a side where there is nobody.
    fn taken(&self, who: Option<Who>) -> Option<&Taken> {
        self.taken.iter().rev().find(|taken| taken.who == who)
    }

    /// The test that is taken now, with all its keys.
    fn opened(&mut self, ui: &mut Ui<'_, '_>, item: Item, rect: Rect) {
        ui.canvas.fill(rect, radius(10.0), ui.canvas.look().centre.fill);
        ui.canvas.rim(rect, radius(10.0), 2.5, GOLD);
        let inner = rect.shrink(10.0);
        match item {
            Item::Rout => self.rout(ui, inner),
            Item::Flight(who, dice) => {
                if flight::draw(ui, (who, dice), &mut self.asked, inner) {
                    self.open = None;
                }
            }
            Item::Test(nerve, alone) => {
                let [head, rest] = row(inner, 46.0, 6.0);
                let side = |share: f32| Rect::from_min_size(head.min, vec2(head.width() * share, head.height()));
                if alone.is_some() {
                    self.who(&mut ui.canvas, ui.view, nerve.who, head);
                } else {
                    let on = Rect::from_min_max(pos2(side(0.56).right(), head.top()), head.max);
                    self.who(&mut ui.canvas, ui.view, nerve.who, side(0.55));
                    let name = told::name(ui.view.state, nerve.who);
                    let label = format!("{name}: an enemy is nearest, it flees on");
                    let title = ["An enemy is nearest: no test", "Enemy nearest"];
                    let button = Button { label: &label, size: 18.0, ..Button::new(&title, Tone::Raised) };
                    if button.show(&mut ui.canvas, "run on", on).tapped() {
                        let run = RunOn { run_on: named(ui.view.state, nerve.who) };
                        self.asked.ask(ui, Command::RunOn(run));
                    }
                }
                let lent = nerve.with_leader;
                let Some(roll) = self.nerves.draw(&mut ui.canvas, ui.view, nerve.who, (nerve.own, lent), rest) else {
                    return;
                };
                let rolled = roll.rolled();
                let NerveRoll { sum, target, leader, dice } = roll;
                let me = named(ui.view.state, nerve.who);
                let roll = match alone {
                    Some(_) => Roll::Alone(Alone { alone: me, sum }),
                    None => Roll::Rally(Rally { rally: me, sum, leader }),
                };
                if self.asked.ask(ui, Command::Test(Test { roll, rolled })) {
                    (self.open, self.nerves) = (None, Nerves::default());
                    self.taken.push(Taken { who: Some(nerve.who), dice, sum, target });
                }
            }
            Item::Stand(_) | Item::Done(_) | Item::Stands | Item::Turned(_) => {}
        }
    }

    fn rout(&mut self, ui: &mut Ui<'_, '_>, rect: Rect) {
        let Some(side) = ui.view.state.side(ui.view.state.moment.side) else { return };
        let [head, keys] = row(rect, 64.0, GAP);
        let [about_it, roll] = columns(head, GAP, [0.66, 0.34]);
        let size = 46.0;
        let sign = about(pos2(about_it.left() + size / 2.0, about_it.center().y), size, size);
        let text = ui.canvas.ground.text;
        Sign::Rout.draw(&mut ui.canvas, sign, text);
        let text = within(about_it, size + 14.0, 2.0, 0.0, 2.0);
        let [above, below] = row(text, text.height() * 0.55, 0.0);
        let target = side.rout_target();
        let title = target.map_or_else(|| "Rout test".to_owned(), |target| format!("Rout test: 2D6 ≤ {target}"));
        ui.canvas.fit(
            above,
            Align2::LEFT_CENTER,
            Words::new(Face::Caps, 25.0, ui.canvas.ground.text),
            &[&title, "Rout test"],
        );
        let count = format!("{} of {} out of action; {}", side.out(), side.warriors.len(), told::leadership(side));
        let quiet = Words::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
        let short = format!("{} of {} out", side.out(), side.warriors.len());
        ui.canvas.fit(below, Align2::LEFT_CENTER, quiet, &[&count, &told::leadership(side), &short]);
        let who = format!("{}, rout test", side.name);
        let dice = dice::roll(&mut ui.canvas, "rout", &who, 2, roll).unwrap_or_default();
        let touched = dice::sums(&mut ui.canvas, "rout", &who, target, keys);
        let sum = if dice.is_empty() { touched } else { Some(dice.iter().sum()) };
        if let Some(sum) = sum {
            let roll = Roll::Rout(Rout { rout: side.name.clone(), sum });
            let rolled = dice::rolled(!dice.is_empty());
            if self.asked.ask(ui, Command::Test(Test { roll, rolled }))
                && let Some(target) = target
            {
                self.taken.push(Taken { who: None, dice, sum, target });
            }
        }
    }

    /// Seal, name and kind of a warrior.
    fn who(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, rect: Rect) {
        let (Some(warrior), Some(side)) = (view.state.warrior(who), view.state.side(who.seat)) else { return };
        let size = rect.height().min(46.0);
        let leads = side.leader() == Some(who.no);
        Seal::of(warrior, leads).draw(canvas, pos2(rect.left() + size / 2.0 + 2.0, rect.center().y), size, false);
        let text = within(rect, size + 12.0, 0.0, 4.0, 0.0);
        let [above, below] = row(text, text.height() * 0.54, 0.0);
        let first = told::short(&warrior.spec.name);
        let name = Words::new(Face::Figure, 20.0, canvas.ground.text);
        canvas.fit(above, Align2::LEFT_CENTER, name, &[&warrior.spec.name, first]);
        let quiet = Words::new(Face::Plain, 14.0, canvas.ground.quiet);
        let of = format!("{}, {}", who.no, side.name);
        canvas.fit(below, Align2::LEFT_CENTER, quiet, &[&of, &who.no.to_string()]);
    }

    /// Draws the other tests in rows; if many, side by side and on pages.
    fn rows(&mut self, ui: &mut Ui<'_, '_>, items: &[Item], rect: Rect) {
        const HIGH: f32 = 64.0;
        if items.is_empty() || rect.height() < HIGH {
            return;
        }
        let fits = |across: usize, room: f32| across * ((room + 6.0) / (HIGH + 6.0)).floor().max(0.0) as usize;
        let most = ((rect.width() + 6.0) / 366.0).floor().max(1.0) as usize;
        let fewest = if rect.width() >= 900.0 && items.len() > 3 { 2 } else { 1 };
        let across = (fewest..=most).find(|across| fits(*across, rect.height()) >= items.len()).unwrap_or(most);
        let paged = fits(across, rect.height()) < items.len();
        let room = if paged { rect.height() - CONTROL - GAP } else { rect.height() };
        let each = fits(across, room).max(1);
        if paged {
            let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - CONTROL), rect.max);
            pages::page_through(
                &mut ui.canvas,
                "due",
                foot,
                ["Previous", "Next"],
                &mut self.page,
                items.len().div_ceil(each),
            );
        } else {
            self.page = 0;
        }
        let wide = (rect.width() + 6.0) / across as f32 - 6.0;
        for (place, item) in items.iter().skip(self.page * each).take(each).enumerate() {
            let (down, column) = (place / across, place % across);
            let at = rect.min + vec2(column as f32 * (wide + 6.0), down as f32 * (HIGH + 6.0));
            self.closed(ui, *item, Rect::from_min_size(at, vec2(wide, HIGH)));
        }
    }

    fn closed(&mut self, ui: &mut Ui<'_, '_>, item: Item, rect: Rect) {
        ui.canvas.fill(rect, radius(8.0), ui.canvas.ground.raised);
        ui.canvas.rim(rect, radius(8.0), ui.canvas.look().rim, ui.canvas.ground.line);
        let inner = rect.shrink(6.0);
        let [about_it, said, button] = columns(inner, GAP, [0.42, 0.3, 0.28]);
        if item == Item::Stands {
            if let Some(taken) = self.taken(None) {
                let size = about_it.height().min(44.0);
                let sign = about(pos2(about_it.left() + size / 2.0, about_it.center().y), size, size);
                let colour = ui.canvas.ground.text;
                Sign::Rout.draw(&mut ui.canvas, sign, colour);
                let words = Words::new(Face::Caps, 22.0, ui.canvas.ground.text);
                let text = within(about_it, size + 12.0, 0.0, 0.0, 0.0);
                ui.canvas.fit(text, Align2::LEFT_CENTER, words, &["Rout test", "Rout"]);
                verdict(&mut ui.canvas, taken, &["They stand", "Stand"], said.union(button));
            }
            return;
        }
        let Some(who) = item.who() else { return };
        let Some(warrior) = ui.view.state.warrior(who) else { return };
        self.who(&mut ui.canvas, ui.view, who, about_it);
        let name = &warrior.spec.name;
        let now = warrior.now;
        let (words, title, label): (String, &[&str], String) = match item {
            Item::Test(nerve, _) if ui.view.state.moment.rout => {
                (format!("≤ {}, after the rout test", nerve.own), &[], String::new())
            }
            Item::Test(nerve, alone) => {
                let sure = if alone == Some(true) { ", no friend stands" } else { "" };
                let may = if alone.is_none() && !nerve.alone { ", if you like" } else { "" };
                (format!("≤ {}{sure}{may}", nerve.own), &["Test"], format!("{name}: test"))
            }
            Item::Flight(_, dice) => (format!("flees {dice}D6″"), &["Roll"], format!("{name}: flight")),
            Item::Stand(_) => ("half a move".to_owned(), &["Stand up", "Stand"], format!("{name}: stands up")),
            Item::Done(_) if now.status == Status::Fleeing => {
                ("flees on".to_owned(), &["Gone"], format!("{name}: gone off the table"))
            }
            Item::Done(_) if now.has(Mark::Rallied) => ("rallied: no move, no shot".to_owned(), &[], String::new()),
            Item::Done(_) => ("stands again".to_owned(), &[], String::new()),
            Item::Turned(_) => ("knocked down: was stunned".to_owned(), &[], String::new()),
            Item::Rout | Item::Stands => return,
        };
        let text = Words::new(Face::Plain, 16.0, ui.canvas.ground.text);
        let room = if title.is_empty() { said.union(button) } else { said };
        match self.taken(Some(who)).filter(|_| matches!(item, Item::Done(_))) {
            Some(taken) => {
                let words = match taken.passed() {
                    true if ui.view.state.moment.phase == Phase::CloseCombat => ["holds", "holds"],
                    true => ["rallied", "rallied"],
                    false => ["flees 2D6″", "flees"],
                };
                verdict(&mut ui.canvas, taken, &words, room);
            }
            None => ui.canvas.wrap_centred(room, text, &words),
        }
        if title.is_empty() {
            return;
        }
        let offered = Button { label: &label, size: 19.0, ..Button::new(title, Tone::Ink) };
        if !offered.show(&mut ui.canvas, ("row", who.seat, who.no), button).tapped() {
            return;
        }
        let me = named(ui.view.state, who);
        match item {
            Item::Stand(_) => {
                self.asked.ask(ui, Command::Stand(Stand { stand: me }));
            }
            Item::Done(_) => {
                let out = TakeOut { out: me, why: Some(Why::Fled), by: None };
                self.asked.ask(ui, Command::TakeOut(out));
            }
            _ => (self.open, self.nerves) = (Some(who), Nerves::default()),
        }
    }

    /// On to the next phase.
    fn foot(&mut self, ui: &mut Ui<'_, '_>, rect: Rect) {
        let due = due(ui.view.state);
        let left = due.musts(ui.view.state);
        let to = ui
            .view
            .state
            .moment
            .phase
            .next()
            .map_or_else(|| "To the next turn".to_owned(), |next| format!("To {}", next.words()));
        let sub = if left > 0 { format!("{left} still to roll") } else { String::new() };
        let title = [to.as_str()];
        let tone = if left > 0 { Tone::Raised } else { Tone::Gold };
        let sub = if rect.height() >= 56.0 { sub.as_str() } else { "" };
        let button = Button { sub, label: "Go on", ..Button::new(&title, tone) };
        if button.show(&mut ui.canvas, "go on", rect).tapped()
            && self.asked.ask(ui, Command::Step(Step { phase: Way::Next }))
        {
            ui.actions.push(Action::Close);
        }
    }
}

/// Draws the roll, its target number, and the result.
fn verdict(canvas: &mut Canvas<'_, '_>, taken: &Taken, words: &[&str; 2], rect: Rect) {
    let size = (rect.height() - 12.0).min(36.0);
    let mut left = rect.left() + 2.0;
    for shown in &taken.dice {
        dice::pips(canvas, about(pos2(left + size / 2.0, rect.center().y), size, size), *shown);
        left += size + 5.0;
    }
    let free = Rect::from_min_max(pos2(left + 4.0, rect.top()), rect.max);
    let figures = Words::new(Face::Figure, 21.0, canvas.ground.text);
    let at = canvas.fit(free, Align2::LEFT_CENTER, figures, &[&taken.figures()]);
    let rest = Rect::from_min_max(pos2(at.right() + 10.0, rect.top()), rect.max);
    canvas.fit(rest, Align2::RIGHT_CENTER, Words::new(Face::Caps, 18.0, canvas.ground.text), words);
}
