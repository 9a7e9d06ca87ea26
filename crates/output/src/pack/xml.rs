//! XML: elements with attributes, with text or with others in them.

use std::io::{self, Cursor};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

/// XML in the making.
pub(super) type Xml = Writer<Cursor<Vec<u8>>>;

/// Writes an element with a text in it.
pub(super) fn text(xml: &mut Xml, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(text)).map(|_| ())
}

/// Writes a whole document, indented.
pub(super) fn document(write: impl FnOnce(&mut Xml) -> io::Result<()>) -> String {
    let mut xml = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 2);
    let written =
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None))).and_then(|()| write(&mut xml));
    debug_assert!(written.is_ok(), "memory takes what is written to it");
    let mut text = String::from_utf8(xml.into_inner().into_inner()).unwrap_or_default();
    text.push('\n');
    text
}
