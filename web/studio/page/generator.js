// The generator in its worker. One that stops unexpectedly, or whose work is cancelled, is replaced.

/// Reason for the end of work that was cancelled.
export class Cancelled extends Error {}

export class Generator {
  #worker = null;
  #waiting = new Map();
  #last = 0;
  #loading;

  /// `loading` gets how much of the generator has arrived: `{ done, total }`, in bytes.
  constructor(loading) {
    this.#loading = loading;
  }

  /// Sends a message; returns the answer. `watch` gets the progress of a build: `{ what, done, steps }`.
  ask(kind, message, watch) {
    this.#worker ??= this.#start();
    const id = this.#last += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, watch });
      this.#worker.postMessage({ id, kind, ...message });
    });
  }

  /// Stops all work.
  cancel() {
    this.#stop(new Cancelled());
  }

  #start() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#stop(new Error("Couldn’t load the generator."));
    });
    return worker;
  }

  #receive({ id, ok, error, progress, loading }) {
    if (loading) return this.#loading(loading);
    if (progress) return this.#waiting.forEach(({ watch }) => watch?.(progress));
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!error) return resolve(ok);
    reject(new Error(error.what));
    if (error.broken) this.#stop(new Error(error.what));
  }

  #stop(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#loading({ done: 0, total: 0 });
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}
