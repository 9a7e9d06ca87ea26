//! Drawings, printed and painted.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skirmish_fuzz::art(data));
