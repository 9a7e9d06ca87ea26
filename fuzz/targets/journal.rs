//! Journals, links and commands of the table.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skirmish_fuzz::journal(data));
