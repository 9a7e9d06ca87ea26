//! What a device tells its owner.

use std::fmt;

/// A message for the owner of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A rule, or the state of the game, is against a tap.
    Refused {
        /// Label of the tap.
        what: String,
        /// The reasons.
        reasons: Vec<String>,
        /// Possible alternatives, in words.
        possible: Vec<String>,
        /// True if the table may overrule it.
        may_overrule: bool,
    },
    /// Somebody decided first.
    Late {
        /// Label of the tap.
        what: String,
        /// Who was first; empty if nobody in particular.
        who: String,
        /// What they did.
        with: String,
    },
    /// A question was answered on another device.
    Elsewhere {
        /// Where: "at the table".
        place: String,
        /// The answer.
        with: String,
    },
    /// The same was tapped on another device.
    Twice {
        /// Who tapped.
        who: String,
        /// What they did.
        with: String,
    },
    /// Something has happened since the tap that should be undone.
    UndoBlocked {
        /// What happened.
        since: String,
    },
    /// No connection.
    Offline,
    /// The connection is back.
    Back {
        /// Taps that counted.
        counted: usize,
        /// Taps that were waiting.
        waiting: usize,
        /// Entries of others.
        happened: u64,
        /// Minutes without a connection.
        minutes: u64,
    },
    /// The page is of another version than the host.
    OldPage {
        /// Version of the host.
        table: String,
        /// Version of the page.
        page: String,
        /// Taps that wait.
        waiting: usize,
    },
    /// The seat is taken.
    Taken {
        /// Which seat: "Leif’s seat is taken".
        which: String,
    },
    /// The table has freed the seat of this device.
    Released {
        /// The player, if they play at the table now.
        who: Option<String>,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { what, reasons, possible, .. } => {
                write!(f, "Not counted: {what}. {}", sentences(reasons))?;
                if possible.is_empty() { Ok(()) } else { write!(f, " Possible: {}.", possible.join(", ")) }
            }
            Self::Late { what, who, .. } if who.is_empty() => write!(f, "Not counted: {what}. The table has gone on."),
            Self::Late { what, who, with } if with.is_empty() => {
                write!(f, "Not counted: {what}. {who} answered first.")
            }
            Self::Late { what, who, with } => write!(f, "Not counted: {what}. {who} answered first, with {with}."),
            Self::Elsewhere { place, with } => write!(f, "Answered {place}: {with}."),
            Self::Twice { who, with } => {
                write!(f, "Tapped twice? {who}: {with}, at the same moment as you. Both count.")
            }
            Self::UndoBlocked { since } => write!(f, "{since} has happened since. Undo it at the table."),
            Self::Offline => f.write_str("No connection to the table. Your taps wait here. Trying again…"),
            Self::Back { counted, waiting, happened, minutes } => {
                if *waiting > 0 {
                    write!(f, "{counted} of {} counted. ", counted_in(*waiting as u64, "tap"))?;
                }
                let (happened, minutes) = (counted_in(*happened, "thing"), counted_in(*minutes, "minute"));
                write!(f, "{happened} happened in the {minutes} you were away.")
            }
            Self::OldPage { table, page, waiting } => {
                write!(f, "This page is out of date. The table runs version {table}, this page is {page}. ")?;
                f.write_str("Your seat stays yours, and ")?;
                match waiting {
                    0 => f.write_str("no tap is waiting."),
                    1 => f.write_str("1 tap is waiting."),
                    some => write!(f, "{some} taps are waiting."),
                }
            }
            Self::Taken { which } => write!(f, "{which}. Another phone tapped first. Choose another seat."),
            Self::Released { who: None } => f.write_str("The table released your seat."),
            Self::Released { who: Some(who) } => {
                write!(f, "The table released your seat. {who} plays at the table now.")
            }
        }
    }
}

/// Returns reasons as sentences.
fn sentences(reasons: &[String]) -> String {
    let sentence = |reason: &String| {
        let mut letters = reason.chars();
        letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
    };
    reasons.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

fn counted_in(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::Notice;

    #[test]
    fn messages_have_the_words_that_were_agreed() {
        let text = |text: &str| text.to_owned();
        for (notice, words) in [
            (
                Notice::Refused {
                    what: text("Block"),
                    reasons: vec![text("block needs a Shield (S44)")],
                    possible: Vec::new(),
                    may_overrule: false,
                },
                "Not counted: Block. Block needs a Shield (S44).",
            ),
            (
                Notice::Late { what: text("your Trip"), who: text("Leif"), with: text("Parry") },
                "Not counted: your Trip. Leif answered first, with Parry.",
            ),
            (Notice::Elsewhere { place: text("at the table"), with: text("Dodge") }, "Answered at the table: Dodge."),
            (
                Notice::Back { counted: 2, waiting: 3, happened: 14, minutes: 3 },
                "2 of 3 taps counted. 14 things happened in the 3 minutes you were away.",
            ),
            (
                Notice::Back { counted: 0, waiting: 0, happened: 1, minutes: 1 },
                "1 thing happened in the 1 minute you were away.",
            ),
            (
                Notice::OldPage { table: text("0.12"), page: text("0.11"), waiting: 0 },
                "This page is out of date. The table runs version 0.12, this page is 0.11. Your seat stays yours, and no tap is \
                 waiting.",
            ),
            (
                Notice::Taken { which: text("Leif’s seat is taken") },
                "Leif’s seat is taken. Another phone tapped first. Choose another seat.",
            ),
            (
                Notice::Released { who: Some(text("Sigrid")) },
                "The table released your seat. Sigrid plays at the table now.",
            ),
        ] {
            assert_eq!(notice.to_string(), words);
        }
    }
}
