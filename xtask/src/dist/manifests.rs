//! Checksums of the packages, and manifests of package managers that quote them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::output_of;
use crate::Made;

/// The manifests in `dist`; those of winget have the names that its repository asks for.
const MANIFESTS: [&str; 5] = [
    "homebrew/skirmish.rb",
    "scoop/skirmish.json",
    "winget/Skirmish.Skirmish.installer.yaml",
    "winget/Skirmish.Skirmish.locale.en-GB.yaml",
    "winget/Skirmish.Skirmish.yaml",
];

/// Returns the SHA-256 checksums of files, by name.
///
/// # Errors
/// `sha256sum` is missing or fails.
pub fn sums(files: &[PathBuf]) -> Made<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
    for file in files {
        let told = output_of(Command::new("sha256sum").arg("--binary").arg(file))?;
        let sum = told.split_whitespace().next().unwrap_or_default().to_owned();
        sums.insert(file.file_name().unwrap_or_default().to_string_lossy().into_owned(), sum);
    }
    Ok(sums)
}

/// Returns checksums as `sha256sum --check` reads them.
pub fn lines(sums: &BTreeMap<String, String>) -> String {
    sums.iter().map(|(name, sum)| format!("{sum} *{name}\n")).collect()
}

/// Writes the manifests into a folder, with the version, the address and the checksums filled in.
///
/// # Errors
/// A manifest quotes a package that isn't made.
pub fn fill(root: &Path, version: &str, url: &str, sums: &BTreeMap<String, String>, out: &Path) -> Made<()> {
    for name in MANIFESTS {
        let text = fs::read_to_string(root.join("dist").join(name))?;
        let filled = filled(&text, version, url, sums).map_err(|why| format!("dist/{name}: {why}"))?;
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap_or(out))?;
        fs::write(&path, filled)?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Fills in `@VERSION@`, `@URL@` and `@SHA256 name of a package@`.
fn filled(text: &str, version: &str, url: &str, sums: &BTreeMap<String, String>) -> Result<String, String> {
    let mut text = text.replace("@VERSION@", version).replace("@URL@", url.trim_end_matches('/'));
    while let Some((before, rest)) = text.split_once("@SHA256 ") {
        let (name, after) = rest.split_once('@').ok_or("`@SHA256` has no end")?;
        let sum = sums.get(name).ok_or_else(|| format!("no package {name}: add `--target all`"))?;
        text = format!("{before}{sum}{after}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_quote_versions_addresses_and_sums() {
        let sums = BTreeMap::from([("a-1.zip".to_owned(), "c0ffee".to_owned())]);
        let fill = |text: &str| filled(text, "1", "https://example.org/", &sums);
        assert_eq!(
            fill("@URL@/a-@VERSION@.zip @SHA256 a-@VERSION@.zip@."),
            Ok("https://example.org/a-1.zip c0ffee.".into())
        );
        assert!(fill("@SHA256 b.zip@").is_err_and(|why| why.contains("b.zip")));
        assert_eq!(lines(&sums), "c0ffee *a-1.zip\n");
    }
}
