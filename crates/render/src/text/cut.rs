//! Cuts of type: which font a style takes for each kind of emphasis, and with which features.

use super::fonts::{FontCut, Fonts};
use super::shape::{Setting, SettingId};
use super::style::Variant;
use crate::diagnostic::{Code, Diagnostic};
use crate::read::table::{TomlTable, Word};

const WIDTHS: [(&str, f32); 5] =
    [("condensed", 75.0), ("semi-condensed", 87.5), ("normal", 100.0), ("semi-expanded", 112.5), ("expanded", 125.0)];

/// Returns the name of a width in percent.
pub(super) fn width_name(percent: f32) -> &'static str {
    WIDTHS.iter().find(|(_, width)| (width - percent).abs() < 1.0).map_or("another width", |(name, _)| name)
}

/// Returns the families in a table; `None` without any.
fn family(table: &TomlTable<'_>, fonts: &Fonts) -> Option<Vec<String>> {
    let words = if table.has("font") { table.filled_or_words("font") } else { Vec::new() };
    let is_known = |word: &Word| table.choose(Code::UNKNOWN_FONT, word, "font", fonts.families()).is_some();
    let names = words.into_iter().filter(is_known).map(|word| word.text).collect::<Vec<_>>();
    table.has("font").then_some(names)
}

/// Fonts and features of a style.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    pub family: Vec<String>,
    weight: f32,
    width: f32,
    italic: bool,
    caps: bool,
    /// Percent of an em.
    tracking: f64,
    features: Vec<String>,
    /// True if the nearest cut of its family is used when this weight is missing.
    nearest: bool,
    strong: Change,
    emphasis: Change,
    term: Change,
    code: Change,
}

/// Changes of a kind of emphasis.
#[derive(Clone, Debug, Default)]
struct Change {
    family: Vec<String>,
    weight: Option<f32>,
    italic: Option<bool>,
    caps: Option<bool>,
    tracking: Option<f64>,
}

impl Change {
    fn read(self, table: &TomlTable<'_>, fonts: &Fonts) -> Self {
        let family = family(table, fonts).unwrap_or(self.family);
        #[allow(clippy::cast_possible_truncation, reason = "weights are at most 900")]
        let weight = table.number("weight", 100..=900).map(|weight| weight as f32);
        Self {
            family,
            weight: weight.or(self.weight),
            italic: table.flag("italic").or(self.italic),
            caps: table.flag("small-caps").or(self.caps),
            tracking: table.measure("tracking", -20.0..=50.0).or(self.tracking),
        }
    }
}

impl Cut {
    /// Reads a style, inheriting from the one that it extends. Where its family may be `another` than the table was
    /// written for, the nearest cut does.
    pub fn read(mut self, table: &TomlTable<'_>, fonts: &Fonts, another: bool) -> Self {
        self.nearest = another || (self.nearest && !["weight", "width", "italic"].iter().any(|key| table.has(key)));
        if self.weight == 0.0 {
            (self.weight, self.width) = (400.0, 100.0);
        }
        let base = Change::default().read(table, fonts);
        if !base.family.is_empty() {
            self.family = base.family;
        }
        self.weight = base.weight.unwrap_or(self.weight);
        self.italic = base.italic.unwrap_or(self.italic);
        self.caps = base.caps.unwrap_or(self.caps);
        self.tracking = base.tracking.unwrap_or(self.tracking);
        if let Some(word) = table.non_empty_str("width")
            && let Some(index) = table.choose(Code::UNKNOWN_WORD, &word, "width", WIDTHS.map(|(name, _)| name))
        {
            self.width = WIDTHS[index].1;
        }
        let features = table.words("features");
        for word in &features {
            if word.text.len() != 4 || !word.text.is_ascii() {
                let diagnostic = Diagnostic::error(
                    Code::BAD_FEATURE,
                    word.at.clone(),
                    format!("invalid font feature `{}`", word.text),
                );
                table
                    .file
                    .note(diagnostic.hint("use a feature tag of four letters, such as `lnum` for lining figures"));
            }
        }
        if !features.is_empty() {
            self.features =
                features.into_iter().map(|word| word.text).filter(|text| text.len() == 4 && text.is_ascii()).collect();
        }
        let changes = [
            ("strong", &mut self.strong),
            ("emphasis", &mut self.emphasis),
            ("term", &mut self.term),
            ("code", &mut self.code),
        ];
        for (key, change) in changes {
            if let Some(inner) = table.table(key, format!("`{key}` of {}", table.what)) {
                *change = std::mem::take(change).read(&inner, fonts);
                inner.finish();
            }
        }
        self
    }

    /// Returns the font for each kind of emphasis; a missing font is reported.
    pub fn variants(
        &self,
        table: &TomlTable<'_>,
        fonts: &mut Fonts,
        settings: &mut Vec<Setting>,
    ) -> Option<[Variant; 16]> {
        let mut variants = Vec::with_capacity(16);
        for bits in 0..16_u8 {
            let mut cut = self.clone();
            for (bit, change) in [(1, &self.strong), (2, &self.emphasis), (4, &self.term), (8, &self.code)] {
                if bits & bit != 0 {
                    if !change.family.is_empty() {
                        cut.family.clone_from(&change.family);
                    }
                    cut.weight = change.weight.unwrap_or(cut.weight);
                    cut.italic = change.italic.unwrap_or(cut.italic);
                    cut.caps = change.caps.unwrap_or(cut.caps);
                    cut.tracking = change.tracking.unwrap_or(cut.tracking);
                }
            }
            match cut.setting(fonts) {
                Some(setting) => {
                    let known = settings.iter().position(|known| *known == setting);
                    let index = known.unwrap_or_else(|| {
                        settings.push(setting);
                        settings.len() - 1
                    });
                    let setting = SettingId(u16::try_from(index).ok()?);
                    #[allow(clippy::cast_possible_truncation, reason = "a few percent of an em")]
                    let tracking = (cut.tracking / 100.0) as f32;
                    variants.push(Variant { setting, tracking });
                }
                // Two kinds of emphasis at once are rare: where that font is missing, the plainer one is used.
                None if bits.count_ones() > 1 => variants.push(variants[usize::from(bits & (bits - 1))]),
                None => {
                    let change = ["", "strong", "emphasis", "", "term", "", "", "", "code"][usize::from(bits)];
                    if !cut.family.is_empty() {
                        table.file.note(cut.missing(table, change, fonts));
                    }
                    return None;
                }
            }
        }
        variants.try_into().ok()
    }

    fn setting(&self, fonts: &mut Fonts) -> Option<Setting> {
        let cut = FontCut { weight: self.weight, width: self.width, italic: self.italic };
        let mut ids = Vec::new();
        for (index, family) in self.family.iter().enumerate() {
            // The first is the visible font; the others replace letters that it lacks.
            let is_exact = index == 0 && !self.nearest;
            let found = if is_exact { fonts.find(family, cut) } else { fonts.nearest(family, cut) };
            if found.is_empty() {
                return None;
            }
            ids.extend(found);
        }
        if ids.is_empty() {
            return None;
        }
        for id in fonts.fallback(cut) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let mut features = self.features.clone();
        if self.caps {
            features.push("smcp".to_owned());
        }
        Some(Setting { fonts: ids, features })
    }

    fn missing(&self, table: &TomlTable<'_>, change: &str, fonts: &Fonts) -> Diagnostic {
        let keys = [change, "width", "italic", "weight", "font"];
        let at = keys.into_iter().find_map(|key| table.span(key)).unwrap_or_else(|| table.at.clone());
        let asked = format!(
            "{} {} {}{}",
            self.family.first().map_or("", String::as_str),
            self.weight,
            width_name(self.width),
            if self.italic { " italic" } else { "" }
        );
        let there: Vec<String> = fonts
            .iter()
            .filter(|(_, font)| font.variations().is_empty() && self.family.first() == Some(&font.family))
            .map(|(_, font)| font.description())
            .collect();
        let diagnostic =
            Diagnostic::error(Code::NO_SUCH_CUT, at, format!("{}: missing font {asked} in `fonts`", table.what));
        diagnostic.hint(format!("available: {}", there.join(", ")))
    }
}
