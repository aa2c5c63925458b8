import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Disk, FileFacts } from "../../../handlers/core/disk.ts";
import { Failure } from "../../../handlers/core/operation.ts";
import { append } from "../../../handlers/log/disk.ts";
import { notRegular, openRegularFile } from "../../../handlers/log/regular_file.ts";
import { systemClock } from "../../../host_stdio/clock.ts";
import { waitFor } from "../../support/deadline.ts";
import { inDirectory, isWindows, MemoryFile, run, systemError, TestDisk } from "./support.ts";

const uses = ["append", "change", "read"] as const;

async function refuses(disk: TestDisk, path: string, use: (typeof uses)[number]): Promise<void> {
  const error = await assertRejects(() => openRegularFile(disk, systemClock, path, use), Failure);
  assertEquals(error.message, "Not a regular file");
}

/** Runs a test for each use, in a new directory beside a file that must not change. */
function unixTest(
  name: string,
  test: (disk: TestDisk, path: string, outside: string, use: (typeof uses)[number]) => Promise<void>,
): void {
  for (const use of uses) {
    Deno.test({
      name: `openRegularFile for ${use} ${name}`,
      ignore: isWindows,
      fn: () =>
        inDirectory(async (directory) => {
          const outside = `${directory}/outside.txt`;
          await Deno.writeTextFile(outside, "outside");
          await Deno.mkdir(`${directory}/log`);
          await test(new TestDisk(), `${directory}/log/a.log`, outside, use);
          assertEquals(await Deno.readTextFile(outside), "outside");
        }),
    });
  }
}

Deno.test("openRegularFile creates a missing file in append mode", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    const disk = new TestDisk();
    assertEquals(await openRegularFile(disk, systemClock, path, "change"), undefined);
    assertEquals(await openRegularFile(disk, systemClock, path, "read"), undefined);
    assertEquals(disk.opened, []);
    const { file, facts } = await openRegularFile(disk, systemClock, path, "append");
    file.close();
    assertEquals(facts.size, 0);
    assertEquals(disk.opened.map(({ createNew }) => createNew), [true]);
  }));

Deno.test("openRegularFile opens an existing file and returns its size", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    await Deno.writeTextFile(path, "text");
    for (const use of uses) {
      const opened = await openRegularFile(new TestDisk(), systemClock, path, use);
      opened?.file.close();
      assertEquals(opened?.facts.size, 4);
    }
    const { file } = await openRegularFile(new TestDisk(), systemClock, path, "append");
    await append(file, new TextEncoder().encode(" more"));
    file.close();
    assertEquals(await Deno.readTextFile(path), "text more");
  }));

// Shows: A symbolic link, a folder, a pipe, a device or a file with more than one hard link at that name is refused:
// `Not a regular file`.
unixTest(
  "refuses a symbolic link, even one to nowhere, without opening it",
  async (disk, path, outside, use) => {
    for (const target of [outside, `${outside}.missing`, path]) {
      await Deno.symlink(target, path);
      await refuses(disk, path, use);
      await Deno.remove(path);
    }
    assertEquals(disk.opened, []);
    await assertRejects(() => Deno.lstat(`${outside}.missing`), Deno.errors.NotFound);
  },
);

// Shows: The same refusal applies to the component log in read and clear.
unixTest("refuses a file with a second name", async (disk, path, outside, use) => {
  await Deno.link(outside, path);
  await refuses(disk, path, use);
  assertEquals(disk.opened, []);
});

unixTest("refuses a folder", async (disk, path, _outside, use) => {
  await Deno.mkdir(path);
  await refuses(disk, path, use);
  assertEquals(disk.opened, []);
});

unixTest("refuses a pipe without opening it", async (disk, path, _outside, use) => {
  run("mkfifo", path);
  await refuses(disk, path, use);
  assertEquals(disk.opened, []);
});

unixTest("refuses a socket", async (disk, path, _outside, use) => {
  const listener = Deno.listen({ transport: "unix", path });
  await refuses(disk, path, use);
  assertEquals(disk.opened, []);
  listener.close();
});

unixTest("refuses a device without opening it", async (disk, path, _outside, use) => {
  // Only root can create devices. For other users, the test changes the result of `lstat`.
  if (Deno.uid() === 0) run("mknod", path, "c", "1", "3");
  else {
    await Deno.writeTextFile(path, "");
    disk.disguise = (facts) => ({ ...facts, isFile: false });
  }
  await refuses(disk, path, use);
  assertEquals(disk.opened, []);
});

for (
  const [what, swap] of [
    ["a symbolic link", (path: string, outside: string) => Deno.symlinkSync(outside, path)],
    ["a second name of another file", (path: string, outside: string) => Deno.linkSync(outside, path)],
    ["a pipe", (path: string) => run("mkfifo", path)],
    [
      "a symbolic link to nowhere",
      (path: string, outside: string) => Deno.symlinkSync(`${outside}.missing`, path),
    ],
  ] as const
) {
  unixTest(`refuses ${what} that was put there after the check`, async (disk, path, outside, use) => {
    await Deno.writeTextFile(path, "log");
    let swapped = false;
    disk.beforeOpen = () => {
      if (swapped) return;
      swapped = true;
      Deno.removeSync(path);
      swap(path, outside);
    };
    await refuses(disk, path, use);
    assert(swapped);
    await assertRejects(() => Deno.lstat(`${outside}.missing`), Deno.errors.NotFound);
  });
}

unixTest(
  "accepts a regular file that has replaced another one after the check",
  async (disk, path, _outside, use) => {
    await Deno.writeTextFile(path, "old");
    let swapped = false;
    disk.beforeOpen = () => {
      if (swapped) return;
      swapped = true;
      Deno.renameSync(path, `${path}.old`);
      Deno.writeTextFileSync(path, "rotated");
    };
    const opened = await openRegularFile(disk, systemClock, path, use);
    opened?.file.close();
    assertEquals(opened?.facts.size, 7);
  },
);

unixTest("gives up on an entry that changes each time", async (disk, path, _outside, use) => {
  await Deno.writeTextFile(path, "old");
  disk.beforeOpen = () => {
    Deno.renameSync(path, `${path}.old`);
    Deno.writeTextFileSync(path, "new");
  };
  await refuses(disk, path, use);
});

unixTest("refuses a file that got a second name after the check", async (disk, path, outside, use) => {
  await Deno.writeTextFile(path, "log");
  disk.beforeOpen = () => {
    try {
      Deno.linkSync(path, `${outside}.second`);
    } catch (error) {
      // At the second attempt, the link already exists.
      assert(error instanceof Deno.errors.AlreadyExists);
    }
  };
  await refuses(disk, path, use);
});

Deno.test({
  name: "openRegularFile does not follow a link that appears where it creates a file",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (directory) => {
      const path = `${directory}/a.log`;
      const disk = new TestDisk();
      disk.beforeOpen = () => {
        if (disk.opened.length === 0) Deno.symlinkSync(`${directory}/outside`, path);
      };
      await refuses(disk, path, "append");
      await assertRejects(() => Deno.lstat(`${directory}/outside`), Deno.errors.NotFound);
    }),
});

Deno.test("openRegularFile starts again when the file is deleted after the check", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    for (const use of uses) {
      await Deno.writeTextFile(path, "log");
      const disk = new TestDisk();
      disk.beforeOpen = async () => {
        if (disk.opened.length === 0) await Deno.remove(path);
      };
      const opened = await openRegularFile(disk, systemClock, path, use);
      opened?.file.close();
      assertEquals(opened?.facts.size, use === "append" ? 0 : undefined);
    }
  }));

Deno.test("openRegularFile uses a file that another process creates first", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    const disk = new TestDisk();
    disk.beforeOpen = async (_path, { createNew }) => {
      if (createNew) await Deno.writeTextFile(path, "theirs");
    };
    const { file, facts } = await openRegularFile(disk, systemClock, path, "append");
    file.close();
    assertEquals(facts.size, 6);
  }));

Deno.test({
  name: "openRegularFile creates nothing in a directory that has become a link",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (directory) => {
      await Deno.mkdir(`${directory}/elsewhere`);
      await Deno.symlink("elsewhere", `${directory}/log`);
      const disk = new TestDisk();
      const path = `${directory}/log/a.log`;
      const error = await assertRejects(() => openRegularFile(disk, systemClock, path, "append"));
      assert(error instanceof Error && "code" in error);
      assertEquals([error.name, error.code, error.message], [
        "LinkedDirectory",
        "EACCES",
        "the log directory is a link",
      ]);
      assertEquals(disk.opened, []);
    }),
});

Deno.test("openRegularFile reads a read-only file and does not write to it", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    await Deno.writeTextFile(path, "log");
    const disk = new TestDisk();
    disk.beforeOpen = (_path, { write, append }) => {
      if (write || append) throw systemError("EACCES");
    };
    const opened = await openRegularFile(disk, systemClock, path, "read");
    opened?.file.close();
    assertEquals(opened?.facts.size, 3);
    await assertRejects(() => openRegularFile(disk, systemClock, path, "append"), Error, "EACCES");
    await assertRejects(() => openRegularFile(disk, systemClock, path, "change"), Error, "EACCES");
    disk.beforeOpen = () => {
      throw systemError("EMFILE");
    };
    await assertRejects(() => openRegularFile(disk, systemClock, path, "read"), Error, "EMFILE");
  }));

Deno.test("openRegularFile closes the file when the check after opening fails", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    const disk = new TestDisk();
    let looks = 0;
    disk.disguise = (facts) => {
      // `lstat` succeeds, `stat` of the open file fails.
      if (++looks % 2 === 0) throw systemError("EIO");
      return facts;
    };
    await Deno.writeTextFile(path, "log");
    for (const use of uses) {
      await assertRejects(() => openRegularFile(disk, systemClock, path, use), Error, "EIO");
    }
    await Deno.remove(path);
    looks = 1;
    await assertRejects(() => openRegularFile(disk, systemClock, path, "append"), Error, "EIO");
  }));

/** Returns a file's facts as Windows reports them. */
function onWindows(facts: FileFacts): FileFacts {
  return { ...facts, ino: null, nlink: null };
}

Deno.test("openRegularFile works without the inode numbers that Windows does not report", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    await Deno.writeTextFile(path, "log");
    const disk = new TestDisk();
    disk.disguise = onWindows;
    for (const use of uses) {
      const opened = await openRegularFile(disk, systemClock, path, use);
      opened?.file.close();
      assertEquals(opened?.facts.size, 3);
    }
  }));

Deno.test("openRegularFile distinguishes files by creation time where there are no inode numbers", () =>
  inDirectory(async (directory) => {
    const path = `${directory}/a.log`;
    await Deno.writeTextFile(path, "log");
    const disk = new TestDisk();
    let time = 0;
    disk.disguise = (facts) => ({ ...onWindows(facts), birthtime: new Date(time++) });
    for (const use of uses) await refuses(disk, path, use);
  }));

Deno.test("openRegularFile fails for a read-only file whose opening does not end", async () => {
  const facts = new MemoryFile().facts;
  const opening = Promise.withResolvers<MemoryFile>();
  const disk: Disk = {
    lstat: () => Promise.resolve(facts),
    open: (_path, { write }) =>
      write === false ? opening.promise : Promise.reject(new Deno.errors.PermissionDenied("read-only")),
  };
  // Opening a pipe does not end either while no process writes to it.
  const error = await assertRejects(() => openRegularFile(disk, systemClock, "/logs/a.log", "read"), Failure);
  assertEquals(error.message, notRegular);
  let closed = 0;
  const late = new MemoryFile();
  late.close = () => void closed++;
  opening.resolve(late);
  await waitFor("the file to be opened", opening.promise);
  await Promise.resolve();
  assertEquals(closed, 1);
});
