//! From a template and a card to a scene. The only module that knows the slots of a template.

mod art;
mod attempt;
mod compose;
mod content;
mod cut;
mod deck;
mod draft;
mod fit;
mod form;
mod kept;
mod kept_faces;
mod letters;
mod needs;
mod net;
mod overhear;
mod parts;
mod picture;
mod placing;
mod project;
mod read;
mod refuse;
mod renderer;
mod repeat;
mod shown;
mod slot;
mod split;
mod template;

pub use art::{line_of, outline};
pub use compose::Composed;
pub use deck::{CardFaces, Deck, FaceId, FaceOf};
pub use fit::Smaller;
pub use kept::Kept;
pub use net::{ComposedPiece, PieceRenderer};
pub use picture::{art_stem, cmyk_pixels};
pub use project::{Project, TypeSet};
pub use renderer::{Extra, FaceRenderer, Weaving};
