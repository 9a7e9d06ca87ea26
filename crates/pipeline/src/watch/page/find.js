// Which faces are shown: those whose name has some words, of a kind, or with problems.

import { capital, counted, make } from "./parts.js";

/// `changed` is called when other faces are shown.
export function finder({ changed }) {
  const words = make("input", { type: "search", placeholder: "Find a card" });
  words.setAttribute("aria-label", "Find a card");
  words.setAttribute("aria-keyshortcuts", "/");
  const kind = make("select"), wrong = make("button", { type: "button" }), told = make("p");
  kind.setAttribute("aria-label", "Kind");
  told.setAttribute("role", "status");
  const element = make("div", { className: "filter" }, words, kind, wrong, told);
  element.setAttribute("role", "search");
  let all = [], isWrong = false;

  /// Hides the figures that aren’t meant.
  function apply() {
    const text = words.value.trim().toLowerCase(), isAll = !text && !kind.value && !isWrong;
    let number = 0;
    for (const figure of all) {
      const { title, card, problems } = figure.face;
      const isMeant = title.toLowerCase().includes(text) && (!kind.value || card?.kind === kind.value) && (!isWrong || problems.length > 0);
      figure.hidden = !isMeant;
      number += isMeant;
    }
    const section = element.parentElement;
    section?.classList.toggle("found", !isAll);
    for (const grid of section?.querySelectorAll(".grid") ?? []) {
      grid.hidden = !grid.querySelector("figure:not([hidden])");
      const heading = grid.previousElementSibling;
      if (heading.matches("h2")) heading.hidden = grid.hidden;
    }
    told.textContent = isAll ? "" : `${number} of ${counted(all.length, "face")}`;
  }

  /// Offers the kinds, and hides the figures that aren’t meant.
  function fill(figures) {
    all = figures;
    const kinds = Map.groupBy(all.filter(({ face }) => face.card), ({ face }) => face.card.kind);
    const options = [["", "All kinds"], ...[...kinds].map(([name, of]) => [name, `${capital(name)} (${of.length})`])];
    const chosen = kinds.has(kind.value) ? kind.value : "";
    kind.replaceChildren(...options.map(([value, textContent]) => make("option", { value, textContent })));
    kind.value = chosen;
    kind.hidden = kinds.size < 2;
    const problems = all.filter(({ face }) => face.problems.length).length;
    isWrong &&= problems > 0;
    wrong.hidden = !problems;
    wrong.textContent = `With problems (${problems})`;
    wrong.setAttribute("aria-pressed", isWrong);
    apply();
  }

  const update = () => { apply(); changed(); };
  words.addEventListener("input", update);
  words.addEventListener("keydown", ({ key }) => { if (key === "Escape") { words.value = ""; update(); } });
  kind.addEventListener("change", update);
  wrong.addEventListener("click", () => { isWrong = !isWrong; wrong.setAttribute("aria-pressed", isWrong); update(); });
  /// Shows all faces.
  function clear() {
    words.value = kind.value = "";
    isWrong = false;
    wrong.setAttribute("aria-pressed", isWrong);
    apply();
  }

  return { element, fill, clear, focus: () => words.focus() };
}
