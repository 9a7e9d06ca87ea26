//! A card's head: spine, title and picture of the real card, cropped above the rules.

use egui::{Align2, Color32, Pos2, Rect, Stroke, pos2, vec2};

use super::canvas::{Canvas, MIN_SIZE, TextStyle, inset, left_corners, radius, rect_around};
use super::cards::{Cards, tone};
use super::letters::Face;
use super::look::{GOLD, INK, PAPER};
use crate::gallery::{CardSide, Icon, Index, PictureRequest};
use crate::region::Cut as _;

/// The visible parts of a card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'a> {
    /// The card's id.
    pub card: &'a str,
    /// Its side.
    pub side: CardSide,
    /// How many there are, in a disc.
    pub count: Option<u32>,
    /// How much of it is seen: 1 for all.
    pub strength: f32,
    /// It is chosen.
    pub chosen: bool,
}

impl<'a> Shown<'a> {
    /// The front of a card.
    pub fn front(card: &'a str) -> Self {
        Self { card, strength: 1.0, ..Self::default() }
    }
}

/// No title is smaller, in points: in the narrowest heads the picture says what it is.
const NARROWEST: f32 = 10.0;
/// The corners of cards, in points.
const CORNER: f32 = 6.0;

/// Draws a head into a box.
pub fn draw(canvas: &mut Canvas<'_, '_>, cards: &Cards, rect: Rect, shown: Shown<'_>) {
    let Some(head) = cards.head(shown.card, shown.side) else { return };
    let fade = |colour: Color32| colour.gamma_multiply(shown.strength);
    let spine_width = (rect.width() * 0.21).clamp(15.0, 30.0).round();
    let title_height = (rect.height() * 0.25).clamp(canvas.scaled(19.0).min(26.0), 30.0).round();
    let (ink, ground) = (fade(tone(head.ink)), fade(tone(head.ground)));

    canvas.fill(rect, radius(CORNER), ground);
    let spine = rect.left_part(spine_width);
    canvas.fill(spine, left_corners(CORNER), fade(tone(head.spine)));
    let picture = inset(rect, spine_width, title_height, 0.0, 0.0);
    canvas.tinted(picture, fade(Color32::WHITE), |width, height| PictureRequest::Art {
        card: shown.card.to_owned(),
        side: shown.side,
        width,
        height,
    });
    canvas.line(picture.left_top(), picture.right_top(), 1.2, ink);
    canvas.line(spine.right_top(), spine.right_bottom(), 1.2, ink);

    let [before, after] = if rect.width() < 60.0 { [3.0, 1.0] } else { [5.0, 3.0] };
    let title = inset(Rect::from_min_max(spine.right_top(), picture.right_top()), before, 0.0, after, 0.0);
    let size = (title_height * 0.72).clamp(MIN_SIZE, 20.0);
    // Another side says what became of the card; the front may say its name in short.
    let short = match shown.side {
        CardSide::Front => cards.short(shown.card),
        CardSide::Back => cards.short(shown.card).or_else(|| head.title.split(' ').next()),
    };
    let texts = [head.title.as_str(), short.unwrap_or(&head.title)];
    let words = TextStyle::new(Face::Caps, size, ink);
    let narrowest = TextStyle::new(Face::Narrow, NARROWEST, ink);
    // A short name of two words that is still too wide has two lines.
    let lines = texts[1].split_once(' ').filter(|_| canvas.width(narrowest, texts[1]) > title.width());
    if let Some((first, second)) = lines {
        let [above, below] = [title.with_max_y(title.center().y), title.with_min_y(title.center().y)];
        canvas.fit_down_to(NARROWEST, above, Align2::LEFT_CENTER, narrowest, &[first]);
        canvas.fit_down_to(NARROWEST, below, Align2::LEFT_CENTER, narrowest, &[second]);
    } else {
        canvas.fit_down_to(NARROWEST, title, Align2::LEFT_CENTER, words, &texts);
    }

    draw_spine(canvas, cards, spine, shown, fade);
    canvas.border(rect, radius(CORNER), 1.5, ink);
    if shown.chosen {
        chosen(canvas, rect);
    }
    if let Some(count) = shown.count {
        badge(canvas, rect, count, shown.strength);
    }
}

/// Mark, figure or pips, and the interlace under them.
fn draw_spine(
    canvas: &mut Canvas<'_, '_>,
    cards: &Cards,
    spine: Rect,
    shown: Shown<'_>,
    fade: impl Fn(Color32) -> Color32,
) {
    let Some(head) = cards.head(shown.card, shown.side) else { return };
    let width = spine.width();
    let tint = fade(Color32::WHITE);
    let mark = (width * 0.74).round();
    let at = pos2(spine.center().x, spine.top() + 4.0 + mark / 2.0);
    let colour = head.figure;
    canvas.tinted(rect_around(at, mark, mark), tint, |size, _| PictureRequest::Mark {
        name: head.mark.clone(),
        colour,
        size,
    });
    let mut top = at.y + mark / 2.0 + 1.0;
    match &head.index {
        Index::Nothing => {}
        Index::Figure(figure) => {
            let size = (width * if figure.chars().count() > 1 { 0.66 } else { 0.86 }).min(24.0);
            let words = TextStyle::new(Face::Figure, size, fade(tone(head.figure)));
            top = canvas.figure(pos2(spine.center().x, top), Align2::CENTER_TOP, words, figure).bottom();
        }
        Index::Marks(names) => {
            let size = (width / names.len().max(1) as f32 - 1.0).min(width * 0.5);
            let left = spine.center().x - size * names.len() as f32 / 2.0;
            for (place, name) in names.iter().enumerate() {
                let at = Rect::from_min_size(pos2(left + size * place as f32, top + 1.0), vec2(size, size)).shrink(0.5);
                canvas.tinted(at, tint, |size, _| PictureRequest::Mark { name: name.clone(), colour, size });
            }
            top += size + 4.0;
        }
    }
    let knotwork = spine.with_min_y(top + 2.0).shrink2(vec2(width * 0.2, 4.0));
    if cards.is_woven(&head.kind) && knotwork.height() >= 2.0 * knotwork.width() {
        canvas.tinted_knotwork(knotwork, tint, &head.kind, head.strand);
    }
}

/// Draws the frame and tick of a selected card.
pub fn chosen(canvas: &mut Canvas<'_, '_>, rect: Rect) {
    chosen_at(canvas, rect, pos2(rect.right() - 6.0, rect.bottom() - 6.0));
}

/// The same with the tick at another place, where words are at the lower corner.
pub fn chosen_at(canvas: &mut Canvas<'_, '_>, rect: Rect, at: Pos2) {
    canvas.border(rect.expand(4.0), radius(CORNER + 4.0), 5.0, GOLD);
    canvas.disc(at, 13.0, GOLD, Stroke::new(1.5, INK));
    canvas.picture(rect_around(at, 16.0, 16.0), |size, _| PictureRequest::Icon {
        icon: Icon::Tick,
        colour: super::look::parts(INK),
        size,
    });
}

/// A disc at the lower right corner: how many.
fn badge(canvas: &Canvas<'_, '_>, rect: Rect, count: u32, strength: f32) {
    let text = format!("×{count}");
    let fade = |colour: Color32| colour.gamma_multiply(strength);
    let words = TextStyle::new(Face::Strong, 15.0, fade(PAPER));
    let radius = if count > 9 { 16.0 } else { 14.0 };
    let at = rect.right_bottom() - vec2(radius - 4.0, radius - 4.0);
    canvas.disc(at, radius, fade(INK), Stroke::new(1.6, fade(PAPER)));
    canvas.figure(at, Align2::CENTER_CENTER, words, &text);
}

/// A place where a card could lie: what belongs there, and why it is empty.
pub fn empty(canvas: &Canvas<'_, '_>, rect: Rect, name: &str, why: &[&str]) {
    let ground = canvas.ground;
    canvas.dashes(rect, ground.line);
    let middle = rect.center();
    let name_box = Rect::from_min_max(pos2(rect.left() + 3.0, rect.top()), pos2(rect.right() - 3.0, middle.y));
    let why_box = Rect::from_min_max(pos2(rect.left() + 2.0, middle.y + 1.0), pos2(rect.right() - 2.0, rect.bottom()));
    canvas.fit(name_box, Align2::CENTER_BOTTOM, TextStyle::new(Face::Caps, 17.0, ground.quiet), &[name]);
    // The shorter word only where the other one can't be read.
    let words = TextStyle::new(Face::Plain, 14.0, ground.quiet);
    let why = why.iter().find(|why| canvas.fits(why_box, words, why)).or(why.last()).copied().unwrap_or_default();
    canvas.fit_down_to(12.0, why_box, Align2::CENTER_TOP, words, &[why]);
}
