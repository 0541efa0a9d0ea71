// Removes each lock, consent check and limit once, and checks which test fails; see README.md.
//   node bench/mutations/mutate.ts FOLDER [minutes] [lock|consent|limit …] [--list]
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inRoot, root } from "../../bin/paths.mjs";

const [folder, ...rest] = process.argv.slice(2);
if (!folder) throw new Error("Say in which folder the copy and the results shall be.");
const copy = join(resolve(folder), "copy");
if (copy.startsWith(root)) throw new Error("The copy may not be in the checkout itself.");

copyCheckout();
const { status } = spawnSync(
  process.execPath,
  [join(copy, "bench/mutations/run-mutants.ts"), resolve(folder), ...rest],
  { cwd: copy, stdio: "inherit" },
);
process.exitCode = status ?? 1;

/**
 * Copies every file of the checkout in its current state, and links what is generated and
 * installed.
 */
function copyCheckout() {
  rmSync(join(copy, "src"), { recursive: true, force: true });
  const files = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  }).stdout.split("\n");
  for (const file of files) {
    if (!existsSync(inRoot(file)) || file === "") continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(inRoot(file), join(copy, file));
  }
  for (const name of ["node_modules", ".cache", ".react-router", "src/messages"])
    if (!existsSync(join(copy, name))) symlinkSync(inRoot(name), join(copy, name), "junction");
}
