//! Content of a slot for a card.

use std::borrow::Cow;
use std::sync::Arc;

use super::renderer::FaceRenderer;
use super::slot::{Role, Slot};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::emblem::Emblem;
use crate::game::{
    CARDS, Card, CardLookup, Draft, Face, FieldKind, FigureError, Formatting, Found, Lookup as _, Need, REVISION, Rich,
    Spanned, TextSpan, is_quotable, resolve,
};
use crate::read::card_id;
use crate::scene::Drawing;
use knotwork::Pattern;

/// Content that a card puts into a slot.
pub(super) enum Content<'a> {
    /// Text, to be set as paragraphs, as a line, or as a figure.
    Text(Role, Cow<'a, Rich>),
    /// The drawing.
    Art(Arc<Drawing>),
    /// A mark by name.
    Mark(String),
    /// An emblem that the program draws.
    Emblem(Emblem),
    /// Interlace.
    Weave(&'a Pattern),
    /// Requirements of the card.
    Needs(Vec<&'a Need>),
    /// Words in columns.
    Columns(Vec<&'a str>),
    /// In a draft: a box instead of a missing picture.
    NoPicture,
}

/// Finds the content of slots on one face.
pub(super) struct Finder<'a> {
    pub renderer: &'a FaceRenderer<'a>,
    pub card: &'a Card,
    pub face: &'a Face,
    pub shared: bool,
}

/// Returns the icon that a text names: the first in it, else the one named after its letters.
fn named(text: &Rich) -> String {
    let marks = text.paragraphs.iter().flatten();
    let mut marks = marks.filter_map(|span| if let TextSpan::Mark(name) = span { Some(name.clone()) } else { None });
    marks.next().unwrap_or_else(|| text.plain_text().trim_matches(':').to_owned())
}

/// The slot that shows the mark of a set.
pub(super) const SET_MARK: &str = "set-icon";

/// Fields that belong to one card, which a common face cannot show.
fn is_of_card(name: &str) -> bool {
    ["name", "id", "kind", "count"].contains(&name)
}

impl<'a> Finder<'a> {
    /// Returns the content of a slot; `None` if it is optional and the card leaves it empty.
    ///
    /// # Errors
    /// A slot that must be filled and is not, or that asks for something that there is not.
    pub fn content(&self, slot: &Slot) -> Result<Option<Content<'a>>, Vec<Diagnostic>> {
        let role = match slot.role {
            Some(role) => role,
            None => self.role_of(slot).map_err(|diagnostic| vec![diagnostic])?,
        };
        let found = match role {
            Role::Art => match self.picture(slot)? {
                // The drawing with its own name is optional.
                Some(art) if slot.optional && art.at == self.card.at && self.is_missing(&art.value) => None,
                Some(art) => self.art(&art)?,
                None => None,
            },
            Role::Mark if slot.field == SET_MARK => self.set_mark().map(Content::Mark),
            Role::Mark | Role::CardIcon if slot.literal.is_some() => self.mark(slot)?.map(Content::Mark),
            Role::Mark => match self.text(slot)? {
                Some(text) => Some(Content::Mark(named(&text))),
                None if self.shared => None,
                None => {
                    let kind = self.renderer.component().kind(self.card);
                    let is_drawn = kind.names_mark || !slot.optional || self.renderer.marks().contains_key(&kind.mark);
                    is_drawn.then(|| Content::Mark(kind.mark.clone()))
                }
            },
            Role::CardIcon => self.face.card_icon.as_ref().map(|icon| Content::Mark(icon.value.clone())),
            Role::Emblem => Some(Content::Emblem(self.emblem(slot)?)),
            Role::Knot => Some(Content::Emblem(Emblem::of_kind(self.emblem(slot)?.ring))),
            Role::Weave => self.renderer.component().kind(self.card).weave.as_ref().map(Content::Weave),
            Role::Needs => {
                let needs: Vec<&Need> = self.face.needs.iter().map(|need| &self.renderer.game().needs[*need]).collect();
                (!needs.is_empty()).then_some(Content::Needs(needs))
            }
            Role::Columns => {
                let words =
                    self.card.list(&slot.field).iter().map(|word| self.renderer.game().printed(&slot.field, word));
                Some(words.collect::<Vec<_>>()).filter(|words| !words.is_empty()).map(Content::Columns)
            }
            // If the field says yes, the words of the slot are shown.
            Role::Text | Role::Line | Role::Figure if slot.literal.is_some() && self.is_flag_off(&slot.field) => None,
            Role::Text | Role::Line | Role::Figure => self.text(slot)?.map(|text| Content::Text(role, text)),
        };
        let is_text = matches!(role, Role::Text | Role::Line | Role::Figure | Role::Columns);
        if is_text && found.is_none() && slot.literal.is_none() && slot.form.is_none() {
            self.role_of(slot).map_err(|diagnostic| vec![diagnostic])?;
        }
        let unread = match role {
            Role::Art => self.picture(slot)?.is_some_and(|art| self.renderer.has_failed(&art.value)),
            _ => self.face.unread.contains(&slot.field),
        };
        if found.is_none() && !slot.optional && !unread {
            return Err(vec![self.empty(slot)]);
        }
        Ok(found)
    }

    /// True for a boolean field that isn't set on the card.
    fn is_flag_off(&self, field: &str) -> bool {
        let is_flag =
            self.renderer.game().fields.iter().any(|known| known.name == field && known.kind == FieldKind::Flag);
        is_flag && !self.card.flag(field)
    }

    /// True if a slot shows a picture.
    pub fn is_art(&self, slot: &Slot) -> bool {
        self.shown_as(slot) == Some(Role::Art)
    }

    /// Returns how a slot is filled: by its own role, or by the type of its field.
    pub fn shown_as(&self, slot: &Slot) -> Option<Role> {
        slot.role.or_else(|| self.role_of(slot).ok())
    }

    /// Returns the role of a slot, by default the type of its field.
    pub fn role_of(&self, slot: &Slot) -> Result<Role, Diagnostic> {
        if slot.literal.is_some() {
            return Ok(Role::Line);
        }
        match slot.field.as_str() {
            "art" => return Ok(Role::Art),
            "icon" | SET_MARK => return Ok(Role::Mark),
            "card-icon" => return Ok(Role::CardIcon),
            "emblem" => return Ok(Role::Emblem),
            "knot" => return Ok(Role::Knot),
            "weave" => return Ok(Role::Weave),
            "name" | "kind" | "count" => return Ok(Role::Line),
            _ => {}
        }
        let name = slot.field.strip_suffix("-after").unwrap_or(&slot.field);
        let field = self.renderer.game().fields.iter().find(|field| field.name == name);
        Ok(match field.map(|field| &field.kind) {
            Some(FieldKind::Line | FieldKind::Number(..)) => Role::Line,
            Some(FieldKind::Quote) if name != slot.field => Role::Line,
            Some(FieldKind::Text | FieldKind::Quote) => Role::Text,
            Some(FieldKind::Needs) => Role::Needs,
            Some(FieldKind::List(_)) => Role::Columns,
            Some(FieldKind::Flag | FieldKind::Figures(_)) | None => {
                let names = self.renderer.game().fields.iter().map(|field| field.name.as_str());
                let diagnostic = Diagnostic::error(
                    Code::SLOT_SHOWS_NO_FIELD,
                    slot.at.clone(),
                    format!("slot `{}` doesn't show a field of this game", slot.name),
                );
                return Err(diagnostic.suggest(
                    &slot.field,
                    names.chain(["art", "icon", SET_MARK, "card-icon", "emblem", "knot", "weave", "name"]),
                ));
            }
        })
    }

    /// Returns the mark that the template names for a slot, with the card's words in it.
    ///
    /// # Errors
    /// A mark that there is not; words that the card does not have.
    fn mark(&self, slot: &Slot) -> Result<Option<String>, Vec<Diagnostic>> {
        let Some(name) = self.mark_name(slot)? else { return Ok(None) };
        if !slot.is_quoting() {
            // Reported once at the template.
            return Ok(Some(name));
        }
        let at = self.quoted(slot).map_or(&slot.at, |(_, text)| &text.at);
        let user = format!("{}: slot `{}`: ", self.what(), slot.name);
        self.renderer.no_mark(&user, &name, at).map_or(Ok(Some(name)), |missing| Err(vec![missing]))
    }

    /// Returns the name of that mark: as it is written, or else as ids are.
    ///
    /// # Errors
    /// Words that the card does not have.
    pub fn mark_name(&self, slot: &Slot) -> Result<Option<String>, Vec<Diagnostic>> {
        let Some(text) = self.text(slot)? else { return Ok(None) };
        let name = named(&text);
        let is_there = name.contains('/') || self.renderer.files().has_mark(&name);
        Ok(Some(if is_there { name } else { card_id(&name) }))
    }

    /// Returns the field that a slot shows as text, with its content on the face; the longest of several that the
    /// template quotes.
    pub fn quoted<'s>(&'s self, slot: &'s Slot) -> Option<(&'s str, &'s Spanned<Rich>)> {
        let text = |field: &'s str| Some((field, self.face.texts.get(field)?));
        match self.literal(slot) {
            None => text(&slot.field),
            Some(draft) => {
                draft.figures().filter_map(text).max_by_key(|(_, text)| text.value.plain_text().chars().count())
            }
        }
    }

    /// Returns the emblem of the words of a slot, of the card, or of the game on a shared face.
    ///
    /// # Errors
    /// The words refer to something unknown.
    fn emblem(&self, slot: &Slot) -> Result<Emblem, Vec<Diagnostic>> {
        let (game, kind) = (self.renderer.game(), self.card.kind.0);
        let words = if slot.literal.is_some() { self.text(slot)? } else { None };
        Ok(match words {
            Some(words) => Emblem::of_words(kind, &words.plain_text()),
            None if self.shared => Emblem::of_game(&game.id),
            None => Emblem { ring: kind, seal: Some(self.renderer.seal(self.card)) },
        })
    }

    /// Returns the mark of the set that the card belongs to.
    fn set_mark(&self) -> Option<String> {
        Some(self.renderer.game().sets[self.card.set?].mark.as_ref()?.value.clone())
    }

    /// Returns the name of the drawing for a slot: the face's, or the one that the template sets instead.
    ///
    /// # Errors
    /// The template asks for something unknown.
    pub fn picture(&self, slot: &Slot) -> Result<Option<Spanned<String>>, Vec<Diagnostic>> {
        if slot.literal.is_none() {
            return Ok(self.face.art.clone());
        }
        let name = self.text(slot)?.map(|text| text.plain_text());
        Ok(name.map(|value| Spanned { value, at: slot.at.clone() }))
    }

    /// True if the drawing is missing.
    fn is_missing(&self, name: &str) -> bool {
        self.renderer.drawing(name).is_none() && !self.renderer.has_failed(name)
    }

    fn art(&self, art: &Spanned<String>) -> Result<Option<Content<'a>>, Vec<Diagnostic>> {
        if let Some(drawing) = self.renderer.drawing(&art.value) {
            return Ok(Some(Content::Art(Arc::clone(drawing))));
        }
        let missing = self.renderer.no_drawing(&format!("{}: ", self.what()), &art.value, &art.at);
        missing.map_or(Ok(None), |missing| Err(vec![missing]))
    }

    fn lookup(&self) -> CardLookup<'a> {
        let (game, component) = (self.renderer.game(), self.renderer.component());
        let card = (!self.shared).then_some(self.card);
        CardLookup { game, component, card, set: self.card.set, face: Some(self.face) }
    }

    /// Returns the slot's own text, in the language of the game.
    fn literal<'s>(&'s self, slot: &'s Slot) -> Option<&'s Draft> {
        let words = &self.renderer.game().template_words;
        let translated = || words.get(&(self.face.template.value.clone(), slot.name.clone()));
        let own = slot.literal.as_ref()?;
        if words.is_empty() { Some(own) } else { translated().or(Some(own)) }
    }

    /// Returns the text for a slot: the template's own, the field of the face, or a value of the card.
    fn text(&self, slot: &Slot) -> Result<Option<Cow<'a, Rich>>, Vec<Diagnostic>> {
        let lookup = self.lookup();
        if let Some(literal) = self.literal(slot) {
            return match resolve(literal, &lookup) {
                Ok(rich) if rich.is_empty() => Ok(None),
                Ok(rich) => Ok(Some(Cow::Owned(rich))),
                Err(errors) if slot.optional && errors.iter().all(|(_, error)| self.of_others(error)) => Ok(None),
                Err(errors) => Err(errors.into_iter().map(|(_, error)| self.unknown(slot, &error, &lookup)).collect()),
            };
        }
        if let Some(text) = self.face.texts.get(&slot.field) {
            return Ok(Some(Cow::Borrowed(&text.value)));
        }
        // A field that this card leaves empty is empty, though the game has a figure of that name.
        let is_field = self.renderer.game().fields.iter().any(|field| field.name == slot.field);
        let found = if is_field { lookup.of_card(&slot.field) } else { lookup.find(&slot.field) };
        Ok(match found {
            Some(Found::Number(number)) => Some(Cow::Owned(Rich::plain(crate::game::number(number)))),
            Some(Found::Amount(amount)) => Some(Cow::Owned(Rich::plain(amount.to_string()))),
            Some(Found::Words(words)) if words.is_empty() => None,
            Some(Found::Words(words)) => {
                let formatting = Formatting { printing: slot.field == REVISION, ..Formatting::default() };
                Some(Cow::Owned(Rich::of(words, formatting)))
            }
            Some(Found::Text(text)) => Some(Cow::Owned(text)),
            None => None,
        })
    }

    fn unknown(&self, slot: &Slot, error: &FigureError, lookup: &CardLookup<'_>) -> Diagnostic {
        if self.of_others(error) {
            let what = format!("slot `{}`: {error} on {}", slot.name, self.what());
            let hint = "add `data-optional=\"\"` to leave the slot empty on cards without this value";
            return Diagnostic::error(Code::SLOT_FIGURE_OF_OTHERS, slot.at.clone(), what).hint(hint);
        }
        // An error that affects all cards is an error of the template, and reported once.
        let diagnostic = Diagnostic::error(error.code(), slot.at.clone(), format!("slot `{}`: {error}", slot.name));
        match error {
            FigureError::Unknown(name) => diagnostic.suggest(name, lookup.names().iter().map(String::as_str)),
            _ => diagnostic,
        }
    }

    /// True if other cards may have a value that this card lacks.
    fn of_others(&self, error: &FigureError) -> bool {
        let FigureError::Unknown(name) = error else { return false };
        let field = |name: &str| name.strip_suffix("-after").unwrap_or(name).to_owned();
        let known = |name: &str| self.renderer.game().fields.iter().any(|known| known.name == field(name));
        let key = |(first, key): (&str, &str)| {
            let kind = self.renderer.game().fields.iter().find(|known| known.name == first).map(|known| &known.kind);
            kind.is_some_and(|kind| self.may_hold(kind, key))
        };
        known(name)
            || name.split_once('.').is_some_and(key)
            || self.shared && is_of_card(name)
            || is_quotable(name)
            || ["set", "set.id"].contains(&name.as_str()) && !self.renderer.game().sets.is_empty()
    }

    /// True if cards may have a word in a field: one of its choices, or the name of a card if it defines none.
    fn may_hold(&self, kind: &FieldKind, word: &str) -> bool {
        let (FieldKind::List(of) | FieldKind::Figures(of)) = kind else { return false };
        let of_cards = of.is_empty() || of.iter().any(|word| word == CARDS);
        of.iter().any(|known| known == word)
            || of_cards && self.renderer.component().cards.iter().any(|card| card.name == word)
    }

    /// Returns the card and its face, for messages.
    pub fn what(&self) -> String {
        let face = &self.renderer.game().face_kinds[self.face.kind];
        if self.shared {
            format!("face `{}`", face.id)
        } else if face.id == "front" {
            format!("{} `{}`", self.renderer.component().piece.id, self.card.name)
        } else {
            format!("{} `{}`, face `{}`", self.renderer.component().piece.id, self.card.name, face.id)
        }
    }

    fn empty(&self, slot: &Slot) -> Diagnostic {
        if slot.field == "weave" {
            let (kind, template) = (self.renderer.component().kind(self.card), &self.face.template.value);
            let what = format!("kind `{}` has no `weave`, required by template `{template}`", kind.id);
            let diagnostic = Diagnostic::error(Code::KIND_LACKS_WEAVE, kind.at.clone(), what);
            return diagnostic.hint(format!(
                "add to `[kind.{}]`: `weave = {{ strands = 3, period = 2, width = 0.86, gap = 0.17 }}`; or add `data-optional=\"\"` to slot `{}` of template `{template}`",
                kind.id, slot.name
            ));
        }
        let at: Span = self.card.at.clone();
        let diagnostic = Diagnostic::error(
            Code::CARD_LACKS_SHOWN,
            at,
            format!("{} has no `{}`, required by template `{}`", self.what(), slot.field, self.face.template.value),
        );
        let hint = match self.card.at.source.cells.is_some() {
            true => format!("fill the card's column `{}`", slot.field),
            false => format!("add to the card: `{} = …`", slot.field),
        };
        diagnostic.hint(format!(
            "{hint}; or add `data-optional=\"\"` to slot `{}` of template `{}`",
            slot.name, self.face.template.value
        ))
    }
}
