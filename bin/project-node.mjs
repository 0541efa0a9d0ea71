// Which Node runs the site: the machine's if it is new enough, otherwise a downloaded one.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { npmCi } from "./npm.mjs";
import { fetchedNode, hasOwnNode, inRoot, nodePackage, projectNode } from "./paths.mjs";
import { whileNobodyElseSetsUp } from "./set-up-lock.mjs";
import { Refusal } from "./stages.mjs";

/**
 * The oldest Node that still gets fixes. An older one can run these scripts, which then start the
 * newer Node.
 */
const OLDEST_WITH_FIXES = 22;

/** Makes sure that a Node exists that can run the site. */
export async function ensureProjectNode() {
  sayWhereNodeIsOld();
  if (hasOwnNode() || existsSync(projectNode())) return;
  const refusal = whyNoneIsFetched();
  if (refusal) throw new Refusal(refusal);
  await whileNobodyElseSetsUp(async () => {
    if (existsSync(projectNode())) return;
    const folder = fetchedNode();
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
      copyFileSync(inRoot("bin", "node", name), join(folder, name));
    }
    const { output } = await npmCi(["--include=optional", "--ignore-scripts"], { cwd: folder });
    if (!existsSync(projectNode())) {
      throw new Refusal(
        `Node 24 could not be fetched. Install it from nodejs.org, or fix this:\n${output.trim()}`,
      );
    }
  });
}

function sayWhereNodeIsOld() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= OLDEST_WITH_FIXES) return;
  // The output is in the middle of the stage's line, hence the line break.
  console.log(`\nNode ${node} gets no fixes any more (20 since April 2026); the site runs on 24.`);
}

/**
 * Why no Node can be downloaded for this system, and what to do; undefined if one can.
 * @param {{ platform: string, arch: string, isMusl: boolean, version: string }} [system]
 */
export function whyNoneIsFetched(system = thisSystem()) {
  const { platform, arch, isMusl, version } = system;
  const own = `This machine's Node is ${version}, and the site needs 24 or newer. `;
  if (isMusl) {
    return (
      `${own}The one that would be fetched needs glibc, and this Linux has musl: install Node with ` +
      "the system's packages (on Alpine: apk add nodejs npm), and name a PostgreSQL server in " +
      "DATABASE_URL, as the embedded one needs glibc too."
    );
  }
  if (nodePackage(platform, arch)) return undefined;
  return (
    `${own}None can be fetched for ${platform} on ${arch}: install one from nodejs.org` +
    (platform === "win32"
      ? ", and name a PostgreSQL server in DATABASE_URL, as there is no embedded one for it."
      : ".")
  );
}

function thisSystem() {
  const { platform, arch, versions } = process;
  return { platform, arch, version: versions.node, isMusl: isMusl() };
}

function isMusl() {
  if (process.platform !== "linux") return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return report.header?.glibcVersionRuntime === undefined;
}
