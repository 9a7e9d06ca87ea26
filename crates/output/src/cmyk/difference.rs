//! CIELAB and the difference of two colours as the eye sees it (CIEDE2000, ISO/CIE 11664-6).

use crate::game::Colour;

/// A colour in CIELAB, relative to white paper in the light D50.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    /// Lightness: 0 to 100.
    pub l: f64,
    /// Green (below zero) to red.
    pub a: f64,
    /// Blue (below zero) to yellow.
    pub b: f64,
}

/// The white of the light D50.
const WHITE: [f64; 3] = [0.964_2, 1.0, 0.825_1];

impl Lab {
    /// Converts CIE X, Y and Z relative to D50, where white has a Y of 1.
    pub fn of_xyz(xyz: [f64; 3]) -> Self {
        let root =
            |part: f64| if part > 216.0 / 24_389.0 { part.cbrt() } else { (24_389.0 / 27.0 * part + 16.0) / 116.0 };
        let [x, y, z] = [0, 1, 2].map(|part: usize| root(xyz[part] / WHITE[part]));
        Self { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }

    /// Converts a colour of sRGB.
    pub fn of(colour: Colour) -> Self {
        let [red, green, blue] = colour.parts().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        // From the light D65 of sRGB to D50, after Bradford; each row of white sums up to that of D50.
        Self::of_xyz([
            0.436_065_7 * red + 0.385_151_5 * green + 0.143_078_4 * blue,
            0.222_493_2 * red + 0.716_887_0 * green + 0.060_616_9 * blue,
            0.013_923_9 * red + 0.097_081_6 * green + 0.714_097_4 * blue,
        ])
    }

    /// Returns its distance from grey.
    pub fn chroma(self) -> f64 {
        self.a.hypot(self.b)
    }
}

/// Returns the difference of two colours: 1 is hardly seen, 5 is seen at a glance.
pub fn difference(one: Lab, other: Lab) -> f64 {
    let mean_chroma = f64::midpoint(one.chroma(), other.chroma());
    let seventh = mean_chroma.powi(7);
    let stretch = 1.5 - 0.5 * (seventh / (seventh + 25f64.powi(7))).sqrt();
    let polar = |lab: Lab| {
        let a = lab.a * stretch;
        let hue = if a == 0.0 && lab.b == 0.0 { 0.0 } else { lab.b.atan2(a).to_degrees().rem_euclid(360.0) };
        (a.hypot(lab.b), hue)
    };
    let ((c1, h1), (c2, h2)) = (polar(one), polar(other));
    let grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let hue = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => (sum + 360.0) / 2.0,
        sum => (sum - 360.0) / 2.0,
    };
    let (light, chroma) = (f64::midpoint(one.l, other.l), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(hue - 30.0) + 0.24 * cos(2.0 * hue) + 0.32 * cos(3.0 * hue + 6.0)
        - 0.20 * cos(4.0 * hue - 63.0);
    let off = (light - 50.0).powi(2);
    let by_light = (other.l - one.l) / (1.0 + 0.015 * off / (20.0 + off).sqrt());
    let by_chroma = (c2 - c1) / (1.0 + 0.045 * chroma);
    let by_hue = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * t);
    let seventh = chroma.powi(7);
    let blue = 60.0 * (-((hue - 275.0) / 25.0).powi(2)).exp();
    let twist = -2.0 * (seventh / (seventh + 25f64.powi(7))).sqrt() * blue.to_radians().sin();
    (by_light.powi(2) + by_chroma.powi(2) + by_hue.powi(2) + twist * by_chroma * by_hue).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_the_published_test_data() {
        // Sharma, Wu and Dalal, “The CIEDE2000 color-difference formula”, 2005, table 1.
        for (one, other, by) in [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0000),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
            ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ] {
            let lab = |[l, a, b]: [f64; 3]| Lab { l, a, b };
            let is = difference(lab(one), lab(other));
            assert!((is - by).abs() < 5e-5, "{one:?} {other:?}: {is}, not {by}");
            assert!((difference(lab(other), lab(one)) - by).abs() < 5e-5);
        }
    }

    #[test]
    fn white_is_a_hundred_and_greys_have_no_colour() {
        for part in [0, 1, 51, 128, 255] {
            let lab = Lab::of(Colour::rgb(part, part, part));
            assert!(lab.chroma() < 0.02, "{lab:?}");
        }
        assert!((Lab::of(Colour::WHITE).l - 100.0).abs() < 1e-3);
        let red = Lab::of(Colour::rgb(255, 0, 0));
        assert!((red.l - 54.29).abs() < 0.02 && (red.a - 80.81).abs() < 0.1 && (red.b - 69.89).abs() < 0.1, "{red:?}");
    }
}
