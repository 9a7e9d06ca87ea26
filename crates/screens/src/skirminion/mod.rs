//! The screens of Skirminion: a board between two players who face each other.

mod board;
mod controls;
mod draft;
mod end;
mod history_view;
mod labels;
mod last_move;
mod loupe;
mod machine;
mod panel;
mod plan;
mod replay;
mod set;
mod setup;
mod signs;
mod unit;
mod view;

use egui::{Align2, Vec2, accesskit::Role, vec2};
use serde::{Deserialize, Serialize};

use super::button::{Button, Tone};
use super::canvas::{Canvas, TextStyle, radius};
use super::letters::Face;
use super::region::{Facing, Region};
use super::session::{Offer, PanelState, Possible, Screens, SheetView};
use super::settings::Settings;
use super::shared::middle;
use super::touch::Gesture;
use super::view::Room;
use crate::ordered;
use crate::table::skirminion::{Command, Machines, Over, Rules, Setup, Side, Square, State, Strength, Table, score};
use crate::table::{Seat, entrants};
use controls::Buttons;
use draft::{Draft, Entry};
use loupe::Finger;
use machine::Machine;
use plan::{Plan, Seen};
use replay::ReplaySheet;
use set::SetSheet;
use setup::GameSetup;
use view::{Action, OwnSheet, Ui, View, is_machine, name};

/// Open sheets of this game.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameSheet {
    /// Asks to set a square by hand.
    Ask(Square),
    /// A square that is set by hand.
    Set(SetSheet),
    /// The game once more.
    Replay(ReplaySheet),
}

impl SheetView<Rules> for GameSheet {
    fn new(_view: View<'_>, _seat: Seat, kind: OwnSheet) -> Self {
        match kind {
            OwnSheet::Ask(at) => Self::Ask(at),
            OwnSheet::Set(at) => Self::Set(SetSheet::new(at)),
            OwnSheet::Replay => Self::Replay(ReplaySheet::default()),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Ask(_) => "set a square?",
            Self::Set(_) => "set squares",
            Self::Replay(_) => "replay",
        }
    }

    fn size(&self, most: Vec2) -> Vec2 {
        match self {
            Self::Ask(_) => vec2(520.0, 290.0),
            Self::Set(_) if most.x > most.y => vec2(940.0, 640.0),
            Self::Set(_) | Self::Replay(_) => most,
        }
    }

    fn draw(&mut self, ui: &mut Ui<'_, '_>, table: &Table) {
        match self {
            Self::Set(sheet) => sheet.draw(ui),
            Self::Ask(at) => set::ask(&mut ui.canvas, *at, Rules::default_seat(ui.view.state), ui.actions),
            Self::Replay(sheet) => sheet.draw(ui, table),
        }
    }
}

impl Screens for Rules {
    type SheetKind = OwnSheet;
    type Sheet = GameSheet;
    type Draft = Draft;
    type Entry = Entry;
    type Setup = GameSetup;
    type Score = score::Score;
    type Work = Machine;

    const HINT: &'static str =
        "Drag a unit to a square or onto an enemy, or tap one after the other. Hold a square to correct it.";

    fn draw_table(ui: &mut Ui<'_, '_>, table: &Table, panels: &[PanelState<Self>]) {
        let view = ui.view;
        let near = near(view);
        let turned = is_turned(view);
        let screen = ui.canvas.region;
        let Plan { board, panels: places, waiting, controls, last } = plan::plan(screen.size(), near, seen(view));
        let ground = ui.canvas.look().panel;
        let buttons = Buttons::of(view, table);
        let sides = [near, near.other()];
        let on = |region: Region| screen.part(region.rect, region.facing.quarters());
        let whole = on(Region::new(screen.whole(), Facing::Near));
        let finger = field(&mut ui.on(whole, ground), table, &board, turned, panels);
        // The panel of the player on turn is last, as its frame overlaps its neighbours.
        let turn = view.state.turn();
        let waits = |side: Side| turn.is_some_and(|turn| turn != side) || is_machine(view, side);
        let place = |(side, (place, waiting))| (side, if waits(side) { waiting } else { place });
        let mut order: Vec<(Side, Region)> =
            sides.into_iter().zip(places.into_iter().zip(waiting)).map(place).collect();
        ordered::sort_by_number(&mut order, |(side, _)| i64::from(turn == Some(*side)));
        for (side, region) in order {
            let is_only_shown = view.room.only_shows(Seat::of_side(side));
            let within = (controls.is_none() && !is_only_shown).then_some(&buttons);
            let mut panel = ui.on(on(region), ground);
            panel.canvas.disabled |= is_only_shown;
            panel::draw(&mut panel, table, side, within);
        }
        // Where nobody sits at the far side, nobody needs buttons there.
        let shown = if turned { 2 } else { 1 };
        for (side, region) in sides.into_iter().zip(controls.into_iter().flatten()).take(shown) {
            let region = on(region);
            let disabled = ui.canvas.disabled;
            let group = || ui.canvas.tools.group(("edge", side.index()), Role::Group, region.facing.edge());
            let group = (!disabled).then(group);
            let canvas = Canvas { tools: &mut ui.canvas.tools.within(group.as_ref()), region, ground, disabled };
            buttons.draw(&mut Ui { canvas, view, actions: ui.actions }, side.index());
        }
        for (side, region) in sides.into_iter().zip(last.into_iter().flatten()).take(shown) {
            if waits(side.other()) {
                last_deed(&mut ui.canvas.on(on(region), ground), view);
            }
        }
        if let Some(finger) = finger {
            let far = turned && turn == Some(near.other());
            loupe::draw(&mut ui.canvas.on(whole, ground), view, &board, finger, far);
        }
    }

    fn tick(
        panels: &mut [PanelState<Self>],
        view: View<'_>,
        table: &Table,
        now: f64,
        time_left: &mut dyn FnMut() -> bool,
    ) -> Vec<Action> {
        machine::tick(panels, view, table, now, time_left)
    }

    fn next_work(machine: &Machine, now: f64) -> Option<f64> {
        machine.next_change(now)
    }

    fn facing(view: View<'_>, _screen: Vec2, seat: Seat) -> Facing {
        let far = Seat::side(seat) == Some(near(view).other());
        if far && is_turned(view) { Facing::Far } else { Facing::Near }
    }

    fn answers(view: View<'_>, open: &Command) -> (String, Vec<Possible<Command>>) {
        let Command::Offer { by, answer: None } = *open else { return Default::default() };
        let possible = |(words, effect, agrees): (&str, &str, bool)| Possible {
            words: words.to_owned(),
            effect: effect.to_owned(),
            command: Command::Offer { by, answer: Some(agrees) },
            against: Vec::new(),
        };
        let answers = [("Agree", "a draw", true), ("Play on", "", false)];
        (format!("{} offers a draw", name(view, by)), answers.map(possible).into())
    }

    fn draw_history(canvas: &mut Canvas<'_, '_>, view: View<'_>, rect: egui::Rect) {
        history_view::draw(canvas, view, rect);
    }

    fn status(_rules: &Self, state: &State, seat: Seat) -> String {
        Seat::side(seat).map_or_else(String::new, |side| labels::sums(state, side))
    }

    fn menu_items(view: View<'_>, seat: Seat) -> Vec<Offer<Self>> {
        let Some(side) = Seat::side(seat) else { return Vec::new() };
        let plays = [None, Some(Strength::Easy), Some(Strength::Medium), Some(Strength::Hard)];
        let played = plays.map(|strength| {
            let now = view.state.machines.of(side) == strength;
            let tone = if now { Tone::Gold } else { Tone::Raised };
            let asked = vec![Action::Do(Command::Machine { side, strength }), Action::Close];
            (Button::new(setup::plays(strength), tone), if now { vec![Action::Close] } else { asked })
        });
        let at = view.state.position.board.units(side).first().unwrap_or(Square::from_index(0));
        let set = Button { sub: "by hand", ..Button::new(&["Set squares"], Tone::Raised) };
        let resign = Button {
            sub: "gives up the game",
            off: view.state.turn().is_none(),
            ..Button::new(&["Resign"], Tone::Raised)
        };
        let resign = (resign, vec![Action::Do(Command::Resign { side }), Action::Close]);
        played.into_iter().chain([(set, vec![Action::Open(seat, OwnSheet::Set(at).into())]), resign]).collect()
    }

    /// Refusals appear at the top of the screen.
    fn seat(_state: &State, _command: &Command) -> Option<Seat> {
        None
    }

    fn remember(settings: &mut Settings, game: &str, command: &Command) -> bool {
        if let Command::Begin(setup) = command {
            settings.remember(game, &setup.players, setup);
        }
        matches!(command, Command::Begin(_))
    }

    fn rematch(state: &State) -> Command {
        let State { seating, machines, .. } = *state;
        Command::Begin(Setup { players: entrants::<Rules>(state), first: begins_next(state), seating, machines })
    }

    fn summary(table: &Table) -> String {
        score::text(table)
    }
}

/// Returns the starting player of a rematch: the loser, or the player who isn't on turn.
fn begins_next(state: &State) -> Side {
    state.over.and_then(Over::winner).unwrap_or(state.position.turn).other()
}

/// The side that sits near: on a phone its own.
fn near(view: View<'_>) -> Side {
    view.room.own.and_then(Seat::side).unwrap_or_else(|| nearest(view.state.machines))
}

/// The side that sits near: a person where the table plays the other.
fn nearest(machines: Machines) -> Side {
    match Side::BOTH.map(|side| machines.of(side).is_some()) {
        [true, false] => Side::Red,
        _ => Side::Bone,
    }
}

/// Whose screen it is.
fn seen(view: View<'_>) -> Seen {
    match view.room {
        Room { own: Some(_), .. } => Seen::ByOne,
        Room { watches: false, .. } if !is_machine(view, near(view).other()) => Seen::FromBothSides,
        _ => Seen::FromOneSide,
    }
}

/// True if somebody sits at the far side.
fn is_turned(view: View<'_>) -> bool {
    seen(view) == Seen::FromBothSides
}

/// The board with all its squares; gives where a finger is that looks for one of them through the loupe.
fn field(
    ui: &mut Ui<'_, '_>,
    table: &Table,
    place: &plan::Board,
    turned: bool,
    panels: &[PanelState<Rules>],
) -> Option<Finger> {
    board::ground(&mut ui.canvas, ui.view.cards, place, turned);
    signs::below(&mut ui.canvas, ui.view, table, place);
    board::units(&mut ui.canvas, place, &ui.view.state.position.board);
    signs::above(&mut ui.canvas, ui.view, table, place, panels);
    let unit = draft::in_hand(ui.view);
    let gesture = if place.side() < loupe::MIN_SQUARE { Gesture::Drag } else { Gesture::Pull };
    let (mut finger, mut pulled) = (None, None);
    for at in Square::all() {
        let (rect, label) = (place.square(at), signs::label(ui.view, at));
        let response = ui.canvas.choice(("square", at.index()), rect, gesture, &label, unit == Some(at));
        let under = |at| Some(ui.canvas.region.under(at)).and_then(|at| Some(Finger { place: at, at: place.at(at)? }));
        if let Some(lifted) = response.dropped.and_then(under) {
            ui.actions.extend(match gesture {
                Gesture::Pull => draft::dragged(ui.view, at, lifted.at),
                _ => draft::touched(ui.view, lifted.at),
            });
        }
        if gesture == Gesture::Pull {
            pulled = pulled.or(response.dragged.map(|to| (at, ui.canvas.region.under(to))));
        } else {
            finger = finger.or(response.dragged.and_then(under));
        }
        if response.held {
            let facing =
                if turned && ui.view.state.turn() == Some(place.near.other()) { Facing::Far } else { Facing::Near };
            ui.actions.push(Action::OpenFacing(facing, OwnSheet::Ask(at).into()));
        } else if response.tapped() {
            ui.actions.extend(draft::touched(ui.view, at));
        }
        if response.down && gesture == Gesture::Pull {
            ui.canvas.fill(rect, radius(0.0), egui::Color32::from_white_alpha(40));
        }
    }
    // A unit that is dragged goes with the finger, and shows what it could do where it is.
    if let Some((from, to)) = pulled
        && let Some(shown) =
            ui.view.state.position.board.unit(from).filter(|shown| ui.view.state.turn() == Some(shown.side))
    {
        let over = place.at(to).filter(|at| *at != from);
        signs::dragged(&mut ui.canvas, ui.view, place, from, over);
        let side = place.side();
        unit::unit(&mut ui.canvas, super::canvas::rect_around(to, side, side), shown, shown.side != place.near, 1.0);
    }
    finger
}

/// Draws the last event, and the number of completed activations.
fn last_deed(canvas: &mut Canvas<'_, '_>, view: View<'_>) {
    let ground = canvas.look().centre;
    canvas.ground = ground;
    middle::ground(canvas);
    let inner = canvas.whole().shrink2(vec2(10.0, 5.0));
    let line = canvas.scaled(20.0).min(inner.height() * 0.45);
    let above = super::canvas::inset(inner, 0.0, 0.0, 0.0, line);
    let below = super::canvas::inset(inner, 0.0, inner.height() - line, 0.0, 0.0);
    if let Some(last) = view.lines.last() {
        let words = TextStyle::new(Face::Text, 15.5, ground.text);
        canvas.wrap_left(above, words, &crate::table::tell::text(&last.parts));
    }
    let words = TextStyle::new(Face::Plain, 14.0, ground.quiet);
    let said = format!("activation {}", view.state.activations + 1);
    canvas.fit(below, Align2::LEFT_CENTER, words, &[&said]);
}
