//! Games in ZIP files.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skirmish_fuzz::archive(data));
