import type { Sender } from "#domain/lead/submission/intake.ts";

/** Who is signed in sells under the account's address, whatever was posted (SPEC.md §5). */
export function knownAnswers({ user }: Pick<Sender, "user">): Readonly<Record<string, string>> {
  return user ? { sellerEmail: user.email } : {};
}
