//! Ways through a document, as PDF writes them: its outline, the links on its pages, the names of its pages.

use lopdf::{Dictionary, Object, ObjectId, StringFormat, dictionary};

use super::builder::PdfBuilder;
use super::fonts::real;
use crate::scene::{Destination, Lead, Link, OutlineEntry};
use crate::units::{Mm, Rect};

/// Page label from one page on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The first of these pages, counted from 0.
    pub page: usize,
    /// Text before the number, or instead of it.
    pub prefix: &'static str,
    /// The number of the first page; the others follow. `None` for pages without numbers.
    pub first: Option<usize>,
}

/// Puts the names of the pages into the document.
pub(super) fn label(builder: &mut PdfBuilder, labels: &[Label]) -> Result<(), lopdf::Error> {
    if labels.is_empty() {
        return Ok(());
    }
    let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let mut numbers: Vec<Object> = Vec::new();
    for label in labels {
        let mut range = Dictionary::new();
        if !label.prefix.is_empty() {
            range.set("P", Object::string_literal(label.prefix));
        }
        if let Some(first) = label.first {
            range.set("S", "D");
            range.set("St", whole(first));
        }
        numbers.extend([whole(label.page).into(), range.into()]);
    }
    let labels = builder.dictionary(dictionary! { "Nums" => numbers });
    builder.document.catalog_mut()?.set("PageLabels", labels);
    Ok(())
}

/// Encodes a text for the document's metadata: plain if it is ASCII, else in UTF-16.
pub(super) fn text(words: &str) -> Object {
    if words.is_ascii() {
        return Object::string_literal(words);
    }
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(words.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}

/// The pages' objects and heights, by which places are found.
pub(super) struct PageMap<'a> {
    pub pages: &'a [ObjectId],
    pub heights: &'a [Mm],
}

impl PageMap<'_> {
    fn destination(&self, to: Destination) -> Option<Object> {
        let page = *self.pages.get(to.page)?;
        let y = (*self.heights.get(to.page)? - to.y).to_pt().get();
        Some(vec![page.into(), "XYZ".into(), Object::Null, real(y), Object::Null].into())
    }

    /// Returns the annotation of a link on a page of some height.
    pub fn link(&self, link: &Link, height: Mm) -> Option<Dictionary> {
        let Rect { x, y, .. } = link.area;
        let area = [x, height - link.area.bottom(), link.area.right(), height - y];
        let area: Vec<Object> = area.iter().map(|edge| real(edge.to_pt().get())).collect();
        let mut annotation = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => area,
            "Border" => vec![0.into(), 0.into(), 0.into()],
            "Contents" => text(&link.words),
            // Printed as it is shown: not at all.
            "F" => 4,
        };
        match &link.to {
            Lead::Place(place) => annotation.set("Dest", self.destination(*place)?),
            Lead::Web(address) => {
                annotation.set("A", dictionary! { "S" => "URI", "URI" => Object::string_literal(in_ascii(address)) });
            }
        }
        Some(annotation)
    }
}

/// Percent-encodes the letters of an address beyond ASCII, as PDF requires.
fn in_ascii(address: &str) -> String {
    let sign = |byte: u8| if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    address.bytes().map(sign).collect()
}

/// Puts the outline into the document, nested, and opens readers with it.
pub(super) fn add(
    builder: &mut PdfBuilder,
    entries: &[OutlineEntry],
    places: &PageMap<'_>,
) -> Result<(), lopdf::Error> {
    if entries.is_empty() {
        return Ok(());
    }
    let document = &mut builder.document;
    let root = document.new_object_id();
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    // The last of these represents the outline itself.
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); entries.len() + 1];
    let mut parents = Vec::with_capacity(entries.len());
    let mut open: Vec<usize> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        while open.pop_if(|outer| entries[*outer].depth >= entry.depth).is_some() {}
        let parent = open.last().copied().unwrap_or(entries.len());
        // Its place among those of its parent.
        parents.push((parent, children[parent].len()));
        children[parent].push(number);
        open.push(number);
    }
    for (number, (entry, (parent, at))) in entries.iter().zip(parents).enumerate() {
        let brothers = &children[parent];
        let parent = ids.get(parent).copied().unwrap_or(root);
        let mut item = dictionary! { "Title" => text(&entry.title), "Parent" => parent };
        if let Some(destination) = places.destination(entry.to) {
            item.set("Dest", destination);
        }
        if at > 0 {
            item.set("Prev", ids[brothers[at - 1]]);
        }
        if let Some(next) = brothers.get(at + 1) {
            item.set("Next", ids[*next]);
        }
        let children = &children[number];
        if let (Some(first), Some(last)) = (children.first(), children.last()) {
            item.set("First", ids[*first]);
            item.set("Last", ids[*last]);
            // Closed: a reader shows the chapters first.
            item.set("Count", -i64::try_from(children.len()).unwrap_or(0));
        }
        document.set_object(ids[number], item);
    }
    let top = &children[entries.len()];
    let (first, last) = (ids[top[0]], ids[top[top.len() - 1]]);
    let count = i64::try_from(top.len()).unwrap_or(0);
    document.set_object(root, dictionary! { "Type" => "Outlines", "First" => first, "Last" => last, "Count" => count });
    let catalog = document.catalog_mut()?;
    catalog.set("Outlines", root);
    catalog.set("PageMode", "UseOutlines");
    Ok(())
}
