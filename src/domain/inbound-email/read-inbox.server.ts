import { log, loggableError } from "#platform/log/log.server.ts";
import { parseImapUrl } from "#platform/imap/imap-url.ts";
import { readMailbox } from "#platform/imap/read-mailbox.server.ts";
import { INBOUND_MAX_BYTES } from "./inbound-email.ts";
import { UnreadableEmail } from "./read-email.server.ts";
import { receiveEmail } from "./receive-email.server.ts";

/**
 * Takes in the unread mail of IMAP_URL's mailbox. One process at a time runs it; should two, a
 * mail's Message-ID keeps it to one.
 */
export async function readInbox(imapUrl: string): Promise<void> {
  const server = parseImapUrl(imapUrl);
  if (!server) throw new Error("IMAP_URL has no user and password.");
  await readMailbox(server, {
    mostBytes: INBOUND_MAX_BYTES,
    take: (raw, { isCut }) => receiveEmail(raw, { isCut }).catch(passOver),
  });
}

/** What no parser reads would fail for ever: it stays in the mailbox, and is read no more. */
function passOver(error: unknown): void {
  if (!(error instanceof UnreadableEmail)) throw error;
  log.warn("an inbound mail could not be read", { error: loggableError(error) });
}
