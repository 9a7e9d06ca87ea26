//! The package for Debian and its relatives, written with `dpkg-deb`: it is there on every Debian, and what `cargo-deb` adds to it
//! would first have to be compiled for minutes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{PROGRAMS, copy_all, folder_size, output_of, version};
use crate::{Made, run};

/// The libraries that the window asks the system for when it opens. All else works without them.
const WINDOW: &str = "libegl1, libgl1, libwayland-client0, libx11-6, libx11-xcb1, libxcursor1, libxi6, libxkbcommon0, \
                      libxkbcommon-x11-0, libxrandr2";

const DESCRIPTION: &str = "\
Description: makes print-ready card games from a folder of data
 From one folder of data (TOML, Markdown, SVG) skirmish makes sheets of cards,
 pieces and a rulebook, for a printer at home or a print shop; skirmish-table
 keeps the table while people play, in a window or on tablets.
 .
 Four games are in the box, and a small one to start a game of your own from.
";

/// True if Debian packages can be built here.
pub fn is_possible() -> bool {
    output_of(Command::new("dpkg-deb").arg("--version")).is_ok()
}

/// Makes a package of a tree, which appears when it is whole; returns its path.
///
/// # Errors
/// A library of a program is in no package; dpkg-deb fails.
pub fn make(root: &Path, tree: &Path, unfinished: &Path, architecture: &str, out: &Path) -> Made<PathBuf> {
    let version = version(root)?;
    let package = out.join(format!("skirmish_{version}_{architecture}.deb"));
    let built = unfinished.join("debian");
    let usr = built.join("usr");
    copy_all(tree, &usr)?;
    arrange(&usr)?;
    let size = folder_size(&built)?.div_ceil(1024);
    let depends = depends(&PROGRAMS.map(|name| usr.join("bin").join(name)))?;
    let by = |variable: &str, usual: &str| std::env::var(variable).unwrap_or_else(|_| usual.to_owned());
    let maintainer = format!("{} <{}>", by("DEBFULLNAME", "Skirmish"), by("DEBEMAIL", "skirmish@localhost"));
    let control = built.join("DEBIAN");
    fs::create_dir_all(&control)?;
    fs::write(
        control.join("control"),
        format!(
            "Package: skirmish\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {maintainer}\n\
             Installed-Size: {size}\nDepends: {depends}\nRecommends: {WINDOW}\nSection: games\nPriority: optional\n{DESCRIPTION}"
        ),
    )?;
    let unfinished = unfinished.join("built.deb");
    let mut dpkg = Command::new("dpkg-deb");
    dpkg.args(["--root-owner-group", "-Zgzip", "--build"]).arg(&built).arg(&unfinished);
    output_of(&mut dpkg)?;
    fs::rename(unfinished, &package)?;
    Ok(package)
}

/// Arranges files for Debian, which differs from other systems in zsh's completions, compressed manual pages, and a
/// single file of licences.
fn arrange(usr: &Path) -> Made<()> {
    let zsh = usr.join("share/zsh");
    fs::rename(zsh.join("site-functions"), zsh.join("vendor-completions"))?;
    for entry in fs::read_dir(usr.join("share/man/man1"))? {
        run(Command::new("gzip").args(["-9n"]).arg(entry?.path()), "gzip")?;
    }
    let about = usr.join("share/doc/skirmish");
    let text = |name: &str| fs::read_to_string(about.join(name));
    let copyright = format!(
        "The programs are under the MIT licence or the Apache License 2.0 (/usr/share/common-licenses/Apache-2.0), as you like.\n\
         Skirmish, the card game, is its designer's, Peter Cobcroft's (© 2005).\nThe typefaces are under the SIL Open Font \
         License: OFL-*.txt.\nThe libraries of other people, and their licences: third-party.txt.\n\n{}",
        text("LICENSE-MIT")?
    );
    fs::write(about.join("copyright"), copyright)?;
    Ok(())
}

/// Returns the packages of the libraries that the programs are linked with, with the oldest C library that has the
/// required versions.
fn depends(programs: &[PathBuf]) -> Made<String> {
    let mut packages: BTreeMap<&str, Option<(u32, u32)>> = BTreeMap::new();
    for program in programs {
        for library in libraries(program)? {
            packages.entry(package_of(&library)?).or_default();
        }
        let oldest = oldest_c_library(&fs::read(program)?);
        let known = packages.entry("libc6").or_default();
        *known = (*known).max(oldest);
    }
    let worded = packages.into_iter().map(|(name, oldest)| match oldest {
        Some((major, minor)) => format!("{name} (>= {major}.{minor})"),
        None => name.to_owned(),
    });
    Ok(worded.collect::<Vec<_>>().join(", "))
}

/// Returns the names of the libraries that a program is linked with.
fn libraries(program: &Path) -> Made<Vec<String>> {
    let told = output_of(Command::new("readelf").args(["--wide", "--dynamic"]).arg(program))?;
    Ok(names_in(&told))
}

/// Returns the libraries that `readelf` lists.
fn names_in(told: &str) -> Vec<String> {
    let name = |line: &str| Some(line.split_once("(NEEDED)")?.1.split_once('[')?.1.split_once(']')?.0.to_owned());
    told.lines().filter_map(name).collect()
}

/// Returns the package that a library belongs to.
fn package_of(library: &str) -> Made<&'static str> {
    let is_of_c = |name: &str| library.starts_with(name);
    match library {
        "libgcc_s.so.1" => Ok("libgcc-s1"),
        _ if ["ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so"].into_iter().any(is_of_c) => {
            Ok("libc6")
        }
        _ => Err(format!("no Debian package is known for {library}").into()),
    }
}

/// Returns the newest version of the C library that a program requires: the names of versions appear in it in plain
/// text.
fn oldest_c_library(program: &[u8]) -> Option<(u32, u32)> {
    const NAME: &[u8] = b"GLIBC_";
    let versions =
        program.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME).filter_map(|(at, _)| {
            let rest = &program[at + NAME.len()..program.len().min(at + NAME.len() + 12)];
            let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.')?;
            let (major, minor) = std::str::from_utf8(&rest[..end]).ok()?.split_once('.')?;
            let minor = minor.split('.').next()?;
            Some((major.parse().ok()?, minor.parse().ok()?))
        });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_have_packages() {
        let told = " 0x01 (NEEDED)  Shared library: [libgcc_s.so.1]\n 0x01 (NEEDED)  Shared library: [libm.so.6]\n 0x0e (SONAME) [x]\n";
        assert_eq!(names_in(told), ["libgcc_s.so.1", "libm.so.6"]);
        assert_eq!(package_of("ld-linux-aarch64.so.1").ok(), Some("libc6"));
        assert!(package_of("libssl.so.3").is_err());
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        let program = b"..GLIBC_2.9\0GLIBC_2.17\0GLIBC_2.2.5\0GLIBC_PRIVATE\0";
        assert_eq!(oldest_c_library(program), Some((2, 17)));
        assert_eq!(oldest_c_library(b"static"), None);
    }
}
