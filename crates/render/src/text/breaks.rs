//! Optimal breaking of a sequence into parts: boxes into lines, slabs into pages.

/// The cheapest split into consecutive parts from each place to the end, found by dynamic programming.
#[derive(Clone)]
pub struct CheapestParts {
    /// For each place the least cost of all that follows, and the index after the first part of that.
    best: Vec<(f64, usize)>,
}

impl CheapestParts {
    /// Creates one for so many items, without any parts.
    pub fn new(count: usize) -> Self {
        let mut best = vec![(f64::INFINITY, count); count + 1];
        best[count].0 = 0.0;
        Self { best }
    }

    /// Finds the cheapest parts from each place before `before`; those from `before` on are known.
    ///
    /// `parts` is called once per place. It calls its second argument for each possible part that starts there, with the
    /// index after the last item of the part, and with the cost of that part. It offers at least one.
    pub fn find(&mut self, before: usize, mut parts: impl FnMut(usize, &mut dyn FnMut(usize, f64))) {
        for start in (0..before).rev() {
            let mut cheapest = (f64::INFINITY, self.best.len() - 1);
            parts(start, &mut |end, cost| {
                let total = cost + self.best[end].0;
                if total < cheapest.0 {
                    cheapest = (total, end);
                }
            });
            self.best[start] = cheapest;
        }
    }

    /// Returns the indices after the parts, in order.
    pub fn ends(&self) -> Vec<usize> {
        let (mut ends, mut at) = (Vec::new(), 0);
        while at + 1 < self.best.len() {
            at = self.best[at].1;
            ends.push(at);
        }
        ends
    }

    /// Returns the total cost.
    pub fn total(&self) -> f64 {
        self.best[0].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_counts_and_not_each_part() {
        // Parts of three are the cheapest of all, but leave one item over, which is expensive.
        let cost = |length: usize| [0.0, 10.0, 3.0, 1.0][length];
        let mut parts = CheapestParts::new(4);
        parts.find(4, |start, offer| {
            for end in start + 1..=4.min(start + 3) {
                offer(end, cost(end - start));
            }
        });
        assert_eq!((parts.ends(), parts.total()), (vec![2, 4], 6.0));
        // The part before the last two is dearer now, and those two are known.
        parts.find(2, |start, offer| offer(start + 1, 5.0));
        assert_eq!((parts.ends(), parts.total()), (vec![1, 2, 4], 13.0));
        assert!(CheapestParts::new(0).ends().is_empty());
    }
}
