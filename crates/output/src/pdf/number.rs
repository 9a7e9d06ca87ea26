//! Numbers as text, as few bytes as can be: a document has half a million of them.

/// The powers of ten, as far as there are places after the point.
pub(super) const POWERS: [f64; 6] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];

/// Room for six numbers of the most digits and an operator.
pub(super) const ROOM: usize = 160;

/// Up to three letters from the left, with their number: four bytes are copied without a call.
pub(super) type Few = [u8; 4];

/// Returns a short text.
#[allow(clippy::cast_possible_truncation, reason = "three at most")]
pub(super) const fn few(text: &str) -> Few {
    let mut few = [0; 4];
    let mut at = 0;
    while at < text.len() {
        few[at] = text.as_bytes()[at];
        at += 1;
    }
    few[3] = at as u8;
    few
}

/// The numbers from 0 to 999, with all their digits.
const PADDED: [Few; 1000] = digits(false, false);
/// Without leading zeros, as before a point; empty for 0.
const WHOLE: [Few; 1000] = digits(true, false);
/// Without trailing zeros, as after a point; empty for 0.
const PART: [Few; 1000] = digits(false, true);

#[allow(clippy::cast_possible_truncation, reason = "single digits")]
const fn digits(none_before: bool, none_behind: bool) -> [Few; 1000] {
    let mut all = [[0; 4]; 1000];
    let mut number = 0;
    while number < 1000 {
        let three = [number / 100, number / 10 % 10, number % 10];
        let (mut from, mut to) = (0, 3);
        while none_before && from < to && three[from] == 0 {
            from += 1;
        }
        while none_behind && from < to && three[to - 1] == 0 {
            to -= 1;
        }
        let mut at = from;
        while at < to {
            all[number][at - from] = b'0' + three[at] as u8;
            at += 1;
        }
        all[number][3] = (to - from) as u8;
        number += 1;
    }
    all
}

/// Writes a number into a line, without trailing zeros, and a space after it; returns the end.
#[inline]
pub(super) fn write_number(line: &mut [u8; ROOM], mut at: usize, value: f64, places: usize) -> usize {
    #[allow(clippy::cast_possible_truncation, reason = "coordinates of a page are small")]
    let steps = ((value.abs() * POWERS[places] + 0.5) as i64).unsigned_abs();
    if value < 0.0 && steps > 0 {
        line[at] = b'-';
        at += 1;
    }
    // Divisors that are known when this is compiled are multiplied by. The part is in millionths.
    let (whole, part) = match places {
        0 => (steps, 0),
        1 => (steps / 10, steps % 10 * 100_000),
        2 => (steps / 100, steps % 100 * 10_000),
        3 => (steps / 1000, steps % 1000 * 1000),
        4 => (steps / 10_000, steps % 10_000 * 100),
        _ => (steps / 100_000, steps % 100_000 * 10),
    };
    if whole < 1_000_000 {
        let (thousands, ones) = (small(whole / 1000), small(whole % 1000));
        at = put(line, at, WHOLE[thousands]);
        at = put(line, at, if thousands == 0 { WHOLE[ones] } else { PADDED[ones] });
    } else {
        let mut buffer = itoa::Buffer::new();
        let digits = buffer.format(whole).as_bytes();
        line[at..at + digits.len()].copy_from_slice(digits);
        at += digits.len();
    }
    if part > 0 {
        line[at] = b'.';
        let (thousandths, millionths) = (small(part / 1000), small(part % 1000));
        if millionths == 0 {
            at = put(line, at + 1, PART[thousandths]);
        } else {
            at = put(line, at + 1, PADDED[thousandths]);
            at = put(line, at, PART[millionths]);
        }
    } else if whole == 0 {
        line[at] = b'0';
        at += 1;
    }
    line[at] = b' ';
    at + 1
}

/// Writes a few letters, which later text may overwrite. Returns the end.
#[inline]
pub(super) fn put(line: &mut [u8; ROOM], at: usize, few: Few) -> usize {
    line[at..at + 4].copy_from_slice(&few);
    at + usize::from(few[3])
}

/// Returns a number below 1,000 as an index.
fn small(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
