import { randomInt, randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { takeMailShare } from "#domain/notification/mail-share.server.ts";
import { notifyNow } from "#domain/notification/send.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import type { Spender } from "#platform/limit/spend-budget.server.ts";
import type { E164 } from "#platform/sms/sms.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import type { Locale } from "#values/locale.ts";
import {
  CODE_LIFE_MS,
  type CodeWay,
  MOST_GUESSES,
  MOST_SENDS_A_DAY,
  type PhonePurpose,
  readCode,
  resendDelayMs,
  SENDS_WINDOW_MS,
  VERIFIED_LIFE_MS,
  waitBeforeSendMs,
} from "./phone-verification.ts";
import {
  type CodeAsker,
  findRefusal,
  forgiveAsker,
  isOwnDoing,
  prepareSpending,
  refundPool,
  warnOfRefusal,
} from "./sms-limits.server.ts";
import { phoneVerificationTable as codes } from "./phone-verification.table.ts";

/** Who a code is for, for which number and purpose. */
export type CodeOwner = { visitorHash: string; phone: E164; purpose: PhonePurpose };

type SendCodeResult =
  /** How long to wait before the next code. */
  | { ok: true; resendAfterSeconds: number }
  | { ok: false; code: "too_soon"; waitSeconds: number }
  /** Unless the asker caused it, their form is accepted without a code (`canGetCode`). */
  | { ok: false; code: "too_many"; retryAfterSeconds: number; isOwnDoing: boolean }
  | { ok: false; code: "send_failed" };

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/**
 * Sends a new code; earlier codes of the same owner stop working. `host` is the site on which it
 * may be entered. It is sent before this returns, because the person must know at once if that
 * failed.
 *
 * Sends are limited by number, whoever asks, so that nobody can flood a stranger's phone; by asker;
 * and all together by the site's budget. If a person gets no code for a reason that they did not
 * cause, that is recorded.
 */
export async function sendCode(
  owner: CodeOwner,
  { host, locale, asker }: { host: string; locale: Locale; asker: Omit<CodeAsker, "visitorHash"> },
): Promise<SendCodeResult> {
  const asking = { ...asker, visitorHash: owner.visitorHash };
  const spend = await prepareSpending(asking);
  const at = now();
  const id = randomUUID();
  const code = makeCode();
  const reserved = await db().transaction(async (transaction) => {
    // One send per number at a time: otherwise parallel requests would all see the same count.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${owner.phone}, 1))`,
    );
    const sent = await transaction
      .select({ sentAt: codes.sentAt })
      .from(codes)
      .where(
        and(
          eq(codes.phone, owner.phone),
          eq(codes.sentBy, "sms"),
          gt(codes.sentAt, new Date(at.getTime() - DAY_MS)),
        ),
      )
      .orderBy(desc(codes.sentAt));
    const oldest = sent.at(MOST_SENDS_A_DAY - 1);
    if (oldest) {
      const endsMs = oldest.sentAt.getTime() + DAY_MS - at.getTime();
      return { outcome: "too_many", retryAfterSeconds: toSeconds(endsMs) } as const;
    }
    const inWindow = sent.filter(({ sentAt }) => at.getTime() - sentAt.getTime() < SENDS_WINDOW_MS);
    const waitMs = waitBeforeSendMs(
      inWindow.map(({ sentAt }) => sentAt),
      at,
    );
    if (waitMs > 0) return { outcome: "too_soon", waitMs } as const;
    const spent = await spend(transaction);
    if (!spent.ok) return { outcome: "spent", refusal: spent } as const;
    await replaceCode(transaction, owner, { id, code, at, sentBy: "sms" });
    const resendMs = resendDelayMs(inWindow.length + 1);
    return { outcome: "reserved", pool: spent.pool, resendMs } as const;
  });
  switch (reserved.outcome) {
    case "too_soon":
      return { ok: false, code: "too_soon", waitSeconds: toSeconds(reserved.waitMs) };
    case "too_many": {
      // Somebody asked too often for this number; its holder must not suffer from that.
      await noteUnsent(owner);
      const { retryAfterSeconds } = reserved;
      return { ok: false, code: "too_many", retryAfterSeconds, isOwnDoing: false };
    }
    case "spent": {
      const { refusal } = reserved;
      await warnOfRefusal(refusal);
      const isOwn = isOwnDoing(refusal);
      if (!isOwn) await noteUnsent(owner);
      const { retryAfterSeconds } = refusal;
      return { ok: false, code: "too_many", retryAfterSeconds, isOwnDoing: isOwn };
    }
    case "reserved": {
      const result = await notifyNow({
        event: "phone_code",
        to: owner.phone,
        locale,
        params: { code, host },
      });
      if (result.ok) return { ok: true, resendAfterSeconds: reserved.resendMs / 1000 };
      // A code that was not sent must not count against the number's next try.
      await db().update(codes).set({ sentBy: null, expiresAt: at }).where(eq(codes.id, id));
      await refundPool(reserved.pool, asking);
      return { ok: false, code: "send_failed" };
    }
  }
}

/**
 * Mails a code to a person whose number gets none: it proves that the address is theirs, and proves
 * nothing about the number. Limited by mailbox and by asker, like every e-mail of a form.
 */
export async function mailCode(
  owner: CodeOwner,
  { email, locale, ipAddress }: { email: string; locale: Locale; ipAddress: string },
): Promise<{ ok: true } | { ok: false }> {
  if (!(await takeMailShare("form", email, ipAddress)).ok) return { ok: false };
  const id = randomUUID();
  const code = makeCode();
  // Sent before it is stored: if it may not be sent, the earlier code stays valid.
  const sent = await notifyNow({ event: "email_code", to: email, locale, params: { code } });
  if (!sent.ok) return { ok: false };
  const addressHash = hashAddress(email);
  await db().transaction((transaction) =>
    replaceCode(transaction, owner, { id, code, at: now(), sentBy: "email", addressHash }),
  );
  return { ok: true };
}

/** Stores a code, which replaces the owner's earlier ones. */
async function replaceCode(
  transaction: Transaction,
  owner: CodeOwner,
  {
    id,
    code,
    at,
    ...way
  }: { id: string; code: string; at: Date } & (
    | { sentBy: "sms" }
    | { sentBy: "email"; addressHash: string }
  ),
): Promise<void> {
  await transaction
    .update(codes)
    .set({ expiresAt: at })
    .where(and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, at)));
  await transaction.insert(codes).values({
    id,
    ...owner,
    ...way,
    codeHash: mac().hmac(CODE_PURPOSE, boundCode(id, owner, code)),
    sentAt: at,
    expiresAt: new Date(at.getTime() + CODE_LIFE_MS),
  });
}

/** Records that this owner asked for a code and got none. */
async function noteUnsent(owner: CodeOwner): Promise<void> {
  const at = now();
  await db()
    .insert(codes)
    .values({
      id: randomUUID(),
      ...owner,
      sentBy: null,
      codeHash: NO_HASH,
      sentAt: at,
      expiresAt: at,
    });
}

/** The hash of a code that does not exist: no HMAC is empty. */
const NO_HASH = "";

function makeCode(): string {
  return String(randomInt(100_000, 1_000_000));
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

/**
 * Whether a person with an unverified number can get a code: then a form that wants a verified
 * number requires it. They cannot if they asked and none was sent, or if others have spent the
 * budget now: then their form is accepted, and says that the number is not verified.
 */
export async function canGetCode(owner: CodeOwner, asker: Spender): Promise<boolean> {
  const since = new Date(now().getTime() - VERIFIED_LIFE_MS);
  const [newest] = await db()
    .select({ sentBy: codes.sentBy, expiresAt: codes.expiresAt })
    .from(codes)
    .where(and(ownedBy(owner), gt(codes.sentAt, since)))
    .orderBy(desc(codes.sentAt))
    .limit(1);
  if (newest && newest.sentBy === null) return false;
  if (newest && newest.expiresAt > now()) return true;
  const refusal = await findRefusal({ ...asker, visitorHash: owner.visitorHash });
  return refusal === null || isOwnDoing(refusal);
}

/** Whether a code for this number waits to be entered: then another one may be requested. */
export async function hasOpenCode(owner: CodeOwner): Promise<boolean> {
  const [open] = await db()
    .select({ id: codes.id })
    .from(codes)
    .where(and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, now())))
    .limit(1);
  return open !== undefined;
}

export type VerifyCodeResult =
  /** How the code was sent: it proves a number, or an address. */
  | { ok: true; sentBy: CodeWay }
  | { ok: false; code: "wrong_code" | "no_code" | "too_many_guesses" };

/**
 * Checks a guess. It is counted in the same statement that returns the hash, so at most five are
 * compared, however many arrive at once. An input that is not a code is not compared, and does not
 * count as a guess.
 */
export async function verifyCode(
  owner: CodeOwner,
  typed: string,
  asker: Omit<CodeAsker, "visitorHash">,
): Promise<VerifyCodeResult> {
  const at = now();
  const code = readCode(typed);
  const isLive = and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, at));
  if (code === null) {
    const [live] = await db()
      .select({ guesses: codes.guesses })
      .from(codes)
      .where(isLive)
      .orderBy(desc(codes.sentAt))
      .limit(1);
    if (!live) return { ok: false, code: "no_code" };
    return { ok: false, code: live.guesses < MOST_GUESSES ? "wrong_code" : "too_many_guesses" };
  }
  const newest = db()
    .select({ id: codes.id })
    .from(codes)
    .where(isLive)
    .orderBy(desc(codes.sentAt))
    .limit(1);
  const [counted] = await db()
    .update(codes)
    .set({ guesses: sql`${codes.guesses} + 1` })
    .where(and(eq(codes.id, newest), lt(codes.guesses, MOST_GUESSES)))
    .returning({ id: codes.id, codeHash: codes.codeHash, sentBy: codes.sentBy });
  if (!counted) {
    const [live] = await newest;
    return { ok: false, code: live ? "too_many_guesses" : "no_code" };
  }
  const bound = boundCode(counted.id, owner, code);
  if (!mac().hmacMatches(CODE_PURPOSE, bound, counted.codeHash)) {
    return { ok: false, code: "wrong_code" };
  }
  await db().update(codes).set({ verifiedAt: at }).where(eq(codes.id, counted.id));
  if (counted.sentBy === "email") return { ok: true, sentBy: "email" };
  const anHourAgo = new Date(at.getTime() - HOUR_MS);
  const sent = and(ownedBy(owner), eq(codes.sentBy, "sms"), gt(codes.sentAt, anHourAgo));
  const asking = { ...asker, visitorHash: owner.visitorHash };
  await forgiveAsker(asking, await db().$count(codes, sent));
  return { ok: true, sentBy: "sms" };
}

/** When this visitor verified this number for this purpose; null if they did not. */
export async function verifiedAt(owner: CodeOwner): Promise<Date | null> {
  return (await findProofs(owner, null)).phoneVerifiedAt;
}

/** The same, and when they confirmed `email` with a code that was mailed to it. */
export async function findProofs(
  owner: CodeOwner,
  email: string | null,
): Promise<{ phoneVerifiedAt: Date | null; emailConfirmedAt: Date | null }> {
  const since = new Date(now().getTime() - VERIFIED_LIFE_MS);
  const bySms = eq(codes.sentBy, "sms");
  const byMail = and(eq(codes.sentBy, "email"), eq(codes.addressHash, hashAddress(email ?? "")));
  const proofs = await db()
    .select({ sentBy: codes.sentBy, at: codes.verifiedAt })
    .from(codes)
    .where(and(ownedBy(owner), gt(codes.verifiedAt, since), or(bySms, byMail)))
    .orderBy(desc(codes.verifiedAt));
  const newest = (way: CodeWay) => proofs.find(({ sentBy }) => sentBy === way)?.at ?? null;
  return { phoneVerifiedAt: newest("sms"), emailConfirmedAt: newest("email") };
}

function hashAddress(email: string): string {
  return mac().hmac("mailed code address", email.trim().toLowerCase());
}

/** reference/security.md: codes are deleted after 24 hours. */
export const oldCodes = expiredRows(codes, (at) =>
  lt(codes.sentAt, new Date(at.getTime() - VERIFIED_LIFE_MS)),
);

function ownedBy(owner: CodeOwner) {
  return and(
    eq(codes.visitorHash, owner.visitorHash),
    eq(codes.phone, owner.phone),
    eq(codes.purpose, owner.purpose),
  );
}

const CODE_PURPOSE = "phone code";

/**
 * The code together with what it is valid for: the same digits for anything else have another hash.
 */
function boundCode(id: string, owner: CodeOwner, code: string): string {
  return [id, owner.phone, owner.purpose, code].join("|");
}
