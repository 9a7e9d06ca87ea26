//! Tables of a profile: curves, a grid of values, and curves again (ICC.1:2022, 10.10 and 10.11).

use moxcms::{LutDataType, LutStore, LutWarehouse};

/// A table from some channels to others, each from 0 to 1.
pub(super) struct Table {
    inputs: usize,
    outputs: usize,
    /// Number of grid points along each input.
    grid: usize,
    /// A curve for each input, then one for each output.
    curves: Vec<Vec<f32>>,
    /// The values of each place; the last input changes first.
    values: Vec<f32>,
    /// Number that represents the maximum of CIELAB: 65,280 of 65,535 for two-byte numbers, else all.
    pub lab_one: f32,
}

impl Table {
    /// Returns a table of a profile; `None` if it is missing, or in a form that press profiles don't use.
    pub fn of(lut: Option<&LutWarehouse>, inputs: usize, outputs: usize) -> Option<Self> {
        let Some(LutWarehouse::Lut(lut)) = lut else { return None };
        let LutDataType { num_input_channels, num_output_channels, .. } = lut;
        if (usize::from(*num_input_channels), usize::from(*num_output_channels)) != (inputs, outputs) {
            return None;
        }
        let grid = usize::from(lut.num_clut_grid_points);
        let is_long = matches!(lut.clut_table, LutStore::Store16(_));
        let (before, after) = (numbers(&lut.input_table), numbers(&lut.output_table));
        let values = numbers(&lut.clut_table);
        let curves = |all: &[f32], count: usize| -> Option<Vec<Vec<f32>>> {
            let long = all.len() / count;
            (long >= 2 && long * count == all.len()).then(|| all.chunks_exact(long).map(<[f32]>::to_vec).collect())
        };
        let mut all = curves(&before, inputs)?;
        all.extend(curves(&after, outputs)?);
        let fits = grid >= 2 && values.len() == grid.pow(u32::try_from(inputs).ok()?) * outputs;
        let lab_one = if is_long { 65_280.0 / 65_535.0 } else { 1.0 };
        fits.then_some(Self { inputs, outputs, grid, curves: all, values, lab_one })
    }

    /// Returns the values at a place, interpolated between the places about it.
    pub fn at<const IN: usize, const OUT: usize>(&self, place: [f32; IN]) -> [f32; OUT] {
        debug_assert_eq!((IN, OUT), (self.inputs, self.outputs));
        let mut corner = 0;
        let mut steps = [(0.0, 0); IN];
        for (input, part) in place.into_iter().enumerate() {
            #[allow(clippy::cast_precision_loss, reason = "a grid has a few places")]
            let at = on(&self.curves[input], part) * (self.grid - 1) as f32;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the grid")]
            let first = (at as usize).min(self.grid - 2);
            corner = corner * self.grid + first;
            let stride = self.grid.pow(u32::try_from(IN - 1 - input).unwrap_or(0)) * OUT;
            #[allow(clippy::cast_precision_loss, reason = "a grid has a few places")]
            let share = at - first as f32;
            steps[input] = (share, stride);
        }
        let mut out = [0.0; OUT];
        for neighbour in 0..1_usize << IN {
            let (mut weight, mut from) = (1.0, corner * OUT);
            for (input, (share, stride)) in steps.iter().enumerate() {
                if neighbour >> input & 1 == 1 {
                    weight *= share;
                    from += stride;
                } else {
                    weight *= 1.0 - share;
                }
            }
            if weight > 0.0 {
                out.iter_mut().zip(&self.values[from..from + OUT]).for_each(|(out, value)| *out += value * weight);
            }
        }
        for (output, value) in out.iter_mut().enumerate() {
            *value = on(&self.curves[IN + output], *value);
        }
        out
    }
}

/// Returns the value of a curve at a place from 0 to 1.
fn on(curve: &[f32], at: f32) -> f32 {
    #[allow(clippy::cast_precision_loss, reason = "a curve has at most 4096 points")]
    let at = at.clamp(0.0, 1.0) * (curve.len() - 1) as f32;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the curve")]
    let first = (at as usize).min(curve.len() - 2);
    #[allow(clippy::cast_precision_loss, reason = "a curve has at most 4096 points")]
    let share = at - first as f32;
    curve[first] + (curve[first + 1] - curve[first]) * share
}

fn numbers(store: &LutStore) -> Vec<f32> {
    match store {
        LutStore::Store8(bytes) => bytes.iter().map(|number| f32::from(*number) / 255.0).collect(),
        LutStore::Store16(words) => words.iter().map(|number| f32::from(*number) / 65_535.0).collect(),
    }
}
