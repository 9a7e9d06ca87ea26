//! Numbers of rules.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Number of a rule in data, rulebook and table.
///
/// It consists of a letter chosen by the game, a number, and a letter for a part of the rule: `S38`, `W15a`. `R` is for
/// rulings: `R5`. A book prints its own numbers for rules that aren't rulings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleNumber {
    letter: u8,
    number: u16,
    part: Option<u8>,
}

/// The text is not a rule number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a rule number such as `S38`, `W15a` or `R5`")]
pub struct ParseRuleNumberError;

/// Returns the rule number of a literal; invalid ones don't compile.
#[macro_export]
macro_rules! rule {
    ($text:literal) => {
        const { $crate::game::RuleNumber::literal($text) }
    };
}

impl RuleNumber {
    /// Returns the letter of the list of rules that it belongs to.
    pub const fn letter(self) -> u8 {
        self.letter
    }

    /// Returns its number in that list.
    pub const fn number(self) -> u16 {
        self.number
    }

    /// Parses the number of a rule.
    ///
    /// # Panics
    /// If it is not a rule number: this is for constants in the code.
    pub const fn literal(text: &str) -> Self {
        match Self::read(text) {
            Some(number) => number,
            None => panic!("not a rule number"),
        }
    }

    /// True for a ruling, where the rules are silent or ambiguous; false for a rule of the game.
    pub const fn is_ruling(self) -> bool {
        self.letter == b'R'
    }

    const fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let (mut end, mut part) = (bytes.len(), None);
        if end > 2 && bytes[end - 1].is_ascii_lowercase() {
            end -= 1;
            part = Some(bytes[end]);
        }
        if end < 2 || end > 5 || !bytes[0].is_ascii_uppercase() || bytes[1] == b'0' {
            return None;
        }
        let (mut number, mut at) = (0, 1);
        while at < end {
            if !bytes[at].is_ascii_digit() {
                return None;
            }
            number = number * 10 + (bytes[at] - b'0') as u16;
            at += 1;
        }
        Some(Self { letter: bytes[0], number, part })
    }
}

impl FromStr for RuleNumber {
    type Err = ParseRuleNumberError;

    fn from_str(text: &str) -> Result<Self, ParseRuleNumberError> {
        Self::read(text).ok_or(ParseRuleNumberError)
    }
}

impl fmt::Display for RuleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(self.letter), self.number)?;
        self.part.map_or(Ok(()), |part| write!(f, "{}", char::from(part)))
    }
}

impl fmt::Debug for RuleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Ord for RuleNumber {
    /// Rulings come last, numbers by their size: S9, S10, R1.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |rule: &Self| (rule.is_ruling(), rule.letter, rule.number, rule.part);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for RuleNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for text in ["S1", "S61", "R13", "W15a", "K17", "B1204"] {
            assert_eq!(text.parse::<RuleNumber>().map(|number| number.to_string()).as_deref(), Ok(text));
            assert_eq!(RuleNumber::literal(text).is_ruling(), text == "R13");
        }
        for text in
            ["", "S", "38", "s38", "S038", "S0", "S+3", "S3.1", "R-1", "SS4", "Sa", "S4ab", "S4A", "S70000", "É4"]
        {
            assert_eq!(text.parse::<RuleNumber>(), Err(ParseRuleNumberError), "{text}");
        }
    }

    #[test]
    fn rulings_come_last_and_numbers_by_their_size() {
        let mut rules = ["R1", "W15b", "S10", "W15", "S9", "W15a"].map(RuleNumber::literal);
        rules.sort();
        assert_eq!(rules.map(|rule| rule.to_string()).join(" "), "S9 S10 W15 W15a W15b R1");
    }
}
