//! Lots and dice of the table, for people who have none at hand.

use std::cell::Cell;

use super::canvas::Canvas;

/// A number below another one, each as likely as the others. What people do and when they do it is the source: nobody touches a
/// screen twice in the same microseconds.
pub fn draw(canvas: &Canvas<'_, '_>, below: u64) -> u64 {
    thread_local! {
        static DRAWN: Cell<u64> = const { Cell::new(0) };
    }
    let ctx = canvas.tools.ui.ctx();
    let now = ctx.input(|input| input.time.to_bits());
    DRAWN.set(next(DRAWN.get(), now));
    DRAWN.get() % below.max(1)
}

/// A die with six sides.
pub fn die(canvas: &Canvas<'_, '_>) -> u8 {
    u8::try_from(draw(canvas, 6)).unwrap_or_default() + 1
}

/// What is drawn after something else, at a moment. (The constant is the golden ratio's, as in SplitMix64.)
fn next(last: u64, now: u64) -> u64 {
    mix(last.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ mix(now))
}

/// Scatters the bits of a number, so that moments close to each other draw different lots (the last step of MurmurHash3).
fn mix(mut bits: u64) -> u64 {
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ (bits >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_close_to_each_other_show_every_side_of_a_die_about_as_often() {
        let mut sides = [0_u32; 6];
        let mut last = 0_u64;
        for step in 0..60_000_u32 {
            last = next(last, (f64::from(step) / 60.0).to_bits());
            sides[usize::try_from(last % 6).unwrap()] += 1;
        }
        assert!(sides.iter().all(|count| (9_600..10_400).contains(count)), "{sides:?}");
    }
}
