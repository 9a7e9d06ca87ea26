// Layout mode: the boxes of a template over one of its faces, to be moved, resized and set.

import * as host from "./host.js";
import { counted, make, onceDrawn } from "./parts.js";

/// Boxes stand on multiples of this, in millimetres; a key with Shift moves by more.
const GRID = 0.5, FAR = 5;
/// Distance in pixels within which a box snaps to others and to the cut.
const NEAR = 6;
/// Distance in pixels after which a press becomes a drag.
const STILL = 4;
/// Pixels in a millimetre at most, and the least size of a box in millimetres.
const CLOSE = 6.5, LEAST = 1;
/// A face in sharp focus.
const WIDTH = 900;
/// Arrow keys without such a pause between them, in milliseconds, are one step.
const PAUSE = 600;
const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];

const round = (length) => Math.round(length * 1000) / 1000;
const onGrid = (length) => Math.round(length / GRID) * GRID;

/// `act` makes a change and reports it; `step` takes one back; `group` returns the size of a face.
export function layoutMode({ act, step, note, group, face: current }) {
  const dialog = make("dialog", { id: "layout" });
  const title = make("h2"), shares = make("p", { className: "soft" });
  const button = (label, done) => {
    const one = make("button", { type: "button", textContent: label });
    one.addEventListener("click", done);
    return one;
  };
  const list = make("div", { className: "slots" });
  const stage = make("div", { className: "stage" });
  const inspector = make("form", { className: "inspector" });
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "Boxes");
  dialog.append(make("div", { className: "bar" }, title, shares, button("Undo", () => step("undo")), button("Redo", () => step("redo")), button("Leave layout", () => dialog.close())),
    make("div", { className: "parts" }, list, make("div", { className: "desk" }, stage), inspector));
  dialog.setAttribute("aria-label", "Layout");
  document.body.append(dialog);

  /// The layout on the screen: `{ key, picture, template, slots, shares }`, and the name of the box that is selected.
  let shown = null, selected = null, per = 1, dragged = null;
  const slot = () => shown.slots.find(({ name }) => name === selected);

  const layoutOf = ({ key }) => host.layout(`face=${encodeURIComponent(key)}`);

  async function open(face) {
    const { value: found, why } = await onceDrawn(() => layoutOf(face));
    if (!found) return note(why ?? "The face isn’t shown any more.");
    selected = null;
    take(face, found);
    if (!dialog.open) dialog.showModal();
    fit();
    draw();
    list.querySelector("button")?.focus();
  }

  function take(face, { template, faces, slots, is_built_in: isBuiltIn }) {
    shown = { key: face.key, picture: face.picture, template, slots, shares: counted(faces, "face") };
    title.textContent = `Layout of ${template}.svg`;
    shares.textContent = `Changes ${shown.shares}${isBuiltIn ? "; the first change copies this template into the game" : ""}`;
  }

  /// The number of moves so far, and of changes that are on their way.
  let moves = 0, pending = 0;

  /// Takes in what the game has become, unless something is being changed: then that is newer.
  async function follow() {
    if (!dialog.open || dragged || pending) return;
    const face = current(shown.key);
    if (!face) return dialog.close();
    const asked = moves;
    const found = await layoutOf(face);
    if (!found.value || dragged || pending || asked !== moves) return;
    take(face, found.value);
    draw();
  }

  // ---- Drawing

  function fit() {
    const { width, height } = group(current(shown.key));
    const desk = stage.parentElement;
    per = Math.max(1, Math.min(CLOSE, (desk.clientWidth - 32) / width, (desk.clientHeight - 32) / height));
    stage.style.width = `${width * per}px`;
    stage.style.height = `${height * per}px`;
  }

  const area = ({ area: [x, y, width, height] }) => ({ x, y, width, height });
  const said = (one) => {
    const { x, y, width, height } = area(one);
    return `${one.name}, ${x.toFixed(1)} by ${y.toFixed(1)}, ${width.toFixed(1)} wide, ${height.toFixed(1)} high`;
  };

  function place(element, { x, y, width, height }) {
    for (const [name, length] of Object.entries({ left: x, top: y, width, height })) element.style[name] = `${length * per}px`;
  }

  async function paint() {
    const { key, picture } = shown;
    const { width, height, bleed } = group(current(key));
    const address = await host.picture(picture, WIDTH).catch(() => null);
    if (!address || shown.key !== key || shown.picture !== picture) return;
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    image.src = address;
    try { await image.decode(); } catch { return; }
    place(image, { x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed });
    stage.querySelector("img")?.remove();
    stage.prepend(image);
  }

  function draw() {
    const focus = dialog.contains(document.activeElement) && document.activeElement.dataset.focus;
    const known = new Map([...stage.querySelectorAll(".box")].map((box) => [box.dataset.name, box]));
    // Small boxes are above large ones.
    const sorted = [...shown.slots].sort((one, other) => other.area[2] * other.area[3] - one.area[2] * one.area[3]);
    const boxes = sorted.map((one) => {
      const box = known.get(one.name) ?? make("button", { className: "box", type: "button" });
      known.delete(one.name);
      box.dataset.name = one.name;
      box.dataset.focus = `box ${one.name}`;
      box.setAttribute("aria-label", said(one));
      box.setAttribute("aria-pressed", one.name === selected);
      box.tabIndex = one.name === (selected ?? shown.slots[0]?.name) ? 0 : -1;
      box.classList.toggle("fixed", !one.is_free);
      place(box, area(one));
      const isPulled = one.name === selected && one.is_free;
      if (isPulled !== box.hasChildNodes()) box.replaceChildren(...isPulled ? HANDLES.map((handle) => make("span", { className: `handle ${handle}` })) : []);
      return box;
    });
    known.forEach((box) => box.remove());
    // Boxes that stay as they are keep the focus and the pointer.
    const before = [...stage.querySelectorAll(".box")];
    if (boxes.some((box, index) => box !== before[index])) stage.append(...boxes);
    list.replaceChildren(...shown.slots.map((one) => {
      const item = button(one.name, () => select(one.name));
      item.dataset.focus = `item ${one.name}`;
      if (one.name === selected) item.setAttribute("aria-current", "true");
      return item;
    }));
    inspect();
    if (focus) dialog.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    paint();
  }

  function select(name) {
    selected = name;
    draw();
  }

  function inspect() {
    const one = slot();
    if (!one) return inspector.replaceChildren(make("p", { className: "soft", textContent: "Select a box to move it, to change its size, or to set its type." }));
    const field = (label, value, change, unit, step = GRID) => {
      const input = make("input", { type: "number", step, value: String(round(value)), disabled: unit === "mm" && !one.is_free });
      input.dataset.focus = `field ${label}`;
      input.addEventListener("change", () => Number.isFinite(input.valueAsNumber) && change(input.valueAsNumber));
      return make("label", {}, make("span", { textContent: label }), input, make("small", { textContent: unit }));
    };
    const choice = (label, value, choices, change) => {
      const input = make("select", {}, ...choices.map(([value, label]) => make("option", { value, textContent: label })));
      input.value = value;
      input.dataset.focus = `field ${label}`;
      input.addEventListener("change", () => change(input.value));
      return make("label", {}, make("span", { textContent: label }), input);
    };
    const { layout } = one;
    const { x, y, width, height } = area(one);
    const lengths = [["Left", "x", x], ["Top", "y", y], ["Width", "width", width], ["Height", "height", height]];
    inspector.replaceChildren(make("h3", { textContent: one.name }),
      ...one.is_free ? [] : [make("p", { className: "soft", textContent: "This box is moved or scaled with a group, so its place is changed in the file." })],
      ...lengths.map(([label, key, value]) => field(label, value, (value) => set({ [key]: key === "x" || key === "y" ? value : Math.max(LEAST, value) }), "mm")),
      ...layout.size === null ? [] : [field("Type size", layout.size, (size) => size > 0 && set({ size }), "pt")],
      ...layout.size === null ? [] : [choice("Lines", layout.align ?? "", [["", "As usual"], ["left", "Left"], ["middle", "Middle"], ["right", "Right"]], (align) => align && set({ align }))],
      ...layout.size === null ? [] : [choice("In the height", layout.valign ?? "", [["", "As usual"], ["top", "Top"], ["middle", "Middle"], ["bottom", "Bottom"]], (valign) => valign && set({ valign }))]);
  }

  // ---- Changes

  let last = 0;
  /// Changes the selected box.
  function set(layout, isSame = false) {
    for (const [key, value] of Object.entries(layout)) if (typeof value === "number") layout[key] = round(value);
    const one = slot();
    const change = { change: "slot", template: shown.template, slot: one.name, layout };
    return act(change, `Changed ${one.name} on ${shown.shares}`, { isSame });
  }

  /// Shows the selected box elsewhere until the face is drawn again.
  function move({ x, y, width, height }) {
    const one = slot();
    moves += 1;
    one.area = [x, y, width, height];
    const box = stage.querySelector(`.box[data-name="${CSS.escape(one.name)}"]`);
    place(box, area(one));
    box.setAttribute("aria-label", said(one));
  }

  // ---- By pointer

  /// Lines that boxes snap to, by axis: edges and middles of the others, and of the cut.
  function lines() {
    const { width, height } = group(current(shown.key));
    const others = shown.slots.filter(({ name }) => name !== selected).map(area);
    const of = (start, size) => [start, start + size / 2, start + size];
    return {
      x: [...of(0, width), ...others.flatMap(({ x, width }) => of(x, width))],
      y: [...of(0, height), ...others.flatMap(({ y, height }) => of(y, height))],
    };
  }

  /// The nearest line to one of several places, as `{ by, at }`; nothing if none is near.
  function snap(places, all) {
    let best = null;
    for (const place of places) {
      for (const at of all) {
        const by = at - place;
        if (Math.abs(by) * per <= NEAR && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at };
      }
    }
    return best;
  }

  function guides(found) {
    stage.querySelectorAll(".guide").forEach((one) => one.remove());
    for (const [axis, snapped] of Object.entries(found)) {
      if (!snapped) continue;
      const guide = make("div", { className: `guide ${axis}` });
      guide.style[axis === "x" ? "left" : "top"] = `${snapped.at * per}px`;
      stage.append(guide);
    }
  }

  /// The box after its edges moved: `handle` names those that do, an empty one all.
  function pulled(from, handle, [dx, dy], { isFree, isOneAxis }) {
    if (isOneAxis) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
    const all = lines(), found = {};
    const axis = (name, start, size, by, first, second) => {
      const moves = [!handle || handle.includes(first), !handle || handle.includes(second)];
      if (!moves[0] && !moves[1]) return [start, size];
      let [low, high] = [start + (moves[0] ? by : 0), start + size + (moves[1] ? by : 0)];
      if (!isFree && by) {
        const edges = [...moves[0] ? [low] : [], ...moves[1] ? [high] : [], ...handle ? [] : [(low + high) / 2]];
        found[name] = snap(edges, all[name]);
        const shift = found[name]?.by ?? (moves[0] ? onGrid(low) - low : onGrid(high) - high);
        [low, high] = [low + (moves[0] ? shift : 0), high + (moves[1] ? shift : 0)];
      }
      if (high - low < LEAST) [low, high] = moves[0] && handle ? [high - LEAST, high] : [low, low + LEAST];
      return [low, high - low];
    };
    const [x, width] = axis("x", from.x, from.width, dx, "w", "e");
    const [y, height] = axis("y", from.y, from.height, dy, "n", "s");
    return { box: { x, y, width, height }, found };
  }

  stage.addEventListener("pointerdown", (event) => {
    const box = event.target.closest(".box");
    if (!box || event.button) return;
    if (box.dataset.name !== selected) {
      select(box.dataset.name);
      // A finger moves only a box that is already selected.
      if (event.pointerType === "touch") return;
    }
    const one = slot();
    if (!one.is_free) return;
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    const handle = HANDLES.find((handle) => event.target.classList.contains(handle)) ?? "";
    dragged = { from: area(one), handle, at: [event.clientX, event.clientY], pointer: event.pointerId, isOn: false };
    stage.querySelector(`.box[data-name="${CSS.escape(selected)}"]`).focus({ preventScroll: true });
  });
  stage.addEventListener("pointermove", (event) => {
    if (dragged?.pointer !== event.pointerId) return;
    const by = [event.clientX - dragged.at[0], event.clientY - dragged.at[1]];
    dragged.isOn ||= Math.hypot(...by) >= STILL;
    if (!dragged.isOn) return;
    const { box, found } = pulled(dragged.from, dragged.handle, by.map((pixels) => pixels / per), { isFree: event.altKey, isOneAxis: event.shiftKey });
    guides(found);
    move(box);
  });
  const drop = (event, isKept) => {
    if (dragged?.pointer !== event.pointerId) return;
    const { from, isOn } = dragged;
    dragged = null;
    guides({});
    if (!isOn) return;
    if (!isKept) return move(from);
    finish(from);
  };
  stage.addEventListener("pointerup", (event) => drop(event, true));
  stage.addEventListener("pointercancel", (event) => drop(event, false));

  /// Writes where the selected box is now; puts it back if that is refused.
  async function finish(from, isSame) {
    const now = area(slot());
    const changed = Object.fromEntries(Object.entries(now).filter(([key, value]) => round(value) !== round(from[key])));
    if (!Object.keys(changed).length) return;
    pending += 1;
    const done = await set(changed, isSame);
    pending -= 1;
    // The program reports the result of a change, but not of a refused one.
    if (done) return;
    move(from);
    follow();
  }

  // ---- By keyboard

  stage.addEventListener("click", ({ target }) => {
    const name = target.closest(".box")?.dataset.name;
    if (name && name !== selected) select(name);
  });
  stage.addEventListener("keydown", (event) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    const one = selected && slot();
    if (dx === undefined || !one?.is_free) return;
    event.preventDefault();
    const from = area(one), far = event.shiftKey ? FAR : GRID;
    const isSize = event.ctrlKey || event.metaKey;
    move(isSize ? { ...from, width: Math.max(LEAST, from.width + dx * far), height: Math.max(LEAST, from.height + dy * far) } : { ...from, x: from.x + dx * far, y: from.y + dy * far });
    const isSame = Date.now() - last < PAUSE;
    last = Date.now();
    finish(from, isSame);
  });
  dialog.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && !event.target.matches("input")) {
      event.preventDefault();
      event.stopPropagation();
      step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
    }
  });
  // Escape ends a drag first.
  dialog.addEventListener("cancel", (event) => {
    if (!dragged) return;
    event.preventDefault();
    const { from } = dragged;
    dragged = null;
    guides({});
    move(from);
  });
  inspector.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("resize", () => { if (dialog.open) { fit(); draw(); } });

  return { open, follow };
}
