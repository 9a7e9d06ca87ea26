//! Colours by name.

use std::collections::BTreeMap;

use super::table::{File, TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic, Span, is_slip, is_swap};
use crate::game::{Colour, ColourRule, FaceKind, Ingredient, Kind, Palette, Recipe, Set, Spanned, Tone};
use crate::ordered;

/// The colours of a game, a kind or a face, for each ink.
pub(super) fn palette(owner: &TomlTable<'_>) -> Palette {
    let full = owner.table("colours", format_args!("the colours of {}", owner.what));
    let low = owner.table("low-ink", format_args!("the low-ink colours of {}", owner.what));
    Palette {
        full: full.map(|table| tones(&table)).unwrap_or_default(),
        low: low.map(|table| tones(&table)).unwrap_or_default(),
    }
}

/// Reads `spine = "#335069"`, `spine = "kind"` for the colour of another name, or a derived colour: `"kind 10% on
/// paper"`.
fn tones(table: &TomlTable<'_>) -> BTreeMap<String, Tone> {
    let tone = |name: Word| {
        let Some(word) = table.non_empty_str(&name.text) else {
            return (name.text, Tone::Colour(Spanned { value: Colour::Black, at: name.at }));
        };
        let plain = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase()) && !text.contains(' ');
        let field = word.text.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
        let tone = if let Some(field) = field {
            Tone::Field(Spanned { value: field.trim().to_owned(), at: word.at })
        } else if let Some(recipe) = recipe(&word) {
            Tone::Derived(recipe)
        } else if plain(&word.text) {
            Tone::Like(Spanned { value: word.text, at: word.at })
        } else {
            Tone::Colour(Spanned { value: colour(table, &name.text, &word), at: word.at })
        };
        (name.text, tone)
    };
    ordered::map(table.keys().into_iter().map(tone))
}

/// Parses a recipe: `kind 10% on paper` mixes two colours; `#ffffff or ink on kind` is the first that is legible on the
/// last.
fn recipe(word: &Word) -> Option<Recipe> {
    let ingredient = |text: &str| {
        let text = text.trim();
        let is_name = text.starts_with(|c: char| c.is_ascii_lowercase()) && !text.contains([' ', '%']);
        let name = || Ingredient::Name(Spanned { value: text.to_owned(), at: word.at.clone() });
        Colour::hex(text).map(Ingredient::Colour).or_else(|| is_name.then(name))
    };
    let (above, ground) = word.text.rsplit_once(" on ")?;
    let ground = ingredient(ground)?;
    let (choices, percent) = match above.trim().strip_suffix('%') {
        Some(mixed) => {
            let (colour, percent) = mixed.trim().rsplit_once(' ')?;
            (vec![ingredient(colour)?], Some(percent.parse().ok().filter(|percent| *percent <= 100)?))
        }
        None => (above.split(" or ").map(ingredient).collect::<Option<_>>()?, None),
    };
    Some(Recipe { choices, percent, ground, at: word.at.clone() })
}

/// Checks that every name that a colour refers to is a colour wherever it is used.
pub(super) fn check_palettes(
    file: &File,
    game: &Palette,
    kinds: &[Kind],
    faces: &[FaceKind],
    sets: &[Set],
    colour_rules: &[ColourRule],
) {
    let mut all = vec![game];
    all.extend(kinds.iter().map(|kind| &kind.palette));
    all.extend(faces.iter().map(|face| &face.palette));
    all.extend(sets.iter().map(|set| &set.palette));
    all.extend(colour_rules.iter().map(|look| &look.palette));
    misspelt(file, &all).into_iter().for_each(|diagnostic| file.note(diagnostic));
    let over_kinds = faces.iter().map(|face| &face.palette);
    let over_kinds = over_kinds.chain(sets.iter().map(|set| &set.palette));
    let over_kinds = over_kinds.chain(colour_rules.iter().map(|look| &look.palette));
    let of_kinds = kinds.iter().map(|kind| (kind, kind.palette.with_fallback(game)));
    let of_others = over_kinds
        .flat_map(|own| kinds.iter().map(|kind| (kind, own.with_fallback(&kind.palette).with_fallback(game))));
    for (kind, palette) in of_kinds.chain(of_others) {
        for (name, other) in palette.unresolved() {
            if palette.in_circle(name) {
                let what = format!("circular colour reference between `{name}` and `{}`", other.value);
                file.note(
                    Diagnostic::error(Code::COLOUR_CIRCLE, other.at.clone(), what)
                        .hint("set one of them to a colour such as `#a33b2e`"),
                );
                continue;
            }
            if palette.full.contains_key(&other.value) {
                // The other name has an error, which is reported separately.
                continue;
            }
            let giving: Vec<&str> =
                kinds.iter().filter(|kind| gives(kind, &other.value)).map(|kind| kind.id.as_str()).collect();
            if !giving.is_empty() {
                file.note(not_given(kind, &other.value, &giving));
                continue;
            }
            let diagnostic = Diagnostic::error(
                Code::NO_COLOUR,
                other.at.clone(),
                format!("invalid colour for `{name}`: `{}`", other.value),
            );
            let known = palette.full.keys().map(String::as_str).filter(|known| *known != name);
            let diagnostic = diagnostic.label("not a colour or the name of one");
            let with_sign = format!("#{}", other.value);
            let hint = "write a colour such as `#a33b2e`, or a name from `[colours]`";
            file.note(match Colour::hex(&with_sign) {
                Some(_) => diagnostic.did_you_mean(&other.value, &with_sign),
                None => diagnostic.suggest(&other.value, known).hint(hint),
            });
        }
    }
}

fn gives(kind: &Kind, colour: &str) -> bool {
    kind.palette.full.contains_key(colour)
}

/// Reports a colour that other kinds define and this one lacks.
fn not_given(kind: &Kind, colour: &str, giving: &[&str]) -> Diagnostic {
    let what = format!("kind `{}` doesn't set colour `{colour}`", kind.id);
    let others = match giving {
        [one] => format!("`{one}` does"),
        [first, second] => format!("`{first}` and `{second}` do"),
        [first, ..] => format!("`{first}` and {} other kinds do", giving.len() - 1),
        [] => String::new(),
    };
    let diagnostic = Diagnostic::error(Code::NO_COLOUR, kind.at.clone(), what);
    diagnostic.hint(format!("{others}: add `colours = {{ {colour} = \"#a33b2e\" }}`"))
}

/// Reads a colour; an invalid one becomes black, to avoid errors at its references.
fn colour(table: &TomlTable<'_>, name: &str, word: &Word) -> Colour {
    Colour::hex(&word.text).unwrap_or_else(|| {
        table.file.note(no_colour(word, format!("invalid colour for `{name}` of {}: `{}`", table.what, word.text)));
        Colour::Black
    })
}

fn no_colour(word: &Word, what: String) -> Diagnostic {
    let hint = match word.text.contains(" on ") || word.text.contains('%') {
        true => {
            "mix two colours as in `kind 10% on paper`, or write `#ffffff or ink on kind` to use the first that is readable on the last"
        }
        false => "write a colour as `#a33b2e`",
    };
    Diagnostic::error(Code::NO_COLOUR, word.at.clone(), what).label("not a colour").hint(hint)
}

/// Colours that books and boards use.
const KNOWN: [&str; 13] = [
    "box",
    "contour",
    "ground",
    "ink",
    "kind",
    "paper",
    "reference",
    "rim",
    "square-dark",
    "square-light",
    "strand",
    "strip",
    "table",
];

/// Reports unused names that are probably typos of used ones.
fn misspelt(file: &File, palettes: &[&Palette]) -> Vec<Diagnostic> {
    let tones = || palettes.iter().flat_map(|palette| [&palette.full, &palette.low]);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    tones().flat_map(BTreeMap::keys).for_each(|name| *times.entry(name).or_default() += 1);
    for tone in tones().flat_map(BTreeMap::values) {
        for other in tone.names() {
            *times.entry(&other.value).or_default() += 1;
        }
    }
    KNOWN.into_iter().for_each(|name| *times.entry(name).or_default() += 2);
    let mut found = Vec::new();
    for (name, _) in times.iter().filter(|(_, times)| **times == 1) {
        // Of two names used once each, either may be wrong.
        let is_meant = |(other, times): &(&&str, &usize)| (**times > 1 && is_slip(name, other)) || is_swap(name, other);
        let Some((meant, _)) = times.iter().find(is_meant) else { continue };
        let Some(at) = key(file, name) else { continue };
        let diagnostic = Diagnostic::warning(Code::COLOUR_UNUSED, at, format!("unused colour `{name}`"));
        found.push(diagnostic.did_you_mean(name, meant));
    }
    found
}

/// Returns the first location of a key in a file.
fn key(file: &File, name: &str) -> Option<Span> {
    let text = &file.source.text;
    let is_key = |at: &usize| {
        let before = text[..*at]
            .chars()
            .next_back()
            .is_none_or(|letter| !letter.is_alphanumeric() && letter != '-' && letter != '_');
        before && text[at + name.len()..].trim_start().starts_with('=')
    };
    let at = text.match_indices(name).map(|(at, _)| at).find(is_key)?;
    Some(Span::new(&file.source, at..at + name.len()))
}
