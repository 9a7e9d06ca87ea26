//! Drawings that follow from a number of the card: copies of a heart, the length of a bar.

use kurbo::Affine;

use super::placing::FaceComposer;
use super::renderer::attempt::Attempt;
use super::template::{Counted, Layer, Measure};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{FieldKind, Value};
use crate::scene::{Item, stretch};
use crate::units::Rect;

impl FaceComposer<'_> {
    /// Returns the numbers from which drawings of the template follow, in the order of its layers.
    pub(super) fn numbers(&self) -> Vec<Option<i64>> {
        self.counted().map(|counted| self.thousandths(&counted.field)).collect()
    }

    fn counted(&self) -> impl Iterator<Item = &Counted> {
        self.template
            .layers
            .iter()
            .filter_map(|layer| if let Layer::Counted(counted) = layer { Some(counted) } else { None })
    }

    /// Returns a number of the card; `None` if it has none, or all cards share the face.
    fn thousandths(&self, field: &str) -> Option<i64> {
        match self.card.figures.get(field).filter(|_| !self.finder.shared)? {
            Value::Number(number) => Some(number.saturating_mul(1000)),
            Value::Fraction(thousandths) => Some(*thousandths),
            _ => None,
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "numbers of cards are small")]
    fn number(&self, field: &str) -> f64 {
        self.thousandths(field).unwrap_or_default() as f64 / 1000.0
    }

    /// Reports unknown number fields, and values above the number of drawings.
    pub(super) fn judge_numbers(&self, attempt: &mut Attempt) {
        for counted in self.counted() {
            let fields =
                || self.renderer.game().fields.iter().filter(|field| matches!(field.kind, FieldKind::Number(_)));
            if !fields().any(|field| field.name == counted.field) {
                let what = format!("`{}` isn't a number field", counted.field);
                let diagnostic = Diagnostic::error(Code::NUMBER_OF_DRAWING, counted.at.clone(), what);
                let diagnostic = diagnostic.suggest(&counted.field, fields().map(|field| field.name.as_str()));
                attempt.diagnostics.push(diagnostic);
                continue;
            }
            let (most, is_last) = match counted.measure {
                Measure::Copy(copy, all) => (all, copy >= all),
                Measure::Length(whole) => (whole, true),
            };
            let number = self.number(&counted.field);
            if is_last && number > most {
                let what = format!(
                    "{}: `{}` is {number}, but its template draws at most {most}",
                    self.finder.what(),
                    counted.field
                );
                let diagnostic = Diagnostic::error(Code::NUMBER_BEYOND_DRAWING, self.card.at.clone(), what);
                attempt.diagnostics.push(diagnostic.hint(format!("see the drawing at {}", counted.at)));
            }
        }
    }

    /// Returns a drawing as far as its number goes.
    pub(super) fn counted_item(&self, counted: &Counted) -> Option<Item> {
        let Counted { measure, drawing, base, bounds, .. } = counted;
        let number = self.number(&counted.field);
        let moved = match *measure {
            Measure::Copy(copy, _) if number < copy => return None,
            Measure::Copy(..) => Affine::IDENTITY,
            Measure::Length(_) if number <= 0.0 => return None,
            Measure::Length(whole) => {
                let part = (number / whole).min(1.0);
                let onto = if bounds.width >= bounds.height {
                    Rect { width: bounds.width * part, ..*bounds }
                } else {
                    // An upright bar grows from its foot.
                    let height = bounds.height * part;
                    Rect { y: bounds.bottom() - height, height, ..*bounds }
                };
                stretch(bounds.to_kurbo(), onto)
            }
        };
        Some(Item::Drawing { drawing: drawing.clone(), place: moved * *base, clip: None })
    }
}
