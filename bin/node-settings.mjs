/**
 * Memory settings for Node and its C library, in addition to those that the server sets itself
 * (src/server/heap-limits.ts). By default both take what a large machine offers: 500 to 600 MB
 * although 100 are in use (bench/soak). The image has the same settings (deploy/Dockerfile). A
 * setting of the operator takes precedence.
 */
export const NODE_SETTINGS = {
  // The semi-space for new objects, in MB; Node has three of them. With 16, a site under load used
  // 54 MB more, for 1/30 less processor time (bench/soak).
  NODE_OPTIONS: "--max-semi-space-size=8",
  // By default glibc has one heap for every two threads, and returns little of the freed memory to
  // the system. Other C libraries ignore these variables.
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
  // If an option is given twice, the last one counts.
  const options = [NODE_SETTINGS.NODE_OPTIONS, input["NODE_OPTIONS"]].filter(Boolean).join(" ");
  return { ...NODE_SETTINGS, ...Object.fromEntries(set), NODE_OPTIONS: options };
}
