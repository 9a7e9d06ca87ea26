//! The structure of a document, for screen readers and phones: headings, paragraphs, tables, figures, links.
//!
//! Elements are in the order of their content in the book or on the sheets.

use std::collections::{BTreeMap, HashSet};

use lopdf::{Dictionary, Object, ObjectId, dictionary};
use smallvec::SmallVec;

use super::builder::PdfBuilder;
use super::elements::Structure;
use super::fonts::real;
use super::object::{write_entry, write_number, write_reference};
use super::outline::text;
use crate::scene::Attribute;

/// Marked content: its location, and the elements of its parts in order.
pub(super) struct Marked {
    pub page: ObjectId,
    /// Form that contains it; `None` for the page itself.
    pub form: Option<ObjectId>,
    pub elements: Vec<usize>,
    /// Drawn part of elements, in points of the page: element, left, bottom, right, top.
    pub boxes: Vec<(usize, kurbo::Rect)>,
}

/// An annotation that belongs to an element.
pub(super) struct Linked {
    pub page: ObjectId,
    pub annotation: ObjectId,
    pub element: usize,
}

/// A thing that an element holds.
#[derive(Clone, Copy)]
enum Kid {
    Element(usize),
    /// Marked content of a page.
    Mark(ObjectId, u32),
    /// Marked content of a form on a page.
    FormMark(ObjectId, ObjectId, u32),
    /// An annotation of a page.
    Annotation(ObjectId, ObjectId),
}

/// Content of an element: for most of many thousand it is one thing.
type Kids = SmallVec<[Kid; 1]>;

/// The elements in the making.
struct Tree<'a> {
    elements: &'a Structure<'a>,
    ids: Vec<ObjectId>,
    /// Children of each element; last, those of the document.
    kids: Vec<Kids>,
    /// Elements that already are children of their parents.
    held: Vec<bool>,
}

impl Tree<'_> {
    fn parent(&self, element: usize) -> usize {
        self.elements.parent(element).unwrap_or(self.elements.len())
    }

    /// Puts an element after all that its parent holds by now, and so on outwards.
    fn hold(&mut self, element: usize) {
        if std::mem::replace(&mut self.held[element], true) {
            return;
        }
        let parent = self.parent(element);
        if parent < self.elements.len() {
            self.hold(parent);
        }
        self.kids[parent].push(Kid::Element(element));
    }

    /// Keeps empty cells, which fill their column, and removes all other empty elements.
    fn hold_empty_cells(&mut self) {
        for number in 0..self.elements.len() {
            let parent = self.parent(number);
            let is_cell = matches!(self.elements.get(number).role, "TD" | "TH");
            if self.held[number] || !is_cell || parent == self.elements.len() || !self.held[parent] {
                continue;
            }
            self.held[number] = true;
            let later = |kid: &Kid| matches!(kid, Kid::Element(other) if *other > number);
            let at = self.kids[parent].iter().position(later).unwrap_or(self.kids[parent].len());
            self.kids[parent].insert(at, Kid::Element(number));
        }
    }

    /// Returns the page of an element's marks, if it has any.
    fn page(&self, element: usize) -> Option<ObjectId> {
        self.kids[element].iter().find_map(|kid| if let Kid::Mark(page, _) = kid { Some(*page) } else { None })
    }

    /// Writes what an element holds: one thing, or a list of them.
    fn write_kids(&self, out: &mut Vec<u8>, element: usize) {
        let page = self.page(element);
        match self.kids[element].as_slice() {
            [kid] => self.write_kid(out, *kid, page, true),
            kids => {
                out.push(b'[');
                for (index, kid) in kids.iter().enumerate() {
                    self.write_kid(out, *kid, page, index > 0);
                }
                out.push(b']');
            }
        }
    }

    /// Writes a child of an element, whose marks are on a page; after a space if it `follows` something.
    fn write_kid(&self, out: &mut Vec<u8>, kid: Kid, page: Option<ObjectId>, follows: bool) {
        let blank: &[u8] = if follows { b" " } else { b"" };
        match kid {
            Kid::Element(number) => {
                out.extend(blank);
                write_reference(out, self.ids[number]);
            }
            Kid::Mark(on, mark) if Some(on) == page => {
                out.extend(blank);
                write_number(out, mark);
            }
            Kid::Mark(on, mark) => {
                out.extend(b"<</Type/MCR/Pg ");
                write_reference(out, on);
                out.extend(b"/MCID ");
                write_number(out, mark);
                out.extend(b">>");
            }
            Kid::FormMark(on, form, mark) => {
                out.extend(b"<</Type/MCR/Pg ");
                write_reference(out, on);
                out.extend(b"/Stm ");
                write_reference(out, form);
                out.extend(b"/MCID ");
                write_number(out, mark);
                out.extend(b">>");
            }
            Kid::Annotation(on, annotation) => {
                out.extend(b"<</Type/OBJR/Pg ");
                write_reference(out, on);
                out.extend(b"/Obj ");
                write_reference(out, annotation);
                out.extend(b">>");
            }
        }
    }

    /// Writes an element that is a part of `parent`.
    fn write(&self, out: &mut Vec<u8>, number: usize, role: &str, parent: ObjectId, bounds: Option<kurbo::Rect>) {
        out.extend(b"<</S/");
        out.extend(role.as_bytes());
        out.extend(b"/P ");
        write_reference(out, parent);
        if !self.kids[number].is_empty() {
            out.extend(b"/K");
            self.write_kids(out, number);
        }
        if let Some(page) = self.page(number) {
            out.extend(b"/Pg ");
            write_reference(out, page);
        }
        let element = self.elements.get(number);
        if role == NOTE {
            write_entry(out, b"ID", &Object::string_literal(note_id(number)));
        }
        if let Some(words) = &element.alternative {
            write_entry(out, b"Alt", &text(words));
        }
        if let Some(attributes) = attributes(&element.attributes, bounds) {
            write_entry(out, b"A", &attributes);
        }
        out.extend(b">>");
    }
}

/// The role of footnotes, each of which has an id.
const NOTE: &str = "Note";

/// Returns the id of a footnote; ids are in the order of their names.
fn note_id(element: usize) -> String {
    format!("note-{element:09}")
}

/// Puts the structure into the document and points to it from the catalog. `marked` comes in the order of reading.
pub(super) fn add(
    builder: &mut PdfBuilder,
    elements: &Structure<'_>,
    marked: &[Marked],
    linked: &[Linked],
) -> Result<(), lopdf::Error> {
    let document = &mut builder.document;
    let (root, whole) = (document.new_object_id(), document.new_object_id());
    let ids: Vec<ObjectId> = (0..elements.len()).map(|_| document.new_object_id()).collect();
    let mut tree =
        Tree { elements, ids, kids: vec![Kids::new(); elements.len() + 1], held: vec![false; elements.len()] };
    let mut parents: Vec<Object> = Vec::new();
    let mut boxes: BTreeMap<usize, kurbo::Rect> = BTreeMap::new();
    let mut next = 0_i64;
    for content in marked {
        for (mark, element) in (0_u32..).zip(&content.elements) {
            tree.hold(*element);
            let kid = match content.form {
                Some(form) => Kid::FormMark(content.page, form, mark),
                None => Kid::Mark(content.page, mark),
            };
            tree.kids[*element].push(kid);
        }
        for (element, bounds) in &content.boxes {
            boxes.entry(*element).and_modify(|known| *known = known.union(*bounds)).or_insert(*bounds);
        }
        let owners = builder.document.new_object_id();
        builder.record(owners, |out| {
            out.push(b'[');
            for (index, element) in content.elements.iter().enumerate() {
                tree.write_kid(out, Kid::Element(*element), None, index > 0);
            }
            out.push(b']');
        });
        parents.extend([next.into(), owners.into()]);
        let holder = content.form.unwrap_or(content.page);
        builder.document.get_dictionary_mut(holder)?.set("StructParents", next);
        next += 1;
    }
    for link in linked {
        tree.hold(link.element);
        tree.kids[link.element].push(Kid::Annotation(link.page, link.annotation));
        parents.extend([next.into(), tree.ids[link.element].into()]);
        builder.document.get_dictionary_mut(link.annotation)?.set("StructParent", next);
        next += 1;
    }
    tree.hold_empty_cells();
    let leading: HashSet<usize> = linked.iter().map(|link| link.element).collect();
    for number in (0..elements.len()).filter(|number| tree.held[*number]) {
        let role = elements.get(number).role;
        let leads_nowhere = |number| !leading.contains(&number);
        // In a document without links, their words are words like others.
        let role = if role == "Link" && leads_nowhere(number) { "Span" } else { role };
        let parent = elements.parent(number).map_or(whole, |parent| tree.ids[parent]);
        let bounds = boxes.get(&number).copied().filter(|_| matches!(role, "Figure" | "Formula"));
        builder.record(tree.ids[number], |out| tree.write(out, number, role, parent, bounds));
    }
    builder.record(whole, |out| {
        out.extend(b"<</S/Document/P ");
        write_reference(out, root);
        out.extend(b"/K");
        tree.write_kids(out, elements.len());
        out.extend(b">>");
    });
    let is_note = |number: &usize| tree.held[*number] && elements.get(*number).role == NOTE;
    let notes = (0..elements.len()).filter(is_note);
    let names: Vec<Object> =
        notes.flat_map(|number| [Object::string_literal(note_id(number)), tree.ids[number].into()]).collect();
    let document = &mut builder.document;
    let parents = document.add_object(dictionary! { "Nums" => parents });
    document.set_object(
        root,
        dictionary! {
            "Type" => "StructTreeRoot", "K" => whole, "ParentTree" => parents, "ParentTreeNextKey" => next,
        },
    );
    if !names.is_empty() {
        let ids = document.add_object(dictionary! { "Names" => names });
        document.get_dictionary_mut(root)?.set("IDTree", ids);
    }
    let catalog = document.catalog_mut()?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

/// Writes attributes by owner; `None` if there are none.
fn attributes(list: &[Attribute], bounds: Option<kurbo::Rect>) -> Option<Object> {
    let mut owners: Vec<Dictionary> = Vec::new();
    let mut add = |owner: &'static str, key: &'static str, value: Object| {
        let is_it =
            |known: &&mut Dictionary| known.get(b"O").and_then(Object::as_name).is_ok_and(|is| is == owner.as_bytes());
        match owners.iter_mut().find(is_it) {
            Some(known) => known.set(key, value),
            None => owners.push(dictionary! { "O" => owner, key => value }),
        }
    };
    for attribute in list {
        match attribute {
            Attribute::Scope(of) => add("Table", "Scope", (*of).into()),
            Attribute::ColSpan(columns) => add("Table", "ColSpan", i64::try_from(*columns).unwrap_or(1).into()),
            Attribute::RowSpan(rows) => add("Table", "RowSpan", i64::try_from(*rows).unwrap_or(1).into()),
            Attribute::ListNumbering(kind) => add("List", "ListNumbering", (*kind).into()),
        }
    }
    if let Some(bounds) = bounds {
        let corners: Vec<Object> = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(real).to_vec();
        add("Layout", "BBox", corners.into());
        add("Layout", "Placement", "Block".into());
    }
    match owners.len() {
        0 => None,
        1 => owners.pop().map(Object::from),
        _ => Some(owners.into_iter().map(Object::from).collect::<Vec<_>>().into()),
    }
}
