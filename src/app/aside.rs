//! What is seen beside the choices of a sheet: why one of them is dimmed, and a card that is held up to be read.

use egui::{Align2, Rect, pos2, vec2};

use super::button::{Button, Tone};
use super::choice::{Came, overrulable};
use super::form::{CONTROL, GAP};
use super::letters::Face;
use super::look::HARM;
use super::reference::{Opened, Reading};
use super::stage::{Stage, Words, about, radius, within};
use super::touch::Manner;
use super::view::View;
use crate::gallery::{Side, Wanted};
use crate::table::tell::sentence;
use crate::table::{CardId, Reason, RuleNumber};

/// What people want to know before they choose.
#[derive(Default)]
pub struct Aside {
    /// What was touched though it is dimmed, and why it is.
    said: Option<(String, Vec<Reason>)>,
    /// A card that is shown whole.
    face: Option<(CardId, Side)>,
    /// A rule that is open.
    rule: Option<Reading>,
}

impl Aside {
    /// Shows the card that is held up, or the rule that is open, over the sheet, until someone is done with it.
    pub fn show(&mut self, stage: &mut Stage<'_, '_>, view: View<'_>) {
        if let Some(rule) = &mut self.rule {
            let whole = stage.whole();
            stage.shield("rule", whole);
            stage.fill(whole, radius(10.0), stage.ground.fill);
            if rule.draw(stage, view, whole, "Back") {
                self.rule = None;
            }
        }
        if let Some((card, side)) = &self.face
            && whole_face(stage, view, card, *side)
        {
            self.face = None;
        }
    }

    /// Takes what came of a touch, and gives what was chosen.
    pub fn take<A>(&mut self, came: Option<Came<A>>) -> Option<A> {
        match came? {
            Came::Act(act) => {
                self.said = None;
                return Some(act);
            }
            Came::Why(what, reasons) => self.said = Some((what, reasons)),
            Came::Face(card, side) => self.face = Some((card, side)),
        }
        None
    }

    /// Why something is dimmed, or else why what was chosen is against the rules: a heading, a sentence, and how to play
    /// it so, where that can be. `so` is whether what was chosen can be at all.
    pub fn words(&self, view: View<'_>, illegal: Option<&Vec<Reason>>, so: bool) -> Option<[String; 3]> {
        let (title, reasons, how) = match (&self.said, illegal) {
            (Some((what, reasons)), _) => (what.as_str(), reasons, "Hold it to overrule: we play it so."),
            (None, Some(reasons)) => {
                ("Against the rules so far", reasons, if so { "Overrule: we play it so." } else { "" })
            }
            (None, None) => return None,
        };
        let how = if overrulable(reasons) { how } else { "" };
        let why = reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Some([title.to_owned(), sentence(&view.rules.in_book(&why)), how.to_owned()])
    }

    /// Draws these words, and beside them a button for each rule that they cite, which opens it.
    pub fn tell(
        &mut self,
        stage: &mut Stage<'_, '_>,
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
            let (Some(opened), Some(printed)) = (Opened::of_rule(view, rule), view.rules.printed(rule)) else {
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
            if button.show(stage, ("cited", rule), place).tapped() {
                self.rule = Some(Reading::new(opened));
            }
        }
        paragraph(stage, Rect::from_min_max(rect.min, pos2(left, rect.bottom())), &title, &text, &quiet);
    }
}

/// A card as it is printed, over the sheet; says whether someone is done with it.
fn whole_face(stage: &mut Stage<'_, '_>, view: View<'_>, card: &CardId, side: Side) -> bool {
    const EDGE: f32 = 16.0;
    let (rect, tall) = (stage.whole(), view.cards.tall());
    let label = format!("{}: put it away", view.name(card));
    let done = stage.control("face", rect, Manner::Tap, &label).tapped();
    stage.fill(rect, radius(10.0), stage.look().veil);
    let width = ((rect.height() - EDGE) / tall).min(rect.width() - EDGE).min(460.0);
    let at = about(rect.center(), width, width * tall);
    stage.picture(at, |width, _| Wanted::Face { card: card.as_str().to_owned(), side, width });
    done
}

/// A framed field with a heading, a sentence and an aside; what is empty, or has no room, is left out.
pub fn paragraph(stage: &mut Stage<'_, '_>, rect: Rect, title: &str, text: &str, quiet: &str) {
    stage.fill(rect, radius(8.0), stage.look().centre.fill);
    stage.rim(rect, radius(8.0), stage.look().rim, stage.ground.line);
    let inner = rect.shrink2(vec2(14.0, 7.0));
    let words = Words::new(Face::Text, 18.0, stage.ground.text);
    let aside = Words::new(Face::Plain, 14.0, stage.ground.quiet);
    let heading = stage.scaled(24.0);
    if inner.height() < 2.0 * heading + 10.0 || inner.width() < 220.0 {
        stage.wrap_centred(inner, Words { size: 16.0, ..words }, if text.is_empty() { quiet } else { text });
        return;
    }
    let mut top = inner.top();
    if !title.is_empty() {
        let row = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), heading));
        let braid = Rect::from_center_size(pos2(row.left() + 40.0, row.center().y), vec2(80.0, 12.0));
        stage.knot(braid, "basic", HARM);
        let name = within(row, 90.0, 0.0, 0.0, 0.0);
        stage.fit(name, Align2::LEFT_CENTER, Words::new(Face::Caps, 21.0, stage.ground.text), &[title]);
        top = row.bottom() + 3.0;
    }
    if !text.is_empty() {
        let free = Rect::from_min_max(pos2(inner.left(), top), inner.max);
        top = stage.wrap_left(free, words, text).bottom() + 5.0;
    }
    let free = Rect::from_min_max(pos2(inner.left(), top), inner.max + vec2(0.0, 3.0));
    if free.height() >= stage.scaled(17.0) {
        stage.wrap_left(free, aside, quiet);
    }
}
