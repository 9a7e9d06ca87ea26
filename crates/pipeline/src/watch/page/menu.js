// What is done to a card as a whole: copies, place among the others, another one like it.

import { counted, make } from "./parts.js";

/// `act` makes a change and tells what was done.
export function cardMenu({ act, art, colours, layout, place, neighbours, names }) {
  const menu = make("div", { id: "menu", popover: "auto" });
  menu.setAttribute("role", "dialog");
  document.body.append(menu);

  const close = () => menu.hidePopover();
  const button = (label, done) => {
    const one = make("button", { type: "button", textContent: label });
    one.addEventListener("click", done);
    return one;
  };

  function change(face, change, told) {
    close();
    return act({ ...change, card: face.card.id }, told);
  }

  const deleted = (face) => change(face, { change: "delete" }, `Deleted ${face.title}`);

  /// The copy stands below its original, with a name of its own, as two cards of a name are an error.
  function duplicated(face) {
    const [, stem] = /^(.*?)(?: \d+)?$/s.exec(face.title);
    const taken = names();
    let number = 2;
    while (taken.has(`${stem} ${number}`)) number += 1;
    const name = `${stem} ${number}`;
    // It keeps drawings that are found by the name of its original.
    const { id, drawings } = face.card;
    const values = [[["name"], name], ...drawings.map((key) => [[key], id])];
    return act({ change: "add", after: id, like: id, values }, `Added ${name}`);
  }

  /// Copies are changed while the menu stays open.
  function copies(face) {
    let { count } = face.card;
    const number = make("output", { textContent: counted(count, "copy", "copies") });
    const by = async (step) => {
      const next = Math.max(0, count + step);
      if (next === count || !await act({ change: "field", card: face.card.id, field: ["count"], value: next }, `${face.title}: ${counted(next, "copy", "copies")}`)) return;
      count = next;
      number.textContent = counted(count, "copy", "copies");
    };
    const [less, more] = [button("−", () => by(-1)), button("+", () => by(1))];
    less.setAttribute("aria-label", "One copy less");
    more.setAttribute("aria-label", "One copy more");
    return make("div", {}, less, number, more);
  }

  const chooser = make("input", { type: "file", accept: "image/*,.svg,.tif,.tiff", hidden: true });
  document.body.append(chooser);
  /// Asks for an image of the device.
  function choose(face) {
    chooser.value = "";
    chooser.onchange = () => art(face, chooser.files[0]);
    chooser.click();
  }

  function open(opener, face) {
    const [above, below] = neighbours(face);
    const shift = (label, side, of) => of ? [button(label, () => change(face, { change: "move", side, of: of.card.id }, `Moved ${face.title}`))] : [];
    menu.setAttribute("aria-label", face.title);
    menu.replaceChildren(
      make("p", { textContent: face.title }), copies(face),
      button("Duplicate card", () => { close(); duplicated(face); }),
      ...shift("Move up", "before", above), ...shift("Move down", "after", below),
      button("Change picture …", () => { close(); choose(face); }),
      button("Choose colours …", () => { close(); colours(opener, face); }),
      button("Edit layout", () => { close(); layout(face); }),
      button("Show in files", () => { close(); place(`face=${encodeURIComponent(face.key)}`); }),
      button("Delete card", () => deleted(face)),
    );
    menu.showPopover();
    const box = opener.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
    menu.querySelector("button").focus();
    menu.addEventListener("toggle", ({ newState }) => newState === "closed" && opener.focus({ preventScroll: true }), { once: true });
  }

  return { open, deleted, duplicated };
}
