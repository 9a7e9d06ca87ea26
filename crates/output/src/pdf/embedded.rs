//! Pictures and drawings within art.

use kurbo::{Affine, Rect};

use super::PdfError;
use super::art::Walk;
use super::forms::Form;
use super::image::Image;
use crate::diagnostic::Code;
use crate::raster;
use crate::scene::blends;

impl Walk<'_> {
    pub(super) fn image(&mut self, image: &usvg::Image, node: &usvg::Node) -> Result<(), PdfError> {
        if !image.is_visible() {
            return Ok(());
        }
        let press = self.frame.press();
        let picture = match image.kind() {
            // A drawing within a drawing is painted apart.
            usvg::ImageKind::SVG(tree) if self.frame.as_pixels(tree.root()) => {
                return self.node_as_pixels(node, usvg::BlendMode::Normal);
            }
            usvg::ImageKind::SVG(tree) if blends(tree.root()) => {
                let (bounds, space) = (self.bounds, self.frame.space(tree.root()));
                let mut walk = self.inner(bounds, self.frame.luminance);
                walk.children(tree.root())?;
                self.form(Form::new(bounds, walk.content, walk.resources, Some(space)));
                return Ok(());
            }
            usvg::ImageKind::SVG(tree) => return self.children(tree.root()),
            _ if self.frame.luminance || self.is_coarse(image) => {
                return self.node_as_pixels(node, usvg::BlendMode::Normal);
            }
            kind => Image::of_art(self.frame.art, kind, self.share(image), press),
        };
        let file = self.frame.art.file();
        let Some(mut picture) = picture else {
            return Err(PdfError::Art(
                Code::PRESS_PICTURE,
                format!("{file}: unreadable embedded image: save it as PNG or JPEG"),
            ));
        };
        picture.smooth(is_smooth(image));
        let (width, height) = (image.size().width().into(), image.size().height().into());
        self.picture(picture, self.map, Rect::new(0.0, 0.0, width, height));
        Ok(())
    }

    /// Returns the share of a picture's sides that is printed; all of it if its pixels are meant to be visible.
    fn share(&self, image: &usvg::Image) -> f64 {
        if is_smooth(image) { self.map.determinant().abs().sqrt() * self.frame.dots } else { 1.0 }
    }

    /// True if the resolution of a picture is so low that it is smoothed here: readers do that in different ways, or
    /// not at all.
    fn is_coarse(&self, image: &usvg::Image) -> bool {
        /// Pixels of the print in a dot of the picture: under 100 dpi.
        const COARSE: f64 = 6.0;
        let scale = self.map.determinant().abs().sqrt() * self.frame.dots;
        let inks = self.frame.art.original(image.kind()).is_some_and(|file| raster::is_cmyk(file));
        is_smooth(image) && scale > COARSE && !inks
    }

    /// Lays a picture onto a rectangle of a space that is mapped to the form's.
    pub fn picture(&mut self, picture: Image, map: Affine, onto: Rect) {
        let name = format!("I{}", self.resources.images.len());
        self.content.save();
        // A picture is one unit high and wide and is on its lower edge.
        let unit = Affine::new([onto.width(), 0.0, 0.0, -onto.height(), onto.x0, onto.y1]);
        self.content.transform(map * unit);
        self.content.draw(&name);
        self.content.restore();
        self.resources.images.push((name, picture));
    }
}

/// True if a picture is smoothed when enlarged.
fn is_smooth(image: &usvg::Image) -> bool {
    use usvg::ImageRendering::{CrispEdges, OptimizeSpeed, Pixelated};
    !matches!(image.rendering_mode(), CrispEdges | OptimizeSpeed | Pixelated)
}
