//! A template and a card become a scene. The only room that knows the slots of a template.

mod art;
mod compose;
mod content;
mod deck;
mod desk;
mod needs;
mod overhear;
mod parts;
mod read;
mod refuse;
mod slot;
mod split;
mod studio;
mod template;

pub use art::outline;
pub use compose::Composed;
pub use deck::{CardFaces, Deck, FaceId, FaceOf};
pub use desk::Desk;
pub use studio::{Extra, Studio, Weaving};
