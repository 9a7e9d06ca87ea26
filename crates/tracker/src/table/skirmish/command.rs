//! Commands of players.

use serde::{Deserialize, Serialize};

use super::state::{Gear, Recovery, Shield};
use crate::game::Rulings;
use crate::table::{CardId, PlayerConfig, Seat, SeatCommand, Seating, seat_commands};

/// A command of the players: a move of the game, or a correction, because players forget and change things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", remote = "Self")]
pub enum Command {
    /// A new game begins (S4 to S8, S57).
    Begin(Setup),
    /// An attack with everything that was answered (S16 to S20).
    Attack(Attack),
    /// A Trip outside an attack, and its own attack (S49).
    Trip {
        /// Player who trips.
        by: Seat,
        /// Player whose card is cancelled, and who is struck.
        on: Seat,
        /// The cancelled card, which goes to its pile; `None` if the table doesn't know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardId>,
        /// The Basic attack card; `None` for the default attack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strike: Option<CardId>,
    },
    /// The action of a turn is to recover (S22).
    Recover {
        /// The player.
        seat: Seat,
        /// Recovered item.
        what: Recovery,
    },
    /// A Mail from the hand is put on, as the turn begins (S12).
    Wear {
        /// The player.
        seat: Seat,
    },
    /// The turn ends with the redraw: Recovering is turned back, the next player is on turn (S15, S58).
    EndTurn {
        /// Whose turn ends.
        seat: Seat,
    },
    /// Cards from hands are discarded, each onto its pile (S14).
    Discard {
        /// Player who discards.
        seat: Seat,
        /// Discarded cards.
        cards: Vec<CardId>,
    },
    /// The normal discard pile becomes a new draw deck (S10).
    Reshuffle,
    /// Correction: health goes up or down; at the bounds it stays there.
    Adjust {
        /// Whose.
        seat: Seat,
        /// By how much; not 0.
        by: i64,
    },
    /// Correction: gear goes to its pile (S29).
    Lose {
        /// Whose.
        seat: Seat,
        /// The item.
        gear: Gear,
    },
    /// Correction: a weapon is taken from the weapon discard pile, and the old one put there.
    Take {
        /// New owner.
        seat: Seat,
        /// Id of the weapon.
        card: CardId,
    },
    /// Correction: two players change weapons.
    Swap {
        /// One.
        seat: Seat,
        /// The other.
        with: Seat,
    },
    /// Correction: the state of the Shield; a new one comes from the weapon discard pile.
    TurnShield {
        /// Whose.
        seat: Seat,
        /// New state.
        to: Shield,
    },
    /// Correction: a Mail is worn or not; one that comes off goes to the normal discard pile.
    SetMail {
        /// The player.
        seat: Seat,
        /// True if it is worn now.
        worn: bool,
    },
    /// Correction: more or fewer copies of a card are in the normal discard pile.
    Put {
        /// Id of the card; the table counts weapons and Shields itself.
        card: CardId,
        /// Difference; not 0.
        by: i64,
    },
    /// Correction: it is this player's turn, and the action is still to come.
    Turn {
        /// The player.
        seat: Seat,
    },
    /// Correction: a player is out, whatever their health.
    Fall {
        /// The player.
        seat: Seat,
        /// Player who caused it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// Correction: a dead player is alive after all, without gear.
    BringBack {
        /// The player.
        seat: Seat,
        /// With how much health.
        health: i64,
    },
    /// Names, colours, chairs, notes, the seating.
    #[serde(skip)]
    Seat(SeatCommand),
}

impl Command {
    /// Returns the player concerned, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Begin(_) | Self::Reshuffle | Self::Put { .. } => None,
            Self::Attack(attack) => Some(attack.attacker),
            Self::Trip { by, .. } => Some(*by),
            Self::Recover { seat, .. }
            | Self::Wear { seat }
            | Self::EndTurn { seat }
            | Self::Discard { seat, .. }
            | Self::Adjust { seat, .. }
            | Self::Lose { seat, .. }
            | Self::Take { seat, .. }
            | Self::Swap { seat, .. }
            | Self::TurnShield { seat, .. }
            | Self::SetMail { seat, .. }
            | Self::Turn { seat }
            | Self::Fall { seat, .. }
            | Self::BringBack { seat, .. } => Some(*seat),
            Self::Seat(command) => command.seat(),
        }
    }
}

seat_commands!(Command);

/// Players and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The players, clockwise (S8).
    pub players: Vec<PlayerConfig>,
    /// The dealer; the next one clockwise starts (S8).
    pub dealer: Seat,
    /// True if the variant is played (S57 to S59).
    #[serde(default)]
    pub highlander: bool,
    /// For Highlander, the two-handed weapon that each player starts with, in their order; empty otherwise (S57).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Option<CardId>>,
    /// Number of decks, at least 1 (S57).
    pub decks: u8,
    /// Rulings that differ; `None` in games that began before these switches existed. Those keep their rules: see
    /// [`super::State::is_current`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<Rulings>,
    /// Arrangement of the panels on the screen.
    #[serde(default)]
    pub seating: Seating,
}

impl Default for Setup {
    fn default() -> Self {
        let players = Vec::new();
        let (dealer, seating) = (Seat::default(), Seating::default());
        let house = Some(Rulings::default());
        Self { players, dealer, highlander: false, weapons: Vec::new(), decks: 1, house, seating }
    }
}

/// An attack, and its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// Attacking player.
    pub attacker: Seat,
    /// Whom.
    pub target: Seat,
    /// Weapon, or stand-alone card.
    pub means: Means,
    /// The Basic attack card that is added (S17), or that serves as the Rend (S43).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basic: Option<CardId>,
    /// The special attack (S19).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Special>,
    /// Item that a Rend destroys (S35).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Gear>,
    /// Answers, in the order of the questions; missing ones at the end count as [`Step::Hit`] and [`Step::NoHook`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
}

impl Attack {
    /// Creates the weapon's default attack, not answered (S16).
    pub fn plain(attacker: Seat, target: Seat) -> Self {
        Self { attacker, target, means: Means::Weapon, basic: None, special: None, names: None, steps: Vec::new() }
    }
}

/// Means of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// The weapon in hand (S16).
    Weapon,
    /// A Basic attack card that replaces it (S18).
    Alone(CardId),
}

/// A special attack (S31 to S35); [`super::Rules::special_name`] has its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    /// S31.
    Charge,
    /// S32.
    Disembowelling,
    /// S33.
    Flurry,
    /// S34.
    Hook,
    /// S35.
    Rend,
}

impl Special {
    /// All of them, in the order of their rules.
    pub const ALL: [Self; 5] = [Self::Charge, Self::Disembowelling, Self::Flurry, Self::Hook, Self::Rend];
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// No answer: the blow lands.
    Hit,
    /// The Shield, without a card (S36).
    Shield,
    /// A defence card (S44 to S47).
    Card(CardId),
    /// A Charge against a Charge (S31).
    CounterCharge {
        /// The Basic attack card that it needs.
        basic: CardId,
    },
    /// A Hook after a Block (S34).
    Hook {
        /// Player who hooks.
        by: Seat,
    },
    /// The player asked for a Hook has none.
    NoHook,
    /// A Trip (S49).
    Trip {
        /// Player who trips.
        by: Seat,
        /// Cancelled card.
        on: Played,
        /// The Basic attack card of its attack; the default attack if none, or nothing without a weapon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strike: Option<CardId>,
    },
}

/// Target of a Trip (S49).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Played {
    /// A card of the attack: cancels the attack with all its blows that haven't landed.
    Attack,
    /// Only the Basic attack card, if a Trip cancels one card (R10).
    Basic,
    /// Only the Special Attack card, if a Trip cancels one card (R10).
    Special,
    /// The last answer: the stopped blow lands.
    Answer,
    /// The Trip before.
    Trip,
}
