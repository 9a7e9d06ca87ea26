//! Detects the content of a column's cells.

use std::collections::BTreeSet;

use crate::game::Numbers;

/// The largest number of a field that says nothing else.
pub(super) const DEFAULT_MAX: i64 = 99;
/// The letters of the longest line; more are a text.
const MAX_LINE_LETTERS: usize = 32;

/// Values of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A few words.
    Line,
    /// Rules, with the number of letters of the longest.
    Text {
        longest: usize,
    },
    /// Words set in italic at the foot, with the number of letters of the longest.
    Flavour {
        longest: usize,
    },
    Number(Numbers),
    Flag,
    /// Words of a list.
    List(Vec<String>),
}

impl Content {
    /// Returns the number of letters of the longest text; 0 for anything else.
    pub fn longest(&self) -> usize {
        match self {
            Self::Text { longest } | Self::Flavour { longest } => *longest,
            _ => 0,
        }
    }
}

/// Detects the content of a column's cells.
pub(super) fn content<'c>(cells: impl Iterator<Item = &'c str>) -> Content {
    let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let longest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
    let all = |is: fn(&str) -> bool| !cells.is_empty() && cells.iter().all(|cell| is(cell));
    if let Some(numbers) = numbers(&cells) {
        return Content::Number(numbers);
    }
    if all(|cell| crate::read::parse_bool(cell).is_some()) {
        return Content::Flag;
    }
    let items = || cells.iter().flat_map(|cell| cell.split(';')).map(str::trim).filter(|item| !item.is_empty());
    let words: BTreeSet<&str> = items().collect();
    if cells.iter().any(|cell| cell.contains(';'))
        && words.len() < items().count()
        && words.len() <= 60
        && words.iter().all(|word| word.chars().count() <= 24)
        && longest <= 80
    {
        return Content::List(words.into_iter().map(str::to_owned).collect());
    }
    if longest > MAX_LINE_LETTERS || cells.iter().any(|cell| cell.contains('\n')) {
        Content::Text { longest }
    } else {
        Content::Line
    }
}

/// Returns the numbers of a column; `None` unless most of its cells have one, and the others a few short words such as
/// X.
fn numbers(cells: &[&str]) -> Option<Numbers> {
    const LETTERS: usize = 3;
    const WORDS: usize = 4;
    const MOST: i64 = 999_999;
    let mut found = Numbers { to: DEFAULT_MAX, ..Numbers::default() };
    let (mut count, mut years) = (0, 0);
    for cell in cells {
        let Some(number) = crate::read::number(cell) else {
            let is_word = cell.chars().count() <= LETTERS && !cell.contains([';', '"', '\\']);
            if !is_word {
                return None;
            }
            if !found.words.iter().any(|known| known == cell) {
                found.words.push((*cell).to_owned());
            }
            continue;
        };
        let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
        let whole: i64 = whole.parse().ok()?;
        let beyond = i64::from(!part.is_empty());
        let (least, most) = if number.starts_with('-') { (whole - beyond, whole) } else { (whole, whole + beyond) };
        found.from = found.from.min(least);
        found.to = found.to.max(most);
        found.places = found.places.max(u8::try_from(part.len()).unwrap_or(u8::MAX));
        found.sign |= cell.starts_with('+');
        count += 1;
        years += usize::from((1000..=2100).contains(&whole));
    }
    // `12,756` is more likely a thousand and more than a fraction, and is printed as it is.
    let mut commas = cells.iter().filter(|cell| cell.contains(',')).peekable();
    if commas.peek().is_some() && commas.all(|cell| has_thousands(cell)) {
        return None;
    }
    let fits = found.places <= 3 && found.from >= -MOST && found.to <= MOST && found.words.len() <= WORDS;
    // Figures change while a game is tested.
    let wide = |figure: i64| (2..).map(|digits| 10_i64.pow(digits) - 1).find(|most| *most >= figure).unwrap_or(figure);
    found.to = wide(found.to);
    if found.from < 0 {
        found.from = -wide(-found.from);
    }
    // Nobody adds up the years in which things were.
    (fits && count > years && count * 2 >= cells.len()).then_some(found)
}

/// True for digits in groups of three with commas between them.
fn has_thousands(cell: &str) -> bool {
    let mut groups = cell.trim_start_matches(['-', '+']).split(',');
    let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'));
    first && groups.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Merges the content of a column in two sheets: anything that either may hold.
pub(super) fn both(one: Content, other: Content) -> Content {
    match (one, other) {
        (Content::Number(one), Content::Number(other)) => {
            let words: BTreeSet<String> = one.words.into_iter().chain(other.words).collect();
            Content::Number(Numbers {
                from: one.from.min(other.from),
                to: one.to.max(other.to),
                places: one.places.max(other.places),
                sign: one.sign || other.sign,
                words: words.into_iter().collect(),
            })
        }
        (Content::List(a), Content::List(b)) => {
            Content::List(a.into_iter().chain(b).collect::<BTreeSet<_>>().into_iter().collect())
        }
        (Content::Text { longest: a }, Content::Text { longest: b }) => Content::Text { longest: a.max(b) },
        (Content::Flavour { longest: a }, Content::Flavour { longest: b }) => Content::Flavour { longest: a.max(b) },
        (Content::Text { longest } | Content::Flavour { longest }, _)
        | (_, Content::Text { longest } | Content::Flavour { longest }) => Content::Text { longest },
        (one, other) if one == other => one,
        _ => Content::Line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_fractions_signs_and_words_between_them() {
        let told = |cells: &[&str]| match content(cells.iter().copied()) {
            Content::Number(Numbers { from, to, places, sign, words }) => {
                Some((from, to, places, sign, words.join(" ")))
            }
            _ => None,
        };
        assert_eq!(told(&["1", "X", "3", "", "*"]), Some((0, 99, 0, false, "X *".to_owned())));
        assert_eq!(told(&["1.5", "-0,25", "12"]), Some((-99, 99, 2, false, String::new())));
        assert_eq!(told(&["+1", "-2", "0"]), Some((-99, 99, 0, true, String::new())));
        assert_eq!(told(&["1500", "20000"]), Some((0, 99_999, 0, false, String::new())));
        for none in [
            &["X", "Y", "1"][..],
            &["1", "two or more"],
            &["1.1234"],
            &["1", "a;b"],
            &["1000000"],
            &["X"],
            &["1848", "1906"],
            &["12,756", "4,879"],
        ] {
            assert_eq!(told(none), None, "{none:?}");
        }
    }
}
