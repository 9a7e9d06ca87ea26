//! Pictures for the tracker's screens: the right ones, distinct, complete, each drawn once.

use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;

use skirmish_artist::{Artist, Threaded};
use skirmish_assets::Builtin;
use skirmish_base::diagnostic::Reporter;
use skirmish_base::units::Rect;
use skirmish_base::vfs::{Memory, Overlay, Vfs as _};
use skirmish_gallery::{
    CardSide, Gallery as _, Head, Icon, Index, PLAYER_STYLES, PictureRequest, Pixels, Rgb, heading,
};
use skirmish_model::game::{Card, Game, Illustration, IllustrationSource, Ink};
use skirmish_render::face::{BookAssets, FaceRenderer, Project};

const GAME: &str = "skirmish-5e";
const INK: Rgb = [0x1d, 0x17, 0x12];
const GOLD: Rgb = [0xe0, 0xac, 0x3a];

fn project() -> Project {
    Project::open(&Builtin, GAME).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

fn with_artist(test: impl FnOnce(&Artist<'_>, &Game)) {
    let project = project();
    let (artist, diagnostics) = Reporter::collect(|reporter| Artist::open(&Builtin, &project, reporter));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    test(&artist, &project.game);
}

#[test]
fn every_picture_of_a_rulebook_is_beside_its_rule() {
    for id in ["skirmish-5e", "battling-cards", "skirminion", "warhammer-skirmish"] {
        let project = Project::open(&Builtin, id).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
        let text = Builtin.read(&format!("card-data/{id}/rules.md")).expect("it has a rulebook");
        let text = String::from_utf8(text.into_owned()).expect("text");
        let printed: BTreeSet<&str> = text
            .lines()
            // The notes for authors at the top show every sort of figure; contents and the list of words aren't rules.
            .skip_while(|line| *line != "-->")
            .skip_while(|line| !line.starts_with("# "))
            .take_while(|line| !line.starts_with("# Words"))
            .filter_map(|line| {
                let drawing = line.strip_prefix("::: figure drawing ");
                let made = || line.strip_prefix("::: ").filter(|made| made.starts_with("board "));
                let setup = || line.strip_prefix("::: figure setup").map(|_| "setup");
                drawing
                    .or_else(made)
                    .or_else(setup)
                    .or_else(|| line.strip_prefix("![")?.split_once("](")?.1.split([' ', ')']).next())
            })
            .map(str::trim)
            .collect();
        let glossary = skirmish_read::glossary(&Builtin, &project.game);
        let artist = Artist::open(&Builtin, &project, &Reporter::default());
        let whole = artist.whole_pictures(120, 300);
        let mut beside = BTreeSet::new();
        for Illustration { source, .. } in glossary.topics.iter().flat_map(|topic| &topic.pictures) {
            let side = |side: usize| if side == 0 { CardSide::Front } else { CardSide::Back };
            let request = match source {
                IllustrationSource::Drawing(name) | IllustrationSource::Diagram(name) => {
                    beside.insert(name.clone());
                    let Pixels { width, height, .. } = &whole[name];
                    assert!([120, 300].contains(width.max(height)), "{id}: {name} of {width} × {height}");
                    PictureRequest::Picture { name: name.clone(), width: 90, height: 60 }
                }
                IllustrationSource::Art(card, at) => {
                    let art = project.game.card(card).and_then(|card| card.faces[*at].art.as_ref());
                    beside.insert(art.expect("a picture").value.clone());
                    PictureRequest::Art { card: card.clone(), side: side(*at), width: 90, height: 60 }
                }
                IllustrationSource::Face(card, at) => {
                    PictureRequest::Face { card: card.clone(), side: side(*at), width: 90 }
                }
            };
            draw(&artist, &request);
        }
        let missing: Vec<_> = printed.iter().filter(|name| !beside.contains(**name)).collect();
        assert_eq!(missing, [&""; 0], "{id}: {beside:?}");
        assert!(!printed.is_empty(), "{id} has pictures");
    }
}

/// A picture in which pixels are found by place.
trait Seen {
    fn pixel(&self, x: u16, y: u16) -> [u8; 4];

    fn alpha(&self, x: u16, y: u16) -> u8 {
        self.pixel(x, y)[3]
    }
}

impl Seen for Pixels {
    fn pixel(&self, x: u16, y: u16) -> [u8; 4] {
        let at = (usize::from(y) * usize::from(self.width) + usize::from(x)) * 4;
        self.rgba[at..at + 4].try_into().expect("four parts")
    }
}

fn draw(artist: &Artist<'_>, request: &PictureRequest) -> Pixels {
    let pixels = artist.draw(request).unwrap_or_else(|| panic!("{request:?} is not drawn"));
    assert_eq!(pixels.rgba.len(), usize::from(pixels.width) * usize::from(pixels.height) * 4, "{request:?}");
    pixels
}

/// Returns the brightness of each pixel on a dark table.
fn grey(pixels: &Pixels) -> Vec<f64> {
    const TABLE: f64 = 24.0;
    let bright = |p: &[u8]| {
        let own = 0.299 * f64::from(p[0]) + 0.587 * f64::from(p[1]) + 0.114 * f64::from(p[2]);
        TABLE + (own - TABLE) * f64::from(p[3]) / 255.0
    };
    pixels.rgba.chunks_exact(4).map(bright).collect()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    #[allow(clippy::cast_precision_loss, reason = "a few thousand pixels")]
    let count = a.len() as f64;
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / count
}

fn emblem(style: u8, size: u16, drained: bool) -> PictureRequest {
    PictureRequest::Emblem { style, size, drained }
}

#[test]
fn emblems_are_told_apart_in_grey_at_24_pixels() {
    with_artist(|artist, _| {
        for size in [24, 28, 56] {
            for drained in [false, true] {
                let all: Vec<Vec<f64>> =
                    (0..8).map(|style| grey(&draw(artist, &emblem(style, size, drained)))).collect();
                // Players who are out have less contrast.
                let least = if drained { 6.0 } else { 16.0 };
                for (a, one) in all.iter().enumerate() {
                    for (b, other) in all.iter().enumerate().skip(a + 1) {
                        let names = (PLAYER_STYLES[a].name, PLAYER_STYLES[b].name);
                        let apart = apart(one, other);
                        assert!(apart > least, "{names:?} at {size}, drained {drained}: {apart}");
                    }
                }
            }
        }
    });
}

#[test]
fn emblems_are_round_and_bear_their_livery() {
    with_artist(|artist, _| {
        for (number, style) in (0..).zip(&PLAYER_STYLES) {
            let shield = draw(artist, &emblem(number, 112, false));
            for (x, y) in [(0, 0), (111, 0), (0, 111), (111, 111), (15, 15)] {
                assert_eq!(shield.alpha(x, y), 0, "{} at {x}, {y}", style.name);
            }
            let count = |colour: Rgb| {
                let near = |p: &&[u8]| p.iter().zip(colour).all(|(a, b)| a.abs_diff(b) < 4) && p[3] == 255;
                shield.rgba.chunks_exact(4).filter(near).count()
            };
            // At least a tenth of the shield; its edge is less.
            assert!(count(style.colour) > 980, "{}: {}", style.name, count(style.colour));
            assert!(count(style.second) > 980, "{}: {}", style.name, count(style.second));
        }
    });
}

#[test]
fn a_drained_emblem_has_no_colour_left() {
    with_artist(|artist, _| {
        let vivid = |drained| {
            let shield = draw(artist, &emblem(0, 56, drained));
            let spread = |p: &[u8]| p[..3].iter().max().zip(p[..3].iter().min()).map_or(0, |(a, b)| a - b);
            shield.rgba.chunks_exact(4).filter(|p| p[3] == 255).map(spread).max().unwrap_or_default()
        };
        assert!(vivid(false) > 120);
        assert!(vivid(true) < 40, "{}", vivid(true));
    });
}

/// True if a strand is cut by the upper edge: from there on, a strand that turns or is bound grows on both sides, a cut
/// one only moves aside.
fn is_cut(pixels: &Pixels, from: u16) -> bool {
    let runs = |y: u16| -> Vec<(u16, u16)> {
        let solid: Vec<u16> = (0..pixels.width).filter(|x| pixels.alpha(*x, y) > 127).collect();
        let parts = solid.chunk_by(|a, b| a + 1 == *b);
        parts.filter_map(|part| Some((*part.first()?, *part.last()?))).collect()
    };
    let below = runs(from + 1);
    let grows = |(left, right): &(u16, u16)| below.iter().any(|(a, b)| a <= left && b >= right);
    !runs(from).iter().all(grows)
}

fn turned(pixels: &Pixels) -> Pixels {
    let rgba = pixels.rgba.chunks_exact(4).rev().flatten().copied().collect();
    Pixels { rgba, ..*pixels }
}

fn lying_down(pixels: &Pixels) -> Pixels {
    let (width, height) = (pixels.height, pixels.width);
    let rgba = (0..height).flat_map(|y| (0..width).flat_map(move |x| pixels.pixel(y, x))).collect();
    Pixels { width, height, rgba }
}

#[test]
fn no_knot_has_a_strand_cut_at_its_ends() {
    with_artist(|artist, game| {
        for kind in &game.deck.kinds {
            for (across, along) in [(36_u16, 520_u16), (40, 131), (24, 70), (56, 300)] {
                let knotwork = |width, height| {
                    draw(
                        artist,
                        &PictureRequest::Knotwork { kind: kind.id.clone(), width, height, colour: INK, contour: None },
                    )
                };
                let standing = knotwork(across, along);
                assert_eq!((standing.width, standing.height), (across, along));
                let lying = lying_down(&knotwork(along, across));
                for (how, knotwork) in [("standing", standing), ("lying", lying)] {
                    for end in [knotwork.clone(), turned(&knotwork)] {
                        assert!(!is_cut(&end, 0), "{} of {across} by {along}, {how}", kind.id);
                        assert!((0..across).any(|x| end.alpha(x, 1) == 255), "{} does not fill its length", kind.id);
                    }
                    assert!(
                        (20..40).any(|y| is_cut(&knotwork, y)),
                        "{}: the test finds no strand cut in the middle",
                        kind.id
                    );
                }
            }
        }
    });
}

#[test]
fn every_kind_has_a_knot_for_a_spine_of_any_length() {
    with_artist(|artist, game| {
        for kind in &game.deck.kinds {
            for height in (40..400).step_by(7) {
                draw(
                    artist,
                    &PictureRequest::Knotwork { kind: kind.id.clone(), width: 20, height, colour: INK, contour: None },
                );
            }
        }
    });
}

#[test]
fn a_knot_with_a_contour_keeps_its_shade_within_its_picture() {
    with_artist(|artist, game| {
        for kind in &game.deck.kinds {
            let request = PictureRequest::Knotwork {
                kind: kind.id.clone(),
                width: 60,
                height: 240,
                colour: GOLD,
                contour: Some(INK),
            };
            let knotwork = draw(artist, &request);
            let gold = |x, y| knotwork.pixel(x, y) == [GOLD[0], GOLD[1], GOLD[2], 255];
            assert!((0..240).all(|y| !gold(59, y)) && (0..60).all(|x| !gold(x, 239)), "{} is cut", kind.id);
            assert!((0..240).filter(|y| (0..60).any(|x| gold(x, *y))).count() > 200, "{} is hardly seen", kind.id);
        }
    });
}

#[test]
fn a_frame_is_closed_and_bare_inside() {
    with_artist(|artist, game| {
        for kind in &game.deck.kinds {
            let (width, height, thick) = (610, 246, 24);
            let request =
                PictureRequest::Frame { kind: kind.id.clone(), width, height, thick, colour: GOLD, contour: None };
            let frame = draw(artist, &request);
            let seen = |x, y| frame.alpha(x, y) > 0;
            let inside =
                (thick + 1..width - thick - 1).flat_map(|x| (thick + 1..height - thick - 1).map(move |y| (x, y)));
            assert!(inside.into_iter().all(|(x, y)| !seen(x, y)), "{}", kind.id);
            // On each side, every stretch as long as the frame's width shows strands.
            let block = |x: u16, y: u16| (x..x + thick).any(|x| (y..y + thick).any(|y| seen(x, y)));
            assert!((0..width - thick).step_by(24).all(|x| block(x, 0) && block(x, height - thick)), "{}", kind.id);
            assert!((0..height - thick).step_by(24).all(|y| block(0, y) && block(width - thick, y)), "{}", kind.id);
        }
    });
}

/// Returns all sides that a card has for itself.
fn sides(game: &Game) -> Vec<(&Card, CardSide)> {
    let all = game.deck.cards.iter().flat_map(|card| [(card, CardSide::Front), (card, CardSide::Back)]);
    all.filter(|(card, side)| heading(game, &card.id, *side).is_some()).collect()
}

/// Returns the art's box on a face, in pixels of a face of this width.
fn art_box(renderer: &FaceRenderer<'_>, card: usize, side: CardSide, width: u16) -> [u16; 4] {
    let faces = renderer.deck().cards[card];
    let face = if side == CardSide::Front { faces.front } else { faces.back };
    let boxes = renderer.slot_boxes(face);
    let art = boxes.iter().find(|(name, _)| name == "art").unwrap_or_else(|| panic!("{boxes:?}")).1;
    let cut = renderer.game().deck.format.cut();
    let scale = f64::from(width) / cut.width.get();
    let Rect { x, y, width, height } = art;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels")]
    let pixels = [x, y, width, height].map(|length| (length.get() * scale).round() as u16);
    pixels
}

#[test]
fn the_right_art_comes_back_for_each_card_and_side() {
    const WIDTH: u16 = 254;
    with_artist(|artist, game| {
        let project = project();
        let (assets, reporter) = (BookAssets::default(), Reporter::default());
        let renderer = FaceRenderer::open(&Builtin, &project.game, Ink::Full, &project.typography, &assets, &reporter);
        let sides = sides(game);
        assert_eq!(sides.len(), 21 + 1 + 6);
        // Within the cut and clear of the lines about the picture.
        let part = |pixels: &Pixels, (dx, dy): (u16, u16)| -> Vec<f64> {
            let all = grey(pixels);
            let at = |x: u16, y: u16| all[usize::from(y + dy) * usize::from(pixels.width) + usize::from(x + dx)];
            (8..128).flat_map(|y| (8..200).map(move |x| at(x, y))).collect()
        };
        let faces: Vec<Vec<f64>> = sides
            .iter()
            .map(|(card, side)| {
                let face = draw(artist, &PictureRequest::Face { card: card.id.clone(), side: *side, width: WIDTH });
                let [x, y, ..] = art_box(&renderer, game.deck.by_id[&card.id], *side, WIDTH);
                part(&face, (x, y))
            })
            .collect();
        for ((card, side), face) in sides.iter().zip(&faces) {
            let [_, _, width, height] = art_box(&renderer, game.deck.by_id[&card.id], *side, WIDTH);
            let art =
                part(&draw(artist, &PictureRequest::Art { card: card.id.clone(), side: *side, width, height }), (0, 0));
            let own = apart(&art, face);
            assert!(own < 25.0, "{} {side:?} is not the art of its face: {own}", card.id);
            let nearest = faces.iter().map(|other| apart(&art, other)).fold(f64::MAX, f64::min);
            assert!((nearest - own).abs() < 1e-9, "{} {side:?} looks like another's art", card.id);
        }
    });
}

#[test]
fn art_fills_boxes_of_every_shape() {
    with_artist(|artist, game| {
        for (card, side) in sides(game) {
            for (width, height) in [(60, 120), (96, 110), (300, 60)] {
                let art = draw(artist, &PictureRequest::Art { card: card.id.clone(), side, width, height });
                assert_eq!((art.width, art.height), (width, height));
                assert!(art.rgba.chunks_exact(4).all(|p| p[3] == 255), "{} {side:?} has gaps", card.id);
            }
        }
    });
}

#[test]
fn a_narrow_picture_of_an_axe_in_a_tree_shows_the_axe() {
    with_artist(|artist, _| {
        let art = draw(
            artist,
            &PictureRequest::Art { card: "axe".to_owned(), side: CardSide::Front, width: 110, height: 120 },
        );
        // The blade is steel: bluish, as nothing else there is.
        let steel = |p: &&[u8]| p[2] > p[0].saturating_add(8) && p[2] > 120;
        let whole = draw(
            artist,
            &PictureRequest::Art { card: "axe".to_owned(), side: CardSide::Front, width: 190, height: 120 },
        );
        let count = |pixels: &Pixels| pixels.rgba.chunks_exact(4).filter(steel).count();
        assert!(count(&whole) > 500);
        assert!(count(&art) * 10 > count(&whole) * 9, "{} of {}", count(&art), count(&whole));
    });
}

#[test]
fn a_whole_face_has_the_shape_of_a_card() {
    with_artist(|artist, _| {
        let face = draw(artist, &PictureRequest::Face { card: "chop".to_owned(), side: CardSide::Back, width: 254 });
        // 63.5 by 88.9 mm, corners of 3 mm.
        assert_eq!((face.width, face.height), (254, 356));
        for (x, y) in [(0, 0), (253, 0), (0, 355), (253, 355)] {
            assert_eq!(face.alpha(x, y), 0);
        }
        for (x, y) in [(127, 0), (0, 178), (253, 178), (127, 355), (8, 8)] {
            assert_eq!(face.alpha(x, y), 255, "{x}, {y}");
        }
        assert!(artist.take_diagnostics().is_empty());
    });
}

fn head(game: &Game, card: &str, side: CardSide) -> Head {
    heading(game, card, side).unwrap_or_else(|| panic!("{card} has no such side"))
}

#[test]
fn heads_show_the_figures_of_the_data() {
    let game = project().game;
    let regain = game.figures["regain"];
    for card in &game.deck.cards {
        let front = head(&game, &card.id, CardSide::Front);
        let kind = game.deck.kind(card).id.as_str();
        let damage = card.number("damage");
        let figure = match kind {
            "weapon" => damage.map(|damage| damage.to_string()),
            "basic" if card.flag("adds_to_weapon") => damage.map(|damage| format!("+{damage}")),
            "basic" => damage.map(|damage| damage.to_string()),
            _ => card.number("takes_off").map(|off| format!("−{off}")),
        };
        if let Some(figure) = figure {
            assert_eq!(front.index, Index::Figure(figure), "{}", card.id);
        }
        assert_eq!(front.title, card.name);
        assert_eq!((front.kind.as_str(), &front.mark), (kind, &card.id), "a card is known by its own mark");
        if kind == "weapon" {
            let back = head(&game, &card.id, CardSide::Back);
            assert_eq!(back.index, Index::Figure(format!("+{regain}")), "{}", card.id);
            assert_eq!(back.state.as_deref(), Some("Recovering"));
        }
    }
    let marks = |names: [&str; 2]| Index::Marks(names.map(str::to_owned).into());
    assert_eq!(head(&game, "shield", CardSide::Front).index, marks(["pip", "pip"]));
    assert_eq!(head(&game, "shield", CardSide::Back).index, marks(["pip", "pip-spent"]));
    assert_eq!(head(&game, "shield", CardSide::Back).title, "Damaged Shield");
}

#[test]
fn heads_have_the_colours_of_their_kind_and_of_their_side() {
    let game = project().game;
    let (front, back) = (head(&game, "sword", CardSide::Front), head(&game, "sword", CardSide::Back));
    assert_eq!(front.spine, [0x2a, 0x25, 0x22]);
    assert_eq!(front.contour, [0x17, 0x13, 0x10]);
    assert_eq!(front.ground, [0xff, 0xf2, 0xdc]);
    assert_eq!(back.spine, [0x6b, 0x64, 0x5a]);
    assert_eq!((back.ground, back.strand), ([0xcc; 3], [0xcc; 3]));
    assert_eq!(head(&game, "chop", CardSide::Front).strip, [0xe6, 0xc0, 0xae]);
    assert_eq!(head(&game, "shield", CardSide::Back).spine, [0x5c, 0x6a, 0x73]);
}

#[test]
fn a_shared_back_has_no_head_and_an_unknown_card_neither() {
    let game = project().game;
    assert_eq!(heading(&game, "chop", CardSide::Back), None);
    assert_eq!(heading(&game, "halberd", CardSide::Front), None);
}

#[test]
fn what_there_is_not_is_not_drawn() {
    with_artist(|artist, _| {
        for size in 1..24 {
            draw(artist, &emblem(0, size, false));
            draw(artist, &PictureRequest::CardBack { width: size, height: size });
        }
        let card = || "halberd".to_owned();
        for request in [
            PictureRequest::Art { card: card(), side: CardSide::Front, width: 10, height: 10 },
            PictureRequest::Art { card: "axe".to_owned(), side: CardSide::Front, width: 0, height: 10 },
            PictureRequest::Art { card: "axe".to_owned(), side: CardSide::Front, width: 10, height: u16::MAX },
            PictureRequest::Face { card: card(), side: CardSide::Front, width: 100 },
            PictureRequest::Face { card: "axe".to_owned(), side: CardSide::Front, width: 0 },
            PictureRequest::Face { card: "axe".to_owned(), side: CardSide::Front, width: 60_000 },
            PictureRequest::Mark { name: "halberd".to_owned(), colour: INK, size: 20 },
            PictureRequest::Knotwork { kind: "halberd".to_owned(), width: 20, height: 200, colour: INK, contour: None },
            PictureRequest::Knotwork { kind: "armour".to_owned(), width: 20, height: 0, colour: INK, contour: None },
            PictureRequest::Frame {
                kind: "armour".to_owned(),
                width: 30,
                height: 30,
                thick: 20,
                colour: INK,
                contour: None,
            },
            emblem(8, 24, false),
            emblem(0, 0, false),
            PictureRequest::CardBack { width: 0, height: 0 },
            PictureRequest::Icon { icon: Icon::Undo, colour: INK, size: 0 },
        ] {
            assert_eq!(artist.draw(&request), None, "{request:?}");
        }
    });
}

#[test]
fn signs_and_marks_have_the_colour_that_was_wanted() {
    with_artist(|artist, _| {
        let signs = Icon::ALL.map(|icon| PictureRequest::Icon { icon, colour: GOLD, size: 48 });
        let marks = ["weapon", "armour", "two-handed", "pip-spent"];
        let marks = marks.map(|name| PictureRequest::Mark { name: name.to_owned(), colour: GOLD, size: 48 });
        for request in signs.iter().chain(&marks) {
            let pixels = draw(artist, request);
            let solid: Vec<&[u8]> = pixels.rgba.chunks_exact(4).filter(|p| p[3] == 255).collect();
            assert!(solid.len() > 80, "{request:?}");
            assert!(solid.iter().all(|p| p[..3] == GOLD), "{request:?}");
        }
    });
}

/// Draws until a gallery has drawn `last`, and returns everything drawn.
fn all_until(gallery: &mut Threaded, news: &mpsc::Receiver<()>, last: &PictureRequest) -> Vec<PictureRequest> {
    let mut all = Vec::new();
    while !all.contains(last) {
        news.recv_timeout(Duration::from_secs(60)).expect("the gallery says that something is ready");
        all.extend(gallery.take().into_iter().map(|(request, _)| request));
    }
    all
}

#[test]
fn a_gallery_draws_each_wish_once_however_often_it_is_wished_for() {
    let (tell, news) = mpsc::channel();
    // Nobody listens any more when the test has failed.
    let ready = move || tell.send(()).unwrap_or_default();
    let mut gallery = Threaded::open(Builtin, project(), ready).expect("a thread");
    for _ in 0..5 {
        for style in 0..8 {
            gallery.request(emblem(style, 24, false));
        }
    }
    // All wait before the artist has read its drawings: the first wish is the last to be drawn.
    let mut all = all_until(&mut gallery, &news, &emblem(0, 24, false));
    gallery.request(emblem(3, 24, false));
    gallery.request(emblem(0, 28, false));
    all.extend(all_until(&mut gallery, &news, &emblem(0, 28, false)));
    let once = all.iter().filter(|request| **request == emblem(3, 24, false)).count();
    assert_eq!((once, all.len()), (1, 9), "{all:?}");
    assert_eq!(all[0], emblem(7, 24, false), "the latest wish comes first");
    gallery.forget(&emblem(3, 24, false));
    gallery.request(emblem(3, 24, false));
    assert_eq!(all_until(&mut gallery, &news, &emblem(3, 24, false)), [emblem(3, 24, false)]);
    assert!(gallery.diagnostics().is_empty());
    drop(gallery);
    assert!(news.recv().is_err(), "the thread has ended with its gallery");
}

#[test]
fn a_gallery_tells_what_is_wrong_with_the_drawings() {
    let path = format!("card-data/{GAME}/art/axe.svg");
    let mut broken = Memory::new();
    for file in Builtin.files(&format!("card-data/{GAME}")) {
        let content = Builtin.read(&file).expect("a file").into_owned();
        broken = broken.with(&file, if file == path { b"<svg".to_vec() } else { content });
    }
    let vfs = Overlay { first: &broken, second: &Builtin };
    let project = project();
    let (artist, diagnostics) = Reporter::collect(|reporter| Artist::open(&vfs, &project, reporter));
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let axe = PictureRequest::Art { card: "axe".to_owned(), side: CardSide::Front, width: 30, height: 30 };
    assert_eq!(artist.draw(&axe), None);
    draw(&artist, &PictureRequest::Art { card: "sword".to_owned(), side: CardSide::Front, width: 30, height: 30 });
}
