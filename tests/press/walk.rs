//! A walk through all that a PDF draws: pages, forms, tiles, masks, gradients, pictures, fonts.

use std::collections::BTreeSet;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// Features that a file may use.
#[derive(Clone, Copy)]
pub struct Allowed {
    /// True if transparency is allowed.
    pub transparency: bool,
    /// The most ink that a colour may have, in percent.
    pub ink: f64,
}

/// Returns the faults of a file, a sentence each.
pub fn faults(document: &Document, allowed: Allowed) -> BTreeSet<String> {
    let mut walk = Walk { document, allowed, seen: BTreeSet::new(), faults: BTreeSet::new(), painted: 0 };
    walk.envelope();
    for (number, page) in document.get_pages() {
        walk.page(number, page);
    }
    assert!(walk.painted > 0, "the walk saw nothing painted");
    walk.faults
}

struct Walk<'a> {
    document: &'a Document,
    allowed: Allowed,
    seen: BTreeSet<(ObjectId, bool)>,
    faults: BTreeSet<String>,
    painted: usize,
}

/// Graphics state while content is drawn.
#[derive(Clone)]
struct State {
    fill: Vec<f64>,
    /// True if the fill is one of four inks, not a spot colour or a pattern.
    is_ink: bool,
    over: bool,
}

impl<'a> Walk<'a> {
    fn fault(&mut self, what: impl Into<String>) {
        self.faults.insert(what.into());
    }

    fn resolve(&self, object: &'a Object) -> &'a Object {
        self.document.dereference(object).expect("an object that is there").1
    }

    fn get(&self, dictionary: &'a Dictionary, key: &str) -> Option<&'a Object> {
        dictionary.get(key.as_bytes()).ok().map(|object| self.resolve(object))
    }

    fn envelope(&mut self) {
        let catalog = self.document.catalog().expect("a catalogue");
        let intents = self.get(catalog, "OutputIntents").and_then(|intents| intents.as_array().ok());
        let Some(intent) = intents.and_then(|intents| intents.first()) else {
            return self.fault("no output intent");
        };
        let intent = self.resolve(intent).as_dict().expect("a dictionary");
        let name = |key: &str| self.get(intent, key).and_then(|name| name.as_name().ok());
        if name("S") != Some(b"GTS_PDFX".as_slice()) {
            self.fault("an output intent of another sort");
        }
        let profile = self.get(intent, "DestOutputProfile").and_then(|profile| profile.as_stream().ok());
        match profile.map(|profile| profile.get_plain_content().expect("a profile")) {
            None => self.fault("no profile"),
            Some(bytes) if bytes.get(16..20) != Some(b"CMYK") || bytes.get(36..40) != Some(b"acsp") => {
                self.fault("a profile of something else");
            }
            Some(_) => {}
        }
    }

    fn page(&mut self, number: u32, page: ObjectId) {
        let page = self.document.get_dictionary(page).expect("a page");
        let mut outer = [f64::MIN, f64::MIN, f64::MAX, f64::MAX];
        for key in ["MediaBox", "BleedBox", "TrimBox"] {
            let Some(corners) = self.get(page, key).and_then(|corners| corners.as_array().ok()) else {
                self.fault(format!("page {number} has no {key}"));
                continue;
            };
            let corners: Vec<f64> = corners.iter().map(number_of).collect();
            let inside = corners[0] >= outer[0] - 0.01
                && corners[1] >= outer[1] - 0.01
                && corners[2] <= outer[2] + 0.01
                && corners[3] <= outer[3] + 0.01;
            if !inside {
                self.fault(format!("page {number}: the {key} reaches out of the box about it"));
            }
            outer = [corners[0], corners[1], corners[2], corners[3]];
        }
        if page.has(b"Annots") {
            self.fault(format!("page {number} has annotations"));
        }
        if let Some(group) = self.get(page, "Group") {
            self.group(group, false);
        }
        let resources = self.get(page, "Resources").and_then(|resources| resources.as_dict().ok()).expect("resources");
        let content = self.document.get_page_content(self.document.get_pages()[&number]);
        self.content(&content, resources, false);
    }

    fn group(&mut self, group: &'a Object, mask: bool) {
        if !self.allowed.transparency {
            self.fault("a transparency group");
        }
        let group = group.as_dict().expect("a dictionary");
        let space = self.get(group, "CS").and_then(|space| space.as_name().ok()).unwrap_or_default();
        let fits = space == b"DeviceCMYK" || mask && space == b"DeviceGray";
        if !fits {
            self.fault(format!("a group that mixes {}", String::from_utf8_lossy(space)));
        }
    }

    /// Walks a form, a tile or the form of a mask.
    fn form(&mut self, id: ObjectId, mask: bool) {
        if !self.seen.insert((id, mask)) {
            return;
        }
        let stream = self.document.get_object(id).and_then(Object::as_stream).expect("a stream");
        if let Some(group) = self.get(&stream.dict, "Group") {
            self.group(group, mask);
        }
        let empty = Box::leak(Box::new(Dictionary::new()));
        let resources = self.get(&stream.dict, "Resources").and_then(|resources| resources.as_dict().ok());
        let content = stream.get_plain_content().expect("content");
        self.content(&content, resources.unwrap_or(empty), mask);
    }

    fn content(&mut self, content: &[u8], resources: &'a Dictionary, mask: bool) {
        let content = Content::decode(content).expect("content that can be read");
        let black = vec![0.0];
        let mut states = vec![State { fill: black, is_ink: false, over: false }];
        for operation in &content.operations {
            let numbers: Vec<f64> = operation.operands.iter().filter_map(number_of_some).collect();
            let name = || operation.operands.last().and_then(|name| name.as_name().ok()).unwrap_or_default();
            let depth = states.len() - 1;
            match operation.operator.as_str() {
                "q" => states.push(states[depth].clone()),
                "Q" => drop(states.pop()),
                "rg" | "RG" => self.fault("a colour in RGB"),
                "g" | "G" if !mask => self.fault("a colour in grey"),
                "k" | "K" => {
                    let total = numbers.iter().sum::<f64>() * 100.0;
                    if total > self.allowed.ink + 0.01 {
                        self.fault(format!("a colour of {total:.0} % of ink"));
                    }
                    if operation.operator == "k" {
                        states[depth].fill = numbers;
                        states[depth].is_ink = true;
                    }
                }
                "cs" | "CS" => {
                    states[depth].is_ink = false;
                    self.space(name(), resources);
                }
                "gs" => {
                    let state = self.state(name(), resources);
                    if let Some(over) = state {
                        states[depth].over = over;
                    }
                }
                "f" | "f*" | "B" | "B*" | "Tj" | "TJ" => {
                    self.painted += 1;
                    let State { fill, is_ink, over } = &states[depth];
                    if *over && !(*is_ink && fill == &[0.0, 0.0, 0.0, 1.0]) {
                        let fill = fill.clone();
                        self.fault(format!("{fill:?} is laid over what lies behind it"));
                    }
                }
                "scn" | "SCN" if !name().is_empty() => {
                    let id = self.named(resources, "Pattern", name());
                    self.form(id, mask);
                }
                "sh" => {
                    self.painted += 1;
                    let id = self.named(resources, "Shading", name());
                    let shading = self.document.get_dictionary(id).expect("a shading");
                    let space = self.get(shading, "ColorSpace").and_then(|space| space.as_name().ok());
                    let fits = space == Some(b"DeviceCMYK") || mask && space == Some(b"DeviceGray");
                    if !fits {
                        self.fault("a gradient that is not in CMYK");
                    }
                    let whole = format!("{shading:?}");
                    assert!(whole.contains("FunctionType"), "a gradient without a function");
                }
                "Tf" => {
                    let id = self.named(resources, "Font", operation.operands[0].as_name().expect("a name"));
                    self.font(id);
                }
                "Do" => {
                    let id = self.named(resources, "XObject", name());
                    let stream = self.document.get_object(id).and_then(Object::as_stream).expect("a stream");
                    if self.get(&stream.dict, "Subtype").and_then(|kind| kind.as_name().ok()) == Some(b"Image") {
                        self.picture(&stream.dict, mask);
                    } else {
                        if states[depth].over {
                            self.fault("a form is laid over what lies behind it");
                        }
                        self.form(id, mask);
                    }
                }
                "BI" | "ri" | "d0" | "d1" => self.fault(format!("the operator {}", operation.operator)),
                _ => {}
            }
        }
    }

    fn named(&self, resources: &'a Dictionary, sort: &str, name: &[u8]) -> ObjectId {
        let all = self.get(resources, sort).and_then(|all| all.as_dict().ok());
        let named = all.and_then(|all| all.get(name).ok()).and_then(|object| object.as_reference().ok());
        named.unwrap_or_else(|| panic!("no {sort} named {}", String::from_utf8_lossy(name)))
    }

    fn space(&mut self, name: &[u8], resources: &'a Dictionary) {
        if matches!(name, b"Pattern" | b"DeviceCMYK") {
            return;
        }
        let spaces = self.get(resources, "ColorSpace").and_then(|spaces| spaces.as_dict().ok());
        let space = spaces.and_then(|spaces| spaces.get(name).ok()).map(|space| self.resolve(space));
        let parts = space.and_then(|space| space.as_array().ok());
        let is = |at: usize, name: &[u8]| parts.is_some_and(|parts| parts[at].as_name().is_ok_and(|is| is == name));
        if !(is(0, b"Separation") && is(2, b"DeviceCMYK")) {
            self.fault(format!("the colours {}", String::from_utf8_lossy(name)));
        }
    }

    /// Checks a graphics state; returns true if it makes fills overprint, if it sets that.
    fn state(&mut self, name: &[u8], resources: &'a Dictionary) -> Option<bool> {
        let states = self.get(resources, "ExtGState").and_then(|states| states.as_dict().ok()).expect("states");
        let state = self.resolve(states.get(name).expect("a state of that name")).as_dict().expect("a dictionary");
        let opaque = ["ca", "CA"].iter().all(|key| self.get(state, key).is_none_or(|value| number_of(value) >= 1.0));
        let blend = self.get(state, "BM").and_then(|blend| blend.as_name().ok()).unwrap_or(b"Normal");
        let mask = self.get(state, "SMask").and_then(|mask| mask.as_dict().ok());
        if !self.allowed.transparency && (!opaque || blend != b"Normal" || mask.is_some()) {
            self.fault("a transparent state");
        }
        if self.allowed.transparency && blend != b"Normal" {
            self.fault("inks that blend may be more than are allowed");
        }
        if let Some(mask) = mask {
            let luminosity = self.get(mask, "S").and_then(|part| part.as_name().ok()) == Some(b"Luminosity");
            let form = mask.get(b"G").and_then(Object::as_reference).expect("the form of a mask");
            self.form(form, luminosity);
        }
        self.get(state, "op").map(|over| over.as_bool().expect("yes or no"))
    }

    fn picture(&mut self, picture: &'a Dictionary, mask: bool) {
        self.painted += 1;
        let space = self.get(picture, "ColorSpace").and_then(|space| space.as_name().ok()).unwrap_or_default();
        if space != b"DeviceCMYK" && !(mask && space == b"DeviceGray") {
            self.fault(format!("a picture in {}", String::from_utf8_lossy(space)));
        }
        if picture.has(b"SMask") && !self.allowed.transparency {
            self.fault("a transparent picture");
        }
    }

    fn font(&mut self, id: ObjectId) {
        let font = self.document.get_dictionary(id).expect("a font");
        let below = self.get(font, "DescendantFonts").and_then(|fonts| fonts.as_array().ok());
        let font = below.map_or(font, |fonts| self.resolve(&fonts[0]).as_dict().expect("a font"));
        let descriptor = self.get(font, "FontDescriptor").and_then(|descriptor| descriptor.as_dict().ok());
        let file = ["FontFile", "FontFile2", "FontFile3"]
            .iter()
            .find_map(|key| self.get(descriptor?, key)?.as_stream().ok())
            .filter(|file| !file.content.is_empty());
        if file.is_none() {
            self.fault("a font that is not embedded");
        }
    }
}

fn number_of_some(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

fn number_of(object: &Object) -> f64 {
    number_of_some(object).expect("a number")
}
