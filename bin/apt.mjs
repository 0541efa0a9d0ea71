import { existsSync } from "node:fs";
import { run } from "./child.mjs";

/**
 * Installs the first of these sets of packages that there is, on Debian and Ubuntu where this account
 * may install packages. What it says where it cannot is for the caller to tell.
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
      // A settings file that is there already stays as it is, without a question.
      "-o",
      "Dpkg::Options::=--force-confold",
      ...packages,
    ]);
    if (last.isDone) break;
  }
  return last;
}
