//! The envelope, as `pdf_oxide` (PyPI) judges it.

use std::path::Path;
use std::process::Command;

use crate::common::outsiders;

const FIND: &str = "import sys, pdf_oxide
for problem in pdf_oxide.PdfDocument(sys.argv[1]).validate_pdf_x(sys.argv[2])['errors']:
    print(problem)";

/// Returns its findings about a file for a level (`4`, `1a_2001`), a line each; `None` without it, which is required if
/// all tests are to run.
pub fn errors(pdf: &Path, level: &str) -> Option<String> {
    let python = outsiders::python_with("pdf_oxide")?;
    let output = Command::new(python).args(["-c", FIND]).arg(pdf).arg(level).output().expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}
