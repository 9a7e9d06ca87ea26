//! Rulings: paragraphs that each have a number of their own in the margin.

use super::blocks::Column;
use super::model::Paragraph;
use super::slab::Slab;
use super::typesetter::Typesetter;
use crate::scene::Attribute;

impl Typesetter<'_> {
    /// Sets a list of rulings, which may follow a paragraph; in the structure its labels are the numbers.
    pub(super) fn rulings(&mut self, rulings: &[Paragraph], column: Column, follows: bool) -> Vec<Slab> {
        let outer = self.parent;
        let list = self.element_with("L", outer, vec![Attribute::ListNumbering("None")]);
        let mut slabs = Vec::new();
        for ruling in rulings {
            let item = self.element("LI", Some(list), None);
            self.parent = Some(self.element("LBody", Some(item), None));
            let indented = follows || !slabs.is_empty();
            let mut set = self.paragraph(&Paragraph { number: None, ..ruling.clone() }, column, indented);
            let label = self.element("Lbl", Some(item), None);
            self.number(&mut set, ruling, label);
            slabs.append(&mut set);
        }
        self.parent = outer;
        slabs
    }
}
