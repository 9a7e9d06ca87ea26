//! HTTP as browsers use it, and as nobody should.

#![allow(dead_code, reason = "each of two test programs uses its own part of it")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// A client that sends the given bytes.
pub struct Client {
    stream: BufReader<TcpStream>,
    /// Whose page it asks for.
    host: String,
}

/// Response to a client.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
    }
}

impl Client {
    pub fn new(stream: TcpStream, host: &str) -> Self {
        // Only a server that never answers takes so long: the test fails then, rather than wait for good.
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a limit");
        Self { stream: BufReader::new(stream), host: host.to_owned() }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("it takes bytes");
    }

    pub fn ask(&mut self, method: &str, path: &str, headers: &str) -> Answer {
        let host = &self.host;
        self.send(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").as_bytes());
        self.answer(method == "HEAD")
    }

    pub fn post(&mut self, path: &str, headers: &str, body: &str) -> Answer {
        let (host, length) = (&self.host, body.len());
        self.send(
            format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
                .as_bytes(),
        );
        self.answer(false)
    }

    /// Returns a response with its body; only the head of an endless one.
    pub fn answer(&mut self, head_only: bool) -> Answer {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(self.stream.read_line(&mut head).expect("a line"), 0, "it hung up after {head:?}");
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut answer = Answer { status, head, body: Vec::new() };
        let length = answer.header("content-length").map_or(0, |length| length.parse().expect("a length"));
        if answer.header("transfer-encoding").is_some() {
            return answer;
        }
        answer.body = vec![0; if head_only || status == 304 { 0 } else { length }];
        self.stream.read_exact(&mut answer.body).expect("a body");
        answer
    }

    /// Returns the next line of an endless response, without empty ones and chunk lengths.
    pub fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.stream.read_line(&mut line).expect("a line"), 0, "it hung up");
            let line = line.trim_end();
            if !line.is_empty() && !line.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return line.to_owned();
            }
        }
    }

    /// Returns everything until the server hangs up.
    pub fn rest(mut self) -> Vec<u8> {
        let mut said = Vec::new();
        drop(self.stream.read_to_end(&mut said));
        said
    }
}
