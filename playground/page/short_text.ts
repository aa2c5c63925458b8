/**
 * Texts that are short enough for a line.
 *
 * @module
 */

/**
 * A time of the day.
 *
 * @param time Milliseconds since 1970-01-01 UTC.
 * @returns As in `14:03:07.042`.
 */
export function timeText(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  const milliseconds = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

/**
 * A duration.
 *
 * @param milliseconds How long.
 * @returns As in `3.2 ms`.
 */
export function durationText(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 10_000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * The place in a track, or its length.
 *
 * @param seconds How long.
 * @returns As in `3:07`.
 */
export function playTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * A value on one line.
 *
 * @param value Any JSON value.
 * @param length How many characters at most.
 * @returns The beginning of its JSON.
 */
export function shortJson(value: unknown, length = 160): string {
  return beginning(JSON.stringify(value) ?? "", length);
}

function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** How many characters of a body that is no JSON are shown. */
const CONTENT_LENGTH = 300;

/**
 * What a message on the wire says beside its envelope.
 *
 * @param text The beginning of its body.
 * @param whole Whether that is all of it.
 * @returns The beginning of its params, result or error; of a text that was cut, what there is.
 */
export function contentText(text: string, whole: boolean): string {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // It was cut off, or is none: shown from where the content begins.
    const at = /"(?:params|result|error)":/.exec(text);
    return beginning(`${at ? text.slice(at.index + at[0].length) : text}${whole ? "" : "…"}`, CONTENT_LENGTH);
  }
  if (typeof message !== "object" || message === null) return shortJson(message);
  if ("error" in message) return shortJson(message.error);
  if ("result" in message) return shortJson(message.result);
  if (!("params" in message)) return "";
  const { params } = message;
  return shortJson(typeof params === "object" && params !== null && "data" in params ? params.data : params);
}
