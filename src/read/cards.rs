//! `cards.toml`: the cards, checked each by itself and all together.
//!
//! Read in two rounds: first names and figures, then texts, which may quote the figures of any card.

use std::cell::RefCell;
use std::collections::BTreeMap;

use toml::de::DeTable;

use super::declared;
use super::defaults::Defaults;
use super::each::{Variation, variations};
use super::faces::{SecondRound, without_back};
use super::game::Setting;
use super::looks;
use super::nets;
use super::pieces::PieceDraft;
use super::rules::Known;
use super::table::{File, TomlTable, Word};
use super::texts::Texts;
use super::warriors;
use crate::diagnostic::{Diagnostic, Span};
use crate::game::{CARDS, Card, Face, FaceKind, FieldKind, Game, Kind, Spanned, Value};

/// The names of the cards, of those too that say something else wrong.
pub(super) struct Names {
    pub all: Vec<String>,
    /// Whether every card has one.
    pub whole: bool,
}

/// Reads the cards into the game.
pub(super) fn read(file: &File, entries: &DeTable<'_>, setting: Setting, game_file: &File, rules: &Known) -> Game {
    let root = TomlTable::new(file, entries, 0..0, "the cards");
    let Setting { mut game, table: draft, mut pieces, terms, kinds, faces, bars, unread } = setting;
    let declared_kinds = game.kinds.len();
    game.kinds.extend(pieces[1..].iter().map(own_kind));
    let entries = |(index, piece): (usize, &PieceDraft)| {
        let article = if piece.spec.id.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let tables = root.list(&piece.spec.id, &format!("{article} {}", piece.spec.id));
        tables.into_iter().map(move |table| (index, table)).collect::<Vec<_>>()
    };
    let tables: Vec<(usize, TomlTable<'_>)> = pieces.iter().enumerate().flat_map(entries).collect();
    if tables.is_empty() && !pieces.iter().any(|piece| root.has_or_means(&piece.spec.id)) {
        let diagnostic = Diagnostic::error(Span::file(&file.source), "there are no cards");
        file.note(diagnostic.hint("add a card: `[[card]]`, then `name`, `kind` and `count`"));
    }
    let tables: Vec<(usize, Variation, TomlTable<'_>)> = tables
        .into_iter()
        .flat_map(|(piece, table)| {
            let all = variations(&table, &game);
            all.into_iter().map(move |one| (piece, one, table.again())).collect::<Vec<_>>()
        })
        .collect();
    let named: Vec<Option<String>> = tables
        .iter()
        .map(|(_, variation, table)| {
            let word = table.peek("name").map(|text| Word { text, at: table.at.clone() })?;
            let name = variation.name_of(word, &game)?;
            (!id_of(&name).is_empty() && !name.contains('\n')).then_some(name)
        })
        .collect();
    let whole = !tables.is_empty() && named.iter().all(Option::is_some) && !root.has_unasked();
    let starts: Vec<usize> = tables.iter().map(|(.., table)| table.at.range.start).collect();
    let names = Names { all: named.iter().flatten().cloned().collect(), whole };
    let mut complete = whole;
    let mut read = Vec::with_capacity(tables.len());
    for (piece, variation, mut table) in tables {
        table.knows(unread.iter());
        let draft = &pieces[piece];
        match first_round(
            &mut table,
            &game,
            &names,
            rules,
            (draft, piece.checked_sub(1).map(|own| declared_kinds + own)),
            &variation,
        ) {
            Some(card) => {
                complete &= card.count > 0;
                if draft.spec.is_card() {
                    game.deck += card.count;
                }
                game.by_id.insert(card.id.clone(), game.cards.len());
                game.cards.push(card);
                read.push((piece, variation, table));
            }
            None => {
                complete = false;
                skip(table, &game);
            }
        }
    }
    check_bars(game_file, &mut game, &bars, &names);
    let texts = Texts::new(&game, &terms, &names, [game_file, file]);
    let backless = RefCell::default();
    // `[face.front]` speaks of cards; what other pieces have in front, they say themselves.
    let of_front =
        |(sort, face): (&Defaults, &FaceKind)| if face.id == "front" { Defaults::default() } else { sort.clone() };
    let of_others: Vec<Defaults> = faces.iter().zip(&game.face_kinds).map(of_front).collect();
    let mut of = Vec::with_capacity(read.len());
    let mut panels: Vec<Vec<Face>> = Vec::with_capacity(read.len());
    let sides: Vec<Option<[Face; 2]>> = read
        .into_iter()
        .zip(&game.cards)
        .map(|((piece, variation, table), card)| {
            of.push(piece);
            // What a piece says goes before what its kind says.
            let own = (piece > 0).then(|| &pieces[piece].defaults);
            let round = SecondRound {
                game: &game,
                texts: &texts,
                levels: own.into_iter().chain(kinds.get(card.kind)).collect(),
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
    let faults = file.faults();
    texts.settle(
        |id| {
            let index = named.iter().position(|name| name.as_deref().is_some_and(|name| id_of(name) == id));
            let ends = |index: usize| starts.get(index + 1).copied().unwrap_or(usize::MAX);
            index.is_some_and(|index| faults.iter().any(|at| (starts[index]..ends(index)).contains(at)))
        },
        &unread,
    );
    for (card, sides) in game.cards.iter_mut().zip(sides) {
        card.faces = sides.unwrap_or_else(|| card.faces.clone());
    }
    let looks: Vec<Vec<usize>> = game.cards.iter().map(|card| looks::of_card(&game, card)).collect();
    game.cards.iter_mut().zip(looks).for_each(|(card, looks)| card.looks = looks);
    if whole {
        looks::without_cards(game_file, &game);
    }
    root.finish();
    // An entry that stands for many cards begins where all of them do.
    file.spoils(|at| {
        let start = starts.iter().copied().filter(|start| *start <= at).max()?;
        let all = starts.iter().zip(&named).filter(|(known, _)| **known == start);
        all.map(|(_, name)| name.clone()).collect()
    });
    settle_nets(game_file, &game, &mut pieces, (&of, &panels));
    part(&mut game, &pieces, (&of, panels), declared_kinds);
    declared::settle(game_file, &mut game, draft, &names);
    for (game, piece) in game.pieces().zip(&pieces) {
        if let Some((size, at)) = piece.count.clone().filter(|_| complete) {
            check_count(game_file, game, size, at);
        }
    }
    game
}

/// A kind for the pieces of a sort that name none.
fn own_kind(piece: &PieceDraft) -> Kind {
    Kind {
        id: piece.spec.id.clone(),
        name: piece.spec.name.clone(),
        plural: piece.spec.plural.clone(),
        mark: String::new(),
        at: piece.at.clone(),
        weave: piece.weave.clone(),
        palette: piece.palette.clone(),
    }
}

/// The nets, once it is known how many cards a box holds.
fn settle_nets(file: &File, game: &Game, pieces: &mut [PieceDraft], (of, panels): (&[usize], &[Vec<Face>])) {
    for index in 0..pieces.len() {
        let Some(draft) = &pieces[index].net else { continue };
        let faces: Vec<&Vec<Face>> =
            panels.iter().zip(of).filter(|(_, sort)| **sort == index).map(|(faces, _)| faces).collect();
        let net = draft.settle(&nets::Cards { file, game, pieces, of }, index, &faces);
        if let Some(net) = &net {
            pieces[index].format.size = net.size();
        }
        pieces[index].spec.shape = nets::shape(net);
    }
}

/// A card and the faces of its panels, if it is a net.
type WithPanels = (Card, Vec<Face>);

/// Parts the cards from the other pieces: each sort becomes a game of its own. Sets lie together.
fn part(game: &mut Game, pieces: &[PieceDraft], (of, panels): (&[usize], Vec<Vec<Face>>), declared_kinds: usize) {
    let mut all: Vec<Vec<WithPanels>> = pieces.iter().map(|_| Vec::new()).collect();
    for ((card, panels), piece) in game.cards.drain(..).zip(panels).zip(of) {
        all[*piece].push((card, panels));
    }
    let with = |game: &Game, piece: &PieceDraft, mut cards: Vec<WithPanels>| {
        cards.sort_by_key(|(card, _)| card.set);
        let (cards, faces): (Vec<Card>, Vec<Vec<Face>>) = cards.into_iter().unzip();
        let by_id = (0..).zip(&cards).map(|(index, card)| (card.id.clone(), index)).collect();
        let mut game = Game { piece: piece.spec.clone(), format: piece.format, cards, by_id, ..game.clone() };
        if let Some((draft, net)) = piece.net.as_ref().zip(piece.spec.shape.net()) {
            game.panels = draft.panels(&game, net, &faces);
        }
        game
    };
    let mut sorts = pieces.iter().zip(all);
    let cards = sorts.next();
    game.others = sorts.map(|(piece, cards)| with(game, piece, cards)).collect();
    game.kinds.truncate(declared_kinds);
    if let Some((piece, cards)) = cards {
        *game = with(game, piece, cards);
    }
}

/// Ends the reading of a card that is left out.
fn skip(table: TomlTable<'_>, game: &Game) {
    let keys = game.fields.iter().map(|field| &field.name).chain(game.face_kinds.iter().map(|face| &face.id));
    table.knows(keys);
    table.knows(["back", "art", "alt", "glyph", "rule", "each", "template", "panel", "per"]);
    table.finish();
}

/// The counts must add up to what the game says.
fn check_count(file: &File, game: &Game, size: i64, at: Span) {
    let sum: i64 = game.cards.iter().map(|card| i64::from(card.count)).sum();
    if sum != size {
        let (off, way) = (sum.abs_diff(size), if sum > size { "too many" } else { "too few" });
        file.note(match game.piece.is_card() {
            true => Diagnostic::error(at, format!("the deck has {sum} cards, not {size}: {off} {way}"))
                .hint("the counts in `cards.toml` add up to the deck: change a `count`, or `deck`"),
            false => Diagnostic::error(at, format!("there are {sum} {}, not {size}: {off} {way}", game.piece.plural))
                .hint("the counts in `cards.toml` add up to it: change one of them, or this"),
        });
    }
}

/// What a need bars must be cards.
fn check_bars(file: &File, game: &mut Game, bars: &[Vec<Word>], names: &Names) {
    for (index, words) in bars.iter().enumerate() {
        for word in words {
            match game.cards.iter().find(|card| card.name == word.text) {
                Some(card) => {
                    let id = card.id.clone();
                    game.needs[index].bars.push(id);
                }
                None if !names.whole || names.all.contains(&word.text) => {}
                None => {
                    let diagnostic = Diagnostic::error(word.at.clone(), format!("there is no card `{}`", word.text));
                    file.note(diagnostic.suggest(&word.text, game.cards.iter().map(|card| card.name.as_str())));
                }
            }
        }
    }
}

/// `Two Handed Axe` is `two-handed-axe` in file names and references.
pub(super) fn id_of(name: &str) -> String {
    let letters = |letter: char| if letter.is_alphanumeric() { letter.to_lowercase().next() } else { Some(' ') };
    name.replace(['\'', '’'], "")
        .chars()
        .filter_map(letters)
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("-")
}

/// Name, kind, count and figures; a count that cannot be read is 0. With the sort of piece goes the kind of those that name none,
/// which cards must.
fn first_round(
    table: &mut TomlTable<'_>,
    game: &Game,
    names: &Names,
    rules: &Known,
    (piece, own_kind): (&PieceDraft, Option<usize>),
    variation: &Variation,
) -> Option<Card> {
    let noun = &piece.spec.id;
    let name = table.must_fill("name").and_then(|name| variation.name(table, name, game));
    if let Some(name) = &name {
        table.what = format!("{noun} `{}`", name.text);
        table.at = variation.at.clone().unwrap_or_else(|| name.at.clone());
    }
    let kind = match &variation.kind {
        Some(word) => Some(word.clone()),
        None if piece.spec.is_card() => table.must_fill("kind"),
        None => table.filled("kind"),
    };
    let kind = match kind {
        Some(word) => table.choose(&word, "kind", game.kinds.iter().map(|kind| kind.id.as_str())),
        None => own_kind,
    };
    let short = table.filled("short").map(|word| word.text);
    let count = match piece.spec.is_card() || table.has("count") {
        true => table.must_number("count", 1..=999),
        false => Some(1),
    };
    let count = warriors::scaled(table, count, variation.warriors);
    let rule = if piece.spec.is_card() { rules.of_card(table) } else { rules.named(table) };
    let mut figures = figures(table, game, names);
    figures.extend(variation.numbers.iter().map(|(name, number)| (name.clone(), Value::Number(*number))));
    let id = name.as_ref().map(|name| match variation.set {
        Some(set) => format!("{}-{}", id_of(&name.text), game.sets[set].id),
        None => id_of(&name.text),
    });
    if let (Some(id), Some(name)) = (&id, &name) {
        if id.is_empty() {
            table.file.note(Diagnostic::error(name.at.clone(), format!("a {noun}'s name needs a letter or a digit")));
            return None;
        }
        if name.text.contains('\n') {
            let diagnostic = Diagnostic::error(name.at.clone(), format!("a {noun}'s name stands on one line"));
            table.file.note(diagnostic.hint("join its parts with a blank"));
            return None;
        }
        if let Some(first) = game.by_id.get(id) {
            let diagnostic = Diagnostic::error(name.at.clone(), format!("there are two {noun}s `{}`", name.text))
                .label("the second");
            let first = &game.cards[*first];
            if variation.is_one_of_many && first.at == name.at {
                let what = format!("`each` gives two {noun}s the name `{}`", name.text);
                let diagnostic = Diagnostic::error(name.at.clone(), what);
                table
                    .file
                    .note(diagnostic.hint("quote in the name what tells them apart: name = \"{rank} of {suit}\""));
                return None;
            }
            let diagnostic = diagnostic.hint(format!("the first is at {}", first.at));
            table.file.note(match first.name == name.text {
                true => diagnostic,
                false => diagnostic.hint(format!("`{}` and it would both be called `{id}` in files", first.name)),
            });
            return None;
        }
    }
    let (id, name, kind) = (id?, name?, kind?);
    let count = count.and_then(|count| u32::try_from(count).ok()).unwrap_or_default();
    let front = game.face_kinds.iter().position(|face| face.id == "front")?;
    let template = Spanned { value: String::new(), at: name.at.clone() };
    let blank = Face::blank(front, template);
    Some(Card {
        id,
        name: name.text,
        short,
        kind,
        set: variation.set,
        words: variation.words.clone(),
        count,
        rule,
        faces: [blank.clone(), blank],
        figures,
        looks: Vec::new(),
        at: table.at.clone(),
    })
}

fn figures(table: &TomlTable<'_>, game: &Game, names: &Names) -> BTreeMap<String, Value> {
    let mut figures = BTreeMap::new();
    for field in &game.fields {
        if !table.has(&field.name) {
            continue;
        }
        let value = match &field.kind {
            FieldKind::Number(from, to) => table.number(&field.name, *from..=*to).map(Value::Number),
            FieldKind::Flag => table.flag(&field.name).map(Value::Flag),
            FieldKind::List(of) => {
                let known = |word: &Word| is_known(table, word, of, names);
                Some(Value::List(table.words(&field.name).into_iter().filter(known).map(|word| word.text).collect()))
            }
            FieldKind::Figures(of) => named_figures(table, &field.name, of, names),
            FieldKind::Line | FieldKind::Text | FieldKind::Quote | FieldKind::Needs => None,
        };
        figures.extend(value.map(|value| (field.name.clone(), value)));
    }
    figures
}

/// Whether a field may have a word: one of its own, or the name of a card where it says so or says nothing.
fn is_known(table: &TomlTable<'_>, word: &Word, of: &[String], names: &Names) -> bool {
    let cards = of.is_empty() || of.iter().any(|word| word == CARDS);
    let others = of.iter().filter(|word| *word != CARDS);
    let choice = others.chain(names.all.iter().filter(|_| cards)).map(String::as_str);
    // It may be the name that a card lacks.
    (cards && !names.whole) || table.choose(word, "name", choice).is_some()
}

/// `bonus = { Thrust = 1 }`
fn named_figures(table: &TomlTable<'_>, field: &str, of: &[String], names: &Names) -> Option<Value> {
    let inner = table.table(field, format!("`{field}` of {}", table.what))?;
    let figures = inner.keys().into_iter().filter_map(|key| {
        is_known(&inner, &key, of, names);
        Some((key.text.clone(), inner.number(&key.text, -99..=99)?))
    });
    Some(Value::Figures(figures.collect()))
}
