//! Cards of a web page: each with its face, the face's text, and its words; the deck, the signs, the box.

use super::writer::{Writer, attribute};
use crate::game::{KindId, NeedId, filled};
use crate::model::{Block, CardEntry, ComponentEntry, Picture, PieceIndex, Sign, Target};
use crate::read::rulebook::entry_id;
use crate::scene::{Item, Scene};
use crate::text::Piece;

impl Writer<'_, '_> {
    /// Writes a kind of card: its head, a few words, its cards.
    pub fn cards(&mut self, kind: KindId, id: &str, number: &str, words: &[Block], entries: &[CardEntry]) {
        self.block(&format!("div class=\"kind k{}\"", kind.0), |to| {
            to.band(kind);
            to.head("h3", id, number, |to| {
                let kind = &to.game().deck.kinds[kind];
                to.silent_mark(&kind.mark);
                to.raw(" ");
                to.text(&kind.plural);
            });
            to.blocks(words);
            entries.iter().for_each(|entry| to.entry(entry));
        });
    }

    /// Writes a card: its face beside its name, its needs, its words, and the face's text.
    fn entry(&mut self, entry: &CardEntry) {
        let game = self.game();
        let card = entry.card.data(game);
        let id = entry_id(&card.id);
        let index = self.set.index(entry.card);
        self.block("div class=\"card\"", |to| {
            let alt = to.set.shown(entry.card);
            to.face(entry.card, 0, &alt);
            to.block("div", |to| {
                to.head("h4", &id, &entry.number, |to| {
                    to.text(&card.name);
                    to.raw(" ");
                    to.element("span class=\"index\"", |to| to.words(&index));
                    let count = filled(to.game().phrases().in_deck, &[&card.count.to_string()]);
                    to.raw(&format!(" <span class=\"count\">{count}</span>"));
                });
                to.needs(&card.faces[0].needs);
                to.blocks(&entry.blocks);
                to.on_the_card(entry.card);
            });
        });
    }

    /// Requirements of a card, each with its marks.
    fn needs(&mut self, needs: &[NeedId]) {
        if needs.is_empty() {
            return;
        }
        let game = self.game();
        self.block("p class=\"needs\"", |to| {
            for need in needs.iter().map(|need| &game.needs[*need]) {
                to.element("span", |to| {
                    need.marks.iter().for_each(|mark| to.silent_mark(mark));
                    to.text(&need.words);
                });
                to.raw(" ");
            }
        });
    }

    /// Writes the words of a face, in reading order.
    fn on_the_card(&mut self, card: PieceIndex) {
        let lines = self.set.scene_of(card, 0).map(|scene| lines(scene)).unwrap_or_default();
        if lines.is_empty() {
            return;
        }
        self.block("details", |to| {
            to.element("summary", |to| to.text(to.game().phrases().on_the_card));
            for line in &lines {
                to.element("p", |to| to.text(line));
            }
        });
    }

    /// Writes the list of the deck.
    pub fn deck(&mut self) {
        let game = self.game();
        let numbers = self.entries();
        self.scrolled(|to| {
            let phrases = game.phrases();
            let head = phrases.deck.into_iter().chain([phrases.rule_head]);
            to.element("thead", |to| {
                to.element("tr", |to| {
                    head.for_each(|head| to.raw(&format!("<th scope=\"col\">{head}</th>")));
                });
            });
            for (id, kind) in KindId::all(&game.deck.kinds).zip(&game.deck.kinds) {
                let cards: Vec<_> =
                    (0..game.deck.cards.len()).filter(|card| game.deck.cards[*card].kind == id).collect();
                if cards.is_empty() {
                    continue;
                }
                let count: u32 = cards.iter().map(|card| game.deck.cards[*card].count).sum();
                to.block(&format!("tbody class=\"k{}\"", id.0), |to| {
                    to.element("tr", |to| {
                        to.element("th colspan=\"5\" scope=\"rowgroup\"", |to| {
                            to.silent_mark(&kind.mark);
                            to.text(&format!(" {}: {count}", kind.plural));
                        });
                    });
                    cards.iter().for_each(|card| to.deck_row(*card, &numbers));
                });
            }
            let total = game.deck_size;
            to.raw(&format!(
                "<tfoot><tr><td>{total}</td><th colspan=\"4\" scope=\"row\">{}</th></tr></tfoot>",
                game.phrases().cards
            ));
        });
    }

    fn deck_row(&mut self, card: usize, numbers: &[(usize, String)]) {
        let index = self.set.index(PieceIndex::card(card));
        let game = self.game();
        let data = &game.deck.cards[card];
        let target = Target::Card(data.id.clone());
        self.element("tr", |to| {
            to.raw(&format!("<td>{}</td>", data.count));
            to.element("th scope=\"row\"", |to| to.link(&target, "", |to| to.text(&data.name)));
            to.element("td", |to| to.words(&index));
            to.element("td", |to| to.text(&game.face_kinds[data.faces[1].kind].id));
            let number = numbers.iter().find(|(known, _)| *known == card).map(|(_, number)| number.as_str());
            to.element("td", |to| to.text(number.unwrap_or_default()));
        });
        self.raw("\n");
    }

    /// Returns the cards that have an entry, by index, with its number.
    fn entries(&self) -> Vec<(usize, String)> {
        let blocks = self.doc.chapters.iter().flat_map(|chapter| &chapter.blocks);
        let entries = blocks.flat_map(|block| match block {
            Block::Cards { entries, .. } => entries.as_slice(),
            _ => &[],
        });
        entries.filter(|entry| entry.card.sort == 0).map(|entry| (entry.card.card, entry.number.clone())).collect()
    }

    /// Writes signs and their meanings.
    pub fn legend(&mut self, signs: &[Sign]) {
        self.block("ul class=\"legend\"", |to| {
            for sign in signs {
                to.block("li", |to| {
                    to.mark(&sign.mark);
                    to.element("span", |to| to.words(&sign.meaning));
                });
            }
        });
    }

    /// Writes the contents of the box, each with its picture.
    pub fn components(&mut self, components: &[ComponentEntry]) {
        self.block("ul class=\"components\"", |to| {
            for component in components {
                to.block("li", |to| {
                    to.component(component.picture);
                    to.element("span", |to| {
                        to.element("b", |to| to.words(&component.name));
                        to.raw(" ");
                        to.words(&component.words);
                    });
                });
            }
        });
    }

    fn component(&mut self, picture: Picture) {
        match picture {
            Picture::Card(card) => {
                let alt = filled(self.game().phrases().the_card, &[&card.data(self.game()).name]);
                self.face(card, 0, &alt);
            }
            Picture::Back => self.common_back(),
            Picture::Counters => self.counters(),
        }
    }

    /// Writes the face of a card or another piece, with its alternative text.
    pub fn face(&mut self, of: PieceIndex, side: usize, alt: &str) {
        let Some(pieces) = self.set.pieces().get(of.sort).filter(|_| self.set.scene_of(of, side).is_some()) else {
            return;
        };
        let faces = pieces.renderer.deck().cards[of.card];
        let face = [faces.front, faces.back][side].0;
        self.faces.insert((of.sort, face));
        let (alt, id) = (attribute(alt), face_id(of.sort, face));
        // The looks of all faces are those of cards.
        let size = of.component(self.game()).format.size;
        let style = match of.sort {
            0 => String::new(),
            _ => format!(" style=\"aspect-ratio:{}/{}\"", size.width.get(), size.height.get()),
        };
        self.raw(&format!(
            "<svg class=\"face\"{style} role=\"img\" aria-label=\"{alt}\"><use href=\"#{id}\"/></svg>\n"
        ));
    }
}

/// Returns the id of the picture of a face.
pub(super) fn face_id(sort: usize, face: usize) -> String {
    if sort == 0 { format!("face_{face}") } else { format!("face_{sort}_{face}") }
}

/// Returns the words of a face in reading order, one string per element of its structure, without alternative texts.
fn lines(scene: &Scene) -> Vec<String> {
    let (mut all, mut open): (Vec<String>, Option<String>) = (Vec::new(), None);
    for item in &scene.items {
        match (item, &mut open) {
            (Item::Begin(element), _) => {
                let is_read = scene.structure.get(*element).is_some_and(|element| element.role != "Figure");
                open = is_read.then(String::new);
            }
            (Item::End, _) => {
                all.extend(open.take().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()));
            }
            (Item::ActualText(words), Some(line)) => line.push_str(&format!("{words} ")),
            (Item::Text(text), Some(line)) => {
                let runs = text
                    .line
                    .pieces
                    .iter()
                    .filter_map(|piece| if let Piece::Run(run) = piece { Some(run) } else { None });
                for run in runs {
                    line.push_str(&run.word.text);
                    line.push_str(if run.blank { " " } else { "" });
                }
            }
            _ => {}
        }
    }
    all
}
