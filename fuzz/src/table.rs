//! Input of the tracker: stored journals, games in links, commands.

use std::cell::RefCell;

use skirmish_assets::Builtin;
use skirmish_read as read;
use skirmish_tracker::table::games;
use skirmish_tracker::table::{Millis, Playable};

/// The games in the box whose rules the tracker knows.
const GAMES: [&str; 4] = ["battling-cards", "skirminion", "skirmish-5e", "warhammer-skirmish"];

thread_local! {
    /// Their tables, opened once: each input replaces the previous one.
    static TABLES: RefCell<Vec<Box<dyn Playable>>> = RefCell::new(GAMES.into_iter().map(open).collect());
}

fn open(id: &str) -> Box<dyn Playable> {
    let game = read::game(&Builtin, id).game.expect("a game that is built in");
    games::open(&game, &read::glossary(&Builtin, &game)).unwrap_or_else(|told| panic!("{id}: {told:#?}"))
}

/// Runs a journal, the text of a link, or commands line by line, at the table of each game.
///
/// # Panics
/// Packing and unpacking changes the journal.
pub fn journal(data: &[u8]) {
    let sealed = sealed(data);
    let text = String::from_utf8_lossy(data);
    TABLES.with_borrow_mut(|tables| {
        for table in tables {
            let read = table.read(&sealed).is_ok();
            let unpacked = table.unpack(text.trim()).is_ok();
            if read || unpacked {
                let state = table.state_json().ok();
                // A link of another edition, or of a game that other rules replay differently, is refused, with its
                // reason.
                if table.pack().is_ok_and(|packed| table.unpack(&packed).is_ok()) {
                    assert_eq!(table.state_json().ok(), state, "the state stays");
                }
            }
            for (at, line) in (0..).zip(text.lines().take(64)) {
                let _ = table.play(line, Millis(1_763_757_600_000 + at));
            }
            let _ = table.describe();
        }
    });
}

/// Returns a journal with valid checksums: a randomly changed line would invalidate the rest, which would never be
/// read.
fn sealed(data: &[u8]) -> Vec<u8> {
    const HEAD: &[u8] = b"{\"crc\":\"";
    let mut text = Vec::with_capacity(data.len());
    let mut last: Option<String> = None;
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        let rest = line.strip_prefix(HEAD).and_then(|rest| rest.get(8..)?.strip_prefix(b"\","));
        let Some(rest) = rest.and_then(|rest| rest.strip_suffix(b"}\n")) else {
            text.extend(line);
            continue;
        };
        let mut rest = rest.to_vec();
        if let (Some(sum), true) = (&last, rest.starts_with(b"\"after\":\"") && rest.len() > 17) {
            rest.splice(9..17, sum.bytes());
        }
        // Lines that don't refer to the one before have the checksum of only their value.
        let value = if rest.starts_with(b"\"after\"") {
            0
        } else {
            rest.iter().position(|byte| *byte == b':').map_or(0, |at| at + 1)
        };
        let sum = format!("{:08x}", crc32fast::hash(&rest[value..]));
        text.extend(HEAD);
        text.extend(sum.bytes());
        text.extend(b"\",");
        text.extend(&rest);
        text.extend(b"}\n");
        last = Some(sum);
    }
    text
}
