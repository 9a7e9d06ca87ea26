// The generator in its worker. One that stops unexpectedly, or whose work is cancelled, is replaced.

import { save } from "./parts.js";

/// Reason for the end of work that was cancelled.
export class Cancelled extends Error {}

export class Generator {
  #worker = null;
  #waiting = new Map();
  #last = 0;
  #loading;
  /// Files of own games, `{ path, bytes }`, by id, and the game whose files the worker has.
  #own = new Map();
  #given = null;

  /// `loading` gets how much of the generator has arrived: `{ done, total }`, in bytes.
  constructor(loading) {
    this.#loading = loading;
  }

  /// Takes the files of an own game, `{ path, bytes }`: the worker gets them before the next message about it.
  hold(game, files) {
    this.#own.set(game, files);
    if (this.#given === game) this.#given = null;
  }

  /// Forgets the files of an own game.
  release(game) {
    this.#own.delete(game);
  }

  /// Sends a message; returns the answer. `watch` gets the progress of a build: `{ what, done, steps }`.
  async ask(kind, message, watch) {
    const game = message?.game;
    const isElsewhere = game && this.#given !== game;
    const files = isElsewhere && this.#own.get(game);
    if (isElsewhere) this.#given = files ? game : null;
    // Both messages are sent at once: no other can come between them.
    const given = files && this.#send("own", { game, files });
    const asked = this.#send(kind, message, watch);
    try {
      await given;
    } catch (error) {
      if (this.#given === game) this.#given = null;
      await asked.catch(() => {});
      throw error;
    }
    return asked;
  }

  #send(kind, message, watch) {
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
    reject(Object.assign(new Error(error.what), { problems: error.problems, isStale: error.stale, isBroken: error.broken }));
    if (error.broken) this.#stop(new Error(error.what));
  }

  #stop(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#given = null;
    this.#loading({ done: 0, total: 0 });
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}

/// Downloads files of a game, `{ path, bytes }`, as a ZIP file.
export async function saveZip(generator, game, files) {
  const { files: [{ bytes }] } = await generator.ask("pack", { files: files.map(({ path, bytes }) => ({ name: path, bytes })) });
  save(`${game}.zip`, bytes, "application/zip");
}
