//! A wound, and the dice for an injury (W22, W24, W28 to W31): people tap what their dice show, or the table rolls.

use egui::{Align2, Rect, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::super::act;
use super::super::dice;
use super::super::sign::Seal;
use super::super::view::{Ui, View};
use super::super::wording;
use super::{Asked, heading, row};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, rect_around};
use crate::form::{GAP, THUMB};
use crate::letters::Face;
use crate::region::{Cut as _, columns};
use crate::table::warband::{Command, Dice, Status, Who, Wound};

/// A wound that is entered.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Hurt {
    /// How many more than one were not saved.
    more: u8,
    critical: bool,
    poison: bool,
    /// The attacker, if chosen.
    pub by: Option<Who>,
    /// The dice that are entered so far, and whether the table rolled one of them.
    dice: Vec<u8>,
    by_table: bool,
}

impl Hurt {
    /// No more wounds at once than that.
    const MAX_WOUNDS: u8 = 5;

    fn command(&self, view: View<'_>, who: Who, injury: Dice) -> Command {
        Command::Wound(Wound {
            wounds: 1 + self.more,
            injury,
            by: self.by.map(|by| wording::named(view.state, by)),
            critical: self.critical,
            poison: self.poison,
            rolled: dice::rolled(self.by_table),
            ..act::plain_wound(view, who)
        })
    }

    /// Draws it; returns whether the wound was recorded, and whether the player wants to choose the attacker.
    pub fn draw(&mut self, ui: &mut Ui<'_, '_>, who: Who, asked: &mut Asked, rect: Rect) -> (bool, bool) {
        let name = wording::name(ui.view.state, who).to_owned();
        let needed = act::dice_needed(ui.view, |dice| self.command(ui.view, who, dice));
        let roller = self.roller(ui.view, who);
        let sub = match needed {
            Some(1) => format!("{roller} rolls: tap the die"),
            Some(dice @ 2..) => {
                format!("{roller} rolls: die {} of {dice}; the highest counts", self.dice.len() + 1)
            }
            Some(0) => "no roll".to_owned(),
            None => String::new(),
        };
        // On a phone that lies, the keys stand beside what else is said.
        let low = rect.height() < 330.0 && rect.width() >= 560.0;
        let [left, right] = if low { columns(rect, 12.0, [0.46, 0.54]) } else { [rect, rect] };
        let [head, rest] = row(left, 30.0, 6.0);
        heading(&ui.canvas, head, "Injury roll", &sub);
        let line = if rect.height() < 330.0 { THUMB } else { 50.0 };
        let [options, rest] = row(rest, line, GAP);
        self.options(&mut ui.canvas, ui.view, &name, options);
        let [above, rest] = row(rest, line, GAP);
        let picks = self.who(&mut ui.canvas, ui.view, above);
        let foot = rest.lower(line);
        let keys = if low { right } else { rest.with_max_y(foot.top() - GAP) };
        let mut done = false;
        match needed {
            Some(0) => {
                let button = Button { label: "Record the wound", ..Button::new(&["Record"], Tone::Harm) };
                if button.show(&mut ui.canvas, "wounded", foot).tapped() {
                    done = asked.ask(ui, self.command(ui.view, who, Dice::default()));
                }
                let words = TextStyle::new(Face::Text, 18.0, ui.canvas.ground.quiet);
                ui.canvas.wrap_centred(keys, words, &self.meant(ui.view, who));
            }
            Some(needed) => {
                let mut shown = self.keys(&mut ui.canvas, &name, keys).into_iter().collect::<Vec<u8>>();
                let left = needed.saturating_sub(self.dice.len());
                if let Some(rolled) = dice::roll(&mut ui.canvas, "injury", &name, left, foot) {
                    self.by_table = true;
                    shown = rolled;
                }
                self.dice.extend(shown);
                if self.dice.len() >= needed {
                    let injury = Dice(self.dice.iter().copied().take(needed).collect());
                    done = asked.ask(ui, self.command(ui.view, who, injury));
                    self.dice.clear();
                    self.by_table = false;
                }
            }
            None => {
                let why = act::reason(ui.view, &self.command(ui.view, who, Dice::default()));
                let said = why.map_or_else(String::new, |reason| ui.view.book().about.in_book(&reason.to_string()));
                ui.canvas.wrap_centred(keys, TextStyle::new(Face::Text, 18.0, ui.canvas.ground.quiet), &said);
            }
        }
        if done {
            *self = Self::default();
        }
        (done, picks)
    }

    /// The player who rolls: whoever inflicted the wound (W24).
    fn roller<'a>(&self, view: View<'a>, who: Who) -> &'a str {
        let dealt = self.by.map(|by| by.seat);
        let mut others = view.state.seats().filter(|seat| *seat != who.seat);
        let only = others.next().filter(|_| others.next().is_none());
        dealt.or(only).and_then(|seat| view.state.side(seat)).map_or("the attacker", |side| &side.name)
    }

    /// Returns the effect of a wound without a roll.
    fn meant(&self, view: View<'_>, who: Who) -> String {
        use crate::table::Rules as _;
        let Some(before) = view.state.warrior(who) else { return String::new() };
        let decision = view.rules.decide(view.state, &self.command(view, who, Dice::default()));
        let after = decision.changes.iter().find_map(|change| match change {
            crate::table::warband::Change::Warrior { seat, no, to, .. } if *seat == who.seat && *no == who.no => {
                Some(*to)
            }
            _ => None,
        });
        match after {
            Some(now) if !now.is_in() => "out of action, without a roll".to_owned(),
            Some(now) if now.wounds == before.now.wounds => "the mount dies".to_owned(),
            Some(now) => format!("{} left", wording::wounds(now.wounds)),
            None => String::new(),
        }
    }

    /// How many wounds, and of which kind.
    fn options(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, name: &str, rect: Rect) {
        let poison = view.state.house.poison;
        let [wounds, critical, poisoned] = if poison {
            columns(rect, 6.0, [1.2, 1.0, 1.0])
        } else {
            let [wounds, critical] = columns(rect, 6.0, [1.2, 1.0]);
            [wounds, critical, critical]
        };
        let count = (1 + self.more).to_string();
        let said = format!("How many wounds: {count}");
        let short = format!("Wounds: {count}");
        let label = format!("{name}: wounds at once, {count}; add one");
        let title = [said.as_str(), short.as_str(), count.as_str()];
        if (Button { label: &label, size: 19.0, ..Button::new(&title, Tone::Raised) })
            .show(canvas, "many", wounds)
            .tapped()
        {
            (self.more, self.dice) = ((self.more + 1) % Self::MAX_WOUNDS, Vec::new());
        }
        let tone = |on| if on { Tone::Gold } else { Tone::Raised };
        let title = ["Critical hit", "Crit."];
        let label = format!("{name}: critical hit");
        let button = Button { label: &label, size: 19.0, ..Button::new(&title, tone(self.critical)) };
        if button.show(canvas, "critical", critical).tapped() {
            (self.critical, self.dice) = (!self.critical, Vec::new());
        }
        if poison {
            let label = format!("{name}: by poison");
            let button = Button { label: &label, size: 19.0, ..Button::new(&["Poisoned"], tone(self.poison)) };
            if button.show(canvas, "poison", poisoned).tapped() {
                (self.poison, self.dice) = (!self.poison, Vec::new());
            }
        }
    }

    /// Draws the attacker; a tap opens the list of enemies.
    fn who(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect) -> bool {
        let by = self.by.map(|by| format!("by {}", wording::name(view.state, by)));
        let title = by.unwrap_or_else(|| "by whom? (if it matters)".to_owned());
        let title = [title.as_str(), "by whom?"];
        let button = Button { label: "Who dealt the wound", size: 18.0, ..Button::new(&title, Tone::Raised) };
        button.show(canvas, "dealt by", rect).tapped()
    }

    /// A key for each side of a die, two above each result.
    fn keys(&self, canvas: &mut Canvas<'_, '_>, name: &str, rect: Rect) -> Option<u8> {
        let foot = if rect.height() >= 170.0 { 58.0 } else { 22.0 };
        let keys = rect.with_max_y(rect.bottom() - foot);
        let mut touched = None;
        let results = [Status::KnockedDown, Status::Stunned, Status::Out];
        for (place, (column, status)) in (0_u8..).zip(columns(keys, GAP, [1.0; 3]).into_iter().zip(results)) {
            let [upper, _] = row(column, (column.height() - 6.0) / 2.0, 6.0);
            for (step, key) in (0_u8..).zip([upper, upper.translate(vec2(0.0, upper.height() + 6.0))]) {
                let shown = 2 * place + step + 1;
                let label = format!("{name}: injury {shown}, {}", status.words());
                if dice::key(canvas, ("injury", shown), key, &label, self.dice.contains(&shown)) {
                    touched = Some(shown);
                }
                let size = (key.height() - 12.0).min(key.width() - 12.0).min(60.0);
                dice::pips(canvas, rect_around(key.center(), size, size), shown);
            }
            let below = Rect::from_min_max(pos2(column.left(), keys.bottom()), pos2(column.right(), rect.bottom()));
            let words = TextStyle::new(Face::Plain, 14.0, canvas.ground.text);
            let word = below.lower(20.0);
            canvas.fit_down_to(
                11.5,
                word,
                Align2::CENTER_CENTER,
                words,
                &[status.words(), wording::status_in_short(status)],
            );
            if let Some(seal) = Seal::of_status(status).filter(|_| foot > 40.0) {
                seal.draw(canvas, pos2(below.center().x, below.top() + 20.0), 34.0, false);
            }
        }
        touched
    }
}
