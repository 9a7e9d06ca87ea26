//! Measures in messages: a rounded one never reads as its limit.

/// Of how many digits behind the point a measure is printed.
const DIGITS: i32 = 2;

/// Returns a measure below its limit, rounded down.
pub(super) fn under(measure: f64, limit: f64) -> f64 {
    let unit = 10_f64.powi(-DIGITS);
    // A little more, since 0.29 is stored as a little less.
    let steps = (measure / unit + 1e-6).floor();
    let rounded = (steps * unit * 1e6).round() / 1e6;
    if rounded < limit { rounded } else { ((steps - 1.0) * unit * 1e6).round() / 1e6 }
}

/// Rounds a length or a size to what a ruler can show.
pub(super) fn rounded(measure: f64) -> f64 {
    (measure * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_a_limit_reads_as_less() {
        let told: Vec<f64> = [4.4651, 4.4999, 4.499_999_999_9, 0.29, 6.25].map(|measure| under(measure, 4.5)).to_vec();
        assert_eq!(told[..4], [4.46, 4.49, 4.49, 0.29]);
        assert_eq!(under(7.9999, 8.0).to_string(), "7.99");
        assert_eq!(under(199.999, 200.0).to_string(), "199.99");
    }
}
