import type { Transaction } from "#platform/database/database.server.ts";
import type { Prepare } from "./events/event.ts";
import type { EventName, StoredParams, LateEventName, Params } from "./events/events.ts";
import type { Message } from "./message.table.ts";

/** What the concept that a message comes from has to do with it while it goes out. */
type MessageOwner<E extends EventName> = {
  /** Notifies whoever it concerns, where this folder is what has to say: it knows no accounts. */
  raise?: (params: Params<E>) => Promise<void>;
  /**
   * Its params as they are now. Null withdraws it: asked again, it is owed no longer, as where a
   * consent was taken back in the same instant.
   */
  prepare?: (
    message: Message,
    stored: StoredParams<E>,
  ) => ReturnType<Prepare<StoredParams<E>, Params<E>>>;
  /** Where it goes by now; null leaves it. */
  readdress?: (message: Message) => Promise<string | null>;
  /** Takes part in the transaction that settles it. */
  settled?: (
    transaction: Transaction,
    message: Message,
    state: "sent" | "dead" | "withdrawn",
  ) => Promise<void>;
};

type AnyOwners = { readonly [E in EventName]?: MessageOwner<E> };

/** The owners of all late events, and of those others that want to be asked. */
export type MessageOwners = AnyOwners & {
  readonly [E in LateEventName]: Required<Pick<MessageOwner<E>, "prepare">>;
};

let settings: { siteOrigin: string; owners: AnyOwners } | undefined;

/** Boot: `siteOrigin` is what links begin with; `owners` is written down once, at the top. */
export function configureMessages(siteOrigin: string, owners: MessageOwners): void {
  settings = { siteOrigin, owners };
}

function requireSettings() {
  if (!settings) throw new Error("A message was sent before boot.");
  return settings;
}

/** What links in messages begin with. */
export function getSiteOrigin(): string {
  return requireSettings().siteOrigin;
}

export function findOwner<E extends EventName>(event: E): MessageOwner<E> | undefined {
  return requireSettings().owners[event];
}
