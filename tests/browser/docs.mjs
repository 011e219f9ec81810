// Swagger UI: shows every operation and tries some of them out.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

const { ADDRESS, MASTER_KEY, PA_ID, PA_KEY, FORM } = process.env;

export async function checkDocs({ page, operations, picture, told }) {
  await page.locator(".opblock").nth(operations.length - 1).waitFor();
  const shown = await page.locator(".opblock .opblock-summary-path").evaluateAll((paths) =>
    paths.map((element) => element.getAttribute("data-path")),
  );
  assert.deepEqual(shown.sort(), operations.map(({ route }) => route).sort());
  assert.equal(await page.locator(".errors-wrapper").count(), 0);
  await picture("docs");
  told(`all ${shown.length} operations are shown`);

  const greeting = await tryOut(page, "greet", {});
  assert.deepEqual([greeting.status, greeting.json.message], [200, "Application Form Service"]);
  told("GET / is answered");

  await authorize(page, "ApplicationKey", PA_KEY);
  const own = await tryOut(page, "getApplication", { pa_id: PA_ID });
  assert.deepEqual([own.status, own.json.pa_id], [200, PA_ID]);
  await picture("docs-answer");
  told("with its key an application is shown");

  const filled = await fetch(`${ADDRESS}/applications/${PA_ID}?format=pdf&key=${PA_KEY}`);
  const saved = await saveFile(page, "getApplication", { pa_id: PA_ID, format: "pdf" });
  const bytes = Buffer.from(await filled.arrayBuffer());
  assert.deepEqual([saved.name, saved.bytes], [`${PA_ID}.pdf`, bytes]);
  told("its filled form is saved as it is");

  await authorize(page, "MasterKey", MASTER_KEY);
  const list = await tryOut(page, "listApplications", {});
  assert.deepEqual([list.status, list.json.total_count], [200, 1]);
  told("with a master key all applications are listed");

  const uploaded = await tryOut(page, "uploadForm", { file: FORM, form_type: "pa_form" });
  assert.deepEqual([uploaded.status, uploaded.json.status], [201, "complete"]);
  await picture("docs-upload");
  told("a form is uploaded");

  const attached = await tryOut(page, "addAttachment", { pa_id: PA_ID, file: FORM });
  assert.deepEqual([attached.status, attached.json.filename], [201, basename(FORM)]);
  told("a file is attached");
}

// Gives the answer that the page shows.
async function tryOut(page, id, values) {
  const live = await execute(page, id, values);
  const status = Number((await live.locator(".response-col_status").innerText()).split(/\s/)[0]);
  const body = await live.locator(".highlight-code code").first().innerText();
  return { status, json: JSON.parse(body) };
}

// Gives the file that the page offers.
async function saveFile(page, id, values) {
  const live = await execute(page, id, values);
  const saving = page.waitForEvent("download");
  await live.getByText("Download file").click();
  const download = await saving;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

// Fills in the parameters of an operation, sends it and waits for what the page shows of the answer.
async function execute(page, id, values) {
  const block = page.locator(`.opblock[id$="-${id}"]`);
  await block.scrollIntoViewIfNeeded();
  if (!(await block.getAttribute("class")).includes("is-open")) {
    await block.locator(".opblock-summary-control").click();
  }
  const button = block.locator("button.execute");
  await button.waitFor();
  for (const [name, value] of Object.entries(values)) {
    const field = block.locator(`tr[data-param-name="${name}"], .parameters[data-property-name="${name}"]`).first();
    const input = field.locator("input, select, textarea").first();
    await input.waitFor();
    const kind = await input.evaluate((element) => (element.tagName === "SELECT" ? "select" : element.type));
    if (kind === "select") await input.selectOption(value);
    else if (kind === "file") await input.setInputFiles(value);
    else await input.fill(value);
  }
  const answered = page.waitForResponse((response) => response.request().resourceType() === "fetch");
  await button.click();
  await answered;
  const live = block.locator(".live-responses-table tbody tr").first();
  await live.waitFor();
  return live;
}

// Enters a key in the dialog for keys.
async function authorize(page, scheme, key) {
  await page.locator(".auth-wrapper button.authorize").first().click();
  const dialog = page.locator(".dialog-ux");
  const form = dialog.locator(".auth-container").filter({ hasText: `${scheme} ` }).first();
  await form.locator("input").fill(key);
  await form.locator("button.authorize").click();
  await dialog.locator("button.btn-done").first().click();
  await dialog.waitFor({ state: "detached" });
}
