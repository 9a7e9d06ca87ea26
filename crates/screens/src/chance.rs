//! Lots and dice of the table, for people who have none at hand.

use fastrand::Rng;

/// Where lots and dice come from, and the dice that were rolled in this frame.
pub struct Chance {
    random: Rng,
    rolled: Vec<u8>,
}

impl Default for Chance {
    /// Seeded by the system.
    fn default() -> Self {
        Self { random: Rng::new(), rolled: Vec::new() }
    }
}

impl Chance {
    /// Lots and dice that are the same for every run with this seed.
    pub fn seeded(seed: u64) -> Self {
        Self { random: Rng::with_seed(seed), rolled: Vec::new() }
    }

    /// A number below another one, each as likely as the others.
    pub fn draw(&mut self, below: usize) -> usize {
        self.random.usize(..below.max(1))
    }

    /// A die with six sides. People see it on the screen.
    pub fn die(&mut self) -> u8 {
        let shown = self.random.u8(1..=6);
        self.rolled.push(shown);
        shown
    }

    /// Rolls a die with a number of sides; people see it on their own sheet.
    pub fn side(&mut self, sides: u8) -> u8 {
        self.random.u8(1..=sides.max(1))
    }

    /// The dice that were rolled since this was last asked.
    pub fn take_rolled(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rolled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_of_a_die_shows_about_as_often_and_no_two_tables_roll_the_same() {
        let mut chance = Chance::seeded(5);
        let mut sides = [0_u32; 6];
        (0..60_000).for_each(|_| sides[usize::from(chance.die()) - 1] += 1);
        assert!(sides.iter().all(|count| (9_600..10_400).contains(count)), "{sides:?}");
        assert_eq!((chance.take_rolled().len(), chance.take_rolled().len()), (60_000, 0));
        let dice = |mut chance: Chance| (0..40).map(|_| chance.die()).collect::<Vec<_>>();
        assert_eq!(dice(Chance::seeded(9)), dice(Chance::seeded(9)));
        assert_ne!(dice(Chance::default()), dice(Chance::default()));
    }

    #[test]
    fn a_die_shows_each_of_its_sides_and_no_other() {
        let mut chance = Chance::seeded(3);
        for sides in [2, 4, 20] {
            let shown: std::collections::BTreeSet<u8> = (0..1000).map(|_| chance.side(sides)).collect();
            assert_eq!(shown.into_iter().collect::<Vec<_>>(), (1..=sides).collect::<Vec<_>>());
        }
        assert!(chance.take_rolled().is_empty());
    }

    #[test]
    fn lots_are_drawn_among_all_and_none_is_drawn_among_nobody() {
        let mut chance = Chance::seeded(1);
        let drawn: std::collections::BTreeSet<usize> = (0..200).map(|_| chance.draw(8)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        assert_eq!((chance.draw(0), chance.draw(1)), (0, 0));
    }
}
