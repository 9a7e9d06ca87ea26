// For those who hear the page: an element over each control of the canvas.

export class Controls {
  #over;
  #touch;
  #shown = new Map();
  // The controls that had the focus when something was opened over them, by id, the last one last.
  #left = [];

  constructor(over, touch) {
    this.#over = over;
    this.#touch = touch;
  }

  show(controls) {
    const gone = new Map(this.#shown), fresh = [];
    const focused = document.activeElement;
    for (const [index, { id, label, chosen, off, place }] of controls.entries()) {
      gone.delete(id);
      let button = this.#shown.get(id);
      if (!button) {
        button = document.createElement("button");
        button.type = "button";
        button.addEventListener("click", () => this.#touch(BigInt(id)));
        this.#shown.set(id, button);
        fresh.push(button);
      }
      // In the order in which they are told; those that stand right stay where they are.
      if (this.#over.children[index] !== button) this.#over.insertBefore(button, this.#over.children[index] ?? null);
      if (button.textContent !== label) button.textContent = label;
      button.disabled = off;
      if (chosen === null) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(chosen));
      const [left, top, width, height] = place.map((length) => `${length}px`);
      Object.assign(button.style, { left, top, width, height });
    }
    for (const [id, button] of gone) {
      if (button === focused) this.#left.push(id);
      button.remove();
      this.#shown.delete(id);
    }
    if ([...gone.values()].includes(focused)) this.#focus(fresh);
  }

  // The focus goes into what was opened, and back to where it was when that is closed.
  #focus(fresh) {
    const back = this.#left.findLastIndex((id) => this.#shown.has(id));
    if (back >= 0) {
      this.#shown.get(this.#left[back]).focus();
      this.#left.length = back;
    } else {
      fresh[0]?.focus();
    }
  }
}
