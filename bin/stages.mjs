// Progress: a line for each stage, with the seconds it took.

/**
 * A start or test run of `count` stages.
 * @param {number} count
 */
export function stages(count) {
  let number = 0;
  return {
    /**
     * Does one stage. `work` returns a word to show instead of the seconds, or nothing.
     * @template Result
     * @param {string} title
     * @param {() => Promise<Result>} work
     * @returns {Promise<Result>}
     */
    async stage(title, work) {
      number += 1;
      const began = performance.now();
      process.stdout.write(`[${number}/${count}] ${title} … `);
      const result = await work().catch((error) => {
        process.stdout.write("failed\n");
        throw error;
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${typeof result === "string" ? result : `${seconds} s`}\n`);
      return result;
    },
  };
}

/** A failure that its message explains in full; a stack trace would add nothing. */
export class Refusal extends Error {}

/**
 * Ends the process for a failed stage: a sentence for what was foreseen, everything for a bug.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(1);
}
