//! Due tests: in a recovery phase the rout test, rallies and standing up (W5 to W7, W36); at the end of close combat
//! the test for all alone (W34); and the distances of fleeing models (W33).

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::super::dice;
use super::super::sign::{Seal, Sign};
use super::super::view::{Action, Ui, View};
use super::super::wording::{self, named};
use super::{Asked, flight, row};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::form::{CONTROL, GAP};
use crate::letters::Face;
use crate::look::GOLD;
use crate::ordered;
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::table::warband::{
    Alone, Change, Command, Condition, Event, Mark, Nerve, Phase, Rally, Roll, Rolled, Rout, RunOn, Set, Stand, Status,
    Step, Table, TakeOut, Test, Way, Who, Why, due,
};

/// A test of nerve that people entered, or the table rolled.
pub struct NerveRoll {
    /// The sum of the two dice.
    pub sum: u8,
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

/// The Leadership that a warrior may test on.
#[derive(Clone, Copy)]
pub struct Leadership {
    /// Its own.
    pub own: u8,
    /// The leader's, where that is better.
    pub lent: Option<u8>,
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
        leadership: Leadership,
        rect: Rect,
    ) -> Option<NerveRoll> {
        let Leadership { own, lent } = leadership;
        let name = wording::name(view.state, who).to_owned();
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
            let quiet = TextStyle::new(Face::Plain, 14.5, canvas.ground.quiet);
            canvas.fit(above, Align2::CENTER_CENTER, quiet, &[words, "leader"]);
            let strong = TextStyle::new(Face::Figure, 20.0, canvas.ground.text);
            canvas.fit(below, Align2::CENTER_CENTER, strong, &[&format!("≤ {figure}")]);
        }
        let dice = dice::roll(canvas, "nerve", &name, 2, roll).unwrap_or_default();
        let touched = dice::sums(canvas, "nerve", &name, Some(target), keys);
        let sum = if dice.is_empty() { touched? } else { dice.iter().sum() };
        Some(NerveRoll { sum, leader, dice })
    }
}

/// The dice that the table rolled for a test on this sheet; the journal has only their sum.
#[derive(Clone, Serialize, Deserialize)]
struct Taken {
    /// The tested warrior; `None` for a rout test.
    who: Option<Who>,
    dice: Vec<u8>,
    sum: u8,
}

/// What a warrior or a side did in this phase, from the journal.
struct Outcome {
    /// The warrior, and its condition before; `None` for a rout test.
    before: Option<(Who, Condition)>,
    /// `None` for warriors who stood up or fled on without a test.
    test: Option<TestResult>,
    /// True if nothing happened after it.
    is_last: bool,
}

impl Outcome {
    /// Returns the outcome of an event, if it is one of these tests or a warrior who stood up.
    fn new(event: &Event, is_last: bool) -> Option<Self> {
        let sum = match &event.command {
            Command::Test(Test { roll, .. }) => match roll {
                Roll::Rout(roll) => Some(roll.sum),
                Roll::Rally(roll) => Some(roll.sum),
                Roll::Alone(roll) => Some(roll.sum),
                _ => return None,
            },
            Command::Stand(_) | Command::RunOn(_) => None,
            _ => return None,
        };
        let mut warriors = event.changes.iter().filter_map(|change| match change {
            Change::Warrior { seat, no, from, .. } => Some((Who { seat: *seat, no: *no }, *from)),
            _ => None,
        });
        let is_rout = matches!(&event.command, Command::Test(Test { roll: Roll::Rout(_), .. }));
        let before = if is_rout { None } else { Some(warriors.next()?) };
        let target = event.outcomes.last().and_then(|tested| tested.target);
        let test = sum.zip(target).map(|(sum, target)| TestResult { sum, target });
        Some(Self { before, test, is_last })
    }

    fn who(&self) -> Option<Who> {
        self.before.map(|(who, _)| who)
    }

    /// Returns the correction that takes it back, so that it can be done again.
    fn correction(&self, view: View<'_>) -> Option<Command> {
        let (who, now) = self.before?;
        let set = named(view.state, who);
        Some(Command::Set(Set { set, wounds: None, status: Some(now.status), marks: Some(now.marks.into()) }))
    }
}

/// Returns what was done in this phase, the latest first.
fn outcomes(table: &Table) -> Vec<Outcome> {
    let events = table.done().iter().rev().enumerate();
    let of_phase = events.take_while(|(_, event)| !matches!(event.command, Command::Step(_)));
    of_phase.filter_map(|(place, event)| Outcome::new(event, place == 0)).collect()
}

/// A button of a line, and what it does.
struct Offer {
    title: &'static [&'static str],
    label: String,
    does: Does,
}

enum Does {
    /// A command of the rules.
    Ask(Command),
    /// A correction by players.
    Set(Command),
    Undo,
    /// Opens the test.
    Open,
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
    /// A warrior who began the turn stunned, and is knocked down without a roll.
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

/// The sum of a test's dice and its target.
#[derive(Clone, Copy)]
struct TestResult {
    sum: u8,
    target: u8,
}

impl std::fmt::Display for TestResult {
    /// As a mathematician writes them: "6 ≤ 8".
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { sum, target } = self;
        write!(formatter, "{sum} {} {target}", if sum <= target { "≤" } else { ">" })
    }
}

/// Returns all due tests in order, between what happened without a roll and completed ones.
fn items(view: View<'_>) -> Vec<Item> {
    let due = due(view.state);
    let moment = view.state.moment;
    let mut all: Vec<Item> = due.rout.iter().map(|_| Item::Rout).collect();
    all.extend(due.flight.iter().map(|(who, dice)| Item::Flight(*who, *dice)));
    let turned = view.state.everybody().filter(|(who, warrior)| {
        let now = warrior.now;
        let recovers = moment.phase == Phase::Recovery && who.seat == moment.side && !moment.rout;
        recovers && matches!(now.status, Status::KnockedDown | Status::Stunned) && now.has(Mark::Turned)
    });
    all.extend(turned.map(|(who, _)| Item::Turned(who)));
    all.extend(due.nerve.iter().map(|nerve| Item::Test(*nerve, None)));
    all.extend(due.may_stand.iter().map(|who| Item::Stand(*who)));
    let mut alone: Vec<_> = due.alone.iter().collect();
    ordered::sort_by_number(&mut alone, |(_, sure)| i64::from(!*sure));
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
    all
}

impl DueSheet {
    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
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
        let outcomes = outcomes(table);
        let mut items = items(ui.view);
        let held = outcomes.iter().any(|outcome| outcome.who().is_none());
        if moment.phase == Phase::Recovery && !moment.rout && held {
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
        let main = rest.with_max_y(rest.bottom() - foot - GAP);
        let foot = rest.lower(foot);
        let mut below = main;
        if let Some(item) = open {
            let narrow = main.width() < 600.0;
            let high: f32 = if narrow { 252.0 } else { 182.0 };
            let [place, left] = row(main, high.min(main.height()), GAP);
            self.opened(ui, item, place);
            below = left;
        }
        let closed: Vec<Item> = items.into_iter().filter(|item| Some(*item) != open).collect();
        self.rows(ui, &closed, &outcomes, below);
        self.foot(ui, foot);
        self.asked.draw(ui, moment.side);
    }

    /// The dice of a test that the table rolled on this sheet; empty for others.
    fn dice(&self, who: Option<Who>, sum: u8) -> &[u8] {
        let taken = self.taken.iter().rev().find(|taken| taken.who == who && taken.sum == sum);
        taken.map_or(&[], |taken| &taken.dice)
    }

    /// The test that is taken now, with all its keys.
    fn opened(&mut self, ui: &mut Ui<'_, '_>, item: Item, rect: Rect) {
        ui.canvas.fill(rect, radius(10.0), ui.canvas.look().centre.fill);
        ui.canvas.border(rect, radius(10.0), 2.5, GOLD);
        let inner = rect.shrink(10.0);
        match item {
            Item::Rout => self.rout(ui, inner),
            Item::Flight(who, dice) => {
                if flight::draw(ui, who, dice, &mut self.asked, inner) {
                    self.open = None;
                }
            }
            Item::Test(nerve, alone) => {
                let [head, rest] = row(inner, 46.0, 6.0);
                let side = |share: f32| head.left_part(head.width() * share);
                if alone.is_some() {
                    self.who(&mut ui.canvas, ui.view, nerve.who, head);
                } else {
                    let on = head.with_min_x(side(0.56).right());
                    self.who(&mut ui.canvas, ui.view, nerve.who, side(0.55));
                    let name = wording::name(ui.view.state, nerve.who);
                    let label = format!("{name}: an enemy is nearest, it flees on");
                    let title = ["An enemy is nearest: no test", "Enemy nearest"];
                    let button = Button { label: &label, size: 18.0, ..Button::new(&title, Tone::Raised) };
                    if button.show(&mut ui.canvas, "run on", on).tapped() {
                        let run = RunOn { run_on: named(ui.view.state, nerve.who) };
                        self.asked.ask(ui, Command::RunOn(run));
                    }
                }
                let leadership = Leadership { own: nerve.own, lent: nerve.with_leader };
                let Some(roll) = self.nerves.draw(&mut ui.canvas, ui.view, nerve.who, leadership, rest) else {
                    return;
                };
                let rolled = roll.rolled();
                let NerveRoll { sum, leader, dice } = roll;
                let me = named(ui.view.state, nerve.who);
                let roll = match alone {
                    Some(_) => Roll::Alone(Alone { alone: me, sum }),
                    None => Roll::Rally(Rally { rally: me, sum, leader }),
                };
                if self.asked.ask(ui, Command::Test(Test { roll, rolled })) {
                    (self.open, self.nerves) = (None, Nerves::default());
                    self.taken.push(Taken { who: Some(nerve.who), dice, sum });
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
        let sign = rect_around(pos2(about_it.left() + size / 2.0, about_it.center().y), size, size);
        let text = ui.canvas.ground.text;
        Sign::Rout.draw(&mut ui.canvas, sign, text);
        let text = inset(about_it, size + 14.0, 2.0, 0.0, 2.0);
        let [above, below] = row(text, text.height() * 0.55, 0.0);
        let target = side.rout_target();
        let title = target.map_or_else(|| "Rout test".to_owned(), |target| format!("Rout test: 2D6 ≤ {target}"));
        ui.canvas.fit(
            above,
            Align2::LEFT_CENTER,
            TextStyle::new(Face::Caps, 25.0, ui.canvas.ground.text),
            &[&title, "Rout test"],
        );
        let count = format!("{} of {} out of action; {}", side.out(), side.warriors.len(), wording::leadership(side));
        let quiet = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
        let short = format!("{} of {} out", side.out(), side.warriors.len());
        ui.canvas.fit(below, Align2::LEFT_CENTER, quiet, &[&count, &wording::leadership(side), &short]);
        let who = format!("{}, rout test", side.name);
        let dice = dice::roll(&mut ui.canvas, "rout", &who, 2, roll).unwrap_or_default();
        let touched = dice::sums(&mut ui.canvas, "rout", &who, target, keys);
        let sum = if dice.is_empty() { touched } else { Some(dice.iter().sum()) };
        if let Some(sum) = sum {
            let roll = Roll::Rout(Rout { rout: side.name.clone(), sum });
            let rolled = dice::rolled(!dice.is_empty());
            if self.asked.ask(ui, Command::Test(Test { roll, rolled })) {
                self.taken.push(Taken { who: None, dice, sum });
            }
        }
    }

    /// Seal, name and kind of a warrior.
    fn who(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, rect: Rect) {
        let (Some(warrior), Some(side)) = (view.state.warrior(who), view.state.side(who.seat)) else { return };
        let size = rect.height().min(46.0);
        let leads = side.leader() == Some(who.no);
        Seal::of(warrior, leads).draw(canvas, pos2(rect.left() + size / 2.0 + 2.0, rect.center().y), size, false);
        let text = inset(rect, size + 12.0, 0.0, 4.0, 0.0);
        let [above, below] = row(text, text.height() * 0.54, 0.0);
        let first = wording::short(&warrior.spec.name);
        let name = TextStyle::new(Face::Figure, 20.0, canvas.ground.text);
        canvas.fit(above, Align2::LEFT_CENTER, name, &[&warrior.spec.name, first]);
        let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
        let of = format!("{}, {}", who.no, side.name);
        canvas.fit(below, Align2::LEFT_CENTER, quiet, &[&of, &who.no.to_string()]);
    }

    /// Draws the other tests in rows; if many, side by side and on pages. What happened without a roll has a heading of its
    /// own where all fit.
    fn rows(&mut self, ui: &mut Ui<'_, '_>, items: &[Item], outcomes: &[Outcome], rect: Rect) {
        const ROW_HEIGHT: f32 = 64.0;
        if items.is_empty() || rect.height() < ROW_HEIGHT {
            return;
        }
        let fits = |across: usize, room: f32| across * ((room + 6.0) / (ROW_HEIGHT + 6.0)).floor().max(0.0) as usize;
        let most = ((rect.width() + 6.0) / 366.0).floor().max(1.0) as usize;
        let fewest = if rect.width() >= 900.0 && items.len() > 3 { 2 } else { 1 };
        let (turned, tests): (Vec<Item>, Vec<Item>) = items.iter().partition(|item| matches!(item, Item::Turned(_)));
        let heading = ui.canvas.scaled(28.0);
        let groups = [("Automatically", turned), ("Tests and moves", tests)];
        let high = |across: usize| -> f32 {
            let groups = groups.iter().filter(|(_, items)| !items.is_empty());
            groups.map(|(_, items)| heading + items.len().div_ceil(across) as f32 * (ROW_HEIGHT + 6.0)).sum()
        };
        let headed = (fewest..=most).find(|across| high(*across) <= rect.height() + 6.0);
        if let Some(across) = headed.filter(|_| !groups[0].1.is_empty()) {
            let mut top = rect.top();
            for (title, items) in groups.iter().filter(|(_, items)| !items.is_empty()) {
                let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), heading));
                let quiet = TextStyle::new(Face::Caps, 20.0, ui.canvas.ground.quiet);
                ui.canvas.fit(place, Align2::LEFT_CENTER, quiet, &[title]);
                top += heading;
                let down = items.len().div_ceil(across);
                let cells = Rect::from_min_size(
                    pos2(rect.left(), top),
                    vec2(rect.width(), down as f32 * (ROW_HEIGHT + 6.0) - 6.0),
                );
                for (item, cell) in items.iter().zip(grid(cells, 6.0, across, down)) {
                    self.closed(ui, *item, outcomes, cell);
                }
                top = cells.bottom() + 6.0;
            }
            return;
        }
        let across = (fewest..=most).find(|across| fits(*across, rect.height()) >= items.len()).unwrap_or(most);
        let paged = fits(across, rect.height()) < items.len();
        let room = if paged { rect.height() - CONTROL - GAP } else { rect.height() };
        let each = fits(across, room).max(1);
        if paged {
            let foot = rect.lower(CONTROL);
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
            let at = rect.min + vec2(column as f32 * (wide + 6.0), down as f32 * (ROW_HEIGHT + 6.0));
            self.closed(ui, *item, outcomes, Rect::from_min_size(at, vec2(wide, ROW_HEIGHT)));
        }
    }

    fn closed(&mut self, ui: &mut Ui<'_, '_>, item: Item, outcomes: &[Outcome], rect: Rect) {
        ui.canvas.fill(rect, radius(8.0), ui.canvas.ground.raised);
        ui.canvas.border(rect, radius(8.0), ui.canvas.look().rim, ui.canvas.ground.line);
        let inner = rect.shrink(6.0);
        let outcome = outcomes.iter().find(|outcome| outcome.who() == item.who());
        let outcome = outcome.filter(|_| matches!(item, Item::Done(_) | Item::Stands));
        let (words, offers) = line(ui.view, item, outcome);
        let narrow = inner.width() < 400.0;
        let (about_it, said, buttons) = match offers.len() {
            0 => {
                let [about_it, said] = columns(inner, GAP, [0.42, 0.58]);
                (about_it, said, Vec::new())
            }
            1 => {
                let [about_it, said, button] = columns(inner, GAP, [0.42, 0.3, 0.28]);
                (about_it, said, vec![button])
            }
            _ => {
                let [about_it, said, first, second] = columns(inner, GAP, [0.34, 0.24, 0.21, 0.21]);
                (about_it, said, vec![first, second])
            }
        };
        match item.who() {
            Some(who) if matches!(item, Item::Turned(_)) && !narrow => {
                let size = about_it.height().min(46.0);
                if let Some(stunned) = Seal::of_status(Status::Stunned) {
                    let centre = pos2(about_it.left() + size / 2.0 + 2.0, about_it.center().y);
                    stunned.draw(&mut ui.canvas, centre, size, true);
                }
                let arrow = Rect::from_min_size(pos2(about_it.left() + size + 4.0, about_it.top()), vec2(14.0, size));
                let words = TextStyle::new(Face::Caps, 26.0, ui.canvas.ground.text);
                ui.canvas.fit(arrow, Align2::CENTER_CENTER, words, &["›"]);
                self.who(&mut ui.canvas, ui.view, who, inset(about_it, size + 20.0, 0.0, 0.0, 0.0));
            }
            Some(who) => self.who(&mut ui.canvas, ui.view, who, about_it),
            None => {
                let size = about_it.height().min(44.0);
                let sign = rect_around(pos2(about_it.left() + size / 2.0, about_it.center().y), size, size);
                let colour = ui.canvas.ground.text;
                Sign::Rout.draw(&mut ui.canvas, sign, colour);
                let words = TextStyle::new(Face::Caps, 22.0, ui.canvas.ground.text);
                let text = inset(about_it, size + 12.0, 0.0, 0.0, 0.0);
                ui.canvas.fit(text, Align2::LEFT_CENTER, words, &["Rout test", "Rout"]);
            }
        }
        match outcome.and_then(|outcome| outcome.test) {
            Some(test) => verdict(&mut ui.canvas, test, self.dice(item.who(), test.sum), &words, said),
            None => {
                let [long, short] = words;
                let text = TextStyle::new(Face::Plain, 16.0, ui.canvas.ground.text);
                ui.canvas.wrap_centred(said, text, if said.width() < 110.0 { &short } else { &long });
            }
        }
        let id = item.who().map_or((0, 0), |who| (who.seat.index(), who.no));
        for (offer, place) in offers.into_iter().zip(buttons) {
            let button = Button { label: &offer.label, size: 19.0, ..Button::new(offer.title, Tone::Ink) };
            if !button.show(&mut ui.canvas, ("row", id, offer.title), place).tapped() {
                continue;
            }
            match offer.does {
                Does::Ask(command) => {
                    self.asked.ask(ui, command);
                }
                Does::Set(command) => ui.actions.push(Action::Do(command)),
                Does::Undo => ui.actions.push(Action::Undo),
                Does::Open => (self.open, self.nerves) = (item.who(), Nerves::default()),
            }
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

/// Returns what a closed line says, and in fewer words, and its buttons.
fn line(view: View<'_>, item: Item, outcome: Option<&Outcome>) -> ([String; 2], Vec<Offer>) {
    let name = item.who().map_or("", |who| wording::name(view.state, who));
    let offer = |title: &'static [&'static str], does: &str, what| Offer {
        title,
        label: format!("{name}: {does}"),
        does: what,
    };
    let twice = |words: &str| [words.to_owned(), words.to_owned()];
    let both = |words: [&str; 2]| words.map(str::to_owned);
    let Some((who, now)) = item.who().and_then(|who| Some((who, view.state.warrior(who)?.now))) else {
        let again = outcome.filter(|outcome| outcome.is_last);
        let label = "Rout test: again".to_owned();
        let again = again.map(|_| Offer { title: &["Again"], label, does: Does::Undo });
        return (both(["They stand", "Stand"]), again.into_iter().collect());
    };
    let me = || named(view.state, who);
    let set = |status| Does::Set(Command::Set(Set { set: me(), wounds: None, status: Some(status), marks: None }));
    let back = outcome.and_then(|outcome| outcome.correction(view)).map(Does::Set);
    let again = |back: Option<Does>| back.map(|does| offer(&["Again"], "again", does));
    match item {
        Item::Test(nerve, _) if view.state.moment.rout => {
            (twice(&format!("≤ {}, after the rout test", nerve.own)), Vec::new())
        }
        Item::Test(nerve, alone) => {
            let sure = if alone == Some(true) { ", no friend stands" } else { "" };
            let may = if alone.is_none() && !nerve.alone { ", if you like" } else { "" };
            (twice(&format!("≤ {}{sure}{may}", nerve.own)), vec![offer(&["Test"], "test", Does::Open)])
        }
        Item::Flight(_, dice) => (twice(&format!("flees {dice}D6″")), vec![offer(&["Roll"], "flight", Does::Open)]),
        Item::Stand(_) => {
            let stands = Does::Ask(Command::Stand(Stand { stand: me() }));
            (twice("half a move"), vec![offer(&["Stand up", "Stand"], "stands up", stands)])
        }
        Item::Done(_) if now.status == Status::Fleeing => {
            let gone = Does::Ask(Command::TakeOut(TakeOut { out: me(), why: Some(Why::Fled), by: None }));
            let gone = offer(&["Gone"], "gone off the table", gone);
            (both(["flees 2D6″", "flees"]), again(back).into_iter().chain([gone]).collect())
        }
        Item::Done(_) if now.has(Mark::Rallied) => {
            let words = if back.is_some() { ["rallied", "rallied"] } else { ["rallied: no move, no shot", "rallied"] };
            (both(words), again(back).into_iter().collect())
        }
        Item::Done(_) if now.has(Mark::Stood) => {
            let down = back.map(|does| offer(&["Stay down", "Down"], "stays down", does));
            (twice("stands again"), down.into_iter().collect())
        }
        Item::Done(_) => (twice("holds"), again(back).into_iter().collect()),
        Item::Turned(_) if now.status == Status::Stunned => {
            let down = offer(&["Knock down", "Down"], "knocked down", set(Status::KnockedDown));
            (twice("left stunned"), vec![down])
        }
        Item::Turned(_) => {
            let leave = offer(&["Leave stunned", "Leave"], "left stunned", set(Status::Stunned));
            (both(["no roll: knocked down", "knocked down"]), vec![leave])
        }
        Item::Rout | Item::Stands => (twice(""), Vec::new()),
    }
}

/// Draws the roll, its target number, and the result; without room beside each other, one above the other.
fn verdict(canvas: &mut Canvas<'_, '_>, test: TestResult, dice: &[u8], words: &[String; 2], rect: Rect) {
    let words = words.each_ref().map(String::as_str);
    let strong = TextStyle::new(Face::Figure, 21.0, canvas.ground.text);
    let quiet = TextStyle::new(Face::Caps, 18.0, canvas.ground.text);
    let size = (rect.height() - 12.0).min(36.0);
    let faces = dice.len() as f32 * (size + 5.0);
    if rect.width() < faces + 150.0 {
        let [above, below] = row(rect, rect.height() * 0.54, 0.0);
        let small = above.height() - 2.0;
        let wide = canvas.width(strong, &test.to_string());
        let shown = if above.width() >= wide + 10.0 + dice.len() as f32 * (small + 4.0) { dice } else { &[] };
        let figures_at = die_faces(canvas, shown, above, small);
        canvas.fit(figures_at, Align2::LEFT_CENTER, strong, &[&test.to_string()]);
        canvas.fit(below, Align2::LEFT_CENTER, quiet, &words);
        return;
    }
    let free = die_faces(canvas, dice, rect, size);
    let at = canvas.fit(free, Align2::LEFT_CENTER, strong, &[&test.to_string()]);
    let rest = rect.with_min_x(at.right() + 10.0);
    canvas.fit(rest, Align2::RIGHT_CENTER, quiet, &words);
}

/// Draws dice at the left of a box; returns what is left of it.
fn die_faces(canvas: &mut Canvas<'_, '_>, dice: &[u8], rect: Rect, size: f32) -> Rect {
    let mut left = rect.left() + 2.0;
    for shown in dice {
        dice::pips(canvas, rect_around(pos2(left + size / 2.0, rect.center().y), size, size), *shown);
        left += size + 5.0;
    }
    rect.with_min_x(left)
}
