//! File names that every system can store.

use crate::diagnostic::{Code, Diagnostic, Span};

/// Characters that Windows forbids in file names, besides control characters.
const FORBIDDEN: &str = "<>:\"/\\|?*";
/// Devices of Windows, which no file can be named after, whatever its extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// Devices of Windows that have a number.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];
/// Their numbers.
const DIGITS: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"];

/// Reason why Windows can't store a file under a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileNameError {
    /// The name of a device.
    #[error("Windows reserves the file name `{0}`")]
    Device(String),
    /// A forbidden character.
    #[error("file name `{0}` contains `{1}`, which Windows forbids")]
    Character(String, char),
    /// A dot or a space at the end.
    #[error("file name `{0}` ends with a {1}, which Windows forbids")]
    Ending(String, &'static str),
}

/// Checks that every system can store a file or folder under a name.
///
/// # Errors
/// See [`FileNameError`].
pub fn check_file_name(name: &str) -> Result<(), FileNameError> {
    if let Some(sign) = name.chars().find(|sign| sign.is_control() || FORBIDDEN.contains(*sign)) {
        return Err(FileNameError::Character(name.to_owned(), sign));
    }
    if name.ends_with('.') {
        return Err(FileNameError::Ending(name.to_owned(), "dot"));
    }
    if name.ends_with(' ') {
        return Err(FileNameError::Ending(name.to_owned(), "space"));
    }
    if is_device(name) { Err(FileNameError::Device(name.to_owned())) } else { Ok(()) }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let number = NUMBERED_DEVICES.iter().find_map(|device| stem.strip_prefix(device));
    number.is_some_and(|number| DIGITS.contains(&number)) || DEVICES.contains(&stem.as_str())
}

/// Returns a path that every system can store, with a hyphen for each forbidden character. The last name may lack its
/// extension.
pub fn portable_path(path: &str) -> String {
    let mut names = path.split('/').map(portable_name).collect::<Vec<_>>();
    if let Some((_, folders)) = names.split_last_mut() {
        for folder in folders {
            let kept = folder.trim_end_matches(['.', ' ']).len();
            // `.` and `..` are no names.
            if kept > 0 {
                folder.truncate(kept);
            }
        }
    }
    names.join("/")
}

fn portable_name(name: &str) -> String {
    let name: String =
        name.chars().map(|sign| if sign.is_control() || FORBIDDEN.contains(sign) { '-' } else { sign }).collect();
    match name.split_once('.') {
        _ if !is_device(&name) => name,
        Some((stem, extensions)) => format!("{}-.{extensions}", stem.trim_end()),
        None => format!("{}-", name.trim_end()),
    }
}

impl FileNameError {
    /// Returns the diagnostic, with a hint about what to rename.
    pub fn diagnostic(&self, at: Option<Span>, hint: &str) -> Diagnostic {
        Diagnostic::error(Code::FILE_NAME, at, self.to_string()).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_forbidden_characters_and_endings_are_refused() {
        for name in ["axe.svg", "console", "com", "com10", "lpt.svg", "a.con", ".hidden", "50%20.svg", "Ödün Þor", "…"]
        {
            assert_eq!(check_file_name(name), Ok(()), "{name}");
        }
        for name in ["CON", "con.svg", "Aux.tar.gz", "nul .txt", "COM1", "lpt9.png", "com²", "CONIN$"] {
            assert_eq!(check_file_name(name), Err(FileNameError::Device(name.to_owned())));
        }
        for (name, sign) in [("a:b", ':'), ("what?.png", '?'), ("a\\b", '\\'), ("tab\t", '\t'), ("con:", ':')] {
            assert_eq!(check_file_name(name), Err(FileNameError::Character(name.to_owned(), sign)));
        }
        for (name, portable) in [
            ("what?.png", "what-.png"),
            ("\"a: b\" *.svg", "-a- b- -.svg"),
            ("what?", "what-"),
            ("con.svg", "con-.svg"),
            ("aux", "aux-"),
            ("night. /Ödün.svg", "night/Ödün.svg"),
            ("../axe.svg", "../axe.svg"),
        ] {
            assert_eq!(portable_path(name), portable);
        }
        for (name, ending) in [("axe.", "dot"), ("axe ", "space"), ("..", "dot")] {
            assert_eq!(check_file_name(name), Err(FileNameError::Ending(name.to_owned(), ending)));
        }
    }
}
