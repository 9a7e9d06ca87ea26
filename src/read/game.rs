//! `game.toml`: what the game is called, its kinds, faces, needs, fields and colours.

use std::collections::BTreeMap;

use toml::de::DeTable;

use super::colours::{check_palettes, palette};
use super::rules::Known;
use super::said::Defaults;
use super::table::{File, Table, Word};
use crate::game::{CardFormat, FaceKind, Field, FieldKind, Game, Kind, Need, Value};
use crate::knot::{Break, Pattern, Wall};
use crate::problem::{Place, Problem, nearest};
use crate::units::{Mm, Size};

/// The game without its cards, and what `game.toml` says that only the cards make use of.
pub(super) struct Setting {
    pub game: Game,
    /// How many cards the deck must have.
    pub deck: Option<(i64, Place)>,
    /// Terms beside the names of cards and the words of lists.
    pub terms: Vec<String>,
    /// What each kind says for its cards.
    pub kinds: Vec<Defaults>,
    /// What each sort of face says for its cards.
    pub faces: Vec<Defaults>,
    /// What each need bars, to be checked against the cards.
    pub bars: Vec<Vec<Word>>,
    /// Fields of which it is not known what may stand in them.
    pub unread: Vec<String>,
}

pub(super) fn read(file: &File, entries: &DeTable<'_>, id: &str, rules: &Known) -> Option<Setting> {
    let root = Table::new(file, entries, 0..0, "the game");
    let title = root.must_fill("title");
    let filled = |key: &str| root.filled(key).map(|word| word.text);
    let (edition, revision) = (filled("edition").unwrap_or_default(), filled("revision").unwrap_or_default());
    let (language, author) =
        (filled("language").unwrap_or_else(|| "en".to_owned()), filled("author").unwrap_or_default());
    let deck = root.number("deck", 1..=100_000).zip(root.place("deck"));
    let terms = root.words("terms").into_iter().map(|word| word.text).collect();
    let format = format(&root);
    let palette = palette(&root);
    let (fields, unread) = fields(&root);
    let figures = figures(&root);
    let (kinds, kind_defaults) = kinds(&root, &fields);
    let (face_kinds, face_defaults) = faces(&root, &fields);
    let (needs, bars) = needs(&root, rules);
    let names_differ = check_names(&root, &face_kinds);
    check_required(&root, &fields, &kinds);
    check_conditions(&root, &fields, &unread);
    check_backs(&root, &face_kinds);
    check_palettes(file, &palette, &kinds, &face_kinds);
    if kinds.is_empty() && !root.has("kind") {
        file.note(
            Problem::error(Place::file(&file.source), "the game has no kind of card").hint("add a table `[kind.…]`"),
        );
    }
    let ids = face_kinds.iter().map(|face| face.id.as_str());
    let has_front = ids.clone().any(|id| id == "front");
    if !has_front && face_kinds.is_empty() != root.has("face") {
        let problem = Problem::error(Place::file(&file.source), "the game has no face `front`");
        file.note(match nearest("front", ids) {
            Some(near) => problem.hint(format!("did you mean it by `[face.{near}]`?")),
            None => problem.hint("add a table `[face.front]` with a `template`"),
        });
    }
    root.finish();
    if kinds.is_empty() || !has_front || !names_differ {
        return None;
    }
    let game = Game {
        id: id.to_owned(),
        title: title.map_or_else(|| id.to_owned(), |word| word.text),
        edition,
        revision,
        language,
        author,
        format,
        palette,
        kinds,
        face_kinds,
        needs,
        fields,
        figures,
        cards: Vec::new(),
        by_id: std::collections::HashMap::new(),
    };
    Some(Setting { game, deck, terms, kinds: kind_defaults, faces: face_defaults, bars, unread })
}

fn format(root: &Table<'_>) -> CardFormat {
    let Some(table) = root.table("format", "the format") else { return CardFormat::POKER };
    let mut format = CardFormat::POKER;
    if let Some(name) = table.filled("size") {
        let found = CardFormat::named(&name.text);
        if found.is_none() {
            table.choose(&name, "size of card", CardFormat::names().collect::<Vec<_>>());
        }
        format = found.unwrap_or(format);
    }
    let sides = (table.measure("width", 10.0..=400.0), table.measure("height", 10.0..=400.0));
    if let (Some(width), Some(height)) = sides {
        format = CardFormat::new(Size::mm(width, height));
    } else if table.has("width") != table.has("height") {
        table.file.note(
            Problem::error(table.at.clone(), "the format needs both `width` and `height`")
                .hint("or a `size` by its name"),
        );
    }
    for (key, length) in [("corner", &mut format.corner), ("bleed", &mut format.bleed), ("safe", &mut format.safe)] {
        if let Some(value) = table.measure(key, 0.0..=20.0) {
            *length = Mm::new(value);
        }
    }
    if format.safe * 2.0 >= format.size.width.min(format.size.height) {
        let what = format!("`safe` of the format leaves no room for text: it is {} mm", format.safe.get());
        table.file.note(Problem::error(table.place("safe"), what).hint("3.2 mm is usual"));
    }
    table.finish();
    format
}

/// The fields, and the names of those whose sort is not known.
fn fields(root: &Table<'_>) -> (Vec<Field>, Vec<String>) {
    const SORTS: [&str; 8] = ["line", "text", "quote", "needs", "number", "flag", "list", "figures"];
    const TAKEN: [&str; 9] = ["name", "short", "kind", "count", "rule", "back", "art", "glyph", "id"];
    let (mut fields, mut unread) = (Vec::new(), Vec::new());
    for (name, table) in root.tables("field", "field") {
        if TAKEN.contains(&name.text.as_str()) {
            let problem =
                Problem::error(name.at.clone(), format!("`{}` belongs to every card: it needs no field", name.text));
            root.file.note(problem.hint("choose another name"));
        }
        let sort = table.must_fill("is").and_then(|word| table.choose(&word, "sort of field", SORTS));
        let bounds = (table.number("from", -999..=999).unwrap_or(0), table.number("to", -999..=999).unwrap_or(99));
        if bounds.0 > bounds.1 {
            let what = format!("`from` of {} is {}, more than `to`, which is {}", table.what, bounds.0, bounds.1);
            let problem = Problem::error(table.place("from").or_else(|| table.place("to")), what);
            root.file.note(problem.hint("without them a number may be from 0 to 99"));
        }
        let choice: Vec<String> = table.words("of").into_iter().map(|word| word.text).collect();
        let required = table.words("for").into_iter().map(|word| word.text).collect();
        table.finish();
        let bounds = (bounds.0.min(bounds.1), bounds.0.max(bounds.1));
        let kind = match sort.map(|sort| SORTS[sort]) {
            Some("line") => FieldKind::Line,
            Some("text") => FieldKind::Text,
            Some("quote") => FieldKind::Quote,
            Some("needs") => FieldKind::Needs,
            Some("number") => FieldKind::Number(bounds.0, bounds.1),
            Some("flag") => FieldKind::Flag,
            Some("list") => FieldKind::List(choice),
            Some("figures") => FieldKind::Figures(choice),
            _ => {
                unread.push(name.text);
                continue;
            }
        };
        fields.push(Field { name: name.text, kind, required });
    }
    (fields, unread)
}

/// A card's table has its fields and its faces side by side: a name can be only one of them.
fn check_names(root: &Table<'_>, faces: &[FaceKind]) -> bool {
    let mut differ = true;
    for (name, _) in root.tables("field", "field") {
        if faces.iter().any(|face| face.id == name.text) {
            let problem = Problem::error(name.at, format!("`{}` is both a field and a face", name.text));
            root.file.note(problem.hint("give the field another name"));
            differ = false;
        }
    }
    differ
}

/// A kind that a field is required for must exist.
fn check_required(root: &Table<'_>, fields: &[Field], kinds: &[Kind]) {
    for (name, table) in root.tables("field", "field") {
        if fields.iter().any(|field| field.name == name.text) {
            for word in table.words("for") {
                table.choose(&word, "kind", kinds.iter().map(|kind| kind.id.as_str()));
            }
        }
    }
}

/// A back must be a face, and has none itself.
fn check_backs(root: &Table<'_>, faces: &[FaceKind]) {
    let tables = root.tables("kind", "kind").into_iter().chain(root.tables("face", "face"));
    for (name, table) in tables {
        let Some(word) = table.filled("back") else { continue };
        if table.what.starts_with("face") && name.text != "front" && faces.iter().any(|face| face.id == "front") {
            let problem = Problem::error(word.at, format!("{} is a back and has no `back`", table.what));
            root.file.note(problem.hint("only `[face.front]`, a kind or a card says what is on the back"));
        } else {
            table.choose(&word, "face", faces.iter().map(|face| face.id.as_str()));
        }
    }
}

/// What a need asks about must be a field, and of that sort.
fn check_conditions(root: &Table<'_>, fields: &[Field], unread: &[String]) {
    for (_, table) in root.tables("need", "need") {
        let Some(when) = table.table("when", format!("`when` of {}", table.what)) else { continue };
        for key in when.keys().into_iter().filter(|key| !unread.contains(&key.text)) {
            let Some(index) = when.choose(&key, "field", fields.iter().map(|field| field.name.as_str())) else {
                continue;
            };
            let right = match fields[index].kind {
                FieldKind::Number(..) => !when.is_flag(&key.text),
                FieldKind::Flag => when.is_flag(&key.text),
                _ => false,
            };
            if !right {
                let problem = Problem::error(key.at.clone(), format!("`{}` of {} never holds", key.text, when.what));
                let must = match fields[index].kind {
                    FieldKind::Number(..) => "it is a number: write one",
                    FieldKind::Flag => "it is a yes or no: write `true` or `false`",
                    _ => "only numbers and flags can be asked about",
                };
                root.file.note(problem.hint(must));
            }
        }
    }
}

fn kinds(root: &Table<'_>, fields: &[Field]) -> (Vec<Kind>, Vec<Defaults>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, table) in root.tables("kind", "kind") {
        let name = table.must_fill("name").map_or_else(|| id.text.clone(), |word| word.text);
        let plural = table.filled("plural").map_or_else(|| plural(&name), |word| word.text);
        let mark = table.filled("mark");
        let defaults = Defaults::read(&table, fields);
        let (weave, palette) = (weave(&table), palette(&table));
        let (mark, at) = match mark {
            Some(word) => (word.text, word.at),
            None if table.has_or_means("mark") => (String::new(), id.at),
            None => (id.text.clone(), id.at),
        };
        all.0.push(Kind { id: id.text, name, plural, mark, at, weave, palette });
        all.1.push(defaults);
        table.finish();
    }
    all
}

/// `weapon` is `Weapons`, unless the game says otherwise.
fn plural(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}s", first.to_uppercase(), letters.as_str()))
}

/// Figures of the game itself.
fn figures(root: &Table<'_>) -> BTreeMap<String, i64> {
    let Some(table) = root.table("figures", "the figures of the game") else { return BTreeMap::new() };
    let figure = |key: Word| Some((key.text.clone(), table.number(&key.text, -9999..=9999)?));
    table.keys().into_iter().filter_map(figure).collect()
}

fn faces(root: &Table<'_>, fields: &[Field]) -> (Vec<FaceKind>, Vec<Defaults>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, table) in root.tables("face", "face") {
        table.must_fill("template");
        let shared = table.flag("shared").unwrap_or(false);
        let defaults = Defaults::read(&table, fields);
        all.0.push(FaceKind { id: id.text, shared, palette: palette(&table) });
        all.1.push(defaults);
        table.finish();
    }
    all
}

fn needs(root: &Table<'_>, rules: &Known) -> (Vec<Need>, Vec<Vec<Word>>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, table) in root.tables("need", "need") {
        let marks = table.filled_or_words("mark").into_iter().map(|word| word.text).collect();
        if !table.has("mark") {
            table.must_fill("mark");
        }
        let words = table.must_fill("words").map(|word| word.text).unwrap_or_default();
        let when =
            table.table("when", format!("`when` of {}", table.what)).map(|when| conditions(&when)).unwrap_or_default();
        all.1.push(table.words("bars"));
        all.0.push(Need {
            id: id.text,
            at: table.place("mark").unwrap_or(id.at),
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

/// `{ hands = 2 }`: a card whose figures are these has the need without saying so.
fn conditions(table: &Table<'_>) -> Vec<(String, Value)> {
    let condition = |key: Word| {
        let value = match table.is_flag(&key.text) {
            true => table.flag(&key.text).map(Value::Flag),
            false => table.number(&key.text, -999..=999).map(Value::Number),
        };
        Some((key.text, value?))
    };
    table.keys().into_iter().filter_map(condition).collect()
}

/// The interlace of a kind; where it cannot be read, a plain one stands in, so that its slot is not said to be empty.
fn weave(kind: &Table<'_>) -> Option<Pattern> {
    kind.has("weave").then(|| read_weave(kind).or_else(|| Pattern::new(2, 2, 0.8, 0.17, Vec::new()).ok())).flatten()
}

/// The five figures of a kind's interlace.
fn read_weave(kind: &Table<'_>) -> Option<Pattern> {
    let table = kind.table("weave", format!("the weave of {}", kind.what))?;
    let strands = table.must_number("strands", 1..=12);
    let period = table.must_number("period", 1..=48);
    let width = table.measure("width", 0.1..=1.0).unwrap_or(0.8);
    let gap = table.measure("gap", 0.0..=0.5).unwrap_or(0.17);
    let breaks: Vec<Option<Break>> = table.words("breaks").iter().map(|word| read_break(&table, word)).collect();
    let at = table.at.clone();
    table.finish();
    let breaks = breaks.into_iter().collect::<Option<Vec<_>>>()?;
    let (strands, period) = (u32::try_from(strands?).ok()?, u32::try_from(period?).ok()?);
    match Pattern::new(strands, period, width, gap, breaks) {
        Ok(pattern) => Some(pattern),
        Err(error) => {
            kind.file.note(Problem::error(at, format!("the weave of {} cannot be woven: {error}", kind.what)));
            None
        }
    }
}

/// `"1 2 V"`: column, row, and the wall that parts the strands there.
fn read_break(table: &Table<'_>, word: &Word) -> Option<Break> {
    let parts: Vec<&str> = word.text.split_whitespace().collect();
    let read = || {
        let [x, y, wall] = parts.as_slice() else { return None };
        let wall = match *wall {
            "H" => Wall::Horizontal,
            "V" => Wall::Vertical,
            _ => return None,
        };
        Some(Break { x: x.parse().ok()?, y: y.parse().ok()?, wall })
    };
    let found = read();
    if found.is_none() {
        let problem = Problem::error(word.at.clone(), format!("`{}` is no break in {}", word.text, table.what));
        table.file.note(problem.hint("write column, row and `H` or `V`: \"1 2 V\""));
    }
    found
}
