import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

type Server = { socket: Socket; client: Client | null };
type Client = { socket: Socket; server: Server | null; waiting: Buffer[] };

/**
 * A pooler like PgBouncer in transaction mode, as far as tests need one: a client that begins a
 * transaction gets the server connection that was given back last, and gives it back when the
 * server is ready for another query (PostgreSQL, "Frontend/Backend Protocol", ReadyForQuery). Each
 * client adds one connection.
 */
export async function startPooler(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, port } = new pg.Client({ connectionString: url });
  const idle: Server[] = [];
  const queue: Client[] = [];
  const sockets = new Set<Socket>();

  const track = (socket: Socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    return socket;
  };
  const serve = (client: Client, server: Server) => {
    client.server = server;
    server.client = client;
    for (const bytes of client.waiting.splice(0)) server.socket.write(bytes);
  };
  const release = (server: Server) => {
    if (server.client) server.client.server = null;
    server.client = null;
    const next = queue.shift();
    if (next) serve(next, server);
    else idle.push(server);
  };

  const pooler = createServer((socket) => {
    const client: Client = { socket: track(socket), server: null, waiting: [] };
    const own: Server = { socket: track(connect(port, host)), client: null };
    serve(client, own);
    readMessages(own.socket, { hasStartup: false }, (type, bytes) => {
      own.client?.socket.write(bytes);
      if (type === "Z" && bytes.at(-1) === "I".charCodeAt(0)) release(own);
    });
    readMessages(socket, { hasStartup: true }, (type, bytes) => {
      if (type === "X") return void socket.end();
      if (client.server) return void client.server.socket.write(bytes);
      if (client.waiting.push(bytes) > 1) return;
      const server = idle.pop();
      if (server) serve(client, server);
      else queue.push(client);
    });
  });
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const pooled = new URL(url);
  pooled.search = "";
  pooled.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return {
    url: pooled.href,
    async stop() {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      await once(pooler, "close");
    },
  };
}

/** Yields whole messages, by their type; the first message of a client has none. */
function readMessages(
  socket: Socket,
  { hasStartup }: { hasStartup: boolean },
  take: (type: string, bytes: Buffer) => void,
): void {
  let left = Buffer.alloc(0);
  let typeBytes = hasStartup ? 0 : 1;
  socket.on("data", (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    while (left.length >= typeBytes + 4) {
      const length = typeBytes + left.readUInt32BE(typeBytes);
      if (left.length < length) return;
      const type = typeBytes === 0 ? "" : String.fromCharCode(left[0] ?? 0);
      take(type, left.subarray(0, length));
      left = left.subarray(length);
      typeBytes = 1;
    }
  });
}
