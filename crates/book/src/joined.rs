//! Cells of a table that are joined to others.

use crate::diagnostic::Code;

/// Content of a cell that is a part of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// `<`: of the cell on its left.
    Left,
    /// `^`: of the cell above.
    Above,
}

impl Join {
    /// Returns a cell's text as such a sign.
    pub fn of(text: &str) -> Option<Self> {
        match text {
            "<" => Some(Self::Left),
            "^" => Some(Self::Above),
            _ => None,
        }
    }
}

/// A cell of its own: its first column, and how many columns and rows it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub column: usize,
    pub columns: usize,
    pub rows: usize,
}

/// Problems of a sign: its row and column, which problem it is, and what.
pub(super) type Misjoined = (usize, usize, Code, &'static str);

/// Returns the cells of each row that aren't joined to another. The first row is the head, which is joined to nothing
/// below it.
///
/// # Errors
/// A sign without a cell to join, cells that don't form a rectangle, a row without remaining cells.
pub(super) fn join(signs: &[Vec<Option<Join>>]) -> Result<Vec<Vec<Extent>>, Misjoined> {
    let mut owners: Vec<Vec<(usize, usize)>> = Vec::with_capacity(signs.len());
    for (row, signs) in signs.iter().enumerate() {
        let mut own: Vec<(usize, usize)> = Vec::with_capacity(signs.len());
        for (column, sign) in signs.iter().enumerate() {
            own.push(match sign {
                None => (row, column),
                Some(Join::Left) => *own.last().ok_or((row, column, Code::JOIN_LEFT, "no cell on the left to join"))?,
                Some(Join::Above) if row < 2 => {
                    return Err((row, column, Code::JOIN_ABOVE, "no cell above to join"));
                }
                Some(Join::Above) => owners[row - 1][column],
            });
        }
        owners.push(own);
    }
    let reach = |owner: (usize, usize)| {
        let right = (owner.1..owners[owner.0].len()).take_while(|column| owners[owner.0][*column] == owner).count();
        let down = (owner.0..owners.len()).take_while(|row| owners[*row][owner.1] == owner).count();
        Extent { column: owner.1, columns: right, rows: down }
    };
    for (row, own) in owners.iter().enumerate() {
        if own.iter().all(|owner| owner.0 < row) {
            return Err((row, 0, Code::JOIN_NO_CELL, "row without a cell of its own"));
        }
        for (column, owner) in own.iter().enumerate() {
            let Extent { columns, rows, .. } = reach(*owner);
            let inside = (owner.0..owner.0 + rows).contains(&row) && (owner.1..owner.1 + columns).contains(&column);
            let whole = (owner.0..owner.0 + rows)
                .all(|row| owners[row][owner.1..owner.1 + columns].iter().all(|is| is == owner));
            if !inside || !whole {
                return Err((row, column, Code::JOIN_RECTANGLE, "joined cells must make a rectangle"));
            }
        }
    }
    let of_row = |(row, own): (usize, &Vec<(usize, usize)>)| {
        let starts = own.iter().enumerate().filter(|(column, owner)| **owner == (row, *column));
        starts.map(|(_, owner)| reach(*owner)).collect()
    };
    Ok(owners.iter().enumerate().map(of_row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each cell of a row its first column, and how many columns and rows it takes.
    type Cells = Vec<(usize, usize, usize)>;

    fn joined(table: &str) -> Result<Vec<Cells>, Misjoined> {
        let signs: Vec<Vec<_>> = table.lines().map(|line| line.split(' ').map(Join::of).collect()).collect();
        let told = |cells: Vec<Extent>| cells.iter().map(|cell| (cell.column, cell.columns, cell.rows)).collect();
        Ok(join(&signs)?.into_iter().map(told).collect())
    }

    #[test]
    fn cells_take_what_is_joined_to_them() {
        assert_eq!(joined("a b c\nd e f"), Ok(vec![vec![(0, 1, 1), (1, 1, 1), (2, 1, 1)]; 2]));
        assert_eq!(
            joined("a b c <\nd e < f\n^ ^ < g\n^ h i j"),
            Ok(vec![
                vec![(0, 1, 1), (1, 1, 1), (2, 2, 1)],
                vec![(0, 1, 3), (1, 2, 2), (3, 1, 1)],
                vec![(3, 1, 1)],
                vec![(1, 1, 1), (2, 1, 1), (3, 1, 1)],
            ])
        );
    }

    #[test]
    fn signs_without_a_cell_and_odd_shapes_are_told() {
        assert_eq!(joined("a b\n< c").map_err(|(row, column, ..)| (row, column)), Err((1, 0)));
        assert_eq!(joined("a b\nc ^").map_err(|(row, column, ..)| (row, column)), Err((1, 1)), "the head stands alone");
        assert_eq!(joined("a b\nc <\n^ d").map_err(|(row, column, ..)| (row, column)), Err((1, 0)));
        assert_eq!(joined("a b\nc d\n^ ^").map_err(|(row, column, ..)| (row, column)), Err((2, 0)), "nothing is left");
        assert_eq!(joined("a b c\nd e <\nf g ^").map_err(|(row, column, ..)| (row, column)), Err((2, 2)));
    }
}
