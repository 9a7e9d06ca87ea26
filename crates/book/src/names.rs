//! Descriptions of link targets, for screen readers.

use std::collections::BTreeMap;

use super::model::{Block, Doc, Target, letters};
use crate::game::{Game, filled};
use crate::read::rulebook::entry_id;

impl Doc {
    /// Returns the names of all link targets; the name of a page is its number.
    pub fn names(&self, game: &Game) -> BTreeMap<Target, String> {
        let mut names = Names { game, all: BTreeMap::new() };
        for chapter in &self.chapters {
            let name = match chapter.number {
                Some(number) => filled(game.phrases().chapter, &[&number.to_string(), &letters(&chapter.title)]),
                None => letters(&chapter.title),
            };
            names.add(Target::Section(chapter.id.clone()), name);
            names.blocks(&chapter.blocks);
        }
        for word in self.words.iter().flat_map(|(_, words)| words) {
            names.add(Target::Word(word.term.to_lowercase()), filled(game.phrases().word, &[&word.term]));
        }
        for number in 1..=self.footnotes.len() {
            names.add(Target::Footnote(number), filled(game.phrases().footnote, &[&number.to_string()]));
        }
        names.add(Target::Contents, game.phrases().the_contents.to_owned());
        if let Some(summary) = &self.summary {
            names.add(Target::Summary, letters(&summary.title));
        }
        names.all
    }
}

struct Names<'a> {
    game: &'a Game,
    all: BTreeMap<Target, String>,
}

impl Names<'_> {
    fn add(&mut self, target: Target, name: String) {
        self.all.insert(target, name);
    }

    fn section(&mut self, id: &str, number: &str, title: &str) {
        self.add(Target::Section(id.to_owned()), filled(self.game.phrases().section, &[number, title]));
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Section { id, number, title, .. } | Block::Subsection { id, number, title, .. } => {
                    self.section(id, number, &letters(title));
                }
                Block::Paragraph(paragraph) => {
                    if let Some((id, number)) = &paragraph.number {
                        self.add(Target::Section(id.clone()), filled(self.game.phrases().paragraph, &[number]));
                    }
                }
                Block::Rulings(rulings) => {
                    for (id, number) in rulings.iter().filter_map(|ruling| ruling.number.as_ref()) {
                        self.add(Target::Section(id.clone()), filled(self.game.phrases().ruling, &[number]));
                    }
                }
                Block::List { items, .. } => items.iter().for_each(|item| self.blocks(item)),
                Block::Example { blocks, .. } => self.blocks(blocks),
                Block::Steps(steps) => {
                    for step in steps {
                        self.section(&step.id, &step.number, &letters(&step.title));
                        self.blocks(&step.blocks);
                    }
                }
                Block::Cards { kind, id, number, words, entries, rest } => {
                    let game = self.game;
                    self.section(id, number, &game.deck.kinds[*kind].plural);
                    self.blocks(words);
                    for entry in entries {
                        let card = entry.card.data(game);
                        let name = filled(game.phrases().card_and_number, &[&card.name, &entry.number]);
                        self.add(Target::Section(entry_id(&card.id)), name.clone());
                        self.add(Target::Card(card.id.clone()), name);
                        self.blocks(&entry.blocks);
                    }
                    self.blocks(rest);
                }
                _ => {}
            }
        }
    }
}
