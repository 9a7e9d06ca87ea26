//! Bold and italic words within the cells of an Excel workbook.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::WorkbookError;
use super::merged::attribute;
use crate::sheets::grid::{BOLD, ITALIC};

/// Letters of a cell in one style.
#[derive(Clone, Default)]
struct Run {
    is_bold: bool,
    is_italic: bool,
    text: String,
}

impl Run {
    /// Returns the sign around its words, if any.
    fn sign(&self) -> Option<char> {
        if self.is_bold { Some(BOLD) } else { self.is_italic.then_some(ITALIC) }
    }

    /// Returns its lines with the sign around the words of each.
    fn marked(&self) -> String {
        let Some(sign) = self.sign() else { return self.text.clone() };
        let line = |line: &str| {
            let words = line.trim();
            if words.is_empty() { line.to_owned() } else { line.replacen(words, &format!("{sign}{words}{sign}"), 1) }
        };
        self.text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Returns texts of which some words are bold or italic, by their plain letters, from the strings of a workbook.
///
/// # Errors
/// It is not XML.
pub(super) fn texts(strings: &str) -> Result<HashMap<String, String>, WorkbookError> {
    let mut reader = Reader::from_str(strings);
    let (mut all, mut runs, mut open) = (HashMap::new(), Vec::<Run>::new(), None::<Run>);
    let (mut is_text, mut is_phonetic) = (false, false);
    loop {
        match reader.read_event().map_err(WorkbookError::unreadable)? {
            Event::Eof => return Ok(all),
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "si" | "is" => runs.clear(),
                "r" => open = Some(Run::default()),
                "b" => open.iter_mut().for_each(|run| run.is_bold = is_on(&tag)),
                "i" => open.iter_mut().for_each(|run| run.is_italic = is_on(&tag)),
                "rPh" => is_phonetic = true,
                "t" => is_text = true,
                _ => {}
            },
            Event::Text(text) if is_text && !is_phonetic => {
                open.iter_mut().for_each(|run| run.text.push_str(&text.xml10_content()));
            }
            Event::CData(text) if is_text && !is_phonetic => {
                open.iter_mut().for_each(|run| run.text.push_str(&text.xml10_content()));
            }
            Event::GeneralRef(entity) if is_text && !is_phonetic => {
                let letters = letters(&entity);
                open.iter_mut().for_each(|run| run.text.push_str(&letters));
            }
            Event::End(tag) => match tag.local_name().as_ref() {
                "t" => is_text = false,
                "rPh" => is_phonetic = false,
                "r" => runs.extend(open.take()),
                "si" | "is" => {
                    let signs = || runs.iter().filter(|run| !run.text.trim().is_empty()).map(Run::sign);
                    if signs().any(|sign| Some(sign) != signs().next()) {
                        let plain: String = runs.iter().map(|run| run.text.as_str()).collect();
                        all.insert(plain, runs.iter().map(Run::marked).collect());
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// True for `<b/>` and `<b val="1"/>`.
fn is_on(tag: &BytesStart<'_>) -> bool {
    !matches!(attribute(tag, "val").ok().flatten().as_deref(), Some("0" | "false"))
}

/// Returns the letters of `&amp;` or `&#10;`.
fn letters(entity: &BytesRef<'_>) -> String {
    let number = entity.resolve_char_ref().ok().flatten().map(String::from);
    number.or_else(|| resolve_xml_entity(entity).map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_another_style_are_marked() {
        let strings = "<sst><si><t>Plain</t></si>\
            <si><r><t xml:space=\"preserve\">Draw &amp; </t></r><r><rPr><b/></rPr><t>play\n2</t></r><r><rPr><b val=\"0\"/><i/></rPr><t> now</t></r></si>\
            <si><r><rPr><b/></rPr><t>All bold</t></r></si></sst>";
        let found = texts(strings).expect("strings");
        assert_eq!(found.len(), 1);
        let marked = found["Draw & play\n2 now"].replace(BOLD, "**").replace(ITALIC, "*");
        assert_eq!(marked, "Draw & **play**\n**2** *now*");
    }
}
