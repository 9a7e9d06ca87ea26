// The colours of a face: chosen in a panel beside the faces, which follow.

import * as host from "./host.js";
import { make, onceDrawn, short } from "./parts.js";

/// Milliseconds without a change after which a colour is sent.
const PAUSE = 120;

/// `act` makes a change and tells what was done; `place` shows where something is written.
export function colourPanel({ act, note, place }) {
  const panel = make("div", { id: "colours", popover: "manual" });
  const title = make("h2");
  const close = make("button", { type: "button", textContent: "Close" });
  const list = make("div");
  panel.setAttribute("role", "dialog");
  panel.append(make("div", { className: "bar" }, title, close), list);
  document.body.append(panel);

  let opener = null, shown = null;
  /// True while a colour is being chosen: its field stays.
  let isBusy = false;
  /// Changes go one after the other.
  let sending = Promise.resolve();

  function shut() {
    panel.hidePopover();
    opener?.focus({ preventScroll: true });
  }
  close.addEventListener("click", shut);
  panel.addEventListener("keydown", ({ key }) => { if (key === "Escape") shut(); });

  /// A field for a colour. While it is dragged, all its values are one step.
  function field({ name, hex, place: at, value, at: where }) {
    const input = make("input", { type: "color", value: hex });
    const link = make("button", { type: "button", className: "where", textContent: short(where) });
    link.addEventListener("click", () => place(where));
    let timer, isSame = false;
    const send = () => {
      clearTimeout(timer);
      sending = sending.then(async () => {
        if (input.value === hex) return;
        const next = input.value;
        if (!await act({ change: "at", place: at, value: next }, `${name}: ${next}`, isSame, value)) return;
        [hex, value, isSame] = [next, next, true];
        // A value keeps its beginning.
        at.range.end = at.range.start;
      });
    };
    input.addEventListener("input", () => { isBusy = true; clearTimeout(timer); timer = setTimeout(send, PAUSE); });
    input.addEventListener("change", async () => {
      send();
      await sending;
      isSame = isBusy = false;
      // Other values may have moved.
      fill(shown);
    });
    return make("div", { className: "colour" }, make("label", {}, input, make("span", { textContent: name })), link);
  }

  async function fill(face) {
    const { value: colours, why } = await onceDrawn(() => host.colours(`face=${encodeURIComponent(face.key)}`));
    if (!colours) { note(why ?? "The face isn’t shown any more."); return false; }
    const focus = [...list.querySelectorAll("input")].indexOf(document.activeElement);
    const groups = Map.groupBy(colours, ({ of }) => of);
    list.replaceChildren(...[...groups].flatMap(([of, colours]) => [make("h3", { textContent: of }), ...colours.map(field)]));
    if (!colours.length) list.append(make("p", { textContent: "game.toml defines no colours for this face." }));
    list.querySelectorAll("input")[focus]?.focus();
    return true;
  }

  async function open(from, face) {
    shown = face;
    if (!await fill(face)) return;
    opener = from;
    title.textContent = `Colours of ${face.title}`;
    panel.setAttribute("aria-label", title.textContent);
    panel.showPopover();
    // On a phone the panel covers half of the page.
    if (matchMedia("(max-width: 40rem)").matches) from.closest("figure").scrollIntoView({ block: "start" });
    (list.querySelector("input") ?? close).focus();
  }

  /// Shows the colours as they are now, after a change from elsewhere.
  function follow() {
    if (panel.matches(":popover-open") && !isBusy) fill(shown);
  }

  return { open, follow };
}
