//! Forms: content that is written once and drawn many times.

use std::cell::RefCell;
use std::collections::BTreeMap;

use flate2::{Compress, Compression, FlushCompress};
use kurbo::Rect;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::content::Content;
use super::fonts::{plain, real};
use super::image::Image;

/// The document that takes all objects in.
pub(super) struct Bin {
    pub document: Document,
}

impl Bin {
    pub fn stream(&mut self, stream: Stream) -> ObjectId {
        self.document.add_object(stream)
    }

    pub fn dictionary(&mut self, dictionary: Dictionary) -> ObjectId {
        self.document.add_object(dictionary)
    }
}

/// A stream, compressed.
pub(super) fn deflated(mut dictionary: Dictionary, bytes: &[u8]) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    plain(dictionary, deflate(bytes))
}

/// Level 3 takes two thirds of the time of level 6 and is within 2 % of its size.
const LEVEL: Compression = Compression::new(3);

thread_local! {
    /// A compressor and room for what it writes, one for each thread: a new one for each stream would clear half a megabyte.
    static COMPRESSOR: RefCell<(Compress, Vec<u8>)> = RefCell::new((Compress::new(LEVEL, true), Vec::new()));
}

/// Bytes as zlib compresses them.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|(compressor, room)| {
        compressor.reset();
        // What cannot be compressed is stored, with a few bytes for each block of it: one call always has room enough.
        let most = bytes.len() + bytes.len() / 8 + 64;
        if room.len() < most {
            room.resize(most, 0);
        }
        // Compressing within memory cannot fail.
        let _ = compressor.compress(bytes, room, FlushCompress::Finish);
        room[..usize::try_from(compressor.total_out()).unwrap_or(0)].to_vec()
    })
}

/// A form, written and compressed, with what it draws in turn.
pub(super) struct Form {
    /// What it covers, in the unit of its content.
    pub bounds: Rect,
    /// How long that unit is, in the drawing's own.
    pub unit: f64,
    /// Compressed content.
    pub bytes: Vec<u8>,
    pub resources: Resources,
    /// The colours in which it is made transparent as a whole; none if it is not.
    pub group: Option<&'static str>,
}

/// What a content stream calls by name.
#[derive(Default)]
pub(super) struct Resources {
    pub forms: Vec<(String, Form)>,
    pub images: Vec<(String, Image)>,
    pub shadings: Vec<(String, Dictionary)>,
    pub states: BTreeMap<String, Dictionary>,
}

impl Form {
    pub fn new(bounds: Rect, content: Content, resources: Resources, group: Option<&'static str>) -> Self {
        Self { bounds, unit: 1.0, bytes: deflate(&content.into_bytes()), resources, group }
    }

    /// Puts the form and all that it draws into the document.
    pub fn add(&self, bin: &mut Bin) -> ObjectId {
        let resources = self.resources.add(bin);
        let mut stream = form_stream(self.bounds, self.bytes.clone(), resources.into(), self.group);
        if self.unit != 1.0 {
            let unit = real(self.unit);
            stream.dict.set("Matrix", vec![unit.clone(), 0.into(), 0.into(), unit, 0.into(), 0.into()]);
        }
        bin.stream(stream)
    }
}

pub(super) fn form_stream(bounds: Rect, bytes: Vec<u8>, resources: Object, group: Option<&'static str>) -> Stream {
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => vec![real(bounds.x0), real(bounds.y0), real(bounds.x1), real(bounds.y1)],
        "Resources" => resources,
        "Filter" => "FlateDecode",
    };
    if let Some(space) = group {
        dictionary.set("Group", dictionary! { "S" => "Transparency", "CS" => space, "I" => true });
    }
    plain(dictionary, bytes)
}

impl Resources {
    fn add(&self, bin: &mut Bin) -> Dictionary {
        let mut dictionary = Dictionary::new();
        let mut drawn = Dictionary::new();
        for (name, form) in &self.forms {
            let id = form.add(bin);
            drawn.set(name.as_str(), id);
        }
        for (name, image) in &self.images {
            let id = image.add(bin);
            drawn.set(name.as_str(), id);
        }
        let mut shadings = Dictionary::new();
        for (name, shading) in &self.shadings {
            shadings.set(name.as_str(), bin.dictionary(shading.clone()));
        }
        let mut states = Dictionary::new();
        for (name, state) in &self.states {
            states.set(name.as_str(), state.clone());
        }
        for (key, entries) in [("XObject", drawn), ("Shading", shadings), ("ExtGState", states)] {
            if !entries.is_empty() {
                dictionary.set(key, entries);
            }
        }
        dictionary
    }
}
