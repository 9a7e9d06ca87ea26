//! The terms of the game and the rules of its cards, from `rules.md`, as plain words for a screen.
//!
//! Invalid content is omitted silently: the module that sets the book reports all its errors.

mod table;

use std::collections::BTreeMap;
use std::ops::Range;

use super::rulebook::{
    Directive, Heading, Line, Node, Outline, PlaceLetters, is_address, lines, ruling, ruling_id, slug, split, stated,
};
use super::{rulebook_path, text_file};
use crate::diagnostic::{Reporter, Source};
use crate::game::{
    Card, CardLookup, Face, Formatting, Game, Glossary, Illustration, IllustrationSource, Phrase, Quotes, RuleNumber,
    TextSpan, Topic, parse, resolve, stem,
};
use crate::ordered;
use crate::vfs::Vfs;

/// Blocks whose text is set unchanged; covers, contents and the one-page summary repeat what is elsewhere.
const TEXT: [&str; 6] = ["boards", "card", "cards", "rulings", "steps", "words"];

/// Beginning of a paragraph that says what a picture shows.
const PICTURE: &str = "Picture: ";

/// Reads the terms and cards in a game's rulebook; empty without a rulebook.
pub fn read(vfs: &dyn Vfs, game: &Game) -> Glossary {
    let Ok(source) = text_file(vfs, &rulebook_path(game)) else { return Glossary::default() };
    let nodes = split(&source, &Reporter::default());
    let mut outline = Outline::new(&source);
    outline.visit(&nodes);
    let mut reader = Reader {
        game,
        source: &source,
        sections: &outline.numbers,
        glossary: Glossary { numbers: numbers(&source, &outline), ..Glossary::default() },
        stems: Vec::new(),
        within: Within::Sections,
        paragraph: String::new(),
        lead: String::new(),
        letters: PlaceLetters::default(),
    };
    reader.visit(&nodes);
    reader.finish()
}

/// Returns the number that the book prints for each rule: its section's; a ruling has its own.
fn numbers(source: &Source, outline: &Outline<'_>) -> BTreeMap<RuleNumber, String> {
    let printed = |(rule, at): (RuleNumber, Range<usize>)| {
        let number = if rule.is_ruling() { rule.to_string() } else { outline.section_at(at.start)?.number.clone() };
        Some((rule, number))
    };
    // If a rule is stated twice, the first place counts.
    ordered::map(stated(&source.text).into_iter().rev().filter_map(printed))
}

/// Owner of the text being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Sections,
    Card,
    Rulings,
    Words,
}

struct Reader<'a> {
    game: &'a Game,
    source: &'a Source,
    /// The number of each section, by id.
    sections: &'a BTreeMap<String, String>,
    glossary: Glossary,
    /// The stems of the names of the glossary's topics.
    stems: Vec<String>,
    within: Within,
    paragraph: String,
    /// The words that the next paragraph begins with: `Example: `.
    lead: String,
    /// Letters of the places of the table at setup.
    letters: PlaceLetters,
}

impl Reader<'_> {
    fn visit(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Markdown(range) => {
                    lines(&self.source.text[range.clone()]).into_iter().for_each(|line| self.line(&line));
                    self.end_paragraph();
                }
                Node::Table(range) => {
                    table::paragraphs(&self.source.text[range.clone()]).iter().for_each(|row| self.add(row));
                }
                Node::Directive(directive) => self.directive(directive),
            }
        }
    }

    fn directive(&mut self, directive: &Directive) {
        match directive.name.as_str() {
            "example" => self.lead = format!("Example, {}: ", directive.arguments),
            "figure" => {
                self.figure(&directive.arguments);
                PICTURE.clone_into(&mut self.lead);
            }
            "board" => return self.board(&directive.arguments, &self.source.text[directive.body.clone()]),
            "sum" => return self.sum(&self.source.text[directive.body.clone()]),
            "components" | "legend" => {
                let body = &self.source.text[directive.body.clone()];
                let rows = if directive.name == "legend" { table::signs(body) } else { table::components(body) };
                return rows.iter().for_each(|row| self.add(row));
            }
            name if TEXT.contains(&name) => {}
            _ => return,
        }
        let outer = self.within;
        self.within = match directive.name.as_str() {
            "card" => Within::Card,
            "rulings" => Within::Rulings,
            "words" => Within::Words,
            _ => outer,
        };
        if self.within == Within::Card
            && let Some(card) = self.game.card(&directive.arguments)
        {
            let (id, name) = (card.id.clone(), card.name.clone());
            self.glossary.cards.push(Topic { id, name, ..Topic::default() });
        }
        self.visit(&directive.children);
        self.within = outer;
        self.lead.clear();
    }

    /// Reads a board, of which the caption is a paragraph.
    fn board(&mut self, name: &str, body: &str) {
        if !name.is_empty() {
            self.illustrate(IllustrationSource::Diagram(format!("board {name}")), String::new());
        }
        if let Some(caption) = body.lines().find_map(|line| line.trim().strip_prefix("caption:")) {
            PICTURE.clone_into(&mut self.lead);
            self.add(caption.trim());
        }
    }

    /// Reads a sum into one line: `attack 9 + attack 7 = damage 16`.
    fn sum(&mut self, body: &str) {
        let (mut words, mut total) = (String::new(), 0_i64);
        for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let rest = line.trim_start_matches(['+', '-', '−', '–', '×', '=']);
            let Some(Plain { phrases, .. }) = self.plain(rest.trim()) else { continue };
            let said: String = phrases.into_iter().map(|phrase| phrase.words).collect();
            let figure = said.rsplit(' ').next().and_then(|figure| figure.replace('−', "-").parse::<i64>().ok());
            let (sign, sum) = match line.chars().next() {
                Some('+') => (" + ", total.checked_add(figure.unwrap_or_default())),
                Some('-' | '−' | '–') => (" − ", total.checked_sub(figure.unwrap_or_default())),
                Some('×') => (" × ", total.checked_mul(figure.unwrap_or(1))),
                Some('=') => (" = ", Some(figure.unwrap_or(total))),
                _ => ("", figure),
            };
            // The book reports a sum that is too large.
            let Some(sum) = sum else { return };
            total = sum;
            words += sign;
            words += &said;
            if sign == " = " && figure.is_none() {
                words += &format!(" {}", total.to_string().replace('-', "−"));
            }
        }
        self.add(&words);
    }

    fn line(&mut self, Line { words: line, heading, is_code, .. }: &Line<'_>) {
        if *is_code {
            self.end_paragraph();
        } else if let Some(Heading { title, id, .. }) = heading {
            self.end_paragraph();
            let (name, id) = ((*title).to_owned(), id.map_or_else(|| slug(title), str::to_owned));
            let number = self.sections.get(&id).cloned().unwrap_or_default();
            self.begin(Topic { id, name, number, ..Topic::default() });
        } else if self.within == Within::Words {
            self.word(line);
        } else if let Some(picture) = line.strip_prefix("![") {
            self.end_paragraph();
            self.picture(picture);
        } else if line.is_empty() || line.starts_with('>') {
            // Quotations say no rule.
            self.end_paragraph();
        } else {
            let item = line.strip_prefix("- ");
            if item.is_some() {
                self.end_paragraph();
            } else if !self.paragraph.is_empty() {
                self.paragraph.push(' ');
            }
            self.paragraph.push_str(item.unwrap_or(line));
        }
    }

    /// Reads what follows `![`: `alt text](storm "its caption"){width=60mm}`.
    fn picture(&mut self, line: &str) {
        let Some((alt, rest)) = line.split_once("](") else { return };
        let Some((target, _)) = rest.split_once(')') else { return };
        let (name, caption) = target.split_once(char::is_whitespace).unwrap_or((target, ""));
        let faces =
            self.game.deck.cards.iter().flat_map(|card| card.faces.iter().enumerate().map(move |face| (card, face)));
        let shows = |(_, (_, face)): &(&Card, (usize, &Face))| face.art.as_ref().is_some_and(|art| art.value == name);
        let Some((card, (side, _))) = faces.into_iter().find(shows) else { return };
        let words = [alt, caption.trim_matches('"')].into_iter().filter(|words| !words.is_empty());
        let words = words.collect::<Vec<_>>().join(". ");
        self.illustrate(IllustrationSource::Art(card.id.clone(), side), words);
    }

    /// Reads the arguments of a figure: `setup`, `card axe`, `sides sword, shield`, `together sword, chop`, `drawing trip`. Its
    /// words are a paragraph.
    fn figure(&mut self, arguments: &str) {
        if arguments == "setup" {
            return self.illustrate(IllustrationSource::Diagram(arguments.to_owned()), String::new());
        }
        let Some((sort, names)) = arguments.split_once(char::is_whitespace) else { return };
        let sides: &[usize] = match sort {
            "drawing" => return self.illustrate(IllustrationSource::Drawing(names.trim().to_owned()), String::new()),
            "card" | "together" => &[0],
            "sides" => &[0, 1],
            _ => return,
        };
        for card in names.split(',').filter_map(|id| self.game.card(id.trim())) {
            for side in sides {
                self.illustrate(IllustrationSource::Face(card.id.clone(), *side), card.name.clone());
            }
        }
    }

    /// Adds a picture to the last topic.
    fn illustrate(&mut self, source: IllustrationSource, words: String) {
        if let Some(topic) = self.last() {
            topic.pictures.push(Illustration { source, words });
        }
    }

    /// Returns the topic whose text is being read.
    fn last(&mut self) -> Option<&mut Topic> {
        let topics = if self.within == Within::Card { &mut self.glossary.cards } else { &mut self.glossary.topics };
        topics.last_mut()
    }

    /// Reads `term: meaning`; a section that explains the word in detail gets the meaning.
    fn word(&mut self, line: &str) {
        let Some((term, meaning)) = line.split_once(':') else { return };
        let Some(Plain { phrases: meaning, .. }) = self.plain(meaning.trim()) else { return };
        let key = stem(term);
        if let Some(known) = self.stems.iter().position(|stem| *stem == key) {
            self.glossary.topics[known].meaning = meaning;
            return;
        }
        // A section may have the word as its id and say more in its title.
        if let Some(topic) = self.glossary.topics.iter_mut().find(|topic| topic.id == term) {
            topic.meaning = meaning;
            return;
        }
        let mut topic = Topic { id: term.to_owned(), name: capital(term), meaning, ..Topic::default() };
        // Without a section of its name, the rule that names it first explains it.
        let names = |phrase: &Phrase| phrase.names.as_deref().is_some_and(|name| stem(name) == key);
        for explained in &self.glossary.topics {
            let mut explaining = explained.paragraphs.iter().filter(|phrases| phrases.iter().any(names));
            if let Some(phrases) = explaining.next() {
                topic.paragraphs.push(phrases.clone());
                topic.rules.clone_from(&explained.rules);
                break;
            }
        }
        self.begin(topic);
    }

    /// Begins a topic: the paragraphs that come are its own.
    fn begin(&mut self, topic: Topic) {
        self.stems.push(stem(&topic.name));
        self.glossary.topics.push(topic);
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.paragraph);
        self.add(&text);
    }

    /// Adds a paragraph to the last topic.
    fn add(&mut self, text: &str) {
        let Some(Plain { mut phrases, rules }) = self.plain(text) else { return };
        let lead = std::mem::take(&mut self.lead);
        if !lead.is_empty() {
            phrases.insert(0, Phrase { words: lead, ..Phrase::default() });
        }
        if self.within == Within::Rulings
            && let Some(number) = ruling(text)
        {
            let (id, name) = (ruling_id(number), format!("Ruling {number}"));
            self.begin(Topic { id, name, ..Topic::default() });
        }
        if let Some(topic) = self.last() {
            topic.rules.extend(rules);
            topic.paragraphs.push(phrases);
        }
    }

    /// Returns a paragraph without its markup, its values filled in; `None` if nothing is left.
    fn plain(&mut self, text: &str) -> Option<Plain> {
        let Bare { text, targets, rules } = self.bare(text);
        let draft = parse(&text, Quotes::new(&self.game.language)).ok()?;
        let lookup = CardLookup { game: self.game, component: &self.game.deck, card: None, set: None, face: None };
        let rich = resolve(&draft, &lookup).ok()?;
        let mut targets = targets.into_iter();
        let mut phrases = Vec::new();
        for span in rich.paragraphs.into_iter().flatten() {
            let (words, Formatting { term, emphasis, .. }) = match span {
                TextSpan::Text(words, formatting) => (words, formatting),
                // A space holds its place where there are only words.
                TextSpan::Mark(icon) => {
                    phrases.push(Phrase { words: " ".to_owned(), icon: Some(icon), ..Phrase::default() });
                    continue;
                }
                TextSpan::Item(_) => continue,
            };
            // A term is in brackets at its first use, or in italics where it is explained.
            let names = if term {
                Some(targets.next().flatten().unwrap_or_else(|| words.clone()))
            } else {
                emphasis.then(|| words.clone())
            };
            phrases.push(Phrase { words, names, icon: None });
        }
        let first = phrases.first_mut()?;
        if first.icon.is_none() {
            first.words = first.words.trim_start().to_owned();
        }
        Some(Plain { phrases, rules })
    }

    /// Takes numbers of rules, references and targets of links out of a paragraph. Places of the table at setup have a letter,
    /// as in the picture of it.
    fn bare(&mut self, text: &str) -> Bare {
        let mut bare = Bare::default();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '[']) {
            bare.text.push_str(&rest[..at]);
            let close = if rest[at..].starts_with('{') { '}' } else { ']' };
            let Some(end) = rest[at..].find(close) else { break };
            let inner = &rest[at + 1..at + end];
            rest = &rest[at + end + 1..];
            if close == ']' {
                let target = rest.strip_prefix('(').and_then(|after| after.split_once(')'));
                let named = target.map(|(target, _)| target.trim_matches(['<', '>']).to_owned());
                if named.as_deref().is_some_and(is_address) {
                    bare.text.push_str(inner);
                } else {
                    bare.text.push_str(&format!("[{inner}]"));
                    bare.targets.push(named);
                }
                rest = target.map_or(rest, |(_, after)| after);
            } else if let Ok(rule) = inner.parse() {
                bare.rules.push(rule);
                rest = rest.strip_prefix(' ').unwrap_or(rest);
            } else if let Some(place) = inner.strip_prefix("letter:").map(str::trim) {
                bare.text.extend(self.letters.letter(place).map(|letter| format!("({letter})")));
            } else if inner.starts_with('#') || inner.contains(':') {
                // The space before ids, letters of figures and numbers of sections is dropped too.
                bare.text.truncate(bare.text.trim_end().len());
            } else {
                bare.text.push_str(&format!("{{{inner}}}"));
            }
        }
        bare.text.push_str(rest);
        bare
    }

    /// Completes the glossary: headings without text aren't in it.
    fn finish(self) -> Glossary {
        let Glossary { mut topics, cards, numbers } = self.glossary;
        topics.retain(|topic| topic.passages().next().is_some());
        for topic in &mut topics {
            topic.rules.sort_unstable();
            topic.rules.dedup();
        }
        Glossary { topics, cards, numbers }
    }
}

struct Plain {
    phrases: Vec<Phrase>,
    rules: Vec<RuleNumber>,
}

/// A paragraph without what only a book needs.
#[derive(Default)]
struct Bare {
    text: String,
    /// Explicit target of each bracketed word, if any.
    targets: Vec<Option<String>>,
    rules: Vec<RuleNumber>,
}

fn capital(term: &str) -> String {
    let mut letters = term.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_assets::Builtin;

    fn game() -> Game {
        crate::game(&Builtin, "skirmish-5e").game.expect("the game is right")
    }

    fn glossary() -> Glossary {
        read(&Builtin, &game())
    }

    fn text(topic: &Topic) -> String {
        let paragraph = |phrases: &Vec<Phrase>| phrases.iter().map(|phrase| phrase.words.as_str()).collect::<String>();
        topic.passages().map(paragraph).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_words_of_the_game_open_their_rules_with_figures_and_without_markup() {
        let glossary = glossary();
        for (name, rule, words) in [
            ("Charge", "S31", "and adds 1 damage to that attack. It cannot be parried."),
            ("Hook", "S34", "cannot be blocked.\nOnly the Axe and the Two-Handed Axe have a Hook."),
            ("Recovering", "S22", "regain 2 health, take an undamaged Shield"),
            ("two-handed", "S30", "so you hold 5 cards."),
            ("weapon discard pile", "S9", "holds weapons and Shields only"),
            ("hand limit", "S15", "Draw up to your hand limit of 6 cards."),
            ("Flurry", "S33", "or three with a Dagger"),
            (
                "Setup",
                "S7",
                "with the undamaged side of the Shield showing (A). Each player also takes 12 health counters (B).",
            ),
        ] {
            let topic = glossary.topic(name).unwrap_or_else(|| panic!("{name} is explained"));
            assert!(topic.rules.iter().any(|found| found.to_string() == rule), "{name}: {:?}", topic.rules);
            assert!(text(topic).contains(words), "{name}: {}", text(topic));
        }
        for topic in glossary.topics.iter().chain(&glossary.cards) {
            let text = text(topic);
            assert!(!text.is_empty() && !text.contains(['{', '}', '[', ']', '*', '#']), "{}: {text}", topic.name);
        }
    }

    #[test]
    fn every_card_has_its_rule() {
        let glossary = glossary();
        for card in &game().deck.cards {
            let topic = glossary.card(&card.id).unwrap_or_else(|| panic!("{} has a rule", card.id));
            assert!(!topic.paragraphs.is_empty(), "{}", card.id);
        }
        let rule = |id: &str| glossary.card(id).map(|topic| topic.rules.clone());
        assert_eq!(
            (rule("chop"), rule("two-handed-sword")),
            (Some(vec![RuleNumber::literal("S38")]), Some(vec![RuleNumber::literal("S55")]))
        );
    }

    #[test]
    fn what_the_words_of_a_rule_name_can_be_followed() {
        let glossary = glossary();
        let axe = glossary.card("two-handed-axe").expect("an axe");
        let names: Vec<&str> = axe.paragraphs[0].iter().filter_map(|phrase| phrase.names.as_deref()).collect();
        assert_eq!(names, ["Thrust", "Block", "Shield Bash", "Hook", "Charge", "Rend", "Disembowelling"]);
        let shield = glossary.card("shield").expect("a Shield");
        assert!(shield.paragraphs[0].iter().any(|phrase| phrase.names.as_deref() == Some("Flurry of Blows")));
    }

    #[test]
    fn every_topic_has_its_own_id() {
        for id in ["skirmish-5e", "battling-cards", "skirminion", "warhammer-skirmish"] {
            let game = crate::game(&Builtin, id).game.expect("the game is right");
            let glossary = read(&Builtin, &game);
            let mut ids: Vec<_> = glossary.topics.iter().map(|topic| &topic.id).collect();
            ids.sort_unstable();
            let twice: Vec<_> = ids.windows(2).filter(|two| two[0] == two[1]).collect();
            assert!(twice.is_empty(), "{id}: {twice:?}");
        }
    }

    #[test]
    fn the_sections_with_text_are_there_in_the_order_of_the_book() {
        for id in ["skirmish-5e", "battling-cards", "skirminion", "warhammer-skirmish"] {
            let game = crate::game(&Builtin, id).game.expect("the game is right");
            let source = text_file(&Builtin, &rulebook_path(&game)).expect("a rulebook");
            let text = source.text.split_once("-->").map_or(source.text.as_str(), |(_, book)| book);
            let mut ids = Vec::new();
            for section in text.split("\n#").skip(1) {
                let (heading, text) = section.split_once('\n').unwrap_or_default();
                let id = heading.split_once("{#").and_then(|(_, id)| id.split([' ', '}']).next());
                // Each of the words has a topic of its own.
                ids.extend(
                    id.filter(|id| *id != "words" && text.lines().any(|line| line.starts_with(char::is_alphabetic))),
                );
            }
            let glossary = read(&Builtin, &game);
            let places: Vec<_> =
                ids.iter().map(|id| glossary.topics.iter().position(|topic| topic.id == **id)).collect();
            let missing: Vec<_> = ids.iter().zip(&places).filter(|(_, place)| place.is_none()).collect();
            assert!(missing.is_empty(), "{id}: {missing:?}");
            assert!(places.is_sorted(), "{id}: {ids:?} {places:?}");
        }
    }

    #[test]
    fn a_legend_has_its_icons() {
        let glossary = glossary();
        let legend = glossary.topic("signs").expect("the section about icons");
        let icons: Vec<_> = legend.passages().filter(|phrases| phrases[0].icon.is_some()).collect();
        assert_eq!(icons[0][0].icon.as_deref(), Some("weapon"));
        assert_eq!(text(legend).lines().nth(1).map(str::trim), Some("a weapon"));
        assert!(icons.len() > 12, "{icons:?}");
        let boards = glossary.topics.iter().flat_map(|topic| &topic.pictures);
        let made = boards.filter(|picture| matches!(picture.source, IllustrationSource::Diagram(_)));
        assert_eq!(made.count(), 1, "the table at setup");
    }

    #[test]
    fn a_game_without_a_rulebook_has_no_words() {
        let vfs = crate::vfs::Memory::new();
        assert_eq!(read(&vfs, &game()), Glossary::default());
    }
}
