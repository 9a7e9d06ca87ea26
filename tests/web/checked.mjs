// Checks of every page of the studio, at any size: accessible by axe's rules, and no wider than the screen.

import assert from "node:assert/strict";
import axe from "axe-core";

/// Checks names, contrast and width.
export async function accessible(page, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { region: { enabled: false } } }));
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]), [], where);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${where}: ${wide} points too wide`);
}

/// Checks that targets are large enough for fingers.
export async function touchable(page, where) {
  const small = await page.evaluate(() => [...document.querySelectorAll("a, button, summary, label, select")].filter((one) => one.checkVisibility() && one.closest("#loading") === null)
    .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect().height]).filter(([, height]) => height < 44));
  assert.deepEqual(small, [], where);
}

/// Does something at each size of the design, light and dark: `act` gets the width and the scheme.
export async function everySize(page, act) {
  for (const [width, height] of [[1440, 900], [1024, 768], [820, 1180], [390, 844]]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await act(width, colorScheme);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
