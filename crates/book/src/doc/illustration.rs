//! Reads pictures of the folder `art` within the text.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::DocBuilder;
use crate::diagnostic::{Code, Span};
use crate::inline::Gatherer;
use crate::model::{Block, Illustration, Width, Words, letters};
use crate::read::rulebook::is_address;
use crate::typesetter::Typesetter;
use crate::units::Mm;

impl DocBuilder<'_> {
    /// Reads `![alt text](storm "its caption"){width=60mm}`, in a paragraph of its own.
    pub(crate) fn illustration<'e>(
        &mut self,
        events: &mut impl Iterator<Item = (Event<'e>, Range<usize>)>,
        base: usize,
        range: Range<usize>,
    ) -> Option<Block> {
        let mut events = events.take_while(|(event, _)| *event != Event::End(TagEnd::Paragraph));
        let first = events.next();
        let rest: Vec<_> = events.collect();
        let Some((Event::Start(Tag::Image { dest_url, title, .. }), at)) = first else {
            self.note(Code::PICTURE_UNNAMED, range, "this picture has no name");
            self.hint("write `![what it shows](storm)` with a name from the folder `art`");
            return None;
        };
        let whole = base + at.start..base + at.end;
        let mut gatherer = Gatherer::new(&mut self.reader, base);
        for (event, at) in rest.into_iter().take_while(|(event, _)| *event != Event::End(TagEnd::Image)) {
            gatherer.event(event, at);
        }
        let alt = letters(&gatherer.finish()).trim().to_owned();
        let width = self.declared_width(whole.end..range.end);
        if is_address(&dest_url) {
            self.note(Code::PICTURE_ON_WEB, whole, "images from the web aren't supported");
            self.hint("save it in the folder `art` and use its name");
            return None;
        }
        if alt.is_empty() {
            self.note(Code::PICTURE_WITHOUT_ALT, whole, "missing alternative text");
            self.hint("describe the image for screen readers: `![a storm over the harbour](storm)`");
            return None;
        }
        let name = dest_url.strip_prefix("art/").unwrap_or(&dest_url).to_owned();
        let between = self.source().text[whole.clone()].find("](").unwrap_or_default();
        let place = Span::new(self.source(), whole.start + between..whole.end).find(&dest_url);
        self.art.entry(name.clone()).or_insert(place);
        Some(Block::Illustration(Illustration { art: name, alt, caption: self.caption(&title, whole), width }))
    }

    /// Reads the words of a caption, which are somewhere in the bytes of a picture.
    fn caption(&mut self, title: &str, whole: Range<usize>) -> Words {
        match self.source().text[whole.clone()].rfind(title).filter(|_| !title.is_empty()) {
            Some(at) => self.reader.words(whole.start + at..whole.start + at + title.len()),
            // Signs that Markdown reads in another way are words all the same.
            None if !title.is_empty() => Typesetter::plain(title),
            None => Words::new(),
        }
    }

    /// Reads the suffix of a picture: nothing, or `{width=60mm}`, `{width=50%}`.
    fn declared_width(&mut self, range: Range<usize>) -> Option<Width> {
        let text = self.source().text[range.clone()].trim();
        let range = range.end - self.source().text[range.clone()].trim_start().len()..range.end;
        if text.is_empty() {
            return None;
        }
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let Some(value) = inside.and_then(|inside| inside.trim().strip_prefix("width=")) else {
            self.note(Code::BOOK_PICTURE_IN_LINE, range, "a picture must be in a paragraph of its own");
            self.hint("add an empty line before and after it");
            return None;
        };
        let number = |unit: &str| value.strip_suffix(unit)?.trim().parse::<f64>().ok().filter(|number| *number >= 1.0);
        let width = number("mm").map(|mm| Width::Fixed(Mm::new(mm)));
        let width = width.or_else(|| number("%").map(|percent| Width::Part(percent / 100.0)));
        if width.is_none() {
            self.note(Code::PICTURE_WIDTH, range, format!("invalid width `{value}`"));
            self.hint("write mm or a percentage of the column: `{width=60mm}`, `{width=50%}`");
        }
        width
    }
}
