// `npm run audit`: checks the locked packages for advisories and signatures in the registry.
import { readAdvisories, readSignatures } from "./audit-answers.mjs";
import { npm } from "./npm.mjs";
import { inRoot, root } from "./paths.mjs";

process.chdir(root);

/**
 * The site's own packages, those of the tools that are run by hand, and the Node that may be
 * downloaded.
 */
const LOCKS = [".", "tools", "bin/node"];

const found = [];
for (const folder of LOCKS) {
  const { output } = await npm(["audit", "--json"], { cwd: inRoot(folder) });
  const advisories = readAdvisories(output);
  if (!advisories) {
    console.log("The registry at hand answers no audits: nothing was checked.");
    process.exit();
  }
  found.push(...advisories.map((each) => `${folder}: ${each}`));
}
const { output } = await npm(["audit", "signatures", "--json"]);
const signatures = readSignatures(output);
if (!signatures) console.log("The registry at hand gives no signatures: none was checked.");
found.push(...(signatures ?? []));

for (const each of found) console.error(each);
if (found.length > 0) process.exitCode = 1;
else console.log("No advisory is known of any locked package.");
