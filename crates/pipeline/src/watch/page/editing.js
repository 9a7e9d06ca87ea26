// Texts that are changed on the faces and on the pages of the rulebook. The program writes them into the files of the game.

import * as host from "./host.js";
import { PAUSE, capital, counted, make, onceDrawn, short } from "./parts.js";

/// Edits without such a pause between them are undone together.
const STEP = 1000;

export function editing({ note, place }) {
  /// The text that is edited, if any.
  let now = null;
  let step = 0;
  /// Requests go one after the other.
  let sending = Promise.resolve();

  const names = (files) => files.map((file) => file.split("/").at(-1)).join(", ");
  const undoButton = () => {
    const button = make("button", { type: "button", textContent: "Undo" });
    button.addEventListener("click", () => go("undo"));
    return button;
  };

  /// The number of a step is its time.
  const newStep = () => (step = Math.max(step + 1, Date.now()));

  /// Notes that something is typed into a text: after a pause it is another step.
  function typed(edit) {
    if (!edit.step || edit.last && Date.now() - edit.last > STEP) edit.step = newStep();
    edit.last = Date.now();
  }

  /// Makes a change and reports it; whether it was made. It is a step of its own, unless it belongs to the last one. With `old`,
  /// a place that has another value by now isn’t changed. `buttons` stand beside *Undo*.
  async function act(change, label, { isSame = false, old = undefined, buttons = [] } = {}) {
    await close({ focus: false });
    const { value, why } = await host.edit({ step: isSame ? step : newStep(), label, old, change });
    if (value) note(label, " ", ...buttons, " ", undoButton());
    else note(why);
    return Boolean(value);
  }

  /// Makes a change while something is typed: `edit` has its step, see `typed`. Returns the answer of the program.
  async function write(edit, change, label, old) {
    await close({ focus: false });
    return host.edit({ step: edit.step, label, old, change });
  }

  /// Gives a card another picture, a file of the device.
  async function art(face, file) {
    if (!face.card) return note("Drop the image on the front of a card.");
    await close({ focus: false });
    const label = `${face.title}: ${file.name}`;
    const query = Object.entries({ face: face.key, name: file.name, step: newStep(), label }).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    const { value, why, missing } = await host.art(query.join("&"), file);
    if (value) note(label, " ", undoButton());
    else note(missing ? "The card isn’t shown any more." : why);
  }

  /// Fixes the problem that a query names; `label` says how.
  async function fix(query, label) {
    await close({ focus: false });
    const { value: files, why } = await host.fix(`${query}&step=${newStep()}&label=${encodeURIComponent(label)}`);
    if (files) note(`Fixed in ${names(files)}`, " ", undoButton());
    else note(why);
  }

  /// Takes steps back (`undo`, `back&kept=3&step=7`), or does one again (`redo`); whether it was done.
  async function go(direction) {
    await close();
    const { value: files, why } = await host.step(direction);
    note(files ? `${direction === "redo" ? "Redone" : "Undone"} in ${names(files)}` : why);
    return Boolean(files);
  }

  /// Sends the typed text if it is new.
  function send(edit) {
    clearTimeout(edit.timer);
    sending = sending.then(async () => {
      const text = edit.field.value;
      // A paragraph that is empty while it is typed is still there.
      if (text === String(edit.value) || edit.isBlock && now === edit && !text.trim()) return;
      const isNumber = typeof edit.value === "number" && text.trim() !== "" && Number.isFinite(Number(text));
      const value = isNumber ? Number(text) : text;
      const { file, range: { start } } = edit.place;
      const change = edit.isBlock ? { change: "paragraph", file, start, old: edit.value, new: text } : { change: "at", place: edit.place, value };
      const { value: files, why } = await host.edit({ step: edit.step, label: edit.label, old: edit.value, change });
      edit.told.textContent = why ?? "";
      if (!files) return;
      Object.assign(edit, { value, files });
      // A value keeps its beginning.
      edit.place.range.end = edit.place.range.start;
    });
    return sending;
  }

  async function close({ focus = true } = {}) {
    const edit = now;
    if (!edit) return;
    now = null;
    removeEventListener("pointerdown", edit.outside, true);
    await send(edit);
    const refused = edit.told.textContent;
    edit.form.remove();
    if (focus) edit.back()?.focus({ preventScroll: true });
    if (refused) note(refused);
    else if (edit.files) note(`Saved ${names(edit.files)}`, " ", undoButton());
  }

  /// Opens the text that a query names; false without one to edit. It is on a face or page: `cut` is its picture with `per` pixels
  /// in a millimetre, `query` names all its texts, and `back` returns the element that gets the focus after the text with a number.
  async function open(shown, query) {
    const { cut, title, per } = shown;
    await close({ focus: false });
    const { value: found, why } = await onceDrawn(() => host.text(query));
    if (why) { note(why); return true; }
    if (!found) return false;
    const { place: at, value, at: where, field, is_line, is_block, area, faces, number, count } = found;
    if (typeof value !== "string" && typeof value !== "number") return false;
    const input = make("textarea", { value: String(value), spellcheck: true, rows: is_line ? 1 : 4 });
    const label = `${capital(field)} of ${title}`;
    input.setAttribute("aria-label", label);
    const link = make("button", { className: "where", type: "button", textContent: short(where) });
    link.addEventListener("click", () => place(query));
    const shared = faces > 1 ? [make("span", { textContent: `Changes ${counted(faces, "face")}` })] : [];
    const told = make("p", { className: "refused" });
    told.setAttribute("role", "alert");
    const form = make("form", { className: "edit" }, input, make("div", {}, make("span", { textContent: field }), ...shared, link), told);
    const edit = now = { label, back: () => shown.back(number), form, field: input, told, place: at, value, isBlock: is_block };
    // Inside of the window, whatever the card is.
    const width = Math.min(Math.max(area[2] * per, is_block ? 420 : 240), innerWidth - 24);
    // A paragraph is seen above it.
    const top = (area[1] + (is_block ? area[3] : 0)) * per + (is_block ? 6 : 0);
    const left = Math.min(area[0] * per, innerWidth - 12 - width - cut.getBoundingClientRect().left);
    for (const [name, length] of Object.entries({ left, top, width })) form.style.setProperty(name, `${length}px`);
    cut.parentElement.append(form);
    const grow = () => { input.style.height = "auto"; input.style.height = `${input.scrollHeight + 2}px`; };
    const another = (by) => open(shown, `${shown.query}&number=${(number + by + count) % count}`);
    input.addEventListener("input", () => {
      grow();
      typed(edit);
      clearTimeout(edit.timer);
      edit.timer = setTimeout(() => send(edit), PAUSE);
    });
    input.addEventListener("keydown", (event) => {
      const isDone = event.key === "Escape" || event.key === "Enter" && (is_line || event.ctrlKey || event.metaKey);
      if (isDone) { event.preventDefault(); close(); }
      if (event.key === "Tab" && count > 1) { event.preventDefault(); another(event.shiftKey ? -1 : 1); }
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    edit.outside = ({ target }) => { if (!form.contains(target)) close({ focus: false }); };
    addEventListener("pointerdown", edit.outside, true);
    input.focus({ preventScroll: true });
    grow();
    form.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  return { open, step: go, act, write, art, fix, typed, newStep };
}
