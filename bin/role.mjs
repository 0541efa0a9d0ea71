// `npm run role -- EMAIL ROLE`: gives an account another role, above all the first administrator's;
// a dealer with the dealership that they work for: `npm run role -- EMAIL dealer "Name"`.
// The site is stopped meanwhile, unless DATABASE_URL names a server of its own.
import { buildSite } from "./build.mjs";
import { runNode } from "./child.mjs";
import { installPackages } from "./install.mjs";
import { root } from "./paths.mjs";
import { takeDataDirectory } from "./place.mjs";
import { explain } from "./stages.mjs";

process.chdir(root);
try {
  if (!process.env.DATABASE_URL) await takeDataDirectory();
  await installPackages({ withDevelopment: false });
  await buildSite();
  const parameters = process.argv.slice(2);
  const { exitCode } = await runNode(["build/server/role.js", ...parameters], { stdio: "inherit" });
  process.exitCode = exitCode;
} catch (error) {
  explain(error);
}
