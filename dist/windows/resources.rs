//! Icon, version and manifest of the programs for Windows. Other systems have none.

use std::env;
use std::io;

/// Paths longer than 260 characters, UTF-8 in functions of the C library, and sharp text on dense screens.
const MANIFEST: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <trustInfo xmlns="urn:schemas-microsoft-com:asm.v3">
    <security><requestedPrivileges><requestedExecutionLevel level="asInvoker" uiAccess="false"/></requestedPrivileges></security>
  </trustInfo>
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1">
    <application><supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/></application>
  </compatibility>
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings>
      <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
      <activeCodePage xmlns="http://schemas.microsoft.com/SMI/2019/WindowsSettings">UTF-8</activeCodePage>
      <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2</dpiAwareness>
    </windowsSettings>
  </application>
</assembly>
"#;

/// The programs, and their names in the list of running programs.
const PROGRAMS: [(&str, &str); 2] =
    [("skirmish", "Skirmish: decks and rulebooks"), ("skirmish-table", "Skirmish: the table")];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=dist/windows");
    if env::var_os("CARGO_CFG_WINDOWS").is_none() {
        return Ok(());
    }
    for (program, description) in PROGRAMS {
        let mut resources = winresource::WindowsResource::new();
        resources.set_icon("dist/windows/skirmish.ico").set_manifest(MANIFEST);
        resources.set("ProductName", "Skirmish").set("FileDescription", description);
        resources.set("LegalCopyright", "MIT or Apache-2.0");
        resources.set("OriginalFilename", &format!("{program}.exe")).set("InternalName", program);
        resources.compile_for(program)?;
    }
    Ok(())
}
