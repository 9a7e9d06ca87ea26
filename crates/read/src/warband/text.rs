//! A warband as the text of a file that [`crate::warband_from`] reads.

use std::fmt::Write as _;

use crate::game::{HouseWishes, Profile, Trait, WarriorSpec, Weapon};

/// Returns the text of a file with these warriors, each in a table of its own.
pub fn warband_text(name: &str, house: HouseWishes, warriors: &[WarriorSpec]) -> String {
    // Writing into a string cannot fail.
    let mut text = format!("format = 1\nname = {}\n", quoted(name));
    let wishes = [
        ("single_target", house.single_target),
        ("caster_units", house.caster_units),
        ("cavalry", house.cavalry),
        ("poison", house.poison),
        ("swarms", house.swarms),
    ];
    if house != HouseWishes::default() {
        text.push_str("\n[house]\n");
        for (key, wish) in wishes {
            wish.into_iter().for_each(|wish| _ = writeln!(text, "{key} = {wish}"));
        }
    }
    let _ = writeln!(text, "\n# profile: {}", Profile::LETTERS.join(" "));
    for warrior in warriors {
        text.push_str(&table(warrior));
    }
    text
}

fn table(warrior: &WarriorSpec) -> String {
    let mut lines = vec!["[[warrior]]".to_owned(), format!("name = {}", quoted(&warrior.name))];
    let said = |key: &str, word: &str| (!word.is_empty()).then(|| format!("{key} = {}", quoted(word)));
    lines.extend(said("kind", &warrior.kind));
    lines.push(format!("role = {}", quoted(warrior.role.word())));
    lines.extend(warrior.leader.then(|| "leader = true".to_owned()));
    lines.extend((warrior.points > 0).then(|| format!("points = {}", warrior.points)));
    let figures = <[u8; 9]>::from(warrior.profile).map(|figure| figure.to_string());
    lines.push(format!("profile = [{}]", figures.join(", ")));
    if !warrior.weapons.is_empty() {
        let weapons: Vec<String> = warrior.weapons.iter().map(weapon).collect();
        lines.push(format!("weapons = [{}]", weapons.join(", ")));
    }
    if let Some(armour) = &warrior.armour {
        let save = armour.save.map_or_else(String::new, |least| format!(", save = \"{least}+\""));
        lines.push(format!("armour = {{ name = {}{save} }}", quoted(&armour.name)));
    }
    lines.extend(said("note", &warrior.note));
    lines.extend((warrior.wizard > 0).then(|| format!("wizard = {}", warrior.wizard)));
    let traits = Trait::ALL.iter().filter(|(_, one, _)| warrior.has(*one)).map(|(word, ..)| quoted(word));
    let traits: Vec<String> = traits.collect();
    lines.extend((!traits.is_empty()).then(|| format!("traits = [{}]", traits.join(", "))));
    lines.extend(warrior.art.as_ref().map(|art| format!("art = {}", quoted(art))));
    format!("\n{}\n", lines.join("\n"))
}

fn weapon(weapon: &Weapon) -> String {
    let range = weapon.range.map(|inches| format!(", range = {inches}"));
    let strength = weapon.strength.map(|figure| format!(", strength = {figure}"));
    let note = (!weapon.note.is_empty()).then(|| format!(", note = {}", quoted(&weapon.note)));
    let rest: String = [range, strength, note].into_iter().flatten().collect();
    format!("{{ name = {}{rest} }}", quoted(&weapon.name))
}

/// Formats a text for TOML in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => _ = write!(quoted, "\\u{:04X}", u32::from(letter)),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}
