//! Something that can be chosen on a sheet: bright, chosen, or dimmed with the reason.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::cards::tone;
use super::form::{CONTROL, GAP};
use super::head::{self, Shown};
use super::letters::Face;
use super::livery::emblem;
use super::look::{INK, PAPER};
use super::stage::{LEAST, Stage, Words, about, left_corners, radius, within};
use super::touch::{Manner, Touched};
use super::turn::grid;
use super::view::View;
use crate::gallery::{Side, Wanted};
use crate::game::Topic;
use crate::table::{CardId, Player, Reason, Refusal, Seat, Shield};

/// How much is seen of what cannot be chosen.
const DIM: f32 = 0.34;

/// What a tile shows.
#[derive(Clone, Debug)]
pub enum Matter {
    /// The head of a side of a card, and how many there are.
    Card(CardId, Side, Option<u32>),
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
    /// What a screen reader says.
    pub label: String,
    /// What it shows.
    pub matter: Matter,
    /// Whether it is chosen.
    pub chosen: bool,
    /// Why not.
    pub legal: Result<(), Vec<Reason>>,
}

/// What someone wants with a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// To choose it; for a dimmed one a finger stays, and it is played so.
    Take,
    /// To know why it is dimmed.
    Why,
    /// To see more of it.
    Face,
}

/// Whether players can agree to play it in spite of this.
pub fn overrulable(reasons: &[Reason]) -> bool {
    Refusal { reasons: reasons.to_vec(), possible: Vec::new() }.can_be_overruled()
}

/// What a touch on something that can be chosen means.
pub fn pick(touched: Touched, legal: &Result<(), Vec<Reason>>) -> Option<Pick> {
    match legal {
        Ok(()) if touched.tapped() => Some(Pick::Take),
        Ok(()) if touched.held => Some(Pick::Face),
        Err(reasons) if touched.held && overrulable(reasons) => Some(Pick::Take),
        Err(_) if touched.held || touched.tapped() => Some(Pick::Why),
        _ => None,
    }
}

impl Tile {
    /// Draws it and tells what someone wants with it.
    pub fn show(&self, stage: &mut Stage<'_, '_>, view: View<'_>, id: impl Hash + Debug, rect: Rect) -> Option<Pick> {
        let reason = self.legal.as_ref().err().and_then(|reasons| reasons.first());
        let said = reason.map(|reason| format!("{}, {}", self.label, reason.short));
        let touched = stage.choice(id, rect, Manner::Hold, said.as_deref().unwrap_or(&self.label), self.chosen);
        let strength = if reason.is_some() { DIM } else { 1.0 };
        self.draw(stage, view, rect, strength);
        if touched.down {
            let light = stage.look().light && !matches!(self.matter, Matter::Card(..));
            let over = if light { Color32::from_black_alpha(30) } else { Color32::from_white_alpha(40) };
            stage.fill(rect, radius(6.0), over);
        }
        if let Some(reason) = reason {
            why(stage, rect, &self.matter, &reason.short);
        }
        if self.chosen {
            head::chosen(stage, rect);
        }
        pick(touched, &self.legal)
    }

    fn draw(&self, stage: &mut Stage<'_, '_>, view: View<'_>, rect: Rect, strength: f32) {
        let ground = stage.ground;
        let fade = |colour: Color32| colour.gamma_multiply(strength);
        if let Matter::Card(card, side, count) = &self.matter {
            let shown = Shown { card: card.as_str(), side: *side, count: *count, strength, chosen: false };
            head::draw(stage, view.cards, rect, shown);
            return;
        }
        stage.fill(rect, radius(6.0), fade(ground.raised));
        stage.rim(rect, radius(6.0), stage.look().rim, fade(ground.line));
        match &self.matter {
            Matter::Card(..) => {}
            Matter::Words(title, sub) => {
                words(stage, rect.shrink(4.0), title, if strength < 1.0 { "" } else { sub }, fade);
            }
            Matter::Spine(card, title, sub) => {
                let width = if rect.width() < 80.0 { 12.0 } else { 22.0 };
                spine(stage, view, card, Rect::from_min_size(rect.min, vec2(width, rect.height())), fade);
                let beside = within(rect, width + 4.0, 4.0, 4.0, 4.0);
                words(stage, beside, title, if strength < 1.0 { "" } else { sub }, fade);
            }
            Matter::Player(seat, gear) => {
                if let Some(player) = view.state.player(*seat) {
                    player_words(stage, rect, player, gear, self.chosen, fade);
                }
            }
        }
    }
}

/// A title and a line below it, in the middle; above the middle, where a reason stands below it.
fn words(stage: &Stage<'_, '_>, rect: Rect, title: &[String], sub: &str, fade: impl Fn(Color32) -> Color32) {
    let large = Words::new(Face::Caps, 20.0, fade(stage.ground.text));
    let title: Vec<&str> = title.iter().map(String::as_str).collect();
    let faint = large.colour != stage.ground.text;
    if sub.is_empty() && !faint {
        stage.fit(rect, Align2::CENTER_CENTER, large, &title);
        return;
    }
    let middle = if rect.height() > 84.0 { rect.center().y } else { rect.top() + 0.46 * rect.height() };
    let above = Rect::from_min_max(rect.min, pos2(rect.right(), middle + 2.0));
    let below = Rect::from_min_max(pos2(rect.left(), middle + 3.0), rect.max);
    stage.fit(above, Align2::CENTER_BOTTOM, large, &title);
    let small = Words::new(Face::Plain, 14.0, fade(stage.ground.quiet));
    // What has no room is left out: the card says it too.
    let room = |words: &&str| stage.width(small, words) * (LEAST / stage.scaled(small.size)).min(1.0) <= below.width();
    let brief = sub.split_once(',').map_or(sub, |(first, _)| first);
    if let Some(sub) = [sub, brief].iter().find(|words| room(words)) {
        stage.fit(below, Align2::CENTER_TOP, small, &[sub]);
    }
}

/// The band of a card: its colour, its mark, its interlace.
fn spine(stage: &mut Stage<'_, '_>, view: View<'_>, card: &CardId, rect: Rect, fade: impl Fn(Color32) -> Color32) {
    let Some(head) = view.cards.head(card.as_str(), Side::Front) else { return };
    stage.fill(rect, left_corners(6.0), fade(tone(head.spine)));
    if rect.width() < 16.0 {
        return;
    }
    let tint = fade(Color32::WHITE);
    let (mark, colour) = (rect.width() - 6.0, head.figure);
    let at = about(pos2(rect.center().x, rect.top() + 5.0 + mark / 2.0), mark, mark);
    stage.tinted(at, tint, |size, _| Wanted::Mark { name: head.mark.clone(), colour, size });
    let knot = Rect::from_min_max(pos2(rect.left(), at.bottom() + 4.0), rect.max).shrink2(vec2(4.0, 5.0));
    if view.cards.is_woven(&head.kind) && knot.height() > 1.6 * knot.width() {
        stage.tinted_knot(knot, tint, &head.kind, head.strand);
    }
}

/// A player's shield, name, gear and health; in a narrow tile without the gear.
fn player_words(
    stage: &mut Stage<'_, '_>,
    rect: Rect,
    player: &Player,
    gear: &[String],
    chosen: bool,
    fade: impl Fn(Color32) -> Color32,
) {
    let ground = stage.ground;
    let inner = rect.shrink(6.0);
    let health = player.health.to_string();
    let narrow = rect.width() < 150.0 || (rect.width() < 220.0 && rect.height() > 100.0);
    let size =
        if narrow { (inner.height() * 0.52).min(inner.width() * 0.5).min(64.0) } else { inner.height().min(54.0) };
    let at = if narrow {
        Rect::from_min_size(inner.min, vec2(size, size))
    } else {
        Rect::from_min_size(pos2(inner.left() + 2.0, inner.center().y - size / 2.0), vec2(size, size))
    };
    emblem(stage, at, player.livery, !player.lives());
    let figure = Words::new(Face::Figure, if narrow { 24.0 } else { 34.0 }, fade(ground.text));
    let name = Words::new(Face::Caps, if narrow { 18.0 } else { 22.0 }, fade(ground.text));
    if narrow {
        let beside = Rect::from_min_max(pos2(at.right() + 2.0, at.top()), pos2(inner.right(), at.bottom()));
        stage.figure(beside.center(), Align2::CENTER_CENTER, figure, &health);
        // The tick of what is chosen covers the corner.
        let tick = if chosen { 14.0 } else { -2.0 };
        let below = Rect::from_min_max(pos2(inner.left() - 2.0, at.bottom()), inner.max + vec2(-tick, 2.0));
        if below.height() < stage.scaled(44.0) || gear.is_empty() {
            stage.fit(below, Align2::CENTER_CENTER, name, &[&player.name]);
            return;
        }
        let middle = below.center();
        let above = Rect::from_min_max(below.min, pos2(below.right(), middle.y));
        stage.fit(above, Align2::CENTER_BOTTOM, name, &[&player.name]);
        let gear: Vec<&str> = gear.iter().map(String::as_str).collect();
        let under = Rect::from_min_max(pos2(below.left(), middle.y + 2.0), below.max);
        stage.fit(under, Align2::CENTER_TOP, Words::new(Face::Plain, 14.0, fade(ground.quiet)), &gear);
        return;
    }
    let at_right = stage.figure(inner.right_center() - vec2(4.0, 0.0), Align2::RIGHT_CENTER, figure, &health);
    let beside = Rect::from_min_max(pos2(at.right() + 8.0, inner.top()), pos2(at_right.left() - 8.0, inner.bottom()));
    let [above, below] = [
        Rect::from_min_max(beside.min, pos2(beside.right(), beside.center().y + 3.0)),
        Rect::from_min_max(pos2(beside.left(), beside.center().y + 4.0), beside.max),
    ];
    stage.fit(above, Align2::LEFT_BOTTOM, name, &[&player.name]);
    let gear: Vec<&str> = gear.iter().map(String::as_str).collect();
    stage.fit(below, Align2::LEFT_TOP, Words::new(Face::Plain, 14.0, fade(ground.quiet)), &gear);
}

/// Why a tile is dimmed, in full contrast on its lower half.
fn why(stage: &Stage<'_, '_>, rect: Rect, matter: &Matter, short: &str) {
    let words = Words::new(Face::Plain, 14.0, PAPER);
    let left = match matter {
        Matter::Spine(..) if rect.width() >= 80.0 => 22.0,
        Matter::Player(..) if rect.width() >= 220.0 => 66.0,
        _ => 0.0,
    };
    let most = within(rect, left + 3.0, 0.0, 3.0, 3.0);
    let free = most.width() - 8.0;
    // No word is torn, and two lines are enough if letters can be a little smaller.
    let fits = |size: f32| {
        let wide = |text: &str| stage.width(Words { size: size / stage.tools.scale, ..words }, text);
        short.split(' ').all(|word| wide(word) <= free) && (free < 72.0 || wide(short) <= 1.8 * free)
    };
    let full = stage.scaled(words.size);
    let size = [1.0, 0.92, 0.85, 0.78].map(|share| (full * share).max(LEAST)).into_iter().find(|size| fits(*size));
    let words = Words { size: size.unwrap_or(LEAST) / stage.tools.scale, ..words };
    let lines = (stage.width(words, short) / free * 1.12).ceil().clamp(1.0, 3.0);
    let lines = if stage.width(words, short) <= free { 1.0 } else { lines.max(2.0) };
    let high = (stage.scaled(words.size) * 1.3 * lines + 8.0).min(rect.height() * 0.72);
    let plate = Rect::from_min_max(pos2(most.left(), most.bottom() - high), most.max);
    stage.fill(plate, radius(5.0), INK);
    stage.rim(plate, radius(5.0), 1.0, stage.ground.line);
    stage.wrap_centred(plate.shrink2(vec2(3.0, 2.0)), words, short);
}

/// What a player has before them, in words: the longest first.
pub fn gear_words(view: View<'_>, seat: Seat) -> Vec<String> {
    let Some(player) = view.state.player(seat) else { return Vec::new() };
    let short = |card: &CardId| view.cards.short(card.as_str()).unwrap_or_else(|| view.name(card)).to_owned();
    let shield = view.name(view.rules.shield());
    let weapon = player.weapon.as_ref();
    let long = weapon.map_or_else(|| "no weapon".to_owned(), |card| view.name(card).to_owned());
    let brief = weapon.map_or_else(|| "no weapon".to_owned(), short);
    let shield = match player.shield {
        Shield::None => format!("no {shield}"),
        _ if view.state.slung(view.rules, seat) => String::new(),
        Shield::Whole => shield.to_owned(),
        Shield::Damaged => format!("damaged {shield}"),
    };
    let mail = if player.mail { view.name(view.rules.mail()) } else { "" };
    let join = |parts: &[&str]| parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(", ");
    vec![join(&[mail, &long, &shield]), join(&[mail, &brief, &shield]), join(&[mail, &brief]), brief]
}

/// A tile, and what follows when it is taken.
#[derive(Clone, Debug)]
pub struct Item<A> {
    /// What is shown.
    pub tile: Tile,
    /// What follows.
    pub act: A,
    /// How wide it would be where all stand in a row, in points; as wide as others if 0.
    pub wish: f32,
}

/// What came of a touch on one of many tiles.
#[derive(Clone, Debug, PartialEq)]
pub enum Came<A> {
    /// It was chosen.
    Act(A),
    /// It is dimmed: its name and the reasons.
    Why(String, Vec<Reason>),
    /// A card is to be seen whole.
    Face(CardId, Side),
}

/// Draws tiles as they fit into a box, and tells what came of it.
pub fn show_all<A: Clone>(
    stage: &mut Stage<'_, '_>,
    view: View<'_>,
    id: impl Hash + Debug + Copy,
    rect: Rect,
    items: &[Item<A>],
) -> Option<Came<A>> {
    let wishes: Vec<f32> = items.iter().map(|item| item.wish).collect();
    let mut came = None;
    for (index, (item, place)) in items.iter().zip(arrange(rect, &wishes)).enumerate() {
        let pick = item.tile.show(stage, view, (id, index), place);
        let next = pick.and_then(|pick| match (pick, &item.tile.legal, &item.tile.matter) {
            (Pick::Take, ..) => Some(Came::Act(item.act.clone())),
            (Pick::Why, Err(reasons), _) => Some(Came::Why(item.tile.label.clone(), reasons.clone())),
            (Pick::Face, _, Matter::Card(card, side, _)) => Some(Came::Face(card.clone(), *side)),
            (Pick::Face, _, Matter::Spine(card, ..)) => Some(Came::Face(card.clone(), Side::Front)),
            _ => None,
        });
        came = came.or(next);
    }
    came
}

/// Where tiles stand in a box: in one row, or in as many as make them look like cards. `wishes` are widths in points.
fn arrange(rect: Rect, wishes: &[f32]) -> Vec<Rect> {
    /// A tile is seldom larger than this.
    const MOST: egui::Vec2 = vec2(250.0, 150.0);
    /// Width to height of a head.
    const SHAPE: f32 = 1.3;
    let count = wishes.len().max(1);
    let size = |across: usize| {
        let down = count.div_ceil(across);
        let width = (rect.width() - GAP * (across as f32 - 1.0)) / across as f32;
        let height = (rect.height() - GAP * (down as f32 - 1.0)) / down as f32;
        vec2(width, height)
    };
    let far = |across: &usize| {
        let size = size(*across);
        let small = (CONTROL - size.min_elem()).max(0.0) * 100.0;
        small + (size.x / size.y.max(1.0) / SHAPE).ln().abs()
    };
    let across = (1..=count).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(1);
    let each = size(across).min(MOST);
    if across == count && wishes.iter().any(|wish| *wish > 0.0) {
        let row = Rect::from_min_size(rect.min, vec2(rect.width(), each.y));
        return spread(row, wishes);
    }
    let down = count.div_ceil(across);
    let all =
        vec2(each.x * across as f32 + GAP * (across as f32 - 1.0), each.y * down as f32 + GAP * (down as f32 - 1.0));
    let mut places = grid(Rect::from_min_size(rect.min, all), GAP, across, down);
    places.truncate(wishes.len());
    places
}

/// Rectangles side by side that fill one, in shares of widths; none is narrower than a control may be, if there is room.
fn spread(rect: Rect, wishes: &[f32]) -> Vec<Rect> {
    let count = wishes.len().max(1) as f32;
    let left = rect.width() - GAP * (count - 1.0);
    let least = CONTROL.min(left / count);
    let beyond = |wish: &f32| (wish - least).max(1.0);
    let share = (left - least * count).max(0.0) / wishes.iter().map(beyond).sum::<f32>().max(1.0);
    let mut x = rect.left();
    let mut place = |wish: &f32| {
        let width = least + share * beyond(wish);
        let at = Rect::from_min_size(pos2(x, rect.top()), vec2(width, rect.height()));
        x = at.right() + GAP;
        at
    };
    wishes.iter().map(&mut place).collect()
}

/// What the rulebook says of something, in a few sentences; nothing where it says nothing.
pub fn rule_words(topic: Option<&Topic>) -> String {
    const MOST: usize = 170;
    let mut words = String::new();
    for said in topic.into_iter().flat_map(Topic::said) {
        let paragraph: String = said.iter().map(|said| said.words.as_str()).collect();
        for sentence in paragraph.split_inclusive(". ") {
            if !words.is_empty() && words.len() + sentence.len() > MOST {
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

#[cfg(test)]
mod tests {
    use egui::Pos2;

    use super::*;

    fn apart(places: &[Rect]) {
        for (index, place) in places.iter().enumerate() {
            assert!(place.width() >= CONTROL - 0.01 && place.height() >= CONTROL - 0.01, "{place}");
            for other in &places[index + 1..] {
                assert!(!place.expand(GAP / 2.0 - 0.1).intersects(other.expand(GAP / 2.0 - 0.1)), "{place} {other}");
            }
        }
    }

    #[test]
    fn tiles_are_large_enough_and_apart_in_rows_columns_and_grids() {
        for (width, height, most) in [(579.0, 100.0, 8), (112.0, 579.0, 8), (324.0, 202.0, 9), (410.0, 306.0, 9)] {
            let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
            for count in 1..=most {
                let places = arrange(rect, &vec![0.0; count]);
                assert_eq!(places.len(), count);
                apart(&places);
                assert!(
                    places.iter().all(|place| rect.expand(0.1).contains_rect(*place)),
                    "{width} × {height}: {count}"
                );
            }
        }
    }

    #[test]
    fn a_long_word_gets_a_wide_tile() {
        let row = Rect::from_min_size(Pos2::ZERO, vec2(580.0, 70.0));
        let places = arrange(row, &[40.0, 90.0, 160.0, 70.0]);
        apart(&places);
        assert!(places[2].width() > places[1].width() && places[1].width() > places[3].width());
        assert!((places[3].right() - 580.0).abs() < 0.1);
    }
}
