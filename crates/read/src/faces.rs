//! The two faces of a card.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::defaults::{Defaults, FieldTexts, field_texts, needs, read_art};
use super::each::Variation;
use super::table::{TomlTable, Word};
use super::texts::Texts;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Card, Face, FaceKindId, FieldKind, Game, NeedId, Sides, Spanned, Value};
use crate::units::Pt;

/// The texts of a card, once all figures are known.
pub(super) struct SecondRound<'a> {
    pub game: &'a Game,
    pub texts: &'a Texts<'a>,
    /// Content of its piece type and its kind, the first before the others.
    pub levels: Vec<&'a Defaults>,
    /// By kind of face; the front of other pieces than cards takes nothing from `[face.front]`.
    pub sorts: &'a [Defaults],
    pub card: &'a Card,
    /// Its own values among the cards of its entry.
    pub variation: &'a Variation,
    /// Printed sides.
    pub sides: Sides,
    /// Locations of cards without a back.
    pub backless: &'a RefCell<Vec<Span>>,
}

/// Reports cards without a back, usually together.
pub(super) fn without_back(cards: &[Span]) -> Option<Diagnostic> {
    let first = cards.first()?;
    let what = match cards.len() - 1 {
        0 => "this card has no back".to_owned(),
        1 => "this card and another have no back".to_owned(),
        others => format!("this card and {others} others have no back"),
    };
    let diagnostic = Diagnostic::error(Code::NO_BACK, first.clone(), what);
    Some(diagnostic.hint("add `back = …` to the card, to its kind, or once to `[face.front]`"))
}

/// Values that names of files may quote.
struct Quoted<'a> {
    /// The card; `None` for a shared face.
    card: Option<&'a Card>,
    /// The face itself, for its texts.
    face: &'a Face,
    /// Its front.
    front: Option<&'a Face>,
    /// Quoted names.
    named: RefCell<BTreeSet<String>>,
}

impl Quoted<'_> {
    /// Returns the texts of both, as those of one face.
    fn both(&self) -> Face {
        let mut both = self.face.clone();
        for (field, text) in self.front.iter().flat_map(|front| &front.texts) {
            both.texts.entry(field.clone()).or_insert_with(|| text.clone());
        }
        both
    }
}

impl SecondRound<'_> {
    /// Reads front and back, and ends the reading of the card's table.
    pub fn faces(&self, table: TomlTable<'_>) -> [Face; 2] {
        let game = self.game;
        let ids = || game.face_kinds.iter().map(|face| face.id.as_str());
        let find = |id: &str| FaceKindId::find(&game.face_kinds, |face| face.id == id);
        let front = find("front").unwrap_or(FaceKindId(0));
        let own = table.non_empty_str("back");
        let other = self.inherited(|level| level.back.as_ref()).or(self.sorts[front.0].back.as_ref());
        let back = match (&own, other) {
            (Some(word), _) if self.sides == Sides::One => {
                let diagnostic = Diagnostic::error(
                    Code::ONE_SIDE_AND_BACK,
                    word.at.clone(),
                    format!("{} has `sides = 1`, so it can't have a `back`", table.what),
                );
                table.file.note(diagnostic.hint("remove the line, or set `sides = 2` for the piece"));
                None
            }
            (Some(word), _) => table.choose(Code::UNKNOWN_FACE, word, "face", ids()).map(FaceKindId),
            // A standee that names no back shows its front on both sides.
            (None, None) if self.sides == Sides::Fold => Some(front),
            _ if self.sides == Sides::One => Some(front),
            // The game's own words are reported at their location.
            (None, Some(word)) => find(&word.text),
            (None, None) => {
                if !table.has("back") {
                    self.backless.borrow_mut().push(table.at.clone());
                }
                None
            }
        };
        let (back, is_known) = (back.unwrap_or(front), back.is_some());
        let mut own = None;
        for (id, face) in FaceKindId::all(&game.face_kinds).zip(&game.face_kinds) {
            let Some(inner) = table.table(&face.id, format_args!("`{}` of {}", face.id, table.what)) else { continue };
            if id == back && id != front && !face.shared {
                own = Some(inner);
            } else if is_known {
                let diagnostic = Diagnostic::error(
                    Code::FACE_NOT_ITS_OWN,
                    inner.at.clone(),
                    format!("{} has no face `{}`", table.what, face.id),
                );
                table.file.note(diagnostic.hint(format!("its back is `{}`", game.face_kinds[back].id)));
            }
        }
        self.required(&table);
        if let Some(own) = &own {
            self.misplaced(own);
        }
        let mut first = self.face(front, Some(&table), None);
        let second = self.face(back, own.as_ref(), Some(&first));
        first.named.extend(second.named.iter().cloned());
        let mut sides = [first, second];
        if own.is_none() && back != front && table.has_or_typo_of(&game.face_kinds[back].id) {
            // Content of a misspelt table isn't missing.
            sides[1].unread.extend(game.fields.iter().map(|field| field.name.clone()));
        }
        if let Some(own) = own {
            own.finish();
        }
        table.finish();
        sides
    }

    /// Reads the front of a piece or of one of its panels, whose own values are in `table`.
    pub fn front(&self, table: Option<&TomlTable<'_>>) -> Face {
        let front = FaceKindId::find(&self.game.face_kinds, |face| face.id == "front");
        self.face(front.unwrap_or(FaceKindId(0)), table, None)
    }

    /// Reports required fields that this card lacks.
    pub fn required(&self, table: &TomlTable<'_>) {
        let kind = self.game.deck.kind(self.card);
        for field in self.game.fields.iter().filter(|field| field.required.contains(&kind.id)) {
            if !table.has(&field.name) && !self.variation.has(&field.name) {
                table.report_missing(&field.name, format!("it is required for kind `{}`", kind.id));
            }
        }
    }

    /// Notes what belongs to the card itself and is in the table of its back.
    fn misplaced(&self, table: &TomlTable<'_>) {
        let figures = self.game.fields.iter().filter(|field| !field.kind.is_text()).map(|field| field.name.as_str());
        for key in ["name", "short", "kind", "count", "back"].into_iter().chain(figures) {
            if let Some(word) = table.keys().into_iter().find(|word| word.text == key && table.has(key)) {
                let diagnostic = Diagnostic::error(
                    Code::KEY_OF_THE_CARD,
                    word.at,
                    format!("`{key}` belongs to the card, not to {}", table.what),
                );
                table.file.note(diagnostic.hint("move the line above the line in brackets"));
            }
        }
    }

    /// Reads one face: values default from the card to (on a front) its kind to the kind of face. Names of files quote
    /// its texts, and on a back those of the `front` too.
    fn face(&self, kind: FaceKindId, table: Option<&TomlTable<'_>>, front: Option<&Face>) -> Face {
        let (game, sort) = (self.game, &self.sorts[kind.0]);
        let shared = game.face_kinds[kind].shared;
        let is_front = game.face_kinds[kind].id == "front";
        let levels = if is_front { self.levels.as_slice() } else { &[] };
        let card = (!shared).then_some(self.card);
        let mut face = Face::blank(kind, Spanned { value: String::new(), at: self.card.at.clone() });
        face.alt = self.alt(card, table);
        face.sizes = table.map(sizes).unwrap_or_default();
        let own = table.map(|table| field_texts(table, &game.fields)).unwrap_or_default();
        for field in &game.fields {
            let texts_in = |texts: &'_ FieldTexts| texts.get(&field.name).cloned();
            let of_levels = || levels.iter().find_map(|level| texts_in(&level.texts));
            let texts = texts_in(&own).or_else(of_levels).or_else(|| texts_in(&sort.texts));
            for (key, word) in texts.into_iter().flatten() {
                let rich = match field.kind {
                    FieldKind::Text => self.texts.rich_with_lists(card, self.card.set, &word),
                    _ => self.texts.rich(card, self.card.set, &word),
                };
                match rich {
                    Some(value) => drop(face.texts.insert(key, Spanned { value, at: word.at })),
                    None => drop(face.unread.insert(key)),
                }
            }
        }
        let quoted = Quoted { card, face: &face, front: front.filter(|_| !shared), named: RefCell::default() };
        let template = levels.iter().find_map(|level| level.template.as_ref()).or(sort.template.as_ref());
        let template = template.map(|word| {
            let blank = || Spanned { value: String::new(), at: word.at.clone() };
            self.filled_in(&quoted, word.clone()).unwrap_or_else(blank)
        });
        let art = self.art(&quoted, levels, sort, table);
        let card_icon = self.card_icon(&quoted, levels, sort, table);
        face.named = quoted.named.into_inner();
        face.template = template.unwrap_or(face.template);
        (face.art, face.card_icon) = (art, card_icon);
        if let Some(table) = table {
            let known = |name: &str| face.texts.contains_key(name) || self.card.figures.contains_key(name);
            let names = game.fields.iter().map(|field| &field.name);
            let unasked: Vec<&str> = table.unasked().collect();
            let is_there = |name: &&String| table.has_or_typo_among(name, unasked.iter().copied());
            let unread: Vec<&String> = names.filter(|name| !known(name)).filter(is_there).collect();
            face.unread.extend(unread.into_iter().cloned());
        }
        if is_front {
            face.needs.extend(self.given_needs());
        }
        for word in levels.iter().flat_map(|level| &level.needs).chain(&sort.needs) {
            face.needs.extend(self.texts.need(word));
        }
        if let Some(table) = table {
            let ids = || game.needs.iter().map(|need| need.id.as_str());
            let words = needs(table, &game.fields);
            let choose = |word| table.choose(Code::UNKNOWN_NEED, word, "need", ids()).map(NeedId);
            face.needs.extend(words.iter().filter_map(choose));
        }
        // In the game's order, so a need is in the same place on every card.
        face.needs.sort_unstable();
        face.needs.dedup();
        face
    }

    /// Returns the value of the piece type, or else of the kind.
    fn inherited<'w>(&'w self, what: impl Fn(&'w Defaults) -> Option<&'w Word>) -> Option<&'w Word> {
        self.levels.iter().find_map(|level| what(level))
    }

    /// Reads the drawing: the card's, else its piece's or kind's, else the kind of face's, else one with the card's own
    /// name.
    fn art(
        &self,
        quoted: &Quoted<'_>,
        levels: &[&Defaults],
        sort: &Defaults,
        table: Option<&TomlTable<'_>>,
    ) -> Option<Spanned<String>> {
        let own = table.and_then(read_art);
        match own.or_else(|| levels.iter().find_map(|level| level.art.clone())).or_else(|| sort.art.clone()) {
            Some(word) if word.text.is_empty() => None,
            Some(word) => self.filled_in(quoted, word),
            None => quoted.card.map(|card| Spanned { value: card.id.clone(), at: card.at.clone() }),
        }
    }

    /// Reads the alternative text of the drawing: each card's drawing has its own.
    fn alt(&self, card: Option<&Card>, table: Option<&TomlTable<'_>>) -> Option<Spanned<String>> {
        let word = table?.localized("alt")?;
        self.texts.line(card, self.card.set, &word).map(|value| Spanned { value, at: word.at })
    }

    /// Reads the icon of the card: its own, else its piece's or kind's, else the kind of face's.
    fn card_icon(
        &self,
        quoted: &Quoted<'_>,
        levels: &[&Defaults],
        sort: &Defaults,
        table: Option<&TomlTable<'_>>,
    ) -> Option<Spanned<String>> {
        let own = table.and_then(|table| table.non_empty_str("card-icon"));
        let of_levels = || levels.iter().find_map(|level| level.card_icon.clone());
        self.filled_in(quoted, own.or_else(of_levels).or_else(|| sort.card_icon.clone())?)
    }

    /// Returns the name of a file or of an icon with the card's values and texts in it.
    fn filled_in(&self, quoted: &Quoted<'_>, word: Word) -> Option<Spanned<String>> {
        let face = word.text.contains('{').then(|| quoted.both());
        if face.is_some() {
            quoted.named.borrow_mut().extend(self.texts.figures(&word));
        }
        self.texts.name(quoted.card, self.card.set, face.as_ref(), &word).map(|value| Spanned { value, at: word.at })
    }

    /// Returns the needs that the card's values imply.
    fn given_needs(&self) -> impl Iterator<Item = NeedId> {
        let holds = |(field, value): &(String, Value)| self.card.figures.get(field) == Some(value);
        let needs = NeedId::all(&self.game.needs).zip(&self.game.needs);
        needs.filter(move |(_, need)| !need.when.is_empty() && need.when.iter().all(holds)).map(|(id, _)| id)
    }
}

/// Reads `sizes = { text = 7.5 }`: the sizes of texts of this face in points.
fn sizes(table: &TomlTable<'_>) -> BTreeMap<String, Spanned<Pt>> {
    let inner = table.table("sizes", format_args!("the sizes of {}", table.what));
    let size = |inner: &TomlTable<'_>, slot: Word| {
        let size = inner.measure(&slot.text, 4.0..=96.0)?;
        Some((slot.text, Spanned { value: Pt::new(size), at: slot.at }))
    };
    inner.iter().flat_map(|inner| inner.keys().into_iter().filter_map(|slot| size(inner, slot))).collect()
}
