//! Letters in drawings: they are drawn with the game's fonts, and with no others.

use std::sync::{Arc, OnceLock};

use usvg::fontdb::{Database, Source as FontSource};
use usvg::roxmltree::{Document, Node};

use crate::diagnostic::{Code, Diagnostic, Source, Span};
use crate::text::Fonts;

/// The fonts of the game for the SVG library, collected when a drawing first has letters.
pub(super) struct Letters<'a> {
    fonts: &'a Fonts,
    collected: OnceLock<Arc<Database>>,
}

/// Families that name no font but a kind of fonts.
const SORTS: [&str; 5] = ["serif", "sans-serif", "monospace", "cursive", "fantasy"];

impl<'a> Letters<'a> {
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, collected: OnceLock::new() }
    }

    /// Returns all fonts of the game; generic families map to the first family.
    pub fn fonts(&self) -> Arc<Database> {
        let collect = || {
            let mut database = Database::new();
            for file in self.fonts.files() {
                database.load_font_source(FontSource::Binary(Arc::new(file.to_vec())));
            }
            let family = self.family();
            database.set_serif_family(family.clone());
            database.set_sans_serif_family(family.clone());
            database.set_monospace_family(family.clone());
            database.set_cursive_family(family.clone());
            database.set_fantasy_family(family);
            Arc::new(database)
        };
        Arc::clone(self.collected.get_or_init(collect))
    }

    /// Returns the family for letters without one, or with one that the game lacks.
    pub fn family(&self) -> String {
        self.fonts.families().first().map_or_else(String::new, |family| (*family).to_owned())
    }

    /// Returns a hint for problems with letters.
    pub fn hint(&self) -> String {
        let families: Vec<String> = self.fonts.families().iter().map(|family| format!("`{family}`")).collect();
        let there = families.join(", ");
        format!("use a font of the game ({there}), or convert the text to paths: in Inkscape, Path > Object to Path")
    }

    /// Reports letters whose font the game lacks, and which are drawn with another.
    pub fn stand_ins(&self, source: &Arc<Source>, document: &Document<'_>) -> Vec<Diagnostic> {
        let known = self.fonts.families();
        let mut told: Vec<String> = Vec::new();
        let mut diagnostics = Vec::new();
        for node in document.descendants().filter(Node::is_element) {
            let Some((families, at)) = asked(source, &node) else { continue };
            let names: Vec<&str> = families.split(',').map(|name| name.trim().trim_matches(['"', '\''])).collect();
            let fits =
                |name: &&str| SORTS.contains(name) || known.iter().any(|family| family.eq_ignore_ascii_case(name));
            let first = names.first().copied().unwrap_or_default();
            if first.is_empty() || names.first().is_some_and(fits) || told.iter().any(|name| name == first) {
                continue;
            }
            told.push(first.to_owned());
            let stand_in = names.iter().find(|name| fits(name) && !SORTS.contains(*name));
            let stand_in = stand_in.map_or_else(|| self.family(), |name| (*name).to_owned());
            let what = format!("missing font `{first}`: replaced with `{stand_in}`");
            diagnostics.push(Diagnostic::warning(Code::DRAWING_FONT_MISSING, at, what).hint(self.hint()));
        }
        diagnostics
    }
}

/// Returns the families that an element asks for, and where.
fn asked<'d>(source: &Arc<Source>, node: &Node<'d, '_>) -> Option<(&'d str, Span)> {
    if let Some(attribute) = node.attribute_node("font-family") {
        return Some((node.attribute("font-family")?, Span::new(source, attribute.range())));
    }
    let style = node.attribute("style")?;
    let (_, rest) = style.split_once("font-family:")?;
    let at = node.attribute_node("style")?.range();
    Some((rest.split(';').next()?, Span::new(source, at)))
}
