//! The page's program, compiled for a browser.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use crate::Made;

/// The page's target.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// A compilation that goes on.
pub struct Compiling {
    cargo: Child,
    wasm: PathBuf,
}

impl Compiling {
    /// Waits for the compiled program; returns its path.
    ///
    /// # Errors
    /// The program doesn't compile.
    pub fn finish(mut self) -> Made<PathBuf> {
        if self.cargo.wait()?.success() { Ok(self.wasm) } else { Err("the page's program does not compile".into()) }
    }
}

/// Starts to compile the page's program.
///
/// # Errors
/// The compiler has no web target.
pub fn start(root: &Path) -> Made<Compiling> {
    let target = root.join("target/web");
    let mut cargo = compiler()?;
    cargo.current_dir(root).env("CARGO_TARGET_DIR", &target);
    cargo.args(["build", "--locked", "--package", "skirmish-page", "--profile", "web", "--target", TARGET]);
    Ok(Compiling { cargo: cargo.spawn()?, wasm: target.join(TARGET).join("web/skirmish_page.wasm") })
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
