// Why an installation must not continue or has failed, as one sentence for the expected cases.

/** @typedef {Record<string, Record<string, string> | undefined>} Manifest */
/** @typedef {{ packages: Record<string, Manifest & { integrity?: string }> }} Lock */

const KINDS = ["dependencies", "devDependencies", "optionalDependencies"];

/**
 * Says in one sentence which packages differ between package.json and package-lock.json; returns
 * undefined if none do. With a difference, npm would install packages that are not locked, or fail
 * with a page of text.
 * @param {Manifest} manifest
 * @param {Lock} lock
 */
export function refuseOtherLock(manifest, lock) {
  const locked = lock.packages[""] ?? {};
  const differing = KINDS.flatMap((kind) => {
    const requested = manifest[kind] ?? {};
    const named = locked[kind] ?? {};
    const names = new Set([...Object.keys(requested), ...Object.keys(named)]);
    return [...names].filter((name) => requested[name] !== named[name]);
  });
  if (differing.length === 0) return undefined;
  return (
    `package-lock.json does not fit package.json (${differing.join(", ")}): put back the one that ` +
    "belongs to it, or run npm install --package-lock-only and look at what it changes."
  );
}

/**
 * Explains npm's output: in one clear sentence if a package or the lock is wrong, otherwise as npm
 * wrote it.
 * @param {string} output
 * @param {Lock} lock
 */
export function explainFailedInstall(output, lock) {
  const wanted = /EINTEGRITY[\s\S]*?wanted (sha\d+-\S+)/.exec(output)?.[1];
  if (wanted !== undefined) {
    const paths = Object.entries(lock.packages).filter(([, { integrity }]) => integrity === wanted);
    const name = paths[0]?.[0].replace(/^.*node_modules\//, "") ?? "of the lock";
    return (
      `The package ${name} is another one than package-lock.json names (its hash differs), so ` +
      "nothing was installed: ask who runs your registry, or put back the lock that belongs to it."
    );
  }
  if (output.includes("code EUSAGE")) {
    return (
      "package-lock.json does not fit package.json: put back the one that belongs to it, or run " +
      "npm install --package-lock-only and look at what it changes."
    );
  }
  return `The packages could not be installed.\n${output.trim()}`;
}
