//! The frame of a page for screens: its head, the cover, contents, the list of words, the rules on one page, its foot.

use std::collections::BTreeSet;

use super::writer::{Place, Writer, attribute, id};
use super::{Part, PictureSort};
use crate::game::{Formatting, Kind, edition_label, filled};
use crate::model::{Block, Chapter, Cover, Inline, Summary, SummaryHead, Target, Word};
use crate::scene::{Item, cover as cover_map};
use crate::text::{FontId, Fonts, Style, Styles, is_from_right};
use crate::typesetter::Typesetter;
use crate::units::{Mm, Rect};

/// Appearance of the page; its colours and typefaces come before it.
const STYLE: &str = include_str!("style.css");
/// Rules for rare content: a page only gets those that it needs.
const RARE: &str = include_str!("rare.css");
/// Nothing is fetched and nothing runs.
const POLICY: &str = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";
/// The picture of the cover, in the proportions of the printed one.
const COVER: (f64, f64) = (132.0, 124.0);

impl Writer<'_, '_> {
    /// Writes the whole page.
    pub fn page(&mut self) {
        let game = self.game();
        let (language, phrases) = (attribute(&game.language), game.phrases());
        self.raw("<!DOCTYPE html>\n");
        let direction = if is_from_right(&game.language) { " dir=\"rtl\"" } else { "" };
        self.block(&format!("html lang=\"{language}\"{direction}"), |to| {
            to.raw("\n");
            to.block("head", Self::head_of_page);
            to.block("body", |to| {
                to.raw(&format!("\n<a class=\"skip\" href=\"#contents_\">{}</a>\n", phrases.to_the_contents));
                to.top();
                to.contents();
                to.block("main", |to| {
                    to.raw("\n");
                    to.body();
                });
                to.foot();
                to.raw(&format!("<a class=\"up\" href=\"#contents_\">{}</a>\n", phrases.contents));
                to.definitions();
            });
        });
    }

    fn head_of_page(&mut self) {
        let game = self.game();
        self.raw("\n<meta charset=\"utf-8\"/>\n");
        self.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
        self.raw(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n"));
        if !game.author.is_empty() {
            self.raw(&format!("<meta name=\"author\" content=\"{}\"/>\n", attribute(&game.author)));
        }
        self.block("title", |to| to.text(&filled(game.phrases().the_rules, &[&game.title])));
        self.block("style", |to| {
            to.raw("\n");
            to.typefaces();
            let variables = to.set.variables();
            to.raw(&variables);
            let (size, corner) = (game.deck.format.size, game.deck.format.corner);
            let (across, down) = (100.0 * (corner / size.width), 100.0 * (corner / size.height));
            let (wide, high) = (size.width.get(), size.height.get());
            to.raw(&format!(".face{{aspect-ratio:{wide}/{high};border-radius:{across:.2}%/{down:.2}%}}\n"));
            to.raw(STYLE);
            if to.last.rare {
                to.raw(RARE);
            }
        });
    }

    /// Writes the typefaces of the book's styles, and assigns those of text and titles.
    fn typefaces(&mut self) {
        let (text, head) = (self.set.style("book"), self.set.style("book-section"));
        let (Some(text), Some(head)) = (text, head) else { return };
        let (styles, files) = (&self.set.typography().styles, self.set.typography().shaper.files());
        let letters = &self.last.letters;
        let of = |style: &Style, manner| needed(fonts_of(styles, style, manner), files, letters);
        let plain = Formatting::default();
        let manners = [
            plain,
            Formatting { strong: true, ..plain },
            Formatting { emphasis: true, ..plain },
            Formatting { term: true, ..plain },
        ];
        let mut fonts: Vec<FontId> = manners.into_iter().flat_map(|manner| of(text, manner)).collect();
        fonts.extend(of(head, plain));
        fonts.sort_unstable();
        fonts.dedup();
        let family = |style: &Style| {
            let mut names: Vec<String> = Vec::new();
            for name in of(style, plain).into_iter().map(|font| format!("\"{}\"", quoted(&files.get(font).family))) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names.into_iter().chain(["Georgia".to_owned(), "serif".to_owned()]).collect::<Vec<_>>().join(",")
        };
        let (text_family, head_family) = (family(text), family(head));
        let weight = of(head, plain).first().map_or(400.0, |font| files.get(*font).weight);
        for font in fonts {
            let cut = files.get(font);
            let slant = if cut.italic { "italic" } else { "normal" };
            self.raw(&format!(
                "@font-face{{font-family:\"{}\";font-weight:{};font-style:{slant};src:url(\"",
                quoted(&cut.family),
                cut.weight
            ));
            self.part(Part::Font(font));
            self.raw("\")}\n");
        }
        self.raw(&format!(":root{{--text:{text_family};--head:{head_family};--weight:{weight}}}\n"));
    }

    /// Writes the cover, or only the title.
    fn top(&mut self) {
        let game = self.game();
        let doc = self.doc;
        self.block("header", |to| {
            let Some(cover) = &doc.cover else {
                return to.element("h1", |to| to.text(&game.title));
            };
            to.strip("line", &[&cover.left, &cover.middle, &cover.right]);
            to.block("h1", |to| to.text(&game.title));
            to.cover_picture(cover);
            to.strip("strip", &[&cover.strip, &cover.edition]);
            to.block("p class=\"saying\"", |to| to.words(&cover.epigraph));
        });
    }

    /// Writes words side by side, unless there are none.
    fn strip(&mut self, class: &str, parts: &[&Vec<Inline>]) {
        if parts.iter().all(|words| words.is_empty()) {
            return;
        }
        self.block(&format!("p class=\"{class}\""), |to| {
            for words in parts.iter().filter(|words| !words.is_empty()) {
                to.element("span", |to| to.words(words));
                to.raw(" ");
            }
        });
    }

    fn cover_picture(&mut self, cover: &Cover) {
        // One that is not there was reported before.
        let Some(drawing) = self.set.renderer().picture(&cover.art).cloned() else { return };
        let view = Rect { x: Mm::ZERO, y: Mm::ZERO, width: Mm::new(COVER.0), height: Mm::new(COVER.1) };
        let place = cover_map(drawing.bounds, view);
        let items = vec![Item::Drawing { drawing, place, clip: Some(view.into()) }];
        self.picture("art", items, view, "", PictureSort::Painting);
    }

    /// Writes chapters, their sections and kinds, and how to read the book.
    fn contents(&mut self) {
        let doc = self.doc;
        self.block("nav aria-labelledby=\"contents_\"", |to| {
            to.raw(&format!("<h2 id=\"contents_\">{}</h2>\n", to.game().phrases().contents));
            to.block("ol", |to| {
                doc.chapters.iter().for_each(|chapter| to.contents_of(chapter));
                if let Some(summary) = &doc.summary {
                    to.block("li", |to| to.link(&Target::Summary, "", |to| to.words(&summary.title)));
                }
            });
            doc.contents.iter().for_each(|below| to.blocks(below));
        });
    }

    fn contents_of(&mut self, chapter: &Chapter) {
        self.block(&format!("li class=\"k{}\"", chapter.kind.0), |to| {
            to.link(&Target::Section(chapter.id.clone()), "chapter", |to| {
                let number = chapter.number.map(|number| format!("<span class=\"n\">{number}</span> "));
                to.raw(&number.unwrap_or_default());
                to.words(&chapter.title);
            });
            let parts: Vec<(&String, Vec<Inline>)> =
                chapter.blocks.iter().flat_map(|block| sections(block, &to.game().deck.kinds)).collect();
            if parts.is_empty() {
                return;
            }
            to.block("ul", |to| {
                for (id, title) in &parts {
                    to.element("li", |to| to.link(&Target::Section((*id).clone()), "", |to| to.words(title)));
                    to.raw(" ");
                }
            });
        });
    }

    /// Writes all chapters, the list of words at the end of its chapter, and the rules on one page.
    fn body(&mut self) {
        let doc = self.doc;
        for (number, chapter) in doc.chapters.iter().enumerate() {
            self.chapter(chapter, |to| {
                if let Some((_, words)) = doc.words.as_ref().filter(|(of, _)| *of == number) {
                    to.list_of_words(words);
                }
            });
        }
        if let Some(summary) = &doc.summary {
            self.summary(summary);
        }
    }

    /// Writes the meaning of each word, and the parts of the book that mention it.
    fn list_of_words(&mut self, words: &[Word]) {
        // The list itself doesn't count as a mention.
        let here = std::mem::take(&mut self.here);
        self.block("dl", |to| {
            for word in words {
                to.seen.clear();
                let own = id(&Target::Word(word.term.to_lowercase())).unwrap_or_default();
                to.element(&format!("dt id=\"{}\"", attribute(&own)), |to| to.text(&word.term));
                to.block("dd", |to| {
                    to.words(&word.meaning);
                    to.places(word);
                });
            }
        });
        self.here = here;
    }

    /// Writes the places where a word is explained and mentioned, by numbers.
    fn places(&mut self, word: &Word) {
        let Some(target) = &word.target else { return };
        let places = self.last.mentions.get(target).cloned().unwrap_or_default();
        if places.is_empty() {
            return;
        }
        self.raw(" <span class=\"places\">");
        for (number, (section, shown)) in places.iter().enumerate() {
            self.raw(if number > 0 { ", " } else { "" });
            self.link(&Target::Section(section.clone()), "see", |to| to.text(shown));
        }
        self.raw("</span>");
    }

    /// Writes the rules on one page.
    fn summary(&mut self, summary: &Summary) {
        self.here = Place::default();
        self.block("section class=\"summary\" id=\"summary_\"", |to| {
            to.block("h2", |to| to.words(&summary.title));
            for paragraph in &summary.before {
                to.block("p", |to| to.words(&paragraph.words));
            }
            for SummaryHead { title, kind, rows, .. } in &summary.heads {
                to.block(&format!("h3 class=\"k{}\"", kind.0), |to| {
                    if let Some(kind) = to.game().deck.kinds.get(kind.0) {
                        to.silent_mark(&kind.mark);
                    }
                    to.raw(" ");
                    to.words(title);
                });
                to.block("table class=\"rows\"", |to| {
                    to.element("tbody", |to| rows.iter().for_each(|(row, _)| to.row(row)));
                });
            }
            for paragraph in &summary.after {
                to.block("p", |to| to.words(&paragraph.words));
            }
        });
    }

    /// Writes the foot of the cover.
    fn foot(&mut self) {
        let (game, doc) = (self.game(), self.doc);
        let printing = edition_label(&game.edition, &game.revision);
        self.block("footer", |to| {
            let foot = doc.cover.iter().map(|cover| &cover.foot).find(|foot| !foot.is_empty());
            if let Some(foot) = foot {
                to.block("p", |to| to.words(foot));
            }
            to.element("p", |to| to.text(format!("{} {printing}", game.title).trim()));
        });
    }
}

/// Returns the first of some fonts, and those with letters of the page that the previous ones lack.
fn needed(fonts: &[FontId], files: &Fonts, letters: &BTreeSet<char>) -> Vec<FontId> {
    let mut left: BTreeSet<char> = letters.clone();
    let mut needed = Vec::new();
    for font in fonts {
        let count = left.len();
        left.retain(|letter| !files.get(*font).has(*letter));
        if needed.is_empty() || left.len() < count {
            needed.push(*font);
        }
    }
    needed
}

/// Returns the fonts of a style in a manner.
fn fonts_of<'s>(styles: &'s Styles, style: &Style, manner: Formatting) -> &'s [FontId] {
    &styles.settings[usize::from(style.variant(manner).setting.0)].fonts
}

/// Returns the sections that a block begins: id and title.
fn sections<'b>(block: &'b Block, kinds: &[Kind]) -> Vec<(&'b String, Vec<Inline>)> {
    match block {
        Block::Section { id, title, .. } => vec![(id, bare(title))],
        Block::Steps(steps) => steps.iter().map(|step| (&step.id, bare(&step.title))).collect(),
        Block::Cards { kind, id, .. } => vec![(id, Typesetter::plain(&kinds[kind.0].plural))],
        _ => Vec::new(),
    }
}

/// Returns a title without its links: it is a link itself.
fn bare(title: &[Inline]) -> Vec<Inline> {
    title.iter().map(|inline| Inline { target: None, red: false, ..inline.clone() }).collect()
}

/// Escapes the text of a CSS string.
fn quoted(text: &str) -> String {
    text.replace(['"', '\\', '<', '\n'], "")
}
