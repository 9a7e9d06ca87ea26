//! A chart of everyone's health: a staircase for each player, their shield where it ends, crossed blades where they fell.

use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};
use egui_plot::{Plot, PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotTransform};

use crate::app::letters::Face;
use crate::app::livery::emblem;
use crate::app::look::{INK, livery_colour, livery_line, parts};
use crate::app::stage::{Stage, Words, about, dashed, radius, within};
use crate::app::view::View;
use crate::gallery::{Sign, Wanted};
use crate::table::Livery;
use crate::table::score::Score;

/// The shields where lines end, in points.
const SHIELD: f32 = 34.0;
/// How far lines of the same health lie apart, in points.
const APART: f32 = 3.5;
/// The plot is so much larger than the field of the chart at each side that thick lines are seen whole, in points.
const MARGIN: f32 = 44.0;

/// Everyone's health, ready to be drawn.
pub struct Chart {
    lines: Vec<Line>,
    /// The last round of the axis, and the most health.
    rounds: f64,
    most: f64,
}

/// The health of one player.
struct Line {
    name: String,
    livery: Livery,
    /// Rounds and health, at every corner of the staircase.
    corners: Vec<(f64, f64)>,
    fallen: bool,
}

impl Line {
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
    rounds: f64,
    most: f64,
    /// How far the lines of the living go on beyond the last round, past the shields of those who fell in it, in points.
    beyond: f32,
    names: bool,
}

impl Frame {
    fn at(&self, round: f64, health: f64) -> Pos2 {
        #[allow(clippy::cast_possible_truncation, reason = "shares of a screen")]
        let (x, y) = ((round / self.rounds) as f32, (health / self.most) as f32);
        pos2(self.field.left() + x * self.field.width(), self.field.bottom() - y * self.field.height())
    }
}

impl Chart {
    /// The chart of a game so far.
    pub fn new(view: View<'_>, score: &Score) -> Self {
        // In the first turn there is a little to see already.
        let now = view.state.rounds_passed().max(0.25);
        let lines = score.players.iter().filter_map(|tally| {
            let player = view.state.player(tally.seat)?;
            let mut corners: Vec<(f64, f64)> = Vec::new();
            for sample in &tally.health {
                #[allow(clippy::cast_precision_loss, reason = "a few")]
                let health = sample.health as f64;
                if let Some((_, before)) = corners.last().copied() {
                    corners.push((sample.round, before));
                }
                corners.push((sample.round, health));
            }
            let fallen = !player.lives();
            if let Some((_, last)) = corners.last().copied().filter(|_| !fallen) {
                corners.push((now, last));
            }
            Some(Line { name: player.name.clone(), livery: player.livery, corners, fallen })
        });
        #[allow(clippy::cast_precision_loss, reason = "a few")]
        let most = view.rules.health().max(1) as f64;
        Self { lines: lines.collect(), rounds: now, most }
    }

    /// Draws the chart on a leaf that faces any edge.
    pub fn draw(&self, stage: &mut Stage<'_, '_>, rect: Rect) {
        let frame = self.frame(stage, rect);
        self.axes(stage, &frame);
        for health in self.marks() {
            stage.line(frame.at(0.0, health), frame.at(self.rounds, health), 1.0, stage.ground.line);
        }
        for (place, line) in self.lines.iter().enumerate() {
            let points = line.corners.iter().map(|(x, y)| frame.at(*x, *y)).collect();
            let points = moved(points, self.lift(place), line.beyond(&frame));
            for (stroke, dashes) in strokes(stage, line.livery) {
                stage.path(&points, stroke, dashes);
            }
        }
        self.ends(stage, &frame);
    }

    /// Draws the chart as a plot, on a leaf that faces the near edge.
    pub fn plot(&self, stage: &mut Stage<'_, '_>, rect: Rect) {
        let frame = self.frame(stage, rect);
        self.axes(stage, &frame);
        let place = stage.leaf.rect_on_screen(frame.field.expand(MARGIN));
        let mut ui = egui::Ui::new(
            stage.tools.ui.ctx().clone(),
            egui::Id::unique("chart of health"),
            egui::UiBuilder::new().max_rect(place).layer_id(stage.tools.ui.layer_id()),
        );
        let grid = stage.ground.line;
        let stairs: Vec<Stairs> =
            self.lines.iter().enumerate().map(|(index, line)| self.stairs(stage, &frame, index, line)).collect();
        let (side, up) = (f64::from(MARGIN / frame.field.width()), f64::from(MARGIN / frame.field.height()));
        Plot::new("health")
            .width(place.width())
            .height(place.height())
            .show_axes(false)
            .show_background(false)
            .show_grid(false)
            .show_crosshair(false)
            .show_x(false)
            .show_y(false)
            .allow_zoom(false)
            .allow_drag(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .allow_axis_zoom_drag(false)
            .sense(egui::Sense::hover())
            .show(&mut ui, |plot| {
                plot.set_plot_bounds_x(-side * self.rounds..=(1.0 + side) * self.rounds);
                plot.set_plot_bounds_y(-up * self.most..=(1.0 + up) * self.most);
                for health in self.marks() {
                    let ends = vec![[0.0, health], [self.rounds, health]];
                    plot.line(egui_plot::Line::new("", ends).color(grid).width(1.0).allow_hover(false));
                }
                for line in stairs {
                    plot.add(line);
                }
            });
        self.ends(stage, &frame);
    }

    fn stairs(&self, stage: &Stage<'_, '_>, frame: &Frame, index: usize, line: &Line) -> Stairs {
        let base = PlotItemBase::new(line.name.clone());
        let points = line.corners.iter().map(|(x, y)| PlotPoint::new(*x, *y)).collect();
        let (lift, beyond) = (self.lift(index), line.beyond(frame));
        Stairs { base, points, lift, beyond, strokes: strokes(stage, line.livery) }
    }

    /// The healths that have a line across.
    fn marks(&self) -> impl Iterator<Item = f64> {
        let step = if self.most > 8.0 { 2.0 } else { 1.0 };
        std::iter::successors(Some(0.0), move |health| Some(health + step)).take_while(|health| *health <= self.most)
    }

    /// How far a player's line is moved so that it does not hide another.
    fn lift(&self, place: usize) -> f32 {
        (place as f32 - (self.lines.len() as f32 - 1.0) / 2.0) * APART.min(18.0 / self.lines.len().max(1) as f32)
    }

    fn frame(&self, stage: &Stage<'_, '_>, rect: Rect) -> Frame {
        let names = rect.width() >= 460.0;
        let line = stage.scaled(22.0);
        let fell_last = |line: &Line| line.fallen && line.corners.last().is_some_and(|(x, _)| *x + 0.5 > self.rounds);
        let beyond = if self.lines.iter().any(fell_last) { SHIELD + 6.0 } else { 0.0 };
        let right = beyond + if names { SHIELD / 2.0 + 104.0 } else { SHIELD / 2.0 + 6.0 };
        let field = within(rect, stage.scaled(34.0), 14.0, right, line + SHIELD / 2.0 + 4.0);
        Frame { whole: rect, field, rounds: self.rounds, most: self.most, beyond, names }
    }

    /// Figures of health at the left and of rounds below.
    fn axes(&self, stage: &Stage<'_, '_>, frame: &Frame) {
        let words = Words::new(Face::Text, 17.0, stage.ground.quiet);
        for health in self.marks() {
            let at = frame.at(0.0, health) - vec2(12.0, 0.0);
            stage.text(at, Align2::RIGHT_CENTER, words, &format!("{health:.0}"));
        }
        let y = frame.field.bottom() + SHIELD / 2.0 + 4.0;
        stage.text(pos2(frame.field.left(), y), Align2::CENTER_TOP, words, "start");
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounds of a game")]
        let last = self.rounds.floor() as u32;
        // As many figures as stand apart, the first clear of the word.
        let apart = f64::from(stage.scaled(46.0) / frame.field.width()) * self.rounds;
        let step = (1..=last).find(|step| f64::from(*step) >= apart).unwrap_or(last.max(1));
        for round in (step..=last).step_by(step as usize) {
            let at = frame.at(f64::from(round), 0.0);
            stage.text(pos2(at.x, y), Align2::CENTER_TOP, words, &round.to_string());
        }
        let rest = Words::new(Face::Italic, 16.0, stage.ground.quiet);
        let x = frame.field.right() + 22.0;
        if x + stage.width(rest, "round") < frame.whole.right() {
            stage.text(pos2(x, y), Align2::LEFT_TOP, rest, "round");
        }
    }

    /// Shields at the ends of the lines, kept apart; blades above those of the fallen.
    fn ends(&self, stage: &mut Stage<'_, '_>, frame: &Frame) {
        let ends = |fallen: bool| {
            let lines = self.lines.iter().filter(move |line| line.fallen == fallen);
            lines.filter_map(|line| line.corners.last().map(|(x, y)| (line, frame.at(*x, *y)))).collect::<Vec<_>>()
        };
        let words = Words::new(Face::Caps, 20.0, stage.ground.text);
        let mut living = ends(false);
        living.sort_by(|(_, a), (_, b)| a.y.total_cmp(&b.y));
        let heights = living.iter().map(|(_, at)| at.y).collect();
        let heights = apart(heights, SHIELD * 0.74, frame.field.top(), frame.field.bottom());
        for ((line, at), y) in living.into_iter().zip(heights) {
            let shield = about(pos2(at.x + frame.beyond, y), SHIELD, SHIELD);
            emblem(stage, shield, line.livery, false);
            if frame.names {
                let free = Rect::from_min_size(pos2(shield.right() + 6.0, shield.top()), vec2(98.0, SHIELD));
                stage.fit(free, Align2::LEFT_CENTER, words, &[&line.name]);
            }
        }
        let mut fallen = ends(true);
        fallen.sort_by(|(_, a), (_, b)| b.x.total_cmp(&a.x));
        let mut before = f32::INFINITY;
        let places: Vec<f32> = fallen
            .iter()
            .map(|(_, at)| {
                before = at.x.min(before - SHIELD - 2.0);
                before
            })
            .collect();
        for (index, ((line, _), x)) in fallen.iter().zip(&places).enumerate() {
            let shield = about(pos2(*x, frame.field.bottom()), SHIELD, SHIELD);
            emblem(stage, shield, line.livery, false);
            let blades = about(pos2(*x, shield.top() - 16.0), 26.0, 26.0);
            let colour = parts(stage.ground.text);
            stage.picture(blades, |size, _| Wanted::Sign { sign: Sign::Fallen, colour, size });
            // The name stands where nobody else's shield or blades are.
            let left = places.get(index + 1).map_or(frame.field.left(), |next| next + SHIELD / 2.0);
            let wide = stage.width(words, &line.name);
            if frame.names && blades.left() - left > wide + 14.0 {
                let at = blades.left_center() - vec2(6.0, 0.0);
                let ground = Rect::from_min_max(at - vec2(wide + 3.0, 11.0), at + vec2(3.0, 11.0));
                stage.fill(ground, radius(4.0), stage.look().centre.fill);
                stage.text(at, Align2::RIGHT_CENTER, words, &line.name);
            }
        }
    }
}

/// Heights from the top down, moved so that they lie apart and, where there is room, between two others.
fn apart(mut heights: Vec<f32>, step: f32, top: f32, bottom: f32) -> Vec<f32> {
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
fn strokes(stage: &Stage<'_, '_>, livery: Livery) -> [(Stroke, &'static [f32]); 2] {
    let ((dashes, width), look) = (livery_line(livery), stage.look());
    // On a light ground a rim of ink; on a dark one a gap about the line.
    let (under, dashes_under): (_, &[f32]) = if look.light { (INK, dashes) } else { (look.centre.fill, &[]) };
    [(Stroke::new(width + 3.0, under), dashes_under), (Stroke::new(width, livery_colour(livery)), dashes)]
}

/// A staircase as an item of a plot: the toolkit's own lines know neither these dashes nor a stroke below.
struct Stairs {
    base: PlotItemBase,
    points: Vec<PlotPoint>,
    /// How far down it is moved, in points.
    lift: f32,
    /// How far its end is drawn out, in points.
    beyond: f32,
    strokes: [(Stroke, &'static [f32]); 2],
}

impl PlotItem for Stairs {
    fn shapes(&self, _ui: &egui::Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let points = self.points.iter().map(|point| transform.position_from_point(point)).collect();
        let points = moved(points, self.lift, self.beyond);
        for (stroke, dashes) in self.strokes {
            shapes.extend(dashed(points.clone(), stroke, dashes));
        }
    }

    fn initialize(&mut self, _x_range: std::ops::RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.strokes[1].0.color
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        let mut bounds = PlotBounds::NOTHING;
        for point in &self.points {
            bounds.extend_with(point);
        }
        bounds
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shields_at_the_same_height_are_moved_apart_within_the_field() {
        assert_eq!(apart(vec![10.0, 10.0, 50.0], 24.0, 10.0, 100.0), [10.0, 34.0, 58.0]);
        assert_eq!(apart(vec![20.0, 99.0, 100.0], 24.0, 10.0, 100.0), [20.0, 76.0, 100.0]);
    }

    #[test]
    fn the_line_of_one_who_lives_is_drawn_out_past_those_who_fell() {
        let points = moved(vec![pos2(0.0, 1.0), pos2(5.0, 1.0)], 2.0, 40.0);
        assert_eq!(points, [pos2(0.0, 3.0), pos2(5.0, 3.0), pos2(45.0, 3.0)]);
    }
}
