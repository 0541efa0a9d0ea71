import { randomInt, randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { notifyNow } from "#domain/notification/send.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { E164 } from "#platform/sms/sms.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import type { Locale } from "#values/locale.ts";
import {
  CODE_LIFE_MS,
  MOST_GUESSES,
  type PhonePurpose,
  readCode,
  resendDelayMs,
  SENDS_WINDOW_MS,
  VERIFIED_LIFE_MS,
  waitBeforeSendMs,
} from "./phone-verification.ts";
import { phoneVerificationTable as codes } from "./phone-verification.table.ts";

/** Whose code, for which number and what for. */
export type CodeOwner = { visitorHash: string; phone: E164; purpose: PhonePurpose };

export type SendCodeResult =
  /** How long the next code will have to wait. */
  | { ok: true; resendAfterSeconds: number }
  | { ok: false; code: "too_soon"; waitSeconds: number }
  | { ok: false; code: "send_failed" };

/**
 * Sends a fresh code; earlier ones for the same owner stop working. `host` is the site that it may
 * be entered on. It goes out before this answers: the person must hear at once where it did not.
 * Sends are counted by number, whoever asks, so that nobody can flood a stranger's phone.
 */
export async function sendCode(
  owner: CodeOwner,
  { host, locale }: { host: string; locale: Locale },
): Promise<SendCodeResult> {
  const at = now();
  const id = randomUUID();
  const code = String(randomInt(100_000, 1_000_000));
  const reserved = await db().transaction(async (transaction) => {
    // One sender a number at a time, or parallel requests would each see the same count.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${owner.phone}, 1))`,
    );
    const sent = await transaction
      .select({ sentAt: codes.sentAt })
      .from(codes)
      .where(
        and(
          eq(codes.phone, owner.phone),
          gt(codes.sentAt, new Date(at.getTime() - SENDS_WINDOW_MS)),
        ),
      )
      .orderBy(desc(codes.sentAt));
    const waitMs = waitBeforeSendMs(
      sent.map(({ sentAt }) => sentAt),
      at,
    );
    if (waitMs > 0) return { waitMs };
    await transaction
      .update(codes)
      .set({ expiresAt: at })
      .where(and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, at)));
    await transaction.insert(codes).values({
      id,
      ...owner,
      codeHash: mac().hmac(CODE_PURPOSE, boundCode(id, owner, code)),
      sentAt: at,
      expiresAt: new Date(at.getTime() + CODE_LIFE_MS),
    });
    return { waitMs: 0, resendMs: resendDelayMs(sent.length + 1) };
  });
  if (reserved.waitMs > 0) {
    return { ok: false, code: "too_soon", waitSeconds: Math.ceil(reserved.waitMs / 1000) };
  }
  const result = await notifyNow({
    event: "phone_code",
    to: owner.phone,
    locale,
    params: { code, host },
  });
  if (result.ok) return { ok: true, resendAfterSeconds: (reserved.resendMs ?? 0) / 1000 };
  // A code that never left must not count against the person's next try.
  await db().delete(codes).where(eq(codes.id, id));
  return { ok: false, code: "send_failed" };
}

/** Whether a code for this number waits to be entered: another one may then be asked for. */
export async function hasOpenCode(owner: CodeOwner): Promise<boolean> {
  const [open] = await db()
    .select({ id: codes.id })
    .from(codes)
    .where(and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, now())))
    .limit(1);
  return open !== undefined;
}

export type VerifyCodeResult =
  | { ok: true }
  | { ok: false; code: "wrong_code" | "no_code" | "too_many_guesses" };

/**
 * Checks a guess. The guess is counted in the same statement that hands out the hash, so however
 * many arrive at once, at most five are ever compared.
 */
export async function verifyCode(owner: CodeOwner, typed: string): Promise<VerifyCodeResult> {
  const at = now();
  const code = readCode(typed);
  const newest = db()
    .select({ id: codes.id })
    .from(codes)
    .where(and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, at)))
    .orderBy(desc(codes.sentAt))
    .limit(1);
  const [counted] = await db()
    .update(codes)
    .set({ guesses: sql`${codes.guesses} + 1` })
    .where(and(eq(codes.id, newest), lt(codes.guesses, MOST_GUESSES)))
    .returning({ id: codes.id, codeHash: codes.codeHash });
  if (!counted) {
    const [live] = await newest;
    return { ok: false, code: live ? "too_many_guesses" : "no_code" };
  }
  const bound = boundCode(counted.id, owner, code ?? "");
  if (!mac().hmacMatches(CODE_PURPOSE, bound, counted.codeHash)) {
    return { ok: false, code: "wrong_code" };
  }
  await db().update(codes).set({ verifiedAt: at }).where(eq(codes.id, counted.id));
  return { ok: true };
}

/** When this visitor proved to hold this number for this purpose, or null. */
export async function verifiedAt(owner: CodeOwner): Promise<Date | null> {
  const since = new Date(now().getTime() - VERIFIED_LIFE_MS);
  const [row] = await db()
    .select({ at: codes.verifiedAt })
    .from(codes)
    .where(and(ownedBy(owner), isNotNull(codes.verifiedAt), gt(codes.verifiedAt, since)))
    .orderBy(desc(codes.verifiedAt))
    .limit(1);
  return row?.at ?? null;
}

/** Whether a code that can still be entered is on its way to this owner. */
export async function hasLiveCode(owner: CodeOwner): Promise<boolean> {
  const [row] = await db()
    .select({ id: codes.id })
    .from(codes)
    .where(and(ownedBy(owner), isNull(codes.verifiedAt), gt(codes.expiresAt, now())))
    .limit(1);
  return row !== undefined;
}

/** reference/security.md: codes go after 24 hours. */
export async function deleteOldCodes(): Promise<void> {
  await db()
    .delete(codes)
    .where(lt(codes.sentAt, new Date(now().getTime() - VERIFIED_LIFE_MS)));
}

function ownedBy(owner: CodeOwner) {
  return and(
    eq(codes.visitorHash, owner.visitorHash),
    eq(codes.phone, owner.phone),
    eq(codes.purpose, owner.purpose),
  );
}

const CODE_PURPOSE = "phone code";

/** The code together with what it is good for: the same digits elsewhere have another hash. */
function boundCode(id: string, owner: CodeOwner, code: string): string {
  return [id, owner.phone, owner.purpose, code].join("|");
}
