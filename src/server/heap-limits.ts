import { setFlagsFromString } from "node:v8";

/**
 * By how much of what is in use the heap may grow before what is no longer used is looked for. Left to
 * itself Node lets it grow fourfold on a large machine (bench/soak: what it saves and costs).
 */
const HEAP_GROWTH_PERCENT = 60;
/**
 * Where a thread makes its objects, in MB, of which V8 takes three. The main thread has what it was
 * started with (bin/node-settings.mjs); that option holds for every heap made later, too, whatever a
 * thread's own `resourceLimits` say. One that draws or decodes makes few objects at a time.
 */
const THREAD_SEMI_SPACE_MB = 1;

/** Told before any thread starts: what a heap may take is settled when it is made. */
export function limitHeaps(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  setFlagsFromString(`--max-semi-space-size=${THREAD_SEMI_SPACE_MB}`);
}
