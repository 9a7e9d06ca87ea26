//! Settings, a new game and more.

use egui::Align2;

use super::setup::look_tiles;
use super::sheet::{Device, SheetKind};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle, inset};
use crate::letters::Face;
use crate::region::{Cut as _, columns};
use crate::settings::{ClockKind, Settings};
use crate::table::{SeatCommand, Seating};
use crate::view::{Awake, Overview, SharedAction};

/// Settings, a new game and more.
pub struct MenuSheet {
    settings: Settings,
    has_cues: bool,
    has_studio: bool,
}

impl MenuSheet {
    /// Opens it, for what a device has.
    pub fn new(settings: &Settings, device: &Device) -> Self {
        Self { settings: settings.clone(), has_cues: device.has_cues, has_studio: device.has_studio }
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas<'_, '_>, overview: &Overview<'_>, actions: &mut Vec<SharedAction>) {
        const GAP: f32 = 10.0;
        let whole = canvas.whole();
        let top = whole.upper(62.0);
        let [title, back] = columns(top, 8.0, [0.75, 0.25]);
        let said = if overview.moment.is_empty() { overview.book.cards.title() } else { &overview.moment };
        let length = overview.times.length().map_or_else(|| said.to_owned(), |length| format!("{said} · {length}"));
        let words = TextStyle::new(Face::Caps, 34.0, canvas.ground.text);
        let said = canvas.fit(title, Align2::LEFT_CENTER, words, &[&length, said]);
        if overview.awake == Awake::MaySleep {
            let beside = inset(title, said.width() + 20.0, 12.0, 12.0, 0.0);
            let words = TextStyle::new(Face::Plain, 14.0, canvas.ground.quiet);
            canvas.wrap_left(beside, words, "The screen may go dark. Change the delay in this device’s settings.");
        }
        if Button::new(&["Back"], Tone::Raised).show(canvas, "close", back).tapped() {
            actions.push(SharedAction::Close);
        }
        let rows = inset(whole, 0.0, 74.0, 0.0, 0.0);
        let high = ((rows.height() - 4.0 * GAP) / 5.0).min(110.0);
        let row = |place: usize| rows.row(place, high, GAP);
        let mut asked = Vec::new();
        look_tiles(canvas, columns(row(0), GAP, [1.0, 1.0, 1.0]), &self.settings, &mut asked);
        // The sheet stays open and shows the choice immediately.
        for action in asked {
            if let SharedAction::Settings(settings) = &action {
                self.settings = settings.clone();
            }
            actions.push(action);
        }
        let [round, long, join] = columns(row(1), GAP, [1.0, 1.0, 1.0]);
        for (seating, rect, title) in [
            (Seating::Round, round, ["Seats all round", "All round"]),
            (Seating::Long, long, ["Seats at the long sides", "Long sides"]),
        ] {
            let chosen = overview.seating == seating;
            let tone = if chosen { Tone::Gold } else { Tone::Raised };
            let button = Button { chosen: Some(chosen), ..Button::new(&title, tone) };
            if button.show(canvas, ("seats", title[0]), rect).tapped() {
                actions.push(SharedAction::Do(SeatCommand::Seating(seating)));
            }
        }
        let room = overview.room;
        let title: &[&str] =
            if room.is_table || !room.shared { &["Let others join", "Others join"] } else { &["Seats"] };
        if Button::new(title, Tone::Raised).show(canvas, "seats of devices", join).tapped() {
            let open = SharedAction::Open(overview.turn().unwrap_or_default(), SheetKind::Seats);
            actions.push(if room.shared { open } else { SharedAction::Host(true) });
        }
        let (clock, dice) = if self.has_cues {
            let [clock, sound, dice] = columns(row(2), GAP, [1.0, 1.0, 1.0]);
            let on = self.settings.cues;
            let (sub, tone) = if on { ("on", Tone::Gold) } else { ("off", Tone::Raised) };
            let label = format!("Sound: {sub}");
            if (Button { sub, label: &label, ..Button::new(&["Sound"], tone) }).show(canvas, "sound", sound).tapped() {
                self.settings.cues = !on;
                actions.push(SharedAction::Settings(self.settings.clone()));
            }
            (clock, dice)
        } else {
            let [clock, dice] = columns(row(2), GAP, [1.0, 1.0]);
            (clock, dice)
        };
        let button = Button { sub: "and a coin", ..Button::new(&["Dice"], Tone::Raised) };
        if button.show(canvas, "dice", dice).tapped() {
            actions.push(SharedAction::Open(overview.turn().unwrap_or_default(), SheetKind::Dice));
        }
        let kind = self.settings.clock;
        let (sub, label) = (kind.word(), format!("Clock: {}; tap for another", kind.word()));
        let tone = if kind == ClockKind::Off { Tone::Raised } else { Tone::Gold };
        if (Button { sub: &sub, label: &label, ..Button::new(&["Clock"], tone) }).show(canvas, "clock", clock).tapped()
        {
            self.settings.clock = kind.next();
            actions.push(SharedAction::Settings(self.settings.clone()));
        }
        let seat = overview.turn().unwrap_or_default();
        let [cards, journal, transfer] = columns(row(3), GAP, [1.0, 1.0, 1.0]);
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
            let (games, end, new) = if self.has_studio {
                let [games, studio, end, new] = columns(row(4), GAP, [1.0; 4]);
                let button = Button { sub: "print or change it", ..Button::new(&["Studio"], Tone::Raised) };
                if button.show(canvas, "studio", studio).tapped() {
                    actions.push(SharedAction::Studio);
                }
                (games, end, new)
            } else {
                let [games, end, new] = columns(row(4), GAP, [1.0; 3]);
                (games, end, new)
            };
            let button = Button { sub: "this game is saved", ..Button::new(&["Games"], Tone::Raised) };
            if button.show(canvas, "games", games).tapped() {
                actions.push(SharedAction::Games);
            }
            (end, new)
        } else {
            let [end, new] = columns(row(4), GAP, [1.0, 1.0]);
            (end, new)
        };
        let button = Button { sub: "as it stands now", ..Button::new(&["Tally"], Tone::Raised) };
        if button.show(canvas, "tally", end).tapped() {
            actions.extend([SharedAction::Close, SharedAction::ShowEnd(true)]);
        }
        let button = Button { sub: "you can return", ..Button::new(&["New game"], Tone::Harm) };
        if button.show(canvas, "new game", new).tapped() {
            actions.push(SharedAction::NewGame);
        }
    }
}
