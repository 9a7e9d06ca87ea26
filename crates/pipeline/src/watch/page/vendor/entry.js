// What the page takes from CodeMirror. `npm run codemirror` in tests/web makes codemirror.js and LICENSE.txt of it.

export { EditorState } from "@codemirror/state";
export { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
export { HighlightStyle, Language, StreamLanguage, bracketMatching, defineLanguageFacet, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { search, searchKeymap } from "@codemirror/search";
export { toml } from "@codemirror/legacy-modes/mode/toml";
export { xml } from "@codemirror/lang-xml";
export { parser as markdown, Table } from "@lezer/markdown";
export { tags } from "@lezer/highlight";
