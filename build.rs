//! The games, templates and fonts that are built into the program are part of its source.

fn main() {
    for folder in ["card-data", "fonts", "templates"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
