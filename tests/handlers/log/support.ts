/** Disks for the tests of log files: a file in memory, and the real disk with faults. */

import type { Disk, DiskFile, FileFacts } from "../../../handlers/core/disk.ts";
import { tempDirectory } from "../../support/temp_directory.ts";

/** A file in memory whose reads may be short. */
export class MemoryFile implements DiskFile {
  /** Bytes read so far. */
  bytesRead = 0;
  /** The largest number of bytes requested by one read. */
  largestRead = 0;
  #position = 0;
  #mtime = 0;

  /**
   * @param bytes The content.
   * @param maxRead The maximum number of bytes that one read returns.
   * @param ino The inode number.
   */
  constructor(public bytes: Uint8Array = new Uint8Array(), readonly maxRead = Infinity, public ino = 1) {}

  /** Replaces the content, as another process would. */
  change(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.#mtime++;
  }

  /** The result of `stat`. */
  get facts(): FileFacts {
    return {
      isFile: true,
      size: this.bytes.length,
      mtime: new Date(this.#mtime),
      birthtime: new Date(0),
      dev: 1,
      ino: this.ino,
      nlink: 1,
    };
  }

  stat(): Promise<FileFacts> {
    return Promise.resolve(this.facts);
  }

  read(buffer: Uint8Array): Promise<number | null> {
    this.largestRead = Math.max(this.largestRead, buffer.length);
    const end = this.#position + Math.min(buffer.length, this.maxRead);
    const part = this.bytes.subarray(this.#position, end);
    buffer.set(part);
    this.#position += part.length;
    this.bytesRead += part.length;
    return Promise.resolve(part.length || null);
  }

  write(bytes: Uint8Array): Promise<number> {
    this.change(Uint8Array.of(...this.bytes, ...bytes));
    return Promise.resolve(bytes.length);
  }

  seek(offset: number): Promise<number> {
    this.#position = offset;
    return Promise.resolve(offset);
  }

  truncate(size: number): Promise<void> {
    this.change(this.bytes.slice(0, size));
    return Promise.resolve();
  }

  close(): void {}
}

/** Returns an operating-system error as Deno throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code} at /a/secret/path (os error 1)`), { code });
}

/** The real disk, with counters and faults. */
export class TestDisk implements Disk {
  readonly opened: Deno.OpenOptions[] = [];
  /** The bytes of each write. */
  readonly writes: string[] = [];
  /** The largest number of bytes requested by one read. */
  largestRead = 0;
  /** Bytes read so far. */
  bytesRead = 0;
  /** Called between the check of a file and its opening. */
  beforeOpen: (path: string, options: Deno.OpenOptions) => void | Promise<void> = () => {};
  /** Called before bytes are read. */
  beforeRead: () => void | Promise<void> = () => {};
  /** Called before bytes are written. */
  beforeWrite: () => void | Promise<void> = () => {};
  /** The maximum number of bytes that one write accepts. */
  maxWrite = Infinity;
  /** Free bytes on the disk. */
  space = Infinity;
  /** Changes the result of `lstat` and `stat`. */
  disguise: (facts: FileFacts) => FileFacts = (facts) => facts;

  async lstat(path: string): Promise<FileFacts> {
    return this.disguise(await Deno.lstat(path));
  }

  async open(path: string, options: Deno.OpenOptions): Promise<DiskFile> {
    await this.beforeOpen(path, options);
    this.opened.push(options);
    const file = await Deno.open(path, options);
    return {
      stat: async () => this.disguise(await file.stat()),
      read: async (buffer) => {
        await this.beforeRead();
        this.largestRead = Math.max(this.largestRead, buffer.length);
        const count = await file.read(buffer);
        this.bytesRead += count ?? 0;
        return count;
      },
      write: async (bytes) => {
        await this.beforeWrite();
        if (this.space === 0) throw systemError("ENOSPC");
        const part = bytes.subarray(0, Math.min(this.maxWrite, this.space));
        this.writes.push(new TextDecoder().decode(part));
        const count = await file.write(part);
        this.space -= count;
        return count;
      },
      seek: (offset, whence) => file.seek(offset, whence),
      truncate: (size) => file.truncate(size),
      close: () => file.close(),
    };
  }
}

/** Runs a test in a new directory, which is removed afterwards. */
export async function inDirectory(test: (directory: string) => Promise<void>): Promise<void> {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await test(directory);
}

/** Returns the names of a directory's entries. */
export async function namesIn(directory: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(directory)) names.push(name);
  return names;
}

export function run(program: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command(program, { args }).outputSync();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr)}`);
}

/** Whether this is Windows, where pipes and links need administrator rights. */
export const isWindows = Deno.build.os === "windows";
