//! A second, plainer model of the game: every treasure is a card with a location.

/// Location of a treasure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Deck,
    With(usize),
    /// It is out of the game with this player, who had robbed it.
    GoneWith(usize),
    /// It has left the game with its owner.
    Gone,
}

/// An army.
#[derive(Clone, Debug)]
pub struct Army {
    pub life: i64,
    pub out: bool,
    /// Locations of its treasures of 2 to 14 points; the first two entries are unused.
    pub treasures: [Place; 15],
}

/// A player's actions in a turn.
#[derive(Clone, Debug)]
pub struct Hand {
    pub player: usize,
    pub attack: Vec<i64>,
    pub defence: Vec<i64>,
    pub on: Option<usize>,
    pub robs: bool,
    pub treasure: usize,
}

/// The game.
#[derive(Clone, Debug)]
pub struct Plain {
    pub armies: Vec<Army>,
    pub winners: Option<Vec<usize>>,
}

pub fn worth(cards: &[i64]) -> i64 {
    match cards {
        [] => 0,
        [one] => *one,
        [one, two] => one + two + 3,
        _ => panic!("more than two cards"),
    }
}

impl Plain {
    pub fn new(players: usize) -> Self {
        let life = match players {
            2 => 100,
            3 | 4 => 80,
            _ => 60,
        };
        Self { armies: vec![Army { life, out: false, treasures: [Place::Deck; 15] }; players], winners: None }
    }

    pub fn places(&self, army: usize) -> &[Place] {
        &self.armies[army].treasures[2..]
    }

    fn has_four(&self, player: usize) -> bool {
        (11..=14).all(|rank| self.armies.iter().any(|army| army.treasures[rank] == Place::With(player)))
    }

    pub fn turn(&mut self, hands: &[Hand]) {
        let hand = |player: usize| hands.iter().find(|hand| hand.player == player);
        // Damage by damage, from more than any two cards can deal down to 1.
        for damage in (1..=40).rev() {
            if self.winners.is_some() {
                return;
            }
            let before = self.clone();
            for (player, army) in before.armies.iter().enumerate() {
                let Some(Hand { attack, on: Some(target), robs, treasure, .. }) = hand(player) else { continue };
                let defence = hand(*target).map_or(0, |hand| worth(&hand.defence));
                if worth(attack) - defence != damage || army.out || before.armies[*target].out {
                    continue;
                }
                let target = &mut self.armies[*target];
                if *robs && target.treasures[2..].contains(&Place::Deck) {
                    assert_eq!(target.treasures[*treasure], Place::Deck, "what is drawn lies in the deck");
                    target.treasures[*treasure] = Place::With(player);
                } else {
                    target.life = (target.life - damage).max(0);
                }
            }
            self.after(&before);
        }
    }

    /// Finds who has won and who is out, after simultaneous fights.
    fn after(&mut self, before: &Self) {
        let players = 0..self.armies.len();
        let four: Vec<usize> =
            players.clone().filter(|player| !before.armies[*player].out && self.has_four(*player)).collect();
        for player in players.clone().filter(|player| !four.contains(player)) {
            let army = &self.armies[player];
            let faces = army.treasures[11..].contains(&Place::Deck);
            if army.out || (army.life > 0 && faces) {
                continue;
            }
            self.armies[player].out = true;
            for treasure in self.armies[player].treasures.iter_mut().filter(|place| **place == Place::Deck) {
                *treasure = Place::Gone;
            }
            for treasure in self.armies.iter_mut().flat_map(|army| &mut army.treasures) {
                if *treasure == Place::With(player) {
                    *treasure = Place::GoneWith(player);
                }
            }
        }
        let left: Vec<usize> = players.filter(|player| !self.armies[*player].out).collect();
        if !four.is_empty() {
            self.winners = Some(four);
        } else if left.len() < 2 {
            self.winners = Some(left);
        }
    }
}
