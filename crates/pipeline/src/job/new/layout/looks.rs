//! Colours, icons and interlace of kinds, and their form in `game.toml`.

use std::collections::BTreeSet;

use super::super::guess::Role;
use super::super::write::{Plan, text as quoted};
use crate::game::{CardFormat, Colour};
use crate::units::Size;

/// Colours of kinds, in turn. Any two differ in grey, and for colour-blind eyes.
pub(super) const KINDS: [&str; 8] =
    ["#226299", "#eabd40", "#6f0f4c", "#1b8731", "#6bb0dc", "#5139a0", "#d57f1c", "#152161"];
/// Colours of two kinds of cards with one text each: white letters on one, ink on the other.
const TWO_TONES: [&str; 2] = ["#152161", "#f4efe3"];
/// Marks of kinds, in turn, which differ without colour.
const MARKS: [&str; 12] = [
    "quatrefoil",
    "star",
    "lozenge",
    "ring",
    "cross",
    "crescent",
    "shield",
    "chevron",
    "drop",
    "sun",
    "hexagon",
    "trefoil",
];
/// Interlace of kinds, in turn.
const WEAVES: [&str; 4] = [
    "strands = 3, period = 2, width = 0.84, gap = 0.17",
    r#"strands = 4, period = 4, width = 0.8, gap = 0.17, breaks = ["0 1 H", "0 3 H", "1 2 V", "3 2 V"]"#,
    r#"strands = 4, period = 4, width = 0.8, gap = 0.17, breaks = ["1 2 H", "3 2 H"]"#,
    "strands = 2, period = 2, width = 0.78, gap = 0.14",
];
/// Colours of backs, dark enough for white letters and gold.
const BACKS: [&str; 5] = ["#152161", "#226299", "#6f0f4c", "#1d6a2b", "#5139a0"];

/// Words for colours in English, German, French, Italian, Spanish, Portuguese, Dutch, Polish and Russian.
const WORDS: [(&str, &[&str]); 12] = [
    (
        "#b5222b",
        &[
            "red",
            "rot",
            "rouge",
            "rosso",
            "rossa",
            "rojo",
            "roja",
            "vermelho",
            "vermelha",
            "rood",
            "czerwony",
            "красный",
        ],
    ),
    ("#2872c0", &["blue", "blau", "bleu", "bleue", "blu", "azul", "blauw", "niebieski", "синий", "голубой"]),
    ("#3f8436", &["green", "grün", "gruen", "vert", "verte", "verde", "groen", "zielony", "зелёный", "зеленый"]),
    (
        "#5a2a8c",
        &[
            "purple",
            "violet",
            "violett",
            "lila",
            "viola",
            "violette",
            "morado",
            "morada",
            "roxo",
            "roxa",
            "paars",
            "fioletowy",
            "фиолетовый",
        ],
    ),
    ("#dd8125", &["orange", "arancione", "naranja", "laranja", "oranje", "pomarańczowy", "оранжевый"]),
    ("#e8a3bd", &["pink", "rosa", "rose", "cor-de-rosa"]),
    (
        "#f0c63c",
        &[
            "yellow",
            "gelb",
            "jaune",
            "giallo",
            "gialla",
            "amarillo",
            "amarilla",
            "gold",
            "or",
            "oro",
            "amarelo",
            "amarela",
            "geel",
            "żółty",
            "жёлтый",
            "желтый",
        ],
    ),
    (
        "#2b2a2e",
        &[
            "black",
            "schwarz",
            "noir",
            "noire",
            "nero",
            "nera",
            "negro",
            "negra",
            "preto",
            "preta",
            "zwart",
            "czarny",
            "чёрный",
            "черный",
        ],
    ),
    (
        "#d9d3c3",
        &[
            "white",
            "weiß",
            "weiss",
            "blanc",
            "blanche",
            "bianco",
            "bianca",
            "blanco",
            "blanca",
            "branco",
            "branca",
            "wit",
            "biały",
            "белый",
        ],
    ),
    (
        "#94989d",
        &[
            "grey",
            "gray",
            "grau",
            "gris",
            "grigio",
            "grigia",
            "silver",
            "silber",
            "cinza",
            "grijs",
            "szary",
            "серый",
            "colorless",
            "colourless",
            "neutral",
            "farblos",
            "incolore",
            "incoloro",
        ],
    ),
    (
        "#674019",
        &["brown", "braun", "brun", "brune", "marron", "marrone", "marrón", "marrom", "bruin", "brązowy", "коричневый"],
    ),
    ("#0f7f86", &["teal", "türkis", "turquoise", "turchese", "turquesa", "cyan"]),
];

/// Parses a cell's colour: a word of nine languages, or `#b5222b`.
pub(in super::super) fn colour_named(cell: &str) -> Option<String> {
    let word = cell.trim().to_lowercase();
    if let Some(colour) = Colour::hex(&word) {
        return Some(colour.to_string());
    }
    if let Some(parts) = word.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
        let parts: Option<Vec<u8>> = parts.split(',').map(|part| part.trim().parse::<u8>().ok()).collect();
        let [red, green, blue] = parts?[..] else { return None };
        return Some(Colour::rgb(red, green, blue).to_string());
    }
    // Of two colours, such as `red/green`, the first is that of the card.
    let first = word.split(['/', ',', ';', '+', '|', '&', '-', ' ']).next().unwrap_or_default().trim();
    let named =
        |word: &str| WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(colour, _)| (*colour).to_owned());
    // `dark green` is a green.
    let last = word.rsplit([' ', '-']).next().unwrap_or_default();
    named(&word).or_else(|| named(first)).or_else(|| named(last))
}

/// True for a numeric colour, which nobody reads on a card.
pub(in super::super) fn is_colour_code(cell: &str) -> bool {
    cell.starts_with(['#', 'r']) && colour_named(cell).is_some() && cell.contains(['#', '('])
}

/// Returns the card of a new game: its size by name or as `70x120` in millimetres.
pub(in super::super) fn format(plan: &Plan) -> CardFormat {
    let size = plan.size.as_deref().unwrap_or("poker");
    let millimetres = || {
        let (width, height) = size.split_once('x')?;
        let [width, height]: [f64; 2] = [width.trim().parse().ok()?, height.trim().parse().ok()?];
        Some(CardFormat::new(Size::mm(width, height)))
    };
    CardFormat::named(size).or_else(millimetres).unwrap_or(CardFormat::POKER)
}

/// Returns the colours of a template in drawing programs: those of the first kind.
pub(super) fn sample(colour: &str) -> Vec<(&'static str, String)> {
    let kind = Colour::hex(colour).unwrap_or(Colour::Black);
    let (ink, cream) = (Colour::rgb(0x1b, 0x1a, 0x22), Colour::rgb(0xff, 0xfd, 0xf7));
    let is_dark = Colour::WHITE.contrast(kind) >= 4.6;
    let (on, away) = if is_dark { (Colour::WHITE, Colour::Black) } else { (ink, Colour::WHITE) };
    let paper = kind.over(cream, 0.12);
    let all = [
        ("paper", paper),
        ("band", kind),
        ("on", on),
        ("ink", ink),
        ("deep", kind.legible_on(paper)),
        ("pale", kind.over(paper, 0.24)),
        ("veil", kind.over(paper, 0.12)),
        ("glow", Colour::WHITE.over(kind, 0.36)),
        ("shade", away.over(kind, 0.24)),
        ("flag", paper),
        ("accent", Colour::rgb(0xd9, 0xb4, 0x5b)),
    ];
    all.map(|(name, colour)| (name, colour.to_string())).into()
}

/// Returns the colours of the kinds of a game.
pub(super) fn kind_colours(count: usize, has_two_tones: bool) -> Vec<&'static str> {
    if has_two_tones { TWO_TONES.to_vec() } else { KINDS.iter().cycle().take(count).copied().collect() }
}

/// Returns the colour of the back of a game.
pub(super) fn back_colour(title: &str) -> &'static str {
    BACKS[title.bytes().fold(0, |sum, byte| (sum * 31 + usize::from(byte)) % BACKS.len())]
}

/// Returns the part of `game.toml` about size, colours, faces and kinds. `templates` are those of the kinds, by number.
pub(super) fn toml(plan: &Plan, colours: &[&str], templates: &[String]) -> String {
    let mut toml = String::new();
    if let Some(size) = plan.size.as_deref().filter(|size| *size != "poker") {
        let format = format(plan).size;
        let size = match CardFormat::named(size) {
            Some(_) => format!("size = {}", quoted(size)),
            None => format!("width = {}\nheight = {}", format.width.get(), format.height.get()),
        };
        toml.push_str(&format!("\n# The size of the cards; the templates are drawn for it.\n[format]\n{size}\n"));
    }
    toml.push_str(COLOURS);
    toml.push_str(&FACES.replace("{back}", back_colour(&plan.title)));
    let mut kinds = plan.kinds.iter().enumerate().peekable();
    if kinds.peek().is_some() {
        toml.push_str(
            "\n# Kinds: an icon, from the folder `icons` or one that comes with the program, a colour and an interlace. `template` is that of\n\
             # a kind whose cards have other fields than most.\n",
        );
    }
    for (number, (id, name)) in kinds {
        let colour = colours.get(number).copied().unwrap_or(KINDS[0]);
        toml.push_str(&kind_in(number, id, name, colour));
        if let Some(template) = templates.get(number).filter(|template| *template != super::MAIN) {
            toml.push_str(&format!("template = {}\n", quoted(template)));
        }
    }
    toml
}

/// Returns the table of a kind, by its number, its id and its name.
pub(in super::super) fn kind(number: usize, id: &str, name: &str) -> String {
    kind_in(number, id, name, KINDS[number % KINDS.len()])
}

fn kind_in(number: usize, id: &str, name: &str, colour: &str) -> String {
    format!(
        "\n[kind.{}]\nname = {}\nicon = \"{}\"\ncolours = {{ kind = \"{colour}\" }}\nweave = {{ {} }}\n",
        quoted(id),
        quoted(name),
        MARKS[number % MARKS.len()],
        WEAVES[number % WEAVES.len()],
    )
}

/// Returns a unique key for the field of the column of colours.
pub(in super::super) fn colour_key(plan: &Plan) -> Option<String> {
    plan.columns.iter().find(|column| column.role == Role::Colour)?;
    let taken = |key: &str| plan.fields().any(|(_, known, _)| known == key);
    ["colour", "card_colour", "colour_of_card"].into_iter().find(|key| !taken(key)).map(str::to_owned)
}

/// Returns the field of the column of colours, and the meanings of its words.
pub(super) fn colours_by_word(plan: &Plan) -> String {
    let Some(key) = colour_key(plan) else { return String::new() };
    let columns = plan.sheets.iter().flat_map(|cards| &cards.columns).filter(|column| column.role == Role::Colour);
    let cells: BTreeSet<&str> = columns.flat_map(|column| &column.cells).map(|cell| cell.trim()).collect();
    let looks = cells.into_iter().filter_map(|cell| Some((cell, colour_named(cell)?)));
    let looks = looks
        .map(|(cell, colour)| format!("\n[colour-by.{key}.{}]\ncolours = {{ kind = \"{colour}\" }}\n", quoted(cell)));
    format!(
        "\n# The colours of cards, before those of their kinds.\n[field.{key}]\ntype = \"line\"\n{}",
        looks.collect::<String>()
    )
}

const COLOURS: &str = r##"
# Colours, by their names in the templates. Each kind below gives its own `kind`; the others follow from it.
# "kind 12% on paper" mixes two colours. "#ffffff or ink on band" is the first of several that can be read on the last, and
# "kind on paper" is the colour of the kind, as dark as letters on paper must be.
[colours]
ink = "#1b1a22"
band = "kind"
on = "#ffffff or ink on band"        # letters on areas in the colour of the kind
away = "#000000 or #ffffff on on"    # the end of the scale that is away from those letters
paper = "kind 12% on #fffdf7"
pale = "kind 24% on paper"
veil = "kind 12% on paper"           # emblems behind a text
deep = "kind on paper"               # small letters and lines on paper
glow = "#ffffff 36% on band"         # emblems on areas
shade = "away 24% on band"           # emblems behind letters on areas
flag = "paper"
accent = "#d9b45b"

# What differs with `--ink low`: white paper, and lines instead of areas.
[low-ink]
paper = "#ffffff"
band = "#ffffff"
shade = "veil"
glow = "pale"
accent = "deep"
"##;

const FACES: &str = r#"
# The faces: `template` is a file in `templates`. A slot called emblem is drawn by the program: a ring of knotwork for the kind,
# and a seal of each card's own. For a picture instead, add a slot called art, and pictures named after the cards to `art`.
[face.front]
template = "card"
back = "common"

[face.common]
template = "back"
shared = true
colours = { kind = "{back}" }
"#;

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts linear red, green and blue to CIE L*, a* and b*.
    fn lab(linear: [f64; 3]) -> [f64; 3] {
        let [red, green, blue] = linear.map(|part| part.clamp(0.0, 1.0));
        let f = |value: f64| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 };
        let x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47);
        let y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn linear(colour: &str) -> [f64; 3] {
        let parts = Colour::hex(colour).expect("a colour").parts();
        parts.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Colour vision without one type of cones (Machado, Oliveira and Fernandes 2009, severity 1): protan, deutan,
    /// tritan.
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];

    fn seen(colour: &str, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = linear(colour);
        lab(eyes.map(|row| row.iter().zip(light).map(|(weight, part)| weight * part).sum()))
    }

    #[test]
    fn colours_of_kinds_differ_in_grey_and_for_colour_blind_eyes() {
        let grey = |colour: &&str| lab(linear(colour))[0];
        let mut greys: Vec<f64> = KINDS.iter().map(grey).collect();
        greys.sort_by(f64::total_cmp);
        for pair in greys.windows(2) {
            assert!(pair[1] - pair[0] >= 7.0, "{greys:.1?}");
        }
        for (number, one) in KINDS.iter().enumerate() {
            for other in &KINDS[number + 1..] {
                for eyes in &EYES {
                    let (a, b) = (seen(one, eyes), seen(other, eyes));
                    let difference = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(difference >= 15.0, "{one} and {other}: {difference:.1}");
                }
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_every_colour_that_is_given() {
        let all = KINDS.iter().chain(&TWO_TONES).chain(&BACKS).chain(WORDS.iter().map(|(colour, _)| colour));
        for colour in all {
            let shown = sample(colour);
            let named = |name: &str| {
                let found = shown.iter().find(|(known, _)| *known == name).expect("a colour");
                Colour::hex(&found.1).expect("a colour")
            };
            for (letters, ground) in
                [("on", "band"), ("on", "shade"), ("deep", "paper"), ("ink", "pale"), ("ink", "veil")]
            {
                let contrast = named(letters).contrast(named(ground));
                assert!(contrast >= 4.5, "{colour}: `{letters}` on `{ground}` has {contrast:.2}");
            }
        }
    }

    #[test]
    fn words_of_nine_languages_are_colours() {
        for word in ["Red", "blau", "VERT", "giallo", "morado", "weiß", " grey ", "Red/Green", "Синий", "rgb(1, 2, 3)"]
        {
            assert!(colour_named(word).is_some(), "{word}");
        }
        assert_eq!(colour_named("#ABC"), Some("#aabbcc".to_owned()));
        assert_eq!([colour_named("owl"), colour_named("")], [None, None]);
    }
}
