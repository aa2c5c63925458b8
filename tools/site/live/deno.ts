/** What the reader of fixtures uses of Deno, for the browser. It is imported before that reader. */

class SystemError extends Error {}

(globalThis as { Deno?: unknown }).Deno ??= {
  build: { os: "linux" },
  inspect: String,
  errors: {
    AlreadyExists: SystemError,
    BrokenPipe: SystemError,
    NotCapable: SystemError,
    NotFound: SystemError,
    PermissionDenied: SystemError,
  },
};
