//! Services of the page for the tracker.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The page's side, an object with these methods.
    pub type Host;

    /// Milliseconds since 1970.
    #[wasm_bindgen(js_namespace = Date)]
    pub fn now() -> f64;

    /// Keeps one more line of a game's journal.
    #[wasm_bindgen(method)]
    pub fn append(this: &Host, game: &str, line: &str);

    /// Tries again to keep the lines of a game that could not be kept.
    #[wasm_bindgen(method, js_name = keepAgain)]
    pub fn keep_again(this: &Host, game: &str);

    /// Replaces the journal of a game. The old one is archived, and offered as a download if people may miss it.
    #[wasm_bindgen(method)]
    pub fn replace(this: &Host, game: &str, journal: &str, give: bool);

    /// Stores the unfinished sheet of a game's screen, replacing the old one.
    #[wasm_bindgen(method, js_name = keepDraft)]
    pub fn keep_draft(this: &Host, game: &str, draft: Option<&str>);

    /// Keeps the settings.
    #[wasm_bindgen(method)]
    pub fn settings(this: &Host, settings: &str);

    /// Gives people a file.
    #[wasm_bindgen(method)]
    pub fn save(this: &Host, name: &str, bytes: &[u8]);

    /// Loads an album, and hands over its text.
    #[wasm_bindgen(method, js_name = loadAlbum)]
    pub fn load_album(this: &Host, file: &str, deliver: JsValue);

    /// Loads a part of a picture, in its pixels, as a picture of a size with round corners, and delivers its bytes:
    /// red, green, blue and alpha of each pixel.
    #[wasm_bindgen(method, js_name = loadPicture)]
    #[allow(clippy::too_many_arguments, reason = "numbers pass to the page one by one")]
    pub fn load_picture(
        this: &Host,
        file: &str,
        x: f64,
        y: f64,
        wide: f64,
        high: f64,
        width: u16,
        height: u16,
        corner: f64,
        deliver: JsValue,
    );

    /// Asks people for a file; its bytes come to `Page::bring`.
    #[wasm_bindgen(method)]
    pub fn pick(this: &Host);

    /// Requests the clipboard from the browser; it is delivered to `Page::bring`.
    #[wasm_bindgen(method)]
    pub fn paste(this: &Host);

    /// Returns the address of the page, without query and fragment.
    #[wasm_bindgen(method)]
    pub fn address(this: &Host) -> String;

    /// True if a game is in progress: then the screen has to stay on, and the page must not be updated.
    #[wasm_bindgen(method)]
    pub fn playing(this: &Host, playing: bool);

    /// Requests the archived journals; they are delivered to `Page::aside`.
    #[wasm_bindgen(method, js_name = lookAside)]
    pub fn look_aside(this: &Host);

    /// Deletes an archived journal, by its number, after all pending lines are stored.
    #[wasm_bindgen(method)]
    pub fn forget(this: &Host, journal: f64);

    /// Reports the game shown, by id and title; both are empty for the shelf.
    #[wasm_bindgen(method)]
    pub fn shows(this: &Host, game: &str, title: &str);

    /// True if the page has a studio.
    #[wasm_bindgen(method, js_name = hasStudio)]
    pub fn has_studio(this: &Host) -> bool;

    /// Opens a game in the studio, or its shelf without one.
    #[wasm_bindgen(method, js_name = openStudio)]
    pub fn open_studio(this: &Host, game: &str);

    /// Reports the controls on the screen, as JSON, for screen readers.
    #[wasm_bindgen(method)]
    pub fn controls(this: &Host, controls: &str);

    /// Reports that the back button closed a sheet: the current game stays.
    #[wasm_bindgen(method)]
    pub fn stays(this: &Host);

    /// Announces an event to screen readers.
    #[wasm_bindgen(method)]
    pub fn news(this: &Host, text: &str);

    /// Reports whether the keyboard's focus is at the first and at the last control: there Tab leaves the canvas.
    #[wasm_bindgen(method, js_name = focusAtEnds)]
    pub fn focus_at_ends(this: &Host, first: bool, last: bool);

    /// Announces an event by sound, and by vibrating: a new turn, a refusal, the end.
    #[wasm_bindgen(method)]
    pub fn cue(this: &Host, cue: &str);

    /// Sends a request to the host of a shared table: `join` or `command`. The answer comes to `Page::heard`.
    #[wasm_bindgen(method)]
    pub fn send(this: &Host, what: &str, body: &str);

    /// Listens to the host from a line on.
    #[wasm_bindgen(method)]
    pub fn listen(this: &Host, from: &str);

    /// Breaks the connection to the host, and connects again.
    #[wasm_bindgen(method, js_name = hangUp)]
    pub fn hang_up(this: &Host);

    /// Stores the key and the waiting taps of the device at a shared table.
    #[wasm_bindgen(method, js_name = keepDevice)]
    pub fn keep_device(this: &Host, saved: &str);

    /// Reports the surroundings of a shared table, as JSON: seats, waiting taps, devices that ask to join.
    #[wasm_bindgen(method)]
    pub fn beside(this: &Host, beside: &str);

    /// Reports that a complete frame was drawn.
    #[wasm_bindgen(method)]
    pub fn drawn(this: &Host);
}
