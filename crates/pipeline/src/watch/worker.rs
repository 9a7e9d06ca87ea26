//! The process that draws the game. A supervisor restarts it, so the page survives crashes caused by any input.

use std::io::{self, BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::{env, process, thread};

use crate::job::Failure;

/// Starts this program again with one more argument, which makes it the worker, and restarts it whenever it crashes.
/// Returns the exit code of a worker that ends regularly. `print` prints a line of its output.
///
/// # Errors
/// The program can't be started.
pub fn supervise(option: &str, mut print: impl FnMut(&str) -> Result<(), Failure>) -> Result<u8, Failure> {
    let cannot = |error: io::Error| Failure::Stopped(format!("cannot start this program again: {error}"));
    let program = env::current_exe().map_err(cannot)?;
    let mut port = 0;
    loop {
        let mut command = Command::new(&program);
        command.args(env::args_os().skip(1)).arg(option).arg(port.to_string());
        // The worker ends with its input, so none is left running.
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(cannot)?;
        let input = child.stdin.take();
        let is_first = port == 0;
        for line in lines(&mut child) {
            port = port_of(&line).unwrap_or(port);
            // The address stays the same.
            if is_first {
                print(&format!("{line}\n"))?;
            }
        }
        let status = child.wait().map_err(cannot)?;
        drop(input);
        if let Some(code) = own_code(status) {
            return Ok(code);
        }
        print("The program crashed while drawing the game. It continues when a file is saved.\n")?;
    }
}

/// Returns the lines that a process prints, until it ends.
fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    let output: Option<ChildStdout> = child.stdout.take();
    output.into_iter().flat_map(|output| BufReader::new(output).lines().map_while(Result::ok))
}

/// Returns the port of the line with the address of the page.
fn port_of(line: &str) -> Option<u16> {
    line.strip_prefix("http://127.0.0.1:")?.strip_suffix('/')?.parse().ok()
}

/// Returns the exit code of a process that ended regularly; `None` if it crashed or was killed.
fn own_code(status: ExitStatus) -> Option<u8> {
    status.code().and_then(|code| u8::try_from(code).ok()).filter(|code| *code <= 2)
}

/// Ends this process with the one that watches over it.
pub(super) fn end_with_supervisor() {
    thread::spawn(|| {
        // Nothing is ever written to it.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(0);
    });
}

/// Runs something on a thread of its own; a panic in it ends the process.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) {
    struct AbortOnPanic;
    impl Drop for AbortOnPanic {
        fn drop(&mut self) {
            if thread::panicking() {
                process::abort();
            }
        }
    }
    thread::spawn(move || {
        let _guard = AbortOnPanic;
        work();
    });
}
