// Opens a file with pdf.js, with the fonts and character maps that its package brings.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

const root = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

let opened;

/** The document in a file. The one before is closed, so that there is one at a time. */
export async function open(path) {
    await opened?.destroy();
    const options = {
        data: new Uint8Array(await readFile(path)),
        standardFontDataUrl: join(root, "standard_fonts/"),
        cMapUrl: join(root, "cmaps/"),
        cMapPacked: true,
        wasmUrl: join(root, "wasm/"),
        isEvalSupported: false,
        verbosity: VerbosityLevel.ERRORS,
    };
    opened = getDocument(options);
    return await opened.promise;
}

/** Its pages, one after the other. */
export async function* pages(document) {
    for (let number = 1; number <= document.numPages; number += 1) {
        yield await document.getPage(number);
    }
}
