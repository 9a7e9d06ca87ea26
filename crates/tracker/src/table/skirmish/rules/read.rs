//! Special roles of Skirmish's cards, derived from the fields, needs and kinds of the data.

use std::ops::RangeInclusive;

use super::{CardInfo, NoUse, Rules};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::rule;
use crate::game::{Card, Game, Glossary, RuleNumber, Value};
use crate::ordered;
use crate::table::skirmish::{NAME, Special};
use crate::table::{About, CardId, PlayerColour};

/// How a defence card stops an attack; derived from the card's needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenceKind {
    /// With the Shield, which a Rend destroys then (S44): Block.
    Shield,
    /// With the Shield or the weapon; the attacker's weapon is lost (S45): Disarm.
    TakesWeapon,
    /// By stepping aside, so a Charge runs on (S46): Dodge.
    Aside,
    /// With the weapon, which a Rend destroys then (S47): Parry.
    Weapon,
}

/// The figures of the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Figures {
    pub health: i64,
    pub hand: i64,
    pub regain: i64,
    pub charge: i64,
    pub disembowelling: i64,
    pub highlander_blow: i64,
    pub players: RangeInclusive<usize>,
}

const NAMES: [(&str, Special); 5] = [
    ("Charge", Special::Charge),
    ("Disembowelling", Special::Disembowelling),
    ("Flurry of Blows", Special::Flurry),
    ("Hook", Special::Hook),
    ("Rend", Special::Rend),
];

/// Name of the weapons of two hands in lists of cards in the data.
const TWO_HANDED: &str = "two-handed weapons";

pub(super) fn read(game: &Game, book: &Glossary) -> Result<Rules, Vec<Diagnostic>> {
    let mut reader = Reader { game, diagnostics: Vec::new() };
    let figures = reader.figures();
    let cards: Vec<CardInfo> = game.deck.cards.iter().map(|card| reader.card(card)).collect();
    let is = |kind: &'static str| move |card: &&CardInfo| card.kind == kind;
    let ids = |chosen: &dyn Fn(&&CardInfo) -> bool| -> Vec<CardId> {
        cards.iter().filter(chosen).map(|card| card.id.clone()).collect()
    };
    let weapons = ids(&is("weapon"));
    let basics = ids(&|card| card.adds);
    let alone = ids(&|card| card.alone);
    let defences = ids(&|card| card.defence.is_some());
    let uses = |card: &CardInfo| game.card(card.id.as_str()).is_some_and(|card| card.number("uses").is_some());
    let cancels = |card: &CardInfo| game.card(card.id.as_str()).is_some_and(|card| card.flag("cancels_anything"));
    let most = u32::try_from(*figures.players.end()).unwrap_or(u32::MAX);
    let mut one = |what: &str, chosen: &dyn Fn(&&CardInfo) -> bool| -> CardId {
        let found = ids(chosen);
        if let [card] = found.as_slice() {
            return card.clone();
        }
        let place = found.get(1).and_then(|card| game.card(card.as_str())).map(|card| card.at.clone());
        let what = format!("the table needs exactly one {what}, and there are {}", found.len());
        reader.diagnostics.push(Diagnostic::error(Code::TABLE_NEEDS_ONE, place, what));
        CardId::new("")
    };
    let shield = one("armour with `uses`", &|card| card.kind == "armour" && uses(card));
    let mail = one("armour with `takes_off`", &|card| card.kind == "armour" && card.takes_off > 0);
    let trip = one("special card with `cancels_anything`", &|card| card.kind == "special" && cancels(card));
    let special_attack =
        one("special card without `cancels_anything`", &|card| card.kind == "special" && !cancels(card));
    let first_weapon = one("weapon of which every player can have one", &|card| {
        card.kind == "weapon" && card.hands == 1 && card.count >= most
    });
    reader.bounds(&figures);
    if !reader.diagnostics.is_empty() {
        return Err(reader.diagnostics);
    }
    let by_id = ordered::map(cards.iter().enumerate().map(|(index, card)| (card.id.clone(), index)));
    let names = ordered::map(NAMES.iter().map(|(name, special)| (*special, (*name).to_owned())));
    Ok(Rules {
        about: About::new(NAME, game, book),
        cards,
        by_id,
        names,
        figures,
        rulings: game.rulings,
        weapons,
        basics,
        alone,
        defences,
        shield,
        mail,
        special_attack,
        trip,
        first_weapon,
    })
}

struct Reader<'a> {
    game: &'a Game,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn figures(&mut self) -> Figures {
        let mut of = |name: &str| self.figure(name);
        let count = |figure: i64| usize::try_from(figure).unwrap_or_default();
        // Missing values are reported in this order.
        Figures {
            health: of("health"),
            hand: of("hand"),
            regain: of("regain"),
            charge: of("charge"),
            disembowelling: of("disembowelling"),
            highlander_blow: of("highlander_blow"),
            players: count(of("min_players"))..=count(of("max_players")),
        }
    }

    fn figure(&mut self, name: &str) -> i64 {
        let found = self.game.figures.get(name).copied();
        found.unwrap_or_else(|| {
            let diagnostic =
                Diagnostic::error(Code::TABLE_NEEDS_FIGURE, None, format!("the table needs the figure `{name}`"));
            self.diagnostics.push(diagnostic.hint(format!("add `{name}` to `[figures]` in game.toml")));
            0
        })
    }

    /// Figures that the table cannot be played with.
    fn bounds(&mut self, figures: &Figures) {
        let (fewest, most) = (*figures.players.start(), *figures.players.end());
        if fewest < 2 || most > PlayerColour::ALL.len() || fewest > most {
            let what = format!("from {fewest} to {most} players cannot be seated");
            let hint =
                format!("`min_players` must be at least 2, and `max_players` at most {}", PlayerColour::ALL.len());
            self.diagnostics.push(Diagnostic::error(Code::TABLE_SEATS, None, what).hint(hint));
        }
        if !(1..=99).contains(&figures.health) {
            let what = format!("everyone would start with {} health", figures.health);
            self.diagnostics.push(Diagnostic::error(Code::TABLE_HEALTH, None, what).hint("`health` is from 1 to 99"));
        }
    }

    /// Checks that the table knows the special attacks of a weapon.
    fn special_attacks(&mut self, card: &Card) {
        let (told, known) = (card.list("special_attacks"), NAMES.map(|(name, _)| name));
        for name in told.iter().filter(|name| !known.contains(&name.as_str())) {
            let what = format!("the table does not know the special attack `{name}`");
            self.diagnostics
                .push(Diagnostic::error(Code::TABLE_SPECIAL_ATTACK, card.at.clone(), what).suggest(name, known));
        }
        let flurry =
            NAMES.iter().any(|(name, special)| *special == Special::Flurry && told.iter().any(|told| told == name));
        if flurry && card.number("blows").is_none() {
            let what = format!("the {} strikes several blows, and does not say how many", card.name);
            self.diagnostics.push(Diagnostic::error(Code::TABLE_BLOWS, card.at.clone(), what).hint("add `blows`"));
        }
    }

    /// Returns the rule of a card, which refusals cite.
    fn rule(&mut self, card: &Card) -> RuleNumber {
        card.rule.as_ref().map_or_else(
            || {
                let what = format!("the table cites the rule of {}, and it names none", card.name);
                let hint = "add `rule` below its `count`, as in `rule = \"S38\"`";
                self.diagnostics.push(Diagnostic::error(Code::TABLE_NO_RULE, card.at.clone(), what).hint(hint));
                // The game is not played then.
                rule!("S1")
            },
            |rule| rule.value,
        )
    }

    fn card(&mut self, card: &Card) -> CardInfo {
        self.special_attacks(card);
        let rule = self.rule(card);
        let kind = self.game.deck.kind(card).id.clone();
        let needs =
            |need: &str| card.faces[0].needs.iter().map(|need| &self.game.needs[*need]).any(|found| found.id == need);
        let defence = (kind == "defence" && card.flag("stops")).then(|| match () {
            () if needs("shield") => DefenceKind::Shield,
            () if needs("shield-or-weapon") => DefenceKind::TakesWeapon,
            () if needs("weapon") => DefenceKind::Weapon,
            () => DefenceKind::Aside,
        });
        let id = |name: &String| {
            self.game.deck.cards.iter().find(|card| card.name == *name).map(|card| CardId::new(&card.id))
        };
        let ids = |field: &str| card.list(field).iter().filter_map(id).collect();
        let specials = |field: &str| -> Vec<Special> {
            let special = |name: &String| NAMES.iter().find(|(known, _)| known == name).map(|(_, special)| *special);
            card.list(field).iter().filter_map(special).collect()
        };
        let bonus = match card.figures.get("bonus") {
            Some(Value::Figures(figures)) => figures.iter().filter_map(|(name, by)| Some((id(name)?, *by))).collect(),
            _ => Vec::new(),
        };
        let barred = card.faces[0].needs.iter().map(|need| &self.game.needs[*need]);
        let bars = barred.flat_map(|need| {
            let of_need = need.rule.as_ref().map_or(rule, |rule| rule.value);
            need.bars.iter().map(move |id| (CardId::new(id), of_need))
        });
        let bars = bars.collect();
        CardInfo {
            id: CardId::new(&card.id),
            name: card.name.clone(),
            count: card.count,
            damage: card.number("damage").unwrap_or_default(),
            adds: kind == "basic" && card.flag("adds_to_weapon"),
            alone: kind == "basic" && card.flag("stands_alone"),
            hands: card.number("hands").unwrap_or_default(),
            specials: specials("special_attacks"),
            blows: card.number("blows").unwrap_or_default(),
            cannot: ids("cannot"),
            bonus,
            cannot_be_dodged: card.flag("cannot_be_dodged"),
            cannot_be_disarmed: card.flag("cannot_be_disarmed"),
            ignores: ids("ignores"),
            serves_as: specials("serves_as"),
            takes_off: card.number("takes_off").unwrap_or_default(),
            needs_shield: kind != "armour" && needs("shield"),
            defence,
            bars,
            no_use: NoUse {
                cards: ids("no_use_against"),
                specials: specials("no_use_against"),
                two_handed: card.list("no_use_against").iter().any(|word| word == TWO_HANDED),
            },
            rule,
            kind,
        }
    }
}
