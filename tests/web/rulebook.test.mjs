// The rulebook as a page: valid HTML, without script, for eyes and ears, on phones, in light and dark, and on paper.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { HtmlValidate } from "html-validate";
import { browser, shots } from "./browser.mjs";

const skirmish = process.env.SKIRMISH ?? join(resolve(import.meta.dirname, "../.."), "target/debug/skirmish");
const GAMES = ["skirmish-5e", "battling-cards", "skirminion", "warhammer-skirmish"];
const WIDTHS = [320, 360, 768, 1280];
const INKS = { full: "rulebook.html", low: "rulebook-low-ink.html" };

const out = mkdtempSync(join(tmpdir(), "skirmish-rulebook-"));
const file = (game, name = INKS.full) => join(out, game, name);

let chromium;
before(async () => {
  // In a folder of its own the program has nothing but what it brings along.
  for (const ink of Object.keys(INKS)) {
    execFileSync(skirmish, ["build", ...GAMES, "--target", "html", "--ink", ink, "--out", out], { cwd: out });
  }
  chromium = await browser({ canvas: false });
});
after(() => chromium.close());

/// The page of a game, with all that goes wrong on it, and all that it asks for.
async function open(game, { width = 1280, height = 900, colorScheme = "light", name = INKS.full } = {}) {
  const page = await chromium.newPage();
  const wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) wrong.push(request.url());
  });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await page.goto(pathToFileURL(file(game, name)).href);
  await page.evaluate(() => document.fonts.ready);
  return { page, wrong };
}

test("the page is valid HTML, small, and nothing in it runs", async () => {
  // Written so that readers of XML can read it, too.
  const rules = { "void-style": ["error", { style: "selfclosing" }], "long-title": "off" };
  const validator = new HtmlValidate({ extends: ["html-validate:recommended"], rules });
  for (const game of GAMES) for (const name of Object.values(INKS)) {
    const html = readFileSync(file(game, name), "utf8");
    assert.ok(html.length < 2_600_000, `${game}: ${html.length} bytes`);
    const report = await validator.validateString(html.replace(/data:[^"]{100,}/g, "data:,"));
    const told = report.results.flatMap((result) => result.messages).map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`);
    assert.deepEqual(told, [], `${game}/${name}`);
    assert.ok(!/<script|\son[a-z]+=|javascript:/i.test(html), `${game} has a script`);
    assert.ok(!/(src|href)="(?!data:|#)/.test(html), `${game} needs another file`);
  }
});

test("machines that judge for people who do not see find nothing wrong", async () => {
  for (const game of GAMES) for (const colorScheme of ["light", "dark"]) for (const width of [360, 1280]) {
    const { page, wrong } = await open(game, { width, colorScheme });
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | ")}`);
    });
    await page.screenshot({ path: `${shots}/rulebook-${game}-${width}-${colorScheme}.png` });
    assert.deepEqual(found, [], `${game}, ${colorScheme}, ${width}`);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("nothing but tables is wider than the screen", async () => {
  for (const game of GAMES) for (const width of WIDTHS) {
    const { page } = await open(game, { width });
    const wide = await page.evaluate(() => {
      const room = document.documentElement.clientWidth;
      const within = [...document.querySelectorAll("body *:not(.table *, .defined *, .skip, svg *)")];
      const over = within.filter((element) => element.getBoundingClientRect().right > room + 1);
      return [document.documentElement.scrollWidth - room, over.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
    });
    await page.screenshot({ path: `${shots}/rulebook-${game}-${width}.png` });
    assert.deepEqual(wide, [0, []], `${game} at ${width}`);
    const small = await page.evaluate(() => {
      const words = [...document.querySelectorAll("p, li, td, dd, figcaption")];
      return Math.min(...words.map((element) => parseFloat(getComputedStyle(element).fontSize)));
    });
    assert.ok(small >= 14, `${game}: words of ${small} pixels`);
    await page.close();
  }
});

test("the typefaces and all pictures are in the page", async () => {
  for (const game of GAMES) {
    const { page } = await open(game);
    const faces = await page.evaluate(async () => {
      await Promise.all([...document.fonts].map((face) => face.load()));
      return [...document.fonts].map((face) => `${face.family} ${face.weight} ${face.style}: ${face.status}`);
    });
    assert.ok(faces.length >= 3 && faces.every((face) => face.endsWith("loaded")), faces.join());
    const lost = await page.evaluate(async () => {
      const images = [...document.querySelectorAll("img")];
      await Promise.all(images.map((image) => image.decode()));
      const empty = images.filter((image) => image.naturalWidth < 20).length;
      const uses = [...document.querySelectorAll("use")].filter((use) => !document.querySelector(use.getAttribute("href")));
      return [empty, uses.length];
    });
    assert.deepEqual(lost, [0, 0], game);
    await page.close();
  }
});

test("links lead to what they name, and the contents to every chapter", async () => {
  for (const game of GAMES) {
    const { page } = await open(game, { width: 360, height: 800 });
    const [links, lost] = await page.evaluate(() => {
      const all = [...document.querySelectorAll("a[href]")];
      return [all.length, all.filter((link) => !document.getElementById(decodeURIComponent(link.hash.slice(1)))).map((link) => link.outerHTML)];
    });
    assert.ok(links > 60, `${game}: ${links} links`);
    assert.deepEqual(lost, []);
    const chapters = await page.locator("main > section > h2").allTextContents();
    const told = await page.locator("nav > ol > li > a").allTextContents();
    assert.deepEqual(told.map((title) => title.trim()), chapters.map((title) => title.trim()));
    await page.locator("nav a.chapter").nth(2).click();
    const top = await page.locator("main > section").nth(2).evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(Math.abs(top) < 60, `the chapter is at ${top}`);
    await page.close();
  }
});

test("the cards can be seen and heard", async () => {
  const { page } = await open("skirmish-5e");
  await page.getByRole("heading", { level: 1, name: "Skirmish" }).waitFor();
  await page.getByRole("heading", { level: 2, name: "4 Attacking" }).waitFor();
  const chop = page.locator(".card").filter({ has: page.getByRole("heading", { level: 4, name: /Chop/ }) });
  const said = await chop.getByRole("img").first().getAttribute("aria-label");
  assert.match(said, /^The card Chop\. ./);
  await chop.locator("summary").click();
  const words = await chop.locator("details p").allTextContents();
  assert.ok(words.includes("Chop") && words.some((line) => /damage/.test(line)), words.join(" | "));
  assert.ok((await page.locator("figure img").evaluateAll((all) => all.map((image) => image.alt))).every((alt) => alt.length > 20));
  await page.close();
});

test("keys lead past the cover", async () => {
  const { page } = await open("skirminion", { width: 768 });
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "To the contents");
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, "#contents_");
  await page.close();
});

test("it can be printed, by night as well", async () => {
  const { page } = await open("skirmish-5e", { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor, getComputedStyle(document.querySelector(".up")).display];
  });
  assert.deepEqual(colours, ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "none"]);
  const pdf = await page.pdf({ format: "A4" });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages > 8 && pages < 60, `${pages} pages`);
  await page.close();
});
