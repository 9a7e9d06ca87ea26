//! Serves the page over HTTP, only for this machine: files of the page, pictures, events, locations in the data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use http_body_util::{BodyExt as _, Collected, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH};
use hyper::{HeaderMap, Method, Request, Response, StatusCode, http};
use serde::Serialize;

use super::editor::Editor;
use super::edits::{Direction, Edits, RefusedEdit};
use super::events::Events;
use super::lookup::{place_of, value_of};
use super::on_disk::OnDisk;
use super::pictures::{PictureId, Pictures};
use super::snapshot::{Place, Snapshot};
use crate::job::{Failure, MemorySink, calibration_sheet};
use crate::serve::{Answering, Handler, Site, at_once, event_stream, full, guarded, is_known, listed, plain, whole};

/// The files of the page, and the typefaces of its head.
pub const FILES: [(&str, &[u8]); 23] = [
    ("/index.html", include_bytes!("page/index.html")),
    ("/page.css", include_bytes!("page/page.css")),
    ("/page.js", include_bytes!("page/page.js")),
    ("/host.js", include_bytes!("page/host.js")),
    ("/codemirror.js", include_bytes!("page/vendor/codemirror.js")),
    ("/code.js", include_bytes!("page/code.js")),
    ("/files.js", include_bytes!("page/files.js")),
    ("/colours.js", include_bytes!("page/colours.js")),
    ("/commands.js", include_bytes!("page/commands.js")),
    ("/compare.js", include_bytes!("page/compare.js")),
    ("/find.js", include_bytes!("page/find.js")),
    ("/fields.js", include_bytes!("page/fields.js")),
    ("/history.js", include_bytes!("page/history.js")),
    ("/panel.js", include_bytes!("page/panel.js")),
    ("/layout.js", include_bytes!("page/layout.js")),
    ("/menu.js", include_bytes!("page/menu.js")),
    ("/editing.js", include_bytes!("page/editing.js")),
    ("/parts.js", include_bytes!("page/parts.js")),
    ("/table.js", include_bytes!("page/table.js")),
    ("/problems.js", include_bytes!("page/problems.js")),
    ("/sheets.js", include_bytes!("page/sheets.js")),
    ("/title.otf", include_bytes!("../../../../fonts/screen/Junicode-SemiBold.otf")),
    ("/text.otf", include_bytes!("../../../../fonts/screen/Inter-Regular.otf")),
];

/// Requests that are posted.
const POSTED: [&str; 14] = [
    "/place",
    "/text",
    "/layout",
    "/colours",
    "/fields",
    "/table",
    "/history",
    "/files",
    "/file",
    "/test-sheet",
    "/edit",
    "/art",
    "/fix",
    "/go",
];
/// Header with the token of a request that changes files.
const TOKEN: &str = "x-skirmish-token";
/// Bytes of an edit at most, and of an image.
const MAX_EDIT: usize = 1 << 20;
const MAX_IMAGE: usize = 64 << 20;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Handler of the page's requests.
pub struct Page {
    site: Site,
    port: u16,
    pub(super) events: Arc<Events>,
    pub(super) pictures: Arc<Pictures>,
    editor: Option<Editor>,
    edits: Arc<Edits<OnDisk>>,
    /// Folder of the data.
    root: PathBuf,
}

/// Location in the data, and whether an editor opens it.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    place: Place,
    opened: bool,
    /// Reason why no editor opens; `None` without an editor.
    refused: Option<String>,
}

impl Page {
    pub(super) fn new(
        port: u16,
        pictures: Arc<Pictures>,
        editor: Option<Editor>,
        edits: Edits<OnDisk>,
        root: PathBuf,
    ) -> Self {
        let files = FILES.map(|(path, bytes)| (path.to_owned(), Bytes::from_static(bytes)));
        let site = Site::new(&BTreeMap::from(files));
        Self { site, port, events: Arc::default(), pictures, editor, edits: Arc::new(edits), root }
    }

    /// True if a request is meant for this page, and comes from it or from its user: other pages that know the port, or
    /// names that resolve to this machine, get nothing.
    fn is_ours(&self, request: &Request<Incoming>) -> bool {
        let headers = request.headers();
        let said = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{}", self.port));
        let Some(host) = said("host").filter(|host| hosts.iter().any(|known| known == host)) else { return false };
        let origin = said("origin").is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
        let follows_link = request.method() == Method::GET && said("sec-fetch-mode") == Some("navigate");
        let near = said("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none") || follows_link);
        origin && near
    }

    /// Answers with a picture: `/pictures/0123456789abcdef-600.png`.
    fn picture(&self, name: &str, request: &Request<Incoming>) -> Answering {
        let (method, asked) = (request.method().clone(), request.headers());
        let known = name.strip_suffix(".png").and_then(|name| name.split_once('-'));
        let asked_for = known.and_then(|(id, width)| Some((id.parse::<PictureId>().ok()?, width.parse().ok()?)));
        let Some((id, width)) = asked_for.filter(|(id, _)| self.pictures.has(*id)) else {
            return at_once(nothing(&method));
        };
        let tag = format!("\"{id}-{width}\"");
        let answer = Response::builder()
            .header(CACHE_CONTROL, "no-cache")
            .header(RESOURCE_POLICY, "same-origin")
            .header(ETAG, &tag);
        if is_known(&listed(asked, &IF_NONE_MATCH), &tag) {
            return at_once(guarded(answer.status(StatusCode::NOT_MODIFIED)).body(Bytes::new()));
        }
        let pictures = Arc::clone(&self.pictures);
        Box::pin(async move {
            // Painting takes a while, so it runs on another thread and doesn't block other requests.
            let painted = tokio::task::spawn_blocking(move || pictures.paint(id, width)).await;
            let answer = match painted.ok().flatten() {
                Some(bytes) => {
                    whole(guarded(answer).header(CONTENT_TYPE, "image/png"), &method, Bytes::from_owner(bytes))
                }
                None => nothing(&method),
            };
            answer.map(full)
        })
    }

    /// Returns a location in the data, see [`place_of`]; opens it if an editor is set.
    fn place(&self, query: &str) -> http::Result<Response<Bytes>> {
        let snapshot = self.events.last();
        let Some(place) = snapshot.and_then(|snapshot| place_of(&snapshot, query)) else {
            return nothing(&Method::POST);
        };
        let opened = self.editor.as_ref().map(|editor| self.open(editor, &place));
        let refused = opened.as_ref().and_then(|opened| opened.as_ref().err().cloned());
        let found = Found { place, opened: opened.is_some_and(|opened| opened.is_ok()), refused };
        json(StatusCode::OK, &found)
    }

    /// Returns the cards as a table.
    fn table(&self) -> http::Result<Response<Bytes>> {
        match self.edits.table() {
            Ok(table) => json(StatusCode::OK, &table),
            Err(error) => refused(&error),
        }
    }

    /// Returns what can be edited of the face that a query names (`face=card/axe`).
    fn editable<T: Serialize>(
        &self,
        query: &str,
        find: impl Fn(&Edits<OnDisk>, &Snapshot, &str) -> Result<Option<T>, RefusedEdit>,
    ) -> http::Result<Response<Bytes>> {
        let Some(snapshot) = self.events.last() else { return nothing(&Method::POST) };
        match find(&self.edits, &snapshot, query) {
            Ok(Some(found)) => json(StatusCode::OK, &found),
            Ok(None) => nothing(&Method::POST),
            Err(error) => refused(&error),
        }
    }

    /// Returns the text of a file of the game (`path=card-data/mine/cards.toml`).
    fn file(&self, query: &str) -> http::Result<Response<Bytes>> {
        let Some(path) = value_of(query, "path") else { return nothing(&Method::POST) };
        match self.edits.file_text(&path) {
            Ok(text) => json(StatusCode::OK, &text),
            Err(error) => refused(&error),
        }
    }

    /// Returns the calibration sheet for a paper (`paper=a4`): a PDF.
    fn test_sheet(&self, query: &str) -> Answering {
        let edits = Arc::clone(&self.edits);
        let Some(paper) = value_of(query, "paper").and_then(|name| name.parse().ok()) else {
            return at_once(nothing(&Method::POST));
        };
        Box::pin(async move {
            let made = tokio::task::spawn_blocking(move || {
                let sink = MemorySink::default();
                let made = calibration_sheet(edits.vfs(), paper, Path::new(""), &sink);
                made.map(|_| sink.into_files().into_values().next().unwrap_or_default())
            });
            let answer = match made.await {
                Ok(Ok(pdf)) => {
                    let answer = Response::builder().header(CONTENT_TYPE, "application/pdf");
                    whole(guarded(answer).header(CACHE_CONTROL, "no-store"), &Method::POST, pdf.into())
                }
                Ok(Err(Failure::Diagnostics(found))) => unmade(found.first().map_or("", |first| &first.message)),
                Ok(Err(Failure::Stopped(why))) => unmade(&why),
                Err(_) => unmade("the sheet couldn't be made"),
            };
            answer.map(full)
        })
    }

    /// Changes files, for the page only: the request has the token that its first event brought.
    fn change(&self, request: Request<Incoming>) -> Answering {
        let token = request.headers().get(TOKEN).and_then(|token| token.to_str().ok());
        if token != Some(self.events.token.as_str()) {
            let why = Bytes::from_static(b"only the page can change files: reload it\n");
            return at_once(whole(plain(StatusCode::FORBIDDEN), request.method(), why));
        }
        let (edits, path) = (Arc::clone(&self.edits), request.uri().path().to_owned());
        let (snapshot, query) = (self.events.last(), request.uri().query().unwrap_or_default().to_owned());
        Box::pin(async move {
            let limit = if path == "/art" { MAX_IMAGE } else { MAX_EDIT };
            let body = Limited::new(request.into_body(), limit).collect().await;
            let Ok(body) = body.map(Collected::to_bytes) else {
                let why = Bytes::from_static(b"the edit is incomplete or too large\n");
                return whole(plain(StatusCode::BAD_REQUEST), &Method::POST, why).map(full);
            };
            // Files are read and written on another thread, which doesn't block other requests.
            let done = tokio::task::spawn_blocking(move || match path.as_str() {
                "/go" => Some(edits.go(Direction::of(&query)?)),
                "/art" => Some(edits.art(snapshot.as_deref()?, &query, body.to_vec())),
                "/fix" => Some(edits.fix(snapshot.as_deref()?, &query)),
                _ => Some(edits.edit(&serde_json::from_slice(&body).ok()?)),
            });
            let answer = match done.await.ok().flatten() {
                Some(Ok(files)) => json(StatusCode::OK, &files),
                Some(Err(error)) => refused(&error),
                None => whole(plain(StatusCode::BAD_REQUEST), &Method::POST, Bytes::from_static(b"unknown edit\n")),
            };
            answer.map(full)
        })
    }

    fn open(&self, editor: &Editor, place: &Place) -> Result<(), String> {
        let file = self.root.join(&place.file);
        if !file.is_file() {
            return Err(format!("{} is built in, so it isn't on disk", place.file));
        }
        editor.open(&file, place).map_err(|error| format!("cannot start `{}`: {error}", editor.program()))
    }
}

impl Handler for Page {
    fn handle(&self, request: Request<Incoming>) -> Answering {
        let method = request.method();
        if !self.is_ours(&request) {
            let why = Bytes::from_static(b"this page is available only on the same machine\n");
            return at_once(whole(plain(StatusCode::FORBIDDEN), method, why));
        }
        let path = request.uri().path();
        if POSTED.contains(&path) {
            let query = request.uri().query().unwrap_or_default();
            match path {
                "/place" if method == Method::POST => return at_once(self.place(query)),
                "/text" if method == Method::POST => return at_once(self.editable(query, Edits::text)),
                "/layout" if method == Method::POST => return at_once(self.editable(query, Edits::layout)),
                "/colours" if method == Method::POST => return at_once(self.editable(query, Edits::colours)),
                "/fields" if method == Method::POST => return at_once(self.editable(query, Edits::fields)),
                "/history" if method == Method::POST => return at_once(json(StatusCode::OK, &self.edits.steps())),
                "/files" if method == Method::POST => return at_once(json(StatusCode::OK, &self.edits.files())),
                "/table" if method == Method::POST => return at_once(self.table()),
                "/file" if method == Method::POST => return at_once(self.file(query)),
                "/test-sheet" if method == Method::POST => return self.test_sheet(query),
                _ if method == Method::POST => return self.change(request),
                _ => {}
            }
            let answer = plain(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, "POST");
            return at_once(whole(answer, method, Bytes::from_static(b"only POST is supported\n")));
        }
        match path.strip_prefix("/pictures/") {
            Some(name) if method == Method::GET || method == Method::HEAD => self.picture(name, &request),
            None if path == "/events" && method == Method::GET => event_stream(self.events.subscribe()),
            _ => at_once(self.site.answer(method, path, request.headers()).map(alone)),
        }
    }
}

/// Restricts the page to this server.
fn alone(mut answer: Response<Bytes>) -> Response<Bytes> {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src \
                  'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let headers: &mut HeaderMap = answer.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, http::HeaderValue::from_static(policy));
    headers.insert(RESOURCE_POLICY, http::HeaderValue::from_static("same-origin"));
    answer
}

fn json(status: StatusCode, value: &impl Serialize) -> http::Result<Response<Bytes>> {
    let json = serde_json::to_vec(value).unwrap_or_default();
    let answer = Response::builder().header(CONTENT_TYPE, "application/json").header(CACHE_CONTROL, "no-store");
    whole(guarded(answer).status(status), &Method::POST, json.into())
}

/// Answers an edit that was refused with the reason, in a line.
/// A conflict may pass once the changed file has been drawn; nothing else does.
fn refused(error: &RefusedEdit) -> http::Result<Response<Bytes>> {
    let status = if error.is_stale() { StatusCode::CONFLICT } else { StatusCode::UNPROCESSABLE_ENTITY };
    whole(plain(status), &Method::POST, format!("{error}\n").into())
}

/// Answers a request for a file that can't be made with the reason, in a line.
fn unmade(why: &str) -> http::Result<Response<Bytes>> {
    whole(plain(StatusCode::UNPROCESSABLE_ENTITY), &Method::POST, format!("{why}\n").into())
}

fn nothing(method: &Method) -> http::Result<Response<Bytes>> {
    whole(plain(StatusCode::NOT_FOUND), method, Bytes::from_static(b"not found\n"))
}
