//! Words that must stand in a list.

use super::table::{Table, Word};
use crate::problem::Problem;

impl Table<'_> {
    /// The position of a word in a choice; a word that is not in it is noted with what may have been meant.
    pub fn choose<'c>(
        &self,
        word: &Word,
        what: &str,
        choice: impl IntoIterator<Item = &'c str> + Clone,
    ) -> Option<usize> {
        let found = choice.clone().into_iter().position(|known| known == word.text);
        if found.is_none() {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let problem = Problem::error(word.at.clone(), format!("unknown {what} `{}` in {}", word.text, self.what));
            self.file.note(problem.label(format!("not {article} {what}")).suggest(&word.text, choice));
        }
        found
    }
}
