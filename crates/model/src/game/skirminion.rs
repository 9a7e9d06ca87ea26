//! The values of Skirminion. `K` numbers are those of the facts.
//!
//! They follow from dice and a chess board, so the data doesn't set them: the table plays by them, and texts quote
//! them.

/// The word of `[table] rules` for them.
pub const RULES: &str = "skirminion";
/// The units of each side: a row of the board (K1).
pub const UNITS: u8 = 8;
/// Maximum of a die: the health of a unit at the start, and its limit (K3, K18).
pub const MOST_HEALTH: u8 = 6;
/// Minimum health of a strong unit: it moves further, and doesn't rest (K8, K14, K15).
pub const LEAST_STRONG: u8 = 4;
/// The straight steps that a strong unit makes at most (K14).
pub const STEPS: u8 = 2;
/// Mutual damage of two units that fight (K17).
pub const DAMAGE: u8 = 1;
/// Extra damage per further friend in contact (K17).
pub const HELP: u8 = 1;
/// Extra damage of the last unit of a side (K18).
pub const LAST_STAND: u8 = 1;
/// Gain of the last unit of a side if an attack doesn't destroy it (K18).
pub const LAST_GAIN: u8 = 1;
/// Gain of a resting unit (K8).
pub const REST: u8 = 1;

/// Returns the values by name, for texts to quote.
pub fn figures() -> impl Iterator<Item = (String, i64)> {
    let all = [
        ("units", UNITS),
        ("dice", UNITS * 2),
        ("squares", UNITS * UNITS),
        ("health", MOST_HEALTH),
        ("strong", LEAST_STRONG),
        ("weak", LEAST_STRONG - 1),
        ("steps", STEPS),
        ("damage", DAMAGE),
        ("help", HELP),
        ("last_stand", LAST_STAND),
        ("last_gain", LAST_GAIN),
        ("rest", REST),
    ];
    all.into_iter().map(|(name, figure)| (name.to_owned(), i64::from(figure)))
}
