//! `[table]` of `game.toml`: the tracker's rules, or its counters for a game without rules.

use super::actions::Declared;
use super::battling;
use super::card::id_of;
use super::cards::Names;
use super::game_toml::Setting;
use super::table::{File, TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::game::{
    BattlingSpec, CounterSpec, DiceSpec, Game, NoteSpec, PileSpec, Spanned, StatusSpec, TableSpec, TimerSpec, WinSpec,
};

/// Id of `rules` for a declared table; the default.
const DECLARED: &str = "declared";
/// Maximum number of players: each has a colour of their own.
const MOST_PLAYERS: i64 = 8;
/// The furthest that anything is counted.
pub(super) const FAR: i64 = 9999;
/// Maximum number each of player counters, table counters, statuses and so on: a phone shows that many on two pages.
const MOST_THINGS: usize = 12;
/// Maximum number of kinds of dice: they share a row or two.
const MOST_DICE: usize = 8;
/// The longest time of a timer, in seconds.
const LONGEST_TIME: i64 = 24 * 60 * 60;
/// Maximum length of a name, to fit on a panel.
const LONGEST: usize = 24;

/// Content of `[table]`; its cards are resolved after they are read.
#[derive(Default)]
pub(super) struct TableDraft {
    pub rules: Option<Spanned<String>>,
    pub battling: Option<BattlingSpec>,
    spec: TableSpec,
    /// Maximum number of players; `None` if it is invalid.
    most_players: Option<usize>,
    /// Allowed cards of each pile; `None` for any.
    of: Vec<Option<Vec<Word>>>,
    /// For each status its card.
    cards: Vec<Option<Word>>,
}

pub(super) fn read(root: &TomlTable<'_>) -> TableDraft {
    let Some(table) = root.table("table", "the table") else { return TableDraft::default() };
    let rules = table.non_empty_str("rules").map(|word| Spanned { value: word.text, at: word.at });
    if rules.as_ref().is_some_and(|rules| rules.value == battling::RULES) {
        let battling = Some(battling::read(&table));
        table.finish();
        return TableDraft { rules, battling, ..TableDraft::default() };
    }
    if let Some(rules) = rules.as_ref().filter(|rules| rules.value != DECLARED) {
        for key in table.keys().into_iter().filter(|key| key.text != "rules") {
            let what = format!("`{}` can't be combined with `rules` in `[table]`", key.text);
            let hint = format!("remove it, or remove `rules`: `{}` defines the whole table", rules.value);
            root.file.note(Diagnostic::error(Code::TABLE_KEY_WITH_RULES, key.at, what).hint(hint));
        }
        return TableDraft { rules: Some(rules.clone()), ..TableDraft::default() };
    }
    let players = table
        .range("players", 1..=MOST_PLAYERS)
        .and_then(|range| Some(usize::try_from(*range.start()).ok()?..=usize::try_from(*range.end()).ok()?));
    let usual = TableSpec::default();
    let known_players = players.is_some() || !table.has("players");
    let players = players.unwrap_or(usual.players);
    let turns = table.flag("turns").unwrap_or(usual.turns);
    let mut counters = counters(&table, "counter");
    let shared = counters_of_table(&table, &counters);
    let (statuses, cards) = statuses(&table);
    let (piles, of) = piles(&table);
    let (timers, notes, dice) = (timers(&table), notes(&table), dice(&table));
    let win = table.table("win", "how the game is won");
    table.allow(["action", "turn-start", "round-start"]);
    // A misspelt key may be a counter.
    let misspelt = table.has_unasked();
    if !table.has_or_typo_of("counter") && shared.is_empty() && !misspelt {
        counters.push(CounterSpec::points());
    }
    let whole = !misspelt || !counters.is_empty();
    let alone = *players.end() == 1;
    let declared = Declared { counters: &counters, shared: &shared, statuses: &statuses, whole, alone };
    let win = win.and_then(|win| self::win(win, &declared));
    let actions = declared.actions(&table);
    let [turn_start, round_start] = ["turn-start", "round-start"].map(|key| declared.start(&table, key, turns));
    if let (Some(WinSpec::Last(_)), 1) = (&win, *players.start()) {
        let diagnostic = Diagnostic::error(
            Code::TABLE_LAST_ALONE,
            table.span("players"),
            "a single player would win at once as the last one left",
        );
        root.file.note(diagnostic.hint("require at least 2 players, or use `highest` or `first-to` in `[table.win]`"));
    }
    table.finish();
    let most_players = known_players.then_some(*players.end());
    let spec = TableSpec {
        players,
        turns,
        counters,
        shared,
        statuses,
        piles,
        timers,
        notes,
        dice,
        actions,
        turn_start,
        round_start,
        win,
    };
    TableDraft { rules, battling: None, spec, most_players, of, cards }
}

fn counters(table: &TomlTable<'_>, key: &str) -> Vec<CounterSpec> {
    let mut all = Vec::new();
    let shown = all_of(table, key, if key == "shared" { "counters of the table" } else { "counters of each player" });
    for (id, counter) in shown {
        let name = name(&counter, &id);
        let singular = singular(&counter, &name);
        let icon = icon(&counter);
        let bounds = -FAR..=FAR;
        let (start, least, most) = (
            counter.number("start", bounds.clone()),
            counter.number("min", bounds.clone()),
            counter.number("max", bounds),
        );
        let what = counter.what.clone();
        let low = least.unwrap_or(0);
        if let Some(most) = most.filter(|most| *most < low) {
            let told = format!("`max` of {what} is {most}, below `min`, which is {low}");
            let diagnostic = Diagnostic::error(Code::COUNTER_BOUNDS, counter.span("max"), told);
            let hint = if least.is_some() { "swap them" } else { "the default of `min` is 0" };
            table.file.note(diagnostic.hint(hint));
        } else {
            // The default start is 0, clamped to the bounds.
            let told = start.unwrap_or(0);
            let at = counter.span("start").unwrap_or_else(|| id.at.clone());
            let off = match most {
                _ if start.is_none() => None,
                _ if told < low => Some(format!("less than `min`, which is {low}")),
                Some(most) if told > most => Some(format!("more than `max`, which is {most}")),
                _ => None,
            };
            if let Some(off) = off {
                let diagnostic =
                    Diagnostic::error(Code::COUNTER_START, at, format!("`start` of {what} is {told}, {off}"));
                table.file.note(diagnostic.hint("set `start` between `min` and `max`; the default of `min` is 0"));
            }
        }
        counter.finish();
        let most = most.map(|most| most.max(low));
        let start = start.unwrap_or(0).clamp(low, most.unwrap_or(FAR).max(low));
        all.push(CounterSpec { id: id.text, name, singular, icon, start, least: low, most });
    }
    all
}

/// Reads all tables of a type, limited to what a screen can show.
pub(super) fn all_of<'a>(table: &TomlTable<'a>, key: &str, plural: &str) -> Vec<(Word, TomlTable<'a>)> {
    let what = if key == "shared" { "shared counter" } else { key };
    let all = table.tables(key, what);
    if let Some((id, _)) = all.get(MOST_THINGS) {
        let told = format!("{} {plural} don't fit on a screen", all.len());
        table.file.note(
            Diagnostic::error(Code::TABLE_TOO_MANY, id.at.clone(), told).hint(format!("define at most {MOST_THINGS}")),
        );
    }
    all
}

fn counters_of_table(table: &TomlTable<'_>, counters: &[CounterSpec]) -> Vec<CounterSpec> {
    let shared = self::counters(table, "shared");
    for (id, _) in table.tables("shared", "shared counter") {
        if counters.iter().any(|counter| counter.id == id.text) {
            let what = format!("`{}` is both a player counter and a shared counter", id.text);
            table.file.note(Diagnostic::error(Code::COUNTER_TWICE, id.at, what).hint("rename one of them"));
        }
    }
    shared
}

fn statuses(table: &TomlTable<'_>) -> (Vec<StatusSpec>, Vec<Option<Word>>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, status) in all_of(table, "status", "statuses") {
        let name = name(&status, &id);
        let icon = icon(&status);
        all.1.push(status.non_empty_str("card"));
        status.finish();
        all.0.push(StatusSpec { id: id.text, name, icon, card: None });
    }
    all
}

fn piles(table: &TomlTable<'_>) -> (Vec<PileSpec>, Vec<Option<Vec<Word>>>) {
    let mut all = (Vec::new(), Vec::new());
    for (id, pile) in all_of(table, "pile", "piles") {
        let name = name(&pile, &id);
        let words = pile.words("of");
        let empty = words.is_empty() && pile.span("of").is_some_and(|at| at.source.text[at.range].starts_with('['));
        if empty {
            let diagnostic =
                Diagnostic::error(Code::PILE_OF_NOTHING, pile.span("of"), format!("{} allows no cards", pile.what));
            table.file.note(diagnostic.hint("list kinds or cards, or remove `of` to allow all cards"));
        }
        all.1.push((!words.is_empty()).then_some(words));
        let shuffles = pile.flag("reshuffles").unwrap_or(false);
        let per_player = pile.flag("per-player").unwrap_or(false);
        pile.finish();
        all.0.push(PileSpec { id: id.text, name, cards: Vec::new(), shuffles, per_player });
    }
    all
}

fn timers(table: &TomlTable<'_>) -> Vec<TimerSpec> {
    let mut all = Vec::new();
    for (id, timer) in all_of(table, "timer", "timers") {
        let name = name(&timer, &id);
        let seconds = timer.must_number("seconds", 1..=LONGEST_TIME).and_then(|seconds| u32::try_from(seconds).ok());
        timer.finish();
        all.extend(seconds.map(|seconds| TimerSpec { id: id.text, name, seconds }));
    }
    all
}

fn notes(table: &TomlTable<'_>) -> Vec<NoteSpec> {
    let mut all = Vec::new();
    for (id, note) in all_of(table, "note", "notes") {
        let name = name(&note, &id);
        note.finish();
        all.push(NoteSpec { id: id.text, name });
    }
    all
}

/// Reads the dice that the game is played with.
fn dice(table: &TomlTable<'_>) -> Vec<DiceSpec> {
    let mut all = Vec::new();
    for word in table.words("dice") {
        let Some(dice) = DiceSpec::parse(&word.text) else {
            let diagnostic = Diagnostic::error(Code::TABLE_DICE, word.at, format!("invalid dice `{}`", word.text));
            let hint = "write `coin`, `d20` or `2d6`: at most 6 dice, with 2 to 100 sides";
            table.file.note(diagnostic.hint(hint));
            continue;
        };
        if all.contains(&dice) {
            let diagnostic = Diagnostic::error(Code::TABLE_DICE, word.at, format!("`{}` is listed twice", word.text));
            table.file.note(diagnostic.hint("remove one of them"));
        } else if all.len() == MOST_DICE {
            let told = format!("more than {MOST_DICE} kinds of dice don't fit on a screen");
            table.file.note(Diagnostic::error(Code::TABLE_TOO_MANY, word.at, told).hint("remove some of them"));
            break;
        } else {
            all.push(dice);
        }
    }
    all
}

/// Returns the name of an icon; whether it exists is checked with the other icons.
pub(super) fn icon(table: &TomlTable<'_>) -> Option<Spanned<String>> {
    table.non_empty_str("icon").map(|word| Spanned { value: word.text, at: word.at })
}

/// Returns the name after the figure 1: `singular`, or the name.
fn singular(table: &TomlTable<'_>, name: &str) -> String {
    let Some(word) = table.non_empty_str("singular") else { return name.to_owned() };
    let singular = word.text.trim().to_owned();
    check_name(table, "singular", &singular, word.at);
    singular
}

/// Returns the displayed name: `name`, or the key with a capital and spaces instead of hyphens.
pub(super) fn name(table: &TomlTable<'_>, id: &Word) -> String {
    let given = table.non_empty_str("name");
    let at = given.as_ref().map_or(&id.at, |word| &word.at).clone();
    let plain = id.text.replace(['-', '_'], " ");
    let mut letters = plain.chars();
    let capital = letters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
    let name = given.map_or_else(|| capital + letters.as_str(), |word| word.text.trim().to_owned());
    check_name(table, "name", &name, at);
    name
}

/// Reports a name that has no room on a panel.
pub(super) fn check_name(table: &TomlTable<'_>, key: &str, name: &str, at: Span) {
    let printable = !name.trim().is_empty() && !name.chars().any(char::is_control);
    if !printable || name.chars().count() > LONGEST {
        let diagnostic =
            Diagnostic::error(Code::TABLE_NAME, at, format!("the {key} of {} doesn't fit on a panel", table.what));
        table.file.note(diagnostic.hint(format!("add a `{key} = \"…\"` of at most {LONGEST} letters")));
    }
}

/// Reads how the game is won.
fn win(win: TomlTable<'_>, declared: &Declared<'_>) -> Option<WinSpec> {
    let find = |table: &TomlTable<'_>, word: &Word| {
        if declared.shared.iter().any(|counter| counter.id == word.text) {
            let what = format!("`{}` is a shared counter: no player can win by it", word.text);
            win.file.note(Diagnostic::error(Code::WIN_BY_SHARED, word.at.clone(), what).hint("name a player counter"));
            return None;
        }
        declared.counter(table, word)
    };
    let mut ways = Vec::new();
    if let Some(word) = win.non_empty_str("last-standing")
        && let Some(counter) = find(&win, &word)
    {
        if counter.start == counter.least {
            let what = format!("everyone would be out at the start: counter `{}` starts at `min`", counter.id);
            win.file.note(Diagnostic::error(Code::WIN_ALL_OUT, word.at, what).hint("set `start` above `min`"));
        }
        ways.push(WinSpec::Last(counter.id.clone()));
    }
    if let Some(word) = win.non_empty_str("highest")
        && let Some(counter) = find(&win, &word)
    {
        ways.push(WinSpec::Most(counter.id.clone()));
    }
    if let Some(reach) = win.table("first-to", "`first-to` of how the game is won") {
        let (word, at) = (reach.require_str("counter"), reach.must_number("at", -FAR..=FAR));
        if let (Some(word), Some(at)) = (word, at)
            && let Some(counter) = find(&reach, &word)
        {
            check_reach(&reach, counter, at);
            ways.push(WinSpec::Reach { counter: counter.id.clone(), at });
        }
        reach.finish();
    }
    let said = ["last-standing", "highest", "first-to"].into_iter().filter(|key| win.has(key)).count();
    if said > 1 || (said == 0 && !win.has_unasked()) {
        let (code, what) = match said {
            0 => (Code::WIN_UNSAID, "`[table.win]` doesn't set a winning condition"),
            _ => (Code::WIN_SEVERAL_WAYS, "`[table.win]` sets several winning conditions"),
        };
        let hint = "write exactly one of `last-standing = \"…\"`, `highest = \"…\"` and `first-to = { counter = \"…\", at = 10 }`";
        win.file.note(Diagnostic::error(code, win.at.clone(), what).hint(hint));
    }
    win.finish();
    ways.into_iter().next()
}

fn check_reach(reach: &TomlTable<'_>, counter: &CounterSpec, at: i64) {
    let CounterSpec { id, start, least, most, .. } = counter;
    let (code, what) = if at == *start {
        (Code::WIN_AT_START, format!("everyone has won at the start: counter `{id}` starts at {start}"))
    } else if at < *least {
        (Code::WIN_NEVER, format!("nobody can win: counter `{id}` can't go below {least}"))
    } else if let Some(most) = most.filter(|most| at > *most) {
        (Code::WIN_NEVER, format!("nobody can win: counter `{id}` can't go above {most}"))
    } else {
        return;
    };
    reach.file.note(Diagnostic::error(code, reach.span("at"), what).hint("correct `at`, or the counter"));
}

/// Looks the cards up that a table names; what it says is then part of the game.
pub(super) fn validate(file: &File, game: &mut Game, draft: TableDraft, names: &Names) {
    let TableDraft { rules: _, battling: _, mut spec, most_players, of, cards } = draft;
    let players = most_players.unwrap_or_default();
    for (status, word) in spec.statuses.iter_mut().zip(cards) {
        status.card = word.and_then(|word| two_sided(file, game, &status.id, &word, players, names));
    }
    for (pile, words) in spec.piles.iter_mut().zip(of) {
        let words =
            words.map(|words| words.into_iter().filter(|word| may_lie(file, game, pile, word, names)).collect());
        let words: Option<Vec<Word>> = words;
        let lies = |index: &usize| {
            let card = &game.deck.cards[*index];
            words.as_ref().is_none_or(|words| {
                words.iter().any(|word| game.deck.kinds[card.kind].id == word.text || card.id == id_of(&word.text))
            })
        };
        pile.cards = (0..game.deck.cards.len()).filter(lies).map(|index| game.deck.cards[index].id.clone()).collect();
    }
    game.table = spec;
}

/// Returns the game of a file without cards.
pub(super) fn without_cards(file: &File, setting: Setting) -> Game {
    let Setting { mut game, table, .. } = setting;
    validate(file, &mut game, table, &Names { all: Vec::new(), whole: true });
    game
}

/// True if a word is a kind or a card.
fn may_lie(file: &File, game: &Game, pile: &PileSpec, word: &Word, names: &Names) -> bool {
    let kinds = || game.deck.kinds.iter().map(|kind| kind.id.as_str());
    if kinds().any(|kind| kind == word.text) || game.deck.by_id.contains_key(&id_of(&word.text)) {
        return true;
    }
    if names.whole {
        let what = format!("unknown kind or card `{1}` in pile `{0}`", pile.id, word.text);
        let choice = kinds().chain(game.deck.cards.iter().map(|card| card.id.as_str()));
        file.note(Diagnostic::error(Code::PILE_OF_UNKNOWN, word.at.clone(), what).suggest(&word.text, choice));
    }
    false
}

/// Returns the card of a status: each player has one, and it has its own back.
fn two_sided(file: &File, game: &Game, status: &str, word: &Word, players: usize, names: &Names) -> Option<String> {
    let Some(card) = game.card(&id_of(&word.text)) else {
        if names.whole {
            let diagnostic =
                Diagnostic::error(Code::STATUS_UNKNOWN_CARD, word.at.clone(), format!("unknown card `{}`", word.text));
            file.note(diagnostic.suggest(&word.text, game.deck.cards.iter().map(|card| card.id.as_str())));
        }
        return None;
    };
    if game.face_kinds.get(card.faces[1].kind.0).is_some_and(|face| face.shared) {
        let what = format!("`{}` can't show status `{status}`: it has the shared back", card.name);
        file.note(
            Diagnostic::error(Code::STATUS_COMMON_BACK, word.at.clone(), what)
                .hint("name a card with a `back` of its own"),
        );
    } else if card.count > 0 && usize::try_from(card.count).is_ok_and(|count| count < players) {
        let what = format!("not enough `{}` for {players} players: {}", card.name, card.count);
        file.note(
            Diagnostic::error(Code::STATUS_TOO_FEW, word.at.clone(), what).hint("change its `count`, or `players`"),
        );
    }
    Some(card.id.clone())
}
