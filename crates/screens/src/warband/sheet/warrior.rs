//! A warrior: profile, wounds, status, what it may do and what forbids it.

use egui::Rect;
use serde::{Deserialize, Serialize};

use super::super::act;
use super::super::view::{Action, Ui, View};
use super::super::wording::{self, named};
use super::aim::{AT_WHOM, Aim, REACHES, enemies, question};
use super::due::{Leadership, Nerves};
use super::fall::Falling;
use super::injury::Hurt;
use super::trial::Trials;
use super::warrior_actions::{self, Touched};
use super::{Asked, correct, flight, history, profile, row, states};
use crate::button::{Button, Tone};
use crate::canvas::TextStyle;
use crate::form::{CONTROL, GAP};
use crate::gallery::Icon;
use crate::letters::Face;
use crate::pages;
use crate::region::{Cut as _, columns, grid};
use crate::shared::counter::{self, Counter};
use crate::table::warband::{Alone, Command, Panic, Rally, Roll, Shoot, Side, Table, TakeOut, Test, Warrior, Who, Why};

/// Details of a warrior's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Page {
    Injury,
    By,
    Rally,
    Alone,
    Panic,
    Charge,
    Shoot,
    Trial,
    Fall,
    Flight,
    Out,
    Correct,
    More,
    History,
}

/// The selected warrior, and incomplete details.
#[derive(Serialize, Deserialize)]
pub struct WarriorSheet {
    who: Who,
    page: Option<Page>,
    hurt: Hurt,
    nerves: Nerves,
    aim: Aim,
    trials: Trials,
    falling: Falling,
    asked: Asked,
    /// The page of enemies.
    enemies: usize,
    /// The page of its history.
    #[serde(default)]
    history: usize,
    /// True if it was opened for an injury, and closes with it.
    #[serde(default)]
    for_injury: bool,
    /// True if the warrior was falling when last drawn.
    falls: bool,
    /// True if the warrior's flight was to be rolled when it was last drawn.
    #[serde(default)]
    flees: bool,
}

impl WarriorSheet {
    /// Opens it, where a wound asks for dice with the keys for them.
    pub fn new(view: View<'_>, who: Who, injury: bool) -> Self {
        let now = view.state.warrior(who).map(|warrior| warrior.now);
        let falls = now.is_some_and(|now| now.falling.is_some());
        let flees = now.is_some_and(|now| now.flight.is_some());
        let page = match injury {
            _ if falls => Some(Page::Fall),
            false if flees => Some(Page::Flight),
            injury => injury.then_some(Page::Injury),
        };
        Self {
            who,
            page,
            hurt: Hurt::default(),
            nerves: Nerves::default(),
            aim: Aim::default(),
            trials: Trials::default(),
            falling: Falling::default(),
            asked: Asked::default(),
            enemies: 0,
            history: 0,
            for_injury: page == Some(Page::Injury),
            falls,
            flees,
        }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        let Some(warrior) = ui.view.state.warrior(self.who) else {
            ui.actions.push(Action::Close);
            return;
        };
        // After a test that failed the hits of the fall come next.
        let falls = warrior.now.falling.is_some();
        if falls && !self.falls {
            self.page = Some(Page::Fall);
        }
        self.falls = falls;
        // After a test of nerve that failed it runs.
        let flees = warrior.now.flight.is_some();
        if flees && !self.flees {
            self.page = Some(Page::Flight);
        }
        self.flees = flees;
        let spec = &warrior.spec;
        let low = ui.canvas.whole().height() < 420.0;
        let title = format!("{} {}", self.who.no, spec.name);
        let points = (spec.points > 0).then(|| format!("{} points", spec.points));
        let kind = Some(spec.kind.clone()).filter(|kind| !kind.is_empty());
        let about: Vec<String> = kind.into_iter().chain(points).collect();
        let (rest, closed) = pages::head(&mut ui.canvas, &[&title, &spec.name], &about.join(", "), 0.0);
        if closed {
            ui.actions.push(Action::Close);
        }
        let foot = if low { 46.0 } else { 54.0 };
        let main = rest.with_max_y(rest.bottom() - foot - GAP);
        let foot = rest.lower(foot);
        let inline = rest.width() >= 900.0 && rest.height() >= 480.0;
        match self.page.filter(|page| !(inline && *page == Page::Injury)) {
            Some(page) => self.draw_page(ui, table, warrior, page, main),
            None if inline => self.three(ui, warrior, main),
            None if main.width() > main.height() * 1.3 => self.two(ui, warrior, main),
            None => self.one(ui, warrior, main),
        }
        self.foot(ui, table, foot);
        if self.asked.draw(ui, self.who.seat) {
            self.page = None;
        }
    }

    /// Three columns: who it is, its wounds and injuries, what it may do.
    fn three(&mut self, ui: &mut Ui<'_, '_>, warrior: &Warrior, rect: Rect) {
        let [left, middle, right] = columns(rect, 22.0, [0.34, 0.3, 0.36]);
        profile::identity(&mut ui.canvas, ui.view, self.who, warrior, left);
        let [counter, rest] = row(middle, 112.0, 12.0);
        self.wounds(ui, warrior, counter);
        if warrior.now.is_in() && ui.view.state.over.is_none() {
            self.injury(ui, rest);
        }
        self.states(ui, warrior, right);
    }

    /// The states, what the warrior may do now, and the pages with all else.
    fn states(&mut self, ui: &mut Ui<'_, '_>, warrior: &Warrior, rect: Rect) {
        let (gap, foot) = if rect.height() < 300.0 { (6.0, 44.0) } else { (12.0, CONTROL) };
        let [grid, rest] = row(rect, states::height(rect.size()), gap);
        let touched = states::draw(ui, self.who, warrior, grid);
        self.touched(ui, touched);
        let now = rest.with_max_y(rest.bottom() - foot - GAP);
        let touched = warrior_actions::draw_possible(&mut ui.canvas, ui.view, self.who, now);
        self.touched(ui, touched);
        let [more, history] = columns(rest.with_min_y(now.bottom() + GAP), GAP, [1.0; 2]);
        let name = &warrior.spec.name;
        for (title, page, place) in [("More …", Page::More, more), ("History", Page::History, history)] {
            let label = format!("{name}: {}", title.trim_end_matches(" …").to_lowercase());
            let title = [title];
            let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
            if button.show(&mut ui.canvas, ("other page", title[0]), place).tapped() {
                self.page = Some(page);
            }
        }
    }

    /// Two columns, on a phone that lies.
    fn two(&mut self, ui: &mut Ui<'_, '_>, warrior: &Warrior, rect: Rect) {
        let [left, right] = columns(rect, 12.0, [0.4, 0.6]);
        let [status, rest] = row(left, 46.0, 6.0);
        profile::status(&mut ui.canvas, ui.view, self.who, warrior, status);
        let [figures, rest] = row(rest, 48.0, 6.0);
        profile::figures(&ui.canvas, warrior.spec.profile, figures);
        let [counter, rest] = row(rest, (rest.height() - 6.0).clamp(52.0, 76.0), 6.0);
        self.wounds(ui, warrior, counter);
        if rest.height() > 22.0 {
            profile::gear(&ui.canvas, warrior, rest);
        }
        self.states(ui, warrior, right);
    }

    /// One column, on a phone that stands.
    fn one(&mut self, ui: &mut Ui<'_, '_>, warrior: &Warrior, rect: Rect) {
        let [status, rest] = row(rect, 54.0, 8.0);
        profile::status(&mut ui.canvas, ui.view, self.who, warrior, status);
        let [figures, rest] = row(rest, 58.0, 8.0);
        profile::figures(&ui.canvas, warrior.spec.profile, figures);
        let tight = rest.height() < 420.0;
        let [counter, rest] = row(rest, if tight { 60.0 } else { 90.0 }, GAP);
        self.wounds(ui, warrior, counter);
        let deeds = if tight { rest.height() } else { 316.0_f32.min(rest.height()) };
        let [gear, below] = row(rest, (rest.height() - deeds - GAP).max(0.0), GAP);
        if gear.height() > 22.0 {
            let [weapons, follows] = row(gear, gear.height().min(110.0), 4.0);
            profile::gear(&ui.canvas, warrior, weapons);
            if follows.height() > 40.0 {
                let words = TextStyle::new(Face::Plain, 15.0, ui.canvas.ground.quiet);
                ui.canvas.wrap_left(follows, words, &profile::follows(warrior));
            }
        }
        self.states(ui, warrior, below);
    }

    /// The wounds: minus is a wound that was not saved, plus a correction.
    fn wounds(&mut self, ui: &mut Ui<'_, '_>, warrior: &Warrior, rect: Rect) {
        let (name, now) = (&warrior.spec.name, warrior.now);
        let most = i64::from(warrior.spec.profile.wounds);
        let labels = [format!("{name}: wounded"), format!("{name}: one wound more")];
        // At none left a wound still asks for dice.
        let least = if now.is_in() { -1 } else { 0 };
        let title = if most == 1 { "wounds, of 1".to_owned() } else { format!("wounds, of {most}") };
        let most = if now.is_in() { Some(most) } else { Some(0) };
        let counter = Counter { title: &title, value: now.wounds.into(), least, most, labels, ..Counter::default() };
        for by in counter::draw(&mut ui.canvas, "wounds", rect, &counter) {
            if by > 0 {
                ui.actions.extend(act::one_more(ui.view, self.who));
            } else {
                match act::wound(ui.view, self.who) {
                    Some(Action::Do(command)) => {
                        self.asked.ask(ui, command);
                    }
                    Some(_) => self.page = Some(Page::Injury),
                    None => {}
                }
            }
        }
    }

    fn injury(&mut self, ui: &mut Ui<'_, '_>, rect: Rect) {
        let (done, picks) = self.hurt.draw(ui, self.who, &mut self.asked, rect);
        if done && self.for_injury {
            ui.actions.push(Action::Close);
        } else if done {
            self.page = None;
        } else if picks {
            self.page = Some(Page::By);
        }
    }

    fn deeds(&mut self, ui: &mut Ui<'_, '_>, rect: Rect, across: usize) {
        let touched = warrior_actions::draw(&mut ui.canvas, ui.view, self.who, rect, across);
        self.touched(ui, touched);
    }

    fn touched(&mut self, ui: &mut Ui<'_, '_>, touched: Option<Touched>) {
        match touched {
            Some(Touched::Ask(command)) => {
                let done = self.asked.ask(ui, command);
                self.page = self.page.filter(|page| !(done && *page == Page::More));
            }
            Some(Touched::Page(page)) => self.page = Some(page),
            None => {}
        }
    }

    fn draw_page(&mut self, ui: &mut Ui<'_, '_>, table: &Table, warrior: &Warrior, page: Page, rect: Rect) {
        let who = self.who;
        let done = match page {
            Page::Injury => {
                self.injury(ui, rect);
                false
            }
            Page::By => {
                let rest = question(&ui.canvas, rect, &["Who dealt the wound?"]);
                if let Some(by) =
                    enemies(&mut ui.canvas, ui.view, who, self.hurt.by.as_slice(), &mut self.enemies, rest)
                {
                    self.hurt.by = Some(by);
                    self.page = Some(Page::Injury);
                }
                false
            }
            Page::Rally | Page::Alone | Page::Panic => self.nerve(ui, warrior, page, rect),
            Page::Charge => {
                let rest = question(&ui.canvas, rect, &REACHES);
                self.aim.draw(ui, who, &mut self.asked, rest)
            }
            Page::Shoot => {
                let rest = question(&ui.canvas, rect, &AT_WHOM);
                let on = enemies(&mut ui.canvas, ui.view, who, &[], &mut self.enemies, rest);
                on.is_some_and(|on| {
                    let shoot = Shoot { shoot: named(ui.view.state, who), on: named(ui.view.state, on) };
                    self.asked.ask(ui, Command::Shoot(shoot))
                })
            }
            Page::Trial => self.trials.draw(ui, who, &mut self.asked, rect),
            Page::Fall => self.falling.draw(ui, who, &mut self.asked, rect),
            Page::Flight => match warrior.now.flight {
                None => true,
                Some(dice) => {
                    let high = rect.height().min(if rect.width() < 600.0 { 300.0 } else { 190.0 });
                    let place = rect.upper(high);
                    flight::draw(ui, who, dice, &mut self.asked, place)
                }
            },
            Page::Out => self.out(ui, rect),
            Page::More => {
                self.deeds(ui, rect, if rect.height() < 300.0 { 5 } else { 3 });
                false
            }
            Page::History => {
                history::draw(&mut ui.canvas, ui.view, table, who, rect, &mut self.history);
                false
            }
            Page::Correct => {
                correct::draw(ui, who, warrior, rect);
                false
            }
        };
        if done {
            self.page = None;
        }
    }

    /// A test of Leadership.
    fn nerve(&mut self, ui: &mut Ui<'_, '_>, warrior: &Warrior, page: Page, rect: Rect) -> bool {
        let me = || named(ui.view.state, self.who);
        let side = ui.view.state.side(self.who.seat);
        let own = warrior.spec.profile.leadership;
        let lent = side.and_then(Side::lends).filter(|(no, figure)| *no != self.who.no && *figure > own);
        let lent = lent.map(|(_, figure)| figure).filter(|_| page != Page::Alone);
        let high = rect.height().min(if rect.width() < 600.0 { 300.0 } else { 190.0 });
        let said = match page {
            Page::Alone => ["All alone: 2D6 up to its own Leadership, or it runs.", "All alone: 2D6 up to own Ld"],
            Page::Panic => ["Panic: 2D6 up to Leadership, or it flees.", "Panic: 2D6 up to Ld"],
            _ => ["Rally: 2D6 up to Leadership, or it flees on.", "Rally: 2D6 up to Ld"],
        };
        let rest = question(&ui.canvas, rect, &said);
        let place = rest.upper(high);
        let leadership = Leadership { own, lent };
        let Some(roll) = self.nerves.draw(&mut ui.canvas, ui.view, self.who, leadership, place) else { return false };
        let (sum, leader, rolled) = (roll.sum, roll.leader, roll.rolled());
        let roll = match page {
            Page::Alone => Roll::Alone(Alone { alone: me(), sum }),
            Page::Panic => Roll::Panic(Panic { panic: me(), sum, leader }),
            _ => Roll::Rally(Rally { rally: me(), sum, leader }),
        };
        self.asked.ask(ui, Command::Test(Test { roll, rolled }))
    }

    /// Why it is out of action.
    fn out(&mut self, ui: &mut Ui<'_, '_>, rect: Rect) -> bool {
        let rest = question(&ui.canvas, rect, &["Why is it out of action?"]);
        let whys = [
            (Some(Why::KillingBlow), "A killing blow", "no injury roll"),
            (Some(Why::Finished), "Finished", "as it lay, hand to hand"),
            (Some(Why::Fled), "Fled", "off the table"),
            (None, "For another reason", "the players agree"),
        ];
        let across = if rest.width() < 600.0 { 1 } else { 2 };
        let down = whys.len().div_ceil(across);
        let high = ((rest.height() + GAP) / down as f32 - GAP).min(92.0);
        let rest = rest.upper((high + GAP) * down as f32 - GAP);
        let mut done = false;
        for ((why, title, sub), cell) in whys.into_iter().zip(grid(rest, GAP, across, down)) {
            let title = [title];
            let button = Button { sub, ..Button::new(&title, Tone::Raised) };
            if button.show(&mut ui.canvas, ("why", title[0]), cell).tapped() {
                let out = TakeOut { out: named(ui.view.state, self.who), why, by: None };
                done |= self.asked.ask(ui, Command::TakeOut(out));
            }
        }
        done
    }

    /// Back from a page, undo, and the warriors before and after it.
    fn foot(&mut self, ui: &mut Ui<'_, '_>, table: &Table, rect: Rect) {
        let [undo, back, before, after] = columns(rect, GAP, [1.3, 1.3, 1.0, 1.0]);
        let what = table.undo_label().filter(|_| table.can_undo());
        let sub = what.clone().unwrap_or_default();
        let wide = undo.width() >= 150.0;
        let label = format!("Undo: {sub}");
        let button = Button {
            sub: if wide { &sub } else { "" },
            label: &label,
            icon: Some(Icon::Undo),
            off: what.is_none(),
            ..Button::new(if wide { &["Undo"] } else { &[] }, Tone::Raised)
        };
        if button.show(&mut ui.canvas, "undo here", undo).tapped() {
            ui.actions.push(Action::Undo);
        }
        if self.page.is_some() {
            let name = wording::name(ui.view.state, self.who);
            let title = [name, wording::short(name)].map(|name| format!("Back to {name}"));
            let title = [title[0].as_str(), title[1].as_str(), "Back"];
            let button = Button { label: title[0], ..Button::new(&title, Tone::Ink) };
            if button.show(&mut ui.canvas, "back", back).tapped() {
                self.page = None;
            }
        }
        let count = ui.view.state.side(self.who.seat).map_or(0, |side| side.warriors.len());
        let last = u8::try_from(count).unwrap_or(u8::MAX);
        for (title, place, to) in [
            ("‹", before, self.who.no.checked_sub(1).filter(|no| *no > 0)),
            ("›", after, self.who.no.checked_add(1).filter(|no| *no <= last)),
        ] {
            let to = to.map(|no| Who { no, ..self.who });
            let name = to.map_or_else(String::new, |to| format!("{} {}", to.no, wording::name(ui.view.state, to)));
            let label = format!("Look at {name}");
            let said = if title == "‹" { format!("‹ {name}") } else { format!("{name} ›") };
            let title = [said.as_str(), title];
            let button = Button { label: &label, off: to.is_none(), size: 19.0, ..Button::new(&title, Tone::Raised) };
            if let (true, Some(to)) = (button.show(&mut ui.canvas, ("other", title[1]), place).tapped(), to) {
                *self = Self::new(ui.view, to, false);
            }
        }
    }
}
