//! The lines of a sheet that a machine cuts, as SVG and as DXF. Both are in millimetres.

use std::fmt::Write as _;

use kurbo::{BezPath, PathEl, Point};

use super::xml::{Xml, document};
use crate::shape;
use crate::sheet::CutLines;
use crate::units::{Rect, Size};

/// Tolerance of the straight segments of a curve, in millimetres: less than a knife's.
const FINE: f64 = 0.01;
/// Decimals of millimetres that are written.
const MICROMETRES: usize = 3;

/// Returns the lines as SVG: a group each for cuts, creases and registration marks.
pub fn svg(page: Size, lines: &CutLines, marks: &[Rect]) -> String {
    let number = |value: f64| shape::short(value, MICROMETRES);
    let path_data = |path: &BezPath| shape::path_data(path, MICROMETRES);
    let (width, height) = (number(page.width.get()), number(page.height.get()));
    let (wide, high) = (format!("{width}mm"), format!("{height}mm"));
    let view = format!("0 0 {width} {height}");
    let creases = lines
        .creases
        .iter()
        .map(|[from, to]| format!("M {} {} L {} {}", number(from.x), number(from.y), number(to.x), number(to.y)));
    let cuts = lines.cuts.iter().map(&path_data);
    let marks = marks.iter().map(|mark| path_data(&area(*mark)));
    document(|xml| {
        xml.create_element("svg")
            .with_attributes([
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("width", wide.as_str()),
                ("height", high.as_str()),
                ("viewBox", view.as_str()),
            ])
            .write_inner_content(|xml| {
                let line = |colour| [("fill", "none"), ("stroke", colour), ("stroke-width", "0.1")];
                group(xml, "registration", &[("fill", "#000000")], marks)?;
                group(xml, "crease", &line("#0000ff"), creases)?;
                group(xml, "cut", &line("#ff0000"), cuts)
            })?;
        Ok(())
    })
}

/// Writes a group of paths, unless there are none.
fn group(xml: &mut Xml, id: &str, style: &[(&str, &str)], paths: impl Iterator<Item = String>) -> std::io::Result<()> {
    let mut paths = paths.peekable();
    if paths.peek().is_none() {
        return Ok(());
    }
    let element = xml.create_element("g").with_attribute(("id", id)).with_attributes(style.iter().copied());
    element.write_inner_content(|xml| {
        paths.try_for_each(|path| {
            xml.create_element("path").with_attribute(("d", path.as_str())).write_empty().map(|_| ())
        })
    })?;
    Ok(())
}

fn area(mark: Rect) -> BezPath {
    let (x, y) = (mark.x.get(), mark.y.get());
    kurbo::Shape::to_path(&kurbo::Rect::new(x, y, mark.right().get(), mark.bottom().get()), FINE)
}

/// Writes the lines as DXF of release 12, which all programs for cutting machines read: polylines on the layers `CUT`,
/// `CREASE` and `REGISTRATION`. Places are counted from the lower left corner of the sheet.
pub fn dxf(page: Size, lines: &CutLines, marks: &[Rect]) -> String {
    let mut dxf = Dxf { text: String::new(), height: page.height.get() };
    dxf.pair(0, "SECTION");
    dxf.pair(2, "HEADER");
    for (variable, code, value) in [("$ACADVER", 1, "AC1009"), ("$INSUNITS", 70, "4"), ("$MEASUREMENT", 70, "1")] {
        dxf.pair(9, variable);
        dxf.pair(code, value);
    }
    dxf.pair(9, "$EXTMIN");
    dxf.place(Point::new(0.0, dxf.height));
    dxf.pair(9, "$EXTMAX");
    dxf.place(Point::new(page.width.get(), 0.0));
    dxf.pair(0, "ENDSEC");
    dxf.pair(0, "SECTION");
    dxf.pair(2, "TABLES");
    dxf.pair(0, "TABLE");
    dxf.pair(2, "LAYER");
    dxf.pair(70, LAYERS.len());
    for (name, colour) in LAYERS {
        dxf.pair(0, "LAYER");
        dxf.pair(2, name);
        dxf.pair(70, 0);
        dxf.pair(62, colour);
        dxf.pair(6, "CONTINUOUS");
    }
    dxf.pair(0, "ENDTAB");
    dxf.pair(0, "ENDSEC");
    dxf.pair(0, "SECTION");
    dxf.pair(2, "ENTITIES");
    for (layer, path) in
        lines.cuts.iter().map(|path| (CUT, path.clone())).chain(marks.iter().map(|mark| (MARK, area(*mark))))
    {
        dxf.path(layer, &path);
    }
    for [from, to] in &lines.creases {
        dxf.polyline(CREASE, &[*from, *to], false);
    }
    dxf.pair(0, "ENDSEC");
    dxf.pair(0, "EOF");
    dxf.text
}

const CUT: &str = "CUT";
const CREASE: &str = "CREASE";
const MARK: &str = "REGISTRATION";
/// The layers and the numbers of their colours: red, blue, black on white.
const LAYERS: [(&str, u8); 3] = [(CUT, 1), (CREASE, 5), (MARK, 7)];

/// DXF in the making: pairs of a code and a value, a line each.
struct Dxf {
    text: String,
    /// Height of the sheet: places are counted upwards.
    height: f64,
}

impl Dxf {
    fn pair(&mut self, code: u16, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{code:>3}\n{value}");
    }

    fn place(&mut self, at: Point) {
        self.pair(10, format_args!("{:.4}", at.x));
        self.pair(20, format_args!("{:.4}", self.height - at.y));
        self.pair(30, "0.0");
    }

    /// Writes each part of a path as a polyline.
    fn path(&mut self, layer: &str, path: &BezPath) {
        let mut parts: Vec<(Vec<Point>, bool)> = Vec::new();
        kurbo::flatten(path.elements().iter().copied(), FINE, |element| match element {
            PathEl::MoveTo(to) => parts.push((vec![to], false)),
            PathEl::LineTo(to) => parts.iter_mut().last().into_iter().for_each(|(points, _)| points.push(to)),
            PathEl::ClosePath => parts.iter_mut().last().into_iter().for_each(|(_, closed)| *closed = true),
            // A flat path has no curves.
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
        });
        for (mut points, closed) in parts {
            // Closing a path draws its last segment.
            if closed && points.len() > 2 && points.first() == points.last() {
                points.pop();
            }
            self.polyline(layer, &points, closed);
        }
    }

    fn polyline(&mut self, layer: &str, points: &[Point], closed: bool) {
        self.pair(0, "POLYLINE");
        self.pair(8, layer);
        self.pair(66, 1);
        self.place(Point::new(0.0, self.height));
        self.pair(70, u8::from(closed));
        for point in points {
            self.pair(0, "VERTEX");
            self.pair(8, layer);
            self.place(*point);
        }
        self.pair(0, "SEQEND");
        self.pair(8, layer);
    }
}
