//! Rows of tiles: the filled slots of a row share the width of all of them.

use super::placing::FaceComposer;
use super::slot::Slot;
use crate::units::{Mm, Rect};

/// Position of a slot of a row in the template, and on a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    drawn: (Mm, Mm),
    now: (Mm, Mm),
}

impl Share {
    /// Returns a box with its left edge and its width mapped as the slot's.
    pub fn map(&self, bounds: Rect) -> Rect {
        let ((from, width), (onto, wide)) = (self.drawn, self.now);
        let factor = wide / width;
        Rect { x: onto + (bounds.x - from) * factor, width: bounds.width * factor, ..bounds }
    }

    /// True if something is in the slot's column.
    pub fn holds(&self, bounds: Rect) -> bool {
        /// Frames may be wider by their line.
        const SLACK: Mm = Mm::new(0.6);
        let (from, width) = self.drawn;
        bounds.x >= from - SLACK && bounds.right() <= from + width + SLACK
    }
}

impl FaceComposer<'_> {
    /// Returns the share of each slot in its row; `None` if it stays as drawn.
    pub(super) fn shares(&self, is_filled: impl Fn(usize) -> bool) -> Vec<Option<Share>> {
        let slots = &self.template.slots;
        let mut shares = vec![None; slots.len()];
        for (index, slot) in slots.iter().enumerate() {
            let Some(name) = slot.share.as_ref() else { continue };
            if slots[..index].iter().any(|before| before.share.as_ref() == Some(name)) {
                continue;
            }
            let mut row: Vec<usize> =
                (0..slots.len()).filter(|other| slots[*other].share.as_ref() == Some(name)).collect();
            row.sort_by(|a, b| slots[*a].bounds.x.get().total_cmp(&slots[*b].bounds.x.get()));
            let drawn: Vec<Rect> = row.iter().map(|slot| slots[*slot].bounds).collect();
            let filled: Vec<usize> = row.iter().copied().filter(|slot| is_filled(*slot)).collect();
            if filled.len() == row.len() {
                continue;
            }
            for (slot, now) in filled.iter().zip(columns(&drawn, filled.len())) {
                let Slot { bounds, .. } = &slots[*slot];
                shares[*slot] = Some(Share { drawn: (bounds.x, bounds.width), now });
            }
        }
        shares
    }

    /// Returns the share of a slot: its own, or that of the slot it is shown with, if it is in its column.
    pub(super) fn share_of<'s>(&self, index: usize, shares: &'s [Option<Share>]) -> Option<&'s Share> {
        let slots = &self.template.slots;
        let slot = &slots[index];
        let with = slot.shown_with.first().and_then(|name| slots.iter().position(|other| other.name == *name));
        let with = || shares[with?].as_ref().filter(|share| share.holds(slot.bounds));
        shares[index].as_ref().or_else(with)
    }
}

/// Returns the left edges and widths of `count` columns that replace the drawn ones, with the same gap between them.
fn columns(drawn: &[Rect], count: usize) -> Vec<(Mm, Mm)> {
    let (Some(first), Some(last)) = (drawn.first(), drawn.last()) else { return Vec::new() };
    let gap = drawn.get(1).map_or(Mm::ZERO, |second| second.x - first.right());
    #[allow(clippy::cast_precision_loss, reason = "a handful of columns")]
    let (count_of_gaps, columns) = (count.saturating_sub(1) as f64, count.max(1) as f64);
    let width = (last.right() - first.x - gap * count_of_gaps) / columns;
    #[allow(clippy::cast_precision_loss, reason = "a handful of columns")]
    let left = |index: usize| first.x + (width + gap) * index as f64;
    (0..count).map(|index| (left(index), width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_their_gap_and_fill_the_row() {
        let drawn = [4.0, 14.0, 24.0, 34.0].map(|x| Rect::mm(x, 0.0, 9.0, 5.0));
        let edges =
            |count| columns(&drawn, count).into_iter().map(|(x, width)| (x.get(), width.get())).collect::<Vec<_>>();
        assert_eq!(edges(4), [(4.0, 9.0), (14.0, 9.0), (24.0, 9.0), (34.0, 9.0)]);
        assert_eq!(edges(2), [(4.0, 19.0), (24.0, 19.0)]);
        assert_eq!(edges(1), [(4.0, 39.0)]);
        assert!(edges(0).is_empty());
    }
}
