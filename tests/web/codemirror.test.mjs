// The bundled code editor is what its pinned packages make of its entry.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bundle } from "./codemirror.mjs";

test("the checked-in code editor and its licences are those of the pinned packages", async () => {
  for (const [path, text] of await bundle()) {
    assert.ok(readFileSync(path, "utf8") === text, `${path} is another one: run \`npm run codemirror\` in tests/web`);
  }
});
