// The panel beside the faces: the fields of a card, the colours of a face, and the history of the game.

import { colourSection } from "./colours.js";
import { fieldSection } from "./fields.js";
import { historySection } from "./history.js";
import * as host from "./host.js";
import { make, onceDrawn, released } from "./parts.js";

/// `texts` makes changes, `place` shows where something is written, `faceLike` finds the present version of a face, and `neighbours` the
/// fronts above and below one. `resized` is called when the faces have more or less room.
export function sidePanel({ texts, note, place, faceLike, neighbours, resized }) {
  // Each shows the answer to its question.
  const sections = {
    card: Object.assign(fieldSection({ texts, place, reread }), { ask: host.fields }),
    colours: Object.assign(colourSection({ texts, place, reread }), { ask: host.colours }),
    history: Object.assign(historySection({ texts }), { ask: host.history }),
  };
  const panel = make("aside", { id: "panel", hidden: true });
  const title = make("h2");
  const button = (textContent, label, done) => {
    const one = make("button", { type: "button", textContent });
    if (label) { one.setAttribute("aria-label", label); one.title = label; }
    one.addEventListener("click", done);
    return one;
  };
  const [above, below] = ["‹", "›"].map((sign, side) => button(sign, ["Card above", "Card below"][side], () => to(neighbours(face)[side])));
  const close = button("Close", "", shut);
  const tabs = make("div", {}, ...Object.entries({ card: "Card", colours: "Colours", history: "History" }).map(([id, textContent]) => {
    const tab = button(textContent, "", () => open(null, face, id));
    Object.assign(tab, { role: "tab", id: `panel-${id}` });
    tab.dataset.section = id;
    return tab;
  }));
  tabs.setAttribute("role", "tablist");
  tabs.setAttribute("aria-label", "Panel");
  const body = make("div", { className: "body" });
  body.setAttribute("role", "tabpanel");
  panel.append(make("div", { className: "bar" }, title, above, below, close), tabs, body);
  document.body.append(panel);

  let face = null, section = "card", opener = null;
  /// Counts the questions: an answer to an earlier one comes too late.
  let asked = 0;

  function shut() {
    panel.hidden = true;
    document.documentElement.classList.remove("beside");
    resized();
    opener?.focus({ preventScroll: true });
  }

  /// Shows the section of a face; false if there is nothing to show.
  async function fill() {
    title.textContent = face?.title ?? "History";
    panel.setAttribute("aria-label", title.textContent);
    for (const tab of tabs.children) {
      const { section: id } = tab.dataset, isChosen = id === section;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      tab.hidden = id !== "history" && !face || id === "card" && !face.card;
    }
    body.setAttribute("aria-labelledby", `panel-${section}`);
    const around = face?.card ? neighbours(face) : [];
    [above, below].forEach((one, side) => { one.hidden = !face?.card; one.disabled = !around[side]; });
    const now = asked += 1, { ask, show, element } = sections[section], of = face;
    const { value, why } = await onceDrawn(() => ask(`face=${encodeURIComponent(of?.key ?? "")}`));
    await released();
    if (now !== asked) return true;
    if (!value) { note(why ?? "The face isn’t shown any more."); return false; }
    show(value, of);
    if (body.firstChild !== element) body.replaceChildren(element);
    return true;
  }

  /// Reads the open section again.
  function reread() {
    if (!panel.hidden) fill();
  }

  /// Opens a section, with the face that it is about. Without an opener the focus stays in the panel.
  async function open(from, of, id) {
    const wasOpen = !panel.hidden;
    [face, section] = [of ?? null, id];
    if (!await fill()) return;
    if (from) opener = from;
    panel.hidden = false;
    document.documentElement.classList.add("beside");
    if (!wasOpen) resized();
    // On a phone the panel covers half of the page.
    if (from && face && matchMedia("(max-width: 40rem)").matches) from.closest("figure")?.scrollIntoView({ block: "start" });
    if (from) (body.querySelector("input, textarea, select") ?? body.querySelector("button") ?? close).focus();
  }

  function to(next) {
    if (next) open(null, next, section);
  }

  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shut();
    const step = event.target.parentElement === tabs && { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = [...tabs.children].filter(({ hidden }) => !hidden);
    const next = shown.at((shown.indexOf(event.target) + step) % shown.length);
    next.focus();
    next.click();
  });
  // It shows the face that has the focus.
  document.addEventListener("focusin", ({ target }) => {
    const other = target.closest("#faces figure")?.face;
    if (panel.hidden || section === "history" || !other || other.key === face?.key) return;
    open(null, other, other.card ? section : "colours");
  });

  return {
    open,
    /// Shows the game as it is now, after a change from here or elsewhere.
    async follow() {
      if (panel.hidden) return;
      // A card that was renamed is another one to the program.
      const now = face && faceLike(face, sections.card.renamed());
      const isOther = now?.key !== face?.key;
      face = now ?? null;
      if (!face && section !== "history") section = "history";
      if (isOther || !sections[section].isBusy()) await fill();
    },
  };
}
