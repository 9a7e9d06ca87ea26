//! Windows: a double click in Explorer. The program has a console to itself then, which closes when it ends.

use std::env;
use std::io::{self, BufRead as _};

use winsafe::{GetCurrentProcessId, HPROCESSLIST, co};

/// True if Explorer started this program, rather than a terminal or another program.
pub fn is_parent() -> bool {
    let Ok(mut list) = HPROCESSLIST::CreateToolhelp32Snapshot(co::TH32CS::SNAPPROCESS, None) else { return false };
    let running = list.iter_processes().map_while(Result::ok);
    let running: Vec<(u32, u32, String)> =
        running.map(|process| (process.th32ProcessID, process.th32ParentProcessID, process.szExeFile())).collect();
    let own = GetCurrentProcessId();
    let parent = running.iter().find(|(id, ..)| *id == own).map(|(_, parent, _)| *parent);
    running.iter().any(|(id, _, name)| Some(*id) == parent && name.eq_ignore_ascii_case("explorer.exe"))
}

/// Returns an introduction for people who don't know that they need a terminal.
pub fn introduction() -> String {
    let program = env::current_exe().unwrap_or_default();
    format!(
        "\
skirmish makes print-ready card decks and rulebooks from a folder of data.
It has no window. You type its commands in a terminal:

  1. In Explorer, open the folder for your games.
  2. Click the address bar, type `cmd` and press Enter.
  3. Type a command:

       skirmish new my-game      create a small game
       skirmish watch my-game    preview it in your browser
       skirmish build my-game    build its PDFs
       skirmish --help           list all commands

     If Windows doesn't find `skirmish`, type its path instead:
       \"{}\"

To track a game while you play, open skirmish-table.

Press Enter to close this window.
",
        program.display()
    )
}

/// Waits until the user presses Enter.
pub fn wait() {
    let _ = io::stdin().lock().read_line(&mut String::new());
}
