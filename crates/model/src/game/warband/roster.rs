//! Values of a warband and its warriors that texts may quote: `{warrior.ws}` on a card, `{warrior-3.ws}` in the third row of a roster.

use super::{MOST_WARRIORS, Profile, Warband, WarriorSpec, Weapon, quarter};

/// Warriors per page of a roster: the recommended maximum of a side (W40).
pub const ROWS: usize = MOST_WARRIORS;
/// Number of a warrior's weapons that can be quoted separately; `weapons` has all of them.
const WEAPONS: usize = 4;

/// Values of a warrior besides its profile and its single weapons.
const OF_WARRIOR: [&str; 10] = ["name", "kind", "role", "number", "points", "weapons", "armour", "save", "note", "art"];
/// Values of a warband.
const OF_WARBAND: [&str; 9] = ["name", "motto", "warriors", "points", "limit", "rout", "leader", "leadership", "page"];

/// A name and its value.
pub type Quoted = (String, String);

/// True for any name that a warband or a warrior may have, even if not every one has it.
pub fn is_quotable(name: &str) -> bool {
    let Some((owner, key)) = name.split_once('.') else { return false };
    if owner == "warband" {
        return OF_WARBAND.contains(&key);
    }
    let row = owner.strip_prefix("warrior-").map(str::parse::<usize>);
    let known = owner == "warrior" || row.is_some_and(|row| row.is_ok_and(|row| (1..=ROWS).contains(&row)));
    known && names_of_warrior().any(|name| name == key)
}

fn names_of_warrior() -> impl Iterator<Item = String> {
    let weapons = (1..=WEAPONS).flat_map(|number| [format!("weapon-{number}"), format!("weapon-{number}-note")]);
    let figures = Profile::LETTERS.map(str::to_lowercase);
    OF_WARRIOR.map(str::to_owned).into_iter().chain(figures).chain(weapons)
}

impl WarriorSpec {
    /// Returns the values that texts may quote, after the name of its owner: `warrior`, or `warrior-3` for the third
    /// row. Missing values are omitted.
    pub fn quoted(&self, owner: &str, number: usize) -> Vec<Quoted> {
        let art = self.art.clone().unwrap_or_else(|| self.role.word().to_owned());
        let save = self.armour.as_ref().and_then(|armour| armour.save).map(|least| format!("{least}+"));
        let armour = self.armour.as_ref().map(|armour| armour.name.clone());
        let weapons: Vec<String> = self.weapons.iter().map(Weapon::in_line).collect();
        let words = [
            self.name.clone(),
            self.kind.clone(),
            self.role.word().to_owned(),
            number.to_string(),
            if self.points > 0 { self.points.to_string() } else { String::new() },
            weapons.join(", "),
            armour.unwrap_or_default(),
            save.unwrap_or_default(),
            self.note.clone(),
            art,
        ];
        let figures = <[u8; 9]>::from(self.profile).map(|figure| figure.to_string());
        let single = (0..WEAPONS).flat_map(|index| match self.weapons.get(index..) {
            // The last place has all that are left.
            Some([_, _, ..]) if index + 1 == WEAPONS => [weapons[index..].join(", "), String::new()],
            Some([weapon, ..]) => [weapon.name.clone(), weapon.details(" · ")],
            _ => [String::new(), String::new()],
        });
        let all = words.into_iter().chain(figures).chain(single);
        let named = names_of_warrior().zip(all).filter(|(_, words)| !words.is_empty());
        named.map(|(name, words)| (format!("{owner}.{name}"), words)).collect()
    }
}

impl Weapon {
    /// Returns its range, its Strength and its other effects: `24″ · S 3`.
    fn details(&self, between: &str) -> String {
        let range = self.range.map(|inches| format!("{inches}″"));
        let strength = self.strength.map(|strength| format!("S {strength}"));
        let note = (!self.note.is_empty()).then(|| self.note.clone());
        [range, strength, note].into_iter().flatten().collect::<Vec<_>>().join(between)
    }

    /// Returns its name, and the rest in brackets: `Bow (24″, S 3)`.
    fn in_line(&self) -> String {
        let details = self.details(", ");
        if details.is_empty() { self.name.clone() } else { format!("{} ({details})", self.name) }
    }
}

impl Warband {
    /// Returns the number of pages of its roster.
    pub fn pages(&self) -> usize {
        self.warriors.len().div_ceil(ROWS)
    }

    /// Returns the cost.
    pub fn points(&self) -> u32 {
        self.warriors.iter().map(|warrior| warrior.value.points).sum()
    }

    /// Returns the leader: the warrior named in the file, or else the first with the highest Leadership (W35).
    pub fn leader(&self) -> Option<&WarriorSpec> {
        let warriors = || self.warriors.iter().map(|warrior| &warrior.value);
        let highest = || {
            let most = warriors().map(|warrior| warrior.profile.leadership).max()?;
            warriors().find(|warrior| warrior.profile.leadership == most)
        };
        warriors().find(|warrior| warrior.leader).or_else(highest)
    }

    /// Returns the values that texts may quote on a page of its roster, counted from 0: the warband, and the warriors
    /// of the page by their rows.
    pub fn quoted(&self, page: usize) -> Vec<Quoted> {
        let leader = self.leader();
        let words = [
            self.name.clone(),
            self.motto.clone(),
            self.warriors.len().to_string(),
            self.points().to_string(),
            self.limit.map(|limit| limit.to_string()).unwrap_or_default(),
            quarter(self.warriors.len()).to_string(),
            leader.map(|leader| leader.name.clone()).unwrap_or_default(),
            leader.map(|leader| leader.profile.leadership.to_string()).unwrap_or_default(),
            (page + 1).to_string(),
        ];
        let of_band = OF_WARBAND.into_iter().zip(words).filter(|(_, words)| !words.is_empty());
        let of_band = of_band.map(|(name, words)| (format!("warband.{name}"), words));
        let rows = self.warriors.iter().enumerate().skip(page * ROWS).take(ROWS).zip(1..);
        let rows = rows.flat_map(|((index, warrior), row)| warrior.value.quoted(&format!("warrior-{row}"), index + 1));
        of_band.chain(rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Armour, Role};

    fn archer() -> WarriorSpec {
        let bow = Weapon { name: "Bow".into(), range: Some(24), strength: Some(3), note: String::new() };
        let knife = Weapon { name: "Knife".into(), ..Weapon::default() };
        WarriorSpec {
            name: "Linnet".into(),
            role: Role::Shooter,
            points: 10,
            profile: [4, 3, 3, 3, 3, 1, 3, 1, 7].into(),
            weapons: vec![bow, knife],
            armour: Some(Armour { name: "Leather".into(), save: Some(6) }),
            ..WarriorSpec::default()
        }
    }

    #[test]
    fn a_warrior_is_quoted_by_name_and_what_it_lacks_is_not_there() {
        let quoted = archer().quoted("warrior-2", 2);
        let find = |name: &str| {
            let name = format!("warrior-2.{name}");
            quoted.iter().find(|(known, _)| *known == name).map(|(_, words)| words.as_str())
        };
        let told = ["name", "number", "bs", "ld", "weapons", "weapon-1", "weapon-1-note", "save", "art"].map(find);
        let expected =
            ["Linnet", "2", "3", "7", "Bow (24″, S 3), Knife", "Bow", "24″ · S 3", "6+", "shooter"].map(Some);
        assert_eq!(told, expected);
        assert_eq!(["kind", "note", "weapon-2-note", "weapon-3"].map(find), [None; 4]);
        assert!(quoted.iter().all(|(name, _)| is_quotable(name)));
    }

    #[test]
    fn names_that_nobody_can_have_are_not_quotable() {
        for name in ["warrior.ws", "warrior-15.name", "warband.rout", "warrior.weapon-4-note"] {
            assert!(is_quotable(name), "{name}");
        }
        for name in ["warrior.nmae", "warrior-16.name", "warrior-0.name", "warband.ws", "name", "warrior"] {
            assert!(!is_quotable(name), "{name}");
        }
    }
}
