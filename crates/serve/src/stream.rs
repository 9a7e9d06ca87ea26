//! Server-sent events: a response that lasts until its client disconnects.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use http_body_util::BodyExt as _;
use hyper::Response;
use hyper::body::{self, Bytes, Frame};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE};
use tokio::sync::mpsc;

use super::answer::{Answering, guarded};

/// Answers with all events of a channel, until its sender is dropped.
pub fn event_stream(events: mpsc::Receiver<Bytes>) -> Answering {
    let answer = Response::builder().header(CONTENT_TYPE, "text/event-stream").header(CACHE_CONTROL, "no-store");
    Box::pin(std::future::ready(guarded(answer).body(Events(events).boxed_unsync())))
}

struct Events(mpsc::Receiver<Bytes>);

impl body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|event| event.map(|bytes| Ok(Frame::data(bytes))))
    }
}
