//! The built program, run as people run it: in a folder of its own, with nothing but what it brings along.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The built program.
pub const SKIRMISH: &str = env!("CARGO_BIN_EXE_skirmish");

/// An empty folder in which the program is run; gone with the test.
pub struct Folder(TempDir);

/// Exit code and output of a run.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    /// Creates a new folder with `tests/pieces` in it, the game that has one piece of every shape.
    pub fn with_shapes() -> Self {
        let folder = Self::new();
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pieces");
        let mut open = vec![home.join("card-data")];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            } else {
                let below = path.strip_prefix(&home).expect("below").to_str().expect("a plain name");
                folder.write(below, std::fs::read(&path).expect("a file"));
            }
        }
        folder
    }

    /// Runs the program here and waits for it.
    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        self.run_with(args, |_| {})
    }

    /// Runs the program here, prepared in some way: a variable, an input.
    pub fn run_with<S: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = S>,
        prepare: impl FnOnce(&mut Command),
    ) -> Ran {
        let mut command = self.command(SKIRMISH);
        command.args(args);
        prepare(&mut command);
        Ran::new(&command.output().expect("the program starts"))
    }

    /// Creates the starter game, without its rulebook and in one language: for tests of its cards.
    pub fn new_deck(&self, name: &str) {
        self.new_in_english(name);
        fs::remove_file(self.path(&format!("card-data/{name}/rules.md"))).expect("its rulebook");
    }

    /// Creates the starter game in only one language.
    pub fn new_in_english(&self, name: &str) {
        self.run(["new", name]).must_succeed();
        for file in ["cards.de.toml", "game.de.toml", "rules.de.md"] {
            fs::remove_file(self.path(&format!("card-data/{name}/{file}"))).expect("its German");
        }
        let file = format!("card-data/{name}/game.toml");
        let text = String::from_utf8(self.read(&file)).expect("a text file");
        let (from, to) = (text.find("languages = "), text.find("author = "));
        let (from, to) = from.zip(to).expect("the line with the languages, and the next");
        self.write(&file, [&text[..from], &text[to..]].concat());
    }

    /// Runs a line of shell here; `$SKIRMISH` is the program.
    pub fn shell(&self, line: &str) -> Ran {
        Ran::new(&self.command("sh").args(["-c", line]).output().expect("a shell starts"))
    }

    /// Returns a command in this folder, with a neutral environment.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).env("SKIRMISH", SKIRMISH).stdin(Stdio::null());
        for variable in ["SOURCE_DATE_EPOCH", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR", "FORCE_COLOR"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the program, which must succeed, and reads the file that it is to write.
    pub fn build(&self, args: &[&str], file: &str) -> Vec<u8> {
        self.run(args).must_succeed();
        self.read(file)
    }

    pub fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}; there is {:#?}", self.files()))
    }

    pub fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
    }

    /// Copies a file or a folder of the package into this folder, under the same name.
    pub fn bring(&self, name: &str) {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name), &self.path(name));
    }

    /// Replaces a text that occurs once in a file.
    pub fn replace(&self, file: &str, old: &str, new: &str) {
        let text = String::from_utf8(self.read(file)).expect("a text file");
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {file}");
        self.write(file, text.replace(old, new));
    }

    /// Returns all files with their contents; empty for an empty folder.
    pub fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        let bytes = |file: &str| if self.path(file).is_dir() { Vec::new() } else { self.read(file) };
        self.files().into_iter().map(|file| (file.clone(), bytes(&file))).collect()
    }

    /// Returns the paths of all files and of empty folders, sorted, hidden ones included.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(self.0.path(), self.0.path(), &mut found);
        found.sort();
        found
    }
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) {
    let entries: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    if entries.is_empty() && folder != root {
        found.push(name(root, folder));
    }
    for path in entries {
        if path.is_dir() { walk(root, &path, found) } else { found.push(name(root, &path)) }
    }
}

fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/")
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder can be made");
        fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
}

impl Ran {
    /// Checks that a run doesn't panic, or write colours or progress bars into a pipe.
    fn new(output: &Output) -> Self {
        let code = output.status.code().unwrap_or_else(|| panic!("ended by a signal: {output:?}"));
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        let ran = Self { code, out: text(&output.stdout), err: text(&output.stderr) };
        for said in [&ran.out, &ran.err] {
            assert!(!said.contains("panicked"), "{said}");
            for sign in ['\u{1b}', '\r', '\u{8}'] {
                assert!(!said.contains(sign), "{sign:?} in a pipe: {said:?}");
            }
        }
        ran
    }

    #[track_caller]
    pub fn must_succeed(self) -> Self {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self
    }

    /// Requires this exit code, an empty standard output and all of these words.
    #[track_caller]
    pub fn must_fail(self, code: i32, words: &[&str]) -> Self {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in: {}", self.err);
        }
        self
    }

    /// Requires all of these words on standard output.
    #[track_caller]
    pub fn must_say(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.out.contains(word), "no {word:?} in: {}", self.out);
        }
        self
    }
}
