//! The drawing surface of the screens: a region facing an edge, with backgrounds, texts, pictures and controls.
//!
//! Positions are in points from the top left corner of the region, as its reader sees it.

mod direction;
mod words;

pub use words::{MIN_SIZE, TextStyle, append};

use std::fmt::Debug;
use std::hash::Hash;

use egui::{
    Align2, Color32, CornerRadius, Id, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
    accesskit::Role,
    epaint::{Mesh, RectShape, Vertex},
    pos2, vec2,
};

use super::chance::Chance;
use super::look::{GOLD, Ground, Look, parts};
use super::pictures::Pictures;
use super::region::Region;
use super::touch::{Gesture, Response, TouchRouter};
use crate::gallery::{PictureRequest, Rgb};

/// Drawing tools shared by all regions.
pub struct DrawContext<'a> {
    /// The toolkit's: painter and screen readers.
    pub ui: &'a Ui,
    /// The fingers on the screen.
    pub router: &'a mut TouchRouter,
    /// Pictures as textures.
    pub pictures: &'a mut Pictures,
    /// Dice and lots.
    pub chance: &'a mut Chance,
    /// The colours of the theme.
    pub look: &'a Look,
    /// How much larger than drawn labels are.
    pub scale: f32,
}

/// A region to draw on.
pub struct Canvas<'a, 'b> {
    /// The drawing tools.
    pub tools: &'a mut DrawContext<'b>,
    /// Where it is.
    pub region: Region,
    /// The colours that it is drawn in.
    pub ground: Ground,
    /// Its controls are disabled: something is drawn above it.
    pub disabled: bool,
}

impl DrawContext<'_> {
    /// A group of controls, as screen readers announce it.
    pub fn group(&self, id: impl Hash + Debug, role: Role, label: &str) -> Ui {
        let builder = UiBuilder::new()
            .layer_id(self.ui.layer_id())
            .accessibility_parent(self.ui.unique_id())
            .accessibility_role(role)
            .accessibility_label(label);
        Ui::new(self.ui.ctx().clone(), Id::unique(id), builder)
    }

    /// The tools for controls of a group; for those of none, the same tools.
    pub fn within<'c>(&'c mut self, group: Option<&'c Ui>) -> DrawContext<'c> {
        let Self { ui, router, pictures, chance, look, scale } = self;
        DrawContext { ui: group.unwrap_or(ui), router, pictures, chance, look, scale: *scale }
    }
}

impl<'b> Canvas<'_, 'b> {
    /// A part of the region to draw on, turned further by quarters clockwise.
    pub fn part(&mut self, rect: Rect, quarters: u8) -> Canvas<'_, 'b> {
        let region = self.region.part(rect, quarters);
        Canvas { tools: self.tools, region, ground: self.ground, disabled: self.disabled }
    }

    /// Another region of the screen to draw on.
    pub fn on(&mut self, region: Region, ground: Ground) -> Canvas<'_, 'b> {
        Canvas { tools: self.tools, region, ground, disabled: self.disabled }
    }

    /// All of the region.
    pub fn whole(&self) -> Rect {
        self.region.whole()
    }

    /// The colours of the theme.
    pub fn look(&self) -> &'b Look {
        self.tools.look
    }

    fn paint(&self, shape: impl Into<Shape>) {
        self.tools.ui.painter().add(shape);
    }

    /// A filled rectangle with round corners.
    pub fn fill(&self, rect: Rect, corners: impl Into<CornerRadius>, colour: Color32) {
        let corners = self.region.corners(corners.into());
        self.paint(RectShape::filled(self.region.rect_on_screen(rect), corners, colour));
    }

    /// A line inside the edge of a rectangle.
    pub fn border(&self, rect: Rect, corners: impl Into<CornerRadius>, width: f32, colour: Color32) {
        let corners = self.region.corners(corners.into());
        let stroke = Stroke::new(width, colour);
        self.paint(RectShape::stroke(self.region.rect_on_screen(rect), corners, stroke, StrokeKind::Inside));
    }

    /// A line of dashes inside the edge of a rectangle: a place where something could lie.
    pub fn dashes(&self, rect: Rect, colour: Color32) {
        let rect = rect.shrink(1.0);
        let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
        let corners = corners.map(|at| self.region.on_screen(at));
        self.tools.ui.painter().extend(Shape::dashed_line(&corners, Stroke::new(1.2, colour), 5.0, 4.0));
    }

    /// A straight line.
    pub fn line(&self, from: Pos2, to: Pos2, width: f32, colour: Color32) {
        let ends = [self.region.on_screen(from), self.region.on_screen(to)];
        self.paint(Shape::line_segment(ends, Stroke::new(width, colour)));
    }

    /// A line with corners, plain or in dashes.
    pub fn path(&self, points: &[Pos2], stroke: Stroke, dashes: &[f32]) {
        let points = points.iter().map(|at| self.region.on_screen(*at)).collect();
        self.tools.ui.painter().extend(dashed(points, stroke, dashes));
    }

    /// A line of dashes, the first of them so far from its start, in points: with time they run along it.
    pub fn path_from(&self, points: &[Pos2], stroke: Stroke, dashes: [f32; 2], first: f32) {
        let points: Vec<Pos2> = points.iter().map(|at| self.region.on_screen(*at)).collect();
        let [dash, gap] = dashes;
        let shapes = Shape::dashed_line_with_offset(&points, stroke, &[dash], &[gap], first);
        self.tools.ui.painter().extend(shapes);
    }

    /// An area without a rim, its corners clockwise; it has no corner that points inward.
    pub fn area(&self, corners: &[Pos2], fill: Color32) {
        let corners = corners.iter().map(|at| self.region.on_screen(*at)).collect();
        self.paint(Shape::convex_polygon(corners, fill, Stroke::NONE));
    }

    /// A disc with a rim.
    pub fn disc(&self, centre: Pos2, radius: f32, fill: Color32, rim: Stroke) {
        self.paint(egui::epaint::CircleShape { center: self.region.on_screen(centre), radius, fill, stroke: rim });
    }

    /// A picture that fills a box; nothing while it is being drawn.
    pub fn picture(&mut self, rect: Rect, wanted: impl FnOnce(u16, u16) -> PictureRequest) {
        self.tinted(rect, Color32::WHITE, wanted);
    }

    /// Words in the middle of a box, with an icon of the game before them; the icon alone where there is no room for both.
    pub fn fit_with_icon(&mut self, rect: Rect, words: TextStyle, icon: &str, texts: &[&str]) {
        let side = self.scaled(words.size * 1.25).min(rect.height()).min(rect.width());
        let gap = side * 0.3;
        let beside = rect.with_min_x(rect.left() + side + gap);
        let mut middle = rect.center();
        if beside.width() >= 2.0 * side {
            let text = self.fit(beside, Align2::CENTER_CENTER, words, texts);
            // Icon and words together are in the middle.
            middle.x = text.left() - gap - side / 2.0;
        }
        let colour = parts(words.colour);
        let name = icon.to_owned();
        self.picture(rect_around(middle, side, side), |size, _| PictureRequest::Mark { name, colour, size });
    }

    /// A picture that fills a box, through a colour: white leaves it as it is, a transparent one fades it.
    pub fn tinted(&mut self, rect: Rect, tint: Color32, wanted: impl FnOnce(u16, u16) -> PictureRequest) {
        self.part_of_picture(rect, [0.0, 1.0], tint, wanted);
    }

    /// The same of a picture of which a part is seen: from the first to the second share of its width.
    pub fn part_of_picture(
        &mut self,
        rect: Rect,
        [from, to]: [f32; 2],
        tint: Color32,
        wanted: impl FnOnce(u16, u16) -> PictureRequest,
    ) {
        let pixels = self.tools.ui.ctx().pixels_per_point();
        let Some(texture) =
            self.tools.pictures.get(&wanted(whole(rect.width() * pixels), whole(rect.height() * pixels)))
        else {
            return;
        };
        // Four corners by hand: the toolkit turns a rectangle, but not the picture on it.
        let mut mesh = Mesh::with_texture(texture);
        for uv in [pos2(from, 0.0), pos2(to, 0.0), pos2(from, 1.0), pos2(to, 1.0)] {
            let corner = self.region.on_screen(rect.lerp_inside(uv.to_vec2()));
            mesh.vertices.push(Vertex { pos: corner, uv, color: tint });
        }
        mesh.indices = vec![0, 1, 2, 2, 1, 3];
        self.paint(mesh);
    }

    /// Flat interlace of a kind of card, along the longer side of a box.
    pub fn knotwork(&mut self, rect: Rect, kind: &str, colour: Color32) {
        self.tinted_knotwork(rect, Color32::WHITE, kind, parts(colour));
    }

    /// The same, through a colour.
    pub fn tinted_knotwork(&mut self, rect: Rect, tint: Color32, kind: &str, colour: Rgb) {
        self.tinted(rect, tint, |width, height| PictureRequest::Knotwork {
            kind: kind.to_owned(),
            width,
            height,
            colour,
            contour: None,
        });
    }

    /// Adds a control for touch, keyboard and screen readers, and returns the interaction.
    pub fn control(&mut self, id: impl Hash + Debug, rect: Rect, gesture: Gesture, label: &str) -> Response {
        self.control_of(id, rect, gesture, label, None)
    }

    /// The same for something that can be chosen.
    pub fn choice(
        &mut self,
        id: impl Hash + Debug,
        rect: Rect,
        gesture: Gesture,
        label: &str,
        chosen: bool,
    ) -> Response {
        self.control_of(id, rect, gesture, label, Some(chosen))
    }

    fn control_of(
        &mut self,
        id: impl Hash + Debug,
        rect: Rect,
        gesture: Gesture,
        label: &str,
        chosen: Option<bool>,
    ) -> Response {
        if self.disabled {
            return Response::default();
        }
        let id = Id::unique(id);
        let screen = self.region.rect_on_screen(rect);
        let ui = self.tools.ui;
        let widget = ui.interact(screen, id, Sense::click());
        widget.widget_info(|| match chosen {
            Some(chosen) => WidgetInfo::selected(Role::Button, true, chosen, label),
            None => WidgetInfo::labeled(Role::Button, true, label),
        });
        let mut response = self.tools.router.control(id, screen, gesture);
        // The toolkit's own clicks are the keyboard's and the screen reader's; fingers and the mouse come through `router`.
        if widget.clicked() && !ui.input(|input| input.pointer.any_click()) {
            response.taps += 1;
        }
        if response.tapped() || response.held || response.dropped.is_some() {
            self.tools.router.used_from(self.region.facing);
        }
        if widget.has_focus() {
            let stroke = Stroke::new(3.0, GOLD);
            ui.painter().rect_stroke(screen.expand(2.0), 8.0, stroke, StrokeKind::Outside);
        }
        response
    }

    /// Words for screen readers, where they are drawn and no control says them.
    pub fn label(&self, id: impl Hash + Debug, rect: Rect, text: &str) {
        if self.disabled {
            return;
        }
        let ui = self.tools.ui;
        let widget = ui.interact(self.region.rect_on_screen(rect), Id::unique(id), Sense::hover());
        widget.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    }

    /// Blocks touches to controls below an area.
    pub fn shield(&mut self, id: impl Hash + Debug, rect: Rect) {
        let screen = self.region.rect_on_screen(rect);
        self.tools.router.control(Id::unique(id), screen, Gesture::Tap);
    }
}

/// A line with corners, on the screen; the dashes are lengths of line, gap, line and so on, in points.
fn dashed(points: Vec<Pos2>, stroke: Stroke, dashes: &[f32]) -> Vec<Shape> {
    if dashes.is_empty() {
        return vec![Shape::line(points, stroke)];
    }
    let of = |odd: usize| dashes.iter().skip(odd).step_by(2).copied().collect::<Vec<f32>>();
    Shape::dashed_line_with_offset(&points, stroke, &of(0), &of(1), 0.0)
}

/// A radius as the toolkit keeps it.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few points")]
pub fn radius(points: f32) -> CornerRadius {
    CornerRadius::same(points.clamp(0.0, 255.0) as u8)
}

/// Rounds only the left corners, for a band within a rounded box.
pub fn left_corners(points: f32) -> CornerRadius {
    CornerRadius { ne: 0, se: 0, ..radius(points) }
}

/// Rounds only the right corners.
pub fn right_corners(points: f32) -> CornerRadius {
    CornerRadius { nw: 0, sw: 0, ..radius(points) }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within what it is clamped to")]
fn whole(pixels: f32) -> u16 {
    pixels.round().clamp(1.0, 4096.0) as u16
}

/// A rectangle of a size, centred at a place.
pub fn rect_around(centre: Pos2, width: f32, height: f32) -> Rect {
    Rect::from_center_size(centre, vec2(width, height))
}

/// A rectangle with margins taken off its sides.
pub fn inset(rect: Rect, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    Rect::from_min_max(rect.min + vec2(left, top), rect.max - vec2(right, bottom))
}
