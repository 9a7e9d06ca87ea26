// Problems, folded by their codes: where they are written, what fixes them, and how they are accepted.

import * as host from "./host.js";
import { make } from "./parts.js";

/// Of no more problems of a kind all is written out.
const MOST = 100;

/// `now` has the version of the problems; `act` makes a change, `fix` the one that a problem suggests, and `place` shows where something is
/// written.
export function problemLists({ now, act, fix, place }) {
  /// A button that accepts problems of a kind: on a card, or in the whole game. `allow` asks for a reason.
  function acceptButton({ code }, card) {
    const button = make("button", { type: "button", textContent: card ? "Accept on this card" : "Accept this kind" });
    button.addEventListener("click", () => {
      const reason = make("input", { required: true, maxLength: 200 });
      const form = make("form", { className: "accept" }, make("label", {}, "Reason ", reason), make("button", { textContent: "Accept" }));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const scope = card ? { card: card.id } : "game";
        act({ change: "allow", code, because: reason.value.trim(), scope }, `Accepted ${code}`);
      });
      form.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        form.replaceWith(button);
        button.focus();
      });
      button.replaceWith(form);
      reason.focus();
    });
    return button;
  }

  function problemItem([problem, index]) {
    const item = make("li", { className: problem.severity });
    item.append(make("p", {}, `${problem.severity}: ${problem.what} `, make("small", { textContent: problem.code })));
    item.append(...problem.hints.map((hint) => make("p", { className: "hint", textContent: hint })));
    if (problem.place) {
      const button = make("button", { type: "button", textContent: `${problem.place.file}:${problem.place.line}` });
      button.addEventListener("click", () => place(`problem=${index}&version=${now.version}`));
      item.append(button);
    }
    if (problem.fix) {
      const button = make("button", { type: "button", className: "fix", textContent: problem.fix });
      button.addEventListener("click", () => fix(problem));
      item.append(" ", button);
    }
    return item;
  }

  /// Problems by their codes, in the order in which the codes come first.
  function folded(problems) {
    const folds = new Map();
    for (const one of problems) {
      const { code, severity } = one[0];
      const key = `${severity} ${code}`;
      folds.set(key, [...(folds.get(key) ?? []), one]);
    }
    return [...folds.entries()];
  }

  /// Folds that are open; they stay so when what they hold changes.
  const opened = new Set();

  /// One line for all problems of a kind, which opens to show them.
  function foldItem([kind, problems], where, card) {
    const [[first]] = problems, key = `${where} ${kind}`;
    const count = problems.length > 1 ? [make("b", { textContent: `${problems.length} × ` })] : [];
    const summary = make("summary", {}, make("small", { textContent: first.code }), " ", ...count, first.what);
    const item = make("details", {}, summary);
    const fill = () => {
      if (item.childElementCount > 1) return;
      const more = problems.length - MOST;
      item.append(make("ul", { className: "wrong" }, ...problems.slice(0, MOST).map(problemItem)));
      if (more > 0) item.append(make("p", { textContent: `and ${more} more: ${host.all}` }));
      if (first.acceptable) item.append(acceptButton(first, card));
    };
    item.addEventListener("toggle", () => {
      if (item.open) { opened.add(key); fill(); } else opened.delete(key);
    });
    // A single error stops the build: its hint is shown at once.
    if (opened.has(key) || (problems.length === 1 && first.severity === "error")) { item.open = true; fill(); }
    return make("li", { className: first.severity }, item);
  }

  return {
    /// List items for problems, each with its number. `where` differs for each list of the page; problems of a card can be accepted on it.
    items: (problems, where, card) => folded(problems).map((fold) => foldItem(fold, where, card)),
    /// Goes to the next problem that is shown, or to the one before, and from the last to the first; false without problems.
    next(by) {
      const all = [...document.querySelectorAll(".wrong summary")].filter((summary) => summary.checkVisibility()), focus = document.activeElement;
      const sides = all.map((summary) => summary.parentElement.contains(focus) ? 0 : focus.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1);
      const at = by > 0 ? sides.indexOf(1) : sides.lastIndexOf(-1), found = all.at(at < 0 && by > 0 ? 0 : at);
      if (!found) return false;
      found.parentElement.open = true;
      found.focus();
      return true;
    },
  };
}
