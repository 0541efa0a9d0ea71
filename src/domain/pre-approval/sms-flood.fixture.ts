import { createHash, randomUUID } from "node:crypto";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { askForCode, checkCode } from "#domain/phone-verification/phone-code.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { APPLICANT } from "./pre-approval-answers.fixture.ts";
import { preApprovalForm } from "./pre-approval.form.ts";
import { preApprovalHandler } from "./pre-approval-handler.server.ts";

const MINUTE_MS = 60_000;
const DRAFTS = 400;
const VERIFICATION = "pre_approval";

export type Flood = {
  /**
   * How many /32s the attacker has; every request comes from another /48 of theirs. Once every /32
   * was refused in a row, the attacker waits for the next minute, because no code can be had until
   * then.
   */
  providers: number;
  /** Whether the attacker's visitors have filled-in drafts, prepared the day before. */
  hasDrafts: boolean;
  /** Whether all honest visitors are customers of one carrier, with addresses of one /16. */
  isOneCarrier?: boolean;
  visitors: number;
  minutes: number;
  startsAt: Date;
};

export type FloodOutcome = {
  /** How many codes the attacker got from the site. */
  codesSpent: number;
  asks: number;
  /** Honest visitors: their pre-approvals with a verified number, and without one. */
  verified: number;
  unverified: number;
  shutOut: number;
};

/**
 * Simulates a day under attack, with a simulated clock: at the start of each minute the attacker
 * asks for codes until none are left for them; then the honest visitors of that minute send the
 * form, which they have filled in. All of them use the commands that the pages call.
 */
export async function simulateFlood(flood: Flood): Promise<FloodOutcome> {
  const { minutes, visitors, startsAt } = flood;
  const outcome = { codesSpent: 0, asks: 0, verified: 0, unverified: 0, shutOut: 0 };
  const drafts = flood.hasDrafts ? await storeDrafts(startsAt) : null;
  const comings = Array.from({ length: visitors }, (_, index) => ({
    index,
    atMs: chooseMinute(index, minutes) * MINUTE_MS + (index % 50) * 1000 + 5000,
  })).toSorted((a, b) => a.atMs - b.atMs);
  for (let minute = 0; minute < minutes; minute += 1) {
    const at = startsAt.getTime() + minute * MINUTE_MS;
    await actAt(new Date(at), () => attack(flood, drafts, outcome));
    while (comings[0] && comings[0].atMs < (minute + 1) * MINUTE_MS) {
      const { index, atMs } = comings.shift() ?? { index: 0, atMs: 0 };
      const ipAddress = chooseAddress(index, flood);
      outcome[await visit(index, ipAddress, startsAt.getTime() + atMs)] += 1;
    }
  }
  return outcome;
}

/** Few visitors come at night, as on a site of one country. */
const SHARE_OF_HOUR = [1, 1, 0, 0, 0, 1, 2, 3, 5, 6, 7, 7, 8, 7, 6, 6, 6, 7, 8, 9, 8, 6, 4, 2];

function chooseMinute(index: number, minutes: number): number {
  const slots = SHARE_OF_HOUR.flatMap((share, hour) => Array.from({ length: share }, () => hour));
  const hour = slots[pick(`hour ${index}`, slots.length)] ?? 0;
  const minuteOfDay = hour * 60 + pick(`minute ${index}`, 60);
  return minutes === 24 * 60 ? minuteOfDay : pick(`minute ${index}`, minutes);
}

async function attack(
  flood: Flood,
  drafts: readonly string[] | null,
  outcome: FloodOutcome,
): Promise<void> {
  for (let refused = 0; refused < flood.providers;) {
    const { asks } = outcome;
    outcome.asks += 1;
    const provider = (0xdb8 + (asks % flood.providers)).toString(16);
    const network = (Math.floor(asks / flood.providers) % 0x1_0000).toString(16);
    const visitor = makeVisitor({
      visitorHash: drafts?.[asks % drafts.length] ?? randomUUID(),
      ipAddress: `2001:${provider}:${network}:1::1`,
    });
    const code = await askForCode(visitor, VERIFICATION, makeNumber(asks, "647"));
    const isSent = code.state === "code_sent" && !code.isError;
    if (isSent) outcome.codesSpent += 1;
    refused = isSent ? 0 : refused + 1;
  }
}

/** One honest visitor, from the first step to sending. */
async function visit(index: number, ipAddress: string, sentAtMs: number) {
  const visitor = makeVisitor({ visitorHash: hash(`honest ${index} ${sentAtMs}`), ipAddress });
  const phone = makeNumber(index, "403");
  for (let step = 6; step > 0; step -= 1) {
    await actAt(new Date(sentAtMs - step * MINUTE_MS), () =>
      changeDraft(visitor.visitorHash, preApprovalForm, (draft, save) =>
        save({ answers: { ...draft?.answers }, consents: [] }),
      ),
    );
  }
  return actAt(new Date(sentAtMs), async () => {
    const requested = await askForCode(visitor, VERIFICATION, phone);
    if (requested.state === "code_sent") {
      const sms = (await listOutbox({ limit: 5 })).find(({ to }) => to === phone);
      const code = /#(\d{6})$/u.exec(sms?.text ?? "")?.[1] ?? "";
      await checkCode(visitor, VERIFICATION, phone, code);
    }
    const email = `honest-${index}@example.com`;
    const form = rawFields({ ...APPLICANT, phoneNumber: phone, email });
    const received = await receivePost(preApprovalHandler, form, visitor);
    if (!received.ok) return "shutOut";
    return requested.state === "code_sent" ? "verified" : "unverified";
  });
}

/**
 * Half use IPv6, at home or on the road, a third of them with the country's largest provider. The
 * rest use IPv4, some of them behind one shared address of a carrier. One in twenty is with the
 * attacker's provider.
 */
function chooseAddress(index: number, { isOneCarrier = false }: Flood): string {
  if (isOneCarrier) return `24.114.${pick(`second ${index}`, 20)}.${pick(`third ${index}`, 250)}`;
  const own = pick(`network ${index}`, 0x1_0000).toString(16);
  if (index % 20 === 0) return `2001:db8:${own}:77::1`;
  if (index % 2 === 0) {
    const provider = index % 6 === 0 ? 0 : 1 + pick(`provider ${index}`, 7);
    return `2607:f${provider}00:${own}:1::1`;
  }
  if (index % 10 === 1) return "203.0.113.9";
  return `${24 + pick(`first ${index}`, 40)}.${pick(`second ${index}`, 250)}.${pick(`third ${index}`, 250)}.7`;
}

async function storeDrafts(startsAt: Date): Promise<string[]> {
  const visitorHashes = Array.from({ length: DRAFTS }, () => randomUUID());
  const before = new Date(startsAt.getTime() - 60 * MINUTE_MS);
  await db()
    .insert(draftTable)
    .values(
      visitorHashes.map((visitorHash) => ({
        id: randomUUID(),
        visitorHash,
        formName: preApprovalForm.name,
        formVersion: preApprovalForm.version,
        sealedContent: Buffer.alloc(0),
        startedAt: before,
        saves: 16,
        expiresAt: new Date(startsAt.getTime() + 30 * 24 * 60 * MINUTE_MS),
      })),
    );
  return visitorHashes;
}

function makeVisitor(of: Pick<Visitor, "visitorHash" | "ipAddress">): Visitor {
  return {
    ...of,
    locale: "en",
    origin: "https://cars.example.ca",
    nonce: "",
    theme: "system",
    user: null,
    sessionId: null,
  };
}

/** Numbers that are possible in the North American plan: no exchange begins with 0 or 1. */
function makeNumber(index: number, area: string): string {
  const line = String(index % 10_000).padStart(4, "0");
  return `+1${area}${200 + (Math.floor(index / 10_000) % 700)}${line}`;
}

/** The same in each run. */
function pick(name: string, most: number): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0) % most;
}

const hash = (name: string) => createHash("sha256").update(name).digest("hex");
