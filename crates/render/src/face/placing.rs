//! The slots of one face, filled and laid on each other.

use std::sync::Arc;

use kurbo::Affine;

use super::content::{Content, Finder};
use super::deck::FaceId;
use super::draft;
use super::face_cache::Ingredients;
use super::parts::{PartBuilder, Placed};
use super::read::{lay_on, lay_picture};
use super::renderer::FaceRenderer;
use super::renderer::attempt::Attempt;
use super::renderer::fit::Sizes;
use super::slot::{Role, Slot};
use super::template::{Edge, Layer, Template};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{Card, Face, FieldKind, Rich};
use crate::scene::{Item, Scene, TextKind, Tints, Turn, extent, stretch};
use crate::text::Style;
use crate::units::{Mm, Pt, Rect};

/// Composes one face, in given sizes.
pub(super) struct FaceComposer<'a> {
    pub renderer: &'a FaceRenderer<'a>,
    pub finder: &'a Finder<'a>,
    pub template: &'a Template,
    pub id: FaceId,
    pub card: &'a Card,
    pub face: &'a Face,
    pub sizes: &'a Sizes<'a>,
}

impl<'a> FaceComposer<'a> {
    /// Returns the sizes of the slots where they differ from those of their styles.
    pub fn sizes(&self) -> Vec<Option<Pt>> {
        // Most games have none.
        if self.sizes.is_empty() {
            return vec![None; self.template.slots.len()];
        }
        let size = |(index, slot): (usize, &Slot)| {
            let style = self.renderer.typography().styles.get(&slot.style)?;
            self.sizes.get(&self.renderer.class(self.id, index, style)).copied()
        };
        self.template.slots.iter().enumerate().map(size).collect()
    }

    /// Returns the ingredients of the face, with these contents of its slots.
    pub fn ingredients(&self, template: &'a Arc<Template>, contents: &'a [Option<Content<'a>>]) -> Ingredients<'a> {
        let kinds = template.slots.iter().map(|slot| self.kind_of(slot)).collect();
        let shared = self.renderer.game().face_kinds[self.face.kind].shared;
        let alt = self.face.alt.as_ref().map(|alt| alt.value.as_str());
        Ingredients { template, contents, kinds, numbers: self.numbers(), shared, alt }
    }

    /// Returns the colours that a text names, by the tags of their words.
    fn tints(&self, text: &Rich) -> Option<Arc<Tints>> {
        if text.colours.is_empty() {
            return None;
        }
        let (game, component, ink) = (self.renderer.game(), self.renderer.component(), self.renderer.ink());
        let palette = game.palette(component, self.card, self.face);
        let tints = (1..).zip(&text.colours).filter_map(|(tag, name)| Some((tag, palette.colour(name, ink)?)));
        Some(Arc::new(tints.collect()))
    }

    /// Places the content of every slot, after the slots that it follows.
    pub fn place_all(&self, contents: &[Option<Content<'_>>], attempt: &mut Attempt) -> Vec<Option<Placed>> {
        let slots = &self.template.slots;
        let mut placed: Vec<Option<Placed>> = slots.iter().map(|_| None).collect();
        let shares = self.shares(|index| contents[index].is_some());
        let mut boxes: Vec<Rect> = slots.iter().map(|slot| slot.bounds).collect();
        let mut done = vec![false; slots.len()];
        for &index in &self.template.order {
            let slot = &slots[index];
            let bounds = self.bounds(slot, &placed, &boxes);
            let bounds = self.share_of(index, &shares).map_or(bounds, |share| share.map(bounds));
            (boxes[index], done[index]) = (bounds, true);
            let Some(content) = &contents[index] else { continue };
            // A slot that is shown with one that comes later is shown if that one has content.
            let is_filled = |name: &String| {
                let index = slots.iter().position(|known| known.name == *name);
                index.is_some_and(|index| if done[index] { placed[index].is_some() } else { contents[index].is_some() })
            };
            if !slot.shown_with.iter().all(is_filled) || slot.hidden_by.iter().any(is_filled) {
                continue;
            }
            if bounds.width.max(bounds.height) < slot.min_room {
                continue;
            }
            let style = match content {
                Content::NoPicture => slots.iter().find_map(|slot| self.renderer.typography().styles.get(&slot.style)),
                _ => self.renderer.typography().styles.get(&slot.style),
            };
            let set_in_type = matches!(content, Content::Text(..) | Content::Needs(_) | Content::Columns(_));
            if style.is_none() && set_in_type {
                if self.renderer.typography().styles.is_broken(&slot.style) {
                    continue;
                }
                attempt.diagnostics.push(self.no_style(slot, &slot.style));
                continue;
            }
            let known = style.and_then(|style| self.sizes.get(&self.renderer.class(self.id, index, style)));
            let size = known.copied().or(style.map(|style| style.size_in(self.template.scale))).unwrap_or_default();
            let kind = self.kind_of(slot);
            let tints = if let Content::Text(_, text) = content { self.tints(text) } else { None };
            let tints = tints.as_ref();
            let mut builder = PartBuilder {
                renderer: self.renderer,
                slot,
                number: u16::try_from(index).unwrap_or(u16::MAX),
                bounds,
                style,
                size,
                kind,
                tints,
            };
            let mut part = match content {
                Content::Text(Role::Figure, text) => builder.figure(text),
                Content::Text(role, text) => builder.text(text, *role == Role::Line),
                Content::Art(drawing) => builder.art(drawing),
                Content::Mark(name) => builder.mark(name),
                Content::Emblem(emblem) => builder.emblem(*emblem),
                Content::Weave(pattern) => builder.weave(pattern),
                Content::Needs(needs) => builder.needs(needs),
                Content::Columns(words) => builder.columns(words),
                Content::NoPicture => builder.no_picture(&self.card.name),
            };
            let narrow = slot.narrow.as_ref().and_then(|name| {
                let style = self.renderer.typography().styles.get(name);
                if style.is_none() && !self.renderer.typography().styles.is_broken(name) {
                    attempt.diagnostics.push(self.no_style(slot, name));
                }
                style
            });
            if let (Content::Text(Role::Line, text), Some(narrow)) =
                (content, narrow.filter(|_| part.over.0 > Mm::ZERO))
            {
                builder.style = Some(narrow);
                part = builder.text(text, true);
            }
            self.judge(index, &part, style, size, attempt);
            if self.renderer.is_draft() && (part.over.0 > Mm::ZERO || part.over.1 > Mm::ZERO) {
                if slot.slant == Turn::None {
                    draft::cut_off(&mut part, bounds);
                }
                attempt.cut.push(extent(bounds, slot.slant));
            }
            placed[index] = Some(part);
        }
        placed
    }

    fn no_style(&self, slot: &Slot, style: &str) -> Diagnostic {
        let what = format!("slot `{}`: unknown type style `{style}`", slot.name);
        let diagnostic = Diagnostic::error(Code::SLOT_STYLE_UNKNOWN, slot.at.clone(), what);
        diagnostic
            .suggest(style, self.renderer.typography().styles.names())
            .hint(format!("or add it to `type.toml`: `[{style}]` with `extends = \"text\"` and `size = 9`"))
    }

    /// Returns the kind of a slot's text. Paragraph fields are the rules, text instead of another slot says what is
    /// lacking; all else is short.
    fn kind_of(&self, slot: &Slot) -> TextKind {
        let field = self.renderer.game().fields.iter().find(|field| field.name == slot.field);
        match field.map(|field| &field.kind) {
            _ if !slot.hidden_by.is_empty() => TextKind::Lacking,
            Some(FieldKind::Text) if slot.literal.is_none() => TextKind::Rules,
            _ => TextKind::Label,
        }
    }

    /// Returns the box of a slot on this face: moved after the slot that it follows, and ended before its limit.
    fn bounds(&self, slot: &Slot, placed: &[Option<Placed>], boxes: &[Rect]) -> Rect {
        let index_of =
            |name: &Option<String>| self.template.slots.iter().position(|known| Some(&known.name) == name.as_ref());
        let mut bounds = slot.bounds;
        if let Some(index) = index_of(&slot.below) {
            let other = &self.template.slots[index];
            let down = match &placed[index] {
                Some(is) => is.bottom - other.bounds.bottom(),
                // In a stack, the next field takes the place of an empty one.
                None if self.closes_up(other, slot) => boxes[index].y - slot.bounds.y,
                // Elsewhere the distance stays as drawn.
                None => boxes[index].y - other.bounds.bottom(),
            };
            bounds.y += down;
            if !self.keeps_height(slot) {
                bounds.height -= down;
            }
        }
        let other = |name: &Option<String>| {
            let index = index_of(name)?;
            Some((self.template.slots[index].bounds, placed[index].as_ref()))
        };
        if let Some((drawn, is)) = other(&slot.above) {
            let room = match is {
                Some(is) => is.top - drawn.y,
                // Without content, the box extends to the end of its area; one that is drawn as far down stays
                // unchanged.
                None => drawn.height.min((drawn.bottom() - slot.bounds.bottom()).max(Mm::ZERO)),
            };
            bounds.height += room;
        }
        bounds
    }

    /// True if two slots are fields of one stack: texts, or an empty slot that follows another itself.
    fn closes_up(&self, empty: &Slot, next: &Slot) -> bool {
        let is_text = |slot: &Slot| matches!(self.finder.shown_as(slot), Some(Role::Text | Role::Line));
        empty.below.is_some() || is_text(empty) && is_text(next)
    }

    /// True if a slot that follows another moves as a whole: a line, a number or an icon. A text ends at the bottom of
    /// its box.
    fn keeps_height(&self, slot: &Slot) -> bool {
        let is_low =
            matches!(self.finder.shown_as(slot), Some(Role::Line | Role::Figure | Role::Mark | Role::CardIcon));
        is_low && slot.above.is_none() && matches!(slot.turn, Turn::None | Turn::Half)
    }

    /// Notes what does not fit and what no font has.
    fn judge(&self, index: usize, part: &Placed, style: Option<&Style>, size: Pt, attempt: &mut Attempt) {
        if part.missing.is_empty() && part.over.0 <= Mm::ZERO && part.over.1 <= Mm::ZERO {
            return;
        }
        let slot = &self.template.slots[index];
        let what = self.finder.what();
        let quoted = self.finder.quoted(slot);
        let (field, told) = (quoted.map_or(slot.field.as_str(), |(field, _)| field), quoted.map(|(_, text)| &text.at));
        // A text of the game holds for many cards, and this one may be at fault; one of a translation is the card's own.
        let shared = self.renderer.game().face_kinds[self.face.kind].shared;
        let elsewhere = told.filter(|at| {
            let path = &at.source.path;
            !shared && *path != self.card.at.source.path && !crate::read::has_cards(path)
        });
        let at: Span = told.filter(|_| elsewhere.is_none()).unwrap_or(&self.card.at).clone();
        let note = |attempt: &mut Attempt, mut diagnostic: Diagnostic| {
            diagnostic.affects.slot = Some(slot.name.clone());
            let hint = elsewhere.map(|at| format!("see the text at {at}"));
            attempt.tight.push((index, Some(hint.into_iter().fold(diagnostic, Diagnostic::hint))));
        };
        for letter in &part.missing {
            attempt.letters.push((*letter, self.no_letter(slot, *letter, &at)));
        }
        let Some(style) = style else { return };
        let lead = size.to_mm() * style.leading;
        let (wide, high) = part.over;
        if high > Mm::ZERO {
            let lines = (high / lead).ceil().max(1.0);
            let lines = if lines > 1.0 { format!("{lines} lines") } else { "1 line".to_owned() };
            let what =
                format!("{what}: `{field}` overflows its box by {lines} ({}) at {} pt", high.excess(), size.get());
            note(
                attempt,
                Diagnostic::error(Code::TEXT_TOO_LONG, at.clone(), what).label("overflows").hint(self.ways_out(
                    slot,
                    "`height`",
                    "cut words",
                )),
            );
        }
        if wide > Mm::ZERO {
            let what = format!("{what}: `{field}` overflows its box by {} at {} pt", wide.excess(), size.get());
            note(
                attempt,
                Diagnostic::error(Code::TEXT_TOO_WIDE, at, what).label("too wide").hint(self.ways_out(
                    slot,
                    "`width`",
                    "shorten it, or break a long word with a hyphen",
                )),
            );
        }
    }

    /// Returns advice on a text that doesn't fit: change its words, its box, or its type.
    fn ways_out(&self, slot: &Slot, side: &str, words: &str) -> String {
        let Slot { name, style, .. } = slot;
        let template = &self.face.template.value;
        format!(
            "{words}; or increase the {side} of slot `{name}` in template `{template}`; or lower `min-size` below `[{style}]` in `type.toml`"
        )
    }

    /// Records a character that no font has, at its source: on the card, in its name, at a need or in the template.
    /// Each script is reported once.
    fn no_letter(&self, slot: &Slot, letter: char, at: &Span) -> Diagnostic {
        let text = letter.to_string();
        let need = self.face.needs.iter().map(|need| &self.renderer.game().needs[*need]);
        let need = need.filter(|_| at == &self.card.at).find(|need| need.words.contains(letter));
        let (what, at) = match need {
            Some(need) => {
                let below = Span::new(&need.at.source, need.at.range.start..need.at.source.text.len()).find(&text);
                let at = if below.range.len() == text.len() { below } else { need.at.clone() };
                (format!("need `{}`", need.id), at)
            }
            None if self.card.name.contains(letter) => (self.finder.what(), self.card.at.find(&text)),
            None if slot.literal.is_some() => (format!("slot `{}`", slot.name), slot.at.clone()),
            None => (self.finder.what(), at.find(&text)),
        };
        Diagnostic::error(Code::LETTER_MISSING, at, what).label("missing glyph")
    }

    fn shows_art(&self, slot: usize) -> bool {
        let slot = &self.template.slots[slot];
        slot.literal.is_none() && slot.role == Some(Role::Art) || matches!(self.finder.role_of(slot), Ok(Role::Art))
    }

    /// Returns all layers, from bottom to top, and above them the structure: each slot in its role.
    pub fn stack(&self, mut placed: Vec<Option<Placed>>, roles: &[Option<&'static str>]) -> Scene {
        let extents: Vec<Option<(Mm, Mm)>> =
            placed.iter().map(|part| part.as_ref().map(|part| (part.top, part.bottom))).collect();
        let shares = self.shares(|index| extents[index].is_some());
        let mut scene = Scene::default();
        let mut read = Vec::new();
        let shared = self.renderer.game().face_kinds[self.face.kind].shared;
        let mut picture = self.face.alt.as_ref().filter(|_| !shared);
        for layer in &self.template.layers {
            match layer {
                Layer::Static { drawing, base } => {
                    scene.items.push(Item::Drawing { drawing: drawing.clone(), place: *base, clip: None });
                }
                Layer::Counted(counted) => scene.items.extend(self.counted_item(counted)),
                Layer::Slot(index) => {
                    let Some(part) = placed[*index].take() else { continue };
                    match roles.get(*index).copied().flatten() {
                        Some(role) => read.push((role, part.items)),
                        None => match picture.take_if(|_| self.shows_art(*index)) {
                            // The picture comes before items drawn later, to be read at its place.
                            Some(alt) => lay_picture(&mut scene, &alt.value, part.items),
                            None => scene.items.extend(part.items),
                        },
                    }
                }
                Layer::Companion { slots, filled, edge, drawing, base, bounds } => {
                    let Some(slot) = slots.first() else { continue };
                    if slots.iter().any(|slot| extents[*slot].is_some() != *filled) {
                        continue;
                    }
                    let drawn = self.template.slots[*slot].bounds;
                    let (top, bottom) = extents[*slot].unwrap_or((drawn.y, drawn.bottom()));
                    let share = shares[*slot].as_ref().filter(|share| share.holds(*bounds));
                    let (down_top, down_bottom) = (top - drawn.y, bottom - drawn.bottom());
                    let onto = match edge {
                        Edge::None => *bounds,
                        Edge::Top => Rect { y: bounds.y + down_top, ..*bounds },
                        Edge::Bottom => Rect { y: bounds.y + down_bottom, ..*bounds },
                        Edge::Both => {
                            Rect { y: bounds.y + down_top, height: bounds.height + down_bottom - down_top, ..*bounds }
                        }
                    };
                    let onto = share.map_or(onto, |share| share.map(onto));
                    let moved = match self.template.slots[*slot].slant {
                        Turn::None => stretch(bounds.to_kurbo(), onto),
                        // Content of a slanted slot moves along with it.
                        slant => {
                            let down = if *edge == Edge::Bottom { down_bottom } else { onto.y - bounds.y };
                            slant.affine() * Affine::translate((0.0, down.get())) * slant.affine().inverse()
                        }
                    };
                    let place = moved * *base;
                    scene.items.push(Item::Drawing { drawing: drawing.clone(), place, clip: None });
                }
            }
        }
        lay_on(&mut scene, read);
        scene
    }
}
