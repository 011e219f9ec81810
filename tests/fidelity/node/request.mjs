// A script's way in and out: requests as JSON on standard input, a line each, and the answers so on standard output, in their order.

import { Console } from "node:console";
import { createInterface } from "node:readline";

/** The state of a button that is off, as a PDF name. */
export const OFF = "/Off";

/** Answers until the input ends: with what the action that a request names gives, or with the error that it ends with. */
export async function answer(actions) {
    // What libraries print would stand among the answers.
    globalThis.console = new Console(process.stderr);
    for await (const line of createInterface({ input: process.stdin })) {
        process.stdout.write(`${JSON.stringify(await outcome(actions, JSON.parse(line)))}\n`);
    }
}

/** With `seconds` in the request, what is given is how long it takes. */
async function outcome(actions, request) {
    const action = () => actions[request.action](request);
    try {
        return { result: (request.seconds ? await mean(action, request) : await action()) ?? null };
    } catch (error) {
        return { error: String(error) };
    }
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
