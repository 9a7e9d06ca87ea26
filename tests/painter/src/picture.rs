//! Pictures read back, and how much two of them differ.

use std::io::Cursor;
use std::path::Path;

/// Pixels from the upper left corner row by row, as the file has them.
#[derive(Clone, PartialEq)]
pub struct Picture {
    /// The pixels of a row.
    pub width: usize,
    /// The rows.
    pub height: usize,
    /// Three per pixel, or four if the picture has transparency.
    channels: usize,
    bytes: Vec<u8>,
    /// Dots an inch, across and down, if the file says so.
    pub dpi: Option<(f64, f64)>,
}

impl Picture {
    /// Creates it from the bytes of red, green and blue of all pixels.
    pub fn from_rgb(width: usize, height: usize, rgb: &[u8]) -> Self {
        assert_eq!(rgb.len(), width * height * 3);
        Self { width, height, channels: 3, bytes: rgb.to_vec(), dpi: None }
    }

    /// Creates it from the bytes of red, green, blue and alpha of all pixels.
    pub fn from_rgba(width: usize, height: usize, rgba: Vec<u8>) -> Self {
        assert_eq!(rgba.len(), width * height * 4);
        Self { width, height, channels: 4, bytes: rgba, dpi: None }
    }

    /// Reads a PNG of 8 bits a channel, in colours.
    pub fn png(bytes: &[u8]) -> Self {
        let decoder = png::Decoder::new(Cursor::new(bytes));
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a picture that fits into memory")];
        let frame = reader.next_frame(&mut bytes).expect("a whole picture");
        assert_eq!(frame.bit_depth, png::BitDepth::Eight);
        let channels = match frame.color_type {
            png::ColorType::Rgb => 3,
            png::ColorType::Rgba => 4,
            other => panic!("a picture in {other:?}"),
        };
        let per_inch = |per_metre: u32| f64::from(per_metre) * 0.0254;
        let dpi = reader.info().pixel_dims.filter(|dims| dims.unit == png::Unit::Meter);
        Self {
            width: frame.width as usize,
            height: frame.height as usize,
            channels,
            bytes,
            dpi: dpi.map(|dims| (per_inch(dims.xppu), per_inch(dims.yppu))),
        }
    }

    /// Reads a PPM of 8 bits a channel, as painters of pages write it.
    pub fn ppm(bytes: &[u8]) -> Self {
        // Kind, width, height and the maximum, each followed by one space.
        let head: Vec<&[u8]> = bytes.splitn(5, u8::is_ascii_whitespace).collect();
        let [b"P6", width, height, b"255", pixels] = head[..] else {
            panic!("no PPM in colours, or one with a comment")
        };
        let side = |digits: &[u8]| std::str::from_utf8(digits).expect("digits").parse().expect("a number");
        Self::from_rgb(side(width), side(height), pixels)
    }

    /// Reads a PNG file of 8 bits a channel, in colours.
    pub fn open(path: &Path) -> Self {
        Self::png(&std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    /// Writes a PNG without transparency, and creates its folder.
    pub fn save(&self, path: &Path) {
        assert_eq!(self.channels, 3);
        let mut bytes = Vec::new();
        let side = |side: usize| u32::try_from(side).expect("a small picture");
        let mut encoder = png::Encoder::new(&mut bytes, side(self.width), side(self.height));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.bytes))
            .expect("a PNG can be written");
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Returns red, green, blue and alpha of a pixel.
    pub fn at(&self, x: usize, y: usize) -> [u8; 4] {
        assert!(x < self.width && y < self.height, "{x}, {y} in {} × {}", self.width, self.height);
        let at = (y * self.width + x) * self.channels;
        match self.bytes[at..at + self.channels] {
            [red, green, blue] => [red, green, blue, 255],
            [red, green, blue, alpha] => [red, green, blue, alpha],
            _ => unreachable!("three or four channels"),
        }
    }

    /// Creates a part of the picture.
    pub fn part(&self, x: usize, y: usize, width: usize, height: usize) -> Self {
        let row = |y: usize| {
            let at = (y * self.width + x) * self.channels;
            &self.bytes[at..at + width * self.channels]
        };
        let bytes = (y..y + height).flat_map(row).copied().collect();
        Self { width, height, channels: self.channels, bytes, dpi: self.dpi }
    }

    /// Returns the picture reduced by a factor: each pixel is the mean of a square. Incomplete squares are dropped.
    pub fn shrunk(&self, by: usize) -> Self {
        let (width, height, channels) = (self.width / by, self.height / by, self.channels);
        let mut bytes = Vec::with_capacity(width * height * channels);
        for rows in self.bytes.chunks_exact(self.width * channels * by) {
            let mut sums = vec![0_usize; width * channels];
            for row in rows.chunks_exact(self.width * channels) {
                for (sums, square) in sums.chunks_exact_mut(channels).zip(row.chunks_exact(channels * by)) {
                    for pixel in square.chunks_exact(channels) {
                        sums.iter_mut().zip(pixel).for_each(|(sum, byte)| *sum += usize::from(*byte));
                    }
                }
            }
            bytes.extend(sums.iter().map(|sum| u8::try_from(sum / (by * by)).expect("a mean of bytes")));
        }
        Self { width, height, channels: self.channels, bytes, dpi: None }
    }

    /// True if it can't have holes.
    pub fn is_opaque(&self) -> bool {
        self.channels == 3
    }

    /// Returns the mean brightness of some pixels, from 0 to 255.
    pub fn brightness(&self, pixels: impl Iterator<Item = (usize, usize)>) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (x, y) in pixels {
            let [red, green, blue, _] = self.at(x, y).map(f64::from);
            sum += 0.299 * red + 0.587 * green + 0.114 * blue;
            count += 1.0;
        }
        sum / count
    }

    /// Returns the difference of each pixel: that of the channel that differs most.
    pub fn differences(&self, other: &Self) -> Vec<u8> {
        assert_eq!((self.width, self.height), (other.width, other.height), "pictures of one size");
        let pixels = self.bytes.chunks_exact(self.channels).zip(other.bytes.chunks_exact(other.channels));
        pixels.map(|(a, b)| a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))).collect()
    }

    /// Returns the distance of each pixel of either picture from all colours within a pixel of it in the other, in the
    /// channel where that is largest; 0 if the two differ by no more than `same` levels.
    pub fn outside(&self, other: &Self, same: u8) -> Vec<u8> {
        let differences = self.differences(other);
        let by = |(at, by): (usize, &u8)| {
            let (x, y) = (at % self.width, at / self.width);
            if *by > same { self.outside_at(other, x, y).max(other.outside_at(self, x, y)) } else { 0 }
        };
        differences.iter().enumerate().map(by).collect()
    }

    fn outside_at(&self, other: &Self, x: usize, y: usize) -> u8 {
        let near = |at: usize, size: usize| at.saturating_sub(1)..=(at + 1).min(size - 1);
        let mut range = [(u8::MAX, u8::MIN); 3];
        for (x, y) in near(y, self.height).flat_map(|y| near(x, self.width).map(move |x| (x, y))) {
            for (range, part) in range.iter_mut().zip(other.at(x, y)) {
                *range = (range.0.min(part), range.1.max(part));
            }
        }
        let by = |(part, (least, most)): (u8, (u8, u8))| part.saturating_sub(most).max(least.saturating_sub(part));
        self.at(x, y).into_iter().zip(range).map(by).max().unwrap_or_default()
    }

    /// Returns the mean difference of two pictures of one size, from 0 to 255.
    pub fn mean_difference(&self, other: &Self) -> f64 {
        mean(&self.differences(other))
    }

    /// Shows two pictures and their difference side by side: expected, difference, actual.
    pub fn beside(&self, other: &Self) -> Self {
        const GAP: usize = 8;
        let (width, height) = (self.width.max(other.width), self.height.max(other.height));
        let whole = width * 3 + GAP * 2;
        let mut sheet = Self::from_rgb(whole, height, &vec![255; whole * height * 3]);
        sheet.lay(self, 0);
        if (self.width, self.height) == (other.width, other.height) {
            // Eight times as strong, to be seen.
            let grey = |by: &u8| [255 - by.saturating_mul(8); 3];
            let rgb: Vec<u8> = self.differences(other).iter().flat_map(grey).collect();
            sheet.lay(&Self::from_rgb(width, height, &rgb), width + GAP);
        }
        sheet.lay(other, (width + GAP) * 2);
        sheet
    }

    /// Pictures of one size side by side.
    pub fn strip(pictures: &[&Self]) -> Self {
        const GAP: usize = 8;
        let [first, ..] = pictures else { panic!("no pictures") };
        let width = (first.width + GAP) * pictures.len() - GAP;
        let mut strip = Self::from_rgb(width, first.height, &vec![255; width * first.height * 3]);
        for (number, picture) in pictures.iter().enumerate() {
            strip.lay(picture, (first.width + GAP) * number);
        }
        strip
    }

    fn lay(&mut self, other: &Self, left: usize) {
        for y in 0..other.height {
            for x in 0..other.width {
                let at = (y * self.width + left + x) * self.channels;
                self.bytes[at..at + 3].copy_from_slice(&other.at(x, y)[..3]);
            }
        }
    }
}

/// Returns the mean difference of a picture's pixels.
#[allow(clippy::cast_precision_loss, reason = "a few million pixels")]
pub fn mean(differences: &[u8]) -> f64 {
    differences.iter().map(|by| f64::from(*by)).sum::<f64>() / differences.len() as f64
}
