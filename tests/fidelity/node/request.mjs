// A script's way in and out: a request as JSON on standard input, the answer as JSON on standard output.

import { readFileSync } from "node:fs";

/** The state of a button that is off, as a PDF name. */
export const OFF = "/Off";

/** Runs the action that the request names and prints what it gives; with `seconds`, how long it takes. */
export async function answer(actions) {
    const request = JSON.parse(readFileSync(0, "utf8"));
    const action = () => actions[request.action](request);
    const result = request.seconds ? await median(action, request) : await action();
    process.stdout.write(JSON.stringify(result ?? null));
}

/** The median in milliseconds of the rounds of so many seconds; one before them does not count. */
async function median(action, { rounds, seconds }) {
    await action();
    const start = performance.now();
    const taken = [];
    while (taken.length < rounds || performance.now() - start < seconds * 1000) {
        const begin = performance.now();
        await action();
        taken.push(performance.now() - begin);
    }
    return taken.sort((one, other) => one - other)[Math.floor(taken.length / 2)];
}
