// The colours of a face in the panel: the faces follow while one is chosen.

import { make, refill, short } from "./parts.js";

/// Milliseconds without a change after which a colour is sent.
const PAUSE = 120;

/// `reread` reads the colours again.
export function colourSection({ texts, place, reread }) {
  const element = make("div", { className: "colours" });
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
      reread();
    });
    return make("div", { className: "colour" }, make("label", {}, input, make("span", { textContent: name })), link);
  }

  function show(colours) {
    const groups = Map.groupBy(colours, ({ of }) => of);
    const fields = [...groups].flatMap(([of, colours]) => [make("h3", { textContent: of }), ...colours.map(field)]);
    refill(element, ...fields.length ? fields : [make("p", { textContent: "game.toml defines no colours for this face." })]);
  }

  return { element, show, isBusy: () => isBusy };
}
