//! Shared by several tests: the program in a folder of its own, PDFs and pictures read back, other people's programs.

pub mod http;
pub mod outsiders;
pub mod pdf;
pub mod program;
pub mod shipped;
pub mod side_by_side;
