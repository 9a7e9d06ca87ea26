//! `each = { suit = ["attack", "defence"], rank = ["2..14"], set = "all" }`: one entry, many cards.

use std::collections::BTreeMap;

use super::lists::Item;
use super::table::{TomlTable, Word};
use super::warband::warriors;
use crate::diagnostic::{Code, Diagnostic, Repair, Span};
use crate::game::{FieldKind, FigureError, Found, Game, Lookup, Numbers, Quotes, SetId, parse, resolve};

/// Maximum number of cards of an entry: more must be a mistake.
const MOST: usize = 2000;

/// Keys that can't differ between the cards of an entry except by quoting.
const TAKEN: [&str; 9] = ["sizes", "name", "short", "count", "rule", "back", "art", "card-icon", "id"];

/// Values of one of an entry's cards.
#[derive(Clone, Default)]
pub(super) struct Variation {
    /// True if the entry says `each`.
    pub is_one_of_many: bool,
    /// Index into [`Game::sets`].
    pub set: Option<SetId>,
    /// The kind by its id.
    pub kind: Option<Word>,
    /// Figures, by the names of their fields.
    pub numbers: BTreeMap<String, i64>,
    /// Words, by their keys.
    pub words: BTreeMap<String, String>,
    /// Number of warriors in its warband.
    pub warriors: Option<usize>,
    /// Location of its warrior; errors of the card are reported there.
    pub at: Option<Span>,
    /// All keys of `each`, including those with invalid values.
    pub keys: Vec<String>,
}

/// Returns the cards that an entry represents: itself, or one for each combination of its `each` lists. The first key
/// changes last.
pub(super) fn variations(table: &TomlTable<'_>, game: &Game) -> Vec<Variation> {
    let Some(each) = table.table("each", format_args!("`each` of {}", table.what)) else {
        return vec![Variation::default()];
    };
    let keys = each.keys().into_iter().map(|key| key.text).collect();
    let mut all = vec![Variation { is_one_of_many: true, keys, ..Variation::default() }];
    for key in each.keys() {
        if table.has(&key.text) && !TAKEN.contains(&key.text.as_str()) {
            let what = format!("`{}` is set both in {} and in its `each`", key.text, table.what);
            each.file.note(Diagnostic::error(Code::EACH_AND_CARD, key.at.clone(), what).hint("remove one of them"));
        }
        let choices = match key.text.as_str() {
            "set" => sets(&each, game),
            _ if warriors::is_asked(&each, &key) => warriors::choices(&each, &key, game),
            _ => choices(&each, &key, game),
        };
        if choices.is_empty() && !warriors::is_asked(&each, &key) {
            continue;
        }
        let joined = |one: &Variation| choices.iter().map(|choice| choice.added_to(one)).collect::<Vec<_>>();
        all = all.iter().flat_map(joined).take(MOST + 1).collect();
    }
    if all.len() > MOST {
        let what = format!("{} produces more than {MOST} cards", table.what);
        each.file.note(
            Diagnostic::error(Code::EACH_TOO_MANY, each.at.clone(), what)
                .hint("remove a list: each one multiplies all others"),
        );
        all.truncate(1);
    }
    table.allow(all.iter().flat_map(|one| one.numbers.keys().chain(one.words.keys())));
    each.finish();
    all
}

impl Variation {
    fn added_to(&self, other: &Self) -> Self {
        let mut sum = other.clone();
        sum.set = self.set.or(sum.set);
        sum.kind = self.kind.clone().or(sum.kind);
        sum.warriors = self.warriors.or(sum.warriors);
        sum.at = self.at.clone().or(sum.at);
        sum.numbers.extend(self.numbers.clone());
        sum.words.extend(self.words.clone());
        sum
    }

    /// True if it sets a key.
    pub fn has(&self, key: &str) -> bool {
        self.numbers.contains_key(key) || self.words.contains_key(key)
    }

    /// Returns the name of a card, unless it is invalid.
    pub fn name_of(&self, name: Word, game: &Game) -> Option<String> {
        if !self.is_one_of_many {
            return Some(name.text);
        }
        let rich = resolve(&parse(&name.text, Quotes::new(&game.language)).ok()?, &Names { of: self, game }).ok()?;
        Some(rich.plain_text())
    }

    /// Returns the name of a card, which may quote keys of `each`.
    pub fn name(&self, table: &TomlTable<'_>, name: Word, game: &Game) -> Option<Word> {
        if !self.is_one_of_many {
            return Some(name);
        }
        let draft = match parse(&name.text, Quotes::new(&game.language)) {
            Ok(draft) => draft,
            Err(faults) => {
                for fault in faults {
                    table.file.note(Diagnostic::error(fault.code, name.part(fault.range), fault.what).hint(fault.hint));
                }
                return None;
            }
        };
        let lookup = Names { of: self, game };
        match resolve(&draft, &lookup) {
            Ok(rich) => Some(Word { text: rich.plain_text(), at: name.at }),
            Err(errors) => {
                for (range, error) in errors {
                    // A problem of a value was reported.
                    if matches!(&error, FigureError::Unknown(name) if self.keys.contains(name)) {
                        continue;
                    }
                    let diagnostic = Diagnostic::error(error.code(), name.part(range), format!("{error} in `each`"));
                    let names = lookup.names();
                    table.file.note(diagnostic.hint(match names.as_slice() {
                        [] => "`each` is empty".to_owned(),
                        names => format!("available: `{{{}}}`", names.join("}`, `{")),
                    }));
                }
                None
            }
        }
    }
}

/// Values that the name of a card may quote.
struct Names<'a> {
    of: &'a Variation,
    game: &'a Game,
}

impl Lookup for Names<'_> {
    fn find(&self, name: &str) -> Option<Found> {
        let kind = || {
            let kind = self.of.kind.as_ref()?;
            self.game.deck.kinds.iter().find(|known| known.id == kind.text)
        };
        match name {
            "set" => Some(Found::Words(self.game.sets[self.of.set?].name.clone())),
            "kind" => Some(Found::Words(kind()?.name.clone())),
            name => {
                let number = self.of.numbers.get(name).map(|number| Found::Number(*number));
                number.or_else(|| self.of.words.get(name).cloned().map(Found::Words))
            }
        }
    }

    fn names(&self) -> Vec<String> {
        let set = self.of.set.map(|_| "set".to_owned());
        let kind = self.of.kind.as_ref().map(|_| "kind".to_owned());
        let keys = self.of.numbers.keys().chain(self.of.words.keys()).cloned();
        keys.chain(kind).chain(set).collect()
    }
}

/// Reads `set = "all"`, or a list of some sets.
fn sets(each: &TomlTable<'_>, game: &Game) -> Vec<Variation> {
    let ids = || game.sets.iter().map(|set| set.id.as_str());
    let of = |set: SetId| Variation { set: Some(set), ..Variation::default() };
    if let Some(word) = each.peek("set") {
        let at = each.span("set");
        if word != "all" {
            let what = format!("`set` of {} must be \"all\" or a list, not `{word}`", each.what);
            let list = format!("[\"{word}\"]");
            let diagnostic = Diagnostic::error(Code::EACH_NOT_ALL, at, what);
            each.file.note(diagnostic.hint(format!("write `set = {list}`")).repair(Repair::Value(list)));
        } else if game.sets.is_empty() {
            each.file.note(
                Diagnostic::error(Code::EACH_NO_SETS, at, "the game has no sets")
                    .hint("add a table `[set.…]` to `game.toml`"),
            );
        }
        return SetId::all(&game.sets).map(of).collect();
    }
    let choose = |word| each.choose(Code::UNKNOWN_SET, word, "set", ids()).map(SetId);
    each.words("set").iter().filter_map(choose).map(of).collect()
}

/// Entries of a key: words, numbers, ranges of numbers, or rows with several keys each.
fn choices(each: &TomlTable<'_>, key: &Word, game: &Game) -> Vec<Variation> {
    let mut all = Vec::new();
    for item in each.items(&key.text) {
        match item {
            Item::Number(number, at) => all.extend(one(each, &key.text, number.to_string(), Some(number), &at, game)),
            Item::Word(word) => match range(&word) {
                // A range whose end is wrong is wrong as a whole.
                Some(numbers) => {
                    let made = |number: i64| one(each, &key.text, number.to_string(), Some(number), &word.at, game);
                    if made(*numbers.end()).is_some() {
                        all.extend(numbers.take(MOST + 1).filter_map(made));
                    }
                }
                None => all.extend(one(each, &key.text, word.text, None, &word.at, game)),
            },
            Item::Row(row) => {
                let mut sum = Variation::default();
                for key in row.keys() {
                    let number = row.is_number(&key.text).then(|| row.number(&key.text, i64::MIN..=i64::MAX)).flatten();
                    let word = match number {
                        Some(number) => Some(number.to_string()),
                        None => row.non_empty_str(&key.text).map(|word| word.text),
                    };
                    let found = word.and_then(|word| one(&row, &key.text, word, number, &key.at, game));
                    sum = found.map_or_else(|| sum.clone(), |found| found.added_to(&sum));
                }
                row.finish();
                all.push(sum);
            }
        }
    }
    all
}

/// Reads `"2..14"`, which includes both ends.
fn range(word: &Word) -> Option<std::ops::RangeInclusive<i64>> {
    let (from, to) = word.text.split_once("..")?;
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (from <= to).then_some(from..=to)
}

/// Reads one value of a key: a kind, a number, or a word.
fn one(
    table: &TomlTable<'_>,
    key: &str,
    word: String,
    number: Option<i64>,
    at: &Span,
    game: &Game,
) -> Option<Variation> {
    let mut found = Variation::default();
    let wrong = |code: Code, what: String, hint: &str| {
        table.file.note(Diagnostic::error(code, at.clone(), what).hint(hint));
        None
    };
    if TAKEN.contains(&key) {
        return wrong(
            Code::EACH_KEY,
            format!("`{key}` isn't allowed in `each`"),
            "use the keys of `each` in it instead: {rank}",
        );
    }
    let field = game.fields.iter().find(|field| field.name == key).map(|field| &field.kind);
    match (field, number) {
        _ if key == "kind" => {
            let word = Word { text: word, at: at.clone() };
            table.choose(Code::UNKNOWN_KIND, &word, "kind", game.deck.kinds.iter().map(|kind| kind.id.as_str()))?;
            found.kind = Some(word);
        }
        (Some(FieldKind::Number(Numbers { from, to, .. })), Some(number)) if (*from..=*to).contains(&number) => {
            found.numbers.insert(key.to_owned(), number);
        }
        (Some(FieldKind::Number(Numbers { from, to, .. })), _) => {
            let what = format!("`{key}` must be a whole number from {from} to {to}, not `{word}`");
            return wrong(Code::OUT_OF_BOUNDS, what, "write a range as \"2..14\"");
        }
        (None | Some(FieldKind::Line), _) => {
            found.words.insert(key.to_owned(), word);
        }
        (Some(_), _) => {
            return wrong(
                Code::EACH_KEY,
                format!("`{key}` isn't allowed in `each`"),
                "only strings and numbers are allowed",
            );
        }
    }
    Some(found)
}
