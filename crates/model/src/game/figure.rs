//! Values in texts: `{damage}`, `{sword.damage + damage}`, `{bonus.Thrust}`.
//!
//! A text quotes the values of the cards and never repeats them by hand, so a rule is changed in one place.

use super::amount::Amount;
use super::rich::{Draft, Formatting, Piece, Rich, TextSpan};
use crate::diagnostic::Code;

/// Name of the revision in texts: only it changes with every print run.
pub const REVISION: &str = "revision";

/// Meaning of a name between braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A number, which can be computed with.
    Number(i64),
    /// A number with a fraction or a sign, which can be computed with.
    Amount(Amount),
    /// Words.
    Words(String),
    /// A whole text with its markup.
    Text(Rich),
}

/// Resolves names between braces.
pub trait Lookup {
    /// Resolves a name: `damage`, `sword.damage`, `bonus.Thrust`.
    fn find(&self, name: &str) -> Option<Found>;

    /// Returns the printed text of a name that is used without a sum: a number may have its own sign for 0.
    fn printed(&self, name: &str) -> Option<Found> {
        self.find(name)
    }

    /// Returns all names, for "did you mean".
    fn names(&self) -> Vec<String>;
}

/// Why a figure has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FigureError {
    /// The name is unknown.
    #[error("unknown value `{0}`")]
    Unknown(String),
    /// The text between the braces is neither a name nor a sum of names.
    #[error("`{0}` can't be calculated")]
    NoSum(String),
    /// A sum is larger than any number.
    #[error("`{0}` is too large")]
    TooLarge(String),
    /// Something other than a number is in a sum.
    #[error("`{0}` isn't a number and can't be added to")]
    NotANumber(String),
}

impl FigureError {
    /// Returns the code of the problem.
    pub fn code(&self) -> Code {
        match self {
            Self::Unknown(_) => Code::FIGURE_UNKNOWN,
            Self::NoSum(_) => Code::FIGURE_NO_SUM,
            Self::TooLarge(_) => Code::FIGURE_TOO_LARGE,
            Self::NotANumber(_) => Code::FIGURE_NOT_A_NUMBER,
        }
    }
}

/// Looks up all figures of a draft.
///
/// # Errors
/// Each figure that has no value, with its bytes in the text.
pub fn resolve(draft: &Draft, lookup: &dyn Lookup) -> Result<Rich, Vec<(std::ops::Range<usize>, FigureError)>> {
    let mut errors = Vec::new();
    let mut paragraphs: Vec<Vec<TextSpan>> = Vec::with_capacity(draft.paragraphs.len());
    let mut colours: Vec<String> = draft.colours.iter().map(|(name, _)| name.clone()).collect();
    for paragraph in &draft.paragraphs {
        let mut spans: Vec<TextSpan> = Vec::with_capacity(paragraph.len());
        for (piece, formatting, range) in paragraph {
            match piece {
                Piece::Text(text) => add(&mut spans, TextSpan::Text(text.clone(), *formatting)),
                Piece::Mark(name) => spans.push(TextSpan::Mark(name.clone())),
                Piece::Item(label) => spans.push(TextSpan::Item(label.clone())),
                Piece::Figure(sum) => match value(sum, lookup) {
                    Ok(Found::Number(number)) => add(&mut spans, TextSpan::Text(self::number(number), *formatting)),
                    Ok(Found::Amount(amount)) => add(&mut spans, TextSpan::Text(amount.to_string(), *formatting)),
                    Ok(Found::Words(words)) => {
                        let formatting = Formatting { printing: sum == REVISION, ..*formatting };
                        add(&mut spans, TextSpan::Text(words, formatting));
                    }
                    Ok(Found::Text(text)) => {
                        let mut inner = in_colours(text, *formatting, &mut colours).into_iter().peekable();
                        // A list begins a paragraph of its own.
                        if inner.peek().is_some_and(|first| matches!(first[..], [TextSpan::Item(_), ..]))
                            && !spans.is_empty()
                        {
                            paragraphs.push(std::mem::take(&mut spans));
                        }
                        for span in inner.next().into_iter().flatten() {
                            add(&mut spans, span);
                        }
                        for more in inner {
                            paragraphs.push(std::mem::replace(&mut spans, more));
                        }
                    }
                    Err(error) => errors.push((range.clone(), error)),
                },
            }
        }
        if !spans.is_empty() {
            paragraphs.push(spans);
        }
    }
    if errors.is_empty() { Ok(Rich { paragraphs, colours }) } else { Err(errors) }
}

/// Returns the paragraphs of a text, formatted like the quoting text, with its colours added to that text's.
fn in_colours(text: Rich, outer: Formatting, colours: &mut Vec<String>) -> Vec<Vec<TextSpan>> {
    let mut among = vec![0];
    for name in text.colours {
        let known = colours.iter().position(|known| *known == name);
        let index = known.unwrap_or_else(|| {
            colours.push(name);
            colours.len() - 1
        });
        among.push(u8::try_from(index + 1).unwrap_or(u8::MAX));
    }
    let mut paragraphs = text.paragraphs;
    for span in paragraphs.iter_mut().flatten() {
        if let TextSpan::Text(_, formatting) = span {
            formatting.tint = among.get(usize::from(formatting.tint)).copied().unwrap_or(0);
            *formatting = formatting.within(outer);
        }
    }
    paragraphs
}

/// Joins adjacent text of one formatting, to shape it as one run and kern across the seam.
fn add(spans: &mut Vec<TextSpan>, span: TextSpan) {
    match (spans.last_mut(), span) {
        (Some(TextSpan::Text(before, a)), TextSpan::Text(text, b)) if *a == b => before.push_str(&text),
        (_, TextSpan::Text(text, _)) if text.is_empty() => {}
        (_, span) => spans.push(span),
    }
}

/// Formats a number with a real minus sign.
pub fn number(number: i64) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// Returns the value of the text between two braces: a name, or a sum of names and numbers.
fn value(sum: &str, lookup: &dyn Lookup) -> Result<Found, FigureError> {
    let terms = terms(sum);
    if let [(1, name)] = terms.as_slice() {
        return lookup.printed(name).map_or_else(|| term(name, lookup), Ok);
    }
    let too_large = || FigureError::TooLarge(sum.to_owned());
    let (mut total, mut comma) = (0_i64, false);
    for (sign, name) in terms {
        let thousandths = match term(name, lookup)? {
            Found::Number(number) => number.checked_mul(1000).ok_or_else(too_large)?,
            Found::Amount(amount) => {
                comma |= amount.comma;
                amount.thousandths
            }
            _ => return Err(FigureError::NotANumber(name.to_owned())),
        };
        total = thousandths.checked_mul(sign).and_then(|term| term.checked_add(total)).ok_or_else(too_large)?;
    }
    Ok(match total % 1000 {
        0 => Found::Number(total / 1000),
        _ => Found::Amount(Amount { thousandths: total, sign: false, comma }),
    })
}

fn term(name: &str, lookup: &dyn Lookup) -> Result<Found, FigureError> {
    if let Ok(number) = name.parse() {
        return Ok(Found::Number(number));
    }
    lookup.find(name).ok_or_else(|| {
        let is_name = !name.is_empty() && !name.ends_with('-') && !name.contains(['+', '*', '/', '(', ')', '=']);
        let name = name.to_owned();
        if is_name { FigureError::Unknown(name) } else { FigureError::NoSum(name) }
    })
}

/// Splits at ` + ` and ` - `; the spaces around a sign distinguish it from the hyphen of a name.
fn terms(sum: &str) -> Vec<(i64, &str)> {
    let mut terms = Vec::new();
    let (mut sign, mut rest) = (1, sum);
    while let Some((at, next)) =
        [(" + ", 1), (" - ", -1)].iter().filter_map(|(op, next)| Some((rest.find(op)?, *next))).min()
    {
        terms.push((sign, rest[..at].trim()));
        (sign, rest) = (next, &rest[at + 3..]);
    }
    terms.push((sign, rest.trim()));
    terms
}

#[cfg(test)]
mod tests {
    use super::super::rich::{Quotes, parse};
    use super::*;

    struct Cards;

    impl Lookup for Cards {
        fn find(&self, name: &str) -> Option<Found> {
            Some(match name {
                "damage" => Found::Number(2),
                "speed" => Found::Amount(Amount { thousandths: 1500, sign: true, comma: true }),
                "two-handed-axe.damage" => Found::Number(3),
                "name" => Found::Words("Chop".into()),
                "title" => Found::Text(Rich::plain("CHOP")),
                _ => return None,
            })
        }

        fn names(&self) -> Vec<String> {
            Vec::new()
        }
    }

    fn set(text: &str) -> Result<String, Vec<(std::ops::Range<usize>, FigureError)>> {
        resolve(&parse(text, Quotes::default()).unwrap(), &Cards).map(|rich| rich.plain_text())
    }

    #[test]
    fn figures_are_looked_up_and_summed() {
        assert_eq!(set("{name} does {damage}.").unwrap(), "Chop does 2.");
        assert_eq!(set("{damage + two-handed-axe.damage}").unwrap(), "5");
        assert_eq!(set("{damage - 4}").unwrap(), "−2");
        assert_eq!(set("{title}: +{damage}").unwrap(), "CHOP: +2");
        assert_eq!(set("{speed}, {speed + damage}, {speed + speed}, {1 - speed}").unwrap(), "+1,5, 3,5, 3, −0,5");
    }

    #[test]
    fn what_has_no_value_is_told_with_its_place() {
        assert_eq!(
            set("{damge} and {name + 1}").unwrap_err(),
            [(0..7, FigureError::Unknown("damge".into())), (12..22, FigureError::NotANumber("name".into()))]
        );
    }

    #[test]
    fn neighbours_of_one_manner_become_one_span() {
        let rich = resolve(&parse("+{damage} now", Quotes::default()).unwrap(), &Cards).unwrap();
        assert_eq!(rich.paragraphs[0].len(), 1);
    }
}
