import { type Handle, unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { extensionOf, madeUpTrack, type MediaSource, type MediaTrack } from "./sources.ts";

/** Hosts of streams with a special behaviour. */
export const streamHosts = {
  /** Resolves and opens late. */
  slow: "slow.example",
  /** Never resolves and never opens. */
  never: "never.example",
  /** Resolves to no track. */
  nothing: "nothing.example",
  /** Resolves, but cannot be added to a playlist: the player answers with an error. */
  refused: "refused.example",
  /** Can be added to a playlist, but the player answers with an error when asked to play it. */
  unplayable: "unplayable.example",
  /** The player accepts the request to play it, then cannot open it. */
  broken: "broken.example",
  /** Plays, and breaks off after ten seconds. */
  breaking: "breaking.example",
  /** Redirects: it plays as the same path on `cdn.example`. */
  moved: "moved.example",
} as const;

const BREAKS_AFTER_SECONDS = 10;

const STREAM = /^(?:https?|mms|rtsp):\/\/(?:[^/?#@]*@)?([^/:?#]+)/i;

/** Whether a path is the URL of a stream. */
export function isStream(path: string): boolean {
  return STREAM.test(path);
}

/** Returns the host of a stream in lower case; "" for other paths. */
export function hostOf(path: string): string {
  return STREAM.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** A song that a stream announces. */
export interface Song {
  readonly title: string;
  readonly artist: string;
}

/** How long a song of a live stream is, in seconds. */
const SONG_SECONDS = 30;

/** Returns the song that begins at a full second of a live stream; undefined at other times and for files. */
export function songOfStream(path: string, second: number): Song | undefined {
  if (!isStream(path) || second % SONG_SECONDS !== 1) return undefined;
  return { title: `Song ${Math.floor(second / SONG_SECONDS) + 1}`, artist: hostOf(path) };
}

/** Every URL is a stream. A file on a server has a length; other streams are live and never end. */
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
    // A lone % is allowed in a URL: show the text as it is.
    return text;
  }
}
