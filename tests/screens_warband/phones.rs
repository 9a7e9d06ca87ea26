//! Phones: no required text is truncated.

use super::*;

/// The smallest phone, in portrait.
pub const SMALLEST: Vec2 = vec2(360.0, 640.0);
/// A current phone, in landscape.
pub const LYING: Vec2 = vec2(844.0, 390.0);

const SIZES: [Vec2; 4] = [SMALLEST, LYING, PHONE, vec2(892.0, 412.0)];

/// Texts that may be truncated on some phones: asides, a long name, the full text of a button when it is touched. No
/// others may be.
const CUT: [&str; 13] = [
    "Ambrose",
    "Cuthbert",
    "Hrodulf",
    "Merewen",
    "North takes a rout test: ",
    "North: rout test",
    "blue quarters",
    "changes nothing",
    "felled",
    "knocked down",
    "rallied",
    "rout test at 1 out",
    "was ",
];

/// Returns the words that are wrongly truncated on a screen.
pub fn cut(table: &Players, what: &str) -> Vec<String> {
    let is_new = |words: &String| CUT.iter().all(|known| !words.contains(known));
    table.cut_words().into_iter().filter(is_new).map(|words| format!("{what}: {words}")).collect()
}

#[test]
fn no_more_words_of_a_battle_are_cut_than_are_known() {
    let mut moving = midgame();
    moving.extend(say_all([json!({"roll": {"rout": "North", "2d6": 4}})]));
    let mut lost = midgame();
    lost.push(say(&json!({"roll": {"rout": "North", "2d6": 11}})));
    let mut alone = vec![begin()];
    alone.extend(next(4));
    let mut every = Vec::new();
    for size in SIZES {
        let mut all = Vec::new();
        for (happened, what) in
            [(midgame(), "rout"), (fifteen(2), "15"), (fifteen(4), "4 sides"), (lost.clone(), "end")]
        {
            all.extend(cut(&playing(size, happened), what));
        }
        let mut table = playing(size, midgame());
        table.tap_first("Rout test");
        all.extend(cut(&table, "rout test"));
        table.tap_first("North, rout test: 6");
        all.extend(cut(&table, "recovery"));
        let mut table = playing(size, alone.clone());
        table.tap_first("All alone?");
        all.extend(cut(&table, "all alone"));
        for phases in 0..5 {
            let mut happened = moving.clone();
            let settled = ["5", "6", "11", "12"].map(|no| json!({"run-on": format!("North.{no}")}));
            happened.extend(if phases > 0 { say_all(settled) } else { Vec::new() });
            happened.extend(next(phases));
            let mut table = playing(size, happened);
            for no in [1, 2, 3, 4, 9, 12] {
                let name = state(&table).sides[0].warriors[no - 1].spec.name.clone();
                table.tap_first(&format!("North, {no}, "));
                all.extend(cut(&table, &format!("phase {phases}, {name}")));
                table.tap("Close");
            }
        }
        let mut table = playing(size, moving.clone());
        table.tap_first("North, 1, ");
        for page in ["wounded", "climbs, jumps", "falls", "out of action", "correct", "panic", "shoots", "charges"] {
            let label = format!("Ysolt Crow: {page}");
            if !table.has_some(&label) {
                table.tap("Ysolt Crow: more");
                all.extend(cut(&table, "more"));
            }
            if table.has_some(&label) {
                table.tap_first(&label);
                all.extend(cut(&table, page));
                if table.has("Back to Ysolt Crow") {
                    table.tap("Back to Ysolt Crow");
                }
            }
        }
        table.tap("Close");
        every.extend(all.into_iter().map(|words| format!("{size}, {words}")));
    }
    every.sort();
    every.dedup();
    assert!(every.is_empty(), "{every:#?}");
}

#[test]
fn the_smallest_telephones_look_as_they_did() {
    let mut results = SnapshotResults::new();
    let mut show = |size: Vec2, happened: Vec<Command>, name: &str, touched: &[&str]| {
        let mut table = playing(size, happened);
        for label in touched {
            table.tap_first(label);
        }
        table.looks_like(name);
        results.extend(table.looked_at());
    };
    for (size, name) in [(SMALLEST, "small"), (LYING, "low")] {
        show(size, midgame(), &format!("warband-{name}"), &[]);
        show(size, fifteen(2), &format!("warband-15-{name}"), &[]);
        show(size, midgame(), &format!("warband-warrior-{name}"), &["North, 9, "]);
        show(size, midgame(), &format!("warband-correct-{name}"), &["North, 9, ", "Linnet: more", "Linnet: correct"]);
        show(size, midgame(), &format!("warband-recovery-{name}"), &["Rout test", "North, rout test: 6"]);
        show(size, next_movement(), &format!("warband-jump-{name}"), &["North, 9, ", "Linnet: more", "Linnet: climbs"]);
    }
}

/// Returns the movement phase of the first turn.
fn next_movement() -> Vec<Command> {
    let mut happened = vec![begin()];
    happened.extend(next(1));
    happened
}
