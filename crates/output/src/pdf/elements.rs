//! The elements of a document's structure. Scenes that are placed many times share theirs.

use super::pages::Page;
use crate::scene::{Element, Scene};
use crate::units::Rect;

/// The structure of a document: the elements of scenes, one scene after the other. Those of a whole deck take much memory, and are
/// therefore not copied for each card.
#[derive(Clone, Debug, Default)]
pub struct Structure<'a> {
    /// The elements of scenes, each with the number of the first.
    runs: Vec<(usize, &'a [Element])>,
    length: usize,
}

impl<'a> Structure<'a> {
    /// Creates it for a document with its own structure: scenes refer to its elements, and are placed once.
    pub fn of(elements: &'a [Element]) -> Self {
        let mut structure = Self::default();
        structure.add(elements);
        structure
    }

    /// Creates it for a document whose scenes have their own structures: one per placement, in the order of the pages.
    /// Each placement learns where its elements begin.
    pub fn placed(pages: &mut [Page], scenes: &[(&'a Scene, Rect)]) -> Self {
        let mut structure = Self::default();
        for placed in pages.iter_mut().flat_map(|page| &mut page.placed) {
            placed.structure = structure.length;
            structure.add(&scenes[placed.scene].0.structure);
        }
        structure
    }

    fn add(&mut self, elements: &'a [Element]) {
        if !elements.is_empty() {
            self.runs.push((self.length, elements));
            self.length += elements.len();
        }
    }

    /// Returns the number of elements.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Returns an element by its number.
    ///
    /// # Panics
    /// The number is unknown.
    pub(super) fn get(&self, number: usize) -> &'a Element {
        let (first, elements) = self.run(number);
        &elements[number - first]
    }

    /// Returns the number of an element's parent; `None` at the top level of the document.
    ///
    /// # Panics
    /// The number is unknown.
    pub(super) fn parent(&self, number: usize) -> Option<usize> {
        let (first, elements) = self.run(number);
        elements[number - first].parent.map(|parent| parent + first)
    }

    fn run(&self, number: usize) -> (usize, &'a [Element]) {
        let after = self.runs.partition_point(|(first, _)| *first <= number);
        self.runs[after - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::Placement;

    #[test]
    fn a_scene_that_is_placed_twice_has_its_elements_twice() {
        let element = |role, parent| Element { role, parent, ..Element::default() };
        let scene = Scene { structure: vec![element("Sect", None), element("H1", Some(0))], ..Scene::default() };
        let placed = |scene| Placement { scene, ..Placement::default() };
        let mut pages = [Page { placed: vec![placed(0), placed(1), placed(0)], ..Page::default() }];
        let plain = Scene::default();
        let all = Structure::placed(&mut pages, &[(&scene, Rect::default()), (&plain, Rect::default())]);
        let parents: Vec<Option<usize>> = (0..all.len()).map(|number| all.parent(number)).collect();
        assert_eq!(parents, [None, Some(0), None, Some(2)]);
        assert_eq!((0..all.len()).map(|number| all.get(number).role).collect::<Vec<_>>(), ["Sect", "H1", "Sect", "H1"]);
        assert_eq!(pages[0].placed.iter().map(|placed| placed.structure).collect::<Vec<_>>(), [0, 2, 2]);
    }
}
