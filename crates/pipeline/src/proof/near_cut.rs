//! Marks and knotwork too near the cut.

use kurbo::PathEl;

use super::laid::Laid;
use crate::game::{CardFormat, CutShape};
use crate::scene::Content;
use crate::units::{Mm, Point};

/// A tenth of a millimetre less than the bleed still runs out on purpose.
const SLACK: Mm = Mm::new(0.1);

/// Returns the distance by which signs and interlace leave the safe zone, if they do. Content that extends through the
/// bleed is meant to be cut.
pub(super) fn beyond(laid: &Laid<'_>, shape: &CutShape, format: &CardFormat) -> Option<Mm> {
    let Content::Shapes(shapes) = &laid.drawing.content else { return None };
    let drawn = laid.whole()?;
    let (left, top, right, bottom) = (Mm::new(drawn.x0), Mm::new(drawn.y0), Mm::new(drawn.x1), Mm::new(drawn.y1));
    let bleed = format.bleed - SLACK;
    let short = if *shape == CutShape::Rect {
        let cut = format.cut();
        let sides = [cut.x - left, cut.y - top, right - cut.right(), bottom - cut.bottom()];
        sides.into_iter().filter(|out| *out < bleed).reduce(Mm::max)?
    } else {
        let ink = shapes.iter().flat_map(|shape| shape.path.elements()).filter_map(PathEl::end_point);
        let ink = ink.map(|at| laid.place * at).map(|at| Point::new(Mm::new(at.x), Mm::new(at.y)));
        let outermost = ink.map(|at| shape.outside(format, at)).reduce(Mm::max)?;
        if outermost >= bleed {
            return None;
        }
        outermost
    };
    (short + format.safe > Mm::new(0.01)).then_some(short + format.safe)
}

#[cfg(test)]
mod tests {
    use kurbo::Affine;

    use super::super::LintCache;
    use super::*;
    use crate::game::Colour;
    use crate::scene::{Drawing, Item, Scene, stretch};
    use crate::units::Rect;

    fn beyond_poker(item: Item) -> Option<Mm> {
        let scene = Scene { items: vec![item], ..Scene::default() };
        beyond(&Laid::of(&scene, &LintCache::default())[0], &CutShape::Rect, &CardFormat::POKER)
    }

    fn told(rect: Rect) -> Option<f64> {
        let drawing = Drawing::unit_square(Colour::Black);
        let place = stretch(drawing.bounds, rect);
        beyond_poker(Item::Drawing { drawing, place, clip: None }).map(|by| (by.get() * 100.0).round() / 100.0)
    }

    #[test]
    fn a_sign_stays_inside_the_safe_zone_or_runs_out() {
        assert_eq!(told(Rect::mm(3.2, 3.2, 57.1, 82.5)), None, "all of the safe zone");
        assert_eq!(told(Rect::mm(2.4, 10.0, 4.0, 4.0)), Some(0.8));
        assert_eq!(told(Rect::mm(10.0, 84.0, 4.0, 4.0)), Some(2.3));
        assert_eq!(told(Rect::mm(-3.0, 40.0, 69.5, 3.0)), None, "a band from bleed to bleed");
        assert_eq!(told(Rect::mm(-3.0, 1.0, 69.5, 3.0)), Some(2.2), "such a band along the upper edge");
        assert_eq!(told(Rect::mm(-1.0, 10.0, 9.0, 9.0)), Some(4.2), "it ends between the cut and the bleed");
    }

    #[test]
    fn it_is_the_ink_that_counts_not_the_view_box() {
        let path = kurbo::Shape::to_path(&kurbo::Rect::new(40.0, 40.0, 60.0, 60.0), 0.1);
        let shape = crate::shape::Shape { path, colour: Colour::Black, even_odd: false };
        let drawing = Drawing::shapes(vec![shape], kurbo::Rect::new(0.0, 0.0, 100.0, 100.0));
        let item = Item::Drawing { drawing, place: Affine::scale(0.1), clip: None };
        assert_eq!(beyond_poker(item), None);
    }
}
