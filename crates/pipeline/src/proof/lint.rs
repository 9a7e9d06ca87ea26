//! Checks of the printed face: size, contrast and position of text, lines, marks.

use std::cell::LazyCell;
use std::collections::HashMap;

use kurbo::Affine;

use super::LintCache;
use super::contrast::{ContrastFault, Pair, Seen};
use super::digits::under;
use super::ground::Ground;
use super::laid::Laid;
use crate::diagnostic::{Allowed, Code, Diagnostic, Reporter, Span};
use crate::face::{Composed, FaceId, FaceRenderer};
use crate::game::{CardFormat, Colour, CutShape};
use crate::image::Painter;
use crate::scene::{Content, Scene, Text, TextEffect, TextKind, Turn};
use crate::text::{Fonts, Piece};
use crate::threads;
use crate::units::{Mm, Point, Pt, Rect};

/// The smallest text.
const SMALLEST: Pt = Pt::new(6.5);
/// The smallest text of the rules.
const SMALLEST_RULES: Pt = Pt::new(8.0);
/// The smallest light text on dark ground, which fills in.
const SMALLEST_REVERSED: Pt = Pt::new(7.0);
/// The least contrast of text with its ground.
const CONTRAST: f64 = 4.5;
/// The same for text about something that a card lacks.
const CONTRAST_LACKING: f64 = 2.0;

/// Looks at all faces of a piece type, as [`lint`] does.
pub fn lint_all(
    renderer: &FaceRenderer<'_>,
    composed: &Composed,
    fonts: &Fonts,
    known: &LintCache,
    reporter: &Reporter,
) {
    lint(renderer, composed, &renderer.deck().ids().collect::<Vec<_>>(), fonts, known, reporter);
}

/// Checks every line of text and every drawing of some faces; results in `known` aren't calculated again.
pub fn lint(
    renderer: &FaceRenderer<'_>,
    composed: &Composed,
    faces: &[FaceId],
    fonts: &Fonts,
    known: &LintCache,
    reporter: &Reporter,
) {
    let painter = Painter::new(fonts);
    let found = threads::map(faces, |id| {
        lint_face(renderer, *id, &composed.scenes[id.0], &Tools { painter: &painter, fonts, known })
    });
    let mut faults: Vec<(Fault, usize)> = Vec::new();
    let mut known_faults: HashMap<FaultKey, usize> = HashMap::new();
    let mut pairs = Seen::default();
    let deck = renderer.deck();
    let mut cards_of: HashMap<FaceId, Vec<&str>> = HashMap::new();
    for card in &deck.cards {
        let name = renderer.component().cards[card.card].name.as_str();
        for face in [card.front, card.back] {
            cards_of.entry(face).or_default().push(name);
        }
    }
    for (id, Found { of_face, of_lines, pairs: more }) in faces.iter().zip(found) {
        reporter.report_all(of_face);
        pairs.extend(more);
        let cards = cards_of.get(id).map(Vec::as_slice).unwrap_or_default();
        let face = renderer.face(*id).1.kind;
        for mut fault in of_lines {
            fault.cards.extend(cards.iter().map(|card| (*card).to_owned()));
            fault.face = Some(renderer.game().face_kinds[face].id.clone());
            fault.allowed = renderer.game().allowed.find(fault.code, cards.iter().copied());
            let key =
                (fault.code, fault.what.clone(), fault.template.clone(), fault.allowed.as_ref().map(Allowed::places));
            let next = faults.len();
            match faults.get_mut(*known_faults.entry(key).or_insert(next)) {
                Some((known, others)) => {
                    *others += 1;
                    known.join(fault);
                }
                None => faults.push((fault, 0)),
            }
        }
    }
    super::pictures::lint_pictures(faces.iter().map(|id| &composed.scenes[id.0]), reporter);
    super::fit::lint_sizes(renderer, composed, faces, reporter);
    reporter.report_all(faults.into_iter().map(|(fault, others)| fault.diagnostic(others, &pairs)));
}

/// Inputs for checking faces.
struct Tools<'a> {
    painter: &'a Painter<'a>,
    fonts: &'a Fonts,
    known: &'a LintCache,
}

/// Problems of a face.
#[derive(Default)]
struct Found {
    of_face: Vec<Diagnostic>,
    of_lines: Vec<Fault>,
    pairs: Seen,
}

/// Faults that are alike in this are reported in one message.
type FaultKey = (Code, String, String, Option<String>);

/// A face or a line on it.
struct Subject {
    /// The face, and the letters of a line.
    of: String,
    /// Noun for counting more of them: "face" or "line".
    noun: &'static str,
}

/// A problem of a face or of a line on it.
struct Fault {
    code: Code,
    /// The face, and the letters of a line.
    of: String,
    /// Noun for counting more of them: "face" or "line".
    noun: &'static str,
    what: String,
    hint: String,
    template: String,
    at: Span,
    /// The colours, of letters that are too pale.
    blame: Option<ContrastFault>,
    /// The cards whose faces have it.
    cards: Vec<String>,
    /// The kind of face.
    face: Option<String>,
    /// The entries of `allow` that accept it.
    allowed: Option<Allowed>,
}

impl Fault {
    /// Creates a fault of a face with this template; its cards and kind of face are added later.
    fn new(code: Code, subject: Subject, what: String, hint: String, template: &str, at: Span) -> Self {
        let Subject { of, noun } = subject;
        let (template, cards) = (template.to_owned(), Vec::new());
        Self { code, of, noun, what, hint, template, at, blame: None, cards, face: None, allowed: None }
    }

    /// Takes in the cards of another one.
    fn join(&mut self, other: Self) {
        self.cards.extend(other.cards);
        self.face.take_if(|face| Some(&*face) != other.face.as_ref());
    }

    /// Merges identical faults into one diagnostic.
    fn diagnostic(mut self, others: usize, pairs: &Seen) -> Diagnostic {
        let at = self.blame.as_ref().and_then(|blame| blame.place(pairs)).unwrap_or(&self.at).clone();
        self.cards.sort_unstable();
        self.cards.dedup();
        let mut diagnostic =
            Diagnostic::error(self.code, at, format!("{} {}", self.of, self.what)).for_cards(self.cards);
        diagnostic.affects.face = self.face;
        diagnostic.allowed = self.allowed.map(Box::new);
        let diagnostic = match others {
            0 => diagnostic,
            1 => diagnostic.hint(format!("1 more {} has the same problem", self.noun)),
            others => diagnostic.hint(format!("{others} more {}s have the same problem", self.noun)),
        };
        let accept = format!("or accept it in `[allow]` of `game.toml`: `{} = \"the reason\"`", self.code);
        diagnostic.hint(self.hint).hint(accept)
    }
}

fn lint_face(renderer: &FaceRenderer<'_>, id: FaceId, scene: &Scene, tools: &Tools<'_>) -> Found {
    let Tools { painter, fonts, known } = *tools;
    let (format, shape) = (renderer.component().format, &renderer.component().piece.shape);
    let (card, face) = renderer.face(id);
    let Found { of_face: mut diagnostics, of_lines: mut faults, mut pairs } = Found::default();
    if face.template.value.is_empty() {
        return Found::default();
    }
    let boxes: Vec<Rect> = scene.texts().map(|text| bounds(text, fonts)).collect();
    let laid = Laid::of(scene, known);
    let ground = Ground::new(&laid, &format, painter);
    let name = renderer.face_name(id);
    let template = &face.template.value;
    faults.extend(super::cover::gaps(&laid, shape, &format, painter, known).map(|what| {
        let hint =
            format!("extend the background of template `{template}` to {} mm beyond the cut", format.bleed.get());
        let of = Subject { of: format!("face `{name}`:"), noun: "face" };
        Fault::new(Code::BLEED_BARE, of, what, hint, template, face.template.at.clone())
    }));
    diagnostics.extend(super::cover::cropped(scene, &name, face, &renderer.fitted_boxes(id)));
    for laid in &laid {
        let Laid { drawing, place, clip, .. } = laid;
        let mut note = |code: Code, what: String, hint: String, at: &Span| {
            let of = Subject { of: format!("face `{name}`:"), noun: "face" };
            faults.push(Fault::new(code, of, what, hint, template, at.clone()));
        };
        if let Some(what) = super::lines::thin(drawing, *place, clip.unwrap_or(format.with_bleed()), known) {
            let drawn = match (&drawing.content, clip, &face.art) {
                (Content::Art(_), Some(_), Some(art)) => Some(art),
                _ => None,
            };
            let width = super::lines::THINNEST.to_mm().get();
            let hint = format!(
                "increase `stroke-width` to at least {width:.2} mm; coordinates are in the drawing's own units"
            );
            match drawn {
                Some(art) => note(Code::LINE_TOO_THIN, format!("{what}, in its drawing"), hint, &art.at),
                None => {
                    let at = renderer.thin_place(id, super::lines::THINNEST.to_mm());
                    let hint = format!("{hint}, in template `{template}` or its icons");
                    note(Code::LINE_TOO_THIN, what, hint, at.as_ref().unwrap_or(&face.template.at));
                }
            }
        }
        if let Some(by) = super::near_cut::beyond(laid, shape, &format) {
            let what = format!("an icon or interlace is {:.2} mm outside the safe zone", by.get());
            let hint = format!(
                "move it in template `{template}` {} mm or more away from the cut, or extend it {} mm beyond the cut",
                format.safe.get(),
                format.bleed.get()
            );
            let slot = laid.whole().and_then(|whole| renderer.slot_over(id, whole.center()));
            note(Code::MARK_OUTSIDE_SAFE, what, hint, slot.unwrap_or(&face.template.at));
        }
    }
    // Copied only where letters are pale.
    let palette = LazyCell::new(|| renderer.game().palette(renderer.component(), card, face));
    for (text, bounds) in scene.texts().zip(boxes) {
        // A text is at its slot, and has the size of its style unless it was reduced.
        let at = |code: Code| {
            let slot = text.slot.and_then(|slot| renderer.slot_place(id, slot));
            let style = slot.and_then(|(_, style)| style).filter(|style| style.size == text.size);
            let own = style.filter(|style| style.size_at.source.path.starts_with("card-data/"));
            match (code, own, slot) {
                (Code::TEXT_TOO_SMALL | Code::TEXT_LIGHT_TOO_SMALL, Some(style), _) => style.size_at.clone(),
                (Code::TEXT_OUTSIDE_SAFE | Code::TEXT_TOO_SMALL | Code::TEXT_LIGHT_TOO_SMALL, _, Some((slot, _))) => {
                    slot.clone()
                }
                _ => card.at.clone(),
            }
        };
        let fault = |code: Code, what: String| {
            let of = Subject { of: format!("face `{name}`: “{}”", text.line.letters().trim_end()), noun: "line" };
            let slot = text.slot.and_then(|slot| renderer.slot_style(id, slot));
            let hint = hint(code, slot, template, text.kind);
            Fault::new(code, of, what, hint, template, at(code))
        };
        let mut note = |code: Code, what: String| faults.push(fault(code, what));
        if let Some(by) = beyond(shape, &format, bounds) {
            note(Code::TEXT_OUTSIDE_SAFE, format!("is {:.2} mm outside the safe zone", by.get()));
        }
        let least = if text.kind == TextKind::Rules { SMALLEST_RULES } else { SMALLEST };
        // Words that are smaller than their line are an aside.
        let aside = text.size * f64::from(text.line.scales().1);
        let (size, least) = if text.size < least { (text.size, least) } else { (aside, SMALLEST) };
        if size < least {
            note(
                Code::TEXT_TOO_SMALL,
                format!(
                    "is set in {} pt, below the readable minimum of {} pt",
                    under(size.get(), least.get()),
                    least.get()
                ),
            );
        }
        let Some(behind) = ground.behind(bounds, text.colour) else { continue };
        if text.colour.luminance() > behind.luminance() && text.size < SMALLEST_REVERSED {
            note(
                Code::TEXT_LIGHT_TOO_SMALL,
                format!(
                    "is light on dark in {} pt, below the minimum of {} pt: it may fill in",
                    under(text.size.get(), SMALLEST_REVERSED.get()),
                    SMALLEST_REVERSED.get()
                ),
            );
        }
        let least = if text.kind == TextKind::Lacking { CONTRAST_LACKING } else { CONTRAST };
        for colour in text.colours() {
            let (contrast, letters) = seen_contrast(text, colour, behind);
            let pair = Pair { letters, ground: behind };
            pairs.add(pair, contrast >= least);
            if contrast < least {
                let contrast = under(contrast, least);
                let what = format!("is {letters} on {behind}: contrast {contrast}:1 is below {least}:1");
                let blame = ContrastFault::of(pair, &palette, renderer.ink());
                let fault = fault(Code::TEXT_TOO_PALE, what);
                let hint = blame.names().unwrap_or_else(|| fault.hint.clone());
                faults.push(Fault { hint, blame: Some(blame), ..fault });
            }
        }
    }
    for found in super::overlap::overlaps(scene, &laid, &renderer.slot_boxes(id), fonts) {
        let at = renderer.slot_place(id, found.slot).map_or(&face.template.at, |(at, _)| at).clone();
        let of = Subject { of: format!("face `{name}`:"), noun: "face" };
        faults.push(Fault::new(found.code, of, found.what, found.hint, template, at));
    }
    Found { of_face: diagnostics, of_lines: faults, pairs }
}

/// Returns the visible contrast of letters, and their apparent colour: an outline sets them off, and transparency
/// brings them closer to their background.
fn seen_contrast(text: &Text, colour: Colour, behind: Colour) -> (f64, Colour) {
    /// A thinner outline sets nothing off.
    const THIN: Mm = Mm::new(0.1);
    let TextEffect { outline, opacity } = text.effect;
    let shown = colour.over(behind, opacity);
    let outline = outline.filter(|outline| outline.width >= THIN).map(|outline| outline.colour.over(behind, opacity));
    let of_outline = outline.map_or(1.0, |outline| outline.contrast(shown).max(outline.contrast(behind)));
    (shown.contrast(behind).max(of_outline), shown)
}

/// Returns the hint for a fault of a text.
fn hint(code: Code, slot: Option<(&str, &str)>, template: &str, kind: TextKind) -> String {
    let Some((slot, style)) = slot else { return format!("change it in the template `{template}`") };
    match code {
        Code::TEXT_TOO_SMALL | Code::TEXT_LIGHT_TOO_SMALL => {
            let least = match (code, kind) {
                (Code::TEXT_LIGHT_TOO_SMALL, _) => SMALLEST_REVERSED,
                (_, TextKind::Rules) => SMALLEST_RULES,
                _ => SMALLEST,
            };
            format!(
                "set `size = {0}` and `min-size = {0}` or more in `[{style}]` of `type.toml`, and enlarge slot `{slot}` of template `{template}` if the text needs it",
                least.get()
            )
        }
        Code::TEXT_OUTSIDE_SAFE => {
            format!(
                "move slot `{slot}` of template `{template}` inwards, or make it narrower: `x`, `y`, `width`, `height`"
            )
        }
        _ => format!("change the colour of slot `{slot}` in template `{template}`"),
    }
}

/// Returns the box from the capitals' top to the baseline, and from the first letter to the last.
fn bounds(text: &Text, fonts: &Fonts) -> Rect {
    let font = text.line.pieces.iter().find_map(|piece| match piece {
        Piece::Run(run) => Some(fonts.get(run.word.parts.first()?.font)),
        Piece::Mark(_) => None,
    });
    let high = text.size.to_mm() * font.map_or(0.7, |font| font.cap_height);
    let (x, y, width) = (text.at.x, text.at.y, text.line.width);
    match text.turn {
        Turn::Oblique(_) => {
            let place = Affine::translate((x.get(), y.get())) * text.turn.affine();
            let about = place.transform_rect_bbox(kurbo::Rect::new(0.0, -high.get(), width.get(), 0.0));
            Rect::mm(about.x0, about.y0, about.width(), about.height())
        }
        Turn::None => Rect { x, y: y - high, width, height: high },
        Turn::Half => Rect { x: x - width, y, width, height: high },
        Turn::Quarter => Rect { x, y, width: high, height: width },
        Turn::ThreeQuarters => Rect { x: x - high, y: y - width, width: high, height: width },
    }
}

/// Returns the distance by which a rectangle leaves the safe zone, if it does.
fn beyond(shape: &CutShape, format: &CardFormat, bounds: Rect) -> Option<Mm> {
    let sides = [bounds.x, bounds.right()].into_iter().flat_map(|x| [bounds.y, bounds.bottom()].map(|y| (x, y)));
    let outside = sides.map(|(x, y)| shape.outside(format, Point::new(x, y)));
    let by = outside.reduce(Mm::max)? + format.safe;
    (by > Mm::new(0.01)).then_some(by)
}
