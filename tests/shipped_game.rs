//! The game that is shipped, against the facts of its rules: the numbers after "S" are those of the rules file.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::shipped::{self, card, game, letters, needs};
use skirmish_base::vfs::Vfs as _;
use skirmish_model::game::{Card, Colour, Face, Game, Ink, Value};
use skirmish_render::face::{Deck, FaceId};

/// Count, kind, name and back of each card: the deck of the rules.
const DECK: [(u32, &str, &str, &str); 21] = [
    (4, "armour", "Mail", "common"),
    (8, "armour", "Shield", "damaged"),
    (6, "basic", "Chop", "common"),
    (2, "basic", "Critical Hit", "common"),
    (6, "basic", "Kick", "common"),
    (6, "basic", "Punch", "common"),
    (6, "basic", "Shield Bash", "common"),
    (6, "basic", "Slash", "common"),
    (6, "basic", "Thrust", "common"),
    (10, "defence", "Block", "common"),
    (6, "defence", "Disarm", "common"),
    (8, "defence", "Dodge", "common"),
    (8, "defence", "Parry", "common"),
    (22, "special", "Special Attack", "common"),
    (4, "special", "Trip", "common"),
    (4, "weapon", "Axe", "recovering"),
    (2, "weapon", "Dagger", "recovering"),
    (8, "weapon", "Sword", "recovering"),
    (2, "weapon", "Spear", "recovering"),
    (2, "weapon", "Two-Handed Axe", "recovering"),
    (2, "weapon", "Two-Handed Sword", "recovering"),
];

/// A weapon as described in S50 to S55.
struct Weapon {
    name: &'static str,
    hands: i64,
    default: i64,
    special_attacks: &'static [&'static str],
    /// Attacks in its Flurry of Blows, if it has one.
    blows: Option<i64>,
    cannot: &'static [&'static str],
    bonus: &'static [(&'static str, i64)],
    note: &'static [&'static str],
}

const WEAPONS: [Weapon; 6] = [
    Weapon {
        name: "Sword",
        hands: 1,
        default: 2,
        special_attacks: &["Charge", "Flurry of Blows", "Disembowelling"],
        blows: Some(2),
        cannot: &[],
        bonus: &[],
        note: &["Can be used with every Basic attack"],
    },
    Weapon {
        name: "Axe",
        hands: 1,
        default: 2,
        special_attacks: &["Hook", "Charge", "Flurry of Blows", "Disembowelling"],
        blows: Some(2),
        cannot: &["Thrust"],
        bonus: &[],
        note: &["Cannot use Thrust"],
    },
    Weapon {
        name: "Dagger",
        hands: 1,
        default: 1,
        special_attacks: &["Flurry of Blows", "Disembowelling"],
        blows: Some(3),
        cannot: &[],
        bonus: &[("Thrust", 1)],
        note: &["+1 damage with Thrust", "Flurry is 3 attacks"],
    },
    Weapon {
        name: "Spear",
        hands: 1,
        default: 2,
        special_attacks: &["Charge", "Flurry of Blows", "Disembowelling"],
        blows: Some(2),
        cannot: &["Chop"],
        bonus: &[("Thrust", 1)],
        note: &["Cannot use Chop", "+1 damage with Thrust", "cannot be dodged"],
    },
    Weapon {
        name: "Two-Handed Axe",
        hands: 2,
        default: 3,
        special_attacks: &["Hook", "Charge", "Rend", "Disembowelling"],
        blows: None,
        cannot: &["Thrust", "Block", "Shield Bash"],
        bonus: &[],
        note: &["Cannot use Thrust, Block or Shield Bash"],
    },
    Weapon {
        name: "Two-Handed Sword",
        hands: 2,
        default: 3,
        special_attacks: &["Charge", "Flurry of Blows", "Rend", "Disembowelling"],
        blows: Some(2),
        cannot: &["Block", "Shield Bash"],
        bonus: &[("Slash", 1), ("Thrust", 1)],
        note: &["Cannot use Block or Shield Bash", "+1 damage with Slash and Thrust"],
    },
];

/// Returns the cards with a value of their own, sorted, with the value.
fn saying<'g, T>(game: &'g Game, what: impl Fn(&'g Card) -> Option<T>) -> BTreeMap<&'g str, T> {
    game.deck.cards.iter().filter_map(|card| Some((card.name.as_str(), what(card)?))).collect()
}

fn with_flag<'g>(game: &'g Game, flag: &str) -> BTreeSet<&'g str> {
    saying(game, |card| card.flag(flag).then_some(())).into_keys().collect()
}

fn numbers<'g>(game: &'g Game, field: &str) -> BTreeMap<&'g str, i64> {
    saying(game, |card| card.number(field))
}

fn lists<'g>(game: &'g Game, field: &str) -> BTreeMap<&'g str, Vec<&'g str>> {
    saying(game, |card| {
        let names: Vec<&str> = card.list(field).iter().map(String::as_str).collect();
        (!names.is_empty()).then_some(names)
    })
}

fn bonus(card: &Card) -> Vec<(&str, i64)> {
    match card.figures.get("bonus") {
        Some(Value::Figures(figures)) => figures.iter().map(|(name, figure)| (name.as_str(), *figure)).collect(),
        _ => Vec::new(),
    }
}

/// Returns all words of a face: its texts and the words of its needs.
fn told(game: &Game, face: &Face) -> String {
    let texts = face.texts.keys().filter(|field| !field.starts_with("epigraph")).map(|field| letters(face, field));
    let needs = face.needs.iter().map(|need| game.needs[*need].words.clone());
    texts.chain(needs).collect::<Vec<_>>().join(" | ")
}

#[track_caller]
fn tells(game: &Game, face: &Face, what: &str, words: &[&str]) {
    let told = told(game, face);
    for word in words {
        assert!(told.contains(word), "{what} does not say {word:?}: {told}");
    }
}

#[test]
fn s60_the_deck_is_that_of_the_rules() {
    let game = game();
    let row = |card: &'_ Card| {
        let back = game.face_kinds[card.faces[1].kind].id.clone();
        (card.count, game.deck.kind(card).id.clone(), card.name.clone(), back)
    };
    let is: BTreeSet<_> = game.deck.cards.iter().map(row).collect();
    let own = |(count, kind, name, back): (u32, &str, &str, &str)| (count, kind.into(), name.into(), back.into());
    let should: BTreeSet<(u32, String, String, String)> = DECK.into_iter().map(own).collect();
    assert_eq!(is, should);
    assert_eq!((game.deck.cards.len(), game.deck_size), (21, 128));
}

#[test]
fn s60_a_hundred_backs_are_common_eight_damaged_and_twenty_recovering() {
    let game = game();
    let mut backs: BTreeMap<&str, u32> = BTreeMap::new();
    for card in &game.deck.cards {
        *backs.entry(&game.face_kinds[card.faces[1].kind].id).or_default() += card.count;
    }
    assert_eq!(backs, BTreeMap::from([("common", 100), ("damaged", 8), ("recovering", 20)]));
}

#[test]
fn s60_there_are_29_faces_and_every_weapon_recovers_by_itself() {
    let game = game();
    let deck = Deck::new(&game, &game.deck);
    assert_eq!(deck.faces.len(), 29);
    let weapons = deck.cards.iter().filter(|faces| game.deck.kind(&game.deck.cards[faces.card]).id == "weapon");
    let backs: BTreeSet<FaceId> = weapons.map(|faces| faces.back).collect();
    assert_eq!(backs.len(), WEAPONS.len());
    let common: BTreeSet<FaceId> = deck
        .cards
        .iter()
        .map(|faces| faces.back)
        .filter(|back| game.face_kinds[deck.face(&game.deck, *back).kind].id == "common")
        .collect();
    assert_eq!(common.len(), 1);
}

#[test]
fn s61_kinds_are_told_apart_by_colour_and_without() {
    let game = game();
    let ids: Vec<&str> = game.deck.kinds.iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(ids, ["armour", "basic", "defence", "special", "weapon"]);
    let distinct = |what: &str, all: Vec<String>| {
        let once: BTreeSet<&String> = all.iter().collect();
        assert_eq!(once.len(), game.deck.kinds.len(), "{what}: {all:?}");
    };
    distinct("marks", game.deck.kinds.iter().map(|kind| kind.mark.clone()).collect());
    distinct("names", game.deck.kinds.iter().map(|kind| kind.name.clone()).collect());
    for ink in [Ink::Full, Ink::Low] {
        let colour = |kind: &skirmish_model::game::Kind| kind.palette.colour("kind", ink).expect("a colour of its own");
        let colours: Vec<Colour> = game.deck.kinds.iter().map(colour).collect();
        distinct("colours", colours.iter().map(Colour::to_string).collect());
    }
}

#[test]
fn s50_to_s55_weapons_have_their_figures() {
    let game = game();
    let weapons: Vec<&Card> = game.deck.cards.iter().filter(|card| game.deck.kind(card).id == "weapon").collect();
    assert_eq!(weapons.len(), WEAPONS.len());
    for should in &WEAPONS {
        let is = card(&game, should.name);
        let name = should.name;
        assert_eq!(is.number("hands"), Some(should.hands), "hands of {name}");
        assert_eq!(is.number("damage"), Some(should.default), "default attack of {name}");
        assert_eq!(is.list("special_attacks"), should.special_attacks, "special attacks of {name}");
        assert_eq!(is.number("blows"), should.blows, "blows of the Flurry of {name}");
        assert_eq!(is.list("cannot"), should.cannot, "what {name} cannot");
        assert_eq!(bonus(is), should.bonus, "bonus of {name}");
    }
    assert_eq!(with_flag(&game, "cannot_be_dodged"), BTreeSet::from(["Spear"]));
}

#[test]
fn s56_a_weapon_shows_default_attack_hands_special_attacks_and_note() {
    let game = game();
    for weapon in &WEAPONS {
        let front = &card(&game, weapon.name).faces[0];
        assert_eq!(letters(front, "index"), weapon.default.to_string(), "{}", weapon.name);
        let hands = if weapon.hands == 2 { "two-handed" } else { "one-handed" };
        assert!(needs(&game, front).contains(&hands), "{}", weapon.name);
        tells(&game, front, weapon.name, weapon.note);
    }
}

#[test]
fn s38_to_s43_basic_attacks_have_their_damage() {
    let game = game();
    let basic = |(name, _): &(&str, i64)| game.deck.kind(card(&game, name)).id == "basic";
    let damage: BTreeMap<&str, i64> = numbers(&game, "damage").into_iter().filter(basic).collect();
    let should =
        [("Chop", 2), ("Slash", 1), ("Thrust", 1), ("Kick", 2), ("Punch", 1), ("Shield Bash", 3), ("Critical Hit", 3)];
    assert_eq!(damage, BTreeMap::from(should));
    assert_eq!(with_flag(&game, "adds_to_weapon"), BTreeSet::from(["Chop", "Slash", "Thrust", "Critical Hit"]));
    let alone = BTreeSet::from(["Kick", "Punch", "Shield Bash"]);
    assert_eq!(with_flag(&game, "stands_alone"), alone, "S18");
    assert_eq!(with_flag(&game, "cannot_be_disarmed"), alone, "S41, S42");
    assert_eq!(lists(&game, "ignores"), BTreeMap::from([("Thrust", vec!["Mail"])]), "S40");
    assert_eq!(lists(&game, "serves_as"), BTreeMap::from([("Critical Hit", vec!["Rend"])]), "S43");
}

#[test]
fn s36_and_s37_armour_has_its_figures() {
    let game = game();
    assert_eq!(numbers(&game, "uses"), BTreeMap::from([("Shield", 2)]));
    assert_eq!(numbers(&game, "takes_off"), BTreeMap::from([("Mail", 1)]));
}

#[test]
fn s44_to_s49_defences_and_specials_have_their_figures() {
    let game = game();
    assert_eq!(with_flag(&game, "stops"), BTreeSet::from(["Block", "Disarm", "Dodge", "Parry"]));
    assert_eq!(lists(&game, "cancelled_by"), BTreeMap::from([("Block", vec!["Hook"])]));
    let no_use = [
        ("Disarm", vec!["Kick", "Punch", "Shield Bash", "two-handed weapons"]),
        ("Dodge", vec!["Spear"]),
        ("Parry", vec!["Charge"]),
    ];
    assert_eq!(lists(&game, "no_use_against"), BTreeMap::from(no_use));
    assert_eq!(with_flag(&game, "cancels_anything"), BTreeSet::from(["Trip"]));
}

#[test]
fn cards_say_what_they_need() {
    let game = game();
    let should: [(&str, &[&str]); 15] = [
        ("Shield", &["not-two-handed"]),
        ("Mail", &["start-of-turn"]),
        ("Chop", &["weapon", "not-spear"]),
        ("Slash", &["weapon"]),
        ("Thrust", &["weapon", "not-axe"]),
        ("Kick", &["alone", "not-disarmed"]),
        ("Punch", &["alone", "not-disarmed"]),
        ("Shield Bash", &["shield", "alone", "not-disarmed"]),
        ("Critical Hit", &["weapon"]),
        ("Block", &["shield"]),
        ("Disarm", &["shield-or-weapon"]),
        ("Dodge", &["not-against-spear"]),
        ("Parry", &["weapon", "not-against-charge"]),
        ("Special Attack", &["weapon"]),
        ("Trip", &["any-time"]),
    ];
    for (name, should) in should {
        assert_eq!(needs(&game, &card(&game, name).faces[0]), should, "{name}");
    }
}

/// True if a card's needs rule it out with a weapon: a need that bars the weapon, or the need of a Shield with a weapon
/// that takes both hands (S30).
fn says_no(game: &Game, card: &Card, weapon: &Card) -> bool {
    card.faces[0]
        .needs
        .iter()
        .map(|need| &game.needs[*need])
        .any(|need| need.bars.contains(&weapon.id) || (need.id == "shield" && weapon.number("hands") == Some(2)))
}

#[test]
fn what_a_weapon_cannot_and_what_cards_need_agree() {
    let game = game();
    let played = |card: &&Card| ["basic", "defence", "special"].contains(&game.deck.kind(card).id.as_str());
    for weapon in &WEAPONS {
        let weapon = card(&game, weapon.name);
        let silent: BTreeSet<&str> = game
            .deck
            .cards
            .iter()
            .filter(played)
            .filter(|card| says_no(&game, card, weapon))
            .map(|c| c.name.as_str())
            .collect();
        let cannot: BTreeSet<&str> = weapon.list("cannot").iter().map(String::as_str).collect();
        assert_eq!(silent, cannot, "cards that say that they are not for a {}, and what its card says", weapon.name);
    }
}

#[test]
fn s36_to_s49_every_front_says_what_the_rules_say() {
    let game = game();
    let should: [(&str, &[&str]); 15] = [
        (
            "Shield",
            &[
                "Without playing a card, block one attack or one blow of a Flurry",
                "Without playing a card, block one attack or one blow of a Flurry",
                "This damages it",
                "turn this card over",
                "not with a two-handed weapon",
            ],
        ),
        (
            "Mail",
            &[
                "Reduces each attack or blow by 1 damage. No use against Thrust",
                "Counts towards your hand limit",
                "You can take it off only by recovering",
                "put on at the start of your turn",
            ],
        ),
        (
            "Chop",
            &[
                "Adds 2 to your",
                "default attack",
                "4 damage with a Sword",
                "not with a Spear",
                "needs a weapon",
                "may add a Special Attack",
            ],
        ),
        (
            "Slash",
            &[
                "Adds 1 to your",
                "default attack",
                "needs a weapon",
                "5 with a Two-Handed Sword",
                "may add a Special Attack",
            ],
        ),
        (
            "Thrust",
            &[
                "Adds 1 to your",
                "default attack",
                "Mail does not reduce it",
                "not with either axe",
                "4 with a Spear",
                "may add a Special Attack",
            ],
        ),
        (
            "Kick",
            &[
                "Deals 2 damage",
                "1 against Mail",
                "in place of your weapon’s attack. Add nothing to it",
                "need no weapon",
                "alone",
                "cannot be disarmed",
            ],
        ),
        (
            "Punch",
            &[
                "Deals 1 damage",
                "0 against Mail",
                "in place of your weapon’s attack. Add nothing to it",
                "need no weapon",
                "alone",
                "cannot be disarmed",
            ],
        ),
        (
            "Shield Bash",
            &[
                "Deals 3 damage",
                "2 against Mail",
                "in place of your weapon’s attack. Add nothing to it",
                "needs a Shield",
                "alone",
                "cannot be disarmed",
            ],
        ),
        (
            "Critical Hit",
            &[
                "Adds 3 to your",
                "default attack",
                "may add a Special Attack",
                "use it as a Rend with any weapon",
                "needs a weapon",
            ],
        ),
        (
            "Block",
            &[
                "Stops one attack or one blow of a Flurry",
                "Your Shield stays undamaged",
                "a Rend destroys it",
                "Hook can cancel",
                "needs a Shield",
            ],
        ),
        (
            "Disarm",
            &[
                "Stops one attack or one blow of a Flurry",
                "sends the attacker’s weapon to the weapon discard pile",
                "No use against two-handed weapons",
                "needs a Shield or a weapon",
            ],
        ),
        (
            "Dodge",
            &[
                "Stops one attack (even a Hook) or one blow of a Flurry",
                "not against a Spear",
                "A dodged Charge passes clockwise, skipping the charger",
            ],
        ),
        (
            "Parry",
            &[
                "Stops one attack or one blow of a Flurry",
                "not against a Charge",
                "If you parry a Rend, your weapon is destroyed",
                "needs a weapon",
            ],
        ),
        (
            "Special Attack",
            &[
                "one special attack of your weapon",
                "When attacked, you may answer with Charge or Hook",
                "Never with Kick, Punch or Shield Bash",
            ],
        ),
        (
            "Trip",
            &[
                "Cancels any one card, even a Trip",
                "If it was a defence, the attack lands",
                "make a Basic attack or default attack on its player",
                "Only a Trip can stop it",
                "at any time, on anyone’s turn",
            ],
        ),
    ];
    for (name, words) in should {
        tells(&game, &card(&game, name).faces[0], name, words);
    }
}

#[test]
fn s35_a_block_against_a_rend_costs_the_shield_and_the_card_does_not_deny_it() {
    let game = game();
    let front = &card(&game, "Block").faces[0];
    tells(&game, front, "Block", &["Your Shield stays undamaged, but a Rend destroys it"]);
}

#[test]
fn the_other_sides_say_what_the_rules_say() {
    let game = game();
    let damaged = ["Damaged Shield", "one more attack", "destroyed", "weapon discard pile", "it comes back undamaged"];
    tells(&game, &card(&game, "Shield").faces[1], "the damaged Shield", &damaged);
    for weapon in &WEAPONS {
        // S22, S23, S24, S15.
        let words = [weapon.name, "Recovering", "+2 health, or equipment", "Maximum 12 health"];
        let more = ["no other cards except in defence", "Turn this card back over when you redraw"];
        tells(&game, &card(&game, weapon.name).faces[1], weapon.name, &[&words[..], &more].concat());
    }
}

/// Returns the scenes of `sources.toml`: the card or special attack that each belongs to, and its work.
fn sources() -> BTreeMap<String, String> {
    let path = format!("card-data/{}/sources.toml", shipped::GAME);
    let text = shipped::vfs().read(&path).expect("the list of sources");
    let text = String::from_utf8(text.to_vec()).expect("text");
    let list = toml::de::DeTable::parse(&text).expect("the list is TOML");
    let list = list.get_ref().get("source").and_then(|list| list.get_ref().as_array()).expect("`[[source]]`");
    let mut sources = BTreeMap::new();
    for source in list {
        let source = source.get_ref().as_table().expect("a table");
        let said = |key: &str| source.get(key).and_then(|said| said.get_ref().as_str()).map(str::to_owned);
        let of = said("of").expect("a source says whose it is");
        assert!(said("scene").is_some_and(|scene| scene.len() > 20), "{of}: which scene is it?");
        let work = said("work").expect("a source says its work");
        assert!(sources.insert(of.clone(), work).is_none(), "{of} has two sources");
    }
    sources
}

/// Returns the epigraphs with their source lines, by card (other sides as `Shield/damaged`) or by special attack.
fn epigraphs(game: &Game) -> BTreeMap<String, (String, String)> {
    let mut said = BTreeMap::new();
    for card in &game.deck.cards {
        for face in &card.faces {
            let kind = &game.face_kinds[face.kind];
            if !kind.shared {
                let whose = if kind.id == "front" { card.name.clone() } else { format!("{}/{}", card.name, kind.id) };
                said.insert(whose, (letters(face, "epigraph"), letters(face, "epigraph-after")));
            }
        }
    }
    let book = shipped::vfs().read(&format!("{}/rules.md", skirmish_read::folder(shipped::GAME))).expect("the book");
    let book = String::from_utf8(book.to_vec()).expect("text");
    let mut section = "";
    let mut lines = book.lines().skip_while(|line| *line != "-->");
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.split('{').next().unwrap_or(title).trim();
        } else if let Some(after) = line.strip_prefix("::: epigraph") {
            let text = lines.next().expect("a saying").to_owned();
            let before = said.insert(section.to_owned(), (text, after.trim().to_owned()));
            assert_eq!(before, None, "{section} has one epigraph");
        }
    }
    said
}

#[test]
fn every_epigraph_is_one_short_line_and_is_said_once() {
    let epigraphs = epigraphs(&game());
    assert_eq!(epigraphs.len(), 28 + 5, "the faces of cards, and the special attacks");
    let mut seen = BTreeSet::new();
    for (whose, (line, _)) in &epigraphs {
        let words = line.split(' ').count();
        assert!((12..=25).contains(&words), "{whose}: {words} words: {line}");
        assert!(seen.insert(line), "{whose}: said before: {line}");
    }
}

#[test]
fn every_printed_source_is_in_the_list_and_every_scene_of_the_list_is_told() {
    let mut sources = sources();
    for (whose, (line, after)) in epigraphs(&game()) {
        let named = sources.remove(&whose).map(|work| format!("after {work}"));
        assert_eq!(named.unwrap_or_default(), after, "{whose}: {line}");
    }
    assert_eq!(sources, BTreeMap::new(), "scenes that nobody tells");
}

/// Parts of an attack.
#[derive(Clone, Copy)]
struct Attack<'a> {
    weapon: &'a str,
    basic: Option<&'a str>,
    special: Option<&'a str>,
    mail: bool,
}

/// Returns the blows and the damage of each, calculated from the values of the cards (S16 to S19, S31 to S35, S37).
fn damage(game: &Game, attack: Attack<'_>) -> Result<(i64, i64), &'static str> {
    let weapon = card(game, attack.weapon);
    let basic = attack.basic.map(|name| card(game, name));
    if basic.is_some_and(|basic| weapon.list("cannot").contains(&basic.name)) {
        return Err("not with this weapon");
    }
    let alone = basic.is_some_and(|basic| basic.flag("stands_alone"));
    let mut damage = if alone { 0 } else { weapon.number("damage").expect("a weapon has a default attack") };
    if let Some(basic) = basic {
        assert_ne!(alone, basic.flag("adds_to_weapon"), "{} adds or stands alone", basic.name);
        damage += basic.number("damage").expect("a Basic attack has damage");
        if !alone {
            damage += bonus(weapon).iter().filter(|(name, _)| *name == basic.name).map(|(_, more)| more).sum::<i64>();
        }
    }
    let mut blows = 1;
    if let Some(special) = attack.special {
        let serves = basic.is_some_and(|basic| basic.list("serves_as").iter().any(|name| name == special));
        let has = weapon.list("special_attacks").iter().any(|name| name == special);
        if alone {
            return Err("stands alone");
        }
        if !has && !serves {
            return Err("no special attack of this weapon");
        }
        match special {
            "Charge" if basic.is_none() => return Err("a Charge needs a Basic attack"),
            "Charge" => damage += 1,
            "Disembowelling" => damage += 2,
            "Flurry of Blows" => blows = weapon.number("blows").expect("a Flurry has blows"),
            "Rend" => damage = 0,
            other => panic!("nothing is known of {other}"),
        }
    }
    let mail = card(game, "Mail");
    let ignored = basic.is_some_and(|basic| basic.list("ignores").contains(&mail.name));
    if attack.mail && !ignored {
        damage = (damage - mail.number("takes_off").expect("Mail takes something off")).max(0);
    }
    Ok((blows, damage))
}

/// True if a defence works against an attack (S45 to S47).
fn stops(game: &Game, defence: &str, attack: Attack<'_>) -> bool {
    let weapon = card(game, attack.weapon);
    let defence = card(game, defence);
    let barred = |against: &String| {
        *against == weapon.name
            || Some(against.as_str()) == attack.basic
            || Some(against.as_str()) == attack.special
            || (against == "two-handed weapons" && weapon.number("hands") == Some(2))
    };
    defence.flag("stops") && !defence.list("no_use_against").iter().any(barred)
}

const fn with(weapon: &str) -> Attack<'_> {
    Attack { weapon, basic: None, special: None, mail: false }
}

const fn and<'a>(weapon: &'a str, basic: &'a str) -> Attack<'a> {
    Attack { basic: Some(basic), ..with(weapon) }
}

impl<'a> Attack<'a> {
    const fn by(self, special: &'a str) -> Self {
        Self { special: Some(special), ..self }
    }

    const fn on_mail(self) -> Self {
        Self { mail: true, ..self }
    }
}

#[test]
fn worked_figures_come_out_of_the_cards() {
    let game = game();
    let flurry = "Flurry of Blows";
    let cases = [
        (with("Sword"), 1, 2),
        (and("Sword", "Slash"), 1, 3),
        (and("Sword", "Chop"), 1, 4),
        (and("Sword", "Critical Hit"), 1, 5),
        (and("Sword", "Chop").by("Charge"), 1, 5),
        (and("Sword", "Chop").by("Disembowelling"), 1, 6),
        (and("Spear", "Thrust"), 1, 4),
        (and("Spear", "Thrust").on_mail(), 1, 4),
        (and("Dagger", "Thrust"), 1, 3),
        (and("Dagger", "Thrust").by(flurry), 3, 3),
        (and("Dagger", "Thrust").by(flurry).on_mail(), 3, 3),
        (with("Dagger").by(flurry), 3, 1),
        (with("Dagger").by(flurry).on_mail(), 3, 0),
        (and("Two-Handed Sword", "Slash"), 1, 5),
        (and("Two-Handed Sword", "Slash").by("Disembowelling"), 1, 7),
        (and("Two-Handed Sword", "Slash").by("Disembowelling").on_mail(), 1, 6),
        (and("Two-Handed Axe", "Chop").by("Charge"), 1, 6),
        (and("Two-Handed Sword", "Thrust").by(flurry), 2, 5),
        (and("Two-Handed Sword", "Kick"), 1, 2),
        (and("Dagger", "Kick").on_mail(), 1, 1),
    ];
    for (attack, blows, each) in cases {
        let is = damage(&game, attack);
        let what = format!("{} {:?} {:?} mail {}", attack.weapon, attack.basic, attack.special, attack.mail);
        assert_eq!(is, Ok((blows, each)), "{what}");
    }
}

#[test]
fn what_the_rules_forbid_the_cards_forbid() {
    let game = game();
    let forbidden = [
        and("Spear", "Chop"),
        and("Axe", "Thrust"),
        and("Two-Handed Axe", "Thrust"),
        with("Sword").by("Charge"),
        and("Two-Handed Axe", "Shield Bash"),
        and("Two-Handed Sword", "Shield Bash"),
        and("Sword", "Chop").by("Rend"),
        with("Sword").by("Hook"),
        with("Dagger").by("Charge"),
        and("Sword", "Kick").by("Disembowelling"),
        with("Two-Handed Axe").by("Flurry of Blows"),
    ];
    for attack in forbidden {
        let is = damage(&game, attack);
        assert!(is.is_err(), "{} {:?} {:?}: {is:?}", attack.weapon, attack.basic, attack.special);
    }
    assert!(damage(&game, and("Sword", "Critical Hit").by("Rend")).is_ok(), "S43");
    assert!(damage(&game, with("Two-Handed Sword").by("Rend")).is_ok(), "S35");
}

#[test]
fn defences_are_of_use_where_the_rules_say_so() {
    let game = game();
    let charge = and("Sword", "Chop").by("Charge");
    let of_use = [("Disarm", with("Sword")), ("Dodge", charge), ("Parry", with("Spear")), ("Block", charge)];
    for (defence, attack) in of_use {
        assert!(stops(&game, defence, attack), "{defence} against {}", attack.weapon);
    }
    let of_no_use = [
        ("Disarm", with("Two-Handed Axe")),
        ("Disarm", and("Sword", "Kick")),
        ("Disarm", and("Sword", "Shield Bash")),
        ("Dodge", with("Spear")),
        ("Parry", charge),
    ];
    for (defence, attack) in of_no_use {
        assert!(!stops(&game, defence, attack), "{defence} against {}", attack.weapon);
    }
}
