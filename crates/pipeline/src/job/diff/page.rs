//! A difference as a page: text, and the faces before and after with what differs lit. It is one file, and needs no network.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::side::DrawnSide;
use super::tell::by;
use super::words::{Parted, part};
use super::{CardChange, Change, Difference, PassageChange};
use crate::game::Sides;
use crate::image::{Painter, Picture, png_of_bare};
use crate::job::paint::{no_memory, pixels};
use crate::job::{Failure, OutputFile};
use crate::threads;

/// The name of the file.
const FILE: &str = "diff.html";
/// Pixels in a millimetre of the faces.
const SCALE: f64 = 5.0;
const STYLE: &str = include_str!("page.css");

/// Returns the page.
///
/// # Errors
/// Faces that exceed the memory.
pub(super) fn make(
    difference: &Difference,
    old: &DrawnSide<'_, '_>,
    new: &DrawnSide<'_, '_>,
) -> Result<OutputFile, Failure> {
    let title = format!("{}: from {} to {}", difference.title, difference.from, difference.to);
    let language = &new.side.parsed.project.game.language;
    let mut html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{}</h1>\n<p class=\"what\">from {} to {}</p>\n",
        escaped(if language.is_empty() { "en" } else { language }),
        escaped(&title),
        escaped(&difference.title),
        escaped(&difference.from),
        escaped(&difference.to)
    );
    html.push_str(&figures(difference));
    let studio = Studio { old, new };
    let cards = threads::map(&difference.cards, |card| studio.card(card));
    if !cards.is_empty() {
        html.push_str("<section>\n<h2>Cards</h2>\n");
        for card in cards {
            html.push_str(&card?);
        }
        html.push_str("</section>\n");
    }
    if !difference.backs.is_empty() {
        html.push_str("<section>\n<h2>Backs</h2>\n");
        for back in &difference.backs {
            html.push_str(&studio.back(back)?);
        }
        html.push_str("</section>\n");
    }
    html.push_str(&book(&difference.book));
    html.push_str("</main>\n</body>\n</html>\n");
    let what = format!("changes from {} to {}, side by side", difference.from, difference.to);
    Ok(OutputFile { name: FILE.to_owned(), bytes: html.into_bytes().into(), what })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Merges two texts, with deletions and insertions marked.
fn marked(from: Option<&str>, to: Option<&str>) -> String {
    let Parted { before, old, new, after } = part(from.unwrap_or_default(), to.unwrap_or_default());
    let mut html = escaped(before);
    for (tag, words) in [("del", old), ("ins", new)] {
        if !words.is_empty() {
            html.push_str(&format!("<{tag}>{}</{tag}> ", escaped(words)));
        }
    }
    html + &escaped(after)
}

fn figures(difference: &Difference) -> String {
    if difference.figures.is_empty() {
        return String::new();
    }
    let row = |figure: &super::FigureChange| {
        let value = marked(figure.from.as_deref(), figure.to.as_deref());
        let moves = escaped(&figure.moves.join("; "));
        format!("<tr><th scope=\"row\">{}</th><td>{value}</td><td>{moves}</td></tr>\n", escaped(&figure.label))
    };
    let rows: String = difference.figures.iter().map(row).collect();
    format!(
        "<section>\n<h2>Figures</h2>\n<table>\n<thead><tr><th scope=\"col\">figure</th><th scope=\"col\">value</th>\
         <th scope=\"col\">moves elsewhere</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</section>\n"
    )
}

fn book(passages: &[PassageChange]) -> String {
    if passages.is_empty() {
        return String::new();
    }
    let entry = |passage: &PassageChange| {
        let words = marked(passage.from.as_deref(), passage.to.as_deref());
        let by = by(&passage.by);
        let by = by.trim_start_matches(", ");
        let by = if by.is_empty() { String::new() } else { format!("<p class=\"by\">{}</p>\n", escaped(by)) };
        format!("<article>\n<h3>{}</h3>\n<p>{words}</p>\n{by}</article>\n", escaped(&passage.place()))
    };
    let entries: String = passages.iter().map(entry).collect();
    format!("<section>\n<h2>Book</h2>\n{entries}</section>\n")
}

/// Paints the faces of both sides.
struct Studio<'a, 's> {
    old: &'a DrawnSide<'a, 's>,
    new: &'a DrawnSide<'a, 's>,
}

impl Studio<'_, '_> {
    fn card(&self, card: &CardChange) -> Result<String, Failure> {
        let mut html = format!(
            "<article>\n<h3>{}</h3>\n<p class=\"what\">{}</p>\n",
            escaped(&card.heading()),
            escaped(&card.what())
        );
        if !card.fields.is_empty() {
            html.push_str("<dl>\n");
            for field in &card.fields {
                let words = marked(field.from.as_deref(), field.to.as_deref());
                let by = by(&field.by).replacen(", ", " ", 1);
                html.push_str(&format!(
                    "<dt>{}</dt><dd>{words}<span class=\"by\">{}</span></dd>\n",
                    escaped(&field.heading()),
                    escaped(&by)
                ));
            }
            html.push_str("</dl>\n");
        }
        for side in self.sides(card) {
            html.push_str(&self.faces(&card.piece, &card.id, side, &card.heading())?);
        }
        Ok(html + "</article>\n")
    }

    /// Returns the sides of a card to show: the changed ones, or the front of a new or removed card.
    fn sides(&self, card: &CardChange) -> Vec<usize> {
        if matches!(card.change, Change::New | Change::Gone) {
            return vec![0];
        }
        let game = &self.new.side.parsed.project.game;
        let component = game.pieces().find(|component| component.piece.id == card.piece);
        let data = component
            .and_then(|component| Some((component, component.cards.iter().find(|known| known.id == card.id)?)));
        let Some((component, data)) = data else { return Vec::new() };
        let differs = |side: &usize| {
            let kind = data.faces[*side].kind;
            (*side == 0 || kind != data.faces[0].kind) && card.faces.contains(&game.face_kinds[kind].id)
        };
        let sides = if component.piece.sides == Sides::One { 0..1 } else { 0..2 };
        sides.filter(differs).collect()
    }

    /// Shows a shared back.
    fn back(&self, name: &str) -> Result<String, Failure> {
        let backs = self.new.faces.backs();
        let Some((_, card)) = backs.iter().find(|(known, _)| *known == name) else { return Ok(String::new()) };
        let faces = self.faces(&card.piece, &card.id, 1, name)?;
        Ok(format!("<article>\n<h3>{}</h3>\n{faces}</article>\n", escaped(name)))
    }

    /// Shows a face before, after, and with differences highlighted.
    fn faces(&self, piece: &str, id: &str, side: usize, name: &str) -> Result<String, Failure> {
        let paint = |drawn: &DrawnSide<'_, '_>| -> Result<Option<Picture>, Failure> {
            let Some((number, scene)) = drawn.faces.scene(piece, id, side) else { return Ok(None) };
            let component = drawn.faces.composed.pieces[number].renderer.faces.component();
            let view = component.format.cut();
            let (width, height) = (pixels(view.width.get(), SCALE), pixels(view.height.get(), SCALE));
            let painter = Painter::new(&drawn.side.parsed.project.fonts);
            let mut picture = painter.paint(scene, view, width, height).ok_or_else(no_memory)?;
            picture.cut_out(&(kurbo::Affine::scale(SCALE) * component.piece.shape.cut_out(&component.format)));
            Ok(Some(picture))
        };
        let (old, new) = (paint(self.old)?, paint(self.new)?);
        let figure = |what: &str, picture: &Option<Picture>| -> Result<String, Failure> {
            let inside = match picture {
                Some(picture) => image(&encoded(picture)?, &format!("{name}, {what}")),
                None => {
                    format!("<div class=\"none\">{}</div>", if what == "before" { "not there yet" } else { "gone" })
                }
            };
            Ok(format!("<figure>{inside}<figcaption>{what}</figcaption></figure>\n"))
        };
        let mut html = format!("<div class=\"faces\">\n{}{}", figure("before", &old)?, figure("after", &new)?);
        if let Some((old, new)) = old.as_ref().zip(new.as_ref()) {
            html.push_str(&lit(old, new, name)?);
        }
        Ok(html + "</div>\n")
    }
}

/// Highlights differences on the new face; empty if the sizes differ.
fn lit(old: &Picture, new: &Picture, name: &str) -> Result<String, Failure> {
    let (width, height) = (new.width(), new.height());
    if (old.width(), old.height()) != (width, height) {
        return Ok(String::new());
    }
    let light = light(&old.rgb(), &new.rgb(), width as usize);
    let caption = match light.chunks_exact(4).any(|pixel| pixel[3] > 0) {
        true => "difference",
        false => "no difference with the current artwork and templates; the printed face used others",
    };
    let over = png_of_bare(width, height, &light).map_err(|error| Failure::Stopped(error.to_string()))?;
    let (below, over) = (image(&encoded(new)?, ""), image(&over, &format!("{name}, difference")));
    Ok(format!("<figure><div class=\"lit\">{below}{over}</div><figcaption>{caption}</figcaption></figure>\n"))
}

/// Returns an RGBA overlay for a face: highlighted at the differences of two pictures, and around them, to make thin
/// lines visible.
fn light(old: &[u8], new: &[u8], width: usize) -> Vec<u8> {
    /// Smaller differences are the edges of letters that moved by less than a pixel.
    const LEAST: u8 = 24;
    const ABOUT: usize = 1;
    const LIT: [u8; 4] = [0xd6, 0x00, 0x6c, 0xd8];
    let height = new.len() / 3 / width.max(1);
    let differs: Vec<bool> = old
        .chunks_exact(3)
        .zip(new.chunks_exact(3))
        .map(|(old, new)| old.iter().zip(new).any(|(old, new)| old.abs_diff(*new) >= LEAST))
        .collect();
    let mut light = vec![0; width * height * 4];
    for (place, _) in differs.iter().enumerate().filter(|(_, differs)| **differs) {
        let (x, y) = (place % width, place / width);
        for row in y.saturating_sub(ABOUT)..(y + ABOUT + 1).min(height) {
            for column in x.saturating_sub(ABOUT)..(x + ABOUT + 1).min(width) {
                let at = (row * width + column) * 4;
                light[at..at + 4].copy_from_slice(&LIT);
            }
        }
    }
    light
}

fn encoded(picture: &Picture) -> Result<Vec<u8>, Failure> {
    png_of_bare(picture.width(), picture.height(), &picture.rgba()).map_err(|error| Failure::Stopped(error.to_string()))
}

/// Embeds a picture in the page.
fn image(png: &[u8], alt: &str) -> String {
    format!("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", escaped(alt), STANDARD.encode(png))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_that_differs_is_lit_with_those_about_it() {
        let old = [0; 5 * 4 * 3];
        let mut new = old;
        new[(5 + 1) * 3 + 2] = 200;
        new[(3 * 5 + 4) * 3] = 10;
        let lit: Vec<usize> = light(&old, &new, 5)
            .chunks_exact(4)
            .enumerate()
            .filter(|(_, pixel)| pixel[3] > 0)
            .map(|(at, _)| at)
            .collect();
        assert_eq!(lit, [0, 1, 2, 5, 6, 7, 10, 11, 12]);
    }

    #[test]
    fn words_are_marked_and_signs_escaped() {
        let html = marked(Some("Adds <2> to it"), Some("Adds <3> to it"));
        assert_eq!(html, "Adds <del>&lt;2&gt;</del> <ins>&lt;3&gt;</ins> to it");
        assert_eq!(marked(None, Some("a & b")), "<ins>a &amp; b</ins> ");
    }
}
