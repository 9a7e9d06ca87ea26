//! Sends the displayed game to all open pages as server-sent events: everything to a new client, then the changes.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use hyper::body::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;

use super::changed_parts::changed_parts;
use super::snapshot::Snapshot;

/// A client with this number of unread events is dropped, and reconnects.
const WAITING: usize = 64;

/// Last snapshot, and the listeners.
pub(super) struct Events {
    /// Sent to the page with its first event: requests that change files need it.
    pub token: String,
    state: Mutex<State>,
}

impl Default for Events {
    fn default() -> Self {
        // The standard library seeds its hashes at random.
        let half = || format!("{:016x}", RandomState::new().hash_one(0));
        Self { token: half() + &half(), state: Mutex::default() }
    }
}

#[derive(Default)]
struct State {
    last: Option<Arc<Snapshot>>,
    listeners: Vec<mpsc::Sender<Bytes>>,
}

impl Events {
    /// Tells everybody what changed.
    pub fn publish(&self, snapshot: &Arc<Snapshot>) {
        let mut state = self.lock();
        let last = state.last.replace(Arc::clone(snapshot));
        let token = last.is_none().then_some(self.token.as_str());
        if let Some(event) = event(snapshot, last.as_deref(), token) {
            state.listeners.retain(|listener| listener.try_send(event.clone()).is_ok());
        }
    }

    /// Returns all events from now on; the first is complete, if the game was read already.
    pub fn subscribe(&self) -> mpsc::Receiver<Bytes> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let mut state = self.lock();
        if let Some(event) = state.last.as_ref().and_then(|last| event(last, None, Some(&self.token))) {
            // There is room for the first one.
            let _ = sender.try_send(event);
        }
        state.listeners.push(sender);
        receiver
    }

    /// Returns the last snapshot.
    pub fn last(&self) -> Option<Arc<Snapshot>> {
        self.lock().last.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

/// Returns the changed parts of a snapshot, as one event; `None` if nothing changed.
fn event(now: &Snapshot, before: Option<&Snapshot>, token: Option<&str>) -> Option<Bytes> {
    let token = token.map(|token| format!("\"token\":\"{token}\""));
    let parts: Vec<String> = token.into_iter().chain(changed_parts(now, before)).collect();
    // JSON has no line ends of its own, which would end the event.
    (!parts.is_empty()).then(|| Bytes::from(format!("data: {{{}}}\n\n", parts.join(","))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(listening: &mut mpsc::Receiver<Bytes>) -> Vec<String> {
        let mut all = Vec::new();
        while let Ok(event) = listening.try_recv() {
            all.push(String::from_utf8(event.to_vec()).expect("text"));
        }
        all
    }

    #[test]
    fn who_comes_hears_everything_and_then_what_changes() {
        let events = Events::default();
        let mut early = events.subscribe();
        assert!(said(&mut early).is_empty(), "nothing was read yet");
        let first = Arc::new(Snapshot { version: 1, title: "A\nGame".to_owned(), ..Snapshot::default() });
        events.publish(&first);
        let mut late = events.subscribe();
        let whole = said(&mut early);
        assert_eq!(whole, said(&mut late));
        assert!(whole[0].starts_with("data: {\"token\":\""), "{whole:?}");
        assert!(whole[0].contains("\",\"version\":1,\"title\":\"A\\nGame\","), "{whole:?}");
        assert!(whole[0].ends_with("\"problems\":[],\"allowed\":0}\n\n") && whole[0].matches('\n').count() == 2);
        events.publish(&Arc::new(Snapshot { version: 2, ..(*first).clone() }));
        assert_eq!(said(&mut late), ["data: {\"version\":2}\n\n"]);
        events.publish(&Arc::new(Snapshot { version: 2, ..(*first).clone() }));
        assert!(said(&mut late).is_empty(), "nothing changed");
        drop(early);
        events.publish(&first);
        assert_eq!(events.lock().listeners.len(), 1, "who went away is forgotten");
    }
}
