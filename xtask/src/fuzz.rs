//! Inputs at random for all that reads other people's files: builds the targets of `fuzz` with counters, and runs several at once.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::{env, fs, thread};

use crate::{Made, run};

/// Makes libFuzzer count the code that an input reaches.
///
/// These LLVM passes are in every compiler; no others are used, since Rust itself detects reads beyond an end.
const COUNTERS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
/// Set where cargo calls this program instead of the compiler.
const COMPILES: &str = "SKIRMISH_FUZZ_COMPILES";
/// Time limit of an input in seconds, above which it counts as a hang: a hundred times that of the slowest of the
/// seeds.
const LONGEST: u32 = 30;
/// An input that takes more takes all memory, in megabytes.
const MEMORY: u32 = 2048;

/// A target: its name, the maximum input in bytes, and the folders of the project with seeds, one in `every` of which
/// is used.
struct Target {
    name: &'static str,
    most: u32,
    seeds: &'static [&'static str],
    every: usize,
}

const TARGETS: [Target; 10] = [
    // Workbooks are archives too.
    Target { name: "archive", most: 16_384, seeds: &["tests/sheets"], every: 1 },
    // All thousand of them would take longer than a minute, leaving no time for mutations.
    Target { name: "art", most: 4096, seeds: &["tests/art"], every: 8 },
    Target { name: "font", most: 65_536, seeds: &["tests/fonts"], every: 1 },
    Target { name: "game", most: 16_384, seeds: &[], every: 1 },
    Target { name: "journal", most: 16_384, seeds: &["tests/stored"], every: 1 },
    Target { name: "rules", most: 8192, seeds: &[], every: 1 },
    Target { name: "sheet", most: 16_384, seeds: &["tests/sheets"], every: 1 },
    Target { name: "template", most: 4096, seeds: &[], every: 1 },
    Target { name: "text", most: 1024, seeds: &[], every: 1 },
    Target { name: "workbook", most: 24_576, seeds: &[], every: 1 },
];

/// Options of a run.
pub struct Fuzzing {
    /// The named targets; all by default.
    pub targets: Vec<String>,
    /// For how long each of them runs.
    pub seconds: u32,
    /// They are compiled and not run.
    pub compile_only: bool,
}

/// Builds and runs targets, and prints which of them found something.
///
/// # Errors
/// An unknown target, or one that doesn't compile; an input that makes a target panic, hang, or take all memory.
pub fn fuzz(root: &Path, asked: &Fuzzing) -> Made<()> {
    let known: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    if let Some(unknown) = asked.targets.iter().find(|name| !known.contains(name.as_str())) {
        let known: Vec<&str> = known.into_iter().collect();
        return Err(format!("unknown target `{unknown}`; known are {}", known.join(", ")).into());
    }
    let out = root.join("target/fuzz");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["build", "--locked", "--package", "skirmish-fuzz"]);
    // Counters make our own code twice as long to compile, and as long again where it is optimised.
    for largest in ["book", "output", "pipeline", "render"] {
        cargo.args(["--config", &format!("profile.dev.package.skirmish-{largest}.opt-level=0")]);
    }
    // Dependencies are compiled as for the tests, once for both; only our own code gets counters.
    cargo.env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?).env(COMPILES, "1");
    run(&mut cargo, "cargo build")?;
    if asked.compile_only {
        return Ok(());
    }
    let is_asked = |one: &&Target| asked.targets.is_empty() || asked.targets.iter().any(|name| name == one.name);
    let waiting = Mutex::new(TARGETS.iter().filter(is_asked));
    let failed = Mutex::new(Vec::new());
    let next = || waiting.lock().ok()?.next();
    // A target keeps one processor busy. Five share two of them: each tries fewer inputs in its time, but ten targets take two rounds
    // instead of five.
    let at_once = (thread::available_parallelism().map_or(1, usize::from) * 5).div_ceil(2);
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(target) = next() {
                    // The error itself isn't `Send`, so only its text is kept.
                    let ran = target.run(root, &out, asked.seconds).map_err(|why| why.to_string());
                    if let (Err(why), Ok(mut failed)) = (ran, failed.lock()) {
                        failed.push(format!("{}: {why}", target.name));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    match failed.is_empty() {
        true => Ok(()),
        false => Err(failed.join("\n").into()),
    }
}

/// Compiles for `cargo build` of [`fuzz`], which calls this program with the compiler and its arguments; `None` if it
/// was called otherwise.
pub fn compile() -> Option<Made<()>> {
    env::var_os(COMPILES)?;
    let mut words = env::args_os().skip(1);
    let mut compiler = Command::new(words.next()?);
    let words: Vec<_> = words.collect();
    // A script that is run while compiling is linked with nothing that could count.
    let counted =
        |word: &OsString| word == "skirmish" || word == "skirmish_fuzz" || word.to_string_lossy().starts_with("fuzz_");
    let counts = words.iter().any(counted);
    compiler.args(&words).args(COUNTERS.iter().filter(|_| counts));
    Some(run(&mut compiler, "rustc"))
}

impl Target {
    /// Runs the target for a number of seconds, from its earlier findings and the seeds.
    fn run(&self, root: &Path, out: &Path, seconds: u32) -> Made<()> {
        let kept = out.join("corpus").join(self.name);
        let found = out.join("found").join(self.name);
        for folder in [&kept, &found] {
            fs::create_dir_all(folder)?;
        }
        let before = files(&found)?;
        let mut fuzzer = Command::new(root.join("target/debug").join(format!("fuzz-{}", self.name)));
        fuzzer.current_dir(root);
        fuzzer.arg(format!("-max_total_time={seconds}")).arg(format!("-timeout={LONGEST}"));
        fuzzer.arg(format!("-rss_limit_mb={MEMORY}")).arg(format!("-max_len={}", self.most));
        fuzzer.arg(format!("-artifact_prefix={}/", found.display()));
        // The same run finds the same again; a longer one continues from the stored inputs.
        fuzzer.args(["-seed=1", "-print_final_stats=1", "-verbosity=1"]);
        let words = root.join("fuzz/words").join(format!("{}.dict", self.name));
        if words.exists() {
            fuzzer.arg(format!("-dict={}", words.display()));
        }
        fuzzer.arg(&kept);
        let seeds: Vec<PathBuf> = self.seeds.iter().map(|folder| root.join(folder)).collect();
        match self.every {
            1 => fuzzer.args(seeds),
            every => fuzzer.arg(some_of(&seeds, every, &out.join("seeds").join(self.name))?),
        };
        let own = [format!("fuzz/seeds/{}", self.name), format!("tests/fuzzed/{}", self.name)];
        fuzzer.args(own.iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()));
        // On one thread, to make an input reproducible.
        fuzzer.env("RAYON_NUM_THREADS", env::var("RAYON_NUM_THREADS").unwrap_or_else(|_| "1".to_owned()));
        // Shown when it has ended, since others run beside it.
        let Output { status: ended, stderr, .. } = fuzzer.output()?;
        println!("== {}\n{}", self.name, String::from_utf8_lossy(&stderr));
        let new: Vec<PathBuf> = files(&found)?.difference(&before).cloned().collect();
        if ended.success() {
            return Ok(());
        }
        let named: Vec<String> = new.iter().map(|path| path.display().to_string()).collect();
        let inputs = if named.is_empty() { "an input that was not kept".to_owned() } else { named.join(", ") };
        Err(format!("fails ({ended}) at {inputs}; fix it, and keep the input in tests/fuzzed/{}", self.name).into())
    }
}

/// Creates a folder with one in `every` file of some folders and their subfolders.
fn some_of(folders: &[PathBuf], every: usize, out: &Path) -> Made<PathBuf> {
    let (mut open, mut all) = (folders.to_vec(), BTreeSet::new());
    while let Some(folder) = open.pop() {
        let (within, files): (Vec<_>, Vec<_>) = files(&folder)?.into_iter().partition(|path| path.is_dir());
        open.extend(within);
        all.extend(files);
    }
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    for (number, path) in all.iter().step_by(every).enumerate() {
        fs::copy(path, out.join(number.to_string()))?;
    }
    Ok(out.to_owned())
}

/// Returns the files of a folder.
fn files(folder: &Path) -> Made<BTreeSet<PathBuf>> {
    let paths: Result<BTreeSet<PathBuf>, std::io::Error> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    Ok(paths?)
}
