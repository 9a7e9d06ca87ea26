// For those who hear the page: an element over each control of the canvas.

export class Controls {
  #over;
  #touch;
  #shown = new Map();
  #groups = new Map();
  #entering = false;
  // The controls that had the focus when something was opened over them, by id, the last one last.
  #left = [];

  constructor(over, touch) {
    this.#over = over;
    this.#touch = touch;
  }

  // The next controls take the focus.
  enter() {
    this.#entering = true;
  }

  show(controls) {
    const gone = new Map(this.#shown), left = new Map(this.#groups), fresh = [];
    const focused = document.activeElement;
    // In the order in which they are reported; those in their place stay.
    const filled = new Map();
    const put = (parent, child) => {
      const index = filled.get(parent) ?? 0;
      if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
      filled.set(parent, index + 1);
    };
    for (const { id, label, chosen, off, text, place, group } of controls) {
      gone.delete(id);
      let button = this.#shown.get(id);
      if (!button) {
        button = document.createElement(text ? "p" : "button");
        if (!text) {
          button.type = "button";
          button.addEventListener("click", () => this.#touch(BigInt(id)));
          fresh.push(button);
        }
        this.#shown.set(id, button);
      }
      let parent = this.#over;
      if (group) {
        parent = this.#group(group);
        left.delete(group.id);
        if (!filled.has(parent)) put(this.#over, parent);
      }
      put(parent, button);
      if (button.textContent !== label) button.textContent = label;
      if (!text) button.disabled = off;
      if (chosen === null) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(chosen));
      const [x, y, width, height] = place.map((length) => `${length}px`);
      Object.assign(button.style, { left: x, top: y, width, height });
    }
    for (const [id, button] of gone) {
      if (button === focused) this.#left.push(id);
      button.remove();
      this.#shown.delete(id);
    }
    for (const [id, group] of left) {
      group.remove();
      this.#groups.delete(id);
    }
    if ([...gone.values()].includes(focused)) this.#focus(fresh);
    if (this.#entering && fresh.length) {
      this.#entering = false;
      fresh[0].focus();
    }
  }

  // A player's controls, or a sheet.
  #group({ id, role, label }) {
    let group = this.#groups.get(id);
    if (!group) {
      group = document.createElement("div");
      group.setAttribute("role", role);
      if (role === "dialog") group.setAttribute("aria-modal", "true");
      this.#groups.set(id, group);
    }
    group.setAttribute("aria-label", label);
    return group;
  }

  // Moves the focus into an opened sheet, and back when the sheet closes.
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
