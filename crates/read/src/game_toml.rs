//! `game.toml`: the game's name, its kinds, faces, needs, fields and colours.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::RangeInclusive;

use toml::de::DeTable;

use super::allow;
use super::colour_rules::colour_rules;
use super::colours::{check_palettes, palette};
use super::declared::{self, TableDraft};
use super::defaults::Defaults;
use super::languages::{self, Translated, Translation};
use super::pieces::{self, PieceDraft};
use super::rules::RuleIndex;
use super::sheets::{self, Told};
use super::table::{File, TomlTable, Word};
use super::warband::{self, warriors};
use super::weave::weave;
use crate::diagnostic::{Allow, Allowed, Code, Diagnostic, Span, nearest};
use crate::game::{
    BattlingSpec, Component, FaceKind, Field, FieldKind, Game, House, Kind, Need, Numbers, Palette, Rulings,
    SKIRMISH_RULES, TableSpec, Value, WARBAND_RULES, Warband, skirminion,
};
use crate::ordered;

/// The game without its cards, and what `game.toml` says that only the cards make use of.
pub(super) struct Setting {
    pub game: Game,
    /// The piece types; the card is the first.
    pub pieces: Vec<PieceDraft>,
    /// Terms beside the names of cards and the words of lists.
    pub terms: Vec<String>,
    /// Defaults of each kind for its cards.
    pub kinds: Vec<Defaults>,
    /// Defaults of each kind of face for its cards.
    pub faces: Vec<Defaults>,
    /// True if the game defines the front of cards; one with only other pieces needn't.
    pub declares_front: bool,
    /// Cards that each need bars, to be checked later.
    pub bars: Vec<Vec<Word>>,
    /// Content of `[table]`, to be checked against the cards.
    pub table: TableDraft,
    /// Fields of which it is not known what may be in them.
    pub unread: Vec<String>,
    /// Sheets with cards.
    pub sheets: Told,
    /// Problems that the game accepts, and each kind.
    pub allow: Vec<Allow>,
    pub kind_allows: Vec<Vec<Allow>>,
}

pub(super) fn read(
    file: &File,
    entries: &DeTable<'_>,
    id: &str,
    known: &RuleIndex,
    warbands: Vec<Warband>,
    is_printed: bool,
    translation: Option<&Translation>,
) -> Option<Setting> {
    let root = TomlTable::new(file, entries, 0..0, "the game").translated(translation.map(Translated::of_game));
    let title = root.require_str("title");
    let filled = |key: &str| root.non_empty_str(key).map(|word| word.text);
    let (edition, revision) = (filled("edition").unwrap_or_default(), filled("revision").unwrap_or_default());
    let (language, author) =
        (filled("language").unwrap_or_else(|| "en".to_owned()), filled("author").unwrap_or_default());
    let allows_missing_letters = root.flag("allow-missing-letters").unwrap_or(false);
    let languages = languages::declared(&root, &language);
    let terms = root.words("terms").into_iter().map(|word| word.text).collect();
    let palette = palette(&root);
    let (fields, unread) = fields(&root);
    let mut pieces = pieces::pieces(&root, &fields);
    if let Some(deck) = root.number("deck-size", 1..=100_000).zip(root.span("deck-size")) {
        pieces[0].count = Some(deck);
    }
    let mut sets = pieces::sets(&root);
    warriors::add_sets(&root, &warbands, &mut sets);
    let table = declared::read(&root);
    let figures = figures(&root, &table);
    let (mut house, mut rulings) = (House::default(), Rulings::default());
    match table.rules.as_ref().map(|rules| rules.value.as_str()) {
        Some(SKIRMISH_RULES) => rulings = self::rulings(&root),
        None | Some(WARBAND_RULES) => house = warband::wishes(&root).merged_with(house),
        // Other rules have no house rules, and those of unknown ones are unknown.
        Some(_) => drop(root.table("house", "the house rules")),
    }
    let allow = allow::read(&root);
    let (kinds, kind_defaults, kind_allows) = kinds(&root, &fields);
    let (mut face_kinds, mut face_defaults) = faces(&root, &fields);
    let (needs, bars) = needs(&root, known);
    let sheets = sheets::told(&root, &kinds, &pieces);
    let names_differ = check_names(&root, &face_kinds);
    check_required(&root, &fields, &kinds, &pieces);
    check_conditions(&root, &fields, &unread);
    check_backs(&root, &face_kinds);
    let colour_rules = colour_rules(&root, &fields);
    check_palettes(file, &palette, &kinds, &face_kinds, &sets, &colour_rules);
    let names = kinds.iter().map(|kind| ("kind", kind.id.as_str()));
    let names = names.chain(face_kinds.iter().map(|face| ("face", face.id.as_str())));
    pieces::check_names(&root, &pieces, &names.chain(fields.iter().map(|field| ("field", field.name.as_str()))));
    // Other pieces need no kind.
    let has_cards = is_printed && pieces.len() == 1;
    if has_cards && kinds.is_empty() && !root.has("kind") {
        file.note(
            Diagnostic::error(Code::NO_KIND_DECLARED, Span::file(&file.source), "the game defines no kind")
                .hint("add a table `[kind.…]`"),
        );
    }
    let mut has_front = face_kinds.iter().any(|face| face.id == "front");
    let near = nearest("front", face_kinds.iter().map(|face| face.id.as_str())).map(str::to_owned);
    let declares_front = has_front;
    if is_printed && !has_front && near.is_none() && pieces.len() > 1 {
        // Pieces other than cards define their own fronts.
        face_kinds.push(FaceKind {
            id: "front".to_owned(),
            name: "front".to_owned(),
            shared: false,
            palette: Palette::default(),
        });
        face_defaults.push(Defaults::default());
        has_front = true;
    }
    if is_printed && !has_front && face_kinds.is_empty() != root.has("face") {
        file.note(no_front(file, near.as_deref()));
    }
    root.finish();
    if has_cards && kinds.is_empty() || is_printed && !has_front || !names_differ {
        return None;
    }
    let game = Game {
        id: id.to_owned(),
        title: title.map_or_else(|| id.to_owned(), |word| word.text),
        edition,
        revision,
        language: translation.map_or(language, |translation| translation.language.clone()),
        languages,
        translation: translation.map(|translation| translation.language.clone()),
        translated_terms: BTreeMap::new(),
        allows_missing_letters,
        template_words: BTreeMap::new(),
        author,
        deck: Component::new(pieces[0].spec.clone(), pieces[0].format, kinds, Vec::new()),
        components: Vec::new(),
        panels: Vec::new(),
        palette,
        sets,
        face_kinds,
        colour_rules,
        needs,
        fields,
        figures,
        rules: table.rules.clone(),
        table: TableSpec::default(),
        battling: table.battling.clone(),
        house,
        rulings,
        warbands,
        has_book: false,
        deck_size: 0,
        allowed: Allowed::new(allow.iter().cloned()),
    };
    Some(Setting {
        game,
        table,
        pieces,
        terms,
        kinds: kind_defaults,
        faces: face_defaults,
        declares_front,
        bars,
        unread,
        sheets,
        allow,
        kind_allows,
    })
}

/// True if a `game.toml` describes a game without cards: it doesn't mention them, but has a table, or only a `book`.
pub(super) fn without_cards(entries: &DeTable<'_>, book: bool) -> bool {
    let has = |name: &str| entries.keys().any(|key| key.get_ref() == name);
    (book || has("table")) && !["kind", "face", "field", "deck-size", "piece", "cards"].into_iter().any(has)
}

/// Reads the fields, and returns the names of those with an unknown type.
fn fields(root: &TomlTable<'_>) -> (Vec<Field>, Vec<String>) {
    const SORTS: [&str; 8] = ["line", "text", "quote", "needs", "number", "bool", "list", "values"];
    const TAKEN: [&str; 11] =
        ["sizes", "name", "short", "kind", "count", "rule", "back", "art", "card-icon", "id", "allow"];
    let (mut fields, mut unread) = (Vec::new(), Vec::new());
    for (name, table) in root.tables("field", "field") {
        if TAKEN.contains(&name.text.as_str()) {
            let diagnostic = Diagnostic::error(
                Code::FIELD_NAME_TAKEN,
                name.at.clone(),
                format!("`{}` is built in and can't be declared as a field", name.text),
            );
            root.file.note(diagnostic.hint("choose another name"));
        }
        let sort =
            table.require_str("type").and_then(|word| table.choose(Code::UNKNOWN_WORD, &word, "field type", SORTS));
        let bounds = (table.number("min", FIGURES).unwrap_or(0), table.number("max", FIGURES).unwrap_or(99));
        if bounds.0 > bounds.1 {
            let what = format!("`min` of {} is {}, above `max`, which is {}", table.what, bounds.0, bounds.1);
            let diagnostic =
                Diagnostic::error(Code::FIELD_BOUNDS, table.span("min").or_else(|| table.span("max")), what);
            root.file.note(diagnostic.hint("the default range is 0 to 99"));
        }
        let (places, sign) = (table.number("decimals", 0..=3).unwrap_or(0), table.flag("sign").unwrap_or(false));
        let zero = table.text("zero").map(|word| word.text);
        let words: Vec<String> = table.words("allow").into_iter().map(|word| word.text).collect();
        let choice: Vec<String> = table.words("options").into_iter().map(|word| word.text).collect();
        let required = table.words("required-for").into_iter().map(|word| word.text).collect();
        let translate = table.flag("translate").unwrap_or(true);
        table.finish();
        let bounds = (bounds.0.min(bounds.1), bounds.0.max(bounds.1));
        let kind = match sort.map(|sort| SORTS[sort]) {
            Some("line") => FieldKind::Line,
            Some("text") => FieldKind::Text,
            Some("quote") => FieldKind::Quote,
            Some("needs") => FieldKind::Needs,
            Some("number") => {
                let places = u8::try_from(places).unwrap_or(0);
                FieldKind::Number(Numbers { from: bounds.0, to: bounds.1, places, sign, words })
            }
            Some("bool") => FieldKind::Flag,
            Some("list") => FieldKind::List(choice),
            Some("values") => FieldKind::Figures(choice),
            _ => {
                unread.push(name.text);
                continue;
            }
        };
        fields.push(Field { name: name.text, kind, required, translate, zero });
    }
    (fields, unread)
}

/// Checks that no name is both a field and a face, which a card's table has side by side.
fn check_names(root: &TomlTable<'_>, faces: &[FaceKind]) -> bool {
    let mut differ = true;
    for (name, _) in root.tables("field", "field") {
        if faces.iter().any(|face| face.id == name.text) {
            let diagnostic =
                Diagnostic::error(Code::FIELD_AND_FACE, name.at, format!("`{}` is both a field and a face", name.text));
            root.file.note(diagnostic.hint("rename the field"));
            differ = false;
        }
    }
    differ
}

/// Checks that the kinds and pieces that require a field exist.
fn check_required(root: &TomlTable<'_>, fields: &[Field], kinds: &[Kind], pieces: &[PieceDraft]) {
    let ids = kinds.iter().map(|kind| kind.id.as_str()).chain(pieces[1..].iter().map(|piece| piece.spec.id.as_str()));
    for (name, table) in root.tables("field", "field") {
        if fields.iter().any(|field| field.name == name.text) {
            for word in table.words("required-for") {
                table.choose(Code::UNKNOWN_KIND, &word, "kind", ids.clone());
            }
        }
    }
}

/// Checks that a back is a face, without a back of its own.
fn check_backs(root: &TomlTable<'_>, faces: &[FaceKind]) {
    let tables = ["kind", "piece", "face"].into_iter().flat_map(|key| root.tables(key, key));
    for (name, table) in tables {
        let Some(word) = table.non_empty_str("back") else { continue };
        if table.what.starts_with("face") && name.text != "front" && faces.iter().any(|face| face.id == "front") {
            let diagnostic = Diagnostic::error(
                Code::BACK_OF_A_BACK,
                word.at,
                format!("{} is a back and can't have a `back`", table.what),
            );
            root.file.note(diagnostic.hint("set `back` in `[face.front]`, in a kind or in a card"));
        } else {
            table.choose(Code::UNKNOWN_FACE, &word, "face", faces.iter().map(|face| face.id.as_str()));
        }
    }
}

/// Checks that the condition of a need is a field, and of the right type.
fn check_conditions(root: &TomlTable<'_>, fields: &[Field], unread: &[String]) {
    for (_, table) in root.tables("need", "need") {
        let Some(when) = table.table("when", format_args!("`when` of {}", table.what)) else { continue };
        for key in when.keys().into_iter().filter(|key| !unread.contains(&key.text)) {
            let Some(index) =
                when.choose(Code::UNKNOWN_FIELD, &key, "field", fields.iter().map(|field| field.name.as_str()))
            else {
                continue;
            };
            let right = match fields[index].kind {
                FieldKind::Number(..) => !when.is_flag(&key.text),
                FieldKind::Flag => when.is_flag(&key.text),
                _ => false,
            };
            if !right {
                let diagnostic = Diagnostic::error(
                    Code::CONDITION_NEVER_HOLDS,
                    key.at.clone(),
                    format!("condition `{}` of {} is never true", key.text, when.what),
                );
                let must = match fields[index].kind {
                    FieldKind::Number(..) => "the field is a number: write a number",
                    FieldKind::Flag => "the field is a bool: write `true` or `false`",
                    _ => "use a field that is a number or a bool",
                };
                root.file.note(diagnostic.hint(must));
            }
        }
    }
}

/// Returns the kinds, each with defaults for its cards, and the problems that each accepts.
fn kinds(root: &TomlTable<'_>, fields: &[Field]) -> (Vec<Kind>, Vec<Defaults>, Vec<Vec<Allow>>) {
    let mut all = (Vec::new(), Vec::new(), Vec::new());
    for (id, table) in root.tables("kind", "kind") {
        let name = table.require_str("name").map_or_else(|| id.text.clone(), |word| word.text);
        let plural = table.non_empty_str("plural").map_or_else(|| plural(&name), |word| word.text);
        let mark = table.non_empty_str("icon");
        let defaults = Defaults::read(&table, fields);
        let (weave, palette) = (weave(&table), palette(&table));
        let names_mark = mark.is_some();
        let (mark, at) = match mark {
            Some(word) => (word.text, word.at),
            None if table.has_or_typo_of("icon") => (String::new(), id.at),
            None => (id.text.clone(), id.at),
        };
        all.0.push(Kind { id: id.text, name, plural, mark, names_mark, at, weave, palette });
        all.1.push(defaults);
        all.2.push(allow::read(&table));
        table.finish();
    }
    all
}

/// Returns the default plural: `weapon` is `Weapons`.
fn plural(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}s", first.to_uppercase(), letters.as_str()))
}

/// Range of a value: sums of many of them are far from overflowing.
const FIGURES: RangeInclusive<i64> = -999_999..=999_999;

/// Reads `[house]` of Skirmish: the rulings that differ by default.
fn rulings(root: &TomlTable<'_>) -> Rulings {
    let Some(table) = root.table("house", "the house rules") else { return Rulings::default() };
    let is_on = |key: &str| table.flag(key).unwrap_or(false);
    let rulings = Rulings {
        turn_for_health: is_on("turn_for_health"),
        rend_damage: is_on("rend_damage"),
        trip_one_card: is_on("trip_one_card"),
        trip_any_time: is_on("trip_any_time"),
        spare_shields: is_on("spare_shields"),
        all_regain: is_on("all_regain"),
    };
    table.finish();
    rulings
}

/// Figures of the game itself, and those that its table has or that its rules bring along.
fn figures(root: &TomlTable<'_>, draft: &TableDraft) -> BTreeMap<String, i64> {
    let mut figures = ordered::map(draft.battling.iter().flat_map(BattlingSpec::figures));
    if draft.rules.as_ref().is_some_and(|rules| rules.value == skirminion::RULES) {
        figures.extend(skirminion::figures());
    }
    let Some(table) = root.table("figures", "the game's values") else { return figures };
    for key in table.keys() {
        let Some(figure) = table.number(&key.text, FIGURES) else { continue };
        match figures.entry(key.text) {
            Entry::Occupied(taken) => {
                let what = format!("`{}` is already a value of `[table]`, available to texts", taken.key());
                root.file.note(
                    Diagnostic::error(Code::FIGURE_OF_TABLE, key.at, what).hint("remove it, or choose another name"),
                );
            }
            Entry::Vacant(free) => {
                free.insert(figure);
            }
        }
    }
    figures
}

/// Reports that cards have no front, with the face that may be meant.
pub(super) fn no_front(file: &File, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::NO_FRONT, Span::file(&file.source), "the game has no face `front`");
    diagnostic.hint(match near {
        Some(near) => format!("did you mean it by `[face.{near}]`?"),
        None => "add a table `[face.front]` with a `template`".to_owned(),
    })
}

fn faces(root: &TomlTable<'_>, fields: &[Field]) -> (Vec<FaceKind>, Vec<Defaults>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, table) in root.tables("face", "face") {
        table.require_str("template");
        let shared = table.flag("shared").unwrap_or(false);
        let defaults = Defaults::read(&table, fields);
        let name = table.non_empty_str("name").map_or_else(|| id.text.clone(), |word| word.text);
        all.0.push(FaceKind { id: id.text, name, shared, palette: palette(&table) });
        all.1.push(defaults);
        table.finish();
    }
    all
}

fn needs(root: &TomlTable<'_>, rules: &RuleIndex) -> (Vec<Need>, Vec<Vec<Word>>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, table) in root.tables("need", "need") {
        let marks = table.filled_or_words("icon").into_iter().map(|word| word.text).collect();
        if !table.has("icon") {
            table.require_str("icon");
        }
        let words = table.require_str("text").map(|word| word.text).unwrap_or_default();
        let when = table
            .table("when", format_args!("`when` of {}", table.what))
            .map(|when| conditions(&when))
            .unwrap_or_default();
        all.1.push(table.words("excludes"));
        all.0.push(Need {
            id: id.text,
            at: table.span("icon").unwrap_or(id.at),
            marks,
            words,
            rule: rules.named(&table),
            when,
            bars: Vec::new(),
        });
        table.finish();
    }
    all
}

/// Reads `{ hands = 2 }`: a card with these values has the need automatically.
fn conditions(table: &TomlTable<'_>) -> Vec<(String, Value)> {
    let condition = |key: Word| {
        let value = match table.is_flag(&key.text) {
            true => table.flag(&key.text).map(Value::Flag),
            false => table.number(&key.text, FIGURES).map(Value::Number),
        };
        Some((key.text, value?))
    };
    table.keys().into_iter().filter_map(condition).collect()
}
