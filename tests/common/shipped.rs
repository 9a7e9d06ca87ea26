//! The game that the package brings along, read from its folder.

use skirmish_base::diagnostic::{Diagnostic, Reporter};
use skirmish_base::units::Rect;
use skirmish_base::vfs::Disk;
use skirmish_model::game::{Card, Face, Game, Ink};
use skirmish_read as read;
use skirmish_render::face::{BookAssets, FaceId, FaceRenderer};
use skirmish_render::image::Painter;
use skirmish_render::text::{Fonts, Shaper, Styles, Typography};

use painter::Picture;

pub const GAME: &str = "skirmish-5e";

/// Returns the package's own folder.
pub fn vfs() -> Disk {
    Disk::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the game; it has no problems.
pub fn game() -> Game {
    let reading = read::game(&vfs(), GAME);
    let told: Vec<&Diagnostic> = reading.diagnostics.iter().collect();
    assert!(told.is_empty(), "{told:#?}");
    reading.game.expect("the game can be read")
}

/// Returns a card by its name.
#[track_caller]
pub fn card<'g>(game: &'g Game, name: &str) -> &'g Card {
    game.deck.cards.iter().find(|card| card.name == name).unwrap_or_else(|| panic!("no card {name:?}"))
}

/// Returns the letters of a text of a face on one line; empty without one.
pub fn letters(face: &Face, field: &str) -> String {
    let text = face.texts.get(field).map(|text| text.value.plain_text()).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the ids of a face's needs.
pub fn needs<'g>(game: &'g Game, face: &Face) -> Vec<&'g str> {
    face.needs.iter().map(|need| game.needs[*need].id.as_str()).collect()
}

/// Returns the cards in the order of the deck, with all copies.
pub fn deck(game: &Game) -> Vec<&Card> {
    game.deck.cards.iter().flat_map(|card| (0..card.count).map(move |_| card)).collect()
}

/// Runs code with a renderer for the game, and the fonts of its faces.
pub fn with_studio<T>(game: &Game, ink: Ink, act: impl FnOnce(&FaceRenderer<'_>, &Fonts) -> T) -> T {
    let (vfs, folder) = (vfs(), read::folder(GAME));
    let reporter = Reporter::default();
    let mut fonts = Fonts::load(&vfs, &folder, &reporter);
    let styles = Styles::load(&vfs, &folder, &mut fonts, &reporter);
    let typography = Typography { shaper: Shaper::new(&fonts, &styles.settings), styles };
    let renderer = FaceRenderer::open(&vfs, game, ink, &typography, &BookAssets::default(), &reporter);
    assert_eq!(reporter.into_diagnostics(), []);
    act(&renderer, &fonts)
}

/// Returns the name of a face in file names.
pub fn name(renderer: &FaceRenderer<'_>, id: FaceId) -> String {
    renderer.face_name(id)
}

/// Paints all faces with the library, and returns them with their names, in the order of their numbers.
pub fn paint(game: &Game, ink: Ink, view: Rect, dpi: f64) -> Vec<(String, Picture)> {
    with_studio(game, ink, |renderer, fonts| {
        let composed = renderer.compose().unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"));
        let painter = Painter::new(fonts);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cards are small")]
        let pixels = |length: skirmish_base::units::Mm| length.to_px(dpi).round() as u32;
        let (width, height) = (pixels(view.width), pixels(view.height));
        let paint = |id: FaceId| {
            let picture = painter.paint(&composed.scenes[id.0], view, width, height).expect("a small picture");
            (name(renderer, id), Picture::from_rgb(width as usize, height as usize, &picture.rgb()))
        };
        renderer.deck().ids().map(paint).collect()
    })
}
