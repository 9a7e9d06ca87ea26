//! Something that can be chosen on a sheet: bright, chosen, or dimmed with the reason.

mod tiles;

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Align2, Color32, Rect, pos2, vec2};

pub use tiles::{Item, TileEvent, show_all};

use super::view::View;
use crate::canvas::{Canvas, MIN_SIZE, TextStyle, inset, left_corners, radius, rect_around};
use crate::cards::tone;
use crate::emblem::emblem;
use crate::gallery::{CardSide, PictureRequest};
use crate::game::Topic;
use crate::head::{self, Shown};
use crate::letters::Face;
use crate::look::{INK, PAPER};
use crate::region::Cut as _;
use crate::table::skirmish::{Player, Shield};
use crate::table::{CardId, Reason, Refusal, Seat};
use crate::touch::{Gesture, Response};

/// The opacity of what cannot be chosen.
const DIM: f32 = 0.34;
/// The same in high contrast.
const DIM_HIGH: f32 = 0.62;
/// The reason of what cannot be chosen covers no more of it, from below.
const PLATE: f32 = 0.62;
/// Two lines of the smallest letters.
const TWO_LINES: f32 = 2.4 * MIN_SIZE;

/// The contents of a tile.
#[derive(Clone, Debug)]
pub enum TileContent {
    /// The head of a side of a card, and how many there are.
    Card(CardId, CardSide, Option<u32>),
    /// A title, shorter ones behind, and a line below it.
    Words(Vec<String>, String),
    /// The same beside the spine of a card.
    Spine(CardId, Vec<String>, String),
    /// A player, with gear (the longest words first) and health.
    Player(Seat, Vec<String>),
}

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The screen reader label.
    pub label: String,
    /// The contents.
    pub content: TileContent,
    /// True if it is selected.
    pub chosen: bool,
    /// Why not.
    pub legal: Result<(), Vec<Reason>>,
}

/// The player's request for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// To choose it; for a dimmed one by a long press, which overrules the rule.
    Take,
    /// To know why it is dimmed.
    Why,
    /// To see more of it.
    Face,
}

/// True if players may agree to override the reasons.
pub fn overrulable(reasons: &[Reason]) -> bool {
    Refusal { reasons: reasons.to_vec(), possible: Vec::new() }.can_be_overruled()
}

/// Returns the meaning of a tap on an option.
pub fn pick(response: Response, legal: &Result<(), Vec<Reason>>) -> Option<Pick> {
    match legal {
        Ok(()) if response.tapped() => Some(Pick::Take),
        Ok(()) if response.held => Some(Pick::Face),
        Err(reasons) if response.held && overrulable(reasons) => Some(Pick::Take),
        Err(_) if response.held || response.tapped() => Some(Pick::Why),
        _ => None,
    }
}

impl Tile {
    /// Draws it and returns what the player asks for with it.
    pub fn show(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, id: impl Hash + Debug, rect: Rect) -> Option<Pick> {
        let reason = self.legal.as_ref().err().and_then(|reasons| reasons.first());
        let said = reason.map(|reason| format!("{}, {}", self.label, reason.short));
        let response = canvas.choice(id, rect, Gesture::Hold, said.as_deref().unwrap_or(&self.label), self.chosen);
        let dim = if canvas.look().high { DIM_HIGH } else { DIM };
        let strength = if reason.is_some() { dim } else { 1.0 };
        self.draw(canvas, view, rect, strength);
        if response.down {
            let light = canvas.look().light && !matches!(self.content, TileContent::Card(..));
            let over = if light { Color32::from_black_alpha(30) } else { Color32::from_white_alpha(40) };
            canvas.fill(rect, radius(6.0), over);
        }
        if let Some(reason) = reason {
            why(canvas, rect, &self.content, &reason.short);
        }
        if self.chosen {
            head::chosen(canvas, rect);
        }
        pick(response, &self.legal)
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: Rect, strength: f32) {
        let ground = canvas.ground;
        let fade = |colour: Color32| colour.gamma_multiply(strength);
        if let TileContent::Card(card, side, count) = &self.content {
            let shown = Shown { card: card.as_str(), side: *side, count: *count, strength, chosen: false };
            head::draw(canvas, view.cards, rect, shown);
            return;
        }
        canvas.fill(rect, radius(6.0), fade(ground.raised));
        canvas.border(rect, radius(6.0), canvas.look().rim, fade(ground.line));
        match &self.content {
            TileContent::Card(..) => {}
            TileContent::Words(title, sub) => {
                words(canvas, rect.shrink(4.0), title, if strength < 1.0 { "" } else { sub }, fade);
            }
            TileContent::Spine(card, title, sub) => {
                let width = if rect.width() < 80.0 { 12.0 } else { 22.0 };
                spine(canvas, view, card, rect.left_part(width), fade);
                let beside = inset(rect, width + 4.0, 4.0, 4.0, 4.0);
                words(canvas, beside, title, if strength < 1.0 { "" } else { sub }, fade);
            }
            TileContent::Player(seat, gear) => {
                if let Some(player) = view.state.player(*seat) {
                    player_words(canvas, rect, player, gear, self.chosen, fade);
                }
            }
        }
    }
}

/// Draws a title and a line below it, in the middle; higher up if a reason follows.
fn words(canvas: &Canvas<'_, '_>, rect: Rect, title: &[String], sub: &str, fade: impl Fn(Color32) -> Color32) {
    let large = TextStyle::new(Face::Caps, 20.0, fade(canvas.ground.text));
    let title: Vec<&str> = title.iter().map(String::as_str).collect();
    let faint = large.colour != canvas.ground.text;
    if sub.is_empty() && !faint {
        canvas.fit(rect, Align2::CENTER_CENTER, large, &title);
        return;
    }
    if faint {
        // The title stays above the reason.
        let above = rect.upper((1.0 - PLATE) * rect.height());
        let size = large.size.min(0.9 * above.height() / canvas.tools.scale);
        canvas.fit(above, Align2::CENTER_CENTER, TextStyle { size, ..large }, &title);
        return;
    }
    let middle = if rect.height() > 84.0 { rect.center().y } else { rect.top() + 0.46 * rect.height() };
    let above = rect.with_max_y(middle + 2.0);
    let below = rect.with_min_y(middle + 3.0);
    canvas.fit(above, Align2::CENTER_BOTTOM, large, &title);
    let small = TextStyle::new(Face::Plain, 14.0, fade(canvas.ground.quiet));
    // Text without room is omitted, as the card has it too.
    let room =
        |words: &&str| canvas.width(small, words) * (MIN_SIZE / canvas.scaled(small.size)).min(1.0) <= below.width();
    let brief = sub.split_once(',').map_or(sub, |(first, _)| first);
    if let Some(sub) = [sub, brief].iter().find(|words| room(words)) {
        canvas.fit(below, Align2::CENTER_TOP, small, &[sub]);
    }
}

/// The band of a card: its colour, its mark, its interlace.
fn spine(canvas: &mut Canvas<'_, '_>, view: View<'_>, card: &CardId, rect: Rect, fade: impl Fn(Color32) -> Color32) {
    let Some(head) = view.cards.head(card.as_str(), CardSide::Front) else { return };
    canvas.fill(rect, left_corners(6.0), fade(tone(head.spine)));
    if rect.width() < 16.0 {
        return;
    }
    let tint = fade(Color32::WHITE);
    let (mark, colour) = (rect.width() - 6.0, head.figure);
    let at = rect_around(pos2(rect.center().x, rect.top() + 5.0 + mark / 2.0), mark, mark);
    canvas.tinted(at, tint, |size, _| PictureRequest::Mark { name: head.mark.clone(), colour, size });
    let knotwork = rect.with_min_y(at.bottom() + 4.0).shrink2(vec2(4.0, 5.0));
    if view.cards.is_woven(&head.kind) && knotwork.height() > 1.6 * knotwork.width() {
        canvas.tinted_knotwork(knotwork, tint, &head.kind, head.strand);
    }
}

/// A player's shield, name, gear and health; in a narrow tile without the gear.
fn player_words(
    canvas: &mut Canvas<'_, '_>,
    rect: Rect,
    player: &Player,
    gear: &[String],
    chosen: bool,
    fade: impl Fn(Color32) -> Color32,
) {
    let ground = canvas.ground;
    let inner = rect.shrink(6.0);
    let health = player.health.to_string();
    let narrow = rect.width() < 150.0 || (rect.width() < 220.0 && rect.height() > 100.0);
    let size = if narrow {
        (inner.height() * 0.52).min(inner.height() - TWO_LINES).min(inner.width() * 0.5).clamp(16.0, 64.0)
    } else {
        inner.height().min(54.0)
    };
    let at = if narrow {
        Rect::from_min_size(inner.min, vec2(size, size))
    } else {
        Rect::from_min_size(pos2(inner.left() + 2.0, inner.center().y - size / 2.0), vec2(size, size))
    };
    emblem(canvas, at, player.colour, !player.lives());
    let figure =
        TextStyle::new(Face::Figure, if narrow { at.height().clamp(8.0, 24.0) } else { 34.0 }, fade(ground.text));
    let name = TextStyle::new(Face::Caps, if narrow { 18.0 } else { 22.0 }, fade(ground.text));
    if narrow {
        let beside = Rect::from_min_max(pos2(at.right() + 2.0, at.top()), pos2(inner.right(), at.bottom()));
        canvas.figure(beside.center(), Align2::CENTER_CENTER, figure, &health);
        // The tick of a selected tile covers the corner.
        let tick = if chosen { 14.0 } else { -2.0 };
        let below = Rect::from_min_max(pos2(inner.left() - 2.0, at.bottom()), inner.max + vec2(-tick, 2.0));
        // Two lines of the smallest letters at least; then gear comes before a large name.
        if below.height() < TWO_LINES || gear.is_empty() {
            canvas.fit(below, Align2::CENTER_CENTER, name, &[&player.name]);
            return;
        }
        let line = 0.42 * below.height() / canvas.tools.scale;
        let name = TextStyle { size: name.size.min(line), ..name };
        let middle = below.center();
        let above = below.with_max_y(middle.y);
        canvas.fit(above, Align2::CENTER_BOTTOM, name, &[&player.name]);
        let gear: Vec<&str> = gear.iter().map(String::as_str).collect();
        let under = below.with_min_y(middle.y + 2.0);
        canvas.fit(under, Align2::CENTER_TOP, TextStyle::new(Face::Plain, line.min(14.0), fade(ground.quiet)), &gear);
        return;
    }
    let at_right = canvas.figure(inner.right_center() - vec2(4.0, 0.0), Align2::RIGHT_CENTER, figure, &health);
    let beside = Rect::from_min_max(pos2(at.right() + 8.0, inner.top()), pos2(at_right.left() - 8.0, inner.bottom()));
    let [above, below] = [beside.with_max_y(beside.center().y + 3.0), beside.with_min_y(beside.center().y + 4.0)];
    canvas.fit(above, Align2::LEFT_BOTTOM, name, &[&player.name]);
    let gear: Vec<&str> = gear.iter().map(String::as_str).collect();
    canvas.fit(below, Align2::LEFT_TOP, TextStyle::new(Face::Plain, 14.0, fade(ground.quiet)), &gear);
}

/// Why a tile is dimmed, in full contrast on its lower half.
fn why(canvas: &Canvas<'_, '_>, rect: Rect, content: &TileContent, short: &str) {
    let words = TextStyle::new(Face::Plain, 14.0, PAPER);
    let left = match content {
        TileContent::Spine(..) if rect.width() >= 80.0 => 22.0,
        TileContent::Player(..) if rect.width() >= 220.0 => 66.0,
        _ => 0.0,
    };
    let most = inset(rect, left + 3.0, 0.0, 3.0, 3.0);
    let free = most.width() - 8.0;
    // No word is broken, and two lines are enough if letters can be a little smaller.
    let fits = |size: f32| {
        let wide = |text: &str| canvas.width(TextStyle { size: size / canvas.tools.scale, ..words }, text);
        short.split(' ').all(|word| wide(word) <= free) && (free < 72.0 || wide(short) <= 1.8 * free)
    };
    let full = canvas.scaled(words.size);
    let size = [1.0, 0.92, 0.85, 0.78].map(|share| (full * share).max(MIN_SIZE)).into_iter().find(|size| fits(*size));
    let words = TextStyle { size: size.unwrap_or(MIN_SIZE) / canvas.tools.scale, ..words };
    let lines = (canvas.width(words, short) / free * 1.12).ceil().clamp(1.0, 3.0);
    let lines = if canvas.width(words, short) <= free { 1.0 } else { lines.max(2.0) };
    let high =
        (canvas.scaled(words.size) * 1.3 * lines + 8.0).min(rect.height() * if lines > 2.0 { 0.85 } else { PLATE });
    let plate = most.lower(high);
    canvas.fill(plate, radius(5.0), INK);
    canvas.border(plate, radius(5.0), 1.0, canvas.ground.line);
    canvas.wrap_centred(plate.shrink2(vec2(3.0, 2.0)), words, short);
}

/// A player's gear, in words: the longest first. Where there is little room, armour comes before the weapon.
pub fn gear_words(view: View<'_>, seat: Seat) -> Vec<String> {
    let Some(player) = view.state.player(seat) else { return Vec::new() };
    let short = |card: &CardId| view.cards.short(card.as_str()).unwrap_or_else(|| view.name(card)).to_owned();
    let shield = view.name(view.rules.shield());
    let weapon = player.weapon.as_ref();
    let long = weapon.map_or_else(|| "no weapon".to_owned(), |card| view.name(card).to_owned());
    let brief = weapon.map_or_else(|| "no weapon".to_owned(), short);
    let slung = view.state.slung(view.rules, seat);
    let shield = match player.shield {
        Shield::None => format!("no {shield}"),
        _ if slung => String::new(),
        Shield::Whole => shield.to_owned(),
        Shield::Damaged => format!("damaged {shield}"),
    };
    let mail = if player.mail { view.name(view.rules.mail()) } else { "" };
    let join = |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(", ");
    let mut words = vec![join(&[mail, &long, &shield]), join(&[mail, &brief, &shield])];
    // A slung Shield stops nothing.
    words.extend([join(&[&shield, mail]), shield].into_iter().filter(|words| !words.is_empty()));
    if words.len() == 2 {
        words.push(brief);
    }
    // Where even that has no room, the Shield is known to be meant.
    words.extend((player.shield == Shield::Damaged && !slung).then(|| "damaged".to_owned()));
    words
}

/// Returns the rulebook's text on a topic, in a few sentences, if it has any.
pub fn rule_words(topic: Option<&Topic>) -> String {
    const MAX_LETTERS: usize = 170;
    let mut words = String::new();
    for passage in topic.into_iter().flat_map(Topic::passages) {
        let paragraph: String = passage.iter().map(|phrase| phrase.words.as_str()).collect();
        for sentence in paragraph.split_inclusive(". ") {
            if !words.is_empty() && words.len() + sentence.len() > MAX_LETTERS {
                return words;
            }
            words.push_str(sentence);
        }
        if !words.ends_with(' ') {
            words.push_str(if words.ends_with(['.', '!', '?']) { " " } else { ". " });
        }
    }
    words
}
