// What npm answers to `audit --json`, as lines for people.

/**
 * One line for each package with an advisory; nothing where the registry did not answer.
 * @param {string} output
 * @returns {string[] | undefined}
 */
export function readAdvisories(output) {
  const result = readJson(output);
  if (!result?.vulnerabilities) return undefined;
  return Object.entries(result.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
  );
}

/**
 * One line for each package whose signature is wrong; nothing where the registry did not answer. A
 * registry that signs nothing is no fault of the packages.
 * @param {string} output
 * @returns {string[] | undefined}
 */
export function readSignatures(output) {
  const result = readJson(output);
  if (!Array.isArray(result?.invalid)) return undefined;
  return result.invalid.map(
    (/** @type {{ name: string, version: string }} */ { name, version }) =>
      `${name} ${version}: wrong signature`,
  );
}

/** npm prints warnings before its answer. */
function readJson(/** @type {string} */ output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{")));
  } catch {
    return undefined;
  }
}
