import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Returns one sentence that says why the site could not listen on this address, or undefined if it
 * could. Waits up to `patienceMs` for a port that is still in use.
 * @param {{ host: string, port: string, patienceMs: number }} options
 * @returns {Promise<string | undefined>}
 */
export async function whyNotListen({ host, port, patienceMs }) {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    return `PORT must be a whole number from 0 to 65535, not "${port}".`;
  }
  const deadline = performance.now() + patienceMs;
  let code = await tryToListen(host, Number(port));
  while (code === "EADDRINUSE" && performance.now() < deadline) {
    await pause(100);
    code = await tryToListen(host, Number(port));
  }
  if (code === "EADDRINUSE") {
    return `Port ${port} is already taken on ${host}. Stop what listens there, or set PORT to another number.`;
  }
  if (code === "EACCES") {
    return `This account may not listen on port ${port}. Set PORT to a number from 1024 up.`;
  }
  if (code !== undefined) return `HOST ${host} is not an address of this machine (${code}).`;
  return undefined;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} the system's error code
 */
function tryToListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
