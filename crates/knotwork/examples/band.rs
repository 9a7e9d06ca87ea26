//! Prints a band of knotwork as SVG: `cargo run -p knotwork --example band > band.svg`.

use knotwork::{Pattern, band};
use kurbo::Vec2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Three strands without a break: a plait. Lengths are in millimetres.
    let plait = Pattern::new(3, 2, 0.86, 0.17, Vec::new())?;
    let weave = band(&plait, 100.0, 8.0)?;
    println!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="8mm" viewBox="0 0 100 8">"#);
    println!(r##"<path fill="#1b1a22" d="{}"/>"##, weave.strand().to_svg());
    println!(r##"<path fill="#c8a24a" d="{}"/>"##, weave.inset(0.15, Vec2::ZERO).to_svg());
    println!("</svg>");
    Ok(())
}
