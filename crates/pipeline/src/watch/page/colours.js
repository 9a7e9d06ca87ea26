// The colours of a face in the panel: the faces follow while one is chosen.

import * as host from "./host.js";
import { make, onceDrawn, short } from "./parts.js";

/// Milliseconds without a change after which a colour is sent.
const PAUSE = 120;

export function colourSection({ texts, note, place }) {
  const element = make("div", { className: "colours" });
  let shown = null;
  /// The face that was asked for last: answers about others come too late.
  let asked = null;
  /// True while a colour is being chosen: its field stays.
  let isBusy = false;
  /// Changes go one after the other.
  let sending = Promise.resolve();

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
        if (!await texts.act({ change: "at", place: at, value: next }, `${name}: ${next}`, { isSame, old: value })) return;
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
    asked = face;
    const { value: colours, why } = await onceDrawn(() => host.colours(`face=${encodeURIComponent(face.key)}`));
    if (asked !== face) return true;
    if (!colours) { note(why ?? "The face isn’t shown any more."); return false; }
    shown = face;
    const focus = [...element.querySelectorAll("input")].indexOf(document.activeElement);
    const groups = Map.groupBy(colours, ({ of }) => of);
    element.replaceChildren(...[...groups].flatMap(([of, colours]) => [make("h3", { textContent: of }), ...colours.map(field)]));
    if (!colours.length) element.append(make("p", { textContent: "game.toml defines no colours for this face." }));
    element.querySelectorAll("input")[focus]?.focus();
    return true;
  }

  return { element, fill, isBusy: () => isBusy };
}
