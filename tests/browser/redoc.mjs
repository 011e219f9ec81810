// Redoc: shows every operation and finds one.
import assert from "node:assert/strict";

export async function checkRedoc({ page, operations, picture, told }) {
  await page.locator("[data-section-id]").first().waitFor();
  for (const { operationId } of operations) {
    await page.locator(`[data-section-id^="tag/"][data-section-id$="/operation/${operationId}"]`).waitFor({ state: "attached" });
  }
  await picture("redoc");
  told(`all ${operations.length} operations are shown`);

  const text = await page.locator("#page").innerText();
  for (const { summary } of operations) assert.ok(text.includes(summary), summary);
  told("with their summaries");

  await page.locator("input[type=text]").first().fill("merge patch");
  await page.locator("[data-role=\"search:results\"] li").first().waitFor();
  await picture("redoc-search");
  told("the search finds something");
}
