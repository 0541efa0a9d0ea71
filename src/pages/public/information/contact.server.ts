import { env } from "#platform/env/env.server.ts";
import { site } from "#site/site.ts";

/** Where the messaging app reaches us: digits only, international form, as its links take it. */
export function formatChatNumber(): string {
  return (env().CHAT_NUMBER ?? site.chatNumber).replace(/\D/g, "");
}
