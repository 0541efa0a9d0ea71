// `npm run audit:verify` and similar commands (src/server/maintenance.ts). The site may run
// meanwhile.
import { buildSite } from "./build.mjs";
import { runNode } from "./child.mjs";
import { installPackages } from "./install.mjs";
import { root } from "./paths.mjs";
import { explain } from "./stages.mjs";

process.chdir(root);
try {
  await installPackages({ withDevelopment: false });
  await buildSite();
  const parameters = process.argv.slice(2);
  const { exitCode } = await runNode(["build/server/maintenance.js", ...parameters], {
    stdio: "inherit",
  });
  process.exitCode = exitCode;
} catch (error) {
  explain(error);
}
