//! The players, a row for each.

use egui::{Align2, Rect, pos2, vec2};

use super::names::Naming;
use super::{FEWEST, SetupScreen};
use crate::app::button::{Button, Tone};
use crate::app::letters::Face;
use crate::app::livery::{self, emblem};
use crate::app::look::livery_colour;
use crate::app::settings::Settings;
use crate::app::stage::{Stage, Words, radius, within};
use crate::app::touch::Manner;
use crate::app::turn::{columns, grid};
use crate::app::view::View;
use crate::gallery::Sign;
use crate::table::{Livery, Rules};

impl SetupScreen {
    pub(super) fn rows(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, settings: &Settings) {
        const GAP: f32 = 8.0;
        let rules = view.rules;
        let most = *rules.players().end();
        let players = self.setup.players.len();
        let phone = stage.whole().size().min_elem() < 600.0;
        let extra = if phone { 58.0 } else { 66.0 };
        // Adding and the variant have a line of their own; on a telephone they share one.
        let lines = if phone || players >= most { 1.0 } else { 2.0 };
        let foot = lines * (extra + GAP);
        let list = Rect::from_min_max(rect.min, pos2(rect.right(), rect.bottom() - foot));
        let across = if players > 5 && !phone { 2 } else { 1 };
        let down = players.div_ceil(across);
        let high = ((list.height() + GAP) / down.max(1) as f32 - GAP).min(74.0);
        let list = Rect::from_min_size(list.min, vec2(list.width(), (high + GAP) * down as f32 - GAP));
        for (index, row) in grid(list, GAP, across, down).into_iter().take(players).enumerate() {
            self.row(stage, view, index, row);
        }
        let rest = Rect::from_min_size(pos2(rect.left(), list.bottom() + GAP), vec2(rect.width(), extra));
        if phone {
            let [add, variant] = columns(rest, GAP, [1.0, 1.0]);
            self.adding(stage, add, most, settings);
            self.variant(stage, rules, variant);
        } else if players < most {
            self.adding(stage, rest, most, settings);
            self.variant(stage, rules, rest.translate(vec2(0.0, extra + GAP)));
        } else {
            self.variant(stage, rules, rest);
        }
    }

    fn row(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, index: usize, rect: Rect) {
        let rules = view.rules;
        let Some(player) = self.setup.players.get(index).cloned() else { return };
        stage.ground = stage.look().panel;
        stage.fill(rect, radius(8.0), stage.ground.fill);
        let spine = Rect::from_min_size(rect.min, vec2(26.0, rect.height()));
        let fill = livery_colour(player.livery);
        livery::spine(stage, view, spine, player.livery, fill, 8.0, vec2(5.0, 5.0));
        let inner = within(rect, 34.0, 4.0, 6.0, 4.0);
        let narrow = rect.width() < 420.0;
        let size = inner.height().min(58.0);
        let shield = Rect::from_min_size(pos2(inner.left(), inner.center().y - size / 2.0), vec2(size, size));
        let label = format!("{}: another colour", player.name);
        if stage.control(("colour", index), shield, Manner::Tap, &label).tapped() {
            self.next_colour(index);
        }
        emblem(stage, shield.shrink(2.0), player.livery, false);
        let mut right = inner.right();
        let mut cell = |width: f32| {
            let cell = Rect::from_min_max(pos2(right - width, inner.top()), pos2(right, inner.bottom()));
            right -= width + 8.0;
            cell
        };
        // In two columns there is no room for buttons: they are where the name is written.
        let roomy = rect.width() >= 300.0;
        let deals = self.setup.dealer.index() == index;
        if roomy {
            let off = self.setup.players.len() <= FEWEST;
            let label = format!("{} does not play", player.name);
            let away = Button { sign: Some(Sign::Cross), label: &label, off, ..Button::new(&[], Tone::Raised) };
            if away.show(stage, ("away", index), cell(58.0)).tapped() {
                self.remove(index);
                return;
            }
            let label = format!("{} deals", player.name);
            let tone = if deals { Tone::Gold } else { Tone::Raised };
            if (Button { label: &label, ..Button::new(&["Deals"], tone) })
                .show(stage, ("deals", index), cell(if narrow { 68.0 } else { 84.0 }))
                .tapped()
            {
                self.set_dealer(index);
            }
        }
        if self.setup.highlander {
            let held = self.setup.weapons.get(index).cloned().flatten();
            let name = held.as_ref().map_or("no weapon", |card| rules.name(card));
            let label = format!("{}: {name}, another weapon", player.name);
            let title = [name];
            let button = Button { label: &label, size: 17.0, ..Button::new(&title, Tone::Raised) };
            if button.show(stage, ("two hands", index), cell(if narrow { 84.0 } else { 150.0 })).tapped() {
                self.next_weapon(rules, index);
            }
        }
        let name = Rect::from_min_max(pos2(shield.right() + 8.0, inner.top()), pos2(right, inner.bottom()));
        let label = format!("{}: another name", player.name);
        if stage.control(("name", index), name, Manner::Tap, &label).tapped() {
            self.naming = Some(Naming::new(index, &player.name));
        }
        let words = Words::new(Face::Caps, 27.0, stage.ground.text);
        let upper = Rect::from_min_max(name.min, pos2(name.right(), name.center().y + 8.0));
        stage.fit(upper, Align2::LEFT_CENTER, words, &[&player.name]);
        let lower = Rect::from_min_max(pos2(name.left(), name.center().y + 8.0), name.max);
        let said =
            if deals && !roomy { "deals".to_owned() } else { format!("{} · touch to rename", device(player.livery)) };
        stage.fit(
            lower,
            Align2::LEFT_CENTER,
            Words::new(Face::Plain, 14.0, stage.ground.quiet),
            &[&said, &device(player.livery)],
        );
    }

    /// The next colour that nobody has.
    fn next_colour(&mut self, index: usize) {
        let Some(now) = self.setup.players.get(index).map(|player| player.livery) else { return };
        let all = Livery::ALL.iter().cycle().skip(now.index() + 1).take(Livery::ALL.len());
        let free = all.copied().find(|livery| self.setup.players.iter().all(|player| player.livery != *livery));
        if let (Some(livery), Some(player)) = (free, self.setup.players.get_mut(index)) {
            player.livery = livery;
        }
    }

    /// The next weapon of two hands that is not given out; none after the last.
    fn next_weapon(&mut self, rules: &Rules, index: usize) {
        let Some(held) = self.setup.weapons.get_mut(index).map(Option::take) else { return };
        let free = self.free_weapons(rules);
        let after = held.map_or(0, |held| free.iter().position(|card| *card == held).map_or(0, |place| place + 1));
        self.setup.weapons[index] = free.get(after).cloned();
    }

    fn adding(&mut self, stage: &mut Stage<'_, '_>, rect: Rect, most: usize, settings: &Settings) {
        let left = most.saturating_sub(self.setup.players.len());
        let said = match left {
            0 => "The table is full".to_owned(),
            1 => "Add a warrior (one more may join)".to_owned(),
            left => format!("Add a warrior ({left} more may join)"),
        };
        let title = [said.as_str(), "Add a warrior"];
        let button = Button { label: "Add a warrior", off: left == 0, ..Button::new(&title, Tone::Raised) };
        if button.show(stage, "add", rect).tapped() {
            self.add(settings);
        }
    }

    fn variant(&mut self, stage: &mut Stage<'_, '_>, rules: &Rules, rect: Rect) {
        let on = self.setup.highlander;
        let tone = if on { Tone::Gold } else { Tone::Raised };
        let regain = rules.regain();
        let said = format!("two-handed weapons only; +{regain} health each turn");
        let sub = if on { "on" } else { said.as_str() };
        let (button, decks) = if on {
            let [a, b] = columns(rect, 8.0, [0.6, 0.4]);
            (a, Some(b))
        } else {
            (rect, None)
        };
        let label = if on { "Highlander is on" } else { "Highlander is off" };
        if (Button { sub, label, ..Button::new(&["Highlander"], tone) }).show(stage, "highlander", button).tapped() {
            self.toggle_highlander(rules);
        }
        if let Some(rect) = decks {
            let count = self.setup.decks.max(1);
            let title = if count == 1 { "One deck".to_owned() } else { format!("{count} decks") };
            let title = [title.as_str()];
            if (Button { label: "Number of decks", ..Button::new(&title, Tone::Raised) })
                .show(stage, "decks", rect)
                .tapped()
            {
                self.setup.decks = count % 4 + 1;
                // What is given out must be there.
                let held = std::mem::take(&mut self.setup.weapons);
                for card in held {
                    let kept = card.filter(|card| self.free_weapons(rules).contains(card));
                    self.setup.weapons.push(kept);
                }
            }
        }
    }
}

/// How a player's shield is called: "blue quarters".
fn device(livery: Livery) -> String {
    let known = crate::gallery::LIVERIES.get(livery.index());
    known.map_or_else(|| livery.id().to_owned(), |known| format!("{} {}", livery.id(), known.charge))
}
