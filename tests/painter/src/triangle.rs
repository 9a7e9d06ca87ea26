//! Triangles as pixels.

use std::ops::Range;

use egui::epaint::Vertex;
use egui::{Rect, Vec2};
use image::RgbaImage;

use crate::texture::{Colour, Texture};

/// Parts of a pixel that a corner's place is rounded to, as graphics cards do.
const PARTS: i64 = 256;

/// Maximum distance of a corner from the window, in pixels: further ones are moved there.
const FAR: f32 = 1e6;

/// A corner of a triangle.
#[derive(Clone, Copy)]
pub struct Corner {
    /// Its column and row, in parts of a pixel.
    x: i64,
    y: i64,
    colour: Colour,
    /// The place in the texture.
    uv: Vec2,
}

impl Corner {
    /// Converts a corner, at a number of pixels per point.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "places near a window")]
    pub fn new(vertex: &Vertex, scale: f32) -> Self {
        let [x, y] =
            [vertex.pos.x, vertex.pos.y].map(|at| ((at * scale).clamp(-FAR, FAR) * PARTS as f32).round() as i64);
        let colour = vertex.color.to_array().map(|channel| f32::from(channel) / 255.0);
        Self { x, y, colour, uv: vertex.uv.to_vec2() }
    }
}

/// An edge as a function of the position, which isn't negative on the triangle's side.
#[derive(Clone, Copy)]
struct Edge {
    by_x: i64,
    by_y: i64,
    start: i64,
}

impl Edge {
    /// Creates an edge between two corners, with the triangle on its right. Points on it are inside if the triangle is
    /// below or to the right.
    fn new(from: Corner, to: Corner) -> Self {
        let (by_x, by_y) = (from.y - to.y, to.x - from.x);
        let is_own = by_x > 0 || (by_x == 0 && by_y > 0);
        Self { by_x, by_y, start: -(by_x * from.x + by_y * from.y) - i64::from(!is_own) }
    }

    fn at(self, x: i64, y: i64) -> i64 {
        self.by_x * x + self.by_y * y + self.start
    }

    /// Returns the columns of a row whose centres are on the side of the triangle.
    fn cut(self, row: i64, columns: Range<i64>) -> Range<i64> {
        // Of column 0, and what each further one adds.
        let (first, step) = (self.at(PARTS / 2, row * PARTS + PARTS / 2), self.by_x * PARTS);
        match step {
            0 if first < 0 => columns.start..columns.start,
            0 => columns,
            1.. => columns.start.max((-first).div_euclid(step) + i64::from((-first).rem_euclid(step) > 0))..columns.end,
            _ => columns.start..columns.end.min(first.div_euclid(-step) + 1),
        }
    }
}

/// A picture in the making.
pub struct Surface {
    width: usize,
    height: usize,
    /// Row after row from the top; the first three channels are multiplied by the last.
    pixels: Vec<[u8; 4]>,
}

impl Surface {
    /// Creates an empty picture.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0; 4]; width * height] }
    }

    /// Draws a triangle within a rectangle in pixels.
    pub fn fill(&mut self, [a, b, c]: [Corner; 3], texture: &Texture, clip: Rect) {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        let [a, b, c] = match area {
            0 => return,
            1.. => [a, b, c],
            _ => [a, c, b],
        };
        let edges = [Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)];
        let columns = within([a.x, b.x, c.x], clip.x_range(), self.width);
        let rows = within([a.y, b.y, c.y], clip.y_range(), self.height);
        let paint = Paint::of([a, b, c], texture);
        for row in rows {
            let span = edges.iter().fold(columns.clone(), |columns, edge| edge.cut(row, columns));
            if !span.is_empty() {
                let start = index(row) * self.width;
                let pixels = &mut self.pixels[start + index(span.start)..start + index(span.end)];
                paint.row(pixels, span.start, row);
            }
        }
    }

    /// Returns the finished picture.
    pub fn into_image(self) -> RgbaImage {
        let size = [self.width, self.height].map(|side| u32::try_from(side).expect("a window"));
        RgbaImage::from_raw(size[0], size[1], self.pixels.into_flattened()).expect("as many pixels as it has")
    }
}

/// Returns the columns, or rows, within corners and clip.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "columns and rows of a window")]
fn within(corners: [i64; 3], clip: egui::Rangef, size: usize) -> Range<i64> {
    let [from, to] = [clip.min, clip.max].map(|side| (side.round() as i64).clamp(0, size as i64));
    let (least, most) = (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0));
    from.max(least.div_euclid(PARTS))..to.min(most.div_euclid(PARTS) + 1)
}

fn index(at: i64) -> usize {
    usize::try_from(at).expect("within the picture")
}

/// Fill of a triangle.
enum Paint<'a> {
    /// One colour.
    Flat(Colour),
    /// A colour interpolated between the corners'.
    Shaded(Plane<4>),
    /// A texture, in one colour or in the corners'.
    Textured(&'a Texture, Plane<4>, Plane<2>),
}

impl<'a> Paint<'a> {
    fn of(corners: [Corner; 3], texture: &'a Texture) -> Self {
        let [a, b, c] = corners;
        if a.uv == b.uv && a.uv == c.uv {
            let tint = texture.at(a.uv);
            if a.colour == b.colour && a.colour == c.colour {
                return Self::Flat(times(a.colour, tint));
            }
            return Self::Shaded(Plane::new(corners, corners.map(|corner| times(corner.colour, tint))));
        }
        let colours = Plane::new(corners, corners.map(|corner| corner.colour));
        Self::Textured(texture, colours, Plane::new(corners, corners.map(|corner| corner.uv.into())))
    }

    /// Paints the pixels of a row from a column on.
    fn row(&self, pixels: &mut [[u8; 4]], column: i64, row: i64) {
        match self {
            Self::Flat(colour) => pixels.iter_mut().for_each(|pixel| blend(pixel, *colour)),
            Self::Shaded(colours) => {
                for (pixel, colour) in pixels.iter_mut().zip(colours.along(column, row)) {
                    blend(pixel, colour);
                }
            }
            Self::Textured(texture, colours, places) => {
                let colours = colours.along(column, row).zip(places.along(column, row));
                for (pixel, (colour, place)) in pixels.iter_mut().zip(colours) {
                    blend(pixel, times(colour, texture.at(place.into())));
                }
            }
        }
    }
}

fn times(a: Colour, b: Colour) -> Colour {
    std::array::from_fn(|channel| a[channel] * b[channel])
}

/// Lays a colour over a pixel.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "kept within a byte")]
fn blend(pixel: &mut [u8; 4], colour: Colour) {
    let through = 1.0 - colour[3];
    for (below, above) in pixel.iter_mut().zip(colour) {
        *below = (above * 255.0 + f32::from(*below) * through + 0.5) as u8;
    }
}

/// Figures that change evenly over a triangle.
struct Plane<const N: usize> {
    /// At the centre of column 0 and row 0.
    start: [f64; N],
    by_column: [f64; N],
    by_row: [f64; N],
}

impl<const N: usize> Plane<N> {
    #[allow(clippy::cast_precision_loss, reason = "places near a window")]
    fn new(corners: [Corner; 3], figures: [[f32; N]; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| [corner.x, corner.y].map(|at| at as f64 / PARTS as f64));
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let [of_a, of_b, of_c] = figures.map(|figures| figures.map(f64::from));
        let rise = |figure: usize| (of_b[figure] - of_a[figure], of_c[figure] - of_a[figure]);
        let by_column: [f64; N] = std::array::from_fn(|figure| {
            let (to_b, to_c) = rise(figure);
            (to_b * (c[1] - a[1]) - to_c * (b[1] - a[1])) / area
        });
        let by_row: [f64; N] = std::array::from_fn(|figure| {
            let (to_b, to_c) = rise(figure);
            (to_c * (b[0] - a[0]) - to_b * (c[0] - a[0])) / area
        });
        let start = std::array::from_fn(|figure| {
            of_a[figure] + (0.5 - a[0]) * by_column[figure] + (0.5 - a[1]) * by_row[figure]
        });
        Self { start, by_column, by_row }
    }

    /// Interpolates the values of one pixel after the other.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "columns and rows of a window")]
    fn along(&self, column: i64, row: i64) -> impl Iterator<Item = [f32; N]> + use<'_, N> {
        (column..).map(move |column| {
            std::array::from_fn(|figure| {
                let steps = column as f64 * self.by_column[figure] + row as f64 * self.by_row[figure];
                (self.start[figure] + steps) as f32
            })
        })
    }
}
