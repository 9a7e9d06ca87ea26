//! Colours of pictures: from their ICC profiles to sRGB, or to the inks of a press.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use moxcms::{ColorProfile, DataColorSpace, Layout, RenderingIntent, TransformExecutor, TransformOptions};

use super::{Channels, Raster};

/// Meaning of the pixels of a picture.
pub enum SourceProfile {
    /// The profile of the file.
    Own(Box<ColorProfile>),
    /// sRGB, the default without a profile.
    Srgb,
    /// Offset on coated paper, which is meant where four inks have no profile.
    Coated,
}

/// The profile of offset on coated paper, as most shops in Europe print: FOGRA39.
pub static COATED_PROFILE: &[u8] = include_bytes!("../../../../templates/press/FOGRA39L_coated.icc");

static SRGB: LazyLock<ColorProfile> = LazyLock::new(ColorProfile::new_srgb);
static COATED: LazyLock<Option<ColorProfile>> = LazyLock::new(|| ColorProfile::new_from_slice(COATED_PROFILE).ok());

impl SourceProfile {
    /// Returns the profile itself.
    pub fn profile(&self) -> Option<&ColorProfile> {
        match self {
            Self::Own(profile) => Some(profile),
            Self::Srgb => Some(&SRGB),
            Self::Coated => COATED.as_ref(),
        }
    }
}

/// Returns the ICC profile of sRGB, as documents embed it.
pub fn srgb_profile() -> Option<Vec<u8>> {
    /// Bytes of a profile's creation date: the same bytes for the same input.
    const DATE: Range<usize> = 24..36;
    let mut profile = SRGB.clone();
    // Paper is white, as for all displays; the rest says it all.
    profile.media_white_point = Some(profile.white_point);
    profile.cicp = None;
    let mut bytes = profile.encode().ok()?;
    bytes.get_mut(DATE)?.copy_from_slice(&[7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
    Some(bytes)
}

/// A conversion from the colours of one profile to those of another.
pub struct Conversion {
    transform: Arc<dyn TransformExecutor<u8> + Send + Sync>,
    from: usize,
    to: usize,
}

impl Conversion {
    /// Creates a conversion; `None` if the library can't convert these profiles.
    pub fn new(from: &ColorProfile, from_layout: Layout, to: &ColorProfile, to_layout: Layout) -> Option<Self> {
        let rendering_intent = RenderingIntent::RelativeColorimetric;
        let options = TransformOptions { rendering_intent, ..TransformOptions::default() };
        let transform = from.create_transform_8bit(from_layout, to, to_layout, options).ok()?;
        Some(Self { transform, from: channels(from_layout), to: channels(to_layout) })
    }

    /// Converts the pixels to the other colours.
    pub fn convert(&self, pixels: &[u8]) -> Option<Vec<u8>> {
        let mut converted = vec![0; pixels.len() / self.from * self.to];
        self.transform.transform(pixels, &mut converted).ok()?;
        Some(converted)
    }
}

fn channels(layout: Layout) -> usize {
    match layout {
        Layout::Gray => 1,
        Layout::GrayAlpha => 2,
        Layout::Rgb => 3,
        _ => 4,
    }
}

/// Invisible difference of a byte of a colour.
const NEAR: u8 = 2;

impl Raster {
    /// Returns the meaning of the pixels; `None` if the file has a profile that can't be used.
    pub fn source_profile(&self) -> Option<SourceProfile> {
        let Some(bytes) = &self.profile else {
            let inks = self.channels == Channels::Cmyk;
            return Some(if inks { SourceProfile::Coated } else { SourceProfile::Srgb });
        };
        let profile = ColorProfile::new_from_slice(bytes).ok()?;
        let fits = match self.channels {
            Channels::Gray | Channels::GrayAlpha => profile.color_space == DataColorSpace::Gray,
            Channels::Rgb | Channels::Rgba => profile.color_space == DataColorSpace::Rgb,
            Channels::Cmyk => profile.color_space == DataColorSpace::Cmyk,
        };
        fits.then(|| SourceProfile::Own(Box::new(profile)))
    }

    /// True if no one sees a difference to the same pixels in sRGB. A profile that can't be used counts as none.
    pub fn is_srgb(&self) -> bool {
        if self.channels == Channels::Cmyk {
            return false;
        }
        match self.source_profile() {
            Some(SourceProfile::Own(profile)) => {
                let (sample, layout) = match self.channels {
                    Channels::Gray | Channels::GrayAlpha => ((0..=255).collect::<Vec<u8>>(), Layout::Gray),
                    _ => (sample(), Layout::Rgb),
                };
                let to_srgb = Conversion::new(&profile, layout, &SRGB, Layout::Rgb);
                let Some(converted) = to_srgb.and_then(|to_srgb| to_srgb.convert(&sample)) else { return true };
                let factor = converted.len() / sample.len();
                let differs = |(at, byte): (usize, &u8)| sample[at / factor].abs_diff(*byte) > NEAR;
                !converted.iter().enumerate().any(differs)
            }
            _ => true,
        }
    }

    /// Converts the picture to sRGB.
    #[must_use]
    pub fn into_srgb(mut self) -> Self {
        /// Pixels that are converted at a time.
        const STRIP: usize = 1 << 16;
        let source = self.source_profile();
        let is_plain = matches!(source, None | Some(SourceProfile::Srgb));
        if is_plain && self.channels != Channels::Cmyk {
            self.profile = None;
            return self;
        }
        let source = source.unwrap_or(SourceProfile::Coated);
        let Some(profile) = source.profile() else { return self };
        let (layout, srgb_layout) = match self.channels {
            Channels::Gray | Channels::GrayAlpha => (Layout::Gray, Layout::Rgb),
            Channels::Rgb => (Layout::Rgb, Layout::Rgb),
            Channels::Rgba => (Layout::Rgba, Layout::Rgba),
            Channels::Cmyk => (Layout::Rgba, Layout::Rgb),
        };
        let to_srgb = Conversion::new(profile, layout, &SRGB, srgb_layout);
        let convert = |pixels: &[u8]| to_srgb.as_ref().and_then(|to_srgb| to_srgb.convert(pixels));
        match self.channels {
            Channels::Gray | Channels::GrayAlpha => {
                let all: Vec<u8> = (0..=255).collect();
                if let Some(converted) = convert(&all) {
                    let count = self.channels.count();
                    self.data.iter_mut().step_by(count).for_each(|grey| *grey = converted[usize::from(*grey) * 3]);
                }
            }
            Channels::Rgb | Channels::Rgba => {
                for strip in self.data.chunks_mut(STRIP * self.channels.count()) {
                    if let Some(converted) = convert(strip) {
                        strip.copy_from_slice(&converted);
                    }
                }
            }
            Channels::Cmyk => {
                let mut lights = Vec::with_capacity(self.data.len() / 4 * 3);
                for strip in self.data.chunks(STRIP * 4) {
                    match convert(strip) {
                        Some(converted) => lights.extend(converted),
                        None => lights.extend(strip.as_chunks::<4>().0.iter().flat_map(without_profile)),
                    }
                }
                self.data = lights;
                self.channels = Channels::Rgb;
            }
        }
        self.profile = None;
        self
    }
}

/// Converts CMYK to RGB, as if inks were perfect.
fn without_profile(&[cyan, magenta, yellow, black]: &[u8; 4]) -> [u8; 3] {
    #[allow(clippy::cast_possible_truncation, reason = "from 0 to 255")]
    [cyan, magenta, yellow].map(|ink| (u16::from(255 - ink) * u16::from(255 - black) / 255) as u8)
}

/// Colours by which profiles are distinguished.
fn sample() -> Vec<u8> {
    const STEPS: [u8; 5] = [0, 64, 128, 192, 255];
    let greens = |red: u8| STEPS.into_iter().flat_map(move |green| STEPS.map(|blue| [red, green, blue]));
    STEPS.into_iter().flat_map(greens).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(channels: Channels, data: &[u8], profile: Option<&ColorProfile>) -> Raster {
        let profile = profile.map(|profile| profile.encode().unwrap());
        Raster::new(1, 1, channels, data.to_vec(), profile).unwrap()
    }

    #[test]
    fn pictures_in_other_colours_are_converted() {
        let adobe = pixel(Channels::Rgb, &[90, 140, 110], Some(&ColorProfile::new_adobe_rgb()));
        assert!(!adobe.is_srgb());
        // By the formulas of both: 53 141 109.
        let srgb = adobe.into_srgb().data;
        assert!(srgb.iter().zip([53_u8, 141, 109]).all(|(is, should)| is.abs_diff(should) < 3), "{srgb:?}");
        let own = pixel(Channels::Rgba, &[10, 20, 30, 40], Some(&SRGB));
        assert!(own.is_srgb());
        assert_eq!(own.into_srgb().data, [10, 20, 30, 40]);
        let alpha = pixel(Channels::Rgba, &[128, 200, 60, 77], Some(&ColorProfile::new_display_p3())).into_srgb();
        assert_eq!(alpha.data[3], 77);
        let broken = Raster { profile: Some(vec![1, 2, 3]), ..pixel(Channels::Gray, &[9], None) };
        assert!(broken.is_srgb() && broken.source_profile().is_none());
    }

    #[test]
    fn the_profile_of_srgb_is_small_and_can_be_read() {
        let bytes = srgb_profile().unwrap();
        assert!(bytes.len() < 1_000, "{}", bytes.len());
        let pixel = pixel(Channels::Rgb, &[1, 2, 3], None);
        assert!(Raster { profile: Some(bytes), ..pixel }.is_srgb());
    }

    #[test]
    fn inks_look_as_on_coated_paper() {
        let lights = |inks: [u8; 4]| pixel(Channels::Cmyk, &inks, None).into_srgb().data;
        assert!(lights([0; 4]).iter().all(|light| *light > 250));
        let cyan = lights([255, 0, 0, 0]);
        assert!(cyan[0] < 60 && (140..180).contains(&cyan[1]) && cyan[2] > 200, "{cyan:?}");
        assert!(lights([0, 0, 0, 255]).iter().all(|light| *light < 60));
    }
}
