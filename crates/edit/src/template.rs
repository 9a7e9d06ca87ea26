//! Slots of templates: attributes of an SVG element, and the type style that it names.

use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};
use skirmish_base::vfs::Vfs;
use skirmish_read::folder;

use crate::change::{SlotLayout, Value};
use crate::tables;
use crate::text::{TextFile, replaced};
use crate::{EditError, TextEdit, applied};

/// The type styles of cards, in a game's folder and for all games.
const TYPES: &str = "templates/type.toml";

/// Returns the edits that give a slot another place or text.
pub(crate) fn edits(
    vfs: &dyn Vfs,
    game: &str,
    template: &str,
    slot: &str,
    layout: &SlotLayout,
) -> Result<Vec<TextEdit>, EditError> {
    let path = path(vfs, game, template);
    let file = TextFile::read(vfs, &path)?;
    let document = parse(&path, file.text())?;
    let id = format!("slot-{slot}");
    let node = document.descendants().find(|node| node.attribute("id") == Some(&id));
    let node = node.ok_or_else(|| EditError::unknown("slot", slot))?;
    let lengths = [("x", layout.x), ("y", layout.y), ("width", layout.width), ("height", layout.height)];
    let mut attributes: Vec<(&str, String)> = Vec::new();
    for (key, length) in lengths {
        // A micrometre is finer than any printer.
        attributes.extend(length.map(|length| (key, ((length * 1000.0).round() / 1000.0).to_string())));
    }
    if !attributes.is_empty()
        && let Some(why) = fixed_because(node)
    {
        return Err(EditError::fixed(slot, &path, why));
    }
    attributes.extend(layout.valign.clone().map(|place| ("data-valign", place)));
    attributes.extend(layout.text.clone().map(|text| ("data-text", text)));
    let style = node.attribute("data-style").unwrap_or(slot);
    let mut all = file.becoming(&with_attributes(file.text(), node, &attributes))?;
    let settings = [("size", layout.size.map(Value::Number)), ("align", layout.align.clone().map(Value::Text))];
    let settings: Vec<(&str, Value)> = settings.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    if !settings.is_empty() {
        all.extend(StyleFiles::read(vfs, game)?.edits(style, &settings)?);
    }
    Ok(all)
}

/// Returns the slots of a template by name, in its order, as they are now. Of one that isn't a rectangle of its own the place and
/// size are `None`; so are the type size and the alignment of lines if no style gives them.
///
/// # Errors
/// The template is unknown, can't be read, or isn't the text `drawn` any more.
pub fn slots(vfs: &dyn Vfs, game: &str, template: &str, drawn: &str) -> Result<Vec<(String, SlotLayout)>, EditError> {
    let file = TextFile::read(vfs, &path(vfs, game, template))?;
    if file.text() != drawn {
        return Err(EditError::Stale { file: file.source.path.clone() });
    }
    let document = parse(&file.source.path, file.text())?;
    let styles = StyleFiles::read(vfs, game)?;
    let slot = |node: Node<'_, '_>| {
        let name = node.attribute("id")?.strip_prefix("slot-")?;
        let is_rectangle = fixed_because(node).is_none();
        let length = |key: &str| {
            let otherwise = matches!(key, "x" | "y").then_some("0");
            node.attribute(key).or(otherwise).filter(|_| is_rectangle)?.trim().parse::<f64>().ok()
        };
        let style = node.attribute("data-style").unwrap_or(name);
        let size = styles.setting(style, "size").and_then(|value| match value {
            Value::Number(size) => Some(size),
            _ => None,
        });
        let align = styles.setting(style, "align").and_then(|value| match value {
            Value::Text(align) => Some(align),
            _ => None,
        });
        let text = |key: &str| node.attribute(key).map(str::to_owned);
        let layout = SlotLayout {
            x: length("x"),
            y: length("y"),
            width: length("width"),
            height: length("height"),
            size,
            align,
            valign: text("data-valign"),
            text: text("data-text"),
        };
        Some((name.to_owned(), layout))
    };
    Ok(document.descendants().filter_map(slot).collect())
}

/// Returns the path of a template: the game's own, or that of all games.
pub fn path(vfs: &dyn Vfs, game: &str, template: &str) -> String {
    let own = format!("{}/templates/{template}.svg", folder(game));
    if vfs.has(&own) { own } else { format!("templates/{template}.svg") }
}

/// Returns edits in which each template that can't be changed, `is_fixed`, is added to the game as a changed copy.
///
/// # Errors
/// See [`applied`].
pub fn with_copies(
    vfs: &dyn Vfs,
    game: &str,
    edits: Vec<TextEdit>,
    is_fixed: impl Fn(&str) -> bool,
) -> Result<Vec<TextEdit>, EditError> {
    let with_copy = |edit: TextEdit| {
        if !edit.file.starts_with("templates/") || !is_fixed(&edit.file) {
            return Ok(edit);
        }
        let bytes = applied(vfs, std::slice::from_ref(&edit))?.files.remove(&edit.file).flatten();
        Ok(TextEdit::adding(&format!("{}/{}", folder(game), edit.file), bytes.unwrap_or_default()))
    };
    edits.into_iter().map(with_copy).collect()
}

/// Returns why the box of a slot can't have another place, if it can't.
fn fixed_because(node: Node<'_, '_>) -> Option<&'static str> {
    if node.tag_name().name() != "rect" {
        return Some("isn't a rectangle");
    }
    let is_moved = node.ancestors().any(|node| node.has_attribute("transform"));
    is_moved.then_some("is moved or turned with a group: change that instead")
}

/// The type styles of a game: its own, if it has any, and those of all games.
struct StyleFiles {
    own: Option<TextFile>,
    shared: Option<TextFile>,
    /// Path of the game's own, which may be missing.
    path: String,
}

impl StyleFiles {
    fn read(vfs: &dyn Vfs, game: &str) -> Result<Self, EditError> {
        let path = format!("{}/{TYPES}", folder(game));
        let read = |path: &str| vfs.has(path).then(|| TextFile::read(vfs, path)).transpose();
        Ok(Self { own: read(&path)?, shared: read(TYPES)?, path })
    }

    /// Returns a value of a style, or of the one that it extends.
    fn setting(&self, style: &str, key: &str) -> Option<Value> {
        /// Styles that extend each other have an error.
        const MOST: usize = 8;
        let mut style = style.to_owned();
        let mut files: Vec<&TextFile> = self.shared.iter().chain(&self.own).collect();
        for _ in 0..MOST {
            let get = |file: &TextFile, key: &[&str]| {
                let keys: Vec<String> = [&[style.as_str()], key].concat().into_iter().map(str::to_owned).collect();
                tables::get(&file.source.path, file.text(), &keys).ok()?.map(|(value, _)| value)
            };
            let last = files.iter().rposition(|file| get(file, &[]).is_some())?;
            if let Some(found) = get(files[last], &[key]) {
                return Some(found);
            }
            let Some(Value::Text(base)) = get(files[last], &["extends"]) else { return None };
            // One that extends its own name is over the same style of all games.
            if base == style {
                files.truncate(last);
            }
            style = base;
        }
        None
    }

    /// Returns the edits that change a style in the game's own file. A style of all games is extended there.
    fn edits(&self, style: &str, settings: &[(&str, Value)]) -> Result<Vec<TextEdit>, EditError> {
        let has = |file: &TextFile| tables::get(&file.source.path, file.text(), &[style.to_owned()]);
        let mut text = self.own.as_ref().map(TextFile::text).unwrap_or_default().to_owned();
        let is_own = self.own.as_ref().map(has).transpose()?.flatten().is_some();
        let is_shared = self.shared.as_ref().map(has).transpose()?.flatten().is_some();
        if !is_own && !is_shared {
            return Err(EditError::unknown("type style", style));
        }
        if !is_own {
            let end = self.own.as_ref().map_or("\n", TextFile::line_end);
            let before = if text.is_empty() { "" } else { end };
            let before = if text.is_empty() || text.ends_with('\n') { before.to_owned() } else { before.repeat(2) };
            let base = tables::written(&style.into(), None, end);
            text += &format!("{before}[{}]{end}extends = {base}{end}", tables::key_of(style));
        }
        for (key, value) in settings {
            text = tables::set(&self.path, &text, &[style.to_owned(), (*key).to_owned()], value)?;
        }
        match &self.own {
            Some(file) => file.becoming(&text),
            None => Ok(vec![TextEdit::adding(&self.path, text.into_bytes())]),
        }
    }
}

/// Parses a template as the renderer does.
pub(crate) fn parse<'t>(path: &str, text: &'t str) -> Result<Document<'t>, EditError> {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(text, options).map_err(|error| EditError::format(path, error.to_string()))
}

/// Returns a text in which an element has these attributes; new ones come last.
fn with_attributes(text: &str, node: Node<'_, '_>, attributes: &[(&str, String)]) -> String {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    let last = node.attributes().map(|attribute| attribute.range().end).max().unwrap_or(node.range().start);
    for (key, value) in attributes {
        match node.attribute_node(*key) {
            Some(known) if known.value() == value => {}
            Some(known) => {
                let range = known.range_value();
                let quote = text[..range.start].chars().next_back().unwrap_or('"');
                changes.push((range, escaped(value, quote)));
            }
            None => changes.push((last..last, format!(" {key}=\"{}\"", escaped(value, '"')))),
        }
    }
    changes.sort_by_key(|(range, _)| range.start);
    changes.into_iter().rev().fold(text.to_owned(), |text, (range, new)| replaced(&text, range, &new))
}

/// Returns the value at some bytes of a template: the content of an attribute.
pub(crate) fn attribute_at(path: &str, text: &str, range: &Range<usize>) -> Result<(String, Range<usize>), EditError> {
    let document = parse(path, text)?;
    let attributes = document.descendants().flat_map(|node| node.attributes().collect::<Vec<_>>());
    let mut holding = attributes.filter(|attribute| {
        let value = attribute.range_value();
        value.start <= range.start && range.end <= value.end
    });
    let found = holding.next().ok_or_else(|| EditError::unknown("value", path))?;
    Ok((found.value().to_owned(), found.range_value()))
}

/// Returns a text for an attribute in these quotes.
pub(crate) fn escaped(text: &str, quote: char) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('\n', "&#10;");
    if quote == '\'' { text.replace('\'', "&apos;") } else { text.replace('"', "&quot;") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_base::vfs::Memory;

    const CARD: &str = "<!DOCTYPE svg>\n<svg xmlns=\"http://www.w3.org/2000/svg\">\n  <!-- title -->\n  <rect id='slot-title' x=\"4\"\n    y = '5'  width=\"9\" class=\"a\"/>\
                        \n  <g transform=\"scale(2)\"><rect id=\"slot-text\" data-text=\"a &amp; b\"/></g><path id=\"slot-art\"/></svg>\n";

    fn files() -> Memory {
        Memory::new()
            .with("card-data/boats/templates/card.svg", CARD)
            .with("card-data/boats/templates/type.toml", "[title]\nsize = 9 # points\n")
    }

    fn with(slot: &str, layout: &SlotLayout) -> Result<(String, String), EditError> {
        let mut files = files();
        let edits = edits(&files, "boats", "card", slot, layout)?;
        let undo = crate::apply(&mut files, &edits)?;
        let text = |files: &Memory, name: &str| {
            let bytes = files.read(&format!("card-data/boats/templates/{name}")).expect("a file");
            String::from_utf8(bytes.into_owned()).expect("text")
        };
        let found = (text(&files, "card.svg"), text(&files, "type.toml"));
        crate::apply(&mut files, &undo)?;
        assert_eq!(text(&files, "card.svg"), CARD);
        Ok(found)
    }

    #[test]
    fn a_slot_moves_and_all_else_stays() {
        let layout = SlotLayout { x: Some(4.5), y: Some(6.0), height: Some(3.0), ..SlotLayout::default() };
        let new = CARD
            .replace("x=\"4\"", "x=\"4.5\"")
            .replace("'5'", "'6'")
            .replace("class=\"a\"", "class=\"a\" height=\"3\"");
        assert_eq!(with("title", &layout).expect("moved").0, new);
    }

    #[test]
    fn slots_are_listed_as_they_are() {
        let all = slots(&files(), "boats", "card", CARD).expect("slots");
        let title =
            SlotLayout { x: Some(4.0), y: Some(5.0), width: Some(9.0), size: Some(9.0), ..SlotLayout::default() };
        let text = SlotLayout { text: Some("a & b".to_owned()), ..SlotLayout::default() };
        let expected = [("title", title), ("text", text), ("art", SlotLayout::default())];
        assert_eq!(all, expected.map(|(name, layout)| (name.to_owned(), layout)));
        assert!(matches!(slots(&files(), "boats", "card", "other"), Err(EditError::Stale { .. })));
        assert!(slots(&files(), "boats", "other", CARD).is_err());
    }

    #[test]
    fn type_is_set_in_the_style_of_the_slot() {
        let layout = SlotLayout { size: Some(10.5), align: Some("middle".to_owned()), ..SlotLayout::default() };
        let (card, styles) = with("title", &layout).expect("set");
        assert_eq!((card.as_str(), styles.as_str()), (CARD, "[title]\nsize = 10.5 # points\nalign = \"middle\"\n"));
        assert!(matches!(with("text", &layout), Err(EditError::Unknown { kind: "type style", .. })));
    }

    #[test]
    fn a_template_of_all_games_is_copied_and_its_styles_are_extended() {
        const TYPE: &str = "[title]\nsize = 14\nalign = \"left\"\n\n[note]\nextends = \"title\"\nalign = \"right\"\n";
        let card = CARD.replace("y = '5'", "y = '5' data-style=\"note\"");
        let shared = || Memory::new().with("templates/card.svg", card.as_str()).with(TYPES, TYPE);
        let layout = SlotLayout { x: Some(4.5), size: Some(10.0), ..SlotLayout::default() };
        let changed = |mut files: Memory| {
            let before = slots(&files, "boats", "card", &card).expect("slots").remove(0).1;
            assert_eq!((before.size, before.align.as_deref()), (Some(14.0), Some("right")));
            let edits = edits(&files, "boats", "card", "title", &layout).expect("edits");
            let edits = with_copies(&files, "boats", edits, |file| file.starts_with("templates/")).expect("copies");
            let undo = crate::apply(&mut files, &edits).expect("applied");
            let text = |name: &str| {
                let bytes = files.read(&format!("card-data/boats/{name}")).expect("a file");
                String::from_utf8(bytes.into_owned()).expect("text")
            };
            let found = [text("templates/card.svg"), text(TYPES)];
            let after = slots(&files, "boats", "card", &found[0]).expect("slots").remove(0).1;
            assert_eq!((after.x, after.size, after.align.as_deref()), (Some(4.5), Some(10.0), Some("right")));
            assert_eq!(files.read("templates/card.svg").expect("a file"), card.as_bytes());
            crate::apply(&mut files, &undo).expect("undone");
            assert!(!files.has("card-data/boats/templates/card.svg"));
            found
        };
        let moved = card.replace("x=\"4\"", "x=\"4.5\"");
        let added = "[note]\nextends = \"note\"\nsize = 10\n";
        assert_eq!(changed(shared()), [moved.clone(), added.to_owned()]);
        let own = "[title]\nextends = \"title\"\nweight = 700\n";
        let files = shared().with(&format!("card-data/boats/{TYPES}"), own);
        assert_eq!(changed(files), [moved, format!("{own}\n{added}")]);
    }

    #[test]
    fn a_slot_that_a_group_moves_is_refused_but_its_text_is_not() {
        let layout = SlotLayout { x: Some(1.0), ..SlotLayout::default() };
        assert!(matches!(with("text", &layout), Err(EditError::Fixed { .. })));
        assert!(matches!(with("art", &layout), Err(EditError::Fixed { reason: "isn't a rectangle", .. })));
        assert!(matches!(with("name", &layout), Err(EditError::Unknown { kind: "slot", .. })));
        let layout = SlotLayout { text: Some("<\"c\">".to_owned()), ..SlotLayout::default() };
        assert_eq!(with("text", &layout).expect("set").0, CARD.replace("a &amp; b", "&lt;&quot;c&quot;>"));
    }
}
