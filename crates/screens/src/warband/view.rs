//! The view and actions of the screens of warbands, and the side shown on a phone.

use crate::session::DraftView;
use serde::{Deserialize, Serialize};

use crate::table::Seat;
use crate::table::warband::{Rules, State, Who};
use crate::view;

/// The view of these screens.
pub type View<'a> = view::View<'a, Rules>;
/// Context of these screens.
pub type Ui<'a, 'b> = view::Ui<'a, 'b, Rules>;
/// An action requested by a screen.
pub type Action = view::Action<Rules>;

/// Sheets that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnSheet {
    /// A warrior: profile, wounds, status, what may be done.
    Warrior(Who),
    /// The same, where the dice for an injury come first (W24).
    Injury(Who),
    /// The due tests of a recovery phase, or at the end of close combat.
    Due,
    /// The players end the game by its scenario (W3).
    Ending,
}

/// Which side a phone shows in full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The side that was chosen, and whose turn it was then: with the next turn that choice is over.
    shown: Option<(Seat, Seat)>,
}

/// People choose the side that a phone shows in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show(pub Seat);

impl DraftView<Rules> for Draft {
    /// Another side is shown.
    fn enter(&mut self, state: &State, Show(seat): Show) {
        self.shown = (seat != state.moment.side).then_some((seat, state.moment.side));
    }

    /// With the next turn it is the side on turn again.
    fn prune(&mut self, state: &State) {
        self.shown = self.shown.filter(|(seat, turn)| *turn == state.moment.side && state.side(*seat).is_some());
    }
}

impl Draft {
    /// The side that is shown in full.
    pub fn shown(self, state: &State) -> Seat {
        self.shown.map_or(state.moment.side, |(seat, _)| seat)
    }
}
