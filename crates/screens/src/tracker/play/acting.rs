//! Runs players' actions on a table, and updates the screens.

use egui::{Context, Rect, ViewportCommand};

use skirmish_together::Deed;

use super::{Frame, GameView, Posing, Screen, Sharing, view};
use crate::clock::Times;
use crate::session::{DraftView as _, PanelState, Screens, Session as _};
use crate::shared::end::EndScreen;
use crate::shared::sheet::{Device, Open, Sheet};
use crate::store::{Cue, StoreError};
use crate::table::tell;
use crate::table::{Entry, Millis, Refusal, Standing, Table, journal};
use crate::view::{Action, UiAction, View};

impl<G: Screens> GameView<G> {
    /// Runs an action.
    pub(super) fn dispatch(&mut self, action: Action<G>, frame: &mut Frame, now: f64, ctx: &Context) {
        match action {
            UiAction::Do(command) => self.act(command, frame, now, false),
            UiAction::Overrule(command) => self.act(command, frame, now, true),
            UiAction::Enter(entry) => self.draft.enter(self.table.state(), entry),
            UiAction::Undo | UiAction::UndoOne if frame.store.device().is_some() => self.take_back(None, frame, now),
            UiAction::UndoTo(events) if frame.store.device().is_some() => {
                self.open = None;
                self.take_back(Some(events), frame, now);
            }
            UiAction::Redo if frame.store.device().is_some() => self.send(Deed::Redo, None, frame, now),
            UiAction::Undo => self.step(Table::undo, frame, now),
            UiAction::UndoOne => self.step(Table::undo_single, frame, now),
            UiAction::UndoTo(events) => {
                self.open = None;
                self.step(|table, time| table.undo_to(events, time), frame, now);
            }
            UiAction::Redo => self.step(Table::redo, frame, now),
            UiAction::OpenFacing(facing, kind) => {
                self.open = None;
                self.dispatch(UiAction::Open(G::default_seat(self.table.state()), kind), frame, now, ctx);
                self.faces = Some(facing);
            }
            UiAction::Open(seat, kind) => {
                // A sheet opened from another one faces the same edge.
                if self.open.is_none() {
                    self.faces = None;
                }
                let room = self.shared.as_ref().map(Sharing::room).unwrap_or_default();
                let times = Times { clock: &self.clock, kind: frame.settings.clock, now: frame.clock };
                let view = view(&self.table, &self.cards, self.story.lines(), &self.draft, times);
                let view = View { shelf: frame.on_shelf, room, ..view };
                let device = Device {
                    address: frame.store.address(),
                    has_cues: frame.store.has_cues(),
                    has_studio: frame.store.has_studio(),
                    can_host: frame.store.can_host(),
                };
                let sheet = Sheet::new(view, seat, kind, &frame.settings, device);
                self.open = Some(Open { seat, sheet });
            }
            UiAction::Close => self.open = None,
            UiAction::Dismiss(seat) => {
                if let Some(panel) = self.panels.get_mut(seat.index()) {
                    panel.refused = None;
                }
            }
            UiAction::Games => {
                self.open = None;
                frame.leaving = true;
            }
            UiAction::Studio => frame.store.open_studio(),
            UiAction::NewGame => self.set_up(&frame.settings),
            UiAction::BackToTable => {
                if self.standing() == Standing::NotBegun && frame.store.device().is_some() {
                    self.send(Deed::Redo, None, frame, now);
                } else if self.standing() == Standing::NotBegun {
                    self.step(Table::redo_all, frame, now);
                } else {
                    self.screen = Screen::Table;
                }
            }
            UiAction::ShowEnd(true) => self.screen = Screen::End(EndScreen::default()),
            UiAction::ShowEnd(false) => self.screen = Screen::Table,
            UiAction::Again => self.act(G::rematch(self.table.state()), frame, now, false),
            UiAction::Settings(settings) => {
                frame.settings = settings;
                frame.keep_settings(now);
            }
            UiAction::SaveText => {
                let [game, result] = self.file_name();
                frame.save([&game, &result], "txt", G::summary(&self.table).as_bytes(), now);
            }
            UiAction::SavePicture => {
                frame.notices.quiet();
                frame.posing = Some(Posing { since: now, asked: false, area: Rect::ZERO });
            }
            UiAction::SaveJournal => match journal::text(&self.table) {
                Ok(text) => {
                    let [game, result] = self.file_name();
                    frame.save([&game, &result], "journal", text.as_bytes(), now);
                }
                Err(why) => frame.notify(format!("Not saved: {why}"), now),
            },
            UiAction::SaveFile(ending, text) => {
                let game = self.cards.title().to_owned();
                frame.save([&game, ""], ending, text.as_bytes(), now);
            }
            UiAction::Announce(words) => frame.notices.pass_below_sheets(words, now),
            UiAction::Copy(words) => {
                ctx.copy_text(words);
                frame.notify("Copied: paste it at the other table, or send it there", now);
            }
            UiAction::Paste => {
                if !frame.store.paste() {
                    ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
                }
            }
            UiAction::Pick => {
                if !frame.store.pick() {
                    let what = match self.expects_file() {
                        true => "Drop the file on this screen, or paste its text.",
                        false => "Drop a journal file on this screen, or paste a link.",
                    };
                    frame.notify(what, now);
                }
            }
            UiAction::Lock(seat, choice) => self.send(Deed::Secret { seat, choice }, None, frame, now),
            UiAction::Seats(request) => frame.store.ask(request),
            UiAction::Host(true) => self.host(frame, now),
            UiAction::Host(false) => self.stop_hosting(frame, now),
            UiAction::Unlock(seat) => self.send(Deed::Unlock(seat), None, frame, now),
            UiAction::PlayBrought => {
                if let Some(Open { sheet: Sheet::Bring(sheet), .. }) = &self.open {
                    self.play(sheet.table().clone(), frame, now);
                }
            }
        }
    }

    fn act(&mut self, command: G::Command, frame: &mut Frame, now: f64, overrule: bool) {
        if frame.store.device().is_some() {
            self.act_shared(command, frame, now, overrule);
            return;
        }
        let time = frame.time();
        let before = self.standing();
        let done = match overrule {
            true => self.table.overrule(command.clone(), time),
            false => self.table.act(command.clone(), time),
        };
        match done {
            Ok(entry) => {
                frame.keep(&entry, now);
                self.command_applied(&command, frame, now);
                if let Some(cue) = self.cue(&before).filter(|_| frame.settings.cues) {
                    frame.store.cue(cue);
                }
                if !frame.rolled.is_empty()
                    && let Some(line) = self.story.lines().last()
                {
                    let rolled = std::mem::take(&mut frame.rolled);
                    frame.notices.roll(tell::text(&line.parts), rolled, now);
                }
            }
            Err(refusal) => {
                if frame.settings.cues {
                    frame.store.cue(Cue::Refused);
                }
                self.refuse(command, refusal, frame, now);
            }
        }
    }

    /// Returns how the device announces a command, by the standing of the game before it.
    fn cue(&self, before: &Standing) -> Option<Cue> {
        match self.standing() {
            Standing::Over(_) if before.goes_on() => Some(Cue::End),
            standing @ (Standing::Turn(_) | Standing::Together) if standing != *before => Some(Cue::Turn),
            _ => None,
        }
    }

    /// Updates the screens after a command.
    pub(super) fn command_applied(&mut self, command: &G::Command, frame: &mut Frame, now: f64) {
        self.refresh();
        if let Some(panel) = G::seat(self.table.state(), command).and_then(|seat| self.panels.get_mut(seat.index())) {
            panel.refused = None;
        }
        if let Some((seat, counter, by)) = G::counted(command)
            && let Some(panel) = self.panels.get_mut(seat.index())
        {
            panel.count(counter, by, now);
        }
        let game = &self.table.rules().about().game;
        if G::remember(&mut frame.settings, game, command) {
            if frame.settings.seen.insert(game.clone()) {
                frame.notices.hint(G::HINT, now);
            }
            frame.keep_settings(now);
            self.draft = G::Draft::default();
            self.screen = Screen::Table;
            self.open = None;
        }
        if matches!(self.standing(), Standing::Over(_)) {
            // A hint about the table would cover buttons of the last screen.
            frame.notices.quiet();
            self.open = None;
            self.screen = Screen::End(EndScreen::default());
        }
    }

    /// A sheet shows its own refusals; those on the table appear on the panel.
    pub(super) fn refuse(&mut self, command: G::Command, refusal: Refusal, frame: &mut Frame, now: f64) {
        match G::seat(self.table.state(), &command).and_then(|seat| self.panels.get_mut(seat.index())) {
            Some(panel) => {
                self.open = None;
                panel.refused = Some((command, refusal));
            }
            None => frame.notify(self.table.rules().about().in_book(&refusal.to_string()), now),
        }
    }

    fn step(&mut self, step: impl FnOnce(&mut Table<G>, Millis) -> Option<Entry<G>>, frame: &mut Frame, now: f64) {
        let Some(entry) = step(&mut self.table, frame.time()) else { return };
        frame.keep(&entry, now);
        let said = tell::text(&tell::entry(&self.table, &entry));
        self.refresh();
        for panel in &mut self.panels {
            *panel = PanelState::default();
        }
        let standing = self.standing();
        if standing.goes_on() && matches!(self.screen, Screen::End(_)) {
            self.screen = Screen::Table;
        }
        if standing == Standing::NotBegun {
            self.set_up(&frame.settings);
        } else if matches!(self.screen, Screen::Setup(_)) {
            self.screen = Screen::of(&self.table, &frame.settings);
        }
        frame.notify(said, now);
    }

    /// Another table takes the place of the one here, as soon as it is kept; says whether it does.
    pub(super) fn play(&mut self, table: Table<G>, frame: &mut Frame, now: f64) -> bool {
        if frame.store.device().is_some() {
            frame.notify("The host keeps this game: other games can’t be brought here.", now);
            return false;
        }
        let written = journal::written(&table).map_err(StoreError::from);
        let said = match written.and_then(|(text, writer)| frame.store.replace(&text, writer)) {
            Ok(Some(place)) => format!("The game continues here. The previous game is saved {place}."),
            Ok(None) => "The game continues here.".to_owned(),
            Err(why) => {
                frame.notify(format!("The current game stays, since the other one couldn’t be saved: {why}"), now);
                return false;
            }
        };
        frame.notices.kept(Ok(()), now);
        frame.posing = None;
        self.open = None;
        self.panels.clear();
        self.draft = G::Draft::default();
        self.screen = Screen::of(&table, &frame.settings);
        self.table = table;
        self.refresh();
        frame.notify(said, now);
        true
    }
}

/// Entries go into the journal as text.
impl Frame {
    fn keep<G: Screens>(&mut self, entry: &Entry<G>, now: f64) {
        let kept = journal::json(entry).map_err(StoreError::from).and_then(|entry| self.store.append(&entry));
        self.notices.kept(kept, now);
    }
}
