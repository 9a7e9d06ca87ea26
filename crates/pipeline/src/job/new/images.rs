//! A game that is made for a folder of finished faces: one card per image.

use std::collections::{BTreeMap, BTreeSet};

use super::fit::{self, Files};
use super::headings;
use super::image_folder::ImageFolder;
use super::kinds::add_kind;
use super::layout;
use super::pictures::Found;
use super::write::{Plan, text};
use super::{Intake, Layout, sheet};
use crate::face::proportions;
use crate::game::CardFormat;
use crate::job::{Failure, FileSink, Sink as _, Written, counted};
use crate::read::card_id;
use crate::shape::short;
use crate::units::Size;
use crate::vfs::WorkDir;

/// Width of a card whose proportions no common size has, in millimetres; its height if it is landscape.
const SHORT_SIDE: f64 = 63.5;

/// A finished face.
struct Image {
    /// Its path in the folder `art`, with extension.
    called: String,
    file: String,
    /// The name of its card.
    name: String,
    id: String,
    kind: String,
    /// Image on its back, if it has its own.
    back: Option<String>,
}

/// Makes `card-data/<name>` in a working folder for a folder of images, each of which is a finished face. Files named after a back, such as
/// `back.png` or `axe-back.png`, are on the backs.
///
/// # Errors
/// A folder without images, an invalid name, a game that exists already, or an error of the file system.
pub fn new_game_of_images(vfs: &WorkDir, name: &str, intake: &Intake) -> Result<(Written, Vec<String>), Failure> {
    let target = super::target(vfs.root(), name)?;
    let folder: &dyn ImageFolder = &intake.images.as_deref().unwrap_or(vfs.root());
    let wrong = |path: &str, why: &str| Failure::Stopped(format!("{}: {why}", folder.label(path)));
    let Found { pictures, renamed, unreadable } = Found::of(folder).map_err(|error| wrong("", &error.to_string()))?;
    let (backs, fronts): (Vec<_>, Vec<_>) = pictures.into_iter().partition(|(path, _)| is_of_back(path));
    if fronts.is_empty() {
        return Err(wrong(
            "",
            &match unreadable.first() {
                Some((file, format)) => format!("{file} is {format}: save it as PNG or JPEG"),
                None => "it has no images: they are PNG, JPEG, WebP or SVG".to_owned(),
            },
        ));
    }
    let mut kinds = Vec::new();
    let mut images = images(fronts, &mut kinds);
    let shared = share_backs(&mut images, &backs);
    let mut given = Files::new();
    let all =
        images.iter().map(|image| (&image.called, &image.file)).chain(backs.iter().map(|(path, file)| (path, file)));
    for (called, file) in all {
        given.insert(format!("art/{called}"), folder.read(file).map_err(|error| wrong(file, &error.to_string()))?);
    }
    let mut plan = Plan::of(name, "cards.toml", Vec::new(), None);
    plan.kinds = kinds;
    plan.layout = Some(Layout::PictureFull);
    plan.size = Some(intake.size.clone().unwrap_or_else(|| size(given.values())));
    let has_own_backs = images.iter().any(|image| image.back.is_some());
    let back = match (&shared, has_own_backs) {
        (_, true) => Back::Own(shared.clone().unwrap_or_default()),
        (Some(back), false) => Back::Shared(back.clone()),
        (None, false) => Back::Drawn,
    };
    let format = layout::format(&plan);
    let mut files = Files::new();
    files.insert("game.toml".to_owned(), game(&plan, &back).into_bytes());
    files.insert("cards.toml".to_owned(), cards(&images).into_bytes());
    files.insert("templates/card.svg".to_owned(), template(&format, "A finished face", ART).into_bytes());
    let body = if matches!(back, Back::Drawn) { EMBLEM } else { ART };
    files.insert("templates/back.svg".to_owned(), template(&format, "The back", body).into_bytes());
    files.insert("templates/type.toml".to_owned(), TYPE.as_bytes().to_vec());
    let errors = fit::errors(vfs.builtin(), name, &files, &given)?.len();
    let mut outlet = FileSink.outlet(&target)?;
    for (path, bytes) in files.iter().chain(&given) {
        outlet.put(path, bytes)?;
    }
    let written = outlet.finish(format!("a game of {}", counted(images.len(), "finished face")))?.written;
    let size = plan.size.unwrap_or_default().replace('x', " × ");
    let mut lines = vec![format!("size: {size}")];
    lines.push(match (has_own_backs, &shared) {
        (true, _) => "backs: each card's own, by its name".to_owned(),
        (false, Some(back)) => format!("back: {back}"),
        (false, None) => "no image is named `back`: the back is drawn".to_owned(),
    });
    lines.extend(renamed.iter().map(|(own, called)| sheet::renamed(own, called)));
    lines.extend(unreadable.iter().map(|(file, format)| format!("{file} is {format}: save it as PNG or JPEG")));
    if errors > 0 {
        lines.push(format!("`skirmish check {name}` reports {}", counted(errors, "problem")));
    }
    Ok((written, lines))
}

/// Returns the name of a file without folder and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn is_of_back(path: &str) -> bool {
    headings::is_of_back(stem(path))
}

/// Returns the id of a file's card, without the word for a back.
fn id_without_back(path: &str) -> String {
    let id = card_id(stem(path));
    id.split('-').filter(|word| !headings::is_of_back(word)).collect::<Vec<_>>().join("-")
}

/// Returns cards in the order of their file names; subfolders are their kinds.
fn images(fronts: Vec<(String, String)>, kinds: &mut Vec<(String, String)>) -> Vec<Image> {
    let mut ids = BTreeSet::new();
    let mut images = Vec::new();
    for (called, file) in fronts {
        let name = stem(&called).replace(['_', '-'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        let name = if card_id(&name).is_empty() { format!("Card {}", images.len() + 1) } else { name };
        let folder = called.split_once('/').map_or("card", |(folder, _)| folder);
        let kind = add_kind(kinds, folder);
        let plain = card_id(&name);
        let mut numbered = (2..).map(|number| format!("{plain}-{number}"));
        let id = if ids.contains(&plain) { numbered.find(|id| !ids.contains(id)) } else { None }.unwrap_or(plain);
        ids.insert(id.clone());
        images.push(Image { called, file, name, id, kind, back: None });
    }
    images
}

/// Gives cards the backs that are named after them, and returns the one of all others.
fn share_backs(images: &mut [Image], backs: &[(String, String)]) -> Option<String> {
    let by_id: BTreeMap<String, &String> = backs.iter().map(|(path, _)| (id_without_back(path), path)).collect();
    for image in &mut *images {
        image.back =
            by_id.get(&id_without_back(&image.called)).filter(|_| !image.id.is_empty()).map(|path| (*path).clone());
    }
    let is_own = |path: &String| images.iter().any(|image| image.back.as_ref() == Some(path));
    backs.iter().map(|(path, _)| path).find(|path| !is_own(path)).cloned()
}

/// Returns the common size that matches the proportions of most images, with the cut or with the bleed; else a size of
/// their own.
fn size<'b>(images: impl Iterator<Item = &'b Vec<u8>>) -> String {
    /// Proportions that differ by less are the same.
    const LIKE: f64 = 0.025;
    let mut ratios: Vec<f64> = images.filter_map(|bytes| proportions(bytes)).collect();
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
    let upright = ratio.min(1.0 / ratio);
    let off = |size: Size| (size.width.get() / size.height.get() / upright - 1.0).abs();
    let sizes = CardFormat::names().filter_map(|name| Some((name, CardFormat::named(name)?)));
    let nearest = sizes
        .map(|(name, format)| {
            let bleed = format.with_bleed();
            (off(format.size).min(off(Size { width: bleed.width, height: bleed.height })), name, format.size)
        })
        .min_by(|one, other| one.0.total_cmp(&other.0));
    match nearest {
        Some((off, name, _)) if off < LIKE && ratio <= 1.0 => name.to_owned(),
        Some((off, _, size)) if off < LIKE => format!("{}x{}", size.height.get(), size.width.get()),
        _ if ratio > 1.0 => format!("{:.1}x{SHORT_SIDE}", SHORT_SIDE * ratio.min(2.5)),
        _ => format!("{SHORT_SIDE}x{:.1}", SHORT_SIDE / ratio.max(0.4)),
    }
}

/// Content of the backs.
enum Back {
    /// The emblem of the game.
    Drawn,
    /// One image, by its path in `art`.
    Shared(String),
    /// An image of each card's own; the others have this one, if any.
    Own(String),
}

fn game(plan: &Plan, back: &Back) -> String {
    let size = plan.size.as_deref().unwrap_or_default();
    let size = match size.split_once('x') {
        Some((width, height)) => format!("width = {width}\nheight = {height}"),
        None => format!("size = {}", text(size)),
    };
    let back = match back {
        Back::Drawn => "shared = true\ncolours = { kind = \"#102761\" }\n".to_owned(),
        Back::Shared(path) => format!("shared = true\nart = {}\n", text(path)),
        Back::Own(path) => format!("art = {}\n", text(path)),
    };
    let kind = |(id, name): &(String, String)| {
        format!("\n[kind.{}]\nname = {}\nicon = \"quatrefoil\"\n", text(id), text(name))
    };
    let kinds: String = plan.kinds.iter().map(kind).collect();
    format!(
        "# {title}: each card is an image in `art`. Add images, and a `[[card]]` for each in `cards.toml`.\n\n\
         title = {quoted}\nedition = \"1e\"\nlanguage = \"en-GB\"       # of the texts: \"de\", \"fr\", \"en-US\" …\n\
         \n[format]\n{size}\n\n[face.front]\ntemplate = \"card\"\nback = \"common\"\n\n[face.common]\ntemplate = \"back\"\n{back}{kinds}",
        title = plan.title,
        quoted = text(&plan.title),
    )
}

/// Returns a template with one slot, over the whole card and its bleed.
fn template(format: &CardFormat, title: &str, slot: &str) -> String {
    let whole = format.with_bleed();
    let [x, y, width, height] = [whole.x, whole.y, whole.width, whole.height].map(|length| short(length.get(), 2));
    let (across, down) = (format.size.width.get(), format.size.height.get());
    let side = across.min(down) * 0.7;
    let [left, top, side] = [(across - side) / 2.0, (down - side) / 2.0, side].map(|length| short(length, 2));
    let middle = format!("x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"");
    let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}mm\" height=\"{height}mm\">\n  \
         <title>{title}</title>\n  <style>.fill-kind {{ fill: #102761 }}</style>\n{}</svg>\n",
        slot.replace("{place}", &place).replace("{middle}", &middle)
    )
}

const ART: &str =
    "  <rect fill=\"#ffffff\" {place}/>\n  <rect id=\"slot-art\" fill=\"#d9d3c3\" {place} data-optional=\"\"/>\n";
const EMBLEM: &str = "  <rect class=\"fill-kind\" {place}/>\n  <rect id=\"slot-emblem\" fill=\"#d9d3c3\" {middle}/>\n";

const TYPE: &str = r#"# Words in the margin of a sheet that is printed at home. Keep this style.
[margin]
font = "Junicode"
weight = 500
size = 7.5
features = ["lnum", "pnum"]
"#;

fn cards(images: &[Image]) -> String {
    let mut toml = "# The cards, an image each. `count` is the number of copies.\n".to_owned();
    for Image { called, name, id, kind, back, .. } in images {
        toml.push_str(&format!("\n[[card]]\nname = {}\n", text(name)));
        if *id != card_id(name) {
            toml.push_str(&format!("id = {}\n", text(id)));
        }
        toml.push_str(&format!("kind = {}\ncount = 1\nart = {}\nalt = {}\n", text(kind), text(called), text(name)));
        if let Some(back) = back {
            toml.push_str(&format!("common = {{ art = {} }}\n", text(back)));
        }
    }
    toml
}
