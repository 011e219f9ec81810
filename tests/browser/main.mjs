// Opens the pages of the documentation in Chromium and uses them as a person would.
//
// Each check is told in a line. The console must stay silent and no request may leave the service, on every page.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { checkDocs } from "./docs.mjs";
import { checkRedoc } from "./redoc.mjs";

const { ADDRESS, CHROMIUM = "/usr/bin/chromium", SCREENSHOTS } = process.env;

const document = await (await fetch(`${ADDRESS}/openapi.json`)).json();
const operations = Object.entries(document.paths).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route, method, ...operation })),
);

const profile = await mkdtemp(path.join(tmpdir(), "browser-"));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: CHROMIUM,
  headless: true,
  viewport: { width: 1280, height: 1000 },
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
try {
  await check("/docs", checkDocs);
  await check("/redoc", checkRedoc);
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}

// Opens a page, lets `use` use it, and judges what went on beside.
async function check(route, use) {
  const page = await browser.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const within = url.origin === ADDRESS || ["data:", "blob:"].includes(url.protocol);
    if (!within) problems.push(`request to ${url.origin}`);
  });
  await page.goto(ADDRESS + route, { waitUntil: "load" });
  const picture = async (name) => {
    if (SCREENSHOTS) await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
  };
  await use({ page, operations, picture, told: (line) => console.log(`${route}: ${line}`) });
  assert.deepEqual(problems, [], `${route} did not stay silent`);
  await page.close();
}
