//! Rulings: paragraphs that each have a number of their own in the margin.

use super::blocks::Column;
use super::model::Paragraph;
use super::setter::Setter;
use super::slab::Slab;

impl Setter<'_> {
    /// A list of rulings; in the structure its labels are the numbers.
    pub(super) fn rulings(&mut self, rulings: &[Paragraph], column: Column) -> Vec<Slab> {
        let outer = self.parent;
        let list = self.element("L", outer, None);
        let mut slabs = Vec::new();
        for ruling in rulings {
            let item = self.element("LI", Some(list), None);
            self.parent = Some(self.element("LBody", Some(item), None));
            let mut set = self.paragraph(&Paragraph { number: None, ..ruling.clone() }, column, !slabs.is_empty());
            self.parent = Some(item);
            self.number(&mut set, ruling);
            slabs.append(&mut set);
        }
        self.parent = outer;
        slabs
    }
}
