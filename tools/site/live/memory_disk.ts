/** A file system in memory, for a bridge without a disk. */

import type { Disk, DiskFile, FileFacts, OpenFlags } from "../../../mod.ts";

/** An error whose name and code the bridge recognizes. */
class DiskError extends Error {
  readonly code: string;

  constructor(name: "NotFound" | "AlreadyExists", code: string) {
    super(code);
    this.name = name;
    this.code = code;
  }
}

class Entry {
  bytes: Uint8Array = new Uint8Array(0);
  readonly #number: number;
  #changed = new Date();

  constructor(number: number) {
    this.#number = number;
  }

  get facts(): FileFacts {
    return {
      isFile: true,
      isSymlink: false,
      size: this.bytes.length,
      mtime: this.#changed,
      birthtime: null,
      dev: 0,
      ino: this.#number,
      nlink: 1,
    };
  }

  /** Replaces the content. */
  fill(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.#changed = new Date();
  }
}

class OpenFile implements DiskFile {
  readonly #entry: Entry;
  #position = 0;

  constructor(entry: Entry) {
    this.#entry = entry;
  }

  stat(): Promise<FileFacts> {
    return Promise.resolve(this.#entry.facts);
  }

  read(buffer: Uint8Array): Promise<number | null> {
    const part = this.#entry.bytes.subarray(
      this.#position,
      this.#position + buffer.length,
    );
    buffer.set(part);
    this.#position += part.length;
    return Promise.resolve(
      part.length === 0 && buffer.length > 0 ? null : part.length,
    );
  }

  /** Appends the bytes. The bridge writes log files only in append mode. */
  write(bytes: Uint8Array): Promise<number> {
    const { bytes: before } = this.#entry;
    const after = new Uint8Array(before.length + bytes.length);
    after.set(before);
    after.set(bytes, before.length);
    this.#entry.fill(after);
    return Promise.resolve(bytes.length);
  }

  seek(offset: number): Promise<number> {
    this.#position = offset;
    return Promise.resolve(offset);
  }

  truncate(size: number): Promise<void> {
    this.#entry.fill(this.#entry.bytes.slice(0, size));
    return Promise.resolve();
  }

  close(): void {}
}

/** A file system in memory. It has only files, no folders. */
export class MemoryDisk implements Disk {
  readonly #entries = new Map<string, Entry>();

  /** Creates a file. */
  put(path: string, bytes: Uint8Array): void {
    const entry = new Entry(this.#entries.size + 1);
    entry.fill(bytes);
    this.#entries.set(path, entry);
  }

  lstat(path: string): Promise<FileFacts> {
    const entry = this.#entries.get(path);
    return entry ? Promise.resolve(entry.facts) : Promise.reject(new DiskError("NotFound", "ENOENT"));
  }

  open(path: string, { createNew = false }: OpenFlags): Promise<DiskFile> {
    const there = this.#entries.get(path);
    if (createNew && there) {
      return Promise.reject(new DiskError("AlreadyExists", "EEXIST"));
    }
    if (there) return Promise.resolve(new OpenFile(there));
    if (!createNew) return Promise.reject(new DiskError("NotFound", "ENOENT"));
    const entry = new Entry(this.#entries.size + 1);
    this.#entries.set(path, entry);
    return Promise.resolve(new OpenFile(entry));
  }
}
