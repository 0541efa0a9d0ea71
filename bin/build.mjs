import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "./child.mjs";
import { fingerprint, readStamp } from "./fingerprint.mjs";
import { inRoot } from "./paths.mjs";
import { whileNobodyElseSetsUp } from "./set-up-lock.mjs";
import { Refusal } from "./stages.mjs";

/** Everything that the build reads. */
const SOURCES = [
  "src",
  "packages",
  "messages",
  "content",
  "public",
  "bin",
  "project.inlang/settings.json",
  "project.inlang/compile-options.mjs",
  "project.inlang/one-language.mjs",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const GENERATED = [join("src", "messages")];

/**
 * The last lines of a failure that are shown: the bundler lists hundreds of files before its error.
 */
const LINES_OF_FAILURE = 40;

const stampPath = inRoot("build", ".stamp");

/** Builds the browser's and the server's bundles into build/, unless the sources are unchanged. */
export async function buildSite() {
  if (isBuilt()) return;
  await whileNobodyElseSetsUp(async () => {
    if (isBuilt()) return;
    const wanted = fingerprint(SOURCES, GENERATED);
    rmSync(stampPath, { force: true });
    const script = inRoot("node_modules", "@react-router", "dev", "bin.cjs");
    const { exitCode, output } = await runNode([script, "build"], {
      quiet: true,
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (exitCode !== 0) {
      const end = output.trim().split("\n").slice(-LINES_OF_FAILURE).join("\n");
      throw new Refusal(`The site could not be built.\n${end}`);
    }
    writeFileSync(stampPath, wanted);
  });
}

function isBuilt() {
  return readStamp(stampPath) === fingerprint(SOURCES, GENERATED);
}
