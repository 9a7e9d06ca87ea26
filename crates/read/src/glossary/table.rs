//! Tables of the rulebook as paragraphs, one for each row, which a phone has room for and a screen reader reads in order.

/// Returns a paragraph for each row of a table with a head. With two columns the head is the first paragraph: `players: life`, `2: 60`.
/// With more, each cell has its own: `roll: rout; dice: 2D6`.
pub fn paragraphs(table: &str) -> Vec<String> {
    let mut rows = rows(table);
    let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|letter| "-: ".contains(letter)));
    let Some(1) = rows.iter().position(is_rule) else {
        return rows.iter().map(|row| joined(row, ": ")).collect();
    };
    rows.remove(1);
    let head = rows.remove(0);
    // A cell joined to the one above has its words.
    for row in 1..rows.len() {
        for column in 0..rows[row].len() {
            if rows[row][column] == "^"
                && let Some(above) = rows[row - 1].get(column).cloned()
            {
                rows[row][column] = above;
            }
        }
    }
    if head.len() <= 2 {
        let first = Some(joined(&head, ": ")).filter(|first| !first.is_empty());
        return first.into_iter().chain(rows.iter().map(|row| joined(row, ": "))).collect();
    }
    let cell = |(head, cell): (&String, &String)| match (head.is_empty(), cell.as_str()) {
        (_, "" | "<") => String::new(),
        (true, cell) => cell.to_owned(),
        (false, cell) => format!("{head}: {cell}"),
    };
    rows.iter().map(|row| joined(&head.iter().zip(row).map(cell).collect::<Vec<_>>(), "; ")).collect()
}

/// Returns a paragraph for each sign of a legend: `:lamp: a lamp`.
pub fn signs(rows: &str) -> Vec<String> {
    self::rows(rows).iter().map(|row| joined(row, " ")).collect()
}

/// Returns a paragraph for each component of the game; the first cell of a row is its picture.
pub fn components(rows: &str) -> Vec<String> {
    self::rows(rows).iter().filter_map(|row| Some(joined(row.get(1..)?, ": "))).collect()
}

/// The cells of each row, trimmed.
fn rows(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| -> Option<Vec<String>> {
        let inner = line.trim().strip_prefix('|')?.trim_end_matches('|');
        // A bar after a backslash is no border.
        let cells = inner.replace("\\|", "\0");
        Some(cells.split('|').map(|cell| cell.replace('\0', "|").trim().to_owned()).collect())
    };
    text.lines().filter_map(row).collect()
}

/// Joins the cells that aren't empty.
fn joined(cells: &[String], by: &str) -> String {
    let cells = cells.iter().map(String::as_str).filter(|cell| !cell.is_empty() && *cell != "<");
    cells.collect::<Vec<_>>().join(by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_two_columns_follow_their_head() {
        let table = "| players | life |\n|---|---:|\n| 2 | 60 |\n| 5 or more | a \\| b |\n";
        assert_eq!(paragraphs(table), ["players: life", "2: 60", "5 or more: a | b"]);
        assert_eq!(paragraphs("| | life |\n|---|---|\n| 2 | |"), ["life", "2"]);
    }

    #[test]
    fn cells_of_more_columns_have_their_heads() {
        let table = "| | you need | it stops |\n|---|---|---|\n| Block | a Shield | any |\n| Dodge | < | ^ |\n";
        assert_eq!(paragraphs(table), ["Block; you need: a Shield; it stops: any", "Dodge; it stops: any"]);
    }

    #[test]
    fn rows_without_a_head_are_joined() {
        assert_eq!(paragraphs("| a | b |\n| c | d |\n"), ["a: b", "c: d"]);
        assert_eq!(signs("| :sword: | a sword |\n"), [":sword: a sword"]);
        assert_eq!(components("| sword | 20 weapons | six types |\n"), ["20 weapons: six types"]);
    }
}
