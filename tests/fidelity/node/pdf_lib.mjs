// pdf-lib fills and reads a form.

import { readFile, writeFile } from "node:fs/promises";
import {
    PDFCheckBox, PDFDocument, PDFDropdown, PDFHexString, PDFName, PDFOptionList, PDFRadioGroup, PDFString, PDFTextField,
} from "pdf-lib";
import { answer, OFF } from "./request.mjs";

async function fill({ input, values, output, appearances = false }) {
    const document = await PDFDocument.load(await readFile(input));
    const form = document.getForm();
    for (const [name, value] of Object.entries(values)) {
        set(form.getField(name), value);
    }
    // Its appearances need a font for every character; unless they are asked for, the values are what is looked at.
    await writeFile(output, await document.save({ updateFieldAppearances: appearances }));
}

function set(field, value) {
    if (field instanceof PDFTextField) {
        field.setText(value);
    } else if (field instanceof PDFCheckBox) {
        value === OFF ? field.uncheck() : field.check();
    } else if (field instanceof PDFRadioGroup) {
        value === OFF ? field.clear() : field.select(optionOfState(field, value));
    } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
        field.select([value].flat().map((chosen) => displayOf(field, chosen)));
    }
}

/** The option that pdf-lib knows a state of a radio group by: its `Opt` text where there is one. */
function optionOfState(group, state) {
    const states = group.acroField.getOnValues().map((name) => name.decodeText());
    return group.getOptions()[states.indexOf(state.slice(1))] ?? state.slice(1);
}

/** pdf-lib chooses by what a person reads. */
function displayOf(field, exported) {
    const decoded = (text) => text?.decodeText();
    const option = field.acroField.getOptions().find(({ value }) => decoded(value) === exported);
    return decoded(option?.display) ?? exported;
}

async function read({ input }) {
    const document = await PDFDocument.load(await readFile(input));
    const found = {};
    for (const field of document.getForm().getFields()) {
        const value = valueOf(field);
        if (value !== undefined) {
            found[field.getName()] = value;
        }
    }
    return found;
}

function valueOf(field) {
    if (field instanceof PDFTextField) {
        return field.getText() ?? "";
    }
    if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
        return state(field.acroField.getValue());
    }
    if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
        return field.acroField.getValues().map(textOf);
    }
    return undefined;
}

function state(name) {
    return name instanceof PDFName ? `/${name.decodeText()}` : OFF;
}

function textOf(value) {
    return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : String(value);
}

await answer({ fill, read });
