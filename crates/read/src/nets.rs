//! `shape = "net"`: tuck boxes and paper dice, which are cut out in one piece, creased and folded.

use std::sync::Arc;

use super::defaults::Defaults;
use super::faces::SecondRound;
use super::pieces::PieceDraft;
use super::table::{File, TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic, Repair, Span};
use crate::game::net::{self, Holds, Net, Tuck};
use crate::game::{Card, CardFormat, Component, CutShape, Face, Field, Game, PieceSpec, SetId, Sides};
use crate::units::{Mm, Size};

/// A net as defined by `game.toml`: the content of a box is only known once the cards are.
pub(super) struct NetDraft {
    form: Form,
    /// Span of its size.
    at: Span,
    /// Defaults of each printable panel, by name.
    panels: Vec<(&'static str, Defaults)>,
}

enum Form {
    Tuck {
        content: Content,
        board: Mm,
        notch: bool,
    },
    Die(Mm),
    /// Invalid, and reported.
    Wrong,
}

enum Content {
    Size(Size, Mm),
    Holds {
        pieces: Vec<Word>,
        each: Mm,
        count: Option<u32>,
        sleeved: bool,
    },
    /// Invalid, and reported.
    Wrong,
}

/// Extra width and height of a card in a sleeve.
const SLEEVE: Mm = Mm::new(3.0);
/// Extra thickness of a card in a sleeve: two films.
const FILMS: Mm = Mm::new(0.12);
/// Maximum depth of a box: more must be a mistake.
const DEEPEST: Mm = Mm::new(200.0);

const NETS: [&str; 2] = ["tuck", "die"];

impl NetDraft {
    /// Reads the net of a piece with `shape = "net"`.
    pub fn read(table: &TomlTable<'_>, fields: &[Field]) -> Self {
        let named = table.require_str("net").and_then(|word| table.choose(Code::UNKNOWN_WORD, &word, "net", NETS));
        let (form, at, names): (Form, &str, &[&'static str]) = match named {
            Some(0) => (tuck(table), if table.has("holds") { "holds" } else { "size" }, net::TUCK_PANELS),
            Some(_) => (Form::Die(die(table)), "size", net::DIE_FACES),
            None => {
                table.allow(["holds", "board", "notch", "panel", "size", "sides", "template"]);
                (Form::Wrong, "net", &[])
            }
        };
        if let Form::Tuck { .. } | Form::Die(_) = form {
            sides(table, if named == Some(0) { 1 } else { 6 });
        }
        let panels = panels(table, names, fields);
        let bare = |(_, defaults): &(&str, Defaults)| defaults.template.is_none();
        let lacks = if named == Some(1) { panels.iter().any(bare) } else { panels.iter().all(bare) };
        if lacks && named.is_some() && !table.has_or_typo_of("template") {
            table.report_missing("template", "add `template = …`, or a panel with one: `[piece.….panel.…]`");
        }
        let at = table.span(at).unwrap_or_else(|| table.at.clone());
        Self { form, at, panels }
    }

    /// Checks that the pieces that it holds exist.
    pub fn check(&self, root: &TomlTable<'_>, pieces: &[PieceDraft]) {
        let Form::Tuck { content: Content::Holds { pieces: held, .. }, .. } = &self.form else { return };
        let flat = pieces.iter().filter(|piece| piece.net.is_none());
        for word in held {
            root.choose(Code::UNKNOWN_PIECE, word, "piece", flat.clone().map(|piece| piece.spec.id.as_str()));
        }
    }

    /// Returns the net, once the cards are known, with the faces of all panels of its pieces. `None` after an error,
    /// which is reported.
    pub fn resolve(&self, cards: &Cards<'_>, own: usize, faces: &[&Vec<Face>]) -> Option<Net> {
        let mut net = self.net(cards, own)?;
        for (number, (name, _)) in self.panels.iter().enumerate() {
            let is_printed = faces.iter().any(|faces| !faces[number].template.value.is_empty());
            net.panels
                .iter_mut()
                .filter(|panel| panel.name == Some(name))
                .for_each(|panel| panel.is_printed = is_printed);
        }
        Some(net)
    }

    fn net(&self, cards: &Cards<'_>, own: usize) -> Option<Net> {
        let Cards { file, pieces, .. } = *cards;
        match &self.form {
            Form::Wrong => None,
            Form::Die(edge) => Some(net::die(*edge, self.at.clone())),
            Form::Tuck { content, board, notch } => {
                let (content, depth, holds) = match content {
                    Content::Wrong => return None,
                    Content::Size(size, depth) => (*size, *depth, None),
                    Content::Holds { pieces: held, each, count, sleeved } => {
                        let sorts: Vec<usize> = (0..pieces.len())
                            .filter(|sort| held.iter().any(|word| word.text == pieces[*sort].spec.id))
                            .collect();
                        let (wider, thicker) = if *sleeved { (SLEEVE, FILMS) } else { (Mm::ZERO, Mm::ZERO) };
                        let size =
                            |of: fn(Size) -> Mm| sorts.iter().map(|sort| of(pieces[*sort].format.size)).reduce(Mm::max);
                        let size =
                            Size { width: size(|size| size.width)? + wider, height: size(|size| size.height)? + wider };
                        let count = count.unwrap_or_else(|| cards.held(&sorts, own));
                        if count == 0 {
                            let what = "no cards to derive the depth of this box from";
                            file.note(
                                Diagnostic::error(Code::BOX_WITHOUT_CARDS, self.at.clone(), what)
                                    .hint("add `count` to `holds`"),
                            );
                            return None;
                        }
                        let each = *each + thicker;
                        (size, each * f64::from(count), Some(Holds { count, each }))
                    }
                };
                if depth > DEEPEST {
                    let what = format!("box depth is {:.0} mm, above the maximum of {}", depth.get(), DEEPEST.get());
                    file.note(
                        Diagnostic::error(Code::BOX_TOO_DEEP, self.at.clone(), what)
                            .hint("split the content into two boxes"),
                    );
                    return None;
                }
                Some(net::tuck(Tuck { content, depth, board: *board, holds, notch: *notch }, self.at.clone()))
            }
        }
    }

    /// Returns the faces of all panels of a piece, and ends the reading of its table.
    pub fn faces(&self, round: &SecondRound<'_>, table: TomlTable<'_>) -> Vec<Face> {
        round.required(&table);
        let of_entry = Defaults::read(&table, &round.game.fields);
        let inner = table.table("panel", format_args!("the panels of {}", table.what));
        let face = |(name, of_panel): &(&'static str, Defaults)| {
            let own =
                inner.as_ref().and_then(|inner| inner.table(name, format_args!("panel `{name}` of {}", table.what)));
            let of_own = own.as_ref().map(|own| Defaults::read(own, &round.game.fields));
            let mut card = round.card.clone();
            card.words.insert("panel".to_owned(), (*name).to_owned());
            let levels = of_own.iter().chain([&of_entry, of_panel]).chain(round.levels.iter().copied()).collect();
            let face = SecondRound { levels, card: &card, ..*round }.front(own.as_ref());
            own.into_iter().for_each(TomlTable::finish);
            face
        };
        let faces = self.panels.iter().map(face).collect();
        inner.into_iter().for_each(TomlTable::finish);
        table.finish();
        faces
    }

    /// Returns the printed panels of nets. `faces` are those of each card, in the order of the panels.
    pub fn panels(&self, of: &Component, net: &Net, faces: &[Vec<Face>]) -> Vec<Component> {
        let one = |(number, (name, _)): (usize, &(&'static str, Defaults))| {
            let index = net.panels.iter().position(|panel| panel.name == Some(name) && panel.is_printed)?;
            Some(panel(of, net, index, name, number, faces))
        };
        self.panels.iter().enumerate().filter_map(one).collect()
    }
}

/// Returns a panel of nets, with only the content of that panel.
fn panel(of: &Component, net: &Net, index: usize, name: &str, number: usize, faces: &[Vec<Face>]) -> Component {
    let panel = &net.panels[index];
    let card = |(card, faces): (&Card, &Vec<Face>)| {
        let mut card = Card { id: format!("{}-{name}", card.id), ..card.clone() };
        card.words.insert("panel".to_owned(), name.to_owned());
        card.faces = [faces[number].clone(), faces[number].clone()];
        card
    };
    let cards = of.cards.iter().zip(faces).map(card).collect();
    let shape = panel.outline().map_or(CutShape::Rect, CutShape::Outline);
    let piece = PieceSpec { shape, sides: Sides::One, panel: Some(index), ..of.piece.clone() };
    let format = CardFormat { size: panel.place().size(), ..of.format };
    Component::new(piece, format, of.kinds.clone(), cards)
}

/// All cards and pieces, before they are parted.
pub(super) struct Cards<'a> {
    /// File in which errors of `game.toml` are reported.
    pub file: &'a File,
    pub game: &'a Game,
    pub pieces: &'a [PieceDraft],
    /// Type of each card.
    pub of: &'a [usize],
}

impl Cards<'_> {
    fn of_sort(&self, is_meant: impl Fn(usize) -> bool) -> impl Iterator<Item = &Card> {
        self.game.deck.cards.iter().zip(self.of).filter(move |(_, sort)| is_meant(**sort)).map(|(card, _)| card)
    }

    /// Returns the number of pieces of some types that a box holds: all, or those of the largest set if every box has a
    /// set.
    fn held(&self, sorts: &[usize], own: usize) -> u32 {
        let held = || self.of_sort(|sort| sorts.contains(&sort));
        let mut boxes = self.of_sort(|sort| sort == own).peekable();
        if boxes.peek().is_none() || boxes.any(|card| card.set.is_none()) {
            return held().map(|card| card.count).sum();
        }
        let of_set = |set: SetId| held().filter(|card| card.set == Some(set)).map(|card| card.count).sum();
        SetId::all(&self.game.sets).map(of_set).max().unwrap_or_default()
    }
}

fn tuck(table: &TomlTable<'_>) -> Form {
    let board = Mm::new(table.measure("board", 0.1..=3.0).unwrap_or(0.4));
    let notch = table.flag("notch").unwrap_or(true);
    let content = match (table.has("holds"), table.has("size")) {
        (true, true) => {
            let what = format!("{} has both `holds` and `size`", table.what);
            table
                .file
                .note(Diagnostic::error(Code::BOX_TWO_SIZES, table.span("size"), what).hint("remove one of them"));
            Content::Wrong
        }
        (true, false) => holds(table),
        (false, true) => size(table),
        (false, false) => {
            table.report_missing(
                "holds",
                "add `holds = { piece = \"card\", thickness = 0.30 }`, or the `size` of its content",
            );
            Content::Wrong
        }
    };
    Form::Tuck { content, board, notch }
}

/// Reads `holds = { piece = "card", thickness = 0.30 }`.
fn holds(table: &TomlTable<'_>) -> Content {
    let Some(inner) = table.table("holds", format_args!("`holds` of {}", table.what)) else { return Content::Wrong };
    let pieces = inner.filled_or_words("piece");
    if pieces.is_empty() && !inner.has("piece") {
        inner.report_missing("piece", "name the pieces: `piece = \"card\"`");
    }
    let each = inner.measure("thickness", 0.05..=10.0);
    if each.is_none() && !inner.has("thickness") {
        inner.report_missing("thickness", "card stock for games is 0.30 mm thick, a good home print 0.25: measure ten");
    }
    let count = inner.number("count", 1..=5000).and_then(|count| u32::try_from(count).ok());
    let sleeved = inner.flag("sleeved").unwrap_or(false);
    inner.finish();
    match each {
        Some(each) if !pieces.is_empty() => Content::Holds { pieces, each: Mm::new(each), count, sleeved },
        _ => Content::Wrong,
    }
}

/// Reads `size = { width = 63.5, height = 88.9, depth = 20 }`.
fn size(table: &TomlTable<'_>) -> Content {
    let Some(inner) = table.table("size", format_args!("the size of {}", table.what)) else { return Content::Wrong };
    let [width, height, depth] = ["width", "height", "depth"].map(|key| {
        if !inner.has(key) {
            inner.report_missing(key, "set `width`, `height` and `depth` of the content");
        }
        inner.measure(key, if key == "depth" { 1.0..=DEEPEST.get() } else { 15.0..=400.0 })
    });
    inner.finish();
    match (width, height, depth) {
        (Some(width), Some(height), Some(depth)) => Content::Size(Size::mm(width, height), Mm::new(depth)),
        _ => Content::Wrong,
    }
}

/// Reads the edge of a die.
fn die(table: &TomlTable<'_>) -> Mm {
    table.allow(["holds", "board", "notch"]);
    if !table.has("size") {
        table.report_missing("size", "set the edge length in mm: `size = 16`");
    }
    Mm::new(table.measure("size", 8.0..=80.0).unwrap_or(16.0))
}

/// Checks the sides: a net is printed on one side of the paper; a die may also have six.
fn sides(table: &TomlTable<'_>, may_be: i64) {
    if table.has("sides") && table.number("sides", 1..=6).is_some_and(|sides| sides != 1 && sides != may_be) {
        let what = format!("{} is printed single-sided, but `sides` says otherwise", table.what);
        let diagnostic = Diagnostic::error(Code::NET_SIDES, table.span("sides"), what);
        let repair = Repair::Value(may_be.to_string());
        table.file.note(diagnostic.hint(format!("write `sides = {may_be}`")).repair(repair));
    }
}

/// Reads `[piece.box.panel.front]`: the defaults of each panel.
fn panels(table: &TomlTable<'_>, names: &[&'static str], fields: &[Field]) -> Vec<(&'static str, Defaults)> {
    let inner = table.table("panel", format_args!("the panels of {}", table.what));
    let panel = |name: &&'static str| {
        let own = inner.as_ref().and_then(|inner| inner.table(name, format_args!("panel `{name}` of {}", table.what)));
        let defaults = own.as_ref().map(|own| Defaults::read(own, fields)).unwrap_or_default();
        own.into_iter().for_each(TomlTable::finish);
        (*name, defaults)
    };
    let panels = names.iter().map(panel).collect();
    if !names.is_empty() {
        inner.into_iter().for_each(TomlTable::finish);
    }
    panels
}

/// Returns the cut of a net.
pub(super) fn shape(net: Option<Net>) -> CutShape {
    net.map_or(CutShape::Rect, |net| CutShape::Net(Arc::new(net)))
}
