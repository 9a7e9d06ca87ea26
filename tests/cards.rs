//! Cards differ in their corners, in a fan to either side, and each sign has one meaning.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::shipped;
use painter::Picture;
use skirmish_base::diagnostic::Reporter;
use skirmish_base::units::{Mm, Rect};
use skirmish_base::vfs::{Memory, Overlay, Vfs as _};
use skirmish_model::game::{Game, Ink};
use skirmish_render::face::{BookAssets, FaceRenderer, Project};
use skirmish_render::scene::Turn;

/// A pixel is a quarter of a millimetre: what an eye resolves at arm's length in room light, and much finer than the
/// strokes of an icon.
const PIXELS_A_MM: f64 = 4.0;
/// Oversampling of the faces before they are averaged.
const FINER: usize = 4;

/// A part of a face in millimetres.
type Part = (f64, f64, f64, f64);
/// Visible part of a card in a fan to the right and to the left: at most 12 mm from the left edge or the right one.
const STRIPS: [(&str, Part); 2] = [("left", (0.0, 0.0, 12.0, 12.0)), ("right", (51.5, 0.0, 12.0, 9.5))];
/// The marks in them, with half a millimetre about each.
const MARKS: [(&str, Part); 2] = [("left", (3.0, 2.75, 7.0, 7.0)), ("right", (55.0, 2.75, 5.75, 5.75))];
/// The mean difference of two strips, of 255, is at least this.
const APART: f64 = 6.0;
/// Two marks, shifted onto each other as well as can be, correlate by less than this.
const ALIKE: f64 = 0.8;

/// Returns the fronts of the deck as an eye sees them.
fn fronts(game: &Game, ink: Ink) -> Vec<(String, Picture)> {
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let dpi = PIXELS_A_MM * FINER as f64 * 25.4;
    let mut faces = shipped::paint(game, ink, game.deck.format.cut(), dpi);
    faces.truncate(game.deck.cards.len());
    faces.into_iter().map(|(name, picture)| (name, picture.shrunk(FINER))).collect()
}

fn part(picture: &Picture, (x, y, width, height): Part) -> Picture {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
    let [x, y, width, height] = [x, y, width, height].map(|length| (length * PIXELS_A_MM).round() as usize);
    picture.part(x, y, width, height)
}

/// Returns the channels to compare: one in grey, three in colour.
fn channels(picture: &Picture, grey: bool) -> Vec<Vec<f64>> {
    let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let pixels: Vec<[f64; 4]> = pixels.map(|(x, y)| picture.at(x, y).map(f64::from)).collect();
    if grey {
        return vec![pixels.iter().map(|[red, green, blue, _]| 0.299 * red + 0.587 * green + 0.114 * blue).collect()];
    }
    (0..3).map(|channel| pixels.iter().map(|pixel| pixel[channel]).collect()).collect()
}

#[allow(clippy::cast_precision_loss, reason = "a few thousand pixels")]
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    sum / count as f64
}

/// Returns the mean difference of two pictures of one size.
fn difference(a: &Picture, b: &Picture, grey: bool) -> f64 {
    let (a, b) = (channels(a, grey), channels(b, grey));
    mean(a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()))
}

/// Returns the best similarity of two pictures of one size over small shifts: 1 for the same drawing, whatever its
/// contrast.
fn likeness(a: &Picture, b: &Picture, grey: bool) -> f64 {
    /// Maximum shift of one picture, in pixels.
    const SHIFT: usize = 2;
    let (width, height) = (a.width - SHIFT, a.height - SHIFT);
    let mut best = f64::MIN;
    for (ax, ay, bx, by) in (0..=SHIFT).flat_map(|x| (0..=SHIFT).flat_map(move |y| [(x, y, 0, 0), (0, y, x, 0)])) {
        let (a, b) = (a.part(ax, ay, width, height), b.part(bx, by, width, height));
        let (mut product, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
        for (a, b) in channels(&a, grey).into_iter().zip(channels(&b, grey)) {
            let (mean_a, mean_b) = (mean(a.iter().copied()), mean(b.iter().copied()));
            for (a, b) in a.iter().zip(&b) {
                let (a, b) = (a - mean_a, b - mean_b);
                product += a * b;
                of_a += a * a;
                of_b += b * b;
            }
        }
        best = best.max(product / f64::sqrt(of_a * of_b));
    }
    best
}

#[test]
fn every_front_has_a_corner_of_its_own_to_either_hand_in_colour_and_in_grey() {
    let game = shipped::game();
    for ink in [Ink::Full, Ink::Low] {
        let fronts = fronts(&game, ink);
        assert_eq!(fronts.len(), 21);
        for (a, (name, face)) in fronts.iter().enumerate() {
            for (other_name, other) in &fronts[a + 1..] {
                for grey in [false, true] {
                    let what = format!("{name} and {other_name}, {ink:?}, {}", if grey { "grey" } else { "colour" });
                    for (side, strip) in STRIPS {
                        let apart = difference(&part(face, strip), &part(other, strip), grey);
                        assert!(apart >= APART, "{what}: the {side} strips differ by {apart:.1} only");
                    }
                    for (side, mark) in MARKS {
                        let alike = likeness(&part(face, mark), &part(other, mark), grey);
                        assert!(alike < ALIKE, "{what}: the marks at the {side} are {alike:.2} alike");
                    }
                }
            }
        }
    }
}

#[test]
fn the_test_of_corners_finds_two_that_are_the_same() {
    let game = shipped::game();
    let fronts = fronts(&game, Ink::Full);
    let (_, sword) = fronts.iter().find(|(name, _)| name == "sword").expect("a Sword");
    let (_, left) = STRIPS[0];
    assert!(difference(&part(sword, left), &part(sword, left), true) < 1e-9);
    // A quarter of a millimetre to the side it is the same mark still.
    let (x, y, width, height) = MARKS[0].1;
    let shifted = part(sword, (x + 0.25, y, width, height));
    assert!(likeness(&part(sword, MARKS[0].1), &shifted, true) > 0.99);
}

#[test]
fn the_other_side_is_told_from_the_front_in_light_ink_at_a_glance() {
    let game = shipped::game();
    let faces = shipped::paint(&game, Ink::Low, game.deck.format.cut(), PIXELS_A_MM * 25.4);
    let find = |name: &str| &faces.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}")).1;
    // The outer 2 mm of spine and tab, and the spine where fronts have their interlace: hatched, or bare.
    let bare_on_fronts = [(0.0, 8.0, 2.0, 70.0), (61.5, 3.0, 2.0, 6.0)];
    for card in &game.deck.cards {
        let front = find(&card.id);
        for strip in bare_on_fronts {
            let [r, g, b] = ink(&part(front, strip));
            assert!(r + g + b < 1e-9, "{} has something at its edge", card.id);
        }
        let back = &game.face_kinds[card.faces[1].kind];
        if !back.shared {
            let back = find(&format!("{}-{}", card.id, back.id));
            for strip in bare_on_fronts {
                let [share, ..] = ink(&part(back, strip));
                assert!((0.15..0.45).contains(&share), "{}: {share:.2} of the edge of its other side is ink", card.id);
            }
        }
    }
}

/// Returns the share of ink in a picture, in each channel.
fn ink(picture: &Picture) -> [f64; 3] {
    let channels = channels(picture, false);
    [0, 1, 2].map(|channel| 1.0 - mean(channels[channel].iter().copied()) / 255.0)
}

#[test]
fn light_ink_is_black_alone() {
    let game = shipped::game();
    shipped::with_studio(&game, Ink::Low, |renderer, _| {
        for id in renderer.deck().ids() {
            let (card, face) = renderer.face(id);
            for (name, colour) in game.palette(renderer.component(), card, face).in_ink(Ink::Low) {
                let [red, green, blue] = colour.parts();
                assert!(red == green && green == blue && [0, 255].contains(&red), "{name}: {colour}");
            }
        }
    });
}

#[test]
fn the_name_stands_in_the_spine_and_interlace_fills_what_is_left() {
    let game = shipped::game();
    shipped::with_studio(&game, Ink::Full, |renderer, _| {
        let composed = renderer.compose().unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
        for id in renderer.deck().ids() {
            let (card, face) = renderer.face(id);
            let sort = &game.face_kinds[face.kind];
            if sort.shared {
                continue;
            }
            let texts: Vec<_> = composed.scenes[id.0].texts().collect();
            let turned: Vec<_> = texts.iter().filter(|text| text.turn == Turn::Quarter).collect();
            let state = shipped::letters(face, "state");
            let should = if sort.id == "front" { card.name.clone() } else { state };
            let [name] = turned[..] else { panic!("{}: {} turned texts", card.name, turned.len()) };
            assert_eq!(name.line.letters().trim_end(), should);
            // Below the mark of 9.2 mm and the figure, and above their like at the other end.
            let end = name.at.y + name.line.width;
            assert!(name.at.y > Mm::new(11.0) && end < Mm::new(70.0), "{should}: {:?} to {end:?}", name.at.y);
            let figures =
                |turn: Turn| texts.iter().filter(|text| text.turn == turn && text.at.x < Mm::new(10.5)).count();
            assert_eq!(
                figures(Turn::None),
                figures(Turn::Half),
                "{should}: what stands upright is there turned as well"
            );
        }
    });
}

#[test]
fn all_words_and_signs_of_a_card_keep_3_2_mm_from_the_cut() {
    let game = shipped::game();
    let cut = game.deck.format.cut();
    let inner =
        Rect { x: Mm::new(3.2), y: Mm::new(3.2), width: cut.width - Mm::new(6.4), height: cut.height - Mm::new(6.4) };
    shipped::with_studio(&game, Ink::Full, |renderer, _| {
        for id in renderer.deck().ids().filter(|id| !game.face_kinds[renderer.face(*id).1.kind].shared) {
            for (name, slot) in renderer.slot_boxes(id) {
                // Paper round the capitals of a title belongs to its box, and pictures run off the card.
                if ["art", "title"].contains(&name.as_str()) {
                    continue;
                }
                let off =
                    [inner.x - slot.x, inner.y - slot.y, slot.right() - inner.right(), slot.bottom() - inner.bottom()];
                let most = off.into_iter().fold(Mm::ZERO, Mm::max);
                assert!(most < Mm::new(1e-3), "{}: slot `{name}` is {most:?} too near", renderer.face(id).0.id);
            }
        }
    });
}

/// Returns the number of items on a front, with a template that omits interlace shorter than `least` millimetres.
fn drawn_on(card: &str, least: &str) -> usize {
    let path = "templates/card.svg";
    let template = String::from_utf8(shipped::vfs().read(path).expect("a template").into_owned()).expect("text");
    assert!(template.contains("data-min-length=\"6\""));
    let changed =
        Memory::new().with(path, template.replace("data-min-length=\"6\"", &format!("data-min-length=\"{least}\"")));
    let vfs = Overlay { first: &changed, second: &shipped::vfs() };
    let project = Project::open(&vfs, shipped::GAME).unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let (assets, reporter) = (BookAssets::default(), Reporter::default());
    let renderer = FaceRenderer::open(&vfs, &project.game, Ink::Full, &project.typography, &assets, &reporter);
    let composed = renderer.compose().unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
    let index = project.game.deck.by_id[card];
    composed.scenes[renderer.deck().cards[index].front.0].items.len()
}

#[test]
fn interlace_that_would_be_too_short_is_left_out() {
    // The Special Attack has room for some 35 mm of it, the Trip, with its short name, for 55.
    assert_eq!(drawn_on("special-attack", "6") - drawn_on("special-attack", "45"), 1);
    assert_eq!(drawn_on("trip", "6"), drawn_on("trip", "45"));
}

/// Signs before words, and the meaning that all such words must share.
const SIGNS: [(&str, &[&str]); 13] = [
    ("alone", &["alone"]),
    ("dawn", &["at the start of your turn"]),
    ("either", &[" or "]),
    ("horn", &["at any time"]),
    ("not-axe", &["not with either axe", "not against either axe"]),
    ("not-charge", &["not against a Charge"]),
    ("not-disarmed", &["cannot be disarmed"]),
    ("not-dodged", &["cannot be dodged"]),
    ("not-spear", &["not with a Spear", "not against a Spear"]),
    ("not-two-handed", &["not with a two-handed weapon"]),
    ("one-handed", &["one-handed"]),
    ("shield", &["needs a Shield"]),
    ("two-handed", &["two-handed"]),
];

#[test]
fn one_sign_has_one_meaning() {
    let game = shipped::game();
    let mut seen = BTreeSet::new();
    for need in &game.needs {
        for mark in &need.marks {
            // The icon of the kind represents any weapon.
            let words: &[&str] = match SIGNS.iter().find(|(name, _)| name == mark) {
                Some((_, words)) => words,
                None if mark == "weapon" => &["weapon"],
                None => panic!("need `{}`: nothing says what the sign `{mark}` means", need.id),
            };
            assert!(words.iter().any(|part| need.words.contains(part)), "`{mark}` stands before “{}”", need.words);
            seen.insert(mark.as_str());
        }
    }
    for (sign, _) in SIGNS {
        assert!(seen.contains(sign), "no need has the sign `{sign}`");
    }
    for kind in &game.deck.kinds {
        assert_eq!(kind.mark, kind.id, "the mark of a kind is its own");
    }
    for card in &game.deck.cards {
        for face in card.faces.iter().filter(|face| !game.face_kinds[face.kind].shared) {
            let icon = face.card_icon.as_ref().map(|icon| icon.value.as_str());
            assert_eq!(icon, Some(card.id.as_str()), "the icon of a card is its own, on both its sides");
        }
    }
}

#[test]
fn no_two_marks_are_drawn_alike() {
    let game = shipped::game();
    shipped::with_studio(&game, Ink::Full, |renderer, _| {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for (name, mark) in renderer.marks() {
            let drawn: String = mark.outlines.iter().map(|outline| outline.path.to_svg()).collect();
            if let Some(other) = known.insert(drawn, name) {
                panic!("`{name}` and `{other}` are the same drawing");
            }
        }
        assert!(known.len() > 40, "{} marks", known.len());
    });
}
