// The history of the game in the panel, last step first.

import { make, refill } from "./parts.js";

/// Maximum number of steps in the list. Older ones can only be undone together with these.
const MOST = 300;
const DAY = 86_400_000;

export function historySection({ texts }) {
  const element = make("ol", { className: "steps" });

  function item({ time, label, files }, ...buttons) {
    const date = new Date(time), isOld = Date.now() - time > DAY;
    const when = make("time", { dateTime: date.toISOString(), textContent: date.toLocaleString(undefined, isOld ? { dateStyle: "short" } : { timeStyle: "short" }) });
    return make("li", {}, when, make("div", {}, make("p", { textContent: label }), make("small", { textContent: files.join(", ") })), ...buttons);
  }

  function button(textContent, query) {
    const one = make("button", { type: "button", textContent });
    one.addEventListener("click", () => texts.step(query()));
    return one;
  }

  function show({ done, taken_back }) {
    const back = (kept, label = "Undo to here") => button(label, () => `back&kept=${kept}&step=${texts.newStep()}`);
    const undone = taken_back.slice(0, MOST).map((step, index) => Object.assign(item(step, ...index ? [] : [button("Redo", () => "redo")]), { className: "undone" }));
    const first = Math.max(0, done.length - MOST);
    const listed = done.slice(first).map((step, index) => item(step, first + index + 1 === done.length ? button("Undo", () => "undo") : back(first + index + 1)));
    const begin = make("li", {}, make("p", { textContent: done.length ? "Before the first edit" : "No edits yet" }), ...done.length ? [back(0, "Undo all")] : []);
    refill(element, ...undone.toReversed(), ...listed.toReversed(), begin);
  }

  return { element, show, isBusy: () => false };
}
