import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type Arrival = { from: string; to: string[]; raw: string; email: Email; secure: boolean };

/** A real SMTP server on a free port of this machine. It records what arrives. */
export async function startSmtpPeer(options: SMTPServerOptions = {}) {
  const arrivals: Arrival[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onData(stream, session, callback) {
      const bytes = await buffer(stream);
      const { mailFrom, rcptTo } = session.envelope;
      arrivals.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        raw: bytes.toString("latin1"),
        email: await PostalMime.parse(bytes),
        secure: session.secure,
      });
      callback(null, "OK queued");
    },
    ...options,
  });
  // A client that closes the connection (because of a test's timeout) is not this server's failure.
  server.on("error", () => {});
  const port = await listen(server.listen(0, "127.0.0.1"));
  return {
    port,
    arrivals,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/**
 * A plain TCP server that behaves as no correct server does: it stays silent or closes half-way.
 */
export async function startRudePeer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  }).listen(0, "127.0.0.1");
  const port = await listen(server);
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function listen(server: Server): Promise<number> {
  if (!server.listening) await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
