//! Words on a canvas: a line at its size, fitted to a box, or broken into lines.

use std::sync::Arc;

use egui::text::{ByteIndex, LayoutJob, LayoutSection, TextFormat, TextWrapping};
use egui::{Align2, Color32, Galley, Pos2, Rect, epaint::TextShape, pos2};

use super::Canvas;
use super::direction::{pieces, right_to_left_end};
use crate::letters::Face;

/// How words are set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// The typeface.
    pub face: Face,
    /// The size in points, before the scale of the settings.
    pub size: f32,
    /// The colour.
    pub colour: Color32,
}

impl TextStyle {
    /// Words in a face, a size in points and a colour.
    pub const fn new(face: Face, size: f32, colour: Color32) -> Self {
        Self { face, size, colour }
    }
}

/// Smallest size of a label, in points.
pub const MIN_SIZE: f32 = 13.5;

/// Adds words to a text, in the order in which they are drawn.
pub fn append(job: &mut LayoutJob, text: &str, format: &TextFormat) {
    let pieces = pieces(text);
    if let [whole] = &pieces[..] {
        return job.append(whole, 0.0, format.clone());
    }
    for piece in pieces {
        let start = ByteIndex(job.text.len());
        job.text += &piece;
        // Not by `append`, which joins pieces of one format: letters from right to left would be reversed again.
        let byte_range = start..ByteIndex(job.text.len());
        job.sections.push(LayoutSection { leading_space: 0.0, byte_range, format: format.clone() });
    }
}

fn line(text: &str, format: &TextFormat) -> LayoutJob {
    let mut job = LayoutJob::default();
    append(&mut job, text, format);
    job
}

impl Canvas<'_, '_> {
    /// Lays out text in several styles.
    pub fn set(&self, job: LayoutJob) -> Arc<Galley> {
        self.tools.ui.painter().layout_job(job)
    }

    /// Text that was laid out, from an upper left corner; clipped to a box.
    pub fn show(&self, galley: Arc<Galley>, at: Pos2, seen: Rect) {
        let painter = self.tools.ui.painter();
        let seen = self.region.rect_on_screen(seen).intersect(painter.clip_rect());
        let shape = TextShape::new(self.region.on_screen(at), galley, Color32::PLACEHOLDER);
        painter.with_clip_rect(seen).add(shape.with_angle(self.region.facing.angle()));
    }

    fn galley(&self, text: &str, words: TextStyle, size: f32, width: f32) -> Arc<Galley> {
        let format = TextFormat::simple(words.face.size(size), words.colour);
        let mut job = line(text, &format);
        job.wrap = TextWrapping { max_width: width, ..TextWrapping::default() };
        self.tools.ui.painter().layout_job(job)
    }

    fn lay(&self, galley: Arc<Galley>, at: Pos2, anchor: Align2, colour: Color32) -> Rect {
        let rect = anchor.anchor_size(at, galley.size());
        // A galley in the middle or at the right is measured from there.
        let shape = TextShape::new(self.region.on_screen(rect.min), galley, colour);
        self.paint(shape.with_angle(self.region.facing.angle()));
        rect
    }

    /// A size in the scale of the settings.
    pub fn scaled(&self, size: f32) -> f32 {
        size * self.tools.scale
    }

    /// One line of text, as large as it is; returns where it is.
    pub fn text(&self, at: Pos2, anchor: Align2, words: TextStyle, text: &str) -> Rect {
        self.lay(self.galley(text, words, self.scaled(words.size), f32::INFINITY), at, anchor, words.colour)
    }

    /// One line of text at exactly its size, whatever the settings: figures that are as large as possible.
    pub fn figure(&self, at: Pos2, anchor: Align2, words: TextStyle, text: &str) -> Rect {
        self.lay(self.galley(text, words, words.size, f32::INFINITY), at, anchor, words.colour)
    }

    /// One line of text at exactly its size, smaller where it is too long for a box; whatever size people chose.
    pub fn fit_figure(&self, rect: Rect, anchor: Align2, words: TextStyle, text: &str) -> Rect {
        let wide = self.galley(text, words, words.size, f32::INFINITY).size().x;
        let size = words.size * (rect.width() / wide.max(1.0)).min(1.0);
        self.figure(anchor.pos_in_rect(&rect), anchor, TextStyle { size, ..words }, text)
    }

    /// The place of the caret behind a line of text that was drawn in a box: at the left of an end in Hebrew or Arabic.
    pub fn caret(&self, drawn: Rect, words: TextStyle, text: &str) -> f32 {
        let share = self.width(words, right_to_left_end(text)) / self.width(words, text).max(1.0);
        drawn.right() - drawn.width() * share
    }

    /// How wide a line of text is.
    pub fn width(&self, words: TextStyle, text: &str) -> f32 {
        self.galley(text, words, self.scaled(words.size), f32::INFINITY).size().x
    }

    /// True if a line of text fits a box at the smallest size.
    pub fn fits(&self, rect: Rect, words: TextStyle, text: &str) -> bool {
        self.galley(text, words, MIN_SIZE.min(self.scaled(words.size)), f32::INFINITY).size().x <= rect.width() + 0.5
    }

    /// True if wrapped text fits a box at the smallest size.
    pub fn wraps_into(&self, rect: Rect, words: TextStyle, text: &str) -> bool {
        self.galley(text, words, MIN_SIZE.min(self.scaled(words.size)), rect.width()).size().y <= rect.height() + 0.5
    }

    /// One line of the first text that fits a box: each at its size, then narrower, then smaller; the last one is truncated.
    pub fn fit(&self, rect: Rect, anchor: Align2, words: TextStyle, texts: &[&str]) -> Rect {
        self.fit_down_to(MIN_SIZE, rect, anchor, words, texts)
    }

    /// The same, down to another size in points.
    pub fn fit_down_to(&self, least: f32, rect: Rect, anchor: Align2, words: TextStyle, texts: &[&str]) -> Rect {
        let at = anchor.pos_in_rect(&rect);
        let full = self.scaled(words.size);
        let least = least.min(full);
        let faces = if words.face == Face::Caps { [Face::Caps, Face::Narrow] } else { [words.face; 2] };
        // As large as can be first, then the shorter words, then smaller.
        for share in [1.0, 0.88, 0.76, 0.66, 0.0] {
            let size = (full * share).max(least);
            for text in texts {
                for face in faces {
                    let galley = self.galley(text, TextStyle { face, ..words }, size, f32::INFINITY);
                    if galley.size().x <= rect.width() + 0.5 {
                        return self.lay(galley, at, anchor, words.colour);
                    }
                }
            }
        }
        let text = texts.last().copied().unwrap_or_default();
        let format = TextFormat::simple(faces[1].size(least), words.colour);
        let mut job = line(text, &format);
        job.wrap = TextWrapping::truncate_at_width(rect.width());
        self.lay(self.tools.ui.painter().layout_job(job), at, anchor, words.colour)
    }

    /// Text broken into lines of a width, from an upper left corner; returns where it is.
    pub fn wrap(&self, at: Pos2, width: f32, words: TextStyle, text: &str) -> Rect {
        let galley = self.galley(text, words, self.scaled(words.size), width);
        self.lay(galley, at, Align2::LEFT_TOP, words.colour)
    }

    /// Text broken into lines that stand in the middle of a box, smaller if it must be.
    pub fn wrap_centred(&self, rect: Rect, words: TextStyle, text: &str) {
        let galley = self.fitting(rect, words, |size| {
            let format = TextFormat::simple(words.face.size(size), words.colour);
            let mut job = line(text, &format);
            job.wrap = TextWrapping { max_width: rect.width(), ..TextWrapping::default() };
            job.halign = egui::Align::Center;
            self.tools.ui.painter().layout_job(job)
        });
        let at = pos2(rect.center().x, rect.center().y - galley.size().y / 2.0);
        let shape = TextShape::new(self.region.on_screen(at), galley, words.colour);
        self.paint(shape.with_angle(self.region.facing.angle()));
    }

    /// Lays out text at the size that fits the height of a box; cut at the smallest.
    fn fitting(&self, rect: Rect, words: TextStyle, laid: impl Fn(f32) -> Arc<Galley>) -> Arc<Galley> {
        let mut size = self.scaled(words.size);
        loop {
            let galley = laid(size);
            if size <= MIN_SIZE {
                return self.cut(galley, rect.height());
            }
            if galley.size().y <= rect.height() {
                return galley;
            }
            size = (size - 1.0).max(MIN_SIZE);
        }
    }

    /// Text that does not fit a height even at the smallest size ends with an ellipsis after the last line that fits.
    fn cut(&self, galley: Arc<Galley>, height: f32) -> Arc<Galley> {
        if galley.size().y <= height + 0.5 {
            return galley;
        }
        let fits = galley.rows.iter().take_while(|row| row.rect().bottom() <= height + 0.5).count();
        let mut job = LayoutJob::clone(&galley.job);
        job.wrap.max_rows = fits.max(1);
        self.tools.ui.painter().layout_job(job)
    }

    /// Text broken into lines that begin at the upper left corner of a box, smaller if it must be; returns where it is.
    pub fn wrap_left(&self, rect: Rect, words: TextStyle, text: &str) -> Rect {
        let galley = self.fitting(rect, words, |size| self.galley(text, words, size, rect.width()));
        self.lay(galley, rect.min, Align2::LEFT_TOP, words.colour)
    }
}
