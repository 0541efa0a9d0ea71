// Fetches every external link of the articles and of the site's texts, and lists those that do not
// respond: npm run sources --prefix tools. It needs the network; the build and the tests do not.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = new URL("..", import.meta.url).pathname;
const AT_ONCE = 6;
const TIMEOUT_MS = 20_000;

/** For each address, the files that link to it. */
const links = new Map();
for (const folder of ["content/blog/en", "content/blog/fr"]) {
  for (const name of await readdir(join(ROOT, folder))) {
    const text = await readFile(join(ROOT, folder, name), "utf8");
    for (const [address] of text.matchAll(/https:\/\/[^\s)\]>"]+/g))
      links.set(address, [...(links.get(address) ?? []), `${folder}/${name}`]);
  }
}

async function findFault(address) {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "user-agent": "Mozilla/5.0 (checks the sources of our articles)" },
    });
    await response.body?.cancel();
    return response.ok ? null : String(response.status);
  } catch (error) {
    return error.cause?.code ?? error.name;
  }
}

let broken = 0;
const waiting = [...links];
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [address, files] = next;
    const fault = await findFault(address);
    if (fault === null) continue;
    broken += 1;
    console.log(`${fault} ${address}\n  ${files.join(", ")}`);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(`${links.size - broken} of ${links.size} sources answer.`);
process.exitCode = broken > 0 ? 1 : 0;
