//! The page's programs, the tracker and the generator, compiled for a browser.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use crate::Made;

/// The page's target.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The tracker, the generator, and words of other languages than English, which the generator loads when it needs them.
pub const PACKAGES: [&str; 3] = ["skirmish-page", "skirmish-studio", "skirmish-words-page"];

/// A compilation that goes on: one process per program, as two packages in one would share their features.
pub struct Compiling(Vec<(Child, PathBuf)>);

impl Compiling {
    /// Waits for the compiled programs; returns their paths.
    ///
    /// # Errors
    /// A program doesn't compile.
    pub fn finish(self) -> Made<Vec<PathBuf>> {
        let finish = |(mut cargo, wasm): (Child, PathBuf)| match cargo.wait()?.success() {
            true => Ok(wasm),
            false => Err("a program of the page does not compile".into()),
        };
        self.0.into_iter().map(finish).collect()
    }
}

/// Starts to compile some of the page's programs.
///
/// # Errors
/// The compiler has no web target.
pub fn start(root: &Path, packages: &[&str]) -> Made<Compiling> {
    let target = root.join("target/web");
    let start = |package: &&str| {
        let mut cargo = compiler()?;
        cargo.current_dir(root).env("CARGO_TARGET_DIR", &target);
        cargo.args(["build", "--locked", "--package", package, "--profile", "web", "--target", TARGET]);
        let wasm = format!("web/{}.wasm", package.replace('-', "_"));
        Ok((cargo.spawn()?, target.join(TARGET).join(wasm)))
    };
    Ok(Compiling(packages.iter().map(start).collect::<Made<_>>()?))
}

/// True if there is a compiler for the web.
pub fn can_compile() -> bool {
    compiler().is_ok()
}

/// Returns cargo with a compiler that has a standard library for the web: rustup's, or a distribution's own, which
/// builds one from its source.
fn compiler() -> Made<Command> {
    if library_of("rustc").is_some_and(|library| library.exists()) {
        return Ok(Command::new("cargo"));
    }
    let debian = ["/usr/bin/cargo", "/usr/bin/rustc"].map(Path::new);
    if debian.iter().all(|program| program.exists()) && sources("/usr/bin/rustc").is_some_and(|path| path.exists()) {
        let [cargo, rustc] = debian;
        let mut command = Command::new(cargo);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("/usr/bin:{path}")).env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC_WRAPPER");
        // Without the words of a panic, which no player sees: they are a thirtieth of the program. A journal shows again what
        // stopped it, on the desktop.
        let silent = format!("target.{TARGET}.rustflags=['-Zunstable-options', '-Cpanic=immediate-abort']");
        command.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size", "--config", &silent]);
        return Ok(command);
    }
    Err("there is no standard library for the web: `rustup target add wasm32-unknown-unknown` gets it, or on Debian \
         `apt install rustc-web cargo-web rust-web-src rust-web-llvm`"
        .into())
}

/// Returns a compiler's sysroot; `None` without such a compiler.
fn sysroot(rustc: &str) -> Option<PathBuf> {
    let told = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(told.stdout).ok()?.trim()))
}

fn library_of(rustc: &str) -> Option<PathBuf> {
    Some(sysroot(rustc)?.join("lib/rustlib").join(TARGET).join("lib"))
}

fn sources(rustc: &str) -> Option<PathBuf> {
    Some(sysroot(rustc)?.join("lib/rustlib/src/rust/library/std"))
}
