// A script's way in and out: a request as JSON on standard input, the answer as JSON on standard output.

import { readFileSync } from "node:fs";

/** The state of a button that is off, as a PDF name. */
export const OFF = "/Off";

/** Runs the action that the request names and prints what it gives. */
export async function answer(actions) {
    const request = JSON.parse(readFileSync(0, "utf8"));
    const result = await actions[request.action](request);
    process.stdout.write(JSON.stringify(result ?? null));
}
