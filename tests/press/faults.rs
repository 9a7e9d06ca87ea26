//! Faults inserted into valid files, and the checks that find them.

use std::path::PathBuf;
use std::sync::LazyLock;

use lopdf::content::{Content, Operation};
use lopdf::{Document, Object, ObjectId};

use super::walk::{self, Allowed};
use super::{ink, oxide};
use crate::common::program::Folder;

const ALLOWED: Allowed = Allowed { transparency: true, ink: 300.0 };

/// A good file: one card.
static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::new();
    folder.run(["build", "skirmish-5e", "--target", "press", "--only", "axe"]).must_succeed();
    folder
});

fn good() -> Document {
    Document::load(FOLDER.path("output/skirmish-5e/cards-press-part.pdf")).expect("a PDF")
}

/// Returns the file with a fault in it, and its path.
fn spoilt(name: &str, spoil: impl FnOnce(&mut Document)) -> (Document, PathBuf) {
    let mut document = good();
    spoil(&mut document);
    let path = FOLDER.path(&format!("{name}.pdf"));
    document.save(&path).expect("a file");
    (Document::load(&path).expect("a PDF"), path)
}

/// Changes the first of the forms drawn.
fn in_a_form(document: &mut Document, operations: &[(&str, &[f32])]) {
    let is_face = |id: &ObjectId| {
        let stream = document.get_object(*id).and_then(Object::as_stream).expect("a stream");
        stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Form")
            && String::from_utf8_lossy(&stream.get_plain_content().expect("content")).contains("BT")
    };
    let streams: Vec<ObjectId> =
        document.objects.iter().filter(|(_, object)| object.as_stream().is_ok()).map(|(id, _)| *id).collect();
    let form = streams.into_iter().find(is_face).expect("a form with text");
    let stream = document.get_object_mut(form).and_then(Object::as_stream_mut).expect("a stream");
    let mut content = Content::decode(&stream.get_plain_content().expect("content")).expect("content");
    let number = |number: &f32| Object::Real(*number);
    let added = operations
        .iter()
        .map(|(operator, operands)| Operation::new(operator, operands.iter().map(number).collect::<Vec<Object>>()));
    content.operations.extend(added);
    stream.set_plain_content(content.encode().expect("content"));
}

fn on_a_page(document: &mut Document, change: impl FnOnce(&mut lopdf::Dictionary)) {
    let page = document.get_pages()[&1];
    change(document.get_dictionary_mut(page).expect("a page"));
}

fn intent(document: &mut Document) -> &mut lopdf::Dictionary {
    let intents = document.catalog().and_then(|catalog| catalog.get(b"OutputIntents")).expect("intents");
    let intent = intents.as_array().expect("a list")[0].as_reference().expect("an intent");
    document.get_dictionary_mut(intent).expect("an intent")
}

#[track_caller]
fn the_walk_finds(name: &str, what: &str, spoil: impl FnOnce(&mut Document)) {
    let (document, _) = spoilt(name, spoil);
    let found = walk::faults(&document, ALLOWED);
    assert!(found.iter().any(|fault| fault.contains(what)), "{name}: no {what:?} in {found:?}");
}

#[test]
fn nothing_is_wrong_with_a_good_file() {
    let (document, path) = spoilt("good", |_| ());
    assert_eq!(walk::faults(&document, ALLOWED).into_iter().collect::<Vec<_>>(), [""; 0]);
    assert!(ink::most(&path, 150).iter().all(|most| *most <= 301.0));
}

#[test]
fn the_walk_finds_colours_of_a_screen() {
    let square: &[f32] = &[20.0, 20.0, 40.0, 40.0];
    the_walk_finds("rgb", "a colour in RGB", |document| {
        in_a_form(document, &[("rg", &[1.0, 0.0, 0.0]), ("re", square), ("f", &[])]);
    });
    the_walk_finds("grey", "a colour in grey", |document| {
        in_a_form(document, &[("g", &[0.5]), ("re", square), ("f", &[])]);
    });
    the_walk_finds("group", "a group that mixes DeviceRGB", |document| {
        on_a_page(document, |page| {
            page.set("Group", lopdf::dictionary! { "S" => "Transparency", "CS" => "DeviceRGB" });
        });
    });
}

#[test]
fn the_walk_finds_what_is_missing() {
    the_walk_finds("no-trim", "page 1 has no TrimBox", |document| {
        on_a_page(document, |page| _ = page.remove(b"TrimBox"));
    });
    the_walk_finds("box", "reaches out of", |document| {
        on_a_page(document, |page| page.set("TrimBox", vec![(-10).into(), 0.into(), 90.into(), 90.into()]));
    });
    the_walk_finds("no-font", "a font that is not embedded", |document| {
        let descriptors = document.objects.values_mut().filter_map(|object| object.as_dict_mut().ok());
        let mut fonts = descriptors.filter(|font| font.has(b"FontFile3") || font.has(b"FontFile2"));
        let font = fonts.next().expect("a font");
        font.remove(b"FontFile3");
        font.remove(b"FontFile2");
    });
    the_walk_finds("no-profile", "no profile", |document| _ = intent(document).remove(b"DestOutputProfile"));
    the_walk_finds("sort", "an output intent of another sort", |document| intent(document).set("S", "GTS_PDFA1"));
}

#[test]
fn the_walk_finds_too_much_ink_and_white_over_other_inks() {
    let square: &[f32] = &[20.0, 20.0, 40.0, 40.0];
    the_walk_finds("ink", "a colour of 340 % of ink", |document| {
        in_a_form(document, &[("k", &[0.8, 0.8, 0.8, 1.0]), ("re", square), ("f", &[])]);
    });
    the_walk_finds("white", "is laid over what lies behind it", |document| {
        in_a_form(document, &[("k", &[0.0, 0.0, 0.0, 0.0]), ("re", square)]);
        let over = Operation::new("gs", vec!["OV".into()]);
        let page = document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok());
        for stream in page {
            let plain = stream.get_plain_content().expect("content");
            if String::from_utf8_lossy(&plain).contains("0 0 0 0 k\n20 20 40 40 re") {
                let mut content = Content::decode(&plain).expect("content");
                content.operations.push(over.clone());
                content.operations.push(Operation::new("f", Vec::new()));
                stream.set_plain_content(content.encode().expect("content"));
            }
        }
    });
}

#[test]
fn ghostscript_finds_too_much_ink() {
    let inked = |inks: &[f32], x: f32| {
        spoilt(&format!("inked-{x}"), |document| {
            in_a_form(document, &[("k", inks), ("re", &[x, 20.0, 40.0, 40.0]), ("f", &[])]);
        })
    };
    let (_, path) = inked(&[0.8, 0.8, 0.8, 1.0], 20.0);
    assert!(ink::most(&path, 72).iter().any(|most| *most > 335.0));
    let (_, path) = inked(&[0.8, 0.6, 0.5, 1.0], 30.0);
    assert!(ink::most(&path, 72).iter().all(|most| *most < 301.0));
}

#[test]
fn the_envelope_is_judged() {
    type Case = (&'static str, &'static str, fn(&mut Document));
    let cases: [Case; 3] = [
        ("no-intent", "XMETA-001", |document| {
            _ = document.catalog_mut().expect("a catalogue").remove(b"OutputIntents");
        }),
        ("no-version", "XMETA-007", |document| {
            let about = document.trailer.get(b"Info").and_then(Object::as_reference).expect("what it says of itself");
            document.get_dictionary_mut(about).expect("a dictionary").remove(b"GTS_PDFXVersion");
        }),
        ("no-box", "BOX", |document| on_a_page(document, |page| _ = page.remove(b"TrimBox"))),
    ];
    for (name, what, spoil) in cases {
        let (_, path) = spoilt(&format!("envelope-{name}"), spoil);
        let Some(found) = oxide::errors(&path, "4") else { return };
        assert!(found.contains(what), "{name}: no {what} in {found:?}");
    }
}
