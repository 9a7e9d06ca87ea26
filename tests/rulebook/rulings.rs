//! Every ruling, the history and the credits, in the printed book.

use super::{bare, pages, prose};

/// Required words of the book for each ruling.
pub const RULINGS: &[(&str, &[&str])] = &[
    ("R1", &["You may choose to take no action on your turn"]),
    (
        "R2",
        &[
            "We play that you turn your weapon over on every turn of recovering; you may turn it over only when you regain health",
            "its Recovering side is up until you redraw",
        ],
    ),
    (
        "R3",
        &["A weapon you recover is in play at once, in place of the one you put down. You never hold it in your hand"],
    ),
    (
        "R4",
        &[
            "Health stops at 0. A dead player’s weapon and Shield go to the weapon discard pile. Their hand and the Mail they wore go to the normal discard pile",
        ],
    ),
    (
        "R5",
        &[
            "After the attacker’s Hook the blocked attack lands. The defender cannot answer it a second time, except with a Trip",
        ],
    ),
    ("R6", &["If your attack is a Hook, you may add a Basic attack card"]),
    (
        "R7",
        &[
            "We play that a Rend destroys instead of dealing damage; you may play that it also deals the damage of the default attack",
            "you cannot add a Basic attack card",
            "needs no Special Attack card",
            "means sent to its pile at once, even an undamaged Shield",
        ],
    ),
    ("R8", &["If you block a Rend, with the card or with the Shield, you lose the Shield"]),
    (
        "R9",
        &[
            "A counter-charge counts as a Block, and as one blow with your weapon and your Basic attack card, with 1 extra damage",
            "It cannot be parried, it ends if it is dodged, and nobody can answer it with another one",
        ],
    ),
    (
        "R10",
        &[
            "We play that a Trip cancels an attack as a whole, whichever of its cards you name; you may play that it cancels only that card",
            "you strike at once, with the weapon you hold at that moment",
        ],
    ),
    (
        "R10a",
        &[
            "let a Trip cancel any card at any time",
            "We play that you can trip a card from the moment it is played until it is answered; you may play that an attack can be tripped until it is over, even after a Block or a Hook",
        ],
    ),
    ("R11", &["A Block card keeps the Shield undamaged. Blocking without it damages the Shield"]),
    (
        "R12",
        &[
            "a player with a damaged one can hand it in and take it back undamaged, and a player without one cannot recover one; you may play with spare Shields",
        ],
    ),
    (
        "R13",
        &[
            "We play that in Highlander you regain health at the end of your own turn; you may play that everyone does at the end of every turn",
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
    ("R15", &["This is now part of R9"]),
    (
        "R16",
        &[
            "If your Shield blocks an attack and the attacker then hooks, the attack lands, and the Shield stays damaged",
        ],
    ),
    ("R17", &["You can play only one Special Attack card with an attack"]),
    (
        "R18",
        &[
            "damage is dealt in the order of the blows, and a Trip’s attack comes as soon as the Trip is played",
            "A player at 0 health strikes no more blows, and blows aimed at them have no effect. If the attacker dies, the rest of a Flurry is lost",
        ],
    ),
    ("R19", &["You may put on Mail and then recover on the same turn"]),
    ("R20", &["counts only the players still in the game"]),
    ("R21", &["You may discard any card from your hand, and the weapon or the Shield in front of you"]),
    (
        "R22",
        &[
            "If the draw deck and the normal discard pile are both empty, draw what is left and play on with fewer cards",
        ],
    ),
    ("R23", &["Draw lots for the dealer"]),
    (
        "R24",
        &[
            "In Highlander, nobody has a Shield. Block and Shield Bash cannot be used: take them out of the deck, or discard them when you draw them",
        ],
    ),
];

#[test]
fn history_and_credits_are_in_the_book() {
    let text: String = pages("rulebook-a5.pdf").iter().map(|page| prose(page)).collect();
    for piece in [
        "a card game by Peter Cobcroft, who designed it and illustrated the original",
        "Ancient Arts Fellowship, a Dark Age re-enactment group",
        "Playtesters: Stuart Barrow, Nathan Cassidy, Matthew, Torben Vang, Peter Wass, and members of the Ancient Arts Fellow",
        "Editors: Stuart Barrow, Matthew, Torben Vang",
        "The game is © 2005 Peter Cobcroft, all rights reserved",
        "The words, drawings and layout of this printing are new",
        "The game itself is its designer’s",
        "These are the rules of the fifth edition, © 2005",
        "Starting health is reduced to 12. Charge, Hook and the Spear change",
        "the Sax is renamed the Scramasax",
        "there are only two types of special card",
        "The Scramasax is removed, and Highlander is added",
        "This is the second printing",
    ] {
        assert!(text.contains(&bare(piece)), "not in the book: {piece:?}");
    }
}
