//! Several tiles in a box: layout and interaction.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{Rect, pos2, vec2};

use super::{Pick, Tile, TileContent};
use crate::canvas::Canvas;
use crate::form::{CONTROL, GAP};
use crate::gallery::CardSide;
use crate::region::{Cut as _, grid};
use crate::skirmish::view::View;
use crate::table::{CardId, Reason};

/// A tile, and its effect when taken.
#[derive(Clone, Debug)]
pub struct Item<A> {
    /// The tile.
    pub tile: Tile,
    /// The effect.
    pub act: A,
    /// How wide it would be where all stand in a row, in points; as wide as others if 0.
    pub action: f32,
}

/// The result of a touch on one of many tiles.
#[derive(Clone, Debug, PartialEq)]
pub enum TileEvent<A> {
    /// It was chosen.
    Act(A),
    /// It is dimmed: its name and the reasons.
    Why(String, Vec<Reason>),
    /// A card is to be shown in full.
    Face(CardId, CardSide),
}

/// Draws tiles in a box, and returns the interaction.
pub fn show_all<A: Clone>(
    canvas: &mut Canvas<'_, '_>,
    view: View<'_>,
    id: impl Hash + Debug + Copy,
    rect: Rect,
    items: &[Item<A>],
) -> Option<TileEvent<A>> {
    let actions: Vec<f32> = items.iter().map(|item| item.action).collect();
    let mut event = None;
    for (index, (item, place)) in items.iter().zip(arrange(rect, &actions)).enumerate() {
        let pick = item.tile.show(canvas, view, (id, index), place);
        let next = pick.and_then(|pick| match (pick, &item.tile.legal, &item.tile.content) {
            (Pick::Take, ..) => Some(TileEvent::Act(item.act.clone())),
            (Pick::Why, Err(reasons), _) => Some(TileEvent::Why(item.tile.label.clone(), reasons.clone())),
            (Pick::Face, _, TileContent::Card(card, side, _)) => Some(TileEvent::Face(card.clone(), *side)),
            (Pick::Face, _, TileContent::Spine(card, ..)) => Some(TileEvent::Face(card.clone(), CardSide::Front)),
            _ => None,
        });
        event = event.or(next);
    }
    event
}

/// The layout of tiles in a box: in one row, or in as many as make them look like cards. `actions` are widths in points.
fn arrange(rect: Rect, actions: &[f32]) -> Vec<Rect> {
    /// A tile is seldom larger than this.
    const MAX_TILE_SIZE: egui::Vec2 = vec2(250.0, 150.0);
    /// Width to height of a head.
    const SHAPE: f32 = 1.3;
    let count = actions.len().max(1);
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
    let each = size(across).min(MAX_TILE_SIZE);
    if across == count && actions.iter().any(|action| *action > 0.0) {
        let row = rect.upper(each.y);
        return spread(row, actions);
    }
    let down = count.div_ceil(across);
    let all =
        vec2(each.x * across as f32 + GAP * (across as f32 - 1.0), each.y * down as f32 + GAP * (down as f32 - 1.0));
    let mut places = grid(Rect::from_min_size(rect.min, all), GAP, across, down);
    places.truncate(actions.len());
    places
}

/// Rectangles side by side that fill one, in shares of widths; none is narrower than a control may be, if there is room.
fn spread(rect: Rect, actions: &[f32]) -> Vec<Rect> {
    let count = actions.len().max(1) as f32;
    let left = rect.width() - GAP * (count - 1.0);
    let least = CONTROL.min(left / count);
    let beyond = |action: &f32| (action - least).max(1.0);
    let share = (left - least * count).max(0.0) / actions.iter().map(beyond).sum::<f32>().max(1.0);
    let mut x = rect.left();
    let mut place = |action: &f32| {
        let width = least + share * beyond(action);
        let at = Rect::from_min_size(pos2(x, rect.top()), vec2(width, rect.height()));
        x = at.right() + GAP;
        at
    };
    actions.iter().map(&mut place).collect()
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
