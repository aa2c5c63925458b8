/**
 * The parameters of a call: a form made from their schemas, and the same as JSON beside it. The JSON is what is sent; the
 * form shows what is in it and changes it.
 *
 * @module
 */

import { type FunctionComponent, h, type VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { unknownParamTexts } from "../../text/names.ts";
import { el } from "./element.ts";
import { type Control, controlOf, type Operation, type Parameter } from "./operations.ts";

/** The parameters as they are entered. */
export interface FormProps {
  readonly operation: Operation;
  /** The JSON text. */
  readonly text: string;
  /** What ids of the elements begin with. */
  readonly prefix: string;
  onText(text: string): void;
}

/** A JSON object, or why a text is none. */
export type Parsed = { readonly params: Readonly<Record<string, unknown>> } | { readonly defect: string };

/**
 * Reads parameters.
 *
 * @param text Their JSON.
 * @returns The parameters, or what is wrong.
 */
export function parseParams(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { defect: "Parameters are a JSON object" };
    }
    return { params: value as Readonly<Record<string, unknown>> };
  } catch (error) {
    return { defect: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The JSON of parameters, one to a line.
 *
 * @param params The parameters.
 * @returns The text.
 */
export function paramsText(params: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(params, undefined, 2);
}

/** Form and JSON, side by side. */
export const OperationForm: FunctionComponent<FormProps> = ({ operation, text, prefix, onText }) => {
  const parsed = parseParams(text);
  const params = "params" in parsed ? parsed.params : undefined;
  const warnings = params && !operation["x-any-params"]
    ? unknownParamTexts(operation.name, params, operation.params.map(({ name }) => name))
    : [];
  const change = (name: string, value: unknown): void => {
    const { [name]: _old, ...others } = params ?? {};
    // In the order of the documents, what they do not know behind it.
    const all: Readonly<Record<string, unknown>> = value === undefined
      ? others
      : { ...others, [name]: value };
    const known = operation.params.map((parameter) => parameter.name).filter((each) =>
      Object.hasOwn(all, each)
    );
    const order = [...known, ...Object.keys(all).filter((each) => !known.includes(each))];
    onText(paramsText(Object.fromEntries(order.map((each) => [each, all[each]]))));
  };
  return el(
    "div",
    { class: "form" },
    el(
      "div",
      { class: "fields" },
      operation.params.length === 0 ? el("p", { class: "quiet" }, "No parameters.") : null,
      operation.params.map((parameter) =>
        h(Field, {
          key: `${operation.name} ${parameter.name}`,
          parameter,
          prefix,
          value: params?.[parameter.name],
          disabled: params === undefined,
          onValue: (value) => change(parameter.name, value),
        })
      ),
    ),
    el(
      "div",
      { class: "raw" },
      el("label", { for: `${prefix}-raw` }, "JSON that is sent"),
      el("textarea", {
        id: `${prefix}-raw`,
        class: "code",
        rows: Math.min(14, Math.max(4, text.split("\n").length)),
        spellcheck: false,
        value: text,
        "aria-invalid": params === undefined,
        "aria-describedby": `${prefix}-defect`,
        onInput: (event) => onText(event.currentTarget.value),
      }),
      el(
        "p",
        { id: `${prefix}-defect`, class: "defect", "aria-live": "polite" },
        "defect" in parsed ? parsed.defect : "",
      ),
      el(
        "div",
        { class: "warn", "aria-live": "polite" },
        warnings.map((text) => el("p", { key: text }, text)),
      ),
    ),
  );
};

interface FieldProps {
  readonly parameter: Parameter;
  readonly prefix: string;
  readonly value: unknown;
  readonly disabled: boolean;
  onValue(value: unknown): void;
}

const Field: FunctionComponent<FieldProps> = ({ parameter, prefix, value, disabled, onValue }) => {
  const { name, required = false, description, schema } = parameter;
  const control = controlOf(schema);
  // What is typed need not be a value yet.
  const [text, setText] = useState(textOf(value));
  const [defect, setDefect] = useState("");
  // Before it is to be seen: what is typed next must not be overwritten.
  useLayoutEffect(() => {
    if (defect === "" && JSON.stringify(valueOf(text, control, required).value) !== JSON.stringify(value)) {
      setText(textOf(value));
    }
  }, [JSON.stringify(value)]);
  const id = `${prefix}-${name}`;
  const enter = (entered: string): void => {
    setText(entered);
    const read = valueOf(entered, control, required);
    setDefect(read.defect ?? "");
    if (read.defect === undefined) onValue(read.value);
  };
  const hint = schema.default === undefined ? "" : ` Left out: ${JSON.stringify(schema.default)}.`;
  return el(
    "div",
    { class: "field" },
    el(
      "label",
      { for: id },
      name,
      required ? el("span", { class: "required" }, " required") : null,
      el("span", { class: "quiet" }, ` ${kindText(control)}`),
    ),
    inputOf(control, {
      id,
      name,
      text,
      value,
      disabled,
      required,
      invalid: defect !== "",
      described: `${id}-about`,
      enter,
      onValue,
    }),
    el(
      "p",
      { id: `${id}-about`, class: defect === "" ? "about" : "about defect" },
      defect === "" ? `${description ?? ""}${hint}` : defect,
    ),
  );
};

interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly described: string;
  enter(text: string): void;
  onValue(value: unknown): void;
}

function inputOf(control: Control, props: InputProps): VNode {
  const { id, name, text, value, disabled, required, invalid, described, enter, onValue } = props;
  const common = {
    id,
    name,
    disabled,
    "aria-required": required,
    "aria-invalid": invalid,
    "aria-describedby": described,
  };
  switch (control.kind) {
    case "boolean":
    case "choice": {
      const values = control.kind === "choice" ? control.values : ["true", "false"];
      return el(
        "select",
        {
          ...common,
          value: value === undefined ? "" : String(value),
          onChange: ({ currentTarget: { value: chosen } }) =>
            onValue(chosen === "" ? undefined : control.kind === "choice" ? chosen : chosen === "true"),
        },
        el("option", { value: "" }, "(left out)"),
        values.map((each) => el("option", { key: each, value: each }, each)),
      );
    }
    case "text":
    case "number":
      return el("input", {
        ...common,
        type: "text",
        inputMode: control.kind === "number" ? "numeric" : "text",
        autocomplete: "off",
        spellcheck: false,
        value: text,
        onInput: (event) => enter(event.currentTarget.value),
      });
    case "lines":
    case "json":
      return el("textarea", {
        ...common,
        class: control.kind === "json" ? "code" : "",
        rows: Math.min(8, Math.max(2, text.split("\n").length)),
        spellcheck: false,
        value: text,
        onInput: (event) => enter(event.currentTarget.value),
      });
  }
}

function kindText(control: Control): string {
  switch (control.kind) {
    case "text":
      return "text";
    case "number":
      return control.integer ? "integer" : "number";
    case "boolean":
      return "true or false";
    case "choice":
      return "one of these";
    case "lines":
      return control.of === "string" ? "list of texts, one a line" : "list of integers, one a line";
    case "json":
      return control.any ? "JSON, or any text" : "JSON";
  }
}

/** A value as its field shows it. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string" || typeof item === "number")) {
    return value.join("\n");
  }
  return JSON.stringify(value, undefined, 2) ?? "";
}

/** What a field's text says: a value, nothing, or what is wrong. */
function valueOf(text: string, control: Control, required: boolean): { value?: unknown; defect?: string } {
  // An empty text is a value where there has to be one.
  if (text === "") return control.kind === "text" && required ? { value: "" } : {};
  switch (control.kind) {
    case "number": {
      const value = Number(text);
      if (text.trim() === "" || !Number.isFinite(value)) {
        return { defect: `${JSON.stringify(text)} is no number` };
      }
      return { value };
    }
    case "lines": {
      const lines = text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
      if (control.of === "string") return { value: lines };
      const bad = lines.find((line) => !/^\s*-?\d+\s*$/.test(line));
      return bad === undefined
        ? { value: lines.map(Number) }
        : { defect: `${JSON.stringify(bad)} is no integer` };
    }
    case "json":
      try {
        return { value: JSON.parse(text) };
      } catch (error) {
        if (control.any) return { value: text };
        return { defect: error instanceof Error ? error.message : String(error) };
      }
    default:
      return { value: text };
  }
}
