//! Warbands: the warriors of one side of a skirmish, as a file of the game's data describes them.

mod roster;

pub use roster::{Quoted, ROWS, is_quotable};

use std::ops::RangeInclusive;

use super::Spanned;
use crate::diagnostic::Code;

/// Id of the warband rules in the data.
pub const WARBAND_RULES: &str = "warband";
/// The most warriors of a side (W40).
pub const MOST_WARRIORS: usize = 15;
/// The points of a side (W1).
pub const POINTS: RangeInclusive<u32> = 100..=250;
/// The highest level of a wizard (W1, W40).
pub const MOST_WIZARD: u8 = 1;
/// Range of a profile value; Wounds are at least 1.
pub const FIGURES: RangeInclusive<u8> = 0..=10;

/// Maximum number of listed warriors; more than [`MOST_WARRIORS`] is only advised against.
pub const MOST_LISTED: usize = 99;
/// The most points that a warrior can cost, or a warband may be limited to.
pub const MOST_POINTS: u32 = 9999;
/// The longest range of a weapon, in inches.
pub const MOST_RANGE: u8 = 72;

/// Objection to a warband in a skirmish. Players may agree to allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Code of the problem.
    pub code: Code,
    /// Index of the warrior in question; `None` for all of them.
    pub warrior: Option<usize>,
    /// The problem, with the rule that advises against it.
    pub what: String,
    /// Short label of the span; empty if `what` is enough.
    pub label: String,
    /// Suggested fix.
    pub hint: &'static str,
}

/// Returns all objections to warriors who fight together: points (W1), the leader (W35), their number (W40).
pub fn advice(warriors: &[&WarriorSpec]) -> Vec<Advice> {
    let mut all = Vec::new();
    let figure = |warrior: &WarriorSpec| warrior.profile.leadership;
    if let Some((place, leader)) = warriors.iter().enumerate().find(|(_, warrior)| warrior.leader)
        && let Some(higher) = warriors.iter().find(|warrior| figure(warrior) > figure(leader))
    {
        let (own, most) = (figure(leader), figure(higher));
        let names = [&leader.name, &higher.name];
        let what = format!(
            "leader `{}` has Leadership {own}, but `{}` has {most}: the highest leads (W35)",
            names[0], names[1]
        );
        let hint = "make the highest the leader, or agree on it with your opponent";
        all.push(Advice { code: Code::WARBAND_LEADERSHIP, warrior: Some(place), what, label: String::new(), hint });
    }
    let sum: u32 = warriors.iter().map(|warrior| warrior.points).sum();
    if sum > 0 && !POINTS.contains(&sum) {
        let (least, most) = (POINTS.start(), POINTS.end());
        let what = format!("the warband costs {sum} points: a skirmish uses {least} to {most} per side (W1)");
        let hint = "add or remove warriors, or agree on it with your opponent";
        all.push(Advice { code: Code::WARBAND_POINTS, warrior: None, what, label: String::new(), hint });
    }
    if let Some(beyond) = warriors.get(MOST_WARRIORS) {
        let what = format!("the warband has {} warriors: at most {MOST_WARRIORS} per side (W40)", warriors.len());
        let label = format!("`{}` is number {}", beyond.name, MOST_WARRIORS + 1);
        let hint = "remove warriors";
        all.push(Advice { code: Code::WARBAND_MOST, warrior: Some(MOST_WARRIORS), what, label, hint });
    }
    all
}

/// Returns the number of warriors out of action that triggers a rout test: a quarter of the initial number, rounded up
/// (W36).
pub fn quarter(start: usize) -> usize {
    start.div_ceil(4)
}

/// A file of `warbands`.
#[derive(Clone, Debug)]
pub struct Warband {
    /// The name of its file, without the ending: `crows-levy`.
    pub id: String,
    /// Name.
    pub name: String,
    /// Motto; may be empty.
    pub motto: String,
    /// The points that the players have agreed on, if the file says.
    pub limit: Option<u32>,
    /// The house rules that it asks for or rules out.
    pub house: HouseWishes,
    /// The warriors, in the order of the roster; the first has the number 1.
    pub warriors: Vec<Spanned<WarriorSpec>>,
}

/// A warrior as the roster has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarriorSpec {
    /// Name of the warrior.
    pub name: String,
    /// Type of warrior: `Captain`; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Role in the warband.
    #[serde(default)]
    pub role: Role,
    /// True if the file names it as the leader (W35).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leader: bool,
    /// Cost.
    #[serde(default)]
    pub points: u32,
    /// Its nine figures.
    pub profile: Profile,
    /// Its weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// Its armour, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<Armour>,
    /// Motto; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Its level as a wizard; 0 for all others.
    #[serde(default, skip_serializing_if = "is_none")]
    pub wizard: u8,
    /// Special rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// The drawing of its card, without folder and ending, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub art: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(level: &u8) -> bool {
    *level == 0
}

impl WarriorSpec {
    /// True if it has a trait.
    pub fn has(&self, one: Trait) -> bool {
        self.traits.contains(&one)
    }
}

/// The nine profile values of a warrior, in the order of the card: M WS BS S T W I A Ld.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "[u8; 9]", into = "[u8; 9]")]
pub struct Profile {
    /// Movement, in inches.
    pub movement: u8,
    /// Weapon Skill.
    pub weapon_skill: u8,
    /// Ballistic Skill.
    pub ballistic_skill: u8,
    /// Strength.
    pub strength: u8,
    /// Toughness.
    pub toughness: u8,
    /// Wounds.
    pub wounds: u8,
    /// Initiative.
    pub initiative: u8,
    /// Attacks.
    pub attacks: u8,
    /// Leadership.
    pub leadership: u8,
}

impl Profile {
    /// The letters of the figures, in their order.
    pub const LETTERS: [&str; 9] = ["M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"];
    /// The place of Wounds among the figures.
    pub const WOUNDS: usize = 5;

    /// True if every figure is one that a warrior can have.
    pub fn is_sound(self) -> bool {
        self.wounds >= 1 && <[u8; 9]>::from(self).iter().all(|figure| FIGURES.contains(figure))
    }
}

impl From<[u8; 9]> for Profile {
    fn from(figures: [u8; 9]) -> Self {
        let [movement, weapon_skill, ballistic_skill, strength, toughness, wounds, initiative, attacks, leadership] =
            figures;
        Self { movement, weapon_skill, ballistic_skill, strength, toughness, wounds, initiative, attacks, leadership }
    }
}

impl From<Profile> for [u8; 9] {
    fn from(profile: Profile) -> Self {
        [
            profile.movement,
            profile.weapon_skill,
            profile.ballistic_skill,
            profile.strength,
            profile.toughness,
            profile.wounds,
            profile.initiative,
            profile.attacks,
            profile.leadership,
        ]
    }
}

/// Role of a warrior in a warband; it determines the card's icon, colour and interlace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Leader,
    Fighter,
    Shooter,
    Caster,
    #[default]
    Other,
}

impl Role {
    /// All of them, with their words in the data.
    pub const ALL: [(&str, Self); 5] = [
        ("leader", Self::Leader),
        ("fighter", Self::Fighter),
        ("shooter", Self::Shooter),
        ("caster", Self::Caster),
        ("other", Self::Other),
    ];

    /// Returns its word in the data.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, role)| *role == self).map_or("", |(word, _)| word)
    }
}

/// Special rule of a warrior. Most of them don't belong in a skirmish (W40).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// An animal, which does not climb (W14).
    Animal,
    /// A musician or the bearer of a banner (W40).
    Banner,
    /// A chariot (W40).
    Chariot,
    /// It flies (W40).
    Flies,
    /// A large monster (W40).
    Large,
    /// It rides: a mount may be killed in its place (W29).
    Mounted,
    /// Its hits are poisoned (W31).
    Poison,
    /// A swarm, which is never injured (W31).
    Swarm,
    /// A war machine (W40).
    WarMachine,
}

impl Trait {
    /// All of them: the word in the data, and W40's name for those that it excludes from a skirmish.
    pub const ALL: [(&str, Self, Option<&str>); 9] = [
        ("animal", Self::Animal, None),
        ("banner", Self::Banner, Some("a banner or a musician")),
        ("chariot", Self::Chariot, Some("a chariot")),
        ("flies", Self::Flies, Some("a flyer")),
        ("large", Self::Large, Some("a large monster")),
        ("mounted", Self::Mounted, Some("cavalry")),
        ("poison", Self::Poison, None),
        ("swarm", Self::Swarm, None),
        ("war-machine", Self::WarMachine, Some("a war machine")),
    ];
}

/// A weapon as the roster has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name.
    pub name: String,
    /// Range in inches; `None` for a melee weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// Its own Strength, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u8>,
    /// Other effects; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Armour as the roster has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Name.
    pub name: String,
    /// The least roll that saves: 4 for `4+`, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<u8>,
}

/// The house rules, each on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct House {
    /// No −1 for a single target (W20).
    pub single_target: bool,
    /// Models that cast as a unit form one within 2 inches (W16).
    pub caster_units: bool,
    /// The first unsaved wound kills the mount (W29).
    pub cavalry: bool,
    /// A 6 to hit with poison wounds automatically (W31).
    pub poison: bool,
    /// Swarms are never injured, they only lose wounds (W31).
    pub swarms: bool,
}

impl Default for House {
    /// Enables all of them, as the source plays.
    fn default() -> Self {
        Self { single_target: true, caster_units: true, cavalry: true, poison: true, swarms: true }
    }
}

/// The house rules of which a file says something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct HouseWishes {
    /// See [`House::single_target`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single_target: Option<bool>,
    /// See [`House::caster_units`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caster_units: Option<bool>,
    /// See [`House::cavalry`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cavalry: Option<bool>,
    /// See [`House::poison`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poison: Option<bool>,
    /// See [`House::swarms`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swarms: Option<bool>,
}

impl HouseWishes {
    /// Returns the wishes that are set, and the defaults for the rest.
    pub fn merged_with(self, house: House) -> House {
        House {
            single_target: self.single_target.unwrap_or(house.single_target),
            caster_units: self.caster_units.unwrap_or(house.caster_units),
            cavalry: self.cavalry.unwrap_or(house.cavalry),
            poison: self.poison.unwrap_or(house.poison),
            swarms: self.swarms.unwrap_or(house.swarms),
        }
    }

    /// Merges the wishes of two files; where they differ, the rule is off.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let both = |a: Option<bool>, b: Option<bool>| match (a, b) {
            (Some(a), Some(b)) => Some(a && b),
            (a, b) => a.or(b),
        };
        Self {
            single_target: both(self.single_target, other.single_target),
            caster_units: both(self.caster_units, other.caster_units),
            cavalry: both(self.cavalry, other.cavalry),
            poison: both(self.poison, other.poison),
            swarms: both(self.swarms, other.swarms),
        }
    }
}
