//! Problems with one cause, folded into one message.

use std::collections::HashMap;

use super::{Code, Diagnostic, Severity};

/// Diagnostics with one cause.
pub struct Folded<'d> {
    /// The first of them.
    pub first: &'d Diagnostic,
    /// All others, in their order.
    pub others: Vec<&'d Diagnostic>,
}

/// Folds diagnostics that differ only in their place and their card, each under the first of them.
pub fn fold<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<Folded<'d>> {
    let mut folded: Vec<Folded<'d>> = Vec::new();
    let mut known: HashMap<Cause, usize> = HashMap::new();
    for diagnostic in diagnostics {
        let index = *known.entry(Cause::of(diagnostic)).or_insert(folded.len());
        match folded.get_mut(index) {
            Some(cause) => cause.others.push(diagnostic),
            None => folded.push(Folded { first: diagnostic, others: Vec::new() }),
        }
    }
    folded
}

/// Printed parts of a diagnostic, without its location and the name of its card.
#[derive(PartialEq, Eq, Hash)]
struct Cause {
    severity: Severity,
    code: Code,
    what: String,
    label: Box<str>,
    hints: Vec<String>,
}

impl Cause {
    fn of(diagnostic: &Diagnostic) -> Self {
        let card = match diagnostic.affects.cards.as_slice() {
            [card] => Some(format!("`{card}`")),
            _ => None,
        };
        let masked = |text: &String| card.as_ref().map_or_else(|| text.clone(), |card| text.replace(card, "`…`"));
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code,
            what: masked(&diagnostic.message),
            label: diagnostic.label.clone(),
            hints: diagnostic.hints.iter().map(masked).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_its_card_alone_is_one_cause() {
        let of = |card: &str, kind: &str| {
            let what = format!("unknown kind `{kind}` in card `{card}`");
            Diagnostic::error(Code::UNKNOWN_KIND, None, what).for_cards([card])
        };
        let all = [of("Axe", "weapn"), of("Fog", "wether"), of("Bow", "weapn"), of("Sling", "weapn")];
        let folded = fold(&all);
        let counted: Vec<(&str, usize)> =
            folded.iter().map(|cause| (cause.first.message.as_str(), cause.others.len())).collect();
        assert_eq!(counted, [("unknown kind `weapn` in card `Axe`", 2), ("unknown kind `wether` in card `Fog`", 0)]);
    }
}
