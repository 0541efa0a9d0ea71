import type { Transaction } from "#platform/database/database.server.ts";
import type { SendResult } from "#platform/outgoing/send-result.ts";
import type { Prepare } from "./events/event.ts";
import type { EventName, StoredParams, LateEventName, Params } from "./events/events.ts";
import type { Message } from "./message.table.ts";

/** How the concept that a message belongs to takes part in sending it. */
type MessageOwner<E extends EventName> = {
  /**
   * Notifies the people concerned, for a message that starts in this folder, which knows no
   * accounts.
   */
  raise?: (params: Params<E>) => Promise<void>;
  /**
   * Loads its current params. Returns null if the message is no longer owed, for example because a
   * consent was withdrawn at the same time; then it is withdrawn.
   */
  prepare?: (
    message: Message,
    stored: StoredParams<E>,
  ) => ReturnType<Prepare<StoredParams<E>, Params<E>>>;
  /** The address to use now; null keeps the stored one. */
  readdress?: (message: Message) => Promise<string | null>;
  /** Runs after each attempt, with what its receiver answered. */
  tried?: (message: Message, result: SendResult) => Promise<void>;
  /** Runs in the transaction that settles the message. */
  settled?: (
    transaction: Transaction,
    message: Message,
    state: "sent" | "dead" | "withdrawn",
  ) => Promise<void>;
};

type AnyOwners = { readonly [E in EventName]?: MessageOwner<E> };

/** The owners of all late events, and of other events that need one. */
export type MessageOwners = AnyOwners & {
  readonly [E in LateEventName]: Required<Pick<MessageOwner<E>, "prepare">>;
};

let settings: { siteOrigin: string; owners: AnyOwners } | undefined;

/**
 * Called at boot. `siteOrigin` is the start of links; `owners` is listed once, in the top-level
 * code.
 */
export function configureMessages(siteOrigin: string, owners: MessageOwners): void {
  settings = { siteOrigin, owners };
}

function requireSettings() {
  if (!settings) throw new Error("A message was sent before boot.");
  return settings;
}

/** The start of links in messages. */
export function getSiteOrigin(): string {
  return requireSettings().siteOrigin;
}

export function findOwner<E extends EventName>(event: E): MessageOwner<E> | undefined {
  return requireSettings().owners[event];
}
