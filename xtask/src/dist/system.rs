//! Systems that packages are made for, and the tools for each.

use std::path::Path;
use std::process::Command;

use super::output_of;
use crate::Made;

/// Systems with packages, besides the system that they are made on.
pub const OTHERS: [&str; 3] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-gnu"];

/// A system, as the compiler names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The compiler's name of it.
    pub triple: String,
    /// True if it is the system of this machine.
    pub is_host: bool,
}

impl System {
    /// Returns the system of this machine.
    ///
    /// # Errors
    /// The compiler doesn't name it.
    pub fn host() -> Made<Self> {
        let told = output_of(Command::new("rustc").arg("-vV"))?;
        let host = told.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(Self { triple: host.ok_or("rustc doesn't name the system")?.to_owned(), is_host: true })
    }

    /// Returns a system by name; `None` if there are no packages for it.
    pub fn parse(name: &str, host: &Self) -> Option<Self> {
        if name == host.triple {
            return Some(host.clone());
        }
        OTHERS.contains(&name).then(|| Self { triple: name.to_owned(), is_host: false })
    }

    /// True if it is Windows.
    pub fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// Returns the file name of a program.
    pub fn file_of(&self, program: &str) -> String {
        if self.is_windows() { format!("{program}.exe") } else { program.to_owned() }
    }

    /// Returns the architecture in Debian's terms; `None` if it has no Debian package.
    pub fn debian(&self) -> Option<&'static str> {
        match self.triple.as_str() {
            "x86_64-unknown-linux-gnu" => Some("amd64"),
            "aarch64-unknown-linux-gnu" => Some("arm64"),
            _ => None,
        }
    }

    /// Returns this system in the names of GNU tools, which are also those of Debian's folders.
    fn gnu(&self) -> String {
        if self.is_windows() { "x86_64-w64-mingw32".to_owned() } else { self.triple.replace("-unknown", "") }
    }

    /// Returns a tool of the compiler's, such as `strip`.
    pub fn tool(&self, name: &str) -> String {
        if self.is_host { name.to_owned() } else { format!("{}-{name}", self.gnu()) }
    }

    /// Returns the environment variable of one of cargo's settings for this system.
    pub fn variable(&self, setting: &str) -> String {
        format!("CARGO_TARGET_{}_{setting}", self.triple.to_uppercase().replace('-', "_"))
    }

    /// Returns `cargo build` with what it needs to compile for this system: `--target` and the linker.
    pub fn cargo_build(&self, root: &Path) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(root).args(["build", "--locked", "--package", "skirmish"]);
        if !self.is_host {
            cargo.args(["--target", &self.triple]).env(self.variable("LINKER"), self.tool("gcc"));
        }
        cargo
    }

    /// Returns a program of this system, run on this machine: under qemu if it is for another processor.
    pub fn run(&self, program: &Path) -> Command {
        if self.is_host {
            return Command::new(program);
        }
        let processor = self.triple.split('-').next().unwrap_or_default();
        let mut qemu = Command::new(format!("qemu-{processor}"));
        qemu.args(["-L", &format!("/usr/{}", self.gnu())]).arg(program);
        qemu
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_systems_are_compiled_for_with_tools_of_their_own() {
        let host = System { triple: "x86_64-unknown-linux-gnu".to_owned(), is_host: true };
        assert_eq!(System::parse("x86_64-unknown-linux-gnu", &host), Some(host.clone()));
        assert_eq!(System::parse("mips-unknown-linux-gnu", &host), None);
        let windows = System::parse("x86_64-pc-windows-gnu", &host).expect("Windows");
        assert_eq!((windows.file_of("skirmish").as_str(), windows.debian()), ("skirmish.exe", None));
        assert_eq!(windows.tool("strip"), "x86_64-w64-mingw32-strip");
        let arm = System::parse("aarch64-unknown-linux-gnu", &host).expect("ARM");
        assert_eq!((arm.debian(), arm.tool("gcc").as_str()), (Some("arm64"), "aarch64-linux-gnu-gcc"));
        let qemu = arm.run(Path::new("skirmish"));
        let args: Vec<_> = qemu.get_args().collect();
        assert_eq!(qemu.get_program(), "qemu-aarch64");
        assert_eq!(args, ["-L", "/usr/aarch64-linux-gnu", "skirmish"]);
        let cargo = arm.cargo_build(Path::new("."));
        let linker = cargo.get_envs().find(|(name, _)| *name == "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER");
        assert_eq!(linker.and_then(|(_, value)| value), Some("aarch64-linux-gnu-gcc".as_ref()));
    }
}
