//! Where pages end.

use super::slab::{After, Opens, Slab};

/// What a page costs; a line left free at its foot costs its square.
const A_PAGE: f64 = 400.0;
/// What a line costs that is left free before a part of the book, in parts of that, and a part that begins below another.
const BEFORE_PART: f64 = 0.5;
const RUN_ON: f64 = 120.0;

/// The slabs of each page, as the number of the first slab after it.
///
/// Pages are as full as can be over the whole book; a slab that holds the next one is never the last of its page, and one
/// that is higher than a page has a page of its own.
pub(super) fn break_pages(slabs: &[Slab], capacity: f64) -> Vec<usize> {
    let count = slabs.len();
    let mut cost = vec![f64::INFINITY; count + 1];
    let mut end_of = vec![count; count + 1];
    cost[count] = 0.0;
    for start in (0..count).rev() {
        let (mut height, mut run_on) = (0.0, 0.0);
        for end in start + 1..=count {
            let slab = &slabs[end - 1];
            let first = end == start + 1;
            height += if first { slab.height } else { slab.before + slab.height };
            run_on += if slab.opens == Opens::Part && !first { RUN_ON } else { 0.0 };
            if height > capacity + 1e-6 && end > start + 1 {
                break;
            }
            let next = slabs.get(end).map_or(Opens::Page, |next| next.opens);
            let forced = next == Opens::Page;
            if slab.after == After::Free || forced {
                let free = capacity - height;
                let blank = match next {
                    Opens::Nothing => free * free,
                    Opens::Part => free * free * BEFORE_PART,
                    Opens::Page => 0.0,
                };
                let total = blank + run_on + A_PAGE + cost[end];
                if total < cost[start] {
                    cost[start] = total;
                    end_of[start] = end;
                }
            }
            if forced {
                break;
            }
        }
        // Held slabs higher than a page must be torn somewhere.
        if !cost[start].is_finite() {
            cost[start] = cost[start + 1];
            end_of[start] = start + 1;
        }
    }
    let mut ends = Vec::new();
    let mut at = 0;
    while at < count {
        at = end_of[at];
        ends.push(at);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slabs(heights: &[f64]) -> Vec<Slab> {
        heights.iter().map(|height| Slab::new(*height)).collect()
    }

    #[test]
    fn pages_are_filled_and_not_overfilled() {
        assert_eq!(break_pages(&slabs(&[4.0, 4.0, 4.0, 4.0, 4.0]), 10.0), [2, 4, 5]);
    }

    #[test]
    fn a_held_slab_goes_with_the_next() {
        let mut all = slabs(&[8.0, 1.0, 4.0]);
        all[1].after = After::Held;
        assert_eq!(break_pages(&all, 10.0), [1, 3]);
    }

    #[test]
    fn what_opens_a_page_begins_one() {
        let mut all = slabs(&[2.0, 2.0, 2.0]);
        all[1].opens = Opens::Page;
        assert_eq!(break_pages(&all, 10.0), [1, 3]);
    }

    #[test]
    fn a_part_follows_on_rather_than_leaving_most_of_a_page_free() {
        let mut all = slabs(&[30.0, 4.0, 20.0]);
        all[2].opens = Opens::Part;
        assert_eq!(break_pages(&all, 36.0), [2, 3], "there is no room for it");
        all[0].height = 4.0;
        assert_eq!(break_pages(&all, 36.0), [3]);
    }

    #[test]
    fn no_page_has_a_single_line_of_a_longer_paragraph_at_its_head_or_foot() {
        for longest in 2..9 {
            // Paragraphs of all lengths in turn, each line with its place in its paragraph.
            let lines: Vec<(usize, usize)> = (0..60)
                .flat_map(|paragraph| {
                    let count = 1 + (paragraph * 7) % longest;
                    (0..count).map(move |number| (number, count))
                })
                .collect();
            let slab =
                |(number, count): &(usize, usize)| Slab { after: After::line(*number, *count), ..Slab::new(1.0) };
            let slabs: Vec<Slab> = lines.iter().map(slab).collect();
            for capacity in [8.0, 11.0, 36.0] {
                for end in break_pages(&slabs, capacity) {
                    let Some((number, count)) = lines.get(end) else { continue };
                    assert!(*number != 1 || *count == 1, "the first line is left behind");
                    assert!(*number == 0 || *number + 1 < *count, "the last line is carried over alone");
                }
            }
        }
    }

    #[test]
    fn the_blank_above_a_heading_is_lost_at_the_top_of_a_page() {
        let mut all = slabs(&[9.0, 5.0, 5.0]);
        all[1].before = 2.0;
        assert_eq!(break_pages(&all, 10.0), [1, 3]);
    }
}
