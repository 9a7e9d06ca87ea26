//! Tables for spreadsheets and scripts.

/// Rows as CSV (RFC 4180). All rows have as many cells as the first, which has the headings.
///
/// # Errors
/// A row of another length.
pub fn csv<R, C>(rows: impl IntoIterator<Item = R>) -> Result<String, csv::Error>
where
    R: IntoIterator<Item = C>,
    C: AsRef<[u8]>,
{
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::csv;

    #[test]
    fn cells_with_quotes_commas_and_line_breaks_are_quoted() {
        let rows = [["card", "count"], ["The \"big\" one, 2", "3"], ["Two\nlines", ""], ["=1+1", "1"]];
        let text = "card,count\r\n\"The \"\"big\"\" one, 2\",3\r\n\"Two\nlines\",\r\n=1+1,1\r\n";
        assert_eq!(csv(rows).unwrap(), text);
        assert!(csv([vec!["a", "b"], vec!["c"]]).is_err());
    }
}
