//! The elements and attributes that SVG has.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rustc_hash::FxBuildHasher;
use usvg::roxmltree::Node;

use crate::diagnostic::{is_slip, nearest};

/// True if each attribute is a measure. A search among all takes longer, and a game has many thousands.
static KEYS: LazyLock<HashMap<&str, bool, FxBuildHasher>> =
    LazyLock::new(|| ATTRIBUTES.into_iter().map(|key| (key, MEASURES.contains(&key))).collect());
/// All elements.
static NAMES: LazyLock<HashSet<&str, FxBuildHasher>> = LazyLock::new(|| ELEMENTS.into_iter().collect());

/// True if SVG has an element.
pub(super) fn is_element(name: &str) -> bool {
    NAMES.contains(name)
}

/// Returns the element that is nearest to a name.
pub(super) fn nearest_element(name: &str) -> Option<&'static str> {
    nearest(name, ELEMENTS)
}

/// Findings on an attribute or a property of a style.
pub(super) enum Key {
    /// A length, a place or a map.
    Measure,
    /// SVG lacks it, but has this one, of which it may be a typo.
    TypoOf(&'static str),
    /// Any other, of SVG or of an editor.
    Other,
}

impl Key {
    /// Findings on a name.
    pub fn of(name: &str) -> Self {
        match KEYS.get(name) {
            Some(true) => Self::Measure,
            Some(false) => Self::Other,
            None if name.starts_with("data-") => Self::Other,
            None => ATTRIBUTES.into_iter().find(|known| is_slip(name, known)).map_or(Self::Other, Self::TypoOf),
        }
    }
}

/// True if a node is an element of SVG, not an editor's own.
pub(super) fn is_svg(node: &Node<'_, '_>) -> bool {
    node.is_element() && matches!(node.tag_name().namespace(), None | Some("http://www.w3.org/2000/svg"))
}

/// The elements of SVG 1.1 and 2, with those that no program draws any more.
#[rustfmt::skip]
const ELEMENTS: [&str; 96] = [
    "a", "altGlyph", "altGlyphDef", "altGlyphItem", "animate", "animateColor", "animateMotion", "animateTransform", "audio",
    "canvas", "circle", "clipPath", "color-profile", "cursor", "definition-src", "defs", "desc", "discard", "ellipse",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
    "feSpotLight", "feTile", "feTurbulence", "filter", "font", "font-face", "font-face-format", "font-face-name",
    "font-face-src", "font-face-uri", "g", "glyph", "glyphRef", "hatch", "hatchpath", "hkern", "iframe", "image", "line",
    "linearGradient", "marker", "mask", "mesh", "meshgradient", "meshpatch", "meshrow", "metadata", "missing-glyph", "mpath",
    "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "script", "set", "solidColor", "solidcolor", "stop",
    "style", "svg", "switch", "symbol", "text", "textArea", "textPath", "title", "tref", "tspan", "unknown", "use", "video",
    "view", "vkern",
];

/// Their attributes and the properties of their styles.
#[rustfmt::skip]
const ATTRIBUTES: [&str; 328] = [
    "accent-height", "accumulate", "additive", "alignment-baseline", "alphabetic", "amplitude", "arabic-form", "ascent",
    "attributeName", "attributeType", "azimuth", "baseFrequency", "baseProfile", "baseline-shift", "bbox", "begin", "bias",
    "by", "calcMode", "cap-height", "class", "clip", "clip-path", "clip-rule", "clipPathUnits", "color",
    "color-interpolation", "color-interpolation-filters", "color-profile", "color-rendering", "contentScriptType",
    "contentStyleType", "crossorigin", "cursor", "cx", "cy", "d", "decelerate", "decoding", "descent", "diffuseConstant",
    "direction", "display", "divisor", "dominant-baseline", "download", "dur", "dx", "dy", "edgeMode", "elevation",
    "enable-background", "end", "exponent", "externalResourcesRequired", "fetchpriority", "fill", "fill-opacity",
    "fill-rule", "filter", "filterRes", "filterUnits", "flood-color", "flood-opacity", "focusable", "font", "font-family",
    "font-feature-settings", "font-kerning", "font-optical-sizing", "font-size", "font-size-adjust", "font-stretch",
    "font-style", "font-synthesis", "font-variant", "font-variant-alternates", "font-variant-caps",
    "font-variant-east-asian", "font-variant-ligatures", "font-variant-numeric", "font-variant-position",
    "font-variation-settings", "font-weight", "format", "fr", "from", "fx", "fy", "g1", "g2", "glyph-name",
    "glyph-orientation-horizontal", "glyph-orientation-vertical", "glyphRef", "gradientTransform", "gradientUnits",
    "hanging", "height", "hidden", "horiz-adv-x", "horiz-origin-x", "horiz-origin-y", "href", "hreflang", "hyphens", "id",
    "ideographic", "image-rendering", "in", "in2", "inline-size", "intercept", "isolation", "k", "k1", "k2", "k3", "k4",
    "kernelMatrix", "kernelUnitLength", "kerning", "keyPoints", "keySplines", "keyTimes", "lang", "lengthAdjust",
    "letter-spacing", "lighting-color", "limitingConeAngle", "line-height", "local", "margin", "marker", "marker-end",
    "marker-mid", "marker-start", "markerHeight", "markerUnits", "markerWidth", "mask", "mask-border", "mask-clip",
    "mask-composite", "mask-image", "mask-mode", "mask-origin", "mask-position", "mask-repeat", "mask-size", "mask-type",
    "maskContentUnits", "maskUnits", "mathematical", "max", "media", "method", "min", "mix-blend-mode", "mode", "name",
    "numOctaves", "object-fit", "object-position", "offset", "opacity", "operator", "order", "orient", "orientation",
    "origin", "overflow", "overline-position", "overline-thickness", "paint-order", "panose-1", "path", "path-anchor",
    "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "ping", "pointer-events", "points", "pointsAtX",
    "pointsAtY", "pointsAtZ", "position", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "r", "radius", "refX",
    "refY", "referrerpolicy", "rel", "rendering-intent", "repeat", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "requiredFonts", "requiredFormats", "restart", "result", "role", "rotate", "rx", "ry", "scale",
    "seed", "shape-image-threshold", "shape-inside", "shape-margin", "shape-padding", "shape-rendering", "shape-subtract",
    "side", "slope", "solid-color", "solid-opacity", "space", "spacing", "specularConstant", "specularExponent", "speed",
    "spreadMethod", "src", "startOffset", "stdDeviation", "stemh", "stemv", "stitchTiles", "stop-color", "stop-opacity",
    "strikethrough-position", "strikethrough-thickness", "string", "stroke", "stroke-alignment", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "style",
    "surfaceScale", "systemLanguage", "tabindex", "tableValues", "target", "targetX", "targetY", "text-align",
    "text-align-all", "text-align-last", "text-anchor", "text-decoration", "text-decoration-color", "text-decoration-fill",
    "text-decoration-line", "text-decoration-stroke", "text-decoration-style", "text-decoration-thickness", "text-indent",
    "text-orientation", "text-overflow", "text-rendering", "text-transform", "text-underline-offset",
    "text-underline-position", "textLength", "title", "to", "transform", "transform-box", "transform-origin",
    "transform-style", "type", "u1", "u2", "underline-position", "underline-thickness", "unicode", "unicode-bidi",
    "unicode-range", "units-per-em", "user-select", "v-alphabetic", "v-hanging", "v-ideographic", "v-mathematical", "values",
    "vector-effect", "version", "vert-adv-y", "vert-origin-x", "vert-origin-y", "vertical-align", "viewBox", "viewTarget",
    "visibility", "white-space", "width", "widths", "will-change", "word-spacing", "writing-mode", "x", "x-height", "x1",
    "x2", "xChannelSelector", "xlink:href", "xml:lang", "xml:space", "xmlns", "y", "y1", "y2", "yChannelSelector", "z",
    "zoomAndPan",
];

/// Attributes that are lengths, places and maps.
#[rustfmt::skip]
const MEASURES: [&str; 27] = [
    "cx", "cy", "d", "dx", "dy", "fx", "fy", "height", "points", "r", "rx", "ry", "stdDeviation", "stroke-dasharray",
    "stroke-dashoffset", "stroke-width", "transform", "gradientTransform", "patternTransform", "width", "x", "x1", "x2", "y",
    "y1", "y2", "font-size",
];
