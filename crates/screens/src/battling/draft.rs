//! A turn while it is entered: whom everyone attacks, the cards that they have laid, and what the winners of fights do.

use crate::session::DraftView;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::table::Seat;
use crate::table::battling::{Command, Play, Rank, Resolved, Rules, State, Wants, resolve};

/// How far a turn has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Everyone draws four cards and lays two (B8, B9).
    #[default]
    Draw,
    /// Everyone says whom they attack, hidden until all have (B11).
    Targets,
    /// The cards are turned up and entered (B9).
    Cards,
    /// The fights are worked out (B12).
    Fights,
}

/// Which deck a card is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Its points attack.
    #[default]
    Attack,
    /// Its points defend.
    Defence,
}

/// Whom a player attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    /// Nobody (B22).
    Nobody,
    /// Another player.
    Player(Seat),
}

/// A player's choices for the turn, as far as entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// Whom they attack.
    pub target: Option<Target>,
    /// From which deck the next card is.
    pub kind: Kind,
    /// The cards that they have laid, two at most (B9).
    pub cards: Vec<(Kind, Rank)>,
    /// Their choice if they win.
    pub wants: Option<Wants>,
    /// The treasure that they draw if they rob.
    pub treasure: Option<Rank>,
}

/// The turn that is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Its number.
    turn: u32,
    /// How far it has come.
    pub phase: Phase,
    /// For each player, in the order of their seats.
    hands: Vec<Hand>,
    /// The fight that is looked at, by its attacker; otherwise the one that is decided next.
    pub looked: Option<Seat>,
    /// True if the ranks from 2 to 10 are offered as stolen.
    pub lesser: bool,
    /// The last turn of a shared table, until it has been looked at.
    #[serde(skip)]
    fought: Option<Box<Fought>>,
}

/// A turn that was carried out on a shared table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fought {
    before: State,
    hands: Vec<Hand>,
}

/// One thing that people enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The turn goes on, or back.
    Phase(Phase),
    /// A player's target; `None` to choose again.
    Target(Seat, Option<Target>),
    /// From which deck a player's next card is.
    Kind(Seat, Kind),
    /// A card that a player has laid.
    Lay(Seat, Rank),
    /// A player's last card was another one.
    TakeUp(Seat),
    /// A player's cards were others.
    Again(Seat),
    /// The winner's choice in a fight; `None` to choose again.
    Wants(Seat, Option<Wants>),
    /// The treasure that the winner of a fight has drawn.
    Treasure(Seat, Rank),
    /// A fight is looked at, by its attacker.
    Look(Option<Seat>),
    /// The ranks from 2 to 10 are offered, or no more.
    Lesser(bool),
    /// The last turn of a shared table has been looked at.
    Seen,
}

impl Hand {
    /// The cards of a kind.
    pub fn of(&self, kind: Kind) -> Vec<Rank> {
        self.cards.iter().filter(|(of, _)| *of == kind).map(|(_, rank)| *rank).collect()
    }

    /// True if both cards are chosen.
    pub fn is_laid(&self) -> bool {
        self.cards.len() == 2
    }

    /// True if everything is entered.
    pub fn is_ready(&self) -> bool {
        self.target.is_some() && self.is_laid()
    }
}

/// Returns the number of the next turn.
pub fn next_turn(state: &State) -> u32 {
    state.turn + u32::from(state.fights.is_some())
}

impl DraftView<Rules> for Draft {
    /// Takes in what people enter.
    fn enter(&mut self, state: &State, entry: Entry) {
        self.prune(state);
        if self.hands.is_empty() {
            (self.turn, self.hands) = (next_turn(state), vec![Hand::default(); state.players.len()]);
        }
        match entry {
            Entry::Phase(phase) => {
                // Before the fights the choices of winners mean nothing, and behind the shields nobody has laid cards.
                (self.phase, self.looked, self.lesser) = (phase, None, false);
                if phase == Phase::Draw {
                    self.hands.iter_mut().for_each(|hand| *hand = Hand::default());
                }
            }
            Entry::Target(seat, target) => {
                self.change(seat, |hand| hand.target = target);
                if self.phase == Phase::Targets && self.waits_for(state).is_empty() {
                    self.phase = Phase::Cards;
                }
            }
            Entry::Kind(seat, kind) => self.change(seat, |hand| hand.kind = kind),
            Entry::Lay(seat, rank) => self.change(seat, |hand| {
                if !hand.is_laid() && !hand.cards.contains(&(hand.kind, rank)) {
                    hand.cards.push((hand.kind, rank));
                }
            }),
            Entry::TakeUp(seat) => self.change(seat, |hand| hand.cards.truncate(hand.cards.len().saturating_sub(1))),
            Entry::Again(seat) => self.change(seat, |hand| hand.cards.clear()),
            Entry::Wants(seat, wants) => {
                self.change(seat, |hand| (hand.wants, hand.treasure) = (wants, None));
                (self.looked, self.lesser) = (None, false);
            }
            Entry::Treasure(seat, rank) => {
                self.change(seat, |hand| hand.treasure = Some(rank));
                (self.looked, self.lesser) = (None, false);
            }
            Entry::Look(seat) => (self.looked, self.lesser) = (seat, false),
            Entry::Lesser(lesser) => self.lesser = lesser,
            Entry::Seen => (self.fought, self.looked) = (None, None),
        }
    }

    /// Drops entries that no longer fit the table: those of another turn and of players who are out.
    fn prune(&mut self, state: &State) {
        if self.turn != next_turn(state) || state.over.is_some() || self.hands.len() != state.players.len() {
            *self = Self { fought: self.fought.take(), ..Self::default() };
        }
        for (seat, hand) in state.seats().zip(&mut self.hands) {
            if !state.plays(seat) {
                *hand = Hand::default();
            } else if matches!(hand.target, Some(Target::Player(on)) if !state.plays(on)) {
                hand.target = None;
            }
        }
        let ready = state.left().into_iter().all(|seat| self.hand(seat).is_ready());
        if self.phase == Phase::Fights && !ready {
            self.phase = Phase::Cards;
        }
    }

    fn show(&mut self, state: &State, open: Option<&Command>) {
        self.prune(state);
        let Some(Command::Turn { plays }) = open else {
            if self.phase == Phase::Fights {
                *self = Self { fought: self.fought.take(), ..Self::default() };
            }
            return;
        };
        // The others’ cards are known now. A robber who hasn’t named the treasure yet still robs.
        let before = std::mem::take(&mut self.hands);
        (self.turn, self.hands, self.fought) = (next_turn(state), hands(state, plays), None);
        for (hand, mut before) in self.hands.iter_mut().zip(before).filter(|_| self.phase == Phase::Fights) {
            if hand.wants.is_none() {
                hand.wants = before.wants.take();
            }
        }
        self.phase = Phase::Fights;
    }

    fn took(&mut self, before: &State, command: &Command) {
        if let Command::Turn { plays } = command {
            let fought = Fought { before: before.clone(), hands: hands(before, plays) };
            self.fought = Some(Box::new(fought));
        }
    }
}

/// Returns the hands that led to the plays of a turn, in the order of the seats.
fn hands(state: &State, plays: &[Play]) -> Vec<Hand> {
    let hand = |seat: Seat| {
        let Some(play) = plays.iter().find(|play| play.seat == seat) else { return Hand::default() };
        let of = |kind, cards: &[Rank]| cards.iter().map(move |rank| (kind, *rank)).collect::<Vec<_>>();
        Hand {
            target: Some(play.on.map_or(Target::Nobody, Target::Player)),
            cards: [of(Kind::Attack, &play.attack), of(Kind::Defence, &play.defence)].concat(),
            wants: play.wants,
            treasure: play.treasure,
            ..Hand::default()
        }
    };
    state.seats().map(hand).collect()
}

impl Draft {
    /// Returns the last turn of a shared table with the state before it, until it has been looked at.
    pub fn fought(&self) -> Option<(&State, Self)> {
        let Fought { before, hands } = &**self.fought.as_ref()?;
        let (phase, hands) = (Phase::Fights, hands.clone());
        Some((before, Self { turn: next_turn(before), phase, hands, looked: self.looked, ..Self::default() }))
    }

    /// Returns a player’s secret choice as the host of a shared table takes it; `None` before it is complete.
    pub fn secret(&self, state: &State, seat: Seat) -> Option<Value> {
        let play = self.plays(state).into_iter().find(|play| play.seat == seat)?;
        serde_json::to_value(Play { wants: None, treasure: None, ..play }).ok().filter(|_| self.hand(seat).is_ready())
    }

    /// Returns a player's choices, as far as entered.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.get(seat.index()).cloned().unwrap_or_default()
    }

    /// Returns the players still in the game whose choices for the phase are incomplete.
    pub fn waits_for(&self, state: &State) -> Vec<Seat> {
        let open = |seat: &Seat| match self.phase {
            Phase::Draw | Phase::Fights => false,
            Phase::Targets => self.hand(*seat).target.is_none(),
            Phase::Cards => !self.hand(*seat).is_ready(),
        };
        state.left().into_iter().filter(open).collect()
    }

    /// The turn as the table takes it.
    pub fn plays(&self, state: &State) -> Vec<Play> {
        let play = |seat: Seat| {
            let hand = self.hand(seat);
            Play {
                seat,
                attack: hand.of(Kind::Attack),
                defence: hand.of(Kind::Defence),
                on: match hand.target {
                    Some(Target::Player(on)) => Some(on),
                    _ => None,
                },
                wants: hand.wants,
                treasure: hand.treasure,
            }
        };
        state.left().into_iter().map(play).collect()
    }

    /// The fights, as far as they are decided.
    pub fn resolved(&self, state: &State, bonus: u32) -> Resolved {
        resolve(state, &self.plays(state), bonus)
    }

    fn change(&mut self, seat: Seat, change: impl FnOnce(&mut Hand)) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            change(hand);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::PlayerColour;
    use crate::table::battling::{Out, Player, Why};

    fn state(players: u8) -> State {
        let player = |chair: u8| Player {
            name: format!("P{chair}"),
            colour: PlayerColour::ALL[usize::from(chair)],
            chair,
            note: String::new(),
            life: 80,
            taken: Vec::new(),
            out: None,
        };
        State { players: (0..players).map(player).collect(), turn: 1, ..State::default() }
    }

    fn ready(state: &State) -> Draft {
        let mut draft = Draft::default();
        draft.prune(state);
        draft.enter(state, Entry::Phase(Phase::Cards));
        for seat in state.seats() {
            let on = Seat::at((seat.index() + 1) % state.players.len()).expect("a few players");
            draft.enter(state, Entry::Target(seat, Some(Target::Player(on))));
            draft.enter(state, Entry::Lay(seat, Rank::ACE));
            draft.enter(state, Entry::Kind(seat, Kind::Defence));
            draft.enter(state, Entry::Lay(seat, Rank::JACK));
        }
        draft
    }

    #[test]
    fn targets_are_shown_when_the_last_one_is_named() {
        let state = state(3);
        let mut draft = Draft::default();
        draft.prune(&state);
        draft.enter(&state, Entry::Phase(Phase::Targets));
        draft.enter(&state, Entry::Target(Seat(0), Some(Target::Nobody)));
        draft.enter(&state, Entry::Target(Seat(1), Some(Target::Player(Seat(0)))));
        assert_eq!((draft.phase, draft.waits_for(&state)), (Phase::Targets, vec![Seat(2)]));
        draft.enter(&state, Entry::Target(Seat(1), None));
        assert_eq!(draft.waits_for(&state), [Seat(1), Seat(2)]);
        draft.enter(&state, Entry::Target(Seat(2), Some(Target::Nobody)));
        draft.enter(&state, Entry::Target(Seat(1), Some(Target::Player(Seat(2)))));
        assert_eq!((draft.phase, draft.waits_for(&state)), (Phase::Cards, vec![Seat(0), Seat(1), Seat(2)]));
    }

    #[test]
    fn a_hand_has_two_cards_and_each_of_a_kind_once() {
        let state = state(2);
        let mut draft = Draft::default();
        draft.prune(&state);
        let seven = Rank::of_points(7).expect("a card");
        for rank in [seven, seven, Rank::KING, Rank::ACE] {
            draft.enter(&state, Entry::Lay(Seat(1), rank));
        }
        assert_eq!(draft.hand(Seat(1)).cards, [(Kind::Attack, seven), (Kind::Attack, Rank::KING)]);
        draft.enter(&state, Entry::TakeUp(Seat(1)));
        draft.enter(&state, Entry::Kind(Seat(1), Kind::Defence));
        draft.enter(&state, Entry::Lay(Seat(1), seven));
        let hand = draft.hand(Seat(1));
        assert_eq!((hand.of(Kind::Attack), hand.of(Kind::Defence)), (vec![seven], vec![seven]));
    }

    #[test]
    fn what_no_longer_fits_is_dropped_and_the_rest_stays() {
        let mut state = state(3);
        let mut draft = ready(&state);
        draft.enter(&state, Entry::Phase(Phase::Fights));
        // A correction of life points leaves all as it is.
        state.players[0].life = 71;
        draft.prune(&state);
        assert_eq!((draft.phase, draft.plays(&state).len()), (Phase::Fights, 3));
        // A player who is out has no hand, and their attackers choose again.
        state.players[1].out = Some(Out { why: Why::Life, turn: 1 });
        draft.prune(&state);
        assert_eq!((draft.phase, draft.waits_for(&state)), (Phase::Cards, vec![Seat(0)]));
        assert!(draft.hand(Seat(0)).is_laid() && draft.hand(Seat(1)).cards.is_empty());
        // Another turn begins with nothing.
        state.turn = 2;
        draft.prune(&state);
        assert_eq!((draft.phase, draft.hand(Seat(0))), (Phase::Draw, Hand::default()));
    }

    #[test]
    fn a_draft_reads_as_it_was_written() {
        let state = state(4);
        let mut draft = ready(&state);
        draft.enter(&state, Entry::Wants(Seat(2), Some(Wants::Rob)));
        draft.enter(&state, Entry::Treasure(Seat(2), Rank::QUEEN));
        let text = serde_json::to_string(&draft).expect("JSON");
        assert_eq!(serde_json::from_str::<Draft>(&text).expect("a draft"), draft);
    }
}
