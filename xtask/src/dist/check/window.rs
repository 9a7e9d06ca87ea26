//! The tracker's window: a game begun in it with a mouse, on a virtual screen drawn without a graphics card.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{Checks, Running, ensure, output_of, until};
use crate::Made;

/// Width and height of the screen in pixels. It is larger than the window, which wine puts below a title bar.
const SCREEN: [usize; 2] = [1280, 900];
/// Width and height of the window at first, in pixels.
const WINDOW: [usize; 2] = [1180, 820];
/// A point on the button *Start*.
const START: [usize; 2] = [880, 740];

/// Begins a game in the windows of both systems, and compares the pictures.
pub fn begin_game(checks: &Checks<'_>) -> Made<()> {
    let folder = checks.folder.join("window");
    fs::create_dir_all(&folder)?;
    let screen = Screen::new(&folder)?;
    let expected = picture(&screen, checks.here("skirmish-table"), &folder.join("expected"))?;
    let actual = picture(&screen, checks.there("skirmish-table"), &folder.join("actual"))?;
    // Edges of letters differ slightly, and so do the mouse pointer and the sign of a screen that stays on.
    let different = expected.iter().zip(&actual).filter(|(expected, actual)| expected.abs_diff(**actual) > 64).count();
    ensure(different * 500 < expected.len(), || format!("the pictures in {} differ", folder.display()))?;
    checks.passed(&format!("a game begun in the window; picture: {}", folder.join("actual.ppm").display()));
    Ok(())
}

/// Begins a game in a window; returns its pixels, and writes them and the journal to files.
fn picture(screen: &Screen, mut table: Command, path: &Path) -> Made<Vec<u8>> {
    let journal = path.with_extension("journal");
    table.arg("--journal").arg(&journal).stdout(Stdio::null()).stderr(Stdio::null());
    table.env("DISPLAY", &screen.display).env_remove("WAYLAND_DISPLAY").env("LIBGL_ALWAYS_SOFTWARE", "1");
    // The user's settings don't count.
    let home = path.with_extension("home");
    table.env("HOME", &home).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
    let _table = Running(table.spawn()?);
    let place = until("the window", || Ok(screen.window()))?;
    until("the game", || {
        screen.click([place[0] + START[0], place[1] + START[1]])?;
        thread::sleep(Duration::from_secs(1));
        let lines = fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
        Ok((lines >= 2).then_some(()))
    })?;
    let picture = until("the end of all animations", || {
        let before = screen.picture(place)?;
        thread::sleep(Duration::from_secs(1));
        Ok(Some(before).filter(|before| screen.picture(place).is_ok_and(|after| after == *before)))
    })?;
    let header = format!("P6 {} {} 255\n", WINDOW[0], WINDOW[1]);
    fs::write(path.with_extension("ppm"), [header.as_bytes(), &picture].concat())?;
    Ok(picture)
}

/// A virtual screen.
struct Screen {
    _server: Running,
    display: String,
    /// The file in which the server keeps the pixels.
    dump: PathBuf,
}

impl Screen {
    /// Starts a screen with its files in a folder.
    fn new(folder: &Path) -> Made<Self> {
        let mut server = Command::new("Xvfb");
        let size = format!("{}x{}x24", SCREEN[0], SCREEN[1]);
        // It would restart when its last program exits, and refuse the next one meanwhile.
        server.args(["-displayfd", "1", "-nolisten", "tcp", "-noreset", "-screen", "0", &size]);
        server.arg("-fbdir").arg(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Running(server.spawn().map_err(|error| format!("Xvfb: {error}"))?);
        let mut number = String::new();
        BufReader::new(server.0.stdout.take().ok_or("no output")?).read_line(&mut number)?;
        Ok(Self { _server: server, display: format!(":{}", number.trim()), dump: folder.join("Xvfb_screen0") })
    }

    fn xdotool(&self, words: &str) -> Made<String> {
        output_of(Command::new("xdotool").args(words.split(' ')).env("DISPLAY", &self.display))
    }

    /// Returns the top left corner of the tracker's window, if it is there.
    fn window(&self) -> Option<[usize; 2]> {
        let told = self.xdotool("search --onlyvisible --name Skirmish getwindowgeometry --shell").ok()?;
        let number = |name| told.lines().find_map(|line| line.strip_prefix(name)?.parse().ok());
        Some([number("X=")?, number("Y=")?])
    }

    fn click(&self, [x, y]: [usize; 2]) -> Made<String> {
        self.xdotool(&format!("mousemove {x} {y} sleep 0.1 mousedown 1 sleep 0.1 mouseup 1"))
    }

    /// Returns the pixels of the window: red, green and blue.
    fn picture(&self, [left, top]: [usize; 2]) -> Made<Vec<u8>> {
        let dump = fs::read(&self.dump)?;
        // The format of `xwd`: a header of 32-bit numbers, of which the first is its size and the 20th the number of colours after it,
        // 12 bytes each.
        let number = |index: usize| {
            let bytes = dump[4 * index..4 * index + 4].try_into();
            usize::try_from(bytes.map_or(0, u32::from_be_bytes))
        };
        let start = number(0)? + 12 * number(19)?;
        let rows = (top..top + WINDOW[1]).map(|y| 4 * (y * SCREEN[0] + left));
        let pixels = rows.flat_map(|row| dump[start + row..start + row + 4 * WINDOW[0]].chunks_exact(4));
        Ok(pixels.flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect())
    }
}
