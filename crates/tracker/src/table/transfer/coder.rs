//! Compresses text with a context-mixing model and an arithmetic coder, as the PAQ family does.
//!
//! Each bit is predicted from several contexts (orders 1 to 4 and 6, the word, the line); a small online-trained mixer weighs
//! their predictions in the logistic domain, and a binary arithmetic coder spends −log₂ p on a bit predicted with probability p.
//! Journals are short and alike, so the model is primed with a sample of them. All arithmetic is in integers: every machine
//! has to predict the same.

use std::sync::LazyLock;

/// The text that primes the model: changing it requires a new version of the packed format.
const SAMPLE: &str = include_str!("sample.txt");
/// Number of contexts that predict each bit.
const CONTEXTS: usize = 8;
/// Slots of a context's table, as a power of two.
const SLOTS: u32 = 18;
/// Probabilities are fixed-point numbers: this is 1.
const ONE: i32 = 1 << 16;

/// The encoder: text to bytes.
pub struct Packer {
    model: Model,
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

/// The decoder: bytes to text.
pub struct Unpacker<'a> {
    model: Model,
    low: u32,
    high: u32,
    value: u32,
    rest: &'a [u8],
    /// Number of bytes read past the end.
    beyond: usize,
}

impl Packer {
    /// Creates an empty coder.
    pub fn new() -> Self {
        Self { model: Model::new(), low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// Adds text.
    pub fn push(&mut self, text: &str) {
        for letter in text.bytes() {
            for bit in (0..8).rev() {
                let bit = letter >> bit & 1 == 1;
                let middle = middle(self.low, self.high, self.model.predict());
                if bit {
                    self.high = middle;
                } else {
                    self.low = middle + 1;
                }
                self.model.train(bit);
                while (self.low ^ self.high) >> 24 == 0 {
                    self.bytes.push(self.high.to_be_bytes()[0]);
                    self.low <<= 8;
                    self.high = self.high << 8 | 255;
                }
            }
        }
    }

    /// Flushes the arithmetic coder: all bytes.
    pub fn finish(mut self) -> Vec<u8> {
        // Past the end the decoder reads zeros.
        if self.low > 0 {
            self.bytes.push(self.low.to_be_bytes()[0] + 1);
        }
        self.bytes
    }
}

impl<'a> Unpacker<'a> {
    /// Begins with the first byte of the packed data.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut unpacker = Self { model: Model::new(), low: 0, high: u32::MAX, value: 0, rest: bytes, beyond: 0 };
        for _ in 0..4 {
            unpacker.value = unpacker.value << 8 | unpacker.byte();
        }
        unpacker
    }

    fn byte(&mut self) -> u32 {
        let first = self.rest.split_off_first();
        self.beyond += usize::from(first.is_none());
        first.copied().unwrap_or_default().into()
    }

    /// Returns the next byte of text; `None` at the end. Where the text ends is for the caller to know.
    pub fn letter(&mut self) -> Option<u8> {
        // The decoder reads four bytes ahead.
        if self.beyond > 4 {
            return None;
        }
        let mut letter = 0;
        for _ in 0..8 {
            let middle = middle(self.low, self.high, self.model.predict());
            let bit = self.value <= middle;
            if bit {
                self.high = middle;
            } else {
                self.low = middle + 1;
            }
            self.model.train(bit);
            letter = letter << 1 | u8::from(bit);
            while (self.low ^ self.high) >> 24 == 0 {
                self.low <<= 8;
                self.high = self.high << 8 | 255;
                self.value = self.value << 8 | self.byte();
            }
        }
        Some(letter)
    }
}

/// Returns the division of the coder's interval: a 1 takes the lower part, in proportion to its probability.
fn middle(low: u32, high: u32, likely: u32) -> u32 {
    let part = (u64::from(high - low) * u64::from(likely)) >> 16;
    low + u32::try_from(part).unwrap_or_default()
}

/// The context-mixing model: bit counts for each context, and a mixer of their predictions.
struct Model {
    /// Hashed tables of bit counts, four bits for zeros and four for ones, one table a context.
    seen: Vec<u8>,
    /// The adaptive probability of a 1 for each pair of counts, by context.
    likely: Vec<u16>,
    /// The mixer's weights; one set for each number of contexts that have counts.
    weights: Vec<i32>,
    /// Hashes of the contexts at the start of this byte.
    hashes: [u32; CONTEXTS],
    /// The bits of this byte so far, after a leading 1.
    partial: u32,
    history: u64,
    line: Line,
    before: Line,
    prediction: Prediction,
}

/// The contexts of a line.
#[derive(Clone, Copy, Default)]
struct Line {
    /// Hash of the line so far.
    all: u32,
    /// Hash of its first word and the first digit after it: the command, and the player.
    gist: u32,
    has_digit: bool,
    /// Hashes of the current word and the one before.
    word: u32,
    last: u32,
}

/// A prediction and its inputs, kept for training.
#[derive(Clone, Copy, Default)]
struct Prediction {
    slots: [usize; CONTEXTS],
    stretched: [i32; CONTEXTS],
    set: usize,
    likely: i32,
}

fn hash(a: u32, b: u32) -> u32 {
    let mixed = a.wrapping_mul(0x9E37_79B1).wrapping_add(b.wrapping_mul(0x85EB_CA6B)).wrapping_add(0x27D4_EB2F);
    mixed ^ (mixed >> 15)
}

impl Line {
    fn push(&mut self, letter: u8) {
        let code = u32::from(letter);
        self.all = hash(self.all, code);
        if letter.is_ascii_digit() && !self.has_digit {
            self.has_digit = true;
            self.gist = hash(self.gist, code);
        }
        if letter.is_ascii_alphabetic() || letter == b'-' {
            self.word = hash(self.word, code);
        } else if self.word != 0 {
            if self.gist == 0 {
                self.gist = self.word;
            }
            self.last = self.word;
            self.word = 0;
        }
    }
}

impl Model {
    fn new() -> Self {
        let mut model = Self {
            seen: vec![0; CONTEXTS << SLOTS],
            likely: (0..CONTEXTS << 8).map(expected).collect(),
            weights: vec![ONE * 3 / 10; (CONTEXTS + 1) * CONTEXTS],
            hashes: [0; CONTEXTS],
            partial: 1,
            history: 0,
            line: Line::default(),
            before: Line::default(),
            prediction: Prediction::default(),
        };
        for letter in SAMPLE.bytes() {
            for bit in (0..8).rev() {
                model.predict();
                model.train(letter >> bit & 1 == 1);
            }
        }
        model
    }

    /// Returns the probability that the next bit is a 1, in parts of [`ONE`].
    fn predict(&mut self) -> u32 {
        let mut known = 0;
        for context in 0..CONTEXTS {
            let at = hash(self.hashes[context], self.partial) >> (32 - SLOTS);
            let slot = (context << SLOTS) + at as usize;
            let seen = self.seen[slot];
            known += usize::from(seen != 0);
            let likely = self.likely[(context << 8) + usize::from(seen)];
            self.prediction.slots[context] = slot;
            self.prediction.stretched[context] = if seen == 0 { 0 } else { stretch(likely) };
        }
        self.prediction.set = known * CONTEXTS;
        let weights = &self.weights[self.prediction.set..self.prediction.set + CONTEXTS];
        let sum: i64 = weights
            .iter()
            .zip(self.prediction.stretched)
            .map(|(weight, value)| i64::from(*weight) * i64::from(value))
            .sum();
        self.prediction.likely = squash(i32::try_from(sum >> 16).unwrap_or_default());
        self.prediction.likely.unsigned_abs()
    }

    /// Trains the mixer, the probabilities and the counts with the actual bit.
    fn train(&mut self, bit: bool) {
        let wanted = if bit { ONE - 1 } else { 0 };
        let error = wanted - self.prediction.likely;
        for context in 0..CONTEXTS {
            let weight = &mut self.weights[self.prediction.set + context];
            *weight += (self.prediction.stretched[context] * (error >> 3) + (1 << 12)) >> 13;
            let seen = &mut self.seen[self.prediction.slots[context]];
            let likely = &mut self.likely[(context << 8) + usize::from(*seen)];
            let moved = i32::from(*likely) + ((wanted - i32::from(*likely)) >> 6);
            *likely = u16::try_from(moved).unwrap_or(*likely);
            let (zeros, ones) = (*seen >> 4, *seen & 15);
            let less = |other: u8| if other > 2 { other / 2 + 1 } else { other };
            *seen = if bit { less(zeros) << 4 | (ones + 1).min(15) } else { (zeros + 1).min(15) << 4 | less(ones) };
        }
        self.partial = self.partial << 1 | u32::from(bit);
        if self.partial >> 8 == 1 {
            self.next(self.partial.to_le_bytes()[0]);
        }
    }

    /// Completes a byte: sets the contexts of the next one.
    fn next(&mut self, letter: u8) {
        self.partial = 1;
        self.history = self.history << 8 | u64::from(letter);
        if letter == b'\n' {
            self.before = std::mem::take(&mut self.line);
        } else {
            self.line.push(letter);
        }
        let recent = |letters: u32| {
            let masked = self.history & (u64::MAX >> (64 - 8 * letters));
            let [a, b, c, d, e, f, g, h] = masked.to_le_bytes();
            hash(u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]))
        };
        let Line { all, gist, word, last, .. } = self.line;
        self.hashes = [
            recent(1),
            recent(2),
            recent(3),
            recent(4),
            recent(6),
            hash(word, last),
            hash(all, self.before.gist),
            hash(all, gist),
        ];
    }
}

/// Returns the probability of a 1 after given numbers of zeros and ones, before training (the Krichevsky–Trofimov
/// estimate).
fn expected(slot: usize) -> u16 {
    let (zeros, ones) = (slot >> 4 & 15, slot & 15);
    let share = (2 * ones + 1) * 65_535 / (2 * (zeros + ones) + 2);
    u16::try_from(share).unwrap_or(u16::MAX)
}

/// Returns the logistic function: the probability of a 1 for log odds in 256ths.
fn squash(odds: i32) -> i32 {
    // Samples at every half between -8 and 8, with linear interpolation.
    const STEPS: [i32; 33] = [
        22, 36, 59, 98, 161, 266, 437, 719, 1179, 1928, 3108, 4957, 7812, 11_948, 17_625, 24_743, 32_768, 40_793,
        47_911, 53_588, 57_724, 60_579, 62_428, 63_608, 64_357, 64_817, 65_099, 65_270, 65_375, 65_438, 65_477, 65_500,
        65_514,
    ];
    let odds = odds.clamp(-2047, 2047) + 2048;
    let (step, between) = (odds >> 7, odds & 127);
    let at = usize::try_from(step).unwrap_or_default();
    (STEPS[at] * (128 - between) + STEPS[at + 1] * between) >> 7
}

/// Returns the logit, the inverse of [`squash`]: log odds of a probability.
fn stretch(likely: u16) -> i32 {
    static ODDS: LazyLock<Vec<i16>> = LazyLock::new(|| {
        let mut odds = vec![2047_i16; 4096];
        let mut from = 0;
        for value in -2047_i16..=2047 {
            let to = usize::try_from(squash(i32::from(value)) >> 4).unwrap_or_default();
            odds[from..=to].fill(value);
            from = to + 1;
        }
        odds
    });
    i32::from(ODDS[usize::from(likely >> 4)])
}
