//! Writes a document as a file.
//!
//! Streams are stored separately; all other objects and the cross-reference table are compressed (PDF 1.5). Each object
//! is written once, straight into the file's bytes; long streams are shared with the document.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, dictionary};

use super::builder::{Built, Records};
use super::chunks::Chunks;
use super::object::{write_dictionary, write_number, write_object};
use super::packed::{Packed, pack};

/// Number of objects compressed together: a reader unpacks all of them to see one.
const TOGETHER: usize = 1000;
/// Shorter streams are copied: a chunk of their own would take as much memory.
const SHORT: usize = 512;

/// Location of an object, as an entry of the cross-reference table.
#[derive(Clone, Copy)]
enum Span {
    Nowhere,
    /// Bytes from the start of the file.
    At(usize),
    /// In a stream of objects, and its number there.
    Within(u32, usize),
}

/// A file in the making.
struct File {
    /// Finished bytes.
    chunks: Chunks,
    /// Bytes written after `chunks`.
    bytes: Vec<u8>,
    /// By the numbers of the objects.
    places: Vec<Span>,
}

/// Returns the file of a document.
pub(super) fn bytes(built: Built) -> Chunks {
    let Built { document, contents, mut records, mut heads } = built;
    let Document { version, binary_mark, trailer, mut objects, max_id, .. } = document;
    let places = vec![Span::Nowhere; max_id as usize + 1];
    let mut file = File { chunks: Chunks::default(), bytes: Vec::new(), places };
    file.bytes.extend(b"%PDF-");
    file.bytes.extend(version.as_bytes());
    file.bytes.extend(b"\n%");
    file.bytes.extend(&binary_mark);
    file.bytes.push(b'\n');
    let mut heads = heads.sorted().peekable();
    for (number, content) in contents {
        if let Some((_, head)) = heads.next_if(|(other, _)| *other == number) {
            file.stream(number, head, &content);
        } else if let Some(Object::Dictionary(dictionary)) = objects.remove(&(number, 0)) {
            file.described_stream(number, &dictionary, &content);
        }
    }
    let objects = objects.into_iter().map(|((number, _), object)| (number, object)).collect();
    // Before PDF 1.5 nothing but streams is compressed.
    if version.as_str() < "1.5" {
        file.each_object(objects, &mut records);
        file.plain_table(trailer);
    } else {
        file.all_objects(objects, &mut records);
        file.table(trailer);
    }
    file.close();
    file.chunks
}

impl File {
    /// Returns the offset of the next byte.
    fn position(&self) -> usize {
        self.chunks.len() + self.bytes.len()
    }

    /// Closes the chunk that is written; it takes no more memory than it needs.
    fn close(&mut self) {
        self.chunks.push(self.bytes.as_slice().to_vec());
        self.bytes.clear();
    }

    /// Returns a number for an object that the document does not know.
    fn new_number(&mut self) -> u32 {
        self.places.push(Span::Nowhere);
        u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
    }

    fn described_stream(&mut self, number: u32, dictionary: &Dictionary, content: &Packed) {
        let mut head = Vec::new();
        write_dictionary(&mut head, dictionary);
        self.stream(number, &head, content);
    }

    /// Writes a stream whose dictionary is written already.
    fn stream(&mut self, number: u32, head: &[u8], content: &Packed) {
        self.places[number as usize] = Span::At(self.position());
        write_number(&mut self.bytes, number);
        self.bytes.extend(b" 0 obj\n");
        self.bytes.extend(head);
        self.bytes.extend(b"stream\n");
        if content.bytes().len() < SHORT {
            self.bytes.extend(content.bytes());
        } else {
            self.close();
            self.chunks.push(content.shared());
        }
        self.bytes.extend(b"\nendstream\nendobj\n");
    }

    /// Writes all objects but streams, in the order of their numbers.
    fn all_objects(&mut self, objects: Vec<(u32, Object)>, records: &mut Records) {
        let mut together = Together::default();
        let mut objects = objects.into_iter().peekable();
        let mut records = records.sorted().peekable();
        loop {
            let record = records.next_if(|(number, _)| objects.peek().is_none_or(|(other, _)| number < other));
            if let Some((number, bytes)) = record {
                together.add(number, |body| body.extend(bytes));
            } else if let Some((number, object)) = objects.next() {
                together.add(number, |body| write_object(body, &object));
            } else {
                break;
            }
            if together.numbers.len() == TOGETHER {
                self.objects(std::mem::take(&mut together));
            }
        }
        if !together.numbers.is_empty() {
            self.objects(together);
        }
    }

    /// Writes all objects but streams, uncompressed.
    fn each_object(&mut self, objects: Vec<(u32, Object)>, records: &mut Records) {
        let mut written: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        for (number, object) in objects {
            let mut bytes = Vec::new();
            write_object(&mut bytes, &object);
            written.insert(number, bytes);
        }
        written.extend(records.sorted().map(|(number, bytes)| (number, bytes.to_vec())));
        for (number, bytes) in written {
            self.places[number as usize] = Span::At(self.position());
            write_number(&mut self.bytes, number);
            self.bytes.extend(b" 0 obj\n");
            self.bytes.extend(bytes);
            self.bytes.extend(b"\nendobj\n");
        }
    }

    /// Writes a plain cross-reference table and the end of the file.
    fn plain_table(&mut self, mut trailer: Dictionary) {
        let start = self.position();
        self.bytes.extend(format!("xref\n0 {}\n", self.places.len()).bytes());
        for (number, place) in self.places.iter().enumerate() {
            let entry = match place {
                Span::At(byte) => format!("{byte:010} 00000 n \n"),
                // The list of free objects ends where it begins.
                _ if number == 0 => "0000000000 65535 f \n".to_owned(),
                _ => "0000000000 00001 f \n".to_owned(),
            };
            self.bytes.extend(entry.bytes());
        }
        trailer.set("Size", whole(self.places.len()));
        self.bytes.extend(b"trailer\n");
        write_dictionary(&mut self.bytes, &trailer);
        self.bytes.extend(b"\nstartxref\n");
        write_number(&mut self.bytes, start);
        self.bytes.extend(b"\n%%EOF\n");
    }

    fn objects(&mut self, together: Together) {
        let Together { numbers, mut head, body } = together;
        let within = self.new_number();
        for (index, number) in numbers.iter().enumerate() {
            self.places[*number as usize] = Span::Within(within, index);
        }
        let dictionary = dictionary! { "Type" => "ObjStm", "N" => whole(numbers.len()), "First" => whole(head.len()) };
        head.extend(body);
        let content = pack(head);
        self.described_stream(within, &content.described(dictionary), &content);
    }

    /// Writes a compressed cross-reference table and the end of the file.
    fn table(&mut self, mut trailer: Dictionary) {
        let number = self.new_number();
        let start = self.position();
        self.places[number as usize] = Span::At(start);
        let mut entries = Vec::with_capacity(self.places.len() * 7);
        for place in &self.places {
            let (kind, one, two) = match *place {
                Span::Nowhere => (0, 0, usize::from(u16::MAX)),
                Span::At(byte) => (1, u32::try_from(byte).unwrap_or(u32::MAX), 0),
                Span::Within(stream, index) => (2, stream, index),
            };
            entries.push(kind);
            entries.extend(one.to_be_bytes());
            entries.extend(u16::try_from(two).unwrap_or(u16::MAX).to_be_bytes());
        }
        trailer.set("Type", "XRef");
        trailer.set("Size", whole(self.places.len()));
        trailer.set("W", vec![1.into(), 4.into(), 2.into()]);
        let content = pack(entries);
        self.described_stream(number, &content.described(trailer), &content);
        self.bytes.extend(b"startxref\n");
        write_number(&mut self.bytes, start);
        self.bytes.extend(b"\n%%EOF\n");
    }
}

fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Objects that are compressed together: their numbers and where each begins, then the objects.
#[derive(Default)]
struct Together {
    numbers: Vec<u32>,
    head: Vec<u8>,
    body: Vec<u8>,
}

impl Together {
    fn add(&mut self, number: u32, write: impl FnOnce(&mut Vec<u8>)) {
        self.numbers.push(number);
        write_number(&mut self.head, number);
        self.head.push(b' ');
        write_number(&mut self.head, self.body.len());
        self.head.push(b' ');
        write(&mut self.body);
        self.body.push(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::builder::PdfBuilder;

    #[test]
    fn lopdf_reads_back_what_is_written() {
        let mut builder = PdfBuilder::new(Document::with_version("1.7"));
        let page = builder.dictionary(dictionary! { "Type" => "Page" });
        let gone = builder.document.new_object_id();
        let long = builder.open_stream(Dictionary::new(), pack(vec![b'x'; 4000]));
        let short = builder.stream(Dictionary::new(), pack(b"short".to_vec()));
        let [first, last] = [(); 2].map(|()| builder.document.new_object_id());
        let catalog = builder.dictionary(dictionary! { "Type" => "Catalog", "Page" => page });
        builder.record(last, |out| out.extend(b"(last)"));
        builder.record(first, |out| out.extend(b"[1]"));
        builder.document.trailer.set("Root", catalog);
        let read = Document::load_mem(&bytes(builder.finish()).to_vec()).unwrap();
        assert_eq!(read.catalog().unwrap().get(b"Page").and_then(Object::as_reference).unwrap(), page);
        assert!(read.get_object(gone).is_err());
        let content = |id| read.get_object(id).and_then(Object::as_stream).unwrap().get_plain_content().unwrap();
        assert_eq!(content(long), vec![b'x'; 4000]);
        assert_eq!(content(short), b"short");
        assert_eq!(read.get_object(first).unwrap(), &Object::Array(vec![1.into()]));
        assert_eq!(read.get_object(last).unwrap(), &Object::string_literal("last"));
    }
}
