//! An attack, from attacker and target to what is answered.

mod answers;
mod places;
mod reckoning;
mod rows;

pub(super) use answers::trip_strike;
pub(super) use reckoning::{Done, Entry, buttons, figure, health_box, lines, slip};

use egui::{Align2, Rect, pos2, vec2};

use self::answers::{Asked, Chip};
use self::places::Places;
use super::aside::Aside;
use super::button::{Button, Tone};
use super::choice::{Came, gear_words, rule_words, show_all};
use super::form::{CONTROL, GAP};
use super::letters::Face;
use super::livery::emblem;
use super::seats;
use super::stage::{Stage, Words, radius, within};
use super::touch::Manner;
use super::view::{View, Wish};
use crate::table::{Attack, CardId, Command, Gear, Means, Played, Seat, Special, Step, choices};

/// A part of the sheet in which something is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Whom,
    Means,
    Basic,
    Special,
    Answers,
}

impl Section {
    const ALL: [Self; 5] = [Self::Whom, Self::Means, Self::Basic, Self::Special, Self::Answers];

    /// Its name, and what there is to know of it.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Whom => ["Whom", ""],
            Self::Means => ["Weapon", "or by itself"],
            Self::Basic => ["Basic card", "adds to it"],
            Self::Special => ["Special", "with its card"],
            Self::Answers => ["Answer", ""],
        }
    }
}

/// What the tiles of the answers ask beyond the question itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asking {
    /// The answer.
    Answer,
    /// The Basic attack card of a counter-charge.
    Counter,
    /// Which card is tripped, or by whom if there is but one.
    Trip,
    /// Who trips it.
    TripOn(Played),
    /// What they strike with.
    TripBy(Played, Seat),
}

/// What was touched.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Act {
    Target(Seat),
    Means(Means),
    Basic(Option<CardId>),
    Special(Option<Special>),
    Names(Option<Gear>),
    Answer(Step),
    Trip(Step),
    Ask(Asking),
    Back(usize),
    Turn,
    Open(Section),
}

/// An attack, from attacker and target to what is answered.
pub struct AttackSheet {
    attack: Attack,
    asking: Asking,
    aside: Aside,
    /// Whether the answers are turned to who answers.
    turned: bool,
    /// The section that is open where there is room for one.
    open: Section,
}

impl AttackSheet {
    /// Opens it with a plain blow at the next player; without a weapon, with the first card that can be played.
    pub fn new(view: View<'_>, seat: Seat) -> Self {
        let mut attack = Attack::plain(seat, view.state.next_after(seat));
        let open = choices(view.rules, view.state, &attack);
        if let Some(means) = open.means.iter().find(|offer| offer.legal.is_ok()) {
            attack.means = means.value.clone();
        }
        Self { attack, asking: Asking::Answer, aside: Aside::default(), turned: false, open: Section::Basic }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        let asked = Asked::new(view, &self.attack);
        let places = Places::new(stage.whole(), self.open);
        let folded = Places::is_folded(stage.whole().size());
        let choices = choices(view.rules, view.state, &self.attack);
        let mut came: Option<Came<Act>> = None;
        self.header(stage, view, places.header);
        for (section, place) in Section::ALL.into_iter().zip(places.sections) {
            let named = match (folded, section) {
                (true, _) => self.bar(stage, view, &asked, section, place.name),
                (false, Section::Answers) => self.who_answers(stage, view, &asked, place.name),
                (false, _) => {
                    label(stage, place.name, section.words());
                    None
                }
            };
            came = came.or(named.map(Came::Act));
            let Some(tiles) = place.tiles else { continue };
            came = came.or(match section {
                Section::Answers => self.answers(stage, view, &choices, &asked, tiles),
                _ => show_all(stage, view, section.words(), tiles, &rows::items(view, &self.attack, &choices, section)),
            });
        }
        came = came.or(self.footer(stage, view, &asked, places.footer).map(Came::Act));
        let reckoning = asked.fight.reckoning();
        let mut slip = stage.part(stage.whole(), 0);
        let done = reckoning::draw(&mut slip, view, &self.attack, reckoning, places.reckoning);
        self.aside.show(stage, view);
        if let Some(act) = self.aside.take(came) {
            self.act(act, &asked);
        }
        match done {
            Some(Done::Strike) => wishes.extend([Wish::Do(Command::Attack(self.attack.clone())), Wish::Close]),
            Some(Done::Overrule) => wishes.extend([Wish::Overrule(Command::Attack(self.attack.clone())), Wish::Close]),
            Some(Done::Back) => wishes.push(Wish::Close),
            None => {}
        }
    }

    /// What follows from a touch. Whatever the attack is made of, what was answered to another one does not count.
    fn act(&mut self, act: Act, asked: &Asked) {
        let attack = &mut self.attack;
        let again = |attack: &mut Attack| {
            attack.steps.clear();
            attack.names = None;
        };
        let mut asking = Asking::Answer;
        match act {
            Act::Target(target) => {
                attack.target = target;
                again(attack);
            }
            Act::Means(means) => {
                if means != Means::Weapon {
                    attack.basic = None;
                    attack.special = None;
                }
                attack.means = means;
                again(attack);
            }
            Act::Basic(basic) => {
                // A second touch takes the card back.
                attack.basic = if attack.basic == basic { None } else { basic };
                attack.steps.clear();
            }
            Act::Special(special) => {
                attack.special = if attack.special == special { None } else { special };
                again(attack);
            }
            Act::Names(gear) => {
                attack.names = gear;
                attack.steps.clear();
            }
            Act::Answer(step) => {
                attack.steps.truncate(asked.shown.as_ref().map_or(0, |(at, _)| *at));
                attack.steps.push(step);
                self.turned = false;
            }
            Act::Trip(step) => attack.steps.push(step),
            Act::Ask(next) => asking = next,
            Act::Back(index) => attack.steps.truncate(index),
            Act::Turn => {
                self.turned = !self.turned;
                asking = self.asking;
            }
            Act::Open(section) => self.open = section,
        }
        self.asking = asking;
    }

    fn header(&self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect) {
        let Some(player) = view.state.player(self.attack.attacker) else { return };
        if rect.width() < CONTROL {
            return;
        }
        let size = rect.height().min(62.0);
        let shield = Rect::from_min_size(pos2(rect.left(), rect.center().y - size / 2.0), vec2(size, size));
        emblem(stage, shield, player.livery, false);
        let beside = within(rect, size + 12.0, 0.0, 0.0, 0.0);
        let said = format!("{} attacks {}", player.name, view.player_name(self.attack.target));
        let title = Words::new(Face::Caps, if rect.height() < 50.0 { 24.0 } else { 36.0 }, stage.ground.text);
        let at = stage.fit(beside, Align2::LEFT_CENTER, title, &[&said]);
        let free = Rect::from_min_max(pos2(at.right() + 16.0, rect.top()), rect.max);
        if free.width() > 120.0 {
            let gear = gear_words(view, self.attack.attacker);
            let gear: Vec<&str> = gear.iter().map(String::as_str).collect();
            stage.fit(free, Align2::RIGHT_CENTER, Words::new(Face::Plain, 16.0, stage.ground.quiet), &gear);
        }
    }

    /// The bar of a section on a small screen: its name, and what is chosen there.
    fn bar(
        &self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        asked: &Asked,
        section: Section,
        rect: Rect,
    ) -> Option<Act> {
        let open = self.open == section;
        let [title, _] = section.words();
        let value = match section {
            Section::Answers => asked.value(view, &self.attack),
            _ => rows::chosen(view, &self.attack, section),
        };
        let label = format!("{title}: {value}");
        let touched = stage.choice(("bar", title), rect, Manner::Tap, &label, open);
        stage.fill(rect, radius(8.0), if open { stage.ground.raised } else { stage.look().centre.fill });
        stage.rim(rect, radius(8.0), stage.look().rim.max(1.0), stage.ground.line);
        let inner = rect.shrink2(vec2(10.0, 2.0));
        let strong = Words::new(Face::Caps, 21.0, stage.ground.text);
        let faint = Words::new(Face::Plain, 15.0, stage.ground.quiet);
        if rect.width() < 220.0 {
            let middle = inner.center().y;
            let above = Rect::from_min_max(inner.min, pos2(inner.right(), middle));
            let below = Rect::from_min_max(pos2(inner.left(), middle - 2.0), inner.max);
            stage.fit(above, Align2::LEFT_CENTER, faint, &[title]);
            stage.fit(below, Align2::LEFT_CENTER, strong, &[&value]);
        } else {
            let at = stage.fit(inner, Align2::LEFT_CENTER, faint, &[title]);
            let right = Rect::from_min_max(pos2(at.right() + 10.0, inner.top()), inner.max);
            stage.fit(right, Align2::RIGHT_CENTER, strong, &[&value]);
        }
        touched.tapped().then_some(Act::Open(section))
    }

    /// The shield of who answers, which turns the answers to them; or the way back out of a Trip.
    fn who_answers(&self, stage: &mut Stage<'_, '_>, view: View<'_>, asked: &Asked, rect: Rect) -> Option<Act> {
        if self.asking != Asking::Answer {
            let sub = match self.asking {
                Asking::Answer | Asking::Counter => "with what?",
                Asking::Trip if asked.fight.trips().len() > 1 => "which card?",
                Asking::Trip | Asking::TripOn(_) => "who trips?",
                Asking::TripBy(..) => "strikes with",
            };
            let back = Button { sub, label: "Back to the answers", ..Button::new(&["Back"], Tone::Raised) };
            let at = Rect::from_min_size(rect.min, vec2(rect.width(), rect.height().min(80.0)));
            return back.show(stage, "unask", at).tapped().then_some(Act::Ask(Asking::Answer));
        }
        if self.must_name() {
            label(stage, rect, [view.rules.special_name(Special::Rend), "destroys"]);
            return None;
        }
        let seat = asked.asked(&self.attack);
        let player = view.state.player(seat)?;
        let high = (rect.height() - stage.scaled(40.0)).clamp(CONTROL, 64.0);
        let shield = Rect::from_min_size(rect.min, vec2(high, high));
        let turn = self.quarters(stage, view, seat) != 0;
        let touched = turn && {
            let label = format!("Turn the answers to {}", player.name);
            stage.choice("turn", shield, Manner::Tap, &label, self.turned).tapped()
        };
        emblem(stage, shield.shrink(3.0), player.livery, false);
        let below = Rect::from_min_max(pos2(rect.left(), shield.bottom() + 1.0), rect.max);
        let middle = below.center().y;
        let words = Words::new(Face::Caps, 19.0, stage.ground.text);
        let name = Rect::from_min_max(below.min, pos2(below.right(), middle + 2.0));
        stage.fit(name, Align2::LEFT_CENTER, words, &[&player.name]);
        let what = Rect::from_min_max(pos2(below.left(), middle + 2.0), below.max);
        let quiet = Words::new(Face::Plain, 14.0, stage.ground.quiet);
        stage.fit(what, Align2::LEFT_CENTER, quiet, &[&asked.what(view)]);
        touched.then_some(Act::Turn)
    }

    /// By how many quarters the answers turn to face a player.
    fn quarters(&self, stage: &Stage<'_, '_>, view: View<'_>, seat: Seat) -> u8 {
        let size = stage.tools.ui.ctx().content_rect().size();
        let plan = seats::plan(size, view.state.players.len(), view.state.setup.seating);
        let facing = plan.panels.get(seat.index()).map_or(stage.leaf.facing, |leaf| leaf.facing);
        (facing.quarters() + 4 - stage.leaf.facing.quarters()) % 4
    }

    /// A Rend that does not say what it destroys asks for that first (S35).
    fn must_name(&self) -> bool {
        self.attack.special == Some(Special::Rend) && self.attack.names.is_none()
    }

    fn answers(
        &self,
        stage: &mut Stage<'_, '_>,
        view: View<'_>,
        choices: &crate::table::Choices,
        asked: &Asked,
        rect: Rect,
    ) -> Option<Came<Act>> {
        let items = if self.must_name() {
            rows::names(view, &self.attack, choices)
        } else {
            asked.items(view, &self.attack, self.asking)
        };
        let turn = if self.turned { self.quarters(stage, view, asked.asked(&self.attack)) } else { 0 };
        let mut part = stage.part(rect, turn);
        let whole = part.whole();
        show_all(&mut part, view, "answers", whole, &items)
    }

    /// What was answered so far, and words: why something is dimmed, why it is against the rules, what can be done.
    fn footer(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, asked: &Asked, rect: Rect) -> Option<Act> {
        const CHIP: f32 = 104.0;
        let room = ((rect.width() * 0.72) / (CONTROL + GAP)) as usize;
        let hidden = asked.chips.len().saturating_sub(room.max(1));
        let chips = asked.chips.get(hidden..).unwrap_or_default();
        let width = (rect.width() * 0.72 / chips.len().max(1) as f32 - GAP).clamp(CONTROL, CHIP);
        let high = rect.height().min(76.0);
        let mut left = rect.left();
        let mut act = None;
        for (index, chip) in chips.iter().enumerate() {
            let at = Rect::from_min_size(pos2(left, rect.top()), vec2(width, high));
            left = at.right() + GAP;
            act = act.or(show_chip(stage, view, chip, index, at));
        }
        let words = Rect::from_min_max(pos2(left, rect.top()), rect.max);
        if words.width() >= 80.0 {
            self.tell(stage, view, asked, words);
        }
        act
    }

    /// What the rulebook says of what is chosen: the special attack before the card before the weapon.
    fn rule(&self, view: View<'_>) -> (String, String) {
        let glossary = view.cards.glossary();
        if matches!(self.asking, Asking::Trip | Asking::TripOn(_) | Asking::TripBy(..)) {
            let trip = view.rules.trip();
            return (view.name(trip).to_owned(), rule_words(glossary.card(trip.as_str())));
        }
        if let Some(special) = self.attack.special {
            let name = view.rules.special_name(special);
            return (name.to_owned(), rule_words(glossary.topic(name)));
        }
        let card = match (&self.attack.basic, &self.attack.means) {
            (Some(card), _) | (None, Means::Alone(card)) => Some(card),
            (None, Means::Weapon) => view.state.weapon(self.attack.attacker),
        };
        card.map_or_else(Default::default, |card| {
            (view.name(card).to_owned(), rule_words(glossary.card(card.as_str())))
        })
    }

    fn tell(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, asked: &Asked, rect: Rect) {
        let illegal = asked.fight.reckoning().legal.as_ref().err();
        let words = self.aside.words(view, illegal, !self.must_name()).unwrap_or_else(|| {
            let open = asked.shown.as_ref().is_some_and(|(at, _)| *at >= self.attack.steps.len());
            let who = view.player_name(asked.asked(&self.attack));
            let (title, text) = self.rule(view);
            let hint = "Touch a dimmed card to see why, or hold it to overrule. Hold a bright card to read it.";
            let answer =
                if open { format!("{who} may answer. Without an answer, the blow lands. ") } else { String::new() };
            [title, text, answer + hint]
        });
        self.aside.tell(stage, view, rect, illegal, words);
    }
}

fn show_chip(stage: &mut Stage<'_, '_>, view: View<'_>, chip: &Chip, index: usize, rect: Rect) -> Option<Act> {
    let player = view.state.player(chip.seat)?;
    let label = format!("Back to {}: {} {}", player.name, chip.to, chip.answer);
    let touched = stage.control(("chip", index), rect, Manner::Tap, &label);
    stage.fill(rect, radius(8.0), stage.ground.raised);
    stage.rim(rect, radius(8.0), stage.look().rim.max(1.0), stage.ground.line);
    let inner = rect.shrink(4.0);
    let upper = Rect::from_min_max(inner.min, pos2(inner.right(), inner.top() + inner.height() * 0.55));
    let size = upper.height().min(34.0);
    let quiet = Words::new(Face::Plain, 14.0, stage.ground.quiet);
    let shield = if chip.to.is_empty() {
        Rect::from_center_size(upper.center(), vec2(size, size))
    } else {
        Rect::from_min_size(upper.min, vec2(size, size))
    };
    emblem(stage, shield, player.livery, false);
    if !chip.to.is_empty() {
        let beside = Rect::from_min_max(pos2(shield.right() + 3.0, upper.top()), upper.max);
        stage.fit(beside, Align2::LEFT_CENTER, quiet, &[&chip.to]);
    }
    let lower = Rect::from_min_max(pos2(inner.left(), upper.bottom()), inner.max);
    stage.fit(lower, Align2::CENTER_CENTER, Words::new(Face::Caps, 17.0, stage.ground.text), &[&chip.answer]);
    touched.tapped().then(|| chip.act.clone())
}

/// The name of a row, and a line below it.
pub(super) fn label(stage: &Stage<'_, '_>, rect: Rect, [title, sub]: [&str; 2]) {
    let words = Words::new(Face::Caps, 20.0, stage.ground.text);
    if sub.is_empty() {
        stage.fit(rect, Align2::LEFT_CENTER, words, &[title]);
        return;
    }
    let middle = rect.center().y;
    let above = Rect::from_min_max(rect.min, pos2(rect.right(), middle + 2.0));
    let below = Rect::from_min_max(pos2(rect.left(), middle + 3.0), rect.max);
    stage.fit(above, Align2::LEFT_BOTTOM, words, &[title]);
    stage.fit(below, Align2::LEFT_TOP, Words::new(Face::Plain, 14.0, stage.ground.quiet), &[sub]);
}
