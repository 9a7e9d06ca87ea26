//! The structure of a document, for those who hear it or read it on a telephone: headings, paragraphs, tables, figures.

use lopdf::{Dictionary, Object, ObjectId, dictionary};

use super::forms::Bin;
use crate::scene::Element;

/// Marked content of a form: which page draws it, which form it is, and the elements of its parts in order.
pub(super) struct Marked {
    pub page: ObjectId,
    pub form: ObjectId,
    pub elements: Vec<usize>,
}

/// Puts the structure into the document and points to it from the catalog.
pub(super) fn add(bin: &mut Bin, elements: &[Element], marked: &[Marked]) -> Result<(), lopdf::Error> {
    let document = &mut bin.document;
    let root = document.new_object_id();
    let whole = document.new_object_id();
    let ids: Vec<ObjectId> = elements.iter().map(|_| document.new_object_id()).collect();
    // What each element holds: parts of forms, then inner elements, in the order of the pages.
    let mut kids: Vec<Vec<Object>> = vec![Vec::new(); elements.len()];
    let mut tree: Vec<Object> = Vec::new();
    for (number, content) in (0_i64..).zip(marked) {
        let owners: Vec<Object> = content.elements.iter().map(|element| ids[*element].into()).collect();
        for (mark, element) in (0_i64..).zip(&content.elements) {
            kids[*element].push(
                dictionary! { "Type" => "MCR", "Pg" => content.page, "Stm" => content.form, "MCID" => mark }.into(),
            );
        }
        let owners = document.add_object(owners);
        tree.extend([number.into(), owners.into()]);
        if let Ok(Object::Stream(form)) = document.get_object_mut(content.form) {
            form.dict.set("StructParents", number);
        }
    }
    let mut top: Vec<Object> = Vec::new();
    for (number, element) in elements.iter().enumerate() {
        match element.parent {
            Some(parent) => kids[parent].push(ids[number].into()),
            None => top.push(ids[number].into()),
        }
    }
    for ((element, id), kids) in elements.iter().zip(&ids).zip(kids) {
        let parent = element.parent.map_or(whole, |parent| ids[parent]);
        let mut entry: Dictionary = dictionary! {
            "Type" => "StructElem",
            "S" => element.role,
            "P" => parent,
            "K" => kids,
        };
        if let Some(words) = &element.alternative {
            entry.set("Alt", super::outline::text(words));
        }
        document.set_object(*id, entry);
    }
    document.set_object(whole, dictionary! { "Type" => "StructElem", "S" => "Document", "P" => root, "K" => top });
    let parents = document.add_object(dictionary! { "Nums" => tree });
    let next = i64::try_from(marked.len()).unwrap_or(0);
    document.set_object(
        root,
        dictionary! { "Type" => "StructTreeRoot", "K" => whole, "ParentTree" => parents, "ParentTreeNextKey" => next },
    );
    let catalog = document.catalog_mut()?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}
