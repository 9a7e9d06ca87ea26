//! The separation of colours into inks.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{BezPath, PathSeg, Shape as _};
use moxcms::{ColorProfile, Layout};
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

use super::{Inks, Lab, Profile, difference};
use crate::game::{Colour, Ink};
use crate::raster::{Channels, Conversion, Raster, SourceProfile};

/// Use of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Use {
    /// An area.
    #[default]
    Area,
    /// Text and thin lines. Dark ones are printed with black ink only: four inks are never in perfect register.
    Line,
}

impl Use {
    /// True if the inks of a colour depend on its use: only those of dark ones do.
    pub fn matters(colour: Colour) -> bool {
        /// No part of a colour that is nearly black is lighter.
        const DARK: u8 = 80;
        colour.parts().iter().all(|part| *part < DARK)
    }

    /// Returns the use of a filled outline whose unit is `mm` millimetres long: a line is long for its width.
    pub fn of(outline: &BezPath, mm: f64) -> Self {
        /// The mean width of a line at most, in millimetres.
        const WIDEST: f64 = 2.0;
        // The way around it, as far as that matters here.
        let length = |segment: PathSeg| match segment {
            PathSeg::Line(line) => line.p0.distance(line.p1),
            PathSeg::Quad(curve) => curve.p0.distance(curve.p1) + curve.p1.distance(curve.p2),
            PathSeg::Cubic(curve) => {
                curve.p0.distance(curve.p1) + curve.p1.distance(curve.p2) + curve.p2.distance(curve.p3)
            }
        };
        let around: f64 = outline.segments().map(length).sum();
        if outline.area().abs() * 2.0 * mm < WIDEST * around { Self::Line } else { Self::Area }
    }
}

/// A colour and what represents it on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separated {
    /// The inks.
    pub inks: Inks,
    /// Difference from the colour (CIEDE2000).
    pub difference: f64,
}

/// The inks of one target: a profile, and how much ink its paper takes.
pub struct Separation {
    /// The press and its paper.
    pub profile: Arc<Profile>,
    /// The most ink in one place, in percent: 300 for most coated papers.
    limit: f64,
    /// True if large areas of black get other inks beneath.
    rich: bool,
    known: Mutex<HashMap<(Colour, Use), Separated, FxBuildHasher>>,
}

/// Colours no lighter and no farther from grey than these are black as lines.
const NEARLY_BLACK: (f64, f64) = (22.0, 10.0);
/// Gain in accuracy that justifies a whole step (100 %) away from the profile's own inks. It keeps the inks of adjacent
/// colours similar.
const PULL: f64 = 0.02;
/// Steps of the search, in half percents. What the profile itself would take is a few percent off, or as far as the limit.
const STEPS: [i16; 3] = [8, 3, 1];

impl Separation {
    /// Creates a separation for a profile, with a limit of the total ink in percent. Light ink is black only.
    pub fn new(profile: Arc<Profile>, limit: f64, ink: Ink) -> Self {
        Self { profile, limit, rich: ink == Ink::Full, known: Mutex::default() }
    }

    /// Returns the limit of the total ink, in percent.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// True if overprinted black text never exceeds the limit: there must be room for it over all other inks.
    pub fn overprints(&self) -> bool {
        self.limit >= 300.0
    }

    /// Returns the limit of the coloured inks: overprinted black text adds to them.
    fn coloured_limit(&self) -> f64 {
        if self.overprints() { self.limit - 100.0 } else { self.limit }
    }

    fn allows(&self, inks: Inks) -> bool {
        inks.total() <= self.limit && inks.coloured() <= self.coloured_limit()
    }

    /// Returns the inks of a colour.
    pub fn separate(&self, colour: Colour, used: Use) -> Separated {
        let key = (colour, if Use::matters(colour) { used } else { Use::Area });
        let known = || self.known.lock();
        if let Some(found) = known().get(&key) {
            return *found;
        }
        let found = self.search(colour, key.1);
        known().insert(key, found);
        found
    }

    fn search(&self, colour: Colour, used: Use) -> Separated {
        let target = Lab::of(colour);
        let told = |inks: Inks| Separated { inks, difference: difference(target, self.profile.colour(inks)) };
        let [red, green, blue] = colour.parts();
        let grey = red == green && green == blue;
        let (dark, pale) = NEARLY_BLACK;
        if colour == Colour::WHITE {
            told(Inks::NONE)
        } else if colour == Colour::Black && used == Use::Area && self.rich && self.allows(Inks::RICH_BLACK) {
            told(Inks::RICH_BLACK)
        } else if colour == Colour::Black || used == Use::Line && target.l <= dark && target.chroma() <= pale {
            told(Inks::BLACK)
        } else if grey {
            let all = (0..=200).map(|black| Inks([0, 0, 0, black]));
            self.nearest(target, all, |_| 0.0).1
        } else {
            self.descend(target, self.start(target))
        }
    }

    /// Returns the profile's own inks, within the limit.
    fn start(&self, target: Lab) -> Inks {
        let mut inks = self.profile.inks(target);
        while !self.allows(inks) {
            let most = inks.0[..3].iter().copied().max().unwrap_or(0);
            inks.0[..3].iter_mut().filter(|ink| **ink == most).for_each(|ink| *ink -= 1);
        }
        inks
    }

    /// Descends from some inks to nearby ones that come nearest to a colour, by ever smaller steps.
    fn descend(&self, target: Lab, start: Inks) -> Separated {
        let pull = |inks: Inks| {
            let away = inks.0.iter().zip(start.0).map(|(ink, start)| f64::from(ink.abs_diff(start)) / 200.0);
            PULL * away.sum::<f64>()
        };
        let (mut cost, mut best) = self.nearest(target, std::iter::once(start), pull);
        for step in STEPS {
            loop {
                let near = moves().filter_map(|by| moved(best.inks, by, step)).filter(|inks| self.allows(*inks));
                let (next_cost, next) = self.nearest(target, near, pull);
                if next_cost >= cost - 1e-9 {
                    break;
                }
                (cost, best) = (next_cost, next);
            }
        }
        best
    }

    /// Returns the inks that come nearest to a colour, and their cost.
    fn nearest(&self, target: Lab, inks: impl Iterator<Item = Inks>, extra: impl Fn(Inks) -> f64) -> (f64, Separated) {
        let mut best = (f64::INFINITY, Separated { inks: Inks::NONE, difference: f64::INFINITY });
        for inks in inks {
            let difference = difference(target, self.profile.colour(inks));
            let cost = difference + extra(inks);
            if cost < best.0 {
                best = (cost, Separated { inks, difference });
            }
        }
        best
    }

    /// Converts a picture without alpha to inks, using its own profile.
    pub fn inks_of(&self, picture: &Raster) -> Vec<u8> {
        let own = match picture.source_profile() {
            Some(SourceProfile::Own(profile)) if picture.channels == Channels::Cmyk || !picture.is_srgb() => {
                Some(profile)
            }
            _ => None,
        };
        let convert = |layout: Layout| {
            let to_inks = Conversion::new(own.as_deref()?, layout, self.profile.icc(), Layout::Rgba)?;
            to_inks.convert(&picture.data)
        };
        match picture.channels {
            Channels::Cmyk => {
                // Inks of a nearly identical press are kept: a conversion would lose pure black.
                let other = own.as_ref().is_some_and(|profile| !self.is_nearly(profile));
                let mut inks = other.then(|| convert(Layout::Rgba)).flatten().unwrap_or_else(|| picture.data.clone());
                inks.as_chunks_mut::<4>().0.iter_mut().for_each(|inks| self.keep_limit(inks));
                inks
            }
            Channels::Rgb => {
                let wide = own.is_some().then(|| convert(Layout::Rgb)).flatten();
                let srgb = if wide.is_some() { picture.clone().into_srgb().data } else { picture.data.clone() };
                self.pixels_with(&srgb, wide)
            }
            _ => {
                let greys = picture.clone().into_srgb().data;
                self.pixels(&greys.iter().flat_map(|grey| [*grey; 3]).collect::<Vec<u8>>())
            }
        }
    }

    /// True if another press gives nearly the colours of this one.
    fn is_nearly(&self, other: &ColorProfile) -> bool {
        /// Tolerance of a byte of a colour.
        const NEAR: u8 = 6;
        const STEPS: [u8; 4] = [0, 85, 170, 255];
        let inks: Vec<u8> = (0..256_usize).flat_map(|n| [n, n / 4, n / 16, n / 64].map(|ink| STEPS[ink % 4])).collect();
        let srgb = ColorProfile::new_srgb();
        let lights =
            |profile: &ColorProfile| Conversion::new(profile, Layout::Rgba, &srgb, Layout::Rgb)?.convert(&inks);
        let (Some(own), Some(other)) = (lights(self.profile.icc()), lights(other)) else { return false };
        own.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= NEAR)
    }

    /// Pixels of sRGB as inks, a byte each, under the limit. A colour that fills much of a picture is separated as one of the
    /// data: so a flat ground looks the same beside the picture.
    pub fn pixels(&self, rgb: &[u8]) -> Vec<u8> {
        self.pixels_with(rgb, None)
    }

    /// Does the same with a picture whose own profile gives other inks.
    fn pixels_with(&self, rgb: &[u8], inks: Option<Vec<u8>>) -> Vec<u8> {
        let flat = self.flat_colours(rgb);
        let mut inks = inks.unwrap_or_else(|| self.profile.pixels(rgb));
        for (inks, rgb) in inks.as_chunks_mut::<4>().0.iter_mut().zip(rgb.as_chunks::<3>().0) {
            match *rgb {
                [255, 255, 255] => *inks = [0; 4],
                rgb if flat.contains_key(&rgb) => *inks = flat[&rgb],
                [red, green, blue] if !self.rich && red == green && green == blue => {
                    let [.., black] = self.separate(Colour::rgb(red, green, blue), Use::Area).inks.0;
                    #[allow(clippy::cast_possible_truncation, reason = "from 0 to 255")]
                    let black = (u16::from(black) * 255 / 200) as u8;
                    *inks = [0, 0, 0, black];
                }
                _ => self.keep_limit(inks),
            }
        }
        inks
    }

    /// Returns the colours that fill at least a hundredth of a picture, and their inks.
    fn flat_colours(&self, rgb: &[u8]) -> HashMap<[u8; 3], [u8; 4], FxBuildHasher> {
        let mut counts: HashMap<[u8; 3], usize, FxBuildHasher> = HashMap::default();
        let pixels = rgb.as_chunks::<3>().0;
        for pixel in pixels {
            *counts.entry(*pixel).or_default() += 1;
        }
        #[allow(clippy::iter_over_hash_type, reason = "each is calculated separately")]
        let flat = counts.into_iter().filter(|(_, count)| count * 100 >= pixels.len());
        let inks = |[red, green, blue]: [u8; 3]| {
            #[allow(clippy::cast_possible_truncation, reason = "from 0 to 255")]
            let byte = |half: u8| (u16::from(half) * 255 / 200) as u8;
            self.separate(Colour::rgb(red, green, blue), Use::Area).inks.0.map(byte)
        };
        flat.map(|(rgb, _)| (rgb, inks(rgb))).collect()
    }

    /// Reduces coloured ink to the limit.
    pub fn keep_limit(&self, inks: &mut [u8; 4]) {
        let coloured: f64 = inks[..3].iter().map(|ink| f64::from(*ink)).sum();
        let most = (self.limit * 2.55 - f64::from(inks[3])).min(self.coloured_limit() * 2.55).max(0.0);
        if coloured > most {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than it was")]
            inks[..3].iter_mut().for_each(|ink| *ink = (f64::from(*ink) * most / coloured) as u8);
        }
    }
}

/// Returns the steps: one ink more or less, one instead of another, and all three for black or black for them.
fn moves() -> impl Iterator<Item = [i16; 4]> {
    let single = (0..4).flat_map(|ink| [1, -1].map(|by| std::array::from_fn(|at| if at == ink { by } else { 0 })));
    let pairs = (0..4).flat_map(|up| (0..4).filter(move |down| *down != up).map(move |down| (up, down)));
    let pairs = pairs.map(|(up, down)| std::array::from_fn(|at| i16::from(at == up) - i16::from(at == down)));
    let all = [[1, 1, 1, 0], [-1, -1, -1, 0], [1, 1, 1, -1], [-1, -1, -1, 1], [1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0]];
    let fewer = [[-1, -1, 0, 0], [0, -1, -1, 0], [-1, 0, -1, 0]];
    single.chain(pairs).chain(all).chain(fewer)
}

fn moved(inks: Inks, by: [i16; 4], step: i16) -> Option<Inks> {
    let mut to = [0; 4];
    for (to, (ink, by)) in to.iter_mut().zip(inks.0.iter().zip(by)) {
        *to = u8::try_from(i16::from(*ink) + by * step).ok().filter(|ink| *ink <= 200)?;
    }
    Some(Inks(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separation(limit: f64) -> Separation {
        Separation::new(Arc::new(Profile::coated().unwrap()), limit, Ink::Full)
    }

    #[test]
    fn paper_is_white_and_black_is_black() {
        let press = separation(300.0);
        let inks = |colour, used| press.separate(colour, used).inks;
        let ink = Colour::rgb(0x1d, 0x17, 0x12);
        assert_eq!(inks(Colour::WHITE, Use::Area), Inks::NONE);
        assert_eq!(inks(Colour::Black, Use::Area), Inks::RICH_BLACK);
        assert_eq!(inks(Colour::Black, Use::Line), Inks::BLACK);
        assert_eq!(inks(ink, Use::Line), Inks::BLACK, "brown that is nearly black");
        assert!(inks(ink, Use::Area).total() > 200.0);
        let Inks([cyan, magenta, yellow, black]) = inks(Colour::rgb(128, 128, 128), Use::Area);
        assert_eq!([cyan, magenta, yellow], [0; 3], "grey is black alone");
        assert!((80..140).contains(&black), "{black}");
        let light = Separation::new(Arc::clone(&press.profile), 300.0, Ink::Low);
        assert_eq!(light.separate(Colour::Black, Use::Area).inks, Inks::BLACK);
        assert_eq!(light.pixels(&[0, 0, 0, 255, 255, 255]), [0, 0, 0, 255, 0, 0, 0, 0]);
    }

    #[test]
    fn inks_come_near_and_keep_the_limit() {
        for limit in [300.0, 240.0] {
            let press = separation(limit);
            for colour in ["#a33b2e", "#335069", "#4f7253", "#9c6c1c", "#f4ead5", "#d8c9a6", "#2c3d49"] {
                let colour = Colour::hex(colour).unwrap();
                let found = press.separate(colour, Use::Area);
                assert!(found.difference < 1.0, "{colour}: {found:?}");
                assert!(found.inks.total() <= limit, "{colour}: {found:?}");
            }
            for colour in ["#6fd6cf", "#1d1712", "#050a20", "#200500", "#001a00", "#0000ff", "#00ff00"] {
                let found = press.separate(Colour::hex(colour).unwrap(), Use::Area);
                assert!(found.inks.total() <= limit, "{colour}: {found:?}");
            }
            let mut all = Vec::new();
            for step in 0..4096_u16 {
                all.extend([step >> 8, step >> 4 & 15, step & 15].map(|part| u8::try_from(part * 17).unwrap()));
            }
            for inks in press.pixels(&all).chunks_exact(4) {
                let total: f64 = inks.iter().map(|ink| f64::from(*ink) / 2.55).sum();
                assert!(total <= limit + 1e-6, "{inks:?}: {total}");
            }
        }
    }

    #[test]
    fn no_inks_nearby_are_nearer() {
        let press = separation(300.0);
        let colour = Colour::rgb(0x9c, 0x32, 0x27);
        let (found, target) = (press.separate(colour, Use::Area), Lab::of(colour));
        for cyan in (0..=200).step_by(10) {
            for black in (0..=200).step_by(10) {
                let all: Vec<Inks> = (0..=200)
                    .step_by(10)
                    .flat_map(|magenta| (0..=200).step_by(10).map(move |yellow| Inks([cyan, magenta, yellow, black])))
                    .filter(|inks| press.allows(*inks))
                    .collect();
                if all.is_empty() {
                    continue;
                }
                let (_, other) = press.nearest(target, all.into_iter(), |_| 0.0);
                assert!(found.difference <= other.difference + 0.1, "{found:?}, {other:?}");
            }
        }
    }

    #[test]
    fn another_run_finds_the_same() {
        let colours = ["#a33b2e", "#335069", "#0000ff", "#102030"].map(|hex| Colour::hex(hex).unwrap());
        let find = || colours.map(|colour| separation(300.0).separate(colour, Use::Area).inks);
        assert_eq!(find(), find());
    }
}
