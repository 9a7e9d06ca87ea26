//! Changes since a print run: the cards to print again, and the cards to remove from the deck.

use std::collections::{BTreeMap, BTreeSet};

use super::print_record::{Printed, Printing, Record};
use super::selection::Selection;
use super::stages::{Composed, DrawnPiece};
use super::{Failure, OutputFile, Request, Sets, Sink, Target, counted, home, warband};
use crate::calendar::Date;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Game, Ink, SetId, Sides};
use crate::image::{Fingerprint, Fingerprints};
use crate::read;
use crate::threads;
use crate::vfs::Vfs;

/// Print run that a deck is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// The last one.
    Last,
    /// The print run of a revision.
    Revision(String),
}

/// The record of a game's print runs, and the current one.
pub(super) struct ReprintPlan<'a> {
    request: &'a Request,
    warband: Option<String>,
    record: Record,
    /// All cards and pieces of the game, including those that this run doesn't make: type and id.
    known: BTreeSet<(String, String)>,
    data: BTreeMap<String, String>,
}

/// The cards of each piece type as they are printed now, in the order of the game.
pub(super) type CurrentPrint = Vec<Vec<Printed>>;

/// A card that goes into the deck or leaves it.
struct DeckChange {
    /// "6 Chop", "2 of 8 Sword"
    what: String,
    why: &'static str,
}

/// Result of printing only changes.
pub(super) struct Changes {
    /// Print run that it is compared with.
    since: Printing,
    /// Cards to print, for each piece type.
    pub chosen: Vec<Selection>,
    put_in: Vec<DeckChange>,
    take_out: Vec<DeckChange>,
    /// Backs that changed while cards with the old ones stay, and how many of those stay.
    backs: BTreeMap<String, u32>,
    /// Sets that were never printed.
    unprinted: BTreeSet<String>,
}

impl Target {
    /// True if something is printed, rather than shown.
    fn is_printed(self) -> bool {
        match self {
            Self::Home | Self::Press | Self::Mpc | Self::Tgc | Self::Dtc | Self::Cut => true,
            Self::Tts | Self::Pcio | Self::Images | Self::Html => false,
        }
    }
}

impl<'a> ReprintPlan<'a> {
    /// Opens the record of a game; `None` if nothing is printed, or only a few cards. `game` still has all of its sets
    /// and pieces.
    ///
    /// # Errors
    /// An unreadable record.
    pub fn open(vfs: &dyn Vfs, sink: &dyn Sink, game: &Game, request: &'a Request) -> Result<Option<Self>, Failure> {
        if !request.target.is_printed() || !request.only.is_empty() {
            return Ok(None);
        }
        let all = game
            .pieces()
            .flat_map(|component| component.cards.iter().map(|card| (component.piece.id.clone(), card.id.clone())));
        Ok(Some(Self {
            request,
            warband: request.warband.as_deref().map(warband::name),
            record: Record::open(sink, &request.folder(&game.id))?,
            known: all.collect(),
            data: data_of(vfs, &game.id),
        }))
    }

    /// Returns the print run that the deck is compared with; `None` if everything is printed.
    ///
    /// # Errors
    /// The print run is unknown.
    fn since(&self) -> Result<Option<&Printing>, Failure> {
        let revision = match &self.request.changed {
            None => return Ok(None),
            Some(Since::Last) => None,
            Some(Since::Revision(revision)) => Some(revision.as_str()),
        };
        self.record.printing(revision, self.request.ink, self.warband.as_deref()).map(Some)
    }

    /// Returns the sets that are both made and in the printed deck, which keeps references of its other pieces to the
    /// deck unchanged.
    ///
    /// # Errors
    /// The print run is unknown.
    pub fn sets(&self, game: &Game, mut sets: Vec<SetId>) -> Result<Vec<SetId>, Failure> {
        if let Some(since) = self.since()?.filter(|_| self.request.sets == Sets::All) {
            let printed = since.sets();
            sets.retain(|set| printed.contains(game.sets[*set].id.as_str()));
        }
        Ok(sets)
    }

    /// Returns the differences from the requested print run; `None` if everything is printed.
    ///
    /// # Errors
    /// The print run is unknown.
    pub fn changes(&self, game: &Game, now: &CurrentPrint) -> Result<Option<Changes>, Failure> {
        let Some(since) = self.since()? else { return Ok(None) };
        let mut changes = Changes {
            since: since.clone(),
            chosen: Vec::new(),
            put_in: Vec::new(),
            take_out: Vec::new(),
            backs: BTreeMap::new(),
            unprinted: BTreeSet::new(),
        };
        if self.request.sets == Sets::All {
            let printed = since.sets();
            let others = game.sets.iter().filter(|set| !printed.contains(set.id.as_str()));
            changes.unprinted.extend(others.map(|set| set.id.clone()));
        }
        for cards in now {
            let mut chosen = Selection::default();
            for (index, card) in cards.iter().enumerate() {
                let count = changes.count_changes(card, since.find(&card.piece, &card.id), self.request.copies);
                if count > 0 {
                    chosen.cards.push(index);
                    chosen.counts.push(count);
                }
            }
            changes.chosen.push(chosen);
        }
        let cards = game.pieces().flat_map(|component| &component.cards);
        let made: BTreeSet<&str> = cards.filter_map(|card| Some(game.sets[card.set?].id.as_str())).collect();
        let is_gone = |card: &&Printed| {
            let left_out = card
                .set
                .as_deref()
                .is_some_and(|set| !made.contains(set) && game.sets.iter().any(|known| known.id == set));
            !left_out && !self.known.contains(&(card.piece.clone(), card.id.clone()))
        };
        for card in since.cards.iter().filter(is_gone) {
            let what = describe(card, card.count * self.request.copies);
            changes.take_out.push(DeckChange { what, why: "no longer in the game" });
        }
        Ok(Some(changes))
    }

    /// Returns the files of this print run: the record, and with only changes the list of cards to remove. Unprinted
    /// cards stay unchanged in the record.
    ///
    /// # Errors
    /// An invalid date in the environment.
    pub fn close(
        mut self,
        game: &Game,
        now: CurrentPrint,
        changes: Option<&Changes>,
    ) -> Result<Vec<OutputFile>, Failure> {
        let before = match changes {
            Some(changes) => Some(changes.since.clone()),
            None => self.record.printing(None, self.request.ink, self.warband.as_deref()).ok().cloned(),
        };
        let mut cards: Vec<Printed> = Vec::new();
        for (number, printed) in now.into_iter().enumerate() {
            for (index, card) in printed.into_iter().enumerate() {
                let old = before.as_ref().and_then(|before| before.find(&card.piece, &card.id));
                let stays = changes.is_some_and(|changes| !changes.chosen[number].cards.contains(&index));
                match old {
                    // A card that stays in the deck has the back that it had.
                    Some(old) if stays => cards.push(Printed { back: old.back, ..card }),
                    None if stays => {}
                    _ => cards.push(card),
                }
            }
        }
        let fresh: BTreeSet<(String, String)> =
            cards.iter().map(|card| (card.piece.clone(), card.id.clone())).collect();
        let stays = |card: &Printed| {
            let key = (card.piece.clone(), card.id.clone());
            self.known.contains(&key) && !fresh.contains(&key)
        };
        cards.extend(before.into_iter().flat_map(|before| before.cards).filter(stays));
        self.record.keep(Printing {
            revision: game.revision.clone(),
            ink: self.request.ink,
            warband: self.warband,
            date: home::date()?.map(|seconds| Date::of(seconds).to_string()),
            cards,
            data: self.data,
        });
        let list = changes.map(|changes| changes.list(game, self.request.ink));
        Ok(list.into_iter().chain(self.record.made()).collect())
    }
}

impl Changes {
    /// Returns the number of copies of a card to print, compared with the old ones; records changes.
    fn count_changes(&mut self, card: &Printed, old: Option<&Printed>, copies: u32) -> u32 {
        let (new, put_in) = match old {
            None => (card.count, Some("new")),
            Some(old) if card.looks_other(old) => {
                self.take_out.push(DeckChange { what: describe(old, old.count * copies), why: "changed" });
                (card.count, Some("changed"))
            }
            Some(old) => {
                if card.count < old.count {
                    let what = describe(old, (old.count - card.count) * copies);
                    self.take_out.push(DeckChange { what, why: "fewer than before" });
                }
                let stay = card.count.min(old.count);
                if let Some(back) = card.shared.as_ref().filter(|_| card.lies_on_other_back(old) && stay > 0) {
                    *self.backs.entry(back.clone()).or_default() += stay * copies;
                }
                (card.count.saturating_sub(old.count), Some("more than before"))
            }
        };
        if let Some(why) = put_in.filter(|_| new > 0) {
            self.put_in.push(DeckChange { what: describe(card, new * copies), why });
        }
        new
    }

    /// True if there is nothing to print and nothing to take out.
    pub fn is_nothing(&self) -> bool {
        self.put_in.is_empty() && self.take_out.is_empty()
    }

    /// True if there is something to print.
    pub fn prints(&self) -> bool {
        !self.put_in.is_empty()
    }

    /// Returns advice, a sentence each.
    pub fn advice(&self) -> Vec<String> {
        let names = |moved: &[DeckChange]| moved.iter().map(|moved| moved.what.as_str()).collect::<Vec<_>>().join(", ");
        let mut advice = Vec::new();
        if self.is_nothing() {
            advice.push(format!("Nothing changed since {}; no files written.", self.since.label()));
        }
        if !self.take_out.is_empty() {
            advice.push(format!("Take out of the deck: {}.", names(&self.take_out)));
        }
        if !self.put_in.is_empty() {
            advice.push(format!("Put in: {}.", names(&self.put_in)));
        }
        if !self.unprinted.is_empty() {
            let sets: Vec<&str> = self.unprinted.iter().map(String::as_str).collect();
            advice.push(format!(
                "Skipped sets that were never printed: {0}. Print them with `--sets {0}`.",
                sets.join(",")
            ));
        }
        advice
    }

    /// Warns that cards can be distinguished from behind.
    pub fn warnings(&self, game: &str) -> Vec<Diagnostic> {
        let warn = |(back, stay): (&String, &u32)| {
            let stay = counted(*stay as usize, "card");
            let what = match self.prints() {
                true => format!("back `{back}` changed: {stay} keep the old one and can be recognised from behind"),
                false => format!("back `{back}` changed: {stay} have the old one"),
            };
            let hint = format!("print the whole deck with `skirmish build {game}`, or use opaque sleeves");
            Diagnostic::warning(Code::BACK_CHANGED, None, what).hint(hint)
        };
        self.backs.iter().map(warn).collect()
    }

    /// Returns the list of cards to add and to remove.
    fn list(&self, game: &Game, ink: Ink) -> OutputFile {
        let mut text = format!("{}: changes since {}\n", game.title, self.since.label());
        for (head, all) in [("Take out of the deck", &self.take_out), ("Put in", &self.put_in)] {
            if !all.is_empty() {
                let wide = all.iter().map(|moved| moved.what.chars().count()).max().unwrap_or(0);
                text.push_str(&format!("\n{head}\n"));
                text.extend(all.iter().map(|DeckChange { what, why }| format!("  {what:wide$}  {why}\n")));
            }
        }
        for (back, stay) in &self.backs {
            text.push_str(&format!("\nBack `{back}` changed: {} keep the old one.\n", counted(*stay as usize, "card")));
        }
        let low = if ink == Ink::Low { "-low-ink" } else { "" };
        let what = "list of cards to take out and to put in".to_owned();
        OutputFile { name: format!("take-out{low}.txt"), bytes: text.into_bytes().into(), what }
    }
}

/// Describes cards: "6 Chop", "2 Wound (token)".
fn describe(card: &Printed, count: u32) -> String {
    let piece = if card.piece == crate::game::CARD { String::new() } else { format!(" ({})", card.piece) };
    format!("{count} {}{piece}", card.name)
}

/// Returns all cards of a game with their current look, type by type.
pub(super) fn now(composed: &Composed<'_>) -> CurrentPrint {
    let prints = Fingerprints::new(composed.fonts());
    let of = |DrawnPiece { renderer, composed, .. }: &DrawnPiece<'_>| {
        let (game, component, deck) = (renderer.faces.game(), renderer.faces.component(), renderer.faces.deck());
        let cut = component.piece.shape.cut_out(&component.format);
        let faces: Vec<Fingerprint> = threads::map(&composed.faces.scenes, |scene| prints.of(scene, &cut));
        let card = |sides: &crate::face::CardFaces| {
            let card = &component.cards[sides.card];
            let set = card.set.map(|set| &game.sets[set]);
            let two = component.piece.sides != Sides::One;
            let shared = two && renderer.faces.face_kind(sides.back).shared;
            Printed {
                piece: component.piece.id.clone(),
                id: card.id.clone(),
                name: set.map_or_else(|| card.name.clone(), |set| format!("{} ({})", card.name, set.id)),
                set: set.map(|set| set.id.clone()),
                count: card.count,
                front: faces[sides.front.0],
                back: two.then(|| faces[sides.back.0]),
                shared: shared.then(|| renderer.faces.face_name(sides.back)),
            }
        };
        deck.cards.iter().map(card).collect()
    };
    composed.pieces.iter().map(of).collect()
}

/// True if a file of a game's folder is data, rather than a drawing or a font.
pub(super) fn is_data(path: &str) -> bool {
    path.ends_with(".toml") || path.ends_with(".md")
}

/// Returns the data of a game, by the paths of the files in its folder: texts unchanged, spreadsheets as text.
fn data_of(vfs: &dyn Vfs, game: &str) -> BTreeMap<String, String> {
    let folder = read::folder(game);
    let file = |path: String| {
        let source = read::text_file(vfs, &path).ok()?;
        Some((path.strip_prefix(&folder)?.strip_prefix('/')?.to_owned(), source.text.clone()))
    };
    let sheet = |name: String| {
        let path = format!("{folder}/{name}");
        let text = read::kept_sheet(&path, &vfs.read(&path).ok()?)?;
        Some((name, text))
    };
    let texts = vfs.files(&folder).into_iter().filter(|path| is_data(path)).filter_map(file);
    texts.chain(read::sheet_files(vfs, game).into_iter().filter_map(sheet)).collect()
}
