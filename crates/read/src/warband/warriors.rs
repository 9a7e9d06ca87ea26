//! `each = { warrior = "all" }`, `warband` and `roster`: entries that come out of the files of warbands.

use crate::card::id_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::each::Variation;
use crate::game::{Game, Palette, Quoted, Set, SetId, Spanned, Warband, WarriorSpec};
use crate::ordered;
use crate::table::{TomlTable, Word};

/// The key that represents every warrior of every warband.
const WARRIOR: &str = "warrior";
/// The key that represents every warband.
const WARBAND: &str = "warband";
/// The key that represents every page of the roster of every warband.
const ROSTER: &str = "roster";

/// Adds each warband as a set: its prints are named after it, and can be selected by it.
pub(crate) fn add_sets(root: &TomlTable<'_>, warbands: &[Warband], sets: &mut Vec<Set>) {
    for warband in warbands {
        let id = id_of(&warband.id);
        if sets.iter().any(|set| set.id == id) {
            let what = format!("`{id}` is both a set and a warband");
            root.file.note(Diagnostic::error(Code::WARBAND_AND_SET, root.span("set"), what).hint("rename one of them"));
        }
        sets.push(Set { id, name: warband.name.clone(), palette: Palette::default(), mark: None });
    }
}

/// True if a key of `each` requests warbands, of which there may be none; a list has words as under any other key.
pub(crate) fn is_asked(each: &TomlTable<'_>, key: &Word) -> bool {
    [WARRIOR, WARBAND, ROSTER].contains(&key.text.as_str()) && each.peek(&key.text).is_some()
}

/// Returns the values of such a key: one warrior, one warband, or one page of a roster after the other.
pub(crate) fn choices(each: &TomlTable<'_>, key: &Word, game: &Game) -> Vec<Variation> {
    if let Some(word) = each.require_str(&key.text).filter(|word| word.text != "all") {
        let what = format!("`{}` of {} must be \"all\", not `{}`", key.text, each.what, word.text);
        each.file.note(
            Diagnostic::error(Code::EACH_NOT_ALL, word.at, what)
                .hint("choose a warband with `--warband` when printing"),
        );
    }
    let set_of = |warband: &Warband| SetId::find(&game.sets, |set| set.id == id_of(&warband.id));
    let of = |warband: &Warband, words: Vec<Quoted>| Variation {
        set: set_of(warband),
        words: ordered::map(words),
        warriors: Some(warband.warriors.len()),
        ..Variation::default()
    };
    let pages = |warband: &Warband, count: usize| -> Vec<Variation> {
        (0..count).map(|page| of(warband, warband.quoted(page))).collect()
    };
    let warriors = |warband: &Warband| -> Vec<Variation> {
        let one = |(warrior, number): (&Spanned<WarriorSpec>, usize)| Variation {
            kind: kind(warrior.value.role.word(), key, game),
            at: Some(warrior.at.clone()),
            ..of(warband, warrior.value.quoted(WARRIOR, number))
        };
        warband.warriors.iter().zip(1..).map(one).collect()
    };
    let all = |warband: &Warband| match key.text.as_str() {
        WARRIOR => warriors(warband),
        WARBAND => pages(warband, 1),
        _ => pages(warband, warband.pages()),
    };
    game.warbands.iter().flat_map(all).collect()
}

/// Returns the kind that is named after a role, if the game has it.
fn kind(role: &str, key: &Word, game: &Game) -> Option<Word> {
    let known = game.deck.kinds.iter().any(|kind| kind.id == role);
    known.then(|| Word { text: role.to_owned(), at: key.at.clone() })
}

/// Scales a count per number of warriors (`per = 12`) to those of the warband, rounding up.
pub(crate) fn scaled(table: &TomlTable<'_>, count: Option<i64>, warriors: Option<usize>) -> Option<i64> {
    let Some(per) = table.number("per", 1..=99) else { return count };
    let Some(warriors) = warriors else {
        let what = format!("`per` of {} has no effect: it isn't part of a warband", table.what);
        table.file.note(
            Diagnostic::error(Code::PER_WITHOUT_WARBAND, table.span("per"), what)
                .hint("write `each = { warband = \"all\" }`"),
        );
        return count;
    };
    let whole = count? * i64::try_from(warriors).unwrap_or(i64::MAX);
    Some((whole + per - 1) / per)
}
