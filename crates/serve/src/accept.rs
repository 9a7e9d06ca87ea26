//! Negotiates the encoding of a file for a client.

/// Encoding of a file's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// Smallest.
    Brotli,
    /// Supported by every client.
    Gzip,
    /// As they are.
    Plain,
}

impl Coding {
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Brotli => &["br"],
            Self::Gzip => &["gzip", "x-gzip"],
            Self::Plain => &["identity"],
        }
    }
}

/// Returns the offer that a client prefers; the first of equal ones.
pub(super) fn best<T>(accepted: &str, offered: impl IntoIterator<Item = (Coding, T)>) -> Option<(Coding, T)> {
    let mut best = None;
    let mut most = 0.0;
    for (coding, form) in offered {
        let weight = weight(accepted, coding.names());
        if weight > most {
            (best, most) = (Some((coding, form)), weight);
        }
    }
    best
}

/// Returns the client's quality value of a coding, from 0 for never to 1: under its name, or else under `*`.
fn weight(accepted: &str, names: &[&str]) -> f32 {
    let mut any = 0.0;
    for wish in accepted.split(',') {
        let mut words = wish.split(';').map(str::trim);
        let name = words.next().unwrap_or_default();
        let weight = words.find_map(quality).unwrap_or(1.0);
        if names.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            return weight;
        }
        if name == "*" {
            any = weight;
        }
    }
    any
}

/// Parses `q=0.5`; an invalid number counts as a refusal.
fn quality(word: &str) -> Option<f32> {
    let (name, figure) = word.split_once('=')?;
    let figure = || figure.trim().parse().ok().filter(|figure| (0.0..=1.0).contains(figure)).unwrap_or(0.0);
    name.trim().eq_ignore_ascii_case("q").then(figure)
}

#[cfg(test)]
mod tests {
    use super::{Coding, best};

    fn chosen(accepted: &str, offered: &[Coding]) -> Option<Coding> {
        best(accepted, offered.iter().map(|coding| (*coding, ()))).map(|(coding, ())| coding)
    }

    #[test]
    fn the_best_coding_is_what_both_sides_want() {
        use Coding::{Brotli, Gzip, Plain};
        for (accepted, expected) in [
            ("", None),
            ("gzip, deflate, br, zstd", Some(Brotli)),
            ("gzip, deflate", Some(Gzip)),
            ("GZIP", Some(Gzip)),
            ("x-gzip", Some(Gzip)),
            ("deflate", None),
            ("brotli", None),
            ("br;q=0", None),
            ("br;q=0, gzip", Some(Gzip)),
            ("br; q=0.000 , gzip ;q=0.001", Some(Gzip)),
            ("gzip;q=1.0, br;q=0.5", Some(Gzip)),
            ("gzip;q=0.5, br;q=0.5", Some(Brotli)),
            ("identity, br;q=0.5", Some(Plain)),
            ("identity, br", Some(Brotli)),
            ("*", Some(Brotli)),
            ("*;q=0", None),
            ("*;q=0, gzip", Some(Gzip)),
            ("br;q=0, *", Some(Gzip)),
            ("identity;q=0", None),
            ("br;Q=0, gzip;level=9;q=1", Some(Gzip)),
            ("br;q=nan, gzip;q=2", None),
            ("br;q=-1, gzip;q=", None),
            (";;;,,=,q=1", None),
        ] {
            assert_eq!(chosen(accepted, &[Brotli, Gzip, Plain]), expected, "{accepted}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_chosen() {
        use Coding::{Brotli, Gzip, Plain};
        assert_eq!(chosen("br, gzip", &[Gzip, Plain]), Some(Gzip));
        assert_eq!(chosen("br, gzip;q=0.1", &[Brotli, Plain]), Some(Brotli));
        assert_eq!(chosen("br, gzip", &[Plain]), None);
        assert_eq!(chosen("br;q=0.5, *", &[Brotli, Plain]), Some(Plain));
    }
}
