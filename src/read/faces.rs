//! The two faces of a card.

use std::cell::RefCell;

use super::said::{Defaults, Said, needs, said};
use super::table::{Table, Word};
use super::texts::Texts;
use crate::game::{Card, Face, Game, Told, Value};
use crate::problem::{Place, Problem};

/// The texts of a card, once all figures are known.
pub(super) struct SecondRound<'a> {
    pub game: &'a Game,
    pub texts: &'a Texts<'a>,
    pub kind: &'a Defaults,
    /// By sort of face.
    pub sorts: &'a [Defaults],
    pub card: &'a Card,
    /// Where cards are that have no back.
    pub backless: &'a RefCell<Vec<Place>>,
}

/// Cards without a back, all in one: what they lack is said once for all most often.
pub(super) fn without_back(cards: &[Place]) -> Option<Problem> {
    let first = cards.first()?;
    let what = match cards.len() - 1 {
        0 => "this card has no back".to_owned(),
        1 => "this card and another have no back".to_owned(),
        others => format!("this card and {others} others have no back"),
    };
    let problem = Problem::error(first.clone(), what);
    Some(problem.hint("write `back = …` at the card, at its kind, or once at `[face.front]`"))
}

impl SecondRound<'_> {
    /// Front and back; ends the reading of the card's table.
    pub fn faces(&self, table: Table<'_>) -> [Face; 2] {
        let game = self.game;
        let ids = || game.face_kinds.iter().map(|face| face.id.as_str());
        let index = |id: &str| ids().position(|known| known == id);
        let front = index("front").unwrap_or_default();
        let own = table.filled("back");
        let other = self.kind.back.as_ref().or(self.sorts[front].back.as_ref());
        let back = match (&own, other) {
            (Some(word), _) => table.choose(word, "face", ids()),
            // The game's own words are blamed where they stand.
            (None, Some(word)) => index(&word.text),
            (None, None) => {
                if !table.has("back") {
                    self.backless.borrow_mut().push(table.at.clone());
                }
                None
            }
        };
        let (back, is_known) = (back.unwrap_or(front), back.is_some());
        let mut own = None;
        for (number, face) in game.face_kinds.iter().enumerate() {
            let Some(inner) = table.table(&face.id, format!("`{}` of {}", face.id, table.what)) else { continue };
            if number == back && number != front && !face.shared {
                own = Some(inner);
            } else if is_known {
                let problem =
                    Problem::error(inner.at.clone(), format!("{} has no face `{}` of its own", table.what, face.id));
                table.file.note(problem.hint(format!("its back is `{}`", game.face_kinds[back].id)));
            }
        }
        self.required(&table);
        if let Some(own) = &own {
            self.misplaced(own);
        }
        let mut sides = [self.face(front, Some(&table)), self.face(back, own.as_ref())];
        if own.is_none() && back != front && table.has_or_means(&game.face_kinds[back].id) {
            // What a misspelt table says is not missing.
            sides[1].unread.extend(game.fields.iter().map(|field| field.name.clone()));
        }
        if let Some(own) = own {
            own.finish();
        }
        table.finish();
        sides
    }

    /// Notes the fields that this kind of card must have and this card has not.
    fn required(&self, table: &Table<'_>) {
        let kind = self.game.kind(self.card);
        for field in self.game.fields.iter().filter(|field| field.required.contains(&kind.id)) {
            if !table.has(&field.name) {
                table.lacks(&field.name, format!("every card of kind `{}` needs it", kind.id));
            }
        }
    }

    /// Notes what belongs to the card itself and stands in the table of its back.
    fn misplaced(&self, table: &Table<'_>) {
        let figures = self.game.fields.iter().filter(|field| !field.kind.is_text()).map(|field| field.name.as_str());
        for key in ["name", "short", "kind", "count", "back"].into_iter().chain(figures) {
            if let Some(word) = table.keys().into_iter().find(|word| word.text == key && table.has(key)) {
                let problem = Problem::error(word.at, format!("`{key}` belongs to the card, not to {}", table.what));
                table.file.note(problem.hint("move the line up, before the line in brackets"));
            }
        }
    }

    /// One face: what the card says, else (on a front) what its kind says, else what holds for the sort of face.
    fn face(&self, number: usize, table: Option<&Table<'_>>) -> Face {
        let (game, sort) = (self.game, &self.sorts[number]);
        let shared = game.face_kinds[number].shared;
        let kind = (game.face_kinds[number].id == "front").then_some(self.kind);
        let card = (!shared).then_some(self.card);
        let template = kind.and_then(|kind| kind.template.as_ref()).or(sort.template.as_ref());
        let template = match template {
            Some(word) => Told { value: word.text.clone(), at: word.at.clone() },
            None => Told { value: String::new(), at: self.card.at.clone() },
        };
        let mut face = Face::blank(number, template);
        face.art = self.art(card, kind, sort, table);
        face.glyph = self.glyph(card, kind, sort, table);
        let own = table.map(|table| said(table, &game.fields)).unwrap_or_default();
        for field in &game.fields {
            let told = |texts: &'_ Said| texts.get(&field.name).cloned();
            let texts = told(&own).or_else(|| told(&kind?.texts)).or_else(|| told(&sort.texts));
            for (key, word) in texts.into_iter().flatten() {
                match self.texts.rich(card, &word) {
                    Some(value) => drop(face.texts.insert(key, Told { value, at: word.at })),
                    None => drop(face.unread.insert(key)),
                }
            }
        }
        if let Some(table) = table {
            let known = |name: &str| face.texts.contains_key(name) || self.card.figures.contains_key(name);
            let names = game.fields.iter().map(|field| &field.name);
            let unread: Vec<&String> = names.filter(|name| !known(name) && table.has_or_means(name)).collect();
            face.unread.extend(unread.into_iter().cloned());
        }
        if kind.is_some() {
            face.needs.extend(self.given_needs());
        }
        let of_kind = kind.map(|kind| kind.needs.as_slice()).unwrap_or_default();
        for word in of_kind.iter().chain(&sort.needs) {
            face.needs.extend(self.texts.need(word));
        }
        if let Some(table) = table {
            let ids = || game.needs.iter().map(|need| need.id.as_str());
            let words = needs(table, &game.fields);
            face.needs.extend(words.iter().filter_map(|word| table.choose(word, "need", ids())));
        }
        // The order of the game, so that a need stands in the same place on every card.
        face.needs.sort_unstable();
        face.needs.dedup();
        face
    }

    /// The drawing: what the card says, else its kind, else the sort of face, else the card's own name.
    fn art(
        &self,
        card: Option<&Card>,
        kind: Option<&Defaults>,
        sort: &Defaults,
        table: Option<&Table<'_>>,
    ) -> Option<Told<String>> {
        let own = table.and_then(|table| table.filled("art"));
        match own.or_else(|| kind?.art.clone()).or_else(|| sort.art.clone()) {
            Some(word) => self.filled_in(card, word),
            None => card.map(|card| Told { value: card.id.clone(), at: card.at.clone() }),
        }
    }

    /// The mark of the card: what the card says, else its kind, else the sort of face.
    fn glyph(
        &self,
        card: Option<&Card>,
        kind: Option<&Defaults>,
        sort: &Defaults,
        table: Option<&Table<'_>>,
    ) -> Option<Told<String>> {
        let own = table.and_then(|table| table.filled("glyph"));
        self.filled_in(card, own.or_else(|| kind?.glyph.clone()).or_else(|| sort.glyph.clone())?)
    }

    /// The name of a file with the card's figures in it.
    fn filled_in(&self, card: Option<&Card>, word: Word) -> Option<Told<String>> {
        self.texts.line(card, &word).map(|name| Told { value: name, at: word.at })
    }

    /// The needs that follow from the card's figures.
    fn given_needs(&self) -> impl Iterator<Item = usize> {
        let holds = |(field, value): &(String, Value)| self.card.figures.get(field) == Some(value);
        let needs = self.game.needs.iter().enumerate();
        needs.filter(move |(_, need)| !need.when.is_empty() && need.when.iter().all(holds)).map(|(index, _)| index)
    }
}
