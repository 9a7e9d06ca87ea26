//! Describes a board in words, for screen readers.

use super::check::Stretch;
use super::{Attack, Diagram, Place, Shown};

/// Describes the units of a board and their orders, in sentences.
pub(crate) fn alt_text(stretch: &Stretch, diagram: &Diagram) -> String {
    let name = |at: Place| {
        let letter = diagram.units.iter().find(|shown| shown.at == at).and_then(|shown| shown.name);
        letter.map_or_else(|| stretch.name(at), |letter| letter.to_string())
    };
    let listed = |places: Vec<String>| places.join(", ");
    let mut sentences = format!("A board of {} by {} squares.", diagram.columns, diagram.rows);
    let unit = |shown: &Shown| {
        let letter = shown.name.map(|letter| format!("{letter}: ")).unwrap_or_default();
        format!("{letter}{} with {} health on {}", shown.unit.side, shown.unit.health, stretch.name(shown.at))
    };
    let units = diagram.units.iter().map(unit).collect::<Vec<_>>().join("; ");
    let mut letters = units.chars();
    let sentence = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    sentences.extend([" ".to_owned(), sentence, ".".to_owned()]);
    for at in &diagram.touching {
        sentences.push_str(&format!(" The squares round {} are pointed out.", name(*at)));
    }
    let mut movers: Vec<Place> = diagram.arrows.iter().map(|arrow| arrow.from).collect();
    movers.dedup();
    for from in movers {
        for (made, word) in [(false, "may move to"), (true, "moves to")] {
            let arrows = diagram.arrows.iter().filter(|arrow| arrow.from == from && arrow.made == made);
            let to: Vec<String> = arrows.map(|arrow| stretch.name(arrow.to)).collect();
            if !to.is_empty() {
                sentences.push_str(&format!(" {} {word} {}.", name(from), listed(to)));
            }
        }
    }
    if !diagram.free.is_empty() {
        sentences
            .push_str(&format!(" Allowed: {}.", listed(diagram.free.iter().map(|at| stretch.name(*at)).collect())));
    }
    if !diagram.barred.is_empty() {
        sentences.push_str(&format!(
            " Not allowed: {}.",
            listed(diagram.barred.iter().map(|at| stretch.name(*at)).collect())
        ));
    }
    for Attack { by, on, losses, .. } in &diagram.attacks {
        let (by, on) = (name(*by), name(*on));
        sentences.push_str(&format!(" {by} attacks {on}: {by} loses {}, {on} loses {}.", losses.0, losses.1));
    }
    for (unit, gain) in &diagram.gains {
        sentences.push_str(&format!(" {} gains {gain}.", name(*unit)));
    }
    sentences
}
