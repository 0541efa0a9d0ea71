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
  giveNumberPlaceBack,
  spendSmsBudget,
  takeNumberPlace,
} from "./sms-limits.server.ts";
import { phoneVerificationTable as codes } from "./phone-verification.table.ts";

/** Whose code, for which number and what for. */
export type CodeOwner = { visitorHash: string; phone: E164; purpose: PhonePurpose };

type SendCodeResult =
  /** How long the next code will have to wait. */
  | { ok: true; resendAfterSeconds: number }
  | { ok: false; code: "too_soon"; waitSeconds: number }
  | { ok: false; code: "too_many"; retryAfterSeconds: number }
  | { ok: false; code: "send_failed" };

const DAY_MS = 24 * 60 * 60_000;

/**
 * Sends a fresh code; earlier ones for the same owner stop working. `host` is the site that it may
 * be entered on. It goes out before this answers: the person must hear at once where it did not.
 * Sends are counted by number, whoever asks, so that nobody can flood a stranger's phone; numbers by
 * whoever asks; and all of them by the site's budget.
 */
export async function sendCode(
  owner: CodeOwner,
  { host, locale, asker }: { host: string; locale: Locale; asker: Omit<CodeAsker, "visitorHash"> },
): Promise<SendCodeResult> {
  const asking = { ...asker, visitorHash: owner.visitorHash };
  const place = await takeNumberPlace(asking, owner.phone);
  if (!place.ok) return { ...place, code: "too_many" };
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
      .where(and(eq(codes.phone, owner.phone), gt(codes.sentAt, new Date(at.getTime() - DAY_MS))))
      .orderBy(desc(codes.sentAt));
    const oldest = sent.at(MOST_SENDS_A_DAY - 1);
    if (oldest) return { waitMs: 0, dayEndsMs: oldest.sentAt.getTime() + DAY_MS - at.getTime() };
    const inWindow = sent.filter(({ sentAt }) => at.getTime() - sentAt.getTime() < SENDS_WINDOW_MS);
    const waitMs = waitBeforeSendMs(
      inWindow.map(({ sentAt }) => sentAt),
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
    return { waitMs: 0, resendMs: resendDelayMs(inWindow.length + 1) };
  });
  if (reserved.waitMs > 0) {
    return { ok: false, code: "too_soon", waitSeconds: Math.ceil(reserved.waitMs / 1000) };
  }
  if (reserved.dayEndsMs !== undefined) {
    return {
      ok: false,
      code: "too_many",
      retryAfterSeconds: Math.ceil(reserved.dayEndsMs / 1000),
    };
  }
  const budget = await spendSmsBudget();
  if (!budget.ok) {
    await forgetCode(id, asking, owner.phone);
    return { ...budget, code: "too_many" };
  }
  const result = await notifyNow({
    event: "phone_code",
    to: owner.phone,
    locale,
    params: { code, host },
  });
  if (result.ok) return { ok: true, resendAfterSeconds: (reserved.resendMs ?? 0) / 1000 };
  await forgetCode(id, asking, owner.phone);
  return { ok: false, code: "send_failed" };
}

/** A code that never left must not count against the person's next try. */
async function forgetCode(id: string, asker: CodeAsker, phone: E164): Promise<void> {
  await db().delete(codes).where(eq(codes.id, id));
  await giveNumberPlaceBack(asker, phone);
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

type VerifyCodeResult =
  | { ok: true }
  | { ok: false; code: "wrong_code" | "no_code" | "too_many_guesses" };

/**
 * Checks a guess. The guess is counted in the same statement that hands out the hash, so however
 * many arrive at once, at most five are ever compared.
 */
export async function verifyCode(
  owner: CodeOwner,
  typed: string,
  asker: Omit<CodeAsker, "visitorHash">,
): Promise<VerifyCodeResult> {
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
  await giveNumberPlaceBack({ ...asker, visitorHash: owner.visitorHash }, owner.phone);
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
