//! The icons of warbands and their seals: a warrior's role and state by symbol, light or dark ground and word, never
//! only by colour.

use egui::{Color32, Pos2, Rect, Stroke};

use crate::canvas::{Canvas, rect_around};
use crate::gallery::PictureRequest;
use crate::game::Role;
use crate::look::{INK, PAPER, parts};
use crate::table::warband::{Condition, Mark, Phase, Status, Warrior};

/// A symbol in one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Sign {
    Recovery,
    Movement,
    Magic,
    Shooting,
    CloseCombat,
    Leader,
    Fighter,
    Shooter,
    Caster,
    Other,
    Wound,
    KnockedDown,
    Stunned,
    Out,
    Fleeing,
    AllAlone,
    Hidden,
    Ran,
    Charged,
    Dived,
    Rallied,
    Rout,
    Die,
    TwoDice,
}

impl Sign {
    const fn drawing(self) -> &'static str {
        match self {
            Self::Recovery => include_str!("../../../../card-data/warhammer-skirmish/icons/recovery.svg"),
            Self::Movement => include_str!("../../../../card-data/warhammer-skirmish/icons/movement.svg"),
            Self::Magic => include_str!("../../../../card-data/warhammer-skirmish/icons/magic.svg"),
            Self::Shooting => include_str!("../../../../card-data/warhammer-skirmish/icons/shooting.svg"),
            Self::CloseCombat => include_str!("../../../../card-data/warhammer-skirmish/icons/combat.svg"),
            Self::Leader => include_str!("../../../../card-data/warhammer-skirmish/icons/leader.svg"),
            Self::Fighter => include_str!("../../../../card-data/warhammer-skirmish/icons/fighter.svg"),
            Self::Shooter => include_str!("../../../../card-data/warhammer-skirmish/icons/shooter.svg"),
            Self::Caster => include_str!("../../../../card-data/warhammer-skirmish/icons/caster.svg"),
            Self::Other => include_str!("../../../../card-data/warhammer-skirmish/icons/other.svg"),
            Self::Wound => include_str!("signs/wound.svg"),
            Self::KnockedDown => include_str!("../../../../card-data/warhammer-skirmish/icons/knocked-down.svg"),
            Self::Stunned => include_str!("../../../../card-data/warhammer-skirmish/icons/stunned.svg"),
            Self::Out => include_str!("../../../../card-data/warhammer-skirmish/icons/out.svg"),
            Self::Fleeing => include_str!("../../../../card-data/warhammer-skirmish/icons/fleeing.svg"),
            Self::AllAlone => include_str!("../../../../card-data/warhammer-skirmish/icons/all-alone.svg"),
            Self::Hidden => include_str!("../../../../card-data/warhammer-skirmish/icons/hidden.svg"),
            Self::Ran => include_str!("signs/state-ran.svg"),
            Self::Charged => include_str!("signs/state-charged.svg"),
            Self::Dived => include_str!("signs/state-dived.svg"),
            Self::Rallied => include_str!("signs/state-rallied.svg"),
            Self::Rout => include_str!("../../../../card-data/warhammer-skirmish/icons/rout.svg"),
            Self::Die => include_str!("signs/test-d6.svg"),
            Self::TwoDice => include_str!("signs/test-2d6.svg"),
        }
    }

    /// The data of the one path of its drawing.
    fn path(self) -> &'static str {
        let path = self.drawing().split_once(" d=\"").and_then(|(_, rest)| rest.split_once('"'));
        path.map_or("", |(path, _)| path)
    }

    /// Of a phase.
    pub const fn of(phase: Phase) -> Self {
        match phase {
            Phase::Recovery => Self::Recovery,
            Phase::Movement => Self::Movement,
            Phase::Magic => Self::Magic,
            Phase::Shooting => Self::Shooting,
            Phase::CloseCombat => Self::CloseCombat,
        }
    }

    /// Draws it in a square.
    pub fn draw(self, canvas: &mut Canvas<'_, '_>, rect: Rect, colour: Color32) {
        self.draw_through(canvas, rect, colour, Color32::WHITE);
    }

    /// The same through a colour: a transparent one fades it.
    pub fn draw_through(self, canvas: &mut Canvas<'_, '_>, rect: Rect, colour: Color32, tint: Color32) {
        let colour = parts(colour);
        canvas.tinted(rect, tint, |size, _| PictureRequest::Outline { path: self.path(), colour, size });
    }
}

const fn tone(red: u8, green: u8, blue: u8) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// A sign on a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The sign.
    pub sign: Sign,
    fill: Color32,
    symbol: Color32,
}

impl Seal {
    const fn new(sign: Sign, fill: Color32, symbol: Color32) -> Self {
        Self { sign, fill, symbol }
    }

    /// Of a role; of whoever leads, the standard.
    pub const fn of_role(role: Role, leads: bool) -> Self {
        match role {
            _ if leads => Self::new(Sign::Leader, tone(0xb0, 0x7a, 0x1e), PAPER),
            Role::Leader => Self::new(Sign::Leader, tone(0xb0, 0x7a, 0x1e), PAPER),
            Role::Fighter => Self::new(Sign::Fighter, tone(0xa3, 0x3b, 0x2e), PAPER),
            Role::Shooter => Self::new(Sign::Shooter, tone(0x4c, 0x7a, 0x4f), PAPER),
            Role::Caster => Self::new(Sign::Caster, tone(0x33, 0x50, 0x69), PAPER),
            Role::Other => Self::new(Sign::Other, tone(0x33, 0x2e, 0x2a), PAPER),
        }
    }

    /// Returns the icon of a visible status; `None` for a warrior on its feet.
    pub const fn of_status(status: Status) -> Option<Self> {
        Some(match status {
            Status::Standing => return None,
            Status::KnockedDown => Self::new(Sign::KnockedDown, tone(0xe6, 0xc0, 0xae), INK),
            Status::Stunned => Self::new(Sign::Stunned, tone(0x8f, 0x2c, 0x20), PAPER),
            Status::Fleeing => Self::new(Sign::Fleeing, tone(0x7d, 0x54, 0x12), PAPER),
            Status::Out => Self::new(Sign::Out, tone(0x17, 0x13, 0x10), PAPER),
        })
    }

    /// Of a mark that has a seal.
    pub const fn of_mark(mark: Mark) -> Option<Self> {
        Some(match mark {
            Mark::Hidden => Self::new(Sign::Hidden, tone(0x35, 0x50, 0x3a), PAPER),
            Mark::Ran => Self::new(Sign::Ran, tone(0xc9, 0xd2, 0xd6), INK),
            Mark::Charged => Self::new(Sign::Charged, tone(0x33, 0x50, 0x69), PAPER),
            Mark::Dived => Self::new(Sign::Dived, tone(0xe9, 0xdc, 0xbc), INK),
            Mark::Rallied => Self::new(Sign::Rallied, tone(0xec, 0xd4, 0x9c), INK),
            Mark::Alone => Self::new(Sign::AllAlone, tone(0x33, 0x2e, 0x2a), PAPER),
            _ => return None,
        })
    }

    /// Returns a warrior's main icon: down, fleeing or hidden, or else its role.
    pub fn of(warrior: &Warrior, leads: bool) -> Self {
        let now = warrior.now;
        let alone = Self::of_mark(Mark::Alone).filter(|_| now.status == Status::Fleeing && now.has(Mark::Alone));
        let hidden = Self::of_mark(Mark::Hidden).filter(|_| now.has(Mark::Hidden));
        alone.or(Self::of_status(now.status)).or(hidden).unwrap_or(Self::of_role(warrior.spec.role, leads))
    }

    /// Returns the additional seals: its actions, if they have one.
    pub fn beside(now: Condition) -> impl Iterator<Item = Self> {
        let shown = move |mark: &Mark| match mark {
            Mark::Hidden => now.status != Status::Standing,
            Mark::Alone => false,
            _ => true,
        };
        now.marks.iter().filter(shown).filter_map(Self::of_mark)
    }

    /// Draws it about a place, so wide; faint where it is what was.
    pub fn draw(self, canvas: &mut Canvas<'_, '_>, centre: Pos2, wide: f32, faint: bool) {
        let fill = if faint { self.fill.gamma_multiply(0.5) } else { self.fill };
        let rim = if canvas.look().high { canvas.ground.text } else { INK };
        canvas.disc(centre, wide / 2.0, fill, Stroke::new((wide / 24.0).clamp(1.0, 2.0), rim));
        self.sign.draw(canvas, rect_around(centre, wide * 0.64, wide * 0.64), self.symbol);
    }
}

/// The colour of figures that say: none left.
pub fn none_left(canvas: &Canvas<'_, '_>) -> Color32 {
    let [red, green, blue, _] = canvas.ground.raised.to_array();
    let light = u32::from(red) + u32::from(green) + u32::from(blue) > 384;
    match (canvas.look().high, light) {
        (true, _) => canvas.ground.text,
        (false, true) => tone(0x8f, 0x2c, 0x20),
        (false, false) => tone(0xf0, 0x93, 0x7e),
    }
}

#[cfg(test)]
mod tests {
    use kurbo::{BezPath, Shape as _};

    use super::*;

    #[test]
    fn every_sign_is_one_outline_that_fills_its_square() {
        let roles = Role::ALL.map(|(_, role)| Seal::of_role(role, false).sign);
        let states = [Status::KnockedDown, Status::Stunned, Status::Fleeing, Status::Out]
            .map(|status| Seal::of_status(status).expect("a seal").sign);
        let marks = Mark::ALL.into_iter().filter_map(Seal::of_mark).map(|seal| seal.sign);
        let others = [Sign::Wound, Sign::Rout, Sign::Die, Sign::TwoDice];
        let all = Phase::ALL.map(Sign::of).into_iter().chain(roles).chain(states).chain(marks).chain(others);
        for sign in all {
            let path = BezPath::from_svg(sign.path()).unwrap_or_else(|error| panic!("{sign:?}: {error}"));
            let bounds = path.bounding_box();
            assert!(bounds.width().max(bounds.height()) > 60.0, "{sign:?}: {bounds:?}");
        }
    }
}
