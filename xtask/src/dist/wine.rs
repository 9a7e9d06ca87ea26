//! Programs for Windows on this machine, under wine.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{System, output_of};
use crate::Made;

/// wine with settings, a registry and a drive of its own. Everything under it ends when this is dropped.
pub struct Wine {
    prefix: PathBuf,
}

impl Wine {
    /// Creates the drive unless it is there.
    ///
    /// # Errors
    /// wine is missing, or no compiler for its missing library.
    pub fn new(root: &Path, windows: &System) -> Made<Self> {
        let wine = Self { prefix: root.join("target/wine") };
        // Old versions lack this library, which every program of Rust needs.
        let library = wine.path(r"C:\windows\system32\bcryptprimitives.dll");
        if !library.exists() {
            output_of(wine.run("wineboot").arg("--init"))?;
        }
        if !library.exists() {
            let mut gcc = Command::new(windows.tool("gcc"));
            gcc.args(["-shared", "-o"]).arg(&library).arg(root.join("dist/windows/bcryptprimitives.c"));
            output_of(gcc.arg("-ladvapi32"))?;
        }
        Ok(wine)
    }

    /// Returns a program, run under wine.
    pub fn run(&self, program: impl AsRef<Path>) -> Command {
        // Debian's own path: its `wine` asks for the one of 32 bits in each run.
        let debian = Path::new("/usr/lib/wine/wine64");
        let mut wine = Command::new(if debian.exists() { debian } else { Path::new("wine") });
        // Without the installers of Mono and Gecko, and without messages about what wine lacks.
        wine.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env("WINEDEBUG", "-all").env("WINEPREFIX", &self.prefix);
        wine.arg(program.as_ref());
        wine
    }

    /// Returns the path here of a path on drive C.
    pub fn path(&self, typed: &str) -> PathBuf {
        self.prefix.join("drive_c").join(typed.trim_start_matches(r"C:\").replace('\\', "/"))
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // It returns when the server has written its registry and is gone: until then nobody can delete the folder.
        let debian = Path::new("/usr/lib/wine/wineserver64");
        let mut server = Command::new(if debian.exists() { debian } else { Path::new("wineserver") });
        let _ = output_of(server.arg("-k").env("WINEPREFIX", &self.prefix));
    }
}
