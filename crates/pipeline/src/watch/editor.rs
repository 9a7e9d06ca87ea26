//! The editor that opens a place in the data.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::thread;

use super::snapshot::Place;

/// A command line with `{file}`, and perhaps `{line}` and `{column}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    program: String,
    words: Vec<String>,
}

/// Why a command line is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditorError {
    /// A quotation mark without a partner.
    #[error("unclosed quotation mark")]
    Unclosed,
    /// The command has no program.
    #[error("missing program")]
    Empty,
    /// It would open nothing.
    #[error("missing `{{file}}`: write for example \"code -g {{file}}:{{line}}\"")]
    NoFile,
}

impl FromStr for Editor {
    type Err = EditorError;

    fn from_str(text: &str) -> Result<Self, EditorError> {
        // On Windows a backslash separates folders.
        let text = if cfg!(windows) { text.replace('\\', r"\\") } else { text.to_owned() };
        let mut words = shlex::split(&text).ok_or(EditorError::Unclosed)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(EditorError::Empty)?;
        let words: Vec<String> = words.collect();
        if !words.iter().any(|word| word.contains("{file}")) {
            return Err(EditorError::NoFile);
        }
        Ok(Self { program, words })
    }
}

impl Editor {
    /// Returns the arguments of the program for a location; no shell parses them.
    fn words(&self, file: &Path, place: &Place) -> Vec<String> {
        let (line, column) = (place.line.to_string(), place.column.to_string());
        // The file last: its name is not looked at again.
        let fill = |word: &String| {
            let word = word.replace("{line}", &line).replace("{column}", &column);
            word.replace("{file}", &file.to_string_lossy())
        };
        self.words.iter().map(fill).collect()
    }

    /// Opens a place, and waits for nothing.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn open(&self, file: &Path, place: &Place) -> io::Result<()> {
        // On Windows many programs are scripts, `code.cmd`, and the system itself only looks for `code.exe`.
        let program = which::which(&self.program).unwrap_or_else(|_| PathBuf::from(&self.program));
        let mut command = Command::new(program);
        command.args(self.words(file, place)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        // Somebody has to hear that it ended.
        thread::spawn(move || drop(child.wait()));
        Ok(())
    }

    /// Returns the program, for messages.
    pub fn program(&self) -> &str {
        &self.program
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_filled_in_word_by_word() {
        let place = Place { file: "card-data/x/cards.toml".to_owned(), line: 12, column: 3 };
        let words =
            |text: &str| text.parse::<Editor>().map(|editor| editor.words(Path::new("/a b/{line}.toml"), &place));
        assert_eq!(
            words("code -g {file}:{line}:{column}"),
            Ok(vec!["-g".to_owned(), "/a b/{line}.toml:12:3".to_owned()])
        );
        assert_eq!(words("'my editor' \"+{line}\" {file}"), Ok(vec!["+12".to_owned(), "/a b/{line}.toml".to_owned()]));
        assert_eq!(words("vi"), Err(EditorError::NoFile));
        assert_eq!(words("vi '{file}"), Err(EditorError::Unclosed));
        assert_eq!(words("  "), Err(EditorError::Empty));
    }
}
