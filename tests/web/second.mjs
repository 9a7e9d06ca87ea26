// A page of three games: the shipped one, its data under another name, and one whose table is declared.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
/// The folder whose card-data has the two games that don't ship.
export const data = join(root, "output/web-second");
/// The folder of the page.
export const folder = join(root, "output/web-two");

/// True if there is a page with the same program as the page of the shipped games.
function isBuilt() {
  const index = (folder) => join(folder, "index.html");
  const program = (folder) => readFileSync(index(folder), "utf8").match(/skirmish\.[0-9a-f]{16}\.wasm/)[0];
  return existsSync(index(folder)) && program(folder) === program(join(root, "output/web"));
}

/// Builds the page, unless there is one with the same program as the page of the shipped games.
export function build() {
  if (isBuilt()) return;
  rmSync(join(data, "card-data"), { recursive: true, force: true });
  const [night, ferry] = ["night", "ferry"].map((game) => join(data, "card-data", game));
  cpSync(join(root, "card-data/skirmish-5e"), night, { recursive: true });
  cpSync(join(root, "tests/declared/ferry"), ferry, { recursive: true });
  const file = join(night, "game.toml");
  writeFileSync(file, readFileSync(file, "utf8").replace('title = "Skirmish"', 'title = "Melee by Night"'));
  rmSync(join(night, "book"), { recursive: true });
  const named = ["skirmish-5e", night, ferry].flatMap((game) => ["--game", game]);
  execFileSync("cargo", ["xtask", "web", ...named, "--out", folder], { cwd: root, stdio: "inherit" });
}
