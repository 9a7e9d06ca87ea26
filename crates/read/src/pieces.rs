//! `[format]`, `[piece.…]` and `[set.…]`: what the pieces of a game are cut to, and which players have a set of them.

use super::colours::palette;
use super::defaults::Defaults;
use super::nets::NetDraft;
use super::table::{TomlTable, Word};
use super::weave::weave;
use crate::diagnostic::{Code, Diagnostic, Repair};
use crate::game::{CARD, CardFormat, CutShape, Field, Pack, Palette, PieceSpec, Set, Sides, Spanned};
use crate::units::{Mm, Size};
use knotwork::Pattern;

/// A piece type, and what it says for all its pieces.
pub(super) struct PieceDraft {
    pub spec: PieceSpec,
    pub format: CardFormat,
    /// Its net, if it is one.
    pub net: Option<NetDraft>,
    /// Defaults of every piece of this type.
    pub defaults: Defaults,
    /// Colours of the pieces that name no kind.
    pub palette: Palette,
    /// The interlace of the pieces that name no kind.
    pub weave: Option<Pattern>,
    /// Required total count.
    pub count: Option<(i64, crate::diagnostic::Span)>,
    /// Span of its definition.
    pub at: crate::diagnostic::Span,
}

/// Returns all piece types; the card is the first of them, even if the game doesn't mention it.
pub(super) fn pieces(root: &TomlTable<'_>, fields: &[Field]) -> Vec<PieceDraft> {
    let read = |(id, table): (Word, TomlTable<'_>)| {
        let piece = piece(id, &table, fields, root);
        table.finish();
        piece
    };
    let mut all: Vec<PieceDraft> = root.tables("piece", "piece").into_iter().map(read).collect();
    let card = all.iter().position(|piece| piece.spec.is_card());
    if let (Some(_), Some(table)) = (card, root.table("format", "the format")) {
        let what = "the card size is set both in `[format]` and in `[piece.card]`";
        root.file.note(Diagnostic::error(Code::CARD_SIZE_TWICE, table.at.clone(), what).hint("remove `[format]`"));
        table.allow(FORMAT);
        table.finish();
    }
    let card = card.map_or_else(|| from_format(root, fields), |card| all.remove(card));
    all.insert(0, card);
    all.iter().filter_map(|piece| piece.net.as_ref()).for_each(|net| net.check(root, &all));
    all
}

const FORMAT: [&str; 6] = ["size", "width", "height", "corner-radius", "bleed", "safe-zone"];

/// Returns the card of a game with only `[format]`, or less.
fn from_format(root: &TomlTable<'_>, fields: &[Field]) -> PieceDraft {
    let table = root.table("format", "the format");
    let format = table.as_ref().map_or(CardFormat::POKER, |table| format(table, &PieceSpec::card()));
    let at = table.as_ref().map_or_else(|| root.at.clone(), |table| table.at.clone());
    let entries = toml::de::DeTable::new();
    let defaults = Defaults::read(&TomlTable::new(root.file, &entries, 0..0, "the format"), fields);
    if let Some(table) = table {
        table.finish();
    }
    let palette = Palette::default();
    PieceDraft { spec: PieceSpec::card(), format, net: None, defaults, palette, weave: None, count: None, at }
}

fn piece(id: Word, table: &TomlTable<'_>, fields: &[Field], root: &TomlTable<'_>) -> PieceDraft {
    const TAKEN: [&str; 4] = ["name", "kind", "count", "set"];
    if TAKEN.contains(&id.text.as_str()) {
        let what = format!("`{}` is reserved and can't name a piece", id.text);
        root.file.note(Diagnostic::error(Code::PIECE_NAME_TAKEN, id.at.clone(), what).hint("choose another name"));
    }
    let name = table.non_empty_str("name").map_or_else(|| id.text.clone(), |word| word.text);
    let plural = table.non_empty_str("plural").map_or_else(|| format!("{name}s"), |word| word.text);
    let mut spec = PieceSpec { id: id.text, name, plural, ..PieceSpec::card() };
    let is_net = table.peek("shape").as_deref() == Some(NET);
    table.allow(["shape"]);
    if is_net && spec.is_card() {
        let what = "a card can't be a net";
        table
            .file
            .note(Diagnostic::error(Code::CARD_NET, table.span("shape"), what).hint("define the net as another piece"));
    }
    let net = is_net.then(|| NetDraft::read(table, fields));
    spec.shape = if is_net { CutShape::Rect } else { shape(table) };
    spec.sides = if is_net { Sides::One } else { sides(table) };
    spec.pack = pack(table, &spec);
    spec.stock = table.non_empty_str("stock").map(|word| word.text);
    spec.on_demand = !spec.is_card() && table.flag("extra").unwrap_or(false);
    spec.form = table.flag("form").unwrap_or(false);
    let format = if is_net { folded(table) } else { format(table, &spec) };
    if spec.pack == Pack::Hex && !matches!(spec.shape, CutShape::Circle | CutShape::Hexagon) {
        let what = format!("{} can't use `layout = \"hex\"`: only circles and hexagons can", table.what);
        let diagnostic = Diagnostic::error(Code::PACK_HEX, table.span("layout"), what);
        let repair = Repair::Value("\"grid\"".to_owned());
        table.file.note(diagnostic.hint("write `layout = \"grid\"`").repair(repair));
    }
    if !spec.is_card() && !is_net {
        table.require_str("template");
        if spec.sides == Sides::Two && !table.has_or_typo_of("back") {
            table.report_missing("back", "add `back = …` with the name of a face, or `sides = 1`");
        }
    }
    let defaults = Defaults::read(table, fields);
    let count = table.number("count", 1..=100_000).zip(table.span("count"));
    let (palette, weave, at) = (palette(table), weave(table), table.at.clone());
    PieceDraft { spec, format, net, defaults, palette, weave, count, at }
}

/// The shape whose outline depends on the folded size.
const NET: &str = "net";

/// Reads bleed and safe zone of a net's panels; their sizes depend on the net.
fn folded(table: &TomlTable<'_>) -> CardFormat {
    let of = |key: &str| Mm::new(table.measure(key, 0.0..=20.0).unwrap_or(2.0));
    table.allow(["size"]);
    CardFormat { corner: Mm::ZERO, bleed: of("bleed"), safe: of("safe-zone"), ..CardFormat::POKER }
}

/// Default overlap of a board's parts.
const OVERLAP: Mm = Mm::new(8.0);

const PACKS: [(&str, Pack); 4] =
    [("grid", Pack::Grid), ("hex", Pack::Hex), ("single", Pack::Alone), ("tile", Pack::Tile(OVERLAP))];

/// Reads the layout of pieces on a sheet; a page fills one.
fn pack(table: &TomlTable<'_>, spec: &PieceSpec) -> Pack {
    let pack = chosen(table, "layout", "layout", &PACKS);
    let overlap = table.measure("overlap", 2.0..=30.0);
    let wrong = |code: Code, key: &str, what: String, hint: &str| {
        table.file.note(Diagnostic::error(code, table.span(key), what).hint(hint));
    };
    if table.has("overlap") && !matches!(pack, Some(Pack::Tile(_))) {
        wrong(
            Code::OVERLAP_WITHOUT_TILE,
            "overlap",
            format!("{} has `overlap`, but isn't tiled", table.what),
            "write `layout = \"tile\"`",
        );
    }
    match pack {
        Some(_) if is_page(table) => {
            wrong(
                Code::PAGE_PACK,
                "layout",
                format!("{} is a page and fills a sheet, so it can't have `layout`", table.what),
                "remove `layout`",
            );
            Pack::Page
        }
        None if is_page(table) => Pack::Page,
        Some(Pack::Tile(_)) if spec.sides != Sides::One || spec.shape != CutShape::Rect => {
            let what = format!("{} is tiled, so it must be a single-sided rectangle", table.what);
            wrong(Code::TILE_SHAPE, "layout", what, "write `sides = 1`");
            Pack::Tile(OVERLAP)
        }
        Some(Pack::Tile(_)) => Pack::Tile(overlap.map_or(OVERLAP, Mm::new)),
        other => other.unwrap_or(Pack::Grid),
    }
}

/// True for `size = "page"`.
fn is_page(table: &TomlTable<'_>) -> bool {
    table.peek("size").as_deref() == Some(PAGE)
}

/// The size that is as large as a sheet.
const PAGE: &str = "page";

/// Returns the value of a word of a choice, if the key is there.
fn chosen<T: Clone>(table: &TomlTable<'_>, key: &str, what: &str, choice: &[(&str, T)]) -> Option<T> {
    let word = table.non_empty_str(key)?;
    let index = table.choose(Code::UNKNOWN_WORD, &word, what, choice.iter().map(|(name, _)| *name))?;
    Some(choice[index].1.clone())
}

fn shape(table: &TomlTable<'_>) -> CutShape {
    // A net is read separately.
    const SHAPES: [(&str, CutShape); 4] =
        [("rect", CutShape::Rect), ("circle", CutShape::Circle), ("hexagon", CutShape::Hexagon), (NET, CutShape::Rect)];
    let named = chosen(table, "shape", "shape", &SHAPES);
    match table.non_empty_str("path") {
        Some(word) if named.is_some() => {
            let what = format!("{} has both a `shape` and a `path`", table.what);
            table.file.note(Diagnostic::error(Code::SHAPE_AND_PATH, word.at, what).hint("remove one of them"));
            CutShape::Rect
        }
        Some(word) => {
            CutShape::Drawing { file: Spanned { value: word.text, at: word.at }, outline: kurbo::BezPath::new() }
        }
        None => named.unwrap_or(CutShape::Rect),
    }
}

/// Reads `sides = 1`, `sides = 2`, `sides = "fold"`.
fn sides(table: &TomlTable<'_>) -> Sides {
    if table.peek("sides").is_some() {
        return chosen(table, "sides", "sides", &[("fold", Sides::Fold)]).unwrap_or(Sides::Two);
    }
    match table.number("sides", 1..=2) {
        Some(1) => Sides::One,
        _ => Sides::Two,
    }
}

/// Reads size, corners, bleed and safe zone.
fn format(table: &TomlTable<'_>, spec: &PieceSpec) -> CardFormat {
    let mut format = size(table, spec).unwrap_or(CardFormat::POKER);
    if !spec.is_card() {
        format.corner = Mm::ZERO;
    }
    let least = format.size.width.min(format.size.height);
    for (key, length) in
        [("corner-radius", &mut format.corner), ("bleed", &mut format.bleed), ("safe-zone", &mut format.safe)]
    {
        if let Some(value) = table.measure(key, 0.0..=20.0) {
            *length = Mm::new(value);
        }
    }
    if format.safe * 2.0 >= least {
        let what = format!("`safe-zone` of {} leaves no room for text: {} mm", table.what, format.safe.get());
        let at = table.span("safe-zone").unwrap_or_else(|| table.at.clone());
        table.file.note(Diagnostic::error(Code::SAFE_TOO_LARGE, at, what).hint("use 3.2 mm, the usual value"));
    }
    table.allow(FORMAT);
    format
}

/// Reads a size by its name, by one measure, or by width and height.
fn size(table: &TomlTable<'_>, spec: &PieceSpec) -> Option<CardFormat> {
    if matches!(spec.shape, CutShape::Drawing { .. }) {
        if let Some(at) = ["size", "width", "height"].into_iter().find_map(|key| table.span(key)) {
            let what = format!("{} takes its size from its `path`", table.what);
            table.file.note(Diagnostic::error(Code::SIZE_AND_PATH, at, what).hint("remove the line"));
        }
        return None;
    }
    let largest = if matches!(spec.pack, Pack::Tile(_)) { 2000.0 } else { 600.0 };
    let bounds = if spec.is_card() { 10.0..=400.0 } else { 5.0..=largest };
    if table.peek("size").is_some() {
        let word = table.non_empty_str("size")?;
        let page = (word.text == PAGE && !spec.is_card()).then_some(CardFormat::PAGE);
        let found = page.or_else(|| CardFormat::named(&word.text));
        if found.is_none() {
            let page = (!spec.is_card()).then_some(PAGE);
            table.choose(
                Code::UNKNOWN_WORD,
                &word,
                &format!("size of {}", spec.id),
                CardFormat::names().chain(page).collect::<Vec<_>>(),
            );
        }
        return found;
    }
    if table.is_table("size") {
        let inner = table.table("size", format_args!("the size of {}", table.what))?;
        let found = both(&inner, bounds);
        inner.finish();
        return found;
    }
    if let Some(across) = table.measure("size", bounds.clone()) {
        // A hexagon that is on a corner is higher than it is wide.
        let height = if spec.shape == CutShape::Hexagon { across * 2.0 / 3.0_f64.sqrt() } else { across };
        return Some(CardFormat::new(Size::mm(across, height)));
    }
    both(table, bounds)
}

/// Reads `width` and `height`.
fn both(table: &TomlTable<'_>, bounds: std::ops::RangeInclusive<f64>) -> Option<CardFormat> {
    let sides = (table.measure("width", bounds.clone()), table.measure("height", bounds));
    if let (Some(width), Some(height)) = sides {
        return Some(CardFormat::new(Size::mm(width, height)));
    }
    if table.has("width") != table.has("height") {
        let what = format!("{} requires both `width` and `height`", table.what);
        table.file.note(Diagnostic::error(Code::HALF_SIZE, table.at.clone(), what).hint("or use a named `size`"));
    }
    None
}

/// Reads the sets: a palette and an icon for each player.
pub(super) fn sets(root: &TomlTable<'_>) -> Vec<Set> {
    let set = |(id, table): (Word, TomlTable<'_>)| {
        let name = table.non_empty_str("name").map_or_else(|| capital(&id.text), |word| word.text);
        let mark = table.non_empty_str("icon").map(|word| Spanned { value: word.text, at: word.at });
        let palette = palette(&table);
        table.finish();
        Set { id: id.text, name, palette, mark }
    };
    root.tables("set", "set").into_iter().map(set).collect()
}

/// Returns the default name: `red` is `Red`.
fn capital(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Checks that no piece type has the name of a kind or a field.
pub(super) fn check_names<'n>(
    root: &TomlTable<'_>,
    pieces: &[PieceDraft],
    taken: &(impl Iterator<Item = (&'static str, &'n str)> + Clone),
) {
    for piece in pieces.iter().filter(|piece| piece.spec.id != CARD) {
        if let Some((what, _)) = taken.clone().find(|(_, name)| *name == piece.spec.id) {
            let diagnostic = Diagnostic::error(
                Code::PIECE_NAME_SHARED,
                piece.at.clone(),
                format!("`{}` is both a piece and a {what}", piece.spec.id),
            );
            root.file.note(diagnostic.hint("rename one of them"));
        }
    }
}
