// A script's way in and out: a request as JSON on standard input, the answer as JSON on standard output.

import { readFileSync } from "node:fs";

/** The state of a button that is off, as a PDF name. */
export const OFF = "/Off";

/** Runs the action that the request names and prints what it gives; with `seconds`, how long it takes. */
export async function answer(actions) {
    const request = JSON.parse(readFileSync(0, "utf8"));
    const action = () => actions[request.action](request);
    const result = request.seconds ? await mean(action, request) : await action();
    process.stdout.write(JSON.stringify(result ?? null));
}

/** The milliseconds of processor that a round takes, of as many as take so many seconds of it; one before them does not count. */
async function mean(action, { rounds: least, seconds }) {
    await action();
    const start = process.cpuUsage();
    for (let rounds = 1; ; rounds += 1) {
        await action();
        const { user, system } = process.cpuUsage(start);
        const taken = (user + system) / 1000;
        if (rounds >= least && taken >= seconds * 1000) {
            return taken / rounds;
        }
    }
}
