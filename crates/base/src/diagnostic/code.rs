//! Codes of problems: they stay the same when a message is reworded.

use std::fmt;

/// The constants of [`Code`], each with its number and its name. Two on one number would be distinguished by nothing.
macro_rules! codes {
    ($($number:literal $name:ident)*) => {
        impl Code {
    /// Returns the digits of the code.
    pub const fn number(self) -> u16 {
        self.0
    }

            $(
                #[doc = concat!("Problem ", $number, " of `docs/problems.md`.")]
                pub const $name: Self = Self($number);
            )*

            /// All codes, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

mod all;

/// Code of a diagnostic. `docs/problems.md` has a section for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

impl Code {
    /// Parses a code as people type it: `E0312`, `e312`, `312`. `None` if no problem has it.
    pub fn parse(typed: &str) -> Option<Self> {
        let number = typed.trim().trim_start_matches(['E', 'e']).parse().ok()?;
        Self::ALL.binary_search(&Self(number)).ok().map(|index| Self::ALL[index])
    }
}

/// `E0312`: the letter is the same for errors, warnings and notes.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "E{:04}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn each_code_has_a_number_of_its_own_in_order() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_code_has_four_digits() {
        assert_eq!(Code::FILE_MISSING.to_string(), "E0101");
        assert_eq!(Code::BOARDS_EMPTY.to_string(), "E1201");
    }
}
