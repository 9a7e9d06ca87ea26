//! The rulings of Skirmish, 5th edition, that a group may settle another way.

/// The word for the rules of Skirmish in `[table]` of a `game.toml`.
pub const SKIRMISH_RULES: &str = "skirmish";

/// All are off if the game is played by its book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Rulings {
    /// The weapon is turned over only while its owner regains health (R2).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub turn_for_health: bool,
    /// A Rend also deals the damage of the default attack (R7).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rend_damage: bool,
    /// A Trip cancels one card of an attack and leaves the others (R10).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trip_one_card: bool,
    /// An attack can be tripped until its blow is settled, even after it was answered (R10a).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trip_any_time: bool,
    /// Anyone may recover a Shield, even if none is in the pile (R12).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub spare_shields: bool,
    /// In Highlander, everyone regains health at the end of every turn (R13).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_regain: bool,
}
