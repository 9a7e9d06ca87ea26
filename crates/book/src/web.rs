//! Addresses on the web: in print each is behind its words.

use std::borrow::Cow;

use super::model::{Inline, Target, letters};
use super::typesetter::Typesetter;
use crate::read::rulebook::ADDRESSES;

/// Returns an address in its typed form: without the parts that every browser adds.
pub(super) fn shown(address: &str) -> &str {
    let bare = ADDRESSES.iter().find_map(|scheme| address.strip_prefix(scheme)).unwrap_or(address);
    bare.strip_suffix('/').unwrap_or(bare)
}

/// Returns words with the address of each link after it, in brackets and in the colour of references.
///
/// Paper can't be tapped: its readers need the address itself, and need it beside the words, since a footnote takes
/// time to find. It looks like the number of a section, which is a reference too. A link whose words are its address
/// shows it once.
pub(super) fn with_addresses(words: &[Inline]) -> Cow<'_, [Inline]> {
    let web = |inline: &Inline| match &inline.target {
        Some(Target::Web(address)) => Some(address.clone()),
        _ => None,
    };
    if words.iter().all(|inline| web(inline).is_none()) {
        return Cow::Borrowed(words);
    }
    let mut all = Vec::with_capacity(words.len() + 3);
    // A link of several manners is several stretches.
    for link in words.chunk_by(|one, next| one.target == next.target) {
        let Some(address) = web(&link[0]) else {
            all.extend(link.iter().cloned());
            continue;
        };
        let mut shown_address = Typesetter::plain(shown(&address));
        (shown_address[0].target, shown_address[0].red, shown_address[0].formatting.verbatim) =
            (link[0].target.clone(), true, true);
        if [address.as_str(), shown(&address)].contains(&letters(link).trim()) {
            all.append(&mut shown_address);
            continue;
        }
        all.extend(
            link.iter().cloned().chain(Typesetter::plain(" (")).chain(shown_address).chain(Typesetter::plain(")")),
        );
    }
    Cow::Owned(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str, address: &str) -> String {
        let mut link = Typesetter::plain(words);
        link[0].target = Some(Target::Web(address.to_owned()));
        letters(&with_addresses(&link))
    }

    #[test]
    fn an_address_is_told_once_and_as_people_type_it() {
        assert_eq!(told("the errata", "https://example.org/errata/"), "the errata (example.org/errata)");
        assert_eq!(told("https://example.org/", "https://example.org/"), "example.org");
        assert_eq!(told("write to us", "mailto:us@example.org"), "write to us (us@example.org)");
    }
}
