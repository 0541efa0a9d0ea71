// `npm run screenshots`: takes the screenshots of docs/screenshots again, from the built site.
import { buildSite } from "./build.mjs";
import { runNode } from "./child.mjs";
import { ensureChromium } from "./chromium.mjs";
import { installPackages } from "./install.mjs";
import { root } from "./paths.mjs";

process.chdir(root);
await installPackages({ withDevelopment: true });
await buildSite();
const { exitCode } = await runNode(
  ["node_modules/vitest/vitest.mjs", "run", "--config", "docs/screenshots/vitest.config.ts"],
  { stdio: "inherit", env: { ...process.env, CHROMIUM_PATH: await ensureChromium() } },
);
process.exitCode = exitCode;
