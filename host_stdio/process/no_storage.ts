/**
 * Removes the storage of the runtime, which is outside the log directory. Import it before anything else. A worker
 * would have a storage of its own, so workers are removed too.
 *
 * @module
 */

for (
  const name of ["caches", "localStorage", "sessionStorage", "CacheStorage", "Cache", "Storage", "Worker"]
) {
  Reflect.deleteProperty(globalThis, name);
}
