//! Optimal breaking of a sequence into parts: boxes into lines, slabs into pages.

/// Splits `count` items into consecutive parts at the minimum total cost, by dynamic programming from the end.
///
/// `parts` is called once per possible start of a part. It calls its second argument for each possible part that starts
/// there, with the index after the last item of the part, and with the cost of that part. It offers at least one.
///
/// Returns the indices after the parts, in order, and the total cost.
pub fn break_cheapest(count: usize, mut parts: impl FnMut(usize, &mut dyn FnMut(usize, f64))) -> (Vec<usize>, f64) {
    // The least cost of all that follows a place, and where the first part of that ends.
    let mut best = vec![(f64::INFINITY, count); count + 1];
    best[count].0 = 0.0;
    for start in (0..count).rev() {
        let mut cheapest = best[start];
        parts(start, &mut |end, cost| {
            let total = cost + best[end].0;
            if total < cheapest.0 {
                cheapest = (total, end);
            }
        });
        best[start] = cheapest;
    }
    let mut ends = Vec::new();
    let mut at = 0;
    while at < count {
        at = best[at].1;
        ends.push(at);
    }
    (ends, best[0].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_counts_and_not_each_part() {
        // Parts of three are the cheapest of all, but leave one item over, which is expensive.
        let cost = |length: usize| [0.0, 10.0, 3.0, 1.0][length];
        let (ends, total) = break_cheapest(4, |start, offer| {
            for end in start + 1..=4.min(start + 3) {
                offer(end, cost(end - start));
            }
        });
        assert_eq!((ends, total), (vec![2, 4], 6.0));
        assert_eq!(break_cheapest(0, |_, _| ()), (Vec::new(), 0.0));
    }
}
