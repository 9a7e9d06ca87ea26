// The code editor of the page of `skirmish watch`, bundled. Rust embeds one checked-in file: cargo needs no npm.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = resolve(import.meta.dirname, "../../crates/pipeline/src/watch/page/vendor");
const modules = join(import.meta.dirname, "node_modules");

/// Returns the files that are checked in, by their paths: the bundle, and the licences of its packages.
export async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(folder, "entry.js")], nodePaths: [modules], absWorkingDir: import.meta.dirname,
    bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", legalComments: "none", metafile: true, write: false,
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput);
  const names = new Set(used.map(([path]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
  const lines = [], texts = new Map();
  for (const name of [...names].sort()) {
    const { version, license } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
    lines.push(`${name} ${version}: ${license}`);
    const text = readFileSync(join(modules, name, "LICENSE"), "utf8").trim();
    texts.set(text, [...texts.get(text) ?? [], name]);
  }
  const licences = [...texts].map(([text, of]) => `\n${"=".repeat(78)}\n${of.join(", ")}\n\n${text}\n`);
  return new Map([
    [join(folder, "codemirror.js"), outputFiles[0].text],
    [join(folder, "LICENSE.txt"), `The code editor of the page of \`skirmish watch\` and of the studio contains:\n\n${lines.join("\n")}\n${licences.join("")}`],
  ]);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await bundle()) writeFileSync(path, text);
}
