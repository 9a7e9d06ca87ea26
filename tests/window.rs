//! The real program in a real window, killed in the middle of a game.
#![cfg(all(feature = "tracker", target_os = "linux"))]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TABLE: &str = env!("CARGO_BIN_EXE_skirmish-table");

/// A virtual screen.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn new() -> Self {
        let mut command = Command::new("Xvfb");
        // It would restart when its last program exits, and refuse the next one meanwhile.
        command.args(["-displayfd", "1", "-screen", "0", "1180x820x24", "-nolisten", "tcp", "-noreset"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().unwrap_or_else(|error| panic!("Xvfb: {error}; on Debian: apt install xvfb"));
        let mut line = String::new();
        let out = server.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a number");
        Self { server, display: format!(":{}", line.trim()) }
    }

    fn xdotool(&self, args: &[&str]) -> bool {
        let mut command = Command::new("xdotool");
        command.args(args).env("DISPLAY", &self.display).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().unwrap_or_else(|error| panic!("xdotool: {error}; on Debian: apt install xdotool")).success()
    }

    fn click(&self, x: i32, y: i32) {
        assert!(self.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "mousedown", "1"]));
        std::thread::sleep(Duration::from_millis(40));
        assert!(self.xdotool(&["mouseup", "1"]));
    }

    fn program(&self, home: &Path, journal: &Path) -> Child {
        let mut command = Command::new(TABLE);
        command.arg("--journal").arg(journal).env("DISPLAY", &self.display).env("LIBGL_ALWAYS_SOFTWARE", "1");
        command
            .env("HOME", home)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Waits until something is so.
fn until(what: &str, mut so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}: not after a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn lines(journal: &Path) -> usize {
    fs::read_to_string(journal).map_or(0, |text| text.matches('\n').count())
}

/// Returns the first player's health at the end of a journal, as the program reads it.
fn health(journal: &Path) -> i64 {
    let output =
        Command::new(TABLE).arg("replay").arg(journal).args(["--format", "json"]).output().expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let state: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    state["players"][0]["health"].as_i64().expect("health")
}

#[test]
fn a_game_outlives_the_program_whenever_it_is_killed() {
    let screen = Screen::new();
    for (run, wait) in [0, 7, 19, 31, 60].into_iter().enumerate() {
        let home = tempfile::tempdir().expect("a folder");
        let journal = home.path().join("game.journal");
        let mut program = screen.program(home.path(), &journal);
        until("the window", || screen.xdotool(&["search", "--onlyvisible", "--name", "Skirmish"]));
        std::thread::sleep(Duration::from_millis(500));
        // Two players as they are offered: to battle, then the first one loses health.
        until("the battle begins", || {
            screen.click(880, 740);
            std::thread::sleep(Duration::from_millis(300));
            lines(&journal) >= 2
        });
        let before = lines(&journal);
        for blow in 1..=4 {
            // A machine that has much to do loses a click now and then, or is late with it.
            until("a blow is written", || {
                screen.click(335, 710);
                (0..100).any(|_| {
                    std::thread::sleep(Duration::from_millis(20));
                    lines(&journal) >= before + blow
                })
            });
        }
        let sure = lines(&journal);
        // One more, and the end before anybody can see if it counted.
        screen.click(335, 710);
        std::thread::sleep(Duration::from_millis(wait));
        program.kill().expect("killed");
        program.wait().expect("gone");
        let (left, blows) = (health(&journal), lines(&journal) - before);
        assert!(before + blows >= sure, "run {run}: a blow that was written is gone");
        assert_eq!(left, 12 - i64::try_from(blows).expect("a few"), "run {run}");

        // The next start goes on from there.
        let written = lines(&journal);
        let mut again = screen.program(home.path(), &journal);
        until("the window again", || screen.xdotool(&["search", "--onlyvisible", "--name", "Skirmish"]));
        until("a blow in the game that goes on", || {
            screen.click(335, 710);
            std::thread::sleep(Duration::from_millis(200));
            lines(&journal) > written
        });
        again.kill().expect("killed");
        again.wait().expect("gone");
        assert!(health(&journal) < left, "run {run}");
    }
}
