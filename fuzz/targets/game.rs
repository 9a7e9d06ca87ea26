//! Game folders in TOML.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skirmish_fuzz::game(data));
