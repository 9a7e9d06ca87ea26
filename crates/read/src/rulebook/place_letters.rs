//! Letters of places on the table at setup, in a figure and in the text that refers to it.

/// Letters of places, in the order of their first mention.
#[derive(Clone, Debug, Default)]
pub struct PlaceLetters {
    places: Vec<String>,
}

impl PlaceLetters {
    /// Returns the letter of a place, which is the next one at the first mention; `None` after Z.
    pub fn letter(&mut self, place: &str) -> Option<char> {
        let number = self.places.iter().position(|known| known == place).unwrap_or_else(|| {
            self.places.push(place.to_owned());
            self.places.len() - 1
        });
        ('A'..='Z').nth(number)
    }

    /// Returns the places with their letters.
    pub fn iter(&self) -> impl Iterator<Item = (&str, char)> {
        self.places.iter().map(String::as_str).zip('A'..='Z')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_the_order_of_first_mention() {
        let mut letters = PlaceLetters::default();
        let found: Vec<_> = ["hand", "weapon", "hand"].iter().filter_map(|place| letters.letter(place)).collect();
        assert_eq!(found, ['A', 'B', 'A']);
        assert_eq!(letters.iter().collect::<Vec<_>>(), [("hand", 'A'), ("weapon", 'B')]);
        for number in 2..26 {
            letters.letter(&number.to_string());
        }
        assert_eq!(letters.letter("one more"), None);
    }
}
