// An application from its upload to its end, driven by openapi-fetch with the types that openapi-typescript has made.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const { ADDRESS = "", MASTER_KEY = "", FORM = "" } = process.env;
const client = createClient<paths>({ baseUrl: ADDRESS });

// A file as multipart/form-data; the browser and node write the boundary.
function parts(members: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.append(name, value);
  return form;
}

// The data of an answer that must be right.
function right<T>({ data, error }: { data?: T; error?: unknown }): T {
  assert.ok(data !== undefined, JSON.stringify(error));
  return data;
}

const antrag = new File([await readFile(FORM)], "antrag.pdf", { type: "application/pdf" });
const uploaded = right(
  await client.POST("/upload", {
    body: { form_type: "pa_form", file: "" },
    bodySerializer: () => parts({ form_type: "pa_form", file: antrag }),
  }),
);
console.log(`  uploaded as ${uploaded.pa_id}, ${uploaded.status}`);

const headers = { "X-PA-KEY": uploaded.pa_key };
const path = { pa_id: uploaded.pa_id };
const changed = right(
  await client.PUT("/applications/{pa_id}", { params: { path }, headers, body: { participants: 150 } }),
);
assert.ok("participants" in changed.data && changed.data.participants === 150);

const quote = new File(["%PDF-1.7 quote"], "Angebot Müller.pdf", { type: "application/pdf" });
const attachment = right(
  await client.POST("/applications/{pa_id}/attachments", {
    params: { path },
    headers,
    body: { file: "" },
    bodySerializer: () => parts({ file: quote }),
  }),
);
assert.equal(attachment.filename, "Angebot Müller.pdf");

const position = { ...path, cost_position_index: 0 };
const offer = right(
  await client.POST("/applications/{pa_id}/costs/{cost_position_index}/offers", {
    params: { path: position },
    headers,
    body: { supplier_name: "Müller & Söhne", amount: 1190.5, attachment_id: attachment.id },
  }),
);
assert.equal(offer.amount, 1190.5);
right(
  await client.PUT("/applications/{pa_id}/costs/{cost_position_index}/offers/{offer_id}/preferred", {
    params: { path: { ...position, offer_id: offer.id } },
    headers,
  }),
);
right(
  await client.PUT("/applications/{pa_id}/costs/{cost_position_index}/justification", {
    params: { path: position },
    headers,
    body: { no_offers_required: true, justification: "Nur ein Anbieter." },
  }),
);
const offers = right(
  await client.GET("/applications/{pa_id}/costs/{cost_position_index}/offers", { params: { path: position }, headers }),
);
assert.deepEqual([offers.offers[0]?.is_preferred, offers.no_offers_required], [true, true]);

const check = right(await client.GET("/applications/{pa_id}/check", { params: { path }, headers }));
console.log(`  still missing: ${check.problems.map((problem) => problem.where)}`);
const read = right(await client.GET("/applications/{pa_id}", { params: { path }, headers }));
assert.ok(typeof read === "object" && "data" in read && read.pa_id === uploaded.pa_id);

const { error } = await client.DELETE("/applications/{pa_id}", { params: { path }, headers });
assert.equal(error?.code, "master_key_required");
const master = { "X-MASTER-KEY": MASTER_KEY };
console.log(`  ${right(await client.DELETE("/applications/{pa_id}", { params: { path }, headers: master })).detail}`);
const gone = await client.GET("/applications/{pa_id}", { params: { path }, headers: master });
assert.equal(gone.response.status, 404);
