/**
 * A clock that goes only when told, under the name that tests know it by.
 *
 * @module
 */

export { ManualClock as FakeClock } from "../../tools/fixtures/manual_clock.ts";
