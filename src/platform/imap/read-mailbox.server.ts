import { ImapFlow } from "imapflow";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { ImapServer } from "./imap-url.ts";

/** Of one run; the next one takes the others. */
const MOST_AT_ONCE = 50;
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 30_000 };

type Options = {
  /** Of a longer mail only its headers are given. */
  mostBytes: number;
  /** Stores a mail for good, or throws. */
  take: (raw: Uint8Array, mail: { isCut: boolean }) => Promise<unknown>;
};

/**
 * Gives each unread mail of a folder to `take`, the oldest first, and marks it as read once that is
 * done: a process that ends in between leaves it unread, and it is given again. One mail that
 * cannot be taken does not hold up the others. Returns how many were taken.
 * @throws if the mailbox cannot be read, or if any mail could not be taken
 */
export async function readMailbox(server: ImapServer, options: Options): Promise<number> {
  const { host, port, encryption, user, password, folder } = server;
  const client = new ImapFlow({
    host,
    port,
    secure: encryption === "implicit",
    doSTARTTLS: encryption === "starttls",
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...TIMEOUTS,
  });
  // A cut connection also rejects the command under way; unheard, it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const lock = await client.getMailboxLock(folder);
    try {
      return await takeUnread(client, options);
    } finally {
      lock.release();
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function takeUnread(client: ImapFlow, options: Options): Promise<number> {
  const unread = (await client.search({ seen: false }, { uid: true })) || [];
  let failed = 0;
  const uids = unread.toSorted((a, b) => a - b).slice(0, MOST_AT_ONCE);
  for (const uid of uids) {
    try {
      await takeOne(client, String(uid), options);
      await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    } catch (error) {
      if (!client.usable) throw error;
      failed += 1;
      log.warn("a mail could not be taken in", { error: loggableError(error) });
    }
  }
  if (failed > 0) throw new Error(`${failed} mails could not be taken in.`);
  return uids.length;
}

async function takeOne(client: ImapFlow, uid: string, { mostBytes, take }: Options): Promise<void> {
  const { size = 0 } = (await client.fetchOne(uid, { size: true }, { uid: true })) || {};
  const isCut = size > mostBytes;
  const fetched = await client.fetchOne(uid, isCut ? { headers: true } : { source: true }, {
    uid: true,
  });
  const raw = fetched && (isCut ? fetched.headers : fetched.source);
  // Deleted by another program meanwhile.
  if (raw) await take(raw, { isCut });
}
