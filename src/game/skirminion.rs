//! The figures of Skirminion. `K` numbers are those of the facts.
//!
//! They are those of dice and of a chess board, so that data does not set them: the table plays by them, and texts quote them.

/// The word of `[table] rules` for them.
pub const RULES: &str = "skirminion";
/// The units of each side: a row of the board (K1).
pub const UNITS: u8 = 8;
/// What a die shows at most: the health of a unit at the start, and never more (K3, K18).
pub const MOST_HEALTH: u8 = 6;
/// The least health of a unit that is strong: it moves further, and does not rest (K8, K14, K15).
pub const LEAST_STRONG: u8 = 4;
/// The straight steps that a strong unit makes at most (K14).
pub const STEPS: u8 = 2;
/// What each of two units that fight takes off the other (K17).
pub const DAMAGE: u8 = 1;
/// What each further friend in contact takes off beside that (K17).
pub const HELP: u8 = 1;
/// What the last unit of a side takes off beside that (K18).
pub const LAST_STAND: u8 = 1;
/// What the last unit of a side gains where an attack does not destroy it (K18).
pub const LAST_GAIN: u8 = 1;
/// What a unit gains that rests (K8).
pub const REST: u8 = 1;

/// The figures by their names, for texts to quote.
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
