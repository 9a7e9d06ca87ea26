//! `var(--name, fallback)`, which the library that reads SVG doesn't know.

/// Returns the text of a drawing with the values of its variables; `None` if it has no variables.
///
/// A variable that the drawing defines once has that value, all others their fallback. One without either isn't
/// changed.
pub(super) fn resolved(text: &str) -> Option<String> {
    if !text.contains("var(") {
        return None;
    }
    let mut done = String::with_capacity(text.len());
    resolve(text, text, 0, &mut done);
    Some(done)
}

/// Fallbacks within one another at most.
const DEEPEST: usize = 8;

fn resolve(part: &str, whole: &str, depth: usize, into: &mut String) {
    let mut rest = part;
    while let Some(start) = rest.find("var(") {
        let (before, from) = rest.split_at(start);
        into.push_str(before);
        let inner = &from["var(".len()..];
        let is_word = before.ends_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_'));
        let value = closing(inner).filter(|_| !is_word && depth < DEEPEST).and_then(|end| {
            let (name, fallback) = match inner[..end].split_once(',') {
                Some((name, fallback)) => (name.trim(), Some(fallback.trim())),
                None => (inner[..end].trim(), None),
            };
            Some((end, defined(name, whole).or(fallback)?))
        });
        if let Some((end, value)) = value {
            resolve(value, whole, depth + 1, into);
            rest = &inner[end + 1..];
        } else {
            into.push_str("var(");
            rest = inner;
        }
    }
    into.push_str(rest);
}

/// Returns the position of the bracket that closes the one open before a text; `None` if it doesn't close within the
/// value.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            '"' | '<' | '>' | '{' | '}' | ';' => return None,
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the only value that a drawing gives a variable.
fn defined<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    if !name.starts_with("--") {
        return None;
    }
    let mut values = text.match_indices(name).filter_map(|(at, _)| {
        let value = text[at + name.len()..].trim_start().strip_prefix(':')?;
        let end = value.find([';', '}', '"', '\'', '<'])?;
        Some(value[..end].trim()).filter(|value| !value.contains("var("))
    });
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_their_value_or_their_fallback() {
        let resolved = |text: &str| resolved(text).unwrap_or_default();
        assert_eq!(resolved("<g fill=\"var(--x, #f00)\"/>"), "<g fill=\"#f00\"/>");
        assert_eq!(resolved("<g style=\"fill:var( --x , rgb(1, 2, 3) );\"/>"), "<g style=\"fill:rgb(1, 2, 3);\"/>");
        assert_eq!(resolved("fill=\"var(--a, var(--b, red))\""), "fill=\"red\"");
        let styled = "<style>:root { --sea: #026 }</style><g fill=\"var(--sea, red)\"/><g fill=\"var(--sea)\"/>";
        assert!(resolved(styled).ends_with("<g fill=\"#026\"/><g fill=\"#026\"/>"), "{}", resolved(styled));
        let twice = "<style>.a { --sea: #026 } .b { --sea: #999 }</style><g fill=\"var(--sea, red)\"/>";
        assert!(resolved(twice).ends_with("<g fill=\"red\"/>"));
        assert_eq!(resolved("fill=\"var(--x)\""), "fill=\"var(--x)\"");
        assert_eq!(resolved("fill=\"var(--x, \"/>"), "fill=\"var(--x, \"/>");
        assert_eq!(super::resolved("<g/>"), None);
    }
}
