; The installer for Windows: for one user, without an administrator. `cargo xtask dist` defines VERSION, TREE, OUT and KILOBYTES.
; `/S` installs silently, `/D=C:\folder` names the folder; `/NOPATH` and `/NOASSOC` leave out PATH and the type of journals.

; As the programs.
Target amd64-unicode
SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestDPIAware true
ManifestLongPathAware true

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include StrFunc.nsh
!include WinMessages.nsh
${Using:StrFunc} StrStr
${Using:StrFunc} UnStrRep

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Skirmish"
!define JOURNAL "Skirmish.Journal"

Name "Skirmish ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Skirmish"
InstallDirRegKey HKCU "Software\Skirmish" "Folder"
BrandingText " "

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Skirmish"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installer of Skirmish"
VIAddVersionKey LegalCopyright "MIT or Apache-2.0"

!define MUI_ICON "skirmish.ico"
!define MUI_UNICON "skirmish.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\skirmish-table.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open the table"
!define MUI_FINISHPAGE_RUN_NOTCHECKED
!insertmacro MUI_PAGE_LICENSE "${TREE}\licences\LICENSE-MIT"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Programs" programs
  SectionIn RO
  ; Files of an older page have other names.
  RMDir /r "$INSTDIR\web"
  SetOutPath "$INSTDIR"
  File /r "${TREE}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "Software\Skirmish" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Skirmish"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\skirmish-table.exe"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Start menu" menu
  CreateShortcut "$SMPROGRAMS\Skirmish.lnk" "$INSTDIR\skirmish-table.exe"
SectionEnd

Section "Open journals with the table" journals
  WriteRegStr HKCU "Software\Classes\${JOURNAL}" "" "Journal of a game"
  WriteRegStr HKCU "Software\Classes\${JOURNAL}\DefaultIcon" "" "$INSTDIR\skirmish-table.exe,0"
  WriteRegStr HKCU "Software\Classes\${JOURNAL}\shell\open\command" "" '"$INSTDIR\skirmish-table.exe" --journal "%1"'
  WriteRegStr HKCU "Software\Classes\.journal\OpenWithProgids" "${JOURNAL}" ""
  ; Another program may have this extension already.
  ReadRegStr $0 HKCU "Software\Classes\.journal" ""
  ${If} $0 == ""
    WriteRegStr HKCU "Software\Classes\.journal" "" "${JOURNAL}"
  ${EndIf}
  ${RefreshShellIcons}
SectionEnd

Section "Add skirmish to PATH" path
  ReadRegStr $0 HKCU "Environment" "Path"
  ; A PATH that is too long for the installer reads as empty: then it stays as it is.
  ${If} $0 == ""
    StrCpy $1 0
    ${Do}
      EnumRegValue $2 HKCU "Environment" $1
      ${If} $2 == ""
        ${ExitDo}
      ${EndIf}
      ${If} $2 == "Path"
        ReadRegStr $0 HKCU "Environment" "$2"
        ${If} ${Errors}
          DetailPrint "PATH is too long for the installer. To use `skirmish` in any folder, add $INSTDIR to PATH."
          Return
        ${EndIf}
      ${EndIf}
      IntOp $1 $1 + 1
    ${Loop}
    WriteRegExpandStr HKCU "Environment" "Path" "$INSTDIR"
  ${Else}
    ${StrStr} $1 ";$0;" ";$INSTDIR;"
    StrLen $2 "$0;$INSTDIR"
    ${If} $1 == ""
      ${If} $2 < ${NSIS_MAX_STRLEN}
        WriteRegExpandStr HKCU "Environment" "Path" "$0;$INSTDIR"
      ${Else}
        DetailPrint "PATH is too long for the installer. To use `skirmish` in any folder, add $INSTDIR to PATH."
      ${EndIf}
    ${EndIf}
  ${EndIf}
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=1000
SectionEnd

LangString about_programs ${LANG_ENGLISH} "skirmish, skirmish-table and the table as a web page."
LangString about_menu ${LANG_ENGLISH} "The table in the Start menu."
LangString about_journals ${LANG_ENGLISH} "A double click on a journal opens its game."
LangString about_path ${LANG_ENGLISH} "Type `skirmish` in the terminal of any folder."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${programs} $(about_programs)
  !insertmacro MUI_DESCRIPTION_TEXT ${menu} $(about_menu)
  !insertmacro MUI_DESCRIPTION_TEXT ${journals} $(about_journals)
  !insertmacro MUI_DESCRIPTION_TEXT ${path} $(about_path)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/NOPATH" $1
  ${IfNot} ${Errors}
    !insertmacro UnselectSection ${path}
  ${EndIf}
  ClearErrors
  ${GetOptions} $0 "/NOASSOC" $1
  ${IfNot} ${Errors}
    !insertmacro UnselectSection ${journals}
  ${EndIf}
FunctionEnd

Section "Uninstall"
  ReadRegStr $0 HKCU "Environment" "Path"
  ${If} $0 != ""
    ${UnStrRep} $1 ";$0;" ";$INSTDIR;" ";"
    ${If} $1 != ";$0;"
      StrCpy $1 $1 -1 1
      WriteRegExpandStr HKCU "Environment" "Path" "$1"
      SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=1000
    ${EndIf}
  ${EndIf}
  ReadRegStr $0 HKCU "Software\Classes\.journal" ""
  ${If} $0 == "${JOURNAL}"
    DeleteRegValue HKCU "Software\Classes\.journal" ""
  ${EndIf}
  DeleteRegValue HKCU "Software\Classes\.journal\OpenWithProgids" "${JOURNAL}"
  DeleteRegKey /ifempty HKCU "Software\Classes\.journal\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "Software\Classes\.journal"
  DeleteRegKey HKCU "Software\Classes\${JOURNAL}"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Skirmish"
  Delete "$SMPROGRAMS\Skirmish.lnk"
  ; Only what was installed: journals and settings are elsewhere, and people may keep games here.
  RMDir /r "$INSTDIR\licences"
  RMDir /r "$INSTDIR\web"
  Delete "$INSTDIR\skirmish.exe"
  Delete "$INSTDIR\skirmish-table.exe"
  Delete "$INSTDIR\README.md"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  ${RefreshShellIcons}
SectionEnd
