//! Chooses the part of a picture to keep in a box of other proportions.

use std::collections::HashMap;

use kurbo::Rect;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use crate::image::Picture;

/// Interest of each column and each row of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interest {
    #[serde(serialize_with = "in_percent")]
    columns: Vec<f64>,
    #[serde(serialize_with = "in_percent")]
    rows: Vec<f64>,
}

/// Serialises each number as a whole percentage of the largest: a page has hundreds of these.
fn in_percent<S: serde::Serializer>(profile: &[f64], to: S) -> Result<S::Ok, S::Error> {
    let most = profile.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 100")]
    to.collect_seq(profile.iter().map(|worth| (worth / most * 100.0).round() as u8))
}

impl Interest {
    /// Measures a small copy of a picture. Interesting parts have none of the colours at the left and right edges,
    /// because content that continues there is mere scenery.
    pub fn new(picture: &Picture) -> Self {
        let (width, height) = (picture.width(), picture.height());
        let line = |y: u32| (0..width).filter_map(move |x| picture.colour(x, y));
        let at_edges = |y: u32| [0, width.saturating_sub(1)].into_iter().filter_map(move |x| picture.colour(x, y));
        let edges: Vec<[u8; 3]> = (0..height).flat_map(at_edges).collect();
        let mut interest = Self { columns: vec![0.0; width as usize], rows: vec![0.0; height as usize] };
        let mut known: HashMap<[u8; 3], f64, FxBuildHasher> = HashMap::default();
        for (row, y) in interest.rows.iter_mut().zip(0..) {
            for (column, colour) in interest.columns.iter_mut().zip(line(y)) {
                // Squared: a small, wholly different area counts for more than a wide haze. Drawings have few colours.
                let apart = *known.entry(colour).or_insert_with(|| foreign(colour, &edges).powi(2));
                *row += apart;
                *column += apart;
            }
        }
        interest
    }

    /// Creates a uniform interest, which keeps the middle.
    pub fn even() -> Self {
        Self { columns: vec![0.0], rows: vec![0.0] }
    }

    /// Returns the most interesting part of a picture that fills a box of a width and a height; `whole` is the picture,
    /// in its own unit.
    pub fn crop(&self, whole: Rect, width: u16, height: u16) -> Rect {
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = (width / whole.width()).max(height / whole.height());
        let (wide, high) = (width / scale, height / scale);
        let (share_x, share_y) = (wide / whole.width(), high / whole.height());
        let x = whole.x0 + start(&self.columns, share_x.min(1.0)) * whole.width();
        let y = whole.y0 + start(&self.rows, share_y.min(1.0)) * whole.height();
        Rect::new(x, y, x + wide, y + high)
    }
}

/// Returns the distance of a colour from the nearest tenth of some others.
fn foreign(colour: [u8; 3], others: &[[u8; 3]]) -> f64 {
    let apart = |other: &[u8; 3]| {
        let by = colour.iter().zip(other).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2));
        by.sum::<f64>().sqrt()
    };
    let mut distances: Vec<f64> = others.iter().map(apart).collect();
    let tenth = others.len() / 10;
    if tenth == 0 {
        return 0.0;
    }
    let (nearest, ..) = distances.select_nth_unstable_by(tenth, f64::total_cmp);
    #[allow(clippy::cast_precision_loss, reason = "a hundred rows")]
    let count = tenth as f64;
    nearest.iter().sum::<f64>() / count
}

/// Returns the start of the best window, a share of the whole; of equal ones, the one nearest the middle.
fn start(profile: &[f64], share: f64) -> f64 {
    /// Of the interest in the whole, what a window loses that is at the very edge.
    const PULL: f64 = 0.25;
    /// Number of windows tried.
    const STEPS: u16 = 64;
    let spare = 1.0 - share;
    if spare <= 1e-6 {
        return 0.0;
    }
    let whole: f64 = profile.iter().sum();
    let worth = |from: f64| {
        let off = (from - spare / 2.0).abs() / (spare / 2.0);
        inside(profile, from, from + share) - PULL * whole * off * off * spare
    };
    let windows = (0..=STEPS).map(|step| spare * f64::from(step) / f64::from(STEPS));
    windows.max_by(|a, b| worth(*a).total_cmp(&worth(*b))).unwrap_or(spare / 2.0)
}

/// Returns the total between two positions, both relative to the whole.
fn inside(profile: &[f64], from: f64, to: f64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a hundred columns")]
    let count = profile.len() as f64;
    let covered = |index: f64| ((index + 1.0).min(to * count) - index.max(from * count)).clamp(0.0, 1.0);
    (0_u32..).zip(profile).map(|(index, worth)| worth * covered(f64::from(index))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_what_there_is_to_see() {
        let mut profile = vec![0.0; 100];
        profile[70..90].fill(1.0);
        let from = start(&profile, 0.4);
        assert!((0.5..=0.7).contains(&from), "{from}");
    }

    #[test]
    fn a_window_over_an_even_picture_stands_in_the_middle() {
        assert!((start(&[1.0; 100], 0.5) - 0.25).abs() < 1e-9);
        assert!(start(&[1.0; 100], 1.0).abs() < 1e-9);
    }
}
