//! Rulebook source to pages: outline, contents, links, figures made from real cards.

mod doc;
mod figures;
mod inline;
mod model;
mod outline;
mod source;
