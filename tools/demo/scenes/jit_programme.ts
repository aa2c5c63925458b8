/**
 * What is streamed in the demo.
 *
 * @module
 */

/** A track of the programme. */
export interface ProgrammeTrack {
  /** The page's own identifier. */
  readonly trackId: string;
  readonly title: string;
  readonly url: string;
  /** Its length. */
  readonly seconds: number;
}

const tracks: readonly (readonly [title: string, seconds: number, host?: string])[] = [
  ["Night Bus", 64],
  ["Platform Two", 52],
  ["Vending Machine", 71],
  ["Last Train", 45, "slow.example"],
  ["Streetlight Waltz", 83],
  ["Open All Hours", 58],
  ["Rain on the Depot", 66],
  ["Signal Box", 49, "slow.example"],
  ["First Train", 74],
  ["Morning Edition", 61],
];

/** Ten tracks; two of them are on a server that is slow. */
export const programme: readonly ProgrammeTrack[] = tracks.map(([title, seconds, host], index) => ({
  trackId: `night-${index + 1}`,
  title,
  url: `https://${host ?? "radio.example"}/night/${index + 1}.mp3`,
  seconds,
}));
