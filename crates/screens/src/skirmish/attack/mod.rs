//! An attack, from attacker and target to the answers.

mod answers;
mod layout;
mod parts;
mod reckoning;
mod rows;

pub(super) use answers::{possible, trip_strike};
pub(super) use reckoning::{Done, SumRow, buttons, figure, health_box, lines, slip};

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use self::answers::{Asked, Chip};
use self::layout::AttackLayout;
use self::parts::{Act, Asking, Section};
use super::choice::{TileEvent, gear_words, rule_words, show_all};
use super::details::Details;
use super::view::{Action, Ui, View};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset, radius};
use crate::emblem::emblem;
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::letters::Face;
use crate::region::Cut as _;
use crate::seats;
use crate::shared::reference::Opened;
use crate::table::skirmish::{Attack, Command, Means, Special, choices};
use crate::table::{CardId, Seat};
use crate::touch::Gesture;

/// An attack, from attacker and target to the answers.
#[derive(Serialize, Deserialize)]
pub struct AttackSheet {
    attack: Attack,
    asking: Asking,
    #[serde(skip)]
    details: Details,
    /// True if the answers face the player who gives them.
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
        Self { attack, asking: Asking::Answer, details: Details::default(), turned: false, open: Section::Basic }
    }

    /// Draws it.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>) {
        let asked = Asked::new(ui.view, &self.attack);
        let places = AttackLayout::new(ui.canvas.whole(), self.open);
        let folded = AttackLayout::is_folded(ui.canvas.whole().size());
        let choices = choices(ui.view.rules, ui.view.state, &self.attack);
        let mut event: Option<TileEvent<Act>> = None;
        self.header(&mut ui.canvas, ui.view, places.header);
        for (section, place) in Section::ALL.into_iter().zip(places.sections) {
            let named = match (folded, section) {
                (true, _) => self.bar(&mut ui.canvas, ui.view, &asked, section, place.name),
                (false, Section::Answers) => self.who_answers(&mut ui.canvas, ui.view, &asked, place.name),
                (false, _) => {
                    label(&ui.canvas, place.name, section.words());
                    None
                }
            };
            event = event.or(named.map(TileEvent::Act));
            let Some(tiles) = place.tiles else { continue };
            event = event.or(match section {
                Section::Answers => self.answers(&mut ui.canvas, ui.view, &choices, &asked, tiles),
                _ => show_all(
                    &mut ui.canvas,
                    ui.view,
                    section.words(),
                    tiles,
                    &rows::items(ui.view, &self.attack, &choices, section),
                ),
            });
        }
        event = event.or(self.footer(&mut ui.canvas, ui.view, &asked, places.footer).map(TileEvent::Act));
        let reckoning = asked.fight.reckoning();
        let mut slip = ui.canvas.part(ui.canvas.whole(), 0);
        // An incomplete attack cannot be carried out.
        let half = self.asking != Asking::Answer;
        let done = reckoning::draw(&mut slip, ui.view, &self.attack, reckoning, half, places.reckoning);
        self.details.show(&mut ui.canvas, ui.view);
        if let Some(act) = self.details.take(event) {
            self.act(act, &asked);
        }
        match done {
            Some(Done::Strike) => ui.actions.extend([Action::Do(Command::Attack(self.attack.clone())), Action::Close]),
            Some(Done::Overrule) => {
                ui.actions.extend([Action::Overrule(Command::Attack(self.attack.clone())), Action::Close]);
            }
            Some(Done::Back) => ui.actions.push(Action::Close),
            None => {}
        }
    }

    /// Applies a tap. Answers to an attack with other parts are dropped.
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

    fn header(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) {
        let Some(player) = view.state.player(self.attack.attacker) else { return };
        if rect.width() < CONTROL {
            return;
        }
        let size = rect.height().min(62.0);
        let shield = Rect::from_min_size(pos2(rect.left(), rect.center().y - size / 2.0), vec2(size, size));
        emblem(canvas, shield, player.colour, false);
        let beside = inset(rect, size + 12.0, 0.0, 0.0, 0.0);
        let said = format!("{} attacks {}", player.name, view.player_name(self.attack.target));
        let title = TextStyle::new(Face::Caps, if rect.height() < 50.0 { 24.0 } else { 36.0 }, canvas.ground.text);
        let at = canvas.fit(beside, Align2::LEFT_CENTER, title, &[&said]);
        let free = rect.with_min_x(at.right() + 16.0);
        if free.width() > 120.0 {
            let gear = gear_words(view, self.attack.attacker);
            let gear: Vec<&str> = gear.iter().map(String::as_str).collect();
            canvas.fit(free, Align2::RIGHT_CENTER, TextStyle::new(Face::Plain, 16.0, canvas.ground.quiet), &gear);
        }
    }

    /// Draws the bar of a section on a small screen: its name and its current choice.
    fn bar(
        &self,
        canvas: &mut Canvas<'_, '_>,
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
        let response = canvas.choice(("bar", title), rect, Gesture::Tap, &label, open);
        canvas.fill(rect, radius(8.0), if open { canvas.ground.raised } else { canvas.look().centre.fill });
        canvas.border(rect, radius(8.0), canvas.look().rim.max(1.0), canvas.ground.line);
        let inner = rect.shrink2(vec2(10.0, 2.0));
        let strong = TextStyle::new(Face::Caps, 21.0, canvas.ground.text);
        let faint = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        if rect.width() < 220.0 {
            let middle = inner.center().y;
            let above = inner.with_max_y(middle);
            let below = inner.with_min_y(middle - 2.0);
            canvas.fit(above, Align2::LEFT_CENTER, faint, &[title]);
            canvas.fit(below, Align2::LEFT_CENTER, strong, &[&value]);
        } else {
            let at = canvas.fit(inner, Align2::LEFT_CENTER, faint, &[title]);
            let right = inner.with_min_x(at.right() + 10.0);
            canvas.fit(right, Align2::RIGHT_CENTER, strong, &[&value]);
        }
        response.tapped().then_some(Act::Open(section))
    }

    /// The shield of who answers, which turns the answers to them; or the way back out of a Trip.
    fn who_answers(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, asked: &Asked, rect: Rect) -> Option<Act> {
        if self.asking != Asking::Answer {
            let sub = match self.asking {
                Asking::Answer | Asking::Counter => "with what?",
                Asking::Trip if asked.fight.trips().len() > 1 => "which card?",
                Asking::Trip | Asking::TripOn(_) => "who trips?",
                Asking::TripBy(..) => "strikes with",
            };
            let back = Button { sub, label: "Back to the answers", ..Button::new(&["Back"], Tone::Raised) };
            let at = rect.upper(rect.height().min(80.0));
            return back.show(canvas, "unask", at).tapped().then_some(Act::Ask(Asking::Answer));
        }
        if self.must_name() {
            label(canvas, rect, [view.rules.special_name(Special::Rend), "destroys"]);
            return None;
        }
        let seat = asked.asked(&self.attack);
        let player = view.state.player(seat)?;
        let high = (rect.height() - canvas.scaled(40.0)).clamp(CONTROL, 64.0);
        let shield = Rect::from_min_size(rect.min, vec2(high, high));
        let turn = self.quarters(canvas, view, seat) != 0;
        let response = turn && {
            let label = format!("Turn the answers to {}", player.name);
            canvas.choice("turn", shield, Gesture::Tap, &label, self.turned).tapped()
        };
        emblem(canvas, shield.shrink(3.0), player.colour, false);
        let below = rect.with_min_y(shield.bottom() + 1.0);
        let middle = below.center().y;
        let words = TextStyle::new(Face::Caps, 19.0, canvas.ground.text);
        let name = below.with_max_y(middle + 2.0);
        canvas.fit(name, Align2::LEFT_CENTER, words, &[&player.name]);
        let what = below.with_min_y(middle + 2.0);
        let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
        canvas.fit(what, Align2::LEFT_CENTER, quiet, &[&asked.what(view)]);
        response.then_some(Act::Turn)
    }

    /// By how many quarters the answers turn to face a player.
    fn quarters(&self, canvas: &Canvas<'_, '_>, view: View<'_>, seat: Seat) -> u8 {
        let size = canvas.tools.ui.ctx().content_rect().size();
        let plan = seats::plan(size, view.state.players.len(), view.state.setup.seating);
        let facing = plan.panels.get(seat.index()).map_or(canvas.region.facing, |region| region.facing);
        (facing.quarters() + 4 - canvas.region.facing.quarters()) % 4
    }

    /// A Rend that does not say what it destroys asks for that first (S35).
    fn must_name(&self) -> bool {
        self.attack.special == Some(Special::Rend) && self.attack.names.is_none()
    }

    fn answers(
        &self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        choices: &crate::table::skirmish::Choices,
        asked: &Asked,
        rect: Rect,
    ) -> Option<TileEvent<Act>> {
        let items = if self.must_name() {
            rows::names(view, &self.attack, choices)
        } else {
            asked.items(view, &self.attack, self.asking)
        };
        let turn = if self.turned { self.quarters(canvas, view, asked.asked(&self.attack)) } else { 0 };
        let mut part = canvas.part(rect, turn);
        let whole = part.whole();
        show_all(&mut part, view, "answers", whole, &items)
    }

    /// Draws the answers so far, and a text: why an item is dimmed, why it is illegal, or the next step.
    fn footer(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, asked: &Asked, rect: Rect) -> Option<Act> {
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
            act = act.or(show_chip(canvas, view, chip, index, at));
        }
        let words = rect.with_min_x(left);
        if words.width() >= 80.0 {
            self.tell(canvas, view, asked, words);
        }
        act
    }

    /// Returns the rulebook's text on the choice: the special attack, else the card, else the weapon; and where it is.
    fn rule(&self, view: View<'_>) -> (String, String, Option<Opened>) {
        let glossary = view.cards.glossary();
        let of_card = |card: &CardId| {
            let opened = Opened::Card(card.clone(), CardSide::Front);
            (view.name(card).to_owned(), rule_words(glossary.card(card.as_str())), Some(opened))
        };
        if matches!(self.asking, Asking::Trip | Asking::TripOn(_) | Asking::TripBy(..)) {
            return of_card(view.rules.trip());
        }
        if let Some(special) = self.attack.special {
            let name = view.rules.special_name(special);
            let topic = glossary.topic(name);
            return (name.to_owned(), rule_words(topic), topic.map(|topic| Opened::Topic(topic.id.clone())));
        }
        let card = match (&self.attack.basic, &self.attack.means) {
            (Some(card), _) | (None, Means::Alone(card)) => Some(card),
            (None, Means::Weapon) => view.state.weapon(self.attack.attacker),
        };
        card.map_or_else(Default::default, of_card)
    }

    fn tell(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, asked: &Asked, rect: Rect) {
        let illegal = asked.fight.reckoning().legal.as_ref().err();
        let words = self.details.words(view, illegal, !self.must_name());
        // On a phone, the field has room for two lines of it.
        let is_cut = AttackLayout::is_folded(canvas.whole().size());
        if let (true, None, (title, _, Some(opened))) = (is_cut, &words, self.rule(view)) {
            let label = format!("Read {title}");
            if canvas.control("rule", rect, Gesture::Tap, &label).tapped() {
                self.details.open(opened);
            }
        }
        let words = words.unwrap_or_else(|| {
            let open = asked.shown.as_ref().is_some_and(|(at, _)| *at >= self.attack.steps.len());
            let who = view.player_name(asked.asked(&self.attack));
            let (title, text, _) = self.rule(view);
            let hint = "Tap a dimmed card to see why, or hold it to play it anyway. Hold a bright card to read it.";
            let answer =
                if open { format!("{who} may answer. Without an answer, the blow lands. ") } else { String::new() };
            [title, text, answer + hint]
        });
        self.details.tell(canvas, view, rect, illegal, words);
    }
}

fn show_chip(canvas: &mut Canvas<'_, '_>, view: View<'_>, chip: &Chip, index: usize, rect: Rect) -> Option<Act> {
    let player = view.state.player(chip.seat)?;
    let label = format!("Back to {}: {} {}", player.name, chip.to, chip.answer);
    let response = canvas.control(("chip", index), rect, Gesture::Tap, &label);
    canvas.fill(rect, radius(8.0), canvas.ground.raised);
    canvas.border(rect, radius(8.0), canvas.look().rim.max(1.0), canvas.ground.line);
    let inner = rect.shrink(4.0);
    let upper = inner.with_max_y(inner.top() + inner.height() * 0.55);
    let size = upper.height().min(34.0);
    let quiet = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
    let shield = if chip.to.is_empty() {
        Rect::from_center_size(upper.center(), vec2(size, size))
    } else {
        Rect::from_min_size(upper.min, vec2(size, size))
    };
    emblem(canvas, shield, player.colour, false);
    if !chip.to.is_empty() {
        let beside = upper.with_min_x(shield.right() + 3.0);
        canvas.fit(beside, Align2::LEFT_CENTER, quiet, &[&chip.to]);
    }
    let lower = inner.with_min_y(upper.bottom());
    canvas.fit(lower, Align2::CENTER_CENTER, TextStyle::new(Face::Caps, 17.0, canvas.ground.text), &[&chip.answer]);
    response.tapped().then(|| chip.act.clone())
}

/// The name of a row, and a line below it.
pub(super) fn label(canvas: &Canvas<'_, '_>, rect: Rect, [title, sub]: [&str; 2]) {
    let words = TextStyle::new(Face::Caps, 20.0, canvas.ground.text);
    if sub.is_empty() {
        canvas.fit(rect, Align2::LEFT_CENTER, words, &[title]);
        return;
    }
    let middle = rect.center().y;
    let above = rect.with_max_y(middle + 2.0);
    let below = rect.with_min_y(middle + 3.0);
    canvas.fit(above, Align2::LEFT_BOTTOM, words, &[title]);
    canvas.fit(below, Align2::LEFT_TOP, TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet), &[sub]);
}
