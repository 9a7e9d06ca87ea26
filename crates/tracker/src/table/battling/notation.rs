//! The game as lines of JSON with names of players, and its state, for programs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::act::not_begun;
use super::{Command, Fight, FightResult, Play, Rank, Rules, Setup, State, Wants};
use crate::diagnostic::nearest;
use crate::game::{DefenceSuit, EqualPoints, FightOrder, FourPlayers};
use crate::table::{Notation, PlayerConfig, ReportError, Rules as _, Ruleset, Seat, name_of};

/// Names of the players: `{"begin":["Asa","Bjarni"]}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    begin: Vec<String>,
    defence: Option<DefenceSuit>,
    equal: Option<EqualPoints>,
    four: Option<FourPlayers>,
    order: Option<FightOrder>,
}

/// A turn: `{"turn":[{"player":"Asa","attack":[9,7],"on":"Bjarni","wants":"damage"},…]}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    turn: Vec<Named>,
}

/// Play of one player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    player: String,
    #[serde(default)]
    attack: Vec<Rank>,
    #[serde(default)]
    defence: Vec<Rank>,
    on: Option<String>,
    wants: Option<Wants>,
    treasure: Option<Rank>,
}

impl Notation<Rules> for Rules {
    /// True if a game begins with names, or a turn is a list: the journal's commands are objects there.
    fn reads(&self, line: &str) -> bool {
        let value = serde_json::from_str::<Value>(line).unwrap_or_default();
        ["begin", "turn"].into_iter().filter_map(|key| value.get(key)).any(|said| !said.is_object())
    }

    fn commands(&self, state: &State, line: &str) -> Result<Vec<Command>, Vec<String>> {
        let value: Value = serde_json::from_str(line).map_err(|error| vec![error.to_string()])?;
        if value.get("begin").is_some() {
            let begin =
                Begin::deserialize(value).map_err(|error| vec![format!("who plays is not said: {error} (B5)")])?;
            return self.begin_named(&begin).map(|setup| vec![Command::Begin(setup)]);
        }
        if !state.begun() {
            return Err(vec![self.no_game_message()]);
        }
        let turn = Turn::deserialize(value).map_err(|error| vec![cited(format!("invalid turn: {error}"), "B9")])?;
        let plays: Vec<Result<Play, Vec<String>>> = turn.turn.into_iter().map(|named| play(state, named)).collect();
        if plays.iter().any(Result::is_err) {
            return Err(plays.into_iter().filter_map(Result::err).flatten().collect());
        }
        Ok(vec![Command::Turn { plays: plays.into_iter().flatten().collect() }])
    }

    fn no_game_message(&self) -> String {
        not_begun().to_string()
    }

    fn report(&self, state: &State, legal: bool, depth: Option<u32>) -> Result<String, ReportError> {
        if depth.is_some() {
            return Err(ReportError::NoCount);
        }
        let legal = legal.then(|| self.legal(state));
        Ok(serde_json::to_string(&Report { legal, ..Report::new(state) })?)
    }
}

/// Returns a reason with the number of its rule, unless it has one already.
fn cited(reason: String, rule: &str) -> String {
    if reason.contains("(B") { reason } else { format!("{reason} ({rule})") }
}

impl Rules {
    fn begin_named(&self, begin: &Begin) -> Result<Setup, Vec<String>> {
        let names: Vec<String> = begin.begin.iter().map(|name| name.trim().to_owned()).collect();
        let again = names.iter().enumerate().filter(|(at, name)| names[..*at].contains(name));
        let again: Vec<String> = again.map(|(_, name)| format!("two players are called `{name}` (B11)")).collect();
        if !again.is_empty() {
            return Err(again);
        }
        Ok(Setup {
            players: PlayerConfig::in_order(names),
            defence: begin.defence.unwrap_or(self.spec().defence),
            equal: begin.equal.unwrap_or(self.spec().equal),
            four: begin.four.unwrap_or(self.spec().four),
            order: begin.order.unwrap_or(self.spec().order),
            seating: Default::default(),
            rules: Ruleset::LATEST,
        })
    }
}

/// Resolves the names in a player's play to seats.
fn play(state: &State, named: Named) -> Result<Play, Vec<String>> {
    let Named { player, attack, defence, on, wants, treasure } = named;
    let (seat, on) = (seat(state, &player, "B7"), on.map(|on| self::seat(state, &on, "B11")).transpose());
    match (seat, on) {
        (Ok(seat), Ok(on)) => Ok(Play { seat, attack, defence, on, wants, treasure }),
        (seat, on) => Err([seat.err(), on.err()].into_iter().flatten().collect()),
    }
}

/// Returns the seat of a name.
fn seat(state: &State, name: &str, rule: &str) -> Result<Seat, String> {
    let names = || state.players.iter().map(|player| player.name.as_str());
    let found = state.seats().zip(names()).find(|(_, known)| *known == name.trim());
    found.map(|(seat, _)| seat).ok_or_else(|| {
        let near = nearest(name, names()).map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        format!("no player is called `{name}`{near} ({rule})")
    })
}

/// State of a game.
#[derive(Serialize)]
struct Report<'a> {
    /// In the order of their seats.
    players: Vec<Listed<'a>>,
    /// The winner; `None` while the game goes on, and if the last armies fell together.
    winner: Option<Winner>,
    /// Fights of this turn that were carried out, in order (B19).
    fights: Vec<Told>,
    /// The commands that the rules allow next.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<Command>>,
}

/// Usually one name; several if they won at the same time.
#[derive(Serialize)]
#[serde(untagged)]
enum Winner {
    One(String),
    Several(Vec<String>),
}

/// A player and their army.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    life: u32,
    out: bool,
    /// None of an army that is out: they have left the game with it (B20).
    taken: Vec<Robbed>,
    /// Number of their own four face treasures that nobody has robbed; 0 for an army that is out.
    faces_left: usize,
}

/// A robbed treasure.
#[derive(Serialize)]
struct Robbed {
    rank: Rank,
    from: String,
}

/// A fight.
#[derive(Serialize)]
struct Told {
    by: String,
    on: String,
    attack: u32,
    defence: u32,
    result: &'static str,
}

impl<'a> Report<'a> {
    fn new(state: &'a State) -> Self {
        let name = |seat: Seat| name_of::<Rules>(state, seat);
        let players = state.seats().zip(&state.players).map(|(seat, player)| {
            let holds = if player.out.is_none() { player.taken.as_slice() } else { &[] };
            Listed {
                name: &player.name,
                life: player.life,
                out: player.out.is_some(),
                taken: holds.iter().map(|taken| Robbed { rank: taken.rank, from: name(taken.from) }).collect(),
                faces_left: if player.out.is_none() { state.faces_left(seat) } else { 0 },
            }
        });
        let fought = state.fights.iter().flatten().filter(|fight| fight.result.was_fought());
        let told = |Fight { clash, result }: &Fight| Told {
            by: name(clash.by),
            on: name(clash.on),
            attack: clash.attack,
            defence: clash.defence,
            result: match result {
                FightResult::Rob(_) => "rob",
                FightResult::Damage => "damage",
                _ => "nothing",
            },
        };
        let winners = state.over.iter().flat_map(|over| &over.winners).map(|seat| name(*seat));
        let winners: Vec<String> = winners.collect();
        let winner = match winners.as_slice() {
            [] => None,
            [only] => Some(Winner::One(only.clone())),
            _ => Some(Winner::Several(winners)),
        };
        Self { players: players.collect(), winner, fights: fought.map(told).collect(), legal: None }
    }
}
