//! Type styles: `templates/type.toml` for cards, `templates/book.toml` for the rulebook.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::diagnostic::{Code, Diagnostic, Reporter, Span};
use crate::game::Formatting;
use crate::read::table::{File, TomlTable, Word};
use crate::text::cut::Cut;
use crate::text::fonts::{Font, Fonts};
use crate::text::shape::{Setting, SettingId};
use crate::units::Pt;
use crate::vfs::Vfs;

/// The alignment of lines in their box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Middle,
    /// At the right edge.
    Right,
}

/// Cards that share a reduced text size, if a text is too long for its box at the size of its style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// All cards of a kind, for a uniform look.
    #[default]
    Class,
    /// None: each card has the largest size that fits.
    Card,
}

/// Features that styles often name.
const FEATURES: [&str; 10] = ["calt", "dlig", "liga", "lnum", "onum", "pnum", "smcp", "ss01", "swsh", "tnum"];
/// Sizes of type in points: smaller letters are illegible, and larger ones are drawings.
const SIZES: RangeInclusive<f64> = 3.0..=288.0;
/// Line heights, in ems: closer lines overlap, and further ones no longer read as one text.
const LEADINGS: RangeInclusive<f64> = 0.6..=5.0;

/// A type style.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Its name in `type.toml`.
    pub name: String,
    /// Size of the type.
    pub size: Pt,
    /// The smallest size that a text too long for its box may be set in.
    pub least: Pt,
    /// The allowed sizes of such a text, from the largest, if they are listed.
    pub grades: Vec<Pt>,
    /// Cards that share the size of such a text.
    pub fit: Fit,
    /// From baseline to baseline, in ems.
    pub leading: f64,
    /// More space between two paragraphs, in ems.
    pub paragraph: f64,
    /// The alignment of lines in their box.
    pub align: Align,
    /// Side of a mark in the line, in ems.
    pub mark: f64,
    /// True if a term of several words stays on one line.
    pub whole_terms: bool,
    /// True if a word with a hyphen of its own stays on one line.
    pub whole_compounds: bool,
    /// True if words of cards are hyphenated; those of the book's justified paragraphs always are.
    pub hyphenate: bool,
    /// Height of the capitals in ems.
    pub cap_height: f64,
    /// Settings for each kind of emphasis: strong, emphasis, term and code are bits 1, 2, 4 and 8.
    variants: [Variant; 16],
    /// Span of its definition.
    pub at: Span,
    /// Span of its size.
    pub size_at: Span,
}

/// Font and tracking of one kind of emphasis in a style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variant {
    /// Fonts and features.
    pub setting: SettingId,
    /// Space added after each letter, in ems.
    pub tracking: f32,
}

/// Reads `sizes = [20, 16, 13]`: the allowed sizes of a text; `None` unless they are listed.
fn sizes(table: &TomlTable<'_>) -> Option<Vec<Pt>> {
    let mut sizes: Vec<Pt> = table.measures("sizes", SIZES)?.into_iter().map(Pt::new).collect();
    sizes.sort_by(|a, b| b.get().total_cmp(&a.get()));
    for key in ["size", "min-size"].into_iter().filter(|key| table.has(key)) {
        let what = format!("{} has both `sizes` and `{key}`", table.what);
        let diagnostic = Diagnostic::error(Code::SIZES_AND_SIZE, table.span(key), what);
        table.file.note(diagnostic.hint(format!("delete `{key}`: `sizes` sets the largest and the smallest size")));
    }
    (!sizes.is_empty()).then_some(sizes)
}

impl Style {
    /// Returns its size in a template that is scaled: letters become no smaller than `min-size`.
    pub fn size_in(&self, scale: f64) -> Pt {
        (self.size * scale).max(self.least)
    }

    /// Returns its smallest size in a template that is scaled.
    pub fn least_in(&self, scale: f64) -> Pt {
        self.least * scale.max(1.0)
    }

    /// Returns the next smaller size for a text that is too long, in steps of `step`; `None` at the minimum.
    pub fn smaller(&self, size: Pt, step: Pt, scale: f64) -> Option<Pt> {
        let least = self.least_in(scale);
        if self.grades.is_empty() {
            return (size > least).then(|| (size - step).max(least));
        }
        let grades = self.grades.iter().map(|grade| (*grade * scale).max(least));
        grades.into_iter().find(|grade| grade.get() < size.get() - 1e-6)
    }

    /// Returns the setting of a kind of emphasis in this style.
    pub fn variant(&self, formatting: Formatting) -> Variant {
        let Formatting { strong, emphasis, term, code, .. } = formatting;
        let bits = [strong, emphasis, term, code].into_iter().enumerate();
        self.variants[bits.map(|(bit, is)| usize::from(is) << bit).sum::<usize>()]
    }
}

/// All styles by name, and the settings that they use.
#[derive(Clone, Debug, Default)]
pub struct Styles {
    styles: BTreeMap<String, Style>,
    /// The fonts and features of each style, for styles based on it.
    cuts: BTreeMap<String, Cut>,
    /// Styles that are there and could not be read.
    broken: BTreeSet<String>,
    /// True if a file of styles could not be read at all.
    unread: bool,
    /// Fonts and features, in the order of [`SettingId`].
    pub settings: Vec<Setting>,
    /// Styles of cards that only this game has, by name, and the spans of their definitions.
    own: BTreeMap<String, Span>,
    /// Styles that others are like.
    bases: BTreeSet<String>,
}

impl Styles {
    /// Reads the shared styles of cards and books, then those of the game's own `templates` folder, which override
    /// them. A style in its `book.toml` inherits from the shared style of the same name, and so do the shared styles
    /// that extend that one. Instances of variable fonts that styles need are added to the fonts.
    pub fn load(vfs: &dyn Vfs, game_folder: &str, fonts: &mut Fonts, reporter: &Reporter) -> Self {
        let mut styles = Self::default();
        let own = ["type", "book"].map(|name| format!("{game_folder}/templates/{name}.toml"));
        let own = own.map(|path| vfs.has(&path).then_some(path));
        let shared = ["templates/type.toml", "templates/book.toml"].map(|path| Some(path.to_owned()));
        let files: Vec<Option<File>> = shared
            .into_iter()
            .chain(own)
            .map(|path| match crate::read::text_file(vfs, &path?) {
                Ok(source) => Some(File::new(source)),
                Err(diagnostic) => {
                    styles.unread = true;
                    reporter.report(diagnostic);
                    None
                }
            })
            .collect();
        {
            let parsed: Vec<_> = files.iter().map(|file| file.as_ref().map(File::parse)).collect();
            styles.unread |= parsed.iter().any(|parsed| matches!(parsed, Some(None)));
            let root = |number: usize| {
                let table = parsed[number].as_ref()?.as_ref()?;
                Some(TomlTable::new(files[number].as_ref()?, table.get_ref(), 0..0, "the type styles"))
            };
            let (own_book, shared_book) = (root(3), root(1));
            let is_over = |name: &str| shared_book.as_ref().is_some_and(|root| root.has(name));
            for (root, over) in [(root(0), None), (root(1), own_book.as_ref()), (root(2), None)] {
                if let Some(root) = root {
                    root.keys().into_iter().for_each(|key| styles.read(&root, key, over, fonts));
                }
            }
            if let Some(root) = &own_book {
                let keys = root.keys().into_iter().filter(|key| !is_over(&key.text));
                keys.for_each(|key| styles.read(root, key, None, fonts));
            }
        }
        reporter.report_all(files.into_iter().flatten().flat_map(File::into_diagnostics));
        styles
    }

    /// Returns a style by its name.
    pub fn get(&self, name: &str) -> Option<&Style> {
        self.styles.get(name)
    }

    /// Returns the names of all styles.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.styles.keys().map(String::as_str)
    }

    /// Reports styles of the game's own `type.toml` that no style extends and no slot uses, given the slots' `names`.
    pub fn report_unused(&self, names: &BTreeSet<&str>, reporter: &Reporter) {
        let is_unused = |(name, _): &(&String, &Span)| !names.contains(name.as_str()) && !self.bases.contains(*name);
        let told = |(name, at): (&String, &Span)| {
            let what = format!("unused style `{name}`");
            Diagnostic::warning(Code::STYLE_UNUSED, at.clone(), what)
                .suggest(name, names.iter().copied().filter(|name| self.styles.contains_key(*name)))
                .hint("delete it, or use it")
        };
        reporter.report_all(self.own.iter().filter(is_unused).map(told));
    }

    /// True if a style is there and could not be read.
    pub fn is_broken(&self, name: &str) -> bool {
        self.unread || self.broken.contains(name)
    }

    /// Reads a style, and what another table of its name says over it.
    fn read(&mut self, root: &TomlTable<'_>, key: Word, over: Option<&TomlTable<'_>>, fonts: &mut Fonts) {
        let Some(table) = root.table(&key.text, format!("style `{}`", key.text)) else { return };
        let name = key.text.clone();
        let like = table.non_empty_str("extends");
        self.bases.extend(like.iter().map(|word| word.text.clone()));
        let path = &table.file.source.path;
        if path.ends_with("/type.toml") && path.starts_with("card-data/") && !self.styles.contains_key(&name) {
            self.own.insert(name.clone(), key.at.clone());
        }
        let base = like.as_ref().map(|word| self.base(&table, word));
        let found = match base {
            Some(None) => None,
            base => {
                let found = self.style(&table, key, base.flatten(), fonts, over.is_some());
                table.finish();
                found
            }
        };
        let over = over.and_then(|root| {
            let key = root.keys().into_iter().find(|key| key.text == name)?;
            Some((root.table(&name, format!("style `{name}`"))?, key))
        });
        let found = match over {
            Some((table, key)) => {
                let like = table.non_empty_str("extends").filter(|word| word.text != name);
                let base = like.map_or(found, |word| self.base(&table, &word));
                base.and_then(|base| {
                    let found = self.style(&table, key, Some(base), fonts, false);
                    table.finish();
                    found
                })
            }
            None => found,
        };
        match found {
            Some((style, cut)) => {
                self.cuts.insert(name.clone(), cut);
                self.styles.insert(name, style);
            }
            None => drop(self.broken.insert(name)),
        }
    }

    /// Returns the style that another extends; a missing one is reported.
    fn base(&self, table: &TomlTable<'_>, like: &Word) -> Option<(Style, Cut)> {
        let base = self.styles.get(&like.text).cloned().zip(self.cuts.get(&like.text).cloned());
        if base.is_none() && !self.is_broken(&like.text) {
            let names = self.cuts.keys().map(String::as_str);
            table.choose(Code::STYLE_ABOVE_UNKNOWN, like, "style above this one", names);
        }
        base
    }

    /// Reads the style of a table, over another. The cut nearest to it is enough, if its family may be `another` than
    /// it was written for.
    fn style(
        &mut self,
        table: &TomlTable<'_>,
        name: Word,
        like: Option<(Style, Cut)>,
        fonts: &mut Fonts,
        another: bool,
    ) -> Option<(Style, Cut)> {
        let (base, cut) = match like {
            Some((style, cut)) => (Some(style), cut.read(table, fonts, another)),
            None => (None, Cut::default().read(table, fonts, another)),
        };
        if cut.family.is_empty() && !table.has("font") {
            table.require_str("font");
        }
        let grades = sizes(table).or(base.as_ref().map(|style| style.grades.clone()).filter(|_| !table.has("size")));
        let grades = grades.unwrap_or_default();
        let (largest, smallest) = (grades.first().copied(), grades.last().copied());
        let size = match &base {
            _ if largest.is_some() => largest.map(Pt::get),
            Some(style) => Some(table.measure("size", SIZES).unwrap_or(style.size.get())),
            None if table.has("size") => table.measure("size", SIZES),
            None => {
                table.report_missing("size", "set the size in points: `size = 8.5`");
                None
            }
        };
        // The other keys are read all the same.
        let is_read = size.is_some();
        let size = size.unwrap_or(1.0);
        let base = base.as_ref();
        let least = smallest
            .map(Pt::get)
            .or_else(|| table.measure("min-size", SIZES))
            .unwrap_or(base.map_or(size, |style| style.least.get().min(size)));
        if table.has("min-size") && least > size && is_read {
            let what = format!("`min-size` of {} is above its size, {size} pt", table.what);
            table.file.note(
                Diagnostic::error(Code::LEAST_ABOVE_SIZE, table.span("min-size"), what)
                    .hint(format!("set `min-size`, the minimum size, to {size} or less")),
            );
        }
        let least = least.min(size);
        let leading =
            table.measure("leading", 1.0..=400.0).map_or(base.map_or(1.25, |style| style.leading), |pt| pt / size);
        if table.has("leading") && is_read && !LEADINGS.contains(&leading) {
            let what = format!("the line spacing of {} is {:.2} times its size", table.what, leading);
            let diagnostic = Diagnostic::warning(Code::LEADING_ODD, table.span("leading"), what);
            table.file.note(diagnostic.hint(format!(
                "set `leading = {}`, the distance between baselines in points",
                (size * 12.0).round() / 10.0
            )));
        }
        let paragraph = table
            .measure("paragraph-spacing", 0.0..=100.0)
            .map_or(base.map_or(0.25, |style| style.paragraph), |pt| pt / size);
        let align = table.non_empty_str("align").map_or(base.map(|style| style.align), |word| {
            let found = table.choose(Code::UNKNOWN_WORD, &word, "alignment", ["left", "middle", "right"]);
            found.map(|index| [Align::Left, Align::Middle, Align::Right][index])
        });
        let fit = table.non_empty_str("fit").map_or(base.map(|style| style.fit), |word| {
            let found = table.choose(Code::UNKNOWN_WORD, &word, "way to fit", ["class", "card"]);
            found.map(|index| [Fit::Class, Fit::Card][index])
        });
        let mark = table
            .measure("icon", 10.0..=400.0)
            .map_or(base.map_or(0.82, |style| style.mark), |percent| percent / 100.0);
        let whole_terms = table.flag("whole_terms").unwrap_or(base.is_none_or(|style| style.whole_terms));
        let whole_compounds = table.flag("whole_compounds").unwrap_or(base.is_some_and(|style| style.whole_compounds));
        let hyphenate = table.flag("hyphenate").unwrap_or(base.is_some_and(|style| style.hyphenate));
        let variants = cut.variants(table, fonts, &mut self.settings).filter(|_| is_read)?;
        let shown = self.settings[usize::from(variants[0].setting.0)].fonts.iter().map(|font| fonts.get(*font));
        let named: Vec<&Font> = shown.filter(|font| cut.family.contains(&font.family)).collect();
        for word in table.words("features").into_iter().filter(|_| !another) {
            if word.text.len() == 4 && !named.iter().any(|font| font.has_feature(&word.text)) {
                let what = format!("unsupported font feature: no font of {} has `{1}`", table.what, word.text);
                let diagnostic = Diagnostic::warning(Code::FEATURE_MISSING, word.at.clone(), what);
                let others = FEATURES.into_iter().filter(|tag| named.iter().any(|font| font.has_feature(tag)));
                table.file.note(diagnostic.suggest(&word.text, others));
            }
        }
        // Of a family in parts, the height is that of the part with capitals.
        let font = named.iter().find(|font| font.has('H')).or(named.first())?;
        let style = Style {
            name: name.text,
            size: Pt::new(size),
            least: Pt::new(least),
            grades,
            fit: fit.unwrap_or_default(),
            leading,
            paragraph,
            align: align.unwrap_or_default(),
            mark,
            whole_terms,
            whole_compounds,
            hyphenate,
            cap_height: font.cap_height,
            variants,
            size_at: table.span("size").or(base.map(|style| style.size_at.clone())).unwrap_or_else(|| name.at.clone()),
            at: name.at,
        };
        Some((style, cut))
    }
}
