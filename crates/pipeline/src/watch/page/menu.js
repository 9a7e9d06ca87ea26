// The menu of a card: copies, place among the others, another one like it.

import { counted, freeName, make } from "./parts.js";

/// `act` makes a change and reports it; `show` shows a new card once it is drawn.
export function cardMenu({ compared, act, art, panel, layout, place, neighbours, names, show }) {
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

  /// The values of a copy of a card, which is put below it. Two cards of a name are an error.
  function copy(face, wanted) {
    const name = freeName(wanted, names());
    // It keeps drawings that are found by the name of its original.
    const { id, drawings } = face.card;
    const values = [[["name"], name], ...drawings.map((key) => [[key], id])];
    return { name, change: { change: "add", after: id, like: id, cards: [values] } };
  }

  function duplicated(face) {
    const { name, change } = copy(face, face.title);
    return act(change, `Added ${name}`);
  }

  /// A new card is valid as it is: it has the values of the card above until they are changed, which the panel is opened for.
  async function added(above) {
    const { name, change } = copy(above, "New card");
    if (await act(change, `Added ${name}`)) show(name);
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
      button("Show all fields", () => { close(); panel(opener, face, "card"); }),
      button("Choose colours …", () => { close(); panel(opener, face, "colours"); }),
      button("Edit layout", () => { close(); layout(face); }),
      ...face.before ? [button("Compare with before", () => { close(); compared(face); })] : [],
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

  return { open, deleted, duplicated, added };
}
