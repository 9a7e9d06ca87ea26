//! The cards of a sheet as the layouts see them: which fields each kind fills, and how long they are.

use super::super::cells::is_sentence;
use super::super::guess::{Content, Role};
use super::super::headings;
use super::super::write::Plan;
use super::page::{PARAGRAPH, Page, letters};
use super::parts::pennant_label;
use crate::read::parse_bool;

/// Look of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Figure,
    Line,
    Text,
    Flavour,
}

/// A field of the cards.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub key: String,
    /// Its heading, short enough for a card.
    pub label: String,
    pub look: Look,
    /// True for a list, whose words are side by side.
    pub is_list: bool,
    /// True for yes or no, of which a tick is shown.
    pub is_flag: bool,
    /// Length of the longest value, in letters, for each kind; 0 if no card of the kind has one.
    longest: Vec<usize>,
}

impl Item {
    /// Letters of the longest among the cards of a kind.
    pub fn longest(&self, kind: usize) -> usize {
        self.longest.get(kind).copied().unwrap_or_default()
    }

    /// Letters of the longest of all.
    pub fn longest_of_all(&self) -> usize {
        self.longest.iter().copied().max().unwrap_or_default()
    }
}

/// The cards of a sheet.
pub(super) struct Deck {
    pub items: Vec<Item>,
    /// The names of its cards.
    pub names: Vec<String>,
    /// The number of its kinds.
    pub kinds: usize,
    /// Kinds by number of their cards, the most frequent first.
    pub frequent: Vec<usize>,
    /// True if at least half of its cards have a picture.
    pub has_pictures: bool,
}

impl Deck {
    /// Returns the cards of a plan with some of their fields.
    pub fn of<'p>(plan: &Plan, fields: impl Iterator<Item = (&'p str, &'p str, &'p Content)>) -> Self {
        let kinds = plan.kinds.len().max(1);
        let mut deck = Self { items: Vec::new(), names: Vec::new(), kinds, frequent: Vec::new(), has_pictures: false };
        for (heading, key, content) in fields {
            let look = match content {
                Content::Number(_) => Look::Figure,
                Content::Line | Content::List(_) | Content::Flag => Look::Line,
                Content::Text { .. } => Look::Text,
                Content::Flavour { .. } => Look::Flavour,
            };
            let (is_list, is_flag) = (matches!(content, Content::List(_)), *content == Content::Flag);
            let (key, label) = (key.to_owned(), label(heading));
            let item = Item { key, label, look, is_list, is_flag, longest: vec![0; kinds] };
            deck.items.push(item);
        }
        let mut cards_of = vec![0_usize; kinds];
        for cards in &plan.sheets {
            let kind_of = |row: usize| plan.kind_of(cards, row).unwrap_or_default().min(kinds - 1);
            (0..cards.rows).for_each(|row| cards_of[kind_of(row)] += 1);
            for column in &cards.columns {
                let key = match &column.role {
                    Role::Name => {
                        deck.names.extend(column.cells.iter().cloned());
                        continue;
                    }
                    Role::Field { key, .. } => key,
                    _ => continue,
                };
                let Some(item) = deck.items.iter_mut().find(|item| item.key == *key) else { continue };
                for (row, cell) in column.cells.iter().enumerate() {
                    if item.is_flag && parse_bool(cell) != Some(true) {
                        continue;
                    }
                    let longest = &mut item.longest[kind_of(row)];
                    *longest = (*longest).max(letters(cell.trim()));
                }
            }
        }
        // Short rules are texts too: they need no label.
        for item in deck.items.iter_mut().filter(|item| item.look == Look::Line && !item.is_list && !item.is_flag) {
            let columns = plan.sheets.iter().flat_map(|cards| &cards.columns);
            let own = columns.filter(|column| matches!(&column.role, Role::Field { key, .. } if *key == item.key));
            let cells: Vec<&str> = own.flat_map(|column| &column.cells).map(|cell| cell.trim()).collect();
            let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
            if cells.iter().filter(|cell| is_sentence(cell)).count() * 2 > filled {
                item.look = Look::Text;
            }
        }
        let mut frequent: Vec<usize> = (0..kinds).collect();
        frequent.sort_by_key(|kind| std::cmp::Reverse(cards_of[*kind]));
        deck.frequent = frequent;
        let all: usize = cards_of.iter().sum();
        deck.has_pictures = plan.pictures.as_ref().is_some_and(|pictures| pictures.without.len() * 2 <= all);
        deck
    }

    /// Returns the fields of a look.
    pub fn all(&self, look: Look) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.look == look && item.longest_of_all() > 0)
    }

    /// Letters of the longest text.
    pub fn longest_text(&self) -> usize {
        self.all(Look::Text).map(Item::longest_of_all).max().unwrap_or_default()
    }

    /// True if at least half of the names fulfil something.
    pub fn most_names(&self, are: impl Fn(&str) -> bool) -> bool {
        let count = self.names.iter().filter(|name| are(name.trim())).count();
        count > 0 && count * 2 >= self.names.len()
    }
}

/// Converts a heading to a label: one line, and not too long.
fn label(heading: &str) -> String {
    const LONGEST: usize = 28;
    let is_sign = |letter: char| !letter.is_alphanumeric() && letter > '\u{2190}';
    let words = heading.replace('_', " ").replace(is_sign, "");
    // A heading with only signs uses their names.
    let words = if words.trim().is_empty() { headings::key(heading).replace('_', " ") } else { words };
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let trimmed = words.trim_end_matches([':', '?']).trim();
    let words = if trimmed.is_empty() { words.as_str() } else { trimmed };
    let mut letters = words.chars();
    let words: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    if words.chars().count() <= LONGEST {
        return words;
    }
    let mut short = String::new();
    for word in words.split(' ') {
        if !short.is_empty() && short.chars().count() + word.chars().count() >= LONGEST {
            break;
        }
        short = format!("{short} {word}").trim().to_owned();
    }
    short.chars().take(LONGEST - 1).collect::<String>().trim_end_matches([',', ';', ' ']).to_owned() + "…"
}

/// The fields of the cards of one kind, sorted into what the layouts have places for.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    /// The figure of the pennant.
    pub index: Option<Item>,
    pub figures: Vec<Item>,
    pub lines: Vec<Item>,
    pub texts: Vec<Item>,
    pub flavour: Option<Item>,
    /// Letters of the longest of all texts together.
    pub letters: usize,
    /// Letters of the longest flavour text.
    pub flavour_letters: usize,
}

/// Headings of the figure that cards are sorted by in the hand.
const INDEXES: [&str; 16] = [
    "cost", "costs", "kosten", "costo", "coste", "coût", "cout", "mana", "level", "stufe", "niveau", "points",
    "punkte", "punti", "value", "wert",
];

impl Fields {
    /// Returns the fields that cards of a kind fill.
    pub fn of(deck: &Deck, kind: usize) -> Self {
        let filled = |look: Look| deck.items.iter().filter(move |item| item.look == look && item.longest(kind) > 0);
        let texts: Vec<Item> = filled(Look::Text).cloned().collect();
        let mut flavours = filled(Look::Flavour).cloned();
        // Without a text, the flavour is read.
        let flavour = if texts.is_empty() { None } else { flavours.next() };
        let texts: Vec<Item> = texts.into_iter().chain(flavours).collect();
        let with_label = |(number, item): (usize, &Item)| {
            item.longest(kind) + if number > 0 { item.label.chars().count() + PARAGRAPH } else { 0 }
        };
        let letters = texts.iter().enumerate().map(with_label).sum();
        let flavour_letters = flavour.as_ref().map_or(0, |item| item.longest(kind));
        let (figures, lines) = (filled(Look::Figure).cloned().collect(), filled(Look::Line).cloned().collect());
        Self { index: None, figures, lines, texts, flavour, letters, flavour_letters }
    }

    /// Drops the flavour where there are many words.
    pub fn drop_flavour(&mut self, left_over: &mut Vec<String>) {
        const MANY: usize = 8;
        let lines = self.lines.len();
        let flavour = self.flavour.take_if(|_| lines > MANY);
        left_over.extend(flavour.map(|item| item.key));
    }

    /// Drops texts after the first while many words have no room; `fitting` returns how many have.
    pub fn drop_texts(&mut self, left_over: &mut Vec<String>, fitting: impl Fn(&[Item], usize) -> usize) {
        /// So many words are worth less than a second text.
        const FEW: usize = 2;
        while self.texts.len() > 1 && fitting(&self.lines, self.letters) + FEW < self.lines.len() {
            let Some(text) = self.texts.pop() else { break };
            let letters = text.longest_of_all() + text.label.chars().count() + PARAGRAPH;
            self.letters = self.letters.saturating_sub(letters);
            left_over.push(text.key);
        }
    }

    /// Moves a value into the pennant: one by which cards are sorted, or else the first if `any` will do. Its label must
    /// fit.
    pub fn take_index(&mut self, deck: &Deck, page: &Page, any: bool) {
        let is_index = |item: &&Item| INDEXES.contains(&item.label.to_lowercase().as_str());
        let of_deck = |item: &&Item| item.look == Look::Figure && pennant_label(page, &item.label).is_some();
        let sorted = deck.items.iter().filter(of_deck).find(is_index);
        let first = || deck.items.iter().find(of_deck).filter(|_| any);
        let Some(key) = sorted.or_else(first).map(|item| item.key.clone()) else { return };
        if let Some(at) = self.figures.iter().position(|item| item.key == key) {
            self.index = Some(self.figures.remove(at));
        }
    }
}
