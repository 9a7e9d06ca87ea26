//! A folder of files, read once: every request is served from here, never from the disk.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use hyper::body::Bytes;

use super::accept::{self, Coding};
use super::kind;

/// More than any web build: a folder of this size was named by mistake.
const LARGEST: u64 = 256 << 20;

/// The files of a web build, by the path under which a browser asks for them.
#[derive(Debug)]
pub struct Site {
    files: BTreeMap<String, File>,
}

/// A file in all its forms.
#[derive(Debug)]
pub(super) struct File {
    plain: Form,
    brotli: Option<Form>,
    gzip: Option<Form>,
    pub(super) content_type: &'static str,
    pub(super) cache_control: &'static str,
}

/// Bytes as they are sent.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) bytes: Bytes,
    /// In quotes, as a browser sends it back.
    pub(super) tag: String,
}

/// Why there is nothing to serve.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Nobody has made it yet, or another folder is meant.
    #[error("folder not found: {}; make the web build with `cargo xtask web`", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
    },
    /// It is another folder, or half a web build.
    #[error("{} isn't a web build: missing `index.html`; make one with `cargo xtask web`", folder.display())]
    NoIndex {
        /// The folder.
        folder: PathBuf,
    },
    /// It is another folder.
    #[error("{} isn't a web build: it has more than {} MB", folder.display(), LARGEST >> 20)]
    Large {
        /// The folder.
        folder: PathBuf,
    },
    /// The system does not let us.
    #[error("could not read {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system’s message.
        source: io::Error,
    },
}

impl Site {
    /// Reads a folder, without links to other places and hidden files.
    ///
    /// # Errors
    /// See [`SiteError`].
    pub fn read(folder: &Path) -> Result<Self, SiteError> {
        if !folder.is_dir() {
            return Err(SiteError::Missing { folder: folder.to_owned() });
        }
        let index = folder.join("index.html").symlink_metadata();
        if !index.is_ok_and(|index| index.is_file()) {
            return Err(SiteError::NoIndex { folder: folder.to_owned() });
        }
        let mut found = Found { files: BTreeMap::new(), size: 0, top: folder };
        found.walk(folder, "/")?;
        Ok(Self::new(&found.files))
    }

    /// Creates a site of these files. `name.br` and `name.gz` are encodings of `name`, and not available under their
    /// own names.
    pub fn new(found: &BTreeMap<String, Bytes>) -> Self {
        let form = |path: &str| found.get(path).map(Form::new);
        let files = found.iter().filter(|(path, _)| !path.ends_with(".br") && !path.ends_with(".gz"));
        let file = |(path, bytes): (&String, &Bytes)| {
            let file = File {
                plain: Form::new(bytes),
                brotli: form(&format!("{path}.br")),
                gzip: form(&format!("{path}.gz")),
                content_type: kind::content_type(path),
                cache_control: kind::cache_control(path),
            };
            (path.clone(), file)
        };
        Self { files: files.map(file).collect() }
    }

    /// Returns the page at `/` as text.
    pub fn index(&self) -> Option<&str> {
        std::str::from_utf8(self.file("/")?).ok()
    }

    /// Returns the file at a path as it is, not compressed.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        Some(&self.find(path)?.plain.bytes)
    }

    /// Adds files, by their names in the folder; they replace those of the same name, in all their encodings.
    #[must_use]
    pub fn with(mut self, files: BTreeMap<String, Vec<u8>>) -> Self {
        let files = files.into_iter().map(|(name, bytes)| (format!("/{name}"), bytes.into()));
        self.files.extend(Self::new(&files.collect()).files);
        self
    }

    /// Returns the file at a path; for a folder, its index.
    pub(super) fn find(&self, path: &str) -> Option<&File> {
        if path.ends_with('/') { self.files.get(&format!("{path}index.html")) } else { self.files.get(path) }
    }
}

impl File {
    /// Returns the encoding that suits a client best. A client that accepts none of them gets the plain file, which the
    /// standard allows, and which is more useful than an error.
    pub(super) fn form(&self, accepted: &str) -> (Coding, &Form) {
        let packed = [(Coding::Brotli, &self.brotli), (Coding::Gzip, &self.gzip)];
        let packed = packed.into_iter().filter_map(|(coding, form)| Some((coding, form.as_ref()?)));
        let plain = (Coding::Plain, &self.plain);
        accept::best(accepted, packed.chain([plain])).unwrap_or(plain)
    }
}

impl Form {
    /// Creates an encoding with its ETag. The hash may change with a release of the standard library: browsers then
    /// fetch each file once more.
    fn new(bytes: &Bytes) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self { bytes: bytes.clone(), tag: format!("\"{:016x}\"", hasher.finish()) }
    }
}

/// Files read so far.
struct Found<'a> {
    files: BTreeMap<String, Bytes>,
    size: u64,
    top: &'a Path,
}

impl Found<'_> {
    fn walk(&mut self, folder: &Path, under: &str) -> Result<(), SiteError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| SiteError::Io { path, source }
        };
        for entry in fs::read_dir(folder).map_err(io(folder))? {
            let entry = entry.map_err(io(folder))?;
            let (path, name) = (entry.path(), entry.file_name());
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            let metadata = entry.metadata().map_err(io(&path))?;
            if metadata.is_dir() {
                self.walk(&path, &format!("{under}{name}/"))?;
            } else if metadata.is_file() {
                self.size += metadata.len();
                if self.size > LARGEST {
                    return Err(SiteError::Large { folder: self.top.to_owned() });
                }
                let bytes = fs::read(&path).map_err(io(&path))?;
                self.files.insert(format!("{under}{name}"), bytes.into());
            }
        }
        Ok(())
    }
}
