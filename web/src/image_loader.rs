//! Pictures that the page loads.

use std::rc::Rc;

use skirmish_gallery::{Deliver, DeliverAlbum, ImageLoader, Photo, Pixels};
use skirmish_tracker::table::from_json;
use wasm_bindgen::prelude::*;

use crate::host::Host;

/// Has pictures loaded by the page.
pub struct HostImages(pub Rc<Host>);

impl ImageLoader for HostImages {
    fn load_album(&mut self, file: &str, deliver: DeliverAlbum) {
        let hand_over = Closure::once_into_js(move |text: String| {
            // It is built with the page: a different one belongs to another game, without any of these pictures.
            deliver(from_json(text.as_bytes()).unwrap_or_default());
        });
        self.0.load_album(file, hand_over);
    }

    fn load(&mut self, photo: &Photo, deliver: Deliver) {
        let Photo { file, from, width, height, corner } = photo;
        let (width, height) = (*width, *height);
        let hand_over = Closure::once_into_js(move |rgba: Vec<u8>| deliver(Pixels { width, height, rgba }));
        let (wide, high) = (from.width(), from.height());
        self.0.load_picture(file, from.x0, from.y0, wide, high, width, height, *corner, hand_over);
    }
}
