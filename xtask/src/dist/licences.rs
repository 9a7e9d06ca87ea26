//! The licences of the libraries that are compiled into the programs: each has to come along with its text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::output_of;
use crate::Made;
use crate::compile::{PACKAGES, TARGET};

/// Licences of the scripts that are embedded in the page of `skirmish watch`.
const EDITOR: &str = "crates/pipeline/src/watch/page/vendor/LICENSE.txt";

/// A library, as listed by cargo.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Library {
    name: String,
    version: String,
    /// As SPDX writes it.
    licence: String,
    repository: String,
}

/// Compiled target.
#[derive(Clone, Copy, Debug)]
pub enum Compiled<'s> {
    /// The programs of a package for a system.
    Programs(&'s str),
    /// The program of the page.
    Page,
}

/// Returns all libraries with their licences, and the licence texts, each once; then the libraries of the code editor.
///
/// `cargo tree` rather than `cargo metadata`: its lines don't need a JSON parser, and it omits build-time dependencies.
///
/// # Errors
/// cargo fails; a library has no licence; its source isn't in cargo's folder.
pub fn of_libraries(root: &Path, compiled: Compiled<'_>) -> Made<String> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["tree", "--locked", "--prefix", "none"]);
    let whole = match compiled {
        Compiled::Programs(system) => {
            cargo.args(["--package", "skirmish", "--features", "tracker", "--target", system]);
            "The programs of this package contain"
        }
        Compiled::Page => {
            cargo.args(PACKAGES.iter().flat_map(|package| ["--package", package])).args(["--target", TARGET]);
            "The programs of this page contain"
        }
    };
    let told = output_of(cargo.args(["--edges", "normal,no-proc-macro", "--format", "{p}|{l}|{r}"]))?;
    let libraries = read(&told)?;
    let mut text = format!(
        "{whole} {} libraries of other people, each under its own licence. First the libraries, then \
         the texts of their licences.\n\n",
        libraries.len()
    );
    let mut texts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut without = Vec::new();
    for library in &libraries {
        let Library { name, version, licence, repository } = library;
        text.push_str(&format!("{name} {version}: {licence}  {repository}\n"));
        let own = texts_of(&source_of(name, version)?)?;
        if own.is_empty() {
            without.push(name.as_str());
        }
        for one in own {
            texts.entry(one).or_default().insert(name);
        }
    }
    if !without.is_empty() {
        text.push_str(&format!(
            "\nThese name their licence and bring no text of it; its terms are in LICENSE-APACHE, LICENSE-MIT or below: {}.\n",
            without.join(", ")
        ));
    }
    for (licence, names) in texts {
        let names: Vec<&str> = names.into_iter().collect();
        text.push_str(&format!("\n{}\n{}\n\n{}\n", "=".repeat(78), names.join(", "), licence.trim()));
    }
    let editor = fs::read_to_string(root.join(EDITOR)).map_err(|error| format!("{EDITOR}: {error}"))?;
    Ok(format!("{text}\n{}\n{editor}", "=".repeat(78)))
}

/// Parses the libraries in lines of `cargo tree`; those with a path in brackets are ours.
fn read(told: &str) -> Made<BTreeSet<Library>> {
    let mut libraries = BTreeSet::new();
    for line in told.lines().filter(|line| !line.trim().is_empty()) {
        let line = line.strip_suffix(" (*)").unwrap_or(line);
        let mut parts = line.splitn(3, '|');
        let (package, licence, repository) = (parts.next(), parts.next(), parts.next());
        let (Some(package), Some(licence)) = (package, licence) else {
            return Err(format!("cargo tree says {line}").into());
        };
        if package.contains(" (/") || package.contains(" (file:") {
            continue;
        }
        let mut words = package.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if licence.is_empty() {
            return Err(format!("{name} does not say under which licence it is").into());
        }
        libraries.insert(Library {
            name: name.to_owned(),
            version: version.trim_start_matches('v').to_owned(),
            licence: licence.to_owned(),
            repository: repository.unwrap_or_default().to_owned(),
        });
    }
    if libraries.is_empty() { Err("cargo tree names no library".into()) } else { Ok(libraries) }
}

/// Returns the path of a library's source in cargo's folder.
fn source_of(name: &str, version: &str) -> Made<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registries = home.ok_or("CARGO_HOME is unknown")?.join("registry/src");
    let folders = fs::read_dir(&registries).map_err(|error| format!("{}: {error}", registries.display()))?;
    let sources = folders.flatten().map(|registry| registry.path().join(format!("{name}-{version}")));
    let found = sources.into_iter().find(|source| source.is_dir());
    found.ok_or_else(|| format!("missing source of {name} {version} in {}", registries.display()).into())
}

/// Returns the texts of licences and notices in a library's folder. Some libraries only name theirs.
fn texts_of(source: &Path) -> Made<Vec<String>> {
    const NAMES: [&str; 6] = ["licen", "copying", "copyright", "notice", "unlicense", "ofl"];
    let mut texts = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(source)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if NAMES.iter().any(|known| name.starts_with(known)) && !name.ends_with(".rs") {
            let text = String::from_utf8_lossy(&fs::read(path)?).replace('\r', "");
            texts.push(text.trim().to_owned());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_cargo_are_libraries_and_ours_are_not_among_them() {
        let told = "skirmish v0.1.0 (/home/skirmish)|MIT|\nclap v4.6.0|MIT OR Apache-2.0|https://example.org/clap\n\
                    clap v4.6.0|MIT OR Apache-2.0|https://example.org/clap (*)\n\nbare v1.0.0|Zlib|\n";
        let found = read(told).expect("libraries");
        let told: Vec<String> =
            found.iter().map(|found| format!("{} {} {}", found.name, found.version, found.licence)).collect();
        assert_eq!(told, ["bare 1.0.0 Zlib", "clap 4.6.0 MIT OR Apache-2.0"]);
        assert!(read("odd v1.0.0||https://example.org").is_err() && read("").is_err());
    }
}
