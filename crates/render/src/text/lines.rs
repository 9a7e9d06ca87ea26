//! Line breaking of ragged text: the least total cost over the whole paragraph.

use super::breaks::CheapestParts;

/// An unbreakable box: a word, or a part of one after which a line may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Its width.
    pub width: f64,
    /// Width of the space after it; 0 if the next box follows directly.
    pub blank: f64,
    /// The width of the hyphen that it has where its line ends; 0 for none.
    pub hyphen: f64,
}

// Costs are compared with that of an empty line, which is 1: a line that leaves a share of the measure free costs its square.

/// Base cost of each line, as much as a line that is 14 % short: among similar breaks the one with fewer lines wins.
const A_LINE: f64 = 0.02;
/// Minimum share of the measure that the last line should fill: a shorter one looks like a leftover.
const LAST: f64 = 0.38;
/// A last line of a single word (a runt) costs as much as an empty line, so nearly every other break is better.
const SINGLE: f64 = 1.0;

/// Cost of a hyphen at the end of a line; high enough to keep them rare.
const HYPHEN: f64 = 0.06;

/// Breaks a paragraph into lines: each line's boxes end where the next line's begin.
///
/// The cost of a line is the square of its free share. The last line is free, unless it is short or a single word. A
/// box wider than the measure has a line of its own.
pub(super) fn break_evenly(boxes: &[Chunk], measure: f64) -> Vec<usize> {
    let count = boxes.len();
    // A little slack lets a text fit into its own width.
    let measure_and_hair = measure * (1.0 + 1e-9) + 1e-9;
    let mut lines = CheapestParts::new(count);
    lines.find(count, |start, offer| {
        let mut width = 0.0;
        for end in start + 1..=count {
            let Chunk { width: wide, blank, hyphen } = boxes[end - 1];
            width += wide;
            if width > measure_and_hair && end > start + 1 {
                break;
            }
            if width + hyphen > measure_and_hair && end > start + 1 {
                width += blank;
                continue;
            }
            let free = (1.0 - (width + hyphen) / measure).max(0.0);
            let single = if start > 0 && end == start + 1 { SINGLE } else { 0.0 };
            let looseness =
                if end == count { 15.0 * (free - (1.0 - LAST)).max(0.0).powi(2) + single } else { free * free };
            offer(end, looseness + A_LINE + if hyphen > 0.0 { HYPHEN } else { 0.0 });
            width += blank;
        }
    });
    lines.ends()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(widths: &[f64]) -> Vec<Chunk> {
        widths.iter().map(|width| Chunk { width: *width, blank: 1.0, hyphen: 0.0 }).collect()
    }

    #[test]
    fn what_fits_stays_on_one_line() {
        assert_eq!(break_evenly(&boxes(&[3.0, 3.0, 2.0]), 10.0), [3]);
        assert_eq!(break_evenly(&[], 10.0), [0_usize; 0]);
    }

    #[test]
    fn lines_are_even_rather_than_full() {
        // Greedy lines would be 10 and 2.
        assert_eq!(break_evenly(&boxes(&[3.0, 3.0, 2.0, 2.0]), 10.0), [2, 4]);
    }

    #[test]
    fn a_last_line_has_two_words_where_it_can() {
        assert_eq!(break_evenly(&boxes(&[3.0, 3.0, 2.0, 5.0]), 10.0), [2, 4]);
        assert_eq!(break_evenly(&boxes(&[9.0, 9.0]), 10.0), [1, 2], "unless a word is as wide as a line");
    }

    #[test]
    fn a_box_too_wide_has_its_own_line() {
        assert_eq!(break_evenly(&boxes(&[3.0, 30.0, 3.0]), 10.0), [1, 2, 3]);
    }

    #[test]
    fn boxes_without_a_blank_follow_at_once() {
        let hyphenated = [Chunk { width: 5.0, blank: 0.0, hyphen: 0.0 }, Chunk { width: 5.0, blank: 1.0, hyphen: 0.0 }];
        assert_eq!(break_evenly(&hyphenated, 10.0), [2]);
        assert_eq!(break_evenly(&hyphenated, 9.0), [1, 2]);
    }

    #[test]
    fn a_hyphen_must_fit_on_its_line() {
        let part = |width, hyphen| Chunk { width, blank: if hyphen > 0.0 { 0.0 } else { 1.0 }, hyphen };
        let word = [part(4.0, 1.0), part(4.0, 1.0), part(4.0, 0.0)];
        assert_eq!(break_evenly(&word, 12.0), [3], "no hyphen within a line");
        assert_eq!(break_evenly(&word, 9.0), [1, 3], "no part of a word is left alone");
        let longer = [part(4.0, 1.0), part(4.0, 1.0), part(4.0, 1.0), part(4.0, 0.0)];
        assert_eq!(break_evenly(&longer, 8.5), [1, 2, 4]);
    }
}
