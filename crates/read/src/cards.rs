//! The cards of `cards.toml` and of spreadsheets, checked one by one and as a whole.
//!
//! They are read in two passes: first names and values, then texts, which may quote the values of any card.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use toml::de::DeTable;

use super::allow;
use super::card::{CardEntry, first_round, id_of};
use super::colour_fields;
use super::colour_rules;
use super::declared;
use super::defaults::Defaults;
use super::each::{Variation, variations};
use super::faces::{SecondRound, without_back};
use super::game_toml::{Setting, no_front};
use super::languages::{Renamed, Translated, Translation, rename};
use super::nets;
use super::pieces::PieceDraft;
use super::rules::RuleIndex;
use super::sheets::{Sheet, SheetRow};
use super::table::{File, TomlTable, Word};
use super::texts::Texts;
use crate::diagnostic::{Allow, Allowed, Code, Diagnostic, Span};
use crate::game::{Card, ColourRuleId, Component, Face, FaceKind, Game, Kind, KindId};

/// The names of the cards, including those with other errors.
pub(super) struct Names {
    pub all: Vec<String>,
    /// True if every card has one.
    pub whole: bool,
}

/// Sources of cards: `cards.toml`, spreadsheets, or both.
pub(super) struct Entries<'a> {
    pub toml: Option<(&'a File, &'a DeTable<'a>)>,
    pub sheets: &'a [Sheet],
}

impl<'a> Entries<'a> {
    /// Takes in the words that are in columns of a language.
    fn add_to(&self, translation: &Translation) {
        for sheet in self.sheets {
            for row in &sheet.rows {
                for (path, word) in row.words(&sheet.file, &translation.language) {
                    translation.add(&sheet.file, &path, word);
                }
            }
        }
    }

    /// Returns all files with cards.
    fn files(&self) -> impl Iterator<Item = &'a File> {
        self.toml.into_iter().map(|(file, _)| file).chain(self.sheets.iter().map(|sheet| &sheet.file))
    }

    /// Returns the names of the files, for messages.
    fn names(&self) -> String {
        let name = |file: &File| file.source.path.rsplit('/').next().map(|name| format!("`{name}`"));
        let mut names: Vec<String> = self.files().filter_map(name).collect();
        names.dedup();
        names.join(" and ")
    }
}

/// Reads the cards into the game, with the words of a translation, if any; `None` if there is no file for them.
pub(super) fn read(
    entries: &Entries<'_>,
    setting: Setting,
    game_file: &File,
    rules: &RuleIndex,
    renamed: Option<&Renamed<'_>>,
) -> Option<Game> {
    let file = entries.files().next()?;
    let translation = renamed.map(|renamed| renamed.translation);
    translation.into_iter().for_each(|translation| entries.add_to(translation));
    let root = entries.toml.map(|(file, entries)| TomlTable::new(file, entries, 0..0, "the cards"));
    let of_rows = entries.sheets.iter().map(|sheet| sheet.rows.iter().map(SheetRow::table).collect());
    let of_rows: Vec<Vec<DeTable<'_>>> = of_rows.collect();
    let sheets_are_whole = entries.sheets.iter().all(|sheet| sheet.is_whole);
    let files = entries.names();
    let Setting {
        mut game,
        table: draft,
        mut pieces,
        terms,
        kinds,
        faces,
        declares_front,
        bars,
        unread,
        allow,
        kind_allows,
        ..
    } = setting;
    let mut allows = allow;
    let declared_kinds = game.deck.kinds.len();
    game.deck.kinds.extend(pieces[1..].iter().map(own_kind));
    let of_piece = |(index, piece): (usize, &PieceDraft)| {
        let article = if piece.spec.id.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let what = format!("{article} {}", piece.spec.id);
        let mut tables = root.as_ref().map(|root| root.list(&piece.spec.id, &what)).unwrap_or_default();
        for (sheet, rows) in entries.sheets.iter().zip(&of_rows) {
            let own = sheet.rows.iter().zip(rows).filter(|(row, _)| row.piece == piece.spec.id);
            tables.extend(own.map(|(row, entries)| TomlTable::row(&sheet.file, entries, row.range.clone(), &*what)));
        }
        tables.into_iter().map(move |table| (index, table)).collect::<Vec<_>>()
    };
    let tables: Vec<(usize, TomlTable<'_>)> = pieces.iter().enumerate().flat_map(of_piece).collect();
    if !declares_front && tables.iter().any(|(piece, _)| pieces[*piece].spec.is_card()) {
        game_file.note(no_front(game_file, None));
    }
    let means = |piece: &PieceDraft| root.as_ref().is_some_and(|root| root.has_or_typo_of(&piece.spec.id));
    if tables.is_empty() && sheets_are_whole && !pieces.iter().any(means) {
        let diagnostic = Diagnostic::error(Code::NO_CARDS, Span::file(&file.source), "no cards");
        file.note(diagnostic.hint(match entries.toml {
            Some(_) => "add a card: `[[card]]`, then `name`, `kind` and `count`",
            None => "add one row per card below the headings",
        }));
    }
    let tables: Vec<(usize, Variation, TomlTable<'_>)> = tables
        .into_iter()
        .flat_map(|(piece, table)| {
            let id = || table.peek("id").or_else(|| table.peek("name").map(|name| id_of(&name))).unwrap_or_default();
            let translated = translation.map(|translation| Translated::of_card(translation, &id()));
            let table = table.translated(translated);
            let mut all = variations(&table, &game);
            let last = all.pop();
            let mut tables: Vec<_> = all.into_iter().map(|one| (piece, one, table.clone_unread())).collect();
            tables.extend(last.map(|one| (piece, one, table)));
            tables
        })
        .collect();
    let named: Vec<Option<String>> = tables
        .iter()
        .map(|(_, variation, table)| {
            let word = table.peek("name").map(|text| Word { text, at: table.at.clone() })?;
            let name = variation.name_of(word, &game)?;
            ((table.has("id") || !id_of(&name).is_empty()) && !name.contains('\n')).then_some(name)
        })
        .collect();
    let has_unasked = root.as_ref().is_some_and(TomlTable::has_unasked);
    let whole = !tables.is_empty() && named.iter().all(Option::is_some) && !has_unasked && sheets_are_whole;
    let places: Vec<Span> = tables.iter().map(|(.., table)| table.at.clone()).collect();
    let names = Names { all: named.iter().flatten().cloned().collect(), whole };
    let mut complete = whole && entries.sheets.iter().all(|sheet| sheet.is_counted);
    let (mut read, mut left_out) = (Vec::with_capacity(tables.len()), HashSet::new());
    for (piece, variation, mut table) in tables {
        table.allow(unread.iter());
        let draft = &pieces[piece];
        let own_kind = piece.checked_sub(1).map(|own| KindId(declared_kinds + own));
        let entry = CardEntry { piece: draft, own_kind, variation: &variation };
        match first_round(&mut table, &game, &names, rules, &entry) {
            Some((card, is_counted)) => {
                complete &= is_counted;
                let of_kind = kind_allows.get(card.kind.0).cloned().unwrap_or_default();
                let of_card = |entry: Allow| Allow { cards: Some([card.name.clone()].into()), ..entry };
                allows.extend(allow::read(&table).into_iter().chain(of_kind).map(of_card));
                if is_counted && card.count == 0 {
                    left_out.insert(card.id.clone());
                }
                if draft.spec.is_card() {
                    game.deck_size += card.count;
                }
                game.deck.by_id.insert(card.id.clone(), game.deck.cards.len());
                game.deck.cards.push(card);
                read.push((piece, variation, table));
            }
            None => {
                complete = false;
                skip(table, &game);
            }
        }
    }
    game.allowed = Allowed::new(allows);
    check_bars(game_file, &mut game, &bars, &names);
    if let Some(renamed) = renamed {
        rename(renamed, &mut game, &mut pieces, declared_kinds, &read);
    }
    let texts = Texts::new(&game, &terms, &names, [game_file, file], translation);
    let backless = RefCell::default();
    // `[face.front]` concerns cards; other pieces define their own fronts.
    let of_front =
        |(sort, face): (&Defaults, &FaceKind)| if face.id == "front" { Defaults::default() } else { sort.clone() };
    let of_others: Vec<Defaults> = faces.iter().zip(&game.face_kinds).map(of_front).collect();
    let mut of = Vec::with_capacity(read.len());
    let mut panels: Vec<Vec<Face>> = Vec::with_capacity(read.len());
    let sides: Vec<Option<[Face; 2]>> = read
        .into_iter()
        .zip(&game.deck.cards)
        .map(|((piece, variation, table), card)| {
            of.push(piece);
            // A piece type overrides its kind.
            let own = (piece > 0).then(|| &pieces[piece].defaults);
            let round = SecondRound {
                game: &game,
                texts: &texts,
                levels: own.into_iter().chain(kinds.get(card.kind.0)).collect(),
                sorts: if piece > 0 { &of_others } else { &faces },
                card,
                variation: &variation,
                sides: pieces[piece].spec.sides,
                backless: &backless,
            };
            panels.push(Vec::new());
            match &pieces[piece].net {
                Some(net) => {
                    *panels.last_mut()? = net.faces(&round, table);
                    None
                }
                None => Some(round.faces(table)),
            }
        })
        .collect();
    without_back(&backless.into_inner()).into_iter().for_each(|diagnostic| file.note(diagnostic));
    let faults: Vec<Span> = entries.files().flat_map(File::faults).collect();
    texts.report_unknown(
        |id| {
            let index = named.iter().position(|name| name.as_deref().is_some_and(|name| id_of(name) == id));
            index.is_some_and(|index| is_at_fault(&places, &places[index], &faults))
        },
        &unread,
    );
    for (card, sides) in game.deck.cards.iter_mut().zip(sides) {
        card.faces = sides.unwrap_or_else(|| card.faces.clone());
    }
    let colour_rules: Vec<Vec<ColourRuleId>> =
        game.deck.cards.iter().map(|card| colour_rules::of_card(&game, card)).collect();
    game.deck.cards.iter_mut().zip(colour_rules).for_each(|(card, colour_rules)| card.colour_rules = colour_rules);
    if whole {
        colour_rules::without_cards(game_file, &game);
    }
    colour_fields::apply(game_file, &mut game, renamed.is_none());
    root.into_iter().for_each(TomlTable::finish);
    for file in entries.files() {
        // An entry that represents many cards begins where all of them do.
        let mut entries: BTreeMap<usize, Vec<Option<String>>> = BTreeMap::new();
        for (place, name) in places.iter().zip(&named).filter(|(place, _)| Arc::ptr_eq(&place.source, &file.source)) {
            entries.entry(place.range.start).or_default().push(name.clone());
        }
        file.affects(|at| entries.range(..=at).next_back()?.1.iter().cloned().collect());
    }
    resolve_nets(game_file, &game, &mut pieces, &of, &panels);
    part(&mut game, &pieces, &of, panels, declared_kinds, &left_out);
    if !left_out.is_empty() && game.pieces().all(|component| component.cards.is_empty()) {
        let diagnostic = Diagnostic::error(
            Code::ALL_LEFT_OUT,
            Span::file(&file.source),
            "nothing to print: every card has `count = 0`",
        );
        file.note(diagnostic.hint("set `count` to 1 or more for at least one card"));
    }
    declared::validate(game_file, &mut game, draft, &names);
    renamed.into_iter().for_each(|renamed| renamed.table(&mut game.table));
    for (component, piece) in game.pieces().zip(&pieces) {
        if let Some((size, at)) = piece.count.clone().filter(|_| complete) {
            check_count(game_file, component, size, at, &files);
        }
    }
    Some(game)
}

/// True if the entry at a location has an error; it ends where the next one begins.
fn is_at_fault(places: &[Span], place: &Span, faults: &[Span]) -> bool {
    let (start, is_same) = (place.range.start, |at: &&Span| Arc::ptr_eq(&at.source, &place.source));
    let later = places.iter().filter(is_same).map(|at| at.range.start).filter(|other| *other > start);
    let end = later.min().unwrap_or(usize::MAX);
    faults.iter().filter(is_same).any(|at| (start..end).contains(&at.range.start))
}

/// Returns a kind for the pieces of a type without one.
fn own_kind(piece: &PieceDraft) -> Kind {
    Kind {
        id: piece.spec.id.clone(),
        name: piece.spec.name.clone(),
        plural: piece.spec.plural.clone(),
        mark: String::new(),
        names_mark: false,
        at: piece.at.clone(),
        weave: piece.weave.clone(),
        palette: piece.palette.clone(),
    }
}

/// Completes the nets, once the number of cards that a box holds is known.
fn resolve_nets(file: &File, game: &Game, pieces: &mut [PieceDraft], of: &[usize], panels: &[Vec<Face>]) {
    for index in 0..pieces.len() {
        let Some(draft) = &pieces[index].net else { continue };
        let faces: Vec<&Vec<Face>> =
            panels.iter().zip(of).filter(|(_, sort)| **sort == index).map(|(faces, _)| faces).collect();
        let net = draft.resolve(&nets::Cards { file, game, pieces, of }, index, &faces);
        if let Some(net) = &net {
            pieces[index].format.size = net.size();
        }
        pieces[index].spec.shape = nets::shape(net);
    }
}

/// A card and the faces of its panels, if it is a net.
type WithPanels = (Card, Vec<Face>);

/// Separates the pieces by type. Sets are consecutive. Skipped cards are removed here: others may name and quote them.
fn part(
    game: &mut Game,
    pieces: &[PieceDraft],
    of: &[usize],
    panels: Vec<Vec<Face>>,
    declared_kinds: usize,
    left_out: &HashSet<String>,
) {
    let mut all: Vec<Vec<WithPanels>> = pieces.iter().map(|_| Vec::new()).collect();
    for ((card, panels), piece) in game.deck.cards.drain(..).zip(panels).zip(of) {
        if !left_out.contains(&card.id) {
            all[*piece].push((card, panels));
        }
    }
    for (index, (piece, mut cards)) in pieces.iter().zip(all).enumerate() {
        cards.sort_by_key(|(card, _)| card.set);
        let (cards, faces): (Vec<Card>, Vec<Vec<Face>>) = cards.into_iter().unzip();
        // Cards have no kind of their own.
        let kinds = if index == 0 { &game.deck.kinds[..declared_kinds] } else { &game.deck.kinds };
        let component = Component::new(piece.spec.clone(), piece.format, kinds.to_vec(), cards);
        if let Some((draft, net)) = piece.net.as_ref().zip(piece.spec.shape.net()) {
            game.panels.extend(draft.panels(&component, net, &faces));
        }
        game.components.push(component);
    }
    game.deck = game.components.remove(0);
}

/// Ends the reading of a skipped card.
fn skip(table: TomlTable<'_>, game: &Game) {
    let keys = game.fields.iter().map(|field| &field.name).chain(game.face_kinds.iter().map(|face| &face.id));
    table.allow(keys);
    table.allow([
        "back",
        "art",
        "alt",
        "card-icon",
        "rule",
        "sizes",
        "each",
        "template",
        "panel",
        "per",
        "allow",
        "id",
    ]);
    table.finish();
}

/// Checks that the counts add up to the game's.
fn check_count(file: &File, component: &Component, size: i64, at: Span, files: &str) {
    let sum: i64 = component.cards.iter().map(|card| i64::from(card.count)).sum();
    if sum != size {
        let (off, way) = (sum.abs_diff(size), if sum > size { "too many" } else { "too few" });
        file.note(match component.piece.is_card() {
            true => Diagnostic::error(
                Code::WRONG_SUM,
                at,
                format!("card counts add up to {sum}, but `deck-size` is {size}: {off} {way}"),
            )
            .hint(format!("change a `count` in {files}, or `deck-size`")),
            false => Diagnostic::error(
                Code::WRONG_SUM,
                at,
                format!("counts add up to {sum} {}, not {size}: {off} {way}", component.piece.plural),
            )
            .hint(format!("change a `count` in {files}, or this number")),
        });
    }
}

/// Checks that a need only bars cards.
fn check_bars(file: &File, game: &mut Game, bars: &[Vec<Word>], names: &Names) {
    for (index, words) in bars.iter().enumerate() {
        for word in words {
            match game.deck.cards.iter().find(|card| card.name == word.text) {
                Some(card) => {
                    let id = card.id.clone();
                    game.needs[index].bars.push(id);
                }
                None if !names.whole || names.all.contains(&word.text) => {}
                None => {
                    let diagnostic = Diagnostic::error(
                        Code::NEED_BARS_UNKNOWN,
                        word.at.clone(),
                        format!("unknown card `{}`", word.text),
                    );
                    file.note(diagnostic.suggest(&word.text, game.deck.cards.iter().map(|card| card.name.as_str())));
                }
            }
        }
    }
}
