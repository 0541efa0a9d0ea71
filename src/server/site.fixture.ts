import { SITE_ORIGIN, useMessages } from "#domain/notification/notification.fixture.ts";
import { messageOwners } from "./message-owners.ts";

/**
 * Gives the tests of the calling file, or of the `describe` around the call, what the server starts
 * before it listens: a database, the environment of demo mode, keys, and every message with the
 * module that prepares it, so that sent messages wait in the outbox.
 */
export function useSite(options: { origin?: string; maxConnections?: number } = {}) {
  const origin = options.origin ?? SITE_ORIGIN;
  return useMessages({ ...options, origin, owners: messageOwners(origin) });
}
