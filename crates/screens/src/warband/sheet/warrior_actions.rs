//! A warrior's actions, and the rules that forbid them.

use egui::{Align2, Rect};

use super::super::act;
use super::super::view::View;
use super::super::wording::named;
use super::warrior::Page;
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle};
use crate::form::CONTROL;
use crate::letters::Face;
use crate::look::INK;
use crate::region::grid;
use crate::table::warband::{
    Alone, Cast, Charge, Command, Flee, Found, Hide, Mark, Panic, Rally, Roll, Rolled, Run, RunOn, Shoot, Stand,
    Status, TakeOut, Test, Who,
};

/// One thing that a warrior can do.
pub struct Deed {
    /// The title, followed by a shorter one.
    title: [&'static str; 2],
    /// The command, or one like those that the page leads to.
    command: Option<Command>,
    /// Where more has to be said.
    page: Option<Page>,
}

/// The number of actions that belong to a phase; they stand out while the rules allow them.
const OF_PHASES: usize = 10;

/// The tapped action.
pub enum Touched {
    /// A command, which may be refused.
    Ask(Command),
    /// More has to be said.
    Page(Page),
}

/// Returns all actions of a warrior; those with a target use the first enemy.
fn all(view: View<'_>, who: Who) -> Vec<Deed> {
    let me = || named(view.state, who);
    let enemies = view.state.everybody().filter(|(enemy, warrior)| enemy.seat != who.seat && warrior.now.is_in());
    let seen = |(_, warrior): &(Who, &crate::table::warband::Warrior)| !warrior.now.has(Mark::Hidden);
    let enemies: Vec<_> = enemies.collect();
    let enemy = enemies.iter().copied().find(seen).or(enemies.first().copied());
    let enemy = enemy.map(|(enemy, _)| named(view.state, enemy));
    let test = |roll| Command::Test(Test { roll, rolled: Rolled::People });
    let hidden = view.state.warrior(who).is_some_and(|warrior| warrior.now.has(Mark::Hidden));
    let deed = |title, command, page| Deed { title, command, page };
    let charge = enemy
        .clone()
        .map(|on| Command::Charge(Charge { charge: me(), on: vec![on], intercepted: None, failed: false }));
    let shoot = enemy.map(|on| Command::Shoot(Shoot { shoot: me(), on }));
    let rally = test(Roll::Rally(Rally { rally: me(), sum: 7, leader: false }));
    let panic = test(Roll::Panic(Panic { panic: me(), sum: 7, leader: false }));
    let alone = test(Roll::Alone(Alone { alone: me(), sum: 7 }));
    let found = if hidden {
        deed(["Is found", "Found"], Some(Command::Found(Found { found: me() })), None)
    } else {
        deed(["Hides", "Hides"], Some(Command::Hide(Hide { hide: me() })), None)
    };
    vec![
        deed(["Stands up", "Stands"], Some(Command::Stand(Stand { stand: me() })), None),
        deed(["Rallies …", "Rallies"], Some(rally), Some(Page::Rally)),
        deed(["Flees on", "Flees on"], Some(Command::RunOn(RunOn { run_on: me() })), None),
        deed(["Charges …", "Charges"], charge, Some(Page::Charge)),
        deed(["Runs", "Runs"], Some(Command::Run(Run { run: me() })), None),
        found,
        deed(["Climbs, jumps …", "Climbs …"], None, Some(Page::Trial)),
        deed(["Casts", "Casts"], Some(Command::Cast(Cast { cast: me() })), None),
        deed(["Shoots …", "Shoots"], shoot, Some(Page::Shoot)),
        deed(["All alone …", "Alone …"], Some(alone), Some(Page::Alone)),
        deed(["Panic …", "Panic"], Some(panic), Some(Page::Panic)),
        deed(["Flees", "Flees"], Some(Command::Flee(Flee { flee: me() })), None),
        deed(["Falls …", "Falls"], None, Some(Page::Fall)),
        deed(
            ["Out of action …", "Out …"],
            Some(Command::TakeOut(TakeOut { out: me(), why: None, by: None })),
            Some(Page::Out),
        ),
        deed(["Correct …", "Correct"], None, Some(Page::Correct)),
    ]
}

/// The least height with a heading, in points.
const HEADED: f32 = 130.0;

/// Draws only the actions that the rules allow now; returns the tapped one.
pub fn draw_possible(canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, rect: Rect) -> Option<Touched> {
    let rest = super::headed(canvas, rect, HEADED, ["Now", ""]);
    let low = rect.height() < HEADED;
    let now = view.state.warrior(who).map(|warrior| warrior.now).filter(|now| now.is_in() && view.state.over.is_none());
    let stands = now.is_some_and(|now| now.status == Status::Standing);
    let may = |deed: &Deed| deed.command.as_ref().map_or(stands, |command| act::reason(view, command).is_none());
    let of_phases = all(view, who).into_iter().take(OF_PHASES);
    let mut may: Vec<Deed> = of_phases.filter(|deed| now.is_some() && may(deed)).collect();
    let across = if low { ((rest.width() / 100.0).floor().max(2.0)) as usize } else { 2 };
    // Actions that don’t fit are still on the page that lists all of them.
    may.truncate(across * ((rest.height() + 6.0) / (CONTROL + 6.0)).floor().max(1.0) as usize);
    let down = may.len().div_ceil(across).max(1);
    let high = ((rest.height() + 6.0) / down as f32 - 6.0).min(60.0);
    let whole = Rect::from_min_size(rest.min, egui::vec2(rest.width(), (high + 6.0) * down as f32 - 6.0));
    if may.is_empty() {
        let words = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
        canvas.fit(whole, Align2::LEFT_CENTER, words, &["nothing more in this phase", "nothing more"]);
    }
    let name = super::super::wording::name(view.state, who);
    let mut touched = None;
    for (deed, cell) in may.into_iter().zip(grid(whole, 6.0, across, down)) {
        let label = format!("{name}: {}", deed.title[0].trim_end_matches(" …").to_lowercase());
        let tone = if deed.command.is_some() { Tone::Gold } else { Tone::Raised };
        let button = Button { label: &label, ..Button::new(&deed.title, tone) };
        if button.show(canvas, ("may", deed.title[0]), cell).tapped() {
            touched = deed.page.map(Touched::Page).or(deed.command.map(Touched::Ask));
        }
    }
    touched
}

/// Draws them in a grid, forbidden ones pale with the rule's number; returns the tapped action.
pub fn draw(canvas: &mut Canvas<'_, '_>, view: View<'_>, who: Who, rect: Rect, across: usize) -> Option<Touched> {
    let deeds = all(view, who);
    let gone = view.state.warrior(who).is_none_or(|warrior| !warrior.now.is_in());
    let down = deeds.len().div_ceil(across);
    let high = ((rect.height() + 6.0) / down as f32 - 6.0).min(74.0);
    let whole = Rect::from_min_size(rect.min, egui::vec2(rect.width(), (high + 6.0) * down as f32 - 6.0));
    let mut touched = None;
    for (place, (deed, cell)) in deeds.into_iter().zip(grid(whole, 6.0, across, down)).enumerate() {
        let over = view.state.over.is_some() && deed.page != Some(Page::Correct);
        let reason = deed.command.as_ref().and_then(|command| act::reason(view, command));
        let off = (gone || over) && deed.page != Some(Page::Correct);
        let short = reason.as_ref().map(|reason| reason.short.clone()).unwrap_or_default();
        let why = reason.as_ref().map(|reason| {
            let number = reason.rule.and_then(|rule| view.book().about.printed(rule));
            number.map_or_else(|| reason.short.clone(), |number| format!("{} · {number}", reason.short))
        });
        let name = super::super::wording::name(view.state, who);
        let label = format!("{name}: {}", deed.title[0].trim_end_matches(" …").to_lowercase());
        let label = why.as_ref().map_or_else(|| label.clone(), |why| format!("{label}; not now: {why}"));
        let may = reason.is_none() && !off && deed.command.is_some() && place < OF_PHASES;
        let tone = if may { Tone::Gold } else { Tone::Raised };
        let button = Button { label: &label, off, ..Button::new(&[], tone) };
        let tapped = button.show(canvas, ("deed", place), cell).tapped();
        let pale = if off || reason.is_some() { 0.65 } else { 1.0 };
        let text = if tone == Tone::Gold { INK } else { canvas.ground.text.gamma_multiply(pale) };
        let words = TextStyle::new(Face::Caps, 20.0, text);
        let inner = cell.shrink2(egui::vec2(5.0, 3.0));
        match why.filter(|_| !off && cell.height() >= 44.0) {
            Some(why) => {
                let middle = inner.top() + inner.height() * 0.55;
                let above = inner.with_max_y(middle);
                let below = inner.with_min_y(middle);
                canvas.fit(above, Align2::CENTER_CENTER, words, &deed.title);
                let small = TextStyle::new(Face::Plain, 13.5, canvas.ground.quiet);
                canvas.fit_down_to(11.5, below, Align2::CENTER_CENTER, small, &[&why, &short]);
            }
            None => {
                canvas.fit(inner, Align2::CENTER_CENTER, words, &deed.title);
            }
        }
        if tapped {
            // Where the rules forbid it whatever is said further, the reason comes at once.
            touched = Some(match (deed.page, deed.command, reason) {
                (Some(page), _, None) | (Some(page), None, _) => Touched::Page(page),
                (Some(page), Some(_), Some(reason)) if !reason.absolute => Touched::Page(page),
                (_, Some(command), _) => Touched::Ask(command),
                (None, None, _) => continue,
            });
        }
    }
    touched
}
