//! Settings, a new game and more.

use egui::{Align2, Rect, pos2, vec2};

use super::setup::look_tiles;
use super::sheet::SheetKind;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, Words, within};
use crate::letters::Face;
use crate::region::columns;
use crate::settings::Settings;
use crate::table::{Arrange, Seating};
use crate::view::{Awake, Overview, SharedAction};

/// Settings, a new game and more.
pub struct MenuSheet {
    settings: Settings,
}

impl MenuSheet {
    /// Opens it.
    pub fn new(settings: &Settings) -> Self {
        Self { settings: settings.clone() }
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, overview: &Overview<'_>, actions: &mut Vec<SharedAction>) {
        const GAP: f32 = 10.0;
        let whole = canvas.whole();
        let top = Rect::from_min_size(whole.min, vec2(whole.width(), 62.0));
        let [title, back] = columns(top, 8.0, [0.75, 0.25]);
        let said = if overview.moment.is_empty() { overview.book.cards.title() } else { &overview.moment };
        let said = canvas.fit(title, Align2::LEFT_CENTER, Words::new(Face::Caps, 34.0, canvas.ground.text), &[said]);
        if overview.awake == Awake::MaySleep {
            let beside = within(title, said.width() + 20.0, 12.0, 12.0, 0.0);
            let words = Words::new(Face::Plain, 14.0, canvas.ground.quiet);
            canvas.wrap_left(beside, words, "The screen may go dark. Change the delay in this device’s settings.");
        }
        if Button::new(&["Back"], Tone::Raised).show(canvas, "close", back).tapped() {
            actions.push(SharedAction::Close);
        }
        let rows = within(whole, 0.0, 74.0, 0.0, 0.0);
        let high = ((rows.height() - 3.0 * GAP) / 4.0).min(110.0);
        let row = |place: usize| {
            Rect::from_min_size(pos2(rows.left(), rows.top() + place as f32 * (high + GAP)), vec2(rows.width(), high))
        };
        let mut asked = Vec::new();
        look_tiles(canvas, columns(row(0), GAP, [1.0, 1.0, 1.0]), &self.settings, &mut asked);
        // The sheet stays open and shows the choice immediately.
        for action in asked {
            if let SharedAction::Settings(settings) = &action {
                self.settings = settings.clone();
            }
            actions.push(action);
        }
        let [round, long] = columns(row(1), GAP, [1.0, 1.0]);
        for (seating, rect, said) in
            [(Seating::Round, round, "Seats all round"), (Seating::Long, long, "Seats at the long sides")]
        {
            let tone = if overview.seating == seating { Tone::Gold } else { Tone::Raised };
            let title = [said, "Long sides"];
            let title = if seating == Seating::Round { &title[..1] } else { &title[..] };
            if Button::new(title, tone).show(canvas, ("seats", said), rect).tapped() {
                actions.push(SharedAction::Do(Arrange::Seating(seating)));
            }
        }
        let seat = overview.turn().unwrap_or_default();
        let [cards, journal, transfer] = columns(row(2), GAP, [1.0, 1.0, 1.0]);
        if Button::new(&["Cards and rules", "Cards"], Tone::Raised).show(canvas, "reference", cards).tapped() {
            actions.push(SharedAction::Open(seat, SheetKind::Reference));
        }
        if Button::new(&["Journal"], Tone::Raised).show(canvas, "journal here", journal).tapped() {
            actions.push(SharedAction::Open(seat, SheetKind::Journal));
        }
        let button = Button { label: "Move this game", ..Button::new(&["Move this game", "Move"], Tone::Raised) };
        if button.show(canvas, "travel", transfer).tapped() {
            actions.push(SharedAction::Open(seat, SheetKind::Move));
        }
        let (end, new) = if overview.shelf {
            let [games, end, new] = columns(row(3), GAP, [1.0, 1.0, 1.0]);
            let button = Button { sub: "this game is saved", ..Button::new(&["Games"], Tone::Raised) };
            if button.show(canvas, "games", games).tapped() {
                actions.push(SharedAction::Games);
            }
            (end, new)
        } else {
            let [end, new] = columns(row(3), GAP, [1.0, 1.0]);
            (end, new)
        };
        let button = Button { sub: "as it stands now", ..Button::new(&["Tally"], Tone::Raised) };
        if button.show(canvas, "tally", end).tapped() {
            actions.extend([SharedAction::Close, SharedAction::ShowEnd(true)]);
        }
        let button = Button { sub: "you can return to this one", ..Button::new(&["New game"], Tone::Harm) };
        if button.show(canvas, "new game", new).tapped() {
            actions.push(SharedAction::NewGame);
        }
    }
}
