//! Masks and clip paths: a clip where a single area defines it, otherwise a greyscale picture, as drawn outlines.

use kurbo::{Affine, BezPath, Rect, Shape as _};

use super::PdfError;
use super::art::Walk;
use super::forms::Form;
use crate::face::{affine, outline};
use crate::game::Colour;

impl Walk<'_> {
    /// Returns the areas that a clip path consists of, each cutting off more; `None` if areas aren't enough.
    pub(super) fn areas(&self, clip: &usvg::ClipPath) -> Option<Vec<(BezPath, bool)>> {
        let mut areas = match clip.clip_path() {
            Some(outer) => self.areas(outer)?,
            None => Vec::new(),
        };
        let mut found = Vec::new();
        if !only_areas(clip.root(), self.map * affine(clip.transform()), &mut found) || found.len() > 1 {
            return None;
        }
        // Nothing is inside: nothing is drawn.
        areas.push(found.pop().unwrap_or_else(|| (Rect::ZERO.to_path(0.1), false)));
        Some(areas)
    }

    /// Converts a clip path to a form that is white inside.
    pub(super) fn clip_form(&self, clip: &usvg::ClipPath, bounds: Rect) -> Result<Form, PdfError> {
        let mut walk = self.inner(bounds, true);
        walk.content.fill(Colour::WHITE);
        walk.mapped(affine(clip.transform()), |walk| walk.white(clip.root()))?;
        let form = Form::new(bounds, walk.content, walk.resources, Some("DeviceGray"));
        match clip.clip_path() {
            Some(outer) => self.clipped(form, outer, bounds),
            None => Ok(form),
        }
    }

    /// Clips a form by a clip path.
    fn clipped(&self, form: Form, clip: &usvg::ClipPath, bounds: Rect) -> Result<Form, PdfError> {
        let mut about = self.inner(bounds, true);
        match self.areas(clip) {
            Some(areas) => areas.iter().for_each(|(area, even_odd)| about.content.clip_path(area, *even_odd)),
            None => {
                let mask = self.clip_form(clip, bounds)?;
                about.state(1.0, usvg::BlendMode::Normal, Some(("Luminosity", mask)));
            }
        }
        about.form(form);
        Ok(Form::new(bounds, about.content, about.resources, Some("DeviceGray")))
    }

    /// Fills all areas of a clip path with white.
    fn white(&mut self, group: &usvg::Group) -> Result<(), PdfError> {
        for node in group.children() {
            match node {
                usvg::Node::Path(path) if path.is_visible() => {
                    let Some(fill) = path.fill() else { continue };
                    let area = self.placed(path.data());
                    self.content.fill_path(&area, fill.rule() == usvg::FillRule::EvenOdd);
                }
                usvg::Node::Text(text) => self.white(text.flattened())?,
                usvg::Node::Group(group) => self.mapped(affine(group.transform()), |walk| {
                    let Some(clip) = group.clip_path() else { return walk.white(group) };
                    let bounds = walk.bounds;
                    let mut inner = walk.inner(bounds, true);
                    inner.content.fill(Colour::WHITE);
                    inner.white(group)?;
                    let form = Form::new(bounds, inner.content, inner.resources, Some("DeviceGray"));
                    let form = walk.clipped(form, clip, bounds)?;
                    walk.form(form);
                    Ok(())
                })?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Converts a mask to a form, and returns which of its parts is the mask.
    pub(super) fn mask_form(&self, mask: &usvg::Mask) -> Result<(&'static str, Form), PdfError> {
        let luminance = self.frame.luminance || mask.kind() == usvg::MaskType::Luminance;
        let space = match self.frame.press {
            _ if luminance => "DeviceGray",
            Some(_) => "DeviceCMYK",
            None => "DeviceRGB",
        };
        let bounds = self.box_of(mask.rect());
        let rect = mask.rect();
        let rect = Rect::new(rect.left().into(), rect.top().into(), rect.right().into(), rect.bottom().into());
        let mut walk = self.inner(bounds, luminance);
        walk.content.clip_path(&(self.map * rect.to_path(0.1)), false);
        walk.children(mask.root())?;
        let mut form = Form::new(bounds, walk.content, walk.resources, Some(space));
        if let Some(outer) = mask.mask() {
            let outer = self.mask_form(outer)?;
            let mut about = self.inner(bounds, luminance);
            about.state(1.0, usvg::BlendMode::Normal, Some(outer));
            about.form(form);
            form = Form::new(bounds, about.content, about.resources, Some(space));
        }
        let part = if mask.kind() == usvg::MaskType::Luminance { "Luminosity" } else { "Alpha" };
        Ok((part, form))
    }
}

/// Collects the areas of a clip path; false where its parts have clip paths of their own.
fn only_areas(group: &usvg::Group, map: Affine, into: &mut Vec<(BezPath, bool)>) -> bool {
    group.children().iter().all(|node| match node {
        usvg::Node::Group(group) => {
            group.clip_path().is_none() && only_areas(group, map * affine(group.transform()), into)
        }
        usvg::Node::Path(path) => {
            if let (true, Some(fill)) = (path.is_visible(), path.fill()) {
                let area = map * outline(path.data());
                into.push((area, fill.rule() == usvg::FillRule::EvenOdd));
            }
            true
        }
        usvg::Node::Text(text) => only_areas(text.flattened(), map, into),
        usvg::Node::Image(_) => true,
    })
}

/// Returns the luminance of a colour, as masks weigh it.
pub(super) fn luminance([red, green, blue]: [u8; 3]) -> u8 {
    let light = 0.2125 * f32::from(red) + 0.7154 * f32::from(green) + 0.0721 * f32::from(blue);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of bytes")]
    let light = light.round() as u8;
    light
}
