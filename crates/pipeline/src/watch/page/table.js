// The cards as a table: a row for each card, a column for each field. A cell is changed as a text on a face is.

import * as host from "./host.js";
import { counted, fieldName, freeName, make, released, shown, typed } from "./parts.js";

/// Height of a row, as in the styles. Only the rows in view are elements, however many cards there are.
const ROW = 36;
/// Rows above and below those in view.
const MORE = 8;

/// The cells of what a spreadsheet has copied: rows of texts. Quotes hold tabs, line ends, and doubled quotes.
export function cellsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.replace(/\r\n?/g, "\n").matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/g)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  // The last line has an end of its own.
  if (rows.length > 1 && rows.at(-1).join("") === "") rows.pop();
  return rows;
}

/// `act` makes a change and reports it, `step` takes it back, `names` are those that are taken, and `drawings` are the keys of
/// drawings that a card has by its own name.
export function tableView({ note, act, step, names, drawings }) {
  const section = document.getElementById("table");
  const filter = make("input", { type: "search", placeholder: "Filter cards" });
  filter.setAttribute("aria-label", "Filter cards");
  const count = make("p", {});
  count.setAttribute("role", "status");
  const head = make("tr", {}), body = make("tbody", {});
  const table = make("table", {}, make("colgroup", {}), make("thead", {}, head), body);
  table.setAttribute("role", "grid");
  table.setAttribute("aria-label", "Cards");
  const box = make("div", { className: "rows" }, table);
  section.replaceChildren(make("div", { className: "filter" }, filter, count), box);

  let data = { columns: [], rows: [] }, isShown = false, isStale = true;
  /// The rows that are listed, in their order; the selected cell among them; the field that is open.
  let listed = [], at = [0, 0], field = null;
  let order = { column: -1, down: false };

  const title = (column) => column.join(".");
  const cell = ([row, column]) => listed[row]?.cells[column] ?? null;
  const nameOf = (row) => shown(row.cells[data.columns.findIndex((column) => title(column) === "name")]) || row.card || "";
  const sample = (column) => data.rows.map(({ cells }) => cells[column]).find((value) => value != null && String(value) !== "");

  async function load() {
    isStale = false;
    const { value, why } = await host.table();
    await released();
    if (!value) return note(why);
    // The name stays in view, so it is the first column.
    const first = value.columns.findIndex((column) => title(column) === "name");
    const toFront = (values) => values.unshift(...values.splice(first, 1));
    if (first > 0) {
      toFront(value.columns);
      for (const { cells } of value.rows) {
        while (cells.length <= first) cells.push(null);
        toFront(cells);
      }
    }
    data = value;
    list();
  }

  /// The columns and the order that the headings show.
  let headed = "";

  /// Draws the headings, unless they are as they were: one that is being pressed stays.
  function drawHead() {
    const wanted = JSON.stringify([data.columns.map(title), order]);
    if (wanted === headed) return;
    headed = wanted;
    const focus = [...head.children].findIndex((one) => one.contains(document.activeElement));
    head.replaceChildren(...data.columns.map((column, index) => {
      const button = make("button", { type: "button", textContent: fieldName(column) });
      button.addEventListener("click", () => {
        order = order.column !== index ? { column: index, down: false } : order.down ? { column: -1, down: false } : { column: index, down: true };
        list();
      });
      const made = make("th", { scope: "col" }, button);
      made.setAttribute("aria-sort", order.column !== index ? "none" : order.down ? "descending" : "ascending");
      return made;
    }));
    head.children[focus]?.firstChild.focus();
  }

  function list() {
    const words = filter.value.trim().toLowerCase();
    listed = data.rows.filter(({ cells }) => !words || cells.some((value) => shown(value).toLowerCase().includes(words)));
    if (order.column >= 0) {
      const key = ({ cells }) => cells[order.column];
      const by = new Intl.Collator(undefined, { numeric: true }).compare;
      listed.sort((a, b) => (shown(key(a)) === "") - (shown(key(b)) === "") || (order.down ? -1 : 1) * by(shown(key(a)), shown(key(b))));
    }
    count.textContent = listed.length === data.rows.length ? counted(listed.length, "card") : `${listed.length} of ${counted(data.rows.length, "card")}`;
    table.setAttribute("aria-rowcount", listed.length + 1);
    drawHead();
    table.querySelector("colgroup").replaceChildren(...data.columns.map((column, index) => {
      const longest = Math.max(title(column).length + 2, ...data.rows.slice(0, 200).map(({ cells }) => shown(cells[index]).length));
      const made = make("col", {});
      made.style.width = `${Math.min(24, Math.max(5, longest * 0.58 + 1.2))}rem`;
      return made;
    }));
    at = [Math.max(0, Math.min(at[0], listed.length - 1)), Math.max(0, Math.min(at[1], data.columns.length - 1))];
    draw();
  }

  /// Draws the rows in view, and keeps the focus in the table.
  function draw() {
    if (field) return;
    const hadFocus = body.contains(document.activeElement);
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - MORE);
    const last = Math.min(listed.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + MORE);
    const rows = new Set(Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index));
    // The selected row stays: it has the focus.
    if (listed.length) rows.add(at[0]);
    const numbers = [...rows].sort((a, b) => a - b);
    const space = (height) => { const made = make("tr", { className: "space" }); made.style.height = `${height}px`; made.setAttribute("aria-hidden", "true"); return made; };
    const drawn = [];
    let next = 0;
    for (const number of numbers) {
      if (number > next) drawn.push(space((number - next) * ROW));
      drawn.push(rowOf(number));
      next = number + 1;
    }
    if (next < listed.length) drawn.push(space((listed.length - next) * ROW));
    body.replaceChildren(...drawn);
    if (hadFocus) selected()?.focus({ preventScroll: true });
  }

  function rowOf(number) {
    const row = listed[number];
    const made = make("tr", {}, ...data.columns.map((_, column) => {
      const one = make(column ? "td" : "th", { textContent: shown(row.cells[column]), tabIndex: number === at[0] && column === at[1] ? 0 : -1 });
      one.setAttribute("role", column ? "gridcell" : "rowheader");
      one.dataset.at = `${number} ${column}`;
      if (typeof row.cells[column] === "number") one.className = "number";
      return one;
    }));
    made.setAttribute("aria-rowindex", number + 2);
    return made;
  }

  const selected = () => body.querySelector(`[data-at="${at.join(" ")}"]`);

  /// Selects a cell and shows it.
  function select(row, column) {
    at = [Math.max(0, Math.min(row, listed.length - 1)), Math.max(0, Math.min(column, data.columns.length - 1))];
    const [top, room] = [at[0] * ROW, box.clientHeight - ROW];
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + ROW > box.scrollTop + room) box.scrollTop = top + ROW - room;
    draw();
    const one = selected();
    if (!one) return;
    one.focus({ preventScroll: true });
    // The first column covers columns scrolled below it.
    const covered = at[1] ? body.querySelector("th").offsetWidth : 0;
    if (at[1] && one.offsetLeft < box.scrollLeft + covered) box.scrollLeft = one.offsetLeft - covered;
    if (one.offsetLeft + one.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = Math.min(one.offsetLeft - covered, one.offsetLeft + one.offsetWidth - box.clientWidth);
  }

  /// Gives cells other values in one step: { row, column, text }. `buttons` are shown with the message.
  async function change(cells, told, buttons = []) {
    const values = [];
    for (const { row, column, text } of cells) {
      const old = listed[row].cells[column] ?? null;
      if (shown(old) === text) continue;
      if (listed[row].card === null) return note(`Another card has the name ${nameOf(listed[row])}: change it in Files`);
      const value = typed(text, old ?? sample(column));
      values.push({ card: listed[row].card, field: data.columns[column], value, to: [row, column] });
    }
    if (!values.length) return;
    const isDone = await act({ change: "fields", values: values.map(({ card, field, value }) => ({ card, field, value })) }, told(values.length), { buttons });
    if (isDone) for (const { value, to: [row, column] } of values) listed[row].cells[column] = value;
    draw();
  }

  /// Adds rows of texts as cards below a row, the first text in a column. What the texts don’t say is as on the card above.
  function insert(rows, [row, column]) {
    const { card } = listed[row];
    // The first row may say which columns these are.
    const named = rows[0].map((text) => data.columns.findIndex((path) => [title(path), fieldName(path)].some((name) => name.toLowerCase() === text.toLowerCase())));
    const isHeaded = named.every((number) => number >= 0);
    const columns = isHeaded ? named : rows[0].map((_, right) => column + right);
    const taken = names();
    const cards = rows.slice(isHeaded ? 1 : 0).map((texts) => {
      const values = new Map(drawings(card).map((key) => [key, card]));
      texts.forEach((text, right) => { if (data.columns[columns[right]]) values.set(title(data.columns[columns[right]]), typed(text, sample(columns[right]))); });
      values.set("name", freeName(shown(values.get("name")) || "New card", taken));
      taken.add(values.get("name"));
      return [...values].map(([path, value]) => [data.columns.find((one) => title(one) === path) ?? [path], value]);
    });
    return act({ change: "add", after: card, like: card, cards }, `Added ${counted(cards.length, "card")}`);
  }

  /// Opens the selected cell, with its text or with the first letter of another one.
  function edit(text = shown(cell(at))) {
    const one = selected();
    if (!one) return;
    const [row, column] = at;
    field = make("textarea", { value: text, spellcheck: true, rows: 1 });
    field.setAttribute("aria-label", `${fieldName(data.columns[column])} of ${nameOf(listed[row])}`);
    const grow = () => { if (field) { field.style.height = "auto"; field.style.height = `${field.scrollHeight + 2}px`; } };
    const close = (isKept, next) => {
      if (!field) return;
      const now = field.value;
      field = null;
      const done = isKept ? change([{ row, column, text: now }], () => `${fieldName(data.columns[column])} of ${nameOf(listed[row])} changed`) : null;
      if (next) select(...next); else draw();
      return done;
    };
    field.addEventListener("input", grow);
    field.addEventListener("blur", () => close(true));
    field.addEventListener("keydown", (event) => {
      const { key, shiftKey } = event;
      event.stopPropagation();
      if (key === "Escape") { event.preventDefault(); close(false, at); }
      if (key === "Enter" && !shiftKey && !event.altKey) { event.preventDefault(); close(true, [row + 1, column]); }
      if (key === "Tab") { event.preventDefault(); close(true, [row, column + (shiftKey ? -1 : 1)]); }
    });
    one.replaceChildren(field);
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
    grow();
  }

  body.addEventListener("click", ({ target }) => {
    const one = target.closest("[data-at]");
    if (!one || target === field) return;
    const [row, column] = one.dataset.at.split(" ").map(Number);
    // A second click on the selected cell opens it.
    const again = one === document.activeElement && row === at[0] && column === at[1] && one.dataset.again;
    select(row, column);
    if (again) edit(); else selected().dataset.again = "true";
  });
  body.addEventListener("dblclick", ({ target }) => { if (!field && target.closest("[data-at]")) edit(); });
  body.addEventListener("keydown", (event) => {
    const { key } = event;
    if (field || event.altKey) return;
    const page = Math.max(1, Math.floor(box.clientHeight / ROW) - 2), [row, column] = at;
    const isFar = event.ctrlKey || event.metaKey;
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [isFar ? 0 : row, 0], End: [isFar ? listed.length - 1 : row, data.columns.length - 1], PageUp: [row - page, column], PageDown: [row + page, column],
    }[key];
    if (to) { event.preventDefault(); return select(...to); }
    if (isFar) return;
    if (key === "Enter" || key === "F2") { event.preventDefault(); edit(); }
    else if (key === "Delete" || key === "Backspace") change([{ row, column, text: "" }], () => `${fieldName(data.columns[column])} of ${nameOf(listed[row])} cleared`);
    else if (key.length === 1) { event.preventDefault(); edit(key); }
    else return;
    event.stopPropagation();
  });
  body.addEventListener("copy", (event) => {
    if (field) return;
    event.preventDefault();
    const text = shown(cell(at));
    event.clipboardData.setData("text/plain", /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  });
  body.addEventListener("paste", (event) => {
    if (field) return;
    event.preventDefault();
    const rows = cellsOf(event.clipboardData.getData("text/plain"));
    const place = at;
    const cells = rows.flatMap((texts, down) => texts.map((text, right) => ({ row: place[0] + down, column: place[1] + right, text })));
    const fit = cells.filter(({ row, column }) => row < listed.length && column < data.columns.length);
    const lost = cells.length - fit.length;
    const asRows = make("button", { type: "button", textContent: "Insert as rows" });
    asRows.addEventListener("click", async () => {
      if (await step("undo")) await insert(rows, place);
    });
    const buttons = listed[place[0]]?.card ? [asRows] : [];
    change(fit, (number) => `${counted(number, "cell")} changed${lost ? `, ${counted(lost, "cell")} beyond the table ignored` : ""}`, buttons);
  });
  filter.addEventListener("input", () => { box.scrollTop = 0; list(); });
  box.addEventListener("scroll", draw);
  addEventListener("resize", () => isShown && draw());

  return {
    /// Takes in what the game has become.
    follow() {
      isStale = true;
      if (isShown && !field) return load();
    },
    /// Called when the view is shown or hidden.
    show(shown) {
      isShown = shown;
      if (shown && isStale) load(); else if (shown) draw();
    },
  };
}
