//! Tests of page breaking.

use super::*;

fn slabs(heights: &[f64]) -> Vec<Slab> {
    heights.iter().map(|height| Slab::new(*height)).collect()
}

fn ends(slabs: &[Slab], capacity: f64) -> Vec<usize> {
    lay_out(slabs, capacity, |pages| pages).ends
}

#[test]
fn pages_are_filled_and_not_overfilled() {
    assert_eq!(ends(&slabs(&[4.0, 4.0, 4.0, 4.0, 4.0]), 10.0), [2, 4, 5]);
}

#[test]
fn a_held_slab_goes_with_the_next() {
    let mut all = slabs(&[8.0, 1.0, 4.0]);
    all[1].after = After::Held;
    assert_eq!(ends(&all, 10.0), [1, 3]);
}

#[test]
fn what_opens_a_page_begins_one() {
    let mut all = slabs(&[2.0, 2.0, 2.0]);
    all[1].opens = Opens::Page;
    assert_eq!(ends(&all, 10.0), [1, 3]);
}

#[test]
fn all_chapters_run_on_where_that_saves_much_paper() {
    let mut all = slabs(&[30.0, 4.0, 20.0]);
    all[2].opens = Opens::Chapter;
    assert_eq!(ends(&all, 36.0), [2, 3], "there is no room for it");
    all[0].height = 4.0;
    assert_eq!(ends(&all, 36.0), [3]);
}

#[test]
fn all_chapters_begin_in_the_same_way() {
    let mut all = slabs(&[30.0, 8.0, 8.0, 30.0, 30.0, 30.0, 30.0]);
    for chapter in [1, 2, 3, 4, 5, 6] {
        all[chapter].opens = Opens::Chapter;
    }
    assert_eq!(ends(&all, 36.0), [1, 2, 3, 4, 5, 6, 7], "two short ones don't share a page");
}

#[test]
fn the_first_chapter_begins_below_the_contents() {
    let mut all = slabs(&[10.0, 20.0, 30.0]);
    all[0].opens = Opens::Page;
    all[1].opens = Opens::First;
    all[2].opens = Opens::Chapter;
    assert_eq!(ends(&all, 36.0), [2, 3]);
    all[0].height = 20.0;
    assert_eq!(ends(&all, 36.0), [1, 2, 3], "there is no room for it");
}

#[test]
fn of_equal_ways_the_earlier_page_is_fuller() {
    let mut all = slabs(&[9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0]);
    all.iter_mut().for_each(|slab| slab.grows = true);
    all.push(Slab { opens: Opens::Kind, ..Slab::new(36.0) });
    assert_eq!(ends(&all, 36.0), [4, 7, 8]);
}

#[test]
fn a_kind_follows_on_where_more_than_three_lines_would_be_free() {
    let mut all = slabs(&[29.0, 4.0, 20.0]);
    all[1].opens = Opens::Kind;
    assert_eq!(ends(&all, 36.0), [2, 3]);
    all[0].height = 33.0;
    assert_eq!(ends(&all, 36.0), [1, 3]);
}

#[test]
fn no_page_ends_or_begins_with_a_last_line_alone() {
    for longest in 2..9 {
        // Paragraphs of all lengths in turn, each line with its place in its paragraph.
        let lines: Vec<(usize, usize)> = (0..60)
            .flat_map(|paragraph| {
                let count = 1 + (paragraph * 7) % longest;
                (0..count).map(move |number| (number, count))
            })
            .collect();
        let slab = |(number, count): &(usize, usize)| Slab { after: After::line(*number, *count), ..Slab::new(1.0) };
        let slabs: Vec<Slab> = lines.iter().map(slab).collect();
        for capacity in [8.0, 11.0, 36.0] {
            for end in ends(&slabs, capacity) {
                let Some((number, count)) = lines.get(end) else { continue };
                assert!(*number == 0 || *number + 1 < *count, "the last line is carried over alone");
            }
        }
    }
}

#[test]
fn a_first_line_is_left_alone_only_where_much_would_be_free() {
    let line = |number, count| Slab { after: After::line(number, count), ..Slab::new(1.0) };
    let mut all = vec![Slab::new(8.0), line(0, 3), line(1, 3), line(2, 3)];
    all.extend(slabs(&[7.0]));
    assert_eq!(ends(&all, 10.0), [1, 5], "two lines free cost less than a line alone");
    all[0] = Slab::new(6.0);
    all.insert(1, Slab { after: After::Held, ..Slab::new(0.0) });
    all[0].after = After::Held;
    assert_eq!(ends(&all, 7.0), [3, 5, 6], "seven lines free cost more");
}

#[test]
fn the_blank_above_a_heading_is_lost_at_the_top_of_a_page() {
    let mut all = slabs(&[9.0, 5.0, 5.0]);
    all[1].before = 2.0;
    assert_eq!(ends(&all, 10.0), [1, 3]);
}

#[test]
fn text_after_half_a_line_stands_on_the_grid() {
    let half = Slab { before: 0.5, ..Slab::new(4.0) };
    let text = Slab { grid: true, ..Slab::new(1.0) };
    assert!((top(3.0, &half, false) - 3.5).abs() < 1e-9);
    assert!((top(7.5, &text, false) - 8.0).abs() < 1e-9);
    assert!((top(8.0, &text, false) - 8.0).abs() < 1e-9);
    assert!(top(7.5, &half, true).abs() < 1e-9);
}

#[test]
fn lines_are_added_above_headings_until_three_are_free() {
    let mut all = slabs(&[2.0, 2.0, 2.0, 9.0]);
    for heading in [1, 2] {
        all[heading].grows = true;
    }
    let layout = lay_out(&all, 10.0, |pages| pages);
    assert_eq!(layout.ends, [3, 4]);
    assert_eq!(layout.added, [0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn a_figure_moves_past_a_paragraph_to_fill_a_page() {
    let mut all = slabs(&[4.0, 7.0, 5.0, 3.0]);
    all[1].floats = true;
    let layout = lay_out(&all, 10.0, |pages| pages);
    assert_eq!(layout.order, [0, 2, 1, 3]);
    assert_eq!(layout.ends, [2, 4]);
    all[2].opens = Opens::Chapter;
    assert_eq!(
        lay_out(&all, 10.0, |pages| pages).order,
        [1, 0, 2, 3],
        "it may go before the text, and stays in its chapter"
    );
}

#[test]
fn pages_that_would_be_blank_are_taken_for_the_text() {
    let mut all = slabs(&[20.0, 20.0, 4.0]);
    all[1].opens = Opens::Chapter;
    all[2].opens = Opens::Chapter;
    let ends_of = |printed: fn(usize) -> usize| lay_out(&all, 44.0, printed).ends;
    assert_eq!(ends_of(|pages| pages), [3], "a page more is not worth it");
    assert_eq!(
        ends_of(|pages| pages.next_multiple_of(3)),
        [1, 2, 3],
        "no chapter runs on where there are pages for all"
    );
}
