// `npm run dev`: the site from its sources, with fast refresh of the pages.
import { installPackages } from "./install.mjs";
import { root } from "./paths.mjs";
import { checkAddress, takeDataDirectory } from "./data-directory.mjs";
import { serve } from "./serve.mjs";
import { explain, stages } from "./stages.mjs";

process.chdir(root);
const { stage } = stages(3);

try {
  await stage("Checking folder and port", async () => {
    await takeDataDirectory();
    await checkAddress();
  });
  await stage("Installing packages", () => installPackages({ withDevelopment: true }));
  console.log("[3/3] Starting the development server …");
  process.exitCode = await serve("bin/dev-server.mjs", { NODE_ENV: "development" });
} catch (error) {
  explain(error);
}
