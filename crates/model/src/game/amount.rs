//! Figures with a fraction or a sign.

use std::fmt;

/// A number in thousandths, and how it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Number in thousandths.
    pub thousandths: i64,
    /// True if positive numbers have a plus sign.
    pub sign: bool,
    /// True if a comma parts the fraction from the whole, as most of Europe writes it.
    pub comma: bool,
}

impl Amount {
    /// Returns it without a plus sign, and with a point, as data write it.
    pub fn plain(thousandths: i64) -> Self {
        Self { thousandths, sign: false, comma: false }
    }
}

/// Languages that part a fraction by a comma.
const COMMA: [&str; 25] = [
    "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "is", "it", "lt", "lv", "nb", "nl", "no", "pl",
    "pt", "ro", "ru", "sk", "sv", "tr",
];

/// True if a language (BCP 47) parts a fraction by a comma.
pub(super) fn has_comma(language: &str) -> bool {
    COMMA.contains(&language.split('-').next().unwrap_or_default())
}

impl fmt::Display for Amount {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.thousandths, self.sign) {
            (..0, _) => to.write_str("−")?,
            (_, true) => to.write_str("+")?,
            _ => {}
        }
        let (whole, part) = (self.thousandths.unsigned_abs() / 1000, self.thousandths.unsigned_abs() % 1000);
        write!(to, "{whole}")?;
        if part > 0 {
            let digits = format!("{part:03}");
            write!(to, "{}{}", if self.comma { ',' } else { '.' }, digits.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_printed_as_people_write_them() {
        let told = |thousandths, sign, comma| Amount { thousandths, sign, comma }.to_string();
        assert_eq!(told(1500, false, false), "1.5");
        assert_eq!(told(1500, true, true), "+1,5");
        assert_eq!(told(-250, true, false), "−0.25");
        assert_eq!(told(-2000, false, false), "−2");
        assert_eq!(told(0, true, false), "+0");
        assert_eq!(told(12_005, false, false), "12.005");
        assert_eq!(["de-AT", "en-GB", "ja"].map(has_comma), [true, false, false]);
    }
}
