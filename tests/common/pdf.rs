//! A PDF's own numbers, read with lopdf: boxes, placed forms, lines, and their letters.
//!
//! Lengths are in points from the page's lower left corner, as in PDF. A page may only use what is supported here: an
//! unknown operator fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// Left, bottom, right, top.
pub type Box = [f64; 4];

/// A map of places as PDF writes it.
pub type Map = [f64; 6];

const IDENTITY: Map = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// A PDF.
pub struct Pdf {
    pub document: Document,
    fonts: BTreeMap<ObjectId, Letters>,
    /// Cache of forms: a deck shows most of them several times.
    letters: Mutex<BTreeMap<ObjectId, String>>,
}

/// The letters of each code of a font.
type Letters = BTreeMap<u16, String>;

/// The drawn content of a page.
pub struct Page {
    boxes: BTreeMap<String, Box>,
    /// Forms, the first at the bottom.
    pub placed: Vec<Placed>,
    pub lines: Vec<Line>,
}

/// Forms on a page that are drawn in one place: a scene, in one part or several.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The first at the bottom.
    pub forms: Vec<ObjectId>,
    /// From the forms' places to the page's.
    pub map: Map,
    /// Visible part.
    pub clip: Option<Box>,
    /// Their area on the page.
    pub covers: Box,
}

/// A straight line on a page.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub from: (f64, f64),
    pub to: (f64, f64),
    pub width: f64,
    pub dashed: bool,
}

impl Line {
    pub fn length(&self) -> f64 {
        (self.to.0 - self.from.0).hypot(self.to.1 - self.from.1)
    }

    /// Returns the box about it.
    pub fn bounds(&self) -> Box {
        let ((x0, y0), (x1, y1)) = (self.from, self.to);
        [x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)]
    }
}

impl Page {
    /// Returns a box of the page, by its key.
    pub fn find_box(&self, key: &str) -> Option<Box> {
        self.boxes.get(key).copied()
    }

    /// Returns width and height, from a media box that begins at the origin.
    pub fn size(&self) -> (f64, f64) {
        let [left, bottom, right, top] = self.find_box("MediaBox").expect("a page has a media box");
        assert_eq!((left, bottom), (0.0, 0.0));
        (right, top)
    }
}

impl Placed {
    /// Returns the middle of the forms on the page.
    pub fn middle(&self) -> (f64, f64) {
        middle(self.covers)
    }

    /// True if it is upright, false if it is upside down; neither stretched nor mirrored.
    pub fn is_upright(&self) -> bool {
        match self.map[..4] {
            [1.0, 0.0, 0.0, 1.0] => true,
            [-1.0, 0.0, 0.0, -1.0] => false,
            _ => panic!("a form is stretched, mirrored or turned: {:?}", self.map),
        }
    }
}

pub fn middle([left, bottom, right, top]: Box) -> (f64, f64) {
    (f64::midpoint(left, right), f64::midpoint(bottom, top))
}

/// True if two boxes share more than an edge.
pub fn overlap(a: Box, b: Box) -> bool {
    const SLACK: f64 = 1e-3;
    a[0] < b[2] - SLACK && b[0] < a[2] - SLACK && a[1] < b[3] - SLACK && b[1] < a[3] - SLACK
}

/// True if the second box is inside the first.
pub fn holds(outer: Box, inner: Box) -> bool {
    const SLACK: f64 = 1e-3;
    outer[0] <= inner[0] + SLACK
        && outer[1] <= inner[1] + SLACK
        && outer[2] >= inner[2] - SLACK
        && outer[3] >= inner[3] - SLACK
}

/// Returns the box around some points; `None` without any.
fn around(points: &[(f64, f64)]) -> Option<Box> {
    let boxes = points.iter().map(|(x, y)| [*x, *y, *x, *y]);
    boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

impl Pdf {
    pub fn new(bytes: &[u8]) -> Self {
        let document = Document::load_mem(bytes).expect("a PDF");
        let mut fonts = BTreeMap::new();
        for (id, object) in &document.objects {
            let Ok(font) = object.as_dict() else { continue };
            if let Ok(map) = font.get(b"ToUnicode") {
                let map = stream_text(&document, map.as_reference().expect("a stream"));
                fonts.insert(*id, letters(&map));
            }
        }
        Self { document, fonts, letters: Mutex::default() }
    }

    pub fn page_ids(&self) -> Vec<ObjectId> {
        self.document.get_pages().into_values().collect()
    }

    pub fn pages(&self) -> Vec<Page> {
        self.page_ids().into_iter().map(|id| self.page(id)).collect()
    }

    fn page(&self, id: ObjectId) -> Page {
        let dictionary = self.document.get_dictionary(id).expect("a page");
        let boxes = dictionary.iter().filter(|(key, _)| key.ends_with(b"Box"));
        let boxes = boxes.map(|(key, value)| (String::from_utf8_lossy(key).into_owned(), corners(value))).collect();
        let resources = self.dictionary(dictionary.get(b"Resources").expect("resources"));
        let forms = self.dictionary(resources.get(b"XObject").expect("what is drawn"));
        let content = self.document.get_page_content(id);
        let mut page = Page { boxes, placed: Vec::new(), lines: Vec::new() };
        self.draw(&Content::decode(&content).expect("content that can be read"), forms, &mut page);
        let named: BTreeSet<ObjectId> = forms.iter().map(|(_, form)| form.as_reference().expect("a form")).collect();
        let drawn: BTreeSet<ObjectId> = page.placed.iter().flat_map(|placed| placed.forms.iter().copied()).collect();
        assert_eq!(named, drawn, "readers look through all that a page names");
        page
    }

    fn draw(&self, content: &Content, forms: &Dictionary, page: &mut Page) {
        let mut states = vec![State { map: IDENTITY, clip: None, width: 1.0, dashed: false }];
        let (mut rectangle, mut from, mut to) = (None, None, None);
        // The corners of an outline with straight sides.
        let mut corners: Vec<(f64, f64)> = Vec::new();
        // Marked content that is open, and whether the next form begins another place.
        let (mut marked, mut apart) = (0, true);
        for operation in &content.operations {
            let number = |index: usize| number(&operation.operands[index]);
            let state = states.last_mut().expect("as many q as Q");
            match operation.operator.as_str() {
                "q" => {
                    let saved = state.clone();
                    states.push(saved);
                    apart = true;
                }
                "Q" => {
                    states.pop();
                    apart = true;
                }
                "BMC" | "BDC" => marked += 1,
                "EMC" => marked -= 1,
                "cm" => state.map = chain([0, 1, 2, 3, 4, 5].map(number), state.map),
                "re" => {
                    let (x, y) = (number(0), number(1));
                    rectangle = Some(bounds(state.map, [x, y, x + number(2), y + number(3)]));
                }
                "W" => {
                    let inner = rectangle.or_else(|| around(&corners)).expect("an outline to clip to");
                    state.clip = Some(state.clip.map_or(inner, |outer| both(outer, inner)));
                }
                "n" => {
                    rectangle = None;
                    corners.clear();
                }
                // Folds are black on white, to be seen on any ground.
                "G" => {}
                "w" => state.width = number(0),
                "d" => state.dashed = !operation.operands[0].as_array().expect("dashes").is_empty(),
                "m" => {
                    let at = place(state.map, (number(0), number(1)));
                    from = Some(at);
                    corners = vec![at];
                }
                "l" => {
                    let at = place(state.map, (number(0), number(1)));
                    to = Some(at);
                    corners.push(at);
                }
                // An outline around a piece isn't a crop mark.
                "h" => (from, to) = (None, None),
                "S" => {
                    let (Some(from), Some(to)) = (from.take(), to.take()) else { continue };
                    page.lines.push(Line { from, to, width: state.width, dashed: state.dashed });
                }
                "Do" => {
                    let name = operation.operands[0].as_name().expect("a name");
                    let form = forms.get(name).and_then(Object::as_reference).expect("a form of that name");
                    let covers = bounds(state.map, self.covers(form));
                    match page.placed.last_mut().filter(|_| !apart) {
                        Some(placed) => placed.forms.push(form),
                        None => {
                            page.placed.push(Placed { forms: vec![form], map: state.map, clip: state.clip, covers });
                        }
                    }
                    apart = false;
                }
                other => panic!("the page does something that nobody looked at: {other}"),
            }
        }
        assert_eq!((states.len(), marked), (1, 0), "as many Q as q, as many EMC as marks");
    }

    /// Returns the bounds of a form, in its own coordinates.
    pub fn covers(&self, form: ObjectId) -> Box {
        let form = self.document.get_object(form).and_then(Object::as_stream).expect("a form");
        corners(form.dict.get(b"BBox").expect("a form has bounds"))
    }

    /// Returns the letters that forms show, a line of text on each line.
    pub fn letters(&self, forms: &[ObjectId]) -> String {
        let mut known = self.letters.lock().expect("no panic");
        let mut letters = String::new();
        for form in forms {
            letters.push_str(known.entry(*form).or_insert_with(|| self.letters_of(*form)));
        }
        letters
    }

    fn letters_of(&self, form: ObjectId) -> String {
        let stream = self.document.get_object(form).and_then(Object::as_stream).expect("a form");
        let resources = self.dictionary(stream.dict.get(b"Resources").expect("resources"));
        let Ok(fonts) = resources.get(b"Font") else { return String::new() };
        let fonts = self.dictionary(fonts);
        let content = Content::decode(&stream.decompressed_content().expect("content")).expect("content");
        let mut text = String::new();
        let mut font = None;
        for operation in &content.operations {
            match operation.operator.as_str() {
                "Tf" => {
                    let name = operation.operands[0].as_name().expect("a name");
                    let id = fonts.get(name).and_then(Object::as_reference).expect("a font of that name");
                    font = Some(&self.fonts[&id]);
                }
                "TJ" => {
                    let font = font.expect("a font");
                    for piece in operation.operands[0].as_array().expect("pieces of text") {
                        let Ok(codes) = piece.as_str() else { continue };
                        let codes = codes.chunks_exact(2).map(|code| u16::from_be_bytes([code[0], code[1]]));
                        text.extend(codes.map(|code| font[&code].as_str()));
                    }
                }
                "Tj" | "'" | "\"" => panic!("text that nobody looked at"),
                "ET" => text.push('\n'),
                _ => {}
            }
        }
        text
    }

    fn dictionary<'d>(&'d self, object: &'d Object) -> &'d Dictionary {
        let (_, object) = self.document.dereference(object).expect("an object");
        object.as_dict().expect("a dictionary")
    }

    /// Returns the document's metadata under a key.
    pub fn info(&self, key: &str) -> Option<String> {
        let info = self.dictionary(self.document.trailer.get(b"Info").ok()?);
        Some(lopdf::decode_text_string(info.get(key.as_bytes()).ok()?).expect("text"))
    }

    pub fn catalog(&self) -> &Dictionary {
        self.document.catalog().expect("a catalogue")
    }
}

#[derive(Clone)]
struct State {
    map: Map,
    clip: Option<Box>,
    width: f64,
    dashed: bool,
}

fn number(object: &Object) -> f64 {
    object.as_float().map_or_else(|_| panic!("{object:?} is no number"), f64::from)
}

fn corners(object: &Object) -> Box {
    let numbers: Vec<f64> = object.as_array().expect("a box").iter().map(number).collect();
    numbers.try_into().expect("four corners")
}

/// Combines two transforms: first `inner`, then `outer`.
fn chain(inner: Map, outer: Map) -> Map {
    let [a, b, c, d, e, f] = inner;
    let direction = |x: f64, y: f64| (x * outer[0] + y * outer[2], x * outer[1] + y * outer[3]);
    let ((a, b), (c, d), (e, f)) = (direction(a, b), direction(c, d), place(outer, (e, f)));
    [a, b, c, d, e, f]
}

fn place(map: Map, (x, y): (f64, f64)) -> (f64, f64) {
    (x * map[0] + y * map[2] + map[4], x * map[1] + y * map[3] + map[5])
}

fn bounds(map: Map, [left, bottom, right, top]: Box) -> Box {
    let ((x0, y0), (x1, y1)) = (place(map, (left, bottom)), place(map, (right, top)));
    [x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)]
}

fn both(a: Box, b: Box) -> Box {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

fn stream_text(document: &Document, id: ObjectId) -> String {
    let stream = document.get_object(id).and_then(Object::as_stream).expect("a stream");
    String::from_utf8(stream.decompressed_content().expect("content")).expect("text")
}

/// Reads the lines `<0001> <00660069>` of a ToUnicode map.
fn letters(map: &str) -> Letters {
    let hex = |word: &str| {
        let digits = word.strip_prefix('<')?.strip_suffix('>')?;
        let units =
            digits.as_bytes().chunks(4).map(|unit| u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok());
        units.collect::<Option<Vec<u16>>>()
    };
    let lines =
        map.split("beginbfchar").skip(1).filter_map(|block| block.split("endbfchar").next()).flat_map(str::lines);
    let pair = |line: &str| {
        let (code, text) = line.trim().split_once(' ')?;
        Some((*hex(code)?.first()?, String::from_utf16(&hex(text)?).ok()?))
    };
    lines.filter_map(pair).collect()
}
