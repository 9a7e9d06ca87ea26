//! A gallery without a thread, for a page: pictures are drawn between two frames of the screen, art and faces are loaded.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Gallery;
use super::album::{Album, Photo};
use super::pending::Pending;
use super::request::{PictureRequest, Pixels};
use super::sketch::Sketcher;
use crate::game::Game;

/// Takes a picture when it is there.
pub type Deliver = Box<dyn FnOnce(Pixels)>;
/// Takes an album when it is there.
pub type DeliverAlbum = Box<dyn FnOnce(Album)>;

/// Loads pictures from files.
pub trait ImageLoader {
    /// Loads an album and delivers it now or later; never, if it isn't available.
    fn load_album(&mut self, file: &str, deliver: DeliverAlbum);

    /// Loads a picture and delivers it now or later; never, if it isn't available.
    fn load(&mut self, photo: &Photo, deliver: Deliver);
}

/// Draws requested pictures, [step by step](Gallery::step).
pub struct Stepwise {
    sketcher: Sketcher,
    album: Album,
    /// Slot for the loading album; `None` once it is loaded.
    arriving: Option<Rc<RefCell<Option<Album>>>>,
    loader: Box<dyn ImageLoader>,
    pending: Pending,
    done: Rc<RefCell<Vec<(PictureRequest, Pixels)>>>,
    ready: Rc<dyn Fn()>,
}

impl Stepwise {
    /// Opens a gallery of a game whose album is in a file. `ready` is called on requests and arrivals, to make the
    /// screen come back.
    pub fn new(game: &Game, album: &str, loader: Box<dyn ImageLoader>, ready: impl Fn() + 'static) -> Self {
        let mut gallery = Self::with(Sketcher::new(game, BTreeMap::new()), Album::default(), loader, ready);
        let (arriving, ready) = (Rc::default(), Rc::clone(&gallery.ready));
        gallery.arriving = Some(Rc::clone(&arriving));
        let deliver = move |album| {
            arriving.replace(Some(album));
            ready();
        };
        gallery.loader.load_album(album, Box::new(deliver));
        gallery
    }

    /// Opens a gallery for a shelf: with the covers of an album, and pictures common to all games.
    pub fn for_shelf(album: Album, loader: Box<dyn ImageLoader>, ready: impl Fn() + 'static) -> Self {
        Self::with(Sketcher::of_no_game(), album, loader, ready)
    }

    fn with(sketcher: Sketcher, album: Album, loader: Box<dyn ImageLoader>, ready: impl Fn() + 'static) -> Self {
        Self {
            sketcher,
            album,
            arriving: None,
            loader,
            pending: Pending::default(),
            done: Rc::default(),
            ready: Rc::new(ready),
        }
    }

    /// Takes the album when it is there.
    fn take_album(&mut self) {
        let Some(album) = self.arriving.as_ref().and_then(|arriving| arriving.take()) else { return };
        self.sketcher.set_marks(album.marks.clone());
        self.album = album;
        self.arriving = None;
    }

    fn load(&mut self, request: PictureRequest, photo: &Photo) {
        let (done, ready) = (Rc::clone(&self.done), Rc::clone(&self.ready));
        let deliver = move |pixels| {
            done.borrow_mut().push((request, pixels));
            ready();
        };
        self.loader.load(photo, Box::new(deliver));
    }
}

impl Gallery for Stepwise {
    fn request(&mut self, request: PictureRequest) {
        self.pending.add(request);
        (self.ready)();
    }

    fn take(&mut self) -> Vec<(PictureRequest, Pixels)> {
        self.done.take()
    }

    fn forget(&mut self, request: &PictureRequest) {
        self.pending.forget(request);
    }

    fn step(&mut self, time_left: &mut dyn FnMut() -> bool) {
        self.take_album();
        let has_album = self.arriving.is_none();
        while let Some(request) = self.pending.next(|request| has_album || !request.is_of_album()) {
            if let Some(photo) = self.album.photo(&request) {
                self.load(request, &photo);
                continue;
            }
            if let Some(pixels) = self.sketcher.draw(&request) {
                self.done.borrow_mut().push((request, pixels));
            }
            if !time_left() {
                break;
            }
        }
        if !self.done.borrow().is_empty() {
            (self.ready)();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::album::Plate;
    use super::super::request::CardSide;
    use super::*;
    use skirmish_assets::Builtin;

    fn emblem(style: u8) -> PictureRequest {
        PictureRequest::Emblem { style, size: 24, drained: false }
    }

    /// Holds loaded images until they are collected.
    #[derive(Clone, Default)]
    struct Drawer(Rc<RefCell<Vec<(Photo, Deliver)>>>, Rc<RefCell<Vec<(String, DeliverAlbum)>>>);

    impl ImageLoader for Drawer {
        fn load_album(&mut self, file: &str, deliver: DeliverAlbum) {
            self.1.borrow_mut().push((file.to_owned(), deliver));
        }

        fn load(&mut self, photo: &Photo, deliver: Deliver) {
            self.0.borrow_mut().push((photo.clone(), deliver));
        }
    }

    /// Returns a gallery with a loaded album.
    fn open(album: Album) -> (Stepwise, Rc<Cell<usize>>, Drawer) {
        let (mut gallery, calls, drawer) = opened();
        let (_, deliver) = drawer.1.borrow_mut().pop().expect("the album is asked for");
        deliver(album);
        gallery.step(&mut || true);
        calls.set(0);
        (gallery, calls, drawer)
    }

    fn opened() -> (Stepwise, Rc<Cell<usize>>, Drawer) {
        let game = skirmish_read::game(&Builtin, "skirmish-5e").game.expect("the game is right");
        let calls = Rc::new(Cell::new(0));
        let (counted, drawer) = (Rc::clone(&calls), Drawer::default());
        let ready = move || counted.set(counted.get() + 1);
        (Stepwise::new(&game, "pictures/album.json", Box::new(drawer.clone()), ready), calls, drawer)
    }

    fn names(gallery: &mut Stepwise) -> Vec<PictureRequest> {
        gallery.take().into_iter().map(|(request, _)| request).collect()
    }

    #[test]
    fn what_is_in_an_album_waits_for_it() {
        let (mut gallery, calls, drawer) = opened();
        let mark = |name: &str| PictureRequest::Mark { name: name.to_owned(), colour: [0; 3], size: 8 };
        for request in [mark("a"), emblem(1), mark("b"), mark("c")] {
            gallery.request(request);
        }
        gallery.step(&mut || true);
        assert_eq!(names(&mut gallery), [emblem(1)], "what looks alike in all games is drawn");
        gallery.forget(&mark("b"));
        let (file, deliver) = drawer.1.borrow_mut().pop().expect("the album is asked for");
        assert_eq!(file, "pictures/album.json");
        let outline = crate::shape::Outline { path: kurbo::BezPath::from_svg("M0 0H8V8Z").unwrap(), even_odd: false };
        let mark_of = crate::shape::Mark { outlines: vec![outline], bounds: kurbo::Rect::new(0.0, 0.0, 8.0, 8.0) };
        let drawn = std::sync::Arc::new(mark_of);
        let marks = ["a", "b", "c"].map(|name| (name.to_owned(), drawn.clone()));
        let before = calls.get();
        deliver(Album { marks: marks.into(), ..Album::default() });
        assert_eq!(calls.get(), before + 1, "the screen comes back");
        gallery.step(&mut || true);
        assert_eq!(names(&mut gallery), [mark("c"), mark("a")], "what was forgotten is not drawn");
    }

    #[test]
    fn each_wish_is_drawn_once_as_far_as_there_is_time() {
        let (mut gallery, calls, _) = open(Album::default());
        for style in [1, 2, 3, 2] {
            gallery.request(emblem(style));
        }
        assert_eq!(calls.get(), 4, "the screen is called back for every wish");
        gallery.step(&mut || false);
        assert_eq!(calls.get(), 5, "there is something to be taken");
        assert_eq!(names(&mut gallery), [emblem(2)], "one is drawn even without time");
        gallery.step(&mut || true);
        assert_eq!(names(&mut gallery), [emblem(3), emblem(1)]);
        gallery.step(&mut || true);
        assert!(names(&mut gallery).is_empty());
        assert_eq!(calls.get(), 6, "there was nothing to do");
        gallery.forget(&emblem(1));
        gallery.request(emblem(1));
        gallery.step(&mut || true);
        assert_eq!(names(&mut gallery), [emblem(1)]);
    }

    #[test]
    fn a_face_is_loaded_and_comes_when_it_is_there() {
        let plate = Plate { file: "axe.webp".to_owned(), width: 400, height: 560, interest: None, corner: 20.0 };
        let album = Album { faces: [("axe".to_owned(), [Some(plate), None])].into(), ..Album::default() };
        let (mut gallery, calls, drawer) = open(album);
        let face = |side| PictureRequest::Face { card: "axe".to_owned(), side, width: 200 };
        gallery.request(face(CardSide::Front));
        gallery.request(face(CardSide::Back));
        gallery.step(&mut || true);
        assert!(names(&mut gallery).is_empty(), "it is not there yet, and there is no back");
        let (photo, deliver) = drawer.0.borrow_mut().pop().expect("it was asked for");
        assert!(drawer.0.borrow().is_empty(), "nothing else was asked for");
        assert_eq!((photo.width, photo.height, photo.corner), (200, 280, 10.0));
        let before = calls.get();
        deliver(Pixels { width: 200, height: 280, rgba: vec![0; 200 * 280 * 4] });
        assert_eq!(calls.get(), before + 1, "the screen is called when it is there");
        assert_eq!(names(&mut gallery), [face(CardSide::Front)]);
    }
}
