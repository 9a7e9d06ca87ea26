//! Games at random, the same ones every time.

use skirmish_model::game::Rulings;
use skirmish_tracker::table::{CardId, PlayerColour, Seat, SeatCommand, Seating};

use skirmish_tracker::table::skirmish::{
    Attack, Command, Gear, Means, Played, Recovery, Rules, Setup, Shield, Special, State, Step, fight::Fight,
};

use super::{highlander, setup};

/// A small generator of numbers (xorshift64*).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).expect("31 bits") % bound
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn small(&mut self) -> u8 {
        u8::try_from(self.below(9)).expect("small")
    }

    /// Returns a random seat, now and then one without a player.
    fn seat(&mut self, state: &State) -> Seat {
        if self.one_in(200) {
            Seat(self.small())
        } else {
            Seat(u8::try_from(self.below(state.players.len())).expect("few"))
        }
    }

    fn any_card(&mut self, rules: &Rules) -> CardId {
        self.pick(rules.cards()).id.clone()
    }

    pub fn setup(&mut self) -> Setup {
        let count = 2 + self.below(7);
        let mut setup = if self.one_in(4) {
            let weapons =
                [Some("two-handed-axe"), Some("two-handed-sword"), Some("two-handed-axe"), Some("two-handed-sword")];
            let weapons: Vec<_> = (0..count).map(|at| weapons.get(at).copied().flatten()).collect();
            highlander(&weapons)
        } else {
            setup(u8::try_from(count).expect("few"))
        };
        setup.dealer = Seat(u8::try_from(self.below(count)).expect("few"));
        setup.decks = if self.one_in(5) { 2 } else { 1 };
        // A game that began before there were rulings as switches, one as the book plays, or one of another kind.
        setup.house = match self.below(3) {
            0 => None,
            1 => Some(Rulings::default()),
            _ => Some(Rulings {
                turn_for_health: self.one_in(2),
                rend_damage: self.one_in(2),
                trip_one_card: self.one_in(2),
                trip_any_time: self.one_in(2),
                spare_shields: self.one_in(2),
                all_regain: self.one_in(2),
            }),
        };
        setup
    }

    /// Returns a random command: moves most often, corrections now and then, nonsense too.
    pub fn command(&mut self, rules: &Rules, state: &State) -> Command {
        if !state.begun() || self.one_in(400) || (state.winner.is_some() && self.one_in(3)) {
            return Command::Begin(self.setup());
        }
        let seat = if self.one_in(6) { self.seat(state) } else { state.turn };
        match self.below(30) {
            0..=8 => Command::Attack(self.attack(rules, state, seat)),
            9..=13 => Command::EndTurn { seat },
            14..=16 => Command::Recover { seat, what: self.recovery(rules) },
            17 => Command::Wear { seat },
            18..=20 => Command::Adjust { seat: self.seat(state), by: i64::try_from(self.below(9)).expect("small") - 5 },
            21 => Command::Discard { seat, cards: (0..self.below(4)).map(|_| self.any_card(rules)).collect() },
            22 => Command::Reshuffle,
            23 => {
                let strike = (!self.one_in(3)).then(|| self.any_card(rules));
                let card = self.one_in(3).then(|| self.any_card(rules));
                Command::Trip { by: self.seat(state), on: self.seat(state), card, strike }
            }
            _ => self.correction(rules, state),
        }
    }

    fn recovery(&mut self, rules: &Rules) -> Recovery {
        match self.below(5) {
            0 => Recovery::Health,
            1 => Recovery::Shield,
            2 => Recovery::Weapon(self.any_card(rules)),
            3 => Recovery::Armour,
            _ => Recovery::Weapon(self.pick(rules.weapons()).clone()),
        }
    }

    fn gear(&mut self) -> Gear {
        *self.pick(&[Gear::Weapon, Gear::Shield, Gear::Mail])
    }

    fn correction(&mut self, rules: &Rules, state: &State) -> Command {
        let seat = self.seat(state);
        match self.below(13) {
            0 => Command::Lose { seat, gear: self.gear() },
            1 => Command::Take { seat, card: self.any_card(rules) },
            2 => Command::Take { seat, card: self.pick(rules.weapons()).clone() },
            3 => Command::Swap { seat, with: self.seat(state) },
            4 => Command::TurnShield { seat, to: *self.pick(&[Shield::None, Shield::Whole, Shield::Damaged]) },
            5 => Command::SetMail { seat, worn: !self.one_in(3) },
            6 => Command::Put { card: self.any_card(rules), by: i64::try_from(self.below(7)).expect("small") - 3 },
            7 => Command::Turn { seat },
            8 if self.one_in(4) => Command::Fall { seat, by: self.one_in(2).then(|| self.seat(state)) },
            9 => Command::BringBack { seat, health: i64::from(self.small()) },
            10 => SeatCommand::Rename { seat, name: format!("Name {}", self.below(50)) }.into(),
            11 => SeatCommand::Colour { seat, colour: *self.pick(&PlayerColour::ALL) }.into(),
            12 => SeatCommand::Sit { seat, chair: self.small() }.into(),
            _ => SeatCommand::Seating(*self.pick(&[Seating::Round, Seating::Long])).into(),
        }
    }

    fn attack(&mut self, rules: &Rules, state: &State, attacker: Seat) -> Attack {
        let mut attack = Attack::plain(attacker, self.seat(state));
        if self.one_in(5) {
            attack.means = Means::Alone(self.pick(rules.alone()).clone());
        } else {
            attack.basic = (!self.one_in(3)).then(|| self.pick(rules.basics()).clone());
            attack.special = (!self.one_in(3)).then(|| *self.pick(&Special::ALL));
            attack.names = (attack.special == Some(Special::Rend) || self.one_in(30)).then(|| self.gear());
        }
        // Most of the answers are requested ones.
        for _ in 0..8 {
            if self.one_in(3) {
                break;
            }
            let step = self.step(rules, state, &attack);
            attack.steps.push(step);
        }
        attack
    }

    fn step(&mut self, rules: &Rules, state: &State, attack: &Attack) -> Step {
        let fight = Fight::new(rules, state, attack);
        if self.one_in(6)
            && let Some(offer) = fight.trips().last()
        {
            let by = self.pick(&offer.by).0;
            return Step::Trip { by, on: offer.on, strike: self.one_in(2).then(|| self.any_card(rules)) };
        }
        if let Some(question) = fight.question()
            && !self.one_in(12)
        {
            let legal: Vec<_> = question.choices.iter().filter(|choice| choice.legal.is_ok()).collect();
            return self.pick(&legal).step.clone();
        }
        match self.below(8) {
            0 => Step::Hit,
            1 => Step::Shield,
            2 => Step::Card(self.any_card(rules)),
            3 => Step::CounterCharge { basic: self.any_card(rules) },
            4 => Step::Hook { by: self.seat(state) },
            5 => Step::NoHook,
            _ => {
                let on = *self.pick(&[Played::Attack, Played::Basic, Played::Special, Played::Answer, Played::Trip]);
                Step::Trip { by: self.seat(state), on, strike: None }
            }
        }
    }
}
