import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { type LINK_PURPOSES, oneTimeLinkTable as links } from "./identity.table.ts";

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

const LIFE_MS: Record<LinkPurpose, number> = {
  confirm_email: 24 * 60 * 60_000,
  reset_password: 60 * 60_000,
  change_email: 60 * 60_000,
};

/** Whose link it is, and the address that it was sent to. */
export type LinkHolder = { userId: string; email: string };

/** Makes a link's token. Older links of the same person for the same purpose stop working. */
export async function issueLink(purpose: LinkPurpose, holder: LinkHolder): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db().transaction(async (transaction) => {
    await endLinks(transaction, holder.userId, purpose);
    await transaction.insert(links).values({
      ...holder,
      purpose,
      tokenHash: hashToken(token),
      expiresAt: new Date(now().getTime() + LIFE_MS[purpose]),
    });
  });
  return token;
}

/** Looks at a link without using it up, for the page that it opens; null where it is no good. */
export async function findLink(purpose: LinkPurpose, token: string): Promise<LinkHolder | null> {
  const [found] = await db()
    .select({ userId: links.userId, email: links.email })
    .from(links)
    .where(isGood(purpose, token));
  return found ?? null;
}

/** Uses a link up. Of any number of tries at once, one gets an answer; the others get null. */
export async function redeemLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkHolder | null> {
  const [used] = await queryable
    .delete(links)
    .where(isGood(purpose, token))
    .returning({ userId: links.userId, email: links.email });
  return used ?? null;
}

export async function endLinks(
  queryable: Queryable,
  userId: string,
  purpose: LinkPurpose,
): Promise<void> {
  await queryable.delete(links).where(and(eq(links.userId, userId), eq(links.purpose, purpose)));
}

export async function deleteOldLinks(): Promise<void> {
  await db().delete(links).where(lt(links.expiresAt, now()));
}

function isGood(purpose: LinkPurpose, token: string) {
  return and(
    eq(links.tokenHash, hashToken(token)),
    eq(links.purpose, purpose),
    gt(links.expiresAt, now()),
  );
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
