/**
 * What Node and its C library are told of memory, beside what the server sets itself
 * (src/server/heap-limits.ts): by default both take what a large machine has, 500 to 600 MB where 100
 * are in use (bench/soak). The image names the same (deploy/Dockerfile). Whatever the operator has set
 * wins.
 */
export const NODE_SETTINGS = {
  // Where objects are made, in MB; Node takes three of these. With 16 a site under load held 54 MB more,
  // for a thirtieth less of processor time (bench/soak).
  NODE_OPTIONS: "--max-semi-space-size=8",
  // glibc keeps a heap for each two of its threads, and little of what is freed in one goes back to the
  // system. Other C libraries know none of this.
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * The environment of a server.
 * @param {Record<string, string | undefined>} input
 * @returns {Record<string, string>}
 */
export function nodeSettings(input) {
  const set = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // Of an option that comes twice the last one counts.
  const options = [NODE_SETTINGS.NODE_OPTIONS, input["NODE_OPTIONS"]].filter(Boolean).join(" ");
  return { ...NODE_SETTINGS, ...Object.fromEntries(set), NODE_OPTIONS: options };
}
