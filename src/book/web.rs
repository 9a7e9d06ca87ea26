//! Addresses on the web: in print each is behind its words.

use std::borrow::Cow;

use super::model::{Inline, Target, letters};
use super::typesetter::Typesetter;
use crate::read::rulebook::ADDRESSES;

/// An address as people type it: without what every browser adds.
pub(super) fn shown(address: &str) -> &str {
    let bare = ADDRESSES.iter().find_map(|scheme| address.strip_prefix(scheme)).unwrap_or(address);
    bare.strip_suffix('/').unwrap_or(bare)
}

/// Words with the address of each link behind it, in brackets and in the colour of references.
///
/// Paper cannot be tapped: whoever reads there needs the address itself, and needs it where the words are, since a note at the
/// foot would have to be looked for. It looks like the number of a section, which leads elsewhere too. A link whose words are its
/// address says it once.
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
        let mut said = Typesetter::plain(shown(&address));
        (said[0].target, said[0].red, said[0].formatting.verbatim) = (link[0].target.clone(), true, true);
        if [address.as_str(), shown(&address)].contains(&letters(link).trim()) {
            all.append(&mut said);
            continue;
        }
        all.extend(link.iter().cloned().chain(Typesetter::plain(" (")).chain(said).chain(Typesetter::plain(")")));
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
