//! Responses to requests.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::pin::Pin;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, HeaderName, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Request, Response, StatusCode, http};
use percent_encoding::percent_decode_str;

use super::accept::Coding;
use super::listen::Handler;
use super::site::{File, Site};

/// Body of a response: complete bytes, or a stream.
pub type Body = UnsyncBoxBody<Bytes, Infallible>;

/// An answer that is being made. It fails where a header cannot be written, which only a mistake in this program brings about.
pub type Answering = Pin<Box<dyn Future<Output = http::Result<Response<Body>>> + Send>>;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Returns an immediate answer.
pub fn at_once(answer: http::Result<Response<Bytes>>) -> Answering {
    Box::pin(ready(answer.map(full)))
}

/// Returns a complete answer, ready to send.
pub fn full(answer: Response<Bytes>) -> Response<Body> {
    answer.map(|bytes| Full::new(bytes).boxed_unsync())
}

impl Handler for Site {
    fn handle(&self, request: Request<Incoming>) -> Answering {
        at_once(self.answer(request.method(), request.uri().path(), request.headers()))
    }
}

impl Site {
    /// Returns the response to a request: a file of the site, or a line with the reason for its absence.
    ///
    /// # Errors
    /// A header could not be written, which only a bug in this program can cause.
    pub fn answer(&self, method: &Method, path: &str, asked: &HeaderMap) -> http::Result<Response<Bytes>> {
        if method != Method::GET && method != Method::HEAD {
            let answer = plain(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, "GET, HEAD");
            return whole(answer, method, Bytes::from_static(b"only GET and HEAD are supported\n"));
        }
        // A path that isn't UTF-8 has no file here.
        let path = percent_decode_str(path).decode_utf8().ok();
        match path.and_then(|path| self.find(&path)) {
            Some(file) => found(file, method, asked),
            None => whole(plain(StatusCode::NOT_FOUND), method, Bytes::from_static(b"file not found\n")),
        }
    }
}

/// Answers a request without a host, which version 1.1 forbids.
///
/// # Errors
/// As [`Site::answer`].
pub(super) fn no_host(method: &Method) -> http::Result<Response<Bytes>> {
    whole(plain(StatusCode::BAD_REQUEST), method, Bytes::from_static(b"missing Host header\n"))
}

fn found(file: &File, method: &Method, asked: &HeaderMap) -> http::Result<Response<Bytes>> {
    let (coding, form) = file.form(&listed(asked, &ACCEPT_ENCODING));
    let answer = Response::builder()
        .header(CACHE_CONTROL, file.cache_control)
        .header(ETAG, &form.tag)
        .header(VARY, "Accept-Encoding");
    if is_known(&listed(asked, &IF_NONE_MATCH), &form.tag) {
        return guarded(answer.status(StatusCode::NOT_MODIFIED)).body(Bytes::new());
    }
    let answer = guarded(answer).header(CONTENT_TYPE, file.content_type);
    let answer = match coding {
        Coding::Brotli => answer.header(CONTENT_ENCODING, "br"),
        Coding::Gzip => answer.header(CONTENT_ENCODING, "gzip"),
        Coding::Plain => answer,
    };
    whole(answer, method, form.bytes.clone())
}

/// Returns the head of a text line about an error.
pub fn plain(status: StatusCode) -> http::response::Builder {
    let answer = Response::builder().status(status).header(CONTENT_TYPE, "text/plain; charset=utf-8");
    guarded(answer).header(CACHE_CONTROL, "no-cache")
}

/// Adds headers that isolate a page, in every response.
pub fn guarded(answer: http::response::Builder) -> http::response::Builder {
    answer
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(REFERRER_POLICY, "no-referrer")
        .header(OPENER_POLICY, "same-origin")
        // The page contains the rest of its policy; this part only works in a header.
        .header(CONTENT_SECURITY_POLICY, "frame-ancestors 'none'")
}

/// Returns length and bytes; for a HEAD, only the length.
///
/// # Errors
/// As [`Site::answer`].
pub fn whole(answer: http::response::Builder, method: &Method, bytes: Bytes) -> http::Result<Response<Bytes>> {
    let answer = answer.header(CONTENT_LENGTH, bytes.len());
    answer.body(if method == Method::HEAD { Bytes::new() } else { bytes })
}

/// Returns all lines of a header as one list.
pub fn listed(headers: &HeaderMap, name: &HeaderName) -> String {
    let lines: Vec<&str> = headers.get_all(name).iter().filter_map(|line| line.to_str().ok()).collect();
    lines.join(",")
}

/// True if a client has a file already. Weak tags are compared by what they are of.
pub fn is_known(tags: &str, tag: &str) -> bool {
    tags.split(',').map(str::trim).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
