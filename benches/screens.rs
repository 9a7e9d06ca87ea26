//! Measures the time of a frame of the tracker at a full table: drawing and tessellation, on one processor.
//!
//! `cargo bench --bench screens`

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Context, Pos2, RawInput, Rect, Vec2, vec2};
use skirmish_artist::Threaded;
use skirmish_assets::Builtin;
use skirmish_read as read;
use skirmish_render::face::Project;
use skirmish_screens::{Cards, NullStore, Settings, Tracker, fonts};
use skirmish_tracker::table::skirmish::{Command, Rules, Setup, Table};
use skirmish_tracker::table::{Millis, PlayerColour, PlayerConfig, Seat, Seating};

const FRAMES: usize = 400;

fn main() {
    let size = vec2(1180.0, 820.0);
    for (what, seating) in [("8 players, all round", Seating::Round), ("8 players, long sides", Seating::Long)] {
        let (ctx, mut tracker) = table(seating);
        // Until all pictures are there.
        let mut warm = 0;
        while warm < 20 {
            let _ = frame(&ctx, &mut tracker, size);
            warm = if tracker.is_drawn() { warm + 1 } else { 0 };
            if warm == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        let drawn = (0..FRAMES).map(|_| frame(&ctx, &mut tracker, size).expect("something was drawn"));
        let mut times: Vec<Duration> = drawn.collect();
        times.sort();
        let at = |share: usize| times[(FRAMES - 1) * share / 100].as_secs_f64() * 1000.0;
        println!("{what}: median {:.2} ms, 95 in 100 within {:.2} ms, longest {:.2} ms", at(50), at(95), at(100));
    }
}

/// Creates a table of eight, with a game in progress.
fn table(seating: Seating) -> (Context, Tracker) {
    let project = Project::open(&Builtin, "skirmish-5e").expect("the game is right");
    let glossary = read::glossary(&Builtin, &project.game);
    let rules = Arc::new(Rules::new(&project.game, &glossary).expect("the game can be played"));
    let names = ["Sigrid", "Orm", "Leif", "Thora", "Ragnhild", "Ketil", "Ulfhild", "Halla"];
    let players = names.iter().zip(PlayerColour::ALL).zip(0..);
    let players = players
        .map(|((name, colour), chair)| PlayerConfig { name: (*name).to_owned(), colour, chair, note: String::new() })
        .collect();
    let setup = Setup { players, dealer: Seat(0), seating, ..Setup::default() };
    let mut table = Table::new(rules);
    table.act(Command::Begin(setup), Millis(0)).expect("a game begins");
    for seat in 0..8 {
        table.act(Command::Adjust { seat: Seat(seat), by: -i64::from(seat) - 1 }, Millis(1)).expect("health");
    }
    let cards = Cards::new(&project.game, glossary);
    let gallery = Threaded::open(Builtin, project, || {}).expect("a thread");
    let tracker = Tracker::new(cards, table, Settings::default(), Box::new(gallery), Box::new(NullStore), || Millis(2))
        .with_fonts(fonts(&Builtin));
    (Context::default(), tracker)
}

/// Returns the time of one frame, from input to triangles; `None` if nothing was drawn, as while fonts are being
/// loaded.
fn frame(ctx: &Context, tracker: &mut Tracker, size: Vec2) -> Option<Duration> {
    let input = RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
    let start = Instant::now();
    let mut output = ctx.run_ui(input, |ui| tracker.ui(ui));
    let triangles = ctx.tessellate(output.shapes, output.pixels_per_point);
    let took = start.elapsed();
    // No graphics card takes the textures over.
    output.textures_delta.clear();
    (!triangles.is_empty()).then_some(took)
}
