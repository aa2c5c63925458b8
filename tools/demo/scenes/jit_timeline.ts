/**
 * A session drawn as a timeline.
 *
 * @module
 */

/** What is known of a track of the session. */
export interface Played {
  readonly title: string;
  /** When it was buffered, in seconds from the session's beginning. */
  readonly buffered: number;
  /** When it began; undefined when it has not. */
  begin?: number;
  /** When it ended. */
  end?: number;
  /** When the session asked for the track behind it. */
  readonly asked: number[];
}

const TITLE_WIDTH = 18;
const AXIS_WIDTH = 76;

/**
 * Draws a session.
 *
 * @param played Its tracks in order.
 * @param length Its length in seconds.
 * @returns The lines: one for each track and one that explains them.
 */
export function timelineOf(played: readonly Played[], length: number): string[] {
  const column = (seconds: number) => Math.floor(seconds * AXIS_WIDTH / length);
  const lines = played.map(({ title, buffered, begin = length, end = length, asked }) => {
    const cells: string[] = new Array(AXIS_WIDTH).fill(" ");
    cells.fill("·", column(buffered), column(begin));
    cells.fill("█", column(begin), Math.max(column(begin) + 1, column(end)));
    for (const seconds of asked) cells[Math.min(AXIS_WIDTH - 1, column(seconds))] = "?";
    return `${title.padEnd(TITLE_WIDTH)} ${cells.join("").trimEnd()}`;
  });
  return [
    ...lines,
    "",
    `${" ".repeat(TITLE_WIDTH)} · buffered   █ playing   ? needNext   in all ${clockTime(length)}`,
  ];
}

/**
 * Writes a time as a player shows it.
 *
 * @param seconds The time.
 * @returns Minutes and seconds, as in `3:07`.
 */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
