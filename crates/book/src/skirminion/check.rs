//! Checks part of a board against the rules, with its own square names.

use super::{Edges, Place, Shown};
use crate::rules::skirminion::{
    Activation, Board, Forecast, Position, Side, Square, Squares, Unit, destinations, forecast, may_rest, objections,
    targets,
};

/// Rows and columns of a chess board.
pub(crate) const SIZE: u8 = 8;
/// Maximum width and height of a stretch beside which the board continues on both sides, with space for units that
/// aren't shown.
pub(crate) const OPEN: u8 = SIZE - 3;

/// A stretch of a chess board on which the rules are asked.
pub(crate) struct Stretch {
    columns: u8,
    rows: u8,
    /// Column and row of the board of the lower left square.
    left: u8,
    bottom: u8,
    board: Board,
}

/// Reason why a stretch doesn't fit on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It takes the whole width or height, without a rim on both sides.
    NotAtRim,
    /// It ends at the rim on both sides, and is smaller than the board.
    NotWhole,
    /// Units that are not shown have no place on which they touch nothing.
    NoRoom,
}

impl Stretch {
    /// Lays a stretch with its units on a board. Sides that are not the last of their colour have a unit elsewhere.
    pub fn new(columns: u8, rows: u8, edges: Edges, units: &[Shown], last: &[Side]) -> Result<Self, Misfit> {
        let left = begin(columns, edges.left, edges.right)?;
        let bottom = begin(rows, edges.bottom, edges.top)?;
        let mut stretch = Self { columns, rows, left, bottom, board: Board::default() };
        for shown in units {
            stretch.board.put(stretch.square(shown.at), Some(shown.unit));
        }
        // The whole board has no elsewhere.
        if columns < SIZE || rows < SIZE {
            let all = Square::all().filter(|at| stretch.place(*at).is_some());
            let near = all.fold(Squares::NONE, |set, at| set | at.alone()).grown();
            let mut free = Square::all().filter(|at| !near.contains(*at));
            for side in Side::BOTH.into_iter().filter(|side| !last.contains(side)) {
                let at = free.next().ok_or(Misfit::NoRoom)?;
                stretch.board.put(at, Some(Unit { side, health: 1 }));
            }
        }
        Ok(stretch)
    }

    /// Returns the square of the board at a position.
    fn square(&self, at: Place) -> Square {
        let (column, row) = (self.left + at.x, self.bottom + self.rows - 1 - at.y);
        Square::new(column, row).expect("a stretch lies on the board")
    }

    /// Returns the position of a square, if it is shown.
    fn place(&self, at: Square) -> Option<Place> {
        let (x, up) = (at.column().checked_sub(self.left)?, at.row().checked_sub(self.bottom)?);
        (x < self.columns && up < self.rows).then(|| Place { x, y: self.rows - 1 - up })
    }

    /// Returns the name of a position: `a1` is the lower left one.
    pub fn name(&self, at: Place) -> String {
        format!("{}{}", char::from(b'a' + at.x), self.rows - at.y)
    }

    /// Returns true if the upper left square is dark, if the rims determine that: a1 of a board is.
    pub fn is_dark_first(&self, edges: Edges) -> Option<bool> {
        let fixed = (edges.left || edges.right) && (edges.top || edges.bottom);
        fixed.then(|| (self.left + self.bottom + self.rows - 1).is_multiple_of(2))
    }

    /// Returns the unit at a position.
    pub fn unit(&self, at: Place) -> Option<Unit> {
        self.board.unit(self.square(at))
    }

    /// Returns the visible squares to which a unit may move (K12 to K15), and true if there are others.
    pub fn moves(&self, unit: Place) -> (Vec<Place>, bool) {
        let Some(Unit { side, .. }) = self.unit(unit) else { return (Vec::new(), false) };
        let all = destinations(&self.board, side, self.square(unit));
        let shown: Vec<Place> = all.filter_map(|at| self.place(at)).collect();
        let more = all.len() as usize > shown.len();
        (shown, more)
    }

    /// Returns the squares that a unit can't retreat to, because it would touch an enemy there (K12).
    pub fn not_away(&self, unit: Place) -> Vec<Place> {
        let Some(Unit { side, .. }) = self.unit(unit) else { return Vec::new() };
        let at = self.square(unit);
        if targets(&self.board, side, at).is_empty() {
            return Vec::new();
        }
        let near = self.board.units(side.other()).grown();
        let empty = at.neighbours().without(self.board.occupied());
        (empty & near).filter_map(|at| self.place(at)).collect()
    }

    /// Returns all objections to a move.
    pub fn against_move(&self, unit: Place, to: Place) -> Option<String> {
        self.against(unit, Activation::go(self.square(unit), self.square(to)))
    }

    /// Returns all objections to an attack.
    pub fn against_attack(&self, by: Place, on: Place) -> Option<String> {
        self.against(by, Activation::attack(self.square(by), self.square(on)))
    }

    /// Returns all objections to an activation of a unit, with the squares' names in this stretch; `None` without any.
    fn against(&self, unit: Place, activation: Activation) -> Option<String> {
        let reasons = objections(&self.position(self.unit(unit)?.side), activation);
        let all: Vec<String> = reasons.iter().map(|reason| self.in_own_names(&reason.to_string())).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    fn position(&self, turn: Side) -> Position {
        Position { board: self.board, turn }
    }

    /// Returns the effect of an attack on both (K16 to K18), and the helpers.
    pub fn attack(&self, by: Place, on: Place) -> Option<(Forecast, Vec<(Place, Place)>)> {
        let side = self.unit(by)?.side;
        let forecast = forecast(&self.board, side, self.square(by), self.square(on));
        let of_attacker = forecast.defender.helpers.filter_map(|at| Some((self.place(at)?, on)));
        let of_defender = forecast.attacker.helpers.filter_map(|at| Some((self.place(at)?, by)));
        let helpers = of_attacker.chain(of_defender).collect();
        Some((forecast, helpers))
    }

    /// True if a unit that passes would gain health (K8).
    pub fn may_rest(&self, unit: Place) -> bool {
        self.unit(unit).is_some_and(|it| may_rest(&self.position(it.side), self.square(unit)))
    }

    /// True if a unit touches an enemy (K10).
    pub fn is_in_contact(&self, unit: Place) -> bool {
        self.unit(unit).is_some_and(|it| !targets(&self.board, it.side, self.square(unit)).is_empty())
    }

    fn in_own_names(&self, text: &str) -> String {
        let mut named = String::new();
        for part in text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric()) {
            let word = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
            match word.parse().ok().and_then(|at| self.place(at)) {
                Some(at) => named.extend([&self.name(at), &part[word.len()..]]),
                None => named.push_str(part),
            }
        }
        named
    }
}

/// Returns the first column or row of the board in a stretch. If the board continues, at least one square is beyond it.
fn begin(length: u8, low: bool, high: bool) -> Result<u8, Misfit> {
    match (low, high) {
        (true, true) if length < SIZE => Err(Misfit::NotWhole),
        (true, true) => Ok(0),
        _ if length == SIZE => Err(Misfit::NotAtRim),
        (true, false) => Ok(0),
        (false, true) => Ok(SIZE - length),
        (false, false) if length == SIZE - 1 => Err(Misfit::NotAtRim),
        (false, false) => Ok(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(x: u8, y: u8, side: Side, health: u8) -> Shown {
        Shown { name: None, unit: Unit { side, health }, at: Place { x, y } }
    }

    #[test]
    fn a_stretch_in_the_open_has_board_all_round_it() {
        let units = [shown(0, 0, Side::Bone, 5)];
        let stretch = Stretch::new(3, 3, Edges::default(), &units, &[]).expect("it fits");
        let (moves, more) = stretch.moves(Place { x: 0, y: 0 });
        let names: Vec<String> = moves.iter().map(|at| stretch.name(*at)).collect();
        assert_eq!((names, more), (["a1", "a2", "b2", "b3", "c3"].map(str::to_owned).to_vec(), true));
    }

    #[test]
    fn at_the_rim_the_board_ends() {
        let edges = Edges { left: true, top: true, ..Edges::default() };
        let units = [shown(0, 0, Side::Bone, 3)];
        let stretch = Stretch::new(3, 3, edges, &units, &[]).expect("it fits");
        let (moves, more) = stretch.moves(Place { x: 0, y: 0 });
        assert_eq!((moves.len(), more), (3, false));
        assert_eq!(stretch.is_dark_first(edges), Some(false), "a8 is light");
    }

    #[test]
    fn the_last_of_a_side_is_so_only_where_it_is_said() {
        let units = [shown(0, 0, Side::Bone, 3), shown(1, 0, Side::Red, 5)];
        let losses = |last: &[Side]| {
            let stretch = Stretch::new(2, 1, Edges::default(), &units, last).expect("it fits");
            let (forecast, _) = stretch.attack(units[0].at, units[1].at).expect("a unit attacks");
            (forecast.attacker.loss, forecast.attacker.gain, forecast.defender.loss)
        };
        assert_eq!(losses(&[]), (1, 0, 1));
        assert_eq!(losses(&[Side::Bone]), (1, 1, 2));
    }

    #[test]
    fn reasons_name_squares_as_the_stretch_does() {
        let units = [shown(0, 0, Side::Bone, 3)];
        let stretch = Stretch::new(3, 3, Edges::default(), &units, &[]).expect("it fits");
        let why = stretch.against_move(Place { x: 0, y: 0 }, Place { x: 2, y: 0 }).expect("two steps");
        assert!(why.contains("c3 is further than that from a3 (K15)"), "{why}");
    }

    #[test]
    fn stretches_that_are_on_no_board_are_told_apart() {
        let of = |(columns, rows), edges| Stretch::new(columns, rows, edges, &[], &[]).err();
        let (open, left) = (Edges::default(), Edges { left: true, ..Edges::default() });
        let across = Edges { left: true, right: true, ..Edges::default() };
        assert_eq!(of((8, 2), open), Some(Misfit::NotAtRim));
        assert_eq!(of((8, 2), left), Some(Misfit::NotAtRim));
        assert_eq!(of((5, 2), across), Some(Misfit::NotWhole));
        assert_eq!(of((6, 6), open), Some(Misfit::NoRoom));
        assert_eq!(of((OPEN, OPEN), open), None);
        assert_eq!(of((8, 8), Edges { top: true, bottom: true, ..across }), None);
    }
}
