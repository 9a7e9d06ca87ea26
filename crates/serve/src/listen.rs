//! Connections: many at once on one thread, which never waits for any of them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::net::{Ipv4Addr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::HOST;
use hyper::rt::ReadBufCursor;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::{Mutex, MutexGuard};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::answer::{self, Answering};

/// Time limit for the head of a request, and for an idle client.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// Time limit for a whole response: the entire page over a slow network.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(300);
/// Maximum number of connections; beyond it the one that has been idle the longest is dropped. A download is only
/// dropped once it has [stalled](STALLED); until then, new clients wait.
const MAX_CONNECTIONS: usize = 128;
/// Time limit for a client that stops reading a response while others wait.
const STALLED: Duration = Duration::from_secs(3);
/// Time limit for a client that stops reading an endless response; it can come again.
const UNREAD: Duration = Duration::from_secs(30);
/// The head of a request is no longer than this.
const HEAD: usize = 16 << 10;
/// Delay before the next check for a free connection.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Handler of requests.
pub trait Handler: Send + Sync + 'static {
    /// Returns the response to a request. Must not block for long.
    fn handle(&self, request: Request<Incoming>) -> Answering;
}

/// Clients that may connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only this machine.
    Here,
    /// All that can reach this machine.
    Network,
}

/// A place where clients come, before anybody is answered.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    patience: Duration,
    longest: Duration,
    stalled: Duration,
    unread: Duration,
}

/// Reason why the server can't start.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Another program is there.
    #[error("port {port} is in use; pass `--port {}`, or `--port 0` for any free port", other(*port))]
    Taken {
        /// The port.
        port: u16,
    },
    /// The system does not let us.
    #[error("could not use port {port}: {source}; pass `--port 0` for any free port")]
    Io {
        /// The port.
        port: u16,
        /// The system’s message.
        source: io::Error,
    },
}

/// Returns a port to try.
fn other(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(8042)
}

impl Server {
    /// Takes a port; any that is free for 0.
    ///
    /// # Errors
    /// See [`BindError`].
    pub fn bind(reach: Reach, port: u16) -> Result<Self, BindError> {
        let address = match reach {
            Reach::Here => Ipv4Addr::LOCALHOST,
            Reach::Network => Ipv4Addr::UNSPECIFIED,
        };
        let io = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => BindError::Taken { port },
            _ => BindError::Io { port, source },
        };
        let listener = TcpListener::bind((address, port)).map_err(io)?;
        listener.set_nonblocking(true).map_err(io)?;
        let port = listener.local_addr().map_err(io)?.port();
        Ok(Self {
            listener,
            port,
            patience: HEAD_TIMEOUT,
            longest: RESPONSE_TIMEOUT,
            stalled: STALLED,
            unread: RESPONSE_TIMEOUT,
        })
    }

    /// Returns the port that it took.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Sets the time limits for endless responses: they may last, but a client has to read them.
    #[must_use]
    pub fn with_endless_answers(self) -> Self {
        /// Longer than any evening.
        const DAYS: Duration = Duration::from_secs(30 * 24 * 60 * 60);
        Self { longest: DAYS, unread: UNREAD, ..self }
    }

    /// Answers all clients until the program ends.
    ///
    /// # Errors
    /// The system provides no way to wait for connections.
    pub fn run(self, handler: impl Handler) -> io::Result<Infallible> {
        runtime()?.block_on(self.accept(Arc::new(handler)))
    }

    /// Answers all clients until `end` is ready; then their connections are closed.
    ///
    /// # Errors
    /// The system provides no way to wait for connections.
    pub fn run_until(self, handler: impl Handler, end: impl Future<Output = ()>) -> io::Result<()> {
        runtime()?.block_on(async {
            tokio::spawn(self.accept(Arc::new(handler)));
            end.await;
        });
        Ok(())
    }

    async fn accept(self, handler: Arc<impl Handler>) -> io::Result<Infallible> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let guests = Arc::<Guests>::default();
        let limits = Limits { patience: self.patience, longest: self.longest, unread: self.unread };
        for number in 0_u64.. {
            while !guests.make_room(MAX_CONNECTIONS - 1, self.stalled) {
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
            match listener.accept().await {
                Ok((stream, _)) => {
                    let guest = Guest { number, guests: Arc::clone(&guests) };
                    guest.asks();
                    let task = tokio::spawn(talk(stream, Arc::clone(&handler), guest, limits));
                    guests.seat(number, task.abort_handle());
                }
                // A client that went away meanwhile.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                // More connections than the system allows: one is dropped.
                Err(_) => {
                    let there = guests.lock().len();
                    guests.make_room(there.saturating_sub(1), self.stalled);
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
            }
        }
        Err(io::Error::other("there were more connections than numbers"))
    }
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()
}

/// Time limits of a connection.
#[derive(Clone, Copy)]
struct Limits {
    patience: Duration,
    longest: Duration,
    unread: Duration,
}

/// A connection as the others see it.
#[derive(Debug)]
struct Seat {
    /// Time of its last request.
    asked: Instant,
    /// Time since which it hasn't read any of an unfinished response; `None` if there isn't one.
    waiting: Option<Instant>,
    task: Option<AbortHandle>,
}

/// All connections.
#[derive(Debug, Default)]
struct Guests(Mutex<BTreeMap<u64, Seat>>);

impl Guests {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Seat>> {
        self.0.lock()
    }

    /// Disconnects the clients that have been idle the longest, until at most `most` are left. Returns false if all
    /// others are active downloads.
    fn make_room(&self, most: usize, stalled: Duration) -> bool {
        let mut there = self.lock();
        while there.len() > most {
            let idle = there.iter().filter(|(_, seat)| seat.waiting.is_none_or(|since| since.elapsed() > stalled));
            let Some(oldest) = idle.min_by_key(|(_, seat)| seat.asked).map(|(number, _)| *number) else {
                return false;
            };
            if let Some(task) = there.remove(&oldest).and_then(|seat| seat.task) {
                task.abort();
            }
        }
        true
    }

    /// Stores how to disconnect a client, unless it has already left.
    fn seat(&self, number: u64, task: AbortHandle) {
        if let Some(seat) = self.lock().get_mut(&number) {
            seat.task = Some(task);
        }
    }
}

/// One of them; it is forgotten when its connection ends.
struct Guest {
    number: u64,
    guests: Arc<Guests>,
}

impl Guest {
    /// Records a request.
    fn asks(&self) {
        let now = Instant::now();
        self.guests.lock().entry(self.number).or_insert(Seat { asked: now, waiting: None, task: None }).asked = now;
    }

    /// Returns the time of the last request.
    fn asked(&self) -> Option<Instant> {
        self.guests.lock().get(&self.number).map(|seat| seat.asked)
    }

    /// True if it hasn't read any of an unfinished response for a while.
    fn stalls(&self, unread: Duration) -> bool {
        let guests = self.guests.lock();
        guests.get(&self.number).and_then(|seat| seat.waiting).is_some_and(|since| since.elapsed() >= unread)
    }

    /// Records if the network accepts data.
    fn sends<T>(&self, written: &Poll<T>) {
        if let Some(seat) = self.guests.lock().get_mut(&self.number) {
            seat.waiting = match written {
                Poll::Ready(_) => None,
                Poll::Pending => seat.waiting.or_else(|| Some(Instant::now())),
            };
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.guests.lock().remove(&self.number);
    }
}

/// The stream of a connection, which notes whether an answer is on its way.
struct NotedStream {
    stream: TokioIo<TcpStream>,
    guest: Arc<Guest>,
}

impl NotedStream {
    fn write<T>(self: Pin<&mut Self>, write: impl FnOnce(Pin<&mut TokioIo<TcpStream>>) -> Poll<T>) -> Poll<T> {
        let this = self.get_mut();
        let written = write(Pin::new(&mut this.stream));
        this.guest.sends(&written);
        written
    }
}

impl hyper::rt::Read for NotedStream {
    fn poll_read(mut self: Pin<&mut Self>, task: &mut Context<'_>, into: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(task, into)
    }
}

impl hyper::rt::Write for NotedStream {
    fn poll_write(self: Pin<&mut Self>, task: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.write(|stream| stream.poll_write(task, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(task)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(task)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(|stream| stream.poll_write_vectored(task, bytes))
    }
}

/// Answers the requests of one connection until it ends. Its errors only concern the client.
async fn talk(stream: TcpStream, handler: Arc<impl Handler>, guest: Guest, limits: Limits) {
    let Limits { patience, longest, unread } = limits;
    // A small answer waits for nothing; without this it is only later.
    drop(stream.set_nodelay(true));
    let guest = Arc::new(guest);
    let service = service_fn(|request: Request<Incoming>| {
        guest.asks();
        if request.version() == Version::HTTP_11 && !request.headers().contains_key(HOST) {
            answer::at_once(answer::no_host(request.method()))
        } else {
            handler.handle(request)
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(HEAD);
    let stream = NotedStream { stream: TokioIo::new(stream), guest: Arc::clone(&guest) };
    let mut talking = std::pin::pin!(http.serve_connection(stream, service));
    // A client that doesn't read a response is disconnected after a while.
    while let Some(asked) = guest.asked() {
        let until = asked + longest;
        let look = until.min(Instant::now() + unread);
        if tokio::time::timeout_at(look, &mut talking).await.is_ok() || guest.stalls(unread) {
            return;
        }
        if Instant::now() >= until && guest.asked() == Some(asked) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Read as _, Write as _};
    use std::net::{Ipv4Addr, TcpStream};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{BindError, HEAD, Reach, Server};
    use crate::Site;

    /// Starts a server of nothing, and returns its port.
    fn server(patience: Duration) -> u16 {
        let server = Server { patience, ..Server::bind(Reach::Here, 0).expect("a free port") };
        let port = server.port();
        thread::spawn(move || server.run(Site::new(&BTreeMap::new())));
        port
    }

    fn connect(port: u16) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a limit");
        stream
    }

    /// Returns all output of a server until it closes the connection.
    fn rest(stream: &mut TcpStream) -> String {
        let mut said = String::new();
        stream.read_to_string(&mut said).expect("it hangs up");
        said
    }

    #[test]
    fn who_says_nothing_or_half_a_request_is_sent_away() {
        let patience = Duration::from_millis(300);
        let port = server(patience);
        let begun = Instant::now();
        let [mut silent, mut half, mut idle] = [connect(port), connect(port), connect(port)];
        half.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").expect("a line");
        idle.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        assert!(!rest(&mut silent).contains("404"));
        assert!(!rest(&mut half).contains("404"));
        assert!(rest(&mut idle).starts_with("HTTP/1.1 404"));
        assert!(begun.elapsed() >= patience, "{:?}", begun.elapsed());
    }

    #[test]
    fn who_does_not_read_is_sent_away() {
        let file = vec![7_u8; 64 << 20];
        let site = BTreeMap::from([("/index.html".to_owned(), file.into())]);
        let longest = Duration::from_millis(400);
        let server = Server { longest, ..Server::bind(Reach::Here, 0).expect("a free port") };
        let port = server.port();
        thread::spawn(move || server.run(Site::new(&site)));
        let mut stream = connect(port);
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        thread::sleep(4 * longest);
        let mut read = Vec::new();
        // It hangs up in the middle, politely or not.
        drop(stream.read_to_end(&mut read));
        assert!(read.len() < 64 << 20, "{} bytes", read.len());
    }

    #[test]
    fn a_crowd_that_asks_for_nothing_keeps_nobody_waiting() {
        let port = server(Duration::from_secs(60));
        let crowd: Vec<TcpStream> = (0..2 * super::MAX_CONNECTIONS).map(|_| connect(port)).collect();
        let begun = Instant::now();
        let mut stream = connect(port);
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("a request");
        assert!(rest(&mut stream).starts_with("HTTP/1.1 404"));
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        drop(crowd);
    }

    #[test]
    fn a_download_is_never_cut_for_newcomers() {
        let file = vec![7_u8; 32 << 20];
        let site = BTreeMap::from([("/index.html".to_owned(), file.into())]);
        // They read nothing until the crowd is there, however long that takes.
        let server = Server { stalled: Duration::from_secs(600), ..Server::bind(Reach::Here, 0).expect("a free port") };
        let port = server.port();
        thread::spawn(move || server.run(Site::new(&site)));
        let mut downloads: Vec<TcpStream> = (0..super::MAX_CONNECTIONS / 4).map(|_| connect(port)).collect();
        for stream in &mut downloads {
            stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("a request");
            stream.read_exact(&mut [0; 9]).expect("it begins");
        }
        let crowd: Vec<TcpStream> = (0..2 * super::MAX_CONNECTIONS).map(|_| connect(port)).collect();
        let mut newcomer = connect(port);
        newcomer.write_all(b"GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("a request");
        assert!(rest(&mut newcomer).starts_with("HTTP/1.1 404"));
        for mut stream in downloads {
            let mut read = Vec::new();
            stream.read_to_end(&mut read).expect("all of it");
            assert!(read.len() > 32 << 20, "{} bytes", read.len());
        }
        drop(crowd);
    }

    #[test]
    fn a_request_says_whose_page_it_asks_for() {
        let port = server(Duration::from_secs(60));
        for (request, status) in [
            ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "404"),
            ("GET / HTTP/1.0\r\n\r\n", "404"),
        ] {
            let mut stream = connect(port);
            stream.write_all(request.as_bytes()).expect("a request");
            let said = rest(&mut stream);
            assert!(said.split(' ').nth(1) == Some(status), "{request}: {said}");
        }
    }

    #[test]
    fn a_head_has_a_largest_size() {
        let port = server(Duration::from_secs(3600));
        let head = |length: usize, end: &str| {
            let begin = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ";
            let mut stream = connect(port);
            let long = "x".repeat(length - begin.len() - end.len());
            stream.write_all(format!("{begin}{long}{end}").as_bytes()).expect("it takes bytes");
            rest(&mut stream)
        };
        assert!(head(HEAD - 1, "\r\n\r\n").starts_with("HTTP/1.1 404"));
        // Its end is not even waited for.
        assert!(head(HEAD, "").starts_with("HTTP/1.1 431"));
    }

    #[test]
    fn a_port_in_use_names_another_one() {
        let first = Server::bind(Reach::Here, 0).expect("a free port");
        let taken = first.port();
        for reach in [Reach::Here, Reach::Network] {
            let error = Server::bind(reach, taken).expect_err("it is taken");
            assert!(matches!(error, BindError::Taken { port } if port == taken), "{error}");
            assert!(error.to_string().contains("--port"), "{error}");
        }
    }
}
