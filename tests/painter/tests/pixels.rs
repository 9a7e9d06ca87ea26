//! Rendering: pixels that two triangles share, positions between pixels, textures.

use egui::epaint::{Mesh, Vertex};
use egui::{Color32, ColorImage, Pos2, Rect, Shape, TextureId, TextureOptions, pos2, vec2};
use egui_kittest::Harness;
use image::{Rgba, RgbaImage};
use painter::Painter;

const PAPER: Color32 = Color32::WHITE;
const SIDE: u32 = 32;

/// Returns a picture of shapes on white, made for a window's own context.
fn drawn(shapes: impl Fn(&egui::Context) -> Vec<Shape>) -> RgbaImage {
    let mut harness =
        Harness::builder().with_size(vec2(SIDE as f32, SIDE as f32)).renderer(Painter::default()).build_ui(move |ui| {
            let painter = ui.ctx().debug_painter();
            painter.rect_filled(Rect::EVERYTHING, 0.0, PAPER);
            painter.extend(shapes(ui.ctx()));
        });
    harness.run_steps(2);
    harness.render().expect("a picture")
}

/// Returns four corners as two triangles.
fn quad(corners: [Pos2; 4], colour: Color32, texture: TextureId, uv: [Pos2; 4]) -> Shape {
    let mut mesh = Mesh::with_texture(texture);
    mesh.vertices = corners.into_iter().zip(uv).map(|(pos, uv)| Vertex { pos, uv, color: colour }).collect();
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    Shape::mesh(mesh)
}

fn plain(corners: [Pos2; 4], colour: Color32) -> Shape {
    quad(corners, colour, TextureId::default(), [egui::epaint::WHITE_UV; 4])
}

fn count(picture: &RgbaImage, colour: [u8; 4]) -> usize {
    picture.pixels().filter(|pixel| **pixel == Rgba(colour)).count()
}

#[test]
fn an_edge_between_two_triangles_is_drawn_once_whichever_way_they_turn() {
    let corners = [pos2(3.0, 2.5), pos2(28.2, 5.1), pos2(30.7, 27.3), pos2(4.4, 29.9)];
    for turned in
        [corners, [corners[3], corners[2], corners[1], corners[0]], [corners[1], corners[2], corners[3], corners[0]]]
    {
        let picture = drawn(|_| vec![plain(turned, Color32::from_black_alpha(128))]);
        let (once, none) = (count(&picture, [127, 127, 127, 255]), count(&picture, [255; 4]));
        assert_eq!(once + none, (SIDE * SIDE) as usize, "each pixel is drawn once or not at all");
        // The area of the figure by its corners.
        assert!(once.abs_diff(630) < 12, "{once} pixels");
    }
    // The edge goes through the centres of pixels.
    let square = [pos2(4.0, 4.0), pos2(20.0, 4.0), pos2(20.0, 20.0), pos2(4.0, 20.0)];
    let picture = drawn(|_| vec![plain(square, Color32::from_black_alpha(128))]);
    assert_eq!(count(&picture, [127, 127, 127, 255]), 16 * 16);
}

#[test]
fn a_pixel_is_covered_where_its_centre_is() {
    let square = |from: f32, to: f32| [pos2(from, from), pos2(to, from), pos2(to, to), pos2(from, to)];
    for (from, to, side) in [(4.0, 8.0, 4), (4.4, 8.4, 4), (4.6, 8.4, 3), (4.5, 8.5, 4), (4.6, 5.4, 0)] {
        let picture = drawn(|_| vec![plain(square(from, to), Color32::BLACK)]);
        assert_eq!(count(&picture, [0, 0, 0, 255]), side * side, "from {from} to {to}");
    }
}

#[test]
fn what_lies_outside_of_the_window_does_no_harm() {
    let corners = [pos2(-1e6, -40.0), pos2(1e6, -30.0), pos2(50.0, 9000.0), pos2(-3.0, 16.0)];
    let picture = drawn(|_| vec![plain(corners, Color32::BLACK)]);
    assert!(count(&picture, [0, 0, 0, 255]) > 200);
}

#[test]
fn a_texture_is_shown_as_it_is_and_filtered_where_it_is_larger() {
    let whole = [pos2(0.0, 0.0), pos2(1.0, 0.0), pos2(1.0, 1.0), pos2(0.0, 1.0)];
    let square = |side: f32| [pos2(0.0, 0.0), pos2(side, 0.0), pos2(side, side), pos2(0.0, side)];
    let picture = drawn(|context| {
        let image = ColorImage::new([2, 2], [0, 80, 160, 240].map(Color32::from_gray).to_vec());
        let texture = context.load_texture("four", image, TextureOptions::LINEAR);
        // It goes with its last handle.
        let id = texture.id();
        context.data_mut(|data| data.insert_temp(egui::Id::unique("four"), texture));
        vec![
            quad(square(8.0), Color32::WHITE, id, whole),
            quad(square(8.0).map(|at| at + vec2(16.0, 16.0)), Color32::WHITE, id, whole),
            quad(square(2.0).map(|at| at + vec2(10.0, 0.0)), Color32::WHITE, id, whole),
        ]
    });
    let grey = |x: u32, y: u32| picture.get_pixel(x, y).0[0];
    assert_eq!([grey(10, 0), grey(11, 0), grey(10, 1), grey(11, 1)], [0, 80, 160, 240]);
    assert_eq!([grey(0, 0), grey(7, 0), grey(0, 7), grey(7, 7)], [0, 80, 160, 240], "the edge goes on");
    let row: Vec<u8> = (16..24).map(|x| grey(x, 16)).collect();
    assert!(row.is_sorted() && row[3] > 20 && row[4] < 60, "{row:?}");
}
