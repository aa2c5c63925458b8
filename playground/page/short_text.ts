/** Formats times, durations and JSON as short texts. */

/**
 * Formats a local time, as in `14:03:07.042`.
 *
 * @param time Milliseconds since 1970-01-01 UTC.
 */
export function timeText(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  const milliseconds = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

/** Formats a duration, as in `3.2 ms`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 10_000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Formats a position in a track or its length, as in `3:07`. */
export function playTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Formats a value as JSON on one line, cut to `length` characters. */
export function shortJson(value: unknown, length = 160): string {
  return beginning(JSON.stringify(value) ?? "", length);
}

function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Maximum number of characters shown of a body that is not JSON. */
const CONTENT_LENGTH = 300;

/**
 * Formats the params, the result or the error of a message on the wire.
 *
 * @param text The body, or its beginning.
 * @param whole Whether `text` is the whole body.
 */
export function contentText(text: string, whole: boolean): string {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // The body is cut off or not JSON: show the text after the envelope.
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
