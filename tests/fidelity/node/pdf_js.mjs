// pdf.js fills (as Firefox saves a form), reads, renders and extracts text.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AnnotationMode } from "pdfjs-dist/legacy/build/pdf.mjs";
import { open, pages } from "./open_pdf_js.mjs";
import { answer, OFF } from "./request.mjs";

async function fill({ input, values, output }) {
    const document = await open(input);
    for await (const page of pages(document)) {
        for (const widget of await page.getAnnotations()) {
            if (widget.fieldName in values) {
                document.annotationStorage.setValue(widget.id, stored(widget, values[widget.fieldName]));
            }
        }
    }
    await writeFile(output, await document.saveDocument());
}

/** What the viewer keeps of a widget that a person has changed. */
function stored(widget, value) {
    if (widget.checkBox) {
        return { value: `/${widget.exportValue}` === value };
    }
    if (widget.radioButton) {
        return { value: `/${widget.buttonValue}` === value };
    }
    return { value: Array.isArray(value) && value.length === 1 ? value[0] : value };
}

async function read({ input }) {
    const document = await open(input);
    const found = {};
    for await (const page of pages(document)) {
        for (const widget of await page.getAnnotations()) {
            const value = valueOf(widget);
            if (value !== undefined) {
                found[widget.fieldName] = value === OFF ? found[widget.fieldName] ?? OFF : value;
            }
        }
    }
    return found;
}

function valueOf(widget) {
    if (widget.checkBox || widget.radioButton) {
        return `/${widget.fieldValue ?? "Off"}`;
    }
    if (widget.fieldType === "Ch") {
        return [widget.fieldValue ?? []].flat().filter((chosen) => chosen !== "");
    }
    return widget.fieldType === "Tx" ? widget.fieldValue ?? "" : undefined;
}

async function render({ input, folder, scale }) {
    const document = await open(input);
    const pictures = [];
    for await (const page of pages(document)) {
        const viewport = page.getViewport({ scale });
        const { canvas, context } = document.canvasFactory.create(Math.round(viewport.width), Math.round(viewport.height));
        await page.render({ canvas, canvasContext: context, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
        const path = join(folder, `page-${page.pageNumber}.png`);
        await writeFile(path, canvas.toBuffer("image/png"));
        pictures.push(path);
    }
    return pictures;
}

async function text({ input }) {
    const document = await open(input);
    const texts = [];
    for await (const page of pages(document)) {
        const { items } = await page.getTextContent({ disableNormalization: true });
        texts.push(items.map((item) => item.str + (item.hasEOL ? "\n" : "")).join(""));
    }
    return texts;
}

await answer({ fill, read, render, text });
