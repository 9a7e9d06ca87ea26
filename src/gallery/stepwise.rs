//! A gallery without a thread, for a page: pictures are drawn between two frames of the screen, art and faces are loaded.

use std::cell::RefCell;
use std::rc::Rc;

use super::Gallery;
use super::album::{Album, Photo};
use super::sketch::Sketcher;
use super::wanted::{Pixels, Wanted};
use super::wishes::Wishes;
use crate::game::Game;

/// Takes a picture when it is there.
pub type Deliver = Box<dyn FnOnce(Pixels)>;

/// Loads pictures from files.
pub trait Darkroom {
    /// Loads a picture and hands it over when it is there, now or later; never, if it cannot be had.
    fn develop(&mut self, photo: &Photo, deliver: Deliver);
}

/// Draws what a screen wishes for, [step by step](Gallery::step).
pub struct Stepwise {
    sketcher: Sketcher,
    album: Album,
    darkroom: Box<dyn Darkroom>,
    wishes: Wishes,
    done: Rc<RefCell<Vec<(Wanted, Pixels)>>>,
    ready: Rc<dyn Fn()>,
}

impl Stepwise {
    /// Opens a gallery of a game. `ready` is called when something was wished for or is there, so that the screen comes
    /// back to it.
    pub fn new(game: &Game, album: Album, darkroom: Box<dyn Darkroom>, ready: impl Fn() + 'static) -> Self {
        let sketcher = Sketcher::new(game, album.marks.clone());
        Self { sketcher, album, darkroom, wishes: Wishes::default(), done: Rc::default(), ready: Rc::new(ready) }
    }

    fn load(&mut self, wanted: Wanted, photo: &Photo) {
        let (done, ready) = (Rc::clone(&self.done), Rc::clone(&self.ready));
        let deliver = move |pixels| {
            done.borrow_mut().push((wanted, pixels));
            ready();
        };
        self.darkroom.develop(photo, Box::new(deliver));
    }
}

impl Gallery for Stepwise {
    fn wish(&mut self, wanted: Wanted) {
        self.wishes.add(wanted);
        (self.ready)();
    }

    fn take(&mut self) -> Vec<(Wanted, Pixels)> {
        self.done.take()
    }

    fn forget(&mut self, wanted: &Wanted) {
        self.wishes.forget(wanted);
    }

    fn step(&mut self, time_left: &mut dyn FnMut() -> bool) {
        while let Some(wanted) = self.wishes.next() {
            if let Some(photo) = self.album.photo(&wanted) {
                self.load(wanted, &photo);
                continue;
            }
            if let Some(pixels) = self.sketcher.draw(&wanted) {
                self.done.borrow_mut().push((wanted, pixels));
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
    use super::super::wanted::Side;
    use super::*;
    use crate::shelf::Builtin;

    fn emblem(livery: u8) -> Wanted {
        Wanted::Emblem { livery, size: 24, drained: false }
    }

    /// Keeps what is to be delivered until it is asked for it.
    #[derive(Clone, Default)]
    struct Drawer(Rc<RefCell<Vec<(Photo, Deliver)>>>);

    impl Darkroom for Drawer {
        fn develop(&mut self, photo: &Photo, deliver: Deliver) {
            self.0.borrow_mut().push((photo.clone(), deliver));
        }
    }

    fn open(album: Album) -> (Stepwise, Rc<Cell<usize>>, Drawer) {
        let game = crate::read::game(&Builtin, "skirmish-5e").game.expect("the game is right");
        let calls = Rc::new(Cell::new(0));
        let (counted, drawer) = (Rc::clone(&calls), Drawer::default());
        let ready = move || counted.set(counted.get() + 1);
        (Stepwise::new(&game, album, Box::new(drawer.clone()), ready), calls, drawer)
    }

    fn names(gallery: &mut Stepwise) -> Vec<Wanted> {
        gallery.take().into_iter().map(|(wanted, _)| wanted).collect()
    }

    #[test]
    fn each_wish_is_drawn_once_as_far_as_there_is_time() {
        let (mut gallery, calls, _) = open(Album::default());
        for livery in [1, 2, 3, 2] {
            gallery.wish(emblem(livery));
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
        gallery.wish(emblem(1));
        gallery.step(&mut || true);
        assert_eq!(names(&mut gallery), [emblem(1)]);
    }

    #[test]
    fn a_face_is_loaded_and_comes_when_it_is_there() {
        let plate = Plate { file: "axe.webp".to_owned(), width: 400, height: 560, interest: None, corner: 20.0 };
        let album = Album { faces: [("axe".to_owned(), [Some(plate), None])].into(), ..Album::default() };
        let (mut gallery, calls, drawer) = open(album);
        let face = |side| Wanted::Face { card: "axe".to_owned(), side, width: 200 };
        gallery.wish(face(Side::Front));
        gallery.wish(face(Side::Back));
        gallery.step(&mut || true);
        assert!(names(&mut gallery).is_empty(), "it is not there yet, and there is no back");
        let (photo, deliver) = drawer.0.borrow_mut().pop().expect("it was asked for");
        assert!(drawer.0.borrow().is_empty(), "nothing else was asked for");
        assert_eq!((photo.width, photo.height, photo.corner), (200, 280, 10.0));
        let before = calls.get();
        deliver(Pixels { width: 200, height: 280, rgba: vec![0; 200 * 280 * 4] });
        assert_eq!(calls.get(), before + 1, "the screen is called when it is there");
        assert_eq!(names(&mut gallery), [face(Side::Front)]);
    }
}
