import { setFlagsFromString } from "node:v8";

/**
 * By how many percent of its used size the heap may grow before a garbage collection. Node's
 * default lets it grow fourfold on a large machine (bench/soak has what this saves and costs).
 */
const HEAP_GROWTH_PERCENT = 60;
/**
 * The size in MB of a thread's semi-space, where new objects are created; V8 allocates three of
 * them. The main thread keeps the size that it was started with (bin/node-settings.mjs), but that
 * option also applies to every heap created later, whatever a thread's own `resourceLimits` say. A
 * thread that draws or decodes creates few objects at a time.
 */
const THREAD_SEMI_SPACE_MB = 1;

/** Called before any thread starts: the limits of a heap are fixed when it is created. */
export function limitHeaps(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  setFlagsFromString(`--max-semi-space-size=${THREAD_SEMI_SPACE_MB}`);
}
