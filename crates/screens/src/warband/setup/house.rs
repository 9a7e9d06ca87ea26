//! The house rules, each on or off (W16, W20, W29, W31).

use super::super::view::View;
use super::GameSetup;
use crate::canvas::Canvas;
use crate::game::{House, HouseWishes, rule};
use crate::shared::switches::{self, Line, SwitchEvent};

pub(super) const LINES: [Line<House, HouseWishes>; 5] = [
    Line {
        title: "Single targets",
        text: "no −1 to hit for shooting at a single model",
        number: rule!("W20"),
        get: |house| house.single_target,
        set: |wishes, on| wishes.single_target = Some(on),
    },
    Line {
        title: "Units of casters",
        text: "models that cast as a unit form one within 2″ of each other",
        number: rule!("W16"),
        get: |house| house.caster_units,
        set: |wishes, on| wishes.caster_units = Some(on),
    },
    Line {
        title: "Cavalry",
        text: "the first unsaved wound kills the mount; the rider fights on foot",
        number: rule!("W29"),
        get: |house| house.cavalry,
        set: |wishes, on| wishes.cavalry = Some(on),
    },
    Line {
        title: "Poison",
        text: "a 6 to hit wounds automatically; roll on for a critical hit",
        number: rule!("W31"),
        get: |house| house.poison,
        set: |wishes, on| wishes.poison = Some(on),
    },
    Line {
        title: "Swarms",
        text: "swarms lose wounds and are never injured",
        number: rule!("W31"),
        get: |house| house.swarms,
        set: |wishes, on| wishes.swarms = Some(on),
    },
];

impl GameSetup {
    /// Draws the house rules, each on or off; says whether people close them.
    pub(super) fn draw_house(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>) -> bool {
        let house = self.house(view.rules);
        let switches = Line::switches(&LINES, &house);
        let event =
            switches::draw(canvas, view.book().about, "House rules", "each is on or off for all sides", &switches);
        if let Some(SwitchEvent::Toggle(index)) = event {
            let line = &LINES[index];
            (line.set)(&mut self.rest.house, !(line.get)(&house));
        }
        event == Some(SwitchEvent::Close)
    }
}
