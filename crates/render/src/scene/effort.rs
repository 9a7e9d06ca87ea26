//! Cost of a drawing's filters.
//!
//! Some look at so many neighbours of each pixel that a drawing at print resolution would take hours. Such a drawing
//! gets fewer pixels.

use usvg::filter::Kind;
use usvg::{Group, Node, Transform};

/// Steps for a drawing at most: some seconds.
const MOST: f64 = 2e9;
/// Steps of noise for a pixel in an octave, for all of its channels.
const NOISE: f64 = 60.0;

/// The steps that filters take, by how many pixels a unit of the drawing has.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    /// Filters that grow or shrink: their region and reach, both in units across and down.
    spreading: Vec<[(f64, f64); 2]>,
    /// Steps for a pixel in a square unit.
    noise: f64,
}

impl Effort {
    pub fn of(root: &Group) -> Self {
        let mut effort = Self::default();
        effort.add(root, Transform::identity());
        effort
    }

    /// Adds a group `within` the drawing. Groups of an embedded drawing only know their position in that.
    fn add(&mut self, group: &Group, within: Transform) {
        let map = within.pre_concat(group.abs_transform());
        let (across, down) = (f64::from(map.sx.hypot(map.ky)), f64::from(map.kx.hypot(map.sy)));
        for primitive in group.filters().iter().flat_map(|filter| filter.primitives()) {
            let region = primitive.rect();
            let (width, height) = (f64::from(region.width()) * across, f64::from(region.height()) * down);
            match primitive.kind() {
                Kind::Morphology(spread) => {
                    let (x, y) = (f64::from(spread.radius_x().get()), f64::from(spread.radius_y().get()));
                    self.spreading.push([(width, height), (x * across, y * down)]);
                }
                Kind::Turbulence(noise) => self.noise += width * height * f64::from(noise.num_octaves()) * NOISE,
                _ => {}
            }
        }
        for node in group.children() {
            if let Node::Group(group) = node {
                self.add(group, within);
            }
            let within = within.pre_concat(node.abs_transform());
            node.subroots(|root| self.add(root, within));
        }
    }

    /// Returns the number of steps at `pixels` per unit.
    fn steps(&self, pixels: f64) -> f64 {
        let side = |length: f64| (length * pixels).max(1.0);
        let spread = |[(width, height), (x, y)]: &[(f64, f64); 2]| {
            let (width, height) = (side(*width), side(*height));
            let looks = |reach: f64, length: f64| (2.0 * reach * pixels + 1.0).min(length);
            width * height * looks(*x, width) * looks(*y, height)
        };
        self.spreading.iter().map(spread).sum::<f64>() + self.noise * pixels * pixels
    }

    /// See [`super::Art::affordable`].
    pub fn affordable(&self, mut pixels: f64) -> f64 {
        // A region without an end is too large with however few.
        while self.steps(pixels) > MOST && pixels > 1e-9 {
            pixels *= 0.9;
        }
        pixels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(svg: &str) -> Effort {
        Effort::of(usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap().root())
    }

    fn effort(filter: &str) -> Effort {
        of(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\"><filter id=\"f\">{filter}</filter>\
             <g transform=\"scale(2)\"><rect filter=\"url(#f)\" width=\"100\" height=\"100\"/></g></svg>"
        ))
    }

    #[test]
    fn a_filter_that_looks_far_around_has_fewer_pixels() {
        let fine = 1500.0 / 200.0;
        for quick in ["<feGaussianBlur stdDeviation=\"90\"/>", "<feMorphology radius=\".5\"/>"] {
            assert_eq!(effort(quick).affordable(fine), fine, "{quick}");
        }
        let wide = effort("<feMorphology radius=\"10\"/>");
        let less = wide.affordable(fine);
        assert!(less < fine / 2.0 && less > fine / 4.0, "{less}");
        assert!(wide.steps(less) <= MOST);
        let wider = effort("<feMorphology radius=\"300\"/>").affordable(fine);
        assert!(wider < less && wider > 0.5, "{wider}");
    }

    #[test]
    fn what_lies_in_a_drawing_within_it_or_in_a_mask_counts_as_it_is_enlarged() {
        let fine = 1500.0 / 200.0;
        let direct = effort("<feMorphology radius=\"10\"/>").affordable(fine);
        let small = "<filter id='f'><feMorphology radius='2'/></filter><rect filter='url(#f)' width='20' height='20'/>";
        let nested = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>{small}</svg>");
        let nested = nested.replace('<', "%3C").replace('>', "%3E").replace('#', "%23");
        let image = format!("<image width='200' height='200' href=\"data:image/svg+xml;utf8,{nested}\"/>");
        let mask = format!(
            "<mask id='m' maskUnits='userSpaceOnUse' width='20' height='20'>{small}</mask>\
             <g transform='scale(10)'><rect mask='url(#m)' width='20' height='20'/></g>"
        );
        for inside in [image, mask] {
            let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'>{inside}</svg>");
            let there = of(&svg).affordable(fine);
            assert!((there / direct - 1.0).abs() < 0.01, "{inside}: {there} and not {direct}");
        }
    }

    #[test]
    fn noise_of_many_octaves_has_fewer_pixels() {
        assert_eq!(effort("<feTurbulence baseFrequency=\".1\" numOctaves=\"5\"/>").affordable(5.0), 5.0);
        assert!(effort("<feTurbulence baseFrequency=\".1\" numOctaves=\"200\"/>").affordable(5.0) < 2.5);
    }
}
