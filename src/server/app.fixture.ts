import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { env, readEnv, setEnv } from "#platform/env/env.server.ts";
import { type AppOptions, createApp, listenerOf } from "./app.ts";
import { type ConnectionLimits, guardConnections, serverOptions } from "./connections.ts";

/**
 * The full handling of a request on a real server, without a database and with one page, which
 * prints what the server found out about the visitor.
 */
export async function serveApp(
  variables: Record<string, string> = {},
  {
    sendsStatic = true,
    ...options
  }: Partial<AppOptions> & {
    /** If false, every request passes the full handling. */
    sendsStatic?: boolean;
  } = {},
  limits?: ConnectionLimits,
) {
  const read = readEnv({ DATA_DIR: "unused", ...variables });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  let sentStatic = 0;
  const { fetch, sendStatic } = createApp({
    projectRoot: process.cwd(),
    isBuilt: true,
    pictures: {
      read: async () => ({ ok: false, code: "closed" }),
      warm: async () => ({ rendered: 0, failed: 0, durationMs: 0 }),
      close: async () => {},
    },
    countView: () => {},
    respondWithPage: async ({ url, method }, visitor) => Response.json({ url, method, visitor }),
    ...options,
  });
  const listener = listenerOf({
    fetch,
    sendStatic(incoming, outgoing) {
      const isAnswered = sendsStatic && sendStatic(incoming, outgoing);
      if (isAnswered) sentStatic += 1;
      return isAnswered;
    },
  });
  const server = createServer(serverOptions(limits), listener);
  const connections = guardConnections(server, env().TRUST_PROXY, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Sends a request as raw text, for what no client would send. */
    async sendRaw(head: string, body = ""): Promise<{ status: number; text: string }> {
      const socket = connect(port, "127.0.0.1");
      socket.setTimeout(5_000, () => socket.destroy());
      socket.write(`${head.trim().replaceAll("\n", "\r\n")}\r\nConnection: close\r\n\r\n${body}`);
      const result = await text(socket);
      return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(result)?.[1] ?? 0), text: result };
    },
    port,
    /** The number of static responses. */
    answeredEarly: () => sentStatic,
    /** As when the site is told to stop. */
    stop: (timeoutMs: number) => connections.close(timeoutMs),
    async close(): Promise<void> {
      if (server.listening) await connections.close(1_000);
    },
  };
}
