//! Renders egui's output to pixels on the processor: the same on every machine.
//!
//! The rules are those of graphics cards: a triangle covers the pixels whose centres are inside, an edge between two
//! triangles belongs to one of them, colours between corners are interpolated, textures are filtered. Colours are
//! blended as stored, as egui expects.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, Primitive};
use egui::{Context, FullOutput, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;

use crate::texture::Texture;
use crate::triangle::{Corner, Surface};

/// The textures of one window.
#[derive(Default)]
pub struct Painter {
    textures: HashMap<TextureId, Texture>,
}

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        #[allow(clippy::iter_over_hash_type, reason = "textures have nothing to do with each other")]
        for (id, images) in delta.set.drain() {
            for image in images {
                match image.pos {
                    None => drop(self.textures.insert(id, Texture::new(&image))),
                    Some(at) => self.textures.get_mut(&id).expect("only what is there is changed").change(at, &image),
                }
            }
        }
        self.textures.retain(|id, _| !delta.free.contains(id));
        delta.free.clear();
    }

    fn render(&mut self, context: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = context.pixels_per_point();
        let size = context.content_rect().size() * scale;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the size of a window in pixels")]
        let mut surface = Surface::new(size.x.round() as usize, size.y.round() as usize);
        for ClippedPrimitive { clip_rect, primitive } in context.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = primitive else { return Err("a callback draws with a graphics card".into()) };
            let texture =
                self.textures.get(&mesh.texture_id).ok_or_else(|| format!("no texture {:?}", mesh.texture_id))?;
            let clip = Rect::from_min_max(clip_rect.min * scale, clip_rect.max * scale);
            let corners: Vec<Corner> = mesh.vertices.iter().map(|vertex| Corner::new(vertex, scale)).collect();
            for triangle in mesh.indices.chunks_exact(3) {
                let corner = |index: u32| corners[index as usize];
                surface.fill([corner(triangle[0]), corner(triangle[1]), corner(triangle[2])], texture, clip);
            }
        }
        Ok(surface.into_image())
    }
}
