//! Every fact of the rules, in the printed book.

use std::collections::BTreeSet;

use skirmish_book as book;

use super::rulings::RULINGS;
use super::{bare, pages, prose};
use crate::common::shipped;

/// Required words of the book for each fact, piece by piece.
const FACTS: &[(&str, &[&str])] = &[
    ("S1", &["with no sides and no retreat: everyone fights for themselves", "The last warrior alive wins"]),
    ("S2", &["The game is for 2 to 8 players"]),
    ("S3", &["takes about half an hour"]),
    (
        "S4",
        &[
            "Each player takes one Sword and one Shield and places them face up",
            "with the undamaged side of the Shield showing",
        ],
    ),
    (
        "S5",
        &["Put all other Shields and weapons face up in the weapon discard pile", "anyone may recover a card from it"],
    ),
    ("S6", &["Each player also takes 12 health counters", "You start with 12 health, and you can never have more"]),
    (
        "S7",
        &[
            "Shuffle the other cards and deal 6 to each player",
            "Place the rest within everyone’s reach as the draw deck",
        ],
    ),
    ("S8", &["The player on the dealer’s left goes first, and play continues clockwise"]),
    ("S9", &["holds weapons and Shields only. It is never shuffled, and anyone may recover a card from it"]),
    (
        "S10",
        &[
            "holds all other discarded cards, including Mail. When the draw deck runs out, shuffle the normal discard pile to make a new one",
        ],
    ),
    ("S11", &["At zero health, you are dead: you are out of the game", "The last player with health left wins"]),
    (
        "S12",
        &[
            "You may put on a Mail card from your hand: place it face up in front of you. You can wear only one piece of armour at a time, and it counts towards your hand limit",
        ],
    ),
    (
        "S13",
        &[
            "Take one of these actions, or none (R1)",
            "Recover health: regain 2 health, up to 12",
            "Recover a weapon or Shield: take one",
            "Recover armour: take a Mail card from the normal discard pile, or take yours off",
        ],
    ),
    (
        "S14",
        &[
            "You may discard any of your cards except armour you are wearing (R21). Weapons and Shields go to the weapon discard pile, all other cards to the normal one",
        ],
    ),
    (
        "S15",
        &[
            "Draw up to your hand limit of 6 cards. Mail you are wearing counts as one of the 6, and so does a two-handed weapon in play",
        ],
    ),
    ("S15", &["Anyone else who used cards this turn redraws too", "If you recovered, turn your weapon face up again"]),
    (
        "S16",
        &[
            "With a weapon you can always attack without a card",
            "1 for the Dagger, 3 for the two-handed weapons, 2 for all others",
        ],
    ),
    (
        "S17",
        &[
            "You may add one Basic attack card. Four types add their damage to the default attack: Slash and Thrust add 1, Chop adds 2, and Critical Hit adds 3",
        ],
    ),
    ("S18", &["Punch (1 damage), Kick (2 damage) and Shield Bash (3 damage) replace your weapon’s attack"]),
    ("S18", &["You can add nothing to their damage, and never use a Special Attack with them"]),
    (
        "S19",
        &[
            "use one of the special attacks printed on your weapon",
            "need a Basic attack card as well, and some can also be used in defence",
        ],
    ),
    (
        "S20",
        &[
            "block without a card",
            "play Block, Disarm, Dodge or Parry",
            "answer a Charge with a Charge of your own",
            "or Hook after you block",
            "With a Trip: cancel a card of the attack",
        ],
    ),
    (
        "S21",
        &[
            "Without a weapon, you have no default attack. You can attack only with Kick or Punch, or with Shield Bash if you have a Shield",
        ],
    ),
    (
        "S22",
        &[
            "do exactly one of these things: regain 2 health, take an undamaged Shield, take a weapon, take a piece of armour, or take off your armour",
        ],
    ),
    ("S22", &["Regain 2 health, up to the 12 you started with"]),
    ("S23", &["Taking equipment restores no health"]),
    ("S24", &["you cannot play any other card, not even Trip, except to defend yourself. You may still discard"]),
    ("S25", &["Whatever you recover, turn your weapon to its Recovering side until you redraw (R2)"]),
    ("S26", &["You can put it on at the start of your next turn"]),
    (
        "S27",
        &[
            "Put your current weapon on the same pile; the new one is in play at once (R3). If you have no weapon, just take one",
            "If the new weapon is two-handed, turn your Shield sideways",
        ],
    ),
    ("S28", &["over your hand limit, discard down to 6, counting worn Mail and a two-handed weapon in play"]),
    (
        "S29",
        &[
            "A Shield or weapon you lose goes to that pile at once. A damaged Shield that was discarded comes back undamaged",
        ],
    ),
    (
        "S30",
        &[
            "your Shield is on your back: turn it sideways. You cannot use it, so you cannot play Block or Shield Bash",
            "so you hold 5 cards",
        ],
    ),
    ("S31", &["A Charge needs a Basic attack card and adds 1 damage to that attack", "It cannot be parried"]),
    (
        "S31",
        &[
            "If the defender dodges a Charge and more than two players are alive (R20), it passes clockwise to the next player",
            "skipping the charger, until someone blocks it, disarms the charger or is hit",
        ],
    ),
    (
        "S31",
        &[
            "you may counter-charge",
            "It counts as a Block, and it strikes the charger once, with your Basic attack card and 1 extra damage",
        ],
    ),
    (
        "S32",
        &[
            "Disembowelling adds 2 damage to your attack. You may use it with a Basic attack card or with just the default attack",
        ],
    ),
    (
        "S33",
        &[
            "two identical attacks, or three with a Dagger",
            "or with just the default attack. The defender must stop each blow separately: one Defence card stops only one of them, even a Disarm",
        ],
    ),
    (
        "S34",
        &[
            "Only the Axe and the Two-Handed Axe have a Hook",
            "a block with the Shield, a Block card or a counter-charge",
        ],
    ),
    ("S34", &["Make a default attack on them, without a Basic attack card. They may defend against it"]),
    (
        "S34",
        &[
            "the defender may hook first; if they do not, you may. Your Hook cancels the Block, and the blocked attack lands",
            "the Hook deals no damage of its own, and no second attack follows",
        ],
    ),
    ("S34", &["The defender cannot block it in any way, but can dodge it"]),
    (
        "S35",
        &[
            "Only the Two-Handed Axe and the Two-Handed Sword have a Rend, but you can use a Critical Hit as a Rend with any weapon",
        ],
    ),
    (
        "S35",
        &[
            "Name the defender’s armour, weapon or Shield: it is destroyed",
            "If the defender answers with Parry, their weapon is destroyed instead; if they block, their Shield is",
        ],
    ),
    ("S35", &["Destroyed armour goes to the normal discard pile, weapons and Shields to the weapon discard pile"]),
    (
        "S36",
        &[
            "Without playing a card, block one attack, or one blow of a Flurry",
            "the first time, turn it over; the second time, it is destroyed and goes to the weapon discard pile",
        ],
    ),
    (
        "S37",
        &[
            "Reduces each attack, and each blow of a Flurry, by 1 damage. No use against Thrust. While worn, it counts towards your hand limit",
        ],
    ),
    (
        "S37",
        &["it cannot go back to your hand or be discarded. You can take it off only by recovering; a Rend destroys it"],
    ),
    ("S38", &["Adds 2 damage to the default attack of any weapon except the Spear: 4 in total with a Sword"]),
    ("S39", &["Adds 1 damage to the default attack of any weapon: 3 in total with a Sword"]),
    ("S40", &["Adds 1 damage with any weapon except the Axe and the Two-Handed Axe. Mail does not reduce it at all"]),
    (
        "S41a",
        &[
            "Deals 2 damage, or 1 against Mail. You need no weapon",
            "It stands alone: you cannot use a Special Attack with it. It cannot be disarmed",
        ],
    ),
    ("S41b", &["Deals 1 damage, or 0 against Mail. You need no weapon"]),
    (
        "S42",
        &[
            "Deals 3 damage in place of your weapon’s attack. It needs a Shield in use, damaged or not, so you can never play it with a two-handed weapon",
            "It stands alone, and it cannot be disarmed",
        ],
    ),
    (
        "S43",
        &[
            "Adds 3 damage to the default attack of any weapon: 5 in total with a Sword. Or use it as a Rend with any weapon, even one that has none; this needs no Special Attack card",
        ],
    ),
    ("S44", &["Stops an attack. It needs a Shield in use", "A Hook can cancel a Block"]),
    (
        "S45",
        &[
            "Stops an attack made with a one-handed weapon, and sends that weapon to the weapon discard pile. It needs a Shield or a weapon",
            "No use against Kick, Punch, Shield Bash or two-handed weapons",
        ],
    ),
    ("S46", &["Stops any attack except a Spear’s"]),
    ("S47", &["Stops any attack except a Charge. It needs a weapon"]),
    (
        "S48",
        &[
            "Use one special attack of your weapon",
            "When attacked, you may use it to answer with Charge or Hook",
            "Never with Kick, Punch or Shield Bash",
        ],
    ),
    (
        "S49",
        &["Cancels any one card at any time, on anyone’s turn, even a Trip or a card that would take several defences"],
    ),
    (
        "S49",
        &[
            "At once, make a Basic or default attack that only another Trip can stop. If you cancelled a defence, the first attack lands too",
        ],
    ),
    (
        "S50",
        &[
            "Its default attack is 2. You can use it with Slash, Chop, Thrust and Critical Hit. It has Charge, Flurry of Blows and Disembowelling",
        ],
    ),
    (
        "S51",
        &[
            "One-handed, default attack 2. It is the only one-handed weapon with a Hook",
            "You cannot use it with Thrust",
        ],
    ),
    (
        "S52",
        &[
            "One-handed, default attack 1. Thrust deals 1 extra damage with it, 3 in total. It has Flurry of Blows, which is three attacks with a Dagger, and Disembowelling",
        ],
    ),
    (
        "S53",
        &[
            "One-handed, default attack 2. Its attacks cannot be dodged. Thrust deals 1 extra damage with it. You cannot use it with Chop",
        ],
    ),
    (
        "S54",
        &[
            "Two-handed, default attack 3. You cannot use it with Thrust, Block or Shield Bash. It has Hook, Charge, Rend and Disembowelling",
        ],
    ),
    (
        "S55",
        &[
            "Two-handed, default attack 3. You cannot use it with Block or Shield Bash. Slash and Thrust deal 1 extra damage with it. It has Charge, Flurry of Blows, Rend and Disembowelling",
        ],
    ),
    (
        "S56",
        &[
            "A weapon card has four parts, always in the same places: its default attack, hands, special attacks and a note",
        ],
    ),
    (
        "S57",
        &[
            "Everyone starts with a two-handed weapon, and no other weapons are used. The deck has four, enough for 4 players",
        ],
    ),
    ("S58", &["You regain 2 health at the end of each of your own turns, up to the 12 you started with"]),
    ("S59", &["Only a single attack of 5 or more damage that takes you below zero health can kill you"]),
    (
        "S60",
        &[
            "The deck has 128 cards: 100 with the common back, 8 Shields with a damaged side, and 20 weapons, each with its own Recovering side",
        ],
    ),
    ("S61", &["Each kind has its own colour and its own icon, so you never need to rely on colour alone"]),
];

/// Returns a page without the line above its column and the number below it: a rule may continue on the next page.
fn column(page: &str) -> &str {
    let page = page.trim();
    let (head, rest) = page.split_once('\n').unwrap_or((page, ""));
    let (body, foot) = rest.rsplit_once('\n').unwrap_or((rest, ""));
    if foot.trim().parse::<u16>().is_ok() && head.chars().count() < 40 { body } else { page }
}

#[test]
fn every_fact_and_every_ruling_is_stated_on_paper() {
    let text: String = pages("rulebook-a5.pdf").iter().map(|page| prose(column(page))).collect();
    for (fact, pieces) in FACTS.iter().chain(RULINGS) {
        for piece in *pieces {
            assert!(text.contains(&bare(piece)), "{fact} is not in the book: {piece:?}");
        }
    }
}

#[test]
fn the_source_names_every_fact_once_and_no_other() {
    let manuscript = book::manuscript(&shipped::vfs(), &shipped::game()).expect("the game has a book");
    assert_eq!(manuscript.diagnostics, []);
    let named: Vec<&str> = manuscript.facts.iter().map(|(fact, _)| fact.as_str()).collect();
    let numbers = |letter: char, last: u32| (1..=last).map(move |number| format!("{letter}{number}"));
    let mut all: BTreeSet<String> = numbers('S', 61).chain(numbers('R', 24)).collect();
    // Kick and Punch, each of which says its own part.
    all.remove("S41");
    all.extend(["S41a", "S41b", "R10a"].map(str::to_owned));
    assert_eq!(named.iter().map(|fact| (*fact).to_owned()).collect::<BTreeSet<_>>(), all);
    assert_eq!(named.len(), 62 + 25, "no fact and no ruling is named twice");
    let tested: BTreeSet<String> = FACTS.iter().chain(RULINGS).map(|(fact, _)| (*fact).to_owned()).collect();
    assert_eq!(tested, all, "every fact and every ruling is looked for");
}
