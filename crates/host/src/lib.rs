//! The host of a table that other devices share: a page and a table over HTTP, and nothing else.

mod files;
mod hosting;
mod server;

pub use files::{OpenError, open, random_digits, random_text, share};
pub use hosting::{Hosting, HostingError};
pub use server::{Addresses, Sharing, now};
