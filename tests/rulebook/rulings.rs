//! Every ruling, the history and the credits, in the printed book.

use super::{bare, pages, prose};

/// What the book must say of each ruling.
pub const RULINGS: &[(&str, &[&str])] = &[
    ("R1", &["You may take no action at all in your turn"]),
    (
        "R2",
        &[
            "Turn your weapon over in every turn of recovering, not only when you regain health",
            "it lies with its Recovering side up until you redraw",
        ],
    ),
    (
        "R3",
        &[
            "A weapon that you recover is in play at once, in place of the one you put down. You never hold it in your hand",
        ],
    ),
    (
        "R4",
        &[
            "Health stops at 0. The weapon and the Shield of a dead player go to the weapon discard pile. The Mail that they wore and the cards in their hand go to the normal discard pile",
        ],
    ),
    (
        "R5",
        &[
            "After the attacker’s Hook the blocked attack lands. The defender cannot answer it a second time, except with a Trip",
        ],
    ),
    ("R6", &["A Hook that is your attack may have a Basic attack card with it"]),
    (
        "R7",
        &[
            "A Rend destroys instead of dealing damage, so no Basic attack card goes with it",
            "needs no Special Attack card",
            "means sent to its pile at once, an undamaged Shield too",
        ],
    ),
    ("R8", &["If you block a Rend, with the card or with the Shield, you lose the Shield"]),
    (
        "R9",
        &[
            "A counter-charge is a Charge",
            "it deals 1 more damage, and it cannot be parried. If it is dodged, it ends there",
        ],
    ),
    (
        "R10",
        &[
            "A Trip cancels an attack as a whole, whichever of its cards you name. Your bonus attack strikes the player who played the cancelled card",
            "so they cannot be tripped",
        ],
    ),
    ("R11", &["A Block card keeps the Shield undamaged. Blocking without it damages the Shield"]),
    (
        "R12",
        &[
            "If there is no Shield in the weapon discard pile, nobody can recover one. A group that plays with spare Shields may allow it",
        ],
    ),
    (
        "R13",
        &[
            "In Highlander, each player regains health at the end of their own turn",
            "is counted before your health stops at 0",
        ],
    ),
    (
        "R14",
        &[
            "A blow that answers an attack ends there",
            "If the defender’s Hook or a counter-charge is blocked, nobody can hook that Block",
        ],
    ),
    ("R15", &["Nobody can answer a counter-charge with another one"]),
    (
        "R16",
        &[
            "If your Shield blocks an attack and the attacker then hooks, the attack lands, and the Shield stays damaged too",
        ],
    ),
];

#[test]
fn history_and_credits_are_in_the_book() {
    let text: String = pages("rulebook-a5.pdf").iter().map(|page| prose(page)).collect();
    for piece in [
        "a card game by Peter Cobcroft, who designed it and illustrated the original",
        "Ancient Arts Fellowship, a group that re-enacts the Dark Ages",
        "Playtesters: Stuart Barrow, Nathan Cassidy, Matthew, Torben Vang, Peter Wass, and members of the Ancient Arts Fellow",
        "Editors: Stuart Barrow, Matthew, Torben Vang",
        "The game is © 2005 Peter Cobcroft, all rights reserved",
        "The words, drawings and layout of this printing are new",
        "The game itself is its designer’s",
        "These are the rules of the fifth edition, © 2005",
        "Starting health is reduced to 12. Charge, Hook and the Spear are changed",
        "the Sax is renamed Scramasax",
        "there are only two kinds of special card",
        "The Scramasax is removed. Everyone starts with Sword and Shield. Highlander is added",
        "This is the second printing",
    ] {
        assert!(text.contains(&bare(piece)), "not in the book: {piece:?}");
    }
}
