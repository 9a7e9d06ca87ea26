//! A chart of a figure that everyone has, such as health: a staircase for each player, their shield where it ends, crossed blades
//! where they fell.

use std::ops::RangeInclusive;

use egui::{Align2, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use crate::canvas::{Canvas, TextStyle, inset, radius, rect_around};
use crate::emblem::emblem;
use crate::gallery::{Icon, PictureRequest};
use crate::game::number;
use crate::letters::Face;
use crate::look::{INK, parts, player_colour, player_line};
use crate::table::PlayerColour;

/// The shields where lines end, in points.
const SHIELD: f32 = 34.0;
/// The height of a name on the field, in points.
const NAME: f32 = 22.0;
/// How far lines of the same height lie apart, in points.
const APART: f32 = 3.5;

/// The unit of a chart's horizontal axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Rounds, where players have turns.
    Round,
    /// Turns, where a game calls its rounds so.
    Turn,
    /// Activations, one player's after the other's.
    Activation,
    /// Minutes.
    Minute,
}

/// Everyone's figures, ready to be drawn.
pub struct Chart {
    /// The measured value: `Health`.
    of: String,
    lines: Vec<Line>,
    unit: Unit,
    /// The end of the lower edge, in its unit.
    last: f64,
    /// The figures at the lower and the upper edge.
    least: f64,
    most: f64,
}

/// The figures of one player.
pub struct Line {
    name: String,
    colour: PlayerColour,
    /// The unit of the lower edge and the figure, at every corner of the staircase.
    corners: Vec<(f64, f64)>,
    fallen: bool,
}

impl Line {
    /// Creates the line of a player whose value starts at some moment, for each sample.
    pub fn new(name: &str, colour: PlayerColour, samples: impl Iterator<Item = (f64, i64)>, fallen: bool) -> Self {
        let mut corners: Vec<(f64, f64)> = Vec::new();
        for (at, figure) in samples {
            #[allow(clippy::cast_precision_loss, reason = "a few")]
            let figure = figure as f64;
            if let Some((_, before)) = corners.last().copied() {
                corners.push((at, before));
            }
            corners.push((at, figure));
        }
        Self { name: name.to_owned(), colour, corners, fallen }
    }

    fn beyond(&self, frame: &Frame) -> f32 {
        if self.fallen { 0.0 } else { frame.beyond }
    }
}

/// A staircase moved down a little, its end drawn out to the right.
fn moved(mut points: Vec<Pos2>, lift: f32, beyond: f32) -> Vec<Pos2> {
    for point in &mut points {
        point.y += lift;
    }
    if let Some(last) = points.last().copied().filter(|_| beyond > 0.0) {
        points.push(last + vec2(beyond, 0.0));
    }
    points
}

/// Where the parts of a chart lie.
struct Frame {
    whole: Rect,
    field: Rect,
    last: f64,
    least: f64,
    most: f64,
    /// How far the lines of the living go on beyond the end, past the shields of those who fell in it, in points.
    beyond: f32,
    names: bool,
    /// How many figures stand apart at the left, one fewer.
    figures: f64,
}

impl Frame {
    fn at(&self, passed: f64, figure: f64) -> Pos2 {
        let (across, up) = (passed / self.last, (figure - self.least) / (self.most - self.least));
        #[allow(clippy::cast_possible_truncation, reason = "shares of a screen")]
        let (x, y) = (across as f32, up as f32);
        pos2(self.field.left() + x * self.field.width(), self.field.bottom() - y * self.field.height())
    }
}

impl Chart {
    /// The chart of a figure, with its name, over a range of figures, and as far as the game has come.
    pub fn new(of: &str, mut lines: Vec<Line>, range: RangeInclusive<i64>, unit: Unit, passed: f64) -> Self {
        // At the very beginning there is a little to see already.
        let last = passed.max(0.25);
        for line in &mut lines {
            if let Some((_, figure)) = line.corners.last().copied().filter(|_| !line.fallen) {
                line.corners.push((last, figure));
            }
        }
        #[allow(clippy::cast_precision_loss, reason = "a few")]
        let (least, most) = (*range.start() as f64, (*range.end()).max(range.start() + 1) as f64);
        Self { of: of.to_owned(), lines, unit, last, least, most }
    }

    /// Returns the measured value: `Health`.
    pub fn of(&self) -> &str {
        &self.of
    }

    /// Draws the chart on a region that faces any edge.
    pub fn draw(&self, canvas: &mut Canvas<'_, '_>, rect: Rect) {
        let frame = self.frame(canvas, rect);
        self.axes(canvas, &frame);
        for figure in self.marks(frame.figures) {
            canvas.line(frame.at(0.0, figure), frame.at(self.last, figure), 1.0, canvas.ground.line);
        }
        for (place, line) in self.lines.iter().enumerate() {
            let points = line.corners.iter().map(|(x, y)| frame.at(*x, *y)).collect();
            let points = moved(points, self.lift(place), line.beyond(&frame));
            for (stroke, dashes) in strokes(canvas, line.colour) {
                canvas.path(&points, stroke, dashes);
            }
        }
        self.ends(canvas, &frame);
        canvas.label(("chart", &self.of), rect, &self.summary());
    }

    /// Returns the chart in words: everyone's first and last figure.
    fn summary(&self) -> String {
        #[allow(clippy::cast_possible_truncation, reason = "whole figures")]
        let figure = |(_, figure): &(f64, f64)| number(*figure as i64);
        let line = |line: &Line| {
            let (first, last) = (line.corners.first().map(figure)?, line.corners.last().map(figure)?);
            Some(format!("{} from {first} to {last}{}", line.name, if line.fallen { ", out" } else { "" }))
        };
        let lines: Vec<String> = self.lines.iter().filter_map(line).collect();
        format!("{}: {}", self.of, lines.join("; "))
    }

    /// Returns the values of grid lines: multiples of a round step, with no more steps than there is room for.
    fn marks(&self, room: f64) -> impl Iterator<Item = f64> {
        let (least, most) = (self.least, self.most);
        let steps = (0..=6).flat_map(|power| [1.0, 2.0, 5.0].map(|figure| figure * 10.0_f64.powi(power)));
        let step = steps.into_iter().find(|step| (most - least) / step <= room).unwrap_or(most - least);
        // Just below zero, the ceiling is a negative zero; the sum makes it a plain one.
        let first = (least / step).ceil() * step + 0.0;
        std::iter::successors(Some(first), move |figure| Some(figure + step)).take_while(move |figure| *figure <= most)
    }

    /// How far a player's line is moved so that it does not hide another.
    fn lift(&self, place: usize) -> f32 {
        (place as f32 - (self.lines.len() as f32 - 1.0) / 2.0) * APART.min(18.0 / self.lines.len().max(1) as f32)
    }

    fn frame(&self, canvas: &Canvas<'_, '_>, rect: Rect) -> Frame {
        let names = rect.width() >= 460.0;
        let line = canvas.scaled(22.0);
        let fell_last = |line: &Line| line.fallen && line.corners.last().is_some_and(|(x, _)| *x + 0.5 > self.last);
        let beyond = if self.lines.iter().any(fell_last) { SHIELD + 6.0 } else { 0.0 };
        let right = beyond + if names { SHIELD / 2.0 + 104.0 } else { SHIELD / 2.0 + 6.0 };
        let field = inset(rect, canvas.scaled(34.0), 14.0, right, line + SHIELD / 2.0 + 4.0);
        let figures = f64::from((field.height() / canvas.scaled(17.0)).floor().clamp(1.0, 8.0));
        Frame { whole: rect, field, last: self.last, least: self.least, most: self.most, beyond, names, figures }
    }

    /// Figures at the left, and rounds or minutes below.
    fn axes(&self, canvas: &Canvas<'_, '_>, frame: &Frame) {
        let words = TextStyle::new(Face::Text, 17.0, canvas.ground.quiet);
        for figure in self.marks(frame.figures) {
            let at = frame.at(0.0, figure) - vec2(12.0, 0.0);
            #[allow(clippy::cast_possible_truncation, reason = "a whole figure")]
            canvas.text(at, Align2::RIGHT_CENTER, words, &number(figure as i64));
        }
        let y = frame.field.bottom() + SHIELD / 2.0 + 4.0;
        canvas.text(pos2(frame.field.left(), y), Align2::CENTER_TOP, words, "start");
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounds or minutes of a game")]
        let last = self.last.floor() as u32;
        // As many figures as stand apart, the first clear of the word.
        let apart = f64::from(canvas.scaled(46.0) / frame.field.width()) * self.last;
        let step = (1..=last).find(|step| f64::from(*step) >= apart).unwrap_or(last.max(1));
        for passed in (step..=last).step_by(step as usize) {
            let at = frame.at(f64::from(passed), self.least);
            canvas.text(pos2(at.x, y), Align2::CENTER_TOP, words, &passed.to_string());
        }
        let rest = TextStyle::new(Face::Italic, 16.0, canvas.ground.quiet);
        let x = frame.field.right() + 22.0;
        let unit = match self.unit {
            Unit::Round => "round",
            Unit::Turn => "turn",
            Unit::Activation => "activation",
            Unit::Minute => "minute",
        };
        if x + canvas.width(rest, unit) < frame.whole.right() {
            canvas.text(pos2(x, y), Align2::LEFT_TOP, rest, unit);
        }
    }

    /// Shields at the ends of the lines, kept apart; blades above those of the fallen.
    fn ends(&self, canvas: &mut Canvas<'_, '_>, frame: &Frame) {
        let ends = |fallen: bool, order: fn(Pos2) -> f32| {
            let lines = self.lines.iter().filter(move |line| line.fallen == fallen);
            let ends = lines.filter_map(|line| line.corners.last().map(|(x, y)| (line, frame.at(*x, *y))));
            let mut ends: Vec<(&Line, Pos2)> = ends.collect();
            ends.sort_by(|(_, a), (_, b)| order(*a).total_cmp(&order(*b)));
            ends
        };
        let words = TextStyle::new(Face::Caps, 20.0, canvas.ground.text);
        let mut taken: Vec<Rect> = Vec::new();
        let living = ends(false, |at| at.y);
        let heights = living.iter().map(|(_, at)| at.y).collect();
        let heights = apart(heights, SHIELD * 0.74, frame.field.top(), frame.field.bottom());
        for ((line, at), y) in living.into_iter().zip(heights) {
            let shield = rect_around(pos2(at.x + frame.beyond, y), SHIELD, SHIELD);
            emblem(canvas, shield, line.colour, false);
            taken.push(shield);
            if frame.names {
                let free = Rect::from_min_size(pos2(shield.right() + 6.0, shield.top()), vec2(98.0, SHIELD));
                taken.push(canvas.fit(free, Align2::LEFT_CENTER, words, &[&line.name]));
            }
        }
        // From the left: those who fell at about the same time stand side by side, at the height of their last figure.
        let fallen = ends(true, |at| at.x);
        let across = fallen.iter().map(|(_, at)| at.x).collect();
        let across = apart(across, SHIELD + 2.0, frame.field.left() + SHIELD / 2.0, frame.field.right());
        let mut named = Vec::new();
        for ((line, at), x) in fallen.into_iter().zip(across) {
            let shield = rect_around(pos2(x, at.y), SHIELD, SHIELD);
            emblem(canvas, shield, line.colour, false);
            let blades = rect_around(pos2(x, shield.top() - 16.0), 26.0, 26.0);
            let colour = parts(canvas.ground.text);
            canvas.picture(blades, |size, _| PictureRequest::Icon { icon: Icon::Fallen, colour, size });
            taken.extend([shield, blades]);
            named.push((line, blades));
        }
        if frame.names {
            for (line, blades) in named {
                let size = vec2(canvas.width(words, &line.name) + 6.0, NAME);
                let ground = free_place(blades, size, &taken, frame);
                taken.push(ground);
                canvas.fill(ground, radius(4.0), canvas.look().centre.fill);
                canvas.text(ground.center(), Align2::CENTER_CENTER, words, &line.name);
            }
        }
    }
}

/// Where a name of a size is free, as near as can be to the blades of its owner: beside them, or above them and others.
fn free_place(blades: Rect, size: Vec2, taken: &[Rect], frame: &Frame) -> Rect {
    let room = frame.whole.with_max_y(frame.field.bottom());
    let within = |rect: Rect| {
        let by = vec2(
            (room.left() - rect.left()).max(0.0) + (room.right() - rect.right()).min(0.0),
            (room.top() - rect.top()).max(0.0) + (room.bottom() - rect.bottom()).min(0.0),
        );
        rect.translate(by)
    };
    let beside = Rect::from_center_size(blades.left_center() - vec2(6.0 + size.x / 2.0, 0.0), size);
    let above = (0..12).flat_map(|step| {
        let y = blades.top() - 2.0 - size.y / 2.0 - (NAME + 2.0) * step as f32;
        [0.0, -0.5, 0.5, -1.0, 1.0]
            .map(|share| Rect::from_center_size(pos2(blades.center().x + share * size.x, y), size))
    });
    let mut places = std::iter::once(beside).chain(above).map(within);
    let is_free = |rect: &Rect| !taken.iter().any(|other| other.shrink(1.0).intersects(*rect));
    places.clone().find(is_free).or_else(|| places.next_back()).unwrap_or(beside)
}

/// Places from the first on, moved so that they lie apart and between two others; where there are too many, closer.
fn apart(mut heights: Vec<f32>, step: f32, top: f32, bottom: f32) -> Vec<f32> {
    let step = step.min((bottom - top).max(0.0) / (heights.len().max(2) - 1) as f32);
    let mut above = top - step;
    for height in &mut heights {
        *height = height.max(above + step);
        above = *height;
    }
    let mut below = bottom + step;
    for height in heights.iter_mut().rev() {
        *height = height.min(below - step);
        below = *height;
    }
    heights
}

/// The stroke under a player's line, which sets it off from the ground and from the lines that it crosses, and its own.
fn strokes(canvas: &Canvas<'_, '_>, colour: PlayerColour) -> [(Stroke, &'static [f32]); 2] {
    let ((dashes, width), look) = (player_line(colour), canvas.look());
    // On a light ground a rim of ink; on a dark one a gap about the line.
    let (under, dashes_under): (_, &[f32]) = if look.light { (INK, dashes) } else { (look.centre.fill, &[]) };
    [(Stroke::new(width + 3.0, under), dashes_under), (Stroke::new(width, player_colour(colour)), dashes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shields_at_the_same_height_are_moved_apart_within_the_field() {
        assert_eq!(apart(vec![10.0, 10.0, 50.0], 24.0, 10.0, 100.0), [10.0, 34.0, 58.0]);
        assert_eq!(apart(vec![20.0, 99.0, 100.0], 24.0, 10.0, 100.0), [20.0, 76.0, 100.0]);
        assert_eq!(apart(vec![50.0; 4], 60.0, 10.0, 100.0), [10.0, 40.0, 70.0, 100.0], "closer where there is no room");
    }

    #[test]
    fn names_of_those_who_fall_together_are_free_of_each_other_and_on_the_picture() {
        for wide in [480.0, 560.0, 700.0] {
            let whole = Rect::from_min_size(Pos2::ZERO, vec2(wide, 330.0));
            let field = inset(whole, 34.0, 14.0, 160.0, 43.0);
            let frame =
                Frame { whole, field, last: 5.0, least: 0.0, most: 12.0, beyond: 40.0, names: true, figures: 8.0 };
            let across = apart(vec![field.right(); 8], SHIELD + 2.0, field.left() + SHIELD / 2.0, field.right());
            let shields: Vec<Rect> =
                across.iter().map(|x| rect_around(pos2(*x, field.bottom()), SHIELD, SHIELD)).collect();
            let blades: Vec<Rect> = shields
                .iter()
                .map(|shield| rect_around(pos2(shield.center().x, shield.top() - 16.0), 26.0, 26.0))
                .collect();
            let mut taken: Vec<Rect> = shields.iter().chain(&blades).copied().collect();
            for (place, blades) in blades.into_iter().enumerate() {
                let name = free_place(blades, vec2(70.0 + 8.0 * (place % 5) as f32, NAME), &taken, &frame);
                assert!(whole.contains_rect(name), "{wide}: {name}");
                assert!(!taken.iter().any(|other| other.shrink(1.0).intersects(name)), "{wide}: {place} {name}");
                taken.push(name);
            }
        }
    }

    #[test]
    fn who_is_out_with_a_figure_left_ends_at_it() {
        let samples = [(0.0, 80), (1.0, 62)].into_iter().chain(std::iter::once((2.0, 62)));
        let line = Line::new("Bjarni", PlayerColour::ALL[0], samples, true);
        let chart = Chart::new("Life", vec![line], 0..=80, Unit::Turn, 3.0);
        assert_eq!(chart.lines[0].corners.last(), Some(&(2.0, 62.0)));
    }

    #[test]
    fn figures_at_the_left_are_few_and_round() {
        let marks = |least, most, room| {
            let chart = Chart::new("Coins", Vec::new(), least..=most, Unit::Round, 3.0);
            chart.marks(room).map(|figure| figure.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(marks(0, 12, 8.0), "0 2 4 6 8 10 12");
        assert_eq!(marks(0, 8, 8.0), "0 1 2 3 4 5 6 7 8");
        assert_eq!(marks(-3, 41, 8.0), "0 10 20 30 40");
        assert_eq!(marks(5, 5, 8.0), "5 6");
        assert_eq!(marks(0, 14, 2.0), "0 10", "where there is little room");
    }

    #[test]
    fn the_line_of_one_who_lives_is_drawn_out_past_those_who_fell() {
        let points = moved(vec![pos2(0.0, 1.0), pos2(5.0, 1.0)], 2.0, 40.0);
        assert_eq!(points, [pos2(0.0, 3.0), pos2(5.0, 3.0), pos2(45.0, 3.0)]);
    }
}
