//! Profiles of presses (ICC): which colour their inks give, and which inks give a colour.

use std::sync::{Arc, OnceLock};

use moxcms::{ColorProfile, DataColorSpace, Layout, ProfileText, RenderingIntent, TransformExecutor, TransformOptions};

use super::table::Table;
use super::{Inks, Lab};
use crate::game::Colour;
use crate::raster::COATED_PROFILE;
use crate::vfs::{Vfs, VfsError};

/// Why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] VfsError),
    /// The file is not a valid ICC profile.
    #[error("unreadable ICC profile `{path}`: {reason}")]
    Broken {
        /// Its path.
        path: String,
        /// Content of the library.
        reason: String,
    },
    /// It is of something else.
    #[error("`{path}` is a profile for {colours}, not for CMYK")]
    NotCmyk {
        /// Its path.
        path: String,
        /// Parts of its colours.
        colours: String,
    },
    /// The tables are unlike those of the profiles that shops offer.
    #[error("`{path}` has no supported tables between CMYK and CIELAB: use a version 2 profile (lut8, lut16)")]
    NoTables {
        /// Its path.
        path: String,
    },
}

/// A profile of a press and its paper.
pub struct Profile {
    /// The file, for embedding.
    pub bytes: Vec<u8>,
    /// Description in the file.
    pub name: String,
    /// The name of its printing condition in the registry of the ICC; `None` for unknown profiles.
    pub condition: Option<&'static str>,
    profile: ColorProfile,
    /// From inks to CIELAB.
    to_lab: Table,
    /// From CIELAB to inks.
    to_inks: Table,
    /// For pictures. To set it up takes longer than to print a deck that has none.
    pictures: OnceLock<Option<Arc<dyn TransformExecutor<u8> + Send + Sync>>>,
}

impl Profile {
    /// Returns the profile of offset on coated paper, as most shops in Europe print.
    ///
    /// # Errors
    /// See [`ProfileError`].
    pub fn coated() -> Result<Self, ProfileError> {
        Self::of("FOGRA39L_coated.icc", COATED_PROFILE.to_vec())
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// See [`ProfileError`].
    pub fn read(vfs: &dyn Vfs, path: &str) -> Result<Self, ProfileError> {
        Self::of(path, vfs.read(path)?.into_owned())
    }

    /// Reads the profile in the bytes of a file.
    ///
    /// # Errors
    /// See [`ProfileError`].
    pub fn of(path: &str, bytes: Vec<u8>) -> Result<Self, ProfileError> {
        let broken = |reason: String| ProfileError::Broken { path: path.to_owned(), reason };
        let profile = ColorProfile::new_from_slice(&bytes).map_err(|error| broken(error.to_string()))?;
        if profile.color_space != DataColorSpace::Cmyk {
            let colours = format!("{:?}", profile.color_space).to_uppercase();
            return Err(ProfileError::NotCmyk { path: path.to_owned(), colours });
        }
        let tables = || {
            let to_lab = profile.lut_a_to_b_colorimetric.as_ref().or(profile.lut_a_to_b_perceptual.as_ref());
            let to_inks = profile.lut_b_to_a_colorimetric.as_ref().or(profile.lut_b_to_a_perceptual.as_ref());
            let is_lab = profile.pcs == DataColorSpace::Lab;
            Some((Table::of(to_lab, 4, 3)?, Table::of(to_inks, 3, 4)?)).filter(|_| is_lab)
        };
        let (to_lab, to_inks) = tables().ok_or_else(|| ProfileError::NoTables { path: path.to_owned() })?;
        let name = match &profile.description {
            Some(ProfileText::PlainString(name)) => name.clone(),
            Some(ProfileText::Description(name)) => name.ascii_string.clone(),
            Some(ProfileText::Localizable(names)) => names.first().map(|name| name.value.clone()).unwrap_or_default(),
            None => String::new(),
        };
        let name = name.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0').to_owned();
        Ok(Self {
            condition: name.starts_with("FOGRA39L").then_some("FOGRA39"),
            name: if name.is_empty() { path.to_owned() } else { name },
            bytes,
            profile,
            to_lab,
            to_inks,
            pictures: OnceLock::new(),
        })
    }

    /// Returns the colour that inks give on paper.
    pub fn colour(&self, inks: Inks) -> Lab {
        let [l, a, b] = self.to_lab.at(inks.0.map(|ink| f32::from(ink) / 200.0)).map(f64::from);
        let one = f64::from(self.to_lab.lab_one);
        Lab { l: l / one * 100.0, a: a / one * 255.0 - 128.0, b: b / one * 255.0 - 128.0 }
    }

    /// Returns the inks that the profile itself gives to a colour.
    pub fn inks(&self, colour: Lab) -> Inks {
        let one = f64::from(self.to_inks.lab_one);
        let Lab { l, a, b } = colour;
        #[allow(clippy::cast_possible_truncation, reason = "the table's own precision")]
        let place = [l / 100.0, (a + 128.0) / 255.0, (b + 128.0) / 255.0].map(|part| (part * one) as f32);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 200")]
        let half = |ink: f32| (ink.clamp(0.0, 1.0) * 200.0).round() as u8;
        Inks(self.to_inks.at(place).map(half))
    }

    /// Returns the profile as the library reads it.
    pub(super) fn icc(&self) -> &ColorProfile {
        &self.profile
    }

    /// Returns the inks that the profile itself gives to pixels of sRGB, a byte each.
    pub fn pixels(&self, rgb: &[u8]) -> Vec<u8> {
        let set_up = || {
            let options = TransformOptions {
                rendering_intent: RenderingIntent::RelativeColorimetric,
                ..TransformOptions::default()
            };
            let srgb = ColorProfile::new_srgb();
            srgb.create_transform_8bit(Layout::Rgb, &self.profile, Layout::Rgba, options).ok()
        };
        let mut inks = vec![0; rgb.len() / 3 * 4];
        let done = self.pictures.get_or_init(set_up).as_ref().map(|pictures| pictures.transform(rgb, &mut inks));
        if !matches!(done, Some(Ok(()))) {
            // The library takes fewer profiles than there are: colour by colour it is slower, and as good.
            for (inks, rgb) in inks.as_chunks_mut::<4>().0.iter_mut().zip(rgb.as_chunks::<3>().0) {
                let [red, green, blue] = *rgb;
                let halves = self.inks(Lab::of(Colour::rgb(red, green, blue))).0;
                #[allow(clippy::cast_possible_truncation, reason = "from 0 to 255")]
                let byte = |half: u8| (u16::from(half) * 255 / 200) as u8;
                *inks = halves.map(byte);
            }
        }
        inks
    }
}
