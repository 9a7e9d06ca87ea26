// Actions on a face, and the menu of a card with them: copies, order, a duplicate.

import { counted, freeName, make } from "./parts.js";

/// `act` makes a change and reports it; `show` shows a new card once it is drawn.
export function cardMenu({ compared, past, act, art, panel, layout, place, neighbours, names, show }) {
  const menu = make("div", { id: "menu", popover: "auto" });
  menu.setAttribute("role", "dialog");
  document.body.append(menu);

  const close = () => menu.hidePopover();
  const button = (label, done) => {
    const one = make("button", { type: "button", textContent: label });
    one.addEventListener("click", done);
    return one;
  };

  const change = (face, change, told) => act({ ...change, card: face.card.id }, told);

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

  const moved = (face, side, of) => change(face, { change: "move", side, of: of.card.id }, `Moved ${face.title}`);

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

  /// Actions on a face, by their names in the menu and in the list of commands: { label, command, run, keys }. `opener` gets the
  /// focus back.
  function actions(opener, face) {
    const { title, card } = face, [above, below] = card ? neighbours(face) : [];
    const action = (label, command, run, key) => ({ label, command, run, keys: key && [key] });
    return [
      ...card ? [action("Duplicate card", `Duplicate ${title}`, () => duplicated(face), "Ctrl+D")] : [],
      ...above ? [action("Move up", `Move ${title} up`, () => moved(face, "before", above))] : [],
      ...below ? [action("Move down", `Move ${title} down`, () => moved(face, "after", below))] : [],
      ...card ? [
        action("Change picture …", `Change picture of ${title} …`, () => choose(face)),
        action("Show all fields", `Show all fields of ${title}`, () => panel(opener, face, "card"), "I"),
      ] : [],
      action("Choose colours …", `Choose colours of ${title} …`, () => panel(opener, face, "colours"), card ? undefined : "I"),
      action("Edit layout", `Edit layout of ${title}`, () => layout(face), "L"),
      ...past(face) ? [action("Compare with before", `Compare ${title} with before`, () => compared(face), "C")] : [],
      action("Show in files", `Show ${title} in files`, () => place(`face=${encodeURIComponent(face.key)}`)),
      ...card ? [action("Delete card", `Delete ${title}`, () => deleted(face), "Delete")] : [],
    ];
  }

  function open(opener, face) {
    menu.setAttribute("aria-label", face.title);
    menu.replaceChildren(
      make("p", { textContent: face.title }), copies(face),
      ...actions(opener, face).map(({ label, run }) => button(label, () => { close(); run(); })),
    );
    menu.showPopover();
    const box = opener.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(box.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
    menu.querySelector("button").focus();
    menu.addEventListener("toggle", ({ newState }) => newState === "closed" && opener.focus({ preventScroll: true }), { once: true });
  }

  return { open, actions, added };
}
