// The editor of a file's text: CodeMirror, in the colours of the page, with the problems of the game at their places.

import {
  EditorState, EditorView, HighlightStyle, Language, StreamLanguage, Table, bracketMatching, defaultKeymap, defineLanguageFacet,
  highlightActiveLine, highlightActiveLineGutter, history, historyKeymap, keymap, lineNumbers, lintGutter, lintKeymap, markdown, redo, search,
  searchKeymap, setDiagnostics, syntaxHighlighting, tags, toml, undo, xml,
} from "./codemirror.js";

const MARKDOWN = new Language(defineLanguageFacet(), markdown.configure(Table), [], "markdown");
/// How each kind of file is coloured, and whether its long lines are broken.
const LANGUAGES = {
  toml: [StreamLanguage.define(toml), EditorView.lineWrapping],
  md: [MARKDOWN, EditorView.lineWrapping],
  txt: [EditorView.lineWrapping],
  svg: [xml({ autoCloseTags: true })],
};

const COLOURS = HighlightStyle.define([
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--soft)" },
  { tag: [tags.string, tags.attributeValue, tags.monospace], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom, tags.literal], color: "var(--gold)" },
  { tag: [tags.propertyName, tags.tagName, tags.link, tags.url], color: "var(--pick)" },
  { tag: tags.heading, fontWeight: "bold" },
  { tag: tags.strong, fontWeight: "bold" },
  { tag: tags.emphasis, fontStyle: "italic" },
]);

/// The buttons of the search, written as those of the page.
const WORDS = EditorState.phrases.of({
  next: "Next", previous: "Previous", all: "All", "match case": "Match case", regexp: "Regexp", "by word": "Whole words", replace: "Replace", "replace all": "Replace all",
});

const STYLE = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: "1.6" },
  ".cm-content": { padding: "0.6rem 0", caretColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "light-dark(#0d61840c, #7cc4e012)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-content ::selection": { backgroundColor: "light-dark(#b9d9e2, #1f4a59)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--pick)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--red)" },
  ".cm-searchMatch": { backgroundColor: "light-dark(#f5e6c0, #4d3a14)", outline: "1px solid var(--gold)" },
  ".cm-searchMatch-selected": { backgroundColor: "light-dark(#f0cd7c, #7a5a16)" },
  ".cm-selectionMatch": { backgroundColor: "light-dark(#f5e6c0, #372a11)" },
  ".cm-lintRange": { backgroundImage: "none", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--red)" },
  ".cm-lintRange-warning, .cm-lintRange-info": { textDecoration: "underline wavy var(--gold)" },
  ".cm-lintRange-active": { backgroundColor: "transparent" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--head)", color: "var(--ink)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-tooltip": { border: "1px solid var(--line)", borderRadius: "6px", overflow: "hidden", maxWidth: "min(32rem, 90vw)", boxShadow: "0 4px 18px #0006" },
  ".cm-diagnostic": { padding: "0.4rem 0.7rem", fontFamily: "Text, system-ui, sans-serif", fontSize: "0.875rem", overflowWrap: "anywhere", whiteSpace: "pre-line" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--red)" },
  ".cm-diagnostic-warning, .cm-diagnostic-info": { borderLeft: "3px solid var(--gold)" },
  ".cm-diagnosticText": { display: "block" },
  ".cm-diagnosticAction": {
    margin: "0.4rem 0.5rem 0.1rem 0", padding: "0.2rem 0.7rem", minHeight: "1.75rem", font: "inherit", color: "var(--pick)", background: "none",
    border: "1px solid currentcolor", borderRadius: "5px", cursor: "pointer",
  },
  ".cm-panel.cm-search": { padding: "0.4rem 2rem 0.4rem 0.6rem", fontFamily: "Text, system-ui, sans-serif", fontSize: "0.875rem" },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", gap: "0.25rem", fontSize: "0.8125rem", whiteSpace: "nowrap" },
  ".cm-panel.cm-search [name=close]": { fontSize: "1.25rem", width: "1.75rem", height: "1.75rem", color: "var(--ink)" },
  ".cm-textfield": { font: "inherit", minHeight: "1.9rem", color: "var(--ink)", backgroundColor: "var(--panel)", border: "1px solid var(--edge)", borderRadius: "4px" },
  ".cm-textfield::placeholder": { color: "var(--soft)", opacity: "1" },
  ".cm-button": { font: "inherit", minHeight: "1.9rem", color: "var(--ink)", background: "var(--table)", border: "1px solid var(--edge)", borderRadius: "5px", cursor: "pointer" },
  ".cm-textfield:focus-visible, .cm-button:focus-visible, .cm-search input:focus-visible, .cm-search button:focus-visible, .cm-diagnosticAction:focus-visible": {
    outline: "3px solid var(--gold)", outlineOffset: "1px",
  },
});

/// Replaces what differs between a document and a text, and keeps the cursor and its surroundings.
function difference(doc, text) {
  const old = doc.toString();
  let start = 0, end = 0;
  const shorter = Math.min(old.length, text.length);
  while (start < shorter && old[start] === text[start]) start += 1;
  while (end < shorter - start && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  return { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
}

/// Where a problem is in a document. A column is a character, not a unit of UTF-16.
function range(doc, { line, column, length }) {
  const { from, to, text } = doc.line(Math.min(line, doc.lines));
  const units = (text, count) => [...text.slice(0, 2 * count)].slice(0, count).join("").length;
  const start = from + units(text, column - 1);
  const end = start + units(doc.sliceString(start, start + 2 * length), length);
  // Something is underlined of a line that is empty at its end.
  return end > start ? { from: start, to: end } : { from: start === to && start > from ? start - 1 : start, to: Math.min(to, start + 1) };
}

/// Fills an element with an editor. `changed` is called after typing, `left` when the focus leaves; `step` undoes or redoes changes
/// made outside the open file.
export function codeEditor(parent, { changed, left, step }) {
  // The styles of the editor are sheets of a shadow tree: the page permits no others.
  const root = parent.attachShadow({ mode: "open" });
  const view = new EditorView({ parent: root, root });
  const follows = new Set();
  const either = (first, direction) => (view) => first(view) || (step(direction), true);
  const keys = keymap.of([
    { key: "Mod-z", run: either(undo, "undo"), preventDefault: true },
    { key: "Mod-y", mac: "Mod-Shift-z", run: either(redo, "redo"), preventDefault: true },
    { key: "Mod-Shift-z", run: either(redo, "redo"), preventDefault: true },
    ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap,
  ]);
  const heard = EditorView.updateListener.of(({ docChanged, focusChanged, transactions }) => {
    if (docChanged && transactions.some((one) => !follows.has(one))) changed();
    if (focusChanged && !view.hasFocus) left();
  });
  const common = [
    lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), history(), search(),
    syntaxHighlighting(COLOURS), STYLE, WORDS, keys, heard, EditorState.tabSize.of(4),
  ];

  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    /// Shows another file, without the undo history of the last one.
    open(name, text) {
      const language = LANGUAGES[/[^.]*$/.exec(name)[0].toLowerCase()] ?? [];
      const label = EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" });
      view.setState(EditorState.create({ doc: text, extensions: [common, language, label] }));
    },
    /// Shows what the file has become elsewhere.
    follow(text) {
      const transaction = view.state.update({ changes: difference(view.state.doc, text) });
      follows.add(transaction);
      view.dispatch(transaction);
      follows.delete(transaction);
    },
    /// Selects a line and shows it in the middle.
    go(line) {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
    /// Marks problems; `fix` gets one of them when its fix is chosen.
    mark(problems, fix) {
      const marked = problems.map((problem) => ({
        ...range(view.state.doc, { ...problem.place, length: problem.length }),
        severity: problem.severity === "note" ? "info" : problem.severity,
        message: [problem.what, ...problem.hints].join("\n"),
        actions: problem.fix ? [{ name: problem.fix, apply: () => fix(problem) }] : [],
      }));
      view.dispatch(setDiagnostics(view.state, marked));
    },
  };
}
