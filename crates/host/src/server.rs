//! Requests of devices.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use hyper::{Method, Request, Response, StatusCode, http};
use parking_lot::{Mutex, MutexGuard};
use serde::Serialize;
use serde::de::DeserializeOwned;
use skirmish_serve::{Answering, Handler, Reach, Server, Site, at_once, event_stream, full, guarded, plain, whole};
use skirmish_together::{Cursor, Host, Join, Joined, News, Post, Reply, Tokens};
use skirmish_tracker::table::{Millis, from_json};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::files::random_digits;

/// Largest body of a request; a command with a whole warband has a tenth of it.
const BODY: usize = 64 << 10;
/// Time limit for the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Time between signs of life: a device notes within ten seconds that the host is away.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(4);
/// Time between checks of what is due.
const TICK: Duration = Duration::from_secs(1);
/// Messages that wait for a device that reads slowly; what follows is read from the journal when it has read them.
const WAITING: usize = 4;
/// Header with the secret of a device.
const KEY: &str = "x-table-key";
/// Header with the token of the table.
const TOKEN: &str = "x-table-token";

/// A shared table over HTTP, with the page that plays on it.
#[derive(Clone)]
pub struct Sharing(Arc<Shared>);

struct Shared {
    host: Mutex<Host>,
    /// Changes whenever there may be news.
    changes: watch::Sender<u64>,
    site: Site,
    /// Values of `Host` that are this server.
    hosts: Vec<String>,
}

/// Addresses of a shared table.
pub struct Addresses {
    /// For the device in the middle, which may do everything.
    pub table: String,
    /// For the phones of players.
    pub phones: String,
}

/// Returns the time.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

impl Sharing {
    /// Shares a table under addresses such as `192.168.178.23:8042`.
    pub fn new(host: Host, site: Site, hosts: Vec<String>) -> Self {
        let (changes, _) = watch::channel(0);
        Self(Arc::new(Shared { host: Mutex::new(host), changes, site, hosts }))
    }

    /// Shares a table under the addresses of a server, and invites phones to the one that reaches furthest.
    pub fn on(server: &Server, reach: Reach, mut host: Host, site: Site) -> (Self, Addresses) {
        let port = server.port();
        let mut hosts = vec![format!("127.0.0.1:{port}")];
        if reach == Reach::Network {
            hosts.extend(skirmish_serve::on_the_network().iter().map(|address| format!("{address}:{port}")));
        }
        let at = |place: usize, token: &str| format!("http://{}/#t={token}", hosts[place.min(hosts.len() - 1)]);
        let Tokens { table, players } = host.tokens();
        let addresses = Addresses { table: at(0, table), phones: at(1, players) };
        hosts.push(format!("localhost:{port}"));
        host.invite(addresses.phones.clone(), || random_digits().ok());
        (Self::new(host, site, hosts), addresses)
    }

    /// Returns the host, to read what it says.
    pub(crate) fn host(&self) -> MutexGuard<'_, Host> {
        self.0.host.lock()
    }

    /// Returns what changes whenever there may be news.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.0.changes.subscribe()
    }

    /// Does something with the host, and sends the news.
    pub fn with<T>(&self, work: impl FnOnce(&mut Host) -> T) -> T {
        let done = work(&mut self.0.host.lock());
        self.0.changes.send_modify(|changes| *changes += 1);
        done
    }

    /// Does what is due, until the table isn't shared any more. `knock` is called for each device that asks to be let in,
    /// with the number of its request and its name.
    pub fn keep_going(self, mut knock: impl FnMut(&Self, u64, &str)) {
        let shared = Arc::downgrade(&self.0);
        drop(self);
        let mut known = 0;
        loop {
            std::thread::sleep(TICK);
            let Some(sharing) = shared.upgrade().map(Self) else { return };
            sharing.with(|host| host.tick(now()));
            let knocks = sharing.host().room().knocks;
            for (number, name) in knocks.iter().filter(|(number, _)| *number > known) {
                knock(&sharing, *number, name);
            }
            known = knocks.iter().map(|(number, _)| *number).max().unwrap_or_default();
        }
    }

    /// True if a request is meant for this server and comes from its own page: other pages, and names that resolve to
    /// this machine, get nothing.
    fn is_ours(&self, request: &Request<Incoming>) -> bool {
        let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
        let Some(host) = header("host").filter(|host| self.0.hosts.iter().any(|known| known == host)) else {
            return false;
        };
        let origin = header("origin").is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
        let opens = request.method() == Method::GET && header("sec-fetch-mode") == Some("navigate");
        let near = header("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none") || opens);
        origin && near
    }

    fn join(&self, mut join: Join, token: Option<String>) -> Joined {
        join.token = token;
        self.with(|host| host.join(&join, now()))
    }

    /// Streams the journal from a line, then all that happens.
    fn stream(&self, device: String, from: u64) -> Answering {
        let (sender, receiver) = mpsc::channel(WAITING);
        tokio::spawn(pump(Arc::clone(&self.0), device, from, sender));
        event_stream(receiver)
    }
}

/// Sends news to a device until it goes away. For one that reads slowly, nothing piles up here.
async fn pump(shared: Arc<Shared>, device: String, from: u64, sender: mpsc::Sender<Bytes>) {
    let mut changes = shared.changes.subscribe();
    let mut cursor = Cursor::from(from);
    let mut sent = Instant::now();
    loop {
        changes.mark_unchanged();
        let mut news = {
            let mut host = shared.host.lock();
            host.hear(&device, now());
            host.news(&device, &mut cursor)
        };
        if news.is_empty() {
            if tokio::time::timeout_at(sent + HEARTBEAT_INTERVAL, changes.changed())
                .await
                .is_ok_and(|changed| changed.is_ok())
            {
                continue;
            }
            news.push(News::Beat);
        }
        for news in news {
            // JSON has no line ends of its own, which would end the event.
            let event = format!("data: {}\n\n", json(&news));
            if sender.send(event.into()).await.is_err() {
                return;
            }
        }
        sent = Instant::now();
    }
}

/// Serialises a message. This can't fail: keys are names, numbers are finite.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn json_response(value: &impl Serialize, status: StatusCode) -> http::Result<Response<Bytes>> {
    let answer = Response::builder().status(status);
    let answer = guarded(answer).header(CONTENT_TYPE, "application/json").header(CACHE_CONTROL, "no-store");
    whole(answer, &Method::POST, json(value).into())
}

fn refused(status: StatusCode, why: &'static str) -> http::Result<Response<Bytes>> {
    whole(plain(status), &Method::GET, Bytes::from_static(why.as_bytes()))
}

/// Reads the body of a request, and answers it.
fn answered<T: DeserializeOwned>(
    request: Request<Incoming>,
    answer: impl FnOnce(T) -> http::Result<Response<Bytes>> + Send + 'static,
) -> Answering {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > BODY) {
        return at_once(refused(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large\n"));
    }
    Box::pin(async move {
        let body = Limited::new(request.into_body(), BODY).collect();
        let answer = match tokio::time::timeout(BODY_TIMEOUT, body).await {
            Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "the request took too long\n"),
            Ok(Err(_)) => refused(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large\n"),
            Ok(Ok(body)) => match from_json(&body.to_bytes()) {
                Ok(message) => answer(message),
                Err(_) => refused(StatusCode::BAD_REQUEST, "not a message to a table\n"),
            },
        };
        answer.map(full)
    })
}

impl Handler for Sharing {
    fn handle(&self, request: Request<Incoming>) -> Answering {
        if !self.is_ours(&request) {
            return at_once(refused(StatusCode::FORBIDDEN, "this table is only for its own page\n"));
        }
        let Some(path) = request.uri().path().strip_prefix("/table/").map(str::to_owned) else {
            return at_once(self.0.site.answer(request.method(), request.uri().path(), request.headers()));
        };
        let header = |name: &str| request.headers().get(name)?.to_str().ok().map(str::to_owned);
        let (key, token, sharing) = (header(KEY), header(TOKEN), self.clone());
        let device = || key.as_deref().and_then(|key| self.host().device(key));
        match (request.method(), path.as_str()) {
            (&Method::POST, "join") => answered(request, move |join| {
                let joined = sharing.join(join, token);
                let refused = matches!(joined, Joined::Refused(_));
                json_response(&joined, if refused { StatusCode::FORBIDDEN } else { StatusCode::OK })
            }),
            (&Method::POST, "command") => match device() {
                Some(device) => answered(request, move |post: Post| {
                    let reply = sharing.with(|host| host.receive(&device, post, now()));
                    let fast = reply == Reply::TooFast;
                    json_response(&reply, if fast { StatusCode::TOO_MANY_REQUESTS } else { StatusCode::OK })
                }),
                None => at_once(refused(StatusCode::UNAUTHORIZED, "join the table first\n")),
            },
            (&Method::GET, "lines") => match device() {
                Some(device) => self.stream(device, from(request.uri().query().unwrap_or_default())),
                None => at_once(refused(StatusCode::UNAUTHORIZED, "join the table first\n")),
            },
            (_, "join" | "command" | "lines") => {
                at_once(refused(StatusCode::METHOD_NOT_ALLOWED, "the method is not supported\n"))
            }
            _ => at_once(refused(StatusCode::NOT_FOUND, "not found\n")),
        }
    }
}

/// Returns the line that a device asks for: `from=12`.
fn from(query: &str) -> u64 {
    query.split('&').find_map(|pair| pair.strip_prefix("from=")?.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
