// What ajv says of the cases, in its strict mode.

import { readFileSync } from "node:fs";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const DOCUMENT = "openapi.json";
// Words of OpenAPI 3.0, and an extension for files, that say nothing of JSON.
const VOCABULARY = ["example", "externalDocs", "x-bytes-max", "xml"];
const read = (name) => JSON.parse(readFileSync(`${process.env.WORK}/${name}`, "utf8"));

const ofForms = addFormats(new Ajv2020({ strict: true }));
const ofDocument = addFormats(new Ajv({ strict: true }));
const document = read(DOCUMENT);
// It is no schema itself, only where its schemas are.
ofDocument.addVocabulary([...VOCABULARY, ...Object.keys(document)]);
ofDocument.addSchema(document, DOCUMENT, undefined, false);

// Each can be compiled, parameters too.
for (const name of Object.keys(document.components.schemas)) {
  ofDocument.getSchema(`${DOCUMENT}#/components/schemas/${name}`);
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
for (const { schema } of operations.flatMap((operation) => operation.parameters ?? [])) {
  ofDocument.compile(schema);
}

const validators = new Map();
function validator(place) {
  if (!validators.has(place)) {
    const made = place.startsWith(DOCUMENT) ? ofDocument.getSchema(place) : ofForms.compile(read(place));
    validators.set(place, made);
  }
  return validators.get(place);
}

const judged = { true: 0, false: 0 };
const mistakes = [];
for (const { place, data, is_right } of read("cases.json")) {
  const validate = validator(place);
  judged[is_right] += 1;
  if (validate(data) !== is_right) {
    const said = is_right ? `refused: ${JSON.stringify(validate.errors)}` : `taken: ${JSON.stringify(data)}`;
    mistakes.push(`${place}: ${said.slice(0, 300)}`);
  }
}
console.log(`ajv: ${judged.true} right and ${judged.false} wrong under ${validators.size} schemas`);
if (mistakes.length > 0) {
  console.error([`${mistakes.length} judged otherwise than by the service:`, ...mistakes.slice(0, 20)].join("\n"));
  process.exit(1);
}
