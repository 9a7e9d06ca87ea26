//! The web build of the tracker for tablets nearby: a folder of files, read once, over plain HTTP.

mod accept;
mod address;
mod answer;
mod kind;
mod listen;
mod qr;
mod site;

pub use address::on_the_network;
pub use listen::{Reach, Server, Unbound};
pub use qr::{Unfit, code};
pub use site::{NoSite, Site};
