/**
 * The parameters of a call: a form generated from their schemas, and JSON beside it. The page sends the JSON; the form
 * shows and edits it.
 */

import { type FunctionComponent, h, type VNode } from "preact";
import { unknownParamTexts } from "../../limits/names.ts";
import { type Control, controlOf, type Operation, type Parameter } from "./operations.ts";
import { el } from "./ui.ts";

/** The parameters as the user has entered them. */
export interface Entry {
  readonly text: string;
  /** The text of each edited field, by parameter. The JSON omits a parameter whose text is not a valid value. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface FormProps {
  readonly operation: Operation;
  readonly entry: Entry;
  /** Prefix of the element ids. */
  readonly prefix: string;
  onEntry(entry: Entry): void;
}

/** Parsed JSON, or the reason why it cannot be sent. */
export type Parsed = { readonly params: Readonly<Record<string, unknown>> } | { readonly defect: string };

/** Parses the JSON of an entry and checks that it can be sent. */
export function parseEntry({ params }: Operation, { text, fields }: Entry): Parsed {
  const parsed = parseParams(text);
  if ("defect" in parsed) return { defect: `The JSON cannot be sent: ${parsed.defect}` };
  for (const { name, schema, required = false } of params) {
    const { defect } = valueOf(fields[name] ?? "", controlOf(schema), required);
    if (defect !== undefined) return { defect: `${name} cannot be sent: ${defect}` };
  }
  return parsed;
}

function parseParams(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { defect: "Parameters must be a JSON object" };
    }
    return { params: value as Readonly<Record<string, unknown>> };
  } catch (error) {
    return { defect: error instanceof Error ? error.message : String(error) };
  }
}

/** Formats parameters as indented JSON. */
export function paramsText(params: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(params, undefined, 2);
}

/** Form and JSON, side by side. */
export const OperationForm: FunctionComponent<FormProps> = ({ operation, entry, prefix, onEntry }) => {
  const { text, fields } = entry;
  const parsed = parseParams(text);
  const params = "params" in parsed ? parsed.params : undefined;
  const warnings = params && !operation["x-any-params"]
    ? unknownParamTexts(operation.name, params, operation.params.map(({ name }) => name))
    : [];
  const enter = (name: string, field: string, { value, defect }: Read): void => {
    const all = { ...fields, [name]: field };
    onEntry({ fields: all, text: defect === undefined ? withValue(name, value) : text });
  };
  const withValue = (name: string, value: unknown): string => {
    const { [name]: _old, ...others } = params ?? {};
    // Documented parameters in their order, then the others.
    const all: Readonly<Record<string, unknown>> = value === undefined
      ? others
      : { ...others, [name]: value };
    const known = operation.params.map((parameter) => parameter.name).filter((each) =>
      Object.hasOwn(all, each)
    );
    const order = [...known, ...Object.keys(all).filter((each) => !known.includes(each))];
    return paramsText(Object.fromEntries(order.map((each) => [each, all[each]])));
  };
  return el(
    "div",
    { class: "form" },
    el(
      "div",
      { class: "fields" },
      operation.params.length === 0 && !operation["x-any-params"]
        ? el("p", { class: "quiet" }, "No parameters.")
        : null,
      operation.params.map((parameter) =>
        h(Field, {
          key: `${operation.name} ${parameter.name}`,
          parameter,
          prefix,
          value: params?.[parameter.name],
          entered: fields[parameter.name],
          disabled: params === undefined,
          onEnter: (field, read) => enter(parameter.name, field, read),
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
        onInput: (event) => onEntry({ text: event.currentTarget.value, fields: {} }),
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
  /** The value in the JSON; undefined when the JSON omits the parameter. */
  readonly value: unknown;
  /** The text that the user has typed; undefined when the field follows the JSON. */
  readonly entered: string | undefined;
  readonly disabled: boolean;
  onEnter(text: string, read: Read): void;
}

/** The value of a field, or the reason why its text is not valid. With neither, the JSON omits the parameter. */
interface Read {
  readonly value?: unknown;
  readonly defect?: string;
}

const Field: FunctionComponent<FieldProps> = ({ parameter, prefix, value, entered, disabled, onEnter }) => {
  const { name, required = false, description, schema } = parameter;
  const control = controlOf(schema);
  const text = entered ?? textOf(value);
  const { defect = "" } = entered === undefined ? {} : valueOf(entered, control, required);
  const id = `${prefix}-${name}`;
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
      enter: (text) => onEnter(text, valueOf(text, control, required)),
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
}

function inputOf(control: Control, props: InputProps): VNode {
  const { id, name, text, value, disabled, required, invalid, described, enter } = props;
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
          onChange: (event) => enter(event.currentTarget.value),
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

/** Formats a value as the text of a field. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string" || typeof item === "number")) {
    return value.join("\n");
  }
  return JSON.stringify(value, undefined, 2) ?? "";
}

/** Parses the text of a field. */
function valueOf(text: string, control: Control, required: boolean): Read {
  // A required string may be empty.
  if (text === "") return control.kind === "text" && required ? { value: "" } : {};
  switch (control.kind) {
    case "boolean":
      return { value: text === "true" };
    case "number": {
      const value = Number(text);
      if (text.trim() === "" || !Number.isFinite(value)) {
        return { defect: `${JSON.stringify(text)} is not a number` };
      }
      return { value };
    }
    case "lines": {
      const lines = text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
      if (control.of === "string") return { value: lines };
      const bad = lines.find((line) => !/^\s*-?\d+\s*$/.test(line));
      return bad === undefined
        ? { value: lines.map(Number) }
        : { defect: `${JSON.stringify(bad)} is not an integer` };
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
