//! Sends the displayed game to all open pages as server-sent events: everything to a new client, then the changes.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use hyper::body::Bytes;
use parking_lot::{Mutex, MutexGuard};
use serde::Serialize;
use tokio::sync::mpsc;

use super::snapshot::{ShownFace, Snapshot};

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
    let mut parts: Vec<String> = token.iter().map(|token| format!("\"token\":\"{token}\"")).collect();
    macro_rules! part {
        ($($name:ident)*) => {$(
            if before.is_none_or(|before| before.$name != now.$name) {
                parts.push(format!("\"{}\":{}", stringify!($name), json(&now.$name)));
            }
        )*};
    }
    part!(version title stale book_stale took groups);
    match before.and_then(|before| changed(&now.faces, &before.faces)) {
        None => parts.push(format!("\"faces\":{}", json(&now.faces))),
        Some(some) if some.is_empty() => {}
        Some(some) => parts.push(format!("\"some_faces\":{}", json(&some))),
    }
    part!(sides pages problems allowed);
    // JSON has no line ends of its own, which would end the event.
    (!parts.is_empty()).then(|| Bytes::from(format!("data: {{{}}}\n\n", parts.join(","))))
}

/// Returns the faces with changes, each with its index; `None` if they aren't the same faces in the same order.
fn changed<'a>(now: &'a [ShownFace], before: &[ShownFace]) -> Option<Vec<(usize, &'a ShownFace)>> {
    let same = now.len() == before.len() && now.iter().zip(before).all(|(now, before)| now.key == before.key);
    let changed = |(_, (now, before)): &(usize, (&ShownFace, &ShownFace))| !now.is_told_as(before);
    same.then(|| now.iter().zip(before).enumerate().filter(changed).map(|(index, (now, _))| (index, now)).collect())
}

/// Serialises a value. This can't fail: keys are names, numbers are finite.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::snapshot::Place;
    use super::*;

    fn said(listening: &mut mpsc::Receiver<Bytes>) -> Vec<String> {
        let mut all = Vec::new();
        while let Ok(event) = listening.try_recv() {
            all.push(String::from_utf8(event.to_vec()).expect("text"));
        }
        all
    }

    fn face(key: &str, title: &str) -> ShownFace {
        ShownFace {
            key: key.to_owned(),
            title: title.to_owned(),
            group: 0,
            front: true,
            picture: "0000000000000001".parse().expect("a picture"),
            before: None,
            place: Place { file: "cards.toml".to_owned(), line: 1, column: 1 },
            problems: Vec::new(),
            spots: Vec::new(),
        }
    }

    #[test]
    fn of_the_same_faces_those_that_changed_are_told() {
        let events = Events::default();
        let mut listening = events.subscribe();
        let mut tell = |faces: &[(&str, &str)]| {
            let faces = faces.iter().map(|(key, title)| face(key, title)).collect();
            events.publish(&Arc::new(Snapshot { faces, ..Snapshot::default() }));
            said(&mut listening).concat()
        };
        assert_eq!(tell(&[("a", "Axe"), ("b", "Bow")]).matches("\"key\"").count(), 2);
        assert_eq!(tell(&[("a", "Axe"), ("b", "Bow")]), "");
        let some = tell(&[("a", "Axe"), ("b", "Long bow")]);
        assert!(some.starts_with("data: {\"some_faces\":[[1,{\"key\":\"b\",\"title\":\"Long bow\","), "{some}");
        assert_eq!(some.matches("\"key\"").count(), 1);
        // In another order all of them are sent.
        let all = tell(&[("b", "Long bow"), ("a", "Axe")]);
        assert!(all.starts_with("data: {\"faces\":[{\"key\":\"b\"") && all.matches("\"key\"").count() == 2, "{all}");
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
