// Elements of the page.

/// A longer list is of no use.
const MAX_PROBLEMS = 50;

export const element = (id) => document.getElementById(id);

/// Makes an element with attributes, listeners (`onclick`) and children; missing children are left out.
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter(Boolean));
  return made;
}

/// The contents of a box, in words: cards, rulebook, other pieces.
export const contents = ({ cards, book, pieces }) => [cards && counted(cards, "card"), book && "rulebook", ...pieces.filter(({ extra }) => !extra).map(({ what }) => what)].filter(Boolean);

export const icon = (name) => make("i", { class: `i ${name}`, "aria-hidden": "true" });

/// A drawing of the page by its id.
function drawing(id) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "drawing");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/// Downloads a file.
export function save(name, bytes, type) {
  const href = URL.createObjectURL(new Blob([bytes], { type }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/// A size in words.
export const size = (bytes) => bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/// A question with one answer. Choices are `[value, label]`, in a row, or `[value, label, detail, drawing]`, each with room of its own.
export function choice(question, name, choices, chosen, change) {
  const each = ([value, label, detail, art]) => make("label", { class: "choice" },
    make("input", { type: "radio", name, value, checked: value === chosen, onchange: () => change(value) }),
    make("span", {}, art ? drawing(art) : null, make("span", {}, make("b", {}, label), detail ? make("span", { class: "soft" }, detail) : null)));
  const plain = choices.every(([, , detail]) => !detail);
  return make("fieldset", {}, make("legend", {}, question), make("div", { class: plain ? "segments" : "choices" }, ...choices.map(each)));
}

/// A number with buttons for one fewer and one more.
export function stepper(label, { min, max, value }, change) {
  const shown = make("output", { "aria-label": label }, String(value));
  const button = (sign, name, by) => make("button", { type: "button", "aria-label": name, onclick: () => {
    value = Math.min(max, Math.max(min, value + by));
    update();
    change(value);
  } }, icon(sign));
  const [fewer, more] = [button("minus", "One fewer", -1), button("plus", "One more", 1)];
  // A disabled button would lose the focus of the keyboard.
  const update = () => {
    shown.textContent = String(value);
    fewer.setAttribute("aria-disabled", String(value === min));
    more.setAttribute("aria-disabled", String(value === max));
  };
  update();
  return make("div", { class: "stepper", role: "group", "aria-label": label }, fewer, shown, more);
}

/// Problems with their places. Hints that name the command line aren’t for a page.
export function problemList(problems) {
  const place = ({ file, sheet, cell, line }) => {
    const name = file?.replace(/^card-data\/[^/]+\//, "");
    if (!name || !(cell ?? line)) return name;
    return cell ? [name, sheet, cell].filter(Boolean).join(", ") : `${name}:${line}`;
  };
  const isForPage = (hint) => !/--|`skirmish/.test(hint);
  const each = (problem) => make("li", {}, problem.file ? make("b", {}, place(problem)) : null, make("span", {}, capital(problem.message)),
    ...(problem.hints ?? []).filter(isForPage).map((hint) => make("span", { class: "soft" }, capital(hint))));
  return make("ul", { class: "problems" }, ...problems.slice(0, MAX_PROBLEMS).map(each));
}
