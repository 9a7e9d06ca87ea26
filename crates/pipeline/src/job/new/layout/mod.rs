//! The first faces of a new game: templates whose layout follows from the fields that its cards have.

mod back;
mod deck;
mod faces;
mod looks;
mod page;
mod parts;
mod plain;
mod styles;
mod svg;

use std::collections::BTreeSet;

use self::deck::{Deck, Fields, Item, Look};
use self::faces::Drawn;
use self::page::Page;
use self::parts::Sketch;
use self::svg::Names;
use super::Layout;
use super::pictures::Pictures;
use super::write::Plan;

pub(super) use self::looks::{colour_key, colour_named, format, is_colour_code, kind};

/// The template of most cards.
const MAIN: &str = "card";

/// The faces of a new game.
pub(super) struct Faces {
    /// The files in its folder `templates`.
    pub files: Vec<(String, String)>,
    /// The part of `game.toml` about size, colours, faces and kinds.
    pub toml: String,
    /// Keys of fields that no face has room for.
    pub left_off: BTreeSet<String>,
}

/// Draws the faces of a new game.
pub(super) fn faces(plan: &Plan) -> Faces {
    let deck = Deck::of(plan, plan.shown());
    let layout = plan.layout.unwrap_or_else(|| choose(&Deck::of(plan, plan.wanted())));
    let page = Page::of(&looks::format(plan), plan.language);
    let has_answers = deck.items.iter().any(|item| item.look != Look::Figure);
    let has_two_tones = layout == Layout::Text && plan.kinds.len() == 2 && !has_answers;
    let colours = looks::kind_colours(plan.kinds.len(), has_two_tones);
    let sample = looks::sample(colours.first().copied().unwrap_or(looks::KINDS[0]));
    let mut files: Vec<(String, String)> = Vec::new();
    let mut templates = vec![MAIN.to_owned(); deck.kinds];
    // A field may be shown by the template of one kind and have no room in that of another: then it is off all faces.
    let mut left_off = BTreeSet::new();
    for kind in &deck.frequent {
        let Drawn { svg, title, left_over } = draw(&deck, plan, layout, *kind, page);
        left_off.extend(left_over);
        let file = svg.file(title, REMARK, &sample);
        templates[*kind] = match files.iter().find(|(_, known)| *known == file) {
            Some((name, _)) => name.clone(),
            None => {
                let id = plan.kinds.get(*kind).map_or("card", |(id, _)| id.as_str());
                let name = if files.is_empty() { MAIN.to_owned() } else { format!("{MAIN}-{id}") };
                files.push((name.clone(), file));
                name
            }
        };
    }
    let back = back::back(page).file("The back of all cards", "", &looks::sample(looks::back_colour(&plan.title)));
    files.push(("back".to_owned(), back));
    let texts: Vec<&str> = files.iter().map(|(_, text)| text.as_str()).collect();
    let styles = styles::styles(&page, &texts, plan.hyphenates);
    let toml = looks::toml(plan, &colours, &templates) + &looks::colours_by_word(plan);
    let mut files: Vec<_> = files.into_iter().map(|(name, text)| (format!("templates/{name}.svg"), text)).collect();
    files.push(("templates/type.toml".to_owned(), styles));
    Faces { files, toml, left_off }
}

/// Returns the layout for the fields that the cards have.
fn choose(deck: &Deck) -> Layout {
    let count = |look: Look| deck.all(look).count();
    let [figures, lines, texts, flavours] = [Look::Figure, Look::Line, Look::Text, Look::Flavour].map(count);
    if deck.has_pictures {
        let has_more = texts + flavours > 0 || lines > 0 || figures > 1;
        return if has_more { Layout::Picture } else { Layout::PictureFull };
    }
    if figures == 0 && flavours == 0 {
        const ANSWER: usize = 160;
        let asks = texts == 0 && lines <= 1 && deck.most_names(is_long)
            || texts == 1 && lines == 0 && deck.most_names(is_prompt) && deck.longest_text() <= ANSWER
            || texts == 1 && lines <= 1 && has_no_names(deck);
        if asks {
            return Layout::Text;
        }
    }
    match () {
        () if figures + lines >= 5 => Layout::Profile,
        () if figures + lines >= 1 => Layout::Stat,
        () if texts + flavours >= 1 => Layout::Event,
        () => Layout::PictureFull,
    }
}

/// True for a name that asks something.
fn is_prompt(name: &str) -> bool {
    name.ends_with(['?', '…', '_']) || name.contains("__")
}

/// True for a name that is a text.
fn is_long(name: &str) -> bool {
    name.chars().count() > 24 || is_prompt(name) || name.ends_with('.')
}

/// True for a name that is a number or a code, such as `Q12`.
fn is_code(name: &str) -> bool {
    name.chars().count() <= 6
        && name.chars().any(|letter| letter.is_ascii_digit())
        && name.chars().all(|letter| letter.is_alphanumeric() || "-_.#".contains(letter))
}

/// True if cards are called by codes, or not at all.
fn has_no_names(deck: &Deck) -> bool {
    deck.names.is_empty() || deck.most_names(is_code)
}

/// Draws the face of a kind.
fn draw(deck: &Deck, plan: &Plan, layout: Layout, kind: usize, page: Page) -> Drawn {
    let mut fields = Fields::of(deck, kind);
    match layout {
        Layout::Stat | Layout::Picture | Layout::PictureFull => fields.take_index(deck, &page, true),
        Layout::Profile | Layout::Event => fields.take_index(deck, &page, false),
        Layout::Text => {}
    }
    let prompt: Option<Item> = match layout {
        Layout::Text if has_no_names(deck) || !deck.most_names(is_long) => {
            fields.texts.iter().max_by_key(|item| item.longest_of_all()).cloned()
        }
        _ => None,
    };
    // If space is scarce, rules take priority over flavour.
    let flavour = fields.flavour.take_if(|_| plan.squeeze > 0);
    fields.flavour_letters = if flavour.is_some() { 0 } else { fields.flavour_letters };
    let shows_kind = plan.kinds.len() > 1;
    let kind = plan.kinds.get(kind).filter(|_| shows_kind).map(|(_, name)| name.clone()).unwrap_or_default();
    let names = Names { kind, game: plan.title.clone(), has_cards: !deck.names.is_empty() || layout == Layout::Text };
    let sketch = Sketch { page, fields: &fields, names: &names, shows_kind, squeeze: plan.squeeze };
    // After the second attempt to make space there is none left in the layout; pictures stay for a third.
    let enough = if layout == Layout::Picture { 2 } else { 1 };
    if plan.squeeze > enough && matches!(layout, Layout::Stat | Layout::Event | Layout::Profile | Layout::Picture) {
        return without(plain::plain(&sketch), flavour);
    }
    let drawn = match layout {
        Layout::Stat => faces::stat(&sketch),
        Layout::Text => {
            // Codes are less than a kind.
            let shows_name = if shows_kind { !has_no_names(deck) } else { !deck.names.is_empty() };
            faces::text(&sketch, prompt.as_ref(), shows_name)
        }
        Layout::Profile => faces::profile(&sketch),
        Layout::Event => faces::event(&sketch),
        Layout::Picture => {
            let none = Pictures::default();
            faces::picture(&sketch, plan.pictures.as_ref().unwrap_or(&none))
        }
        Layout::PictureFull => faces::picture_full(&sketch, plan.pictures.as_ref()),
    };
    without(drawn, flavour)
}

/// Returns a template without space for one more field.
fn without(mut drawn: Drawn, item: Option<Item>) -> Drawn {
    drawn.left_over.extend(item.map(|item| item.key));
    drawn
}

/// Remark in the template for its editors.
const REMARK: &str = r#"  <!-- Open this file in any drawing program for SVG, move boxes and draw around them. One unit is one millimetre. The card is cut
       from 0,0 to its size; what is drawn beyond that is cut off, and text keeps 3.2 mm inside. A box whose id begins with "slot-" is
       filled with the field of that name, in the colour of the box. `fill-…` and `stroke-…` are colours of `game.toml`; what is
       only-full or only-low-ink is drawn with much or little ink. Delete boxes that you do not need.
       `skirmish new` without a sheet makes a game whose template explains all that a box can do. -->
"#;
