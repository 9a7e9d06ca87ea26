//! Actions of a declared table, and what happens at the start of turns and rounds.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::declared::{FAR, all_of, check_name, icon, name};
use super::table::{TomlTable, Word};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{ActionSpec, ActionTarget, CounterSpec, EffectSpec, StatusSpec};

/// Counters and statuses that actions and winning conditions name.
pub(super) struct Declared<'a> {
    pub counters: &'a [CounterSpec],
    pub shared: &'a [CounterSpec],
    pub statuses: &'a [StatusSpec],
    /// True if all of them are valid; otherwise unknown names are not reported.
    pub whole: bool,
    /// True if the game is for one player only.
    pub alone: bool,
}

impl Declared<'_> {
    /// Returns a player counter by its id.
    pub fn counter(&self, table: &TomlTable<'_>, word: &Word) -> Option<&CounterSpec> {
        self.find(table, word, "counter", self.counters)
    }

    fn find<'c>(
        &self,
        table: &TomlTable<'_>,
        word: &Word,
        what: &str,
        counters: &'c [CounterSpec],
    ) -> Option<&'c CounterSpec> {
        if !self.whole {
            return None;
        }
        let ids = counters.iter().map(|counter| counter.id.as_str());
        counters.get(table.choose(Code::UNKNOWN_COUNTER, word, what, ids)?)
    }

    /// Reads differences of player counters, by id.
    fn changes(&self, table: &TomlTable<'_>, key: &str, bounds: RangeInclusive<i64>) -> Vec<(String, i64)> {
        self.differences(table, key, bounds, ("counter", self.counters), ("shared counter", self.shared, "shared"))
    }

    /// Reads differences of shared counters, by id.
    fn shared(&self, table: &TomlTable<'_>) -> Vec<(String, i64)> {
        let [own, others] = [self.shared, self.counters];
        self.differences(table, "shared", -FAR..=FAR, ("shared counter", own), ("player counter", others, "change"))
    }

    /// Reads differences of counters. Counters of the other kind belong under the key named with them.
    fn differences(
        &self,
        table: &TomlTable<'_>,
        key: &str,
        bounds: RangeInclusive<i64>,
        (what, counters): (&str, &[CounterSpec]),
        (other, others, where_to): (&str, &[CounterSpec], &str),
    ) -> Vec<(String, i64)> {
        let mut all = Vec::new();
        let Some(inner) = table.table(key, format_args!("`{key}` of {}", table.what)) else { return all };
        for word in inner.keys() {
            let by = inner.number(&word.text, bounds.clone());
            let is_in = |counters: &[CounterSpec]| counters.iter().any(|counter| counter.id == word.text);
            if is_in(others) && !is_in(counters) {
                let told = format!("`{}` in {} is a {other}", word.text, inner.what);
                let hint = format!("change it in `{where_to}`");
                table.file.note(Diagnostic::error(Code::UNKNOWN_COUNTER, word.at, told).hint(hint));
                continue;
            }
            let counter = self.find(&inner, &word, what, counters);
            if key == "cost"
                && let Some((counter, by)) = counter.zip(by)
                && let Some(range) = counter.most.map(|most| most - counter.least).filter(|range| by > *range)
            {
                let told =
                    format!("nobody can pay {by} of `{}` in {}: it can fall by at most {range}", word.text, inner.what);
                let diagnostic = Diagnostic::error(Code::OUT_OF_BOUNDS, word.at.clone(), told);
                table.file.note(diagnostic.hint("lower the cost, or raise `max` of the counter"));
            }
            if by == Some(0) {
                let told = format!("`{}` in {} changes by 0", word.text, inner.what);
                let diagnostic = Diagnostic::error(Code::OUT_OF_BOUNDS, word.at, told);
                table.file.note(diagnostic.hint("write another number, or remove it"));
                continue;
            }
            all.extend(counter.zip(by).map(|(counter, by)| (counter.id.clone(), by)));
        }
        all
    }

    /// Reads the lists of statuses that players get and lose, by id. A status is in one of them, once.
    fn statuses(&self, table: &TomlTable<'_>) -> [Vec<String>; 2] {
        let ids = || self.statuses.iter().map(|status| status.id.as_str());
        let mut seen = BTreeSet::new();
        ["gives", "takes"].map(|key| {
            let words = table.words(key).into_iter().filter(|_| self.whole);
            let known = words.filter(|word| table.choose(Code::UNKNOWN_STATUS, word, "status", ids()).is_some());
            let once = |word: Word| {
                if !seen.insert(word.text.clone()) {
                    let told = format!("{} names status `{}` twice", table.what, word.text);
                    let diagnostic = Diagnostic::error(Code::STATUS_TWICE, word.at, told);
                    table.file.note(diagnostic.hint("write it once, in `gives` or in `takes`"));
                }
                word.text
            };
            known.map(once).collect()
        })
    }

    fn effect(&self, table: &TomlTable<'_>) -> EffectSpec {
        let (change, shared) = (self.changes(table, "change", -FAR..=FAR), self.shared(table));
        let [gives, takes] = self.statuses(table);
        EffectSpec { change, shared, gives, takes }
    }

    /// Reads the actions of players.
    pub fn actions(&self, table: &TomlTable<'_>) -> Vec<ActionSpec> {
        let mut all = Vec::new();
        for (id, action) in all_of(table, "action", "actions") {
            let name = name(&action, &id);
            let verb = action.non_empty_str("verb").map(|word| {
                let verb = word.text.trim().to_owned();
                check_name(&action, "verb", &verb, word.at);
                verb
            });
            let icon = icon(&action);
            let target = action.one_of("on", "target", ActionTarget::WORDS).unwrap_or_default();
            if self.alone && matches!(target, ActionTarget::Other | ActionTarget::Others) {
                let told = format!("{} needs other players, and the game is for one", action.what);
                let diagnostic = Diagnostic::error(Code::ACTION_ALONE, action.span("on"), told);
                table.file.note(diagnostic.hint("remove `on`, or raise the maximum of `players`"));
            }
            let [cost, gain] = ["cost", "gain"].map(|key| self.changes(&action, key, 1..=FAR));
            let effect = self.effect(&action);
            finish(action, &["cost", "gain"]);
            all.push(ActionSpec { id: id.text, name, verb, icon, target, cost, gain, effect });
        }
        all
    }

    /// Reads the changes at the start of a turn or a round.
    pub fn start(&self, table: &TomlTable<'_>, key: &str, turns: bool) -> EffectSpec {
        let Some(start) = table.table(key, format_args!("`{key}`")) else { return EffectSpec::default() };
        if !turns {
            let diagnostic = Diagnostic::error(
                Code::START_WITHOUT_TURNS,
                start.at.clone(),
                format!("`{key}` in a game without turns"),
            );
            table.file.note(diagnostic.hint("set `turns = true`, or remove it"));
        }
        let effect = self.effect(&start);
        finish(start, &[]);
        effect
    }
}

/// Reports unknown keys, or else that nothing changes; there are some keys besides those of an effect.
fn finish(table: TomlTable<'_>, more: &[&str]) {
    let is_set = |key: &&str| match table.get(key) {
        Some((DeValue::Table(changes), _)) => !changes.is_empty(),
        Some((DeValue::Array(statuses), _)) => !statuses.is_empty(),
        found => found.is_some(),
    };
    if !more.iter().chain(&["change", "shared", "gives", "takes"]).any(is_set) && !table.has_unasked() {
        let diagnostic =
            Diagnostic::error(Code::ACTION_EMPTY, table.at.clone(), format!("{} changes nothing", table.what));
        table.file.note(diagnostic.hint("add `change = { … }` with counters, or remove it"));
    }
    table.finish();
}
