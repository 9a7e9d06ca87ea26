//! Connections: many at once on one thread, which never waits for any of them.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;

use super::site::Site;

/// How long a client may take for the head of a request, and may stay without asking for anything.
const PATIENCE: Duration = Duration::from_secs(15);
/// The head of a request is no longer than this.
const HEAD: usize = 16 << 10;
/// How long to wait until there may be room for another connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Who may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This machine alone.
    Here,
    /// All that reach this machine.
    Network,
}

/// A place where clients come, before anybody is answered.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    patience: Duration,
}

/// Why nobody can come.
#[derive(Debug, thiserror::Error)]
pub enum Unbound {
    /// Another program is there.
    #[error("another program uses port {port}; `--port {}` takes another one, `--port 0` any that is free", other(*port))]
    Taken {
        /// The port.
        port: u16,
    },
    /// The system does not let us.
    #[error("could not use port {port}: {source}; `--port 0` takes any that is free")]
    Io {
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
}

/// A port to try.
fn other(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(8042)
}

impl Server {
    /// Takes a port; any that is free for 0.
    ///
    /// # Errors
    /// See [`Unbound`].
    pub fn bind(reach: Reach, port: u16) -> Result<Self, Unbound> {
        let address = match reach {
            Reach::Here => Ipv4Addr::LOCALHOST,
            Reach::Network => Ipv4Addr::UNSPECIFIED,
        };
        let io = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => Unbound::Taken { port },
            _ => Unbound::Io { port, source },
        };
        let listener = TcpListener::bind((address, port)).map_err(io)?;
        listener.set_nonblocking(true).map_err(io)?;
        let port = listener.local_addr().map_err(io)?.port();
        Ok(Self { listener, port, patience: PATIENCE })
    }

    /// The port that it took.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Answers whoever comes, until the program ends.
    ///
    /// # Errors
    /// The system gives us no way to wait for connections.
    pub fn run(self, site: Site) -> io::Result<Infallible> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime.block_on(self.accept(Arc::new(site)))
    }

    async fn accept(self, site: Arc<Site>) -> io::Result<Infallible> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(talk(stream, Arc::clone(&site), self.patience))),
                // A client that went away meanwhile.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                // More connections than the system has room for: it passes.
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

/// Answers the requests of one connection until it ends. How it ended is its client's concern alone.
async fn talk(stream: TcpStream, site: Arc<Site>, patience: Duration) {
    // A small answer waits for nothing; without this it is only later.
    drop(stream.set_nodelay(true));
    let service = service_fn(|request: Request<Incoming>| {
        let answer = site.answer(request.method(), request.uri().path(), request.headers());
        async { answer.map(|answer| answer.map(Full::new)) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(HEAD);
    drop(http.serve_connection(TokioIo::new(stream), service).await);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Read as _, Write as _};
    use std::net::{Ipv4Addr, TcpStream};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{HEAD, Reach, Server, Unbound};
    use crate::serve::Site;

    /// A server of nothing, and its port.
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

    /// All that a server says until it closes the connection.
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
            assert!(matches!(error, Unbound::Taken { port } if port == taken), "{error}");
            assert!(error.to_string().contains("--port"), "{error}");
        }
    }
}
