//! One table on many devices: players tap on their own phones, and one host orders all taps.
//!
//! The [`Host`] has the journal. It takes commands in the order of their arrival, writes each that the rules allow, and
//! sends the line to every [`Device`]. A device draws its own taps at once and repeats them until the host has answered,
//! under the same numbers: the host counts each number once. There are no sockets, files or clocks here.

mod any;
mod device;
mod host;
mod message;
mod notice;
mod secret;
#[cfg(test)]
mod trial;

pub use any::{AnyTable, SharedTable, open};
pub use device::Device;
pub use host::{Cursor, Host, Keep, Limits, Role, Roster, Tokens};
pub use message::{
    Act, Answer, Deed, Invite, Join, JoinRefusal, Joined, News, Open, Outcome, Post, Question, Refused, Reply, Request,
    Room, SeatInfo, Version, Welcome, Why,
};
pub use notice::Notice;
pub use secret::is_equal;
