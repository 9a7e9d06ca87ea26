//! Responses to requests, without a connection.

use std::fs;

use hyper::body::Bytes;
use hyper::header::{ACCEPT_ENCODING, HeaderName, IF_NONE_MATCH};
use hyper::{HeaderMap, Method, Response};

use crate::{Site, SiteError};

fn site() -> Site {
    let files = [
        ("/index.html", "the index"),
        ("/index.html.gz", "the index in gzip"),
        ("/skirmish-0123456789abcdef.wasm", "the program"),
        ("/skirmish-0123456789abcdef.wasm.br", "the program in br"),
        ("/skirmish-0123456789abcdef.wasm.gz", "the program in gzip"),
        ("/pictures/two handed axe.webp", "an axe"),
        ("/pictures/index.html", "the index of pictures"),
        ("/pictures/épée.svg", "a sword"),
        ("/percent%41.js", "a name with a percent"),
        ("/alone.br", "a form of nothing"),
    ];
    Site::new(&files.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()))).into())
}

fn ask(method: &str, path: &str, asked: &[(HeaderName, &str)]) -> Response<Bytes> {
    let method = Method::from_bytes(method.as_bytes()).expect("a method");
    let mut headers = HeaderMap::new();
    for (name, value) in asked {
        headers.append(name, value.parse().expect("a value"));
    }
    site().answer(&method, path, &headers).expect("an answer")
}

fn get(path: &str) -> Response<Bytes> {
    ask("GET", path, &[])
}

fn header<'a>(answer: &'a Response<Bytes>, name: &str) -> Option<&'a str> {
    answer.headers().get(name).map(|value| value.to_str().expect("text"))
}

fn body(answer: &Response<Bytes>) -> &str {
    str::from_utf8(answer.body()).expect("text")
}

#[test]
fn a_file_comes_with_all_that_a_browser_wants_to_know() {
    let answer = get("/skirmish-0123456789abcdef.wasm");
    assert_eq!((answer.status().as_u16(), body(&answer)), (200, "the program"));
    for (name, expected) in [
        ("content-type", "application/wasm"),
        ("content-length", "11"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("vary", "Accept-Encoding"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(header(&answer, name), Some(expected), "{name}");
    }
    assert_eq!(header(&answer, "content-encoding"), None);
    assert_eq!(header(&answer, "content-security-policy"), Some("frame-ancestors 'none'"));
    let tag = header(&answer, "etag").expect("a tag");
    assert!(tag.len() == 18 && tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    assert_eq!(header(&get("/"), "cache-control"), Some("no-cache"));
}

#[test]
fn a_folder_is_its_index_and_names_are_decoded_once() {
    for (path, expected) in [
        ("/", "the index"),
        ("/index.html", "the index"),
        ("/%69ndex.html", "the index"),
        ("/pictures/", "the index of pictures"),
        ("/pictures/two%20handed%20axe.webp", "an axe"),
        ("/pictures/%C3%A9p%c3%a9e.svg", "a sword"),
        ("/pictures%2findex.html", "the index of pictures"),
        ("/percent%2541.js", "a name with a percent"),
    ] {
        let answer = get(path);
        assert_eq!((answer.status().as_u16(), body(&answer)), (200, expected), "{path}");
    }
}

#[test]
fn nothing_but_the_files_can_be_asked_for() {
    for path in [
        "",
        "*",
        "index.html",
        "/pictures",
        "/nowhere.js",
        "/nowhere/",
        "/INDEX.HTML",
        "/index.html/",
        "/index.html\0",
        "/index.html%00",
        "/index.html%00.svg",
        "/./index.html",
        "/pictures/../index.html",
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e/",
        "/..%2f",
        "/..%2fCargo.toml",
        "/%252e%252e%252fCargo.toml",
        "/..%5cCargo.toml",
        "/..\\Cargo.toml",
        "\\..\\Cargo.toml",
        "//",
        "//index.html",
        "//etc/passwd",
        "/etc/passwd",
        "/C:/Windows/win.ini",
        "/%",
        "/%zz",
        "/%ff%fe",
        "/percent%41.js",
        "/skirmish-0123456789abcdef.wasm.br",
        "/skirmish-0123456789abcdef.wasm%2egz",
        "/index.html.gz",
        "/alone.br",
        "/alone",
    ] {
        let answer = get(path);
        assert_eq!((answer.status().as_u16(), body(&answer)), (404, "file not found\n"), "{path:?}");
        assert_eq!(header(&answer, "content-type"), Some("text/plain; charset=utf-8"), "{path:?}");
        assert_eq!(header(&answer, "x-content-type-options"), Some("nosniff"), "{path:?}");
    }
}

#[test]
fn only_get_and_head_are_answered() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "PROPFIND"] {
        let answer = ask(method, "/", &[]);
        assert_eq!((answer.status().as_u16(), header(&answer, "allow")), (405, Some("GET, HEAD")), "{method}");
        assert_eq!(body(&answer), "only GET and HEAD are supported\n", "{method}");
    }
}

#[test]
fn a_head_is_told_what_a_get_would_bring() {
    for path in ["/", "/skirmish-0123456789abcdef.wasm", "/nowhere"] {
        let asked = [(ACCEPT_ENCODING, "br")];
        let (get, head) = (ask("GET", path, &asked), ask("HEAD", path, &asked));
        assert_eq!((get.status(), get.headers()), (head.status(), head.headers()), "{path}");
        assert_eq!(header(&get, "content-length"), Some(get.body().len().to_string().as_str()), "{path}");
        assert!(!get.body().is_empty() && head.body().is_empty(), "{path}");
    }
}

#[test]
fn packed_forms_are_sent_to_those_who_read_them() {
    let wasm = "/skirmish-0123456789abcdef.wasm";
    for (path, accepted, coding, expected) in [
        (wasm, "gzip, deflate, br", Some("br"), "the program in br"),
        (wasm, "gzip, br;q=0", Some("gzip"), "the program in gzip"),
        (wasm, "gzip;q=0, br;q=0", None, "the program"),
        (wasm, "identity;q=0", None, "the program"),
        ("/", "gzip, deflate, br", Some("gzip"), "the index in gzip"),
        ("/", "br", None, "the index"),
        ("/pictures/", "gzip, deflate, br", None, "the index of pictures"),
    ] {
        let answer = ask("GET", path, &[(ACCEPT_ENCODING, accepted)]);
        assert_eq!((header(&answer, "content-encoding"), body(&answer)), (coding, expected), "{path} {accepted}");
        assert_eq!(header(&answer, "content-length"), Some(expected.len().to_string().as_str()), "{path} {accepted}");
        assert_eq!(header(&answer, "vary"), Some("Accept-Encoding"), "{path} {accepted}");
        assert_eq!(header(&answer, "content-type"), header(&get(path), "content-type"), "{path} {accepted}");
    }
    let lines = [(ACCEPT_ENCODING, "deflate"), (ACCEPT_ENCODING, "br")];
    assert_eq!(header(&ask("GET", wasm, &lines), "content-encoding"), Some("br"));
}

#[test]
fn what_a_browser_has_is_not_sent_again() {
    let tag = header(&get("/"), "etag").expect("a tag").to_owned();
    let packed = ask("GET", "/", &[(ACCEPT_ENCODING, "gzip")]);
    let packed = header(&packed, "etag").expect("a tag");
    assert_ne!(tag, packed, "other bytes, another tag");
    for (tags, known) in [
        (tag.clone(), true),
        (format!("W/{tag}"), true),
        (format!("\"x\" ,{tag}"), true),
        ("*".to_owned(), true),
        (packed.to_owned(), false),
        (tag.trim_matches('"').to_owned(), false),
        ("\"\"".to_owned(), false),
    ] {
        for method in ["GET", "HEAD"] {
            let answer = ask(method, "/", &[(IF_NONE_MATCH, &tags)]);
            assert_eq!(answer.status().as_u16(), if known { 304 } else { 200 }, "{method} {tags}");
            if known {
                assert!(answer.body().is_empty(), "{tags}");
                assert_eq!(header(&answer, "etag"), Some(tag.as_str()), "{tags}");
                assert_eq!(header(&answer, "cache-control"), Some("no-cache"), "{tags}");
                assert_eq!(header(&answer, "vary"), Some("Accept-Encoding"), "{tags}");
            }
        }
    }
    assert_eq!(ask("GET", "/nowhere", &[(IF_NONE_MATCH, "*")]).status().as_u16(), 404);
}

#[test]
fn a_folder_is_read_without_what_is_hidden_or_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let (web, secret) = (folder.path().join("web"), folder.path().join("secret.js"));
    fs::create_dir_all(web.join("pictures/small")).expect("folders");
    fs::create_dir_all(web.join(".git")).expect("a folder");
    for name in ["web/pictures/small/axe.svg", "web/.hidden", "web/.git/config", "secret.js"] {
        fs::write(folder.path().join(name), name).expect("a file");
    }
    let read = || Site::read(&web);
    assert!(matches!(read(), Err(SiteError::NoIndex { .. })), "{:?}", read());
    fs::write(web.join("index.html"), "the index").expect("a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, web.join("linked.js")).expect("a link");
        std::os::unix::fs::symlink(folder.path(), web.join("linked")).expect("a link");
    }
    let site = read().expect("a site");
    let status = |path: &str| site.answer(&Method::GET, path, &HeaderMap::new()).expect("an answer").status().as_u16();
    assert_eq!((status("/"), status("/pictures/small/axe.svg")), (200, 200));
    for path in ["/.hidden", "/.git/config", "/linked.js", "/linked/secret.js", "/../secret.js"] {
        assert_eq!(status(path), 404, "{path}");
    }
    assert!(secret.exists());
    fs::remove_dir_all(&web).expect("it goes");
    assert!(matches!(read(), Err(SiteError::Missing { .. })), "{:?}", read());
}

#[test]
fn a_huge_folder_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("index.html"), "the index").expect("a file");
    // Without blocks on the disk.
    let huge = fs::File::create(folder.path().join("huge.bin")).expect("a file");
    huge.set_len(256 << 20).expect("a length");
    assert!(matches!(Site::read(folder.path()), Err(SiteError::Large { .. })));
}
