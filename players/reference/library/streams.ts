/**
 * Streams: every URL is one, and a few hosts behave badly on purpose.
 *
 * @module
 */

import type { Handle } from "../../../host_stdio/shapes.ts";
import { extensionOf, madeUpTrack, type MediaSource, type MediaTrack, unknownTrack } from "./sources.ts";

/** Hosts with which everything that can happen to a stream can be shown. */
export const streamHosts = {
  /** Resolves and opens late. */
  slow: "slow.example",
  /** Neither resolves nor opens: whoever waits for it waits for ever. */
  never: "never.example",
  /** Resolves to nothing. */
  nothing: "nothing.example",
  /** Resolves, and cannot be appended to a playlist: the player answers an error. */
  refused: "refused.example",
  /** Can be appended; the player answers an error when it is asked to play it. */
  unplayable: "unplayable.example",
  /** Can be played, and then cannot be opened. */
  broken: "broken.example",
  /** Begins to play and breaks off after ten seconds. */
  breaking: "breaking.example",
  /** Redirects: it plays as the same path on `cdn.example`. */
  moved: "moved.example",
} as const;

const BREAKS_AFTER_SECONDS = 10;

const STREAM = /^(?:https?|mms|rtsp):\/\/(?:[^/?#@]*@)?([^/:?#]+)/i;

/**
 * Whether a path is the address of a stream.
 *
 * @param path The path.
 * @returns Whether it begins like one.
 */
export function isStream(path: string): boolean {
  return STREAM.test(path);
}

/**
 * The host of a stream.
 *
 * @param path Its address.
 * @returns The host in lower case; "" when the path is not the address of a stream.
 */
export function hostOf(path: string): string {
  return STREAM.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** The streams of the whole world. A file on a server has a length, anything else is a live stream without end. */
export class StreamSource implements MediaSource {
  tracksIn(path: string): readonly Handle[] | undefined {
    if (!isStream(path)) return undefined;
    return hostOf(path) === streamHosts.nothing ? [] : [{ path, subsong: 0 }];
  }

  find(handle: Handle): MediaTrack | undefined {
    const { path } = handle;
    if (handle.subsong !== 0 || !this.tracksIn(path)?.length) return undefined;
    const host = hostOf(path);
    const file = path.replace(/[?#].*$/s, "").slice(path.indexOf("://") + "://".length);
    const lastSegment = file.includes("/") ? file.slice(file.lastIndexOf("/") + 1) : "";
    const extension = extensionOf(`/${lastSegment}`);
    const title = decoded(extension ? lastSegment.slice(0, -extension.length - 1) : lastSegment) || host;
    const track = extension
      ? madeUpTrack({ ...handle, title, fileSize: null }, lastSegment)
      : { ...unknownTrack(handle), title };
    return {
      track,
      playable: host !== streamHosts.broken && host !== streamHosts.unplayable,
      ...(host === streamHosts.breaking && { breaksAfter: BREAKS_AFTER_SECONDS }),
      ...(host === streamHosts.moved && { playsAs: { ...handle, path: movedPath(path) } }),
    };
  }

  *filesBelow(): Iterable<string> {}
}

function movedPath(path: string): string {
  return `https://cdn.example/${path.replace(/^[^:]*:\/\/[^/?#]*\/?/, "")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is allowed in an address; then the text is shown as it stands.
    return text;
  }
}
