//! Numbers of rules.

use std::fmt;
use std::str::FromStr;

/// The number by which data, rulebook and table name a rule; a book prints numbers of its own for facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleNumber {
    /// A rule of the game: `S38`.
    Fact(u16),
    /// A ruling, where the rules are silent or can be read in two ways: `R5`.
    Ruling(u16),
}

/// A text is no number of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not the number of a rule, such as `S38` or `R5`")]
pub struct NoRuleNumber;

impl FromStr for RuleNumber {
    type Err = NoRuleNumber;

    fn from_str(text: &str) -> Result<Self, NoRuleNumber> {
        let number = |digits: &str| {
            let plain = !digits.starts_with(['0', '+']);
            digits.parse().ok().filter(|_| plain).ok_or(NoRuleNumber)
        };
        match (text.strip_prefix('S'), text.strip_prefix('R')) {
            (Some(digits), _) => number(digits).map(Self::Fact),
            (_, Some(digits)) => number(digits).map(Self::Ruling),
            _ => Err(NoRuleNumber),
        }
    }
}

impl fmt::Display for RuleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(number) => write!(f, "S{number}"),
            Self::Ruling(number) => write!(f, "R{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in [RuleNumber::Fact(1), RuleNumber::Fact(61), RuleNumber::Ruling(13)] {
            assert_eq!(number.to_string().parse(), Ok(number));
        }
        for text in ["", "S", "38", "s38", "S038", "S+3", "S3.1", "R-1", "T4"] {
            assert_eq!(text.parse::<RuleNumber>(), Err(NoRuleNumber), "{text}");
        }
    }
}
