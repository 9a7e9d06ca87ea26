//! Documents in the making.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use lopdf::{Dictionary, Document, ObjectId};

use super::object::write_dictionary;
use super::packed::Packed;

/// The document that takes all objects in.
pub(super) struct PdfBuilder {
    /// Its objects; of streams, their dictionaries, unless they are written already.
    pub document: Document,
    /// Contents of streams, by object number.
    contents: BTreeMap<u32, Packed>,
    /// Objects that are written already.
    records: Records,
    /// Dictionaries of streams that are written already.
    heads: Records,
    /// Pictures that are there, by what their bytes come to.
    pictures: HashMap<u64, Vec<ObjectId>>,
}

/// Objects as they stand in the file. Structure and forms have thousands of them: as dictionaries they take four times as long, and
/// kilobytes each.
#[derive(Default)]
pub(super) struct Records {
    /// Serialised objects in fixed-size blocks. A growing `Vec` would double peak memory while it reallocates.
    blocks: Vec<Vec<u8>>,
    places: Vec<Place>,
}

/// Location of a serialised object: its number, and its bytes in a block.
struct Place {
    number: u32,
    block: u32,
    start: u32,
    end: u32,
}

/// A block is begun where the last one has less room than this: few objects are longer.
const ROOM: usize = 4 * 1024;
const BLOCK: usize = 64 * 1024;

impl Records {
    fn add(&mut self, number: u32, write: impl FnOnce(&mut Vec<u8>)) {
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < ROOM) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        let block = self.blocks.len() - 1;
        let bytes = &mut self.blocks[block];
        let start = bytes.len();
        write(bytes);
        let [block, start, end] = [block, start, bytes.len()].map(|place| u32::try_from(place).unwrap_or(u32::MAX));
        self.places.push(Place { number, block, start, end });
    }

    /// Returns all of them, in the order of their numbers.
    pub fn sorted(&mut self) -> impl Iterator<Item = (u32, &[u8])> {
        self.places.sort_unstable_by_key(|place| place.number);
        let bytes = |place: &Place| &self.blocks[place.block as usize][place.start as usize..place.end as usize];
        self.places.iter().map(move |place| (place.number, bytes(place)))
    }
}

/// A document with all that is in it, ready for the file.
pub(super) struct Built {
    /// Its objects; of streams, their dictionaries, unless they are among the `heads`.
    pub document: Document,
    /// Contents of streams, by object number.
    pub contents: BTreeMap<u32, Packed>,
    /// Objects that are written already.
    pub records: Records,
    /// Dictionaries of streams that are written already.
    pub heads: Records,
}

impl PdfBuilder {
    pub fn new(document: Document) -> Self {
        Self {
            document,
            contents: BTreeMap::new(),
            records: Records::default(),
            heads: Records::default(),
            pictures: HashMap::new(),
        }
    }

    pub fn finish(self) -> Built {
        Built { document: self.document, contents: self.contents, records: self.records, heads: self.heads }
    }

    /// Writes a stream only once, however often it is requested.
    pub fn stream_once(&mut self, dictionary: Dictionary, content: Packed) -> ObjectId {
        let mut hasher = DefaultHasher::new();
        content.bytes().hash(&mut hasher);
        let hash = hasher.finish();
        let dictionary = content.described(dictionary);
        let known = self.pictures.get(&hash).map(Vec::as_slice).unwrap_or_default();
        let same = |id: &&ObjectId| {
            self.contents.get(&id.0) == Some(&content)
                && self.document.get_dictionary(**id).is_ok_and(|there| *there == dictionary)
        };
        if let Some(id) = known.iter().find(same) {
            return *id;
        }
        let id = self.document.add_object(dictionary);
        self.contents.insert(id.0, content);
        self.pictures.entry(hash).or_default().push(id);
        id
    }

    /// Writes a stream whose dictionary is final.
    pub fn stream(&mut self, dictionary: Dictionary, content: Packed) -> ObjectId {
        let id = self.document.new_object_id();
        self.heads.add(id.0, |out| write_dictionary(out, &content.described(dictionary)));
        self.contents.insert(id.0, content);
        id
    }

    /// Writes a stream whose dictionary, in the document, gets more entries later.
    pub fn open_stream(&mut self, dictionary: Dictionary, content: Packed) -> ObjectId {
        let id = self.document.new_object_id();
        self.set_stream(id, dictionary, content);
        id
    }

    pub fn set_stream(&mut self, id: ObjectId, dictionary: Dictionary, content: Packed) {
        self.document.set_object(id, content.described(dictionary));
        self.contents.insert(id.0, content);
    }

    pub fn dictionary(&mut self, dictionary: Dictionary) -> ObjectId {
        self.document.add_object(dictionary)
    }

    /// Writes an object immediately.
    pub fn record(&mut self, id: ObjectId, write: impl FnOnce(&mut Vec<u8>)) {
        self.records.add(id.0, write);
    }

    /// Returns it as a UUID, of a version with free content (8, RFC 9562).
    pub fn fingerprint_as_uuid(&self) -> String {
        let letters = self.fingerprint();
        let (a, b) = letters.split_at(8);
        format!("{a}-{}-8{}-8{}-{b}{}", &b[..4], &b[4..7], &a[..3], &a[4..])
    }

    /// Returns sixteen letters that identify this document.
    pub fn fingerprint(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut mix = |part: u64| hash = (hash ^ part).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        for content in self.contents.values() {
            let (words, rest) = content.bytes().as_chunks::<8>();
            words.iter().for_each(|word| mix(u64::from_le_bytes(*word)));
            rest.iter().for_each(|byte| mix(u64::from(*byte)));
        }
        format!("{hash:016x}")
    }
}
