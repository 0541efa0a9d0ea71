// `npm start`: from a fresh clone to a running site. Runs on the machine's Node before anything is
// installed, so it must run on Node 20 too; everything that needs 24 is a child process.
import { buildSite } from "./build.mjs";
import { installPackages } from "./install.mjs";
import { root } from "./paths.mjs";
import { checkAddress, takeDataDirectory } from "./data-directory.mjs";
import { serve } from "./serve.mjs";
import { explain, stages } from "./stages.mjs";

process.chdir(root);
const { stage } = stages(4);

try {
  await stage("Checking folder and port", async () => {
    await takeDataDirectory();
    await checkAddress();
  });
  await stage("Installing packages", () => installPackages({ withDevelopment: false }));
  await stage("Building the site", buildSite);
  console.log("[4/4] Starting the server …");
  process.exitCode = await serve("build/server/index.js", productionEnvironment());
} catch (error) {
  explain(error);
}

/**
 * React and the router choose their slow, verbose development build at run time unless NODE_ENV is
 * "production". So the server always runs with "production". The only thing that the operator's own
 * NODE_ENV decides is the demo: that is decided here and passed on as DEMO.
 */
function productionEnvironment() {
  const { NODE_ENV, DEMO } = process.env;
  return { DEMO: DEMO || (NODE_ENV === "production" ? "0" : "1"), NODE_ENV: "production" };
}
