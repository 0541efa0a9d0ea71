import { existsSync } from "node:fs";
import { run } from "./child.mjs";

/**
 * Installs the first of these sets of packages that exists, on Debian and Ubuntu if this account
 * may install packages. If that fails, `output` says why; the caller reports it.
 * @param {string[][]} choices
 * @returns {Promise<{ isDone: boolean, output: string }>}
 */
export async function installWithApt(choices) {
  if (!existsSync("/usr/bin/apt-get")) return { isDone: false, output: "There is no apt-get." };
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  /** @param {string[]} parameters */
  const aptGet = async (parameters) => {
    const [command = "", ...rest] = [...asRoot, "apt-get", ...parameters];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { exitCode, output } = await run(command, rest, { quiet: true, env });
    return { isDone: exitCode === 0, output: output.trim() };
  };
  let last = await aptGet(["update"]);
  for (const packages of last.isDone ? choices : []) {
    last = await aptGet([
      "install",
      "-y",
      "--no-install-recommends",
      // An existing configuration file is not changed, without a question.
      "-o",
      "Dpkg::Options::=--force-confold",
      ...packages,
    ]);
    if (last.isDone) break;
  }
  return last;
}
