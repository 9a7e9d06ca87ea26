// Own games are changed in the studio as with `skirmish watch`: on the faces and in files, kept in the browser, undone to the same bytes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { browser, codeOf, serve, shots, skirmish, until, watch } from "./browser.mjs";
import { accessible, everySize } from "./checked.mjs";
import { columnOf, drop } from "./editing.mjs";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "skirmish-change-"));
const GAME = "night-train";
const CARDS = `card-data/${GAME}/cards.toml`;
/// Tabs that are killed; `KILLS=50` for a long run.
const KILLS = Number(process.env.KILLS ?? 12);
let server, chromium, page, wrong;
before(async () => {
  execFileSync(skirmish, ["new", GAME], { cwd: folder, stdio: "ignore" });
  execFileSync("zip", ["-qr", "night-train.zip", "card-data"], { cwd: folder });
  server = await serve();
  chromium = await browser({ canvas: false, viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  page = chromium.pages()[0];
  page.setDefaultTimeout(90_000);
  wrong = watch(page, server.address);
  await page.goto(new URL("studio/", server.address).href);
  await page.locator("#zip").setInputFiles(join(folder, "night-train.zip"));
  await page.getByRole("link", { name: /^Open/ }).waitFor();
});
after(async () => {
  await chromium?.close();
  server?.stop();
  rmSync(folder, { recursive: true });
});

/// Takes the last step back with the keyboard, or does it again; what the cards are then.
async function stepped(keys, told) {
  await page.keyboard.press(keys);
  await page.locator("#note", { hasText: `${told} in cards.toml` }).waitFor();
  return stored();
}

/// The module through which the page of an own game changes it.
const hostOf = (tab) => tab.evaluateHandle(() => import([...performance.getEntriesByType("resource")].map(({ name }) => name).find((name) => /\/edit\/host[^/]*\.js$/.test(name))));

/// The bytes of a file as the browser stores it.
const stored = (path = CARDS, game = GAME, of = page) => of.evaluate(async ([game, path]) => {
  let folder = await (await (await navigator.storage.getDirectory()).getDirectoryHandle("games")).getDirectoryHandle(game);
  const names = path.split("/"), name = names.pop();
  for (const part of names) folder = await folder.getDirectoryHandle(part);
  return await (await (await folder.getFileHandle(name)).getFile()).text();
}, [game, path]);
const version = () => page.evaluate(() => Number(document.documentElement.dataset.shown));
const newer = (version) => page.waitForFunction((old) => Number(document.documentElement.dataset.shown) > old, version, { polling: "raf" });
const shown = () => page.waitForFunction(() => document.documentElement.dataset.shown && document.querySelector("#faces img"));
const first = () => page.evaluate(() => document.querySelector("#faces figure").face.title);

test("a game opens, and a text that is changed on a face is kept and undone", async () => {
  await page.getByRole("link", { name: /^Open/ }).click();
  await shown();
  assert.ok(page.url().endsWith(`/studio/edit/#${GAME}`));
  const before = readFileSync(join(folder, CARDS), "utf8");
  assert.equal(await stored(), before);
  await page.screenshot({ path: `${shots}/change-faces.png` });
  const cut = page.locator("#faces .cut").first();
  const field = page.locator(".edit textarea");
  /// Opens the text of the first card: the texts of its kind come before.
  const open = async () => {
    await cut.focus();
    await page.keyboard.press("Enter");
    await field.waitFor();
    for (let label; !/^Text /.test(label = await field.getAttribute("aria-label"));) {
      await field.press("Tab");
      await page.waitForFunction((label) => document.querySelector(".edit textarea")?.getAttribute("aria-label") !== label, label);
    }
  };
  await open();
  const [old, at] = [await field.inputValue(), await version()];
  await field.fill(`${old}!`);
  await newer(at);
  await page.screenshot({ path: `${shots}/change-text.png` });
  await field.press("Control+Enter");
  await page.locator("#note", { hasText: "Saved cards.toml" }).waitFor();
  assert.equal(await page.locator("#kept").textContent(), "Saved in this browser");
  const changed = await stored();
  assert.notEqual(changed, before);
  // A reload shows the saved state, and can undo it.
  await page.waitForTimeout(300);
  await page.reload();
  await shown();
  assert.equal(await stored(), changed);
  assert.equal(await stepped("Control+z", "Undone"), before);
  assert.equal(await stepped("Control+Shift+z", "Redone"), changed);
  await open();
  assert.equal(await field.inputValue(), `${old}!`);
  await field.fill(old);
  await field.press("Control+Enter");
  await page.locator("#note", { hasText: "Saved cards.toml" }).waitFor();
  assert.equal(await stored(), before);
  assert.equal(await stepped("Control+z", "Undone"), changed);
  assert.equal(await stepped("Control+Shift+z", "Redone"), before);
});

test("cards are duplicated, moved and deleted, files changed and added, the book and sheets follow", async () => {
  const before = await stored();
  const title = await first();
  let at = await version();
  await page.getByRole("button", { name: `Change ${title}`, exact: true }).click();
  await page.screenshot({ path: `${shots}/change-card.png` });
  await page.getByRole("button", { name: "Duplicate card" }).click();
  await page.locator("#note", { hasText: "Added" }).waitFor();
  assert.match(await stored(), new RegExp(`name = "${title} 2"`));
  await newer(at);
  await page.getByRole("tab", { name: "Files" }).click();
  const code = codeOf(page);
  await page.locator(`#files [data-path='${CARDS}']`).click();
  await code.holds(`${title} 2`);
  at = await version();
  await code.set(before);
  await newer(at);
  assert.equal(await stored(), before);
  // A problem is fixed where it is.
  const kind = /^kind = "(\w+)"$/m.exec(before)[1];
  await code.set(before.replace(`kind = "${kind}"`, `kind = "${kind}x"`));
  const fix = page.locator("#files .wrong").getByRole("button", { name: `Change to ${kind}`, exact: true });
  await fix.waitFor();
  await page.screenshot({ path: `${shots}/change-files.png` });
  await fix.click();
  await page.locator("#note", { hasText: "Fixed in cards.toml" }).waitFor();
  assert.equal(await stored(), before);
  await fix.waitFor({ state: "detached" });
  assert.equal(await code.text(), before);
  await page.locator("#files input[type=file]").setInputFiles({ name: "extra.svg", mimeType: "image/svg+xml", buffer: readFileSync(join(root, "card-data/skirmish-5e/icons/axe.svg")) });
  await page.locator("#note", { hasText: "Added art/extra.svg" }).waitFor();
  assert.match(await stored(`card-data/${GAME}/art/extra.svg`), /<svg/);
  await page.getByRole("tab", { name: "Sheets" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#sheets image[href]").length > 3);
  await page.getByRole("tab", { name: "Book" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#book img").length > 0);
  await page.screenshot({ path: `${shots}/change-book.png` });
  await page.getByRole("tab", { name: "Faces" }).click();
});

test("a paragraph of the rulebook is changed on its page, kept and undone", async () => {
  const book = `card-data/${GAME}/rules.md`;
  const before = await stored(book);
  await page.getByRole("tab", { name: "Book" }).click();
  const paragraphs = page.locator("#book .blocks button");
  await paragraphs.first().waitFor();
  const field = page.locator(".edit textarea");
  const number = await paragraphs.evaluateAll((all) => all.findIndex(({ ariaLabel }) => /^Edit \w.*\w/.test(ariaLabel)));
  await paragraphs.nth(number).focus();
  await page.keyboard.press("Enter");
  await field.waitFor();
  const old = await field.inputValue();
  await field.press("Control+End");
  await field.pressSequentially(" All aboard!");
  await page.screenshot({ path: `${shots}/change-paragraph.png` });
  await field.press("Control+Enter");
  await page.locator("#note", { hasText: "Saved rules.md" }).waitFor();
  assert.equal(await stored(book), before.replace(old, `${old} All aboard!`));
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in rules.md" }).waitFor();
  assert.equal(await stored(book), before);
  await page.getByRole("tab", { name: "Faces" }).click();
});

test("a picture that is dropped on a face is kept, and undone after a reload", async () => {
  const before = await stored();
  const cut = page.locator("#faces .cut").first();
  const path = `card-data/${GAME}/art/red-sun.png`;
  await drop(page, cut, "Red Sun.png");
  await page.locator("#note", { hasText: ": Red Sun.png" }).waitFor();
  assert.match(await stored(path), /^.PNG/);
  assert.match(await stored(), /art = "red-sun"/);
  assert.equal(await page.locator("#kept").textContent(), "Saved in this browser");
  await drop(page, cut, "notes.png", "Buy milk.");
  await page.locator("#note", { hasText: "`notes.png` isn't an image" }).waitFor();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${shots}/change-picture.png` });
  await page.reload();
  await shown();
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in" }).waitFor();
  assert.equal(await stored(), before);
  assert.equal(await stored(path).catch(({ message }) => /NotFoundError/.test(message)), true, "the file is gone, too");
});

test("a colour is chosen beside the faces, kept and undone", async () => {
  const file = `card-data/${GAME}/game.toml`;
  const before = await stored(file);
  await page.locator("#faces .more").first().click();
  await page.getByRole("button", { name: "Choose colours …" }).click();
  const colour = page.locator("#panel").getByLabel("kind", { exact: true });
  await colour.waitFor();
  const old = await colour.inputValue();
  await colour.fill("#206a5d");
  await page.locator("#note", { hasText: "kind: #206a5d" }).waitFor();
  assert.equal((await stored(file)).replace("#206a5d", old), before);
  await page.screenshot({ path: `${shots}/change-colours.png` });
  await page.locator("#panel").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in game.toml" }).waitFor();
  assert.equal(await stored(file), before);
});

test("fields of a card are changed beside it, and after a reload the history can be undone to a step", async () => {
  const before = await stored();
  const panel = page.locator("#panel");
  await page.locator("#faces .cut").first().focus();
  await page.keyboard.press("i");
  const name = await panel.getByRole("heading").textContent();
  const field = (label) => panel.getByLabel(label, { exact: true });
  await field("Text").fill("One.");
  await page.waitForTimeout(1200);
  await field("Text").fill("Two.");
  await page.waitForTimeout(1200);
  await field("Points").fill("7");
  await field("Points").press("Tab");
  const steps = () => panel.locator(".steps p").allTextContents();
  await panel.getByRole("tab", { name: "History" }).click();
  await panel.locator(".steps p", { hasText: `Points of ${name}` }).first().waitFor();
  assert.deepEqual((await steps()).slice(0, 3), [`Points of ${name}`, `Text of ${name}`, `Text of ${name}`]);
  assert.match(await stored(), /text = "+\s*Two\./);
  assert.match(await stored(), /^points = 7$/m);
  await page.screenshot({ path: `${shots}/change-history.png` });
  await page.waitForTimeout(300);
  await page.reload();
  await shown();
  await page.getByRole("button", { name: "History" }).click();
  await panel.locator(".steps p", { hasText: `Points of ${name}` }).first().waitFor();
  await panel.locator(".steps li").nth(2).getByRole("button", { name: "Undo to here" }).click();
  await panel.locator(".steps p", { hasText: "Undid 2 edits" }).waitFor();
  assert.match(await stored(), /text = "+\s*One\./);
  assert.doesNotMatch(await stored(), /^points = 7$/m);
  // It is a step of its own.
  await panel.locator(".steps li").first().getByRole("button", { name: "Undo", exact: true }).click();
  await panel.locator(".steps .undone p", { hasText: "Undid 2 edits" }).waitFor();
  assert.match(await stored(), /^points = 7$/m);
  await panel.locator(".steps li").nth(4).getByRole("button", { name: "Undo to here" }).click();
  await panel.locator(".steps p", { hasText: "Undid 3 edits" }).waitFor();
  assert.equal(await stored(), before);
  await panel.getByRole("button", { name: "Close" }).click();
});

test("a cell of the table is changed, kept and undone", async () => {
  const before = await stored();
  await page.getByRole("tab", { name: "Table" }).click();
  const column = await columnOf(page, "Count");
  await page.locator(`#table [data-at="0 ${column}"]`).click();
  await page.keyboard.type("17");
  await page.keyboard.press("Enter");
  await page.locator("#note", { hasText: /^Count of .* changed/ }).waitFor();
  assert.equal(await stored(), before.replace(/^count = \d+/m, "count = 17"));
  await page.screenshot({ path: `${shots}/change-table.png` });
  assert.equal(await stepped("Control+z", "Undone"), before);
  await page.getByRole("tab", { name: "Faces" }).click();
});

test("200 edits of all cards' texts are undone to the same bytes", async () => {
  const before = await stored();
  // The page's modules make them, without the pauses of a typist.
  const host = await hostOf(page);
  const steps = await page.evaluate(async (host) => {
    const faces = [...document.querySelectorAll("#faces figure")].map(({ face }) => face).filter(({ card }) => card);
    let random = 1, made = 0;
    const next = (end) => { random = random * 48271 % 2147483647; return random % end; };
    for (let number = 0; made < 200; number += 1) {
      const { key, card } = faces[next(faces.length)];
      const step = 1e9 + number;
      if (next(3) === 0) {
        const { value, why } = await host.edit({ label: "An edit", step, change: { change: "field", card: card.id, field: ["count"], value: 1 + next(8) } });
        if (why) throw new Error(why);
        made += value.length ? 1 : 0;
        continue;
      }
      const answer = await host.text(`face=${encodeURIComponent(key)}&number=0`);
      if (answer.stale) { await new Promise((resolve) => setTimeout(resolve, 30)); continue; }
      if (!answer.value) throw new Error(answer.why);
      const { place, value } = answer.value;
      const { value: files, why } = await host.edit({ label: "An edit", step, old: value, change: { change: "at", place, value: `${value} ${"abc é “x” \\ \u00a0"[next(14)]}${number}` } });
      if (why) throw new Error(why);
      made += files.length ? 1 : 0;
    }
    return made;
  }, host);
  assert.equal(steps, 200);
  assert.notEqual(await stored(), before);
  const undone = await page.evaluate(async (host) => {
    for (let steps = 0; steps < 200; steps += 1) {
      const { why } = await host.step("undo");
      if (why) throw new Error(`${steps}: ${why}`);
    }
    return true;
  }, host);
  assert.ok(undone);
  assert.equal(await stored(), before);
});

test("tabs that are killed while they edit lose no edit that was reported as saved", async () => {
  let text = await stored();
  for (let number = 0; number < KILLS; number += 1) {
    const tab = await chromium.newPage();
    await tab.goto(new URL(`studio/edit/#${GAME}`, server.address).href);
    await tab.waitForFunction(() => document.documentElement.dataset.shown);
    let acknowledged = -1, first;
    const one = new Promise((saved) => { first = saved; });
    await tab.exposeFunction("saved", (count) => { acknowledged = count; first(); });
    await tab.evaluate((host) => {
      const { card } = [...document.querySelectorAll("#faces figure")].map(({ face }) => face).find(({ card }) => card);
      const edit = async (count) => {
        const { value } = await host.edit({ label: "An edit", step: 1e9 + count, change: { change: "field", card: card.id, field: ["text"], value: `Edit ${count}.` } });
        if (value) globalThis.saved(count);
        edit(count + 1);
      };
      edit(0);
    }, await hostOf(tab));
    // Half of them are killed while they still read the game.
    if (number % 2) await one;
    await tab.waitForTimeout(20 + number * 350 / KILLS);
    const cdp = await chromium.newCDPSession(tab);
    cdp.send("Page.crash").catch(() => {});
    await tab.waitForEvent("crash");
    await tab.close();
    text = await stored();
    assert.ok(text.length > 500 && text.includes("[[card]]"), "the file is whole");
    const count = Number(/Edit (\d+)\./.exec(text)?.[1] ?? -1);
    assert.ok(count >= acknowledged, `${acknowledged} was reported as saved, ${count} is stored`);
  }
});

test("a box that is moved in layout mode is kept in the browser", async () => {
  const template = `card-data/${GAME}/templates/card.svg`;
  await page.goto(new URL(`studio/edit/#${GAME}`, server.address).href);
  await page.reload();
  await shown();
  const old = await stored(template);
  await page.locator("#faces .cut").first().focus();
  await page.keyboard.press("l");
  await page.locator('#layout .box[data-name="text"]').waitFor();
  await page.locator("#layout .slots").getByRole("button", { name: "text", exact: true }).click();
  await page.locator('#layout .box[data-name="text"]').focus();
  const before = await version();
  await page.keyboard.press("ArrowDown");
  await newer(before);
  await page.locator("#kept", { hasText: "Saved in this browser" }).waitFor({ state: "attached" });
  const moved = await stored(template);
  const y = (text) => Number(/id="slot-text"[^>]* y="([^"]*)"/.exec(text)[1]);
  assert.equal(y(moved), y(old) + 0.5);
  assert.equal(moved.replace(/(id="slot-text"[^>]* y=)"[^"]*"/, "$1"), old.replace(/(id="slot-text"[^>]* y=)"[^"]*"/, "$1"));
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in card.svg" }).waitFor({ state: "attached" });
  assert.equal(await stored(template), old);
  await page.keyboard.press("Escape");
});

test("of a game with an error all else is shown, and the last version without one is printed", async () => {
  await page.goto(new URL(`studio/edit/#${GAME}`, server.address).href);
  await page.reload();
  await shown();
  const host = await hostOf(page);
  await page.evaluate(async (host) => {
    const { card } = [...document.querySelectorAll("#faces figure")].map(({ face }) => face).find(({ card }) => card);
    await host.edit({ label: "Text of a card", step: Date.now(), change: { change: "field", card: card.id, field: ["text"], value: "Far too much. ".repeat(200) } });
  }, host);
  await page.locator("#state", { hasText: "1 error" }).waitFor();
  const count = await page.locator("#faces figure").count();
  // Nothing better is known of it when it is opened.
  await page.reload();
  await shown();
  assert.equal(await page.locator("#faces figure").count(), count);
  assert.equal(await page.locator("#faces .spoilt").count(), 1);
  assert.match(await page.locator("#state").textContent(), /^1 error/);
  await page.screenshot({ path: `${shots}/change-error-at-opening.png` });
  const print = async () => {
    await page.goto(new URL(`studio/#${GAME}`, server.address).href);
    await page.getByRole("button", { name: "Print the last version without errors" }).click();
    await page.locator("#pair figure img").first().waitFor();
    assert.match(await page.locator(".version").textContent(), /^As it was before “Text of a card”, .*\d/);
  };
  await print();
  await page.screenshot({ path: `${shots}/change-last-good.png` });
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^Download/ }).click()]);
  assert.match(download.suggestedFilename(), /^night-train.*\.(pdf|zip)$/);
  // Only that print is of the version before.
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Print Gull Point" }).click();
  await page.locator("#shown", { hasText: "1 error" }).waitFor();
  await everySize(page, (width, colorScheme) => accessible(page, `print with an error ${width} ${colorScheme}`));
  assert.ok((await stored()).includes("Far too much."));
  await page.goto(new URL(`studio/edit/#${GAME}`, server.address).href);
  await shown();
  // A longer search shows how far it is, and can be cancelled.
  const again = await hostOf(page);
  await page.evaluate(async (host) => {
    const { card } = [...document.querySelectorAll("#faces figure")].map(({ face }) => face).find(({ card }) => card);
    for (let number = 1; number <= 5; number += 1) {
      await host.edit({ label: `Text ${number}`, step: Date.now() + number, change: { change: "field", card: card.id, field: ["text"], value: `Far too much ${number}. `.repeat(200) } });
    }
  }, again);
  // The history is stored after the file.
  await until(page, `(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("history");
    return (await (await (await folder.getFileHandle("${GAME}.json")).getFile()).text()).includes("Text 5");
  })()`);
  await page.goto(new URL(`studio/#${GAME}`, server.address).href);
  const good = page.getByRole("button", { name: "Print the last version without errors" });
  /// Collects what the search shows, and cancels it at its second version.
  const watched = (isCancelled) => page.evaluate((isCancelled) => {
    window.steps = [];
    const search = document.querySelector(".search");
    new MutationObserver((_, observer) => {
      const step = search.querySelector("[role=status]").textContent;
      if (window.steps.at(-1) !== step) window.steps.push(step);
      if (!isCancelled || !step.includes("version 2 ")) return;
      observer.disconnect();
      search.querySelector("button").click();
    }).observe(search, { childList: true, subtree: true, characterData: true });
  }, isCancelled);
  await good.waitFor();
  await watched(true);
  await good.click();
  await page.waitForFunction(() => window.steps.some((step) => step.includes("version 2 ")));
  await good.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Print the last version without errors");
  assert.equal(await page.locator("#problem").isHidden(), true);
  assert.equal(await page.locator(".version").count(), 0);
  await watched(false);
  await good.click();
  await page.locator("#pair figure img").first().waitFor();
  const steps = await page.evaluate(() => window.steps), [, of] = / of (\d+)$/.exec(steps.at(-1));
  assert.ok(Number(of) >= 6, steps);
  for (let number = 1; number <= 6; number += 1) assert.ok(steps.includes(`Looking at version ${number} of ${of}`), steps);
  await page.goto(new URL(`studio/edit/#${GAME}`, server.address).href);
  await shown();
  await page.evaluate(async (host) => { for (let number = 0; number < 6; number += 1) await host.step("undo"); }, await hostOf(page));
  assert.ok(!(await stored()).includes("Far too much"));
});

/// Opens the page with a generator that stops at one of the requests of a kind, as a fault in it would stop it. Those that replace it go on.
async function stopping(kind, number) {
  await page.route(/\/studio\/worker\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = `${await answer.text()}
      const answered = answers.${kind}; let calls = 0;
      answers.${kind} = (asked) => { if ((calls += 1) === ${number}) throw new WebAssembly.RuntimeError("unreachable"); return answered(asked); };`;
    await route.fulfill({ response: answer, body });
  }, { times: 1 });
  await page.reload();
}

test("a generator that stops is replaced, and the change that stopped it can be undone", async () => {
  await stopping("update", 2);
  await shown();
  const old = await stored();
  await page.locator("#faces .more").first().click();
  await page.getByRole("button", { name: "One copy more" }).click();
  await page.locator("#state", { hasText: "The generator stopped unexpectedly." }).waitFor();
  assert.notEqual(await stored(), old, "the change is kept");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in cards.toml" }).waitFor();
  assert.equal(await stored(), old);
  // The state of the game is reported again, whatever earlier tests left in it.
  await page.locator("#state", { hasText: /problems|warning/ }).waitFor();
});

test("a generator that stops while it paints is replaced, and the picture is asked for again", async () => {
  await stopping("picture", 3);
  await page.locator("#state", { hasText: "What you see is the state before." }).waitFor();
  await page.locator("#faces .more").first().click();
  await page.getByRole("button", { name: "One copy more" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll("#faces .cut")].slice(0, 5).every((cut) => cut.querySelector("img")));
  await page.keyboard.press("Escape");
  await stepped("Control+z", "Undone");
});

test("the game is saved and printed by key", async () => {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  assert.equal(saved.suggestedFilename(), `${GAME}.zip`);
  await page.keyboard.press("Control+p");
  await page.locator("#game h1", { hasText: /^Print / }).waitFor();
  await page.goBack();
  await shown();
});

test("files that another program changes are read again while the game is edited", async () => {
  const old = await stored();
  const other = old.replace("walk home", "fly home");
  const begun = await version();
  await page.evaluate(async ([game, path, text]) => {
    let folder = await (await (await navigator.storage.getDirectory()).getDirectoryHandle("games")).getDirectoryHandle(game);
    const names = path.split("/"), file = names.pop();
    for (const part of names) folder = await folder.getDirectoryHandle(part);
    const stream = await (await folder.getFileHandle(file)).createWritable();
    await stream.write(text);
    await stream.close();
    dispatchEvent(new Event("focus"));
  }, [GAME, CARDS, other]);
  await newer(begun);
  await page.locator("#state", { hasText: /Lighthouse.* changed/ }).waitFor();
  assert.equal(await stored(), other, "nothing is written over it");
});

test("a copy of an included game is changed, and no page shows it wrong", async () => {
  await page.goto(new URL("studio/", server.address).href);
  await page.getByRole("button", { name: "Change a copy of Skirmish", exact: true }).click();
  await page.waitForURL(/\/studio\/edit\//);
  await shown();
  assert.equal(await page.evaluate(() => decodeURIComponent(location.hash.slice(1))), "skirmish-5e-2");
  await page.waitForFunction(() => document.title === "Skirmish");
  await everySize(page, async (width, colorScheme) => {
    for (const view of ["Faces", "Table", "Files"]) {
      await page.getByRole("tab", { name: view }).click();
      await page.waitForTimeout(200);
      await accessible(page, `${view} ${width} ${colorScheme}`);
      await page.screenshot({ path: `${shots}/change-${view.toLowerCase()}-${width}-${colorScheme}.png` });
    }
  });
  assert.deepEqual(wrong, []);
});
