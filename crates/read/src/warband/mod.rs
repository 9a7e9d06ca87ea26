//! `warbands/*.toml`: the warriors of a side, read and checked.

mod text;
pub(super) mod warriors;

pub use text::warband_text;

use std::sync::Arc;

use toml::de::DeTable;

use crate::diagnostic::{self, Code, Diagnostic, Reporter, Source, Span};
use crate::game::{
    Advice, Armour, FIGURES, HouseWishes, MOST_LISTED, MOST_POINTS, MOST_RANGE, MOST_WIZARD, Profile, Role, Spanned,
    Trait, Warband, WarriorSpec, Weapon, advice,
};
use crate::table::{File, TomlTable, Word};
use crate::vfs::Vfs;
use crate::{card_id, folder, text_file};

/// The version of the format that this program reads.
const FORMAT: i64 = 1;
/// Maximum length of a name, to fit on cards and screens.
const LONGEST: usize = 24;
/// The letters that a kind, the name of a weapon or of an armour may have.
const LONGEST_KIND: usize = 32;
/// The letters that a note may have.
const LONGEST_NOTE: usize = 120;

/// Warbands as far as they could be read, with all diagnostics.
#[derive(Clone, Default)]
pub struct ParsedWarbands {
    /// Warbands without errors.
    pub warbands: Vec<Warband>,
    /// Problems of any of them.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the folder of a game in which its warbands are.
pub fn warband_folder(id: &str) -> String {
    format!("{}/warbands", folder(id))
}

/// Returns the warbands in the folder of a game.
pub fn all(vfs: &dyn Vfs, id: &str) -> ParsedWarbands {
    let reporter = Reporter::default();
    let paths = vfs.files(&warband_folder(id)).into_iter().filter(|path| path.ends_with(".toml"));
    let warbands = paths.filter_map(|path| file(vfs, &path, &reporter)).collect();
    ParsedWarbands { warbands, diagnostics: reporter.into_diagnostics() }
}

/// Reads the warband in a file; `None` if it has errors.
pub fn file(vfs: &dyn Vfs, path: &str, reporter: &Reporter) -> Option<Warband> {
    match text_file(vfs, path) {
        Ok(source) => from_text(source, reporter),
        Err(diagnostic) => {
            reporter.report(diagnostic);
            None
        }
    }
}

/// Reads a warband from its text; `None` if it has errors.
pub fn from_text(source: Arc<Source>, reporter: &Reporter) -> Option<Warband> {
    let name = source.path.rsplit(['/', '\\']).next().unwrap_or(&source.path);
    let id = name.strip_suffix(".toml").unwrap_or(name).to_owned();
    let file = File::new(source);
    let warband = file.parse().and_then(|entries| read(&file, entries.get_ref(), &id));
    let mut diagnostics = file.into_diagnostics();
    diagnostic::sort(&mut diagnostics);
    let is_valid = !diagnostics.iter().any(Diagnostic::is_error);
    reporter.report_all(diagnostics);
    warband.filter(|_| is_valid)
}

/// Reads `[house]`: the house rules.
pub(super) fn wishes(root: &TomlTable<'_>) -> HouseWishes {
    let Some(table) = root.table("house", "the house rules") else { return HouseWishes::default() };
    let wishes = HouseWishes {
        single_target: table.flag("single_target"),
        caster_units: table.flag("caster_units"),
        cavalry: table.flag("cavalry"),
        poison: table.flag("poison"),
        swarms: table.flag("swarms"),
    };
    table.finish();
    wishes
}

fn read(file: &File, entries: &DeTable<'_>, id: &str) -> Option<Warband> {
    let root = TomlTable::new(file, entries, 0..0, "the warband");
    let format = root.number("format", 1..=99).unwrap_or(FORMAT);
    if format > FORMAT {
        let what = format!("unsupported warband format {format}: this version reads {FORMAT}");
        file.note(
            Diagnostic::error(Code::WARBAND_FORMAT, root.span("format"), what).hint("it requires a later version"),
        );
    }
    let name = root.require_str("name").map(|word| within(&root, word, "name", LONGEST));
    let motto = root.non_empty_str("motto").map(|word| within(&root, word, "motto", LONGEST_NOTE));
    let limit = points(&root, "limit");
    let sum = points(&root, "points");
    let house = wishes(&root);
    let tables = root.list("warrior", "warrior");
    if tables.is_empty() && !root.has_or_typo_of("warrior") {
        let diagnostic =
            Diagnostic::error(Code::WARBAND_EMPTY, Span::file(&file.source), "the warband has no warriors");
        file.note(diagnostic.hint("add a table `[[warrior]]` with `name` and `profile`"));
    }
    let mut warriors = Vec::new();
    for table in tables {
        warriors.extend(kind(table));
    }
    if warriors.len() > MOST_LISTED {
        let what = format!("the warband has {} warriors: at most {MOST_LISTED} can be numbered", warriors.len());
        file.note(Diagnostic::error(Code::WARBAND_NUMBERS, Span::file(&file.source), what));
    }
    let whole = !file.has_errors();
    check_leaders(file, &warriors);
    if whole {
        check_points(&root, &warriors, limit, sum);
        advise(file, &warriors);
    }
    root.finish();
    Some(Warband {
        id: id.to_owned(),
        name: name?.text,
        motto: motto.map(|word| word.text).unwrap_or_default(),
        limit,
        house,
        warriors: warriors.into_iter().map(|Listed { spec, at }| Spanned { value: spec, at }).collect(),
    })
}

/// A warrior, and where its table begins.
struct Listed {
    spec: WarriorSpec,
    at: Span,
}

/// Reads the warriors of one table: one, or as many as `each` names.
fn kind(mut table: TomlTable<'_>) -> Vec<Listed> {
    let name = table.require_str("name");
    let called = name.as_ref().map_or_else(String::new, |word| format!(" `{}`", word.text));
    table.what = format!("warrior{called}");
    let name = name.map(|word| within(&table, word, "name", LONGEST));
    let text =
        |key, most| table.non_empty_str(key).map(|word| within(&table, word, key, most).text).unwrap_or_default();
    let (kind, note) = (text("kind", LONGEST_KIND), text("note", LONGEST_NOTE));
    let role = table.non_empty_str("role").and_then(|word| {
        let index = table.choose(Code::UNKNOWN_WORD, &word, "role", Role::ALL.map(|(word, _)| word))?;
        Some(Role::ALL[index].1)
    });
    let leader = table.flag("leader").unwrap_or(false);
    let points = points(&table, "points").unwrap_or(0);
    let profile = profile(&table);
    let (weapons, armour) = (weapons(&table), armour(&table));
    let wizard = table.number("wizard", 0..=4).and_then(|level| u8::try_from(level).ok()).unwrap_or(0);
    if wizard > MOST_WIZARD {
        let what =
            format!("{} is a level {wizard} wizard: at most {MOST_WIZARD} is suitable for a skirmish (W1)", table.what);
        table.file.note(
            Diagnostic::warning(Code::WARBAND_WIZARD, table.span("wizard"), what)
                .hint("lower the level, or agree on it with your opponent"),
        );
    }
    let traits = traits(&table);
    let art = table.non_empty_str("art").map(|word| word.text);
    let each = each(&table, leader);
    let at = table.at.clone();
    table.finish();
    let (Some(name), Some(profile)) = (name, profile) else { return Vec::new() };
    let names = each.unwrap_or_else(|| vec![name.text]);
    let role = role.unwrap_or_default();
    let warrior = |name: String| {
        let (kind, weapons, armour, note) = (kind.clone(), weapons.clone(), armour.clone(), note.clone());
        // Otherwise identical warriors may have a face of their own.
        let art = art.as_ref().map(|art: &String| art.replace("{name}", &card_id(&name)));
        let traits = traits.clone();
        let spec =
            WarriorSpec { name, kind, role, leader, points, profile, weapons, armour, note, wizard, traits, art };
        Listed { spec, at: at.clone() }
    };
    names.into_iter().map(warrior).collect()
}

/// Reads the names of several identical warriors.
fn each(table: &TomlTable<'_>, leader: bool) -> Option<Vec<String>> {
    let span = table.span("each")?;
    let names: Vec<String> =
        table.words("each").into_iter().map(|word| within(table, word, "each", LONGEST).text).collect();
    if names.is_empty() {
        let diagnostic =
            Diagnostic::error(Code::WARBAND_EACH_EMPTY, span, format!("`each` of {} is empty", table.what));
        table.file.note(diagnostic.hint("list the names, or remove the line for a single warrior"));
        return None;
    }
    if leader && names.len() > 1 {
        let what = format!("`each` of {} would produce {} leaders", table.what, names.len());
        table.file.note(
            Diagnostic::error(Code::WARBAND_EACH_LEADERS, span, what).hint("move the leader to a table of its own"),
        );
    }
    Some(names)
}

fn profile(table: &TomlTable<'_>) -> Option<Profile> {
    let most = i64::from(*FIGURES.end());
    let mut place = 0;
    let named = Profile::LETTERS.map(|letters| {
        let least = i64::from(place == Profile::WOUNDS);
        place += 1;
        (letters, least..=most)
    });
    let figures = table.must_numbers("profile", named)?;
    // They are within bounds.
    Some(figures.map(|figure| u8::try_from(figure).unwrap_or_default()).into())
}

fn weapons(table: &TomlTable<'_>) -> Vec<Weapon> {
    let mut all = Vec::new();
    for weapon in table.list("weapons", &format!("a weapon of {}", table.what)) {
        let name = weapon.require_str("name").map(|word| within(&weapon, word, "name", LONGEST_KIND));
        let range = weapon.number("range", 1..=MOST_RANGE.into()).and_then(|inches| u8::try_from(inches).ok());
        let strength = weapon.number("strength", 1..=10).and_then(|figure| u8::try_from(figure).ok());
        let note = weapon.non_empty_str("note").map(|word| within(&weapon, word, "note", LONGEST_NOTE).text);
        weapon.finish();
        all.extend(name.map(|word| Weapon { name: word.text, range, strength, note: note.unwrap_or_default() }));
    }
    all
}

fn armour(table: &TomlTable<'_>) -> Option<Armour> {
    let armour = table.table("armour", format_args!("the armour of {}", table.what))?;
    let name = armour.require_str("name").map(|word| within(&armour, word, "name", LONGEST_KIND));
    let save = armour.non_empty_str("save").and_then(|word| {
        let digit = word.text.strip_suffix('+').and_then(|digit| digit.parse().ok());
        let save = digit.filter(|least| (1..=6).contains(least));
        if save.is_none() {
            let what = format!("`save` of {} must be a roll, not `{}`", armour.what, word.text);
            armour.file.note(
                Diagnostic::error(Code::WARBAND_SAVE, word.at, what).hint("write the minimum roll: `save = \"4+\"`"),
            );
        }
        save
    });
    armour.finish();
    name.map(|word| Armour { name: word.text, save })
}

fn traits(table: &TomlTable<'_>) -> Vec<Trait> {
    let mut all = Vec::new();
    for word in table.words("traits") {
        let Some(index) = table.choose(Code::UNKNOWN_WORD, &word, "trait", Trait::ALL.map(|(word, ..)| word)) else {
            continue;
        };
        let (_, known, left_out) = Trait::ALL[index];
        if let Some(what) = left_out {
            let what = format!("{} is {what}, which isn't recommended in a skirmish (W40)", table.what);
            table.file.note(
                Diagnostic::warning(Code::WARBAND_TRAIT, word.at, what).hint("remove it, unless the scenario needs it"),
            );
        }
        all.push(known);
    }
    all
}

fn points(table: &TomlTable<'_>, key: &str) -> Option<u32> {
    table.number(key, 0..=MOST_POINTS.into()).and_then(|points| u32::try_from(points).ok())
}

/// Reads a text with a maximum length.
fn within(table: &TomlTable<'_>, word: Word, key: &str, most: usize) -> Word {
    let letters = word.text.trim().chars().count();
    if letters > most || letters == 0 || word.text.contains(['\n', '\r']) {
        let what = format!("`{key}` of {} must be one line of 1 to {most} letters", table.what);
        table.file.note(
            Diagnostic::error(Code::WARBAND_TEXT_LENGTH, word.at.clone(), what).label(format!("{letters} letters")),
        );
    }
    Word { text: word.text.trim().to_owned(), at: word.at }
}

/// Checks that there is one leader (W1).
fn check_leaders(file: &File, warriors: &[Listed]) {
    let mut leaders = warriors.iter().filter(|warrior| warrior.spec.leader);
    let Some(first) = leaders.next() else { return };
    for other in leaders.filter(|other| other.at != first.at) {
        let what = format!("`{}` and `{}` are both leaders: a warband has one", other.spec.name, first.spec.name);
        file.note(
            Diagnostic::error(Code::WARBAND_LEADERS, other.at.clone(), what)
                .hint("remove `leader = true` from one of them"),
        );
    }
}

/// Checks that the points match the file's, and don't exceed the agreed limit.
fn check_points(root: &TomlTable<'_>, warriors: &[Listed], limit: Option<u32>, said: Option<u32>) {
    let sum: u32 = warriors.iter().map(|warrior| warrior.spec.points).sum();
    if let Some(said) = said.filter(|said| *said != sum) {
        let what = format!("`points` of the warband is {said}, but its warriors cost {sum} in total");
        root.file.note(
            Diagnostic::error(Code::WARBAND_SUM, root.span("points"), what).hint("correct it, or remove the line"),
        );
    }
    if let Some(limit) = limit.filter(|limit| sum > *limit) {
        let what = format!("the warband costs {sum} points, above the limit of {limit}");
        root.file.note(Diagnostic::warning(Code::WARBAND_OVER_LIMIT, root.span("limit"), what).hint("remove warriors"));
    }
}

/// Reports anything that W1, W35 and W40 advise against.
fn advise(file: &File, warriors: &[Listed]) {
    let specs: Vec<&WarriorSpec> = warriors.iter().map(|warrior| &warrior.spec).collect();
    for Advice { code, warrior, what, label, hint } in advice(&specs) {
        let at = warrior.and_then(|place| warriors.get(place)).map(|warrior| warrior.at.clone());
        let warning = Diagnostic::warning(code, at.unwrap_or_else(|| Span::file(&file.source)), what).hint(hint);
        file.note(if label.is_empty() { warning } else { warning.label(label) });
    }
}
