import type { Undoable } from "#domain/identity/undo-credential.server.ts";
import { m } from "#messages/messages.js";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

/** A credential in words that its owner recognises. */
export function describeCredential({ kind, name, addedAt }: Undoable, locale: Locale): string {
  const date = addedAt === null ? "" : formatDate(addedAt, locale);
  switch (kind) {
    case "passkey":
      return m.account_way_in_passkey({ name, date });
    case "app":
      return m.account_way_in_app();
    case "recovery_codes":
      return m.account_way_in_codes();
    case "google":
      return m.account_way_in_google({ date });
    case "email":
      return m.account_way_in_email({ email: name });
  }
}
