//! Every fact of the rules, in the printed book.

use std::collections::BTreeSet;

use skirmish_book as book;

use super::rulings::RULINGS;
use super::{bare, pages, prose};
use crate::common::shipped;

/// Required words of the book for each fact, piece by piece.
const FACTS: &[(&str, &[&str])] = &[
    ("S1", &["Everyone fights for themselves, without sides and without retreat", "The last warrior alive wins"]),
    ("S2", &["The game is for 2 to 8 players"]),
    ("S3", &["it takes about half an hour"]),
    (
        "S4",
        &[
            "Each player takes one Sword and one Shield and lays both face up in front of them",
            "the Shield with its undamaged side up",
        ],
    ),
    (
        "S5",
        &[
            "Put all other Shields and weapons face up into the weapon discard pile",
            "any player may recover a card from it",
        ],
    ),
    ("S6", &["Each player also takes 12 health counters", "You start with 12 health, and you can never have more"]),
    (
        "S7",
        &[
            "Shuffle the other cards and deal 6 to each player",
            "Put the rest within everyone’s reach: it is the draw deck",
        ],
    ),
    ("S8", &["The player on the dealer’s left starts, and play goes clockwise"]),
    ("S9", &["holds weapons and Shields only. It is never shuffled, and any player may recover a card from it"]),
    (
        "S10",
        &[
            "holds all other discarded cards, Mail too. When the draw deck runs out, shuffle the normal discard pile: it becomes the new draw deck",
        ],
    ),
    ("S11", &["At zero health you are dead and out of the game", "The last player with health left wins"]),
    (
        "S12",
        &[
            "You may put on a Mail from your hand: lay it face up in front of you. You can wear only one armour at a time, and it counts towards your hand limit",
        ],
    ),
    (
        "S13",
        &[
            "Do one of these things, or nothing (R1)",
            "Recover health: regain 2 health, but never above 12",
            "Recover a weapon or a Shield: take one",
            "Recover armour: take a Mail from the normal discard pile, or take off yours",
        ],
    ),
    (
        "S14",
        &[
            "You may discard any of your cards, except armour that you are wearing (R21). Weapons and Shields go to the weapon discard pile, all other cards to the normal one",
        ],
    ),
    (
        "S15",
        &[
            "Draw cards up to your hand limit of 6. Mail that you wear counts as one of the 6, and so does a two-handed weapon in play",
        ],
    ),
    ("S15", &["All others who used cards in this turn redraw too", "If you recovered, turn your weapon card back"]),
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
            "You may add one Basic attack card. Four of them add their damage to the default attack: Slash and Thrust add 1, Chop adds 2, and Critical Hit adds 3",
        ],
    ),
    ("S18", &["Punch (1 damage), Kick (2 damage) and Shield Bash (3 damage) replace the attack of your weapon"]),
    ("S18", &["Nothing is added to their damage, and you can never use a Special Attack with them"]),
    (
        "S19",
        &[
            "use one of the special attacks printed on your weapon",
            "need a Basic attack card with them, and some can also be used in defence",
        ],
    ),
    (
        "S20",
        &[
            "block without a card",
            "play Block, Disarm, Dodge or Parry",
            "answer a Charge with a Charge of your own",
            "Once you have blocked, you may Hook",
            "With a Trip: cancel a card of the attack",
        ],
    ),
    (
        "S21",
        &[
            "If you have no weapon, you have no default attack. You can attack only with Kick or Punch, and with Shield Bash if you have a Shield",
        ],
    ),
    (
        "S22",
        &[
            "you do exactly one of these things: you regain 2 health, take an undamaged Shield, take a weapon, take an armour, or take off the armour you wear",
        ],
    ),
    ("S22", &["You regain 2 health, but never above the 12 with which you started"]),
    ("S23", &["If you take equipment, you regain no health"]),
    (
        "S24",
        &["you may play no other card in your turn, not even Trip, except to defend yourself. You may still discard"],
    ),
    ("S25", &["Whatever you recover, turn your weapon card over to its Recovering side until you redraw (R2)"]),
    ("S26", &["You can put it on at the start of your next turn"]),
    (
        "S27",
        &[
            "Put your present weapon into the same pile; the new one is in play at once (R3). If you were disarmed, you just take one",
            "If the new weapon is two-handed, turn your Shield sideways",
        ],
    ),
    ("S28", &["over your hand limit, discard down to 6. Count Mail that you wear and a two-handed weapon in play"]),
    (
        "S29",
        &[
            "A Shield or weapon that you lose goes to that pile at once. A damaged Shield that was discarded comes back undamaged",
        ],
    ),
    (
        "S30",
        &[
            "your Shield is on your back: turn it sideways. You cannot use it, so you cannot play Block or Shield Bash",
            "so you hold 5 cards",
        ],
    ),
    (
        "S31",
        &["A Charge needs a Basic attack card, and it adds 1 to the damage of that attack", "It cannot be parried"],
    ),
    (
        "S31",
        &[
            "If the defender dodges a Charge and more than two players are alive (R20), it passes clockwise to the next player",
            "skipping the charger, until someone does not dodge: someone blocks it, disarms the charger, or is hit",
        ],
    ),
    (
        "S31",
        &[
            "you may counter-charge",
            "It counts as a Block, and as one blow on the charger with your Basic attack card and 1 more damage",
        ],
    ),
    (
        "S32",
        &[
            "Disembowelling adds 2 damage to your attack. You may use it with a Basic attack card, or with only the default attack",
        ],
    ),
    (
        "S33",
        &[
            "two attacks of the same kind, or three with a Dagger",
            "or with only the default attack. The defender must stop each blow separately: one Defence card stops only one of them, even a Disarm",
        ],
    ),
    (
        "S34",
        &[
            "Only the Axe and the Two-Handed Axe have a Hook",
            "blocking with the Shield, a Block card, or a counter-charge",
        ],
    ),
    ("S34", &["You make a default attack on them, without a Basic attack card, and they may defend against it"]),
    (
        "S34",
        &[
            "The defender is asked first. Your Hook cancels the Block, and the attack that was blocked lands",
            "the Hook deals no damage of its own, and no second attack follows",
        ],
    ),
    ("S34", &["The defender cannot block it in any way, but can dodge it"]),
    (
        "S35",
        &[
            "Only the Two-Handed Axe and the Two-Handed Sword have a Rend, but a Critical Hit can be used as a Rend with any weapon",
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
            "Blocks any one attack without a Block card: a default attack, a Basic attack, or one blow of a Flurry",
            "first turn it over, then it is destroyed and goes to the weapon discard pile",
        ],
    ),
    (
        "S37",
        &[
            "Takes 1 off the damage of any attack except Thrust, and 1 off each blow of a Flurry. While worn, it counts towards your hand limit",
        ],
    ),
    ("S37", &["It cannot go back to your hand or be discarded. Only a turn of recovering, or a Rend, removes it"]),
    ("S38", &["Adds 2 damage to the default attack of any weapon except the Spear: 4 in all with a Sword"]),
    ("S39", &["Adds 1 damage to the default attack of any weapon: 3 in all with a Sword"]),
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
            "Deals 3 damage, and replaces the attack of your weapon. You need a Shield in use, so you can never play it with a two-handed weapon",
            "It stands alone, and it cannot be disarmed",
        ],
    ),
    (
        "S43",
        &[
            "Adds 3 damage to the default attack of any weapon: 5 in all with a Sword. Or use it as a Rend with any weapon. This needs no Special Attack card",
        ],
    ),
    ("S44", &["You need a Shield in use. Stops an attack", "A Hook can cancel a Block"]),
    (
        "S45",
        &[
            "You need a Shield or a weapon. Stops an attack made with a one-handed weapon, and that weapon goes to the weapon discard pile",
            "No use against Kick, Punch, Shield Bash or two-handed weapons",
        ],
    ),
    ("S46", &["Stops an attack, but never one made with a Spear"]),
    ("S47", &["You need a weapon. Stops an attack, but never a Charge"]),
    (
        "S48",
        &[
            "Use one special attack of your weapon",
            "You may also play it out of turn, as a defence, if that special attack allows it",
            "Never with Kick, Punch or Shield Bash",
        ],
    ),
    (
        "S49",
        &[
            "Cancels any one card at any time, in anyone’s turn: even another Trip, or a card that would need several defences",
        ],
    ),
    (
        "S49",
        &[
            "At once, you make a Basic or default attack that only another Trip can stop. If you cancelled a defence, the first attack lands too",
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
            "One-handed, default attack 1. Thrust deals 1 more damage with it, 3 in all. It has Flurry of Blows, which is three attacks with a Dagger, and Disembowelling",
        ],
    ),
    (
        "S53",
        &[
            "One-handed, default attack 2. Its attacks cannot be dodged. Thrust deals 1 more damage with it. You cannot use it with Chop",
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
            "Two-handed, default attack 3. You cannot use it with Block or Shield Bash. Slash and Thrust deal 1 more damage with it. It has Charge, Flurry of Blows, Rend and Disembowelling",
        ],
    ),
    (
        "S56",
        &[
            "A weapon card has four parts, always in the same places: the default attack, the hands, the special attacks, and a note",
        ],
    ),
    (
        "S57",
        &[
            "Everyone starts with a two-handed weapon, and no other weapons are used. The deck has four of them, enough for 4 players",
        ],
    ),
    ("S58", &["You regain 2 health at the end of each of your own turns, up to the 12 with which you started"]),
    ("S59", &["killed only by a single attack of 5 or more damage that takes you below zero health"]),
    (
        "S60",
        &[
            "The deck has 128 cards: 100 with the common back, 8 Shields with a damaged side, and 20 weapons, each with its own Recovering side",
        ],
    ),
    ("S61", &["Each kind has its own colour and its own sign, so you can recognise it without its colour"]),
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
