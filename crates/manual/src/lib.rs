//! Manual pages of the programs, generated from their help.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use roff::{Roff, roman};

/// Writes the manual pages of a program to a folder: one for the program and one per command.
///
/// # Errors
/// I/O errors.
pub fn write(command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, page) in pages(command)? {
        fs::write(folder.join(format!("{name}.1")), page)?;
    }
    Ok(())
}

/// Pages by name: `skirmish`, `skirmish-build`.
fn pages(mut command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    // Sets the full names of the commands.
    command = command.disable_help_subcommand(true);
    command.build();
    let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
    let mut pages = vec![page(&command, &source)?];
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        pages.push(page(inner, &source)?);
    }
    Ok(pages)
}

/// Renders the page of a command; `source`, program and version, appears in the footer.
fn page(command: &Command, source: &str) -> io::Result<(String, Vec<u8>)> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let man = Man::new(command.clone()).title(name.clone()).source(source);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut page)?;
    }
    if command.get_subcommands().any(|inner| !inner.is_hide_set()) {
        man.render_subcommands_section(&mut page)?;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    sections(&after).to_writer(&mut page)?;
    Ok((name, page))
}

/// Converts the text after the help: titled sections of verbatim lines, and paragraphs.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    for section in text.split("\n\n") {
        let (title, lines) = section.split_once('\n').unwrap_or((section, ""));
        match title.strip_suffix(':').filter(|_| !lines.is_empty()) {
            Some(title) => {
                roff.control("SH", [title.to_uppercase().as_str()]).control("nf", []);
                for line in lines.lines() {
                    roff.text([roman(line.trim())]);
                }
                roff.control("fi", []);
            }
            None => {
                roff.control("PP", []).text([roman(section)]);
            }
        }
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_examples_stay_in_lines() {
        let hidden = Command::new("secret").hide(true);
        let inner =
            Command::new("make").about("Makes things").after_help("Examples:\n  a make  one\n  a make \\n\n\nMore.");
        let pages =
            pages(Command::new("a").version("1.2").about("A program").subcommands([inner, hidden])).expect("pages");
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "a-make"]);
        let text = String::from_utf8(pages[1].1.clone()).expect("text");
        assert!(text.contains(".TH a-make 1  \"a 1.2\""), "{text}");
        assert!(text.contains(".SH EXAMPLES\n.nf\na make  one\na make \\\\n\n.fi\n.PP\nMore.\n"), "{text}");
    }
}
