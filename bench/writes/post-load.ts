// Sends posts over persistent connections with as little work as possible, because it shares the
// processors with what it measures.
import { connect, type Socket } from "node:net";

export type Post = { path: string; headers: Readonly<Record<string, string>>; body: string };

/** Sends posts over this number of connections until the time ends. Returns how many got a 200. */
export async function sendPosts(
  origin: string,
  next: () => Post | undefined,
  { connections, ms }: { connections: number; ms: number },
): Promise<number> {
  const { hostname, port, host } = new URL(origin);
  const until = performance.now() + ms;
  let responded = 0;
  const runNext = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const responses = readResponses(socket);
    for (;;) {
      const post = performance.now() < until ? next() : undefined;
      if (!post) break;
      socket.write(writePost(host, post));
      const { value } = await responses.next();
      if (!value?.startsWith("HTTP/1.1 200 ")) throw new Error(`${post.path} answered ${value}`);
      responded += 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, runNext));
  return responded;
}

function writePost(host: string, { path, headers, body }: Post): string {
  const all = { host, ...headers, "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Yields each complete response, by its length or its last chunk. */
async function* readResponses(socket: Socket): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of socket.setEncoding("latin1")) {
    text += String(chunk);
    const head = text.indexOf("\r\n\r\n");
    if (head < 0) continue;
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    const isWhole =
      length === undefined
        ? text.endsWith("\r\n0\r\n\r\n")
        : text.length >= head + 4 + Number(length);
    if (!isWhole) continue;
    yield text;
    text = "";
  }
}
