// Scripts of the pages and of their tests use only names that exist: nothing compiles them.

import assert from "node:assert/strict";
import { relative, resolve } from "node:path";
import { test } from "node:test";
import { ESLint } from "eslint";
import globals from "globals";

const root = resolve(import.meta.dirname, "../..");
const pages = { ...globals.browser, ...globals.serviceworker };

test("scripts use no unknown name and leave none unused", async () => {
  const lint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      { rules: { "no-undef": "error", "no-unused-vars": "error" }, languageOptions: { globals: pages } },
      // Parts of a test run in the page.
      { files: ["tests/**"], languageOptions: { globals: globals.node } },
    ],
  });
  const results = await lint.lintFiles(["crates/pipeline/src/watch/page/*.js", "web/**/*.js", "tests/web/*.mjs"]);
  assert.ok(results.length > 60, `${results.length} files`);
  const wrong = results.flatMap(({ filePath, messages }) => messages.map(({ line, message }) => `${relative(root, filePath)}:${line}: ${message}`));
  assert.deepEqual(wrong, []);
});
