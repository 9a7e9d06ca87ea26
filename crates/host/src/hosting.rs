//! The table of a program that is host and device at once.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::thread;

use skirmish_serve::{BindError, Reach, Server, Site};
use skirmish_together::{AnyTable, Cursor, Device, Host, Post, Reply, Request};
use skirmish_tracker::table::Millis;
use tokio::sync::oneshot;

use crate::server::Sharing;

/// Port for a table that a window shares, so that addresses stay the same from one evening to the next.
const PORT: u16 = 8042;

/// Reason why a table can't be shared.
#[derive(Debug, thiserror::Error)]
pub enum HostingError {
    /// No port is free.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The system starts no thread.
    #[error("could not start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// A table that is shared until this is dropped, and the device in its middle.
pub struct Hosting {
    sharing: Sharing,
    device: Device,
    /// Number of the first tap that the host has not received.
    unsent: u64,
    /// True if the host refused taps that came too fast.
    due: bool,
    cursor: Cursor,
    asked: VecDeque<Request>,
    /// The server ends when this is dropped.
    _end: oneshot::Sender<Infallible>,
}

impl Hosting {
    /// Shares a table in the local network, on the usual port if it is free. `woken` is called on another thread whenever
    /// there may be news.
    ///
    /// # Errors
    /// See [`HostingError`].
    pub fn start(
        mut host: Host,
        site: Site,
        now: Millis,
        woken: impl Fn() + Send + 'static,
    ) -> Result<Self, HostingError> {
        let reach = Reach::Network;
        let server = Server::bind(reach, PORT).or_else(|_| Server::bind(reach, 0))?.with_endless_answers();
        let device = host.own_device(now);
        let (sharing, _) = Sharing::on(&server, reach, host, site);
        let (end, ends) = oneshot::channel();
        let mut changes = sharing.changes();
        let until = async move {
            tokio::spawn(async move {
                while changes.changed().await.is_ok() {
                    woken();
                }
            });
            // It is never sent: it ends when the sender is dropped.
            let _: Result<Infallible, _> = ends.await;
        };
        let (handler, due) = (sharing.clone(), sharing.clone());
        // If the system takes no more connections, devices can't come back; the game goes on here.
        thread::Builder::new().name("host".to_owned()).spawn(move || drop(server.run_until(handler, until)))?;
        thread::Builder::new().name("host’s clock".to_owned()).spawn(move || due.keep_going(|_, _, _| {}))?;
        let (unsent, cursor) = (device.next_tap(), Cursor::from(device.next_line()));
        let mut hosting = Self { sharing, device, unsent, due: false, cursor, asked: VecDeque::new(), _end: end };
        hosting.exchange(now);
        Ok(hosting)
    }

    /// Stops sharing; returns the table with all that is in its journal.
    pub fn end(mut self, now: Millis) -> Box<dyn AnyTable> {
        self.sharing.with(Host::end);
        self.exchange(now);
        self.device.table().fork()
    }

    /// Returns the device of this program.
    pub fn device(&mut self) -> &mut Device {
        &mut self.device
    }

    /// Asks for a seat, or to let others in.
    pub fn ask(&mut self, request: Request) {
        self.asked.push_back(request);
    }

    /// Sends what was tapped here, and takes the news. Returns true if there are any.
    pub fn exchange(&mut self, now: Millis) -> bool {
        let mut any = false;
        let asked = std::mem::take(&mut self.asked);
        let mut posts: Vec<Post> = asked.into_iter().filter_map(|request| self.device.ask(request)).collect();
        if self.due || self.device.next_tap() != self.unsent {
            self.unsent = self.device.next_tap();
            posts.extend(self.device.post());
        }
        for post in posts {
            let reply = self.sharing.with(|host| host.receive(self.device.id(), post, now));
            self.due = reply == Reply::TooFast;
            self.device.replied(reply, now);
            any = true;
        }
        loop {
            let news = self.sharing.host().news(self.device.id(), &mut self.cursor);
            if news.is_empty() {
                return any;
            }
            any = true;
            for news in news {
                // The host is here, so each line follows the one before.
                drop(self.device.heard(news, now));
            }
        }
    }
}

impl Drop for Hosting {
    fn drop(&mut self) {
        // The threads may go on for a moment, and the journal has another writer by then.
        self.sharing.with(Host::end);
    }
}
