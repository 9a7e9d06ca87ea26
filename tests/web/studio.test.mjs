// The generator in a browser makes the same files as `skirmish build`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { after, before, test } from "node:test";
import { browser, serve, skirmish, watch } from "./browser.mjs";
import { hashes } from "./same.mjs";

const root = resolve(import.meta.dirname, "../..");
const GAMES = ["battling-cards", "skirminion", "skirmish-5e", "warhammer-skirmish"];
/// The targets of each game: some, or more with `SKIRMISH_TESTS=all`.
const targets = process.env.SKIRMISH_TESTS === "all"
  ? GAMES.map((game) => [game, ["home", "press", "dtc", "cut", "html"]])
  : [["skirmish-5e", ["home", "press", "cut"]], ["skirminion", ["home", "html", "images"]]];

let server, chromium, page, wrong;
before(async () => {
  server = await serve();
  chromium = await browser({ canvas: false });
  page = chromium.pages()[0];
  wrong = watch(page, server.address);
  // A text has no icon of its own, and the server none for all.
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(new URL("licences/third-party.txt", server.address).href);
  await page.evaluate(`globalThis.hashes = ${hashes}`);
  await page.evaluate(() => {
    const worker = new Worker("/studio/worker.js", { type: "module" });
    const waiting = new Map();
    globalThis.progress = [];
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) globalThis.progress.push(data.progress);
      else if (data.id) { waiting.get(data.id)(data); waiting.delete(data.id); }
    });
    let last = 0;
    globalThis.ask = (message) => new Promise((answer) => {
      const id = last += 1;
      waiting.set(id, answer);
      worker.postMessage({ id, ...message });
    });
  });
});
after(async () => {
  await chromium?.close();
  server?.stop();
});

/// Asks the worker; the page keeps the answer as `last`.
const ask = (message) => page.evaluate(async (message) => globalThis.last = await ask(message), message);

/// Builds in the browser, which keeps the files until the next build: returns the hashes of each.
const built = (game, options) => page.evaluate(async ({ game, options }) => {
  const { ok, error } = await ask({ kind: "build", game, options });
  if (error) return { error };
  globalThis.made = new Map(ok.files.map(({ name, bytes }) => [name, bytes]));
  return { files: await Promise.all(ok.files.map(async ({ name, bytes }) => [name, await hashes(name, bytes)])) };
}, { game, options });

/// Compares a picture that was built in the browser with the program's: the greatest difference, and the share of pixels that differ.
const differ = (name, bytes) => page.evaluate(async ({ name, base64 }) => {
  const pixels = async (bytes) => {
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height);
  };
  const [one, other] = await Promise.all([globalThis.made.get(name), Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))].map(pixels));
  if (one.width !== other.width || one.height !== other.height) return { most: 255, share: 1 };
  let most = 0, count = 0;
  for (let at = 0; at < one.data.length; at += 1) {
    const difference = Math.abs(one.data[at] - other.data[at]);
    most = Math.max(most, difference);
    if (difference) count += 1;
  }
  return { most, share: count / one.data.length };
}, { name, base64: bytes.toString("base64") });

/// Builds with the program: returns the hashes of each file.
async function native(game, options) {
  const out = mkdtempSync(join(tmpdir(), "skirmish-native-"));
  try {
    execFileSync(skirmish, ["build", game, "--out", out, ...options], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    const paths = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return await Promise.all(paths.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(out, path).split(sep).join("/");
      const bytes = readFileSync(path);
      return [name, { ...await hashes(name, bytes), plain: bytes }];
    }));
  } finally {
    rmSync(out, { recursive: true });
  }
}

const names = (files) => files.map(([name]) => name).sort();

for (const [game, all] of targets) {
  test(`${game} is the same as the program makes it, for ${all.join(", ")}`, async () => {
    for (const target of all) {
      const here = await built(game, { target });
      const there = await native(game, ["--target", target]).catch(() => null);
      // Some games have nothing for a target: then both say so.
      assert.equal(here.error === undefined, there !== null, `${target}: ${here.error?.what}`);
      if (!there) continue;
      assert.deepEqual(names(here.files), names(there), target);
      const known = new Map(there);
      for (const [name, { bytes, content }] of here.files) {
        const program = known.get(name);
        if (/\.(png|jpg)$/.test(name) && bytes !== program.bytes) {
          // Browsers and processors round differently when they fill outlines.
          const { most, share } = await differ(name, program.plain);
          assert.ok(most <= 8 && share < 0.001, `${target}: ${name}: ${most}, ${share}`);
          continue;
        }
        assert.equal(content, program.content, `${target}: ${name}`);
        // Only the streams of a PDF are compressed in another way, and a page has pictures.
        if (!/\.(pdf|html)$/.test(name)) assert.equal(bytes, program.bytes, `${target}: ${name}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test("options reach the generator, and it reports its progress", async () => {
  const here = await built("skirmish-5e", { paper: "letter", backs: "gutterfold", ink: "low", only: ["Axe"] });
  const there = await native("skirmish-5e", ["--paper", "letter", "--backs", "gutterfold", "--ink", "low", "--only", "Axe"]);
  assert.deepEqual(names(here.files), names(there));
  const known = new Map(there);
  for (const [name, { content }] of here.files) assert.equal(content, known.get(name).content, name);
  await page.evaluate(() => { globalThis.progress.length = 0; });
  await built("skirmish-5e", { target: "images" });
  const { what, done, steps } = await page.evaluate(() => globalThis.progress.at(-1));
  assert.ok(what && steps > 1 && done === steps, `${what}: ${done} of ${steps}`);
});

/// Compares the pictures of a previewed sheet with pages of a PDF, as Poppler draws them: the mean difference of each. The pages
/// are those of the sheet, or `further` ones.
async function previewed(game, options, sheet, pdf, further = 0) {
  const there = await native(game, Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]));
  const [, { plain }] = there.find(([name]) => name === `${game}/${pdf}`);
  const out = mkdtempSync(join(tmpdir(), "skirmish-sheet-"));
  try {
    writeFileSync(join(out, "sheet.pdf"), plain);
    const { ok, error } = await ask({ kind: "preview", game, options, shown: { sheet } });
    assert.equal(error, undefined);
    const first = sheet.number * ok.files.length - ok.files.length + 1;
    const pages = ok.files.map((_, index) => {
      const page = String(first + index + further);
      execFileSync("pdftoppm", ["-png", "-singlefile", "-f", page, "-l", page, "-scale-to-x", String(sheet.width), "-scale-to-y", "-1", join(out, "sheet.pdf"), join(out, page)]);
      return readFileSync(join(out, `${page}.png`)).toString("base64");
    });
    return await page.evaluate(async (pages) => {
      const pixels = async (bytes) => {
        const picture = await createImageBitmap(new Blob([bytes]));
        // At a sixth of the size edges count little, which every program smooths in its own way.
        const canvas = new OffscreenCanvas(picture.width / 6, picture.height / 6).getContext("2d");
        canvas.imageSmoothingQuality = "high";
        canvas.drawImage(picture, 0, 0, canvas.canvas.width, canvas.canvas.height);
        return canvas.getImageData(0, 0, canvas.canvas.width, canvas.canvas.height).data;
      };
      return Promise.all(pages.map(async (page, index) => {
        const there = await pixels(Uint8Array.from(atob(page), (letter) => letter.charCodeAt(0)));
        const here = await pixels(globalThis.last.ok.files[index].bytes);
        return here.reduce((sum, value, at) => sum + Math.abs(value - there[at]), 0) / there.length;
      }));
    }, pages);
  } finally {
    rmSync(out, { recursive: true });
  }
}

test("a sheet is shown as it will be printed", async () => {
  const close = (differences, sides) => {
    assert.equal(differences.length, sides);
    for (const difference of differences) assert.ok(difference < 6, `${differences}`);
  };
  const first = { file: "cards", number: 1, width: 900 };
  close(await previewed("skirmish-5e", {}, first, "cards-a4.pdf"), 2);
  close(await previewed("skirmish-5e", { paper: "letter", backs: "short-edge", ink: "low" }, { ...first, number: 2 }, "cards-letter-short-low-ink.pdf"), 2);
  close(await previewed("skirminion", {}, { ...first, file: "die" }, "die-a4.pdf"), 1);
  const [other] = await previewed("skirmish-5e", { ink: "low" }, first, "cards-a4-low-ink.pdf", 2);
  assert.ok(other > 12, `another sheet differs by ${other}`);
  const { ok: shown } = await ask({ kind: "preview", game: "skirmish-5e", options: { backs: "none" }, shown: { sheet: { ...first, number: 3 } } });
  assert.equal(shown.files.length, 1, "a sheet that is printed on one side has no back");
});

test("sheets are counted before they are made", async () => {
  const { ok: plan } = await ask({ kind: "preview", game: "skirminion", options: {}, shown: { booklet: true } });
  assert.deepEqual(plan.files, []);
  const { ok: { reports: [{ made }] } } = await ask({ kind: "build", game: "skirminion", options: {} });
  const sheets = (number) => `on ${number} ${number === 1 ? "sheet" : "sheets"} of paper`;
  const said = [
    ...plan.sheets.map(({ file, what, sheets: number }) => [`skirminion/${file}-a4.pdf`, `${what} ${sheets(number)}`]),
    ["skirminion/rulebook-a5.pdf", `${plan.booklet.pages} pages`],
    ["skirminion/rulebook-booklet-a4.pdf", `booklet ${sheets(plan.booklet.sheets)}`],
  ];
  const all = made.filter(({ name }) => name.endsWith(".pdf")).map(({ name, what }) => [name, what]);
  assert.deepEqual(said.sort(), all.sort());
});

test("files are packed into one", async () => {
  const zip = await page.evaluate(async () => {
    const files = ["one.pdf", "two.pdf"].map((name) => ({ name, bytes: new TextEncoder().encode(`the content of ${name}`) }));
    const { ok } = await ask({ kind: "pack", files });
    return [...ok.files[0].bytes];
  });
  const folder = mkdtempSync(join(tmpdir(), "skirmish-zip-"));
  try {
    writeFileSync(join(folder, "all.zip"), Buffer.from(zip));
    const read = (name) => execFileSync("python3", ["-c", "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())", join(folder, "all.zip"), name], { encoding: "utf8" });
    for (const name of ["one.pdf", "two.pdf"]) assert.equal(read(name), `the content of ${name}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a program that couldn’t be loaded is loaded again", async () => {
  const program = "**/studio/studio.*.wasm";
  await page.route(program, (route) => route.fulfill({ status: 503 }), { times: 1 });
  const answers = await page.evaluate(async () => {
    const worker = new Worker("/studio/worker.js", { type: "module" });
    const next = (id) => new Promise((answer) => {
      worker.addEventListener("message", ({ data }) => { if (data.id === id) answer(data); });
      worker.postMessage({ id, kind: "open", game: "skirminion" });
    });
    try {
      return [await next(1), await next(2)];
    } finally {
      worker.terminate();
    }
  });
  await page.unroute(program);
  assert.match(answers[0].error.what, /503/);
  assert.equal(answers[1].error, undefined);
  // The browser reports the answer that was made up.
  wrong.splice(0, wrong.length, ...wrong.filter((what) => !what.includes("503")));
});

test("games are listed and checked, and what is wrong with a message is said", async () => {
  const { ok: [listing] } = await ask({ kind: "list", game: "skirmish-5e" });
  const program = JSON.parse(execFileSync(skirmish, ["list", "skirmish-5e", "--format", "json"], { cwd: root, encoding: "utf8" }));
  assert.deepEqual(listing, program[0]);
  const { ok: problems } = await ask({ kind: "check", game: "skirmish-5e" });
  const checked = execFileSync(skirmish, ["check", "skirmish-5e", "--format", "json"], { cwd: root, encoding: "utf8" });
  assert.deepEqual(problems, JSON.parse(checked));
  const failing = async (message, words) => assert.match((await ask(message)).error.what, words);
  await failing({ kind: "build", game: "skirmish-6e", options: {} }, /unknown game: skirmish-6e/);
  await failing({ kind: "build", game: "skirmish-5e", options: { paper: "a9" } }, /unknown paper/);
  await failing({ kind: "build", game: "skirmish-5e", options: { target: "tts" } }, /`imageUrl` is required/);
  await failing({ kind: "build", game: "skirmish-5e", options: { only: ["Axd"] } }, /unknown card `Axd`/);
});
