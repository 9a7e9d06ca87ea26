//! HTTP for browsers on this machine and tablets nearby: the web build of the tracker, a folder of files that is read once; and what
//! other servers of this program share with it.

mod accept;
mod address;
mod answer;
mod kind;
mod listen;
mod qr;
mod site;
mod stream;

pub use address::on_the_network;
pub use answer::{Answering, Body};
pub use answer::{at_once, full, guarded, is_known, listed, plain, whole};
pub use listen::{BindError, Handler, Reach, Server};
pub use qr::{QrError, code};
pub use site::{Site, SiteError};
pub use stream::event_stream;
