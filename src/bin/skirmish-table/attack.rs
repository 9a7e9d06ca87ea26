//! The damage of one attack, for scripts.

use std::sync::Arc;

use serde_json::json;
use skirmish_base::diagnostic::nearest;
use skirmish_model::game::number;
use skirmish_tracker::table::skirmish::fight::{Fight, Reckoning, Term};
use skirmish_tracker::table::skirmish::{
    Attack, BlowKind, Change, Command, Gear, Means, Rules, Setup, Shield, Special, State, Step, Table, choices,
};
use skirmish_tracker::table::{CardId, Millis, PlayerChange, PlayerColour, PlayerConfig, Refusal, Seat, tell};

use crate::args::{self, Format};

const ATTACKER: Seat = Seat(0);
const DEFENDER: Seat = Seat(1);

/// Output of an attack, and its legality.
pub struct Answer {
    pub text: String,
    pub legal: bool,
}

/// Invalid description of an attack.
#[derive(Debug, thiserror::Error)]
pub enum AttackError {
    /// Unknown name on the command line.
    #[error("unknown {what} `{word}`: {hint}")]
    Unknown {
        /// Expected kind of name.
        what: String,
        /// Typed name.
        word: String,
        /// Nearest known name, or all of them.
        hint: String,
    },
    /// A card is used to answer something else than a Charge.
    #[error("`{0}` can't be answered with a card")]
    NotAnswered(String),
    /// `none` next to armour.
    #[error("`none` can't be combined with other armour")]
    NoneAndMore,
    /// The game needs more than two players.
    #[error("this game can't be played by two")]
    NotForTwo,
    /// Setup was refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Computes an attack.
///
/// # Errors
/// See [`AttackError`].
pub fn run(rules: &Arc<Rules>, args: &args::Attack) -> Result<Answer, AttackError> {
    let words = Words { rules };
    let state = words.table(args)?;
    let mut attack = words.attack(args, &state)?;
    for answer in &args.answer {
        let step = words.step(&state, &attack, answer)?;
        attack.steps.push(step);
    }
    let fight = Fight::new(rules, &state, &attack);
    let reckoning = fight.reckoning();
    let text = match args.format {
        Format::Json => as_json(rules, &state, reckoning).to_string(),
        Format::Text => as_text(rules, &state, reckoning),
    };
    Ok(Answer { text, legal: reckoning.legal.is_ok() })
}

/// More health than any attack takes: every blow is counted.
const PLENTY: i64 = 1_000_000;

struct Words<'a> {
    rules: &'a Arc<Rules>,
}

impl Words<'_> {
    /// Two players with the gear that the options give them.
    fn table(&self, args: &args::Attack) -> Result<State, AttackError> {
        let entrant = |name: &str, at: usize| PlayerConfig {
            name: name.to_owned(),
            colour: PlayerColour::ALL[at],
            chair: u8::from(at > 0),
            note: String::new(),
        };
        let players = vec![entrant("the attacker", 0), entrant("the defender", 1)];
        let setup = Setup { players, dealer: DEFENDER, ..Setup::default() };
        let mut table = Table::new(Arc::clone(self.rules));
        table.act(Command::Begin(setup), Millis(0))?;
        let mut state = table.state().clone();
        let own = (self.weapon(args.weapon.as_deref())?, self.armour(args.armour.as_deref())?);
        let other = (self.weapon(args.defender_weapon.as_deref())?, self.armour(args.against.as_deref())?);
        let [attacker, defender] = state.players.as_mut_slice() else { return Err(AttackError::NotForTwo) };
        for (player, (weapon, (shield, mail))) in [(attacker, own), (defender, other)] {
            (player.weapon, player.health, player.shield, player.mail) = (weapon, PLENTY, shield, mail);
        }
        Ok(state)
    }

    fn weapon(&self, word: Option<&str>) -> Result<Option<CardId>, AttackError> {
        match word {
            None => Ok(Some(self.rules.first_weapon().clone())),
            Some(word) if plain(word) == "none" => Ok(None),
            Some(word) => self.card("weapon", word, self.rules.weapons()).map(Some),
        }
    }

    /// A Shield and whether a Mail is worn; without words, the Shield that everyone starts with.
    fn armour(&self, words: Option<&[String]>) -> Result<(Shield, bool), AttackError> {
        let Some(words) = words else { return Ok((Shield::Whole, false)) };
        let (shield_name, mail_name) = (self.rules.name(self.rules.shield()), self.rules.name(self.rules.mail()));
        let damaged = format!("damaged {shield_name}");
        let (mut shield, mut mail) = (Shield::None, false);
        if words.len() > 1 && words.iter().any(|word| plain(word) == "none") {
            return Err(AttackError::NoneAndMore);
        }
        for word in words {
            match choose("armour", word, &[mail_name, shield_name, &damaged, "none"])? {
                0 => mail = true,
                1 => shield = Shield::Whole,
                2 => shield = Shield::Damaged,
                _ => {}
            }
        }
        Ok((shield, mail))
    }

    fn attack(&self, args: &args::Attack, state: &State) -> Result<Attack, AttackError> {
        let mut attack = Attack::plain(ATTACKER, DEFENDER);
        if let Some(alone) = &args.alone {
            attack.means = Means::Alone(self.card("card played instead of a weapon", alone, self.rules.alone())?);
        }
        if let Some(basic) = &args.basic {
            let all = [self.rules.basics(), self.rules.alone()].concat();
            let card = self.card("Basic attack card", basic, &all)?;
            if self.rules.alone().contains(&card) {
                attack.means = Means::Alone(card);
            } else {
                attack.basic = Some(card);
            }
        }
        if let Some(special) = &args.special {
            attack.special = Some(self.special(special)?);
        }
        attack.names = match &args.names {
            Some(word) => Some(self.gear(word)?),
            None if attack.special == Some(Special::Rend) => {
                let names = choices(self.rules, state, &attack).names;
                names.into_iter().find(|offer| offer.legal.is_ok()).map(|offer| offer.value)
            }
            None => None,
        };
        Ok(attack)
    }

    fn special(&self, word: &str) -> Result<Special, AttackError> {
        let names = Special::ALL.map(|special| self.rules.special_name(special));
        choose("special attack", word, &names).map(|at| Special::ALL[at])
    }

    fn gear(&self, word: &str) -> Result<Gear, AttackError> {
        let (shield, mail) = (self.rules.name(self.rules.shield()), self.rules.name(self.rules.mail()));
        let at = choose("gear", word, &["weapon", shield, mail, "armour"])?;
        Ok([Gear::Weapon, Gear::Shield, Gear::Mail, Gear::Mail][at])
    }

    fn card(&self, what: &str, word: &str, among: &[CardId]) -> Result<CardId, AttackError> {
        let names: Vec<&str> = among.iter().map(|card| self.rules.name(card)).collect();
        choose(what, word, &names).map(|at| among[at].clone())
    }

    /// Parses an answer to the open question.
    fn step(&self, state: &State, attack: &Attack, word: &str) -> Result<Step, AttackError> {
        if let Some((special, basic)) = word.split_once('+') {
            let special = self.special(special)?;
            if special != Special::Charge {
                return Err(AttackError::NotAnswered(self.rules.special_name(special).to_owned()));
            }
            let basic = self.card("Basic attack card", basic, self.rules.basics())?;
            return Ok(Step::CounterCharge { basic });
        }
        let fight = Fight::new(self.rules, state, attack);
        let by = fight.question().map_or(DEFENDER, |question| question.asked);
        let hook = self.rules.special_name(Special::Hook);
        let no_hook = format!("no {hook}");
        let shield = self.rules.name(self.rules.shield());
        let mut names = vec!["hit", shield, hook, &no_hook];
        let defences = self.rules.defences();
        names.extend(defences.iter().map(|card| self.rules.name(card)));
        Ok(match choose("answer", word, &names)? {
            0 => Step::Hit,
            1 => Step::Shield,
            2 => Step::Hook { by },
            3 => Step::NoHook,
            at => Step::Card(defences[at - 4].clone()),
        })
    }
}

/// Normalises a name: lower case, without hyphens.
fn plain(word: &str) -> String {
    word.trim().to_lowercase().replace(['-', '_'], " ")
}

/// Finds a name in a list, in full or by its first words if they are unique.
fn choose(what: &str, word: &str, names: &[&str]) -> Result<usize, AttackError> {
    let typed = plain(word);
    if let Some(at) = names.iter().position(|name| plain(name) == typed) {
        return Ok(at);
    }
    let begins: Vec<usize> = names
        .iter()
        .enumerate()
        .filter(|(_, name)| plain(name).starts_with(&format!("{typed} ")))
        .map(|(at, _)| at)
        .collect();
    if let ([at], false) = (begins.as_slice(), typed.is_empty()) {
        return Ok(*at);
    }
    let hint = match nearest(word, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("available: {}", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
    };
    Err(AttackError::Unknown { what: what.to_owned(), word: word.to_owned(), hint })
}

/// The blows of the attack itself.
fn blows(reckoning: &Reckoning) -> Vec<(i64, i64)> {
    let own = reckoning.strikes.iter().filter(|strike| strike.blow.kind == BlowKind::Attack);
    own.map(|strike| (strike.blow.damage, strike.blow.lost)).collect()
}

/// "Slash +1 (8.9)"; the first term of a sum has no sign.
fn term(rules: &Rules, at: usize, term: &Term) -> String {
    let sign = if at > 0 && term.amount > 0 { "+" } else { "" };
    rules.about.in_book(&format!("{} {sign}{} ({})", term.label, number(term.amount), term.rule))
}

fn why(rules: &Rules, reckoning: &Reckoning) -> Vec<String> {
    match &reckoning.legal {
        Err(reasons) => reasons.iter().map(|reason| rules.about.in_book(&reason.to_string())).collect(),
        Ok(()) => {
            let terms = reckoning.strikes.first().map(|strike| strike.terms.as_slice()).unwrap_or_default();
            terms.iter().enumerate().map(|(at, found)| term(rules, at, found)).collect()
        }
    }
}

/// Effects on gear and on the attacker, as text.
fn effects(rules: &Rules, state: &State, reckoning: &Reckoning) -> Vec<String> {
    let told = reckoning
        .effects
        .iter()
        .map(|effect| tell::text(&skirmish_tracker::table::skirmish::tell::effect(rules, state, effect)));
    let back = reckoning.changes.iter().filter_map(|change| match change {
        Change::Health(PlayerChange { seat: ATTACKER, from, to }) => {
            Some(format!("the attacker loses {} health", from - to))
        }
        _ => None,
    });
    told.chain(back).collect()
}

fn as_json(rules: &Rules, state: &State, reckoning: &Reckoning) -> serde_json::Value {
    let why = why(rules, reckoning);
    if reckoning.legal.is_err() {
        return json!({ "legal": false, "why": why });
    }
    let blows = blows(reckoning);
    json!({
        "legal": true,
        "blows": blows.len(),
        "damage_each": blows.first().map_or(0, |(damage, _)| *damage),
        "total": blows.iter().map(|(_, lost)| lost).sum::<i64>(),
        "why": why,
        "effects": effects(rules, state, reckoning),
    })
}

fn as_text(rules: &Rules, state: &State, reckoning: &Reckoning) -> String {
    let why = why(rules, reckoning);
    if reckoning.legal.is_err() {
        return format!("illegal: {}", why.join("; "));
    }
    let blows = blows(reckoning);
    let each = blows.first().map_or(0, |(damage, _)| *damage);
    let total: i64 = blows.iter().map(|(_, lost)| lost).sum();
    let blows = if blows.len() == 1 { "1 blow".to_owned() } else { format!("{} blows", blows.len()) };
    let mut lines = vec![format!("{blows} of {each}: {total} damage")];
    lines.extend(why.iter().map(|line| format!("  {line}")));
    lines.extend(effects(rules, state, reckoning));
    lines.join("\n")
}
