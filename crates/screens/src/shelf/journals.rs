//! Journals imported on the shelf, and archived ones.

use egui::Context;

use super::aside::{AsideScreen, Entry};
use super::evenings::{Evening, EveningsScreen};
use super::library::OldJournal;
use super::{Screen, Shelf};
use crate::table::transfer;
use crate::tracker::Tracker;

impl Shelf {
    /// Opens the game that a journal is of, and asks there whether it is to be played on here.
    pub(super) fn import(&mut self, journal: &[u8], ctx: &Context, now: f64) {
        match transfer::game(journal).filter(|game| self.game_infos.iter().any(|game_info| game_info.id == *game)) {
            Some(game) => {
                self.open(&game, ctx);
                if let Some(tracker) = self.tracker_mut() {
                    tracker.import(journal, now);
                }
            }
            None => self.notify("This game isn’t on the shelf.", now),
        }
    }

    /// Takes the list of archived journals when it is ready; journals without events aren't listed.
    pub(super) fn refresh_archived(&mut self, now: f64) {
        match self.library.archived() {
            Some(Ok(mut old)) => {
                let lines = |old: &OldJournal| old.journal.iter().filter(|byte| **byte == b'\n').count();
                old.retain(|old| lines(old) > 1 && self.game_infos.iter().any(|game_info| game_info.id == old.game));
                self.old_played = (false, old.len());
                self.old = old;
                if matches!(self.screen, Screen::Aside(_)) {
                    self.screen = Screen::Aside(self.aside_screen());
                }
            }
            Some(Err(why)) => self.notify(format!("Can’t read the archived games: {why}"), now),
            None => {}
        }
    }

    pub(super) fn aside_screen(&mut self) -> AsideScreen {
        let page = if let Screen::Aside(screen) = &self.screen { screen.page() } else { 0 };
        let entries: Vec<_> = std::mem::take(&mut self.old)
            .into_iter()
            .map(|old| {
                let progress = self.reader(&old.game).and_then(|reader| reader.progress(&old.journal));
                let title = self.game_infos.iter().find(|game_info| game_info.id == old.game);
                let title = title.map_or_else(String::new, |game_info| game_info.title.clone());
                Entry { journal: old, title, progress }
            })
            .collect();
        self.old = entries.iter().map(|entry| entry.journal.clone()).collect();
        AsideScreen::new(entries, page)
    }

    /// Lists the games that were played to their end, in the journals that go on and in those that are archived.
    pub(super) fn evenings_screen(&mut self) -> EveningsScreen {
        let open = |game: &str| self.trackers.get(game).and_then(Tracker::journal);
        let current = self.game_infos.iter().filter_map(|game_info| {
            Some((game_info.id.clone(), open(&game_info.id).or_else(|| self.library.journal(&game_info.id))?))
        });
        let archived = self.old.iter().map(|old| (old.game.clone(), old.journal.clone()));
        let journals: Vec<(String, Vec<u8>)> = current.chain(archived).collect();
        let mut games = Vec::new();
        for (game, journal) in journals {
            let title =
                self.game_infos.iter().find(|game_info| game_info.id == game).map(|game_info| game_info.title.clone());
            let played = self.reader(&game).and_then(|reader| reader.played(&journal)).unwrap_or_default();
            let evening = |played| Evening {
                game: game.clone(),
                title: title.clone().unwrap_or_default(),
                journal: journal.clone(),
                played,
            };
            games.extend(played.into_iter().map(evening));
        }
        EveningsScreen::new(games)
    }

    /// Shows a finished game in full.
    pub(super) fn show_played(&mut self, index: usize) {
        let Screen::Evenings(screen) = &self.screen else { return };
        let Some((game, journal, played)) =
            screen.game(index).map(|game| (game.game.clone(), game.journal.clone(), game.played.clone()))
        else {
            return;
        };
        let finished = self.reader(&game).and_then(|reader| reader.finished(&journal, &played));
        if let (Screen::Evenings(screen), Some(finished)) = (&mut self.screen, finished) {
            screen.show(index, finished);
        }
    }

    /// Opens the setup of a game as a finished one began.
    pub(super) fn as_played(&mut self, index: usize, ctx: &Context) {
        let Screen::Evenings(screen) = &self.screen else { return };
        let Some((game, journal, played)) =
            screen.game(index).map(|game| (game.game.clone(), game.journal.clone(), game.played.clone()))
        else {
            return;
        };
        let mut settings = self.settings.clone();
        let remembered = self.reader(&game).and_then(|reader| reader.remember(&journal, &played, &mut settings));
        if remembered.is_none() {
            return;
        }
        self.settings = settings;
        self.open(&game, ctx);
        if let Some(tracker) = self.tracker_mut() {
            tracker.set_up();
        }
    }

    /// Resumes an archived journal; the current one of its game is archived instead.
    pub(super) fn resume(&mut self, old: &OldJournal, ctx: &Context, now: f64) {
        self.open(&old.game, ctx);
        let Some(tracker) = self.tracker_mut() else { return };
        if tracker.resume(&old.journal, now)
            && let Err(why) = self.library.forget(&old.id)
        {
            self.notify(format!("The game continues here, but is still archived: {why}"), now);
        }
    }

    pub(super) fn delete(&mut self, old: &OldJournal, now: f64) {
        if let Err(why) = self.library.forget(&old.id) {
            self.notify(format!("Not deleted: {why}"), now);
        }
        self.library.request_archived();
    }
}
