/**
 * Virtual time for tests.
 */

export { ManualClock as FakeClock } from "../../tools/fixtures/manual_clock.ts";
