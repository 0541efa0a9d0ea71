// Turns the output of npm's `audit --json` into lines for people.

/**
 * One line for each package with an advisory; undefined if the registry did not respond.
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
 * One line for each package whose signature is wrong; undefined if the registry did not respond. A
 * registry that signs nothing is not a fault of the packages.
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

/** npm prints warnings before the JSON. */
function readJson(/** @type {string} */ output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{")));
  } catch {
    return undefined;
  }
}
