//! Nets as they stand folded on a table: a picture for people, made from the same panels that are cut out.

use std::cmp::Ordering;

use kurbo::{Affine, BezPath, Point, Shape as _};

use super::{Failure, OutputContext};
use crate::face::FaceId;
use crate::game::Colour;
use crate::game::net::{Folded, Net, Space};
use crate::image::{Painter, Picture, png};
use crate::scene::Scene;
use crate::shape::Shape;

const DPI: f64 = 200.0;
/// About the net, in millimetres.
const AROUND: f64 = 12.0;
const TABLE: Colour = Colour::Rgb([0xd8, 0xd4, 0xca]);
const SHADOW: Colour = Colour::Rgb([0xb4, 0xaf, 0xa3]);
const BOARD: Colour = Colour::Rgb([0xf3, 0xf0, 0xe9]);
const EDGE: Colour = Colour::Rgb([0x4a, 0x46, 0x3e]);

/// View of a folded net: from the right and from above, far away.
struct View {
    right: Space,
    down: Space,
    nearer: Space,
}

impl View {
    fn new() -> Self {
        let (turn, tilt) = (35_f64.to_radians(), 24_f64.to_radians());
        let flat = Space([turn.sin(), 0.0, turn.cos()]);
        let right = Space([turn.cos(), 0.0, -turn.sin()]);
        let up = Space([0.0, -1.0, 0.0]);
        Self { right, down: flat * tilt.sin() + up * -tilt.cos(), nearer: flat * tilt.cos() + up * tilt.sin() }
    }

    fn point(&self, at: Space) -> Point {
        Point::new(at.dot(self.right), at.dot(self.down))
    }

    /// Returns the transform from the millimetres of a panel, in reading direction, to the picture's.
    fn map(&self, panel: &Folded) -> Affine {
        let corner = self.point(panel.corner);
        let (right, down) = (self.point(panel.right), self.point(panel.down));
        Affine::new([right.x, right.y, down.x, down.y, corner.x, corner.y])
    }

    /// Returns the light on a panel: it comes from the front, on the left and above.
    fn light(panel: &Folded) -> f64 {
        const FROM: Space = Space([-0.25, -0.80, 0.55]);
        0.66 + 0.34 * panel.outwards.dot(FROM).max(0.0) / 0.8
    }
}

/// Draws a folded net, given a scene for each printed panel by the panel's number.
pub(super) fn picture(work: &OutputContext<'_>, net: &Net, scenes: &[(usize, &Scene)]) -> Result<Vec<u8>, Failure> {
    let stopped = || Failure::Stopped("cannot render the folded net: out of memory".to_owned());
    let painter = Painter::new(&work.project.fonts);
    let (view, folded) = (View::new(), net.folded());
    let shadow = shadow(&view, net, &folded);
    let outlines: Vec<BezPath> =
        (0..).zip(&folded).map(|(index, panel)| view.map(panel) * outline(net, index)).collect();
    let bounds = outlines.iter().fold(shadow.bounding_box(), |sum, path| sum.union(path.bounding_box()));
    let bounds = bounds.inflate(AROUND, AROUND);
    let scale = DPI / 25.4;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a few thousand")]
    let (width, height) = ((bounds.width() * scale) as u32, (bounds.height() * scale) as u32);
    let base = Affine::scale(scale) * Affine::translate((-bounds.x0, -bounds.y0));
    let mut picture = Picture::filled(width, height, TABLE).ok_or_else(stopped)?;
    picture.fill(&[filled(shadow, SHADOW)], base);
    for index in seen(&view, net, &folded) {
        let mut panel = Picture::bare(width, height).ok_or_else(stopped)?;
        panel.fill(&[filled(outlines[index].clone(), BOARD)], base);
        if let Some((_, scene)) = scenes.iter().find(|(panel, _)| *panel == index) {
            let drawn =
                painter.paint_through(scene, base * view.map(&folded[index]), width, height).ok_or_else(stopped)?;
            panel.lay(&drawn, 0, 0);
        }
        panel.cut_out(&(base * outlines[index].clone()));
        panel.dim(View::light(&folded[index]));
        let line =
            kurbo::stroke(outlines[index].iter(), &kurbo::Stroke::new(0.18), &kurbo::StrokeOpts::default(), 0.01);
        panel.fill(&[filled(line, EDGE)], base);
        picture.lay(&panel, 0, 0);
    }
    png(&picture, DPI).map_err(|error| Failure::Stopped(error.to_string()))
}

/// Returns the pictures of all pieces of a type, folded, with their names.
pub(super) fn all(work: &OutputContext<'_>) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let Some(net) = work.component().piece.shape.net() else { return Ok(Vec::new()) };
    let one = |card: &usize| {
        let face = work.renderer.deck().cards[*card].front;
        let scenes: Vec<(usize, &Scene)> = work.panels.of_face(face).collect();
        let name = format!("{}-folded.png", work.renderer.face_name(face));
        Ok((name, picture(work, net, &scenes)?))
    };
    work.chosen.cards.iter().map(one).collect()
}

impl<'a> super::Panels<'a> {
    /// Returns the printed panels of a piece, by their numbers in the net.
    pub(super) fn of_face(self, face: FaceId) -> impl Iterator<Item = (usize, &'a Scene)> {
        let panels = self.renderers.iter().zip(self.composed);
        panels.filter_map(move |(renderer, panel)| {
            Some((renderer.component().piece.panel?, panel.scenes.get(face.0)?.as_ref()))
        })
    }
}

fn filled(path: BezPath, colour: Colour) -> Shape {
    Shape { path, colour, even_odd: false }
}

/// Returns the outline of a panel in reading direction, in millimetres.
fn outline(net: &Net, index: usize) -> BezPath {
    let size = net.panels[index].place().size();
    let whole = || kurbo::Rect::new(0.0, 0.0, size.width.get(), size.height.get()).to_path(0.1);
    net.panels[index].outline().unwrap_or_else(whole)
}

/// Returns the panels that face the viewer, from far to near; a flap is behind the side that it is tucked in or glued
/// to.
fn seen(view: &View, net: &Net, folded: &[Folded]) -> Vec<usize> {
    let mut seen: Vec<usize> =
        (0..folded.len()).filter(|index| folded[*index].outwards.dot(view.nearer) > 1e-6).collect();
    let near = |index: usize| folded[index].corner.dot(view.nearer);
    let order = |a: &usize, b: &usize| {
        let flaps = net.panels[*b].is_flap().cmp(&net.panels[*a].is_flap());
        flaps.then(near(*a).partial_cmp(&near(*b)).unwrap_or(Ordering::Equal))
    };
    seen.sort_by(order);
    seen
}

/// Returns the shadow on the table: the corners of all sides, cast away from the light.
fn shadow(view: &View, net: &Net, folded: &[Folded]) -> BezPath {
    let corners: Vec<Space> = (0..folded.len())
        .filter(|index| !net.panels[*index].is_flap())
        .flat_map(|index| {
            let (panel, size) = (folded[index], net.panels[index].place().size());
            let (right, down) = (panel.right * size.width.get(), panel.down * size.height.get());
            [panel.corner, panel.corner + right, panel.corner + down, panel.corner + right + down]
        })
        .collect();
    let table = corners.iter().map(|corner| corner.0[1]).fold(f64::MIN, f64::max);
    let cast = corners.into_iter().map(|corner| {
        let high = table - corner.0[1];
        view.point(corner + Space([0.42 * high, high, -0.16 * high]))
    });
    hull(cast.collect())
}

/// Returns the convex outline about some points.
fn hull(mut points: Vec<Point>) -> BezPath {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut line: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = line.as_slice()
                && (*b - *a).cross(point - *b) <= 1e-9
            {
                line.pop();
            }
            line.push(point);
        }
        line.pop();
        line
    };
    let mut around = half(&mut points.iter().copied());
    around.extend(half(&mut points.iter().rev().copied()));
    let mut path = BezPath::new();
    for (index, point) in around.into_iter().enumerate() {
        if index == 0 { path.move_to(point) } else { path.line_to(point) }
    }
    path.close_path();
    path
}
