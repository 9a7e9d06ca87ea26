//! Details beside the choices of a sheet: why an option is dimmed, and a card held up to be read.

use egui::{Rect, pos2, vec2};

use super::choice::{TileEvent, overrulable};
use super::view::View;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, radius, rect_around};
use crate::form::{CONTROL, GAP};
use crate::gallery::{CardSide, PictureRequest};
use crate::shared::paragraph::paragraph;
use crate::shared::reference::{Navigation, Opened};
use crate::table::tell::sentence;
use crate::table::{CardId, Reason, RuleNumber};
use crate::touch::Gesture;

/// Details that players look up before they choose.
#[derive(Default)]
pub struct Details {
    /// The dimmed option that was tapped, and the reasons.
    said: Option<(String, Vec<Reason>)>,
    /// A card that is shown whole.
    face: Option<(CardId, CardSide)>,
    /// A rule that is open.
    rule: Option<Navigation>,
}

impl Details {
    /// Shows the card that is held up, or the rule that is open, over the sheet, until someone is done with it.
    pub fn show(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>) {
        if let Some(rule) = &mut self.rule {
            let whole = canvas.whole();
            canvas.shield("rule", whole);
            canvas.fill(whole, radius(10.0), canvas.ground.fill);
            if rule.draw(canvas, view.book(), whole, "Back") {
                self.rule = None;
            }
        }
        if let Some((card, side)) = &self.face
            && whole_face(canvas, view, card, *side)
        {
            self.face = None;
        }
    }

    /// Handles a tap, and returns the choice.
    pub fn take<A>(&mut self, event: Option<TileEvent<A>>) -> Option<A> {
        match event? {
            TileEvent::Act(act) => {
                self.said = None;
                return Some(act);
            }
            TileEvent::Why(what, reasons) => self.said = Some((what, reasons)),
            TileEvent::Face(card, side) => self.face = Some((card, side)),
        }
        None
    }

    /// Returns why an option is dimmed, or else why the choice is illegal: a heading, a sentence, and how to play it
    /// anyway, if possible. `so` is true if the choice is possible at all.
    pub fn words(&self, view: View<'_>, illegal: Option<&Vec<Reason>>, so: bool) -> Option<[String; 3]> {
        let (title, reasons, how) = match (&self.said, illegal) {
            (Some((what, reasons)), _) => (what.as_str(), reasons, "Hold to play it anyway."),
            (None, Some(reasons)) => {
                ("Against the rules so far", reasons, if so { "Tap “Play it anyway” to allow it." } else { "" })
            }
            (None, None) => return None,
        };
        let how = if overrulable(reasons) { how } else { "" };
        let why = reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Some([title.to_owned(), sentence(&view.rules.about.in_book(&why)), how.to_owned()])
    }

    /// Opens the card or the rule that explains a choice.
    pub fn open(&mut self, opened: Opened) {
        self.rule = Some(Navigation::new(opened));
    }

    /// Draws these words, and beside them a button for each rule that they cite, which opens it.
    pub fn tell(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        view: View<'_>,
        rect: Rect,
        illegal: Option<&Vec<Reason>>,
        [title, text, quiet]: [String; 3],
    ) {
        const WIDTH: f32 = 76.0;
        const LEAST: f32 = 300.0;
        let reasons = self.said.as_ref().map(|(_, reasons)| reasons).or(illegal);
        let mut cited: Vec<RuleNumber> = reasons.into_iter().flatten().filter_map(|reason| reason.rule).collect();
        cited.dedup();
        let mut left = rect.right();
        for rule in cited {
            let (Some(opened), Some(printed)) = (Opened::of_rule(view.book(), rule), view.rules.about.printed(rule))
            else {
                continue;
            };
            if left - WIDTH - GAP - rect.left() < LEAST {
                break;
            }
            left -= WIDTH + GAP;
            let place = Rect::from_min_size(pos2(left + GAP, rect.top()), vec2(WIDTH, rect.height().min(CONTROL)));
            let label = format!("Read rule {printed}");
            let title = [printed];
            let button = Button { label: &label, ..Button::new(&title, Tone::Raised) };
            if button.show(canvas, ("cited", rule), place).tapped() {
                self.rule = Some(Navigation::new(opened));
            }
        }
        paragraph(canvas, view.cards, rect.with_max_x(left), &title, &text, &quiet);
    }
}

/// A card as it is printed, over the sheet; says whether someone is done with it.
fn whole_face(canvas: &mut Canvas<'_, '_>, view: View<'_>, card: &CardId, side: CardSide) -> bool {
    const EDGE: f32 = 16.0;
    let (rect, tall) = (canvas.whole(), view.cards.tall());
    let label = format!("{}: put it away", view.name(card));
    let done = canvas.control("face", rect, Gesture::Tap, &label).tapped();
    canvas.fill(rect, radius(10.0), canvas.look().veil);
    let width = ((rect.height() - EDGE) / tall).min(rect.width() - EDGE).min(460.0);
    let at = rect_around(rect.center(), width, width * tall);
    canvas.picture(at, |width, _| PictureRequest::Face { card: card.as_str().to_owned(), side, width });
    done
}
