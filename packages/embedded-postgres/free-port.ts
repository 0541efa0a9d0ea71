import { createServer } from "node:net";

/** A TCP port of the loopback address that is free right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address !== "object" || !address) return reject(new Error("No port was given."));
      server.close(() => resolve(address.port));
    });
  });
}
