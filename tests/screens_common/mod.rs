//! A tracker in memory with people before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use egui_kittest::Harness;
use skirmish::app::{Nowhere, Pictures, Settings, Tracker, fonts};
use skirmish::face::Desk;
use skirmish::gallery::Gallery;
use skirmish::shelf::Builtin;
use skirmish::table::{Command, Entrant, Livery, Millis, Rules, Seat, Seating, Setup, Table};

static NOW: AtomicU64 = AtomicU64::new(1_700_000_000_000);

/// A clock that goes on by a second whenever it is read.
fn clock() -> Millis {
    Millis(NOW.fetch_add(1000, Ordering::Relaxed))
}

/// A tracker and the people who touch it.
pub struct Players {
    pub harness: Harness<'static, Tracker>,
}

pub const NAMES: [&str; 8] = ["Sigrid", "Orm", "Leif", "Thora", "Ragnhild", "Ketil", "Ulfhild", "Halla"];

/// A game of so many.
pub fn setup(players: usize, seating: Seating) -> Setup {
    let liveries = [1, 0, 3, 2, 4, 6, 7, 5];
    let players = (0..players).map(|seat| Entrant {
        name: NAMES[seat].to_owned(),
        livery: Livery::ALL[liveries[seat]],
        chair: u8::try_from(seat).expect("few players"),
    });
    Setup { players: players.collect(), dealer: Seat(0), seating, ..Setup::default() }
}

impl Players {
    /// A tracker of a size in points, in setup.
    pub fn at(size: egui::Vec2) -> Self {
        Self::with(size, Settings::default(), Vec::new())
    }

    /// A tracker with settings and things that happened already.
    pub fn with(size: egui::Vec2, settings: Settings, happened: Vec<Command>) -> Self {
        let desk = Desk::open(&Builtin, "skirmish-5e").expect("the game is right");
        let rules = Arc::new(Rules::new(&desk.game).expect("the game can be played"));
        let mut table = Table::new(rules);
        for command in happened {
            table.act(command.clone(), clock()).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        }
        let game = desk.game.clone();
        let gallery = Gallery::open(Builtin, desk, || {}).expect("a thread");
        let tracker = Tracker::new(&game, table, settings, gallery, Box::new(Nowhere), clock);
        let harness =
            Harness::builder().with_size(size).build_ui_state(|ui, tracker: &mut Tracker| tracker.ui(ui), tracker);
        harness.ctx.set_fonts(fonts(&Builtin));
        let mut players = Self { harness };
        players.settle();
        players
    }

    /// A game of so many goes on.
    pub fn playing(self, players: usize) -> Self {
        let size = self.harness.ctx.content_rect().size();
        Self::with(size, Settings::default(), vec![Command::Begin(setup(players, Seating::Round))])
    }

    /// Goes on until every picture is there.
    pub fn settle(&mut self) {
        for _ in 0..400 {
            self.harness.step();
            if self.harness.state().is_drawn() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        self.harness.step();
    }

    /// Saves a picture of the screen under a name, for people to look at.
    pub fn look(&mut self, name: &str) {
        self.settle();
        let picture = self.harness.render().expect("a picture");
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
        std::fs::create_dir_all(&folder).expect("a folder");
        picture.save(folder.join(format!("{name}.png"))).expect("a file");
    }
}
