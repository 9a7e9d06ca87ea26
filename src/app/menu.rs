//! Settings, a new game, what else there is; and words that are said for a while.

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::letters::Face;
use super::look::{GOLD, INK, PAPER};
use super::settings::Settings;
use super::setup::look_tiles;
use super::stage::{Stage, Words, about, radius, within};
use super::turn::columns;
use super::view::{Awake, Leaflet, View, Wish};
use crate::table::{Command, Seating};

/// Settings, a new game, what else there is.
pub struct MenuSheet {
    settings: Settings,
}

impl MenuSheet {
    /// Opens it.
    pub fn new(settings: &Settings) -> Self {
        Self { settings: settings.clone() }
    }

    /// Draws it.
    pub fn draw(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>, wishes: &mut Vec<Wish>) {
        const GAP: f32 = 10.0;
        let whole = stage.whole();
        let top = Rect::from_min_size(whole.min, vec2(whole.width(), 62.0));
        let [title, back] = columns(top, 8.0, [0.75, 0.25]);
        let said = format!("Round {}", view.state.round);
        let said = stage.fit(title, Align2::LEFT_CENTER, Words::new(Face::Caps, 34.0, stage.ground.text), &[&said]);
        if view.awake == Awake::MaySleep {
            let beside = within(title, said.width() + 20.0, 12.0, 12.0, 0.0);
            let words = Words::new(Face::Plain, 14.0, stage.ground.quiet);
            stage.wrap_left(beside, words, "The screen may go dark by itself: how soon is in this device’s settings.");
        }
        if Button::new(&["Back"], Tone::Raised).show(stage, "close", back).tapped() {
            wishes.push(Wish::Close);
        }
        let rows = within(whole, 0.0, 74.0, 0.0, 0.0);
        let high = ((rows.height() - 3.0 * GAP) / 4.0).min(110.0);
        let row = |place: usize| {
            Rect::from_min_size(pos2(rows.left(), rows.top() + place as f32 * (high + GAP)), vec2(rows.width(), high))
        };
        let mut asked = Vec::new();
        look_tiles(stage, columns(row(0), GAP, [1.0, 1.0, 1.0]), &self.settings, &mut asked);
        // The sheet stays open, and shows what was chosen at once.
        for wish in asked {
            if let Wish::Settings(settings) = &wish {
                self.settings = settings.clone();
            }
            wishes.push(wish);
        }
        let [round, long] = columns(row(1), GAP, [1.0, 1.0]);
        for (seating, rect, said) in
            [(Seating::Round, round, "Seats all round"), (Seating::Long, long, "Seats at the long sides")]
        {
            let tone = if view.state.setup.seating == seating { Tone::Gold } else { Tone::Raised };
            let title = [said, "Long sides"];
            let title = if seating == Seating::Round { &title[..1] } else { &title[..] };
            if Button::new(title, tone).show(stage, ("seats", said), rect).tapped() {
                wishes.push(Wish::Do(Command::Seating(seating)));
            }
        }
        let seat = view.state.turn;
        let [cards, journal, travel] = columns(row(2), GAP, [1.0, 1.0, 1.0]);
        if Button::new(&["Cards and rules", "Cards"], Tone::Raised).show(stage, "reference", cards).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Reference));
        }
        if Button::new(&["Journal"], Tone::Raised).show(stage, "journal here", journal).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Journal));
        }
        let button = Button { label: "Move this game", ..Button::new(&["Move this game", "Move"], Tone::Raised) };
        if button.show(stage, "travel", travel).tapped() {
            wishes.push(Wish::Open(seat, Leaflet::Move));
        }
        let [end, new] = columns(row(3), GAP, [1.0, 1.0]);
        let button = Button { sub: "as it stands now", ..Button::new(&["Tally"], Tone::Raised) };
        if button.show(stage, "tally", end).tapped() {
            wishes.extend([Wish::Close, Wish::ShowEnd(true)]);
        }
        let button = Button { sub: "this one can be brought back", ..Button::new(&["New game"], Tone::Harm) };
        if button.show(stage, "new game", new).tapped() {
            wishes.push(Wish::NewGame);
        }
    }
}

/// Something that is said for a while, at the top of the screen.
pub fn notice(stage: &mut Stage<'_, '_>, what: &str) {
    let words = Words::new(Face::Strong, 17.0, PAPER);
    let width = (stage.width(words, what) + 48.0).min(stage.whole().width() - 40.0);
    let lines = (stage.width(words, what) / (width - 40.0)).ceil().max(1.0);
    let rect = about(pos2(stage.whole().center().x, 16.0 + 12.0 * lines + 12.0), width, 24.0 * lines + 24.0);
    stage.fill(rect, radius(12.0), INK);
    stage.rim(rect, radius(12.0), 2.0, GOLD);
    stage.wrap_centred(rect.shrink(10.0), words, what);
}
