// Commands that work anywhere on the page, by key and in a list that finds commands, cards and games by their words.

import { make } from "./parts.js";

/// The list shows no more entries.
const MOST = 50;
/// Milliseconds after which a key counts as held.
const HOLD = 400;

/// True if an event is a key, such as `Ctrl+Shift+Z`, `Alt+1` or `F8`. Whether a sign needs Shift depends on the keyboard.
function isKey(event, key) {
  const [, modifiers, sign] = /^((?:\w+\+)*)(.+)$/.exec(key);
  const has = (name) => modifiers.includes(`${name}+`);
  // A browser that fills in a field presses no key.
  const isSame = /^\d$/.test(sign) ? event.code === `Digit${sign}` : event.key?.toLowerCase() === sign.toLowerCase();
  return isSame && has("Ctrl") === (event.ctrlKey || event.metaKey) && has("Alt") === event.altKey && (/^\W$/.test(sign) || has("Shift") === event.shiftKey);
}

/// `commands` returns the commands of now: { label, keys, run, isAnywhere, isHeld }. One that `isAnywhere` also works while a text is edited,
/// and one that `isHeld` runs once more when its key is released. `others` returns all else that can be found: { label, hint, run }.
export function commandList({ commands, others }) {
  const search = make("input", { placeholder: "Find a command, card or game", autocomplete: "off", spellcheck: false });
  for (const [name, value] of Object.entries({ role: "combobox", "aria-label": "Find a command, card or game", "aria-expanded": "true", "aria-controls": "found", "aria-autocomplete": "list" })) search.setAttribute(name, value);
  const list = make("ul", { id: "found" }), none = make("p", { textContent: "Nothing found", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Found");
  none.setAttribute("role", "status");
  const dialog = make("dialog", { id: "commands" }, search, list, none);
  dialog.setAttribute("aria-label", "Commands");
  document.body.append(dialog);
  let all = [], at = 0;

  /// Marks an entry, which Enter chooses.
  function mark(index) {
    list.children[at]?.removeAttribute("aria-selected");
    at = index;
    const marked = list.children[at];
    marked?.setAttribute("aria-selected", "true");
    marked?.scrollIntoView({ block: "nearest" });
    if (marked) search.setAttribute("aria-activedescendant", marked.id);
    else search.removeAttribute("aria-activedescendant");
  }

  function fill() {
    const text = search.value.trim().toLowerCase(), words = text.split(/\s+/);
    const found = all.filter(({ words: name }) => words.every((word) => name.includes(word)));
    // Labels that begin with the typed words come first.
    if (text) found.sort((a, b) => b.words.startsWith(text) - a.words.startsWith(text));
    list.replaceChildren(...found.slice(0, MOST).map(({ label, keys, hint, run }, index) => {
      const entry = make("li", { id: `found-${index}` }, make("span", { textContent: label }), keys ? make("kbd", { textContent: keys[0] }) : make("small", { textContent: hint ?? "" }));
      entry.setAttribute("role", "option");
      entry.addEventListener("click", () => choose(run));
      return entry;
    }));
    none.hidden = found.length > 0;
    mark(0);
  }

  async function open() {
    if (document.querySelector("dialog[open]")) return;
    const listed = (entry) => ({ ...entry, words: entry.label.toLowerCase() });
    all = commands().map(listed);
    search.value = "";
    fill();
    dialog.showModal();
    all.push(...(await others()).map(listed));
    fill();
  }

  function choose(run) {
    dialog.close();
    run();
  }

  search.addEventListener("input", fill);
  search.addEventListener("keydown", (event) => {
    const { key } = event, count = list.childElementCount;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && count) mark((at + step + count) % count);
    else if (key === "Enter") list.children[at]?.click();
    else return;
    event.preventDefault();
  });
  // A click beside it closes it.
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });

  const itself = { keys: ["Ctrl+K"], run: open, isAnywhere: true };
  let held = null;
  addEventListener("keydown", (event) => {
    // The editor of files is in a tree of its own.
    const isTyping = event.composedPath()[0].closest?.("input:not([type=color]), select, textarea, [contenteditable]");
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const command = [itself, ...commands()].find(({ keys = [], isAnywhere }) => (isAnywhere || !isTyping) && keys.some((key) => isKey(event, key)));
    if (!command) return;
    event.preventDefault();
    if (!command.isHeld) return command.run();
    if (event.repeat) return;
    held = { key: event.key, run: command.run, since: Date.now() };
    command.run();
  });
  addEventListener("keyup", ({ key }) => {
    if (held?.key !== key) return;
    if (Date.now() - held.since > HOLD) held.run();
    held = null;
  });

  return { open };
}
