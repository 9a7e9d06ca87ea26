//! The warbands of the game's folder and of earlier battles for a side to choose from, and ways to others.

use egui::{Align2, Rangef, Rect, vec2};

use super::super::dice::key;
use super::super::view::View;
use super::{Choice, GameSetup, above_foot, of_folder};
use crate::button::{Button, Tone};
use crate::canvas::{Canvas, TextStyle};
use crate::form::GAP;
use crate::game::{Warband, WarriorSpec};
use crate::letters::Face;
use crate::pages::{self, CellSize};
use crate::region::columns;
use crate::table::warband::quarter;

/// Results of the page.
pub enum Chosen {
    /// The setup: a warband was chosen, or the page is closed.
    Close,
    /// A file from elsewhere.
    Pick,
    /// The text of one, which was copied.
    Paste,
    /// To enter warriors by hand.
    ByHand,
}

/// A warband as it is shown to choose from.
struct Offer<'a> {
    name: &'a str,
    motto: &'a str,
    limit: Option<u32>,
    warriors: Vec<&'a WarriorSpec>,
    /// The current choice.
    choice: Choice,
}

impl<'a> Offer<'a> {
    fn of_folder(warband: &'a Warband) -> Self {
        Self {
            name: &warband.name,
            motto: &warband.motto,
            limit: warband.limit,
            warriors: warband.warriors.iter().map(|warrior| &warrior.value).collect(),
            choice: Choice::of_folder(warband),
        }
    }

    fn listed(choice: &'a Choice) -> Self {
        let name = choice.warband.as_deref().unwrap_or("A warband");
        let warriors = choice.warriors.iter().collect();
        Self { name, motto: "", limit: None, warriors, choice: choice.clone() }
    }
}

impl GameSetup {
    /// Draws the warbands for one side; gives what people want.
    pub(super) fn choose(&mut self, canvas: &mut Canvas<'_, '_>, view: View<'_>, side: usize) -> Option<Chosen> {
        let name = self.people.players.get(side).map_or("", |player| player.name.as_str()).to_owned();
        let title = format!("A warband for {name}");
        let sub = "from the folder, or your own";
        let (rest, closed) = pages::head(canvas, &[&title, &name], sub, 0.0);
        let mine = self.rest.choices.get(side).cloned().unwrap_or_default();
        let mut offers: Vec<Offer<'_>> = view.rules.warbands().iter().map(Offer::of_folder).collect();
        // A warband from an earlier game may be one of the folder's.
        let is_mine = |offer: &Offer<'_>| {
            offer.choice == mine
                || mine.warband.as_deref() == Some(offer.name)
                    && mine.warriors.iter().eq(offer.warriors.iter().copied())
        };
        let known = offers.iter().position(is_mine);
        if known.is_none() && !mine.warriors.is_empty() {
            offers.insert(0, Offer::listed(&mine));
        }
        let chosen = known.unwrap_or(0);
        for own in &self.own {
            if offers.iter().all(|offer| own.warband.as_deref() != Some(offer.name)) {
                offers.push(Offer::listed(own));
            }
        }
        let [list, foot] = above_foot(canvas, rest);
        let mut wanted = ways(canvas, foot, of_folder(view.rules, &mine).is_none() && known.is_none());
        let size = CellSize { widths: Rangef::new(300.0, 560.0), height: |_| 168.0 };
        let cells = pages::cells(canvas, "warbands", list, offers.len(), &size, &mut self.page);
        let mut taken = None;
        for (place, (offer, cell)) in (cells.first..).zip(offers.iter().skip(cells.first).zip(cells.places)) {
            let label = format!("{name} fights with {}", offer.name);
            if key(canvas, ("warband", place, offer.name), cell.shrink(3.0), &label, place == chosen) {
                taken = Some(offer.choice.clone());
            }
            draw(canvas, offer, cell.shrink(3.0));
        }
        if let Some(choice) = taken {
            // Tapping an imported warband again leaves it unchanged.
            if known.is_none() || choice != mine {
                self.put(side, choice);
            }
            wanted = Some(Chosen::Close);
        }
        if closed { Some(Chosen::Close) } else { wanted }
    }
}

/// The ways to other warbands than those of the folder.
fn ways(canvas: &mut Canvas<'_, '_>, foot: Rect, own: bool) -> Option<Chosen> {
    let [pick, paste, hand] = columns(foot, GAP, [1.0, 1.0, 1.0]);
    let wide = pick.width() >= 200.0 && pick.height() >= 56.0;
    let sub = |words| if wide { words } else { "" };
    let title: &[&str] = if own { &["Change it by hand", "Change it"] } else { &["Enter it by hand", "By hand"] };
    let ways = [
        (pick, Chosen::Pick, &["Open a file"] as &[&str], "a warband’s file from anywhere"),
        (paste, Chosen::Paste, &["Paste it", "Paste"], "the text of such a file"),
        (hand, Chosen::ByHand, title, "warrior by warrior"),
    ];
    let mut wanted = None;
    for (place, way, title, words) in ways {
        let label = title.first().copied().unwrap_or_default();
        if (Button { sub: sub(words), ..Button::new(title, Tone::Raised) }).show(canvas, ("way", label), place).tapped()
        {
            wanted = Some(way);
        }
    }
    wanted
}

/// A warband: its name, how large it is, who is in it.
fn draw(canvas: &Canvas<'_, '_>, offer: &Offer<'_>, cell: Rect) {
    let count = offer.warriors.len();
    let points: u32 = offer.warriors.iter().map(|spec| spec.points).sum();
    let text = cell.shrink2(vec2(14.0, 10.0));
    let line = |top: f32, high: f32| Rect::from_min_size(text.min + vec2(0.0, top), vec2(text.width(), high));
    let words = TextStyle::new(Face::Caps, 27.0, canvas.ground.text);
    canvas.fit(line(0.0, 32.0), Align2::LEFT_CENTER, words, &[offer.name]);
    let of = offer.limit.map_or_else(String::new, |limit| format!(" of {limit}"));
    let short = format!("{count} warriors, {points} points");
    let said = format!("{count} warriors, {points}{of} points; rout test at {} out", quarter(count));
    let quiet = TextStyle::new(Face::Plain, 15.0, canvas.ground.quiet);
    canvas.fit(line(33.0, 22.0), Align2::LEFT_CENTER, quiet, &[&said, &short]);
    let mut top = 58.0;
    if !offer.motto.is_empty() {
        let italic = TextStyle::new(Face::Italic, 17.0, canvas.ground.text);
        canvas.fit(line(top, 24.0), Align2::LEFT_CENTER, italic, &[offer.motto]);
        top += 28.0;
    }
    let names: Vec<&str> = offer.warriors.iter().map(|spec| spec.name.as_str()).collect();
    canvas.wrap_left(line(top, text.height() - top), quiet, &names.join(", "));
}
