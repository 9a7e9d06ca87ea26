//! Marks that people set on players: words with a `#` at the start of the note about a player, as in `#star #flag owes a coin`.

/// A mark that people set on a player. The game gives it no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A star.
    Star,
    /// A flag.
    Flag,
    /// A crown.
    Crown,
    /// A heart.
    Heart,
    /// An eye.
    Eye,
    /// A skull.
    Skull,
    /// An hourglass.
    Hourglass,
    /// A bell.
    Bell,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 8] =
        [Self::Star, Self::Flag, Self::Crown, Self::Heart, Self::Eye, Self::Skull, Self::Hourglass, Self::Bell];

    /// Returns the name, as in notes and for screen readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Star => "star",
            Self::Flag => "flag",
            Self::Crown => "crown",
            Self::Heart => "heart",
            Self::Eye => "eye",
            Self::Skull => "skull",
            Self::Hourglass => "hourglass",
            Self::Bell => "bell",
        }
    }
}

/// Splits a note into its marks and its text. A mark that comes again belongs to the text.
pub fn split(note: &str) -> (Vec<Mark>, &str) {
    let (mut marks, mut rest) = (Vec::new(), note.trim());
    while let Some(after) = rest.strip_prefix('#') {
        let (word, text) = after.split_once(' ').unwrap_or((after, ""));
        let Some(mark) = Mark::ALL.into_iter().find(|mark| mark.name() == word && !marks.contains(mark)) else { break };
        marks.push(mark);
        rest = text.trim_start();
    }
    (marks, rest)
}

/// Returns the note with these marks and this text.
pub fn join(marks: &[Mark], text: &str) -> String {
    let marks = marks.iter().map(|mark| format!("#{}", mark.name()));
    let text = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    marks.chain(text).collect::<Vec<_>>().join(" ")
}

/// Returns a note as people read it: `star, flag: owes a coin`.
pub fn words(note: &str) -> String {
    let (marks, text) = split(note);
    let marks = marks.into_iter().map(Mark::name).collect::<Vec<_>>().join(", ");
    let parts = [marks.as_str(), text];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_words_at_the_start_of_a_note() {
        for (note, marks, text, said) in [
            ("", &[][..], "", ""),
            ("owes a coin", &[], "owes a coin", "owes a coin"),
            ("#star", &[Mark::Star], "", "star"),
            ("#star #flag owes #1", &[Mark::Star, Mark::Flag], "owes #1", "star, flag: owes #1"),
            ("#star #star", &[Mark::Star], "#star", "star: #star"),
            ("#1 of us #star", &[], "#1 of us #star", "#1 of us #star"),
            ("#stars", &[], "#stars", "#stars"),
        ] {
            assert_eq!(split(note), (marks.to_vec(), text), "{note}");
            assert_eq!(join(marks, text), note);
            assert_eq!(words(note), said);
        }
    }
}
