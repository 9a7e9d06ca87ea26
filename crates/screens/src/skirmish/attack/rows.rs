//! The choices for an attack, as tiles.

use super::{Act, Section};
use crate::gallery::CardSide;
use crate::skirmish::choice::{Item, Tile, TileContent, gear_words};
use crate::skirmish::view::{View, signed};
use crate::table::skirmish::{Attack, Choices, Gear, Means, Shield, Special};
use crate::table::{CardId, Reason, Seat};

/// The tiles of a section; those of the answers are elsewhere.
pub fn items(view: View<'_>, attack: &Attack, choices: &Choices, section: Section) -> Vec<Item<Act>> {
    match section {
        Section::Whom => whom(view, attack, choices),
        Section::Means => means(view, attack, choices),
        Section::Basic => basics(view, attack, choices),
        Section::Special => specials(view, attack, choices),
        Section::Answers => Vec::new(),
    }
}

fn item(label: String, content: TileContent, chosen: bool, legal: &Result<(), Vec<Reason>>, act: Act) -> Item<Act> {
    Item { tile: Tile { label, content, chosen, legal: legal.clone() }, act, action: 0.0 }
}

fn whom(view: View<'_>, attack: &Attack, choices: &Choices) -> Vec<Item<Act>> {
    let there = choices.targets.iter().filter(|offer| view.state.lives(offer.value) || offer.value == attack.target);
    let target = |offer: &crate::table::skirmish::Offer<Seat>| {
        let seat = offer.value;
        let label = format!("Attack {}", view.player_name(seat));
        let content = TileContent::Player(seat, gear_words(view, seat));
        item(label, content, attack.target == seat, &offer.legal, Act::Target(seat))
    };
    there.map(target).collect()
}

fn means(view: View<'_>, attack: &Attack, choices: &Choices) -> Vec<Item<Act>> {
    let tile = |offer: &crate::table::skirmish::Offer<Means>| {
        let (name, content) = match &offer.value {
            Means::Weapon => match view.state.weapon(attack.attacker) {
                Some(weapon) => (view.name(weapon), TileContent::Card(weapon.clone(), CardSide::Front, None)),
                None => ("no weapon", TileContent::Words(vec!["Weapon".to_owned()], String::new())),
            },
            Means::Alone(card) => (view.name(card), TileContent::Card(card.clone(), CardSide::Front, None)),
        };
        let chosen = attack.means == offer.value;
        item(format!("With {name}"), content, chosen, &offer.legal, Act::Means(offer.value.clone()))
    };
    choices.means.iter().map(tile).collect()
}

fn basics(view: View<'_>, attack: &Attack, choices: &Choices) -> Vec<Item<Act>> {
    let alone = match &attack.means {
        Means::Weapon => view.state.weapon(attack.attacker),
        Means::Alone(card) => Some(card),
    };
    let alone = alone.and_then(|card| view.rules.card(card)).map(|card| format!("only {}", card.damage));
    let tile = |offer: &crate::table::skirmish::Offer<Option<CardId>>| {
        let (label, content) = match &offer.value {
            None => {
                let words = TileContent::Words(vec!["None".to_owned()], alone.clone().unwrap_or_default());
                ("No Basic card".to_owned(), words)
            }
            Some(card) => {
                (format!("Basic card {}", view.name(card)), TileContent::Card(card.clone(), CardSide::Front, None))
            }
        };
        item(label, content, attack.basic == offer.value, &offer.legal, Act::Basic(offer.value.clone()))
    };
    choices.basics.iter().map(tile).collect()
}

fn specials(view: View<'_>, attack: &Attack, choices: &Choices) -> Vec<Item<Act>> {
    let tile = |offer: &crate::table::skirmish::Offer<Option<Special>>| {
        let Some(special) = offer.value else {
            let words = TileContent::Words(vec!["None".to_owned()], String::new());
            let none =
                item("No special attack".to_owned(), words, attack.special.is_none(), &offer.legal, Act::Special(None));
            return Item { action: 64.0, ..none };
        };
        let name = view.rules.special_name(special);
        let mut titles = vec![name.to_owned()];
        titles.extend(name.split_once(' ').map(|(first, _)| first.to_owned()));
        // A letter of the title is about 9 points wide, and a reason needs as much as a short title.
        let action = 44.0 + 9.0 * titles.last().map_or(0, |title| title.chars().count()).max(7) as f32;
        let spine = TileContent::Spine(view.rules.special_attack().clone(), titles, sub(view, attack, special));
        let chosen = attack.special == Some(special);
        let tile = item(format!("Special attack {name}"), spine, chosen, &offer.legal, Act::Special(Some(special)));
        Item { action, ..tile }
    };
    choices.specials.iter().map(tile).collect()
}

/// Returns the effect of a special attack in a few letters.
fn sub(view: View<'_>, attack: &Attack, special: Special) -> String {
    match special {
        Special::Charge => format!("{}, runs on", signed(view.rules.charge())),
        Special::Disembowelling => signed(view.rules.disembowelling()),
        Special::Flurry => {
            let weapon = view.state.weapon(attack.attacker).and_then(|weapon| view.rules.card(weapon));
            weapon
                .filter(|weapon| weapon.blows > 1)
                .map_or_else(String::new, |weapon| format!("{} blows", weapon.blows))
        }
        Special::Hook => "no Block".to_owned(),
        Special::Rend => "destroys".to_owned(),
    }
}

/// Returns the target's gear that a Rend may name.
pub fn names(view: View<'_>, attack: &Attack, choices: &Choices) -> Vec<Item<Act>> {
    let target = view.state.player(attack.target);
    let tile = |offer: &crate::table::skirmish::Offer<Gear>| {
        let name = gear_name(view, attack.target, offer.value);
        let card = target.and_then(|target| match offer.value {
            Gear::Weapon => target.weapon.clone().map(|card| (card, CardSide::Front)),
            Gear::Shield => match target.shield {
                Shield::None => None,
                Shield::Whole => Some((view.rules.shield().clone(), CardSide::Front)),
                Shield::Damaged => Some((view.rules.shield().clone(), CardSide::Back)),
            },
            Gear::Mail => target.mail.then(|| (view.rules.mail().clone(), CardSide::Front)),
        });
        let content = match card {
            Some((card, side)) => TileContent::Card(card, side, None),
            None => TileContent::Words(vec![name.clone()], String::new()),
        };
        let chosen = attack.names == Some(offer.value);
        item(format!("Destroy {name}"), content, chosen, &offer.legal, Act::Names(Some(offer.value)))
    };
    choices.names.iter().map(tile).collect()
}

/// Returns the name of a player's gear.
pub fn gear_name(view: View<'_>, seat: Seat, gear: Gear) -> String {
    match gear {
        Gear::Weapon => view.state.weapon(seat).map_or_else(|| "Weapon".to_owned(), |card| view.name(card).to_owned()),
        Gear::Shield => view.name(view.rules.shield()).to_owned(),
        Gear::Mail => view.name(view.rules.mail()).to_owned(),
    }
}

/// Returns the choice in a section, in a few words.
pub fn chosen(view: View<'_>, attack: &Attack, section: Section) -> String {
    match section {
        Section::Whom => view.player_name(attack.target).to_owned(),
        Section::Means => match &attack.means {
            Means::Weapon => {
                view.state.weapon(attack.attacker).map_or("no weapon", |weapon| view.name(weapon)).to_owned()
            }
            Means::Alone(card) => view.name(card).to_owned(),
        },
        Section::Basic => attack.basic.as_ref().map_or("none", |card| view.name(card)).to_owned(),
        Section::Special => attack.special.map_or("none", |special| view.rules.special_name(special)).to_owned(),
        Section::Answers => String::new(),
    }
}
