// Progress: a line for each stage, with the seconds it took.

/**
 * A start or test run of `count` stages.
 * @param {number} count
 */
export function stages(count) {
  let number = 0;
  return {
    /**
     * Runs one stage. `isTalkative`: the work writes its own lines in between.
     * @template Result
     * @param {string} title
     * @param {() => Promise<Result>} work
     * @param {{ isTalkative?: boolean }} [options]
     * @returns {Promise<Result>}
     */
    async stage(title, work, { isTalkative = false } = {}) {
      number += 1;
      const label = `[${number}/${count}] ${title} …`;
      const began = performance.now();
      process.stdout.write(isTalkative ? `${label}\n` : `${label} `);
      const end = (/** @type {string} */ word) => {
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        process.stdout.write(`${isTalkative ? `${label} ` : ""}${word}${seconds} s\n`);
      };
      try {
        const result = await work();
        end("");
        return result;
      } catch (error) {
        end("failed after ");
        throw error;
      }
    },
  };
}

/** A failure that its message explains completely, so that it needs no stack trace. */
export class Refusal extends Error {}

/**
 * Prints why a stage failed: one sentence for an expected failure, everything for a bug.
 * @param {unknown} error
 */
export function explain(error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
