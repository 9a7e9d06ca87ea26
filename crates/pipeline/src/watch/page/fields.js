// The fields of a card in the panel: each is saved as it is typed.

import { PAUSE, fieldName, make, short, shown, typed } from "./parts.js";

/// `reread` reads the fields again.
export function fieldSection({ texts, place, reread }) {
  const rows = make("div", { className: "fields" }), more = make("select");
  more.setAttribute("aria-label", "Add field");
  const element = make("div", {}, rows, more);
  /// The card that is shown, as `{ face }`: another object for another card, and the same one while a card is renamed.
  let card = null, renamed = null;
  /// Fields that no value of this card fills.
  let unused = [];
  const isBusy = () => rows.contains(document.activeElement) && document.activeElement.matches("input, textarea");
  /// True if the game has changed since the fields were read.
  let isStale = false;

  /// A control for a field of `card`; `file` is the one that has the card's name.
  function control(card, { path, value, at, sample, choices }, file) {
    if (typeof sample === "boolean") choices = ["true", "false"];
    const isName = path.join() === "name", text = shown(value);
    const isNumber = typeof sample === "number" || typeof sample === "string" && /^-?\d+([.,]\d+)?$/.test(sample);
    const isLong = !isName && !isNumber && !choices.length && typeof sample === "string";
    const input = make(isLong ? "textarea" : "input", { value: text, id: `field-${path.join("-")}`, autocomplete: "off", spellcheck: isLong });
    if (isLong) input.rows = 1;
    if (isNumber) { input.inputMode = "decimal"; input.className = "number"; }
    const known = choices.length ? [make("datalist", { id: `${input.id}-known` }, ...choices.map((value) => make("option", { value })))] : [];
    if (known.length) input.setAttribute("list", known[0].id);
    const label = make("label", { htmlFor: input.id, textContent: fieldName(path) });
    const where = at ? [make("button", { type: "button", className: "where", textContent: at.file === file ? `:${at.line}` : short(at), title: short(at) })] : [];
    where[0]?.addEventListener("click", () => place(at));
    const refused = make("p", { className: "refused" });
    refused.setAttribute("role", "alert");

    const edit = {};
    let timer, saved = text, sending = Promise.resolve();
    function send() {
      clearTimeout(timer);
      sending = sending.then(async () => {
        const now = input.value;
        if (now === saved) return;
        if (isName && !now.trim()) { refused.textContent = "A card needs a name."; return; }
        const next = typed(now, sample), { face } = card;
        // The card can be shown under its new name before the answer is here.
        if (isName) renamed = now;
        const { value: files, why } = await texts.write(edit, { change: "field", card: face.card.id, field: path, value: next }, `${label.textContent} of ${face.title}`, value);
        refused.textContent = why ?? "";
        if (!files) return;
        [saved, value] = [now, next];
      });
    }
    input.addEventListener("input", () => {
      texts.typed(edit);
      clearTimeout(timer);
      // The name is also how the card is found: it is another one once all of it is typed.
      if (!isName) timer = setTimeout(send, PAUSE);
    });
    input.addEventListener("change", send);
    input.addEventListener("keydown", (event) => { if (event.key === "Enter" && !isLong) send(); });
    return make("div", { className: isNumber || choices.length ? "short" : "" }, make("div", {}, label, ...where), input, ...known, refused);
  }

  function show(fields, face) {
    const isSame = card && (card.face.key === face.key || face.title === renamed);
    if (isSame) card.face = face;
    else [card, renamed] = [{ face }, null];
    // A field that is being typed in stays: it can get the focus between the question and its answer.
    isStale = isSame && isBusy();
    if (isStale) return;
    const used = fields.filter(({ value }) => value !== null);
    unused = fields.filter(({ value }) => value === null);
    // The name comes first, whatever the file has first.
    used.sort((a, b) => (b.path.join() === "name") - (a.path.join() === "name"));
    rows.replaceChildren(...used.map((field, number) => control(card, field, number ? used[0].at.file : "")));
    more.replaceChildren(make("option", { value: "", textContent: "Add field" }), ...unused.map(({ path }, number) => make("option", { value: number, textContent: fieldName(path) })));
    more.hidden = !unused.length;
  }

  more.addEventListener("change", () => {
    const field = unused[more.value];
    if (!field) return;
    more.selectedOptions[0].remove();
    more.value = "";
    const made = control(card, field, "");
    rows.append(made);
    made.querySelector("input, textarea").focus();
  });
  // Typing has changed the lines below it.
  rows.addEventListener("focusout", ({ relatedTarget }) => { if (isStale && !rows.contains(relatedTarget)) setTimeout(() => !isBusy() && reread(), PAUSE); });

  return {
    element, show,
    isBusy() { isStale ||= isBusy(); return isBusy(); },
    /// The name that the card was given here last.
    renamed: () => renamed,
  };
}
